//! How often intervals hold the truth and conclusions are right, over many test sets (Koehn 2004).

use super::comparison::{TieRule, Wins};
use super::proportion::{ProportionInterval, wilson};
use super::reason::{
    Estimate,
    Reason::{TooFewUnits, UndefinedScore},
};
use super::special::{normal_cdf, normal_quantile};

/// Trials, and in how many of them something held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Trials.
    pub trials: u64,
    /// Trials in which it held.
    pub held: u64,
}

impl Tally {
    /// Counts one more trial.
    pub fn add(&mut self, held: bool) {
        self.trials += 1;
        self.held += u64::from(held);
    }

    /// Share of trials in which it held.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without trials.
    pub fn share(self) -> Estimate<f64> {
        if self.trials == 0 {
            return Err(TooFewUnits);
        }
        Ok(self.held as f64 / self.trials as f64)
    }

    /// Wilson's interval of the share. Assumes independent trials; test sets drawn out of one
    /// corpus overlap, which makes it approximate.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without trials.
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn interval(self, level: f64) -> Estimate<ProportionInterval> {
        assert!(level > 0.0 && level < 1.0, "a confidence level lies in (0, 1), not {level}");
        wilson(self.held, self.trials, level).ok_or(TooFewUnits)
    }
}

/// `sqrt((N - n)/(N - 1))`: the standard error of a mean of n units drawn without replacement out
/// of N, relative to that of draws with replacement (Cochran 1977, section 2.6). A bootstrap on the
/// sample does not know of the corpus, so that its interval is too wide by one over this factor
/// *for the score of the corpus*; for the score of what the corpus is a sample of it is right.
///
/// # Errors
///
/// [`TooFewUnits`] where n is 0, N below 2, or n above N.
pub fn finite_population_factor(sample: usize, population: usize) -> Estimate<f64> {
    if sample == 0 || population < 2 || sample > population {
        return Err(TooFewUnits);
    }
    Ok(((population - sample) as f64 / (population - 1) as f64).sqrt())
}

/// The share of intervals of nominal level `level` expected to hold the score of the corpus that
/// the n units were drawn from at random: `2 Phi(z / factor) - 1`. Assumes a nearly normal score; 1
/// where the sample is the corpus.
///
/// # Errors
///
/// As [`finite_population_factor`].
///
/// # Panics
///
/// If `level` is not in (0, 1).
pub fn expected_coverage(level: f64, sample: usize, population: usize) -> Estimate<f64> {
    assert!(level > 0.0 && level < 1.0, "a confidence level lies in (0, 1), not {level}");
    let factor = finite_population_factor(sample, population)?;
    if factor <= 0.0 {
        return Ok(1.0);
    }
    let z = normal_quantile(0.5 * (1.0 + level)).expect("the level lies in (0, 1)");
    Ok(1.0 - 2.0 * normal_cdf(-z / factor))
}

/// What a test set says about two systems, compared with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Neither system wins often enough.
    NotDrawn,
    /// The better system is called better.
    Right,
    /// The worse system is called better, or one of two equal systems.
    Wrong,
}

/// Koehn's conclusion from a paired bootstrap: the system that wins at least the share `threshold`
/// of the replicates (ties lose) is better. `truth` is the true difference A - B so oriented that
/// positive means A is better ([`Direction::orient`](super::direction::Direction::orient)).
///
/// # Errors
///
/// [`TooFewReplicates`](super::reason::Reason::TooFewReplicates) without replicates,
/// [`UndefinedScore`] where `truth` is NaN.
pub fn conclusion(wins: Wins, threshold: f64, truth: f64) -> Estimate<Conclusion> {
    if truth.is_nan() {
        return Err(UndefinedScore);
    }
    let reverse = Wins { wins: wins.losses, losses: wins.wins, ..wins };
    let (a, b) = (wins.rate(TieRule::Loss)?, reverse.rate(TieRule::Loss)?);
    Ok(match (a >= threshold, b >= threshold) {
        (false, false) => Conclusion::NotDrawn,
        // Both only at a threshold of a half or less: the one that wins more.
        (true, false) => right_if(truth > 0.0),
        (false, true) => right_if(truth < 0.0),
        (true, true) => right_if(if a >= b { truth > 0.0 } else { truth < 0.0 }),
    })
}

fn right_if(right: bool) -> Conclusion {
    if right { Conclusion::Right } else { Conclusion::Wrong }
}

/// Conclusions whose significance falls into one range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Smallest significance, included.
    pub lower: f64,
    /// Largest significance, excluded but for the last bin.
    pub upper: f64,
    /// Conclusions, and how many are right.
    pub tally: Tally,
    /// Mean significance of the conclusions, which the share of right ones is compared with; `None`
    /// without any.
    pub mean_significance: Option<f64>,
}

