//! Metrics whose scores come with the corpus: judgments, and scores of other programs.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Adjustment;
use crate::value::{
    JudgeScores, JudgedEstimate, JudgedValue, Kind, Positive, Reduction, ScoreEstimate, Set, Text,
};

/// Scale of human judgments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Scale")]
pub enum HumanScale {
    /// As judged.
    #[default]
    Raw,
    /// 1 to 5 mapped by 100 (x - 1) / 4.
    #[serde(rename(deserialize = "0-100"))]
    Percent,
}

/// Mean of human judgments; exactly one of `criterion` and `criteria`.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Human")]
pub struct HumanConfig {
    /// Criteria of the corpus; several are added up per segment.
    #[serde(rename(deserialize = "*"), deserialize_with = "criteria")]
    #[schemars(with = "WrittenCriteria")]
    pub criteria: Vec<String>,
    /// Scale: `"raw"` as judged, `"0-100"` maps 1 to 5 by 100 (x - 1) / 4.
    /// Example: `scale = "0-100"`.
    #[serde(default)]
    pub scale: HumanScale,
    /// Whether a larger value is better. Default: what the name and the sign of the values say of known scores
    /// (errors from 0 up are better when they are lower), true of others. Example: `higher-is-better = false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub higher_is_better: Option<bool>,
    /// What judges of different severity are made comparable by: `"raw"` takes scores as given, `"centred"`
    /// takes off the mean of the judge and adds that of all judges, `"z"` takes off the mean of the judge
    /// and divides by the standard deviation of the judge. Means are over all ratings of the corpus on the
    /// criterion, whose judges must be named. Default: `"raw"`. Example: `judge-scores = "z"`.
    #[serde(default, skip_serializing_if = "JudgeScores::is_raw")]
    pub judge_scores: JudgeScores,
    /// How the score of a system is made of its judgments: `"mean"` is the mean over the segments that count,
    /// which `mask` decides; `"adjusted"` takes every segment that was judged for any system of the study and
    /// fits system + segment by least squares, so that systems judged on different segments are compared as if
    /// all had been judged on all of them; `"adjusted-judges"` fits system + segment + judge, whose names the
    /// corpus must know. Default: `"mean"`. Example: `estimate = "adjusted"`.
    #[serde(default, skip_serializing_if = "JudgedEstimate::is_mean")]
    pub estimate: JudgedEstimate,
    /// How several ratings of an output become one value: `"mean"`, `"median"`, or `"huber"`, by which ratings far
    /// from the others weigh less. Of two ratings all are the mean. Default: `"mean"`. Example: `reduce = "huber"`.
    #[serde(default, skip_serializing_if = "Reduction::is_mean")]
    pub reduce: Reduction,
    /// How far is far for `"huber"`, in standard deviations of ratings within outputs, over the whole corpus; above
    /// 0. Default: 1.345, which loses 5 % of efficiency where errors are normal. Example: `tuning = 2`.
    #[serde(default = "efficient", with = "Positive", skip_serializing_if = "is_efficient")]
    pub tuning: f64,
    /// What a segment says of a system: `"score"`, or `"rank"`, its rank among the systems of the corpus in that
    /// segment, 1 for the best; systems that tie share ranks, and only segments that were judged for all of them
    /// count. Default: `"score"`. Example: `value = "rank"`.
    #[serde(default, skip_serializing_if = "JudgedValue::is_score")]
    pub value: JudgedValue,
}

/// Huber's estimate has 95 % of the efficiency of the mean with it, where errors are normal.
const EFFICIENT: f64 = 1.345;

