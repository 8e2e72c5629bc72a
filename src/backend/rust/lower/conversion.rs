//! How values of a declaration are read and written: descriptors, and calls of the runtime's macros, which
//! are the code that goes with them.

use super::Lowering;
use super::object::NamedProperty;
use crate::backend::rust::{ir, literals, names};
use crate::codec::{Codec, Definition, DiscriminatorCodec, FieldCodec, Root};
use crate::model::{IntRepresentation, Literal, NullReading, NumberRepresentation, Presence, Type, TypeName};

/// The variants of a union that stand for its arms.
pub(super) struct Variants<'v> {
    /// The arms in the order of the variants.
    pub(super) arms: &'v [Type],
    /// The variants.
    pub(super) names: &'v [String],
}

impl Lowering<'_, '_> {
    /// What a root stands for.
    pub(super) fn definition(&self, root: &Root) -> Option<&Definition> {
        self.index.codecs.definition(root)
    }

    /// The conversions of a struct of properties that have arrived.
    pub(super) fn object_conversion(&self, name: &str, root: &Root, properties: &[NamedProperty<'_>]) -> ir::Lines {
        let Some(Definition::Object(object)) = self.definition(root) else { return Vec::new() };
        let nulls = match object.nulls {
            NullReading::Value => "Refused",
            NullReading::Absent => "Absent",
        };
        let held = properties.iter().filter(|named| named.is_held());
        let mut lines = vec!["rt::object! {".to_owned()];
        lines.push(format!("    {name} {} {nulls}:{};", literals::string(&object.name), fields(held)));
        lines.extend(object.fields.iter().map(|field| format!("    {};", self.field(field))));
        lines.push("}".to_owned());
        lines
    }

    fn field(&self, field: &FieldCodec) -> String {
        let (name, ty) = (literals::string(&field.name), self.descriptor(&field.codec));
        let mut text = match &field.presence {
            Presence::Required => format!("need({name}, {ty})"),
            Presence::Optional => format!("may({name}, {ty})"),
            Presence::Default(default) => format!("fill({name}, {ty}, {})", json(default)),
        };
        if let Some(constant) = &field.constant {
            text.push_str(&format!(".constant({})", json(constant)));
        }
        if field.secret {
            text.push_str(".secret()");
        }
        text
    }

    /// The conversions of a struct of arguments.
    pub(super) fn arguments_conversion(&self, name: &str, plain: &str, properties: &[NamedProperty<'_>]) -> ir::Lines {
        let held = properties.iter().filter(|named| named.is_argument());
        vec![format!("rt::arguments! {{ {name} {plain}:{} }}", fields(held))]
    }

    /// The conversions of a union and of the same in arguments.
    pub(super) fn union_conversions(
        &self,
        name: &str,
        type_name: &TypeName,
        variants: &Variants<'_>,
    ) -> [ir::Lines; 2] {
        let mut discriminator = None;
        let arms: Vec<&Codec> = match self.definition(&Root::Type(type_name.clone())) {
            Some(Definition::Union(union)) => {
                discriminator = union.discriminator.as_ref();
                union.arms.iter().collect()
            }
            // Of two arms that differ in promise and output alone one is left; null is the last of two.
            Some(Definition::Alias(Codec::Nullable(inner))) => vec![inner, &Codec::None],
            Some(Definition::Alias(only)) => vec![only],
            Some(Definition::Object(_) | Definition::Tuple(_) | Definition::Enum { .. }) | None => Vec::new(),
        };
        let is_nullable = arms.last() == Some(&&Codec::None) && arms.len() == 2;
        let mut numbered: Vec<(usize, &Type, &String)> =
            variants.arms.iter().zip(variants.names).enumerate().map(|(at, (arm, name))| (at, arm, name)).collect();
        if is_nullable && discriminator.is_none() {
            for (at, arm, _) in &mut numbered {
                *at = usize::from(**arm == Type::None);
            }
        }
        let held = |wanted: bool| {
            let of_kind = numbered.iter().filter(move |(_, arm, _)| (**arm != Type::None) == wanted);
            of_kind.map(|(at, _, name)| format!("{at} {}", names::raw(name))).collect::<Vec<_>>().join(", ")
        };
        let variants = format!("{}; {}", held(true), held(false));
        let arms: Vec<String> = arms.into_iter().map(|arm| self.descriptor(arm)).collect();
        let mut plain = vec![format!("rt::union! {{ {name}")];
        plain.push(format!("    [{}]", arms.join(", ")));
        plain.push(format!("    {};", discriminator.map_or_else(none, self::discriminator)));
        plain.push(format!("    {}", variants.trim_end()));
        plain.push("}".to_owned());
        let variants = variants.trim_end();
        [plain, vec![format!("rt::union! {{ {name}Input {name}; {variants} }}")]]
    }

    /// The conversions of a tuple and of the same in arguments.
    pub(super) fn tuple_conversions(&self, name: &str, type_name: &TypeName) -> [ir::Lines; 2] {
        match self.definition(&Root::Type(type_name.clone())) {
            Some(Definition::Tuple(elements)) => {
                let numbers: Vec<String> = (0..elements.len()).map(|at| at.to_string()).collect();
                let numbers = numbers.join(" ");
                let elements: Vec<String> = elements.iter().map(|element| self.descriptor(element)).collect();
                let plain = format!("rt::tuple! {{ {name} [{}]: {numbers} }}", elements.join(", "));
                [vec![plain], vec![format!("rt::tuple! {{ {name}Input {name}: {numbers} }}")]]
            }
            Some(Definition::Alias(inner)) => {
                let plain = format!("rt::newtype! {{ {name} = {} }}", self.descriptor(inner));
                [vec![plain], vec![format!("rt::newtype! {{ {name}Input {name} }}")]]
            }
            Some(Definition::Object(_) | Definition::Enum { .. } | Definition::Union(_)) | None => {
                [Vec::new(), Vec::new()]
            }
        }
    }

    /// The conversions of an enum that holds values of that type of Rust.
    pub(super) fn enum_conversion(&self, name: &str, type_name: &TypeName, base: &str, access: &str) -> ir::Lines {
        let Some(Definition::Enum { base: codec, values }) = self.definition(&Root::Type(type_name.clone())) else {
            return Vec::new();
        };
        let values: Vec<String> = values.iter().map(json).collect();
        let kind = self.descriptor(codec);
        vec![
            format!("rt::enumeration! {{ {name} {base} = {kind} {access}"),
            format!("    [{}]", values.join(", ")),
            "}".to_owned(),
        ]
    }

    /// What says of another name what Rust does not tell of it, if there is something.
    pub(super) fn named_conversion(&self, name: &str, plain: &str, codec: &Codec) -> Option<ir::Item> {
        self.index.needs_name(codec).then(|| {
            let kind = self.descriptor(codec);
            ir::Item::Name(ir::Name {
                plain: name.to_owned(),
                name: format!("{name}Codec"),
                conversion: vec![format!("rt::named! {{ {name}Codec"), format!("    {plain} = {kind}"), "}".to_owned()],
            })
        })
    }

    /// The expression that says what stands in one place.
    pub(super) fn descriptor(&self, codec: &Codec) -> String {
        let of = |head: &str, inner: &Codec| format!("{head}(&{})", self.descriptor(inner));
        match codec {
            Codec::None => "None".to_owned(),
            Codec::Bool => "Bool".to_owned(),
            Codec::Int(IntRepresentation::Arbitrary) => "Int".to_owned(),
            Codec::Int(IntRepresentation::Int64) => "Int64".to_owned(),
            Codec::Int(IntRepresentation::Int32) => "Int32".to_owned(),
            Codec::Number(NumberRepresentation::Double) => "Double".to_owned(),
            Codec::Number(NumberRepresentation::Exact) => "Exact".to_owned(),
            Codec::String => "String".to_owned(),
            Codec::Any => "Any".to_owned(),
            Codec::Asset => "Asset".to_owned(),
            Codec::Archive => "Archive".to_owned(),
            Codec::Resource(token) => format!("Resource({})", literals::string(token)),
            Codec::Capsule(kind) => format!("Capsule({})", literals::string(kind)),
            Codec::Nullable(inner) => of("Nullable", inner),
            Codec::List(inner) => of("List", inner),
            Codec::Set(inner) => of("Set", inner),
            Codec::Map(inner) => of("Map", inner),
            Codec::Named(name) => match (self.index.stands_for(name), self.index.declared(name)) {
                (Some(inner), _) => self.descriptor(inner),
                (None, Some(declared)) if declared.module == *self.module && declared.unit == *self.unit => {
                    format!("<self::{} as rt::Codec>::TYPE", declared.name)
                }
                (None, Some(declared)) => {
                    let path = self.index.path(self.module, &declared.module, &declared.name);
                    format!("<{path} as rt::Codec>::TYPE")
                }
                (None, None) => "Any".to_owned(),
            },
        }
    }
}

/// The names of fields, with a space before each.
fn fields<'p>(properties: impl Iterator<Item = &'p NamedProperty<'p>>) -> String {
    properties.map(|named| format!(" {}", names::raw(named.field()))).collect()
}

fn none() -> String {
    "::core::option::Option::None".to_owned()
}

fn discriminator(discriminator: &DiscriminatorCodec) -> String {
    let words = discriminator.mapping.iter().map(|(word, arm)| format!("({}, {arm})", literals::string(word)));
    let words: Vec<String> = words.collect();
    format!("::core::option::Option::Some(({}, &[{}]))", literals::string(&discriminator.property), words.join(", "))
}

/// A literal of Rust that is the JSON of a literal of the schema.
fn json(literal: &Literal) -> String {
    let mut text = String::new();
    print_json(literal, &mut text);
    literals::string(&text)
}

fn print_json(literal: &Literal, out: &mut String) {
    let separator = |at: usize| if at == 0 { "" } else { "," };
    match literal {
        Literal::Null | Literal::Bool(_) => out.push_str(&literal.to_string()),
        Literal::Number(number) => out.push_str(number.as_str()),
        Literal::String(text) => print_text(text, out),
        Literal::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(separator(at));
                print_json(item, out);
            }
            out.push(']');
        }
        Literal::Object(members) => {
            out.push('{');
            for (at, (key, value)) in members.iter().enumerate() {
                out.push_str(separator(at));
                print_text(key, out);
                out.push(':');
                print_json(value, out);
            }
            out.push('}');
        }
    }
}

/// A text as JSON writes it: escaped as little as can be, which is how messages show it.
fn print_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_json_in_a_literal() {
        let of = |text: &str| json(&Literal::String(text.into()));
        assert_eq!(of("a\"\n"), r#""\"a\\\"\\n\"""#);
        assert_eq!(of("\u{1}"), r#""\"\\u0001\"""#);
    }
}
