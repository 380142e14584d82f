//! Words and numbers in columns of a terminal: what all answers lay out tables with.

use unicode_width::UnicodeWidthStr;

use super::wrap::WIDTH;
use crate::escape;

/// How a cell is coloured, where there are colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tone {
    #[default]
    Plain,
    Good,
    Bad,
    Middling,
}

impl Tone {
    /// That of a class of the page.
    pub(super) fn of_class(css_class: &str) -> Self {
        match css_class {
            "good" => Self::Good,
            "middling" => Self::Middling,
            "bad" => Self::Bad,
            _ => Self::Plain,
        }
    }
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    text: String,
    is_right: bool,
    is_name: bool,
    tone: Tone,
}

impl Cell {
    /// Flush left.
    pub(super) fn left(text: impl AsRef<str>) -> Self {
        Self { text: escape::line(text.as_ref()).into_owned(), ..Self::default() }
    }

    /// Flush right.
    pub(super) fn right(text: impl AsRef<str>) -> Self {
        Self { is_right: true, ..Self::left(text) }
    }

    /// Shortened where the line is too wide.
    pub(super) fn name(self) -> Self {
        Self { is_name: true, ..self }
    }

    pub(super) fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }

    fn width(&self) -> usize {
        self.text.width()
    }
}

/// What stands around cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Blanks before each line.
    pub(super) indent: usize,
    /// Blanks between columns.
    pub(super) gap: usize,
    /// Columns that a shortened name keeps at least.
    pub(super) shortest_name: usize,
}

impl Frame {
    /// The width of each column, with names shortened until lines fit, and whether they do then.
    pub(super) fn widths(self, lines: &[Vec<Cell>]) -> (Vec<usize>, bool) {
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize, wanted: &dyn Fn(&Cell) -> bool| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.filter(|cell| wanted(cell)).map(Cell::width).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..columns).map(|column| widest(column, &|_| true)).collect();
        // Names give way to all other cells.
        let least = (0..columns)
            .map(|column| widest(column, &|cell| !cell.is_name).max(self.shortest_name));
        let least: Vec<usize> = least.collect();
        let around = self.indent + self.gap * columns.saturating_sub(1);
        while around + widths.iter().sum::<usize>() > WIDTH {
            let widest = (0..columns)
                .filter(|column: &usize| widths[*column] > least[*column])
                .max_by_key(|column| widths[*column]);
            let Some(widest) = widest else { return (widths, false) };
            widths[widest] -= 1;
        }
        (widths, true)
    }

    /// Returns `true` if lines fit with whole names, and a column to spare.
    pub(super) fn fits_whole(self, lines: &[Vec<Cell>]) -> bool {
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let widest = (0..columns).map(|column| {
            lines.iter().filter_map(|line| line.get(column)).map(Cell::width).max().unwrap_or(0)
        });
        let around = self.indent + self.gap * columns.saturating_sub(1);
        around + widest.sum::<usize>() < WIDTH
    }

    /// Lines of cells in columns of `widths`.
    pub(super) fn text(self, lines: &[Vec<Cell>], widths: &[usize], is_styled: bool) -> String {
        lines.iter().map(|line| self.line(line, widths, is_styled)).collect()
    }

    fn line(self, cells: &[Cell], widths: &[usize], is_styled: bool) -> String {
        let mut line = " ".repeat(self.indent);
        for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
            if column > 0 {
                line += &" ".repeat(self.gap);
            }
            let text = if cell.is_name { shortened(&cell.text, *width) } else { cell.text.clone() };
            let room = " ".repeat(width.saturating_sub(text.width()));
            let text = toned(&text, cell.tone, is_styled);
            let (before, after) =
                if cell.is_right { (&room, "") } else { (&String::new(), &*room) };
            line += &[before, &*text, after].concat();
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    }
}

/// The text, or its beginning and its end where it is wider than `width`.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let take = |letters: &mut dyn Iterator<Item = char>, room: usize| -> Vec<char> {
        let mut left = room;
        let fitting = letters.take_while(|letter| {
            let needed = letter.to_string().width();
            let fits = needed <= left;
            left -= needed.min(left);
            fits
        });
        fitting.collect()
    };
    // One column is for the dots.
    let end_room = (width.saturating_sub(1)) / 3;
    let start = take(&mut text.chars(), width.saturating_sub(1) - end_room);
    let end = take(&mut text.chars().rev(), end_room);
    start.into_iter().chain(['…']).chain(end.into_iter().rev()).collect()
}

/// A text in the colour of its tone.
fn toned(text: &str, tone: Tone, is_styled: bool) -> String {
    let code = match tone {
        Tone::Good => "32",
        Tone::Bad => "31",
        Tone::Middling => "33",
        Tone::Plain => return text.to_owned(),
    };
    if is_styled { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way_to_numbers() {
        let long = "a-system-of-a-rather-long-name-that-goes-on-and-on-until-it-ends";
        let line = |name: &str| {
            let numbers = ["33.70", "+0.80 [+0.21, +1.40]", "0.009"].map(Cell::right);
            let verdict = Cell::left("better").tone(Tone::Good);
            [vec![Cell::left(name).name()], numbers.to_vec(), vec![verdict]].concat()
        };
        let grid = |lines: &[Vec<Cell>], is_styled: bool| {
            let frame = Frame { indent: 0, gap: 2, shortest_name: 6 };
            frame.text(lines, &frame.widths(lines).0, is_styled)
        };
        let text = grid(&[line(long), line("b")], false);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert!(text.contains('…') && text.contains("+0.80 [+0.21, +1.40]"), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert!(grid(&[line("b")], true).contains("\u{1b}[32mbetter\u{1b}[0m"));
    }
}
