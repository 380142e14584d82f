//! Agreement of judges.
//!
//! Two forms of data. *Pairs*: two fixed judges who both rated the same segments. *Ratings*: for
//! each segment the ratings it got, from whichever judges, any number of them; NaN, like anything
//! that is not finite, stands for a missing rating. Kappa of Cohen needs the first; all others take
//! the second, where judges may change from segment to segment and some segments lack ratings.
//!
//! Where all ratings are equal, chance-corrected agreement is undefined
//! ([`NoVariation`]) and not 1: the data do not show whether judges could tell segments
//! apart.

use super::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits},
};

/// Share of pairs of ratings of one segment that differ by at most `distance`; 0 gives exact
/// agreement.
///
/// All pairs of ratings of a segment count, and each pair alike: a segment with m ratings has
/// `m (m - 1) / 2` of them. With two ratings per segment these are the measures of Hamon et al.
/// 2007. O(sum m^2).
///
/// # Errors
///
/// [`TooFewUnits`] where no segment has two ratings.
pub fn within(ratings: &[Vec<f64>], distance: f64) -> Estimate<f64> {
    let (mut close, mut pairs) = (0_u64, 0_u64);
    for segment in present(ratings) {
        for (index, a) in segment.iter().enumerate() {
            for b in &segment[index + 1..] {
                pairs += 1;
                close += u64::from((a - b).abs() <= distance);
            }
        }
    }
    if pairs == 0 { Err(TooFewUnits) } else { Ok(close as f64 / pairs as f64) }
}

/// Correlation of the differences between judges by one criterion with those by another: whether who likes an
/// output better than another judge by the first likes it better by the second too (a halo).
///
/// `ratings` has for each output what each judge gave by both criteria. All pairs of judges of an output count; which of a pair is
/// first does not matter. There is no mean to take away, since either order of a pair is as good.
///
/// # Errors
///
/// [`TooFewUnits`] where no output has two such judges, [`NoVariation`] where judges agree throughout by a criterion.
pub fn halo(ratings: &[Vec<(f64, f64)>]) -> Estimate<f64> {
    let (mut product, mut first, mut second, mut pairs) = (0.0, 0.0, 0.0, 0_u64);
    for output in ratings {
        for (index, judge) in output.iter().enumerate() {
            for other in &output[index + 1..] {
                let difference = (judge.0 - other.0, judge.1 - other.1);
                product += difference.0 * difference.1;
                first += difference.0 * difference.0;
                second += difference.1 * difference.1;
                pairs += 1;
            }
        }
    }
    match pairs {
        0 => Err(TooFewUnits),
        _ if first == 0.0 || second == 0.0 => Err(NoVariation),
        _ => Ok(product / (first * second).sqrt()),
    }
}

/// How much two ratings disagree, in kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// 1 unless they are equal: Cohen 1960.
    Nominal,
    /// |a - b|: Cohen 1968.
    Linear,
    /// (a - b)^2: Cohen 1968.
    Quadratic,
}

impl Weights {
    fn distance(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Nominal => f64::from(u8::from(different(a, b))),
            Self::Linear => (a - b).abs(),
            Self::Quadratic => (a - b) * (a - b),
        }
    }
}

/// Cohen's kappa of two fixed judges, `1 - observed / expected` disagreement; the expected one is
/// that of independent judges with their own marginals.
///
/// Weights are distances of the ratings themselves; for a scale of whole numbers that is the
/// distance of categories, whether or not all of them occur. Pairs with a missing rating are left
/// out. O(n log n + c^2) for c different ratings.
///
/// # Errors
///
/// [`TooFewUnits`] without pairs, [`NoVariation`] where both
/// judges give one and the same rating throughout.
pub fn cohen(pairs: &[(f64, f64)], weights: Weights) -> Estimate<f64> {
    let pairs: Vec<(f64, f64)> =
        pairs.iter().filter(|(a, b)| a.is_finite() && b.is_finite()).copied().collect();
    if pairs.is_empty() {
        return Err(TooFewUnits);
    }
    let observed: f64 = pairs.iter().map(|(a, b)| weights.distance(*a, *b)).sum();
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (first, second) = (totals(&first), totals(&second));
    let mut expected = 0.0;
    for (a, count_a) in &first {
        let distances =
            second.iter().map(|(b, count_b)| count_a * count_b * weights.distance(*a, *b));
        expected += distances.sum::<f64>();
    }
    if expected <= 0.0 {
        return Err(NoVariation);
    }
    // Observed pairs are n, expected ones n^2: one n cancels.
    Ok(1.0 - observed * pairs.len() as f64 / expected)
}

