//! From declarations of the model to what is printed: the only place that decides.

use std::sync::Arc;

use super::comments::{self, Remarks};
use super::expression::Expressions;
use super::ir::{Item, Member};
use super::literals;
use super::names;
use super::symbols::{Folder, SourceFile, Symbols, result_is_declared};
use super::types::TsType;
use super::{codecs, enums, imports};
use crate::backend::{self, Plan};
use crate::codec::{Codecs, Root};
use crate::model::{Definition, Documentation, Function, Presence, Property, Resource, Shape, Type, TypeDeclaration};
use crate::shapes;

/// What a file says: its imports and its declarations.
pub(super) fn file<'a>(
    plan: &Plan<'a>,
    symbols: &Symbols<'a>,
    codecs: &Codecs,
    folder: &Folder<'a>,
    file: &SourceFile<'a>,
) -> (Vec<String>, Vec<Item>) {
    let mut lowering = Lowering {
        plan,
        expressions: Expressions::new(symbols, codecs, folder, &file.stem),
        symbols,
        codecs,
        items: Vec::new(),
    };
    for (name, item) in &file.items {
        lowering.expressions.numbers = item.numbers(None);
        match item {
            backend::Item::Resource(_, resource) => lowering.resource(item, name, resource),
            backend::Item::Function(_, function) => lowering.function(item, name, function),
            backend::Item::Type(_, declaration) => lowering.declaration(item, name, declaration),
        }
    }
    (imports::statements(&lowering.expressions.imports, &folder.path), lowering.items)
}

/// In which form properties are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All arrived.
    Plain,
    /// What a program passes.
    Input,
    /// What a resource offers.
    Output,
}

/// How much is said about each property.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// All that the schema says.
    Everything,
    /// That it is deprecated: the rest stands at another form of the same property.
    Deprecation,
}

struct Lowering<'s, 'a> {
    plan: &'s Plan<'a>,
    symbols: &'s Symbols<'a>,
    codecs: &'s Codecs,
    expressions: Expressions<'s, 'a>,
    items: Vec<Item>,
}

impl Lowering<'_, '_> {
    fn resource(&mut self, item: &backend::Item<'_>, name: &str, resource: &Resource) {
        let methods = resource.methods.iter().map(|method| format!("`{}` calls `{}`.", method.name, method.function));
        let remarks = Remarks { notes: methods.collect(), ..Remarks::default() };
        let comment = comments::comment(&resource.documentation, &remarks, 0);
        self.interface(item, comment, name.to_owned(), &resource.outputs, Form::Output, Telling::Everything);
        self.forms(item, name, "Args", "Inputs", &resource.inputs, &resource.documentation);
        let comment = about("", &resource.documentation);
        self.interface(item, comment, format!("{name}Outputs"), &resource.outputs, Form::Plain, Telling::Deprecation);
        let key = || (item.package().name.clone(), resource.token.clone());
        let (package, token) = key();
        let [inputs, outputs] = [format!("{name}Inputs"), format!("{name}Outputs")];
        self.codec(&Root::ResourceInputs(package, token), &inputs, &format!("{name}Args"), &resource.inputs);
        let (package, token) = key();
        self.codec(&Root::ResourceOutputs(package, token), &outputs, &outputs, &resource.outputs);
        if !resource.state_inputs.is_empty() {
            self.forms(item, name, "Lookup", "LookupInputs", &resource.state_inputs, &resource.documentation);
            let (package, token) = key();
            let root = Root::StateInputs(package, token);
            self.codec(&root, &format!("{name}LookupInputs"), &format!("{name}Lookup"), &resource.state_inputs);
        }
        self.token(String::new(), name, &resource.token);
    }

