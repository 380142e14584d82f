//! Drawing: charts, caterpillars and matrices as SVG.
//!
//! Equal charts give equal text. Colours are those of print on white; [`themed`] turns them into style
//! variables of a page that has a light and a dark side. Text is 13 pixels high in a picture of
//! [`WIDTH`] pixels.

mod axis;
mod caterpillar;
mod chart;
mod label;
mod matrix;
mod picture;

pub(super) use caterpillar::caterpillar;
pub(super) use chart::chart;
pub(super) use matrix::matrix;

use super::svg;

/// Colours of series that are distinguished with any colour vision (after Okabe & Ito). A chart with more
/// series takes them again with dashes.
const SERIES: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#a87900", "#6a51a3"];
const GREY: &str = "#7f7f7f";
const INK: &str = "#1d2329";
const FAINT: &str = "#dfe3e8";
const PAPER: &str = "#ffffff";
/// Cells of matrices above and below zero. Their shade is an opacity, so that they are light on paper and
/// dark on a dark page.
const ABOVE: &str = "#005a8f";
const BELOW: &str = "#b34700";
/// Words in strongly shaded cells, which are dark on both sides of a page.
const ON_CELL: &str = "#fdfdfd";

/// Width of a picture in pixels.
pub(super) const WIDTH: f64 = 640.0;

/// Width of the picture of the same for a phone.
pub(super) const NARROW: f64 = 350.0;

/// A chart with two axes.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    pub x_label: String,
    pub y_label: String,
    /// Where the axes begin and end, where that is not left to the data.
    pub x_range: (Option<f64>, Option<f64>),
    pub y_range: (Option<f64>, Option<f64>),
    /// Whether only whole numbers stand at the horizontal axis.
    pub whole_x: bool,
    /// Whether axes are logarithmic, for positive values.
    pub log_x: bool,
    pub log_y: bool,
    /// From back to front.
    pub layers: Vec<Layer>,
}

/// What a chart shows. Lines with a name are labelled at their right ends or, where names are long, in a
/// legend below.
#[derive(Clone, Debug)]
pub enum Layer {
    /// A line.
    Line { points: Vec<(f64, f64)>, colour: usize, stroke: Stroke, name: Option<String> },
    /// Points, each with the text that is shown when it is pointed at.
    Points { points: Vec<Point>, colour: usize, name: Option<String> },
    /// The area between two lines: x, lower, upper. Its right half is in the chart; further left it may
    /// leave it.
    Band { points: Vec<(f64, f64, f64)>, colour: usize },
    /// Bars between edges, one more than counts.
    Bars { edges: Vec<f64>, counts: Vec<f64>, colour: usize },
    /// A dashed line across the whole chart at a height, such as a wanted margin.
    Across { y: f64, name: Option<String> },
    /// A dashed line from top to bottom, such as the documents available, named at its top.
    Down { x: f64, name: Option<String> },
    /// A ring around a place, such as the one where a curve meets a wanted margin, with words beside it
    /// and a line to the horizontal axis.
    Mark { x: f64, y: f64, colour: usize, words: String, tip: String },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    Solid,
    Dashed,
    Dotted,
}

/// A point of a chart.
#[derive(Clone, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// How far its interval reaches below and above, where it has one.
    pub reach: Option<(f64, f64)>,
    pub tip: String,
}

/// Values with their intervals as dots with bars, a line of the picture for each.
#[derive(Clone, Debug, Default)]
pub struct Caterpillar {
    pub x_label: String,
    /// Where a line stands that intervals are compared with: nought for differences.
    pub line_at: Option<f64>,
    /// What lies to the left and to the right of that line, such as "worse" and "better".
    pub sides: Option<(String, String)>,
    /// From top to bottom.
    pub rows: Vec<CaterpillarRow>,
}

/// A value with its interval.
#[derive(Clone, Debug, Default)]
pub struct CaterpillarRow {
    /// Words in a line of their own above it, where rows come in groups: the name of the group.
    pub heading: Option<String>,
    pub name: String,
    pub value: f64,
    /// Lower and upper end.
    pub interval: Option<(f64, f64)>,
    pub tone: Tone,
    /// Words at the right end, such as a verdict; may be empty.
    pub words: String,
    pub tip: String,
}

