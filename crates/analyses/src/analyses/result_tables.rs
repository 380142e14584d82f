//! The tables of a run, encoded one after the other.

use std::collections::{BTreeMap, BTreeSet};

use super::analysis::Analyses;
use crate::table::{
    Contents, KeptTable, Manifest, ReportRow, TableDescription, TableDigest, TableError, TableFile,
    Tables, contents_of, encode_table,
};

/// The tables of a run in memory.
pub struct ResultTables {
    /// The analyses that there are.
    pub(super) analyses: Analyses,
    /// What the tables are, and what determines their numbers.
    pub manifest: Manifest,
    /// Tables by their paths in the output folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// The rows that the report shows.
    pub shown: Tables,
    /// Names of the tables that are to be kept with all their columns.
    kept: BTreeSet<String>,
    /// Whether nothing else is wanted.
    only_kept: bool,
    /// These tables, by name.
    pub(super) contents: BTreeMap<String, Contents>,
}

impl ResultTables {
    /// No tables yet. Those named `kept` can be read again by any column.
    pub fn new(analyses: Analyses, manifest: Manifest, kept: BTreeSet<String>) -> Self {
        let (shown, contents) = (Tables::default(), BTreeMap::new());
        Self { analyses, manifest, files: Vec::new(), shown, kept, only_kept: false, contents }
    }

    /// No tables yet. Those named `kept` can be read again by any column; no file is made of any.
    pub(super) fn only_contents(
        analyses: Analyses,
        manifest: Manifest,
        kept: BTreeSet<String>,
    ) -> Self {
        Self { only_kept: true, ..Self::new(analyses, manifest, kept) }
    }

    /// Adds a table, even an empty one. Its rows may be made as they are encoded.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add<R: ReportRow>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), TableError> {
        let is_kept = self.kept.contains(R::NAME);
        if self.only_kept {
            if is_kept {
                self.contents.insert(R::NAME.to_owned(), contents_of(rows)?);
            }
            return Ok(());
        }
        let Manifest { run_identity, first_seed_identity, .. } = &self.manifest;
        let identity = first_seed_identity.as_ref().unwrap_or(run_identity);
        let encoded = encode_table(rows, identity, is_kept)?;
        self.add_file(R::NAME, encoded.rows, encoded.bytes);
        self.contents.extend(encoded.contents.map(|contents| (R::NAME.to_owned(), contents)));
        self.shown.insert_shown(encoded.shown);
        Ok(())
    }

    fn add_file(&mut self, name: &str, rows: u64, bytes: Vec<u8>) {
        let digest = blake3::hash(&bytes).to_hex().to_string();
        self.manifest.tables.insert(name.to_owned(), TableDigest { rows, digest });
        self.files.push((format!("{name}.parquet"), bytes));
    }

    /// Adds tables as they were made before. Those that this version cannot read are an error, after which
    /// they can be made again.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn add_kept(
        &mut self,
        tables: Vec<KeptTable>,
        descriptions: &[TableDescription],
    ) -> Result<(), String> {
        for KeptTable { name, bytes, .. } in &tables {
            let table = descriptions.iter().find(|table| table.name == name);
            let table = table.ok_or_else(|| format!("there is no table `{name}`"))?;
            let file = TableFile::open(bytes.clone())?;
            (table.read_shown)(&file, &mut self.shown)?;
            if self.kept.contains(name) {
                self.contents.insert(name.clone(), file.whole()?);
            }
        }
        for KeptTable { name, rows, bytes } in tables {
            self.add_file(&name, rows, bytes);
        }
        Ok(())
    }

    /// Adds a table that is only there where it has rows.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add_asked<R: ReportRow>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), TableError> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() { Ok(()) } else { self.add(rows) }
    }
}
