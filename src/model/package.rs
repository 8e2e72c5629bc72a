//! Packages of declarations, and the set of packages that one run works on.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use super::{
    Function, Naming, NullReading, Numbers, NumbersChoice, Property, Resource, Type, TypeDeclaration, TypeName,
};
use crate::diag::SourceId;

/// Everything that a run works on: the packages asked for and those they need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// By name, in the order in which they were asked for or first needed.
    pub packages: IndexMap<Arc<str>, Package>,
    /// The names of those that were asked for, in that order.
    pub roots: Vec<Arc<str>>,
}

/// A package of declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its name: unique in the [`Schema`].
    pub name: Arc<str>,
    /// What people read about it.
    pub info: PackageInfo,
    /// The file that it was read from.
    pub source: SourceId,
    /// How numbers are held where nothing nearer says otherwise.
    pub numbers: Numbers,
    /// What null means for an attribute whose type does not take it.
    pub nulls: NullReading,
    /// The declared types, by their name in the package.
    pub types: IndexMap<Arc<str>, TypeDeclaration>,
    /// The resources, by token.
    pub resources: IndexMap<Arc<str>, Resource>,
    /// The functions, by token.
    pub functions: IndexMap<Arc<str>, Function>,
    /// The provider's own configuration as a resource, if there is one.
    pub provider: Option<Resource>,
    /// Configuration that programs may read.
    pub configuration: Vec<Property>,
    /// The plug-in that serves it under other parameters, if it has none of its own.
    pub parameterization: Option<Parameterization>,
    /// Packages whose types and resources it speaks of, as far as it says so.
    pub dependencies: Vec<Plugin>,
    /// Other package names that its tokens may start with.
    pub token_packages: Vec<Arc<str>>,
    /// What the package itself is called in some languages: an import path, the name in a registry.
    pub naming: Naming,
}

/// A plug-in at a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plugin {
    /// Its name.
    pub name: Arc<str>,
    /// Its version, semver where there is one.
    pub version: Option<Arc<str>>,
    /// Where it is downloaded, if not from the usual place.
    pub download: Option<Arc<str>>,
}

/// How a package is made of another one's plug-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameterization {
    /// The plug-in.
    pub base: Plugin,
    /// What it is given, in base64.
    pub parameter: Arc<str>,
    /// What becomes of the plug-in's own package.
    pub kind: ParameterizationKind,
}

/// What becomes of the package of a plug-in that serves another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParameterizationKind {
    /// This package stands in its place (Pulumi: `parameterization`).
    Replacement,
    /// This package stands beside it (Pulumi: `extensionParameterization`).
    Extension,
}

/// What people read about a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageInfo {
    /// Its version, semver where there is one.
    pub version: Option<String>,
    /// Its name for people.
    pub display_name: Option<String>,
    /// What it is, Markdown.
    pub description: Option<String>,
    /// SPDX expression.
    pub license: Option<String>,
    /// Where to read more.
    pub homepage: Option<String>,
    /// Where its source lives.
    pub repository: Option<String>,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// Under which name of the publisher's its SDKs are published.
    pub namespace: Option<String>,
    /// Where its plug-in is downloaded, if not from the usual place.
    pub download: Option<String>,
    /// A picture of it.
    pub logo: Option<String>,
    /// What it owes to others, Markdown.
    pub attribution: Option<String>,
}

impl Schema {
    /// The declaration of that name.
    pub fn declaration(&self, name: &TypeName) -> Option<&TypeDeclaration> {
        self.packages.get(&name.package)?.types.get(&name.name)
    }

    /// All declared types of all packages, in order.
    pub fn declarations(&self) -> impl Iterator<Item = &TypeDeclaration> {
        self.packages.values().flat_map(|package| package.types.values())
    }

    /// Makes the choice in every package; types and properties that say how they hold numbers keep that.
    pub fn choose_numbers(&mut self, choice: NumbersChoice) {
        for package in self.packages.values_mut() {
            package.numbers = package.numbers.with(choice);
        }
    }

    /// What every name stands for.
    pub fn definitions(&self) -> BTreeMap<TypeName, Type> {
        self.declarations().map(|declaration| (declaration.name.clone(), declaration.ty())).collect()
    }
}

impl Package {
    /// Every resource of the package, the provider's own configuration first.
    pub fn all_resources(&self) -> impl Iterator<Item = &Resource> {
        self.provider.iter().chain(self.resources.values())
    }
}
