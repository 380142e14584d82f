//! Probabilities of being picked, one after the other by weight.
//!
//! With weights p that add up to 1, a is among three with probability
//!
//! ```text
//! p_a + sum_b p_b p_a/(1 - p_b) + sum_bc p_b p_c/(1 - p_b) p_a/(1 - p_b - p_c)
//! ```
//!
//! over b and c other than a and each other; O(n²), since the last sum is one over all b and c, less those with a.

/// Most that are picked whose probabilities have this closed form.
pub const MOST_SHOWN: usize = 3;

/// Probability of each to be among `count` that are picked one after the other, each in proportion to its weight among those
/// that are left. O(n²).
///
/// # Panics
///
/// If `count` is 0 or above [`MOST_SHOWN`], unless there are no more than that.
pub fn inclusion(weights: &[f64], count: usize) -> Vec<f64> {
    if count >= weights.len() {
        return vec![1.0; weights.len()];
    }
    assert!((1..=MOST_SHOWN).contains(&count), "one to three");
    let total: f64 = weights.iter().sum();
    let p: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
    let n = p.len();
    // Of those in first place and, for a in second place, in first and second place: p_b/(1 - p_b), and for
    // b and c in this order p_b p_c/(1 - p_b)/(1 - p_b - p_c).
    let first: Vec<f64> = p.iter().map(|p| p / (1.0 - p)).collect();
    let all_first: f64 = first.iter().sum();
    let (mut with, mut all_pairs) = (vec![0.0; n], 0.0);
    if count > 2 {
        for b in 0..n {
            for c in (0..n).filter(|c| *c != b) {
                let pair = first[b] * p[c] / (1.0 - p[b] - p[c]);
                with[b] += pair;
                with[c] += pair;
                all_pairs += pair;
            }
        }
    }
    (0..n)
        .map(|a| {
            let second = if count > 1 { all_first - first[a] } else { 0.0 };
            p[a] * (1.0 + second + all_pairs - with[a])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;

    fn by_rank(systems: usize, shown: usize) -> Vec<f64> {
        let weights: Vec<f64> = (1..=systems).map(|rank| 1.0 / rank as f64).collect();
        let inclusion = inclusion(&weights, shown);
        assert!((inclusion.iter().sum::<f64>() - shown as f64).abs() < 1e-12);
        inclusion
    }

    /// By enumeration of all ordered picks, with numpy.
    #[test]
    fn probabilities_of_inclusion() {
        close(&by_rank(4, 2), &[0.788_462_064, 0.539_980_020, 0.380_036_805, 0.291_521_110], 6e-10);
        close(&by_rank(4, 3), &[0.948_204_602, 0.820_019_980, 0.681_391_766, 0.550_383_651], 6e-10);
        let sixteen = by_rank(16, 3);
        close(&sixteen[..4], &[0.686_560_215, 0.438_440_389, 0.313_858_007, 0.243_046_335], 6e-10);
        close(&sixteen[15..], &[0.064_781_124], 6e-10);
        let sixty = by_rank(60, 3);
        close(&[sixty[0], sixty[59]], &[0.529_324_885, 0.011_597_852], 6e-10);
        assert_eq!(by_rank(2, 2), [1.0, 1.0]);
        close(&by_rank(3, 1), &[6.0 / 11.0, 3.0 / 11.0, 2.0 / 11.0], 1e-15);
    }
}
