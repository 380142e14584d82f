//! Sufficient statistics of every scoring, extracted once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::adjusted::Fits;
use super::judged::{self, JudgedRows};
use super::rows::{rows_of, score};
use super::{Event, ExecuteError, lengths};
use crate::config::model::Spec;
use crate::corpus::model::{Corpus, Document, Texts};
use crate::metric::config::{MetricConfig, ScoreLevel};
use crate::metric::{self, Metric, Rows, Scorer, Segments, Statistics, StatisticsRows};
use crate::plan::{CorpusPlan, Job, Plan, ReferenceSet, ScoredSystem, scores_of_system};

/// Statistics of a scoring, with a row for each segment or each document of the corpus.
#[derive(Clone)]
pub(super) struct Extracted {
    pub(super) statistics: Statistics,
    pub(super) per_document: bool,
    /// Single ratings, where judges are resampled.
    pub(super) ratings: Option<Arc<JudgedRows>>,
    /// Score of sums of the columns of one stratum, where statistics are in strata.
    pub(super) of_stratum: Option<Arc<dyn Scorer>>,
    /// Score of the whole corpus, absent where it is undefined; made when it is first asked for.
    corpus_score: OnceLock<Option<f64>>,
}

impl Extracted {
    pub(super) fn new(statistics: Statistics, per_document: bool) -> Self {
        let (ratings, of_stratum, corpus_score) = (None, None, OnceLock::new());
        Self { statistics, per_document, ratings, of_stratum, corpus_score }
    }

    /// The same in the strata of `scoring`; `None` where scores of resamples do not follow from sums.
    fn in_strata(self, scoring: &ScoredSystem) -> Option<Self> {
        let Some(strata) = &scoring.strata else { return Some(self) };
        let statistics = strata.stratification(self.per_document).apply(&self.statistics)?;
        let scorer = self.statistics.scorer;
        Some(Self { of_stratum: Some(scorer), ..Self::new(statistics, self.per_document) })
    }

    /// Score of the whole corpus by `scoring`, whose statistics these are; computed once for all jobs.
    pub(super) fn corpus_score(&self, corpus: &CorpusPlan, scoring: usize) -> Option<f64> {
        *self
            .corpus_score
            .get_or_init(|| score(&*self.statistics.scorer, &self.rows_of_corpus(corpus, scoring)))
    }

    /// The rows of the whole corpus; those outside the mask of `scoring` are absent.
    fn rows_of_corpus(&self, corpus: &CorpusPlan, scoring: usize) -> Arc<Rows> {
        let CorpusPlan { corpus, scorings, .. } = corpus;
        // The mask is in rows of documents already.
        let (count, mask) = if self.per_document {
            (corpus.documents.len(), None)
        } else {
            (corpus.segment_count(), scorings[scoring].mask.as_deref())
        };
        let all: Vec<usize> = (0..count).collect();
        rows_of(&self.statistics.rows, &all, mask)
    }
}

/// Statistics of a corpus plan: one entry per scoring, empty where no job needs it.
pub(super) type OfCorpus = Vec<Option<Extracted>>;

