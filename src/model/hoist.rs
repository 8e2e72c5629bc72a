//! Gives every inline object, tuple, enum and union a declaration, for languages that must name them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Definition, Documentation, EnumDefinition, EnumMember, Numbers, Optionality, Origin, Package, Place, Presence,
    Property, Schema, Standing, Type, TypeDeclaration, TypeName, UnionDefinition,
};

impl Schema {
    /// The schema with every inline object, tuple, enum and union declared, so that types in
    /// properties, results and definitions are made of names, primitives and containers alone.
    ///
    /// A new declaration is named after its place (`Server.ports`, wanted name `ServerPorts`) and
    /// shares the file of what it was found in; equal types in one file share one declaration. A union
    /// with `none` stays a union of `none` and one other type: that is how "may be null" is written.
    /// Inputs that a property spells out (`Property::input`) are hoisted too, and a package's
    /// configuration becomes an object type.
    pub fn hoist(&self) -> Schema {
        self.clone().into_hoisted()
    }

    /// [`Schema::hoist`], for who needs the schema as loaded no more.
    pub fn into_hoisted(self) -> Schema {
        let packages = self.packages.into_iter().map(|(name, package)| (name, hoist_package(package))).collect();
        Schema { packages, roots: self.roots }
    }
}

fn hoist_package(mut hoisted: Package) -> Package {
    let mut hoister = Hoister {
        package: hoisted.name.clone(),
        taken: hoisted.types.keys().cloned().collect(),
        known: BTreeMap::new(),
        new: Vec::new(),
    };
    for declaration in hoisted.types.values_mut() {
        hoister.declaration(declaration);
    }
    for resource in hoisted.provider.iter_mut().chain(hoisted.resources.values_mut()) {
        let owner = Owner::new(&resource.token, &resource.place, &resource.origin);
        let groups = [&mut resource.inputs, &mut resource.outputs, &mut resource.state_inputs];
        groups.into_iter().for_each(|group| hoister.properties(&owner, group));
    }
    for function in hoisted.functions.values_mut() {
        let owner = Owner::new(&function.token, &function.place, &function.origin);
        hoister.properties(&owner, &mut function.inputs);
        if let Some(result) = &mut function.result {
            *result = hoister.ty(&owner.step("Result"), result);
        }
    }
    hoister.configuration(&mut hoisted);
    for declaration in hoister.new {
        hoisted.types.insert(declaration.name.name.clone(), declaration);
    }
    hoisted
}

/// What two inline types must have in common to be one declaration.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    module: Arc<str>,
    unit: Arc<str>,
    /// Two types are equal whatever the order of their attributes and however a union says which arm a
    /// value is, but they are not printed alike: the text of the whole expression decides.
    expression: String,
    numbers: Option<Numbers>,
}

struct Hoister {
    package: Arc<str>,
    /// Every name that is in use.
    taken: BTreeSet<Arc<str>>,
    /// What was hoisted, by file, type and representation.
    known: BTreeMap<Key, TypeName>,
    new: Vec<TypeDeclaration>,
}

/// Where an inline type stands.
struct Owner {
    /// The name so far: `Server.ports`.
    name: String,
    /// The file, and the wanted name so far: `ServerPorts`.
    place: Place,
    origin: Origin,
    numbers: Option<Numbers>,
}

impl Owner {
    fn new(name: &str, place: &Place, origin: &Origin) -> Self {
        Self { name: name.to_owned(), place: place.clone(), origin: origin.clone(), numbers: None }
    }

    /// One step inwards. A language's own name for the owner does not carry over: what is asked for
    /// there is that name and no other.
    fn step(&self, step: &str) -> Self {
        let place = Place {
            module: self.place.module.clone(),
            unit: self.place.unit.clone(),
            name: format!("{} {step}", self.place.name).into(),
            naming: Default::default(),
            standing: Standing::Derived,
        };
        Self { name: format!("{}.{step}", self.name), place, origin: self.origin.clone(), numbers: self.numbers }
    }
}

impl Hoister {
    /// Configuration is declared as an object type like any other, named `config`.
    fn configuration(&mut self, package: &mut Package) {
        if package.configuration.is_empty() {
            return;
        }
        let name = TypeName { package: self.package.clone(), name: self.free_name("config") };
        let place = Place::alone("", "config");
        let origin = Origin { source: package.source, path: "$.config".into() };
        let mut properties = std::mem::take(&mut package.configuration);
        self.properties(&Owner::new("config", &place, &origin), &mut properties);
        self.new.push(TypeDeclaration {
            name,
            place,
            documentation: Documentation::default(),
            definition: Definition::Object(properties),
            numbers: None,
            origin,
        });
    }

    fn declaration(&mut self, declaration: &mut TypeDeclaration) {
        let mut owner = Owner::new(&declaration.name.name, &declaration.place, &declaration.origin);
        owner.numbers = declaration.numbers;
        match &mut declaration.definition {
            Definition::Object(properties) => self.properties(&owner, properties),
            Definition::Enum(_) => {}
            Definition::Union(definition) => self.arms(&owner, definition),
            // The alias itself is a name already: only what is inside needs one.
            Definition::Alias(ty) => *ty = self.inside(&owner.step("item"), ty),
        }
    }