/// Kappa of Fleiss (1971), for two ratings per segment pi of Scott (1955): chance agreement from
/// the pooled shares of categories.
///
/// Where segments differ in their number of ratings, the generalization of Gwet (2014, *Handbook of
/// inter-rater reliability*, chapter 2): observed agreement is the mean, over segments with at
/// least two ratings, of the share of agreeing pairs; the share of a category is the mean over all
/// rated segments of its share there. Nominal. O(N log N) for N ratings.
///
/// # Errors
///
/// [`TooFewUnits`] where no segment has two ratings,
/// [`NoVariation`] where all ratings are equal.
pub fn fleiss(ratings: &[Vec<f64>]) -> Estimate<f64> {
    let segments: Vec<Vec<f64>> =
        present(ratings).into_iter().filter(|segment| !segment.is_empty()).collect();
    let categories = totals(&segments.concat());
    let mut shares = vec![0.0; categories.len()];
    let (mut agreement, mut paired) = (0.0, 0_u64);
    for segment in &segments {
        let size = segment.len() as f64;
        let mut agreeing = 0.0;
        for (rating, count) in totals(segment) {
            let category =
                categories.partition_point(|(other, _)| other.total_cmp(&rating).is_lt());
            shares[category] += count / size;
            agreeing += count * (count - 1.0);
        }
        if segment.len() > 1 {
            agreement += agreeing / (size * (size - 1.0));
            paired += 1;
        }
    }
    if paired == 0 {
        return Err(TooFewUnits);
    }
    if categories.len() < 2 {
        return Err(NoVariation);
    }
    let observed = agreement / paired as f64;
    let n = segments.len() as f64;
    let expected: f64 = shares.iter().map(|share| (share / n) * (share / n)).sum();
    Ok((observed - expected) / (1.0 - expected))
}

/// What differences of ratings mean, in alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Ratings are names: 1 unless they are equal.
    Nominal,
    /// Ratings are ordered: the square of the number of ratings between two, the two counted half.
    Ordinal,
    /// Ratings are numbers: (a - b)^2.
    Interval,
}

/// Krippendorff's alpha (2011, "Computing Krippendorff's alpha-reliability"): `1 - observed /
/// expected` disagreement, from the coincidence matrix.
///
/// A segment with m >= 2 ratings adds every ordered pair of them with weight 1/(m - 1); other
/// segments are ignored. Expected disagreement pairs all these ratings without replacement. Judges
/// may differ from segment to segment, which makes it the measure for campaigns with many judges.
/// O(sum m^2 + c^2) for c different ratings.
///
/// # Errors
///
/// [`TooFewUnits`] where no segment has two ratings,
/// [`NoVariation`] where all ratings are equal.
pub fn krippendorff(ratings: &[Vec<f64>], scale: Scale) -> Estimate<f64> {
    let segments: Vec<Vec<f64>> =
        present(ratings).into_iter().filter(|segment| segment.len() > 1).collect();
    if segments.is_empty() {
        return Err(TooFewUnits);
    }
    let categories = totals(&segments.concat());
    // Ratings up to a category, itself counted half.
    let mut below = 0.0;
    let mut middles = Vec::with_capacity(categories.len());
    for (_, count) in &categories {
        middles.push(below + 0.5 * count);
        below += count;
    }
    let distance = |i: usize, j: usize| {
        let difference = match scale {
            Scale::Nominal => f64::from(u8::from(i != j)),
            Scale::Ordinal => middles[i] - middles[j],
            Scale::Interval => categories[i].0 - categories[j].0,
        };
        difference * difference
    };
    let mut observed = 0.0;
    for segment in &segments {
        let places: Vec<usize> = segment
            .iter()
            .map(|rating| categories.partition_point(|(c, _)| c.total_cmp(rating).is_lt()))
            .collect();
        let pairs = places.iter().flat_map(|i| places.iter().map(|j| distance(*i, *j)));
        observed += pairs.sum::<f64>() / (segment.len() - 1) as f64;
    }
    let mut expected = 0.0;
    for (i, (_, count_i)) in categories.iter().enumerate() {
        let others = categories.iter().enumerate();
        expected += others.map(|(j, (_, count_j))| count_i * count_j * distance(i, j)).sum::<f64>();
    }
    if expected <= 0.0 {
        return Err(NoVariation);
    }
    // Observed pairs are over n ratings, expected ones over n (n - 1): one n cancels.
    Ok(1.0 - observed * (below - 1.0) / expected)
}

