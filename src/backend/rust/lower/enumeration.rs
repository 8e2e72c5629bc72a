//! Enums: a variant per known value, and one that holds every other.

use super::types::Context;
use super::{Level, Lowering, documented, from_signature};
use crate::backend::rust::types::RustType;
use crate::backend::rust::{docs, ir, layout, literals, names};
use crate::backend::{Claim, Item, Scope};
use crate::diag::{Code, Diagnostic};
use crate::model::{
    Documentation, EnumDefinition, EnumMember, IntRepresentation, Literal, NumberRepresentation, Numbers, Type,
    TypeDeclaration,
};

/// How the values of an enum are held and told apart.
enum Base {
    Text,
    Bool,
    Int(IntRepresentation),
    Double,
    Exact,
}

impl Base {
    fn of(ty: &Type, numbers: Numbers) -> Self {
        // Enums have one of these four bases.
        if *ty == Type::Bool {
            Base::Bool
        } else if *ty == Type::Int {
            Base::Int(numbers.int)
        } else if *ty == Type::Number {
            match numbers.number {
                NumberRepresentation::Double => Base::Double,
                NumberRepresentation::Exact => Base::Exact,
            }
        } else {
            Base::Text
        }
    }

    /// A member's value as the pattern or literal by which it is told from the others; `None` if the
    /// base does not hold it.
    fn literal(&self, value: &Literal) -> Option<String> {
        match (self, value) {
            (Base::Text, Literal::String(text)) => Some(literals::string(text)),
            (Base::Bool, Literal::Bool(value)) => Some(value.to_string()),
            (Base::Int(representation), Literal::Number(number)) => {
                let digits = literals::integer(number)?;
                match representation {
                    IntRepresentation::Arbitrary => Some(literals::string(&digits)),
                    IntRepresentation::Int64 => digits.parse::<i64>().ok().map(|_| digits),
                    IntRepresentation::Int32 => digits.parse::<i32>().ok().map(|_| digits),
                }
            }
            (Base::Double, Literal::Number(number)) => Some(literals::double(number)),
            (Base::Exact, Literal::Number(number)) => literals::decimal(number).map(|text| literals::string(&text)),
            (Base::Text | Base::Bool | Base::Int(_) | Base::Double | Base::Exact, _) => None,
        }
    }

    /// The method that gives the value on the wire.
    fn access(&self) -> &'static str {
        match self {
            Base::Text => "as_str",
            Base::Bool | Base::Int(_) | Base::Double | Base::Exact => "value",
        }
    }

    fn derive(&self) -> &'static str {
        match self {
            Base::Text | Base::Int(IntRepresentation::Arbitrary) => {
                "#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]"
            }
            Base::Bool | Base::Int(IntRepresentation::Int64 | IntRepresentation::Int32) => {
                "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]"
            }
            Base::Double => "#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]",
            Base::Exact => "#[derive(Debug, Clone, PartialEq, Eq, Hash)]",
        }
    }
}

/// A member that is printed: its variant and its literal.
struct Member<'m> {
    documentation: &'m Documentation,
    variant: String,
    literal: String,
    /// The value as the schema has it, for people.
    shown: String,
}

impl Lowering<'_, '_> {
    pub(super) fn enumeration(
        &mut self,
        item: Item<'_>,
        declaration: &TypeDeclaration,
        definition: &EnumDefinition,
        name: &str,
        items: &mut Vec<ir::Item>,
    ) {
        let numbers = item.numbers(None);
        let base = Base::of(&definition.base, numbers);
        let ty = self.plain(&definition.base, Context { numbers, owner: None }).to_string();
        let members = self.members(&base, definition, &declaration.origin.path);
        let mut lines = documented(Level::Item, &declaration.documentation, &[]);
        lines.push(base.derive().to_owned());
        let mut variants: Vec<ir::Variant> = members
            .iter()
            .map(|member| ir::Variant {
                lines: documented(Level::Member, member.documentation, &[docs::code(&member.shown)]),
                declaration: names::raw(&member.variant),
            })
            .collect();
        variants.push(ir::Variant {
            lines: vec!["/// A value that the schema did not know. Known ones are never in here.".to_owned()],
            declaration: format!("Unknown({ty})"),
        });
        self.uses_runtime = true;
        items.push(ir::Item::Enum(ir::Enum {
            lines,
            header: layout::header(&format!("pub enum {name}")),
            own_impl: layout::own_impl(name),
            variants,
            access: access(&base, &ty, &members),
            conversions: self.enum_conversions(name, &base, &ty, &members),
            display: matches!(base, Base::Text).then(|| layout::trait_impl("std::fmt::Display", name)),
            conversion: self.enum_conversion(name, &declaration.name, &ty, base.access()),
        }));
    }

