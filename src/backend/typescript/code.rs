//! Expressions of generated code: names and calls, laid out as Prettier does.

use super::layout::{Doc, WIDTH};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// What stands on one line: a name, a literal.
    Text(String),
    /// A call of a function.
    Call(String, Vec<Code>),
}

impl Code {
    /// A name or a literal.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Code::Text(text.into())
    }

    /// A call.
    pub(super) fn call(name: impl Into<String>, arguments: impl Into<Vec<Code>>) -> Self {
        Code::Call(name.into(), arguments.into())
    }

    /// Appends it on one line.
    pub(super) fn push(&self, out: &mut String) {
        match self {
            Code::Text(text) => out.push_str(text),
            Code::Call(name, arguments) => {
                out.extend([name, "("]);
                for (at, argument) in arguments.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    argument.push(out);
                }
                out.push(')');
            }
        }
    }

    fn doc(&self) -> Doc<'_> {
        match self {
            Code::Text(text) => Doc::text(text.as_str()),
            Code::Call(name, arguments) if arguments.is_empty() => Doc::text(format!("{name}()")),
            Code::Call(name, arguments) => {
                let mut parts = vec![Doc::SoftLine];
                for (at, argument) in arguments.iter().enumerate() {
                    if at > 0 {
                        parts.extend([Doc::text(","), Doc::Line]);
                    }
                    parts.push(argument.doc());
                }
                let end = Doc::IfBroken(vec![Doc::text(",")]);
                Doc::All(vec![
                    Doc::text(name.as_str()),
                    Doc::Group(vec![Doc::text("("), Doc::Indent(parts), end, Doc::SoftLine, Doc::text(")")]),
                ])
            }
        }
    }

    /// Appends a line that is `indent` columns in: what stands before, the expression, what ends it.
    pub(super) fn line(&self, indent: usize, before: &str, end: &str, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', indent));
        let start = out.len();
        out.push_str(before);
        self.push(out);
        out.push_str(end);
        if indent + width(&out[start..]) > WIDTH {
            out.truncate(start);
            let head = match self {
                Code::Text(text) => width(text),
                Code::Call(name, _) => width(name) + 1,
            };
            let (mut indent, mut column) = (indent, indent + width(before));
            if column + head > WIDTH && !before.is_empty() && !before.ends_with("=> ") {
                out.push_str(before.trim_end());
                out.push('\n');
                indent += 2;
                column = indent;
                out.extend(std::iter::repeat_n(' ', indent));
            } else {
                out.push_str(before);
            }
            Doc::All(vec![self.doc(), Doc::text(end)]).print(indent, column, out);
        }
        out.push('\n');
    }
}

/// The call that makes a constant, from its declaration to the semicolon.
pub(super) struct Constant {
    /// The arguments before the function that ends them.
    first: Vec<String>,
    /// All before the call's arguments.
    left: String,
    /// How far the call is indented.
    pub base: usize,
}

/// What the function answers that is the last argument.
pub(super) enum Body {
    /// An array of these.
    Array(Vec<Code>),
    /// One expression.
    Expression(Code),
    /// An array and a further argument that has lines of its own, or is a name.
    ArrayAnd(Vec<Code>, String),
}

impl Constant {
    /// A codec of that name and of these types, made by a function of the runtime.
    pub(super) fn codec(name: &str, types: [&str; 2], function: &str, first: Vec<String>) -> Self {
        let [plain, input] = types;
        let ty = if plain == input { format!("$.Codec<{plain}>") } else { format!("$.Codec<{plain}, {input}>") };
        let declaration = format!("export const {name}: {ty} =");
        let call = format!("$.{function}(");
        let length = declaration.chars().count();
        let (left, base) = if length + 1 + call.chars().count() <= WIDTH {
            (format!("{declaration} {call}"), 0)
        } else if length <= WIDTH || plain == input {
            (format!("{declaration}\n  {call}"), 2)
        } else {
            (format!("export const {name}: $.Codec<\n  {plain},\n  {input}\n> = {call}"), 0)
        };
        Self { first, left, base }
    }

