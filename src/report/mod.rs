//! What people see: progress while a plan runs, the answer at its end, and the report: figures,
//! tables and a page, made from the tables and the manifest in a folder of results alone.
//!
//! This module rounds, words and draws; it estimates nothing. The same folder gives the same bytes.

mod answer;
mod chapter;
pub mod compare;
pub mod diff;
mod error;
pub mod examples;
pub mod expect;
pub mod findings_answer;
pub mod forms;
pub mod glossary;
mod page;
mod paper_figures;
pub mod pick;
pub mod progress;
pub mod rank;
pub mod scores;
pub mod signature;
mod subject;
mod summary;
mod terminal;
pub mod warnings;
pub mod watch;
pub mod wrap;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

pub use error::ReportError;

use self::chapter::Chapter;
use self::subject::Subject;
use crate::analyses::ClaimRow;
use crate::analyses::examples::Examples;
use crate::analyses::published::Basis;
use crate::analyses::{
    FEWEST_SEEDS, all_tables, claims_of_sources, conclusions_over_sizes, printed_tables, verdicts,
};
use crate::answers::Block;
use crate::diff::Verdict;
use crate::presentation::{About, Rows, StudySection, TextTable, make_unique};
use crate::table::{Manifest, PAGE, REPORT, REPORT_RECORD, ReportRecord, ResultFolder, Tables};
use crate::warning::{self, Warning};
use crate::words::grouped;

/// A report on results.
#[derive(Debug)]
pub struct Report {
    manifest: Manifest,
    /// Of the manifest.
    digest: String,
    tables: Tables,
    about: About,
    /// Where systems differ, if that lies beside the tables.
    examples: Option<Examples>,
    /// Seconds after which the page is loaded again.
    renewal: Option<u32>,
}

/// A file of a report: its path inside the folder of results, and its content.
pub type ReportFile = (String, Vec<u8>);

/// How tables of a report are spelled in files of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Export {
    /// CSV (RFC 4180).
    Csv,
    /// Tabs between columns.
    Tsv,
    /// Markdown.
    Markdown,
    /// LaTeX, for `booktabs`.
    Latex,
    /// Typst.
    Typst,
}

impl Export {
    /// Ending of the files.
    fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Markdown => "md",
            Self::Latex => "tex",
            Self::Typst => "typ",
        }
    }

    /// Returns `true` if people read it, so that it has a caption and notes.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Markdown | Self::Latex | Self::Typst)
    }

    /// The text of a table.
    pub fn spell(self, table: &TextTable) -> String {
        match self {
            Self::Csv => table.csv(),
            Self::Tsv => table.tsv(),
            Self::Markdown => table.markdown(),
            Self::Latex => table.latex(),
            Self::Typst => table.typst(),
        }
    }
}

impl Report {
    /// The report on `tables`, and on the manifest of this digest that lists them.
    pub fn new(manifest: Manifest, digest: String, tables: Tables) -> Self {
        let about = About::new(&manifest);
        Self { manifest, digest, tables, about, examples: None, renewal: None }
    }

    /// The same with what lies beside the tables.
    #[must_use]
    pub fn with_examples(self, examples: Option<Examples>) -> Self {
        Self { examples, ..self }
    }

    /// The same with a page that is loaded again after this many seconds, for results that are written again.
    #[must_use]
    pub fn renewed_every(self, renewal: Option<u32>) -> Self {
        Self { renewal, ..self }
    }

