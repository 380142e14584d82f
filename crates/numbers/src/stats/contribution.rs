//! What a part of a test set contributes to the difference of two systems' scores, for any score of sums.
//!
//! A part is a segment, a document, or any set of them. Its contribution is what the difference owes to this part alone:
//! the mean of what the score of B gains where B takes the outputs of A in this part, and what the score of A loses
//! where A takes those of B,
//!
//! ```text
//! c = ((f(B + a - b) - f(B)) + (f(A) - f(A + b - a))) / 2
//! ```
//!
//! with the sums A and B over the test set, a and b over the part. It is 0 where both outputs have the same statistics,
//! changes its sign where the systems change places, and of the whole test set it is the difference f(A) - f(B). Where
//! the score is a mean or a ratio with one denominator for both systems, contributions of the parts of a partition add
//! up to the difference exactly; else nearly, with an error of the third order in the changes.
//!
//! Leaving units out instead has none of these properties for scores that are no means: where both outputs of a unit
//! are equal, the difference changes too.

use super::SumScore;

/// The difference A - B of two scores of sums, and what parts contribute to it.
pub struct Contributions<'a> {
    sums: [Vec<i64>; 2],
    scores: [f64; 2],
    score: Box<SumScore<'a>>,
}

impl<'a> Contributions<'a> {
    /// Of the `sums` of two systems over a test set, A before B, scored by `score`; `None` where a score is undefined.
    pub fn new(sums: [Vec<i64>; 2], score: Box<SumScore<'a>>) -> Option<Self> {
        let scores = [finite(score(&sums[0]))?, finite(score(&sums[1]))?];
        Some(Self { sums, scores, score })
    }

    /// Scores of A and B.
    pub fn scores(&self) -> [f64; 2] {
        self.scores
    }

    /// The difference A - B.
    pub fn difference(&self) -> f64 {
        self.scores[0] - self.scores[1]
    }

    /// The contribution of a part of which the systems have these `sums`; `None` where a score is undefined after the
    /// exchange. Two scores.
    pub fn of_part(&self, sums: [&[i64]; 2]) -> Option<f64> {
        if sums[0] == sums[1] {
            return Some(0.0);
        }
        let [a, b] = sums;
        let with_a = finite((self.score)(&exchanged(&self.sums[1], b, a)))?;
        let with_b = finite((self.score)(&exchanged(&self.sums[0], a, b)))?;
        Some(f64::midpoint(with_a - self.scores[1], self.scores[0] - with_b))
    }
}

fn finite(score: Option<f64>) -> Option<f64> {
    score.filter(|score| score.is_finite())
}

/// `total` with `taken` in place of `given`.
fn exchanged(total: &[i64], given: &[i64], taken: &[i64]) -> Vec<i64> {
    total
        .iter()
        .zip(given)
        .zip(taken)
        .map(|((total, given), taken)| total - given + taken)
        .collect()
}

/// How contributions spread over the parts of a test set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Parts.
    pub parts: usize,
    /// Parts with a positive contribution.
    pub positive: usize,
    /// Parts with a negative contribution.
    pub negative: usize,
    /// How many parts, the largest contributions first, make half of the difference; none where there is no difference,
    /// or all together do not.
    pub half: Option<usize>,
    /// Sum of all contributions.
    pub sum: f64,
}

impl Spread {
    /// That of the contributions of all parts to a `difference`.
    pub fn new(contributions: &[f64], difference: f64) -> Self {
        Self {
            parts: contributions.len(),
            positive: contributions.iter().filter(|value| **value > 0.0).count(),
            negative: contributions.iter().filter(|value| **value < 0.0).count(),
            half: fewest_for_half(contributions, difference),
            sum: contributions.iter().sum(),
        }
    }
}

