//! From what is written to a package: the frame, resources and functions.

use std::sync::Arc;

use super::raw::{
    Entries, RawFunction, RawInt, RawKind, RawLongType, RawNulls, RawNumber, RawNumbers, RawPackage, RawPlugin,
    RawResource,
};
use super::text::documentation;
use super::{File, Scope, TokenSite};
use crate::diag::{Code, nearest};
use crate::loader::document::{Lenient, Problem};
use crate::loader::expression::{self, AttributeExpression, DefaultSite, Dialect, ExpressionProblem};
use crate::loader::locate::Part;
use crate::loader::path::DocumentPath;
use crate::model::{
    Function, IntRepresentation, Method, Naming, NullReading, NumberRepresentation, Numbers, Origin, Package,
    PackageInfo, Parameterization, ParameterizationKind, Place, Plugin, Resource, ResourceKind, Standing, Type,
};

/// A file and what it can refer to.
pub(super) struct Lowering<'a> {
    pub(super) file: &'a mut File,
    pub(super) scope: &'a Scope<'a>,
}

/// A value that is there and could be read.
pub(super) fn given<T: Clone>(value: &Option<Lenient<T>>) -> Option<T> {
    value.as_ref().and_then(|Lenient(value)| value.clone())
}

/// The members that could be read, with the names and paths of their keys.
pub(super) fn members<T: Clone>(path: &DocumentPath, members: &Entries<T>) -> Vec<(Arc<str>, DocumentPath, T)> {
    members
        .iter()
        .filter_map(|Lenient(members)| members.as_ref())
        .flatten()
        .filter_map(|(name, Lenient(value))| Some((name.as_str().into(), path.key(name), value.clone()?)))
        .collect()
}

