//! Differences between two folders of results, in words.

use std::fmt::Write;

use serde_json::Value;

use crate::diff::{ColumnDiff, Compared, Example, FolderDiff, ManifestChange, TableDiff};
use crate::escape;
use crate::words::grouped;

/// Longest text of a value that is shown whole.
const LONGEST: usize = 64;

/// A paragraph per manifest and table that differs, and a line for what is equal.
pub fn text(diff: &FolderDiff) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&escape::line(&line));
        text.push('\n');
    };
    if diff.manifest.is_empty() {
        line("manifest: equal".to_owned());
    } else {
        line(format!("manifest: {}", counted(diff.manifest.len() as u64, "difference")));
        diff.manifest.iter().for_each(|change| line(format!("  {}", manifest_change(change))));
    }
    for table in &diff.tables {
        line(format!("{}: {}", table.table, summary(table)));
        for (verb, columns) in [
            ("only in the first", &table.columns_removed),
            ("only in the second", &table.columns_added),
        ] {
            if !columns.is_empty() {
                line(format!("  columns {verb}: {}", columns.join(", ")));
            }
        }
        for column in &table.columns {
            line(format!("  {}", column_diff(column)));
        }
        table.examples.iter().for_each(|shown| line(format!("  {}", example(shown))));
        let shown = table.examples.len() as u64;
        let all = table.added + table.removed + table.changed;
        if shown > 0 && shown < all {
            line(format!("  ... and {} more rows", grouped(all - shown)));
        }
    }
    text
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
            format!("equal, {} ({kept})", counted(rows, "row"))
        }
        (Some(_), Some(_), Compared::Digests) => format!("different ({kept})"),
        (Some(rows), Some(_), Compared::Cells) if table.equal => {
            let within = table.columns.iter().map(|column| column.within_tolerance).sum::<u64>();
            let note = if within == 0 { "" } else { " within the tolerance" };
            format!("equal{note}, {}", counted(rows, "row"))
        }
        (Some(rows), Some(_), Compared::Cells) => format!(
            "{} of {} changed, {} added, {} removed",
            grouped(table.changed),
            counted(rows, "row"),
            grouped(table.added),
            grouped(table.removed),
        ),
        (Some(rows), None, _) => format!("only in the first, {}", counted(rows, "row")),
        (None, rows, _) => format!("only in the second, {}", counted(rows.unwrap_or(0), "row")),
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
        write!(text, "; {column} {} -> {}", value(a), value(b))
            .expect("writing to a string cannot fail");
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

fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}
