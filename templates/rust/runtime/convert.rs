//! One value into one type, with every problem told.

use std::collections::BTreeMap;

use super::node::{Marked, Marks};
use super::primitive::{self, Misfit};
use super::schema::{Definition, Field, Nulls, Object, Presence};
use super::{Error, Json, Node, Path, Problem, Step, Type};
use super::{json, set, special};

/// What may stand in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// What is known and may be shown.
    Plain,
    /// Secrets, outputs and what is not known too.
    Lifted,
}

/// The value as one of the type: strings, numbers and containers as the type has them, defaults
/// filled in, the arm of every union told.
pub(super) fn convert(node: &Node, ty: &Type, mode: Mode) -> Result<Node, Error> {
    let mut run = Run::new(mode);
    let converted = run.value(node, ty);
    match (converted, Error::all(run.problems)) {
        (Some(converted), None) => Ok(converted),
        (_, Some(error)) => Err(error),
        (None, None) => Err(Error::new("the value cannot be converted")),
    }
}

/// A conversion under way. What fails leaves a problem behind and gives nothing.
pub(super) struct Run {
    pub(super) mode: Mode,
    pub(super) path: Vec<Step>,
    pub(super) problems: Vec<Problem>,
    /// How many arms of unions have been tried.
    pub(super) attempts: u32,
}

impl Run {
    pub(super) fn new(mode: Mode) -> Self {
        Self {
            mode,
            path: Vec::new(),
            problems: Vec::new(),
            attempts: 0,
        }
    }

    pub(super) fn fail<T>(&mut self, message: impl Into<String>) -> Option<T> {
        self.problems.push(Problem {
            path: Path(self.path.clone()),
            message: message.into(),
        });
        None
    }

    pub(super) fn misfit<T>(&mut self, node: &Node, wanted: &Type) -> Option<T> {
        let message = format!("{} required, but have {}", wanted.words(), node.words());
        self.fail(message)
    }

    /// A part of the value, one step further.
    pub(super) fn inside<T>(&mut self, step: Step, body: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = body(self);
        self.path.pop();
        result
    }

    pub(super) fn value(&mut self, node: &Node, ty: &Type) -> Option<Node> {
        self.value_as(node, ty, ty)
    }

    /// `wanted` is what messages call the type.
    fn value_as(&mut self, node: &Node, ty: &Type, wanted: &Type) -> Option<Node> {
        match node {
            Node::Marked(marked) => self.marked(marked, ty, wanted),
            Node::Bad(message) => self.fail(message.as_str()),
            Node::Later(_) => self.fail("the value has not arrived"),
            Node::Arm(arm, inner) => self.arm(*arm, inner, ty, wanted),
            other => self.known(other, ty, wanted),
        }
    }

    fn marked(&mut self, marked: &Marked, ty: &Type, wanted: &Type) -> Option<Node> {
        if self.mode == Mode::Plain {
            return self.fail(marked.refusal());
        }
        let value = match &marked.value {
            None => None,
            Some(value) => Some(self.value_as(value, ty, wanted)?),
        };
        Some(Node::marked(value, marked.marks.clone()))
    }

    /// A value that took an arm of a union before keeps it.
    fn arm(&mut self, arm: usize, inner: &Node, ty: &Type, wanted: &Type) -> Option<Node> {
        let behind = match ty.behind() {
            Type::Nullable(inner) => inner.behind(),
            other => other,
        };
        let declared = match behind {
            Type::Named(definition) => match definition() {
                Definition::Union(union) => union.arms.get(arm),
                _ => None,
            },
            _ => None,
        };
        match declared {
            Some(declared) => {
                let value = self.value(inner, declared)?;
                Some(Node::Arm(arm, Box::new(value)))
            }
            None => self.value_as(inner, ty, wanted),
        }
    }

