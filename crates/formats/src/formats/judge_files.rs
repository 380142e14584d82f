//! Judges by the names of files or keys: `NAME@1`, `NAME@2`, ... are the judges of criterion NAME, who have
//! no names, and `NAME@ann` are the judgments of ann. A judge whose name is a number, or begins with `=`, has
//! an `=` before it: `NAME@=7`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::corpus::error::CorpusError;
use crate::corpus::model::{BySystem, ErrorSpans, JudgeNames, Judgments};

/// Judgments by criterion, and who gave them where that is known.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) judgments: BTreeMap<String, BySystem<Judgments>>,
    pub(super) names: BTreeMap<String, BySystem<JudgeNames>>,
    pub(super) error_spans: ErrorSpans,
}

/// Scores by system, one per segment.
type Scores = BySystem<Vec<Option<f64>>>;

/// What a name says of the judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    /// Nothing: all judgments are there.
    Unsaid,
    /// One of several without names, from 1.
    Number(usize),
    /// Who it is.
    Name(String),
}

/// The criterion and the judge in `name`. What follows the last `@` is a number, or what follows the first
/// one a name; else it is part of the criterion.
pub(super) fn split_judge(name: &str) -> (&str, Judge) {
    let numbered = name.rsplit_once('@').and_then(|(criterion, number)| {
        let judge: usize = number.parse().ok()?;
        // `@01` would be a second name of judge 1.
        let is_counted = judge > 0 && judge.to_string() == number && !criterion.is_empty();
        is_counted.then_some((criterion, Judge::Number(judge)))
    });
    let named = name.split_once('@').and_then(|(criterion, judge)| {
        if criterion.is_empty() || judge.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let judge = judge.strip_prefix('=').unwrap_or(judge);
        (!judge.is_empty()).then(|| (criterion, Judge::Name(judge.to_owned())))
    });
    numbered.or(named).unwrap_or((name, Judge::Unsaid))
}

/// The name from which [`split_judge`] has `criterion` and the judge, if there is one.
pub(super) fn join_judge(criterion: &str, judge: &Judge) -> Option<String> {
    let name = match judge {
        Judge::Unsaid => criterion.to_owned(),
        Judge::Number(number) => format!("{criterion}@{number}"),
        Judge::Name(name) => {
            let is_reserved = name.starts_with('=') || name.bytes().all(|b| b.is_ascii_digit());
            format!("{criterion}@{}{name}", if is_reserved { "=" } else { "" })
        }
    };
    // A criterion with an `@` in it may be split at another place.
    (split_judge(&name) == (criterion, judge.clone())).then_some(name)
}

/// The judgments in `files`, whose names say criteria and judges; `path` is where they are.
pub(super) fn assemble(
    files: BTreeMap<String, Scores>,
    path: &Path,
) -> Result<Judged, CorpusError> {
    let mut unnamed: BTreeMap<(String, usize), Scores> = BTreeMap::new();
    let mut named: BTreeMap<String, NamedRatings> = BTreeMap::new();
    for (file, systems) in files {
        let (name, judge) = split_judge(&file);
        let name = name.to_owned();
        match judge {
            Judge::Unsaid => drop(unnamed.insert((name, 0), systems)),
            Judge::Number(number) => drop(unnamed.insert((name, number), systems)),
            Judge::Name(judge) => {
                let ratings = named.entry(name).or_default();
                for (system, scores) in systems {
                    ratings.add_all(&system, &judge.as_str().into(), &scores);
                }
            }
        }
    }
    let mut all = Judged::default();
    let mut previous: Option<(String, usize)> = None;
    for ((name, judge), systems) in unnamed {
        let next = match previous {
            Some((known, judge)) if known == name => judge + 1,
            // The first one has no number, or is number 1.
            _ => usize::from(judge > 0),
        };
        let refused = |cause: String, help: &str| CorpusError::malformed(path, None, cause, help);
        if named.contains_key(&name) {
            let cause = format!("criterion `{name}` has judges with names and others without");
            let help = "name all of its judges, or none: `CRITERION@JUDGE` or `CRITERION@1`";
            return Err(refused(cause, help));
        }
        // A file without a number before it would make `@1` a second first judge.
        if judge != next || (judge == 1 && all.judgments.contains_key(&name)) {
            let cause = format!("criterion `{name}` has a judge {judge} and no judge before");
            let help = "number the files of judges `@1`, `@2`, ..., with none without a number";
            return Err(refused(cause, help));
        }
        let criterion = all.judgments.entry(name.clone()).or_default();
        for (system, scores) in systems {
            criterion.entry(system).or_default().judges.push(scores);
        }
        previous = Some((name, judge));
    }
    for (name, ratings) in named {
        ratings.enter(&name, &mut all);
    }
    Ok(all)
}

/// Ratings by people with names, of one criterion.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedRatings {
    systems: BTreeMap<String, BTreeMap<usize, BTreeMap<Arc<str>, f64>>>,
    segments: usize,
}

