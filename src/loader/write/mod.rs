//! From the model to tygen's own format: any schema as a file that people can read and go on with.
//!
//! What is written loads back to the same model, but for where things were declared.

mod declaration;
mod keys;
mod property;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use keys::Keys;
use yaml::{Map, Yaml};

use super::native::is_package_name;
use crate::model::{
    Definition, IntRepresentation, Naming, NullReading, NumberRepresentation, Numbers, Package, Parameterization,
    ParameterizationKind, Plugin, Property, Schema, Type, TypeName,
};

/// A package as a file in tygen's format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The package's name.
    pub package: Arc<str>,
    /// The text.
    pub text: String,
    /// Other packages that it refers to: the text imports `NAME.yaml` of each.
    pub imports: Vec<Arc<str>>,
}

/// Why a package cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format does not take the package's name.
    #[error(
        "`{0}` cannot be the name of a package in tygen's format: a letter or digit, then letters, digits, - and _"
    )]
    Name(Arc<str>),
    /// It refers to a package that is not in the schema.
    #[error("package `{0}` refers to types of `{1}`, which is not there")]
    Missing(Arc<str>, Arc<str>),
}

/// Every package of the schema as a file, each with a comment on top.
///
/// ```
/// use tygen::loader::{Input, LoadOptions, load, write};
/// let text = r##"{"name": "pets", "resources": {"pets:index:Dog": {
///     "inputProperties": {"name": {"type": "string"}}, "requiredInputs": ["name"]
/// }}}"##;
/// let loaded = load(&[Input::Text("pets.json".into(), text.into())], LoadOptions::default());
/// let written = write::packages(&loaded.schema, |_| "Pets.".to_owned()).unwrap();
/// assert!(written[0].text.contains("  Dog:\n    inputs:\n      name: string\n"), "{}", written[0].text);
/// ```
///
/// # Errors
///
/// See [`WriteError`].
pub fn packages(schema: &Schema, comment: impl Fn(&Package) -> String) -> Result<Vec<Written>, WriteError> {
    let keys: BTreeMap<Arc<str>, Keys> =
        schema.packages.values().map(|package| (package.name.clone(), Keys::of(package))).collect();
    let write = |package: &Package| {
        if !is_package_name(&package.name) {
            return Err(WriteError::Name(package.name.clone()));
        }
        let imports = imports(package);
        if let Some(missing) = imports.iter().find(|name| !keys.contains_key(*name)) {
            return Err(WriteError::Missing(package.name.clone(), missing.clone()));
        }
        let comment: String =
            comment(package).lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
        let writer = Writer { own: package, keys: &keys };
        let text = format!("{comment}{}", writer.package(&imports).document());
        Ok(Written { package: package.name.clone(), text, imports })
    };
    schema.packages.values().map(write).collect()
}

/// The other packages that a package's types are named of.
fn imports(package: &Package) -> Vec<Arc<str>> {
    let mut found: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut look = |ty: &Type| {
        ty.visit(&mut |part| {
            if let Type::Named(named) = part
                && named.name.package != package.name
                && !found.contains(&named.name.package)
            {
                found.insert(named.name.package.clone());
            }
        });
    };
    let mut in_properties = |properties: &[Property]| {
        properties.iter().flat_map(|property| std::iter::once(&property.ty).chain(&property.input)).for_each(&mut look);
    };
    in_properties(&package.configuration);
    for resource in package.all_resources() {
        [&resource.inputs, &resource.outputs, &resource.state_inputs]
            .into_iter()
            .for_each(|group| in_properties(group));
    }
    for function in package.functions.values() {
        in_properties(&function.inputs);
    }
    for declaration in package.types.values() {
        if let Definition::Object(properties) = &declaration.definition {
            in_properties(properties);
        }
    }
    package.functions.values().filter_map(|function| function.result.as_ref()).for_each(&mut look);
    for declaration in package.types.values() {
        match &declaration.definition {
            Definition::Object(_) | Definition::Enum(_) => {}
            Definition::Union(definition) => definition.arms.iter().for_each(&mut look),
            Definition::Alias(ty) => look(ty),
        }
    }
    found.into_iter().collect()
}

/// Writes one package.
struct Writer<'a> {
    own: &'a Package,
    keys: &'a BTreeMap<Arc<str>, Keys>,
}

