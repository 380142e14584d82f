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
    choice: Choice,
    /// Rows that are shown as far as those before them tell, by number.
    kept: Vec<(usize, R)>,
}

impl<R: ReportRow> Sieve<R> {
    /// Of no rows yet.
    pub(super) fn new() -> Self {
        Self { choice: Choice::new(R::SHOWN, R::NUMBERED), kept: Vec::new() }
    }

    /// Takes the next rows.
    pub(super) fn extend(&mut self, rows: Vec<R>) {
        for row in rows {
            if let Some(number) = self.choice.offer(row.coordinates()) {
                self.kept.push((number, row));
            }
        }
        if let Some(wanted) = self.choice.wanted() {
            self.kept.retain(|(number, _)| wanted.binary_search(number).is_ok());
        }
    }

    /// The rows that are shown, in the order of the table.
    pub(super) fn into_rows(mut self) -> ShownRows<R> {
        let numbered = self.choice.numbered().map(|number| {
            let place = self.kept.binary_search_by_key(&number, |(number, _)| *number);
            self.kept[place.expect("rows of numbered orders are kept")].1.clone()
        });
        let numbered = numbered.collect();
        if let Some(shown) = self.choice.shown() {
            self.kept.retain(|(number, _)| shown.binary_search(number).is_ok());
        }
        ShownRows { rows: self.kept.into_iter().map(|(_, row)| row).collect(), numbered }
    }
}

/// Which rows are kept, told by their coordinates alone. One for all types of rows: compiled for each of them, this
/// was a tenth of the package of analyses.
struct Choice {
    shown: Shown,
    /// Of how many numbered orders all rows are kept.
    orders: u32,
    /// Number of rows that came.
    count: usize,
    groups: Vec<Group>,
}

/// Rows about a metric, by their numbers.
struct Group {
    /// The first of all its rows.
    first: FirstRow,
    /// Repetition and number of replicates of the first row of its study and corpus.
    draws: (u32, Option<u32>),
    /// What the kept rows have in common: the precedence of their ordering, and documents.
    rank: (u8, u32),
    rows: Vec<usize>,
    /// By system, documents and number of the first row of the largest test set.
    largest: BTreeMap<String, (u32, usize)>,
    numbered: Numbered,
}

/// Coordinates of a row that need not be there any more.
struct FirstRow {
    study: String,
    corpus: String,
    metric: String,
    references: String,
    /// How the references were chosen, and how many.
    choice: (Option<ChosenReferences>, Option<u32>),
    system: String,
    ordering: String,
}

/// All rows of the first numbered orders and samples.
struct Numbered {
    /// Number of the last order that is kept.
    last: u32,
    /// Order or sample, and number of a row.
    rows: Vec<(u32, usize)>,
}

impl FirstRow {
    fn new(row: Coordinates<'_>) -> Self {
        Self {
            study: row.study.to_owned(),
            corpus: row.corpus.to_owned(),
            metric: row.metric.metric.to_owned(),
            references: row.metric.references.to_owned(),
            choice: (row.metric.reference_choice, row.metric.reference_count),
            system: row.system.to_owned(),
            ordering: row.ordering.to_owned(),
        }
    }

    fn is_in_section_of(&self, row: &Coordinates<'_>) -> bool {
        (&*self.study, &*self.corpus) == (row.study, row.corpus)
    }

    fn metric(&self) -> MetricKey<'_> {
        let (reference_choice, reference_count) = self.choice;
        MetricKey {
            metric: &self.metric,
            reference_choice,
            references: &self.references,
            reference_count,
        }
    }
}

impl Numbered {
    /// Keeps a row of one of the orders; of too many rows, those of half as many orders.
    fn offer(&mut self, number: usize, ordering: &str) -> bool {
        let Some(order) = number_of(ordering).filter(|order| *order <= self.last) else {
            return false;
        };
        self.rows.push((order, number));
        while self.rows.len() > MOST_NUMBERED && self.last > 1 {
            self.last /= 2;
            let last = self.last;
            self.rows.retain(|(order, _)| *order <= last);
        }
        true
    }
}

impl Choice {
    fn new(shown: Shown, orders: u32) -> Self {
        Self { shown, orders, count: 0, groups: Vec::new() }
    }

