//! Where the engine differs from go-cty on purpose, and the law that it follows there.
//!
//! `docs/engine.md` lists the deviations and their reasons.

use serde_json::Value as Json;
use tygen::engine::conform::check_type;
use tygen::engine::convert::{Safety, Scope, convert, plan, required};
use tygen::engine::unify::{unify as unify_safe, unify_unsafe};
use tygen::engine::{Operation, Value};
use tygen::model::Type;

/// Judges a case on which the engine and go-cty differ: `None` if they should not.
pub fn judge(vector: &Json) -> Option<Result<(), String>> {
    match vector["op"].as_str()? {
        "equals" => equality(&vector["args"]),
        "has_index" => on_null(&vector["args"]),
        "json" | "msgpack" => irreversible(vector),
        "conversion" => conversion(vector),
        "unify" => unify(vector),
        "convert" => converted(vector),
        _ => None,
    }
}

/// Equality with an unknown inside is unknown unless a known part already differs. In go-cty that
/// depends on which part it meets first, and maps have no order there.
fn equality(arguments: &Json) -> Option<Result<(), String>> {
    let [left, right] = arguments.as_array()?.as_slice() else { return None };
    if !left.to_string().contains("$unknown") && !right.to_string().contains("$unknown") {
        return None;
    }
    let wanted = equal(&left["type"], &left["value"], &right["value"]);
    let values = [left, right].map(|value| Value::from_notation(value).expect("go-cty writes the notation"));
    let got = match Operation::Equals.apply(&values) {
        Ok(got) => got,
        Err(error) => return Some(Err(error.to_string())),
    };
    let got = if got.is_known() { Equal::known(got.unmark().0.as_bool() == Some(true)) } else { Equal::Unknown };
    let holds = got == wanted || wanted == Equal::InSets && got != Equal::Yes;
    Some(if holds { Ok(()) } else { Err(format!("equality is {wanted:?}, not {got:?}")) })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Equal {
    No,
    Yes,
    Unknown,
    /// Unknown parts within sets, where more than one answer may be argued.
    InSets,
}

impl Equal {
    fn known(equal: bool) -> Self {
        if equal { Equal::Yes } else { Equal::No }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Equal::No, _) | (_, Equal::No) => Equal::No,
            (Equal::InSets, _) | (_, Equal::InSets) => Equal::InSets,
            (Equal::Unknown, _) | (_, Equal::Unknown) => Equal::Unknown,
            (Equal::Yes, Equal::Yes) => Equal::Yes,
        }
    }
}

/// Equality of two values of one type, worked out on the notation alone.
fn equal(ty: &Json, left: &Json, right: &Json) -> Equal {
    let (left, right) = (unmarked(left), unmarked(right));
    if left.get("$unknown").is_some() || right.get("$unknown").is_some() {
        return Equal::Unknown;
    }
    match (left, right) {
        (Json::Null, _) | (_, Json::Null) => Equal::known(left == right),
        (Json::Array(a), Json::Array(b)) if ty[0] == "set" => {
            let unknown = |set: &[Json]| set.iter().any(|element| element.to_string().contains("$unknown"));
            if unknown(a) || unknown(b) {
                return Equal::InSets;
            }
            // Written in go-cty's order, which is the same for equal sets.
            Equal::known(left == right)
        }
        (Json::Array(a), Json::Array(b)) => {
            let element = |at: usize| if ty[0] == "tuple" { &ty[1][at] } else { &ty[1] };
            let parts = a.iter().zip(b).enumerate().map(|(at, (a, b))| equal(element(at), a, b));
            parts.fold(Equal::known(a.len() == b.len()), Equal::and)
        }
        (Json::Object(a), Json::Object(b)) => {
            let element = |key: &str| if ty[0] == "object" { &ty[1][key] } else { &ty[1] };
            let parts = a.iter().map(|(key, a)| b.get(key).map_or(Equal::No, |b| equal(element(key), a, b)));
            parts.fold(Equal::known(a.len() == b.len()), Equal::and)
        }
        (Json::String(a), Json::String(b)) if ty == "number" => {
            Equal::known(a.trim_start_matches("-0") == b.trim_start_matches("-0") || a == b)
        }
        _ => Equal::known(left == right),
    }
}

fn unmarked(value: &Json) -> &Json {
    if value.get("$marks").is_some() { &value["value"] } else { value }
}

