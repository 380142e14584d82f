//! Tables in memory, column by column: every different value is there once, and rows have its number.

mod numbers;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hashbrown::HashTable;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::rows::{RowFile, no_column, read_columns};
use super::scores::{SCORE_HELP, shortened};
use super::{CorpusError, Texts, Unit};
use crate::table::{InputColumn, InputFile, InputKind, InputValue};
pub use numbers::{Notation, Numbers, may_be_thousands, parse_number};

/// Number of a value where there is none.
const NONE: u32 = u32::MAX;

/// The rows of one file, or of several with the same columns.
pub struct Frame {
    files: Vec<(PathBuf, Unit)>,
    /// Of every row: which file, and the line or row in it.
    places: Vec<(u32, u32)>,
    columns: Vec<Column>,
    /// Columns of dates, bytes and the like, or that are too large, with why they are not read.
    unread: Vec<(String, Unreadable)>,
}

/// A column of a frame.
pub struct Column {
    name: String,
    /// Number of the value of every row, from 0.
    codes: Vec<u32>,
    values: Values,
    /// The sign between fields of text.
    separator: Option<u8>,
    numbers: OnceLock<Numbers>,
    keys: OnceLock<Keys>,
}

enum Values {
    Texts(Texts),
    Integers(Vec<i128>),
    Reals(Vec<f64>),
}

/// The names in a column in natural order, from 1, and the number of that of every row; 0 where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Of every row.
    pub rows: Vec<u32>,
    /// Without blanks around them.
    pub names: Vec<String>,
}

/// Rows that have the same names in some columns: numbers from 1 in the order of the names, 0 where one is lacking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Of every row.
    pub rows: Vec<u32>,
    /// Number of groups.
    pub count: usize,
}

impl Frame {
    /// Reads the rows of `files` that have the values `wanted` in the columns of these names. Several files must have the same
    /// columns.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged, or lacks a column.
    pub fn read(files: &[RowFile], wanted: &BTreeMap<String, String>) -> Result<Self, CorpusError> {
        let mut frame = Self {
            files: files.iter().map(|file| (file.path().to_owned(), file.unit())).collect(),
            places: Vec::new(),
            columns: Vec::new(),
            unread: Vec::new(),
        };
        let mut names = Vec::new();
        let mut encoders: Vec<Encoder> = Vec::new();
        for (index, file) in (0..).zip(files) {
            let (read, decoded) = match file.input() {
                Some(input) => readable(file.path(), input, &mut frame.unread)?,
                None => (file.header()?, Vec::new()),
            };
            if index == 0 {
                encoders = read.iter().map(|_| Encoder::default()).collect();
                names.clone_from(&read);
            }
            let place = |name: &String| {
                let place = read.iter().position(|other| other == name);
                place.ok_or_else(|| no_column(file.path(), file.unit(), name, &read))
            };
            let places: Vec<usize> = names.iter().map(place).collect::<Result<_, _>>()?;
            if let Some(input) = file.input() {
                // Without a column, the number of rows is no more than a claim.
                let rows = if names.is_empty() { 0 } else { input.rows() };
                let columns = encoders.par_iter_mut().zip(&places);
                columns.for_each(|(encoder, place)| encoder.add_column(&decoded[*place], rows));
                frame.places.extend((0..).take(rows).map(|row| (index, row + 1)));
                continue;
            }
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let may_be_empty = file.separator().is_none() || names.len() < 2;
            file.each(&names, &mut |line, fields| {
                // Spreadsheets write rows that have nothing.
                if !may_be_empty && fields.iter().flatten().all(|field| field.trim().is_empty()) {
                    return Ok(());
                }
                for (encoder, field) in encoders.iter_mut().zip(fields) {
                    encoder.add(field.as_deref());
                }
                frame.places.push((index, u32::try_from(line).unwrap_or(u32::MAX)));
                Ok(())
            })?;
        }
        let separator = files.iter().find_map(RowFile::separator);
        let columns = names.into_iter().zip(encoders).map(|(name, encoder)| Column {
            name,
            codes: encoder.codes,
            values: encoder.values,
            separator,
            numbers: OnceLock::new(),
            keys: OnceLock::new(),
        });
        frame.columns = columns.collect();
        if !wanted.is_empty() {
            frame.keep(wanted)?;
        }
        Ok(frame)
    }

