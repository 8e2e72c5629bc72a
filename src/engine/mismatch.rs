//! Why there is no conversion, in the user's words: what planning does not say, because it is fast.
//!
//! The order is that of declaration, so that the answer is the same on every run.

use super::convert::{MAX_DEPTH, Mode, Planner, Problem, Scope};
use super::path::{Step, ValuePath};
use crate::model::{ObjectType, Type};

/// Why values of `from` do not convert to `to`: every problem, with its path where it stands in a part
/// that every value has. Empty if they do convert.
///
/// ```
/// use tygen::engine::{convert::Scope, mismatch::explain};
/// use tygen::model::{Attribute, ObjectType, Type};
/// let from = Type::object(ObjectType::new([Attribute::required("ports", Type::list(Type::Bool))]));
/// let to = Type::object(ObjectType::new([
///     Attribute::required("name", Type::String),
///     Attribute::required("ports", Type::list(Type::Int)),
/// ]));
/// let problems: Vec<String> = explain(&from, &to, &Scope::default()).iter().map(ToString::to_string).collect();
/// assert_eq!(
///     problems,
///     [r#"attribute "name" is required"#, ".ports: incorrect list element type: int required, but have bool"]
/// );
/// ```
pub fn explain(from: &Type, to: &Type, scope: &Scope) -> Vec<Problem> {
    if depth(from) > MAX_DEPTH || depth(to) > MAX_DEPTH {
        return vec![problem(&[], format!("the types are nested deeper than {MAX_DEPTH} levels"))];
    }
    let mut explainer = Explainer { scope, steps: Vec::new(), found: Vec::new(), open: Vec::new(), circles: 0 };
    explainer.pair(from, to);
    explainer.found
}

/// The type's name for people: `list of number`.
pub fn friendly(ty: &Type) -> String {
    match ty {
        Type::None => "null".to_owned(),
        Type::Any => "any value".to_owned(),
        Type::List(element) => format!("list of {}", element_name(element)),
        Type::Set(element) => format!("set of {}", element_name(element)),
        Type::Map(element) => format!("map of {}", element_name(element)),
        Type::Promise(element) => format!("promise of {}", friendly(element)),
        Type::Output(element) => format!("output of {}", friendly(element)),
        Type::Tuple(_) => "tuple".to_owned(),
        Type::Object(_) => "object".to_owned(),
        Type::Union(union) => union.arms().iter().map(friendly).collect::<Vec<_>>().join(" or "),
        Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_)
        | Type::Named(_) => ty.to_string(),
    }
}

fn element_name(ty: &Type) -> String {
    match ty {
        Type::Any => "any single type".to_owned(),
        other => friendly(other),
    }
}

/// How deep a type is nested, found without recursion.
fn depth(ty: &Type) -> usize {
    let mut deepest = 0;
    let mut open = vec![(ty, 1)];
    while let Some((ty, level)) = open.pop() {
        deepest = deepest.max(level);
        if level <= MAX_DEPTH {
            open.extend(ty.children().into_iter().map(|child| (child, level + 1)));
        }
    }
    deepest
}

fn problem(steps: &[Step], message: String) -> Problem {
    Problem { path: ValuePath::from_inside(steps.iter().rev().cloned().collect()), message }
}

struct Explainer<'a> {
    scope: &'a Scope,
    steps: Vec<Step>,
    found: Vec<Problem>,
    /// Pairs with a named type that are being explained.
    open: Vec<(Type, Type)>,
    /// How often an explanation led back to one of them: there everything is said already.
    circles: usize,
}

