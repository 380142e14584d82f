//! Reads files of published values: a TOML file, and a CSV file with a line for each value.
//!
//! Columns of the CSV file that are not about the value are its coordinates: a value is reproduced by the row of a result
//! table that has the same in them. Numbers are kept as they are printed, so that their rounding is known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use csv::{Position, ReaderBuilder, StringRecord};

use super::file::PRINT;
use super::lookup::{RunTables, alternatives, in_tables, meant, range};
use super::{Basis, Check, Names, Published, PublishedRow, Quantity, Reduce, Target};
use crate::config::{SpecPath, SpecProblems, read_toml, toml_schema_text};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceText, closest};
use crate::table::Contents;
use crate::value::Refusal;

/// Columns that are about the value; those of another name are coordinates.
const COLUMNS: &str = "place row column what value unit scale hedge reproduced_by reduce weight basis note reason misprint \
                       corrected possible unjudged";

/// Columns that every file has.
const REQUIRED: [&str; 5] = ["place", "what", "value", "unit", "reproduced_by"];

/// Returns `true` if a column is a coordinate.
fn is_coordinate(name: &str) -> bool {
    COLUMNS.split(' ').all(|column| column != name)
}

/// A number and half a unit of its last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The number.
    pub value: f64,
    /// Half a unit of its last digit.
    pub half_unit: f64,
}

impl Number {
    /// Reads a number as it is printed (`41`, `.674`, `+4.93`, `-13.40`).
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        if digits.ends_with('.') || !digits.bytes().all(is_digit) || digits.len() > 30 {
            return None;
        }
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        // Read rather than computed, so that it is the nearest number to 0.5, 0.05, ...
        let half_unit = format!("0.{}5", "0".repeat(decimals)).parse().ok()?;
        Some(Self { value: text.parse().ok()?, half_unit })
    }
}

/// One published value, or one that is not available.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedValue {
    /// Its row of the table `published` before it is compared; the `reason` is why what reproduces it is not judged.
    pub row: PublishedRow,
    /// Its line of the CSV file.
    pub line: Line,
    /// The number that reproduces it, under the names of the tables, or why nothing does.
    pub target: Result<Target, String>,
    /// How it depends on what a synthetic corpus was fitted to.
    pub basis: Basis,
    /// The number that counts, in the unit of the table: of a misprint the correction, where it is known.
    pub judged: Option<Number>,
}

/// The cells of a line of the CSV file that are not empty, by column.
#[derive(Clone, Debug, PartialEq)]
pub struct Line(Vec<(String, String)>);

impl Line {
    fn new(header: &StringRecord, cells: &StringRecord) -> Result<Self, Refusal> {
        let (count, all) = (cells.len(), header.len());
        if count != all {
            let message = format!("this line has {count} cells, and the first has {all}");
            return Err(Refusal::new(message, "give every line all columns"));
        }
        let cells = header.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        Ok(Self(cells.map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()))
    }

