//! Comparison of two systems on one test set, from paired replicates.
//!
//! Replicate b of both systems is scored on the same resample. Three questions are asked of the
//! same differences, under their own names since their answers differ: how often the one system
//! wins ([`Differences::wins`]), which differences are plausible ([`Differences::interval`]), and
//! how surprising the observed difference would be if there were none
//! ([`Differences::centred_test`]). [`randomization`](super::randomization) asks the last without a
//! bootstrap.

use super::direction::Direction;
use super::distribution::Distribution;
use super::interval::{Interval, percentile};
use super::monte_carlo::share_error;
use super::reason::{
    Estimate,
    Reason::{TooFewReplicates, UndefinedScore},
};
use super::rounding::is_rounding;

/// Differences A - B of the scores of two systems: on the test set, and on every resample.
#[derive(Clone, Debug)]
pub struct Differences {
    observed: f64,
    replicates: Distribution,
    direction: Direction,
    /// The larger of the absolute scores on the test set.
    largest_score: f64,
}

/// Replicates won, lost and tied by the first of two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wins {
    /// Replicates in which the first system is better.
    pub wins: u64,
    /// Replicates in which the second is better.
    pub losses: u64,
    /// Replicates in which both score the same.
    pub ties: u64,
}

/// What a tied replicate counts for in the win rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TieRule {
    /// A loss: the careful reading of "better", and the default.
    #[default]
    Loss,
    /// Half a win, which makes the rates of A over B and of B over A add up to 1.
    Half,
}

impl Wins {
    /// Replicates.
    pub fn total(self) -> u64 {
        self.wins + self.losses + self.ties
    }

    /// Share of replicates that the first system wins (Koehn 2004: "better with 95 % confidence" if
    /// at least 0.95; one-sided). `1 - rate` is no p-value in the strict sense: it can be 0, and is
    /// not computed under the hypothesis of no difference.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without replicates.
    pub fn rate(self, ties: TieRule) -> Estimate<f64> {
        if self.total() == 0 {
            return Err(TooFewReplicates);
        }
        let tied = match ties {
            TieRule::Loss => 0.0,
            TieRule::Half => 0.5 * self.ties as f64,
        };
        Ok((self.wins as f64 + tied) / self.total() as f64)
    }

    /// Twice the smaller share of replicates at or beyond 0, `2 (c + 1)/(B + 1)`: one minus the level
    /// at which the percentile interval of the difference reaches 0, the p-value that the interval
    /// stands for (Efron & Tibshirani 1993, chapter 15). Two-sided; never 0, and at most 1.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without replicates.
    pub fn interval_test(self) -> Estimate<PValue> {
        if self.total() == 0 {
            return Err(TooFewReplicates);
        }
        // A replicate at 0 supports neither sign.
        let beyond = self.wins.min(self.losses) + self.ties;
        let one_sided = PValue::with_observed(beyond, self.total());
        let error = one_sided.error.map(|error| 2.0 * error);
        Ok(PValue { p: (2.0 * one_sided.p).min(1.0), error, ..one_sided })
    }

    /// Monte-Carlo standard error of the rate of the system that wins more, so of 1 minus that rate:
    /// with ties as losses [`share_error`], and with halves the same with the variance of a replicate
    /// smaller by a quarter of the share of ties (the posterior after the same prior, one win and one
    /// loss). Never 0.
    pub fn better_rate_error(self, ties: TieRule) -> f64 {
        let better = self.wins.max(self.losses);
        match ties {
            TieRule::Loss => share_error(better, self.total()),
            TieRule::Half => {
                let total = self.total() as f64;
                let rate = (better as f64 + 0.5 * self.ties as f64 + 1.0) / (total + 2.0);
                let tied = self.ties as f64 / (total + 2.0);
                ((rate * (1.0 - rate) - 0.25 * tied) / (total + 3.0)).sqrt()
            }
        }
    }
}

/// Fewest resampling units at which a test of level 1 - `level` can be exact: of the `2^n` exchanges
/// of n units two are as extreme as the most extreme one, so that no p is below `2^(1 - n)`. With
/// fewer, the p-values of a bootstrap are far below what they should be (`docs/statistics/comparison.md`).
///
/// # Panics
///
/// If the level is not below 1.
pub fn least_units(level: f64) -> u64 {
    assert!(level < 1.0, "a confidence level lies in (0, 1)");
    // 1 - 0.9375 is 1/16 in binary, 1 - 0.95 not 1/20; rounding must not ask for a unit more.
    let mut units = 1;
    let mut least_p = 1.0;
    while least_p > (1.0 - level) * (1.0 + ROUNDING) {
        units += 1;
        least_p *= 0.5;
    }
    units
}

/// Returns the two-sided p-value of the exact sign test where all `units` units have the same sign: two of `2^units` cases.
/// No exchange of units has a smaller one.
pub fn least_p_of_units(units: u64) -> f64 {
    libm::exp2(1.0 - units as f64).min(1.0)
}

/// A p-value from random trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PValue {
    /// The p-value.
    pub p: f64,
    /// Trials that are at least as extreme as what was observed.
    pub extreme: u64,
    /// Trials.
    pub trials: u64,
    /// Monte-Carlo standard error of `p`; `None` where all cases were enumerated.
    pub error: Option<f64>,
}

