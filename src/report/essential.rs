//! Rows of the largest tables that a report reads. The tables `ranks` and `replicates` have a row for
//! each rank or replicate of each test set, of which a report shows one test set: the others are never
//! decoded but for the columns that say where they belong.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::table::{CellValue, Contents, RankRow, ReplicateRow, TableFile, TableRow, TestSetRow};

/// Columns that say where a row belongs.
const PLACE: [&str; 11] = [
    "study",
    "corpus",
    "repeat",
    "B",
    "metric",
    "reference_count",
    "reference_choice",
    "references",
    "system",
    "ordering",
    "documents",
];

/// What a report reads of the table `name` in `file`: all of it, or enough of a large one to show what
/// it would show of all.
pub(super) fn read(name: &str, file: &TableFile) -> Result<Contents, String> {
    match name {
        // No figure and no table is about single documents.
        TestSetRow::NAME => file.some(&[]),
        RankRow::NAME => file.some(&of_ranks(&runs(file)?)),
        ReplicateRow::NAME => file.some(&of_replicates(&runs(file)?)),
        _ => file.whole(),
    }
}

/// Rows that follow each other and belong together.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    rows: Range<usize>,
    /// Study and corpus.
    place: usize,
    repeat: u64,
    replicates: u64,
    /// Metric and references.
    metric: usize,
    system: usize,
    ordering: String,
    documents: u64,
}

/// Numbers texts in the order of their appearance.
#[derive(Default)]
struct Numbers(BTreeMap<Vec<String>, usize>);

impl Numbers {
    fn of(&mut self, texts: Vec<String>) -> usize {
        let next = self.0.len();
        *self.0.entry(texts).or_insert(next)
    }
}

fn runs(file: &TableFile) -> Result<Vec<Run>, String> {
    let mut numbers = Numbers::default();
    let mut runs: Vec<Run> = Vec::new();
    for stretch in file.stretches() {
        let rows = file.stretch(stretch.clone(), &PLACE)?;
        let columns: Vec<_> = PLACE.iter().filter_map(|name| rows.column(name)).collect();
        if columns.len() < PLACE.len() {
            return Err("a column is missing that says where its rows belong".to_owned());
        }
        let mut start = 0;
        for row in 1..=rows.rows() {
            let is_same = row < rows.rows()
                && columns.iter().all(|column| column.at(row) == column.at(start));
            if !is_same {
                let own = stretch.start + start..stretch.start + row;
                runs.push(run(&rows, start, own, &mut numbers));
                start = row;
            }
        }
    }
    Ok(runs)
}

fn run(table: &Contents, row: usize, rows: Range<usize>, numbers: &mut Numbers) -> Run {
    let text = |column: &str| match table.value(column, row) {
        CellValue::Text(text) => text.to_owned(),
        CellValue::Integer(number) => number.to_string(),
        _ => String::new(),
    };
    let whole = |column: &str| match table.value(column, row) {
        CellValue::Integer(number) => number,
        _ => 0,
    };
    let mut number = |kind: &str, columns: &[&str]| {
        let texts = columns.iter().map(|column| text(column));
        numbers.of(std::iter::once(kind.to_owned()).chain(texts).collect())
    };
    Run {
        rows,
        place: number("place", &["study", "corpus"]),
        metric: number("metric", &["metric", "reference_count", "reference_choice", "references"]),
        system: number("system", &["system"]),
        repeat: whole("repeat"),
        replicates: whole("B"),
        ordering: text("ordering"),
        documents: whole("documents"),
    }
}

/// Runs of the first repeat and number of replicates of each place, by place and metric.
fn of_first_draws(runs: &[Run]) -> BTreeMap<(usize, usize), Vec<&Run>> {
    let mut first: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    let mut groups: BTreeMap<(usize, usize), Vec<&Run>> = BTreeMap::new();
    for run in runs {
        let draws = (run.repeat, run.replicates);
        if *first.entry(run.place).or_insert(draws) == draws {
            groups.entry((run.place, run.metric)).or_default().push(run);
        }
    }
    groups
}

fn ascending<'a>(kept: impl Iterator<Item = &'a Run>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = kept.map(|run| run.rows.clone()).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.dedup();
    ranges
}

fn largest(runs: &[&Run]) -> u64 {
    runs.iter().map(|run| run.documents).max().unwrap_or(0)
}

/// Of ranks, those on the largest test sets of the ordering that stands for all.
fn of_ranks(runs: &[Run]) -> Vec<Range<usize>> {
    let groups = of_first_draws(runs);
    let kept = groups.values().flat_map(|group| {
        let standing = ["", "corpus"]
            .into_iter()
            .find(|name| group.iter().any(|run| run.ordering == *name))
            .or(group.first().map(|run| run.ordering.as_str()));
        let own: Vec<&Run> =
            group.iter().copied().filter(|run| Some(run.ordering.as_str()) == standing).collect();
        let most = largest(&own);
        own.into_iter().filter(move |run| run.documents == most)
    });
    ascending(kept)
}

/// Of replicates, those of the first system on the largest test set in the first ordering, and the first
/// row, which says what these are.
fn of_replicates(runs: &[Run]) -> Vec<Range<usize>> {
    let groups = of_first_draws(runs);
    let kept = groups.values().flat_map(|group| {
        let (first, most) = (group[0], largest(group));
        group.iter().copied().filter(move |run| {
            let is_first = run.rows == first.rows;
            let is_shown = run.documents == most
                && (run.system, &run.ordering) == (first.system, &first.ordering);
            is_first || is_shown
        })
    });
    ascending(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: usize, metric: usize, system: usize, ordering: &str, documents: u64) -> Run {
        Run {
            rows: start..start + 10,
            place: 0,
            repeat: 1,
            replicates: 100,
            metric,
            system,
            ordering: ordering.to_owned(),
            documents,
        }
    }

    fn starts(ranges: &[Range<usize>]) -> Vec<usize> {
        ranges.iter().map(|range| range.start).collect()
    }

    #[test]
    fn ranks_of_one_ordering_on_the_largest_test_set() {
        let runs = [
            run(0, 0, 0, "random-1", 4),
            run(10, 0, 0, "corpus", 2),
            run(20, 0, 0, "corpus", 3),
            run(30, 0, 1, "corpus", 3),
            Run { repeat: 2, ..run(40, 0, 0, "corpus", 3) },
            run(50, 1, 0, "random-1", 4),
            run(60, 1, 0, "random-2", 5),
        ];
        assert_eq!(starts(&of_ranks(&runs)), [20, 30, 50]);
    }

    #[test]
    fn replicates_of_one_system_with_the_first_row() {
        let runs = [
            run(0, 0, 0, "corpus", 2),
            run(10, 0, 0, "corpus", 3),
            run(20, 0, 0, "random-1", 3),
            run(30, 0, 1, "corpus", 3),
            run(40, 1, 1, "corpus", 3),
            Run { replicates: 200, ..run(50, 1, 1, "corpus", 3) },
        ];
        assert_eq!(starts(&of_replicates(&runs)), [0, 10, 40]);
    }
}
