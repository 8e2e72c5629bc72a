//! Cases: values that are right, nearly right, wrong and hostile, made from how each type is read.
//!
//! A case follows from the seed, the root and its own number, and from nothing else: it can be made again
//! alone. What the answer is wanted to be is not known here; that is the oracle's part.

mod change;
mod height;
mod path;
mod pools;
mod special;
mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::random::Random;
use super::tree::Tree;
use crate::codec::{Codecs, Definition, Root};
use crate::model::{self, Property, Schema};

pub use height::Heights;

/// What is asked of the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Decode the text and encode what came of it.
    Decode,
    /// The same by way of the language's parsed form of JSON.
    Parsed,
    /// Decode an output and encode it.
    Output,
    /// Decode into the input shape, resolve that, and encode the output.
    Resolve,
    /// Decode an output, take a part of it, and encode that.
    Part,
}

impl Operation {
    /// The word for it in requests and reports.
    pub fn word(self) -> &'static str {
        match self {
            Operation::Decode => "decode",
            Operation::Parsed => "parsed",
            Operation::Output => "output",
            Operation::Resolve => "resolve",
            Operation::Part => "part",
        }
    }

    /// Whether secrets, outputs and unknowns may stand in the value.
    pub fn of_outputs(self) -> bool {
        match self {
            Operation::Decode | Operation::Parsed => false,
            Operation::Output | Operation::Resolve | Operation::Part => true,
        }
    }
}

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is asked.
    pub operation: Operation,
    /// The JSON that is read, which may be wrong.
    pub wire: Tree,
    /// The way to the part that is asked for: names of attributes, keys, and positions from 0 up.
    pub path: Vec<String>,
}

/// What kind of value a case has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Everything that can be there is.
    Full,
    /// Nothing is there that can be left out.
    Least,
    /// As the type says.
    Valid,
    /// As conversion allows.
    Convertible,
    /// One or several parts are wrong.
    Broken,
    /// What a reader does not reckon with.
    Hostile,
    /// Nested as deep as it goes.
    Deep,
}

/// Makes cases for the roots of one schema.
pub struct Cases<'a> {
    codecs: &'a Codecs,
    heights: Heights,
    /// Attributes of which an argument must be plain: secrets and outputs have no place there.
    plain: BTreeSet<(Root, Arc<str>)>,
}

impl<'a> Cases<'a> {
    /// The schema is hoisted, and the codecs are those of it.
    pub fn new(schema: &Schema, codecs: &'a Codecs) -> Self {
        Self { codecs, heights: Heights::of(codecs), plain: plain_attributes(schema) }
    }

    /// The case of that number for a root.
    pub fn case(&self, root: &Root, seed: u64, number: usize) -> Case {
        let mut random = Random::of_case(seed, &root.to_string(), number);
        let (kind, operation) = match number {
            0 => (Kind::Full, Operation::Decode),
            1 => (Kind::Least, Operation::Decode),
            _ => (kind(&mut random), operation(&mut random)),
        };
        let mut maker = value::Maker::new(self, &mut random, kind, operation, number);
        let mut wire = maker.root(root);
        if kind == Kind::Broken {
            change::break_it(&mut wire, &mut random);
        }
        if kind == Kind::Hostile {
            change::make_hostile(&mut wire, operation, !self.plain.is_empty(), &mut random);
        }
        if operation == Operation::Parsed {
            change::fit_parsed_forms(&mut wire);
        }
        let path = match operation {
            Operation::Part => path::choose(self.codecs, root, &wire, &mut random),
            Operation::Decode | Operation::Parsed | Operation::Output | Operation::Resolve => Vec::new(),
        };
        Case { operation, wire, path }
    }

    /// How many cases a root needs at least, so that every arm and every value comes up.
    pub fn variants(&self, root: &Root) -> usize {
        match self.codecs.definition(root) {
            Some(Definition::Union(union)) => union.arms.len(),
            Some(Definition::Enum { values, .. }) => values.len(),
            Some(Definition::Object(_) | Definition::Tuple(_) | Definition::Alias(_)) | None => 1,
        }
    }

    fn is_plain(&self, root: &Root, attribute: &Arc<str>) -> bool {
        // Most schemas have none at all, and then nothing is cloned to look.
        !self.plain.is_empty() && self.plain.contains(&(root.clone(), attribute.clone()))
    }
}

fn kind(random: &mut Random) -> Kind {
    random.weighted(&[
        (4, Kind::Full),
        (3, Kind::Least),
        (26, Kind::Valid),
        (26, Kind::Convertible),
        (22, Kind::Broken),
        (17, Kind::Hostile),
        (2, Kind::Deep),
    ])
}

fn operation(random: &mut Random) -> Operation {
    random.weighted(&[
        (40, Operation::Decode),
        (14, Operation::Parsed),
        (18, Operation::Output),
        (14, Operation::Resolve),
        (14, Operation::Part),
    ])
}

/// The attributes whose argument the schema wants to be plain.
fn plain_attributes(schema: &Schema) -> BTreeSet<(Root, Arc<str>)> {
    let mut found = BTreeSet::new();
    let mut add = |root: Root, properties: &[Property]| {
        let plain = properties.iter().filter(|property| property.input.is_some());
        found.extend(plain.map(|property| (root.clone(), property.name.clone())));
    };
    for package in schema.packages.values() {
        for declaration in package.types.values() {
            if let model::Definition::Object(properties) = &declaration.definition {
                add(Root::Type(declaration.name.clone()), properties);
            }
        }
        for resource in package.all_resources() {
            let (name, token) = (package.name.clone(), resource.token.clone());
            add(Root::ResourceInputs(name.clone(), token.clone()), &resource.inputs);
            add(Root::StateInputs(name, token), &resource.state_inputs);
        }
        for function in package.functions.values() {
            add(Root::FunctionInputs(package.name.clone(), function.token.clone()), &function.inputs);
        }
    }
    found
}
