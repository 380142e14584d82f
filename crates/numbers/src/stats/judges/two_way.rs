//! Standard errors for new documents and new judges at once.
//!
//! The variance of a mean over ratings that documents cross with judges is that of documents, plus that of
//! judges, less what both hold: `V = V_doc + V_judge - V_both`, where `V_both` is that of the cells of a document
//! and a judge (Cameron, Gelbach & Miller 2011, *Journal of Business & Economic Statistics* 29, 238-249;
//! Thompson 2011). Two forms:
//!
//! * Theirs, as other programs have it: sums of influence values, `G/(G - 1)` for G clusters, min(G) - 1 degrees of
//!   freedom. Tests compare with it.
//! * [`TwoWay::jackknife`] leaves out whole clusters, is scaled so that it is unbiased for unequal loads, and has
//!   Satterthwaite's degrees of freedom. It is the one to use: its intervals hold the truth about as often as
//!   they say with five judges (`docs/statistics/judges.md`, "Judges").

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::crossed::{Cell, Crossed, Sum};
use crate::stats::interval::Interval;
use crate::stats::reason::Reason;
use crate::stats::special::{student_t_cdf, student_t_quantile};
use crate::value::words;

words! {
    /// Which variance a standard error is made of.
    #[derive(Hash)]
    pub enum Variance {
        /// Of documents and judges, less that of both.
        TwoWay = "two-way",
        /// That of documents: the two-way one was smaller, or not positive.
        Documents = "documents-only",
        /// That of judges: the two-way one was smaller, or not positive.
        Judges = "judges-only",
    }
}

/// A variance with its degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// In squares of the unit of the score.
    pub variance: f64,
    /// Degrees of freedom.
    pub degrees_of_freedom: f64,
}

impl Part {
    /// Two-sided p-value, by Student's t, of a true value of 0 where `value` was found.
    pub fn p_value(self, value: f64) -> f64 {
        let t = (value / self.variance.sqrt()).abs();
        (2.0 * student_t_cdf(-t, self.degrees_of_freedom)).min(1.0)
    }

    /// Its term in Satterthwaite's degrees of freedom of a sum of variances: those are the square of the sum over the
    /// sum of these.
    pub(super) fn satterthwaite_term(self) -> f64 {
        self.variance * self.variance / self.degrees_of_freedom
    }
}

/// A mean or difference with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoWay {
    /// The mean or difference.
    pub value: f64,
    /// With documents as clusters.
    pub documents: Part,
    /// With judges as clusters.
    pub judges: Part,
    /// With cells of a document and a judge as clusters.
    pub both: Part,
    /// The variance used, and its degrees of freedom.
    pub total: Part,
    /// Which one that is.
    pub status: Variance,
}

impl TwoWay {
    /// By leaving out every document, every judge, and every cell of both in turn.
    ///
    /// Leaving cluster g with a share `w_g` of the ratings out moves a mean by `w_g/(1 - w_g)` times its distance
    /// from the mean. Were clusters apart by independent effects of one variance, the sum of the squares of
    /// these would be off by a known factor, which is taken out, and would have a known number of degrees of freedom
    /// (the traces of Satterthwaite 1946); both are what they are for a sample mean where loads are equal.
    ///
    /// The total has the degrees of freedom `V^2 / (V_doc^2/f_doc + V_judge^2/f_judge)`, but not fewer than the
    /// smaller of both. Judges do not make documents vary less, so that a total below `V_doc` is not believed; where
    /// judges have both outputs of a document, neither is one below `V_judge`. (Where the outputs of a document go to
    /// different judges, cells do not know that they share a document: `V_judge` may rightly be larger than the
    /// total.) Then the larger one-way variance that bounds it is taken, with its own degrees of freedom. O(cells).
    ///
    /// # Errors
    ///
    /// [`Reason`].
    pub fn jackknife(crossed: &Crossed) -> Result<Self, Reason> {
        let value = crossed.value().ok_or(Reason::UndefinedScore)?;
        let mut parts = [Part { variance: 0.0, degrees_of_freedom: 1.0 }; 3];
        for (part, clusters) in parts.iter_mut().zip(crossed.by_cluster()) {
            *part = left_out(crossed, value, &clusters)?;
        }
        let [documents, judges, _] = parts;
        let least = documents.degrees_of_freedom.min(judges.degrees_of_freedom);
        let bound = if crossed.has_whole_cells() { judges.variance } else { 0.0 };
        Self::combine(value, parts, bound, |variance| {
            let believed = variance >= documents.variance.max(bound);
            let freedom = variance * variance
                / (documents.satterthwaite_term() + judges.satterthwaite_term());
            believed.then_some(freedom.max(least))
        })
    }

