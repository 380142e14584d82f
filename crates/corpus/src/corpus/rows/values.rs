//! The values of columns, as far as it takes to recognise what they are for: which rows have the same.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::{Field, RowFile};
use crate::corpus::error::CorpusError;

/// Rows that are looked at.
const LOOKED_AT: usize = 50_000;

/// Columns with the number of the value of every row, from 1; 0 where there is none.
pub struct ColumnValues {
    names: Vec<String>,
    contents: Vec<Content>,
    values: Vec<Vec<u32>>,
}

/// What the fields of a column are, besides those that are empty.
#[derive(Clone, Debug, Default)]
struct Content {
    numbers: usize,
    others: usize,
    /// The first field that is not a number.
    first_other: Option<Cell>,
}

/// A field and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Line or row.
    pub place: usize,
    /// Without blanks around it.
    pub text: String,
}

/// Rows that belong together: the number of the group of each, from 1; 0 of those without.
pub struct Groups(Vec<u32>);

impl ColumnValues {
    /// Reads a file, and keeps the values of its first 50,000 rows.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a row is damaged.
    pub fn read(file: &RowFile, names: Vec<String>) -> Result<Self, CorpusError> {
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut contents = vec![Content::default(); names.len()];
        // By digests: the values of all columns are most of the file. Looked up only, so that their order does not matter.
        let mut known: Vec<FxHashMap<[u8; 16], u32>> = vec![FxHashMap::default(); names.len()];
        let mut values: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
        let mut seen = 0;
        file.each(&wanted, &mut |place, fields: &[Field<'_>]| {
            seen += 1;
            // The rest is read all the same: a damaged row is an error wherever it is.
            if seen > LOOKED_AT {
                return Ok(());
            }
            for (column, field) in fields.iter().enumerate() {
                let text = field.as_deref().unwrap_or("").trim();
                // Score files have `None` where there is no score.
                if text.is_empty() || text == "None" {
                    values[column].push(0);
                    continue;
                }
                contents[column].add(place, text);
                let known = &mut known[column];
                let mut digest = [0; 16];
                digest.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
                let next = u32::try_from(known.len() + 1).unwrap_or(u32::MAX);
                values[column].push(*known.entry(digest).or_insert(next));
            }
            Ok(())
        })?;
        Ok(Self { names, contents, values })
    }

    /// Columns of which nothing but the names is known.
    pub fn unseen(names: Vec<String>) -> Self {
        let count = names.len();
        Self { names, contents: vec![Content::default(); count], values: vec![Vec::new(); count] }
    }

    /// Names of all columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where a column of that name is.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Whether some field of a column is a number, and no other field is anything but missing.
    pub fn is_of_numbers(&self, column: usize) -> bool {
        let content = &self.contents[column];
        content.numbers > 0 && content.others == 0
    }

    /// Whether most fields of a column are numbers.
    pub fn is_mostly_numbers(&self, column: usize) -> bool {
        self.contents[column].numbers > self.contents[column].others
    }

    /// The first field of a column that is not a number.
    pub fn first_other(&self, column: usize) -> Option<&Cell> {
        self.contents[column].first_other.as_ref()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Number of different values.
    pub fn distinct(&self, column: usize) -> usize {
        self.values[column].iter().max().map_or(0, |most| *most as usize)
    }

    /// The rows that have the same values in all of `columns`.
    pub fn groups(&self, columns: &[usize]) -> Groups {
        let mut known: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let groups = (0..self.rows()).map(|row| {
            let key: Vec<u32> = columns.iter().map(|column| self.values[*column][row]).collect();
            if key.contains(&0) {
                return 0;
            }
            let next = u32::try_from(known.len() + 1).unwrap_or(u32::MAX);
            *known.entry(key).or_insert(next)
        });
        Groups(groups.collect())
    }

    /// Whether all rows of a group have the same value, in every group.
    pub fn is_constant(&self, groups: &Groups, column: usize) -> bool {
        let mut first: Vec<Option<u32>> = vec![None; groups.count() + 1];
        groups.rows().all(|(row, group)| {
            let value = self.values[column][row];
            *first[group as usize].get_or_insert(value) == value
        })
    }

    /// Whether no two rows of a group have the same value, or none, in any group.
    pub fn is_distinct(&self, groups: &Groups, column: usize) -> bool {
        let mut seen = BTreeSet::new();
        groups.rows().all(|(row, group)| {
            let value = self.values[column][row];
            value > 0 && seen.insert((group, value))
        })
    }
}

impl Content {
    fn add(&mut self, place: usize, text: &str) {
        if text.parse::<f64>().is_ok_and(f64::is_finite) {
            self.numbers += 1;
        } else {
            self.others += 1;
            self.first_other.get_or_insert_with(|| Cell { place, text: text.to_owned() });
        }
    }
}

impl Groups {
    /// No row is in a group.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// Rows with their groups.
    fn rows(&self) -> impl Iterator<Item = (usize, u32)> {
        self.0.iter().copied().enumerate().filter(|(_, group)| *group > 0)
    }

    /// Number of groups.
    fn count(&self) -> usize {
        self.0.iter().max().map_or(0, |most| *most as usize)
    }

    /// Rows of each group.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.count()];
        for (_, group) in self.rows() {
            sizes[group as usize - 1] += 1;
        }
        sizes
    }

    /// Rows of the largest group.
    pub fn largest(&self) -> usize {
        self.sizes().into_iter().max().unwrap_or(0)
    }

    /// How many groups have several rows, and the fewest and most rows that one of these has.
    pub fn repeated(&self) -> (usize, usize, usize) {
        let sizes: Vec<usize> = self.sizes().into_iter().filter(|size| *size > 1).collect();
        let fewest = sizes.iter().copied().min().unwrap_or(0);
        (sizes.len(), fewest, sizes.iter().copied().max().unwrap_or(0))
    }
}
