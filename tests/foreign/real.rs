//! Schemas that nobody here wrote, read in place. Where they are absent the tests say so and pass.

use std::path::Path;

use tygen::diag::{Diagnostics, SourceId};
use tygen::loader::{Input, LoadOptions, load, pulumi, terraform};
use tygen::model::{Definition, Package, Presence, Property, ResourceKind, Type};

use super::consistent::{assert_consistent, assert_places_apart, types};
use super::summary::problems;

fn read(path: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("SKIPPED: there is no {}", path.display());
    }
    text
}

fn provider() -> Option<Package> {
    let mut diagnostics = Diagnostics::new();
    let mut packages = terraform::load(&read("terraform/aws.json")?, SourceId(0), &mut diagnostics);
    assert_eq!((packages.len(), problems(&diagnostics).as_str()), (1, ""));
    packages.pop()
}

fn package(name: &str) -> Option<(Package, Diagnostics)> {
    let mut diagnostics = Diagnostics::new();
    let package = pulumi::load(&read(&format!("pulumi/{name}.json"))?, SourceId(0), &mut diagnostics).unwrap();
    assert!(!diagnostics.has_errors(), "{}", problems(&diagnostics));
    assert_consistent(&package);
    Some((package, diagnostics))
}

fn find<'a>(properties: &'a [Property], name: &str) -> &'a Property {
    properties.iter().find(|property| &*property.name == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn object<'a>(package: &'a Package, ty: &Type) -> &'a [Property] {
    let mut found = None;
    ty.visit(&mut |ty| {
        if let Type::Named(named) = ty {
            found = package.types.get(&named.name.name);
        }
    });
    match &found.unwrap_or_else(|| panic!("{ty} is no object")).definition {
        Definition::Object(properties) => properties,
        other => panic!("{ty} is {other:?}"),
    }
}

#[test]
fn the_aws_provider_is_whole() {
    let Some(aws) = provider() else { return };
    assert_consistent(&aws);
    assert_places_apart(&aws);
    let count = |kind| aws.resources.values().filter(|resource| resource.kind == kind).count();
    assert_eq!((count(ResourceKind::Managed), count(ResourceKind::Ephemeral)), (1576, 7));
    let data_sources = aws.functions.keys().filter(|token| token.starts_with("data.")).count();
    assert_eq!((data_sources, aws.functions.len()), (630, 633));
    let looked_up = aws.resources.values().filter(|resource| !resource.state_inputs.is_empty()).count();
    assert_eq!(looked_up, 215);
    assert!(aws.provider.as_ref().unwrap().inputs.iter().any(|input| &*input.name == "region"));
}

#[test]
fn a_bucket_is_what_the_provider_says() {
    let Some(aws) = provider() else { return };
    let bucket = &aws.resources["aws_s3_bucket"];
    assert_eq!((&*bucket.place.module, &*bucket.place.name), ("s3", "bucket"));
    assert_eq!(find(&bucket.inputs, "bucket").presence, Presence::Optional);
    assert!(!bucket.inputs.iter().any(|input| &*input.name == "arn"));
    assert_eq!(find(&bucket.outputs, "arn").presence, Presence::Required);
    assert!(find(&bucket.outputs, "acl").documentation.deprecated.is_some() || !bucket.outputs.is_empty());
    let rules = find(&bucket.inputs, "lifecycle_rule");
    assert_eq!(rules.ty, find(&bucket.outputs, "lifecycle_rule").ty, "one type serves both");
    let rule = object(&aws, &rules.ty);
    assert_eq!(find(rule, "enabled").presence, Presence::Required);
    assert!(matches!(find(rule, "transition").ty, Type::Set(_)));
    let parse = &aws.functions["provider::aws::arn_parse"];
    assert_eq!(parse.positional.len(), 1);
    assert_eq!(object(&aws, parse.result.as_ref().unwrap()).len(), 5);
    let password = find(&aws.resources["aws_db_instance"].inputs, "password");
    assert!(password.secret);
}

#[test]
fn structures_that_repeat_are_shared() {
    let Some(aws) = provider() else { return };
    let of = |owner: &str| aws.types.keys().filter(|name| name.starts_with(&format!("{owner}."))).count();
    // 921 nested blocks in the document.
    assert!(of("aws_lexv2models_intent") < 60, "{}", of("aws_lexv2models_intent"));
    let longest = aws.types.values().map(|declaration| declaration.place.name.len()).max().unwrap();
    assert!(longest < 120, "{longest}");
}

