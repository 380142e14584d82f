//! Which segment of which document an item is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::row::{Row, RowStatus};
use crate::corpus::documents::extend;
use crate::corpus::{Corpus, CorpusError, Document, Warnings};
use crate::words::{counted, listing};

/// What an item says of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Number of a line of the source file, from 0.
    Line(usize),
    /// Number in the document, from 0.
    InDocument(usize),
    /// Number in the task.
    InTask(usize),
}

impl Place {
    fn read(row: &Row) -> Option<Self> {
        if let Some((document, index)) = row.item.rsplit_once("_#_") {
            return (document == row.document).then_some(Self::InDocument(index.parse().ok()?));
        }
        let number = row.item.parse().ok()?;
        Some(if row.names_system { Self::InTask(number) } else { Self::Line(number) })
    }
}

/// The segment of each row that has one.
pub(super) struct Segments {
    documents: Vec<Document>,
    row_segments: Vec<Option<usize>>,
}

impl Segments {
    /// The documents of `rows`, or those of the test set `corpus` if it is there.
    pub(super) fn new(
        rows: &[Row],
        paths: &[PathBuf],
        corpus: Option<&mut Corpus>,
        warnings: &mut Warnings,
    ) -> Result<Self, CorpusError> {
        let mut places: Vec<(usize, Place)> = Vec::new();
        for (index, row) in rows.iter().enumerate().filter(|(_, r)| r.status == RowStatus::Kept) {
            let malformed = |cause: String, help: &str| {
                CorpusError::malformed(&paths[row.file], row.line, cause, help)
            };
            let place = Place::read(row).ok_or_else(|| {
                let cause = format!("item `{}` says neither line nor segment", row.item);
                malformed(cause, "items are numbers, or end in `_#_` and a number")
            })?;
            let first_kind = places.first().map(|(_, first)| std::mem::discriminant(first));
            if first_kind.is_some_and(|first_kind| first_kind != std::mem::discriminant(&place)) {
                let cause =
                    format!("item `{}` is numbered in another way than those before", row.item);
                return Err(malformed(cause, "read files of one campaign together"));
            }
            places.push((index, place));
        }
        let documents = corpus.map(|corpus| corpus.documents.clone());
        match places.first() {
            Some((_, Place::Line(_))) => Self::of_lines(rows, paths, &places, documents),
            Some((_, Place::InTask(_))) => {
                let numbered = in_tasks(rows, &places);
                let expected = documents.as_deref().map(sizes);
                let complete = complete(&numbered, expected, paths, warnings);
                Self::of_documents(rows, paths, &complete, documents)
            }
            _ => {
                let numbered = places.iter().map(|(index, place)| match place {
                    Place::InDocument(number) => (*index, *number),
                    Place::Line(_) | Place::InTask(_) => {
                        unreachable!("items are numbered in one way")
                    }
                });
                Self::of_documents(rows, paths, &numbered.collect::<Vec<_>>(), documents)
            }
        }
    }

    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The segment of row `index`.
    pub(super) fn of_row(&self, index: usize) -> Option<usize> {
        self.row_segments[index]
    }

    /// Items are lines of the source file. Exports count the canary as line 0; older ones do not.
    fn of_lines(
        rows: &[Row],
        paths: &[PathBuf],
        places: &[(usize, Place)],
        documents: Option<Vec<Document>>,
    ) -> Result<Self, CorpusError> {
        let lines: Vec<(usize, usize)> = places
            .iter()
            .filter_map(|(index, place)| match place {
                Place::Line(line) => Some((*index, *line)),
                Place::InDocument(_) | Place::InTask(_) => None,
            })
            .collect();
        let mut row_segments = vec![None; rows.len()];
        if let Some(documents) = documents {
            let names: Vec<&str> = documents
                .iter()
                .flat_map(|document| document.segments.clone().map(|_| document.id.as_str()))
                .collect();
            let misfit = |canary: usize| {
                lines.iter().find(|(index, line)| {
                    let segment = line.checked_sub(canary);
                    let name = segment.and_then(|segment| names.get(segment));
                    name != Some(&&*rows[*index].document)
                })
            };
            let Some(canary) = [1, 0].into_iter().find(|canary| misfit(*canary).is_none()) else {
                let (index, line) = misfit(1).expect("it does not fit");
                let row = &rows[*index];
                let there = line.checked_sub(1).and_then(|segment| names.get(segment));
                let there =
                    there.map_or("no document".to_owned(), |name| format!("document `{name}`"));
                let cause = format!(
                    "item {line} is of document `{}`, and the test set has {there} there",
                    row.document
                );
                let help = "name the test set of this campaign as `test-set`, or leave it out";
                return Err(CorpusError::malformed(&paths[row.file], row.line, cause, help));
            };
            for (index, line) in lines {
                row_segments[index] = Some(line - canary);
            }
            return Ok(Self { documents, row_segments });
        }
        let mut numbers: BTreeMap<usize, (&str, usize)> = BTreeMap::new();
        for (index, line) in &lines {
            let row = &rows[*index];
            let (document, first) = *numbers.entry(*line).or_insert((&row.document, *index));
            if document != row.document {
                let cause = format!(
                    "item {line} is of document `{}`, and of `{document}` on line {}",
                    row.document, rows[first].line
                );
                let help = "read files of one campaign together";
                return Err(CorpusError::malformed(&paths[row.file], row.line, cause, help));
            }
        }
        let mut documents: Vec<Document> = Vec::new();
        let mut segments = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (segment, (line, (name, first))) in numbers.iter().enumerate() {
            segments.insert(*line, segment);
            if documents.last().is_none_or(|last| last.id != *name) && !seen.insert(*name) {
                let row = &rows[*first];
                let cause = format!("document `{name}` comes back at item {line}");
                let help = "name the test set as `test-set`, which says what documents there are";
                return Err(CorpusError::malformed(&paths[row.file], row.line, cause, help));
            }
            extend(&mut documents, name, || domain(name).map(str::to_owned));
        }
        for (index, line) in lines {
            row_segments[index] = segments.get(&line).copied();
        }
        Ok(Self { documents, row_segments })
    }

