//! Decodes a document of 100 services, each with an address, with generated code and with serde's.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use document::runtime as rt;

#[derive(serde::Deserialize)]
struct Fleet {
    name: String,
    services: Vec<Service>,
}

#[derive(serde::Deserialize)]
#[allow(dead_code)]
struct Service {
    name: String,
    replicas: i64,
    share: f64,
    #[serde(default)]
    enabled: Option<bool>,
    labels: BTreeMap<String, String>,
    zones: Vec<String>,
    address: Address,
    note: Option<String>,
}

#[derive(serde::Deserialize)]
#[allow(dead_code)]
struct Address {
    host: String,
    port: i64,
    tls: bool,
}

fn text() -> String {
    let service = |at: usize| {
        format!(
            r#"{{"name":"service-{at}","replicas":{at},"share":0.{at}5,"enabled":{},"labels":{{"app":"shop","team":"t{at}","tier":"backend"}},"zones":["eu-west-1a","eu-west-1b","eu-west-1c"],"address":{{"host":"10.0.0.{at}","port":{},"tls":true}},"note":"number {at} of the fleet, as it was drawn up"}}"#,
            at % 2 == 0,
            8000 + at
        )
    };
    let services: Vec<String> = (0..100).map(service).collect();
    format!(r#"{{"name":"fleet","services":[{}]}}"#, services.join(","))
}

/// The best of many rounds, in microseconds.
fn best(mut round: impl FnMut()) -> f64 {
    let rounds = (0..300).map(|_| {
        let start = Instant::now();
        (0..20).for_each(|_| round());
        start.elapsed().as_secs_f64() * 1e6 / 20.0
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn main() {
    let text = text();
    let generated = rt::parse::<document::Fleet>(&text).expect("the document is one");
    let derived: Fleet = serde_json::from_str(&text).expect("the document is one");
    assert_eq!((generated.services.len(), &generated.name), (derived.services.len(), &derived.name));
    let serde = best(|| drop(black_box(serde_json::from_str::<Fleet>(black_box(&text)))));
    let tygen = best(|| drop(black_box(rt::parse::<document::Fleet>(black_box(&text)))));
    println!("{} bytes: serde_json {serde:.1} us, generated {tygen:.1} us, {:.2}x", text.len(), tygen / serde);
}
