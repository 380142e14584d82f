//! Differences of two systems that may be looked at after every document: intervals that hold at all looks together.
//!
//! After t documents, with D the sum of the differences in a document and n its segments, the difference is `d = sum D / sum n`,
//! its standard deviation per document `s` that of `D - d n`, over the mean n. The mixture of exp(l S - l^2 t/2) over normal
//! l with variance `rho^2` is a martingale that begins at 1, so that the chance that it ever reaches 1/alpha is at most alpha
//! (Ville). Solved for the mean, that is the interval `d -+ s h(t) k(t)` (Waudby-Smith et al. 2024, Annals of Statistics). `k`,
//! Student's quantile over the normal one, makes up for few documents.

use super::special::{normal_quantile, student_t_quantile};

/// Documents up to which `k` is of Student's quantile itself; beyond, its expansion is right to nine digits.
const TABULATED: usize = 2000;

/// Documents beyond which no forecast goes.
const FARTHEST: usize = 1 << 30;

/// Share of a sum of squares that rounding alone may leave.
const ROUNDING: f64 = 1e-20;

/// The boundary that a difference has to cross: narrowest at a number of documents that is chosen before the first look.
#[derive(Clone, Debug)]
pub struct Boundary {
    alpha: f64,
    rho_squared: f64,
    /// Normal quantile at the two-sided level.
    quantile: f64,
    /// `k` after each number of documents.
    small_samples: Vec<f64>,
}

impl Boundary {
    /// With the two-sided error `alpha`, narrowest after `planned` documents; `None` unless 0 < alpha < 1 and planned > 0.
    pub fn new(alpha: f64, planned: u32) -> Option<Self> {
        let quantile = normal_quantile(1.0 - 0.5 * alpha).filter(|quantile| *quantile > 0.0)?;
        if planned == 0 {
            return None;
        }
        let student = |documents: usize| {
            let degrees = documents.checked_sub(1).filter(|degrees| *degrees > 0)? as f64;
            Some(student_t_quantile(1.0 - 0.5 * alpha, degrees)? / quantile)
        };
        let small_samples =
            (0..=TABULATED).map(|documents| student(documents).unwrap_or(f64::INFINITY)).collect();
        let rho_squared = narrowest(alpha) / f64::from(planned);
        Some(Self { alpha, rho_squared, quantile, small_samples })
    }

    /// Variance of the mixture.
    pub fn rho_squared(&self) -> f64 {
        self.rho_squared
    }

    /// `h`: margin of error after this many documents, in known standard deviations.
    pub fn factor(&self, documents: usize) -> f64 {
        let t = documents as f64;
        let spread = t * self.rho_squared + 1.0;
        (2.0 * spread / (t * t * self.rho_squared) * libm::log(spread.sqrt() / self.alpha)).sqrt()
    }

