//! What an analysis is: a value.

use super::result_tables::ResultTables;
use super::results::Results;
use crate::analyses::question::Question;
use crate::config::asked::Options;
use crate::config::model::OptionsKind;
use crate::plan::{IfAsked, PlannedAnalysis, PlannedOptions};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

/// An analysis: what it asks of a plan, and what it makes of the results.
pub struct Analysis {
    /// The key by which a study asks for it; empty where every study has it.
    pub key: &'static str,
    /// How its options are read; none where every study has it.
    pub options: Option<OptionsKind>,
    /// What it asks of a plan.
    pub plan: &'static dyn PlannedAnalysis,
    /// What its tables are.
    pub descriptions: &'static [fn() -> TableDescription],
    /// Makes its tables; none where no study asks for it.
    pub tables: fn(&Results<'_>, &mut ResultTables) -> Result<(), TableError>,
    /// The question of people that its findings answer.
    pub question: Question,
    /// What it finds out about one study on one corpus.
    pub findings: fn(&StudySection<'_>) -> Vec<Finding>,
    /// What it finds where no analysis that the study asks for finds anything.
    pub background: fn(&StudySection<'_>) -> Option<Finding>,
    /// What it concludes about one study on one corpus, for comparisons with other runs.
    pub verdicts: fn(&StudySection<'_>) -> Vec<Verdict>,
    /// Its figures.
    pub figures: &'static [FigureKind],
    /// Its tables for people, about one study on one corpus.
    pub text_tables: fn(&StudySection<'_>) -> Vec<TextTable>,
    /// Where its findings stand.
    pub standing: Standing,
    /// What it does in a corpus whose segments have weights.
    pub weights: Weights,
    /// Whether it resamples.
    pub resamples: bool,
    /// Whether it is about all samples of a study; others are about one of them.
    pub is_over_samples: bool,
    /// Whether it reads the logs of its corpora, which are inputs of the run then.
    pub reads_log: bool,
}

/// What an analysis does with weights of segments, which were picked with unequal probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// It takes them into account; how.
    Respected(&'static str),
    /// It is refused; why.
    Refused(&'static str),
}

/// Where the findings of an analysis stand among the others of a study.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// In the order in which the study asks.
    AsAsked,
    /// Beside others: they do not take the place of the scores.
    Beside,
    /// Last, and beside others: they belong to reproductions.
    Last,
}

/// A list of analyses, in the order of the page.
pub type Analyses = &'static [&'static Analysis];

impl Analysis {
    /// An analysis of every study, with no table yet.
    pub const fn of_every_study(plan: &'static dyn PlannedAnalysis, weights: Weights) -> Self {
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

    /// An analysis that studies ask for by the options `O`, with no table yet.
    pub const fn asked_by<O>(weights: Weights) -> Self
    where
        O: PlannedOptions + Options + serde::de::DeserializeOwned + schemars::JsonSchema,
    {
        Self {
            key: O::KEY,
            options: Some(OptionsKind::new::<O>()),
            ..Self::of_every_study(IfAsked::<O>::PLANNED, weights)
        }
    }
}
