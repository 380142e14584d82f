//! Regression of STDEV on test-set size (Estrella, Hamon & Popescu-Belis 2007).

use nalgebra::{DMatrix, DVector, Matrix2, Vector2};

use super::moments::SampleMoments;
use crate::value::words;

words! {
    /// How a function was fitted.
    #[derive(Default)]
    pub enum Fit {
        /// Least squares of ln y on ln x, as the trend lines of spreadsheets are made.
        #[default]
        LogLeastSquares = "log-least-squares",
        /// Least squares of y on x; nonlinear for the power function.
        LeastSquares = "least-squares",
    }
}

/// A fitted function of x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// `a x^-b`.
    Power {
        /// Value at x = 1.
        a: f64,
        /// Exponent of the fall.
        b: f64,
    },
    /// `d x^3 + c x^2 + b x + a`.
    Cubic {
        /// Constant term.
        a: f64,
        /// Linear coefficient.
        b: f64,
        /// Quadratic coefficient.
        c: f64,
        /// Cubic coefficient.
        d: f64,
    },
}

impl Curve {
    /// Value at `x`; the power function needs `x > 0`.
    pub fn at(self, x: f64) -> f64 {
        match self {
            Self::Power { a, b } => a * libm::pow(x, -b),
            Self::Cubic { a, b, c, d } => ((d * x + c) * x + b) * x + a,
        }
    }

    /// Slope at `x`; the power function needs `x > 0`.
    pub fn slope(self, x: f64) -> f64 {
        match self {
            Self::Power { a, b } => -a * b * libm::pow(x, -b - 1.0),
            Self::Cubic { b, c, d, .. } => (3.0 * d * x + 2.0 * c) * x + b,
        }
    }

    fn parameters(self) -> usize {
        match self {
            Self::Power { .. } => 2,
            Self::Cubic { .. } => 4,
        }
    }
}

/// A fitted curve and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regression {
    /// The curve.
    pub curve: Curve,
    /// How it was fitted.
    pub fit: Fit,
    /// Number of points.
    pub points: usize,
    /// R squared in the space of the fit (that of the logarithms for
    /// [`Fit::LogLeastSquares`]), the rule of the 2007 paper.
    pub r_squared: Option<f64>,
    /// Adjusted R squared of y itself, comparable between curves and fits.
    pub r_squared_adjusted: Option<f64>,
    /// Akaike's criterion of y itself with the correction for few points (Hurvich & Tsai 1989),
    /// counting the error variance as a parameter; comparable between curves and fits.
    pub aicc: Option<f64>,
}

/// Fits `a x^-b` by least squares of ln y on ln x.
///
/// `None` below two different x, or where some x or y is not positive.
pub fn power_log(x: &[f64], y: &[f64]) -> Option<Regression> {
    let LogLine { a, b, log_x } = log_line(x, y)?;
    let curve = Curve::Power { a, b };
    let logarithms: Vec<f64> = y.iter().map(|y| libm::log(*y)).collect();
    let fitted: Vec<f64> = log_x.iter().map(|log_x| libm::log(a) - b * log_x).collect();
    let r_squared = r_squared(&logarithms, &fitted);
    Some(assess(curve, Fit::LogLeastSquares, &at_all(curve, x), y, r_squared))
}

/// The curve of [`power_log`] alone, for callers that fit thousands of curves and need no measure of fit.
pub fn power_log_curve(x: &[f64], y: &[f64]) -> Option<Curve> {
    log_line(x, y).map(|LogLine { a, b, .. }| Curve::Power { a, b })
}

/// Fits `a x^-b` by nonlinear least squares of y on x: damped Gauss-Newton from the log-log fit.
///
/// `None` where the log-log fit does not exist or the iteration does not converge.
pub fn power_nonlinear(x: &[f64], y: &[f64]) -> Option<Regression> {
    let curve = power_nonlinear_curve(x, y)?;
    let fitted = at_all(curve, x);
    Some(assess(curve, Fit::LeastSquares, &fitted, y, r_squared(y, &fitted)))
}