    fn function(&mut self, item: &backend::Item<'_>, name: &str, function: &Function) {
        let documentation = &function.documentation;
        self.forms(item, name, "Args", "Inputs", &function.inputs, documentation);
        let key = || (item.package().name.clone(), function.token.clone());
        let (package, token) = key();
        let root = Root::FunctionInputs(package, token);
        self.codec(&root, &format!("{name}Inputs"), &format!("{name}Args"), &function.inputs);
        let result = match (&function.result, result_is_declared(self.plan, function)) {
            (_, true) => None,
            (None, false) => Some(TsType::Keyword("void")),
            (Some(ty), false) => Some(self.expressions.ty(&shapes::resolved(ty))),
        };
        if let Some(result) = result {
            let result_name = format!("{name}Result");
            let output = TsType::generic("Output", TsType::Name(result_name.as_str().into()));
            let comment = about(&format!("What {{@link {name}Token}} answers."), documentation);
            self.alias(comment, &result_name, &result);
            let comment = about("", documentation);
            self.alias(comment, &format!("{name}Output"), &output);
            let (package, token) = key();
            self.codec(&Root::FunctionResult(package, token), &result_name, &result_name, &[]);
        }
        let mut notes = Vec::new();
        if !function.positional.is_empty() {
            notes.push(format!("Arguments by position: {}.", function.positional.join(", ")));
        }
        let comment = comments::comment(documentation, &Remarks { notes, ..Remarks::default() }, 0);
        self.token(comment, name, &function.token);
    }

    fn declaration(&mut self, item: &backend::Item<'_>, name: &str, declaration: &TypeDeclaration) {
        let documentation = &declaration.documentation;
        let comment = comments::comment(documentation, &Remarks::default(), 0);
        let input_name =
            self.symbols.types.get(&declaration.name).map_or_else(|| Arc::from(name), |symbol| symbol.input.clone());
        match &declaration.definition {
            Definition::Object(properties) => {
                self.interface(item, comment.clone(), name.to_owned(), properties, Form::Plain, Telling::Everything);
                self.interface(item, comment, input_name.to_string(), properties, Form::Input, Telling::Everything);
            }
            Definition::Enum(definition) => {
                let lowered = enums::lower(name, definition, comment.clone(), &mut self.expressions);
                self.items.push(lowered.values);
                self.alias(comment, name, &lowered.ty);
            }
            Definition::Union(definition) => {
                let plain: Vec<TsType> =
                    definition.arms.iter().map(|arm| self.expressions.ty(&shapes::resolved(arm))).collect();
                self.alias(comment.clone(), name, &TsType::union(plain));
                let union = Type::union(definition.arms.iter().cloned());
                self.input_alias(comment, name, &input_name, &union);
            }
            Definition::Alias(ty) => {
                let plain = self.expressions.ty(&shapes::resolved(ty));
                self.alias(comment.clone(), name, &plain);
                self.input_alias(comment, name, &input_name, ty);
            }
        }
        let output = TsType::generic("Output", TsType::Name(name.into()));
        let comment = about("", documentation);
        self.alias(comment, &format!("{name}Output"), &output);
        let properties: &[Property] = match &declaration.definition {
            Definition::Object(properties) => properties,
            Definition::Enum(_) | Definition::Union(_) | Definition::Alias(_) => &[],
        };
        self.codec(&Root::Type(declaration.name.clone()), name, &input_name, properties);
    }

    /// How values of a type are read and written, for one that has a codec.
    fn codec(&mut self, root: &Root, plain: &str, input: &str, properties: &[Property]) {
        if let Some(definition) = self.codecs.definition(root) {
            let named = codecs::Named { plain, input };
            let text = codecs::lower(&named, definition, properties, &mut self.expressions);
            self.statement(String::new(), text);
        }
    }

    /// What an argument of the type is, without the `Input<…>` that stands where it is used.
    fn input_alias(&mut self, comment: String, name: &str, input_name: &str, ty: &Type) {
        if name != input_name {
            let input = self.expressions.ty(&shapes::input_shape(ty)).without_input();
            self.alias(comment, input_name, &input);
        }
    }

    /// The same properties as a program passes them, and all arrived: the second says no more of itself,
    /// since there are thousands of them.
    fn forms(
        &mut self,
        item: &backend::Item<'_>,
        name: &str,
        input: &str,
        plain: &str,
        properties: &[Property],
        documentation: &Documentation,
    ) {
        let lead = match item {
            backend::Item::Resource(..) if input == "Lookup" => format!("By what a {{@link {name}}} is found."),
            backend::Item::Resource(..) => format!("The arguments of a {{@link {name}}}."),
            backend::Item::Function(..) | backend::Item::Type(..) => format!("The arguments of {{@link {name}Token}}."),
        };
        let comment = about(&lead, documentation);
        self.interface(item, comment, format!("{name}{input}"), properties, Form::Input, Telling::Everything);
        let comment = about("", documentation);
        self.interface(item, comment, format!("{name}{plain}"), properties, Form::Plain, Telling::Deprecation);
    }

