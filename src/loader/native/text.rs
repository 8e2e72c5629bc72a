//! What people read, as it is written: a text, or parts of which some are for the readers of one
//! language.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::loader::document::Lenient;
use crate::model::{Description, Documentation, Passage};

/// Markdown; or parts of it, some of which are for the readers of one language.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(rename = "Text", untagged)]
pub enum RawText {
    /// For everybody.
    Whole(String),
    /// In parts.
    Parts(Vec<Lenient<RawPart>>),
}

/// A part of a text.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(rename = "Part", untagged)]
pub enum RawPart {
    /// For everybody.
    Everyone(String),
    /// By language: `ts`, `go`, `rust`. Whoever is not listed reads nothing here.
    PerLanguage(IndexMap<String, String>),
}

/// Why something should not be used any more; or just `true`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(rename = "Deprecated", untagged)]
pub enum RawDeprecated {
    /// Whether it is deprecated.
    Flag(bool),
    /// Why, and what to use in its place.
    Reason(RawText),
}

impl<'de> Deserialize<'de> for RawText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrParts;
        impl<'de> Visitor<'de> for TextOrParts {
            type Value = RawText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<RawText, E> {
                Ok(RawText::Whole(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<RawText, A::Error> {
                collected(parts).map(RawText::Parts)
            }
        }
        deserializer.deserialize_any(TextOrParts)
    }
}

impl<'de> Deserialize<'de> for RawDeprecated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagOrReason;
        impl<'de> Visitor<'de> for FlagOrReason {
            type Value = RawDeprecated;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a reason or `true`")
            }
            fn visit_bool<E: Error>(self, flag: bool) -> Result<RawDeprecated, E> {
                Ok(RawDeprecated::Flag(flag))
            }
            fn visit_str<E: Error>(self, reason: &str) -> Result<RawDeprecated, E> {
                Ok(RawDeprecated::Reason(RawText::Whole(reason.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<RawDeprecated, A::Error> {
                collected(parts).map(|parts| RawDeprecated::Reason(RawText::Parts(parts)))
            }
        }
        deserializer.deserialize_any(FlagOrReason)
    }
}

impl<'de> Deserialize<'de> for RawPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrLanguages;
        impl<'de> Visitor<'de> for TextOrLanguages {
            type Value = RawPart;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, or strings by language")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<RawPart, E> {
                Ok(RawPart::Everyone(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<RawPart, A::Error> {
                let mut texts = IndexMap::new();
                while let Some((language, text)) = members.next_entry()? {
                    texts.insert(language, text);
                }
                Ok(RawPart::PerLanguage(texts))
            }
        }
        deserializer.deserialize_any(TextOrLanguages)
    }
}

fn collected<'de, A: SeqAccess<'de>>(mut parts: A) -> Result<Vec<Lenient<RawPart>>, A::Error> {
    let mut all = Vec::new();
    while let Some(part) = parts.next_element()? {
        all.push(part);
    }
    Ok(all)
}

impl RawText {
    fn description(&self) -> Description {
        match self {
            RawText::Whole(text) => text.as_str().into(),
            RawText::Parts(parts) => {
                let parts = parts.iter().filter_map(|Lenient(part)| part.as_ref());
                let passages = parts.map(|part| match part {
                    RawPart::Everyone(text) => Passage::Everyone(text.as_str().into()),
                    RawPart::PerLanguage(texts) => Passage::PerLanguage(
                        texts.iter().map(|(language, text)| (language.as_str().into(), text.as_str().into())).collect(),
                    ),
                });
                Description::new(passages.collect())
            }
        }
    }
}

/// What people read about a declaration.
pub(super) fn documentation(description: Option<RawText>, deprecated: Option<RawDeprecated>) -> Documentation {
    Documentation {
        description: description.map_or_else(Description::default, |text| text.description()),
        deprecated: match deprecated {
            None | Some(RawDeprecated::Flag(false)) => None,
            Some(RawDeprecated::Flag(true)) => Some(Description::default()),
            Some(RawDeprecated::Reason(reason)) => Some(reason.description()),
        },
    }
}
