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

fn ascending(p_values: &[Option<f64>]) -> Vec<(usize, f64)> {
    let defined = p_values.iter().enumerate().filter_map(|(index, p)| Some((index, (*p)?)));
    let mut order: Vec<(usize, f64)> = defined.collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_undefined() {
        assert_eq!(holm(&[]), []);
        assert_eq!(holm(&[None, Some(0.03), None]), [None, Some(0.03), None]);
        assert_eq!(benjamini_hochberg(&[None, Some(0.7)]), [None, Some(0.7)]);
    }
}
