//! Scores of outputs by people and by metrics, side by side.

use std::ops::Range;

use rayon::prelude::*;

use super::options::{Compat, Exchanged};
use super::values::on_samples;
use crate::analyses::common::part_scores::{direction, segment_scores};
use crate::metric::config::{HumanConfig, HumanScale, MetricConfig, ScoreLevel};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::meta::exchange::Exchanges;
use crate::stats::meta::judged::{JudgedMetrics, Population};
use crate::stats::meta::left_out::LeftOut;
use crate::stats::meta::measure::{Measure, PValues};
use crate::stats::meta::mtme;
use crate::stats::meta::scores::Scores;
use crate::stats::meta::spa::Signs;
use crate::stats::{Estimate, Purpose, StreamKey};

/// Scores of the gold and of all metrics on the segments of the test set that people have judged, oriented so that
/// higher ones are better.
pub(super) struct Judged {
    /// By people.
    pub(super) gold: Scores,
    /// By each metric, where people have judged.
    pub(super) metrics: Vec<Scores>,
    /// Segments of each resampling unit that has any.
    units: Vec<Range<usize>>,
    compat: Option<Compat>,
}

impl Judged {
    /// From the scorings of a group: those of the systems of the gold, then of each metric. For mt-metrics-eval
    /// judgments are the numbers as they were read, which may differ where decimals do not.
    pub(super) fn new(
        job: &JobResults<'_>,
        group: &Group<'_>,
        metrics: usize,
        compat: Option<Compat>,
    ) -> Self {
        let is_raw = compat == Some(Compat::Mtme);
        let systems = group.scorings.len() / (metrics + 1);
        let mut all: Vec<Vec<Vec<f64>>> = group
            .scorings
            .chunks_exact(systems.max(1))
            .map(|scorings| {
                scorings.iter().map(|scoring| oriented(job, job.system(*scoring), is_raw)).collect()
            })
            .collect();
        let (mut kept, mut units) = (Vec::new(), Vec::new());
        for unit in &job.units {
            let start = kept.len();
            kept.extend(
                unit.clone().filter(|segment: &usize| {
                    all[0].iter().any(|scores| !scores[*segment].is_nan())
                }),
            );
            units.extend((kept.len() > start).then_some(start..kept.len()));
        }
        for scores in all.iter_mut().flatten() {
            *scores = kept.iter().map(|segment| scores[*segment]).collect();
        }
        let gold = Scores::new(&all[0]);
        let metrics = all[1..].iter().map(|rows| Scores::new(rows).where_known(&gold)).collect();
        Self { gold, metrics, units, compat }
    }

    /// Returns the scores from which resamples are drawn.
    pub(super) fn population(&self) -> Estimate<Population> {
        Population::of_units(&self.gold, self.units.iter().cloned())
    }

    /// Computes a measure of metrics without each system, or without each unit of texts.
    pub(super) fn left_out(
        &self,
        job: &JobResults<'_>,
        measure: Measure,
        metrics: &[Scores],
    ) -> Estimate<LeftOut> {
        let population = self.population()?;
        let quick = on_samples(measure);
        let signs = self.signs(job, quick)?;
        let metrics = JudgedMetrics::new(&self.gold, metrics, quick, &signs);
        let (samples, lengths) = population.without_each(measure.is_of_systems())?;
        let on: Vec<Vec<f64>> = samples.par_iter().map(|sample| metrics.on(sample)).collect();
        Ok(LeftOut::from_values(quick, &on, lengths))
    }

    /// Returns random signs for the p-values of soft pairwise accuracy. They are the same in all questions. Other
    /// measures have none.
    pub(super) fn signs(&self, job: &JobResults<'_>, measure: Measure) -> Estimate<Signs> {
        let (items, stream) = (self.gold.items(), stream(job, Purpose::Signs));
        match (self.compat, measure) {
            (Some(Compat::Mtme), _) => mtme::signs(&self.gold),
            (None, Measure::Spa(PValues::Permutations)) => Ok(Signs::fine(items, &stream)),
            (None, _) => Ok(Signs::new(items, 0, &stream)),
        }
    }

    /// Returns the random signs with which soft pairwise accuracy is computed after each exchange of outputs.
    pub(super) fn coarse_signs(&self, job: &JobResults<'_>) -> Estimate<Signs> {
        match self.compat {
            Some(Compat::Mtme) => mtme::signs(&self.gold),
            None => Ok(Signs::coarse(self.gold.items(), &stream(job, Purpose::Signs))),
        }
    }

    /// Returns the random stream of resamples.
    pub(super) fn resamples(job: &JobResults<'_>) -> StreamKey {
        stream(job, Purpose::MetricBootstrap)
    }

    /// Draws random exchanges of the scores of two metrics.
    pub(super) fn exchanges(
        &self,
        job: &JobResults<'_>,
        exchanged: Exchanged,
        draws: usize,
    ) -> Exchanges {
        let key = stream(job, Purpose::MetricExchange);
        match exchanged {
            Exchanged::Outputs => Exchanges::of_outputs(&self.gold, draws, key),
            Exchanged::Systems => Exchanges::of_systems(&self.gold, draws, &key),
            Exchanged::Texts => Exchanges::of_items(&self.gold, &self.units, draws, &key),
        }
    }
}

fn stream(job: &JobResults<'_>, purpose: Purpose) -> StreamKey {
    let key = job.coordinates.stream_of_test_set(job.spec.seed, job.corpus, purpose);
    key.text(job.coordinates.unit.name())
}

/// Scores of the segments of a system; higher ones are better.
fn oriented(job: &JobResults<'_>, system: &ScoredTestSet, is_raw: bool) -> Vec<f64> {
    let direction = direction(job, system);
    let scores = as_read(job, system, is_raw).unwrap_or_else(|| segment_scores(system));
    scores.into_iter().map(|score| direction.orient(score)).collect()
}

/// Scores that another program computed, as they were read: sums of them are rounded, which would tie scores that
/// are not tied. Judgments, too, where they are wanted raw and are one number for each segment.
fn as_read(job: &JobResults<'_>, system: &ScoredTestSet, is_raw: bool) -> Option<Vec<f64>> {
    let scoring = &job.corpus.scorings[system.scoring];
    let corpus = &job.corpus.corpus;
    let scores = match &job.spec.metrics[scoring.metric].config {
        MetricConfig::External(config) => {
            assert!(config.level == ScoreLevel::Segment, "a validated spec has scores of segments");
            &corpus.external[&config.score][&scoring.system]
        }
        MetricConfig::Human(config) if is_raw && is_plain(config) => {
            let judges = &corpus.judgments[&config.criteria[0]][&scoring.system].judges;
            judges.first().filter(|_| judges.len() == 1)?
        }
        _ => return None,
    };
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let segments = test_set.segment_indices(corpus).into_iter();
    Some(segments.map(|segment| scores[segment].unwrap_or(f64::NAN)).collect())
}

/// Returns `true` if the scores of segments are unchanged judgments.
fn is_plain(config: &HumanConfig) -> bool {
    let is_one = config.criteria.len() == 1 && config.scale == HumanScale::Raw;
    is_one && config.judge_scores.is_raw() && config.is_of_ratings()
}