    /// Returns the error of the first field of a column that is neither a number nor empty.
    pub fn no_number(&self, column: &Column) -> Option<CorpusError> {
        let (row, text) = column.first_other()?;
        let (text, fault) = (shortened(&text), column.numbers().fault());
        let cause = format!("column `{}`: score `{text}` {fault}", column.name);
        Some(self.malformed(row, cause, SCORE_HELP))
    }

    /// Keeps the rows that have these values in the columns of these names.
    fn keep(&mut self, wanted: &BTreeMap<String, String>) -> Result<(), CorpusError> {
        let mut kept: Vec<usize> = (0..self.rows()).collect();
        for (name, value) in wanted {
            let keys = self.column(name)?.keys();
            let code = keys.names.iter().position(|name| name == value);
            let code = code.and_then(|code| u32::try_from(code + 1).ok());
            kept.retain(|row| Some(keys.rows[*row]) == code);
        }
        self.places = kept.iter().map(|row| self.places[*row]).collect();
        for column in &mut self.columns {
            column.codes = kept.iter().map(|row| column.codes[*row]).collect();
            (column.numbers, column.keys) = (OnceLock::new(), OnceLock::new());
        }
        Ok(())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// All columns in the order of the file.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Names of columns that are not read: they hold neither texts nor numbers, or are too large.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        self.unread.iter().map(|(name, _)| name.as_str())
    }

    /// The column of this name.
    ///
    /// # Errors
    ///
    /// If it is not there.
    pub fn column(&self, name: &str) -> Result<&Column, CorpusError> {
        self.columns.iter().find(|column| column.name == name).ok_or_else(|| {
            let names = self.columns.iter().map(|column| column.name.clone());
            let names: Vec<String> = names.chain(self.unread().map(str::to_owned)).collect();
            match self.unread.iter().find(|(unread, _)| unread == name) {
                Some((_, why)) => self.refused(&*why.cause, &*why.help),
                None => no_column(&self.files[0].0, self.files[0].1, name, &names),
            }
        })
    }

    /// The file of a row, by number.
    pub fn file(&self, row: usize) -> usize {
        self.places[row].0 as usize
    }

    /// Number of files.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// The rows of the same file.
    pub fn by_file(&self) -> Groups {
        let rows = self.places.iter().map(|(file, _)| file + 1).collect();
        Groups { rows, count: self.files.len() }
    }

    /// The first file.
    pub fn path(&self) -> &Path {
        &self.files[0].0
    }

    /// What rows of the first file are numbered by.
    pub fn unit(&self) -> Unit {
        self.files[0].1
    }

    /// The line or row of a row in its file.
    pub fn line(&self, row: usize) -> usize {
        self.places[row].1 as usize
    }

    /// The place of a row within a sentence.
    pub fn place(&self, row: usize) -> String {
        let (file, line) = self.places[row];
        let (path, unit) = &self.files[file as usize];
        let place = unit.place(line as usize);
        if self.files.len() == 1 { place } else { format!("{place} of {}", path.display()) }
    }

    /// A defect of a row.
    pub fn malformed(
        &self,
        row: usize,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> CorpusError {
        let (file, line) = self.places[row];
        let (path, unit) = &self.files[file as usize];
        unit.malformed(path, line as usize, cause, help)
    }

    /// A defect of the table as a whole.
    pub fn refused(&self, cause: impl Into<String>, help: impl Into<String>) -> CorpusError {
        let (path, unit) = &self.files[0];
        CorpusError::malformed(path, (*unit == Unit::Line).then_some(1), cause, help)
    }

    /// The rows that have the same names in all of `columns`, one or more.
    pub fn groups(&self, columns: &[&Column]) -> Groups {
        let mut columns = columns.iter();
        let Some(first) = columns.next() else { return Groups::of_one(self.rows()) };
        let groups = Groups::of(first.keys());
        columns.fold(groups, |groups, column| groups.and(&Groups::of(column.keys())))
    }
}

/// Why a column is not read.
struct Unreadable {
    cause: String,
    help: String,
}

impl From<CorpusError> for Unreadable {
    fn from(error: CorpusError) -> Self {
        match error {
            CorpusError::Malformed { cause, help, .. } => Self { cause, help },
            CorpusError::Limit { what, found, limit, help, .. } => {
                let cause = format!("{what} is {found}, more than the {limit} that are read");
                Self { cause, help: help.to_owned() }
            }
            other => Self { cause: other.to_string(), help: "read the file again".to_owned() },
        }
    }
}

/// Returns the columns that can be read, by name; the others are added to `unread`.
fn readable(
    path: &Path,
    input: &InputFile,
    unread: &mut Vec<(String, Unreadable)>,
) -> Result<(Vec<String>, Vec<InputColumn>), CorpusError> {
    let read = |names: &[String]| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        read_columns(path, input, &names)
    };
    let mut is_refused = |name: &String| {
        let error = read(std::slice::from_ref(name)).err();
        error.map(|error| unread.push((name.clone(), Unreadable::from(error)))).is_some()
    };
    // Columns of other types are refused before they are decoded.
    let names = input
        .columns()
        .iter()
        .filter(|(name, kind)| !(matches!(kind, InputKind::Other(_)) && is_refused(name)));
    let mut names: Vec<String> = names.map(|(name, _)| name.clone()).collect();
    let mut columns = read(&names);
    if matches!(columns, Err(CorpusError::Limit { .. })) {
        names.retain(|name| !is_refused(name));
        columns = read(&names);
    }
    Ok((names, columns?))
}