impl PValue {
    /// `(extreme + 1) / (trials + 1)`: never 0, and valid for any number of trials, since what was
    /// observed is one of the equally likely cases (Davison & Hinkley 1997, section 4.2).
    pub fn with_observed(extreme: u64, trials: u64) -> Self {
        let p = (extreme + 1) as f64 / (trials + 1) as f64;
        Self { p, extreme, trials, error: Some(share_error(extreme, trials)) }
    }

    /// `extreme / trials` of all cases, of which what was observed is one: exact.
    pub fn enumerated(extreme: u64, trials: u64) -> Self {
        Self { p: extreme as f64 / trials as f64, extreme, trials, error: None }
    }
}

/// What the differences of replicates are centred on to stand for no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NullCentre {
    /// Their mean: the shift of Noreen 1989 that Riezler & Maxwell 2005 use. The default.
    #[default]
    ReplicateMean,
    /// The difference observed on the test set.
    Observed,
}

impl Differences {
    /// Pairs the replicates of two systems; NaN in either marks a replicate that is left out and
    /// counted. O(B log B).
    ///
    /// # Errors
    ///
    /// [`UndefinedScore`] where an observed score is NaN.
    ///
    /// # Panics
    ///
    /// If the systems do not have the same number of replicates.
    pub fn new(scores: [f64; 2], replicates: [&[f64]; 2], direction: Direction) -> Estimate<Self> {
        let [a, b] = replicates;
        assert_eq!(a.len(), b.len(), "replicates come in pairs");
        let observed = scores[0] - scores[1];
        if observed.is_nan() {
            return Err(UndefinedScore);
        }
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        let replicates = Distribution::new(&differences);
        let largest_score = scores[0].abs().max(scores[1].abs());
        Ok(Self { observed, replicates, direction, largest_score })
    }

    /// Difference A - B on the test set, in the unit of the score.
    pub fn observed(&self) -> f64 {
        self.observed
    }

    /// Returns `true` if all replicates have the same difference up to rounding, which says nothing about how the difference
    /// varies.
    pub fn is_constant(&self) -> bool {
        let (low, high) = self
            .replicates
            .values()
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), difference| {
                (low.min(*difference), high.max(*difference))
            });
        is_rounding(high - low, self.largest_score)
    }

    /// Differences A - B of the replicates.
    pub fn replicates(&self) -> &Distribution {
        &self.replicates
    }

    /// Wins of the first system. Scores must be equal to the last bit to tie.
    pub fn wins(&self) -> Wins {
        let count = |of: fn(f64) -> bool| {
            self.replicates
                .values()
                .iter()
                .map(|d| self.direction.orient(*d))
                .filter(|d| of(*d))
                .count() as u64
        };
        Wins { wins: count(|d| d > 0.0), losses: count(|d| d < 0.0), ties: count(|d| d == 0.0) }
    }

    /// Percentile interval of the difference A - B (Zhang & Vogel 2004: the systems differ
    /// significantly if it excludes 0).
    ///
    /// # Errors
    ///
    /// As [`percentile`]: [`NoVariation`](super::reason::Reason::NoVariation) for systems whose difference is the same in
    /// all replicates, in particular for identical ones.
    pub fn interval(&self, level: f64) -> Estimate<Interval> {
        percentile(&self.replicates, level)
    }

    /// Two-sided bootstrap test of no difference: `(1 + #{|d_b - centre| >= |d|}) / (B + 1)`.
    ///
    /// Assumes that the differences have the same distribution under no difference but for their
    /// centre. Values tie within 1e-9 of the observed difference, so that the last digits of equal
    /// sums do not count. Identical systems get 1.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without replicates.
    pub fn centred_test(&self, centre: NullCentre) -> Estimate<PValue> {
        let mean = self.replicates.mean().ok_or(TooFewReplicates)?;
        let centre = match centre {
            NullCentre::ReplicateMean => mean,
            NullCentre::Observed => self.observed,
        };
        let bound = self.observed.abs() * (1.0 - TIE_TOLERANCE);
        let extreme = self.replicates.values().iter().filter(|d| (*d - centre).abs() >= bound);
        Ok(PValue::with_observed(extreme.count() as u64, self.replicates.len() as u64))
    }
}

/// Relative rounding of 1 - level.
const ROUNDING: f64 = 1e-9;