#[test]
fn pulumi_packages_are_whole() {
    let counts = [
        ("random", 10, 1),
        ("tls", 4, 3),
        ("docker", 12, 7),
        ("awsx", 13, 1),
        ("digitalocean", 86, 92),
        ("azuread", 54, 21),
    ];
    for (name, resources, functions) in counts {
        let Some((package, diagnostics)) = package(name) else { return };
        assert_eq!((package.resources.len(), package.functions.len()), (resources, functions), "{name}");
        let warnings = problems(&diagnostics);
        match name {
            "awsx" => {
                assert!(warnings.lines().count() == 1 && warnings.contains("52 types of package \"aws\""), "{warnings}")
            }
            // Seven sizes of droplets have two names each.
            "digitalocean" => assert!(warnings.lines().count() == 1 && warnings.contains("T0106"), "{warnings}"),
            _ => assert_eq!(warnings, "", "{name}"),
        }
    }
}

#[test]
fn a_random_string_is_what_the_package_says() {
    let Some((random, _)) = package("random") else { return };
    let string = &random.resources["random:index/randomString:RandomString"];
    assert_eq!((&*string.place.module, &*string.place.name), ("", "RandomString"));
    let length = find(&string.inputs, "length");
    assert_eq!((&length.ty, &length.presence), (&Type::Int, &Presence::Required));
    assert_eq!(find(&string.outputs, "result").ty, Type::String);
    let password = &random.resources["random:index/randomPassword:RandomPassword"];
    assert!(find(&password.outputs, "result").secret);
    assert_eq!(find(&password.inputs, "keepers").ty, Type::map(Type::String));
    let provider = random.provider.as_ref().unwrap();
    assert_eq!(&*provider.token, "pulumi:providers:random");
    assert_eq!(&*provider.methods[0].name, "terraformConfig");
}

#[test]
fn readers_see_their_own_language() {
    let Some((random, _)) = package("random") else { return };
    let description = &random.resources["random:index/randomId:RandomId"].documentation.description;
    let (ts, go, rust) = ("ts", "go", "rust");
    assert!(description.for_language(ts).starts_with("The resource `random.RandomId` generates"));
    assert!(description.for_language(go).starts_with("The resource `RandomId` generates"));
    assert!(description.for_language(go).contains("random.NewRandomId(ctx"));
    assert!(description.for_language(ts).contains("new random.RandomId("));
    for language in [ts, go, rust] {
        let text = description.for_language(language);
        assert!(!text.contains("pulumi-lang") && !text.contains("PulumiCodeChooser"), "{text}");
        assert!(!text.contains("```python"), "{text}");
    }
    assert!(!description.for_language(rust).contains("```typescript"));
}

#[test]
fn awsx_keeps_plain_apart() {
    let Some((awsx, _)) = package("awsx") else { return };
    let vpc = &awsx.resources["awsx:ec2:Vpc"];
    assert_eq!(vpc.kind, ResourceKind::Component);
    let plain = vpc.inputs.iter().filter_map(|input| Some((&*input.name, input.input.as_ref()?.to_string())));
    let plain: Vec<_> = plain.collect();
    assert!(plain.contains(&("numberOfAvailabilityZones", "int".to_owned())), "{plain:?}");
    let options = "plainShape(inputShape(awsx[\"awsx:ec2:NatGatewayConfiguration\"]))".to_owned();
    assert!(plain.contains(&("natGateways", options)), "{plain:?}");
    assert!(types(&awsx).iter().any(|ty| matches!(ty, Type::Resource(token) if token.starts_with("aws:"))));
}

#[test]
fn modules_are_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/terraform/modules");
    for (name, variables, outputs) in [("eks", 103, 41), ("vpc", 236, 119)] {
        let Some(_) = read(&format!("terraform/modules/{name}/variables.tf")) else { return };
        let loaded = load(&[Input::Path(folder.join(name))], LoadOptions::default());
        assert_eq!(problems(&loaded.diagnostics), "", "{name}");
        let module = &loaded.schema.packages[name].resources[&*format!("module.{name}")];
        assert_eq!((module.inputs.len(), module.outputs.len()), (variables, outputs), "{name}");
    }
}
