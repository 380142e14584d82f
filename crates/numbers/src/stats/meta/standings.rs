//! Ranks and clusters of metrics from the tests of all pairs.

/// Numbers of metrics with a value, best first; equal ones in the order they have.
pub fn order(values: &[Option<f64>]) -> Vec<usize> {
    let mut order: Vec<(usize, f64)> = values
        .iter()
        .enumerate()
        .filter_map(|(metric, value)| Some((metric, value.filter(|value| !value.is_nan())?)))
        .collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    order.into_iter().map(|(metric, _)| metric).collect()
}

/// Clusters (1 = best) as the metrics tasks of WMT make them: going down `order` (from [`order`]), a
/// metric starts a new cluster where any metric of the present cluster is significantly better. `None`
/// for metrics that are not in `order`, of `metrics` in all.
///
/// A metric of a lower cluster need not be worse than each of a higher one: two neighbours on either
/// side of a border may not differ significantly. Where clusters must be apart, take
/// [`clusters_by_tests`](crate::stats::ranking::clusters_by_tests), which makes fewer. O(n^2) tests.
pub fn greedy_clusters(
    order: &[usize],
    metrics: usize,
    is_significantly_better: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let mut clusters = vec![None; metrics];
    let (mut cluster, mut start) = (1, 0);
    for (place, metric) in order.iter().enumerate() {
        if order[start..place].iter().any(|above| is_significantly_better(*above, *metric)) {
            cluster += 1;
            start = place;
        }
        clusters[*metric] = Some(cluster);
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of mt-metrics-eval's own test of ranks: four metrics, p-values above the diagonal.
    #[test]
    fn clusters_go_down_greedily() {
        let p = [[0.0, 0.5, 0.01, 0.01], [0.0, 0.0, 0.5, 0.04], [0.0, 0.0, 0.0, 0.5], [0.0; 4]];
        let clusters = greedy_clusters(&[0, 1, 2, 3], 4, |above, below| p[above][below] <= 0.05);
        // The third is worse than the first; the fourth than the second, which is a cluster above.
        assert_eq!(clusters, [Some(1), Some(1), Some(2), Some(2)]);
        let values = [Some(0.1), None, Some(0.7), Some(f64::NAN), Some(0.7), Some(0.9)];
        let order = order(&values);
        assert_eq!(order, [5, 2, 4, 0]);
        let apart = greedy_clusters(&order, 6, |_, _| true);
        assert_eq!(apart, [Some(4), None, Some(2), None, Some(3), Some(1)]);
        assert_eq!(greedy_clusters(&order, 6, |_, _| false)[0], Some(1));
    }
}
