//! Distribution functions: normal, Student t, beta.
//!
//! On `libm` and plain arithmetic alone, so that every platform gives the same bits. Errors stated
//! here are the largest relative ones against SciPy 1.17.1 over the grid of
//! `tests/golden/make_special.py`; `tests/numbers/special.rs` holds the functions to them.

use std::f64::consts::{PI, SQRT_2};

/// Density of the standard normal distribution.
pub fn normal_pdf(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / (2.0 * PI).sqrt()
}

/// Distribution function of the standard normal, `erfc(-x / sqrt 2) / 2`.
///
/// Relative error below 1e-15 for x > -1, growing to 3e-13 at x = -37, where it nears the smallest
/// numbers. The upper tail is `normal_cdf(-x)`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Quantile of the standard normal: algorithm AS 241, PPND16 (Wichura 1988, Applied Statistics 37,
/// 477-484). Relative error below 1e-15.
///
/// `None` unless 0 < p < 1.
pub fn normal_quantile(p: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0) {
        return None;
    }
    let centred = p - 0.5;
    // The borders are those of AS 241: .180625 is the square of .425.
    if centred.abs() <= 0.425 {
        let r = 0.180_625 - centred * centred;
        return Some(centred * polynomial(&CENTRE_ABOVE, r) / polynomial(&CENTRE_BELOW, r));
    }
    let r = (-libm::log(p.min(1.0 - p))).sqrt();
    let size = if r <= 5.0 {
        polynomial(&TAIL_ABOVE, r - 1.6) / polynomial(&TAIL_BELOW, r - 1.6)
    } else {
        polynomial(&FAR_ABOVE, r - 5.0) / polynomial(&FAR_BELOW, r - 5.0)
    };
    Some(if centred < 0.0 { -size } else { size })
}

fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |value, coefficient| value * x + coefficient)
}

// Rational approximations of AS 241, lowest power first.
const CENTRE_ABOVE: [f64; 8] = [
    3.387_132_872_796_366_5,
    1.331_416_678_917_843_8e2,
    1.971_590_950_306_551_3e3,
    1.373_169_376_550_946e4,
    4.592_195_393_154_987e4,
    6.726_577_092_700_87e4,
    3.343_057_558_358_813e4,
    2.509_080_928_730_122_7e3,
];
const CENTRE_BELOW: [f64; 8] = [
    1.0,
    4.231_333_070_160_091e1,
    6.871_870_074_920_579e2,
    5.394_196_021_424_751e3,
    2.121_379_430_158_659_7e4,
    3.930_789_580_009_271e4,
    2.872_908_573_572_194_3e4,
    5.226_495_278_852_854e3,
];
const TAIL_ABOVE: [f64; 8] = [
    1.423_437_110_749_683_5,
    4.630_337_846_156_546,
    5.769_497_221_460_691,
    3.647_848_324_763_204_5,
    1.270_458_252_452_368_4,
    2.417_807_251_774_506e-1,
    2.272_384_498_926_918_4e-2,
    7.745_450_142_783_414e-4,
];
const TAIL_BELOW: [f64; 8] = [
    1.0,
    2.053_191_626_637_759,
    1.676_384_830_183_803_8,
    6.897_673_349_851e-1,
    1.481_039_764_274_800_8e-1,
    1.519_866_656_361_645_7e-2,
    5.475_938_084_995_345e-4,
    1.050_750_071_644_416_9e-9,
];
const FAR_ABOVE: [f64; 8] = [
    6.657_904_643_501_103,
    5.463_784_911_164_114,
    1.784_826_539_917_291_3,
    2.965_605_718_285_048_7e-1,
    2.653_218_952_657_612_4e-2,
    1.242_660_947_388_078_4e-3,
    2.711_555_568_743_487_6e-5,
    2.010_334_399_292_288_1e-7,
];
const FAR_BELOW: [f64; 8] = [
    1.0,
    5.998_322_065_558_88e-1,
    1.369_298_809_227_358e-1,
    1.487_536_129_085_061_5e-2,
    7.868_691_311_456_133e-4,
    1.846_318_317_510_054_8e-5,
    1.421_511_758_316_446e-7,
    2.044_263_103_389_939_8e-15,
];

