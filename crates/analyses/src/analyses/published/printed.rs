//! Published values in CSV: a line each, with columns for the value and columns that result tables have too.
//!
//! The latter are the coordinates: a value is reproduced by the row of a result table that has the same in
//! them. Numbers are kept as they are printed, so that their rounding is known.

use std::ops::Range;
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};

use super::PublishedRow;
use super::file::{Quantity, Reduce};
use super::number::Number;
use super::target::{Target, alternatives};
use super::verdict::Basis;
use crate::diagnostic::{Diagnostic, Diagnostics, SourceText, closest};

/// Columns that are about the value; those of another name are coordinates.
const COLUMNS: [&str; 18] = [
    "place",
    "row",
    "column",
    "what",
    "value",
    "unit",
    "scale",
    "hedge",
    "reproduced_by",
    "reduce",
    "weight",
    "basis",
    "note",
    "reason",
    "misprint",
    "corrected",
    "possible",
    "unjudged",
];

/// Those that every file has.
const REQUIRED: [&str; 5] = ["place", "what", "value", "unit", "reproduced_by"];

/// Whether a column is about the value.
fn is_own(name: &str) -> bool {
    COLUMNS.contains(&name)
}

/// One published value, or one that is not available.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedValue {
    /// What the source says of it: its row of the table `published` before it is compared.
    pub row: PublishedRow,
    /// Its row in a printed table.
    pub line: String,
    /// Its column in a printed table.
    pub column: String,
    /// The value in the unit of the table that reproduces it.
    pub number: Option<Number>,
    /// What turns the printed unit into that of the table.
    pub scale: f64,
    /// Columns of result tables and their values, under the names that the source uses.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// What reproduces it, or why nothing does.
    pub target: Result<Target, String>,
    /// How it depends on what a synthetic corpus was fitted to.
    pub basis: Basis,
    /// The right number in the unit of the table, where a misprint is known.
    pub corrected: Option<Number>,
    /// The least and the largest possible value, in the unit of print.
    pub possible: Option<(f64, f64)>,
    /// Why what reproduces it is shown and not judged.
    pub unjudged: Option<Arc<str>>,
}

impl PrintedValue {
    /// What it has in a column of result tables.
    pub fn coordinate(&self, name: &str) -> Option<&[String]> {
        let named = self.coordinates.iter().find(|(own, _)| own == name);
        named.map(|(_, values)| values.as_slice())
    }
}

/// Reads the values of a file in its order.
pub(super) fn read(source: &SourceText) -> Result<Vec<PrintedValue>, Diagnostics> {
    let text = &*source.text;
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let (mut values, mut problems) = (Vec::new(), Vec::new());
    // The text is UTF-8 and rows may be of any length: nothing can be wrong with a row.
    let names = rows.headers().cloned().unwrap_or_default();
    Line { text, start: 0, names: &names, cells: &names, problems: &mut problems }.check_header();
    if problems.is_empty() {
        for cells in rows.records().map_while(Result::ok) {
            let start = cells.position().map_or(0, csv::Position::byte);
            let start = usize::try_from(start).unwrap_or(0);
            let mut line =
                Line { text, start, names: &names, cells: &cells, problems: &mut problems };
            if cells.len() == names.len() {
                values.push(line.value());
                continue;
            }
            let (own, all) = (cells.len(), names.len());
            let message = format!("this line has {own} cells, and the first has {all}");
            line.refuse(own.min(all) - 1, message, "give every line all columns");
        }
    }
    Diagnostics::in_source(source.clone(), problems).map_or(Ok(values), Err)
}

/// The ends of a range such as `1..5`.
pub(super) fn range(text: &str) -> Option<(f64, f64)> {
    let (least, largest) = text.split_once("..")?;
    let (least, largest) = (least.parse().ok()?, largest.parse().ok()?);
    (least < largest).then_some((least, largest))
}

/// Coordinates as `name=value`, joined by `, `.
fn in_words(coordinates: &[(String, Vec<String>)]) -> String {
    let words = coordinates.iter().map(|(name, values)| format!("{name}={}", values.join("|")));
    words.collect::<Vec<_>>().join(", ")
}

