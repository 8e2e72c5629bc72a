//! The code that every generated type has: straight through its parts, in both directions.

#![allow(unused_macros)]

/// A struct with attributes: `number field: presence(name, type)`, in declaration order. What always
/// has the same value has no field.
macro_rules! object {
    (
        $ty:ident $name:literal $nulls:ident
        $($at:literal $($field:ident)? : $presence:ident($($argument:expr),*)
            $(.$more:ident($($value:literal)?))*;)*
    ) => {
        impl rt::Declared for $ty {
            fn definition() -> &'static rt::schema::Definition {
                #[allow(unused_imports)]
                use rt::schema::Type::*;
                const FIELDS: &[rt::schema::Field] =
                    &[$(rt::schema::$presence($($argument),*)$(.$more($($value)?))*),*];
                static DEFINITION: rt::schema::Definition =
                    rt::schema::Definition::Object(rt::schema::Object {
                        name: $name,
                        fields: FIELDS,
                        nulls: rt::schema::Nulls::$nulls,
                    });
                &DEFINITION
            }
        }

        impl rt::Codec for $ty {
            const TYPE: rt::Type = rt::Type::Named(<Self as rt::Declared>::definition);

            fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
                let fields = rt::private::attributes(<Self as rt::Codec>::TYPE);
                let mut cursor = reader.object()?;
                $($(let mut $field = ::core::option::Option::None;)?)*
                while let ::core::option::Option::Some(at) =
                    reader.attribute(fields, &mut cursor)?
                {
                    match at {
                        $($($at => {
                            $field = reader.field(&fields[$at], rt::schema::Nulls::$nulls)?
                        })?)*
                        _ => reader.fixed(fields, at, &mut cursor)?,
                    }
                }
                reader.end(fields, &cursor)?;
                ::core::result::Result::Ok(Self {
                    $($($field: rt::private::$presence($field, &fields[$at])?,)?)*
                })
            }

            fn write(&self, writer: &mut rt::Writer) {
                let fields = rt::private::attributes(<Self as rt::Codec>::TYPE);
                writer.object();
                $(rt::write_attribute!(self writer fields $at $presence $($field)?);)*
                writer.end();
            }
        }

        rt::plain!($ty);
    };
}

/// Writes an attribute, if it is there.
macro_rules! write_attribute {
    ($this:ident $writer:ident $fields:ident $at:literal may $field:ident) => {
        if let ::core::option::Option::Some(value) = &$this.$field {
            $writer.field(&$fields[$at], value);
        }
    };
    ($this:ident $writer:ident $fields:ident $at:literal $presence:ident $field:ident) => {
        $writer.field(&$fields[$at], &$this.$field)
    };
    ($this:ident $writer:ident $fields:ident $at:literal $presence:ident) => {
        $writer.constant(&$fields[$at])
    };
}

/// A plain type, where it stands in arguments.
macro_rules! plain {
    ($ty:ident) => {
        impl rt::Resolve for $ty {
            type Plain = Self;

            fn into_node(self) -> rt::Node {
                rt::private::node(&self)
            }

            fn of_node(node: &rt::Node) -> ::core::result::Result<Self, rt::Error> {
                rt::private::plain(node)
            }
        }
    };
}

/// Says that a type is declared, and as what.
macro_rules! declared {
    ($ty:ident $definition:expr) => {
        impl rt::Declared for $ty {
            fn definition() -> &'static rt::schema::Definition {
                #[allow(unused_imports)]
                use rt::schema::Type::*;
                static DEFINITION: rt::schema::Definition = $definition;
                &DEFINITION
            }
        }
    };
}

/// An enum with a type in each variant: the types of all arms, the discriminator, then the arms by
/// number: those with a value, and those without.
macro_rules! union {
    (
        $ty:ident [$($arm:expr),*] $discriminator:expr;
        $($at:literal $variant:ident),*; $($unit_at:literal $unit:ident),*
    ) => {
        rt::declared! {
            $ty rt::schema::Definition::Union(rt::schema::Union {
                arms: &[$($arm),*],
                discriminator: $discriminator,
            })
        }

        impl rt::Codec for $ty {
            const TYPE: rt::Type = rt::Type::Named(<Self as rt::Declared>::definition);

            fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
                let union = rt::private::arms(<Self as rt::Declared>::definition())?;
                let arm = reader.arm(union)?;
                ::core::result::Result::Ok(match arm {
                    $($at => Self::$variant(reader.value(&union.arms[$at])?),)*
                    $($unit_at => {
                        reader.null()?;
                        Self::$unit
                    })*
                    _ => return ::core::result::Result::Err(rt::Bail),
                })
            }

            fn write(&self, writer: &mut rt::Writer) {
                match self {
                    $(Self::$variant(value) => writer.arm($at, value),)*
                    $(Self::$unit => writer.arm($unit_at, &()),)*
                }
            }
        }

        rt::plain!($ty);
    };
}

/// An enum of known values, and one variant for all others: the type of the values, how the value is
/// got, and the values.
macro_rules! enumeration {
    ($ty:ident $base:ty = $kind:ident $access:ident [$($value:literal),*]) => {
        rt::declared! {
            $ty rt::schema::Definition::Enum($kind, &[$($value),*])
        }

        impl rt::Codec for $ty {
            const TYPE: rt::Type = rt::Type::Named(<Self as rt::Declared>::definition);

            fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
                let value = reader.value::<$base>(&rt::Type::$kind)?;
                let value = <Self as ::core::convert::From<$base>>::from(value);
                reader.listed(!::core::matches!(value, Self::Unknown(_)))?;
                ::core::result::Result::Ok(value)
            }

            fn write(&self, writer: &mut rt::Writer) {
                rt::write_value!(self writer $access)
            }
        }

        rt::plain!($ty);
    };
}

