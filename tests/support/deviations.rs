//! Where the engine differs from go-cty on purpose, and the law that it follows there.
//!
//! `docs/engine.md` lists the deviations and their reasons.

use serde_json::Value as Json;
use tygen::engine::convert::{Safety, Scope, convert, plan, required};
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
    let deviation = Deviation::of(&vector["from"], &vector["to"])?;
    let allowed: &[&str] = match (deviation, vector["want"].as_str()?) {
        (Deviation::ToTuple, "none") => &["unsafe"],
        (Deviation::ListToSet, "unsafe") => &["safe"],
        (Deviation::ToTuple | Deviation::ListToSet, _) => &[],
    };
    let (from, to) = (ty(&vector["from"]), ty(&vector["to"]));
    let got = plan(&from, &to, &Scope::default()).map_or("none", |plan| plan.safety().word());
    Some(if allowed.contains(&got) { Ok(()) } else { Err(format!("it may be one of {allowed:?}, not {got}")) })
}

/// Where go-cty lacks a conversion that the table has, it unifies less and to other types. What the
/// engine finds must be a type that every input converts to; and it finds one where go-cty does.
fn unify(vector: &Json) -> Option<Result<(), String>> {
    let types: Vec<Type> = vector["types"].as_array()?.iter().map(ty).collect();
    let pairs = || vector["types"].as_array().into_iter().flatten();
    pairs().find_map(|from| pairs().find_map(|to| Deviation::of(from, to)))?;
    let safe = vector["mode"] == "safe";
    let scope = Scope::default();
    let unified = if safe { unify_safe(&types, &scope) } else { unify_unsafe(&types, &scope) };
    let Some(unified) = unified else {
        return Some(if vector["want"].is_null() { Ok(()) } else { Err("there is a common type".to_owned()) });
    };
    let strict =
        |from: &Type| plan(from, &unified.ty, &scope).is_some_and(|plan| !safe || plan.safety() <= Safety::Safe);
    Some(match types.iter().find(|from| !strict(from)) {
        None => Ok(()),
        Some(from) => Err(format!("{from} does not convert to {}", unified.ty)),
    })
}

/// A value converts where the table has a conversion, and the result has the type asked for.
fn converted(vector: &Json) -> Option<Result<(), String>> {
    let from = &vector["value"]["type"];
    let open_set = vector["value"].to_string().contains("$unknown") && from.to_string().contains("\"set\"");
    if Deviation::of(from, &vector["to"]).is_none() && !open_set && vector.get("panicked").is_none() {
        return None;
    }
    let value = Value::from_notation(&vector["value"]).expect("go-cty writes the notation");
    let to = ty(&vector["to"]);
    Some(match convert(&value, &to, &Scope::default()) {
        Ok(_) if vector["to"].to_string().contains("\"any\"") => Ok(()),
        Ok(got) if *got.ty() == required(&to) => Ok(()),
        Ok(got) => Err(format!("the result is a {}", got.ty())),
        Err(error) if vector.get("want").is_some() => Err(format!("go-cty converts it, the engine does not: {error}")),
        Err(_) => Ok(()),
    })
}

fn ty(json: &Json) -> Type {
    Type::from_json(json).expect("go-cty's types are types")
}

/// A pair of types within two types that go-cty treats otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deviation {
    ListToSet,
    ToTuple,
}

impl Deviation {
    /// The worst that is met on the way from a type to another.
    fn of(from: &Json, to: &Json) -> Option<Self> {
        let (kind, element) = (to[0].as_str()?, &to[1]);
        let inner = |from: &Json| Self::of(from, element);
        match (from[0].as_str()?, kind) {
            ("list" | "set", "tuple") => Some(Deviation::ToTuple),
            ("list", "set") => inner(&from[1]).max(Some(Deviation::ListToSet)),
            ("list" | "set", "list") | ("set", "set") | ("map", "map") => inner(&from[1]),
            ("tuple", "list" | "set") => {
                // The elements are unified with each other first.
                let types = from[1].as_array()?;
                let among = types.iter().flat_map(|a| types.iter().map(move |b| Self::of(a, b))).max().flatten();
                types.iter().map(inner).max().flatten().max(among)
            }
            ("tuple", "tuple") => {
                from[1].as_array()?.iter().zip(element.as_array()?).map(|(from, to)| Self::of(from, to)).max()?
            }
            ("object", "map") => {
                let types = from[1].as_object()?;
                let among = types.values().flat_map(|a| types.values().map(move |b| Self::of(a, b))).max().flatten();
                types.values().map(inner).max().flatten().max(among)
            }
            ("map", "object") => element.as_object()?.values().map(|to| Self::of(&from[1], to)).max()?,
            ("object", "object") => element.as_object()?.iter().map(|(name, to)| Self::of(&from[1][name], to)).max()?,
            _ => None,
        }
    }
}
