//! How often people agree with a difference of a metric: a logistic curve through one half, and the shares themselves
//! made ascending.
//!
//! A pair of systems has a difference x of the metric, without its sign, and y: 1 where people order the two as the metric
//! does, 0 where the other way round, 1/2 where the metric ties. `P(x) = 1/(1 + exp(-b x))` is one half at no difference, and
//! its one parameter is known from few pairs. Half an agreeing and half a disagreeing pair are added at the median x,
//! so that b is finite where all agree.

use super::moments::SampleMoments;
use super::reason::{Estimate, Reason};
use super::special::student_t_quantile;

/// Fewest systems: ten pairs.
pub const FEWEST_SYSTEMS: usize = 5;

/// Steps of Newton's method that suffice by far.
const MOST_STEPS: usize = 200;

/// A pair of systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgreeingPair {
    /// Difference of the metric, 0 or more.
    pub difference: f64,
    /// Whether people agree: 1, 0, or 1/2.
    pub agrees: f64,
}

/// All pairs of systems by a metric and by people; those that people tie are left out. `keep` says which pairs count.
pub fn agreeing_pairs(
    metric: &[f64],
    people: &[f64],
    keep: impl Fn(usize, usize) -> bool,
) -> Vec<AgreeingPair> {
    let mut pairs = Vec::new();
    for first in 0..metric.len() {
        for second in first + 1..metric.len() {
            let (by_metric, by_people) =
                (metric[first] - metric[second], people[first] - people[second]);
            if by_people == 0.0 || !keep(first, second) {
                continue;
            }
            let agrees = match by_metric * by_people {
                product if product > 0.0 => 1.0,
                product if product < 0.0 => 0.0,
                _ => 0.5,
            };
            pairs.push(AgreeingPair { difference: by_metric.abs(), agrees });
        }
    }
    pairs
}

/// The slope b of the curve over the pairs of one corpus or several, per unit of the metric; 0 where people agree in no more
/// than half of the pairs, weighted by their differences. Half an agreeing and half a disagreeing pair are added to each
/// corpus at its own median difference, so that as many copies of a corpus have its slope.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] without a pair, [`Reason::NoVariation`] where the median difference is 0.
fn slope(corpora: &[&[AgreeingPair]]) -> Estimate<f64> {
    let unit = median(&corpora.concat())?;
    if unit <= 0.0 {
        return Err(Reason::NoVariation);
    }
    let mut all: Vec<(f64, f64, f64)> = Vec::new();
    for pairs in corpora.iter().filter(|pairs| !pairs.is_empty()) {
        all.extend(pairs.iter().map(|pair| (pair.difference / unit, pair.agrees, 1.0)));
        all.push((median(pairs)? / unit, 0.5, 1.0));
    }
    Ok(root(&all) / unit)
}

/// Root of sum w (y - P(x)) x, which falls in b; 0 if it is not positive there.
fn root(pairs: &[(f64, f64, f64)]) -> f64 {
    if gradient(pairs, 0.0).0 <= 0.0 {
        return 0.0;
    }
    // The function is convex to the right of its root, so that steps from the left stay on the left once they are
    // bounded.
    let (mut low, mut high) = (0.0, 1.0);
    // Differences are in units of their median: beyond 10^6 the curve is a step.
    while gradient(pairs, high).0 > 0.0 && high < 1e6 {
        (low, high) = (high, 2.0 * high);
    }
    let mut b = f64::midpoint(low, high);
    for _ in 0..MOST_STEPS {
        let (sum, fall) = gradient(pairs, b);
        if sum > 0.0 {
            low = b;
        } else {
            high = b;
        }
        let step = b + sum / fall;
        let next = if step > low && step < high { step } else { f64::midpoint(low, high) };
        if (next - b).abs() <= 1e-15 * b.abs() {
            return next;
        }
        b = next;
    }
    b
}

/// The sum at b, and how fast it falls.
fn gradient(pairs: &[(f64, f64, f64)], b: f64) -> (f64, f64) {
    pairs.iter().fold((0.0, 0.0), |(sum, fall), (x, y, weight)| {
        let p = 1.0 / (1.0 + libm::exp(-b * x));
        (sum + weight * (y - p) * x, fall + weight * p * (1.0 - p) * x * x)
    })
}

fn median(pairs: &[AgreeingPair]) -> Estimate<f64> {
    let mut sizes: Vec<f64> = pairs.iter().map(|pair| pair.difference).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = sizes.len() / 2;
    match sizes.len() {
        0 => Err(Reason::TooFewUnits),
        count if count % 2 == 1 => Ok(sizes[middle]),
        _ => Ok(f64::midpoint(sizes[middle - 1], sizes[middle])),
    }
}

