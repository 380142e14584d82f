//! Intervals of one scoring by several methods, all from one set of replicates.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::{IntervalMethod, Intervals};
use crate::analyses::common::two_way;
use crate::config::{MetricConfig, ResamplingUnit};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::delta::Influences;
use crate::stats::interval::{self, Centre};
use crate::stats::kernel::{BLOCK, block_count, block_counts};
use crate::stats::sacrebleu::{self, SEED};
use crate::stats::second_order::{Ties, bca, bootstrap_t};
use crate::stats::{Distribution, Interval, Reason, Status, tails_are_populated};

/// The level of sacreBLEU's interval.
pub const SACREBLEU_LEVEL: f64 = 0.95;

/// Intervals of a scoring, and the distribution that they were read off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntervalSet {
    /// Mean of the replicates, in the metric's unit.
    pub mean: Option<f64>,
    /// Median of the replicates.
    pub median: Option<f64>,
    /// For each method each level, in the order of the question.
    pub estimates: Vec<IntervalEstimate>,
}

/// The method where none is written: by simulation it holds the truth as often as it says, with few
/// units as with many (docs/statistics/intervals.md).
pub const PREFERRED: IntervalMethod = IntervalMethod::JackknifeT;

/// The one of scores that are 0 or 1, whose mean is a share: the usual one ends above 1, and is too narrow.
const OF_SHARES: IntervalMethod = IntervalMethod::Wilson;

/// The one where there is no jackknife.
const INSTEAD: IntervalMethod = IntervalMethod::StudentT;

/// One interval, in the metric's unit. A value is absent where it is undefined, and where the method
/// does not have it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntervalEstimate {
    /// Lower end.
    pub lower: Option<f64>,
    /// Upper end.
    pub upper: Option<f64>,
    /// Monte-Carlo error of the lower end.
    pub lower_error: Option<f64>,
    /// Monte-Carlo error of the upper end.
    pub upper_error: Option<f64>,
    /// Standard error of the score: bootstrap-t by the delta method, jackknife-t by the jackknife.
    pub standard_error: Option<f64>,
    /// `BCa`: normal quantile of the share of replicates below the score.
    pub bias: Option<f64>,
    /// `BCa`: acceleration, by the jackknife.
    pub acceleration: Option<f64>,
    /// Bootstrap-t: replicates without a standard error of their own.
    pub dropped: Option<u32>,
    /// The method; `None` for that of a reproduced program.
    pub method: Option<IntervalMethod>,
    /// `ok`, or why there is no interval.
    pub status: Status,
}

impl IntervalEstimate {
    fn of(interval: Interval) -> Self {
        Self {
            lower: Some(interval.lower),
            upper: Some(interval.upper),
            lower_error: interval.lower_error,
            upper_error: interval.upper_error,
            status: Status::OK,
            ..Self::default()
        }
    }

    fn or_status(method: Option<IntervalMethod>, estimate: Result<Self, Reason>) -> Self {
        let estimate =
            estimate.unwrap_or_else(|reason| Self { status: reason.into(), ..Self::default() });
        Self { method, ..estimate }
    }
}

/// Intervals of the one scoring of `group`.
pub(super) fn interval_set(
    job: &JobResults<'_>,
    group: &Group<'_>,
    options: &Intervals,
) -> IntervalSet {
    let system = job.system(group.scorings[0]);
    if options.compat.is_some() {
        return compatible(job, system, group.replicates);
    }
    // Fewer than two units are no sample; the cell's own status says so.
    if !system.has_replicates() || group.replicates == 0 {
        return IntervalSet::default();
    }
    let distribution = job.distribution(system.scoring, group.replicates);
    let mut source = IntervalSource::new(job, system, group.replicates);
    let mut estimates = Vec::new();
    let usual = [source.usual_method()];
    for method in options.methods.as_deref().unwrap_or(&usual) {
        for level in &options.levels {
            let estimate = source.estimate(distribution, group.replicates, *method, *level);
            estimates.push(IntervalEstimate::or_status(Some(*method), estimate));
        }
    }
    IntervalSet { mean: distribution.mean(), median: distribution.median(), estimates }
}

