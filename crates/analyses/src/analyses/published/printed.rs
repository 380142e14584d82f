//! Published values in CSV: a line each, with columns for the value and columns that result tables have too.
//!
//! The latter are the coordinates: a value is reproduced by the row of a result table that has the same in
//! them. Numbers are kept as they are printed, so that their rounding is known.

use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};

use super::file::{Quantity, Reduce};
use super::number::Number;
use super::target::{Target, alternatives};
use super::verdict::Basis;
use crate::diagnostic::{Diagnostic, Diagnostics, SourceText, closest};
use crate::value::Refusal;

/// Columns that are about the value; those of another name are coordinates.
const COLUMNS: [&str; 19] = [
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
    "same_as",
    "possible",
    "unjudged",
];

/// Those that every file has.
const REQUIRED: [&str; 5] = ["place", "what", "value", "unit", "reproduced_by"];

/// One published value, or one that is not available.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedValue {
    /// Table, figure or section.
    pub place: String,
    /// Its row in a printed table.
    pub row: String,
    /// Its column in a printed table.
    pub column: String,
    /// What it is.
    pub what: String,
    /// As it is printed; empty where it is not available.
    pub printed: String,
    /// The value in the unit of the table that reproduces it.
    pub number: Option<Number>,
    /// Unit as printed.
    pub unit: String,
    /// What turns the printed unit into that of the table.
    pub scale: f64,
    /// Words that weaken it.
    pub hedge: Option<String>,
    /// Columns of result tables and their values, under the names that the source uses.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// Table and column of a result that it stands for, whether or not that is looked up.
    pub quantity: Option<Quantity>,
    /// What it was made of several rows by.
    pub reduce: Option<Reduce>,
    /// What reproduces it, or why nothing does.
    pub target: Result<Target, String>,
    /// How it depends on what a synthetic corpus was fitted to.
    pub basis: Basis,
    /// What a reader should know.
    pub note: Option<String>,
    /// What is wrong with it.
    pub misprint: Option<String>,
    /// The right number in the unit of the table, where it is known.
    pub corrected: Option<Number>,
    /// The place that prints the same value, and counts for both.
    pub same_as: Option<String>,
    /// The least and the largest possible value, in the unit of print.
    pub possible: Option<(f64, f64)>,
    /// Why what reproduces it is shown and not judged.
    pub unjudged: Option<String>,
    /// Its cell in the printed table, where the report shows that.
    pub cell: Option<PrintedCell>,
}

/// A cell of a printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    /// What the table shows.
    pub title: String,
    /// Heading of its first column.
    pub heading: String,
    /// Place of the row among the rows.
    pub row_number: u32,
    /// Place of the column among the columns.
    pub column_number: u32,
}

/// Reads the values of a file in its order.
pub(super) fn read(source: &SourceText) -> Result<Vec<PrintedValue>, Diagnostics> {
    let text = &*source.text;
    let fail = |problems| Diagnostics::in_source(source.clone(), problems);
    let mut rows =
        ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut header: Option<Vec<String>> = None;
    let (mut values, mut problems) = (Vec::new(), Vec::new());
    let mut cells = StringRecord::new();
    // The text is UTF-8 and rows may be of any length: nothing else can be wrong with a row.
    while rows.read_record(&mut cells).unwrap_or(false) {
        let start = cells.position().map_or(0, |place| usize::try_from(place.byte()).unwrap_or(0));
        let names = header.as_deref().unwrap_or_default();
        let mut line = Line { text, start, names, cells: &cells, problems: &mut problems };
        if header.is_none() {
            line.check_header();
            header = Some(cells.iter().map(str::to_owned).collect());
            if !problems.is_empty() {
                break;
            }
        } else if cells.len() == names.len() {
            values.push(line.value());
        } else {
            let message =
                format!("this line has {} cells, and the first has {}", cells.len(), names.len());
            line.refuse(cells.len().min(names.len()) - 1, message, "give every line all columns");
        }
    }
    if header.is_none() {
        let problem = Diagnostic::error("the file of published values is empty");
        problems.push(problem.help("name the columns in its first line"));
    }
    fail(problems).map_or(Ok(values), Err)
}

/// The ends of a range such as `1..5`.
fn range(text: &str) -> Option<(f64, f64)> {
    let (least, largest) = text.split_once("..")?;
    let (least, largest) = (least.parse().ok()?, largest.parse().ok()?);
    (least < largest).then_some((least, largest))
}

