//! Probabilities of picks, and which units are picked with them.

use rand::Rng;

use crate::stats::ordering::permutation;
use crate::stats::random::StreamKey;

/// What units count for: how much a metric varies over systems on each, at least `floor` times the mean of it, over the square
/// root of what a judgment costs.
pub fn sizes(spreads: &[f64], costs: &[f64], floor: f64) -> Vec<f64> {
    let least = floor * spreads.iter().sum::<f64>() / spreads.len() as f64;
    spreads.iter().zip(costs).map(|(spread, cost)| spread.max(least) / cost.sqrt()).collect()
}

/// The probabilities in proportion to `sizes` that add up to `count`. Units that would have 1 or more are certain, and the
/// others share what is left.
pub fn probabilities(sizes: &[f64], count: f64) -> Vec<f64> {
    if count >= sizes.len() as f64 {
        return vec![1.0; sizes.len()];
    }
    let mut is_certain = vec![false; sizes.len()];
    loop {
        let rest = sizes.iter().zip(&is_certain).filter(|(_, is_certain)| !**is_certain);
        let total: f64 = rest.map(|(size, _)| size).sum();
        let left = count - is_certain.iter().filter(|is_certain| **is_certain).count() as f64;
        let mut more = false;
        let now = sizes.iter().zip(&is_certain).map(|(size, is_certain)| {
            let is_now = *is_certain || left * size >= total;
            more |= is_now != *is_certain;
            is_now
        });
        let now: Vec<bool> = now.collect();
        if !more {
            let each = sizes.iter().zip(&is_certain);
            return each
                .map(|(size, is_certain)| if *is_certain { 1.0 } else { left * size / total })
                .collect();
        }
        is_certain = now;
    }
}

/// What picks cost on average.
pub(super) fn expected_cost(probabilities: &[f64], costs: &[f64]) -> f64 {
    probabilities.iter().zip(costs).map(|(probability, cost)| probability * cost).sum()
}

/// Systematic picks: probabilities are added up in `order`, and a unit is picked wherever the sum passes a whole number beyond
/// `start`, which lies between 0 and 1. Ascending; as many as the probabilities add up to.
pub fn systematic(probabilities: &[f64], order: &[usize], start: f64) -> Vec<usize> {
    let (mut sum, mut passed) = (0.0, (-start).floor());
    let mut picked = Vec::new();
    for unit in order {
        sum += probabilities[*unit];
        let passes = (sum - start).floor();
        if passes > passed {
            picked.push(*unit);
        }
        passed = passes;
    }
    picked.sort_unstable();
    picked
}

/// Systematic picks in a random order, from a random start.
pub fn random_picks(probabilities: &[f64], key: &StreamKey) -> Vec<usize> {
    let order = permutation(key, 0, probabilities.len());
    // In the middle of one of 2^53 equal parts: neither 0 nor 1.
    let start = ((key.generator(1).next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    systematic(probabilities, &order, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::picks::count_within;
    use crate::stats::random::Purpose;

    const Z: [f64; 8] = [8.0, 2.0, 2.0, 1.0, 5.0, 0.2, 3.0, 2.6];

    fn close(values: &[f64], expected: &[f64]) {
        assert_eq!(values.len(), expected.len());
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-8, "{values:?}");
        }
    }

    /// Values of NumPy.
    #[test]
    fn probabilities_in_proportion() {
        let plain = sizes(&Z, &[1.0; 8], 0.5);
        assert!((plain[5] - 1.4875).abs() < 1e-12);
        let four = [
            1.0,
            0.341_394_026,
            0.341_394_026,
            0.253_911_807,
            0.853_485_064,
            0.253_911_807,
            0.512_091_038,
            0.443_812_233,
        ];
        close(&probabilities(&plain, 4.0), &four);
        let six = [
            1.0,
            0.636_182_903,
            0.636_182_903,
            0.473_161_034,
            1.0,
            0.473_161_034,
            0.954_274_354,
            0.827_037_773,
        ];
        close(&probabilities(&plain, 6.0), &six);
        assert_eq!(probabilities(&plain, 8.0), [1.0; 8]);
    }

    /// Values of NumPy.
    #[test]
    fn expensive_units_are_picked_less_often() {
        let costs = [4.0, 1.0, 1.0, 1.0, 4.0, 1.0, 1.0, 1.0];
        let sizes = sizes(&Z, &costs, 0.5);
        let four = [
            0.838_794_233,
            0.419_397_117,
            0.419_397_117,
            0.311_926_606,
            0.524_246_396,
            0.311_926_606,
            0.629_095_675,
            0.545_216_252,
        ];
        let shares = probabilities(&sizes, 4.0);
        close(&shares, &four);
        close(&[expected_cost(&shares, &costs)], &[8.089_121_887]);
        let all = [(0..8).collect::<Vec<usize>>()];
        assert_eq!(count_within(&sizes, &costs, &all, 8.1), 4);
        assert_eq!(count_within(&sizes, &costs, &all, 8.0), 3);
        assert_eq!(count_within(&sizes, &costs, &all, 14.0), 8);
        assert_eq!(count_within(&sizes, &costs, &all, 0.1), 0);
    }

    #[test]
    fn picks_in_an_order() {
        let shares = probabilities(&sizes(&Z, &[1.0; 8], 0.5), 4.0);
        assert_eq!(systematic(&shares, &[2, 0, 5, 7, 1, 3, 6, 4], 0.3), [0, 1, 2, 4]);
    }

    /// As many picks as there should be, whatever the order.
    #[test]
    fn the_number_of_picks_is_fixed() {
        let key = StreamKey::new(7, Purpose::Picks);
        let spreads: Vec<f64> = (0..137_u32).map(|unit| 1.0 + f64::from(unit % 13)).collect();
        for count in [1_u32, 20, 64, 130] {
            let shares = probabilities(&sizes(&spreads, &[1.0; 137], 0.5), f64::from(count));
            for draw in 0..50_u32 {
                let start = (f64::from(draw) + 0.5) / 50.0;
                let order = permutation(&key, u64::from(draw), spreads.len());
                assert_eq!(systematic(&shares, &order, start).len(), count as usize);
            }
        }
    }
}
