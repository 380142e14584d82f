//! The type of all analyses.

use super::{Question, ResultTables, Results};
use crate::config::{Options, OptionsKind};
use crate::plan::{Planned, PlannedOptions};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

/// An analysis: its requests to a plan, and the functions that turn the results into tables and findings.
pub struct Analysis {
    /// Key that requests the analysis in a study. Empty if every study has it.
    pub key: &'static str,
    /// Reader of its options. `None` if every study has it.
    pub options: Option<OptionsKind>,
    /// Its requests to a plan.
    pub plan: Planned,
    /// Descriptions of its tables.
    pub descriptions: &'static [fn() -> TableDescription],
    /// Makes its tables, or none if no study requests it.
    pub tables: fn(&Results<'_>, &mut ResultTables) -> Result<(), TableError>,
    /// The question that its findings answer.
    pub question: Question,
    /// Returns its findings about one study on one corpus.
    pub findings: fn(&StudySection<'_>) -> Vec<Finding>,
    /// Returns a finding for studies without any other finding.
    pub background: fn(&StudySection<'_>) -> Option<Finding>,
    /// Returns its verdicts about one study on one corpus, for comparisons with other runs.
    pub verdicts: fn(&StudySection<'_>) -> Vec<Verdict>,
    /// Its figures.
    pub figures: &'static [FigureKind],
    /// Returns its tables for readers, about one study on one corpus.
    pub text_tables: fn(&StudySection<'_>) -> Vec<TextTable>,
    /// Position of its findings.
    pub standing: Standing,
    /// Treatment of a corpus whose segments have weights.
    pub weights: Weights,
    /// `true` if the analysis resamples.
    pub resamples: bool,
    /// `true` if the analysis is about all samples of a study, `false` if it is about one sample.
    pub is_over_samples: bool,
    /// `true` if the analysis reads the logs of its corpora. The logs are then inputs of the run.
    pub reads_log: bool,
}

/// Treatment of the weights of segments that were picked with unequal probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The analysis uses the weights. The text says how.
    Respected(&'static str),
    /// The analysis is refused. The text says why.
    Refused(&'static str),
}

/// Position of the findings of an analysis among the findings of a study.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// In the order of the requests of the study.
    AsAsked,
    /// In addition to others: these findings do not replace the scores.
    Beside,
    /// Last, and in addition to others: these findings belong to reproductions.
    Last,
}

/// A list of analyses, in the order of the page.
pub type Analyses = &'static [&'static Analysis];

impl Analysis {
    /// Returns an analysis of every study, without tables.
    pub const fn of_every_study(plan: Planned, weights: Weights) -> Self {
        Self {
            key: "",
            options: None,
            plan,
            descriptions: &[],
            tables: |_, _| Ok(()),
            question: Question::None,
            findings: |_| Vec::new(),
            background: |_| None,
            verdicts: |_| Vec::new(),
            figures: &[],
            text_tables: |_| Vec::new(),
            standing: Standing::AsAsked,
            weights,
            resamples: true,
            is_over_samples: false,
            reads_log: false,
        }
    }

    /// Returns an analysis that studies request with the options `O`, without tables.
    pub const fn asked_by<O>(weights: Weights) -> Self
    where
        O: PlannedOptions + Options + serde::de::DeserializeOwned + schemars::JsonSchema,
    {
        Self {
            key: O::KEY,
            options: Some(OptionsKind::new::<O>()),
            ..Self::of_every_study(|study| Some(study.analyses.get::<O>()?), weights)
        }
    }
}
