//! Reads files of published values: a TOML file, and a CSV file with a line for each value.
//!
//! Columns of the CSV file that are not about the value are its coordinates: a value is reproduced by the row of a result
//! table that has the same in them. Numbers are kept as they are printed, so that their rounding is known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use csv::{Position, ReaderBuilder, StringRecord};

use super::PublishedRow;
use super::file::{Check, PRINT, PrintedTable, Published, Quantity, Reduce};
use super::lookup::{Target, alternatives, translate};
use super::verdict::Basis;
use crate::config::rules::SpecProblems;
use crate::config::source::SpecPath;
use crate::config::{read_toml, toml_schema_text};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceText, closest};
use crate::table::Contents;
use crate::value::Refusal;

/// Columns that are about the value; those of another name are coordinates.
const COLUMNS: &str = "place row column what value unit scale hedge reproduced_by reduce weight basis note reason misprint \
                       corrected possible unjudged";

/// Those that every file has.
const REQUIRED: [&str; 5] = ["place", "what", "value", "unit", "reproduced_by"];

/// Returns `true` if a column is about the value.
fn is_own(name: &str) -> bool {
    COLUMNS.split(' ').any(|own| own == name)
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
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let last = if digits.contains('.') { decimals } else { whole };
        if last.is_empty() || !all_digits(whole) || !all_digits(decimals) || digits.len() > 30 {
            return None;
        }
        let value: f64 = text.parse().ok()?;
        // Read rather than computed, so that it is the nearest number to 0.5, 0.05, ...
        let half_unit = format!("0.{}5", "0".repeat(decimals.len())).parse().ok()?;
        Some(Self { value, half_unit })
    }
}

/// One published value, or one that is not available.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedValue {
    /// What the source says of it: its row of the table `published` before it is compared, whose reason is why what
    /// reproduces it is not judged.
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
    /// The number that counts: of a misprint the correction, where it is known.
    pub judged: Option<Number>,
}

impl PrintedValue {
    /// What it has in a column of result tables.
    pub fn coordinate(&self, name: &str) -> Option<&[String]> {
        let named = self.coordinates.iter().find(|(own, _)| own == name);
        named.map(|(_, values)| values.as_slice())
    }
}

/// The paths of the CSV file and of the file about real test sets that a file of published values names, where `path` is
/// its own.
///
/// # Errors
///
/// Everything that is wrong with the file.
pub fn named_paths(path: &Path, source: &SourceText) -> Result<[Option<String>; 2], Diagnostics> {
    let Published { file, real, .. } = document(source, None)?;
    let named = [file, real];
    Ok(named.map(|name| name.map(|name| path.with_file_name(name).display().to_string())))
}

