//! One run of the loader: which files are read, and in which order things are done with them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dependencies::{Shelf, mentions, name_of, referred};
use super::document::{self, Problem};
use super::locate::{is_json, locate_problems};
use super::native::{File, Scope, TypeWords};
use super::path::DocumentPath;
use super::{FileReader, Input, Kind, Loaded, module, pulumi, terraform};
use crate::diag::{Code, Diagnostic, Diagnostics, SourceId, Span};
use crate::model::Package;

/// What became of a file.
enum Entry {
    /// It is in tygen's format.
    Native(Box<File>),
    /// It is in Pulumi's format, which is read when all packages that it may speak of are known.
    Pulumi(SourceId, Arc<str>),
    /// It is in another format, which has no imports.
    Foreign(Box<Package>),
    /// It could not be read; why is among the diagnostics.
    Broken,
}

/// A file that is to be read.
struct Wanted {
    index: usize,
    path: PathBuf,
    /// The file and place of the first import of it; `None` if it was asked for.
    importer: Option<(usize, DocumentPath)>,
}

pub(super) struct Session<'a> {
    files: &'a dyn FileReader,
    loaded: Loaded,
    entries: Vec<Entry>,
    /// The index of every file that was ever asked for, by its identity.
    known: BTreeMap<PathBuf, usize>,
    /// For each file the files that it imports.
    imports: Vec<Vec<usize>>,
    queue: VecDeque<Wanted>,
    /// Entries for what else a file holds beside its first package, with the file's index.
    siblings: Vec<(usize, usize)>,
    /// Where packages are looked for that nobody gave.
    shelf: Shelf,
    /// The entries that were found there.
    borrowed: Vec<usize>,
}

impl<'a> Session<'a> {
    pub(super) fn new(files: &'a dyn FileReader, dependencies: &[PathBuf]) -> Self {
        Self {
            files,
            loaded: Loaded::default(),
            entries: Vec::new(),
            known: BTreeMap::new(),
            imports: Vec::new(),
            queue: VecDeque::new(),
            siblings: Vec::new(),
            shelf: Shelf::new(dependencies),
            borrowed: Vec::new(),
        }
    }

    pub(super) fn load(mut self, inputs: &[Input], from: Option<Kind>) -> Loaded {
        let roots: Vec<usize> = inputs
            .iter()
            .map(|input| match input {
                Input::Path(path) => self.want(path, None),
                Input::Text(name, text) => {
                    let index = self.slot();
                    self.take_in(index, name, text.clone(), Path::new(""), from);
                    index
                }
            })
            .collect();
        self.shelf.check(self.files, &mut self.loaded.diagnostics);
        let mut missed = BTreeSet::new();
        loop {
            while let Some(wanted) = self.queue.pop_front() {
                let from = from.filter(|_| roots.contains(&wanted.index));
                self.read(wanted, from);
            }
            if !self.borrow(&mut missed) {
                break;
            }
        }
        self.build(&roots);
        self.loaded
    }

    /// Looks on the shelf for packages that are spoken of and not there. Whether any was found.
    fn borrow(&mut self, missed: &mut BTreeSet<String>) -> bool {
        if self.shelf.is_empty() {
            return false;
        }
        let mut there = BTreeSet::new();
        let mut wanted = BTreeSet::new();
        for entry in &self.entries {
            match entry {
                Entry::Native(file) => {
                    there.insert(file.name().to_string());
                    let all = self.shelf.all(self.files).keys();
                    wanted.extend(all.filter(|package| mentions(file.text(), package)).cloned());
                }
                Entry::Pulumi(_, text) => {
                    there.extend(name_of(text));
                    wanted.extend(referred(text));
                }
                Entry::Foreign(package) => {
                    there.insert(package.name.to_string());
                }
                Entry::Broken => {}
            }
        }
        let mut found = false;
        for package in wanted.difference(&there) {
            if missed.insert(package.clone())
                && let Some(path) = self.shelf.find(package, self.files)
                && !self.known.contains_key(&self.files.identity(&path))
            {
                let index = self.want(&path, None);
                self.borrowed.push(index);
                found = true;
            }
        }
        found
    }

