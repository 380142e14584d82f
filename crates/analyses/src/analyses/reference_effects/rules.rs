//! What reference effects need of their study.

use super::options::ReferenceEffects;
use crate::config::{NoForm, ReferenceChoice, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for ReferenceEffects {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        let study = context.study;
        let has_singles = study.reference_counts.as_ref().is_some_and(|counts| counts.contains(&1));
        if !has_singles || study.reference_choice != ReferenceChoice::EverySubset {
            problems.key_error(
                at,
                "`reference-effects` compares scores by each reference alone",
                "write `reference-counts = [1]` and `reference-choice = \"every-subset\"` in this study",
            );
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("people judge without references"))
    }
}
