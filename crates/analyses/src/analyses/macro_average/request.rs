//! Requests of means over corpora: standard errors of scores and of differences on the largest test set of each corpus.

use super::MacroAverageRow;
use super::options::MacroAverage;
use crate::analyses::common::paired_errors::PairedErrors;
use crate::analyses::common::pairs::Pairs;
use crate::analyses::common::sizes::by_size;
use crate::analyses::common::two_way::{TwoWayErrors, TwoWayPrecision, by_resampling};
use crate::analyses::margin::ScorePrecision;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedOptions, Request, TableSize};

/// Standard errors of differences over texts.
pub(super) const ERRORS: PairedErrors = PairedErrors { pairs: Pairs::All };

/// Standard errors of differences over texts and judges.
pub(super) const TWO_WAY_ERRORS: TwoWayErrors = TwoWayErrors { pairs: Pairs::All };

/// Returns the test set that represents a corpus: the largest, or the first of several.
pub(super) fn test_set(context: &GridContext<'_>) -> Option<usize> {
    let largest = by_size(context).into_values().next_back()?;
    largest.first().map(|placement| placement.test_set)
}

impl PlannedOptions for MacroAverage {
    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        let study = context.study;
        let pairs = context.groups().into_iter().map(|group| Pairs::All.count(group.len()) as u64);
        pairs.sum::<u64>() * u64::from(study.shown_repeats()) * study.replicates.len() as u64
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let Some(test_set) = test_set(context) else { return Vec::new() };
        let GridContext { grid, scorings, study, .. } = context;
        let (crossed, plain) = by_resampling(context.singles(&grid.scorings), scorings);
        let (crossed_pairs, plain_pairs) = by_resampling(context.groups(), scorings);
        let (sets, draws, repeats) = ([test_set], &study.replicates, study.shown_repeats());
        let all = [
            Request::new(ScorePrecision {}, plain, sets.into(), draws.clone(), repeats),
            Request::new(TwoWayPrecision {}, crossed, sets.into(), draws.clone(), repeats),
            Request::new(ERRORS, plain_pairs, sets.into(), draws.clone(), repeats),
            Request::new(TWO_WAY_ERRORS, crossed_pairs, sets.into(), draws.clone(), repeats),
        ];
        all.into_iter().filter(|request| !request.groups.is_empty()).collect()
    }

    fn table_sizes(&self, _: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = (counts.systems() + counts.pairs()) * counts.draws;
        let table = TableSize::new::<MacroAverageRow>(counts, rows, 8.0).at_once();
        vec![table.source(rows * LOOKUP)]
    }
}
