//! True scores of systems, given observed ones and their noise.
//!
//! Observed scores are x = mu + e, with noise e of which replicates give draws. Draws of mu given x come
//! from a model that says how true scores may lie: in groups, since one bad system, or half of the
//! systems, may be far below the others.
//!
//! **Groups** are neighbours in the observed order (a product partition model: Crowley 1997, "Product
//! partition models for normal means", Journal of the American Statistical Association 92, 192-198; that groups do
//! not interlace makes their number small enough for all to be added up, as in Barry & Hartigan 1993, "A Bayesian
//! analysis for change point problems", Journal of the American Statistical Association 88, 309-319). A grouping has a
//! probability in proportion to the product of `alpha (k - 1)!` over its groups of k systems (the Chinese
//! restaurant process), and `alpha` = .8/K^2 for K systems, so that the number of pairs in different groups that is expected
//! before anything is observed does not grow with K. Systems with equal scores are never separated.
//!
//! **In a group** true scores are normal about a mean, which is anywhere between the lowest and the highest
//! score (and sqrt(v) to either side), with a variance in proportion to that of the noise of each (Zellner 1986, "On
//! assessing prior distributions and Bayesian regression analysis with g-prior distributions"): the same correlation c of
//! true and observed scores for all. So differences are drawn in by the same factor c^2, and the order of systems
//! stays what it is, however loud some of them are. c has a beta distribution with both parameters 1/2: mostly near 0
//! (systems are equal) or near 1 (they are not).
//!
//! **Noise** of the systems has one component in common, which changes no rank, and else variances `v_i` of
//! their own, by Grubbs (1948, "On estimating precision of measuring instruments", Journal of the American
//! Statistical Association 43, 243-264); `v` is their mean. Given a group and c, and with the mean m of its scores by
//! weights `1/v_i`, a draw is
//!
//! ```text
//! m + c^2 (x_i - m) + c (e_i - e_m) + e_m
//! ```
//!
//! with e of a replicate and its mean `e_m` by the same weights: the posterior of the normal model for
//! independent noise, and as correlated as noise is where it is not.

use std::f64::consts::FRAC_PI_2;

use rand_pcg::Pcg64;

use super::random::{Purpose, StreamKey, uniform};

/// Weight of one more group of K systems, times K^2. Larger values draw the best of systems that are apart in towards the
/// next one, by more than new test sets show; smaller ones do so with two systems.
const ALPHA: f64 = 0.8;

/// Values of c that stand for all between 0 and 1.
const GRID: usize = 40;

/// Least variance of a system's own noise, as a share of the mean: an estimate may even be negative.
const LEAST_SHARE: f64 = 0.1;

/// Groupings of systems, with their probabilities.
pub(super) struct TrueScores<'a> {
    observed: &'a [f64],
    /// Systems, the best first.
    order: Vec<usize>,
    /// Variances of the noise of each system alone; nothing where there is none.
    own: Vec<f64>,
    /// Shares of observed differences that are true, ascending: c^2.
    shares: Vec<f64>,
    /// By place in the order: groups that begin there, by their length.
    groups: Vec<Vec<Group>>,
}

/// Neighbours in the order, given that a group begins with the first of them.
struct Group {
    /// Probability of this group and of all shorter ones.
    up_to: f64,
    /// Weight of each share and of all smaller ones.
    shares: Vec<f64>,
}

impl<'a> TrueScores<'a> {
    /// `noise` are draws of the noise of all systems, with mean 0. O(systems^2) beside the noise.
    pub(super) fn new(observed: &'a [f64], noise: &[Vec<f64>]) -> Self {
        let mut order: Vec<usize> = (0..observed.len()).collect();
        order.sort_by(|a, b| observed[*b].total_cmp(&observed[*a]));
        let own = own_variances(observed.len(), noise);
        let mean = own.iter().sum::<f64>() / own.len().max(1) as f64;
        let shares = true_shares().collect();
        let mut scores = Self { observed, order, own, shares, groups: Vec::new() };
        if mean > 0.0 {
            scores.groups = scores.weighted_groups(mean);
        }
        scores
    }

    fn weighted_groups(&self, mean: f64) -> Vec<Vec<Group>> {
        let systems = self.order.len();
        let score = |place: usize| self.observed[self.order[place]];
        let range = score(0) - score(systems - 1) + 2.0 * mean.sqrt();
        // Logarithms of the weight of all groupings of the systems from each place on.
        let mut rest = vec![0.0; systems + 1];
        let mut groups = Vec::with_capacity(systems);
        for first in (0..systems).rev() {
            let mut sums = vec![Sums::default(); GRID];
            // (k - 1)! alpha / range, as a logarithm.
            let mut prior = libm::log(ALPHA / (systems * systems) as f64 / range);
            let mut groups_from_first = Vec::with_capacity(systems - first);
            let mut weights = Vec::with_capacity(systems - first);
            for last in first..systems {
                let k = last - first + 1;
                if k > 1 {
                    prior += libm::log((k - 1) as f64);
                }
                let variance = self.own[self.order[last]];
                let likelihoods = sums.iter_mut().zip(&self.shares).map(|(sums, share)| {
                    sums.add(score(last), variance / (1.0 - share));
                    sums.log_likelihood(k)
                });
                let (likelihood, shares) = accumulated(likelihoods.collect());
                // Systems with equal scores are not separated.
                let is_cut = last + 1 < systems && score(last) <= score(last + 1);
                // All shares have the same prior.
                let likelihood = likelihood - libm::log(GRID as f64);
                weights.push(if is_cut {
                    f64::NEG_INFINITY
                } else {
                    prior + likelihood + rest[last + 1]
                });
                groups_from_first.push(Group { up_to: 0.0, shares });
            }
            let (weight, up_to) = accumulated(weights);
            rest[first] = weight;
            let total = up_to[up_to.len() - 1];
            for (group, up_to) in groups_from_first.iter_mut().zip(up_to) {
                group.up_to = up_to / total;
            }
            groups.push(groups_from_first);
        }
        groups.reverse();
        groups
    }

