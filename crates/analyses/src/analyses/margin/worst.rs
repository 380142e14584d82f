//! The system that decides about a metric: the one whose margin is widest.

use crate::analyses::MarginRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Rows, StudySection};

/// A metric on the largest test set.
pub(crate) struct MetricMargins<'a> {
    /// What it is called.
    pub(crate) title: String,
    /// All systems.
    pub(crate) rows: Rows<'a, MarginRow>,
    /// The system that decides: the one that takes the largest test set, or whose margin is widest. One
    /// without a margin where no system has any.
    pub(crate) worst: &'a MarginRow,
    /// The other end; the same system where there is one.
    pub(crate) best: &'a MarginRow,
}

impl MetricMargins<'_> {
    /// How many systems have a margin.
    pub(crate) fn with_margin(&self) -> usize {
        self.rows.iter().filter(|row| row.margin.is_some()).count()
    }
}

/// The metrics of a section.
pub(crate) fn by_metric<'a>(section: &StudySection<'a>) -> Vec<MetricMargins<'a>> {
    let rows = largest_test_set(&section.rows::<MarginRow>(), |row| &row.cell);
    let by_width = |one: &&MarginRow, other: &&MarginRow| width(one).total_cmp(&width(other));
    let metrics = rows.by_metric().into_iter().filter_map(|metric| {
        let with_margin = metric.rows.keep(|row| row.margin.is_some());
        // Of equal ones the first, whichever end is looked for.
        let worst = with_margin.iter().rev().max_by(by_width).or(metric.rows.first())?;
        let best = with_margin.iter().min_by(by_width).unwrap_or(worst);
        Some(MetricMargins { title: metric.title, rows: metric.rows, worst, best })
    });
    metrics.collect()
}

/// The margin, as a multiple of the wanted one where there is one.
fn width(row: &MarginRow) -> f64 {
    row.margin.unwrap_or(0.0) / row.wanted.unwrap_or(1.0)
}
