//! The arguments that say what the schema is, the same for every command that reads one, and reading it.

use std::io::{self, Read};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Progress, Streams};
use crate::loader::{self, Input, Kind, LoadOptions, Loaded};
use crate::model::{IntRepresentation, NumberRepresentation, NumbersChoice, Selection};

/// Which schema it is, and which part of it.
#[derive(Debug, Args)]
pub struct SchemaArguments {
    /// What kind the schemas are, if their content should not decide
    #[arg(long, value_name = "KIND", value_enum)]
    pub from: Option<KindArgument>,
    /// A schema, or a folder of schemas, with packages that are referred to; read only if they are
    #[arg(long, value_name = "FILE|DIR")]
    pub dependency: Vec<PathBuf>,
    /// Take only what these match (tokens and type names; * and ? are wildcards) and what it needs
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Leave out what these match, unless something taken needs it
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// How integers are held where no type or property of the schema says [default: as the schema says]
    #[arg(long, value_name = "REPRESENTATION", value_enum)]
    pub int: Option<IntArgument>,
    /// How numbers are held where no type or property of the schema says [default: as the schema says]
    #[arg(long, value_name = "REPRESENTATION", value_enum)]
    pub number: Option<NumberArgument>,
}

/// A kind of schema by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindArgument {
    /// tygen's own format
    Tygen,
    /// A Pulumi package schema
    Pulumi,
    /// The output of `terraform providers schema -json`
    TerraformProvider,
    /// A Terraform module: a folder of .tf files, or one of them
    TerraformModule,
}

/// How integers are held, by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntArgument {
    /// Of any size
    Arbitrary,
    /// In 64 bits
    Int64,
    /// In 32 bits
    Int32,
}

/// How numbers are held, by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumberArgument {
    /// In a double
    Double,
    /// With all digits
    Exact,
}

impl KindArgument {
    /// The kind.
    pub fn kind(self) -> Kind {
        match self {
            KindArgument::Tygen => Kind::Tygen,
            KindArgument::Pulumi => Kind::Pulumi,
            KindArgument::TerraformProvider => Kind::TerraformProvider,
            KindArgument::TerraformModule => Kind::TerraformModule,
        }
    }
}

impl SchemaArguments {
    /// Reads the schemas and keeps the part that is asked for. `-` is standard input.
    pub fn read(&self, schemas: &[PathBuf], streams: &mut Streams<'_>) -> io::Result<Loaded> {
        let from = self.from.map(KindArgument::kind);
        let options = LoadOptions { from, dependencies: self.dependency.clone() };
        let inputs = inputs(schemas)?;
        let names: Vec<String> = schemas.iter().map(|path| path.display().to_string()).collect();
        let progress = Progress::start(&format!("Reading {}", names.join(", ")));
        let mut loaded = loader::load(&inputs, options);
        drop(progress);
        loaded.schema.choose_numbers(self.numbers());
        self.select(&mut loaded, streams)?;
        Ok(loaded)
    }

    fn numbers(&self) -> NumbersChoice {
        NumbersChoice {
            int: self.int.map(|int| match int {
                IntArgument::Arbitrary => IntRepresentation::Arbitrary,
                IntArgument::Int64 => IntRepresentation::Int64,
                IntArgument::Int32 => IntRepresentation::Int32,
            }),
            number: self.number.map(|number| match number {
                NumberArgument::Double => NumberRepresentation::Double,
                NumberArgument::Exact => NumberRepresentation::Exact,
            }),
        }
    }

    fn select(&self, loaded: &mut Loaded, streams: &mut Streams<'_>) -> io::Result<()> {
        let selection = Selection { include: self.include.clone(), exclude: self.exclude.clone() };
        for pattern in selection.unmatched(&loaded.schema) {
            writeln!(streams.err, "warning: --include {pattern:?} matches nothing")?;
        }
        if !selection.is_everything() {
            loaded.schema = loaded.schema.select(&selection);
        }
        Ok(())
    }

    /// The same arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        fn word(flag: &str, value: Option<impl ValueEnum>) -> Vec<String> {
            let value = value.and_then(|value| value.to_possible_value());
            value.into_iter().flat_map(|value| [flag.to_owned(), value.get_name().to_owned()]).collect()
        }
        let mut words = word("--from", self.from);
        for path in &self.dependency {
            words.extend(["--dependency".to_owned(), path.to_string_lossy().into_owned()]);
        }
        for (flag, patterns) in [("--include", &self.include), ("--exclude", &self.exclude)] {
            words.extend(patterns.iter().flat_map(|pattern| [flag.to_owned(), pattern.clone()]));
        }
        words.extend(word("--int", self.int));
        words.extend(word("--number", self.number));
        words
    }
}

/// The schemas as the loader takes them.
fn inputs(paths: &[PathBuf]) -> io::Result<Vec<Input>> {
    let input = |path: &PathBuf| {
        if path.as_os_str() != "-" {
            return Ok(Input::Path(path.clone()));
        }
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        Ok(Input::Text("standard input".to_owned(), text))
    };
    paths.iter().map(input).collect()
}
