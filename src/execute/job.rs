//! One job: the draws of a test set and the summaries of all scorings on them.

use std::ops::Range;

use rayon::prelude::*;

use super::replicates::{self, Basis, Counted, Drawn};
use super::statistics::{Extracted, OfCorpus};
use super::{ExecuteError, TaskResult};
use crate::metric::{Rows, Scorer, StatisticsRows, TestSetRows};
use crate::plan::{Job, Plan, Task, TaskKey};
use crate::spec::model::ResamplingUnit;
use crate::stats::columns::Columns;
use crate::stats::design_effect::{Clustering, clustering};
use crate::stats::distribution::Distribution;

/// A scoring on the test set of the job.
struct Entry {
    /// Index of the scoring.
    scoring: usize,
    basis: Basis,
    judged_segments: u64,
    judged_units: u64,
    score: Option<f64>,
    clustering: Clustering,
}

/// Carries out a job. Cost and memory are what `plan` states for it.
pub(super) fn run(
    plan: &Plan,
    job: &Job,
    statistics: &OfCorpus,
) -> Result<Vec<(TaskKey, TaskResult)>, ExecuteError> {
    let (entries, drawn) = gather(plan, job, statistics)?;
    let replicates = job.tasks.iter().map(|task| task.replicates).max().unwrap_or(0) as usize;
    let bases: Vec<&Basis> = entries.iter().map(|entry| &entry.basis).collect();
    let scores = replicates::scores(&plan.stream(job), replicates, &drawn, &bases);
    let results = job.tasks.par_iter().map(|task| {
        let position = entries.iter().position(|entry| entry.scoring == task.scoring);
        let position = position.expect("every task has an entry");
        let scores = &scores[position][..task.replicates as usize];
        (plan.key(job, task), summarise(task, &entries[position], scores))
    });
    Ok(results.collect())
}

/// The statistics of all scorings of a job side by side, one row per resampling unit.
fn gather(
    plan: &Plan,
    job: &Job,
    statistics: &OfCorpus,
) -> Result<(Vec<Entry>, Drawn), ExecuteError> {
    let corpus_plan = &plan.corpora[job.corpus];
    let corpus = &corpus_plan.corpus;
    let test_set = &corpus_plan.test_sets[job.test_set];
    let segments = test_set.segment_indices(corpus);
    let documents = ranges(test_set.documents.iter().map(|i| corpus.documents[*i].segments.len()));
    let mut scorings: Vec<usize> = job.tasks.iter().map(|task| task.scoring).collect();
    scorings.dedup();
    let units: Vec<Range<usize>> = match job.unit {
        ResamplingUnit::Segments => (0..segments.len()).map(|i| i..i + 1).collect(),
        ResamplingUnit::Documents => documents.clone(),
    };

    let mut entries = Vec::with_capacity(scorings.len());
    let mut blocks = Vec::with_capacity(scorings.len());
    let mut width = 0;
    for scoring in scorings {
        let Extracted { statistics, per_document } =
            statistics[scoring].as_ref().expect("extracted for every job");
        let mask = corpus_plan.scorings[scoring].mask.as_deref();
        let scorer = &*statistics.scorer;
        let (rows, judged_segments, clustering) = if *per_document {
            let rows = rows_of(&statistics.rows, &test_set.documents, None);
            let present = documents.iter().enumerate().filter(|(i, _)| rows.is_present(*i));
            let counts = |i: &usize| mask.is_none_or(|mask| mask[segments[*i]]);
            let judged = present.map(|(_, document)| document.clone().filter(counts).count());
            let judged: usize = judged.sum();
            // Segments have no influence of their own on a score of documents.
            (rows, judged, Clustering::default())
        } else {
            let rows = rows_of(&statistics.rows, &segments, mask);
            let judged = (0..rows.len()).filter(|i| rows.is_present(*i)).count();
            let clustering = match statistics.rows {
                // Without a segment all rows are others, so that it takes a pass over them each.
                StatisticsRows::PerReplicate(_) => Clustering::default(),
                _ => influence_clustering(scorer, &rows, &documents),
            };
            (rows, judged, clustering)
        };
        let score = score(scorer, &rows);
        let judged_units = units.iter().enumerate().filter(|(index, unit)| {
            let mut own = if *per_document { *index..index + 1 } else { (*unit).clone() };
            own.any(|row| rows.is_present(row))
        });
        let judged_units = judged_units.count() as u64;
        let basis = if let StatisticsRows::PerReplicate(all) = &statistics.rows {
            Basis::Counts(Counted::new(all.clone(), &segments, mask, &units))
        } else {
            let columns = width..width + rows.columns();
            width = columns.end;
            blocks.push((columns.clone(), rows, *per_document));
            Basis::Sums(statistics.scorer.clone(), columns)
        };
        let judged_segments = judged_segments as u64;
        entries.push(Entry { scoring, basis, judged_segments, judged_units, score, clustering });
    }
    assert!(
        job.unit == ResamplingUnit::Documents || blocks.iter().all(|(.., documents)| !documents),
        "a validated spec resamples documents where statistics are of documents"
    );
    let mut values = vec![0; units.len() * width];
    for (index, row) in values.chunks_exact_mut(width.max(1)).enumerate() {
        for (columns, rows, per_document) in &blocks {
            let own = if *per_document { index..index + 1 } else { units[index].clone() };
            for source in own {
                let sums = &mut row[columns.clone()];
                sums.iter_mut().zip(rows.row(source)).for_each(|(sum, value)| *sum += value);
            }
        }
    }
    let columns = Columns::from_rows(&values, width).map_err(|error| ExecuteError::Data {
        corpus: corpus.name.clone(),
        metric: "all".to_owned(),
        system: "all".to_owned(),
        message: error.to_string(),
    })?;
    Ok((entries, Drawn { units: units.len(), columns }))
}

