//! Rankings by test sets that do not exist yet: how probably they are right, and how probably two of them
//! agree.
//!
//! A bootstrap takes the observed scores for the truth. Observed scores are truth plus noise, so they lie
//! further apart than the true ones, and resamples agree with each other, and with the test set that they
//! come from, more often than new test sets do. Here the spread of the scores is corrected first.
//!
//! **Model.** The scores of K systems are x = mu + e, with noise e of covariance V; the true scores mu have
//! variance t^2 between systems. The deviations of replicates from their mean, times the small-sample
//! factor, are draws of e. With s^2 the variance between the observed scores and v = tr(HVH)/(K - 1) the
//! share of it that noise makes (half the mean variance of a difference; what all systems have in common
//! drops out), t^2 = s^2 - v. Given x, true scores are draws of
//!
//! ```text
//! mean + c^2 (x - mean) + c e,   c^2 = max(0, 1 - a v / s^2) = t^2 / (t^2 + v) for a = 1,
//! ```
//!
//! the posterior of the normal model with one variance for all directions (Efron & Morris 1975, "Data
//! analysis using Stein's estimator and its generalizations", Journal of the American Statistical
//! Association 70, 311-319). A test set of m units in the place of n adds e sqrt(n/m). Draws of true scores and
//! of two such test sets, with deviations of three different replicates, give all probabilities.
//!
//! With a = 1, cutting c^2 off at 0 makes agreement of few systems too small; with a = (K - 3)/(K - 1), as
//! James and Stein have it, that of equal systems is far too large. a = 1 - 1/(2 K) lies between: in simulations agreement
//! is right within .06 for six systems and more that differ at all, and within .09 for fewer, or for equal ones,
//! whose agreement no estimate between chance and 1 can hit on average.
//!
//! **Groups.** One bad system would make t^2 so large that nothing is corrected among the others. Where a
//! gap between neighbours is wider than three standard errors of their difference, scores are therefore corrected
//! above and below it separately.
//!
//! **Agreement without a model**, of two new test sets of at most half the size: two disjoint parts of n units, of m
//! each, are `x + e_1` and `x + e_2` with covariances (n/m - 1) V, and -V between them. That has the distribution of
//! two new test sets whatever mu is, so that what is computed from it has no bias where scores are normal and V
//! is known. It has no continuation beyond n/2, where this covariance is none. From n/2 to n, what the model says of
//! the rise from n/2 on is added: what it is off by at n/2 drops out.

use super::direction::Direction;
use super::moments::SampleMoments;
use super::undefined::UndefinedStatistic;

/// A gap between neighbours of so many standard errors of their difference is no accident: in a new test
/// set of this size two such systems change places once in 60 (`Phi(-3/sqrt 2)`). In simulations, larger values
/// leave the agreement of near systems above a group of bad ones too high, and smaller ones that of evenly
/// spread systems too low.
const WIDE_GAP: f64 = 3.0;

/// Trials beyond which probabilities gain nothing: their Monte-Carlo error is .011 at most.
const MOST_TRIALS: usize = 2000;

/// How many other replicates each is combined with in disjoint parts.
const PAIRINGS: usize = 6;

