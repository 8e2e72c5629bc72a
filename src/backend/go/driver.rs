//! A program that reads and writes values with a generated package as it is asked to, so that it can be
//! compared with what is right: JSON lines in, JSON lines out. It uses the package's public names alone.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use super::claims::names_its_result;
use super::lower::{self, Context};
use super::{Layout, hidden, layout};
use crate::backend::{Files, Item, Options, Plan};
use crate::codec::Root;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{Definition, Function, Package as ModelPackage, Resource, Type, TypeDeclaration};
use crate::shapes;

/// The driver's one file that depends on the schema.
#[derive(Template)]
#[template(path = "go/driver.go", syntax = "go")]
struct Driver<'a> {
    header: &'a str,
    imports: Vec<String>,
    codecs: Vec<String>,
    kinds: Vec<String>,
    /// Whether a kind is of numbers of any size.
    big: bool,
}

/// What reads requests and answers them, whatever the schema.
const MAIN: &str = include_str!("../../../templates/go/runtime_driver/main.go");

/// The folder of the driver.
const FOLDER: &str = "driver";

/// The driver of the package that [`files`](super::files) makes with the same options.
pub fn driver(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    // What there is to say of names was said of the package.
    let layout = layout(plan, options, &mut Diagnostics::new());
    let header = options.header();
    let context = Context { plan, packages: &layout.packages, index: &layout.index, root: &layout.root };
    let mut printer = Printer { plan, layout: &layout, used: BTreeSet::new(), kinds: BTreeMap::new() };
    let mut codecs = Vec::new();
    for (at, package) in layout.packages.iter().enumerate() {
        let items = package.units.iter().flat_map(|unit| &unit.items);
        for (item, names) in items.zip(&layout.names[at]) {
            printer.argument_kinds(&context, *item);
            match item {
                Item::Type(_, declaration) => {
                    printer.declared(at, declaration, &names.name, &names.further, &mut codecs)
                }
                Item::Resource(owner, resource) => printer.resource(at, owner, resource, &names.name, &mut codecs),
                Item::Function(owner, function) => {
                    printer.function(at, owner, function, (&names.name, &names.further), &mut codecs);
                }
            }
        }
    }
    let runtime = format!("{}/{}", layout.root, super::packages::RUNTIME);
    // In the order of the paths, as gofmt has them.
    let mut imports: BTreeMap<&str, String> = BTreeMap::from([(runtime.as_str(), format!("{runtime:?}"))]);
    for &at in &printer.used {
        let path = &layout.packages[at].path;
        imports.insert(path, format!("p{at} {path:?}"));
    }
    let imports = imports.into_values().collect();
    let kinds: Vec<String> = printer.kinds.into_values().collect();
    let big = kinds.iter().any(|kind| kind.contains("*big."));
    let text = Driver { header: &header, imports, codecs, kinds, big }.render();
    let mut files = Files::default();
    match text {
        Ok(text) => files.add(format!("{FOLDER}/codecs.go"), text, diagnostics),
        Err(error) => {
            diagnostics.push(Diagnostic::error(Code::FileClash, format!("the driver cannot be printed: {error}")));
        }
    }
    let main = MAIN.replace("\"tygen\"", &format!("{runtime:?}"));
    files.add(format!("{FOLDER}/main.go"), format!("// {header}\n\n{main}"), diagnostics);
    files
}

struct Printer<'a> {
    plan: &'a Plan<'a>,
    layout: &'a Layout<'a>,
    /// The numbers of the packages that are imported.
    used: BTreeSet<usize>,
    /// What makes inputs, by the type.
    kinds: BTreeMap<String, String>,
}

