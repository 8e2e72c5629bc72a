//! Where packages are found that a schema speaks of and nobody gave: files and folders of them, looked
//! at only when something is missing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::FileReader;
use super::lenient::{Given, Text, as_json, document, record};
use crate::diag::{Code, Diagnostic, Diagnostics, SourceId};

/// The endings of files that are taken for schemas.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

record! {
    /// The name of a package, in whatever format it is.
    Named { "name" => name: Given<Text<'a>>, } ignored {}
}

/// The name of the package that a text describes, if that is seen at the top of it.
pub(super) fn name_of(text: &str) -> Option<String> {
    let mut unheard = Diagnostics::new();
    let json = as_json(text, SourceId::default(), &mut unheard)?;
    let named: Named<'_> = document(&json, SourceId::default(), &mut unheard)?;
    named.name.value().map(|name| name.to_string())
}

/// The packages whose documents a Pulumi schema refers to: `/aws/v7.0.0/schema.json#/types/…`.
pub(super) fn referred(text: &str) -> BTreeSet<String> {
    const MARK: &str = "/schema.json#";
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices(MARK) {
        let before = &text[..at];
        let start = before.rfind(['"', '\'', ' ', '\n', '\t']).map_or(0, |start| start + 1);
        if let Some(package) = super::pulumi::document_package(&before[start..])
            && !found.contains(package)
        {
            found.insert(package.to_owned());
        }
    }
    found
}

/// Files and folders that dependencies are looked for in.
#[derive(Debug)]
pub(super) struct Shelf {
    paths: Vec<PathBuf>,
    /// By the package's name, once the files have been looked into.
    by_name: Option<BTreeMap<String, PathBuf>>,
}

impl Shelf {
    pub(super) fn new(paths: &[PathBuf]) -> Self {
        Self { paths: paths.to_vec(), by_name: None }
    }

    /// Whether there is nothing to look into.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Reports what is not there at all.
    pub(super) fn check(&self, files: &dyn FileReader, diagnostics: &mut Diagnostics) {
        for path in &self.paths {
            let missing = match files.list(path) {
                Ok(Some(_)) => None,
                Ok(None) => files.read(path).err(),
                Err(error) => Some(error),
            };
            if let Some(error) = missing {
                let message = format!("the dependency `{}` cannot be read: {error}", path.display());
                diagnostics.push(Diagnostic::error(Code::Unreadable, message));
            }
        }
    }

    /// The file of a package: one of that name in a folder, else the one that says so inside.
    pub(super) fn find(&mut self, package: &str, files: &dyn FileReader) -> Option<PathBuf> {
        let listed = self.paths.iter().filter_map(|path| files.list(path).ok().flatten()).flatten();
        let called =
            listed.filter(|file| is_schema(file)).find(|file| file.file_stem().is_some_and(|stem| stem == package));
        if called.is_some() {
            return called;
        }
        self.by_name.get_or_insert_with(|| names(&self.paths, files)).get(package).cloned()
    }

    /// Every package that the shelf holds, by its name.
    pub(super) fn all(&mut self, files: &dyn FileReader) -> &BTreeMap<String, PathBuf> {
        self.by_name.get_or_insert_with(|| names(&self.paths, files))
    }
}

fn is_schema(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// The first file of each package. What cannot be read is passed over: nobody asked for it.
fn names(paths: &[PathBuf], files: &dyn FileReader) -> BTreeMap<String, PathBuf> {
    let mut by_name = BTreeMap::new();
    for path in paths {
        let candidates = match files.list(path) {
            Ok(Some(listed)) => listed.into_iter().filter(|file| is_schema(file)).collect(),
            Ok(None) => vec![path.clone()],
            Err(_) => Vec::new(),
        };
        for file in candidates {
            let Ok(bytes) = files.read(&file) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            let text: Cow<'_, str> = text.strip_prefix('\u{feff}').map_or(text.clone(), |text| text.to_owned().into());
            if let Some(name) = name_of(&text) {
                by_name.entry(name).or_insert(file);
            }
        }
    }
    by_name
}

/// Whether a text in tygen's format may name types of a package: `package.Name`, `package["Name"]`, or a
/// resource's token.
pub(super) fn mentions(text: &str, package: &str) -> bool {
    text.match_indices(package).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + package.len()..].chars().next();
        let is_start =
            before.is_none_or(|before| !before.is_alphanumeric() && !matches!(before, '_' | '-' | '.' | '/'));
        is_start && matches!(after, Some('.' | '[' | ':'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::Memory;

    #[test]
    fn references_are_seen_in_json_and_yaml() {
        let text = "{\"$ref\": \"/aws/v7.0.0/schema.json#/types/aws:s3%2FBucket:Bucket\"}\n$ref: /tls/v1/schema.json#/provider\n\
                    $ref: 'https://example.com/dns/v2/schema.json#/types/a'";
        assert_eq!(Vec::from_iter(referred(text)), ["aws", "dns", "tls"]);
    }

    #[test]
    fn a_package_is_found_by_its_file_or_by_what_it_says() {
        let files = [
            ("deps/aws.json", "{\"name\": \"aws\"}"),
            ("deps/other.yaml", "name: tls\n"),
            ("deps/broken.json", "{"),
            ("deps/README.md", "name: readme"),
            ("one.json", "{\"types\": {}, \"name\": \"one\"}"),
        ];
        let files = Memory(files.iter().map(|(path, text)| (path.into(), (*text).to_owned())).collect());
        let mut shelf = Shelf::new(&["deps".into(), "one.json".into()]);
        for (package, file) in
            [("aws", Some("deps/aws.json")), ("tls", Some("deps/other.yaml")), ("one", Some("one.json"))]
        {
            assert_eq!(shelf.find(package, &files), file.map(PathBuf::from), "{package}");
        }
        assert_eq!(shelf.find("readme", &files), None);
        let mut diagnostics = Diagnostics::new();
        Shelf::new(&["nowhere".into()]).check(&files, &mut diagnostics);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn mentions_are_whole_words() {
        for (text, wanted) in [
            ("a: aws.Tag", true),
            ("list(aws[\"x\"])", true),
            ("resource(\"aws:s3:B\")", true),
            ("laws.Tag", false),
            ("aws", false),
        ] {
            assert_eq!(mentions(text, "aws"), wanted, "{text}");
        }
    }
}
