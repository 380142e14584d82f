//! The rows of a run by what they are about: a study and a corpus, or a study and all its corpora, then a metric, a
//! system and so on.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{About, GivenScores, SamplesAbout, metric_in_print};
use crate::table::{ChosenReferences, MetricKey, ReportRow, Resampled, Tables, number_of};
use crate::words::grouped;

/// A study on a corpus, or on all its corpora together, with the rows that all tables have about it.
#[derive(Clone, Copy, Debug)]
pub struct StudySection<'a> {
    pub study: &'a str,
    /// Empty over all corpora of the study: the name of a corpus never is.
    pub corpus: &'a str,
    about: &'a About,
    tables: &'a Tables,
    /// Its number in the tables.
    number: usize,
    is_for_people: bool,
}

impl<'a> StudySection<'a> {
    /// All sections, in the order of the studies in the spec; corpora as the tables have them, and all corpora together
    /// after the last.
    pub fn all(tables: &'a Tables, about: &'a About) -> Vec<Self> {
        let sections = tables.sections().iter().enumerate();
        let mut sections: Vec<Self> = sections
            .filter(|(_, (study, _))| !study.is_empty())
            .map(|(number, (study, corpus))| Self {
                study,
                corpus,
                about,
                tables,
                number,
                is_for_people: false,
            })
            .collect();
        let order: Vec<&str> = about.studies().collect();
        sections.sort_by_key(|section| {
            let place = order.iter().position(|study| *study == section.study);
            (place, section.is_over_corpora())
        });
        sections
    }

    /// The same where no script reads the findings: rows about pairs of many systems would fill the memory.
    pub fn for_people(self) -> Self {
        Self { is_for_people: true, ..self }
    }

    /// Returns `true` if no script reads the findings, so that they need no rows.
    pub fn is_for_people(&self) -> bool {
        self.is_for_people
    }

    /// Returns `true` if it is about all corpora of the study together.
    pub fn is_over_corpora(&self) -> bool {
        self.corpus.is_empty()
    }

    /// What it is about, as a part of a sentence: `study s, corpus c`.
    pub fn subject(&self) -> String {
        if self.is_over_corpora() {
            format!("study {}, over its corpora", self.study)
        } else {
            format!("study {}, corpus {}", self.study, self.corpus)
        }
    }

    /// What it is about, as a sentence begins: `Study s, corpus c`.
    pub fn title(&self) -> String {
        format!("S{}", &self.subject()[1..])
    }

    /// The rows of a table.
    pub fn rows<R: ReportRow>(&self) -> Rows<'a, R> {
        Rows(self.row_slice().iter().collect())
    }

    /// The rows of a table as they lie in memory.
    pub fn row_slice<R: ReportRow>(&self) -> &'a [R] {
        self.tables.rows_of_section(self.number)
    }

    /// All rows of a table of the first numbered orders of documents, or of the first samples.
    pub fn numbered_rows<R: ReportRow>(&self) -> Rows<'a, R> {
        Rows(self.tables.numbered_rows_of_section(self.number).iter().collect())
    }

    /// The samples that the study takes; `None` if it takes none.
    pub fn samples(&self) -> Option<&'a SamplesAbout> {
        self.about.samples(self.study)
    }

    /// Which sample a test set is, where the study takes several: `, sample 1 of 100 (broad)`.
    pub fn sample_in_words(&self, ordering: Option<&str>) -> String {
        let sample = self.samples().filter(|samples| samples.count > 1);
        let number = ordering.and_then(number_of);
        sample.zip(number).map_or_else(String::new, |(samples, number)| {
            format!(", sample {number} of {} ({})", grouped(samples.count), samples.sampling)
        })
    }

    /// The rows of a table about a metric with its references, if there are any.
    pub fn rows_of_metric<R: ReportRow>(&self, metric: MetricKey<'_>) -> Option<Rows<'a, R>> {
        let rows = self.rows::<R>().keep(|row| row.coordinates().metric == metric);
        Some(rows).filter(|rows| !rows.is_empty())
    }

    /// Confidence level of the study, percent.
    pub fn level(&self) -> f64 {
        self.about.level(self.study)
    }

    /// Keys of the analyses that the study asks for, in the order of the spec.
    pub fn asked(&self) -> &'a [String] {
        self.about.asked(self.study)
    }

    /// What the spec says of a metric, if its scores are given.
    pub fn given(&self, metric: &str) -> Option<GivenScores> {
        self.about.given(metric)
    }

    /// Returns `true` if the scores of a metric are better the lower they are.
    pub fn counts_errors(&self, metric: &str) -> bool {
        self.about.counts_errors(metric)
    }

    /// Returns `true` if the corpus was generated; one of them, over all corpora.
    pub fn is_synthetic(&self) -> bool {
        if self.is_over_corpora() {
            self.about.has_synthetic(self.study)
        } else {
            self.about.is_synthetic(self.corpus)
        }
    }

    /// Number of judges, where they are resampled.
    pub fn judges(&self) -> Option<u64> {
        self.about.judges(self.study, self.corpus)
    }

    /// What the bootstrap of the study resamples.
    pub fn unit(&self) -> Resampled {
        self.about.unit(self.study, self.corpus)
    }
}

