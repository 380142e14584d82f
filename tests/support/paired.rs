//! The paired t test in closed form.

use runner::stats::special::{student_t_cdf, student_t_quantile};

/// Numbers from 0 to 1 that look random.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }
}

/// Differences on the items that both have.
pub(crate) fn differences(a: &[Option<f64>], b: &[Option<f64>]) -> Vec<f64> {
    a.iter().zip(b).filter_map(|(a, b)| Some((*a)? - (*b)?)).collect()
}

/// Mean, degrees of freedom, p and interval at `level` of `scipy.stats.ttest_rel`. The distribution is compared with scipy's in
/// `tests/numbers/special.rs`.
pub(crate) fn paired_t(differences: &[f64], level: f64) -> [f64; 5] {
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
    let error = (squares / (n - 1.0) / n).sqrt();
    let half = student_t_quantile(0.5 * (1.0 + level), n - 1.0).unwrap() * error;
    let p = 2.0 * student_t_cdf(-(mean / error).abs(), n - 1.0);
    [mean, n - 1.0, p, mean - half, mean + half]
}

/// Panics unless the numbers agree to 1e-8.
#[track_caller]
pub(crate) fn close(found: [f64; 5], expected: [f64; 5], what: &str) {
    for (one, other) in found.into_iter().zip(expected) {
        assert!(
            (one - other).abs() < 1e-8 * other.abs().max(1.0),
            "{what}: {found:?} {expected:?}"
        );
    }
}
