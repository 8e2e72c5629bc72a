//! Conversion beyond the vectors: recursion, choices by value, defaults, capsules, hostile depth.

use std::collections::BTreeMap;
use std::sync::Arc;

use tygen::engine::convert::{MAX_DEPTH, Safety, Scope, convert, plan};
use tygen::engine::mismatch::explain;
use tygen::engine::{
    Capsule, CapsuleBehaviour, CapsuleConversion, CapsuleType, Capsules, Marks, Number, Payload, Value, conform,
    constraint, traverse, unify,
};
use tygen::model::{Attribute, Discriminator, Literal, ObjectType, Type, TypeName, UnionType};

fn object(attributes: impl IntoIterator<Item = Attribute>) -> Type {
    Type::object(ObjectType::new(attributes))
}

fn name(name: &str) -> TypeName {
    TypeName::new("test", name)
}

fn named(text: &str) -> Type {
    Type::named(name(text))
}

fn number(text: &str) -> Value {
    Value::number(Number::parse(text).expect("a number"))
}

fn notation(value: &Value) -> String {
    value.to_notation()["value"].to_string()
}

/// `Tree`: a label and trees. `Numbers`: the same with numbers as labels, and a default.
fn trees() -> Scope {
    let tree = object([
        Attribute::required("label", Type::String),
        Attribute::required("children", Type::list(named("Tree"))),
    ]);
    let numbers = object([
        Attribute::required("label", Type::Number),
        Attribute::with_default("weight", Type::Int, Literal::int(1)),
        Attribute::optional("children", Type::set(named("Numbers"))),
    ]);
    let loose =
        object([Attribute::required("label", Type::Any), Attribute::required("children", Type::list(named("Loose")))]);
    let endless = object([Attribute::required("children", Type::list(named("Endless")))]);
    let wrong = object([
        Attribute::required("label", Type::String),
        Attribute::required("children", Type::list(named("Wrong"))),
        Attribute::required("more", Type::Bool),
    ]);
    Scope::of(BTreeMap::from([
        (name("Tree"), tree),
        (name("Numbers"), numbers),
        (name("Loose"), loose),
        (name("Endless"), endless),
        (name("Wrong"), wrong),
    ]))
}

fn literal(text: &str) -> Value {
    constraint::value_of_json(&serde_json::from_str(text).expect("JSON")).expect("a value")
}

