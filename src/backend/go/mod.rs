//! Go: one module, a package for each module of the schema, and a runtime without dependencies.
//!
//! The shape of the output is chosen for what it costs to compile: plain structs, one generic
//! `Input[T]` and `Output[T]`, and no code per type or container: structs of arguments are put together
//! by reflection over field tags, and their one method does nothing but make them an `Input` of their
//! plain form. What reflection cannot know of a type stands in the tags of its fields. A `tygen.Input[Port]` takes a `PortInput`, an `Output[Port]`, a `Promise[Port]` or
//! `tygen.Val(Port{…})`, and a `tygen.List[T]` is an `Input[[]T]`: every part at any depth may arrive
//! later, as `inputShape` says, and an output goes where its plain type is wanted.

mod claims;
mod docs;
mod driver;
mod hidden;
mod index;
mod ir;
mod literals;
mod lower;
mod names;
mod packages;
mod types;

use askama::Template;

use self::claims::ItemNames;
use self::index::Index;
use self::lower::Context;
use self::packages::Package;
use super::{Files, Item, Manifest, Options, Plan};
use crate::diag::{Code, Diagnostic, Diagnostics};
pub(super) use driver::driver;

/// The runtime: real Go files, by name.
const RUNTIME: &[(&str, &str)] = &[
    ("asset.go", include_str!("../../../templates/go/runtime/asset.go")),
    ("build.go", include_str!("../../../templates/go/runtime/build.go")),
    ("codec.go", include_str!("../../../templates/go/runtime/codec.go")),
    ("convert.go", include_str!("../../../templates/go/runtime/convert.go")),
    ("decimal.go", include_str!("../../../templates/go/runtime/decimal.go")),
    ("doc.go", include_str!("../../../templates/go/runtime/doc.go")),
    ("dynamic.go", include_str!("../../../templates/go/runtime/dynamic.go")),
    ("fast.go", include_str!("../../../templates/go/runtime/fast.go")),
    ("hash.go", include_str!("../../../templates/go/runtime/hash.go")),
    ("input.go", include_str!("../../../templates/go/runtime/input.go")),
    ("input_decode.go", include_str!("../../../templates/go/runtime/input_decode.go")),
    ("json.go", include_str!("../../../templates/go/runtime/json.go")),
    ("lift.go", include_str!("../../../templates/go/runtime/lift.go")),
    ("nfc.go", include_str!("../../../templates/go/runtime/nfc.go")),
    ("nfc_data.go", include_str!("../../../templates/go/runtime/nfc_data.go")),
    ("node.go", include_str!("../../../templates/go/runtime/node.go")),
    ("nullable.go", include_str!("../../../templates/go/runtime/nullable.go")),
    ("number.go", include_str!("../../../templates/go/runtime/number.go")),
    ("output.go", include_str!("../../../templates/go/runtime/output.go")),
    ("parsed.go", include_str!("../../../templates/go/runtime/parsed.go")),
    ("plan.go", include_str!("../../../templates/go/runtime/plan.go")),
    ("problem.go", include_str!("../../../templates/go/runtime/problem.go")),
    ("promise.go", include_str!("../../../templates/go/runtime/promise.go")),
    ("reference.go", include_str!("../../../templates/go/runtime/reference.go")),
    ("resolve.go", include_str!("../../../templates/go/runtime/resolve.go")),
    ("set.go", include_str!("../../../templates/go/runtime/set.go")),
    ("shape.go", include_str!("../../../templates/go/runtime/shape.go")),
    ("special.go", include_str!("../../../templates/go/runtime/special.go")),
    ("spread.go", include_str!("../../../templates/go/runtime/spread.go")),
    ("tar.go", include_str!("../../../templates/go/runtime/tar.go")),
    ("union.go", include_str!("../../../templates/go/runtime/union.go")),
    ("value.go", include_str!("../../../templates/go/runtime/value.go")),
    ("write.go", include_str!("../../../templates/go/runtime/write.go")),
];

/// Where everything goes and what it is called.
struct Layout<'a> {
    /// The import path of the output folder.
    root: String,
    packages: Vec<Package<'a>>,
    index: Index<'a>,
    /// The names of each package's declarations, in the order of its units and their items.
    names: Vec<Vec<ItemNames>>,
}

