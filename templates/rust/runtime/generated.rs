//! The code that every generated type has: straight through its parts, in both directions. It is as
//! short as can be, for there may be thousands of types.

#![allow(unused_macros)]

/// A struct of what has arrived: its fields, then the attributes in declaration order. What always has
/// the same value has no field.
macro_rules! object {
    (
        $ty:ident $name:literal $nulls:ident: $($field:ident)*;
        $($presence:ident($($argument:expr),*)$(.$more:ident($($value:literal)?))*;)*
    ) => {
        impl rt::Codec for $ty {
            type Plain = Self;
            const TYPE: rt::Type = rt::Type::Named({
                fn definition() -> &'static rt::schema::Definition {
                    #[allow(unused_imports)]
                    use rt::schema::Type::*;
                    static DEFINITION: rt::schema::Definition =
                        rt::schema::Definition::Object(rt::schema::Object {
                            name: $name,
                            fields: {
                                const FIELDS: &[rt::schema::Field] = &[
                                    $(rt::schema::$presence($($argument),*)$(.$more($($value)?))*),*
                                ];
                                FIELDS
                            },
                            nulls: rt::schema::Nulls::$nulls,
                        });
                    &DEFINITION
                }
                definition
            });

            rt::attributes! { Plain $($field)* }
        }
    };
}

/// Reads and writes the attributes of a struct.
macro_rules! attributes {
    ($form:ident $($field:ident)*) => {
        fn read(reader: &mut rt::Reader<'_>, _: &rt::Type) -> rt::Read<Self> {
            #[allow(unused_mut)]
            let mut attributes = match reader
                .attributes(<Self as rt::Codec>::TYPE, rt::private::Form::$form)
            {
                ::core::result::Result::Ok(attributes) => attributes,
                ::core::result::Result::Err(bail) => return ::core::result::Result::Err(bail),
            };
            let value = Self {
                $($field: match attributes.part() {
                    ::core::result::Result::Ok(value) => value,
                    ::core::result::Result::Err(bail) => return ::core::result::Result::Err(bail),
                },)*
            };
            match attributes.end() {
                ::core::result::Result::Ok(()) => ::core::result::Result::Ok(value),
                ::core::result::Result::Err(bail) => ::core::result::Result::Err(bail),
            }
        }

        fn write(&self, writer: &mut rt::Writer) {
            let form = rt::private::Form::$form;
            writer.attributes(<Self as rt::Codec>::TYPE, form, &[$(&self.$field),*]);
        }
    };
}

/// A struct of arguments: of what they are arguments, and the attributes.
macro_rules! arguments {
    ($ty:ident $plain:ident: $($field:ident)*) => {
        impl rt::Codec for $ty {
            type Plain = $plain;
            const TYPE: rt::Type = <$plain as rt::Codec>::TYPE;

            rt::attributes! { Arguments $($field)* }
        }

        rt::shown! { $ty }
    };
}

/// How arguments are compared and shown.
macro_rules! shown {
    ($ty:ident) => {
        impl ::core::cmp::PartialEq for $ty {
            fn eq(&self, other: &Self) -> bool {
                rt::private::node(self) == rt::private::node(other)
            }
        }

        impl ::core::fmt::Debug for $ty {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                rt::private::debug(::core::stringify!($ty), self, f)
            }
        }
    };
}

/// The type that a definition declares.
macro_rules! declared {
    ($definition:expr) => {
        rt::Type::Named({
            fn definition() -> &'static rt::schema::Definition {
                #[allow(unused_imports)]
                use rt::schema::Type::*;
                static DEFINITION: rt::schema::Definition = $definition;
                &DEFINITION
            }
            definition
        })
    };
}

