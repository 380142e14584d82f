//! What people see: progress while a plan runs, the answer at its end, and the report: figures,
//! tables and a page, made from the tables and the manifest in a folder of results alone.
//!
//! This module rounds, words and draws; it estimates nothing. The same folder gives the same bytes.

mod about;
pub mod diff;
mod error;
mod essential;
mod figures;
mod file_name;
mod folder;
mod grid;
mod lookup;
mod number;
mod page;
mod place;
mod plot;
pub mod progress;
pub mod scores;
mod summary;
mod svg;
mod tables;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

pub use error::ReportError;

use crate::analyses::{Answer, answer};
use crate::table::{PAGE, REPORT, REPORT_RECORD, ReportRecord};
use about::About;
use file_name::make_unique;
use folder::Folder;
use grid::Grid;
use place::Place;

/// A report on a folder of results.
#[derive(Debug)]
pub struct Report {
    folder: Folder,
    about: About,
    answers: Vec<Answer>,
}

/// A file of a report: its path inside the folder of results, and its content.
pub type ReportFile = (String, Vec<u8>);

/// How tables of a report are spelled in files of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Export {
    /// CSV (RFC 4180).
    Csv,
    /// Markdown.
    Markdown,
    /// LaTeX, for `booktabs`.
    Latex,
}

impl Export {
    /// Ending of the files.
    fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Markdown => "md",
            Self::Latex => "tex",
        }
    }

    fn spell(self, table: &Grid) -> String {
        match self {
            Self::Csv => table.csv(),
            Self::Markdown => table.markdown(),
            Self::Latex => table.latex(),
        }
    }
}

impl Report {
    /// Reads the results in `folder`.
    ///
    /// # Errors
    ///
    /// If there are none, or they are damaged or not of this version.
    pub fn read(folder: &Path) -> Result<Self, ReportError> {
        let folder = Folder::read(folder)?;
        let about = About::new(&folder.manifest);
        let answers = answer(&folder.minimal_sizes, &folder.rank_stability);
        Ok(Self { folder, about, answers })
    }

    /// The answer for a terminal.
    pub fn text(&self) -> String {
        summary::text(&self.about, &self.answers)
    }

    /// The answer for scripts.
    pub fn json(&self) -> Value {
        let manifest = &self.folder.manifest;
        json!({
            "experiment": manifest.experiment,
            "title": self.about.title,
            "seed": manifest.seed,
            "run_identity": manifest.run_identity,
            "answers": summary::json(&self.about, &self.answers),
            "published": self.agreement(),
        })
    }

    /// Printed numbers by source, basis and verdict.
    fn agreement(&self) -> Value {
        let mut counts = serde_json::Map::new();
        let Some(table) = self.folder.table("published") else { return Value::Null };
        for row in 0..table.rows() {
            let word = |column: &str| lookup::text(table, column, row);
            let source = counts.entry(word("source")).or_insert_with(|| json!({}));
            let Some(source) = source.as_object_mut() else { continue };
            let basis = source.entry(word("basis")).or_insert_with(|| json!({}));
            let Some(basis) = basis.as_object_mut() else { continue };
            let count = basis.entry(word("verdict")).or_insert(json!(0));
            *count = json!(count.as_u64().unwrap_or(0) + 1);
        }
        Value::Object(counts)
    }