/// Extracts what `jobs` need, for each corpus of the plan, unless `stop` is set before the end.
pub(super) fn extract(
    plan: &Plan,
    jobs: &[Job],
    stop: &AtomicBool,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<Vec<OfCorpus>, ExecuteError> {
    let needed: BTreeSet<(usize, usize)> = jobs
        .iter()
        .flat_map(|job| job.scorings().into_iter().map(|scoring| (job.coordinates.corpus, scoring)))
        .collect();
    emit(Event::Extracting { scorings: needed.len() });
    let mut all: Vec<OfCorpus> =
        plan.corpora.iter().map(|corpus| vec![None; corpus.scorings.len()]).collect();
    for (index, corpus) in plan.corpora.iter().enumerate() {
        let scorings = needed.range((index, 0)..(index + 1, 0)).map(|(_, scoring)| *scoring);
        let scorings: Vec<usize> = scorings.collect();
        lengths::check(plan, corpus, &scorings)?;
        let extracted = of_corpus(&plan.spec, corpus, &scorings, stop)?;
        for (scoring, extracted) in extracted {
            all[index][scoring] = Some(extracted);
        }
    }
    emit(Event::Extracted);
    Ok(all)
}

/// Scores of a whole corpus by `scorings`, in their order; absent where undefined.
///
/// # Errors
///
/// If the corpus holds something that a metric cannot read.
pub fn score_corpus(
    spec: &Spec,
    corpus: &CorpusPlan,
    scorings: &[usize],
) -> Result<Vec<Option<f64>>, ExecuteError> {
    let never = AtomicBool::new(false);
    let extracted = of_corpus(spec, corpus, scorings, &never)?;
    let scores = scorings.iter().map(|scoring| {
        let (_, extracted) = extracted.iter().find(|(index, _)| index == scoring)?;
        extracted.corpus_score(corpus, *scoring)
    });
    Ok(scores.collect())
}

/// What the score of a system on a whole corpus is made of.
pub struct CorpusRows {
    /// One row for each segment, or for each document.
    pub rows: Arc<Rows>,
    /// Score of sums of these rows.
    pub scorer: Arc<dyn Scorer>,
    /// Whether they are of documents.
    pub per_document: bool,
}

/// The rows of a whole corpus by `scorings`, in their order; absent where there is an obstacle to a score.
///
/// # Errors
///
/// If the corpus holds something that a metric cannot read.
pub fn corpus_rows(
    spec: &Spec,
    corpus: &CorpusPlan,
    scorings: &[usize],
) -> Result<Vec<Option<CorpusRows>>, ExecuteError> {
    let scored: Vec<usize> = scorings
        .iter()
        .copied()
        .filter(|scoring: &usize| corpus.scorings[*scoring].obstacle.is_none())
        .collect();
    let extracted = of_corpus(spec, corpus, &scored, &AtomicBool::new(false))?;
    let rows = scorings.iter().map(|scoring| {
        let (_, extracted) = extracted.iter().find(|(index, _)| index == scoring)?;
        let Extracted { statistics, per_document, .. } = extracted;
        let rows = extracted.rows_of_corpus(corpus, *scoring);
        let (scorer, per_document) = (Arc::clone(&statistics.scorer), *per_document);
        Some(CorpusRows { rows, scorer, per_document })
    });
    Ok(rows.collect())
}

fn of_corpus(
    spec: &Spec,
    corpus: &CorpusPlan,
    scorings: &[usize],
    stop: &AtomicBool,
) -> Result<Vec<(usize, Extracted)>, ExecuteError> {
    // References are prepared once for all systems.
    let mut groups: BTreeMap<(usize, Option<&ReferenceSet>), Vec<usize>> = BTreeMap::new();
    for scoring in scorings {
        let ScoredSystem { metric, references, .. } = &corpus.scorings[*scoring];
        groups.entry((*metric, references.as_ref())).or_default().push(*scoring);
    }
    let groups: Vec<_> = groups.into_iter().collect();
    let extracted: Result<Vec<Vec<_>>, _> = groups
        .par_iter()
        .map(|((metric, references), members)| {
            if stop.load(Ordering::Relaxed) {
                return Err(ExecuteError::Interrupted);
            }
            of_group(spec, corpus, *metric, *references, members)
        })
        .collect();
    let extracted = extracted?.into_iter().flatten();
    extracted
        .map(|(scoring, extracted)| {
            let scored = &corpus.scorings[scoring];
            let extracted = extracted.in_strata(scored).ok_or_else(|| {
                let message = "scores of resamples do not follow from sums, which strata need";
                unreadable(spec, corpus, scored.metric, &scored.system, message.to_owned())
            })?;
            Ok((scoring, extracted))
        })
        .collect()
}

/// The error about what a metric cannot read of a system.
fn unreadable(
    spec: &Spec,
    corpus: &CorpusPlan,
    metric: usize,
    system: &str,
    message: String,
) -> ExecuteError {
    let (corpus, system) = (corpus.corpus.name.clone(), system.to_owned());
    ExecuteError::Data { corpus, metric: spec.metrics[metric].name.clone(), system, message }
}

fn of_group(
    spec: &Spec,
    corpus: &CorpusPlan,
    metric: usize,
    references: Option<&ReferenceSet>,
    scorings: &[usize],
) -> Result<Vec<(usize, Extracted)>, ExecuteError> {
    let config = &spec.metrics[metric].config;
    let documents: Vec<_> =
        corpus.corpus.documents.iter().map(|document| document.segments.clone()).collect();
    let texts = references.map_or_else(Vec::new, |set| set.texts(&corpus.corpus));
    let texts: Vec<&Segments<'_>> = texts.iter().map(Vec::as_slice).collect();
    let text_metric = config.metric();
    if let Some(metric) = text_metric.filter(|metric| metric.is_segmentwise()) {
        return Ok(in_stretches(metric, &texts, corpus, scorings));
    }
    let per_document = config.is_per_document();
    let prepared = text_metric.map(|metric| metric.prepare(&texts, &documents));
    let refused = |message| unreadable(spec, corpus, metric, "all", message);
    let adjusted = match config {
        MetricConfig::Human(human) => judged::adjusted(human, &corpus.corpus).map_err(refused)?,
        _ => None,
    };
    let fits = Fits::new(config, corpus, scorings, adjusted.as_ref()).map_err(refused)?;
    scorings
        .par_iter()
        .map(|scoring| {
            let scored = &corpus.scorings[*scoring];
            let ScoredSystem { system, mask, .. } = scored;
            let error = |message| unreadable(spec, corpus, metric, system, message);
            let mut ratings = None;
            let statistics = if let Some(prepared) = &prepared {
                let texts =
                    corpus.corpus.hypotheses(system).expect("planned only where it has texts");
                let mut texts: Vec<_> = texts.iter().collect();
                // The row of a document is a sum: segments outside the mask cannot be taken out of it.
                if let Some(mask) = mask.as_ref().filter(|_| per_document) {
                    let masked = texts.iter_mut().zip(mask.iter()).filter(|(_, counts)| !**counts);
                    masked.for_each(|(text, _)| *text = None);
                }
                prepared.extract(&texts)
            } else if let Some(statistics) = fits.statistics(config, scored) {
                statistics
            } else if let MetricConfig::Human(human) = config {
                let extracted = judged::extract(human, &corpus.corpus, scored, adjusted.as_ref());
                let (statistics, own_ratings) = extracted.map_err(error)?;
                ratings = own_ratings;
                statistics
            } else {
                from_scores(config, &corpus.corpus, system, mask.as_deref()).map_err(error)?
            };
            Ok((*scoring, Extracted { ratings, ..Extracted::new(statistics, per_document) }))
        })
        .collect()
}

/// Statistics of a metric of single segments, a stretch of segments at a time, so that the index of their
/// references stays small beside the texts.
fn in_stretches(
    metric: &dyn Metric,
    references: &[&Segments<'_>],
    corpus: &CorpusPlan,
    scorings: &[usize],
) -> Vec<(usize, Extracted)> {
    const STRETCH: usize = 128;
    let hypotheses: Vec<&Texts> = scorings
        .iter()
        .map(|scoring| corpus.corpus.hypotheses(&corpus.scorings[*scoring].system))
        .map(|texts| texts.expect("planned only where it has texts"))
        .collect();
    let mut all: Vec<(Rows, Arc<dyn Scorer>)> = Vec::with_capacity(hypotheses.len());
    let count = corpus.corpus.segment_count();
    for start in (0..count).step_by(STRETCH) {
        let stretch = start..count.min(start + STRETCH);
        let references: Vec<&Segments<'_>> =
            references.iter().map(|texts| &texts[stretch.clone()]).collect();
        // Metrics of single segments need no documents.
        let prepared = metric.prepare(&references, &[]);
        let parts = hypotheses.par_iter().map(|texts| {
            let texts: Vec<_> = stretch.clone().map(|segment| texts.get(segment)).collect();
            prepared.extract(&texts)
        });
        let parts: Vec<Statistics> = parts.collect();
        for (index, part) in parts.into_iter().enumerate() {
            let StatisticsRows::Fixed(rows) = part.rows else {
                unreachable!("rows of single segments do not depend on a test set")
            };
            if index == all.len() {
                all.push((Rows::with_capacity(rows.columns(), count), part.scorer));
            }
            all[index].0.append(&rows);
        }
    }
    let extracted = scorings.iter().zip(all).map(|(scoring, (rows, scorer))| {
        let statistics = Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer };
        (*scoring, Extracted::new(statistics, false))
    });
    extracted.collect()
}

/// `mask` matters where rows are of documents: such a row cannot leave segments out later.
fn from_scores(
    config: &MetricConfig,
    corpus: &Corpus,
    system: &str,
    mask: Option<&[bool]>,
) -> Result<Statistics, String> {
    let (level, columns) =
        scores_of_system(config, system, corpus).expect("planned only where there are scores");
    let columns: Vec<Vec<Option<f64>>> = columns
        .into_iter()
        .map(|column| match level {
            ScoreLevel::Segment => column.clone(),
            ScoreLevel::Document => counted(column, corpus, mask),
        })
        .collect();
    let statistics = match config {
        MetricConfig::External(external) => {
            metric::external::statistics(&columns[0], corpus.weights.as_deref(), external)
        }
        MetricConfig::Given(sums) => metric::given::statistics(&columns, sums),
        _ => unreachable!("all other kinds are extracted before"),
    };
    statistics.map_err(|error| error.to_string())
}

/// The scores of documents that have segments within the mask.
fn counted(scores: &[Option<f64>], corpus: &Corpus, mask: Option<&[bool]>) -> Vec<Option<f64>> {
    let scores = scores.iter().zip(&corpus.documents);
    scores
        .map(|(score, document): (&Option<f64>, &Document)| {
            score
                .filter(|_| mask.is_none_or(|mask| mask[document.segments.clone()].contains(&true)))
        })
        .collect()
}