#[test]
fn recursive_types_convert() {
    let scope = trees();
    let value = literal(r#"{"label": "1", "children": [{"label": "2", "children": []}]}"#);
    let tree = convert(&value, &named("Tree"), &scope).expect("a tree");
    assert_eq!(*tree.ty(), named("Tree"));
    let planned = plan(&named("Tree"), &named("Numbers"), &scope).expect("a conversion");
    assert_eq!(planned.safety(), Safety::Unsafe);
    assert_eq!(planned.table().len(), 1);
    let numbers = planned.apply(&tree).expect("numbers");
    assert_eq!(*numbers.ty(), named("Numbers"));
    let Payload::Sequence(parts) = numbers.payload() else { panic!("it is {numbers:?}") };
    assert!(matches!(&parts[0], Payload::Set(children) if children.len() == 1));
    assert!(matches!(&parts[2], Payload::Int(weight) if **weight == 1.into()));

    let back = plan(&named("Numbers"), &named("Tree"), &scope).expect("a conversion");
    assert_eq!(back.safety(), Safety::Safe);
    assert!(back.apply(&numbers).is_ok());
    assert_eq!(plan(&named("Tree"), &named("Endless"), &scope).map(|plan| plan.safety()), Some(Safety::Safe));
    assert_eq!(plan(&named("Tree"), &named("Tree"), &scope).map(|plan| plan.safety()), Some(Safety::Same));
    assert!(plan(&named("Tree"), &named("Wrong"), &scope).is_none());
    assert_eq!(explain(&named("Tree"), &named("Wrong"), &scope)[0].to_string(), r#"attribute "more" is required"#);
    assert!(plan(&named("Tree"), &named("Nowhere"), &scope).is_none());
}

#[test]
fn problems_have_paths_through_recursion() {
    let scope = trees();
    let value = literal(
        r#"{"label": "x", "children": [{"label": "2", "children": []}, {"label": "y", "children": [{"label": "z"}]}]}"#,
    );
    let error = convert(&value, &named("Numbers"), &scope).expect_err("labels are no numbers");
    let expected = ".label: a number is required\n.children[1].label: a number is required\n\
                    .children[1].children[0].label: a number is required";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn any_in_a_named_type_keeps_each_value_with_its_type() {
    let scope = trees();
    let value = literal(r#"{"label": 1, "children": [{"label": "x", "children": []}]}"#);
    let loose = convert(&value, &named("Loose"), &scope).expect("a tree");
    assert_eq!(*loose.ty(), named("Loose"));
    let labels = |payload: &Payload| match payload {
        Payload::Sequence(parts) => match &parts[1] {
            Payload::Arm(arm) => arm.ty().clone(),
            other => panic!("the label is {other:?}"),
        },
        other => panic!("it is {other:?}"),
    };
    assert_eq!(labels(loose.payload()), Type::Number);
    let Payload::Sequence(parts) = loose.payload() else { panic!("it is {loose:?}") };
    let Payload::Sequence(children) = &parts[0] else { panic!("they are {parts:?}") };
    assert_eq!(labels(&children[0]), Type::String);
    let tree = convert(&loose, &named("Tree"), &scope).expect("any converts by value");
    assert!(
        matches!(tree.payload(), Payload::Sequence(parts) if matches!(&parts[1], Payload::String(text) if &**text == "1"))
    );
}

#[test]
fn the_arm_that_keeps_most_wins() {
    let small = object([Attribute::required("a", Type::String)]);
    let large = object([Attribute::required("a", Type::String), Attribute::optional("b", Type::String)]);
    let to = Type::union([small.clone(), large.clone()]);
    let scope = Scope::default();
    let kept = |value: &Value| match convert(value, &to, &scope).expect("an arm").payload().unmarked() {
        Payload::Arm(arm) => arm.ty().clone(),
        other => panic!("it is {other:?}"),
    };
    let stripped = tygen::engine::convert::required(&large);
    assert_eq!(kept(&literal(r#"{"a": 1}"#)), small);
    assert_eq!(kept(&literal(r#"{"a": 1, "b": 2}"#)), stripped);
    assert_eq!(kept(&literal(r#"{"a": 1, "c": 2}"#)), small);
    // The keys of a map are its own attributes.
    let map = Value::map(Type::Int, [("a", Value::int(1)), ("b", Value::int(2))]).expect("a map");
    assert_eq!(kept(&map), stripped);
}

#[test]
fn the_discriminator_names_the_arm() {
    let shape = |attribute: &str| {
        object([Attribute::required("kind", Type::String), Attribute::required(attribute, Type::Number)])
    };
    let (circle, square) =
        (shape("size"), object([Attribute::required("kind", Type::String), Attribute::required("size", Type::String)]));
    let discriminator = Discriminator {
        property: "kind".into(),
        mapping: vec![("circle".into(), circle.clone()), ("square".into(), square.clone())],
    };
    let to = UnionType::of([circle.clone(), square.clone()], Some(discriminator));
    let scope = Scope::default();
    let arm = |text: &str| match convert(&literal(text), &to, &scope).map(|value| value.into_parts().1) {
        Ok(Payload::Arm(arm)) => arm.ty().clone(),
        other => panic!("it is {other:?}"),
    };
    // Without the discriminator a bool as size fits neither arm, and an int the first safe one.
    assert_eq!(arm(r#"{"kind": "circle", "size": "3", "more": true}"#), circle);
    assert_eq!(arm(r#"{"kind": "square", "size": 3, "more": true}"#), square);
    assert_eq!(arm(r#"{"kind": "other", "size": 3, "more": true}"#), circle);
    // Exactly its type goes before what it says.
    assert_eq!(arm(r#"{"kind": "square", "size": 3}"#), circle);
}

#[test]
fn a_union_says_why_no_arm_takes_the_value() {
    let to = Type::union([Type::Int, Type::Bool]);
    let error = convert(&Value::string("x"), &to, &Scope::default()).expect_err("neither");
    assert_eq!(
        error.to_string(),
        "no type of union(int, bool) takes this value: not int, since an integer is required; \
         not bool, since a bool is required"
    );
    assert!(plan(&Type::list(Type::String), &to, &Scope::default()).is_none());
}

/// Whatever stands in a union with `any`, it comes out again.
#[test]
fn a_union_may_have_any_as_an_arm() {
    let scope = Scope::default();
    let either = Type::union([Type::Any, Type::Int]);
    let value = convert(&Value::string("7"), &either, &scope).expect("any takes it");
    assert_eq!(convert(&value, &Type::Number, &scope).expect("it is a number").as_number(), number("7").as_number());
    let lists = Type::union([Type::list(Type::Any), Type::None]);
    let value = convert(&literal(r#"["1", 2]"#), &lists, &scope).expect("a list");
    let back = convert(&value, &Type::list(Type::Int), &scope).expect("two ints");
    assert_eq!(notation(&back), r#"["1","2"]"#);
}

#[test]
fn null_is_typed() {
    let scope = Scope::default();
    let null = convert(&Value::null(Type::String), &Type::Int, &scope).expect("nulls convert");
    assert!(null.is_null() && *null.ty() == Type::Int);
    assert!(convert(&Value::none(), &Type::Int, &scope).is_err());
    for to in [
        Type::None,
        Type::Any,
        Type::nullable(Type::Int),
        Type::promise(Type::None),
        Type::output(Type::nullable(Type::Int)),
    ] {
        assert!(convert(&Value::none(), &to, &scope).is_ok_and(|value| value.is_null()), "{to}");
    }
    let error =
        convert(&Value::of_union(Type::nullable(Type::Int), Value::none()).expect("an arm"), &Type::Int, &scope);
    assert!(error.is_err());
    // Under a constraint a null literal is the null of any type.
    assert!(constraint::apply(&literal("null"), &Type::Int, &scope).is_ok_and(|value| *value.ty() == Type::Int));
}

#[test]
fn defaults_fill_what_is_missing() {
    let port = object([Attribute::with_default("port", Type::Number, Literal::string("80"))]);
    let to = object([
        Attribute::with_default("first", port.clone(), Literal::Object(Vec::new())),
        Attribute::with_default("tags", Type::map(port.clone()), Literal::Null),
        Attribute::optional("last", Type::list(port)),
    ]);
    let scope = Scope::default();
    let filled = |text: &str| {
        let value = constraint::apply(&literal(text), &to, &scope).expect("it fits");
        constraint::literal_of(&value).expect("JSON").to_string()
    };
    assert_eq!(filled("{}"), r#"{"first": {"port": 80}, "last": null, "tags": null}"#);
    assert_eq!(
        filled(r#"{"first": null, "last": [{"port": null}, {"port": 1}, {}], "tags": {"a": {}}}"#),
        r#"{"first": {"port": 80}, "last": [{"port": 80}, {"port": 1}, {"port": 80}], "tags": {"a": {"port": 80}}}"#
    );
    // A conversion alone fills what is absent, and leaves null.
    let value = convert(&literal(r#"{"first": null}"#), &to, &scope).expect("it fits");
    assert_eq!(notation(&value), r#"{"first":null,"last":null,"tags":null}"#);
}

#[test]
fn all_problems_in_declaration_order() {
    let to = object([
        Attribute::required("z", Type::Number),
        Attribute::required("a", Type::list(Type::Bool)),
        Attribute::required("m", Type::map(Type::Int)),
    ]);
    let value = Value::object([
        ("a", Value::list(Type::String, ["true", "TRUE", "x"].map(Value::string)).expect("a list")),
        ("m", Value::map(Type::Number, [("k", number("1.5")), ("j", number("2"))]).expect("a map")),
        ("z", Value::string("?")),
    ]);
    let error = convert(&value, &to, &Scope::default()).expect_err("four problems");
    assert_eq!(
        error.to_string(),
        ".z: a number is required\n\
         .a[1]: a bool is required; to convert from string, use lowercase \"true\"\n\
         .a[2]: a bool is required\n\
         .m[\"k\"]: an integer is required"
    );
}

/// Celsius and fahrenheit, as whole degrees.
#[derive(Debug)]
struct Degrees;

impl CapsuleBehaviour for Degrees {
    fn conversion_to(&self, target: &Type) -> Option<CapsuleConversion> {
        (*target == Type::Int).then(|| CapsuleConversion {
            safe: true,
            apply: Arc::new(|value: &Value| match value.payload() {
                Payload::Capsule(capsule) => {
                    let content: Option<Arc<i64>> = Capsule::content(capsule);
                    content.map(|degrees| Value::int(*degrees)).ok_or_else(|| "no degrees".to_owned())
                }
                _ => Err("no capsule".to_owned()),
            }),
        })
    }

    fn conversion_from(&self, source: &Type) -> Option<CapsuleConversion> {
        (*source == Type::Int).then(|| CapsuleConversion {
            safe: false,
            apply: Arc::new(|value: &Value| match value.as_int() {
                Some(degrees) if *degrees >= (-273).into() => {
                    let degrees = i64::try_from(degrees).map_err(|error| error.to_string())?;
                    Ok(CapsuleType::new("degrees", Degrees).value(Arc::new(degrees)))
                }
                _ => Err("that is colder than cold".to_owned()),
            }),
        })
    }
}

#[test]
fn capsules_convert_as_they_registered() {
    let ty = CapsuleType::new("degrees", Degrees);
    let mut capsules = Capsules::none();
    capsules.register(ty.clone()).expect("the first of its name");
    let scope = Scope { capsules: Arc::new(capsules), ..Scope::default() };
    let safety = |from: &Type, to: &Type| plan(from, to, &scope).map(|plan| plan.safety());
    assert_eq!(safety(&ty.ty(), &Type::Int), Some(Safety::Safe));
    assert_eq!(safety(&Type::Int, &ty.ty()), Some(Safety::Unsafe));
    assert_eq!(safety(&Type::String, &ty.ty()), None);
    assert_eq!(safety(&ty.ty(), &Type::union([Type::Bool, ty.ty()])), Some(Safety::Safe));

    let ints = Value::list(Type::Int, [Value::int(20), Value::int(-300)]).expect("a list");
    let error = convert(&ints, &Type::list(ty.ty()), &scope).expect_err("too cold");
    assert_eq!(error.to_string(), "[1]: that is colder than cold");
    let secret = ty.value(Arc::new(7_i64)).with_marks(&Marks::one("sensitive"));
    let int = convert(&secret, &Type::Int, &scope).expect("degrees are ints");
    assert_eq!(int.as_int(), Some(&7.into()));
    assert!(int.marks().contains("sensitive"));
}

#[test]
fn extended_types_unify() {
    let scope = Scope::default();
    let common = |types: &[Type]| unify::unify(types, &scope).map(|found| found.ty);
    let (int, number, string) = (Type::Int, Type::Number, Type::String);
    assert_eq!(common(&[int.clone(), number.clone()]), Some(number.clone()));
    assert_eq!(common(&[int.clone(), string.clone()]), Some(string.clone()));
    assert_eq!(common(&[int.clone(), Type::Bool]), None);
    let left = Type::union([int.clone(), Type::Bool]);
    let right = Type::union([Type::list(int.clone()), Type::Bool]);
    assert_eq!(common(&[left.clone(), right]), Some(Type::union([int.clone(), Type::Bool, Type::list(int.clone())])));
    assert_eq!(common(&[left.clone(), number.clone()]), Some(Type::union([number.clone(), Type::Bool])));
    assert_eq!(common(&[Type::nullable(int.clone()), string.clone()]), Some(Type::nullable(string.clone())));
    assert_eq!(common(&[left, Type::list(int.clone())]), None);
    assert_eq!(common(&[Type::promise(int.clone()), Type::output(string.clone())]), Some(Type::output(string.clone())));
    assert_eq!(
        common(&[Type::promise(int.clone()), Type::promise(number.clone())]),
        Some(Type::promise(number.clone()))
    );
    assert_eq!(common(&[Type::output(int.clone()), Type::output(number.clone())]), Some(Type::output(number.clone())));
    assert_eq!(common(&[Type::output(int.clone()), number.clone()]), Some(Type::output(number)));
    let words = |word: &str| Type::enumeration(Type::String, vec![Literal::string(word)]);
    assert_eq!(common(&[words("a"), words("b")]), Some(string));
    assert_eq!(common(&[]), None);
}

#[test]
fn types_are_traversed() {
    use tygen::engine::path::Step;
    let scope = trees();
    let step = |name: &str| Step::Attribute(name.into());
    let tree = Type::output(Type::nullable(named("Tree")));
    let path = [step("children"), Step::Index(0), step("label")];
    let found = traverse::traverse(&tree, &path, &scope).expect("a label");
    assert_eq!(found, Type::output(Type::nullable(Type::String)));
    let either = Type::union([Type::map(Type::Int), object([Attribute::required("a", Type::Bool)]), Type::String]);
    assert_eq!(traverse::traverse(&either, &[step("a")], &scope), Ok(Type::union([Type::Int, Type::Bool])));
    let error = traverse::traverse(&named("Tree"), &[step("children"), Step::Index(0), step("lable")], &scope);
    assert_eq!(
        error.expect_err("misspelt").to_string(),
        r#".children[0].lable: there is no attribute "lable", did you mean "label"?"#
    );
    assert!(traverse::traverse(&Type::tuple([Type::Int]), &[Step::Index(1)], &scope).is_err());
    assert!(traverse::traverse(&Type::set(Type::Int), &[Step::Index(0)], &scope).is_err());
}

#[test]
fn conformance_names_every_difference() {
    let given = object([
        Attribute::required("a", Type::tuple([Type::Int, Type::Bool])),
        Attribute::required("c", Type::String),
    ]);
    let wanted = object([
        Attribute::required("a", Type::tuple([Type::Number, Type::Any])),
        Attribute::required("b", Type::String),
        Attribute::optional("d", Type::String),
    ]);
    let problems = conform::check_type(&given, &wanted, &Scope::default());
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [".a[0]: number required, but have int", r#"attribute "b" is required"#, r#"attribute "c" is not expected"#]
    );
    let scope = trees();
    let expanded = object([
        Attribute::required("label", Type::String),
        Attribute::required("children", Type::list(named("Tree"))),
    ]);
    assert!(conform::check_type(&expanded, &named("Tree"), &scope).is_empty());
    assert!(conform::check_type(&Type::Int, &Type::union([Type::Bool, Type::Int]), &scope).is_empty());
    assert!(conform::check_value(&Value::int(1), &Type::Any, &scope).is_ok());
}

#[test]
fn what_is_too_deep_is_said_to_be() {
    let nested = |depth: usize, inner: Type| (0..depth).fold(inner, |ty, _| Type::list(ty));
    let scope = Scope::default();
    let fits = MAX_DEPTH - 2;
    assert!(plan(&nested(fits, Type::Int), &nested(fits, Type::String), &scope).is_some());
    let (from, to) = (nested(MAX_DEPTH + 10, Type::Int), nested(MAX_DEPTH + 10, Type::String));
    assert!(plan(&from, &to, &scope).is_none());
    assert!(unify::unify(&[from.clone(), to.clone()], &scope).is_none());
    let message = explain(&from, &to, &scope)[0].to_string();
    assert_eq!(message, format!("the types are nested deeper than {MAX_DEPTH} levels"));

    // A value of a recursive type can be deeper than any type.
    let scope = trees();
    let leaf = Value::object([("label", Value::string("1")), ("children", Value::tuple([]))]);
    let deep = (0..MAX_DEPTH)
        .fold(leaf, |child, _| Value::object([("label", Value::string("1")), ("children", Value::tuple([child]))]));
    assert!(convert(&deep, &named("Tree"), &scope).is_err());
}

/// Types whose every part leads to all others: what is looked at twice is not planned twice.
#[test]
fn types_made_to_explode_do_not() {
    let pair = |ty: Type| Type::tuple([ty.clone(), ty]);
    let nested = |leaf: Type| (0..11).fold(leaf, |ty, _| pair(ty));
    let types = [nested(Type::Int), nested(Type::String)];
    assert!(unify::unify(&types, &Scope::default()).is_some());
}

#[test]
fn the_matrices_are_those_of_the_specification() {
    use tygen::engine::convert::matrix;
    assert_eq!(
        matrix::primitives(),
        "| from \\ to | string | number | int | bool |\n\
         | --- | --- | --- | --- | --- |\n\
         | string | same | unsafe | unsafe | unsafe |\n\
         | number | safe | same | unsafe | none |\n\
         | int | safe | safe | same | none |\n\
         | bool | safe | none | none | same |\n"
    );
    assert_eq!(
        matrix::compounds(),
        "| from \\ to | tuple | object | list | map | set |\n\
         | --- | --- | --- | --- | --- | --- |\n\
         | tuple | same | none | safe | none | safe |\n\
         | object | none | same | none | safe | none |\n\
         | list | unsafe | none | same | none | safe |\n\
         | map | none | unsafe | none | same | none |\n\
         | set | unsafe | none | safe | none | same |\n"
    );
}
