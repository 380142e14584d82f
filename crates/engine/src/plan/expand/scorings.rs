//! From a study on a corpus to its scorings.

use std::sync::Arc;

use super::given_scores::{check_criteria, check_names, check_scores, check_weights};
use crate::config::model::{Mask, MetricSpec, Study};
use crate::corpus::model::Corpus;
use crate::metric::config::{Information, MetricConfig};
use crate::plan::problem::PlanProblem;
use crate::plan::scoring::{
    AdjustedSystems, Digests, MetricJudges, Obstacle, ReferenceSet, ScoredSystem, inputs, presence,
    references,
};

/// All scorings of a study on a corpus, in the order of metrics, references, systems.
pub(crate) fn scorings(
    seed: u64,
    metrics: &[MetricSpec],
    study: &Study,
    digests: &Digests<'_>,
) -> Result<Vec<ScoredSystem>, Vec<PlanProblem>> {
    let corpus = digests.corpus();
    let mut problems = Vec::new();
    let systems = systems(study, corpus, &mut problems);
    let mut all = Vec::new();
    for name in &study.metrics {
        let metric = metric_named(name, metrics);
        let config = &metrics[metric].config;
        check_weights(study, name, config, corpus, &mut problems);
        let sets = match config {
            MetricConfig::Human(human) => {
                check_criteria(study, corpus, human, &mut problems);
                check_names(study, name, human, &systems, corpus, &mut problems);
                vec![None]
            }
            MetricConfig::External(_) | MetricConfig::Given(_) => {
                check_scores(study, corpus, config, &mut problems);
                vec![None]
            }
            _ => {
                let sets = references::sets(seed, study, corpus, &mut problems);
                sets.into_iter().map(Some).collect()
            }
        };
        for references in sets {
            let references = references.as_ref();
            let scorings =
                of_reference_set(metric, config, references, study.mask, &systems, digests);
            all.extend(match config {
                MetricConfig::Human(human) if study.resamples_judges() => {
                    with_judges(scorings, &human.criteria[0], corpus)
                }
                _ => scorings,
            });
        }
    }
    if problems.is_empty() {
        Ok(all)
    } else {
        // Metrics that read the same criterion or references have the same problems.
        problems.dedup();
        Err(problems)
    }
}

fn systems(study: &Study, corpus: &Corpus, problems: &mut Vec<PlanProblem>) -> Vec<String> {
    let Some(named) = &study.systems else {
        let all: Vec<String> = corpus.machine_systems().map(str::to_owned).collect();
        if all.is_empty() {
            let message = format!("corpus `{}` has no system outputs", corpus.name);
            let help = "add outputs to the corpus, or name references as `systems`".to_owned();
            problems.push(PlanProblem::of_study(&study.name, &["corpora"], message, help));
        }
        return all;
    };
    let outputs = corpus.systems.iter().map(|system| system.name.as_str());
    let there: Vec<&str> =
        outputs.chain(corpus.systems_without_text.iter().map(String::as_str)).collect();
    let owner = format!("corpus `{}`", corpus.name);
    for (index, name) in named.iter().enumerate() {
        if !there.contains(&name.as_str()) {
            let key = ["systems"];
            let problem = PlanProblem::unknown(&study.name, &key, "system", name, &owner, &there);
            problems.push(problem.at(index));
        }
    }
    named.clone()
}

/// The index of a metric that a study names.
pub(crate) fn metric_named(name: &str, metrics: &[MetricSpec]) -> usize {
    let position = metrics.iter().position(|metric| metric.name == *name);
    position.expect("a validated spec names known metrics")
}

/// The scorings of `systems` by a metric with one set of references.
pub(crate) fn of_reference_set(
    metric: usize,
    config: &MetricConfig,
    references: Option<&ReferenceSet>,
    mask: Mask,
    systems: &[String],
    digests: &Digests<'_>,
) -> Vec<ScoredSystem> {
    let corpus = digests.corpus();
    let presences: Vec<Result<Vec<bool>, Obstacle>> =
        systems.iter().map(|system| presence(config, references, system, corpus)).collect();
    let adjusted = config.adjustment().map(|adjustment| {
        Arc::new(AdjustedSystems::new(adjustment, config, systems, &presences, corpus))
    });
    let present = |segment: usize| presences.iter().flatten().map(move |present| present[segment]);
    let segments = 0..corpus.segment_count();
    let shared: Option<Arc<[bool]>> = if adjusted.is_some() {
        // What any system has counts for all.
        Some(segments.map(|segment| present(segment).any(|is_present| is_present)).collect())
    } else {
        (mask == Mask::Common).then(|| {
            segments.map(|segment| present(segment).all(|is_present| is_present)).collect()
        })
    };
    let scored = systems.iter().zip(presences).map(|(system, presence)| {
        let (mask, obstacle) = match presence {
            Ok(present) => (shared.clone().unwrap_or_else(|| present.into()), None),
            Err(obstacle) => (Arc::from([]), Some(obstacle)),
        };
        let mask = mask.contains(&false).then_some(mask);
        let mut scoring = ScoredSystem {
            metric,
            system: system.clone(),
            references: references.cloned(),
            mask,
            obstacle,
            is_recomputed: is_recomputed(config),
            strata: None,
            judges: None,
            adjusted: adjusted.clone().filter(|_| obstacle.is_none()),
            inputs: [0; 32],
        };
        scoring.inputs = inputs(config, &scoring, digests);
        scoring
    });
    scored.collect()
}

/// Whether replicates of a metric are scored from counts of segments.
fn is_recomputed(config: &MetricConfig) -> bool {
    matches!(config, MetricConfig::Nist(nist) if nist.information == Information::Recomputed)
}

/// `scorings` of a metric on a single criterion, with the judges that are resampled.
fn with_judges(
    mut scorings: Vec<ScoredSystem>,
    criterion: &str,
    corpus: &Corpus,
) -> Vec<ScoredSystem> {
    let scored = scorings.iter().filter(|scoring| scoring.obstacle.is_none());
    let systems = scored.map(|scoring| (&*scoring.system, scoring.mask.as_deref()));
    let judges = Arc::new(MetricJudges::new(corpus, criterion, systems));
    for scoring in &mut scorings {
        scoring.inputs = judges.inputs(&scoring.inputs, &scoring.system, corpus);
        scoring.judges = Some(judges.clone());
    }
    scorings
}

/// `scorings`, each on all segments that have a score of its system.
pub(crate) fn on_own_segments(
    metrics: &[MetricSpec],
    digests: &Digests<'_>,
    scorings: &[ScoredSystem],
) -> Vec<ScoredSystem> {
    let mut all = Vec::new();
    for group in scorings.chunk_by(ScoredSystem::is_beside) {
        let (metric, references) = (group[0].metric, group[0].references.as_ref());
        let systems: Vec<String> = group.iter().map(|scoring| scoring.system.clone()).collect();
        let config = &metrics[metric].config;
        all.extend(of_reference_set(metric, config, references, Mask::Own, &systems, digests));
    }
    all
}
