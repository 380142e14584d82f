//! How often conclusions from samples are right.

use super::lines::{GREY, Line, has_extent, layers, level, lines, some_of};
use super::{Figure, Kind, Metric, by_metric};
use crate::report::number::size;
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Layer, Point, Stroke};

pub(super) const BY_SIZE: Kind = Kind {
    word: "conclusions",
    question: "How often does a sample show which system is better?",
    draw: by_size,
};
pub(super) const BY_SIGNIFICANCE: Kind = Kind {
    word: "significance-held",
    question: "Are conclusions as sure as they say?",
    draw: by_significance,
};

/// Rows over all pairs, by metric and sampling.
fn over_pairs<'a>(place: &Place<'a>) -> Vec<(Metric, &'a str, Rows<'a>)> {
    let Some(rows) = place.rows("conclusions") else { return Vec::new() };
    let mut groups = Vec::new();
    for (metric, rows) in by_metric(&rows.keep(|row| row.is_null("system_a"))) {
        for (sampling, rows) in rows.groups(|row| row.text("sampling")) {
            let metric = Metric { key: metric.key.clone(), title: metric.title.clone() };
            groups.push((metric, sampling, rows));
        }
    }
    groups
}

/// Shares of conclusions that are drawn and right, against the size of samples.
fn by_size(place: &Place<'_>) -> Vec<Figure> {
    let draw = |(metric, sampling, rows): (Metric, &str, Rows<'_>)| {
        let rows = rows.keep(|row| !row.is_null("nominal") && !row.is_null("segments"));
        let nominal = rows.first()?.number("nominal")?;
        let rows = rows.keep(|row| row.number("nominal") == Some(nominal));
        let tip = |row: Row<'_>, count: &str, of: &str, words: &str| {
            let value = |column: &str| row.number(column).map_or_else(String::new, size);
            let segments = value("segments");
            format!(
                "{segments} segments: {} {words} of {} {of}",
                value(count),
                value(if of == "cases" { "trials" } else { "drawn" })
            )
        };
        let drawn = lines(
            &rows,
            |_| "a conclusion is drawn".to_owned(),
            |row| {
                let (x, y) = (row.number("segments")?, 100.0 * row.number("drawn_share")?);
                Some(Point { x, y, reach: None, tip: tip(row, "drawn", "cases", "conclusions") })
            },
        );
        let right = lines(
            &rows,
            |_| "of these, it is right".to_owned(),
            |row| {
                let (x, y) = (row.number("segments")?, row.number("correct_share")?);
                let reach =
                    row.number("correct_share_lower").zip(row.number("correct_share_upper"));
                let reach = reach.map(|(low, high)| (100.0 * (y - low), 100.0 * (high - y)));
                let tip = tip(row, "correct", "conclusions", "right");
                Some(Point { x, y: 100.0 * y, reach, tip })
            },
        );
        let lines: Vec<Line> = drawn.into_iter().chain(right).collect();
        if !has_extent(&lines) {
            return None;
        }
        let chart = Chart {
            x_label: "segments of a sample".to_owned(),
            y_label: "share, %".to_owned(),
            y_range: (Some(0.0), Some(101.0)),
            layers: std::iter::once(level(&lines, 100.0 * nominal, None))
                .chain(layers(&lines))
                .collect(),
            ..Chart::default()
        };
        let caption = format!(
            "Two systems compared on one {sampling} sample by the paired bootstrap, over all pairs: how \
             often it concludes at {} % (dashed) that one is better, and how often that is true.",
            100.0 * nominal
        );
        Some(BY_SIZE.chart(place, &format!("{}, {sampling}", metric.title), caption, &chart))
    };
    over_pairs(place).into_iter().filter_map(draw).collect()
}

/// The share of right conclusions against what the bootstrap makes of them.
fn by_significance(place: &Place<'_>) -> Vec<Figure> {
    let draw = |(metric, sampling, rows): (Metric, &str, Rows<'_>)| {
        let rows = rows.keep(|row| !row.is_null("significance_lower"));
        let name = |row: Row<'_>| {
            row.number("segments").map_or_else(
                || "all sizes".to_owned(),
                |segments| format!("{} segments", size(segments)),
            )
        };
        // Over all sizes alone, where there is that.
        let all = rows.keep(|row| row.is_null("segments"));
        let rows = if all.indices.is_empty() { rows } else { all };
        let point = |row: Row<'_>| {
            let (x, y) = (100.0 * row.number("mean_significance")?, row.number("correct_share")?);
            let (low, high) =
                (row.number("correct_share_lower")?, row.number("correct_share_upper")?);
            let tip = format!(
                "{x:.1} % sure on average: {} of {} conclusions are right ({:.1} %)",
                size(row.number("correct")?),
                size(row.number("drawn")?),
                100.0 * y
            );
            Some(Point {
                x,
                y: 100.0 * y,
                reach: Some((100.0 * (y - low), 100.0 * (high - y))),
                tip,
            })
        };
        let lines = lines(&rows, name, point);
        if !has_extent(&lines) {
            return None;
        }
        let (shown, sentence) = some_of(lines, "sizes");
        let diagonal = Layer::Line {
            points: vec![(50.0, 50.0), (100.0, 100.0)],
            colour: GREY,
            stroke: Stroke::Dashed,
            name: None,
        };
        let chart = Chart {
            x_label: "share of resamples won, %".to_owned(),
            y_label: "conclusions that are right, %".to_owned(),
            y_range: (None, Some(101.0)),
            layers: std::iter::once(diagonal).chain(layers(&shown)).collect(),
            ..Chart::default()
        };
        let caption = format!(
            "Every comparison on a {sampling} sample taken as a conclusion, sorted by the share of \
             resamples that the better system wins: how many are right, with the interval of that share. \
             Above the dashed line conclusions are surer than they say.{sentence}"
        );
        Some(BY_SIGNIFICANCE.chart(
            place,
            &format!("{}, {sampling}", metric.title),
            caption,
            &chart,
        ))
    };
    over_pairs(place).into_iter().filter_map(draw).collect()
}
