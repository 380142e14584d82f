//! Rows that a report shows. Large tables have a row for each test set, rank or replicate, of which a
//! report shows few: the others are dropped as soon as they are encoded or decoded.

use super::ChosenReferences;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::columns::TableRow;

/// Ordering of studies in which every set of documents stands for all orders.
const EXHAUSTIVE: &str = "exhaustive";

/// A row of a table that a report reads.
pub trait ReportRow: TableRow {
    /// Which rows of the table a report shows.
    const SHOWN: Shown = Shown::All;

    /// Of how many numbered orders of documents, and of how many samples, a report has all rows besides:
    /// those with the study's first draws.
    const NUMBERED: u32 = 0;

    /// What the row shares with rows of other tables. The study is empty where the table is not about
    /// studies.
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::default()
    }
}

/// Which rows of a table a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All.
    All,
    /// None.
    Nothing,
    /// Of each metric those along one ordering, and of each system the first of its largest test set. Where
    /// every set of documents stands for all orders, those of the largest sets.
    OneOrdering,
    /// Of each metric those on the largest test set of one ordering, with the study's first draws.
    LargestTestSet,
    /// Of each metric the first row, which says which system and ordering come first, and those on their
    /// largest test set, with the study's first draws.
    FirstSystem,
}

/// Coordinates that tables share. Text is empty, and numbers are 0, where a table does not have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates<'a> {
    /// Name of the study.
    pub study: &'a str,
    /// Name of the corpus.
    pub corpus: &'a str,
    /// The metric with its references.
    pub metric: MetricKey<'a>,
    /// Name of the system; empty over systems.
    pub system: &'a str,
    /// Ordering of the documents; empty over orderings.
    pub ordering: &'a str,
    /// Documents of the test set.
    pub documents: u32,
    /// Repetition of the resampling, from 1.
    pub repeat: u32,
    /// Number of replicates, where the table has it.
    pub replicates: Option<u32>,
}

impl<'a> Coordinates<'a> {
    /// Those of a row about a study and a corpus.
    pub fn of_section(study: &'a str, corpus: &'a str) -> Self {
        Self { study, corpus, ..Self::default() }
    }
}

/// A metric with its references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetricKey<'a> {
    /// Name of the metric.
    pub metric: &'a str,
    /// How the references were chosen; none where the metric reads none.
    pub reference_choice: Option<ChosenReferences>,
    /// Names of the references.
    pub references: &'a str,
    /// Number of references; none where the metric reads none.
    pub reference_count: Option<u32>,
}

impl<'a> MetricKey<'a> {
    /// From the columns of a table.
    pub fn new(
        metric: &'a str,
        reference_count: Option<u32>,
        reference_choice: Option<ChosenReferences>,
        references: Option<&'a Arc<str>>,
    ) -> Self {
        Self { metric, reference_choice, references: text(references), reference_count }
    }
}

/// Text that may be missing.
pub fn text(text: Option<&Arc<str>>) -> &str {
    text.map_or("", |text| text)
}

/// Rows of numbered orders and samples that are kept of a metric. Of more, fewer orders are.
const MOST_NUMBERED: usize = 10_000;

/// The rows of a table that a report reads.
#[derive(Debug)]
pub struct ShownRows<R> {
    /// Those that it shows.
    pub rows: Vec<R>,
    /// All of the first numbered orders and samples.
    pub numbered: Vec<R>,
}

impl<R> Default for ShownRows<R> {
    fn default() -> Self {
        Self { rows: Vec::new(), numbered: Vec::new() }
    }
}

/// The number of an order or a sample: 12 of `random-12`.
pub fn number_of(ordering: &str) -> Option<u32> {
    ordering.rsplit_once('-')?.1.parse().ok()
}

/// Takes the rows of a table in their order, and keeps those that a report shows.
pub(super) struct Sieve<R> {
    /// Number of rows that came.
    count: usize,
    /// Where all are shown.
    all: Vec<R>,
    groups: Vec<Group<R>>,
}

/// Rows about a metric.
struct Group<R> {
    /// The first of all its rows.
    first: R,
    /// Repetition and number of replicates of the first row of its study and corpus.
    draws: (u32, Option<u32>),
    /// What the kept rows have in common: the precedence of their ordering, and documents.
    rank: (u8, u32),
    rows: Vec<(usize, R)>,
    /// By system, the first row of the largest test set.
    largest: BTreeMap<String, (usize, R)>,
    numbered: Numbered<R>,
}

/// All rows of the first numbered orders and samples.
struct Numbered<R> {
    /// Number of the last order that is kept.
    last: u32,
    rows: Vec<(u32, R)>,
}

