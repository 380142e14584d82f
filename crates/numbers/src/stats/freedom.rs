//! Degrees of freedom of a standard error over units of unequal lengths.
//!
//! A standard error by leaving out one document after the other counts all documents alike. Where one of them has a
//! third of the segments, it rests on few of them, and Student's t with n - 1 degrees of freedom is too narrow. The
//! jackknife variance is a sum of squares of leave-one-out residuals `y_i - h_i sum_j y_j`, with `h_i` the share of
//! document i in the segments, times `a_i = 1/(1 - h_i)`. Under a working model in which the sum of a document has the
//! variance `w_i`, their covariance is
//!
//! ```text
//! C_ij = a_i a_j (w_i [i = j] - h_i w_j - h_j w_i + h_i h_j W),    W = sum w_i
//! ```
//!
//! and a chi-square with the same two first moments has `(sum_i C_ii)^2 / sum_ij C_ij^2` degrees of freedom (Satterthwaite
//! 1946; Bell & `McCaffrey` 2002, Survey Methodology 28; Imbens & Kolesar 2016, Review of Economics and Statistics 98).
//! With documents of one length that is n - 1, whatever the model.
//!
//! The working model is `w_i = (1 - rho) m_i + rho m_i^2` for `m_i` segments, with the intraclass correlation rho of the
//! influence of segments on the score. For a difference of two systems rho is near 0, and few degrees are lost.

use serde::{Deserialize, Serialize};

use super::special::chi_square_quantile;

/// Part of a sum of squares that is rounding.
const ROUNDING: f64 = 1e-12;

/// How much units say: the degrees of freedom of a standard error over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Freedom {
    /// Degrees of freedom, by the lengths of the units; at least 1.
    pub degrees: f64,
    /// Those of as many units of equal length: units less one, or less the number of their strata.
    pub of_equal_units: f64,
    /// Units of equal length that would be worth as much, `1 / sum h_i^2`.
    pub effective_units: f64,
    /// Share of the longest unit in the segments.
    pub longest_share: f64,
}

/// The segments that units are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSegments {
    /// Scored segments of each unit.
    pub lengths: Vec<u32>,
    /// Influence on the score of each of these segments, unit by unit; nothing where all lengths are equal, so that it does
    /// not matter, and where scores are of whole documents, so that it is not known: then segments of a unit are
    /// taken for wholly alike, which has the fewest degrees of freedom.
    pub influence: Vec<f64>,
}

impl UnitSegments {
    /// Units of which none is known to be longer than another.
    pub fn alike(units: usize) -> Self {
        Self { lengths: vec![1; units], influence: Vec::new() }
    }

    /// Those of a sum of weighted scores on the same units: of differences between systems.
    pub(super) fn combination(terms: &[(f64, &Self)]) -> Self {
        let lengths = terms.first().map_or_else(Vec::new, |(_, first)| first.lengths.clone());
        let segments = terms.iter().map(|(_, term)| term.influence.len()).min().unwrap_or(0);
        let mut influence = vec![0.0; segments];
        for (weight, term) in terms {
            influence
                .iter_mut()
                .zip(&term.influence)
                .for_each(|(sum, value)| *sum += weight * value);
        }
        Self { lengths, influence }
    }

    /// The degrees of freedom of the jackknife over the units. O(segments).
    pub fn freedom(&self) -> Freedom {
        self.freedom_in_strata(&vec![0; self.lengths.len()], &[1.0])
    }

    /// The same of units in strata: `of_units` has the stratum of each, `weights` what each stratum weighs in the score.
    /// Each adds the traces of its own covariance. O(segments).
    ///
    /// # Panics
    ///
    /// If there are not as many numbers of strata as units, or a stratum has no weight.
    pub fn freedom_in_strata(&self, stratum_of_units: &[usize], weights: &[f64]) -> Freedom {
        assert_eq!(stratum_of_units.len(), self.lengths.len(), "every unit is of a stratum");
        let mut strata: Vec<(f64, Vec<f64>)> =
            weights.iter().map(|weight| (*weight, Vec::new())).collect();
        for (stratum, length) in stratum_of_units.iter().zip(&self.lengths) {
            strata[*stratum].1.push(f64::from(*length));
        }
        strata.retain(|(_, lengths)| !lengths.is_empty());
        let lengths = self.lengths.iter().copied().map(f64::from);
        let equal_freedom = lengths.len() as f64 - strata.len() as f64;
        let total: f64 = lengths.clone().sum();
        let squares = lengths.clone().map(|length| length * length);
        let effective_units = total * total / squares.sum::<f64>();
        let longest_share = lengths.fold(0.0, f64::max) / total;
        let freedom = Freedom {
            degrees: equal_freedom,
            of_equal_units: equal_freedom,
            effective_units,
            longest_share,
        };
        if are_alike(&self.lengths) {
            return freedom;
        }
        let correlation = self.correlation(stratum_of_units, weights.len());
        let (mut trace, mut trace_of_square) = (0.0, 0.0);
        for (weight, lengths) in &strata {
            let traces = Traces::new(lengths, correlation);
            // What a segment of the stratum weighs in the score.
            let scale = weight / lengths.iter().sum::<f64>();
            let scale = scale * scale;
            trace += scale * traces.trace;
            trace_of_square += scale * scale * traces.trace_of_square;
        }
        // At most as many as equal units have, but for rounding.
        let degrees = (trace * trace / trace_of_square).clamp(1.0, equal_freedom.max(1.0));
        Freedom { degrees, ..freedom }
    }

