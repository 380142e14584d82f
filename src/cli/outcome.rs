//! What a finished run leaves: the one list of its tables, and the report on them.

use std::collections::{BTreeMap, BTreeSet};

use super::arguments::Format;
use super::failure::Failure;
use super::out_folder::OutFolder;
use super::report;
use super::run::RunLog;
use crate::analysis::{self, Curves, Results};
use crate::execute::PartStore;
use crate::plan::Plan;
use crate::report::Report;
use crate::spec::published::Published;
use crate::table::{
    self, Contents, MANIFEST, Manifest, RUN_LOG, Replaced, ReportRow, TableDigest, Tables,
};

/// What a finished run leaves: tables in memory, so that an error leaves earlier files as they were.
pub(super) struct Outcome {
    manifest: Manifest,
    /// Tables by their paths in the output folder.
    files: Vec<(String, Vec<u8>)>,
    /// The rows that the report shows.
    shown: Tables,
    /// The tables that printed values are about.
    contents: BTreeMap<String, Contents>,
}

impl Outcome {
    /// The tables of `plan`, all of whose results are in `store`.
    pub(super) fn new(plan: &Plan, store: &PartStore) -> Result<Self, Failure> {
        let printed = plan.spec.published.iter().filter_map(|file| file.content.as_ref());
        let printed: Vec<&Published> = printed.map(|content| &content.published).collect();
        let targets = printed.iter().flat_map(|source| &source.values);
        let targets = targets.filter_map(|value| value.target.as_ref().ok());
        let wanted: BTreeSet<&str> = targets.map(|target| target.table.as_str()).collect();
        let mut tables = Self {
            manifest: analysis::manifest(plan),
            files: Vec::new(),
            shown: Tables::default(),
            contents: BTreeMap::new(),
        };
        let results = Results::new(plan, store);
        tables.add(analysis::each_test_set(plan), &wanted)?;
        tables.add(analysis::each_score(results), &wanted)?;
        tables.add(analysis::growth(results), &wanted)?;
        let curves = Curves::new(results);
        tables.add(analysis::minimal_sizes(results, &curves), &wanted)?;
        tables.add_asked(analysis::subset_independence(results, &curves), &wanted)?;
        tables.add_asked(analysis::each_interval(results), &wanted)?;
        tables.add_asked(analysis::each_comparison(results), &wanted)?;
        tables.add_asked(analysis::each_power(results), &wanted)?;
        tables.add_asked(analysis::each_rank(results), &wanted)?;
        tables.add_asked(analysis::rank_stability(results), &wanted)?;
        tables.add_asked(analysis::each_correlation(results), &wanted)?;
        tables.add_asked(analysis::representativeness(results), &wanted)?;
        tables.add_asked(analysis::agreement(plan), &wanted)?;
        tables.add_asked(analysis::cross_references(results), &wanted)?;
        tables.add_asked(analysis::coverage(results), &wanted)?;
        tables.add_asked(analysis::conclusions(results), &wanted)?;
        tables.add_asked(analysis::reference_equivalence(results), &wanted)?;
        tables.add_asked(analysis::each_replicate(results), &wanted)?;
        tables.add_asked(analysis::stability(results), &wanted)?;
        if !printed.is_empty() {
            let generated = tables.manifest.synthetic.iter().cloned().collect();
            let contents = std::mem::take(&mut tables.contents);
            tables.add(analysis::published(&printed, &contents, &generated), &wanted)?;
        }
        Ok(tables)
    }

    /// What the tables are, and what determines their numbers.
    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Adds a table that is only there where a study asks for it.
    fn add_asked<R: ReportRow>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        wanted: &BTreeSet<&str>,
    ) -> Result<(), Failure> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() { Ok(()) } else { self.add(rows, wanted) }
    }

    /// Adds a table, with all its columns for printed values if it is among the `wanted`.
    fn add<R: ReportRow>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        wanted: &BTreeSet<&str>,
    ) -> Result<(), Failure> {
        let run_identity = &self.manifest.run_identity;
        let encoded = table::encode_table(rows, run_identity, wanted.contains(R::NAME))?;
        let digest = blake3::hash(&encoded.bytes).to_hex().to_string();
        let entry = TableDigest { rows: encoded.rows, digest };
        self.manifest.tables.insert(R::NAME.to_owned(), entry);
        self.files.push((format!("{}.parquet", R::NAME), encoded.bytes));
        self.contents.extend(encoded.contents.map(|contents| (R::NAME.to_owned(), contents)));
        self.shown.insert(encoded.shown);
        Ok(())
    }

    /// Writes tables, log and, as the seal of a finished run, the manifest, in place of those of an
    /// earlier run and of its report; then the report on them, and says the answer.
    pub(super) fn write(
        mut self,
        out: &mut OutFolder,
        log: &RunLog,
        format: Format,
        quiet: bool,
    ) -> Result<(), Failure> {
        let log = serde_json::to_string_pretty(log).expect("plain data") + "\n";
        let manifest = self.manifest.to_text();
        // As it will be read by others.
        let (read, digest) = Manifest::parse(manifest.as_bytes()).expect("it was just written");
        self.files.push((RUN_LOG.to_owned(), log.into_bytes()));
        self.files.push((MANIFEST.to_owned(), manifest.into_bytes()));
        out.replace(Replaced::All, self.files)?;
        let report = Report::new(read, digest, self.shown);
        report::finish(out, &report, &BTreeSet::new(), format, quiet)
    }
}
