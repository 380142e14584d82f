//! Curves that a study fits to deviations, and the sizes that it reads off them, along every ordering
//! and along every draw of documents.

use super::options::{MinimalSize, RegressionFunction};
use crate::stats::minimal_size::{x_max, x_min};
use crate::stats::regression::{
    Curve, Fit, Regression, cubic, cubic_curve, power_log, power_log_curve, power_nonlinear,
    power_nonlinear_curve,
};

/// A function with the way in which it is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `a x^-b` by least squares of ln y on ln x.
    PowerInLogarithms,
    /// `a x^-b` by least squares of y on x.
    Power,
    /// `d x^3 + c x^2 + b x + a` by least squares of y on x.
    Cubic,
}

impl Form {
    /// What is fitted.
    pub(super) fn function(self) -> RegressionFunction {
        match self {
            Self::PowerInLogarithms | Self::Power => RegressionFunction::Power,
            Self::Cubic => RegressionFunction::Cubic,
        }
    }

    /// The way in which it is fitted.
    pub(super) fn fit(self) -> Fit {
        match self {
            Self::PowerInLogarithms => Fit::LogLeastSquares,
            Self::Power | Self::Cubic => Fit::LeastSquares,
        }
    }

    /// The curve of [`regress`](Self::regress) alone, which takes less time.
    pub(super) fn curve(self, x: &[f64], y: &[f64]) -> Option<Curve> {
        match self {
            Self::PowerInLogarithms => power_log_curve(x, y),
            Self::Power => power_nonlinear_curve(x, y),
            Self::Cubic => cubic_curve(x, y),
        }
    }

    /// The curve through deviations `y` at sizes `x`, where there is one.
    pub(super) fn regress(self, x: &[f64], y: &[f64]) -> Option<Regression> {
        match self {
            Self::PowerInLogarithms => power_log(x, y),
            Self::Power => power_nonlinear(x, y),
            Self::Cubic => cubic(x, y),
        }
    }
}

impl MinimalSize {
    /// What is fitted, in the order of the tables.
    pub(super) fn forms(&self) -> Vec<Form> {
        let forms = self.functions.iter().flat_map(|function| match function {
            RegressionFunction::Power => vec![Form::PowerInLogarithms, Form::Power],
            RegressionFunction::Cubic => vec![Form::Cubic],
        });
        forms.collect()
    }

    /// `x_min`, where the tangent of `curve` meets the axis, and `x_max`, where the curve is level; the
    /// power function is so nowhere without an `epsilon`.
    pub(super) fn sizes(&self, curve: Option<Curve>) -> [Option<f64>; 2] {
        let Some(curve) = curve else { return [None; 2] };
        let x_max = match (curve, self.epsilon) {
            (Curve::Power { .. }, None) => None,
            (_, epsilon) => x_max(curve, epsilon.unwrap_or_default()),
        };
        [x_min(curve, self.tangent_at), x_max]
    }
}
