//! Picks from strata, each by itself: how many from each, and with which probabilities.
//!
//! Strata are lists of the units of each. A single one holds all units, and is as none.

use super::probabilities::{expected_cost, probabilities};

/// Fewest picks of a stratum, unless it has fewer units.
const FEWEST_OF_STRATUM: usize = 2;

/// Fewest picks of all strata.
pub fn fewest_picks(strata: &[Vec<usize>]) -> usize {
    match strata {
        [_] => 1,
        several => several.iter().map(|units| units.len().min(FEWEST_OF_STRATUM)).sum(),
    }
}

/// Picks of each stratum: `count` in proportion to the sums of `sizes`, by largest remainders, at least two of each and at
/// most all of its units.
///
/// # Panics
///
/// If there are fewer than [`fewest_picks`], or more than units.
pub fn allotment(sizes: &[f64], strata: &[Vec<usize>], count: usize) -> Vec<usize> {
    if let [_] = strata {
        return vec![count];
    }
    let all: usize = strata.iter().map(Vec::len).sum();
    assert!((fewest_picks(strata)..=all).contains(&count), "{count} picks of {all} units");
    let shares = bounded_shares(sizes, strata, count);
    let mut counts: Vec<usize> = shares.iter().map(|share| whole(*share)).collect();
    let mut by_remainder: Vec<usize> = (0..strata.len()).collect();
    let remainders: Vec<f64> = shares.iter().map(|share| share - share.floor()).collect();
    // A stable sort: of equal remainders the first stratum gets the pick.
    by_remainder.sort_by(|one, other| remainders[*other].total_cmp(&remainders[*one]));
    let left = count - counts.iter().sum::<usize>();
    for stratum in by_remainder.into_iter().take(left) {
        counts[stratum] += 1;
    }
    counts
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of picks")]
fn whole(share: f64) -> usize {
    share.floor() as usize
}

/// Shares of `count` in proportion to the sums of `sizes`, none below its least or above its most: those beyond either are
/// set to it, on the side that is further off in sum, and the others share what is left.
fn bounded_shares(sizes: &[f64], strata: &[Vec<usize>], count: usize) -> Vec<f64> {
    let totals: Vec<f64> =
        strata.iter().map(|units| units.iter().map(|unit| sizes[*unit]).sum()).collect();
    let bounds: Vec<(f64, f64)> = strata
        .iter()
        .map(|units| (units.len().min(FEWEST_OF_STRATUM) as f64, units.len() as f64))
        .collect();
    let mut set: Vec<Option<f64>> = vec![None; strata.len()];
    loop {
        let free = totals.iter().zip(&set).filter(|(_, set)| set.is_none());
        let total: f64 = free.map(|(total, _)| total).sum();
        let left = count as f64 - set.iter().flatten().sum::<f64>();
        let shares: Vec<f64> = totals
            .iter()
            .zip(&set)
            .map(|(size, set)| set.unwrap_or_else(|| left * size / total))
            .collect();
        let lacking: Vec<f64> = shares
            .iter()
            .zip(&bounds)
            .map(|(share, (least, most))| share.clamp(*least, *most) - share)
            .collect();
        let is_lack = lacking.iter().sum::<f64>() >= 0.0;
        let mut is_within = true;
        for (stratum, lacking) in lacking.iter().enumerate() {
            let is_on_side = if is_lack { *lacking > 0.0 } else { *lacking < 0.0 };
            if set[stratum].is_none() && is_on_side {
                let (least, most) = bounds[stratum];
                set[stratum] = Some(if is_lack { least } else { most });
                is_within = false;
            }
        }
        if is_within {
            return shares;
        }
    }
}

/// Probabilities of all units, where `count` are picked from strata, of each those of [`allotment`].
pub fn probabilities_by_stratum(sizes: &[f64], strata: &[Vec<usize>], count: usize) -> Vec<f64> {
    let mut all = vec![0.0; sizes.len()];
    for (units, count) in strata.iter().zip(allotment(sizes, strata, count)) {
        let here: Vec<f64> = units.iter().map(|unit| sizes[*unit]).collect();
        for (unit, probability) in units.iter().zip(probabilities(&here, count as f64)) {
            all[*unit] = probability;
        }
    }
    all
}

/// As many picks as `budget` pays on average, so that one more would cost more than it; 0 where not even the fewest are
/// within it.
pub fn count_within(sizes: &[f64], costs: &[f64], strata: &[Vec<usize>], budget: f64) -> usize {
    // One less than the fewest stands for a budget that does not pay even these.
    let (mut fits, mut beyond) = (fewest_picks(strata) - 1, sizes.len() + 1);
    let fewest = fits;
    while beyond - fits > 1 {
        let count = usize::midpoint(fits, beyond);
        let probabilities = probabilities_by_stratum(sizes, strata, count);
        if expected_cost(&probabilities, costs) <= budget {
            fits = count;
        } else {
            beyond = count;
        }
    }
    if fits > fewest { fits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::picks::sizes;

    /// Strata of as many units as these, one after the other.
    fn strata(lengths: &[usize]) -> Vec<Vec<usize>> {
        let mut start = 0;
        let mut strata = Vec::new();
        for length in lengths {
            strata.push((start..start + length).collect());
            start += length;
        }
        strata
    }

    /// By hand: shares of 20 are 11, 6 and 3; of 21 they are 11.55, 6.3 and 3.15; of 19 10.45, 5.7 and 2.85.
    #[test]
    fn counts_are_in_proportion() {
        let sizes = [vec![1.1; 20], vec![1.2; 10], vec![0.6; 10]].concat();
        let strata = strata(&[20, 10, 10]);
        assert_eq!(allotment(&sizes, &strata, 20), [11, 6, 3]);
        assert_eq!(allotment(&sizes, &strata, 21), [12, 6, 3]);
        assert_eq!(allotment(&sizes, &strata, 19), [10, 6, 3]);
    }

    /// By hand: two of a stratum of little, all of a stratum of few units, and the others share the rest.
    #[test]
    fn at_least_two_and_at_most_all() {
        let sizes =
            [vec![9.0; 3], vec![1.0; 20], vec![1.0; 10], vec![0.01; 10], vec![5.0]].concat();
        let strata = strata(&[3, 20, 10, 10, 1]);
        // 27 + 20 + 10 + .1 + 5: three, one and two are set, and 20 and 10 share the other nine.
        assert_eq!(allotment(&sizes, &strata, 15), [3, 6, 3, 2, 1]);
        assert_eq!(fewest_picks(&strata), 9);
        assert_eq!(allotment(&sizes, &strata, 9), [2, 2, 2, 2, 1]);
        assert_eq!(allotment(&sizes, &strata, 44), [3, 20, 10, 10, 1]);
        for count in 9..=44 {
            let counts = allotment(&sizes, &strata, count);
            assert_eq!(counts.iter().sum::<usize>(), count);
            for (count, units) in counts.iter().zip(&strata) {
                assert!((units.len().min(2)..=units.len()).contains(count), "{counts:?}");
            }
            let shares = probabilities_by_stratum(&sizes, &strata, count);
            for (count, units) in counts.iter().zip(&strata) {
                let sum: f64 = units.iter().map(|unit| shares[*unit]).sum();
                assert!((sum - *count as f64).abs() < 1e-9, "{counts:?}");
            }
        }
    }

    /// Within the budget, and one more is not; of a single stratum as without strata.
    #[test]
    fn a_budget_over_strata() {
        let spreads: Vec<f64> = (0..40_u32).map(|unit| 1.0 + f64::from(unit % 7)).collect();
        let costs: Vec<f64> = (0..40_u32).map(|unit| 1.0 + f64::from(unit % 5)).collect();
        let sizes = sizes(&spreads, &costs, 0.5);
        let strata = strata(&[25, 10, 5]);
        for budget in [18.0, 30.0, 77.0, 119.0] {
            let count = count_within(&sizes, &costs, &strata, budget);
            let [within, beyond] = [count, count + 1].map(|count| {
                expected_cost(&probabilities_by_stratum(&sizes, &strata, count), &costs)
            });
            assert!(within <= budget && beyond > budget, "{count} of {budget}");
        }
        assert_eq!(count_within(&sizes, &costs, &strata, 120.0), 40);
        assert_eq!(count_within(&sizes, &costs, &strata, 5.0), 0);
        let all = vec![(0..40).collect::<Vec<usize>>()];
        let whole = probabilities_by_stratum(&sizes, &all, 13);
        assert_eq!(whole, probabilities(&sizes, 13.0));
    }
}
