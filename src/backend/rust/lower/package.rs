//! Resources and functions.

use super::object::{Conversion, Detail, Form, NamedProperty, Wanted, text_constant};
use super::types::Context;
use super::{Level, Lowering, alias, documented};
use crate::backend::Item;
use crate::backend::rust::types::RustType;
use crate::backend::rust::{docs, ir};
use crate::codec::{Definition, Root};
use crate::model::{Documentation, Function, Method, Resource, Type};
use std::sync::Arc;

impl Lowering<'_, '_> {
    pub(super) fn resource(&mut self, item: Item<'_>, resource: &Resource, name: &str, items: &mut Vec<ir::Item>) {
        let place = &resource.origin.path;
        let inputs = self.named(&resource.inputs, place);
        let outputs = self.named(&resource.outputs, place);
        let token = text_constant("TOKEN", "The resource's token on the wire.", &resource.token);
        let constants = self.constants(item, &outputs, vec![token], place);
        let wanted = Wanted {
            lines: documented(Level::Item, &resource.documentation, &methods(resource)),
            name: name.to_owned(),
            form: Form::Output,
            detail: Detail::Documented,
            owner: None,
            constants,
            conversion: Conversion::None,
        };
        items.push(self.structure(item, &outputs, wanted));
        let root = |root: fn(Arc<str>, Arc<str>) -> Root| root(item.package().name.clone(), resource.token.clone());
        let (of_outputs, of_inputs) = (root(Root::ResourceOutputs), root(Root::ResourceInputs));
        let of_state = root(Root::StateInputs);
        let outputs_wanted = self.bare(resource, (name, "Outputs"), "once they have arrived", of_outputs);
        items.push(self.structure(item, &outputs, outputs_wanted));

        let constants = self.constants(item, &inputs, Vec::new(), place);
        let lines = about(&resource.documentation, &format!("What [`{name}`] is made from."));
        items.push(self.arguments(item, &inputs, (name, "Args", "Inputs"), lines, constants));
        let what = "that it is made from, once they have arrived";
        let inputs_wanted = self.bare(resource, (name, "Inputs"), what, of_inputs);
        items.push(self.structure(item, &inputs, inputs_wanted));

        if !resource.state_inputs.is_empty() {
            let state = self.named(&resource.state_inputs, place);
            let constants = self.constants(item, &state, Vec::new(), place);
            let lines = about(&resource.documentation, &format!("By what an existing [`{name}`] is looked up."));
            let names = (name, "Lookup", "LookupInputs");
            items.push(self.arguments(item, &state, names, lines, constants));
            let what = "that it is looked up by, once they have arrived";
            let wanted = self.bare(resource, (name, "LookupInputs"), what, of_state);
            items.push(self.structure(item, &state, wanted));
        }
    }

    pub(super) fn function(&mut self, item: Item<'_>, function: &Function, name: &str, items: &mut Vec<ir::Item>) {
        let place = &function.origin.path;
        let inputs = self.named(&function.inputs, place);
        let token = text_constant("TOKEN", "The function's token on the wire.", &function.token);
        let constants = self.constants(item, &inputs, vec![token], place);
        let lines = documented(Level::Item, &function.documentation, &positional(function));
        items.push(self.arguments(item, &inputs, (name, "Args", "Inputs"), lines, constants));
        let (package, token) = (item.package().name.clone(), function.token.clone());
        let lines = about(&function.documentation, &format!("The values of [`{name}Args`] once they have arrived."));
        let root = Root::FunctionInputs(package.clone(), token.clone());
        let wanted = plain_values(lines, format!("{name}Inputs"), root);
        items.push(self.structure(item, &inputs, wanted));
        if let Some(result) = &function.result {
            self.result(item, function, result, name, items);
        }
    }

    fn result(&mut self, item: Item<'_>, function: &Function, result: &Type, name: &str, items: &mut Vec<ir::Item>) {
        let plain = self.plain(result, Context { numbers: item.numbers(None), owner: None });
        let package = &item.package().name;
        let result_name = format!("{name}Result");
        // The result's own declaration may have that name already.
        let declared = RustType::path(result_name.clone());
        let is_itself = plain == declared || plain == RustType::path(format!("super::{result_name}"));
        if !is_itself {
            let lines = about(&function.documentation, &format!("What the function of [`{name}Args`] answers."));
            items.push(alias(lines, &result_name, &plain));
            let root = Root::FunctionResult(package.clone(), function.token.clone());
            if let Some(Definition::Alias(codec)) = self.definition(&root) {
                items.extend(self.named_conversion(&result_name, &plain.to_string(), codec));
            }
        }
        let arrived = if is_itself { plain } else { declared };
        let output = self.runtime_of("Output", arrived);
        items.push(alias(
            docs::doc(&format!("What the function of [`{name}Args`] answers, later.")),
            &format!("{name}Output"),
            &output,
        ));
    }

    /// A struct of arguments.
    fn arguments(
        &mut self,
        item: Item<'_>,
        properties: &[NamedProperty<'_>],
        (name, suffix, resolved): (&str, &str, &str),
        lines: ir::Lines,
        constants: Vec<ir::Constant>,
    ) -> ir::Item {
        let wanted = Wanted {
            lines,
            name: format!("{name}{suffix}"),
            form: Form::Input,
            detail: Detail::Documented,
            owner: None,
            constants,
            conversion: Conversion::Arguments(format!("{name}{resolved}")),
        };
        self.structure(item, properties, wanted)
    }

    /// A struct of values that have arrived; people read about them elsewhere.
    fn bare<'w>(&self, resource: &Resource, (name, suffix): (&str, &str), what: &str, root: Root) -> Wanted<'w> {
        let lines = about(&resource.documentation, &format!("The values of [`{name}`] {what}."));
        plain_values(lines, format!("{name}{suffix}"), root)
    }
}

/// What the generator says of a part of something, which is as deprecated as the whole.
fn about(documentation: &Documentation, text: &str) -> ir::Lines {
    docs::doc(text).into_iter().chain(super::deprecated(Level::Item, documentation)).collect()
}

fn plain_values<'w>(lines: ir::Lines, name: String, root: Root) -> Wanted<'w> {
    let (form, detail, conversion) = (Form::Plain, Detail::Bare, Conversion::Plain(root));
    Wanted { lines, name, form, detail, owner: None, constants: Vec::new(), conversion }
}

/// The functions that are called on a resource.
fn methods(resource: &Resource) -> Vec<String> {
    let method =
        |method: &Method| format!("* {}: the function {}", docs::code(&method.name), docs::code(&method.function));
    let methods: Vec<String> = resource.methods.iter().map(method).collect();
    if methods.is_empty() {
        return methods;
    }
    vec!["Functions that are called on it:".to_owned(), methods.join("\n")]
}

fn positional(function: &Function) -> Vec<String> {
    let names: Vec<String> = function.positional.iter().map(|name| docs::code(name)).collect();
    if names.is_empty() { names } else { vec![format!("Arguments by position: {}.", names.join(", "))] }
}