/// Probability that people agree with a difference.
pub fn probability(slope: f64, difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-slope * difference))
}

/// The difference with which people agree in three of four pairs.
pub fn difference_of_three_quarters(slope: f64) -> Option<f64> {
    (slope > 0.0).then(|| libm::log(3.0) / slope)
}

/// The systems of a corpus: their scores by a metric and by people.
#[derive(Clone, Copy, Debug)]
pub struct CorpusScores<'a> {
    /// By the metric.
    pub metric: &'a [f64],
    /// By people.
    pub people: &'a [f64],
    /// Pairs that do not count.
    pub left_out: &'a [(usize, usize)],
}

impl CorpusScores<'_> {
    /// The pairs that count, without one of the systems.
    fn pairs(&self, without: Option<usize>) -> Vec<AgreeingPair> {
        agreeing_pairs(self.metric, self.people, |first, second| {
            without != Some(first)
                && without != Some(second)
                && !self.left_out.contains(&(first, second))
                && !self.left_out.contains(&(second, first))
        })
    }
}

/// The pairs of all corpora, each within its corpus.
pub fn pairs_within(corpora: &[CorpusScores<'_>]) -> Vec<AgreeingPair> {
    corpora.iter().flat_map(|corpus| corpus.pairs(None)).collect()
}

/// A slope with its interval over systems.
#[derive(Clone, Debug, PartialEq)]
pub struct SlopeEstimate {
    /// Per unit of the metric.
    pub slope: f64,
    /// By leaving out each system, with all its pairs, in turn.
    pub standard_error: f64,
    /// Student's, with as many degrees of freedom as systems less corpora, cut at 0.
    pub ends: (f64, f64),
}

/// The slope for other systems like these on these corpora, from the pairs within each. Pairs of 12 systems are 66, and say no
/// more than 12 systems do, so that systems are left out, not pairs: `se^2 = sum over corpora (S - 1)/S sum (b_(s) - mean)^2`,
/// with the mean over the S systems of the corpus. O(corpora x systems^3).
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below [`FEWEST_SYSTEMS`] systems in all; those of `slope`, also without a system.
///
/// # Panics
///
/// If `level` is not in (0, 1).
pub fn slope_over_systems(corpora: &[CorpusScores<'_>], level: f64) -> Estimate<SlopeEstimate> {
    let systems: usize = corpora.iter().map(|corpus| corpus.metric.len()).sum();
    if systems < FEWEST_SYSTEMS {
        return Err(Reason::TooFewUnits);
    }
    let all: Vec<Vec<AgreeingPair>> = corpora.iter().map(|corpus| corpus.pairs(None)).collect();
    let all: Vec<&[AgreeingPair]> = all.iter().map(Vec::as_slice).collect();
    let estimate = slope(&all)?;
    let mut variance = 0.0;
    for (place, corpus) in corpora.iter().enumerate() {
        let without: Vec<Vec<AgreeingPair>> =
            (0..corpus.metric.len()).map(|out| corpus.pairs(Some(out))).collect();
        let slopes = without.iter().map(|pairs| {
            let mut others = all.clone();
            others[place] = pairs;
            slope(&others)
        });
        let slopes = slopes.collect::<Estimate<Vec<f64>>>()?;
        let Some(moments) = SampleMoments::of(slopes.into_iter()) else { continue };
        let count = moments.count as f64;
        variance += (count - 1.0) / count * moments.squares;
    }
    let standard_error = variance.sqrt();
    let degrees_of_freedom = (systems - corpora.len()) as f64;
    let quantile = student_t_quantile(f64::midpoint(1.0, level), degrees_of_freedom)
        .expect("a level in (0, 1) has a quantile");
    let half = quantile * standard_error;
    let ends = ((estimate - half).max(0.0), estimate + half);
    Ok(SlopeEstimate { slope: estimate, standard_error, ends })
}

/// Shares of agreement made ascending with the difference, by pooling neighbours (Ayer et al. 1955): distinct differences
/// with their shares.
pub fn ascending_shares(pairs: &[AgreeingPair]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<AgreeingPair> = pairs.to_vec();
    sorted.sort_by(|a, b| a.difference.total_cmp(&b.difference));
    // Distinct differences of each block, the sum of agreement and the number of pairs.
    let mut blocks: Vec<(Vec<f64>, f64, f64)> = Vec::new();
    for equal in sorted.chunk_by(|a, b| a.difference.total_cmp(&b.difference).is_eq()) {
        let sum: f64 = equal.iter().map(|pair| pair.agrees).sum();
        let mut block = (vec![equal[0].difference], sum, equal.len() as f64);
        while let Some((differences, sum, count)) =
            // Products of halves and counts are exact, shares are not: equal shares must pool.
            blocks.pop_if(|(_, sum, count)| *sum * block.2 >= block.1 * *count)
        {
            let mut together = differences;
            together.append(&mut block.0);
            block = (together, sum + block.1, count + block.2);
        }
        blocks.push(block);
    }
    let shares = blocks.into_iter().flat_map(|(differences, sum, count)| {
        differences.into_iter().map(move |difference| (difference, sum / count))
    });
    shares.collect()
}

/// The share at a difference by [`ascending_shares`]: that of the largest difference that is not above it.
pub fn share_at(shares: &[(f64, f64)], difference: f64) -> Option<f64> {
    let at = shares.iter().rev().find(|(x, _)| *x <= difference).or_else(|| shares.first());
    at.map(|(_, share)| *share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} {expected}");
    }

    fn ten_pairs() -> Vec<AgreeingPair> {
        let differences = [0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.5, 2.0];
        let agrees = [1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0];
        let pairs = differences.into_iter().zip(agrees);
        pairs.map(|(difference, agrees)| AgreeingPair { difference, agrees }).collect()
    }

    /// With scikit-learn's `IsotonicRegression`, and roots by `scipy.optimize.brentq`.
    #[test]
    fn ten_pairs_have_this_curve() {
        let pairs = ten_pairs();
        let plain: Vec<(f64, f64, f64)> =
            pairs.iter().map(|pair| (pair.difference, pair.agrees, 1.0)).collect();
        let without_added = root(&plain);
        close(without_added, 1.321_553_513);
        close(probability(without_added, 0.5), 0.659_434_854);
        close(probability(without_added, 1.0), 0.789_440_055);
        close(difference_of_three_quarters(without_added).unwrap(), 0.831_303_672);
        let slope = slope(&[&pairs]).unwrap();
        close(slope, 1.226_399_531);
        close(probability(slope, 0.5), 0.648_670_366);
        close(probability(slope, 1.0), 0.773_187_787);
        close(difference_of_three_quarters(slope).unwrap(), 0.895_802_927);
        let shares: Vec<f64> =
            ascending_shares(&pairs).into_iter().map(|(_, share)| share).collect();
        let two_thirds = 2.0 / 3.0;
        let expected = [0.5, 0.5, 0.5, 0.5, two_thirds, two_thirds, two_thirds, 1.0, 1.0, 1.0];
        assert_eq!(shares.len(), expected.len());
        shares.iter().zip(expected).for_each(|(share, expected)| close(*share, expected));
        assert_eq!(share_at(&ascending_shares(&pairs), 0.45), Some(0.5));
    }

    /// The same, each system left out in turn.
    #[test]
    fn five_systems_have_this_interval() {
        let metric = [10.0, 12.0, 13.0, 17.0, 18.0];
        let people = [70.0, 68.0, 75.0, 80.0, 77.0];
        let corpus = CorpusScores { metric: &metric, people: &people, left_out: &[] };
        let estimate = slope_over_systems(&[corpus], 0.95).unwrap();
        close(estimate.slope, 0.429_955_136);
        close(estimate.standard_error, 0.123_754_870);
        close(probability(estimate.slope, 2.0), 0.702_641_907);
        close(probability(estimate.ends.0, 2.0), 0.543_071_252);
        close(probability(estimate.ends.1, 2.0), 0.824_495_569);
    }

    /// Root of the sum by halving, over pairs that are written out.
    /// With a pair at their median that people order either way.
    fn with_median(mut pairs: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let middle = pairs.len() / 2;
        let median = if pairs.len().is_multiple_of(2) {
            f64::midpoint(pairs[middle - 1].0, pairs[middle].0)
        } else {
            pairs[middle].0
        };
        pairs.push((median, 0.5));
        pairs
    }

    fn by_halving(pairs: &[(f64, f64)]) -> f64 {
        let (mut low, mut high) = (0.0, 100.0);
        for _ in 0..200 {
            let b = f64::midpoint(low, high);
            let sum: f64 = pairs
                .iter()
                .map(|(x, agrees)| (agrees - 1.0 / (1.0 + libm::exp(-b * x))) * x)
                .sum();
            if sum > 0.0 { low = b } else { high = b }
        }
        low
    }

    /// Two corpora on scales that differ: each system of each corpus left out, its pairs listed one by one. The quantile with
    /// 9 - 2 degrees of freedom is SciPy's.
    #[test]
    fn two_corpora_have_this_interval() {
        let corpora: [&[(f64, f64)]; 2] = [
            &[(10.0, 70.0), (12.0, 68.0), (13.0, 75.0), (17.0, 80.0), (18.0, 77.0)],
            &[(30.0, 60.0), (34.0, 62.0), (35.0, 61.0), (41.0, 70.0)],
        ];
        let fitted_without = |left_out: (usize, usize)| {
            let pairs = corpora.iter().enumerate().map(|(corpus, systems)| {
                let mut pairs = Vec::new();
                for (one, a) in systems.iter().enumerate() {
                    for (other, b) in systems.iter().enumerate().skip(one + 1) {
                        if ![(corpus, one), (corpus, other)].contains(&left_out) {
                            let agrees = (a.0 < b.0) == (a.1 < b.1);
                            pairs.push(((a.0 - b.0).abs(), f64::from(u8::from(agrees))));
                        }
                    }
                }
                with_median(pairs)
            });
            by_halving(&pairs.collect::<Vec<_>>().concat())
        };
        let expected = fitted_without((usize::MAX, 0));
        let mut variance = 0.0;
        for (corpus, systems) in corpora.iter().enumerate() {
            let count = systems.len() as f64;
            let slopes: Vec<f64> =
                (0..systems.len()).map(|out| fitted_without((corpus, out))).collect();
            let centre = slopes.iter().sum::<f64>() / count;
            let squares: f64 = slopes.iter().map(|slope| (slope - centre) * (slope - centre)).sum();
            variance += (count - 1.0) / count * squares;
        }
        let columns = corpora.map(|systems| {
            let (metric, people): (Vec<f64>, Vec<f64>) = systems.iter().copied().unzip();
            (metric, people)
        });
        let scores = columns.each_ref().map(|(metric, people)| CorpusScores {
            metric,
            people,
            left_out: &[],
        });
        let estimate = slope_over_systems(&scores, 0.95).unwrap();
        close(estimate.slope, expected);
        close(estimate.standard_error, variance.sqrt());
        close(estimate.ends.1, expected + 2.364_624_251_592_785 * variance.sqrt());
        assert_eq!(pairs_within(&scores).len(), 16);
        // What does not count is in no pair, in either order of the two.
        let without = [CorpusScores { left_out: &[(0, 1), (3, 2)], ..scores[0] }, scores[1]];
        assert_eq!(pairs_within(&without).len(), 14);
    }

    /// Copies of a corpus say nothing of other systems: they have its slope.
    #[test]
    fn copies_of_a_corpus_have_its_slope() {
        let (metric, people) = ([10.0, 12.0, 13.0, 17.0, 18.0], [70.0, 68.0, 75.0, 80.0, 77.0]);
        let corpus = CorpusScores { metric: &metric, people: &people, left_out: &[] };
        let single = slope_over_systems(&[corpus], 0.95).unwrap();
        for copies in [2, 3, 16] {
            close(slope_over_systems(&vec![corpus; copies], 0.95).unwrap().slope, single.slope);
        }
    }

    #[test]
    fn no_curve_without_agreement_or_systems() {
        let pairs: Vec<AgreeingPair> = ten_pairs()
            .into_iter()
            .map(|pair| AgreeingPair { agrees: 1.0 - pair.agrees, ..pair })
            .collect();
        assert_eq!(slope(&[&pairs]), Ok(0.0));
        assert_eq!(difference_of_three_quarters(0.0), None);
        assert_eq!(slope(&[&[]]), Err(Reason::TooFewUnits));
        let scores = [1.0, 2.0];
        let two = CorpusScores { metric: &scores, people: &scores, left_out: &[] };
        let few = slope_over_systems(&[two, two], 0.95);
        assert_eq!(few, Err(Reason::TooFewUnits));
        // Where all agree the slope is finite.
        let all = agreeing_pairs(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], |_, _| true);
        assert!(slope(&[&all]).unwrap().is_finite());
        // What people tie is left out, what the metric ties is one half.
        let ties = agreeing_pairs(&[1.0, 1.0, 3.0], &[1.0, 2.0, 2.0], |_, _| true);
        assert_eq!(ties.iter().map(|pair| pair.agrees).collect::<Vec<_>>(), [0.5, 1.0]);
    }
}
