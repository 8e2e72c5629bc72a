//! From types of the model to types of Rust.

use std::borrow::Cow;

use super::Lowering;
use crate::backend::rust::types::RustType;
use crate::diag::{Code, Diagnostic};
use crate::model::{
    Definition, IntRepresentation, NamedType, NumberRepresentation, Numbers, Shape, Type, TypeName, UnionType,
};
use crate::shapes::resolved;

/// What a type is printed in the light of.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    /// How numbers are held.
    pub(super) numbers: Numbers,
    /// The declared type that it is a part of, as long as nothing that has a size of its own stands
    /// in between.
    pub(super) owner: Option<&'c TypeName>,
}

impl Context<'_> {
    /// Inside a list or map.
    fn inside(self) -> Self {
        Self { owner: None, ..self }
    }
}

impl Lowering<'_, '_> {
    /// What a program holds once everything has arrived.
    pub(super) fn plain(&mut self, ty: &Type, context: Context<'_>) -> RustType {
        match ty {
            Type::None => RustType::path("()"),
            Type::Bool => RustType::path("bool"),
            Type::Int => self.int(context.numbers),
            Type::Number => self.number(context.numbers),
            Type::String => self.string(),
            Type::Any => self.runtime("Value"),
            Type::Asset => self.runtime("Asset"),
            Type::Archive => self.runtime("Archive"),
            Type::Resource(_) => self.runtime("ResourceReference"),
            Type::Capsule(_) => self.runtime("Capsule"),
            Type::List(element) | Type::Set(element) => {
                let element = self.plain(element, context.inside());
                self.vec(element)
            }
            Type::Map(element) => {
                let element = self.plain(element, context.inside());
                self.map(element)
            }
            Type::Promise(element) | Type::Output(element) => self.plain(element, context),
            Type::Named(named) => self.reference(&named.name, "", context),
            Type::Union(_) => match nullable(&resolved(ty)) {
                Nullability::Never(inner) => self.plain(&inner, context),
                Nullability::Nullable(inner) => {
                    let inner = self.plain(&inner, context);
                    self.runtime_of("Nullable", inner)
                }
                Nullability::Neither => self.unnamed(ty),
            },
            Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => self.unnamed(ty),
        }
    }

    /// What an argument of the type may be: `Input<…>`.
    pub(super) fn input(&mut self, ty: &Type, context: Context<'_>) -> RustType {
        let inner = self.inner_input(ty, context);
        self.runtime_of("Input", inner)
    }

    /// What stands inside the `Input<…>` of the type: a reference to a union, too, is the input of
    /// the whole, so that an output of the union is taken where the letter takes outputs of its arms.
    pub(super) fn inner_input(&mut self, ty: &Type, context: Context<'_>) -> RustType {
        match ty {
            Type::List(element) | Type::Set(element) => {
                let element = self.input(element, context.inside());
                self.vec(element)
            }
            Type::Map(element) => {
                let element = self.input(element, context.inside());
                self.map(element)
            }
            Type::Named(named) => self.reference(&named.name, self.index.input_suffix(&named.name), context),
            Type::Union(union) => {
                // Beside `T` stands at most `output(T)`.
                let arms = union.arms().iter().filter(|arm| !matches!(arm, Type::Promise(_) | Type::Output(_)));
                match nullable(&UnionType::of(arms.cloned(), None)) {
                    Nullability::Never(inner) => self.inner_input(&inner, context),
                    Nullability::Nullable(inner) => {
                        let inner = self.inner_input(&inner, context);
                        self.runtime_of("Nullable", inner)
                    }
                    Nullability::Neither => self.unnamed(ty),
                }
            }
            Type::None
            | Type::Bool
            | Type::Int
            | Type::Number
            | Type::String
            | Type::Any
            | Type::Asset
            | Type::Archive
            | Type::Resource(_)
            | Type::Capsule(_)
            | Type::Promise(_)
            | Type::Output(_)
            | Type::Tuple(_)
            | Type::Object(_)
            | Type::Enum(_) => self.plain(ty, context),
        }
    }

    /// An argument's type that the schema spells out: plain wherever no output is named.
    pub(super) fn explicit(&mut self, ty: &Type, context: Context<'_>) -> RustType {
        match ty {
            Type::List(element) | Type::Set(element) => {
                let element = self.explicit(element, context.inside());
                self.vec(element)
            }
            Type::Map(element) => {
                let element = self.explicit(element, context.inside());
                self.map(element)
            }
            Type::Named(named) if named.shapes.contains(&Shape::Input) => self.input(ty, context),
            Type::Named(named) if self.is_union_of_inputs(named) => {
                let inner = self.plain(ty, context);
                self.runtime_of("Input", inner)
            }
            Type::Union(union) => self.explicit_union(ty, union, context),
            // Where an output must stand, a value will do as well.
            Type::Promise(element) | Type::Output(element) => {
                let element = self.plain(element, context);
                self.runtime_of("Input", element)
            }
            Type::Named(_)
            | Type::None
            | Type::Bool
            | Type::Int
            | Type::Number
            | Type::String
            | Type::Any
            | Type::Asset
            | Type::Archive
            | Type::Resource(_)
            | Type::Capsule(_)
            | Type::Tuple(_)
            | Type::Object(_)
            | Type::Enum(_) => self.plain(ty, context),
        }
    }

