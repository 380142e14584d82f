//! Rankings by test sets that do not exist yet: how probably they are right, and how probably two of them
//! agree.
//!
//! A bootstrap takes the observed scores for the truth. Observed scores are truth plus noise, so they lie
//! further apart than the true ones, and resamples agree with each other, and with the test set that they
//! come from, more often than new test sets do. Here true scores are drawn from what is known of them
//! (`true_scores`), and new test sets of m units, where the observed one has n, around
//! them: deviations of replicates times sqrt(n/m). Every probability, of every size, is a share of these
//! draws, so that no two of them contradict each other.
//!
//! **Bounds.** Given the true scores, two new test sets are independent and have the same distribution. If
//! `p_i` is the probability that system i is the best of one, they agree with probability `sum p_i^2`, which
//! is at least `(sum p_i)^2 / K = 1/K` by Cauchy and Schwarz. The same holds for the two orders of a pair (1/2)
//! and for the K! complete orders (1/K!), and for means over true scores. Draws can be below by chance alone.

use super::direction::Direction;
use super::reason::Reason;
use super::true_scores::TrueScores;

/// Trials beyond which probabilities gain nothing: their Monte-Carlo error is .011 at most.
const MOST_TRIALS: usize = 2000;

/// New test sets around each draw of true scores; all pairs of them are compared.
const TEST_SETS: usize = 3;

/// What is known of systems that are to be ranked by new test sets.
#[derive(Clone, Debug)]
pub struct NewRankings {
    /// Draws of the true scores, by trial; higher is better.
    truths: Vec<Vec<f64>>,
    /// Observed scores; higher is better.
    observed: Vec<f64>,
    /// Noise of a test set of the observed size, by trial.
    noise: Vec<Vec<f64>>,
}

/// What a new test set shows, as probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NewRanking {
    /// Its best system is the truly best.
    pub best_is_best: f64,
    /// Its best system is that of the observed scores.
    pub best_again: f64,
    /// Its top k are the true top k; `None` where k is not below the number of systems.
    pub top_is_top: Option<f64>,
    /// It ranks the systems of each cluster above those of all lower ones; `None` for one cluster.
    pub clusters_hold: Option<f64>,
    /// Its complete order is the true one.
    pub order_is_true: f64,
    /// With another one of the same size.
    pub agreement: Agreement,
}

/// The lead of the best system over the next one, of which the observed one shows too much: the best is also the
/// luckiest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The best by its observed score.
    pub first: usize,
    /// The next.
    pub second: usize,
    /// Difference of their observed scores, at least 0.
    pub observed: f64,
    /// What other texts show of it on average. Below 0 where a lead is smaller than luck makes it, above what is observed where
    /// the second was the luckiest of several near ones.
    pub expected: f64,
}

/// Part of the mean excess of leads that an observed one is lessened by: the model lets leads of near systems be luck a little too
/// often. With all of it the expected leads of eight systems are off by up to -.13 standard errors of a score, with this part those
/// of 8 and 15 systems by .09 at most, of four equal ones by .15 (`expected_leads_are_true_on_average`).
const LUCK: f64 = 0.9;

/// How two test sets agree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Probability that they rank all systems in the same order.
    pub order: f64,
    /// Probability that they have the same best system.
    pub best: f64,
    /// Mean share of pairs of systems in the same order.
    pub pairs: f64,
}

