//! What a finished run leaves: its tables, and the report on them.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::options::Format;
use super::out_folder::OutFolder;
use super::report;
use super::run_log::RunLog;
use crate::analyses::{self, ANALYSES, ResultTables, Results};
use crate::execute::PartStore;
use crate::plan::Plan;
use crate::report::Report;
use crate::table::{MANIFEST, Manifest, RUN_LOG, Replaced};

/// What a finished run leaves: tables in memory, so that an error leaves earlier files as they were.
pub(super) struct FinishedRun {
    tables: ResultTables,
}

impl FinishedRun {
    /// The tables of `plan`, all of whose results are in `store`.
    pub(super) fn new(plan: &Plan, store: &PartStore) -> Result<Self, Failure> {
        let results = Results::new(plan, store);
        let published = analyses::published_tables(plan);
        let mut tables = ResultTables::new(analyses::manifest(plan), published);
        for analysis in ANALYSES {
            analysis.tables(&results, &mut tables)?;
        }
        Ok(Self { tables })
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
        format: Format,
        quiet: bool,
    ) -> Result<(), Failure> {
        let ResultTables { manifest, mut files, shown, .. } = self.tables;
        let log = serde_json::to_string_pretty(log).expect("plain data") + "\n";
        let manifest = manifest.to_text();
        // As it will be read by others.
        let (read, digest) = Manifest::parse(manifest.as_bytes()).expect("it was just written");
        files.push((RUN_LOG.to_owned(), log.into_bytes()));
        files.push((MANIFEST.to_owned(), manifest.into_bytes()));
        out.replace(Replaced::All, files)?;
        let report = Report::new(read, digest, shown);
        report::finish(out, &report, &BTreeSet::new(), format, quiet)
    }
}
