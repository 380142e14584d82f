//! From the document to one entry per number: every problem that is more than one of shape.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;

use super::document::{
    Basis, Coordinate, OneOrMany, Printed, PublishedDocument, Reduce, ValuesTable,
};
use super::figures;
use super::layout;
use super::lower_claims::claims;
use super::names::{Names, template};
use super::number::{self, Number};
use super::values::{HALF_WIDTH, Misprint, PrintedValue, Published, Target};
use crate::config::problems::SpecProblems;
use crate::config::recover::RemovedEntries;
use crate::config::source::{Node, SpecPath};
use crate::words::counted;

/// Everything that the file says, and everything that is wrong with it.
pub(super) fn lower(
    document: &PublishedDocument,
    tree: &Node,
    damage: &RemovedEntries,
) -> (Published, Vec<Diagnostic>) {
    let mut problems = SpecProblems { written: tree, tree, damage, problems: Vec::new() };
    let mut values = Vec::new();
    for (index, table) in document.values.iter().flatten().enumerate() {
        let at = SpecPath::of(["values"]).then(index);
        let mut block = Block { document, table, at: &at, problems: &mut problems };
        values.extend(block.values());
    }
    layout::arrange(document, &mut values, &mut problems);
    let claims = claims(document, &mut problems);
    let missing = document.missing.clone().unwrap_or_default();
    let figures = figures::lower(document.figures.as_deref().unwrap_or_default(), &mut problems);
    let source = document.source.clone();
    let values = values.into_iter().map(|(value, _)| value).collect();
    (Published { source, values, claims, missing, figures }, problems.problems)
}

/// A block of published values.
struct Block<'a, 'f> {
    document: &'a PublishedDocument,
    table: &'a ValuesTable,
    at: &'a SpecPath,
    problems: &'a mut SpecProblems<'f>,
}

/// A printed entry, its coordinates in the block, and where it stands in the file.
struct Entry {
    text: String,
    coordinates: Vec<(String, String)>,
    at: SpecPath,
}

impl Block<'_, '_> {
    /// The numbers, each with its row and column in the printed table.
    fn values(&mut self) -> Vec<(PrintedValue, (String, String))> {
        let table = self.table;
        let scale = self.scale();
        check_weight(table.reduce, table.weight.as_ref(), self.at, self.problems);
        let quantities = self.quantities();
        self.lists();
        let entries = self.entries();
        let mut values = Vec::new();
        let mut struck = vec![false; table.misprints.as_ref().map_or(0, Vec::len)];
        let mut exceptions = vec![false; table.bases.as_ref().map_or(0, Vec::len)];
        for entry in entries.iter().filter(|entry| entry.text != "-") {
            let parts: Vec<&str> = entry.text.split(' ').collect();
            if parts.len() != quantities.len() {
                let there = match quantities.len() {
                    1 => "is one".to_owned(),
                    count => format!("are {count}"),
                };
                let count = counted(parts.len(), "number");
                let message = format!("\"{}\" is {count}, and there {there} to print", entry.text);
                let help = "give one for each name in `quantity`, separated by single blanks";
                self.problems.error(&entry.at, message, help);
                continue;
            }
            let coordinates = self.coordinates(&entry.coordinates);
            let misprint = self.misprint(&coordinates, scale, &mut struck);
            let (basis, note) = self.basis(&coordinates, &mut exceptions);
            let cell = self.cell(&coordinates);
            for (text, quantity) in parts.into_iter().zip(&quantities) {
                let Some(number) = number::read(text) else {
                    let help = "write digits with a point at most, as printed, or \"-\" for none";
                    let message = format!("\"{text}\" is not a published value");
                    self.problems.error(&entry.at, message, help);
                    continue;
                };
                let Number { value, half_unit } = number;
                let value = PrintedValue {
                    place: table.place.clone(),
                    what: table.what.clone(),
                    unit: table.unit.clone(),
                    hedge: table.hedge.clone(),
                    note: note.clone(),
                    printed: text.to_owned(),
                    value: value * scale,
                    half_unit: half_unit * scale.abs(),
                    target: self.target(quantity, &coordinates),
                    coordinates: coordinates.clone(),
                    basis,
                    scale,
                    cell: None,
                    misprint: misprint.clone(),
                };
                values.push((value, cell.clone()));
            }
        }
        for (list, struck) in [("misprints", struck), ("bases", exceptions)] {
            for index in (0..struck.len()).filter(|index| !struck[*index]) {
                let at = self.at.then(list).then(index).then("at");
                self.problems.error(&at, "this is none of the numbers", "correct `at`");
            }
        }
        values
    }

    /// The basis of a number and its note: those of the last exception that is about it, or of the block.
    /// Exceptions that are about one are `struck`.
    fn basis(
        &self,
        coordinates: &[(String, Vec<String>)],
        struck: &mut [bool],
    ) -> (Basis, Option<String>) {
        let mut basis_and_note = (self.table.basis.unwrap_or_default(), self.table.note.clone());
        for (index, table) in self.table.bases.iter().flatten().enumerate() {
            if applies(&table.at, coordinates) {
                struck[index] = true;
                basis_and_note = (table.basis, table.note.clone().or(basis_and_note.1));
            }
        }
        basis_and_note
    }

