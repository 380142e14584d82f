//! The tables `meta_sizes` and `meta_rankings`.

use super::options::NamedMeasure;
use super::sizes::{Curve, MetricSizes, SizeResult};
use super::study_metrics::{StudyMetrics, studies};
use super::{MetaRankingRow, MetaSizeRow};
use crate::analyses::results::{Results, document_count};
use crate::stats::reason::{Reason, Status};

/// Metrics on parts of the segments and systems.
pub fn meta_sizes<'a>(results: &'a Results<'a>) -> impl Iterator<Item = MetaSizeRow> + use<'a> {
    studies(results).flat_map(|study| {
        each_curve(&study, |at| at.curve.sizes.iter().flat_map(|size| at.size_rows(size)).collect())
    })
}

/// How often campaigns agree on how metrics rank.
pub fn meta_rankings<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = MetaRankingRow> + use<'a> {
    studies(results).flat_map(|study| {
        each_curve(&study, |at| at.curve.sizes.iter().map(|size| at.ranking_row(size)).collect())
    })
}

/// A measure along sizes, of a study on a corpus.
struct CurveOf<'a, 'r> {
    study: &'a StudyMetrics<'r>,
    question: &'a MetricSizes,
    measure: NamedMeasure,
    curve: &'a Curve,
}

fn each_curve<T>(study: &StudyMetrics<'_>, rows: impl Fn(&CurveOf<'_, '_>) -> Vec<T>) -> Vec<T> {
    let question = MetricSizes::new(study.study(), study.options, study.members.metrics.len());
    let Some(question) = question else { return Vec::new() };
    let Some(found) = study.result(&question) else { return Vec::new() };
    let mut all = Vec::new();
    for (measure, curves) in question.measures.iter().zip(&found) {
        for curve in curves.iter().flatten() {
            all.extend(rows(&CurveOf { study, question: &question, measure: *measure, curve }));
        }
    }
    all
}

impl CurveOf<'_, '_> {
    fn available(&self) -> f64 {
        self.curve.sizes.iter().map(|size| size.size).fold(0.0, f64::max)
    }

    fn size_rows(&self, size: &SizeResult) -> Vec<MetaSizeRow> {
        let Self { study, question, measure, curve } = self;
        let is_all = size.size >= self.available();
        let rows = (0..question.metrics).map(|metric| {
            let names = study.metric(metric);
            let value = size.values.as_ref().map(|values| values[metric]);
            let ends = value.as_ref().ok().copied().flatten();
            let status = match &value {
                Ok(Some(_)) => Status::OK,
                Ok(None) => Reason::Undefined.into(),
                Err(reason) => (**reason).into(),
            };
            MetaSizeRow {
                study: study.on_corpus.names.study.clone(),
                corpus: study.on_corpus.names.corpus.clone(),
                gold: study.gold().metric.clone(),
                metric: names.metric.clone(),
                references: names.references.clone(),
                measure: measure.name.into(),
                grouping: measure.grouping,
                varied: curve.varied,
                size: size.size,
                units: size.units,
                systems: size.systems,
                subsets: if is_all { 1 } else { question.subsets },
                mean: ends.map(|ends| ends.0),
                lower: ends.map(|ends| ends.1).filter(|_| !is_all),
                upper: ends.map(|ends| ends.2).filter(|_| !is_all),
                level: question.level,
                status,
            }
        });
        rows.collect()
    }

    fn ranking_row(&self, size: &SizeResult) -> MetaRankingRow {
        let Self { study, question, measure, curve } = self;
        let [seen, expected] = [size.seen, size.expected]
            .map(|shares| shares.map_or([None; 3], |shares| shares.map(Some)));
        MetaRankingRow {
            study: study.on_corpus.names.study.clone(),
            corpus: study.on_corpus.names.corpus.clone(),
            gold: study.gold().metric.clone(),
            measure: measure.name.into(),
            grouping: measure.grouping,
            varied: curve.varied,
            size: size.size,
            available: self.available(),
            metrics: document_count(question.metrics),
            seen_best: seen[0],
            seen_order: seen[1],
            seen_pairs: seen[2],
            expected_best: expected[0],
            expected_order: expected[1],
            expected_pairs: expected[2],
            probability: question.probability,
            best_from: curve.best_from,
            order_from: curve.order_from,
        }
    }
}
