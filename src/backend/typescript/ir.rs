//! What is printed: every name chosen, every line laid out.

use askama::Template;

/// A file of declarations.
#[derive(Template)]
#[template(path = "typescript/file.ts")]
pub(super) struct File<'a> {
    /// The first line, without the comment sign.
    pub header: &'a str,
    /// Whole import statements, sorted.
    pub imports: Vec<String>,
    /// What is declared.
    pub items: Vec<Item>,
}

/// The file through which a folder's declarations are imported.
#[derive(Template)]
#[template(path = "typescript/index.ts")]
pub(super) struct Index<'a> {
    /// The first line, without the comment sign.
    pub header: &'a str,
    /// The names of the files beside it, as string literals.
    pub files: Vec<String>,
    /// Folders inside: under which name, from which file.
    pub modules: Vec<(String, String)>,
}

/// A declaration. Comments end with a line break or are empty.
pub(super) enum Item {
    /// An object type.
    Interface { comment: String, name: String, members: Vec<Member> },
    /// A statement that is laid out already.
    Statement { comment: String, text: String },
    /// The values of an enum.
    Values { comment: String, name: String, members: Vec<Member> },
}

/// A line of an interface or of an enum's values.
pub(super) struct Member {
    /// What is said about it.
    pub comment: String,
    /// All of it, with what ends it.
    pub text: String,
}
