//! Properties and the values that are written beside them.

use std::collections::BTreeSet;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::ValueSite;
use super::lower::{Lowering, given, members, naming, numbers, words};
use super::raw::{Entries, Given, RawLongProperty, RawOnChange, RawProperty};
use super::text::documentation;
use crate::diag::Code;
use crate::loader::check;
use crate::loader::document::{Node, Problem};
use crate::loader::locate::Part;
use crate::loader::path::DocumentPath;
use crate::model::{Literal, Numbers, OnChange, Optionality, Presence, Property, Type};

impl Lowering<'_> {
    pub(super) fn properties(
        &mut self,
        path: &DocumentPath,
        raw: &Entries<RawProperty>,
        outer: Numbers,
    ) -> Vec<Property> {
        let members = members(path, raw);
        self.distinct(members.iter().map(|(name, path, _)| (name, path)));
        members
            .into_iter()
            .filter_map(|(name, path, raw)| match raw {
                RawProperty::Short(text) => self.short_property(name, &path, &text),
                RawProperty::Long(raw) => self.long_property(name, &path, &raw, outer),
            })
            .collect()
    }

    /// Reports names that are one name once they are normalised.
    fn distinct<'n>(&mut self, names: impl Iterator<Item = (&'n Arc<str>, &'n DocumentPath)>) {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for (name, path) in names {
            if !seen.insert(name.nfc().collect()) {
                let message = format!("`{name}` is given twice: the two differ only in how accents are encoded");
                self.report(Problem::new(Code::Duplicate, path.clone(), message).on(Part::Key));
            }
        }
    }

    fn short_property(&mut self, name: Arc<str>, path: &DocumentPath, text: &str) -> Option<Property> {
        let parsed = self.attribute(path, text)?;
        Some(Property { presence: presence(parsed.optionality), ..Property::new(name, parsed.ty) })
    }

    fn long_property(
        &mut self,
        name: Arc<str>,
        path: &DocumentPath,
        raw: &RawLongProperty,
        outer: Numbers,
    ) -> Option<Property> {
        let constant = self.literal_if(&path.key("const"), raw.constant);
        let default = self.literal_if(&path.key("default"), raw.default);
        let (ty, optionality) = match (&raw.ty, &constant) {
            (Some(text), _) => {
                let text = text.0.as_ref()?;
                let parsed = self.attribute(&path.key("type"), text)?;
                (parsed.ty, parsed.optionality)
            }
            (None, Some(constant)) => (self.type_of_constant(path, constant)?, Optionality::Required),
            (None, None) if raw.constant == Given::Present => return None,
            (None, None) => {
                let problem = Problem::new(Code::MissingKey, path.clone(), format!("`{name}` needs a `type`"));
                self.report(problem.on(Part::Key).with_help("write `type: string`, for example"));
                return None;
            }
        };
        self.contradictions(path, raw, &optionality, (&constant, &default));
        if let Some(constant) = &constant {
            self.constant_of(path, &ty, constant);
        }
        let presence = match default {
            None => presence(optionality),
            Some(Literal::Null) => Presence::Optional,
            Some(default) => {
                let problem = Problem::new(Code::BadValue, path.key("default"), "");
                self.file.values.push(ValueSite { problem, ty: ty.clone(), value: default.clone() });
                Presence::Default(default)
            }
        };
        Some(Property {
            presence,
            documentation: documentation(given(&raw.description), given(&raw.deprecated)),
            input: given(&raw.input).and_then(|text| self.expression(&path.key("input"), &text)),
            secret: given(&raw.secret).unwrap_or_default(),
            constant,
            environment: words(&raw.environment),
            numbers: numbers(&raw.numbers, outer),
            naming: naming(path, &raw.names),
            on_change: match given(&raw.on_change) {
                None | Some(RawOnChange::Update) => OnChange::Update,
                Some(RawOnChange::Replace) => OnChange::Replace,
                Some(RawOnChange::ForceReplace) => OnChange::ForceReplace,
            },
            returned: given(&raw.returned).unwrap_or_default(),
            ..Property::new(name, ty)
        })
    }

    fn contradictions(
        &mut self,
        path: &DocumentPath,
        raw: &RawLongProperty,
        optionality: &Optionality,
        values: (&Option<Literal>, &Option<Literal>),
    ) {
        let default = path.key("default");
        let differ = matches!(values, (Some(constant), Some(default)) if constant != default);
        if raw.constant == Given::Present && raw.default == Given::Present && differ {
            let problem =
                Problem::new(Code::Contradiction, default, "a constant has no default: it is always the same");
            self.report(problem.on(Part::Key));
        } else if raw.default == Given::Present && matches!(optionality, Optionality::Default(_)) {
            let problem = Problem::new(Code::Contradiction, default, "the type expression gives a default too");
            self.report(problem.on(Part::Key).with_help("keep one of the two"));
        }
    }

    /// The type of a constant beside which no type is written.
    fn type_of_constant(&mut self, path: &DocumentPath, constant: &Literal) -> Option<Type> {
        match constant {
            Literal::String(_) => Some(Type::String),
            Literal::Bool(_) => Some(Type::Bool),
            Literal::Number(_) if check::enum_value(&Type::Int, constant).is_ok() => Some(Type::Int),
            Literal::Number(_) => Some(Type::Number),
            Literal::Null | Literal::List(_) | Literal::Object(_) => {
                self.report(Problem::new(Code::BadValue, path.key("const"), NOT_CONSTANT));
                None
            }
        }
    }

    fn constant_of(&mut self, path: &DocumentPath, ty: &Type, constant: &Literal) {
        let reason = match ty {
            Type::Bool | Type::Int | Type::Number | Type::String => match check::enum_value(ty, constant) {
                Ok(()) => return,
                Err(reason) => reason,
            },
            _ => NOT_CONSTANT.to_owned(),
        };
        self.report(Problem::new(Code::BadValue, path.key("const"), reason));
    }

    /// The value at a path, if there is one; `None` too if there is a problem, which is then reported.
    pub(super) fn literal_if(&mut self, path: &DocumentPath, given: Given) -> Option<Literal> {
        match given {
            Given::Absent => None,
            Given::Present => self.literal(path),
        }
    }

    fn literal(&mut self, path: &DocumentPath) -> Option<Literal> {
        let node = self.file.tree.at(path)?;
        let mut problems = Vec::new();
        let literal = literal(node, path, &mut problems);
        let is_whole = problems.is_empty();
        problems.into_iter().for_each(|problem| self.report(problem));
        is_whole.then_some(literal)
    }
}

