//! Reads trees (specs, JSON) into types, so that every error says what it is about and where.
//!
//! Tables are read from tables alone, and words from strings alone: derived readers would also take a
//! list for a struct (field by field) and an empty table for a word. Two things are read that derived
//! readers do not know:
//!
//! - A field called [`REST`] gets the table again, without the keys of the other fields. It stands in
//!   for `flatten`, which would lose the places of errors.
//! - An enum with a name in small letters, such as `format`, is a choice between keys of a table, of
//!   which there has to be exactly one.
//!
//! An error gathers its place on the way up, so that reading without errors costs nothing for it.

mod json;
mod path;

use std::fmt::{self, Display};

use serde::de::value::{BorrowedStrDeserializer, UnitDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

pub use json::read_json;
pub use path::{Step, TreePath};

/// The name of the field that gets what the other fields of a struct leave.
pub const REST: &str = "*";

/// A tree of values.
pub trait Tree: Sized {
    /// What messages call a table.
    const TABLE: &'static str;

    /// The value, and what is in it.
    fn view(&self) -> View<'_, Self>;

    /// What `path` leads to.
    fn value_at(&self, path: &TreePath) -> Option<&Self> {
        path.steps().iter().try_fold(self, |value, step| match (value.view(), step) {
            (View::Table(entries), Step::Key(wanted)) => {
                entries.into_iter().find(|(key, _)| key == wanted).map(|(_, value)| value)
            }
            (View::List(list), Step::Index(index)) => list.get(*index),
            _ => None,
        })
    }

    /// What kind of value this is, in the words of messages.
    fn kind(&self) -> &'static str {
        match self.view() {
            View::Nothing => "null",
            View::Boolean(_) => "true or false",
            View::Integer(_) | View::Natural(_) => "a whole number",
            View::Real(_) => "a decimal number",
            View::OutOfRange(kind) => kind,
            View::Text(_) => "a string",
            View::Date => "a date or time",
            View::List(_) => "a list",
            View::Table(_) => Self::TABLE,
        }
    }
}

