//! Properties as fields of structs.

use std::collections::BTreeMap;

use super::FileLowering;
use crate::backend::go::types::{self, Form, GoType};
use crate::backend::go::{claims, docs, ir, literals};
use crate::backend::{Claim, Scope};
use crate::model::{Documentation, Literal, Numbers, Presence, Property, Type, TypeName};

/// The method that structs of arguments have; no field may have its name.
const METHODS: [&str; 1] = ["ToOutput"];

/// The fields' names, by the name on the wire.
pub type FieldNames<'a> = BTreeMap<&'a str, String>;

/// What the properties of one struct have in common.
#[derive(Clone, Copy)]
pub struct Group<'g> {
    /// The properties.
    pub properties: &'g [Property],
    /// Their names.
    pub names: &'g FieldNames<'g>,
    /// How numbers are held where a property does not say.
    pub numbers: Numbers,
    /// The declared type that they are directly inside of.
    pub inside: Option<&'g TypeName>,
}

/// How much is said of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Everything.
    Full,
    /// What tools must see; the rest is said elsewhere.
    Brief,
}

impl FileLowering<'_> {
    /// Names the fields for properties that one declaration has in several lists.
    pub fn field_names<'p>(&mut self, lists: &[&'p [Property]], path: &str) -> FieldNames<'p> {
        let mut properties: BTreeMap<&str, &Property> = BTreeMap::new();
        for property in lists.iter().copied().flatten() {
            properties.entry(&property.name).or_insert(property);
        }
        let claims: Vec<Claim> = properties
            .iter()
            .map(|(wire, property)| Claim::new(*wire, claims::chosen(&property.naming, wire)))
            .collect();
        let names = Scope::new(METHODS).allocate(&claims, path, &mut self.diagnostics);
        properties.into_keys().zip(names).collect()
    }

    /// The fields of a plain struct.
    pub fn plain_fields(&mut self, group: Group<'_>, detail: Detail) -> Vec<ir::Field> {
        let rows = group.properties.iter().map(|property| {
            let ty = self.plain_field(property, group);
            let tag = literals::tag(&property.name, property.presence != Presence::Required);
            Row { doc: doc(property, detail), cells: vec![name(group, property), self.text(&ty), tag] }
        });
        let rows: Vec<Row> = rows.collect();
        aligned(rows)
    }

    /// The fields of a struct of arguments, and how they become those of the plain struct.
    pub fn input_fields(&mut self, group: Group<'_>, detail: Detail) -> (Vec<ir::Field>, Vec<ir::Part>) {
        let mut rows = Vec::with_capacity(group.properties.len());
        let mut parts = Vec::with_capacity(group.properties.len());
        for property in group.properties {
            let stays_plain = property.input.as_ref().is_some_and(|input| !types::may_arrive_later(input));
            let numbers = property.numbers.unwrap_or(group.numbers);
            let (ty, getter) = if stays_plain {
                (self.plain_field(property, group), ir::Getter::Copied)
            } else {
                self.used.runtime = true;
                let getter = self.getter(property, group);
                (self.part(&property.ty, numbers, group.inside).input(), getter)
            };
            let field = name(group, property);
            rows.push(Row { doc: doc(property, detail), cells: vec![field.clone(), self.text(&ty)] });
            parts.push(ir::Part {
                field,
                getter,
                step: format!("tygen.Attribute({})", literals::string(&property.name)),
            });
        }
        (aligned(rows), parts)
    }

    /// The fields of a resource: each arrives later.
    pub fn output_fields(&mut self, group: Group<'_>) -> Vec<ir::Field> {
        let rows = group.properties.iter().map(|property| {
            let ty = self.plain_field(property, group).output();
            Row { doc: doc(property, Detail::Full), cells: vec![name(group, property), self.text(&ty)] }
        });
        let rows: Vec<Row> = rows.collect();
        aligned(rows)
    }

    /// The fields of a tuple, plain and as an argument.
    pub fn tuple_fields(&mut self, elements: &[Type], numbers: Numbers, inside: &TypeName) -> TupleFields {
        let mut plain = Vec::new();
        let mut input = Vec::new();
        let mut parts = Vec::new();
        for (at, element) in elements.iter().enumerate() {
            let field = format!("V{at}");
            let ty = self.part(element, numbers, Some(inside));
            let boxed = self.is_endless(element, Some(inside));
            let held = if boxed { ty.clone().pointer() } else { ty.clone() };
            plain.push(Row { doc: String::new(), cells: vec![field.clone(), self.text(&held)] });
            input.push(Row { doc: String::new(), cells: vec![field.clone(), self.text(&ty.input())] });
            let getter = ir::Getter::Runtime(if boxed { "BoxedPart" } else { "Part" });
            parts.push(ir::Part { field, getter, step: format!("tygen.Index({at})") });
        }
        TupleFields { plain: aligned(plain), input: aligned(input), parts }
    }

    /// The type of a property's field in a plain struct.
    fn plain_field(&self, property: &Property, group: Group<'_>) -> GoType {
        let numbers = property.numbers.unwrap_or(group.numbers);
        if property.presence != Presence::Required {
            let ty = self.plain(&property.ty, numbers);
            return match types::form(&property.ty, numbers, self.context.index) {
                Form::Nilable => ty,
                Form::Struct | Form::Value => ty.pointer(),
            };
        }
        let ty = self.part(&property.ty, numbers, group.inside);
        if self.is_endless(&property.ty, group.inside) { ty.pointer() } else { ty }
    }

    fn getter(&self, property: &Property, group: Group<'_>) -> ir::Getter {
        let numbers = property.numbers.unwrap_or(group.numbers);
        let is_required = property.presence == Presence::Required;
        let is_comparable = matches!(self.plain(&property.ty, numbers), GoType::Predeclared(_));
        if let Some(constant) = claims::constant(property).filter(|_| is_required && is_comparable && !property.secret)
        {
            return ir::Getter::Constant(constant);
        }
        let function = match types::form(&property.ty, numbers, self.context.index) {
            _ if is_required && self.is_endless(&property.ty, group.inside) => "BoxedPart",
            _ if is_required => "Part",
            Form::Nilable => "NilablePart",
            Form::Struct | Form::Value => "OptionalPart",
        };
        if property.secret { ir::Getter::RuntimeSecret(function) } else { ir::Getter::Runtime(function) }
    }
}

