//! The runtime that is written next to generated code: files of this repository, as they are.

/// A file of the runtime: its module, and its text.
pub(super) struct RuntimeFile {
    pub(super) module: &'static str,
    pub(super) text: &'static str,
}

macro_rules! runtime {
    ($($module:literal),+ $(,)?) => {
        &[$(RuntimeFile {
            module: $module,
            text: include_str!(concat!("../../../templates/rust/runtime/", $module, ".rs")),
        },)+]
    };
}

/// The root of the runtime: it declares all other files as its modules.
pub(super) const ROOT: RuntimeFile =
    RuntimeFile { module: "mod", text: include_str!("../../../templates/rust/runtime/mod.rs") };

/// The files beside the root.
pub(super) const FILES: &[RuntimeFile] = runtime![
    "asset",
    "attributes",
    "canonical",
    "codec",
    "convert",
    "encode",
    "error",
    "generated",
    "hash",
    "input",
    "json",
    "lifted",
    "node",
    "nullable",
    "number",
    "output",
    "primitive",
    "promise",
    "reader",
    "reference",
    "rounding",
    "schema",
    "set",
    "shared",
    "special",
    "tar",
    "union",
    "value",
    "writer",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_declares_every_file() {
        let declared: Vec<&str> = ROOT
            .text
            .lines()
            .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
            .collect();
        assert_eq!(declared, FILES.iter().map(|file| file.module).collect::<Vec<_>>());
    }
}
