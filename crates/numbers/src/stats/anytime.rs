//! Differences of two systems that may be looked at after every document: intervals that hold at all looks together.
//!
//! After t documents, with D the sum of the differences in a document and n its segments, the difference is `d = sum D / sum n`,
//! its standard deviation per document `s` that of `D - d n`, over the mean n. The mixture of exp(l S - l^2 t/2) over normal
//! l with variance `rho^2` is a martingale that begins at 1, so that the chance that it ever reaches 1/alpha is at most alpha
//! (Ville). Solved for the mean, that is the interval `d -+ s h(t) k` (Waudby-Smith et al. 2024, Annals of Statistics). `k`,
//! Student's quantile over the normal one, makes up for few documents, and for documents of unequal lengths, of which long ones
//! decide more: its degrees of freedom follow from the lengths, as those of [`freedom`](super::freedom).

use super::moments::squares_about;
use super::special::{normal_quantile, student_t_quantile};

/// Degrees of freedom up to which `k` is of Student's quantile itself; beyond, its expansion is right to nine digits.
const TABULATED: usize = 2000;

/// Degrees of freedom from which broken ones are interpolated.
const INTERPOLATED: f64 = 30.0;

/// Documents beyond which no forecast goes.
const FARTHEST: usize = 1 << 30;

/// Share of a sum of squares that rounding alone may leave.
// Of squares: deviations of a part in 10^10.
const ROUNDING: f64 = 1e-20;
/// The same of squares within documents.
const WITHIN_ROUNDING: f64 = 1e-12;

/// The boundary that a difference has to cross: narrowest at a number of documents that is chosen before the first look.
#[derive(Clone, Debug)]
pub struct Boundary {
    alpha: f64,
    rho_squared: f64,
    /// Normal quantile at the two-sided level.
    quantile: f64,
    /// `k` by whole degrees of freedom.
    small_samples: Vec<f64>,
}

impl Boundary {
    /// With the two-sided error `alpha`, narrowest after `planned` documents; `None` unless 0 < alpha < 1 and planned > 0.
    pub fn new(alpha: f64, planned: u32) -> Option<Self> {
        let quantile = normal_quantile(1.0 - 0.5 * alpha).filter(|quantile| *quantile > 0.0)?;
        if planned == 0 {
            return None;
        }
        let small_samples = (0..=TABULATED)
            .map(|degrees| {
                let student = student_t_quantile(1.0 - 0.5 * alpha, degrees as f64);
                // Without a degree of freedom there is no quantile, and nothing is decided.
                student.map_or(f64::INFINITY, |student| student / quantile)
            })
            .collect();
        let rho_squared = narrowest(alpha) / f64::from(planned);
        Some(Self { alpha, rho_squared, quantile, small_samples })
    }

    /// `h`: margin of error after this many documents, in known standard deviations.
    pub fn factor(&self, documents: usize) -> f64 {
        let t = documents as f64;
        let spread = t * self.rho_squared + 1.0;
        (2.0 * spread / (t * t * self.rho_squared) * libm::log(spread.sqrt() / self.alpha)).sqrt()
    }

