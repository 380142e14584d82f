//! What coverage asks of a corpus.

use super::grid::Site;
use super::problem::PlanProblem;
use super::question::Question;
use crate::corpus::source::CorpusFormat;
use crate::spec::model::ReferenceChoice;

/// What keeps the generator of a corpus from being the truth.
pub(super) fn problems(site: &Site<'_>) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    if Question::generator(site.study).is_none() {
        return problems;
    }
    let corpus = &site.spec.corpora[site.corpus_index];
    let key = ["coverage", "truth"];
    if !matches!(corpus.format, CorpusFormat::Synthetic(_)) {
        let message = format!("corpus `{}` was not generated", corpus.name);
        let help = "write `truth = \"corpus\"`: its score is as near to the truth as one gets";
        problems.push(PlanProblem::of_study(&site.study.name, &key, message, help.to_owned()));
    }
    if let ReferenceChoice::Mixed(_) = site.study.reference_choice {
        let message = "an assignment of references belongs to one corpus, and the generator makes \
                       others"
            .to_owned();
        let help = "write `truth = \"corpus\"`, or choose references otherwise";
        problems.push(PlanProblem::of_study(&site.study.name, &key, message, help.to_owned()));
    }
    problems
}