impl NewRankings {
    /// Of the observed `scores`; `replicates[s][b]` is the score of system s in replicate b, on the same
    /// resample for all systems. `factor` is what deviations of replicates are multiplied by, see
    /// [`small_sample_factor`](super::jackknife::small_sample_factor). Replicates in which a system is
    /// undefined (NaN) are left out.
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewUnits`] below two systems, [`Reason::UndefinedScore`] where a
    /// score is NaN, [`Reason::TooFewReplicates`] below three replicates.
    ///
    /// # Panics
    ///
    /// If there are not as many systems in `scores` as in `replicates`.
    pub fn new(
        scores: &[f64],
        replicates: &[&[f64]],
        factor: f64,
        direction: Direction,
    ) -> Result<Self, Reason> {
        assert_eq!(replicates.len(), scores.len(), "the same systems");
        if scores.len() < 2 {
            return Err(Reason::TooFewUnits);
        }
        if scores.iter().any(|score| score.is_nan()) {
            return Err(Reason::UndefinedScore);
        }
        let count = replicates.iter().map(|scores| scores.len()).min().unwrap_or(0);
        let draws = (0..count).map(|draw| -> Vec<f64> {
            replicates.iter().map(|scores| direction.orient(scores[draw])).collect()
        });
        let defined = draws.filter(|draw| draw.iter().all(|score| !score.is_nan()));
        let mut noise: Vec<Vec<f64>> = defined.take(MOST_TRIALS).collect();
        // One replicate for the true scores, and two for test sets that are compared.
        if noise.len() < 3 {
            return Err(Reason::TooFewReplicates);
        }
        for system in 0..scores.len() {
            let mean = noise.iter().map(|draw| draw[system]).sum::<f64>() / noise.len() as f64;
            for draw in &mut noise {
                draw[system] = factor * (draw[system] - mean);
            }
        }
        let observed: Vec<f64> = scores.iter().map(|score| direction.orient(*score)).collect();
        let truths = TrueScores::new(&observed, &noise).draws(&noise);
        Ok(Self { truths, observed, noise })
    }

    /// Trials behind each probability.
    pub fn trials(&self) -> usize {
        self.noise.len()
    }

    /// How many test sets there are around each draw of true scores: all replicates of a trial differ.
    fn test_sets(&self) -> usize {
        TEST_SETS.min(self.noise.len() - 1)
    }

    /// Test set `number`, from 1, around the true scores of `trial`.
    fn draw(&self, scores: &mut [f64], trial: usize, number: usize, scale: f64) {
        let trials = self.noise.len();
        // Never the replicate that the true scores of this trial are made with: the test sets must not know it.
        let noise = &self.noise[(trial + number * trials / (self.test_sets() + 1)) % trials];
        for ((score, truth), noise) in scores.iter_mut().zip(&self.truths[trial]).zip(noise) {
            *score = truth + scale * noise;
        }
    }

    /// Of test sets of m units, where the observed one has n: `ratio` is n/m. `top` is k; `clusters`
    /// are those of the observed test set, 1 = best. O(trials x systems^2).
    ///
    /// # Panics
    ///
    /// If there are not as many clusters as systems.
    pub fn of_new(&self, ratio: f64, top: usize, clusters: &[usize]) -> NewRanking {
        let systems = self.observed.len();
        assert_eq!(clusters.len(), systems, "a cluster for each system");
        let has_top = top < systems;
        let has_clusters = clusters.iter().any(|cluster| *cluster != clusters[0]);
        let mut sets = vec![vec![0.0; systems]; self.test_sets()];
        let (mut sums, mut agreement) = (NewRanking::default(), Agreement::default());
        let (mut top_sum, mut cluster_sum, mut pairs) = (0.0, 0.0, 0.0);
        let observed_best = Best::new(&self.observed);
        for (trial, truth) in self.truths.iter().enumerate() {
            let true_best = Best::new(truth);
            let true_top = has_top.then(|| top_set(truth, top));
            for number in 1..=sets.len() {
                let (before, rest) = sets.split_at_mut(number - 1);
                let counted = &mut rest[0];
                self.draw(counted, trial, number, ratio.sqrt());
                let best = Best::new(counted);
                sums.best_is_best += best.agreement(&true_best);
                sums.best_again += best.agreement(&observed_best);
                sums.order_is_true += same_order(counted, truth);
                if let Some(true_top) = &true_top {
                    top_sum += f64::from(u8::from(top_set(counted, top) == *true_top));
                }
                if has_clusters {
                    cluster_sum += f64::from(u8::from(in_order(counted, clusters)));
                }
                for other in before {
                    agreement.add(counted, other);
                    pairs += 1.0;
                }
            }
        }
        let draws = (self.trials() * sets.len()) as f64;
        NewRanking {
            best_is_best: sums.best_is_best / draws,
            best_again: sums.best_again / draws,
            top_is_top: has_top.then(|| top_sum / draws),
            clusters_hold: has_clusters.then(|| cluster_sum / draws),
            order_is_true: sums.order_is_true / draws,
            agreement: agreement.over(pairs).at_least_by_chance(systems),
        }
    }

    /// All draws of new test sets: (trial, number).
    fn draws(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let test_sets = self.test_sets();
        (0..self.trials()).flat_map(move |trial| (1..=test_sets).map(move |number| (trial, number)))
    }

    /// Scores of new test sets of the observed size, by system and draw; higher is better.
    pub fn new_test_sets(&self) -> Vec<Vec<f64>> {
        let mut drawn = vec![Vec::with_capacity(self.trials() * TEST_SETS); self.observed.len()];
        let mut scores = vec![0.0; self.observed.len()];
        for (trial, number) in self.draws() {
            self.draw(&mut scores, trial, number, 1.0);
            drawn
                .iter_mut()
                .zip(&scores)
                .for_each(|(scores_of_system, score)| scores_of_system.push(*score));
        }
        drawn
    }

    /// By how much the first of the observed scores leads the second, and by how much on average on other texts: less by what
    /// the leads in new test sets show too much, against the draws of true scores that these are around. (The mean of the
    /// draws of true scores themselves keeps .19 of the lead of eight equal systems, where this keeps .11.)
    pub fn lead(&self) -> Lead {
        let [first, second] = first_two(&self.observed);
        let observed = self.observed[first] - self.observed[second];
        let luck = LUCK * self.mean_excess(first_two);
        Lead { first, second, observed, expected: observed - luck }
    }

    /// The best system but `baseline`, and what its difference to that shows too much on average: it is the luckiest of
    /// all that were tried. Of k equal systems the best gains the mean of the largest of k errors.
    ///
    /// # Panics
    ///
    /// If there is no such system.
    pub fn gain_over(&self, baseline: usize) -> (usize, f64) {
        let best = best_but(&self.observed, baseline);
        (best, self.mean_excess(|scores| [best_but(scores, baseline), baseline]))
    }

    /// By how much the difference of two systems that `select` finds in a new test set is larger than that of their true
    /// scores, on average.
    fn mean_excess(&self, select: impl Fn(&[f64]) -> [usize; 2]) -> f64 {
        let (mut differences, mut true_differences) = (0.0, 0.0);
        let mut scores = vec![0.0; self.observed.len()];
        for (trial, number) in self.draws() {
            self.draw(&mut scores, trial, number, 1.0);
            let [one, other] = select(&scores);
            true_differences += self.truths[trial][one] - self.truths[trial][other];
            differences += scores[one] - scores[other];
        }
        (differences - true_differences) / (self.trials() * self.test_sets()) as f64
    }

    /// Probability of each system to be the best in a new test set of `ratio` = n/m; those that tie
    /// share it.
    pub fn best_probabilities(&self, ratio: f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.observed.len()];
        let mut scores = sums.clone();
        for (trial, number) in self.draws() {
            self.draw(&mut scores, trial, number, ratio.sqrt());
            let best = Best::new(&scores);
            let tied = scores.iter().zip(&mut sums).filter(|(score, _)| **score >= best.score);
            tied.for_each(|(_, sum)| *sum += 1.0 / best.count as f64);
        }
        let draws = (self.trials() * self.test_sets()) as f64;
        sums.iter().map(|sum| sum / draws).collect()
    }
}

/// The best system and the next, those that tie in their order.
fn first_two(scores: &[f64]) -> [usize; 2] {
    let [mut first, mut second] = if scores[1] > scores[0] { [1, 0] } else { [0, 1] };
    for (system, score) in scores.iter().enumerate().skip(2) {
        if *score > scores[first] {
            (first, second) = (system, first);
        } else if *score > scores[second] {
            second = system;
        }
    }
    [first, second]
}

/// The best of all systems but one; the first of those that tie.
fn best_but(scores: &[f64], excluded: usize) -> usize {
    let others = (0..scores.len()).filter(|system| *system != excluded);
    others
        .reduce(|one, other| if scores[other] > scores[one] { other } else { one })
        .expect("another system")
}

/// The best score, and how many systems have it.
struct Best<'a> {
    scores: &'a [f64],
    score: f64,
    count: usize,
}

impl<'a> Best<'a> {
    fn new(scores: &'a [f64]) -> Self {
        let score = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let count = scores.iter().filter(|other| **other >= score).count();
        Self { scores, score, count }
    }

    /// 1 for the same best systems, else the probability of the same one where ties are broken at random.
    fn agreement(&self, other: &Self) -> f64 {
        let pairs = self.scores.iter().zip(other.scores);
        let both = pairs.filter(|(score, others)| **score >= self.score && **others >= other.score);
        let both = both.count();
        if both == self.count && both == other.count {
            return 1.0;
        }
        both as f64 / (self.count * other.count) as f64
    }
}

/// Share of the pairs of systems in the same order; a tie in one of the two counts half.
fn same_pairs(first: &[f64], second: &[f64]) -> f64 {
    let (mut all, mut apart) = (0, 0);
    for a in 0..first.len() {
        for (own_b, others_b) in first[..a].iter().zip(&second[..a]) {
            apart += sign(first[a], *own_b).abs_diff(sign(second[a], *others_b));
        }
        all += a;
    }
    1.0 - 0.5 * f64::from(apart) / all as f64
}

fn sign(one: f64, other: f64) -> i32 {
    i32::from(one > other) - i32::from(one < other)
}

/// Whether all systems are in the same order; a tie in one of the two counts half. Most orders differ in their
/// first pairs.
fn same_order(first: &[f64], second: &[f64]) -> f64 {
    let mut same = 1.0;
    for a in 0..first.len() {
        for (own_b, others_b) in first[..a].iter().zip(&second[..a]) {
            match sign(first[a], *own_b).abs_diff(sign(second[a], *others_b)) {
                0 => {}
                1 => same *= 0.5,
                _ => return 0.0,
            }
        }
    }
    same
}

impl Agreement {
    fn add(&mut self, first: &[f64], second: &[f64]) {
        self.order += same_order(first, second);
        self.pairs += same_pairs(first, second);
        self.best += Best::new(first).agreement(&Best::new(second));
    }

    fn over(self, trials: f64) -> Self {
        let Self { order, best, pairs } = self;
        Self { order: order / trials, best: best / trials, pairs: pairs / trials }
    }

    /// Two test sets agree at least as often as if every order were as probable as any other.
    fn at_least_by_chance(self, systems: usize) -> Self {
        // Infinite from 171 systems on, which makes the bound 0.
        let orders: f64 = (1..=systems).map(|factor| factor as f64).product();
        Self {
            order: self.order.max(1.0 / orders),
            best: self.best.max(1.0 / systems as f64),
            pairs: self.pairs.max(0.5),
        }
    }
}

/// Which systems are among the best `top`, those that tie with the last of them included.
fn top_set(scores: &[f64], top: usize) -> Vec<bool> {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let last = top.checked_sub(1).and_then(|last| sorted.get(last)).copied();
    scores.iter().map(|score| last.is_some_and(|last| *score >= last)).collect()
}

/// Whether every system of a better cluster is above every one of a worse.
fn in_order(scores: &[f64], clusters: &[usize]) -> bool {
    let last = clusters.iter().copied().max().unwrap_or(0);
    let mut worst_above = f64::INFINITY;
    for cluster in 1..=last {
        let members = scores.iter().zip(clusters).filter(|(_, own)| **own == cluster);
        let (least, most) = members
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), (x, _)| {
                (least.min(*x), most.max(*x))
            });
        if most >= worst_above {
            return false;
        }
        worst_above = worst_above.min(least);
    }
    true
}
