//! The operations by name, as vectors and the command line call them.

use super::{Value, ValueError};

/// An operation on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// [`Value::equals`].
    Equals,
    /// [`Value::raw_equals`].
    RawEquals,
    /// [`Value::add`].
    Add,
    /// [`Value::subtract`].
    Subtract,
    /// [`Value::multiply`].
    Multiply,
    /// [`Value::divide`].
    Divide,
    /// [`Value::modulo`].
    Modulo,
    /// [`Value::negate`].
    Negate,
    /// [`Value::absolute`].
    Absolute,
    /// [`Value::less_than`].
    LessThan,
    /// [`Value::less_than_or_equal_to`].
    LessThanOrEqualTo,
    /// [`Value::greater_than`].
    GreaterThan,
    /// [`Value::greater_than_or_equal_to`].
    GreaterThanOrEqualTo,
    /// [`Value::and`].
    And,
    /// [`Value::or`].
    Or,
    /// [`Value::not`].
    Not,
    /// [`Value::length`].
    Length,
    /// [`Value::index`].
    Index,
    /// [`Value::has_index`].
    HasIndex,
}

/// Why an operation gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// It takes another number of arguments.
    #[error("{operation} takes {wanted} arguments, not {got}")]
    Arguments {
        /// The operation.
        operation: &'static str,
        /// How many it takes.
        wanted: usize,
        /// How many came.
        got: usize,
    },
    /// It does not work on these values.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 19] = [
        Operation::Equals,
        Operation::RawEquals,
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Modulo,
        Operation::Negate,
        Operation::Absolute,
        Operation::LessThan,
        Operation::LessThanOrEqualTo,
        Operation::GreaterThan,
        Operation::GreaterThanOrEqualTo,
        Operation::And,
        Operation::Or,
        Operation::Not,
        Operation::Length,
        Operation::Index,
        Operation::HasIndex,
    ];

    /// Its name: `less_than`, `has_index`.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Equals => "equals",
            Operation::RawEquals => "raw_equals",
            Operation::Add => "add",
            Operation::Subtract => "subtract",
            Operation::Multiply => "multiply",
            Operation::Divide => "divide",
            Operation::Modulo => "modulo",
            Operation::Negate => "negate",
            Operation::Absolute => "absolute",
            Operation::LessThan => "less_than",
            Operation::LessThanOrEqualTo => "less_than_or_equal_to",
            Operation::GreaterThan => "greater_than",
            Operation::GreaterThanOrEqualTo => "greater_than_or_equal_to",
            Operation::And => "and",
            Operation::Or => "or",
            Operation::Not => "not",
            Operation::Length => "length",
            Operation::Index => "index",
            Operation::HasIndex => "has_index",
        }
    }

    /// The operation of that name.
    pub fn named(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Does it.
    ///
    /// # Errors
    ///
    /// If it takes another number of arguments or does not work on these.
    pub fn apply(self, arguments: &[Value]) -> Result<Value, OperationError> {
        match self {
            Operation::Equals => self.two(arguments, |left, right| Ok(left.equals(right))),
            Operation::RawEquals => self.two(arguments, |left, right| Ok(Value::bool(left.raw_equals(right)))),
            Operation::Add => self.two(arguments, Value::add),
            Operation::Subtract => self.two(arguments, Value::subtract),
            Operation::Multiply => self.two(arguments, Value::multiply),
            Operation::Divide => self.two(arguments, Value::divide),
            Operation::Modulo => self.two(arguments, Value::modulo),
            Operation::Negate => self.one(arguments, Value::negate),
            Operation::Absolute => self.one(arguments, Value::absolute),
            Operation::LessThan => self.two(arguments, Value::less_than),
            Operation::LessThanOrEqualTo => self.two(arguments, Value::less_than_or_equal_to),
            Operation::GreaterThan => self.two(arguments, Value::greater_than),
            Operation::GreaterThanOrEqualTo => self.two(arguments, Value::greater_than_or_equal_to),
            Operation::And => self.two(arguments, Value::and),
            Operation::Or => self.two(arguments, Value::or),
            Operation::Not => self.one(arguments, Value::not),
            Operation::Length => self.one(arguments, Value::length),
            Operation::Index => self.two(arguments, Value::index),
            Operation::HasIndex => self.two(arguments, Value::has_index),
        }
    }

    fn one(
        self,
        arguments: &[Value],
        apply: impl FnOnce(&Value) -> Result<Value, ValueError>,
    ) -> Result<Value, OperationError> {
        match arguments {
            [argument] => Ok(apply(argument)?),
            _ => Err(OperationError::Arguments { operation: self.name(), wanted: 1, got: arguments.len() }),
        }
    }

    fn two(
        self,
        arguments: &[Value],
        apply: impl FnOnce(&Value, &Value) -> Result<Value, ValueError>,
    ) -> Result<Value, OperationError> {
        match arguments {
            [left, right] => Ok(apply(left, right)?),
            _ => Err(OperationError::Arguments { operation: self.name(), wanted: 2, got: arguments.len() }),
        }
    }
}
