//! A picture as it grows: lines, areas, circles and words as SVG.
//!
//! Equal calls give equal text. Coordinates are in pixels at the size at which text is meant to be read,
//! with one decimal.

use std::fmt::Write;

use super::{FAINT, INK, NARROW, PAPER};
use crate::escape::is_obeyed;

/// Size of words in pixels.
pub(super) const TEXT: f64 = 13.0;

/// Pixels by which a line may miss a point: less than its own width, and than what is rounded.
const UNSEEN: f64 = 0.15;

const INTO_STRING: &str = "writing to a string cannot fail";

/// A picture of some width and height.
pub(super) struct Picture {
    width: f64,
    height: f64,
    body: String,
    clips: usize,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) colour: &'static str,
    pub(super) width: f64,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub(super) dashes: &'static str,
}

impl Pen {
    /// A solid line.
    pub(super) fn solid(colour: &'static str, width: f64) -> Self {
        Self { colour, width, dashes: "" }
    }

    /// Lines of the grid.
    pub(super) fn grid() -> Self {
        Self::solid(FAINT, 1.0)
    }

    /// Axes and what is set like them.
    pub(super) fn axis() -> Self {
        Self::solid(INK, 1.0)
    }
}

/// Where words stand at their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Words and how they are set.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) anchor: Anchor,
    pub(super) colour: &'static str,
    /// Turned to be read from below.
    pub(super) is_upright: bool,
    /// Kept free of lines behind them.
    pub(super) has_halo: bool,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str, anchor: Anchor) -> Self {
        Self { text, anchor, colour: INK, is_upright: false, has_halo: false }
    }

    /// Words over lines, which end before them.
    pub(super) fn over_lines(text: &'a str, anchor: Anchor) -> Self {
        Self { has_halo: true, ..Self::new(text, anchor) }
    }
}

