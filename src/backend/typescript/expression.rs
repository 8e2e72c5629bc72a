//! From types of the model to type expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::literals;
use super::names;
use super::symbols::{Folder, Symbol, Symbols};
use super::types::{Field, TsType};
use crate::codec::{Codecs, Definition};
use crate::model::{
    EnumType, IntRepresentation, NamedType, NumberRepresentation, Numbers, ObjectType, Shape, Type, TypeName,
};

/// From the names that types have in their file to what they are called in the file that imports them.
pub(super) type LocalNames = BTreeMap<Arc<str>, Arc<str>>;

/// What a file takes from elsewhere.
#[derive(Default)]
pub(super) struct Imports {
    /// Types of the runtime.
    pub runtime: BTreeSet<&'static str>,
    /// Classes of the runtime that are used as values too.
    pub runtime_values: BTreeSet<&'static str>,
    /// Whether codecs are declared.
    pub codecs: bool,
    /// Names of codecs, which are used as values.
    pub values: BTreeSet<Arc<str>>,
    /// By folder and file.
    pub declared: BTreeMap<(Arc<str>, Arc<str>), LocalNames>,
}

/// Writes types as they look from one file, and notes what that file must import.
pub(super) struct Expressions<'s, 'a> {
    symbols: &'s Symbols<'a>,
    codecs: &'s Codecs,
    folder: &'s Folder<'a>,
    stem: &'s str,
    /// How numbers are held in what is being lowered.
    pub numbers: Numbers,
    /// What was used so far.
    pub imports: Imports,
}

impl<'s, 'a> Expressions<'s, 'a> {
    /// For one file of one folder.
    pub(super) fn new(symbols: &'s Symbols<'a>, codecs: &'s Codecs, folder: &'s Folder<'a>, stem: &'s str) -> Self {
        Self { symbols, codecs, folder, stem, numbers: Numbers::default(), imports: Imports::default() }
    }

    /// The type as it stands: what is not in a shape is plain.
    pub(super) fn ty(&mut self, ty: &Type) -> TsType {
        match ty {
            Type::None => TsType::Keyword("null"),
            Type::Bool => TsType::Keyword("boolean"),
            Type::Int => TsType::Keyword(match self.numbers.int {
                IntRepresentation::Arbitrary | IntRepresentation::Int64 => "bigint",
                IntRepresentation::Int32 => "number",
            }),
            Type::Number => match self.numbers.number {
                NumberRepresentation::Double => TsType::Keyword("number"),
                NumberRepresentation::Exact => TsType::Runtime("ExactNumber"),
            },
            Type::String => TsType::Keyword("string"),
            Type::Any => TsType::Runtime("Value"),
            Type::Asset => TsType::Runtime("Asset"),
            Type::Archive => TsType::Runtime("Archive"),
            Type::Resource(token) => of_word("ResourceReference", token),
            Type::Capsule(name) => of_word("Capsule", name),
            Type::List(element) | Type::Set(element) => TsType::Array(Box::new(self.ty(element))),
            Type::Map(element) => TsType::Map(Box::new(self.ty(element))),
            Type::Tuple(elements) => TsType::Tuple(elements.iter().map(|element| self.ty(element)).collect()),
            Type::Object(object) => self.object(object),
            Type::Union(union) => self.union(union.arms()),
            Type::Enum(definition) => self.enumeration(definition),
            Type::Promise(element) => TsType::generic("Promise", self.ty(element)),
            Type::Output(element) => TsType::generic("Output", self.ty(element)),
            Type::Named(named) => self.named(named),
        }
    }

    /// Where a declared type is.
    pub(super) fn symbol(&self, name: &TypeName) -> Option<&Symbol> {
        self.symbols.types.get(name)
    }

    /// Whether null may be a value of a declared type: not if it is an object or a tuple.
    pub(super) fn may_take_null(&self, name: &TypeName) -> bool {
        match self.codecs.named(name) {
            Some(Definition::Object(_) | Definition::Tuple(_) | Definition::Enum { .. }) => false,
            Some(Definition::Union(_) | Definition::Alias(_)) | None => true,
        }
    }

    /// Notes that the file uses a type as it now stands; what was left out on the way is not imported.
    pub(super) fn uses(&mut self, ty: &TsType) {
        ty.runtime_names(&mut self.imports.runtime);
    }

    fn object(&mut self, object: &ObjectType) -> TsType {
        let field = |attribute: &crate::model::Attribute| {
            let mark = if attribute.optionality.may_be_absent() { "?" } else { "" };
            Field { head: format!("readonly {}{mark}", names::property(&attribute.name)), ty: self.ty(&attribute.ty) }
        };
        TsType::Object(object.attributes().map(field).collect())
    }

