//! Means of judgments with a control variate: a metric that has scored more than people have judged.
//!
//! People judged some documents (or segments of them), each with a weight. `h` is their weighted mean of judgments, `m` that
//! of the metric on the same segments. What the metric says of the rest corrects `h`:
//!
//! ```text
//! theta = h + lambda (M - m),    V = v_h - 2 lambda c + lambda^2 (v_m + v_M)
//! ```
//!
//! `v_h`, `c` and `v_m` are over documents, with the influences `e = (sum w x - h sum w) / sum w`. There are two doors:
//!
//! * segments were picked with known probabilities out of texts that the metric has scored completely ([`of_picks`]):
//!   `M` is known without error, and `lambda` is the slope of the weighted regression over the picked units (Särndal,
//!   Swensson & Wretman 1992, chapter 6);
//! * judged documents are a random part, and others are a sample of the same texts ([`assisted`]): `M` has an error of its own,
//!   and `lambda` is the one with the least variance (PPI++, Angelopoulos, Duchi & Zrnic 2023, with documents as units).
//!   It has no upper bound, since the scale of a metric is arbitrary.

use super::moments::SampleMoments;
use super::reason::{Estimate, Reason};
use super::special::student_t_quantile;

/// Weighted sums over the segments of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DocumentSums {
    /// Of weights, each times the size of what it is the weight of.
    pub weight: f64,
    /// Of judgments; 0 where people judged nothing.
    pub judged: f64,
    /// Of scores of the metric.
    pub metric: f64,
}

/// Means of judgments and of a metric over the same segments, with what they vary by and together with other documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedMeans {
    /// Mean of judgments.
    pub judged: f64,
    /// Mean of the metric.
    pub metric: f64,
    /// Squared standard error of `judged`.
    pub judged_variance: f64,
    /// Squared standard error of `metric`.
    pub metric_variance: f64,
    /// Covariance of the two.
    pub covariance: f64,
    /// Sum of all weights.
    pub weight: f64,
    /// Documents.
    pub documents: usize,
}

/// What a metric says of texts beside the judged ones, or of all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beyond {
    /// Its mean.
    pub mean: f64,
    /// Squared standard error of the mean, independent of the judged part; 0 where the texts are all there are.
    pub variance: f64,
}

/// A mean of judgments, corrected by a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlledMean {
    /// The estimate.
    pub estimate: f64,
    /// Its squared standard error.
    pub variance: f64,
    /// How much of what the metric says enters.
    pub lambda: f64,
}

