//! Declared types: objects, enums, unions, and other names for types.

use std::sync::Arc;

use super::PendingDiscriminator;
use super::lower::{Lowering, PlaceKeys, given, members, numbers};
use super::raw::{RawDiscriminator, RawEnumMember, RawLongType, RawType};
use super::text::documentation;
use crate::diag::Code;
use crate::loader::check;
use crate::loader::document::{Lenient, Problem};
use crate::loader::locate::Part;
use crate::loader::path::DocumentPath;
use crate::model::{
    Definition, Documentation, EnumDefinition, EnumMember, Literal, Numbers, Optionality, Presence, Property, Type,
    TypeDeclaration, TypeName, UnionDefinition, UnionType,
};

impl Lowering<'_> {
    pub(super) fn type_declaration(
        &mut self,
        key: &Arc<str>,
        path: &DocumentPath,
        raw: &RawType,
        outer: Numbers,
    ) -> Option<TypeDeclaration> {
        let name: Arc<str> = raw.token().map_or_else(|| key.clone(), Into::into);
        let (definition, place, documentation, numbers) = match raw {
            RawType::Short(text) => {
                let nothing = PlaceKeys { module: None, file: None, name: None, names: &None, derived: None };
                let place = self.place(key, path, nothing);
                let ty = self.expression(path, text)?;
                (definition_of(&ty), place, Documentation::default(), None)
            }
            RawType::Long(raw) => {
                let place = self.place(key, path, raw.place());
                let numbers = numbers(&raw.numbers, outer);
                let definition = self.definition(&name, path, raw, numbers.unwrap_or(outer))?;
                (definition, place, documentation(given(&raw.description), given(&raw.deprecated)), numbers)
            }
        };
        Some(TypeDeclaration {
            name: TypeName { package: self.file.name.clone(), name },
            place,
            documentation,
            definition,
            numbers,
            origin: self.origin(path),
        })
    }

    fn definition(
        &mut self,
        name: &Arc<str>,
        path: &DocumentPath,
        raw: &RawLongType,
        outer: Numbers,
    ) -> Option<Definition> {
        if raw.discriminator.is_some() && raw.union.is_none() {
            let problem =
                Problem::new(Code::Contradiction, path.key("discriminator"), "only a `union` has a discriminator");
            self.report(problem.on(Part::Key));
        }
        match (&raw.properties, &raw.members, &raw.union, &raw.ty) {
            (Some(_), None, None, None) => {
                Some(Definition::Object(self.properties(&path.key("properties"), &raw.properties, outer)))
            }
            (None, Some(members), None, base) => {
                let base = match base {
                    Some(text) => Some(self.expression(&path.key("type"), text.0.as_ref()?)?),
                    None => None,
                };
                self.enumeration(path, members.0.as_ref()?, base).map(Definition::Enum)
            }
            (None, None, Some(arms), None) => self.union(name, path, arms.0.as_ref()?, raw),
            (None, None, None, Some(text)) => {
                self.expression(&path.key("type"), text.0.as_ref()?).map(|ty| definition_of(&ty))
            }
            (None, None, None, None) => {
                let message = format!("it is not said what `{name}` is");
                let problem = Problem::new(Code::MissingKey, path.clone(), message).on(Part::Key);
                self.report(problem.with_help("give it one of `type`, `properties`, `enum`, `union`"));
                None
            }
            (_, _, _, _) => {
                let message = format!("`{name}` is given as more than one kind of type");
                let problem = Problem::new(Code::Contradiction, path.clone(), message).on(Part::Key);
                self.report(problem.with_help("keep one of `type`, `properties`, `enum`, `union`"));
                None
            }
        }
    }

    fn enumeration(
        &mut self,
        path: &DocumentPath,
        raw: &[Lenient<RawEnumMember>],
        base: Option<Type>,
    ) -> Option<EnumDefinition> {
        let path_of_members = path.key("enum");
        let mut members: Vec<(EnumMember, DocumentPath)> = Vec::new();
        for (at, Lenient(raw)) in raw.iter().enumerate() {
            let path = path_of_members.index(at);
            let Some(raw) = raw else { continue };
            if let Some(member) = self.enum_member(&path, raw) {
                let path = if matches!(raw, RawEnumMember::Long(_)) { path.key("value") } else { path };
                if members.iter().any(|(other, _)| check::same_value(&other.value, &member.value)) {
                    self.report(Problem::new(Code::Duplicate, path, format!("`{}` is given twice", member.value)));
                } else {
                    members.push((member, path));
                }
            }
        }
        if raw.is_empty() {
            let problem = Problem::new(Code::BadValue, path_of_members, "an enum needs one value at least");
            self.report(problem.on(Part::Key));
            return None;
        }
        let base = match base {
            Some(base @ (Type::Bool | Type::Int | Type::Number | Type::String)) => base,
            Some(_) => {
                let message = "the values of an enum are of type bool, int, number or string";
                self.report(Problem::new(Code::BadValue, path.key("type"), message));
                return None;
            }
            None => common_base(members.iter().map(|(member, _)| &member.value)),
        };
        for (member, path) in &members {
            if let Err(reason) = check::enum_value(&base, &member.value) {
                self.report(Problem::new(Code::BadValue, path.clone(), reason));
            }
        }
        Some(EnumDefinition { base, members: members.into_iter().map(|(member, _)| member).collect() })
    }

    fn enum_member(&mut self, path: &DocumentPath, raw: &RawEnumMember) -> Option<EnumMember> {
        match raw {
            RawEnumMember::Short(given) => {
                let value = self.literal_if(path, *given)?;
                Some(EnumMember { name: None, value, documentation: Documentation::default() })
            }
            RawEnumMember::Long(raw) => Some(EnumMember {
                value: self.literal_if(&path.key("value"), raw.value)?,
                name: given(&raw.name).map(Into::into),
                documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            }),
        }
    }

    fn union(
        &mut self,
        name: &Arc<str>,
        path: &DocumentPath,
        raw: &[Lenient<String>],
        whole: &RawLongType,
    ) -> Option<Definition> {
        let path_of_arms = path.key("union");
        let mut arms: Vec<Option<Type>> = Vec::new();
        for (at, Lenient(text)) in raw.iter().enumerate() {
            let path = path_of_arms.index(at);
            let arm = text.as_ref().and_then(|text| self.expression(&path, text));
            if arm.is_some() && arms.contains(&arm) {
                self.report(Problem::new(Code::Duplicate, path, "this type is in the union already"));
            }
            arms.push(arm);
        }
        let arms = arms.into_iter().collect::<Option<Vec<Type>>>()?;
        if arms.len() < 2 {
            let problem = Problem::new(Code::BadValue, path_of_arms, "a union needs two types at least").on(Part::Key);
            self.report(problem.with_help("another name for one type is `type: …`"));
            return None;
        }
        if let Some(discriminator) = &whole.discriminator {
            self.discriminator(name, &path.key("discriminator"), discriminator.0.as_ref()?);
        }
        Some(definition_of(&Type::union(arms)))
    }

    fn discriminator(&mut self, name: &Arc<str>, path: &DocumentPath, raw: &RawDiscriminator) {
        let (property, mapping) = match raw {
            RawDiscriminator::Short(property) => (property.as_str().into(), Vec::new()),
            RawDiscriminator::Long(raw) => {
                let mapping = members(&path.key("mapping"), &raw.mapping)
                    .into_iter()
                    .filter_map(|(value, path, text)| Some((value, self.expression(&path, &text)?, path)))
                    .collect();
                (raw.property.as_str().into(), mapping)
            }
        };
        self.file.unions.push(PendingDiscriminator { name: name.clone(), path: path.clone(), property, mapping });
    }
}