/// `has_index` of null is an error. In go-cty it is false for a key that cannot be an index, because
/// the key is looked at first.
fn on_null(arguments: &Json) -> Option<Result<(), String>> {
    if !unmarked(&arguments[0]["value"]).is_null() {
        return None;
    }
    let values = [&arguments[0], &arguments[1]].map(|value| Value::from_notation(value).expect("in the notation"));
    Some(match Operation::HasIndex.apply(&values) {
        Err(_) => Ok(()),
        Ok(_) => Err("null has no index".to_owned()),
    })
}

/// Some values under `any` go-cty writes but does not read: then only what is written counts.
fn irreversible(vector: &Json) -> Option<Result<(), String>> {
    vector.get("irreversible")?;
    let value = Value::from_notation(&vector["value"]).expect("go-cty writes the notation");
    let ty = Type::from_json(&vector["type"]).expect("go-cty's types are types");
    let written = if vector["op"] == "json" {
        value.to_cty_json(&ty)
    } else {
        value.to_msgpack(&ty).map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    };
    let written = written.unwrap_or_else(|error| error.to_string());
    Some(if vector["want"] == written { Ok(()) } else { Err(format!("it is written as {written}")) })
}

/// List and set convert to a tuple, unsafely; list converts to set safely. go-cty has neither.
fn conversion(vector: &Json) -> Option<Result<(), String>> {
    let deviations = Deviations::between(&vector["from"], &vector["to"]);
    let wanted = match vector["want"].as_str()? {
        "none" if deviations.to_tuple => "unsafe",
        "unsafe" if deviations.list_to_set => "safe",
        _ => return None,
    };
    let (from, to) = (ty(&vector["from"]), ty(&vector["to"]));
    let got = plan(&from, &to, &Scope::default()).map_or("none", |plan| plan.safety().word());
    Some(if got == wanted { Ok(()) } else { Err(format!("it is {wanted}, not {got}")) })
}

/// Where go-cty lacks a conversion that the table has, it unifies less and to other types. What the
/// engine finds must be a type that every input converts to; and it finds one where go-cty does.
fn unify(vector: &Json) -> Option<Result<(), String>> {
    let types: Vec<Type> = vector["types"].as_array()?.iter().map(ty).collect();
    // Objects and tuples are taken for maps and lists of what they hold, so that everything may meet.
    let text = vector["types"].to_string();
    let holds = |word: &str| text.contains(&format!("\"{word}\""));
    let open = holds("any");
    let meet = [("list", "set"), ("list", "tuple"), ("set", "tuple")];
    let meet = meet.iter().any(|(one, other)| holds(one) && holds(other));
    let safe = vector["mode"] == "safe";
    let scope = Scope::default();
    let reaches = |from: &Type, to: &Type| {
        from == to || plan(from, to, &scope).is_some_and(|plan| !safe || plan.safety() <= Safety::Safe)
    };
    // go-cty also answers with types that not every input converts to.
    let sound = vector["want"].is_null() || types.iter().all(|from| reaches(from, &ty(&vector["want"])));
    if !open && !meet && sound {
        return None;
    }
    let unified = if safe { unify_safe(&types, &scope) } else { unify_unsafe(&types, &scope) };
    let Some(unified) = unified else {
        // Where an input says any, what it converts to is only seen on its values.
        let common = !open && !vector["want"].is_null() && sound;
        return Some(if common { Err("there is a common type".to_owned()) } else { Ok(()) });
    };
    // Perhaps by way of a third type, which a plan for the pair alone would not find.
    let reached = types.iter().zip(&unified.conversions).all(|(from, conversion)| {
        conversion.from() == from && *conversion.to() == unified.ty && (!safe || conversion.safety() <= Safety::Safe)
    });
    let reached = reached && types.len() == unified.conversions.len();
    Some(if reached { Ok(()) } else { Err(format!("not all convert to {}", unified.ty)) })
}

