//! Weighted averages over tasks, each a measure on a corpus of the study: rows of `meta` and `meta_pairs` over all
//! corpora.

use super::options::{Average, NamedMeasure};
use super::pair_results::{OfPairs, PairTests};
use super::pairs::{Tested, TestedPairs};
use super::study_metrics::{StudyMetrics, studies};
use super::values::{Measured, MeasuredMetrics, ranks};
use crate::analyses::{ComparedBy, MetaPairRow, MetaRow, Results, document_count};
use crate::stats::meta::null_differences::{NullDifferences, PairTest};
use crate::stats::meta::tasks::{self, Task};
use crate::stats::{Distribution, Reason, Status};

/// The averages of a study.
pub(super) struct Averages {
    pub(super) metrics: Vec<MetaRow>,
    pub(super) pairs: Vec<MetaPairRow>,
}

/// Those of all studies that ask for them.
pub(super) fn averages(results: &Results<'_>) -> Vec<Averages> {
    let all: Vec<StudyMetrics<'_>> = studies(results).collect();
    let by_study =
        all.chunk_by(|one, other| one.on_corpus.grid.study == other.on_corpus.grid.study);
    by_study.filter_map(of_study).collect()
}

/// A task with its own results.
struct OwnTask<'a> {
    study: &'a StudyMetrics<'a>,
    measure: NamedMeasure,
    weight: f64,
    values: Vec<Option<f64>>,
    tests: Vec<PairTest>,
    /// Replicates by metric.
    replicates: Vec<Vec<f64>>,
    found: Vec<Result<Measured, Reason>>,
}

