//! What a finished run leaves: the one list of its tables, and the report on them.

use std::collections::{BTreeMap, BTreeSet};

use super::exit_code::Exit;
use super::failure::Failure;
use super::options::Format;
use super::out_folder::OutFolder;
use super::report;
use super::run_log::RunLog;
use crate::analysis::{self, Curves, Results};
use crate::execute::PartStore;
use crate::plan::Plan;
use crate::spec::published::Published;
use crate::table::{self, Contents, MANIFEST, Manifest, RUN_LOG, Replaced, TableDigest, TableRow};

/// What a finished run leaves.
pub(super) struct Outcome {
    tables: Tables,
}

impl Outcome {
    /// The tables of `plan`, all of whose results are in `store`.
    pub(super) fn new(plan: &Plan, store: &PartStore) -> Result<Self, Failure> {
        let results = Results::new(plan, store);
        let mut tables = Tables::new(plan);
        tables.add_each(analysis::each_test_set(plan))?;
        tables.add_each(analysis::each_score(results))?;
        tables.add(&analysis::growth(results))?;
        let curves = Curves::new(results);
        tables.add(&analysis::minimal_sizes(results, &curves))?;
        tables.add_asked(&analysis::subset_independence(results, &curves))?;
        tables.add_each_asked(analysis::each_interval(results))?;
        tables.add_each_asked(analysis::each_comparison(results))?;
        tables.add_each_asked(analysis::each_power(results))?;
        tables.add_each_asked(analysis::each_rank(results))?;
        tables.add_asked(&analysis::rank_stability(results))?;
        tables.add_each_asked(analysis::each_correlation(results))?;
        tables.add_asked(&analysis::representativeness(results))?;
        tables.add_asked(&analysis::agreement(plan))?;
        tables.add_asked(&analysis::cross_references(results))?;
        tables.add_asked(&analysis::coverage(results))?;
        tables.add_asked(&analysis::conclusions(results))?;
        tables.add_asked(&analysis::reference_equivalence(results))?;
        tables.add_each_asked(analysis::each_replicate(results))?;
        tables.add_asked(&analysis::stability(results))?;
        tables.add_published(plan)?;
        Ok(Self { tables })
    }

    /// What the tables are, and what determines their numbers.
    pub(super) fn manifest(&self) -> &Manifest {
        &self.tables.manifest
    }

    /// Writes the tables and the report on them, and says the answer.
    pub(super) fn write(
        self,
        out: &mut OutFolder,
        log: &RunLog,
        format: Format,
        quiet: bool,
    ) -> Result<(), Failure> {
        self.tables.write(out, log)?;
        report::finish(out, &BTreeSet::new(), format, quiet)
    }
}

/// Tables in memory, so that an error leaves earlier files as they were.
struct Tables {
    manifest: Manifest,
    /// By their paths in the output folder.
    files: Vec<(String, Vec<u8>)>,
}

impl Tables {
    fn new(plan: &Plan) -> Self {
        Self { manifest: analysis::manifest(plan), files: Vec::new() }
    }

    /// Adds a table that is only there where a study asks for it.
    fn add_asked<R: TableRow>(&mut self, rows: &[R]) -> Result<(), Failure> {
        if rows.is_empty() { Ok(()) } else { self.add(rows) }
    }

    /// The same for a table whose rows are made as they are written.
    fn add_each_asked<R: TableRow>(
        &mut self,
        rows: impl Iterator<Item = R>,
    ) -> Result<(), Failure> {
        let mut rows = rows.peekable();
        if rows.peek().is_none() { Ok(()) } else { self.add_each(rows) }
    }

    /// Adds the comparison with printed values, which reads the tables added before.
    fn add_published(&mut self, plan: &Plan) -> Result<(), Failure> {
        let contents = plan.spec.published.iter().filter_map(|file| file.content.as_ref());
        let sources: Vec<&Published> = contents.map(|content| &content.published).collect();
        if sources.is_empty() {
            return Ok(());
        }
        let targets = sources.iter().flat_map(|source| &source.values);
        let targets = targets.filter_map(|value| value.target.as_ref().ok());
        let wanted: BTreeSet<&str> = targets.map(|target| target.table.as_str()).collect();
        let mut tables = BTreeMap::new();
        for (file, bytes) in &self.files {
            let name = file.strip_suffix(".parquet").unwrap_or(file);
            if !wanted.contains(name) {
                continue;
            }
            let contents = Contents::decode(bytes)
                .map_err(|message| Failure::plain(Exit::Bug, format!("`{file}`: {message}")))?;
            tables.insert(name.to_owned(), contents);
        }
        let generated = self.manifest.synthetic.iter().cloned().collect();
        self.add(&analysis::published(&sources, &tables, &generated))
    }

    fn add<R: TableRow>(&mut self, rows: &[R]) -> Result<(), Failure> {
        let bytes = table::encode(rows, &self.manifest.run_identity)?;
        self.keep::<R>(rows.len() as u64, bytes);
        Ok(())
    }

    /// Adds a table whose rows are made as they are written.
    fn add_each<R: TableRow>(&mut self, rows: impl Iterator<Item = R>) -> Result<(), Failure> {
        let mut count = 0;
        let rows = rows.inspect(|_| count += 1);
        let bytes = table::encode_each(rows, &self.manifest.run_identity)?;
        self.keep::<R>(count, bytes);
        Ok(())
    }

    fn keep<R: TableRow>(&mut self, rows: u64, bytes: Vec<u8>) {
        let digest = blake3::hash(&bytes).to_hex().to_string();
        self.manifest.tables.insert(R::NAME.to_owned(), TableDigest { rows, digest });
        self.files.push((format!("{}.parquet", R::NAME), bytes));
    }

    /// Writes tables, log and, as the seal of a finished run, the manifest, in place of those of an
    /// earlier run and of its report.
    fn write(mut self, out: &mut OutFolder, log: &RunLog) -> Result<(), Failure> {
        let log = serde_json::to_string_pretty(log).expect("plain data") + "\n";
        self.files.push((RUN_LOG.to_owned(), log.into_bytes()));
        self.files.push((MANIFEST.to_owned(), self.manifest.to_text().into_bytes()));
        Ok(out.replace(Replaced::All, self.files)?)
    }
}
