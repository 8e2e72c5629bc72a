//! Type expressions: what must hold for every type and every text.

use proptest::prelude::*;
use tygen::loader::expression::{Dialect, Names, NoNames, parse, parse_attribute};
use tygen::model::{Attribute, Literal, NumberText, ObjectType, Type, TypeName};

/// Every name of package `p` is a declared type.
struct AnyName;

impl Names for AnyName {
    fn resolve(&self, package: Option<&str>, name: &str) -> Option<TypeName> {
        (package == Some("p")).then(|| TypeName::new("p", name))
    }

    fn candidates(&self, _package: Option<&str>) -> Vec<&str> {
        Vec::new()
    }

    fn packages(&self) -> Vec<&str> {
        vec!["p"]
    }
}

fn literal() -> impl Strategy<Value = Literal> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Literal::Bool),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?"
            .prop_map(|text| Literal::Number(NumberText::new(&text).expect("JSON's syntax"))),
        any::<String>().prop_map(Literal::string),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Literal::List),
            prop::collection::btree_map(any::<String>(), inner, 0..3).prop_map(|members| Literal::Object(
                members.into_iter().map(|(key, value)| (key.into(), value)).collect()
            )),
        ]
    })
}

fn ty() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            Type::None,
            Type::Bool,
            Type::Int,
            Type::Number,
            Type::String,
            Type::Any,
            Type::Asset,
            Type::Archive,
        ]),
        "\\PC{1,8}".prop_map(|token| Type::Resource(token.into())),
        "\\PC{1,8}".prop_map(|name| Type::Capsule(name.into())),
        any::<String>().prop_map(|name| Type::named(TypeName::new("p", name))),
        prop::collection::btree_set(any::<i64>(), 1..4)
            .prop_map(|values| Type::enumeration(Type::Int, values.into_iter().map(Literal::int).collect())),
        prop::collection::btree_set("[a-z\"$%{\\\\ ]{0,5}", 1..4)
            .prop_map(|values| Type::enumeration(Type::String, values.into_iter().map(Literal::string).collect())),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            inner.clone().prop_map(Type::promise),
            inner.clone().prop_map(Type::output),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Type::tuple),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Type::union),
            prop::collection::btree_map(
                "[a-z\"$%{\\\\ -]{0,6}",
                (inner, prop::option::of(prop::option::of(literal()))),
                0..4
            )
            .prop_map(|attributes| Type::object(attributes.into_iter().map(attribute).collect::<ObjectType>())),
        ]
    })
}

fn attribute((name, (ty, optional)): (String, (Type, Option<Option<Literal>>))) -> Attribute {
    match optional {
        None => Attribute::required(name, ty),
        Some(None) => Attribute::optional(name, ty),
        Some(Some(default)) => Attribute::with_default(name, ty, default),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_type_is_read_back_from_its_text(ty in ty()) {
        let text = ty.to_string();
        let parsed = parse(&text, Dialect::Tygen, &AnyName);
        prop_assert_eq!(parsed.map(|parsed| parsed.ty), Ok(ty), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn no_text_of_the_notation_makes_the_parser_panic(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40)
    ) {
        read(&words.concat());
    }
}

/// Reads a text in every way and looks at the places of all problems.
fn read(text: &str) {
    let problems = [
        parse(text, Dialect::Tygen, &NoNames).err(),
        parse(text, Dialect::Terraform, &NoNames).err(),
        parse_attribute(text, Dialect::Tygen, &AnyName).err(),
        tygen::loader::constraint::read(text).err(),
    ];
    for problem in problems.into_iter().flatten().flatten() {
        assert!(text.get(problem.range.clone()).is_some(), "{text:?}: {problem:?}");
    }
}

const WORDS: &[&str] = &[
    "object", "list", "union", "enum", "optional", "tuple", "string", "int", "any", "none", "p", "a", "é", "(", ")",
    "[", "]", "{", "}", ",", "=", ":", ".", "..", "...", "\"", "\"a\"", "\\", "$", "${", "%{", "1", "-1", "1e5", "0.5",
    "1e999", "-", "!", "?", "<", "<<", ">", "|", "||", "&&", "*", "/", "//", "/*", "*/", "#", "\n", " ", "for", "in",
    "if", "null", "true", "::", "=>", "<<EOT\n", "EOT\n",
];
