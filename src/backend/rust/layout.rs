//! Line breaks, where rustfmt would make them.

use super::types::RustType;

/// rustfmt's default.
const MAX_WIDTH: usize = 100;

/// Something with a type behind it: `pub name: ` and `String`.
#[derive(Clone)]
pub(super) struct Typed {
    pub(super) before: String,
    pub(super) ty: RustType,
}

/// `name: Type`, as a line of a struct with `indent` spaces before it and a comma behind.
pub(super) fn field(indent: usize, name: &str, ty: &RustType) -> String {
    assigned(indent, &format!("{name}:"), ty, ",")
}

/// `type Name = Type;`
pub(super) fn alias(name: &str, ty: &RustType) -> String {
    assigned(0, &format!("pub type {name} ="), ty, ";") + ";"
}

/// A type behind a sign: what does not fit goes to the next line, what does not fit there either is
/// broken inside.
fn assigned(indent: usize, left: &str, ty: &RustType, end: &str) -> String {
    let text = ty.to_string();
    // Behind a left side that is too wide by itself, rustfmt does not count what ends the line.
    let below = if fits(indent, &[left]) { end } else { "" };
    if fits(indent, &[left, " ", &text, end]) {
        format!("{left} {text}")
    } else if fits(indent + 4, &[&text, below]) || !ty.is_generic() {
        format!("{left}\n{:1$}{text}", "", indent + 4)
    } else if fits(indent, &[left, " ", ty.head(), "<"]) {
        format!("{left} {}", broken(indent, ty))
    } else {
        format!("{left}\n{:1$}{2}", "", indent + 4, broken(indent + 4, ty))
    }
}

/// A type with an argument a line.
fn broken(indent: usize, ty: &RustType) -> String {
    let arguments = ty.arguments().iter().map(|argument| (String::new(), argument));
    vertical(indent, &format!("{}<", ty.head()), arguments, ">")
}

fn vertical<'t>(indent: usize, start: &str, items: impl Iterator<Item = (String, &'t RustType)>, end: &str) -> String {
    let mut out = format!("{start}\n");
    for (before, ty) in items {
        let text = ty.to_string();
        let text =
            if fits(indent + 4, &[&before, &text, ","]) || !ty.is_generic() { text } else { broken(indent + 4, ty) };
        out.push_str(&format!("{:1$}{before}{text},\n", "", indent + 4));
    }
    out.push_str(&format!("{:1$}{end}", "", indent));
    out
}

/// `left = right;`, with what fits there alone on the next line.
pub(super) fn assignment(indent: usize, left: &str, right: &str) -> String {
    if !fits(indent, &[left, " = ", right, ";"]) && fits(indent + 4, &[right, ";"]) {
        format!("{left} =\n{:1$}{right};", "", indent + 4)
    } else {
        format!("{left} = {right};")
    }
}

/// `pattern => expression,`, with what does not fit in a block.
pub(super) fn arm(indent: usize, pattern: &str, expression: &str) -> String {
    if fits(indent, &[pattern, " => ", expression, ","]) || !fits(indent + 4, &[expression]) {
        format!("{pattern} => {expression},")
    } else {
        format!("{pattern} => {{\n{0:1$}{expression}\n{0:2$}}}", "", indent + 4, indent)
    }
}

/// `pub fn name(a, b) -> Self {`, with a parameter a line if they do not fit on one.
pub(super) fn signature(indent: usize, start: &str, parameters: &[Typed], end: &str) -> String {
    let joined = joined(parameters);
    if fits(indent, &[start, "(", &joined, ")", end]) {
        return format!("{start}({joined}){end}");
    }
    let parameters = parameters.iter().map(|parameter| (parameter.before.clone(), &parameter.ty));
    vertical(indent, &format!("{start}("), parameters, &format!("){end}"))
}

/// `pub struct Name {`, up to the brace.
pub(super) fn header(start: &str) -> String {
    if fits(0, &[start, " {"]) { format!("{start} {{") } else { format!("{start}\n{{") }
}

