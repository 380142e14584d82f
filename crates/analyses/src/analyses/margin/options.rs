//! Options of margins of error.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::config::defaults::LEVEL;
use crate::value::{Kind, Positive, Refusal, Share};

/// How precise each score is, and how much data a wanted margin of error takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Margin {
    /// Wanted margin of error, half of the width of the interval: in the unit of the metric, or as a
    /// text such as `"2 %"` relative to the score; one for all metrics, or one per metric, with `default` for the
    /// others. Default: none, so that only the present margins are shown.
    /// Example: `wanted = { bleu = 1.0, comet = 0.005 }`.
    pub wanted: Option<Wanted>,
    /// Confidence level of the margin, between 0 and 1. Default: that of the study.
    /// Example: `level = 0.99`.
    #[serde(with = "Share")]
    #[schemars(skip_serializing)]
    pub level: f64,
    /// Share of test sets of the size `assured_units` that reach the wanted margin, between 0 and 1; of
    /// those of the size `required_units` about half do. Example: `assurance = 0.9`.
    #[serde(with = "Share")]
    pub assurance: f64,
    /// What one more document costs besides its segments, in segments: for the number of segments per
    /// document with which a budget goes farthest. Default: none.
    /// Example: `document-cost = 5`.
    #[serde(with = "Option::<Positive>")]
    pub document_cost: Option<f64>,
}

impl Options for Margin {
    const KEY: &'static str = "margin";
    const PLACE: u8 = 1;
}

impl Default for Margin {
    fn default() -> Self {
        Self { wanted: None, level: LEVEL, assurance: 0.8, document_cost: None }
    }
}

impl Margin {
    /// The margin that is wanted of a metric.
    pub fn wanted_of(&self, metric: &str) -> Option<WantedMargin> {
        self.wanted.as_ref()?.of(metric)
    }
}

/// Wanted margins of error.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Of all metrics.
    All(WantedMargin),
    /// By metric.
    Each(BTreeMap<String, WantedMargin>),
}

impl Wanted {
    /// That of a metric.
    pub fn of(&self, metric: &str) -> Option<WantedMargin> {
        match self {
            Self::All(margin) => Some(*margin),
            Self::Each(margins) => {
                margins.get(metric).or_else(|| margins.get(Self::DEFAULT)).copied()
            }
        }
    }

    /// The name that stands for all metrics which are not named.
    pub(crate) const DEFAULT: &'static str = "default";
}

/// A wanted margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WantedMargin {
    /// In the metric's unit.
    Absolute(f64),
    /// In percent of the score.
    Relative(f64),
}

impl WantedMargin {
    /// In the metric's unit, for this score; `None` where there is nothing to be relative to.
    pub fn in_unit(self, score: f64) -> Option<f64> {
        match self {
            Self::Absolute(margin) => Some(margin),
            Self::Relative(percent) => (score > 0.0).then_some(0.01 * percent * score),
        }
    }

    /// How a percentage is written.
    pub(crate) const PATTERN: &'static str = r"^\s*[0-9.eE+-]+\s*%\s*$";

    /// `"2 %"`, with or without the blank.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let percent = text.trim().strip_suffix('%')?.trim().parse::<f64>().ok()?;
        (percent > 0.0 && percent.is_finite()).then_some(Self::Relative(percent))
    }
}

impl Serialize for WantedMargin {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absolute(margin) => target.serialize_f64(*margin),
            Self::Relative(percent) => target.collect_str(&format_args!("{percent} %")),
        }
    }
}

impl Serialize for Wanted {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All(margin) => margin.serialize(target),
            Self::Each(margins) => margins.serialize(target),
        }
    }
}

impl<'de> Deserialize<'de> for WantedMargin {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(MarginVisitor)
    }
}

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(WantedVisitor)
    }
}

struct MarginVisitor;

impl Visitor<'_> for MarginVisitor {
    type Value = WantedMargin;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a number, or a percentage of the score such as \"2 %\"")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        let source = serde::de::value::F64Deserializer::<E>::new(value);
        Positive::deserialize(source).map(WantedMargin::Absolute)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        WantedMargin::of_text(text).ok_or_else(|| {
            let help = "write a number above 0 in the unit of the metric, such as 1.0, or a percentage of the \
                        score, such as \"2 %\"";
            E::custom(Refusal::new("{value} is no margin of error", help))
        })
    }
}

struct WantedVisitor;

impl<'de> Visitor<'de> for WantedVisitor {
    type Value = Wanted;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a number, a percentage such as \"2 %\", or a table such as { bleu = 1.0 }")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        MarginVisitor.visit_i64(value).map(Wanted::All)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        MarginVisitor.visit_f64(value).map(Wanted::All)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        MarginVisitor.visit_str(text).map(Wanted::All)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let margins = BTreeMap::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Wanted::Each(margins))
    }
}

impl JsonSchema for Wanted {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Wanted".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        let number = json_schema!({ "type": "number", "exclusiveMinimum": 0 });
        let percent = json_schema!({ "type": "string", "pattern": WantedMargin::PATTERN });
        json_schema!({
            "oneOf": [
                number,
                percent,
                { "type": "object", "additionalProperties": { "oneOf": [number, percent] } },
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_absolute_or_relative() {
        assert_eq!(WantedMargin::of_text("2 %"), Some(WantedMargin::Relative(2.0)));
        assert_eq!(WantedMargin::of_text(" 0.5%"), Some(WantedMargin::Relative(0.5)));
        for wrong in ["2", "%", "-1 %", "0 %", "inf %", "two %", "NaN %"] {
            assert_eq!(WantedMargin::of_text(wrong), None, "{wrong}");
        }
        assert_eq!(WantedMargin::Relative(2.0).in_unit(30.0), Some(0.6));
        assert_eq!(WantedMargin::Relative(2.0).in_unit(-1.0), None);
        assert_eq!(WantedMargin::Absolute(2.0).in_unit(-1.0), Some(2.0));
    }
}
