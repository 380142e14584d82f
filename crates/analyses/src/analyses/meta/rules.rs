//! What judging metrics needs of its study.

use super::options::Meta;
use crate::config::model::{MetricConfig, ReferenceChoice};
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Meta {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, metric) in context.of_documents() {
            problems.error_beside(
                at,
                (metric_at, "scores whole documents"),
                format!(
                    "`{}` has no scores of segments, on which metrics are compared with people",
                    metric.name
                ),
                "leave the metric out of this study; `correlation` with `over = \"documents\"` takes it",
            );
        }
        for (metric_at, metric) in &context.metrics {
            if metric.config.adjustment().is_some() {
                problems.error_beside(
                    at,
                    (metric_at, "has scores of systems alone"),
                    format!(
                        "`{}` is adjusted for the segments that systems have, and says nothing of single segments",
                        metric.name
                    ),
                    "name a metric without `estimate`: `spa` and `pairwise-accuracy` compare systems on the segments that both have; \
                     `correlation` takes adjusted scores of systems",
                );
            }
        }
        self.check_average(at, context, problems);
        if !context.knows_its_metrics(problems) {
            return;
        }
        let metrics = context.metrics();
        let judgments: Vec<&str> = metrics
            .filter(|metric| matches!(metric.config, MetricConfig::Human(_)))
            .map(|metric| metric.name.as_str())
            .collect();
        match (&self.gold, judgments.as_slice()) {
            (Some(gold), _) => {
                let gold_at = at.then("gold");
                context.check_metric(gold, &gold_at, "add it to the `metrics` of the study", problems);
                let is_known = context.study.metrics.contains(gold);
                if is_known && !judgments.contains(&gold.as_str()) {
                    problems.error(
                        &gold_at,
                        format!("`{gold}` is not judged by people"),
                        "name a metric of kind `human`",
                    );
                }
            }
            (None, []) => problems.error(
                at,
                "metrics are compared with people, and no metric of this study is judged by people",
                "declare one, `[metrics.NAME.human]` with the `criterion` of the corpus, and add it to the `metrics` \
                 of the study",
            ),
            (None, [_]) => {}
            (None, several) => problems.error(
                at,
                format!("{} metrics of this study are judged by people", several.len()),
                format!("say which of them the others are compared with: `gold = \"{}\"`", several[0]),
            ),
        }
        if context.study.metrics.len() == 1 {
            problems.error(
                at,
                "metrics are compared with people, and this study has one metric",
                "name at least two `metrics` in the study",
            );
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "metrics are compared with people for other texts and systems, not for other judges",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "metrics are compared with people on all texts alike, and this study has strata",
            "put `meta` into a study without `strata`",
        ))
    }
}

impl Meta {
    /// Weights are of what the study has, and metrics of different corpora are the same.
    fn check_average(
        &self,
        at: &SpecPath,
        context: &StudyContext<'_>,
        problems: &mut SpecProblems<'_>,
    ) {
        let Some(average) = &self.average else { return };
        let at = at.then("average");
        let help = "add it to the `corpora` of the study, or leave it out here";
        for name in average.corpora.keys() {
            let corpus_at = at.then("corpora").then(name.as_str());
            context.check_corpus(name, &corpus_at, help, problems);
        }
        for name in average.measures.keys() {
            if self.measures.iter().all(|measure| measure.name() != name) {
                problems.error(
                    &at.then("measures").then(name.as_str()),
                    format!("{name:?} is no measure of this study"),
                    "add it to `measures`, or leave it out here",
                );
            }
        }
        if context.study.reference_choice != ReferenceChoice::First {
            problems.clash(
                &context.at.then("reference-choice"),
                Some((&at, "averages over corpora")),
                "corpora have references of their own, so that their choices of references have nothing in common to \
                 average over",
                "leave `reference-choice` out",
            );
        }
    }
}