    /// Intraclass correlation of the influence of segments, by the analysis of variance of a one-way layout within
    /// strata, from 0 to 1.
    fn correlation(&self, stratum_of_units: &[usize], strata: usize) -> f64 {
        let segments: f64 = self.lengths.iter().copied().map(f64::from).sum();
        let units = self.lengths.len() as f64;
        if self.influence.is_empty() || segments <= units {
            return 1.0;
        }
        // Segments, their squares by unit and the sum of influence, of each stratum.
        let mut strata_sums = vec![(0.0, 0.0, 0.0); strata];
        let mut sums = Vec::with_capacity(self.lengths.len());
        let (mut within, mut start) = (0.0, 0);
        for (length, stratum) in self.lengths.iter().zip(stratum_of_units) {
            let influence = &self.influence[start..start + *length as usize];
            start += influence.len();
            let (length, sum) = (f64::from(*length), influence.iter().sum::<f64>());
            within += influence.iter().map(|value| value * value).sum::<f64>() - sum * sum / length;
            let (all, squares, total) = &mut strata_sums[*stratum];
            (*all, *squares, *total) = (*all + length, *squares + length * length, *total + sum);
            sums.push((length, sum, *stratum));
        }
        let between = sums.iter().map(|(length, sum, stratum)| {
            let (all, _, total) = strata_sums[*stratum];
            let apart = sum - length * total / all;
            apart * apart / length
        });
        let between: f64 = between.sum();
        let present = strata_sums.iter().filter(|(all, ..)| *all > 0.0);
        let typical: f64 = present.clone().map(|(all, squares, _)| all - squares / all).sum();
        let freedom = units - present.count() as f64;
        if within <= ROUNDING * (between + within) {
            return 1.0;
        }
        let within = within / (segments - units);
        let unit_variance = (between / freedom - within) / (typical / freedom);
        if unit_variance > 0.0 { unit_variance / (unit_variance + within) } else { 0.0 }
    }
}

/// Whether all units have the same length.
pub fn are_alike(lengths: &[u32]) -> bool {
    lengths.windows(2).all(|pair| pair[0] == pair[1])
}

/// Traces of the covariance of leave-one-out residuals, and of its square.
struct Traces {
    trace: f64,
    trace_of_square: f64,
}

impl Traces {
    /// Of units of these lengths whose segments have the correlation `rho`. O(units).
    ///
    /// The jackknife takes (n - 1)/n of the squares, which only matters beside other strata.
    fn new(lengths: &[f64], rho: f64) -> Self {
        let total: f64 = lengths.iter().sum();
        let variance = |length: f64| (1.0 - rho) * length + rho * length * length;
        let sum: f64 = lengths.iter().map(|length| variance(*length)).sum();
        // Sums of a^2 h^2, a^2 w^2 and a^2 h w; what is in the diagonal alone is in the last sum.
        let [mut hh, mut ww, mut hw, mut trace, mut diagonal] = [0.0; 5];
        for length in lengths {
            let (h, w) = (length / total, variance(*length));
            let square = 1.0 / ((1.0 - h) * (1.0 - h));
            hh += square * h * h;
            ww += square * w * w;
            hw += square * h * w;
            trace += square * (w - 2.0 * h * w + h * h * sum);
            diagonal += square * square * (2.0 * w * (h * h * sum - 2.0 * h * w) + w * w);
        }
        // The double sum of C_ij^2 multiplied out, so that no pair of units is visited.
        let apart = sum * sum * hh * hh + 2.0 * hh * ww + 2.0 * hw * hw - 4.0 * sum * hh * hw;
        let shrink = (lengths.len() as f64 - 1.0) / lengths.len() as f64;
        Self { trace: shrink * trace, trace_of_square: shrink * shrink * (apart + diagonal) }
    }
}

