//! Intervals of measures, and of the difference of two metrics, by leaving out what a measure compares.
//!
//! A measure of systems is to hold for other systems, one of outputs for other texts: systems, or documents (items), are
//! left out one after the other, on a scale without ends (log-odds of a share, Fisher's z of a correlation), and the
//! interval is Student's. Degrees of freedom are systems less one, or follow from the lengths of documents, whose segments
//! are taken for wholly alike ([`freedom`](crate::stats::freedom)). The interval of a difference is put together from
//! those of both metrics, with the correlation of their values on the rest (Zou 2007, "Toward using confidence intervals
//! to compare correlations", Psychological Methods 12).
//!
//! **Which measures have one.** Those of which intervals of level .95 held the truth in .93 (differences .923) to .99 of made-up or drawn
//! campaigns of every size from the fewest on that are named here, for each of 12 metrics ([`Measure::fewest`], [`Measure::fewest_for_differences`];
//! `tests/studies/promises_meta.rs`). Not: Pearson's correlation of systems (.89 to .98, two systems apart from the others
//! decide), pairwise accuracy and rank correlations of systems (all pairs are right in up to half of the campaigns, and
//! nothing varies), Pearson's correlation of all outputs (.92); differences of PDP and of Pearson's correlation by system
//! (down to .86 where single outputs have scores far from all others).

use super::judged::{JudgedMetrics, Population, Sample};
use super::measure::{Grouping, Measure, Tau};
use crate::stats::freedom::UnitSegments;
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits, UndefinedScore},
};
use crate::stats::special::student_t_quantile;

/// Documents or items of the smallest campaigns on which intervals were tried.
const FEWEST_TEXTS: usize = 8;

/// Systems from which on intervals of soft pairwise accuracy hold the truth, and those of its differences.
const FEWEST_SYSTEMS: usize = 10;
const FEWEST_SYSTEMS_FOR_DIFFERENCES: usize = 15;

/// Values nearer than this to an end of the scale are at it.
const AT_END: f64 = 1e-9;

impl Measure {
    /// Whether it compares systems, not outputs.
    pub fn is_of_systems(self) -> bool {
        matches!(self, Self::Spa(_) | Self::PairwiseAccuracy | Self::Systems(_))
    }

    /// The fewest systems, or documents, with which intervals hold what they promise; `None` where they never do.
    pub fn fewest(self) -> Option<usize> {
        match self {
            Self::Spa(_) => Some(FEWEST_SYSTEMS),
            Self::AccEq { .. }
            | Self::Pdp
            | Self::Pearson(Grouping::Item | Grouping::System)
            | Self::Kendall(Tau::B, _)
            | Self::Kendall(_, Grouping::Item) => Some(FEWEST_TEXTS),
            // What was not simulated, or does not hold.
            _ => None,
        }
    }

    /// The same of the difference of two metrics.
    pub fn fewest_for_differences(self) -> Option<usize> {
        match self {
            Self::Spa(_) => Some(FEWEST_SYSTEMS_FOR_DIFFERENCES),
            Self::Pdp | Self::Pearson(Grouping::System) => None,
            measure => measure.fewest(),
        }
    }

    /// What errors are multiplied by for n documents: leaving them out understates that of moments of outputs, on which
    /// few of them weigh most.
    fn inflation(self, units: f64) -> f64 {
        match self {
            Self::Pdp | Self::Pearson(Grouping::System) => (units / (units - 1.0)).sqrt(),
            _ => 1.0,
        }
    }

    /// A value on the scale without ends.
    fn stretched(self, value: f64) -> Estimate<f64> {
        let (low, high) = self.range();
        let share = (value - low) / (high - low);
        if !(AT_END..=1.0 - AT_END).contains(&share) {
            return Err(if value.is_nan() { UndefinedScore } else { NoVariation });
        }
        // Of a correlation this is twice Fisher's z.
        Ok(libm::log(share / (1.0 - share)))
    }

    /// Back again.
    fn shrunk(self, stretched: f64) -> f64 {
        let (low, high) = self.range();
        low + (high - low) / (1.0 + libm::exp(-stretched))
    }

    /// The interval of a value whose standard error on the scale without ends is `error`.
    ///
    /// # Errors
    ///
    /// [`NoVariation`] at an end of the scale, or without an error; [`UndefinedScore`] without a value.
    pub fn interval(
        self,
        value: f64,
        error: f64,
        degrees_of_freedom: f64,
        level: f64,
    ) -> Estimate<(f64, f64)> {
        let centre = self.stretched(value)?;
        let quantile =
            student_t_quantile(0.5 * (1.0 + level), degrees_of_freedom).ok_or(TooFewUnits)?;
        if error.is_nan() || error <= 0.0 {
            return Err(NoVariation);
        }
        Ok((self.shrunk(centre - quantile * error), self.shrunk(centre + quantile * error)))
    }
}

