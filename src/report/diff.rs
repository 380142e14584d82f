//! Differences between two folders of results, in words.

use std::fmt::Write;

use serde_json::Value;

use super::wrap::wrapped;
use crate::diff::{
    ColumnDiff, Compared, Example, FolderDiff, ManifestChange, TableDiff, VerdictChange,
};
use crate::escape;
use crate::words::{grouped, grouped_count};

/// Longest text of a value that is shown whole.
const LONGEST: usize = 64;

/// Verdicts that changed, at most.
const MOST_VERDICTS: usize = 20;

/// Differences of manifests, at most.
const MOST_OF_MANIFEST: usize = 10;

/// Digits of a digest that are shown, of how many.
const DIGEST: (usize, usize) = (12, 64);

/// Key columns that say no more than others do, for people.
const SAID_BY_OTHERS: [&str; 3] = ["test_set", "reference_choice", "reference_count"];

const INTO_STRING: &str = "writing to a string cannot fail";

const INDENT: &str = "  ";
const DEEPER: &str = "    ";

/// What changed of the verdicts, the largest changes of numbers, and how many more there are; then the
/// manifests, and a line per table. Where rows are shown, all columns that differ are, too.
pub fn text(diff: &FolderDiff) -> String {
    let mut text = String::new();
    verdicts(&mut text, diff);
    numbers(&mut text, diff);
    let mut line = |line: &str, indent: &str, deeper: &str| text += &wrapped(line, indent, deeper);
    match diff.manifest.as_deref() {
        None => line("manifest: not compared", "", ""),
        Some([]) => line("manifest: equal", "", ""),
        Some(changes) => {
            let differences = grouped_count(changes.len() as u64, "difference");
            line(&format!("manifest: {differences}"), "", "");
            for change in changes.iter().take(MOST_OF_MANIFEST) {
                let (a, b) = (without_digest(&change.a), without_digest(&change.b));
                let short = ManifestChange { what: change.what.clone(), a, b };
                line(&manifest_change(&short), INDENT, DEEPER);
            }
            let others = changes.len().saturating_sub(MOST_OF_MANIFEST) as u64;
            if others > 0 {
                line(&format!("... and {}", more(others, "difference")), INDENT, DEEPER);
            }
        }
    }
    for table in &diff.tables {
        line(&format!("{}: {}", table.table, summary(table)), "", INDENT);
        for (verb, columns) in [
            ("only in the first", &table.columns_removed),
            ("only in the second", &table.columns_added),
        ] {
            if !columns.is_empty() {
                line(&format!("columns {verb}: {}", columns.join(", ")), INDENT, DEEPER);
            }
        }
        if table.examples.is_empty() {
            continue;
        }
        for column in &table.columns {
            line(&column_diff(column), INDENT, DEEPER);
        }
        for shown in &table.examples {
            line(&example(shown), INDENT, DEEPER);
        }
        let shown = table.examples.len() as u64;
        let all = table.added + table.removed + table.changed;
        if shown < all {
            line(&format!("... and {}", more(all - shown, "row")), INDENT, DEEPER);
        }
    }
    text
}

/// What changed of the verdicts.
fn verdicts(text: &mut String, diff: &FolderDiff) {
    let Some(verdicts) = &diff.verdicts else {
        *text += "verdicts: not compared, for a folder lacks a table or is of another version\n";
        return;
    };
    let all = grouped_count(verdicts.compared, "verdict");
    let changes = &verdicts.changes;
    let state = match (verdicts.compared, changes.len()) {
        (0, _) => "there are none".to_owned(),
        (_, 0) => format!("equal, {all}"),
        (_, changed) => format!("{} of {all} changed", grouped(changed as u64)),
    };
    writeln!(text, "verdicts: {state}").expect(INTO_STRING);
    for change in changes.iter().take(MOST_VERDICTS) {
        let VerdictChange { study, corpus, analysis, about, a, b } = change;
        let [a, b] = [a, b].map(|verdict| verdict.as_deref().unwrap_or("none"));
        let corpus = if corpus.is_empty() { "over its corpora" } else { corpus };
        let line = format!("{about}: {a} -> {b} ({analysis}; {study}, {corpus})");
        *text += &wrapped(&line, INDENT, DEEPER);
    }
    let others = changes.len().saturating_sub(MOST_VERDICTS) as u64;
    if others > 0 {
        writeln!(text, "{INDENT}... and {}", more(others, "verdict")).expect(INTO_STRING);
    }
}

