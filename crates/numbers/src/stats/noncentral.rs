//! The noncentral t distribution, which a t test follows where there is a difference.

use std::cell::RefCell;

use super::special::normal_cdf;

/// Logarithm of the density, below its peak, where the sum ends: 1e-14 of the peak.
const NEGLIGIBLE: f64 = 32.0;

/// Largest shift that equal steps are made finer for: it is one away from `t`, where little is left.
const LARGEST_SHIFT: f64 = 2000.0;

/// Shift from which on steps follow the normal distribution, which is narrow then.
const NARROW: f64 = 10.0;

/// Probability that such a variable is beyond `t` on either side: see [`NoncentralT::tails`].
///
/// # Panics
///
/// If `df` is not at least 1.
pub fn noncentral_t_tails(t: f64, df: f64, shift: f64) -> f64 {
    NoncentralT::new(df).tails(t, shift)
}

/// Noncentral t variables of the same degrees of freedom. A search asks for the tails of dozens, most of which have the
/// same places and weights: they are kept from one to the next, and are half of what a tail takes.
#[derive(Debug)]
pub struct NoncentralT {
    df: f64,
    last: RefCell<Places>,
}

/// Places of the trapezoidal rule.
#[derive(Debug, Default)]
struct Places {
    /// Between neighbours, in log w.
    step: f64,
    /// Density at each, and w.
    weighted: Vec<(f64, f64)>,
    /// Sum of the densities.
    total: f64,
}

impl Places {
    fn add(&mut self, x: f64, step_weight: f64, df: f64) {
        let weight = step_weight * libm::exp(df * (x - 0.5 * libm::expm1(2.0 * x)));
        self.total += weight;
        self.weighted.push((weight, libm::exp(x)));
    }

    fn mean(&self, value: impl Fn(f64) -> f64) -> f64 {
        let sum = self.weighted.iter().fold(0.0, |sum, (weight, w)| sum + weight * value(*w));
        sum / self.total
    }
}

impl NoncentralT {
    /// Those with `df` degrees of freedom.
    ///
    /// # Panics
    ///
    /// If `df` is not at least 1.
    pub fn new(df: f64) -> Self {
        assert!(df >= 1.0, "a test has a degree of freedom");
        Self { df, last: RefCell::default() }
    }

    /// Probability that the variable of noncentrality `shift` exceeds `t`: the mean of `Phi(shift - t w)` over
    /// `w = sqrt(chi^2/df)` (Johnson, Kotz & Balakrishnan 1995, chapter 31).
    ///
    /// The trapezoidal rule over log w, whose error falls exponentially with the step since the density
    /// there is smooth and falls off on both sides. Within 1e-10 of SciPy for one degree of freedom and
    /// more. Some 60 values of Phi; for few degrees of freedom or large shifts, some hundred.
    pub fn tail(&self, t: f64, shift: f64) -> f64 {
        self.mean(t, shift, |w| normal_cdf(shift - t * w))
    }

    /// Probability that it is beyond `t` on either side, above it or below `-t`: both tails in one sum.
    pub fn tails(&self, t: f64, shift: f64) -> f64 {
        self.mean(t, shift, |w| normal_cdf(shift - t * w) + normal_cdf(-shift - t * w))
    }

    /// Mean of a `value` of w that follows a normal distribution around `shift` in `t w`.
    ///
    /// Where that is narrow beside the density of log w, the rule is taken over u of
    /// `log w = log(shift/t) + c sinh(u)`: steps are narrow where t w is near the shift and grow with the
    /// distance from it, and both factors stay smooth.
    fn mean(&self, t: f64, shift: f64, value: impl Fn(f64) -> f64) -> f64 {
        let df = self.df;
        // Below the peak at 0: df (x + (1 - e^2x)/2). No more than NEGLIGIBLE where x is beyond either end.
        let reach = (2.0 * NEGLIGIBLE / df).sqrt();
        let (low, high) = (-(reach + NEGLIGIBLE / df), reach);
        // For no other t is there a place where t w is the shift.
        if t > 0.0 && shift > NARROW {
            let mut places = Places::default();
            let centre = libm::log(shift / t).clamp(low, high);
            let width = 6.0 / shift;
            let (first, last) =
                (libm::asinh((low - centre) / width), libm::asinh((high - centre) / width));
            let step = 0.05;
            for index in 0..=steps(last - first, step) {
                let u = first + f64::from(index) * step;
                places.add(centre + width * libm::sinh(u), libm::cosh(u), df);
            }
            return places.mean(value);
        }
        // Steps of .4 of the widths of both factors in log w: 1/sqrt(2 df) of its density, 1/shift of the
        // normal one.
        let step =
            0.15_f64.min(0.4 / (2.0 * df).sqrt()).min(0.4 / shift.abs().clamp(1.0, LARGEST_SHIFT));
        let mut places = self.last.borrow_mut();
        if places.step.total_cmp(&step).is_ne() {
            *places = Places { step, ..Places::default() };
            for index in 0..=steps(high - low, step) {
                places.add(low + f64::from(index) * step, 1.0, df);
            }
        }
        places.mean(value)
    }
}