    fn members<'m>(&mut self, base: &Base, definition: &'m EnumDefinition, place: &str) -> Vec<Member<'m>> {
        let mut held: Vec<(&'m EnumMember, String)> = Vec::new();
        for member in &definition.members {
            match base.literal(&member.value) {
                Some(literal) if held.iter().all(|(_, other)| *other != literal) => held.push((member, literal)),
                Some(_) => {}
                None => {
                    let message = format!("the enum's type does not hold the value {} in Rust", member.value);
                    self.diagnostics.push(Diagnostic::warning(Code::BadValue, message).at(place));
                }
            }
        }
        let claims: Vec<Claim> = held
            .iter()
            .map(|(member, _)| {
                let wanted = match &member.name {
                    Some(name) => names::type_name(name),
                    None => names::value_name(&member.value),
                };
                Claim::new(member.value.to_string(), wanted)
            })
            .collect();
        let scope = Scope::new(names::RESERVED.iter().copied().chain(["Unknown"]));
        let variants = scope.allocate(&claims, place, self.diagnostics);
        let member = |((member, literal), variant): ((&'m EnumMember, String), String)| Member {
            documentation: &member.documentation,
            variant,
            literal,
            shown: member.value.to_string(),
        };
        held.into_iter().zip(variants).map(member).collect()
    }

    fn enum_conversions(&self, name: &str, base: &Base, ty: &str, members: &[Member<'_>]) -> Vec<ir::EnumConversion> {
        let from = self.std("From").to_string();
        let arms = |unknown: &str, fallback: &str| {
            let mut arms: Vec<String> = members
                .iter()
                .map(|member| layout::arm(12, &member.literal, &format!("Self::{}", names::raw(&member.variant))))
                .collect();
            arms.push(layout::arm(12, fallback, unknown));
            arms
        };
        let by_match = |on: &str, unknown: &str, fallback: &str| ir::EnumBody::Match {
            on: on.to_owned(),
            arms: arms(unknown, fallback),
        };
        let conversion = |ty: &str, body| ir::EnumConversion {
            header: layout::trait_impl(&format!("{from}<{ty}>"), name),
            signature: from_signature(&RustType::path(ty.to_owned())),
            body,
        };
        match base {
            Base::Text => vec![
                conversion("&str", by_match("value", "Self::Unknown(other.to_owned())", "other")),
                conversion(ty, by_match("value.as_str()", "Self::Unknown(value)", "_")),
            ],
            Base::Bool if members.len() == 2 => vec![conversion(
                ty,
                ir::EnumBody::Match {
                    on: "value".to_owned(),
                    arms: members
                        .iter()
                        .map(|member| format!("{} => Self::{},", member.literal, names::raw(&member.variant)))
                        .collect(),
                },
            )],
            Base::Bool | Base::Int(IntRepresentation::Int64 | IntRepresentation::Int32) => {
                vec![conversion(ty, by_match("value", "Self::Unknown(other)", "other"))]
            }
            Base::Int(IntRepresentation::Arbitrary) => {
                vec![conversion(ty, by_match("value.to_string().as_str()", "Self::Unknown(value)", "_"))]
            }
            Base::Double => {
                let tests = members.iter().map(|member| {
                    (format!("value == {}", member.literal), format!("Self::{}", names::raw(&member.variant)))
                });
                let otherwise = "Self::Unknown(value)".to_owned();
                vec![conversion(ty, ir::EnumBody::Compare { tests: tests.collect(), otherwise })]
            }
            Base::Exact => {
                vec![conversion(ty, by_match("value.to_string().as_str()", "Self::Unknown(value)", "_"))]
            }
        }
    }
}

fn access(base: &Base, ty: &str, members: &[Member<'_>]) -> ir::Access {
    let known = |member: &Member<'_>| match base {
        Base::Text | Base::Bool | Base::Double => member.literal.clone(),
        Base::Int(IntRepresentation::Int64 | IntRepresentation::Int32) => member.literal.clone(),
        Base::Int(IntRepresentation::Arbitrary) => format!("rt::integer({})", member.literal),
        Base::Exact => format!("rt::exact({})", member.literal),
    };
    let (signature, unknown) = match base {
        Base::Text => ("pub fn as_str(&self) -> &str {".to_owned(), "value"),
        Base::Bool | Base::Double | Base::Int(IntRepresentation::Int64 | IntRepresentation::Int32) => {
            (format!("pub fn value(&self) -> {ty} {{"), "*value")
        }
        Base::Int(IntRepresentation::Arbitrary) | Base::Exact => {
            (format!("pub fn value(&self) -> {ty} {{"), "value.clone()")
        }
    };
    let mut arms: Vec<String> = members
        .iter()
        .map(|member| layout::arm(12, &format!("Self::{}", names::raw(&member.variant)), &known(member)))
        .collect();
    arms.push(layout::arm(12, "Self::Unknown(value)", unknown));
    ir::Access { signature, arms }
}
