//! Reads files of published values, and reports everything that is more than a type of theirs.

use std::path::Path;

use super::file::{Check, Claim, PrintedTable, Published, Reduce};
use super::printed::{self, PrintedValue};
use super::target::{alternatives, translate};
use crate::config::rules::SpecProblems;
use crate::config::source::SpecPath;
use crate::config::{read_toml, toml_schema_text};
use crate::diagnostic::{Diagnostics, SourceText};

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
/// Everything that is wrong with the first of them that has something wrong, in the order of the text.
pub fn read(source: &SourceText, values: Option<&SourceText>) -> Result<Published, Diagnostics> {
    let mut values = values.map_or(Ok(Vec::new()), printed::read)?;
    let published = document(source, Some(&values))?;
    for value in &mut values {
        if let Ok(target) = &mut value.target {
            translate(&mut target.coordinates, &published.names);
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
            either(("files", !figure.files.is_empty()), figure.reason.is_some(), &at, problems);
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

fn check_table(
    table: &PrintedTable,
    values: &[PrintedValue],
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    let own: Vec<&PrintedValue> =
        values.iter().filter(|value| *value.row.place == *table.place).collect();
    if own.is_empty() {
        let message = format!("no value has the place \"{}\"", table.place);
        problems.error(&at.then("place"), message, "write it as the values do");
        return;
    }
    let lists = [
        ("rows", &table.rows, own.iter().map(|value| &value.line).collect::<Vec<_>>()),
        ("columns", &table.columns, own.iter().map(|value| &value.column).collect()),
    ];
    for (key, names, known) in lists {
        for (index, name) in names.iter().enumerate().filter(|(_, name)| !known.contains(name)) {
            let message = format!("no value is in \"{name}\"");
            problems.error(&at.then(key).then(index), message, "write it as the values do");
        }
    }
}

fn check_claim(claim: &Claim, at: &SpecPath, problems: &mut SpecProblems<'_>) {
    either(("checks", !claim.checks.is_empty()), claim.reason.is_some(), at, problems);
    let is_of_name = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if let Some(id) = &claim.id
        && (id.is_empty() || !id.bytes().all(is_of_name))
    {
        let message = format!("\"{id}\" is no name of a claim");
        problems.error(&at.then("id"), message, "write small letters, digits and hyphens");
    }
    for (index, check) in claim.checks.iter().enumerate() {
        check_check(check, &at.then("checks").then(index), problems);
    }
}

/// Reports what keys of a check have wrong together: at the key at fault, or where it is the whole check, at this.
fn check_check(check: &Check, at: &SpecPath, problems: &mut SpecProblems<'_>) {
    let has_values = check.values.is_some();
    let has_limits = check.at_least.is_some() || check.at_most.is_some();
    let is_ordered = check.falling.is_some() || check.rising.is_some();
    let is_correlation = check.pearson.is_some() || check.spearman.is_some();
    let seconds = [&check.less, &check.over, &check.pearson, &check.spearman];
    let mut refuse = |key: &str, message: &str, help: &str| {
        let at = if key.is_empty() { at.clone() } else { at.then(key) };
        problems.error(&at, message, help);
    };
    if has_values == check.quantity.is_some() {
        refuse("", "a check needs either `values` or `quantity`", "write one of them");
    }
    if has_values && (is_ordered || has_limits || !check.at.is_empty()) {
        refuse("values", "`values` are judged by their own verdicts", "leave the rest out");
    }
    if check.quantity.is_some() && !has_limits && !is_ordered && !check.only_shown {
        let help = "add `at-least`, `at-most`, `falling` or `rising`";
        refuse("", "nothing says which numbers hold", help);
    }
    if check.only_shown && (has_values || has_limits || is_ordered) {
        let message = "what is only shown has nothing that decides";
        refuse("only-shown", message, "leave it or the limits out");
    }
    if is_ordered && has_limits {
        let help = "leave `at-least` and `at-most` out";
        refuse("", "numbers fall or rise, or have limits", help);
    }
    if !check.scale.is_normal() {
        refuse("scale", "`scale` must be a number other than 0", "correct it");
    }
    if check.weight.is_some() && check.reduce != Some(Reduce::Mean) {
        refuse("weight", "only `reduce = \"mean\"` has weights", "leave it out");
    }
    if seconds.iter().filter(|second| second.is_some()).count() > 1 {
        let help = "keep one of `less`, `over`, `pearson`, `spearman`";
        refuse("", "there is one second number at most", help);
    }
    if check.along.is_some() && !is_correlation {
        refuse("along", "only correlations go along a column", "add `pearson` or `spearman`");
    }
    if is_correlation && check.along.is_none() {
        refuse("", "a correlation needs a column to go along", "add `along = \"system\"`");
    }
    for (key, column) in [("falling", &check.falling), ("rising", &check.rising)] {
        let Some(column) = column else { continue };
        if check.at.get(column).is_none_or(|text| alternatives(text).len() < 2) {
            let message = format!("`at` does not list two values of `{column}` or more");
            let help = "list them in the order in which the numbers fall or rise, separated by `|`";
            refuse(key, &message, help);
        }
    }
    if let Some(column) = check.times_root.as_ref().filter(|column| !check.each.contains(column)) {
        let message = format!("`each` does not have the column `{column}`");
        refuse("times-root", &message, "add it there");
    }
}

/// Gives the values of a printed table their rows and columns.
fn arrange(table: &PrintedTable, values: &mut [PrintedValue]) {
    let (mut lines, mut columns) = (table.rows.clone(), table.columns.clone());
    for value in values.iter_mut().filter(|value| *value.row.place == *table.place) {
        let row = &mut value.row;
        row.table_title = Some(table.title.as_str().into());
        row.table_heading = Some(table.heading.as_str().into());
        row.table_row = Some(value.line.as_str().into());
        row.row_number = Some(number_among(&mut lines, &value.line));
        row.table_column = Some(value.column.as_str().into());
        row.column_number = Some(number_among(&mut columns, &value.column));
    }
}

/// The place of a name among others, of which it becomes the last where it is not there.
fn number_among(names: &mut Vec<String>, name: &String) -> u32 {
    let place = names.iter().position(|other| other == name);
    if place.is_none() {
        names.push(name.clone());
    }
    u32::try_from(place.unwrap_or(names.len() - 1)).unwrap_or(u32::MAX)
}
