//! The table `representativeness`: test sets against the whole corpus.

use std::cmp::Ordering;
use std::sync::Arc;

use super::RepresentativenessRow;
use crate::analyses::common::pair_deviations::PairDeviations;
use crate::analyses::common::pairs::GroupPairs;
use crate::analyses::results::{CellNames, Coordinates, Requested, Results, document_count};
use crate::config::model::Coefficient;
use crate::plan::{Grid, Placement};
use crate::stats::correlation::hamming_proximity;
use crate::stats::direction::Direction;
use crate::stats::same_decision::same_decision;

/// One row per group of systems, test set and coefficient, in the order of studies, corpora, groups,
/// coefficients, placements.
pub fn representativeness(results: &Results<'_>) -> Vec<RepresentativenessRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(options) =
            plan.spec.studies[grid.study].analyses.get::<super::options::Representativeness>()
        else {
            continue;
        };
        let names = CellNames::new(plan, grid);
        for group in grid.groups(&plan.corpora[grid.corpus]) {
            let group_rows = GroupRows::new(results, grid, &names, &group);
            let of_coefficient = |coefficient: &Coefficient| group_rows.rows(*coefficient);
            rows.extend(options.coefficients.iter().flat_map(of_coefficient));
        }
    }
    rows
}

/// A group of systems, with their scores on the whole corpus.
struct GroupRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    group: &'a [usize],
    pairs: GroupPairs,
    deviations: Requested<'a, PairDeviations>,
    direction: Direction,
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
    fn new(
        results: &'a Results<'a>,
        grid: &'a Grid,
        names: &'a CellNames,
        group: &'a [usize],
    ) -> Self {
        let direction = results.direction(grid, group[0]);
        let test_set = grid.whole.expect("planned for representativeness");
        let pairs = GroupPairs::new(results, grid, None, group);
        let deviations = results.requested(grid, &PairDeviations);
        let (whole, all_units) = (Vec::new(), None);
        let mut rows =
            Self { results, grid, names, group, pairs, deviations, direction, whole, all_units };
        rows.whole = rows.scores(test_set, 0);
        rows.all_units = rows.units(test_set, 0);
        rows
    }

    /// Scores of the group on a test set, NaN where there is none.
    fn scores(&self, test_set: usize, replicates: u32) -> Vec<f64> {
        let score = |scoring: &usize| {
            let at = Coordinates { test_set, scoring: *scoring, repeat: 1, replicates };
            let outcome = self.results.outcome(self.grid, at);
            outcome.result.and_then(|result| result.score).unwrap_or(f64::NAN)
        };
        self.group.iter().map(score).collect()
    }

    /// Resampling units that count on a test set: those of the first system with a score, under a common
    /// mask of all.
    fn units(&self, test_set: usize, replicates: u32) -> Option<u64> {
        let mut outcomes = self.group.iter().map(|scoring| {
            let at = Coordinates { test_set, scoring: *scoring, repeat: 1, replicates };
            self.results.outcome(self.grid, at)
        });
        outcomes.find_map(|outcome| outcome.result).map(|result| result.judged_units)
    }

    /// One row per placement.
    fn rows(&self, coefficient: Coefficient) -> Vec<RepresentativenessRow> {
        self.grid.placements.iter().map(|placement| self.row(placement, coefficient)).collect()
    }

    /// Decisions of a test set with these scores, in the order of the group.
    fn decisions(&self, at: Coordinates, part: &[f64], units: Option<u64>) -> Decisions {
        let found = self.pairs.scorings().map(|scorings| self.deviations.get(at, &scorings));
        let place = |scoring: usize| self.group.iter().position(|own| *own == scoring);
        let (mut pairs, mut same) = (0_u32, 0.0);
        let mut probability = Some(0.0);
        for pair in &self.pairs.all {
            let Some((a, b)) = place(pair.0).zip(place(pair.1)) else { continue };
            let (of_part, of_whole) = (part[a] - part[b], self.whole[a] - self.whole[b]);
            if !of_part.is_finite() || !of_whole.is_finite() || of_whole == 0.0 {
                continue;
            }
            pairs += 1;
            same += match (of_part * of_whole).total_cmp(&0.0) {
                _ if of_part == 0.0 => 0.5,
                Ordering::Greater => 1.0,
                _ => 0.0,
            };
            let error = self.pairs.find(found.as_deref(), *pair);
            let error = error.and_then(|found| found.as_ref()?.standard_error);
            let of_pair = error.zip(units).zip(self.all_units);
            let of_pair = of_pair
                .and_then(|((error, units), all)| same_decision(of_whole, error, units, all));
            probability = probability.zip(of_pair).map(|(sum, own)| sum + own);
        }
        let count = f64::from(pairs);
        let mean = |sum: f64| (pairs > 0).then(|| sum / count);
        Decisions { pairs, same: mean(same), probability: probability.and_then(mean) }
    }

    fn row(&self, placement: &Placement, coefficient: Coefficient) -> RepresentativenessRow {
        let plan = self.results.plan;
        let replicates = plan.spec.studies[self.grid.study].replicates[0];
        let test_set = placement.test_set;
        let part = self.scores(test_set, replicates);
        let units = self.units(test_set, replicates);
        let at = Coordinates { test_set, scoring: self.group[0], repeat: 1, replicates };
        let decisions = self.decisions(at, &part, units);
        let both = || {
            let scores = part.iter().zip(&self.whole).zip(self.group);
            scores.filter(|((part, whole), _)| part.is_finite() && whole.is_finite())
        };
        let differences: Vec<(f64, usize)> =
            both().map(|((part, whole), scoring)| (part - whole, *scoring)).collect();
        let (part, whole): (Vec<f64>, Vec<f64>) = both().map(|(scores, _)| scores).unzip();
        let value = coefficient.of(&part, &whole);
        let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
        let mut cell =
            self.names.group_cell(self.results, self.grid, self.group, at, ordering, fraction);
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
            coefficient: Arc::from(coefficient.name()),
            value: value.ok(),
            pairs: decisions.pairs,
            same_decisions: decisions.same,
            same_decision_probability: decisions.probability,
            same_ranks: hamming_proximity(&part, self.direction, &whole, self.direction).ok(),
            mean_difference: (n > 0.0)
                .then(|| differences.iter().map(|(difference, _)| difference).sum::<f64>() / n),
            largest_difference: largest.map(|(difference, _)| difference),
            largest_difference_system: largest
                .map(|(_, scoring)| self.names.scorings[scoring].system.clone()),
        }
    }
}
