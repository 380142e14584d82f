//! What a replay asks of a plan: nothing to compute, but the pages of a log.

use super::compute::{most_shown, systems_on_pages};
use super::options::Dynamic;
use super::row::{DynamicScoreRow, PropensityRow};
use crate::analyses::common::judged::criterion_of_means;
use crate::config::model::Study;
use crate::plan::{GridContext, GridCounts, PlanProblem, PlannedOptions, StudyOnCorpus, TableSize};
use crate::stats::judges::dynamic::MOST_SHOWN;
use crate::words::counted;

/// The criterion by which systems are ranked while a campaign runs.
const RANKED_BY: &str = "esa";

fn problem(study: &Study, message: String, help: String) -> Vec<PlanProblem> {
    vec![PlanProblem::of_study(&study.name, &["dynamic"], message, help)]
}

impl PlannedOptions for Dynamic {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, metrics, scorings, .. } = on;
        let (pages, name) = (&corpus.pages.rated, &corpus.name);
        if pages.is_empty() {
            let message = format!(
                "probabilities follow from the pages of a log, and corpus `{name}` has none"
            );
            let help =
                "name the log of Pearmut, one submission per line, as `[corpora.NAME.pearmut]`";
            return problem(study, message, help.to_owned());
        }
        for metric in scorings.iter().map(|scoring| &metrics[scoring.metric]) {
            let Some(criterion) = criterion_of_means(&metric.config) else { continue };
            if criterion != RANKED_BY {
                let message = format!(
                    "systems are ranked by `{RANKED_BY}` while they are shown, and `{criterion}` is another criterion"
                );
                return problem(study, message, format!("name a metric of `{RANKED_BY}`"));
            }
        }
        let systems = systems_on_pages(corpus).len();
        let shown = most_shown(corpus);
        if shown >= systems {
            let message = format!(
                "pages of corpus `{name}` show all {systems} systems: each is as likely as any other"
            );
            let help = "ask for `comparison`: means of such a campaign have no bias";
            return problem(study, message, help.to_owned());
        }
        if shown > MOST_SHOWN {
            let message = format!("pages of corpus `{name}` show {shown} systems");
            let help = format!(
                "probabilities are known of {MOST_SHOWN} at most: rank by `estimate = \"adjusted\"` of a metric, which needs none"
            );
            return problem(study, message, help);
        }
        if let Some(models) = self.models.filter(|models| *models as usize != shown) {
            let pages = counted(shown, "system");
            let message = format!("most pages of corpus `{name}` show {pages}, not {models}");
            let help = format!("write `models = {shown}`, or leave it out");
            return vec![PlanProblem::of_study(&study.name, &["dynamic", "models"], message, help)];
        }
        if pages.len() < systems {
            let pages = counted(pages.len(), "page");
            let message = format!("corpus `{name}` has {pages} for {systems} systems");
            return problem(
                study,
                message,
                "wait until there are more pages than systems".to_owned(),
            );
        }
        Vec::new()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let corpus = context.corpus;
        let systems = systems_on_pages(corpus).len() as f64;
        let pages = corpus.pages.rated.len() as f64;
        vec![
            TableSize::new::<DynamicScoreRow>(counts, context.grid.scorings.len() as f64, 10.0)
                .at_once(),
            TableSize::new::<PropensityRow>(counts, pages * systems, 10.0).at_once(),
        ]
    }
}