    /// Reads the results in `folder`. Every table that the manifest lists must be there and be the one
    /// that it lists, with the columns that this version knows.
    ///
    /// # Errors
    ///
    /// If there are none, or they are damaged or not of this version.
    pub fn read(folder: &Path) -> Result<Self, ReportError> {
        let results = ResultFolder::open(folder)?;
        let results =
            results.ok_or_else(|| ReportError::NoResults { folder: folder.to_owned() })?;
        let foreign = |table: &str, reason: String| ReportError::Foreign {
            folder: folder.to_owned(),
            version: results.manifest.runner.clone(),
            table: table.to_owned(),
            reason,
        };
        let (listed, known) = (&results.manifest.tables, all_tables());
        if let Some(name) = listed.keys().find(|name| known.iter().all(|table| table.name != *name))
        {
            return Err(foreign(name, "this version has no such table".to_owned()));
        }
        let mut tables = Tables::default();
        // In the order of the list, as a run makes them.
        for table in known.iter().filter(|table| listed.contains_key(table.name)) {
            let file = results.file(table.name)?.ok_or_else(|| ReportError::Missing {
                path: folder.join(format!("{}.parquet", table.name)),
            })?;
            if let Some(column) = table
                .columns
                .iter()
                .map(|column| column.name)
                .find(|column: &&str| !file.columns().any(|name| name == *column))
            {
                return Err(foreign(table.name, format!("it has no column `{column}`")));
            }
            (table.read_shown)(&file, &mut tables)
                .map_err(|message| results.damaged(table.name, message))?;
        }
        let examples = results.examples()?;
        let ResultFolder { manifest, digest, .. } = results;
        Ok(Self::new(manifest, digest, tables).with_examples(examples))
    }

    /// The answers for a terminal of 80 columns, questions in bold if it `is_styled`. Names of others are
    /// spelled out where a terminal would obey them.
    pub fn text(&self, is_styled: bool) -> String {
        let sections = self.sections_for_people();
        let chapters = Chapter::of_findings(&sections);
        let claims = claims_of_sources(&self.tables);
        let experiment = &self.manifest.experiment;
        let text = answer::text(&self.about, experiment, &chapters, &claims, is_styled);
        self.above_text(&sections) + &text
    }

    /// Returns the warnings and the number of seeds, which stand above answers and findings.
    fn above_text(&self, sections: &[StudySection<'_>]) -> String {
        let seeds = self.seeds().map(|seeds| summary::wrapped(&seeds, "") + "\n");
        warnings::text(&self.warnings(sections)) + &seeds.unwrap_or_default()
    }

    /// Where the page and the details of results in `folder` are.
    pub fn ways_on(folder: &str) -> String {
        answer::ways_on(folder, PAGE)
    }

    /// All findings for a terminal of 80 columns, headlines in bold if it `is_styled`.
    pub fn details(&self, is_styled: bool) -> String {
        let sections = self.sections_for_people();
        let text = summary::text(&Chapter::of_findings(&sections), is_styled);
        self.above_text(&sections) + &text + &summary::claims(&claims_of_sources(&self.tables))
    }

    fn sections_for_people(&self) -> Vec<StudySection<'_>> {
        let sections = StudySection::all(&self.tables, &self.about).into_iter();
        sections.map(StudySection::for_people).collect()
    }

    /// What several seeds are for.
    fn seeds(&self) -> Option<String> {
        let seeds = self.manifest.seeds;
        if seeds < 2 {
            return None;
        }
        let used = if (seeds as usize) < FEWEST_SEEDS {
            "too few to judge published values by their spread"
        } else {
            "published values are judged by their spread"
        };
        Some(format!("{} seeds of the generator; {used}.", grouped(u64::from(seeds))))
    }

