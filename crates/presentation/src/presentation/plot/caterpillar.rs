//! Dots with bars: values with their intervals, a line for each.

use super::axis::{Axis, Wish};
use super::label;
use super::picture::{Anchor, Pen, Picture, Words};
use super::{Caterpillar, CaterpillarRow, GREY, SERIES, Tone, WIDTH, series};

/// Height of a row, and of a line of words above one.
const ROW: f64 = 22.0;
const LINE: f64 = 17.0;
/// Between a heading and the row before it.
const GAP: f64 = 8.0;
/// Room for a name beside its row at most, as a part of the width. Longer ones stand above their rows.
const NAME: f64 = 250.0 / WIDTH;
/// Room for words at the right end at most, and as a part of the width.
const WORDS: f64 = 130.0;
const PART_OF_WORDS: f64 = 0.28;
const TOP: f64 = 26.0;

/// A caterpillar as SVG of this width.
pub(crate) fn caterpillar(caterpillar: &Caterpillar, width: f64) -> String {
    let rows = &caterpillar.rows;
    let is_above = label::widest(rows.iter().map(|row| row.name.as_str())) > NAME * width;
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    let names = label::all_fitted(&names, if is_above { width - 32.0 } else { NAME * width });
    let words: Vec<String> = rows
        .iter()
        .map(|row| label::fitted(&row.words, WORDS.min(PART_OF_WORDS * width)))
        .collect();
    let beside = if is_above { 0.0 } else { label::widest(names.iter().map(String::as_str)) };
    let left = 16.0 + beside;
    let words_width = label::widest(words.iter().map(String::as_str));
    let right = width - 16.0 - if words_width > 0.0 { words_width + 8.0 } else { 0.0 };
    // Where each row stands, under what stands above it.
    let mut bottom = TOP + 2.0;
    let mut middles = Vec::new();
    for row in rows {
        let lines = usize::from(row.heading.is_some()) + usize::from(is_above);
        bottom += LINE * lines as f64;
        if row.heading.is_some() && !middles.is_empty() {
            bottom += GAP;
        }
        middles.push(bottom + ROW / 2.0);
        bottom += ROW;
    }
    bottom += 4.0;
    let mut panel = Panel {
        picture: Picture::new(width, bottom + 46.0),
        axis: axis(caterpillar),
        width,
        left,
        right,
        bottom,
    };
    panel.scale(&caterpillar.x_label);
    panel.line(caterpillar);
    for (index, row) in rows.iter().enumerate() {
        let y = middles[index];
        if let Some(heading) = &row.heading {
            let heading = label::fitted(heading, width - 20.0);
            let above = y - if is_above { LINE } else { 0.0 };
            let place = (8.0, above - LINE + 3.0);
            panel.picture.words(place, &Words::over_lines(&heading, Anchor::Start));
        }
        let name = if is_above {
            ((left, y - LINE + 5.0), Anchor::Start)
        } else {
            ((left - 8.0, y + 4.0), Anchor::End)
        };
        panel.picture.words(name.0, &Words::over_lines(&names[index], name.1));
        panel.row(row, y);
        let words = Words::new(&words[index], Anchor::Start);
        panel.picture.words((right + 8.0, y + 4.0), &words);
    }
    panel.picture.finish()
}

/// The axis along which all values and their intervals lie.
fn axis(caterpillar: &Caterpillar) -> Axis {
    let ends = caterpillar.rows.iter().flat_map(|row| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [row.value, low, high]
    });
    let wish = Wish { has_round_ends: true, ..Wish::default() };
    Axis::new(ends.chain(caterpillar.line_at), wish)
}

struct Panel {
    picture: Picture,
    axis: Axis,
    width: f64,
    left: f64,
    right: f64,
    bottom: f64,
}

impl Panel {
    fn place(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.axis.place(value)
    }

    /// The axis with its numbers, and what it is.
    fn scale(&mut self, x_label: &str) {
        let (left, right, bottom) = (self.left, self.right, self.bottom);
        let labels = self.axis.labels();
        let widest = label::widest(labels.iter().map(String::as_str));
        let mut free_from = f64::NEG_INFINITY;
        for (tick, text) in self.axis.ticks.clone().iter().zip(&labels) {
            let x = self.place(*tick);
            self.picture.line(&[(x, TOP), (x, bottom)], Pen::grid(), "");
            // Numbers that would touch the one before are left out.
            if x - widest / 2.0 >= free_from {
                self.picture.words((x, bottom + 18.0), &Words::new(text, Anchor::Middle));
                free_from = x + widest / 2.0 + 6.0;
            }
        }
        self.picture.line(&[(left, bottom), (right, bottom)], Pen::axis(), "");
        let x_label = label::without_middle(x_label, self.width - 20.0);
        // A label that is longer than the panel stays within the picture.
        let half = (label::width(&x_label) / 2.0).min(self.width / 2.0);
        let middle = f64::midpoint(left, right).clamp(half, self.width - half);
        self.picture.words((middle, bottom + 38.0), &Words::new(&x_label, Anchor::Middle));
    }

