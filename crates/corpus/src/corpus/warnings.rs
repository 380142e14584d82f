//! Warnings about a corpus in the making.

use std::path::Path;

use super::model::{Corpus, NamedTexts};
use crate::warning::{self, Warning};
use crate::words::listing;

/// The way out where a column lacks texts of some segments.
const LACKING: &str = "segments without a text are not scored: add the texts if they should be";

/// Columns that a message names.
const NAMED: usize = 3;

/// Message and way out where the system `name` is a reference, too.
pub fn also_a_reference(name: &str) -> (String, &'static str) {
    (
        format!(
            "`{name}` is listed as a system and as a reference: it counts as a human translation"
        ),
        "it is scored only where a study names it, and never against itself: leave it out of the systems unless \
         that is meant",
    )
}

/// Warnings in the making.
#[derive(Debug, Default)]
pub struct Warnings(Vec<Warning>);

impl Warnings {
    /// One about a file.
    pub fn add(&mut self, path: &Path, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Warning::of_corpus(message, help).in_file(path));
    }

    /// Those of a part.
    pub fn append(&mut self, part: Self) {
        self.0.extend(part.0);
    }

    /// One about a file, of which nothing follows for a verdict.
    pub fn note(&mut self, path: &Path, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Warning::of_corpus(message, help).in_file(path).as_note());
    }

    /// What the numbers of the corpus at `path` are made of: it stands beside them.
    pub fn beside_numbers(
        &mut self,
        path: &Path,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.0.push(Warning::of_corpus(message, help).in_file(path).beside_numbers());
    }

    /// One about a file that cannot be compared with the others.
    pub fn refuse(&mut self, path: &Path, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Warning::of_corpus(message, help).in_file(path).refused());
    }

    /// One about the columns of a kind, each with its name, that lack texts of some of `count` segments.
    pub(super) fn add_lacking(
        &mut self,
        path: &Path,
        what: &str,
        columns: &[(String, usize)],
        count: usize,
    ) {
        let message = match columns {
            [] => return,
            [(name, missing)] => format!("{what} `{name}` misses {missing} of {count} segments"),
            columns => {
                let named = columns.iter().take(NAMED);
                let named: Vec<String> =
                    named.map(|(name, missing)| format!("`{name}` {missing}")).collect();
                let more = columns.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(", {more} more") } else { String::new() };
                format!(
                    "{} {what}s miss some of {count} segments ({}{more})",
                    columns.len(),
                    named.join(", ")
                )
            }
        };
        self.add(path, message, LACKING);
    }

    /// One about the texts that columns of a kind lack.
    pub fn add_missing_texts(&mut self, path: &Path, what: &str, columns: &[NamedTexts]) {
        let missing = columns.iter().map(|column| {
            let missing = column.texts.iter().filter(Option::is_none).count();
            (column.name.clone(), missing)
        });
        let lacking: Vec<_> = missing.filter(|(_, missing)| *missing > 0).collect();
        let count = columns.first().map_or(0, |column| column.texts.len());
        self.add_lacking(path, what, &lacking, count);
    }

    /// One about each score of `corpus` that some of its systems lack.
    pub fn add_unscored(&mut self, corpus: &Corpus) {
        for (metric, scores) in corpus.external.iter().chain(&corpus.external_documents) {
            let has_scores = |system: &str| {
                scores.get(system).is_some_and(|scores| scores.iter().any(Option::is_some))
            };
            let (scored, unscored): (Vec<&str>, Vec<&str>) =
                corpus.machine_systems().partition(|system| has_scores(system));
            let left_out = listing(unscored);
            if !left_out.is_empty() {
                let message = format!("metric `{metric}` has no score of: {left_out}");
                let help = match scored.len() {
                    0 | 1 => "systems are not compared by it: add their scores",
                    _ => "a study of this metric leaves them out: add their scores",
                };
                self.extend([Warning::of_corpus(message, help)]);
            }
        }
    }

    /// Those about all of the corpus.
    pub fn extend(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.0.extend(warnings);
    }

    /// All, about the corpus `name`, with paths as a spec writes them: relative to `data_dir` where they lie
    /// there, so that they do not depend on where the data are.
    pub fn for_corpus(self, name: &str, data_dir: &Path) -> Vec<Warning> {
        warning::merged(self.0.into_iter().map(|mut warning| {
            warning.corpus = Some(name.to_owned());
            warning.path = warning.path.map(|path| match path.strip_prefix(data_dir) {
                Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
                _ => path,
            });
            warning
        }))
    }

    #[cfg(test)]
    pub(super) fn as_slice(&self) -> &[Warning] {
        &self.0
    }
}
