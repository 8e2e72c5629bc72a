//! The loader on the schemas of the repository and on texts in memory.

mod support;

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use support::schemas::{render_all, schema_files};
use tygen::diag::Code;
use tygen::loader::{Input, Kind, LoadOptions, Loaded, Memory, load, load_with};
use tygen::model::{Definition, IntRepresentation, Literal, NumberRepresentation, Package, Presence, Property, Type};

#[test]
fn every_schema_of_the_repository_is_sound() {
    let files: Vec<PathBuf> =
        ["", "core", "core/imported", "obstacles"].iter().flat_map(|name| schema_files(name)).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let loaded = load(&[Input::Path(file.clone())], LoadOptions::default());
        assert!(loaded.diagnostics.is_empty(), "{}\n{}", file.display(), render_all(&loaded));
        assert_eq!(loaded.schema.roots.len(), 1, "{}", file.display());
    }
}

/// The code blocks of a language in a Markdown text, with the number of their first line.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<(usize, &'t str)> {
    let fence = format!("```{language}\n");
    text.match_indices(&fence)
        .map(|(at, _)| {
            let body = &text[at + fence.len()..];
            (text[..at].lines().count() + 1, &body[..body.find("```").expect("a closed block")])
        })
        .collect()
}

#[test]
fn every_example_of_the_format_loads() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema-format.md")).unwrap();
    let mut loaded_examples = 0;
    for (line, block) in blocks(&text, "yaml") {
        if block.lines().any(|line| line.starts_with("tygen: 1")) {
            let loaded = load(&[Input::Text(format!("line {line}"), block.to_owned())], LoadOptions::default());
            assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
            loaded_examples += 1;
        }
    }
    assert!(loaded_examples >= 8, "{loaded_examples}");
}

fn read(text: &str) -> Loaded {
    load(&[Input::Text("test.yaml".into(), text.into())], LoadOptions::default())
}

/// The package of a text in which nothing is wrong.
fn package(text: &str) -> Package {
    let mut loaded = read(text);
    assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
    loaded.schema.packages.swap_remove("test").expect("the package is called test")
}

/// The properties of the type `T`.
fn properties(package: &Package) -> &[Property] {
    match &package.types["T"].definition {
        Definition::Object(properties) => properties,
        other => panic!("{other:?}"),
    }
}