/// A measure of several metrics where each system, or each document, is left out in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    measure: Measure,
    /// Stretched values by metric and system or document left out.
    values: Vec<Estimate<Vec<f64>>>,
    degrees_of_freedom: f64,
    units: usize,
}

impl LeftOut {
    /// Of these metrics. O(units) times the measure.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below three systems, or two documents.
    pub fn new(
        measure: Measure,
        metrics: &JudgedMetrics<'_>,
        population: &Population,
    ) -> Estimate<Self> {
        let (samples, lengths) = population.without_each(measure.is_of_systems())?;
        let on: Vec<Vec<f64>> = samples.iter().map(|sample: &Sample| metrics.on(sample)).collect();
        Ok(Self::from_values(measure, &on, lengths))
    }

    /// From the values of all metrics on each sample, and the lengths of the units.
    pub fn from_values(measure: Measure, on: &[Vec<f64>], lengths: Vec<u32>) -> Self {
        let units = lengths.len();
        let metrics = on.first().map_or(0, Vec::len);
        Self {
            measure,
            values: (0..metrics)
                .map(|metric| on.iter().map(|values| measure.stretched(values[metric])).collect())
                .collect(),
            degrees_of_freedom: UnitSegments { lengths, influence: Vec::new() }.freedom().degrees,
            units,
        }
    }

    /// Systems or documents.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Degrees of freedom of errors.
    pub fn degrees_of_freedom(&self) -> f64 {
        self.degrees_of_freedom
    }

    /// Standard error of a metric on the scale without ends.
    ///
    /// # Errors
    ///
    /// [`NoVariation`] where the measure reaches an end of its scale, [`UndefinedScore`] where it is undefined on
    /// the rest.
    pub fn error(&self, metric: usize) -> Estimate<f64> {
        let deviations = self.deviations(metric)?;
        let squares: f64 = deviations.iter().map(|deviation| deviation * deviation).sum();
        let units = self.units as f64;
        Ok(self.measure.inflation(units) * ((units - 1.0) / units * squares).sqrt())
    }

    /// Correlation of the errors of two metrics; 0 where one has none.
    ///
    /// # Errors
    ///
    /// As [`LeftOut::error`].
    pub fn correlation(&self, first: usize, other: usize) -> Estimate<f64> {
        let (one, other) = (self.deviations(first)?, self.deviations(other)?);
        let squares = dot_product(&one, &one) * dot_product(&other, &other);
        let correlation = dot_product(&one, &other) / squares.sqrt();
        Ok(if squares > 0.0 { correlation.clamp(-1.0, 1.0) } else { 0.0 })
    }

    fn deviations(&self, metric: usize) -> Estimate<Vec<f64>> {
        let values = self.values[metric].as_ref().map_err(|reason| *reason)?;
        let mean = values.iter().sum::<f64>() / self.units as f64;
        Ok(values.iter().map(|value| value - mean).collect())
    }
}

fn dot_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

/// The interval of `values[0] - values[1]` from those of both and the correlation of their errors (Zou 2007, equation
/// 13).
pub fn of_difference(values: [f64; 2], intervals: [(f64, f64); 2], correlation: f64) -> (f64, f64) {
    let [(first, second), (low, high)] = [(values[0], values[1]), intervals[0]];
    let (other_low, other_high) = intervals[1];
    let difference = first - second;
    (
        difference - side_opposite(first - low, other_high - second, correlation),
        difference + side_opposite(high - first, second - other_low, correlation),
    )
}

