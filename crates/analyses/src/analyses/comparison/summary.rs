//! What the pairs of a metric come to: who is better than whom.

use std::collections::{BTreeMap, BTreeSet};

use super::vocabulary::{PairVerdict, ReportedTest};
use crate::analyses::common::largest::largest_test_set;
use crate::analyses::{ComparisonRow, ScoreRow};
use crate::presentation::{MetricRows, Rows, StudySection, metric_in_print};
use crate::stats::reason::Reason;

/// The pairs of a metric on the largest test set, by the first method of the study.
pub(crate) struct MetricSummary<'a> {
    /// What the metric is called.
    pub(crate) title: String,
    /// Those of systems with scores, if there are any.
    pub(crate) pairs: Vec<&'a ComparisonRow>,
    /// Systems without scores, which others have.
    pub(crate) unscored: Vec<&'a str>,
    /// Pairs by each further method, with its name.
    pub(crate) other_methods: Vec<(ReportedTest, Vec<&'a ComparisonRow>)>,
    /// Rows of the scores of each system on the same test set.
    pub(crate) scores: BTreeMap<&'a str, &'a ScoreRow>,
}

/// Those of all metrics that have pairs.
pub(crate) fn summaries<'a>(section: &StudySection<'a>) -> Vec<MetricSummary<'a>> {
    let rows = largest_test_set(&section.rows::<ComparisonRow>(), |row| &row.cell);
    rows.by_metric().iter().filter_map(|metric| summary(section, metric)).collect()
}

/// The system that all others are compared with, where a study has one.
pub(crate) fn baseline<'a>(section: &StudySection<'a>) -> Option<&'a str> {
    summaries(section).first()?.baseline()
}

fn summary<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, ComparisonRow>,
) -> Option<MetricSummary<'a>> {
    let mut methods = metric
        .rows
        .groups(|row| row.method)
        .into_iter()
        .map(|(method, rows)| (method, with_scores(rows.iter().collect())));
    let (_, pairs) = methods.next()?;
    let cell = &pairs.first()?.cell;
    let scores: Option<Rows<'a, ScoreRow>> = section.rows_of_metric(metric.key);
    let scores = scores.map(|rows| rows.of_first_draws());
    let scores = scores.iter().flat_map(|rows| rows.iter().collect::<Vec<_>>());
    let scores = scores.filter(|row| row.cell.test_set == cell.test_set);
    Some(MetricSummary {
        title: metric_in_print(&metric.title),
        unscored: unscored(&metric.rows, &pairs),
        scores: scores.map(|row| (row.cell.system(), row)).collect(),
        other_methods: methods.collect(),
        pairs,
    })
}

/// The pairs of systems with scores, or all, if no two have any.
fn with_scores(rows: Vec<&ComparisonRow>) -> Vec<&ComparisonRow> {
    let scored: Vec<&ComparisonRow> =
        rows.iter().filter(|row| row.cell.status != Reason::NoData.into()).copied().collect();
    if scored.is_empty() { rows } else { scored }
}

/// Systems that are in none of `pairs`.
fn unscored<'a>(rows: &Rows<'a, ComparisonRow>, pairs: &[&'a ComparisonRow]) -> Vec<&'a str> {
    let mut seen: BTreeSet<&str> =
        pairs.iter().flat_map(|row| [&*row.system_a, &*row.system_b]).collect();
    let all = rows.iter().flat_map(|row| [&*row.system_a, &*row.system_b]);
    all.filter(|system| seen.insert(system)).collect()
}

/// Whether higher scores are better; known where a pair differs significantly.
pub(crate) fn higher_is_better(pairs: &[&ComparisonRow]) -> Option<bool> {
    pairs.iter().find_map(|row| match row.conclusion()? {
        PairVerdict::Better => Some(row.delta? > 0.0),
        PairVerdict::Worse => Some(row.delta? < 0.0),
        PairVerdict::NotSignificant | PairVerdict::Identical => None,
    })
}

/// Of a system among others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing<'a> {
    pub(crate) system: &'a str,
    /// Systems that it is significantly better than.
    pub(crate) better_than: Vec<&'a str>,
    /// Systems that are significantly better.
    pub(crate) worse_than: Vec<&'a str>,
}

