//! Values of options: how each kind of them is written, which of them are refused, and what a schema
//! says about them.
//!
//! A [`Kind`] is a type that is named where a field is declared, as in `#[serde(with = "Share")]`: it
//! reads the field, and the schema takes the range from it. The field itself is a plain number.

mod estimate;
mod judge_scores;
mod list;
mod named;

use std::fmt::{self, Display};
use std::marker::PhantomData;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

pub use estimate::{JudgedEstimate, JudgedValue, Reduction, ScoreEstimate};
pub use judge_scores::JudgeScores;
pub use list::{Ascending, Distinct, EveryOne, OneOrMany, Set, WordOr};
pub use named::{ByName, Named};

/// More than this of anything that is counted is a slip of the pen.
pub const MOST: i64 = 1_000_000;

/// The next whole number; what is a whole number but for rounding is not one more.
pub fn whole_up(size: f64) -> f64 {
    // Relative, since rounding errors are in proportion to the size.
    (size * (1.0 - 1e-9)).ceil()
}

/// Why a value is refused, and what to do about it. Serde carries texts alone, so this is written as
/// a text by `Display` and read back by [`Refusal::parse`].
///
/// A problem that begins with `{value}` is about the value, and one that begins with `[{table}]`
/// about the table; `{key}` in a help stands for the key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub problem: String,
    /// The way out; empty where there is nothing to say.
    pub help: String,
    /// Key or `[index]` in the value that is at fault; empty for the value itself.
    pub at: Box<str>,
    /// Key or `[index]` in the value that explains it; empty for none.
    pub beside: Box<str>,
    /// What to say there.
    pub label: Box<str>,
    /// Keys of the table whose absence is what is wrong.
    pub lacking: Vec<String>,
}

impl Refusal {
    /// The help of an empty list: to name an entry, or to leave the key out where that is possible.
    pub const NAME_ONE: &str = "{name-one}";

    // The unit separator of ASCII, which no message has.
    const SEPARATOR: char = '\u{1f}';

    /// A refusal of the value itself.
    pub fn new(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self { problem: problem.into(), help: help.into(), ..Self::default() }
    }

    /// The refusal of one key or entry of the value.
    #[must_use]
    pub fn at(self, at: impl Into<Box<str>>) -> Self {
        Self { at: at.into(), ..self }
    }

    /// With another key or entry that explains it.
    #[must_use]
    pub fn beside(self, beside: impl Into<Box<str>>, label: impl Into<Box<str>>) -> Self {
        Self { beside: beside.into(), label: label.into(), ..self }
    }

    /// Of a table that has none of these keys, or of a key that needs one.
    #[must_use]
    pub fn lacking<const N: usize>(self, keys: [&str; N]) -> Self {
        Self { lacking: keys.map(str::to_owned).to_vec(), ..self }
    }

    /// What `Display` wrote; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(Self::SEPARATOR).map(str::to_owned);
        let mut next = || parts.next();
        let (problem, help) = (next()?, next()?);
        let (at, beside, label) = (next()?.into(), next()?.into(), next()?.into());
        Some(Self { problem, help, at, beside, label, lacking: parts.collect() })
    }
}

impl Display for Refusal {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, help, at, beside, label, lacking } = self;
        let s = Self::SEPARATOR;
        write!(text, "{problem}{s}{help}{s}{at}{s}{beside}{s}{label}")?;
        lacking.iter().try_for_each(|key| write!(text, "{s}{key}"))
    }
}

/// A schema that stands where it is used.
#[macro_export]
macro_rules! inline_schema {
    ($name:literal, [$($generics:tt)*] $kind:ty, |$generator:ident| $schema:expr) => {
        impl<$($generics)*> schemars::JsonSchema for $kind {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

pub use inline_schema;

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// As a string.
    Text,
    /// As a whole number.
    WholeNumber,
    /// As a number.
    Number,
}

/// A kind of value.
pub trait Kind: JsonSchema {
    /// What it is once it is read.
    type Value: Serialize;

    /// How one of it is written where a list is possible.
    const ALONE: Alone = Alone::Text;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// If it is of another type, or refused, with a [`Refusal`].
    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error>;

    /// Writes a value, as its type does.
    ///
    /// # Errors
    ///
    /// Those of `target`.
    fn serialize<S: Serializer>(value: &Self::Value, target: S) -> Result<S::Ok, S::Error> {
        value.serialize(target)
    }
}

/// A value of a kind, where a type is needed that reads itself.
pub struct Entry<K: Kind>(pub K::Value);

inline_schema!("Entry", [K: Kind] Entry<K>, |generator| K::json_schema(generator));

impl<'de, K: Kind> Deserialize<'de> for Entry<K> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        K::deserialize(source).map(Self)
    }
}

