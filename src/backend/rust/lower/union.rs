//! Unions: enums with a variant per arm.

use super::conversion::Variants;
use super::types::Context;
use super::{DERIVE, Level, Lowering, alias, documented, from_signature};
use crate::backend::rust::types::RustType;
use crate::backend::rust::{docs, ir, layout, names};
use crate::backend::{Claim, Item, Scope};
use crate::model::{Definition, Numbers, Type, TypeDeclaration, UnionDefinition, UnionType};
use crate::shapes::resolved;

impl Lowering<'_, '_> {
    pub(super) fn union(
        &mut self,
        item: Item<'_>,
        declaration: &TypeDeclaration,
        definition: &UnionDefinition,
        name: &str,
        items: &mut Vec<ir::Item>,
    ) {
        // Arms that differ in promise and output alone are one arm of what has arrived.
        let arms = match UnionType::of(definition.arms.iter().map(resolved), None) {
            Type::Union(union) => union.arms().to_vec(),
            only => vec![only],
        };
        let claims: Vec<Claim> = arms.iter().map(|arm| Claim::new(arm.to_string(), self.variant_name(arm))).collect();
        let variants =
            Scope::new(names::RESERVED.iter().copied()).allocate(&claims, &declaration.origin.path, self.diagnostics);
        let context = Context { numbers: item.numbers(None), owner: Some(&declaration.name) };
        let unboxed = Context { owner: None, ..context };

        let [conversion, input_conversion] =
            self.union_conversions(name, &declaration.name, &Variants { arms: &arms, names: &variants });
        let types = arms.iter().map(|arm| (self.plain(arm, context), self.plain(arm, unboxed))).collect();
        let property = definition.discriminator.iter().map(|it| docs::code(&it.property));
        let notes: Vec<String> =
            property.map(|property| format!("The property {property} says which it is.")).collect();
        let lines = documented(Level::Item, &declaration.documentation, &notes);
        items.push(self.variants(
            name,
            conversion,
            lines,
            context.numbers,
            Arms { arms: &arms, names: &variants, types },
        ));

        let types = arms.iter().map(|arm| (self.inner_input(arm, context), self.inner_input(arm, unboxed))).collect();
        let lines = docs::doc(&format!("[`{name}`] in arguments."));
        let input = format!("{name}Input");
        let arms = Arms { arms: &arms, names: &variants, types };
        items.push(self.variants(&input, input_conversion, lines, context.numbers, arms));

        let output = self.runtime_of("Output", RustType::path(name.to_owned()));
        items.push(alias(docs::doc(&format!("[`{name}`] that arrives later.")), &format!("{name}Output"), &output));
    }

    fn variants(
        &mut self,
        name: &str,
        conversion: ir::Lines,
        mut lines: ir::Lines,
        numbers: Numbers,
        arms: Arms<'_>,
    ) -> ir::Item {
        lines.push(DERIVE.to_owned());
        let mut variants = Vec::new();
        let mut conversions = Vec::new();
        let expanded: Vec<String> = arms.arms.iter().map(|arm| self.expanded(arm, numbers)).collect();
        let from = self.std("From");
        for (((arm, variant), (ty, unboxed)), own) in arms.arms.iter().zip(arms.names).zip(&arms.types).zip(&expanded) {
            let variant = names::raw(variant);
            if *arm == Type::None {
                variants.push(ir::Variant { lines: Vec::new(), declaration: variant });
                continue;
            }
            variants.push(ir::Variant { lines: Vec::new(), declaration: layout::variant(&variant, ty) });
            // Two arms of one type in Rust: only the program knows which it means.
            if expanded.iter().filter(|other| *other == own).count() > 1 {
                continue;
            }
            let value = if ty == unboxed { "value".to_owned() } else { format!("{}::new(value)", self.std("Box")) };
            let conversion = |from_type: &RustType, value: &str| ir::Conversion {
                header: layout::trait_impl(&format!("{from}<{from_type}>"), name),
                signature: from_signature(from_type),
                expression: format!("Self::{variant}({value})"),
            };
            conversions.push(conversion(unboxed, &value));
            if *arm == Type::String {
                conversions.push(conversion(&RustType::path("&str"), "value.to_owned()"));
            }
        }
        self.uses_runtime = true;
        ir::Item::Union(ir::Union {
            lines,
            header: layout::header(&format!("pub enum {name}")),
            variants,
            conversions,
            conversion,
        })
    }

    /// What the variant of an arm is called, before anybody else wants that name.
    fn variant_name(&self, arm: &Type) -> String {
        match arm {
            Type::None => "None".to_owned(),
            Type::Bool => "Bool".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::String => "String".to_owned(),
            Type::Any => "Any".to_owned(),
            Type::Asset => "Asset".to_owned(),
            Type::Archive => "Archive".to_owned(),
            Type::Resource(token) => names::type_name(token.rsplit([':', '/']).next().unwrap_or(token)),
            Type::Capsule(name) => names::type_name(name),
            Type::List(element) => format!("{}List", self.variant_name(element)),
            Type::Set(element) => format!("{}Set", self.variant_name(element)),
            Type::Map(element) => format!("{}Map", self.variant_name(element)),
            Type::Named(named) => match self.index.declared(&named.name) {
                Some(declared) => declared.name.clone(),
                None => names::type_name(&named.name.name),
            },
            Type::Union(union) => match union.arms().iter().find(|arm| **arm != Type::None) {
                Some(other) => format!("Nullable{}", self.variant_name(other)),
                None => "None".to_owned(),
            },
            Type::Promise(element) | Type::Output(element) => self.variant_name(element),
            Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => "Other".to_owned(),
        }
    }

    /// What a type is for the compiler: two texts are equal if the types are one in Rust.
    fn expanded(&mut self, ty: &Type, numbers: Numbers) -> String {
        match ty {
            Type::List(element) | Type::Set(element) => format!("Vec<{}>", self.expanded(element, numbers)),
            Type::Map(element) => format!("Map<{}>", self.expanded(element, numbers)),
            Type::Union(union) => {
                let arms: Vec<String> = union.arms().iter().map(|arm| self.expanded(arm, numbers)).collect();
                format!("union({})", arms.join(", "))
            }
            Type::Named(named) => {
                let index = self.index;
                match index.declared(&named.name) {
                    Some(declared) if !index.is_endless(&named.name) => match &declared.declaration.definition {
                        Definition::Alias(Type::Tuple(_)) => ty.to_string(),
                        Definition::Alias(inner) => {
                            let own = declared.declaration.numbers.unwrap_or(declared.package.numbers);
                            self.expanded(&resolved(inner), own)
                        }
                        Definition::Object(_) | Definition::Enum(_) | Definition::Union(_) => ty.to_string(),
                    },
                    Some(_) | None => ty.to_string(),
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
            | Type::Tuple(_)
            | Type::Object(_)
            | Type::Enum(_)
            | Type::Promise(_)
            | Type::Output(_) => self.plain(ty, Context { numbers, owner: None }).to_string(),
        }
    }
}

/// The arms of a union, the variants for them, and their types: as they stand in the variant, and
/// without the box that recursion may need there.
struct Arms<'u> {
    arms: &'u [Type],
    names: &'u [String],
    types: Vec<(RustType, RustType)>,
}