impl Standing<'_> {
    /// Systems that it is better than, less those that are better.
    fn net_wins(&self) -> f64 {
        self.better_than.len() as f64 - self.worse_than.len() as f64
    }
}

/// How many of these differ significantly.
pub(crate) fn significant(pairs: &[&ComparisonRow]) -> usize {
    pairs.iter().filter(|row| row.is_significant()).count()
}

impl<'a> MetricSummary<'a> {
    /// The first pair, for what all have in common.
    pub(crate) fn first(&self) -> &'a ComparisonRow {
        self.pairs[0]
    }

    /// Whether its verdicts are wanted.
    pub(crate) fn is_tested(&self) -> bool {
        self.first().is_tested()
    }

    /// Pairs of which this is concluded.
    pub(crate) fn with(&self, conclusion: Option<PairVerdict>) -> Vec<&'a ComparisonRow> {
        self.pairs.iter().copied().filter(|row| row.conclusion() == conclusion).collect()
    }

    /// How many pairs differ significantly.
    pub(crate) fn significant(&self) -> usize {
        significant(&self.pairs)
    }

    /// How many pairs would if judges were ignored; nothing where none are resampled.
    pub(crate) fn significant_for_same_judges(&self) -> Option<usize> {
        let verdicts = self.pairs.iter().filter_map(|row| row.is_significant_for_same_judges());
        let verdicts: Vec<bool> = verdicts.collect();
        (!verdicts.is_empty())
            .then(|| verdicts.iter().filter(|is_significant| **is_significant).count())
    }

    /// The system that all others are compared with, if all pairs of several have one in second place.
    pub(crate) fn baseline(&self) -> Option<&'a str> {
        let baseline = &*self.first().system_b;
        let is_shared = self.pairs.iter().all(|row| *row.system_b == *baseline);
        (self.pairs.len() > 1 && is_shared).then_some(baseline)
    }

    /// Whether higher scores are better; known where a pair differs significantly.
    pub(crate) fn higher_is_better(&self) -> Option<bool> {
        higher_is_better(&self.pairs)
    }

    /// 1 where higher scores are better, or where that is not known, else -1.
    pub(crate) fn sign(&self) -> f64 {
        if self.higher_is_better().unwrap_or(true) { 1.0 } else { -1.0 }
    }

    /// Score of a system on the test set.
    pub(crate) fn score(&self, system: &str) -> Option<f64> {
        self.scores.get(system)?.score
    }

    /// All systems: by score, the best first. Those that tie, and those whose scores are not known, by the others that
    /// they are better than less those that are better, then by name.
    pub(crate) fn standings(&self) -> Vec<Standing<'a>> {
        let mut standings: Vec<Standing<'a>> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &self.pairs {
            let [a, b] = [&*row.system_a, &*row.system_b].map(|system| {
                let place = *places.entry(system).or_insert_with(|| {
                    standings.push(Standing { system, ..Standing::default() });
                    standings.len() - 1
                });
                (place, system)
            });
            let (winner, loser) = match row.conclusion() {
                Some(PairVerdict::Better) => (a, b),
                Some(PairVerdict::Worse) => (b, a),
                Some(PairVerdict::NotSignificant | PairVerdict::Identical) | None => continue,
            };
            standings[winner.0].better_than.push(loser.1);
            standings[loser.0].worse_than.push(winner.1);
        }
        // Not for each comparison: it looks through the pairs.
        let sign = self.sign();
        standings.sort_by(|one, other| {
            let [score, other_score] = [one, other].map(|ranked| {
                let score = self.score(ranked.system);
                score.map_or(f64::NEG_INFINITY, |score| sign * score)
            });
            other_score
                .total_cmp(&score)
                .then_with(|| other.net_wins().total_cmp(&one.net_wins()))
                .then_with(|| one.system.cmp(other.system))
        });
        standings
    }

    /// The rows of a system with others, by these, and whether it is the first of the two.
    pub(crate) fn pairs_with(&self, one: &str) -> BTreeMap<&'a str, (&'a ComparisonRow, bool)> {
        let pairs = self.pairs.iter().filter_map(|row| match (&*row.system_a, &*row.system_b) {
            (other, second) if second == one => Some((other, (*row, false))),
            (first, other) if first == one => Some((other, (*row, true))),
            _ => None,
        });
        pairs.collect()
    }
}
