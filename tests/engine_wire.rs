//! Reading and writing of values in the engine: by the rules of `docs/conversions.md`, and in agreement with
//! conversion between types and with Terraform.

#[path = "support/random.rs"]
#[allow(dead_code, reason = "only the numbers are needed")]
mod random;

use std::fs;
use std::path::PathBuf;

use random::Random;
use serde_json::{Value as Json, json};
use tygen::codec::{Codecs, Root};
use tygen::engine::convert::{Scope, convert};
use tygen::engine::wire::{Judge, same};
use tygen::engine::{Value, constraint};
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::{
    Attribute, Definition, IntRepresentation, Literal, NullReading, NumberRepresentation, Numbers, Optionality,
    Package, Place, Property, Schema, Type, TypeDeclaration, TypeName,
};

/// A schema of the types in tygen's own format.
fn schema(types: &str) -> Schema {
    let text = format!("tygen: 1\nname: p\n{types}");
    let loaded = load(&[Input::Text("p.yaml".to_owned(), text)], LoadOptions::default());
    assert!(
        !loaded.diagnostics.has_errors(),
        "{}",
        tygen::diag::render(&loaded.diagnostics, &loaded.sources, tygen::diag::Colour::Never)
    );
    loaded.schema.into_hoisted()
}

/// The package of an object type `T` with the attribute `v` of a type, hoisted.
fn schema_of(ty: &Type, nulls: NullReading) -> Schema {
    let name = TypeName::new("p", "T");
    let declaration = TypeDeclaration {
        name,
        place: Place::alone("", "T"),
        documentation: Default::default(),
        definition: Definition::Object(vec![Property::new("v", ty.clone())]),
        numbers: None,
        origin: Default::default(),
    };
    let numbers = Numbers { int: IntRepresentation::Arbitrary, number: NumberRepresentation::Exact };
    let mut package = Package { name: "p".into(), nulls, numbers, ..Package::default() };
    package.types.insert("T".into(), declaration);
    let mut schema = Schema { roots: vec!["p".into()], ..Schema::default() };
    schema.packages.insert("p".into(), package);
    schema.into_hoisted()
}

fn root(name: &str) -> Root {
    Root::Type(TypeName::new("p", name))
}

const SECRET: &str = r#""4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270""#;
const OUTPUT: &str = r#""4dabf18193072939515e22adb298388d":"d0e6a833031e9bbcd3f4e8bde6ca49a4""#;
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const TYPES: &str = r#"
numbers: {int: arbitrary, number: double}
types:
  Port:
    properties:
      number: int
      protocol: optional(string, "tcp")
      open: optional(bool)
      note: optional(string)
  Circle:
    properties:
      kind: {const: circle}
      radius: number
  Square:
    properties:
      kind: {const: square}
      side: number
  Shape:
    union: [Circle, Square]
    discriminator: kind
  Color:
    enum: [red, green, blue]
  Everything:
    properties:
      ports: optional(list(Port))
      tags: optional(set(string))
      sizes: optional(set(number))
      byName: optional(map(int))
      pair: optional(tuple([string, int]))
      shape: optional(Shape)
      color: optional(Color)
      either: optional(union(int, string, list(string)))
      maybe: optional(union(string, none))
      dynamic: optional(any)
      odd name: optional(int)
      password: {type: optional(string), secret: true}
"#;

/// A type, a text, and what it is read as: JSON or problems.
type Case<'a> = (&'a str, &'a str, Result<&'a str, &'a [&'a str]>);