/// sacreBLEU's interval: its stream over the segments that count, with the seed that it uses unless
/// told otherwise; seed and repeats of the spec do not enter.
fn compatible(job: &JobResults<'_>, system: &ScoredTestSet, replicates: u32) -> IntervalSet {
    if !system.has_replicates() || replicates == 0 {
        return IntervalSet::default();
    }
    if let Err(undefined) = system.check_additive() {
        let estimates = vec![IntervalEstimate::or_status(None, Err(undefined))];
        return IntervalSet { estimates, ..IntervalSet::default() };
    }
    let columns = system.rows.columns();
    let rows = job.present_rows(system);
    let sums = sacrebleu::resampled_sums(&rows, columns, SEED, replicates as usize);
    let scores = sums.chunks_exact(columns.max(1)).map(|sums| {
        let score = system.scorer.score(sums).filter(|score| score.is_finite());
        score.unwrap_or(f64::NAN)
    });
    let distribution = Distribution::new(&scores.collect::<Vec<f64>>());
    let estimate = interval::sacrebleu(&distribution).map(|report| {
        let (lower, upper) = report.printed();
        let order = report.order_statistics;
        // The half width is half of a difference of two ends, whose errors are taken as independent.
        let errors = order.lower_error.zip(order.upper_error);
        let error = errors.map(|(lower, upper)| 0.5 * (lower * lower + upper * upper).sqrt());
        IntervalEstimate::of(Interval { lower, upper, lower_error: error, upper_error: error })
    });
    IntervalSet {
        mean: distribution.mean(),
        median: distribution.median(),
        estimates: vec![IntervalEstimate::or_status(None, estimate)],
    }
}

/// What the intervals of one scoring are made from; what is expensive is made once.
pub(crate) struct IntervalSource<'v> {
    job: &'v JobResults<'v>,
    system: &'v ScoredTestSet,
    most: u32,
    errors: Option<Result<StandardErrors, Reason>>,
    jackknife: Option<Result<Jackknifed, Reason>>,
}

/// What the jackknife over the units that count gives; with two-stage resampling there is none.
#[derive(Clone, Copy)]
struct Jackknifed {
    standard_error: f64,
    degrees_of_freedom: f64,
    acceleration: Result<f64, Reason>,
}

/// Standard errors of a score and of those of its replicates; NaN where undefined.
#[derive(Clone)]
struct StandardErrors {
    of_score: f64,
    of_replicates: Vec<f64>,
}

impl<'v> IntervalSource<'v> {
    /// Of at most `most` replicates, a number that some task asks for.
    pub(crate) fn new(job: &'v JobResults<'v>, system: &'v ScoredTestSet, most: u32) -> Self {
        Self { job, system, most, errors: None, jackknife: None }
    }

    /// The interval of `method` at `level` from the first `replicates` replicates, of which
    /// `distribution` is.
    pub(crate) fn estimate(
        &mut self,
        distribution: &Distribution,
        replicates: u32,
        method: IntervalMethod,
        level: f64,
    ) -> Result<IntervalEstimate, Reason> {
        let score = self.system.score.ok_or(Reason::UndefinedScore)?;
        check_replicates(distribution, method, level)?;
        let centre = Centre::Score(score);
        let interval = match method {
            IntervalMethod::Percentile => interval::percentile(distribution, level),
            IntervalMethod::OrderStatistic => interval::order_statistic(distribution, level),
            IntervalMethod::Basic => interval::basic(distribution, score, level),
            IntervalMethod::Normal => interval::normal(distribution, centre, level),
            // Each stratum would need a factor of its own for few units.
            IntervalMethod::StudentT if self.job.strata.is_some() => {
                return Err(Reason::Stratified);
            }
            // So would few units and few judges.
            IntervalMethod::StudentT if self.system.crossed().is_some() => {
                return Err(Reason::Judges);
            }
            IntervalMethod::StudentT => {
                let units = usize::try_from(self.system.judged_units).unwrap_or(usize::MAX);
                interval::student_t(distribution, centre, units, level)
            }
            IntervalMethod::JackknifeT if self.system.crossed().is_some() => {
                return self.two_way(level);
            }
            IntervalMethod::JackknifeT => {
                let Jackknifed { standard_error, degrees_of_freedom, .. } = self.jackknife()?;
                let interval = interval::student(score, standard_error, degrees_of_freedom, level)?;
                let standard_error = Some(standard_error);
                return Ok(IntervalEstimate { standard_error, ..IntervalEstimate::of(interval) });
            }
            IntervalMethod::Wilson => return self.wilson(score, level),
            IntervalMethod::BootstrapT => return self.bootstrap_t(score, replicates, level),
            IntervalMethod::Bca => {
                let bca =
                    bca(distribution, score, self.jackknife()?.acceleration?, Ties::Half, level)?;
                return Ok(IntervalEstimate {
                    bias: Some(bca.bias),
                    acceleration: Some(bca.acceleration),
                    ..IntervalEstimate::of(bca.interval)
                });
            }
        };
        Ok(IntervalEstimate::of(interval?))
    }

