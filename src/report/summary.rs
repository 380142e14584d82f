//! Findings on a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

use crate::escape;
use crate::presentation::{About, Finding, StudySection, TextCell, TextTable};

const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

/// Rules above, below, and under the header, and none between rows.
const RULES: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);

/// Lines of a table that a terminal shows; the report has more.
const MOST_LINES: usize = 20;

/// Columns of sentences and notes.
const WIDTH: usize = 80;

/// What the studies find, in their order, with a line about each that finds nothing.
pub(super) fn text(about: &About, findings: &[(StudySection<'_>, Finding)]) -> String {
    let mut text = String::new();
    for (_, finding) in findings {
        text += &of_finding(finding);
        text.push('\n');
    }
    let has_findings = |study: &str| findings.iter().any(|(section, _)| section.study == study);
    for study in about.studies().filter(|study| !has_findings(study)) {
        writeln!(text, "{study}: its scores are in the tables and the report")
            .expect("writing to a string cannot fail");
    }
    text
}

fn of_finding(finding: &Finding) -> String {
    let Finding { study, corpus, headline, sentences, table, notes, .. } = finding;
    let mut text = wrapped(&escape::line(&format!("{study}, {corpus}: {headline}")));
    for sentence in sentences {
        text += &wrapped(&escape::line(sentence));
    }
    if let Some(table) = table {
        text += &on_terminal(table);
        text.push('\n');
        let left_out = table.rows.len().saturating_sub(MOST_LINES);
        if left_out > 0 {
            writeln!(text, "{left_out} more lines: report/index.html")
                .expect("writing to a string cannot fail");
        }
    }
    let notes = table.iter().flat_map(|table| &table.notes).chain(notes);
    notes.for_each(|note| text += &wrapped(note));
    text
}

/// The lines of a text, broken between words where they are too long, each with its end.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut width = 0;
        for word in line.split(' ') {
            let length = word.chars().count();
            if width > 0 {
                let breaks = width + 1 + length > WIDTH;
                wrapped.push(if breaks { '\n' } else { ' ' });
                width = if breaks { 0 } else { width + 1 };
            }
            wrapped.push_str(word);
            width += length;
        }
        wrapped.push('\n');
    }
    wrapped
}

fn on_terminal(text_table: &TextTable) -> String {
    let mut table = Table::new();
    table.load_style(RULES);
    let shown = |cell: &TextCell| escape::lines(&cell.text).into_owned();
    table.set_header(text_table.header.iter().map(shown));
    for row in text_table.rows.iter().take(MOST_LINES) {
        table.add_row(row.iter().map(shown));
    }
    for column in 1..text_table.header.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}
