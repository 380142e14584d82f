//! How the tables `assisted` and `savings` are filled.

use std::sync::Arc;

use super::compute::{Amounts, AssistedMean, IntervalBy, RatedSegment, amounts, assisted_mean};
use super::options::Assisted;
use super::request::group;
use super::row::{AssistedRow, SavedOf, SavingsRow};
use crate::analyses::common::segment_table::SegmentTable;
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::config::model::{DegreesOfFreedom, MetricConfig, Study};
use crate::metric::config::ScoreLevel;
use crate::stats::direction::Direction;
use crate::stats::distribution::Distribution;
use crate::stats::reason::{Estimate, Reason, Status};

/// All rows of the studies that ask.
#[derive(Default)]
pub struct AssistedTables {
    /// Systems and pairs.
    pub estimates: Vec<AssistedRow>,
    /// What the metric saves.
    pub savings: Vec<SavingsRow>,
}

/// In the order of studies, corpora, systems, pairs.
pub fn assisted(results: &Results<'_>) -> AssistedTables {
    let mut tables = AssistedTables::default();
    for (on_corpus, options) in results.asking(|study: &Study| study.analyses.get::<Assisted>()) {
        let Some(corpus) = AssistedCorpus::new(&on_corpus, options) else { continue };
        let systems = 0..corpus.systems.len();
        let scores: Vec<AssistedRow> =
            systems.clone().map(|system| corpus.row(system, None)).collect();
        let pairs =
            systems.clone().flat_map(|one| (one + 1..systems.end).map(move |other| (one, other)));
        let pairs: Vec<AssistedRow> =
            pairs.map(|(one, other)| corpus.row(one, Some(other))).collect();
        tables.savings.push(corpus.savings(SavedOf::Pairs, &pairs));
        tables.savings.push(corpus.savings(SavedOf::Scores, &scores));
        tables.estimates.extend(scores);
        tables.estimates.extend(pairs);
    }
    tables
}

/// Scores of a system by people and by the metric, by segment.
struct RatedSystem {
    scoring: usize,
    judged: Vec<f64>,
    metric: Vec<f64>,
}

/// The systems of a corpus that people judged and the metric scored.
struct AssistedCorpus<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Assisted,
    systems: Vec<RatedSystem>,
    /// Which judgments are better.
    people: Direction,
    /// Whether the metric is turned to be as judgments.
    is_turned: bool,
}

impl<'a> AssistedCorpus<'a> {
    fn new(on_corpus: &'a GridResults<'a>, options: &'a Assisted) -> Option<Self> {
        let context = on_corpus.results.plan.context(on_corpus.grid);
        let [human, metric] = [&options.human, &options.metric].map(|name| group(&context, name));
        let whole = on_corpus.grid.whole?;
        let (first, first_of_metric) = (*human.first()?, *metric.first()?);
        let [judged, scores] = [&human, &metric].map(|group| {
            let at = Coordinates::once(whole, group[0]);
            on_corpus.requested(&SegmentTable).get(at, group)
        });
        let all = &on_corpus.corpus.scorings;
        let systems = human.iter().zip(judged).filter_map(|(scoring, judged)| {
            let system = &all[*scoring].system;
            let place = metric.iter().position(|other| all[*other].system == *system)?;
            // Rows of a corpus with weights are of picks alone, and the metric counts on all segments.
            let metric = complete_scores(on_corpus, metric[place]).unwrap_or(scores[place].clone());
            Some(RatedSystem { scoring: *scoring, judged, metric })
        });
        let people = on_corpus.direction(first);
        Some(Self {
            systems: systems.collect(),
            people,
            is_turned: on_corpus.direction(first_of_metric) != people,
            on_corpus,
            options,
        })
    }

    fn segments(&self, one: usize, other: Option<usize>) -> Vec<RatedSegment> {
        let corpus = &self.on_corpus.corpus.corpus;
        let one = &self.systems[one];
        let other = other.map(|other| &self.systems[other]);
        let sign = if self.is_turned { -1.0 } else { 1.0 };
        let documents = corpus.documents.iter().enumerate();
        documents
            .flat_map(|(document, range)| {
                range.segments.clone().map(move |segment| (document, segment))
            })
            .map(|(document, segment)| {
                let is_judged = !one.judged[segment].is_nan()
                    || other.is_some_and(|other| !other.judged[segment].is_nan());
                let weights = corpus.weights.as_ref();
                RatedSegment {
                    document,
                    weight: weights.map_or(Some(1.0), |weights| weights[segment]),
                    judged: less(one.judged[segment], other.map(|other| other.judged[segment])),
                    metric: less(one.metric[segment], other.map(|other| other.metric[segment]))
                        .map(|score| sign * score),
                    is_judged,
                }
            })
            .collect()
    }

    fn name(&self, place: usize) -> Arc<str> {
        self.on_corpus.names.scorings[self.systems[place].scoring].system.clone()
    }

    fn row(&self, one: usize, other: Option<usize>) -> AssistedRow {
        let study = self.on_corpus.study;
        let by = IntervalBy {
            level: study.level,
            by_lengths: self.on_corpus.results.plan.spec.df == DegreesOfFreedom::Lengths,
            is_weighted: self.on_corpus.corpus.corpus.weights.is_some(),
            // Where lower is better of one of the two, they share no scale, whatever the spec says.
            same_scale: self.options.same_scale && !self.is_turned,
        };
        let segments = self.segments(one, other);
        let estimated = assisted_mean(&segments, by);
        // The better one of a pair stands first.
        if let (Some(other), Ok(mean)) = (other, &estimated)
            && self.people.orient(mean.controlled.estimate) < 0.0
        {
            let segments = self.segments(other, Some(one));
            return self.filled((other, Some(one)), &segments, assisted_mean(&segments, by));
        }
        self.filled((one, other), &segments, estimated)
    }

