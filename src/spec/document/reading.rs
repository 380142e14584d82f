//! Tables are read from tables alone, and words from strings alone.
//!
//! A derived `Deserialize` also takes a list for a struct (field by field) and an empty table for
//! a word, both of which the schema refuses. The types of this module therefore derive their
//! reading with `remote = "Self"`, which makes it an inherent function, and come through here.

/// Implements `Deserialize` for structs whose derived reading is the inherent `deserialize`.
macro_rules! read_as_table {
    ($($table:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $table {
            fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
                struct Table;
                impl<'de> serde::de::Visitor<'de> for Table {
                    type Value = $table;

                    fn expecting(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        text.write_str("a table")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        map: A,
                    ) -> Result<Self::Value, A::Error> {
                        <$table>::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }
                source.deserialize_map(Table)
            }
        }
    )+};
}

/// Implements `Deserialize` for enums of words whose derived reading is the inherent
/// `deserialize`. What is not a string is met with the list of words, like an unknown word.
macro_rules! read_as_word {
    ($($word:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $word {
            fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
                struct Word;
                impl Word {
                    fn read<E: serde::de::Error>(text: &str) -> Result<$word, E> {
                        <$word>::deserialize(serde::de::value::StrDeserializer::new(text))
                    }
                }
                impl<'de> serde::de::Visitor<'de> for Word {
                    type Value = $word;

                    fn expecting(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        text.write_str("a word")
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$word, E> {
                        Word::read(text)
                    }

                    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<$word, E> {
                        Word::read("")
                    }

                    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<$word, E> {
                        Word::read("")
                    }

                    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<$word, E> {
                        Word::read("")
                    }

                    fn visit_seq<A: serde::de::SeqAccess<'de>>(
                        self,
                        _: A,
                    ) -> Result<$word, A::Error> {
                        Word::read("")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        _: A,
                    ) -> Result<$word, A::Error> {
                        Word::read("")
                    }
                }
                source.deserialize_str(Word)
            }
        }
    )+};
}

pub(in crate::spec) use {read_as_table, read_as_word};