    /// Returns the cell in a column, if it is not empty.
    pub fn get(&self, column: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == column).map(|(_, cell)| cell.as_str())
    }

    fn text(&self, column: &str) -> Option<Arc<str>> {
        self.get(column).map(Arc::from)
    }

    /// Parses a cell, unless it is empty.
    fn parsed<T>(
        &self,
        column: &str,
        parse: impl Fn(&str) -> Option<T>,
        help: &str,
    ) -> Result<Option<T>, Refusal> {
        let Some(text) = self.get(column) else { return Ok(None) };
        let refusal =
            || Refusal::new(format!("\"{text}\" is no {column}"), format!("write {help}"));
        parse(text).ok_or_else(refusal).map(Some)
    }

    /// Returns the value of the line, `names` being those of its source.
    fn value(self, names: &Names) -> Result<PrintedValue, Refusal> {
        // Neither 0 nor infinity is a unit.
        let scale = |text: &str| text.parse().ok().filter(|scale: &f64| scale.is_normal());
        let scale = self.parsed("scale", scale, "a number other than 0")?.unwrap_or(1.0);
        let number = |column: &str| {
            let scaled = |text: &str| {
                let Number { value, half_unit } = Number::read(text)?;
                Some(Number { value: value * scale, half_unit: half_unit * scale.abs() })
            };
            self.parsed(column, scaled, "digits with a point at most, as printed")
        };
        let (number, corrected) = (number("value")?, number("corrected")?);
        let reductions = Reduce::ALL.map(Reduce::name).join(", ");
        let reduce = self.parsed("reduce", Reduce::from_name, &reductions)?;
        if self.get("weight").is_some() && reduce != Some(Reduce::Mean) {
            return Err(Refusal::new("only the reduction \"mean\" has weights", "leave it empty"));
        }
        let cells = self.0.iter().map(|(name, cell)| (name, cell));
        let coordinates = || cells.clone().filter(|(name, _)| is_coordinate(name));
        let several = coordinates().find(|(_, cell)| cell.contains('|'));
        if let (Some((name, _)), None) = (several, reduce) {
            let message = format!("`{name}` lists several values for one number");
            return Err(Refusal::new(message, "say in `reduce` what is made of their rows"));
        }
        let quantity = self.get("reproduced_by").filter(|_| number.is_some());
        let quantity = quantity.map(|name| Quantity::try_from(name.to_owned())).transpose()?;
        let target = match (self.get("reason"), quantity) {
            (Some(reason), _) => Err(reason.to_owned()),
            (None, Some(quantity)) => Ok(Target {
                quantity,
                coordinates: in_tables(coordinates(), names),
                reduce,
                weight: self.get("weight").map(str::to_owned),
            }),
            (None, None) => {
                return Err(Refusal::new(
                    "the value or what reproduces it is missing, and there is no `reason`",
                    "write such as \"scores.median\" in `reproduced_by`, or the `reason`",
                ));
            }
        };
        let possible = self.parsed("possible", range, "the least and the largest, such as 1..5")?;
        let bases = Basis::ALL.map(Basis::name).join(", ");
        let required = |column: &str| {
            let refusal = || Refusal::new(format!("`{column}` is empty"), "every value has one");
            self.text(column).ok_or_else(refusal)
        };
        // `null` is an empty text.
        let shown = |cell: &str| alternatives(cell).join("|");
        let coordinate = |column: &str| self.get(column).map(|cell| shown(cell).into());
        let all = coordinates().map(|(name, cell)| format!("{name}={}", shown(cell)));
        let row = PublishedRow {
            place: required("place")?,
            what: required("what")?,
            corpus: coordinate("corpus"),
            metric: coordinate("metric"),
            system: coordinate("system"),
            coordinates: all.collect::<Vec<_>>().join(", ").into(),
            quantity: target.as_ref().ok().map(|target| target.words().into()),
            unit: self.text("unit").unwrap_or_default(),
            hedge: self.text("hedge"),
            printed: self.text("value"),
            printed_value: number.map(|number| number.value),
            half_unit: number.map(|number| number.half_unit),
            possible: possible.map(|(least, largest)| format!("{least}..{largest}").into()),
            misprint: self.text("misprint"),
            corrected: corrected.map(|corrected| corrected.value),
            reason: self.text("unjudged"),
            note: self.text("note"),
            scale: number.map(|_| scale),
            ..PublishedRow::default()
        };
        let basis = self.parsed("basis", Basis::from_name, &bases)?.unwrap_or_default();
        let judged = number.map(|number| corrected.unwrap_or(number));
        Ok(PrintedValue { row, target, basis, judged, line: self })
    }
}

/// Returns the paths of the CSV file and of the file about real test sets that a file of published values names, where
/// `path` is its own.
///
/// # Errors
///
/// Everything that is wrong with the keys of the file.
pub fn named_paths(path: &Path, source: &SourceText) -> Result<[Option<String>; 2], Diagnostics> {
    let Published { file, real, .. } = read_toml(source, |_, _| {})?;
    let named = [file, real];
    Ok(named.map(|name| name.map(|name| path.with_file_name(name).display().to_string())))
}

