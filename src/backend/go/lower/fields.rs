//! Properties as fields of structs.

use std::collections::BTreeMap;

use super::FileLowering;
use crate::backend::go::types::{self, Form, GoType};
use crate::backend::go::{claims, docs, hidden, ir, literals};
use crate::backend::{Claim, Scope};
use crate::model::{Documentation, Literal, NullReading, Numbers, Presence, Property, Type, TypeName};

/// The method that structs of arguments have; no field may have its name.
const METHODS: [&str; 1] = ["InputOf"];

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
    /// What null means.
    pub nulls: NullReading,
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

    /// What null means in the values of a package.
    pub fn nulls(&self, package: &str) -> NullReading {
        self.context.plan.schema.packages.get(package).map(|package| package.nulls).unwrap_or_default()
    }

    /// The fields of a plain struct, whose tags say how values are read. `names` are the struct's in Go and
    /// the one in messages.
    pub fn plain_fields(&mut self, group: Group<'_>, detail: Detail, names: (&str, &str)) -> Vec<ir::Field> {
        let mut own: Vec<(&str, String)> = Vec::new();
        own.extend((names.0 != names.1).then(|| ("name", names.1.to_owned())));
        own.extend(match group.nulls {
            NullReading::Value => None,
            NullReading::Absent => Some(("nulls", "absent".to_owned())),
        });
        let mut rows = Vec::with_capacity(group.properties.len() + 1);
        if !own.is_empty() {
            self.used.runtime = true;
            let cells = vec!["_".to_owned(), "tygen.Object".to_owned(), literals::tags(&own)];
            rows.push(Row { doc: String::new(), cells });
        }
        for property in group.properties {
            let absent = self.may_be_absent(property);
            let ty = self.plain_field(property, group, absent);
            let tag = literals::tags(&self.field_tags(property, absent));
            rows.push(Row { doc: doc(property, detail), cells: vec![name(group, property), self.text(&ty), tag] });
        }
        aligned(rows)
    }

    /// What is to be known of an attribute to read it.
    fn field_tags(&self, property: &Property, absent: bool) -> Vec<(&'static str, String)> {
        let mut pairs = vec![("json", literals::json_name(&property.name, absent))];
        pairs.extend(Some(("shape", self.hidden(&property.ty))).filter(|(_, shape)| !shape.is_empty()));
        pairs.extend(property.secret.then(|| ("tygen", "secret".to_owned())));
        pairs.extend(property.constant.as_ref().map(|constant| ("const", constant.to_string())));
        if let Presence::Default(default) = &property.presence
            && !absent
        {
            pairs.push(("default", default.to_string()));
        }
        pairs
    }

    /// The fields of a struct of arguments.
    pub fn input_fields(&mut self, group: Group<'_>, detail: Detail) -> Vec<ir::Field> {
        let mut rows = vec![Row { doc: String::new(), cells: vec!["_".to_owned(), "tygen.Arguments".to_owned()] }];
        for property in group.properties {
            let stays_plain = stays_plain(property);
            let numbers = property.numbers.unwrap_or(group.numbers);
            let ty = if stays_plain {
                self.plain_field(property, group, property.presence != Presence::Required)
            } else {
                self.part(&property.ty, numbers, group.inside).input()
            };
            let mut cells = vec![name(group, property), self.text(&ty)];
            if stays_plain {
                cells.push(literals::tags(&[("tygen", "plain".to_owned())]));
            }
            rows.push(Row { doc: doc(property, detail), cells });
        }
        aligned(rows)
    }

    /// The fields of a resource: each arrives later.
    pub fn output_fields(&mut self, group: Group<'_>) -> Vec<ir::Field> {
        let rows = group.properties.iter().map(|property| {
            let ty = self.plain_field(property, group, self.may_be_absent(property)).output();
            Row { doc: doc(property, Detail::Full), cells: vec![name(group, property), self.text(&ty)] }
        });
        let rows: Vec<Row> = rows.collect();
        aligned(rows)
    }

    /// The fields of a tuple, plain and as an argument.
    pub fn tuple_fields(&mut self, elements: &[Type], numbers: Numbers, inside: &TypeName) -> TupleFields {
        let marker = |name: &str| Row { doc: String::new(), cells: vec!["_".to_owned(), format!("tygen.{name}")] };
        let (mut plain, mut input) = (vec![marker("Tuple")], vec![marker("Arguments")]);
        for (at, element) in elements.iter().enumerate() {
            let field = format!("V{at}");
            let ty = self.part(element, numbers, Some(inside));
            let boxed = self.is_endless(element, Some(inside));
            let held = if boxed { ty.clone().pointer() } else { ty.clone() };
            let mut cells = vec![field.clone(), self.text(&held)];
            let shape = self.hidden(element);
            if !shape.is_empty() {
                cells.push(literals::tags(&[("shape", shape)]));
            }
            plain.push(Row { doc: String::new(), cells });
            input.push(Row { doc: String::new(), cells: vec![field, self.text(&ty.input())] });
        }
        TupleFields { plain: aligned(plain), input: aligned(input) }
    }

    /// The type of a property's field in a plain struct.
    fn plain_field(&self, property: &Property, group: Group<'_>, absent: bool) -> GoType {
        let numbers = property.numbers.unwrap_or(group.numbers);
        if absent {
            let ty = self.plain(&property.ty, numbers);
            return match types::form(&property.ty, numbers, self.context.index) {
                Form::Nilable => ty,
                Form::Struct | Form::Value => ty.pointer(),
            };
        }
        let ty = self.part(&property.ty, numbers, group.inside);
        if self.is_endless(&property.ty, group.inside) { ty.pointer() } else { ty }
    }

    /// Whether a property may be absent even when everything has arrived: not if it has a default, unless
    /// that is null and null is no value of the type.
    fn may_be_absent(&self, property: &Property) -> bool {
        match &property.presence {
            Presence::Required => false,
            Presence::Optional => true,
            Presence::Default(Literal::Null) => !hidden::takes_null(&property.ty, self.context.plan),
            Presence::Default(_) => false,
        }
    }
}

/// Whether the schema wants a plain value even in a struct of arguments.
pub fn stays_plain(property: &Property) -> bool {
    property.input.as_ref().is_some_and(|input| !types::may_arrive_later(input))
}

/// The fields of a tuple.
pub struct TupleFields {
    pub plain: Vec<ir::Field>,
    pub input: Vec<ir::Field>,
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
    /// The cells of the line.
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
        fields.extend((0..run).map(|at| ir::Field { doc: rows[at].doc.clone(), line: padded(rows, at) }));
        start += run;
    }
    fields
}

/// A row of a run, its cells as wide as those of the neighbours that go on after the column too.
fn padded(rows: &[Row], at: usize) -> String {
    let cells = &rows[at].cells;
    let mut line = String::with_capacity(cells.iter().map(String::len).sum::<usize>() + 16);
    for (column, cell) in cells.iter().enumerate() {
        line.push_str(cell);
        if column + 1 < cells.len() {
            let width = |row: &Row| row.cells.get(column + 1).and(row.cells[column].chars().count().into());
            let before = rows[..at].iter().rev().map_while(width);
            let widest = before.chain(rows[at..].iter().map_while(width)).max().unwrap_or(0);
            line.extend(std::iter::repeat_n(' ', widest - cell.chars().count() + 1));
        }
    }
    line
}
