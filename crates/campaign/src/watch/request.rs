//! What watching asks of a plan: nothing to compute, but a log of ratings.

use super::options::{Goal, Watch};
use super::row::LookRow;
use crate::analyses::common::judged::criterion_as_given;
use crate::config::model::Study;
use crate::plan::{GridContext, GridCounts, PlanProblem, PlannedOptions, StudyOnCorpus, TableSize};

fn problem(study: &Study, key: &[&str], message: String, help: &str) -> Vec<PlanProblem> {
    vec![PlanProblem::of_study(&study.name, key, message, help.to_owned())]
}

impl PlannedOptions for Watch {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, metrics, scorings, .. } = on;
        for metric in scorings.iter().map(|scoring| &metrics[scoring.metric]) {
            let Some(criterion) = criterion_as_given(&metric.config) else { continue };
            if !corpus.log.contains_key(criterion) {
                let message = format!(
                    "a running campaign needs the order in which ratings came, and corpus `{}` has none for `{criterion}`",
                    corpus.name
                );
                let help = "name the log of Pearmut, one submission per line, as `[corpora.NAME.pearmut]`, or an export of Appraise";
                return problem(study, &["watch"], message, help);
            }
        }
        let first = scorings.first().map(|scoring| scoring.metric);
        let systems: Vec<&str> = scorings
            .iter()
            .filter(|scoring| Some(scoring.metric) == first)
            .map(|scoring| &*scoring.system)
            .collect();
        if systems.len() < 2 {
            let message = format!("corpus `{}` has fewer than two systems to compare", corpus.name);
            return problem(
                study,
                &["watch"],
                message,
                "wait until two systems are rated, or name them in `systems`",
            );
        }
        if let Some(baseline) = self.baseline.as_ref().filter(|name| !systems.contains(&&***name)) {
            let message = format!("`{baseline}` is no system of corpus `{}`", corpus.name);
            return problem(
                study,
                &["watch", "baseline"],
                message,
                "`runner corpus describe` lists the systems",
            );
        }
        if let Some(Goal::Top(places)) = self.exit_when.filter(|goal| match goal {
            Goal::Top(places) => *places as usize >= systems.len(),
            Goal::All => false,
        }) {
            let message =
                format!("the first {places} of {} systems are all of them", systems.len());
            return problem(study, &["watch", "exit-when"], message, "name fewer places");
        }
        Vec::new()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let systems = context.grid.scorings.len() as f64;
        let documents = context.corpus.documents.len() as f64;
        let pairs = systems * (systems - 1.0) / 2.0;
        vec![TableSize::new::<LookRow>(counts, pairs * documents, 20.0).at_once()]
    }
}