/// Degrees of freedom of units of these lengths as a share of those of as many equal ones, where the segments of a unit
/// have the intraclass correlation `correlation`: about what it is for other numbers of units like these. 1 below three
/// units. O(units).
pub fn share_of_lengths(lengths: &[f64], correlation: f64) -> f64 {
    if lengths.len() < 3 {
        return 1.0;
    }
    let traces = Traces::new(lengths, correlation);
    let degrees = traces.trace * traces.trace / traces.trace_of_square;
    (degrees / (lengths.len() as f64 - 1.0)).min(1.0)
}

/// Largest size that is named, as a multiple of the units that it is planned from: no law is known to hold farther.
pub const FARTHEST: f64 = 50.0;

impl Freedom {
    /// The largest size that is named.
    pub fn farthest(self) -> f64 {
        FARTHEST * self.effective_units
    }

    /// Of units of equal lengths.
    pub fn of_units(units: f64, strata: f64) -> Self {
        let degrees = units - strata;
        let longest_share = 1.0 / units;
        Self { degrees, of_equal_units: degrees, effective_units: units, longest_share }
    }

    /// Of units with this `information` about a value, each with an error of its own: `w_i = m_i`. At least two have some.
    pub fn of_information(information: &[f64]) -> Self {
        let known: Vec<f64> = information.iter().copied().filter(|one| *one > 0.0).collect();
        let equal = Self::of_units(known.len() as f64, 1.0);
        let lost = 1.0 - share_of_lengths(&known, 0.0);
        // Units that have as much lose nothing but what rounding makes.
        let degrees = if lost > ROUNDING { equal.degrees * (1.0 - lost) } else { equal.degrees };
        Self { degrees: degrees.max(1.0), ..equal }
    }

    /// Degrees of freedom for each that as many units of equal length have, at most 1: what more units of such lengths bring.
    pub fn share(self) -> f64 {
        if self.of_equal_units > 0.0 { self.degrees / self.of_equal_units } else { 1.0 }
    }
}

impl Freedom {
    /// Whether lengths of units differ enough for a note.
    pub fn is_uneven(self) -> bool {
        let units = self.of_equal_units + 1.0;
        self.effective_units < 2.0 / 3.0 * units
            // Of five equal units each has a fifth anyway: the second condition is for few units.
            || self.longest_share > 0.2 && self.longest_share > 1.5 / units
    }
}

/// What an estimated variance is divided by on the median: variances of few degrees of freedom are skewed, and mostly too
/// small. `chi2(.5)/f` for f degrees of freedom.
pub fn median_variance(degrees_of_freedom: f64) -> Option<f64> {
    Some(chi_square_quantile(0.5, degrees_of_freedom)? / degrees_of_freedom)
}

