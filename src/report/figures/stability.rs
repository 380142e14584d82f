//! How much intervals change from one repetition of the draws to the next.

use super::lines::{Line, has_extent, layers, lines};
use super::{Figure, Kind};
use crate::report::lookup::shortened;
use crate::report::number::{number, size};
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Layer, Point, Stroke};

pub(super) const KIND: Kind =
    Kind { word: "stability", question: "How many resamples are enough?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("stability") else { return Vec::new() };
    let groups = rows.by_metric();
    let keys: Vec<String> = groups.iter().map(|(metric, _)| metric.clone()).collect();
    let titles = shortened(&keys);
    let draw = |(title, (_, rows)): (&String, &(String, Rows<'_>))| figure(place, title, rows);
    titles.iter().zip(&groups).filter_map(draw).collect()
}

/// Deviations of both ends against B, of the first system, test set, method and level.
fn figure(place: &Place<'_>, title: &str, rows: &Rows<'_>) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_largest("documents");
    let first = rows.first()?;
    let columns = ["system", "method", "level", "test_set"];
    let rows =
        rows.keep(|row| columns.iter().all(|column| row.value(column) == first.value(column)));
    let relative = rows.iter().all(|row| !row.is_null("relative_stdev_lower"));
    let end = |which: &str| {
        let column = format!("{}stdev_{which}", if relative { "relative_" } else { "" });
        let point = |row: Row<'_>| {
            let (x, y) = (row.number("B")?, row.number(&column)?);
            let unit = if relative { " points of a percent" } else { "" };
            let tip = format!("B = {}: {which} end deviates by {}{unit}", size(x), number(y));
            Some(Point { x, y, reach: None, tip }).filter(|point| point.y > 0.0)
        };
        lines(&rows, |_| format!("{which} end"), point)
    };
    let drawn: Vec<Line> = end("lower").into_iter().chain(end("upper")).collect();
    if !has_extent(&drawn) {
        return None;
    }
    let mut layers = layers(&drawn);
    // What four times the resamples should halve, through the first point.
    let start = &drawn[0].points[0];
    let last = drawn[0].points.last()?.x;
    layers.push(Layer::Line {
        points: vec![(start.x, start.y), (last, start.y * (start.x / last).sqrt())],
        colour: super::lines::GREY,
        stroke: Stroke::Dashed,
        name: Some("expected".to_owned()),
    });
    let chart = Chart {
        x_label: "resamples B".to_owned(),
        y_label: format!("deviation of the end{}", if relative { ", % of the median" } else { "" }),
        log_x: true,
        log_y: true,
        layers,
        ..Chart::default()
    };
    let caption = format!(
        "How far the ends of the {} % {} interval of system {} move when its resamples are drawn anew \
         ({} times), on {}. Four times as many should halve that (dashed).",
        100.0 * first.number("level")?,
        first.text("method"),
        first.text("system"),
        size(first.number("repeats")?),
        super::amount(first),
    );
    Some(KIND.chart(place, title, caption, &chart))
}
