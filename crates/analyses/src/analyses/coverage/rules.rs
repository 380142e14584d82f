//! What coverage needs of its study.

use super::options::{Coverage, Truth};
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Coverage {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if !problems.is_written(&context.at.then("samples")) {
            problems.error(
                at,
                "coverage is counted over samples, and this study has none",
                "add `samples = { sampling = \"broad\", segments = [100, 300] }`",
            );
        }
        if self.truth != Truth::Generator && !problems.is_damaged(&at.then("truth")) {
            problems.clash(
                &at.then("trials"),
                None,
                "`trials` are fresh corpora of a generator, and the truth is the corpus",
                "leave it out (`count` of `samples` is the number of samples), or write \
                 `truth = \"generator\"`",
            );
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "samples of one corpus have the same judges, so that nothing is said of new ones",
        ))
    }
}
