//! Analyses in corpora whose segments have weights: those that know none are refused.

use std::sync::Arc;

use super::{Analysis, Weights};
use crate::config::model::Spec;
use crate::corpus::model::Corpus;
use crate::plan::PlanProblem;

/// Which of `analyses` the studies of `spec` ask of corpora with weights though they have no form there.
pub(super) fn problems(
    analyses: &[&Analysis],
    spec: &Spec,
    corpora: &[Arc<Corpus>],
) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    for study in &spec.studies {
        let weighted = corpora
            .iter()
            .find(|corpus| corpus.weights.is_some() && study.corpora.contains(&corpus.name));
        let Some(corpus) = weighted else { continue };
        for key in study.analyses.keys() {
            let analysis = analyses.iter().find(|analysis: &&&Analysis| analysis.key == key);
            let Some(Weights::Refused(reason)) = analysis.map(|analysis| analysis.weights) else {
                continue;
            };
            let message =
                format!("segments of corpus `{}` have weights, and {reason}", corpus.name);
            let help = format!(
                "leave `{key}` out, or leave `weights` out of the corpus, whose means are biased then"
            );
            problems.push(PlanProblem::of_study(&study.name, &[key], message, help));
        }
    }
    problems
}