impl Lowering<'_> {
    pub(super) fn package(mut self) -> Package {
        let raw = self.file.raw.clone();
        let root = DocumentPath::root();
        let mut package = self.frame(&raw);
        for (name, path, raw) in members(&root.key("types"), &raw.types) {
            if let Some(declaration) = self.type_declaration(&name, &path, &raw, package.numbers) {
                let name = declaration.name.name.clone();
                self.unique_token(&name, &path, package.types.contains_key(&name));
                package.types.insert(name, declaration);
            }
        }
        for (name, path, raw) in members(&root.key("resources"), &raw.resources) {
            let resource = self.resource(&name, &path, &raw, package.numbers);
            self.unique_token(&resource.token, &path, package.resources.contains_key(&resource.token));
            package.resources.insert(resource.token.clone(), resource);
        }
        for (name, path, raw) in members(&root.key("functions"), &raw.functions) {
            let function = self.function(&name, &path, &raw, package.numbers);
            self.unique_token(&function.token, &path, package.functions.contains_key(&function.token));
            package.functions.insert(function.token.clone(), function);
        }
        if let Some(raw) = given(&raw.provider) {
            package.provider = Some(self.provider(&root.key("provider"), &raw, package.numbers));
        }
        package.configuration = self.properties(&root.key("config"), &raw.config, package.numbers);
        self.check_methods(&package);
        package
    }

    /// The package without what it declares.
    fn frame(&mut self, raw: &RawPackage) -> Package {
        Package {
            name: self.file.name.clone(),
            info: PackageInfo {
                version: given(&raw.version),
                display_name: given(&raw.display_name),
                description: given(&raw.description),
                license: given(&raw.license),
                homepage: given(&raw.homepage),
                repository: given(&raw.repository),
                keywords: words(&raw.keywords).iter().map(ToString::to_string).collect(),
                publisher: given(&raw.publisher),
                namespace: given(&raw.namespace),
                download: given(&raw.download),
                logo: given(&raw.logo),
                attribution: given(&raw.attribution),
            },
            source: self.file.source,
            numbers: numbers(&raw.numbers, Numbers::default()).unwrap_or_default(),
            nulls: match given(&raw.nulls) {
                None | Some(RawNulls::Value) => NullReading::Value,
                Some(RawNulls::Absent) => NullReading::Absent,
            },
            parameterization: given(&raw.parameterization).map(|raw| Parameterization {
                base: plugin(raw.base),
                parameter: given(&raw.parameter).unwrap_or_default().into(),
                kind: match given(&raw.extension) {
                    Some(true) => ParameterizationKind::Extension,
                    Some(false) | None => ParameterizationKind::Replacement,
                },
            }),
            dependencies: given(&raw.dependencies)
                .unwrap_or_default()
                .into_iter()
                .filter_map(|Lenient(raw)| raw.map(plugin))
                .collect(),
            token_packages: words(&raw.token_packages),
            naming: naming(&DocumentPath::root(), &raw.names),
            ..Package::default()
        }
    }

    fn resource(&mut self, name: &Arc<str>, path: &DocumentPath, raw: &RawResource, outer: Numbers) -> Resource {
        let place = self.place(name, path, raw.place());
        Resource {
            token: self.token(name, &place, given(&raw.token)),
            place,
            kind: match given(&raw.kind) {
                None | Some(RawKind::Managed) => ResourceKind::Managed,
                Some(RawKind::Component) => ResourceKind::Component,
                Some(RawKind::Ephemeral) => ResourceKind::Ephemeral,
            },
            documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            inputs: self.properties(&path.key("inputs"), &raw.inputs, outer),
            outputs: self.properties(&path.key("outputs"), &raw.outputs, outer),
            state_inputs: self.properties(&path.key("lookup"), &raw.lookup, outer),
            methods: members(&path.key("methods"), &raw.methods)
                .into_iter()
                .map(|(name, _, function)| Method { name, function: function.into() })
                .collect(),
            aliases: words(&raw.aliases),
            origin: self.origin(path),
        }
    }

    /// The provider's own configuration.
    fn provider(&mut self, path: &DocumentPath, raw: &RawResource, outer: Numbers) -> Resource {
        if raw.kind.is_some() {
            let problem = Problem::new(Code::Contradiction, path.key("kind"), "a provider is of no other kind");
            self.report(problem.on(Part::Key));
        }
        let name = "Provider".into();
        Resource { kind: ResourceKind::Provider, ..self.resource(&name, path, raw, outer) }
    }

    /// Methods are functions of the package.
    fn check_methods(&mut self, package: &Package) {
        for resource in package.all_resources() {
            for method in resource.methods.iter().filter(|method| !package.functions.contains_key(&method.function)) {
                let root = resource.origin.path.parse().unwrap_or_else(|_| DocumentPath::root());
                let message = format!("there is no function `{}`", method.function);
                let problem = Problem::new(Code::UnknownType, root.key("methods").key(&method.name), message);
                let near = nearest(&method.function, package.functions.keys().map(|token| &**token));
                self.report(problem.with_suggestion(near));
            }
        }
    }

    fn function(&mut self, name: &Arc<str>, path: &DocumentPath, raw: &RawFunction, outer: Numbers) -> Function {
        let place = self.place(name, path, raw.place());
        let inputs = self.properties(&path.key("inputs"), &raw.inputs, outer);
        let positional = words(&raw.positional);
        for (at, name) in positional.iter().enumerate() {
            let path = path.key("positional").index(at);
            if !inputs.iter().any(|input| input.name == *name) {
                let problem = Problem::new(Code::Contradiction, path, format!("there is no input `{name}`"));
                self.report(problem.with_suggestion(nearest(name, inputs.iter().map(|input| &*input.name))));
            } else if positional[..at].contains(name) {
                self.report(Problem::new(Code::Duplicate, path, format!("`{name}` is given twice")));
            }
        }
        Function {
            token: self.token(name, &place, given(&raw.token)),
            place,
            documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            inputs,
            positional,
            result: given(&raw.result).and_then(|text| self.expression(&path.key("result"), &text)),
            plain: given(&raw.plain).unwrap_or_default(),
            origin: self.origin(path),
        }
    }

    /// Where generated code puts a declaration: in a file of its own in the module that is asked for,
    /// if nothing else is said.
    pub(super) fn place(&mut self, key: &Arc<str>, path: &DocumentPath, raw: PlaceKeys<'_>) -> Place {
        let name: Arc<str> = raw.name.map_or_else(|| key.clone(), Into::into);
        if name.is_empty() {
            self.report(Problem::new(Code::BadValue, path.clone(), "a name cannot be empty").on(Part::Key));
        }
        let module = raw.module.unwrap_or_default();
        let is_odd = |part: &str| part.trim().is_empty() || matches!(part, "." | "..") || part.contains('\\');
        if !module.is_empty() && module.split('/').any(is_odd) {
            let message = format!("`{module}` cannot be a module");
            let problem = Problem::new(Code::BadValue, path.key("module"), message);
            self.report(problem.with_help("words with `/` between them: `network/firewall`"));
        }
        Place {
            module: module.into(),
            unit: raw.file.map_or_else(|| name.clone(), Into::into),
            name,
            naming: naming(path, raw.names),
            standing: if raw.derived == Some(true) { Standing::Derived } else { Standing::Given },
        }
    }

    fn token(&self, name: &str, place: &Place, token: Option<String>) -> Arc<str> {
        token.map_or_else(|| default_token(&self.file.name, &place.module, name), Into::into)
    }

    fn unique_token(&mut self, token: &str, path: &DocumentPath, is_taken: bool) {
        if is_taken {
            self.report(Problem::new(Code::Duplicate, path.key("token"), format!("`{token}` is given twice")));
        }
    }

    pub(super) fn origin(&self, path: &DocumentPath) -> Origin {
        Origin { source: self.file.source, path: path.to_string().into() }
    }

    pub(super) fn report(&mut self, problem: Problem) {
        self.file.problems.push(problem);
    }

    /// The type of an expression at a path; `None` if there is a problem, which is then reported.
    pub(super) fn expression(&mut self, path: &DocumentPath, text: &str) -> Option<Type> {
        let parsed = expression::parse(text, Dialect::Tygen, self.scope);
        let parsed = parsed.map_err(|problems| self.expression_problems(path, problems)).ok()?;
        self.note_sites(path, &parsed.ty, parsed.defaults);
        Some(parsed.ty)
    }

    /// The type and optionality of a property's expression.
    pub(super) fn attribute(&mut self, path: &DocumentPath, text: &str) -> Option<AttributeExpression> {
        let parsed = expression::parse_attribute(text, Dialect::Tygen, self.scope);
        let parsed = parsed.map_err(|problems| self.expression_problems(path, problems)).ok()?;
        self.note_sites(path, &parsed.ty, parsed.defaults.clone());
        Some(parsed)
    }

    fn expression_problems(&mut self, path: &DocumentPath, problems: Vec<ExpressionProblem>) {
        for ExpressionProblem { code, range, message, help } in problems {
            let problem = Problem { help, ..Problem::new(code, path.clone(), message) };
            self.report(problem.on(Part::Within(range)));
        }
    }

    /// Keeps what can only be checked later.
    fn note_sites(&mut self, path: &DocumentPath, ty: &Type, defaults: Vec<DefaultSite>) {
        for DefaultSite { ty, value, range } in defaults {
            let problem = Problem::new(Code::BadValue, path.clone(), "").on(Part::Within(range));
            self.file.values.push(super::ValueSite { problem, ty, value });
        }
        ty.visit(&mut |part| {
            if let Type::Resource(token) = part {
                let problem = Problem::new(Code::UnknownType, path.clone(), format!("there is no resource `{token}`"));
                self.file.tokens.push(TokenSite { token: token.clone(), problem });
            }
        });
    }
}