    /// `k`: what a standard deviation with few degrees of freedom costs.
    pub fn small_sample(&self, degrees: f64) -> f64 {
        if degrees >= (TABULATED - 1) as f64 {
            let z2 = self.quantile * self.quantile;
            // The expansion of Student's quantile by Cornish and Fisher (Abramowitz & Stegun 26.7.5).
            return 1.0
                + (z2 + 1.0) / (4.0 * degrees)
                + ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * degrees * degrees);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the end of the table"
        )]
        let below = degrees.max(0.0) as usize;
        let (low, high) = (self.small_samples[below], self.small_samples[below + 1]);
        let beyond = degrees - below as f64;
        if beyond <= 0.0 {
            low
        } else if degrees < INTERPOLATED {
            student_t_quantile(1.0 - 0.5 * self.alpha, degrees)
                .map_or(f64::INFINITY, |student| student / self.quantile)
        } else {
            // It is nearly linear in 1/degrees: right to 1e-5.
            let (one, other) = (below as f64, (below + 1) as f64);
            let weight = (1.0 / one - 1.0 / degrees) / (1.0 / one - 1.0 / other);
            low + weight * (high - low)
        }
    }

    /// Margin of error of a single look, in estimated standard deviations.
    fn single_look(&self, documents: usize, degrees: f64) -> f64 {
        self.quantile * self.small_sample(degrees) / (documents as f64).sqrt()
    }

    /// Margin of error at all looks together, in estimated standard deviations.
    fn margin(&self, documents: usize, degrees: f64) -> f64 {
        self.factor(documents) * self.small_sample(degrees)
    }

    /// The same where each document brings this share of a degree of freedom.
    fn margin_at(&self, documents: usize, share: f64) -> f64 {
        self.margin(documents, share * (documents as f64 - 1.0))
    }

    /// Chance, at most, that a difference of zero is ever this many standard deviations away.
    fn p_value(&self, documents: usize, degrees: f64, deviations: f64) -> f64 {
        let t = documents as f64;
        let y = deviations / self.small_sample(degrees);
        let spread = t * self.rho_squared + 1.0;
        let exponent = -t * t * self.rho_squared * y * y / (2.0 * spread);
        (spread.sqrt() * libm::exp(exponent)).min(1.0)
    }

    /// Documents after which the difference of a look is decided, if all but their number stays as it is.
    pub fn deciding_documents(&self, look: &Look) -> Option<usize> {
        let deviations = look.difference.abs() / look.deviation;
        let share = look.degrees / (look.documents as f64 - 1.0);
        // Written so that 0/0, where nothing varies, has no forecast either.
        if !(deviations > 0.0 && self.margin_at(FARTHEST, share) < deviations) {
            return None;
        }
        // Margins fall with the number of documents, so that bisection finds the first that is small enough.
        let (mut low, mut high) = (1, 2);
        while self.margin_at(high, share) >= deviations {
            (low, high) = (high, 2 * high);
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.margin_at(middle, share) < deviations { high = middle } else { low = middle }
        }
        Some(high)
    }
}

/// The root of `u = ln(1 + u) - 2 ln(alpha)` above zero, by Newton's method from above.
fn narrowest(alpha: f64) -> f64 {
    let twice = -2.0 * libm::log(alpha);
    // The function is convex: steps that begin above the root never pass it.
    let mut u = twice + libm::log1p(twice) + 2.0;
    // Six steps suffice for errors from 1e-12 to .9; the limit only ends the loop.
    for _ in 0..100 {
        let step = (u - libm::log1p(u) - twice) * (1.0 + u) / u;
        u -= step;
        if step.abs() <= 1e-15 * u {
            break;
        }
    }
    u
}

/// What is known of a difference after a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Documents so far.
    pub documents: usize,
    /// The difference.
    pub difference: f64,
    /// Its standard deviation per document.
    pub deviation: f64,
    /// Degrees of freedom of the deviation.
    pub degrees: f64,
    /// Skewness of the sums of documents; zero where these do not vary.
    pub skewness: f64,
    /// Margin of error at all looks together; none where nothing varies.
    pub margin: Option<f64>,
    /// That of a single look.
    pub single_margin: Option<f64>,
    /// P-value of this look; 1 where nothing varies.
    pub p_value: f64,
}

/// What the degrees of freedom of a deviation follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Degrees {
    /// The lengths of documents, and how alike their segments are.
    #[default]
    Lengths,
    /// The number of documents, less one.
    Documents,
}

/// A difference of two systems as documents come in.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    documents: usize,
    /// Difference per segment of the first document: what sums are about, so that they lose no digits.
    origin: f64,
    first_sum: f64,
    /// Sums over documents of the segments of a document, and of their powers up to the fifth.
    lengths: [f64; 5],
    /// Sums over documents, with e = D - origin n: of e, e n, e^2 and e^2/n.
    rest: f64,
    rest_by_segments: f64,
    rest_squared: f64,
    rest_squared_by_length: f64,
    /// Sum of squares within documents.
    within: f64,
    /// Sums of D less that of the first document: itself, squared, cubed.
    moments: [f64; 3],
}

