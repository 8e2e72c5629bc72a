//! What a package says of itself: who publishes it, which plug-in serves it, what it is called where.

use std::sync::Arc;

use super::property::texts;
use super::raw;
use crate::diag::Code;
use crate::loader::lenient::{Given, Text};
use crate::loader::trail::{Reporter, Trail};
use crate::model::{Naming, PackageInfo, Parameterization, ParameterizationKind, Plugin};

/// What people read about the package.
pub(super) fn info(raw: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> PackageInfo {
    let root = Trail::Root;
    let mut text = |given, key: &str| word(given, reporter, &root.key(key)).map(str::to_owned);
    PackageInfo {
        version: text(&raw.version, "version"),
        display_name: text(&raw.display_name, "displayName"),
        description: text(&raw.description, "description"),
        license: text(&raw.license, "license"),
        homepage: text(&raw.homepage, "homepage"),
        repository: text(&raw.repository, "repository"),
        publisher: text(&raw.publisher, "publisher"),
        namespace: text(&raw.namespace, "namespace"),
        download: text(&raw.download, "pluginDownloadURL"),
        logo: text(&raw.logo, "logoUrl"),
        attribution: text(&raw.attribution, "attribution"),
        keywords: texts(&raw.keywords, reporter, &root.key("keywords")).into_iter().map(str::to_owned).collect(),
    }
}

/// A text that is not empty.
fn word<'v>(given: &'v Given<Text<'_>>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Option<&'v str> {
    reporter.get(given, trail).map(|text| &**text).filter(|text| !text.is_empty())
}

/// Which plug-in serves the package under which parameter.
pub(super) fn parameterization(raw: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Option<Parameterization> {
    let root = Trail::Root;
    let at = root.key("parameterization");
    let replacement = reporter.get(&raw.parameterization, &at);
    let replacement = replacement.map(|raw| served(raw, ParameterizationKind::Replacement, reporter, &at));
    let at = root.key("extensionParameterization");
    let extension = reporter.get(&raw.extension, &at);
    let extension = extension.map(|raw| served(raw, ParameterizationKind::Extension, reporter, &at));
    if replacement.is_some() && extension.is_some() {
        let message = "a package is a replacement or an extension, not both: it is taken as a replacement";
        reporter.warning(Code::Contradiction, &at, message);
    }
    replacement.or(extension)
}

fn served(
    raw: &raw::Parameterization<'_>,
    kind: ParameterizationKind,
    reporter: &mut Reporter<'_>,
    trail: &Trail<'_>,
) -> Parameterization {
    reporter.unknown_keys("a parameterization", &raw.unknown, trail);
    let at = trail.key("baseProvider");
    let base = reporter.get(&raw.base, &at).map(|raw| plugin(raw, reporter, &at)).unwrap_or_default();
    if base.name.is_empty() {
        reporter.warning(Code::MissingKey, &at.key("name"), "it is not said which plug-in serves the package");
    }
    let parameter = word(&raw.parameter, reporter, &trail.key("parameter")).unwrap_or_default();
    Parameterization { base, parameter: parameter.into(), kind }
}

fn plugin(raw: &raw::Plugin<'_>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) -> Plugin {
    reporter.unknown_keys("a plug-in", &raw.unknown, trail);
    let mut text = |given, key: &str| word(given, reporter, &trail.key(key)).map(Arc::from);
    let (download, elsewhere) = (text(&raw.download, "pluginDownloadURL"), text(&raw.download_from, "downloadURL"));
    Plugin {
        name: text(&raw.name, "name").unwrap_or_default(),
        version: text(&raw.version, "version"),
        download: download.or(elsewhere),
    }
}

/// The packages that this one names as its dependencies.
pub(super) fn dependencies(raw: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Vec<Plugin> {
    let at = Trail::Root.key("dependencies");
    let mut dependencies = Vec::new();
    for (index, raw) in reporter.get(&raw.dependencies, &at).into_iter().flatten().enumerate() {
        let at = at.index(index);
        if let Some(raw) = reporter.get(raw, &at) {
            dependencies.push(plugin(raw, reporter, &at));
        }
    }
    dependencies.retain(|dependency| !dependency.name.is_empty());
    dependencies
}

/// Other package names that tokens may start with.
pub(super) fn token_packages(raw: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Vec<Arc<str>> {
    let at = Trail::Root.key("allowedPackageNames");
    texts(&raw.token_packages, reporter, &at).into_iter().map(Into::into).collect()
}

/// What the package is called in our languages.
pub(super) fn naming(raw: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Naming {
    let root = Trail::Root;
    let at = root.key("language");
    // What is of the wrong kind is reported where modules are renamed.
    let Some(languages) = raw.language.value() else { return Naming::default() };
    let all = [
        ("ts", "nodejs", &languages.nodejs, "packageName"),
        ("go", "go", &languages.go, "importBasePath"),
        ("rust", "rust", &languages.rust, "packageName"),
    ];
    let mut names = Vec::new();
    for (word_of_ours, language, given, key) in all {
        let at = at.key(language);
        let Some(settings) = given.value() else { continue };
        names.extend(word(&settings.package, reporter, &at.key(key)).map(|name| (word_of_ours.into(), name.into())));
    }
    Naming(names)
}
