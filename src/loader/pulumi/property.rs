//! Properties of objects, inputs and outputs.

use std::sync::Arc;

use super::describe::describe;
use super::raw::{Plain, Spec, Texts};
use super::types::Types;
use crate::diag::Code;
use crate::loader::check;
use crate::loader::lenient::{Exact, Given, Members, Text, literal};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{Description, Documentation, Literal, Naming, NumberText, OnChange, Presence, Property, Type};

/// What properties are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Arguments, and objects that may be arguments: what is absent has a default.
    Argument,
    /// Results: what is absent is absent.
    Result,
    /// Configuration: a default makes up for what is required.
    Configuration,
}

/// Properties as they stand in the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'v, 'a> {
    pub(super) properties: &'v Given<Members<'a, Spec<'a>>>,
    pub(super) required: &'v Given<Texts<'a>>,
    /// Which of them are listed as plain.
    pub(super) plain: &'v Given<Plain<'a>>,
    /// The keys under which properties and required names stand.
    pub(super) keys: (&'static str, &'static str),
}

impl Types<'_> {
    /// The properties of a group.
    pub(super) fn properties(
        &mut self,
        group: Group<'_, '_>,
        purpose: Use,
        reporter: &mut Reporter<'_>,
        trail: &Trail<'_>,
    ) -> Vec<Property> {
        let at = trail.key(group.keys.0);
        let required = texts(group.required, reporter, &trail.key(group.keys.1));
        let mut properties = Vec::new();
        for (name, spec) in once(group.properties, reporter, &at) {
            let at = at.key(name);
            let Some(spec) = reporter.get(spec, &at) else { continue };
            let required = required.contains(&&**name);
            let listed = group.plain.value().is_some_and(|plain| plain.lists(name));
            let mut property = self.property(name, spec, reporter, &at);
            property.input = match purpose {
                Use::Argument => self.argument(spec, listed),
                Use::Result | Use::Configuration => None,
            };
            property.presence = self.presence(spec, required, purpose, &property, reporter, &at);
            properties.push(property);
        }
        let at = trail.key(group.keys.1);
        for name in required.iter().filter(|name| !properties.iter().any(|property| *property.name == ***name)) {
            reporter.warning(Code::Contradiction, &at, format!("{name:?} is required, but there is no such property"));
        }
        properties
    }

    fn property(&mut self, name: &str, spec: &Spec<'_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Property {
        let mut property = Property::new(name, self.spec(spec, reporter, trail));
        property.documentation = documentation(&spec.description, &spec.deprecation, reporter, trail);
        property.secret = reporter.get(&spec.secret, &trail.key("secret")).copied().unwrap_or_default();
        property.naming = naming(spec.language);
        property.on_change = on_change(spec, reporter, trail);
        property.constant = match self.constant(spec.constant, &property.ty, reporter, &trail.key("const")) {
            Some(_) if !matches!(property.ty, Type::Bool | Type::Int | Type::Number | Type::String) => {
                let message = format!("only a boolean, number or string is constant, not {}", property.ty);
                reporter.warning(Code::Contradiction, &trail.key("const"), message);
                None
            }
            constant => constant,
        };
        let at = trail.key("defaultInfo");
        if let Some(info) = reporter.get(&spec.default_info, &at) {
            reporter.unknown_keys("defaultInfo", &info.unknown, &at);
            let variables = texts(&info.environment, reporter, &at.key("environment"));
            property.environment = variables.into_iter().map(Into::into).collect();
        }
        property
    }

    fn presence(
        &mut self,
        spec: &Spec<'_>,
        required: bool,
        purpose: Use,
        property: &Property,
        reporter: &mut Reporter<'_>,
        trail: &Trail<'_>,
    ) -> Presence {
        let at = trail.key("default");
        let default = self.constant(spec.default, &property.ty, reporter, &at);
        match (required, default, purpose) {
            (true, None, _) | (true, Some(_), Use::Result) => Presence::Required,
            (true, Some(default), Use::Argument) => {
                let message = format!("the default {default} is never used: the property is required");
                reporter.warning(Code::Contradiction, &at, message);
                Presence::Required
            }
            (false, Some(default), Use::Argument) | (_, Some(default), Use::Configuration)
                if property.constant.as_ref().is_some_and(|constant| *constant != default) =>
            {
                let message = format!("the default {default} is never used: the property is constant");
                reporter.warning(Code::Contradiction, &at, message);
                if required { Presence::Required } else { Presence::Optional }
            }
            (false, Some(default), Use::Argument) | (_, Some(default), Use::Configuration) => {
                Presence::Default(default)
            }
            (false, Some(_), Use::Result) | (false, None, _) => Presence::Optional,
        }
    }

    /// A constant or default, if it is a value of the type.
    fn constant(&self, text: Exact<'_>, ty: &Type, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Option<Literal> {
        let text = text.0?;
        let Some(value) = literal(text) else {
            reporter.error(Code::Limit, trail, "the value is nested too deep");
            return None;
        };
        match value {
            Literal::Null => None,
            value if self.takes(ty, &value) && self.strays(ty, &value) => {
                reporter.warning(Code::BadValue, trail, format!("{value} is none of the values of {ty}"));
                None
            }
            value if self.takes(ty, &value) => Some(value),
            value => {
                // The schema is in use as it is: it loses the value, not everything.
                reporter.warning(Code::BadValue, trail, format!("{value} is no {ty}, and is left out"));
                None
            }
        }
    }

    /// Whether a value that is of the right kind is none of the values of its enum.
    fn strays(&self, ty: &Type, value: &Literal) -> bool {
        match ty {
            Type::Named(named) => {
                let Some(declared) = self.declared.get(&*named.name.name) else { return false };
                let Some(members) = declared.raw.members.value() else { return false };
                !members.is_empty()
                    && !members.iter().filter_map(Given::value).any(|member| match member.value.0.and_then(literal) {
                        Some(known) => check::same_value(&known, value),
                        None => member.name.value().is_some_and(|name| *value == Literal::string(&**name)),
                    })
            }
            Type::Union(union) => {
                let mut takers = union.arms().iter().filter(|arm| self.takes(arm, value)).peekable();
                takers.peek().is_some() && takers.all(|arm| self.strays(arm, value))
            }
            _ => false,
        }
    }

    /// Whether a value written in the schema is one of the type. Of a declared enum only the kind of its
    /// values is looked at: [`Self::strays`] looks at the values.
    fn takes(&self, ty: &Type, value: &Literal) -> bool {
        match (ty, value) {
            (Type::Any, _)
            | (Type::Bool, Literal::Bool(_))
            | (Type::Number, Literal::Number(_))
            | (Type::String, Literal::String(_)) => true,
            (Type::Int, Literal::Number(number)) => is_whole(number),
            (Type::List(element) | Type::Set(element), Literal::List(items)) => {
                items.iter().all(|item| self.takes(element, item))
            }
            (Type::Map(element), Literal::Object(members)) => {
                members.iter().all(|(_, member)| self.takes(element, member))
            }
            (Type::Union(union), value) => union.arms().iter().any(|arm| self.takes(arm, value)),
            (Type::Named(named), value) => match self.declared.get(&*named.name.name) {
                Some(declared) if declared.raw.is_object() => matches!(value, Literal::Object(_)),
                Some(declared) => match (declared.raw.ty.value().map(|word| &**word), value) {
                    (Some("integer"), Literal::Number(number)) => is_whole(number),
                    (Some("number"), Literal::Number(_))
                    | (Some("boolean"), Literal::Bool(_))
                    | (Some("string"), Literal::String(_)) => true,
                    (Some(_) | None, _) => false,
                },
                None => true,
            },
            _ => false,
        }
    }
}

