//! The table `representativeness`: test sets against the whole corpus.

use std::cmp::Ordering;

use super::RepresentativenessRow;
use super::options::Representativeness;
use crate::analyses::common::{GroupPairs, PairDeviations};
use crate::analyses::results::{
    Coordinates, GridResults, Outcome, Requested, Results, document_count, outcomes, scores,
};
use crate::config::model::Coefficient;
use crate::plan::Placement;
use crate::stats::correlation::hamming_proximity;
use crate::stats::same_decision::same_decision;

/// One row per group of systems, test set and coefficient, in the order of studies, corpora, groups,
/// coefficients, placements.
pub fn representativeness<'a>(results: &'a Results<'a>) -> Vec<RepresentativenessRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Representativeness>()) {
        for group in on_corpus.scored_groups() {
            let group_rows = GroupRows::new(&on_corpus, &group);
            for coefficient in &options.coefficients {
                let placements = on_corpus.grid.placements.iter();
                rows.extend(placements.map(|placement| group_rows.row(placement, *coefficient)));
            }
        }
    }
    rows
}

/// A group of systems, with their scores on the whole corpus.
struct GroupRows<'a> {
    on_corpus: &'a GridResults<'a>,
    group: &'a [usize],
    pairs: GroupPairs,
    deviations: Requested<'a, PairDeviations>,
    /// NaN where a system has no score.
    whole: Vec<f64>,
    /// Resampling units of the whole corpus that count.
    all_units: Option<u64>,
}

/// How a test set decides on pairs of systems, compared with the whole corpus.
#[derive(Default)]
struct Decisions {
    pairs: u32,
    same: Option<f64>,
    probability: Option<f64>,
}

impl<'a> GroupRows<'a> {
    fn new(on_corpus: &'a GridResults<'a>, group: &'a [usize]) -> Self {
        let test_set = on_corpus.grid.whole.expect("planned for representativeness");
        let at = Coordinates::once(test_set, group[0]);
        let whole = outcomes(on_corpus, group, at);
        Self {
            on_corpus,
            group,
            pairs: GroupPairs::new(on_corpus.results, on_corpus.grid, None, group),
            deviations: on_corpus.requested(&PairDeviations),
            all_units: units(&whole),
            whole: scores(&whole),
        }
    }

    /// Decisions of a test set with these scores, in the order of the group.
    fn decisions(&self, at: Coordinates, part: &[f64], units: Option<u64>) -> Decisions {
        let found = self.pairs.scorings().map(|scorings| self.deviations.get(at, &scorings));
        let (mut pairs, mut same) = (0_u32, 0.0);
        let mut probability = Some(0.0);
        for pair in &self.pairs.all {
            let [a, b] = [pair.0, pair.1]
                .map(|scoring| self.group.iter().position(|other| *other == scoring));
            let Some((a, b)) = a.zip(b) else { continue };
            let (on_part, on_whole) = (part[a] - part[b], self.whole[a] - self.whole[b]);
            // Where systems tie on the whole, there is no decision that a part could share.
            if !on_part.is_finite() || !on_whole.is_finite() || on_whole == 0.0 {
                continue;
            }
            pairs += 1;
            same += match (on_part * on_whole).total_cmp(&0.0) {
                // A tie on the part decides by chance, which is right every second time.
                _ if on_part == 0.0 => 0.5,
                Ordering::Greater => 1.0,
                _ => 0.0,
            };
            let error = self.pairs.find(found.as_deref(), *pair);
            let error = error.and_then(|found| found.as_ref()?.standard_error);
            let same_decision = error
                .zip(units)
                .zip(self.all_units)
                .and_then(|((error, units), all)| same_decision(on_whole, error, units, all));
            probability = probability.zip(same_decision).map(|(sum, next)| sum + next);
        }
        let count = f64::from(pairs);
        let [same, probability] =
            [Some(same), probability].map(|sum| Some(sum? / count).filter(|_| pairs > 0));
        Decisions { pairs, same, probability }
    }

    fn row(&self, placement: &Placement, coefficient: Coefficient) -> RepresentativenessRow {
        let Self { on_corpus, group, .. } = self;
        let replicates = on_corpus.study.replicates[0];
        let test_set = placement.test_set;
        let at = Coordinates { test_set, scoring: group[0], repeat: 1, replicates };
        let outcomes = outcomes(on_corpus, group, at);
        let (part, units) = (scores(&outcomes), units(&outcomes));
        let direction = on_corpus.direction(group[0]);
        let decisions = self.decisions(at, &part, units);
        let both = part.iter().zip(&self.whole).zip(*group);
        let both = both.filter(|((part, whole), _)| part.is_finite() && whole.is_finite());
        let differences: Vec<(f64, usize)> =
            both.clone().map(|((part, whole), scoring)| (part - whole, *scoring)).collect();
        let (part, whole): (Vec<f64>, Vec<f64>) = both.map(|(scores, _)| scores).unzip();
        let value = coefficient.of(&part, &whole);
        let mut cell = on_corpus.group_cell(at, Some(placement));
        if let Err(undefined) = &value
            && cell.status.is_ok()
        {
            cell.status = (*undefined).into();
        }
        let n = differences.len() as f64;
        let largest = differences.iter().map(|(difference, scoring)| (difference.abs(), *scoring));
        // The first of equals.
        let largest = largest.reduce(|best, next| if next.0 > best.0 { next } else { best });
        RepresentativenessRow {
            cell,
            systems: document_count(part.len()),
            corpus_share: units.zip(self.all_units).map(|(units, all)| units as f64 / all as f64),
            coefficient,
            value: value.ok(),
            pairs: decisions.pairs,
            same_decisions: decisions.same,
            same_decision_probability: decisions.probability,
            same_ranks: hamming_proximity(&part, direction, &whole, direction).ok(),
            mean_difference: (n > 0.0)
                .then(|| differences.iter().map(|(difference, _)| difference).sum::<f64>() / n),
            largest_difference: largest.map(|(difference, _)| difference),
            largest_difference_system: largest
                .map(|(_, scoring)| on_corpus.names.scorings[scoring].system.clone()),
        }
    }
}

/// Resampling units that count: those of the first system with a score, under a common mask of all.
fn units(outcomes: &[Outcome]) -> Option<u64> {
    outcomes.iter().find_map(|outcome| outcome.result).map(|result| result.judged_units)
}
