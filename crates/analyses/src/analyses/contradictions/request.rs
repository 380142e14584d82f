//! Whether a corpus has judges who could contradict each other.

use super::options::Contradictions;
use super::row::{ContradictionRow, JuryRow};
use super::rows::judged_metrics;
use crate::analyses::common::judged::unnamed;
use crate::analyses::common::pairs::{one_system, system_names};
use crate::metric::config::MetricConfig;
use crate::plan::{GridContext, GridCounts, PlanProblem, PlannedOptions, StudyOnCorpus, TableSize};

impl PlannedOptions for Contradictions {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let study = &on.study.name;
        let metrics = on.metrics.iter().filter(|metric| on.study.metrics.contains(&metric.name));
        let metrics: Vec<_> = judged_metrics(metrics).collect();
        if metrics.is_empty() {
            let message = "no metric of the study is the mean of ratings by judges".to_owned();
            let help = "name a metric of kind `human` with one criterion, whose judges are named; scores are judges with \
                        `judges-from` of the corpus";
            return vec![PlanProblem::of_study(
                study,
                &["contradictions"],
                message,
                help.to_owned(),
            )];
        }
        let mut problems: Vec<PlanProblem> = one_system(on, "contradictions").into_iter().collect();
        for (metric, criterion) in metrics {
            if !on.corpus.judge_names.contains_key(criterion) {
                problems.push(unnamed(on, &["contradictions"], criterion));
            }
            let is_from_scores = on.source.judges_from.contains_key(criterion);
            let MetricConfig::Human(human) = &metric.config else { continue };
            if is_from_scores && human.judge_scores != crate::value::JudgeScores::Z {
                let message = format!("the judges of `{criterion}` are scores in different units");
                let help =
                    format!("write `judge-scores = \"z\"` in [metrics.{}.human]", metric.name);
                problems.push(PlanProblem::of_study(study, &["metrics"], message, help));
            }
        }
        let judges = on.corpus.judge_names.values().flat_map(|by_system| by_system.values());
        let judges: std::collections::BTreeSet<&str> =
            judges.flatten().flatten().flatten().map(|name| &**name).collect();
        for (family, members) in &self.families {
            if let Some(name) = members.iter().find(|name| !judges.contains(name.as_str())) {
                let message = format!("corpus `{}` has no judge `{name}`", on.corpus.name);
                let help = "name judges as the corpus does".to_owned();
                let place = ["contradictions", "families", family.as_str()];
                problems.push(PlanProblem::of_study(study, &place, message, help));
            }
        }
        let systems = system_names(on.scorings);
        if let Some(baseline) = self.baseline.as_deref().filter(|name| !systems.contains(name)) {
            let owner = format!("study `{study}`");
            let place = ["contradictions", "baseline"];
            problems
                .push(PlanProblem::unknown(study, &place, "system", baseline, &owner, &systems));
        }
        problems
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let systems =
            system_names(context.grid.scorings.iter().map(|index| &context.scorings[*index]));
        let pairs = (systems.len() * systems.len()) as f64 / 2.0;
        vec![
            TableSize::new::<JuryRow>(counts, pairs, 10.0).at_once(),
            TableSize::new::<ContradictionRow>(counts, 50.0, 6.0).at_once(),
        ]
    }
}
