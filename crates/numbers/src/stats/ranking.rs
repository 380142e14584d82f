//! Ranks of systems, and how certain they are.
//!
//! Rank 1 is the best. Where systems tie on ranks r to r + m - 1, each of them gets each of these
//! ranks with weight 1/m: what breaking the tie at random would give in expectation. So the
//! probabilities of a system add up to 1, and so do those of a rank.

use super::direction::Direction;
use super::monte_carlo::share_error;
use super::reason::{
    Estimate,
    Reason::{TooFewReplicates, TooFewUnits, UndefinedScore},
};

/// Mean ranks (1 = best): systems that tie share the mean of the ranks they occupy. O(n log n).
///
/// # Panics
///
/// If a score is NaN.
pub fn mean_ranks(scores: &[f64], direction: Direction) -> Vec<f64> {
    let mut ranks = vec![0.0; scores.len()];
    for tied in tie_groups(scores, direction) {
        let mean = (tied.first + tied.first + tied.systems.len() + 1) as f64 / 2.0;
        tied.systems.iter().for_each(|system| ranks[*system] = mean);
    }
    ranks
}

/// Best ranks (1 = best): systems that tie all get the first of the ranks they occupy (1, 2, 2, 4),
/// as tables of results usually print them.
///
/// # Panics
///
/// If a score is NaN.
pub fn best_ranks(scores: &[f64], direction: Direction) -> Vec<usize> {
    let mut ranks = vec![0; scores.len()];
    for tied in tie_groups(scores, direction) {
        tied.systems.iter().for_each(|system| ranks[*system] = tied.first + 1);
    }
    ranks
}

/// What systems are sorted by, the best first. Adding 0 makes -0 and 0 tie.
fn sort_key(score: f64, direction: Direction) -> f64 {
    -direction.orient(score) + 0.0
}

/// Systems with equal scores, and how many are better.
struct Tied {
    first: usize,
    systems: Vec<usize>,
}

fn tie_groups(scores: &[f64], direction: Direction) -> Vec<Tied> {
    assert!(scores.iter().all(|score| !score.is_nan()), "a rank needs a score");
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let key = |system: &usize| sort_key(scores[*system], direction);
    order.sort_by(|a, b| key(a).total_cmp(&key(b)));
    let groups = order.chunk_by(|a, b| key(a).total_cmp(&key(b)).is_eq());
    let mut first = 0;
    groups
        .map(|systems| {
            let tied = Tied { first, systems: systems.to_vec() };
            first += systems.len();
            tied
        })
        .collect()
}

/// How probable every rank is for every system.
#[derive(Clone, Debug, PartialEq)]
pub struct RankProbabilities {
    systems: usize,
    /// System after system, the weights of ranks 1, 2, ... summed over replicates.
    weights: Vec<f64>,
    replicates: usize,
    undefined: usize,
}

/// Ranks from `lower` (better) to `upper`, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankInterval {
    /// Best rank.
    pub lower: usize,
    /// Worst rank.
    pub upper: usize,
}

impl RankProbabilities {
    /// Ranks the systems in every replicate: `replicates[s][b]` is the score of system s in
    /// replicate b, on the same resample for all systems. Hamon et al. 2007 call the share of
    /// replicates in which a system has a rank the probability of that rank.
    ///
    /// A replicate in which any system is undefined (NaN) is left out and counted. O(B n log n).
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without systems, [`TooFewReplicates`] where no
    /// replicate is left.
    ///
    /// # Panics
    ///
    /// If the systems do not have the same number of replicates.
    pub fn new(replicates: &[&[f64]], direction: Direction) -> Estimate<Self> {
        let systems = replicates.len();
        let count = replicates.first().ok_or(TooFewUnits)?.len();
        assert!(replicates.iter().all(|r| r.len() == count), "replicates come in rows");
        let mut probabilities =
            Self { systems, weights: vec![0.0; systems * systems], replicates: 0, undefined: 0 };
        let mut order: Vec<(f64, usize)> = Vec::with_capacity(systems);
        for replicate in 0..count {
            order.clear();
            let scores = replicates.iter().map(|scores| sort_key(scores[replicate], direction));
            order.extend(scores.enumerate().map(|(system, key)| (key, system)));
            if order.iter().any(|(key, _)| key.is_nan()) {
                probabilities.undefined += 1;
                continue;
            }
            probabilities.replicates += 1;
            // The order of those that tie does not matter: they share their ranks.
            order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
            let mut first = 0;
            for tied in order.chunk_by(|one, other| one.0.total_cmp(&other.0).is_eq()) {
                let weight = 1.0 / tied.len() as f64;
                for (_, system) in tied {
                    let start = system * systems + first;
                    let weights = &mut probabilities.weights[start..start + tied.len()];
                    for sum in weights.iter_mut() {
                        *sum += weight;
                    }
                }
                first += tied.len();
            }
        }
        if probabilities.replicates == 0 { Err(TooFewReplicates) } else { Ok(probabilities) }
    }

