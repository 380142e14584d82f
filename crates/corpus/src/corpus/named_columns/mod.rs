//! Corpora in tables: which column says what, and what becomes of the rows.
//!
//! Items are in the natural order of their names, so that the order of rows and columns in a file has no influence.

mod clusters;
mod long;
mod wide;

use super::documents::{DocumentsBuilder, singletons};
use super::frame::{Column, Frame, Groups};
use super::{Corpus, CorpusError, Document, NamedTexts, Texts, Warnings};

/// Which columns of a table are read, each by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedColumns<'a> {
    /// The cluster of the item: its document, topic, ...
    pub cluster: Option<&'a String>,
    /// Whether the user says that nothing groups the items.
    pub is_ungrouped: bool,
    /// The domain of the cluster.
    pub domain: Option<&'a String>,
    /// The columns that identify the item in its cluster.
    pub item: &'a [String],
    /// The source text.
    pub source: Option<&'a String>,
    /// References.
    pub references: &'a [String],
    /// Outputs or scores, where a row is an item.
    pub systems: &'a [String],
    /// The score that the columns `systems` hold, where they hold no outputs, or the one of `scores`.
    pub holds: Option<&'a String>,
    /// The system, where a row is an item of one system.
    pub system: Option<&'a String>,
    /// Names of the systems by file, where no column names them.
    pub files: &'a [String],
    /// The output, where a row is an item of one system.
    pub hypothesis: Option<&'a String>,
    /// The judge's name.
    pub judge: Option<&'a String>,
    /// The run, or the number of the rating by one judge.
    pub run: Option<&'a String>,
    /// Judgments, one column per criterion.
    pub judgments: &'a [String],
    /// Scores of external metrics.
    pub scores: &'a [String],
}

impl NamedColumns<'_> {
    /// Reads the corpus in `frame`.
    ///
    /// # Errors
    ///
    /// If a column is not there, a row lacks a name, has a score that is none, or contradicts another, or there are too many
    /// rows.
    pub fn read(&self, frame: &Frame, warnings: &mut Warnings) -> Result<Corpus, CorpusError> {
        let is_long = self.system.is_some()
            || self.hypothesis.is_some()
            || !self.judgments.is_empty()
            || !self.scores.is_empty();
        let (corpus, items) =
            if is_long { long::read(frame, self, warnings)? } else { wide::read(frame, self)? };
        if self.cluster.is_none() && !self.is_ungrouped {
            warnings.extend(clusters::undeclared(frame, self, &corpus, &items));
        }
        Ok(corpus)
    }

    /// Whether a column has a use.
    fn names(&self, column: &str) -> bool {
        let one = [self.domain, self.source, self.system, self.hypothesis, self.judge, self.run];
        let many = [self.item, self.references, self.systems, self.judgments, self.scores];
        one.into_iter().flatten().chain(many.into_iter().flatten()).any(|name| name == column)
    }

    /// The columns that identify an item, its cluster first.
    fn keys<'f>(&self, frame: &'f Frame) -> Result<Vec<&'f Column>, CorpusError> {
        self.cluster.into_iter().chain(self.item).map(|name| frame.column(name)).collect()
    }

    /// Source and references of the items, whose first rows are `rows`.
    fn texts(&self, frame: &Frame, rows: &[usize], corpus: &mut Corpus) -> Result<(), CorpusError> {
        let read =
            |name: &String| -> Result<Texts, CorpusError> { Ok(texts(frame.column(name)?, rows)) };
        corpus.source = self.source.map(read).transpose()?;
        for name in self.references {
            corpus.references.push(NamedTexts { name: name.clone(), texts: read(name)? });
        }
        Ok(())
    }

    /// The documents of the items, whose first rows are `rows`.
    fn documents(&self, frame: &Frame, rows: &[usize]) -> Result<Vec<Document>, CorpusError> {
        let Some(cluster) = self.cluster else { return Ok(singletons(rows.len())) };
        let cluster = frame.column(cluster)?.keys();
        let domain = self.domain.map(|name| frame.column(name)).transpose()?;
        let mut documents = DocumentsBuilder::new(frame.path(), frame.unit());
        for row in rows {
            let domain = domain.map(|domain| required(frame, domain, *row)).transpose()?;
            documents.push(domain, cluster.name(*row).unwrap_or(""), frame.line(*row))?;
        }
        Ok(documents.finish())
    }
}

/// The texts of a column in these rows.
fn texts(column: &Column, rows: &[usize]) -> Texts {
    let mut texts = Texts::default();
    for row in rows {
        texts.push(column.text(*row).as_deref());
    }
    texts
}

/// The name in a row of `column`; an error says that it is empty.
fn required<'a>(frame: &Frame, column: &'a Column, row: usize) -> Result<&'a str, CorpusError> {
    column.keys().name(row).ok_or_else(|| {
        frame.malformed(row, format!("column `{}` is empty", column.name()), "fill it in")
    })
}

/// Refuses a column in which a row has no name.
fn check_full(frame: &Frame, column: &Column) -> Result<(), CorpusError> {
    match column.keys().rows.iter().position(|key| *key == 0) {
        None => Ok(()),
        Some(row) => required(frame, column, row).map(|_| ()),
    }
}

/// Refuses a column of scores with a field that is none.
fn check_scores(frame: &Frame, column: &Column) -> Result<(), CorpusError> {
    frame.no_number(column).map_or(Ok(()), Err)
}

/// The rows with a group in the order of the groups.
fn ordered(groups: &Groups) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..groups.rows.len()).filter(|row| groups.rows[*row] > 0).collect();
    sort_by(&mut rows, &groups.rows);
    rows
}

/// Sorts rows by their numbers; rows with the same number stay in their order.
fn sort_by(rows: &mut Vec<usize>, numbers: &[u32]) {
    let most = rows.iter().map(|row| numbers[*row] as usize).max().unwrap_or(0);
    let mut ends = vec![0; most + 2];
    for row in rows.iter() {
        ends[numbers[*row] as usize + 1] += 1;
    }
    for number in 1..ends.len() {
        ends[number] += ends[number - 1];
    }
    let mut sorted = vec![0; rows.len()];
    for row in rows.iter() {
        let place = &mut ends[numbers[*row] as usize];
        sorted[*place] = *row;
        *place += 1;
    }
    *rows = sorted;
}
