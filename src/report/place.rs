//! The rows of a run by what they are about: a study and a corpus, then a metric, a system and so on.

use std::collections::BTreeMap;

use super::about::About;
use super::folder::Folder;
use super::lookup::{metric_key, metric_name, of_first_draws, shortened};
use crate::table::{CellValue, Contents};

/// A study and a corpus, with the rows that all tables have about them.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) study: String,
    pub(super) corpus: String,
    pub(super) about: &'a About,
    tables: BTreeMap<&'a str, Rows<'a>>,
}

impl<'a> Place<'a> {
    /// All places, in the order in which the tables name them.
    pub(super) fn all(folder: &'a Folder, about: &'a About) -> Vec<Self> {
        Self::of(folder.tables(), about)
    }

    /// The places of these tables.
    pub(super) fn of(
        tables: impl Iterator<Item = (&'a str, &'a Contents)>,
        about: &'a About,
    ) -> Vec<Self> {
        let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
        let mut places: Vec<Self> = Vec::new();
        let of_places = tables.filter(|(_, table)| {
            ["study", "corpus"].iter().all(|column| table.column(column).is_some())
        });
        for (name, table) in of_places {
            let rows = Rows { table, indices: (0..table.rows()).collect() };
            for ((study, corpus), rows) in
                rows.groups(|row| (row.text("study"), row.text("corpus")))
            {
                let (study, corpus) = (study.to_owned(), corpus.to_owned());
                let place = *known.entry((study.clone(), corpus.clone())).or_insert_with(|| {
                    places.push(Self { study, corpus, about, tables: BTreeMap::new() });
                    places.len() - 1
                });
                places[place].tables.insert(name, rows);
            }
        }
        // As the spec has its studies; corpora as the tables have them.
        let order: Vec<&str> = about.studies().collect();
        places.sort_by_key(|place| order.iter().position(|study| *study == place.study));
        places
    }

    /// The rows of a table here, if there are any.
    pub(super) fn rows(&self, table: &str) -> Option<&Rows<'a>> {
        self.tables.get(table)
    }

    /// The rows of a table about a metric with its references.
    pub(super) fn of_metric(&self, table: &str, metric: &str) -> Option<Rows<'a>> {
        let rows = self.rows(table)?.keep(|row| row.metric() == metric);
        Some(rows).filter(|rows| !rows.indices.is_empty())
    }

    /// Confidence level of the study, percent.
    pub(super) fn level(&self) -> f64 {
        self.about.level(&self.study)
    }
}

/// Some rows of a table.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a> {
    pub(super) table: &'a Contents,
    pub(super) indices: Vec<usize>,
}

impl<'a> Rows<'a> {
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Row<'a>> + Clone {
        let table = self.table;
        self.indices.iter().map(move |index| Row { table, index: *index })
    }

    pub(super) fn first(&self) -> Option<Row<'a>> {
        self.iter().next()
    }

    pub(super) fn keep(&self, wanted: impl Fn(Row<'a>) -> bool) -> Self {
        let indices = self.iter().filter(|row| wanted(*row)).map(|row| row.index).collect();
        Self { table: self.table, indices }
    }

    /// Rows by what `name` calls them, in the order of their first appearance.
    pub(super) fn groups<K: Ord + Clone>(&self, name: impl Fn(Row<'a>) -> K) -> Vec<(K, Self)> {
        let mut places: BTreeMap<K, usize> = BTreeMap::new();
        let mut groups: Vec<(K, Self)> = Vec::new();
        for row in self.iter() {
            let place = *places.entry(name(row)).or_insert_with_key(|name| {
                groups.push((name.clone(), Self { table: self.table, indices: Vec::new() }));
                groups.len() - 1
            });
            groups[place].1.indices.push(row.index);
        }
        groups
    }

    /// Rows by metric and references.
    pub(super) fn by_metric(&self) -> Vec<(String, Self)> {
        // Named once a group: a large table has far more rows than metrics.
        let groups = self.groups(|row| metric_key(row.table, row.index)).into_iter();
        groups.filter_map(|(_, rows)| Some((rows.first()?.metric(), rows))).collect()
    }

    /// What to call the metric of a row: with its references where these tell it apart.
    pub(super) fn titles(&self) -> impl Fn(Row<'_>) -> String + use<'a> {
        let keys: Vec<String> = self.by_metric().into_iter().map(|(metric, _)| metric).collect();
        let titles: BTreeMap<String, String> = keys.iter().cloned().zip(shortened(&keys)).collect();
        move |row: Row<'_>| {
            let key = row.metric();
            titles.get(&key).cloned().unwrap_or(key)
        }
    }

    /// Texts of a column, each once, in the order of their first appearance.
    pub(super) fn names(&self, column: &str) -> Vec<String> {
        self.groups(|row| row.text(column)).into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// Rows of the first repeat and number of replicates.
    pub(super) fn of_first_draws(&self) -> Self {
        Self { table: self.table, indices: of_first_draws(self.table, &self.indices) }
    }

    /// Rows of one ordering, that stands for all: rows over orderings, or else the order of the
    /// corpus, or else the first.
    pub(super) fn of_one_ordering(&self) -> Self {
        let orderings = self.names("ordering");
        let standing =
            ["", "corpus"].into_iter().find(|name| orderings.iter().any(|own| own == name));
        let Some(standing) = standing.or(orderings.first().map(String::as_str)) else {
            return self.clone();
        };
        self.keep(|row| row.text("ordering") == standing)
    }

    /// Rows with the largest number in a column.
    pub(super) fn of_largest(&self, column: &str) -> Self {
        let largest = self.iter().filter_map(|row| row.number(column)).fold(0.0, f64::max);
        self.keep(|row| row.number(column).is_some_and(|value| value >= largest))
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    table: &'a Contents,
    index: usize,
}

impl<'a> Row<'a> {
    pub(super) fn value(self, column: &str) -> CellValue<'a> {
        debug_assert!(self.table.column(column).is_some(), "there is no column `{column}`");
        self.table.value(column, self.index)
    }

    pub(super) fn number(self, column: &str) -> Option<f64> {
        self.value(column).number()
    }

    /// Text, empty where there is none.
    pub(super) fn text(self, column: &str) -> &'a str {
        self.value(column).text().unwrap_or_default()
    }

    pub(super) fn is_null(self, column: &str) -> bool {
        self.value(column) == CellValue::Null
    }

    /// The metric with its references.
    pub(super) fn metric(self) -> String {
        metric_name(self.table, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_what_they_are_about() {
        let table = Contents::of_texts(&[
            ("study", &["s", "s", "r", "s"]),
            ("corpus", &["c", "d", "c", "c"]),
            ("ordering", &["random-1", "corpus", "", "corpus"]),
        ]);
        let about = About::of_studies(&["r", "s"]);
        let places = Place::of([("scores", &table)].into_iter(), &about);
        let names: Vec<_> =
            places.iter().map(|place| (place.study.as_str(), place.corpus.as_str())).collect();
        assert_eq!(names, [("r", "c"), ("s", "c"), ("s", "d")]);
        let rows = places[1].rows("scores").unwrap();
        assert_eq!(rows.indices, [0, 3]);
        assert_eq!(rows.of_one_ordering().indices, [3]);
        assert!(places[1].rows("growth").is_none());
    }
}
