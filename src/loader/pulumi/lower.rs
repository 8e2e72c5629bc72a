//! From a package's schema to the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::names::Names;
use super::part::{Answer, Drafted, Part};
use super::property::{Group, Use, naming};
use super::raw;
use super::types::Types;
use crate::diag::{Code, Diagnostics, SourceId};
use crate::loader::lenient::{Given, Members};
use crate::loader::trail::{Reporter, Trail, once};
use crate::model::{
    Definition, Documentation, Function, Origin, Package, Place, ResourceKind, Type, TypeDeclaration, TypeName,
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
        self.types.resources = Arc::new(resources.iter().map(|(token, _)| *token).collect());
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
            let made = self.each(vec![(raw, provider_place)], |part, (raw, place)| {
                part.resource(&token, raw, place, ResourceKind::Provider, &Trail::Root.key("provider"))
            });
            self.package.provider = made.into_iter().next();
        }
        let resources = self.each(resources, |part, (token, raw, place)| {
            let section = Trail::Root.key("resources");
            let trail = section.key(token);
            let component = part.reporter.get(&raw.component, &trail.key("isComponent")).copied();
            let kind = if component == Some(true) { ResourceKind::Component } else { ResourceKind::Managed };
            part.resource(token, raw, place, kind, &trail)
        });
        self.package.resources.extend(resources.into_iter().map(|resource| (resource.token.clone(), resource)));
        let functions = self.each(functions, |part, (token, raw, place)| {
            let section = Trail::Root.key("functions");
            (token, place, part.function(raw, &section.key(token)))
        });
        for (token, place, drafted) in functions {
            let function = self.function(token, place, drafted);
            self.package.functions.insert(function.token.clone(), function);
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
        let declared = self.each(types, |part, (token, raw, place)| {
            let section = Trail::Root.key("types");
            let trail = section.key(token);
            let (definition, documentation) = part.declaration(raw, &trail);
            (token, place, documentation, definition, part.origin(&trail))
        });
        for (token, place, documentation, definition, origin) in declared {
            self.declare(token.into(), place, documentation, definition, origin);
        }
    }

    /// What `f` makes of each item, in order; on all cores where there are many.
    fn each<T: Send, R: Send>(&mut self, items: Vec<T>, f: impl Fn(&mut Part<'_, '_, 'p>, T) -> R + Sync) -> Vec<R> {
        let whole = std::mem::take(&mut self.types);
        let chunks = chunks(items);
        let work = |items: Vec<T>| {
            let mut diagnostics = Diagnostics::new();
            let mut reporter = Reporter::new(&mut diagnostics);
            let mut part = Part { reporter: &mut reporter, types: whole.again(), source: self.source };
            let made: Vec<R> = items.into_iter().map(|item| f(&mut part, item)).collect();
            let missing = part.types.into_missing();
            let unknown = reporter.into_unknown();
            (made, missing, unknown, diagnostics)
        };
        #[cfg(feature = "parallel")]
        let done: Vec<_> = {
            use rayon::prelude::*;
            chunks.into_par_iter().map(work).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let done: Vec<_> = chunks.into_iter().map(work).collect();
        self.types = whole;
        let mut all = Vec::new();
        for (made, missing, unknown, diagnostics) in done {
            all.extend(made);
            self.types.add_missing(missing);
            self.reporter.absorb(unknown, diagnostics);
        }
        all
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

    fn function(&mut self, token: &str, place: Place, drafted: Drafted) -> Function {
        let Drafted { inputs, positional, documentation, plain, answer, origin } = drafted;
        let result = match answer {
            Answer::Nothing => None,
            Answer::Type(ty) => Some(ty),
            Answer::Object { properties, documentation, origin } => {
                let place = self.names.beside(&place, "Result");
                let name: Arc<str> = self.free_name(format!("{token}.Result"));
                self.declare(name.clone(), place, documentation, Definition::Object(properties), origin);
                Some(Type::named(TypeName { package: self.package.name.clone(), name }))
            }
        };
        Function { token: token.into(), place, documentation, inputs, positional, result, plain, origin }
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

/// The items in about as many parts as keep every core busy; few of them in one part.
fn chunks<T>(items: Vec<T>) -> Vec<Vec<T>> {
    const SMALLEST: usize = 64;
    #[cfg(feature = "parallel")]
    let parts = 4 * rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let parts = 1;
    let size = items.len().div_ceil(parts).max(SMALLEST);
    let mut chunks = Vec::new();
    let mut items = items.into_iter().peekable();
    while items.peek().is_some() {
        chunks.push(items.by_ref().take(size).collect());
    }
    chunks
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
