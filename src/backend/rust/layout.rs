//! Line breaks, where rustfmt would make them.

use super::types::RustType;

/// rustfmt's default.
const MAX_WIDTH: usize = 100;

/// `name: Type`, as a line of a struct with `indent` spaces before it and a comma behind; what does
/// not fit goes to the next line.
pub(super) fn field(indent: usize, name: &str, ty: &RustType) -> String {
    let ty = ty.to_string();
    if fits(indent, &[name, ": ", &ty, ","]) {
        format!("{name}: {ty}")
    } else {
        format!("{name}:\n{:1$}{ty}", "", indent + 4)
    }
}

/// `left = right;`, with what does not fit on the next line.
pub(super) fn assignment(indent: usize, left: &str, right: &str) -> String {
    if fits(indent, &[left, " = ", right, ";"]) {
        format!("{left} = {right};")
    } else {
        format!("{left} =\n{:1$}{right};", "", indent + 4)
    }
}

/// `pattern => expression,`, with what does not fit in a block.
pub(super) fn arm(indent: usize, pattern: &str, expression: &str) -> String {
    if fits(indent, &[pattern, " => ", expression, ","]) {
        format!("{pattern} => {expression},")
    } else {
        format!("{pattern} => {{\n{:1$}{expression}\n{:2$}}}", "", indent + 4, indent)
    }
}

/// `start(a, b)end`, with an item a line if they do not fit on one.
pub(super) fn list(indent: usize, start: &str, items: &[String], end: &str) -> String {
    let joined = items.join(", ");
    if fits(indent, &[start, "(", &joined, ")", end]) {
        return format!("{start}({joined}){end}");
    }
    let mut out = format!("{start}(\n");
    for item in items {
        out.push_str(&format!("{:1$}{item},\n", "", indent + 4));
    }
    out.push_str(&format!("{:1$}){end}", "", indent));
    out
}

/// `#[name(arguments)]`; arguments of more than rustfmt's width for attributes on a line of their own.
pub(super) fn attribute(indent: usize, name: &str, arguments: &str) -> String {
    const MAX_ARGUMENTS: usize = 70;
    if arguments.chars().count() <= MAX_ARGUMENTS {
        format!("#[{name}({arguments})]")
    } else {
        format!("#[{name}(\n{:1$}{arguments}\n{:2$})]", "", indent + 4, indent)
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
        assert_eq!(arm(12, "A", &long), format!("A => {{\n                {long}\n            }}"));
        assert_eq!(list(0, "f", &["a".into(), "b".into()], ";"), "f(a, b);");
    }
}
