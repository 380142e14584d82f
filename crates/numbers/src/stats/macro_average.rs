//! Macro-averages: weighted means over independent test sets, such as corpora of several language pairs.
//!
//! Test sets are not pooled: each counts by its weight, however large it is. What is averaged is either an estimate with
//! its standard error ([`mean_of_independent`]), or what follows from the scores of several systems in the same replicate
//! ([`MacroReplicates`]): replicate b of each test set makes up joint replicate b, since test sets are resampled
//! independently of each other.
//!
//! What new test sets would show is simulated from true scores ([`NewMacroAverages`]), since replicates take the
//! observed scores for the true ones.

use super::direction::Direction;
use super::new_ranking::NewRankings;
use super::ranking::mean_ranks;
use super::reason::Estimate;

/// An estimate with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// Its standard error; 0 where nothing is uncertain.
    pub standard_error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
}

/// The weighted mean of independent estimates: its variance is the sum of `w^2 se^2`, where the weights add up to 1, with
/// the degrees of freedom of Welch (1947, Biometrika 34, 28-35) and Satterthwaite (1946, Biometrics Bulletin 2, 110-114),
/// `V^2 / sum((w^2 se^2)^2 / df)`. Estimates without an error add none. Where none has one, the degrees of freedom are the
/// fewest.
///
/// # Panics
///
/// If there are not as many weights as estimates, no estimate, or a weight is not positive.
pub fn mean_of_independent(weights: &[f64], estimates: &[Estimated]) -> Estimated {
    let total = total(weights);
    assert_eq!(weights.len(), estimates.len(), "each estimate has a weight");
    let values: Vec<f64> = estimates.iter().map(|estimate| estimate.value).collect();
    let parts: Vec<(f64, f64)> = weights
        .iter()
        .zip(estimates)
        .map(|(weight, estimate)| {
            let error = weight / total * estimate.standard_error;
            (error * error, estimate.degrees_of_freedom)
        })
        .collect();
    let variance: f64 = parts.iter().map(|(variance, _)| variance).sum();
    let uncertain = parts.iter().filter(|(variance, _)| *variance > 0.0);
    // In shares of the variance, so that no square of a small one is lost.
    let inverse: f64 = uncertain
        .map(|(part_variance, freedom)| {
            part_variance / variance * (part_variance / variance) / freedom
        })
        .sum();
    let fewest = parts.iter().map(|(_, freedom)| *freedom).fold(f64::INFINITY, f64::min);
    Estimated {
        value: weighted_mean(weights, &values),
        standard_error: variance.sqrt(),
        degrees_of_freedom: if inverse > 0.0 { 1.0 / inverse } else { fewest },
    }
}

/// Weighted mean.
///
/// # Panics
///
/// If there are not as many weights as values, no value, or a weight is not positive.
pub fn weighted_mean(weights: &[f64], values: &[f64]) -> f64 {
    assert_eq!(weights.len(), values.len(), "each value has a weight");
    let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    sum / total(weights)
}

/// Weighted mean of ranks. Means that differ by rounding alone are equal, so that systems tie which have the same ranks
/// on different test sets.
///
/// # Panics
///
/// As [`weighted_mean`].
pub fn weighted_mean_rank(weights: &[f64], ranks: &[f64]) -> f64 {
    /// A millionth of a millionth: far above the rounding of a sum of ranks, far below what ranks differ by.
    // A power of two: scaling by it rounds nothing.
    const GRID: f64 = (1_u64 << 40) as f64;
    (weighted_mean(weights, ranks) * GRID).round() / GRID
}

/// Share of the other systems that a system with this (mean) rank beats, those that tie with it by half: rank 1 of n beats
/// all others, rank n none. So it is the same for a mean of ranks as the mean of the shares.
///
/// # Panics
///
/// Below two systems.
pub fn share_beaten(mean_rank: f64, systems: usize) -> f64 {
    assert!(systems >= 2, "one system beats no other");
    (systems as f64 - mean_rank) / (systems as f64 - 1.0)
}

