//! Unification: one type that several convert to (`spec/5-cty-convert.txt`; `semantics.md`, section 4).
//!
//! Of all types at once, never two by two. Where several of the types would do and none is more
//! general than the others, the first one given is taken; whether there is an answer does not depend
//! on the order.

use std::hash::{BuildHasherDefault, DefaultHasher};

use indexmap::IndexMap;

use super::convert::{Conversion, Mode, Planner, Safety, Scope, plan, plan_safe};
use crate::model::{Attribute, ObjectType, Type, UnionType};

/// A type that several others convert to, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Unification {
    /// The common type.
    pub ty: Type,
    /// For each type given, in order, how its values get there.
    pub conversions: Vec<Conversion>,
}

/// Something for each of several types, in the order in which they came. The hash is keyed by a
/// constant, so that everything stays the same on every run.
type Distinct<'t, T> = IndexMap<&'t Type, T, BuildHasherDefault<DefaultHasher>>;

/// Unifies types by safe conversions. `None` if there is no such type, or no type was given.
///
/// ```
/// use tygen::engine::{convert::Scope, unify::unify};
/// use tygen::model::Type;
/// let types = [Type::Bool, Type::Number, Type::String];
/// assert_eq!(unify(&types, &Scope::default()).map(|found| found.ty), Some(Type::String));
/// assert_eq!(unify(&types[..2], &Scope::default()), None);
/// ```
pub fn unify(types: &[Type], scope: &Scope) -> Option<Unification> {
    unification(types, scope, Mode::Safe)
}

/// Unifies types, by unsafe conversions too. `None` if there is no such type, or no type was given.
pub fn unify_unsafe(types: &[Type], scope: &Scope) -> Option<Unification> {
    unification(types, scope, Mode::Any)
}

fn unification(types: &[Type], scope: &Scope, mode: Mode) -> Option<Unification> {
    let ty = common(&mut Planner::new(scope, mode), types)?;
    let planned = |from: &Type| match mode {
        Mode::Safe => plan_safe(from, &ty, scope),
        Mode::Any => plan(from, &ty, scope),
    };
    // Many types given are often few that differ.
    let mut distinct: Distinct<'_, Conversion> = Distinct::default();
    let mut conversions = Vec::with_capacity(types.len());
    for from in types {
        if let Some(conversion) = distinct.get(from) {
            conversions.push(conversion.clone());
            continue;
        }
        let conversion = planned(from).or_else(|| in_steps(from, &ty, types, scope, mode))?;
        distinct.insert(from, conversion.clone());
        conversions.push(conversion);
    }
    Some(Unification { ty, conversions })
}

/// Objects beside maps are first brought together as maps, tuples beside lists as lists, and that
/// is then unified with the others: where nothing converts at once, it converts in these two steps.
fn in_steps(from: &Type, to: &Type, types: &[Type], scope: &Scope, mode: Mode) -> Option<Conversion> {
    let alike = |ty: &&Type| std::mem::discriminant(*ty) == std::mem::discriminant(from);
    let disguised: Distinct<'_, ()> = types.iter().filter(alike).map(|ty| (ty, ())).collect();
    let disguised: Vec<&Type> = disguised.into_keys().collect();
    let between = to_collection(&mut Planner::new(scope, mode), &disguised)?;
    let planned = |from: &Type, to: &Type| match mode {
        Mode::Safe => plan_safe(from, to, scope),
        Mode::Any => plan(from, to, scope),
    };
    let second = planned(&between, to)?;
    Some(Conversion::in_steps(planned(from, &between)?, &second))
}

/// The common type. Nested ones are found with the same planner, so that all work is counted.
pub(crate) fn common(planner: &mut Planner<'_>, types: &[Type]) -> Option<Type> {
    let distinct: Distinct<'_, ()> = types.iter().map(|ty| (ty, ())).collect();
    let distinct: Vec<&Type> = distinct.into_keys().collect();
    match distinct.as_slice() {
        [] => None,
        [only] => Some((*only).clone()),
        distinct => planner.deeper(|planner| of_distinct(planner, distinct)),
    }
}

/// How many of the types are of which kind.
#[derive(Default)]
struct Kinds {
    any: usize,
    list: usize,
    set: usize,
    map: usize,
    tuple: usize,
    object: usize,
    union: usize,
    eventual: usize,
    enumeration: usize,
    named: usize,
}

