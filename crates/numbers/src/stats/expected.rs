//! What a difference of two systems is worth before there are any data, by how much pairs of systems varied elsewhere.
//!
//! The standard error of a difference is s / sqrt(words of the test set). s, the deviation per root word, is not known without
//! outputs, but earlier campaigns have a pair of systems for each of its values. Systems that are near each other vary less
//! together, so only near pairs count. Each campaign has the same weight, shared by its pairs.

use super::special::{normal_cdf, normal_quantile};

/// Near pairs that a campaign gives at least, as far as it has them.
const FEWEST_NEAR: usize = 5;

/// What sums of weights may be off by.
const ROUNDING: f64 = 1e-9;

/// Two systems of an earlier campaign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarlierPair {
    /// Difference of their scores, without its sign.
    pub difference: f64,
    /// Standard error of the difference times the root of the number of words.
    pub deviation: f64,
}

/// The pairs of a campaign that are near each other: at most twice `difference` apart, or the median of the campaign, if that
/// is more; the five nearest where these are fewer.
pub fn near_pairs(campaign: &[EarlierPair], difference: f64) -> Vec<EarlierPair> {
    let mut pairs = campaign.to_vec();
    pairs.sort_by(|a, b| a.difference.total_cmp(&b.difference));
    let Some(last) = pairs.len().checked_sub(1) else { return pairs };
    let median = f64::midpoint(pairs[last / 2].difference, pairs[last.div_ceil(2)].difference);
    let limit = median.max(2.0 * difference.abs());
    let near = pairs.partition_point(|pair| pair.difference <= limit);
    pairs.truncate(near.max(FEWEST_NEAR));
    pairs
}

/// Deviations of pairs of several campaigns, each campaign with the same weight.
#[derive(Clone, Debug)]
pub struct Deviations {
    /// In ascending order, with the weights up to each.
    cumulated: Vec<(f64, f64)>,
    campaigns: usize,
}

impl Deviations {
    /// Of these campaigns; those without pairs count for nothing.
    pub fn new(campaigns: &[Vec<EarlierPair>]) -> Self {
        let mut all: Vec<(f64, f64)> = Vec::new();
        for campaign in campaigns {
            let weight = 1.0 / campaign.len() as f64;
            all.extend(campaign.iter().map(|pair| (pair.deviation, weight)));
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = 0.0;
        for (_, weight) in &mut all {
            sum += *weight;
            *weight = sum;
        }
        let campaigns = campaigns.iter().filter(|campaign| !campaign.is_empty()).count();
        Self { cumulated: all, campaigns }
    }

    /// Number of campaigns.
    pub fn campaigns(&self) -> usize {
        self.campaigns
    }

    /// Number of pairs.
    pub fn pairs(&self) -> usize {
        self.cumulated.len()
    }

    /// The smallest deviation that this share of the weight does not exceed: the inverse of the step function. `None` without
    /// pairs.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = share * self.campaigns as f64 - ROUNDING;
        let reached = self.cumulated.iter().find(|(_, sum)| *sum >= wanted);
        reached.or(self.cumulated.last()).map(|(deviation, _)| *deviation)
    }
}

/// A campaign against the range of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its near pairs.
    pub pairs: usize,
    /// Those whose deviations lie between the quantiles of the near pairs of the others.
    pub inside: usize,
}

impl LeftOut {
    /// Share of the pairs.
    pub fn share(self) -> f64 {
        self.inside as f64 / self.pairs as f64
    }

    /// Of all campaigns together, each pair alike.
    pub fn together(campaigns: &[Self]) -> Self {
        let pairs = campaigns.iter().map(|campaign| campaign.pairs).sum();
        Self { pairs, inside: campaigns.iter().map(|campaign| campaign.inside).sum() }
    }
}

/// Each campaign left out in turn: how many of its near pairs lie between the two quantiles of the others.
pub fn left_out(near: &[Vec<EarlierPair>], lower: f64, upper: f64) -> Vec<LeftOut> {
    (0..near.len()).map(|index| one_left_out(near.to_vec(), index, lower, upper)).collect()
}

fn one_left_out(
    mut others: Vec<Vec<EarlierPair>>,
    index: usize,
    lower: f64,
    upper: f64,
) -> LeftOut {
    let pairs = others.remove(index);
    let others = Deviations::new(&others);
    let Some((low, high)) = others.quantile(lower).zip(others.quantile(upper)) else {
        return LeftOut { pairs: pairs.len(), inside: 0 };
    };
    let inside = pairs.iter().filter(|pair| low <= pair.deviation && pair.deviation <= high);
    LeftOut { pairs: pairs.len(), inside: inside.count() }
}

/// A difference on a test set, and how it is tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedTest {
    /// The difference, of either sign.
    pub difference: f64,
    /// Words of the reference.
    pub words: f64,
    /// Probability of calling equal systems different, two-sided; for one of many pairs divided by their number.
    pub alpha: f64,
    /// Wanted probability that the test finds the difference.
    pub power: f64,
}

/// What a difference is worth at a deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Standard error of the difference.
    pub standard_error: f64,
    /// Two-sided p-value of the difference, if it is observed.
    pub p_value: f64,
    /// Probability that a true difference of this size is significant.
    pub significant: f64,
    /// Probability that an observed difference of this size has the other sign on other texts of the same size, whatever
    /// the true one (a flat prior).
    pub turns_round: f64,
    /// Words of a test set on which a true difference of this size is significant with the wanted probability.
    pub required_words: f64,
}