impl Sequence {
    /// Adds a document by the differences in its segments, of which there is at least one.
    pub fn add(&mut self, differences: &[f64]) {
        let n = differences.len() as f64;
        let sum: f64 = differences.iter().sum();
        if self.documents == 0 {
            (self.origin, self.first_sum) = (sum / n, sum);
        }
        self.documents += 1;
        let mut power = 1.0;
        for total in &mut self.lengths {
            power *= n;
            *total += power;
        }
        // The origin is that of the first document, whose rest would be rounding alone.
        let rest = if self.documents == 1 { 0.0 } else { sum - self.origin * n };
        self.rest += rest;
        self.rest_by_segments += rest * n;
        self.rest_squared += rest * rest;
        self.rest_squared_by_length += rest * rest / n;
        self.within += squares_about(sum / n, differences.iter().copied());
        let shifted = sum - self.first_sum;
        self.moments[0] += shifted;
        self.moments[1] += shifted * shifted;
        self.moments[2] += shifted * shifted * shifted;
    }

    /// Documents so far.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// What is known now; `None` before the second document.
    pub fn look(&self, boundary: &Boundary, degrees: Degrees) -> Option<Look> {
        let documents = self.documents;
        if documents < 2 {
            return None;
        }
        let count = documents as f64;
        let [segments, segments_squared, ..] = self.lengths;
        let shift = self.rest / segments;
        let difference = self.origin + shift;
        let squares = self.rest_squared - 2.0 * shift * self.rest_by_segments
            + shift * shift * segments_squared;
        let mean_length = segments / count;
        // What is left of equal differences is rounding.
        let all = self.origin * self.origin * segments_squared + self.rest_squared;
        let varies = squares > ROUNDING * all;
        let deviation = if varies { (squares / (count - 1.0)).sqrt() / mean_length } else { 0.0 };
        let degrees = match degrees {
            Degrees::Documents => count - 1.0,
            Degrees::Lengths => self.degrees(shift),
        };
        let p_value =
            if varies { boundary.p_value(documents, degrees, difference / deviation) } else { 1.0 };
        Some(Look {
            documents,
            difference,
            deviation,
            degrees,
            skewness: self.skewness(),
            margin: varies.then(|| deviation * boundary.margin(documents, degrees)),
            single_margin: varies.then(|| deviation * boundary.single_look(documents, degrees)),
            p_value,
        })
    }

    /// Degrees of freedom of a chi-square with the first two moments of the sum of squares of `D - d n`, if the sum of a
    /// document of n segments has the variance `(1 - c) n + c n^2`, with the intraclass correlation c of differences.
    fn degrees(&self, shift: f64) -> f64 {
        let [n1, n2, n3, n4, n5] = self.lengths;
        let count = self.documents as f64;
        let most = count - 1.0;
        let c = self.correlation(shift);
        let single = 1.0 - c;
        let variance = single * n1 + c * n2;
        // Sums of h^2, h w, w^2, h w^2 and h^2 w, for the share h of a document and its variance w.
        let hh = n2 / (n1 * n1);
        let hw = (single * n2 + c * n3) / n1;
        let ww = single * single * n2 + 2.0 * c * single * n3 + c * c * n4;
        let hww = (single * single * n3 + 2.0 * c * single * n4 + c * c * n5) / n1;
        let hhw = (single * n3 + c * n4) / (n1 * n1);
        let trace = variance - 2.0 * hw + variance * hh;
        let square = ww - 4.0 * hww + 2.0 * variance * hhw + 2.0 * hw * hw + 2.0 * hh * ww
            - 4.0 * variance * hw * hh
            + variance * variance * hh * hh;
        // There are two documents or more, so that `most` is at least 1.
        if square > 0.0 { (trace * trace / square).clamp(1.0, most) } else { most }
    }

    /// Intraclass correlation of differences in a document, by the analysis of variance, from 0 to 1.
    fn correlation(&self, shift: f64) -> f64 {
        let [segments, segments_squared, ..] = self.lengths;
        let count = self.documents as f64;
        let between = self.rest_squared_by_length - shift * self.rest;
        // Documents of one segment do not show it: a document then counts as one, as in `freedom`.
        if segments <= count || self.within <= WITHIN_ROUNDING * (between + self.within) {
            return 1.0;
        }
        let within = self.within / (segments - count);
        let typical = (segments - segments_squared / segments) / (count - 1.0);
        let documents = (between / (count - 1.0) - within) / typical;
        if documents > 0.0 { documents / (documents + within) } else { 0.0 }
    }