    /// `freedom` is the degrees of freedom of a total, if that is to be used; else judges where `bound`, their
    /// variance as far as it bounds the total, is the larger one-way variance.
    fn combine(
        value: f64,
        [documents, judges, both]: [Part; 3],
        bound: f64,
        freedom: impl Fn(f64) -> Option<f64>,
    ) -> Result<Self, Reason> {
        if documents.degrees_of_freedom < 1.0 {
            return Err(Reason::TooFewUnits);
        }
        if judges.degrees_of_freedom < 1.0 {
            return Err(Reason::TooFewJudges);
        }
        let variance = documents.variance + judges.variance - both.variance;
        let (total, status) = match freedom(variance) {
            Some(degrees_of_freedom) => (Part { variance, degrees_of_freedom }, Variance::TwoWay),
            None if documents.variance >= bound => (documents, Variance::Documents),
            None => (judges, Variance::Judges),
        };
        // As for documents alone: rounding is no variation.
        if total.variance.is_nan() || total.variance <= 1e-24 * value * value {
            return Err(Reason::NoVariation);
        }
        Ok(Self { value, documents, judges, both, total, status })
    }

    /// Standard error, in the unit of the score.
    pub fn standard_error(&self) -> f64 {
        self.total.variance.sqrt()
    }

    /// Student's t interval of confidence `level`.
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn interval(&self, level: f64) -> Interval {
        let quantile = student_t_quantile(0.5 * (1.0 + level), self.total.degrees_of_freedom)
            .expect("a confidence level lies in (0, 1)");
        let margin = quantile * self.standard_error();
        Interval {
            lower: self.value - margin,
            upper: self.value + margin,
            lower_error: None,
            upper_error: None,
        }
    }

    /// Half of the width of that interval.
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn margin(&self, level: f64) -> f64 {
        let Interval { lower, upper, .. } = self.interval(level);
        0.5 * (upper - lower)
    }

    /// Two-sided p-value of a true value of 0.
    pub fn p_value(&self) -> f64 {
        self.total.p_value(self.value)
    }
}

impl Crossed {
    /// Whether all judges of a document rated it for all systems.
    fn has_whole_cells(&self) -> bool {
        self.cells.iter().all(|cell| cell.sums[..self.sides].iter().all(|sum| sum.count > 0.0))
    }

    /// Sums of each document, each judge, and each cell of both.
    pub(super) fn by_cluster(&self) -> [Vec<[Sum; 2]>; 3] {
        let cells = self.cells.iter().map(|cell| cell.sums).collect();
        [self.sums_by(|cell| cell.document), self.sums_by(|cell| cell.judge), cells]
    }

    fn sums_by(&self, level: fn(&Cell) -> u32) -> Vec<[Sum; 2]> {
        // In order, since sums over clusters are of floats.
        let mut clusters: BTreeMap<u32, [Sum; 2]> = BTreeMap::new();
        for cell in &self.cells {
            let sums = clusters.entry(level(cell)).or_default();
            sums.iter_mut().zip(cell.sums).for_each(|(sum, added)| sum.add(added, 1.0));
        }
        clusters.into_values().collect()
    }
}

