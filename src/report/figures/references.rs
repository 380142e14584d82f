//! References scored against each other.

use std::collections::BTreeMap;

use super::{Figure, Kind};
use crate::report::lookup::position;
use crate::report::number::number;
use crate::report::place::{Place, Rows};
use crate::report::plot::{Matrix, MatrixCell};

pub(super) const KIND: Kind =
    Kind { word: "references", question: "How alike are the references?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("cross_references") else { return Vec::new() };
    let pairs =
        rows.keep(|row| row.number("reference_count") == Some(1.0) && !row.is_null("references"));
    let metrics = pairs.groups(|row| row.text("metric"));
    metrics.iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// References scored against each other, as Hamon et al. (2007) print them: a column is the reference
/// that is scored, a line the one that it is scored against.
fn figure(place: &Place<'_>, metric: &str, rows: &Rows<'_>) -> Option<Figure> {
    let mut names = Vec::new();
    let mut scores: BTreeMap<(String, String), f64> = BTreeMap::new();
    for row in rows.iter() {
        let (scored, against) = (row.text("system").to_owned(), row.text("references").to_owned());
        position(&mut names, scored.clone());
        if let Some(score) = row.number("score") {
            scores.insert((against, scored), score);
        }
    }
    let largest = scores.values().copied().fold(0.0, f64::max);
    if scores.len() < 2 || largest <= 0.0 {
        return None;
    }
    let cell = |line: &String, column: &String| {
        let score = *scores.get(&(line.clone(), column.clone()))?;
        Some(MatrixCell {
            share: (score / largest).clamp(0.0, 1.0),
            mark: number(score),
            tip: format!("{column} against {line}: {}", number(score)),
        })
    };
    let line = |line: &String| names.iter().map(|column| cell(line, column)).collect();
    let matrix = Matrix {
        x_label: "reference that is scored".to_owned(),
        y_label: "against".to_owned(),
        cells: names.iter().map(line).collect(),
        rows: names.clone(),
        columns: names.clone(),
    };
    let caption = "References scored against each other, on the whole corpus. The shade is the share of \
                   the highest score.";
    Some(KIND.matrix(place, metric, caption.to_owned(), &matrix))
}
