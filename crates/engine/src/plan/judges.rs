//! Judges of a metric: who rated which segments, where judges are resampled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::experiment_plan::Plan;
use super::grid::Grid;
use super::problem::PlanProblem;
use super::scoring::ScoredSystem;
use super::test_set::TestSet;
use crate::config::model::Study;
use crate::corpus::model::{Corpus, JudgeNames};
use crate::metric::config::HumanConfig;

/// The judges of a criterion over all systems of a study: a resample takes the same ones for all of them.
#[derive(Clone, Debug)]
pub struct MetricJudges {
    /// Criterion of the corpus.
    criterion: String,
    /// Names, in byte order.
    names: Vec<Arc<str>>,
    /// Numbers of the judges who rated an output of each segment that counts, ascending.
    of_segments: Vec<Vec<u32>>,
    digest: [u8; 32],
}

impl PartialEq for MetricJudges {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for MetricJudges {}

impl MetricJudges {
    /// Those of `scorings`, the systems of a study by one metric of a single criterion, all of whose judges are
    /// named.
    fn new(corpus: &Corpus, criterion: &str, scorings: &[ScoredSystem]) -> Self {
        let by_system = corpus.judge_names.get(criterion);
        let mut rated: BTreeMap<&Arc<str>, BTreeSet<usize>> = BTreeMap::new();
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 judges of a metric");
        for scoring in scorings.iter().filter(|scoring| scoring.obstacle.is_none()) {
            let Some(names) = by_system.and_then(|by| by.get(&scoring.system)) else { continue };
            let counts = |segment: usize| scoring.mask.as_ref().is_none_or(|mask| mask[segment]);
            for (segment, name) in named(names).filter(|(segment, _)| counts(*segment)) {
                rated.entry(name).or_default().insert(segment);
            }
        }
        let mut of_segments = vec![Vec::new(); corpus.segment_count()];
        for (judge, (name, segments)) in (0..).zip(&rated) {
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
            for segment in segments {
                of_segments[*segment].push(judge);
                hasher.update(&(*segment as u64).to_le_bytes());
            }
        }
        Self {
            criterion: criterion.to_owned(),
            names: rated.into_keys().cloned().collect(),
            of_segments,
            digest: *hasher.finalize().as_bytes(),
        }
    }

    /// Criterion of the corpus.
    pub fn criterion(&self) -> &str {
        &self.criterion
    }

    /// The number of a judge.
    pub fn number(&self, name: &str) -> Option<u32> {
        let found = self.names.binary_search_by(|known| (**known).cmp(name)).ok()?;
        u32::try_from(found).ok()
    }

    /// Numbers of the judges who rated something of a test set, ascending.
    pub fn of_test_set(&self, test_set: &TestSet, corpus: &Corpus) -> Vec<u32> {
        let segments = test_set.segment_indices(corpus).into_iter();
        let judges: BTreeSet<u32> =
            segments.flat_map(|segment| self.of_segments[segment].iter().copied()).collect();
        judges.into_iter().collect()
    }