/// Rows about a metric with its references.
#[derive(Clone, Debug)]
pub struct MetricRows<'a, R> {
    pub key: MetricKey<'a>,
    /// What the metric is called in print: with its references where these distinguish it.
    pub title: String,
    pub rows: Rows<'a, R>,
}

/// The metric in print, with its references.
pub fn metric_name(key: MetricKey<'_>) -> String {
    let metric = metric_in_print(key.metric);
    match key.reference_count {
        Some(1) if key.reference_choice == Some(ChosenReferences::First) => {
            format!("{metric} (1 reference)")
        }
        Some(count) if key.reference_choice == Some(ChosenReferences::First) => {
            format!("{metric} ({count} references)")
        }
        Some(_) => format!("{metric} ({})", key.references),
        None => metric,
    }
}

/// Some rows of a table.
#[derive(Clone, Debug)]
pub struct Rows<'a, R>(Vec<&'a R>);

impl<'a, R> FromIterator<&'a R> for Rows<'a, R> {
    fn from_iter<I: IntoIterator<Item = &'a R>>(rows: I) -> Self {
        Self(rows.into_iter().collect())
    }
}

impl<'a, R: ReportRow> Rows<'a, R> {
    /// All rows of a table.
    pub fn all(tables: &'a Tables) -> Self {
        Self(tables.rows().iter().collect())
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a R> + Clone {
        self.0.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn first(&self) -> Option<&'a R> {
        self.0.first().copied()
    }

    pub fn keep(&self, wanted: impl Fn(&'a R) -> bool) -> Self {
        Self(self.iter().filter(|row| wanted(row)).collect())
    }

    /// In another order; equal ones stay in theirs.
    pub fn sorted_by(mut self, order: impl Fn(&R, &R) -> Ordering) -> Self {
        self.0.sort_by(|one, other| order(one, other));
        self
    }

    /// The first `count`.
    pub fn take(mut self, count: usize) -> Self {
        self.0.truncate(count);
        self
    }

    /// Rows by what `name` calls them, in the order of their first appearance.
    pub fn groups<K: Ord + Clone>(&self, name: impl Fn(&'a R) -> K) -> Vec<(K, Self)> {
        let mut indices: BTreeMap<K, usize> = BTreeMap::new();
        let mut groups: Vec<(K, Self)> = Vec::new();
        for row in self.iter() {
            let index = *indices.entry(name(row)).or_insert_with_key(|name| {
                groups.push((name.clone(), Self(Vec::new())));
                groups.len() - 1
            });
            groups[index].1.0.push(row);
        }
        groups
    }

    /// Rows by metric and references.
    pub fn by_metric(&self) -> Vec<MetricRows<'a, R>> {
        let groups = self.groups(|row| row.coordinates().metric);
        let metrics = groups.iter().map(|(key, rows)| {
            let groups_of_metric =
                groups.iter().filter(|(other, _)| other.metric == key.metric).count();
            let title =
                if groups_of_metric == 1 { metric_in_print(key.metric) } else { metric_name(*key) };
            MetricRows { key: *key, title, rows: rows.clone() }
        });
        metrics.collect()
    }

    /// What to call the metric of a row: with its references where these distinguish it.
    pub fn titles(&self) -> impl Fn(&R) -> String + use<'a, R> {
        let metrics = self.by_metric().into_iter();
        let titles: BTreeMap<MetricKey<'a>, String> =
            metrics.map(|metric| (metric.key, metric.title)).collect();
        move |row| {
            let key = row.coordinates().metric;
            titles.get(&key).cloned().unwrap_or_else(|| metric_name(key))
        }
    }

    /// Rows of the first repeat and number of replicates.
    pub fn of_first_draws(&self) -> Self {
        let Some(first) = self.first().map(ReportRow::coordinates) else { return self.clone() };
        self.keep(|row| {
            let coordinates = row.coordinates();
            (coordinates.repeat, coordinates.replicates) == (first.repeat, first.replicates)
        })
    }

    /// The ordering that stands for all in a figure: that of the corpus, or else the first.
    pub fn ordering(&self) -> Option<&'a str> {
        let mut orderings = self.iter().map(|row| row.coordinates().ordering);
        orderings.clone().find(|ordering| *ordering == "corpus").or(orderings.next())
    }

