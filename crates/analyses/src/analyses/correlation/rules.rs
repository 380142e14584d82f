//! What correlations need of their study.

use super::options::{Correlation, Over};
use crate::config::model::ResamplingUnit;
use crate::config::rules::{CorrelatedMetrics, NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Correlation {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        self.check_units(at, context, problems);
        if !context.knows_its_metrics(problems) {
            return;
        }
        if context.study.metrics.len() == 1 {
            problems.error(
                at,
                "metrics are correlated with each other, and this study has one",
                "name at least two `metrics` in the study",
            );
        }
        for (index, name) in self.against.iter().flatten().enumerate() {
            let at = at.then("against").then(index);
            context.check_metric(name, &at, "add it to the `metrics` of the study", problems);
        }
    }

    fn needed_unit(&self) -> Option<ResamplingUnit> {
        (self.over == Over::Documents).then_some(ResamplingUnit::Documents)
    }

    fn correlates(&self) -> Option<CorrelatedMetrics<'_>> {
        let Self { against, differences, .. } = self;
        Some(CorrelatedMetrics { against: against.as_deref(), differences: *differences })
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("correlations are known for resampled texts alone"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "segments and documents have no score in strata: each is of a single one",
            "put `correlation` into a study without `strata`",
        ))
    }
}

impl Correlation {
    /// What is correlated must have scores, and must be what is drawn.
    fn check_units(
        &self,
        at: &SpecPath,
        context: &StudyContext<'_>,
        problems: &mut SpecProblems<'_>,
    ) {
        if self.over == Over::Segments {
            for (metric_at, metric) in context.of_documents() {
                problems.error_beside(
                    &at.then("over"),
                    (metric_at, "scores whole documents"),
                    format!("`{}` has no scores of segments", metric.name),
                    "write `over = \"documents\"` with `resample = \"documents\"`, or leave the metric out",
                );
            }
        }
        if self.over != Over::Systems {
            let adjusted = context.metrics.iter();
            for (metric_at, metric) in
                adjusted.filter(|(_, metric)| metric.config.adjustment().is_some())
            {
                problems.error_beside(
                    &at.then("over"),
                    (metric_at, "has scores of systems alone"),
                    format!(
                        "`{}` is adjusted for the segments that systems have, and says nothing of single {}",
                        metric.name,
                        self.over.name()
                    ),
                    "write `over = \"systems\"`, or name a metric without `estimate`",
                );
            }
        }
        if self.over == Over::Documents
            && context.study.resampled_texts().is_some_and(|unit| unit != ResamplingUnit::Documents)
        {
            problems.error(
                &at.then("over"),
                "scores of documents are correlated, and this study resamples segments, which would make each \
                 of them noisier than it is",
                "set `resample = \"documents\"` in this study",
            );
        }
    }
}