impl PairedMeans {
    /// Of documents with a judged segment.
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewUnits`] below two documents.
    pub fn new(documents: &[DocumentSums]) -> Estimate<Self> {
        let count = documents.len();
        let weight: f64 = documents.iter().map(|sums| sums.weight).sum();
        if count < 2 || weight <= 0.0 {
            return Err(Reason::TooFewUnits);
        }
        let judged = documents.iter().map(|sums| sums.judged).sum::<f64>() / weight;
        let metric = documents.iter().map(|sums| sums.metric).sum::<f64>() / weight;
        let (mut judged_variance, mut metric_variance, mut covariance) = (0.0, 0.0, 0.0);
        for sums in documents {
            let by_people = sums.judged - judged * sums.weight;
            let by_metric = sums.metric - metric * sums.weight;
            judged_variance += by_people * by_people;
            metric_variance += by_metric * by_metric;
            covariance += by_people * by_metric;
        }
        // Documents are the sampling units, and deviations are about an estimated mean: n/(n - 1).
        let factor = count as f64 / (count as f64 - 1.0) / (weight * weight);
        Ok(Self {
            judged,
            metric,
            judged_variance: factor * judged_variance,
            metric_variance: factor * metric_variance,
            covariance: factor * covariance,
            weight,
            documents: count,
        })
    }

    /// The same without each of the documents: means and sums about them, taken off those of all. O(documents).
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewUnits`] below three documents.
    pub fn without_each(documents: &[DocumentSums]) -> Estimate<Vec<Self>> {
        let all = Self::new(documents)?;
        if documents.len() < 3 {
            return Err(Reason::TooFewUnits);
        }
        let centred: Vec<DocumentSums> = documents
            .iter()
            .map(|sums| DocumentSums {
                judged: sums.judged - all.judged * sums.weight,
                metric: sums.metric - all.metric * sums.weight,
                ..*sums
            })
            .collect();
        let total = centred.iter().fold(Products::default(), |sum, one| sum.add(one, 1.0));
        let count = documents.len() - 1;
        let without = centred.iter().map(|out| {
            let weight = all.weight - out.weight;
            let moved =
                DocumentSums { judged: -out.judged / weight, metric: -out.metric / weight, weight };
            let rest = total.add(out, -1.0).about(&moved);
            let factor = count as f64 / (count as f64 - 1.0) / (weight * weight);
            Self {
                judged: all.judged + moved.judged,
                metric: all.metric + moved.metric,
                // Differences of sums, which rounding may leave below 0.
                judged_variance: factor * rest.judged.max(0.0),
                metric_variance: factor * rest.metric.max(0.0),
                covariance: factor * rest.both,
                weight,
                documents: count,
            }
        });
        Ok(without.collect())
    }

    /// The correlation of the two means, where that of the metric has a further variance: with the best lambda its square is the
    /// share of the variance that the metric saves. `None` where one of the two does not vary.
    pub fn correlation(&self, variance_beyond: f64) -> Option<f64> {
        let product = self.judged_variance * (self.metric_variance + variance_beyond);
        (product > 0.0).then(|| self.covariance / product.sqrt())
    }

    /// What its metric says, beside other judged texts.
    pub fn beyond(&self) -> Beyond {
        Beyond { mean: self.metric, variance: self.metric_variance }
    }

    /// The estimate with a given lambda.
    pub fn controlled(&self, lambda: f64, beyond: Beyond) -> ControlledMean {
        let metric_variance = self.metric_variance + beyond.variance;
        let variance = self.judged_variance - 2.0 * lambda * self.covariance
            + lambda * lambda * metric_variance;
        let estimate = self.judged + lambda * (beyond.mean - self.metric);
        // At least 0 by the inequality of Cauchy and Schwarz, but for rounding.
        ControlledMean { estimate, variance: variance.max(0.0), lambda }
    }

    /// The lambda with the least variance; 0 where metric and people do not vary together.
    pub fn best_lambda(&self, variance_beyond: f64) -> f64 {
        let variance = self.metric_variance + variance_beyond;
        if variance > 0.0 { (self.covariance / variance).max(0.0) } else { 0.0 }
    }

    /// The squared standard error of the mean of the metric over all texts, judged or not, less the controlled mean.
    pub fn bias_variance(&self, lambda: f64, judged_share: f64, beyond: Beyond) -> f64 {
        let here = judged_share + lambda;
        let there = 1.0 - judged_share - lambda;
        let variance = self.judged_variance - 2.0 * here * self.covariance
            + here * here * self.metric_variance
            + there * there * beyond.variance;
        variance.max(0.0)
    }
}

/// Sums of products over documents.
#[derive(Clone, Copy, Debug, Default)]
struct Products {
    judged: f64,
    metric: f64,
    both: f64,
    judged_weight: f64,
    metric_weight: f64,
    weight: f64,
}

impl Products {
    /// With those of a document, or less those.
    fn add(self, one: &DocumentSums, sign: f64) -> Self {
        Self {
            judged: self.judged + sign * one.judged * one.judged,
            metric: self.metric + sign * one.metric * one.metric,
            both: self.both + sign * one.judged * one.metric,
            judged_weight: self.judged_weight + sign * one.judged * one.weight,
            metric_weight: self.metric_weight + sign * one.metric * one.weight,
            weight: self.weight + sign * one.weight * one.weight,
        }
    }

    /// The same about means that lie elsewhere.
    fn about(self, means: &DocumentSums) -> Self {
        let DocumentSums { judged, metric, .. } = *means;
        Self {
            judged: self.judged - 2.0 * judged * self.judged_weight + judged * judged * self.weight,
            metric: self.metric - 2.0 * metric * self.metric_weight + metric * metric * self.weight,
            both: self.both - judged * self.metric_weight - metric * self.judged_weight
                + judged * metric * self.weight,
            ..self
        }
    }
}

