//! Charts: lines, points, bands and bars over two axes.

use super::axis::{Axis, Wish};
use super::label::{self, LINE};
use super::picture::{Anchor, Pen, Picture, Words, rounded};
use super::{Chart, INK, Layer, NARROW, Point, SERIES, Stroke, series};
use crate::presentation::extent;

/// Height of the panel, where labels need no more.
const PANEL: f64 = 270.0;
/// Room for a label at the right end of a line at most; somewhat longer ones are shortened.
const LABEL: f64 = 240.0;
/// Names that are longer than that go into a legend; in a narrow picture all do.
const LONGEST: f64 = 340.0;
/// Between the panel and the labels: a line to the label and a piece of the line it names.
const LEADER: f64 = 34.0;
const TOP: f64 = 22.0;
const RADIUS: f64 = 3.2;

/// A chart as SVG of this width.
pub(crate) fn chart(chart: &Chart, width: f64) -> String {
    let x = Axis::new(
        chart.layers.iter().flat_map(xs),
        Wish {
            range: chart.x_range,
            is_log: chart.log_x,
            is_whole: chart.whole_x,
            has_round_ends: false,
        },
    );
    let y = Axis::new(
        chart.layers.iter().flat_map(ys),
        Wish { range: chart.y_range, is_log: chart.log_y, is_whole: false, has_round_ends: true },
    );
    let mut entries = entries(chart, &x, &y);
    let longest = label::widest(entries.iter().map(|entry| entry.name.as_str()));
    let at_ends = longest <= LONGEST && (width > NARROW || entries.is_empty());
    if at_ends {
        let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let short = label::all_fitted(&names, LABEL);
        entries.iter_mut().zip(short).for_each(|(entry, short)| entry.name = short);
    }
    let longest = longest.min(LABEL);
    let y_labels = y.labels();
    let left = 34.0 + label::widest(y_labels.iter().map(String::as_str));
    let right = match (entries.is_empty(), at_ends) {
        (false, true) => LEADER + longest + 6.0,
        _ => 16.0,
    };
    let height = if at_ends { PANEL.max(LINE * entries.len() as f64) } else { PANEL };
    let legend = if at_ends { Legend::default() } else { Legend::new(&entries, left, width) };
    let bottom = TOP + height;
    let mut picture = Picture::new(width, bottom + 46.0 + legend.height());
    let right = width - right;
    let mut panel = Panel { picture: &mut picture, x, y, width, left, right, bottom, height };
    panel.axes(&y_labels, chart);
    panel.layers(&chart.layers);
    if at_ends {
        panel.labels(&entries);
    } else {
        legend.draw(&mut picture, &entries, bottom + 60.0);
    }
    picture.finish()
}

/// A name with the line that it names.
struct Entry {
    name: String,
    pen: Pen,
    /// Where the line ends.
    end: (f64, f64),
    is_point: bool,
}

/// The named layers, each with its last place in the chart.
fn entries(chart: &Chart, x: &Axis, y: &Axis) -> Vec<Entry> {
    let entries = chart.layers.iter().filter_map(|layer| {
        let (name, pen, end, is_point) = match layer {
            Layer::Line { points, colour, stroke, name } => {
                (name, pen(*colour, *stroke), last_held(points.iter().copied(), x, y)?, false)
            }
            Layer::Points { points, colour, name } => {
                let places = points.iter().map(|point| (point.x, point.y));
                (name, pen(*colour, Stroke::Solid), last_held(places, x, y)?, true)
            }
            Layer::Across { y: height, name } if y.holds(*height) => {
                (name, dashed(), (f64::INFINITY, *height), false)
            }
            _ => return None,
        };
        Some(Entry { name: name.clone()?, pen, end, is_point })
    });
    entries.collect()
}

/// The last place that lies along both axes.
fn last_held(
    places: impl DoubleEndedIterator<Item = (f64, f64)>,
    x: &Axis,
    y: &Axis,
) -> Option<(f64, f64)> {
    places.rev().find(|place| x.holds(place.0) && y.holds(place.1))
}