/// A value of a tree of `T`.
#[derive(Debug)]
pub enum View<'a, T> {
    /// No value, where one may stand.
    Nothing,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A whole number that may be beyond those of [`View::Integer`].
    Natural(u64),
    /// A number with a fraction.
    Real(f64),
    /// A number of this kind that has no place in 64 bits.
    OutOfRange(&'static str),
    /// A string.
    Text(&'a str),
    /// A date, a time or both.
    Date,
    /// Values in order.
    List(&'a [T]),
    /// Values by key, in the order of the file.
    Table(Vec<(&'a str, &'a T)>),
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
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
pub struct ReadError {
    /// What is wrong.
    pub problem: Problem,
    /// Whether the key is at fault, and not the value.
    pub is_key: bool,
    /// The steps to its place, the last one first.
    steps: Vec<Step>,
}

impl ReadError {
    fn new(problem: Problem) -> Self {
        Self { problem, is_key: false, steps: Vec::new() }
    }

    /// The same error, seen from one step further up.
    #[must_use]
    pub fn inside(mut self, step: impl Into<Step>) -> Self {
        self.steps.push(step.into());
        self
    }

    /// The way to its place, from the value that was read.
    pub fn path(&self) -> TreePath {
        self.steps.iter().rev().cloned().collect()
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
        Self::new(Problem::WrongType(in_plain_words(expected)))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Problem::WrongValue(in_plain_words(expected)))
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

/// Rust's names for kinds of values.
fn in_plain_words(expected: &dyn Expected) -> String {
    let expected = expected.to_string();
    match expected.as_str() {
        "i64" => "a whole number",
        "u32" | "u64" | "usize" => "a whole number from 0 up",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a borrowed string" => "a string",
        "a sequence" => "a list",
        "a map" => "a table",
        _ => return expected,
    }
    .to_owned()
}

/// Reads a value.
#[derive(Debug)]
pub struct Reader<'a, T> {
    value: &'a T,
    /// Keys that belong to the struct around, of which this is the rest.
    taken: &'static [&'static str],
}

impl<'a, T: Tree> Reader<'a, T> {
    /// Reads the whole of a tree.
    pub fn new(value: &'a T) -> Self {
        Self { value, taken: &[] }
    }

    /// Reads of a table what the fields of `S`, which it was read into, leave.
    pub fn rest_of<S: for<'de> Deserialize<'de>>(value: &'a T) -> Self {
        Self { value, taken: fields_of::<S>() }
    }

    /// What a table holds, but for the keys of the struct around.
    pub fn entries(&self) -> Vec<(&'a str, Self)> {
        let View::Table(entries) = self.value.view() else { return Vec::new() };
        let entries = entries.into_iter().filter(|(key, _)| !self.taken.contains(key));
        entries.map(|(key, value)| (key, Self::new(value))).collect()
    }

    /// The error of a key that is none of those that are `known`, nor of those taken before.
    pub fn unknown_key(
        &self,
        key: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> ReadError {
        let known = self.taken.iter().copied().chain(known).filter(|key| *key != REST);
        let error = ReadError::new(Problem::UnknownKey(known.collect()));
        ReadError { is_key: true, ..error.inside(key) }
    }

    /// Reads a table whose struct has these fields, or any table.
    fn table<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if !matches!(self.value.view(), View::Table(_)) {
            return Err(ReadError::new(Problem::WrongType(T::TABLE.to_owned())));
        }
        let mut entries = self.entries();
        if fields.contains(&REST) {
            entries.retain(|(key, _)| *key != REST && fields.contains(key));
            entries.push((REST, Self { value: self.value, taken: fields }));
        }
        visitor.visit_map(Table { around: self, entries: entries.into_iter(), value: None })
    }
}

/// The fields of a struct, as its derived reader names them.
fn fields_of<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    struct Fields<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Fields<'_> {
        type Error = ReadError;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
            Err(ReadError::custom("only its fields are read"))
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

impl<'de, T: Tree> Deserializer<'de> for Reader<'de, T> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value.view() {
            View::Nothing => visitor.visit_unit(),
            View::Boolean(is) => visitor.visit_bool(is),
            View::Integer(number) => visitor.visit_i64(number),
            View::Natural(number) => visitor.visit_u64(number),
            View::Real(number) => visitor.visit_f64(number),
            View::OutOfRange(_) => Err(ReadError::new(Problem::OutOfRange)),
            View::Text(text) => visitor.visit_borrowed_str(text),
            View::Date => Err(ReadError::invalid_type(Unexpected::Other("date"), &visitor)),
            View::List(list) => visitor.visit_seq(List(list.iter().enumerate())),
            View::Table(_) => self.table(&[], visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.value.view() {
            View::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
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
        let read = match self.value.view() {
            View::Table(_) if is_choice || expected.is_some() => {
                let mut entries = self.entries();
                let stranger = entries.iter().find(|(key, _)| !variants.contains(key));
                match (stranger, is_choice) {
                    (Some((key, _)), true) => {
                        return Err(self.unknown_key(key, variants.iter().copied()));
                    }
                    (Some(_), false) => return Err(ReadError::new(unknown())),
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
            View::Text(key) if !is_choice => {
                visitor.visit_enum(Chosen { key, reader: None::<Self>, second: None })
            }
            _ if is_choice => Err(ReadError::new(Problem::WrongType(T::TABLE.to_owned()))),
            _ => Err(ReadError::new(match &expected {
                Some(expected) => Problem::WrongType(expected.clone()),
                None => unknown(),
            })),
        };
        read.map_err(|error| match error.problem {
            // A word that is none, or a table for a word, or the other way round.
            Problem::UnknownWord(_) if error.steps.is_empty() => ReadError::new(unknown()),
            _ => error,
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier
    }
}

struct List<'a, T>(std::iter::Enumerate<std::slice::Iter<'a, T>>);

impl<'de, T: Tree> SeqAccess<'de> for List<'de, T> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        let Some((index, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Reader::new(value)).map(Some).map_err(|error| error.inside(index))
    }
}

struct Table<'a, T> {
    around: Reader<'a, T>,
    entries: std::vec::IntoIter<(&'a str, Reader<'a, T>)>,
    /// The entry whose key was read last.
    value: Option<(&'a str, Reader<'a, T>)>,
}

impl<'de, T: Tree> MapAccess<'de> for Table<'de, T> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, value));
        let read = seed.deserialize(BorrowedStrDeserializer::<ReadError>::new(key));
        let read = read.map_err(|error| match error.problem {
            Problem::UnknownKey(known) => self.around.unknown_key(key, known),
            _ => ReadError { is_key: true, ..error.inside(key) },
        });
        read.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        match self.value.take() {
            // The rest of a table is no further down.
            Some((_, reader)) if !reader.taken.is_empty() => seed.deserialize(reader),
            Some((key, reader)) => seed.deserialize(reader).map_err(|error| error.inside(key)),
            None => Err(ReadError::custom("a value is read before its key")),
        }
    }
}

/// A variant: a word, or a key of a table with its value.
struct Chosen<'a, T> {
    key: &'a str,
    reader: Option<Reader<'a, T>>,
    /// What is said once the value is read: that there is another of its choice.
    second: Option<Problem>,
}

/// The variant is written in another way; said in the words of the enum around.
fn mismatch<T>() -> Result<T, ReadError> {
    Err(ReadError::new(Problem::UnknownWord(&[])))
}

impl<'de, T: Tree> EnumAccess<'de> for Chosen<'de, T> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let variant = seed.deserialize(BorrowedStrDeserializer::<ReadError>::new(self.key))?;
        Ok((variant, self))
    }
}

impl<'de, T: Tree> VariantAccess<'de> for Chosen<'de, T> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        if self.reader.is_some() { mismatch() } else { Ok(()) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadError> {
        let Some(reader) = self.reader else {
            // A value that may be left out.
            return seed.deserialize(UnitDeserializer::<ReadError>::new()).or_else(|_| mismatch());
        };
        let read = seed.deserialize(reader).and_then(|value| {
            self.second.map_or(Ok(value), |problem| Err(ReadError::new(problem)))
        });
        read.map_err(|error| error.inside(self.key))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, ReadError> {
        mismatch()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ReadError> {
        mismatch()
    }
}
