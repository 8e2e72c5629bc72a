//! Unions: a sealed interface, and a struct for each arm.

use super::FileLowering;
use super::fields::{Row, aligned};
use crate::backend::go::claims::{ItemNames, arms};
use crate::backend::go::{ir, literals};
use crate::model::{Literal, Numbers, Type, TypeDeclaration};
use crate::shapes;

impl FileLowering<'_> {
    /// A union, its variants and their forms as arguments. One that is a single type once everything has
    /// arrived is another name for that type.
    pub fn union(
        &mut self,
        declaration: &TypeDeclaration,
        numbers: Numbers,
        names: &ItemNames,
        items: &mut Vec<ir::Item>,
    ) {
        let union = &names.name;
        let doc = self.documentation(&declaration.documentation, &[], union);
        let arms = arms(declaration);
        if arms.is_empty() {
            let single = crate::shapes::resolved(&declaration.ty());
            let ty = self.plain(&single, numbers);
            self.shape_constant(&single, names.further.last(), union, items);
            let ty = self.text(&ty);
            items.push(ir::Item::Alias(ir::Alias { doc, name: union.clone(), equals: "= ", ty, shape: None }));
            return;
        }
        self.used.runtime = true;
        let marker = format!("is{union}");
        let list = format!("armsOf{union}");
        items.push(ir::Item::Union(ir::Union {
            doc,
            name: union.clone(),
            marker: marker.clone(),
            list: list.clone(),
            arms: self.list(declaration, &arms, names),
        }));
        for (arm, name) in arms.iter().zip(&names.further) {
            let content = match arm {
                Type::None => ir::Content::Null,
                other => {
                    let ty = self.plain(other, numbers);
                    ir::Content::Value(self.text(&ty))
                }
            };
            items.push(ir::Item::Variant(ir::Variant {
                doc: format!("// {name} is {union} as {}.\n", article(arm)),
                name: name.clone(),
                input: format!("{name}Input"),
                union: union.clone(),
                marker: marker.clone(),
                list: list.clone(),
                content,
            }));
        }
    }

    /// The fields that list the arms: which struct holds each, and what the discriminator calls it.
    fn list(&self, declaration: &TypeDeclaration, arms: &[Type], names: &ItemNames) -> Vec<ir::Field> {
        let resolved = shapes::resolved(&declaration.ty());
        let discriminator = match &resolved {
            Type::Union(union) => union.discriminator.as_ref(),
            _ => None,
        };
        let mut first = vec!["_".to_owned(), "tygen.Arms".to_owned()];
        if let Some(discriminator) = discriminator {
            first.push(literals::tags(&[("discriminator", discriminator.property.to_string())]));
        }
        let mut rows = vec![Row { doc: String::new(), cells: first }];
        for (at, (arm, name)) in arms.iter().zip(&names.further).enumerate() {
            let mut pairs = Vec::new();
            let words: Vec<Literal> = discriminator
                .iter()
                .flat_map(|discriminator| &discriminator.mapping)
                .filter(|(_, named)| arms.iter().position(|other| *other == shapes::resolved(named)) == Some(at))
                .map(|(word, _)| Literal::String(word.clone()))
                .collect();
            if !words.is_empty() {
                pairs.push(("when", Literal::List(words).to_string()));
            }
            pairs.extend(Some(("shape", self.hidden(arm))).filter(|(_, shape)| !shape.is_empty()));
            let mut cells = vec![format!("V{at}"), name.clone()];
            if !pairs.is_empty() {
                cells.push(literals::tags(&pairs));
            }
            rows.push(Row { doc: String::new(), cells });
        }
        aligned(rows)
    }
}

/// What an arm is, for a comment.
fn article(arm: &Type) -> String {
    match arm {
        Type::None => "null".to_owned(),
        Type::Named(named) => crate::backend::visible(&named.name.name).replace(['\n', '\r', '\t'], " "),
        other => crate::backend::visible(&other.to_string()).replace(['\n', '\r', '\t'], " "),
    }
}
