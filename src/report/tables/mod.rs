//! Tables for people out of the tables of a run.

mod cells;
mod minimal_sizes;
mod pairs;
mod published;
mod ranking;
mod references;
mod samples;
mod scores;

pub(super) use published::published;

use crate::presentation::{StudySection, TextTable};

/// All tables but those of printed numbers, by what they are about.
pub(super) fn all(sections: &[StudySection<'_>]) -> Vec<TextTable> {
    let mut tables: Vec<TextTable> = sections.iter().filter_map(scores::scores).collect();
    tables.extend(sections.iter().flat_map(minimal_sizes::minimal_sizes));
    for section in sections {
        tables.extend(cells::growth(section));
        tables.extend(cells::intervals(section));
        tables.extend(cells::stability(section));
        tables.extend(ranking::ranks(section));
        tables.extend(ranking::rank_stability(section));
        tables.extend(pairs::comparisons(section));
        tables.extend(pairs::power(section));
        tables.extend(references::equivalence(section));
        tables.extend(references::cross_references(section));
        tables.extend(samples::coverage(section));
        tables.extend(samples::conclusions_by_size(section));
        tables.extend(samples::conclusions_by_significance(section));
        tables.extend(ranking::representativeness(section));
        tables.extend(ranking::correlations(section));
        tables.extend(ranking::agreement(section));
    }
    tables
}
