//! Values as JSON, with what is known of their parts beside what they are.

use super::json::quoted;
use super::node::Marks;
use super::schema::{Definition, Field};
use super::{
    Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource, Error, Json, Node, Path, Problem,
    ResourceReference, Step, Type,
};
use super::{codec, special};

/// A value as JSON; what has metadata of its own as the special value that says so.
///
/// # Errors
///
/// What JSON has no form for, each with its place. The type tells attributes from keys.
pub(super) fn json(node: &Node, ty: Option<&Type>) -> Result<Json, Error> {
    let mut run = Run::default();
    let json = run.value(node, ty);
    match Error::all(run.problems) {
        None => Ok(json),
        Some(error) => Err(error),
    }
}

#[derive(Default)]
struct Run {
    path: Vec<Step>,
    problems: Vec<Problem>,
}

impl Run {
    /// A problem; in the place of the value stands null, which nobody will see.
    fn fail(&mut self, message: impl Into<String>) -> Json {
        self.problems.push(Problem {
            path: Path(self.path.clone()),
            message: message.into(),
        });
        Json::Null
    }

    fn inside(&mut self, step: Step, node: &Node, ty: Option<&Type>) -> Json {
        self.path.push(step);
        let json = self.value(node, ty);
        self.path.pop();
        json
    }

    fn value(&mut self, node: &Node, ty: Option<&Type>) -> Json {
        let behind = ty.map(Type::behind);
        if let (Some(Type::Nullable(inner)), false) = (behind, matches!(node, Node::Null)) {
            return self.value(node, Some(inner));
        }
        match node {
            Node::Null => Json::Null,
            Node::Bool(value) => Json::Bool(*value),
            Node::Number(number) if number.is_finite() => Json::Number(number.to_string()),
            Node::Number(number) => {
                let bits = format!("{:016x}", number.to_f64().to_bits());
                signed(special::DOUBLE, vec![("value", Json::String(bits))])
            }
            Node::String(text) if special::is_unknown(text) => {
                self.fail("the text stands for an unknown value and cannot be written")
            }
            Node::String(text) => Json::String(text.clone()),
            Node::List(elements) => Json::Array(
                elements
                    .iter()
                    .enumerate()
                    .map(|(at, element)| {
                        self.inside(Step::Index(at), element, element_type(behind, at))
                    })
                    .collect(),
            ),
            Node::Object(members) => self.members(members, behind),
            Node::Asset(value) => asset(value),
            Node::Archive(value) => archive(value),
            Node::Resource(value) => resource(value),
            Node::Capsule(_) => self.fail(codec::NO_JSON),
            Node::Arm(arm, inner) => {
                let ty = arm_type(behind, *arm);
                self.value(inner, ty)
            }
            Node::Marked(marked) => {
                let value = marked.value.as_ref().map(|value| self.value(value, ty));
                special_value(value, &marked.marks)
            }
            Node::Later(_) => self.fail("the value has not arrived"),
            Node::Bad(message) => self.fail(message.as_str()),
        }
    }

    fn members(&mut self, members: &[(String, Node)], ty: Option<Type>) -> Json {
        let fields = fields(ty);
        let element = match ty {
            Some(Type::Map(element)) => Some(element),
            _ => None,
        };
        let members = members.iter().map(|(key, value)| {
            let field = fields.and_then(|fields| fields.iter().find(|field| field.name == key));
            let json = match field {
                Some(field) => self.inside(Step::Attribute(key.clone()), value, Some(&field.ty)),
                None if key == special::SIGNATURE => {
                    self.fail(format!("the key {} is reserved", quoted(key)))
                }
                None => self.inside(Step::Key(key.clone()), value, element),
            };
            (key.clone(), json)
        });
        Json::Object(members.collect())
    }
}

/// The attributes of an object type.
pub(super) fn fields(ty: Option<Type>) -> Option<&'static [Field]> {
    match ty {
        Some(Type::Named(definition)) => match definition() {
            Definition::Object(object) => Some(object.fields),
            _ => None,
        },
        _ => None,
    }
}