impl NamedRatings {
    /// Adds the scores that `judge` gave to `system`, one per segment.
    pub(super) fn add_all(&mut self, system: &str, judge: &Arc<str>, scores: &[Option<f64>]) {
        self.declare(system, scores.len());
        for (segment, score) in scores.iter().enumerate() {
            if let Some(score) = score {
                self.add(system, segment, judge, *score);
            }
        }
    }

    /// Makes `system` known, of which there are judgments of `segments` segments at most.
    pub(super) fn declare(&mut self, system: &str, segments: usize) {
        self.segments = self.segments.max(segments);
        // Called for every rating: a name that is known is not copied.
        if !self.systems.contains_key(system) {
            self.systems.insert(system.to_owned(), BTreeMap::new());
        }
    }

    /// Adds the score that `judge` gave to a segment of `system`, which is known; gives back the one that
    /// there was.
    pub(super) fn add(
        &mut self,
        system: &str,
        segment: usize,
        judge: &Arc<str>,
        score: f64,
    ) -> Option<f64> {
        let segments = self.systems.get_mut(system)?;
        segments.entry(segment).or_default().insert(Arc::clone(judge), score)
    }

    /// Puts them into as few columns as they need, those of a segment in byte order of the names.
    pub(super) fn enter(self, criterion: &str, all: &mut Judged) {
        let ratings = self.systems.values().flat_map(BTreeMap::values);
        let width = ratings.map(BTreeMap::len).max().unwrap_or(0).max(1);
        let judgments = all.judgments.entry(criterion.to_owned()).or_default();
        let names = all.names.entry(criterion.to_owned()).or_default();
        for (system, of_system) in self.systems {
            let mut scores = vec![vec![None; self.segments]; width];
            let mut judges: JudgeNames = vec![vec![None; self.segments]; width];
            for (segment, by_judge) in of_system {
                for (column, (judge, score)) in by_judge.into_iter().enumerate() {
                    scores[column][segment] = Some(score);
                    judges[column][segment] = Some(judge);
                }
            }
            judgments.insert(system.clone(), Judgments { judges: scores });
            names.insert(system, judges);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_and_put_together() {
        let name = |name: &str| Judge::Name(name.to_owned());
        let both_ways = [
            ("mqm", "mqm", Judge::Unsaid),
            ("mqm@1", "mqm", Judge::Number(1)),
            ("mqm@rater3", "mqm", name("rater3")),
            ("mqm@ann@example.org", "mqm", name("ann@example.org")),
            ("mqm@=7", "mqm", name("7")),
            ("mqm@==7", "mqm", name("=7")),
            ("a@0@2", "a@0", Judge::Number(2)),
            ("mqm@0", "mqm@0", Judge::Unsaid),
            ("mqm@01", "mqm@01", Judge::Unsaid),
            ("mqm@", "mqm@", Judge::Unsaid),
            ("@ann", "@ann", Judge::Unsaid),
        ];
        for (joined, criterion, judge) in both_ways {
            assert_eq!(split_judge(joined), (criterion, judge.clone()), "{joined}");
            assert_eq!(join_judge(criterion, &judge).as_deref(), Some(joined), "{joined}");
        }
        for (criterion, judge) in [
            ("mqm@1", Judge::Unsaid),
            ("mqm@x", Judge::Unsaid),
            ("mqm@x", name("ann")),
            ("mqm", name("ann@2")),
            ("mqm", name("")),
        ] {
            assert_eq!(join_judge(criterion, &judge), None, "{criterion} {judge:?}");
        }
    }

    #[test]
    fn judges_with_names_share_columns() {
        let scores = |scores: &[Option<f64>]| Scores::from([("S".to_owned(), scores.to_vec())]);
        let files = BTreeMap::from([
            ("esa@bob".to_owned(), scores(&[Some(1.0), None, Some(3.0)])),
            ("esa@ann".to_owned(), scores(&[None, Some(2.0), Some(4.0)])),
            ("da".to_owned(), scores(&[None, None, Some(0.5)])),
        ]);
        let judged = assemble(files, Path::new("human-scores")).unwrap();
        let judges = &judged.judgments["esa"]["S"].judges;
        assert_eq!(*judges, [[Some(1.0), Some(2.0), Some(4.0)], [None, None, Some(3.0)]]);
        let names: Vec<Vec<Option<&str>>> = judged.names["esa"]["S"]
            .iter()
            .map(|column| column.iter().map(Option::as_deref).collect())
            .collect();
        assert_eq!(names, [[Some("bob"), Some("ann"), Some("ann")], [None, None, Some("bob")]]);
        assert!(!judged.names.contains_key("da"));
    }

    #[test]
    fn judges_with_and_without_names_do_not_go_together() {
        let scores = Scores::from([("S".to_owned(), vec![Some(1.0)])]);
        for names in [["esa", "esa@ann"], ["esa@1", "esa@ann"]] {
            let files = names.map(|name| (name.to_owned(), scores.clone())).into();
            let error = assemble(files, Path::new("human-scores")).unwrap_err();
            assert_eq!(
                error.to_string(),
                "human-scores: criterion `esa` has judges with names and others without; name all \
                 of its judges, or none: `CRITERION@JUDGE` or `CRITERION@1`"
            );
        }
    }
}
