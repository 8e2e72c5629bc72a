//! Types from `schemas/shop.yaml`, made by the build script and used here.

#![deny(warnings)]

/// What the schema declares.
mod shop {
    tygen::include_schema!("shop");
}

use shop::runtime::{Input, Output};
use shop::{Color, ItemArgs, LabelInput, SizeInput};

fn main() {
    let note: Output<String> = Output::of("handmade".to_owned());
    let size = SizeInput {
        note: Some(note.into()),
        ..SizeInput::new(2.5, 4.0)
    };
    let item = ItemArgs {
        color: Some(Color::from("green").into()),
        label: Some(LabelInput::from(size).into()),
        tags: Some([("season", "winter")].into()),
        price: Some(1250.into()),
        ..ItemArgs::new("mug")
    };
    println!("{} is made from {item:#?}", shop::Item::TOKEN);
    match Color::from("mauve") {
        Color::Red | Color::Green => println!("a color that the schema knows"),
        Color::Unknown(other) => println!("a color that the schema does not know: {other}"),
    }
    match item.name {
        Input::Value(name) => println!("its name is {name}"),
        Input::Output(_) => println!("its name arrives later"),
    }
}