/// Regularized incomplete beta function `I_x(a, b)`, the distribution function of the beta
/// distribution, for a, b > 0.
///
/// Continued fraction of `DiDonato` & Morris (1992) on the side of the mean that x is on, with the
/// saddle-point form of its first factor (Loader 2000). Relative error below
/// 1e-12 in either tail for a + b up to 1e5. About sqrt(max(a, b)) steps, at least ten.
///
/// 0 below x = 0 and 1 above x = 1.
pub fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        beta_tails(a, b, x, 1.0 - x).0
    }
}

/// `I_x(a, b)` and its complement, for x and y = 1 - x given apart.
fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    let factor = beta_factor(a, b, x, y);
    if x <= (a + 1.0) / (a + b + 2.0) {
        let lower = (factor / beta_fraction(a, b, x, y)).min(1.0);
        (lower, 1.0 - lower)
    } else {
        let upper = (factor / beta_fraction(b, a, y, x)).min(1.0);
        (1.0 - upper, upper)
    }
}

/// `x^a y^b / B(a, b)` without the cancellation of large logarithms.
fn beta_factor(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let remainder = stirling_remainder(n) - stirling_remainder(a) - stirling_remainder(b);
    let deviance = deviance(a, n * x) + deviance(b, n * y);
    (a / n * b / (2.0 * PI)).sqrt() * libm::exp(remainder - deviance)
}

/// `x ln(x / m) + m - x`.
fn deviance(x: f64, m: f64) -> f64 {
    let excess = (m - x) / x;
    // Near -1 the excess has lost the digits of a small m.
    let logarithm = if excess < -0.5 { libm::log(m) - libm::log(x) } else { libm::log1p(excess) };
    x * (excess - logarithm)
}

/// `ln gamma(z) - ((z - 1/2) ln z - z + ln(2 pi) / 2)`.
fn stirling_remainder(z: f64) -> f64 {
    if z < 15.0 {
        return libm::lgamma(z) - ((z - 0.5) * libm::log(z) - z + 0.5 * libm::log(2.0 * PI));
    }
    // From 15 on the next term of the series, 691/360360 z^-11, is below 3e-16.
    let inverse = 1.0 / (z * z);
    let tail = 1.0 / 1260.0 - inverse * (1.0 / 1680.0 - inverse / 1188.0);
    (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse * tail)) / z
}

/// Keeps a divisor of Lentz's algorithm away from 0.
#[inline]
fn away_from_zero(value: f64) -> f64 {
    const SMALLEST: f64 = 1e-300;
    if value.abs() < SMALLEST { SMALLEST } else { value }
}

/// The continued fraction of `DiDonato` & Morris (1992, ACM Transactions on Mathematical Software
/// 18, equation 9), by the modified algorithm of Lentz. It takes y beside x, which keeps its digits
/// where x is close to 1.
fn beta_fraction(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let excess = a * y - b * x + 1.0;
    let mut fraction = away_from_zero(a * excess / (a + 1.0));
    let (mut above, mut below) = (fraction, 0.0);
    let mut m = 0.0;
    // Convergence takes O(sqrt(max(a, b))) steps; the bound only guards against not a number.
    while m < 1e6 {
        m += 1.0;
        let even = a + 2.0 * m - 1.0;
        let numerator = (a + m - 1.0) * x / even * ((a + b + m - 1.0) * x / even) * m * (b - m);
        let denominator =
            m + m * (b - m) * x / even + (a + m) * (excess + m * (1.0 + y)) / (a + 2.0 * m + 1.0);
        below = 1.0 / away_from_zero(denominator + numerator * below);
        above = away_from_zero(denominator + numerator / above);
        let factor = above * below;
        fraction *= factor;
        if (factor - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    fraction
}

/// Quantile of the beta distribution with a, b > 0: bisection of [`beta_cdf`] down to neighbouring
/// numbers, at most about 1,100 evaluations and usually 60.
///
/// `None` unless 0 <= p <= 1.
pub fn beta_quantile(a: f64, b: f64, p: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&p) {
        return None;
    }
    if p == 0.0 || p >= 1.0 {
        return Some(p);
    }
    Some(bisected((0.0, 1.0), |x| beta_cdf(a, b, x) < p))
}

/// Returns the end of the numbers for which `is_below`, by bisection down to neighbouring numbers.
fn bisected((mut low, mut high): (f64, f64), is_below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if is_below(middle) { low = middle } else { high = middle }
    }
}

/// Regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), for a > 0: the series below the mean,
/// the continued fraction by the modified algorithm of Lentz above it (Abramowitz & Stegun 6.5.29 and 6.5.31). Relative
/// error of the smaller one below 1e-12 for a up to 1e5. O(sqrt(a)) steps, at least ten.
fn gamma_tails(a: f64, x: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    // x^a e^-x / gamma(a + 1).
    let factor = libm::exp(-deviance(a, x) - stirling_remainder(a)) / (2.0 * PI * a).sqrt();
    if x < a + 1.0 {
        let (mut sum, mut term, mut k) = (1.0, 1.0, a);
        while term > 0.5 * f64::EPSILON * sum {
            k += 1.0;
            term *= x / k;
            sum += term;
        }
        let lower = (factor * sum).min(1.0);
        return (lower, 1.0 - lower);
    }
    let mut below = x + 1.0 - a;
    let (mut above, mut inverse) = (f64::INFINITY, 1.0 / below);
    let (mut fraction, mut k) = (inverse, 0.0);
    // Converges fast above the mean; the bound only guards against not a number.
    while k < 1e6 {
        k += 1.0;
        let numerator = k * (a - k);
        below += 2.0;
        inverse = 1.0 / (below + numerator * inverse);
        above = below + numerator / above;
        let change = above * inverse;
        fraction *= change;
        if (change - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    let upper = (factor * a * fraction).min(1.0);
    (1.0 - upper, upper)
}

/// Probability that chi-square with `df` > 0 degrees of freedom is above `x`. Relative error below 1e-10 up to 5,000
/// degrees.
///
/// ```
/// # use runner_numbers::stats::special::chi_square_tail;
/// assert!((chi_square_tail(3.841458820694124, 1.0) - 0.05).abs() < 1e-12);
/// ```
pub fn chi_square_tail(x: f64, df: f64) -> f64 {
    gamma_tails(0.5 * df, 0.5 * x).1
}

/// Quantile of chi-square with `df` > 0 degrees of freedom, by bisection down to neighbouring numbers.
///
/// `None` unless 0 < p < 1 and df > 0.
pub fn chi_square_quantile(p: f64, df: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0 && df > 0.0 && df.is_finite()) {
        return None;
    }
    let is_below = |x: f64| {
        let (lower, upper) = gamma_tails(0.5 * df, 0.5 * x);
        // The smaller tail is the one that keeps its digits.
        if p < 0.5 { lower < p } else { upper > 1.0 - p }
    };
    let (mut low, mut high) = (0.0, df + 10.0);
    while is_below(high) {
        (low, high) = (high, 2.0 * high);
    }
    Some(bisected((low, high), is_below))
}

/// Degrees of freedom from which Student's t is the normal with a correction of first order, which
/// is then right to 1e-14 within 8 standard deviations.
const NEARLY_NORMAL: f64 = 1e9;

/// Density of Student's t with `df` > 0 degrees of freedom. Relative error below 1e-13 for df up to
/// 1e6.
pub fn student_t_pdf(t: f64, df: f64) -> f64 {
    let half = 0.5 * df;
    let remainder = stirling_remainder(half + 0.5) - stirling_remainder(half);
    // gamma(h + 1/2) / gamma(h) = sqrt(h) exp(h ln(1 + 1/(2h)) - 1/2 + remainder).
    let ratio = half * libm::log1p(0.5 / half) - 0.5 + remainder;
    libm::exp(ratio - (half + 0.5) * libm::log1p(t * t / df)) / (2.0 * PI).sqrt()
}

/// Distribution function of Student's t with `df` > 0 degrees of freedom.
///
/// `I_x(df/2, 1/2) / 2` with x = df / (df + t^2) for t < 0. Relative error below 1e-12 for df up to
/// 1e6 and probabilities down to 1e-12. The upper tail is `student_t_cdf(-t, df)`. Probabilities
/// beyond
/// |t| = 1e154 are 0 or 1.
pub fn student_t_cdf(t: f64, df: f64) -> f64 {
    if t > 0.0 { 1.0 - lower_tail(t, df) } else { lower_tail(-t, df) }
}

/// P(T < -t) for t >= 0.
fn lower_tail(t: f64, df: f64) -> f64 {
    if df >= NEARLY_NORMAL {
        return normal_cdf(-t) + normal_pdf(t) * (t * t + 1.0) * t / (4.0 * df);
    }
    // Not t * t / df, which overflows earlier.
    let ratio = t / df.sqrt() * (t / df.sqrt());
    let x = 1.0 / (1.0 + ratio);
    if ratio == 0.0 {
        0.5
    } else if x == 0.0 {
        0.0
    } else {
        // 1 - x from the ratio, without cancellation.
        0.5 * beta_tails(0.5 * df, 0.5, x, 1.0 / (1.0 + 1.0 / ratio)).0
    }
}

/// Quantile of Student's t with `df` > 0 degrees of freedom: Newton's method on the probability, in
/// the tail on the logarithms of both sides, kept inside a bracket. Relative error below 1e-12 for
/// df up to 1e6 and p from 1e-12 to 1 - 1e-12 that are not within 0.01 of 1/2, 1e-12 absolute
/// there.
///
/// `None` unless 0 < p < 1 and df > 0.
pub fn student_t_quantile(p: f64, df: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0 && df > 0.0) {
        return None;
    }
    let tail = p.min(1.0 - p);
    let size = upper_quantile(tail, df)?;
    Some(if p < 0.5 { -size } else { size })
}

