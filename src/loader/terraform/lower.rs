//! From a provider's schemas to a package.

use std::sync::Arc;

use super::block::{Body, Level, Walk, append, cty_type, note_deprecation};
use super::names::{beside, place, spaced};
use super::raw;
use super::structure::Owner;
use crate::diag::{Code, SourceId};
use crate::loader::claims::Claims;
use crate::loader::lenient::{Given, Members};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{
    Definition, Description, Documentation, Function, NullReading, Origin, Package, PackageInfo, Place, Presence,
    Property, Resource, ResourceKind, Type, TypeDeclaration, TypeName,
};

/// The package of one provider. `word` is what its declarations start with.
pub(super) fn package(
    provider: &raw::Provider<'_>,
    name: String,
    word: &str,
    address: &str,
    source: SourceId,
    reporter: &mut Reporter<'_>,
    trail: &Trail<'_>,
) -> Package {
    reporter.unknown_keys("a provider", &provider.unknown, trail);
    let info = PackageInfo {
        homepage: address
            .strip_prefix("registry.terraform.io/")
            .map(|path| format!("https://registry.terraform.io/providers/{path}")),
        ..PackageInfo::default()
    };
    let package = Package { name: name.into(), info, source, nulls: NullReading::Absent, ..Package::default() };
    let mut lowering = Lowering { reporter, package, claims: Claims::default(), word, source };
    let sections = lowering.sections(provider, trail);
    for section in sections {
        lowering.section(section);
    }
    lowering.functions(&provider.functions, &trail.key("functions"));
    lowering.identities(&provider.identities, &trail.key("resource_identity_schemas"));
    lowering.configuration(&provider.configuration, &trail.key("provider"));
    lowering.package
}

/// What the schemas of a section describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Resources,
    Ephemeral,
    DataSources,
    Lists,
    Actions,
    StateStores,
}

impl Section {
    /// The key that holds them.
    fn key(self) -> &'static str {
        match self {
            Section::Resources => "resource_schemas",
            Section::Ephemeral => "ephemeral_resource_schemas",
            Section::DataSources => "data_source_schemas",
            Section::Lists => "list_resource_schemas",
            Section::Actions => "action_schemas",
            Section::StateStores => "state_store_schemas",
        }
    }

    /// What stands before the declared name in the token, as in Terraform's own references.
    fn token(self) -> &'static str {
        match self {
            Section::Resources => "",
            Section::Ephemeral => "ephemeral.",
            Section::DataSources => "data.",
            Section::Lists => "list.",
            Section::Actions => "action.",
            Section::StateStores => "state_store.",
        }
    }

    /// What stands before the name in the generated code: a resource, its data source and its
    /// ephemeral form have one name in the schema.
    fn prefix(self) -> &'static str {
        match self {
            Section::Resources => "",
            Section::Ephemeral => "ephemeral ",
            Section::DataSources => "get ",
            Section::Lists => "list ",
            Section::Actions => "invoke ",
            Section::StateStores => "state store ",
        }
    }
}

/// A schema with its place claimed.
struct Placed<'p> {
    section: Section,
    token: Arc<str>,
    place: Place,
    /// For a data source: the name of its result.
    result: Option<String>,
    schema: &'p raw::Schema<'p>,
    path: String,
    declared: &'p str,
}

struct Lowering<'r, 'd, 'p> {
    reporter: &'r mut Reporter<'d>,
    package: Package,
    claims: Claims,
    word: &'p str,
    source: SourceId,
}