    /// Rows of one ordering, that stands for all: rows over orderings, or else the order of the
    /// corpus, or else the first.
    pub fn of_one_ordering(&self) -> Self {
        let over_orderings = self.keep(|row| row.coordinates().ordering.is_empty());
        if !over_orderings.is_empty() {
            return over_orderings;
        }
        let ordering = self.ordering();
        self.keep(|row| Some(row.coordinates().ordering) == ordering)
    }

    /// Rows with the largest value.
    pub fn of_largest(&self, value: impl Fn(&'a R) -> Option<f64>) -> Self {
        let largest = self.iter().filter_map(&value).fold(0.0, f64::max);
        self.keep(|row| value(row).is_some_and(|value| value >= largest))
    }

    /// Rows with the largest number of documents.
    pub fn of_most_documents(&self) -> Self {
        self.of_largest(|row| Some(row.coordinates().documents.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::test_rows::{RankRow, ScoreRow};
    use crate::table::Cell;

    fn orderings(rows: &Rows<'_, ScoreRow>) -> Vec<String> {
        rows.iter().map(|row| row.coordinates().ordering.to_owned()).collect()
    }

    #[test]
    fn rows_are_found_by_what_they_are_about() {
        let rows = [
            ("s", "c", Some("random-1")),
            ("s", "d", Some("corpus")),
            ("r", "c", None),
            ("s", "c", Some("corpus")),
        ];
        let rows = rows.map(|(study, corpus, ordering): (&str, &str, Option<&str>)| {
            let (study, corpus) = (study.into(), corpus.into());
            let ordering = ordering.map(Into::into);
            ScoreRow {
                cell: Cell { study, corpus, ordering, ..Cell::default() },
                ..ScoreRow::default()
            }
        });
        let mut tables = Tables::default();
        tables.insert(rows.to_vec());
        let about = About::of_studies(&["r", "s"]);
        let sections = StudySection::all(&tables, &about);
        let names: Vec<_> =
            sections.iter().map(|section| (section.study, section.corpus)).collect();
        assert_eq!(names, [("r", "c"), ("s", "c"), ("s", "d")]);
        let rows = sections[1].rows::<ScoreRow>();
        assert_eq!(orderings(&rows), ["random-1", "corpus"]);
        assert_eq!(orderings(&rows.of_one_ordering()), ["corpus"]);
        assert!(sections[1].rows::<RankRow>().is_empty());
    }
}
