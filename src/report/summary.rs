//! Findings on a terminal: what a study is about, then its findings, in at most 80 columns.

use super::chapter::Chapter;
use super::terminal::{Cell, Frame, Tone};
use crate::analyses::{ClaimRow, ClaimsOfSource};
use crate::answers::Ranks;
use crate::presentation::{Finding, TextCell, TextTable};

/// Where the whole of a table is: on the page of a run, or in another form of what the command prints.
pub(super) const PAGE: &str = "report/index.html";
pub(super) const TSV: &str = "--format tsv";
pub(super) const JSON: &str = "--format json";
/// Lines of a table that a terminal shows; the report has more.
const MOST_LINES: usize = 20;
/// Of these, lines of a table that a file of results has, too.
const MOST_OF_FILE: usize = 12;
/// Columns that a name keeps at least, where a table is too wide.
const SHORTEST: usize = 12;

/// What the studies find, in their order, with a line about each that finds nothing.
pub(super) fn text(chapters: &[Chapter<'_>], is_styled: bool) -> String {
    let mut text = String::new();
    for chapter in chapters {
        if let Some(subject) = &chapter.subject {
            text += &wrapped(&format!("{}: {}", subject.title(), subject.sentences()), "");
            text.push('\n');
        } else if chapter.section.is_over_corpora() {
            text += &wrapped(&format!("{}.", chapter.section.title()), "");
            text.push('\n');
        }
        for (_, finding) in &chapter.findings {
            text += &of_finding(finding, PAGE, is_styled);
            text.push('\n');
        }
        if chapter.findings.is_empty() {
            text += "The spec has no analysis: the scores are in the tables and the report.\n\n";
        }
    }
    text
}

/// How many claims of each source hold, and those that do not.
pub(super) fn claims(sources: &[ClaimsOfSource]) -> String {
    let mut text = String::new();
    for claims in sources {
        let asked = claims.question(sources.len() == 1);
        text += &wrapped(&format!("{asked}  {}", claims.answer()), "");
        for ClaimRow { claim, place, here, .. } in claims.failing() {
            let line = format!("* Does not hold: {claim} ({place}) Here: {here}.");
            text += &wrapped(&line, "  ");
        }
        text.push('\n');
    }
    text
}

pub(super) fn of_finding(finding: &Finding, elsewhere: &str, is_styled: bool) -> String {
    let Finding { headline, sentences, table, notes, .. } = finding;
    let headline = wrapped(headline, "");
    let mut text =
        if is_styled { format!("\u{1b}[1m{}\u{1b}[0m\n", headline.trim_end()) } else { headline };
    for sentence in sentences {
        text += &wrapped(sentence, "");
    }
    let table = table.clone().map(shortened);
    if let Some(table) = &table {
        text.push('\n');
        text += &on_terminal(&table.clone().aligned(), MOST_LINES, elsewhere, is_styled);
    }
    let of_table = table.iter().flat_map(|table| &table.notes);
    let mut notes = of_table.chain(notes).peekable();
    if notes.peek().is_some() && table.is_some() {
        text.push('\n');
    }
    notes
        .for_each(|note| text += &wrapped(&format!("Note  {}", note.replace('\n', " ")), "      "));
    text
}

/// The first lines of a table that a file has, with a note that says so.
fn shortened(mut table: TextTable) -> TextTable {
    let left_out = table.rows.len().saturating_sub(MOST_OF_FILE);
    if let (Some(file), 1..) = (table.source, left_out) {
        table.rows.truncate(MOST_OF_FILE);
        let lines = if left_out == 1 { "line" } else { "lines" };
        table.notes.insert(0, format!("{left_out} more {lines}: `{file}.parquet`."));
    }
    table
}

/// The answer to a question: it and the verdict, what else a reader needs, the whole table, and notes.
pub(super) fn of_block(block: &Ranks, is_styled: bool) -> String {
    let Ranks { question, verdict, sentences, table, notes } = block;
    let verdict = wrapped(&format!("{question}  {verdict}"), "");
    let mut text =
        if is_styled { format!("\u{1b}[1m{}\u{1b}[0m\n", verdict.trim_end()) } else { verdict };
    for sentence in sentences {
        text += &wrapped(sentence, "");
    }
    text.push('\n');
    text += &on_terminal(&table.clone().aligned(), usize::MAX, TSV, is_styled);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        text += &wrapped(&format!("Note  {note}"), "      ");
    }
    text
}

/// A text in lines; `indent` begins all but the first.
pub(super) fn wrapped(text: &str, indent: &str) -> String {
    super::wrap::wrapped(text, "", indent)
}

/// Returns `true` if all columns of a table fit a terminal.
pub(super) fn fits(table: &TextTable) -> bool {
    let frame = Frame { indent: 2, gap: 2, shortest_name: SHORTEST };
    let lines = heading(&table.header).into_iter().chain(table.rows.iter().cloned());
    let cells = lines.map(|line| {
        let cells = line.iter().zip(&table.header);
        cells.map(|(cell, heading)| shown(cell, heading.is_number)).collect()
    });
    frame.widths(&cells.collect::<Vec<_>>()).1
}

