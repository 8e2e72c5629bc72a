//! Conversion: planned as data from a pair of types, then applied to values as often as needed.
//!
//! Which conversions there are is said by `spec/5-cty-convert.txt`, `spec/3-hcl2-extended-types.txt`
//! and `semantics.md`, section 3. Each family has a file; what all share (marks, unknown, null,
//! paths) is done once, around them. Where the target says `any` the type of the result is that of
//! the value that came; everywhere else it is the type asked for, without its optional markers.
//!
//! Where the documents leave something open, this is what is done:
//!
//! * A null or unknown of a type becomes a null or unknown of a union as a whole, without an arm; only
//!   the value of `none` takes the arm for it.
//! * A value's own attributes, of which the arm of a union should discard few, are the attributes of
//!   an object and the keys of a map, not what lies deeper.
//! * If the arm that a discriminator names does not take the value, the others are tried.
//! * An output never becomes a promise, not even a promise of an output.
//! * `any` in a union or in a named type is kept: each value there stays together with its type.
//!   Elsewhere the result has the types of the values, as in go-cty.
//! * A named type converts as what it stands for, and the result has the name as its type. Recursive
//!   types convert if every finite value does.
//! * An optional attribute that is absent from a map of another type is no obstacle, as in go-cty; its
//!   null never has optional markers in its type, which go-cty sometimes leaves there.
//! * A default stands in for what is absent. For null it does so under a type constraint alone.
//!
//! ```
//! use tygen::engine::convert::{Safety, Scope, convert, plan};
//! use tygen::engine::Value;
//! use tygen::model::Type;
//!
//! let scope = Scope::default();
//! let plan = plan(&Type::list(Type::String), &Type::set(Type::Int), &scope).ok_or("none")?;
//! assert_eq!(plan.safety(), Safety::Unsafe);
//!
//! let ports = Value::list(Type::String, [Value::string("80"), Value::string("http")])?;
//! let error = plan.apply(&ports).unwrap_err();
//! assert_eq!(error.to_string(), "[1]: an integer is required");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod capsule;
mod collection;
pub(super) mod dynamic;
mod enumeration;
mod error;
mod eventual;
pub mod matrix;
mod optional;
mod planner;
mod primitive;
mod rule;
mod structural;
mod typed;
mod union;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use error::{ConversionError, Problem};
pub use optional::required;
pub(crate) use planner::{Mode, Planner};
pub use primitive::Primitive;
pub use rule::{
    Absence, Arm, Assembly, Choice, DefaultValue, Dynamic, Eventual, Field, FieldSource, Fitted, Form, Members, Part,
    Registered, Rule, Slot, Source,
};

use super::{Capsules, Payload, Value};
use crate::model::{Type, TypeName};

/// How deep types and values may be nested in a conversion: what a stack of 2 MiB surely holds.
/// What is deeper has no conversion, and the explanation says so.
pub const MAX_DEPTH: usize = 256;

/// How many pairs of types one plan may look at, so that types made to explode do not.
pub const MAX_WORK: usize = 1 << 22;

/// How far a conversion can be relied on; a compound one as far as its worst part. What has no
/// conversion has no [`Conversion`] either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// There is nothing to convert.
    Same,
    /// It succeeds for every value.
    Safe,
    /// It succeeds for some values.
    Unsafe,
}

impl Safety {
    /// The word for it in vectors and documents.
    pub fn word(self) -> &'static str {
        match self {
            Safety::Same => "same",
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        }
    }
}

/// What types may refer to: the definitions of named types and the registered capsule types.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// What named types stand for.
    pub definitions: Arc<BTreeMap<TypeName, Type>>,
    /// The capsule types that bring conversions of their own.
    pub capsules: Arc<Capsules>,
}

impl Scope {
    /// The definitions of a schema, without capsules.
    pub fn of(definitions: BTreeMap<TypeName, Type>) -> Self {
        Self { definitions: Arc::new(definitions), capsules: Arc::default() }
    }

    /// What the type stands for if it is a reference; itself if not. A reference that leads nowhere
    /// stands for itself.
    pub(crate) fn expand(&self, ty: &Type) -> Type {
        match ty {
            Type::Named(named) => crate::shapes::expand(named, &self.definitions).unwrap_or_else(|| ty.clone()),
            other => other.clone(),
        }
    }
}

/// A planned conversion: data that can be compared, kept and applied to any number of values.
#[derive(Clone, Debug)]
pub struct Conversion {
    from: Type,
    to: Type,
    /// `to` without its optional markers: the type of results, where it does not say `any`.
    result: Type,
    safety: Safety,
    rule: Rule,
    /// The rules that [`Rule::Reference`] refers to: one for each pair with a named target.
    table: Arc<[Rule]>,
    scope: Scope,
}