/// Whether a number is an integer: `3`, `3.0`, `3e2`.
pub(super) fn is_whole(number: &NumberText) -> bool {
    let text = number.as_str();
    if !text.contains(['.', 'e', 'E']) {
        return true;
    }
    text.parse::<f64>().is_ok_and(|value| value.fract() == 0.0)
}

/// The strings of an array.
pub(super) fn texts<'v>(given: &'v Given<Texts<'_>>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Vec<&'v str> {
    let mut all = Vec::new();
    for (index, text) in reporter.get(given, trail).into_iter().flatten().enumerate() {
        all.extend(reporter.get(text, &trail.index(index)).map(|text| &**text));
    }
    all
}

/// What is said of a declaration or property.
pub(super) fn documentation(
    description: &Given<Text<'_>>,
    deprecation: &Given<Text<'_>>,
    reporter: &mut Reporter<'_>,
    trail: &Trail<'_>,
) -> Documentation {
    let description = reporter.get(description, &trail.key("description"));
    let deprecation = reporter.get(deprecation, &trail.key("deprecationMessage")).filter(|text| !text.is_empty());
    Documentation {
        description: description.map_or_else(Description::default, |text| describe(text)),
        deprecated: deprecation.map(|text| describe(text)),
    }
}

/// What a change of a property does. Who asks for a replacement need not wait for the provider to.
fn on_change(spec: &Spec<'_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> OnChange {
    let forced = reporter.get(&spec.force_replace, &trail.key("replaceOnChanges")).copied();
    let replaces = reporter.get(&spec.replace, &trail.key("willReplaceOnChanges")).copied();
    match (forced, replaces) {
        (Some(true), _) => OnChange::ForceReplace,
        (_, Some(true)) => OnChange::Replace,
        (Some(false) | None, Some(false) | None) => OnChange::Update,
    }
}

/// The properties that results always have, `{"nodejs": {"requiredOutputs": ["…"]}}`: other languages
/// know them only as optional, but what there is in one there is in all.
pub(super) fn returned(language: Exact<'_>) -> Vec<Arc<str>> {
    let member = |literal: Literal, wanted: &str| match literal {
        Literal::Object(members) => members.into_iter().find(|(key, _)| **key == *wanted).map(|(_, value)| value),
        _ => None,
    };
    let settings = language.0.filter(|text| text.contains("requiredOutputs")).and_then(literal);
    let listed = settings.and_then(|settings| member(settings, "nodejs"));
    match listed.and_then(|settings| member(settings, "requiredOutputs")) {
        Some(Literal::List(names)) => {
            let text = |name| match name {
                Literal::String(name) => Some(name),
                _ => None,
            };
            names.into_iter().filter_map(text).collect()
        }
        Some(_) | None => Vec::new(),
    }
}

/// The names that the schema asks for in our languages: `{"nodejs": {"name": "…"}}`.
pub(super) fn naming(language: Exact<'_>) -> Naming {
    let Some(Literal::Object(languages)) = language.0.and_then(literal) else { return Naming::default() };
    let name = |words: &[&str]| {
        languages.iter().filter(|(word, _)| words.contains(&&**word)).find_map(|(_, settings)| match settings {
            Literal::Object(settings) => settings.iter().find_map(|(key, value)| match (&**key, value) {
                ("name", Literal::String(name)) if !name.is_empty() => Some(name.clone()),
                _ => None,
            }),
            _ => None,
        })
    };
    let asked = [("ts", name(&["nodejs", "typescript"])), ("go", name(&["go"])), ("rust", name(&["rust"]))];
    Naming(asked.into_iter().filter_map(|(word, name)| Some((word.into(), name?))).collect())
}
