//! Names that foreign schemas leave to us: none twice in a module.

use std::collections::BTreeSet;

/// Names that are in use, by module. Two names that differ only in case or in where a word ends are
/// one: no language could keep them apart in its own style.
#[derive(Debug, Default)]
pub(super) struct Claims(BTreeSet<(String, String)>);

impl Claims {
    /// Whether the name was free; it is taken now.
    pub(super) fn claim(&mut self, module: &str, name: &str) -> bool {
        let folded = name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase);
        self.0.insert((module.to_lowercase(), folded.collect()))
    }

    /// Keeps the names that generated code gives to the parts of a resource or function.
    pub(super) fn reserve_parts(&mut self, module: &str, owner: &str) {
        for part in ["args", "input", "inputs", "output", "outputs", "state", "result", "token"] {
            self.claim(module, &format!("{owner} {part}"));
        }
    }

    /// Keeps the names that generated code gives to the forms of a type.
    pub(super) fn reserve_forms(&mut self, module: &str, ty: &str) {
        for form in ["input", "output"] {
            self.claim(module, &format!("{ty} {form}"));
        }
    }

    /// The first of the wanted names that is free; if none is, the last one with a number.
    pub(super) fn first_free(&mut self, module: &str, wanted: impl IntoIterator<Item = String>) -> String {
        let mut last = String::new();
        for name in wanted {
            if self.claim(module, &name) {
                return name;
            }
            last = name;
        }
        let mut number = 2_u32;
        loop {
            let name = format!("{last} {number}");
            if self.claim(module, &name) {
                return name;
            }
            number += 1;
        }
    }
}
