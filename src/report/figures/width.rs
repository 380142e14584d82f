//! Widths of intervals: against documents, against references and by method.

use std::collections::BTreeMap;

use crate::presentation::{
    Chart, Figure, FigureKind, Line, MetricRows, Point, Rows, StudySection, amount, by_metric,
    layers, lines, number, some_of,
};
use crate::table::{Cell, IntervalRow, ScoreRow};

pub(super) const SIZES: FigureKind =
    FigureKind { word: "width", question: "What do more documents buy?", draw: against_documents };
pub(super) const REFERENCES: FigureKind = FigureKind {
    word: "width-references",
    question: "What do more references buy?",
    draw: against_references,
};
pub(super) const METHODS: FigureKind = FigureKind {
    word: "width-methods",
    question: "Do methods of making intervals differ?",
    draw: by_method,
};

/// Scores with the study's first draws, by metric, with all numbers of references.
fn scores<'a>(section: &StudySection<'a>) -> Vec<(&'a str, Rows<'a, ScoreRow>)> {
    let rows = section.rows::<ScoreRow>().of_first_draws();
    rows.groups(|row| &*row.cell.metric)
}

/// Whether rows are of every set of documents: there is no one set of a size.
fn is_exhaustive(cell: &Cell) -> bool {
    cell.ordering.as_deref() == Some("exhaustive")
}

/// A chart from nought on.
fn chart(x_label: &str, y_label: String, lines: &[Line]) -> Chart {
    Chart {
        x_label: x_label.to_owned(),
        y_label,
        y_range: (Some(0.0), None),
        whole_x: true,
        layers: layers(lines),
        ..Chart::default()
    }
}

/// One line per number of references, of the first system, where there are several numbers; else one
/// per system.
fn against_documents(section: &StudySection<'_>) -> Vec<Figure> {
    let draw = |(metric, rows): (&str, Rows<'_, ScoreRow>)| {
        let rows = rows.of_one_ordering();
        let first = &rows.first()?.cell;
        if is_exhaustive(first) {
            return None;
        }
        let several = rows.groups(|row| references(&row.cell)).len() > 1;
        let (rows, what) = if several {
            let about = format!(" of system {}, by the number of references", first.system());
            (rows.keep(|row| row.cell.system == first.system), about)
        } else {
            (rows, String::new())
        };
        let unit = Unit::new(&rows);
        let name = |row: &ScoreRow| {
            if several { references(&row.cell) } else { row.cell.system().to_owned() }
        };
        let means = means(&rows, &unit, name, |row| Some(row.cell.documents), "documents");
        let (shown, sentence) = some_of(means, "lines")?;
        let chart =
            Chart { x_range: (Some(0.0), None), ..chart("documents", unit.label(), &shown) };
        let caption = format!(
            "How far {} % bootstrap intervals{what} reach to each side, as documents are added. Where \
             a line falls below the difference that matters, there are enough.{sentence}",
            section.level()
        );
        Some(SIZES.chart(section, metric, caption, &chart))
    };
    scores(section).into_iter().filter_map(draw).collect()
}

/// One line per system on the largest test set.
fn against_references(section: &StudySection<'_>) -> Vec<Figure> {
    let draw = |(metric, rows): (&str, Rows<'_, ScoreRow>)| {
        let rows = rows.of_one_ordering().of_most_documents();
        let rows = rows.of_largest(|row| row.cell.segments.map(|segments| segments as f64));
        let unit = Unit::new(&rows);
        let system = |row: &ScoreRow| row.cell.system().to_owned();
        let means = means(&rows, &unit, system, |row| row.cell.reference_count, "references");
        let (shown, sentence) = some_of(means, "systems")?;
        let caption = format!(
            "How far {} % bootstrap intervals reach to each side with so many references, on {}; means \
             where several sets of references were tried.{sentence}",
            section.level(),
            amount(&rows.first()?.cell),
        );
        let chart = chart("references", unit.label(), &shown);
        Some(REFERENCES.chart(section, metric, caption, &chart))
    };
    scores(section).into_iter().filter_map(draw).collect()
}

/// One line per method, of the first system.
fn by_method(section: &StudySection<'_>) -> Vec<Figure> {
    by_metric(section, |section, metric: &MetricRows<'_, IntervalRow>| {
        let rows = metric.rows.of_one_ordering();
        let first = rows.first()?;
        if is_exhaustive(&first.cell) {
            return None;
        }
        let rows = rows.keep(|row| {
            row.cell.system == first.cell.system && row.level.total_cmp(&first.level).is_eq()
        });
        let point = |row: &IntervalRow| {
            let y = row.half_width?;
            let tip = format!("{}, {}: ±{}", row.method, amount(&row.cell), number(y));
            Some(Point { x: row.cell.documents.into(), y, reach: None, tip })
        };
        let lines = lines(&rows, |row| row.method.to_string(), point);
        if lines.len() < 2 {
            return None;
        }
        let (shown, sentence) = some_of(lines, "methods")?;
        let label = "half-width of the interval".to_owned();
        let chart = Chart { x_range: (Some(0.0), None), ..chart("documents", label, &shown) };
        let caption = format!(
            "Half-width of {} % intervals of system {} by each method.{sentence}",
            100.0 * first.level,
            first.cell.system()
        );
        Some(METHODS.chart(section, &metric.title, caption, &chart))
    })
}

fn references(cell: &Cell) -> String {
    match cell.reference_count {
        Some(count) if count > 1 => format!("{count} references"),
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
    fn new(rows: &Rows<'_, ScoreRow>) -> Self {
        let has = |row: &ScoreRow| row.stdev.is_none() || row.relative_stdev.is_some();
        Self { relative: rows.iter().all(has) }
    }

    fn label(&self) -> String {
        let unit = if self.relative { ", % of the mean" } else { "" };
        format!("half-width of the interval{unit}")
    }

    fn half_width(&self, row: &ScoreRow) -> Option<f64> {
        let width = row.ci_upper? - row.ci_lower?;
        let scale = if self.relative { 100.0 / row.mean? } else { 1.0 };
        Some(scale * width / 2.0)
    }
}

/// Lines of half-widths, with means where several sets of references share a place.
fn means<'a>(
    rows: &Rows<'a, ScoreRow>,
    unit: &Unit,
    name: impl Fn(&ScoreRow) -> String,
    x: impl Fn(&ScoreRow) -> Option<u32>,
    what: &str,
) -> Vec<Line> {
    let line = |(name, rows): (String, Rows<'a, ScoreRow>)| {
        let mut places: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for row in rows.iter() {
            if let (Some(x), Some(width)) = (x(row), unit.half_width(row)) {
                places.entry(x).or_default().push(width);
            }
        }
        let point = |(x, widths): (u32, Vec<f64>)| {
            let y = widths.iter().sum::<f64>() / widths.len() as f64;
            let percent = if unit.relative { " %" } else { "" };
            let sets = if widths.len() > 1 {
                format!(", mean of {} sets", widths.len())
            } else {
                String::new()
            };
            let tip = format!("{name}, {x} {what}: ±{}{percent}{sets}", number(y));
            Point { x: x.into(), y, reach: None, tip }
        };
        Line { points: places.into_iter().map(point).collect(), name: name.clone() }
    };
    let lines = rows.groups(name).into_iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}
