//! Options that may be written in several ways: a word, a switch or a table.

use std::fmt;

use schemars::json_schema;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use super::config::{Lowercase, Smoothing};
use crate::value::{Entry, FromZero, inline_schema};

impl<'de> Deserialize<'de> for Lowercase {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(LowercaseVisitor)
    }
}

struct LowercaseVisitor;

impl Visitor<'_> for LowercaseVisitor {
    type Value = Lowercase;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("true, false, \"unicode\" (the same as true) or \"ascii\"")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<Lowercase, E> {
        Ok(if on { Lowercase::Unicode } else { Lowercase::No })
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Lowercase, E> {
        match word {
            "unicode" => Ok(Lowercase::Unicode),
            "ascii" => Ok(Lowercase::Ascii),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

inline_schema!("Lowercase", [] Lowercase, |_generator| {
    json_schema!({ "enum": [true, false, "unicode", "ascii"] })
});

/// Smoothing as it is written: the value may be left out.
#[derive(serde::Deserialize)]
#[serde(
    rename_all = "kebab-case",
    expecting = "\"none\", \"exp\", \"floor\", \"add-k\" or one of the last two with its value, \
                 such as { floor = 0.1 }"
)]
enum WrittenSmoothing {
    None,
    Exp,
    Floor(Option<Entry<FromZero>>),
    AddK(Option<Entry<FromZero>>),
}

impl Smoothing {
    const FLOOR: f64 = 0.1;
    const ADDED: f64 = 1.0;
}

impl From<WrittenSmoothing> for Smoothing {
    fn from(written: WrittenSmoothing) -> Self {
        match written {
            WrittenSmoothing::None => Self::None,
            WrittenSmoothing::Exp => Self::Exp,
            WrittenSmoothing::Floor(value) => Self::Floor(value.map_or(Self::FLOOR, |v| v.0)),
            WrittenSmoothing::AddK(value) => Self::AddK(value.map_or(Self::ADDED, |v| v.0)),
        }
    }
}

impl<'de> Deserialize<'de> for Smoothing {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        WrittenSmoothing::deserialize(source).map(Self::from)
    }
}

inline_schema!("Smoothing", [] Smoothing, |_generator| json_schema!({ "oneOf": [
    { "enum": ["none", "exp", "floor", "add-k"] },
    {
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {
            "floor": {
                "description": "A zero count becomes this value.",
                "type": "number",
                "minimum": 0,
                "default": Smoothing::FLOOR
            },
            "add-k": {
                "description": "This value is added to the counts of orders above 1.",
                "type": "number",
                "minimum": 0,
                "default": Smoothing::ADDED
            }
        }
    }
] }));