    fn filled(
        &self,
        (one, other): (usize, Option<usize>),
        segments: &[RatedSegment],
        estimated: Estimate<AssistedMean>,
    ) -> AssistedRow {
        let Amounts {
            judged_documents,
            unjudged_documents,
            judged_segments,
            unused_segments,
            metric_mean,
        } = amounts(segments);
        let row = AssistedRow {
            study: self.on_corpus.names.study.clone(),
            corpus: self.on_corpus.names.corpus.clone(),
            human: self.options.human.as_str().into(),
            metric: self.options.metric.as_str().into(),
            system_a: self.name(one),
            system_b: other.map(|other| self.name(other)),
            level: self.on_corpus.study.level,
            metric_alone: metric_mean.map(|mean| if self.is_turned { -mean } else { mean }),
            judged_documents: document_count(judged_documents),
            unjudged_documents: document_count(unjudged_documents),
            judged_segments: judged_segments as u64,
            unused_segments: unused_segments as u64,
            status: Status::from(&estimated),
            ..AssistedRow::default()
        };
        let Ok(mean) = estimated else { return row };
        let ratio = mean.controlled.variance / mean.people.judged_variance;
        let (ends, people, bias) = (mean.ends, mean.people_ends, mean.bias);
        let bias_ends = bias.and_then(|(_, ends)| ends);
        AssistedRow {
            human_mean: Some(mean.people.judged),
            human_lower: people.map(|ends| ends.0),
            human_upper: people.map(|ends| ends.1),
            estimate: Some(mean.controlled.estimate),
            standard_error: Some(mean.controlled.variance.sqrt()),
            lower: ends.map(|ends| ends.0),
            upper: ends.map(|ends| ends.1),
            degrees_of_freedom: Some(mean.degrees_of_freedom),
            lambda: Some(mean.controlled.lambda),
            variance_ratio: Some(ratio),
            effective_documents: (ratio > 0.0).then_some(judged_documents as f64 / ratio),
            saved_share: Some(1.0 - ratio),
            saved_lower: mean.saved_ends.map(|ends| ends.0),
            saved_upper: mean.saved_ends.map(|ends| ends.1),
            saved_unlimited: mean.saved_unlimited,
            bias: bias.map(|(bias, _)| bias),
            bias_lower: bias_ends.map(|ends| ends.0),
            bias_upper: bias_ends.map(|ends| ends.1),
            status: match mean.controlled.lambda {
                0.0 => Reason::NoEffect.into(),
                _ => Status::OK,
            },
            ..row
        }
    }

    fn savings(&self, saved_of: SavedOf, rows: &[AssistedRow]) -> SavingsRow {
        let saved = rows.iter().filter_map(|row| row.saved_share);
        let saved = Distribution::new(&saved.collect::<Vec<f64>>());
        let unlimited = rows.iter().filter_map(|row| row.saved_unlimited);
        let unlimited = Distribution::new(&unlimited.collect::<Vec<f64>>());
        let by_people = rows.iter().filter(|row| excludes_zero((row.human_lower, row.human_upper)));
        let by_both = rows.iter().filter(|row| excludes_zero((row.lower, row.upper)));
        let is_of_pairs = saved_of == SavedOf::Pairs;
        SavingsRow {
            study: self.on_corpus.names.study.clone(),
            corpus: self.on_corpus.names.corpus.clone(),
            human: self.options.human.as_str().into(),
            metric: self.options.metric.as_str().into(),
            saved_of,
            count: saved.len() as u64,
            saved_low: saved.quantile(0.1),
            saved_median: saved.quantile(0.5),
            saved_high: saved.quantile(0.9),
            unlimited_low: unlimited.quantile(0.1),
            unlimited_median: unlimited.quantile(0.5),
            unlimited_high: unlimited.quantile(0.9),
            significant_by_people: is_of_pairs.then(|| by_people.count() as u64),
            significant_with_metric: is_of_pairs.then(|| by_both.count() as u64),
            status: if saved.is_empty() { Reason::NoData.into() } else { Status::OK },
        }
    }
}

/// A score, or the difference to another; nothing where one of them is not there.
fn less(score: f64, other: Option<f64>) -> Option<f64> {
    let difference = score - other.unwrap_or(0.0);
    (!difference.is_nan()).then_some(difference)
}

/// Whether an interval does not hold 0.
fn excludes_zero((low, high): (Option<f64>, Option<f64>)) -> bool {
    low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0)
}

/// In a corpus with weights, the metric's scores of all segments, picked or not.
fn complete_scores(on_corpus: &GridResults<'_>, scoring: usize) -> Option<Vec<f64>> {
    let corpus = &on_corpus.corpus.corpus;
    corpus.weights.as_ref()?;
    let scoring = &on_corpus.corpus.scorings[scoring];
    let config = &on_corpus.results.plan.spec.metrics[scoring.metric].config;
    let MetricConfig::External(external) = config else { return None };
    if external.level != ScoreLevel::Segment {
        return None;
    }
    let scores = corpus.external.get(&external.score)?.get(&scoring.system)?;
    Some(scores.iter().map(|score| score.unwrap_or(f64::NAN)).collect())
}
