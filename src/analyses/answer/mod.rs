//! The answer: how many documents, by metric. It is about minimal sizes and the stability of ranks alike.

mod finding;
mod sentences;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use finding::finding;

use crate::analyses::{MinimalSizeRow, RankStabilityRow};

/// The answer of a study that asks for minimal sizes, for ranks, or for both.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    /// Study.
    study: Arc<str>,
    /// Corpus.
    corpus: Arc<str>,
    /// Documents and segments of the largest test set.
    documents: u32,
    /// Segments of the largest test set.
    segments: u64,
    /// Wanted half-width and whether it is in percent of the mean.
    target: Option<f64>,
    /// Whether deviations and target are in percent of the mean.
    relative: bool,
    /// Whether deviations were corrected for few documents as units.
    small_sample_corrected: bool,
    /// Point of the tangent that gives `x_min`.
    tangent_at: f64,
    /// One entry per metric, reference set and number of replicates.
    metrics: Vec<MetricAnswer>,
    /// Power functions fitted in logarithms.
    fits: usize,
    /// How many of these have a warning, by its word.
    warnings: BTreeMap<String, usize>,
}

/// The answer for one metric, as ranges over systems, orderings and repeats.
#[derive(Clone, Debug, PartialEq)]
struct MetricAnswer {
    /// Metric.
    metric: Arc<str>,
    /// References, where the metric reads them.
    references: Option<Arc<str>>,
    /// Number of replicates.
    replicates: u32,
    /// Size at which the interval is as narrow as wanted.
    target: Range,
    /// Whether any of these lies beyond the sizes seen.
    target_extrapolated: bool,
    /// Size from which the ranking holds, where the study asks for ranks.
    ranking_holds: Option<RankingHolds>,
    /// Size from which the observed ranking is that of the largest test set.
    rank_stable_from: Range,
    /// `x_min` of the power function fitted in logarithms.
    x_min: Range,
    /// `x_max` of the power function fitted in logarithms.
    x_max: Range,
}

/// The size from which the ranking of the whole corpus comes out with a probability.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RankingHolds {
    /// Wanted probability.
    probability: f64,
    /// Size, over orderings and repeats.
    from: Range,
}

/// Smallest and largest of several sizes, and how many of them there are not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Range {
    /// Smallest and largest, documents.
    documents: Option<(f64, f64)>,
    /// Smallest and largest, segments.
    segments: Option<(f64, f64)>,
    /// Curves without such a size.
    absent: usize,
    /// All curves: systems with scores, times orderings, times repeats.
    curves: usize,
}

impl Range {
    fn of<'a>(
        rows: impl Iterator<Item = &'a &'a MinimalSizeRow>,
        size: impl Fn(&MinimalSizeRow) -> Option<f64>,
    ) -> Self {
        let mut range = Self::default();
        for row in rows {
            range.add(size(row).map(|size| (size, size * row.segments_per_document)));
        }
        range
    }

    /// Takes in the size of one more curve, in documents and in segments.
    fn add(&mut self, size: Option<(f64, f64)>) {
        let widen = |range: Option<(f64, f64)>, value: f64| {
            Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        };
        self.curves += 1;
        match size {
            None => self.absent += 1,
            Some((documents, segments)) => {
                self.documents = widen(self.documents, documents);
                self.segments = widen(self.segments, segments);
            }
        }
    }
}

/// Sums up `rows`, one answer per study and corpus in the order of the table, then `ranks` of the studies
/// that ask for them. The sizes of the power function are those of the fit in logarithms, the way the 2007
/// paper's were made.
fn answer(rows: &[MinimalSizeRow], ranks: &[RankStabilityRow]) -> Vec<Answer> {
    let mut answers = of_minimal_sizes(rows);
    for curve in ranks.chunk_by(is_same_curve) {
        add_ranks(&mut answers, curve);
    }
    answers
}

/// Whether two rows are sizes of one ordering.
fn is_same_curve(one: &RankStabilityRow, other: &RankStabilityRow) -> bool {
    let (one, other) = (&one.cell, &other.cell);
    (&one.study, &one.corpus, &one.metric, &one.references, &one.ordering)
        == (&other.study, &other.corpus, &other.metric, &other.references, &other.ordering)
        && (one.repeat, one.replicates) == (other.repeat, other.replicates)
}

/// Adds the size from which a ranking holds along an ordering.
fn add_ranks(answers: &mut Vec<Answer>, curve: &[RankStabilityRow]) {
    let (first, last) = (&curve[0], &curve[curve.len() - 1]);
    let cell = &last.cell;
    if cell.ordering.is_none() || first.systems < 2 {
        return;
    }
    let is_there = |answer: &Answer| answer.study == cell.study && answer.corpus == cell.corpus;
    let place = answers.iter().position(is_there).unwrap_or_else(|| {
        answers.push(Answer {
            study: cell.study.clone(),
            corpus: cell.corpus.clone(),
            documents: 0,
            segments: 0,
            target: None,
            relative: false,
            small_sample_corrected: false,
            tangent_at: 1.0,
            metrics: Vec::new(),
            fits: 0,
            warnings: BTreeMap::new(),
        });
        answers.len() - 1
    });
    let answer = &mut answers[place];
    answer.documents = answer.documents.max(cell.documents);
    answer.segments = answer.segments.max(cell.segments.unwrap_or(0));
    let is_own = |metric: &MetricAnswer| {
        metric.metric == cell.metric
            && metric.references == cell.references
            && metric.replicates == cell.replicates
    };
    let place = answer.metrics.iter().position(is_own).unwrap_or_else(|| {
        answer.metrics.push(MetricAnswer {
            metric: cell.metric.clone(),
            references: cell.references.clone(),
            replicates: cell.replicates,
            target: Range::default(),
            target_extrapolated: false,
            ranking_holds: None,
            rank_stable_from: Range::default(),
            x_min: Range::default(),
            x_max: Range::default(),
        });
        answer.metrics.len() - 1
    });
    let holds = answer.metrics[place].ranking_holds.get_or_insert_with(|| RankingHolds {
        probability: last.probability,
        from: Range::default(),
    });
    holds.from.add(last.stable_from.zip(last.stable_from_segments));
}

fn of_minimal_sizes(rows: &[MinimalSizeRow]) -> Vec<Answer> {
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
    // One system has no rank to change.
    let ranked = curves().any(|row| row.cell.system != first.cell.system);
    let rank_stable_from = if ranked {
        Range::of(curves(), |row| row.rank_stable_from.map(f64::from))
    } else {
        Range::default()
    };
    let extrapolated = |row: &&MinimalSizeRow| row.x_target_kind.as_deref() == Some("extrapolated");
    MetricAnswer {
        metric: first.cell.metric.clone(),
        references: first.cell.references.clone(),
        replicates: first.cell.replicates,
        target: Range::of(curves(), |row| row.x_target),
        target_extrapolated: curves().any(extrapolated),
        ranking_holds: None,
        rank_stable_from,
        x_min: Range::of(published(), |row| row.x_min),
        x_max: Range::of(published(), |row| row.x_max),
    }
}
