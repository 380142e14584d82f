//! Differences between two folders of results: manifests and, table by table, cells.
//!
//! Cells are distinguished by the key columns of their table (see [`crate::table::ColumnDescription`]).
//! This module reads tables through [`mod@crate::table`] without knowing the analyses; the caller passes
//! what results conclude as [`Verdict`]s.

mod cells;
mod manifests;
mod verdicts;

use serde::Serialize;
use serde_json::Value;

pub use manifests::{ManifestChange, manifests};
pub use verdicts::{Verdict, VerdictChange, VerdictDiff};

use crate::table::{ResultFolder, TableDescription, TableError};

/// Numbers closer than this share of the larger magnitude are equal: order and rounding of operations
/// differ between builds.
pub const NOISE: f64 = 1e-12;

/// The column with the identities of test sets.
const IDENTITY: &str = "test_set";

/// Columns of which the largest change is shown.
const MOST_LARGEST: usize = 10;

/// How far numbers may be apart and still count as equal, beyond [`NOISE`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Largest difference.
    pub absolute: f64,
    /// Largest difference, as a share of the larger magnitude of the two.
    pub relative: f64,
}

/// What two folders differ in. `a` is the first, `b` the second; added is what only `b` has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FolderDiff {
    /// Whether nothing differs beyond the tolerance.
    pub equal: bool,
    /// What changed of the verdicts; nothing where they were not compared.
    pub verdicts: Option<VerdictDiff>,
    /// The largest change of each of ten columns of numbers, the largest first, as shares of the largest
    /// magnitude in the column.
    pub largest: Vec<LargestChange>,
    /// Values that differ beyond the tolerance, of rows that both have.
    pub changed_values: u64,
    /// Differences between the manifests; nothing where the tables alone were compared.
    pub manifest: Option<Vec<ManifestChange>>,
    /// Every table that one of the folders has.
    pub tables: Vec<TableDiff>,
}

/// What two tables of one name differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TableDiff {
    /// Name of the table.
    pub table: String,
    /// Whether nothing differs beyond the tolerance.
    pub equal: bool,
    /// What was compared.
    pub compared: Compared,
    /// Rows of the first; nothing where it has no such table.
    pub rows_a: Option<u64>,
    /// Rows of the second.
    pub rows_b: Option<u64>,
    /// Rows whose key only the second has.
    pub added: u64,
    /// Rows whose key only the first has.
    pub removed: u64,
    /// Rows of both with a value that differs beyond the tolerance.
    pub changed: u64,
    /// Columns that only the second has.
    pub columns_added: Vec<String>,
    /// Columns that only the first has.
    pub columns_removed: Vec<String>,
    /// Columns with a difference, however small.
    pub columns: Vec<ColumnDiff>,
    /// The first of the rows that were added, removed or changed.
    pub examples: Vec<Example>,
}

/// How tables were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compared {
    /// Cell by cell, or not at all because one folder has no such table.
    #[default]
    Cells,
    /// By the digests in the manifests, because a folder keeps no file of the table.
    Digests,
}

/// Differences in a column.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ColumnDiff {
    /// Name of the column.
    pub column: String,
    /// Values that differ beyond the tolerance; a value differs from a null.
    pub changed: u64,
    /// Numbers that differ within the tolerance.
    pub within_tolerance: u64,
    /// Largest difference of two numbers, within or beyond.
    pub largest_absolute: Option<f64>,
    /// Largest difference of two numbers as a share of the larger magnitude of the two.
    pub largest_relative: Option<f64>,
    /// The cell with the largest difference of two numbers, or else the first that changed.
    pub worst: Vec<(String, Value)>,
    /// The largest difference beyond the tolerance.
    pub largest: Option<NumberChange>,
}

/// A number that changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NumberChange {
    /// Key of the row, without nulls.
    pub key: Vec<(String, Value)>,
    /// In the first.
    pub a: f64,
    /// In the second.
    pub b: f64,
    /// Difference as a share of the largest magnitude in the column, of both tables.
    pub of_column: f64,
}

/// The largest change of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LargestChange {
    /// Name of the table.
    pub table: String,
    /// Name of the column.
    pub column: String,
    /// The change.
    #[serde(flatten)]
    pub change: NumberChange,
}

impl FolderDiff {
    /// Without the manifests: whether their tables are equal is all that counts.
    #[must_use]
    pub fn of_tables_alone(self) -> Self {
        let equal = self.tables.iter().all(|table| table.equal);
        Self { equal, manifest: None, ..self }
    }

    /// With what changed from the verdicts of the first to those of the second.
    #[must_use]
    pub fn with_verdicts(self, a: &[Verdict], b: &[Verdict]) -> Self {
        Self { verdicts: Some(VerdictDiff::new(a, b)), ..self }
    }
}

