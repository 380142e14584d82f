//! Widths of intervals: against documents, against references and by method.

use std::collections::BTreeMap;

use super::lines::{self, Line, has_extent, layers, lines, some_of};
use super::{Figure, Kind, Metric, amount, by_metric};
use crate::report::number::{number, size};
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Point};

pub(super) const SIZES: Kind =
    Kind { word: "width", question: "What do more documents buy?", draw: against_documents };
pub(super) const REFERENCES: Kind = Kind {
    word: "width-references",
    question: "What do more references buy?",
    draw: against_references,
};
pub(super) const METHODS: Kind = Kind {
    word: "width-methods",
    question: "Do methods of making intervals differ?",
    draw: by_method,
};

/// One line per number of references, of the first system, where there are several numbers; else one
/// per system.
fn against_documents(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("scores") else { return Vec::new() };
    let metrics = rows.of_first_draws().groups(|row| row.text("metric"));
    let draw = |(metric, rows): &(&str, Rows<'_>)| {
        let rows = rows.of_one_ordering();
        // Every set of documents: there is no one set of a size.
        if rows.first()?.text("ordering") == "exhaustive" {
            return None;
        }
        let counts = rows.groups(references).len();
        let system = rows.first()?.text("system");
        let (rows, what) = if counts > 1 {
            let about = format!(" of system {system}, by the number of references");
            (rows.keep(|row| row.text("system") == system), about)
        } else {
            (rows, String::new())
        };
        let unit = Unit::of(&rows);
        let name =
            |row: Row<'_>| if counts > 1 { references(row) } else { row.text("system").to_owned() };
        let means = means(&rows, &unit, name, |row| row.number("documents"), "documents");
        if !has_extent(&means) {
            return None;
        }
        let (shown, sentence) = some_of(means, "lines");
        let chart = Chart {
            x_label: "documents".to_owned(),
            y_label: unit.label(),
            x_range: (Some(0.0), None),
            y_range: (Some(0.0), None),
            whole_x: true,
            layers: layers(&shown),
            ..Chart::default()
        };
        let caption = format!(
            "How far {} % bootstrap intervals{what} reach to each side, as documents are added. Where \
             a line falls below the difference that matters, there are enough.{sentence}",
            place.level()
        );
        Some(SIZES.chart(place, metric, caption, &chart))
    };
    metrics.iter().filter_map(draw).collect()
}

/// One line per system on the largest test set.
fn against_references(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("scores") else { return Vec::new() };
    let metrics = rows.of_first_draws().groups(|row| row.text("metric"));
    let draw = |(metric, rows): &(&str, Rows<'_>)| {
        let rows = rows.of_one_ordering().of_largest("documents").of_largest("segments");
        let unit = Unit::of(&rows);
        let system = |row: Row<'_>| row.text("system").to_owned();
        let means = means(&rows, &unit, system, |row| row.number("reference_count"), "references");
        if !has_extent(&means) {
            return None;
        }
        let (shown, sentence) = some_of(means, "systems");
        let chart = Chart {
            x_label: "references".to_owned(),
            y_label: unit.label(),
            y_range: (Some(0.0), None),
            whole_x: true,
            layers: layers(&shown),
            ..Chart::default()
        };
        let caption = format!(
            "How far {} % bootstrap intervals reach to each side with so many references, on {}; means \
             where several sets of references were tried.{sentence}",
            place.level(),
            amount(rows.first()?),
        );
        Some(REFERENCES.chart(place, metric, caption, &chart))
    };
    metrics.iter().filter_map(draw).collect()
}

/// One line per method, of the first system.
fn by_method(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("intervals") else { return Vec::new() };
    let draw = |(metric, rows): &(Metric, Rows<'_>)| {
        let rows = rows.of_one_ordering();
        let first = rows.first()?;
        if first.text("ordering") == "exhaustive" {
            return None;
        }
        let rows = rows.keep(|row| {
            row.text("system") == first.text("system") && row.value("level") == first.value("level")
        });
        let point = |row: Row<'_>| {
            let (x, y) = (row.number("documents")?, row.number("half_width")?);
            let tip = format!("{}, {}: ±{}", row.text("method"), amount(row), number(y));
            Some(Point { x, y, reach: None, tip })
        };
        let lines = lines(&rows, |row| row.text("method").to_owned(), point);
        if lines.len() < 2 || !has_extent(&lines) {
            return None;
        }
        let (shown, sentence) = some_of(lines, "methods");
        let chart = Chart {
            x_label: "documents".to_owned(),
            y_label: "half-width of the interval".to_owned(),
            x_range: (Some(0.0), None),
            y_range: (Some(0.0), None),
            whole_x: true,
            layers: layers(&shown),
            ..Chart::default()
        };
        let caption = format!(
            "Half-width of {} % intervals of system {} by each method.{sentence}",
            100.0 * first.number("level")?,
            first.text("system")
        );
        Some(METHODS.chart(place, &metric.title, caption, &chart))
    };
    by_metric(rows).iter().filter_map(draw).collect()
}

fn references(row: Row<'_>) -> String {
    match row.number("reference_count") {
        Some(count) if count > 1.0 => format!("{} references", size(count)),
        Some(_) => "1 reference".to_owned(),
        None => "no references".to_owned(),
    }
}

/// What widths are in.
struct Unit {
    relative: bool,
}

impl Unit {
    /// Percent of the mean where every row has a deviation in it.
    fn of(rows: &Rows<'_>) -> Self {
        let has = |row: Row<'_>| row.is_null("stdev") || !row.is_null("relative_stdev");
        Self { relative: rows.iter().all(has) }
    }

    fn label(&self) -> String {
        let unit = if self.relative { ", % of the mean" } else { "" };
        format!("half-width of the interval{unit}")
    }

    fn half_width(&self, row: Row<'_>) -> Option<f64> {
        let width = row.number("ci_upper")? - row.number("ci_lower")?;
        let scale = if self.relative { 100.0 / row.number("mean")? } else { 1.0 };
        Some(scale * width / 2.0)
    }
}

/// Lines of half-widths, with means where several sets of references share a place.
fn means<'a>(
    rows: &Rows<'a>,
    unit: &Unit,
    name: impl Fn(Row<'a>) -> String,
    place: impl Fn(Row<'a>) -> Option<f64>,
    of: &str,
) -> Vec<Line> {
    let line = |(name, rows): (String, Rows<'a>)| {
        // Places are whole numbers.
        let mut places: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for row in rows.iter() {
            if let (Some(x), Some(width)) = (place(row), unit.half_width(row)) {
                places.entry(x.to_bits()).or_default().push(width);
            }
        }
        let point = |(x, widths): (u64, Vec<f64>)| {
            let x = f64::from_bits(x);
            let y = widths.iter().sum::<f64>() / widths.len() as f64;
            let percent = if unit.relative { " %" } else { "" };
            let sets = if widths.len() > 1 {
                format!(", mean of {} sets", widths.len())
            } else {
                String::new()
            };
            let tip = format!("{name}, {} {of}: ±{}{percent}{sets}", size(x), number(y));
            Point { x, y, reach: None, tip }
        };
        Line { points: places.into_iter().map(point).collect(), name: name.clone() }
    };
    let lines = rows.groups(name).into_iter().map(line);
    lines.filter(|line: &lines::Line| !line.points.is_empty()).collect()
}
