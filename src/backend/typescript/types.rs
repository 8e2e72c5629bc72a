//! TypeScript's type expressions: a small tree that knows where parentheses go.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::layout::{Doc, WIDTH};

/// A type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TsType {
    /// `string`, `null`, …
    Keyword(&'static str),
    /// A type of the runtime without arguments: `Value`.
    Runtime(&'static str),
    /// A declared type.
    Name(Arc<str>),
    /// The type of one value: `"a"`, `1n`.
    Literal(Arc<str>),
    /// Every value of a primitive type beside literals of it, which editors then still suggest.
    Open(&'static str),
    /// `readonly T[]`.
    Array(Box<TsType>),
    /// Values of one type under string keys.
    Map(Box<TsType>),
    /// Named properties.
    Object(Vec<Field>),
    /// A fixed number of values.
    Tuple(Vec<TsType>),
    /// A generic type of the runtime or the language with its argument: `Output<T>`.
    Generic(&'static str, Box<TsType>),
    /// One of several types.
    Union(Vec<TsType>),
}

/// A property of an object type that has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// All before the colon: `readonly a?`.
    pub head: String,
    /// Its type.
    pub ty: TsType,
}

impl TsType {
    /// The union of these types: flattened, without duplicates; one type alone is that type.
    pub(super) fn union(arms: impl IntoIterator<Item = TsType>) -> TsType {
        let mut flat: Vec<TsType> = Vec::new();
        for arm in arms {
            let inner = match arm {
                TsType::Union(inner) => inner,
                other => vec![other],
            };
            for arm in inner {
                if !flat.contains(&arm) {
                    flat.push(arm);
                }
            }
        }
        match <[TsType; 1]>::try_from(flat) {
            Ok([single]) => single,
            Err(flat) => TsType::Union(flat),
        }
    }

    /// `T | undefined`.
    pub(super) fn or_undefined(self) -> TsType {
        TsType::union([self, TsType::Keyword("undefined")])
    }

    /// `T[argument]` of a generic type.
    pub(super) fn generic(name: &'static str, argument: TsType) -> TsType {
        TsType::Generic(name, Box::new(argument))
    }

    /// Adds the names of the runtime that it uses. `Promise` is the language's own.
    pub(super) fn runtime_names(&self, names: &mut BTreeSet<&'static str>) {
        match self {
            TsType::Keyword(_) | TsType::Name(_) | TsType::Literal(_) | TsType::Open(_) => {}
            TsType::Runtime(name) => {
                names.insert(name);
            }
            TsType::Generic(name, argument) => {
                names.extend((*name != "Promise").then_some(*name));
                argument.runtime_names(names);
            }
            TsType::Array(element) | TsType::Map(element) => element.runtime_names(names),
            TsType::Tuple(parts) | TsType::Union(parts) => parts.iter().for_each(|part| part.runtime_names(names)),
            TsType::Object(fields) => fields.iter().for_each(|field| field.ty.runtime_names(names)),
        }
    }

    /// Whether it needs parentheses before `[]`.
    fn is_compound(&self) -> bool {
        match self {
            TsType::Union(_) | TsType::Array(_) | TsType::Tuple(_) => true,
            TsType::Keyword(_)
            | TsType::Runtime(_)
            | TsType::Name(_)
            | TsType::Literal(_)
            | TsType::Open(_)
            | TsType::Map(_)
            | TsType::Object(_)
            | TsType::Generic(..) => false,
        }
    }

    /// Whether it is a union of which each arm has a line of its own where it is broken.
    fn is_tall(&self) -> bool {
        matches!(self, TsType::Union(arms) if !hugs_null(arms))
    }

    /// Whether Prettier keeps it beside the angle brackets or the `| null` around it.
    fn hugs(&self) -> bool {
        match self {
            TsType::Keyword(_)
            | TsType::Runtime(_)
            | TsType::Name(_)
            | TsType::Literal(_)
            | TsType::Map(_)
            | TsType::Object(_) => true,
            TsType::Open(_) | TsType::Array(_) | TsType::Tuple(_) | TsType::Generic(..) => false,
            TsType::Union(arms) => hugs_null(arms),
        }
    }

    fn doc(&self) -> Doc<'_> {
        match self {
            TsType::Keyword(_) | TsType::Runtime(_) | TsType::Name(_) | TsType::Literal(_) | TsType::Open(_) => {
                Doc::text(self.to_string())
            }
            TsType::Array(element) if element.is_tall() => Doc::All(vec![
                Doc::text("readonly ("),
                Doc::Group(vec![Doc::Indent(vec![element.arms_doc(Doc::SoftLine)]), Doc::SoftLine]),
                Doc::text(")[]"),
            ]),
            TsType::Array(element) if element.is_compound() => {
                Doc::All(vec![Doc::text("readonly ("), element.doc(), Doc::text(")[]")])
            }
            TsType::Array(element) => Doc::All(vec![Doc::text("readonly "), element.doc(), Doc::text("[]")]),
            TsType::Map(element) => {
                let key = Doc::Group(vec![
                    Doc::text("["),
                    Doc::Indent(vec![Doc::SoftLine, Doc::text("key: string")]),
                    Doc::SoftLine,
                    Doc::text("]"),
                ]);
                let member = vec![Doc::Line, Doc::text("readonly "), key, Doc::text(": "), element.doc()];
                braces(member)
            }
            TsType::Object(fields) if fields.is_empty() => Doc::text("{}"),
            TsType::Object(fields) => {
                let mut parts = Vec::new();
                for (at, field) in fields.iter().enumerate() {
                    let before = if at == 0 { "" } else { ";" };
                    parts.extend([Doc::text(before), Doc::Line, Doc::text(field.head.as_str()), Doc::text(": ")]);
                    parts.push(field.ty.doc());
                }
                braces(parts)
            }
            TsType::Tuple(elements) => {
                let mut parts = vec![Doc::SoftLine];
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        parts.extend([Doc::text(","), Doc::Line]);
                    }
                    parts.push(element.in_tuple(elements.len()));
                }
                let end = Doc::IfBroken(vec![Doc::text(",")]);
                Doc::Group(vec![Doc::text("readonly ["), Doc::Indent(parts), end, Doc::SoftLine, Doc::text("]")])
            }
            TsType::Generic(name, argument) if argument.hugs() => {
                Doc::All(vec![Doc::text(*name), Doc::text("<"), argument.doc(), Doc::text(">")])
            }
            TsType::Generic(name, argument) => {
                // A union begins on a line of its own already.
                let argument = Doc::Group(vec![argument.arms_doc(Doc::All(Vec::new()))]);
                let inner = Doc::Indent(vec![Doc::SoftLine, argument]);
                Doc::All(vec![Doc::text(*name), Doc::Group(vec![Doc::text("<"), inner, Doc::SoftLine, Doc::text(">")])])
            }
            TsType::Union(arms) if hugs_null(arms) => self.arms_doc(Doc::SoftLine),
            TsType::Union(_) => Doc::Group(vec![Doc::Indent(vec![self.arms_doc(Doc::SoftLine)])]),
        }
    }

    /// A union with several neighbours in a tuple has parentheses where it is broken.
    fn in_tuple(&self, neighbours: usize) -> Doc<'_> {
        let TsType::Union(arms) = self else { return self.doc() };
        if hugs_null(arms) {
            return self.doc();
        }
        let bare = self.arms_doc(Doc::All(Vec::new()));
        if neighbours == 1 {
            return Doc::Group(vec![bare]);
        }
        let open = Doc::IfBroken(vec![Doc::text("("), Doc::SoftLine]);
        let close = Doc::IfBroken(vec![Doc::text(")")]);
        Doc::Group(vec![Doc::Indent(vec![open, bare]), Doc::SoftLine, close])
    }

    /// The arms; `start` is the line before the first one where each has a line of its own.
    fn arms_doc<'a>(&'a self, start: Doc<'a>) -> Doc<'a> {
        let TsType::Union(arms) = self else { return self.doc() };
        let mut parts = Vec::with_capacity(arms.len() * 3);
        let hug = hugs_null(arms);
        if !hug {
            parts.push(Doc::IfBroken(vec![start, Doc::text("| ")]));
        }
        for (at, arm) in arms.iter().enumerate() {
            match (at, hug) {
                (0, _) => {}
                (_, true) => parts.push(Doc::text(" | ")),
                (_, false) => parts.extend([Doc::Line, Doc::text("| ")]),
            }
            parts.push(if hug { arm.doc() } else { Doc::Indent(vec![arm.doc()]) });
        }
        Doc::All(parts)
    }

    /// Appends the type, laid out after `column` characters of a line that is `indent` columns in, with
    /// a semicolon behind it.
    pub(super) fn print_member(&self, indent: usize, column: usize, out: &mut String) {
        let start = out.len();
        push(self, out);
        out.push(';');
        if column + out[start..].chars().count() > WIDTH {
            out.truncate(start);
            Doc::All(vec![self.doc(), Doc::text(";")]).print(indent, column, out);
        }
    }

    /// The declaration `export type NAME = TYPE;`, laid out.
    pub(super) fn alias(&self, name: &str) -> String {
        let flat = format!("export type {name} = {self};");
        if flat.chars().count() <= WIDTH {
            return flat;
        }
        let head = format!("export type {name} =");
        let mut out = String::new();
        let beside = Doc::Group(vec![Doc::Indent(vec![Doc::Line])]);
        Doc::All(vec![Doc::text(head.as_str()), beside, self.doc(), Doc::text(";")]).print(0, 0, &mut out);
        let begins_below = out[head.len()..].starts_with('\n');
        if begins_below && !out[head.len()..].starts_with("\n  | ") {
            // Nothing of the type fits beside the sign: then all of it is one step further in.
            out.clear();
            let inner = Doc::Indent(vec![Doc::SoftLine, self.doc()]);
            Doc::All(vec![Doc::text(head), inner, Doc::text(";")]).print(0, 0, &mut out);
        }
        out
    }
}

