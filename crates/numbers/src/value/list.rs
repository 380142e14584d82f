//! Kinds of lists, and of what may be written alone in place of a list.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use schemars::json_schema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    Deserialize, Deserializer, Error, IntoDeserializer, SeqAccess, Unexpected, Visitor,
};

use super::{Alone, Entry, Kind, Refusal, inline_schema};

/// A list of different values that may be empty.
#[derive(Debug)]
pub struct Distinct<K>(PhantomData<K>);

/// A list of different values, at least one.
#[derive(Debug)]
pub struct Set<K>(PhantomData<K>);

/// A value or a list of different ones, at least one; in the order in which they are written.
#[derive(Debug)]
pub struct OneOrMany<K>(PhantomData<K>);

/// As [`OneOrMany`], in ascending order.
#[derive(Debug)]
pub struct Ascending<K>(PhantomData<K>);

/// `None` for the word of `W`, which stands for every one, or else what `K` reads.
#[derive(Debug)]
pub struct WordOr<W, K>(PhantomData<(W, K)>);

/// The word of a [`WordOr`].
pub trait EveryOne {
    /// As it is written.
    const WORD: &'static str;
    /// What may be written, in messages.
    const EXPECTED: &'static str;
    /// Whether a whole number may be written alone.
    const TAKES_NUMBER: bool;
}

impl<K: Kind<Value: PartialOrd>> Kind for Distinct<K> {
    type Value = Vec<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        let list = Vec::<Entry<K>>::deserialize(source)?;
        let list: Vec<K::Value> = list.into_iter().map(|entry| entry.0).collect();
        // Sorting is stable: of equal entries, the first comes first.
        let mut sorted: Vec<(usize, &K::Value)> = list.iter().enumerate().collect();
        sorted.sort_by(|(_, one), (_, other)| order(*one, *other));
        let Some(pair) = sorted.windows(2).find(|pair| pair[0].1 == pair[1].1) else {
            return Ok(list);
        };
        let twice = Refusal::new("`{key}` has the same entry twice", "leave one of them out");
        let twice = twice.at(format!("[{}]", pair[1].0));
        Err(D::Error::custom(twice.beside(format!("[{}]", pair[0].0), "first here")))
    }
}

inline_schema!("Distinct", [K: Kind] Distinct<K>, |generator| {
    json_schema!({ "type": "array", "items": K::json_schema(generator), "uniqueItems": true })
});

impl<K: Kind<Value: PartialOrd>> Kind for Set<K> {
    type Value = Vec<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        let list = Distinct::<K>::deserialize(source)?;
        if list.is_empty() {
            return Err(D::Error::custom(Refusal::new("{value} is empty", Refusal::NAME_ONE)));
        }
        Ok(list)
    }
}

inline_schema!("Set", [K: Kind] Set<K>, |generator| {
    let mut schema = Distinct::<K>::json_schema(generator);
    schema.insert("minItems".to_owned(), 1.into());
    schema
});

impl<K: Kind<Value: PartialOrd>> Kind for OneOrMany<K> {
    type Value = Vec<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        source.deserialize_any(OneOrManyVisitor::<K>(PhantomData))
    }
}

struct OneOrManyVisitor<K>(PhantomData<K>);

impl<'de, K: Kind<Value: PartialOrd>> Visitor<'de> for OneOrManyVisitor<K> {
    type Value = Vec<K::Value>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(match K::ALONE {
            Alone::Text => "a string or a list of strings",
            Alone::WholeNumber => "a whole number or a list of whole numbers",
            Alone::Number => "a number or a list of numbers",
        })
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        // A whole number will do where a number is wanted, though TOML has its own type for it.
        if K::ALONE == Alone::Text {
            return Err(E::invalid_type(Unexpected::Signed(value), &self));
        }
        Ok(vec![K::deserialize(value.into_deserializer())?])
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        if K::ALONE != Alone::Number {
            return Err(E::invalid_type(Unexpected::Float(value), &self));
        }
        Ok(vec![K::deserialize(value.into_deserializer())?])
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        if K::ALONE != Alone::Text {
            return Err(E::invalid_type(Unexpected::Str(value), &self));
        }
        Ok(vec![K::deserialize(value.into_deserializer())?])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Set::<K>::deserialize(SeqAccessDeserializer::new(list))
    }
}

inline_schema!("OneOrMany", [K: Kind] OneOrMany<K>, |generator| {
    let (one, many) = (K::json_schema(generator), Set::<K>::json_schema(generator));
    json_schema!({ "oneOf": [one, many] })
});

impl<K: Kind<Value: PartialOrd>> Kind for Ascending<K> {
    type Value = Vec<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        let mut list = OneOrMany::<K>::deserialize(source)?;
        list.sort_by(order);
        Ok(list)
    }
}

/// Values have an order once they are read: NaN was refused.
fn order<T: PartialOrd>(one: &T, other: &T) -> Ordering {
    one.partial_cmp(other).unwrap_or(Ordering::Equal)
}

inline_schema!("Ascending", [K: Kind] Ascending<K>, |generator| {
    OneOrMany::<K>::json_schema(generator)
});

impl<W: EveryOne, K: Kind> Kind for WordOr<W, K> {
    type Value = Option<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        source.deserialize_any(WordOrVisitor::<W, K>(PhantomData))
    }
}

struct WordOrVisitor<W, K>(PhantomData<(W, K)>);

impl<'de, W: EveryOne, K: Kind> Visitor<'de> for WordOrVisitor<W, K> {
    type Value = Option<K::Value>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(W::EXPECTED)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        if word == W::WORD {
            return Ok(None);
        }
        Err(E::invalid_value(Unexpected::Str(word), &self))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        if W::TAKES_NUMBER {
            return K::deserialize(value.into_deserializer()).map(Some);
        }
        Err(E::invalid_type(Unexpected::Signed(value), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        K::deserialize(SeqAccessDeserializer::new(list)).map(Some)
    }
}

inline_schema!("WordOr", [W: EveryOne, K: Kind] WordOr<W, K>, |generator| {
    json_schema!({ "oneOf": [{ "const": W::WORD }, K::json_schema(generator)] })
});