    fn slot(&mut self) -> usize {
        self.entries.push(Entry::Broken);
        self.imports.push(Vec::new());
        self.entries.len() - 1
    }

    /// The index of a file, which is put on the list of those to read if it is new.
    fn want(&mut self, path: &Path, importer: Option<(usize, DocumentPath)>) -> usize {
        let identity = self.files.identity(path);
        if let Some(&index) = self.known.get(&identity) {
            return index;
        }
        let index = self.slot();
        self.known.insert(identity, index);
        self.loaded.files.push(path.to_owned());
        self.queue.push_back(Wanted { index, path: path.to_owned(), importer });
        index
    }

    fn read(&mut self, wanted: Wanted, from: Option<Kind>) {
        let name = wanted.path.display().to_string();
        if let Ok(Some(files)) = self.files.list(&wanted.path) {
            match from {
                None | Some(Kind::TerraformModule) => return self.module_folder(&wanted, files),
                Some(Kind::Tygen | Kind::Pulumi | Kind::TerraformProvider) => {
                    return self.unreadable(&name, "it is a folder, and only a Terraform module is one");
                }
            }
        }
        let problem = match self.files.read(&wanted.path) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => {
                    let folder = wanted.path.parent().unwrap_or(Path::new("")).to_owned();
                    return self.take_in(wanted.index, &name, text, &folder, from);
                }
                Err(error) => format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            Err(error) => error.to_string(),
        };
        let message = format!("`{name}` cannot be read: {problem}");
        match wanted.importer {
            Some((importer, place)) => {
                if let Entry::Native(file) = &mut self.entries[importer] {
                    let problem = Problem::new(Code::BadImport, place, message);
                    file.report(problem.with_help("the path is relative to the file that imports it"));
                }
            }
            None => self.loaded.diagnostics.push(Diagnostic::error(Code::Unreadable, message)),
        }
    }

    /// Parses a text and notes what it imports.
    fn take_in(&mut self, index: usize, name: &str, text: String, folder: &Path, from: Option<Kind>) {
        // A byte order mark is not part of the text.
        let text: Arc<str> = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
        let source = self.loaded.sources.add(name, text.clone());
        let file_name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let entry = match from.or_else(|| Kind::of(&text).filter(|_| !module::reads(file_name))) {
            None if module::reads(file_name) => Some(self.module(folder, &[(source, file_name.to_owned(), text)])),
            Some(Kind::TerraformModule) => {
                let ending = if is_json(&text) { ".tf.json" } else { ".tf" };
                let name = if module::reads(file_name) { file_name.to_owned() } else { format!("main{ending}") };
                Some(self.module(folder, &[(source, name, text)]))
            }
            Some(Kind::Tygen) => self.native(source, &text),
            Some(Kind::Pulumi) => Some(Entry::Pulumi(source, text)),
            Some(Kind::TerraformProvider) => self.terraform_provider(index, source, &text),
            None => self.unknown(source, &text),
        };
        let Some(entry) = entry else { return };
        let imports = match &entry {
            Entry::Native(file) => file.imports(),
            Entry::Pulumi(..) | Entry::Foreign(_) | Entry::Broken => Vec::new(),
        };
        self.entries[index] = entry;
        for (place, path) in imports {
            let target = self.want(&folder.join(&path), Some((index, place.clone())));
            if target == index {
                if let Entry::Native(file) = &mut self.entries[index] {
                    file.report(Problem::new(Code::BadImport, place, "a file cannot import itself"));
                }
            } else {
                self.imports[index].push(target);
            }
        }
    }

    fn native(&mut self, source: SourceId, text: &Arc<str>) -> Option<Entry> {
        match document::tree(text) {
            Ok(tree) => {
                let file = File::read(source, text, tree, &mut self.loaded.diagnostics)?;
                Some(Entry::Native(Box::new(file)))
            }
            Err(malformed) => {
                let offset = malformed.offset.unwrap_or(0);
                let span = Span { source, range: offset..offset };
                let diagnostic = Diagnostic::error(malformed.code, malformed.message).spanning(Some(span));
                self.loaded.diagnostics.push(Diagnostic { help: malformed.help, ..diagnostic });
                None
            }
        }
    }

    /// A folder: the Terraform module of the files in it.
    fn module_folder(&mut self, wanted: &Wanted, paths: Vec<PathBuf>) {
        let mut files = Vec::new();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !module::reads(&name) {
                continue;
            }
            let shown = path.display().to_string();
            match self.files.read(&path).map(String::from_utf8) {
                Ok(Ok(text)) => {
                    let text: Arc<str> = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
                    files.push((self.loaded.sources.add(shown, text.clone()), name, text));
                }
                Ok(Err(_)) => self.unreadable(&shown, "it is not UTF-8"),
                Err(error) => self.unreadable(&shown, &error.to_string()),
            }
            self.loaded.files.push(path);
        }
        if files.is_empty() {
            return self.unreadable(&wanted.path.display().to_string(), "it is a folder without any .tf file");
        }
        self.entries[wanted.index] = self.module(&wanted.path, &files);
    }

    fn unreadable(&mut self, name: &str, problem: &str) {
        let message = format!("`{name}` cannot be read: {problem}");
        self.loaded.diagnostics.push(Diagnostic::error(Code::Unreadable, message));
    }

    /// The module of these files, called after its folder.
    fn module(&mut self, folder: &Path, files: &[(SourceId, String, Arc<str>)]) -> Entry {
        let identity = self.files.identity(folder);
        let name = identity.file_name().map_or("module".into(), |name| name.to_string_lossy());
        let files: Vec<module::File<'_>> =
            files.iter().map(|(source, name, text)| module::File { source: *source, name, text }).collect();
        Entry::Foreign(Box::new(module::load(&name, &files, &mut self.loaded.diagnostics)))
    }

    /// The first provider of a text; the others become entries beside it.
    fn terraform_provider(&mut self, index: usize, source: SourceId, text: &str) -> Option<Entry> {
        let mut problems = Diagnostics::new();
        let mut packages = terraform::load(text, source, &mut problems).into_iter();
        self.located(source, text, problems);
        let first = packages.next()?;
        for package in packages {
            let sibling = self.slot();
            self.entries[sibling] = Entry::Foreign(Box::new(package));
            self.siblings.push((index, sibling));
        }
        Some(Entry::Foreign(Box::new(first)))
    }

    /// Loads the Pulumi packages, which may speak of each other's types.
    fn pulumi_packages(&mut self, entries: &mut [Entry]) {
        let mut known = pulumi::Dependencies::default();
        if entries.iter().filter(|entry| matches!(entry, Entry::Pulumi(..))).count() > 1 {
            for entry in entries.iter() {
                if let Entry::Pulumi(_, text) = entry {
                    known.add_text(text);
                }
            }
        }
        let load = |entry: &mut Entry| {
            let mut problems = Diagnostics::new();
            if let Entry::Pulumi(source, text) = entry {
                let package = pulumi::load_with(text, *source, &known, &mut problems);
                locate_problems(*source, text, &mut problems);
                *entry = package.map_or(Entry::Broken, |package| Entry::Foreign(Box::new(package)));
            }
            problems
        };
        #[cfg(feature = "parallel")]
        let problems: Vec<Diagnostics> = {
            use rayon::prelude::*;
            entries.par_iter_mut().map(load).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let problems: Vec<Diagnostics> = entries.iter_mut().map(load).collect();
        problems.into_iter().for_each(|problems| self.loaded.diagnostics.extend(problems));
    }

    /// Adds problems whose places are paths.
    fn located(&mut self, source: SourceId, text: &str, mut problems: Diagnostics) {
        locate_problems(source, text, &mut problems);
        self.loaded.diagnostics.extend(problems);
    }

    /// Of a text that is no schema, why it is none: it may not even be YAML.
    fn unknown(&mut self, source: SourceId, text: &Arc<str>) -> Option<Entry> {
        if document::tree(text).is_err() {
            return self.native(source, text);
        }
        let diagnostic = Diagnostic::error(Code::UnknownKind, "it cannot be told what kind of schema this is")
            .spanning(Some(Span { source, range: 0..0 }))
            .with_help("a tygen schema starts with `tygen: 1`; of another kind, say which with --from");
        self.loaded.diagnostics.push(diagnostic);
        None
    }

    /// Makes packages of what was read.
    fn build(&mut self, roots: &[usize]) {
        let mut entries = std::mem::take(&mut self.entries);
        self.pulumi_packages(&mut entries);
        let names: Vec<Option<Arc<str>>> = self.package_names(&mut entries);
        let types: Vec<TypeWords> = entries
            .iter()
            .map(|entry| match entry {
                Entry::Native(file) => file.type_words(),
                Entry::Foreign(package) => {
                    TypeWords::new(package.types.keys().map(|name| (name.clone(), name.clone())))
                }
                Entry::Pulumi(..) | Entry::Broken => TypeWords::default(),
            })
            .collect();
        for (index, entry) in entries.iter_mut().enumerate() {
            let Some(own) = &names[index] else { continue };
            let package = match entry {
                Entry::Native(file) => {
                    let imported = &self.imports[index];
                    let beside = self.siblings.iter().filter(|(file, _)| imported.contains(file)).map(|(_, at)| at);
                    // Of two of one name, what is imported counts, and the file's own package most.
                    let visible = self.borrowed.iter().chain(beside).chain(imported).chain([&index]);
                    let packages = visible.filter_map(|&at| Some((names[at].clone()?, &types[at]))).collect();
                    file.lower(&Scope { own: own.clone(), packages })
                }
                Entry::Foreign(package) => std::mem::take(&mut **package),
                Entry::Pulumi(..) | Entry::Broken => continue,
            };
            self.loaded.schema.packages.insert(own.clone(), package);
        }
        self.complete(entries);
        let siblings = std::mem::take(&mut self.siblings);
        let beside = |root: usize| siblings.iter().filter(move |(file, _)| *file == root).map(|(_, at)| *at);
        for root in roots.iter().flat_map(|&root| std::iter::once(root).chain(beside(root))) {
            if let Some(name) = names[root].as_ref().filter(|name| !self.loaded.schema.roots.contains(name)) {
                self.loaded.schema.roots.push(name.clone());
            }
        }
        let borrowed: BTreeSet<Arc<str>> =
            self.borrowed.iter().filter_map(|&at| names[at].clone()).filter(|name| !self.is_root(name)).collect();
        if !borrowed.is_empty() {
            self.loaded.schema.keep_needed_of(&borrowed);
        }
    }

    fn is_root(&self, name: &Arc<str>) -> bool {
        self.loaded.schema.roots.contains(name)
    }

    /// The name of every package; of two with one name the second is reported and has none.
    fn package_names(&mut self, entries: &mut [Entry]) -> Vec<Option<Arc<str>>> {
        let mut taken: Vec<Arc<str>> = Vec::new();
        let mut names = Vec::new();
        for entry in entries {
            let name = match &*entry {
                Entry::Native(file) => file.name().clone(),
                Entry::Foreign(package) => package.name.clone(),
                Entry::Pulumi(..) | Entry::Broken => {
                    names.push(None);
                    continue;
                }
            };
            if taken.contains(&name) {
                let message = format!("another schema of this run is called `{name}` too");
                match entry {
                    Entry::Native(file) => {
                        file.report(Problem::new(Code::Duplicate, DocumentPath::root().key("name"), message));
                    }
                    Entry::Pulumi(..) | Entry::Foreign(_) | Entry::Broken => {
                        self.loaded.diagnostics.push(Diagnostic::error(Code::Duplicate, message));
                    }
                }
                names.push(None);
            } else {
                taken.push(name.clone());
                names.push(Some(name));
            }
        }
        names
    }

    /// Does what needs all packages, and gathers what is wrong.
    fn complete(&mut self, entries: Vec<Entry>) {
        let mut files: Vec<Box<File>> = entries
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Native(file) => Some(file),
                Entry::Pulumi(..) | Entry::Foreign(_) | Entry::Broken => None,
            })
            .collect();
        let schema = &mut self.loaded.schema;
        let mut is_endless = false;
        for file in &mut files {
            is_endless |= file.check_endings(schema);
        }
        for file in &mut files {
            file.map_discriminators(schema);
            file.check_tokens(schema);
        }
        // A check of values could run in circles where types do.
        if !is_endless {
            files.iter_mut().for_each(|file| file.check_values(schema));
        }
        for file in files {
            self.loaded.diagnostics.extend(file.into_diagnostics());
        }
    }
}
