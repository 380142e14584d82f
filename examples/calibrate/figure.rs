//! Pictures of what the presets give beside what was printed, as SVG.
//!
//! A picture is panels from left to right and from top to bottom; a panel has a place per figure,
//! with a ring for the printed value, a dot for the median over seeds, and a bar from one
//! standard deviation below to one above their mean.

use std::fmt::Write;

/// A figure of a panel.
pub(crate) struct Mark {
    pub(crate) label: String,
    pub(crate) printed: Option<f64>,
    pub(crate) median: f64,
    /// Mean and standard deviation over seeds.
    pub(crate) spread: (f64, f64),
}

/// A panel.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) places: Vec<Mark>,
    /// Least and largest value of the axis, and the step of its ticks.
    pub(crate) axis: (f64, f64, f64),
}

const WIDTH: f64 = 760.0;
const TOP: f64 = 34.0;
const PLOT: f64 = 130.0;
const HEIGHT: f64 = 222.0;
const MARGIN: f64 = 40.0;
const STEP: f64 = 27.0;

const PRINTED: &str = "#000000";
const FITTED: &str = "#0072b2";
const SPREAD: &str = "#d55e00";

impl Panel {
    fn width(&self) -> f64 {
        MARGIN + STEP * (self.places.len() as f64 + 0.5)
    }

    /// Draws it with its upper left corner at `left`, `top`.
    fn draw(&self, svg: &mut Svg, left: f64, top: f64) {
        let (least, largest, step) = self.axis;
        let height = |value: f64| top + 22.0 + PLOT * (largest - value) / (largest - least);
        let (start, end) = (left + MARGIN, left + self.width() - STEP / 2.0);
        svg.text(start, top + 10.0, "start", "bold", &self.title);
        let mut tick = least;
        while tick <= largest + step / 2.0 {
            svg.line((start, height(tick)), (end, height(tick)), "#dddddd", 1.0);
            let label = if step < 1.0 { format!("{tick:.1}") } else { format!("{tick:.0}") };
            svg.text(start - 5.0, height(tick) + 4.0, "end", "normal", &label);
            tick += step;
        }
        let mut centre = start + STEP * 0.6;
        for place in &self.places {
            let (mean, deviation) = place.spread;
            let bar = centre + 7.0;
            let (low, high) = (height(mean - deviation), height(mean + deviation));
            svg.line((bar, low), (bar, high), SPREAD, 1.5);
            svg.line((bar - 2.5, height(mean)), (bar + 2.5, height(mean)), SPREAD, 1.5);
            if let Some(printed) = place.printed {
                svg.ring(centre - 2.0, height(printed));
            }
            svg.dot(centre - 2.0, height(place.median));
            svg.slanted(centre + 4.0, top + 22.0 + PLOT + 12.0, &place.label);
            centre += STEP;
        }
    }
}

/// A picture of `panels`.
pub(crate) fn picture(title: &str, panels: &[Panel]) -> String {
    let mut svg = Svg::default();
    let (mut left, mut top) = (0.0, TOP);
    for panel in panels {
        if left > 0.0 && left + panel.width() > WIDTH {
            (left, top) = (0.0, top + HEIGHT);
        }
        panel.draw(&mut svg, left, top);
        left += panel.width();
    }
    svg.ring(46.0, 14.0);
    svg.text(56.0, 18.0, "start", "normal", "printed");
    svg.dot(122.0, 14.0);
    svg.text(130.0, 18.0, "start", "normal", "generated, median");
    svg.line((272.0, 7.0), (272.0, 21.0), SPREAD, 1.5);
    svg.line((269.5, 14.0), (274.5, 14.0), SPREAD, 1.5);
    svg.text(
        280.0,
        18.0,
        "start",
        "normal",
        "mean of the seeds 2007 to 2026, one standard deviation each way",
    );
    svg.finish(title, top + HEIGHT)
}

/// The elements of a picture.
#[derive(Default)]
struct Svg(String);

const INTO_STRING: &str = "writing to a string cannot fail";

impl Svg {
    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        writeln!(
            self.0,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>"
        )
        .expect(INTO_STRING);
    }

    fn ring(&mut self, x: f64, y: f64) {
        writeln!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"none\" stroke=\"{PRINTED}\"/>"
        )
        .expect(INTO_STRING);
    }

    fn dot(&mut self, x: f64, y: f64) {
        writeln!(self.0, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{FITTED}\"/>")
            .expect(INTO_STRING);
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, weight: &str, text: &str) {
        writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\">\
             {text}</text>"
        )
        .expect(INTO_STRING);
    }

    fn slanted(&mut self, x: f64, y: f64, text: &str) {
        writeln!(
            self.0,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-40)\" text-anchor=\"end\">{text}</text>"
        )
        .expect(INTO_STRING);
    }

    fn finish(self, title: &str, height: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" \
             width=\"{WIDTH:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.0
        )
    }
}