fn layout<'a>(plan: &'a Plan<'a>, options: &Options, diagnostics: &mut Diagnostics) -> Layout<'a> {
    let root = import_path(plan, options);
    let packages = packages::packages(plan, &root, diagnostics);
    let own: Vec<Vec<String>> = packages.iter().map(|package| claims::item_names(plan, package, diagnostics)).collect();
    let homes = packages.iter().zip(&own).enumerate().flat_map(|(at, (package, names))| {
        let items = package.units.iter().flat_map(|unit| &unit.items);
        items.zip(names).filter_map(move |(item, name)| match item {
            Item::Type(_, declaration) => Some((*declaration, at, name.clone())),
            Item::Resource(..) | Item::Function(..) => None,
        })
    });
    let index = Index::new(plan, homes.collect());
    let names: Vec<Vec<ItemNames>> = packages
        .iter()
        .zip(own)
        .map(|(package, own)| claims::further_names(plan, package, own, &index, diagnostics))
        .collect();
    Layout { root, packages, index, names }
}

/// Generates the Go module.
pub(super) fn files(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    let Layout { root, packages, index, names } = layout(plan, options, diagnostics);
    let context = Context { plan, packages: &packages, index: &index, root: &root };
    let header = options.header();
    let mut files = Files::default();
    for (path, printed, problems) in print_all(&context, &names, &header) {
        diagnostics.extend(problems);
        add(&mut files, path, printed, diagnostics);
    }
    for (name, text) in RUNTIME {
        files.add(format!("{}/{name}", packages::RUNTIME), format!("// {header}\n\n{text}"), diagnostics);
    }
    if options.manifest == Manifest::Write {
        add(&mut files, "go.mod".to_owned(), ir::Manifest { header: &header, path: &root }.render(), diagnostics);
    }
    files
}

/// A path, the file's text, and what there was to say.
type Printed = (String, Result<String, askama::Error>, Diagnostics);

/// Lowers and prints every file of every package. Files do not depend on each other.
fn print_all(context: &Context<'_>, names: &[Vec<ItemNames>], header: &str) -> Vec<Printed> {
    let mut jobs = Vec::new();
    for (at, (package, names)) in context.packages.iter().zip(names).enumerate() {
        jobs.push(Job::Doc(package));
        let mut rest = names.as_slice();
        for unit in &package.units {
            let (own, others) = rest.split_at(unit.items.len());
            rest = others;
            jobs.push(Job::Unit(at, unit, own));
        }
    }
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        jobs.par_iter().map(|job| job.print(context, header)).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        jobs.iter().map(|job| job.print(context, header)).collect()
    }
}

/// A file to print.
enum Job<'a> {
    Doc(&'a Package<'a>),
    Unit(usize, &'a packages::Unit<'a>, &'a [ItemNames]),
}

impl Job<'_> {
    fn print(&self, context: &Context<'_>, header: &str) -> Printed {
        match self {
            Job::Doc(package) => {
                let schema = context.plan.schema;
                let described = schema.roots.first().and_then(|name| schema.packages.get(name));
                let doc = lower::package_doc(&package.name, package.module, described);
                let text = ir::PackageDoc { header, doc, package: &package.name }.render();
                (path(package, "doc"), text, Diagnostics::new())
            }
            Job::Unit(at, unit, names) => {
                let package = &context.packages[*at];
                let (imports, items, diagnostics) = lower::file(context, *at, unit, names);
                let text = ir::File { header, package: &package.name, imports, items }.render();
                (path(package, &unit.file), text, diagnostics)
            }
        }
    }
}

fn path(package: &Package<'_>, file: &str) -> String {
    if package.folder.is_empty() { format!("{file}.go") } else { format!("{}/{file}.go", package.folder) }
}

fn add(files: &mut Files, path: String, text: Result<String, askama::Error>, diagnostics: &mut Diagnostics) {
    match text {
        Ok(text) => files.add(path, text, diagnostics),
        Err(error) => {
            diagnostics.push(Diagnostic::error(Code::FileClash, format!("{path} cannot be printed: {error}")))
        }
    }
}

/// The import path of the output folder: the one asked for, else made of the first package's name. A
/// name that is a package of the standard library cannot be a module's.
fn import_path(plan: &Plan<'_>, options: &Options) -> String {
    match &options.go_import_path {
        Some(path) => path.trim_matches('/').to_owned(),
        None => {
            let name = names::package(plan.schema.roots.first().map_or("schema", |name| name));
            if STANDARD.contains(&name.as_str()) { format!("{name}sdk") } else { name }
        }
    }
}

/// The first parts of import paths that the standard library and the `go` command keep.
const STANDARD: &[&str] = &[
    "all",
    "archive",
    "arena",
    "bufio",
    "builtin",
    "bytes",
    "cmd",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "example",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "internal",
    "io",
    "iter",
    "log",
    "main",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "simd",
    "slices",
    "sort",
    "std",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "test",
    "testing",
    "text",
    "time",
    "tool",
    "unicode",
    "unique",
    "unsafe",
    "vendor",
    "weak",
    "work",
];
