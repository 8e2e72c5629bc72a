//! Terraform provider schemas, as `terraform providers schema -json` writes them.
//!
//! | in the schema | in the model |
//! | --- | --- |
//! | provider `registry.terraform.io/hashicorp/aws` | package `aws`, its configuration the package's provider |
//! | resource `aws_s3_bucket` | resource `aws_s3_bucket`: `bucket` of module `s3` |
//! | ephemeral resource | resource `ephemeral.aws_…` |
//! | data source | function `data.aws_…`, its result a declared type |
//! | list resource, action | functions `list.aws_…`, `action.aws_…` |
//! | state store | type `state_store.aws_…` |
//! | function | function `provider::aws::…`, its parameters by position |
//! | identity of a resource | the resource's state inputs: by what an existing one is looked up |
//! | nested block, nested attribute, object type | declared types, equal ones of one owner once |
//! | `sensitive` | secret |
//!
//! Inputs are what is not computed alone, outputs are everything. What is required or computed is
//! always there in the outputs of a resource or data source, and so are blocks in lists, sets and
//! maps. Inside nested blocks and attributes one type serves inputs and outputs: what may be left out
//! may be absent from both. Only where something inside is computed alone there is a second type for
//! what can be set, with `config` after its name. Write-only attributes are in the outputs, where
//! they are never set.

mod block;
mod lower;
mod names;
mod raw;
mod structure;

use std::collections::BTreeSet;

use super::lenient::{Given, as_json, document};
use super::trail::{Reporter, Trail, once};
use crate::diag::{Code, Diagnostics, SourceId};
use crate::model::Package;

/// Reads a provider schema: a package for each provider in it, in the order of the text.
///
/// All problems are added to `diagnostics`, each with its path in the document; if there is an error
/// among them, what is returned is not whole.
///
/// ```
/// let text = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/http": {
///     "data_source_schemas": {"http": {"block": {"attributes": {"url": {"type": "string", "required": true}}}}}
/// }}}"#;
/// let mut diagnostics = tygen::diag::Diagnostics::new();
/// let packages = tygen::loader::terraform::load(text, Default::default(), &mut diagnostics);
/// assert_eq!(&*packages[0].functions["data.http"].place.name, "get http");
/// assert!(diagnostics.is_empty());
/// ```
pub fn load(text: &str, source: SourceId, diagnostics: &mut Diagnostics) -> Vec<Package> {
    let Some(json) = as_json(text, source, diagnostics) else { return Vec::new() };
    let Some(document) = document::<raw::Document<'_>>(&json, source, diagnostics) else { return Vec::new() };
    let mut reporter = Reporter::new(diagnostics);
    let root = Trail::Root;
    reporter.unknown_keys("a provider schema document", &document.unknown, &root);
    check_version(&document, &mut reporter);
    if matches!(document.providers, Given::Absent) {
        let message = "there are no provider schemas in it";
        reporter.error(Code::MissingKey, &root.key("provider_schemas"), message);
    }
    let trail = root.key("provider_schemas");
    let mut names = BTreeSet::new();
    let mut packages = Vec::new();
    for (address, provider) in once(&document.providers, &mut reporter, &trail) {
        let trail = trail.key(address);
        if let Some(provider) = reporter.get(provider, &trail) {
            let (name, word) = package_name(address, &mut names);
            packages.push(lower::package(provider, name, word, address, source, &mut reporter, &trail));
        }
    }
    if packages.is_empty() && document.providers.value().is_some_and(|providers| providers.0.is_empty()) {
        reporter.warning(Code::MissingKey, &trail, "there is no provider in it");
    }
    reporter.finish();
    packages
}

/// The format is additive within a major version; versions 0.1 and 0.2 are like 1.0.
fn check_version(document: &raw::Document<'_>, reporter: &mut Reporter<'_>) {
    let trail = Trail::Root.key("format_version");
    match reporter.get(&document.format_version, &trail) {
        Some(version) if version.starts_with("0.") || version.starts_with("1.") => {}
        Some(version) => {
            let message = format!("version {:?} of the format is read as if it were 1.0", &**version);
            reporter.warning(Code::Unsupported, &trail, message);
        }
        None => {}
    }
}

/// The package's name and the word that the provider's declarations start with: the last part of the
/// address; where two providers share it, the later one has its namespace in the package's name.
fn package_name<'a>(address: &'a str, taken: &mut BTreeSet<String>) -> (String, &'a str) {
    let (before, word) = address.rsplit_once('/').unwrap_or(("", address));
    let namespace = before.rsplit('/').next().unwrap_or_default();
    let mut name = word.to_owned();
    if taken.contains(&name) {
        name = format!("{namespace}-{word}");
    }
    let mut number = 2_u32;
    while !taken.insert(name.clone()) {
        name = format!("{namespace}-{word}-{number}");
        number += 1;
    }
    (name, word)
}
