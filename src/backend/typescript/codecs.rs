//! Codecs: the data that the runtime's conversions follow, and beside it straight-line code for values
//! that are already what is wanted.

use std::sync::Arc;

use unicode_normalization::is_nfc;

use super::code::{Body, Code, Constant};
use super::expression::Expressions;
use super::layout::WIDTH;
use super::literals;
use super::names;
use crate::codec::{Codec, Definition, FieldCodec, ObjectCodec, UnionCodec};
use crate::model::{
    IntRepresentation, Literal, NullReading, NumberRepresentation, Numbers, Presence, Property, Type, TypeName,
};

/// What every object has already; types of such properties do not go together with it.
const ON_EVERY_OBJECT: [&str; 8] = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// What a codec is called, and the types that it is of.
pub(super) struct Named<'a> {
    /// The type of plain values; the codec is called so with `Codec` behind it.
    pub plain: &'a str,
    /// The type of arguments.
    pub input: &'a str,
}

/// The statement that declares a codec. `properties` are those of an object, for their names in the program.
pub(super) fn lower(
    named: &Named<'_>,
    definition: &Definition,
    properties: &[Property],
    expressions: &mut Expressions<'_, '_>,
) -> String {
    expressions.imports.codecs = true;
    let name = format!("{}Codec", named.plain);
    let constant = |function: &str, first| Constant::codec(&name, [named.plain, named.input], function, first);
    match definition {
        Definition::Object(object) => {
            let function = match object.nulls {
                NullReading::Value => "object",
                NullReading::Absent => "block",
            };
            let fields = Fields { object, properties };
            let constant = constant(function, vec![literals::string(&object.name)]);
            let reading = fields.reading(named.plain, constant.base, expressions);
            constant.print(&Body::ArrayAnd(fields.descriptions(expressions), reading))
        }
        Definition::Tuple(parts) => {
            let parts = parts.iter().map(|part| expressions.codec(part)).collect();
            constant("tuple", Vec::new()).print(&Body::Array(parts))
        }
        Definition::Union(union) => expressions.union_codec(union, constant),
        // The values stand in the object that has the enum's name.
        Definition::Enum { base, .. } => {
            constant("oneOf", Vec::new()).print_call(vec![expressions.codec(base), Code::text(named.plain)])
        }
        Definition::Alias(codec) => {
            let body = Body::Expression(expressions.codec(codec));
            constant("alias", Vec::new()).print(&body)
        }
    }
}

impl Expressions<'_, '_> {
    /// What a declared type's codec is called here.
    fn codec_name(&mut self, name: &TypeName) -> Option<Arc<str>> {
        let symbol = self.symbol(name)?.clone();
        let codec: Arc<str> = format!("{}Codec", symbol.name).into();
        self.imports.values.insert(codec.clone());
        Some(self.local_name(&symbol.folder, &symbol.stem, &codec))
    }

    /// How the value in one place is read and written.
    fn codec(&mut self, codec: &Codec) -> Code {
        let of = |function: &str, inner: Code| Code::call(format!("$.{function}"), [inner]);
        match codec {
            Codec::Resource(token) => of("resource", Code::text(literals::string(token))),
            Codec::Capsule(name) => of("capsule", Code::text(literals::string(name))),
            Codec::Nullable(inner) => of("nullable", self.codec(inner)),
            Codec::List(inner) => of("list", self.codec(inner)),
            Codec::Set(inner) => of("set", self.codec(inner)),
            Codec::Map(inner) => of("map", self.codec(inner)),
            Codec::Named(name) => match self.codec_name(name) {
                Some(name) => Code::text(&*name),
                None => Code::text("$.any"),
            },
            Codec::None => Code::text("$.none"),
            Codec::Bool => Code::text("$.bool"),
            Codec::String => Code::text("$.string"),
            Codec::Any => Code::text("$.any"),
            Codec::Asset => Code::text("$.asset"),
            Codec::Archive => Code::text("$.archive"),
            Codec::Int(IntRepresentation::Arbitrary) => Code::text("$.int"),
            Codec::Int(IntRepresentation::Int64) => Code::text("$.int64"),
            Codec::Int(IntRepresentation::Int32) => Code::text("$.int32"),
            Codec::Number(NumberRepresentation::Double) => Code::text("$.double"),
            Codec::Number(NumberRepresentation::Exact) => Code::text("$.exact"),
        }
    }