/// Ratings without missing ones; -0 becomes 0, so that equal ratings have equal bits.
fn present(ratings: &[Vec<f64>]) -> Vec<Vec<f64>> {
    ratings
        .iter()
        .map(|segment| segment.iter().filter(|r| r.is_finite()).map(|r| r + 0.0).collect())
        .collect()
}

fn different(a: f64, b: f64) -> bool {
    !(a + 0.0).total_cmp(&(b + 0.0)).is_eq()
}

/// Different values in ascending order, with their numbers.
fn totals(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let groups = sorted.chunk_by(|a, b| a.total_cmp(b).is_eq());
    groups.map(|group| (group[0], group.len() as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_cases() {
        let single = [vec![3.0], vec![], vec![f64::NAN, 2.0]];
        let equal = [vec![3.0, 3.0], vec![3.0, 3.0, 3.0]];
        assert_eq!(within(&single, 0.0), Err(TooFewUnits));
        assert_eq!(within(&equal, 0.0), Ok(1.0));
        assert_eq!(fleiss(&single), Err(TooFewUnits));
        assert_eq!(fleiss(&equal), Err(NoVariation));
        assert_eq!(fleiss(&[]), Err(TooFewUnits));
        for scale in [Scale::Nominal, Scale::Ordinal, Scale::Interval] {
            assert_eq!(krippendorff(&single, scale), Err(TooFewUnits));
            assert_eq!(krippendorff(&equal, scale), Err(NoVariation));
        }
        for weights in [Weights::Nominal, Weights::Linear, Weights::Quadratic] {
            assert_eq!(cohen(&[(f64::NAN, 1.0)], weights), Err(TooFewUnits));
            assert_eq!(cohen(&[(2.0, 2.0), (2.0, 2.0)], weights), Err(NoVariation));
        }
    }

    #[test]
    fn negative_zero_is_zero() {
        assert_eq!(cohen(&[(0.0, -0.0), (1.0, 1.0)], Weights::Nominal), Ok(1.0));
        assert_eq!(krippendorff(&[vec![0.0, -0.0], vec![1.0, 1.0]], Scale::Nominal), Ok(1.0));
        assert_eq!(fleiss(&[vec![0.0, -0.0], vec![1.0, 1.0]]), Ok(1.0));
    }

    /// Five outputs with two judges each, by fluency and adequacy.
    #[test]
    fn halo_correlates_differences() {
        let ratings = [
            vec![(3.0, 4.0), (4.0, 4.0)],
            vec![(2.0, 2.0), (2.0, 3.0)],
            vec![(5.0, 5.0), (3.0, 4.0)],
            vec![(4.0, 5.0), (4.0, 4.0)],
            vec![(1.0, 2.0), (3.0, 3.0)],
        ];
        assert!((halo(&ratings).unwrap() - 2.0 / 3.0).abs() < 1e-12);
        let turned: Vec<Vec<(f64, f64)>> =
            ratings.iter().map(|output| output.iter().rev().copied().collect()).collect();
        assert_eq!(halo(&turned), halo(&ratings));
        assert_eq!(halo(&[vec![(1.0, 2.0)]]), Err(TooFewUnits));
        assert_eq!(halo(&ratings[1..2]), Err(NoVariation), "equal by fluency");
    }

    /// Every pair counts alike, not every segment.
    #[test]
    fn agreement_counts_pairs() {
        let ratings = [vec![1.0, 1.0], vec![1.0, 2.0, 4.0]];
        assert_eq!(within(&ratings, 0.0), Ok(0.25));
        assert_eq!(within(&ratings, 1.0), Ok(0.5));
        assert_eq!(within(&ratings, 2.0), Ok(0.75));
    }
}
