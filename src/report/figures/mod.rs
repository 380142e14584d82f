//! Figures out of the tables of a run. What is drawn stands in a table: nothing is estimated here.

mod conclusions;
mod coverage;
mod deviation;
mod equivalence;
mod power;
mod rank_stability;
mod ranks;
mod references;
mod replicates;
mod scores;
mod significance;
mod stability;
mod width;

use crate::presentation::{Figure, FigureKind, StudySection};

/// The list of figures, in the order of the page.
const KINDS: [FigureKind; 16] = [
    scores::KIND,
    deviation::KIND,
    width::SIZES,
    width::REFERENCES,
    equivalence::KIND,
    rank_stability::KIND,
    ranks::KIND,
    significance::KIND,
    power::KIND,
    coverage::KIND,
    conclusions::BY_SIZE,
    conclusions::BY_SIGNIFICANCE,
    width::METHODS,
    stability::KIND,
    replicates::KIND,
    references::KIND,
];

/// All figures, by study and corpus.
pub(super) fn all(sections: &[StudySection<'_>]) -> Vec<Figure> {
    let of_section = |section| KINDS.iter().flat_map(move |kind| kind.figures(section));
    sections.iter().flat_map(of_section).collect()
}
