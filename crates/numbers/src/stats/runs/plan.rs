//! What more runs or more texts would bring.

use serde::{Deserialize, Serialize};

use super::{RunScores, differences};
use crate::stats::moments::SampleMoments;
use crate::stats::noncentral::noncentral_t_tails;
use crate::stats::special::student_t_quantile;

/// What a difference varies with, for other numbers of texts and runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunsPlan {
    /// Variance of the differences of texts beyond what runs add.
    pub text_difference: f64,
    /// Variance of runs, the mean of both systems; of differences of paired runs.
    pub run: f64,
    /// Of what is left.
    pub rest: f64,
    /// 2, or 1 of paired runs.
    sides: f64,
    /// Degrees of freedom of texts, for each that as many texts of one length have.
    freedom_share: f64,
}

impl RunsPlan {
    /// Of two systems; nothing where one has a single run. Negative components count as zero.
    pub fn new(sides: [&RunScores; 2], is_paired: bool, freedom_share: f64) -> Option<Self> {
        let [a, b] = sides;
        let by_text = differences(&a.text_means(), &b.text_means());
        let variance = SampleMoments::of(by_text.iter().copied())?.variance()?;
        let paired = is_paired.then(|| a.less(b));
        let tables: Vec<&RunScores> = paired.as_ref().map_or(vec![a, b], |paired| vec![paired]);
        let (mut run, mut rest, mut of_texts) = (0.0, 0.0, variance);
        for table in &tables {
            let components = table.mean_squares()?.components();
            run += components.run / tables.len() as f64;
            rest += components.rest / tables.len() as f64;
            // Means over runs still contain this much of the rest.
            of_texts -= components.rest / table.runs() as f64;
        }
        Some(Self {
            text_difference: of_texts.max(0.0),
            run: run.max(0.0),
            rest,
            sides: tables.len() as f64,
            freedom_share,
        })
    }

    /// The variance of the difference with this many texts, which may be infinitely many, and runs of each system.
    pub fn variance(&self, texts: f64, runs: f64) -> f64 {
        let [of_texts, of_runs, rest] = self.parts(texts, runs);
        of_texts + of_runs + rest
    }

    /// Of texts, of runs, and what both contain besides.
    fn parts(&self, texts: f64, runs: f64) -> [f64; 3] {
        let rest = self.sides * self.rest / (texts * runs);
        [self.text_difference / texts, self.sides * self.run / runs, rest]
    }

    /// Its degrees of freedom, as those of [`RunsDifference`](super::RunsDifference). `runs` are at least two.
    pub fn degrees_of_freedom(&self, texts: f64, runs: f64) -> f64 {
        let [of_texts, of_runs, rest] = self.parts(texts, runs);
        let run_freedom = self.sides * (runs - 1.0);
        // At least one, as `Freedom` has it.
        let text_freedom = (self.freedom_share * (texts - 1.0)).max(1.0);
        let variance = of_texts + of_runs + rest;
        let terms = [(of_texts + rest, text_freedom), (of_runs + rest, run_freedom)]
            .map(|(variance, degrees)| variance * variance / degrees);
        let terms = terms[0] + terms[1];
        if terms > 0.0 {
            (variance * variance / terms).max(run_freedom.min(text_freedom))
        } else {
            run_freedom
        }
    }

    /// The probability that a true `difference` is significant at the confidence `level`; nothing where nothing varies.
    pub fn power(&self, texts: f64, runs: f64, difference: f64, level: f64) -> Option<f64> {
        let variance = self.variance(texts, runs);
        if variance <= 0.0 {
            return None;
        }
        let degrees = self.degrees_of_freedom(texts, runs);
        let critical = student_t_quantile(0.5 * (1.0 + level), degrees)?;
        Some(noncentral_t_tails(critical, degrees, difference / variance.sqrt()))
    }

    /// Whether a true difference is found with at least the wanted power; `goal` is the difference, the confidence level and
    /// the power.
    fn reaches(&self, texts: f64, runs: f64, [difference, level, power]: [f64; 3]) -> bool {
        self.power(texts, runs, difference, level).is_none_or(|reached| reached >= power)
    }

    /// The fewest texts, up to `most`, that reach a `goal`: difference, confidence level and power; nothing where these are too
    /// few.
    pub fn required_texts(&self, runs: f64, goal: [f64; 3], most: f64) -> Option<f64> {
        if !self.reaches(most, runs, goal) {
            return None;
        }
        let (mut few, mut enough) = (1.0_f64, most.floor());
        while enough - few > 1.0 {
            let middle = (0.5 * (few + enough)).floor();
            if self.reaches(middle, runs, goal) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        Some(enough)
    }
}

#[cfg(test)]
mod tests {
    use super::super::RunsDifference;
    use super::super::tests::{A, B, assert_near, scores};
    use super::*;

    /// Standard errors of other numbers of texts and runs, by NumPy, at 1e-8.
    #[test]
    fn plans_have_closed_forms() {
        let plan = RunsPlan::new([&scores(&A), &scores(&B)], false, 1.0).unwrap();
        assert_near(plan.text_difference, 14.855_555_556);
        assert_near(plan.run, 5.638_888_889);
        assert_near(plan.rest, 2.166_666_667);
        for (texts, runs, error) in [
            (6.0, 3.0, 2.544_784_063),
            (12.0, 3.0, 2.262_209_670),
            (6.0, 6.0, 2.115_638_420),
            (f64::INFINITY, 3.0, 1.938_880_934),
        ] {
            assert_near(plan.variance(texts, runs).sqrt(), error);
        }
        assert_near(plan.degrees_of_freedom(f64::INFINITY, 3.0), 4.0);
        let paired = RunsPlan::new([&scores(&A), &scores(&B)], true, 1.0).unwrap();
        let compared = RunsDifference::new([&scores(&A), &scores(&B)], true, 5.0).unwrap();
        assert_near(paired.variance(6.0, 3.0), compared.total.variance);
    }

    #[test]
    fn sizes_reach_their_power() {
        let plan = RunsPlan::new([&scores(&A), &scores(&B)], false, 1.0).unwrap();
        let goal = [8.0, 0.95, 0.8];
        let texts = plan.required_texts(5.0, goal, 1e6).unwrap();
        assert!(plan.power(texts, 5.0, 8.0, 0.95).unwrap() >= 0.8);
        assert!(plan.power(texts - 1.0, 5.0, 8.0, 0.95).unwrap() < 0.8);
        // What runs vary with stays, however many texts.
        assert_eq!(plan.required_texts(3.0, [3.0, 0.95, 0.8], 1e6), None);
        assert!(plan.power(f64::INFINITY, 3.0, 3.0, 0.95).unwrap() < 0.8);
    }
}
