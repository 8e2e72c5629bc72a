//! From what is written to a package: the frame, resources and functions.

use std::sync::Arc;

use super::raw::{Entries, RawDeprecated, RawFunction, RawInt, RawNumber, RawNumbers, RawResource};
use super::{File, Scope, TokenSite};
use crate::diag::Code;
use crate::loader::document::{Lenient, Problem};
use crate::loader::expression::{self, AttributeExpression, DefaultSite, Dialect, ExpressionProblem};
use crate::loader::locate::Part;
use crate::loader::path::DocumentPath;
use crate::model::{
    Description, Documentation, Function, IntRepresentation, NumberRepresentation, Numbers, Origin, Package,
    PackageInfo, Place, Resource, ResourceKind, Type,
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
        let mut package = Package {
            name: self.file.name.clone(),
            info: PackageInfo {
                version: given(&raw.version),
                display_name: given(&raw.display_name),
                description: given(&raw.description),
                license: given(&raw.license),
                homepage: given(&raw.homepage),
                repository: given(&raw.repository),
                keywords: given(&raw.keywords)
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(|Lenient(word)| word)
                    .collect(),
            },
            source: self.file.source,
            numbers: numbers(&raw.numbers, Numbers::default()).unwrap_or_default(),
            ..Package::default()
        };
        for (name, path, raw) in members(&root.key("types"), &raw.types) {
            if let Some(declaration) = self.type_declaration(&name, &path, &raw, package.numbers) {
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
        package
    }

    fn resource(&mut self, name: &Arc<str>, path: &DocumentPath, raw: &RawResource, outer: Numbers) -> Resource {
        let place = self.place(name, path, given(&raw.module));
        Resource {
            token: self.token(name, &place, given(&raw.token)),
            place,
            kind: ResourceKind::Managed,
            documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            inputs: self.properties(&path.key("inputs"), &raw.inputs, outer),
            outputs: self.properties(&path.key("outputs"), &raw.outputs, outer),
            state_inputs: Vec::new(),
            methods: Vec::new(),
            aliases: Vec::new(),
            origin: self.origin(path),
        }
    }

    fn function(&mut self, name: &Arc<str>, path: &DocumentPath, raw: &RawFunction, outer: Numbers) -> Function {
        let place = self.place(name, path, given(&raw.module));
        Function {
            token: self.token(name, &place, given(&raw.token)),
            place,
            documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            inputs: self.properties(&path.key("inputs"), &raw.inputs, outer),
            positional: Vec::new(),
            result: given(&raw.result).and_then(|text| self.expression(&path.key("result"), &text)),
            origin: self.origin(path),
        }
    }

    /// Where generated code puts a declaration: in a file of its own in the module that is asked for.
    pub(super) fn place(&mut self, name: &Arc<str>, path: &DocumentPath, module: Option<String>) -> Place {
        if name.is_empty() {
            self.report(Problem::new(Code::BadValue, path.clone(), "a name cannot be empty").on(Part::Key));
        }
        let module = module.unwrap_or_default();
        let is_odd = |part: &str| part.trim().is_empty() || matches!(part, "." | "..") || part.contains('\\');
        if !module.is_empty() && module.split('/').any(is_odd) {
            let message = format!("`{module}` cannot be a module");
            let problem = Problem::new(Code::BadValue, path.key("module"), message);
            self.report(problem.with_help("words with `/` between them: `network/firewall`"));
        }
        Place::alone(module, name.clone())
    }

    fn token(&self, name: &str, place: &Place, token: Option<String>) -> Arc<str> {
        let module = if place.module.is_empty() { "index" } else { &place.module };
        token.unwrap_or_else(|| format!("{}:{module}:{name}", self.file.name)).into()
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

/// What people read.
pub(super) fn documentation(description: Option<String>, deprecated: Option<RawDeprecated>) -> Documentation {
    Documentation {
        description: description.as_deref().unwrap_or_default().into(),
        deprecated: match deprecated {
            None | Some(RawDeprecated::Flag(false)) => None,
            Some(RawDeprecated::Flag(true)) => Some(Description::default()),
            Some(RawDeprecated::Reason(reason)) => Some(reason.as_str().into()),
        },
    }
}

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
