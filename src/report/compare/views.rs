//! The rows of a metric, put together.

use std::collections::BTreeMap;

use super::{Reproduced, Rows, Setting};
use crate::analyses::comparison::PairVerdict;
use crate::analyses::{ComparisonRow, IntervalRow, MarginRow, PowerRow, ScoreRow};
use crate::stats::reason::Reason;

/// A system and the baseline.
#[derive(Debug)]
pub(super) struct PairView {
    /// The test that decides.
    pub(super) row: ComparisonRow,
    pub(super) verdict: PairVerdict,
}

/// What a test set finds by a metric: of the pair that takes most data.
#[derive(Debug)]
pub(super) struct PowerView<'a> {
    pub(super) row: &'a PowerRow,
    /// The row of the effect to plan for: the largest round one that is noticeably below the smallest that is
    /// found.
    pub(super) planned: Option<&'a PowerRow>,
}

/// What is known by a metric.
#[derive(Debug)]
pub(super) struct MetricView<'a> {
    pub(super) title: &'a str,
    /// In the order of the systems.
    pub(super) pairs: Vec<PairView>,
    pub(super) scores: BTreeMap<&'a str, &'a ScoreRow>,
    pub(super) intervals: BTreeMap<&'a str, &'a IntervalRow>,
    /// The widest margin of error.
    pub(super) margin: Option<&'a MarginRow>,
    pub(super) margins: Vec<&'a MarginRow>,
    pub(super) power: Option<PowerView<'a>>,
    pub(super) power_rows: Vec<&'a PowerRow>,
}

impl PairView {
    pub(super) fn margin_verdict(&self) -> Option<&str> {
        self.row.margin_verdict.as_deref()
    }
}

impl PowerView<'_> {
    /// The smallest true difference that is found, among all pairs that verdicts are adjusted for.
    pub(super) fn smallest(&self) -> Option<f64> {
        smallest(self.row)
    }
}

fn smallest(row: &PowerRow) -> Option<f64> {
    row.smallest_detectable_effect_any_pair.or(row.smallest_detectable_effect)
}

impl MetricView<'_> {
    pub(super) fn has_margin(&self) -> bool {
        self.pairs.iter().any(|pair| pair.row.margin_status.reason() != Some(Reason::NoMargin))
    }

    /// Rows that all pairs share the digits of.
    pub(super) fn rows(&self) -> Vec<&ComparisonRow> {
        self.pairs.iter().map(|pair| &pair.row).collect()
    }

    pub(super) fn score(&self, system: &str) -> Option<f64> {
        self.scores.get(system)?.score
    }
}

/// Those of all metrics, in their order.
pub(super) fn views<'a>(rows: &'a Rows, setting: &Setting) -> Vec<MetricView<'a>> {
    let mut titles: Vec<&str> = Vec::new();
    for row in &rows.comparisons {
        if !titles.contains(&&*row.cell.metric) {
            titles.push(&row.cell.metric);
        }
    }
    titles.into_iter().map(|title| view(rows, setting, title)).collect()
}

fn view<'a>(rows: &'a Rows, setting: &Setting, title: &'a str) -> MetricView<'a> {
    let pair = |system: &String| {
        let is_own = |row: &&ComparisonRow| {
            *row.cell.metric == *title
                && *row.system_a == **system
                && *row.system_b == *setting.baseline
        };
        pair(&rows.comparisons.iter().filter(is_own).collect::<Vec<_>>(), setting.reproduced)
    };
    let scores = rows.scores.iter().filter(|row| *row.cell.metric == *title);
    let intervals = rows.intervals.iter().filter(|row| *row.cell.metric == *title);
    let margins: Vec<&MarginRow> =
        rows.margins.iter().filter(|row| *row.cell.metric == *title).collect();
    let by_width = |one: &&&MarginRow, other: &&&MarginRow| {
        let width = |row: &MarginRow| row.margin.unwrap_or(-1.0);
        width(one).total_cmp(&width(other))
    };
    let power_rows: Vec<&PowerRow> = rows
        .power
        .iter()
        .filter(|row| *row.cell.metric == *title)
        .filter(|row| [&*row.system_a, &*row.system_b].contains(&&*setting.baseline))
        .collect();
    MetricView {
        title,
        pairs: setting.systems.iter().filter_map(pair).collect(),
        scores: scores.map(|row| (row.cell.system(), row)).collect(),
        intervals: intervals.map(|row| (row.cell.system(), row)).collect(),
        // Of equal ones the first.
        margin: margins.iter().rev().max_by(by_width).copied(),
        margins,
        power: power(&power_rows),
        power_rows,
    }
}

/// The test that decides among those of a pair.
fn pair(rows: &[&ComparisonRow], reproduced: Option<Reproduced>) -> Option<PairView> {
    let find = |method: &str| rows.iter().copied().find(|row| &*row.method == method);
    let row = match reproduced {
        Some(Reproduced::Bootstrap) => find("sacrebleu-paired-bs"),
        Some(Reproduced::Randomization) => find("sacrebleu-paired-ar"),
        None => {
            let first = rows.first().copied();
            let cannot_exchange = first.is_some_and(|row| row.cell.status.name() == "not-additive");
            find("difference-interval").filter(|_| cannot_exchange).or(first)
        }
    }?;
    Some(PairView { verdict: PairVerdict::of(row), row: row.clone() })
}

/// Of the pair that takes most data.
fn power<'a>(rows: &[&'a PowerRow]) -> Option<PowerView<'a>> {
    const NOTICEABLY: f64 = 0.85;
    let with_effect = rows.iter().copied().filter(|row| smallest(row).is_some());
    let hardest = with_effect.max_by(|one, other| {
        smallest(one).unwrap_or(0.0).total_cmp(&smallest(other).unwrap_or(0.0))
    });
    let row = hardest.or(rows.first().copied())?;
    let is_own =
        |other: &&&PowerRow| other.system_a == row.system_a && other.system_b == row.system_b;
    let limit = smallest(row).map(|smallest| NOTICEABLY * smallest);
    let effect = |row: &PowerRow| row.effect.unwrap_or(0.0);
    let below = rows
        .iter()
        .filter(is_own)
        .copied()
        .filter(|row| row.effect.zip(limit).is_some_and(|(effect, limit)| effect <= limit));
    let planned = below.max_by(|one, other| effect(one).total_cmp(&effect(other)));
    Some(PowerView { row, planned })
}
