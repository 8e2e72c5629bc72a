//! Type specifications: what a type is, and what an argument of it may be where parts are plain.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::Dependencies;
use super::raw::{Declaration, Spec, TypeKeys};
use crate::diag::{Code, Diagnostic, nearest};
use crate::loader::lenient::{Given, literal};
use crate::loader::trail::{Reporter, Trail};
use crate::model::{Discriminator, Literal, Type, TypeName, UnionType};

/// What type specifications of a package can refer to, and what referring to it needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Types<'p> {
    pub(super) package: Arc<str>,
    /// The declared types, by token.
    pub(super) declared: Arc<IndexMap<&'p str, Declared<'p>>>,
    /// The tokens of the resources.
    pub(super) resources: Arc<IndexSet<&'p str>>,
    /// Types of other packages that are known.
    pub(super) dependencies: Option<&'p Dependencies>,
    foreign: Missing,
}

/// Types of packages that are not known: by the package, where one was first met, and which they are.
pub(super) type Missing = BTreeMap<String, (String, IndexSet<String>)>;

/// A declared type of the package.
#[derive(Clone, Debug)]
pub(super) struct Declared<'p> {
    pub(super) ty: Type,
    pub(super) raw: &'p Declaration<'p>,
}

/// What `$ref` leads to.
enum Target {
    Local(Type),
    Other(Type),
}

impl<'p> Types<'p> {
    pub(super) fn new(package: Arc<str>, dependencies: &'p Dependencies) -> Self {
        Self { package, dependencies: Some(dependencies), ..Self::default() }
    }

    /// The same, with nothing found missing yet.
    pub(super) fn again(&self) -> Self {
        Self { foreign: Missing::new(), ..self.clone() }
    }

    /// What was found missing.
    pub(super) fn into_missing(self) -> Missing {
        self.foreign
    }

    /// Adds what was found missing later in the document.
    pub(super) fn add_missing(&mut self, missing: Missing) {
        for (package, (path, references)) in missing {
            self.foreign.entry(package).or_insert_with(|| (path, IndexSet::new())).1.extend(references);
        }
    }

    /// Makes a type known.
    pub(super) fn declare(&mut self, token: &'p str, raw: &'p Declaration<'p>) {
        let ty = Type::named(TypeName { package: self.package.clone(), name: token.into() });
        Arc::make_mut(&mut self.declared).insert(token, Declared { ty, raw });
    }

    /// The type of a property, before any shape.
    pub(super) fn spec(&mut self, spec: &Spec<'_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Type {
        reporter.unknown_keys("a property or type", &spec.unknown, trail);
        self.ty(spec.keys(), reporter, trail)
    }