impl Kinds {
    fn of(types: &[&Type]) -> Self {
        let mut kinds = Self::default();
        for ty in types {
            match ty {
                Type::Any => kinds.any += 1,
                Type::List(_) => kinds.list += 1,
                Type::Set(_) => kinds.set += 1,
                Type::Map(_) => kinds.map += 1,
                Type::Tuple(_) => kinds.tuple += 1,
                Type::Object(_) => kinds.object += 1,
                Type::Union(_) => kinds.union += 1,
                Type::Promise(_) | Type::Output(_) => kinds.eventual += 1,
                Type::Enum(_) => kinds.enumeration += 1,
                Type::Named(_) => kinds.named += 1,
                Type::None
                | Type::Bool
                | Type::Int
                | Type::Number
                | Type::String
                | Type::Asset
                | Type::Archive
                | Type::Resource(_)
                | Type::Capsule(_) => {}
            }
        }
        kinds
    }
}

/// At least two types, none twice.
fn of_distinct(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let kinds = Kinds::of(types);
    let all = types.len();
    if kinds.any == 0 {
        if kinds.named > 0 {
            return named(planner, types);
        }
        if kinds.union > 0 {
            return unions(planner, types);
        }
        if kinds.eventual > 0 {
            return eventual(planner, types);
        }
    }
    if kinds.enumeration > 0 && all - kinds.any > 1 {
        return enums(planner, types);
    }
    if kinds.map > 0 && kinds.map + kinds.any == all {
        return collections(planner, types, Type::map);
    }
    if kinds.map > 0 && kinds.map + kinds.object + kinds.any == all {
        return in_disguise(planner, types).or_else(|| preferred(planner, types));
    }
    if kinds.list > 0 && kinds.list + kinds.any == all {
        return collections(planner, types, Type::list);
    }
    if kinds.list > 0 && kinds.list + kinds.tuple + kinds.any == all {
        return in_disguise(planner, types).or_else(|| preferred(planner, types));
    }
    if kinds.set > 0 && kinds.set + kinds.any == all {
        return collections(planner, types, Type::set);
    }
    if kinds.object > 0 && kinds.object + kinds.any == all {
        return objects(planner, types);
    }
    if kinds.tuple > 0 && kinds.tuple + kinds.any == all {
        return tuples(planner, types);
    }
    if kinds.object > 0 && kinds.tuple > 0 {
        return None;
    }
    preferred(planner, types)
}

/// The first type, in the order of preference, that all others convert to.
fn preferred(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let order = super::preference::order(types);
    let wanted = order.into_iter().find(|wanted| types.iter().all(|ty| planner.converts(ty, wanted)))?;
    Some(wanted.clone())
}

/// The type, if all of the others convert to it.
fn if_all_convert(planner: &mut Planner<'_>, types: &[&Type], wanted: Type) -> Option<Type> {
    types.iter().all(|ty| planner.converts(ty, &wanted)).then_some(wanted)
}

/// Lists, sets or maps alone: of the elements' common type. With an `any` among them it cannot be told
/// what they will be.
fn collections(planner: &mut Planner<'_>, types: &[&Type], collection: fn(Type) -> Type) -> Option<Type> {
    let mut elements = Vec::with_capacity(types.len());
    for ty in types {
        match ty {
            Type::List(element) | Type::Set(element) | Type::Map(element) => elements.push((**element).clone()),
            _ => return Some(Type::Any),
        }
    }
    let element = common(planner, &elements)?;
    if_all_convert(planner, types, collection(element))
}

/// Objects beside maps are often maps in disguise, and tuples beside lists lists.
fn in_disguise(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let disguised: Vec<&Type> =
        types.iter().copied().filter(|ty| matches!(ty, Type::Object(_) | Type::Tuple(_))).collect();
    let revealed = to_collection(planner, &disguised)?;
    let seen: Vec<Type> = types
        .iter()
        .map(|ty| if matches!(ty, Type::Object(_) | Type::Tuple(_)) { revealed.clone() } else { (*ty).clone() })
        .collect();
    match common(planner, &seen)? {
        found @ (Type::Map(_) | Type::List(_)) => Some(found),
        _ => None,
    }
}

/// Objects as a map, or tuples as a list, of all that is in them.
fn to_collection(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let mut elements = Vec::new();
    let mut objects = false;
    for ty in types {
        match ty {
            Type::Object(object) => {
                objects = true;
                elements.extend(object.attributes().map(|attribute| attribute.ty.clone()));
            }
            Type::Tuple(parts) => elements.extend(parts.iter().cloned()),
            _ => return None,
        }
    }
    let element = common(planner, &elements)?;
    if_all_convert(planner, types, if objects { Type::map(element) } else { Type::list(element) })
}

