//! The table `coverage`: how often intervals of samples hold the truth.

use std::sync::Arc;

use rayon::prelude::*;

use super::CoverageRow;
use super::options::{Coverage, Truth};
use super::truth::TrueScores;
use super::{request, truth};
use crate::analyses::common::pairs::groups;
use crate::analyses::common::sizes::by_size;
use crate::analyses::intervals::{IntervalEstimate, ScoreIntervals};
use crate::analyses::results::{CellNames, Coordinates, Requested, Results};
use crate::config::model::{Sampling, Study};
use crate::plan::{Grid, Obstacle, Placement};
use crate::stats::coverage::{Tally, expected_coverage, finite_population_factor};
use crate::stats::reason::{Reason, Status};

/// Samples of at most this share of a corpus deviate from the truth of its generator nearly as
/// independently of each other as if each came from a corpus of its own.
const LARGEST_INDEPENDENT_SHARE: f64 = 0.05;

/// One row per scoring, size, repeat, number of replicates, method and level, then those over the
/// systems of a metric; in the order of studies, corpora, metrics and references, sizes, repeats,
/// replicates, methods, levels, systems.
pub fn coverage(results: &Results<'_>) -> Vec<CoverageRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<super::options::Coverage>() else { continue };
        let names = CellNames::new(plan, grid);
        let truths = TrueScores::new(results, grid);
        let intervals = results.requested(grid, &request::intervals(options));
        let sizes = by_size(results, grid);
        for group in groups(results, grid) {
            for ((segments, _), placements) in &sizes {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let at = Coordinates { test_set: 0, scoring: group[0], repeat, replicates };
                    let of_size = SizeRows {
                        results,
                        grid,
                        study,
                        options,
                        names: &names,
                        truths: &truths,
                        intervals: &intervals,
                        segments: *segments,
                        placements,
                        at,
                    };
                    rows.extend(of_size.rows(&group));
                }
            }
        }
    }
    rows
}

/// The samples of one size, with one repeat and number of replicates.
struct SizeRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    study: &'a Study,
    options: &'a Coverage,
    names: &'a CellNames,
    truths: &'a TrueScores,
    intervals: &'a Requested<'a, ScoreIntervals>,
    segments: usize,
    placements: &'a [&'a Placement],
    at: Coordinates,
}

/// What the intervals of samples come to.
#[derive(Clone, Default)]
struct Count {
    held: Tally,
    undefined: u64,
    below: u64,
    above: u64,
    half_widths: f64,
    /// Why there is no interval in the first sample without one.
    status: Option<Status>,
}

impl Count {
    fn add(&mut self, estimate: Option<&IntervalEstimate>, truth: f64) {
        let ends = estimate.and_then(|estimate| estimate.lower.zip(estimate.upper));
        let Some((lower, upper)) = ends else {
            self.undefined += 1;
            let status = estimate.map(|estimate| estimate.status);
            self.status.get_or_insert_with(|| status.unwrap_or(Reason::TooFewUnits.into()));
            return;
        };
        self.held.add(lower <= truth && truth <= upper);
        self.below += u64::from(upper < truth);
        self.above += u64::from(lower > truth);
        self.half_widths += 0.5 * (upper - lower);
    }

    fn merge(&mut self, other: &Self) {
        self.held.trials += other.held.trials;
        self.held.held += other.held.held;
        self.undefined += other.undefined;
        self.below += other.below;
        self.above += other.above;
        self.status = self.status.or(other.status);
    }
}