/// Third side of a triangle, by the law of cosines.
fn side_opposite(one: f64, other: f64, cosine: f64) -> f64 {
    // Not negative for cosines from -1 to 1, but for rounding.
    (one * one + other * other - 2.0 * cosine * one * other).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::population::{Noise, Population as Made};
    use super::super::signs::Signs;
    use super::*;
    use crate::stats::random::{Purpose, StreamKey};

    const NOISE: Noise = Noise { about_systems: 0.3, about_outputs: 1.0 };

    /// Two correlations of one sample, by Zou's formulas in NumPy: r = .396 and .179 with Fisher's intervals of n = 66 and
    /// the correlation .0891 of both.
    #[test]
    fn differences_of_two_correlations() {
        let intervals = [(0.17, 0.582), (-0.066, 0.404)];
        let (low, high) = of_difference([0.396, 0.179], intervals, 0.0891);
        let expected = (
            0.217 - (0.226_f64 * 0.226 + 0.225 * 0.225 - 2.0 * 0.0891 * 0.226 * 0.225).sqrt(),
            0.217 + (0.186_f64 * 0.186 + 0.245 * 0.245 - 2.0 * 0.0891 * 0.186 * 0.245).sqrt(),
        );
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
        // Metrics whose errors are the same have no difference to be unsure of.
        assert_eq!(of_difference([0.6, 0.6], [(0.5, 0.7); 2], 1.0), (0.0, 0.0));
    }

    /// Fisher's z with a given error; a share at the end of its scale has no interval.
    #[test]
    fn scales_without_ends() {
        let share = Measure::AccEq { is_calibrated: true };
        let quantile = student_t_quantile(0.975, 9.0).unwrap();
        let (low, high) = share.interval(0.8, 0.3, 9.0, 0.95).unwrap();
        assert!((log_odds(low) - (log_odds(0.8) - quantile * 0.3)).abs() < 1e-12);
        assert!((log_odds(high) - (log_odds(0.8) + quantile * 0.3)).abs() < 1e-12);
        let (low, high) = Measure::Pdp.interval(0.5, 0.2, 9.0, 0.95).unwrap();
        // Log-odds of (1 + r)/2 are twice Fisher's z.
        assert!((fisher_z(low) - (fisher_z(0.5) - quantile * 0.2)).abs() < 1e-12);
        assert!((fisher_z(high) - (fisher_z(0.5) + quantile * 0.2)).abs() < 1e-12);
        assert_eq!(share.interval(1.0, 0.1, 9.0, 0.95), Err(NoVariation));
        assert_eq!(share.interval(0.5, 0.0, 9.0, 0.95), Err(NoVariation));
        assert_eq!(share.interval(f64::NAN, 0.1, 9.0, 0.95), Err(UndefinedScore));
    }

    fn fisher_z(r: f64) -> f64 {
        2.0 * libm::atanh(r)
    }

    fn log_odds(share: f64) -> f64 {
        libm::log(share / (1.0 - share))
    }

    /// Sum of products about the means.
    fn product(a: &[f64], b: &[f64]) -> f64 {
        let [mean_a, mean_b] = [a, b].map(|row| row.iter().sum::<f64>() / row.len() as f64);
        a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum()
    }

    /// The jackknife written out, over documents and over systems.
    #[test]
    fn errors_written_out() {
        let made = Made { systems: 6, items: 14, spread: 0.5, of_people: 0.5 };
        let campaign = made.campaign("left-out", 0, &[NOISE; 2]);
        let (human, metrics) = (&campaign.human, &campaign.metrics);
        let documents = [0..3, 3..6, 6..9, 9..12, 12..14];
        let population = Population::of_units(human, documents.clone()).unwrap();
        let signs = Signs::new(14, 0, &StreamKey::new(8, Purpose::Signs));
        for measure in [Measure::Pdp, Measure::Spa(super::super::measure::PValues::Normal)] {
            let judged = JudgedMetrics::new(human, metrics, measure, &signs);
            let left_out = LeftOut::new(measure, &judged, &population).unwrap();
            // Systems and items that are left.
            let parts: Vec<(Vec<usize>, Vec<usize>)> = if measure.is_of_systems() {
                (0..6)
                    .map(|system| {
                        ((0..6).filter(|other| *other != system).collect(), (0..14).collect())
                    })
                    .collect()
            } else {
                documents
                    .iter()
                    .map(|document| {
                        let items = (0..14).filter(|item| !document.contains(item));
                        ((0..6).collect(), items.collect())
                    })
                    .collect()
            };
            let rows = [0, 1].map(|metric: usize| {
                let values = parts.iter().map(|(systems, items)| {
                    let [human, metric] =
                        [human, &metrics[metric]].map(|scores| scores.select(systems, items));
                    let value = measure.of(&human, &metric, &signs).unwrap().value;
                    measure.stretched(value).unwrap()
                });
                values.collect::<Vec<f64>>()
            });
            let units = rows[0].len() as f64;
            let jackknife = ((units - 1.0) / units * product(&rows[0], &rows[0])).sqrt();
            let inflation =
                if measure == Measure::Pdp { (units / (units - 1.0)).sqrt() } else { 1.0 };
            assert!((left_out.error(0).unwrap() - inflation * jackknife).abs() < 1e-12);
            let correlation = product(&rows[0], &rows[1])
                / (product(&rows[0], &rows[0]) * product(&rows[1], &rows[1])).sqrt();
            assert!((left_out.correlation(0, 1).unwrap() - correlation).abs() < 1e-12);
            let degrees = if measure.is_of_systems() { 5.0 } else { 4.0 };
            assert!(
                left_out.degrees_of_freedom() <= degrees
                    && left_out.degrees_of_freedom() > degrees - 0.5
            );
        }
    }
}
