//! The stable codes of problems.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal,)+) => {
        /// The kind of a problem. The text form (`T0101`) never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code there is, in order.
            pub const ALL: &[Code] = &[$(Code::$name,)+];

            /// The text form: `T` and four digits.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)+ }
            }

            /// What the code stands for, in a sentence.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc),+),)+ }
            }
        }
    };
}

// T00: files and documents. T01: tygen's format. T02: Pulumi. T03: Terraform. T04: names and output.
codes! {
    /// A file cannot be read.
    Unreadable = "T0001",
    /// The text is not well-formed YAML or JSON.
    Syntax = "T0002",
    /// It cannot be told what kind of schema a document is.
    UnknownKind = "T0003",
    /// A limit on size or depth is exceeded.
    Limit = "T0004",
    /// A key that the format does not have.
    UnknownKey = "T0101",
    /// A value of another kind than the format asks for.
    WrongKind = "T0102",
    /// A key that the format requires is missing.
    MissingKey = "T0103",
    /// A type expression that is not one.
    TypeSyntax = "T0104",
    /// A name that no type has.
    UnknownType = "T0105",
    /// The same name given twice.
    Duplicate = "T0106",
    /// A default, constant or enum value that its type does not take.
    BadValue = "T0107",
    /// A type that contains itself with no way to end.
    EndlessType = "T0108",
    /// An import that cannot be followed.
    BadImport = "T0109",
    /// Two declarations that contradict each other.
    Contradiction = "T0110",
    /// A feature of the schema that is not carried over.
    Unsupported = "T0201",
    /// A reference that leads nowhere.
    DanglingReference = "T0202",
    /// Two names of the schema that would be one in the output; one got a suffix.
    NameClash = "T0401",
    /// Two parts of the output that would be one file.
    FileClash = "T0402",
    /// Modules that refer to each other and are one in a language that forbids that.
    MergedModules = "T0403",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
