//! Names are claimed, not made: one allocator per scope of a target language.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Standing;

/// A scope of a target language, in which every name may stand once.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Names that nothing of the schema may take, as compared: keywords, builtins, helpers.
    reserved: BTreeSet<String>,
    /// Whether `Foo` and `foo` are one name here, as they are for files on some platforms.
    case: Case,
}

/// How names are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// `Foo` and `foo` are two names.
    #[default]
    Sensitive,
    /// `Foo` and `foo` are one name.
    Insensitive,
}

/// What something of the schema would like to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The name in the schema, unique in the scope: what decides between equal claims, and what the
    /// user is told.
    pub source: String,
    /// The name in the target language, well-formed there.
    pub wanted: String,
    /// Whose idea the wanted name is: one that the schema gives comes first.
    pub standing: Standing,
    /// Further names that go with it, as suffixes: `["Input", "Output"]`. All are free, or none is taken.
    pub suffixes: &'static [&'static str],
}

impl Claim {
    /// A claim to one name.
    pub fn new(source: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { source: source.into(), wanted: wanted.into(), standing: Standing::Given, suffixes: &[] }
    }
}

impl Scope {
    /// A scope with these reserved names.
    pub fn new<'a>(reserved: impl IntoIterator<Item = &'a str>) -> Self {
        Self { reserved: reserved.into_iter().map(str::to_owned).collect(), case: Case::Sensitive }
    }

    /// The same scope, comparing names without regard to case.
    pub fn ignoring_case(mut self) -> Self {
        self.case = Case::Insensitive;
        self.reserved = self.reserved.iter().map(|name| name.to_lowercase()).collect();
        self
    }

    /// Gives every claim its name, in the order of the claims.
    ///
    /// Who is alone in wanting a name gets it. Of several, those that the schema gives come before derived ones, then the one whose source is that very name, else
    /// the first by source, gets it and the others get `_2`, `_3`…; a reserved name gets `_` behind
    /// it. So a name depends on nothing but the claims that want the same one, and not on their order.
    /// Each changed name is reported as a warning at `path`.
    pub fn allocate(&self, claims: &[Claim], path: &str, diagnostics: &mut Diagnostics) -> Vec<String> {
        let mut wanting: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, claim) in claims.iter().enumerate() {
            let bare = &claim.wanted;
            let is_reserved = claim.names(bare).any(|name| self.reserved.contains(&self.folded(&name)));
            let wanted = if is_reserved { format!("{bare}_") } else { bare.clone() };
            wanting.entry(self.folded(&wanted)).or_default().push(at);
        }
        let mut taken: BTreeSet<String> = self.reserved.clone();
        let mut names: Vec<String> = vec![String::new(); claims.len()];
        let mut losers: Vec<usize> = Vec::new();
        // First everybody's first choice, then the suffixed ones around them.
        for group in wanting.values_mut() {
            group.sort_by_key(|&at| {
                let claim = &claims[at];
                (claim.standing, claim.source != claim.wanted, &claim.source)
            });
            let (first, rest) = (group[0], &group[1..]);
            if self.take(&claims[first], &self.unreserved(&claims[first]), &mut taken, &mut names[first]) {
                losers.extend(rest);
            } else {
                losers.extend(group.iter());
            }
        }
        for at in losers {
            let base = self.unreserved(&claims[at]);
            let mut suffix = 2_u64;
            while !self.take(&claims[at], &suffixed(&base, suffix), &mut taken, &mut names[at]) {
                suffix += 1;
            }
        }
        for (claim, name) in claims.iter().zip(&names) {
            if *name != claim.wanted {
                let message = format!(
                    "{:?} cannot be called {:?} in the output and is called {name:?}",
                    claim.source, claim.wanted
                );
                diagnostics.push(Diagnostic::warning(Code::NameClash, message).at(path));
            }
        }
        names
    }

    fn unreserved(&self, claim: &Claim) -> String {
        let is_reserved = claim.names(&claim.wanted).any(|name| self.reserved.contains(&self.folded(&name)));
        if is_reserved { format!("{}_", claim.wanted) } else { claim.wanted.clone() }
    }

    /// Takes a name and those that go with it, if all are free.
    fn take(&self, claim: &Claim, base: &str, taken: &mut BTreeSet<String>, name: &mut String) -> bool {
        let wanted: BTreeSet<String> = claim.names(base).map(|name| self.folded(&name)).collect();
        if !taken.is_disjoint(&wanted) {
            return false;
        }
        taken.extend(wanted);
        *name = base.to_owned();
        true
    }

    fn folded(&self, name: &str) -> String {
        match self.case {
            Case::Sensitive => name.to_owned(),
            Case::Insensitive => name.to_lowercase(),
        }
    }
}

impl Claim {
    fn names(&self, base: &str) -> impl Iterator<Item = String> {
        std::iter::once("").chain(self.suffixes.iter().copied()).map(move |suffix| format!("{base}{suffix}"))
    }
}

/// `Foo_2`; after a trailing underscore or digit too, so that the number stands apart.
fn suffixed(base: &str, number: u64) -> String {
    format!("{}_{number}", base.trim_end_matches('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allocate(scope: &Scope, sources: &[(&str, &str)]) -> Vec<String> {
        let claims: Vec<Claim> = sources.iter().map(|(source, wanted)| Claim::new(*source, *wanted)).collect();
        scope.allocate(&claims, "$", &mut Diagnostics::new())
    }

    #[test]
    fn a_name_depends_only_on_those_who_want_the_same_one() {
        let scope = Scope::new(["class"]);
        let names = allocate(&scope, &[("foo_bar", "fooBar"), ("fooBar", "fooBar"), ("foo-bar", "fooBar")]);
        assert_eq!(names, ["fooBar_3", "fooBar", "fooBar_2"]);
        let more = allocate(
            &scope,
            &[("class", "class"), ("x", "x"), ("foo-bar", "fooBar"), ("foo_bar", "fooBar"), ("fooBar", "fooBar")],
        );
        assert_eq!(more, ["class_", "x", "fooBar_2", "fooBar_3", "fooBar"]);
    }

    #[test]
    fn a_first_choice_is_not_lost_to_a_suffixed_name() {
        let names = allocate(&Scope::default(), &[("a", "x"), ("b", "x"), ("x_2", "x_2")]);
        assert_eq!(names, ["x", "x_3", "x_2"]);
    }

    #[test]
    fn names_that_go_together_are_free_together() {
        let claims = [
            Claim { suffixes: &["Input"], ..Claim::new("Port", "Port") },
            Claim { suffixes: &["Input"], ..Claim::new("PortInput", "PortInput") },
        ];
        let mut diagnostics = Diagnostics::new();
        let names = Scope::default().allocate(&claims, "$.types", &mut diagnostics);
        assert_eq!(names, ["Port", "PortInput_2"]);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn files_that_differ_in_case_alone_are_one() {
        let names =
            allocate(&Scope::new(["index"]).ignoring_case(), &[("Foo", "Foo"), ("foo", "foo"), ("Index", "Index")]);
        assert_eq!(names, ["Foo", "foo_2", "Index_"]);
    }
}
