//! Deviations along orders of documents without a bootstrap: what the outer draw of a study repeats.
//!
//! The bootstrap's variance of a score of sums is, to first order, the quadratic form g' Q g of its
//! gradient g at the sums ([`delta`](super::delta)) with
//!
//! * segments drawn: Q = sum over segments of (x - mean)(x - mean)';
//! * documents drawn: the same over the sums of documents;
//! * two stages: that of documents, and within each document that of its segments about their own mean.
//!
//! Q is a sum over documents but for the mean, so that along an order it grows by a matrix for each
//! document, and a deviation takes one gradient, whatever the size of the test set. There is no
//! Monte-Carlo error in it.

use std::ops::Range;

use super::SumScore;
use super::delta::Gradient;
use super::jackknife::small_sample_factor;
use super::moments::SampleMoments;
use super::reason::{
    Estimate,
    Reason::{NoVariation, OutOfRange},
};
use super::special::student_t_quantile;

/// What is drawn within a test set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Rows (segments).
    Rows,
    /// Documents.
    Documents,
    /// Documents, and rows within them.
    Both,
}

impl Drawn {
    /// Units that are drawn of a document.
    fn units(self, document: &Range<usize>) -> f64 {
        match self {
            Self::Rows => document.len() as f64,
            Self::Documents | Self::Both => 1.0,
        }
    }
}

/// Documents with what each adds to sums and to Q. Memory: columns^2 numbers for each document.
#[derive(Clone, Debug)]
pub struct Moments {
    gradient: Gradient,
    columns: usize,
    documents: Vec<Document>,
}

#[derive(Clone, Debug)]
struct Document {
    /// Sums of its rows.
    sums: Vec<i64>,
    /// Units that are drawn of it.
    units: f64,
    /// Sums of units less the mean unit of all documents.
    centred: Vec<f64>,
    /// Sum of products of centred units: what it adds to Q before the mean is taken off.
    products: Vec<f64>,
    /// What it adds to Q by itself: products of its rows about their own mean, in two stages.
    within: Vec<f64>,
}

/// A score and the standard deviation of its bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// Score of the sums.
    pub score: f64,
    /// Standard deviation of resamples, as the bootstrap gives it: without the factor n/(n - 1).
    pub stdev: f64,
}

