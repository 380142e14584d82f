//! Reads files of published values, and reports everything that is more than a type of theirs.

use std::path::Path;

use super::file::{Check, Claim, PaperFigure, PrintedTable, Published, Reduce};
use super::printed::{self, PrintedCell, PrintedValue};
use super::target::{alternatives, meant};
use crate::config::rules::SpecProblems;
use crate::config::source::SpecPath;
use crate::config::{read_toml, toml_schema_text};
use crate::diagnostic::{Diagnostics, SourceText};

/// The path of the CSV file that a file of published values names, where `path` is its own.
///
/// # Errors
///
/// Everything that is wrong with the file.
pub fn values_path(path: &Path, source: &SourceText) -> Result<Option<String>, Diagnostics> {
    let file = document(source, None)?.file;
    Ok(file.map(|file| path.with_file_name(file).display().to_string()))
}

/// The path of the file about real test sets that a file of published values names, where `path` is its own.
///
/// # Errors
///
/// Everything that is wrong with the file.
pub fn real_path(path: &Path, source: &SourceText) -> Result<Option<String>, Diagnostics> {
    let file = document(source, None)?.real;
    Ok(file.map(|file| path.with_file_name(file).display().to_string()))
}

/// Reads and checks a file and, if it names one, the CSV file of its values.
///
/// # Errors
///
/// Everything that is wrong with the first of them that has something wrong, in the order of the text.
pub fn read(source: &SourceText, values: Option<&SourceText>) -> Result<Published, Diagnostics> {
    let mut values = values.map_or(Ok(Vec::new()), printed::read)?;
    let published = document(source, Some(&values))?;
    for value in &mut values {
        for (column, wanted) in value.target.iter_mut().flat_map(|target| &mut target.coordinates) {
            for name in wanted {
                *name = meant(&published.names, column, name).to_owned();
            }
        }
    }
    published.tables.iter().for_each(|table| arrange(table, &mut values));
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
    read_toml(source, example, |published: &Published, problems| {
        for (index, table) in published.tables.iter().enumerate() {
            if let Some(values) = values {
                check_table(table, values, &SpecPath::of(["tables"]).then(index), problems);
            }
        }
        for (index, claim) in published.claims.iter().enumerate() {
            check_claim(claim, &SpecPath::of(["claims"]).then(index), problems);
        }
        for (index, figure) in published.figures.iter().enumerate() {
            let at = SpecPath::of(["figures"]).then(index);
            let PaperFigure { files, reason, .. } = figure;
            either(("files", !files.is_empty()), reason.is_some(), &at, problems);
        }
    })
}

/// How a required key is written.
fn example(key: &str) -> String {
    let value = match key {
        "source" => r#"{ key = "", authors = "", title = "", venue = "", year = 0 }"#,
        "year" => "2007",
        _ => "\"...\"",
    };
    format!("{key} = {value}")
}

/// Reports where there are neither `key` nor a reason for its absence, or both.
fn either(
    (key, is_there): (&str, bool),
    has_reason: bool,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    if problems.is_damaged(&at.then(key)) || is_there != has_reason {
        return;
    }
    if is_there {
        let message = format!("with `{key}` there is no `reason` for their absence");
        problems.key_error(&at.then("reason"), message, "leave one of them out");
    } else {
        let help = format!("add `{key}`, or `reason = \"...\"` for their absence");
        problems.error(at, format!("there are neither `{key}` nor a `reason`"), help);
    }
}

/// A key of a printed table, the names that it lists, and where a value has its own.
type NamedLines<'a> = (&'static str, &'a [String], fn(&PrintedValue) -> &String);

fn check_table(
    table: &PrintedTable,
    values: &[PrintedValue],
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    let own: Vec<&PrintedValue> =
        values.iter().filter(|value| value.place == table.place).collect();
    if own.is_empty() {
        let message = format!("no value has the place \"{}\"", table.place);
        problems.error(&at.then("place"), message, "write it as the values do");
        return;
    }
    let lists: [NamedLines<'_>; 2] = [
        ("rows", &table.rows, |value| &value.row),
        ("columns", &table.columns, |value| &value.column),
    ];
    for (key, names, name_of) in lists {
        for (index, name) in names.iter().enumerate() {
            if !own.iter().any(|value| name_of(value) == name) {
                let at = at.then(key).then(index);
                let message = format!("no value is in \"{name}\"");
                problems.error(&at, message, "write it as the values do");
            }
        }
    }
}