/// The token of what gives none: `package:module:Name`.
pub(in crate::loader) fn default_token(package: &str, module: &str, name: &str) -> Arc<str> {
    let module = if module.is_empty() { "index" } else { module };
    format!("{package}:{module}:{name}").into()
}

fn plugin(raw: RawPlugin) -> Plugin {
    Plugin {
        name: raw.name.into(),
        version: given(&raw.version).map(Into::into),
        download: given(&raw.download).map(Into::into),
    }
}

/// Names by language.
pub(super) fn naming(path: &DocumentPath, raw: &Entries<String>) -> Naming {
    Naming(members(&path.key("names"), raw).into_iter().map(|(language, _, name)| (language, name.into())).collect())
}

/// The texts of a list.
pub(super) fn words(raw: &Option<Lenient<Vec<Lenient<String>>>>) -> Vec<Arc<str>> {
    given(raw).unwrap_or_default().into_iter().filter_map(|Lenient(word)| word.map(Into::into)).collect()
}

/// The keys that say where a declaration goes.
pub(super) struct PlaceKeys<'r> {
    pub(super) module: Option<String>,
    pub(super) file: Option<String>,
    pub(super) name: Option<String>,
    pub(super) names: &'r Entries<String>,
    pub(super) derived: Option<bool>,
}

macro_rules! place_keys {
    ($($raw:ty),*) => {$(
        impl $raw {
            pub(super) fn place(&self) -> PlaceKeys<'_> {
                PlaceKeys {
                    module: given(&self.module),
                    file: given(&self.file),
                    name: given(&self.name),
                    names: &self.names,
                    derived: given(&self.derived),
                }
            }
        }
    )*};
}

place_keys!(RawLongType, RawResource, RawFunction);

/// The representation that is asked for; what is left out is as outside.
pub(super) fn numbers(raw: &Option<Lenient<RawNumbers>>, outer: Numbers) -> Option<Numbers> {
    let raw = given(raw)?;
    Some(Numbers {
        int: match given(&raw.int) {
            None => outer.int,
            Some(RawInt::Arbitrary) => IntRepresentation::Arbitrary,
            Some(RawInt::Int64) => IntRepresentation::Int64,
            Some(RawInt::Int32) => IntRepresentation::Int32,
        },
        number: match given(&raw.number) {
            None => outer.number,
            Some(RawNumber::Double) => NumberRepresentation::Double,
            Some(RawNumber::Exact) => NumberRepresentation::Exact,
        },
    })
}