/// What is cut off at the edges of the panel, in its places.
enum Cut {
    Line { places: Vec<(f64, f64)>, pen: Pen, tip: String },
    Area { places: Vec<(f64, f64)>, colour: &'static str },
}

/// The area within the axes.
struct Panel<'a> {
    picture: &'a mut Picture,
    x: Axis,
    y: Axis,
    /// Of the picture.
    width: f64,
    left: f64,
    right: f64,
    bottom: f64,
    height: f64,
}

impl Panel<'_> {
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let across = if x.is_finite() { self.x.place(x) } else { 1.0 };
        (self.left + (self.right - self.left) * across, self.bottom - self.height * self.y.place(y))
    }

    fn places(&self, points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
        let places = points.map(|point| self.place(point));
        places.filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
    }

    fn axes(&mut self, y_labels: &[String], chart: &Chart) {
        let (left, right, bottom, top) = (self.left, self.right, self.bottom, TOP);
        let (mut grid, mut ticks) = (Vec::new(), Vec::new());
        for (tick, text) in self.y.ticks.clone().iter().zip(y_labels) {
            let y = bottom - self.height * self.y.place(*tick);
            grid.push(vec![(left, y), (right, y)]);
            self.picture.words((left - 7.0, y + 4.0), &Words::new(text, Anchor::End));
        }
        let x_labels = self.x.labels();
        let widest = label::widest(x_labels.iter().map(String::as_str));
        let mut free_from = f64::NEG_INFINITY;
        for (tick, text) in self.x.ticks.clone().iter().zip(&x_labels) {
            let x = left + (right - left) * self.x.place(*tick);
            grid.push(vec![(x, top), (x, bottom)]);
            ticks.push(vec![(x, bottom), (x, bottom + 4.0)]);
            // In a narrow chart numbers might touch.
            if x - widest / 2.0 >= free_from {
                self.picture.words((x, bottom + 18.0), &Words::new(text, Anchor::Middle));
                free_from = x + widest / 2.0 + 6.0;
            }
        }
        ticks.push(vec![(left, top), (left, bottom), (right, bottom)]);
        self.picture.lines(&grid, Pen::grid());
        self.picture.lines(&ticks, Pen::axis());
        let middle = f64::midpoint(left, right);
        let x_label = label::without_middle(&chart.x_label, self.width - 20.0);
        // A label that is longer than the panel stays within the picture.
        let half = (label::width(&x_label) / 2.0).min(self.width / 2.0);
        let middle = middle.clamp(half, self.width - half);
        self.picture.words((middle, bottom + 38.0), &Words::new(&x_label, Anchor::Middle));
        let y_label = label::fitted(&chart.y_label, self.height + TOP);
        let words = Words { is_upright: true, ..Words::new(&y_label, Anchor::Middle) };
        self.picture.words((14.0, bottom - self.height / 2.0), &words);
    }

    fn layers(&mut self, layers: &[Layer]) {
        let lower_left = (self.left, TOP);
        let size = (self.right - self.left, self.height);
        // Lines may leave the chart, and are cut off there; what is a point stays whole.
        let lines: Vec<Cut> = layers.iter().filter_map(|layer| self.cut(layer)).collect();
        self.picture.within(lower_left, size, |picture| {
            for line in &lines {
                match line {
                    Cut::Line { places, pen, tip } => picture.line(places, *pen, tip),
                    Cut::Area { places, colour } => picture.area(places, colour, 0.13),
                }
            }
        });
        for layer in layers {
            match layer {
                Layer::Points { points, colour, .. } => self.points(points, series(*colour)),
                Layer::Bars { edges, counts, colour } => self.bars(edges, counts, series(*colour)),
                Layer::Across { y, .. } if self.y.holds(*y) => {
                    let height = self.place((0.0, *y)).1;
                    let ends = [(self.left, height), (self.right, height)];
                    self.picture.line(&ends, dashed(), "");
                }
                Layer::Down { x, name } if self.x.holds(*x) => self.down(*x, name.as_deref()),
                Layer::Mark { x, y, colour, words, tip }
                    if self.x.holds(*x) && self.y.holds(*y) =>
                {
                    self.mark((*x, *y), series(*colour), words, tip);
                }
                _ => {}
            }
        }
    }

    /// What is drawn of a layer within the panel alone.
    fn cut(&self, layer: &Layer) -> Option<Cut> {
        match layer {
            Layer::Line { points, colour, stroke, name } => Some(Cut::Line {
                places: self.places(points.iter().copied()),
                pen: pen(*colour, *stroke),
                tip: name.clone().unwrap_or_default(),
            }),
            Layer::Band { points, colour } => {
                let upper = points.iter().map(|(x, _, high)| (*x, *high));
                let lower = points.iter().rev().map(|(x, low, _)| (*x, *low));
                let places = self.places(upper.chain(lower));
                Some(Cut::Area { places, colour: series(*colour) })
            }
            _ => None,
        }
    }

    fn points(&mut self, points: &[Point], colour: &'static str) {
        let mut bars = Vec::new();
        for point in points {
            let Some((low, high)) = point.reach else { continue };
            let ends = [point.y - low, point.y + high].map(|y| self.place((point.x, y)));
            let [(x, low), (_, high)] = ends;
            let (top, bottom) = (TOP, self.bottom);
            let [low, high] = [low, high].map(|y| y.clamp(top, bottom));
            if x.is_finite() && low.is_finite() && high.is_finite() {
                bars.push(vec![(x, low), (x, high)]);
                bars.extend([low, high].map(|y| vec![(x - 3.0, y), (x + 3.0, y)]));
            }
        }
        self.picture.lines(&bars, Pen::solid(colour, 1.5));
        let shown = points.iter().filter(|point| self.x.holds(point.x) && self.y.holds(point.y));
        let dots: Vec<((f64, f64), &str)> =
            shown.map(|point| (self.place((point.x, point.y)), point.tip.as_str())).collect();
        self.picture.dots(dots.into_iter(), RADIUS, colour);
    }

    fn bars(&mut self, edges: &[f64], counts: &[f64], colour: &str) {
        for (edge, count) in edges.windows(2).zip(counts) {
            let (left, top) = self.place((edge[0], *count));
            let (right, _) = self.place((edge[1], *count));
            let tip = format!("{} to {}: {count}", rounded(edge[0], 3), rounded(edge[1], 3));
            // A pixel of room beside each bar; narrow bars stay visible.
            let size = ((right - left - 1.0).max(0.5), self.bottom - top);
            self.picture.rectangle((left + 0.5, top), size, colour, 1.0, &tip);
        }
    }

    fn down(&mut self, x: f64, name: Option<&str>) {
        let x = self.left + (self.right - self.left) * self.x.place(x);
        self.picture.line(&[(x, TOP - 2.0), (x, self.bottom)], dashed(), "");
        if let Some(name) = name {
            let (text, half) = (label::fitted(name, self.width - 20.0), label::width(name) / 2.0);
            let centre = self.width / 2.0;
            // Of a name that is wider than the picture, the ends would be in the wrong order for `clamp`.
            let place = x.clamp(half.min(centre), (self.width - half).max(centre));
            self.picture.words((place, TOP - 8.0), &Words::over_lines(&text, Anchor::Middle));
        }
    }

    fn mark(&mut self, at: (f64, f64), colour: &'static str, text: &str, tip: &str) {
        let (x, y) = self.place(at);
        let dotted = Pen { dashes: DOTS, ..Pen::solid(colour, 1.5) };
        self.picture.line(&[(x, y), (x, self.bottom)], dotted, "");
        self.picture.dot((x, y), 5.0, colour, true, tip);
        // Near the axis, where curves that end at a mark are not, unless the ring itself is there: then
        // above, where a falling curve is not.
        let is_low = self.bottom - y < 28.0;
        let height = if is_low { y - 10.0 } else { self.bottom - 8.0 };
        let fits_right = x + 10.0 + label::width(text) <= self.right;
        let (place, anchor) = match (fits_right, is_low) {
            (true, _) => (x + 7.0, Anchor::Start),
            (false, true) => (self.right, Anchor::End),
            (false, false) => (x - 7.0, Anchor::End),
        };
        self.picture.words((place, height), &Words::over_lines(text, anchor));
    }

    /// Names at the right ends of lines, none above another.
    fn labels(&mut self, entries: &[Entry]) {
        let mut ends: Vec<(f64, f64, &Entry)> = entries
            .iter()
            .map(|entry| {
                let (x, y) = self.place(entry.end);
                (x, y, entry)
            })
            .collect();
        ends.sort_by(|one, other| one.1.total_cmp(&other.1));
        let wanted: Vec<f64> = ends.iter().map(|end| end.1).collect();
        let places = label::spread_out(&wanted, LINE, (TOP + 2.0, self.bottom - 2.0));
        for ((x, y, entry), place) in ends.into_iter().zip(places) {
            let (from, to) = (self.right + 14.0, self.right + 30.0);
            let start = if x + 1.0 < self.right { (x + 4.0, y) } else { (self.right + 3.0, y) };
            let leader = Pen::solid(entry.pen.colour, 0.8);
            // A leader across the chart would look like a line of it: points say themselves what they are.
            if !entry.is_point || x + 1.0 >= self.right {
                self.picture.line(&[start, (from, place)], leader, "");
            }
            if entry.is_point {
                self.picture.dot((to - 6.0, place), RADIUS, entry.pen.colour, false, "");
            } else {
                self.picture.line(&[(from, place), (to, place)], entry.pen, "");
            }
            let words = Words::new(&entry.name, Anchor::Start);
            self.picture.words((self.right + LEADER, place + 4.0), &words);
        }
    }
}