    fn properties(&mut self, owner: &Owner, properties: &mut [Property]) {
        // Most types have nothing to hoist, and a name for where they stand is not made for nothing.
        let inline = |property: &&mut Property| std::iter::once(&property.ty).chain(&property.input).any(has_inline);
        for property in properties.iter_mut().filter(inline) {
            let mut owner = owner.step(&property.name);
            owner.numbers = property.numbers.or(owner.numbers);
            property.ty = self.ty(&owner, &property.ty);
            // What is the same in both is declared once; what differs needs a name of its own.
            let argument = owner.step("argument");
            property.input = property.input.as_ref().map(|input| self.ty(&argument, input));
        }
    }

    fn arms(&mut self, owner: &Owner, definition: &mut UnionDefinition) {
        let arms: Vec<Type> =
            definition.arms.iter().enumerate().map(|(at, arm)| self.ty(&owner.step(&arm_word(at)), arm)).collect();
        if let Some(discriminator) = &mut definition.discriminator {
            for (_, target) in &mut discriminator.mapping {
                if let Some(at) = definition.arms.iter().position(|arm| arm == target) {
                    *target = arms[at].clone();
                }
            }
        }
        definition.arms = arms;
    }

    /// The type with what is inline inside it declared, and itself too if it must have a name.
    fn ty(&mut self, owner: &Owner, ty: &Type) -> Type {
        match ty {
            Type::Object(_) | Type::Tuple(_) | Type::Enum(_) => self.declare(owner, ty),
            Type::Union(union) if is_input(union.arms()) => self.inside(owner, ty),
            Type::Union(union) if union.has_none() => {
                let others = union.arms().iter().filter(|arm| **arm != Type::None).cloned();
                let others = super::UnionType::of(others, union.discriminator.clone());
                Type::nullable(self.ty(owner, &others))
            }
            Type::Union(_) => self.declare(owner, ty),
            other => self.inside(owner, other),
        }
    }

    /// The type with what is inline inside it declared. A step through a container has no word of
    /// its own: only one inline type can stand there.
    fn inside(&mut self, owner: &Owner, ty: &Type) -> Type {
        match ty {
            Type::Tuple(elements) => Type::tuple(
                elements.iter().enumerate().map(|(at, element)| self.ty(&owner.step(&at.to_string()), element)),
            ),
            other => other.map_children(|child| self.ty(owner, child)),
        }
    }

    fn declare(&mut self, owner: &Owner, ty: &Type) -> Type {
        let key = Key {
            module: owner.place.module.clone(),
            unit: owner.place.unit.clone(),
            expression: ty.expression(&TypeName::expression).to_string(),
            numbers: owner.numbers,
        };
        if let Some(name) = self.known.get(&key) {
            return Type::named(name.clone());
        }
        let name = TypeName { package: self.package.clone(), name: self.free_name(&owner.name) };
        self.known.insert(key, name.clone());
        let definition = self.definition(owner, ty);
        self.new.push(TypeDeclaration {
            name: name.clone(),
            place: owner.place.clone(),
            documentation: Documentation::default(),
            definition,
            numbers: owner.numbers,
            origin: owner.origin.clone(),
        });
        Type::named(name)
    }

    fn definition(&mut self, owner: &Owner, ty: &Type) -> Definition {
        match ty {
            Type::Object(object) => {
                let mut properties: Vec<Property> = object
                    .attributes()
                    .map(|attribute| Property {
                        presence: match &attribute.optionality {
                            Optionality::Required => Presence::Required,
                            Optionality::Optional => Presence::Optional,
                            Optionality::Default(default) => Presence::Default(default.clone()),
                        },
                        ..Property::new(attribute.name.clone(), attribute.ty.clone())
                    })
                    .collect();
                self.properties(owner, &mut properties);
                Definition::Object(properties)
            }
            Type::Enum(definition) => Definition::Enum(EnumDefinition {
                base: definition.base.clone(),
                members: definition
                    .values
                    .iter()
                    .map(|value| EnumMember {
                        name: None,
                        value: value.clone(),
                        documentation: Documentation::default(),
                    })
                    .collect(),
            }),
            Type::Union(union) => {
                let mut definition =
                    UnionDefinition { arms: union.arms().to_vec(), discriminator: union.discriminator.clone() };
                self.arms(owner, &mut definition);
                Definition::Union(definition)
            }
            other => Definition::Alias(self.inside(owner, other)),
        }
    }

    /// The name, or the first free one made of it.
    fn free_name(&mut self, wanted: &str) -> Arc<str> {
        let mut name: Arc<str> = wanted.into();
        let mut suffix = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted} {suffix}").into();
            suffix += 1;
        }
        name
    }
}

/// The word for an arm of a union: people count from one.
fn arm_word(at: usize) -> String {
    format!("variant {}", at + 1)
}

/// Whether an object, tuple, enum or union is met at any depth.
fn has_inline(ty: &Type) -> bool {
    match ty {
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Named(_) => false,
        Type::Tuple(_) | Type::Object(_) | Type::Union(_) | Type::Enum(_) => true,
        Type::List(element)
        | Type::Set(element)
        | Type::Map(element)
        | Type::Promise(element)
        | Type::Output(element) => has_inline(element),
    }
}

/// Whether the arms are those of `input(T)`.
fn is_input(arms: &[Type]) -> bool {
    match arms {
        [plain, Type::Output(element)] => plain == &**element,
        _ => false,
    }
}