/// A row that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Example {
    /// `added`, `removed` or `changed`.
    pub kind: &'static str,
    /// The row's key: names of key columns with values, without nulls.
    pub key: Vec<(String, Value)>,
    /// Values that differ beyond the tolerance: column, first, second.
    pub values: Vec<(String, Value, Value)>,
}

/// Compares two folders. At most `examples` rows are shown per table. Of tables other than `known`, the
/// digests are compared.
///
/// Cost: both files of a table in memory, and a sort of the keys.
///
/// # Errors
///
/// If a table cannot be read.
pub fn folders(
    a: &ResultFolder,
    b: &ResultFolder,
    descriptions: &[TableDescription],
    tolerance: Tolerance,
    examples: usize,
) -> Result<FolderDiff, TableError> {
    let manifest = manifests(&a.manifest, &b.manifest);
    let mut names: Vec<&String> =
        a.manifest.tables.keys().chain(b.manifest.tables.keys()).collect();
    names.sort();
    names.dedup();
    let tables = names.into_iter().map(|name| table(name, a, b, descriptions, tolerance, examples));
    let tables: Vec<TableDiff> = tables.collect::<Result<_, _>>()?;
    let equal = manifest.is_empty() && tables.iter().all(|table| table.equal);
    let columns = tables.iter().flat_map(|table| &table.columns);
    let changed_values = columns.map(|column| column.changed).sum();
    let largest = largest(&tables);
    let manifest = Some(manifest);
    Ok(FolderDiff { equal, verdicts: None, largest, changed_values, manifest, tables })
}

fn largest(tables: &[TableDiff]) -> Vec<LargestChange> {
    let mut largest: Vec<LargestChange> = tables
        .iter()
        .flat_map(|table| {
            table
                .columns
                .iter()
                .filter_map(|column| {
                    let (table, column_name) = (table.table.clone(), column.column.clone());
                    let change = column.largest.clone()?;
                    Some(LargestChange { table, column: column_name, change })
                })
                .collect::<Vec<_>>()
        })
        .collect();
    // Of equal ones the first table and column.
    largest.sort_by(|one, other| other.change.of_column.total_cmp(&one.change.of_column));
    largest.truncate(MOST_LARGEST);
    largest
}

fn table(
    name: &str,
    a: &ResultFolder,
    b: &ResultFolder,
    descriptions: &[TableDescription],
    tolerance: Tolerance,
    examples: usize,
) -> Result<TableDiff, TableError> {
    let (listed_a, listed_b) = (a.manifest.tables.get(name), b.manifest.tables.get(name));
    let mut diff = TableDiff {
        table: name.to_owned(),
        rows_a: listed_a.map(|entry| entry.rows),
        rows_b: listed_b.map(|entry| entry.rows),
        ..TableDiff::default()
    };
    // Both are read, whatever the digests say: a damaged file must not pass.
    let description = descriptions.iter().find(|table| table.name == name);
    let contents = |folder: &ResultFolder| {
        description.map_or(Ok(None), |description| folder.table(description.name))
    };
    let (contents_a, contents_b) = (contents(a)?, contents(b)?);
    match (listed_a, listed_b) {
        (Some(one), Some(other)) if one == other => {
            diff.equal = true;
            if contents_a.is_none() || contents_b.is_none() {
                diff.compared = Compared::Digests;
            }
        }
        (Some(_), Some(_)) => match (description, contents_a, contents_b) {
            (Some(description), Some(one), Some(other)) => {
                let keys = description.columns.iter().filter(|column| column.key);
                let keys: Vec<&str> = keys.map(|column| column.name).collect();
                let table_diff = diff.clone();
                cells::compare(&mut diff, &keys, (&one, &other), tolerance, examples);
                // Of changed documents the identities of test sets are others, which say no more than
                // that: rows are of the same place where all else that distinguishes them is.
                if diff.added > 0 && diff.removed > 0 && keys.contains(&IDENTITY) {
                    let keys: Vec<&str> = keys.into_iter().filter(|key| *key != IDENTITY).collect();
                    if [&one, &other].iter().all(|table| cells::are_distinct(&keys, table)) {
                        diff = table_diff;
                        cells::compare(&mut diff, &keys, (&one, &other), tolerance, examples);
                    }
                }
            }
            _ => diff.compared = Compared::Digests,
        },
        (listed, _) => {
            let rows = listed.or(listed_b).map_or(0, |entry| entry.rows);
            *if listed.is_some() { &mut diff.removed } else { &mut diff.added } = rows;
        }
    }
    Ok(diff)
}
