//! What the tests of n-gram metrics and TER share: reading golden cases and real data.

#![expect(clippy::unwrap_used, reason = "a test stops where its data is not as expected")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use runner::metric::{Metric, Prepared, Rows, Statistics, StatisticsRows};
use serde::Deserialize;
use serde_json::Value;

use crate::support::needs::data;

/// A corpus with sacreBLEU's statistics and score.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) hyps: Vec<Option<String>>,
    /// By reference, then by segment.
    pub(crate) refs: Vec<Vec<Option<String>>>,
    pub(crate) options: Value,
    pub(crate) signature: String,
    pub(crate) segment_stats: Vec<Vec<f64>>,
    pub(crate) score: f64,
    #[serde(default)]
    pub(crate) segment_scores: Vec<f64>,
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

pub(crate) fn cases(json: &str) -> Vec<Case> {
    serde_json::from_str::<Cases>(json).unwrap().cases
}

/// Option `name` of a case.
pub(crate) fn option(case: &Case, name: &str) -> Option<Value> {
    case.options.get(name).filter(|value| !value.is_null()).cloned()
}

pub(crate) fn flag(case: &Case, name: &str) -> bool {
    option(case, name).is_some_and(|value| value.as_bool().unwrap())
}

pub(crate) fn segments(texts: &[Option<String>]) -> Vec<Option<&str>> {
    texts.iter().map(Option::as_deref).collect()
}

/// Statistics of one system; texts are given by segment.
pub(crate) fn statistics(
    metric: &dyn Metric,
    hypotheses: &[Option<&str>],
    references: &[Vec<Option<&str>>],
) -> Statistics {
    let references: Vec<_> = references.iter().map(Vec::as_slice).collect();
    metric.prepare(&references, &[]).extract(hypotheses)
}

pub(crate) fn rows(statistics: &Statistics) -> &Rows {
    match &statistics.rows {
        StatisticsRows::Fixed(rows) => rows,
        _ => panic!("rows do not depend on the test set"),
    }
}

/// Statistics of the texts of `case`.
pub(crate) fn case_statistics(metric: &dyn Metric, case: &Case) -> Statistics {
    let references: Vec<_> = case.refs.iter().map(|texts| segments(texts)).collect();
    statistics(metric, &segments(&case.hyps), &references)
}

pub(crate) fn corpus_score(statistics: &Statistics) -> f64 {
    statistics.scorer.score(&rows(statistics).sums()).unwrap()
}

/// sacreBLEU's signature without its version, for a metric of name `name`.
pub(crate) fn signature(name: &str, case: &Case) -> String {
    format!("{name}|{}", case.signature.split("|version:").next().unwrap())
}

/// Relative difference of at most 1e-9, absolute near zero.
#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64, what: &str) {
    let difference = (found - expected).abs();
    assert!(
        difference <= 1e-9 * expected.abs().max(1e-3),
        "{what}: found {found}, expected {expected}"
    );
}

/// Lines of a file, which end at LF alone.
pub(crate) fn lines(path: &Path) -> Vec<String> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
}

/// A row of `data/expected_sacrebleu.tsv`.
pub(crate) struct Expected {
    pub(crate) set: String,
    pub(crate) language_pair: String,
    pub(crate) system: String,
    pub(crate) references: Vec<String>,
    pub(crate) score: f64,
    /// Columns `counts` and `totals`.
    pub(crate) counts: Vec<i64>,
    pub(crate) totals: Vec<i64>,
    /// Columns `sys_len` and `ref_len`.
    pub(crate) lengths: [Option<f64>; 2],
    pub(crate) signature: String,
}

/// The rows of metric `metric`, or none where there is no real data.
pub(crate) fn expected(metric: &str) -> Vec<Expected> {
    let Some(data) = data() else { return Vec::new() };
    let numbers = |cell: &str| cell.split_whitespace().flat_map(str::parse).collect();
    let rows = lines(&data.join("expected_sacrebleu.tsv")).into_iter().skip(1);
    let rows = rows.map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let rows = rows.filter(|cells| cells[3] == metric);
    let rows: Vec<_> = rows
        .map(|cells| Expected {
            set: cells[0].clone(),
            language_pair: cells[1].clone(),
            system: cells[2].clone(),
            references: cells[4].split('+').map(str::to_owned).collect(),
            score: cells[7].parse().unwrap(),
            counts: numbers(&cells[11]),
            totals: numbers(&cells[12]),
            lengths: [cells[8].parse().ok(), cells[9].parse().ok()],
            signature: cells[13].split("|version:").next().unwrap().to_owned(),
        })
        .collect();
    assert!(!rows.is_empty(), "no row of {metric}");
    rows
}

/// Prepared references of the rows seen so far, by test set and names.
pub(crate) struct RealData<'a> {
    metric: &'a dyn Metric,
    prepared: BTreeMap<(String, String, Vec<String>), Box<dyn Prepared>>,
}

impl<'a> RealData<'a> {
    pub(crate) fn new(metric: &'a dyn Metric) -> Self {
        Self { metric, prepared: BTreeMap::new() }
    }

    /// Statistics of the texts of `row`.
    pub(crate) fn statistics(&mut self, row: &Expected) -> Statistics {
        let key = (row.set.clone(), row.language_pair.clone(), row.references.clone());
        let prepared = self.prepared.entry(key).or_insert_with(|| {
            let texts = row.references.iter().map(|name| lines(&row.reference(name)));
            let texts: Vec<Vec<String>> = texts.collect();
            let texts: Vec<Vec<_>> = texts
                .iter()
                .map(|texts| texts.iter().map(|text| Some(text.as_str())).collect())
                .collect();
            self.metric.prepare(&texts.iter().map(Vec::as_slice).collect::<Vec<_>>(), &[])
        });
        let texts = lines(&row.output());
        prepared.extract(&texts.iter().map(|text| Some(text.as_str())).collect::<Vec<_>>())
    }
}

impl Expected {
    fn folder(&self) -> PathBuf {
        data().unwrap().join("evalsets").join(&self.set)
    }

    fn reference(&self, name: &str) -> PathBuf {
        self.folder().join(format!("references/{}.{name}.txt", self.language_pair))
    }

    /// The output, which may be a reference.
    fn output(&self) -> PathBuf {
        let Self { language_pair, system, .. } = self;
        let output = self.folder().join(format!("system-outputs/{language_pair}/{system}.txt"));
        if output.exists() { output } else { self.reference(system) }
    }
}
