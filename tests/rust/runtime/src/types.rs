//! Types as the generator writes them, for the tests of the runtime.

use super::runtime as rt;

#[derive(Clone)]
pub struct Port {
    pub number: i64,
    pub protocol: String,
    pub note: Option<rt::Nullable<String>>,
    pub password: Option<String>,
}

rt::object! {
    Port "Port" Refused: [number __0 protocol __1 note __2 password __3];
    need("kind", String).constant("\"port\"");
    need("number", Int64);
    fill("protocol", String, "\"tcp\"");
    may("note", Nullable(&String));
    may("password", String).secret();
}

#[derive(Clone)]
pub struct PortInput {
    pub number: rt::Input<i64>,
    pub protocol: Option<rt::Input<String>>,
    pub note: Option<rt::Input<rt::Nullable<String>>>,
    pub password: Option<rt::Input<String>>,
}

impl PortInput {
    pub fn new(number: impl Into<rt::Input<i64>>) -> Self {
        Self { number: number.into(), protocol: None, note: None, password: None }
    }
}

rt::arguments! { PortInput Port: [number __0 protocol __1 note __2 password __3] }

#[derive(Clone)]
pub struct Rule {
    pub name: String,
}

rt::object! {
    Rule "Rule" Refused: [name __0];
    need("kind", String).constant("\"rule\"");
    need("name", String);
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Port(Port),
    Rule(Rule),
    String(String),
    Int(i64),
    None,
}

rt::union! { Shape
    [<self::Port as rt::Codec>::TYPE, <self::Rule as rt::Codec>::TYPE, String, Int64, None]
    ::core::option::Option::Some(("kind", &[("port", 0), ("rule", 1)]));
    0 Port, 1 Rule, 2 String, 3 Int; 4 None
}