impl Column {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of different values.
    fn count(&self) -> usize {
        match &self.values {
            Values::Texts(texts) => texts.len(),
            Values::Integers(values) => values.len(),
            Values::Reals(values) => values.len(),
        }
    }

    /// The value of that number, as it is written.
    fn value(&self, code: usize) -> Cow<'_, str> {
        match &self.values {
            Values::Texts(texts) => Cow::Borrowed(texts.get(code).unwrap_or("")),
            Values::Integers(values) => Cow::Owned(values[code].to_string()),
            // The shortest decimal that reads back as the same number.
            Values::Reals(values) => Cow::Owned(values[code].to_string()),
        }
    }

    /// The value of a row; `None` where Parquet or JSON has null.
    pub fn text(&self, row: usize) -> Option<Cow<'_, str>> {
        let code = self.codes[row];
        (code != NONE).then(|| self.value(code as usize))
    }

    /// Whether two columns have the same number in each row, or none.
    pub fn has_same_numbers(&self, other: &Self) -> bool {
        let bits = |column: &Self, row| column.number(row).map(f64::to_bits);
        (0..self.codes.len()).all(|row| bits(self, row) == bits(other, row))
    }

    /// Whether two rows have the same value.
    pub fn is_same(&self, one: usize, other: usize) -> bool {
        self.codes[one] == self.codes[other]
    }

    /// Rows with each value.
    fn row_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.count()];
        for code in self.codes.iter().filter(|code| **code != NONE) {
            counts[*code as usize] += 1;
        }
        counts
    }

    /// The values as numbers.
    pub fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let counts = self.row_counts();
            match &self.values {
                Values::Texts(texts) => {
                    let texts = texts.iter().map(Option::unwrap_or_default);
                    Numbers::of_texts(texts.zip(counts), self.separator)
                }
                Values::Integers(values) =>
                {
                    #[expect(clippy::cast_precision_loss, reason = "a score is a double")]
                    Numbers::of_values(values.iter().map(|value| *value as f64).zip(counts))
                }
                Values::Reals(values) => Numbers::of_values(values.iter().copied().zip(counts)),
            }
        })
    }

    /// The score of a row; `None` where it has none. What is no number has none either.
    pub fn number(&self, row: usize) -> Option<f64> {
        let code = self.codes[row];
        if code == NONE { None } else { self.numbers().get(code as usize) }
    }

    /// The first row whose field is neither a number nor empty, with its text.
    pub fn first_other(&self) -> Option<(usize, Cow<'_, str>)> {
        let numbers = self.numbers();
        (numbers.others() > 0).then_some(())?;
        let is_other = |code: &u32| *code != NONE && numbers.is_other(*code as usize);
        let row = self.codes.iter().position(is_other)?;
        Some((row, self.value(self.codes[row] as usize)))
    }

    /// The values as names.
    pub fn keys(&self) -> &Keys {
        self.keys.get_or_init(|| {
            let used = self.row_counts();
            let used = (0..self.count()).filter(|code| used[*code] > 0);
            let mut names: Vec<(String, usize)> =
                used.map(|code| (self.value(code).trim().to_owned(), code)).collect();
            names.par_sort_by(|one, other| natural(&one.0, &other.0));
            let mut keys = Keys { rows: Vec::new(), names: Vec::with_capacity(names.len()) };
            let mut numbers = vec![0; self.count()];
            for (name, code) in names {
                if !name.is_empty() {
                    if keys.names.last() != Some(&name) {
                        keys.names.push(name);
                    }
                    numbers[code] = u32::try_from(keys.names.len()).unwrap_or(u32::MAX);
                }
            }
            let number = |code: &u32| if *code == NONE { 0 } else { numbers[*code as usize] };
            keys.rows = self.codes.iter().map(number).collect();
            keys
        })
    }

    /// Number of different names.
    pub fn distinct(&self) -> usize {
        self.keys().names.len()
    }

    /// Whether every row has a name.
    pub fn is_full(&self) -> bool {
        self.keys().rows.iter().all(|key| *key > 0)
    }

    /// Whether all rows of a group have the same name, or none, in every group.
    pub fn is_constant(&self, groups: &Groups) -> bool {
        let keys = self.keys();
        let mut first: Vec<Option<u32>> = vec![None; groups.count + 1];
        groups
            .rows
            .iter()
            .zip(&keys.rows)
            .all(|(group, key)| *group == 0 || *first[*group as usize].get_or_insert(*key) == *key)
    }

    /// Whether no two rows of a group have the same name, or none, in any group.
    pub fn is_distinct(&self, groups: &Groups) -> bool {
        let both = groups.and(&Groups::of(self.keys()));
        both.largest() <= 1
            && both.rows.iter().zip(&groups.rows).all(|(both, group)| *both > 0 || *group == 0)
    }
}