    fn known(&mut self, node: &Node, ty: &Type, wanted: &Type) -> Option<Node> {
        match (ty.behind(), node) {
            (Type::Any, node) => self.any(node),
            (Type::Nullable(_) | Type::None, Node::Null) => Some(Node::Null),
            (Type::Nullable(inner), node) => self.value_as(node, inner, wanted),
            (Type::Capsule(_), Node::Capsule(capsule)) => Some(Node::Capsule(capsule.clone())),
            (Type::Capsule(_), _) => self.fail(primitive::NO_JSON),
            (Type::Asset, Node::Asset(asset)) => Some(Node::Asset(asset.clone())),
            (Type::Archive, Node::Archive(archive)) => Some(Node::Archive(archive.clone())),
            (Type::Resource(token), Node::Resource(reference)) => match reference.told_type() {
                Some(other) if !token.is_empty() && other != token => self.fail(format!(
                    "a reference to {token} is required, not to {other}"
                )),
                _ => Some(Node::Resource(reference.clone())),
            },
            (Type::List(element), Node::List(elements)) => self.elements(elements, element),
            (Type::Set(element), Node::List(elements)) => {
                let converted = self.elements(elements, element)?;
                Some(set::of(converted, element))
            }
            (Type::Map(element), Node::Object(members)) => self.map(members, Some(element)),
            (Type::Named(definition), node) => match definition() {
                Definition::Object(object) => match node {
                    Node::Object(members) => self.object(members, object),
                    _ => self.misfit(node, wanted),
                },
                Definition::Tuple(types) => match node {
                    Node::List(elements) => self.tuple(elements, types),
                    _ => self.misfit(node, wanted),
                },
                Definition::Enum(base, values) => {
                    let value = self.value_as(node, base, wanted)?;
                    self.member(value, base, values)
                }
                Definition::Union(union) => self.union(node, union, wanted),
                Definition::Alias(inner) => self.value_as(node, inner, wanted),
            },
            (ty, node) => match primitive::convert(node, &ty) {
                Ok(node) => Some(node),
                Err(Misfit::Kind) => self.misfit(node, wanted),
                Err(Misfit::Value(message)) => self.fail(message),
            },
        }
    }

    /// A value as it is, in the form in which values of any type are.
    fn any(&mut self, node: &Node) -> Option<Node> {
        match node {
            Node::List(elements) => self.elements(elements, &Type::Any),
            Node::Object(members) => self.map(members, None),
            Node::Number(number) => match primitive::any(number) {
                Ok(node) => Some(node),
                Err(Misfit::Value(message)) => self.fail(message),
                Err(Misfit::Kind) => None,
            },
            Node::String(text) => Some(Node::String(json::normalized(text.clone()))),
            other => Some(other.clone()),
        }
    }

    fn elements(&mut self, elements: &[Node], ty: &Type) -> Option<Node> {
        let converted = elements
            .iter()
            .enumerate()
            .map(|(at, element)| self.inside(Step::Index(at), |run| run.value(element, ty)));
        complete(converted).map(Node::List)
    }

    fn tuple(&mut self, elements: &[Node], types: &[Type]) -> Option<Node> {
        if elements.len() != types.len() {
            let (wanted, have) = (types.len(), elements.len());
            return self.fail(format!(
                "a tuple of {wanted} elements is required, not of {have}"
            ));
        }
        let pairs = elements.iter().zip(types).enumerate();
        let converted = pairs
            .map(|(at, (element, ty))| self.inside(Step::Index(at), |run| run.value(element, ty)));
        complete(converted).map(Node::List)
    }

    /// By key in the order of UTF-8 bytes; problems in the order in which the members came.
    fn map(&mut self, members: &[(String, Node)], element: Option<&Type>) -> Option<Node> {
        let ty = element.unwrap_or(&Type::Any);
        let converted = members.iter().map(|(key, value)| {
            let key = json::normalized(key.clone());
            let value = self.inside(Step::Key(key.clone()), |run| run.value(value, ty))?;
            Some((key, value))
        });
        let sorted: BTreeMap<String, Node> = complete(converted)?.into_iter().collect();
        Some(Node::Object(sorted.into_iter().collect()))
    }

    fn object(&mut self, members: &[(String, Node)], object: &Object) -> Option<Node> {
        let mut next = 0;
        let fields = object.fields.iter().map(|field| {
            let found = find(members, field.name, &mut next);
            let value = self.attribute(found, field, object.nulls)?;
            Some(value.map(|value| (field.name.to_owned(), value)))
        });
        let present = complete(fields)?.into_iter().flatten();
        Some(Node::Object(present.collect()))
    }