/// `impl Name {`, up to the brace.
pub(super) fn own_impl(name: &str) -> String {
    if fits(0, &["impl ", name, " {"]) { format!("impl {name} {{") } else { format!("impl\n    {name}\n{{") }
}

/// `impl Trait for Name {`, up to the brace.
pub(super) fn trait_impl(path: &str, name: &str) -> String {
    if !fits(0, &["impl ", path, " for ", name, " {"]) && fits(4, &["for ", name]) {
        format!("impl {path}\n    for {name}\n{{")
    } else {
        format!("impl {path} for {name} {{")
    }
}

/// `Name(Type)` as a variant, with the type on a line of its own if it is wider than rustfmt likes it.
pub(super) fn variant(name: &str, ty: &RustType) -> String {
    let text = ty.to_string();
    if text.chars().count() <= MAX_ELEMENTS && fits(4, &[name, "(", &text, "),"]) {
        return format!("{name}({text})");
    }
    vertical(4, &format!("{name}("), std::iter::once((String::new(), ty)), ")")
}

/// How wide the elements of a tuple may be together on one line.
const MAX_ELEMENTS: usize = 60;

/// `pub struct Name(A, B);`, with an element a line if they are wider than rustfmt likes them.
pub(super) fn tuple_struct(start: &str, elements: &[Typed]) -> String {
    let joined = joined(elements);
    if joined.chars().count() <= MAX_ELEMENTS && fits(0, &[start, "(", &joined, ");"]) {
        return format!("{start}({joined});");
    }
    let elements = elements.iter().map(|element| (element.before.clone(), &element.ty));
    vertical(0, &format!("{start}("), elements, ");")
}

fn joined(items: &[Typed]) -> String {
    items.iter().map(|item| format!("{}{}", item.before, item.ty)).collect::<Vec<_>>().join(", ")
}

/// `#[name(argument)]`, with an argument that does not fit on a line of its own.
pub(super) fn attribute(indent: usize, name: &str, argument: &str) -> String {
    if fits(indent, &["#[", name, "(", argument, ")]"]) {
        format!("#[{name}({argument})]")
    } else {
        format!("#[{name}(\n{0:1$}{argument}\n{0:2$})]", "", indent + 4, indent)
    }
}

fn fits(indent: usize, parts: &[&str]) -> bool {
    indent + parts.iter().map(|part| part.chars().count()).sum::<usize>() <= MAX_WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_wide_is_broken() {
        let long = "x".repeat(90);
        assert_eq!(field(4, "pub a", &RustType::path("bool")), "pub a: bool");
        assert_eq!(field(4, "pub a", &RustType::path(long.clone())), format!("pub a:\n        {long}"));
        assert_eq!(assignment(0, "type A", &long), format!("type A = {long};"));
        let value = "y".repeat(80);
        assert_eq!(arm(12, "A_LONG", &value), format!("A_LONG => {{\n                {value}\n            }}"));
        assert_eq!(header(&long), format!("{long} {{"));
        assert_eq!(trait_impl(&long, "A"), format!("impl {long}\n    for A\n{{"));
        assert_eq!(variant("A", &RustType::path(long.clone())), format!("A(\n        {long},\n    )"));
        let typed = |before: &str| Typed { before: before.to_owned(), ty: RustType::path("A") };
        assert_eq!(tuple_struct("f", &[typed("a "), typed("b ")]), "f(a A, b A);");
        let broken = format!("f(\n        a: A,\n        {long}A,\n    ) {{");
        assert_eq!(signature(4, "f", &[typed("a: "), typed(&long)], " {"), broken);
        let nested = RustType::applied("A", [RustType::applied("B", [RustType::path(value.clone())])]);
        assert_eq!(field(4, "a_long_name", &nested), format!("a_long_name:\n        A<B<{value}>>"));
        let wider = RustType::applied("A", [RustType::path(long.clone())]);
        assert_eq!(field(4, "a", &wider), format!("a: A<\n        {long},\n    >"));
        assert_eq!(attribute(8, "a", &long), format!("#[a(\n            {long}\n        )]"));
    }
}
