//! Declarations one by one, which need nothing of each other: many are lowered at the same time.

use std::sync::Arc;

use super::property::{Group, Use, documentation, is_whole, returned, texts};
use super::raw;
use super::types::Types;
use crate::diag::{Code, SourceId};
use crate::loader::lenient::{Given, literal};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{
    Definition, Documentation, EnumDefinition, EnumMember, Literal, Method, Origin, Place, Presence, Property,
    Resource, ResourceKind, Type, UnionDefinition,
};

/// What lowering one declaration needs.
pub(super) struct Part<'r, 'd, 'p> {
    pub(super) reporter: &'r mut Reporter<'d>,
    pub(super) types: Types<'p>,
    pub(super) source: SourceId,
}

/// A function whose answer has no name yet.
pub(super) struct Drafted {
    pub(super) inputs: Vec<Property>,
    pub(super) positional: Vec<Arc<str>>,
    pub(super) documentation: Documentation,
    pub(super) plain: bool,
    pub(super) answer: Answer,
    pub(super) origin: Origin,
}

/// What a function answers.
pub(super) enum Answer {
    /// There is no answer.
    Nothing,
    /// A type that is there.
    Type(Type),
    /// An object of its own, to be declared beside the function.
    Object { properties: Vec<Property>, documentation: Documentation, origin: Origin },
}

