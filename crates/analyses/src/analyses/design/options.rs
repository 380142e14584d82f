//! Options of the planner.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{
    Alone, Ascending, Check, Count, FromZero, Kind, MOST, Positive, Refusal, Set, Share, Text,
    checked, words,
};

/// The cheapest campaign that reaches a goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Design {
    /// Goal of the campaign: one of `detect`, `margin`, `ranking-holds` and `best-is-best`.
    /// Example: `goal = { detect = 2.0, power = 0.8 }`.
    #[serde(deserialize_with = "checked")]
    pub goal: DesignGoal,
    /// Prices, in any one unit. Default: each rating costs its median time in minutes, where the corpus has
    /// times, or else 1; with automatic metrics each segment costs 1; nothing else costs anything.
    /// Example: `costs = { document = 5.0, segment = 1.0, rating = 0.6, judge = 30.0, reference = 12.0, unit = "minutes" }`.
    #[serde(default)]
    pub costs: Option<Prices>,
    /// Ratings of each output, by different judges. Example: `ratings-per-segment = [1, 2]`.
    #[serde(default = "one_to_three", with = "Ascending::<Count<1, 1000>>")]
    pub ratings_per_segment: Vec<u32>,
    /// Numbers of judges. Default: half as many as rated the corpus, as many, and twice as many.
    /// Example: `judges = [5, 10, 20]`.
    #[serde(default, with = "Option::<Ascending<Count<2, MOST>>>")]
    pub judges: Option<Vec<u32>>,
    /// Segments of each document, or `"all"`. Longer documents lose the rest, shorter ones keep all.
    /// Example: `segments-per-document = ["all", 1, 5]`.
    #[serde(default = "whole_documents", with = "Set::<NumberOrAll>")]
    pub segments_per_document: Vec<CountOrAll>,
    /// Numbers of references, for metrics that read them; among the `reference-counts` of the study.
    /// Default: all of these. Example: `references = [1, 2]`.
    #[serde(default, with = "Option::<Ascending<Count<1, MOST>>>")]
    pub references: Option<Vec<u32>>,
    /// The only numbers of documents that are possible. Default: any number.
    /// Example: `documents = [20, 40, 80]`.
    #[serde(default, with = "Option::<Ascending<Count<2, MOST>>>")]
    pub documents: Option<Vec<u32>>,
    /// Number of systems in the campaign. Default: those of the study. Example: `systems = 12`.
    #[serde(default, with = "Option::<Count<2, 10_000>>")]
    pub systems: Option<u32>,
    /// Judges of the outputs of a document: the same judges rate all systems (`"together"`), or random judges
    /// rate each system (`"scattered"`). Default: as in the corpus. Example: `assignment = "together"`.
    #[serde(default)]
    pub assignment: Option<PlannedAssignment>,
}

impl Options for Design {
    const KEY: &'static str = "design";
    const PLACE: u8 = 16;
}

fn one_to_three() -> Vec<u32> {
    vec![1, 2, 3]
}

fn whole_documents() -> Vec<CountOrAll> {
    vec![CountOrAll::All]
}

words! {
    /// The judges of the outputs of a document.
    pub enum PlannedAssignment {
        /// The same judges for all systems.
        Together = "together",
        /// Random judges for each system.
        Scattered = "scattered",
    }
}

