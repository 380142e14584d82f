//! The spread of a reproduced value over seeds of the generator.

use crate::stats::moments::SampleMoments;
use crate::stats::robust::median;
use crate::stats::special::student_t_quantile;

/// Seeds below which their spread decides nothing: with four, the 95 % interval is 3.6 standard deviations
/// wide on either side, and holds almost anything.
pub const FEWEST_SEEDS: usize = 5;

/// Level of the prediction interval.
const LEVEL: f64 = 0.95;

/// Seeds from which on a value that all of them share excludes others: if the published corpus were one more
/// of the same kind, each of the n + 1 would be the odd one with probability 1/(n + 1), at most 5 %.
const FEWEST_ALIKE: usize = 19;

/// Mean and spread of a value over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) seeds: u32,
    pub(super) mean: f64,
    pub(super) median: f64,
    pub(super) sd: f64,
    /// Ends of the prediction interval for one further corpus; none below [`FEWEST_SEEDS`].
    pub(super) ends: Option<(f64, f64)>,
}

impl Spread {
    /// That of the values with all seeds that have one; none with fewer than two.
    pub(super) fn new(values: &[f64]) -> Option<Self> {
        let moments = SampleMoments::of(values.iter().copied())?;
        let sd = moments.stdev()?;
        let (count, mean) = (moments.count, moments.mean);
        let n = count as f64;
        let quantile = student_t_quantile(0.5 * (1.0 + LEVEL), n - 1.0);
        // A prediction interval: one further value varies (1) beside the mean of the others (1/n).
        let reach = quantile.map(|quantile| quantile * sd * (1.0 + 1.0 / n).sqrt());
        let reach = reach.filter(|_| count >= FEWEST_SEEDS);
        Some(Self {
            seeds: u32::try_from(count).ok()?,
            mean,
            median: median(values)?,
            sd,
            ends: reach.map(|reach| (mean - reach, mean + reach)),
        })
    }

    /// Whether a printed value may be that of one further corpus; none where the seeds are too few to say.
    /// Print is rounded: every value that would be printed alike counts.
    pub(super) fn holds(&self, printed: f64, half_unit: f64) -> Option<bool> {
        let (lower, upper) = self.ends?;
        // What lies on the edge is inside, whatever rounding makes of it.
        let slack = half_unit * (1.0 + 1e-9);
        let holds = (lower - slack..=upper + slack).contains(&printed);
        // Equal values may differ in their last digits.
        let are_alike = self.sd <= 1e-12 * self.mean.abs();
        (holds || !are_alike || self.seeds as usize >= FEWEST_ALIKE).then_some(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.t.ppf(.975, 19) * numpy.std(x, ddof=1) * (1 + 1/20)**.5` for x = 1, ..., 20.
    #[test]
    fn the_interval_is_that_of_one_further_value() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        let spread = Spread::new(&values).expect("twenty");
        let (lower, upper) = spread.ends.expect("twenty");
        let reach = 2.093_024_054_408_263 * 35.0_f64.sqrt() * 1.05_f64.sqrt();
        assert!((lower - (10.5 - reach)).abs() < 1e-9 && (upper - (10.5 + reach)).abs() < 1e-9);
        assert_eq!(Spread::new(&values[..1]), None);
        assert_eq!(Spread::new(&values[..4]).and_then(|spread| spread.ends), None);
    }

    /// Normal values from a fixed stream: 95 % of further ones lie in the interval, with five seeds as
    /// with twenty (standard error over 20,000 trials: 0.15 %).
    #[test]
    fn further_values_lie_in_it_as_often_as_it_says() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        };
        for count in [5, 20] {
            let mut held = 0;
            for _ in 0..20_000 {
                let mut normal =
                    || crate::stats::special::normal_quantile(uniform()).expect("a probability");
                let values: Vec<f64> = (0..count).map(|_| normal()).collect();
                let further = normal();
                held += usize::from(
                    Spread::new(&values).expect("some").holds(further, 0.0) == Some(true),
                );
            }
            let share = held as f64 / 20_000.0;
            assert!((share - 0.95).abs() < 0.005, "{count} seeds: {share}");
        }
    }

    #[test]
    fn values_that_are_all_alike_exclude_others_from_nineteen_seeds_on() {
        let alike = |count: usize| Spread::new(&vec![3.0; count]).expect("some");
        assert_eq!(alike(18).holds(3.0, 0.5), Some(true));
        assert_eq!(alike(18).holds(4.0, 0.5), None);
        assert_eq!(alike(19).holds(4.0, 0.5), Some(false));
        assert_eq!(alike(4).holds(3.0, 0.5), None);
    }
}