    fn union_codec(&mut self, union: &UnionCodec, constant: impl Fn(&str, Vec<String>) -> Constant) -> String {
        let arms = union.arms.iter().map(|arm| self.codec(arm));
        let Some(discriminator) = &union.discriminator else {
            let arms = arms.collect();
            return constant("union", Vec::new()).print(&Body::Array(arms));
        };
        let arms = arms.enumerate().map(|(at, arm)| {
            let words = discriminator.mapping.iter().filter(|(_, arm)| *arm == at);
            let words = words.map(|(word, _)| Code::text(literals::string(word)));
            Code::call("$.arm", std::iter::once(arm).chain(words).collect::<Vec<_>>())
        });
        let arms = arms.collect();
        constant("unionBy", vec![literals::string(&discriminator.property)]).print(&Body::Array(arms))
    }

    /// The function that reads a value which is already what is wanted.
    fn reader(&mut self, codec: &Codec) -> Code {
        let of = |function: &str, inner: Code| Code::call(format!("$.{function}"), [inner]);
        match codec {
            Codec::Nullable(inner) => of("nullableOf", self.reader(inner)),
            Codec::List(inner) => of("listOf", self.reader(inner)),
            Codec::Set(inner) => of("setOf", self.reader(inner)),
            Codec::Map(inner) => of("mapOf", self.reader(inner)),
            Codec::Named(name) => match self.codec_name(name) {
                Some(name) => Code::text(format!("{name}.read")),
                None => Code::text("$.toOpaque"),
            },
            Codec::None => Code::text("$.toNull"),
            Codec::Bool => Code::text("$.toBool"),
            Codec::String => Code::text("$.toText"),
            Codec::Any => Code::text("$.toAny"),
            Codec::Int(IntRepresentation::Arbitrary | IntRepresentation::Int64) => Code::text("$.toInt"),
            Codec::Int(IntRepresentation::Int32) => Code::text("$.toInt32"),
            Codec::Number(NumberRepresentation::Double) => Code::text("$.toDouble"),
            Codec::Number(NumberRepresentation::Exact) => Code::text("$.toExact"),
            Codec::Asset | Codec::Archive | Codec::Resource(_) | Codec::Capsule(_) => Code::text("$.toOpaque"),
        }
    }

    /// The value that is read from an expression.
    fn read(&mut self, codec: &Codec, from: Code) -> Code {
        let mut of = |function: &str, inner: &Codec, from| {
            let inner = self.reader(inner);
            Code::call(format!("$.{function}"), [from, inner])
        };
        match codec {
            Codec::Nullable(inner) => of("toNullable", inner, from),
            Codec::List(inner) => of("toList", inner, from),
            Codec::Set(inner) => of("toSet", inner, from),
            Codec::Map(inner) => of("toMap", inner, from),
            Codec::Named(_)
            | Codec::None
            | Codec::Bool
            | Codec::String
            | Codec::Any
            | Codec::Int(_)
            | Codec::Number(_)
            | Codec::Asset
            | Codec::Archive
            | Codec::Resource(_)
            | Codec::Capsule(_) => match self.reader(codec) {
                Code::Text(name) | Code::Call(name, _) => Code::call(name, [from]),
            },
        }
    }
}

/// The attributes of an object.
struct Fields<'a> {
    object: &'a ObjectCodec,
    properties: &'a [Property],
}