    /// Probability that system `system` (from 0) has rank `rank` (from 1).
    ///
    /// # Panics
    ///
    /// If there is no such system or rank.
    pub fn probability(&self, system: usize, rank: usize) -> f64 {
        assert!(system < self.systems && (1..=self.systems).contains(&rank), "no such rank");
        self.weights[system * self.systems + rank - 1] / self.replicates as f64
    }

    /// Expected rank of a system.
    pub fn mean_rank(&self, system: usize) -> f64 {
        (1..=self.systems).map(|rank| rank as f64 * self.probability(system, rank)).sum()
    }

    /// The ranks that remain when tails of at most (1 - level)/2 are cut at each end: the lower end
    /// is the first rank r with P(rank <= r) > (1 - level)/2 (Koehn 2012, "Simulating human
    /// judgment in machine translation evaluation campaigns", IWSLT).
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn interval(&self, system: usize, level: f64) -> RankInterval {
        assert!(level > 0.0 && level < 1.0, "a confidence level lies in (0, 1), not {level}");
        // Sums of weights such as 1/3 may fall short of the tail by rounding.
        let tail = 0.5 * (1.0 - level) + 1e-9;
        let best_first = self.first_beyond(system, tail, 1..=self.systems);
        let worst_first = self.first_beyond(system, tail, (1..=self.systems).rev());
        RankInterval { lower: best_first.unwrap_or(self.systems), upper: worst_first.unwrap_or(1) }
    }

    /// The first of `ranks` whose probabilities add up to more than `tail`.
    fn first_beyond(
        &self,
        system: usize,
        tail: f64,
        mut ranks: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let mut sum = 0.0;
        ranks.find(|rank| {
            sum += self.probability(system, *rank);
            sum > tail
        })
    }

    /// Systems that were ranked.
    pub fn systems(&self) -> usize {
        self.systems
    }

    /// Replicates that were ranked.
    pub fn replicates(&self) -> usize {
        self.replicates
    }

    /// Replicates left out.
    pub fn undefined(&self) -> usize {
        self.undefined
    }
}

/// Monte-Carlo standard error of the probability of a rank, from `replicates` replicates; for weights of
/// ties it is rounded to whole replicates.
pub fn probability_error(probability: f64, replicates: u64) -> f64 {
    let weight = probability * replicates as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the number of replicates"
    )]
    let count = weight.round() as u64;
    share_error(count, replicates)
}

/// Clusters (1 = best) by pairwise tests: going down `order` (systems from best to worst), a new
/// cluster starts where every system above is significantly better than every system from there on
/// (the horizontal lines in the tables of the WMT metrics and translation tasks). Systems of one cluster are not
/// shown to be equal, only not distinguished. O(n^2) tests.
///
/// The result is by system number, not by place in `order`.
pub fn clusters_by_tests(
    order: &[usize],
    significantly_better: impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    let mut clusters = vec![0; order.len()];
    let mut cluster = 1;
    for (place, system) in order.iter().enumerate() {
        let (above, below) = order.split_at(place);
        let separated =
            above.iter().all(|high| below.iter().all(|low| significantly_better(*high, *low)));
        if place > 0 && separated {
            cluster += 1;
        }
        clusters[*system] = cluster;
    }
    clusters
}

/// How often replicates rank the systems as a given ranking does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingAgreement {
    /// Replicates with the same order of all systems; those that tie in the given ranking may be in any
    /// order, since tied systems have no order that could be repeated.
    pub same_order: u64,
    /// Replicates whose best system is the best, or one of those that tie for it.
    pub same_best: u64,
    /// Replicates in which all systems are defined.
    pub replicates: u64,
}

