//! Enums: a named type with constants, which holds values that the schema does not list too.

use std::collections::BTreeSet;

use super::FileLowering;
use super::fields::{Row, aligned, deprecation};
use crate::backend::go::claims::ItemNames;
use crate::backend::go::{docs, ir, literals};
use crate::model::{
    EnumDefinition, EnumMember, IntRepresentation, Literal, NumberRepresentation, NumberText, Numbers, Type,
    TypeDeclaration,
};

/// How the values of an enum are held. A `*big.Int` is no constant and does not compare by value, so
/// numbers of any size are held as their decimal text.
#[derive(Clone, Copy)]
enum Base {
    Bool,
    String,
    Int64,
    Int32,
    Float64,
    NumberText,
}

impl Base {
    /// The base, given that every member can be written in it.
    fn of(definition: &EnumDefinition, numbers: Numbers) -> Self {
        let wanted = match (&definition.base, numbers.int, numbers.number) {
            (Type::Bool, _, _) => Base::Bool,
            (Type::Int, IntRepresentation::Int64, _) => Base::Int64,
            (Type::Int, IntRepresentation::Int32, _) => Base::Int32,
            (Type::Int, IntRepresentation::Arbitrary, _) => Base::NumberText,
            (Type::Number, _, NumberRepresentation::Double) => Base::Float64,
            (Type::Number, _, NumberRepresentation::Exact) => Base::NumberText,
            (_, _, _) => Base::String,
        };
        let fits = definition.members.iter().all(|member| wanted.literal(&member.value).is_some());
        match wanted {
            Base::Int64 | Base::Int32 | Base::Float64 if !fits => Base::NumberText,
            other => other,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Base::Bool => "bool",
            Base::String => "string",
            Base::Int64 => "int64",
            Base::Int32 => "int32",
            Base::Float64 => "float64",
            Base::NumberText => "tygen.NumberText",
        }
    }

    /// The constant expression for a value. `None` if the base has none.
    fn literal(self, value: &Literal) -> Option<String> {
        let number = |f: &dyn Fn(&NumberText) -> Option<String>| match value {
            Literal::Number(number) => f(number),
            _ => None,
        };
        match self {
            Base::Bool => literals::constant(value).filter(|_| matches!(value, Literal::Bool(_))),
            Base::String => Some(match value {
                Literal::String(text) => literals::string(text),
                other => literals::string(&other.to_string()),
            }),
            Base::Int64 => number(&|number| literals::int(number, 64)),
            Base::Int32 => number(&|number| literals::int(number, 32)),
            Base::Float64 => number(&literals::double),
            Base::NumberText => number(&|number| {
                Some(literals::string(&literals::decimal(number).unwrap_or_else(|| number.as_str().to_owned())))
            }),
        }
    }
}

/// The word by which the runtime knows the type of the values.
fn base_word(definition: &EnumDefinition, numbers: Numbers) -> &'static str {
    match (&definition.base, numbers.int, numbers.number) {
        (Type::Bool, _, _) => "bool",
        (Type::Int, IntRepresentation::Arbitrary, _) => "int",
        (Type::Int, IntRepresentation::Int64, _) => "int64",
        (Type::Int, IntRepresentation::Int32, _) => "int32",
        (Type::Number, _, NumberRepresentation::Double) => "double",
        (Type::Number, _, NumberRepresentation::Exact) => "number",
        (_, _, _) => "string",
    }
}

impl FileLowering<'_> {
    /// An enum and its constants.
    pub fn enumeration(
        &mut self,
        declaration: &TypeDeclaration,
        definition: &EnumDefinition,
        numbers: Numbers,
        names: &ItemNames,
    ) -> ir::Item {
        let base = Base::of(definition, numbers);
        if matches!(base, Base::NumberText) {
            self.used.runtime = true;
        }
        let list: Vec<String> = definition.members.iter().map(|member| member.value.to_string()).collect();
        let values_text = format!("{} [{}]", base_word(definition, numbers), list.join(", "));
        let mut values = BTreeSet::new();
        let mut cases: Vec<String> = Vec::new();
        let mut rows: Vec<Row> = Vec::new();
        for (member, name) in definition.members.iter().zip(&names.further) {
            let Some(literal) = base.literal(&member.value) else { continue };
            if values.insert(literal.clone()) {
                let separator = if cases.is_empty() { "" } else { ",\n\t\t" };
                cases.push(format!("{separator}{name}"));
            }
            rows.push(Row {
                doc: member_doc(member),
                cells: vec![name.clone(), names.name.clone(), format!("= {literal}")],
            });
        }
        ir::Item::Enum(ir::Enum {
            doc: self.documentation(&declaration.documentation, &[], &names.name),
            name: names.name.clone(),
            base: base.text().to_owned(),
            members: aligned(rows),
            cases,
            values: literals::raw(&values_text),
        })
    }
}

fn member_doc(member: &EnumMember) -> String {
    let description = member.documentation.description.for_language("go");
    docs::inner(&[&description, &deprecation(&member.documentation)])
}