impl<K: Kind> Kind for Option<K> {
    type Value = Option<K::Value>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        K::deserialize(source).map(Some)
    }
}

/// Rules between the keys of a table.
pub trait Check {
    /// Refuses a table whose keys do not go together.
    ///
    /// # Errors
    ///
    /// The first rule that is broken.
    fn check(&self) -> Result<(), Refusal>;
}

/// Reads a table, and holds it against the rules between its keys.
///
/// # Errors
///
/// If it cannot be read, or breaks a rule.
pub fn checked<'de, T, D>(source: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Check,
    D: Deserializer<'de>,
{
    let table = T::deserialize(source)?;
    table.check().map_err(D::Error::custom)?;
    Ok(table)
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug)]
pub struct Count<const MIN: i64, const MAX: i64, T = u32>(PhantomData<T>);

impl<const MIN: i64, const MAX: i64, T: TryFrom<i64> + Serialize> Kind for Count<MIN, MAX, T> {
    type Value = T;

    const ALONE: Alone = Alone::WholeNumber;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
        // As `i64` whatever `T` is: what `T` cannot hold gets the refusal below, not an error of serde.
        let value = i64::deserialize(source)?;
        let bound = if value < MIN { format!("below {MIN}") } else { format!("above {MAX}") };
        let number = T::try_from(value).ok().filter(|_| (MIN..=MAX).contains(&value));
        let help = format!("write a whole number from {MIN} to {MAX}");
        number.ok_or_else(|| D::Error::custom(Refusal::new(format!("{{value}} is {bound}"), help)))
    }
}

inline_schema!("Count", [const MIN: i64, const MAX: i64, T] Count<MIN, MAX, T>, |_generator| {
    json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
});

/// A seed of a stream of random numbers.
#[derive(Debug)]
pub enum Seed {}

impl Kind for Seed {
    type Value = u64;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<u64, D::Error> {
        // As `i64`, beyond which TOML has no whole numbers.
        u64::try_from(i64::deserialize(source)?).map_err(|_| {
            D::Error::custom(Refusal::new("{value} is negative", "write a whole number from 0 on"))
        })
    }
}

inline_schema!("Seed", [] Seed, |_generator| json_schema!({
    "type": "integer",
    "minimum": 0,
    "maximum": i64::MAX
}));

/// Kinds of numbers: a documented name, the bounds in the schema, and the check.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident $bounds:tt, $check:expr;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub enum $name {}

        impl Kind for $name {
            type Value = f64;

            const ALONE: Alone = Alone::Number;

            fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<f64, D::Error> {
                let value = f64::deserialize(source)?;
                let check: fn(f64) -> Option<Refusal> = $check;
                check(value).map_or(Ok(value), |refusal| Err(D::Error::custom(refusal)))
            }
        }

        inline_schema!("Number", [] $name, |_generator| {
            let mut schema = json_schema!($bounds);
            schema.insert("type".to_owned(), "number".into());
            schema
        });
    )+};
}

