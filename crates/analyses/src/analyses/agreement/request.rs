//! Whether a corpus has the judgments whose agreement a study asks for.

use super::options::Agreement;
use crate::plan::{PlanProblem, PlannedOptions, StudyOnCorpus};

impl PlannedOptions for Agreement {
    /// Unknown criteria, and a corpus without judgments.
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, .. } = on;
        let criteria: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
        if criteria.is_empty() {
            let message = format!("corpus `{}` has no judgments that could agree", corpus.name);
            let help = "leave `agreement` out, or add judgments to the corpus".to_owned();
            return vec![PlanProblem::of_study(&study.name, &["agreement"], message, help)];
        }
        let owner = format!("corpus `{}`", corpus.name);
        let keys = [("criteria", &self.criteria), ("halo", &self.halo)];
        let wanted = keys.into_iter().flat_map(|(key, names)| {
            names.iter().flatten().enumerate().map(move |(index, name)| (key, index, name))
        });
        let unknown = wanted.filter(|(_, _, name)| !criteria.contains(&name.as_str()));
        let problems = unknown.map(|(key, index, name)| {
            let key = ["agreement", key];
            let problem =
                PlanProblem::unknown(&study.name, &key, "criterion", name, &owner, &criteria);
            problem.at(index)
        });
        problems.collect()
    }
}
