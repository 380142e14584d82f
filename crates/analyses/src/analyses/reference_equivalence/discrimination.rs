//! The table `reference_discrimination`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::request::{GroupsByCount, by_count, largest};
use crate::analyses::common::pair_deviations::{PairDeviation, PairDeviations};
use crate::analyses::common::pairs::Pairs;
use crate::analyses::{
    Coordinates, GridResults, ReferenceDiscriminationRow, Requested, Results, document_count,
};
use crate::plan::Placement;
use crate::stats::equivalence::{SquaredZ, discrimination_ratio};
use crate::stats::reason::{Reason, Status};

/// Squared z by names of the two systems.
type ByPair = BTreeMap<(Arc<str>, Arc<str>), f64>;

/// One row per metric and number of references, in the order of studies, corpora, metrics, test sets,
/// repeats, replicates, numbers of references.
pub fn reference_discrimination<'a>(results: &'a Results<'a>) -> Vec<ReferenceDiscriminationRow> {
    let mut rows = Vec::new();
    for (on_corpus, ()) in results.asking(|_| Some(())) {
        let context = results.plan.context(on_corpus.grid);
        let deviations = on_corpus.requested(&PairDeviations);
        let largest = largest(&context);
        for counts in by_count(&context) {
            for placement in &largest {
                for draw in on_corpus.draws() {
                    let at = draw.at(placement.test_set, 0);
                    let (on_corpus, deviations) = (&on_corpus, &deviations);
                    rows.extend(MetricPlace { on_corpus, deviations, placement, at }.rows(&counts));
                }
            }
        }
    }
    rows
}

/// Where rows are about.
struct MetricPlace<'a> {
    on_corpus: &'a GridResults<'a>,
    deviations: &'a Requested<'a, PairDeviations>,
    placement: &'a Placement,
    at: Coordinates,
}

impl MetricPlace<'_> {
    fn rows(&self, counts: &GroupsByCount) -> Vec<ReferenceDiscriminationRow> {
        let by_set: Vec<Vec<ByPair>> = counts
            .values()
            .map(|sets| sets.iter().map(|group| self.squared(group)).collect())
            .collect();
        let mut pairs = by_set.iter().flatten().map(|pairs| pairs.keys().cloned().collect());
        let first: BTreeSet<(Arc<str>, Arc<str>)> = pairs.next().unwrap_or_default();
        let shared = pairs.fold(first, |shared, pairs: BTreeSet<_>| &shared & &pairs);
        let systems: BTreeSet<&Arc<str>> = shared.iter().flat_map(|(a, b)| [a, b]).collect();
        // Means over the sets of a number of references.
        let means: Vec<Vec<SquaredZ>> = by_set
            .iter()
            .map(|sets| {
                let means = shared.iter().map(|pair| {
                    let sum: f64 = sets.iter().filter_map(|of_set| of_set.get(pair)).sum();
                    let [a, b] = [&pair.0, &pair.1]
                        .map(|name| systems.iter().take_while(|system| **system < name).count());
                    (a, b, sum / sets.len() as f64)
                });
                means.collect()
            })
            .collect();
        let fewest = counts.keys().next().copied().unwrap_or_default();
        let rows = counts.iter().zip(&means).map(|((references, sets), z)| {
            let ratio = discrimination_ratio(z, &means[0]);
            let is_fewest = *references == fewest;
            let status = match ratio {
                Some(_) => Status::OK,
                None if z.is_empty() => Reason::TooFewUnits.into(),
                None => Reason::NoDifferences.into(),
            };
            let scoring = sets[0][0];
            let GridResults { names, corpus, .. } = self.on_corpus;
            let scoring_names = &names.scorings[scoring];
            let squared = z.iter().map(|(_, _, squared)| squared).sum::<f64>();
            ReferenceDiscriminationRow {
                study: names.study.clone(),
                corpus: names.corpus.clone(),
                metric: scoring_names.metric.clone(),
                reference_choice: scoring_names.reference_choice.unwrap_or_default(),
                ordering: self.placement.ordering.clone(),
                test_set: names.test_sets[self.at.test_set].clone(),
                segments: corpus.test_sets[self.at.test_set].segments as u64,
                repeat: self.at.repeat,
                replicates: self.at.replicates,
                reference_count: document_count(*references),
                sets: document_count(sets.len()),
                systems: document_count(systems.len()),
                pairs: document_count(z.len()),
                mean_squared_z: (!z.is_empty()).then(|| squared / z.len() as f64),
                fewest: document_count(fewest),
                discrimination_ratio: ratio.map(|(ratio, _)| ratio),
                discrimination_ratio_error: ratio
                    .and_then(|(_, error)| error)
                    // Of the fewest to themselves the ratio is 1, without an error.
                    .filter(|_| !is_fewest),
                status,
            }
        });
        rows.collect()
    }

    /// Squared z of the pairs of a group; none of pairs without a difference or its error.
    fn squared(&self, group: &Arc<[usize]>) -> ByPair {
        let found = self.deviations.get(self.at, group);
        let pairs = Pairs::All.of(group.len()).into_iter().zip(found);
        let squared = pairs.filter_map(|((a, b), found)| {
            let PairDeviation { delta, standard_error } = found?;
            let z = delta / standard_error.filter(|error| *error > 0.0)?;
            let names =
                [a, b].map(|index| self.on_corpus.names.scorings[group[index]].system.clone());
            z.is_finite().then(|| (names.into(), z * z))
        });
        squared.collect()
    }
}