    /// The line that intervals are compared with, and what lies on its sides.
    fn line(&mut self, Caterpillar { line_at, sides, .. }: &Caterpillar) {
        let Some(line) = line_at.filter(|line| self.axis.holds(*line)) else { return };
        let x = self.place(line);
        let pen = Pen { width: 1.5, ..Pen::axis() };
        self.picture.line(&[(x, TOP - 4.0), (x, self.bottom)], pen, "");
        let Some((below, above)) = sides else { return };
        for (text, anchor, x, room) in [
            (format!("← {below}"), Anchor::End, x - 8.0, x - 8.0),
            (format!("{above} →"), Anchor::Start, x + 8.0, self.width - x - 8.0),
        ] {
            // Where there is no room on a side, nothing lies there.
            if label::width(&text) <= room {
                self.picture.words((x, TOP - 10.0), &Words::new(&text, anchor));
            }
        }
    }

    fn row(&mut self, row: &CaterpillarRow, y: f64) {
        let (colour, is_open) = match row.tone {
            Tone::Above => (SERIES[0], false),
            Tone::Below => (SERIES[1], false),
            Tone::Open => (GREY, true),
            Tone::Series(index) => (series(index), false),
        };
        if let Some((low, high)) = row.interval.filter(|(low, high)| (low + high).is_finite()) {
            let ends = [(self.place(low), y), (self.place(high), y)];
            self.picture.line(&ends, Pen::solid(colour, 2.5), &row.tip);
        }
        if self.axis.holds(row.value) {
            self.picture.dot((self.place(row.value), y), 4.0, colour, is_open, &row.tip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg_words::{attribute, place_of, words};
    use super::*;
    use crate::presentation::CaterpillarRow;

    #[test]
    fn intervals_lie_where_they_are() {
        let rows = [("a", 2.0, Tone::Above), ("b & c", 0.5, Tone::Open), ("d", -2.0, Tone::Below)];
        let rows = rows.map(|(name, value, tone)| CaterpillarRow {
            name: name.to_owned(),
            value,
            interval: Some((value - 1.0, value + 1.0)),
            tone,
            words: "better".to_owned(),
            tip: format!("{name}: {value}"),
            ..CaterpillarRow::default()
        });
        let svg = caterpillar(
            &Caterpillar {
                x_label: "difference, BLEU".to_owned(),
                line_at: Some(0.0),
                sides: Some(("worse".to_owned(), "better".to_owned())),
                rows: rows.to_vec(),
            },
            WIDTH,
        );
        let circles: Vec<&str> =
            svg.split("<circle").skip(1).filter_map(|tag| tag.split("</circle>").next()).collect();
        let [a, b, d] = ["a", "b &amp; c", "d"].map(|name| {
            let circle = circles.iter().find(|tag| tag.contains(&format!(">{name}: "))).unwrap();
            attribute(circle, "cx")
        });
        // Equal differences are equal distances.
        assert!((((a - d) / (b - d)) - 1.6).abs() < 0.01, "{svg}");
        assert!(svg.contains("← worse") && svg.contains("better →"), "{svg}");
        assert_eq!(svg.matches(&format!("stroke=\"{GREY}\"")).count(), 2);
        // Without rows there is an empty picture, not a failure.
        assert!(caterpillar(&Caterpillar::default(), WIDTH).ends_with("</svg>"));
    }

    fn long_name(index: usize) -> String {
        format!("university-consortium-{index:02} - national-lab-{index:02}")
    }

    /// Long names stand above their rows, whole and within the picture, and headings above them.
    #[test]
    fn long_names_are_not_cut() {
        let rows = (0..6_u8).map(|index| CaterpillarRow {
            heading: index.is_multiple_of(3).then(|| format!("heading {index}")),
            name: long_name(index.into()),
            value: index.into(),
            interval: Some((f64::from(index) - 1.0, f64::from(index) + 1.0)),
            ..CaterpillarRow::default()
        });
        let rows = rows.collect();
        let svg = caterpillar(&Caterpillar { rows, ..Caterpillar::default() }, WIDTH);
        let words = words(&svg);
        let names = [0, 1, 2, 3].map(long_name);
        let texts = ["heading 0", &names[0], &names[1], &names[2], "heading 3", &names[3]];
        let lines = texts.map(|text| {
            let (x, y, text) = place_of(&words, text);
            assert!(*x >= 0.0 && x + label::width(text) <= WIDTH, "{text}");
            *y
        });
        assert!(lines.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.1), "{lines:?}");
    }
}