fn upper_quantile(tail: f64, df: f64) -> Option<f64> {
    if tail >= 0.5 {
        return Some(0.0);
    }
    // Tails of t are heavier than the normal's, so its quantile is a lower bound.
    let mut low = -normal_quantile(tail)?;
    // With the first term of its expansion in 1/df.
    let mut t = low * (1.0 + (low * low + 1.0) / (4.0 * df));
    let mut high = f64::INFINITY;
    for _ in 0..200 {
        let probability = lower_tail(t, df);
        if probability > tail {
            low = low.max(t);
        } else {
            high = high.min(t);
        }
        let slope = student_t_pdf(t, df);
        // Near the middle t may be 0, by which the step in logarithms would be divided.
        let next = if tail > 0.1 {
            t + (probability - tail) / slope
        } else {
            let step = libm::log(probability / tail) * probability / (slope * t);
            // Far from the root `exp` would overflow, or give 0.
            t * libm::exp(step.clamp(-10.0, 10.0))
        };
        let inside = next >= low && next <= high;
        let middle = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * t };
        let next = if inside { next } else { middle };
        if (next - t).abs() <= 1e-15 * t.abs() {
            return Some(next);
        }
        t = next;
    }
    Some(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.chi2.sf(x, df)`, SciPy 1.17.1.
    #[test]
    fn tails_of_chi_square() {
        for (x, degrees, expected) in CHI_SQUARE {
            let tail = chi_square_tail(x, degrees);
            assert!((tail / expected - 1.0).abs() < 1e-10, "{x} {degrees}: {tail}");
        }
        assert!((chi_square_tail(0.0, 3.0) - 1.0).abs() < 1e-15);
        assert!(chi_square_tail(1e6, 3.0) <= 0.0);
    }

    #[expect(clippy::unreadable_literal, reason = "values as SciPy prints them")]
    const CHI_SQUARE: [(f64, f64, f64); 9] = [
        (0.5, 1.0, 0.47950012218695337),
        (3.84, 1.0, 0.05004352124870519),
        (80.0, 1.0, 3.744097384202887e-19),
        (2.0, 2.0, 0.36787944117144245),
        (11.3, 5.0, 0.04574583257311167),
        (30.0, 14.0, 0.007631899637514952),
        (150.0, 99.0, 0.0007204453957169282),
        (95.0, 100.0, 0.6225792918781736),
        (5300.0, 5004.0, 0.0018126923675057243),
    ];

    #[test]
    fn impossible_probabilities_have_no_quantile() {
        for p in [-0.1, 0.0, 1.0, 1.1, f64::NAN] {
            assert_eq!(normal_quantile(p), None);
            assert_eq!(student_t_quantile(p, 3.0), None);
        }
        assert_eq!(student_t_quantile(0.3, 0.0), None);
        assert_eq!(beta_quantile(1.0, 2.0, f64::NAN), None);
        assert_eq!(beta_quantile(1.0, 2.0, 0.0), Some(0.0));
        assert_eq!(beta_quantile(1.0, 2.0, 1.0), Some(1.0));
    }

    #[test]
    fn medians_are_exact() {
        assert_eq!(normal_quantile(0.5), Some(0.0));
        assert_eq!(student_t_quantile(0.5, 4.0), Some(0.0));
        assert!((normal_cdf(0.0) - 0.5).abs() < 1e-16);
        assert!((student_t_cdf(0.0, 7.0) - 0.5).abs() < 1e-16);
    }

    /// One degree of freedom is Cauchy's distribution, two have a closed form.
    #[test]
    fn closed_forms_of_student_t() {
        for t in [-1e6, -20.0, -1.0, -1e-3, 0.5, 3.0] {
            let cauchy = 0.5 + libm::atan(t) / PI;
            assert!((student_t_cdf(t, 1.0) - cauchy).abs() < 1e-15);
            let two = 0.5 + t / (2.0 * (2.0 + t * t).sqrt());
            assert!((student_t_cdf(t, 2.0) - two).abs() < 1e-15);
        }
        let tail = 1.0 / (PI * 1e9);
        assert!((student_t_quantile(tail, 1.0).unwrap() / -1e9 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn extreme_arguments_stay_defined() {
        assert_eq!(student_t_cdf(-1e300, 3.0).to_bits(), 0.0_f64.to_bits());
        assert!(student_t_cdf(f64::INFINITY, 3.0) >= 1.0);
        assert!(normal_cdf(f64::NEG_INFINITY) <= 0.0);
        let nearly = student_t_quantile(0.975, 1e12).unwrap();
        assert!((nearly - normal_quantile(0.975).unwrap()).abs() < 1e-11);
        // Both sides of the border to the normal agree.
        let (below, above) = (student_t_cdf(-4.0, 0.999e9), student_t_cdf(-4.0, 1e9));
        assert!((below / above - 1.0).abs() < 1e-9);
    }

    /// `I_x(1, b) = 1 - (1 - x)^b` and `I_x(a, b) = 1 - I_{1-x}(b, a)`.
    #[test]
    fn identities_of_the_beta_distribution() {
        for (b, x) in [(1.0, 0.3), (5.0, 0.01), (40.0, 0.2)] {
            assert!((beta_cdf(1.0, b, x) - (1.0 - libm::pow(1.0 - x, b))).abs() < 1e-14);
        }
        assert!((beta_cdf(3.5, 20.0, 0.25) + beta_cdf(20.0, 3.5, 0.75) - 1.0).abs() < 1e-14);
        assert_eq!((beta_cdf(2.0, 2.0, -1.0), beta_cdf(2.0, 2.0, 2.0)), (0.0, 1.0));
    }
}
