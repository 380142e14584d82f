//! Several runs of a system: training seeds, epochs, or outputs that were sampled.
//!
//! Scores of runs by texts are a two-way layout. A difference of means over runs varies with the texts, `V_text`, and with
//! the runs, `V_run`; what runs and texts do together, `V_rest`, is in both, so that `V = V_text + V_run - V_rest`, as with
//! judges ([`two_way`](super::judges::two_way)). Runs are nested in systems: the first run of one has nothing to do with the
//! first of the other, unless runs are paired. For scores of sums, texts stand for their influence on the score of a run.

mod exchange;
mod plan;
#[cfg(test)]
mod simulation;

use serde::{Deserialize, Serialize};

pub use exchange::{exact_p_value, exact_paired_p_value, smallest_exact};
pub use plan::RunsPlan;

use super::judges::two_way::Part;
use super::moments::{mean, squares_about};
use super::reason::{Estimate, Reason};

/// Part of a square that is rounding.
const ROUNDING: f64 = 1e-24;

/// Scores of texts in each run; the mean of a run is its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RunScores(Vec<Vec<f64>>);

/// Mean squares of runs by texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanSquares {
    /// Of runs.
    pub run: f64,
    /// Of texts.
    pub text: f64,
    /// Of what is left.
    pub rest: f64,
    runs: f64,
    texts: f64,
}

/// Components of variance of a single score of a text in a run, as they are estimated: they may be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunComponents {
    /// Between runs.
    pub run: f64,
    /// Between texts.
    pub text: f64,
    /// Of what is left.
    pub rest: f64,
}

impl MeanSquares {
    /// Numbers of runs and of texts.
    pub fn counts(&self) -> (f64, f64) {
        (self.runs, self.texts)
    }

    /// What they are made of.
    pub fn components(&self) -> RunComponents {
        RunComponents {
            run: (self.run - self.rest) / self.texts,
            text: (self.text - self.rest) / self.runs,
            rest: self.rest,
        }
    }
}

