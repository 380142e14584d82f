//! What changed of that which two runs conclude.

use std::collections::BTreeMap;

use serde::Serialize;

/// A conclusion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Verdict {
    /// Name of the study.
    pub study: String,
    /// Name of the corpus; empty over all corpora of the study.
    pub corpus: String,
    /// The key of the analysis in a spec.
    pub analysis: String,
    /// What it is about.
    pub about: String,
    /// What is concluded.
    pub verdict: String,
}

/// A conclusion that one run has and the other has not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct VerdictChange {
    /// Name of the study.
    pub study: String,
    /// Name of the corpus; empty over all corpora of the study.
    pub corpus: String,
    /// The key of the analysis in a spec.
    pub analysis: String,
    /// What it is about.
    pub about: String,
    /// In the first; nothing where it has none about this.
    pub a: Option<String>,
    /// In the second.
    pub b: Option<String>,
}

/// What changed of the verdicts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct VerdictDiff {
    /// Verdicts that either has.
    pub compared: u64,
    /// Those that differ, in the order of studies, corpora and analyses by name.
    pub changes: Vec<VerdictChange>,
}

/// What a verdict is about.
type Key<'a> = (&'a str, &'a str, &'a str, &'a str);

impl VerdictDiff {
    /// From `a` to `b`.
    pub fn new(a: &[Verdict], b: &[Verdict]) -> Self {
        let mut by_key: BTreeMap<Key<'_>, (Option<&str>, Option<&str>)> = BTreeMap::new();
        for verdict in a {
            by_key.entry(key(verdict)).or_default().0 = Some(&verdict.verdict);
        }
        for verdict in b {
            by_key.entry(key(verdict)).or_default().1 = Some(&verdict.verdict);
        }
        let compared = by_key.len() as u64;
        let changes = by_key.into_iter().filter(|(_, (a, b))| a != b);
        Self {
            compared,
            changes: changes
                .map(|(key, (a, b))| {
                    let (study, corpus, analysis, about) = key;
                    VerdictChange {
                        study: study.to_owned(),
                        corpus: corpus.to_owned(),
                        analysis: analysis.to_owned(),
                        about: about.to_owned(),
                        a: a.map(str::to_owned),
                        b: b.map(str::to_owned),
                    }
                })
                .collect(),
        }
    }
}

fn key(verdict: &Verdict) -> Key<'_> {
    (&verdict.study, &verdict.corpus, &verdict.analysis, &verdict.about)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(about: &str, verdict: &str) -> Verdict {
        Verdict {
            study: "s".to_owned(),
            corpus: "c".to_owned(),
            analysis: "comparison".to_owned(),
            about: about.to_owned(),
            verdict: verdict.to_owned(),
        }
    }

    #[test]
    fn changes_are_those_of_one_or_the_other() {
        let a = [verdict("one", "better"), verdict("two", "worse"), verdict("three", "worse")];
        let b = [verdict("three", "worse"), verdict("one", "worse"), verdict("four", "better")];
        let verdicts = VerdictDiff::new(&a, &b);
        assert_eq!(verdicts.compared, 4);
        let changes: Vec<_> = verdicts
            .changes
            .iter()
            .map(|change| (&*change.about, change.a.as_deref(), change.b.as_deref()))
            .collect();
        let expected = [
            ("four", None, Some("better")),
            ("one", Some("better"), Some("worse")),
            ("two", Some("worse"), None),
        ];
        assert_eq!(changes, expected);
        assert_eq!(VerdictDiff::new(&a, &a).changes, []);
    }
}
