//! The order in which ratings came, with those that were taken back, from the times of rows.
//!
//! A row is a segment, and a person works through an output segment by segment. How many segments a document has is
//! known once anyone has left it for another output. Until then its ratings wait, so that a log that is cut off at any
//! time is a prefix of the whole one.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::place::Segments;
use super::row::{Row, RowStatus};
use crate::corpus::model::LoggedRating;

/// What a later row of the same login takes back: system, document and item.
type Output<'a> = (&'a str, &'a str, &'a str);

/// Ratings of `rows` in their order. `score` gives that of a row, `None` of a row that has none.
pub(super) fn log(
    rows: &[Row],
    segments: &Segments,
    score: impl Fn(&Row) -> Option<f64>,
) -> Vec<LoggedRating> {
    let rated = segments_of_rows(rows, segments);
    let left = first_left(rows, &rated);
    let mut log: Vec<(f64, usize, usize)> = rated
        .iter()
        .filter_map(|(index, segment)| {
            let row = &rows[*index];
            let first_left = left.get(&*row.document)?;
            Some((row.end.max(*first_left), *index, *segment))
        })
        .collect();
    // Rows of equal ends stay in the order of the file, as for which of them counts.
    log.sort_by(|(one, first, _), (other, second, _)| one.total_cmp(other).then(first.cmp(second)));
    let mut ratings: Vec<LoggedRating> = Vec::with_capacity(log.len());
    let mut latest: BTreeMap<(&str, Output<'_>), usize> = BTreeMap::new();
    let (mut place, mut last) = (0, None);
    for (time, index, segment) in log {
        let row = &rows[index];
        let Some(score) = score(row) else { continue };
        if last.is_some_and(|last| last < time) {
            place += 1;
        }
        last = Some(time);
        if let Some(earlier) = latest.insert((&row.login, output(row)), ratings.len()) {
            ratings[earlier].until = Some(place);
        }
        ratings.push(LoggedRating {
            place,
            until: None,
            time: Some(time),
            document: row.document.as_str().into(),
            segment: segment.to_string().into(),
            system: row.system.as_str().into(),
            judge: Arc::clone(&row.login),
            score,
        });
    }
    ratings
}

fn output(row: &Row) -> Output<'_> {
    (&row.system, &row.document, &row.item)
}

/// Rows that are ratings, also those that later ones took back, each with its segment, by their ends.
fn segments_of_rows(rows: &[Row], segments: &Segments) -> Vec<(usize, usize)> {
    let mut by_output: BTreeMap<Output<'_>, usize> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.status == RowStatus::Kept) {
        if let Some(segment) = segments.of_row(index) {
            by_output.insert(output(row), segment);
        }
    }
    let is_rating = |row: &Row| [RowStatus::Kept, RowStatus::Superseded].contains(&row.status);
    let rated = rows.iter().enumerate().filter(|(_, row)| is_rating(row));
    let mut rated: Vec<(usize, usize)> =
        rated.filter_map(|(index, row)| Some((index, *by_output.get(&output(row))?))).collect();
    // Stable: rows of the same time stay in the order of the file.
    rated.sort_by(|(one, _), (other, _)| rows[*one].end.total_cmp(&rows[*other].end));
    rated
}

/// When each document was first left: when a login, having rated an output of it, rated another output.
fn first_left<'a>(rows: &'a [Row], rated: &[(usize, usize)]) -> BTreeMap<&'a str, f64> {
    let mut now: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    let mut left = BTreeMap::new();
    for (index, _) in rated {
        let row = &rows[*index];
        let here = (row.document.as_str(), row.system.as_str());
        let before = now.insert(&row.login, here);
        if let Some((document, _)) = before.filter(|before| *before != here) {
            left.entry(document).or_insert(row.end);
        }
    }
    left
}
