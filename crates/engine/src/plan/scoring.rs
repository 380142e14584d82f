//! Scorings: a metric applied to a system with a set of references.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::adjusted::AdjustedSystems;
use super::digests::Digests;
use super::judges::{self, MetricJudges};
use super::problem::PlanProblem;
use super::references::{self, ReferenceSet};
use super::strata::CorpusStrata;
use crate::config::model::{Mask, MetricSpec, Study};
use crate::corpus::model::{BySystem, Corpus};
use crate::metric::config::{ExternalConfig, HumanConfig, Information, MetricConfig, ScoreLevel};
use crate::stats::reason::Reason;

/// Why a system has no score at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// The corpus has no judgments, scores or texts of the system for this metric.
    NoData,
    /// The system is one of the references that it would be compared with.
    ReferenceOfItself,
}

/// A metric applied to a system with a set of references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredSystem {
    /// Index of the metric in the spec.
    pub metric: usize,
    /// Name of the system.
    pub system: String,
    /// References, for metrics that read them.
    pub references: Option<ReferenceSet>,
    /// Segments that count, one flag each; `None` where all do.
    pub mask: Option<Arc<[bool]>>,
    /// Why there is no score, if there is none.
    pub obstacle: Option<Obstacle>,
    /// Whether each resample is scored from counts of segments, not from sums of rows.
    pub is_recomputed: bool,
    /// The strata whose scores are added up, where there are any.
    pub strata: Option<Arc<CorpusStrata>>,
    /// The judges, where they are resampled.
    pub judges: Option<Arc<MetricJudges>>,
    /// The systems that its score is adjusted together with, where it is.
    pub adjusted: Option<Arc<AdjustedSystems>>,
    /// Digest of everything the scoring reads and of how it is computed.
    pub inputs: [u8; 32],
}

impl ScoredSystem {
    /// The same as the weighted sum of the scores of `strata`.
    pub(super) fn in_strata(self, strata: Option<&Arc<CorpusStrata>>) -> Self {
        match strata {
            None => self,
            Some(strata) => {
                Self { inputs: strata.inputs(&self.inputs), strata: Some(strata.clone()), ..self }
            }
        }
    }
}

/// Whether replicates of a metric are scored from counts of segments.
fn is_recomputed(config: &MetricConfig) -> bool {
    matches!(config, MetricConfig::Nist(nist) if nist.information == Information::Recomputed)
}

/// All scorings of a study on a corpus, in the order of metrics, references, systems.
pub(super) fn scorings(
    seed: u64,
    metrics: &[MetricSpec],
    study: &Study,
    corpus: &Corpus,
) -> Result<Vec<ScoredSystem>, Vec<PlanProblem>> {
    let mut problems = Vec::new();
    let systems = systems(study, corpus, &mut problems);
    let digests = Digests::new(corpus);
    let mut all = Vec::new();
    for name in &study.metrics {
        let position = metrics.iter().position(|metric| metric.name == *name);
        let metric = position.expect("a validated spec names known metrics");
        let config = &metrics[metric].config;
        let sets = match config {
            MetricConfig::Human(human) => {
                check_criteria(study, corpus, human, &mut problems);
                judges::check_names(study, name, human, &systems, corpus, &mut problems);
                vec![None]
            }
            MetricConfig::External(external) => {
                check_external(study, corpus, external, &mut problems);
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
                of_reference_set(metric, config, references, study.mask, &systems, &digests);
            all.extend(match config {
                MetricConfig::Human(human) if study.resamples_judges() => {
                    judges::with_judges(scorings, &human.criteria[0], corpus)
                }
                _ => scorings,
            });
        }
    }
    if problems.is_empty() {
        Ok(all)
    } else {
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
    let known: Vec<&str> =
        outputs.chain(corpus.systems_without_text.iter().map(String::as_str)).collect();
    let owner = format!("corpus `{}`", corpus.name);
    for (index, name) in named.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let key = ["systems"];
            let problem = PlanProblem::unknown(&study.name, &key, "system", name, &owner, &known);
            problems.push(problem.at(index));
        }
    }
    named.clone()
}

fn check_criteria(
    study: &Study,
    corpus: &Corpus,
    human: &HumanConfig,
    problems: &mut Vec<PlanProblem>,
) {
    let known: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
    let owner = format!("corpus `{}`", corpus.name);
    for criterion in &human.criteria {
        let Some(by_system) = corpus.judgments.get(criterion) else {
            let (key, what) = (["metrics"], "judgments on the criterion");
            problems.push(PlanProblem::unknown(&study.name, &key, what, criterion, &owner, &known));
            continue;
        };
        let judgments = by_system.values().flat_map(|judgments| judgments.judges.iter().flatten());
        if !human.has_true_zero() {
            let what = format!("z-scores of judges on `{criterion}` have no true zero");
            problems.extend(no_percentages(study, &what));
        } else if judgments.flatten().any(|value| *value < 0.0) {
            let what = format!("judgments on `{criterion}` in {owner} are negative");
            problems.extend(no_percentages(study, &what));
        }
    }
}