    /// The digest of what a scoring reads without its judges, with them.
    fn inputs(&self, scoring: &ScoredSystem, corpus: &Corpus) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 scoring with judges");
        hasher.update(&scoring.inputs);
        hasher.update(&self.digest);
        let names = corpus.judge_names.get(&self.criterion).and_then(|by| by.get(&scoring.system));
        for (segment, name) in names.into_iter().flat_map(named) {
            hasher.update(&(segment as u64).to_le_bytes());
            hasher.update(&self.number(name).unwrap_or(u32::MAX).to_le_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

impl Plan {
    /// Number of persons whose judgments the metrics of a grid have on its test sets; `None` where judges are not
    /// resampled.
    pub fn judges(&self, grid: &Grid) -> Option<usize> {
        let plan = &self.corpora[grid.corpus];
        let mut of_metrics: Vec<&MetricJudges> =
            grid.scorings.iter().filter_map(|own| plan.scorings[*own].judges.as_deref()).collect();
        of_metrics.dedup();
        let mut test_sets: Vec<usize> = grid.placements.iter().map(|own| own.test_set).collect();
        test_sets.sort_unstable();
        test_sets.dedup();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for judges in &of_metrics {
            for test_set in &test_sets {
                let own = judges.of_test_set(&plan.test_sets[*test_set], &plan.corpus);
                names.extend(own.iter().map(|judge| &*judges.names[*judge as usize]));
            }
        }
        (!of_metrics.is_empty()).then_some(names.len())
    }
}

/// Segments with the names of their judges, column after column.
fn named(names: &JudgeNames) -> impl Iterator<Item = (usize, &Arc<str>)> {
    names.iter().flat_map(|column| {
        column.iter().enumerate().filter_map(|(segment, name)| Some((segment, name.as_ref()?)))
    })
}

/// `scorings` of a metric on a single criterion, with the judges that are resampled.
pub(super) fn with_judges(
    mut scorings: Vec<ScoredSystem>,
    criterion: &str,
    corpus: &Corpus,
) -> Vec<ScoredSystem> {
    let judges = Arc::new(MetricJudges::new(corpus, criterion, &scorings));
    for scoring in &mut scorings {
        scoring.inputs = judges.inputs(scoring, corpus);
        scoring.judges = Some(judges.clone());
    }
    scorings
}

/// A metric that needs names of judges on a corpus without them.
pub(super) fn check_names(
    study: &Study,
    metric: &str,
    human: &HumanConfig,
    systems: &[String],
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) {
    let is_adjusted = !human.judge_scores.is_raw();
    let have_effects = human.adjustment().is_some_and(|adjustment| adjustment.judges);
    if !study.resamples_judges() && !is_adjusted && !have_effects {
        return;
    }
    for criterion in &human.criteria {
        let Some(by_system) = corpus.judgments.get(criterion) else { continue };
        let names = corpus.judge_names.get(criterion);
        // Means of judges are taken over all that they rated.
        let is_read = |system: &String| is_adjusted || systems.contains(system);
        let has_names = |system: &String| names.is_some_and(|names| names.contains_key(system));
        let Some(system) = by_system.keys().find(|system| is_read(system) && !has_names(system))
        else {
            continue;
        };
        let of = match names {
            Some(_) => format!("who judged `{system}` on criterion `{criterion}`"),
            None => format!("the judges of criterion `{criterion}`"),
        };
        let message = format!("corpus `{}` does not name {of}", corpus.name);
        let read =
            "read them with the judgments (`judge = \"COLUMN\"` of a table; docs/formats.md)";
        let (key, help): (&[&str], String) = if study.resamples_judges() {
            (&["resample"], format!("{read}, or resample texts alone: `resample = \"documents\"`"))
        } else if have_effects {
            (
                &["metrics"],
                format!("{read}, or set `estimate = \"adjusted\"` in [metrics.{metric}.human]"),
            )
        } else {
            (
                &["metrics"],
                format!("{read}, or set `judge-scores = \"raw\"` in [metrics.{metric}.human]"),
            )
        };
        problems.push(PlanProblem::of_study(&study.name, key, message, help));
    }
}

/// A digest of all judgments on a criterion with their judges, whose means and deviations change every score.
pub(super) fn of_all_systems(corpus: &Corpus, criterion: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 judgments with judges");
    for (system, judgments) in corpus.judgments.get(criterion).into_iter().flatten() {
        hasher.update(&(system.len() as u64).to_le_bytes());
        hasher.update(system.as_bytes());
        hasher.update(judgments.digest().as_bytes());
        let names = corpus.judge_names.get(criterion).and_then(|by| by.get(system));
        for (segment, name) in names.into_iter().flat_map(named) {
            hasher.update(&(segment as u64).to_le_bytes());
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
        }
    }
    *hasher.finalize().as_bytes()
}
