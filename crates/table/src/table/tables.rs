//! Typed rows of all tables that a report shows, by table, study and corpus.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::ops::Range;

use super::shown::{Coordinates, ReportRow, ShownRows};

/// Tables in memory, as far as a report shows them.
#[derive(Debug, Default)]
pub struct Tables {
    /// Studies and corpora in the order in which the tables name them.
    sections: Vec<(String, String)>,
    tables: BTreeMap<TypeId, Table>,
}

#[derive(Debug)]
struct Table {
    /// A `Vec` of rows, by section.
    rows: Box<dyn Any + Send + Sync>,
    /// Where the rows of sections are.
    ranges: BTreeMap<usize, Range<usize>>,
}

/// Stands for the rows of numbered orders and samples of a table.
struct Numbered<R>(std::marker::PhantomData<R>);

impl Tables {
    /// Adds the rows of a table that a report reads.
    pub fn insert_shown<R: ReportRow>(&mut self, ShownRows { rows, numbered }: ShownRows<R>) {
        self.insert(rows);
        if !numbered.is_empty() {
            self.insert_as(TypeId::of::<Numbered<R>>(), numbered);
        }
    }

    /// Adds the rows of a table.
    pub fn insert<R: ReportRow>(&mut self, rows: Vec<R>) {
        self.insert_as(TypeId::of::<R>(), rows);
    }

    fn insert_as<R: ReportRow>(&mut self, key: TypeId, mut rows: Vec<R>) {
        rows.shrink_to_fit();
        // Stable, so that rows of a section keep their order; cached, since a section is searched for.
        rows.sort_by_cached_key(|row| self.section_of(row.coordinates()));
        let mut ranges: BTreeMap<usize, Range<usize>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            let section = self.section_of(row.coordinates());
            ranges.entry(section).or_insert(index..index).end = index + 1;
        }
        self.tables.insert(key, Table { rows: Box::new(rows), ranges });
    }

    /// The number of a row's section. Rows of a section follow each other.
    fn section_of(&mut self, Coordinates { study, corpus, .. }: Coordinates<'_>) -> usize {
        let section =
            self.sections.iter().rposition(|section| section.0 == study && section.1 == corpus);
        section.unwrap_or_else(|| {
            self.sections.push((study.to_owned(), corpus.to_owned()));
            self.sections.len() - 1
        })
    }

    /// Studies with corpora, in the order in which the tables name them. The study is empty for tables
    /// that are not about studies.
    pub fn sections(&self) -> &[(String, String)] {
        &self.sections
    }

    /// All rows of a table.
    pub fn rows<R: ReportRow>(&self) -> &[R] {
        self.rows_as(TypeId::of::<R>())
    }

    /// The rows of a table about the study and the corpus with this number among the sections.
    pub fn rows_of_section<R: ReportRow>(&self, section: usize) -> &[R] {
        self.rows_of_section_as(TypeId::of::<R>(), section)
    }

    /// The rows of the first numbered orders and samples, about the study and the corpus with this number
    /// among the sections.
    pub fn numbered_rows_of_section<R: ReportRow>(&self, section: usize) -> &[R] {
        self.rows_of_section_as(TypeId::of::<Numbered<R>>(), section)
    }

    fn rows_as<R: ReportRow>(&self, key: TypeId) -> &[R] {
        let table = self.tables.get(&key);
        table.and_then(|table| table.rows.downcast_ref::<Vec<R>>()).map_or(&[], Vec::as_slice)
    }

    fn rows_of_section_as<R: ReportRow>(&self, key: TypeId, section: usize) -> &[R] {
        let range = self.tables.get(&key).and_then(|table| table.ranges.get(&section)).cloned();
        &self.rows_as(key)[range.unwrap_or_default()]
    }
}