#[test]
fn values_are_read_by_the_rules() {
    let schema = schema(TYPES);
    let codecs = Codecs::of(&schema);
    let judge = Judge::new(&codecs);
    let sentinel = format!(r#"{{"maybe":"{UNKNOWN}"}}"#);
    let secret = format!(r#"{{"password":{{{SECRET},"value":"x"}}}}"#);
    let misplaced = format!(r#"{{"maybe":{{{SECRET},"value":"x"}}}}"#);
    let cases: &[Case] = &[
        ("Port", r#"{"number":"15","open":"1","extra":3}"#, Ok(r#"{"number":15,"protocol":"tcp","open":true}"#)),
        ("Port", r#"{"number":1e3,"protocol":8}"#, Ok(r#"{"number":1000,"protocol":"8"}"#)),
        (
            "Port",
            r#"{"open":"yes","protocol":[]}"#,
            Err(&[
                r#"attribute "number" is required"#,
                ".protocol: string required, but have list",
                ".open: a bool is required",
            ]),
        ),
        ("Port", "[1]", Err(&["Port required, but have list"])),
        ("Port", r#"{"number":1.5}"#, Err(&[".number: an integer is required"])),
        ("Port", r#"{"number":1,"note":null}"#, Err(&[".note: string required, but have null"])),
        (
            "Port",
            r#"{"number":123456789012345678901234567890}"#,
            Ok(r#"{"number":123456789012345678901234567890,"protocol":"tcp"}"#),
        ),
        ("Everything", r#"{"tags":["b","a","b",5]}"#, Ok(r#"{"tags":["5","a","b"]}"#)),
        ("Everything", r#"{"sizes":[10,"9",1e1]}"#, Ok(r#"{"sizes":[9,10]}"#)),
        (
            "Everything",
            r#"{"sizes":[9007199254740993]}"#,
            Err(&[".sizes[0]: a number that a double holds exactly is required"]),
        ),
        (
            "Everything",
            r#"{"byName":{"a\"b":true,"c":[]}}"#,
            Err(&[r#".byName["a\"b"]: int required, but have bool"#, r#".byName["c"]: int required, but have list"#]),
        ),
        ("Everything", r#"{"pair":["a"]}"#, Err(&[".pair: a tuple of 2 elements is required, not of 1"])),
        ("Everything", r#"{"shape":{"kind":"square","radius":1}}"#, Err(&[r#".shape: attribute "side" is required"#])),
        (
            "Everything",
            r#"{"shape":{"kind":"square","side":"2","radius":1}}"#,
            Ok(r#"{"shape":{"kind":"square","side":2}}"#),
        ),
        ("Everything", r#"{"color":"pink"}"#, Err(&[r#".color: one of "red", "green" and "blue" is required"#])),
        ("Everything", r#"{"either":5}"#, Ok(r#"{"either":5}"#)),
        ("Everything", r#"{"either":5.5}"#, Ok(r#"{"either":"5.5"}"#)),
        ("Everything", r#"{"either":"5"}"#, Ok(r#"{"either":"5"}"#)),
        ("Everything", r#"{"either":{}}"#, Err(&[".either: int or string or list required, but have object"])),
        ("Everything", r#"{"either":[[]]}"#, Err(&[".either[0]: string required, but have list"])),
        (
            "Everything",
            r#"{"shape":{"radius":1}}"#,
            Err(&[
                r#".shape: no arm of the union takes the value: not Circle, since attribute "kind" is required; not Square, since attribute "kind" is required and attribute "side" is required"#,
            ]),
        ),
        ("Everything", r#"{"maybe":null}"#, Ok(r#"{"maybe":null}"#)),
        ("Everything", r#"{"maybe":{}}"#, Err(&[".maybe: string or null required, but have object"])),
        ("Everything", r#"{"odd name":[]}"#, Err(&[r#"["odd name"]: int required, but have list"#])),
        ("Everything", r#"{"dynamic":{"b":[1.50,null],"a":"x"}}"#, Ok(r#"{"dynamic":{"a":"x","b":[1.5,null]}}"#)),
        ("Everything", &sentinel, Err(&[".maybe: the value is not known yet"])),
        ("Everything", &secret, Ok(r#"{"password":"x"}"#)),
        ("Everything", &misplaced, Err(&[".maybe: a secret is not a plain value"])),
        ("Port", r#"{"number":1"#, Err(&["the text is not JSON: \"}\" is expected"])),
    ];
    for (name, text, wanted) in cases {
        let got = judge.decode(&root(name), text);
        match (&got, wanted) {
            (Ok(got), Ok(wanted)) => assert_eq!(got, wanted, "{text}"),
            (Err(got), Err(wanted)) => match wanted {
                [only] if only.starts_with("the text is not JSON") => {
                    assert!(got[0].starts_with("the text is not JSON"), "{got:?}");
                }
                wanted => assert_eq!(got, wanted, "{text}"),
            },
            _ => panic!("{text}\n  wanted {wanted:?}\n  got    {got:?}"),
        }
    }
}

#[test]
fn outputs_keep_what_goes_with_each_part() {
    let schema = schema(TYPES);
    let codecs = Codecs::of(&schema);
    let judge = Judge::new(&codecs);
    let everything = root("Everything");
    let text = format!(
        r#"{{"maybe":"{UNKNOWN}","password":"","byName":{{{OUTPUT},"secret":true,"value":{{"a":{{{OUTPUT},"value":"1","dependencies":["u"]}}}}}}}}"#
    );
    let whole = judge.output(&everything, &text).expect("an output");
    let wanted = format!(
        r#"{{"byName":{{{SECRET},"value":{{"a":{{{OUTPUT},"value":1,"dependencies":["u"]}}}}}},"maybe":"{UNKNOWN}","password":{{{SECRET},"value":""}}}}"#
    );
    assert_eq!(whole, wanted);
    assert_eq!(judge.output(&everything, &whole).as_ref(), Ok(&whole), "the canonical form is its own");
    let part = judge.part(&everything, &text, &["byName", "a"]).expect("a part");
    assert_eq!(part, format!(r#"{{{OUTPUT},"value":1,"secret":true,"dependencies":["u"]}}"#));
    assert_eq!(judge.part(&everything, &text, &["tags"]).as_deref(), Ok("null"));
}

#[test]
fn values_nested_too_deep_and_too_many_choices_are_refused() {
    let schema = schema("types:\n  Any: any\n  Tree:\n    union: [string, list(Tree), map(Tree)]\n");
    let codecs = Codecs::of(&schema);
    let judge = Judge::new(&codecs);
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(judge.decode(&root("Any"), &nested(256)).is_ok());
    assert_eq!(
        judge.decode(&root("Any"), &nested(257)),
        Err(vec!["the value is nested deeper than 256 levels".to_owned()])
    );
    assert!(judge.decode(&root("Tree"), &nested(200)).is_ok());

    // Three arms at each of 100 levels, none of which takes what is innermost.
    let hostile = self::schema(
        "types:\n  Node:\n    union: [A, B, C]\n  A: {properties: {n: optional(Node)}}\n  B: {properties: {n: optional(Node)}}\n  C: {properties: {n: optional(Node)}}\n",
    );
    let codecs = Codecs::of(&hostile);
    let text = format!("{}1{}", r#"{"n":"#.repeat(100), "}".repeat(100));
    let problems = Judge::new(&codecs).decode(&root("Node"), &text).expect_err("no arm takes it");
    assert!(
        problems.iter().any(|line| line.ends_with("the value needs too many attempts to find its type")),
        "{problems:?}"
    );
}

/// What Terraform makes of a variable's value is what the judge makes of it, up to what a plain type holds:
/// absent attributes are left out, and a null that no type takes is a problem.
#[test]
fn terraform_agrees() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/constraint.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let (mut held, mut problems) = (0, Vec::new());
    for line in text.lines() {
        let vector: Json = serde_json::from_str(line).expect("a vector");
        let source = vector["type"].as_str().expect("a type");
        let Ok(ty) = tygen::loader::constraint::read(source) else { continue };
        if source.contains("any")
            || has_null_element(&vector["want"])
            || line.contains("null") && !line.contains("\"error\"") && has_null(&vector["value"])
        {
            continue;
        }
        held += 1;
        let schema = schema_of(&ty, NullReading::Absent);
        let codecs = Codecs::of(&schema);
        let got = Judge::new(&codecs).decode(&root("T"), &json!({ "v": vector["value"] }).to_string());
        let agrees = match (&got, vector.get("want")) {
            (Ok(got), Some(want)) => {
                let got: Json = serde_json::from_str(got).expect("JSON");
                let want = json!({ "v": without_nulls(want) });
                // Where there are sets, their order is another question.
                if source.contains("set(") {
                    sorted(&got) == sorted(&want)
                } else {
                    same(&got.to_string(), &want.to_string())
                }
            }
            (Err(_), None) => true,
            _ => false,
        };
        if !agrees {
            problems.push(format!("{line}\n  got {got:?}"));
        }
    }
    assert!(problems.is_empty(), "{} of {held}:\n{}", problems.len(), problems.join("\n"));
    assert!(held > 100, "{held}");
}

/// With the elements of every array in the order of their texts.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Array(items) => {
            let mut items: Vec<Json> = items.iter().map(sorted).collect();
            items.sort_by_key(Json::to_string);
            Json::Array(items)
        }
        Json::Object(members) => members.iter().map(|(name, member)| (name.clone(), sorted(member))).collect(),
        Json::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

fn has_null(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(items) => items.iter().any(has_null),
        Json::Object(members) => members.values().any(has_null),
        Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}

fn has_null_element(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().any(|item| item.is_null() || has_null_element(item)),
        Json::Object(members) => members.values().any(has_null_element),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}

fn without_nulls(value: &Json) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().map(without_nulls).collect()),
        Json::Object(members) => Json::Object(
            members
                .iter()
                .filter(|(_, member)| !member.is_null())
                .map(|(name, member)| (name.clone(), without_nulls(member)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Whatever a value is and whatever is wanted: the judge takes it if and only if its implied type converts, to
/// the same value.
#[test]
fn reading_is_conversion_from_the_implied_type() {
    let mut random = Random::new(7);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..6000 {
        let ty = any_type(&mut random, 3);
        let value = json!({ "v": any_value(&mut random, &ty) });
        let whole = Type::object([Attribute::required("v", ty.clone())].into_iter().collect());
        let schema = schema_of(&ty, NullReading::Value);
        let codecs = Codecs::of(&schema);
        let got = Judge::new(&codecs).decode(&root("T"), &value.to_string());
        let wanted = constraint::value_of_json(&value).and_then(|value| convert(&value, &whole, &Scope::default()));
        match (&got, &wanted) {
            (Ok(got), Ok(wanted)) => {
                taken += 1;
                let wanted = plain(wanted).to_string();
                assert!(same(got, &wanted), "{ty}\n  {value}\n  wanted {wanted}\n  got    {got}");
            }
            (Err(_), Err(_)) => refused += 1,
            _ => panic!("{ty}\n  {value}\n  wanted {wanted:?}\n  got    {got:?}"),
        }
    }
    assert!(taken > 1000 && refused > 1000, "{taken} taken, {refused} refused");
}

fn plain(value: &Value) -> Json {
    without_nulls(&serde_json::from_str(&constraint::literal_of(value).expect("a literal").to_string()).expect("JSON"))
}

const WORDS: &[&str] = &["a", "b", "c", "true", "1", "0", "15", "1.5", "x y", "é"];

/// A type in which conversion and the judge mean the same by a number (in a union a whole number is exactly an
/// `int` to the judge alone) and null does not occur.
fn any_type(random: &mut Random, depth: usize) -> Type {
    let primitives = [Type::Bool, Type::Number, Type::String];
    if depth == 0 {
        return if random.one_in(4) { Type::Int } else { random.pick(&primitives).clone() };
    }
    let inner = |random: &mut Random| any_type(random, depth - 1);
    match random.below(9) {
        0 => Type::list(inner(random)),
        1 => Type::set(inner(random)),
        2 => Type::map(inner(random)),
        3 => Type::tuple((0..random.below(3)).map(|_| inner(random)).collect::<Vec<_>>()),
        4 | 5 => {
            let attributes = ["a", "b", "c"].iter().filter_map(|name| {
                let ty = any_type(random, depth - 1);
                match random.below(4) {
                    0 => None,
                    1 => Some(Attribute::optional(*name, ty)),
                    _ => Some(Attribute::required(*name, ty)),
                }
            });
            Type::object(attributes.collect::<Vec<_>>().into_iter().collect())
        }
        6 => Type::enumeration(Type::String, vec![Literal::string("a"), Literal::string("1"), Literal::string("true")]),
        7 => {
            // Of two arms of objects or lists one can be exactly the type that the value implies, which a
            // declared type is not.
            let arms = [inner(random), random.pick(&primitives).clone(), random.pick(&primitives).clone()];
            if arms[0].to_string().contains("int") { inner(random) } else { Type::union(arms) }
        }
        _ => any_type(random, 0),
    }
}

/// A value that often is one of the type, or becomes one.
fn any_value(random: &mut Random, ty: &Type) -> Json {
    if random.one_in(12) {
        return match random.below(5) {
            0 => json!(random.one_in(2)),
            1 => json!(random.below(20)),
            2 => json!([*random.pick(WORDS)]),
            3 => json!({ "a": *random.pick(WORDS) }),
            _ => json!(*random.pick(WORDS)),
        };
    }
    let many = |random: &mut Random, element: &Type| {
        (0..random.below(4)).map(|_| any_value(random, element)).collect::<Vec<_>>()
    };
    match ty {
        Type::Bool => json!(random.one_in(2)),
        Type::Int => json!(random.below(3)),
        Type::Number => json!(random.below(8) as f64 / 2.0),
        Type::List(element) | Type::Set(element) => Json::Array(many(random, element)),
        Type::Map(element) => {
            let elements = many(random, element);
            Json::Object(["a", "b", "é", "d"].iter().map(|key| (*key).to_owned()).zip(elements).collect())
        }
        Type::Tuple(parts) => Json::Array(parts.iter().map(|part| any_value(random, part)).collect()),
        Type::Object(object) => {
            let mut members = serde_json::Map::new();
            for attribute in object.attributes() {
                if attribute.optionality == Optionality::Required && !random.one_in(10) || random.one_in(2) {
                    members.insert(attribute.name.to_string(), any_value(random, &attribute.ty));
                }
            }
            if random.one_in(4) {
                members.insert("extra".to_owned(), json!(1));
            }
            Json::Object(members)
        }
        Type::Union(union) => {
            let arm = random.pick(union.arms()).clone();
            any_value(random, &arm)
        }
        _ => json!(*random.pick(WORDS)),
    }
}
