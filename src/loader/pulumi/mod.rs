//! Pulumi package schemas, JSON or YAML.
//!
//! | in the schema | in the model |
//! | --- | --- |
//! | `integer`, `number` | int held in 32 bits, number held as a double |
//! | a type, by its token | a declared type of that name: nominal |
//! | `object` with `additionalProperties` | map, of strings if not said otherwise |
//! | `pulumi.json#/Asset` | asset or archive: either passes |
//! | `pulumi.json#/Json` | string |
//! | `#/resources/…`, `#/provider` | resource reference, by token |
//! | a type of another package | that type if the package is given as a dependency, else any, with a warning |
//! | `plain` | the property's own input type, one level of input taken off |
//! | a plain object whose properties need not be | the plain shape of its input shape |
//! | a function's outputs | a declared type `….Result`, or the type that stands there |
//! | `default`, `defaultInfo.environment`, `const` | default, environment, constant |
//! | `config.defaults` | the names that are required, as everybody reads it |
//! | names and examples in descriptions | for the readers of their language alone |

mod describe;
mod endless;
mod info;
mod lower;
mod names;
mod part;
mod property;
mod raw;
mod types;

pub(super) use types::document_package;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lenient::{Given, Members, Readable, Text, as_json, document, record};
use super::trail::{Reporter, Trail};
use crate::diag::{Code, Diagnostics, SourceId};
use crate::model::{IntRepresentation, NumberRepresentation, Numbers, Package};

/// Packages whose types a schema may refer to.
#[derive(Clone, Debug, Default)]
pub struct Dependencies(BTreeMap<Arc<str>, Known>);

/// What is known of a package.
#[derive(Clone, Debug, Default)]
struct Known {
    types: BTreeSet<Arc<str>>,
    resources: BTreeSet<Arc<str>>,
}

impl Dependencies {
    /// Makes the types of a package known.
    pub fn add(&mut self, package: &Package) {
        let known = self.0.entry(package.name.clone()).or_default();
        known.types.extend(package.types.keys().cloned());
        known.resources.extend(package.resources.keys().cloned());
    }

    /// Makes the types of the package that a schema describes known, without loading it: schemas may
    /// refer to each other both ways. What is wrong with it is not said here.
    pub fn add_text(&mut self, text: &str) {
        let mut unheard = Diagnostics::new();
        let Some(json) = as_json(text, SourceId::default(), &mut unheard) else { return };
        let Some(index) = document::<Index<'_>>(&json, SourceId::default(), &mut unheard) else { return };
        let Some(name) = index.name.value() else { return };
        let known = self.0.entry((**name).into()).or_default();
        let tokens = |section: &Given<Members<'_, Anything>>| -> Vec<Arc<str>> {
            section.value().into_iter().flat_map(|section| &section.0).map(|(token, _)| (**token).into()).collect()
        };
        known.types.extend(tokens(&index.types));
        known.resources.extend(tokens(&index.resources));
    }

    fn has_type(&self, package: &str, token: &str) -> bool {
        self.0.get(package).is_some_and(|known| known.types.contains(token))
    }

    /// Whether the package is known, and the resource is none of it.
    fn lacks_resource(&self, package: &str, token: &str) -> bool {
        self.0.get(package).is_some_and(|known| !known.resources.contains(token))
    }

    /// The types of a package, if it is known.
    fn types(&self, package: &str) -> Option<impl Iterator<Item = &str>> {
        Some(self.0.get(package)?.types.iter().map(|token| &**token))
    }
}

record! {
    /// The name of a package and those of its types and resources.
    Index {
        "name" => name: Given<Text<'a>>,
        "types" => types: Given<Members<'a, Anything>>,
        "resources" => resources: Given<Members<'a, Anything>>,
    } ignored {}
}

/// A value that nobody looks at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anything;

impl Readable<'_> for Anything {
    const KIND: &'static str = "anything";
}

/// Reads a package schema, with no other package known.
///
/// All problems are added to `diagnostics`, each with its path in the document. `None` if the text is
/// no object; if there is an error among the problems, what is returned is not whole.
///
/// ```
/// let text = r##"{"name": "pets", "resources": {"pets:index:Dog": {
///     "inputProperties": {"name": {"type": "string"}}, "requiredInputs": ["name"]
/// }}}"##;
/// let mut diagnostics = tygen::diag::Diagnostics::new();
/// let package = tygen::loader::pulumi::load(text, Default::default(), &mut diagnostics).unwrap();
/// assert_eq!(&*package.resources["pets:index:Dog"].place.name, "Dog");
/// assert!(diagnostics.is_empty());
/// ```
pub fn load(text: &str, source: SourceId, diagnostics: &mut Diagnostics) -> Option<Package> {
    load_with(text, source, &Dependencies::default(), diagnostics)
}

/// Reads a package schema that may refer to types of other packages; otherwise as [`load`].
pub fn load_with(
    text: &str,
    source: SourceId,
    dependencies: &Dependencies,
    diagnostics: &mut Diagnostics,
) -> Option<Package> {
    let json = as_json(text, source, diagnostics)?;
    let raw = document::<raw::Package<'_>>(&json, source, diagnostics)?;
    let mut reporter = Reporter::new(diagnostics);
    let root = Trail::Root;
    reporter.unknown_keys("a package", &raw.unknown, &root);
    let name: Arc<str> = match reporter.get(&raw.name, &root.key("name")) {
        Some(name) if !name.is_empty() => (**name).into(),
        Some(_) | None => {
            reporter.error(Code::MissingKey, &root.key("name"), "a package needs a name");
            "unnamed".into()
        }
    };
    let package = Package {
        name: name.clone(),
        info: info::info(&raw, &mut reporter),
        source,
        numbers: Numbers { int: IntRepresentation::Int32, number: NumberRepresentation::Double },
        parameterization: info::parameterization(&raw, &mut reporter),
        dependencies: info::dependencies(&raw, &mut reporter),
        token_packages: info::token_packages(&raw, &mut reporter),
        naming: info::naming(&raw, &mut reporter),
        ..Package::default()
    };
    let names = names::Names::new(&raw, &mut reporter);
    let types = types::Types::new(name, dependencies);
    let mut lowering = lower::Lowering { reporter: &mut reporter, types, names, package, source };
    lowering.declarations(&raw);
    let lower::Lowering { types, package, .. } = lowering;
    types.finish(&mut reporter);
    endless::check(&package, &mut reporter);
    reporter.finish();
    Some(package)
}
