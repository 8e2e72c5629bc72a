//! Operations on numbers and bools.
//!
//! Each follows go-cty: marks of the arguments are on the result; an argument of type `any` or an
//! unknown one makes the result an unknown of its type; null is an error. Where two ints meet the
//! result is an int, except for division.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::number::NumberError;
use super::{Marks, Number, Payload, Value, ValueError};
use crate::model::Type;

/// One argument: what is below marks and arm.
enum Operand {
    Int(BigInt),
    Number(Number),
    /// Unknown, and of which type: an int, or a number.
    Unknown(Type),
    Null(Type),
}

/// Two arguments that have been brought to one type.
enum Pair {
    Ints(BigInt, BigInt),
    Numbers(Number, Number),
    Unknown(Type),
}

fn operand(operation: &'static str, value: &Value, marks: &mut Marks) -> Result<Operand, ValueError> {
    marks.extend(&value.marks());
    let (ty, payload) = value.taken();
    let base = ty.base();
    match (base, payload) {
        (Type::Any, _) => Ok(Operand::Unknown(Type::Number)),
        (Type::Int | Type::Number, Payload::Null) => Ok(Operand::Null(base.clone())),
        (Type::Int | Type::Number, Payload::Unknown) => Ok(Operand::Unknown(base.clone())),
        (Type::Int, Payload::Int(int)) => Ok(Operand::Int((**int).clone())),
        (Type::Number, Payload::Number(number)) => Ok(Operand::Number(number.clone())),
        _ => Err(ValueError::NotApplicable { operation, ty: value.ty().clone() }),
    }
}

fn pair(operation: &'static str, left: &Value, right: &Value, marks: &mut Marks) -> Result<Pair, ValueError> {
    let left = operand(operation, left, marks)?;
    let right = operand(operation, right, marks)?;
    let ty_of = |operand: &Operand| match operand {
        Operand::Int(_) => Type::Int,
        Operand::Number(_) => Type::Number,
        Operand::Unknown(ty) | Operand::Null(ty) => ty.clone(),
    };
    match (left, right) {
        (left @ Operand::Unknown(_), right) | (left, right @ Operand::Unknown(_)) => {
            let ints = ty_of(&left) == Type::Int && ty_of(&right) == Type::Int;
            Ok(Pair::Unknown(if ints { Type::Int } else { Type::Number }))
        }
        (Operand::Null(_), _) | (_, Operand::Null(_)) => Err(ValueError::Null { operation }),
        (Operand::Int(left), Operand::Int(right)) => Ok(Pair::Ints(left, right)),
        (Operand::Int(left), Operand::Number(right)) => Ok(Pair::Numbers(Number::from_bigint(&left), right)),
        (Operand::Number(left), Operand::Int(right)) => Ok(Pair::Numbers(left, Number::from_bigint(&right))),
        (Operand::Number(left), Operand::Number(right)) => Ok(Pair::Numbers(left, right)),
    }
}

/// An operation that gives an int for two ints.
fn calculate(
    operation: &'static str,
    [left, right]: [&Value; 2],
    ints: impl FnOnce(BigInt, BigInt) -> BigInt,
    numbers: impl FnOnce(&Number, &Number) -> Result<Number, NumberError>,
) -> Result<Value, ValueError> {
    let mut marks = Marks::none();
    let result = match pair(operation, left, right, &mut marks)? {
        Pair::Ints(left, right) => Value::int(ints(left, right)),
        Pair::Numbers(left, right) => {
            Value::number(numbers(&left, &right).map_err(|source| ValueError::Number { operation, source })?)
        }
        Pair::Unknown(ty) => Value::unknown(ty),
    };
    Ok(result.with_marks(&marks))
}

fn compare(
    operation: &'static str,
    [left, right]: [&Value; 2],
    holds: fn(Ordering) -> bool,
) -> Result<Value, ValueError> {
    let mut marks = Marks::none();
    let result = match pair(operation, left, right, &mut marks)? {
        Pair::Ints(left, right) => Value::bool(holds(left.cmp(&right))),
        Pair::Numbers(left, right) => Value::bool(holds(left.cmp(&right))),
        Pair::Unknown(_) => Value::unknown(Type::Bool),
    };
    Ok(result.with_marks(&marks))
}

/// A bool argument: `None` is unknown.
enum Truth {
    Known(bool),
    Unknown,
    Null,
}