impl RunScores {
    /// From scores of texts, run by run.
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewUnits`] without a run, or with fewer than two texts.
    ///
    /// # Panics
    ///
    /// If runs have different numbers of texts.
    pub fn new(runs: Vec<Vec<f64>>) -> Estimate<Self> {
        let texts = runs.first().map_or(0, Vec::len);
        assert!(runs.iter().all(|run| run.len() == texts), "all runs have the same texts");
        if texts < 2 {
            return Err(Reason::TooFewUnits);
        }
        Ok(Self(runs))
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.0.len()
    }

    /// Number of texts.
    pub fn texts(&self) -> usize {
        self.0[0].len()
    }

    /// Score of each run.
    pub fn scores(&self) -> Vec<f64> {
        self.0.iter().map(|run| mean_of(run)).collect()
    }

    /// Mean over runs of each text.
    fn text_means(&self) -> Vec<f64> {
        let texts = 0..self.texts();
        texts.map(|text| mean_of(&self.0.iter().map(|run| run[text]).collect::<Vec<_>>())).collect()
    }

    /// The differences to another system, run by run.
    fn less(&self, other: &Self) -> Self {
        let runs = self.0.iter().zip(&other.0);
        Self(runs.map(|(one, other)| differences(one, other)).collect())
    }

    /// Mean squares; nothing of a single run.
    pub fn mean_squares(&self) -> Option<MeanSquares> {
        if self.runs() < 2 {
            return None;
        }
        let (runs, texts) = (self.runs() as f64, self.texts() as f64);
        let (of_runs, of_texts) = (self.scores(), self.text_means());
        let all = mean_of(&of_runs);
        let rest = self.0.iter().zip(&of_runs).flat_map(|(run, run_mean)| {
            run.iter().zip(&of_texts).map(move |(score, text_mean)| {
                let rest = score - run_mean - text_mean + all;
                rest * rest
            })
        });
        let rest: f64 = rest.sum();
        Some(MeanSquares {
            run: texts * squares_about(all, of_runs.iter().copied()) / (runs - 1.0),
            text: runs * squares_about(all, of_texts.iter().copied()) / (texts - 1.0),
            rest: rest / ((runs - 1.0) * (texts - 1.0)),
            runs,
            texts,
        })
    }
}

fn mean_of(values: &[f64]) -> f64 {
    mean(values.iter().copied()).unwrap_or(f64::NAN)
}

fn differences(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// The difference of two systems' means over runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunsDifference {
    /// First less second.
    pub difference: f64,
    /// Of other texts and the same runs.
    pub texts: Part,
    /// Of other runs and the same texts; nothing where a system has one run.
    pub runs: Option<Part>,
    /// What both of these contain.
    pub rest: f64,
    /// Of other texts and other runs; of other texts alone where a system has one run.
    pub total: Part,
    /// Whether it is the larger of the two, since their sum less the rest is below it.
    pub is_larger_one_way: bool,
}

impl RunsDifference {
    /// Of two systems on the same texts, with the degrees of freedom of a standard error over these. `is_paired`: run k
    /// of one belongs to run k of the other.
    ///
    /// # Errors
    ///
    /// [`Reason::NoVariation`] where nothing varies, [`Reason::TooFewUnits`] without degrees of freedom.
    ///
    /// # Panics
    ///
    /// If the systems have different numbers of texts, or of paired runs.
    pub fn new(sides: [&RunScores; 2], is_paired: bool, text_freedom: f64) -> Estimate<Self> {
        let [a, b] = sides;
        assert_eq!(a.texts(), b.texts(), "systems are compared on the same texts");
        assert!(!is_paired || a.runs() == b.runs(), "paired runs are as many on both sides");
        if text_freedom < 1.0 {
            return Err(Reason::TooFewUnits);
        }
        let by_text = differences(&a.text_means(), &b.text_means());
        let difference = mean_of(&a.scores()) - mean_of(&b.scores());
        let texts = Part {
            variance: squares_about(mean_of(&by_text), by_text.iter().copied())
                / (by_text.len() as f64 - 1.0)
                / by_text.len() as f64,
            degrees_of_freedom: text_freedom,
        };
        let run_parts = if is_paired { of_runs(&[&a.less(b)]) } else { of_runs(&[a, b]) };
        let Some((runs, rest)) = run_parts else {
            let one_way = Self {
                difference,
                texts,
                runs: None,
                rest: 0.0,
                total: texts,
                is_larger_one_way: false,
            };
            return one_way.checked();
        };
        let (total, is_larger_one_way) = total(texts, runs, rest);
        Self { difference, texts, runs: Some(runs), rest, total, is_larger_one_way }.checked()
    }

    fn checked(self) -> Estimate<Self> {
        let least = ROUNDING * self.difference * self.difference;
        let varies = self.total.variance > least && self.total.degrees_of_freedom > 0.0;
        if varies { Ok(self) } else { Err(Reason::NoVariation) }
    }

    /// Share of the variance that other runs add to that of other texts.
    pub fn share_of_runs(&self) -> Option<f64> {
        // `rest` is in the variance of texts already.
        let added = (self.runs?.variance - self.rest).max(0.0);
        Some((added / self.total.variance).min(1.0))
    }

    /// Two-sided p-value of no difference: on other texts with other runs.
    pub fn p_value(&self) -> f64 {
        self.total.p_value(self.difference)
    }

    /// The same on other texts with these runs; nothing where texts do not vary.
    pub fn p_value_of_texts(&self) -> Option<f64> {
        (self.texts.variance > 0.0).then(|| self.texts.p_value(self.difference))
    }
}

/// The variance of runs with its degrees of freedom (Welch), and what is left; nothing where a side has one run.
fn of_runs(sides: &[&RunScores]) -> Option<(Part, f64)> {
    let (mut variance, mut rest, mut welch) = (0.0, 0.0, 0.0);
    for side in sides {
        let squares = side.mean_squares()?;
        let side_variance = squares.run / squares.texts / squares.runs;
        variance += side_variance;
        welch += side_variance * side_variance / (squares.runs - 1.0);
        rest += squares.rest / (squares.texts * squares.runs);
    }
    let fewest = sides.iter().map(|side| side.runs()).min().unwrap_or_default() as f64 - 1.0;
    // Of runs that do not vary, Welch's formula is 0/0.
    let degrees_of_freedom = if welch > 0.0 { variance * variance / welch } else { fewest };
    Some((Part { variance, degrees_of_freedom }, rest))
}

/// Texts and runs together, and whether it is the larger of both.
fn total(texts: Part, runs: Part, rest: f64) -> (Part, bool) {
    let variance = texts.variance + runs.variance - rest;
    // `rest` is too large here by chance: the true variance is at least either of the two.
    if variance < texts.variance.max(runs.variance) {
        return (if texts.variance >= runs.variance { texts } else { runs }, true);
    }
    let terms = [texts, runs].map(|part| part.variance * part.variance / part.degrees_of_freedom);
    let degrees = variance * variance / (terms[0] + terms[1]);
    // Satterthwaite's formula is never below the fewer degrees of a sum; taking `rest` off could bring it there.
    let fewest = texts.degrees_of_freedom.min(runs.degrees_of_freedom);
    (Part { variance, degrees_of_freedom: degrees.max(fewest) }, false)
}

#[cfg(test)]
mod tests {
    use super::super::interval::student;
    use super::super::moments::SampleMoments;
    use super::*;

    pub(in crate::stats::runs) const A: [[f64; 6]; 3] = [
        [60.0, 72.0, 55.0, 81.0, 66.0, 49.0],
        [64.0, 78.0, 57.0, 86.0, 72.0, 53.0],
        [58.0, 71.0, 52.0, 79.0, 66.0, 48.0],
    ];
    pub(in crate::stats::runs) const B: [[f64; 6]; 3] = [
        [51.0, 75.0, 45.0, 80.0, 57.0, 50.0],
        [55.0, 73.0, 50.0, 80.0, 62.0, 47.0],
        [50.0, 72.0, 44.0, 78.0, 57.0, 48.0],
    ];

    pub(in crate::stats::runs) fn scores(runs: &[[f64; 6]]) -> RunScores {
        RunScores::new(runs.iter().map(|run| run.to_vec()).collect()).unwrap()
    }

    pub(in crate::stats::runs) fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} {expected}");
    }

    /// Mean squares of two systems by NumPy, at 1e-8.
    #[test]
    fn mean_squares_and_components() {
        for (table, [run, text, rest]) in
            [(A, [58.5, 434.1, 0.7]), (B, [13.5, 563.733_333_333, 3.633_333_333])]
        {
            let squares = scores(&table).mean_squares().unwrap();
            assert_near(squares.run, run);
            assert_near(squares.text, text);
            assert_near(squares.rest, rest);
            let components = squares.components();
            assert_near(components.run, (run - rest) / 6.0);
            assert_near(components.text, (text - rest) / 3.0);
        }
        assert_eq!(scores(&A[..1]).mean_squares(), None);
        assert_eq!(RunScores::new(vec![vec![1.0]]), Err(Reason::TooFewUnits));
        assert_eq!(RunScores::new(Vec::new()), Err(Reason::TooFewUnits));
    }

    /// The interval over texts and runs, by NumPy and SciPy, at 1e-8.
    #[test]
    fn texts_and_runs_are_crossed() {
        let compared = RunsDifference::new([&scores(&A), &scores(&B)], false, 5.0).unwrap();
        assert_near(compared.difference, 5.166_666_667);
        assert_near(compared.texts.variance.sqrt(), 1.648_231_375);
        assert_near(compared.runs.unwrap().variance.sqrt(), 2.0);
        assert_near(compared.rest, 0.240_740_741);
        assert_near(compared.total.variance.sqrt(), 2.544_784_063);
        assert_near(compared.total.degrees_of_freedom, 5.958_270_311);
        assert!(!compared.is_larger_one_way);
        let Part { variance, degrees_of_freedom } = compared.total;
        let ends = student(compared.difference, variance.sqrt(), degrees_of_freedom, 0.95).unwrap();
        assert_near(ends.lower, -1.070_782_284);
        assert_near(ends.upper, 11.404_115_617);
        assert_near(compared.p_value(), 0.088_958_393);
        assert_near(compared.share_of_runs().unwrap(), 0.580_497_569);
    }

    #[test]
    fn a_single_run_leaves_texts_alone() {
        let compared = RunsDifference::new([&scores(&A), &scores(&B[..1])], false, 5.0).unwrap();
        assert_eq!((compared.runs, compared.share_of_runs()), (None, None));
        assert_eq!(compared.total, compared.texts);
        assert_eq!(RunsPlan::new([&scores(&A), &scores(&B[..1])], false, 1.0), None);
    }

    /// Of paired runs: the one-way error of the differences 8, 43/6, 1/2... is in V, with K - 1 degrees.
    #[test]
    fn paired_runs_are_one_sample_of_differences() {
        let (a, b) = (scores(&A), scores(&B));
        let compared = RunsDifference::new([&a, &b], true, 5.0).unwrap();
        let by_run = differences(&a.scores(), &b.scores());
        let moments = SampleMoments::of(by_run.iter().copied()).unwrap();
        let runs = compared.runs.unwrap();
        assert_near(runs.variance.sqrt(), moments.standard_error().unwrap());
        assert_near(runs.degrees_of_freedom, 2.0);
        assert_near(compared.texts.variance.sqrt(), 1.648_231_375);
    }

    /// Runs without a variance of their own: their mean square is below the rest.
    #[test]
    fn the_larger_variance_bounds_the_total() {
        let a = RunScores::new(vec![vec![1.0, 5.0, 3.0], vec![5.0, 1.0, 3.0]]).unwrap();
        let b = RunScores::new(vec![vec![1.0, 2.0, 0.5], vec![2.0, 1.0, 0.5]]).unwrap();
        let compared = RunsDifference::new([&a, &b], false, 2.0).unwrap();
        assert!(compared.is_larger_one_way);
        assert_eq!(compared.total, compared.texts);
        assert_eq!(compared.share_of_runs(), Some(0.0));
        let same = RunScores::new(vec![vec![1.0, 1.0]; 2]).unwrap();
        assert_eq!(RunsDifference::new([&same, &same], false, 1.0), Err(Reason::NoVariation));
    }
}