/// Ends of the interval of the share of the variance that a metric saves with the best lambda, where documents are judged and
/// others are not. The share is the square of a correlation r; Fisher's z = atanh r is estimated without each judged document
/// and without each other one, and is normal enough also where r is near 0, which the logarithm of the ratio is not (of nominal
/// 95 % intervals with 60 judged documents of unequal lengths, .91 to .94 hold the share, and .79 to .91 by the logarithm:
/// `stats::assisted_simulation`). Student's t, documents - 1; a negative r saves nothing. O(documents).
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below three documents of either kind, [`Reason::NoVariation`] where people or the metric do not
/// vary, also without one of the documents, or vary together without any error.
///
/// # Panics
///
/// If `level` is not in (0, 1).
pub fn saved_share_ends(
    judged: &[DocumentSums],
    others: &[DocumentSums],
    level: f64,
) -> Estimate<(f64, f64)> {
    let people = PairedMeans::new(judged)?;
    let beyond = PairedMeans::new(others)?.metric_variance;
    let without_judged = PairedMeans::without_each(judged)?;
    let without_others = PairedMeans::without_each(others)?;
    let value = fisher_z(&people, beyond)?;
    let by_judged = without_judged.iter().map(|means| fisher_z(means, beyond));
    let by_others = without_others.iter().map(|means| fisher_z(&people, means.metric_variance));
    let mut variance = 0.0;
    for values in [by_judged.collect::<Estimate<Vec<f64>>>()?, by_others.collect::<Estimate<_>>()?]
    {
        let moments = SampleMoments::of(values.iter().copied()).ok_or(Reason::TooFewUnits)?;
        variance += (1.0 - 1.0 / moments.count as f64) * moments.squares;
    }
    let quantile = student_t_quantile(f64::midpoint(1.0, level), judged.len() as f64 - 1.0)
        .expect("a level in (0, 1) has a quantile");
    let half = quantile * variance.sqrt();
    let [low, high] = [value - half, value + half].map(|end| {
        let correlation = libm::tanh(end).max(0.0);
        correlation * correlation
    });
    Ok((low, high))
}

fn fisher_z(means: &PairedMeans, variance_beyond: f64) -> Estimate<f64> {
    let correlation = means.correlation(variance_beyond).ok_or(Reason::NoVariation)?;
    if correlation.abs() >= 1.0 { Err(Reason::NoVariation) } else { Ok(libm::atanh(correlation)) }
}

/// The estimate from documents that people judged, and from others that the metric alone has scored.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below two documents of either kind.
pub fn assisted(judged: &PairedMeans, others: &[DocumentSums]) -> Estimate<ControlledMean> {
    let beyond = PairedMeans::new(others)?.beyond();
    Ok(judged.controlled(judged.best_lambda(beyond.variance), beyond))
}

/// A unit that was picked, a segment or a whole document, with what it received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickedUnit {
    /// Its document.
    pub document: usize,
    /// One over the probability with which it was picked.
    pub weight: f64,
    /// Its segments.
    pub size: f64,
    /// Sum of judgments over them.
    pub judged: f64,
    /// Sum of scores of the metric over them.
    pub metric: f64,
}

/// Weighted sums of the documents that picked units belong to. Units of a document follow each other.
pub fn document_sums(units: &[PickedUnit]) -> Vec<DocumentSums> {
    units
        .chunk_by(|one, other| one.document == other.document)
        .map(|units| {
            units.iter().fold(DocumentSums::default(), |sums, unit| DocumentSums {
                weight: sums.weight + unit.weight * unit.size,
                judged: sums.judged + unit.weight * unit.judged,
                metric: sums.metric + unit.weight * unit.metric,
            })
        })
        .collect()
}

/// The slope of the weighted regression of judgments on the metric over units, both about their weighted means; 0 where the
/// metric does not vary.
pub fn slope(units: &[PickedUnit], means: &PairedMeans) -> f64 {
    let (mut products, mut squares) = (0.0, 0.0);
    for unit in units {
        let by_metric = unit.metric - means.metric * unit.size;
        let by_people = unit.judged - means.judged * unit.size;
        products += unit.weight * by_metric * by_people;
        squares += unit.weight * by_metric * by_metric;
    }
    if squares > 0.0 { products / squares } else { 0.0 }
}

