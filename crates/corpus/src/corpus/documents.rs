//! Documents, built from the name that stands with every segment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{CorpusError, Document, Unit};

/// Every segment a document of its own, named by its number from 1.
pub fn singletons(segments: usize) -> Vec<Document> {
    let documents = (0..segments).map(|index| Document {
        id: (index + 1).to_string(),
        domain: None,
        segments: index..index + 1,
    });
    documents.collect()
}

/// Adds a segment to the last of `documents`, or to a new one where that has another name than `id`.
pub fn extend(documents: &mut Vec<Document>, id: &str, domain: impl FnOnce() -> Option<String>) {
    let start = documents.last().map_or(0, |last| last.segments.end);
    match documents.last_mut().filter(|last| last.id == id) {
        Some(last) => last.segments.end += 1,
        None => documents.push(Document {
            id: id.to_owned(),
            domain: domain(),
            segments: start..start + 1,
        }),
    }
}

/// Collects documents segment by segment.
pub struct DocumentsBuilder {
    path: PathBuf,
    unit: Unit,
    documents: Vec<Document>,
    /// Line or row of the first segment of each document.
    first_lines: BTreeMap<String, usize>,
}

impl DocumentsBuilder {
    /// For the file `path`, in which segments stand on lines or rows.
    pub fn new(path: &Path, unit: Unit) -> Self {
        let (path, first_lines) = (path.to_owned(), BTreeMap::new());
        Self { path, unit, documents: Vec::new(), first_lines }
    }

    /// Adds the next segment, which stands on `line` (from 1; or row) and belongs to document `name`.
    ///
    /// # Errors
    ///
    /// If the document comes back after another one, or has another domain than before.
    pub fn push(
        &mut self,
        domain: Option<&str>,
        name: &str,
        line: usize,
    ) -> Result<(), CorpusError> {
        if let Some(last) = self.documents.last_mut()
            && last.id == name
        {
            if last.domain.as_deref() != domain {
                let cause = format!(
                    "document `{name}` has domain {} here and {} on {}",
                    quoted(domain),
                    quoted(last.domain.as_deref()),
                    self.unit.place(self.first_lines[name])
                );
                let help = "give a document one domain";
                return Err(self.unit.malformed(&self.path, line, cause, help));
            }
        } else if let Some(first) = self.first_lines.get(name) {
            let cause = format!(
                "document `{name}` comes back: it started on {} and `{}` came between",
                self.unit.place(*first),
                self.documents.last().map_or("another", |last| last.id.as_str())
            );
            let unit = self.unit.noun();
            let help = format!(
                "put the {unit}s of a document together, or give the parts their own names"
            );
            return Err(self.unit.malformed(&self.path, line, cause, help));
        }
        self.first_lines.entry(name.to_owned()).or_insert(line);
        extend(&mut self.documents, name, || domain.map(str::to_owned));
        Ok(())
    }

    /// The documents in order.
    pub fn finish(self) -> Vec<Document> {
        self.documents
    }
}

fn quoted(domain: Option<&str>) -> String {
    domain.map_or_else(|| "none".to_owned(), |domain| format!("`{domain}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(lines: &[(Option<&str>, &str)]) -> Result<Vec<Document>, String> {
        let mut builder = DocumentsBuilder::new(Path::new("x.docs"), Unit::Line);
        for (line, (domain, name)) in (1..).zip(lines) {
            builder.push(*domain, name, line).map_err(|error| error.to_string())?;
        }
        Ok(builder.finish())
    }

    #[test]
    fn runs_of_a_name_are_a_document() {
        let documents = build(&[(Some("n"), "a"), (Some("n"), "a"), (Some("m"), "b")]).unwrap();
        assert_eq!(documents[0].segments, 0..2);
        assert_eq!((documents[1].id.as_str(), documents[1].domain.as_deref()), ("b", Some("m")));
        assert_eq!(documents[1].segments, 2..3);
    }

    #[test]
    fn a_document_that_comes_back_is_refused() {
        assert_eq!(
            build(&[(None, "a"), (None, "b"), (None, "a")]).unwrap_err(),
            "x.docs:3: document `a` comes back: it started on line 1 and `b` came between; put the \
             lines of a document together, or give the parts their own names"
        );
    }

    #[test]
    fn a_document_has_one_domain() {
        assert_eq!(
            build(&[(Some("n"), "a"), (None, "a")]).unwrap_err(),
            "x.docs:2: document `a` has domain none here and `n` on line 1; give a document one \
             domain"
        );
    }
}
