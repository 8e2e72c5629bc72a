//! What generated code says of its types: data by which every value is converted.

/// What stands in one place.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// Null.
    None,
    /// True or false.
    Bool,
    /// An integer of any size.
    Int,
    /// An integer of 64 bits.
    Int64,
    /// An integer of 32 bits.
    Int32,
    /// A number held as a double.
    Double,
    /// A number with all its digits.
    Exact,
    /// Text.
    String,
    /// A value of any type.
    Any,
    /// A blob.
    Asset,
    /// A map of blobs.
    Archive,
    /// A reference to a resource with that token.
    Resource(&'static str),
    /// What only its maker understands, by the name of its kind.
    Capsule(&'static str),
    /// Null, or what stands inside.
    Nullable(&'static Type),
    /// Elements in order.
    List(&'static Type),
    /// Elements, none twice.
    Set(&'static Type),
    /// Elements by key.
    Map(&'static Type),
    /// A declared type.
    Named(fn() -> &'static Definition),
}

/// What a declared type is.
#[derive(Debug)]
pub enum Definition {
    /// Named attributes.
    Object(Object),
    /// So many elements.
    Tuple(&'static [Type]),
    /// One of these values, as JSON writes them.
    Enum(Type, &'static [&'static str]),
    /// One of several types.
    Union(Union),
    /// Another name.
    Alias(Type),
}

/// An object type.
#[derive(Debug)]
pub struct Object {
    /// What it is called in messages.
    pub name: &'static str,
    /// Its attributes, in declaration order.
    pub fields: &'static [Field],
    /// What null means where an attribute's type does not take it.
    pub nulls: Nulls,
}

/// What null means where an attribute's type does not take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// It is an error.
    Refused,
    /// The attribute is absent.
    Absent,
}

/// An attribute of an object type.
#[derive(Debug)]
pub struct Field {
    /// Its name on the wire.
    pub name: &'static str,
    /// The type of its value.
    pub ty: Type,
    /// What is so if it is missing.
    pub presence: Presence,
    /// The only value that it may have, as JSON.
    pub constant: Option<&'static str>,
    /// Whether its value is secret however it arrives.
    pub secret: bool,
}

/// What is so if an attribute is missing.
#[derive(Debug, Clone, Copy)]
pub enum Presence {
    /// That is an error.
    Required,
    /// It stays absent.
    Optional,
    /// It has this value, as JSON.
    Default(&'static str),
}

/// A union type.
#[derive(Debug)]
pub struct Union {
    /// Two arms at least, in declaration order.
    pub arms: &'static [Type],
    /// The attribute that names the arm, and the arms that its values name.
    pub discriminator: Option<(&'static str, &'static [(&'static str, usize)])>,
}

/// An attribute that must be there.
pub const fn need(name: &'static str, ty: Type) -> Field {
    field(name, ty, Presence::Required)
}

/// An attribute that may be absent.
pub const fn may(name: &'static str, ty: Type) -> Field {
    field(name, ty, Presence::Optional)
}

/// An attribute that has a value of its own if it is absent.
pub const fn fill(name: &'static str, ty: Type, default: &'static str) -> Field {
    field(name, ty, Presence::Default(default))
}

const fn field(name: &'static str, ty: Type, presence: Presence) -> Field {
    Field {
        name,
        ty,
        presence,
        constant: None,
        secret: false,
    }
}

impl Field {
    /// The attribute with the only value that it may have.
    pub const fn constant(mut self, value: &'static str) -> Self {
        self.constant = Some(value);
        self
    }

    /// The attribute whose value is secret.
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

impl Type {
    /// What the type is, with other names looked through.
    pub fn behind(&self) -> Self {
        let mut ty = *self;
        loop {
            match ty {
                Type::Named(definition) => match definition() {
                    Definition::Alias(inner) => ty = *inner,
                    Definition::Object(_)
                    | Definition::Tuple(_)
                    | Definition::Enum(..)
                    | Definition::Union(_) => return ty,
                },
                other => return other,
            }
        }
    }

    /// The attributes of an object type.
    pub(super) fn fields(&self) -> &'static [Field] {
        match self.behind() {
            Type::Named(definition) => match definition() {
                Definition::Object(object) => object.fields,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// The types of a tuple's elements.
    pub(super) fn elements(&self) -> &'static [Type] {
        match self.behind() {
            Type::Named(definition) => match definition() {
                Definition::Tuple(types) => types,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// The union that the type is.
    pub(super) fn union(&self) -> Option<&'static Union> {
        match self.behind() {
            Type::Named(definition) => match definition() {
                Definition::Union(union) => Some(union),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether null is a value of the type.
    pub(super) fn takes_null(&self) -> bool {
        match self.behind() {
            Type::None | Type::Any | Type::Nullable(_) => true,
            Type::Named(definition) => match definition() {
                Definition::Union(union) => union.arms.iter().any(Type::takes_null),
                Definition::Object(_)
                | Definition::Tuple(_)
                | Definition::Enum(..)
                | Definition::Alias(_) => false,
            },
            _ => false,
        }
    }

    /// The type as messages call it.
    pub(super) fn words(&self) -> String {
        match self.behind() {
            Type::None => "null".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Int | Type::Int64 | Type::Int32 => "int".to_owned(),
            Type::Double | Type::Exact => "number".to_owned(),
            Type::String => "string".to_owned(),
            Type::Any => "any value".to_owned(),
            Type::Asset => "asset".to_owned(),
            Type::Archive => "archive".to_owned(),
            Type::Resource(_) => "resource reference".to_owned(),
            Type::Capsule(_) => "capsule".to_owned(),
            Type::Nullable(inner) => format!("{} or null", inner.words()),
            Type::List(_) => "list".to_owned(),
            Type::Set(_) => "set".to_owned(),
            Type::Map(_) => "map".to_owned(),
            Type::Named(definition) => match definition() {
                Definition::Object(object) => object.name.to_owned(),
                Definition::Tuple(_) => "tuple".to_owned(),
                Definition::Enum(base, _) => base.words(),
                Definition::Union(union) => {
                    let arms: Vec<String> = union.arms.iter().map(Type::words).collect();
                    arms.join(" or ")
                }
                Definition::Alias(inner) => inner.words(),
            },
        }
    }
}