/// The narrowest type that all values have.
pub(in crate::loader) fn common_base<'a>(values: impl Iterator<Item = &'a Literal> + Clone) -> Type {
    let candidates = [Type::String, Type::Int, Type::Number, Type::Bool];
    let fits = |base: &Type| values.clone().all(|value| check::enum_value(base, value).is_ok());
    candidates.into_iter().find(fits).unwrap_or(Type::String)
}

/// What a declared type of that expression is: objects, enums and unions are declared as such.
fn definition_of(ty: &Type) -> Definition {
    match ty {
        Type::Object(object) => Definition::Object(
            object
                .attributes()
                .map(|attribute| Property {
                    presence: match &attribute.optionality {
                        Optionality::Required => Presence::Required,
                        Optionality::Optional => Presence::Optional,
                        Optionality::Default(default) => Presence::Default(default.clone()),
                    },
                    ..Property::new(attribute.name.clone(), attribute.ty.clone())
                })
                .collect(),
        ),
        Type::Enum(definition) => Definition::Enum(EnumDefinition {
            base: definition.base.clone(),
            members: definition
                .values
                .iter()
                .map(|value| EnumMember { name: None, value: value.clone(), documentation: Documentation::default() })
                .collect(),
        }),
        Type::Union(union) if is_real_union(union) => Definition::Union(UnionDefinition {
            arms: union.arms().to_vec(),
            discriminator: union.discriminator.clone(),
        }),
        other => Definition::Alias(other.clone()),
    }
}

/// Whether there is a choice among types: `union(T, none)` says only that the value may be null, and
/// `union(T, output(T))` that it may arrive later.
fn is_real_union(union: &UnionType) -> bool {
    match union.arms() {
        [_, Type::None] | [Type::None, _] => false,
        [plain, Type::Output(element)] => plain != &**element,
        _ => true,
    }
}