impl SizeRows<'_> {
    fn rows(&self, group: &[usize]) -> Vec<CoverageRow> {
        let levels = &self.options.levels;
        let counts: Vec<Vec<Count>> =
            group.par_iter().map(|scoring| self.counts(*scoring)).collect();
        let mut rows = Vec::new();
        for (method_index, method) in self.options.methods.iter().enumerate() {
            for (level_index, level) in levels.iter().enumerate() {
                let index = method_index * levels.len() + level_index;
                let row =
                    |scoring: usize, count: &Count| self.row(scoring, method.name(), *level, count);
                let mut pooled = Count::default();
                for (scoring, counts) in group.iter().zip(&counts) {
                    let truth = self.truths.score(*scoring);
                    pooled.merge(&counts[index]);
                    let mut row = row(*scoring, &counts[index]);
                    row.truth_score = truth.map(|truth| truth.value);
                    row.truth_error = truth.map(|truth| truth.error);
                    if let Some(obstacle) = self.obstacle(*scoring) {
                        row.status = Reason::from(obstacle).into();
                    } else if truth.is_none() {
                        row.status = Reason::UndefinedTruth.into();
                    }
                    rows.push(row);
                }
                let mut pooled = row(group[0], &pooled);
                pooled.system = None;
                pooled.mean_half_width = None;
                rows.push(pooled);
            }
        }
        rows
    }

    fn obstacle(&self, scoring: usize) -> Option<Obstacle> {
        self.results.plan.corpora[self.grid.corpus].scorings[scoring].obstacle
    }

    /// What the intervals of a scoring come to, for each method each level. Nothing is counted where
    /// the scoring has no truth.
    fn counts(&self, scoring: usize) -> Vec<Count> {
        let kinds = self.options.methods.len() * self.options.levels.len();
        let mut counts = vec![Count::default(); kinds];
        let Some(truth) = self.truths.score(scoring) else { return counts };
        for placement in self.placements {
            let at = Coordinates { test_set: placement.test_set, scoring, ..self.at };
            let scored = self.results.outcome(self.grid, at).result;
            let set = scored.map(|_| self.intervals.get(at, &[scoring]));
            for (index, count) in counts.iter_mut().enumerate() {
                let estimate = set.as_ref().and_then(|set| set.estimates.get(index));
                count.add(estimate, truth.value);
            }
        }
        counts
    }

    fn row(&self, scoring: usize, method: &str, nominal: f64, count: &Count) -> CoverageRow {
        let available = self.results.plan.corpora[self.grid.corpus].corpus.segment_count();
        let of_corpus = self.options.truth == Truth::Corpus;
        let factor = finite_population_factor(self.segments, available).ok();
        let expected = match truth::sampling(self.study) {
            Sampling::Random if of_corpus => {
                expected_coverage(nominal, self.segments, available).ok()
            }
            Sampling::Random => Some(nominal),
            // Samples that are spread evenly, or all of one place, deviate less or more than random ones.
            Sampling::Broad | Sampling::Consecutive => None,
        };
        let names = &self.names.scorings[scoring];
        let observed_level = self.study.level;
        // Larger parts of one corpus deviate together from what the generator has in truth.
        let is_one_corpus =
            !of_corpus && self.segments as f64 > LARGEST_INDEPENDENT_SHARE * available as f64;
        let interval = count.held.interval(observed_level).ok().filter(|_| !is_one_corpus);
        let trials = count.held.trials;
        CoverageRow {
            study: self.names.study.clone(),
            corpus: self.names.corpus.clone(),
            metric: names.metric.clone(),
            system: Some(names.system.clone()),
            reference_count: names.reference_count,
            reference_choice: names.reference_choice.clone(),
            references: names.references.clone(),
            sampling: truth::sampling(self.study).name().into(),
            segments: self.segments as u64,
            resample: self.names.resample.clone(),
            repeat: self.at.repeat,
            replicates: self.at.replicates,
            method: method.into(),
            nominal,
            truth: self.options.truth.name().into(),
            truth_score: None,
            truth_error: None,
            trials,
            undefined: count.undefined,
            held: count.held.held,
            below: count.below,
            above: count.above,
            observed: count.held.share().ok(),
            observed_level,
            observed_lower: interval.map(|interval| interval.lower),
            observed_upper: interval.map(|interval| interval.upper),
            finite_population_factor: factor.filter(|_| of_corpus),
            expected,
            disjoint: (available / self.segments) as u64,
            mean_half_width: (trials > 0).then(|| count.half_widths / trials as f64),
            status: count.status.filter(|_| trials == 0).unwrap_or(Status::OK),
        }
    }
}