/// Compares the order of systems in every replicate with that of `scores` (for instance those on
/// the full test set). `replicates` as for [`RankProbabilities::new`], with the same errors.
///
/// # Errors
///
/// Also [`UndefinedScore`] where one of `scores` is NaN.
///
/// # Panics
///
/// If there are not as many systems in `scores` as in `replicates`.
pub fn ranking_agreement(
    replicates: &[&[f64]],
    scores: &[f64],
    direction: Direction,
) -> Estimate<RankingAgreement> {
    assert_eq!(replicates.len(), scores.len(), "the same systems");
    if scores.is_empty() {
        return Err(TooFewUnits);
    }
    if scores.iter().any(|score| score.is_nan()) {
        return Err(UndefinedScore);
    }
    let wanted = tie_groups(scores, direction);
    let mut agreement = RankingAgreement { same_order: 0, same_best: 0, replicates: 0 };
    let mut keys = vec![0.0; scores.len()];
    for replicate in 0..replicates[0].len() {
        for (key, scores) in keys.iter_mut().zip(replicates) {
            *key = sort_key(scores[replicate], direction);
        }
        if keys.iter().any(|key| key.is_nan()) {
            continue;
        }
        agreement.replicates += 1;
        agreement.same_order += u64::from(has_order(&keys, &wanted));
        let best = keys.iter().copied().fold(f64::INFINITY, f64::min);
        let others = wanted[1..].iter().flat_map(|tied| &tied.systems);
        agreement.same_best +=
            u64::from(!others.copied().any(|system| keys[system].total_cmp(&best).is_eq()));
    }
    if agreement.replicates == 0 { Err(TooFewReplicates) } else { Ok(agreement) }
}

/// Whether systems with these keys are in this order, those that tie in it in any: without sorting them,
/// which would take most of the time.
fn has_order(keys: &[f64], order: &[Tied]) -> bool {
    order.windows(2).all(|pair| {
        let better = pair[0].systems.iter().map(|system| keys[*system]);
        let worst = better.fold(f64::NEG_INFINITY, f64::max);
        pair[1].systems.iter().all(|system| worst.total_cmp(&keys[*system]).is_lt())
    })
}

