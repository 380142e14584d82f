//! Components of variance: what ratings vary with, and how severe each judge is. It reads the corpus alone.

mod compute;
mod figures;
mod finding_tables;
mod findings;
mod judge_row;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;
mod verdicts;

pub use judge_row::JudgeRow;
pub use row::VarianceComponentRow;
pub use rows::{judges, variance_components};

use super::{Analysis, Question, Weights};
use crate::config::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::VarianceComponents {}

/// The analysis.
pub const VARIANCE_COMPONENTS: Analysis = Analysis {
    descriptions: &[TableDescription::of::<VarianceComponentRow>, TableDescription::of::<JudgeRow>],
    tables: |results, tables| {
        let criteria = rows::criteria(results.plan);
        tables.add_asked(criteria.iter().flat_map(rows::Criterion::components))?;
        tables.add_asked(criteria.iter().flat_map(rows::Criterion::judges))
    },
    question: Question::Judges,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: verdicts::verdicts,
    figures: &[figures::SEVERITY, figures::SHARES],
    text_tables: |section| {
        text_tables::components(section).into_iter().chain(text_tables::judges(section)).collect()
    },
    resamples: false,
    ..Analysis::asked_by::<options::VarianceComponents>(Weights::Refused(
        "components of variance are of all segments alike",
    ))
};
