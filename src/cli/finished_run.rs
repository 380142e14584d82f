//! What a finished run leaves: its tables, and the report on them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::options::Telling;
use super::out_folder::OutFolder;
use super::run_log::RunLog;
use super::{Exit, Failure, report, stop, tell};
use crate::analyses::examples::Examples;
use crate::analyses::{self, ANALYSES, ResultTables, Results};
use crate::execute::{PartStore, parts_folder};
use crate::plan::Plan;
use crate::report::Report;
use crate::table::{
    EXAMPLES, KeptTables, MANIFEST, Manifest, OUTPUTS, PAGE, RUN_LOG, Replaced, TableDescription,
};
use crate::words::{counted, grouped};

/// Tables are kept until the run is finished where making them takes longer than this: what a run that is
/// killed makes again, beside those under way.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// What a finished run leaves: tables in memory, so that an error leaves earlier files as they were.
pub(super) struct FinishedRun {
    tables: ResultTables,
    examples: Option<Examples>,
    /// Seconds after which the page is loaded again.
    renewal: Option<u32>,
    outputs: Option<Vec<u8>>,
}

impl FinishedRun {
    /// The tables of `plan`, all of whose results are in `store`. Those of a run into the folder `out` need
    /// not be made twice.
    pub(super) fn new(plan: &Plan, store: &PartStore, out: Option<&Path>) -> Result<Self, Failure> {
        let manifest = analyses::manifest(plan);
        let kept = out.map(|out| KeptTables::of_run(&parts_folder(out), &manifest));
        let count = Arc::new(AtomicUsize::new(0));
        if let Some(out) = out {
            tell_of_tables(out, plan.result_count(), Arc::clone(&count));
        }
        let results = Results::new(plan, store);
        let mut tables = ResultTables::new(&ANALYSES, manifest, analyses::published_tables(plan));
        let mut waiting: Vec<(&str, Range<usize>)> = Vec::new();
        let mut since = Instant::now();
        for analysis in ANALYSES {
            let descriptions: Vec<TableDescription> =
                analysis.descriptions.iter().map(|description| description()).collect();
            let Some(name) = descriptions.first().map(|table| table.name) else { continue };
            let first = tables.files.len();
            let table = kept.as_ref().and_then(|kept| kept.get(name));
            // Those that this version cannot read are made again.
            if table.is_some_and(|table| tables.add_kept(table, &descriptions).is_ok()) {
                count.fetch_add(tables.files.len() - first, Ordering::Relaxed);
                continue;
            }
            (analysis.tables)(&results, &mut tables)?;
            waiting.push((name, first..tables.files.len()));
            if let Some(kept) = kept.as_ref().filter(|_| since.elapsed() > KEEP_EVERY) {
                for (name, files) in waiting.drain(..) {
                    count.fetch_add(keep(&tables, kept, name, files)?, Ordering::Relaxed);
                }
                since = Instant::now();
            }
        }
        Ok(Self { tables, examples: None, renewal: None, outputs: None })
    }

    /// The same with segments and parts in which systems differ.
    pub(super) fn with_examples(self, examples: Examples) -> Self {
        Self { examples: Some(examples), ..self }
    }

    /// The same with a page that is loaded again after this many seconds.
    pub(super) fn renewed_every(self, renewal: Option<u32>) -> Self {
        Self { renewal, ..self }
    }

    /// The same with the file of the outputs that were compared.
    pub(super) fn with_outputs(self, outputs: Vec<u8>) -> Self {
        Self { outputs: Some(outputs), ..self }
    }

    /// Writes all of it without the answer, which the command tells itself; unless it `is_quiet`, says where the page is.
    pub(super) fn write_quietly(
        self,
        out: &mut OutFolder,
        log: &RunLog,
        is_quiet: bool,
    ) -> Result<(), Failure> {
        self.write(out, log, Telling { quiet: true, ..Telling::default() })?;
        if !is_quiet {
            tell(&format!("report in {}\n", out.path.join(PAGE).display()));
        }
        Ok(())
    }

    /// What the tables are, and what determines their numbers.
    pub(super) fn manifest(&self) -> &Manifest {
        &self.tables.manifest
    }

    /// Writes the tables, the log and, as the seal of a finished run, the manifest, in place of those
    /// of an earlier run and of its report; then the report on them, and says the answer.
    pub(super) fn write(
        self,
        out: &mut OutFolder,
        log: &RunLog,
        telling: Telling,
    ) -> Result<(), Failure> {
        let ResultTables { manifest, mut files, shown, .. } = self.tables;
        let log = serde_json::to_string_pretty(log).expect("plain data") + "\n";
        let manifest = manifest.to_text();
        // As it will be read by others.
        let (read, digest) = Manifest::parse(manifest.as_bytes()).expect("it was just written");
        let examples = self.examples.map(|examples| {
            let text = serde_json::to_string_pretty(&examples).expect("plain data") + "\n";
            // As it will be read by others.
            let read = serde_json::from_str(&text).expect("it was just written");
            files.push((EXAMPLES.to_owned(), text.into_bytes()));
            read
        });
        files.extend(self.outputs.map(|outputs| (OUTPUTS.to_owned(), outputs)));
        files.push((RUN_LOG.to_owned(), log.into_bytes()));
        files.push((MANIFEST.to_owned(), manifest.into_bytes()));
        out.replace(Replaced::All, files)?;
        let folder = out.path.display().to_string();
        stop::at_end(Duration::ZERO, move || {
            let message =
                format!("interrupted; the tables in `{folder}` are complete, the report is not");
            let help = format!("`runner report {folder}` writes it");
            Failure::with_help(Exit::Interrupted, message, help)
        });
        // They were for a run that ends before its manifest is written.
        KeptTables::clear(&parts_folder(&out.path))?;
        let report = Report::new(read, digest, shown).with_examples(examples);
        let report = report.renewed_every(self.renewal);
        report::finish(out, &report, &BTreeSet::new(), telling)
    }
}

/// Keeps the tables of an analysis, and returns how many they are.
fn keep(
    tables: &ResultTables,
    kept: &KeptTables,
    analysis: &str,
    files: Range<usize>,
) -> Result<usize, Failure> {
    let files = tables.files[files].iter().map(|(path, bytes)| {
        let name = path.trim_end_matches(".parquet");
        (name, tables.manifest.tables[name].rows, &**bytes)
    });
    let files: Vec<(&str, u64, &[u8])> = files.collect();
    kept.add(analysis, &files)?;
    Ok(files.len())
}

/// What a signal finds while tables are made: all `results`, and the tables that are kept.
fn tell_of_tables(out: &Path, results: usize, tables: Arc<AtomicUsize>) {
    let (folder, results) = (out.display().to_string(), grouped(results as u64));
    stop::at_end(Duration::ZERO, move || {
        let tables = match tables.load(Ordering::Relaxed) {
            0 => String::new(),
            count => format!(" and {}", counted(count, "table")),
        };
        let message = format!("interrupted; all {results} results{tables} are kept in `{folder}`");
        let help = "run the same command again to resume";
        Failure::with_help(Exit::Interrupted, message, help)
    });
}