/// The fields of a tuple.
pub struct TupleFields {
    pub plain: Vec<ir::Field>,
    pub input: Vec<ir::Field>,
    pub parts: Vec<ir::Part>,
}

fn name(group: Group<'_>, property: &Property) -> String {
    group.names.get(&*property.name).cloned().unwrap_or_default()
}

/// The paragraph by which tools know what should not be used any more.
pub fn deprecation(documentation: &Documentation) -> String {
    match &documentation.deprecated {
        Some(reason) if reason.is_empty() => "Deprecated: do not use it any more.".to_owned(),
        Some(reason) => format!("Deprecated: {}", reason.for_language("go")),
        None => String::new(),
    }
}

fn doc(property: &Property, detail: Detail) -> String {
    let deprecation = deprecation(&property.documentation);
    if detail == Detail::Brief {
        return docs::inner(&[&deprecation]);
    }
    let description = property.documentation.description.for_language("go");
    docs::inner(&[&description, &notes(property), &deprecation])
}

/// What the schema says of a property besides its description, in a sentence each.
fn notes(property: &Property) -> String {
    let mut notes: Vec<String> = Vec::new();
    if let Some(constant) = &property.constant {
        notes.push(format!("Always {}.", short(constant)));
    }
    if let Presence::Default(default) = &property.presence {
        notes.push(format!("Default: {}.", short(default)));
    }
    if !property.environment.is_empty() {
        notes.push(format!("Taken from the environment: {}.", property.environment.join(", ")));
    }
    if property.secret {
        notes.push("Secret.".to_owned());
    }
    if matches!(property.ty, Type::Set(_)) {
        notes.push("The elements are a set.".to_owned());
    }
    notes.join(" ")
}

/// A literal in a comment: the schema's notation, cut where it gets long.
fn short(literal: &Literal) -> String {
    let text = literal.to_string();
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A line before alignment.
pub struct Row {
    /// Comment, ready to print.
    pub doc: String,
    /// The cells of the line, all rows as many.
    pub cells: Vec<String>,
}

/// Aligns lines as gofmt does: cells of one column are equally wide in lines that follow each other
/// with no comment in between.
pub fn aligned(rows: Vec<Row>) -> Vec<ir::Field> {
    let mut fields = Vec::with_capacity(rows.len());
    let mut start = 0;
    while start < rows.len() {
        let run = rows[start + 1..].iter().take_while(|row| row.doc.is_empty()).count() + 1;
        let rows = &rows[start..start + run];
        let columns = rows[0].cells.len();
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.cells.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns.saturating_sub(1)).map(width).collect();
        fields.extend(rows.iter().map(|row| ir::Field { doc: row.doc.clone(), line: padded(&row.cells, &widths) }));
        start += run;
    }
    fields
}

fn padded(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::with_capacity(cells.iter().map(String::len).sum::<usize>() + 16);
    for (at, cell) in cells.iter().enumerate() {
        line.push_str(cell);
        if let Some(width) = widths.get(at) {
            let missing = width.saturating_sub(cell.chars().count()) + 1;
            line.extend(std::iter::repeat_n(' ', missing));
        }
    }
    line
}