impl Keys {
    /// The name of a row.
    pub fn name(&self, row: usize) -> Option<&str> {
        let number = self.rows[row].checked_sub(1)?;
        Some(&self.names[number as usize])
    }
}

impl Groups {
    /// No row is in a group.
    pub fn none(rows: usize) -> Self {
        Self { rows: vec![0; rows], count: 0 }
    }

    /// All rows are in one group.
    pub fn of_one(rows: usize) -> Self {
        Self { rows: vec![1; rows], count: 1 }
    }

    /// The rows with the same name.
    pub fn of(keys: &Keys) -> Self {
        Self { rows: keys.rows.clone(), count: keys.names.len() }
    }

    /// The rows that are together both here and in `other`.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let cell = |(one, other_one): (&u32, &u32)| {
            let before = u64::from(one.checked_sub(1)?) * other.count as u64;
            Some(before + u64::from(other_one.checked_sub(1)?))
        };
        let cells = || self.rows.iter().zip(&other.rows).map(cell);
        let possible = self.count.saturating_mul(other.count);
        if possible <= 4 * self.rows.len() {
            return Self::of_few(possible, cells);
        }
        let mut known: FxHashMap<u64, u32> = cells().flatten().map(|cell| (cell, 0)).collect();
        let mut ordered: Vec<u64> = known.keys().copied().collect();
        ordered.sort_unstable();
        for (number, cell) in (1..).zip(&ordered) {
            known.insert(*cell, number);
        }
        let rows = cells()
            .map(|cell| cell.and_then(|cell| known.get(&cell).copied()).unwrap_or(0))
            .collect();
        Self { rows, count: ordered.len() }
    }

    /// The rows of the same cell, where cells are below `possible`, and a list of them is shorter than a table of hashes.
    fn of_few<C: Iterator<Item = Option<u64>>>(possible: usize, cells: impl Fn() -> C) -> Self {
        let place = |cell: u64| usize::try_from(cell).unwrap_or(usize::MAX);
        let mut numbers = vec![0_u32; possible];
        for cell in cells().flatten() {
            numbers[place(cell)] = 1;
        }
        let mut count = 0;
        for number in numbers.iter_mut().filter(|number| **number > 0) {
            count += 1;
            *number = count;
        }
        let rows = cells().map(|cell| cell.map_or(0, |cell| numbers[place(cell)])).collect();
        Self { rows, count: count as usize }
    }

    /// Rows of each group.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.count + 1];
        for group in &self.rows {
            sizes[*group as usize] += 1;
        }
        sizes.split_off(1)
    }

    /// Rows of the largest group.
    pub fn largest(&self) -> usize {
        self.sizes().into_iter().max().unwrap_or(0)
    }

    /// The first row of each group, from group 1.
    pub fn first_rows(&self) -> Vec<usize> {
        let mut first = vec![usize::MAX; self.count + 1];
        for (row, group) in self.rows.iter().enumerate().rev() {
            first[*group as usize] = row;
        }
        first.split_off(1)
    }

    /// Whether both put the same rows together.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.count == other.count && self.and(other).count == self.count
    }
}