impl Picture {
    pub(super) fn new(width: f64, height: f64) -> Self {
        let mut picture = Self { width, height, body: String::new(), clips: 0 };
        picture.rectangle((0.0, 0.0), (width, height), PAPER, 1.0, "");
        picture
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], pen: Pen, tip: &str) {
        self.path(&path_through(points), pen, tip);
    }

    /// Several lines that look alike.
    pub(super) fn lines(&mut self, lines: &[Vec<(f64, f64)>], pen: Pen) {
        let paths: String = lines.iter().map(|points| path_through(points)).collect();
        self.path(&paths, pen, "");
    }

    fn path(&mut self, path: &str, pen: Pen, tip: &str) {
        if path.is_empty() {
            return;
        }
        let dashes = match pen.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let Pen { colour, width, .. } = pen;
        let tag = format!(
            "path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}"
        );
        self.tag(&tag, "path", tip);
    }

    /// An area within points.
    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: &str, opacity: f64) {
        let corners: Vec<String> = simplified(points)
            .iter()
            .map(|(x, y)| format!("{},{}", pixels(*x), pixels(*y)))
            .collect();
        let corners = corners.join(" ");
        let tag =
            format!("polygon points=\"{corners}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"");
        self.tag(&tag, "polygon", "");
    }

    /// A rectangle from its upper left corner.
    pub(super) fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        colour: &str,
        opacity: f64,
        tip: &str,
    ) {
        let opacity = if opacity < 1.0 {
            format!(" fill-opacity=\"{}\"", rounded(opacity, 3))
        } else {
            String::new()
        };
        // As a path it takes less room than as a rectangle.
        let (x, y, width, height) = (pixels(x), pixels(y), pixels(width), pixels(height));
        let tag =
            format!("path d=\"M{x} {y}h{width}v{height}h-{width}z\" fill=\"{colour}\"{opacity}");
        self.tag(&tag, "path", tip);
    }

    /// A dot, or a ring where it is hollow.
    pub(super) fn dot(
        &mut self,
        (x, y): (f64, f64),
        radius: f64,
        colour: &str,
        is_hollow: bool,
        tip: &str,
    ) {
        let (x, y) = (pixels(x), pixels(y));
        let tag = if is_hollow {
            format!(
                "circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{PAPER}\" stroke=\"{colour}\" \
                 stroke-width=\"2\""
            )
        } else {
            // As large as with a line of one pixel around it.
            let radius = pixels(radius + 0.5);
            format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"")
        };
        self.tag(&tag, "circle", tip);
    }

    /// Many dots of one colour: the round ends of lines that have no length, which take less room than circles.
    pub(super) fn dots<'t>(
        &mut self,
        dots: impl Iterator<Item = ((f64, f64), &'t str)>,
        radius: f64,
        colour: &str,
    ) {
        let dots = dots.map(|((x, y), tip)| (format!("M{} {}h0", pixels(x), pixels(y)), tip));
        let dots: Vec<(String, &str)> = dots.collect();
        if dots.is_empty() {
            return;
        }
        let width = pixels(2.0 * radius + 1.0);
        writeln!(
            self.body,
            "<g stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\">"
        )
        .expect(INTO_STRING);
        if self.has_tips() {
            for (path, tip) in &dots {
                self.tag(&format!("path d=\"{path}\""), "path", tip);
            }
        } else {
            let paths: String = dots.iter().map(|(path, _)| path.as_str()).collect();
            self.tag(&format!("path d=\"{paths}\""), "path", "");
        }
        self.body.push_str("</g>\n");
    }

    /// Words; `y` is where their line stands.
    pub(super) fn words(&mut self, (x, y): (f64, f64), words: &Words<'_>) {
        // The anchor of the picture needs not be said.
        let anchor = match words.anchor {
            Anchor::Start => " text-anchor=\"start\"",
            Anchor::Middle => "",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y) = (pixels(x), pixels(y));
        let turn = if words.is_upright {
            format!(" transform=\"rotate(-90 {x} {y})\"")
        } else {
            String::new()
        };
        // The colour of the picture needs not be said.
        let colour = match words.colour {
            INK => String::new(),
            colour => format!(" fill=\"{colour}\""),
        };
        let halo = if words.has_halo {
            format!(" stroke=\"{PAPER}\" stroke-width=\"4\" paint-order=\"stroke\"")
        } else {
            String::new()
        };
        writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\"{anchor}{colour}{halo}{turn}>{}</text>",
            escaped(words.text)
        )
        .expect(INTO_STRING);
    }

    /// What `draw` draws, cut off outside of a rectangle.
    pub(super) fn within(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        draw: impl FnOnce(&mut Self),
    ) {
        let id = format!("clip-{}", self.clips);
        self.clips += 1;
        writeln!(
            self.body,
            "<clipPath id=\"{id}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n\
             <g clip-path=\"url(#{id})\">",
            pixels(x),
            pixels(y),
            pixels(width),
            pixels(height)
        )
        .expect(INTO_STRING);
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// The picture as SVG. A view box in place of a size lets it take the width that it is given.
    pub(super) fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
             font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{TEXT}\" \
             fill=\"{INK}\" stroke-linejoin=\"round\" text-anchor=\"middle\">\n{}</svg>",
            pixels(self.width),
            pixels(self.height),
            self.body
        )
    }

    /// Nothing is pointed at on a phone.
    fn has_tips(&self) -> bool {
        self.width > NARROW
    }

    /// An element that shows `tip` when it is pointed at.
    fn tag(&mut self, tag: &str, name: &str, tip: &str) {
        if tip.is_empty() || !self.has_tips() {
            writeln!(self.body, "<{tag}/>").expect(INTO_STRING);
        } else {
            writeln!(self.body, "<{tag}><title>{}</title></{name}>", escaped(tip))
                .expect(INTO_STRING);
        }
    }
}

