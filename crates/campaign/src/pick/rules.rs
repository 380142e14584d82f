//! What picks need of their study.

use super::options::Pick;
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Pick {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, _) in context.of_documents() {
            problems.error_beside(
                at,
                (metric_at, "is scored on whole documents"),
                "picks are by scores of segments",
                "leave the metric out, or put it into a study of its own",
            );
        }
        if context.study.samples.is_some() {
            problems.error_beside(
                at,
                (&context.at.then("samples"), "takes parts of the corpus"),
                "picks are of a whole corpus",
                "put `pick` into a study without `samples`",
            );
        }
        match (self.count, self.budget) {
            (Some(_), None) | (None, Some(_)) => {}
            (None, None)
                if ["count", "budget"].iter().any(|key| problems.is_damaged(&at.then(*key))) => {}
            (None, None) => problems.error(
                at,
                "nothing says how much is judged",
                "add `count = 300`, or a `budget` in the unit of `costs`",
            ),
            (Some(_), Some(_)) => problems.error_beside(
                &at.then("count"),
                (&at.then("budget"), "decides, too"),
                "a budget decides how many are picked",
                "keep either `count` or `budget`",
            ),
        }
        if self.earlier.is_some() != self.human.is_some() {
            problems.error(
                at,
                "`earlier` and `human` need each other",
                "name the judged corpus and its criterion: `earlier = \"CORPUS\"` and `human = \"mqm\"`",
            );
        }
        if self.require_gain && self.earlier.is_none() {
            problems.error(
                &at.then("require-gain"),
                "no earlier corpus says what picks gain",
                "name it: `earlier = \"CORPUS\"` and `human = \"mqm\"`; or leave `require-gain` out",
            );
        }
        if let Some(earlier) = &self.earlier {
            let others = context.study.corpora.iter().filter(|name| *name != earlier).count();
            let is_there = others < context.study.corpora.len();
            if !is_there || others == 0 {
                problems.error_beside(
                    &at.then("earlier"),
                    (
                        &context.at.then("corpora"),
                        "has the corpus to pick from, and the earlier one",
                    ),
                    format!("`{earlier}` has to be one of two or more corpora of the study"),
                    format!("write `corpora = [\"NEW\", \"{earlier}\"]`"),
                );
            }
        }
        if context.knows_its_metrics(problems) {
            let help = "add it to the `metrics` of the study";
            context.check_metric(&self.scores, &at.then("scores"), help, problems);
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("nothing of the texts to pick from is judged"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "picks are not of a study with strata",
            "put `pick` into a study without `strata`; its own `strata = { by = \"domain\" }` picks from each",
        ))
    }
}