numbers! {
    /// A number strictly between 0 and 1.
    Share { "exclusiveMinimum": 0, "exclusiveMaximum": 1 }, |value| {
        let is_fine = value > 0.0 && value < 1.0;
        (!is_fine).then(|| {
            let help = "write a number between 0 and 1, such as 0.95";
            // Up to below 100 percent: 1 is no share either.
            percent(value, 100.0, "{value} is not between 0 and 1", help)
        })
    };
    /// A number above 0 and at most 1.
    Threshold { "exclusiveMinimum": 0, "maximum": 1 }, |value| {
        let is_fine = value > 0.0 && value <= 1.0;
        let help = "write a number such as 0.95";
        (!is_fine).then(|| Refusal::new("{value} is not above 0 and at most 1", help))
    };
    /// A fraction above 0 and at most 1.
    Fraction { "exclusiveMinimum": 0, "maximum": 1 }, |value| {
        let is_fine = value > 0.0 && value <= 1.0;
        (!is_fine).then(|| {
            let help = "write a number above 0 and at most 1";
            // 100 percent is 1, which is a fraction.
            percent(value, 100.5, "a fraction is above 0 and at most 1", help)
        })
    };
    /// A finite number above 0.
    Positive { "exclusiveMinimum": 0 }, |value| {
        let is_fine = value > 0.0 && value.is_finite();
        let help = "write a number above 0, such as 0.5";
        (!is_fine).then(|| Refusal::new("{value} is not a finite number above 0", help))
    };
    /// A finite number from 0 on.
    FromZero { "minimum": 0 }, |value| at_least(0.0, value);
    /// A finite number from 1 on.
    FromOne { "minimum": 1 }, |value| at_least(1.0, value);
    /// Where S-scores are cut off: any finite number.
    Cutoff {}, |value| {
        let help = "leave it out to keep all S-scores";
        (!value.is_finite()).then(|| Refusal::new("{value} is not a finite number", help))
    };
}

/// The refusal of a share, with what to write where it looks like a percentage.
fn percent(value: f64, below: f64, problem: &str, help: &str) -> Refusal {
    if (2.0..below).contains(&value) {
        return Refusal::new(problem, format!("for {value} percent write {}", value / 100.0));
    }
    Refusal::new(problem, help)
}

fn at_least(least: f64, value: f64) -> Option<Refusal> {
    let help = format!("write {least} or a larger number");
    if value < least {
        Some(Refusal::new(format!("{{value}} is below {least}"), help))
    } else {
        (!value.is_finite()).then(|| Refusal::new("{value} is not a finite number", help))
    }
}

/// A string with something in it, as whatever is made of strings.
#[derive(Debug)]
pub struct Text<T = String>(PhantomData<T>);

impl<T: From<String> + Serialize> Kind for Text<T> {
    type Value = T;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
        let text = String::deserialize(source)?;
        if text.is_empty() {
            return Err(D::Error::custom(Refusal::new("{value} is empty", "")));
        }
        Ok(text.into())
    }
}

inline_schema!("Text", [T] Text<T>, |_generator| json_schema!({ "type": "string", "minLength": 1 }));

/// A type that reads itself, such as an enum of words.
#[derive(Debug)]
pub struct Word<T>(PhantomData<T>);

impl<T: for<'de> Deserialize<'de> + Serialize + JsonSchema> Kind for Word<T> {
    type Value = T;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
        T::deserialize(source)
    }
}

inline_schema!("Word", [T: JsonSchema] Word<T>, |generator| {
    generator.subschema_for::<T>()
});

/// An enum of words: each variant with its name in specs and tables, which is defined here alone. A second text is the
/// variant in sentences (`in_words`).
#[macro_export]
macro_rules! words {
    (
        $(#[$attribute:meta])*
        pub enum $Name:ident {
            $( $(#[$note:meta])* $Variant:ident = $name:literal, )+
        }
    ) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize,
            serde::Deserialize, schemars::JsonSchema,
        )]
        $(#[$attribute])*
        pub enum $Name {
            $( $(#[$note])* #[serde(rename = $name)] $Variant, )+
        }

        impl $Name {
            /// All words, in the order of their declaration.
            pub const ALL: [Self; [$( $name ),+].len()] = [$( Self::$Variant, )+];

            /// The word with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $( $name => Some(Self::$Variant), )+
                    _ => None,
                }
            }

            /// Its name in specs and tables.
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$Variant => $name, )+
                }
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub enum $Name:ident {
            $( $(#[$note:meta])* $Variant:ident = $name:literal: $words:literal, )+
        }
    ) => {
        $crate::words! {
            $(#[$attribute])*
            pub enum $Name {
                $( $(#[$note])* $Variant = $name, )+
            }
        }

        impl $Name {
            /// Returns the words for it in sentences.
            pub fn in_words(self) -> &'static str {
                match self {
                    $( Self::$Variant => $words, )+
                }
            }
        }
    };
}

pub use words;

#[cfg(test)]
mod tests;
