//! From a plan to examples.

use super::model::{Examples, SystemExamples};
use super::pair::MetricPair;
use super::parts::{PartsOfCorpus, names_documents};
use super::segments::{TextSources, selected};
use super::words::lengths;
use crate::config::model::Spec;
use crate::corpus::model::{Corpus, Texts};
use crate::execute::{CorpusRows, ExecuteError, corpus_rows};
use crate::metric;
use crate::plan::{CorpusPlan, Grid, Plan, ReferenceSet, by_metric};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct ExampleRequest {
    /// The system that the others are compared with.
    pub baseline: String,
    /// The metric that selects segments; else the first that scores segments.
    pub primary: Option<String>,
    /// Segments for each system, and against it, at most.
    pub count: usize,
    /// Whether texts are taken along.
    pub has_texts: bool,
}

/// Where the systems of `grid`, a study on a corpus, differ from a baseline, on the whole corpus. With the errors
/// that judges marked. Of a metric with several numbers of references the largest counts. Extracts the
/// statistics of all systems; then two scores for each segment, document and part.
///
/// # Errors
///
/// If the corpus holds something that a metric cannot read.
pub fn examples(
    plan: &Plan,
    grid: &Grid,
    request: &ExampleRequest,
) -> Result<Examples, ExecuteError> {
    let corpus_plan = &plan.corpora[grid.corpus];
    let corpus = &*corpus_plan.corpus;
    let metrics = scored_metrics(&plan.spec, corpus_plan, grid)?;
    let segments = corpus.segment_count();
    let (lengths, length_unit) = lengths(&length_texts(corpus, &request.baseline), segments);
    let parts = PartsOfCorpus::new(corpus, &lengths);
    let ExampleRequest { has_texts, count, .. } = *request;
    let names_documents = names_documents(corpus);
    let texts = TextSources { corpus, has_texts, names_documents };
    let systems = systems(corpus_plan, grid).into_iter();
    let systems = systems.filter(|system| **system != request.baseline).map(|system| {
        let names = [system, &*request.baseline];
        let (pairs, unscored) = pairs(&metrics, names);
        let primary = request.primary.as_deref();
        let selecting = pairs.iter().filter(|pair: &&MetricPair<'_>| !pair.per_document);
        // `false` comes before `true`: the primary metric, or else the first.
        let selecting = selecting.min_by_key(|pair| Some(pair.metric) != primary);
        let selected = selecting.map(|pair| selected(pair, segments, count));
        let [in_favour, against] = selected.unwrap_or_default().map(|segments| {
            let segments = segments.into_iter();
            segments.map(|segment| texts.example(segment, names, &pairs)).collect()
        });
        SystemExamples {
            system: system.to_owned(),
            selected_by: selecting.map(|pair| pair.metric.to_owned()),
            metrics: pairs.iter().map(|pair| parts.of_pair(pair)).collect(),
            unscored,
            in_favour,
            against,
        }
    });
    let systems = systems.collect();
    let baseline = request.baseline.clone();
    Ok(Examples { baseline, count, has_texts, length_unit, systems })
}

/// The systems of a study, in its order.
fn systems<'a>(corpus: &'a CorpusPlan, grid: &Grid) -> Vec<&'a str> {
    let mut systems: Vec<&str> = Vec::new();
    for scoring in &grid.scorings {
        let system = &*corpus.scorings[*scoring].system;
        if !systems.contains(&system) {
            systems.push(system);
        }
    }
    systems
}

/// Lengths are those of references; without any, of what the baseline says.
fn length_texts<'a>(corpus: &'a Corpus, baseline: &str) -> Vec<&'a Texts> {
    let references: Vec<&Texts> = corpus.references.iter().map(|named| &named.texts).collect();
    if references.is_empty() {
        corpus.hypotheses(baseline).into_iter().collect()
    } else {
        references
    }
}

/// A metric with the rows of the systems that it scores.
struct ScoredMetric<'a> {
    name: &'a str,
    higher_is_better: bool,
    is_stratified: bool,
    systems: Vec<ScoredRows<'a>>,
}

/// A system with its rows.
struct ScoredRows<'a> {
    name: &'a str,
    rows: CorpusRows,
    values: Vec<i64>,
}

/// The metrics of a study in the order of its scorings.
fn scored_metrics<'a>(
    spec: &'a Spec,
    corpus: &'a CorpusPlan,
    grid: &Grid,
) -> Result<Vec<ScoredMetric<'a>>, ExecuteError> {
    let mut groups: Vec<std::sync::Arc<[usize]>> = Vec::new();
    for group in by_metric(&grid.scorings, &corpus.scorings) {
        let metric = corpus.scorings[group[0]].metric;
        match groups.iter_mut().find(|other| corpus.scorings[other[0]].metric == metric) {
            Some(other) => {
                let [references, of_other] = [&group, &*other].map(|group| {
                    let references = corpus.scorings[group[0]].references.as_ref();
                    references.map_or(0, ReferenceSet::count)
                });
                if of_other < references {
                    *other = group;
                }
            }
            None => groups.push(group),
        }
    }
    let metrics = groups.iter().map(|group| {
        let metric = &spec.metrics[corpus.scorings[group[0]].metric];
        let rows = corpus_rows(spec, corpus, group)?;
        let systems = group.iter().zip(rows).filter_map(|(scoring, rows)| {
            let rows = rows?;
            let rows_of_segments = (0..rows.rows.len()).flat_map(|row| rows.rows.row(row).to_vec());
            let values = rows_of_segments.collect();
            Some(ScoredRows { name: &corpus.scorings[*scoring].system, rows, values })
        });
        Ok(ScoredMetric {
            name: &metric.name,
            higher_is_better: metric::higher_is_better(&metric.config),
            is_stratified: corpus.scorings[group[0]].strata.is_some(),
            systems: systems.collect(),
        })
    });
    metrics.collect()
}

/// A system and the baseline by each metric, and the metrics by which they cannot be compared.
fn pairs<'v>(
    metrics: &'v [ScoredMetric<'_>],
    names: [&str; 2],
) -> (Vec<MetricPair<'v>>, Vec<String>) {
    let (mut pairs, mut unscored) = (Vec::new(), Vec::new());
    for metric in metrics {
        let [system, baseline] = names.map(|name| {
            let mut systems = metric.systems.iter();
            systems.find(|system| system.name == name).map(|system| (&system.rows, &*system.values))
        });
        let pair = system.zip(baseline).and_then(|(system, baseline)| {
            let ScoredMetric { name, higher_is_better, is_stratified, .. } = metric;
            MetricPair::new(name, *higher_is_better, *is_stratified, [system, baseline])
        });
        match pair {
            Some(pair) => pairs.push(pair),
            None => unscored.push(metric.name.to_owned()),
        }
    }
    (pairs, unscored)
}