    /// The whole statement.
    pub(super) fn print(&self, body: &Body) -> String {
        let (array, last) = match body {
            Body::Array(items) => (flat_array(items), None),
            Body::Expression(code) => (flat(code), None),
            Body::ArrayAnd(items, last) => (flat_array(items), Some(last.as_str())),
        };
        let head = self.left.rsplit('\n').next().unwrap_or_default().chars().count();
        let mut arguments = self.first.clone();
        arguments.push(format!("() => {array}"));
        arguments.extend(last.map(str::to_owned));
        let inline = arguments.join(", ");
        // Of two functions each has lines of its own.
        let is_composed = last.is_some_and(|last| last.starts_with('('));
        if !is_composed && head + width(&inline) + 2 <= WIDTH {
            return format!("{}{inline});", self.left);
        }
        let before: String = self.first.iter().flat_map(|argument| [argument.as_str(), ", "]).collect();
        let hugs = head + before.chars().count() + "() => [".len() <= WIDTH;
        let mut out = self.left.clone();
        match body {
            Body::Array(items) if hugs && !items.is_empty() => {
                out.extend([&before, "() => [\n"]);
                items.iter().for_each(|item| item.line(self.base + 2, "", ",", &mut out));
                out.push_str("]);");
            }
            Body::Expression(code) if hugs && !self.is_short(code) => {
                out.extend([&before, "() =>\n"]);
                code.line(self.base + 2, "", ",", &mut out);
                out.push_str(");");
            }
            Body::Array(items) => self.broken(items, None, &mut out),
            Body::ArrayAnd(items, last) => self.broken(items, Some(last), &mut out),
            Body::Expression(code) => {
                out.push('\n');
                self.push_first(&mut out);
                code.line(self.base + 2, "() => ", ",", &mut out);
                out.push_str(");");
            }
        }
        match out.strip_suffix("\n);").or(out.strip_suffix("\n]);")) {
            Some(start) if self.base > 0 => {
                let end = &out[start.len() + 1..];
                format!("{start}\n{}{end}", " ".repeat(self.base))
            }
            Some(_) | None => out,
        }
    }

    /// The whole statement of a call with these arguments alone.
    pub(super) fn print_call(&self, arguments: Vec<Code>) -> String {
        let mut out = String::new();
        let (before, last) = self.left.rsplit_once('\n').unwrap_or(("", &self.left));
        if !before.is_empty() {
            out.extend([before, "\n"]);
        }
        let call = Code::call(last.trim_start().trim_end_matches('('), arguments);
        call.line(last.len() - last.trim_start().len(), "", ";", &mut out);
        out.trim_end().to_owned()
    }

    /// Whether a function that answers the expression has room on a line of its own.
    fn is_short(&self, code: &Code) -> bool {
        matches!(code, Code::Text(name) if self.base + 2 + "() => ,".len() + width(name) <= WIDTH)
    }

    fn push_first(&self, out: &mut String) {
        let margin = " ".repeat(self.base + 2);
        self.first.iter().for_each(|argument| out.extend([&margin, argument, ",\n"]));
    }

    /// Each argument on a line of its own.
    fn broken(&self, items: &[Code], last: Option<&str>, out: &mut String) {
        let margin = " ".repeat(self.base + 2);
        out.push('\n');
        self.push_first(out);
        let line = format!("{margin}() => {},", flat_array(items));
        if width(&line) <= WIDTH {
            out.extend([&line, "\n"]);
        } else {
            out.extend([&margin, "() => [\n"]);
            items.iter().for_each(|item| item.line(self.base + 4, "", ",", out));
            out.extend([&margin, "],\n"]);
        }
        last.into_iter().for_each(|last| out.extend([&margin, last, ",\n"]));
        out.push_str(");");
    }
}

/// How many columns a text takes: two for characters that are wide.
fn width(text: &str) -> usize {
    let columns = |character: char| match u32::from(character) {
        0x200b..=0x200f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xff60 | 0x1f300..=0x1faff => {
            2
        }
        _ => 1,
    };
    text.chars().map(columns).sum()
}

fn flat(code: &Code) -> String {
    let mut out = String::new();
    code.push(&mut out);
    out
}

fn flat_array(items: &[Code]) -> String {
    format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(", "))
}
