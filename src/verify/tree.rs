//! JSON that is put together as text: what is written is what was meant, wrong or odd.

use std::collections::BTreeSet;

use crate::model::Literal;

/// A JSON text with its structure. Scalars are kept as they are written, so that `1.0`, `1e400`, half a
/// surrogate pair and text that is no JSON at all have a place; keys may come twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Text as it is: a number, a word, a string in its quotes; or something that is none of these.
    Raw(String),
    /// An array.
    List(Vec<Tree>),
    /// An object: keys, in their quotes, and values.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Text as it is.
    pub fn raw(text: impl Into<String>) -> Self {
        Tree::Raw(text.into())
    }

    /// A string, quoted.
    pub fn string(text: &str) -> Self {
        Tree::Raw(quoted(text))
    }

    /// An object with these keys, which are quoted here.
    pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Tree)>) -> Self {
        Tree::Object(members.into_iter().map(|(key, value)| (quoted(key), value)).collect())
    }

    /// A value of the schema.
    pub fn literal(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Tree::raw("null"),
            Literal::Bool(value) => Tree::raw(value.to_string()),
            Literal::Number(number) => Tree::raw(number.as_str()),
            Literal::String(text) => Tree::string(text),
            Literal::List(items) => Tree::List(items.iter().map(Tree::literal).collect()),
            Literal::Object(members) => Tree::object(members.iter().map(|(key, value)| (&**key, Tree::literal(value)))),
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Tree::Raw(text) => out.push_str(text),
            Tree::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Tree::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(key);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// How many parts there are, the whole being one.
    pub fn count(&self) -> usize {
        1 + self.children().map(Tree::count).sum::<usize>()
    }

    /// The parts directly inside.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Tree> + '_> {
        match self {
            Tree::Raw(_) => Box::new(std::iter::empty()),
            Tree::List(items) => Box::new(items.iter()),
            Tree::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
        }
    }

    fn children_mut(&mut self) -> Box<dyn Iterator<Item = &mut Tree> + '_> {
        match self {
            Tree::Raw(_) => Box::new(std::iter::empty()),
            Tree::List(items) => Box::new(items.iter_mut()),
            Tree::Object(members) => Box::new(members.iter_mut().map(|(_, value)| value)),
        }
    }

    /// A part by its number, the whole being 0 and a part coming before what is inside it.
    pub fn part(&self, number: usize) -> Option<&Tree> {
        if number == 0 {
            return Some(self);
        }
        let mut left = number - 1;
        for child in self.children() {
            let size = child.count();
            if left < size {
                return child.part(left);
            }
            left -= size;
        }
        None
    }

    /// A part by its number, to be changed, and how many arrays and objects it stands in.
    pub fn part_mut(&mut self, number: usize) -> Option<(&mut Tree, usize)> {
        if number == 0 {
            return Some((self, 0));
        }
        let mut left = number - 1;
        for child in self.children_mut() {
            let size = child.count();
            if left < size {
                return child.part_mut(left).map(|(part, depth)| (part, depth + 1));
            }
            left -= size;
        }
        None
    }

    /// The numbers of the parts that are the value of that key in an object.
    pub fn under(&self, name: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.collect_under(&quoted(name), 0, &mut found);
        found
    }

    fn collect_under(&self, key: &str, number: usize, found: &mut BTreeSet<usize>) {
        let mut next = number + 1;
        for (at, child) in self.children().enumerate() {
            if matches!(self, Tree::Object(members) if members[at].0 == key) {
                found.insert(next);
            }
            child.collect_under(key, next, found);
            next += child.count();
        }
    }

    /// The value of a member of an object: of a key that is written twice, the last.
    pub fn member(&self, name: &str) -> Option<&Tree> {
        let Tree::Object(members) = self else { return None };
        let quoted = quoted(name);
        members.iter().rev().find(|(key, _)| *key == quoted).map(|(_, value)| value)
    }

    /// How many arrays and objects are inside one another.
    pub fn depth(&self) -> usize {
        let inner = self.children().map(Tree::depth).max().unwrap_or(0);
        match self {
            Tree::Raw(_) => 0,
            Tree::List(_) | Tree::Object(_) => 1 + inner,
        }
    }
}

/// Text in quotes, as JSON.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            character if u32::from(character) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

/// JSON text with everything outside ASCII escaped. The strings are the same, and no reader of lines takes
/// a character for the end of one.
pub fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tree {
        Tree::object([("a", Tree::List(vec![Tree::raw("1"), Tree::raw("2")])), ("b\n", Tree::string("é\"\u{0}"))])
    }

    #[test]
    fn what_is_written_is_what_was_meant() {
        assert_eq!(sample().text(), "{\"a\":[1,2],\"b\\u000a\":\"é\\\"\\u0000\"}");
        let read: serde_json::Value = serde_json::from_str(&ascii(&sample().text())).unwrap();
        assert_eq!(read, serde_json::json!({"a": [1, 2], "b\n": "é\"\0"}));
        assert_eq!(ascii("\"😀\""), "\"\\ud83d\\ude00\"");
    }

    #[test]
    fn parts_have_numbers() {
        let mut tree = sample();
        assert_eq!((tree.count(), tree.depth()), (5, 2));
        assert_eq!(tree.part(0), Some(&sample()));
        assert_eq!(tree.part(3), Some(&Tree::raw("2")));
        assert_eq!(tree.part(4), Some(&Tree::string("é\"\0")));
        assert_eq!(tree.part(5), None);
        assert_eq!(tree.part_mut(3).map(|(part, depth)| (part.clone(), depth)), Some((Tree::raw("2"), 2)));
        assert_eq!(tree.member("a"), tree.part(1));
        let inner = Tree::List(vec![sample(), Tree::object([("a", Tree::raw("1"))])]);
        assert_eq!(inner.under("a").into_iter().collect::<Vec<_>>(), [2, 7]);
    }
}
