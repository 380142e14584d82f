//! What several answers say of each metric, in one table.

use crate::presentation::{FileName, TextCell, TextTable};

/// Columns with a line for each metric on each corpus.
#[derive(Clone, Debug, Default)]
pub struct MetricColumns {
    /// Headings.
    pub header: Vec<&'static str>,
    /// By corpus and metric.
    pub lines: Vec<MetricLine>,
}

/// A line.
#[derive(Clone, Debug)]
pub struct MetricLine {
    pub corpus: String,
    pub metric: String,
    /// As many as the header has.
    pub cells: Vec<TextCell>,
}

/// The columns of all in one table, of the metrics that the first of them has. The corpus has a column where there are
/// several.
pub fn merged(all: &[&MetricColumns]) -> Option<TextTable> {
    let mut keys: Vec<(&str, &str)> = Vec::new();
    for line in all.first().iter().flat_map(|columns| &columns.lines) {
        let key = (&*line.corpus, &*line.metric);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    // Corpora keep their lines together, whichever answer knows more of them.
    let corpora: Vec<&str> = keys.iter().fold(Vec::new(), |mut corpora, (corpus, _)| {
        if !corpora.contains(corpus) {
            corpora.push(corpus);
        }
        corpora
    });
    keys.sort_by_key(|(corpus, _)| corpora.iter().position(|other| other == corpus));
    let names_corpora = corpora.len() > 1;
    let rows = keys.iter().map(|key| {
        let of_columns = all.iter().flat_map(|columns| {
            let mut lines = columns.lines.iter();
            match lines.find(|line| (&*line.corpus, &*line.metric) == *key) {
                Some(line) => line.cells.clone(),
                None => vec![TextCell::number("–", None); columns.header.len()],
            }
        });
        let corpus = names_corpora.then(|| TextCell::words(key.0));
        corpus.into_iter().chain([TextCell::words(key.1)]).chain(of_columns).collect()
    });
    let rows: Vec<Vec<TextCell>> = rows.collect();
    let headings =
        all.iter().flat_map(|columns| &columns.header).map(|text| TextCell::words(*text));
    let corpus = names_corpora.then(|| TextCell::words("corpus"));
    let header = corpus.into_iter().chain([TextCell::words("metric")]).chain(headings).collect();
    let table = TextTable {
        name: FileName::new(&["answers-by-metric"]),
        caption: "The answers by metric.".to_owned(),
        header,
        rows,
        ..TextTable::default()
    };
    (!table.rows.is_empty()).then(|| table.aligned())
}
