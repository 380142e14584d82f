//! What a finished run leaves: the one list of its tables, and the report on them.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::options::Format;
use super::out_folder::OutFolder;
use super::report;
use super::run_log::RunLog;
use crate::analyses::{self, ANALYSES, ResultTables, Results};
use crate::execute::PartStore;
use crate::plan::Plan;
use crate::table::{MANIFEST, Manifest, RUN_LOG, Replaced};

/// What a finished run leaves.
pub(super) struct Outcome {
    tables: ResultTables,
}

impl Outcome {
    /// The tables of `plan`, all of whose results are in `store`.
    pub(super) fn new(plan: &Plan, store: &PartStore) -> Result<Self, Failure> {
        let results = Results::new(plan, store);
        let mut tables = ResultTables::new(analyses::manifest(plan));
        for analysis in ANALYSES {
            analysis.tables(&results, &mut tables)?;
        }
        Ok(Self { tables })
    }

    /// What the tables are, and what determines their numbers.
    pub(super) fn manifest(&self) -> &Manifest {
        self.tables.manifest()
    }

    /// Writes tables, log and, as the seal of a finished run, the manifest, in place of those of an
    /// earlier run and of its report; then the report on them, and says the answer.
    pub(super) fn write(
        self,
        out: &mut OutFolder,
        log: &RunLog,
        format: Format,
        quiet: bool,
    ) -> Result<(), Failure> {
        let (manifest, mut files) = self.tables.into_parts();
        let log = serde_json::to_string_pretty(log).expect("plain data") + "\n";
        files.push((RUN_LOG.to_owned(), log.into_bytes()));
        files.push((MANIFEST.to_owned(), manifest.to_text().into_bytes()));
        out.replace(Replaced::All, files)?;
        report::finish(out, &BTreeSet::new(), format, quiet)
    }
}