/// The curve of [`power_nonlinear`] alone, for callers that fit thousands of curves and need no measure of fit.
pub fn power_nonlinear_curve(x: &[f64], y: &[f64]) -> Option<Curve> {
    let LogLine { a, b, log_x } = log_line(x, y)?;
    let powers_at =
        |p: Vector2<f64>| -> Vec<f64> { x.iter().map(|x| libm::pow(*x, -p[1])).collect() };
    let sum_of_squares = |p: Vector2<f64>, powers: &[f64]| -> f64 {
        powers.iter().zip(y).map(|(power, y)| square(y - p[0] * power)).sum()
    };
    let mut parameters = Vector2::new(a, b);
    let mut powers = powers_at(parameters);
    let mut best = sum_of_squares(parameters, &powers);
    let mut damping = 1e-3;
    let mut done = false;
    for _ in 0..500 {
        let mut normal = Matrix2::zeros();
        let mut gradient = Vector2::zeros();
        for ((power, log_x), y) in powers.iter().zip(&log_x).zip(y) {
            let row = Vector2::new(*power, -parameters[0] * power * log_x);
            normal += row * row.transpose();
            gradient += row * (y - parameters[0] * power);
        }
        let mut damped = normal;
        // In proportion to the diagonal (Marquardt 1963), since a and b have different units.
        damped[(0, 0)] *= 1.0 + damping;
        damped[(1, 1)] *= 1.0 + damping;
        let step = damped.try_inverse()? * gradient;
        let trial = parameters + step;
        // Powers take most of the time, and the last steps often move `a` alone.
        let moves_b = trial[1].to_bits() != parameters[1].to_bits();
        let powers_there = if moves_b { powers_at(trial) } else { powers.clone() };
        let value = sum_of_squares(trial, &powers_there);
        // Equal sums count: the last steps change less than the sum shows, and the iteration ends with them.
        if value.is_finite() && value <= best {
            done = step
                .iter()
                .zip(&parameters)
                .all(|(step, parameter)| step.abs() <= 1e-13 * (parameter.abs() + 1e-13));
            parameters = trial;
            powers = powers_there;
            best = value;
            damping = (damping / 10.0).max(1e-12);
            if done {
                break;
            }
        } else if damping > 1e12 {
            // No direction improves any more: this is the minimum to rounding.
            done = true;
            break;
        } else {
            damping *= 10.0;
        }
    }
    done.then_some(Curve::Power { a: parameters[0], b: parameters[1] })
}

/// Fits `d x^3 + c x^2 + b x + a` by least squares, through a QR decomposition of powers of x
/// scaled to at most 1.
///
/// `None` below four different x.
pub fn cubic(x: &[f64], y: &[f64]) -> Option<Regression> {
    let curve = cubic_curve(x, y)?;
    let fitted = at_all(curve, x);
    Some(assess(curve, Fit::LeastSquares, &fitted, y, r_squared(y, &fitted)))
}

/// The curve of [`cubic`] alone, for callers that fit thousands of curves and need no measure of fit.
pub fn cubic_curve(x: &[f64], y: &[f64]) -> Option<Curve> {
    let scale = x.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    if distinct(x) < 4 || scale == 0.0 {
        return None;
    }
    let design = DMatrix::from_fn(x.len(), 4, |row, power| {
        (0..power).fold(1.0, |product, _| product * (x[row] / scale))
    });
    // Not the normal equations, which would square the condition of the powers.
    let decomposition = design.qr();
    let mut right = DVector::from_column_slice(y);
    decomposition.q_tr_mul(&mut right);
    let triangle = decomposition.r();
    let solution = triangle.solve_upper_triangular(&right.rows(0, 4).into_owned())?;
    Some(Curve::Cubic {
        a: solution[0],
        b: solution[1] / scale,
        c: solution[2] / (scale * scale),
        d: solution[3] / (scale * scale * scale),
    })
}

/// The line through logarithms as the power function `a x^-b`.
struct LogLine {
    a: f64,
    b: f64,
    log_x: Vec<f64>,
}

fn log_line(x: &[f64], y: &[f64]) -> Option<LogLine> {
    if distinct(x) < 2 || x.iter().chain(y).any(|value| *value <= 0.0 || !value.is_finite()) {
        return None;
    }
    let n = x.len() as f64;
    let (log_x, log_y): (Vec<f64>, Vec<f64>) =
        x.iter().zip(y).map(|(x, y)| (libm::log(*x), libm::log(*y))).unzip();
    let mean_x = log_x.iter().sum::<f64>() / n;
    let mean_y = log_y.iter().sum::<f64>() / n;
    let products = log_x.iter().zip(&log_y).map(|(x, y)| (x - mean_x) * (y - mean_y));
    let slope = products.sum::<f64>() / log_x.iter().map(|x| square(x - mean_x)).sum::<f64>();
    Some(LogLine { a: libm::exp(mean_y - slope * mean_x), b: -slope, log_x })
}

