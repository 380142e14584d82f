//! Pairwise accuracy of systems: how often a metric prefers the system that people prefer (Kocmi et al. 2021, "To ship or
//! not to ship").

use super::scores::Scores;

/// Share of the pairs of systems that metric and people order alike, two ties agreeing, by their means over the items that
/// people scored for both and the metric, too. `None` without such pairs.
pub fn accuracy(human: &Scores, metric: &Scores) -> Option<f64> {
    let (mut right, mut all) = (0_u32, 0_u32);
    for (a, b) in human.pairs() {
        let is_shared = |item: usize| {
            let known =
                |scores: &Scores| !scores.at(a, item).is_nan() && !scores.at(b, item).is_nan();
            known(human) && known(metric)
        };
        let difference =
            |scores: &Scores| Some(scores.mean(a, is_shared)? - scores.mean(b, is_shared)?);
        let Some((h, m)) = difference(human).zip(difference(metric)) else { continue };
        all += 1;
        right += u32::from(h.total_cmp(&0.0) == m.total_cmp(&0.0) || (h == 0.0 && m == 0.0));
    }
    (all > 0).then(|| f64::from(right) / f64::from(all))
}
