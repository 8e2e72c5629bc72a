//! Import statements: sorted, relative, with explicit extensions, types as types.

use super::expression::Imports;
use super::layout::WIDTH;
use super::literals;

/// The statements for what a file in that folder uses: the runtime first, then by path.
pub(super) fn statements(imports: &Imports, folder: &str) -> Vec<String> {
    let runtime = relative(folder, "runtime/", "index");
    let mut out = Vec::new();
    let values: Vec<String> = imports.runtime_values.iter().map(|name| (*name).to_owned()).collect();
    let types = imports.runtime.difference(&imports.runtime_values).map(|name| (*name).to_owned()).collect();
    if imports.codecs {
        let codecs = relative(folder, "runtime/", "codecs");
        out.push(format!("import * as $ from {};", literals::string(&codecs)));
    }
    out.extend(statement("import", values, &runtime));
    out.extend(statement("import type", types, &runtime));
    let is_value = |name: &std::sync::Arc<str>| imports.values.contains(name);
    let mut declared: Vec<(String, &'static str, Vec<String>)> = imports
        .declared
        .iter()
        .map(|((target, stem), names)| {
            let has_values = names.keys().any(is_value);
            let specifier = |(name, local): (&std::sync::Arc<str>, &std::sync::Arc<str>)| {
                let mark = if has_values && !is_value(name) { "type " } else { "" };
                if name == local { format!("{mark}{name}") } else { format!("{mark}{name} as {local}") }
            };
            let keyword = if has_values { "import" } else { "import type" };
            (relative(folder, target, stem), keyword, names.iter().map(specifier).collect())
        })
        .collect();
    declared.sort();
    out.extend(declared.into_iter().filter_map(|(path, keyword, names)| statement(keyword, names, &path)));
    out
}

fn statement(keyword: &str, names: Vec<String>, path: &str) -> Option<String> {
    let path = literals::string(path);
    let line = format!("{keyword} {{ {} }} from {path};", names.join(", "));
    match names.as_slice() {
        [] => None,
        [_] => Some(line),
        names if line.chars().count() > WIDTH => {
            Some(format!("{keyword} {{\n  {},\n}} from {path};", names.join(",\n  ")))
        }
        _ => Some(line),
    }
}

/// The path from a folder to a file, as an import has it. Folders have a `/` behind each part.
fn relative(from: &str, folder: &str, stem: &str) -> String {
    let mut from: Vec<&str> = from.split_terminator('/').collect();
    let mut to: Vec<&str> = folder.split_terminator('/').collect();
    let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    from.drain(..shared);
    to.drain(..shared);
    let up = if from.is_empty() { "./".to_owned() } else { "../".repeat(from.len()) };
    let down: String = to.iter().flat_map(|part| [*part, "/"]).collect();
    format!("{up}{down}{stem}.js")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_folder() {
        assert_eq!(relative("", "runtime/", "index"), "./runtime/index.js");
        assert_eq!(relative("aws/s3/", "aws/ec2/", "vpc"), "../ec2/vpc.js");
        assert_eq!(relative("aws/s3/", "aws/s3/", "bucket"), "./bucket.js");
        assert_eq!(relative("aws/s3/", "", "x"), "../../x.js");
    }
}