/// A value converts where the table has a conversion, the result has the type asked for, without its
/// optional markers, and marks stay. go-cty loses a marker or a mark here and there.
fn converted(vector: &Json) -> Option<Result<(), String>> {
    let value = Value::from_notation(&vector["value"]).expect("go-cty writes the notation");
    let to = ty(&vector["to"]);
    let got = convert(&value, &to, &Scope::default());
    if let (Ok(got), Some(want)) = (&got, vector.get("want")) {
        let want = Value::from_notation(want).expect("go-cty writes the notation");
        let markers = *got.ty() == required(want.ty()) && *got.ty() != *want.ty();
        // A null or an empty collection of go-cty's may be of a type that was not asked for.
        let asked = |value: &Value| check_type(value.ty(), &required(&to), &Scope::default()).is_empty();
        if !asked(&want) && asked(got) {
            let held = |value: &Value| value.clone().unmark_deep().0.to_notation()["value"].clone();
            let same = held(got) == held(&want);
            return Some(if same { Ok(()) } else { Err(format!("it is {}", got.to_notation())) });
        }
        if (markers || vector.to_string().contains("$marks")) && mended(got, &want).is_ok() {
            return Some(Ok(()));
        }
    }
    // Without any in the target all elements become of one type: that go-cty finds several is because
    // it leaves optional markers in the types of some nulls.
    let several = vector["error"].as_str().is_some_and(|error| error.contains("element types must all match"));
    if several && !vector["to"].to_string().contains("\"any\"") {
        return Some(match got {
            Ok(got) if *got.ty() == required(&to) => Ok(()),
            Ok(got) => Err(format!("the result is a {}", got.ty())),
            Err(error) => Err(format!("the elements are all of one type: {error}")),
        });
    }
    let from = &vector["value"]["type"];
    let open_set = vector["value"].to_string().contains("$unknown") && from.to_string().contains("\"set\"");
    // Nulls of absent optional attributes are of several types in go-cty.
    let mixed = vector["error"].as_str().is_some_and(|error| error.contains("types must all match"));
    let panicked = vector.get("panicked").is_some();
    if !Deviations::between(from, &vector["to"]).any() && !open_set && !panicked && !mixed {
        return None;
    }
    Some(match got {
        Ok(_) if vector["to"].to_string().contains("\"any\"") => Ok(()),
        Ok(got) if *got.ty() == required(&to) => Ok(()),
        Ok(got) => Err(format!("the result is a {}", got.ty())),
        Err(error) if vector.get("want").is_some() => Err(format!("go-cty converts it, the engine does not: {error}")),
        Err(_) => Ok(()),
    })
}

/// The same value but for optional markers in its type and marks that go-cty has lost.
fn mended(got: &Value, want: &Value) -> Result<(), String> {
    let ((got, marks), (want, fewer)) = (got.clone().unmark_deep(), want.clone().unmark_deep());
    let want = Value::from_notation_of(required(want.ty()), &want.to_notation()["value"]);
    if !want.is_ok_and(|want| want.raw_equals(&got)) {
        return Err(format!("beside the marks, it is {}", got.to_notation()));
    }
    match fewer.iter().find(|mark| !marks.contains(mark)) {
        None => Ok(()),
        Some(mark) => Err(format!("the mark {mark} is lost")),
    }
}

fn ty(json: &Json) -> Type {
    Type::from_json(json).expect("go-cty's types are types")
}

/// Which pairs that go-cty treats otherwise are met on the way from a type to another.
#[derive(Clone, Copy, Debug, Default)]
struct Deviations {
    list_to_set: bool,
    to_tuple: bool,
}

impl Deviations {
    fn any(self) -> bool {
        self.list_to_set || self.to_tuple
    }

    fn and(self, other: Self) -> Self {
        Self { list_to_set: self.list_to_set || other.list_to_set, to_tuple: self.to_tuple || other.to_tuple }
    }

    fn between(from: &Json, to: &Json) -> Self {
        let (Some(source), Some(target)) = (from[0].as_str(), to[0].as_str()) else { return Self::default() };
        let here = Self {
            list_to_set: (source, target) == ("list", "set"),
            to_tuple: matches!(source, "list" | "set") && target == "tuple",
        };
        let inner = match (source, target) {
            ("tuple", "list" | "set") | ("object", "map") => {
                // The parts are unified with each other first.
                let parts = parts(&from[1]);
                let among = parts.iter().flat_map(|a| parts.iter().map(|b| Self::between(a, b)));
                among.chain(parts.iter().map(|part| Self::between(part, &to[1]))).collect()
            }
            ("list" | "set" | "map", "list" | "set" | "map") => vec![Self::between(&from[1], &to[1])],
            ("list" | "set", "tuple") | ("map", "object") => {
                parts(&to[1]).iter().map(|part| Self::between(&from[1], part)).collect()
            }
            ("tuple", "tuple") => {
                parts(&from[1]).iter().zip(parts(&to[1])).map(|(from, to)| Self::between(from, to)).collect()
            }
            ("object", "object") => {
                let attributes = to[1].as_object().into_iter().flatten();
                attributes.map(|(name, to)| Self::between(&from[1][name], to)).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        inner.into_iter().fold(here, Self::and)
    }
}

/// The element types of a tuple, the attribute types of an object.
fn parts(types: &Json) -> Vec<&Json> {
    match types {
        Json::Array(types) => types.iter().collect(),
        Json::Object(types) => types.values().collect(),
        _ => Vec::new(),
    }
}
