//! A value of a type: as it is written, as conversion allows it to be, or with parts that may be refused.

use super::super::random::Random;
use super::super::tree::{Tree, quoted};
use super::{Cases, Kind, Operation, pools, special};
use crate::codec::{Codec, Definition, FieldCodec, ObjectCodec, Root, UnionCodec};
use crate::model::Presence;

/// How likely things are in one case, in percent.
struct Style {
    /// A scalar of another kind that converts; elements twice; attributes that are not declared.
    loose: u8,
    /// A scalar that may be refused.
    odd: u8,
    /// What may be left out is.
    absent: u8,
    /// A part has metadata of its own.
    marked: u8,
    /// How deep values go before they come to an end.
    depth: usize,
    /// How many parts there may be before that.
    parts: usize,
}

/// Makes one value.
pub struct Maker<'m, 'a> {
    cases: &'m Cases<'a>,
    random: &'m mut Random,
    style: Style,
    operation: Operation,
    /// The number of the arm or value to take at the first choice: so that each has its turn.
    turn: Option<usize>,
    /// Parts that may still be made.
    left: usize,
    /// Whether this is inside what must be plain.
    plain: bool,
}

impl<'m, 'a> Maker<'m, 'a> {
    pub fn new(cases: &'m Cases<'a>, random: &'m mut Random, kind: Kind, operation: Operation, number: usize) -> Self {
        let (loose, odd, absent) = match kind {
            Kind::Full => (0, 0, 0),
            Kind::Least => (0, 0, 100),
            Kind::Valid => (0, 0, 40),
            Kind::Convertible => (45, 5, 40),
            Kind::Broken => (15, 10, 40),
            Kind::Hostile => (20, 35, 40),
            Kind::Deep => (0, 0, 0),
        };
        let marked = match operation {
            Operation::Output | Operation::Resolve | Operation::Part => {
                *[0, 8, 20, 50][..].get(random.below(4)).unwrap_or(&8)
            }
            // It is refused, or stands where the schema says that it may.
            Operation::Decode | Operation::Parsed if kind == Kind::Broken => random.weighted(&[(4, 0), (1, 10)]),
            Operation::Decode | Operation::Parsed => 0,
        };
        let (depth, parts) = match kind {
            Kind::Deep => (random.weighted(&[(1, 40), (2, 250), (1, 258)]), 400),
            Kind::Full | Kind::Least | Kind::Valid | Kind::Convertible | Kind::Broken | Kind::Hostile => (6, 80),
        };
        let style = Style { loose, odd, absent, marked, depth, parts };
        let left = style.parts;
        Self { cases, random, style, operation, turn: Some(number), left, plain: false }
    }

    /// A value of a root.
    pub fn root(&mut self, root: &Root) -> Tree {
        let cases = self.cases;
        let Some(definition) = cases.codecs.definition(root) else { return Tree::raw("null") };
        let tree = self.definition(root, definition, 0);
        if self.style.marked > 0 && self.random.percent(12) { special::wrapped(tree, self.random) } else { tree }
    }

    /// Whether it is time to come to an end.
    fn ends(&self, depth: usize) -> bool {
        self.left == 0 || depth >= self.style.depth
    }

    fn definition(&mut self, root: &Root, definition: &Definition, depth: usize) -> Tree {
        match definition {
            Definition::Object(object) => self.object(root, object, depth),
            Definition::Tuple(elements) => {
                Tree::List(elements.iter().map(|element| self.place(element, depth + 1)).collect())
            }
            Definition::Enum { base, values } => {
                let turn = self.turn.take().unwrap_or_else(|| self.random.below(values.len()));
                if self.random.percent(self.style.odd) {
                    return pools::odd(base, false, self.random).unwrap_or_else(|| Tree::raw("null"));
                }
                let Some(value) = values.get(turn % values.len().max(1)) else { return Tree::raw("null") };
                let tree = Tree::literal(value);
                if self.random.percent(self.style.loose) { other_kind(tree) } else { tree }
            }
            Definition::Union(union) => self.union(union, depth),
            Definition::Alias(codec) => self.place(codec, depth),
        }
    }

