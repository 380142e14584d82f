//! Keys that a spec had in earlier versions, and what to write instead.

use super::source::{SpecPath, Step};

/// A key that is gone.
struct FormerKey {
    /// The analysis of a study that had it.
    analysis: &'static str,
    key: &'static str,
    /// What to do, with `{study}` for the table of the study.
    instead: &'static str,
}

const FORMER_KEYS: [FormerKey; 2] = [
    FormerKey {
        analysis: "minimal-size",
        key: "target-half-width",
        instead: "name the margin of error in [{study}.margin]: `wanted = { bleu = 1.0 }` in the \
                  unit of the metric, or `\"2 %\"` of the score",
    },
    FormerKey {
        analysis: "representativeness",
        key: "threshold",
        instead: "leave it out: the table `representativeness` has the largest difference and the \
                  probability of the same decision",
    },
];

/// What to write instead of the key at `path`, if it was one.
pub(super) fn instead_of(path: &SpecPath) -> Option<String> {
    let [Step::Key(studies), Step::Key(study), Step::Key(analysis), Step::Key(key)] = path.steps()
    else {
        return None;
    };
    let former = FORMER_KEYS
        .iter()
        .find(|former| studies == "studies" && former.analysis == analysis && former.key == key)?;
    let study = SpecPath::of([studies.as_str(), study.as_str()]);
    Some(former.instead.replace("{study}", &study.to_string()))
}
