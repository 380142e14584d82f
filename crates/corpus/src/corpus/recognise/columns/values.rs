//! The values of columns, as far as a guess needs them: which rows have the same.

use std::collections::BTreeMap;

use crate::corpus::error::CorpusError;
use crate::corpus::rows::{Field, RowFile};

/// Rows that are looked at.
const LOOKED_AT: usize = 50_000;

/// Columns with the number of the value of every row, from 1; 0 where there is none.
pub(super) struct Columns {
    names: Vec<String>,
    /// Whether some field of a column is a number, and no other field is anything but missing.
    are_numbers: Vec<bool>,
    values: Vec<Vec<u32>>,
}

/// Rows that belong together: the number of the group of each, from 1; 0 of those without.
pub(super) struct Groups(Vec<u32>);

impl Columns {
    pub(super) fn read(file: &RowFile, names: Vec<String>) -> Result<Self, CorpusError> {
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        // Whether some field of a column is a number, and whether one is anything else.
        let mut kinds = vec![(false, false); names.len()];
        let mut numbers: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); names.len()];
        let mut values: Vec<Vec<u32>> = vec![Vec::new(); names.len()];
        let mut seen = 0;
        file.each(&wanted, |_, fields: &[Field<'_>]| {
            seen += 1;
            if seen > LOOKED_AT {
                return Ok(());
            }
            for (column, field) in fields.iter().enumerate() {
                let text = field.as_deref().unwrap_or("").trim();
                if text.is_empty() || text == "None" {
                    values[column].push(0);
                    continue;
                }
                let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
                kinds[column].0 |= is_number;
                kinds[column].1 |= !is_number;
                let numbers = &mut numbers[column];
                let number = numbers.get(text).copied().unwrap_or_else(|| {
                    let next = u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX);
                    numbers.insert(text.to_owned(), next);
                    next
                });
                values[column].push(number);
            }
            Ok(())
        })?;
        let are_numbers = kinds.into_iter().map(|(number, other)| number && !other).collect();
        Ok(Self { names, are_numbers, values })
    }

    /// Columns of which nothing but the names is known.
    pub(super) fn unseen(names: Vec<String>) -> Self {
        let count = names.len();
        Self { names, are_numbers: vec![false; count], values: vec![Vec::new(); count] }
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn is_of_numbers(&self, column: usize) -> bool {
        self.are_numbers[column]
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// Number of different values.
    pub(super) fn distinct(&self, column: usize) -> usize {
        self.values[column].iter().max().map_or(0, |most| *most as usize)
    }

    /// The rows that have the same values in all of `columns`.
    pub(super) fn groups(&self, columns: &[usize]) -> Groups {
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let group = |row: usize| {
            let key: Vec<u32> = columns.iter().map(|column| self.values[*column][row]).collect();
            if key.contains(&0) {
                return 0;
            }
            let next = u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX);
            *numbers.entry(key).or_insert(next)
        };
        Groups((0..self.rows()).map(group).collect())
    }

    /// Whether all rows of a group have the same value, in every group.
    pub(super) fn is_constant(&self, groups: &Groups, column: usize) -> bool {
        let mut first: BTreeMap<u32, u32> = BTreeMap::new();
        groups.rows().all(|(row, group)| {
            let value = self.values[column][row];
            *first.entry(group).or_insert(value) == value
        })
    }

    /// Whether no two rows of a group have the same value, or none, in any group.
    pub(super) fn is_distinct(&self, groups: &Groups, column: usize) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        groups.rows().all(|(row, group)| {
            let value = self.values[column][row];
            value > 0 && seen.insert((group, value))
        })
    }
}

impl Groups {
    /// No row is in a group.
    pub(super) fn none() -> Self {
        Self(Vec::new())
    }

    /// Rows with their groups.
    fn rows(&self) -> impl Iterator<Item = (usize, u32)> {
        self.0.iter().copied().enumerate().filter(|(_, group)| *group > 0)
    }

    /// Rows of the largest group.
    pub(super) fn largest(&self) -> usize {
        let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
        for (_, group) in self.rows() {
            *sizes.entry(group).or_default() += 1;
        }
        sizes.into_values().max().unwrap_or(0)
    }
}