    fn union(&mut self, union: &UnionCodec, depth: usize) -> Tree {
        let heights = &self.cases.heights;
        let number = if self.ends(depth) {
            (0..union.arms.len()).min_by_key(|arm| heights.codec(&union.arms[*arm])).unwrap_or(0)
        } else {
            self.turn.take().unwrap_or_else(|| self.random.below(union.arms.len())) % union.arms.len().max(1)
        };
        let Some(arm) = union.arms.get(number) else { return Tree::raw("null") };
        let mut tree = self.bare(arm, depth);
        if let (Some(discriminator), Tree::Object(members)) = (&union.discriminator, &mut tree) {
            let words: Vec<&str> =
                discriminator.mapping.iter().filter(|(_, arm)| *arm == number).map(|(word, _)| &**word).collect();
            let key = quoted(&discriminator.property);
            let word = match self.random.below(20) {
                0 => discriminator.mapping.get(self.random.below(discriminator.mapping.len())).map(|(word, _)| &**word),
                1 => Some("nothing"),
                2 => None,
                _ if words.is_empty() => None,
                _ => Some(self.random.choose(&words)),
            };
            let wanted = self.style.odd > 0 || words.contains(&word.unwrap_or_default());
            if let (Some(word), true, Some((_, value))) =
                (word, wanted, members.iter_mut().find(|(found, _)| *found == key))
            {
                *value = Tree::string(word);
            }
        }
        tree
    }

    fn object(&mut self, root: &Root, object: &ObjectCodec, depth: usize) -> Tree {
        let mut members = Vec::new();
        for field in &object.fields {
            let absent = match field.presence {
                Presence::Required => false,
                Presence::Optional | Presence::Default(_) => {
                    self.ends(depth + 1) || self.random.percent(self.style.absent)
                }
            };
            if !absent {
                let was_plain = self.plain;
                let plain_here = self.operation == Operation::Resolve && self.cases.is_plain(root, &field.name);
                self.plain |= plain_here;
                members.push((quoted(&field.name), self.field(field, depth + 1)));
                self.plain = was_plain;
            }
        }
        if self.random.percent(self.style.loose) {
            let key = self.random.choose(pools::ODD_KEYS);
            if !object.fields.iter().any(|field| &*field.name == key) {
                members.push((quoted(key), Tree::raw("1")));
            }
        }
        if self.random.percent(self.style.loose) {
            self.random.shuffle(&mut members);
        }
        Tree::Object(members)
    }

    fn field(&mut self, field: &FieldCodec, depth: usize) -> Tree {
        let tree = match (&field.constant, &field.presence) {
            (Some(constant), _) => {
                let tree = Tree::literal(constant);
                if self.random.percent(self.style.loose) { other_kind(tree) } else { tree }
            }
            (None, Presence::Default(default)) if self.random.percent(25) => Tree::literal(default),
            (None, _) if field.secret && self.random.percent(30) => self.falsy(&field.codec),
            (None, _) => return self.secretive(field, depth),
        };
        self.marked(tree)
    }

    /// The value of an attribute; one that is secret may stand in a secret, whatever is asked.
    fn secretive(&mut self, field: &FieldCodec, depth: usize) -> Tree {
        let tree = self.place(&field.codec, depth);
        let alone = !self.operation.of_outputs() && self.style.marked == 0;
        if field.secret && alone && self.random.percent(25) { special::secret(tree) } else { tree }
    }

    /// What some languages take for nothing.
    fn falsy(&mut self, codec: &Codec) -> Tree {
        Tree::raw(match self.cases.codecs.behind(codec) {
            Codec::Nullable(_) | Codec::None | Codec::Any => "null",
            Codec::Bool => "false",
            Codec::Int(_) | Codec::Number(_) => "0",
            Codec::String => "\"\"",
            Codec::List(_) | Codec::Set(_) => "[]",
            Codec::Map(_) => "{}",
            Codec::Asset | Codec::Archive | Codec::Resource(_) | Codec::Capsule(_) | Codec::Named(_) => "null",
        })
    }

    /// The value in a place, perhaps with metadata of its own.
    fn place(&mut self, codec: &Codec, depth: usize) -> Tree {
        let tree = self.bare(codec, depth);
        self.marked(tree)
    }

    fn marked(&mut self, tree: Tree) -> Tree {
        let mark = !self.plain && self.random.percent(self.style.marked);
        if mark { special::wrapped(tree, self.random) } else { tree }
    }