    /// The row and the column of a number in the printed table.
    fn cell(&mut self, coordinates: &[(String, Vec<String>)]) -> (String, String) {
        let table = self.table;
        let labels = self.document.labels.as_ref();
        let mut filled = |key: &str, written: Option<&String>, other: Option<&String>| {
            let text = match (written, other) {
                (Some(written), _) => written.clone(),
                (None, Some(coordinate)) => format!("{{{coordinate}}}"),
                (None, None) => return String::new(),
            };
            template(&text, coordinates, labels).unwrap_or_else(|name| {
                let message = format!("`{name}` is no coordinate of these numbers");
                let help = "name keys of `at`, `down` or `across` in braces";
                self.problems.error(&self.at.then(key), message, help);
                String::new()
            })
        };
        let row = filled("row", table.row.as_ref(), table.down.as_ref());
        let column = filled("column", table.column.as_ref(), table.across.as_ref());
        (row, if column.is_empty() { table.what.clone() } else { column })
    }

    fn scale(&mut self) -> f64 {
        match self.table.scale {
            Some(scale) if scale == 0.0 || !scale.is_finite() => {
                let at = self.at.then("scale");
                self.problems.error(&at, "`scale` must be a number other than 0", "");
                1.0
            }
            scale => scale.unwrap_or(1.0),
        }
    }

    /// Table and column of each number of an entry, or why there is none.
    fn quantities(&mut self) -> Vec<Result<(String, String), String>> {
        let (table, at) = (self.table, self.at);
        match (&table.quantity, &table.reason) {
            (None, None) => {
                let help =
                    "add `quantity = \"TABLE.COLUMN\"`, or `reason = \"...\"` for its absence";
                self.problems.error(at, "there is neither `quantity` nor `reason`", help);
            }
            (Some(_), Some(_)) => {
                let at = at.then("reason");
                let message = "a number with a `quantity` needs no `reason` for its absence";
                self.problems.key_error(&at, message, "leave one of them out");
            }
            _ => {}
        }
        let Some(quantities) = &table.quantity else {
            return vec![Err(table.reason.clone().unwrap_or_default())];
        };
        let mut read = Vec::new();
        let quantities = match quantities {
            OneOrMany::One(name) => std::slice::from_ref(name),
            OneOrMany::Many(names) => names,
        };
        for (index, name) in quantities.iter().enumerate() {
            if let Some(parts) = table_and_column(name) {
                read.push(Ok(parts));
            } else {
                let message = format!("\"{name}\" is no table and column");
                let help = format!("write such as \"scores.median\" or \"scores.{HALF_WIDTH}\"");
                // Of a name alone, what is around its entry is the name.
                self.problems.error(&at.then("quantity").then(index), message, help);
                read.push(Err(String::new()));
            }
        }
        read
    }

    /// Lists of values that any row may have.
    fn lists(&mut self) {
        for (name, values) in self.table.at.iter().flatten() {
            let at = self.at.then("at").then(name.as_str());
            let directions = [&self.table.down, &self.table.across];
            if directions.iter().any(|direction| direction.as_ref() == Some(name)) {
                let message = format!("`{name}` is a coordinate of each number");
                self.problems.key_error(&at, message, "leave it out of `at`");
            }
            if values.0.is_empty() {
                self.problems.error(&at, format!("`{name}` lists nothing"), "name a value");
            } else if values.0.len() > 1 && self.table.reduce.is_none() {
                let message = format!("`{name}` lists several values for one number");
                let help = "say with `reduce` what is made of their rows, or name one value";
                self.problems.error(&at, message, help);
            }
        }
    }

    fn entries(&mut self) -> Vec<Entry> {
        let at = self.at.then("printed");
        if self.problems.damage.is_at(&at) {
            return Vec::new();
        }
        let lines = match &self.table.printed {
            Printed::Line(line) => {
                let is_list = matches!(line, OneOrMany::Many(_));
                self.shape(false, is_list);
                return self.line(line, is_list, &[], at);
            }
            Printed::Block(lines) => lines,
        };
        let across = lines.iter().any(|(_, line)| matches!(line, OneOrMany::Many(_)));
        self.shape(true, across);
        let down = self.table.down.clone().unwrap_or_default();
        let mut entries = Vec::new();
        for (name, line) in lines {
            let row = [(down.clone(), name.clone())];
            entries.extend(self.line(line, across, &row, at.then(name.as_str())));
        }
        entries
    }