impl Writer<'_> {
    /// The expression of a type.
    fn expression(&self, ty: &Type) -> String {
        ty.expression(&|name| self.reference(name)).to_string()
    }

    fn reference(&self, name: &TypeName) -> String {
        let keys = self.keys.get(&name.package);
        keys.map_or_else(|| name.expression(), |keys| keys.reference(&name.name, &self.own.name))
    }

    fn package(&self, imports: &[Arc<str>]) -> Map {
        let package = self.own;
        let mut map = self.frame();
        let files: Vec<String> = imports.iter().map(|name| format!("{name}.yaml")).collect();
        map.put_texts("imports", files.iter().map(String::as_str));
        map.put_map("config", self.properties(&package.configuration));
        if let Some(provider) = &package.provider {
            map.put("provider", Yaml::Map(self.resource("Provider", provider)));
        }
        let keys = &self.keys[&package.name];
        let mut resources = Map::default();
        for resource in package.resources.values() {
            let key = keys.of_resource(&resource.token);
            resources.put(key, Yaml::Map(self.resource(key, resource)));
        }
        map.put_map("resources", resources);
        let mut functions = Map::default();
        for function in package.functions.values() {
            let key = keys.of_function(&function.token);
            functions.put(key, Yaml::Map(self.function(key, function)));
        }
        map.put_map("functions", functions);
        let mut types = Map::default();
        for declaration in package.types.values() {
            let key = keys.of_type(&declaration.name.name);
            types.put(key, self.declaration(key, declaration));
        }
        map.put_map("types", types);
        map
    }

    /// What is said of the package itself.
    fn frame(&self) -> Map {
        let Package { name, info, numbers: held, parameterization, dependencies, token_packages, naming, .. } =
            self.own;
        let mut map = Map::default();
        map.put("tygen", Yaml::word("1"));
        map.put("name", Yaml::text(name));
        map.put_text("version", info.version.as_deref());
        map.put_text("displayName", info.display_name.as_deref());
        map.put_text("description", info.description.as_deref());
        map.put_row("names", names(naming));
        map.put_text("license", info.license.as_deref());
        map.put_text("homepage", info.homepage.as_deref());
        map.put_text("repository", info.repository.as_deref());
        map.put_texts("keywords", info.keywords.iter().map(String::as_str));
        map.put_text("publisher", info.publisher.as_deref());
        map.put_text("namespace", info.namespace.as_deref());
        map.put_text("download", info.download.as_deref());
        map.put_text("logo", info.logo.as_deref());
        map.put_text("attribution", info.attribution.as_deref());
        if let Some(Parameterization { base, parameter, kind }) = parameterization {
            let mut served = Map::default();
            served.put("base", Yaml::Row(plugin(base)));
            served.put_text("parameter", Some(&**parameter).filter(|text| !text.is_empty()));
            served.put_flag("extension", *kind == ParameterizationKind::Extension);
            map.put("parameterization", Yaml::Map(served));
        }
        if !dependencies.is_empty() {
            map.put("dependencies", Yaml::List(dependencies.iter().map(|one| Yaml::Row(plugin(one))).collect()));
        }
        map.put_texts("tokenPackages", token_packages.iter().map(|name| &**name));
        if self.own.nulls == NullReading::Absent {
            map.put("nulls", Yaml::word("absent"));
        }
        if *held != Numbers::default() {
            map.put("numbers", numbers(*held));
        }
        map
    }
}

fn plugin(plugin: &Plugin) -> Map {
    let mut map = Map::default();
    map.put("name", Yaml::text(&plugin.name));
    map.put_text("version", plugin.version.as_deref());
    map.put_text("download", plugin.download.as_deref());
    map
}

fn names(naming: &Naming) -> Map {
    let mut map = Map::default();
    for (language, name) in &naming.0 {
        map.put(&**language, Yaml::text(name));
    }
    map
}

fn numbers(numbers: Numbers) -> Yaml {
    let mut map = Map::default();
    let int = match numbers.int {
        IntRepresentation::Arbitrary => "arbitrary",
        IntRepresentation::Int64 => "int64",
        IntRepresentation::Int32 => "int32",
    };
    let number = match numbers.number {
        NumberRepresentation::Double => "double",
        NumberRepresentation::Exact => "exact",
    };
    map.put("int", Yaml::word(int));
    map.put("number", Yaml::word(number));
    Yaml::Row(map)
}
