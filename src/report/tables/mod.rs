//! Tables for people out of the tables of a run.

mod cells;
mod layout;
mod minimal_sizes;
mod pairs;
mod published;
mod ranking;
mod references;
mod samples;
mod scores;

pub(super) use published::published;

use super::grid::Grid;
use super::place::Place;

/// Rows of which a table for people holds at most so many.
const LONGEST: usize = 2000;

/// All tables but those of printed numbers, by what they are about.
pub(super) fn all(places: &[Place<'_>]) -> Vec<Grid> {
    let mut grids = scores::scores(places);
    grids.extend(minimal_sizes::minimal_sizes(places));
    for place in places {
        grids.extend(cells::growth(place));
        grids.extend(cells::intervals(place));
        grids.extend(cells::stability(place));
        grids.extend(ranking::ranks(place));
        grids.extend(ranking::rank_stability(place));
        grids.extend(pairs::comparisons(place));
        grids.extend(pairs::power(place));
        grids.extend(references::equivalence(place));
        grids.extend(references::cross_references(place));
        grids.extend(samples::coverage(place));
        grids.extend(samples::conclusions_by_size(place));
        grids.extend(samples::conclusions_by_significance(place));
        grids.extend(ranking::representativeness(place));
        grids.extend(ranking::correlations(place));
        grids.extend(ranking::agreement(place));
    }
    grids
}
