//! Unions: a sealed interface, and a struct for each arm.

use super::FileLowering;
use crate::backend::go::claims::{ItemNames, arms};
use crate::backend::go::ir;
use crate::model::{Numbers, Type, TypeDeclaration};

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
            items.push(ir::Item::Alias(ir::Alias { doc, name: union.clone(), equals: "= ", ty: self.text(&ty) }));
            return;
        }
        self.used.runtime = true;
        let marker = format!("is{union}");
        items.push(ir::Item::Union(ir::Union { doc, name: union.clone(), marker: marker.clone() }));
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
                content,
            }));
        }
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