impl Printer<'_> {
    fn name(&mut self, package: usize, name: &str) -> String {
        self.used.insert(package);
        format!("p{package}.{name}")
    }

    /// What makes inputs of the types that parts of arguments have.
    fn argument_kinds(&mut self, context: &Context<'_>, item: Item<'_>) {
        let qualifier = |at: usize| format!("p{at}");
        for ty in lower::argument_types(context, item, qualifier) {
            for at in 0..self.layout.packages.len() {
                if ty.contains(&format!("p{at}.")) {
                    self.used.insert(at);
                }
            }
            self.kinds.entry(ty.clone()).or_insert_with(|| format!("tygen.InputFor[{ty}]()"));
        }
    }

    fn with_arguments(&mut self, package: usize, arguments: &str) -> String {
        format!("tygen.CodecBy[{}]()", self.name(package, arguments))
    }

    fn declared(
        &mut self,
        package: usize,
        declaration: &TypeDeclaration,
        name: &str,
        further: &[String],
        codecs: &mut Vec<String>,
    ) {
        let codec = match &declaration.definition {
            Definition::Object(_) | Definition::Alias(Type::Tuple(_)) => {
                let (ty, input) = (self.name(package, name), self.name(package, &format!("{name}Input")));
                self.kinds.insert(ty, format!("tygen.InputBy[{input}]()"));
                self.with_arguments(package, &format!("{name}Input"))
            }
            Definition::Enum(_) => self.plain(package, name, None),
            Definition::Union(_) => match shapes::resolved(&declaration.ty()) {
                Type::Union(_) => self.plain(package, name, None),
                single => self.shaped(package, name, &single, further.last()),
            },
            Definition::Alias(ty) => {
                let own = self.layout.index.get(&declaration.name).is_some_and(|found| found.recursive_alias);
                if own { self.plain(package, name, None) } else { self.shaped(package, name, ty, further.last()) }
            }
        };
        codecs.push(row(&Root::Type(declaration.name.clone()), &codec));
    }

    fn plain(&mut self, package: usize, name: &str, shape: Option<&String>) -> String {
        let ty = self.name(package, name);
        let shape = shape.map(|shape| self.name(package, shape)).unwrap_or_default();
        format!("tygen.CodecOf[{ty}]({shape})")
    }

    fn shaped(&mut self, package: usize, name: &str, ty: &Type, shape: Option<&String>) -> String {
        let is_hidden = !hidden::shape(ty, self.plan, &self.layout.index).is_empty();
        let ty = self.name(package, name);
        let shape = shape.filter(|_| is_hidden).map(|shape| self.name(package, shape)).unwrap_or_default();
        format!("tygen.CodecOf[{ty}]({shape})")
    }

    fn resource(
        &mut self,
        package: usize,
        owner: &ModelPackage,
        resource: &Resource,
        name: &str,
        codecs: &mut Vec<String>,
    ) {
        let (owner, token) = (owner.name.clone(), resource.token.clone());
        let inputs = self.with_arguments(package, &format!("{name}Args"));
        codecs.push(row(&Root::ResourceInputs(owner.clone(), token.clone()), &inputs));
        let outputs = format!("tygen.CodecOf[{}]()", self.name(package, &format!("{name}Outputs")));
        codecs.push(row(&Root::ResourceOutputs(owner.clone(), token.clone()), &outputs));
        if !resource.state_inputs.is_empty() {
            let state = self.with_arguments(package, &format!("{name}Lookup"));
            codecs.push(row(&Root::StateInputs(owner, token), &state));
        }
    }

    fn function(
        &mut self,
        package: usize,
        owner: &ModelPackage,
        function: &Function,
        (name, further): (&str, &[String]),
        codecs: &mut Vec<String>,
    ) {
        let (owner, token) = (owner.name.clone(), function.token.clone());
        let inputs = self.with_arguments(package, &format!("{name}Args"));
        codecs.push(row(&Root::FunctionInputs(owner.clone(), token.clone()), &inputs));
        let Some(result) = &function.result else { return };
        let codec = match result {
            // The result is declared under that name already.
            Type::Named(named) if names_its_result(self.plan, function) => {
                match self.layout.index.get(&named.name).map(|found| (found.package, found.name.clone())) {
                    Some((home, declared)) => format!("tygen.CodecOf[{}]()", self.name(home, &declared)),
                    None => return,
                }
            }
            ty => self.shaped(package, &format!("{name}Result"), ty, further.last()),
        };
        codecs.push(row(&Root::FunctionResult(owner, token), &codec));
    }
}

fn row(root: &Root, codec: &str) -> String {
    format!("all[{}] = {codec}", super::literals::string(&root.to_string()))
}