fn at_all(curve: Curve, x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| curve.at(*x)).collect()
}

/// `fitted` is the curve at every x.
fn assess(
    curve: Curve,
    fit: Fit,
    fitted: &[f64],
    y: &[f64],
    r_squared_fit: Option<f64>,
) -> Regression {
    let (n, k) = (y.len() as f64, curve.parameters() as f64);
    let adjusted = r_squared(y, fitted)
        .filter(|_| n > k)
        .map(|r_squared| 1.0 - (1.0 - r_squared) * (n - 1.0) / (n - k));
    let residual = residual_squares(y, fitted);
    let parameters = k + 1.0;
    let aicc = (residual > 0.0 && n > parameters + 1.0).then(|| {
        n * libm::log(residual / n)
            + 2.0 * parameters
            + 2.0 * parameters * (parameters + 1.0) / (n - parameters - 1.0)
    });
    let points = y.len();
    let r_squared_adjusted = adjusted;
    Regression { curve, fit, points, r_squared: r_squared_fit, r_squared_adjusted, aicc }
}

/// `1 - residual / total` sum of squares; `None` where y does not vary.
fn r_squared(y: &[f64], fitted: &[f64]) -> Option<f64> {
    let total = SampleMoments::of(y.iter().copied())?.squares;
    (total > 0.0).then(|| 1.0 - residual_squares(y, fitted) / total)
}

fn residual_squares(y: &[f64], fitted: &[f64]) -> f64 {
    y.iter().zip(fitted).map(|(y, fitted)| square(y - fitted)).sum()
}

fn square(x: f64) -> f64 {
    x * x
}

fn distinct(x: &[f64]) -> usize {
    let mut sorted = x.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.dedup_by(|a, b| a.total_cmp(b).is_eq());
    sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_alone_are_those_of_regressions() {
        let x: Vec<f64> = (1..=12).map(f64::from).collect();
        let y = [5.1, 3.2, 3.0, 2.4, 2.3, 2.0, 2.1, 1.8, 1.6, 1.7, 1.5, 1.4];
        assert_eq!(power_log_curve(&x, &y), power_log(&x, &y).map(|fit| fit.curve));
        assert_eq!(power_nonlinear_curve(&x, &y), power_nonlinear(&x, &y).map(|fit| fit.curve));
        assert_eq!(cubic_curve(&x, &y), cubic(&x, &y).map(|fit| fit.curve));
        assert!(power_nonlinear_curve(&x, &y).is_some());
    }

    #[test]
    fn too_few_or_impossible_points() {
        assert_eq!(power_log(&[1.0], &[2.0]), None);
        assert_eq!(power_log(&[1.0, 1.0], &[2.0, 3.0]), None);
        assert_eq!(power_log(&[1.0, 2.0], &[2.0, 0.0]), None);
        assert_eq!(power_nonlinear(&[1.0, 2.0], &[2.0, -1.0]), None);
        assert_eq!(cubic(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), None);
        assert_eq!(power_log(&[], &[]), None);
    }

    #[test]
    fn measures_that_do_not_exist_are_absent() {
        let flat = power_log(&[1.0, 2.0, 3.0], &[2.0, 2.0, 2.0]).unwrap();
        assert_eq!(flat.r_squared, None);
        let two = power_log(&[1.0, 2.0], &[2.0, 1.0]).unwrap();
        assert_eq!((two.r_squared_adjusted, two.aicc), (None, None));
    }

    /// Shuffling the points changes nothing but rounding.
    #[test]
    fn order_of_points_is_irrelevant() {
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let y = [8.2, 6.1, 5.1, 4.7, 3.9, 4.0, 3.6];
        let shuffled = [4, 0, 6, 2, 1, 5, 3];
        let (sx, sy): (Vec<f64>, Vec<f64>) = shuffled.iter().map(|i| (x[*i], y[*i])).unzip();
        for fit in [power_log, power_nonlinear, cubic] {
            let (a, b) = (fit(&x, &y).unwrap(), fit(&sx, &sy).unwrap());
            assert!((a.r_squared.unwrap() - b.r_squared.unwrap()).abs() < 1e-12);
            assert!((a.curve.at(2.5) - b.curve.at(2.5)).abs() < 1e-10);
        }
    }
}
