//! What is computed, as scripts get it and reports keep it.

use serde::{Deserialize, Serialize};

pub use crate::corpus::model::ErrorSpan;
use crate::stats::contribution::Spread;

/// Where systems differ from a baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// The system that the others are compared with.
    pub baseline: String,
    /// Segments shown for each system, and against it, at most.
    pub count: usize,
    /// Whether texts are among them.
    pub has_texts: bool,
    /// What lengths are counted in.
    pub length_unit: LengthUnit,
    /// The systems, in the order of the study.
    pub systems: Vec<SystemExamples>,
}

/// What lengths of references are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LengthUnit {
    /// Words between blanks.
    Words,
    /// Characters, where most of the text is of a script without blanks.
    Characters,
}

impl LengthUnit {
    /// As texts for people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Characters => "characters",
        }
    }
}

/// Where a system differs from the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemExamples {
    /// The system.
    pub system: String,
    /// The metric whose contributions select the segments; nothing where no metric scores segments.
    pub selected_by: Option<String>,
    /// By metric, in the order of the study.
    pub metrics: Vec<MetricParts>,
    /// Metrics that give no comparable scores.
    pub unscored: Vec<String>,
    /// Segments with the largest contributions in favour of the system, the largest first.
    pub in_favour: Vec<Example>,
    /// Segments with the largest contributions in favour of the baseline, the largest first.
    pub against: Vec<Example>,
}

/// What parts of the test set contribute to the difference by a metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricParts {
    /// The metric.
    pub metric: String,
    /// Its direction.
    pub higher_is_better: bool,
    /// Score of the baseline.
    pub baseline_score: f64,
    /// Score of the system.
    pub score: f64,
    /// Score of the system less that of the baseline.
    pub difference: f64,
    /// How contributions spread over segments; nothing where only documents have scores.
    pub segments: Option<UnitSpread>,
    /// How they spread over documents; nothing where none are named.
    pub documents: Option<UnitSpread>,
    /// Documents in corpus order.
    pub by_document: Vec<Part>,
    /// Domains in the order of their first documents.
    pub by_domain: Vec<Part>,
    /// Quarters of the segments by the length of the reference, the shortest first.
    pub by_length: Vec<Part>,
}

/// How contributions spread over units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSpread {
    /// Units with a score.
    pub units: usize,
    /// Units whose contribution is in favour of the system.
    pub favour_system: usize,
    /// Units whose contribution is in favour of the baseline.
    pub favour_baseline: usize,
    /// How many of the units with the largest contributions make half of the difference.
    pub half: Option<usize>,
    /// Sum of all contributions: the difference, or nearly.
    pub sum: f64,
}

impl UnitSpread {
    pub(super) fn new(contributions: &[f64], difference: f64, higher_is_better: bool) -> Self {
        let Spread { parts, positive, negative, half, sum } =
            Spread::new(contributions, difference);
        let (favour_system, favour_baseline) =
            if higher_is_better { (positive, negative) } else { (negative, positive) };
        Self { units: parts, favour_system, favour_baseline, half, sum }
    }
}

/// A part of the test set: a document, a domain, or the segments of some lengths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name of the document or the domain, or the lengths.
    pub name: String,
    /// Segments with a score.
    pub segments: usize,
    /// Score of the baseline on the part.
    pub baseline_score: Option<f64>,
    /// Score of the system on the part.
    pub score: Option<f64>,
    /// Contribution to the difference of the whole test set, in the unit of the metric.
    pub contribution: Option<f64>,
    /// The contribution as a share of the difference, where there is one.
    pub share: Option<f64>,
}

/// A segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Its number in the corpus, from 1; of files of texts its line.
    pub segment: usize,
    /// Its document, where documents are named.
    pub document: Option<String>,
    /// Its domain.
    pub domain: Option<String>,
    /// By metric.
    pub scores: Vec<SegmentScores>,
    /// Nothing where texts are left out.
    pub texts: Option<ExampleTexts>,
}

/// Scores of both outputs of a segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentScores {
    /// The metric.
    pub metric: String,
    /// Score of the baseline's output by itself.
    pub baseline_score: Option<f64>,
    /// Score of the system's output by itself.
    pub score: Option<f64>,
    /// Contribution to the difference of the whole test set.
    pub contribution: Option<f64>,
}

/// Texts of a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleTexts {
    /// Source, where the corpus has it.
    pub source: Option<String>,
    /// The first reference that has the segment.
    pub reference: Option<String>,
    /// Output of the baseline; nothing where it is known by judgments or scores alone.
    pub baseline: Option<Output>,
    /// Output of the system.
    pub system: Option<Output>,
}

/// An output with the errors that judges marked in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The text.
    pub text: String,
    /// Marked errors, by their start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorSpan>,
}