    /// The type that these keys describe.
    pub(super) fn ty(&mut self, keys: TypeKeys<'_, '_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Type {
        if let Some(reference) = reporter.get(keys.reference, &trail.key("$ref")) {
            return match self.target(reference) {
                Some(Target::Local(ty) | Target::Other(ty)) => {
                    self.check_resource(&ty, reference, reporter, &trail.key("$ref"));
                    ty
                }
                None => self.unresolved(reference, reporter, &trail.key("$ref")),
            };
        }
        if !matches!(keys.arms, Given::Absent) {
            return self.union(keys, reporter, trail);
        }
        let at = trail.key("type");
        match reporter.get(keys.ty, &at).map(|word| &**word) {
            Some("boolean") => Type::Bool,
            Some("integer") => Type::Int,
            Some("number") => Type::Number,
            Some("string") => Type::String,
            Some("array") => {
                let at = trail.key("items");
                match (reporter.get(keys.items, &at), keys.items) {
                    (Some(items), _) => Type::list(self.spec(items, reporter, &at)),
                    (None, Given::Absent) => {
                        reporter.error(Code::MissingKey, &at, "the items of an array need a type");
                        Type::list(Type::Any)
                    }
                    (None, Given::Wrong(_) | Given::Value(_)) => Type::list(Type::Any),
                }
            }
            Some("object") => {
                let at = trail.key("additionalProperties");
                match (reporter.get(keys.values, &at), keys.values) {
                    (Some(values), _) => Type::map(self.spec(values, reporter, &at)),
                    (None, Given::Absent) => Type::map(Type::String),
                    (None, Given::Wrong(_) | Given::Value(_)) => Type::map(Type::Any),
                }
            }
            Some(other) => {
                let words = ["boolean", "integer", "number", "string", "array", "object"];
                let problem = Diagnostic::error(Code::UnknownType, format!("there is no type {other:?}"));
                let problem = match nearest(other, words) {
                    Some(word) => problem.with_help(format!("did you mean {word:?}?")),
                    None => problem,
                };
                reporter.push(problem.at(at.to_string()));
                Type::Any
            }
            None => {
                if matches!(keys.ty, Given::Absent) {
                    reporter.error(Code::MissingKey, trail, "a type is missing: type, $ref or oneOf");
                }
                Type::Any
            }
        }
    }

    fn union(&mut self, keys: TypeKeys<'_, '_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Type {
        let at = trail.key("oneOf");
        let mut arms = Vec::new();
        for (index, arm) in reporter.get(keys.arms, &at).into_iter().flatten().enumerate() {
            let at = at.index(index);
            if let Some(arm) = reporter.get(arm, &at) {
                arms.push(self.spec(arm, reporter, &at));
            }
        }
        if arms.is_empty() {
            reporter.error(Code::Contradiction, &at, "a union of no types has no value");
            return Type::Any;
        }
        let at = trail.key("discriminator");
        let discriminator = self.discriminator(keys, &arms, reporter, &at);
        UnionType::of(arms, discriminator)
    }

    fn discriminator(
        &self,
        keys: TypeKeys<'_, '_>,
        arms: &[Type],
        reporter: &mut Reporter<'_>,
        trail: &Trail<'_>,
    ) -> Option<Discriminator> {
        let raw = reporter.get(keys.discriminator, trail)?;
        reporter.unknown_keys("a discriminator", &raw.unknown, trail);
        let Some(property) = reporter.get(&raw.property, &trail.key("propertyName")) else {
            reporter.error(Code::MissingKey, trail, "a discriminator needs the name of a property");
            return None;
        };
        let mut mapping: Vec<(Arc<str>, Type)> = Vec::new();
        let at = trail.key("mapping");
        for (value, reference) in reporter.get(&raw.mapping, &at).into_iter().flat_map(|mapping| &mapping.0) {
            let at = at.key(value);
            let Some(reference) = reporter.get(reference, &at) else { continue };
            // Either a reference or the token alone.
            let target = self.target(reference).or_else(|| self.target(&format!("#/types/{}", &**reference)));
            match target {
                Some(Target::Local(ty) | Target::Other(ty)) if arms.contains(&ty) => {
                    mapping.push(((**value).into(), ty));
                }
                Some(_) => {
                    let message = format!("{:?} is no arm of the union", &**reference);
                    reporter.error(Code::Contradiction, &at, message);
                }
                None => {
                    self.unresolved_type(reference, reporter, &at);
                }
            }
        }
        if mapping.is_empty() {
            mapping = self.mapping_by_constants(property, arms);
        }
        Some(Discriminator { property: (**property).into(), mapping })
    }

    /// Where no mapping is given, the arms' own constants are one.
    fn mapping_by_constants(&self, property: &str, arms: &[Type]) -> Vec<(Arc<str>, Type)> {
        let constant = |arm: &Type| {
            let Type::Named(named) = arm else { return None };
            let properties = self.declared.get(&*named.name.name)?.raw.properties.value()?;
            let (_, property) = properties.0.iter().find(|(name, _)| **name == *property)?;
            match literal(property.value()?.constant.0?)? {
                Literal::String(text) => Some((text, arm.clone())),
                _ => None,
            }
        };
        arms.iter().filter_map(constant).collect()
    }

    /// What an argument may be, where that is not the input shape of the type: a part of it is plain.
    pub(super) fn argument(&mut self, spec: &Spec<'_>, listed: bool) -> Option<Type> {
        (listed || has_plain(spec.keys())).then(|| self.argument_of(spec.keys(), listed))
    }

    /// What an argument may be. A plain one is no output itself, but what is in it may be.
    pub(super) fn argument_of(&mut self, keys: TypeKeys<'_, '_>, listed: bool) -> Type {
        let plain = listed || keys.plain;
        if let Some(reference) = keys.reference.value() {
            let ty = match self.target(reference) {
                Some(Target::Local(ty) | Target::Other(ty)) => ty,
                None => Type::Any,
            };
            return if plain { self.plain_argument(ty) } else { crate::shapes::input_shape(&ty) };
        }
        if let Some(arms) = keys.arms.value() {
            return self.union_argument(keys, arms, plain);
        }
        let bare = match (keys.ty.value().map(|word| &**word), keys.items.value(), keys.values.value()) {
            (Some("array"), Some(items), _) => Type::list(self.argument_of(items.keys(), false)),
            (Some("object"), _, Some(values)) => Type::map(self.argument_of(values.keys(), false)),
            (Some("object"), _, None) => Type::map(Type::input(Type::String)),
            (Some("boolean"), ..) => Type::Bool,
            (Some("integer"), ..) => Type::Int,
            (Some("number"), ..) => Type::Number,
            (Some("string"), ..) => Type::String,
            (Some(_) | None, ..) => Type::Any,
        };
        if plain { bare } else { Type::input(bare) }
    }

    /// As in the input shape a union is not wrapped itself: it is plain if its arms are.
    fn union_argument(&mut self, keys: TypeKeys<'_, '_>, arms: &[Given<Spec<'_>>], plain: bool) -> Type {
        let mut discriminator =
            self.discriminator_of(keys, arms).filter(|discriminator| !discriminator.mapping.is_empty());
        let mut mapped = Vec::new();
        for arm in arms.iter().filter_map(Given::value) {
            let before = self.quiet(arm);
            let after = self.argument_of(arm.keys(), plain);
            for (_, target) in discriminator.iter_mut().flat_map(|discriminator| &mut discriminator.mapping) {
                if Some(&*target) == before.as_ref() {
                    *target = after.clone();
                }
            }
            mapped.push(after);
        }
        UnionType::of(mapped, discriminator)
    }

    fn discriminator_of(&self, keys: TypeKeys<'_, '_>, arms: &[Given<Spec<'_>>]) -> Option<Discriminator> {
        let arms: Vec<Type> = arms.iter().filter_map(Given::value).filter_map(|arm| self.quiet(arm)).collect();
        let mut unheard = crate::diag::Diagnostics::new();
        self.discriminator(keys, &arms, &mut Reporter::new(&mut unheard), &Trail::Root)
    }

    /// The type of an arm that is a reference.
    fn quiet(&self, arm: &Spec<'_>) -> Option<Type> {
        match self.target(arm.reference.value()?)? {
            Target::Local(ty) | Target::Other(ty) => Some(ty),
        }
    }

    /// What is referred to as an argument that is itself plain: an object is one whose properties need
    /// not be, which is the plain shape of its input shape; what has no parts is what it is.
    fn plain_argument(&self, ty: Type) -> Type {
        match &ty {
            Type::Named(named) if named.name.package == self.package => {
                match self.declared.get(&*named.name.name).is_some_and(|declared| declared.raw.has_parts()) {
                    true => crate::shapes::plain_shape(&crate::shapes::input_shape(&ty)),
                    false => ty,
                }
            }
            Type::Named(_) => crate::shapes::plain_shape(&crate::shapes::input_shape(&ty)),
            _ => ty,
        }
    }

    /// What a reference leads to, if it leads anywhere.
    fn target(&self, reference: &str) -> Option<Target> {
        let (document, fragment) = reference.split_once('#')?;
        let fragment = fragment.strip_prefix('/').unwrap_or(fragment);
        if document == "pulumi.json" {
            return builtin(fragment).map(Target::Other);
        }
        let package = document_package(document).unwrap_or(&self.package);
        let own = *package == *self.package;
        if fragment == "provider" {
            return Some(Target::Other(Type::Resource(format!("pulumi:providers:{package}").into())));
        }
        // Tokens may hold a slash that was not escaped: only the first one counts.
        let (section, token) = fragment.split_once('/')?;
        let token = unescaped(token);
        match section {
            "types" if own => {
                let declared = self.declared.get(&*token)?;
                Some(Target::Local(declared.ty.clone()))
            }
            "types" if self.dependencies.is_some_and(|known| known.has_type(package, &token)) => {
                Some(Target::Other(Type::named(TypeName::new(package, &*token))))
            }
            "resources" if !own || self.resources.contains(&*token) || token.starts_with("pulumi:") => {
                Some(Target::Other(Type::Resource(token.into())))
            }
            _ => None,
        }
    }

    /// Says so if a resource of a package that is known is none of it.
    fn check_resource(&self, ty: &Type, reference: &str, reporter: &mut Reporter<'_>, trail: &Trail<'_>) {
        let document = reference.split_once("#/resources/").map(|(document, _)| document);
        let (Type::Resource(token), Some(package)) = (ty, document.and_then(document_package)) else { return };
        let is_missing = self.dependencies.is_some_and(|known| known.lacks_resource(package, token));
        if *package != *self.package && is_missing {
            let message = format!("package {package:?} has no resource {:?}", &**token);
            reporter.warning(Code::DanglingReference, trail, message);
        }
    }

    /// A reference that leads to no known type: one of another package is anything.
    fn unresolved(&mut self, reference: &str, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Type {
        let package = reference.split_once('#').and_then(|(document, _)| document_package(document));
        let (package, known) = match package.filter(|package| ![&*self.package, "pulumi.json"].contains(package)) {
            Some(package) => (Some(package), self.dependencies.and_then(|known| known.types(package))),
            None => (None, None),
        };
        match (package, known) {
            (Some(package), Some(known)) => {
                let token = token_of(reference);
                let message = format!("package {package:?} has no type {token:?}: it can be anything here");
                let problem = Diagnostic::warning(Code::DanglingReference, message);
                let problem = match nearest(&token, known) {
                    Some(near) => problem.with_help(format!("did you mean {near:?}?")),
                    None => problem,
                };
                reporter.push(problem.at(trail.to_string()));
            }
            (Some(package), None) => {
                let entry = self.foreign.entry(package.to_owned());
                let (_, references) = entry.or_insert_with(|| (trail.to_string(), IndexSet::new()));
                references.insert(reference.to_owned());
            }
            (None, _) => self.unresolved_type(reference, reporter, trail),
        }
        Type::Any
    }

    fn unresolved_type(&self, reference: &str, reporter: &mut Reporter<'_>, trail: &Trail<'_>) {
        let problem = Diagnostic::error(Code::DanglingReference, format!("{reference:?} leads nowhere"));
        let problem = match nearest(&token_of(reference), self.declared.keys().copied()) {
            Some(token) => problem.with_help(format!("did you mean \"#/types/{token}\"?")),
            None => problem,
        };
        reporter.push(problem.at(trail.to_string()));
    }

    /// Says of each package that is not known how much of it is missing.
    pub(super) fn finish(self, reporter: &mut Reporter<'_>) {
        for (package, (path, references)) in self.foreign {
            let count = references.len();
            let types = if count == 1 { "type" } else { "types" };
            let message = format!("{count} {types} of package {package:?} can be anything here: it is not given");
            let problem = Diagnostic::warning(Code::Unsupported, message);
            let help = format!("give the schema of {package:?} with --dependency, or beside this one");
            reporter.push(problem.at(path).with_help(help));
        }
    }
}

fn builtin(fragment: &str) -> Option<Type> {
    Some(match fragment {
        "Archive" => Type::Archive,
        // An archive passes wherever an asset is asked for.
        "Asset" => Type::union([Type::Asset, Type::Archive]),
        // Text that holds JSON.
        "Json" => Type::String,
        "Any" => Type::Any,
        _ => return None,
    })
}

/// The token at the end of a reference.
fn token_of(reference: &str) -> Cow<'_, str> {
    unescaped(reference.rsplit_once("types/").map_or(reference, |(_, token)| token))
}

/// The package of `/aws/v7.0.0/schema.json`, if the document is another one.
pub(in crate::loader) fn document_package(document: &str) -> Option<&str> {
    let path =
        document.split_once("://").map_or(document, |(_, rest)| rest.split_once('/').map_or(rest, |(_, path)| path));
    let package = path.trim_start_matches('/').split('/').next()?;
    (!package.is_empty()).then_some(package)
}

/// With `%2F` as `/` and so on; what is no escape stays.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether any part that is spelled out here is plain.
fn has_plain(keys: TypeKeys<'_, '_>) -> bool {
    let boxed = |part: &Given<Box<Spec<'_>>>| part.value().is_some_and(|part| has_plain(part.keys()));
    keys.plain
        || boxed(keys.items)
        || boxed(keys.values)
        || keys.arms.value().is_some_and(|arms| arms.iter().filter_map(Given::value).any(|arm| has_plain(arm.keys())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_in_tokens_are_read() {
        let cases = [("a:b%2FC:C", "a:b/C:C"), ("a%zz", "a%zz"), ("a%", "a%"), ("%2", "%2"), ("é%é", "é%é")];
        for (text, want) in cases {
            assert_eq!(unescaped(text), want);
        }
    }

    #[test]
    fn the_package_of_another_document_is_its_first_word() {
        assert_eq!(document_package("/aws/v7.0.0/schema.json"), Some("aws"));
        assert_eq!(document_package("https://example.com/aws/v7.0.0/schema.json"), Some("aws"));
        assert_eq!(document_package(""), None);
    }
}
