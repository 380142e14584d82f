//! Pairwise accuracy over all pairs of systems of all corpora of a study: rows of `meta` and `meta_pairs` over all corpora.

use super::averages::{over_corpora, rank};
use super::counted_pairs::right_pairs;
use super::options::{Compat, Exchanged, MeasureName, Meta, NamedMeasure};
use super::pair_results::{OfPairs, PairTests};
use super::pairs::{Tested, TestedPairs};
use super::study_metrics::{StudyMetrics, studies};
use super::values::{Measured, MeasuredMetrics};
use crate::analyses::{MetaPairRow, MetaRow, Results};
use crate::config::model::ReferenceChoice;
use crate::stats::meta::pairwise::RightPairs;
use crate::stats::reason::{Reason, Status};

/// The pooled accuracy of the metrics of a study.
pub(super) struct Pooled {
    pub(super) metrics: Vec<MetaRow>,
    pub(super) pairs: Vec<MetaPairRow>,
}

/// Those of all studies of several corpora that ask for pairwise accuracy.
pub(super) fn pooled(results: &Results<'_>) -> Vec<Pooled> {
    let all: Vec<StudyMetrics<'_>> = studies(results).collect();
    let by_study =
        all.chunk_by(|one, other| one.on_corpus.grid.study == other.on_corpus.grid.study);
    by_study.filter_map(of_study).collect()
}

const MEASURE: NamedMeasure = NamedMeasure { name: MeasureName::PairwiseAccuracy, grouping: None };

/// Returns `true` if metrics of all corpora are the same, and exchanges those of systems.
fn is_pooled(corpora: &[StudyMetrics<'_>], options: &Meta) -> bool {
    let count = corpora[0].members.metrics.len();
    corpora.len() > 1
        && options.measures.contains(&MEASURE.name)
        && corpora[0].study().reference_choice == ReferenceChoice::First
        && corpora.iter().all(|study| study.members.metrics.len() == count)
}

fn of_study(corpora: &[StudyMetrics<'_>]) -> Option<Pooled> {
    let first = corpora.first()?;
    let options = first.options;
    if !is_pooled(corpora, options) {
        return None;
    }
    let count = first.members.metrics.len();
    let question = MeasuredMetrics::new(first.study(), options, count);
    let index = question.measures.iter().position(|(measure, ..)| *measure == MEASURE)?;
    let by_corpus: Vec<Vec<Result<Measured, Reason>>> = corpora
        .iter()
        .map(|study| Some(study.result(&question)?.swap_remove(index)))
        .collect::<Option<_>>()?;
    let counted = (0..count).map(|metric| {
        by_corpus.iter().try_fold(RightPairs::default(), |sum, of_corpus| {
            let measured = of_corpus[metric].as_ref().ok()?;
            let right = right_pairs(measured.value, measured.compared);
            Some(sum.with(RightPairs { right, all: measured.compared }))
        })
    });
    let counted: Vec<Option<RightPairs>> = counted.collect();
    let values: Vec<Option<f64>> = counted.iter().map(|pairs| pairs.as_ref()?.accuracy()).collect();
    let tests = tests(corpora, options, count, index);
    let clusters = tests.as_ref().map(|tests| tests.clusters(0, &values));
    let metrics = (0..count).map(|metric| MetaRow {
        segments: values[metric].map(|_| {
            let defined = by_corpus.iter().filter_map(|metrics| metrics[metric].as_ref().ok());
            defined.map(|measured| measured.items).sum()
        }),
        compared: counted[metric].map(|pairs| pairs.all),
        undefined_groups: values[metric].map(|_| 0),
        value: values[metric],
        interval_status: Reason::NoMethod.into(),
        scope: options.scope(MEASURE.name),
        rank: rank(values[metric], &values),
        cluster: clusters.as_ref().and_then(|clusters| clusters[metric]),
        status: values[metric].map_or(Reason::UndefinedTask.into(), |_| Status::OK),
        ..over_corpora(corpora, metric, MEASURE.name.into())
    });
    let about = OfPairs {
        corpus: "".into(),
        measure: MEASURE.name.into(),
        grouping: None,
        exchanged: first.exchanged(options.exchanged(MEASURE.name)),
    };
    let pairs = tests.map_or_else(Vec::new, |tests| tests.rows(first, &about, 0));
    Some(Pooled { metrics: metrics.collect(), pairs })
}

/// Tests of all pairs of metrics, by exchanges within every corpus; none where single outputs are exchanged, which no
/// distribution of whole systems describes.
fn tests(
    corpora: &[StudyMetrics<'_>],
    options: &Meta,
    count: usize,
    index: usize,
) -> Option<PairTests> {
    let asked = TestedPairs::new(options, count)?;
    if options.exchanged(MEASURE.name) != Exchanged::Systems || options.compat == Some(Compat::Mtme)
    {
        return None;
    }
    let corpora_tests: Vec<Vec<Result<Tested, Reason>>> = corpora
        .iter()
        .map(|study| Some(study.result(&asked)?.swap_remove(index)))
        .collect::<Option<_>>()?;
    let results = (0..asked.pairs().len()).map(|pair| {
        let pair_tests: Vec<&Tested> = corpora_tests
            .iter()
            .map(|tests| tests[pair].as_ref().map_err(|_| Reason::UndefinedTask))
            .collect::<Result<_, _>>()?;
        let mut counted = pair_tests.iter().filter_map(|tested| tested.counted.as_ref());
        let first = counted.next().ok_or(Reason::UndefinedTask)?.pooled();
        let all = counted.fold(first, |sum, next| sum.with(&next.pooled()));
        let [first, second] = all.right.map(|pairs| pairs.accuracy().ok_or(Reason::UndefinedTask));
        let [p_value, first_is_better, second_is_better] = all.p_values();
        Ok(Tested {
            values: [first?, second?],
            p_value,
            p_better: [first_is_better, second_is_better],
            exchanges: pair_tests
                .iter()
                .fold(1, |all, tested| all.saturating_mul(tested.exchanges)),
            is_complete: pair_tests.iter().all(|tested| tested.is_complete),
            errors: Err(Reason::NoMethod),
            counted: None,
            permuted: None,
        })
    });
    let results = results.collect();
    let question =
        TestedPairs { measures: vec![(MEASURE, options.exchanged(MEASURE.name), false)], ..asked };
    Some(PairTests::with_results(question, vec![results], first_level(corpora)))
}

fn first_level(corpora: &[StudyMetrics<'_>]) -> f64 {
    corpora[0].study().level
}
