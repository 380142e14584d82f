//! Scores of outputs by people and by metrics, side by side.

use crate::analyses::common::part_scores::{direction, segment_scores};
use crate::metric::config::{MetricConfig, ScoreLevel};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::meta::scores::Scores;

/// Scores of the gold and of all metrics on the segments of the test set, oriented so that higher ones are better.
pub(super) struct Judged {
    /// By people.
    pub(super) gold: Scores,
    /// By each metric, where people have judged.
    pub(super) metrics: Vec<Scores>,
}

impl Judged {
    /// From the scorings of a group: those of the systems of the gold, then of each metric.
    pub(super) fn new(job: &JobResults<'_>, group: &Group<'_>, metrics: usize) -> Self {
        let systems = group.scorings.len() / (metrics + 1);
        let of_metric = |scorings: &[usize]| {
            let rows = scorings.iter().map(|scoring| oriented(job, job.system(*scoring)));
            Scores::new(&rows.collect::<Vec<_>>())
        };
        let mut all = group.scorings.chunks_exact(systems.max(1)).map(of_metric);
        let gold = all.next().expect("a group begins with the gold");
        let metrics = all.map(|scores| scores.where_known(&gold)).collect();
        Self { gold, metrics }
    }
}

/// Scores of the segments of a system; higher ones are better.
fn oriented(job: &JobResults<'_>, system: &ScoredTestSet) -> Vec<f64> {
    let direction = direction(job, system);
    let scores = external(job, system).unwrap_or_else(|| segment_scores(system));
    scores.into_iter().map(|score| direction.orient(score)).collect()
}

/// Scores that another program computed, as they were read: sums of them are rounded, which would tie scores that
/// are not tied.
fn external(job: &JobResults<'_>, system: &ScoredTestSet) -> Option<Vec<f64>> {
    let scoring = &job.corpus.scorings[system.scoring];
    let MetricConfig::External(config) = &job.spec.metrics[scoring.metric].config else {
        return None;
    };
    assert!(config.level == ScoreLevel::Segment, "a validated spec reads scores of segments");
    let corpus = &job.corpus.corpus;
    let scores = &corpus.external[&config.score][&scoring.system];
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let segments = test_set.segment_indices(corpus).into_iter();
    Some(segments.map(|segment| scores[segment].unwrap_or(f64::NAN)).collect())
}
