//! What a person does with the crate that is generated from schemas/quickstart.yaml.

use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use quickstart::runtime::{self as rt, Content, Output, OutputData, Resolve};
use quickstart::{
    FindImageArgs, ImageInput, Port, PortInput, Protocol, ServerArgs, ServerOutputs, ServerSize, Source, SourceInput,
};

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Any executor will do; this is the smallest.
fn wait<F: IntoFuture>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future.into_future());
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

fn arrived<T: Send + Sync + Clone + 'static>(output: &Output<T>) -> OutputData<T> {
    OutputData::clone(&wait(output.clone()).unwrap())
}

/// A value that depends on a resource.
fn of<T>(content: Content<T>, urn: &str) -> Output<T> {
    let dependencies = [urn.to_owned()].into();
    OutputData { dependencies, ..OutputData::new(content) }.into()
}

fn args() -> ServerArgs {
    let address = of(Content::Known("10.0.0.1".to_owned()), "urn:network");
    let image = ImageInput { name: "debian".into() };
    let ports = [
        PortInput { protocol: Some(Protocol::Https.into()), ..PortInput::new(443) },
        PortInput::new(of(Content::Unknown, "urn:firewall")),
    ];
    ServerArgs {
        password: Some("hunter2".into()),
        tags: Some([("team", "core")].into()),
        ..ServerArgs::new(address.apply(|address| format!("server at {address}")), SourceInput::from(image), ports)
    }
}

#[test]
fn values_are_read_and_written() {
    let port: Port = rt::parse::<Port>(r#"{"number": "80"}"#).unwrap();
    assert_eq!((port.number.clone(), &port.protocol), (80.into(), &Protocol::Http));
    assert_eq!(rt::stringify(&port).unwrap(), r#"{"number":80,"protocol":"http"}"#);

    let wrong = rt::parse::<Port>(r#"{"number": "x", "protocol": "ftp"}"#).unwrap_err();
    let told: Vec<String> = wrong.problems().iter().map(ToString::to_string).collect();
    let wanted = [".number: an integer is required", r#".protocol: one of "http", "https" and "tcp" is required"#];
    assert_eq!(told, wanted);

    let source = rt::parse::<Source>(r#"{"kind": "image", "name": "debian"}"#).unwrap();
    match &source {
        Source::Image(image) => assert_eq!(image.name, "debian"),
        Source::Snapshot(_) => panic!("{source:?}"),
    }
    assert_eq!(rt::stringify(&source).unwrap(), r#"{"kind":"image","name":"debian"}"#);
}

#[test]
fn arguments_become_one_output() {
    let server = args().resolve();
    let whole = arrived(&server);
    assert_eq!((whole.content, whole.secret), (Content::Unknown, true));
    assert_eq!(whole.dependencies, ["urn:firewall".to_owned(), "urn:network".to_owned()].into());

    // Next to what is not known or must not be shown, other parts are as they were.
    let first = server.lifted().at("ports").at(0).get::<Port>();
    let told = first.apply(|port| format!("{} on {}", port.protocol, port.number));
    assert_eq!(arrived(&told), OutputData::new(Content::Known("https on 443".to_owned())));
    let size = server.part::<ServerSize>(["size"]);
    assert_eq!(arrived(&size), OutputData::new(Content::Known(ServerSize::Small)));
    let number = server.lifted().at("ports").at(1).at("number").get::<rt::BigInt>();
    assert_eq!(arrived(&number), arrived(&of(Content::Unknown, "urn:firewall")));
    let password = arrived(&server.part::<String>(["password"]));
    assert_eq!((password.content, password.secret), (Content::Known("hunter2".to_owned()), true));
}

#[test]
fn arguments_are_read_from_json() {
    let wire = r#"{"name":"a","source":{"kind":"image","name":"debian"},"size":"large","ports":[{"number":1,"protocol":"tcp"}]}"#;
    let args: ServerArgs = rt::parse_input(wire).unwrap();
    assert_eq!(wait(rt::encode_output(&args.resolve())).unwrap().to_string(), wire);

    let defaults = arrived(&FindImageArgs::new("debian").resolve());
    match defaults.content {
        Content::Known(inputs) => assert_eq!(inputs.minimum_disk, 10.into()),
        Content::Unknown => panic!("everything is known"),
    }
}

#[test]
fn a_resource_has_something_to_say_of_each_attribute() {
    let wire = r#"{"address":"04da6b54-80e4-46f7-96ec-b56ff0331ba9","password":"x","price":null}"#;
    let server = rt::parse_output::<ServerOutputs>(wire).unwrap();
    assert_eq!(arrived(&server.part::<String>(["address"])), OutputData::new(Content::Unknown));
    let password = arrived(&server.part::<String>(["password"]));
    assert_eq!((password.content, password.secret), (Content::Known("x".to_owned()), true));
    let price = arrived(&server.part::<rt::Nullable<f64>>(["price"]));
    assert_eq!(price, OutputData::new(Content::Known(rt::Nullable::Null)));
}