    /// Items are known by document and number; documents are in byte order of their names, unless the test
    /// set has them.
    fn of_documents(
        rows: &[Row],
        paths: &[PathBuf],
        numbered: &[(usize, usize)],
        documents: Option<Vec<Document>>,
    ) -> Result<Self, CorpusError> {
        let mut row_segments = vec![None; rows.len()];
        if let Some(documents) = documents {
            let by_id: BTreeMap<&str, &Document> =
                documents.iter().map(|document| (document.id.as_str(), document)).collect();
            for (index, number) in numbered {
                let row = &rows[*index];
                let segment = by_id.get(&*row.document).and_then(|document| {
                    Some(document.segments.start + number).filter(|s| document.segments.contains(s))
                });
                if segment.is_none() {
                    let cause = format!(
                        "the test set has no segment {} of document `{}`",
                        number + 1,
                        row.document
                    );
                    let help = "name the test set of this campaign as `test-set`, or leave it out";
                    return Err(CorpusError::malformed(&paths[row.file], row.line, cause, help));
                }
                row_segments[*index] = segment;
            }
            return Ok(Self { documents, row_segments });
        }
        let mut numbers: BTreeSet<(&str, usize)> = BTreeSet::new();
        numbers.extend(numbered.iter().map(|(index, number)| (&*rows[*index].document, *number)));
        let mut documents: Vec<Document> = Vec::new();
        let mut segments = BTreeMap::new();
        for (segment, (name, number)) in numbers.into_iter().enumerate() {
            segments.insert((name, number), segment);
            extend(&mut documents, name, || domain(name).map(str::to_owned));
        }
        for (index, number) in numbered {
            row_segments[*index] = segments.get(&(&*rows[*index].document, *number)).copied();
        }
        Ok(Self { documents, row_segments })
    }
}

/// The domain in the name of a document: `test-en-news_x` or `cs-de_DE_#_news_#_x`.
fn domain(name: &str) -> Option<&str> {
    if let Some((_, rest)) = name.split_once("_#_") {
        return rest.split_once("_#_").map(|(domain, _)| domain);
    }
    let (_, rest) = name.strip_prefix("test-")?.split_once('-')?;
    rest.split_once('_').map(|(domain, _)| domain).filter(|domain| !domain.is_empty())
}

/// Number of segments of each document.
fn sizes(documents: &[Document]) -> BTreeMap<&str, usize> {
    documents.iter().map(|document| (document.id.as_str(), document.segments.len())).collect()
}

/// Rows of a system's document in a task, in the order of their items.
type InTask<'a> = BTreeMap<(&'a str, usize, &'a str, &'a str), BTreeMap<usize, usize>>;

fn in_tasks<'a>(rows: &'a [Row], places: &[(usize, Place)]) -> InTask<'a> {
    let mut tasks = InTask::new();
    for (index, place) in places {
        let row = &rows[*index];
        if let Place::InTask(number) = place {
            let task = (&*row.login, row.file, &*row.document, &*row.system);
            tasks.entry(task).or_default().insert(*number, *index);
        }
    }
    tasks
}

/// Rows with the number of their segment in its document, of documents that are whole; a document has as
/// many segments as are `expected`, or as some task has of it.
fn complete<'a>(
    tasks: &InTask<'a>,
    expected: Option<BTreeMap<&'a str, usize>>,
    paths: &[PathBuf],
    warnings: &mut Warnings,
) -> Vec<(usize, usize)> {
    let expected = expected.unwrap_or_else(|| {
        let mut most = BTreeMap::new();
        for ((_, _, document, _), rows) in tasks {
            let most = most.entry(*document).or_insert(0);
            *most = rows.len().max(*most);
        }
        most
    });
    let mut numbered = Vec::new();
    let mut parts: BTreeSet<&str> = BTreeSet::new();
    let mut left_out = 0;
    for ((_, _, document, _), rows) in tasks {
        // A document that the test set does not have is refused later, by name.
        if expected.get(document).is_none_or(|size| *size == rows.len()) {
            numbered.extend((0..).zip(rows.values()).map(|(number, index)| (*index, number)));
        } else {
            left_out += rows.len();
            parts.insert(document);
        }
    }
    if left_out > 0 {
        let message = format!(
            "{} left out, of parts of documents: {}",
            counted(left_out, "rating"),
            listing(parts)
        );
        let help = "their items do not say which segments they are: add the rest of the task";
        warnings.add(&paths[0], message, help);
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_in_names() {
        assert_eq!(domain("test-en-news_seattle_times.8"), Some("news"));
        assert_eq!(domain("cs-de_DE_#_social_#_social02"), Some("social"));
        assert_eq!(domain("elitr_minuting-10"), None);
    }
}
