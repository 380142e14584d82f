//! The table `reference_equivalence`: what a reference is worth in segments.

use std::collections::BTreeMap;

use super::request::largest;
use crate::analyses::common::moments::Spread;
use crate::analyses::results::outcomes;
use crate::analyses::{
    Coordinates, GridResults, ReferenceEquivalenceRow, Results, Summary, document_count,
};
use crate::plan::{Placement, ReferenceSet};
use crate::stats::equivalence::Deviation;
use crate::stats::reason::Status;
use crate::table::ChosenReferences;

/// One row per metric, system and number of references, for studies with several numbers of them or
/// mixed ones; in the order of studies, corpora, metrics and systems (as scorings begin), test sets,
/// repeats, replicates, numbers of references.
pub fn reference_equivalence<'a>(results: &'a Results<'a>) -> Vec<ReferenceEquivalenceRow> {
    let mut rows = Vec::new();
    for (on_corpus, ()) in results.asking(|_| Some(())) {
        let largest = largest(&results.plan.context(on_corpus.grid));
        for by_count in subjects(&on_corpus) {
            let Some(first) = by_count.values().flatten().next() else { continue };
            let set = reference_set(&on_corpus, *first);
            if by_count.len() < 2 && set.mixed.is_none() {
                continue;
            }
            for placement in &largest {
                for draw in on_corpus.draws() {
                    let at = draw.at(placement.test_set, *first);
                    let place = Place { on_corpus: &on_corpus, placement, at };
                    rows.extend(place.rows(&by_count));
                }
            }
        }
    }
    rows
}

/// Scorings of one metric and system by the number of their references.
type ByCount = BTreeMap<usize, Vec<usize>>;

fn reference_set<'a>(on_corpus: &GridResults<'a>, scoring: usize) -> &'a ReferenceSet {
    let set = on_corpus.scoring(scoring).references.as_ref();
    set.expect("only scorings with references are looked at")
}

fn subjects(on_corpus: &GridResults<'_>) -> Vec<ByCount> {
    let mut order: Vec<(usize, &str)> = Vec::new();
    let mut subjects: Vec<ByCount> = Vec::new();
    for index in &on_corpus.grid.scorings {
        let scoring = on_corpus.scoring(*index);
        let Some(references) = &scoring.references else { continue };
        let subject = (scoring.metric, scoring.system.as_str());
        let place = order.iter().position(|other| *other == subject).unwrap_or_else(|| {
            order.push(subject);
            subjects.push(ByCount::new());
            order.len() - 1
        });
        subjects[place].entry(references.indices.len()).or_default().push(*index);
    }
    subjects
}

/// Where rows are about.
struct Place<'a> {
    on_corpus: &'a GridResults<'a>,
    placement: &'a Placement,
    at: Coordinates,
}

impl Place<'_> {
    fn rows(&self, by_count: &ByCount) -> Vec<ReferenceEquivalenceRow> {
        let mut rows: Vec<ReferenceEquivalenceRow> = Vec::new();
        for scorings in by_count.values() {
            let mut row = self.row(scorings);
            if row.reference_choice != ChosenReferences::Mixed {
                let this = deviation(&row);
                let smallest = rows.first().map_or(this, deviation);
                let equal = this.zip(smallest).map(|(this, smallest)| this.sizes_to(smallest, 1.0));
                row.equal_data_relative = equal.map(|value| 100.0 * value.value);
                // The fewest references are compared with themselves.
                row.equal_data_relative_error = if rows.is_empty() {
                    row.equal_data_relative.map(|_| 0.0)
                } else {
                    equal.map(|value| 100.0 * value.error)
                };
                let smallest = rows.first().unwrap_or(&row).stdev_mean.filter(|stdev| *stdev > 0.0);
                let ratio = row.stdev_mean.zip(smallest).map(|(stdev, smallest)| stdev / smallest);
                // Deviations fall with the root of the size, so that sizes go with their squares.
                row.equal_data_absolute = ratio.map(|ratio| 100.0 * ratio * ratio);
                if let Some(fewer) = rows.last() {
                    let steps = f64::from(row.reference_count - fewer.reference_count);
                    let more = deviation(fewer).zip(this);
                    let more = more.map(|(fewer, this)| fewer.sizes_to(this, steps));
                    row.fewer = Some(fewer.reference_count);
                    row.more_segments_relative = more.map(|value| 100.0 * (value.value - 1.0));
                    row.more_segments_relative_error = more.map(|value| 100.0 * value.error);
                    row.more_segments_relative_spread =
                        more.and_then(|value| Some(100.0 * value.spread?));
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Means over the sets of one number of references.
    fn row(&self, scorings: &[usize]) -> ReferenceEquivalenceRow {
        let Self { on_corpus, placement, at } = *self;
        let outcomes = outcomes(on_corpus, scorings, at);
        let spread = |value: &dyn Fn(usize, &Summary) -> Option<f64>| {
            let values = scorings.iter().zip(&outcomes);
            let values: Option<Vec<f64>> = values
                .map(|(scoring, outcome)| value(*scoring, outcome.result.as_ref()?))
                .collect();
            Spread::new(values.as_deref(), 0.0, false)
        };
        let GridResults { results, grid, names, .. } = on_corpus;
        let score = spread(&|_, result| result.score);
        let stdev = spread(&|_, result| result.stdev);
        let relative_stdev =
            spread(&|scoring, result| results.relative_stdev(grid, scoring, result));
        let error = spread(&|scoring, result| results.relative_stdev_error(grid, scoring, result));
        let set = reference_set(on_corpus, scorings[0]);
        let mut statuses = outcomes.iter().map(|outcome| outcome.status);
        let scoring_names = &names.scorings[scorings[0]];
        ReferenceEquivalenceRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: scoring_names.metric.clone(),
            system: scoring_names.system.clone(),
            reference_choice: set.choice,
            ordering: placement.ordering.clone(),
            test_set: names.test_sets[at.test_set].clone(),
            segments: on_corpus.corpus.test_sets[at.test_set].segments as u64,
            repeat: at.repeat,
            replicates: at.replicates,
            reference_count: document_count(set.count()),
            translators: document_count(set.indices.len()),
            sets: document_count(scorings.len()),
            score_mean: score.mean,
            score_spread: score.spread,
            stdev_mean: stdev.mean,
            stdev_spread: stdev.spread,
            relative_stdev_mean: relative_stdev.mean,
            relative_stdev_spread: relative_stdev.spread,
            relative_stdev_error: error.mean,
            status: statuses.find(|status| !status.is_ok()).unwrap_or(Status::OK),
            ..ReferenceEquivalenceRow::default()
        }
    }
}

/// The deviation that `row` tells of, where it is positive.
fn deviation(row: &ReferenceEquivalenceRow) -> Option<Deviation> {
    let value = row.relative_stdev_mean?;
    Deviation::new(value, row.relative_stdev_error?, row.relative_stdev_spread)
}
