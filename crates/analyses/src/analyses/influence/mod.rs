//! Influence: what single documents do to scores and to differences between systems.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use request::{Difference, DocumentInfluence, DocumentScore, GroupInfluence, PairInfluence};
pub use row::{DifficultyRow, InfluencePairRow, InfluenceRow};
pub use rows::{InfluenceTables, influence};

use super::{Analysis, Question, Weights};
use crate::config::{NoForm, ResamplingUnit, SpecPath, SpecProblems, StudyContext, StudyRules};
use crate::table::TableDescription;

impl StudyRules for options::Influence {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if context.study.resampled_texts() == Some(ResamplingUnit::Segments) {
            problems.error_beside(
                at,
                (&context.at.then("resample"), "takes single segments"),
                "influence leaves out whole documents, which must be the units",
                "write `resample = \"documents\"`, or leave it out",
            );
        }
    }

    fn needed_unit(&self) -> Option<ResamplingUnit> {
        Some(ResamplingUnit::Documents)
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("a difference without a document has no error for new judges"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "without a document its stratum may be empty",
            "put `influence` into a study without `strata`",
        ))
    }
}

/// The analysis.
pub const INFLUENCE: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<InfluenceRow>,
        TableDescription::of::<DifficultyRow>,
        TableDescription::of::<InfluencePairRow>,
    ],
    tables: |results, tables| {
        let rows = influence(results);
        tables.add_asked(rows.scores)?;
        tables.add_asked(rows.difficulty)?;
        tables.add_asked(rows.pairs)
    },
    question: Question::Precision,
    findings: |section| findings::finding(section).into_iter().collect(),
    resamples: false,
    ..Analysis::asked_by::<options::Influence>(Weights::Respected(
        "documents are left out with their weights",
    ))
};
