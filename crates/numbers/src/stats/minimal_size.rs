//! The two characteristic sizes of a falling STDEV curve (Estrella et al. 2007).
//!
//! Misprints of the paper that are corrected here: the slope condition is `|f'| = epsilon` (printed
//! without the absolute value, which has no solution), the first term of the cubic's stationary
//! points is `-c / (3 d)` (printed `-c / (2 d)`), and of two stationary points the local minimum is
//! taken (the printed rule, the smaller positive one, picks the maximum where `d > 0`).

use super::regression::Curve;

/// Where the tangent at `x_i` meets the axis: `x_i - f(x_i) / f'(x_i)`, which for the power function
/// is `x_i (1 + b) / b`.
///
/// `None` where the curve does not fall at `x_i`.
pub fn x_min(curve: Curve, x_i: f64) -> Option<f64> {
    let size = match curve {
        // Not through f / f', so that an exponent of 1/2 gives 3 to the last digit.
        Curve::Power { a, b } if a > 0.0 && b > 0.0 => x_i * (1.0 + b) / b,
        Curve::Cubic { .. } if curve.slope(x_i) < 0.0 => x_i - curve.at(x_i) / curve.slope(x_i),
        _ => return None,
    };
    size.is_finite().then_some(size)
}

/// Where the curve stops falling: for the power function the point where `|f'| = epsilon`,
/// `(a b / epsilon)^(1 / (b + 1))`; for the cubic its local minimum.
///
/// `None` where there is no such point, or none above 0.
pub fn x_max(curve: Curve, epsilon: f64) -> Option<f64> {
    let size = match curve {
        Curve::Power { a, b } if a > 0.0 && b > 0.0 => libm::pow(a * b / epsilon, 1.0 / (b + 1.0)),
        Curve::Power { .. } => return None,
        Curve::Cubic { b, c, d, .. } => local_minimum(b, c, d)?,
    };
    (size.is_finite() && size > 0.0).then_some(size)
}

/// The paper's own rule for the cubic: the smallest positive stationary point, a minimum or a
/// maximum. `None` for the power function.
pub fn x_max_as_published(curve: Curve) -> Option<f64> {
    let Curve::Cubic { b, c, d, .. } = curve else { return None };
    let points = stationary_points(b, c, d).into_iter().flatten();
    points.filter(|x| *x > 0.0).min_by(f64::total_cmp)
}

fn local_minimum(b: f64, c: f64, d: f64) -> Option<f64> {
    if d == 0.0 {
        return (c > 0.0).then(|| -b / (2.0 * c));
    }
    // f'' at the root with "+" is +2 sqrt(discriminant): that root is always the minimum; where
    // both coincide it is an inflection.
    let [minimum, other] = stationary_points(b, c, d);
    if minimum == other { None } else { minimum }
}

/// Roots of `3 d x^2 + 2 c x + b`, that of the local minimum first.
fn stationary_points(b: f64, c: f64, d: f64) -> [Option<f64>; 2] {
    if d == 0.0 {
        return [(c != 0.0).then(|| -b / (2.0 * c)), None];
    }
    let discriminant = c * c - 3.0 * d * b;
    if discriminant < 0.0 {
        return [None, None];
    }
    let root = discriminant.sqrt();
    [Some((-c + root) / (3.0 * d)), Some((-c - root) / (3.0 * d))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_root_law_gives_three() {
        assert_eq!(x_min(Curve::Power { a: 7.3, b: 0.5 }, 1.0), Some(3.0));
        assert_eq!(x_min(Curve::Power { a: 7.3, b: 0.0 }, 1.0), None);
        assert_eq!(x_max(Curve::Power { a: 7.3, b: -0.1 }, 0.01), None);
    }

    /// (2/epsilon)^(2/3), with numpy: a steeper slope that counts as level is reached sooner.
    #[test]
    fn a_larger_epsilon_lowers_x_max() {
        for (epsilon, expected) in [(0.1, 7.368_063), (0.01, 34.199_519), (0.001, 158.740_105)] {
            let size = x_max(Curve::Power { a: 4.0, b: 0.5 }, epsilon).unwrap();
            assert!((size - expected).abs() < 1e-6, "{size}");
        }
    }

    /// x^3 - 6 x^2 + 9 x: maximum at 1, minimum at 3. The published rule takes the maximum.
    #[test]
    fn the_minimum_and_not_the_maximum() {
        let curve = Curve::Cubic { a: 5.0, b: 9.0, c: -6.0, d: 1.0 };
        assert_eq!(x_max(curve, 0.01), Some(3.0));
        assert_eq!(x_max_as_published(curve), Some(1.0));
        let mirrored = Curve::Cubic { a: 5.0, b: -9.0, c: 6.0, d: -1.0 };
        assert_eq!(x_max(mirrored, 0.01), Some(1.0));
        let parabola = Curve::Cubic { a: 5.0, b: -4.0, c: 1.0, d: 0.0 };
        assert_eq!(x_max(parabola, 0.01), Some(2.0));
        let cup = Curve::Cubic { a: 5.0, b: 4.0, c: -1.0, d: 0.0 };
        assert_eq!((x_max(cup, 0.01), x_max_as_published(cup)), (None, Some(2.0)));
        let inflection = Curve::Cubic { a: 0.0, b: 3.0, c: -3.0, d: 1.0 };
        assert_eq!(x_max(inflection, 0.01), None);
    }
}
