//! Metrics of sums that come with the corpus: numbers that another program counted, and the formula that makes a score
//! of their sums.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ScoreLevel;
use crate::value::{ByName, Check, Cutoff, Entry, FromZero, Kind, Positive, Refusal, Share, Text};

/// Score of the sums of columns that the corpus brings along, by a formula: exactly one of `meteor`, `ratio` and `terms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Given")]
pub struct GivenConfig {
    /// What makes a score of the sums.
    #[serde(rename(deserialize = "*"))]
    pub formula: GivenFormula,
    /// What has a number in each column. Example: `level = "document"`.
    #[serde(default)]
    pub level: ScoreLevel,
    /// Whether a larger score is better. Default: true of `meteor`; others must say it. Example: `higher-is-better = false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub higher_is_better: Option<bool>,
}

/// A formula of sums.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "formula", rename_all = "kebab-case")]
#[schemars(inline)]
pub enum GivenFormula {
    /// METEOR 1.5 of the 23 numbers that it counts in a segment. Example: `meteor = { columns = "meteor" }`.
    Meteor(MeteorFormula),
    /// The sum of one column over that of another. Example: `ratio = { numerator = "edits", denominator = "words" }`.
    Ratio(RatioFormula),
    /// The mean over segments (or documents) of the sum of columns, each times its weight.
    /// Example: `terms = { relsubj = 1, padj = -1 }`.
    Terms(#[serde(with = "ByName::<Cutoff>")] BTreeMap<String, f64>),
}

/// METEOR 1.5 (Denkowski & Lavie 2014). The defaults are its parameters for English; those of other languages are in
/// its documentation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Meteor")]
pub struct MeteorFormula {
    /// What the names of the columns begin with: with `"meteor"` they are `meteor-1` to `meteor-23`, in the order in
    /// which the program writes them. Example: `columns = "meteor-en"`.
    #[serde(with = "Text")]
    pub columns: String,
    /// Weight of recall against precision. Example: `alpha = 0.7`.
    #[serde(with = "Share")]
    pub alpha: f64,
    /// Exponent of the penalty of fragments. Example: `beta = 1.4`.
    #[serde(with = "Positive")]
    pub beta: f64,
    /// Largest penalty of fragments. Example: `gamma = 0.3`.
    #[serde(with = "FromZero")]
    pub gamma: f64,
    /// Weight of content words against function words. Example: `delta = 0.7`.
    #[serde(with = "Share")]
    pub delta: f64,
    /// Weights of matches of words, stems, synonyms and paraphrases. Example: `weights = [1, 0.8, 0.8, 0.6]`.
    #[serde(deserialize_with = "four")]
    #[schemars(with = "Vec<Entry<FromZero>>", length(min = 4, max = 4))]
    pub weights: [f64; 4],
}

impl Default for MeteorFormula {
    fn default() -> Self {
        Self {
            columns: "meteor".to_owned(),
            alpha: 0.85,
            beta: 0.2,
            gamma: 0.6,
            delta: 0.75,
            weights: [1.0, 0.6, 0.8, 0.6],
        }
    }
}

fn four<'de, D: serde::Deserializer<'de>>(source: D) -> Result<[f64; 4], D::Error> {
    let weights = Vec::<Entry<FromZero>>::deserialize(source)?;
    let weights: Vec<f64> = weights.into_iter().map(|Entry(weight)| weight).collect();
    let count = weights.len();
    weights.try_into().map_err(|_| {
        let help =
            "give four: of words, stems, synonyms and paraphrases, 0 for what was not matched";
        serde::de::Error::custom(Refusal::new(format!("{{value}} has {count} entries"), help))
    })
}

/// A sum over another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Ratio")]
pub struct RatioFormula {
    /// The column whose sum is divided. Example: `numerator = "edits"`.
    #[serde(with = "Text")]
    pub numerator: String,
    /// The column whose sum divides. Example: `denominator = "words"`.
    #[serde(with = "Text")]
    pub denominator: String,
    /// Factor, 100 for percentages. Example: `scale = 100`.
    #[serde(default = "one", with = "Positive")]
    pub scale: f64,
}

fn one() -> f64 {
    1.0
}

/// Numbers that METEOR writes for a segment.
const NUMBERS_OF_METEOR: usize = 23;

impl GivenConfig {
    /// Whether a larger score is better.
    pub fn higher_is_better(&self) -> bool {
        // Only METEOR may leave it open, see `check`.
        self.higher_is_better.unwrap_or(true)
    }

    /// Names of the columns, in the order of the formula.
    pub fn columns(&self) -> Vec<String> {
        match &self.formula {
            GivenFormula::Meteor(MeteorFormula { columns, .. }) => {
                (1..=NUMBERS_OF_METEOR).map(|number| format!("{columns}-{number}")).collect()
            }
            GivenFormula::Ratio(ratio) => vec![ratio.numerator.clone(), ratio.denominator.clone()],
            GivenFormula::Terms(terms) => terms.keys().cloned().collect(),
        }
    }

    /// Whether 0 is none of what it measures, so that a share of a score makes sense.
    pub fn has_true_zero(&self) -> bool {
        !matches!(self.formula, GivenFormula::Terms(_))
    }
}

impl Check for GivenConfig {
    /// Refuses formulas of nothing, and scores that do not say whether more is better.
    fn check(&self) -> Result<(), Refusal> {
        if let GivenFormula::Terms(terms) = &self.formula
            && terms.is_empty()
        {
            return Err(Refusal::new("{value} has no entries", Refusal::NAME_ONE).at("terms"));
        }
        if self.higher_is_better.is_none() && !matches!(self.formula, GivenFormula::Meteor(_)) {
            let problem = "[{table}] does not say whether a larger score is better";
            let help = "add `higher-is-better = true`, or `false` for errors and distances";
            return Err(Refusal::new(problem, help).lacking(["higher-is-better"]));
        }
        Ok(())
    }
}
