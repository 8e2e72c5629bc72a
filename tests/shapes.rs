//! The shapes: their tables, and their laws over random types.

mod support;

use std::collections::BTreeMap;

use proptest::prelude::*;
use support::types::any_type;
use tygen::model::{Attribute, NamedType, ObjectType, Shape, Type, TypeName};
use tygen::shapes::{expand, input_shape, output_shape, plain_shape, resolved, shape};

fn t(json: &str) -> Type {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// One row for each line of the tables of the Pulumi type system: a type and its three shapes.
#[test]
fn the_tables_to_the_letter() {
    let rows = [
        (r#""string""#, r#"["union",["string",["output","string"]]]"#, r#"["output","string"]"#, r#""string""#),
        (
            r#"["tuple",["int","bool"]]"#,
            r#"["union",[["tuple",[["union",["int",["output","int"]]],["union",["bool",["output","bool"]]]]],
                ["output",["tuple",[["union",["int",["output","int"]]],["union",["bool",["output","bool"]]]]]]]]"#,
            r#"["output",["tuple",[["output","int"],["output","bool"]]]]"#,
            r#"["tuple",["int","bool"]]"#,
        ),
        (
            r#"["set","int"]"#,
            r#"["union",[["set",["union",["int",["output","int"]]]],["output",["set",["union",["int",["output","int"]]]]]]]"#,
            r#"["output",["set",["output","int"]]]"#,
            r#"["set","int"]"#,
        ),
        (
            r#"["union",["int",["promise","string"]]]"#,
            r#"["union",["int",["output","int"],"string",["output","string"]]]"#,
            r#"["union",[["output","int"],["output","string"]]]"#,
            r#"["union",["int","string"]]"#,
        ),
        (
            r#"["promise",["output","int"]]"#,
            r#"["union",[["output","int"],["output",["output","int"]]]]"#,
            r#"["output",["output","int"]]"#,
            r#"["output","int"]"#,
        ),
        (
            r#"["object",{"a":["output",["list",["promise","int"]]]},["a"]]"#,
            r#"["union",[["object",{"a":["union",[["list",["promise","int"]],["output",["list",["promise","int"]]]]]},["a"]],
                ["output",["object",{"a":["union",[["list",["promise","int"]],["output",["list",["promise","int"]]]]]},["a"]]]]]"#,
            r#"["output",["object",{"a":["output",["list",["promise","int"]]]},["a"]]]"#,
            r#"["object",{"a":["list",["promise","int"]]},["a"]]"#,
        ),
    ];
    for (ty, input, output, plain) in rows {
        let ty = t(ty);
        assert_eq!(input_shape(&ty), t(input), "input shape of {ty}");
        assert_eq!(output_shape(&ty), t(output), "output shape of {ty}");
        assert_eq!(plain_shape(&ty), t(plain), "plain shape of {ty}");
    }
}

/// `Tree` is recursive and full of outputs, `Text` is not.
fn definitions() -> BTreeMap<TypeName, Type> {
    let tree = TypeName::new("p", "Tree");
    let node = Type::object(ObjectType::new([
        Attribute::required("value", Type::output(Type::promise(Type::String))),
        Attribute::required("children", Type::list(Type::named(tree.clone()))),
    ]));
    BTreeMap::from([(tree, node), (TypeName::new("p", "Text"), Type::String)])
}

/// The type with references followed a number of times.
fn unrolled(ty: &Type, times: u32) -> Type {
    match ty {
        Type::Named(_) if times == 0 => ty.clone(),
        Type::Named(named) => unrolled(&expand(named, &definitions()).unwrap(), times - 1),
        other => other.map_children(|child| unrolled(child, times)),
    }
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Input), Just(Shape::Output), Just(Shape::Plain), Just(Shape::Resolved)]
}

/// No promise, no output, and every reference resolved too.
fn is_resolved(ty: &Type) -> bool {
    let mut clean = true;
    ty.visit(&mut |part| match part {
        Type::Promise(_) | Type::Output(_) => clean = false,
        Type::Named(named) => clean &= named.shapes == [Shape::Resolved],
        _ => {}
    });
    clean
}

proptest! {
    #[test]
    fn resolved_is_idempotent_and_forgets_every_shape(ty in any_type()) {
        let plain = resolved(&ty);
        prop_assert!(is_resolved(&plain), "{plain}");
        prop_assert_eq!(&resolved(&plain), &plain);
        for taken in [input_shape(&ty), output_shape(&ty), plain_shape(&ty)] {
            prop_assert_eq!(&resolved(&taken), &plain);
        }
    }

    #[test]
    fn what_is_free_of_eventual_types_is_plain_already(ty in any_type()) {
        let free = resolved(&ty);
        prop_assert_eq!(&plain_shape(&free), &free);
    }

    #[test]
    fn the_shape_of_a_reference_is_the_shape_of_what_it_stands_for(
        name in prop_oneof!["Tree", "Text"],
        shapes in prop::collection::vec(any_shape(), 0..4),
    ) {
        let named = Type::named(TypeName::new("p", name));
        let reference = shapes.iter().fold(named.clone(), |ty, step| shape(&ty, *step));
        let definition = shapes.iter().fold(unrolled(&named, 1), |ty, step| shape(&ty, *step));
        prop_assert_eq!(unrolled(&reference, 2), unrolled(&definition, 1));
    }

    #[test]
    fn the_json_form_reads_back(ty in any_type()) {
        prop_assert_eq!(Type::from_json(&ty.to_json()).unwrap(), ty);
    }
}

#[test]
fn a_union_is_a_set_of_flat_arms() {
    let union = t(r#"["union",["int",["union",["string","int"]],"none"]]"#);
    assert_eq!(union.to_string(), "union(int, string, none)");
    assert_eq!(union, t(r#"["union",["none","string","int"]]"#));
    assert_eq!(t(r#"["union",["int","int"]]"#), Type::Int);
    assert_ne!(union, t(r#"["union",["int","string"]]"#));
}

#[test]
fn resolved_reference_shapes_collapse() {
    let named = Type::named(TypeName::new("p", "Tree"));
    let all = resolved(&output_shape(&input_shape(&named)));
    let expected = NamedType { name: TypeName::new("p", "Tree"), shapes: vec![Shape::Resolved] };
    assert_eq!(all, Type::Named(std::sync::Arc::new(expected)));
}