/// What a value means, as a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Better, above, or what has no verdict: a blue dot.
    #[default]
    Above,
    /// Worse, below: an orange dot.
    Below,
    /// Not significant: a grey ring.
    Open,
    /// A dot in the colour of a series.
    Series(usize),
}

/// A matrix with words in its cells.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    pub x_label: String,
    pub y_label: String,
    /// Names from top to bottom.
    pub rows: Vec<String>,
    /// Names from left to right.
    pub columns: Vec<String>,
    /// Line by line; `None` leaves a cell empty.
    pub cells: Vec<Vec<Option<MatrixCell>>>,
}

/// A cell of a matrix.
#[derive(Clone, Debug)]
pub struct MatrixCell {
    /// From -1 (orange) over 0 (nearly white) to 1 (blue).
    pub share: f64,
    pub mark: String,
    pub tip: String,
}

/// The colour of a series; those beyond the last number are grey.
fn series(index: usize) -> &'static str {
    if index == super::lines::GREY { GREY } else { SERIES[index % SERIES.len()] }
}

/// The picture for a page: colours are style variables (`--ink`, `--paper`, `--faint`, `--s1`, ...), and
/// ids in it are its own.
pub fn themed(text: &str, prefix: &str) -> String {
    svg::on_page(text, prefix, |colour| {
        let name = match colour {
            INK => "ink".to_owned(),
            PAPER => "paper".to_owned(),
            FAINT => "faint".to_owned(),
            GREY => "grey".to_owned(),
            ON_CELL => "on-cell".to_owned(),
            ABOVE => "above".to_owned(),
            BELOW => "below".to_owned(),
            _ => format!("s{}", SERIES.iter().position(|series| *series == colour)? + 1),
        };
        Some(format!("var(--{name})"))
    })
}

/// The words of pictures, for tests.
#[cfg(test)]
mod svg_words {
    /// The number that is the attribute `name` of the first tag.
    pub(super) fn attribute(tags: &str, name: &str) -> f64 {
        let (_, rest) = tags.split_once(&format!("{name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    }

    /// Places of words: x, y and the words.
    pub(super) fn words(svg: &str) -> Vec<(f64, f64, String)> {
        let words = svg.split("<text").skip(1).map(|text| {
            let (tag, rest) = text.split_once('>').unwrap();
            let words = rest.split_once('<').unwrap().0.to_owned();
            (attribute(tag, " x"), attribute(tag, " y"), words)
        });
        words.collect()
    }

    /// Where the words `text` stand.
    pub(super) fn place_of<'a>(
        words: &'a [(f64, f64, String)],
        text: &str,
    ) -> &'a (f64, f64, String) {
        words.iter().find(|(.., own)| own == text).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(name: &str) -> String {
        let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        name.replace('"', "&quot;").replace('\'', "&apos;")
    }

    /// Names that look like what is changed in a picture stay as they are, on the page too.
    #[test]
    fn names_in_a_picture_are_those_of_the_data() {
        let names = [
            "clip-base",
            "url(#clip-0)",
            "id=\"clip-0\"",
            "\"#0072b2\"",
            "fill=\"#1d2329\"",
            "clip-path",
            "width=\"640\"",
            "<g id='x'>&amp;",
        ];
        let (mut layers, mut points) = (Vec::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            layers.push(Layer::Line {
                points: vec![(1.0, 1.0), (2.0, index as f64)],
                colour: index,
                stroke: Stroke::Solid,
                name: Some((*name).to_owned()),
            });
            points.push(Point { x: 1.0, y: 1.0, reach: None, tip: (*name).to_owned() });
        }
        layers.push(Layer::Points { points, colour: 0, name: None });
        let picture = chart(&Chart { layers, ..Chart::default() }, WIDTH);
        for svg in [&picture, &themed(&picture, "f0")] {
            for name in names {
                let count = svg.matches(&format!(">{}</", escaped(name))).count();
                assert!(count >= 2, "{name}: {count} times in {svg}");
            }
        }
        let page = themed(&picture, "f0");
        assert!(picture.contains("<clipPath id=\"clip-0\">"), "{picture}");
        assert!(picture.contains("clip-path=\"url(#clip-0)\""), "{picture}");
        assert!(page.contains("<clipPath id=\"f0-clip-0\">"), "{page}");
        assert!(page.contains("clip-path=\"url(#f0-clip-0)\""), "{page}");
        assert!(page.contains("stroke=\"var(--s1)\""), "{page}");
    }
}
