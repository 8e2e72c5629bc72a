//! TypeScript: ESM with explicit extensions, one file per unit of the plan, an index per folder, and
//! the runtime beside them.

mod code;
mod codecs;
mod comments;
mod driver;
mod enums;
mod expression;
mod imports;
mod ir;
mod layout;
mod literals;
mod lower;
mod manifest;
mod names;
mod symbols;
mod types;

use askama::Template;

pub(super) use driver::driver;

use super::{Files, Manifest, Options, Plan};
use crate::codec::Codecs;
use crate::diag::{Code, Diagnostic, Diagnostics};
use symbols::{Folder, SourceFile, Symbols};

/// The runtime: real sources, tested on their own.
const RUNTIME: [(&str, &str); 46] = [
    ("runtime/arrive.ts", include_str!("../../../templates/typescript/runtime/arrive.ts")),
    ("runtime/assets.ts", include_str!("../../../templates/typescript/runtime/assets.ts")),
    ("runtime/brand.ts", include_str!("../../../templates/typescript/runtime/brand.ts")),
    ("runtime/builtins.ts", include_str!("../../../templates/typescript/runtime/builtins.ts")),
    ("runtime/codec.ts", include_str!("../../../templates/typescript/runtime/codec.ts")),
    ("runtime/codecs.ts", include_str!("../../../templates/typescript/runtime/codecs.ts")),
    ("runtime/convert.ts", include_str!("../../../templates/typescript/runtime/convert.ts")),
    ("runtime/enumeration.ts", include_str!("../../../templates/typescript/runtime/enumeration.ts")),
    ("runtime/errors.ts", include_str!("../../../templates/typescript/runtime/errors.ts")),
    ("runtime/fast.ts", include_str!("../../../templates/typescript/runtime/fast.ts")),
    ("runtime/grade.ts", include_str!("../../../templates/typescript/runtime/grade.ts")),
    ("runtime/hash.ts", include_str!("../../../templates/typescript/runtime/hash.ts")),
    ("runtime/index.ts", include_str!("../../../templates/typescript/runtime/index.ts")),
    ("runtime/inputs.ts", include_str!("../../../templates/typescript/runtime/inputs.ts")),
    ("runtime/json.ts", include_str!("../../../templates/typescript/runtime/json.ts")),
    ("runtime/kinds.ts", include_str!("../../../templates/typescript/runtime/kinds.ts")),
    ("runtime/known-hash.ts", include_str!("../../../templates/typescript/runtime/known-hash.ts")),
    ("runtime/lifted.ts", include_str!("../../../templates/typescript/runtime/lifted.ts")),
    ("runtime/literal.ts", include_str!("../../../templates/typescript/runtime/literal.ts")),
    ("runtime/members.ts", include_str!("../../../templates/typescript/runtime/members.ts")),
    ("runtime/node.ts", include_str!("../../../templates/typescript/runtime/node.ts")),
    ("runtime/numbers.ts", include_str!("../../../templates/typescript/runtime/numbers.ts")),
    ("runtime/objects.ts", include_str!("../../../templates/typescript/runtime/objects.ts")),
    ("runtime/output.ts", include_str!("../../../templates/typescript/runtime/output.ts")),
    ("runtime/parts.ts", include_str!("../../../templates/typescript/runtime/parts.ts")),
    ("runtime/primitive.ts", include_str!("../../../templates/typescript/runtime/primitive.ts")),
    ("runtime/quick.ts", include_str!("../../../templates/typescript/runtime/quick.ts")),
    ("runtime/read.ts", include_str!("../../../templates/typescript/runtime/read.ts")),
    ("runtime/readers.ts", include_str!("../../../templates/typescript/runtime/readers.ts")),
    ("runtime/references.ts", include_str!("../../../templates/typescript/runtime/references.ts")),
    ("runtime/rounding.ts", include_str!("../../../templates/typescript/runtime/rounding.ts")),
    ("runtime/run.ts", include_str!("../../../templates/typescript/runtime/run.ts")),
    ("runtime/sets.ts", include_str!("../../../templates/typescript/runtime/sets.ts")),
    ("runtime/sha256.ts", include_str!("../../../templates/typescript/runtime/sha256.ts")),
    ("runtime/shape.ts", include_str!("../../../templates/typescript/runtime/shape.ts")),
    ("runtime/signatures.ts", include_str!("../../../templates/typescript/runtime/signatures.ts")),
    ("runtime/sources.ts", include_str!("../../../templates/typescript/runtime/sources.ts")),
    ("runtime/special.ts", include_str!("../../../templates/typescript/runtime/special.ts")),
    ("runtime/state.ts", include_str!("../../../templates/typescript/runtime/state.ts")),
    ("runtime/tar-reader.ts", include_str!("../../../templates/typescript/runtime/tar-reader.ts")),
    ("runtime/tar.ts", include_str!("../../../templates/typescript/runtime/tar.ts")),
    ("runtime/text.ts", include_str!("../../../templates/typescript/runtime/text.ts")),
    ("runtime/unions.ts", include_str!("../../../templates/typescript/runtime/unions.ts")),
    ("runtime/value.ts", include_str!("../../../templates/typescript/runtime/value.ts")),
    ("runtime/write.ts", include_str!("../../../templates/typescript/runtime/write.ts")),
    ("runtime/zip.ts", include_str!("../../../templates/typescript/runtime/zip.ts")),
];

