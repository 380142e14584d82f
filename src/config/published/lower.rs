//! From the document to one entry per number: every problem that is more than one of shape.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;

use super::document::{
    Coordinate, MisprintTable, MissingTable, OneOrMany, Printed, PublishedDocument, ReduceWord,
    SourceTable, ValuesTable,
};
use super::number::{self, Number};
use super::values::{
    HALF_WIDTH, Misprint, Missing, PrintedValue, Published, Reduce, Source, Target,
};
use crate::config::problems::SpecProblems;
use crate::config::recover::RemovedEntries;
use crate::config::source::{Node, SpecPath};

/// Everything that the file says, and everything that is wrong with it.
pub(super) fn lower(
    document: &PublishedDocument,
    tree: &Node,
    damage: &RemovedEntries,
) -> (Published, Vec<Diagnostic>) {
    let mut problems = SpecProblems { written: tree, tree, damage, problems: Vec::new() };
    let top = SpecPath::top();
    let unnamed = SourceTable::default();
    if document.source.is_none() && !damage.is_at(&top.then("source")) {
        let help = "add `[source]` with `key`, `authors`, `title`, `venue` and `year`";
        problems.error(&top, "the file has no [source]", help);
    }
    let source = match &document.source {
        Some(table) => source(table, &top.then("source"), &mut problems),
        None => source(
            &unnamed,
            &top,
            &mut SpecProblems { written: tree, tree, damage, problems: Vec::new() },
        ),
    };
    let mut values = Vec::new();
    for (index, table) in document.values.iter().flatten().enumerate() {
        let at = top.then("values").then(index);
        let mut block = Block { document, table, at: &at, problems: &mut problems };
        values.extend(block.values());
    }
    let mut missing = Vec::new();
    for (index, table) in document.missing.iter().flatten().enumerate() {
        let at = top.then("missing").then(index);
        missing.push(missing_entry(table, &at, &mut problems));
    }
    (Published { source, values, missing }, problems.problems)
}

/// A text that must be there.
fn required(
    text: Option<&String>,
    key: &str,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) -> String {
    if text.is_none() {
        problems.missing(at, key, &format!("{key} = \"...\""));
    }
    text.cloned().unwrap_or_default()
}

fn source(table: &SourceTable, at: &SpecPath, problems: &mut SpecProblems<'_>) -> Source {
    if table.year.is_none() {
        problems.missing(at, "year", "year = 2007");
    }
    Source {
        key: required(table.key.as_ref(), "key", at, problems),
        authors: required(table.authors.as_ref(), "authors", at, problems),
        title: required(table.title.as_ref(), "title", at, problems),
        venue: required(table.venue.as_ref(), "venue", at, problems),
        year: table.year.unwrap_or_default(),
        parameters: table.parameters.clone().unwrap_or_default(),
    }
}

fn missing_entry(table: &MissingTable, at: &SpecPath, problems: &mut SpecProblems<'_>) -> Missing {
    Missing {
        place: required(table.place.as_ref(), "place", at, problems),
        what: required(table.what.as_ref(), "what", at, problems),
        reason: required(table.reason.as_ref(), "reason", at, problems),
    }
}

/// A block of printed numbers.
struct Block<'a, 'f> {
    document: &'a PublishedDocument,
    table: &'a ValuesTable,
    at: &'a SpecPath,
    problems: &'a mut SpecProblems<'f>,
}

/// A printed entry, its coordinates in the block, and where it stands in the file.
struct Entry {
    text: String,
    own: Vec<(String, String)>,
    at: SpecPath,
}