    /// A draw of the true scores for each draw of noise.
    pub(super) fn draws(&self, noise: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let random = &mut StreamKey::new(0, Purpose::TrueScores).generator(0);
        noise.iter().map(|noise| self.draw(noise, random)).collect()
    }

    fn draw(&self, noise: &[f64], random: &mut Pcg64) -> Vec<f64> {
        let mut drawn: Vec<f64> = self.observed.iter().zip(noise).map(|(x, e)| x + e).collect();
        let mut first = 0;
        while first < self.groups.len() {
            let groups = &self.groups[first];
            let length = 1 + place(groups, uniform(random), |group| group.up_to);
            let weights = &groups[length - 1].shares;
            let at = uniform(random) * weights[GRID - 1];
            let share = self.shares[place(weights, at, |weight| *weight)];
            self.shrink(&self.order[first..first + length], share, noise, &mut drawn);
            first += length;
        }
        drawn
    }

    /// Draws the true scores of a group; one system has what it has, with noise.
    fn shrink(&self, group: &[usize], share: f64, noise: &[f64], drawn: &mut [f64]) {
        if group.len() < 2 {
            return;
        }
        let (mut weights, mut mean, mut common) = (0.0, 0.0, 0.0);
        for system in group {
            let weight = 1.0 / self.own[*system];
            weights += weight;
            mean += weight * self.observed[*system];
            common += weight * noise[*system];
        }
        let (mean, common) = (mean / weights, common / weights);
        for system in group {
            drawn[*system] = mean
                + common
                + share * (self.observed[*system] - mean)
                + share.sqrt() * (noise[*system] - common);
        }
    }
}

/// The values of c^2 that stand for all, ascending: c is the square of a sine at equal distances.
fn true_shares() -> impl Iterator<Item = f64> {
    (0..GRID).map(|place| {
        let sine = libm::sin(FRAC_PI_2 * (place as f64 + 0.5) / GRID as f64);
        let c = sine * sine;
        c * c
    })
}

/// Variance of the noise of each system alone. With `w_i` the variance of its deviation from the mean of the
/// K systems, it is `K/(K - 2) (w_i - sum w / (K (K - 1)))`; two systems cannot be distinguished.
fn own_variances(systems: usize, noise: &[Vec<f64>]) -> Vec<f64> {
    let k = systems as f64;
    let mut deviations = vec![0.0; systems];
    for draw in noise {
        let mean = draw.iter().sum::<f64>() / k;
        for (sum, noise) in deviations.iter_mut().zip(draw) {
            *sum += (noise - mean) * (noise - mean);
        }
    }
    let draws = noise.len() as f64 - 1.0;
    let all = deviations.iter().sum::<f64>() / draws;
    let mean = all / (k - 1.0);
    if systems < 3 {
        return vec![mean; systems];
    }
    deviations
        .iter()
        .map(|sum| (k / (k - 2.0) * (sum / draws - mean / k)).max(LEAST_SHARE * mean))
        .collect()
}

/// Of normal scores with known variances: what their likelihood with an unknown mean follows from.
#[derive(Clone, Copy, Default)]
struct Sums {
    weights: f64,
    mean: f64,
    squares: f64,
    log_variances: f64,
}

impl Sums {
    fn add(&mut self, score: f64, variance: f64) {
        // West's (1979) update, which loses no digits where scores are large beside their differences.
        let weight = 1.0 / variance;
        self.weights += weight;
        let deviation = score - self.mean;
        self.mean += weight / self.weights * deviation;
        self.squares += weight * deviation * (score - self.mean);
        self.log_variances += libm::log(variance);
    }

    /// Integrated over the mean, of `k` scores.
    fn log_likelihood(&self, k: usize) -> f64 {
        let turn = libm::log(std::f64::consts::TAU);
        -0.5 * ((k - 1) as f64 * turn + self.log_variances + self.squares + libm::log(self.weights))
    }
}

/// The logarithm of the sum of weights that are given as logarithms, and the sums up to each, in another
/// unit.
fn accumulated(logarithms: Vec<f64>) -> (f64, Vec<f64>) {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sums = logarithms;
    let mut sum = 0.0;
    for logarithm in &mut sums {
        sum += libm::exp(*logarithm - most);
        *logarithm = sum;
    }
    (most + libm::log(sum), sums)
}

/// The first place whose accumulated weight is above `at`.
fn place<T>(ascending: &[T], at: f64, weight: impl Fn(&T) -> f64) -> usize {
    // Rounding may bring `at` up to the last weight.
    ascending.partition_point(|one| weight(one) <= at).min(ascending.len() - 1)
}