/// Least weight of noise in true scores: breaks ties at random, and moves nothing else.
const LEAST_NOISE: f64 = 1e-6;

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
}

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
    /// [`UndefinedStatistic::TooFewUnits`] below two systems, [`UndefinedStatistic::UndefinedScore`] where a
    /// score is NaN, [`UndefinedStatistic::TooFewReplicates`] below three replicates.
    ///
    /// # Panics
    ///
    /// If there are not as many systems in `scores` as in `replicates`.
    pub fn new(
        scores: &[f64],
        replicates: &[&[f64]],
        factor: f64,
        direction: Direction,
    ) -> Result<Self, UndefinedStatistic> {
        assert_eq!(replicates.len(), scores.len(), "the same systems");
        if scores.len() < 2 {
            return Err(UndefinedStatistic::TooFewUnits);
        }
        if scores.iter().any(|score| score.is_nan()) {
            return Err(UndefinedStatistic::UndefinedScore);
        }
        let count = replicates.iter().map(|scores| scores.len()).min().unwrap_or(0);
        let draw = |b: usize| -> Vec<f64> {
            replicates.iter().map(|scores| direction.orient(scores[b])).collect()
        };
        let defined = (0..count).map(draw).filter(|draw| draw.iter().all(|score| !score.is_nan()));
        let mut noise: Vec<Vec<f64>> = defined.take(MOST_TRIALS).collect();
        if noise.len() < 3 {
            return Err(UndefinedStatistic::TooFewReplicates);
        }
        for system in 0..scores.len() {
            let mean = noise.iter().map(|draw| draw[system]).sum::<f64>() / noise.len() as f64;
            for draw in &mut noise {
                draw[system] = factor * (draw[system] - mean);
            }
        }
        let observed: Vec<f64> = scores.iter().map(|score| direction.orient(*score)).collect();
        let mut truths = vec![observed.clone(); noise.len()];
        for group in separate_groups(&observed, &noise) {
            let Correction { mean, kept } = Correction::new(&group, &observed, &noise);
            let own = kept.sqrt().max(LEAST_NOISE);
            for (truth, noise) in truths.iter_mut().zip(&noise) {
                for system in &group {
                    truth[*system] =
                        mean + kept * (observed[*system] - mean) + own * noise[*system];
                }
            }
        }
        Ok(Self { truths, observed, noise })
    }

    /// Trials behind each probability.
    pub fn trials(&self) -> usize {
        self.noise.len()
    }

    /// Noise of trial `trial` in one of three roles; trials of different roles are of different replicates.
    fn noise(&self, trial: usize, role: usize) -> &[f64] {
        &self.noise[(trial + role * self.noise.len() / 3) % self.noise.len()]
    }

    /// Of a test set of m units, where the observed one has n: `ratio` is n/m. `top` is k; `clusters`
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
        let scale = ratio.sqrt();
        let mut first = vec![0.0; systems];
        let mut sums = NewRanking::default();
        let (mut top_sum, mut cluster_sum) = (0.0, 0.0);
        let observed_best = Best::new(&self.observed);
        for (trial, truth) in self.truths.iter().enumerate() {
            add_noise(&mut first, truth, self.noise(trial, 1), scale);
            let best = Best::new(&first);
            sums.best_is_best += best.agreement(&Best::new(truth));
            sums.best_again += best.agreement(&observed_best);
            sums.order_is_true += Pairs::new(&first, truth).same_order();
            if has_top {
                top_sum += f64::from(u8::from(top_set(&first, top) == top_set(truth, top)));
            }
            if has_clusters {
                cluster_sum += f64::from(u8::from(in_order(&first, clusters)));
            }
        }
        let trials = self.trials() as f64;
        NewRanking {
            best_is_best: sums.best_is_best / trials,
            best_again: sums.best_again / trials,
            top_is_top: has_top.then(|| top_sum / trials),
            clusters_hold: has_clusters.then(|| cluster_sum / trials),
            order_is_true: sums.order_is_true / trials,
        }
    }

    /// Agreement of two new test sets of m units each, where the observed one has n: `ratio` is n/m. From
    /// disjoint parts up to half of it (from `ratio` 2), with what the model adds beyond. O(trials x systems^2).
    ///
    /// # Panics
    ///
    /// If `ratio` is below 1: nothing is known of larger test sets.
    pub fn agreement(&self, ratio: f64) -> Agreement {
        assert!(ratio >= 1.0, "test sets are no larger than the observed one");
        if ratio >= 2.0 {
            return self.of_disjoint_parts(ratio);
        }
        let (half, known) = (self.of_disjoint_parts(2.0), self.of_model(2.0));
        let model = self.of_model(ratio);
        let larger =
            |of: fn(&Agreement) -> f64| (of(&half) + of(&model) - of(&known)).clamp(0.0, 1.0);
        Agreement {
            order: larger(|agreement| agreement.order),
            best: larger(|agreement| agreement.best),
            pairs: larger(|agreement| agreement.pairs),
        }
    }

    /// Agreement of two new test sets by the model of true scores.
    fn of_model(&self, ratio: f64) -> Agreement {
        let systems = self.observed.len();
        let (mut first, mut second) = (vec![0.0; systems], vec![0.0; systems]);
        let mut sum = Agreement::default();
        for (trial, truth) in self.truths.iter().enumerate() {
            add_noise(&mut first, truth, self.noise(trial, 1), ratio.sqrt());
            add_noise(&mut second, truth, self.noise(trial, 2), ratio.sqrt());
            sum.add(&first, &second);
        }
        sum.over(self.trials() as f64)
    }

    /// Agreement of two disjoint parts, `ratio` = n/m of at least 2. Each replicate stands for noise
    /// beside several others.
    fn of_disjoint_parts(&self, ratio: f64) -> Agreement {
        // Half the variance of the difference of the parts, and the variance of their mean.
        let (apart, together) = ((ratio / 2.0).sqrt(), (ratio / 2.0 - 1.0).max(0.0).sqrt());
        let systems = self.observed.len();
        let (mut mean, mut first, mut second) =
            (vec![0.0; systems], vec![0.0; systems], vec![0.0; systems]);
        let mut sum = Agreement::default();
        let trials = self.trials();
        for pairing in 1..=PAIRINGS {
            for trial in 0..trials {
                let other = &self.noise[(trial + pairing * trials / (PAIRINGS + 1)) % trials];
                add_noise(&mut mean, &self.observed, &self.noise[trial], together);
                add_noise(&mut first, &mean, other, apart);
                add_noise(&mut second, &mean, other, -apart);
                sum.add(&first, &second);
            }
        }
        sum.over((trials * PAIRINGS) as f64)
    }

    /// Probability of each system to be the best in a new test set of `ratio` = n/m; those that tie
    /// share it.
    pub fn best_probabilities(&self, ratio: f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.observed.len()];
        let mut scores = sums.clone();
        for (trial, truth) in self.truths.iter().enumerate() {
            add_noise(&mut scores, truth, self.noise(trial, 1), ratio.sqrt());
            let best = Best::new(&scores);
            let tied = scores.iter().zip(&mut sums).filter(|(score, _)| **score >= best.score);
            tied.for_each(|(_, sum)| *sum += 1.0 / best.count as f64);
        }
        sums.iter().map(|sum| sum / self.noise.len() as f64).collect()
    }
}

