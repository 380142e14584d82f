//! Whether a corpus has the judgments whose agreement a study asks for.

use super::problem::PlanProblem;
use crate::corpus::model::Corpus;
use crate::spec::model::Study;

/// Unknown criteria, and a corpus without judgments.
pub(super) fn problems(study: &Study, corpus: &Corpus) -> Vec<PlanProblem> {
    let Some(options) = &study.derivations.agreement else { return Vec::new() };
    let known: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
    if known.is_empty() {
        let message = format!("corpus `{}` has no judgments that could agree", corpus.name);
        let help = "leave `agreement` out, or add judgments to the corpus".to_owned();
        return vec![PlanProblem::of_study(&study.name, &["agreement"], message, help)];
    }
    let owner = format!("corpus `{}`", corpus.name);
    let wanted = options.criteria.iter().flatten().enumerate();
    let unknown = wanted.filter(|(_, criterion)| !known.contains(&criterion.as_str()));
    let key = ["agreement", "criteria"];
    let problem = |(index, criterion): (usize, &String)| {
        PlanProblem::unknown(&study.name, &key, "criterion", criterion, &owner, &known).at(index)
    };
    unknown.map(problem).collect()
}
