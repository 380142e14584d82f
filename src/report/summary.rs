//! Findings on a terminal: what a study is about, then its findings, in at most 80 columns.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::chapter::Chapter;
use super::wrap::WIDTH;
use crate::analyses::ClaimsOfSource;
use crate::escape;
use crate::presentation::{Finding, TextCell, TextTable};

/// Lines of a table that a terminal shows; the report has more.
const MOST_LINES: usize = 20;
/// Before every line of a table, and between its columns.
const INDENT: usize = 2;
const GAP: usize = 2;
/// Columns that a name keeps at least, where a table is too wide.
const SHORTEST: usize = 12;

const INTO_STRING: &str = "writing to a string cannot fail";

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
            text += &of_finding(finding, is_styled);
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
        text += &wrapped(&claims.count, "");
        for claim in &claims.failing {
            text += &wrapped(&format!("* {claim}"), "  ");
        }
        text.push('\n');
    }
    text
}

fn of_finding(finding: &Finding, is_styled: bool) -> String {
    let Finding { headline, sentences, table, notes, .. } = finding;
    let headline = wrapped(headline, "");
    let mut text =
        if is_styled { format!("\u{1b}[1m{}\u{1b}[0m\n", headline.trim_end()) } else { headline };
    for sentence in sentences {
        text += &wrapped(sentence, "");
    }
    if let Some(table) = table {
        text.push('\n');
        text += &on_terminal(&table.clone().aligned());
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

/// A text in lines; `indent` begins all but the first.
pub(super) fn wrapped(text: &str, indent: &str) -> String {
    super::wrap::wrapped(text, "", indent)
}

/// A table, its names shortened where it is too wide, and then without its last columns.
fn on_terminal(table: &TextTable) -> String {
    let shown = |cell: &TextCell| TextCell {
        text: escape::line(&cell.text.replace('\n', "; ")).into_owned(),
        ..cell.clone()
    };
    let rows = table.rows.iter().take(MOST_LINES);
    let lines: Vec<Vec<TextCell>> = heading(&table.header)
        .iter()
        .chain(rows)
        .map(|line| line.iter().map(shown).collect())
        .collect();
    let natural: Vec<usize> = (0..table.header.len())
        .map(|column| lines.iter().map(|line| line[column].text.width()).max().unwrap_or(0))
        .collect();
    let widths = (1..=natural.len()).rev().find_map(|columns| {
        let is_name: Vec<bool> = table.header.iter().map(|cell| !cell.is_number).collect();
        narrowed(&natural[..columns], &is_name, columns == 1)
    });
    let widths = widths.unwrap_or_default();
    let columns = widths.len();
    let mut text = String::new();
    for line in &lines {
        let mut laid_out = " ".repeat(INDENT);
        for (column, cell) in line.iter().take(columns).enumerate() {
            let cell_text = shortened(&cell.text, widths[column]);
            let room = " ".repeat(widths[column].saturating_sub(cell_text.width()));
            let gap = if column > 0 { " ".repeat(GAP) } else { String::new() };
            let is_number = table.header[column].is_number;
            let (before, after) = if is_number { (&*room, "") } else { ("", &*room) };
            write!(laid_out, "{gap}{before}{cell_text}{after}").expect(INTO_STRING);
        }
        text.push_str(laid_out.trim_end());
        text.push('\n');
    }
    let left_out = [
        (table.header.len() - columns, "column"),
        (table.rows.len().saturating_sub(MOST_LINES), "line"),
    ];
    let left_out: Vec<String> = left_out
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| crate::words::counted(count, what))
        .collect();
    if !left_out.is_empty() {
        writeln!(text, "  ... {} more: report/index.html", left_out.join(" and "))
            .expect(INTO_STRING);
    }
    text
}

/// Headings of several lines, line by line; shorter ones end in the last line too.
fn heading(header: &[TextCell]) -> Vec<Vec<TextCell>> {
    let height = header.iter().map(|cell| cell.text.split('\n').count()).max().unwrap_or(0);
    let of_line = |line: usize| {
        let part = |cell: &TextCell| {
            let parts: Vec<&str> = cell.text.split('\n').collect();
            let own = (line + parts.len()).checked_sub(height).map_or("", |index| parts[index]);
            TextCell { text: own.to_owned(), ..cell.clone() }
        };
        header.iter().map(part).collect()
    };
    (0..height).map(of_line).collect()
}

/// Widths of columns that fit a terminal, the widest names shortened; none where that is not enough,
/// unless they are to be shortened `at_any_rate`.
fn narrowed(natural: &[usize], is_name: &[bool], at_any_rate: bool) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    let least = if at_any_rate { 1 } else { SHORTEST };
    while INDENT + widths.iter().sum::<usize>() + GAP * (widths.len() - 1) > WIDTH {
        let can_shrink =
            |column: &usize| (at_any_rate || is_name[*column]) && widths[*column] > least;
        let widest = (0..widths.len()).filter(can_shrink).max_by_key(|column| widths[*column])?;
        widths[widest] -= 1;
    }
    Some(widths)
}

/// The text, or its beginning and its end where it is wider than `width`.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let take = |letters: &mut dyn Iterator<Item = char>, room: usize| -> Vec<char> {
        let mut left = room;
        let mut fits = |letter: &char| {
            let needed = letter.to_string().width();
            let fits = needed <= left;
            left -= needed.min(left);
            fits
        };
        letters.take_while(|letter| fits(letter)).collect()
    };
    let end_room = (width.saturating_sub(1)) / 3;
    let start = take(&mut text.chars(), width.saturating_sub(1) - end_room);
    let end = take(&mut text.chars().rev(), end_room);
    start.into_iter().chain(['…']).chain(end.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::FileName;

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
            let text = on_terminal(&table(&[long, wide, "b"], columns));
            assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
            assert_eq!(text.contains("more: report/index.html"), columns == 40, "{text}");
        }
        insta::assert_snapshot!(on_terminal(&table(&["one", "another"], 3)), @r"
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
