//! Types, resources and functions as declarations of Go.

use super::FileLowering;
use super::fields::{Detail, Group, deprecation};
use crate::backend::go::claims::{ItemNames, constant, names_its_result};
use crate::backend::go::index::numbers;
use crate::backend::go::types::GoType;
use crate::backend::go::{docs, ir, literals};
use crate::backend::{Item, comment_lines, visible};
use crate::model::{
    Definition, Documentation, Function, Package, Property, Resource, ResourceKind, Type, TypeDeclaration,
};

impl FileLowering<'_> {
    /// All that a declaration becomes.
    pub fn item(&mut self, item: Item<'_>, names: &ItemNames, items: &mut Vec<ir::Item>) {
        match item {
            Item::Resource(package, resource) => self.resource(package, resource, names, items),
            Item::Function(package, function) => self.function(package, function, names, items),
            Item::Type(_, declaration) => self.declared(declaration, names, items),
        }
    }

    fn declared(&mut self, declaration: &TypeDeclaration, names: &ItemNames, items: &mut Vec<ir::Item>) {
        let numbers = numbers(declaration, self.context.plan);
        let name = &names.name;
        match &declaration.definition {
            Definition::Object(properties) => {
                let field_names = self.field_names(&[properties], &declaration.origin.path);
                let inside = Some(&declaration.name);
                let group = Group {
                    properties,
                    names: &field_names,
                    numbers,
                    inside,
                    nulls: self.nulls(&declaration.name.package),
                };
                constants(group, name, &names.further, items);
                let doc = self.documentation(&declaration.documentation, &[], name);
                let fields = self.plain_fields(group, Detail::Full, (name, &declaration.name.name));
                items.push(structure(doc, name.clone(), fields));
                self.arguments(group, name, &format!("{name}Input"), Detail::Brief, items);
            }
            Definition::Enum(definition) => {
                let item = self.enumeration(declaration, definition, numbers, names);
                items.push(item);
            }
            Definition::Union(_) => {
                self.union(declaration, numbers, names, items);
            }
            Definition::Alias(Type::Tuple(elements)) => {
                let doc = self.documentation(&declaration.documentation, &[], name);
                let fields = self.tuple_fields(elements, numbers, &declaration.name);
                items.push(structure(doc, name.clone(), fields.plain));
                items.push(ir::Item::Struct(ir::Struct {
                    doc: argument_doc(&format!("{name}Input"), name),
                    name: format!("{name}Input"),
                    fields: fields.input,
                    input_of: Some(name.clone()),
                }));
                self.used.runtime = true;
            }
            Definition::Alias(ty) => {
                let doc = self.documentation(&declaration.documentation, &[], name);
                let found = self.context.index.get(&declaration.name);
                let equals = if found.is_some_and(|found| found.recursive_alias) { "" } else { "= " };
                let shape = self.hidden(ty);
                let own_shape = Some(shape).filter(|shape| equals.is_empty() && !shape.is_empty());
                if equals.is_empty() {
                    self.used.runtime |= own_shape.is_some();
                } else {
                    self.shape_constant(ty, names.further.last(), name, items);
                }
                let ty = self.part(ty, numbers, Some(&declaration.name));
                let (ty, shape) = (self.text(&ty), own_shape.map(|shape| literals::raw(&shape)));
                items.push(ir::Item::Alias(ir::Alias { doc, name: name.clone(), equals, ty, shape }));
            }
        }
    }

    fn resource(&mut self, package: &Package, resource: &Resource, names: &ItemNames, items: &mut Vec<ir::Item>) {
        let name = &names.name;
        let lists = [resource.inputs.as_slice(), &resource.outputs, &resource.state_inputs];
        let field_names = self.field_names(&lists, &resource.origin.path);
        let group = |properties| Group {
            properties,
            names: &field_names,
            numbers: package.numbers,
            inside: None,
            nulls: package.nulls,
        };
        let constant_names = token(names, &resource.token, items);
        constants(group(&resource.inputs), name, constant_names, items);
        let notes = resource_notes(resource);
        let doc = self.documentation(&resource.documentation, &[&notes], name);
        let fields = self.output_fields(group(&resource.outputs));
        items.push(structure(doc, name.clone(), fields));
        let doc = format!("// {name}Outputs is {name} when everything has arrived.\n");
        let outputs = format!("{name}Outputs");
        let fields = self.plain_fields(group(&resource.outputs), Detail::Brief, (&outputs, &resource.token));
        items.push(structure(doc, outputs, fields));
        let token = &resource.token;
        self.argument_structs(group(&resource.inputs), name, ("Args", "Inputs"), token, items);
        if !resource.state_inputs.is_empty() {
            self.argument_structs(group(&resource.state_inputs), name, ("Lookup", "LookupInputs"), token, items);
        }
    }

    fn function(&mut self, package: &Package, function: &Function, names: &ItemNames, items: &mut Vec<ir::Item>) {
        let name = &names.name;
        let field_names = self.field_names(&[&function.inputs], &function.origin.path);
        let group = Group {
            properties: &function.inputs,
            names: &field_names,
            numbers: package.numbers,
            inside: None,
            nulls: package.nulls,
        };
        let constant_names = token(names, &function.token, items);
        constants(group, name, constant_names, items);
        self.argument_structs(group, name, ("Args", "Inputs"), &function.token, items);
        if let Some(result) = function.result.as_ref().filter(|_| !names_its_result(self.context.plan, function)) {
            self.shape_constant(result, names.further.last(), &format!("{name}Result"), items);
        }
        let result = match &function.result {
            Some(ty) => self.plain(ty, package.numbers),
            None => GoType::Runtime("None"),
        };
        let positional = match function.positional.as_slice() {
            [] => String::new(),
            names => format!("Arguments by position: {}.", names.join(", ")),
        };
        let mut doc = self.documentation(&function.documentation, &[&positional], name);
        let answer = if names_its_result(self.context.plan, function) {
            // The result is declared under that name already.
            result
        } else {
            let ty = self.text(&result);
            let lead = format!("// {name}Result is the answer of {name}.\n");
            items.push(ir::Item::Alias(ir::Alias {
                doc: lead,
                name: format!("{name}Result"),
                equals: "= ",
                ty,
                shape: None,
            }));
            GoType::Declared(String::new(), format!("{name}Result"))
        };
        if doc.is_empty() {
            doc = format!("// {name}Output is the answer of {name}, which arrives later.\n");
        }
        let ty = self.text(&answer.output());
        items.push(ir::Item::Alias(ir::Alias { doc, name: format!("{name}Output"), equals: "= ", ty, shape: None }));
    }

    /// A struct of arguments with all documentation, and the plain struct that it becomes.
    fn argument_structs(
        &mut self,
        group: Group<'_>,
        name: &str,
        (suffix, plain_suffix): (&str, &str),
        token: &str,
        items: &mut Vec<ir::Item>,
    ) {
        let (input, plain) = (format!("{name}{suffix}"), format!("{name}{plain_suffix}"));
        self.arguments(group, &plain, &input, Detail::Full, items);
        let doc = format!("// {plain} is {input} when everything has arrived.\n");
        let fields = self.plain_fields(group, Detail::Brief, (&plain, token));
        items.push(structure(doc, plain, fields));
    }

    fn arguments(&mut self, group: Group<'_>, plain: &str, name: &str, detail: Detail, items: &mut Vec<ir::Item>) {
        self.used.runtime = true;
        let fields = self.input_fields(group, detail);
        items.push(ir::Item::Struct(ir::Struct {
            doc: argument_doc(name, plain),
            name: name.to_owned(),
            fields,
            input_of: Some(plain.to_owned()),
        }));
    }

    /// The comment of a declaration.
    pub fn documentation(&self, documentation: &Documentation, notes: &[&str], name: &str) -> String {
        let description = documentation.description.for_language("go");
        let deprecation = deprecation(documentation);
        let mut paragraphs: Vec<&str> = vec![&description];
        paragraphs.extend(notes);
        paragraphs.push(&deprecation);
        docs::top_level(&paragraphs, name)
    }
}