/// Writes the value of an enum.
macro_rules! write_value {
    ($this:ident $writer:ident as_str) => {
        $writer.string($this.as_str())
    };
    ($this:ident $writer:ident value) => {
        rt::Codec::write(&$this.value(), $writer)
    };
}

/// A struct of so many elements.
macro_rules! tuple {
    ($ty:ident [$($element:expr),*]; $($at:tt)*) => {
        rt::declared! {
            $ty rt::schema::Definition::Tuple(&[$($element),*])
        }

        impl rt::Codec for $ty {
            const TYPE: rt::Type = rt::Type::Named(<Self as rt::Declared>::definition);

            fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
                let types = rt::private::elements(<Self as rt::Declared>::definition());
                reader.tuple()?;
                let tuple = Self($(reader.element(&types[$at], $at)?),*);
                reader.untuple(types.len())?;
                ::core::result::Result::Ok(tuple)
            }

            fn write(&self, writer: &mut rt::Writer) {
                writer.array();
                $(writer.element(&self.$at);)*
                writer.close();
            }
        }

        rt::plain!($ty);
    };
}

/// A struct that stands for a type which holds itself.
macro_rules! newtype {
    ($ty:ident $inner:expr) => {
        rt::declared! {
            $ty rt::schema::Definition::Alias($inner)
        }

        impl rt::Codec for $ty {
            const TYPE: rt::Type = rt::Type::Named(<Self as rt::Declared>::definition);

            fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
                let ty = rt::private::behind(<Self as rt::Codec>::TYPE);
                reader.value(&ty).map(Self)
            }

            fn write(&self, writer: &mut rt::Writer) {
                rt::Codec::write(&self.0, writer)
            }
        }

        rt::plain!($ty);
    };
}

/// A struct of arguments: of what they are arguments, then `number field` for each.
macro_rules! arguments {
    ($ty:ident $plain:ident $($at:literal $field:ident)*) => {
        impl rt::Resolve for $ty {
            type Plain = $plain;

            #[allow(unused_mut)]
            fn into_node(self) -> rt::Node {
                let mut arguments =
                    rt::private::Arguments::new(<$plain as rt::Codec>::TYPE);
                $(arguments.put($at, self.$field);)*
                arguments.into_node()
            }

            #[allow(unused_variables)]
            fn of_node(node: &rt::Node) -> ::core::result::Result<Self, rt::Error> {
                let fields = rt::private::attributes(<$plain as rt::Codec>::TYPE);
                ::core::result::Result::Ok(Self {
                    $($field: rt::private::argument(node, fields, $at)?,)*
                })
            }
        }
    };
}

/// An enum of arguments.
macro_rules! arms {
    (
        $ty:ident $plain:ident;
        $($at:literal $variant:ident),*; $($unit_at:literal $unit:ident),*
    ) => {
        impl rt::Resolve for $ty {
            type Plain = $plain;

            fn into_node(self) -> rt::Node {
                match self {
                    $(Self::$variant(value) => rt::private::arm($at, value),)*
                    $(Self::$unit => rt::private::arm($unit_at, ()),)*
                }
            }

            fn of_node(node: &rt::Node) -> ::core::result::Result<Self, rt::Error> {
                ::core::result::Result::Ok(match rt::private::taken(node)? {
                    $(($at, value) => Self::$variant(rt::Resolve::of_node(value)?),)*
                    $(($unit_at, _) => Self::$unit,)*
                    (_, other) => return ::core::result::Result::Err(rt::private::misplaced(other)),
                })
            }
        }
    };
}

/// A struct of so many arguments.
macro_rules! tuple_arguments {
    ($ty:ident $plain:ident $($at:tt)*) => {
        impl rt::Resolve for $ty {
            type Plain = $plain;

            fn into_node(self) -> rt::Node {
                rt::Node::List(::std::vec![$(rt::Resolve::into_node(self.$at)),*])
            }

            fn of_node(node: &rt::Node) -> ::core::result::Result<Self, rt::Error> {
                ::core::result::Result::Ok(Self($(rt::private::element(node, $at)?),*))
            }
        }
    };
}

/// A struct of arguments for a type which holds itself.
macro_rules! newtype_arguments {
    ($ty:ident $plain:ident) => {
        impl rt::Resolve for $ty {
            type Plain = $plain;

            fn into_node(self) -> rt::Node {
                rt::Resolve::into_node(self.0)
            }

            fn of_node(node: &rt::Node) -> ::core::result::Result<Self, rt::Error> {
                rt::Resolve::of_node(node).map(Self)
            }
        }
    };
}

/// Another name for a type, with what Rust does not tell of it.
macro_rules! named {
    ($ty:ident $plain:ty = $kind:expr) => {
        impl rt::Root for $ty {
            type Plain = $plain;
            const TYPE: rt::Type = {
                #[allow(unused_imports)]
                use rt::schema::Type::*;
                $kind
            };
        }
    };
}

#[allow(unused_imports)]
pub(crate) use {
    arguments, arms, declared, enumeration, named, newtype, newtype_arguments, object, plain,
    tuple, tuple_arguments, union, write_attribute, write_value,
};
