//! Reads the tree of a spec into types, so that every error says what it is about and where.
//!
//! Tables are read from tables alone, and words from strings alone: derived readers would also take a
//! list for a struct (field by field) and an empty table for a word. Two things are read that derived
//! readers do not know:
//!
//! - A field called [`REST`] gets the table again, without the keys of the other fields. It stands in
//!   for `flatten`, which would lose the places of errors.
//! - An enum with a name in small letters, such as `format`, is a choice between keys of a table, of
//!   which there has to be exactly one.

use std::fmt::{self, Display};

use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::source::{Content, Node, SpecPath};

/// The name of the field that gets what the other fields of a struct leave.
pub(super) const REST: &str = "*";

/// What is wrong with an entry of a spec.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Problem {
    /// A key that is none of these.
    UnknownKey(Vec<&'static str>),
    /// A table without this key.
    Missing(&'static str),
    /// A value of another type than this.
    WrongType(String),
    /// A value of the right type that is not this.
    WrongValue(String),
    /// A word that is none of these.
    UnknownWord(&'static [&'static str]),
    /// A table with none of the keys of a choice.
    NoChoice(&'static str, &'static [&'static str]),
    /// A key where there is another of the same choice.
    SecondChoice(&'static str, String),
    /// A number that has no place in 64 bits.
    OutOfRange,
    /// What the type of the value says against it.
    Refused(String),
}

/// A problem and its place.
#[derive(Debug)]
pub(super) struct ReadError {
    pub(super) problem: Problem,
    pub(super) path: Option<SpecPath>,
    /// Whether the key is at fault, and not the value.
    pub(super) is_key: bool,
}

impl ReadError {
    fn new(problem: Problem) -> Self {
        Self { problem, path: None, is_key: false }
    }

    fn at(mut self, path: &SpecPath) -> Self {
        self.path.get_or_insert_with(|| path.clone());
        self
    }
}

impl Display for ReadError {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "{:?}", self.problem)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Problem::Refused(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Problem::WrongType(expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Problem::WrongValue(expected.to_string()))
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Self::new(Problem::UnknownWord(known))
    }

    fn unknown_field(_: &str, known: &'static [&'static str]) -> Self {
        Self::new(Problem::UnknownKey(known.to_vec()))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(Problem::Missing(key))
    }
}

/// Reads the value at a place.
pub(super) struct Reader<'a> {
    node: &'a Node,
    path: SpecPath,
    /// Keys that belong to the struct around, of which this is the rest.
    taken: &'static [&'static str],
}

impl<'a> Reader<'a> {
    /// Reads the whole of a tree.
    pub(super) fn new(node: &'a Node) -> Self {
        Self { node, path: SpecPath::top(), taken: &[] }
    }

    /// Reads of a table what the fields of `T`, which it was read into, leave.
    pub(super) fn rest_of<T: for<'de> Deserialize<'de>>(node: &'a Node, path: SpecPath) -> Self {
        Self { node, path, taken: fields_of::<T>() }
    }

    /// Reads the value with `read`, whose errors are about it unless they say more.
    pub(super) fn read_with<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let path = self.path.clone();
        read(self).map_err(|error| error.at(&path))
    }

    /// Reads the value with `seed`, whose errors are about it unless they say more.
    fn read<'de, T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        let path = self.path.clone();
        seed.deserialize(self).map_err(|error| error.at(&path))
    }

    /// What a table holds, but for the keys of the struct around.
    pub(super) fn entries(&self) -> Vec<(&'a str, Self)> {
        let Content::Table(entries) = &self.node.content else { return Vec::new() };
        let entries = entries.iter().filter(|(key, _, _)| !self.is_taken(key));
        let inside = |key: &str, node| Self { node, path: self.path.then(key), taken: &[] };
        entries.map(|(key, _, node)| (key.as_str(), inside(key, node))).collect()
    }

    fn is_taken(&self, key: &str) -> bool {
        self.taken.contains(&key)
    }

    /// The error of a key that is none of those that are `known`, nor of those taken before.
    pub(super) fn unknown_key(
        &self,
        key: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> ReadError {
        let known = self.taken.iter().copied().chain(known).filter(|key| *key != REST);
        ReadError {
            problem: Problem::UnknownKey(known.collect()),
            path: Some(self.path.then(key)),
            is_key: true,
        }
    }

    /// Reads a table whose struct has these fields, or any table.
    fn table<'de, V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let path = self.path.clone();
        if !matches!(self.node.content, Content::Table(_)) {
            return Err(ReadError::new(Problem::WrongType("a table".to_owned())).at(&path));
        }
        let mut entries = self.entries();
        if fields.contains(&REST) {
            entries.retain(|(key, _)| *key != REST && fields.contains(key));
            entries.push((REST, Self { node: self.node, path: path.clone(), taken: fields }));
        }
        let table = Table { around: self, entries: entries.into_iter(), value: None };
        visitor.visit_map(table).map_err(|error| error.at(&path))
    }
}