fn check_claim(claim: &Claim, at: &SpecPath, problems: &mut SpecProblems<'_>) {
    either(("checks", !claim.checks.is_empty()), claim.reason.is_some(), at, problems);
    if let Some(id) = claim.id.as_deref().filter(|id| {
        id.is_empty()
            || !id.bytes().all(|byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    }) {
        let message = format!("\"{id}\" is no name of a claim");
        problems.error(&at.then("id"), message, "write small letters, digits and hyphens");
    }
    for (index, check) in claim.checks.iter().enumerate() {
        for (key, message, help) in faults(check) {
            let at = at.then("checks").then(index);
            let at = if key.is_empty() { at } else { at.then(key) };
            problems.error(&at, message, help);
        }
    }
}

/// What keys of a check have wrong together: the key at fault, or none where it is the whole check.
fn faults(check: &Check) -> Vec<(&'static str, String, &'static str)> {
    let has_values = check.values.is_some();
    let has_limits = check.at_least.is_some() || check.at_most.is_some();
    let is_ordered = check.falling.is_some() || check.rising.is_some();
    let is_correlation = check.pearson.is_some() || check.spearman.is_some();
    let seconds = [&check.less, &check.over, &check.pearson, &check.spearman];
    let seconds = seconds.map(Option::is_some);
    let is_mean = check.reduce == Some(Reduce::Mean);
    let rules = [
        (
            has_values == check.quantity.is_some(),
            ("", "a check needs either `values` or `quantity`", "write one of them"),
        ),
        (
            has_values && (is_ordered || has_limits || !check.at.is_empty()),
            ("values", "`values` are judged by their own verdicts", "leave the rest out"),
        ),
        (
            check.quantity.is_some() && !has_limits && !is_ordered && !check.only_shown,
            (
                "",
                "nothing says which numbers hold",
                "add `at-least`, `at-most`, `falling` or `rising`",
            ),
        ),
        (
            check.only_shown && (has_values || has_limits || is_ordered),
            (
                "only-shown",
                "what is only shown has nothing that decides",
                "leave it or the limits out",
            ),
        ),
        (
            is_ordered && has_limits,
            ("", "numbers fall or rise, or have limits", "leave `at-least` and `at-most` out"),
        ),
        (
            !check.scale.is_normal(),
            ("scale", "`scale` must be a number other than 0", "correct it"),
        ),
        (
            check.weight.is_some() && !is_mean,
            ("weight", "only `reduce = \"mean\"` has weights", "leave it out"),
        ),
        (
            seconds.iter().filter(|is_there| **is_there).count() > 1,
            (
                "",
                "there is one second number at most",
                "keep one of `less`, `over`, `pearson`, `spearman`",
            ),
        ),
        (
            check.along.is_some() && !is_correlation,
            ("along", "only correlations go along a column", "add `pearson` or `spearman`"),
        ),
        (
            is_correlation && check.along.is_none(),
            ("", "a correlation needs a column to go along", "add `along = \"system\"`"),
        ),
    ];
    let root = check.times_root.as_ref().filter(|column| !check.each.contains(column));
    let root = root.map(|column| {
        ("times-root", format!("`each` does not have the column `{column}`"), "add it there")
    });
    let broken = rules.into_iter().filter(|(is_broken, _)| *is_broken);
    let broken = broken.map(|(_, (key, message, help))| (key, message.to_owned(), help));
    let along = [("falling", &check.falling), ("rising", &check.rising)].into_iter();
    let short = along.filter_map(|(key, column)| {
        let column = column.as_ref()?;
        let listed = check.at.get(column).map_or(0, |text| alternatives(text).len());
        let message = format!("`at` does not list two values of `{column}` or more");
        let help = "list them in the order in which the numbers fall or rise, separated by `|`";
        (listed < 2).then_some((key, message, help))
    });
    broken.chain(short).chain(root).collect()
}

/// Gives the values of a printed table their rows and columns.
fn arrange(table: &PrintedTable, values: &mut [PrintedValue]) {
    let (mut rows, mut columns) = (table.rows.clone(), table.columns.clone());
    let number = |names: &mut Vec<String>, name: &String| {
        let known = names.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    };
    for value in values.iter_mut().filter(|value| value.place == table.place) {
        value.cell = Some(PrintedCell {
            title: table.title.clone(),
            heading: table.heading.clone(),
            row_number: number(&mut rows, &value.row),
            column_number: number(&mut columns, &value.column),
        });
    }
}