fn fewest_for_half(contributions: &[f64], difference: f64) -> Option<usize> {
    if difference == 0.0 {
        return None;
    }
    let in_its_direction = contributions.iter().map(|value| difference.signum() * value);
    let mut largest: Vec<f64> = in_its_direction.filter(|value| *value > 0.0).collect();
    largest.sort_by(|one, other| other.total_cmp(one));
    let mut sum = 0.0;
    let parts = largest.iter().position(|value| {
        sum += value;
        sum >= difference.abs() / 2.0
    });
    parts.map(|last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ratio_of_sums::mean;

    fn sums(rows: &[[i64; 2]]) -> Vec<i64> {
        rows.iter().fold(vec![0, 0], |sum, row| vec![sum[0] + row[0], sum[1] + row[1]])
    }

    fn without(rows: &[[i64; 2]], left_out: usize) -> Vec<[i64; 2]> {
        let mut rest = rows.to_vec();
        rest.remove(left_out);
        rest
    }

    const A: [[i64; 2]; 5] = [[3, 1], [1, 1], [4, 1], [1, 1], [9, 1]];
    const B: [[i64; 2]; 5] = [[2, 1], [1, 1], [7, 1], [1, 1], [4, 1]];

    /// Of a mean, what leaving a segment out of both shows: `D - (1 - 1/n) D(without it)`.
    #[test]
    fn a_mean_is_as_left_out() {
        let all = Contributions::new([sums(&A), sums(&B)], Box::new(mean)).unwrap();
        let mut sum = 0.0;
        for unit in 0..5 {
            let rest = [sums(&without(&A, unit)), sums(&without(&B, unit))];
            let left_out = mean(&rest[0]).unwrap() - mean(&rest[1]).unwrap();
            let expected = all.difference() - (1.0 - 1.0 / 5.0) * left_out;
            let contribution = all.of_part([&A[unit], &B[unit]]).unwrap();
            assert!((contribution - expected).abs() < 1e-14, "{unit}: {contribution} {expected}");
            sum += contribution;
        }
        assert!((sum - all.difference()).abs() < 1e-14);
    }

    /// Precision times a penalty of short texts, as BLEU has it: not additive.
    fn penalised(sums: &[i64]) -> Option<f64> {
        let (matched, length) = (sums[0] as f64, sums[1] as f64);
        let penalty = if length < 40.0 { libm::exp(1.0 - 40.0 / length) } else { 1.0 };
        (length > 0.0).then(|| penalty * matched / length)
    }

    const LONG: [[i64; 2]; 4] = [[3, 10], [7, 12], [5, 8], [2, 9]];
    const SHORT: [[i64; 2]; 4] = [[3, 10], [4, 9], [6, 8], [1, 7]];

    /// Directly: the score of each system with the segment of the other, row by row.
    #[test]
    fn contributions_are_those_of_exchanged_outputs() {
        let all = Contributions::new([sums(&LONG), sums(&SHORT)], Box::new(penalised)).unwrap();
        let turned = Contributions::new([sums(&SHORT), sums(&LONG)], Box::new(penalised)).unwrap();
        let mut sum = 0.0;
        for unit in 0..4 {
            let (mut a, mut b) = (LONG, SHORT);
            std::mem::swap(&mut a[unit], &mut b[unit]);
            let gained = penalised(&sums(&b)).unwrap() - penalised(&sums(&SHORT)).unwrap();
            let lost = penalised(&sums(&LONG)).unwrap() - penalised(&sums(&a)).unwrap();
            let contribution = all.of_part([&LONG[unit], &SHORT[unit]]).unwrap();
            assert!((contribution - f64::midpoint(gained, lost)).abs() < 1e-15);
            let opposite = turned.of_part([&SHORT[unit], &LONG[unit]]).unwrap();
            assert!((contribution + opposite).abs() < 1e-15);
            sum += contribution;
        }
        assert_eq!(all.of_part([&LONG[0], &SHORT[0]]), Some(0.0), "equal outputs");
        let whole = all.of_part([&sums(&LONG), &sums(&SHORT)]).unwrap();
        assert!((whole - all.difference()).abs() < 1e-15);
        assert!((sum / all.difference() - 1.0).abs() < 0.03, "{sum} {}", all.difference());
    }

    #[test]
    fn undefined_scores_have_no_contribution() {
        assert!(Contributions::new([vec![1, 1], vec![0, 0]], Box::new(mean)).is_none());
        let all = Contributions::new([vec![1, 1], vec![5, 2]], Box::new(mean)).unwrap();
        assert_eq!(all.of_part([&[1, 1], &[0, 0]]), None, "nothing is left of the first");
    }

    #[test]
    fn half_of_the_difference() {
        let spread = Spread::new(&[0.1, -0.2, 0.5, 0.0, 0.6], 1.0);
        assert_eq!((spread.parts, spread.positive, spread.negative), (5, 3, 1));
        assert_eq!(spread.half, Some(1));
        assert!((spread.sum - 1.0).abs() < 1e-15);
        assert_eq!(Spread::new(&[0.25, 0.25, 0.25, 0.25], 1.0).half, Some(2));
        assert_eq!(Spread::new(&[0.25, -0.25, -0.25, -0.75], -1.0).half, Some(1));
        assert_eq!(Spread::new(&[0.5, -0.5], 0.0).half, None);
        assert_eq!(Spread::new(&[0.1, 0.1], 1.0).half, None, "not additive");
    }
}