/// Relative difference below which two differences of scores are equal.
pub(super) const TIE_TOLERANCE: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Reason::NoVariation;

    fn differences(a: &[f64], b: &[f64], direction: Direction) -> Differences {
        Differences::new([3.0, 2.0], [a, b], direction).unwrap()
    }

    #[test]
    fn wins_follow_the_direction() {
        let (a, b) = ([1.0, 2.0, 3.0, f64::NAN, 5.0], [1.0, 1.0, 4.0, 1.0, 4.0]);
        let up = differences(&a, &b, Direction::HigherIsBetter).wins();
        assert_eq!((up.wins, up.losses, up.ties), (2, 1, 1));
        assert_eq!(up.rate(TieRule::Loss), Ok(0.5));
        assert_eq!(up.rate(TieRule::Half), Ok(0.625));
        let down = differences(&a, &b, Direction::LowerIsBetter).wins();
        assert_eq!((down.wins, down.losses, down.ties), (1, 2, 1));
        assert_eq!(down.rate(TieRule::Half), Ok(0.375));
    }

    #[test]
    fn degenerate_pairs() {
        let none = differences(&[f64::NAN], &[1.0], Direction::HigherIsBetter);
        assert_eq!(none.wins().rate(TieRule::Loss), Err(TooFewReplicates));
        assert_eq!(none.centred_test(NullCentre::Observed), Err(TooFewReplicates));
        assert_eq!(none.interval(0.95).err(), Some(TooFewReplicates));
        let undefined = Differences::new([f64::NAN, 1.0], [&[], &[]], Direction::HigherIsBetter);
        assert_eq!(undefined.err(), Some(UndefinedScore));
        let same = [4.0, 5.0, 6.0];
        let same = Differences::new([5.0, 5.0], [&same, &same], Direction::HigherIsBetter).unwrap();
        assert!(same.centred_test(NullCentre::ReplicateMean).unwrap().p >= 1.0);
        assert_eq!(same.interval(0.95).err(), Some(NoVariation));
        assert_eq!((same.wins().ties, same.wins().rate(TieRule::Loss)), (3, Ok(0.0)));
    }

    /// The p-value of the interval is small where the interval excludes 0, whatever the number of
    /// replicates on the other side; one replicate may lie between the two rules.
    #[test]
    fn the_test_of_the_interval_agrees_with_it() {
        for beyond in 0..=60_u64 {
            let a: Vec<f64> = (0..1000).map(|i| f64::from(i) - beyond as f64 + 0.5).collect();
            let b = vec![0.0; 1000];
            let compared = differences(&a, &b, Direction::HigherIsBetter);
            let p = compared.wins().interval_test().unwrap();
            assert_eq!((p.extreme, p.trials), (beyond, 1000));
            assert!((p.p - 2.0 * (beyond + 1) as f64 / 1001.0).abs() < 1e-15);
            let excludes = compared.interval(0.95).unwrap().lower > 0.0;
            assert!(excludes == (p.p <= 0.05) || beyond == 25 || beyond == 24, "{beyond}");
        }
        let even = Wins { wins: 5, losses: 5, ties: 3 };
        assert!((even.interval_test().unwrap().p - 1.0).abs() < 1e-15);
        let none = Wins { wins: 0, losses: 0, ties: 0 };
        assert_eq!(none.interval_test(), Err(TooFewReplicates));
    }

    #[test]
    fn constant_differences() {
        // 0.1 + 0.2 is not 0.3 in the last digit.
        let a = [0.1 + 0.2, 0.3, 0.3];
        assert!(differences(&a, &[0.0; 3], Direction::HigherIsBetter).is_constant());
        // As 32-bit floats round .3.
        let a = [f64::from(0.3_f32), 0.3, 0.3];
        assert!(differences(&a, &[0.0; 3], Direction::HigherIsBetter).is_constant());
        let a = [0.300_001, 0.3, 0.3];
        assert!(!differences(&a, &[0.0; 3], Direction::HigherIsBetter).is_constant());
    }

    /// Halves: the error of the mean of replicates that count 1, 1/2 or 0.
    #[test]
    fn the_error_is_that_of_the_better_system() {
        let won = Wins { wins: 100, losses: 650, ties: 250 };
        assert!((won.better_rate_error(TieRule::Loss) - share_error(650, 1000)).abs() < 1e-15);
        let turned = Wins { wins: 650, losses: 100, ties: 250 };
        let mean = 0.65 + 0.125_f64;
        let variance = 0.65 + 0.25 * 0.25 - mean * mean;
        for wins in [won, turned] {
            let error = wins.better_rate_error(TieRule::Half);
            assert!((error / (variance / 1000.0).sqrt() - 1.0).abs() < 3e-3, "{error}");
        }
        let untied = Wins { wins: 100, losses: 900, ties: 0 };
        let errors = [TieRule::Loss, TieRule::Half].map(|rule| untied.better_rate_error(rule));
        assert!((errors[0] - errors[1]).abs() < 1e-15);
        let tied = Wins { wins: 0, losses: 0, ties: 1000 };
        assert!(tied.better_rate_error(TieRule::Half) > 0.0);
    }

    #[test]
    fn units_that_an_exact_test_needs() {
        // 2^-5 = .031 at 95 %, 2^-7 = .0078 at 99 %.
        let levels = [0.5, 0.75, 0.9, 0.9375, 0.95, 0.99];
        assert_eq!(levels.map(least_units), [2, 3, 5, 5, 6, 8]);
    }

    #[test]
    fn a_p_value_is_never_zero() {
        let p = PValue::with_observed(0, 999);
        assert!((p.p - 0.001).abs() < 1e-15 && p.error.unwrap() > 0.0);
        assert!((PValue::with_observed(999, 999).p - 1.0).abs() < 1e-15);
    }
}
