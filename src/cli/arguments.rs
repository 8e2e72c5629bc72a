//! The arguments, as clap reads them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::conformance::ConformanceArguments;
use super::engine::{ConvertArguments, ShapeArguments, UnifyArguments};
use super::schema::SchemaArguments;
use super::verify::VerifyArguments;
use crate::backend::Language;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the schema is wrong, or a file cannot be read or written
  2  the command line is wrong
  3  --check: the output is not up to date";

/// Reads type schemas and writes SDK types.
#[derive(Debug, Parser)]
#[command(
    name = "tygen",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_help = EXIT_CODES
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub generate: GenerateArguments,
}

/// What tygen does beside generating.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List what a schema holds, or show one of its types, resources or functions
    Inspect(InspectArguments),
    /// Convert a value in JSON to a type
    Convert(ConvertArguments),
    /// Find the type that several types convert to
    Unify(UnifyArguments),
    /// Print what becomes of a type as an argument, as a result, or as a plain value
    Shape(ShapeArguments),
    /// Run vectors: cases with the answer that is wanted of the engine
    Conformance(ConformanceArguments),
    /// Write any schema in tygen's own format
    Import(ImportArguments),
    /// Prove generated packages: give them cases made from the schema, and compare with the engine
    Verify(VerifyArguments),
}

/// What to generate, from what, and where to.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The schemas: tygen's own format, Pulumi packages, Terraform providers or modules; `-` is standard input
    #[arg(value_name = "SCHEMA", required = true)]
    pub schemas: Vec<PathBuf>,
    /// The languages to write
    #[arg(long, value_name = "LANG", required = true, value_delimiter = ',', value_enum)]
    pub lang: Vec<LanguageArgument>,
    /// Where to write: DIR for DIR/<lang>, or LANG=DIR for one language straight into DIR [default: gen]
    #[arg(short, long, value_name = "[LANG=]DIR")]
    pub output: Vec<OutputArgument>,
    /// Also write package.json and tsconfig.json, go.mod, Cargo.toml
    #[arg(long)]
    pub manifest: bool,
    /// Write nothing; exit with 3 if any file is missing, would be changed, or is stale
    #[arg(long, conflicts_with_all = ["clean", "stdout"])]
    pub check: bool,
    /// Remove files that an earlier run wrote and this one does not
    #[arg(long, conflicts_with = "stdout")]
    pub clean: bool,
    /// Print the files instead of writing them
    #[arg(long, conflicts_with = "output")]
    pub stdout: bool,
    #[command(flatten)]
    pub part: SchemaArguments,
    /// Print how many files and bytes each language has, and the largest file
    #[arg(long)]
    pub stats: bool,
    /// The import path of the folder that Go is written to [default: from the go.mod around it, else
    /// the package's name]
    #[arg(long, value_name = "PATH")]
    pub go_module: Option<String>,
}

/// What to look at.
#[derive(Debug, Args)]
pub struct InspectArguments {
    /// The schema
    pub schema: PathBuf,
    /// A type, resource or function of it, by name or token
    pub name: Option<String>,
    #[command(flatten)]
    pub part: SchemaArguments,
}

/// What to write in tygen's own format.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The schemas: Pulumi packages, Terraform providers or modules, tygen's own format; `-` is standard input
    #[arg(value_name = "SCHEMA", required = true)]
    pub schemas: Vec<PathBuf>,
    /// The file to write, or a folder for a file per package [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub part: SchemaArguments,
}

/// A language by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageArgument {
    /// TypeScript
    #[value(alias = "typescript")]
    Ts,
    /// Go
    #[value(alias = "golang")]
    Go,
    /// Rust
    #[value(alias = "rs")]
    Rust,
}

impl LanguageArgument {
    /// The language.
    pub fn language(self) -> Language {
        match self {
            LanguageArgument::Ts => Language::TypeScript,
            LanguageArgument::Go => Language::Go,
            LanguageArgument::Rust => Language::Rust,
        }
    }
}

/// `DIR` or `LANG=DIR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputArgument {
    /// Every language under a folder of its own in here.
    Parent(PathBuf),
    /// One language straight into here.
    Language(Language, PathBuf),
}

impl std::str::FromStr for OutputArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let split = text.split_once('=').and_then(|(word, folder)| {
            let language = LanguageArgument::from_str(word, false).ok()?.language();
            Some((language, folder))
        });
        match split {
            Some((_, "")) | None if text.ends_with('=') || text.is_empty() => Err("the folder is missing".to_owned()),
            Some((language, folder)) => Ok(OutputArgument::Language(language, folder.into())),
            None => Ok(OutputArgument::Parent(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn an_output_may_name_its_language() {
        assert_eq!("ts=web".parse(), Ok(OutputArgument::Language(Language::TypeScript, "web".into())));
        assert_eq!("a=b".parse(), Ok(OutputArgument::Parent("a=b".into())));
        assert_eq!("gen".parse(), Ok(OutputArgument::Parent("gen".into())));
        assert!("ts=".parse::<OutputArgument>().is_err());
        assert!("".parse::<OutputArgument>().is_err());
    }
}