/// A line through points as SVG writes it; nothing without a point.
fn path_through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let mut last = None;
    for (x, y) in simplified(points) {
        let here = (pixels(x), pixels(y));
        let (x, y) = &here;
        match &last {
            None => write!(path, "M{x} {y}"),
            Some((_, above)) if above == y => write!(path, "H{x}"),
            Some((beside, _)) if beside == x => write!(path, "V{y}"),
            Some(_) => write!(path, "L{x} {y}"),
        }
        .expect(INTO_STRING);
        last = Some(here);
    }
    path
}

/// The points of a line without those that lie on it anyway, to a fraction of a pixel (Douglas & Peucker 1973).
fn simplified(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut is_kept = vec![false; points.len()];
    // A list in place of recursion, which may go as deep as there are points.
    let mut parts = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = parts.pop() {
        let Some(ends) = points.get(first).zip(points.get(last)) else { continue };
        (is_kept[first], is_kept[last]) = (true, true);
        let between = first + 1..last.max(first + 1);
        let with_distance = between.map(|index| (distance(points[index], ends), index));
        let farthest = with_distance.max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, index)) = farthest.filter(|(distance, _)| *distance > UNSEEN) {
            parts.extend([(first, index), (index, last)]);
        }
    }
    let kept = points.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    kept.map(|(point, _)| *point).collect()
}

/// The distance of a point from the line between two others, or from the one where they are one.
fn distance((x, y): (f64, f64), (one, other): (&(f64, f64), &(f64, f64))) -> f64 {
    let (across, up) = (other.0 - one.0, other.1 - one.1);
    let length = (across * across + up * up).sqrt();
    let (x, y) = (x - one.0, y - one.1);
    if length > 0.0 { (x * up - y * across).abs() / length } else { (x * x + y * y).sqrt() }
}

fn pixels(value: f64) -> String {
    rounded(value, 1)
}

/// A number with at most `decimals` decimals, without zeros at the end.
pub(super) fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text as XML has it; characters that XML does not have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if is_obeyed(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve keeps its shape with few points, corners stay, and a closed line comes back.
    #[test]
    fn lines_lose_the_points_that_no_one_sees() {
        let curve: Vec<(f64, f64)> =
            (1..=200).map(|x| (f64::from(x), 300.0 / f64::from(x).sqrt())).collect();
        let few = simplified(&curve);
        assert!((5..60).contains(&few.len()), "{}", few.len());
        assert_eq!((few[0], few[few.len() - 1]), (curve[0], curve[199]));
        for point in &curve {
            let near = few.windows(2).map(|ends| distance(*point, (&ends[0], &ends[1])));
            assert!(near.fold(f64::INFINITY, f64::min) <= UNSEEN);
        }
        let corner = [(0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 0.0)];
        assert_eq!(simplified(&corner), [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 0.0)]);
        assert_eq!(simplified(&[(1.0, 2.0)]), [(1.0, 2.0)]);
        assert!(simplified(&[]).is_empty());
    }

    #[test]
    fn paths_are_written_briefly() {
        let corner = [(1.0, 2.0), (5.25, 2.0), (5.25, 9.0), (7.0, 8.0)];
        assert_eq!(path_through(&corner), "M1 2H5.2V9L7 8");
        assert_eq!(path_through(&[]), "");
    }

    fn drawn(width: f64) -> String {
        let mut picture = Picture::new(width, 100.0);
        let dots = [((1.0, 2.0), "one <"), ((3.5, 4.0), "two")];
        picture.dots(dots.into_iter(), 3.0, "#0072b2");
        picture.finish()
    }

    /// Each dot says what it is where one points at it; on a phone all are one path.
    #[test]
    fn dots_are_short() {
        let wide = drawn(NARROW + 1.0);
        assert!(wide.contains("<path d=\"M1 2h0\"><title>one &lt;</title></path>"), "{wide}");
        assert!(wide.contains("stroke=\"#0072b2\" stroke-width=\"7\""), "{wide}");
        assert!(drawn(NARROW).contains("<path d=\"M1 2h0M3.5 4h0\"/>"));
    }
}
