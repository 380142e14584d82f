//! Options of stable sizes.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{F64Deserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::analyses::margin::options::{Wanted, WantedMargin};
use crate::config::asked::Options;
use crate::value::Refusal;

/// From how many documents on scores and their deviations stay near those of all documents (the first
/// criterion of Estrella, Hamon & Popescu-Belis 2007), in each order of the study. It says how soon they settle,
/// not how precise the last ones are: for that use `margin`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StableSize {
    /// How far a score may be from that of the largest test set: in the unit of the metric, or as a text such as
    /// `"2 %"` relative to that score; one for all metrics, or one per metric with `default` for the others. With
    /// `"margin"`, half of the interval of that score.
    /// Example: `score = { bleu = 1.0, default = "2 %" }`.
    pub score: ScoreTolerance,
    /// By how much a deviation may differ from that on the largest test set, in percent of it.
    /// Example: `stdev = "10 %"`.
    pub stdev: StdevTolerance,
}

impl Options for StableSize {
    const KEY: &'static str = "stable-size";
    const PLACE: u8 = 19;
}

/// How near a score is to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ScoreTolerance {
    /// Half of the interval of the last score.
    #[default]
    Margin,
    /// Distances.
    Distance(Wanted),
}

/// How near a deviation is to be, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StdevTolerance(pub f64);

impl Default for StdevTolerance {
    fn default() -> Self {
        // Estrella et al. 2007 find about ten of fifteen documents enough: by the law of the root
        // that is 22 to 29 %.
        Self(25.0)
    }
}

const MARGIN: &str = "margin";

impl Serialize for ScoreTolerance {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Margin => target.serialize_str(MARGIN),
            Self::Distance(wanted) => wanted.serialize(target),
        }
    }
}

impl Serialize for StdevTolerance {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        WantedMargin::Relative(self.0).serialize(target)
    }
}

impl<'de> Deserialize<'de> for ScoreTolerance {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(ScoreVisitor)
    }
}

impl<'de> Deserialize<'de> for StdevTolerance {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = String::deserialize(source)?;
        if let Some(WantedMargin::Relative(percent)) = WantedMargin::of_text(&text) {
            return Ok(Self(percent));
        }
        let help = "write a percentage above 0, such as \"25 %\"";
        Err(D::Error::custom(Refusal::new("{value} is not a percentage", help)))
    }
}

struct ScoreVisitor;

impl<'de> Visitor<'de> for ScoreVisitor {
    type Value = ScoreTolerance;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(
            "\"margin\", a number, a percentage such as \"2 %\", or a table such as { bleu = 1.0 }",
        )
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Wanted::deserialize(F64Deserializer::<E>::new(value)).map(ScoreTolerance::Distance)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        if text == MARGIN {
            return Ok(ScoreTolerance::Margin);
        }
        Wanted::deserialize(StrDeserializer::<E>::new(text)).map(ScoreTolerance::Distance)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Wanted::deserialize(MapAccessDeserializer::new(map)).map(ScoreTolerance::Distance)
    }
}

impl JsonSchema for ScoreTolerance {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ScoreTolerance".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let distance = Wanted::json_schema(generator);
        json_schema!({ "oneOf": [{ "const": MARGIN }, distance] })
    }
}

impl JsonSchema for StdevTolerance {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StdevTolerance".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": WantedMargin::PATTERN })
    }
}