    /// What is odd about corpora and studies: what the manifest has, and what its scores show.
    fn warnings(&self, sections: &[StudySection<'_>]) -> Vec<Warning> {
        let of_scores = sections.iter().filter_map(warnings::undefined_scores);
        warning::merged(self.manifest.warnings.iter().cloned().chain(of_scores))
    }

    /// The findings for scripts.
    pub fn json(&self) -> Value {
        let manifest = &self.manifest;
        let sections = StudySection::all(&self.tables, &self.about);
        let chapters = Chapter::of_findings(&sections);
        let findings = chapters.iter().flat_map(|chapter| &chapter.findings);
        let warnings = self.warnings(&sections);
        let (notes, warnings): (Vec<&Warning>, Vec<&Warning>) =
            warnings.iter().partition(|warning| warning.is_note());
        let answers = answer::answers_of(&chapters);
        let studies = chapters.iter().filter_map(|chapter| chapter.subject.as_ref());
        json!({
            "experiment": manifest.experiment,
            "title": self.about.title,
            "seed": manifest.seed,
            "seeds": manifest.seeds,
            "run_identity": manifest.run_identity,
            "studies": studies.map(Subject::to_json).collect::<Value>(),
            "warnings": warnings::to_json(warnings),
            "notes": warnings::to_json(notes),
            "answers": answers.iter().map(Block::to_json).collect::<Value>(),
            "findings": findings.map(|(_, finding)| finding.to_json()).collect::<Value>(),
            "claims": self.claims(),
        })
    }

    /// What the studies conclude, for comparisons with those of another run.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let sections = StudySection::all(&self.tables, &self.about);
        let verdicts = sections.iter().flat_map(|section| {
            verdicts(section).into_iter().map(|found| Verdict {
                study: section.study.to_owned(),
                corpus: section.corpus.to_owned(),
                analysis: found.analysis.to_owned(),
                about: found.about,
                verdict: found.conclusion,
            })
        });
        verdicts.collect()
    }

    /// Claims of sources with their verdicts.
    fn claims(&self) -> Value {
        let rows = Rows::<ClaimRow>::all(&self.tables);
        let claims = rows.iter().map(|row| {
            json!({
                "source": &*row.source,
                "number": row.number,
                "id": row.id.as_deref(),
                "place": &*row.place,
                "claim": &*row.claim,
                "paper": &*row.paper,
                "here": &*row.here,
                "real_text": row.real_text.as_deref(),
                "verdict": row.verdict.name(),
                "basis": row.basis.map(Basis::name),
            })
        });
        claims.collect()
    }

    /// All files of the report: figures, tables in these formats, what the report says about itself,
    /// and last the page.
    ///
    /// # Errors
    ///
    /// If the page cannot be made, which is a bug.
    pub fn files(&self, exports: &BTreeSet<Export>) -> Result<Vec<ReportFile>, ReportError> {
        let sections = self.sections_for_people();
        let mut chapters = Chapter::all(&sections);
        let mut claims = claims_of_sources(&self.tables);
        let mut printed = aligned(printed_tables(&self.tables));
        if !claims.is_empty() {
            printed.extend(aligned(conclusions_over_sizes(&self.tables)));
        }
        let mut tables = aligned(chapters.iter().flat_map(Chapter::text_tables).collect());
        for (_, finding) in chapters.iter_mut().flat_map(|chapter| &mut chapter.findings) {
            finding.table = finding.table.take().map(|table| whole(table.aligned(), &mut tables));
        }
        let figures = chapters.iter_mut().flat_map(|chapter| &mut chapter.figures);
        make_unique(figures.map(|(_, figure)| &mut figure.name));
        paper_figures::label(&mut chapters, &self.tables);
        let papers = paper_figures::all(&chapters, &self.tables);
        // These lie in one folder.
        let findings = chapters.iter_mut().flat_map(|chapter| &mut chapter.findings);
        let of_findings = findings.filter_map(|(_, finding)| finding.table.as_mut());
        let of_claims = claims.iter_mut().map(|claims| &mut claims.table);
        let all = of_findings.chain(&mut tables).chain(of_claims);
        make_unique(all.chain(&mut printed).map(|table| &mut table.name));
        let endings: Vec<&str> = exports.iter().map(|export| export.ending()).collect();
        let parts = page::Parts {
            manifest: &self.manifest,
            digest: &self.digest,
            endings: &endings,
            about: &self.about,
            warnings: &self.warnings(&sections),
            seeds: self.seeds(),
            chapters: &chapters,
            papers: &papers,
            tables: &tables,
            claims: &claims,
            printed: &printed,
            examples: self.examples.as_ref(),
            renewal: self.renewal,
        };
        let mut files = Vec::new();
        for (_, figure) in chapters.iter().flat_map(|chapter| &chapter.figures) {
            let path = format!("{REPORT}/figures/{}.svg", figure.name);
            files.push((path, figure.svg.clone().into_bytes()));
        }
        let findings = chapters.iter().flat_map(|chapter| &chapter.findings);
        let of_findings = findings.filter_map(|(_, finding)| finding.table.as_ref());
        let of_claims = claims.iter().map(|claims| &claims.table);
        for table in of_findings.chain(&tables).chain(of_claims).chain(&printed) {
            for export in exports {
                let path = format!("{REPORT}/tables/{}.{}", table.name, export.ending());
                files.push((path, export.spell(table).into_bytes()));
            }
        }
        let page = page::page(&parts)?.into_bytes();
        let names = files.iter().map(|(name, _)| name.clone());
        let names = names.chain([REPORT_RECORD, PAGE].map(str::to_owned));
        let record = ReportRecord { manifest: self.digest.clone(), files: names.collect() };
        let record = serde_json::to_string_pretty(&record).expect("a record is plain data") + "\n";
        files.push((REPORT_RECORD.to_owned(), record.into_bytes()));
        // The page comes last: where it is, the rest is whole.
        files.push((PAGE.to_owned(), page));
        Ok(files)
    }
}