/// The factors on an estimated variance that make the ends of an interval for the true one, of confidence `level`.
pub fn variance_interval(degrees_of_freedom: f64, level: f64) -> Option<(f64, f64)> {
    let [high, low] = [0.5 * (1.0 + level), 0.5 * (1.0 - level)]
        .map(|p| chi_square_quantile(p, degrees_of_freedom));
    Some((degrees_of_freedom / high?, degrees_of_freedom / low?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTHS: [u32; 5] = [2, 3, 5, 8, 22];

    /// Scores of segments, document by document; their sums are 1.0, 2.4, 3.1, 6.6, 9.0.
    const SEGMENTS: [f64; 40] = [
        0.2, 0.8, 0.6, 0.9, 0.9, 0.3, 0.5, 0.6, 0.8, 0.9, 0.7, 0.8, 0.8, 0.9, 0.9, 0.9, 0.8, 0.8,
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.2, 0.3, 0.4, 0.5, 0.6, 0.2, 0.3, 0.4, 0.5, 0.6, 0.3, 0.4,
        0.5, 0.5, 0.6, 0.6,
    ];

    fn close(value: f64, expected: f64) {
        assert!((value / expected - 1.0).abs() < 2e-10, "{value} {expected}");
    }

    fn unequal() -> UnitSegments {
        let mean = SEGMENTS.iter().sum::<f64>() / 40.0;
        let influence = SEGMENTS.iter().map(|score| score - mean).collect();
        UnitSegments { lengths: LENGTHS.to_vec(), influence }
    }

    fn of_model(rho: f64) -> f64 {
        let lengths = LENGTHS.map(f64::from);
        let Traces { trace, trace_of_square } = Traces::new(&lengths, rho);
        trace * trace / trace_of_square
    }

    /// By the matrices written out, in exact fractions.
    #[test]
    fn degrees_of_unequal_documents() {
        close(of_model(0.0), 1.639_091_399_598_641_8);
        close(of_model(0.25), 1.303_014_878_6);
        // Information in place of lengths, in any unit, is the model of independent errors.
        let information = [2.0, 3.0, 5.0, 8.0, 22.0].map(|length| length / 7.0);
        close(Freedom::of_information(&information).degrees, 1.639_091_399_598_641_8);
        assert!((Freedom::of_information(&[0.3; 6]).degrees - 5.0).abs() < 1e-12);
        close(of_model(1.0), 1.227_416_364_7);
        let segments = unequal();
        close(segments.correlation(&[0; 5], 1), 0.612_076_220_9);
        let Freedom { degrees, of_equal_units, effective_units, longest_share } =
            segments.freedom();
        close(longest_share, 0.55);
        close(degrees, 1.246_052_734_3);
        close(of_equal_units, 4.0);
        close(effective_units, 1600.0 / 586.0);
    }

    /// The matrix itself.
    #[test]
    fn traces_are_those_of_the_matrix() {
        let (lengths, rho): ([f64; 4], f64) = ([1.0, 4.0, 2.0, 9.0], 0.3);
        let total: f64 = lengths.iter().sum();
        let w = lengths.map(|length| (1.0 - rho) * length + rho * length * length);
        let sum: f64 = w.iter().sum();
        let h = lengths.map(|length| length / total);
        let (mut trace, mut trace_of_square) = (0.0, 0.0);
        for i in 0..4 {
            for j in 0..4 {
                let diagonal = if i == j { w[i] } else { 0.0 };
                let c = (diagonal - h[i] * w[j] - h[j] * w[i] + h[i] * h[j] * sum)
                    / ((1.0 - h[i]) * (1.0 - h[j]));
                trace_of_square += c * c;
                trace += if i == j { c } else { 0.0 };
            }
        }
        let traces = Traces::new(&lengths, rho);
        close(traces.trace, 0.75 * trace);
        close(traces.trace_of_square, 0.75 * 0.75 * trace_of_square);
    }

    /// Whatever the model, equal lengths have n - 1; the sum is that of the formula without its shortcut, too.
    #[test]
    fn equal_lengths_have_one_less_than_units() {
        for rho in [0.0, 0.4, 1.0] {
            let Traces { trace, trace_of_square } = Traces::new(&[7.0; 9], rho);
            close(trace * trace / trace_of_square, 8.0);
        }
        let influence = (0..12).map(|value| f64::from(value % 5)).collect();
        let equal = UnitSegments { lengths: vec![3; 4], influence };
        assert_eq!(equal.freedom(), Freedom::of_units(4.0, 1.0));
        close(equal.freedom_in_strata(&[0, 1, 0, 1], &[0.5, 0.5]).degrees, 2.0);
        // Two units have one degree, whatever their lengths.
        let two = UnitSegments { lengths: vec![1, 30], influence: Vec::new() };
        close(two.freedom().degrees, 1.0);
    }

    /// Strata alike in all have as many times the degrees of one; a stratum without weight adds none.
    #[test]
    fn strata_add_traces() {
        let UnitSegments { lengths, influence } = unequal();
        let twice = UnitSegments {
            lengths: [&lengths[..], &lengths].concat(),
            influence: [&influence[..], &influence].concat(),
        };
        let strata = [[0; 5], [1; 5]].concat();
        let freedom = twice.freedom_in_strata(&strata, &[0.5, 0.5]);
        let rho = twice.correlation(&strata, 2);
        close(freedom.degrees, 2.0 * of_model(rho));
        close(freedom.of_equal_units, 8.0);
        let one = twice.freedom_in_strata(&strata, &[1.0, 1e-9]);
        assert!((one.degrees / of_model(rho) - 1.0).abs() < 1e-6, "{one:?}");
    }

    /// Median of chi-square with one and two degrees: .4549364, 2 ln 2.
    #[test]
    fn variances_of_few_degrees_are_skewed() {
        close(median_variance(1.0).unwrap(), 0.454_936_423_119_572_8);
        close(median_variance(2.0).unwrap(), std::f64::consts::LN_2);
        // `scipy.stats.chi2.ppf([.975, .025], 7)`.
        let (lower, upper) = variance_interval(7.0, 0.95).unwrap();
        close(lower, 7.0 / 16.012_764_274_629_33);
        close(upper, 7.0 / 1.689_869_180_677_355);
    }
}