    /// `k`: what the standard deviation of few documents costs.
    pub fn small_sample(&self, documents: usize) -> f64 {
        self.small_samples.get(documents).copied().unwrap_or_else(|| {
            let (df, z2) = ((documents - 1) as f64, self.quantile * self.quantile);
            1.0 + (z2 + 1.0) / (4.0 * df)
                + ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * df * df)
        })
    }

    /// Margin of error of a single look after this many documents, in estimated standard deviations.
    fn single_look(&self, documents: usize) -> f64 {
        self.quantile * self.small_sample(documents) / (documents as f64).sqrt()
    }

    /// Chance, at most, that a difference of zero is ever this many standard deviations away.
    fn p_value(&self, documents: usize, deviations: f64) -> f64 {
        let t = documents as f64;
        let y = deviations / self.small_sample(documents);
        let spread = t * self.rho_squared + 1.0;
        let exponent = -t * t * self.rho_squared * y * y / (2.0 * spread);
        (spread.sqrt() * libm::exp(exponent)).min(1.0)
    }

    /// Documents after which a difference of this many standard deviations is decided, if both stay as they are.
    pub fn deciding_documents(&self, deviations: f64) -> Option<usize> {
        let decides =
            |documents: usize| self.factor(documents) * self.small_sample(documents) < deviations;
        if !(deviations > 0.0 && decides(FARTHEST)) {
            return None;
        }
        let (mut low, mut high) = (1, 2);
        while !decides(high) {
            (low, high) = (high, 2 * high);
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if decides(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}

/// The root of `u = ln(1 + u) - 2 ln(alpha)` above zero, by Newton's method from above.
fn narrowest(alpha: f64) -> f64 {
    let twice = -2.0 * libm::log(alpha);
    let mut u = twice + libm::log1p(twice) + 2.0;
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
    /// Skewness of the sums of documents; zero where these do not vary.
    pub skewness: f64,
    /// Margin of error at all looks together; none where nothing varies.
    pub margin: Option<f64>,
    /// That of a single look.
    pub single_margin: Option<f64>,
    /// P-value of this look; 1 where nothing varies.
    pub p_value: f64,
}

/// A difference of two systems as documents come in.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    documents: usize,
    /// Difference per segment of the first document: what sums are about, so that they lose no digits.
    origin: f64,
    first_sum: f64,
    /// Sums over documents, with e = D - origin n: of n, n^2, e, e n and e^2.
    segments: f64,
    segments_squared: f64,
    rest: f64,
    rest_by_segments: f64,
    rest_squared: f64,
    /// Sums of D less that of the first document: itself, squared, cubed.
    moments: [f64; 3],
}

impl Sequence {
    /// Adds a document: the sum of its differences, and how many segments these are of.
    pub fn add(&mut self, sum: f64, segments: u32) {
        let n = f64::from(segments);
        if self.documents == 0 {
            (self.origin, self.first_sum) = (sum / n, sum);
        }
        self.documents += 1;
        let rest = if self.documents == 1 { 0.0 } else { sum - self.origin * n };
        self.segments += n;
        self.segments_squared += n * n;
        self.rest += rest;
        self.rest_by_segments += rest * n;
        self.rest_squared += rest * rest;
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
    pub fn look(&self, boundary: &Boundary) -> Option<Look> {
        let documents = self.documents;
        if documents < 2 {
            return None;
        }
        let count = documents as f64;
        let shift = self.rest / self.segments;
        let difference = self.origin + shift;
        let squares = self.rest_squared - 2.0 * shift * self.rest_by_segments
            + shift * shift * self.segments_squared;
        let mean_length = self.segments / count;
        // What is left of equal differences is rounding.
        let all = self.origin * self.origin * self.segments_squared + self.rest_squared;
        let varies = squares > ROUNDING * all;
        let deviation = if varies { (squares / (count - 1.0)).sqrt() / mean_length } else { 0.0 };
        let per_deviation = |deviations: f64| varies.then_some(deviation * deviations);
        Some(Look {
            documents,
            difference,
            deviation,
            skewness: self.skewness(),
            margin: per_deviation(boundary.factor(documents) * boundary.small_sample(documents)),
            single_margin: per_deviation(boundary.single_look(documents)),
            p_value: if varies { boundary.p_value(documents, difference / deviation) } else { 1.0 },
        })
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

    const SUMS: [f64; 12] =
        [12.0, 5.0, -3.0, 20.0, 8.0, 14.0, 2.0, 9.0, 16.0, 7.0, 11.0, 4.0];
    const LENGTHS: [u32; 12] = [3, 2, 2, 4, 3, 3, 1, 2, 4, 2, 3, 1];

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8 * expected.abs().max(1e-4), "{value} {expected}");
    }

    fn look(documents: usize, alpha: f64, planned: u32) -> (Boundary, Look) {
        let boundary = Boundary::new(alpha, planned).expect("a level");
        let mut sequence = Sequence::default();
        for (sum, length) in SUMS.iter().zip(LENGTHS).take(documents) {
            sequence.add(*sum, length);
        }
        let look = sequence.look(&boundary).expect("documents");
        (boundary, look)
    }

    /// Values of numpy and SciPy.
    #[test]
    fn intervals_are_those_of_the_formula() {
        let cases = [
            (10, 0.05, 0.205_299_202, 3.461_538_462, 1.683_822_167, 1.028_087_989, 1.154_183_026, 1.998_026_257),
            (12, 0.05, 0.205_299_202, 3.5, 1.579_413_009, 0.920_599_523, 1.122_972_247, 1.632_809_354),
            (12, 0.05 / 3.0, 0.266_085_783, 3.5, 1.579_413_009, 1.026_141_116, 1.177_968_879, 1.909_134_902),
        ];
        for (documents, alpha, rho, difference, deviation, h, k, margin) in cases {
            let (boundary, look) = look(documents, alpha, 40);
            near(boundary.rho_squared(), rho);
            near(look.difference, difference);
            near(look.deviation, deviation);
            near(boundary.factor(documents), h);
            near(boundary.small_sample(documents), k);
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
        for (alpha, rho) in [(0.05, 0.096_611_389), (0.01, 0.138_310_250), (0.05 / 66.0, 0.203_251_574)] {
            near(Boundary::new(alpha, 85).expect("a level").rho_squared(), rho);
        }
        let boundary = Boundary::new(0.05, 85).expect("a level");
        near(boundary.factor(85), 0.329_205_247);
        let relative = |documents: usize| boundary.factor(documents) * (documents as f64).sqrt();
        assert!(relative(85) < relative(84) && relative(85) < relative(86));
    }

    /// The price of looking at any time, and what a difference of a quarter of a standard deviation needs.
    #[test]
    fn looking_at_any_time_has_its_price() {
        let ratio = |alpha: f64, documents: usize| {
            let boundary = Boundary::new(alpha, 85).expect("a level");
            boundary.factor(documents) * (documents as f64).sqrt() / boundary.quantile
        };
        for (documents, expected) in [(10, 1.88), (20, 1.67), (40, 1.58), (85, 1.549), (200, 1.57)] {
            assert!((ratio(0.05, documents) - expected).abs() < 0.006, "{documents}");
        }
        assert!((ratio(0.01, 85) - 1.387).abs() < 0.001 && (ratio(0.05 / 66.0, 85) - 1.269).abs() < 0.001);
        let decided = |alpha: f64| Boundary::new(alpha, 85).expect("a level").deciding_documents(0.25);
        assert_eq!((decided(0.05), decided(0.05 / 66.0)), (Some(152), Some(308)));
        assert_eq!(Boundary::new(0.05, 85).expect("a level").deciding_documents(0.0), None);
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
    fn many_documents_are_as_student_says() {
        let boundary = Boundary::new(0.001, 85).expect("a level");
        for documents in [TABULATED + 1, 5000] {
            let exact = student_t_quantile(0.9995, (documents - 1) as f64).expect("a quantile");
            near(boundary.small_sample(documents), exact / boundary.quantile);
        }
    }

    #[test]
    fn what_does_not_vary_is_never_decided() {
        let boundary = Boundary::new(0.05, 40).expect("a level");
        for difference in [0.0, 0.3, -7.1] {
            let mut sequence = Sequence::default();
            assert_eq!(sequence.look(&boundary), None);
            for length in [1, 3, 2, 7] {
                sequence.add(difference * f64::from(length), length);
            }
            let look = sequence.look(&boundary).expect("documents");
            assert_eq!((look.deviation, look.margin, look.p_value), (0.0, None, 1.0));
        }
    }

    #[test]
    fn skewness_is_that_of_sums() {
        // scipy.stats.skew
        let (_, look) = look(12, 0.05, 40);
        let mean = SUMS.iter().sum::<f64>() / 12.0;
        let [second, third] = [2, 3].map(|power| {
            SUMS.iter().map(|sum| (0..power).fold(1.0, |product, _| product * (sum - mean))).sum::<f64>() / 12.0
        });
        near(look.skewness, third / (second * second.sqrt()));
    }
}
