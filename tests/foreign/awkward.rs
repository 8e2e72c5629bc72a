//! Small schemas of our own, one concept each, shown as the model that they become.

use tygen::diag::{Diagnostics, SourceId};
use tygen::loader::{pulumi, terraform};

use super::consistent::assert_consistent;
use super::summary::{problems, summary};

#[test]
fn terraform_providers() {
    insta::glob!("../../schemas/foreign/terraform", "*.json", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut diagnostics = Diagnostics::new();
        let packages = terraform::load(&text, SourceId(0), &mut diagnostics);
        packages.iter().for_each(assert_consistent);
        let packages: String = packages.iter().map(summary).collect();
        insta::assert_snapshot!("terraform", format!("{packages}{}", problems(&diagnostics)));
    });
}

#[test]
fn pulumi_packages() {
    insta::glob!("../../schemas/foreign/pulumi", "*.json", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut diagnostics = Diagnostics::new();
        let package = pulumi::load(&text, SourceId(0), &mut diagnostics).unwrap();
        assert_consistent(&package);
        insta::assert_snapshot!("pulumi", format!("{}{}", summary(&package), problems(&diagnostics)));
    });
}

#[test]
fn types_of_a_given_dependency_are_known() {
    let mut diagnostics = Diagnostics::new();
    let other = r#"{"name": "aws", "types": {"aws:ec2/Tag:Tag": {"properties": {}}}}"#;
    let other = pulumi::load(other, SourceId(0), &mut diagnostics).unwrap();
    let mut dependencies = pulumi::Dependencies::default();
    dependencies.add(&other);
    let text = r#"{"name": "x", "config": {"variables": {
        "known": {"$ref": "/aws/v7.0.0/schema.json#/types/aws:ec2%2FTag:Tag"},
        "unknown": {"$ref": "/aws/v7.0.0/schema.json#/types/aws:ec2%2FTug:Tug"}}}}"#;
    let package = pulumi::load_with(text, SourceId(1), &dependencies, &mut diagnostics).unwrap();
    let types: Vec<String> = package.configuration.iter().map(|property| property.ty.to_string()).collect();
    assert_eq!(types, ["aws[\"aws:ec2/Tag:Tag\"]", "any"]);
    assert_eq!(problems(&diagnostics).lines().count(), 1);
}

#[test]
fn two_providers_of_one_name_are_two_packages() {
    let text = r#"{"provider_schemas": {"example.org/a/cloud": {}, "example.org/b/cloud": {}, "cloud": {}}}"#;
    let mut diagnostics = Diagnostics::new();
    let packages = terraform::load(text, SourceId(0), &mut diagnostics);
    let names: Vec<&str> = packages.iter().map(|package| &*package.name).collect();
    assert_eq!(names, ["cloud", "b-cloud", "-cloud"]);
}