/// Names below the chart, where they are too long to stand at its right.
#[derive(Default)]
struct Legend {
    left: f64,
    lines: usize,
    /// Width of a column.
    width: f64,
}

impl Legend {
    fn new(entries: &[Entry], left: f64, width: f64) -> Self {
        let longest = label::widest(entries.iter().map(|entry| entry.name.as_str()));
        let left = if width > NARROW { left } else { 12.0 };
        let room = width - left - 10.0;
        let width = (longest + 40.0).min(room);
        let columns = [3, 2]
            .into_iter()
            .find(|columns: &u32| f64::from(*columns) * width <= room)
            .unwrap_or(1);
        Self { left, lines: entries.len().div_ceil(columns as usize), width }
    }

    fn height(&self) -> f64 {
        if self.lines == 0 { 0.0 } else { 16.0 + 17.0 * self.lines as f64 }
    }

    fn draw(&self, picture: &mut Picture, entries: &[Entry], top: f64) {
        for (index, entry) in entries.iter().enumerate() {
            let x = self.left + self.width * (index / self.lines) as f64;
            let y = top + 17.0 * (index % self.lines) as f64;
            if entry.is_point {
                picture.dot((x + 9.0, y), RADIUS, entry.pen.colour, false, "");
            } else {
                picture.line(&[(x, y), (x + 22.0, y)], entry.pen, "");
            }
            let name = label::without_middle(&entry.name, self.width - 34.0);
            picture.words((x + 28.0, y + 4.0), &Words::new(&name, Anchor::Start));
        }
    }
}