impl Block<'_, '_> {
    fn values(&mut self) -> Vec<PrintedValue> {
        let table = self.table;
        let place = required(table.place.as_ref(), "place", self.at, self.problems);
        let what = required(table.what.as_ref(), "what", self.at, self.problems);
        let unit = required(table.unit.as_ref(), "unit", self.at, self.problems);
        let scale = self.scale();
        let quantities = self.quantities();
        self.lists();
        let entries = self.entries();
        let mut values = Vec::new();
        let mut struck = vec![false; table.misprints.as_ref().map_or(0, Vec::len)];
        for entry in entries.iter().filter(|entry| entry.text != "-") {
            let parts: Vec<&str> = entry.text.split(' ').collect();
            if parts.len() != quantities.len() {
                let numbers = |count| if count == 1 { "number" } else { "numbers" };
                let message = format!(
                    "\"{}\" is {} {}, and there {} to print",
                    entry.text,
                    parts.len(),
                    numbers(parts.len()),
                    match quantities.len() {
                        1 => "is one".to_owned(),
                        count => format!("are {count}"),
                    },
                );
                let help = "give one for each name in `quantity`, separated by single blanks";
                self.problems.error(&entry.at, message, help);
                continue;
            }
            let coordinates = self.coordinates(&entry.own);
            let misprint = self.misprint(&coordinates, scale, &mut struck);
            for (text, quantity) in parts.into_iter().zip(&quantities) {
                let Some(number) = number::read(text) else {
                    let help = "write digits with a point at most, as printed, or \"-\" for none";
                    let message = format!("\"{text}\" is no printed number");
                    self.problems.error(&entry.at, message, help);
                    continue;
                };
                let Number { value, half_unit } = number;
                values.push(PrintedValue {
                    place: place.clone(),
                    what: what.clone(),
                    unit: unit.clone(),
                    hedge: table.hedge.clone(),
                    note: table.note.clone(),
                    printed: text.to_owned(),
                    value: value * scale,
                    half_unit: half_unit * scale.abs(),
                    target: self.target(quantity, &coordinates),
                    coordinates: coordinates.clone(),
                    calibrated: table.calibrated.unwrap_or(false),
                    misprint: misprint.clone(),
                });
            }
        }
        for index in (0..struck.len()).filter(|index| !struck[*index]) {
            let at = self.at.then("misprints").then(index).then("at");
            self.problems.error(&at, "this is none of the numbers", "correct `at`");
        }
        values
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
        for (index, name) in quantities.as_slice().iter().enumerate() {
            let mut at = at.then("quantity");
            if quantities.is_list() {
                at = at.then(index);
            }
            let parts = name.split_once('.');
            if let Some((table, column)) =
                parts.filter(|(table, column)| is_name(table) && is_name(column))
            {
                read.push(Ok((table.to_owned(), column.to_owned())));
            } else {
                let message = format!("\"{name}\" is no table and column");
                let help = format!("write such as \"scores.median\" or \"scores.{HALF_WIDTH}\"");
                self.problems.error(&at, message, help);
                read.push(Err(String::new()));
            }
        }
        read
    }

