//! Matrices with words in their cells.

use super::label;
use super::picture::{Anchor, Picture, Words};
use super::{ABOVE, BELOW, INK, Matrix, MatrixCell, ON_CELL, WIDTH};

/// Height of a line.
const LINE: f64 = 24.0;
/// Room for a name at most, as a part of the width.
const NAME: f64 = 240.0 / WIDTH;
/// Width of a cell at most.
const WIDEST: f64 = 130.0;
/// Room for a name that is turned.
const UPRIGHT: f64 = 150.0;
/// Shades from which on words are light.
const DARK: f64 = 0.72;

/// A matrix as SVG of this width.
pub(crate) fn matrix(matrix: &Matrix, picture_width: f64) -> String {
    let Matrix { x_label, y_label, rows, columns, cells } = matrix;
    // A matrix of one set of names: lines are numbered where names do not fit above their columns.
    let count = columns.len().max(1) as f64;
    let short = label::all_fitted(rows, NAME * picture_width);
    let room = ((picture_width - left_edge(&short) - 12.0) / count).min(WIDEST) - 6.0;
    let is_numbered = rows == columns && columns.iter().any(|name| label::width(name) > room);
    let (rows, columns) = if is_numbered {
        let numbers: Vec<String> = (1..=columns.len()).map(|number| number.to_string()).collect();
        let numbered = short.iter().zip(&numbers).map(|(name, number)| format!("{name}  {number}"));
        (numbered.collect(), numbers)
    } else {
        (short, columns.clone())
    };
    let left = left_edge(&rows);
    let width = ((picture_width - left - 12.0) / count).min(WIDEST);
    let is_upright = columns.iter().any(|name| label::width(name) > width - 4.0);
    let columns = label::all_fitted(&columns, if is_upright { UPRIGHT } else { width });
    let top = 6.0;
    let bottom = top + LINE * rows.len() as f64;
    let below =
        if is_upright { 12.0 + label::widest(columns.iter().map(String::as_str)) } else { 22.0 };
    let mut picture = Picture::new(picture_width, bottom + below + 24.0);
    for (row, (name, line)) in rows.iter().zip(cells).enumerate() {
        let y = top + LINE * row as f64;
        picture.words((left - 7.0, y + LINE / 2.0 + 4.0), &Words::new(name, Anchor::End));
        for (column, cell) in line.iter().enumerate() {
            let Some(cell) = cell else { continue };
            draw(&mut picture, (left + width * column as f64, y), width, cell);
        }
    }
    for (column, name) in columns.iter().enumerate() {
        let x = left + width * (column as f64 + 0.5);
        if is_upright {
            let words = Words { is_upright, ..Words::new(name, Anchor::End) };
            picture.words((x + 4.0, bottom + 6.0), &words);
        } else {
            picture.words((x, bottom + 17.0), &Words::new(name, Anchor::Middle));
        }
    }
    let x_label = label::fitted(x_label, picture_width - 20.0);
    let half = (label::width(&x_label) / 2.0).min(picture_width / 2.0);
    let middle = (left + width * count / 2.0).clamp(half, picture_width - half);
    picture.words((middle, bottom + below + 16.0), &Words::new(&x_label, Anchor::Middle));
    let y_label = label::fitted(y_label, bottom);
    let words = Words { is_upright: true, ..Words::new(&y_label, Anchor::Middle) };
    picture.words((14.0, f64::midpoint(top, bottom)), &words);
    picture.finish()
}

/// Where the cells begin, beside the names of the lines.
fn left_edge(names: &[String]) -> f64 {
    40.0 + label::widest(names.iter().map(String::as_str))
}

fn draw(picture: &mut Picture, (x, y): (f64, f64), width: f64, cell: &MatrixCell) {
    let shade = if cell.share.is_finite() { cell.share.abs().min(1.0) } else { 0.0 };
    let colour = if cell.share < 0.0 { BELOW } else { ABOVE };
    // Nought has a shade too: a cell is no gap.
    let opacity = (0.05 + 0.9 * shade).min(0.95);
    let size = (width - 1.5, LINE - 1.5);
    picture.rectangle((x, y), size, colour, opacity, &cell.tip);
    let words = Words {
        colour: if opacity >= DARK { ON_CELL } else { INK },
        ..Words::new(&cell.mark, Anchor::Middle)
    };
    // Words of a narrow cell would run into its neighbours.
    if label::width(&cell.mark) <= width - 3.0 {
        picture.words((x + size.0 / 2.0, y + LINE / 2.0 + 3.5), &words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(names: &[&str]) -> String {
        let cell = MatrixCell { share: 0.5, mark: ">".to_owned(), tip: "tip".to_owned() };
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let cells = vec![vec![Some(cell); names.len()]; names.len()];
        let (rows, columns) = (names.clone(), names);
        matrix(&Matrix { rows, columns, cells, ..Matrix::default() }, WIDTH)
    }

    /// Short names stand above their columns; long ones are numbers there, and no two share a place.
    #[test]
    fn names_of_columns_do_not_touch() {
        assert_eq!(square(&["a", "b"]).matches(">b</text>").count(), 2);
        let names: Vec<String> =
            (0..15).map(|index| format!("a-system-of-a-long-name-{index:04}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let svg = square(&names);
        assert!(svg.contains(">15</text>") && svg.contains("0014  15</text>"), "{svg}");
        assert_eq!(svg.matches("a-system").count(), 15);
    }
}