    /// The number of the next row, if it is kept for now.
    fn offer(&mut self, row: Coordinates<'_>) -> Option<usize> {
        let number = self.count;
        self.count += 1;
        let is_kept = match self.shown {
            Shown::Nothing => false,
            Shown::All => true,
            shown => self.group(&row).offer(shown, number, row),
        };
        is_kept.then_some(number)
    }

    /// The group of a row. Rows of a group follow each other.
    fn group(&mut self, row: &Coordinates<'_>) -> &mut Group {
        let is_of_row =
            |group: &Group| group.first.is_in_section_of(row) && group.first.metric() == row.metric;
        let index = self.groups.iter().rposition(is_of_row).unwrap_or_else(|| {
            let earlier = self.groups.iter().find(|group| group.first.is_in_section_of(row));
            self.groups.push(Group {
                first: FirstRow::new(*row),
                draws: earlier.map_or((row.repeat, row.replicates), |group| group.draws),
                rank: (0, 0),
                rows: Vec::new(),
                largest: BTreeMap::new(),
                numbered: Numbered { last: self.orders, rows: Vec::new() },
            });
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }

    /// The numbers of all rows that are kept, in order; none where a row is kept for good.
    fn wanted(&self) -> Option<Vec<usize>> {
        let mut wanted = self.shown()?;
        wanted.extend(self.numbered());
        wanted.sort_unstable();
        Some(wanted)
    }

    /// The numbers of the rows that are shown, in order; none where all are.
    fn shown(&self) -> Option<Vec<usize>> {
        if self.shown == Shown::All {
            return None;
        }
        let mut shown: Vec<usize> = Vec::new();
        for group in &self.groups {
            shown.extend(&group.rows);
            shown.extend(group.largest.values().map(|(_, number)| number));
        }
        shown.sort_unstable();
        shown.dedup();
        Some(shown)
    }

    /// The numbers of the rows of numbered orders, by group.
    fn numbered(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|group| group.numbered.rows.iter().map(|(_, number)| *number))
    }
}

impl Group {
    /// Whether a row is kept. Rows that it takes the place of are not, from now on.
    fn offer(&mut self, shown: Shown, number: usize, row: Coordinates<'_>) -> bool {
        let is_of_draws = (row.repeat, row.replicates) == self.draws;
        let mut is_kept = is_of_draws && self.numbered.offer(number, row.ordering);
        if shown == Shown::OneOrdering {
            let largest = self.largest.get(row.system);
            if largest.is_none_or(|(documents, _)| *documents < row.documents) {
                self.largest.insert(row.system.to_owned(), (row.documents, number));
                is_kept = true;
            }
        }
        let is_drawn = match shown {
            Shown::OneOrdering => row.repeat == self.draws.0,
            _ => is_of_draws,
        };
        is_drawn && self.offer_drawn(shown, number, row) || is_kept
    }

    /// As [`Self::offer`], of a row with the study's first draws.
    fn offer_drawn(&mut self, shown: Shown, number: usize, row: Coordinates<'_>) -> bool {
        // As a report chooses the ordering that stands for all.
        let precedence = match row.ordering {
            "" => 3,
            "corpus" => 2,
            ordering if ordering == self.first.ordering => 1,
            _ => 0,
        };
        let is_kept = match shown {
            Shown::FirstSystem => {
                if row.documents > self.rank.1 {
                    self.rank.1 = row.documents;
                    // The first row stays, whatever its size: it says which system and ordering come first.
                    self.rows.truncate(1);
                }
                let first = (&*self.first.system, &*self.first.ordering);
                (row.system, row.ordering) == first && row.documents == self.rank.1
            }
            _ if precedence == 0 => false,
            shown => {
                let by_size = shown == Shown::LargestTestSet || row.ordering == EXHAUSTIVE;
                let rank = (precedence, if by_size { row.documents } else { 0 });
                if rank > self.rank {
                    self.rank = rank;
                    self.rows.clear();
                }
                rank == self.rank
            }
        };
        if is_kept {
            self.rows.push(number);
        }
        is_kept
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
        let mut sieve = Sieve::new();
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
            let mut sieve = Sieve::new();
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
