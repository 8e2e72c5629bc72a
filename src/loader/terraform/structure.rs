//! The nested structures of one owner, equal ones once.
//!
//! A block or object type is [interned](Structures::intern) after everything inside it, so that two
//! are equal if and only if their properties are; each then gets one name, from the least nested path
//! at which it was met.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::names::{beside, spaced};
use crate::loader::claims::Claims;
use crate::model::{
    Definition, Documentation, Origin, Package, Place, Presence, Property, Type, TypeDeclaration, TypeName,
};

/// What an object is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Everything that it has.
    Whole,
    /// What can be set, where that is not everything.
    Configuration,
}

/// The structures of one owner.
#[derive(Debug, Default)]
pub(super) struct Structures {
    all: Vec<Structure>,
    by_fingerprint: BTreeMap<u64, Vec<usize>>,
}

#[derive(Debug)]
struct Structure {
    properties: Vec<Property>,
    form: Form,
    /// The least nested path at which it was met, and as how many-th.
    path: Vec<Arc<str>>,
}

/// Structures are told apart by number until they have names.
const UNNAMED: &str = "";

impl Structures {
    /// The type of an object with these properties, met at that path.
    pub(super) fn intern(&mut self, properties: Vec<Property>, form: Form, path: &[Arc<str>]) -> Type {
        let candidates = self.by_fingerprint.entry(fingerprint(&properties)).or_default();
        let known = candidates.iter().copied().find(|&at| self.all[at].properties == properties);
        let at = known.unwrap_or(self.all.len());
        match self.all.get_mut(at) {
            Some(structure) => {
                if form == Form::Whole {
                    structure.form = Form::Whole;
                }
                if path.len() < structure.path.len() {
                    structure.path = path.to_vec();
                }
            }
            None => {
                candidates.push(at);
                self.all.push(Structure { properties, form, path: path.to_vec() });
            }
        }
        Type::named(TypeName::new(UNNAMED, at.to_string()))
    }

    /// A cty type with every object type in it interned, as everything that it has.
    pub(super) fn intern_objects(&mut self, ty: &Type, path: &mut Vec<Arc<str>>) -> Type {
        match ty {
            Type::Object(object) => {
                let mut properties = Vec::with_capacity(object.len());
                for attribute in object.attributes() {
                    path.push(attribute.name.clone());
                    let ty = self.intern_objects(&attribute.ty, path);
                    path.pop();
                    let presence = match attribute.optionality.may_be_absent() {
                        true => Presence::Optional,
                        false => Presence::Required,
                    };
                    properties.push(Property { presence, ..Property::new(attribute.name.clone(), ty) });
                }
                self.intern(properties, Form::Whole, path)
            }
            Type::Tuple(elements) => {
                let mut interned = Vec::with_capacity(elements.len());
                for (at, element) in elements.iter().enumerate() {
                    path.push(at.to_string().into());
                    interned.push(self.intern_objects(element, path));
                    path.pop();
                }
                Type::tuple(interned)
            }
            other => other.map_children(|child| self.intern_objects(child, path)),
        }
    }

    /// Gives every structure a name and declares it in the package, beside its owner.
    pub(super) fn declare(self, owner: &Owner<'_>, claims: &mut Claims, package: &mut Package) -> Named {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by_key(|&at| self.all[at].path.len());
        let mut named = Named(vec![None; self.all.len()]);
        let mut places = vec![Place::default(); self.all.len()];
        for &at in &order {
            let structure = &self.all[at];
            let place = beside(owner.place, claims.first_free(&owner.place.module, owner.wanted(structure)));
            claims.reserve_forms(&place.module, &place.name);
            let wanted = owner.type_name(&place);
            named.0[at] = Some(TypeName { package: package.name.clone(), name: wanted });
            places[at] = place;
        }
        let mut structures: Vec<Option<Structure>> = self.all.into_iter().map(Some).collect();
        for at in order {
            let (Some(structure), Some(name)) = (structures[at].take(), named.0[at].clone()) else { continue };
            let declaration = TypeDeclaration {
                name: name.clone(),
                place: std::mem::take(&mut places[at]),
                documentation: Documentation::default(),
                definition: Definition::Object(named.properties(structure.properties)),
                numbers: None,
                origin: owner.origin.clone(),
            };
            package.types.insert(name.name, declaration);
        }
        named
    }
}

/// Equal properties have equal fingerprints.
fn fingerprint(properties: &[Property]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for property in properties {
        property.name.hash(&mut hasher);
        property.ty.hash(&mut hasher);
    }
    hasher.finish()
}

/// What nested structures belong to.
#[derive(Debug)]
pub(super) struct Owner<'a> {
    /// Its token: `aws_s3_bucket`, `data.aws_s3_bucket`.
    pub(super) token: &'a str,
    /// Where it goes.
    pub(super) place: &'a Place,
    /// Where it was declared.
    pub(super) origin: &'a Origin,
}

impl Owner<'_> {
    /// Wanted names, best first.
    fn wanted(&self, structure: &Structure) -> impl Iterator<Item = String> {
        let suffix = match structure.form {
            Form::Whole => "",
            Form::Configuration => " config",
        };
        let words: Vec<String> = structure.path.iter().map(|step| spaced(step)).collect();
        let owner = self.place.name.clone();
        let ends = (0..words.len()).rev().map(move |start| format!("{owner} {}{suffix}", words[start..].join(" ")));
        let last = format!("{} {} block", self.place.name, structure.path.last().map_or("", |step| step));
        ends.chain([last])
    }

    /// The name in the package: the owner's token and what was added to the owner's name.
    fn type_name(&self, place: &Place) -> Arc<str> {
        let added = place.name.strip_prefix(&*self.place.name).unwrap_or(&place.name).trim_start();
        format!("{}.{}", self.token, added.replace(' ', "_")).into()
    }
}

/// The names of an owner's structures.
#[derive(Debug)]
pub(super) struct Named(Vec<Option<TypeName>>);

impl Named {
    /// The properties with references to structures by name.
    pub(super) fn properties(&self, mut properties: Vec<Property>) -> Vec<Property> {
        for property in &mut properties {
            property.ty = self.ty(&property.ty);
        }
        properties
    }

    /// The type with references to structures by name.
    pub(super) fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Named(named) if &*named.name.package == UNNAMED => {
                let name = named.name.name.parse().ok().and_then(|at: usize| self.0.get(at)?.clone());
                name.map_or_else(|| ty.clone(), Type::named)
            }
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Union(_) => {
                ty.map_children(|child| self.ty(child))
            }
            other => other.clone(),
        }
    }
}