fn codes(loaded: &Loaded) -> Vec<Code> {
    loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn properties_are_what_is_written() {
    let package = package(
        "tygen: 1\nname: test\nnumbers: {int: int64, number: exact}\ntypes:\n  T:\n    numbers: {int: int32}\n    properties:\n\
         \x20     a: string\n      b: optional(string)\n      c: optional(int, 5)\n      d: {type: int, default: 7}\n\
         \x20     e: {type: int, default: null}\n      f: {const: x}\n      g: {const: 2}\n      h: {const: 2.5}\n\
         \x20     i: {type: string, secret: true, deprecated: gone, description: text}\n\
         \x20     j: {type: int, numbers: {number: double}}\n      k: {type: 'list(optional(int))', deprecated: true}\n",
    );
    let properties = properties(&package);
    let presence: Vec<&Presence> = properties[..5].iter().map(|property| &property.presence).collect();
    assert_eq!(
        presence,
        [
            &Presence::Required,
            &Presence::Optional,
            &Presence::Default(Literal::int(5)),
            &Presence::Default(Literal::int(7)),
            &Presence::Optional,
        ]
    );
    let types: Vec<&Type> = properties[5..8].iter().map(|property| &property.ty).collect();
    assert_eq!(types, [&Type::String, &Type::Int, &Type::Number]);
    assert!(properties[5..8].iter().all(|property| property.constant.is_some()));
    let said = &properties[8];
    assert!(said.secret);
    assert_eq!(said.documentation.description.for_language("go"), "text");
    assert_eq!(said.documentation.deprecated.as_ref().map(|reason| reason.is_empty()), Some(false));
    let numbers = properties[9].numbers.expect("the property says how");
    assert_eq!((numbers.int, numbers.number), (IntRepresentation::Int32, NumberRepresentation::Double));
    let numbers = package.types["T"].numbers.expect("the type says how");
    assert_eq!((numbers.int, numbers.number), (IntRepresentation::Int32, NumberRepresentation::Exact));
    assert_eq!(properties[10].ty, Type::list(Type::nullable(Type::Int)));
    assert_eq!(properties[10].documentation.deprecated.as_ref().map(|reason| reason.is_empty()), Some(true));
}

#[test]
fn numbers_keep_their_digits() {
    let big = "9".repeat(400);
    let package = package(&format!(
        "tygen: 1\nname: test\ntypes:\n  T:\n    properties:\n      a: {{type: number, default: 0.1000000000000000055511151231257827}}\n\
         \x20     b: {{type: int, default: 123456789012345678901234567890123456789012345678901234567890}}\n\
         \x20     c: optional(int, {big})\n      d: {{type: number, default: 1e3}}\n"
    ));
    let defaults: Vec<String> = properties(&package)
        .iter()
        .map(|property| match &property.presence {
            Presence::Default(default) => default.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    let wide = "123456789012345678901234567890123456789012345678901234567890";
    assert_eq!(defaults, ["0.1000000000000000055511151231257827", wide, big.as_str(), "1e3"]);
}

#[test]
fn short_forms_are_declared_as_what_they_are() {
    let package = package(
        "tygen: 1\nname: test\ntypes:\n  T: 'object({a = int, b = optional(int, 1)})'\n  E: enum(int, 1, 2)\n  U: union(int, string)\n\
         \x20 N: union(string, none)\n  I: input(string)\n  M: union(int, string, none)\n  A: list(T)\n  S: {enum: [1, 2.5]}\n",
    );
    let kind = |name: &str| match &package.types[name].definition {
        Definition::Object(properties) => format!("object of {}", properties.len()),
        Definition::Enum(definition) => format!("enum of {} {}", definition.members.len(), definition.base),
        Definition::Union(definition) => format!("union of {}", definition.arms.len()),
        Definition::Alias(ty) => format!("alias of {ty}"),
    };
    let kinds: Vec<String> = ["T", "E", "U", "N", "I", "M", "A", "S"].map(kind).to_vec();
    assert_eq!(
        kinds,
        [
            "object of 2",
            "enum of 2 int",
            "union of 2",
            "alias of union(string, none)",
            "alias of union(string, output(string))",
            "union of 3",
            "alias of list(test.T)",
            "enum of 2 number",
        ]
    );
}

#[test]
fn discriminators_are_mapped_by_the_constants_of_the_arms() {
    let package = package(
        "tygen: 1\nname: test\ntypes:\n  T: {union: [A, B, C], discriminator: {property: k, mapping: {see: C}}}\n\
         \x20 A: {properties: {k: {const: a}}}\n  B: Bee\n  Bee: {properties: {k: {const: b}}}\n  C: {properties: {k: string}}\n",
    );
    let Definition::Union(definition) = &package.types["T"].definition else { panic!("a union") };
    let discriminator = definition.discriminator.as_ref().expect("a discriminator");
    let mapping: Vec<String> = discriminator.mapping.iter().map(|(value, arm)| format!("{value}: {arm}")).collect();
    assert_eq!(mapping, ["see: test.C", "a: test.A", "b: test.B"]);
}

#[test]
fn tokens_and_places() {
    let package = package(
        "tygen: 1\nname: test\nresources:\n  A: {module: x/y}\n  B: {token: 'other:thing:B'}\n  C:\nfunctions:\n  f: {}\n",
    );
    let tokens: Vec<&str> = package.resources.keys().map(|token| &**token).collect();
    assert_eq!(tokens, ["test:x/y:A", "other:thing:B", "test:index:C"]);
    assert_eq!(&*package.resources["test:x/y:A"].place.module, "x/y");
    assert!(package.functions.contains_key("test:index:f"));
}

fn memory(files: &[(&str, &str)]) -> Memory {
    Memory(files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect())
}

#[test]
fn files_import_each_other_and_are_read_once() {
    let files = memory(&[
        (
            "a/one.yaml",
            "tygen: 1\nname: one\nimports: [../b/two.yaml, './../b/two.yaml']\ntypes: {A: list(two.B), X: one.A}\n",
        ),
        ("b/two.yaml", "tygen: 1\nname: two\nimports: [../a/one.yaml]\ntypes: {B: optional(one.A)}\n"),
    ]);
    let loaded = load_with(&files, &[Input::Path("a/one.yaml".into())], LoadOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
    assert_eq!(loaded.schema.roots.iter().map(|name| &**name).collect::<Vec<_>>(), ["one"]);
    assert_eq!(loaded.schema.packages.keys().map(|name| &**name).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(loaded.files, [Path::new("a/one.yaml"), Path::new("a/../b/two.yaml")]);
}

#[test]
fn a_schema_of_another_kind_can_be_imported() {
    let pets = r#"{"name": "pets", "types": {"pets:index:Dog": {"type": "object", "properties": {"name": {"type": "string"}}}}}"#;
    let files = memory(&[
        ("one.yaml", "tygen: 1\nname: one\nimports: [pets.json]\ntypes: {A: 'pets[\"pets:index:Dog\"]'}\n"),
        ("pets.json", pets),
    ]);
    let loaded = load_with(&files, &[Input::Path("one.yaml".into())], LoadOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
    assert_eq!(loaded.schema.packages["pets"].types.len(), 1);
    assert_eq!(loaded.schema.roots.len(), 1);
}

#[test]
fn only_what_is_imported_can_be_named() {
    let files = memory(&[
        ("one.yaml", "tygen: 1\nname: one\nimports: [two.yaml]\ntypes: {A: three.C}\n"),
        ("two.yaml", "tygen: 1\nname: two\nimports: [three.yaml]\ntypes: {B: three.C}\n"),
        ("three.yaml", "tygen: 1\nname: three\ntypes: {C: int}\n"),
    ]);
    let loaded = load_with(&files, &[Input::Path("one.yaml".into())], LoadOptions::default());
    assert_eq!(codes(&loaded), [Code::UnknownType], "{}", render_all(&loaded));
}

#[test]
fn problems_of_imported_files_are_shown_there() {
    let files = memory(&[
        ("one.yaml", "tygen: 1\nname: one\nimports: [two.yaml, gone.yaml]\ntypes: {A: itn}\n"),
        ("two.yaml", "tygen: 1\nname: one\ntypes: {B: strin}\n"),
    ]);
    let loaded = load_with(&files, &[Input::Path("one.yaml".into())], LoadOptions::default());
    let shown = render_all(&loaded);
    for part in ["one.yaml:4:", "`gone.yaml` cannot be read", "two.yaml:2:7", "called `one` too"] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let loaded = load(&[Input::Path("no/such/file.yaml".into())], LoadOptions::default());
    assert_eq!(codes(&loaded), [Code::Unreadable]);
    assert_eq!(loaded.files, [Path::new("no/such/file.yaml")], "a build watches for it to appear");
}

#[test]
fn the_kind_can_be_said() {
    let text = "name: test\ntypes: {A: int}\n";
    assert_eq!(codes(&read(text)), [Code::UnknownKind]);
    let loaded =
        load(&[Input::Text("x".into(), text.into())], LoadOptions { from: Some(Kind::Tygen), ..Default::default() });
    assert_eq!(codes(&loaded), [Code::MissingKey]);
}

#[test]
fn yaml_and_json_are_one_format() {
    let yaml = package("tygen: 1\nname: test\ntypes:\n  T:\n    properties:\n      a: {type: number, default: 1.50}\n");
    let json =
        r#"{"tygen": 1, "name": "test", "types": {"T": {"properties": {"a": {"type": "number", "default": 1.50}}}}}"#;
    assert_eq!(package(json), yaml);
    assert_eq!(package(&format!("\u{feff}{json}")), yaml);
    let aliased =
        "tygen: 1\nname: test\ntypes:\n  T:\n    properties:\n      a: &a {type: number, default: 1.50}\n      b: *a\n";
    assert_eq!(codes(&read(aliased)), [Code::BadValue], "a rounded number behind an alias cannot be told exactly");
}

#[test]
fn large_numbers_of_problems_are_all_found() {
    let types: String = (0..500).map(|number| format!("  T{number}: itn\n")).collect();
    let loaded = read(&format!("tygen: 1\nname: test\ntypes:\n{types}"));
    assert_eq!(loaded.diagnostics.len(), 500);
    assert!(render_all(&loaded).ends_with("500 errors\n"));
}

#[test]
fn long_chains_of_types_do_not_overflow() {
    let types: String =
        (0..5_000).map(|number| format!("  T{number}: {{properties: {{next: T{}}}}}\n", number + 1)).collect();
    let loaded = read(&format!("tygen: 1\nname: test\ntypes:\n{types}  T5000: int\n"));
    assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
}

fn schemas() -> &'static [String] {
    static SCHEMAS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    SCHEMAS.get_or_init(|| {
        ["", "core", "obstacles", "broken"]
            .iter()
            .flat_map(|name| schema_files(name))
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_loader_panic(text in any::<String>(), kind in prop::option::of(prop::sample::select(&Kind::ALL[..]))) {
        let loaded = load(&[Input::Text("x".into(), text)], LoadOptions { from: kind, ..Default::default() });
        render_all(&loaded);
    }

    #[test]
    fn no_bytes_make_the_loader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        struct Bytes(Vec<u8>);
        impl tygen::loader::FileReader for Bytes {
            fn read(&self, _: &Path) -> std::io::Result<Vec<u8>> {
                Ok(self.0.clone())
            }
            fn list(&self, _: &Path) -> std::io::Result<Option<Vec<PathBuf>>> {
                Ok(None)
            }
            fn identity(&self, path: &Path) -> PathBuf {
                path.to_owned()
            }
        }
        let loaded = load_with(&Bytes(bytes), &[Input::Path("x".into())], LoadOptions::default());
        assert!(loaded.diagnostics.has_errors());
        render_all(&loaded);
    }

    /// Schemas with pieces cut out, doubled, moved or replaced.
    #[test]
    fn no_damage_makes_the_loader_panic(
        which in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..30_usize, any::<prop::sample::Index>(), 0..4_u8), 1..6),
        word in prop::sample::select(&["&a", "*a", "<<: *a", "!x", "{", "[", "\"", "'", "|", ">", "null", "-", "? ", ": ", "\t", "\u{0}", "1e999", ".nan"][..]),
    ) {
        let schemas = schemas();
        let mut text = which.get(schemas).clone();
        for (at, length, to, how) in cuts {
            let place = |index: prop::sample::Index, text: &str| {
                let mut at = index.index(text.len() + 1);
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let start = place(at, &text);
            let mut end = (start + length).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let piece = text[start..end.max(start)].to_owned();
            match how {
                0 => text.replace_range(start..end.max(start), ""),
                1 => text.insert_str(start, &piece),
                2 => {
                    let to = place(to, &text);
                    text.insert_str(to, &piece);
                }
                _ => text.insert_str(start, word),
            }
        }
        let loaded = load(&[Input::Text("x".into(), text)], LoadOptions { from: Some(Kind::Tygen), ..Default::default() });
        for diagnostic in loaded.diagnostics.iter() {
            let span = diagnostic.span.as_ref().expect("every problem has a place");
            let source = loaded.sources.get(span.source).expect("in a text that was read");
            assert!(source.text.get(span.range.clone()).is_some(), "{diagnostic:?}");
        }
        render_all(&loaded);
    }
}

#[test]
fn what_speaks_of_other_parts_is_looked_up() {
    let loaded = read(
        "tygen: 1\nname: test\nprovider: {kind: component}\nresources:\n  R:\n    methods: {go: 'test:index:g'}\nfunctions:\n  f:\n\
         \x20   inputs: {a: int}\n    positional: [b, a, a]\ntypes:\n  T:\n    token: test:t:T\n    properties:\n\
         \x20     c: {const: 1, default: 2}\n      u: 'union(int, string, discriminator(\"k\", {a = bool}))'\n  S:\n    token: test:t:T\n\
         \x20   properties: {}\n  D:\n    description: [x, 5, {ts: y}]\n    properties: {}\n",
    );
    let said: Vec<String> =
        loaded.diagnostics.iter().map(|problem| format!("{} {}", problem.code, problem.path)).collect();
    for wanted in [
        "T0110 $.provider.kind",
        "T0105 $.resources.R.methods.go",
        "T0110 $.functions.f.positional[0]",
        "T0106 $.functions.f.positional[2]",
        "T0110 $.types.T.properties.c.default",
        "T0110 $.types.T.properties.u",
        "T0106 $.types.S.token",
        "T0102 $.types.D.description[1]",
    ] {
        assert!(said.iter().any(|line| line == wanted), "{wanted}: {said:#?}");
    }
    assert_eq!(said.len(), 8, "{}", render_all(&loaded));
}

#[test]
fn types_are_referred_to_by_key_and_by_token() {
    let package = package(
        "tygen: 1\nname: test\ntypes:\n  Key:\n    token: test:a/b:Key\n    name: Other\n    file: Shared\n    properties: {}\n\
         \x20 A: list(Key)\n  B: list(test[\"test:a/b:Key\"])\n  C: plainShape(inputShape(Key))\n",
    );
    let alias = |name: &str| match &package.types[name].definition {
        Definition::Alias(ty) => ty.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(alias("A"), "list(test[\"test:a/b:Key\"])");
    assert_eq!(alias("A"), alias("B"));
    assert_eq!(alias("C"), "plainShape(inputShape(test[\"test:a/b:Key\"]))");
    let place = &package.types["test:a/b:Key"].place;
    assert_eq!((&*place.name, &*place.unit), ("Other", "Shared"));
}