/// Reads and checks a file and, if it names one, the CSV file of its values.
///
/// # Errors
///
/// Keys of the file that cannot be read, or else the first problem of the CSV file, or else everything that is wrong.
pub fn read(source: &SourceText, values: Option<&SourceText>) -> Result<Published, Diagnostics> {
    let Published { names, .. } = read_toml(source, |_, _| {})?;
    let mut values = values.map_or(Ok(Vec::new()), |values| read_values(values, &names))?;
    let published = read_toml(source, |published, problems| check(published, &values, problems))?;
    for table in &published.tables {
        let (mut lines, mut columns) = (table.rows.clone(), table.columns.clone());
        for PrintedValue { row, line, .. } in &mut values {
            if *row.place == *table.place {
                let [in_row, in_column] =
                    ["row", "column"].map(|name| line.get(name).unwrap_or_default());
                row.table_title = Some(table.title.as_str().into());
                row.table_heading = Some(table.heading.as_str().into());
                row.table_row = Some(in_row.into());
                row.row_number = number_among(&mut lines, in_row);
                row.table_column = Some(in_column.into());
                row.column_number = number_among(&mut columns, in_column);
            }
        }
    }
    Ok(Published { values, ..published })
}

/// Returns the place of a name among others, of which it becomes the last if it is new.
fn number_among(names: &mut Vec<String>, name: &str) -> Option<u32> {
    if names.iter().all(|other| other != name) {
        names.push(name.to_owned());
    }
    names.iter().position(|other| other == name).and_then(|place| u32::try_from(place).ok())
}

/// Returns the JSON Schema of files of published values (draft 2020-12), as it is checked in.
pub fn published_schema_text() -> String {
    toml_schema_text::<Published>()
}

/// Reports what is wrong with the TOML file, beside these values.
fn check(published: &Published, values: &[PrintedValue], problems: &mut SpecProblems<'_>) {
    for (index, table) in published.tables.iter().enumerate() {
        if values.iter().all(|value| *value.row.place != *table.place) {
            let at = SpecPath::of(["tables"]).then(index).then("place");
            let message = format!("no value has the place \"{}\"", table.place);
            problems.error(&at, message, "write it as the values do");
        }
    }
    for (index, claim) in published.claims.iter().enumerate() {
        let checks = SpecPath::of(["claims"]).then(index).then("checks");
        for (index, check) in claim.checks.iter().enumerate() {
            check_check(check, &checks.then(index), problems);
        }
    }
    let claims = published.claims.iter().map(|one| (one.checks.is_empty(), one.reason.is_some()));
    let figures = published.figures.iter().map(|one| (one.files.is_empty(), one.reason.is_some()));
    let claims = claims.enumerate().map(|one| ("claims", "checks", one));
    let figures = figures.enumerate().map(|one| ("figures", "files", one));
    for (list, key, (index, (is_empty, has_reason))) in claims.chain(figures) {
        let at = SpecPath::of([list]).then(index);
        if is_empty != has_reason && !problems.is_damaged(&at.then(key)) {
            let message = format!("there must be either `{key}` or a `reason`");
            problems.error(&at, message, format!("write one of `{key}` and `reason`"));
        }
    }
}

/// Reports which keys of a check do not go together.
fn check_check(check: &Check, at: &SpecPath, problems: &mut SpecProblems<'_>) {
    let (has_values, has_quantity) = (check.values.is_some(), check.quantity.is_some());
    let has_limits = check.at_least.is_some() || check.at_most.is_some();
    let decides = has_limits || check.falling.is_some();
    let has_more = decides || check.only_shown || !check.at.is_empty();
    let is_correlation = check.pearson.is_some() || check.spearman.is_some();
    let seconds = [&check.less, &check.over, &check.pearson, &check.spearman];
    let is_listed = |name| check.at.get(name).is_some_and(|text: &String| text.contains('|'));
    let lacks_values = check.falling.as_ref().is_some_and(|name| !is_listed(name));
    let lacks_root = check.times_root.as_ref().is_some_and(|name| !check.each.contains(name));
    for (is_wrong, problem) in [
        (has_values == has_quantity, "needs either `values` or `quantity`"),
        (has_values && has_more, "needs nothing beside `values`, which have their own verdicts"),
        (has_quantity && decides == check.only_shown, "needs limits, `falling` or `only-shown`"),
        (has_limits && check.falling.is_some(), "needs either limits or `falling`"),
        (!check.scale.is_normal(), "needs a `scale` other than 0"),
        (seconds.into_iter().flatten().count() > 1, "needs one second number at most"),
        (check.along.is_some() != is_correlation, "needs both `along` and a correlation"),
        (lacks_values, "needs several values in `at` for the column in `falling`"),
        (lacks_root, "needs the column in `times-root` in `each` too"),
    ] {
        if is_wrong {
            problems.error(at, format!("this check {problem}"), "correct its keys");
        }
    }
}

