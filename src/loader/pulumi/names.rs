//! Where a package's declarations go and what they are called: by their tokens.
//!
//! Of `docker:index/container:Container` the last part is the name; what the package's module format
//! makes of the middle is the module, `index` being the root. A type goes into the file of the
//! resource or function whose name it starts with (`ContainerMount` into that of `Container`).

use std::collections::BTreeMap;

use regex_lite::Regex;

use super::raw;
use crate::diag::Code;
use crate::loader::claims::Claims;
use crate::loader::lenient::{Given, Members, Text};
use crate::loader::trail::{Reporter, Trail};
use crate::model::{Naming, Place, Standing};

/// The module of `index/container` is what stands before the last slash.
const BRIDGED: &str = "(.*)(?:/[^/]*)";

/// How the package's tokens are read, and which names are in use.
#[derive(Debug)]
pub(super) struct Names {
    format: Option<Regex>,
    /// What modules are called, where the package says so.
    renamed: BTreeMap<String, String>,
    /// By the module's name in lower case: names that differ only in case are one folder.
    spelled: BTreeMap<String, String>,
    /// Names of resources and functions, by module: files of their own. By the name that starts with
    /// a capital, the name itself.
    owners: BTreeMap<String, BTreeMap<String, String>>,
    claims: Claims,
}