fn efficient() -> f64 {
    EFFICIENT
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_efficient(tuning: &f64) -> bool {
    tuning.to_bits() == EFFICIENT.to_bits()
}

impl HumanConfig {
    /// The mean of what judges gave on `criteria`, as it is.
    pub fn mean(criteria: Vec<String>) -> Self {
        Self {
            criteria,
            scale: HumanScale::Raw,
            higher_is_better: None,
            judge_scores: JudgeScores::Raw,
            estimate: JudgedEstimate::Mean,
            reduce: Reduction::Mean,
            tuning: EFFICIENT,
            value: JudgedValue::Score,
        }
    }

    /// Whether scores of systems are adjusted for the segments, and the judges, that they have.
    pub fn adjustment(&self) -> Option<Adjustment> {
        match self.estimate {
            JudgedEstimate::Mean => None,
            JudgedEstimate::Adjusted => Some(Adjustment { judges: false }),
            JudgedEstimate::AdjustedJudges => Some(Adjustment { judges: true }),
        }
    }

    /// Whether a larger value is better, where nothing says so true; a larger rank is worse.
    pub fn higher_is_better(&self) -> bool {
        self.value.is_score() && self.higher_is_better.unwrap_or(true)
    }

    /// Whether larger judgments are better.
    pub fn higher_judgments_are_better(&self) -> bool {
        self.higher_is_better.unwrap_or(true)
    }

    /// Whether a share of a score makes sense, as far as the scale says.
    pub fn has_true_zero(&self) -> bool {
        self.judge_scores != JudgeScores::Z && self.value.is_score()
    }

    /// Whether scores are of single ratings as they were given, so that these say all about them.
    pub fn is_of_ratings(&self) -> bool {
        self.reduce.is_mean() && self.value.is_score()
    }

    /// Whether there is a tuning of an estimate that takes none.
    pub fn tunes_nothing(&self) -> bool {
        self.reduce != Reduction::Huber && !is_efficient(&self.tuning)
    }

    /// Whether the score of a system depends on what others of the corpus were given.
    pub fn reads_all_judgments(&self) -> bool {
        !self.judge_scores.is_raw() || self.reduce == Reduction::Huber || !self.value.is_score()
    }
}

/// Identities of results are made of this text: without a choice it is that of before there was one.
impl fmt::Debug for HumanConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { criteria, scale, higher_is_better: _, judge_scores, estimate, .. } = self;
        let mut text = f.debug_struct("HumanConfig");
        text.field("criteria", criteria)
            .field("scale", scale)
            .field("higher_is_better", &self.higher_judgments_are_better());
        if !judge_scores.is_raw() {
            text.field("judge_scores", judge_scores);
        }
        if !estimate.is_mean() {
            text.field("estimate", estimate);
        }
        match self.reduce {
            Reduction::Mean => {}
            Reduction::Median => {
                text.field("reduce", &self.reduce);
            }
            Reduction::Huber => {
                text.field("reduce", &self.reduce).field("tuning", &self.tuning);
            }
        }
        if !self.value.is_score() {
            text.field("value", &self.value);
        }
        text.finish()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename = "choice of criteria", rename_all = "kebab-case")]
#[schemars(inline)]
enum WrittenCriteria {
    /// Criterion of the corpus. Example: `criterion = "adequacy"`.
    Criterion(#[serde(with = "Text")] String),
    /// Several criteria, added up per segment. Example: `criteria = ["fluency", "adequacy"]`.
    Criteria(#[serde(with = "Set::<Text>")] Vec<String>),
}

fn criteria<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    Ok(match WrittenCriteria::deserialize(source)? {
        WrittenCriteria::Criterion(one) => vec![one],
        WrittenCriteria::Criteria(several) => several,
    })
}

/// What an external metric scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreLevel {
    /// Segments.
    #[default]
    Segment,
    /// Documents.
    Document,
}

/// Mean of scores that the corpus brings along (COMET, `MetricX`, MQM, ...), for each segment or for
/// each document. With scores of documents a study has to resample documents.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "External")]
pub struct ExternalConfig {
    /// Name of the score in the corpus. Example: `score = "comet"`.
    #[serde(with = "Text")]
    pub score: String,
    /// What has a score. Example: `level = "document"`.
    #[serde(default)]
    pub level: ScoreLevel,
    /// Whether a larger value is better. Default: what the name and the sign of the values say of known scores
    /// (errors from 0 up are better when they are lower), true of others. Example: `higher-is-better = false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub higher_is_better: Option<bool>,
    /// Whether zero means none of the quantity, so that a deviation in percent of the mean makes
    /// sense. Example: `ratio-scale = true`.
    #[serde(default)]
    pub ratio_scale: bool,
    /// How the score of a system is made of its scores: `"mean"` is the mean over the segments (or documents)
    /// that count, `"adjusted"` fits system + segment by least squares over all that have a score of any system
    /// of the study, for systems that have scores of different ones. Default: `"mean"`.
    /// Example: `estimate = "adjusted"`.
    #[serde(default, skip_serializing_if = "ScoreEstimate::is_mean")]
    pub estimate: ScoreEstimate,
}

impl ExternalConfig {
    /// Whether a larger value is better, where nothing says so true.
    pub fn higher_is_better(&self) -> bool {
        self.higher_is_better.unwrap_or(true)
    }
}

/// As that of [`HumanConfig`].
impl fmt::Debug for ExternalConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, level, higher_is_better: _, ratio_scale, estimate } = self;
        let mut text = f.debug_struct("ExternalConfig");
        text.field("score", score)
            .field("level", level)
            .field("higher_is_better", &self.higher_is_better())
            .field("ratio_scale", ratio_scale);
        if !estimate.is_mean() {
            text.field("estimate", estimate);
        }
        text.finish()
    }
}