    /// The method where none is written.
    fn usual_method(&mut self) -> IntervalMethod {
        if self.check_shares().is_ok() && self.jackknife().is_ok() {
            return OF_SHARES;
        }
        // Student's t with a factor for few units is refused for strata and judges: with these the jackknife stays,
        // which says why where it has no interval.
        let is_preferred = self.job.strata.is_some()
            || self.system.crossed().is_some()
            || self.jackknife().is_ok();
        if is_preferred { PREFERRED } else { INSTEAD }
    }

    /// The method, or else the usual one, and its [`ends`](Self::ends).
    pub(crate) fn usual_ends(
        &mut self,
        distribution: &Distribution,
        replicates: u32,
        method: Option<IntervalMethod>,
        level: f64,
    ) -> Result<(IntervalMethod, (f64, f64)), Reason> {
        let method = method.unwrap_or_else(|| self.usual_method());
        Ok((method, self.ends(distribution, replicates, method, level)?))
    }

    /// The ends of [`estimate`](Self::estimate) alone, without sorting where that can be spared.
    pub(crate) fn ends(
        &mut self,
        distribution: &Distribution,
        replicates: u32,
        method: IntervalMethod,
        level: f64,
    ) -> Result<(f64, f64), Reason> {
        let score = self.system.score.ok_or(Reason::UndefinedScore)?;
        check_replicates(distribution, method, level)?;
        match method {
            IntervalMethod::Percentile => interval::percentile_ends(distribution, level),
            IntervalMethod::OrderStatistic => interval::order_statistic_ends(distribution, level),
            IntervalMethod::Basic => {
                let (lower, upper) = interval::percentile_ends(distribution, level)?;
                Ok((2.0 * score - upper, 2.0 * score - lower))
            }
            _ => {
                let estimate = self.estimate(distribution, replicates, method, level)?;
                estimate.lower.zip(estimate.upper).ok_or(Reason::UndefinedScore)
            }
        }
    }

    /// Checks that all scores are 0 or 1.
    fn check_shares(&self) -> Result<(), Reason> {
        if self.job.strata.is_some() {
            return Err(Reason::Stratified);
        }
        if self.system.crossed().is_some() {
            return Err(Reason::Judges);
        }
        let scoring = &self.job.corpus.scorings[self.system.scoring];
        let config = &self.job.spec.metrics[scoring.metric].config;
        // Scores of texts come from sums, and are no means of those of segments.
        let is_given = matches!(config, MetricConfig::Human(_) | MetricConfig::External(_));
        let is_weighted = self.job.corpus.corpus.weights.is_some();
        if !is_given || is_weighted || config.adjustment().is_some() {
            return Err(Reason::NotShares);
        }
        let rows = &self.system.rows;
        let mut scores = (0..rows.len())
            .filter(|row| rows.is_present(*row))
            .map(|row| self.system.scorer.score(rows.row(row)));
        let are_shares = scores.all(|score| matches!(score, Some(0.0 | 1.0)));
        if are_shares { Ok(()) } else { Err(Reason::NotShares) }
    }