impl<R: ReportRow> Numbered<R> {
    /// Keeps a row of one of the orders; of too many rows, those of half as many orders.
    fn offer(&mut self, row: &R) {
        let number = number_of(row.coordinates().ordering);
        let Some(number) = number.filter(|number| *number <= self.last) else { return };
        self.rows.push((number, row.clone()));
        while self.rows.len() > MOST_NUMBERED && self.last > 1 {
            self.last /= 2;
            let last = self.last;
            self.rows.retain(|(number, _)| *number <= last);
        }
    }
}

impl<R> Default for Sieve<R> {
    fn default() -> Self {
        Self { count: 0, all: Vec::new(), groups: Vec::new() }
    }
}

impl<R: ReportRow> Sieve<R> {
    /// Takes the next rows.
    pub(super) fn extend(&mut self, rows: Vec<R>) {
        let start = self.count;
        self.count += rows.len();
        match R::SHOWN {
            Shown::Nothing => {}
            Shown::All => self.all.extend(rows),
            Shown::OneOrdering | Shown::LargestTestSet | Shown::FirstSystem => {
                (start..).zip(rows).for_each(|row| self.group(&row.1).offer(row));
            }
        }
    }

    /// The rows that are shown, in the order of the table.
    pub(super) fn into_rows(self) -> ShownRows<R> {
        let mut kept: Vec<(usize, R)> = Vec::new();
        let mut numbered = Vec::new();
        for group in self.groups {
            numbered.extend(group.numbered.rows.into_iter().map(|(_, row)| row));
            kept.extend(group.rows);
            kept.extend(group.largest.into_values());
        }
        kept.sort_by_key(|(number, _)| *number);
        kept.dedup_by_key(|(number, _)| *number);
        let mut rows = self.all;
        rows.extend(kept.into_iter().map(|(_, row)| row));
        ShownRows { rows, numbered }
    }

