//! Whether a type or value is what a type asks for, without any conversion (`spec/2-cty-types.txt`,
//! "Type Conformance").

use super::Value;
use super::convert::{ConversionError, MAX_DEPTH, Problem, Scope};
use super::mismatch::friendly;
use super::path::{Step, ValuePath};
use crate::model::{NamedType, ObjectType, Type};

/// Whether a value is one of a type: its type conforms and it holds what its type says.
///
/// # Errors
///
/// All that is in the way, with its place.
pub fn check_value(value: &Value, wanted: &Type, scope: &Scope) -> Result<(), ConversionError> {
    let mut problems = check_type(value.ty(), wanted, scope);
    if let Err(error) = super::check::payload_of(value.ty(), value.payload()) {
        problems.push(Problem { path: ValuePath::root(), message: error.to_string() });
    }
    if problems.is_empty() { Ok(()) } else { Err(ConversionError { problems }) }
}

/// In what a type differs from the one that is wanted; nothing if values of it are what is wanted.
/// `any` takes every type, a union those that are one of its arms or a union of some of them.
///
/// ```
/// use tygen::engine::{conform::check_type, convert::Scope};
/// use tygen::model::Type;
/// let scope = Scope::default();
/// assert!(check_type(&Type::list(Type::Int), &Type::list(Type::Any), &scope).is_empty());
/// assert_eq!(check_type(&Type::Int, &Type::Number, &scope)[0].message, "number required, but have int");
/// ```
pub fn check_type(given: &Type, wanted: &Type, scope: &Scope) -> Vec<Problem> {
    let mut check = Check { scope, steps: Vec::new(), found: Vec::new(), open: Vec::new(), depth: 0 };
    check.pair(given, wanted);
    check.found
}

struct Check<'a> {
    scope: &'a Scope,
    steps: Vec<Step>,
    found: Vec<Problem>,
    /// Pairs of a type and a name that are being looked at: what leads back to one conforms.
    open: Vec<(Type, NamedType)>,
    depth: usize,
}

impl Check<'_> {
    fn say(&mut self, message: String) {
        let path = ValuePath::from_inside(self.steps.iter().rev().cloned().collect());
        self.found.push(Problem { path, message });
    }

    fn at(&mut self, step: Step, given: &Type, wanted: &Type) {
        self.steps.push(step);
        self.pair(given, wanted);
        self.steps.pop();
    }

    fn pair(&mut self, given: &Type, wanted: &Type) {
        if self.depth > MAX_DEPTH {
            return self.say(format!("the types are nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        self.differing(given, wanted);
        self.depth -= 1;
    }

    fn differing(&mut self, given: &Type, wanted: &Type) {
        match (given, wanted) {
            (given, wanted) if given == wanted => {}
            (_, Type::Any) => {}
            (given, Type::Named(named)) => {
                let key = (given.clone(), (**named).clone());
                let expanded = self.scope.expand(wanted);
                if expanded == *wanted {
                    return self.say(format!("{wanted} is not defined"));
                }
                if !self.open.contains(&key) {
                    self.open.push(key);
                    self.pair(given, &expanded);
                    self.open.pop();
                }
            }
            (Type::Union(arms), wanted) => {
                for arm in arms.arms() {
                    self.pair(arm, wanted);
                }
            }
            (given, Type::Union(arms)) => {
                let fits = arms.arms().iter().any(|arm| {
                    let mut inner = Check {
                        scope: self.scope,
                        steps: Vec::new(),
                        found: Vec::new(),
                        open: self.open.clone(),
                        depth: self.depth,
                    };
                    inner.pair(given, arm);
                    inner.found.is_empty()
                });
                if !fits {
                    self.say(format!("{} required, but have {}", friendly(wanted), friendly(given)));
                }
            }
            (Type::List(given), Type::List(wanted))
            | (Type::Set(given), Type::Set(wanted))
            | (Type::Map(given), Type::Map(wanted)) => self.within(given, wanted),
            (Type::Promise(given), Type::Promise(wanted)) | (Type::Output(given), Type::Output(wanted)) => {
                self.pair(given, wanted);
            }
            (Type::Tuple(given), Type::Tuple(wanted)) if given.len() == wanted.len() => {
                for (at, (given, wanted)) in given.iter().zip(wanted.iter()).enumerate() {
                    self.at(Step::Index(at), given, wanted);
                }
            }
            (Type::Tuple(given), Type::Tuple(wanted)) => {
                let (wanted, given) = (wanted.len(), given.len());
                self.say(format!("a tuple of {wanted} elements is required, not of {given}"));
            }
            (Type::Object(given), Type::Object(wanted)) => self.objects(given, wanted),
            (given, wanted) => self.say(format!("{} required, but have {}", friendly(wanted), friendly(given))),
        }
    }

    fn objects(&mut self, given: &ObjectType, wanted: &ObjectType) {
        for attribute in wanted.attributes() {
            match given.get(&attribute.name) {
                Some((_, given)) => self.at(Step::Attribute(attribute.name.clone()), &given.ty, &attribute.ty),
                None if attribute.optionality.may_be_absent() => {}
                None => self.say(format!("attribute {:?} is required", attribute.name)),
            }
        }
        for attribute in given.attributes().filter(|attribute| wanted.get(&attribute.name).is_none()) {
            self.say(format!("attribute {:?} is not expected", attribute.name));
        }
    }

    /// What all elements share has no place of its own.
    fn within(&mut self, given: &Type, wanted: &Type) {
        let before = self.found.len();
        let steps = std::mem::take(&mut self.steps);
        self.pair(given, wanted);
        self.steps = steps;
        let inner: Vec<Problem> = self.found.drain(before..).collect();
        for problem in inner {
            self.say(format!("incorrect element type: {problem}"));
        }
    }
}