    fn skewness(&self) -> f64 {
        let [first, second, third] = self.moments.map(|sum| sum / self.documents as f64);
        let variance = second - first * first;
        let cube = third - 3.0 * first * second + 2.0 * first * first * first;
        if variance > 0.0 { cube / (variance * variance.sqrt()) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMS: [f64; 12] = [12.0, 5.0, -3.0, 20.0, 8.0, 14.0, 2.0, 9.0, 16.0, 7.0, 11.0, 4.0];
    const LENGTHS: [usize; 12] = [3, 2, 2, 4, 3, 3, 1, 2, 4, 2, 3, 1];

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8 * expected.abs().max(1e-4), "{value} {expected}");
    }

    fn look(documents: usize, alpha: f64, planned: u32) -> (Boundary, Look) {
        let boundary = Boundary::new(alpha, planned).expect("a level");
        let mut sequence = Sequence::default();
        for (sum, length) in SUMS.iter().zip(LENGTHS).take(documents) {
            let mut differences = vec![0.0; length];
            differences[0] = *sum;
            sequence.add(&differences);
        }
        let look = sequence.look(&boundary, Degrees::Documents).expect("documents");
        (boundary, look)
    }

    /// Values of numpy and SciPy.
    #[test]
    fn intervals_are_those_of_the_formula() {
        let cases = [
            (
                10,
                0.05,
                0.205_299_202,
                3.461_538_462,
                1.683_822_167,
                1.028_087_989,
                1.154_183_026,
                1.998_026_257,
            ),
            (
                12,
                0.05,
                0.205_299_202,
                3.5,
                1.579_413_009,
                0.920_599_523,
                1.122_972_247,
                1.632_809_354,
            ),
            (
                12,
                0.05 / 3.0,
                0.266_085_783,
                3.5,
                1.579_413_009,
                1.026_141_116,
                1.177_968_879,
                1.909_134_902,
            ),
        ];
        for (documents, alpha, rho, difference, deviation, h, k, margin) in cases {
            let (boundary, look) = look(documents, alpha, 40);
            near(boundary.rho_squared, rho);
            near(look.difference, difference);
            near(look.deviation, deviation);
            near(boundary.factor(documents), h);
            near(boundary.small_sample((documents - 1) as f64), k);
            near(look.margin.expect("it varies"), margin);
        }
        near(look(10, 0.05, 40).1.p_value, 4.072_817_327e-5);
        near(look(12, 0.05, 40).1.p_value, 1.127_994_646e-7);
    }

    #[test]
    fn the_band_is_narrowest_where_it_is_planned() {
        for (alpha, u) in [
            (0.05, 8.211_968_062),
            (0.05 / 3.0, 10.643_431_309),
            (0.01, 11.756_371_222),
            (0.05 / 66.0, 17.276_383_752),
        ] {
            near(narrowest(alpha), u);
        }
        for (alpha, rho) in
            [(0.05, 0.096_611_389), (0.01, 0.138_310_250), (0.05 / 66.0, 0.203_251_574)]
        {
            near(Boundary::new(alpha, 85).expect("a level").rho_squared, rho);
        }
        let boundary = Boundary::new(0.05, 85).expect("a level");
        near(boundary.factor(85), 0.329_205_247);
        let [before, there, behind] =
            [84, 85, 86].map(|documents| boundary.factor(documents) * (documents as f64).sqrt());
        assert!(there < before && there < behind);
    }

    /// The price of looking at any time, and what a difference of a quarter of a standard deviation needs.
    #[test]
    fn looking_at_any_time_has_its_price() {
        for (documents, expected) in [(10, 1.88), (20, 1.67), (40, 1.58), (85, 1.549), (200, 1.57)]
        {
            assert!((ratio(0.05, documents) - expected).abs() < 0.006, "{documents}");
        }
        assert!(
            (ratio(0.01, 85) - 1.387).abs() < 0.001
                && (ratio(0.05 / 66.0, 85) - 1.269).abs() < 0.001
        );
        for (alpha, deviations, expected) in
            [(0.05, 0.25, Some(152)), (0.05 / 66.0, 0.25, Some(308)), (0.05, 0.0, None)]
        {
            let boundary = Boundary::new(alpha, 85).expect("a level");
            let (_, look) = look(12, 0.05, 85);
            let look = Look { difference: deviations * look.deviation, degrees: 11.0, ..look };
            assert_eq!(boundary.deciding_documents(&look), expected);
        }
    }