/// The estimate from picked units, where the metric has the mean `population_mean` over all texts.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] where they are of fewer than two documents.
pub fn of_picks(units: &[PickedUnit], population_mean: f64) -> Estimate<ControlledMean> {
    let means = PairedMeans::new(&document_sums(units))?;
    let beyond = Beyond { mean: population_mean, variance: 0.0 };
    Ok(means.controlled(slope(units, &means), beyond))
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: [f64; 8] = [70.0, 82.0, 90.0, 55.0, 64.0, 77.0, 88.0, 61.0];
    const M: [f64; 8] = [62.0, 80.0, 85.0, 55.0, 70.0, 72.0, 90.0, 58.0];
    const JUDGED: [usize; 8] = [0, 0, 1, 1, 1, 2, 3, 3];
    const OTHER: [f64; 12] =
        [66.0, 71.0, 59.0, 83.0, 77.0, 90.0, 52.0, 68.0, 74.0, 81.0, 63.0, 79.0];
    const UNJUDGED: [usize; 12] = [4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8];
    const H_B: [f64; 8] = [68.0, 83.0, 84.0, 50.0, 66.0, 70.0, 85.0, 60.0];
    const M_B: [f64; 8] = [60.0, 81.0, 80.0, 50.0, 73.0, 66.0, 86.0, 59.0];
    const OTHER_B: [f64; 12] =
        [60.0, 70.0, 60.0, 80.0, 71.0, 88.0, 53.0, 62.0, 73.0, 78.0, 60.0, 80.0];

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} is not {expected}");
    }

    fn units(judged: &[f64], metric: &[f64], documents: &[usize]) -> Vec<PickedUnit> {
        (0..metric.len())
            .map(|index| PickedUnit {
                document: documents[index],
                weight: 1.0,
                size: 1.0,
                judged: judged.get(index).copied().unwrap_or(0.0),
                metric: metric[index],
            })
            .collect()
    }

    fn less<const N: usize>(one: [f64; N], other: [f64; N]) -> [f64; N] {
        std::array::from_fn(|index| one[index] - other[index])
    }

    /// Values of NumPy.
    #[test]
    fn a_single_score_with_a_metric() {
        let judged = PairedMeans::new(&document_sums(&units(&H, &M, &JUDGED))).unwrap();
        let others = document_sums(&units(&[], &OTHER, &UNJUDGED));
        let estimated = assisted(&judged, &others).unwrap();
        close(estimated.lambda, 0.150_301_631);
        close(estimated.estimate, 73.437_625_68);
        close(estimated.variance.sqrt(), 1.830_485_723);
        close(judged.judged, 73.375);
        close(judged.judged_variance.sqrt(), 1.879_335_266);
        close(estimated.variance / judged.judged_variance, 0.948_689_655);
        close(4.0 * judged.judged_variance / estimated.variance, 4.216_341_96);
        let beyond = PairedMeans::new(&others).unwrap().beyond();
        let given = judged.controlled(0.5, beyond);
        close(given.estimate, 73.583_333_333);
        close(given.variance.sqrt(), 2.081_270_68);
    }

    /// Values of NumPy.
    #[test]
    fn a_difference_with_a_metric() {
        let (h, m) = (less(H, H_B), less(M, M_B));
        let judged = PairedMeans::new(&document_sums(&units(&h, &m, &JUDGED))).unwrap();
        let others = document_sums(&units(&[], &less(OTHER, OTHER_B), &UNJUDGED));
        let estimated = assisted(&judged, &others).unwrap();
        close(estimated.lambda, 0.848_693_015);
        close(estimated.estimate, 2.801_811_045);
        close(estimated.variance.sqrt(), 0.499_955_391);
        close(judged.judged, 2.625);
        close(judged.judged_variance.sqrt(), 0.913_227_45);
        close(estimated.variance / judged.judged_variance, 0.299_712_321);
        close(4.0 * judged.judged_variance / estimated.variance, 13.346_131_324);
    }

    /// Means and sums of all documents but one are those of a fit without it.
    #[test]
    fn documents_are_taken_off() {
        for documents in [
            document_sums(&units(&H, &M, &JUDGED)),
            document_sums(&units(&less(H, H_B), &less(M, M_B), &JUDGED)),
        ] {
            let without = PairedMeans::without_each(&documents).unwrap();
            assert_eq!(without.len(), documents.len());
            for (out, means) in without.iter().enumerate() {
                let mut kept = documents.clone();
                kept.remove(out);
                let expected = PairedMeans::new(&kept).unwrap();
                close(means.judged, expected.judged);
                close(means.metric, expected.metric);
                close(means.judged_variance, expected.judged_variance);
                close(means.metric_variance, expected.metric_variance);
                close(means.covariance, expected.covariance);
                assert_eq!((means.weight, means.documents), (expected.weight, expected.documents));
            }
        }
        let two = &document_sums(&units(&H, &M, &JUDGED))[..2];
        assert_eq!(PairedMeans::without_each(two), Err(Reason::TooFewUnits));
    }

    /// By `math.atanh` and `math.tanh` of Python over fits without each document, with Student's quantile of SciPy.
    #[test]
    fn what_is_saved_has_an_interval() {
        let judged = document_sums(&units(&H, &M, &JUDGED));
        let others = document_sums(&units(&[], &OTHER, &UNJUDGED));
        let (low, high) = saved_share_ends(&judged, &others, 0.95).unwrap();
        close(low, 0.000_000_000);
        close(high, 0.895_701_830);
        let judged = document_sums(&units(&less(H, H_B), &less(M, M_B), &JUDGED));
        let others = document_sums(&units(&[], &less(OTHER, OTHER_B), &UNJUDGED));
        let (low, high) = saved_share_ends(&judged, &others, 0.95).unwrap();
        close(low, 0.000_000_000);
        close(high, 0.996_664_443);
        let judged = [
            (2.0, 140.0, 130.0),
            (1.0, 82.0, 85.0),
            (3.0, 201.0, 190.0),
            (2.0, 180.0, 176.0),
            (1.0, 55.0, 52.0),
            (4.0, 250.0, 262.0),
            (2.0, 120.0, 118.0),
            (1.0, 91.0, 95.0),
            (3.0, 240.0, 228.0),
            (2.0, 108.0, 104.0),
            (1.0, 66.0, 70.0),
            (2.0, 152.0, 149.0),
        ];
        let metric = [200.0, 150.0, 60.0, 170.0, 300.0, 80.0, 110.0, 235.0, 95.0, 130.0];
        let others = [3.0, 2.0, 1.0, 2.0, 4.0, 1.0, 2.0, 3.0, 1.0, 2.0].into_iter().zip(metric);
        let judged = judged.map(|(weight, judged, metric)| DocumentSums { weight, judged, metric });
        let others = others.map(|(weight, metric)| DocumentSums { weight, judged: 0.0, metric });
        let (low, high) = saved_share_ends(&judged, &others.collect::<Vec<_>>(), 0.95).unwrap();
        close(low, 0.084_865_177);
        close(high, 0.790_022_184);
        let judged = document_sums(&units(&less(H, H_B), &less(M, M_B), &JUDGED));
        let others = document_sums(&units(&[], &less(OTHER, OTHER_B), &UNJUDGED));
        let same = document_sums(&units(&H, &[1.0; 8], &JUDGED));
        let flat = document_sums(&units(&[], &[1.0; 12], &UNJUDGED));
        assert_eq!(saved_share_ends(&same, &flat, 0.95), Err(Reason::NoVariation));
        assert_eq!(saved_share_ends(&judged[..2], &others, 0.95), Err(Reason::TooFewUnits));
    }

    /// With every segment a document of its own, and lambda from one variance of the metric over all segments, as
    /// `ppi_py.ppi_mean_pointestimate` has it: its lambda is (n - 1)/n of this one. Errors by NumPy.
    #[test]
    fn single_segments_are_those_of_ppi() {
        let each: Vec<usize> = (0..12).collect();
        let judged = PairedMeans::new(&document_sums(&units(&H, &M, &each))).unwrap();
        let others = document_sums(&units(&[], &OTHER, &each));
        let beyond = PairedMeans::new(&others).unwrap().beyond();
        let pooled: Vec<f64> = M.iter().chain(&OTHER).copied().collect();
        let pooled = crate::stats::moments::SampleMoments::of(pooled.into_iter()).unwrap();
        let variance = pooled.variance().unwrap();
        let pooled = PairedMeans { metric_variance: variance / 8.0, ..judged };
        let estimated = judged.controlled(pooled.best_lambda(variance / 12.0), beyond);
        close(estimated.lambda, 0.721_706_07);
        close(estimated.estimate, 73.675_710_863);
        close(estimated.variance.sqrt(), 2.940_667_811);
        let theirs = judged.controlled(estimated.lambda * 7.0 / 8.0, beyond);
        close(theirs.lambda, 0.631_492_811);
        assert!((theirs.estimate - 73.638_122).abs() < 1e-6, "{}", theirs.estimate);
    }

    /// Metric and people apart: a covariance below 0 is not used.
    #[test]
    fn a_metric_that_contradicts_is_left_out() {
        let against = M.map(|score| -score);
        let judged = PairedMeans::new(&document_sums(&units(&H, &against, &JUDGED))).unwrap();
        let others = document_sums(&units(&[], &OTHER, &UNJUDGED));
        let estimated = assisted(&judged, &others).unwrap();
        assert_eq!((estimated.lambda, estimated.estimate), (0.0, judged.judged));
        close(estimated.variance, judged.judged_variance);
        assert_eq!(assisted(&judged, &others[..1]), Err(Reason::TooFewUnits));
    }

    /// The bias of the metric with all its variances, by its definition over a linear combination.
    #[test]
    fn variance_of_a_bias() {
        let judged = PairedMeans::new(&document_sums(&units(&H, &M, &JUDGED))).unwrap();
        let others = PairedMeans::new(&document_sums(&units(&[], &OTHER, &UNJUDGED))).unwrap();
        // Where the metric is taken as it is, the bias is that on the judged part.
        let whole = judged.bias_variance(1.0 - 0.4, 0.4, others.beyond());
        let here = judged.judged_variance - 2.0 * judged.covariance + judged.metric_variance;
        close(whole, here);
    }
}