/// The largest changes, and how many more there are.
fn numbers(text: &mut String, diff: &FolderDiff) {
    if diff.changed_values == 0 {
        return;
    }
    let count = diff.largest.len() as u64;
    if count > 0 {
        *text += "largest changes, one of a column, by the largest magnitude in it:\n";
    }
    for largest in &diff.largest {
        let (table, column, change) = (&largest.table, &largest.column, &largest.change);
        let (a, b) = (short(change.a), short(change.b));
        let percent = 100.0 * change.of_column;
        let line = format!("{table}.{column}: {a} -> {b} ({percent:.2} %), {}", place(&change.key));
        *text += &wrapped(&line, INDENT, DEEPER);
    }
    if diff.changed_values > count {
        let others = more(diff.changed_values - count, "value");
        writeln!(text, "{INDENT}... and {others}").expect(INTO_STRING);
    }
}

/// A digest by its first digits; all else as it is.
fn without_digest(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if text.len() == DIGEST.1 && text.bytes().all(|c| c.is_ascii_hexdigit()) => {
            text[..DIGEST.0].into()
        }
        _ => value.clone(),
    }
}

/// The place of a row, for people.
fn place(key: &[(String, Value)]) -> String {
    let shown = key.iter().filter(|(name, value)| {
        !(SAID_BY_OTHERS.contains(&&**name) || name == "repeat" && *value == 1)
    });
    let shown: Vec<(String, Value)> = shown.cloned().collect();
    self::key(&shown)
}

/// `3 more values`.
fn more(count: u64, noun: &str) -> String {
    grouped_count(count, &format!("more {noun}"))
}

/// Six digits.
fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    value(&rounded.into())
}

fn column_diff(column: &ColumnDiff) -> String {
    let within = match column.within_tolerance {
        0 => String::new(),
        count => format!(", {} within the tolerance", grouped(count)),
    };
    let largest = match (column.largest_absolute, column.largest_relative) {
        (Some(absolute), Some(relative)) => {
            format!(", at most by {absolute:.3e} (relatively {relative:.3e})")
        }
        _ => String::new(),
    };
    let (name, changed) = (&column.column, grouped(column.changed));
    format!("{name}: {changed} changed{within}{largest}, worst at {}", key(&column.worst))
}

fn summary(table: &TableDiff) -> String {
    let kept = "compared by digest, for a folder keeps no file of it";
    match (table.rows_a, table.rows_b, table.compared) {
        (Some(rows), Some(_), Compared::Digests) if table.equal => {
            format!("equal, {} ({kept})", grouped_count(rows, "row"))
        }
        (Some(_), Some(_), Compared::Digests) => format!("different ({kept})"),
        (Some(rows), Some(_), Compared::Cells) if table.equal => {
            let within = table.columns.iter().map(|column| column.within_tolerance).sum::<u64>();
            let note = if within == 0 { "" } else { " within the tolerance" };
            format!("equal{note}, {}", grouped_count(rows, "row"))
        }
        (Some(rows), Some(_), Compared::Cells) => format!(
            "{} of {} changed, {} added, {} removed",
            grouped(table.changed),
            grouped_count(rows, "row"),
            grouped(table.added),
            grouped(table.removed),
        ),
        (Some(rows), None, _) => format!("only in the first, {}", grouped_count(rows, "row")),
        (None, rows, _) => {
            format!("only in the second, {}", grouped_count(rows.unwrap_or(0), "row"))
        }
    }
}

/// A line for a difference of manifests.
pub fn manifest_change(change: &ManifestChange) -> String {
    let line = format!("{}: {} -> {}", change.what, value(&change.a), value(&change.b));
    escape::line(&line).into_owned()
}

fn example(example: &Example) -> String {
    let mut text = format!("{} {}", example.kind, key(&example.key));
    for (column, a, b) in &example.values {
        write!(text, "; {column} {} -> {}", value(a), value(b)).expect(INTO_STRING);
    }
    text
}

fn key(key: &[(String, Value)]) -> String {
    let parts = key.iter().map(|(name, part)| format!("{name}={}", value(part)));
    parts.collect::<Vec<_>>().join(" ")
}

fn value(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
