//! Tables of named things.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::{Entry, Kind, inline_schema};

/// What a table names, in the order of the file. Names are unique, since keys of TOML are.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_map(NamedVisitor(PhantomData))
    }
}

struct NamedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NamedVisitor<T> {
    type Value = Named<T>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut named = Vec::new();
        while let Some(entry) = map.next_entry()? {
            named.push(entry);
        }
        Ok(Named(named))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}

/// A table with a value of a kind for each of some names.
#[derive(Debug)]
pub struct ByName<K>(PhantomData<K>);

impl<K: Kind> Kind for ByName<K> {
    type Value = BTreeMap<String, K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        let Named(entries) = Named::<Entry<K>>::deserialize(source)?;
        Ok(entries.into_iter().map(|(name, Entry(value))| (name, value)).collect())
    }
}

inline_schema!("ByName", [K: Kind] ByName<K>, |generator| {
    json_schema!({ "type": "object", "additionalProperties": K::json_schema(generator) })
});
