//! Requests of means over corpora: standard errors of scores and of differences on the largest test set of each corpus.

use std::collections::BTreeSet;

use super::options::MacroAverage;
use super::{INDEPENDENT, MacroAverageRow};
use crate::analyses::common::sizes::by_size;
use crate::analyses::common::{PairedErrors, Pairs, TwoWayErrors, TwoWayPrecision, by_resampling};
use crate::analyses::margin::ScorePrecision;
use crate::corpus::model::Corpus;
use crate::plan::prices::LOOKUP;
use crate::plan::{Grid, GridContext, GridCounts, Plan, PlannedOptions, Request, TableSize};
use crate::warning::Warning;
use crate::words::grouped_count;

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

/// Returns a warning for every two corpora of a study that look like translations of the same texts, because their errors are
/// not independent.
pub(in crate::analyses) fn warnings(plan: &Plan) -> Vec<Warning> {
    let study = |grid: &Grid| &plan.spec.studies[grid.study];
    let grids =
        plan.grids.iter().filter(|grid| study(grid).analyses.get::<MacroAverage>().is_some());
    let grids: Vec<&Grid> = grids.collect();
    let pairs = Pairs::All.of(grids.len()).into_iter().map(|(a, b)| [grids[a], grids[b]]);
    let pairs = pairs.filter(|[a, b]| a.study == b.study);
    let warnings = pairs.filter_map(|grids| {
        let corpora = grids.map(|grid| &*plan.corpora[grid.corpus].corpus);
        shared_documents(&study(grids[0]).name, corpora)
    });
    warnings.collect()
}

fn shared_documents(study: &str, [a, b]: [&Corpus; 2]) -> Option<Warning> {
    // The names of generated documents, and the numbers of documents without names, are the same in all corpora.
    let documents = |corpus: &Corpus| -> BTreeSet<(String, usize)> {
        let named = corpus.documents.iter().filter(|document| document.id.parse::<u64>().is_err());
        let named = named.filter(|_| !corpus.synthetic);
        named.map(|document| (document.id.clone(), document.segments.len())).collect()
    };
    let shared = documents(a).intersection(&documents(b)).count();
    // A single document, or one in ten, may agree by chance.
    if shared < 2 || 10 * shared < a.documents.len().min(b.documents.len()) {
        return None;
    }
    let message = format!(
        "corpora `{}` and `{}` share {} by name and number of segments: name one of them if the texts are the same",
        a.name,
        b.name,
        grouped_count(shared as u64, "document"),
    );
    Some(Warning::of_study(study, message, INDEPENDENT))
}
