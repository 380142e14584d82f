//! How often intervals contain the true score.

use super::CoverageRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, Point, Rows, StudySection, beside, dashed, extent_of_x,
    lines, named_layers, share, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "coverage",
    question: "Do intervals contain the true score as often as they claim?",
    draw,
};

/// Samples of one kind, over systems.
struct Samples<'a> {
    section: &'a StudySection<'a>,
    title: String,
    sampling: &'a str,
    rows: Rows<'a, CoverageRow>,
}

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let over_systems = section.rows::<CoverageRow>().keep(|row| row.system.is_none());
    let mut figures = Vec::new();
    for metric in over_systems.of_first_draws().by_metric() {
        for (sampling, rows) in metric.rows.groups(|row| row.sampling.name()) {
            let sizes = rows.groups(|row| row.segments).len();
            let samples =
                Samples { section, title: format!("{}, {sampling}", metric.title), sampling, rows };
            figures.extend(if sizes > 1 {
                samples.against_sizes()
            } else {
                samples.against_levels()
            });
        }
    }
    figures
}

/// Shares of samples whose interval contains the true score, one line per method, against what `x` says.
fn methods<'a>(rows: &Rows<'a, CoverageRow>, x: impl Fn(&CoverageRow) -> f64) -> Vec<Line> {
    let point = |row: &'a CoverageRow| {
        let y = row.observed?;
        let ends = row.observed_lower.zip(row.observed_upper);
        let reach = ends.map(|(low, high)| (100.0 * (y - low), 100.0 * (high - y)));
        let tip = format!(
            "{}, {} segments: {} of {} intervals of {} % contain the true score ({:.1} %)",
            row.method.name(),
            row.segments,
            row.held,
            row.trials,
            100.0 * row.nominal,
            100.0 * y,
        );
        Some(Point { x: x(row), y: 100.0 * y, reach, tip })
    };
    lines(rows, |row| row.method.name().to_owned(), point)
}

impl Samples<'_> {
    fn against_sizes(&self) -> Option<Figure> {
        // The level of the study, or else the largest.
        let level = self.section.level() / 100.0;
        // The level comes back from percent, perhaps with another last digit.
        let of_level = self.rows.keep(|row| (row.nominal - level).abs() < 1e-9);
        let rows = if of_level.is_empty() {
            self.rows.of_largest(|row| Some(row.nominal))
        } else {
            of_level
        };
        let nominal = 100.0 * rows.first()?.nominal;
        let lines = methods(&rows, |row| row.segments as f64);
        let (mut shown, sentence) = some_of(lines, "methods")?;
        let reference = Layer::Across { y: nominal, name: Some("claimed".to_owned()) };
        beside(&mut shown);
        let caption = format!(
            "Share of {nominal} % intervals, each from one {} sample, that contain the true score, over \
             all systems, with its own uncertainty. Below the dashed line intervals claim too \
             much.{sentence}",
            self.sampling
        );
        Some(self.figure("segments of a sample", reference, &shown, caption))
    }

    fn against_levels(&self) -> Option<Figure> {
        let mut lines = methods(&self.rows, |row| row.nominal);
        for point in lines.iter_mut().flat_map(|line| &mut line.points) {
            point.x *= 100.0;
        }
        let (shown, sentence) = some_of(lines, "methods")?;
        let (low, high) = extent_of_x(&shown);
        let diagonal = dashed([(low, low), (high, high)], Some("claimed".to_owned()));
        let caption = format!(
            "Share of intervals of each level, from {} samples of {} segments, that contain the true \
             score, over all systems. Below the dashed line intervals claim too much.{sentence}",
            self.sampling,
            self.rows.first()?.segments
        );
        Some(self.figure("level of the interval, %", diagonal, &shown, caption))
    }

    fn figure(&self, x_label: &str, claimed: Layer, lines: &[Line], caption: String) -> Figure {
        let chart = Chart {
            x_label: x_label.to_owned(),
            y_label: "intervals that contain the true score, %".to_owned(),
            // A little above 100 %: no point lies on the edge.
            y_range: (None, Some(100.5)),
            // A single line is named too: it stands beside the claimed one.
            layers: std::iter::once(claimed).chain(named_layers(lines)).collect(),
            ..Chart::default()
        };
        let all = self.rows.iter().filter_map(|row| Some((row.observed?, row)));
        let worst = all.min_by(|one, other| {
            let [excess, other_excess] = [one, other].map(|(observed, row)| observed - row.nominal);
            excess.total_cmp(&other_excess)
        });
        let finding = worst.map(|(observed, row)| {
            format!(
                "{}: at worst, {:.1} % of {} % intervals hold the true score ({}, {} segments)",
                self.title,
                100.0 * observed,
                share(row.nominal),
                row.method.name(),
                row.segments
            )
        });
        KIND.chart(self.section, &self.title, caption, &chart).titled(finding)
    }
}