impl<'p> Lowering<'_, '_, 'p> {
    /// All schemas of all sections, their names claimed before those of any nested type, so that a
    /// nested type never takes the name of a resource.
    fn sections(&mut self, provider: &'p raw::Provider<'p>, trail: &Trail<'_>) -> Vec<Placed<'p>> {
        let sections: [(Section, &Given<Members<'_, raw::Schema<'_>>>); 6] = [
            (Section::Resources, &provider.resources),
            (Section::DataSources, &provider.data_sources),
            (Section::Ephemeral, &provider.ephemeral),
            (Section::Lists, &provider.lists),
            (Section::Actions, &provider.actions),
            (Section::StateStores, &provider.state_stores),
        ];
        let mut all = Vec::new();
        for (section, schemas) in sections {
            let trail = trail.key(section.key());
            for (declared, schema) in once(schemas, self.reporter, &trail) {
                let trail = trail.key(declared);
                let Some(schema) = self.reporter.get(schema, &trail) else { continue };
                self.reporter.unknown_keys("a schema", &schema.unknown, &trail);
                let place = place(&mut self.claims, section.prefix(), self.word, declared);
                let result = (section == Section::DataSources)
                    .then(|| self.claims.first_free(&place.module, [format!("{} result", place.name)]));
                self.claims.reserve_parts(&place.module, &place.name);
                let token = format!("{}{}", section.token(), &**declared).into();
                let path = trail.to_string();
                all.push(Placed { section, token, place, result, schema, path, declared });
            }
        }
        all
    }

    fn section(&mut self, placed: Placed<'p>) {
        let origin = Origin { source: self.source, path: placed.path.as_str().into() };
        let (body, documentation) = self.body(&placed, &origin);
        let Placed { section, token, place, result, .. } = placed;
        match section {
            Section::Resources | Section::Ephemeral => {
                let kind = match section {
                    Section::Ephemeral => ResourceKind::Ephemeral,
                    _ => ResourceKind::Managed,
                };
                let resource = resource(token.clone(), place, kind, documentation, body, origin);
                self.package.resources.insert(token, resource);
            }
            Section::DataSources | Section::Lists | Section::Actions => {
                let result = match section {
                    Section::DataSources => {
                        let place = beside(&place, result.unwrap_or_default());
                        let name = format!("{token}.result").into();
                        Some(self.declare(name, place, &documentation, body.whole, &origin))
                    }
                    // What is found is what the listed resource is; the schema does not repeat it.
                    Section::Lists => Some(Type::list(Type::Resource(placed.declared.into()))),
                    _ => None,
                };
                let inputs = body.configuration;
                let function = Function {
                    token: token.clone(),
                    place,
                    documentation,
                    inputs,
                    positional: Vec::new(),
                    result,
                    plain: false,
                    origin,
                };
                self.package.functions.insert(token, function);
            }
            Section::StateStores => {
                self.declare(token, place, &documentation, body.configuration, &origin);
            }
        }
    }

    /// What the schema's block is made of, its nested structures declared.
    fn body(&mut self, placed: &Placed<'_>, origin: &Origin) -> (Body, Documentation) {
        let at = Trail::Written(&placed.path);
        let trail = at.key("block");
        let empty = raw::Block::default();
        let block = self.reporter.get(&placed.schema.block, &trail).unwrap_or(&empty);
        let documentation = block_documentation(self.reporter, block, &trail);
        let mut walk = Walk::new(self.reporter);
        let mut body = walk.block(block, Level::Outermost, &trail);
        let structures = walk.structures;
        let owner = Owner { token: &placed.token, place: &placed.place, origin };
        let named = structures.declare(&owner, &mut self.claims, &mut self.package);
        body.whole = named.properties(body.whole);
        body.configuration = named.properties(body.configuration);
        (body, documentation)
    }

    fn declare(
        &mut self,
        name: Arc<str>,
        place: Place,
        documentation: &Documentation,
        properties: Vec<Property>,
        origin: &Origin,
    ) -> Type {
        let name = TypeName { package: self.package.name.clone(), name };
        let declaration = TypeDeclaration {
            name: name.clone(),
            place,
            documentation: documentation.clone(),
            definition: Definition::Object(properties),
            numbers: None,
            origin: origin.clone(),
        };
        self.package.types.insert(name.name.clone(), declaration);
        Type::named(name)
    }

    fn configuration(&mut self, schema: &'p Given<raw::Schema<'p>>, trail: &Trail<'_>) {
        let Some(schema) = self.reporter.get(schema, trail) else { return };
        self.reporter.unknown_keys("a schema", &schema.unknown, trail);
        let path = trail.to_string();
        let origin = Origin { source: self.source, path: path.as_str().into() };
        let place = Place::alone("", self.claims.first_free("", ["provider".to_owned()]));
        self.claims.reserve_parts("", &place.name);
        let token: Arc<str> = format!("provider.{}", self.word).into();
        let placed = Placed {
            section: Section::Resources,
            token: token.clone(),
            place: place.clone(),
            result: None,
            schema,
            path,
            declared: self.word,
        };
        let (body, documentation) = self.body(&placed, &origin);
        let body = Body { whole: Vec::new(), configuration: body.configuration };
        self.package.provider = Some(resource(token, place, ResourceKind::Provider, documentation, body, origin));
    }

    /// Identities are by what existing resources are looked up.
    fn identities(&mut self, identities: &Given<Members<'_, raw::Identity<'_>>>, trail: &Trail<'_>) {
        for (declared, identity) in once(identities, self.reporter, trail) {
            let trail = trail.key(declared);
            let Some(identity) = self.reporter.get(identity, &trail) else { continue };
            self.reporter.unknown_keys("an identity", &identity.unknown, &trail);
            let inside = trail.key("attributes");
            let mut properties = Vec::new();
            for (name, attribute) in once(&identity.attributes, self.reporter, &inside) {
                let trail = inside.key(name);
                let Some(attribute) = self.reporter.get(attribute, &trail) else { continue };
                properties.push(identity_property(self.reporter, name, attribute, &trail));
            }
            match self.package.resources.get_mut(&**declared) {
                Some(resource) => resource.state_inputs = properties,
                None => {
                    let message = format!("an identity of {:?}, which is no resource", &**declared);
                    self.reporter.warning(Code::DanglingReference, &trail, message);
                }
            }
        }
    }

    fn functions(&mut self, functions: &Given<Members<'_, raw::Function<'_>>>, trail: &Trail<'_>) {
        for (name, function) in once(functions, self.reporter, trail) {
            let trail = trail.key(name);
            if let Some(function) = self.reporter.get(function, &trail) {
                self.function(name, function, &trail);
            }
        }
    }

    fn function(&mut self, name: &str, function: &raw::Function<'_>, trail: &Trail<'_>) {
        self.reporter.unknown_keys("a function", &function.unknown, trail);
        let token: Arc<str> = format!("provider::{}::{name}", self.word).into();
        let place = Place::alone("", self.claims.first_free("", [spaced(name)]));
        self.claims.claim("", &format!("{} args", place.name));
        let origin = Origin { source: self.source, path: trail.to_string().into() };
        let mut documentation = Documentation::default();
        for (text, key) in [(&function.summary, "summary"), (&function.description, "description")] {
            append(&mut documentation, self.reporter.get(text, &trail.key(key)).map_or("", |text| text));
        }
        note_deprecation(self.reporter, &mut documentation, &function.deprecation_message, trail);
        let mut walk = Walk::new(self.reporter);
        let inputs = walk.parameters(function, trail);
        walk.path = vec!["result".into()];
        let result = cty_type(walk.reporter, &function.result, &trail.key("return_type"));
        let result = walk.structures.intern_objects(&result, &mut walk.path);
        let structures = walk.structures;
        let owner = Owner { token: &token, place: &place, origin: &origin };
        let named = structures.declare(&owner, &mut self.claims, &mut self.package);
        let function = Function {
            token: token.clone(),
            place,
            documentation,
            positional: inputs.iter().map(|input| input.name.clone()).collect(),
            inputs: named.properties(inputs),
            result: Some(named.ty(&result)),
            plain: false,
            origin,
        };
        self.package.functions.insert(token, function);
    }
}

impl Walk<'_, '_> {
    /// The parameters of a function in order; those that may be repeated are one list at the end.
    fn parameters(&mut self, function: &raw::Function<'_>, trail: &Trail<'_>) -> Vec<Property> {
        let mut inputs: Vec<Property> = Vec::new();
        let parameters = trail.key("parameters");
        for (at, parameter) in self.reporter.get(&function.parameters, &parameters).into_iter().flatten().enumerate() {
            let trail = parameters.index(at);
            let Some(parameter) = self.reporter.get(parameter, &trail) else { continue };
            let input = self.parameter(parameter, at, &trail);
            self.add_parameter(&mut inputs, input, &trail);
        }
        let trail = trail.key("variadic_parameter");
        if let Some(parameter) = self.reporter.get(&function.variadic, &trail) {
            let mut input = self.parameter(parameter, inputs.len(), &trail);
            input.ty = Type::list(input.ty);
            input.presence = Presence::Optional;
            append(&mut input.documentation, "Any number of arguments, each an item of the list.");
            self.add_parameter(&mut inputs, input, &trail);
        }
        inputs
    }