    /// All files of the report: figures, tables in these formats, what the report says about itself,
    /// and last the page.
    ///
    /// # Errors
    ///
    /// If the page cannot be made, which is a bug.
    pub fn files(&self, exports: &BTreeSet<Export>) -> Result<Vec<ReportFile>, ReportError> {
        let mut answers: Vec<Grid> = self
            .answers
            .iter()
            .map(|answer| summary::grid(&self.about, answer).aligned())
            .collect();
        let places = Place::all(&self.folder, &self.about);
        let mut figures = figures::all(&places);
        let mut tables: Vec<Grid> = tables::all(&places).into_iter().map(Grid::aligned).collect();
        let mut published: Vec<Grid> =
            tables::published(&self.folder).into_iter().map(Grid::aligned).collect();
        make_unique(figures.iter_mut().map(|figure| &mut figure.name));
        // These lie in one folder.
        let grids = answers.iter_mut().chain(&mut tables).chain(&mut published);
        make_unique(grids.map(|table| &mut table.name));
        let endings: Vec<&str> = exports.iter().map(|export| export.ending()).collect();
        let parts = page::Parts {
            manifest: &self.folder.manifest,
            digest: &self.folder.digest,
            endings: &endings,
            about: &self.about,
            answers: &self.answers,
            answer_tables: &answers,
            figures: &figures,
            tables: &tables,
            published: &published,
        };
        let mut files = Vec::new();
        for figure in &figures {
            let path = format!("{REPORT}/figures/{}.svg", figure.name);
            files.push((path, figure.svg.clone().into_bytes()));
        }
        for table in answers.iter().chain(&tables).chain(&published) {
            for export in exports {
                let path = format!("{REPORT}/tables/{}.{}", table.name, export.ending());
                files.push((path, export.spell(table).into_bytes()));
            }
        }
        let page = page::page(&parts)?.into_bytes();
        let names = files.iter().map(|(name, _)| name.clone());
        let names = names.chain([REPORT_RECORD, PAGE].map(str::to_owned));
        let record = ReportRecord { manifest: self.folder.digest.clone(), files: names.collect() };
        let record = serde_json::to_string_pretty(&record).expect("a record is plain data") + "\n";
        files.push((REPORT_RECORD.to_owned(), record.into_bytes()));
        // The page comes last: where it is, the rest is whole.
        files.push((PAGE.to_owned(), page));
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::table::Contents;

    /// Four times the samples take some four times as long, and no figure has a point for each: a list of
    /// their names that is searched for each of them would take sixteen times.
    #[test]
    fn reports_are_linear_in_samples() {
        let seconds = |samples: usize| {
            let about = About::of_studies(&["s"]);
            let scores = samples_of(samples);
            let runs = (0..3).map(|_| {
                let start = Instant::now();
                let places = Place::of([("scores", &scores)].into_iter(), &about);
                let figures = figures::all(&places);
                let tables = tables::all(&places);
                assert!(figures.iter().map(|figure| figure.svg.len()).sum::<usize>() < 1 << 20);
                assert!(tables.iter().all(|table| table.rows.len() <= 2000));
                start.elapsed().as_secs_f64()
            });
            runs.fold(f64::INFINITY, f64::min)
        };
        let (few, many) = (seconds(10_000), seconds(40_000));
        assert!(many < 9.0 * few, "{few} s, and {many} s for four times the samples");
    }

    /// The scores of a system on so many samples, as a table.
    fn samples_of(count: usize) -> Contents {
        let ordering: Vec<String> = (1..=count).map(|index| format!("random-{index}")).collect();
        let ordering: Vec<&str> = ordering.iter().map(String::as_str).collect();
        let same = |value: &'static str| vec![value; count];
        let columns = [
            ("study", same("s")),
            ("corpus", same("c")),
            ("metric", same("bleu")),
            ("system", same("one")),
            ("reference_count", same("1")),
            ("reference_choice", same("first")),
            ("references", same("r")),
            ("ordering", ordering),
            ("documents", same("10")),
            ("judged_documents", same("10")),
            ("segments", same("10")),
            ("repeat", same("1")),
            ("B", same("100")),
            ("status", same("ok")),
            ("score", same("31.5")),
            ("mean", same("31.4")),
            ("stdev", same("1.5")),
            ("relative_stdev", same("4.5")),
            ("ci_lower", same("29.5")),
            ("ci_upper", same("33.5")),
        ];
        let columns: Vec<(&str, &[&str])> =
            columns.iter().map(|(name, values)| (*name, values.as_slice())).collect();
        Contents::of_texts(&columns)
    }
}
