//! Properties, and what people read.

use super::yaml::{Map, Yaml};
use super::{Writer, names, numbers};
use crate::model::{Description, Documentation, Literal, OnChange, Passage, Presence, Property, Type};

/// Longer defaults do not stand inside the type's expression.
const LONGEST_DEFAULT: usize = 60;

impl Writer<'_> {
    pub(super) fn properties(&self, properties: &[Property]) -> Map {
        let mut map = Map::default();
        for property in properties {
            map.put(&*property.name, self.property(property));
        }
        map
    }

    fn property(&self, property: &Property) -> Yaml {
        let Property { ty, presence, documentation: said, secret, constant, environment, returned, .. } = property;
        let (text, default) = self.attribute(ty, presence);
        let mut map = Map::default();
        documentation(said, &mut map);
        map.put_text("input", property.input.as_ref().map(|input| self.expression(input)).as_deref());
        map.put_row("names", names(&property.naming));
        map.put_flag("secret", *secret);
        map.put_some("const", constant.as_ref().and_then(Yaml::literal));
        map.put_texts("environment", environment.iter().map(|name| &**name));
        map.put_some("default", default);
        match property.on_change {
            OnChange::Update => {}
            OnChange::Replace => map.put("onChange", Yaml::word("replace")),
            OnChange::ForceReplace => map.put("onChange", Yaml::word("force-replace")),
        }
        map.put_flag("returned", *returned);
        map.put_some("numbers", property.numbers.map(numbers));
        if map.is_empty() {
            return Yaml::Text(text);
        }
        let mut whole = Map::default();
        // The type of a constant is seen from it.
        if !(*presence == Presence::Required && constant.as_ref().is_some_and(|constant| is_type_of(constant, ty))) {
            whole.put("type", Yaml::Text(text));
        }
        whole.append(map);
        Yaml::Map(whole)
    }

    /// The expression of a property's type and presence, and its default if that stands beside it.
    fn attribute(&self, ty: &Type, presence: &Presence) -> (String, Option<Yaml>) {
        let ty = self.expression(ty);
        match presence {
            Presence::Required => (ty, None),
            Presence::Optional => (format!("optional({ty})"), None),
            Presence::Default(default) => {
                let inside = default.to_string();
                let is_short = inside.len() <= LONGEST_DEFAULT && !inside.contains("\\");
                match Yaml::literal(default).filter(|_| !is_short) {
                    Some(value) => (format!("optional({ty})"), Some(value)),
                    None => (format!("optional({ty}, {inside})"), None),
                }
            }
        }
    }
}

/// Whether the constant alone says that it is of this type.
fn is_type_of(constant: &Literal, ty: &Type) -> bool {
    match (constant, ty) {
        (Literal::String(_), Type::String) | (Literal::Bool(_), Type::Bool) => true,
        (Literal::Number(number), Type::Int) => number.as_str().bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// Adds what people read.
pub(super) fn documentation(documentation: &Documentation, map: &mut Map) {
    if !documentation.description.is_empty() {
        map.put("description", description(&documentation.description));
    }
    match &documentation.deprecated {
        None => {}
        Some(reason) if reason.is_empty() => map.put_flag("deprecated", true),
        Some(reason) => map.put("deprecated", description(reason)),
    }
}

/// A text, or its parts.
fn description(description: &Description) -> Yaml {
    let part = |passage: &Passage| match passage {
        Passage::Everyone(text) => Yaml::text(text),
        Passage::PerLanguage(texts) => {
            let mut map = Map::default();
            for (language, text) in texts {
                map.put(&**language, Yaml::text(text));
            }
            Yaml::Map(map)
        }
    };
    match description.passages() {
        [Passage::Everyone(text)] if !text.trim().is_empty() => Yaml::text(text),
        passages => Yaml::List(passages.iter().map(part).collect()),
    }
}