/// A line of the file.
struct Line<'a> {
    text: &'a str,
    /// Where it begins in the text.
    start: usize,
    names: &'a [String],
    cells: &'a StringRecord,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'a> Line<'a> {
    fn check_header(&mut self) {
        let names: Vec<&str> = self.cells.iter().collect();
        for (index, name) in names.iter().enumerate() {
            let unused = COLUMNS.into_iter().filter(|column| !names.contains(column));
            if names[..index].contains(name) || name.is_empty() {
                let message = format!("the column \"{name}\" is there twice, or has no name");
                self.refuse(index, message, "give each column its own name");
            } else if !COLUMNS.contains(name)
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
            self.parsed("scale", |text| text.parse().ok().filter(|scale: &f64| scale.is_normal()));
        let scale = scale.unwrap_or(1.0);
        let number =
            |line: &mut Self, name| line.parsed(name, Number::read).map(|read| read.scaled(scale));
        let coordinates = self.coordinates();
        let quantity = self.quantity();
        PrintedValue {
            place: self.required("place"),
            row: self.text("row"),
            column: self.text("column"),
            what: self.required("what"),
            printed: self.text("value"),
            number: number(self, "value"),
            unit: self.text("unit"),
            scale,
            hedge: self.get("hedge").map(str::to_owned),
            target: self.target(&coordinates, quantity.as_ref()),
            quantity,
            reduce: self.get("reduce").and_then(Reduce::from_name),
            coordinates,
            basis: self.parsed("basis", Basis::from_name).unwrap_or_default(),
            note: self.get("note").map(str::to_owned),
            misprint: self.get("misprint").map(str::to_owned),
            corrected: number(self, "corrected"),
            same_as: self.get("same_as").map(str::to_owned),
            possible: self.parsed("possible", range),
            unjudged: self.get("unjudged").map(str::to_owned),
            cell: None,
        }
    }

    /// The table and column that the value stands for, if it is there.
    fn quantity(&mut self) -> Option<Quantity> {
        let name = self.get("reproduced_by").filter(|_| self.get("value").is_some())?;
        let refuse = |refusal: Refusal| {
            self.refuse_in("reproduced_by", refusal.problem, refusal.help);
        };
        Quantity::try_from(name.to_owned()).map_err(refuse).ok()
    }

    /// What reproduces the value, or why nothing does.
    fn target(
        &mut self,
        coordinates: &[(String, Vec<String>)],
        quantity: Option<&Quantity>,
    ) -> Result<Target, String> {
        let reduce = self.parsed("reduce", Reduce::from_name);
        let weight = self.get("weight").map(str::to_owned);
        if weight.is_some() && reduce != Some(Reduce::Mean) {
            self.refuse_in("weight", "only the reduction \"mean\" has weights", "leave it empty");
        }
        let several = coordinates.iter().find(|(_, values)| values.len() > 1);
        if let (Some((name, _)), None) = (several, reduce) {
            let message = format!("`{name}` lists several values for one number");
            self.refuse_in(
                name,
                message,
                "say in `reduce` what is made of their rows, or name one value",
            );
        }
        match (quantity, self.get("reason")) {
            (_, Some(reason)) => Err(reason.to_owned()),
            (Some(quantity), None) => {
                let (quantity, coordinates) = (quantity.clone(), coordinates.to_vec());
                Ok(Target { quantity, coordinates, reduce, weight })
            }
            // A name that is none was refused.
            (None, None) if self.get("value").is_some() && self.get("reproduced_by").is_some() => {
                Err(String::new())
            }
            (None, None) => {
                let message =
                    "the value or what reproduces it is missing, and there is no `reason`";
                let help = "write such as \"scores.median\" in `reproduced_by`, or the `reason` for its absence";
                self.refuse_in("reproduced_by", message, help);
                Err(String::new())
            }
        }
    }

    /// The columns that the value has in result tables, with what it has there.
    fn coordinates(&self) -> Vec<(String, Vec<String>)> {
        let cells = self.names.iter().zip(self.cells);
        let cells =
            cells.filter(|(name, cell)| !COLUMNS.contains(&name.as_str()) && !cell.is_empty());
        cells.map(|(name, cell)| (name.clone(), alternatives(cell))).collect()
    }

    /// What stands in a column, if there is one with something in it.
    fn get(&self, name: &str) -> Option<&'a str> {
        let index = self.names.iter().position(|own| own == name)?;
        self.cells.get(index).filter(|cell| !cell.is_empty())
    }

    fn text(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    fn required(&mut self, name: &str) -> String {
        if self.get(name).is_none() {
            let help =
                "every value has one, such as \"Table 2\" or \"x_min of the power function\"";
            self.refuse_in(name, format!("`{name}` is empty"), help);
        }
        self.text(name)
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