fn total(weights: &[f64]) -> f64 {
    assert!(
        !weights.is_empty()
            && weights.iter().all(|weight: &f64| *weight > 0.0 && weight.is_finite()),
        "weights are positive"
    );
    weights.iter().sum()
}

/// Macro-averages of several systems in joint replicates; NaN where a system has no score on one of the test sets.
#[derive(Clone, Debug, PartialEq)]
pub struct MacroReplicates {
    /// Weighted mean of the scores: system after system, replicate after replicate.
    pub scores: Vec<Vec<f64>>,
    /// Weighted mean of the ranks among the systems (1 = best; systems that tie share the mean of their ranks).
    pub ranks: Vec<Vec<f64>>,
}

impl MacroReplicates {
    /// Of `replicates[c][s][b]`, the score of system s in replicate b of test set c. A joint replicate in which any
    /// system is undefined (NaN) on any test set is NaN for all. O(C B n log n).
    ///
    /// # Panics
    ///
    /// If there is no test set, not as many weights, or test sets do not have the same numbers of systems and replicates.
    pub fn new(weights: &[f64], replicates: &[Vec<&[f64]>], direction: Direction) -> Self {
        assert_eq!(weights.len(), replicates.len(), "each test set has a weight");
        let systems = replicates[0].len();
        let count = replicates[0].first().map_or(0, |scores| scores.len());
        let are_alike = replicates.iter().all(|replicate| {
            replicate.len() == systems && replicate.iter().all(|scores| scores.len() == count)
        });
        assert!(are_alike, "test sets have the same systems and replicates");
        let mut replicates_of_mean = Self {
            scores: vec![vec![f64::NAN; count]; systems],
            ranks: vec![vec![f64::NAN; count]; systems],
        };
        for index in 0..count {
            let scores: Vec<Vec<f64>> = replicates
                .iter()
                .map(|test_set: &Vec<&[f64]>| -> Vec<f64> {
                    test_set.iter().map(|scores| scores[index]).collect()
                })
                .collect();
            if scores.iter().flatten().any(|score| score.is_nan()) {
                continue;
            }
            let ranks: Vec<Vec<f64>> = scores
                .iter()
                .map(|scores_of_test_set| mean_ranks(scores_of_test_set, direction))
                .collect();
            for system in 0..systems {
                let [scores, ranks] = [&scores, &ranks]
                    .map(|all| all.iter().map(|scores| scores[system]).collect::<Vec<f64>>());
                replicates_of_mean.scores[system][index] = weighted_mean(weights, &scores);
                replicates_of_mean.ranks[system][index] = weighted_mean_rank(weights, &ranks);
            }
        }
        replicates_of_mean
    }
}

/// The systems on one of several test sets.
#[derive(Clone, Copy, Debug)]
pub struct OneOfSeveral<'a> {
    /// By system.
    pub scores: &'a [f64],
    /// By system and replicate; NaN where undefined.
    pub replicates: &'a [&'a [f64]],
    /// What deviations of its replicates are multiplied by, see
    /// [`small_sample_factor`](super::jackknife::small_sample_factor).
    pub factor: f64,
}

/// Macro-averages of new test sets, one beside each observed one and of its size, around draws of the true scores
/// ([`NewRankings`]).
#[derive(Clone, Debug, PartialEq)]
pub struct NewMacroAverages {
    /// Weighted mean of the scores, by system and draw. They come from one model of the true means: systems whose means are
    /// near each other are drawn together, however far apart they are on each test set.
    pub scores: Vec<Vec<f64>>,
    /// Weighted mean of the ranks among the systems, by system and draw. Each test set has its own model.
    pub ranks: Vec<Vec<f64>>,
    /// Draws of true scores behind each probability.
    pub trials: usize,
}