impl Names {
    pub(super) fn new(package: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Self {
        let mut names = Names {
            format: module_format(package, reporter),
            renamed: BTreeMap::new(),
            spelled: BTreeMap::new(),
            owners: BTreeMap::new(),
            claims: Claims::default(),
        };
        let trail = Trail::Root.key("language");
        if let Some(languages) = reporter.get(&package.language, &trail) {
            for (language, word) in [(&languages.rust, "rust"), (&languages.go, "go"), (&languages.nodejs, "nodejs")] {
                let trail = trail.key(word);
                let Some(language) = reporter.get(language, &trail) else { continue };
                let trail = trail.key("moduleToPackage");
                names.rename(&language.modules, reporter, &trail);
            }
        }
        names
    }

    fn rename(&mut self, modules: &Given<Members<'_, Text<'_>>>, reporter: &mut Reporter<'_>, trail: &Trail<'_>) {
        for (module, called) in reporter.get(modules, trail).into_iter().flat_map(|modules| &modules.0) {
            if let Some(called) = reporter.get(called, &trail.key(module)) {
                self.renamed.insert(module.to_string(), called.to_string());
            }
        }
    }

    /// The module and the name of a token. What is no token is all name, in the root.
    pub(super) fn read(&mut self, token: &str) -> (String, String) {
        let mut parts = token.splitn(3, ':');
        let (middle, name) = match (parts.next(), parts.next(), parts.next()) {
            (Some(_), Some("providers"), Some(name)) => ("", name),
            (Some(_), Some(middle), Some(name)) => (middle, name),
            (Some(_), Some(name), None) => ("", name),
            (first, _, _) => ("", first.unwrap_or_default()),
        };
        let module = self.module(middle);
        // A name without a letter or digit is none that any language could use.
        let is_name = name.contains(char::is_alphanumeric);
        (module, if is_name { name.replace('/', " ") } else { "unnamed".to_owned() })
    }

    fn module(&mut self, middle: &str) -> String {
        let captured = match &self.format {
            // What nearly all packages say, and large ones in tens of thousands of tokens.
            Some(format) if format.as_str() == BRIDGED => middle.rfind('/').map_or("", |end| &middle[..end]),
            Some(format) => format.captures(middle).and_then(|captures| captures.get(1)).map_or("", |m| m.as_str()),
            None => middle,
        };
        let module = match self.renamed.get(captured) {
            Some(called) => called.as_str(),
            None => captured,
        };
        if module == "index" || module.starts_with("index/") {
            return String::new();
        }
        let is_part = |part: &&str| !part.trim().is_empty() && !matches!(*part, "." | "..") && !part.contains('\\');
        let module: Vec<&str> = module.split('/').filter(is_part).collect();
        let module = module.join("/");
        self.spelled.entry(module.to_lowercase()).or_insert(module).clone()
    }

    /// The place of a resource or function.
    pub(super) fn owner(&mut self, token: &str, naming: Naming) -> Place {
        let (module, name) = self.read(token);
        self.owner_at(&module, &name, naming)
    }

    /// The place of a resource or function whose module and name are known.
    pub(super) fn owner_at(&mut self, module: &str, name: &str, naming: Naming) -> Place {
        self.claims.claim(module, name);
        self.owners.entry(module.to_owned()).or_default().insert(capitalized(name), name.to_owned());
        Place { naming, ..Place::alone(module, name) }
    }

    /// The place of a function that is called on a resource: in the resource's file.
    pub(super) fn method(&mut self, resource: &Place, method: &str) -> Place {
        self.beside(resource, method)
    }

    /// The place of what belongs to a declaration, such as the answer of a function.
    pub(super) fn beside(&mut self, owner: &Place, what: &str) -> Place {
        let wanted = format!("{} {what}", owner.name);
        let name = self.claims.first_free(&owner.module, [wanted.clone(), format!("{wanted} type")]);
        Place {
            module: owner.module.clone(),
            unit: owner.unit.clone(),
            name: name.into(),
            naming: Naming::default(),
            standing: Standing::Derived,
        }
    }

    /// The place of a type. One that is called like a resource has `type` added to its name.
    pub(super) fn declared(&mut self, token: &str, naming: Naming) -> Place {
        let (module, name) = self.read(token);
        let unit = self.unit(&module, &name).unwrap_or_else(|| name.clone());
        let free = self.claims.first_free(&module, [name.clone(), format!("{name} type")]);
        Place { module: module.into(), unit: unit.into(), name: free.into(), naming, standing: Standing::Given }
    }

    /// The longest name of a resource or function that the name starts with, a word ending there.
    fn unit(&self, module: &str, name: &str) -> Option<String> {
        let owners = self.owners.get(module)?;
        let name = capitalized(name);
        let ends = name.char_indices().map(|(at, _)| at).skip(1).chain([name.len()]);
        let starts_word = |at: usize| name[at..].chars().next().is_none_or(|next| !next.is_lowercase());
        ends.filter(|&at| starts_word(at)).filter_map(|at| owners.get(&name[..at])).last().cloned()
    }
}

fn module_format(package: &raw::Package<'_>, reporter: &mut Reporter<'_>) -> Option<Regex> {
    let trail = Trail::Root.key("meta");
    let meta = reporter.get(&package.meta, &trail)?;
    reporter.unknown_keys("meta", &meta.unknown, &trail);
    let trail = trail.key("moduleFormat");
    let format = reporter.get(&meta.module_format, &trail)?;
    match Regex::new(format) {
        Ok(regex) => Some(regex),
        Err(error) => {
            reporter.error(Code::TypeSyntax, &trail, format!("this is no regular expression: {error}"));
            None
        }
    }
}

fn capitalized(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diagnostics;

    fn names(format: Option<&str>) -> Names {
        let mut diagnostics = Diagnostics::new();
        let meta = raw::Meta {
            module_format: format.map_or(Given::Absent, |format| Given::Value(Text(format.into()))),
            ..Default::default()
        };
        let package = raw::Package { meta: Given::Value(meta), ..Default::default() };
        Names::new(&package, &mut Reporter::new(&mut diagnostics))
    }

    #[test]
    fn modules_are_cut_from_tokens() {
        let mut bridged = names(Some("(.*)(?:/[^/]*)"));
        assert_eq!(bridged.read("docker:index/container:Container"), (String::new(), "Container".to_owned()));
        assert_eq!(bridged.read("aws:s3/bucket:Bucket"), ("s3".to_owned(), "Bucket".to_owned()));
        assert_eq!(bridged.read("aws:S3/other:Other").0, "s3");
        let mut native = names(None);
        assert_eq!(native.read("k:apps/v1:Pod"), ("apps/v1".to_owned(), "Pod".to_owned()));
        assert_eq!(native.read("e:index:Cluster/getKubeconfig").1, "Cluster getKubeconfig");
        assert_eq!(native.read("odd"), (String::new(), "odd".to_owned()));
        assert_eq!(native.read("a:../b//.:C").0, "b");
        assert_eq!(native.read("a:b:"), ("b".to_owned(), "unnamed".to_owned()));
    }

    #[test]
    fn a_type_goes_to_the_file_of_whose_name_it_starts_with() {
        let mut names = names(Some("(.*)(?:/[^/]*)"));
        names.owner("d:index/container:Container", Naming::default());
        names.owner("d:index/getThing:getThing", Naming::default());
        let unit = |names: &mut Names, token: &str| names.declared(token, Naming::default());
        assert_eq!(&*unit(&mut names, "d:index/ContainerMount:ContainerMount").unit, "Container");
        assert_eq!(&*unit(&mut names, "d:index/getThingPart:getThingPart").unit, "getThing");
        assert_eq!(&*unit(&mut names, "d:index/Containerized:Containerized").unit, "Containerized");
        assert_eq!(&*unit(&mut names, "d:index/Container:Container").name, "Container type");
    }
}
