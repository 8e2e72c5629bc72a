//! The model: object and union types, hoisting, recursion.

use tygen::diag::SourceId;
use tygen::model::{
    Attribute, Definition, Documentation, Literal, Numbers, ObjectType, Origin, Package, Place, Property, Recursion,
    Schema, Type, TypeDeclaration, TypeName,
};

fn declare(name: &str, definition: Definition) -> TypeDeclaration {
    TypeDeclaration {
        name: TypeName::new("p", name),
        place: Place::alone("", name),
        documentation: Documentation::default(),
        definition,
        numbers: None,
        origin: Origin { source: SourceId(0), path: format!("$.types.{name}").into() },
    }
}

fn schema(types: Vec<TypeDeclaration>) -> Schema {
    let types = types.into_iter().map(|declaration| (declaration.name.name.clone(), declaration)).collect();
    let package = Package { name: "p".into(), types, ..Package::default() };
    Schema { packages: [("p".into(), package)].into_iter().collect(), roots: vec!["p".into()] }
}

fn named(name: &str) -> Type {
    Type::named(TypeName::new("p", name))
}

#[test]
fn objects_keep_the_order_of_declaration_and_ignore_it() {
    let forward = ObjectType::new([Attribute::required("b", Type::Int), Attribute::required("a", Type::Bool)]);
    let backward = ObjectType::new([Attribute::required("a", Type::Bool), Attribute::required("b", Type::Int)]);
    assert_eq!(forward, backward);
    let names: Vec<&str> = forward.attributes().map(|attribute| &*attribute.name).collect();
    assert_eq!(names, ["b", "a"]);
    assert_eq!(forward.get("b").map(|(at, _)| at), Some(1));
    assert_ne!(forward, ObjectType::new([Attribute::optional("a", Type::Bool), Attribute::required("b", Type::Int)]));
}

#[test]
fn of_two_attributes_with_one_name_the_last_counts() {
    let object = ObjectType::new([
        Attribute::required("a", Type::Bool),
        Attribute::required("b", Type::Int),
        Attribute::required("a", Type::String),
    ]);
    assert_eq!(object.get("a").map(|(_, attribute)| attribute.ty.clone()), Some(Type::String));
    assert_eq!(object.len(), 2);
}

#[test]
fn inline_types_are_declared_where_they_stand() {
    let port = Type::object(ObjectType::new([Attribute::with_default("number", Type::Int, Literal::int(80))]));
    let server = Definition::Object(vec![
        Property::new("ports", Type::list(port.clone())),
        Property::new("main", Type::nullable(port)),
        Property::new("size", Type::union([Type::Int, Type::String, Type::None])),
        Property::new("range", Type::tuple([Type::Int, Type::enumeration(Type::String, vec![Literal::string("x")])])),
    ]);
    let hoisted = schema(vec![declare("Server", server)]).hoist();
    let package = &hoisted.packages["p"];
    let names: Vec<&str> = package.types.keys().map(|name| &**name).collect();
    assert_eq!(names, ["Server", "Server.ports", "Server.size", "Server.range.1", "Server.range"]);
    let Definition::Object(properties) = &package.types["Server"].definition else { panic!("an object") };
    let types: Vec<String> = properties.iter().map(|property| property.ty.to_string()).collect();
    assert_eq!(
        types,
        [
            "list(p[\"Server.ports\"])",
            "union(p[\"Server.ports\"], none)",
            "union(p[\"Server.size\"], none)",
            "p[\"Server.range\"]"
        ]
    );
    assert_eq!(&*package.types["Server.ports"].place.name, "Server ports");
    assert!(package.types.values().all(|declaration| &*declaration.place.unit == "Server"));
}

#[test]
fn equal_inline_types_with_other_numbers_stay_apart() {
    let native = Numbers { int: tygen::model::IntRepresentation::Int32, ..Numbers::default() };
    let pair = Type::tuple([Type::Int, Type::Int]);
    let server = Definition::Object(vec![
        Property::new("a", pair.clone()),
        Property { numbers: Some(native), ..Property::new("b", pair) },
    ]);
    let hoisted = schema(vec![declare("S", server)]).hoist();
    assert_eq!(hoisted.packages["p"].types["S.a"].numbers, None);
    assert_eq!(hoisted.packages["p"].types["S.b"].numbers, Some(native));
}

#[test]
fn hoisting_twice_changes_nothing() {
    let inline = Type::map(Type::union([Type::tuple([Type::Int]), Type::object(ObjectType::default())]));
    let once = schema(vec![declare("A", Definition::Alias(inline))]).hoist();
    assert_eq!(once.hoist(), once);
    assert_eq!(once.packages["p"].types["A"].definition, Definition::Alias(Type::map(named("A.item"))));
}

#[test]
fn only_direct_recursion_needs_a_box() {
    let schema = schema(vec![
        declare("Direct", Definition::Object(vec![Property::new("next", Type::nullable(named("Direct")))])),
        declare("Listed", Definition::Object(vec![Property::new("next", Type::list(named("Listed")))])),
        declare("A", Definition::Object(vec![Property::new("b", named("B")), Property::new("l", named("Listed"))])),
        declare("B", Definition::Object(vec![Property::new("a", Type::nullable(named("A")))])),
    ]);
    let recursion = Recursion::of(&schema);
    let needs_box = |from, to| recursion.needs_box(&TypeName::new("p", from), &TypeName::new("p", to));
    assert!(needs_box("Direct", "Direct"));
    assert!(needs_box("A", "B") && needs_box("B", "A"));
    assert!(!needs_box("Listed", "Listed"));
    assert!(!needs_box("A", "Listed") && !needs_box("A", "Direct"));
}

#[test]
fn a_part_keeps_what_it_needs_and_nothing_more() {
    use tygen::model::Selection;
    let schema = schema(vec![
        declare("a:Top", Definition::Object(vec![Property::new("inner", Type::list(named("b:Inner")))])),
        declare("b:Inner", Definition::Object(vec![Property::new("up", Type::nullable(named("a:Top")))])),
        declare("b:Other", Definition::Alias(Type::Int)),
        declare("c:Lonely", Definition::Alias(Type::Int)),
    ]);
    let kept = |include: &[&str], exclude: &[&str]| {
        let owned = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let selected = schema.select(&Selection { include: owned(include), exclude: owned(exclude) });
        selected.packages["p"].types.keys().map(|name| name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(kept(&["a:*"], &[]), ["a:Top", "b:Inner"]);
    assert_eq!(kept(&["*"], &["b:*"]), ["a:Top", "b:Inner", "c:Lonely"]);
    assert_eq!(kept(&[], &["?:Other"]), ["a:Top", "b:Inner", "c:Lonely"]);
    assert_eq!(kept(&["nothing"], &[]), Vec::<String>::new());
    let slip = Selection { include: vec!["a:*".into(), "z:*".into()], exclude: Vec::new() };
    assert_eq!(slip.unmatched(&schema), ["z:*"]);
}