    /// Lists of values that any row may have.
    fn lists(&mut self) {
        for (name, values) in self.table.at.iter().flatten() {
            let at = self.at.then("at").then(name.as_str());
            let own = [&self.table.down, &self.table.across];
            if own.iter().any(|own| own.as_ref() == Some(name)) {
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
        let Some(printed) = &self.table.printed else {
            self.problems.missing(self.at, "printed", "printed = \"28.9\"");
            return Vec::new();
        };
        let at = self.at.then("printed");
        match printed {
            Printed::One(text) => {
                self.shape(false, false);
                vec![Entry { text: text.clone(), own: Vec::new(), at }]
            }
            Printed::Line(line) => {
                self.shape(false, true);
                self.line(line, &[], &at)
            }
            Printed::Block(lines) => {
                let across = lines.iter().any(|(_, line)| line.is_list());
                self.shape(true, across);
                let down = self.table.down.clone().unwrap_or_default();
                let mut entries = Vec::new();
                for (name, line) in lines {
                    let (at, own) = (at.then(name.as_str()), [(down.clone(), name.clone())]);
                    match line {
                        OneOrMany::One(text) if !across => {
                            entries.push(Entry { text: text.clone(), own: own.to_vec(), at });
                        }
                        OneOrMany::One(_) => {
                            let help = "write a list, with \"-\" where nothing is printed";
                            self.problems.error(&at, "the other lines are lists", help);
                        }
                        OneOrMany::Many(line) => entries.extend(self.line(line, &own, &at)),
                    }
                }
                entries
            }
        }
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

    fn line(&mut self, line: &[String], own: &[(String, String)], at: &SpecPath) -> Vec<Entry> {
        let columns = self.table.columns.as_deref().unwrap_or_default();
        let across = self.table.across.clone().unwrap_or_default();
        if !columns.is_empty() && columns.len() != line.len() {
            let message = format!("this line has {} entries, not {}", line.len(), columns.len());
            let help = "give one for each of `columns`, with \"-\" where nothing is printed";
            self.problems.error(at, message, help);
            return Vec::new();
        }
        let entry = |(index, (text, column)): (usize, (&String, &String))| {
            let across = (across.clone(), column.clone());
            let own = own.iter().cloned().chain([across]).collect();
            Entry { text: text.clone(), own, at: at.then(index) }
        };
        line.iter().zip(columns).enumerate().map(entry).collect()
    }

    /// Coordinates of a number: those of the block, then its own.
    fn coordinates(&self, own: &[(String, String)]) -> Vec<(String, Vec<String>)> {
        let common = self.table.at.iter().flatten();
        let common = common.map(|(name, values)| (name.clone(), values.0.clone()));
        let own = own.iter().map(|(name, value)| (name.clone(), vec![value.clone()]));
        common.chain(own).collect()
    }

    fn misprint(
        &mut self,
        coordinates: &[(String, Vec<String>)],
        scale: f64,
        struck: &mut [bool],
    ) -> Option<Misprint> {
        let mut found = None;
        for (index, table) in self.table.misprints.iter().flatten().enumerate() {
            let at = self.at.then("misprints").then(index);
            if applies(table, coordinates) {
                let first = !std::mem::replace(&mut struck[index], true);
                let corrected = self.corrected(table, &at, scale, first);
                let note = table.note.clone().unwrap_or_default();
                if first && table.note.is_none() {
                    self.problems.missing(&at, "note", "note = \"...\"");
                }
                found = Some(Misprint { note, corrected });
            }
        }
        found
    }

    fn corrected(
        &mut self,
        table: &MisprintTable,
        at: &SpecPath,
        scale: f64,
        first: bool,
    ) -> Option<f64> {
        let text = table.corrected.as_ref()?;
        let number = number::read(text);
        if first && number.is_none() {
            let at = at.then("corrected");
            self.problems.error(&at, format!("\"{text}\" is no number"), "write digits alone");
        }
        number.map(|number| number.value * scale)
    }

    /// Where a number is reproduced: its coordinates under the names of the corpora.
    fn target(
        &self,
        quantity: &Result<(String, String), String>,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Target, String> {
        let (table, column) = quantity.clone()?;
        let of = |maps: &Option<BTreeMap<String, BTreeMap<String, String>>>,
                  name: &str,
                  value: &str| { maps.as_ref()?.get(name)?.get(value).cloned() };
        let mut known = Vec::new();
        for (name, values) in coordinates {
            let mut meant = Vec::new();
            for value in values {
                if let Some(reason) = of(&self.document.unknown, name, value) {
                    return Err(reason);
                }
                let ours = of(&self.document.names, name, value);
                meant.push(ours.unwrap_or_else(|| value.clone()));
            }
            known.push((name.clone(), meant));
        }
        let reduce = self.table.reduce.map(|word| match word {
            ReduceWord::Min => Reduce::Min,
            ReduceWord::Max => Reduce::Max,
            ReduceWord::Mean => Reduce::Mean,
            ReduceWord::Median => Reduce::Median,
        });
        Ok(Target { table, column, coordinates: known, reduce })
    }
}

fn applies(table: &MisprintTable, coordinates: &[(String, Vec<String>)]) -> bool {
    let has = |(name, wanted): (&String, &Coordinate)| {
        coordinates
            .iter()
            .any(|(own, values)| own == name && values.iter().all(|value| wanted.0.contains(value)))
    };
    table.at.iter().flatten().all(has)
}

/// Letters, digits, `_` and `-`.
fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !text.is_empty() && text.bytes().all(is_part)
}
