//! Requests of means over corpora: standard errors of scores and of differences on the largest test set of each corpus.

use std::sync::Arc;

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
        let split = |groups: Vec<Arc<[usize]>>| {
            let (recomputed, plain): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| scorings[group[0]].is_recomputed);
            let (crossed, plain) = by_resampling(plain, scorings);
            [recomputed, plain, crossed]
        };
        let [recomputed, plain, crossed] = split(context.singles(&grid.scorings));
        let [recomputed_pairs, plain_pairs, crossed_pairs] = split(context.groups());
        let sets = vec![test_set];
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        let all = [
            Request::new(ScorePrecision {}, recomputed, sets.clone(), replicates.clone(), repeats),
            Request::once(ScorePrecision {}, plain, sets.clone()),
            Request::once(TwoWayPrecision {}, crossed, sets.clone()),
            Request::new(ERRORS, recomputed_pairs, sets.clone(), replicates, repeats),
            Request::once(ERRORS, plain_pairs, sets.clone()),
            Request::once(TWO_WAY_ERRORS, crossed_pairs, sets),
        ];
        all.into_iter().filter(|request| !request.groups.is_empty()).collect()
    }

    fn table_sizes(&self, _: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = (counts.systems() + counts.pairs()) * counts.draws;
        let table = TableSize::new::<MacroAverageRow>(counts, rows, 8.0).at_once();
        vec![table.source(rows * LOOKUP)]
    }
}
