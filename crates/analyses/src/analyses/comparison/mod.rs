//! Comparison: tests of the difference between two systems, adjusted for their number.

mod all_metrics;
mod chance;
mod compute;
mod figures;
mod finding_tables;
mod findings;
mod grid_rows;
mod intervals;
mod margins;
mod noninferiority;
mod notes;
pub mod options;
mod problems;
mod request;
mod row;
mod rows;
mod rules;
mod sample_figures;
mod summary;
mod text_tables;
mod verdict;
mod verdicts;
mod versus_baseline;
mod vocabulary;
mod wording;

pub use chance::{ChanceGain, Gained};
pub use compute::PairTests;
pub use grid_rows::each_comparison;
pub use request::{Randomization, Sacrebleu};
pub use row::ComparisonRow;

pub use vocabulary::{MarginVerdict, PairVerdict, ReportedTest, Role};

pub(crate) use findings::setting;
pub(in crate::analyses) use noninferiority::DifferenceError;
pub(crate) use sample_figures::typical_pairs;
pub(crate) use summary::{MetricSummary, baseline, higher_is_better, summaries};
pub(in crate::analyses) use verdict::{Family, Finding as PairFinding, verdict};
pub(crate) use wording::{common_adjustment, decimals, difference, missing_verdicts};
pub(in crate::analyses) use wording::{decimals_of, signed_difference};

pub(super) use grid_rows::GridComparisons;
pub(super) use problems::{few_trials, too_few_trials, unknown_baseline};
pub(super) use request::requests_for;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const COMPARISON: Analysis = Analysis {
    descriptions: &[TableDescription::of::<ComparisonRow>],
    tables: |results, tables| tables.add_asked(each_comparison(results)),
    question: Question::Best,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    figures: &[figures::KIND, sample_figures::KIND],
    text_tables: |section| text_tables::comparisons(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Comparison>(Weights::Respected(
        "errors are of weighted means, and exchanges are of weighted differences",
    ))
};
