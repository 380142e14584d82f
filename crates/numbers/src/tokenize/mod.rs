//! Tokenizers: from the text of a segment to its tokens.
//!
//! Every tokenizer only cuts: a token is a slice of the text, after lower-casing and after the few
//! replacements that a tokenizer makes first. So a call allocates nothing once its [`Scratch`] has
//! grown. Before a tokenizer runs, letters are lower-cased where asked and trailing white space is
//! removed, in the order of sacreBLEU 2.6.
//!
//! This module knows nothing of metrics, corpora or vocabularies.

mod character;
mod chinese;
mod international;
mod lowercase;
mod tercom;
mod text;
mod thirteen_a;
mod western;
mod white_space;

pub use lowercase::lowercase_into;
pub use tercom::TercomOptions;
pub use text::Lowercase;
pub use white_space::{is_white_space, split_white_space};

use schemars::JsonSchema;
use serde::Serialize;

use text::Span;

/// How a text is split into tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tokenizer {
    /// mteval-v13a, the default of sacreBLEU.
    #[default]
    #[serde(rename(deserialize = "13a"))]
    ThirteenA,
    /// The international tokenization of mteval.
    #[serde(rename(deserialize = "intl"))]
    International,
    /// Chinese characters apart, the rest as in 13a.
    #[serde(rename(deserialize = "zh"))]
    Chinese,
    /// One token per character.
    #[serde(rename(deserialize = "char"))]
    Character,
    /// Tercom's, with its normalisation switched on.
    #[serde(skip_deserializing)]
    Tercom,
    /// White space alone.
    None,
}

impl Tokenizer {
    /// Those that may be chosen; tercom's belongs to TER.
    pub const CHOICE: [Self; 5] =
        [Self::ThirteenA, Self::International, Self::Chinese, Self::Character, Self::None];

    /// Value of `tok` in a signature: sacreBLEU's names.
    pub fn signature(self) -> &'static str {
        match self {
            Self::ThirteenA => "13a",
            Self::International => "intl",
            Self::Chinese => "zh",
            Self::Character => "char",
            Self::Tercom => "tercom",
            Self::None => "none",
        }
    }
}

/// Buffers that calls of [`TextTokenizer::tokenize`] share; one per thread of work.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    lowered: String,
    /// Text after replacements.
    text: String,
    /// The other half of a pair with `text` while replacements follow each other.
    spare: String,
    spans: Vec<Span>,
}

/// The tokens of one text, in order.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    spans: &'a [Span],
}

impl<'a> Tokens<'a> {
    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The tokens in order; none is empty and none contains white space.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.text;
        self.spans.iter().map(move |&(start, end)| &text[start..end])
    }
}

/// A tokenizer with its case handling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextTokenizer {
    kind: Tokenizer,
    /// Of [`Tokenizer::Tercom`].
    options: TercomOptions,
    lowercase: Lowercase,
}

/// The tokenizer `kind` after `lowercase`. For [`Tokenizer::Tercom`], tercom's general and Western
/// normalisation is on and punctuation is kept; [`tercom()`] offers the rest.
pub fn tokenizer(kind: Tokenizer, lowercase: Lowercase) -> TextTokenizer {
    let options = TercomOptions { normalized: true, ..TercomOptions::default() };
    TextTokenizer { kind, options, lowercase }
}

/// Tercom's tokenizer with `options` after `lowercase`.
pub fn tercom(options: TercomOptions, lowercase: Lowercase) -> TextTokenizer {
    TextTokenizer { kind: Tokenizer::Tercom, options, lowercase }
}

impl TextTokenizer {
    /// Cuts `text`. Time is linear in its length; buffers are those of `scratch`, whose former
    /// contents do not matter.
    pub fn tokenize<'a>(&self, text: &'a str, scratch: &'a mut Scratch) -> Tokens<'a> {
        let Scratch { lowered, text: rewritten, spare, spans } = scratch;
        spans.clear();
        let text = match self.lowercase {
            Lowercase::No => text,
            lowercase => {
                lowered.clear();
                lowercase_into(lowercase, text, lowered);
                lowered.as_str()
            }
        };
        let text = text.trim_end_matches(is_white_space);
        let text = match self.kind {
            Tokenizer::ThirteenA => thirteen_a::rewrite(text, rewritten, spare),
            // The tokenizer `zh` of sacreBLEU strips a line at both ends.
            Tokenizer::Chinese => text.trim_start_matches(is_white_space),
            Tokenizer::Tercom => {
                let text = tercom::cut(text, self.options, rewritten, spare, spans);
                return Tokens { text, spans };
            }
            Tokenizer::International | Tokenizer::Character | Tokenizer::None => text,
        };
        match self.kind {
            Tokenizer::ThirteenA => western::cut(text, thirteen_a::RULES, spans),
            Tokenizer::Chinese => western::cut(text, chinese::RULES, spans),
            Tokenizer::International => international::cut(text, spans),
            Tokenizer::Character => character::cut(text, spans),
            Tokenizer::None | Tokenizer::Tercom => white_space::cut(text, spans),
        }
        Tokens { text, spans }
    }
}
