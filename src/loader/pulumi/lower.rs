//! From a package's schema to the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::names::Names;
use super::property::{Group, Use, documentation, is_whole, naming, returned, texts};
use super::raw;
use super::types::Types;
use crate::diag::{Code, SourceId};
use crate::loader::lenient::{Given, Members, literal};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{
    Definition, Documentation, EnumDefinition, EnumMember, Function, Literal, Method, Origin, Package, Place, Presence,
    Property, Resource, ResourceKind, Type, TypeDeclaration, TypeName, UnionDefinition,
};

pub(super) struct Lowering<'r, 'd, 'p> {
    pub(super) reporter: &'r mut Reporter<'d>,
    pub(super) types: Types<'p>,
    pub(super) names: Names,
    pub(super) package: Package,
    pub(super) source: SourceId,
}

/// The members of a section with a place for each.
type Placed<'p, T> = Vec<(&'p str, &'p T, Place)>;

/// Of each function that is called on a resource: the resource's place and the method's name.
type Methods<'p> = BTreeMap<&'p str, (Place, &'p str)>;

impl<'p> Lowering<'_, '_, 'p> {
    /// Everything that the package declares. Tokens are made known and places claimed first, those of
    /// resources and functions before those of types.
    pub(super) fn declarations(&mut self, raw: &'p raw::Package<'p>) {
        let root = Trail::Root;
        let types = self.section(&raw.types, "types");
        let resources = self.section(&raw.resources, "resources");
        let functions = self.section(&raw.functions, "functions");
        for (token, declaration) in &types {
            self.types.declare(token, declaration);
        }
        self.types.resources.extend(resources.iter().map(|(token, _)| *token));
        let provider = self.reporter.get(&raw.provider, &root.key("provider"));
        let provider_place =
            self.names.owner_at("", "Provider", provider.map_or_else(Default::default, |raw| naming(raw.language)));
        let resources: Placed<'p, _> = resources
            .into_iter()
            .map(|(token, raw)| (token, raw, self.names.owner(token, naming(raw.language))))
            .collect();
        let owners = resources.iter().map(|(_, raw, place)| (*raw, place));
        let methods = methods(owners.chain(provider.map(|raw| (raw, &provider_place))));
        let functions: Placed<'p, _> = functions
            .into_iter()
            .map(|(token, raw)| match methods.get(token) {
                Some((resource, method)) => (token, raw, self.names.method(resource, method)),
                None => (token, raw, self.names.owner(token, naming(raw.language))),
            })
            .collect();
        let types: Placed<'p, _> = types
            .into_iter()
            .map(|(token, raw)| (token, raw, self.names.declared(token, naming(raw.language))))
            .collect();
        self.all_types(types);
        if let Some(raw) = provider {
            let token = format!("pulumi:providers:{}", self.package.name);
            self.package.provider =
                Some(self.resource(&token, raw, provider_place, ResourceKind::Provider, &root.key("provider")));
        }
        let section = root.key("resources");
        for (token, raw, place) in resources {
            let trail = section.key(token);
            let component = self.reporter.get(&raw.component, &trail.key("isComponent")).copied();
            let kind = if component == Some(true) { ResourceKind::Component } else { ResourceKind::Managed };
            let resource = self.resource(token, raw, place, kind, &trail);
            self.package.resources.insert(token.into(), resource);
        }
        let section = root.key("functions");
        for (token, raw, place) in functions {
            let function = self.function(token, raw, place, &section.key(token));
            self.package.functions.insert(token.into(), function);
        }
        self.check_methods();
        self.configuration(&raw.config);
    }

    fn section<T: crate::loader::lenient::Readable<'p>>(
        &mut self,
        given: &'p Given<Members<'p, T>>,
        key: &'static str,
    ) -> Vec<(&'p str, &'p T)> {
        let trail = Trail::Root.key(key);
        let trail = &trail;
        let members = once(given, self.reporter, trail);
        members
            .into_iter()
            .filter_map(|(token, raw)| Some((&**token, self.reporter.get(raw, &trail.key(token))?)))
            .collect()
    }

    fn origin(&self, trail: &Trail<'_>) -> Origin {
        Origin { source: self.source, path: trail.to_string().into() }
    }

    fn declare(
        &mut self,
        name: Arc<str>,
        place: Place,
        documentation: Documentation,
        definition: Definition,
        origin: Origin,
    ) {
        let name = TypeName { package: self.package.name.clone(), name };
        let declaration =
            TypeDeclaration { name: name.clone(), place, documentation, definition, numbers: None, origin };
        self.package.types.insert(name.name, declaration);
    }

    fn all_types(&mut self, types: Placed<'p, raw::Declaration<'p>>) {
        let section = Trail::Root.key("types");
        for (token, raw, place) in types {
            let trail = section.key(token);
            self.reporter.unknown_keys("a type", &raw.unknown, &trail);
            let definition = if !matches!(raw.members, Given::Absent) {
                self.enumeration(raw, &trail)
            } else if raw.is_object() {
                let mut properties = self.object(raw, Use::Argument, &trail);
                let returned = returned(raw.language);
                for property in &mut properties {
                    property.returned = returned.contains(&property.name) && property.presence != Presence::Required;
                }
                Definition::Object(properties)
            } else {
                match self.types.ty(raw.keys(), self.reporter, &trail) {
                    Type::Union(union) => Definition::Union(UnionDefinition {
                        arms: union.arms().to_vec(),
                        discriminator: union.discriminator.clone(),
                    }),
                    other => Definition::Alias(other),
                }
            };
            let documentation = documentation(&raw.description, &raw.deprecation, self.reporter, &trail);
            let origin = self.origin(&trail);
            self.declare(token.into(), place, documentation, definition, origin);
        }
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

    fn resource(
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

    /// A method is a function of the package, and its first argument is the resource.
    fn check_methods(&mut self) {
        for resource in self.package.all_resources() {
            for method in &resource.methods {
                let at = Trail::Written(&resource.origin.path);
                let at = at.key("methods");
                let at = at.key(&method.name);
                match self.package.functions.get(&method.function) {
                    None => {
                        let message = format!("there is no function {:?}", &*method.function);
                        self.reporter.error(Code::DanglingReference, &at, message);
                    }
                    Some(function) if !function.inputs.iter().any(|input| &*input.name == "__self__") => {
                        let message = format!("{:?} has no argument \"__self__\" for the resource", &*method.function);
                        self.reporter.warning(Code::Contradiction, &at, message);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn function(&mut self, token: &str, raw: &raw::Function<'_>, place: Place, trail: &Trail<'_>) -> Function {
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
        let result = outputs.map(|outputs| self.result(token, outputs, &place, &at));
        let origin = self.origin(trail);
        Function { token: token.into(), place, documentation, inputs, positional, result, plain, origin }
    }

    /// The answer of a function: an object of its own, which is declared beside it, or any type.
    fn result(&mut self, token: &str, raw: &raw::Declaration<'_>, function: &Place, trail: &Trail<'_>) -> Type {
        self.reporter.unknown_keys("a function's outputs", &raw.unknown, trail);
        if !raw.is_object() {
            return self.types.ty(raw.keys(), self.reporter, trail);
        }
        let properties = self.object(raw, Use::Result, trail);
        let place = self.names.beside(function, "Result");
        let name: Arc<str> = self.free_name(format!("{token}.Result"));
        let documentation = documentation(&raw.description, &raw.deprecation, self.reporter, trail);
        let origin = self.origin(trail);
        self.declare(name.clone(), place, documentation, Definition::Object(properties), origin);
        Type::named(TypeName { package: self.package.name.clone(), name })
    }

    /// The name, made longer until no type has it.
    fn free_name(&self, mut name: String) -> Arc<str> {
        while self.types.declared.contains_key(name.as_str()) || self.package.types.contains_key(name.as_str()) {
            name.push('_');
        }
        name.into()
    }

    fn configuration(&mut self, raw: &Given<raw::Config<'_>>) {
        let trail = Trail::Root.key("config");
        let Some(config) = self.reporter.get(raw, &trail) else { return };
        self.reporter.unknown_keys("config", &config.unknown, &trail);
        let group = Group {
            properties: &config.variables,
            required: &config.required,
            plain: &Given::Absent,
            keys: ("variables", "defaults"),
        };
        self.package.configuration = self.types.properties(group, Use::Configuration, self.reporter, &trail);
    }
}

/// Which functions are methods of which resources.
fn methods<'v, 'p: 'v>(owners: impl Iterator<Item = (&'p raw::Resource<'p>, &'v Place)>) -> Methods<'p> {
    let mut methods = BTreeMap::new();
    for (raw, place) in owners {
        for (name, function) in raw.methods.value().into_iter().flat_map(|methods| &methods.0) {
            if let Some(function) = function.value() {
                methods.entry(&**function).or_insert_with(|| (place.clone(), &**name));
            }
        }
    }
    methods
}
