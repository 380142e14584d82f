//! Tables for people out of the tables of a run.

use std::collections::BTreeMap;

use super::folder::Folder;
use super::grid::{Cell, Grid};
use super::lookup::{metric_name, position, shortened, text, whole};
use super::number::number;
use super::place::Place;
use super::summary::slug;
use crate::table::{CellValue, Contents};

/// Rows of which a table for people holds at most so many.
const LONGEST: usize = 2000;

/// Scores of all systems on the largest test sets, one table per study and corpus.
pub(super) fn scores(places: &[Place<'_>]) -> Vec<Grid> {
    let mut grids = Vec::new();
    for place in places {
        let Some(rows) = place.rows("scores") else { continue };
        let (table, rows, study, corpus) = (rows.table, &rows.indices, &place.study, &place.corpus);
        let largest = rows.iter().map(|row| whole(table, "documents", *row)).max().unwrap_or(0);
        let rows = rows.iter().copied().filter(|row| whole(table, "documents", *row) == largest);
        let (mut systems, mut metrics) = (Vec::new(), Vec::new());
        let mut cells: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for row in rows {
            let system = position(&mut systems, text(table, "system", row));
            let metric = position(&mut metrics, metric_name(table, row));
            // Orderings, repeats and numbers of replicates share the score.
            cells.entry((system, metric)).or_insert(row);
        }
        let header = std::iter::once("system".to_owned()).chain(shortened(&metrics));
        let line = |(index, system): (usize, &String)| {
            let cell = |metric: usize| match cells.get(&(index, metric)) {
                Some(row) => score_cell(table, *row),
                None => Cell::optional(None, number),
            };
            std::iter::once(Cell::words(system)).chain((0..metrics.len()).map(cell)).collect()
        };
        grids.push(Grid {
            name: slug(&["scores", study, corpus]),
            caption: format!(
                "Scores on the largest test set ({largest} documents), with {} % bootstrap intervals. \
                 Study {study}, corpus {corpus}.",
                place.level()
            ),
            header: header.map(Cell::words).collect(),
            rows: systems.iter().enumerate().map(line).collect(),
            notes: vec![format!("The bootstrap draws {}.", place.about.unit(study))],
        });
    }
    grids
}

fn score_cell(table: &Contents, row: usize) -> Cell {
    let value = |column: &str| table.value(column, row).number();
    let Some(score) = value("score") else {
        return Cell::words(table.value("status", row).text().unwrap_or_default());
    };
    let interval = value("ci_lower").zip(value("ci_upper"));
    let interval = interval
        .map_or(String::new(), |(low, high)| format!(" [{}, {}]", number(low), number(high)));
    Cell::number(format!("{}{interval}", number(score)), Some(score))
}

/// Minimal sizes in the layout of the 2007 paper: metrics down, systems across; one table per
/// study, corpus and ordering, of the first repeat and number of replicates.
pub(super) fn minimal_sizes(places: &[Place<'_>]) -> Vec<Grid> {
    const MOST_ORDERINGS: usize = 3;
    let mut grids = Vec::new();
    for place in places {
        let Some(rows) = place.rows("minimal_sizes") else { continue };
        let orderings = rows.names("ordering");
        let (table, rows, study, corpus) = (rows.table, &rows.indices, &place.study, &place.corpus);
        for ordering in orderings.iter().take(MOST_ORDERINGS) {
            let rows = rows.iter().copied().filter(|row| {
                text(table, "ordering", *row) == *ordering
                    && table.value("fit", *row) == CellValue::Text("log-least-squares")
            });
            grids.extend(in_layout_of_paper(table, rows, (study, corpus, ordering)));
        }
    }
    grids
}

fn in_layout_of_paper(
    table: &Contents,
    rows: impl Iterator<Item = usize>,
    (study, corpus, ordering): (&str, &str, &str),
) -> Option<Grid> {
    let (mut systems, mut metrics) = (Vec::new(), Vec::new());
    let mut cells: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for row in rows {
        let system = position(&mut systems, text(table, "system", row));
        let metric = position(&mut metrics, metric_name(table, row));
        cells.entry((metric, system)).or_insert(row);
    }
    if cells.is_empty() {
        return None;
    }
    let quantities = [("R²", "r_squared"), ("x_min", "x_min"), ("x_max", "x_max")];
    let mut lines = Vec::new();
    for (metric, name) in shortened(&metrics).iter().enumerate() {
        for (label, column) in quantities {
            let value = |system: usize| {
                let row = cells.get(&(metric, system))?;
                table.value(column, *row).number()
            };
            let write = |value: f64| {
                if column == "r_squared" { format!("{value:.3}") } else { format!("{value:.1}") }
            };
            let cells = (0..systems.len()).map(|system| Cell::optional(value(system), write));
            lines.push([name, label].map(Cell::words).into_iter().chain(cells).collect());
        }
    }
    let header = ["metric", "value"].into_iter().map(str::to_owned).chain(systems.iter().cloned());
    Some(Grid {
        name: slug(&["minimal-sizes", study, corpus, ordering]),
        caption: format!(
            "R², x_min and x_max (documents) of the power function fitted in logarithms, documents in \
             the order {ordering}. Study {study}, corpus {corpus}."
        ),
        header: header.map(Cell::words).collect(),
        rows: lines,
        notes: Vec::new(),
    })
}

/// Printed beside reproduced numbers: a count of agreement, then one table per source.
pub(super) fn published(folder: &Folder) -> Vec<Grid> {
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
            name: slug(&["published", source]),
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
pub(super) const VERDICTS: [(&str, &str, &str); 5] = [
    ("within-rounding", "within rounding", "good"),
    ("within-interval", "within interval", "good"),
    ("outside", "outside", "bad"),
    ("not-reproduced", "not reproduced", ""),
    ("not-available", "not at hand", ""),
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
            let basis = if basis == "measured" { "no generated corpus" } else { basis };
            lines.push(
                [source.as_str(), basis].map(Cell::words).into_iter().chain(counts).collect(),
            );
        }
    }
    let header = ["source", "basis"].into_iter().chain(VERDICTS.iter().map(|(_, words, _)| *words));
    Grid {
        name: "published-agreement".to_owned(),
        caption: "How many printed numbers this run reproduces.".to_owned(),
        header: header.map(Cell::words).collect(),
        rows: lines,
        notes: Vec::new(),
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