/// Objects of the same attributes: attribute by attribute. Others as a map.
fn objects(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let mut objects: Vec<&ObjectType> = Vec::with_capacity(types.len());
    for ty in types {
        match ty {
            Type::Object(object) => objects.push(object),
            _ => return Some(Type::Any),
        }
    }
    let (first, rest) = objects.split_first()?;
    let same_names = rest.iter().all(|object| {
        object.len() == first.len()
            && object.sorted().iter().zip(first.sorted()).all(|(left, right)| left.name == right.name)
    });
    if !same_names {
        return to_collection(planner, types);
    }
    let mut attributes = Vec::with_capacity(first.len());
    for at in first.declaration_order() {
        let across: Vec<Type> = objects.iter().map(|object| object.sorted()[at].ty.clone()).collect();
        let attribute = &first.sorted()[at];
        attributes.push(Attribute::required(attribute.name.clone(), common(planner, &across)?));
    }
    if_all_convert(planner, types, Type::object(ObjectType::new(attributes))).or_else(|| to_collection(planner, types))
}

/// Tuples of the same length: place by place. Others as a list.
fn tuples(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let mut tuples: Vec<&[Type]> = Vec::with_capacity(types.len());
    for ty in types {
        match ty {
            Type::Tuple(elements) => tuples.push(elements),
            _ => return Some(Type::Any),
        }
    }
    let (first, rest) = tuples.split_first()?;
    if rest.iter().any(|elements| elements.len() != first.len()) {
        return to_collection(planner, types);
    }
    let mut elements = Vec::with_capacity(first.len());
    for at in 0..first.len() {
        let across: Vec<Type> = tuples.iter().map(|elements| elements[at].clone()).collect();
        elements.push(common(planner, &across)?);
    }
    if_all_convert(planner, types, Type::tuple(elements)).or_else(|| to_collection(planner, types))
}

/// Enums that differ, or beside other types: what they have in common is their values' type.
fn enums(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let widened: Vec<Type> = types
        .iter()
        .map(|ty| match ty {
            Type::Enum(definition) => definition.base.clone(),
            other => (*other).clone(),
        })
        .collect();
    common(planner, &widened)
}

/// Named types: one of those given if all convert to it, else what the names stand for.
fn named(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    preferred(planner, types).or_else(|| {
        let expanded: Vec<Type> = types.iter().map(|ty| planner.expand(ty)).collect();
        let stuck = expanded.iter().any(|ty| matches!(ty, Type::Named(_)));
        if stuck { None } else { common(planner, &expanded) }
    })
}

/// Unions: the arms of all of them, each unified with the types beside the unions. An arm that has
/// nothing in common with those stays as it is, as long as every type finds its place in the whole.
fn unions(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let mut arms = Vec::new();
    let mut others = Vec::new();
    let mut discriminators = Vec::new();
    for ty in types {
        match ty {
            Type::Union(union) => {
                arms.extend(union.arms().iter().cloned());
                discriminators.push(union.discriminator.clone());
            }
            other => others.push((*other).clone()),
        }
    }
    let unified: Vec<Type> = arms.iter().map(|arm| with_others(planner, arm, &others)).collect();
    let discriminator = match discriminators.split_first() {
        Some((Some(first), rest)) if rest.iter().all(|other| other.as_ref() == Some(first)) => Some(first.clone()),
        _ => None,
    };
    if_all_convert(planner, types, UnionType::of(unified, discriminator))
}

/// The arm unified with all of the types, else with those that it has something in common with.
fn with_others(planner: &mut Planner<'_>, arm: &Type, others: &[Type]) -> Type {
    let mut together = vec![arm.clone()];
    together.extend(others.iter().cloned());
    if let Some(found) = common(planner, &together) {
        return found;
    }
    together.truncate(1);
    for other in others {
        if common(planner, &[arm.clone(), other.clone()]).is_some() {
            together.push(other.clone());
        }
    }
    common(planner, &together).unwrap_or_else(|| arm.clone())
}

/// Promises and outputs, and what could be one: an output if there is one, of what all hold.
fn eventual(planner: &mut Planner<'_>, types: &[&Type]) -> Option<Type> {
    let output = types.iter().any(|ty| matches!(ty, Type::Output(_)));
    let elements: Vec<Type> = types
        .iter()
        .map(|ty| match ty {
            Type::Promise(element) | Type::Output(element) => (**element).clone(),
            other => (*other).clone(),
        })
        .collect();
    let element = common(planner, &elements)?;
    if_all_convert(planner, types, if output { Type::output(element) } else { Type::promise(element) })
}

impl Unification {
    /// As safe as the worst of the conversions.
    pub fn safety(&self) -> Safety {
        self.conversions.iter().map(Conversion::safety).max().unwrap_or(Safety::Same)
    }
}
