//! Dots with bars: values with their intervals, a line for each.

use super::axis::{Axis, Wish};
use super::label;
use super::picture::{Anchor, Pen, Picture, Words};
use super::{Caterpillar, GREY, SERIES, Tone, WIDTH};

/// Height of a row.
const ROW: f64 = 22.0;
/// Room for a name, and for words at the right end, at most.
const NAME: f64 = 250.0;
const WORDS: f64 = 130.0;
const TOP: f64 = 26.0;

/// A caterpillar as SVG.
pub(crate) fn caterpillar(caterpillar: &Caterpillar) -> String {
    let Caterpillar { x_label, line_at, sides, rows } = caterpillar;
    let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
    let names = label::all_fitted(&names, NAME);
    let words: Vec<String> = rows.iter().map(|row| label::fitted(&row.words, WORDS)).collect();
    let left = 16.0 + label::widest(names.iter().map(String::as_str));
    let words_width = label::widest(words.iter().map(String::as_str));
    let right = WIDTH - 16.0 - if words_width > 0.0 { words_width + 8.0 } else { 0.0 };
    let ends = rows.iter().flat_map(|row| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [row.value, low, high]
    });
    let wish = Wish { has_round_ends: true, ..Wish::default() };
    let axis = Axis::new(ends.chain(*line_at), wish);
    let place = |value: f64| left + (right - left) * axis.place(value);
    let bottom = TOP + ROW * rows.len() as f64 + 6.0;
    let mut picture = Picture::new(WIDTH, bottom + 46.0);
    let labels = axis.labels();
    let widest = label::widest(labels.iter().map(String::as_str));
    let mut free_from = f64::NEG_INFINITY;
    for (tick, text) in axis.ticks.iter().zip(&labels) {
        let x = place(*tick);
        picture.line(&[(x, TOP), (x, bottom)], Pen::grid(), "");
        if x - widest / 2.0 >= free_from {
            picture.words((x, bottom + 18.0), &Words::new(text, Anchor::Middle));
            free_from = x + widest / 2.0 + 6.0;
        }
    }
    picture.line(&[(left, bottom), (right, bottom)], Pen::axis(), "");
    if let Some(line) = line_at.filter(|line| axis.holds(*line)) {
        let x = place(line);
        picture.line(&[(x, TOP - 4.0), (x, bottom)], Pen { width: 1.5, ..Pen::axis() }, "");
        if let Some((below, above)) = sides {
            for (text, anchor, x, room) in [
                (format!("← {below}"), Anchor::End, x - 8.0, x - 8.0),
                (format!("{above} →"), Anchor::Start, x + 8.0, WIDTH - x - 8.0),
            ] {
                // Where there is no room on a side, nothing lies there.
                if label::width(&text) <= room {
                    picture.words((x, TOP - 10.0), &Words::new(&text, anchor));
                }
            }
        }
    }
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5) + 2.0;
        let (colour, is_open) = match row.tone {
            Tone::Above => (SERIES[0], false),
            Tone::Below => (SERIES[1], false),
            Tone::Open => (GREY, true),
        };
        picture.words((left - 8.0, y + 4.0), &Words::new(&names[index], Anchor::End));
        if let Some((low, high)) = row.interval.filter(|(low, high)| (low + high).is_finite()) {
            picture.line(&[(place(low), y), (place(high), y)], Pen::solid(colour, 2.5), &row.tip);
        }
        if axis.holds(row.value) {
            picture.dot((place(row.value), y), 4.0, colour, is_open, &row.tip);
        }
        picture.words((right + 8.0, y + 4.0), &Words::new(&words[index], Anchor::Start));
    }
    let x_label = label::fitted(x_label, WIDTH - 20.0);
    let half = label::width(&x_label) / 2.0;
    let middle =
        f64::midpoint(left, right).clamp(half.min(WIDTH / 2.0), WIDTH - half.min(WIDTH / 2.0));
    picture.words((middle, bottom + 38.0), &Words::new(&x_label, Anchor::Middle));
    picture.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::CaterpillarRow;

    #[test]
    fn intervals_lie_where_they_are() {
        let row = |(name, value, tone): (&str, f64, Tone)| CaterpillarRow {
            name: name.to_owned(),
            value,
            interval: Some((value - 1.0, value + 1.0)),
            tone,
            words: "better".to_owned(),
            tip: format!("{name}: {value}"),
        };
        let rows = [("a", 2.0, Tone::Above), ("b & c", 0.5, Tone::Open), ("d", -2.0, Tone::Below)];
        let svg = caterpillar(&Caterpillar {
            x_label: "difference, BLEU".to_owned(),
            line_at: Some(0.0),
            sides: Some(("worse".to_owned(), "better".to_owned())),
            rows: rows.map(row).to_vec(),
        });
        let circles: Vec<&str> =
            svg.split("<circle").skip(1).filter_map(|tag| tag.split("</circle>").next()).collect();
        let centre = |name: &str| -> f64 {
            let circle = circles.iter().find(|tag| tag.contains(&format!(">{name}: "))).unwrap();
            let (_, rest) = circle.split_once("cx=\"").unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let (a, b, d) = (centre("a"), centre("b &amp; c"), centre("d"));
        // Equal differences are equal distances.
        assert!((((a - d) / (b - d)) - 1.6).abs() < 0.01, "{svg}");
        assert!(svg.contains("← worse") && svg.contains("better →"), "{svg}");
        assert_eq!(svg.matches(&format!("stroke=\"{GREY}\"")).count(), 2);
        // Without rows there is an empty picture, not a failure.
        assert!(caterpillar(&Caterpillar::default()).ends_with("</svg>"));
    }
}