impl Fields<'_> {
    /// What an attribute is called in the program, if that is not its name on the wire.
    fn renamed(&self, field: &FieldCodec) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == field.name)?;
        property.naming.for_language("ts").filter(|name| **name != *field.name)
    }

    /// The data, attribute by attribute.
    fn descriptions(&self, expressions: &mut Expressions<'_, '_>) -> Vec<Code> {
        let describe = |field: &FieldCodec| {
            let name = Code::text(literals::string(&field.name));
            let codec = expressions.codec(&field.codec);
            let mut code = match &field.presence {
                Presence::Required => Code::call("$.required", [name, codec]),
                Presence::Optional => Code::call("$.optional", [name, codec]),
                Presence::Default(default) => {
                    Code::call("$.defaulted", [name, codec, Code::text(literals::string(&json(default)))])
                }
            };
            if let Some(constant) = &field.constant {
                code = Code::call("$.constant", [code, Code::text(literals::string(&json(constant)))]);
            }
            if field.secret {
                code = Code::call("$.secret", [code]);
            }
            if let Some(property) = self.renamed(field) {
                code = Code::call("$.renamed", [Code::text(literals::string(property)), code]);
            }
            code
        };
        self.object.fields.iter().map(describe).collect()
    }

    /// The function that reads an object of which every attribute is already what is wanted.
    fn reading(&self, plain: &str, base: usize, expressions: &mut Expressions<'_, '_>) -> String {
        let is_odd = |field: &FieldCodec| {
            let name = self.renamed(field).unwrap_or(&field.name);
            // Nothing fits beside a long name in brackets: rare enough to be read by the data alone.
            let is_wide = !names::is_identifier(name) && name.len() > 30;
            is_wide
                || ON_EVERY_OBJECT.contains(&&*field.name)
                || ON_EVERY_OBJECT.contains(&name)
                || !is_nfc(&field.name)
        };
        if self.object.fields.iter().any(is_odd) {
            return "$.toOpaque".to_owned();
        }
        let is_optional = |field: &&FieldCodec| matches!(field.presence, Presence::Optional);
        let (optional, fixed): (Vec<&FieldCodec>, Vec<&FieldCodec>) = self.object.fields.iter().partition(is_optional);
        let margin = " ".repeat(base);
        let mut out = String::new();
        if optional.is_empty() {
            let parameter = if fixed.is_empty() { "" } else { "i" };
            out.extend(["(", parameter, ") => ({"]);
            self.literal(&fixed, base + 4, expressions, &mut out);
            out.push_str(&if fixed.is_empty() { "})".to_owned() } else { format!("{margin}  }})") });
            return out;
        }
        out.push_str("(i) => {\n");
        let head = format!("{margin}    const o: $.Draft<{plain}> = {{");
        if fixed.is_empty() {
            let fits = head.chars().count() + 2 <= WIDTH;
            let start = head.trim_end_matches(" {");
            out.push_str(&if fits { format!("{head}}};\n") } else { format!("{start}\n{margin}      {{}};\n") });
        } else {
            out.push_str(&head);
            self.literal(&fixed, base + 6, expressions, &mut out);
            out.extend([&margin, "    };\n"]);
        }
        for field in optional {
            self.assignment(field, base + 4, expressions, &mut out);
        }
        out.extend([&margin, "    return o;\n", &margin, "  }"]);
        out
    }

    /// The members of the object that every value has.
    fn literal(&self, fields: &[&FieldCodec], indent: usize, expressions: &mut Expressions<'_, '_>, out: &mut String) {
        if !fields.is_empty() {
            out.push('\n');
        }
        for field in fields {
            let from = self.from(field);
            let code = match (&field.constant, &field.presence) {
                (Some(constant), _) => match literal(constant, &field.codec) {
                    Some(literal) => Code::call("$.toConstant", [from, Code::text(literal)]),
                    None => Code::call("$.toOpaque", [from]),
                },
                (None, Presence::Default(default)) => match literal(default, &field.codec) {
                    Some(default) => {
                        let reader = expressions.reader(&field.codec);
                        Code::call("$.or", [from, reader, Code::text(default)])
                    }
                    None => expressions.read(&field.codec, from),
                },
                (None, Presence::Required | Presence::Optional) => expressions.read(&field.codec, from),
            };
            let name = names::property(self.renamed(field).unwrap_or(&field.name)).into_owned();
            code.line(indent, &format!("{name}: "), ",", out);
        }
    }

    /// The statement that sets an attribute that may be absent.
    fn assignment(&self, field: &FieldCodec, indent: usize, expressions: &mut Expressions<'_, '_>, out: &mut String) {
        let from = self.from(field);
        let mut test = String::new();
        from.push(&mut test);
        let sign = match self.object.nulls {
            NullReading::Absent if !takes_null(&field.codec, expressions) => "!= null",
            NullReading::Value | NullReading::Absent => "!== undefined",
        };
        let code = match field.constant.as_ref().map(|constant| literal(constant, &field.codec)) {
            Some(Some(literal)) => Code::call("$.toConstant", [from, Code::text(literal)]),
            Some(None) => Code::call("$.toOpaque", [from]),
            None => expressions.read(&field.codec, from),
        };
        let name = self.renamed(field).unwrap_or(&field.name);
        let target = if names::is_identifier(name) {
            format!("o.{name} = ")
        } else {
            format!("o[{}] = ", literals::string(name))
        };
        let condition = format!("if ({test} {sign})");
        let margin = " ".repeat(indent);
        let mut line = format!("{margin}{condition} {target}");
        code.push(&mut line);
        line.push(';');
        if line.chars().count() <= WIDTH {
            out.extend([&line, "\n"]);
            return;
        }
        out.extend([&margin, &condition, "\n"]);
        code.line(indent + 2, &target, ";", out);
    }

    /// Where the value of an attribute stands.
    fn from(&self, field: &FieldCodec) -> Code {
        if self.renamed(field).is_some() {
            return Code::call("$.at", [Code::text("i"), Code::text(literals::string(&field.name))]);
        }
        if names::is_identifier(&field.name) {
            return Code::text(format!("i.{}", field.name));
        }
        Code::text(format!("i[{}]", literals::string(&field.name)))
    }
}