impl PartialEq for Conversion {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to == other.to
            && self.safety == other.safety
            && self.rule == other.rule
            && self.table == other.table
    }
}

/// Plans the conversion of values of `from` to `to`: safe if there is a safe one, else unsafe.
/// `None` if there is no conversion; [`super::mismatch::explain`] says why.
///
/// ```
/// use tygen::engine::convert::{Safety, Scope, plan};
/// use tygen::model::Type;
/// let safety = |from: Type, to: Type| plan(&from, &to, &Scope::default()).map(|plan| plan.safety());
/// assert_eq!(safety(Type::Int, Type::Number), Some(Safety::Safe));
/// assert_eq!(safety(Type::Number, Type::Int), Some(Safety::Unsafe));
/// assert_eq!(safety(Type::Bool, Type::Int), None);
/// ```
pub fn plan(from: &Type, to: &Type, scope: &Scope) -> Option<Conversion> {
    let mut planned = Planner::new(scope, Mode::Any).plan(from, to)?;
    // Where the target says any, what it becomes can differ: the safe choice may exist beside an
    // unsafe one that is preferred.
    if planned.safety == Safety::Unsafe
        && dynamic::is_open(to)
        && let Some(safe) = plan_safe(from, to, scope)
    {
        planned.safety = safe.safety;
    }
    Some(planned)
}

/// Plans the conversion of values of `from` to `to` if there is one that succeeds for every value.
pub fn plan_safe(from: &Type, to: &Type, scope: &Scope) -> Option<Conversion> {
    Planner::new(scope, Mode::Safe).plan(from, to)
}

/// Converts a value to a type.
///
/// ```
/// use tygen::engine::{Value, convert::{Scope, convert}};
/// use tygen::model::Type;
/// let port = convert(&Value::string("8080"), &Type::Int, &Scope::default())?;
/// assert_eq!(port.as_int(), Some(&8080.into()));
/// # Ok::<(), tygen::engine::convert::ConversionError>(())
/// ```
///
/// # Errors
///
/// If there is no conversion between the types, or none of this value: every problem with its path,
/// in declaration order.
pub fn convert(value: &Value, to: &Type, scope: &Scope) -> Result<Value, ConversionError> {
    if let (Type::Any, Payload::Arm(arm)) = (value.ty(), value.payload().unmarked())
        && *to != Type::Any
    {
        return Ok(convert(arm, to, scope)?.with_marks(&value.marks()));
    }
    if *value.ty() == required(to) {
        return Ok(value.clone());
    }
    match Planner::new(scope, Mode::Any).plan(value.ty(), to) {
        Some(plan) => plan.apply(value),
        None => Err(ConversionError { problems: super::mismatch::explain(value.ty(), to, scope) }),
    }
}

impl Conversion {
    /// One conversion and then another. The second is planned again for what the first gives, whose
    /// type may only be seen when it comes.
    pub(crate) fn in_steps(first: Conversion, second: &Conversion) -> Conversion {
        let part = Part { rule: first.rule, to: first.result };
        let form = Form::Through(Fitted { from: first.from.clone(), part });
        Conversion {
            from: first.from,
            to: second.to.clone(),
            result: second.result.clone(),
            safety: first.safety.max(second.safety),
            rule: Rule::Open(Box::new(Dynamic { to: second.result.clone(), form })),
            table: first.table,
            scope: first.scope,
        }
    }

    /// The type of what it takes.
    pub fn from(&self) -> &Type {
        &self.from
    }

    /// The type asked for.
    pub fn to(&self) -> &Type {
        &self.to
    }

    /// How far it can be relied on.
    pub fn safety(&self) -> Safety {
        self.safety
    }

    /// What is done to a value.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// What is done where the rule refers to the table.
    pub fn table(&self) -> &[Rule] {
        &self.table
    }

    /// Converts a value of the type [`Self::from`].
    ///
    /// # Errors
    ///
    /// If this value has no counterpart in the target, or is not of the type: every problem with its
    /// path, in declaration order.
    pub fn apply(&self, value: &Value) -> Result<Value, ConversionError> {
        if *value.ty() != self.from {
            let message = format!("a value of type {} is required, not of type {}", self.from, value.ty());
            return Err(ConversionError::at_root(message));
        }
        let run = apply::Run::new(&self.table, &self.scope);
        let part = rule::PartRef { rule: &self.rule, to: &self.result };
        let converted = run.value(part, value.clone()).map_err(ConversionError::from_failures)?;
        debug_assert!(
            dynamic::fills(converted.ty(), &self.result),
            "{} to {} gave {}",
            self.from,
            self.to,
            converted.ty()
        );
        Ok(converted)
    }
}