impl Part<'_, '_, '_> {
    pub(super) fn origin(&self, trail: &Trail<'_>) -> Origin {
        Origin { source: self.source, path: trail.to_string().into() }
    }

    /// What a declared type is, and what is said of it.
    pub(super) fn declaration(&mut self, raw: &raw::Declaration<'_>, trail: &Trail<'_>) -> (Definition, Documentation) {
        self.reporter.unknown_keys("a type", &raw.unknown, trail);
        let definition = if !matches!(raw.members, Given::Absent) {
            self.enumeration(raw, trail)
        } else if raw.is_object() {
            let mut properties = self.object(raw, Use::Argument, trail);
            let returned = returned(raw.language);
            for property in &mut properties {
                property.returned = returned.contains(&property.name) && property.presence != Presence::Required;
            }
            Definition::Object(properties)
        } else {
            match self.types.ty(raw.keys(), self.reporter, trail) {
                Type::Union(union) => Definition::Union(UnionDefinition {
                    arms: union.arms().to_vec(),
                    discriminator: union.discriminator.clone(),
                }),
                other => Definition::Alias(other),
            }
        };
        (definition, documentation(&raw.description, &raw.deprecation, self.reporter, trail))
    }

    fn object(&mut self, raw: &raw::Declaration<'_>, purpose: Use, trail: &Trail<'_>) -> Vec<Property> {
        let group = Group {
            properties: &raw.properties,
            required: &raw.required,
            plain: &raw.plain,
            keys: ("properties", "required"),
        };
        self.types.properties(group, purpose, self.reporter, trail)
    }

    fn enumeration(&mut self, raw: &raw::Declaration<'_>, trail: &Trail<'_>) -> Definition {
        let base = self.types.ty(raw::TypeKeys { reference: &Given::Absent, ..raw.keys() }, self.reporter, trail);
        if !matches!(base, Type::Bool | Type::Int | Type::Number | Type::String) {
            let message = format!("an enum is of boolean, integer, number or string, not of {base}");
            self.reporter.error(Code::Contradiction, &trail.key("type"), message);
            return Definition::Alias(base);
        }
        let at = trail.key("enum");
        let mut members: Vec<EnumMember> = Vec::new();
        let mut again: Vec<String> = Vec::new();
        for (index, member) in self.reporter.get(&raw.members, &at).into_iter().flatten().enumerate() {
            let at = at.index(index);
            let Some(member) = self.reporter.get(member, &at) else { continue };
            if let Some(member) = self.enum_member(&base, member, &at) {
                if members.iter().any(|other| other.value == member.value) {
                    again.push(member.value.to_string());
                } else {
                    members.push(member);
                }
            }
        }
        if !again.is_empty() {
            let message = format!("{} more than once: one value has one name, the first", again.join(", "));
            self.reporter.warning(Code::Duplicate, &at, message);
        }
        if members.is_empty() {
            self.reporter.warning(Code::Contradiction, &at, format!("an enum of no values is taken as {base}"));
            return Definition::Alias(base);
        }
        Definition::Enum(EnumDefinition { base, members })
    }

    fn enum_member(&mut self, base: &Type, raw: &raw::EnumMember<'_>, trail: &Trail<'_>) -> Option<EnumMember> {
        self.reporter.unknown_keys("a value of an enum", &raw.unknown, trail);
        let at = trail.key("value");
        let name = self.reporter.get(&raw.name, &trail.key("name")).filter(|name| !name.is_empty());
        let value = match (raw.value.0.and_then(literal), name) {
            (Some(value), _) => value,
            // The name alone is the value of a string enum.
            (None, Some(name)) if *base == Type::String && raw.value.0.is_none() => Literal::string(&**name),
            (None, _) => {
                self.reporter.error(Code::MissingKey, &at, "the value is missing");
                return None;
            }
        };
        let fits = match (base, &value) {
            (Type::Bool, Literal::Bool(_))
            | (Type::Number, Literal::Number(_))
            | (Type::String, Literal::String(_)) => true,
            (Type::Int, Literal::Number(number)) => is_whole(number),
            _ => false,
        };
        if !fits {
            self.reporter.error(Code::BadValue, &at, format!("{value} is no {base}"));
            return None;
        }
        let documentation = documentation(&raw.description, &raw.deprecation, self.reporter, trail);
        Some(EnumMember { name: name.map(|name| (**name).into()), value, documentation })
    }

    pub(super) fn resource(
        &mut self,
        token: &str,
        raw: &raw::Resource<'_>,
        place: Place,
        kind: ResourceKind,
        trail: &Trail<'_>,
    ) -> Resource {
        self.reporter.unknown_keys("a resource", &raw.unknown, trail);
        let group = Group {
            properties: &raw.inputs,
            required: &raw.required_inputs,
            plain: &raw.plain_inputs,
            keys: ("inputProperties", "requiredInputs"),
        };
        let inputs = self.types.properties(group, Use::Argument, self.reporter, trail);
        let group = Group {
            properties: &raw.outputs,
            required: &raw.required,
            plain: &Given::Absent,
            keys: ("properties", "required"),
        };
        let mut outputs = self.types.properties(group, Use::Result, self.reporter, trail);
        self.reserve(&mut outputs, kind, trail);
        let at = trail.key("stateInputs");
        let state_inputs = match self.reporter.get(&raw.state_inputs, &at) {
            Some(state) => {
                self.reporter.unknown_keys("stateInputs", &state.unknown, &at);
                self.object(state, Use::Argument, &at)
            }
            None => Vec::new(),
        };
        Resource {
            token: token.into(),
            place,
            kind,
            documentation: documentation(&raw.description, &raw.deprecation, self.reporter, trail),
            inputs,
            outputs,
            state_inputs,
            methods: self.methods(raw, trail),
            aliases: self.aliases(raw, trail),
            origin: self.origin(trail),
        }
    }

    /// Every resource has `urn`, and `id` unless it is a component: its own cannot be called so.
    fn reserve(&mut self, outputs: &mut Vec<Property>, kind: ResourceKind, trail: &Trail<'_>) {
        let reserved: &[&str] = match kind {
            ResourceKind::Component => &["urn"],
            ResourceKind::Managed | ResourceKind::Provider | ResourceKind::Ephemeral => &["urn", "id"],
        };
        let at = trail.key("properties");
        outputs.retain(|output| {
            let taken = reserved.contains(&&*output.name);
            if taken {
                let message = format!("{:?} is what every resource has; the schema's own is left out", &*output.name);
                self.reporter.warning(Code::Contradiction, &at.key(&output.name), message);
            }
            !taken
        });
    }

    fn methods(&mut self, raw: &raw::Resource<'_>, trail: &Trail<'_>) -> Vec<Method> {
        let at = trail.key("methods");
        let mut methods = Vec::new();
        for (name, function) in once(&raw.methods, self.reporter, &at) {
            if let Some(function) = self.reporter.get(function, &at.key(name)) {
                methods.push(Method { name: (**name).into(), function: (**function).into() });
            }
        }
        methods
    }

    fn aliases(&mut self, raw: &raw::Resource<'_>, trail: &Trail<'_>) -> Vec<Arc<str>> {
        let at = trail.key("aliases");
        let mut aliases = Vec::new();
        for (index, alias) in self.reporter.get(&raw.aliases, &at).into_iter().flatten().enumerate() {
            let at = at.index(index);
            let Some(alias) = self.reporter.get(alias, &at) else { continue };
            self.reporter.unknown_keys("an alias", &alias.unknown, &at);
            aliases.extend(self.reporter.get(&alias.token, &at.key("type")).map(|token| (**token).into()));
        }
        aliases
    }

    pub(super) fn function(&mut self, raw: &raw::Function<'_>, trail: &Trail<'_>) -> Drafted {
        self.reporter.unknown_keys("a function", &raw.unknown, trail);
        let at = trail.key("inputs");
        let inputs = match self.reporter.get(&raw.inputs, &at) {
            Some(inputs) => {
                self.reporter.unknown_keys("a function's inputs", &inputs.unknown, &at);
                self.object(inputs, Use::Argument, &at)
            }
            None => Vec::new(),
        };
        let at = trail.key("multiArgumentInputs");
        let mut positional: Vec<Arc<str>> = Vec::new();
        for name in texts(&raw.positional, self.reporter, &at) {
            match inputs.iter().find(|input| *input.name == *name) {
                Some(input) => positional.push(input.name.clone()),
                None => self.reporter.error(Code::Contradiction, &at, format!("there is no input {name:?}")),
            }
        }
        let documentation = documentation(&raw.description, &raw.deprecation, self.reporter, trail);
        let at = trail.key("outputs");
        let outputs = self.reporter.get(&raw.outputs, &at);
        let plain = outputs.is_some_and(|outputs| outputs.keys().plain);
        let answer = outputs.map_or(Answer::Nothing, |outputs| self.answer(outputs, &at));
        Drafted { inputs, positional, documentation, plain, answer, origin: self.origin(trail) }
    }

    fn answer(&mut self, raw: &raw::Declaration<'_>, trail: &Trail<'_>) -> Answer {
        self.reporter.unknown_keys("a function's outputs", &raw.unknown, trail);
        if !raw.is_object() {
            return Answer::Type(self.types.ty(raw.keys(), self.reporter, trail));
        }
        Answer::Object {
            properties: self.object(raw, Use::Result, trail),
            documentation: documentation(&raw.description, &raw.deprecation, self.reporter, trail),
            origin: self.origin(trail),
        }
    }
}