fn aligned(tables: Vec<TextTable>) -> Vec<TextTable> {
    tables.into_iter().map(TextTable::aligned).collect()
}

/// The table of a finding, or the one of the same name among `tables`, which has more: it stands with the finding then.
fn whole(table: TextTable, tables: &mut Vec<TextTable>) -> TextTable {
    let place = tables.iter().position(|other| other.name == table.name);
    place.map_or(table, |place| tables.remove(place))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::analyses::ScoreRow;
    use crate::table::Cell;

    /// Four times the samples take some four times as long, and no figure has a point for each: a list of
    /// their names that is searched for each of them would take sixteen times.
    #[test]
    fn reports_are_linear_in_samples() {
        let seconds = |samples: usize| {
            let about = About::of_studies(&["s"]);
            let scores = samples_of(samples);
            let runs = (0..3).map(|_| {
                let mut rows = Tables::default();
                rows.insert(scores.clone());
                let start = Instant::now();
                let sections = StudySection::all(&rows, &about);
                let chapters = Chapter::all(&sections);
                let tables: Vec<TextTable> =
                    chapters.iter().flat_map(Chapter::text_tables).collect();
                let figures = chapters.iter().flat_map(|chapter| &chapter.figures);
                assert!(figures.map(|(_, figure)| figure.svg.len()).sum::<usize>() < 1 << 20);
                assert!(tables.iter().all(|table| table.rows.len() <= 2000));
                start.elapsed().as_secs_f64()
            });
            runs.fold(f64::INFINITY, f64::min)
        };
        let (few, many) = (seconds(10_000), seconds(40_000));
        assert!(many < 9.0 * few, "{few} s, and {many} s for four times the samples");
    }

    /// The scores of a system on so many samples.
    fn samples_of(count: usize) -> Vec<ScoreRow> {
        let rows = (1..=count).map(|index| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: "bleu".into(),
                system: Some("one".into()),
                reference_count: Some(1),
                reference_choice: Some(crate::table::ChosenReferences::First),
                references: Some("r".into()),
                ordering: Some(format!("random-{index}").into()),
                documents: 10,
                judged_documents: Some(10),
                segments: Some(10),
                repeat: 1,
                replicates: 100,
                status: crate::stats::reason::Status::OK,
                ..Cell::default()
            },
            score: Some(31.5),
            mean: Some(31.4),
            stdev: Some(1.5),
            relative_stdev: Some(4.5),
            ci_lower: Some(29.5),
            ci_upper: Some(33.5),
            ..ScoreRow::default()
        });
        rows.collect()
    }
}