fn structure(doc: String, name: String, fields: Vec<ir::Field>) -> ir::Item {
    ir::Item::Struct(ir::Struct { doc, name, fields, input_of: None })
}

fn argument_doc(name: &str, plain: &str) -> String {
    format!("// {name} is {plain} as an argument: each part may arrive later.\n")
}

/// The constant for the name on the wire; gives the further names that are left.
fn token<'n>(names: &'n ItemNames, token: &str, items: &mut Vec<ir::Item>) -> &'n [String] {
    let Some((name, rest)) = names.further.split_first() else { return &[] };
    items.push(ir::Item::Constant(ir::Constant {
        doc: format!("// {name} is the name of {} on the wire.\n", names.name),
        name: name.clone(),
        value: literals::string(token),
    }));
    rest
}

/// The values that properties always have.
fn constants(group: Group<'_>, owner: &str, names: &[String], items: &mut Vec<ir::Item>) {
    let valued = group.properties.iter().filter_map(|property: &Property| Some((property, constant(property)?)));
    for ((property, value), name) in valued.zip(names) {
        let field = group.names.get(&*property.name).map_or("", String::as_str);
        items.push(ir::Item::Constant(ir::Constant {
            doc: format!("// {name} is what {field} of {owner} always is.\n"),
            name: name.clone(),
            value,
        }));
    }
}

/// What is said of a resource besides its description.
fn resource_notes(resource: &Resource) -> String {
    let mut notes: Vec<String> = Vec::new();
    match resource.kind {
        ResourceKind::Managed => {}
        ResourceKind::Component => notes.push("Made of other resources.".to_owned()),
        ResourceKind::Provider => notes.push("The configuration of the provider.".to_owned()),
        ResourceKind::Ephemeral => notes.push("Opened for one run and not kept.".to_owned()),
    }
    if !resource.methods.is_empty() {
        let methods: Vec<String> =
            resource.methods.iter().map(|method| format!("{} ({})", method.name, method.function)).collect();
        notes.push(format!("Methods: {}.", methods.join(", ")));
    }
    notes.join(" ")
}

/// The comment of a package.
pub fn package_doc(name: &str, module: &[String], package: Option<&Package>) -> String {
    let words = visible(&module.join("/")).replace(['\n', '\r'], " ");
    let summary = if module.is_empty() {
        format!("Package {name} is generated from a schema.")
    } else {
        format!("Package {name} is the module {words}.")
    };
    let description = package.filter(|_| module.is_empty()).and_then(|package| package.info.description.as_deref());
    let description = description.map(|text| comment_lines(text).join("\n")).unwrap_or_default();
    docs::top_level(&[&summary, &description], name)
}
