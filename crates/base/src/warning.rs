//! What is odd about inputs or about a request: one type from where it is noticed to where it is read.
//!
//! A warning is part of the result. It stands before the verdict in every form of an answer, in the same words,
//! and once, however many files, studies or metrics it is about.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Names that a merged warning lists.
const NAMED: usize = 3;

/// What follows from a warning. The order is that of severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The inputs cannot be compared: there is no verdict.
    Refused,
    /// A verdict may be another one.
    #[default]
    Warning,
    /// No verdict changes; it is part of what the numbers say, and stands beside them.
    BesideNumbers,
    /// No verdict changes: it belongs to the details.
    Note,
}

impl Grade {
    /// Its name as a label.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Refused => "Refused",
            Self::Warning => "Warning",
            Self::BesideNumbers | Self::Note => "Note",
        }
    }
}

/// A warning about a study or a corpus: it can run, but its author probably wanted something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// What follows from it.
    #[serde(default)]
    pub grade: Grade,
    /// Corpus, where it is about one; of several their names.
    pub corpus: Option<String>,
    /// Study, where it is about one; of several their names.
    pub study: Option<String>,
    /// File, where it is about one, relative to the folder of the data where it lies there; of several their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// What is odd, and where.
    pub message: String,
    /// How it was taken, and what to do about it.
    pub help: String,
}

impl Warning {
    /// About a corpus, which its reader names.
    pub fn of_corpus(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            grade: Grade::Warning,
            corpus: None,
            study: None,
            path: None,
            message: message.into(),
            help: help.into(),
        }
    }

    /// About a study, whatever the corpus.
    pub fn of_study(study: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { study: Some(study.to_owned()), ..Self::of_corpus(message, help) }
    }

    /// The same about the file at `path`.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self }
    }

    /// The same as a refusal: what is compared cannot be compared.
    #[must_use]
    pub fn refused(self) -> Self {
        Self { grade: Grade::Refused, ..self }
    }

    /// The same as a note: no verdict changes.
    #[must_use]
    pub fn as_note(self) -> Self {
        Self { grade: Grade::Note, ..self }
    }

    /// The same as a part of what the numbers say.
    #[must_use]
    pub fn beside_numbers(self) -> Self {
        Self { grade: Grade::BesideNumbers, ..self }
    }

    /// Whether it is a refusal.
    pub fn is_refusal(&self) -> bool {
        self.grade == Grade::Refused
    }

    /// Whether no verdict changes.
    pub fn is_note(&self) -> bool {
        self.grade > Grade::Warning
    }

    /// Whether it stands beside the numbers, too.
    pub fn is_beside_numbers(&self) -> bool {
        self.grade == Grade::BesideNumbers
    }

    /// The message, after what it is about.
    pub fn headline(&self) -> String {
        let Self { corpus, study, path, message, .. } = self;
        let about = match (corpus, study) {
            (Some(corpus), _) => format!("corpus `{corpus}`: "),
            (None, Some(study)) => format!("study `{study}`: "),
            (None, None) => String::new(),
        };
        let path = path.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default();
        format!("{about}{path}{message}")
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.headline(), self.help)
    }
}

/// Warnings that differ in what they are about alone are one, in the place of the first; the most severe come
/// first.
pub fn merged(warnings: impl IntoIterator<Item = Warning>) -> Vec<Warning> {
    let mut groups: Vec<Vec<Warning>> = Vec::new();
    for warning in warnings {
        match groups.iter_mut().find(|group| {
            let first = &group[0];
            first.grade == warning.grade
                && first.message == warning.message
                && first.help == warning.help
        }) {
            Some(group) => group.push(warning),
            None => groups.push(vec![warning]),
        }
    }
    let mut merged: Vec<Warning> = groups.into_iter().map(|group| merge(&group)).collect();
    merged.sort_by_key(|warning| warning.grade);
    merged
}

/// One of several that are the same but for what they are about.
fn merge(group: &[Warning]) -> Warning {
    let paths =
        group.iter().map(|warning| warning.path.as_ref().map(|path| path.display().to_string()));
    Warning {
        corpus: joined(group.iter().map(|warning| warning.corpus.clone())),
        study: joined(group.iter().map(|warning| warning.study.clone())),
        path: joined(paths).map(PathBuf::from),
        ..group[0].clone()
    }
}

/// The first names, each once, with the number of the others; nothing where one is about all.
fn joined(names: impl Iterator<Item = Option<String>>) -> Option<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        let name = name?;
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let more = distinct.len().saturating_sub(NAMED);
    let shown = distinct[..distinct.len() - more].join(", ");
    Some(if more > 0 { format!("{shown} and {more} more") } else { shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(corpus: Option<&str>, study: Option<&str>, path: Option<&str>) -> Warning {
        Warning {
            corpus: corpus.map(str::to_owned),
            study: study.map(str::to_owned),
            path: path.map(PathBuf::from),
            ..Warning::of_corpus("it is odd", "mend it")
        }
    }

    #[test]
    fn the_same_about_several_is_said_once() {
        let studies = ["a", "b", "a"].map(|study| about(None, Some(study), None));
        let [one] = &merged(studies)[..] else { panic!("one is left") };
        assert_eq!(one.to_string(), "study `a, b`: it is odd; mend it");
        let files = ["1", "2", "3", "4", "5"].map(|path| about(Some("c"), None, Some(path)));
        let [one] = &merged(files)[..] else { panic!("one is left") };
        assert_eq!(one.headline(), "corpus `c`: 1, 2, 3 and 2 more: it is odd");
        // What is about all of it is not about a part of it.
        let [one] = &merged([about(None, None, None), about(Some("c"), None, None)])[..] else {
            panic!("one is left")
        };
        assert_eq!(one.headline(), "it is odd");
    }

    #[test]
    fn what_differs_stays_apart_and_the_severe_comes_first() {
        let note = about(None, None, None).as_note();
        let refused = about(None, None, None).refused();
        let other = Warning::of_corpus("it is odd", "leave it");
        let all = merged([note.clone(), other.clone(), refused.clone()]);
        assert_eq!(all, [refused, other, note]);
    }

    #[test]
    fn those_of_older_manifests_are_warnings() {
        let text = r#"{ "corpus": "c", "study": null, "message": "it is odd", "help": "mend it" }"#;
        let read: Warning = serde_json::from_str(text).unwrap();
        assert_eq!(read, about(Some("c"), None, None));
    }
}