    fn interface(
        &mut self,
        item: &backend::Item<'_>,
        comment: String,
        name: String,
        properties: &[Property],
        form: Form,
        telling: Telling,
    ) {
        let members = properties.iter().map(|property| self.member(item, property, form, telling)).collect();
        self.items.push(Item::Interface { comment, name, members });
    }

    fn member(&mut self, item: &backend::Item<'_>, property: &Property, form: Form, telling: Telling) -> Member {
        self.expressions.numbers = item.numbers(Some(property));
        let may_be_absent = match (&property.presence, form) {
            (Presence::Required, _) | (Presence::Default(_), Form::Plain | Form::Output) => false,
            (Presence::Optional, _) | (Presence::Default(_), Form::Input) => true,
        };
        let (ty, mark) = match (form, may_be_absent) {
            (Form::Plain, false) => (self.plain(property), ""),
            (Form::Plain, true) => (self.plain(property), "?"),
            (Form::Input, false) => (self.argument(property), ""),
            (Form::Input, true) => (or_undefined(self.argument(property)), "?"),
            (Form::Output, false) => (TsType::generic("Output", self.plain(property)), ""),
            (Form::Output, true) => (TsType::generic("Output", self.plain(property).or_undefined()), ""),
        };
        self.expressions.uses(&ty);
        self.expressions.numbers = item.numbers(None);
        let name = property.naming.for_language("ts").unwrap_or(&property.name);
        let name = names::property(name);
        let mut text = String::with_capacity(48);
        text.extend(["readonly ", &name, mark, ": "]);
        let column = 2 + text.chars().count();
        ty.print_member(2, column, &mut text);
        let comment = match telling {
            Telling::Everything => comments::property(property, 2),
            Telling::Deprecation => comments::deprecation(&property.documentation, 2),
        };
        Member { comment, text }
    }

    fn plain(&mut self, property: &Property) -> TsType {
        self.constant(property).unwrap_or_else(|| self.expressions.ty(&shapes::resolved(&property.ty)))
    }

    fn argument(&mut self, property: &Property) -> TsType {
        match (&property.input, self.constant(property)) {
            (Some(input), _) => self.expressions.ty(input),
            (None, Some(constant)) => TsType::generic("Input", constant),
            (None, None) => self.expressions.ty(&shapes::input_shape(&property.ty)),
        }
    }

    /// The type of a property that has but one value.
    fn constant(&self, property: &Property) -> Option<TsType> {
        let constant = property.constant.as_ref()?;
        let base = match shapes::resolved(&property.ty) {
            Type::Named(named) if named.shapes.last() == Some(&Shape::Resolved) => self.enum_base(&named.name)?,
            other => other,
        };
        let literal = literals::primitive(constant, &base, self.expressions.numbers)?;
        Some(TsType::Literal(literal.into()))
    }

    fn enum_base(&self, name: &crate::model::TypeName) -> Option<Type> {
        match &self.plan.schema.declaration(name)?.definition {
            Definition::Enum(definition) => Some(definition.base.clone()),
            Definition::Alias(ty) => Some(ty.clone()),
            Definition::Object(_) | Definition::Union(_) => None,
        }
    }

    fn alias(&mut self, comment: String, name: &str, ty: &TsType) {
        self.expressions.uses(ty);
        self.statement(comment, ty.alias(name));
    }

    fn statement(&mut self, comment: String, text: String) {
        self.items.push(Item::Statement { comment, text });
    }

    fn token(&mut self, comment: String, name: &str, token: &str) {
        let token = literals::string(token);
        let line = format!("export const {name}Token = {token};");
        let fits = line.chars().count() <= super::layout::WIDTH;
        let text = if fits { line } else { format!("export const {name}Token =\n  {token};") };
        self.statement(comment, text);
    }
}

/// An optional argument may be an output of nothing.
fn or_undefined(ty: TsType) -> TsType {
    match ty {
        TsType::Generic("Input", element) => TsType::generic("Input", element.or_undefined()),
        other => other.or_undefined(),
    }
}

/// A sentence of the generator's own, and that the declaration is deprecated.
fn about(lead: &str, documentation: &Documentation) -> String {
    let documentation = Documentation { description: Default::default(), deprecated: documentation.deprecated.clone() };
    let lead = (!lead.is_empty()).then_some(lead);
    comments::comment(&documentation, &Remarks { lead, ..Remarks::default() }, 0)
}