    fn bare(&mut self, codec: &Codec, depth: usize) -> Tree {
        self.left = self.left.saturating_sub(1);
        if self.random.percent(self.style.odd) {
            let sentinels = !self.plain && (self.cases.plain.is_empty() || self.operation != Operation::Resolve);
            if let Some(tree) = pools::odd(codec, sentinels, self.random) {
                return tree;
            }
        }
        if self.random.percent(self.style.loose)
            && let Some(tree) = pools::loose(codec, self.random)
        {
            return tree;
        }
        match codec {
            Codec::None => Tree::raw("null"),
            Codec::Bool => Tree::raw(self.random.choose(&["true", "false"])),
            Codec::Int(representation) => Tree::Raw(pools::int(*representation, self.random)),
            Codec::Number(representation) => Tree::Raw(pools::number(*representation, self.random)),
            Codec::String => Tree::string(&pools::string(self.random)),
            Codec::Any => self.anything(depth),
            Codec::Asset => special::asset(self.random),
            Codec::Archive => special::archive(self.random, 0),
            Codec::Resource(token) => {
                let odd = self.random.percent(self.style.odd);
                special::reference(token, odd, self.random)
            }
            Codec::Capsule(_) => Tree::raw(self.random.choose(&["null", "1", "\"x\"", "{}"])),
            Codec::Nullable(inner) => {
                let null = self.ends(depth) || self.random.percent(self.style.absent / 2);
                if null { Tree::raw("null") } else { self.bare(inner, depth) }
            }
            Codec::List(element) => Tree::List(self.elements(element, depth)),
            Codec::Set(element) => {
                let mut elements = self.elements(element, depth);
                if self.random.percent(self.style.loose) && !elements.is_empty() {
                    elements.push(elements[self.random.below(elements.len())].clone());
                }
                Tree::List(elements)
            }
            Codec::Map(element) => {
                let elements = self.elements(element, depth);
                Tree::Object(elements.into_iter().enumerate().map(|(at, value)| (self.key(at), value)).collect())
            }
            Codec::Named(name) => {
                let cases = self.cases;
                match cases.codecs.named(name) {
                    Some(definition) => self.definition(&Root::Type(name.clone()), definition, depth),
                    None => Tree::raw("null"),
                }
            }
        }
    }

    fn elements(&mut self, element: &Codec, depth: usize) -> Vec<Tree> {
        let deep = self.style.depth > 20;
        let count = if self.ends(depth + 1) || self.cases.heights.codec(element) + depth > self.style.depth + 20 {
            0
        } else if deep {
            1
        } else {
            self.random.weighted(&[(2, 0), (4, 1), (3, 2), (2, 3)])
        };
        (0..count).map(|_| self.place(element, depth + 1)).collect()
    }

    fn key(&mut self, at: usize) -> String {
        let odd = self.random.percent(self.style.odd.max(self.style.loose));
        let key = if odd { self.random.choose(pools::ODD_KEYS) } else { ["a", "b", "c", "d"][at % 4] };
        quoted(key)
    }

    /// A value of any type.
    fn anything(&mut self, depth: usize) -> Tree {
        if self.ends(depth) {
            return Tree::raw(self.random.choose(&["null", "[]", "{}", "1"]));
        }
        match self.random.below(11) {
            0 => Tree::raw("null"),
            1 => Tree::raw(self.random.choose(&["true", "false"])),
            2 | 3 => Tree::Raw(pools::number(crate::model::NumberRepresentation::Exact, self.random)),
            4 | 5 => Tree::string(&pools::string(self.random)),
            6 | 7 => Tree::List(self.elements(&Codec::Any, depth)),
            8 | 9 => {
                let elements = self.elements(&Codec::Any, depth);
                Tree::Object(elements.into_iter().enumerate().map(|(at, value)| (self.key(at), value)).collect())
            }
            _ => special::asset(self.random),
        }
    }
}

/// A scalar as another kind that may convert to it: a string of a number or bool, and the other way.
fn other_kind(tree: Tree) -> Tree {
    let Tree::Raw(text) = &tree else { return tree };
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) if serde_json::from_str::<serde_json::Number>(inner).is_ok() => Tree::raw(inner),
        Some("true" | "false") => Tree::raw(&text[1..text.len() - 1]),
        Some(_) => tree,
        None => Tree::string(text),
    }
}