/// Prices, in any one unit. Omitted prices are 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Prices {
    /// Price of a document, in addition to its segments. Example: `document = 5.0`.
    #[serde(with = "FromZero")]
    pub document: f64,
    /// Price of a segment, in addition to its ratings. Example: `segment = 1.0`.
    #[serde(with = "FromZero")]
    pub segment: f64,
    /// Price of a rating of one output. Example: `rating = 0.6`.
    #[serde(with = "FromZero")]
    pub rating: f64,
    /// Price of hiring and training a judge, in addition to the ratings. Example: `judge = 30.0`.
    #[serde(with = "FromZero")]
    pub judge: f64,
    /// Price of a reference of one segment. Example: `reference = 12.0`.
    #[serde(with = "FromZero")]
    pub reference: f64,
    /// Unit of the prices, a word that reports write after costs. Default: none. Example: `unit = "minutes"`.
    #[serde(with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A goal: exactly one of `detect`, `margin`, `ranking-holds` and `best-is-best`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DesignGoal {
    /// A true difference of two systems that the campaign should detect, in the unit of the metric.
    /// Default: none. Example: `detect = 2.0`.
    #[serde(with = "Option::<Positive>", skip_serializing_if = "Option::is_none")]
    pub detect: Option<f64>,
    /// Probability of detecting the difference. Default: 0.8. Example: `power = 0.9`.
    #[serde(with = "Option::<Share>", skip_serializing_if = "Option::is_none")]
    pub power: Option<f64>,
    /// Margin of error of the difference of two systems, in the unit of the metric.
    /// Default: none. Example: `margin = 1.0`.
    #[serde(with = "Option::<Positive>", skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Probability that all systems come out in their true order. Default: none.
    /// Example: `ranking-holds = 0.9`.
    #[serde(with = "Option::<Share>", skip_serializing_if = "Option::is_none")]
    pub ranking_holds: Option<f64>,
    /// Probability that the best system comes out best. Default: none.
    /// Example: `best-is-best = 0.95`.
    #[serde(with = "Option::<Share>", skip_serializing_if = "Option::is_none")]
    pub best_is_best: Option<f64>,
    /// Number of pairs that tests and margins are adjusted for (the worst case of Holm), or `"all"`.
    /// Default: `"all"` with `detect`, 1 with `margin`. Example: `pairs = 1`.
    #[serde(with = "Option::<NumberOrAll>", skip_serializing_if = "Option::is_none")]
    pub pairs: Option<CountOrAll>,
}

impl Check for DesignGoal {
    fn check(&self) -> Result<(), Refusal> {
        let goals = [self.detect, self.margin, self.ranking_holds, self.best_is_best];
        let help = "write `detect`, `margin`, `ranking-holds` or `best-is-best`";
        match goals.iter().flatten().count() {
            1 => {}
            0 => {
                let refusal = Refusal::new("{value} names no goal", help);
                return Err(refusal.lacking(["detect", "margin", "ranking-holds", "best-is-best"]));
            }
            _ => return Err(Refusal::new("{value} names several goals", help)),
        }
        if self.power.is_some() && self.detect.is_none() {
            let help = "leave it out, or write `detect`: the difference that it is the power for";
            return Err(Refusal::new("{value} is of a goal without a test", help).at("power"));
        }
        if self.pairs.is_some() && (self.ranking_holds.is_some() || self.best_is_best.is_some()) {
            let help = "leave it out: nothing is tested for this goal";
            return Err(Refusal::new("{value} is of a goal without a test", help).at("pairs"));
        }
        Ok(())
    }
}

/// A number, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountOrAll {
    /// All that there are.
    All,
    /// This many.
    Count(u32),
}

impl Serialize for CountOrAll {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => target.serialize_str("all"),
            Self::Count(count) => target.serialize_u32(*count),
        }
    }
}

/// How a number or `"all"` is written.
#[derive(Debug)]
pub enum NumberOrAll {}

impl JsonSchema for NumberOrAll {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NumberOrAll".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "oneOf": [{ "const": "all" }, { "type": "integer", "minimum": 1, "maximum": MOST }]
        })
    }
}

impl Kind for NumberOrAll {
    type Value = CountOrAll;

    const ALONE: Alone = Alone::WholeNumber;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<CountOrAll, D::Error> {
        source.deserialize_any(NumberOrAllVisitor)
    }
}

struct NumberOrAllVisitor;

impl Visitor<'_> for NumberOrAllVisitor {
    type Value = CountOrAll;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a whole number or \"all\"")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<CountOrAll, E> {
        let source = serde::de::value::I64Deserializer::<E>::new(value);
        <Count<1, MOST> as Kind>::deserialize(source).map(CountOrAll::Count)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CountOrAll, E> {
        if text == "all" {
            return Ok(CountOrAll::All);
        }
        Err(E::custom(Refusal::new("{value} is no number", "write a whole number, or \"all\"")))
    }
}
