//! From a module's variables and outputs to a package.

use std::sync::Arc;

use super::read::{Attribute, Declared, Given, Module};
use crate::diag::{Code, Diagnostic, Diagnostics, Span, nearest};
use crate::engine::convert::Scope;
use crate::loader::check;
use crate::loader::expression::{Dialect, ExpressionProblem, NoNames, parse, parse_value};
use crate::model::{
    Description, Documentation, Literal, NullReading, Origin, Package, Place, Presence, Property, Resource,
    ResourceKind, Type,
};

/// The keys of a variable, blocks left out.
const VARIABLE: [&str; 8] =
    ["type", "default", "description", "sensitive", "nullable", "ephemeral", "deprecated", "const"];
/// The keys of an output, blocks left out.
const OUTPUT: [&str; 7] = ["value", "description", "sensitive", "ephemeral", "deprecated", "depends_on", "type"];

/// The package of a module.
pub(super) fn package(name: &str, module: &Module, diagnostics: &mut Diagnostics) -> Package {
    let mut lowering = Lowering { diagnostics };
    let inputs = module.variables.iter().map(|(name, declared)| lowering.variable(name, declared)).collect();
    let outputs = module.outputs.iter().map(|(name, declared)| lowering.output(name, declared)).collect();
    let token: Arc<str> = format!("module.{name}").into();
    let resource = Resource {
        token: token.clone(),
        place: Place::alone("", name),
        kind: ResourceKind::Component,
        documentation: Documentation::default(),
        inputs,
        outputs,
        state_inputs: Vec::new(),
        methods: Vec::new(),
        aliases: Vec::new(),
        origin: Origin { source: module.source, path: "".into() },
    };
    let mut package =
        Package { name: name.into(), source: module.source, nulls: NullReading::Absent, ..Package::default() };
    package.resources.insert(token, resource);
    package
}

struct Lowering<'d> {
    diagnostics: &'d mut Diagnostics,
}

