//! What a type *is*: the extended type model that every floor above speaks of.
//!
//! [`Type`] joins Terraform's type constraints, cty, Pulumi's extended HCL2 types and the Pulumi type
//! system. A [`Schema`] is a set of [`Package`]s of declarations whose types may name each other.
//! Nothing here knows a file format or a target language.

mod declaration;
mod description;
mod display;
mod hoist;
mod json;
mod literal;
mod nulls;
mod numbers;
mod object;
mod package;
mod reach;
mod select;
mod ty;
mod union;
mod walk;

pub use declaration::{
    Definition, EnumDefinition, EnumMember, Function, Method, Naming, OnChange, Origin, Place, Presence, Property,
    Resource, ResourceKind, Standing, TypeDeclaration, UnionDefinition,
};
pub use description::{Description, Documentation, Passage};
pub use display::{Expression, is_identifier};
pub use json::NotationError;
pub use literal::{Literal, NumberText};
pub use nulls::NullReading;
pub use numbers::{IntRepresentation, NumberRepresentation, Numbers, NumbersChoice};
pub use object::{Attribute, ObjectType, Optionality};
pub use package::{Package, PackageInfo, Parameterization, ParameterizationKind, Plugin, Schema};
pub use reach::{Recursion, strongly_connected};
pub use select::Selection;
pub use ty::{EnumType, NamedType, Shape, Type, TypeName};
pub use union::{Discriminator, UnionType};