/// Reads and checks a file and, if it names one, the CSV file of its values.
///
/// # Errors
///
/// The first problem of the CSV file, or else everything that is wrong with the other file.
pub fn read(source: &SourceText, values: Option<&SourceText>) -> Result<Published, Diagnostics> {
    let mut values = values.map_or(Ok(Vec::new()), read_values)?;
    let published = document(source, Some(&values))?;
    for value in &mut values {
        if let Ok(target) = &mut value.target {
            translate(&mut target.coordinates, &published.names);
        }
    }
    for table in &published.tables {
        let (mut lines, mut columns) = (table.rows.clone(), table.columns.clone());
        // The place of a name among others, of which it becomes the last where it is not there.
        let number_among = |names: &mut Vec<String>, name: &String| {
            let place = names.iter().position(|other| other == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
            u32::try_from(place).ok()
        };
        for value in values.iter_mut().filter(|value| *value.row.place == *table.place) {
            let row = &mut value.row;
            row.table_title = Some(table.title.as_str().into());
            row.table_heading = Some(table.heading.as_str().into());
            row.table_row = Some(value.line.as_str().into());
            row.row_number = number_among(&mut lines, &value.line);
            row.table_column = Some(value.column.as_str().into());
            row.column_number = number_among(&mut columns, &value.column);
        }
    }
    Ok(Published { values, ..published })
}

/// The JSON Schema of files of published values (draft 2020-12), as it is checked in.
pub fn published_schema_text() -> String {
    toml_schema_text::<Published>()
}

/// The TOML file, checked against the values if these are there.
fn document(
    source: &SourceText,
    values: Option<&[PrintedValue]>,
) -> Result<Published, Diagnostics> {
    read_toml(source, |published: &Published, problems| {
        for (index, PrintedTable { place, .. }) in published.tables.iter().enumerate() {
            let mut places = values.map(|values| values.iter().map(|value| &*value.row.place));
            if places.as_mut().is_some_and(|places| places.all(|other| other != place)) {
                let at = SpecPath::of(["tables"]).then(index).then("place");
                let message = format!("no value has the place \"{place}\"");
                problems.error(&at, message, "write it as the values do");
            }
        }
        for (index, claim) in published.claims.iter().enumerate() {
            let at = SpecPath::of(["claims"]).then(index);
            either(("checks", !claim.checks.is_empty()), claim.reason.is_some(), &at, problems);
            for (index, check) in claim.checks.iter().enumerate() {
                check_check(check, &at.then("checks").then(index), problems);
            }
        }
        for (index, figure) in published.figures.iter().enumerate() {
            let at = SpecPath::of(["figures"]).then(index);
            either(("files", !figure.files.is_empty()), figure.reason.is_some(), &at, problems);
        }
    })
}

/// Reports where there are neither `key` nor a reason for its absence, or both.
fn either(
    (key, is_there): (&str, bool),
    has_reason: bool,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    if !problems.is_damaged(&at.then(key)) && is_there == has_reason {
        let message = format!("there must be either `{key}` or a `reason`");
        problems.error(at, message, format!("write one of `{key}` and `reason`"));
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

/// Reads the values of a CSV file in its order.
fn read_values(source: &SourceText) -> Result<Vec<PrintedValue>, Diagnostics> {
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(source.text.as_bytes());
    // The text is UTF-8 and rows may be of any length: the reader cannot fail.
    let names = rows.headers().cloned().unwrap_or_default();
    check_header(&names).map_err(|problem| refused(source, 0, problem))?;
    let values = rows.records().map_while(Result::ok).map(|cells| {
        let start = cells.position().map_or(0, Position::byte);
        let line = Line { names: &names, cells: &cells };
        line.value().map_err(|problem| refused(source, start, problem))
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
        if let Some(meant) = closest(name, unused).filter(|_| !is_own(name)) {
            let help = format!("did you mean `{meant}`?");
            return Err(Refusal::new(format!("unknown column `{name}`"), help));
        }
    }
    let Some(missing) = REQUIRED.into_iter().find(|name| !has(name)) else { return Ok(()) };
    let help = format!("a file of published values has {}", REQUIRED.join(", "));
    Err(Refusal::new(format!("there is no column `{missing}`"), help))
}

/// The ends of a range such as `1..5`.
pub(super) fn range(text: &str) -> Option<(f64, f64)> {
    let (least, largest) = text.split_once("..")?;
    let (least, largest) = (least.parse().ok()?, largest.parse().ok()?);
    (least < largest).then_some((least, largest))
}

/// A line of the CSV file.
struct Line<'a> {
    names: &'a StringRecord,
    cells: &'a StringRecord,
}

impl Line<'_> {
    fn value(&self) -> Result<PrintedValue, Refusal> {
        if self.cells.len() != self.names.len() {
            let (own, all) = (self.cells.len(), self.names.len());
            let message = format!("this line has {own} cells, and the first has {all}");
            return Err(Refusal::new(message, "give every line all columns"));
        }
        // Neither nought nor infinity is a unit.
        let scale = |text: &str| text.parse().ok().filter(|scale: &f64| scale.is_normal());
        let scale = self.parsed("scale", scale, "a number other than 0")?.unwrap_or(1.0);
        let number = |name: &str| -> Result<Option<Number>, Refusal> {
            let help = "digits with a point at most, as printed";
            let number = self.parsed(name, Number::read, help)?;
            Ok(number.map(|Number { value, half_unit }| Number {
                value: value * scale,
                half_unit: half_unit * scale.abs(),
            }))
        };
        let (number, corrected) = (number("value")?, number("corrected")?);
        let cells = self.names.iter().zip(self.cells);
        let cells = cells.filter(|(name, cell)| !is_own(name) && !cell.is_empty());
        let coordinates: Vec<(String, Vec<String>)> =
            cells.map(|(name, cell)| (name.to_owned(), alternatives(cell))).collect();
        let words = coordinates.iter().map(|(name, texts)| format!("{name}={}", texts.join("|")));
        let coordinate = |wanted: &str| {
            let (_, texts) = coordinates.iter().find(|(name, _)| name == wanted)?;
            Some(texts.join("|").into())
        };
        let reductions = Reduce::ALL.map(Reduce::name).join(", ");
        let reduce = self.parsed("reduce", Reduce::from_name, &reductions)?;
        let weight = self.get("weight").map(str::to_owned);
        if weight.is_some() && reduce != Some(Reduce::Mean) {
            return Err(Refusal::new("only the reduction \"mean\" has weights", "leave it empty"));
        }
        let several = coordinates.iter().find(|(_, values)| values.len() > 1);
        if let (Some((name, _)), None) = (several, reduce) {
            let message = format!("`{name}` lists several values for one number");
            return Err(Refusal::new(message, "say in `reduce` what is made of their rows"));
        }
        let name = self.get("reproduced_by").filter(|_| self.get("value").is_some());
        let quantity = name.map(|name| Quantity::try_from(name.to_owned())).transpose()?;
        let target = match (self.get("reason"), quantity) {
            (Some(reason), _) => Err(reason.to_owned()),
            (None, Some(quantity)) => {
                Ok(Target { quantity, coordinates: coordinates.clone(), reduce, weight })
            }
            (None, None) => {
                return Err(Refusal::new(
                    "the value or what reproduces it is missing, and there is no `reason`",
                    "write such as \"scores.median\" in `reproduced_by`, or the `reason`",
                ));
            }
        };
        let possible = self.parsed("possible", range, "the least and the largest, such as 1..5")?;
        let bases = Basis::ALL.map(Basis::name).join(", ");
        let required = |name: &str| {
            let refusal = || Refusal::new(format!("`{name}` is empty"), "every value has one");
            self.text(name).ok_or_else(refusal)
        };
        let row = PublishedRow {
            place: required("place")?,
            what: required("what")?,
            corpus: coordinate("corpus"),
            metric: coordinate("metric"),
            system: coordinate("system"),
            coordinates: words.collect::<Vec<_>>().join(", ").into(),
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
        Ok(PrintedValue {
            row,
            line: self.get("row").unwrap_or_default().to_owned(),
            column: self.get("column").unwrap_or_default().to_owned(),
            number,
            scale,
            target,
            basis: self.parsed("basis", Basis::from_name, &bases)?.unwrap_or_default(),
            judged: corrected.or(number),
            coordinates,
        })
    }

    /// What stands in a column, if there is one with something in it.
    fn get(&self, name: &str) -> Option<&str> {
        let index = self.names.iter().position(|own| own == name)?;
        self.cells.get(index).filter(|cell| !cell.is_empty())
    }

    fn text(&self, name: &str) -> Option<Arc<str>> {
        self.get(name).map(Arc::from)
    }

    /// What `parse` makes of a cell that is not empty.
    fn parsed<T>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Option<T>,
        help: &str,
    ) -> Result<Option<T>, Refusal> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let refusal = || Refusal::new(format!("\"{text}\" is no {name}"), format!("write {help}"));
        parse(text).ok_or_else(refusal).map(Some)
    }
}

/// Returns the table `print` alone: the columns of the CSV file with `value` in the unit of print, and `printed_value`
/// in the unit of the result table. Known misprints are corrected.
pub(super) fn print_tables(source: &Published) -> BTreeMap<String, Contents> {
    let values = source.values.iter();
    let printed: Vec<(&PrintedValue, f64)> =
        values.filter_map(|value| Some((value, value.judged?.value))).collect();
    let coordinates = printed.iter().flat_map(|(value, _)| &value.coordinates);
    let names: BTreeSet<&str> = coordinates.map(|(name, _)| name.as_str()).collect();
    let texts = ["place", "row", "column", "what"].into_iter().chain(names).map(|name| {
        let cells = printed.iter().map(|(value, _)| match name {
            "place" => Some(value.row.place.to_string()),
            "row" => Some(value.line.clone()),
            "column" => Some(value.column.clone()),
            "what" => Some(value.row.what.to_string()),
            _ => value.coordinate(name).map(|texts| texts.join("|")),
        });
        (name.to_owned(), cells.collect())
    });
    let values = printed.iter().map(|(value, number)| Some(number / value.scale)).collect();
    let scaled = printed.iter().map(|(_, number)| Some(*number)).collect();
    let numbers = [("value".to_owned(), values), ("printed_value".to_owned(), scaled)];
    BTreeMap::from([(PRINT.to_owned(), Contents::of_columns(printed.len(), texts, numbers))])
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