/// Reads the values of a CSV file in their order.
fn read_values(source: &SourceText, names: &Names) -> Result<Vec<PrintedValue>, Diagnostics> {
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(source.text.as_bytes());
    // The text is UTF-8 and rows may be of any length: the reader cannot fail.
    let header = rows.headers().cloned().unwrap_or_default();
    check_header(&header).map_err(|problem| refused(source, 0, problem))?;
    let values = rows.records().map_while(Result::ok).map(|cells| {
        let start = cells.position().map_or(0, Position::byte);
        let line = Line::new(&header, &cells).and_then(|line| line.value(names));
        line.map_err(|problem| refused(source, start, problem))
    });
    values.collect()
}

/// Returns a problem with the line that begins at `start`.
fn refused(source: &SourceText, start: u64, problem: Refusal) -> Diagnostics {
    let text = &*source.text;
    let begin = text.len() - text[usize::try_from(start).unwrap_or(0)..].trim_start().len();
    let end = begin + text[begin..].lines().next().map_or(0, str::len);
    let problem = Diagnostic::error(problem.problem).label(begin..end, "").help(problem.help);
    Diagnostics::in_source(source.clone(), vec![problem]).expect("there is one")
}

fn check_header(names: &StringRecord) -> Result<(), Refusal> {
    let has = |name: &str| names.iter().any(|other| other == name);
    for (index, name) in names.iter().enumerate() {
        if name.is_empty() || names.iter().take(index).any(|other| other == name) {
            let message = format!("the column \"{name}\" is there twice, or has no name");
            return Err(Refusal::new(message, "give each column its own name"));
        }
        if name == "same_as" {
            let help = "leave it out: only the removed counts of reproduced values used it";
            return Err(Refusal::new("the column `same_as` was removed", help));
        }
        let unused = COLUMNS.split(' ').filter(|column| !has(column));
        if let Some(meant) = closest(name, unused).filter(|_| is_coordinate(name)) {
            let help = format!("did you mean `{meant}`?");
            return Err(Refusal::new(format!("unknown column `{name}`"), help));
        }
    }
    let Some(missing) = REQUIRED.into_iter().find(|name| !has(name)) else { return Ok(()) };
    let help = format!("a file of published values has {}", REQUIRED.join(", "));
    Err(Refusal::new(format!("there is no column `{missing}`"), help))
}

impl Published {
    /// Returns the table `print` alone: the columns of the CSV file, with `value` in the unit of print and `printed_value` in
    /// the unit of the result table. Known misprints are corrected.
    pub(super) fn print(&self) -> RunTables {
        let printed = self.values.iter().filter_map(|value| Some((value, value.judged?.value)));
        let printed: Vec<(&PrintedValue, f64)> = printed.collect();
        let cells = printed.iter().flat_map(|(value, _)| &value.line.0);
        let columns: BTreeSet<&str> = cells.map(|(name, _)| name.as_str()).collect();
        let texts = columns.into_iter().filter(|name| *name != "value").map(|name| {
            let cells = printed.iter().map(|(value, _)| {
                let cell = value.line.get(name).filter(|cell| *cell != "null");
                cell.map(|cell| meant(&self.names, name, cell).to_owned())
            });
            (name.to_owned(), cells.collect())
        });
        let unscaled = printed.iter().map(|(value, number)| Some(number / value.row.scale?));
        let numbers = [
            ("value".to_owned(), unscaled.collect()),
            ("printed_value".to_owned(), printed.iter().map(|(_, number)| Some(*number)).collect()),
        ];
        let table = Contents::of_columns(printed.len(), texts, numbers);
        BTreeMap::from([(PRINT.to_owned(), table)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_tell_the_rounding() {
        let number = |value, half_unit| Some(Number { value, half_unit });
        assert_eq!(Number::read("41"), number(41.0, 0.5));
        assert_eq!(Number::read(".674"), number(0.674, 0.0005));
        assert_eq!(Number::read("+4.93"), number(4.93, 0.005));
        assert_eq!(Number::read("-13.40"), number(-13.4, 0.005));
        for wrong in ["", "-", "+", ".", "4.", "1e3", "4,2", "4 2", "NaN", "inf", "--1", "0x1"] {
            assert_eq!(Number::read(wrong), None, "{wrong}");
        }
    }
}
