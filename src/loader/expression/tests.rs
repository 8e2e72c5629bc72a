use super::*;

/// One package `shop` with the types `Port` and `a/b`.
struct Shop;

impl Names for Shop {
    fn resolve(&self, package: Option<&str>, name: &str) -> Option<TypeName> {
        let known = matches!(package, None | Some("shop")) && matches!(name, "Port" | "a/b");
        known.then(|| TypeName::new("shop", name))
    }

    fn candidates(&self, package: Option<&str>) -> Vec<&str> {
        match package {
            None | Some("shop") => vec!["Port", "a/b"],
            Some(_) => Vec::new(),
        }
    }

    fn packages(&self) -> Vec<&str> {
        vec!["shop"]
    }
}

fn read(text: &str) -> Type {
    parse(text, Dialect::Tygen, &Shop).unwrap_or_else(|problems| panic!("{text}: {problems:?}")).ty
}

fn problems(text: &str) -> Vec<ExpressionProblem> {
    match parse(text, Dialect::Tygen, &Shop) {
        Ok(parsed) => panic!("{text} is {}", parsed.ty),
        Err(problems) => problems,
    }
}

/// Code and marked text of each problem.
fn marks(text: &str) -> Vec<(Code, &str)> {
    problems(text).into_iter().map(|problem| (problem.code, &text[problem.range])).collect()
}

#[test]
fn every_type_has_an_expression() {
    for text in [
        "none",
        "bool",
        "int",
        "number",
        "string",
        "any",
        "asset",
        "archive",
        "resource(\"p:m:N\")",
        "capsule(\"c\")",
        "list(int)",
        "set(int)",
        "map(int)",
        "tuple([int, string])",
        "tuple([])",
        "object({})",
        "object({a = int, b = optional(string), c = optional(list(int), [1, 2])})",
        "union(int, string)",
        "enum(string, \"a\", \"b\")",
        "enum(int, 1, -2)",
        "promise(int)",
        "output(int)",
        "shop.Port",
        "shop[\"a/b\"]",
        "object({\"a b\" = int, \"for\" = int, \"null\" = int})",
        "object({a = optional(any, {\"k\": [null, true, \"x\\n\", 1.50]})})",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn shorthands() {
    assert_eq!(read("list"), Type::list(Type::Any));
    assert_eq!(read("optional(int)"), Type::nullable(Type::Int));
    assert_eq!(read("input(int)").to_string(), "union(int, output(int))");
    assert_eq!(read("Port"), Type::named(TypeName::new("shop", "Port")));
    assert_eq!(read("shop[\"a/b\"]"), Type::named(TypeName::new("shop", "a/b")));
    assert_eq!(read("union(int)"), Type::Int);
    assert_eq!(read("object({a = optional(int, null)})").to_string(), "object({a = optional(int)})");
}

#[test]
fn white_space_and_comments_are_hcl() {
    let text = "\n # first\n object({ // one\n  a = int /* two */\n  b = optional(string,\n    \"x\"),\n }) # last\n";
    assert_eq!(read(text).to_string(), "object({a = int, b = optional(string, \"x\")})");
}

#[test]
fn numbers_keep_their_digits() {
    let big = "9".repeat(400);
    for number in ["9007199254740993", &big, "1e999", "-0.1000000000000000055511151231257827"] {
        let text = format!("enum(number, {number})");
        assert_eq!(read(&text).to_string(), text);
    }
    assert_eq!(read("enum(int, 007, - 5)").to_string(), "enum(int, 7, -5)");
    // A digit inside a name or string is not a number.
    assert_eq!(read("object({a1 = optional(string, \"12\")})").to_string(), "object({a1 = optional(string, \"12\")})");
}

#[test]
fn all_problems_are_found_with_their_places() {
    assert_eq!(
        marks("object({a = strnig, b = list(int, int), c = Prot, a = int, \"b\" = int})"),
        [
            (Code::UnknownType, "strnig"),
            (Code::TypeSyntax, "list(int, int)"),
            (Code::UnknownType, "Prot"),
            (Code::Duplicate, "a"),
            (Code::Duplicate, "\"b\""),
        ]
    );
    assert_eq!(
        marks("enum(int, 1, 1.5, 1.0, \"x\", y)"),
        [(Code::BadValue, "1.5"), (Code::Duplicate, "1.0"), (Code::BadValue, "\"x\""), (Code::BadValue, "y")]
    );
}

#[test]
fn brackets_and_strings_are_named_where_they_open() {
    assert_eq!(marks("list(string"), [(Code::TypeSyntax, "(")]);
    assert_eq!(problems("list(string")[0].message, "this `(` is never closed");
    assert_eq!(marks("list(string))"), [(Code::TypeSyntax, ")")]);
    assert_eq!(marks("object({a = list(int})"), [(Code::TypeSyntax, "}")]);
    assert_eq!(marks("enum(string, \"a)"), [(Code::TypeSyntax, "\"")]);
    assert_eq!(marks("enum(string, \"${a}\")"), [(Code::TypeSyntax, "${")]);
    assert_eq!(read("enum(string, \"$${a}\")"), Type::enumeration(Type::String, vec![Literal::string("${a}")]));
    assert_eq!(marks(" # nothing"), [(Code::TypeSyntax, " # nothing")]);
}

#[test]
fn what_other_notations_write_gets_a_hint() {
    for (text, hint) in [
        ("string?", "`optional(T)`"),
        ("string | int", "`union(T, U)`"),
        ("list<string>", "round brackets"),
        ("string[]", "`list(T)`"),
        ("[string]", "`list(T)`"),
        ("\"string\"", "without quotes"),
        ("integer", "`int`"),
        ("array(string)", "`list`"),
        ("null", "`none`"),
        ("{a = int}", "object({…})"),
        ("lst(string)", "`list`"),
        ("shop.Prot", "`shop.Port`"),
        ("shpo.Port", "`shop.Port`"),
        ("tuple(int, int)", "tuple([T, U])"),
        ("enum(\"a\", \"b\")", "enum(string, \"a\", \"b\")"),
        ("object", "object({"),
        ("5", "enum(number, 1, 2)"),
    ] {
        let found = problems(text);
        let help = found[0].help.clone().unwrap_or_default();
        assert!(help.contains(hint), "{text}: {found:?}");
    }
}

#[test]
fn depth_and_length_are_limited() {
    let nested = |depth: usize| format!("{}int{}", "list(".repeat(depth), ")".repeat(depth));
    assert!(parse(&nested(MAX_DEPTH), Dialect::Tygen, &NoNames).is_ok());
    assert_eq!(problems(&nested(MAX_DEPTH + 1))[0].code, Code::Limit);
    assert_eq!(problems(&nested(20_000))[0].code, Code::Limit);
    assert_eq!(problems(&"(".repeat(100_000))[0].code, Code::Limit);
    assert_eq!(problems(&"[".repeat(1_000_000))[0].code, Code::Limit);
    for text in ["-".repeat(100_000), "!".repeat(100_000), "a.".repeat(100_000), "1+".repeat(100_000)] {
        assert!(!problems(&text).is_empty());
    }
}

#[test]
fn terraform_has_fewer_types() {
    let terraform = |text| parse(text, Dialect::Terraform, &NoNames);
    assert_eq!(terraform("object({a = optional(number, 52)})").unwrap().defaults.len(), 1);
    for text in ["int", "none", "union(string, number)", "optional(string)", "list(optional(string))", "Port"] {
        assert!(terraform(text).is_err(), "{text}");
    }
}