impl NewMacroAverages {
    /// Of test sets that are resampled independently of each other. O(C B n log n + C n^2).
    ///
    /// # Errors
    ///
    /// Those of [`NewRankings::new`].
    ///
    /// # Panics
    ///
    /// As [`MacroReplicates::new`].
    pub fn new(
        weights: &[f64],
        test_sets: &[OneOfSeveral<'_>],
        direction: Direction,
    ) -> Estimate<Self> {
        let all = total(weights);
        assert_eq!(weights.len(), test_sets.len(), "each test set has a weight");
        let systems = test_sets[0].scores.len();
        assert!(
            test_sets
                .iter()
                .all(|test_set: &OneOfSeveral<'_>| test_set.replicates.len() == systems),
            "test sets have the same systems"
        );
        let means: Vec<f64> = (0..systems)
            .map(|system| {
                let scores: Vec<f64> =
                    test_sets.iter().map(|test_set| test_set.scores[system]).collect();
                weighted_mean(weights, &scores)
            })
            .collect();
        let count = test_sets
            .iter()
            .map(|test_set| test_set.replicates.first().map_or(0, |all| all.len()))
            .min()
            .unwrap_or(0);
        // Means of the replicates are taken out later, of sums as of parts.
        let joint: Vec<Vec<f64>> = (0..systems)
            .map(|system| {
                (0..count)
                    .map(|replicate| {
                        let parts = weights.iter().zip(test_sets);
                        parts
                            .map(|(weight, test_set)| {
                                weight / all
                                    * test_set.factor
                                    * test_set.replicates[system][replicate]
                            })
                            .sum()
                    })
                    .collect()
            })
            .collect();
        let joint: Vec<&[f64]> = joint.iter().map(Vec::as_slice).collect();
        let rankings_of_means = NewRankings::new(&means, &joint, 1.0, direction)?;
        let scores = rankings_of_means
            .new_test_sets()
            .into_iter()
            .map(|scores| scores.into_iter().map(|score| direction.orient(score)).collect())
            .collect();
        let (ranks, fewest) = Self::ranks(weights, test_sets, direction)?;
        Ok(Self { scores, ranks, trials: rankings_of_means.trials().min(fewest) })
    }

    /// Mean ranks by system and draw, and the fewest trials of a test set.
    fn ranks(
        weights: &[f64],
        test_sets: &[OneOfSeveral<'_>],
        direction: Direction,
    ) -> Estimate<(Vec<Vec<f64>>, usize)> {
        let models: Vec<NewRankings> = test_sets
            .iter()
            .map(|test_set| {
                NewRankings::new(test_set.scores, test_set.replicates, test_set.factor, direction)
            })
            .collect::<Estimate<_>>()?;
        let trials = models.iter().map(NewRankings::trials).min().unwrap_or(0);
        let drawn: Vec<Vec<Vec<f64>>> = models.iter().map(NewRankings::new_test_sets).collect();
        let draws = drawn.iter().map(|test_set| test_set[0].len()).min().unwrap_or(0);
        let systems = test_sets[0].scores.len();
        let mut means = vec![Vec::with_capacity(draws); systems];
        for draw in 0..draws {
            let ranks: Vec<Vec<f64>> = drawn
                .iter()
                .enumerate()
                .map(|(number, scores): (usize, &Vec<Vec<f64>>)| -> Vec<f64> {
                    // All models draw true scores with the same random numbers: each test set begins elsewhere.
                    let count = scores[0].len();
                    let at = (draw + number * count / drawn.len()) % count;
                    let scores: Vec<f64> = scores.iter().map(|scores| scores[at]).collect();
                    mean_ranks(&scores, Direction::HigherIsBetter)
                })
                .collect();
            for (system, values) in means.iter_mut().enumerate() {
                let system_ranks: Vec<f64> = ranks.iter().map(|ranks| ranks[system]).collect();
                values.push(weighted_mean_rank(weights, &system_ranks));
            }
        }
        Ok((means, trials))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

    use rand::Rng;
    use rand_pcg::Pcg64;

    use super::super::interval::student;
    use super::super::jackknife::Jackknife;
    use super::super::moments::SampleMoments;
    use super::super::paired_jackknife::student_p_value;
    use super::super::random::{Purpose, StreamKey};
    use super::super::special::normal_quantile;
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!(
            (value - expected).abs() <= 1e-12 * expected.abs().max(1.0),
            "{value}, not {expected}"
        );
    }

    fn of_sample(values: &[f64]) -> Estimated {
        let moments = SampleMoments::of(values.iter().copied()).unwrap();
        Estimated {
            value: moments.mean,
            standard_error: moments.standard_error().unwrap(),
            degrees_of_freedom: values.len() as f64 - 1.0,
        }
    }

    /// Half of the difference of two means, against Welch's test:
    /// `r = scipy.stats.ttest_ind(a, b, equal_var=False); r.df, r.confidence_interval(0.95), r.pvalue`.
    #[test]
    fn two_means_are_those_of_welch() {
        let a = of_sample(&[3.1, 4.7, 5.2, 2.8, 4.4, 3.9, 6.0]);
        let b = of_sample(&[-10.5, -14.2, -9.1, -12.7]);
        let mean = mean_of_independent(&[1.0, 1.0], &[a, b]);
        close(mean.degrees_of_freedom, 3.879_510_079_714_251);
        let Estimated { value, standard_error, degrees_of_freedom } = mean;
        let interval = student(value, standard_error, degrees_of_freedom, 0.95).unwrap();
        let ends = [2.0 * interval.lower, 2.0 * interval.upper];
        let expected_ends = [-10.732_241_082_402_767, -3.917_758_917_597_233];
        for (end, expected) in ends.iter().zip(expected_ends) {
            assert!((end - expected).abs() < 1e-9, "{end}, not {expected}");
        }
        let p = student_p_value(value, standard_error, degrees_of_freedom);
        assert!((p - 0.004_172_431_194_120_026).abs() < 1e-10, "{p}");
    }

    /// Two test sets alike halve the variance and double the degrees of freedom; weights are relative.
    #[test]
    fn test_sets_alike_halve_the_variance() {
        let estimate = Estimated { value: 30.0, standard_error: 0.8, degrees_of_freedom: 19.0 };
        for weight in [1.0, 0.3] {
            let mean = mean_of_independent(&[weight; 2], &[estimate; 2]);
            close(mean.value, 30.0);
            close(mean.standard_error * mean.standard_error, 0.5 * 0.64);
            close(mean.degrees_of_freedom, 38.0);
        }
        let sure = Estimated { value: 10.0, standard_error: 0.0, degrees_of_freedom: 3.0 };
        let mean = mean_of_independent(&[3.0, 1.0], &[estimate, sure]);
        close(mean.value, 25.0);
        close(mean.standard_error, 0.6);
        close(mean.degrees_of_freedom, 19.0);
        let nothing = mean_of_independent(&[1.0], &[sure]);
        assert_eq!((nothing.standard_error, nothing.degrees_of_freedom), (0.0, 3.0));
    }

    #[test]
    fn ranks_and_shares_say_the_same() {
        // Ranks of three systems by two test sets, the second with a tie.
        let [first, second] = [[3.0, 2.0, 1.0], [5.0, 7.0, 5.0]]
            .map(|scores| mean_ranks(&scores, Direction::HigherIsBetter));
        let weights = [1.0, 2.0];
        for (system, expected) in [2.0, 4.0 / 3.0, 8.0 / 3.0].into_iter().enumerate() {
            let ranks = [first[system], second[system]];
            close(weighted_mean_rank(&weights, &ranks), expected);
            let shares = ranks.map(|rank| share_beaten(rank, 3));
            close(weighted_mean(&weights, &shares), share_beaten(expected, 3));
        }
        // Thirds add up to other last digits in another order.
        let same = [[1.0, 2.0, 4.0], [4.0, 1.0, 2.0], [2.0, 4.0, 1.0]];
        let means = same.map(|ranks| weighted_mean_rank(&[0.1; 3], &ranks).to_bits());
        assert!(means.iter().all(|mean| *mean == means[0]));
    }

    #[test]
    fn replicates_are_joint() {
        let nan = f64::NAN;
        let first: [&[f64]; 2] = [&[1.0, 4.0, 2.0, nan], &[2.0, 3.0, 2.0, 1.0]];
        let second: [&[f64]; 2] = [&[10.0, 20.0, nan, 1.0], &[30.0, 10.0, 5.0, 2.0]];
        let replicates = [first.to_vec(), second.to_vec()];
        let replicates_of_mean =
            MacroReplicates::new(&[1.0, 3.0], &replicates, Direction::HigherIsBetter);
        assert_eq!(replicates_of_mean.scores[0][..2], [31.0 / 4.0, 16.0]);
        assert_eq!(replicates_of_mean.scores[1][..2], [23.0, 33.0 / 4.0]);
        assert_eq!(replicates_of_mean.ranks[0][..2], [2.0, 1.0]);
        assert_eq!(replicates_of_mean.ranks[1][..2], [1.0, 2.0]);
        // A replicate without a score anywhere is none for any system.
        for values in replicates_of_mean.scores.iter().chain(&replicates_of_mean.ranks) {
            assert_eq!(undefined(values), [false, false, true, true]);
        }
        let turned = MacroReplicates::new(&[1.0, 3.0], &replicates, Direction::LowerIsBetter);
        assert_eq!(turned.ranks[0][..2], [1.0, 2.0]);
    }

    fn undefined(values: &[f64]) -> Vec<bool> {
        values.iter().map(|value| value.is_nan()).collect::<Vec<_>>()
    }

    fn normal(random: &mut Pcg64) -> f64 {
        normal_quantile(((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64).unwrap()
    }

    /// The ratio of sums over documents of two numbers, with its standard error by the jackknife: a score as TER is.
    fn new_test_set(random: &mut Pcg64, documents: usize, spread: f64) -> Estimated {
        #[expect(clippy::cast_possible_truncation, reason = "some thousand at most")]
        let rows: Vec<i64> = (0..documents)
            .flat_map(|_| {
                let words = (100.0 * libm::exp(0.6 * normal(random))).max(10.0).round();
                let errors = (words * (0.5 + spread * normal(random))).round();
                [errors as i64, words as i64]
            })
            .collect();
        let sums = [0, 1].map(|column| rows.iter().skip(column).step_by(2).sum::<i64>());
        let jackknife = Jackknife::new(&rows, 2, &ratio).unwrap();
        Estimated {
            value: ratio(&sums).unwrap(),
            standard_error: jackknife.standard_error(),
            degrees_of_freedom: jackknife.freedom().degrees,
        }
    }

    fn ratio(sums: &[i64]) -> Option<f64> {
        (sums[1] > 0).then(|| sums[0] as f64 / sums[1] as f64)
    }

    /// On new documents the interval holds the truth, which is 0.5 by construction, about as often as it says: test sets
    /// of unequal sizes, spreads and weights. Four standard errors of a share of 2,000, and a point for scores that are
    /// ratios.
    #[test]
    fn intervals_hold_the_truth_on_new_test_sets() {
        let cases: [(&[usize], &[f64], &[f64]); 4] = [
            (&[30, 30], &[0.1, 0.1], &[1.0, 1.0]),
            (&[12, 60], &[0.3, 0.1], &[1.0, 1.0]),
            (&[15, 25, 40], &[0.1, 0.2, 0.3], &[1.0, 1.0, 1.0]),
            (&[15, 25, 40], &[0.3, 0.2, 0.1], &[4.0, 2.0, 1.0]),
        ];
        for (number, (documents, spreads, weights)) in cases.into_iter().enumerate() {
            let key = StreamKey::new(1, Purpose::Sample).text("macro-average");
            let mut random = key.generator(number as u64);
            let trials = 2000;
            let held = (0..trials)
                .filter(|_| {
                    let test_sets = documents.iter().zip(spreads);
                    let estimates: Vec<Estimated> = test_sets
                        .map(|(documents, spread)| new_test_set(&mut random, *documents, *spread))
                        .collect();
                    let mean = mean_of_independent(weights, &estimates);
                    let Estimated { value, standard_error, degrees_of_freedom } = mean;
                    student(value, standard_error, degrees_of_freedom, 0.95).unwrap().contains(0.5)
                })
                .count() as f64
                / f64::from(trials);
            let slack = 4.0 * (0.95_f64 * 0.05 / f64::from(trials)).sqrt();
            println!("case {number}: {held}");
            assert!((0.94 - slack..=0.95 + slack).contains(&held), "case {number}: {held}");
        }
    }
}
