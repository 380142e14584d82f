//! What another reference is worth in data.

use super::lines::{beside, has_extent, layers, lines, some_of};
use super::{Figure, Kind, amount_of_segments};
use crate::report::number::{number, size};
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Point};

pub(super) const KIND: Kind =
    Kind { word: "equivalence", question: "What is another reference worth?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("reference_equivalence") else { return Vec::new() };
    let rows = rows.of_first_draws().keep(|row| row.text("reference_choice") != "mixed");
    let metrics = rows.groups(|row| row.text("metric"));
    metrics.iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// The part of the data that so many references need, one line per system.
fn figure(place: &Place<'_>, metric: &str, rows: &Rows<'_>) -> Option<Figure> {
    let rows = rows.of_one_ordering();
    let point = |row: Row<'_>| {
        let (x, y) = (row.number("reference_count")?, row.number("equal_data")?);
        let more = row.number("more_segments").map_or_else(String::new, |more| {
            let error = row.number("more_segments_error");
            let error = error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
            format!("; another reference is worth {}{error} % more segments", number(more))
        });
        let tip = format!(
            "{}, {} references: {} % of the data{more}",
            row.text("system"),
            size(x),
            number(y)
        );
        let reach = row.number("equal_data_error").map(|error| (error, error));
        Some(Point { x, y, reach, tip })
    };
    let lines = lines(&rows, |row| row.text("system").to_owned(), point);
    if !has_extent(&lines) {
        return None;
    }
    let (mut shown, sentence) = some_of(lines, "systems");
    beside(&mut shown);
    let first = rows.first()?;
    let chart = Chart {
        x_label: "references".to_owned(),
        y_label: "data that is as precise, %".to_owned(),
        y_range: (Some(0.0), None),
        whole_x: true,
        layers: layers(&shown),
        ..Chart::default()
    };
    let caption = format!(
        "Part of the data on which so many references are as precise as the smallest number of them on \
         all of it ({}), with the error of a finite number of resamples.{sentence}",
        amount_of_segments(first)
    );
    Some(KIND.chart(place, metric, caption, &chart))
}
