//! The table `coverage`: how often intervals of samples hold the truth.

use rayon::prelude::*;

use super::options::{Coverage, Truth};
use super::truth::TrueScores;
use super::{CoverageRow, request, truth};
use crate::analyses::intervals::{IntervalEstimate, ReportedMethod, ScoreIntervals};
use crate::analyses::results::{Draw, GridResults, Requested, Results};
use crate::config::Sampling;
use crate::plan::Placement;
use crate::stats::coverage::{Tally, expected_coverage, finite_population_factor};
use crate::stats::{Reason, Status};

/// Samples of at most this share of a corpus deviate from the truth of its generator nearly as
/// independently of each other as if each came from a corpus of its own.
const LARGEST_INDEPENDENT_SHARE: f64 = 0.05;

/// One row per scoring, size, repeat, number of replicates, method and level, then those over the
/// systems of a metric; in the order of studies, corpora, metrics and references, sizes, repeats,
/// replicates, methods, levels, systems.
pub fn coverage<'a>(results: &'a Results<'a>) -> Vec<CoverageRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in
        results.asking(|study| study.analyses.get::<super::options::Coverage>())
    {
        let truths = TrueScores::new(&on_corpus);
        let intervals = on_corpus.requested(&request::intervals(options));
        let samples =
            Samples { on_corpus: &on_corpus, options, truths: &truths, intervals: &intervals };
        let sizes = on_corpus.by_size();
        for group in on_corpus.groups() {
            for ((segments, _), placements) in &sizes {
                for draw in on_corpus.draws() {
                    rows.extend(samples.rows(*segments, placements, draw, &group));
                }
            }
        }
    }
    rows
}

/// The samples of a study on a corpus.
struct Samples<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Coverage,
    truths: &'a TrueScores,
    intervals: &'a Requested<'a, ScoreIntervals>,
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

impl Samples<'_> {
    /// The rows of a group of systems on samples of one size.
    fn rows(
        &self,
        segments: usize,
        placements: &[&Placement],
        draw: Draw,
        group: &[usize],
    ) -> Vec<CoverageRow> {
        let Coverage { methods, levels, .. } = self.options;
        let counts: Vec<Vec<Count>> =
            group.par_iter().map(|scoring| self.counts(placements, draw, *scoring)).collect();
        let kinds =
            methods.iter().flat_map(|method| levels.iter().map(move |level| (*method, *level)));
        let mut rows = Vec::new();
        for (index, (method, level)) in kinds.enumerate() {
            let row = |scoring: usize, count: &Count| CoverageRow {
                repeat: draw.repeat,
                replicates: draw.replicates,
                method: ReportedMethod::from(method),
                ..self.row(scoring, segments, level, count)
            };
            let mut pooled = Count::default();
            for (scoring, counts) in group.iter().zip(&counts) {
                let truth = self.truths.score(*scoring);
                pooled.merge(&counts[index]);
                let row = row(*scoring, &counts[index]);
                let obstacle = self.on_corpus.scoring(*scoring).obstacle.map(Reason::from);
                let undefined = truth.is_none().then_some(Reason::UndefinedTruth);
                rows.push(CoverageRow {
                    truth_score: truth.map(|truth| truth.value),
                    truth_error: truth.map(|truth| truth.error),
                    status: obstacle.or(undefined).map_or(row.status, Status::from),
                    ..row
                });
            }
            rows.push(CoverageRow {
                system: None,
                mean_half_width: None,
                ..row(group[0], &pooled)
            });
        }
        rows
    }

    /// What the intervals of a scoring come to, for each method each level. Nothing is counted where
    /// the scoring has no truth.
    fn counts(&self, placements: &[&Placement], draw: Draw, scoring: usize) -> Vec<Count> {
        let kinds = self.options.methods.len() * self.options.levels.len();
        let mut counts = vec![Count::default(); kinds];
        let Some(truth) = self.truths.score(scoring) else { return counts };
        for placement in placements {
            let at = draw.at(placement.test_set, scoring);
            let scored = self.on_corpus.outcome(at).result;
            let set = scored.map(|_| self.intervals.get(at, &[scoring]));
            for (index, count) in counts.iter_mut().enumerate() {
                let estimate = set.as_ref().and_then(|set| set.estimates.get(index));
                count.add(estimate, truth.value);
            }
        }
        counts
    }

    fn row(&self, scoring: usize, segments: usize, nominal: f64, count: &Count) -> CoverageRow {
        let GridResults { names, study, corpus, .. } = self.on_corpus;
        let available = corpus.corpus.segment_count();
        let of_corpus = self.options.truth == Truth::Corpus;
        let factor = finite_population_factor(segments, available).ok();
        let sampling = truth::sampling(study);
        let expected = match sampling {
            Sampling::Random if of_corpus => expected_coverage(nominal, segments, available).ok(),
            Sampling::Random => Some(nominal),
            // Samples that are spread evenly, or all of one place, deviate less or more than random ones.
            Sampling::Broad | Sampling::Consecutive => None,
        };
        let scoring = &names.scorings[scoring];
        // Larger parts of one corpus deviate together from what the generator has in truth.
        let is_one_corpus =
            !of_corpus && segments as f64 > LARGEST_INDEPENDENT_SHARE * available as f64;
        let interval = count.held.interval(study.level).ok().filter(|_| !is_one_corpus);
        let trials = count.held.trials;
        CoverageRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: scoring.metric.clone(),
            system: Some(scoring.system.clone()),
            reference_count: scoring.reference_count,
            reference_choice: scoring.reference_choice,
            references: scoring.references.clone(),
            sampling,
            segments: segments as u64,
            resample: names.resample,
            nominal,
            truth: self.options.truth,
            trials,
            undefined: count.undefined,
            held: count.held.held,
            below: count.below,
            above: count.above,
            observed: count.held.share().ok(),
            observed_level: study.level,
            observed_lower: interval.map(|interval| interval.lower),
            observed_upper: interval.map(|interval| interval.upper),
            finite_population_factor: factor.filter(|_| of_corpus),
            expected,
            disjoint: (available / segments) as u64,
            mean_half_width: (trials > 0).then(|| count.half_widths / trials as f64),
            status: count.status.filter(|_| trials == 0).unwrap_or(Status::OK),
            ..CoverageRow::default()
        }
    }
}