    /// The union of the values and everything else of the base type.
    fn enumeration(&mut self, definition: &EnumType) -> TsType {
        let literals = definition
            .values
            .iter()
            .filter_map(|value| literals::primitive(value, &definition.base, self.numbers))
            .map(|literal| TsType::Literal(literal.into()));
        let literals: Vec<TsType> = literals.collect();
        let base = self.ty(&definition.base);
        open(literals, base)
    }

    /// A union of which every arm also stands there as an output is one input of them all. That takes a
    /// little more than the letter of the shape asks for: an output of any arm at all.
    fn union(&mut self, arms: &[Type]) -> TsType {
        // The arms that an output stands for; a union of its own is flattened into this one.
        let stands_for = |element: &Type, arm: &Type| match element {
            Type::Union(inner) => inner.arms().contains(arm),
            other => other == arm,
        };
        let is_there = |element: &Type| match element {
            Type::Union(inner) => inner.arms().iter().all(|part| arms.contains(part)),
            other => arms.contains(other),
        };
        let is_twin = |arm: &Type| matches!(arm, Type::Output(element) if is_there(element));
        let has_twin = |arm: &Type| {
            arms.iter().any(|twin| matches!(twin, Type::Output(element) if is_twin(twin) && stands_for(element, arm)))
        };
        let is_input = |arm: &Type| {
            matches!(arm, Type::Named(named) if named.shapes.last() == Some(&Shape::Input)) || has_twin(arm)
        };
        let plain: Vec<&Type> = arms.iter().filter(|arm| !is_twin(arm)).collect();
        if !plain.is_empty() && plain.iter().all(|arm| is_input(arm)) {
            let arms: Vec<TsType> = plain.into_iter().map(|arm| self.ty(arm).without_input()).collect();
            return TsType::generic("Input", TsType::union(arms));
        }
        let arms: Vec<TsType> = arms.iter().map(|arm| self.ty(arm)).collect();
        TsType::union(arms)
    }

    fn named(&mut self, named: &NamedType) -> TsType {
        let Some(symbol) = self.symbols.types.get(&named.name) else {
            // A loader reports a reference that leads nowhere; here any value stands for it.
            return TsType::Runtime("Value");
        };
        let shape = named.shapes.last();
        let name = if shape == Some(&Shape::Input) { &symbol.input } else { &symbol.name };
        let local = self.local_name(&symbol.folder, &symbol.stem, name);
        match shape {
            None | Some(Shape::Plain | Shape::Resolved) => TsType::Name(local),
            Some(Shape::Input) => TsType::generic("Input", TsType::Name(local)),
            Some(Shape::Output) => TsType::generic("Output", TsType::Name(local)),
        }
    }

    /// What a declared type is called in this file, which imports it unless it declares it.
    pub(super) fn local_name(&mut self, folder: &Arc<str>, stem: &Arc<str>, name: &Arc<str>) -> Arc<str> {
        let is_near = **folder == *self.folder.path;
        if is_near && **stem == *self.stem {
            return name.clone();
        }
        let key = (folder.clone(), stem.clone());
        if let Some(local) = self.imports.declared.get(&key).and_then(|names| names.get(name)) {
            return local.clone();
        }
        let taken = |wanted: &str| {
            let here = !is_near && self.folder.names.contains(wanted);
            here || self.imports.declared.values().flat_map(BTreeMap::values).any(|local| **local == *wanted)
        };
        let mut local = name.clone();
        let mut suffix = 2;
        while taken(&local) {
            local = format!("{name}_{suffix}").into();
            suffix += 1;
        }
        self.imports.declared.entry(key).or_default().insert(name.clone(), local.clone());
        local
    }
}

/// A generic type of the runtime with a text as its argument.
fn of_word(generic: &'static str, word: &str) -> TsType {
    TsType::generic(generic, TsType::Literal(literals::string(word).into()))
}

impl TsType {
    /// The argument of `Input<…>`; any other type is itself.
    pub(super) fn without_input(self) -> TsType {
        match self {
            TsType::Generic("Input", element) => *element,
            other => other,
        }
    }
}

/// Literals of a base type and everything else of it, so that editors still suggest the literals.
pub(super) fn open(literals: Vec<TsType>, base: TsType) -> TsType {
    match base {
        TsType::Keyword(word @ ("string" | "number" | "bigint")) if !literals.is_empty() => {
            TsType::union(literals.into_iter().chain([TsType::Open(word)]))
        }
        other => other,
    }
}