const NOT_CONSTANT: &str = "a constant is a text, a number, `true` or `false`";

fn presence(optionality: Optionality) -> Presence {
    match optionality {
        Optionality::Required => Presence::Required,
        Optionality::Optional => Presence::Optional,
        Optionality::Default(default) => Presence::Default(default),
    }
}

/// The value of a tree. Parsers do not go deeper than 128 levels, so neither does this.
fn literal(node: &Node, path: &DocumentPath, problems: &mut Vec<Problem>) -> Literal {
    match node {
        Node::Null => Literal::Null,
        Node::Bool(value) => Literal::Bool(*value),
        Node::Number(number) => Literal::Number(number.clone()),
        Node::String(text) => Literal::String(text.clone()),
        Node::Rounded => {
            let message = "this number cannot be told exactly";
            let problem = Problem::new(Code::BadValue, path.clone(), message);
            problems.push(problem.with_help("write its digits here; infinities have no place in a schema"));
            Literal::Null
        }
        Node::List(items) => {
            Literal::List(items.iter().enumerate().map(|(at, item)| literal(item, &path.index(at), problems)).collect())
        }
        Node::Map(members) => {
            let mut kept: Vec<(Arc<str>, Literal)> = Vec::new();
            for (key, value) in members {
                let here = path.key(key);
                if kept.iter().any(|(other, _)| other == key) {
                    let problem = Problem::new(Code::Duplicate, here, format!("`{key}` is given twice"));
                    problems.push(problem.on(Part::RepeatedKey));
                } else {
                    kept.push((key.clone(), literal(value, &here, problems)));
                }
            }
            Literal::Object(kept)
        }
    }
}