fn of_study(corpora: &[StudyMetrics<'_>]) -> Option<Averages> {
    let first = corpora.first()?;
    let options = first.options.average.as_ref()?;
    let mut all_tasks = Vec::new();
    for study in corpora {
        all_tasks.extend(tasks_of(study, options)?);
    }
    let count = first.members.metrics.len();
    let tasks: Vec<Task<'_>> = all_tasks
        .iter()
        .map(|task| Task {
            weight: task.weight,
            range: task.measure.measure().range(),
            values: &task.values,
            tests: &task.tests,
        })
        .collect();
    let values = tasks::averages(&tasks);
    let tests = tasks::tests(&tasks);
    let replicates: Vec<Vec<f64>> = (0..count)
        .map(|metric| {
            let rows: Vec<&[f64]> =
                all_tasks.iter().map(|task| task.replicates[metric].as_slice()).collect();
            tasks::replicates(&tasks, &rows).unwrap_or_default()
        })
        .collect();
    let tested = TestedPairs::new(first.options, count).map(|question| {
        let results = tests.iter().map(|test| tested(&question, &values, test)).collect();
        PairTests::with_results(question, vec![results], first.study().level)
    });
    let clusters = tested.as_ref().map(|tests| tests.clusters(0, &values));
    let level = first.study().level;
    let defined: Vec<Option<&[f64]>> =
        values.iter().zip(&replicates).map(|(value, row)| value.map(|_| row.as_slice())).collect();
    let ranks = ranks(&defined, level);
    let scope = first.options.resampled(first.options.measures[0]);
    let metrics = (0..count).map(|metric| {
        let value = values[metric];
        let place = ranks[metric];
        let parts = all_tasks.iter().filter_map(|task| task.found[metric].as_ref().ok());
        MetaRow {
            segments: value.map(|_| segments(&all_tasks, metric)),
            compared: value.map(|_| parts.clone().map(|found| found.compared).sum()),
            undefined_groups: value.map(|_| parts.map(|found| found.undefined_groups).sum()),
            value,
            undefined_replicates: value
                .map(|_| Distribution::new(&replicates[metric]).undefined() as u64),
            interval_status: Reason::NoMethod.into(),
            scope,
            rank: rank(value, &values),
            rank_lower: place.map(|(lower, _, _)| lower),
            rank_upper: place.map(|(_, upper, _)| upper),
            best_share: place.map(|(_, _, best)| best),
            cluster: clusters.as_ref().and_then(|clusters| clusters[metric]),
            status: value.map_or(Reason::UndefinedTask.into(), |_| Status::OK),
            ..over_corpora(corpora, metric, ComparedBy::Average)
        }
    });
    let about = OfPairs {
        corpus: "".into(),
        measure: ComparedBy::Average,
        grouping: None,
        exchanged: first.exchanged(first.options.exchanged_for_averages()),
    };
    let pairs = tested.map_or_else(Vec::new, |tests| tests.rows(first, &about, 0));
    Some(Averages { metrics: metrics.collect(), pairs })
}

/// The row of a metric over corpora that knows what it is about, without values.
pub(super) fn over_corpora(
    corpora: &[StudyMetrics<'_>],
    metric: usize,
    measure: ComparedBy,
) -> MetaRow {
    MetaRow {
        corpus: "".into(),
        systems: corpora.iter().map(|study| document_count(study.members.gold.len())).sum(),
        systems_left_out: corpora.iter().map(|study| document_count(study.members.left_out)).sum(),
        ..corpora[0].blank(metric, measure, None)
    }
}

/// The rank of a value among all, 1 the best; equal ones share it.
pub(super) fn rank(value: Option<f64>, all: &[Option<f64>]) -> Option<u32> {
    let value = value?;
    let better = all.iter().flatten().filter(|other| **other > value);
    Some(document_count(better.count() + 1))
}

/// Judged segments of all corpora.
fn segments(tasks: &[OwnTask<'_>], metric: usize) -> u64 {
    // Tasks of one corpus are on the same segments, which count once.
    let by_corpus = tasks.chunk_by(|one, other| {
        one.study.on_corpus.grid.corpus == other.study.on_corpus.grid.corpus
    });
    let most = by_corpus.map(|tasks| {
        let measured = tasks.iter().filter_map(|task| task.found[metric].as_ref().ok());
        measured.map(|measured| measured.items).max().unwrap_or(0)
    });
    most.sum()
}

/// The tasks of a corpus; `None` where it has no results.
fn tasks_of<'a>(study: &'a StudyMetrics<'a>, options: &Average) -> Option<Vec<OwnTask<'a>>> {
    let count = study.members.metrics.len();
    let question = MeasuredMetrics::new(study.study(), study.options, count);
    let values = study.result(&question)?;
    let tests = TestedPairs::new(study.options, count);
    let tests = tests.and_then(|question| Some((question.pairs(), study.result(&question)?)));
    let tasks = values.into_iter().enumerate().map(|(index, found)| {
        let (measure, ..) = question.measures[index];
        let tests = tests.iter().flat_map(|(pairs, tests)| {
            pairs.iter().zip(&tests[index]).map(|(pair, found)| pair_test(*pair, found))
        });
        let replicates = found.iter().map(|found| {
            found.as_ref().ok().and_then(|found| found.replicates.clone()).unwrap_or_default()
        });
        OwnTask {
            study,
            measure,
            weight: options.weight(&study.on_corpus.names.corpus, measure.name),
            values: found.iter().map(|found| Some(found.as_ref().ok()?.value)).collect(),
            tests: tests.collect(),
            replicates: replicates.collect(),
            found,
        }
    });
    Some(tasks.collect())
}

fn pair_test((first, second): (usize, usize), found: &Result<Tested, Reason>) -> PairTest {
    let permuted = found.as_ref().ok().and_then(|found| found.permuted.clone());
    let outcome = permuted.map(|(observed, permuted)| NullDifferences {
        observed,
        permuted,
        // Only random draws are kept for averages, see [`TestedPairs::with_values`].
        is_complete: false,
    });
    PairTest { first, second, outcome: outcome.ok_or(Reason::UndefinedScore) }
}

/// The test of a pair of averages.
fn tested(
    question: &TestedPairs,
    values: &[Option<f64>],
    test: &PairTest,
) -> Result<Tested, Reason> {
    let outcome = test.outcome.as_ref().map_err(|_| Reason::UndefinedTask)?;
    let both = values[test.first].zip(values[test.second]).ok_or(Reason::UndefinedTask)?;
    Ok(question.with_values([both.0, both.1], outcome.clone()))
}