/// How many steps reach so far.
fn steps(reach: f64, step: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1e6")]
    let count = (reach / step).ceil() as u32;
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::special::student_t_cdf;

    /// `scipy.stats.nct.sf(t, df, shift)`, SciPy 1.17.1.
    #[test]
    fn tails_agree_with_scipy() {
        for (t, df, shift, expected) in SCIPY {
            let tail = noncentral_t_tail(t, df, shift);
            assert!((tail - expected).abs() < 1e-10, "{t} {df} {shift}: {tail}");
            // Far on the other side nothing is left.
            let both = tail + if shift > 40.0 { 0.0 } else { noncentral_t_tail(t, df, -shift) };
            assert!((noncentral_t_tails(t, df, shift) - both).abs() < 1e-14);
        }
    }

    /// t, degrees of freedom, shift, tail.
    const SCIPY: [(f64, f64, f64, f64); 9] = [
        (12.706_204_736_432_095, 1.0, 5.0, 0.305_160_099_372_864_37),
        (4.302_652_729_911_275, 2.0, 3.5, 0.477_159_040_022_446_97),
        (2.776_445_105_197_798_7, 4.0, 3.0, 0.619_257_537_080_211_9),
        (-2.776_445_105_197_798_7, 4.0, 1.5, 0.999_279_420_270_694),
        (2.5, 1.5, 2.0, 0.494_902_485_810_846_7),
        (2.262_157_162_740_991_5, 9.0, 20.0, 1.0),
        (1.699_127_026_533_497_2, 29.0, 2.5, 0.787_023_516_072_811),
        (1.96, 1999.0, 2.8, 0.799_501_448_887_414_1),
        (636.619_248_768_719_6, 1.0, 700.0, 0.728_474_803_840_008_6),
    ];

    /// Both rules where either does, and of fewer steps than the narrow one asks of equal ones.
    #[test]
    fn narrow_shifts_agree_with_equal_steps() {
        for (t, df, shift) in
            [(60.0, 2.0, 80.0), (45.0, 3.0, 30.0), (9.2, 3.0, 26.0), (30.0, 7.0, 40.0)]
        {
            let places = (-40_000..8_000).map(|index| f64::from(index) * 1e-3);
            let (mut total, mut above) = (0.0, 0.0);
            for x in places {
                let weight = libm::exp(df * (x - 0.5 * libm::expm1(2.0 * x)));
                total += weight;
                above += weight * normal_cdf(shift - t * libm::exp(x));
            }
            let (tail, expected) = (noncentral_t_tail(t, df, shift), above / total);
            assert!((tail - expected).abs() < 1e-12, "{t} {df} {shift}: {tail} {expected}");
        }
    }

    #[test]
    fn without_a_shift_it_is_student_s() {
        for df in [1.0, 1.5, 2.0, 4.5, 30.0, 1e5] {
            for t in [-3.0, 0.0, 0.5, 2.0, 12.0] {
                let (tail, expected) = (noncentral_t_tail(t, df, 0.0), student_t_cdf(-t, df));
                assert!((tail - expected).abs() < 1e-12, "{t} {df}: {tail} {expected}");
            }
        }
    }

    fn noncentral_t_tail(t: f64, df: f64, shift: f64) -> f64 {
        NoncentralT::new(df).tail(t, shift)
    }
}