fn add_noise(scores: &mut [f64], truth: &[f64], noise: &[f64], scale: f64) {
    for ((score, truth), noise) in scores.iter_mut().zip(truth).zip(noise) {
        *score = truth + scale * noise;
    }
}

/// Systems between wide gaps, the best first.
fn separate_groups(observed: &[f64], noise: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..observed.len()).collect();
    order.sort_by(|a, b| observed[*b].total_cmp(&observed[*a]));
    let is_near = |better: &usize, worse: &usize| {
        let gap = observed[*better] - observed[*worse];
        let differences = noise.iter().map(|draw| draw[*better] - draw[*worse]);
        let error = SampleMoments::of(differences).and_then(|moments| moments.stdev());
        gap <= WIDE_GAP * error.unwrap_or(f64::INFINITY)
    };
    order.chunk_by(is_near).map(<[usize]>::to_vec).collect()
}

/// How the scores of a group are corrected.
struct Correction {
    mean: f64,
    /// Share of a deviation from the mean that is no noise: c^2.
    kept: f64,
}

impl Correction {
    fn new(group: &[usize], observed: &[f64], noise: &[Vec<f64>]) -> Self {
        let variance = |values: &[f64]| {
            SampleMoments::of(group.iter().map(|system| values[*system]))
                .and_then(|moments| Some((moments.mean, moments.variance()?)))
        };
        let Some((mean, spread)) = variance(observed) else {
            // Alone between wide gaps: there is nothing to compare it with.
            return Self { mean: observed[group[0]], kept: 1.0 };
        };
        let of_noise = noise.iter().filter_map(|draw| Some(variance(draw)?.1)).sum::<f64>();
        let of_noise = of_noise / (noise.len() as f64 - 1.0);
        let weight = 1.0 - 0.5 / group.len() as f64;
        let kept = if spread > 0.0 { (1.0 - weight * of_noise / spread).max(0.0) } else { 0.0 };
        Self { mean, kept }
    }
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
        let both = pairs.filter(|(own, others)| **own >= self.score && **others >= other.score);
        let both = both.count();
        if both == self.count && both == other.count {
            return 1.0;
        }
        both as f64 / (self.count * other.count) as f64
    }
}

/// Pairs of systems in two test sets.
#[derive(Default)]
struct Pairs {
    all: u32,
    reversed: u32,
    /// Tied in one of the two alone.
    half_tied: u32,
}

impl Pairs {
    fn new(first: &[f64], second: &[f64]) -> Self {
        let mut pairs = Self::default();
        for (a, (own, others)) in first.iter().zip(second).enumerate() {
            for (own_b, others_b) in first[..a].iter().zip(&second[..a]) {
                let (one, other) = (own.total_cmp(own_b), others.total_cmp(others_b));
                pairs.all += 1;
                pairs.reversed += u32::from(one == other.reverse() && one != other);
                pairs.half_tied += u32::from(one != other && (one.is_eq() || other.is_eq()));
            }
        }
        pairs
    }

    /// Whether all systems are in the same order; a tie in one of the two counts half.
    fn same_order(&self) -> f64 {
        if self.reversed > 0 { 0.0 } else { libm::pow(0.5, f64::from(self.half_tied)) }
    }

    fn same(&self) -> f64 {
        1.0 - (f64::from(self.reversed) + 0.5 * f64::from(self.half_tied)) / f64::from(self.all)
    }
}

impl Agreement {
    fn add(&mut self, first: &[f64], second: &[f64]) {
        let pairs = Pairs::new(first, second);
        self.order += pairs.same_order();
        self.pairs += pairs.same();
        self.best += Best::new(first).agreement(&Best::new(second));
    }

    fn over(self, trials: f64) -> Self {
        let Self { order, best, pairs } = self;
        Self { order: order / trials, best: best / trials, pairs: pairs / trials }
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
        let own = scores.iter().zip(clusters).filter(|(_, own)| **own == cluster);
        let (least, most) = own
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
