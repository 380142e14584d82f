//! Systems against people: which scores are compared, and the ratio of their means.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::analyses::common::{comparable, without_units};
use crate::config::ReferenceChoice;
use crate::plan::prices::SCORE;
use crate::plan::{
    GridContext, Group, JobResults, PlanProblem, Question, Request, ScoredTestSet, StudyOnCorpus,
    TaskSize, Work,
};
use crate::stats::interval::student;
use crate::stats::{Estimate, Jackknife, Reason};

/// A system by several sets of references, and people by the same: its scores come first in the group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RelativeScore {
    /// Scores of the system.
    pub sets: usize,
    /// Confidence level of the interval.
    pub level: f64,
}

/// The means of both, and their ratio.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRatio {
    /// Mean score of the system, in the unit of the metric.
    pub score: f64,
    /// Mean score of people.
    pub human: f64,
    /// Standard error of the first divided by the second, or why there is none.
    pub standard_error: Result<f64, Reason>,
    /// Its interval.
    pub ends: Option<(f64, f64)>,
}

/// Scorings that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compared {
    /// As the question wants them.
    pub(super) group: Arc<[usize]>,
    /// Those of the system.
    pub(super) sets: usize,
}

/// What keeps systems from being compared with people.
pub(super) fn problem(on: &StudyOnCorpus<'_>, counts: Option<&[usize]>) -> Option<PlanProblem> {
    let references = on.corpus.references.len();
    let (study, key) = (&on.study, ["cross-reference", "relative"]);
    if references < 2 {
        let message = format!(
            "corpus `{}` has {references} reference, which no other one scores",
            on.corpus.name
        );
        let help = "leave `relative` out, or name a corpus with several references".to_owned();
        return Some(PlanProblem::of_study(&study.name, &key, message, help));
    }
    let others = references - 1;
    let has_count = study.reference_counts.as_ref().is_some_and(|counts| counts.contains(&others));
    let has_all = has_count && study.reference_choice == ReferenceChoice::EverySubset;
    let reads_references = on.scorings.iter().any(|scoring| scoring.references.is_some());
    if !reads_references || has_all && counts.is_none_or(|counts| counts.contains(&others)) {
        return None;
    }
    let message = format!(
        "`relative` compares systems and references by every set of {others} of the {references} references of corpus `{}`",
        on.corpus.name
    );
    let help = format!(
        "write `reference-counts = [{others}]` and `reference-choice = \"every-subset\"` in the study, and {others} among the \
         `counts`, or leave these out"
    );
    Some(PlanProblem::of_study(&study.name, &key, message, help))
}

/// Each system of each metric that people have scores by.
pub(super) fn compared(context: &GridContext<'_>) -> Vec<Compared> {
    let references = context.corpus.references.len();
    let mut compared: Vec<Compared> = Vec::new();
    let mut systems: Vec<(usize, &str)> = Vec::new();
    for scoring in &context.grid.scorings {
        let scored = &context.scorings[*scoring];
        let key = (scored.metric, scored.system.as_str());
        if !systems.contains(&key) && !is_reference(context, &scored.system) {
            systems.push(key);
        }
    }
    for (metric, system) in systems {
        let people = people(context, metric);
        let scorings = context.scored(&context.grid.scorings).into_iter().filter(|scoring| {
            let scored = &context.scorings[*scoring];
            (scored.metric, scored.system.as_str()) == (metric, system)
        });
        let sets: Vec<(Option<usize>, usize)> = scorings
            .filter_map(|scoring| {
                let reads_references = context.scorings[scoring].references.is_some();
                let out = if reads_references { Some(left_out(context, scoring)?) } else { None };
                Some((out, scoring))
            })
            .collect();
        // All sets, or none: a mean over some is not that of the others.
        let is_complete = match sets.first() {
            Some((Some(_), _)) => sets.len() == references && people.len() == references,
            Some((None, _)) => !people.is_empty(),
            None => false,
        };
        if is_complete {
            let group = sets.iter().chain(&people).map(|(_, scoring)| *scoring).collect();
            compared.push(Compared { group, sets: sets.len() });
        }
    }
    compared
}

fn is_reference(context: &GridContext<'_>, system: &str) -> bool {
    context.corpus.references.iter().any(|known| known.name == system)
}

/// Scorings of people with a metric, by the reference that is left out of their set where there is one.
fn people(context: &GridContext<'_>, metric: usize) -> Vec<(Option<usize>, usize)> {
    let reference_scorings = context.scored(&context.grid.cross_references).into_iter();
    let by_sets =
        reference_scorings.filter_map(|scoring| Some((Some(left_out(context, scoring)?), scoring)));
    let as_systems = context.scored(&context.grid.scorings).into_iter().filter(|scoring| {
        let scored = &context.scorings[*scoring];
        scored.references.is_none() && is_reference(context, &scored.system)
    });
    let all = by_sets.chain(as_systems.map(|scoring| (None, scoring)));
    all.filter(|(_, scoring)| context.scorings[*scoring].metric == metric).collect()
}

/// The one reference that is not in the set of a scoring.
fn left_out(context: &GridContext<'_>, scoring: usize) -> Option<usize> {
    let set = context.scorings[scoring].references.as_ref().filter(|set| set.mixed.is_none())?;
    let mut others =
        (0..context.corpus.references.len()).filter(|reference| !set.indices.contains(reference));
    others.next().filter(|_| others.next().is_none())
}

/// Nothing is resampled.
pub(super) fn requests(compared: &[Compared], level: f64, whole: usize) -> Vec<Request> {
    let requests = compared.iter().map(|one| {
        let question = RelativeScore { sets: one.sets, level };
        Request::once(question, vec![one.group.clone()], vec![whole])
    });
    requests.collect()
}

impl Question for RelativeScore {
    /// Or why they cannot be compared.
    type Result = Result<ScoreRatio, Reason>;
    const TAG: &'static str = "relative scores";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        Work::plain(scorings as f64 * (units + segments) * (SCORE + 2.0 * columns + 4.0))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        50.0
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let all: Vec<&ScoredTestSet> =
            group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
        for one in &all {
            comparable([all[0], one])?;
        }
        let (system, people) = all.split_at(self.sets);
        let (score, human) = (mean(system), mean(people));
        let ratio =
            || -> Estimate<Jackknife> { without(job, system)?.over(&without(job, people)?) };
        let jackknife = ratio();
        let interval = jackknife.as_ref().ok().and_then(|jackknife| {
            let (error, degrees) = (jackknife.standard_error(), jackknife.freedom().degrees);
            student(score / human, error, degrees, self.level).ok()
        });
        Ok(ScoreRatio {
            score,
            human,
            standard_error: jackknife.map(|jackknife| jackknife.standard_error()),
            ends: interval.map(|interval| (interval.lower, interval.upper)),
        })
    }
}

fn mean(scored: &[&ScoredTestSet]) -> f64 {
    let scores = scored.iter().map(|one| one.score.unwrap_or(f64::NAN));
    scores.sum::<f64>() / scored.len() as f64
}

/// The mean of scores without each unit in turn.
fn without(job: &JobResults<'_>, scored: &[&ScoredTestSet]) -> Estimate<Jackknife> {
    let all: Estimate<Vec<Jackknife>> = scored.iter().map(|one| without_units(job, one)).collect();
    let all = all?;
    let weight = 1.0 / all.len() as f64;
    let terms: Vec<(f64, &Jackknife)> = all.iter().map(|one| (weight, one)).collect();
    Jackknife::combination(&terms)
}
