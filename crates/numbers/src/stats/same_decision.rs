//! Whether a part of a corpus prefers the same of two systems as the whole.

use super::special::normal_cdf;

/// Probability that a random part of n of N units prefers the system that the whole prefers, if the
/// whole prefers it by `delta`.
///
/// The difference of the part deviates from that of the whole by `standard_error sqrt(1 - n/N)`, where the
/// standard error is that of a sample of n units from an infinite population (of a mean `s / sqrt(n)`, with divisor
/// n - 1 in s); by the central limit theorem the probability is `Phi(|delta| / deviation)`.
///
/// `None` where the whole prefers neither, and below two units. O(1).
pub fn same_decision(delta: f64, standard_error: f64, units: u64, all_units: u64) -> Option<f64> {
    if delta == 0.0 || units < 2 || units > all_units || !delta.is_finite() {
        return None;
    }
    let deviation = standard_error * (1.0 - units as f64 / all_units as f64).sqrt();
    if deviation > 0.0 { Some(normal_cdf(delta.abs() / deviation)) } else { Some(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All parts of 8 of 16 values, enumerated: 12,870 of them.
    #[test]
    fn probabilities_are_those_of_all_parts() {
        let values: [f64; 16] = [
            1.93, -0.71, 0.42, 1.16, -1.64, 0.95, 2.27, -0.38, 0.13, -1.22, 1.59, -0.46, 0.87,
            -2.09, 1.31, 0.64,
        ];
        let all = values.len();
        let delta = values.iter().sum::<f64>() / all as f64;
        let (mut same, mut parts, mut probability) = (0_u32, 0_u32, 0.0);
        for mask in 0_u32..1 << all {
            if mask.count_ones() != 8 {
                continue;
            }
            let part: Vec<f64> =
                (0..all).filter(|unit| mask >> unit & 1 == 1).map(|unit| values[unit]).collect();
            let mean = part.iter().sum::<f64>() / 8.0;
            let squares: f64 = part.iter().map(|x| (x - mean) * (x - mean)).sum();
            let error = (squares / 7.0 / 8.0).sqrt();
            probability += same_decision(delta, error, 8, all as u64).unwrap();
            same += u32::from(mean * delta > 0.0);
            parts += 1;
        }
        assert_eq!(parts, 12_870);
        let (share, mean) = (f64::from(same) / 12_870.0, probability / 12_870.0);
        // 0.817 and 0.830: eight values know their own deviation to a quarter, and Phi of what is divided by
        // it is larger on average.
        assert!((share - mean).abs() < 0.015, "{share} of all parts, {mean} expected");
        assert!((share - 0.8166).abs() < 1e-3, "{share}");
    }

    #[test]
    fn the_whole_decides_like_itself() {
        assert_eq!(same_decision(0.5, 2.0, 10, 10), Some(1.0));
        assert_eq!(same_decision(-0.5, 0.0, 5, 10), Some(1.0));
        assert_eq!(same_decision(0.0, 1.0, 5, 10), None);
        assert_eq!(same_decision(0.5, 1.0, 1, 10), None);
        // Half of very many units: delta of one standard error of the part's difference.
        let p = same_decision(1.0, 2.0_f64.sqrt(), 1 << 40, 1 << 41).unwrap();
        assert!((p - 0.841_344_746_068_542_9).abs() < 1e-9, "{p}");
    }
}
