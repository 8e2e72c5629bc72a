use super::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

#[test]
fn takes_what_go_takes() {
    for (text, want) in [
        ("0", "0"),
        ("+7", "7"),
        ("00012", "12"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1E-7", "0.0000001"),
        ("1e3", "1000"),
        ("-0", "-0"),
        ("-0.0e5", "-0"),
        ("1.5p3", "12"),
        ("Inf", "+Inf"),
        ("+inf", "+Inf"),
        ("-Inf", "-Inf"),
        ("0e9223372036854775807", "0"),
        ("-9223372036854775808", "-9223372036854775808"),
    ] {
        assert_eq!(number(text).to_string(), want, "{text}");
    }
}

#[test]
fn refuses_the_rest() {
    for text in [
        "",
        " 15",
        "15 ",
        "1_000",
        "0x1F",
        "1e",
        "1e+",
        ".",
        "+",
        "-",
        "NaN",
        "INF",
        "infinity",
        "1.2.3",
        "e5",
        "--1",
        "+-1",
        "1e1_0",
        "٣",
        "1p",
        "0b1",
        "0e9223372036854775808",
        "1,5",
    ] {
        assert_eq!(Number::parse(text), Err(NumberError::NotANumber), "{text}");
    }
}

#[test]
fn long_numbers_are_errors() {
    let limit = NumberError::TooManyDigits { limit: 100_000 };
    for text in ["1e1000000000", "1e-1000000000", "1p1000000000", "1p-1000000000", &"9".repeat(1_000_000)] {
        assert_eq!(Number::parse(text), Err(limit.clone()));
    }
    assert!(parse_int(&"9".repeat(1_000_000), &Limits::default()).is_err());
    let wide = Limits { digits: usize::MAX };
    assert_eq!(Number::parse_within("1e700000", &wide), Err(NumberError::OutOfRange));
    assert_eq!(Number::parse_within("1e600000", &wide).unwrap().to_string().len(), 600_001);
    assert_eq!(Number::parse_within("1e-600000", &wide).unwrap().to_string().len(), 600_002);
}

#[test]
fn repeated_squaring_ends_in_an_error() {
    let mut value = number("1e50000");
    let error = loop {
        match value.mul(&value) {
            Ok(square) => value = square,
            Err(error) => break error,
        }
    };
    assert_eq!(error, NumberError::OutOfRange);
}

#[test]
fn one_value_has_one_hash_and_one_place() {
    let of = |number: &Number| {
        let mut hasher = std::hash::DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    };
    for (a, b) in [("1e3", "1000"), ("-0", "0"), ("0.50", "0.5"), ("1e30", "1000000000000000000000000000000")] {
        let (a, b) = (number(a), number(b));
        assert_eq!(a, b);
        assert_eq!(of(&a), of(&b));
        assert_eq!(a.cmp(&b), Ordering::Equal);
    }
    let mut sorted: Vec<_> =
        ["inf", "1e30", "7", "0.5", "1e-30", "0", "-1e-30", "-7.5", "-1e30", "-inf"].map(number).into();
    let descending = sorted.clone();
    sorted.sort();
    sorted.reverse();
    assert_eq!(sorted, descending);
    assert_ne!(number("0.1"), Number::from_f64(0.1).unwrap());
}

#[test]
fn the_ends_of_machine_integers() {
    let least = Number::from_i64(i64::MIN);
    assert_eq!(least.to_i64(), Some(i64::MIN));
    assert_eq!(least, number("-9223372036854775808"));
    assert_eq!(least.neg().to_i64(), None);
    assert_eq!(least.neg().to_u64(), Some(1 << 63));
    assert_eq!(Number::from_u64(u64::MAX).to_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").to_u64(), None);
    assert_eq!(number("-9223372036854775807").sub(&number("1")).unwrap(), least);
    assert_eq!(least.rem(&Number::from_i64(-1)).unwrap().to_string(), "0");
}

#[test]
fn doubles_come_and_go_exactly() {
    for value in [0.0, -0.0, 1.5, 0.1, -1e300, f64::MIN_POSITIVE, 5e-324, f64::MAX, 4e15, f64::INFINITY] {
        let back = Number::from_f64(value).unwrap().to_f64().unwrap();
        assert_eq!(back.to_bits(), value.to_bits());
    }
    assert!(Number::from_f64(f64::NAN).is_none());
    assert_eq!(Number::from_f64(0.1).unwrap().to_string(), "0.1");
    assert_eq!(Number::from_f64(2f64.powi(62)).unwrap().to_string(), "4611686018427388000");
    assert_eq!(number("1e400").to_f64(), None);
}

#[test]
fn what_has_no_result() {
    let (zero, inf) = (number("0"), Number::infinity());
    for result in [zero.div(&zero), inf.div(&inf), inf.mul(&zero), inf.sub(&inf), inf.rem(&zero)] {
        assert!(matches!(result, Err(NumberError::Undefined(_))));
    }
    assert_eq!(number("1").div(&number("-0")).unwrap(), Number::negative_infinity());
    assert_eq!(number("1").div(&inf).unwrap().to_string(), "0");
}