/// The package in TypeScript, in memory.
pub(super) fn files(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    let symbols = Symbols::new(plan, diagnostics);
    let codecs = Codecs::of(plan.schema);
    let header = options.header();
    let mut out = Files::default();
    for (path, text) in RUNTIME {
        out.add(path, format!("// {header}\n\n{text}"), diagnostics);
    }
    for folder in &symbols.folders {
        add(&mut out, format!("{}index.ts", folder.path), index(folder, &header), diagnostics);
    }
    for (path, text) in rendered(plan, &symbols, &codecs, &header) {
        add(&mut out, path, text, diagnostics);
    }
    match options.manifest {
        Manifest::Omit => {}
        Manifest::Write => {
            out.add("package.json", manifest::package_json(plan.schema, &header), diagnostics);
            out.add("tsconfig.json", manifest::tsconfig_json(&header), diagnostics);
        }
    }
    out
}

type Rendered = (String, askama::Result<String>);

/// All files of declarations, each lowered and printed by itself.
fn rendered(plan: &Plan<'_>, symbols: &Symbols<'_>, codecs: &Codecs, header: &str) -> Vec<Rendered> {
    let work: Vec<(&Folder<'_>, &SourceFile<'_>)> =
        symbols.folders.iter().flat_map(|folder| folder.files.iter().map(move |file| (folder, file))).collect();
    let render = |(folder, file): &(&Folder<'_>, &SourceFile<'_>)| {
        let (imports, items) = lower::file(plan, symbols, codecs, folder, file);
        (format!("{}{}.ts", folder.path, file.stem), ir::File { header, imports, items }.render())
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        work.par_iter().map(render).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        work.iter().map(render).collect()
    }
}

fn index(folder: &Folder<'_>, header: &str) -> askama::Result<String> {
    let files = folder.files.iter().map(|file| literals::string(&format!("./{}.js", file.stem))).collect();
    let inner = folder.children.iter();
    let mut modules: Vec<(String, String)> =
        inner.map(|(name, folder)| (name.clone(), literals::string(&format!("./{folder}/index.js")))).collect();
    if folder.path.is_empty() {
        modules.push(("runtime".to_owned(), literals::string("./runtime/index.js")));
    }
    ir::Index { header, files, modules }.render()
}

/// Printing into memory fails only if a template does; then there is no file, and the user is told.
fn add(out: &mut Files, path: String, text: askama::Result<String>, diagnostics: &mut Diagnostics) {
    match text {
        Ok(text) => out.add(path, text, diagnostics),
        Err(error) => {
            let message = format!("the file {path:?} cannot be printed: {error}");
            diagnostics.push(Diagnostic::error(Code::FileClash, message));
        }
    }
}