impl PlannedTest {
    /// What the difference is worth where pairs vary by `deviation` per root word. `None` for levels that are not between 0
    /// and 1.
    pub fn outlook(&self, deviation: f64) -> Option<Outlook> {
        let Self { words, alpha, power, .. } = *self;
        let difference = self.difference.abs();
        // Normal, not Student's t: the deviation comes from other campaigns, not from this test set.
        let limit = normal_quantile(1.0 - alpha / 2.0)?;
        let standard_error = deviation / words.sqrt();
        let z = difference / standard_error;
        let needed = (limit + normal_quantile(power)?) * deviation / difference;
        Some(Outlook {
            standard_error,
            p_value: 2.0 * normal_cdf(-z),
            significant: normal_cdf(z - limit) + normal_cdf(-z - limit),
            // Both test sets have an error, so that their difference has sqrt(2) of one.
            turns_round: normal_cdf(-z / std::f64::consts::SQRT_2),
            required_words: needed * needed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign(pairs: &[(f64, f64)]) -> Vec<EarlierPair> {
        pairs.iter().map(|&(difference, deviation)| EarlierPair { difference, deviation }).collect()
    }

    fn of_deviations(deviations: &[f64]) -> Vec<EarlierPair> {
        let pairs: Vec<(f64, f64)> = deviations.iter().map(|&deviation| (0.1, deviation)).collect();
        campaign(&pairs)
    }

    /// By numpy 2.4.6 and SciPy 1.17.1: `s / sqrt(44000)`, `2 * norm.sf(z)`, `norm.cdf(z - z_a) + norm.cdf(-z - z_a)`,
    /// `norm.cdf(-z / sqrt(2))`, `((z_a + z_p) * s / d)**2 / 22`.
    #[test]
    fn two_campaigns_say_this() {
        let campaigns = [of_deviations(&[60.0, 72.0, 90.0]), of_deviations(&[84.0, 120.0])];
        let deviations = Deviations::new(&campaigns);
        let quantiles = [0.1, 0.5, 0.9].map(|share| deviations.quantile(share).unwrap());
        assert_eq!(quantiles.map(f64::to_bits), [60.0_f64, 84.0, 120.0].map(f64::to_bits));
        assert_eq!((deviations.campaigns(), deviations.pairs()), (2, 5));
        let test = PlannedTest { difference: 0.4, words: 44_000.0, alpha: 0.05, power: 0.8 };
        let expected = [
            [0.286_038_777, 0.161_989_442, 0.287_602_592, 0.161_374_027, 8_027.263],
            [0.400_454_287, 0.317_859_817, 0.169_795_393, 0.239_999_361, 15_733.436],
            [0.572_077_554, 0.484_423_365, 0.107_614_682, 0.310_507_185, 32_109.053],
        ];
        for (deviation, expected) in quantiles.into_iter().zip(expected) {
            let outlook = test.outlook(deviation).unwrap();
            let values =
                [outlook.standard_error, outlook.p_value, outlook.significant, outlook.turns_round];
            for (value, expected) in values.into_iter().zip(expected) {
                assert!((value - expected).abs() < 1e-9, "{value} {expected}");
            }
            assert!((outlook.required_words / 22.0 - expected[4]).abs() < 1e-3, "{outlook:?}");
            // The sign says nothing.
            assert_eq!(PlannedTest { difference: -0.4, ..test }.outlook(deviation), Some(outlook));
        }
    }

    #[test]
    fn near_pairs_are_within_the_median_or_twice_the_difference() {
        let pairs: Vec<(f64, f64)> = (1..=12).map(|d| (f64::from(d), 1.0)).collect();
        // The median is 6.5.
        for (difference, count) in [(0.0, 6), (3.25, 6), (4.0, 8), (-4.5, 9), (9.0, 12)] {
            assert_eq!(near_pairs(&campaign(&pairs), difference).len(), count, "{difference}");
        }
        let near = near_pairs(&campaign(&pairs[..7]), 0.5);
        assert_eq!(near, campaign(&pairs[..5]));
        assert_eq!(near_pairs(&campaign(&pairs[..3]), 0.5).len(), 3);
        assert!(near_pairs(&[], 0.5).is_empty());
    }

    #[test]
    fn campaigns_weigh_alike() {
        let many: Vec<f64> = (1..=90).map(f64::from).collect();
        let deviations = Deviations::new(&[of_deviations(&many), of_deviations(&[1000.0])]);
        assert_eq!(deviations.quantile(0.5), Some(90.0));
        assert_eq!(deviations.quantile(0.51), Some(1000.0));
        assert_eq!(deviations.quantile(1.0), Some(1000.0));
        let empty = Deviations::new(&[Vec::new(), of_deviations(&[3.0])]);
        assert_eq!((empty.campaigns(), empty.quantile(0.1)), (1, Some(3.0)));
        assert_eq!(Deviations::new(&[]).quantile(0.5), None);
    }

    #[test]
    fn a_campaign_is_compared_with_the_others() {
        let near = [
            of_deviations(&[1.0, 2.0, 3.0]),
            of_deviations(&[2.0, 2.5]),
            of_deviations(&[1.5, 9.0, 2.2, 2.3]),
        ];
        let shares = left_out(&near, 0.1, 0.9);
        // Ranges of the others: 1.5 to 9, 1 to 9, 1 to 3.
        let expected = [(3, 2), (2, 2), (4, 3)];
        assert_eq!(shares, expected.map(|(pairs, inside)| LeftOut { pairs, inside }));
        assert_eq!(LeftOut::together(&shares), LeftOut { pairs: 9, inside: 7 });
        assert_eq!(left_out(&near[..1], 0.1, 0.9), [LeftOut { pairs: 3, inside: 0 }]);
    }
}