/// The first of ascending `sizes` from which on every probability is at least `threshold`; an
/// undefined one is not. `None` where the last is not.
pub fn stable_from(sizes: &[f64], probabilities: &[Option<f64>], threshold: f64) -> Option<f64> {
    let first = probabilities
        .iter()
        .rposition(|p| p.is_none_or(|p| p < threshold))
        .map_or(0, |last| last + 1);
    sizes.get(first).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{HigherIsBetter, LowerIsBetter};

    #[test]
    fn ranks_with_ties() {
        let scores = [2.0, 5.0, 2.0, 7.0, -0.0, 0.0];
        assert_eq!(mean_ranks(&scores, HigherIsBetter), [3.5, 2.0, 3.5, 1.0, 5.5, 5.5]);
        assert_eq!(best_ranks(&scores, HigherIsBetter), [3, 2, 3, 1, 5, 5]);
        assert_eq!(best_ranks(&scores, LowerIsBetter), [3, 5, 3, 6, 1, 1]);
        assert_eq!(mean_ranks(&[], LowerIsBetter), [0.0; 0]);
    }

    #[test]
    fn probabilities_add_up() {
        let replicates: [&[f64]; 3] =
            [&[1.0, 2.0, 3.0, f64::NAN], &[2.0, 2.0, 1.0, 1.0], &[0.0, 2.0, 2.0, 1.0]];
        let probabilities = RankProbabilities::new(&replicates, HigherIsBetter).unwrap();
        assert_eq!((probabilities.replicates(), probabilities.undefined()), (3, 1));
        for i in 0..3 {
            let row: f64 = (1..=3).map(|rank| probabilities.probability(i, rank)).sum();
            let column: f64 = (0..3).map(|system| probabilities.probability(system, i + 1)).sum();
            assert!((row - 1.0).abs() < 1e-15 && (column - 1.0).abs() < 1e-15);
        }
        // The first system: rank 2, a third of every rank, rank 1.
        assert!((probabilities.probability(0, 1) - 4.0 / 9.0).abs() < 1e-15);
        assert!((probabilities.mean_rank(0) - (2.0 + 2.0 + 1.0) / 3.0).abs() < 1e-15);
        assert!(probabilities.probability_error(0, 3) > 0.0);
    }

    #[test]
    fn intervals_cut_both_tails() {
        // Rank 1 in 975 replicates, rank 2 in 25: a tail of exactly 2.5 % is cut.
        let first: Vec<f64> = (0..1000).map(|b| if b < 975 { 1.0 } else { -1.0 }).collect();
        let second = [0.0; 1000];
        let probabilities = RankProbabilities::new(&[&first, &second], HigherIsBetter).unwrap();
        assert_eq!(probabilities.interval(0, 0.95), RankInterval { lower: 1, upper: 1 });
        assert_eq!(probabilities.interval(1, 0.95), RankInterval { lower: 2, upper: 2 });
        assert_eq!(probabilities.interval(0, 0.96), RankInterval { lower: 1, upper: 2 });
        let reversed = RankProbabilities::new(&[&first, &second], LowerIsBetter).unwrap();
        assert_eq!(reversed.interval(0, 0.95), RankInterval { lower: 2, upper: 2 });
    }

    #[test]
    fn tests_form_clusters() {
        // Systems 2 > 0 > 1 > 3; the pair (0, 1) is not separable, nor (1, 3).
        assert_eq!(clusters_by_tests(&[2, 0, 1, 3], is_better), [2, 2, 1, 2]);
        assert_eq!(clusters_by_tests(&[2, 0, 1, 3], |_, _| true), [2, 3, 1, 4]);
        assert_eq!(clusters_by_tests(&[1, 0], |_, _| false), [1, 1]);
    }

    fn is_better(a: usize, b: usize) -> bool {
        !matches!((a, b), (0, 1) | (1, 3))
    }

    #[test]
    fn agreement_with_a_ranking() {
        let replicates: [&[f64]; 3] =
            [&[3.0, 3.0, 1.0, 3.0], &[2.0, 1.0, 2.0, 2.0], &[1.0, 2.0, 3.0, 2.0]];
        let agreement = ranking_agreement(&replicates, &[9.0, 5.0, 1.0], HigherIsBetter).unwrap();
        assert_eq!((agreement.same_order, agreement.same_best, agreement.replicates), (1, 3, 4));
        let tied = ranking_agreement(&replicates, &[9.0, 5.0, 5.0], HigherIsBetter).unwrap();
        // A tie does not have to recur: in three replicates the first system is above the two others.
        assert_eq!((tied.same_order, tied.same_best), (3, 3));
        let both = ranking_agreement(&replicates, &[9.0, 5.0, 9.0], HigherIsBetter).unwrap();
        assert_eq!((both.same_order, both.same_best), (1, 4));
        let error = ranking_agreement(&[&[1.0]], &[f64::NAN], HigherIsBetter);
        assert_eq!(error, Err(UndefinedScore));
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(RankProbabilities::new(&[], HigherIsBetter), Err(TooFewUnits));
        let none = RankProbabilities::new(&[&[f64::NAN]], HigherIsBetter);
        assert_eq!(none, Err(TooFewReplicates));
    }

    #[test]
    fn stability() {
        let sizes = [1.0, 2.0, 3.0, 4.0];
        let p = [Some(0.99), Some(0.8), Some(0.95), Some(0.97)];
        assert_eq!(stable_from(&sizes, &p, 0.95), Some(3.0));
        assert_eq!(stable_from(&sizes, &p, 0.5), Some(1.0));
        assert_eq!(stable_from(&sizes, &p, 0.98), None);
        assert_eq!(stable_from(&sizes, &[Some(1.0), None, Some(1.0), Some(1.0)], 0.9), Some(3.0));
        assert_eq!(stable_from(&[], &[], 0.9), None);
    }

    impl RankProbabilities {
        /// Monte-Carlo standard error of a probability: see [`probability_error`].
        pub(in crate::stats) fn probability_error(&self, system: usize, rank: usize) -> f64 {
            probability_error(self.probability(system, rank), self.replicates as u64)
        }
    }
}