/// Sorts conclusions (significance, right or not) into the ranges between ascending `edges`
/// (Koehn's Table 4). Conclusions outside of all ranges are left out. O(conclusions x log edges).
pub fn by_significance(conclusions: &[(f64, bool)], edges: &[f64]) -> Vec<Bin> {
    let mut sums = vec![(Tally::default(), 0.0); edges.len().saturating_sub(1)];
    for (significance, right) in conclusions {
        let above = edges.partition_point(|edge| edge <= significance);
        let at_the_end = edges.last().is_some_and(|last| last.total_cmp(significance).is_eq());
        let bin = if at_the_end { sums.len() } else { above };
        if let Some((tally, sum)) = bin.checked_sub(1).and_then(|bin| sums.get_mut(bin)) {
            tally.add(*right);
            *sum += significance;
        }
    }
    edges
        .windows(2)
        .zip(sums)
        .map(|(edges, (tally, sum))| Bin {
            lower: edges[0],
            upper: edges[1],
            tally,
            mean_significance: (tally.trials > 0).then(|| sum / tally.trials as f64),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Reason::TooFewReplicates;

    /// Exact for means: the variance over all samples without replacement, against that of draws
    /// with replacement.
    #[test]
    fn the_factor_by_enumeration() {
        let corpus = [1.0, 4.0, 4.0, 9.0, 2.0, 7.0];
        let mean = corpus.iter().sum::<f64>() / 6.0;
        let variance = corpus.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 6.0;
        for n in 1..=6_u32 {
            let samples = (0_u32..64).filter(|mask| mask.count_ones() == n);
            let means: Vec<f64> = samples
                .map(|mask| {
                    let drawn = (0..6).filter(|i| mask >> i & 1 == 1).map(|i| corpus[i]);
                    drawn.sum::<f64>() / f64::from(n)
                })
                .collect();
            let squares: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
            let ratio = squares / means.len() as f64 / (variance / f64::from(n));
            let factor = finite_population_factor(n as usize, 6).unwrap();
            assert!((ratio - factor * factor).abs() < 1e-14);
        }
    }

    #[test]
    fn expected_coverages() {
        assert!((expected_coverage(0.95, 1, 1_000_000).unwrap() - 0.95).abs() < 1e-6);
        // Half of the corpus: z sqrt 2.
        let half = expected_coverage(0.95, 500, 1000).unwrap();
        assert!((half - 0.9944).abs() < 1e-4, "{half}");
        assert_eq!(expected_coverage(0.95, 7, 7), Ok(1.0));
        assert_eq!(expected_coverage(0.95, 8, 7), Err(TooFewUnits));
        assert_eq!(finite_population_factor(1, 1), Err(TooFewUnits));
    }

    fn wins(wins: u64, losses: u64) -> Wins {
        Wins { wins, losses, ties: 0 }
    }

    #[test]
    fn conclusions() {
        assert_eq!(conclusion(wins(96, 4), 0.95, 1.0), Ok(Conclusion::Right));
        assert_eq!(conclusion(wins(96, 4), 0.95, -1.0), Ok(Conclusion::Wrong));
        assert_eq!(conclusion(wins(96, 4), 0.95, 0.0), Ok(Conclusion::Wrong));
        assert_eq!(conclusion(wins(4, 96), 0.95, -1.0), Ok(Conclusion::Right));
        assert_eq!(conclusion(wins(94, 6), 0.95, 1.0), Ok(Conclusion::NotDrawn));
        let tied = Wins { wins: 94, losses: 0, ties: 6 };
        assert_eq!(conclusion(tied, 0.95, 1.0), Ok(Conclusion::NotDrawn));
        assert_eq!(conclusion(wins(0, 0), 0.95, 1.0), Err(TooFewReplicates));
        assert_eq!(conclusion(wins(9, 1), 0.9, f64::NAN), Err(UndefinedScore));
    }

    #[test]
    fn bins() {
        let trials =
            [(0.9, true), (0.94, false), (0.95, true), (1.0, true), (0.5, true), (0.99, true)];
        let bins = by_significance(&trials, &[0.9, 0.95, 1.0]);
        assert_eq!(bins.len(), 2);
        assert_eq!(bins[0].tally, Tally { trials: 2, held: 1 });
        assert_eq!(bins[1].tally, Tally { trials: 3, held: 3 });
        assert!((bins[1].mean_significance.unwrap() - 0.98).abs() < 1e-15);
        assert_eq!(by_significance(&[], &[0.0, 1.0])[0].mean_significance, None);
        assert_eq!(by_significance(&trials, &[]), []);
    }

    #[test]
    fn tallies() {
        let mut tally = Tally::default();
        assert_eq!(tally.share(), Err(TooFewUnits));
        assert_eq!(tally.interval(0.95), Err(TooFewUnits));
        for held in [true, true, false, true] {
            tally.add(held);
        }
        assert_eq!(tally.share(), Ok(0.75));
        let interval = tally.interval(0.95).unwrap();
        assert!(interval.lower < 0.75 && 0.75 < interval.upper);
    }
}
