//! `strata` of a study: within what its units are resampled, and what its scores are added up by.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::table::columns::word_columns;
use crate::value::{Kind, Positive, Refusal, words};

word_columns!(StratumKey, Weighting);

/// Strata: parts of the corpus of which every test set has the same shares. Units are resampled within
/// them, a score is the weighted sum of those of the strata, and the table `strata` has a row for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strata {
    /// What documents of a stratum share. Example: `by = "domain"`.
    pub by: StratumKey,
    /// What the score of each stratum weighs: `"size"`, its share of the segments of the whole corpus;
    /// `"equal"`; or a table of numbers by name, of which their shares count. Default: `"size"`.
    /// Example: `weights = { news = 2.0, social = 1.0 }`.
    #[serde(default)]
    #[schemars(skip_serializing)]
    pub weights: StratumWeights,
}

words! {
    /// What documents of a stratum share.
    #[derive(Default)]
    pub enum StratumKey {
        /// The domain of the document.
        #[default]
        Domain = "domain",
    }
}

words! {
    /// How strata are weighted.
    #[derive(Default)]
    pub enum Weighting {
        /// By their shares of the segments of the corpus.
        #[default]
        Size = "size",
        /// All the same.
        Equal = "equal",
        /// By numbers of the spec.
        Own = "own",
    }
}

/// What the scores of strata weigh.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum StratumWeights {
    /// Their shares of the segments of the corpus.
    #[default]
    Size,
    /// All the same.
    Equal,
    /// Numbers above 0 by name.
    Own(BTreeMap<String, f64>),
}

impl StratumWeights {
    /// The word for it.
    pub fn weighting(&self) -> Weighting {
        match self {
            Self::Size => Weighting::Size,
            Self::Equal => Weighting::Equal,
            Self::Own(_) => Weighting::Own,
        }
    }
}

impl Serialize for StratumWeights {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Own(weights) => weights.serialize(target),
            word => target.serialize_str(word.weighting().name()),
        }
    }
}

impl<'de> Deserialize<'de> for StratumWeights {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(WeightsVisitor)
    }
}

struct WeightsVisitor;

impl<'de> Visitor<'de> for WeightsVisitor {
    type Value = StratumWeights;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("\"size\", \"equal\" or a table such as { news = 2.0, social = 1.0 }")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        match text {
            "size" => Ok(StratumWeights::Size),
            "equal" => Ok(StratumWeights::Equal),
            _ => {
                let problem = "{value} must be \"size\", \"equal\" or a table of numbers by name";
                let help = "write for instance `weights = { news = 2.0, social = 1.0 }`";
                Err(E::custom(Refusal::new(problem, help)))
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let weights: BTreeMap<String, Weight> =
            BTreeMap::deserialize(MapAccessDeserializer::new(map))?;
        if weights.is_empty() {
            let help = "name each stratum, or write \"size\" or \"equal\"";
            return Err(A::Error::custom(Refusal::new("[{table}] has no weight", help)));
        }
        Ok(StratumWeights::Own(
            weights.into_iter().map(|(name, Weight(number))| (name, number)).collect(),
        ))
    }
}

/// A weight, which is above 0.
#[derive(Deserialize)]
struct Weight(#[serde(with = "Positive")] f64);

impl JsonSchema for StratumWeights {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StratumWeights".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        let number = json_schema!({ "type": "number", "exclusiveMinimum": 0 });
        json_schema!({
            "oneOf": [
                { "type": "string", "enum": ["size", "equal"] },
                { "type": "object", "additionalProperties": number, "minProperties": 1 },
            ]
        })
    }
}
