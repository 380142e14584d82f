//! Values that may be written alone or as a list.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};

/// A value that may also be written alone where a list is possible.
pub trait Single: Sized + for<'de> Deserialize<'de> {
    /// What one or several of it are called in messages.
    const EXPECTED: &'static str;

    /// From a whole number.
    fn from_integer(_: i64) -> Option<Self> {
        None
    }

    /// From a decimal number.
    fn from_float(_: f64) -> Option<Self> {
        None
    }

    /// From a string.
    fn from_text(_: &str) -> Option<Self> {
        None
    }

    /// Its schema.
    fn single_schema() -> Schema;
}

impl Single for i64 {
    const EXPECTED: &'static str = "a whole number or a list of whole numbers";

    fn from_integer(value: i64) -> Option<Self> {
        Some(value)
    }

    fn single_schema() -> Schema {
        json_schema!({ "type": "integer", "minimum": 1 })
    }
}

impl Single for f64 {
    const EXPECTED: &'static str = "a number or a list of numbers";

    fn from_integer(value: i64) -> Option<Self> {
        Some(value as Self)
    }

    fn from_float(value: f64) -> Option<Self> {
        Some(value)
    }

    fn single_schema() -> Schema {
        json_schema!({ "type": "number", "exclusiveMinimum": 0 })
    }
}

impl Single for String {
    const EXPECTED: &'static str = "a string or a list of strings";

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn single_schema() -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// One value or a list of them.
#[derive(Clone, Debug, PartialEq)]
pub enum OneOrMany<T> {
    /// Written alone.
    One(T),
    /// Written as a list.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The values in order.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(list) => list,
        }
    }

    /// Whether it was written as a list.
    pub fn is_list(&self) -> bool {
        matches!(self, Self::Many(_))
    }
}

impl<'de, T: Single> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Single> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(T::EXPECTED)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        let one = T::from_integer(value).map(OneOrMany::One);
        one.ok_or_else(|| E::invalid_type(Unexpected::Signed(value), &self))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        let one = T::from_float(value).map(OneOrMany::One);
        one.ok_or_else(|| E::invalid_type(Unexpected::Float(value), &self))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        let one = T::from_text(value).map(OneOrMany::One);
        one.ok_or_else(|| E::invalid_type(Unexpected::Str(value), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMany::Many)
    }
}

impl<T: Single> JsonSchema for OneOrMany<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OneOrMany".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = T::single_schema();
        json_schema!({
            "oneOf": [one, { "type": "array", "items": one, "minItems": 1, "uniqueItems": true }]
        })
    }
}
