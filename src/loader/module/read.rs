//! What the files of a module declare, HCL and JSON alike.

use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::IndexMap;

use super::File;
use super::scan::{Block, blocks, without_heredocs};
use crate::diag::{Code, Diagnostic, Diagnostics, SourceId, Span};
use crate::loader::document::{self, Node};
use crate::loader::locate::{Part, Target, locate};
use crate::loader::path::{DocumentPath, Step};
use crate::model::Literal;

/// The variables and outputs of a module, by name.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) source: SourceId,
    pub(super) variables: IndexMap<String, Declared>,
    pub(super) outputs: IndexMap<String, Declared>,
}

/// A variable or an output.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) site: Site,
    pub(super) attributes: IndexMap<String, Attribute>,
}

/// What an attribute is given as.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) site: Site,
    pub(super) value: Given,
}

#[derive(Debug)]
pub(super) enum Given {
    /// The text of an expression, heredocs as strings.
    Expression(String),
    /// A value of JSON.
    Value(Literal),
}

/// Where something stands.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) span: Span,
    /// Whether places in the expression are places in the text.
    pub(super) is_exact: bool,
}

impl Site {
    /// A problem here.
    pub(super) fn problem(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).spanning(Some(self.span.clone()))
    }
}

const KINDS: [&str; 2] = ["variable", "output"];

impl Module {
    /// Takes in a file. What an overriding file says replaces what was said before.
    pub(super) fn add(&mut self, file: &File<'_>, overrides: bool, diagnostics: &mut Diagnostics) {
        if self.variables.is_empty() && self.outputs.is_empty() {
            self.source = file.source;
        }
        match file.name.ends_with(".json") {
            true => self.add_json(file, overrides, diagnostics),
            false => self.add_hcl(file, overrides, diagnostics),
        }
    }

    fn add_hcl(&mut self, file: &File<'_>, overrides: bool, diagnostics: &mut Diagnostics) {
        let span = |range: Range<usize>| Span { source: file.source, range };
        let blocks = match blocks(file.text) {
            Ok(blocks) => blocks,
            Err(uncut) => {
                let problem = Diagnostic::error(Code::Syntax, uncut.message);
                return diagnostics.push(problem.spanning(Some(span(uncut.at..uncut.at))));
            }
        };
        for block in blocks.into_iter().filter(|block| KINDS.contains(&block.kind.as_str())) {
            let Block { kind, labels, place, attributes, .. } = block;
            let site = Site { span: span(place), is_exact: true };
            let [name] = labels.as_slice() else {
                diagnostics.push(site.problem(Code::MissingKey, format!("a {kind} has one name")));
                continue;
            };
            let mut declared = Declared { site, attributes: IndexMap::new() };
            for (key, range) in attributes {
                let text = &file.text[range.clone()];
                let is_exact = !text.contains("<<");
                let text = if is_exact { text.to_owned() } else { without_heredocs(text) };
                let attribute =
                    Attribute { site: Site { span: span(range), is_exact }, value: Given::Expression(text) };
                if let Some(before) = declared.attributes.insert(key.clone(), attribute) {
                    diagnostics.push(before.site.problem(Code::Duplicate, format!("`{key}` is given twice")));
                }
            }
            self.declare(&kind, name, declared, overrides, diagnostics);
        }
    }

    fn add_json(&mut self, file: &File<'_>, overrides: bool, diagnostics: &mut Diagnostics) {
        let span = |at: usize| Some(Span { source: file.source, range: at..at });
        let tree = match document::tree(file.text) {
            Ok(tree) => tree,
            Err(malformed) => {
                let problem = Diagnostic::error(malformed.code, malformed.message);
                return diagnostics.push(problem.spanning(malformed.offset.and_then(span)));
            }
        };
        let bodies: Vec<(&str, DocumentPath, &Node)> = KINDS
            .into_iter()
            .flat_map(|kind| {
                let blocks =
                    members(&tree, &DocumentPath::root()).into_iter().filter(move |(path, _)| last(path) == kind);
                let bodies = blocks.flat_map(|(path, block)| members(block, &path));
                bodies.map(move |(path, body)| (kind, path, body))
            })
            .collect();
        let places = Places::new(file, &bodies);
        for (kind, path, body) in bodies {
            let mut declared = Declared { site: places.site(&path), attributes: IndexMap::new() };
            for (path, value) in members(body, &path) {
                let value = match (last(&path), value) {
                    ("type", Node::String(text)) => Given::Expression(text.to_string()),
                    (_, value) => Given::Value(literal(value)),
                };
                declared.attributes.insert(last(&path).to_owned(), Attribute { site: places.site(&path), value });
            }
            self.declare(kind, last(&path), declared, overrides, diagnostics);
        }
    }

    fn declare(&mut self, kind: &str, name: &str, declared: Declared, overrides: bool, diagnostics: &mut Diagnostics) {
        let all = if kind == "variable" { &mut self.variables } else { &mut self.outputs };
        match all.get_mut(name) {
            Some(before) if overrides => before.attributes.extend(declared.attributes),
            Some(_) => {
                let message = format!("the {kind} `{name}` is declared twice");
                diagnostics.push(declared.site.problem(Code::Duplicate, message));
            }
            None => {
                all.insert(name.to_owned(), declared);
            }
        }
    }
}

/// The members of an object. JSON may write a block as an array of objects too.
fn members<'n>(node: &'n Node, path: &DocumentPath) -> Vec<(DocumentPath, &'n Node)> {
    match node {
        Node::Map(members) => members.iter().map(|(key, value)| (path.key(key), value)).collect(),
        Node::List(items) => {
            let items = items.iter().enumerate();
            items
                .filter(|(_, item)| matches!(item, Node::Map(_)))
                .flat_map(|(at, item)| members(item, &path.index(at)))
                .collect()
        }
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) => Vec::new(),
    }
}

fn last(path: &DocumentPath) -> &str {
    match path.steps().last() {
        Some(Step::Key(key)) => key,
        Some(Step::Index(_)) | None => "",
    }
}

/// Where the variables, outputs and their attributes are in a JSON text: found in one go.
struct Places {
    source: SourceId,
    by_path: BTreeMap<DocumentPath, Range<usize>>,
}

impl Places {
    fn new(file: &File<'_>, bodies: &[(&str, DocumentPath, &Node)]) -> Self {
        let attributes = bodies.iter().flat_map(|(_, path, body)| members(body, path)).map(|(path, _)| path);
        let paths = bodies.iter().map(|(_, path, _)| path.clone()).chain(attributes);
        let targets: Vec<Target> = paths.map(|path| Target { path, part: Part::Value }).collect();
        let found = locate(file.text, &targets);
        let by_path = targets.into_iter().zip(found).filter_map(|(target, range)| Some((target.path, range?)));
        Self { source: file.source, by_path: by_path.collect() }
    }

    fn site(&self, path: &DocumentPath) -> Site {
        let range = self.by_path.get(path).cloned().unwrap_or(0..0);
        Site { span: Span { source: self.source, range }, is_exact: false }
    }
}

fn literal(node: &Node) -> Literal {
    match node {
        Node::Null | Node::Rounded => Literal::Null,
        Node::Bool(value) => Literal::Bool(*value),
        Node::Number(number) => Literal::Number(number.clone()),
        Node::String(text) => Literal::String(text.clone()),
        Node::List(items) => Literal::List(items.iter().map(literal).collect()),
        Node::Map(members) => {
            Literal::Object(members.iter().map(|(key, value)| (key.clone(), literal(value))).collect())
        }
    }
}