const DOTS: &str = "2 3";

/// Lines to compare with.
fn dashed() -> Pen {
    Pen { dashes: "6 4", ..Pen::solid(INK, 1.2) }
}

/// The pen of a series: beyond the colours there are, colours come again with dashes.
fn pen(colour: usize, stroke: Stroke) -> Pen {
    const AGAIN: [&str; 4] = ["", "10 3", "10 3 2 3", "4 2"];
    // Grey, whose number is beyond all, has no dashes.
    let round = if colour < SERIES.len() * AGAIN.len() { colour / SERIES.len() } else { 0 };
    let (width, dashes) = match stroke {
        Stroke::Solid => (2.0, AGAIN[round]),
        Stroke::Dashed => (1.5, "6 4"),
        Stroke::Dotted => (1.5, DOTS),
    };
    Pen { colour: series(colour), width, dashes }
}

fn xs(layer: &Layer) -> Vec<f64> {
    match layer {
        Layer::Line { points, .. } => points.iter().map(|point| point.0).collect(),
        Layer::Points { points, .. } => points.iter().map(|point| point.x).collect(),
        Layer::Band { points, .. } => points.iter().map(|point| point.0).collect(),
        Layer::Bars { edges, .. } => edges.clone(),
        Layer::Down { x, .. } | Layer::Mark { x, .. } => vec![*x],
        Layer::Across { .. } => Vec::new(),
    }
}

