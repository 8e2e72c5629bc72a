//! What `a.b[0]` gives, of a type (`spec/3-hcl2-extended-types.txt`; `semantics.md`, section 5).

use super::convert::{MAX_DEPTH, Scope};
use super::mismatch::friendly;
use super::path::{Step, ValuePath};
use crate::model::{ObjectType, Type};

/// Why a type cannot be traversed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct TraversalError {
    /// As far as it went, the step that failed included.
    pub path: ValuePath,
    /// What is wrong with that step.
    pub message: String,
}

/// The type at the end of a path.
///
/// A union is traversed arm by arm: the result is the union of those that succeed, where `none` gives
/// `none`. Through a promise or output the result is a promise or output.
///
/// ```
/// use tygen::engine::{convert::Scope, path::Step, traverse::traverse};
/// use tygen::model::{Attribute, ObjectType, Type};
/// let object = Type::object(ObjectType::new([Attribute::required("ports", Type::list(Type::Int))]));
/// let path = [Step::Attribute("ports".into()), Step::Index(0)];
/// let found = traverse(&Type::output(Type::nullable(object)), &path, &Scope::default())?;
/// assert_eq!(found, Type::output(Type::nullable(Type::Int)));
/// # Ok::<(), tygen::engine::traverse::TraversalError>(())
/// ```
///
/// # Errors
///
/// At the first step that the type does not have.
pub fn traverse(ty: &Type, path: &[Step], scope: &Scope) -> Result<Type, TraversalError> {
    let mut ty = ty.clone();
    for (at, taken) in path.iter().enumerate() {
        ty = step(&ty, taken, scope, 0).map_err(|message| {
            let steps = path[..=at].iter().rev().cloned().collect();
            TraversalError { path: ValuePath::from_inside(steps), message }
        })?;
    }
    Ok(ty)
}

fn step(ty: &Type, taken: &Step, scope: &Scope, depth: usize) -> Result<Type, String> {
    if depth > MAX_DEPTH {
        return Err(format!("the type is nested deeper than {MAX_DEPTH} levels"));
    }
    match ty {
        Type::Any => Ok(Type::Any),
        Type::None => Ok(Type::None),
        Type::List(element) => match taken {
            Step::Index(_) => Ok((**element).clone()),
            Step::Attribute(_) | Step::Key(_) => Err("a list is indexed by a whole number".to_owned()),
        },
        Type::Tuple(elements) => match taken {
            Step::Index(at) => elements
                .get(*at)
                .cloned()
                .ok_or_else(|| format!("there is no element {at}: the tuple has {}", elements.len())),
            Step::Attribute(_) | Step::Key(_) => Err("a tuple is indexed by a whole number".to_owned()),
        },
        Type::Map(element) => match taken {
            Step::Attribute(_) | Step::Key(_) => Ok((**element).clone()),
            Step::Index(_) => Err("a map is indexed by a string".to_owned()),
        },
        Type::Object(object) => match taken {
            Step::Attribute(name) | Step::Key(name) => attribute(object, name),
            Step::Index(_) => Err("an object is indexed by the name of an attribute".to_owned()),
        },
        Type::Union(union) => {
            let mut found = Vec::new();
            let mut problems = Vec::new();
            for arm in union.arms() {
                match step(arm, taken, scope, depth + 1) {
                    Ok(ty) => found.push(ty),
                    Err(message) => problems.push(format!("{}: {message}", friendly(arm))),
                }
            }
            if found.is_empty() { Err(problems.join("; ")) } else { Ok(Type::union(found)) }
        }
        Type::Promise(element) => Ok(Type::promise(step(element, taken, scope, depth + 1)?)),
        Type::Output(element) => Ok(Type::output(step(element, taken, scope, depth + 1)?)),
        Type::Named(_) => {
            let expanded = scope.expand(ty);
            if expanded == *ty {
                return Err(format!("{ty} is not defined"));
            }
            step(&expanded, taken, scope, depth + 1)
        }
        Type::Set(_) => Err("the elements of a set have no index".to_owned()),
        Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_) => Err(format!("{} has no parts", friendly(ty))),
    }
}

fn attribute(object: &ObjectType, name: &str) -> Result<Type, String> {
    if let Some((_, attribute)) = object.get(name) {
        return Ok(attribute.ty.clone());
    }
    let names = object.attributes().map(|attribute| &*attribute.name);
    let meant = crate::diag::nearest(name, names).map(|meant| format!(", did you mean {meant:?}?"));
    Err(format!("there is no attribute {name:?}{}", meant.unwrap_or_default()))
}