/// The variance by leaving out clusters.
fn left_out(crossed: &Crossed, value: f64, clusters: &[[Sum; 2]]) -> Result<Part, Reason> {
    if clusters.len() < 2 {
        // The caller knows which clusters they are.
        return Ok(Part { variance: 0.0, degrees_of_freedom: 0.0 });
    }
    let total = crossed.total();
    let mut squares = 0.0;
    // Sums over clusters of w^2, d, d w, d w^2, and what is needed of their squares, with d = (w/(1 - w))^2.
    let [mut w2, mut d, mut dw, mut dw2] = [0.0; 4];
    for sums in clusters {
        let mut rest = total;
        rest.iter_mut().zip(*sums).for_each(|(rest, removed)| rest.add(removed, -1.0));
        let without = crossed.value_of(&rest).ok_or(Reason::Indispensable)?;
        squares += (without - value) * (without - value);
        let w = share(sums, &total);
        let factor = w * w / ((1.0 - w) * (1.0 - w));
        w2 += w * w;
        d += factor;
        dw += factor * w;
        dw2 += factor * w * w;
    }
    // Of x_g - sum w x, for independent x of variance 1, times w_g/(1 - w_g): trace of the covariance, and of its
    // square.
    let trace = d * (1.0 + w2) - 2.0 * dw;
    let mut trace_of_square = w2 * w2 * d * d + 2.0 * d * dw2 - 4.0 * w2 * d * dw + 2.0 * dw * dw;
    for sums in clusters {
        let w = share(sums, &total);
        let factor = w * w / ((1.0 - w) * (1.0 - w));
        let apart = w2 - 2.0 * w;
        trace_of_square += factor * factor * ((1.0 + apart) * (1.0 + apart) - apart * apart);
    }
    Ok(Part {
        variance: squares * w2 / trace,
        // The trace of a square is at most the square of the trace: less than 1 is rounding.
        degrees_of_freedom: (trace * trace / trace_of_square).max(1.0),
    })
}