    /// Parameters are given by position, so that their names need not differ; here they do.
    fn add_parameter(&mut self, inputs: &mut Vec<Property>, mut input: Property, trail: &Trail<'_>) {
        let is_taken = |name: &str| inputs.iter().any(|other| *other.name == *name);
        if is_taken(&input.name) {
            let mut number = 2_u32;
            while is_taken(&format!("{}_{number}", input.name)) {
                number += 1;
            }
            let name: Arc<str> = format!("{}_{number}", input.name).into();
            let message = format!("two parameters are called {:?}; this one becomes {name:?}", &*input.name);
            self.reporter.warning(Code::Duplicate, trail, message);
            input.name = name;
        }
        inputs.push(input);
    }

    fn parameter(&mut self, parameter: &raw::Parameter<'_>, at: usize, trail: &Trail<'_>) -> Property {
        self.reporter.unknown_keys("a parameter", &parameter.unknown, trail);
        let name = self.reporter.get(&parameter.name, &trail.key("name"));
        let name: Arc<str> = name.map_or_else(|| format!("arg{at}").into(), |name| (**name).into());
        let ty = cty_type(self.reporter, &parameter.ty, &trail.key("type"));
        self.path = vec![name.clone()];
        let ty = self.structures.intern_objects(&ty, &mut self.path);
        let nullable = self.reporter.get(&parameter.nullable, &trail.key("is_nullable")).copied();
        let mut input = Property::new(name, if nullable == Some(true) { Type::nullable(ty) } else { ty });
        let description = self.reporter.get(&parameter.description, &trail.key("description"));
        append(&mut input.documentation, description.map_or("", |text| text));
        input
    }
}

fn identity_property(
    reporter: &mut Reporter<'_>,
    name: &str,
    attribute: &raw::IdentityAttribute<'_>,
    trail: &Trail<'_>,
) -> Property {
    reporter.unknown_keys("an identity's attribute", &attribute.unknown, trail);
    let ty = cty_type(reporter, &attribute.ty, &trail.key("type"));
    let mut property = Property::new(name, ty);
    let required = reporter.get(&attribute.required, &trail.key("required_for_import")).copied();
    let optional = reporter.get(&attribute.optional, &trail.key("optional_for_import")).copied();
    property.presence = match (required, optional) {
        (Some(true), Some(true)) => {
            reporter.error(Code::Contradiction, trail, "it is not both required and optional for import");
            Presence::Required
        }
        (Some(true), Some(false) | None) => Presence::Required,
        (Some(false) | None, _) => Presence::Optional,
    };
    let description = reporter.get(&attribute.description, &trail.key("description"));
    append(&mut property.documentation, description.map_or("", |text| text));
    property
}

fn block_documentation(reporter: &mut Reporter<'_>, block: &raw::Block<'_>, trail: &Trail<'_>) -> Documentation {
    let description = reporter.get(&block.description, &trail.key("description"));
    let deprecated = reporter.get(&block.deprecated, &trail.key("deprecated")).copied().unwrap_or_default();
    let mut documentation = Documentation {
        description: description.map_or_else(Description::default, |text| Description::from(&**text)),
        deprecated: deprecated.then(Description::default),
    };
    note_deprecation(reporter, &mut documentation, &block.deprecation_message, trail);
    documentation
}

fn resource(
    token: Arc<str>,
    place: Place,
    kind: ResourceKind,
    documentation: Documentation,
    body: Body,
    origin: Origin,
) -> Resource {
    Resource {
        token,
        place,
        kind,
        documentation,
        inputs: body.configuration,
        outputs: body.whole,
        state_inputs: Vec::new(),
        methods: Vec::new(),
        aliases: Vec::new(),
        origin,
    }
}
