//! How far each value lies from the line through all others: which systems a metric favours.
//!
//! Least squares of y on x over a few points pulls the line towards each of them. So the residual of a point is taken from
//! the line without it, r/(1 - l) with the leverage l, and studentized by the scatter of the others (Cook & Weisberg
//! 1982, chapter 2): Student's t with n - 3 degrees of freedom where all points are of one normal line.

use super::reason::Reason;
use super::special::student_t_cdf;

/// Fewest points: without one, two more than a line has parameters.
pub const FEWEST: usize = 4;

/// A point against the line through the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeletedResidual {
    /// From the line through all.
    pub residual: f64,
    /// From the line through the others.
    pub deleted: f64,
    /// Studentized by the others; `None` where these lie on a line.
    pub t: Option<f64>,
    /// Two-sided, of t.
    pub p_value: Option<f64>,
}

/// Those of all points, from the line of y on x.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below [`FEWEST`] points, [`Reason::UndefinedScore`] where a value is not finite,
/// [`Reason::NoVariation`] where the x of the others are equal for some point.
pub fn deleted_residuals(x: &[f64], y: &[f64]) -> Result<Vec<DeletedResidual>, Reason> {
    let n = x.len();
    if n < FEWEST || y.len() != n {
        return Err(Reason::TooFewUnits);
    }
    if x.iter().chain(y).any(|value| !value.is_finite()) {
        return Err(Reason::UndefinedScore);
    }
    let mean_x = x.iter().sum::<f64>() / n as f64;
    let mean_y = y.iter().sum::<f64>() / n as f64;
    let squares: f64 = x.iter().map(|x| (x - mean_x) * (x - mean_x)).sum();
    if squares <= 0.0 {
        return Err(Reason::NoVariation);
    }
    let products: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = products / squares;
    let points = x.iter().zip(y).map(|(x, y)| {
        let leverage = 1.0 / n as f64 + (x - mean_x) * (x - mean_x) / squares;
        (y - mean_y - slope * (x - mean_x), leverage)
    });
    let points: Vec<(f64, f64)> = points.collect();
    // A point that alone has another x decides the slope, and there is no line without it.
    if points.iter().any(|(_, leverage)| *leverage > 1.0 - 1e-12) {
        return Err(Reason::NoVariation);
    }
    let sum: f64 = points.iter().map(|(residual, _)| residual * residual).sum();
    let scale = y.iter().map(|y| (y - mean_y) * (y - mean_y)).sum::<f64>();
    // Two parameters of the line, and the point that is left out.
    let freedom = n as f64 - 3.0;
    Ok(points
        .into_iter()
        .map(|(residual, leverage): (f64, f64)| {
            // A difference of sums of squares: what cancellation leaves of others on a line is not scatter.
            let others = (sum - residual * residual / (1.0 - leverage)) / freedom;
            let t = (others > 1e-14 * scale).then(|| residual / (others * (1.0 - leverage)).sqrt());
            let p_value = t.map(|t| (2.0 * student_t_cdf(-t.abs(), freedom)).min(1.0));
            DeletedResidual { residual, deleted: residual / (1.0 - leverage), t, p_value }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BLEU on fluency and adequacy as printed by Hamon et al. (2007), Tables 2, 3, 6 and 7: with numpy, by fits without
    /// each point.
    #[test]
    fn printed_scores_have_these() {
        let first = deleted_residuals(
            &[2.41, 3.04, 3.01, 2.67, 2.84],
            &[37.60, 44.76, 57.33, 46.64, 43.87],
        );
        compare(
            &first.unwrap(),
            &[
                (-4.321_481, -0.308_075),
                (-10.339_589, -1.663_149),
                (11.407_196, 2.578_100),
                (3.988_207, 0.500_088),
                (-3.846_662, -0.497_622),
            ],
        );
        let bleu = [33.04, 38.07, 36.60, 35.74, 40.43];
        let fluency = deleted_residuals(&[2.28, 3.19, 3.30, 3.19, 3.57], &bleu).unwrap();
        let expected =
            [(5.085, 1.022), (1.1, 0.609), (-1.513, -0.891), (-1.84, -1.247), (2.308, 1.409)];
        for (point, (deleted, t)) in fluency.iter().zip(expected) {
            assert!((point.deleted - deleted).abs() < 6e-4, "{point:?}");
            assert!((point.t.unwrap() - t).abs() < 6e-4, "{point:?}");
        }
        let adequacy = deleted_residuals(&[2.84, 3.15, 3.44, 3.38, 3.78], &bleu).unwrap();
        for (point, deleted) in adequacy.iter().zip([-1.911, 3.211, -1.257, -1.816, 1.809]) {
            assert!((point.deleted - deleted).abs() < 6e-4, "{point:?}");
        }
    }

    fn compare(points: &[DeletedResidual], expected: &[(f64, f64)]) {
        for (point, (deleted, t)) in points.iter().zip(expected) {
            assert!((point.deleted - deleted).abs() < 1e-5, "{point:?}");
            assert!((point.t.unwrap() - t).abs() < 1e-5, "{point:?}");
        }
    }

    /// Each is the distance from the line through the others, fitted by itself.
    #[test]
    fn the_line_is_that_of_the_others() {
        let (x, y) = ([1.0, 2.0, 4.0, 7.0], [3.0, 1.0, 5.0, 2.0]);
        let points = deleted_residuals(&x, &y).unwrap();
        // Without the first: slope 1/38 * (...) through (2, 1), (4, 5), (7, 2), with numpy.polyfit.
        let (mean_x, mean_y) = (13.0 / 3.0, 8.0 / 3.0);
        let others = [(2.0, 1.0), (4.0, 5.0), (7.0, 2.0)];
        let products: f64 = others.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let squares: f64 = others.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
        let at_first = mean_y + products / squares * (1.0 - mean_x);
        assert!((points[0].deleted - (3.0 - at_first)).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_line() {
        let y = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(deleted_residuals(&[1.0, 2.0, 3.0], &y[..3]), Err(Reason::TooFewUnits));
        assert_eq!(deleted_residuals(&[2.0; 4], &y), Err(Reason::NoVariation));
        assert_eq!(deleted_residuals(&[2.0, 2.0, 2.0, 3.0], &y), Err(Reason::NoVariation));
        assert_eq!(deleted_residuals(&[1.0, f64::NAN, 3.0, 4.0], &y), Err(Reason::UndefinedScore));
        let exact = deleted_residuals(&[1.0, 2.0, 3.0, 4.0], &y).unwrap();
        assert!(exact.iter().all(|point| point.t.is_none()));
    }
}