/// An enum with a type in each variant: the types of all arms and the discriminator, or of what it is the
/// form in arguments; then the arms by number: those with a value, and those without.
macro_rules! union {
    (
        $ty:ident [$($arm:expr),*] $discriminator:expr;
        $($at:literal $variant:ident),*; $($unit_at:literal $unit:ident),*
    ) => {
        impl rt::Codec for $ty {
            type Plain = Self;
            const TYPE: rt::Type =
                rt::declared!(rt::schema::Definition::Union(rt::schema::Union {
                    arms: &[$($arm),*],
                    discriminator: $discriminator,
                }));

            rt::variants! { $($at $variant),*; $($unit_at $unit),* }
        }
    };
    (
        $ty:ident $plain:ident;
        $($at:literal $variant:ident),*; $($unit_at:literal $unit:ident),*
    ) => {
        impl rt::Codec for $ty {
            type Plain = $plain;
            const TYPE: rt::Type = <$plain as rt::Codec>::TYPE;

            rt::variants! { $($at $variant),*; $($unit_at $unit),* }
        }
    };
}

/// Reads and writes the variants of an enum.
macro_rules! variants {
    ($($at:literal $variant:ident),*; $($unit_at:literal $unit:ident),*) => {
        fn read(reader: &mut rt::Reader<'_>, ty: &rt::Type) -> rt::Read<Self> {
            ::core::result::Result::Ok(match reader.arm(ty)? {
                $($at => Self::$variant(reader.taken(ty, $at)?),)*
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
    };
}

/// An enum of known values, and one variant for all others: the type of the values, how the value is
/// got, and the values.
macro_rules! enumeration {
    ($ty:ident $base:ty = $kind:ident $access:ident [$($value:literal),*]) => {
        impl rt::Codec for $ty {
            type Plain = Self;
            const TYPE: rt::Type =
                rt::declared!(rt::schema::Definition::Enum($kind, &[$($value),*]));

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

/// A struct of so many elements: their types, or of what it is the form in arguments.
macro_rules! tuple {
    ($ty:ident [$($element:expr),*]: $($at:tt)*) => {
        impl rt::Codec for $ty {
            type Plain = Self;
            const TYPE: rt::Type =
                rt::declared!(rt::schema::Definition::Tuple(&[$($element),*]));

            rt::elements! { $($at)* }
        }
    };
    ($ty:ident $plain:ident: $($at:tt)*) => {
        impl rt::Codec for $ty {
            type Plain = $plain;
            const TYPE: rt::Type = <$plain as rt::Codec>::TYPE;

            rt::elements! { $($at)* }
        }
    };
}

/// Reads and writes the elements of a tuple.
macro_rules! elements {
    ($($at:tt)*) => {
        fn read(reader: &mut rt::Reader<'_>, ty: &rt::Type) -> rt::Read<Self> {
            reader.tuple()?;
            let tuple = Self($(reader.element(ty, $at)?),*);
            reader.untuple(ty)?;
            ::core::result::Result::Ok(tuple)
        }

        fn write(&self, writer: &mut rt::Writer) {
            writer.array();
            $(writer.element(&self.$at);)*
            writer.close();
        }
    };
}

/// A struct for a type which holds itself: what it is, or of what it is the form in arguments.
macro_rules! newtype {
    ($ty:ident = $inner:expr) => {
        impl rt::Codec for $ty {
            type Plain = Self;
            const TYPE: rt::Type = rt::declared!(rt::schema::Definition::Alias($inner));

            rt::inner! {}
        }
    };
    ($ty:ident $plain:ident) => {
        impl rt::Codec for $ty {
            type Plain = $plain;
            const TYPE: rt::Type = <$plain as rt::Codec>::TYPE;

            rt::inner! {}
        }
    };
}

/// Reads and writes what a struct is made for.
macro_rules! inner {
    () => {
        fn read(reader: &mut rt::Reader<'_>, ty: &rt::Type) -> rt::Read<Self> {
            reader.value(&ty.behind()).map(Self)
        }

        fn write(&self, writer: &mut rt::Writer) {
            rt::Codec::write(&self.0, writer)
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
    arguments, attributes, declared, elements, enumeration, inner, named, newtype, object, shown,
    tuple, union, variants, write_value,
};