    fn explicit_union(&mut self, ty: &Type, union: &UnionType, context: Context<'_>) -> RustType {
        let (outputs, values): (Vec<&Type>, Vec<&Type>) =
            union.arms().iter().partition(|arm| matches!(arm, Type::Output(_)));
        let inner = match nullable(&UnionType::of(values.into_iter().cloned(), None)) {
            Nullability::Never(inner) => self.explicit(&inner, context),
            Nullability::Nullable(inner) => {
                let inner = self.explicit(&inner, context);
                self.runtime_of("Nullable", inner)
            }
            Nullability::Neither => self.unnamed(ty),
        };
        if outputs.is_empty() { inner } else { self.runtime_of("Input", inner) }
    }

    /// Whether it is a declared union each arm of which may be an output as well.
    fn is_union_of_inputs(&self, named: &NamedType) -> bool {
        let declared = self.index.declared(&named.name);
        match declared.map(|declared| &declared.declaration.definition) {
            Some(Definition::Union(union)) => union.arms.iter().any(|arm| matches!(arm, Type::Output(_))),
            Some(Definition::Object(_) | Definition::Enum(_) | Definition::Alias(_)) | None => false,
        }
    }

    /// A reference to a declared type, boxed where recursion needs it.
    fn reference(&mut self, name: &TypeName, suffix: &str, context: Context<'_>) -> RustType {
        let Some(declared) = self.index.declared(name) else {
            let message = format!("there is no type {name:?}");
            self.diagnostics.push(Diagnostic::error(Code::DanglingReference, message));
            return self.runtime("Value");
        };
        let own = declared.module == *self.module && declared.unit == *self.unit;
        let path = if own {
            format!("{}{suffix}", declared.name)
        } else {
            format!("{}{suffix}", self.index.path(self.module, &declared.module, &declared.name))
        };
        let reference = RustType::path(path);
        match context.owner {
            Some(owner) if self.index.needs_box(owner, name) => RustType::applied(self.std("Box"), [reference]),
            Some(_) | None => reference,
        }
    }

    /// Hoisting has named everything that needs a name: this is reached by a broken model alone.
    fn unnamed(&mut self, ty: &Type) -> RustType {
        let message = format!("the type {ty} has no name in Rust");
        self.diagnostics.push(Diagnostic::error(Code::Unsupported, message));
        self.runtime("Value")
    }

    fn int(&mut self, numbers: Numbers) -> RustType {
        match numbers.int {
            IntRepresentation::Arbitrary => self.runtime("BigInt"),
            IntRepresentation::Int64 => RustType::path("i64"),
            IntRepresentation::Int32 => RustType::path("i32"),
        }
    }

    fn number(&mut self, numbers: Numbers) -> RustType {
        match numbers.number {
            NumberRepresentation::Double => RustType::path("f64"),
            NumberRepresentation::Exact => self.runtime("ExactNumber"),
        }
    }

    pub(super) fn string(&self) -> RustType {
        RustType::path(self.std("String"))
    }

    pub(super) fn option(&self, inner: RustType) -> RustType {
        RustType::applied(self.std("Option"), [inner])
    }

    fn vec(&self, element: RustType) -> RustType {
        RustType::applied(self.std("Vec"), [element])
    }

    fn map(&mut self, element: RustType) -> RustType {
        let head = if self.declares("BTreeMap") {
            "::std::collections::BTreeMap"
        } else {
            self.uses_map = true;
            "BTreeMap"
        };
        RustType::applied(head, [self.string(), element])
    }

    /// A type of the runtime.
    pub(super) fn runtime(&mut self, name: &str) -> RustType {
        self.uses_runtime = true;
        RustType::path(format!("rt::{name}"))
    }

    /// A generic type of the runtime.
    pub(super) fn runtime_of(&mut self, name: &str, argument: RustType) -> RustType {
        self.uses_runtime = true;
        RustType::applied(format!("rt::{name}"), [argument])
    }

    /// A name of Rust's prelude: with its whole path where the file declares something of that name.
    pub(super) fn std(&self, name: &'static str) -> Cow<'static, str> {
        if !self.declares(name) {
            return Cow::Borrowed(name);
        }
        Cow::Borrowed(match name {
            "Box" => "::std::boxed::Box",
            "From" => "::std::convert::From",
            "Into" => "::std::convert::Into",
            "None" => "::std::option::Option::None",
            "Ok" => "::std::result::Result::Ok",
            "Option" => "::std::option::Option",
            "String" => "::std::string::String",
            "Vec" => "::std::vec::Vec",
            other => other,
        })
    }
}

/// A union of one type with null or without.
enum Nullability {
    Never(Type),
    Nullable(Type),
    Neither,
}

fn nullable(ty: &Type) -> Nullability {
    let Type::Union(union) = ty else { return Nullability::Never(ty.clone()) };
    let others: Vec<&Type> = union.arms().iter().filter(|arm| **arm != Type::None).collect();
    match (others.as_slice(), union.has_none()) {
        ([only], true) => Nullability::Nullable((*only).clone()),
        _ => Nullability::Neither,
    }
}