fn truth(operation: &'static str, value: &Value, marks: &mut Marks) -> Result<Truth, ValueError> {
    marks.extend(&value.marks());
    let (ty, payload) = value.taken();
    let base = ty.base();
    match (base, payload) {
        (Type::Any, _) | (Type::Bool, Payload::Unknown) => Ok(Truth::Unknown),
        (Type::Bool, Payload::Null) => Ok(Truth::Null),
        (Type::Bool, Payload::Bool(value)) => Ok(Truth::Known(*value)),
        _ => Err(ValueError::NotApplicable { operation, ty: value.ty().clone() }),
    }
}

/// `decisive` on either side decides, unless a null stands to its left.
fn connect(operation: &'static str, [left, right]: [&Value; 2], decisive: bool) -> Result<Value, ValueError> {
    let mut marks = Marks::none();
    let left = truth(operation, left, &mut marks)?;
    let right = truth(operation, right, &mut marks)?;
    let result = match (left, right) {
        (Truth::Known(left), _) if left == decisive => Value::bool(decisive),
        (Truth::Known(_) | Truth::Unknown, Truth::Known(right)) if right == decisive => Value::bool(decisive),
        (Truth::Known(_), Truth::Known(_)) => Value::bool(!decisive),
        (Truth::Unknown, _) | (_, Truth::Unknown) => Value::unknown(Type::Bool),
        (Truth::Null, _) | (_, Truth::Null) => return Err(ValueError::Null { operation }),
    };
    Ok(result.with_marks(&marks))
}