    /// Reports where `down`, `across` and `columns` do not go with the shape of `printed`.
    fn shape(&mut self, down: bool, across: bool) {
        let table = self.table;
        let checks = [
            ("down", table.down.is_some(), down, "a table"),
            ("across", table.across.is_some(), across, "made of lists"),
            ("columns", table.columns.is_some(), across, "made of lists"),
        ];
        for (key, is_there, is_wanted, shape) in checks {
            if is_there && !is_wanted {
                let message = format!("`{key}` needs a `printed` that is {shape}");
                self.problems.key_error(&self.at.then(key), message, "leave it out");
            } else if is_wanted && !is_there {
                let message = format!("`printed` is {shape}, and `{key}` does not say of what");
                let example = if key == "columns" { "[\"S1\", \"S2\"]" } else { "\"system\"" };
                let at = self.at.then("printed");
                self.problems.error(&at, message, format!("add `{key} = {example}`"));
            }
        }
    }

    /// The entries of a line, which is a list if other lines are.
    fn line(
        &mut self,
        line: &OneOrMany,
        across: bool,
        row: &[(String, String)],
        at: SpecPath,
    ) -> Vec<Entry> {
        let line = match line {
            OneOrMany::Many(line) => line,
            OneOrMany::One(text) if !across => {
                return vec![Entry { text: text.clone(), coordinates: row.to_vec(), at }];
            }
            OneOrMany::One(_) => {
                let help = "write a list, with \"-\" where nothing is printed";
                self.problems.error(&at, "the other lines are lists", help);
                return Vec::new();
            }
        };
        let columns = self.table.columns.as_deref().unwrap_or_default();
        let across = self.table.across.clone().unwrap_or_default();
        if !columns.is_empty() && columns.len() != line.len() {
            let message = format!("this line has {} entries, not {}", line.len(), columns.len());
            let help = "give one for each of `columns`, with \"-\" where nothing is printed";
            self.problems.error(&at, message, help);
            return Vec::new();
        }
        let entry = |(index, (text, column)): (usize, (&String, &String))| {
            let across = (across.clone(), column.clone());
            let coordinates = row.iter().cloned().chain([across]).collect();
            Entry { text: text.clone(), coordinates, at: at.then(index) }
        };
        line.iter().zip(columns).enumerate().map(entry).collect()
    }

    /// Coordinates of a number: those of the block, then its own.
    fn coordinates(&self, entry: &[(String, String)]) -> Vec<(String, Vec<String>)> {
        let common = self.table.at.iter().flatten();
        let common = common.map(|(name, values)| (name.clone(), values.0.clone()));
        let entry = entry.iter().map(|(name, value)| (name.clone(), vec![value.clone()]));
        common.chain(entry).collect()
    }

    /// The last misprint that is about a number; all that are about one are `struck`.
    fn misprint(
        &mut self,
        coordinates: &[(String, Vec<String>)],
        scale: f64,
        struck: &mut [bool],
    ) -> Option<Misprint> {
        let mut misprint = None;
        for (index, table) in self.table.misprints.iter().flatten().enumerate() {
            if !table.at.as_ref().is_none_or(|at| applies(at, coordinates)) {
                continue;
            }
            let is_first = !std::mem::replace(&mut struck[index], true);
            let number = table.corrected.as_ref().map(|text| (text, number::read(text)));
            if let Some((text, None)) = &number
                && is_first
            {
                let at = self.at.then("misprints").then(index).then("corrected");
                self.problems.error(&at, format!("\"{text}\" is no number"), "write digits alone");
            }
            let corrected = number.and_then(|(_, number)| {
                let Number { value, half_unit } = number?;
                Some((value * scale, half_unit * scale.abs()))
            });
            misprint = Some(Misprint { note: table.note.clone(), corrected });
        }
        misprint
    }

    /// Where a number is reproduced: its coordinates under the names of the corpora.
    fn target(
        &self,
        quantity: &Result<(String, String), String>,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Target, String> {
        let (table, column) = quantity.clone()?;
        let coordinates = Names::new(self.document).coordinates(coordinates)?;
        let (reduce, weight) = (self.table.reduce, self.table.weight.clone());
        Ok(Target { table, column, coordinates, reduce, weight })
    }
}

/// Reports a weighted mean without weights, and weights of anything else.
pub(super) fn check_weight(
    reduce: Option<Reduce>,
    weight: Option<&String>,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    match (reduce == Some(Reduce::WeightedMean), weight) {
        (true, None) => {
            let help = "add `weight = \"COLUMN\"`";
            problems.error(&at.then("reduce"), "a weighted mean needs weights", help);
        }
        (false, Some(_)) => {
            let message = "only `reduce = \"weighted-mean\"` has weights";
            problems.key_error(&at.then("weight"), message, "leave it out");
        }
        _ => {}
    }
}

/// Whether a number has all coordinates of `at`.
pub(super) fn applies(
    at: &BTreeMap<String, Coordinate>,
    coordinates: &[(String, Vec<String>)],
) -> bool {
    at.iter().all(|(name, wanted)| {
        coordinates
            .iter()
            .any(|(own, values)| own == name && values.iter().all(|value| wanted.0.contains(value)))
    })
}

/// Table and column of a quantity.
pub(super) fn table_and_column(name: &str) -> Option<(String, String)> {
    let (table, column) = name.split_once('.')?;
    (is_name(table) && is_name(column)).then(|| (table.to_owned(), column.to_owned()))
}

/// Letters, digits, `_` and `-`.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}
