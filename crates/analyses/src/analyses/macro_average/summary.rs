//! What findings, figures and verdicts read: the systems of a metric over all corpora, the best first.

use super::difference_row::MacroDifferenceRow;
use super::row::MacroAverageRow;
use super::vocabulary::Quantity;
use crate::presentation::{MetricRows, Rows, StudySection};

/// A metric over all corpora.
pub(super) struct MetricSummary<'a> {
    pub(super) title: String,
    /// Over all corpora and on each.
    pub(super) rows: Rows<'a, MacroAverageRow>,
    /// The systems that are compared, the best mean score first.
    pub(super) systems: Vec<SystemSummary<'a>>,
    /// The others, once each.
    pub(super) left_out: Vec<&'a MacroAverageRow>,
    /// Names of the corpora with their weights.
    pub(super) corpora: Vec<(&'a str, f64)>,
    pub(super) differences: Rows<'a, MacroDifferenceRow>,
}

/// A system over all corpora.
pub(super) struct SystemSummary<'a> {
    pub(super) name: &'a str,
    pub(super) score: &'a MacroAverageRow,
    pub(super) rank: &'a MacroAverageRow,
    pub(super) share: &'a MacroAverageRow,
}

/// What is counted among pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairCount {
    pub(super) different: usize,
    pub(super) tested: usize,
    pub(super) all: usize,
}

/// By metric, with the study's first draws.
pub(super) fn summaries<'a>(section: &StudySection<'a>) -> Vec<MetricSummary<'a>> {
    let rows = section.rows::<MacroAverageRow>().of_first_draws();
    let differences = section.rows::<MacroDifferenceRow>().of_first_draws().by_metric();
    let summaries = rows.by_metric().into_iter().map(|metric| {
        let differences = differences.iter().find(|other| other.key == metric.key);
        let differences = differences.map(|metric| metric.rows.clone());
        MetricSummary::new(
            metric,
            differences.unwrap_or_else(|| section.rows::<MacroDifferenceRow>().keep(|_| false)),
        )
    });
    summaries.collect()
}

impl<'a> MetricSummary<'a> {
    fn new(
        metric: MetricRows<'a, MacroAverageRow>,
        differences: Rows<'a, MacroDifferenceRow>,
    ) -> Self {
        let over_corpora = metric.rows.keep(|row| row.corpus.is_none());
        let compared = over_corpora.keep(|row| row.lacks.is_none());
        let groups = compared.groups(|row| &*row.system);
        let systems = groups.into_iter().filter_map(|(name, rows)| {
            let [score, rank, share] =
                Quantity::ALL.map(|quantity| rows.iter().find(|row| row.quantity == quantity));
            let (score, rank, share) = (score?, rank?, share?);
            Some(SystemSummary { name, score, rank, share })
        });
        let mut systems: Vec<SystemSummary<'a>> = systems.collect();
        systems.sort_by_key(|system| (system.score.observed_rank.unwrap_or(u32::MAX), system.name));
        let left_out =
            over_corpora.keep(|row| row.lacks.is_some() && row.quantity == Quantity::Score);
        let of_corpora = metric.rows.groups(|row| row.corpus.as_deref());
        let corpora = of_corpora
            .into_iter()
            .filter_map(|(name, rows)| Some((name?, rows.first()?.weight?)))
            .collect();
        Self {
            title: metric.title,
            systems,
            rows: metric.rows,
            left_out: left_out.iter().collect(),
            corpora,
            differences,
        }
    }

    /// Any row over all corpora.
    pub(super) fn first(&self) -> Option<&'a MacroAverageRow> {
        self.systems.first().map(|system| system.score).or_else(|| self.left_out.first().copied())
    }

    /// Significantly different pairs among those that were tested.
    pub(super) fn pairs(&self, quantity: Quantity) -> PairCount {
        let rows = self.differences.keep(|row| row.quantity == quantity);
        PairCount {
            different: rows.iter().filter(|row| row.is_significant()).count(),
            tested: rows.iter().filter(|row| row.verdict.is_some()).count(),
            all: rows.iter().count(),
        }
    }

    /// Systems with the best value of a quantity.
    pub(super) fn best(
        &self,
        row: impl Fn(&SystemSummary<'a>) -> &'a MacroAverageRow,
    ) -> Vec<&SystemSummary<'a>> {
        self.systems.iter().filter(|system| row(system).observed_rank == Some(1)).collect()
    }
}
