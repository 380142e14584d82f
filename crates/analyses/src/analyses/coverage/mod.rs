//! Coverage: how often intervals of samples hold the truth, and how often paired comparisons on
//! samples conclude what is true.

mod compute;
mod conclusion_figures;
mod conclusion_row;
mod conclusions;
mod coverage_row;
mod figures;
mod findings;
pub mod options;
mod over_sizes;
mod request;
mod rows;
mod rules;
mod sample_figures;
mod text_tables;
mod truth;

pub use conclusion_row::ConclusionRow;
pub use conclusions::conclusions;
pub use coverage_row::CoverageRow;
pub use over_sizes::conclusions_over_sizes;
pub use request::GeneratorScores;
pub use rows::coverage;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const COVERAGE: Analysis = Analysis {
    descriptions: &[TableDescription::of::<CoverageRow>, TableDescription::of::<ConclusionRow>],
    tables: |results, tables| {
        tables.add_asked(coverage(results))?;
        tables.add_asked(conclusions(results))
    },
    question: Question::Methods,
    findings: findings::findings,
    figures: &[
        sample_figures::INTERVALS,
        sample_figures::CONCLUSIONS,
        figures::KIND,
        conclusion_figures::BY_SIZE,
        conclusion_figures::BY_SIGNIFICANCE,
    ],
    text_tables: |section| {
        let tables = [
            text_tables::coverage(section),
            text_tables::conclusions_by_size(section),
            text_tables::conclusions_by_significance(section),
        ];
        tables.into_iter().flatten().collect()
    },
    is_over_samples: true,
    ..Analysis::asked_by::<options::Coverage>(Weights::Refused(
        "samples are random parts of a corpus that is scored completely",
    ))
};