fn braces(members: Vec<Doc<'_>>) -> Doc<'_> {
    let end = Doc::IfBroken(vec![Doc::text(";")]);
    Doc::Group(vec![Doc::text("{"), Doc::Indent(members), end, Doc::Line, Doc::text("}")])
}

/// Whether a union is a declared or map type and nulls: Prettier never breaks that.
fn hugs_null(arms: &[TsType]) -> bool {
    let nulls = arms.iter().filter(|arm| **arm == TsType::Keyword("null")).count();
    let object = |arm: &TsType| {
        matches!(arm, TsType::Runtime(_) | TsType::Name(_) | TsType::Generic(..) | TsType::Map(_) | TsType::Object(_))
    };
    arms.len() == nulls + 1 && arms.iter().any(object)
}

/// Appends the type on one line; without the formatting machinery, since this is most of the work.
pub(super) fn push(ty: &TsType, out: &mut String) {
    match ty {
        TsType::Keyword(word) | TsType::Runtime(word) => out.push_str(word),
        TsType::Name(name) | TsType::Literal(name) => out.push_str(name),
        TsType::Open(word) => out.extend(["(", word, " & {})"]),
        TsType::Array(element) => {
            let (open, close) = if element.is_compound() { ("readonly (", ")[]") } else { ("readonly ", "[]") };
            out.push_str(open);
            push(element, out);
            out.push_str(close);
        }
        TsType::Map(element) => {
            out.push_str("{ readonly [key: string]: ");
            push(element, out);
            out.push_str(" }");
        }
        TsType::Object(fields) if fields.is_empty() => out.push_str("{}"),
        TsType::Object(fields) => {
            for (at, field) in fields.iter().enumerate() {
                out.extend([if at == 0 { "{ " } else { "; " }, &field.head, ": "]);
                push(&field.ty, out);
            }
            out.push_str(" }");
        }
        TsType::Tuple(elements) => {
            out.push_str("readonly [");
            separated(elements, ", ", out);
            out.push(']');
        }
        TsType::Generic(name, argument) => {
            out.extend([name, "<"]);
            push(argument, out);
            out.push('>');
        }
        TsType::Union(arms) => separated(arms, " | ", out),
    }
}

fn separated(types: &[TsType], separator: &str, out: &mut String) {
    for (at, ty) in types.iter().enumerate() {
        if at > 0 {
            out.push_str(separator);
        }
        push(ty, out);
    }
}

impl fmt::Display for TsType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        push(self, &mut text);
        f.write_str(&text)
    }
}
