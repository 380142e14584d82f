//! Scores of automatic metrics: a line per document, with a list of a score per paragraph for each metric.
//!
//! The name of a document lacks the beginning `vid_` that the test set has for speech.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;

use super::ids;
use super::layout::{self, Layout};
use crate::corpus::json_lines::records;
use crate::corpus::{BySystem, CHECK_PATH, CorpusError, TextFile, Warnings, stem};
use crate::words::counted;

/// What the names of documents of speech begin with, and those of their scores do not.
const SPEECH: &str = "vid_";

const HELP: &str = "write \"language_pair\", \"domain\", \"document_id\" and, as \"metric_scores\", a list of \
                    numbers for each metric";

/// The scores by metric and system.
type External = BTreeMap<String, BySystem<Vec<Option<f64>>>>;

/// Which document a line is of.
#[derive(Deserialize)]
struct Place<'a> {
    language_pair: &'a str,
    domain: &'a str,
    document_id: &'a str,
}

/// Its scores, by metric and paragraph.
#[derive(Deserialize)]
struct Scores<'a> {
    #[serde(borrow)]
    metric_scores: BTreeMap<&'a str, Vec<Option<f64>>>,
}

/// Reads the scores in `files`, each of the system that it is named as.
pub(super) fn read(
    files: &[PathBuf],
    layout: &Layout,
    pair: &str,
    warnings: &mut Warnings,
) -> Result<External, CorpusError> {
    let documents = by_name(layout);
    let mut external = External::new();
    let mut systems = BTreeSet::new();
    for path in files {
        let system = stem(path)?;
        if !systems.insert(system.clone()) {
            let cause = format!("there are scores of system `{system}` in another file");
            return Err(CorpusError::malformed(path, None, cause, "rename one of the two files"));
        }
        let file = TextFile::read(path, "score file", CHECK_PATH)?.without_mark();
        let (mut seen, mut unknown, mut parts) = (BTreeMap::new(), 0, 0);
        for record in records(&file) {
            let record = record?;
            let Place { language_pair, domain, document_id: name } = record.read(HELP)?;
            if ids::pair(language_pair) != pair {
                continue;
            }
            let Some(document) = documents.get(&(domain, name)).copied() else {
                unknown += 1;
                continue;
            };
            if let Some(first) = seen.insert(document, record.line) {
                let cause = format!("document `{name}` is there already, on line {first}");
                return Err(record.malformed(cause, "give the scores of every document once"));
            }
            for (metric, values) in record.read::<Scores<'_>>(HELP)?.metric_scores {
                if matches!(layout.place(document, 0), layout::Place::Part) {
                    parts += 1;
                    break;
                }
                let segments = layout.documents[document].segments.clone();
                if values.len() != segments.len() {
                    let cause = format!(
                        "{} of `{metric}` for {}",
                        counted(values.len(), "score"),
                        counted(segments.len(), "paragraph")
                    );
                    let place = format!("document `{name}`, line {}", record.line);
                    return Err(CorpusError::misaligned(path, &layout.path, &place, &cause));
                }
                let column = external.entry(metric.to_owned()).or_default();
                let column = column.entry(system.clone());
                let column = column.or_insert_with(|| vec![None; layout.segments()]);
                column[segments].copy_from_slice(&values);
            }
        }
        if unknown > 0 {
            let message = format!("{} left out, not in the test set", counted(unknown, "document"));
            warnings.add(path, message, "use scores of the same test set if this is not meant");
        }
        if parts > 0 {
            let documents = counted(parts, "document");
            let message =
                format!("scores of {documents} left out, whose paragraphs are one segment");
            warnings.add(path, message, "score these documents as a whole");
        }
    }
    Ok(external)
}

/// Documents by domain and name, with and without the beginning of speech.
fn by_name(layout: &Layout) -> BTreeMap<(&str, &str), usize> {
    let mut documents = BTreeMap::new();
    let parsed = layout.documents.iter().enumerate().map(|(place, document)| {
        let parsed = ids::parse(&document.id);
        let (domain, name) =
            parsed.map_or(("", document.id.as_str()), |parsed| (parsed.domain, parsed.name));
        (place, document.domain.as_deref().unwrap_or(domain), name)
    });
    let parsed: Vec<(usize, &str, &str)> = parsed.collect();
    for (place, domain, name) in &parsed {
        documents.insert((*domain, *name), *place);
    }
    // Only now, so that a full name comes before another document's short one.
    for (place, domain, name) in parsed {
        if let Some(short) = name.strip_prefix(SPEECH) {
            documents.entry((domain, short)).or_insert(place);
        }
    }
    documents
}