impl Lowering<'_> {
    fn variable(&mut self, name: &str, declared: &Declared) -> Property {
        self.check_keys("variable", declared, &VARIABLE);
        let ty = declared.attributes.get("type").map_or(Type::Any, |attribute| self.ty(attribute));
        let nullable = self.flag(declared, "nullable").unwrap_or(true);
        let default = declared.attributes.get("default");
        let presence = match default.map(|attribute| (attribute, self.value(attribute))) {
            None => Presence::Required,
            Some((attribute, Some(Literal::Null))) => {
                if !nullable {
                    let message = format!("the default of `{name}` is null, but it is not nullable");
                    self.diagnostics.push(attribute.site.problem(Code::Contradiction, message));
                }
                Presence::Optional
            }
            Some((attribute, Some(value))) => {
                self.check_value(attribute, &value, &ty);
                Presence::Default(value)
            }
            Some((_, None)) => Presence::Optional,
        };
        let mut property = Property::new(name, if nullable && ty != Type::Any { Type::nullable(ty) } else { ty });
        property.presence = presence;
        self.describe(declared, &mut property);
        property
    }

    fn output(&mut self, name: &str, declared: &Declared) -> Property {
        self.check_keys("output", declared, &OUTPUT);
        let ty = declared.attributes.get("type").map_or(Type::Any, |attribute| self.ty(attribute));
        let mut property = Property::new(name, ty);
        self.describe(declared, &mut property);
        property
    }

    fn describe(&mut self, declared: &Declared, property: &mut Property) {
        property.secret = self.flag(declared, "sensitive").unwrap_or_default();
        let mut text = self.text(declared, "description").unwrap_or_default().trim().to_owned();
        if self.flag(declared, "ephemeral") == Some(true) {
            text.push_str(if text.is_empty() { "" } else { "\n\n" });
            text.push_str("Ephemeral: its value is never stored.");
        }
        property.documentation = Documentation {
            description: Description::from(&*text),
            deprecated: self.text(declared, "deprecated").map(|text| Description::from(&*text)),
        };
    }

    fn check_keys(&mut self, what: &str, declared: &Declared, known: &[&str]) {
        // JSON has blocks among the attributes.
        let blocks = ["validation", "precondition", "//"];
        for (key, attribute) in &declared.attributes {
            if !known.contains(&key.as_str()) && !blocks.contains(&key.as_str()) {
                let message = format!("`{key}` is no known argument of a {what}; it is not carried over");
                let problem = Diagnostic::warning(Code::UnknownKey, message);
                let problem = match nearest(key, known.iter().copied()) {
                    Some(word) => problem.with_help(format!("did you mean `{word}`?")),
                    None => problem,
                };
                self.diagnostics.push(problem.spanning(Some(attribute.site.span.clone())));
            }
        }
    }

    fn ty(&mut self, attribute: &Attribute) -> Type {
        let Given::Expression(text) = &attribute.value else {
            self.diagnostics.push(attribute.site.problem(Code::WrongKind, "a type is a string in JSON"));
            return Type::Any;
        };
        // How types were written before there were expressions for them.
        match text.trim() {
            "\"string\"" => return Type::String,
            "\"list\"" => return Type::list(Type::Any),
            "\"map\"" => return Type::map(Type::Any),
            _ => {}
        }
        match parse(text, Dialect::Terraform, &NoNames) {
            Ok(parsed) => {
                for default in &parsed.defaults {
                    self.check_value(attribute, &default.value, &default.ty);
                }
                parsed.ty
            }
            Err(problems) => {
                self.report(attribute, problems);
                Type::Any
            }
        }
    }

    fn check_value(&mut self, attribute: &Attribute, value: &Literal, ty: &Type) {
        if let Err(reasons) = check::value(value, ty, Dialect::Terraform, &Scope::default()) {
            let message = format!("the default does not convert to {ty}: {}", reasons.join("; "));
            self.diagnostics.push(attribute.site.problem(Code::BadValue, message));
        }
    }

    fn value(&mut self, attribute: &Attribute) -> Option<Literal> {
        match &attribute.value {
            Given::Value(value) => Some(value.clone()),
            Given::Expression(text) => match parse_value(text) {
                Ok(value) => Some(value),
                Err(problems) => {
                    self.report(attribute, problems);
                    None
                }
            },
        }
    }

    /// Terraform converts: `"true"` is true.
    fn flag(&mut self, declared: &Declared, key: &str) -> Option<bool> {
        let attribute = declared.attributes.get(key)?;
        match self.value(attribute)? {
            Literal::Bool(value) => Some(value),
            Literal::String(text) if matches!(&*text, "true" | "false") => Some(&*text == "true"),
            Literal::Null => None,
            other => {
                self.diagnostics
                    .push(attribute.site.problem(Code::WrongKind, format!("a bool is expected, not {other}")));
                None
            }
        }
    }

    fn text(&mut self, declared: &Declared, key: &str) -> Option<String> {
        let attribute = declared.attributes.get(key)?;
        match self.value(attribute)? {
            Literal::String(text) => Some(text.to_string()),
            Literal::Null => None,
            other => {
                let message = format!("a string is expected, not {other}");
                self.diagnostics.push(attribute.site.problem(Code::WrongKind, message));
                None
            }
        }
    }

    fn report(&mut self, attribute: &Attribute, problems: Vec<ExpressionProblem>) {
        for ExpressionProblem { code, range, message, help } in problems {
            let site = &attribute.site;
            let span = match site.is_exact {
                true => {
                    let start = site.span.range.start;
                    Span { source: site.span.source, range: start + range.start..start + range.end }
                }
                false => site.span.clone(),
            };
            let problem = Diagnostic { help, ..Diagnostic::error(code, message) };
            self.diagnostics.push(problem.spanning(Some(span)));
        }
    }
}