    fn wilson(&mut self, share: f64, level: f64) -> Result<IntervalEstimate, Reason> {
        self.check_shares()?;
        let Jackknifed { standard_error, degrees_of_freedom, .. } = self.jackknife()?;
        let units = self.system.judged_units as f64;
        let most = self.system.judged_segments as f64;
        let values = interval::effective_values(share, standard_error, units, most);
        // Where all are 0, or all 1, there is no variance that degrees of freedom could follow from.
        let varies = standard_error > 0.0;
        let degrees_of_freedom = if varies { degrees_of_freedom } else { units - 1.0 };
        let interval = interval::wilson(share, values, degrees_of_freedom, level)?;
        let standard_error = Some(standard_error);
        Ok(IntervalEstimate { standard_error, ..IntervalEstimate::of(interval) })
    }

    /// For new units and new judges. The status says where it is of one of them alone.
    fn two_way(&self, level: f64) -> Result<IntervalEstimate, Reason> {
        let error = self.job.two_way(self.system, None).unwrap_or(Err(Reason::UndefinedScore))?;
        Ok(IntervalEstimate {
            standard_error: Some(error.standard_error()),
            status: two_way::status(error.status),
            ..IntervalEstimate::of(error.interval(level))
        })
    }

    fn bootstrap_t(
        &mut self,
        score: f64,
        replicates: u32,
        level: f64,
    ) -> Result<IntervalEstimate, Reason> {
        let (job, system, most) = (self.job, self.system, self.most);
        let errors = self.errors.get_or_insert_with(|| standard_errors(job, system, most));
        let errors = errors.as_ref().map_err(|undefined| *undefined)?;
        let scores = job.scores(system.scoring, replicates);
        let of_replicates = &errors.of_replicates[..scores.len()];
        let studentised = bootstrap_t(score, errors.of_score, scores, of_replicates, level)?;
        // Those that were dropped stand in no tail.
        if !tails_are_populated(scores.len() - studentised.dropped, level) {
            return Err(Reason::TooFewReplicates);
        }
        Ok(IntervalEstimate {
            standard_error: Some(errors.of_score),
            dropped: Some(u32::try_from(studentised.dropped).unwrap_or(u32::MAX)),
            ..IntervalEstimate::of(studentised.interval)
        })
    }

    fn jackknife(&mut self) -> Result<Jackknifed, Reason> {
        let (job, system) = (self.job, self.system);
        *self.jackknife.get_or_insert_with(|| {
            if system.is_additive() && job.coordinates.unit == ResamplingUnit::TwoStage {
                return Err(Reason::TwoStage);
            }
            let jackknife = job.jackknife(system)?;
            Ok(Jackknifed {
                standard_error: jackknife.standard_error(),
                degrees_of_freedom: jackknife.freedom().degrees,
                acceleration: jackknife.acceleration(),
            })
        })
    }
}

/// Intervals that are read off the tails need replicates in them.
fn check_replicates(
    distribution: &Distribution,
    method: IntervalMethod,
    level: f64,
) -> Result<(), Reason> {
    if !method.reads_tails() || tails_are_populated(distribution.len(), level) {
        Ok(())
    } else {
        Err(Reason::TooFewReplicates)
    }
}

/// By the delta method over all units that are drawn, within each resample at its own sums.
fn standard_errors(
    job: &JobResults<'_>,
    system: &ScoredTestSet,
    replicates: u32,
) -> Result<StandardErrors, Reason> {
    system.check_additive()?;
    if job.coordinates.unit == ResamplingUnit::TwoStage {
        return Err(Reason::TwoStage);
    }
    if job.strata.is_some() {
        return Err(Reason::Stratified);
    }
    let influences = Influences::new(&job.unit_rows(system), system.rows.columns());
    let score = |sums: &[i64]| system.scorer.score(sums);
    let units = job.units.len();
    let standard_error = influences.standard_error(&vec![1; units], &score)?;
    // The stream of the scores, so that errors belong to the same resamples.
    let stream = job.resamples();
    let replicates = replicates as usize;
    let blocks: Vec<Vec<f64>> = (0..block_count(replicates))
        .into_par_iter()
        .map(|block| {
            let count = BLOCK.min(replicates - block * BLOCK);
            let mut errors = Vec::with_capacity(count);
            block_counts(&stream, block, count, units, &mut |counts| {
                errors.push(influences.standard_error(counts, &score).unwrap_or(f64::NAN));
            });
            errors
        })
        .collect();
    Ok(StandardErrors { of_score: standard_error, of_replicates: blocks.concat() })
}
