//! Printed numbers beside reproduced ones.

use super::LONGEST;
use crate::report::file_name::FileName;
use crate::report::folder::Folder;
use crate::report::grid::{Cell, Grid};
use crate::report::lookup::{position, text};
use crate::report::number::number;
use crate::table::{CellValue, Contents};

/// Printed beside reproduced numbers: a count of agreement, then one table per source.
pub(in crate::report) fn published(folder: &Folder) -> Vec<Grid> {
    let Some(table) = folder.table("published") else { return Vec::new() };
    let mut sources: Vec<String> = Vec::new();
    for row in 0..table.rows() {
        position(&mut sources, text(table, "source", row));
    }
    let mut grids = vec![agreement(table, &sources)];
    for source in &sources {
        let rows = (0..table.rows()).filter(|row| text(table, "source", *row) == *source);
        let header = [
            "place",
            "what",
            "of",
            "printed",
            "unit",
            "this run",
            "difference",
            "verdict",
            "basis",
            "remarks",
        ];
        grids.push(Grid {
            name: FileName::new(&["published", source]),
            caption: format!("Printed numbers of {source} beside those of this run."),
            header: header.map(Cell::words).to_vec(),
            rows: rows.take(LONGEST).map(|row| side_by_side(table, row)).collect(),
            notes: vec![
                "Differences are in the unit of the run. Within rounding: no more than half a unit of \
                 the last printed digit; within interval: the printed number lies in the interval of \
                 the reproduced one. Calibrated: the generated corpus was fitted to this number; \
                 prediction: it was not."
                    .to_owned(),
            ],
        });
    }
    grids
}

/// Verdicts in the order of tables, and what they look like.
const VERDICTS: [(&str, &str, &str); 5] = [
    ("within-rounding", "within rounding", "good"),
    ("within-interval", "within interval", "good"),
    ("outside", "outside", "bad"),
    ("not-reproduced", "nothing to compare", ""),
    ("not-available", "not in print at hand", ""),
];

fn agreement(table: &Contents, sources: &[String]) -> Grid {
    let mut lines = Vec::new();
    for source in sources {
        for basis in ["prediction", "calibrated", "measured"] {
            let rows: Vec<usize> = (0..table.rows())
                .filter(|row| text(table, "source", *row) == *source)
                .filter(|row| table.value("basis", *row) == CellValue::Text(basis))
                .collect();
            if rows.is_empty() {
                continue;
            }
            let count = |verdict: &str| {
                let of = |row: &&usize| table.value("verdict", **row) == CellValue::Text(verdict);
                rows.iter().filter(of).count()
            };
            let counts = VERDICTS.iter().map(|(verdict, _, _)| {
                let count = count(verdict);
                Cell::number(count.to_string(), Some(count as f64))
            });
            let basis = if basis == "measured" { "not from a generated corpus" } else { basis };
            lines.push(
                [source.as_str(), basis].map(Cell::words).into_iter().chain(counts).collect(),
            );
        }
    }
    let header = ["source", "basis"].into_iter().chain(VERDICTS.iter().map(|(_, words, _)| *words));
    Grid {
        name: FileName::new(&["published-agreement"]),
        caption: "How many printed numbers this run reproduces.".to_owned(),
        header: header.map(Cell::words).collect(),
        rows: lines,
        notes: vec![
            "Within rounding: the numbers differ by at most half a unit of the last printed digit. Within \
             interval: the printed number lies in the interval of the reproduced one. Outside: neither. \
             Nothing to compare: the remark says why. Prediction: the corpus was not fitted to it; \
             calibrated: it was."
                .to_owned(),
        ],
    }
}

fn side_by_side(table: &Contents, row: usize) -> Vec<Cell> {
    let words = |column: &str| text(table, column, row);
    let value = |column: &str| table.value(column, row).number();
    let of: Vec<String> = words("coordinates")
        .split(", ")
        .filter(|part| {
            let name = part.split('=').next().unwrap_or_default();
            !["ordering", "function", "fit", "method", "level", "study"].contains(&name)
        })
        .map(|part| part.split_once('=').map_or(part, |(_, value)| value).to_owned())
        .collect();
    let printed = [words("hedge"), words("printed")].join(" ").trim().to_owned();
    let verdict = words("verdict");
    let (_, said, mood) =
        VERDICTS.into_iter().find(|(name, _, _)| *name == verdict).unwrap_or(("", "", ""));
    let remarks = [words("reason"), words("misprint"), words("note")];
    let remarks: Vec<String> = remarks.into_iter().filter(|text| !text.is_empty()).collect();
    vec![
        Cell::words(words("place")),
        Cell::words(words("what")),
        Cell::words(of.join(", ")),
        Cell::number(printed, value("printed_value")),
        Cell::words(words("unit")),
        Cell::optional(value("reproduced"), number),
        Cell::optional(value("difference"), |value| {
            format!("{}{}", if value > 0.0 { "+" } else { "" }, number(value))
        }),
        Cell::words(said).mood(mood),
        Cell::words(words("basis")),
        Cell::words(remarks.join("; ")),
    ]
}
