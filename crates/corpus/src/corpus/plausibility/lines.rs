//! Lines that are odd beside those of the reference: how many, where, and whether that is much.

use super::super::model::{Corpus, NamedTexts, Texts};
use super::shared::{NAMED, outputs};
use crate::warning::Warning;

/// Odd lines of a column below which nothing is said.
const FEWEST: usize = 4;

/// In percent, a part of the lines that leaves no verdict.
pub(super) const TOO_MUCH: usize = 50;

/// A reference or an output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'a> {
    pub(super) kind: &'static str,
    pub(super) name: &'a str,
    pub(super) texts: &'a Texts,
    /// What it is compared with: the first reference; the first and the last output where it is that itself.
    pub(super) beside: [Option<&'a Texts>; 2],
}

impl Column<'_> {
    pub(super) fn named(&self) -> String {
        format!("{} `{}`", self.kind, self.name)
    }
}

/// References first, then outputs.
pub(super) fn columns<'a>(corpus: &'a Corpus) -> Vec<Column<'a>> {
    let first = [corpus.references.first().map(|reference| &reference.texts), None];
    let ends = [outputs(corpus).next(), outputs(corpus).last()]
        .map(|system: Option<&'a NamedTexts>| system.map(|system| &system.texts));
    let references = corpus.references.iter().enumerate();
    let references = references
        .map(|(index, reference)| ("reference", reference, if index == 0 { ends } else { first }));
    let columns = references.chain(outputs(corpus).map(|system| ("system", system, first)));
    columns
        .map(|(kind, NamedTexts { name, texts }, beside)| Column { kind, name, texts, beside })
        .collect()
}

/// Lines of a column that are odd in one way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) odd: usize,
    /// Lines that could be.
    pub(super) all: usize,
    /// The first odd one, from 0.
    pub(super) first: usize,
    /// What is odd in it, where that differs from column to column.
    pub(super) example: Option<String>,
}

impl Lines {
    /// Takes one more line in, odd or not.
    pub(super) fn add(&mut self, index: usize, is_odd: bool) {
        self.all += 1;
        if is_odd && self.odd == 0 {
            self.first = index;
        }
        self.odd += usize::from(is_odd);
    }

    /// Whether that is one line in `one_in`, and not by accident.
    pub(super) fn are_many(&self, one_in: usize) -> bool {
        self.odd >= FEWEST && self.odd * one_in >= self.all
    }

    /// Whether there are too many for a verdict.
    pub(super) fn are_too_many(&self) -> bool {
        self.odd >= FEWEST && self.odd * 100 >= self.all * TOO_MUCH
    }
}

/// What is said where lines are odd.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oddity {
    /// What the lines have or are.
    pub(super) what: &'static str,
    pub(super) help: &'static str,
    /// More than one line in this many is too much.
    pub(super) one_in: usize,
    /// What of the two follows where it is less.
    pub(super) is_noted: bool,
    /// Whether a column cannot be compared where half of its lines are so.
    pub(super) is_refused: bool,
}

impl Oddity {
    /// One warning of each grade for all columns.
    pub(super) fn warnings(&self, found: &[(&Column, &Lines)]) -> Vec<Warning> {
        let is_refused = |lines: &Lines| self.is_refused && lines.are_too_many();
        let refused = self.warning(found, &is_refused).map(Warning::refused);
        let warned =
            self.warning(found, &|lines| lines.are_many(self.one_in) && !is_refused(lines));
        let noted = self.warning(found, &|lines| {
            self.is_noted && lines.odd > 0 && !lines.are_many(self.one_in)
        });
        [refused, warned, noted.map(Warning::as_note)].into_iter().flatten().collect()
    }

    fn warning(
        &self,
        found: &[(&Column, &Lines)],
        is_so: &dyn Fn(&Lines) -> bool,
    ) -> Option<Warning> {
        let odd_columns: Vec<_> = found.iter().filter(|(_, lines)| is_so(lines)).collect();
        let listed = odd_columns.iter().take(NAMED).map(|(column, lines)| {
            let Lines { odd, all, first, example } = lines;
            let example =
                example.as_ref().map_or_else(String::new, |example| format!(" ({example})"));
            format!(
                "{} in {odd} of {all} segments, the first in segment {}{example}",
                column.named(),
                first + 1
            )
        });
        let listed: Vec<String> = listed.collect();
        let more = odd_columns.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        (!listed.is_empty()).then(|| {
            Warning::of_corpus(format!("{}: {}{more}", self.what, listed.join("; ")), self.help)
        })
    }
}
