//! What to beware of in a curve and in the sizes read off it.

use std::sync::Arc;

use crate::stats::regression::{Curve, Fit, Regression};
use crate::value::words;

/// Adjusted R squared in the space of the fit below which a curve fits badly. Deviations that follow
/// n^-1/2 fall below it, by the chance of which documents come first, in one ordering of ten with 5
/// documents, one of forty with 8, and one of a thousand with 15 (docs/statistics/sizes.md).
const BAD_FIT: f64 = 0.9;

/// Fewest sizes through which a curve says anything.
const FEWEST_SIZES: usize = 4;

/// How far the exponent may lie from 1/2, that of independent units: `x_min` between 2.3 and 5.
const FROM_HALF: f64 = 0.25;

words! {
    /// What to beware of.
    pub enum FitWarning {
        /// The curve goes through fewer than four sizes.
        FewSizes = "few-sizes",
        /// It fits badly.
        BadFit = "bad-fit",
        /// The deviation does not fall.
        NotFalling = "not-falling",
        /// The exponent is far from that of independent units.
        SlopeNotHalf = "slope-not-half",
        /// `x_max` lies beyond the sizes seen.
        Extrapolated = "extrapolated",
    }
}

impl FitWarning {
    /// What `curves` curves do; `None` for warnings about `x_max`.
    pub(super) fn in_words(self, curves: usize) -> Option<String> {
        let (one, several, what) = match self {
            Self::FewSizes => ("passes", "pass", "through fewer than four sizes"),
            Self::BadFit => ("fits", "fit", "badly (adjusted R² below 0.9)"),
            Self::NotFalling => ("does", "do", "not fall"),
            Self::SlopeNotHalf => {
                ("falls", "fall", "much faster or slower than the root of the size")
            }
            Self::Extrapolated => return None,
        };
        Some(format!("{curves} {} {what}", if curves == 1 { one } else { several }))
    }

    /// Those that a column `warning` has.
    pub(super) fn all(column: Option<&str>) -> impl Iterator<Item = Self> {
        column.into_iter().flat_map(|names| names.split(", ")).filter_map(Self::from_name)
    }
}

/// The column `warning`.
pub(super) fn warning(fit: &Regression, sizes: &[f64], x_max: Option<f64>) -> Option<Arc<str>> {
    let exponent = match fit.curve {
        Curve::Power { b, .. } => Some(b),
        Curve::Cubic { .. } => None,
    };
    let largest = sizes.last().copied().unwrap_or(f64::INFINITY);
    let warnings = FitWarning::ALL.into_iter().filter(|warning| match warning {
        FitWarning::FewSizes => sizes.len() < FEWEST_SIZES,
        FitWarning::BadFit => adjusted(fit).is_some_and(|r_squared| r_squared < BAD_FIT),
        FitWarning::NotFalling => exponent.is_some_and(|b| b <= 0.0),
        FitWarning::SlopeNotHalf => {
            exponent.is_some_and(|b| b > 0.0 && (b - 0.5).abs() > FROM_HALF)
        }
        FitWarning::Extrapolated => x_max.is_some_and(|x_max| x_max > largest),
    });
    let names: Vec<&str> = warnings.map(FitWarning::name).collect();
    (!names.is_empty()).then(|| names.join(", ").into())
}

/// R squared in the space of the fit with the correction for the number of coefficients.
fn adjusted(fit: &Regression) -> Option<f64> {
    match (fit.fit, fit.curve) {
        (Fit::LeastSquares, _) | (_, Curve::Cubic { .. }) => fit.r_squared_adjusted,
        (Fit::LogLeastSquares, Curve::Power { .. }) => {
            let n = fit.points as f64;
            let r_squared = fit.r_squared.filter(|_| n > 2.0)?;
            Some(1.0 - (1.0 - r_squared) * (n - 1.0) / (n - 2.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::regression::{cubic, power_log, power_nonlinear};

    #[test]
    fn warnings() {
        let x: Vec<f64> = (1..=8).map(f64::from).collect();
        let law: Vec<f64> = x.iter().map(|x| 8.0 / x.sqrt()).collect();
        let fit = power_log(&x, &law).unwrap();
        assert_eq!(warning(&fit, &x, Some(7.0)), None);
        assert_eq!(warning(&fit, &x, Some(9.0)).as_deref(), Some("extrapolated"));
        let few = power_log(&x[..3], &law[..3]).unwrap();
        assert_eq!(warning(&few, &x[..3], None).as_deref(), Some("few-sizes"));
        let steep: Vec<f64> = x.iter().map(|x| 8.0 / x).collect();
        let fit = power_nonlinear(&x, &steep).unwrap();
        assert_eq!(warning(&fit, &x, None).as_deref(), Some("slope-not-half"));
        let fit = power_log(&x, &x).unwrap();
        assert_eq!(warning(&fit, &x, None).as_deref(), Some("not-falling"));
        // numpy.polyfit of ln y on ln x, and of degree 3 (adjusted R squared -0.048).
        let wild = [4.0, 1.0, 3.0, 2.0, 1.0, 3.0, 1.5, 1.2];
        let fit = power_log(&x, &wild).unwrap();
        assert_eq!(warning(&fit, &x, None).as_deref(), Some("bad-fit"));
        assert!((adjusted(&fit).unwrap() - 0.047_679_650_969_739_92).abs() < 1e-12);
        let fit = cubic(&x, &wild).unwrap();
        assert_eq!(warning(&fit, &x, None).as_deref(), Some("bad-fit"));
    }
}
