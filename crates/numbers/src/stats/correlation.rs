//! Correlation of metrics with human scores.
//!
//! x and y are paired: one value per system, or per segment. A pair in which either is NaN is left
//! out. The bootstrap interval of a coefficient is that of its replicates (`replicates`); use
//! percentiles or `BCa`, not the normal interval, since coefficients are bounded and skewed.

use super::direction::Direction;
use super::ranking::{best_ranks, mean_ranks};
use super::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits, UndefinedScore},
};
use super::special::student_t_cdf;
use crate::value::words;

words! {
    /// A coefficient of correlation.
    #[derive(Default)]
    pub enum Coefficient {
        /// Pearson's, of values.
        #[default]
        Pearson = "pearson",
        /// Spearman's, of ranks.
        Spearman = "spearman",
        /// Kendall's tau-b, of pairs.
        Kendall = "kendall",
    }
}

impl Coefficient {
    /// The coefficient of paired values.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two pairs, [`NoVariation`] where
    /// x or y does not vary.
    pub fn of(self, x: &[f64], y: &[f64]) -> Estimate<f64> {
        match self {
            Self::Pearson => pearson(x, y),
            Self::Spearman => spearman(x, y),
            Self::Kendall => kendall_tau_b(x, y),
        }
    }
}

/// Pearson's product-moment correlation: two passes, corrected for the rounding of the means. O(n).
///
/// # Errors
///
/// As [`Coefficient::of`]; [`UndefinedScore`] where a value is infinite.
///
/// # Panics
///
/// As all functions of two vectors, if they differ in length.
pub fn pearson(x: &[f64], y: &[f64]) -> Estimate<f64> {
    let (x, y) = complete(x, y)?;
    let n = x.len() as f64;
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let (mut sum_x, mut sum_y, mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (x, y) in x.iter().zip(&y) {
        let (dx, dy) = (x - mean_x, y - mean_y);
        sum_x += dx;
        sum_y += dy;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    // What the rounded means leave, which matters where they are large beside the deviations.
    xx -= sum_x * sum_x / n;
    yy -= sum_y * sum_y / n;
    xy -= sum_x * sum_y / n;
    if constant(&x) || constant(&y) || xx <= 0.0 || yy <= 0.0 {
        return Err(NoVariation);
    }
    // Roots apart: the product of two sums of squares may overflow.
    let coefficient = xy / xx.sqrt() / yy.sqrt();
    if coefficient.is_nan() {
        return Err(UndefinedScore);
    }
    // Rounding may take a perfect correlation past 1.
    Ok(coefficient.clamp(-1.0, 1.0))
}

/// Whether all values are equal, which a rounded mean does not show.
fn constant(values: &[f64]) -> bool {
    values.iter().all(|value| value.total_cmp(&values[0]).is_eq())
}

/// Spearman's rank correlation: [`pearson`] of mean ranks. O(n log n).
///
/// # Errors
///
/// As [`Coefficient::of`].
pub fn spearman(x: &[f64], y: &[f64]) -> Estimate<f64> {
    let (x, y) = complete(x, y)?;
    pearson(&ascending_ranks(&x), &ascending_ranks(&y))
}

fn ascending_ranks(values: &[f64]) -> Vec<f64> {
    mean_ranks(values, Direction::LowerIsBetter)
}

/// Kendall's tau-b, `(C - D) / sqrt((P - Tx)(P - Ty))` for C concordant and D discordant of P
/// pairs, of which Tx tie in x and Ty in y (Kendall 1945). O(n log n).
///
/// # Errors
///
/// As [`Coefficient::of`].
pub fn kendall_tau_b(x: &[f64], y: &[f64]) -> Estimate<f64> {
    let (x, y) = complete(x, y)?;
    PairCounts::new(&x, &y).tau_b()
}

/// Pairs of values by how x and y order them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairCounts {
    /// All pairs.
    pub(super) all: u64,
    /// Those that tie in x, whether or not in y.
    pub(super) tied_x: u64,
    /// Those that tie in y, whether or not in x.
    pub(super) tied_y: u64,
    /// Those that tie in both.
    pub(super) tied_both: u64,
    /// Those in opposite orders.
    pub(super) discordant: u64,
}

impl PairCounts {
    /// Of paired values without NaN and -0. Discordant pairs are counted by merge sort (Knight
    /// 1966). O(n log n).
    pub(super) fn new(x: &[f64], y: &[f64]) -> Self {
        let mut pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let tied_x = tied_pairs(&pairs, |a, b| a.0.total_cmp(&b.0).is_eq());
        let tied_both =
            tied_pairs(&pairs, |a, b| a.0.total_cmp(&b.0).is_eq() && a.1.total_cmp(&b.1).is_eq());
        let mut y: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
        // With ties of x in the order of y, inversions are the discordant pairs.
        let discordant = inversions(&mut y);
        let tied_y = tied_pairs(&y, |a, b| a.total_cmp(b).is_eq());
        Self { all: choose_two(pairs.len()), tied_x, tied_y, tied_both, discordant }
    }

    /// Pairs in the same order.
    pub(super) fn concordant(&self) -> u64 {
        self.all + self.tied_both - self.tied_x - self.tied_y - self.discordant
    }

    /// [`kendall_tau_b`].
    pub(super) fn tau_b(&self) -> Estimate<f64> {
        let Self { all, tied_x, tied_y, discordant, .. } = *self;
        if tied_x == all || tied_y == all {
            return Err(NoVariation);
        }
        // C - D by way of C + D: both are unsigned.
        let untied = (self.concordant() + discordant) as f64;
        // Roots apart: the product of two numbers of pairs may pass 2^53.
        let scale = ((all - tied_x) as f64).sqrt() * ((all - tied_y) as f64).sqrt();
        Ok(((untied - 2.0 * discordant as f64) / scale).clamp(-1.0, 1.0))
    }
}

fn choose_two(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

fn tied_pairs<T>(sorted: &[T], same: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(same).map(|group| choose_two(group.len())).sum()
}

/// Sorts, and counts the pairs that were out of order.
fn inversions(values: &mut [f64]) -> u64 {
    let mut count = 0;
    let mut merged = Vec::with_capacity(values.len());
    let mut width = 1;
    while width < values.len() {
        for run in values.chunks_mut(2 * width) {
            let (left, right) = run.split_at(width.min(run.len()));
            merged.clear();
            let (mut i, mut j) = (0, 0);
            while i < left.len() && j < right.len() {
                if right[j].total_cmp(&left[i]).is_lt() {
                    count += (left.len() - i) as u64;
                    merged.push(right[j]);
                    j += 1;
                } else {
                    merged.push(left[i]);
                    i += 1;
                }
            }
            merged.extend_from_slice(&left[i..]);
            merged.extend_from_slice(&right[j..]);
            run.copy_from_slice(&merged);
        }
        width *= 2;
    }
    count
}

/// Proximity of two rankings by Hamming's distance (Hamon et al. 2007): the share of systems that
/// have the same rank in both, ties sharing the best.
///
/// Systems with NaN are left out of both rankings. One adjacent swap among five systems gives 0.6
/// here and 0.9 by [`spearman`]; the 90 % printed there for such a swap is therefore probably the
/// latter.
///
/// # Errors
///
/// [`TooFewUnits`] below two systems.
pub fn hamming_proximity(
    x: &[f64],
    direction_x: Direction,
    y: &[f64],
    direction_y: Direction,
) -> Estimate<f64> {
    let (x, y) = complete(x, y)?;
    let (ranks_x, ranks_y) = (best_ranks(&x, direction_x), best_ranks(&y, direction_y));
    let same = ranks_x.iter().zip(&ranks_y).filter(|(x, y)| x == y).count();
    Ok(same as f64 / x.len() as f64)
}

/// A test of the difference of two correlations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Williams {
    /// `r12 - r13`.
    pub difference: f64,
    /// Test statistic, Student's t under no difference.
    pub t: f64,
    /// Degrees of freedom, n - 3.
    pub df: f64,
    /// Two-sided p.
    pub p: f64,
}

/// Williams' test (1959, Journal of the Royal Statistical Society B 21, 396-399; Steiger 1980,
/// equation 7; used for metrics by Graham & Baldwin 2014) of two dependent correlations: does 2
/// correlate with 1 as 3 does?
///
/// `t = (r12 - r13) sqrt( (n-1)(1+r23) / (2 K (n-1)/(n-3) + (r12+r13)^2/4 (1-r23)^3) )` with
/// `K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23` and n - 3 degrees of freedom. Variable 1 holds
/// the human scores, 2 and 3 the metrics. Assumes Pearson correlations of n independent, jointly
/// normal triples; systems are neither, so compare it with the bootstrap of the difference.
///
/// # Errors
///
/// [`TooFewUnits`] below four units, [`NoVariation`] where
/// the statistic is 0/0 (metrics that agree perfectly), [`UndefinedScore`] where
/// a correlation is NaN.
pub fn williams(r12: f64, r13: f64, r23: f64, n: usize) -> Estimate<Williams> {
    if n < 4 {
        return Err(TooFewUnits);
    }
    if (r12 + r13 + r23).is_nan() {
        return Err(UndefinedScore);
    }
    let (units, df) = ((n - 1) as f64, (n - 3) as f64);
    // A determinant of correlations is at least 0, but for rounding.
    let determinant = (1.0 - r12 * r12 - r13 * r13 - r23 * r23 + 2.0 * r12 * r13 * r23).max(0.0);
    let mean = 0.5 * (r12 + r13);
    let apart = 1.0 - r23;
    let variance = 2.0 * determinant * units / df + mean * mean * apart * apart * apart;
    let difference = r12 - r13;
    let t = difference * (units * (1.0 + r23) / variance).sqrt();
    if variance <= 0.0 || !t.is_finite() {
        return Err(NoVariation);
    }
    Ok(Williams { difference, t, df, p: (2.0 * student_t_cdf(-t.abs(), df)).min(1.0) })
}

/// The coefficient over one resample of segments, in which pair i occurs `counts[i]` times
/// ([`block_counts`](super::kernel::block_counts)).
///
/// # Errors
///
/// As [`Coefficient::of`].
pub fn resampled(x: &[f64], y: &[f64], counts: &[u32], coefficient: Coefficient) -> Estimate<f64> {
    // Repeated, not weighted: ranks and tied pairs are those of occurrences.
    let [x, y] = [x, y].map(|values| -> Vec<f64> {
        let counted = values.iter().zip(counts);
        counted.flat_map(|(value, count)| std::iter::repeat_n(*value, *count as usize)).collect()
    });
    coefficient.of(&x, &y)
}

/// Pairs without NaN; -0 becomes 0.
fn complete(x: &[f64], y: &[f64]) -> Estimate<(Vec<f64>, Vec<f64>)> {
    assert_eq!(x.len(), y.len(), "values come in pairs");
    let pairs = x.iter().zip(y).filter(|(x, y)| !x.is_nan() && !y.is_nan());
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.map(|(x, y)| (x + 0.0, y + 0.0)).unzip();
    if x.len() < 2 { Err(TooFewUnits) } else { Ok((x, y)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Coefficient; 3] =
        [Coefficient::Pearson, Coefficient::Spearman, Coefficient::Kendall];

    #[test]
    fn undefined_cases() {
        for coefficient in ALL {
            assert_eq!(coefficient.of(&[1.0], &[2.0]), Err(TooFewUnits));
            let missing = coefficient.of(&[1.0, f64::NAN, 3.0], &[2.0, 1.0, f64::NAN]);
            assert_eq!(missing, Err(TooFewUnits));
            assert_eq!(coefficient.of(&[1.0, 1.0], &[2.0, 3.0]), Err(NoVariation));
            assert_eq!(coefficient.of(&[1.0, 2.0], &[3.0, 3.0]), Err(NoVariation));
            let rounded = coefficient.of(&[0.1; 7], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
            assert_eq!(rounded, Err(NoVariation));
        }
        let infinite = pearson(&[1.0, f64::INFINITY], &[1.0, 2.0]);
        assert_eq!(infinite, Err(UndefinedScore));
        assert_eq!(williams(f64::NAN, 0.4, 0.1, 9), Err(UndefinedScore));
        assert_eq!(williams(0.5, 0.4, 0.1, 3), Err(TooFewUnits));
        assert_eq!(williams(0.9, 0.9, 1.0, 9), Err(NoVariation));
    }

    #[test]
    fn perfect_correlations() {
        let (x, up, down) = ([1.0, 2.0, 4.0], [3.0, 5.0, 9.0], [0.0, -1.0, -3.0]);
        for coefficient in ALL {
            assert!((coefficient.of(&x, &up).unwrap() - 1.0).abs() < 1e-15);
            assert!((coefficient.of(&x, &down).unwrap() + 1.0).abs() < 1e-15);
        }
    }

    /// An adjacent swap among five systems, which Hamon et al. print as 90 %.
    #[test]
    fn one_swap_among_five() {
        let (x, y) = ([1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 4.0, 3.0, 5.0]);
        let up = Direction::HigherIsBetter;
        assert!((hamming_proximity(&x, up, &y, up).unwrap() - 0.6).abs() < 1e-15);
        assert!((spearman(&x, &y).unwrap() - 0.9).abs() < 1e-15);
        let errors: Vec<f64> = x.iter().map(|score| -score).collect();
        let same = hamming_proximity(&x, up, &errors, Direction::LowerIsBetter);
        assert_eq!(same, Ok(1.0));
    }

    /// Steiger's example (1980): r12 = .4, r13 = .5, r23 = .1, n = 103; by hand K = .62,
    /// t = -.1 sqrt(102 * 1.1 / (2 * .62 * 1.02 + .2025 * .729)) = -.8913.
    #[test]
    fn williams_by_hand() {
        let p = williams(0.4, 0.5, 0.1, 103).unwrap();
        assert!((p.t + 0.8913).abs() < 5e-5);
        assert!((p.p - 0.375).abs() < 5e-4, "{}", p.p);
        let mirrored = williams(0.5, 0.4, 0.1, 103).unwrap();
        assert!((p.t + mirrored.t).abs() < 1e-15 && (p.p - mirrored.p).abs() < 1e-15);
    }

    #[test]
    fn replicates_of_a_coefficient() {
        let x: [&[f64]; 3] = [&[1.0, 1.0], &[2.0, 1.0], &[3.0, 1.0]];
        let y: [&[f64]; 3] = [&[3.0, 1.0], &[2.0, 2.0], &[1.0, 3.0]];
        let coefficients = replicates(&x, &y, Coefficient::Kendall);
        assert!((coefficients[0] + 1.0).abs() < 1e-15 && coefficients[1].is_nan());
        let (a, b) = ([1.0, 2.0, 5.0], [2.0, 1.0, 7.0]);
        let twice = resampled(&a, &b, &[2, 0, 3], Coefficient::Pearson);
        let written_out = pearson(&[1.0, 1.0, 5.0, 5.0, 5.0], &[2.0, 2.0, 7.0, 7.0, 7.0]);
        assert_eq!(twice, written_out);
    }

    /// Replicates of a coefficient over systems: `x[s][b]` and `y[s][b]` are the scores of system s in
    /// replicate b under both metrics, on the same resample. NaN where a replicate's coefficient is
    /// undefined, as [`Distribution::new`](super::distribution::Distribution::new) takes it.
    ///
    /// # Panics
    ///
    /// If not all have the same number of systems and replicates.
    fn replicates(x: &[&[f64]], y: &[&[f64]], coefficient: Coefficient) -> Vec<f64> {
        assert_eq!(x.len(), y.len(), "the same systems");
        let count = x.first().map_or(0, |first| first.len());
        assert!(x.iter().chain(y).all(|scores| scores.len() == count), "replicates come in rows");
        (0..count)
            .map(|b| {
                coefficient
                    .of(&column_of_replicate(x, b), &column_of_replicate(y, b))
                    .unwrap_or(f64::NAN)
            })
            .collect()
    }

    fn column_of_replicate(of: &[&[f64]], b: usize) -> Vec<f64> {
        of.iter().map(|scores| scores[b]).collect::<Vec<f64>>()
    }
}
