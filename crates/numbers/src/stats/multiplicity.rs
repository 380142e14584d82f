//! Correction of p-values for the number of tests.

/// Holm's step-down adjustment (1979, Scandinavian Journal of Statistics 6, 65-70): holds the
/// probability of any false rejection, whatever the dependence between tests.
///
/// The i-th smallest of m p-values becomes the largest of `(m - j + 1) p_(j)` for j <= i, but at
/// most 1. An undefined p stays so and does not count as a test. O(m log m).
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let order = ascending(p_values);
    let mut adjusted = vec![None; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, (index, p)) in order.iter().enumerate() {
        largest = largest.max((order.len() - rank) as f64 * p).min(1.0);
        adjusted[*index] = Some(largest);
    }
    adjusted
}

/// Benjamini & Hochberg's step-up adjustment (1995, Journal of the Royal Statistical Society B 57,
/// 289-300): holds the expected share of false rejections among rejections, for tests that are
/// independent or positively dependent.
///
/// The i-th smallest of m p-values becomes the smallest of `m p_(j) / j` for j >= i, at most 1.
/// Undefined p-values as in [`holm`]. O(m log m).
pub fn benjamini_hochberg(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let order = ascending(p_values);
    let mut adjusted = vec![None; p_values.len()];
    let mut smallest = 1.0_f64;
    for (rank, (index, p)) in order.iter().enumerate().rev() {
        smallest = smallest.min(order.len() as f64 * p / (rank + 1) as f64);
        adjusted[*index] = Some(smallest);
    }
    adjusted
}

/// The level at which Holm's adjustment tests each p-value at the error `alpha`: of m, the k-th smallest at
/// `alpha/(m - k + 1)`, and all that follow the first that is not rejected at the level of that one. An interval at
/// 1 minus this level excludes 0 where the adjusted p-value is at most `alpha`, and nowhere else.
pub fn holm_levels(p_values: &[Option<f64>], alpha: f64) -> Vec<Option<f64>> {
    let order = ascending(p_values);
    let count = order.len();
    let mut levels = vec![None; p_values.len()];
    let mut last = None;
    for (rank, (index, p)) in order.iter().enumerate() {
        let level = last.unwrap_or(alpha / (count - rank) as f64);
        if last.is_none() && *p > level {
            last = Some(level);
        }
        levels[*index] = Some(level);
    }
    levels
}

/// The same of Benjamini & Hochberg's adjustment with R of m rejected: `alpha R/m`, at least `alpha/m` (Benjamini & Yekutieli
/// 2005, Journal of the American Statistical Association 100, 71-81).
pub fn benjamini_hochberg_levels(p_values: &[Option<f64>], alpha: f64) -> Vec<Option<f64>> {
    let adjusted = benjamini_hochberg(p_values);
    let count = adjusted.iter().flatten().count().max(1) as f64;
    let rejected = adjusted.iter().flatten().filter(|p| **p <= alpha).count().max(1) as f64;
    adjusted.iter().map(|p| p.map(|_| alpha * rejected / count)).collect()
}

fn ascending(p_values: &[Option<f64>]) -> Vec<(usize, f64)> {
    let defined = p_values.iter().enumerate().filter_map(|(index, p)| Some((index, (*p)?)));
    let mut order: Vec<(usize, f64)> = defined.collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of families of all kinds the adjusted p-value is at most alpha where the p-value is at most its own level.
    #[test]
    fn levels_are_those_of_the_verdicts() {
        let alpha = 0.05;
        assert_eq!(
            holm_levels(&[Some(0.03), None, Some(0.04)], alpha),
            [Some(0.025), None, Some(0.025)]
        );
        assert_eq!(holm_levels(&[Some(0.02), Some(0.04)], alpha), [Some(0.025), Some(0.05)]);
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..1000 {
            let p_values: Vec<Option<f64>> =
                (0..7).map(|_| Some(uniform() * uniform() * uniform())).collect();
            let by_holm = (holm(&p_values), holm_levels(&p_values, alpha));
            let by_others =
                (benjamini_hochberg(&p_values), benjamini_hochberg_levels(&p_values, alpha));
            for (adjusted, levels) in [by_holm, by_others] {
                for ((p, adjusted), level) in p_values.iter().zip(adjusted).zip(levels) {
                    assert_eq!(
                        adjusted.unwrap() <= alpha,
                        p.unwrap() <= level.unwrap(),
                        "{p_values:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_and_undefined() {
        assert_eq!(holm(&[]), []);
        assert_eq!(holm(&[None, Some(0.03), None]), [None, Some(0.03), None]);
        assert_eq!(benjamini_hochberg(&[None, Some(0.7)]), [None, Some(0.7)]);
    }
}
