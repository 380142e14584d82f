//! Systems against a baseline: a verdict, the numbers behind it, and how much data would decide. It words the
//! rows of the analyses `comparison`, `margin` and `power`, and estimates nothing.

mod blocks;
mod headline;
mod json;
mod markdown;
mod notes;
mod reproduced;
mod text;
mod views;

use crate::analyses::{ComparisonRow, IntervalRow, MarginRow, PowerRow, ScoreRow};
use crate::warning::Warning;
use crate::words::{grouped, in_a_row};
pub use json::refused_json;
use views::MetricView;

/// Rows of one study on one test set.
#[derive(Debug)]
pub struct Rows {
    /// Tests of the systems against the baseline.
    pub comparisons: Vec<ComparisonRow>,
    /// Scores of all systems.
    pub scores: Vec<ScoreRow>,
    /// Margins of error of the scores, with wanted ones.
    pub margins: Vec<MarginRow>,
    /// Sizes that show differences.
    pub power: Vec<PowerRow>,
    /// Intervals of a reproduced program.
    pub intervals: Vec<IntervalRow>,
}

/// What was asked for, as far as the rows do not say.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The system that the others are compared with.
    pub baseline: String,
    /// The others, in their order.
    pub systems: Vec<String>,
    /// Whether it is known which segments make documents.
    pub has_documents: bool,
    /// Metrics of which lower scores are better.
    pub lower_is_better: Vec<String>,
    /// Whether a margin is a percentage of the baseline's score.
    pub has_relative_margin: bool,
    /// Seed of random exchanges and resamples.
    pub seed: u64,
    /// The test of sacreBLEU that is reproduced in place of our own.
    pub reproduced: Option<Reproduced>,
}

/// A test of sacreBLEU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reproduced {
    /// Its paired bootstrap resampling.
    Bootstrap,
    /// Its paired approximate randomization.
    Randomization,
}

/// What the margins of all metrics and systems come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// All systems pass.
    Pass,
    /// A system is shown to lose more than a margin.
    Fail,
    /// No system fails, and it is not shown that all pass.
    Inconclusive,
}

impl Conclusion {
    /// Its name for scripts.
    fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// What is said of the systems.
#[derive(Debug)]
pub struct Answer<'a> {
    setting: &'a Setting,
    warnings: &'a [Warning],
    metrics: Vec<MetricView<'a>>,
}

impl<'a> Answer<'a> {
    /// The answer that `rows` give, with `warnings` before it.
    pub fn new(rows: &'a Rows, setting: &'a Setting, warnings: &'a [Warning]) -> Self {
        Self { setting, warnings, metrics: views::views(rows, setting) }
    }

    /// What the margins come to; nothing where none was asked for.
    pub fn conclusion(&self) -> Option<Conclusion> {
        let with_margin = || self.metrics.iter().filter(|metric| metric.has_margin());
        with_margin().next()?;
        let verdicts =
            || with_margin().flat_map(|metric| &metric.pairs).map(|pair| pair.margin_verdict());
        Some(if verdicts().any(|verdict| verdict == Some("fail")) {
            Conclusion::Fail
        } else if verdicts().all(|verdict| verdict == Some("pass")) {
            Conclusion::Pass
        } else {
            Conclusion::Inconclusive
        })
    }

    /// Whether higher scores of a metric are better.
    fn higher_is_better(&self, metric: &str) -> bool {
        self.setting.lower_is_better.iter().all(|lower| lower != metric)
    }

    /// The only system besides the baseline, if there is one.
    fn only_system(&self) -> Option<&str> {
        if let [system] = &self.setting.systems[..] { Some(system) } else { None }
    }

    /// The first pair, for what all have in common.
    fn first(&self) -> Option<&ComparisonRow> {
        Some(&self.metrics.first()?.pairs.first()?.row)
    }

    /// How precise scores are, in a sentence.
    fn precision_headline(&self) -> String {
        let of_metric = |metric: &MetricView<'a>| {
            let margin = crate::analyses::margin::plus_minus(metric.margin?.margin?);
            Some(format!("{margin} {}", metric.title))
        };
        let margins: Vec<String> = self.metrics.iter().filter_map(of_metric).collect();
        if margins.is_empty() {
            return "How precise a score is cannot be said.".to_owned();
        }
        format!("A score is precise to {}.", in_a_row(&margins, "and"))
    }

    /// Which differences can be found, in a sentence.
    fn power_headline(&self) -> String {
        let of_metric = |metric: &MetricView<'a>| {
            let smallest = crate::presentation::number(metric.power.as_ref()?.smallest()?);
            Some(format!("{smallest} {}", metric.title))
        };
        let found: Vec<String> = self.metrics.iter().filter_map(of_metric).collect();
        if found.is_empty() {
            return "Which differences can be found cannot be said.".to_owned();
        }
        format!(
            "A test set of this size finds a true difference of {} 4 times in 5.",
            in_a_row(&found, "or")
        )
    }
}

/// A round margin of error to plan for: the largest of 1, 2 and 5 times a power of ten that is noticeably
/// below the `margin` of today.
pub fn wanted_margin(margin: f64) -> f64 {
    const NOTICEABLY: f64 = 0.85;
    let text = format!("{:e}", NOTICEABLY * margin);
    let halves = text
        .split_once('e')
        .and_then(|(digits, exponent)| Some((digits.parse::<f64>().ok()?, exponent)));
    let Some((digits, exponent)) = halves else { return margin };
    let digit = [5, 2, 1].into_iter().find(|digit| f64::from(*digit) <= digits).unwrap_or(1);
    format!("{digit}e{exponent}").parse().unwrap_or(margin)
}

/// A number as it was written, where that is short.
fn as_written(value: f64) -> String {
    let exact = format!("{value}");
    if exact.len() <= 7 { exact } else { crate::presentation::number(value) }
}

/// A positive number of units in groups of three digits, rounded up.
fn whole_units(units: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "capped")]
    let units = crate::value::whole_up(units).clamp(0.0, 1e15) as u64;
    grouped(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_margins_are_round_and_smaller() {
        let cases = [(1.8, 1.0), (1.2, 1.0), (1.1, 0.5), (0.9, 0.5), (2.4, 2.0), (0.0063, 0.005)];
        for (margin, wanted) in cases {
            assert!((wanted_margin(margin) / wanted - 1.0).abs() < 1e-12, "{margin}");
        }
        assert!(wanted_margin(12.0) < 12.0);
        assert!((wanted_margin(12.0) - 10.0).abs() < 1e-12);
    }
}
