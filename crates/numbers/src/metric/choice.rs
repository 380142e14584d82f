//! Options that may be written in several ways: a word, a switch or a table.

use std::fmt;

use schemars::json_schema;
use serde::de::{Deserialize, Deserializer, EnumAccess, Error, Unexpected, VariantAccess, Visitor};

use super::config::{Lowercase, Smoothing, Tokenizer};
use crate::value::{Entry, FromZero, Refusal, inline_schema};

/// Names of [`Tokenizer::CHOICE`].
const TOKENIZERS: [&str; Tokenizer::CHOICE.len()] = ["13a", "intl", "zh", "char", "none"];

impl<'de> Deserialize<'de> for Tokenizer {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_enum("Tokenizer", &TOKENIZERS, TokenizerVisitor)
    }
}

struct TokenizerVisitor;

impl<'de> Visitor<'de> for TokenizerVisitor {
    type Value = Tokenizer;

    /// As derived readers have it: the names are said beside it.
    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("enum Tokenizer")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Tokenizer, A::Error> {
        let (word, value): (String, _) = access.variant()?;
        value.unit_variant()?;
        let mut tokenizers = Tokenizer::CHOICE.into_iter();
        tokenizers.find(|tokenizer| tokenizer.signature() == word).ok_or_else(
            || match cut_elsewhere(&word) {
                Some(refusal) => A::Error::custom(refusal),
                None => A::Error::unknown_variant(&word, &TOKENIZERS),
            },
        )
    }
}

/// Why a tokenizer of sacreBLEU is none here, and how its scores are had. What these programs print is
/// what sacreBLEU scores: tokens between blanks.
fn cut_elsewhere(word: &str) -> Option<Refusal> {
    let (needs, with) = match word {
        "flores101" | "flores200" | "spm" => (
            "a SentencePiece model, which is not part of this program".to_owned(),
            "`spm_encode` and the model that sacreBLEU downloads",
        ),
        "ja-mecab" => with_mecab("IPADIC"),
        "ko-mecab" => with_mecab("mecab-ko-dic"),
        _ => return None,
    };
    let problem = format!("tokenizer \"{word}\" needs {needs}");
    let help = format!(
        "cut outputs and references into tokens first, with {with}, and score the result with \
         tokenizer \"none\""
    );
    Some(Refusal::new(problem, help))
}

/// What a tokenizer with this dictionary needs, and what it is had with.
fn with_mecab(dictionary: &str) -> (String, &'static str) {
    let needs = format!(
        "the program MeCab with its dictionary {dictionary}, which are not part of this one"
    );
    (needs, "`mecab -Owakati` and that dictionary")
}

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
    // Both as in sacreBLEU.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokenizers_are_called_as_in_signatures() {
        assert_eq!(Tokenizer::CHOICE.map(Tokenizer::signature), TOKENIZERS);
    }
}
