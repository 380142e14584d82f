//! Reference equivalence: what a reference is worth in segments.

mod discrimination;
mod discrimination_row;
mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;
mod width_figures;

pub use discrimination::reference_discrimination;
pub use discrimination_row::ReferenceDiscriminationRow;
pub use request::ReferenceEquivalence;
pub use row::ReferenceEquivalenceRow;
pub use rows::reference_equivalence;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const REFERENCE_EQUIVALENCE: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<ReferenceEquivalenceRow>,
        TableDescription::of::<ReferenceDiscriminationRow>,
    ],
    tables: |results, tables| {
        tables.add_asked(reference_equivalence(results))?;
        tables.add_asked(reference_discrimination(results))
    },
    question: Question::References,
    findings: findings::findings,
    figures: &[width_figures::KIND, figures::KIND],
    text_tables: |section| text_tables::equivalence(section).into_iter().collect(),
    ..Analysis::of_every_study(
        |_| Some(&request::ReferenceEquivalence),
        Weights::Refused("metrics of references add up counts over texts"),
    )
};