/// The order of names in which `item 9` is before `item 10`.
pub fn natural(one: &str, other: &str) -> Ordering {
    let (mut rest, mut other_rest) = (one.as_bytes(), other.as_bytes());
    while let (Some(first), Some(second)) = (rest.first(), other_rest.first()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, other_number) = (digits(&mut rest), digits(&mut other_rest));
            number.len().cmp(&other_number.len()).then_with(|| number.cmp(other_number))
        } else {
            (rest, other_rest) = (&rest[1..], &other_rest[1..]);
            first.cmp(second)
        };
        if order.is_ne() {
            return order;
        }
    }
    rest.len().cmp(&other_rest.len()).then_with(|| one.cmp(other))
}

/// Takes the digits at the start of `text`; those after leading zeros.
fn digits<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    let zeros = number.iter().position(|byte| *byte != b'0').unwrap_or(number.len());
    &number[zeros..]
}

/// The values as texts. Numbers become texts where another file, or another row, has texts in their place.
fn texts<'a>(values: &'a mut Values, known: &mut HashTable<u32>) -> &'a mut Texts {
    let written: Option<Vec<String>> = match values {
        Values::Texts(_) => None,
        Values::Integers(values) => Some(values.iter().map(ToString::to_string).collect()),
        Values::Reals(values) => Some(values.iter().map(ToString::to_string).collect()),
    };
    if let Some(written) = written {
        let texts: Texts = written.iter().map(String::as_str).collect();
        for code in 0..u32::try_from(texts.len()).unwrap_or(NONE) {
            let hash = |code: &u32| FxBuildHasher.hash_one(texts.get(*code as usize).unwrap_or(""));
            known.insert_unique(hash(&code), code, hash);
        }
        *values = Values::Texts(texts);
    }
    let Values::Texts(texts) = values else { unreachable!("they are texts now") };
    texts
}

/// A column that is being read.
struct Encoder {
    codes: Vec<u32>,
    values: Values,
    known: HashTable<u32>,
    numbers: FxHashMap<u128, u32>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self {
            codes: Vec::new(),
            values: Values::Texts(Texts::default()),
            known: HashTable::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl Encoder {
    fn add(&mut self, text: Option<&str>) {
        let Some(text) = text else { return self.codes.push(NONE) };
        let texts = texts(&mut self.values, &mut self.known);
        if let Some(last) = self.codes.last().filter(|last| **last != NONE)
            && texts.get(*last as usize) == Some(text)
        {
            return self.codes.push(*last);
        }
        let hash = FxBuildHasher.hash_one(text);
        if let Some(code) = self.known.find(hash, |code| texts.get(*code as usize) == Some(text)) {
            return self.codes.push(*code);
        }
        let code = u32::try_from(texts.len()).unwrap_or(NONE);
        texts.push(Some(text));
        self.known.insert_unique(hash, code, |code| {
            FxBuildHasher.hash_one(texts.get(*code as usize).unwrap_or(""))
        });
        self.codes.push(code);
    }

    /// Adds the values of a column in Parquet. What has another type than the columns of files before is read as text.
    fn add_column(&mut self, column: &InputColumn, rows: usize) {
        if self.codes.is_empty() {
            match column {
                InputColumn::Texts(_) => {}
                InputColumn::Integers(_) | InputColumn::Unsigned(_) => {
                    self.values = Values::Integers(Vec::new());
                }
                InputColumn::Reals(_) => self.values = Values::Reals(Vec::new()),
            }
        }
        for row in 0..rows {
            match (column.get(row), &mut self.values) {
                (InputValue::Missing, _) => self.codes.push(NONE),
                (InputValue::Text(text), _) => self.add(Some(text)),
                (InputValue::Integer(value), Values::Integers(values)) => {
                    let next = values.len();
                    self.codes.push(*self.numbers.entry(value.cast_unsigned()).or_insert_with(
                        || {
                            values.push(value);
                            u32::try_from(next).unwrap_or(NONE)
                        },
                    ));
                }
                (InputValue::Real(value), Values::Reals(values)) => {
                    let next = values.len();
                    self.codes.push(*self.numbers.entry(value.to_bits().into()).or_insert_with(
                        || {
                            values.push(value);
                            u32::try_from(next).unwrap_or(NONE)
                        },
                    ));
                }
                (InputValue::Integer(value), _) => self.add(Some(&value.to_string())),
                (InputValue::Real(value), _) => self.add(Some(&value.to_string())),
            }
        }
    }
}