    fn ratio(alpha: f64, documents: usize) -> f64 {
        let boundary = Boundary::new(alpha, 85).expect("a level");
        boundary.factor(documents) * (documents as f64).sqrt() / boundary.quantile
    }

    /// The mixture reaches 1/alpha where a look's interval ends: both ways of saying it agree.
    #[test]
    fn intervals_exclude_zero_where_p_values_are_small() {
        for planned in [5, 12, 40] {
            for documents in 2..=12 {
                let (_, look) = look(documents, 0.05, planned);
                let excludes = look.difference.abs() > look.margin.expect("it varies");
                assert_eq!(excludes, look.p_value < 0.05, "{documents} of {planned}");
            }
        }
    }

    #[test]
    fn broken_degrees_are_as_student_says() {
        let boundary = Boundary::new(0.001, 85).expect("a level");
        for (degrees, most) in
            [(1.5, 1e-12), (7.25, 1e-12), (29.9, 1e-12), (30.5, 1e-5), (77.3, 1e-5), (5000.0, 1e-9)]
        {
            let exact = student_t_quantile(0.9995, degrees).expect("a quantile");
            let k = boundary.small_sample(degrees);
            assert!((k - exact / boundary.quantile).abs() < most * k, "{degrees}: {k}");
        }
    }

    /// As the covariance of residuals says, matrix by matrix.
    #[test]
    fn degrees_follow_from_lengths() {
        let boundary = Boundary::new(0.05, 40).expect("a level");
        let mut sequence = Sequence::default();
        for (index, length) in LENGTHS.into_iter().enumerate() {
            let differences: Vec<f64> = (0..length)
                .map(|segment| SUMS[index] + 5.0 * ((segment * 7 + index * 3) % 5) as f64)
                .collect();
            sequence.add(&differences);
        }
        let look = sequence.look(&boundary, Degrees::Lengths).expect("documents");
        let c = sequence.correlation(sequence.rest / sequence.lengths[0]);
        assert!(c > 0.0 && c < 1.0, "{c}");
        let total: f64 = LENGTHS.iter().map(|length| *length as f64).sum();
        let units: Vec<(f64, f64)> = LENGTHS
            .iter()
            .map(|length| *length as f64)
            .map(|length| (length / total, (1.0 - c) * length + c * length * length))
            .collect();
        let all: f64 = units.iter().map(|(_, variance)| variance).sum();
        let (mut trace, mut square) = (0.0, 0.0);
        for (i, (h, w)) in units.iter().enumerate() {
            for (j, (g, v)) in units.iter().enumerate() {
                let variance = if i == j { *w } else { 0.0 };
                let covariance = variance - h * v - g * w + h * g * all;
                trace += if i == j { covariance } else { 0.0 };
                square += covariance * covariance;
            }
        }
        near(look.degrees, trace * trace / square);
        let mut equal = Sequence::default();
        for sum in SUMS {
            equal.add(&[sum, 0.0]);
        }
        near(equal.look(&boundary, Degrees::Lengths).expect("documents").degrees, 11.0);
    }

    #[test]
    fn what_does_not_vary_is_never_decided() {
        let boundary = Boundary::new(0.05, 40).expect("a level");
        for difference in [0.0, 0.3, -7.1] {
            let mut sequence = Sequence::default();
            assert_eq!(sequence.look(&boundary, Degrees::Lengths), None);
            for length in [1, 3, 2, 7] {
                sequence.add(&vec![difference; length]);
            }
            let look = sequence.look(&boundary, Degrees::Lengths).expect("documents");
            assert_eq!((look.deviation, look.margin, look.p_value), (0.0, None, 1.0));
        }
    }

    #[test]
    fn skewness_is_that_of_sums() {
        // scipy.stats.skew
        let (_, look) = look(12, 0.05, 40);
        let mean = SUMS.iter().sum::<f64>() / 12.0;
        let [second, third] = [2, 3].map(|power| {
            SUMS.iter()
                .map(|sum| (0..power).fold(1.0, |product, _| product * (sum - mean)))
                .sum::<f64>()
                / 12.0
        });
        near(look.skewness, third / (second * second.sqrt()));
    }
}
