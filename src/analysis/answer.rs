//! The answer: how many documents, by metric.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::table::MinimalSizeRow;

/// The answer of a study that asks for minimal sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Study.
    pub study: Arc<str>,
    /// Corpus.
    pub corpus: Arc<str>,
    /// Documents and segments of the largest test set.
    pub documents: u32,
    /// Segments of the largest test set.
    pub segments: u64,
    /// Wanted half-width and whether it is in percent of the mean.
    pub target: Option<f64>,
    /// Whether deviations and target are in percent of the mean.
    pub relative: bool,
    /// Whether deviations were corrected for few documents as units.
    pub small_sample_corrected: bool,
    /// Point of the tangent that gives `x_min`.
    pub tangent_at: f64,
    /// One entry per metric, reference set and number of replicates.
    pub metrics: Vec<MetricAnswer>,
    /// Power functions fitted in logarithms.
    pub fits: usize,
    /// How many of these have a warning, by its word.
    pub warnings: BTreeMap<String, usize>,
}

/// The answer for one metric, as ranges over systems, orderings and repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricAnswer {
    /// Metric.
    pub metric: Arc<str>,
    /// References, where the metric reads them.
    pub references: Option<Arc<str>>,
    /// Number of replicates.
    pub replicates: u32,
    /// Size at which the interval is as narrow as wanted.
    pub target: Range,
    /// Whether any of these lies beyond the sizes seen.
    pub target_extrapolated: bool,
    /// Size from which the observed ranking is that of the largest test set.
    pub rank_stable_from: Range,
    /// `x_min` of the power function fitted in logarithms.
    pub x_min: Range,
    /// `x_max` of the power function fitted in logarithms.
    pub x_max: Range,
}

/// Smallest and largest of several sizes, and how many of them there are not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// Smallest and largest, documents.
    pub documents: Option<(f64, f64)>,
    /// Smallest and largest, segments.
    pub segments: Option<(f64, f64)>,
    /// Curves without such a size.
    pub absent: usize,
    /// All curves: systems with scores, times orderings, times repeats.
    pub curves: usize,
}

impl Range {
    fn of<'a>(
        rows: impl Iterator<Item = &'a &'a MinimalSizeRow>,
        size: impl Fn(&MinimalSizeRow) -> Option<f64>,
    ) -> Self {
        let mut range = Self::default();
        let widen = |range: Option<(f64, f64)>, value: f64| {
            Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        };
        for row in rows {
            range.curves += 1;
            match size(row) {
                None => range.absent += 1,
                Some(size) => {
                    range.documents = widen(range.documents, size);
                    range.segments = widen(range.segments, size * row.segments_per_document);
                }
            }
        }
        range
    }
}

/// Sums up `rows`, one answer per study and corpus in the order of the table. The sizes of the power
/// function are those of the fit in logarithms, the way the 2007 paper's were made.
pub fn answer(rows: &[MinimalSizeRow]) -> Vec<Answer> {
    type Place<'a> = (&'a Arc<str>, &'a Arc<str>);
    let mut order: Vec<Place<'_>> = Vec::new();
    let mut groups: BTreeMap<Place<'_>, Vec<&MinimalSizeRow>> = BTreeMap::new();
    for row in rows {
        let place = (&row.cell.study, &row.cell.corpus);
        if !groups.contains_key(&place) {
            order.push(place);
        }
        groups.entry(place).or_default().push(row);
    }
    order.into_iter().map(|place| of_study(&groups[&place])).collect()
}

fn of_study(rows: &[&MinimalSizeRow]) -> Answer {
    let first = rows[0];
    let mut metrics: Vec<MetricAnswer> = Vec::new();
    let place = |row: &MinimalSizeRow| {
        (row.cell.metric.clone(), row.cell.references.clone(), row.cell.replicates)
    };
    let mut seen = Vec::new();
    for row in rows {
        if !seen.contains(&place(row)) {
            seen.push(place(row));
            let members = rows.iter().copied().filter(|other| place(other) == place(row));
            metrics.push(of_metric(&members.collect::<Vec<_>>()));
        }
    }
    let published =
        || rows.iter().filter(|row| &*row.fit == "log-least-squares" && row.a.is_some());
    let mut warnings = BTreeMap::new();
    for row in published() {
        for word in row.warning.iter().flat_map(|words| words.split(", ")) {
            *warnings.entry(word.to_owned()).or_default() += 1;
        }
    }
    Answer {
        fits: published().count(),
        warnings,
        study: first.cell.study.clone(),
        corpus: first.cell.corpus.clone(),
        documents: rows.iter().map(|row| row.cell.documents).max().unwrap_or(0),
        segments: rows.iter().filter_map(|row| row.cell.segments).max().unwrap_or(0),
        target: first.target_half_width,
        relative: &*first.deviation == "relative",
        small_sample_corrected: first.small_sample_corrected,
        tangent_at: first.tangent_at,
        metrics,
    }
}

fn of_metric(rows: &[&MinimalSizeRow]) -> MetricAnswer {
    let first = rows[0];
    // A curve has a row per fitted function; what does not depend on the function counts once.
    let curves = || {
        rows.iter()
            .filter(|row| row.function == first.function && row.fit == first.fit)
            .filter(|row| matches!(&*row.cell.status, "ok" | "one-unit" | "no-fit"))
    };
    let published = || {
        rows.iter()
            .filter(|row| &*row.fit == "log-least-squares")
            .filter(|row| matches!(&*row.cell.status, "ok" | "one-unit" | "no-fit"))
    };
    let extrapolated = |row: &&MinimalSizeRow| row.x_target_kind.as_deref() == Some("extrapolated");
    MetricAnswer {
        metric: first.cell.metric.clone(),
        references: first.cell.references.clone(),
        replicates: first.cell.replicates,
        target: Range::of(curves(), |row| row.x_target),
        target_extrapolated: curves().any(extrapolated),
        rank_stable_from: Range::of(curves(), |row| row.rank_stable_from.map(f64::from)),
        x_min: Range::of(published(), |row| row.x_min),
        x_max: Range::of(published(), |row| row.x_max),
    }
}
