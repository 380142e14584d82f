//! How many published values are reproduced.

use super::PublishedRow;
use super::in_print::VERDICTS;
use crate::presentation::{FileName, Rows, TextCell, TextTable, whole, words};

/// By source and basis, and the predicted values by place.
pub(super) fn tallies(rows: &Rows<'_, PublishedRow>) -> Vec<TextTable> {
    let by_place = by_place(rows);
    [by_basis(rows)].into_iter().chain((!by_place.rows.is_empty()).then_some(by_place)).collect()
}

/// Bases in the order of tables.
const BASES: [&str; 5] = ["predicted", "calibrated", "follows", "closed-form", "measured"];

fn by_basis(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let mut lines = Vec::new();
    for (source, rows) in rows.groups(|row| &*row.source_name) {
        for basis in BASES.map(Some).into_iter().chain([None]) {
            let rows = rows.keep(|row| row.basis.as_deref() == basis);
            if !rows.is_empty() {
                let names = [source, basis.unwrap_or("not compared")].map(TextCell::words);
                lines.push(names.into_iter().chain(counts(&rows)).collect());
            }
        }
    }
    let header = ["source", "basis"].into_iter().chain(VERDICTS.iter().map(|(_, words, _)| *words));
    without_empty_columns(TextTable {
        name: FileName::new(&["published-agreement"]),
        caption: "How many published values are reproduced.".to_owned(),
        header: header.map(TextCell::words).collect(),
        rows: lines,
        notes: [chance(rows), vec![MEANING.to_owned()]].concat(),
        ..TextTable::default()
    })
}

/// Without the columns in which nothing was counted.
fn without_empty_columns(table: TextTable) -> TextTable {
    let is_kept: Vec<bool> = (0..table.header.len())
        .map(|column| table.rows.iter().any(|line| line[column].text != "0"))
        .collect();
    let kept = |line: Vec<TextCell>| -> Vec<TextCell> {
        line.into_iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell).collect()
    };
    let rows = table.rows.into_iter().map(kept).collect();
    TextTable { header: kept(table.header), rows, ..table }
}

/// The words of the table.
const MEANING: &str = "Within the spread: the published value lies in the 95 % prediction interval for one further \
     corpus, from the seeds of the generator. Within rounding: the values differ by at most half a unit \
     of the last published digit. Within the interval: the published value lies in the interval of this \
     corpus. Outside: in none of these. No interval: nothing to judge by but rounding; more seeds give one. \
     Predicted: the corpus was not fitted to it; calibrated: it was; follows: arithmetic of what was fitted.";

/// How many values would be outside by chance.
fn chance(rows: &Rows<'_, PublishedRow>) -> Vec<String> {
    let predicted = rows.keep(|row| row.basis.as_deref() == Some("predicted"));
    let [all, within, outside, unjudged] = agreement(predicted.iter());
    if all == 0 {
        return Vec::new();
    }
    let mut notes = vec![format!(
        "{all} predicted: {within} within, {outside} outside, {unjudged} without an interval."
    )];
    let count = |wanted: &dyn Fn(&&PublishedRow) -> bool| predicted.iter().filter(wanted).count();
    let by_spread = count(&|row| row.seeds_lower.is_some() && row.agrees().is_some());
    if by_spread > 0 {
        let beyond = count(&|row| row.seeds_lower.is_some() && row.agrees() == Some(false));
        notes.push(format!(
            "Of the {by_spread} judged by the spread {beyond} are outside. If the papers' corpora were of the \
             same kind as the generated ones, chance alone would put {:.0} outside (5 %); values of one paper \
             share a corpus, so that they come in groups.",
            0.05 * by_spread as f64
        ));
    } else {
        let by_interval = count(&|row| row.interval.is_some() && row.agrees().is_some());
        if by_interval > 0 {
            notes.push(
                "An interval of one corpus is no prediction for another: of two independent corpora of the \
                 same kind, the interval of one holds the value of the other in 83 % of cases only. \
                 More seeds of the generator give prediction intervals."
                    .to_owned(),
            );
        }
    }
    notes
}

fn by_place(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let predicted = rows.keep(|row| row.basis.as_deref() == Some("predicted"));
    let line = |((source, place), rows): ((&str, &str), Rows<'_, PublishedRow>)| {
        let counts = agreement(rows.iter()).map(|count| whole(count as u64));
        [words(source), words(place)].into_iter().chain(counts).collect()
    };
    let places = predicted.groups(|row| (&*row.source_name, &*row.place));
    TextTable {
        name: FileName::new(&["published-by-place"]),
        caption: "Predicted values by table and section.".to_owned(),
        header: ["source", "place", "predicted", "within", "outside", "no interval"]
            .map(TextCell::words)
            .to_vec(),
        rows: places.into_iter().map(line).collect(),
        ..TextTable::default()
    }
}

/// Number of values, and of those within, outside, and without anything to judge by.
pub(super) fn agreement<'a>(rows: impl Iterator<Item = &'a PublishedRow>) -> [usize; 4] {
    let judged: Vec<Option<bool>> = rows.map(PublishedRow::agrees).collect();
    let count = |wanted| judged.iter().filter(|agrees| **agrees == wanted).count();
    [judged.len(), count(Some(true)), count(Some(false)), count(None)]
}

fn counts(rows: &Rows<'_, PublishedRow>) -> Vec<TextCell> {
    let count = |verdict: &str| rows.iter().filter(|row| &*row.verdict == verdict).count() as u64;
    VERDICTS.iter().map(|(verdict, _, _)| whole(count(verdict))).collect()
}
