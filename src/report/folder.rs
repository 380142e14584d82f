//! A folder of results, read back: the manifest and the tables that it lists.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::ReportError;
use super::essential;
use crate::table::{
    Contents, Manifest, MinimalSizeRow, RankStabilityRow, ResultFolder, TableRow, all, read,
};

/// Everything that a report is made of.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) manifest: Manifest,
    /// Digest of the manifest.
    pub(super) digest: String,
    pub(super) minimal_sizes: Vec<MinimalSizeRow>,
    pub(super) rank_stability: Vec<RankStabilityRow>,
    tables: BTreeMap<String, Contents>,
    order: Vec<&'static str>,
}

impl Folder {
    /// Reads the folder. Every table that the manifest lists must be there and be the one that it
    /// lists, with the columns that this version knows.
    pub(super) fn read(folder: &Path) -> Result<Self, ReportError> {
        let results = ResultFolder::open(folder)?;
        let results =
            results.ok_or_else(|| ReportError::NoResults { folder: folder.to_owned() })?;
        let known = all();
        let mut tables = BTreeMap::new();
        let mut minimal_sizes = Vec::new();
        let mut rank_stability = Vec::new();
        for name in results.manifest.tables.keys() {
            let foreign = |reason: String| ReportError::Foreign {
                folder: folder.to_owned(),
                table: name.clone(),
                reason,
            };
            let Some(description) = known.iter().find(|table| table.name == name) else {
                return Err(foreign("this version has no such table".to_owned()));
            };
            let path = folder.join(format!("{name}.parquet"));
            let file = results.file(name)?;
            let file = file.ok_or_else(|| ReportError::Missing { path: path.clone() })?;
            if let Some(column) = description
                .columns
                .iter()
                .find(|column| !file.columns().any(|name| name == column.name))
            {
                return Err(foreign(format!("it has no column `{}`", column.name)));
            }
            let contents = essential::read(name, &file);
            let contents = contents.map_err(|message| results.damaged(name, message))?;
            drop(file);
            if name == MinimalSizeRow::NAME {
                minimal_sizes = read(&path)?;
            }
            if name == RankStabilityRow::NAME {
                rank_stability = read(&path)?;
            }
            tables.insert(name.clone(), contents);
        }
        let order = known.iter().map(|table| table.name).collect();
        let ResultFolder { manifest, digest, .. } = results;
        Ok(Self { manifest, digest, minimal_sizes, rank_stability, tables, order })
    }

    /// All tables, in the order of the list of tables.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&str, &Contents)> {
        self.order.iter().filter_map(|name| Some((*name, self.tables.get(*name)?)))
    }

    /// A table, if this run wrote it and it has rows.
    pub(super) fn table(&self, name: &str) -> Option<&Contents> {
        self.tables.get(name).filter(|table| table.rows() > 0)
    }
}