/// Consecutive ranges of the given lengths.
fn ranges(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut start = 0;
    let ranges = lengths.map(|length| {
        start += length;
        start - length..start
    });
    ranges.collect()
}

/// The rows of the test set; those outside the mask are absent and hold zeros.
fn rows_of(rows: &StatisticsRows, segments: &[usize], mask: Option<&[bool]>) -> Rows {
    let counts = |segment: usize| mask.is_none_or(|mask| mask[segment]);
    let source: &dyn TestSetRows = match rows {
        StatisticsRows::Fixed(all) => {
            let mut rows = Rows::new(all.columns());
            for segment in segments {
                if counts(*segment) && all.is_present(*segment) {
                    rows.push(all.row(*segment));
                } else {
                    rows.push_absent();
                }
            }
            return rows;
        }
        StatisticsRows::PerTestSet(source) => &**source,
        StatisticsRows::PerReplicate(source) => &**source,
    };
    let counting: Vec<usize> =
        segments.iter().copied().filter(|segment| counts(*segment)).collect();
    let found = source.rows(&counting);
    let mut rows = Rows::new(found.columns());
    let mut next = 0;
    for segment in segments {
        let counted = counts(*segment);
        if counted && found.is_present(next) {
            rows.push(found.row(next));
        } else {
            rows.push_absent();
        }
        next += usize::from(counted);
    }
    rows
}

fn score(scorer: &dyn Scorer, rows: &Rows) -> Option<f64> {
    let judged = (0..rows.len()).any(|segment| rows.is_present(segment));
    if judged { scorer.score(&rows.sums()).filter(|score| score.is_finite()) } else { None }
}

/// Clustering of the jackknife influence of segments, `score(all) - score(all but one)`.
fn influence_clustering(
    scorer: &dyn Scorer,
    rows: &Rows,
    documents: &[Range<usize>],
) -> Clustering {
    if documents.len() < 2 {
        return Clustering::default();
    }
    let sums = rows.sums();
    let Some(whole) = scorer.score(&sums) else { return Clustering::default() };
    let mut influence = Vec::with_capacity(rows.len());
    let mut judged_documents = Vec::with_capacity(documents.len());
    let mut without = vec![0; sums.len()];
    for document in documents {
        let start = influence.len();
        for segment in document.clone().filter(|segment| rows.is_present(*segment)) {
            for (rest, (sum, value)) in without.iter_mut().zip(sums.iter().zip(rows.row(segment))) {
                *rest = sum - value;
            }
            let Some(score) = scorer.score(&without).filter(|score| score.is_finite()) else {
                return Clustering::default();
            };
            influence.push(whole - score);
        }
        if influence.len() > start {
            judged_documents.push(start..influence.len());
        }
    }
    clustering(&influence, &judged_documents)
}

fn summarise(task: &Task, entry: &Entry, scores: &[f64]) -> TaskResult {
    let known = TaskResult {
        score: entry.score,
        judged_segments: entry.judged_segments,
        judged_units: entry.judged_units,
        design_effect: entry.clustering.design_effect,
        icc: entry.clustering.icc,
        ..TaskResult::default()
    };
    // One unit drawn again and again is no sample: its deviation of zero would be no measurement.
    if entry.score.is_none() || entry.judged_units < 2 {
        return known;
    }
    let distribution = Distribution::new(scores);
    let interval = distribution.percentile_interval(task.level);
    TaskResult {
        mean: distribution.mean(),
        median: distribution.median(),
        stdev: distribution.stdev(),
        stdev_error: distribution.stdev_error(),
        ci_lower: interval.map(|(lower, _)| lower),
        ci_upper: interval.map(|(_, upper)| upper),
        undefined_replicates: u32::try_from(distribution.undefined()).unwrap_or(u32::MAX),
        ..known
    }
}