/// Share of a cluster in all ratings, of both sides alike.
fn share(sums: &[Sum; 2], total: &[Sum; 2]) -> f64 {
    let sides = if total[1].count > 0.0 { 2.0 } else { 1.0 };
    let [a, b] = [0, 1].map(|side| {
        if total[side].count > 0.0 { sums[side].count / total[side].count } else { 0.0 }
    });
    (a + b) / sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::ratings::{Rating, Ratings};

    fn complete(scores: &[f64], documents: u32, judges: u32) -> Crossed {
        let rows = (0..documents * judges).map(|index| Rating {
            system: 0,
            item: index / judges,
            judge: index % judges,
            score: scores[index as usize],
        });
        let ratings = Ratings::new(1, judges as usize, (0..documents).collect(), rows).unwrap();
        Crossed::mean(&ratings, 0)
    }

    const SCORES: [f64; 12] = [3.0, 4.5, 2.0, 5.0, 7.0, 3.5, 1.0, 2.0, 2.5, 6.0, 6.5, 4.0];

    /// In a complete layout both forms are that of the textbooks, and leaving out a cluster adds nothing.
    #[test]
    fn complete_layouts_have_closed_forms() {
        let crossed = complete(&SCORES, 4, 3);
        let mean = SCORES.iter().sum::<f64>() / 12.0;
        let rows =
            (0..4).map(|i| square(SCORES[3 * i..3 * i + 3].iter().sum::<f64>() / 3.0 - mean));
        let documents = rows.sum::<f64>() / 3.0 / 4.0;
        let columns =
            (0..3).map(|j| square(SCORES[j..].iter().step_by(3).sum::<f64>() / 4.0 - mean));
        let judges = columns.sum::<f64>() / 2.0 / 3.0;
        let both = SCORES.iter().map(|score| square(score - mean)).sum::<f64>() / 11.0 / 12.0;
        let robust = TwoWay::cluster_robust(&crossed).unwrap();
        let jackknife = TwoWay::jackknife(&crossed).unwrap();
        for comparison in [robust, jackknife] {
            assert!((comparison.value - mean).abs() < 1e-12);
            let parts = [
                (comparison.documents, documents, 3.0),
                (comparison.judges, judges, 2.0),
                (comparison.both, both, 11.0),
            ];
            for (part, variance, freedom) in parts {
                assert!((part.variance - variance).abs() < 1e-12, "{part:?} {variance}");
                assert!((part.degrees_of_freedom - freedom).abs() < 1e-9, "{part:?} {freedom}");
            }
        }
        assert!((robust.total.variance - (documents + judges - both)).abs() < 1e-12);
        assert!((robust.total.degrees_of_freedom - 2.0).abs() < 1e-12);
    }

    /// Unequal loads: the traces against matrices spelled out.
    #[test]
    fn unequal_loads_have_satterthwaite_s_degrees_of_freedom() {
        use nalgebra::DMatrix;
        let counts: [f64; 4] = [7.0, 3.0, 1.0, 1.0];
        let total: f64 = counts.iter().sum();
        let scores = [5.0, -1.0, 2.5, 4.0];
        let sums = std::array::from_fn::<_, 4, _>(|g| {
            [Sum { count: counts[g], total: counts[g] * scores[g] }, Sum::default()]
        });
        let cells = (0_u32..4).map(|g| Cell { document: g, judge: 0, sums: sums[g as usize] });
        let ratings = Ratings::new(1, 1, vec![0], []).unwrap();
        let crossed =
            Crossed { cells: cells.collect(), documents: 4, ..Crossed::mean(&ratings, 0) };
        let parts = left_out(&crossed, crossed.value().unwrap(), &sums).unwrap();
        let w = counts.map(|count| count / total);
        // Rows: by how much the mean moves without g, in terms of the clusters' means.
        let moves = DMatrix::from_fn(4, 4, |g, h| {
            let diagonal = if g == h { 1.0 } else { 0.0 };
            w[g] / (1.0 - w[g]) * (diagonal - w[h])
        });
        let covariance = &moves * moves.transpose();
        let trace = covariance.trace();
        let freedom = trace * trace / (&covariance * &covariance).trace();
        assert!((parts.degrees_of_freedom - freedom).abs() < 1e-10);
        let squares = (&moves * nalgebra::DVector::from_column_slice(&scores)).norm_squared();
        let w2: f64 = w.iter().map(|w| w * w).sum();
        assert!((parts.variance - squares * w2 / trace).abs() < 1e-12);
    }

    fn square(x: f64) -> f64 {
        x * x
    }

    /// System, item, judge and score of each rating.
    fn outcome(rows: &[(u32, u32, u32, f64)]) -> Result<(), Reason> {
        let ratings = Ratings::of_two(rows);
        TwoWay::jackknife(&Crossed::difference(&ratings, 0, 1)).map(|_| ())
    }

    #[test]
    fn what_has_no_standard_error() {
        let whole = [
            (0, 0, 0, 1.0),
            (1, 0, 0, 2.0),
            (0, 0, 1, 4.0),
            (1, 0, 1, 4.0),
            (0, 1, 0, 3.0),
            (1, 1, 0, 2.0),
            (0, 1, 1, 4.0),
            (1, 1, 1, 7.0),
        ];
        assert_eq!(outcome(&whole), Ok(()));
        assert_eq!(outcome(&whole[..1]), Err(Reason::UndefinedScore));
        assert_eq!(outcome(&whole[..4]), Err(Reason::TooFewUnits));
        let one_judge: Vec<_> = whole.iter().copied().filter(|row| row.2 == 0).collect();
        assert_eq!(outcome(&one_judge), Err(Reason::TooFewJudges));
        let only: Vec<_> = whole.iter().copied().filter(|row| row.0 == 0 || row.2 == 0).collect();
        assert_eq!(outcome(&only), Err(Reason::Indispensable));
        let alike: Vec<_> = whole.iter().map(|row| (row.0, row.1, row.2, 3.0)).collect();
        assert_eq!(outcome(&alike), Err(Reason::NoVariation));
    }

    impl TwoWay {
        /// By sums of influence values: agrees with statsmodels' `cov_cluster_2groups`, without its factor
        /// (n - 1)/(n - p) for p coefficients. Where it is not positive, the larger one-way variance. O(cells).
        ///
        /// # Errors
        ///
        /// [`Reason`].
        pub(in crate::stats) fn cluster_robust(crossed: &Crossed) -> Result<Self, Reason> {
            let value = crossed.value().ok_or(Reason::UndefinedScore)?;
            let [a, b] = crossed.total();
            let parts = crossed.by_cluster().map(|clusters| {
                let count = clusters.len() as f64;
                let variance = count / (count - 1.0)
                    * clusters
                        .iter()
                        .map(|[own_a, own_b]| {
                            let influence = own_a.influence(a) - own_b.influence(b);
                            influence * influence
                        })
                        .sum::<f64>();
                Part { variance, degrees_of_freedom: count - 1.0 }
            });
            let freedom = parts[0].degrees_of_freedom.min(parts[1].degrees_of_freedom);
            let judge_variance = parts[1].variance;
            Self::combine(value, parts, judge_variance, |variance| {
                (variance > 0.0).then_some(freedom)
            })
        }
    }

    impl Sum {
        /// By how much ratings of a cluster move the mean of all.
        pub(in crate::stats) fn influence(self, all: Self) -> f64 {
            if all.count > 0.0 {
                (self.total - self.count * all.total / all.count) / all.count
            } else {
                0.0
            }
        }
    }
}