    /// The group of a row. Rows of a group follow each other.
    fn group(&mut self, row: &R) -> &mut Group<R> {
        let coordinates = row.coordinates();
        let section = |group: &Group<R>| {
            let first = group.first.coordinates();
            (first.study, first.corpus) == (coordinates.study, coordinates.corpus)
        };
        let is_of_row = |group: &Group<R>| {
            section(group) && group.first.coordinates().metric == coordinates.metric
        };
        let index = self.groups.iter().rposition(is_of_row).unwrap_or_else(|| {
            let earlier = self.groups.iter().find(|group| section(group));
            let draws =
                earlier.map_or((coordinates.repeat, coordinates.replicates), |group| group.draws);
            let first = row.clone();
            let (rows, largest) = (Vec::new(), BTreeMap::new());
            let numbered = Numbered { last: R::NUMBERED, rows: Vec::new() };
            self.groups.push(Group { first, draws, rank: (0, 0), rows, largest, numbered });
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }
}

impl<R: ReportRow> Group<R> {
    fn offer(&mut self, (number, row): (usize, R)) {
        let (coordinates, first) = (row.coordinates(), self.first.coordinates());
        if (coordinates.repeat, coordinates.replicates) == self.draws {
            self.numbered.offer(&row);
        }
        if R::SHOWN == Shown::OneOrdering {
            let largest = self.largest.get(coordinates.system);
            if largest.is_none_or(|(_, row)| row.coordinates().documents < coordinates.documents) {
                self.largest.insert(coordinates.system.to_owned(), (number, row.clone()));
            }
        }
        let is_drawn = match R::SHOWN {
            Shown::OneOrdering => coordinates.repeat == self.draws.0,
            _ => (coordinates.repeat, coordinates.replicates) == self.draws,
        };
        if !is_drawn {
            return;
        }
        // As a report chooses the ordering that stands for all.
        let precedence = match coordinates.ordering {
            "" => 3,
            "corpus" => 2,
            ordering if ordering == first.ordering => 1,
            _ => 0,
        };
        match R::SHOWN {
            Shown::FirstSystem => {
                if coordinates.documents > self.rank.1 {
                    self.rank.1 = coordinates.documents;
                    self.rows.truncate(1);
                }
                let is_first =
                    (coordinates.system, coordinates.ordering) == (first.system, first.ordering);
                if is_first && coordinates.documents == self.rank.1 {
                    self.rows.push((number, row));
                }
            }
            _ if precedence == 0 => {}
            shown => {
                let by_size = shown == Shown::LargestTestSet || coordinates.ordering == EXHAUSTIVE;
                let rank = (precedence, if by_size { coordinates.documents } else { 0 });
                if rank > self.rank {
                    self.rank = rank;
                    self.rows.clear();
                }
                if rank == self.rank {
                    self.rows.push((number, row));
                }
            }
        }
    }
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "tables are public, those of tests too")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::table::Cell;

    crate::table! {
        /// A row for each rank.
        pub struct RankRow in "ranks", shown LargestTestSet {
            .. /// The cell.
            cell: Cell,
            /// Number of the row.
            rank: u32 [key],
        }
    }

    crate::table! {
        /// A row for each replicate.
        pub struct ReplicateRow in "replicates", shown FirstSystem {
            .. /// The cell.
            cell: Cell,
            /// Number of the row.
            replicate: u32 [key],
        }
    }

    crate::table! {
        /// A row for each score.
        pub struct ScoreRow in "scores", shown OneOrdering, numbered 100 {
            .. /// The cell.
            cell: Cell,
            /// Number of the row.
            number: u32,
        }
    }

    /// Metric, system, ordering, documents, repeat and number of replicates of a row.
    type Place = (&'static str, &'static str, &'static str, u32, u32, u32);

    fn cell(&(metric, system, ordering, documents, repeat, replicates): &Place) -> Cell {
        Cell {
            metric: metric.into(),
            system: Some(system.into()),
            ordering: Some(ordering.into()),
            documents,
            repeat,
            replicates,
            ..Cell::default()
        }
    }

    /// The numbers of the rows that are kept.
    fn kept<R: ReportRow>(
        places: &[Place],
        row: impl Fn(Cell, u32) -> R,
        of: fn(&R) -> u32,
    ) -> Vec<u32> {
        let rows = (0..).zip(places).map(|(number, place)| row(cell(place), number));
        let mut sieve = Sieve::default();
        // However they come.
        let mut rows: Vec<R> = rows.collect();
        let rest = rows.split_off(places.len() / 2);
        sieve.extend(rows);
        sieve.extend(rest);
        sieve.into_rows().rows.iter().map(of).collect()
    }

    #[test]
    fn ranks_of_one_ordering_on_the_largest_test_set() {
        let places = [
            ("bleu", "one", "random-1", 4, 1, 100),
            ("bleu", "one", "corpus", 2, 1, 100),
            ("bleu", "one", "corpus", 3, 1, 100),
            ("bleu", "two", "corpus", 3, 1, 100),
            ("bleu", "one", "corpus", 3, 2, 100),
            ("ter", "one", "random-1", 4, 1, 100),
            ("ter", "one", "random-2", 5, 1, 100),
            ("ter", "one", "random-1", 4, 1, 200),
        ];
        assert_eq!(kept(&places, |cell, rank| RankRow { cell, rank }, |row| row.rank), [2, 3, 5]);
    }

    #[test]
    fn replicates_of_one_system_with_the_first_row() {
        let places = [
            ("bleu", "one", "corpus", 2, 1, 100),
            ("bleu", "one", "corpus", 3, 1, 100),
            ("bleu", "one", "random-1", 3, 1, 100),
            ("bleu", "two", "corpus", 3, 1, 100),
            ("ter", "two", "corpus", 3, 1, 100),
            ("ter", "two", "corpus", 3, 1, 200),
        ];
        let kept =
            kept(&places, |cell, replicate| ReplicateRow { cell, replicate }, |row| row.replicate);
        assert_eq!(kept, [0, 1, 4]);
    }

    #[test]
    fn scores_of_one_ordering_and_of_the_largest_test_set() {
        let places = [
            ("bleu", "one", "random-1", 2, 1, 100),
            ("bleu", "one", "random-1", 3, 1, 100),
            ("bleu", "one", "random-1", 3, 1, 200),
            ("bleu", "one", "random-2", 2, 1, 100),
            ("bleu", "one", "random-2", 4, 1, 100),
            ("bleu", "one", "random-3", 4, 1, 100),
            ("ter", "one", EXHAUSTIVE, 1, 1, 100),
            ("ter", "one", EXHAUSTIVE, 1, 1, 100),
            ("ter", "one", EXHAUSTIVE, 2, 1, 100),
        ];
        let kept = kept(&places, |cell, number| ScoreRow { cell, number }, |row| row.number);
        assert_eq!(kept, [0, 1, 2, 4, 8]);
    }

    /// All rows of numbered orders are kept, of both systems and all sizes; of too many rows those of the first
    /// orders, and of these all.
    #[test]
    fn rows_of_numbered_orders_are_whole() {
        let numbered = |orders: u32, sizes: u32| {
            let mut sieve = Sieve::default();
            for (system, order) in
                ["one", "two"].iter().flat_map(|s| (1..=orders).map(move |o| (*s, o)))
            {
                let rows = (1..=sizes).map(|size| ScoreRow {
                    cell: Cell {
                        ordering: Some(format!("random-{order}").into()),
                        ..cell(&("bleu", system, "", size, 1, 100))
                    },
                    ..ScoreRow::default()
                });
                sieve.extend(rows.collect());
            }
            let rows = sieve.into_rows().numbered;
            let orders: BTreeSet<String> =
                rows.iter().map(|row| row.coordinates().ordering.to_owned()).collect();
            (rows.len(), orders.len())
        };
        assert_eq!(numbered(5, 7), (2 * 5 * 7, 5));
        assert_eq!(numbered(200, 2), (2 * 100 * 2, 100));
        assert_eq!(numbered(100, 120), (2 * 25 * 120, 25));
        assert_eq!(number_of("corpus"), None);
    }
}