impl Value {
    /// The sum.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// assert_eq!(Value::int(2).add(&Value::int(3))?.as_int(), Some(&5.into()));
    /// # Ok::<(), tygen::engine::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an argument is null or no number, or for opposite infinities.
    pub fn add(&self, other: &Value) -> Result<Value, ValueError> {
        calculate("add", [self, other], |left, right| left + right, Number::add)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number, or for infinities of one sign.
    pub fn subtract(&self, other: &Value) -> Result<Value, ValueError> {
        calculate("subtract", [self, other], |left, right| left - right, Number::sub)
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number, or for zero times an infinity.
    pub fn multiply(&self, other: &Value) -> Result<Value, ValueError> {
        calculate("multiply", [self, other], |left, right| left * right, Number::mul)
    }

    /// The quotient, a number even of two ints; an infinity if the divisor is zero.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number, or for 0/0 and two infinities.
    pub fn divide(&self, other: &Value) -> Result<Value, ValueError> {
        let operation = "divide";
        let mut marks = Marks::none();
        let quotient = |left: &Number, right: &Number| {
            left.div(right).map(Value::number).map_err(|source| ValueError::Number { operation, source })
        };
        let result = match pair(operation, self, other, &mut marks)? {
            Pair::Ints(left, right) => quotient(&Number::from_bigint(&left), &Number::from_bigint(&right))?,
            Pair::Numbers(left, right) => quotient(&left, &right)?,
            Pair::Unknown(_) => Value::unknown(Type::Number),
        };
        Ok(result.with_marks(&marks))
    }

    /// The remainder of the division rounded towards zero; the dividend itself if the divisor is zero,
    /// even if that is null, as in go-cty.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number, or for zero and an infinity.
    pub fn modulo(&self, other: &Value) -> Result<Value, ValueError> {
        if self.is_null() && *self.ty() == Type::Number && other.as_number().is_some_and(Number::is_zero) {
            return Ok(self.clone().with_marks(&other.marks()));
        }
        let ints = |left: BigInt, right: BigInt| if right == BigInt::ZERO { left } else { left % right };
        calculate("modulo", [self, other], ints, Number::rem)
    }

    /// The number with the other sign.
    ///
    /// # Errors
    ///
    /// If it is null or no number.
    pub fn negate(&self) -> Result<Value, ValueError> {
        self.change("negate", |int| -int, |number| number.neg())
    }

    /// The number without its sign.
    ///
    /// # Errors
    ///
    /// If it is null or no number.
    pub fn absolute(&self) -> Result<Value, ValueError> {
        self.change("absolute", |int| if int < BigInt::ZERO { -int } else { int }, |number| number.abs())
    }

    fn change(
        &self,
        operation: &'static str,
        int: impl FnOnce(BigInt) -> BigInt,
        number: impl FnOnce(&Number) -> Number,
    ) -> Result<Value, ValueError> {
        let mut marks = Marks::none();
        let result = match operand(operation, self, &mut marks)? {
            Operand::Int(value) => Value::int(int(value)),
            Operand::Number(value) => Value::number(number(&value)),
            Operand::Unknown(ty) => Value::unknown(ty),
            Operand::Null(_) => return Err(ValueError::Null { operation }),
        };
        Ok(result.with_marks(&marks))
    }

    /// Whether it is less.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number.
    pub fn less_than(&self, other: &Value) -> Result<Value, ValueError> {
        compare("less_than", [self, other], Ordering::is_lt)
    }

    /// Whether it is less or equal.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number.
    pub fn less_than_or_equal_to(&self, other: &Value) -> Result<Value, ValueError> {
        compare("less_than_or_equal_to", [self, other], Ordering::is_le)
    }

    /// Whether it is greater.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number.
    pub fn greater_than(&self, other: &Value) -> Result<Value, ValueError> {
        compare("greater_than", [self, other], Ordering::is_gt)
    }

    /// Whether it is greater or equal.
    ///
    /// # Errors
    ///
    /// If an argument is null or no number.
    pub fn greater_than_or_equal_to(&self, other: &Value) -> Result<Value, ValueError> {
        compare("greater_than_or_equal_to", [self, other], Ordering::is_ge)
    }

    /// Whether both are true. A false one decides even beside an unknown.
    ///
    /// # Errors
    ///
    /// If an argument is no bool, or is a null that counts.
    pub fn and(&self, other: &Value) -> Result<Value, ValueError> {
        connect("and", [self, other], false)
    }

    /// Whether one is true. A true one decides even beside an unknown.
    ///
    /// # Errors
    ///
    /// If an argument is no bool, or is a null that counts.
    pub fn or(&self, other: &Value) -> Result<Value, ValueError> {
        connect("or", [self, other], true)
    }

    /// The opposite.
    ///
    /// # Errors
    ///
    /// If it is null or no bool.
    pub fn not(&self) -> Result<Value, ValueError> {
        let operation = "not";
        let mut marks = Marks::none();
        let result = match truth(operation, self, &mut marks)? {
            Truth::Known(value) => Value::bool(!value),
            Truth::Unknown => Value::unknown(Type::Bool),
            Truth::Null => return Err(ValueError::Null { operation }),
        };
        Ok(result.with_marks(&marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_stay_ints_beyond_the_precision_of_numbers() {
        let huge = Value::int(BigInt::from(1) << 600);
        let next = huge.add(&Value::int(1)).unwrap();
        assert_eq!(next.ty(), &Type::Int);
        assert_eq!(next.subtract(&huge).unwrap().as_int(), Some(&1.into()));
        assert_eq!(next.greater_than(&huge).unwrap().as_bool(), Some(true));
        assert_eq!(Value::int(-7).modulo(&Value::int(2)).unwrap().as_int(), Some(&(-1).into()));
        assert_eq!(Value::int(7).modulo(&Value::int(0)).unwrap().as_int(), Some(&7.into()));
        assert_eq!(Value::int(1).divide(&Value::int(4)).unwrap().as_number().unwrap().to_string(), "0.25");
        assert!(Value::int(0).divide(&Value::int(0)).is_err());
        let mixed = Value::int(1).add(&Value::number(Number::parse("0.5").unwrap())).unwrap();
        assert_eq!(mixed.as_number().unwrap().to_string(), "1.5");
    }

    #[test]
    fn unknown_any_and_null_arguments() {
        let one = Value::number(Number::from_i64(1));
        for unknown in [Value::unknown(Type::Number), Value::unknown(Type::Any), Value::null(Type::Any)] {
            let sum = one.add(&unknown).unwrap();
            assert_eq!((sum.ty(), sum.is_known()), (&Type::Number, false));
        }
        assert_eq!(one.add(&Value::null(Type::Number)).unwrap_err(), ValueError::Null { operation: "add" });
        assert!(one.add(&Value::string("1")).is_err());
        assert!(!Value::unknown(Type::Number).add(&Value::null(Type::Number)).unwrap().is_known());
    }

    #[test]
    fn a_decisive_bool_decides_beside_an_unknown() {
        let unknown = Value::unknown(Type::Bool).with_marks(&Marks::one("m"));
        let no = unknown.and(&Value::bool(false)).unwrap();
        assert_eq!(no.as_bool(), Some(false));
        assert!(no.marks().contains("m"));
        assert!(!unknown.and(&Value::bool(true)).unwrap().is_known());
        assert_eq!(unknown.or(&Value::bool(true)).unwrap().as_bool(), Some(true));
        assert!(Value::null(Type::Bool).or(&Value::bool(true)).is_err());
        assert_eq!(Value::bool(true).or(&Value::null(Type::Bool)).unwrap().as_bool(), Some(true));
    }
}