/// The fields of a struct, as its derived reader names them.
fn fields_of<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    struct Fields<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Fields<'_> {
        type Error = ReadError;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
            Err(ReadError::custom("its fields alone are asked for"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, ReadError> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
            unit_struct seq tuple tuple_struct identifier ignored_any option newtype_struct map enum
        }
    }

    let mut fields: &'static [&'static str] = &[];
    // It reads nothing, and names its fields before it knows.
    drop(T::deserialize(Fields(&mut fields)));
    fields
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let path = self.path.clone();
        let read = match &self.node.content {
            Content::Text(text) => visitor.visit_str(text),
            Content::Integer(Some(number)) => visitor.visit_i64(*number),
            Content::Float(Some(number)) => visitor.visit_f64(*number),
            Content::Integer(None) | Content::Float(None) => {
                Err(ReadError::new(Problem::OutOfRange))
            }
            Content::Boolean(is) => visitor.visit_bool(*is),
            Content::Date => Err(ReadError::invalid_type(Unexpected::Other("date"), &visitor)),
            Content::List(list) => {
                let entries = list.iter().enumerate().map(|(index, node)| Self {
                    node,
                    path: self.path.then(index),
                    taken: &[],
                });
                visitor.visit_seq(List(entries.collect::<Vec<_>>().into_iter()))
            }
            Content::Table(_) => return self.table(&[], visitor),
        };
        read.map_err(|error| error.at(&path))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.table(&[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.table(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let is_choice = name.starts_with(char::is_lowercase);
        let expected = (&visitor as &dyn Expected).to_string();
        // What the attribute `expecting` says of an enum of words and tables.
        let expected = Some(expected).filter(|text| !text.starts_with("enum "));
        let unknown = || match &expected {
            Some(expected) => Problem::WrongValue(expected.clone()),
            None => Problem::UnknownWord(variants),
        };
        let path = self.path.clone();
        let read = match &self.node.content {
            Content::Table(_) if is_choice || expected.is_some() => {
                let mut entries = self.entries();
                let stranger = entries.iter().find(|(key, _)| !variants.contains(key));
                match (stranger, is_choice) {
                    (Some((key, _)), true) => {
                        return Err(self.unknown_key(key, variants.iter().copied()));
                    }
                    (Some(_), false) => return Err(ReadError::new(unknown()).at(&path)),
                    (None, _) => {}
                }
                let first = entries.first().map(|(key, _)| *key);
                match entries.pop() {
                    None if is_choice => Err(ReadError::new(Problem::NoChoice(name, variants))),
                    Some((key, reader)) if is_choice || entries.is_empty() => {
                        let first = first.filter(|_| !entries.is_empty());
                        let second =
                            first.map(|first| Problem::SecondChoice(name, first.to_owned()));
                        visitor.visit_enum(Chosen { key, reader: Some(reader), second })
                    }
                    _ => Err(ReadError::new(unknown())),
                }
            }
            Content::Text(word) if !is_choice => {
                visitor.visit_enum(Chosen { key: word, reader: None, second: None })
            }
            _ if is_choice => Err(ReadError::new(Problem::WrongType("a table".to_owned()))),
            _ => Err(ReadError::new(match &expected {
                Some(expected) => Problem::WrongType(expected.clone()),
                None => unknown(),
            })),
        };
        read.map_err(|error| match error.problem {
            // A word that is none, or a table for a word, or the other way round.
            Problem::UnknownWord(_) if error.path.is_none() => ReadError::new(unknown()).at(&path),
            _ => error.at(&path),
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier ignored_any
    }
}

struct List<'a>(std::vec::IntoIter<Reader<'a>>);

impl<'de> SeqAccess<'de> for List<'_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        self.0.next().map(|entry| entry.read(seed)).transpose()
    }
}

struct Table<'a> {
    around: Reader<'a>,
    entries: std::vec::IntoIter<(&'a str, Reader<'a>)>,
    value: Option<Reader<'a>>,
}

impl<'de> MapAccess<'de> for Table<'_> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        let read = seed.deserialize(StrDeserializer::<ReadError>::new(key));
        let read = read.map_err(|error| match error.problem {
            Problem::UnknownKey(known) => self.around.unknown_key(key, known),
            _ => ReadError { is_key: true, ..error.at(&self.around.path.then(key)) },
        });
        read.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        match self.value.take() {
            Some(value) => value.read(seed),
            None => Err(ReadError::custom("a value is read before its key")),
        }
    }
}

/// A variant: a word, or a key of a table with its value.
struct Chosen<'a> {
    key: &'a str,
    reader: Option<Reader<'a>>,
    /// What is said once the value is read: that there is another of its choice.
    second: Option<Problem>,
}

impl Chosen<'_> {
    /// The variant is written in another way; said in the words of the enum around.
    fn mismatch<T>() -> Result<T, ReadError> {
        Err(ReadError::new(Problem::UnknownWord(&[])))
    }
}

impl<'de> EnumAccess<'de> for Chosen<'_> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let variant = seed.deserialize(StrDeserializer::<ReadError>::new(self.key))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        if self.reader.is_some() { Self::mismatch() } else { Ok(()) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        let Some(reader) = self.reader else {
            // A value that may be left out.
            let nothing = serde::de::value::UnitDeserializer::<ReadError>::new();
            return seed.deserialize(nothing).or_else(|_| Self::mismatch());
        };
        let path = reader.path.clone();
        let value = reader.read(seed)?;
        self.second.map_or(Ok(value), |problem| Err(ReadError::new(problem).at(&path)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, ReadError> {
        Self::mismatch()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ReadError> {
        Self::mismatch()
    }
}