/// A line of the file.
struct Line<'a> {
    text: &'a str,
    /// Where it begins in the text.
    start: usize,
    names: &'a StringRecord,
    cells: &'a StringRecord,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'a> Line<'a> {
    fn check_header(&mut self) {
        let names: Vec<&str> = self.names.iter().collect();
        if names.is_empty() {
            let problem = Diagnostic::error("the file of published values is empty");
            self.problems.push(problem.help("name the columns in its first line"));
            return;
        }
        for (index, name) in names.iter().enumerate() {
            let unused = COLUMNS.into_iter().filter(|column| !names.contains(column));
            if names[..index].contains(name) || name.is_empty() {
                let message = format!("the column \"{name}\" is there twice, or has no name");
                self.refuse(index, message, "give each column its own name");
            } else if *name == "same_as" {
                let help = "leave it out: only the removed counts of reproduced values used it";
                self.refuse(index, "the column `same_as` was removed", help);
            } else if !is_own(name)
                && let Some(meant) = closest(name, unused)
            {
                let message = format!("unknown column `{name}`");
                self.refuse(index, message, format!("did you mean `{meant}`?"));
            }
        }
        for missing in REQUIRED.iter().filter(|required| !names.contains(required)) {
            let help = format!("a file of published values has {}", REQUIRED.join(", "));
            self.refuse(0, format!("there is no column `{missing}`"), help);
        }
    }

    fn value(&mut self) -> PrintedValue {
        let scale =
            // Neither nought nor infinity is a unit.
            self.parsed("scale", |text| text.parse().ok().filter(|scale: &f64| scale.is_normal()));
        let scale = scale.unwrap_or(1.0);
        let cells = self.names.iter().zip(self.cells);
        let cells = cells.filter(|(name, cell)| !is_own(name) && !cell.is_empty());
        let coordinates: Vec<(String, Vec<String>)> =
            cells.map(|(name, cell)| (name.to_owned(), alternatives(cell))).collect();
        let quantity = self.quantity();
        let [place, what] = ["place", "what"].map(|name| self.required(name));
        let number = self.parsed("value", Number::read).map(|number| number.scaled(scale));
        let target = self.target(&coordinates, quantity);
        let basis = self.parsed("basis", Basis::from_name).unwrap_or_default();
        let corrected = self.parsed("corrected", Number::read).map(|number| number.scaled(scale));
        let possible = self.parsed("possible", range);
        let coordinate = |wanted: &str| {
            let (_, values) = coordinates.iter().find(|(name, _)| name == wanted)?;
            Some(values.join("|").into())
        };
        let row = PublishedRow {
            place,
            what,
            corpus: coordinate("corpus"),
            metric: coordinate("metric"),
            system: coordinate("system"),
            coordinates: in_words(&coordinates).into(),
            quantity: target.as_ref().ok().map(|target| target.words().into()),
            unit: self.text("unit").unwrap_or_default(),
            hedge: self.text("hedge"),
            printed: self.text("value").filter(|_| number.is_some()),
            printed_value: number.map(|number| number.value),
            half_unit: number.map(|number| number.half_unit),
            possible: possible.map(|(least, largest)| format!("{least}..{largest}").into()),
            misprint: self.text("misprint"),
            corrected: corrected.map(|corrected| corrected.value),
            note: self.text("note"),
            scale: number.map(|_| scale),
            ..PublishedRow::default()
        };
        PrintedValue {
            row,
            line: self.get("row").unwrap_or_default().to_owned(),
            column: self.get("column").unwrap_or_default().to_owned(),
            number,
            scale,
            coordinates,
            target,
            basis,
            corrected,
            possible,
            unjudged: self.text("unjudged"),
        }
    }

    /// The table and column that the value stands for, if it is there.
    fn quantity(&mut self) -> Option<Quantity> {
        let name = self.get("reproduced_by").filter(|_| self.get("value").is_some())?;
        let quantity = Quantity::try_from(name.to_owned());
        quantity.map_err(|no| self.refuse_in("reproduced_by", no.problem, no.help)).ok()
    }

    /// What reproduces the value, or why nothing does.
    fn target(
        &mut self,
        coordinates: &[(String, Vec<String>)],
        quantity: Option<Quantity>,
    ) -> Result<Target, String> {
        let reduce = self.parsed("reduce", Reduce::from_name);
        let weight = self.get("weight").map(str::to_owned);
        if weight.is_some() && reduce != Some(Reduce::Mean) {
            self.refuse_in("weight", "only the reduction \"mean\" has weights", "leave it empty");
        }
        let several = coordinates.iter().find(|(_, values)| values.len() > 1);
        if let (Some((name, _)), None) = (several, reduce) {
            let message = format!("`{name}` lists several values for one number");
            let help = "say in `reduce` what is made of their rows, or name one value";
            self.refuse_in(name, message, help);
        }
        if let Some(reason) = self.get("reason") {
            return Err(reason.to_owned());
        }
        let Some(quantity) = quantity else {
            // A name that is none was refused.
            if self.get("value").is_none() || self.get("reproduced_by").is_none() {
                let message =
                    "the value or what reproduces it is missing, and there is no `reason`";
                let help = "write such as \"scores.median\" in `reproduced_by`, or the `reason` for its absence";
                self.refuse_in("reproduced_by", message, help);
            }
            return Err(String::new());
        };
        Ok(Target { quantity, coordinates: coordinates.to_vec(), reduce, weight })
    }

    /// What stands in a column, if there is one with something in it.
    fn get(&self, name: &str) -> Option<&'a str> {
        let index = self.names.iter().position(|own| own == name)?;
        self.cells.get(index).filter(|cell| !cell.is_empty())
    }

    fn text(&self, name: &str) -> Option<Arc<str>> {
        self.get(name).map(Arc::from)
    }

    fn required(&mut self, name: &str) -> Arc<str> {
        if self.get(name).is_none() {
            let help =
                "every value has one, such as \"Table 2\" or \"x_min of the power function\"";
            self.refuse_in(name, format!("`{name}` is empty"), help);
        }
        self.text(name).unwrap_or_default()
    }

    /// What `parse` makes of a cell that is not empty.
    fn parsed<T>(&mut self, name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.get(name)?;
        let parsed = parse(text);
        if parsed.is_none() {
            let help = match name {
                "value" | "corrected" => "write digits with a point at most, as printed".to_owned(),
                "scale" => "write a number other than 0".to_owned(),
                "possible" => "write the least and the largest, such as 1..5".to_owned(),
                "reduce" => format!("write {}", Reduce::ALL.map(Reduce::name).join(", ")),
                _ => format!("write {}", Basis::ALL.map(Basis::name).join(", ")),
            };
            self.refuse_in(name, format!("\"{text}\" is no {name}"), help);
        }
        parsed
    }

    fn refuse_in(&mut self, name: &str, message: impl Into<String>, help: impl Into<String>) {
        let index = self.names.iter().position(|own| own == name).unwrap_or(0);
        self.refuse(index, message, help);
    }

    fn refuse(&mut self, index: usize, message: impl Into<String>, help: impl Into<String>) {
        let problem = Diagnostic::error(message).label(self.span(index), "");
        self.problems.push(problem.help(help));
    }

    /// Where a cell stands in the text.
    fn span(&self, wanted: usize) -> Range<usize> {
        let (mut cell, mut is_quoted) = (0, false);
        let line = &self.text[self.start..];
        let mut begin = self.start + (line.len() - line.trim_start_matches(['\n', '\r']).len());
        for (place, byte) in self.text.bytes().enumerate().skip(begin) {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b',' | b'\n' | b'\r' if !is_quoted => {
                    if cell == wanted || byte != b',' {
                        return begin..place;
                    }
                    (cell, begin) = (cell + 1, place + 1);
                }
                _ => {}
            }
        }
        begin..self.text.len()
    }
}