/// The first lines of a table, its names shortened where it is too wide, and then without its last columns; `elsewhere`
/// has all of it.
pub(super) fn on_terminal(
    table: &TextTable,
    most_lines: usize,
    elsewhere: &str,
    is_styled: bool,
) -> String {
    let frame = Frame { indent: 2, gap: 2, shortest_name: SHORTEST };
    let rows = table.rows.iter().take(most_lines);
    let lines: Vec<Vec<Cell>> = heading(&table.header)
        .iter()
        .chain(rows)
        .map(|line| {
            let cells = line.iter().zip(&table.header);
            cells.map(|(cell, heading)| shown(cell, heading.is_number)).collect()
        })
        .collect();
    let first = |columns: usize| -> Vec<Vec<Cell>> {
        lines.iter().map(|line| line[..columns.min(line.len())].to_vec()).collect()
    };
    let fitting = (1..=table.header.len()).rev().find_map(|columns| {
        let lines = first(columns);
        let (widths, fits) = frame.widths(&lines);
        fits.then(|| (columns, frame.text(&lines, &widths, is_styled)))
    });
    let (columns, mut text) = fitting.unwrap_or_else(|| {
        // One column that is too wide is shortened at any rate.
        let names = first(1).into_iter().map(|line| line.into_iter().map(Cell::name).collect());
        let (frame, lines) = (Frame { shortest_name: 1, ..frame }, names.collect::<Vec<_>>());
        (table.header.len().min(1), frame.text(&lines, &frame.widths(&lines).0, is_styled))
    });
    let left_out = [
        (table.header.len() - columns, "column"),
        (table.rows.len().saturating_sub(most_lines), "line"),
    ];
    let left_out = left_out.into_iter().filter(|(count, _)| *count > 0);
    let left_out: Vec<String> =
        left_out.map(|(count, what)| crate::words::counted(count, what)).collect();
    if !left_out.is_empty() {
        text = format!("{text}  ... {} more: {elsewhere}\n", left_out.join(" and "));
    }
    text
}

/// A cell in a column of numbers or of names.
fn shown(cell: &TextCell, is_number: bool) -> Cell {
    let text = cell.text.replace('\n', "; ");
    let shown = if is_number { Cell::right(text) } else { Cell::left(text).name() };
    shown.tone(Tone::of_class(cell.css_class))
}

/// Headings of several lines, line by line; shorter ones end in the last line too.
fn heading(header: &[TextCell]) -> Vec<Vec<TextCell>> {
    let height = header.iter().map(|cell| cell.text.split('\n').count()).max().unwrap_or(0);
    let lines = (0..height).map(|line| {
        let parts = header.iter().map(|cell| {
            let parts: Vec<&str> = cell.text.split('\n').collect();
            let own = (line + parts.len()).checked_sub(height).map_or("", |index| parts[index]);
            TextCell { text: own.to_owned(), ..cell.clone() }
        });
        parts.collect()
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::presentation::FileName;
    use crate::report::terminal::shortened;
    use crate::report::wrap::WIDTH;

    fn table(names: &[&str], columns: usize) -> TextTable {
        let header = std::iter::once(TextCell::words("system"));
        let numbers =
            |line: usize| (0..columns).map(move |column| (line * 100 + column).to_string());
        let row = |(line, name): (usize, &&str)| {
            let numbers = numbers(line + 1).map(|text| TextCell::number(text, None));
            std::iter::once(TextCell::words(*name)).chain(numbers).collect()
        };
        TextTable {
            name: FileName::new(&["t"]),
            caption: String::new(),
            header: header.chain(numbers(0).map(TextCell::words)).collect(),
            rows: names.iter().enumerate().map(row).collect(),
            notes: Vec::new(),
            ..TextTable::default()
        }
        .aligned()
    }

    #[test]
    fn nothing_is_wider_than_a_terminal() {
        let long = "a-system-of-a-rather-long-name-that-goes-on-and-on-and-on-until-it-ends-in-one";
        let wide =
            "系統名前系統名前系統名前系統名前系統名前系統名前系統名前系統名前系統名前系統名前";
        for columns in [1, 5, 40] {
            let text = on_terminal(&table(&[long, wide, "b"], columns), MOST_LINES, TSV, false);
            assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
            assert_eq!(text.contains("more: --format tsv"), columns == 40, "{text}");
        }
        insta::assert_snapshot!(on_terminal(&table(&["one", "another"], 3), MOST_LINES, TSV, false), @r"
          system     0    1    2
          one      100  101  102
          another  200  201  202
        ");
        assert_eq!(shortened("a-system-of-a-long-name-one", 12), "a-system…one");
    }

    #[test]
    fn notes_hang() {
        let note = "word ".repeat(20);
        let text = wrapped(&format!("Note  {}", note.trim()), "      ");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("Note  word") && lines[1].starts_with("      word"), "{text}");
        assert!(lines.iter().all(|line| line.width() <= WIDTH), "{text}");
        // What a terminal would obey is spelled out.
        assert!(!wrapped("a\u{1b}[31mb", "").contains('\u{1b}'));
    }
}