impl Moments {
    /// Of `rows` of `columns` integers, in `documents` (ranges of rows).
    pub fn new(rows: &[i64], columns: usize, documents: &[Range<usize>], drawn: Drawn) -> Self {
        let document_rows = documents
            .iter()
            .map(|document| &rows[document.start * columns..document.end * columns]);
        let all: Vec<Vec<i64>> = document_rows
            .clone()
            .map(|own| {
                let mut sums = vec![0_i64; columns];
                for row in own.chunks_exact(columns.max(1)) {
                    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
                sums
            })
            .collect();
        let units: f64 = documents.iter().map(|document| drawn.units(document)).sum();
        // Taking the mean off first keeps what is left of large products exact.
        let mean: Vec<f64> = (0..columns)
            .map(|column| all.iter().map(|sums| sums[column] as f64).sum::<f64>() / units.max(1.0))
            .collect();
        let built = documents.iter().zip(document_rows).zip(all).map(|((document, own), sums)| {
            let units = drawn.units(document);
            let centred: Vec<f64> =
                sums.iter().zip(&mean).map(|(sum, mean)| *sum as f64 - units * mean).collect();
            let products = match drawn {
                Drawn::Rows => products_about(&mean, own),
                Drawn::Documents | Drawn::Both => {
                    let mut products = vec![0.0; columns * columns];
                    add_product(&mut products, &centred);
                    products
                }
            };
            let within = if drawn == Drawn::Both {
                let length = document.len().max(1) as f64;
                let centre: Vec<f64> = sums.iter().map(|sum| *sum as f64 / length).collect();
                products_about(&centre, own)
            } else {
                vec![0.0; columns * columns]
            };
            Document { sums, units, centred, products, within }
        });
        Self { gradient: Gradient::new(rows, columns), columns, documents: built.collect() }
    }

    /// Deviations of the first n documents of `order` for every n of the ascending `sizes`; `None`
    /// where the score is undefined. An order may name a document several times.
    ///
    /// Time O(order x columns^2), and twice as many scores as columns for each size.
    ///
    /// # Panics
    ///
    /// If a size is larger than `order`, or a document does not exist.
    pub fn along(
        &self,
        order: &[usize],
        sizes: &[usize],
        score: &SumScore<'_>,
    ) -> Vec<Option<Deviation>> {
        let mut sums = vec![0_i64; self.columns];
        let mut centred = vec![0.0; self.columns];
        let mut q = vec![0.0; self.columns * self.columns];
        let (mut units, mut taken) = (0.0, 0);
        let mut errors = Vec::with_capacity(sizes.len());
        for size in sizes {
            for index in &order[taken..*size] {
                let document = &self.documents[*index];
                units += document.units;
                sums.iter_mut().zip(&document.sums).for_each(|(sum, value)| *sum += value);
                centred.iter_mut().zip(&document.centred).for_each(|(sum, value)| *sum += value);
                let products = document.products.iter().zip(&document.within);
                q.iter_mut()
                    .zip(products)
                    .for_each(|(sum, (products, within))| *sum += products + within);
            }
            taken = *size;
            errors.push(self.deviation(&sums, &centred, &q, units, score));
        }
        errors
    }

    fn deviation(
        &self,
        sums: &[i64],
        centred: &[f64],
        q: &[f64],
        units: f64,
        score: &SumScore<'_>,
    ) -> Option<Deviation> {
        let value = score(sums).filter(|score| score.is_finite())?;
        let gradient = self.gradient.at(sums, score).ok()?;
        let mut total = 0.0;
        for (slope, row) in gradient.iter().zip(q.chunks_exact(self.columns)) {
            total += slope * gradient.iter().zip(row).map(|(g, q)| g * q).sum::<f64>();
        }
        let mean = gradient.iter().zip(centred).map(|(g, sum)| g * sum).sum::<f64>();
        let variance = total - mean * mean / units;
        // Of equal units only rounding errors remain: the deviation is 0.
        let stdev = if variance <= 1e-12 * total.abs() { 0.0 } else { variance.sqrt() };
        Some(Deviation { score: value, stdev })
    }
}

/// Standard deviation (divisor n - 1) of the natural logarithms of positive `sizes`; `None` below two.
pub fn log_stdev(sizes: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = sizes.iter().map(|size| libm::log(*size)).collect();
    SampleMoments::of(logarithms.into_iter())?.stdev()
}

/// Deviations of logarithms up to this are rounding: the sizes are equal to nine digits.
const LEAST_LOG_STDEV: f64 = 1e-9;

/// Interval of the size that the population's curve has, of which `size` is read off one order of one
/// sample of `documents`: `size exp(-+ t s)`, with t the quantile of Student's distribution with
/// documents - 1 degrees of freedom and s the standard deviation `log_stdev` of the logarithm over
/// outer draws, times sqrt(k/(k - 1)) for the draws from k documents in place of the population.
///
/// Not the quantiles of the draws themselves: a size depends on the order, and `size` is one draw
/// among others. Those quantiles lie about the mean of all orders, where they are too wide for it, and
/// an interval that is mirrored or shifted by how far `size` lies from it would move twice.
///
/// # Errors
///
/// [`TooFewUnits`](super::reason::Reason::TooFewUnits) below two documents, [`NoVariation`] where
/// all draws give the same size but for rounding, [`OutOfRange`] where `level` is not in (0, 1) or
/// an end is NaN.
pub fn interval(size: f64, log_stdev: f64, documents: u32, level: f64) -> Estimate<(f64, f64)> {
    let factor = small_sample_factor(documents as usize)?;
    if log_stdev <= LEAST_LOG_STDEV {
        return Err(NoVariation);
    }
    let quantile = student_t_quantile(0.5 + level / 2.0, f64::from(documents - 1));
    let reach = libm::exp(quantile.ok_or(OutOfRange)? * factor * log_stdev);
    let (lower, upper) = (size / reach, size * reach);
    if lower > 0.0 && upper.is_finite() { Ok((lower, upper)) } else { Err(OutOfRange) }
}

/// Sum of products of rows less the centre.
fn products_about(centre: &[f64], rows: &[i64]) -> Vec<f64> {
    let mut products = vec![0.0; centre.len() * centre.len()];
    for row in rows.chunks_exact(centre.len().max(1)) {
        let values = row.iter().zip(centre).map(|(x, m)| *x as f64 - m);
        add_product(&mut products, &values.collect::<Vec<_>>());
    }
    products
}

fn add_product(products: &mut [f64], x: &[f64]) {
    for (row, factor) in products.chunks_exact_mut(x.len().max(1)).zip(x) {
        row.iter_mut().zip(x).for_each(|(sum, other)| *sum += factor * other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::delta::Influences;
    use crate::stats::jackknife::group_rows;
    use crate::stats::ratio_of_sums::mean;
    use crate::stats::reason::Reason::TooFewUnits;

    const ROWS: [i64; 16] = [3, 1, 9, 2, 4, 1, 1, 1, 5, 3, 9, 1, 2, 2, 6, 1];

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-7 * expected, "{value}, not {expected}");
    }

    fn stdev(units: &[i64]) -> f64 {
        let n = units.len() / 2;
        let error = Influences::new(units, 2).standard_error(&vec![1; n], &mean).unwrap();
        error * ((n - 1) as f64 / n as f64).sqrt()
    }

    /// The delta method over the units written out, at every size and with a document twice.
    #[test]
    fn deviations_are_those_of_the_rows_written_out() {
        let documents = [0..2, 2..3, 3..6, 6..8];
        let order = [2, 0, 2, 3];
        let errors =
            Moments::new(&ROWS, 2, &documents, Drawn::Rows).along(&order, &[1, 3, 4], &mean);
        for (size, error) in [1, 3, 4].into_iter().zip(errors) {
            let ranges = order[..size].iter().map(|index| documents[*index].clone());
            let rows: Vec<i64> =
                ranges.flat_map(|range| ROWS[2 * range.start..2 * range.end].to_vec()).collect();
            close(error.unwrap().stdev, stdev(&rows));
            let sums = [0, 1].map(|column| rows.iter().skip(column).step_by(2).sum::<i64>());
            close(error.unwrap().score, mean(&sums).unwrap());
        }
        let of_documents = Moments::new(&ROWS, 2, &documents, Drawn::Documents);
        let errors = of_documents.along(&order, &[1, 2, 4], &mean);
        assert!(errors[0].unwrap().stdev <= 0.0);
        let sums = group_rows(&ROWS, 2, &documents);
        for (size, error) in [2, 4].into_iter().zip(&errors[1..]) {
            let units =
                order[..size].iter().flat_map(|index| sums[2 * index..2 * index + 2].to_vec());
            close(error.unwrap().stdev, stdev(&units.collect::<Vec<_>>()));
        }
    }

    /// Two stages, a mean over two documents of two rows: (between + within of both documents) by
    /// the closed form (docs/statistics/basics.md), `s_b^2 / k + s_w^2 / (k n)` with divisors k and n.
    #[test]
    fn two_stages_have_a_closed_form() {
        let rows = [1, 1, 3, 1, 6, 1, 10, 1];
        let documents = [0..2, 2..4];
        let both = Moments::new(&rows, 2, &documents, Drawn::Both).along(&[0, 1], &[2], &mean);
        // Document means 2 and 8: variance 9 with divisor 2; within 1 and 4, on average 2.5.
        close(both[0].unwrap().stdev, (9.0_f64 / 2.0 + 2.5 / 4.0).sqrt());
    }

    /// t with two degrees of freedom at 0.975 is 4.302652729911275 (`scipy.stats.t.ppf`).
    #[test]
    fn intervals_are_symmetric_in_logarithms() {
        let e = std::f64::consts::E;
        assert!((log_stdev(&[1.0, e * e]).unwrap() - 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(log_stdev(&[2.0]), None);
        let (lower, upper) = interval(10.0, 0.1, 3, 0.95).unwrap();
        let reach = 4.302_652_729_911_275 * 0.1 * 1.5_f64.sqrt();
        assert!((libm::log(upper / 10.0) - reach).abs() < 1e-10, "{upper}");
        assert!((lower * upper - 100.0).abs() < 1e-9);
        assert_eq!(interval(10.0, 0.1, 1, 0.95), Err(TooFewUnits));
        for rounding in [0.0, 1e-30, 3e-16] {
            assert_eq!(interval(10.0, rounding, 3, 0.95), Err(NoVariation));
        }
        assert_eq!(interval(10.0, 1e6, 3, 0.95), Err(OutOfRange));
    }

    #[test]
    fn equal_units_do_not_deviate_and_empty_sums_have_no_score() {
        let rows = [5, 1, 5, 1, 0, 0];
        let moments = Moments::new(&rows, 2, &[0..1, 1..2, 2..3], Drawn::Rows);
        let errors = moments.along(&[2, 0, 1], &[1, 3], &mean);
        assert_eq!(errors[0], None);
        let equal = moments.along(&[0, 1], &[2], &mean)[0].unwrap();
        assert_eq!((equal.score, equal.stdev), (5.0, 0.0));
    }
}
