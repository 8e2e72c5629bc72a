//! tygen's own format, described in `docs/schema-format.md`.
//!
//! A file is read in steps, so that files may import each other: [`File::read`] takes in what is
//! written, [`File::lower`] makes a package of it once the names of all packages are known, and
//! what needs all definitions is done last: discriminators are mapped, endless types are found, values
//! are checked against their types.

mod complete;
mod endless;
mod lower;
mod property;
mod raw;
mod text;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use lower::default_token;
pub use raw::json_schema;
pub(super) use types::common_base;

use super::document::{self, Lenient, Node, Problem, Problems};
use super::expression::Names;
use super::path::DocumentPath;
use crate::diag::{Code, Diagnostics, SourceId, nearest};
use crate::model::{Literal, Package, Type, TypeName};
use raw::RawPackage;

/// The version of the format that this version of tygen reads.
const FORMAT: u32 = 1;

/// A file of tygen's format on its way to a package.
pub(super) struct File {
    source: SourceId,
    text: Arc<str>,
    tree: Node,
    raw: RawPackage,
    name: Arc<str>,
    problems: Problems,
    values: Vec<ValueSite>,
    unions: Vec<PendingDiscriminator>,
    tokens: Vec<TokenSite>,
}

/// A default or constant, with the type that has to take it.
struct ValueSite {
    problem: Problem,
    ty: Type,
    value: Literal,
}

/// A discriminator whose mapping depends on the definitions of the arms.
struct PendingDiscriminator {
    /// The union's name.
    name: Arc<str>,
    path: DocumentPath,
    property: Arc<str>,
    /// What the schema says itself.
    mapping: Vec<(Arc<str>, Type, DocumentPath)>,
}

/// A reference to a resource by its token.
struct TokenSite {
    token: Arc<str>,
    problem: Problem,
}

/// The names that a file can refer to: its own, and those of the packages that it imports.
pub(super) struct Scope<'a> {
    /// The file's own package.
    pub own: Arc<str>,
    /// The types of every package in scope, its own included.
    pub packages: BTreeMap<Arc<str>, &'a TypeWords>,
}

/// The words for the types of a package, and the name that each word means. A type can be referred to
/// by its key and by its name; a key that is another type's name means the type with that key.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeWords(Vec<(Arc<str>, Arc<str>)>);

impl TypeWords {
    /// The words, of two that are the same the first.
    pub(super) fn new(words: impl IntoIterator<Item = (Arc<str>, Arc<str>)>) -> Self {
        let mut words: Vec<(Arc<str>, Arc<str>)> = words.into_iter().collect();
        words.sort_by(|a, b| a.0.cmp(&b.0));
        words.dedup_by(|later, kept| later.0 == kept.0);
        Self(words)
    }

    fn name(&self, word: &str) -> Option<&Arc<str>> {
        let at = self.0.binary_search_by(|(known, _)| (**known).cmp(word)).ok()?;
        Some(&self.0[at].1)
    }
}

impl Names for Scope<'_> {
    fn resolve(&self, package: Option<&str>, name: &str) -> Option<TypeName> {
        let (package, names) = self.packages.get_key_value(package.unwrap_or(&self.own))?;
        Some(TypeName { package: package.clone(), name: names.name(name)?.clone() })
    }

    fn candidates(&self, package: Option<&str>) -> Vec<&str> {
        let names = self.packages.get(package.unwrap_or(&self.own));
        names.into_iter().flat_map(|names| &names.0).map(|(word, _)| &**word).collect()
    }

    fn packages(&self) -> Vec<&str> {
        self.packages.keys().map(|name| &**name).collect()
    }
}

impl File {
    /// Takes in what is written. `None` if that is not even a mapping of the right keys; what is wrong
    /// is then among the diagnostics.
    pub(super) fn read(source: SourceId, text: &Arc<str>, tree: Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (raw, mut problems) = document::read::<RawPackage>(&tree);
        let Some(raw) = raw else {
            diagnostics.extend(problems.into_diagnostics(source, text));
            return None;
        };
        let root = DocumentPath::root();
        match raw.tygen {
            Some(Lenient(Some(FORMAT) | None)) => {}
            Some(Lenient(Some(other))) => problems.push(
                Problem::new(Code::WrongKind, root.key("tygen"), format!("format {other} is not known"))
                    .with_help(format!("this version of tygen reads format {FORMAT}")),
            ),
            None => problems.push(
                Problem::new(Code::MissingKey, root.clone(), "`tygen`, the version of the format, is missing")
                    .with_help(format!("write `tygen: {FORMAT}` at the top")),
            ),
        }
        let name = match &raw.name {
            Some(Lenient(Some(name))) if is_package_name(name) => name.as_str(),
            Some(Lenient(Some(name))) => {
                problems.push(
                    Problem::new(Code::BadValue, root.key("name"), format!("`{name}` cannot be the name of a package"))
                        .with_help("it starts with a letter or digit, then come letters, digits, `-` and `_`"),
                );
                "package"
            }
            Some(Lenient(None)) => "package",
            None => {
                problems.push(Problem::new(Code::MissingKey, root, "`name`, the name of the package, is missing"));
                "package"
            }
        };
        let name = name.into();
        let (values, unions, tokens) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self { source, text: text.clone(), tree, raw, name, problems, values, unions, tokens })
    }

    /// The package's name.
    pub(super) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Its text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The words for its types.
    pub(super) fn type_words(&self) -> TypeWords {
        let types = self.raw.types.iter().filter_map(|Lenient(types)| types.as_ref()).flatten();
        let named: Vec<(Arc<str>, Arc<str>)> = types
            .map(|(key, Lenient(raw))| {
                let token = raw.as_ref().and_then(raw::RawType::token).unwrap_or(key);
                (key.as_str().into(), token.into())
            })
            .collect();
        let tokens: Vec<_> = named.iter().map(|(_, token)| (token.clone(), token.clone())).collect();
        TypeWords::new(named.into_iter().chain(tokens))
    }

    /// The files that it imports: the place in the document and the path as written.
    pub(super) fn imports(&self) -> Vec<(DocumentPath, String)> {
        let root = DocumentPath::root().key("imports");
        let imports = self.raw.imports.iter().filter_map(|Lenient(imports)| imports.as_ref());
        imports.flatten().enumerate().filter_map(|(at, Lenient(path))| Some((root.index(at), path.clone()?))).collect()
    }

    /// Adds a problem that was found outside.
    pub(super) fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// The package, all names resolved.
    pub(super) fn lower(&mut self, scope: &Scope<'_>) -> Package {
        lower::Lowering { file: self, scope }.package()
    }

    /// What is wrong with the file.
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.problems.into_diagnostics(self.source, &self.text)
    }
}

/// Whether a package can have that name.
pub(super) fn is_package_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_'))
}

/// The name nearest to a misspelt one.
fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(str::to_owned)
}