impl Explainer<'_> {
    fn say(&mut self, message: impl Into<String>) {
        self.found.push(problem(&self.steps, message.into()));
    }

    fn converts(&self, from: &Type, to: &Type) -> bool {
        Planner::new(self.scope, Mode::Any).safety(from, to).is_some()
    }

    /// The problems of a pair, if it has any; at most as deep as the types are.
    fn pair(&mut self, from: &Type, to: &Type) {
        if self.converts(from, to) {
            return;
        }
        let named = matches!(from, Type::Named(_)) || matches!(to, Type::Named(_));
        let pair = (from.clone(), to.clone());
        if named && self.open.contains(&pair) {
            self.circles += 1;
            return;
        }
        let before = (self.found.len(), self.circles);
        if named {
            self.open.push(pair);
        }
        self.parts(&self.scope.expand(from), &self.scope.expand(to));
        if named {
            self.open.pop();
        }
        if before == (self.found.len(), self.circles) {
            self.say(kinds(from, to));
        }
    }

    fn at(&mut self, step: Step, from: &Type, to: &Type) {
        self.steps.push(step);
        self.pair(from, to);
        self.steps.pop();
    }

    /// What can be said beyond that the kinds do not match.
    fn parts(&mut self, from: &Type, to: &Type) {
        match (from, to) {
            (Type::Object(given), Type::Object(wanted)) => self.objects(given, wanted),
            (Type::Tuple(given), Type::Tuple(wanted)) => {
                if given.len() != wanted.len() {
                    let (wanted, given) = (wanted.len(), given.len());
                    return self.say(format!("a tuple of {wanted} elements is required, not of {given}"));
                }
                for (at, (given, wanted)) in given.iter().zip(wanted.iter()).enumerate() {
                    self.at(Step::Index(at), given, wanted);
                }
            }
            (Type::Tuple(given), Type::List(wanted)) => self.elements(given, wanted, "list"),
            (Type::Tuple(given), Type::Set(wanted)) => self.elements(given, wanted, "set"),
            (Type::Object(given), Type::Map(wanted)) => {
                if **wanted == Type::Any {
                    return self.say("all map elements must have the same type");
                }
                for attribute in given.attributes() {
                    self.at(Step::Attribute(attribute.name.clone()), &attribute.ty, wanted);
                }
            }
            (Type::List(given) | Type::Set(given), Type::List(wanted)) => {
                self.within("incorrect list element type", given, wanted)
            }
            (Type::List(given) | Type::Set(given), Type::Set(wanted)) => {
                self.within("incorrect set element type", given, wanted)
            }
            (Type::Map(given), Type::Map(wanted)) => self.within("incorrect map element type", given, wanted),
            (Type::List(given) | Type::Set(given), Type::Tuple(wanted)) => {
                for (at, wanted) in wanted.iter().enumerate() {
                    self.within(&format!("incorrect type for element {at}"), given, wanted);
                }
            }
            (Type::Map(given), Type::Object(wanted)) => {
                for attribute in wanted.attributes().filter(|attribute| !attribute.optionality.may_be_absent()) {
                    let what = format!("map element type is incompatible with attribute {:?}", attribute.name);
                    self.within(&what, given, &attribute.ty);
                }
            }
            (given, Type::Enum(definition)) if *given != definition.base => self.pair(given, &definition.base),
            (Type::Promise(given), Type::Promise(wanted))
            | (Type::Promise(given) | Type::Output(given), Type::Output(wanted)) => self.pair(given, wanted),
            (Type::Promise(_) | Type::Output(_), _) => {
                let message =
                    format!("{} required, but have {}, which has not arrived yet", friendly(to), friendly(from));
                self.say(message);
            }
            _ => {}
        }
    }

    /// First what is missing, in one sentence; then what does not fit, in declaration order.
    fn objects(&mut self, given: &ObjectType, wanted: &ObjectType) {
        let missing: Vec<String> = wanted
            .attributes()
            .filter(|attribute| given.get(&attribute.name).is_none() && !attribute.optionality.may_be_absent())
            .map(|attribute| format!("{:?}", attribute.name))
            .collect();
        match missing.as_slice() {
            [] => {}
            [only] => self.say(format!("attribute {only} is required")),
            [first, second] => self.say(format!("attributes {first} and {second} are required")),
            [first @ .., last] => self.say(format!("attributes {}, and {last} are required", first.join(", "))),
        }
        for attribute in wanted.attributes() {
            if let Some((_, given)) = given.get(&attribute.name) {
                self.at(Step::Attribute(attribute.name.clone()), &given.ty, &attribute.ty);
            }
        }
    }

    fn elements(&mut self, given: &[Type], wanted: &Type, kind: &str) {
        if *wanted == Type::Any {
            return self.say(format!("all {kind} elements must have the same type"));
        }
        for (at, given) in given.iter().enumerate() {
            self.at(Step::Index(at), given, wanted);
        }
    }

    /// Problems of a part that has no place of its own: what all elements share.
    fn within(&mut self, what: &str, given: &Type, wanted: &Type) {
        let open = std::mem::take(&mut self.open);
        let mut inner = Explainer { scope: self.scope, steps: Vec::new(), found: Vec::new(), open, circles: 0 };
        inner.pair(given, wanted);
        self.open = inner.open;
        self.circles += inner.circles;
        for problem in inner.found {
            self.say(format!("{what}: {problem}"));
        }
    }
}

/// What is required and what there is; the latter only where it helps.
fn kinds(from: &Type, to: &Type) -> String {
    let bare = |ty: &Type| matches!(ty, Type::Tuple(_) | Type::Object(_));
    if bare(from) && std::mem::discriminant(from) == std::mem::discriminant(to) {
        return format!("{to} required");
    }
    format!("{} required, but have {}", friendly(to), friendly(from))
}