fn ys(layer: &Layer) -> Vec<f64> {
    match layer {
        Layer::Line { points, .. } => points.iter().map(|point| point.1).collect(),
        Layer::Points { points, .. } => {
            let ends = points.iter().flat_map(|point| {
                let (low, high) = point.reach.unwrap_or_default();
                [point.y - low, point.y + high]
            });
            ends.collect()
        }
        Layer::Band { points, .. } => {
            // Intervals of tiny test sets would take all of the chart.
            let (first, last) = extent(points.iter().map(|point| point.0));
            let right = points.iter().filter(|point| point.0 >= f64::midpoint(first, last));
            right.flat_map(|point| [point.1, point.2]).collect()
        }
        Layer::Bars { counts, .. } => counts.iter().copied().chain([0.0]).collect(),
        Layer::Across { y, .. } | Layer::Mark { y, .. } => vec![*y],
        Layer::Down { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::WIDTH;
    use super::super::svg_words::{attribute, place_of, words};
    use super::*;

    fn line(name: &str, colour: usize, ends: [(f64, f64); 2]) -> Layer {
        let (points, name) = (ends.to_vec(), Some(name.to_owned()));
        Layer::Line { points, colour, stroke: Stroke::Solid, name }
    }

    /// Fifteen lines that end at one place, with names of 28 characters: all are named, within the picture
    /// and without touching each other.
    #[test]
    fn every_line_has_a_name_of_its_own() {
        let lines = (0..15).map(|index| {
            let name = format!("a-system-of-a-long-name-{index:04}");
            line(&name, index, [(0.0, index as f64), (10.0, 7.0)])
        });
        let svg = chart(&Chart { layers: lines.collect(), ..Chart::default() }, WIDTH);
        let mut labels: Vec<_> =
            words(&svg).into_iter().filter(|(.., text)| text.starts_with("a-system")).collect();
        assert_eq!(labels.len(), 15, "{svg}");
        labels.sort_by(|one, other| one.1.total_cmp(&other.1));
        assert!(labels.windows(2).all(|pair| pair[1].1 - pair[0].1 >= LINE - 0.11), "{labels:?}");
        assert!(labels.iter().all(|(x, _, text)| x + label::width(text) <= WIDTH), "{labels:?}");
        // No two lines look alike.
        let looks: std::collections::BTreeSet<(&str, &str)> = (0..15)
            .map(|index| pen(index, Stroke::Solid))
            .map(|pen| (pen.colour, pen.dashes))
            .collect();
        assert_eq!(looks.len(), 15);
    }

    /// A narrow picture names its lines below the chart, whole where they fit, and within the picture.
    #[test]
    fn narrow_charts_name_their_lines_below() {
        let lines = ["online-A", "a-system-of-a-name-that-is-longer-than-a-narrow-picture-is-wide"]
            .into_iter();
        let lines =
            lines.enumerate().map(|(index, name)| line(name, index, [(0.0, 0.0), (1.0, 1.0)]));
        let svg = chart(&Chart { layers: lines.collect(), ..Chart::default() }, NARROW);
        let (_, rest) = svg.split_once("viewBox=\"0 0 350 ").unwrap();
        let height: f64 = rest.split_once('"').unwrap().0.parse().unwrap();
        let names: Vec<_> = words(&svg)
            .into_iter()
            .filter(|(.., text)| text == "online-A" || text.starts_with("a-system"))
            .collect();
        assert_eq!(names.len(), 2, "{svg}");
        assert!(
            names
                .iter()
                .all(|(x, y, text): &(f64, f64, String)| x + label::width(text) <= NARROW
                    && *y < height),
            "{names:?} in {height}"
        );
        assert!(!svg.contains("<title>"), "no one hovers on a phone");
    }

    /// Names that are too long for the right side get a legend that has a line for each.
    #[test]
    fn a_legend_has_the_height_it_needs() {
        let lines = (0..8).map(|index| {
            let name = format!("{} and {index}", "another system of a long name".repeat(2));
            line(&name, index, [(0.0, 0.0), (1.0, index as f64)])
        });
        let svg = chart(&Chart { layers: lines.collect(), ..Chart::default() }, WIDTH);
        let (_, rest) = svg.split_once("viewBox=\"0 0 640 ").unwrap();
        let height: f64 = rest.split_once('"').unwrap().0.parse().unwrap();
        let entries: Vec<_> =
            words(&svg).into_iter().filter(|(.., text)| text.starts_with("another")).collect();
        assert_eq!(entries.len(), 8, "{svg}");
        assert!(entries.iter().all(|(_, y, _)| *y < height), "{entries:?} in {height}");
    }

    /// Where a curve meets the wanted margin there is a ring, at the place of both.
    #[test]
    fn a_mark_stands_where_curve_and_level_meet() {
        let curve = line("bleu", 0, [(0.0, 4.0), (200.0, 0.0)]);
        let wanted = Layer::Across { y: 2.0, name: Some("wanted ±2".to_owned()) };
        let (words_, tip) = ("100 documents".to_owned(), "meets".to_owned());
        let mark = Layer::Mark { x: 100.0, y: 2.0, colour: 0, words: words_, tip };
        let layers = vec![curve, wanted, mark];
        let svg = chart(&Chart { layers, y_range: (Some(0.0), None), ..Chart::default() }, WIDTH);
        let texts = words(&svg);
        let ring = svg.split("<circle").find(|tag| tag.contains("meets")).unwrap();
        let (x, y) = (attribute(ring, "cx"), attribute(ring, "cy"));
        assert!((x - place_of(&texts, "100").0).abs() < 0.2, "{svg}");
        assert!((y - (place_of(&texts, "2").1 - 4.0)).abs() < 0.2, "{svg}");
        assert!(place_of(&texts, "wanted ±2").0 > x);
    }

    /// A line from top to bottom has its name above, within the picture wherever it stands.
    #[test]
    fn names_above_lines_stay_within_the_picture() {
        for x in [0.0, 50.0, 100.0] {
            let name = Some("documents available now".to_owned());
            let layers = vec![line("bleu", 0, [(0.0, 1.0), (100.0, 2.0)]), Layer::Down { x, name }];
            let svg = chart(&Chart { layers, ..Chart::default() }, WIDTH);
            let texts = words(&svg);
            let (place, y, text) =
                texts.iter().find(|(.., text)| text.starts_with("documents")).unwrap();
            let half = label::width(text) / 2.0;
            assert!(*y < TOP && place - half >= -0.1 && place + half <= WIDTH + 0.1, "{svg}");
        }
    }

    #[test]
    fn equal_charts_give_equal_text() {
        let layers = vec![line("a", 0, [(1.0, 1.0), (2.0, 2.0)])];
        let equal = Chart { layers, ..Chart::default() };
        assert_eq!(chart(&equal, WIDTH), chart(&equal, WIDTH));
        // Values that are no numbers are left out.
        let odd = line("a", 0, [(f64::NAN, 1.0), (2.0, f64::INFINITY)]);
        let svg = chart(&Chart { layers: vec![odd], log_y: true, ..Chart::default() }, WIDTH);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
