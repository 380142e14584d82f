//! Options of means over corpora.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::config::model::ReferenceChoice;
use crate::config::rules::{SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;
use crate::value::{ByName, Kind, Positive};

/// Mean scores of systems over all corpora of the study, with tests of their differences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MacroAverage {
    /// Weights of the corpora in the means, relative to each other; 1 for corpora that are not named.
    /// Example: `weights = { "en-de" = 2.0 }`.
    #[serde(with = "ByName::<Positive>")]
    pub weights: BTreeMap<String, f64>,
}

impl Options for MacroAverage {
    const KEY: &'static str = "macro-average";
    const PLACE: u8 = 17;
}

impl StudyRules for MacroAverage {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        let study = context.study;
        if let [corpus] = &study.corpora[..] {
            problems.error_beside(
                at,
                (&context.at.then("corpora"), "names one"),
                format!("there is nothing to average over: the study has one corpus, `{corpus}`"),
                "name two or more `corpora` in the study, or leave `macro-average` out",
            );
        }
        if study.samples.is_some() {
            problems.clash(
                &context.at.then("samples"),
                Some((at, "averages over whole corpora")),
                "samples are many test sets of each corpus, and macro-averages are of one of each",
                "put `macro-average` into a study without `samples`",
            );
        }
        if study.reference_choice != ReferenceChoice::First {
            problems.clash(
                &context.at.then("reference-choice"),
                Some((at, "averages over corpora")),
                "corpora have references of their own, so that their choices of references have nothing in common to \
                 average over",
                "leave `reference-choice` out, and name `reference-counts` if you want several numbers of references",
            );
        }
        let help = "add it to the `corpora` of the study, or leave it out here";
        for name in self.weights.keys() {
            context.check_corpus(name, &at.then("weights").then(name.as_str()), help, problems);
        }
    }
}
