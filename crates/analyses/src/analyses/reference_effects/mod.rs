//! Reference effects: which systems single references favour (Zhang & Vogel 2004, slides 19 and 22).

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use request::{Effect, EffectTable, EffectsOfReferences, MeanSquare};
pub use row::{ReferenceComponent, ReferenceComponentRow, ReferenceEffectRow};
pub use rows::{ReferenceEffectTables, reference_effects};

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const REFERENCE_EFFECTS: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<ReferenceEffectRow>,
        TableDescription::of::<ReferenceComponentRow>,
    ],
    tables: |results, tables| {
        let rows = reference_effects(results);
        tables.add_asked(rows.effects)?;
        tables.add_asked(rows.components)
    },
    question: Question::References,
    findings: |section| findings::finding(section).into_iter().collect(),
    figures: &[findings::KIND],
    resamples: false,
    ..Analysis::asked_by::<options::ReferenceEffects>(Weights::Refused(
        "metrics of references add up counts over texts",
    ))
};