    /// The value of an attribute, if it has one.
    fn attribute(
        &mut self,
        found: Option<&Node>,
        field: &Field,
        nulls: Nulls,
    ) -> Option<Option<Node>> {
        let is_null = |node: &Node| matches!(node.bare(), Some(Node::Null));
        let found = found.filter(|node| !is_absent(nulls, is_null(node), &field.ty));
        let given = match (found, field.presence) {
            (Some(node), _) => self.inside(Step::Attribute(field.name.to_owned()), |run| {
                run.given(node, field)
            })?,
            (None, Presence::Optional) => return Some(None),
            (None, Presence::Required) => {
                let name = json::quoted(field.name);
                return self.fail(format!("attribute {name} is required"));
            }
            (None, Presence::Default("null")) if !field.ty.takes_null() => return Some(None),
            (None, Presence::Default(text)) => self.default(text, field)?,
        };
        Some(Some(match (field.secret, self.mode) {
            (true, Mode::Lifted) => Node::marked(Some(given), Marks::secret()),
            (true, Mode::Plain) | (false, _) => given,
        }))
    }

    fn given(&mut self, node: &Node, field: &Field) -> Option<Node> {
        let node = match node {
            // The type remembers that it is secret.
            Node::Marked(marked)
                if field.secret
                    && self.mode == Mode::Plain
                    && marked.marks.dependencies.is_empty() =>
            {
                marked.value.as_ref().unwrap_or(node)
            }
            node => node,
        };
        let Some(constant) = field.constant else {
            return self.value(node, &field.ty);
        };
        let literal;
        let node = match node {
            // It has one value only: that is known, and no secret.
            Node::Marked(marked) if self.mode == Mode::Lifted => match &marked.value {
                Some(value) => value,
                None => {
                    literal = special::node(&Json::parse(constant).ok()?);
                    &literal
                }
            },
            node => node,
        };
        let value = self.value(node, &field.ty)?;
        self.member(value, &field.ty, &[constant])
    }

    fn default(&mut self, text: &str, field: &Field) -> Option<Node> {
        let literal = special::node(&Json::parse(text).ok()?);
        self.value(&literal, &field.ty)
    }

    /// A value that has to be one of these values of the type.
    fn member(&mut self, value: Node, base: &Type, values: &[&str]) -> Option<Node> {
        let Some(given) = value.bare() else {
            return Some(value);
        };
        let known = values.iter().filter_map(|text| {
            let literal = special::node(&Json::parse(text).ok()?);
            convert(&literal, base, Mode::Plain).ok()
        });
        let known: Vec<Node> = known.collect();
        if known.iter().any(|node| node == given) {
            return Some(value);
        }
        let known: Vec<String> = known.iter().map(super::canonical::compared).collect();
        self.fail(match known.as_slice() {
            [] => "there is no value that this enum takes".to_owned(),
            [only] => format!("{only} is required"),
            [first @ .., last] => {
                format!("one of {} and {last} is required", first.join(", "))
            }
        })
    }
}

/// Whether an attribute with that value counts as absent.
pub(super) fn is_absent(nulls: Nulls, is_null: bool, ty: &Type) -> bool {
    nulls == Nulls::Absent && is_null && !ty.takes_null()
}

/// The member of that name; looked for first where the last one was found.
pub(super) fn find<'n>(
    members: &'n [(String, Node)],
    name: &str,
    next: &mut usize,
) -> Option<&'n Node> {
    let at = match members.get(*next) {
        Some((key, _)) if key == name => *next,
        _ => members.iter().position(|(key, _)| key == name)?,
    };
    *next = at + 1;
    Some(&members[at].1)
}

/// All of them, if none has failed. All are asked, for each may have a problem to tell.
fn complete<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut all = Some(Vec::new());
    for item in items {
        match (item, &mut all) {
            (Some(item), Some(all)) => all.push(item),
            (Some(_), None) => {}
            (None, _) => all = None,
        }
    }
    all
}