/// The problem of a study that wants deviations in percent of a mean that has no true zero.
fn no_percentages(study: &Study, what: &str) -> Option<PlanProblem> {
    let (key, _) = study.analyses.rules().find(|(_, rules)| rules.reads_percentages())?;
    let message = format!("{what}, and percentages of their mean say nothing");
    let help = "write `deviation = \"absolute\"`; then `epsilon` is in the unit of the judgments"
        .to_owned();
    Some(PlanProblem::of_study(&study.name, &[key], message, help))
}

/// Scores of the corpus at a level.
fn external_scores(
    corpus: &Corpus,
    level: ScoreLevel,
) -> &BTreeMap<String, BySystem<Vec<Option<f64>>>> {
    match level {
        ScoreLevel::Segment => &corpus.external,
        ScoreLevel::Document => &corpus.external_documents,
    }
}

fn check_external(
    study: &Study,
    corpus: &Corpus,
    external: &ExternalConfig,
    problems: &mut Vec<PlanProblem>,
) {
    let scores = external_scores(corpus, external.level);
    let owner = format!("corpus `{}`", corpus.name);
    let (name, key) = (&external.score, ["metrics"]);
    let Some(by_system) = scores.get(name) else {
        let (what, here, there, other, word) = match external.level {
            ScoreLevel::Segment => {
                ("external score", "segments", "documents", ScoreLevel::Document, "document")
            }
            ScoreLevel::Document => {
                let what = "external score of documents";
                (what, "documents", "segments", ScoreLevel::Segment, "segment")
            }
        };
        problems.push(if external_scores(corpus, other).contains_key(name) {
            let message = format!("{owner} has no external score `{name}` of {here}");
            let help = format!("it has one of {there}: write `level = \"{word}\"`");
            PlanProblem::of_study(&study.name, &key, message, help)
        } else {
            let known: Vec<&str> = scores.keys().map(String::as_str).collect();
            PlanProblem::unknown(&study.name, &key, what, name, &owner, &known)
        });
        return;
    };
    if by_system.values().flatten().flatten().any(|value| *value < 0.0) {
        let what = format!("scores of `{name}` in {owner} are negative");
        problems.extend(no_percentages(study, &what));
    }
}

/// Scorings with scores that share metric and references, in the order of `scorings`: the systems
/// that are compared with each other.
pub fn by_metric(scorings: &[usize], all: &[ScoredSystem]) -> Vec<Arc<[usize]>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in scorings.iter().copied().filter(|index| all[*index].obstacle.is_none()) {
        let shares = |group: &&mut Vec<usize>| {
            let (own, other) = (&all[index], &all[group[0]]);
            own.metric == other.metric && own.references == other.references
        };
        match groups.iter_mut().find(shares) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups.into_iter().map(Arc::from).collect()
}

/// Whether a metric compares hypotheses with references.
pub(super) fn reads_references(config: &MetricConfig) -> bool {
    !matches!(config, MetricConfig::Human(_) | MetricConfig::External(_))
}

