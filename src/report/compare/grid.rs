//! Words and numbers in columns of a terminal.

use unicode_width::UnicodeWidthStr;

use crate::escape;
use crate::report::summary::WIDTH;

/// How a cell is coloured, where there are colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tone {
    #[default]
    Plain,
    Good,
    Bad,
    Middling,
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
    pub(super) fn left(text: impl Into<String>) -> Self {
        Self { text: escape::line(&text.into()).into_owned(), ..Self::default() }
    }

    /// Flush right.
    pub(super) fn right(text: impl Into<String>) -> Self {
        Self { is_right: true, ..Self::left(text) }
    }

    /// Shortened where the line is too wide.
    pub(super) fn name(self) -> Self {
        Self { is_name: true, ..self }
    }

    pub(super) fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

/// Lines of cells, each column as wide as its widest cell; names are shortened until lines fit.
pub(super) fn grid(lines: &[Vec<Cell>], is_styled: bool) -> String {
    const LEAST: usize = 6;
    const GAP: usize = 2;
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let of_column = |column: usize| lines.iter().filter_map(move |line| line.get(column));
    let width = |column: usize| of_column(column).map(|cell| cell.text.width()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(width).collect();
    let fixed = |column: usize| {
        let others = of_column(column).filter(|cell| !cell.is_name);
        others.map(|cell| cell.text.width()).max().unwrap_or(0).max(LEAST)
    };
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > WIDTH {
        let can_shrink = |column: &usize| {
            of_column(*column).any(|cell| cell.is_name) && widths[*column] > fixed(*column)
        };
        let Some(widest) = (0..columns).filter(can_shrink).max_by_key(|column| widths[*column])
        else {
            break;
        };
        widths[widest] -= 1;
    }
    let mut text = String::new();
    for line in lines {
        let mut laid_out = String::new();
        for (column, cell) in line.iter().enumerate() {
            let shown = clipped(&cell.text, if cell.is_name { widths[column] } else { usize::MAX });
            let room = " ".repeat(widths[column].saturating_sub(shown.width()));
            if column > 0 {
                laid_out.push_str(&" ".repeat(GAP));
            }
            if cell.is_right {
                laid_out.push_str(&room);
            }
            laid_out.push_str(&toned(&shown, cell.tone, is_styled));
            if !cell.is_right && column + 1 < line.len() {
                laid_out.push_str(&room);
            }
        }
        text.push_str(laid_out.trim_end());
        text.push('\n');
    }
    text
}

/// A name in so many columns.
fn clipped(name: &str, room: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let mut kept = String::new();
    for letter in name.chars() {
        if kept.width() + letter.to_string().width() + 1 > room {
            break;
        }
        kept.push(letter);
    }
    kept.push('…');
    kept
}

/// A text in the colour of its tone.
pub(super) fn toned(text: &str, tone: Tone, is_styled: bool) -> String {
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
        let text = grid(&[line(long), line("b")], false);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert!(text.contains('…') && text.contains("+0.80 [+0.21, +1.40]"), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert!(grid(&[line("b")], true).contains("\u{1b}[32mbetter\u{1b}[0m"));
    }
}