/// The type of an element of a list, set or tuple.
pub(super) fn element_type(ty: Option<Type>, at: usize) -> Option<&'static Type> {
    match ty {
        Some(Type::List(element) | Type::Set(element)) => Some(element),
        Some(Type::Named(definition)) => match definition() {
            Definition::Tuple(types) => types.get(at),
            _ => None,
        },
        _ => None,
    }
}

/// The type of an arm of a union.
pub(super) fn arm_type(ty: Option<Type>, arm: usize) -> Option<&'static Type> {
    match ty {
        Some(Type::Named(definition)) => match definition() {
            Definition::Union(union) => union.arms.get(arm),
            _ => None,
        },
        _ => None,
    }
}

/// An object with a signature.
fn signed(signature: &str, fields: Vec<(&str, Json)>) -> Json {
    let signature = (special::SIGNATURE.to_owned(), Json::from(signature));
    let fields = fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    Json::Object(std::iter::once(signature).chain(fields).collect())
}

fn special_value(value: Option<Json>, marks: &Marks) -> Json {
    match value {
        None if marks.is_empty() => Json::from(special::SENTINEL),
        Some(value) if marks.is_empty() => value,
        Some(value) if marks.dependencies.is_empty() => {
            signed(special::SECRET, vec![("value", value)])
        }
        value => {
            let mut fields: Vec<(&str, Json)> = Vec::new();
            fields.extend(value.map(|value| ("value", value)));
            if marks.secret {
                fields.push(("secret", Json::Bool(true)));
            }
            if !marks.dependencies.is_empty() {
                let urns = marks.dependencies.iter().cloned().map(Json::String);
                fields.push(("dependencies", Json::Array(urns.collect())));
            }
            signed(special::OUTPUT, fields)
        }
    }
}

fn texts(fields: Vec<(&'static str, Option<String>)>) -> Vec<(&'static str, Json)> {
    let present = fields
        .into_iter()
        .filter_map(|(name, text)| Some((name, Json::String(text?))));
    present.collect()
}

fn asset(asset: &Asset) -> Json {
    let (field, source) = match &asset.source {
        AssetSource::Text(text) => ("text", Some(text.clone())),
        AssetSource::Path(path) => ("path", Some(path.clone())),
        AssetSource::Uri(uri) => ("uri", Some(uri.clone())),
        AssetSource::Gone => ("text", None),
    };
    let hash = asset.known_hash().filter(|hash| !hash.is_empty());
    let fields = vec![("hash", hash), (field, source)];
    signed(special::ASSET, texts(fields))
}

fn archive(value: &Archive) -> Json {
    let hash = value.hash.clone().filter(|hash| !hash.is_empty());
    let mut fields = texts(vec![("hash", hash)]);
    match &value.source {
        ArchiveSource::Path(path) => fields.push(("path", Json::String(path.clone()))),
        ArchiveSource::Uri(uri) => fields.push(("uri", Json::String(uri.clone()))),
        ArchiveSource::Gone => {}
        ArchiveSource::Members(members) => {
            let members = members.iter().map(|(name, member)| {
                let json = match member {
                    AssetOrArchive::Asset(inner) => asset(inner),
                    AssetOrArchive::Archive(inner) => archive(inner),
                };
                (name.clone(), json)
            });
            fields.push(("assets", Json::Object(members.collect())));
        }
    }
    signed(special::ARCHIVE, fields)
}

fn resource(reference: &ResourceReference) -> Json {
    let id = reference.id.clone().map(|id| match id.as_str() {
        "" => special::SENTINEL.to_owned(),
        _ => id,
    });
    let fields = vec![
        ("urn", Some(reference.urn.clone())),
        ("id", id),
        ("name", reference.name.clone()),
        ("type", reference.ty.clone()),
        ("packageVersion", reference.version.clone()),
    ];
    signed(special::RESOURCE, texts(fields))
}