pub(super) fn of_reference_set(
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
    let common: Option<Arc<[bool]>> = if adjusted.is_some() {
        // What any system has counts for all.
        let mut any = vec![false; corpus.segment_count()];
        for presence in presences.iter().flatten() {
            any.iter_mut().zip(presence).for_each(|(any, present)| *any |= present);
        }
        Some(any.into())
    } else {
        (mask == Mask::Common).then(|| {
            let mut common = vec![true; corpus.segment_count()];
            for presence in presences.iter().flatten() {
                common.iter_mut().zip(presence).for_each(|(common, present)| *common &= present);
            }
            common.into()
        })
    };
    let of_system = |(system, presence): (&String, Result<Vec<bool>, Obstacle>)| {
        let (mask, obstacle) = match presence {
            Ok(own) => (common.clone().unwrap_or_else(|| own.into()), None),
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
    };
    systems.iter().zip(presences).map(of_system).collect()
}

/// `scorings`, each on all segments that have a score of its system.
pub(super) fn on_own_segments(
    metrics: &[MetricSpec],
    corpus: &Corpus,
    scorings: &[ScoredSystem],
) -> Vec<ScoredSystem> {
    let digests = Digests::new(corpus);
    let groups = scorings.chunk_by(|a, b| a.metric == b.metric && a.references == b.references);
    let of_group = |group: &[ScoredSystem]| {
        let (metric, references) = (group[0].metric, group[0].references.as_ref());
        let systems: Vec<String> = group.iter().map(|scoring| scoring.system.clone()).collect();
        let config = &metrics[metric].config;
        of_reference_set(metric, config, references, Mask::Own, &systems, &digests)
    };
    groups.flat_map(of_group).collect()
}

/// Which segments of `system` can be scored, one flag each.
pub(super) fn presence(
    config: &MetricConfig,
    references: Option<&ReferenceSet>,
    system: &str,
    corpus: &Corpus,
) -> Result<Vec<bool>, Obstacle> {
    let all = 0..corpus.segment_count();
    let present: Vec<bool> = match config {
        MetricConfig::Human(human) => {
            let columns: Option<Vec<_>> = human
                .criteria
                .iter()
                .map(|criterion| corpus.judgments.get(criterion)?.get(system))
                .collect();
            let columns = columns.ok_or(Obstacle::NoData)?;
            all.map(|segment| {
                let judged = |judges: &[Vec<Option<f64>>]| {
                    judges.iter().any(|judge| judge[segment].is_some())
                };
                columns.iter().all(|judgments| judged(&judgments.judges))
            })
            .collect()
        }
        MetricConfig::External(external) => {
            let scores = external_scores(corpus, external.level).get(&external.score);
            let scores = scores.and_then(|by| by.get(system)).ok_or(Obstacle::NoData)?;
            let scored = scores.iter().map(Option::is_some);
            match external.level {
                ScoreLevel::Segment => scored.collect(),
                ScoreLevel::Document => {
                    let documents = corpus.documents.iter().zip(scored);
                    let flags = documents.map(|(document, is)| vec![is; document.segments.len()]);
                    flags.flatten().collect()
                }
            }
        }
        _ => {
            let references = references.map_or(&[][..], |set| &set.indices);
            let texts = || references.iter().map(|index| &corpus.references[*index]);
            if texts().any(|reference| reference.name == system) {
                return Err(Obstacle::ReferenceOfItself);
            }
            let hypotheses = corpus.hypotheses(system).ok_or(Obstacle::NoData)?;
            all.map(|segment| {
                hypotheses.get(segment).is_some()
                    && texts().any(|reference| reference.texts.get(segment).is_some())
            })
            .collect()
        }
    };
    if present.contains(&true) { Ok(present) } else { Err(Obstacle::NoData) }
}

/// Digest of what a scoring reads. Names of corpora and metrics do not enter: what is renamed need
/// not be computed again, and draws are keyed elsewhere.
pub(super) fn inputs(
    config: &MetricConfig,
    scoring: &ScoredSystem,
    digests: &Digests<'_>,
) -> [u8; 32] {
    let corpus = digests.corpus();
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 scoring");
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    // Debug output names every option of the metric with its value.
    part(format!("{config:?}").as_bytes());
    part(digests.structure().as_bytes());
    match config {
        MetricConfig::Human(human) => {
            for criterion in &human.criteria {
                let digest = corpus.judgments_digest(criterion, &scoring.system);
                part(digest.as_ref().map_or(&[], |digest| digest.as_bytes()));
                if !human.judge_scores.is_raw() {
                    part(&judges::of_all_systems(corpus, criterion));
                }
            }
        }
        MetricConfig::External(external) => {
            let digest = match external.level {
                ScoreLevel::Segment => corpus.external_digest(&external.score, &scoring.system),
                ScoreLevel::Document => {
                    corpus.external_documents_digest(&external.score, &scoring.system)
                }
            };
            part(digest.as_ref().map_or(&[], |digest| digest.as_bytes()));
        }
        _ => {
            let texts = digests.hypotheses(&scoring.system);
            part(texts.as_ref().map_or(&[], |digest| digest.as_bytes()));
            for index in scoring.references.iter().flat_map(|set| &set.indices) {
                part(digests.reference(*index).as_bytes());
            }
            let mixed = scoring.references.as_ref().and_then(|set| set.mixed.as_ref());
            for reference in mixed.iter().flat_map(|mixed| &*mixed.of_segments) {
                part(&reference.unwrap_or(u32::MAX).to_le_bytes());
            }
        }
    }
    if let Some(adjusted) = &scoring.adjusted {
        part(&adjusted.digest(config, corpus));
        let position = adjusted.position(&scoring.system).unwrap_or(usize::MAX);
        part(&(position as u64).to_le_bytes());
    }
    let mask = scoring.mask.iter().flat_map(|mask| mask.iter().map(|flag| u8::from(*flag)));
    part(&mask.collect::<Vec<u8>>());
    let without_strata = *hasher.finalize().as_bytes();
    scoring.strata.as_ref().map_or(without_strata, |strata| strata.inputs(&without_strata))
}

impl From<Obstacle> for Reason {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::NoData => Self::NoData,
            Obstacle::ReferenceOfItself => Self::ReferenceOfItself,
        }
    }
}