/// Whether null may be a value: where it is not certain, it may.
fn takes_null(codec: &Codec, expressions: &Expressions<'_, '_>) -> bool {
    match codec {
        Codec::Named(name) => expressions.may_take_null(name),
        Codec::None | Codec::Any | Codec::Nullable(_) => true,
        Codec::Bool
        | Codec::Int(_)
        | Codec::Number(_)
        | Codec::String
        | Codec::Asset
        | Codec::Archive
        | Codec::Resource(_)
        | Codec::Capsule(_)
        | Codec::List(_)
        | Codec::Set(_)
        | Codec::Map(_) => false,
    }
}

/// The literal of a value of a primitive codec, if it has one that needs no conversion.
fn literal(value: &Literal, codec: &Codec) -> Option<String> {
    let (ty, numbers) = match codec {
        Codec::Bool => (Type::Bool, Numbers::default()),
        Codec::String => (Type::String, Numbers::default()),
        Codec::Int(int) => (Type::Int, Numbers { int: *int, ..Numbers::default() }),
        Codec::Number(number) => (Type::Number, Numbers { number: *number, ..Numbers::default() }),
        Codec::None
        | Codec::Any
        | Codec::Asset
        | Codec::Archive
        | Codec::Resource(_)
        | Codec::Capsule(_)
        | Codec::Nullable(_)
        | Codec::List(_)
        | Codec::Set(_)
        | Codec::Map(_)
        | Codec::Named(_) => return None,
    };
    literals::primitive(value, &ty, numbers)
}

/// A literal as JSON text.
fn json(literal: &Literal) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Number(number) => number.as_str().to_owned(),
        Literal::String(value) => text(value),
        Literal::List(items) => format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(",")),
        Literal::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("{}:{}", text(key), json(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}
