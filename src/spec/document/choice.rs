//! Values that may be written in several ways: a word, a number, a list or a table.
//!
//! Their readers are written by hand, so that an error says what may stand there.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::one_or_many::{OneOrMany, Single};
use super::read_as_table;

/// Systems: all of them, or a list of names.
#[derive(Clone, Debug, PartialEq)]
pub enum Systems {
    /// `"all"`.
    All,
    /// Names.
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for Systems {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(SystemsVisitor)
    }
}

struct SystemsVisitor;

impl<'de> Visitor<'de> for SystemsVisitor {
    type Value = Systems;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("\"all\" or a list of system names such as [\"S1\", \"S2\"]")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Systems, E> {
        match word {
            "all" => Ok(Systems::All),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Systems, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Systems::List)
    }
}

impl JsonSchema for Systems {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Systems".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "oneOf": [
                { "const": "all" },
                {
                    "type": "array",
                    "items": String::single_schema(),
                    "minItems": 1,
                    "uniqueItems": true
                }
            ]
        })
    }
}

/// Sizes by documents: every number of them, or some.
#[derive(Clone, Debug, PartialEq)]
pub enum Documents {
    /// `"each"`.
    Each,
    /// Numbers of documents.
    Counts(OneOrMany<i64>),
}

impl<'de> Deserialize<'de> for Documents {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(DocumentsVisitor)
    }
}

struct DocumentsVisitor;

impl<'de> Visitor<'de> for DocumentsVisitor {
    type Value = Documents;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("\"each\", a number of documents or a list of such numbers")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Documents, E> {
        match word {
            "each" => Ok(Documents::Each),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_i64<E: Error>(self, count: i64) -> Result<Documents, E> {
        Ok(Documents::Counts(OneOrMany::One(count)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Documents, A::Error> {
        let counts = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(Documents::Counts(OneOrMany::Many(counts)))
    }
}

impl JsonSchema for Documents {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Documents".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = i64::single_schema();
        json_schema!({
            "oneOf": [
                { "const": "each" },
                one,
                { "type": "array", "items": one, "minItems": 1, "uniqueItems": true }
            ]
        })
    }
}

/// Which references make up a reference count.
#[derive(Clone, Debug, PartialEq)]
pub enum ReferenceChoice {
    /// `"first"`.
    First,
    /// `"every-subset"`.
    EverySubset,
    /// `{ mixed = 20 }`.
    Mixed(i64),
}

/// One reference per segment, drawn at random.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Mixed")]
struct MixedTable {
    /// Number of assignments of one reference to each segment. Required.
    /// Example: `reference-choice = { mixed = 20 }`.
    #[schemars(required, range(min = 1))]
    mixed: Option<i64>,
}

impl<'de> Deserialize<'de> for ReferenceChoice {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(ReferenceChoiceVisitor)
    }
}

struct ReferenceChoiceVisitor;

impl<'de> Visitor<'de> for ReferenceChoiceVisitor {
    type Value = ReferenceChoice;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("\"first\", \"every-subset\" or a table such as { mixed = 20 }")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<ReferenceChoice, E> {
        match word {
            "first" => Ok(ReferenceChoice::First),
            "every-subset" => Ok(ReferenceChoice::EverySubset),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ReferenceChoice, A::Error> {
        let table = MixedTable::deserialize(MapAccessDeserializer::new(map))?;
        let mixed = table.mixed.map(ReferenceChoice::Mixed);
        mixed.ok_or_else(|| A::Error::invalid_value(Unexpected::Map, &self))
    }
}

impl JsonSchema for ReferenceChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ReferenceChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "oneOf": [
                { "enum": ["first", "every-subset"] },
                generator.subschema_for::<MixedTable>()
            ]
        })
    }
}

/// Lower-casing before tokenization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowercaseChoice {
    /// `false`.
    No,
    /// `true` or `"unicode"`.
    Unicode,
    /// `"ascii"`.
    Ascii,
}

impl<'de> Deserialize<'de> for LowercaseChoice {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(LowercaseVisitor)
    }
}

struct LowercaseVisitor;

impl Visitor<'_> for LowercaseVisitor {
    type Value = LowercaseChoice;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("true, false, \"unicode\" (the same as true) or \"ascii\"")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<LowercaseChoice, E> {
        Ok(if on { LowercaseChoice::Unicode } else { LowercaseChoice::No })
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<LowercaseChoice, E> {
        match word {
            "unicode" => Ok(LowercaseChoice::Unicode),
            "ascii" => Ok(LowercaseChoice::Ascii),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

impl JsonSchema for LowercaseChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Lowercase".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, "unicode", "ascii"] })
    }
}

/// Smoothing of zero n-gram matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SmoothingChoice {
    /// `"none"`.
    None,
    /// `"exp"`.
    Exp,
    /// `"floor"` or `{ floor = 0.1 }`.
    Floor(f64),
    /// `"add-k"` or `{ add-k = 1 }`.
    AddK(f64),
}

impl SmoothingChoice {
    const FLOOR: Self = Self::Floor(0.1);
    const ADD_K: Self = Self::AddK(1.0);
}

/// Smoothing with a value; exactly one of the keys.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Smoothing", extend("minProperties" = 1, "maxProperties" = 1))]
struct SmoothingTable {
    /// A zero count becomes this value. Default of the word `"floor"`: 0.1.
    /// Example: `smoothing = { floor = 0.01 }`.
    #[schemars(extend("minimum" = 0))]
    floor: Option<f64>,
    /// This value is added to the counts of orders above 1. Default of the word `"add-k"`: 1.
    /// Example: `smoothing = { add-k = 0.5 }`.
    #[schemars(extend("minimum" = 0))]
    add_k: Option<f64>,
}

impl<'de> Deserialize<'de> for SmoothingChoice {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(SmoothingVisitor)
    }
}

struct SmoothingVisitor;

impl<'de> Visitor<'de> for SmoothingVisitor {
    type Value = SmoothingChoice;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(
            "\"none\", \"exp\", \"floor\", \"add-k\" or one of the last two with its value, such \
             as { floor = 0.1 }",
        )
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<SmoothingChoice, E> {
        match word {
            "none" => Ok(SmoothingChoice::None),
            "exp" => Ok(SmoothingChoice::Exp),
            "floor" => Ok(SmoothingChoice::FLOOR),
            "add-k" => Ok(SmoothingChoice::ADD_K),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SmoothingChoice, A::Error> {
        let table = SmoothingTable::deserialize(MapAccessDeserializer::new(map))?;
        match (table.floor, table.add_k) {
            (Some(value), None) => Ok(SmoothingChoice::Floor(value)),
            (None, Some(value)) => Ok(SmoothingChoice::AddK(value)),
            _ => Err(A::Error::invalid_value(Unexpected::Map, &self)),
        }
    }
}

impl JsonSchema for SmoothingChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SmoothingChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "oneOf": [
                { "enum": ["none", "exp", "floor", "add-k"] },
                generator.subschema_for::<SmoothingTable>()
            ]
        })
    }
}

read_as_table!(MixedTable, SmoothingTable);
