//! Test sets in the layout of mt-metrics-eval.
//!
//! For the language pair `PAIR`:
//!
//! ```text
//! sources/PAIR.txt                        source texts
//! documents/PAIR.docs                     DOMAIN DOCUMENT per segment (optional)
//! references/PAIR.NAME.txt                a reference
//! system-outputs/PAIR/NAME.txt            an output; human translations may be among them
//! human-scores/PAIR.NAME.seg.score        judgments on criterion NAME
//! human-scores/PAIR.NAME.seg.rating       errors of which judgments are made, where asked for
//! metric-scores/PAIR/NAME-REF.seg.score   scores of the external metric NAME-REF
//! human-scores/PAIR.NAME.doc.score        scores of documents, in their order
//! metric-scores/PAIR/NAME-REF.doc.score   the same
//! ```
//!
//! Texts may also be `.jsonl`, one object per line with the key `source`, `target` or
//! `hypothesis`; every file may be `.gz`. Scores of systems and domains are not read:
//! they follow from those of segments or documents. A first document `canary canary` is left out everywhere.
//!
//! Three things are said that the layout has no place for: the domain `-` is none; criteria
//! `NAME@1`, `NAME@2`, ... are the judges of NAME, and `NAME@ann` those of the judge ann; and a file
//! `SYNTHETIC.txt` in the folder says that the test set was generated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::judge_files::{self, Judged};
use super::mqm_weights;
use super::ratings::{self, Scoring};
use super::source::EvalsetSource;
use crate::corpus::documents::{DocumentsBuilder, singletons};
use crate::corpus::scores::{self, Scores, two_fields};
use crate::corpus::{
    Alignment, CHECK_PATH, Corpus, CorpusError, Document, NamedTexts, TextFile, Texts, Unit,
    Warnings, json,
};
use crate::durable::aside::is_unfinished;
use crate::located::read_json;
use crate::words::{counted, listing};

/// Stands in `.txt` files for a text that is missing.
pub(super) const NO_TRANSLATION: &str = "[No translation supplied]";

/// Stands in the documents file for a domain that is not known.
pub(super) const NO_DOMAIN: &str = "-";

/// File in the folder of a generated test set.
pub(super) const SYNTHETIC: &str = "SYNTHETIC.txt";

/// Ending of the names of files of ratings.
const RATINGS: &str = ".seg.rating";

const GONE: &str = "it was there a moment ago";

/// Reads the test set that `source` describes.
pub(super) fn read(
    source: &EvalsetSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let root = data_dir.join(&source.path);
    refuse_unfinished(&root)?;
    if let Err(error) = std::fs::read_dir(&root) {
        return Err(CorpusError::io(&root, error, "test set folder", CHECK_PATH));
    }
    let pair = source.language_pair.clone();
    let alignment = Alignment::default();
    let mut folder = Folder { root, pair, alignment, skip: 0, documents_file: None, warnings };
    let mut corpus = Corpus { source: folder.source()?, ..Corpus::default() };
    let documents = folder.documents()?;
    // It was read before the documents said how long the canary is.
    corpus.source = corpus.source.take().map(|texts| folder.without_canary(texts));
    let references = folder.references()?;
    corpus.references = folder.choose_references(&references, source.references.as_deref())?;
    corpus.systems = folder.systems()?;
    let scores = folder.human_scores(source)?;
    let mut judged = judge_files::assemble(scores, &folder.root.join("human-scores"))?;
    folder.ratings(source, &mut judged)?;
    (corpus.judgments, corpus.judge_names) = (judged.judgments, judged.names);
    corpus.error_spans = judged.error_spans;
    corpus.external = folder.metric_scores()?;
    corpus.synthetic = folder.root.join(SYNTHETIC).exists();
    corpus.documents = match (documents, folder.alignment.count()) {
        (Some(documents), _) => documents,
        (None, Some(segments)) => singletons(segments),
        (None, None) => return Err(folder.nothing_there()?),
    };
    corpus.external_documents = folder.document_scores(corpus.documents.len())?;
    note_systems(&mut corpus, &references.into_keys().collect(), folder.warnings, &folder.root);
    Ok(corpus)
}

/// Refuses a folder that an interrupted command was writing: some files are missing, and nothing says
/// which.
pub(super) fn refuse_unfinished(path: &Path) -> Result<(), CorpusError> {
    if !is_unfinished(path) {
        return Ok(());
    }
    let cause = "an interrupted command left it unfinished";
    let help = "give that command again, or remove the folder";
    Err(CorpusError::malformed(path, None, cause, help))
}

/// A folder being read.
struct Folder<'a> {
    root: PathBuf,
    pair: String,
    alignment: Alignment,
    /// Segments of the canary document at the start.
    skip: usize,
    /// The file that says which documents there are.
    documents_file: Option<PathBuf>,
    warnings: &'a mut Warnings,
}

/// A file of texts and how it holds them.
struct Column {
    path: PathBuf,
    json: bool,
}

impl Folder<'_> {
    fn source(&mut self) -> Result<Option<Texts>, CorpusError> {
        let mut columns = self.columns("sources", &self.pair.clone(), false)?;
        // Of `PAIR.txt` nothing is left between the pair and the ending.
        columns.remove("").map(|column| self.texts(&column, "source")).transpose()
    }

    fn documents(&mut self) -> Result<Option<Vec<Document>>, CorpusError> {
        let names = [format!("{}.docs", self.pair), format!("{}.docs.gz", self.pair)];
        let mut lists = self.list("documents")?;
        lists.retain(|(name, _)| names.contains(name));
        let Some((_, path)) = lists.first() else {
            return Ok(None);
        };
        self.documents_file = Some(path.clone());
        let file = TextFile::read(path, "documents file", GONE)?.without_mark();
        self.alignment.agree(path, file.line_count())?;
        let fields = (1..).zip(file.lines()).map(|(number, line)| {
            let help = "write the domain and the document, with a tab between them";
            two_fields(line).map_err(|cause| CorpusError::malformed(path, number, cause, help))
        });
        let lines = fields.collect::<Result<Vec<_>, _>>()?;
        self.skip = lines.iter().take_while(|line| **line == ("canary", "canary")).count();
        if self.skip > 0 {
            let long = counted(self.skip, "segment");
            let message = format!("the canary document ({long}) is left out");
            self.warnings.note(
                path,
                message,
                "it marks the test set for those who train on it: nothing to do",
            );
        }
        let mut documents = DocumentsBuilder::new(path, Unit::Line);
        for (line, (domain, id)) in (1..).zip(lines).skip(self.skip) {
            documents.push((domain != NO_DOMAIN).then_some(domain), id, line)?;
        }
        Ok(Some(documents.finish()))
    }

    /// All references by name.
    fn references(&mut self) -> Result<BTreeMap<String, Column>, CorpusError> {
        self.columns("references", &format!("{}.", self.pair), true)
    }

    fn choose_references(
        &mut self,
        there: &BTreeMap<String, Column>,
        wanted: Option<&[String]>,
    ) -> Result<Vec<NamedTexts>, CorpusError> {
        let names: Vec<&String> =
            wanted.map_or_else(|| there.keys().collect(), |w| w.iter().collect());
        let mut references = Vec::with_capacity(names.len());
        for name in names {
            let Some(column) = there.get(name) else {
                let path = self.root.join(format!("references/{}.{name}.txt", self.pair));
                let names = listing(there.keys().map(String::as_str));
                let help = format!("the references of {} are: {names}", self.pair);
                return Err(CorpusError::Missing { path, what: "reference file", help });
            };
            let texts = self.texts(column, "target")?;
            references.push(NamedTexts { name: name.clone(), texts });
        }
        Ok(references)
    }

    fn systems(&mut self) -> Result<Vec<NamedTexts>, CorpusError> {
        let mut systems = Vec::new();
        for (name, column) in self.columns(&format!("system-outputs/{}", self.pair), "", true)? {
            let texts = self.texts(&column, "hypothesis")?;
            systems.push(NamedTexts { name, texts });
        }
        Ok(systems)
    }

    fn human_scores(
        &mut self,
        source: &EvalsetSource,
    ) -> Result<BTreeMap<String, Scores>, CorpusError> {
        for (name, path) in self.human_files(RATINGS)? {
            if !source.ratings.values().flatten().any(|wanted| *wanted == name) {
                let help = "to read them, name the file in `ratings`";
                self.warnings.note(&path, "ratings are not read", help);
            }
        }
        let files = self.human_files(".seg.score")?;
        self.scores(files, None)
    }

    /// The judgments on all criteria that are ratings.
    fn ratings(&mut self, source: &EvalsetSource, all: &mut Judged) -> Result<(), CorpusError> {
        let there: BTreeMap<String, PathBuf> = self.human_files(RATINGS)?.into_iter().collect();
        let usual = mqm_weights::weights(&self.pair, &BTreeMap::new())?;
        let scoring = Scoring { own: &source.weights, usual, counts: source.error_counts };
        for (criterion, names) in &source.ratings {
            let mut files = Vec::with_capacity(names.len());
            for name in names {
                let Some(path) = there.get(name) else {
                    let path = format!("human-scores/{}.{name}{RATINGS}", self.pair);
                    let names = listing(there.keys().map(String::as_str));
                    let help = format!("the ratings of {} are: {names}", self.pair);
                    let path = self.root.join(path);
                    return Err(CorpusError::Missing { path, what: "ratings file", help });
                };
                if files.iter().any(|(known, _)| known == name) {
                    return Err(twice(path, name));
                }
                files.push((name.clone(), path.clone()));
            }
            let place = (&mut self.alignment, self.skip);
            ratings::read(criterion, &files, &scoring, place, all)?;
        }
        Ok(())
    }

    fn metric_scores(&mut self) -> Result<BTreeMap<String, Scores>, CorpusError> {
        let files = self.metric_files(".seg.score")?;
        self.scores(files, None)
    }

    /// All scores of the `documents` documents, of all judges and metrics.
    fn document_scores(
        &mut self,
        documents: usize,
    ) -> Result<BTreeMap<String, Scores>, CorpusError> {
        let mut files = self.human_files(".doc.score")?;
        files.extend(self.metric_files(".doc.score")?);
        self.scores(files, Some(documents))
    }

    /// The scores in `files`, by NAME: of segments, or of `documents` documents. Without the canary's.
    fn scores(
        &mut self,
        files: Vec<(String, PathBuf)>,
        documents: Option<usize>,
    ) -> Result<BTreeMap<String, Scores>, CorpusError> {
        let canary = usize::from(self.skip > 0);
        let anchor = self.documents_file.as_deref().unwrap_or(&self.root);
        let mut document_alignment = documents.map(|count| Alignment::with(anchor, count + canary));
        let mut all = BTreeMap::new();
        for (name, path) in files {
            let (mut systems, skip) = match &mut document_alignment {
                Some(alignment) => (scores::read(&path, alignment, "document")?, canary),
                None => (scores::read(&path, &mut self.alignment, "segment")?, self.skip),
            };
            if systems.is_empty() {
                self.warnings.add(
                    &path,
                    "there is no score in it",
                    "write the scores, or remove the file",
                );
                continue;
            }
            for scores in systems.values_mut() {
                scores.drain(..skip);
            }
            if all.contains_key(&name) {
                return Err(twice(&path, &name));
            }
            all.insert(name, systems);
        }
        Ok(all)
    }

    /// The files `PAIR.NAME SUFFIX` of judgments, with their NAME.
    fn human_files(&self, suffix: &str) -> Result<Vec<(String, PathBuf)>, CorpusError> {
        self.files("human-scores", &format!("{}.", self.pair), suffix)
    }

    /// The files `NAME SUFFIX` of metrics, with their NAME.
    fn metric_files(&self, suffix: &str) -> Result<Vec<(String, PathBuf)>, CorpusError> {
        self.files(&format!("metric-scores/{}", self.pair), "", suffix)
    }

    fn files(
        &self,
        folder: &str,
        prefix: &str,
        suffix: &str,
    ) -> Result<Vec<(String, PathBuf)>, CorpusError> {
        let files = self.list(folder)?.into_iter().filter_map(|(file, path)| {
            let plain = file.strip_suffix(".gz").unwrap_or(&file);
            let name = plain.strip_prefix(prefix)?.strip_suffix(suffix)?;
            Some((name.to_owned(), path))
        });
        Ok(files.collect())
    }

    /// The files of `folder` in byte order of their names; none if it is not there.
    fn list(&self, folder: &str) -> Result<Vec<(String, PathBuf)>, CorpusError> {
        let path = self.root.join(folder);
        let fail = |error| CorpusError::io(&path, error, "folder", GONE);
        let entries = match std::fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(fail(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(fail)?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                let help = "rename or remove the file";
                return Err(CorpusError::malformed(&path, None, "its name is not UTF-8", help));
            };
            if !name.starts_with('.') && !path.is_dir() {
                files.push((name.to_owned(), path));
            }
        }
        files.sort();
        Ok(files)
    }

    /// The text files `PREFIX NAME .txt` or `.jsonl` of `folder`, by NAME; with `warn`, says which
    /// other files start with the prefix.
    fn columns(
        &mut self,
        folder: &str,
        prefix: &str,
        warn: bool,
    ) -> Result<BTreeMap<String, Column>, CorpusError> {
        let mut columns = BTreeMap::new();
        for (file, path) in self.list(folder)? {
            let Some(rest) = file.strip_prefix(prefix) else { continue };
            let plain = rest.strip_suffix(".gz").unwrap_or(rest);
            let (name, json) = match (plain.strip_suffix(".txt"), plain.strip_suffix(".jsonl")) {
                (Some(name), _) => (name, false),
                (None, Some(name)) => (name, true),
                (None, None) => {
                    if warn {
                        let message = "not read: its name ends in neither .txt nor .jsonl";
                        self.warnings.add(
                            &path,
                            message,
                            "rename it if it holds texts, or move it away",
                        );
                    }
                    continue;
                }
            };
            if columns.contains_key(name) {
                return Err(twice(&path, name));
            }
            columns.insert(name.to_owned(), Column { path, json });
        }
        Ok(columns)
    }

    /// The texts of `column`, whose objects, if it is JSONL, hold them under `key`. Without the canary,
    /// once it is known.
    fn texts(&mut self, column: &Column, key: &str) -> Result<Texts, CorpusError> {
        let file = TextFile::read(&column.path, "text file", GONE)?;
        // Carriage returns between the strings of JSON are no text, so there is nothing to warn of.
        let file = if column.json { file.without_mark() } else { file.of_segments(self.warnings)? };
        self.alignment.agree(&column.path, file.line_count())?;
        if !column.json {
            return Ok(self.without_canary(file.texts(|line| line.trim_end() == NO_TRANSLATION)));
        }
        let mut texts = Texts::default();
        let mut markers = 0;
        for (index, line) in file.lines().enumerate() {
            let text = json_text(line, key).map_err(|(cause, help)| {
                CorpusError::malformed(&column.path, index + 1, cause, help)
            })?;
            markers += usize::from(text.as_deref() == Some(NO_TRANSLATION));
            texts.push(text.as_deref());
        }
        if markers > 0 {
            let texts = counted(markers, "text");
            let read = if markers == 1 { "reads" } else { "read" };
            let message = format!("{texts} {read} `{NO_TRANSLATION}`");
            let help = "taken as it stands: in JSONL a missing text is null";
            self.warnings.add(&column.path, message, help);
        }
        Ok(self.without_canary(texts))
    }

    fn without_canary(&self, texts: Texts) -> Texts {
        if self.skip == 0 { texts } else { texts.iter().skip(self.skip).collect() }
    }

    /// Why no file of the language pair was found.
    fn nothing_there(&self) -> Result<CorpusError, CorpusError> {
        let mut pairs = BTreeSet::new();
        for (name, _) in self.list("sources")? {
            pairs.extend(name.split('.').next().map(str::to_owned));
        }
        let help = if pairs.is_empty() {
            "the folder holds no test set".to_owned()
        } else {
            format!("the language pairs are: {}", listing(pairs.iter().map(String::as_str)))
        };
        let path = self.root.join(format!("sources/{}.txt", self.pair));
        Ok(CorpusError::Missing { path, what: "source file", help })
    }
}

/// The string under `key` of the object `line`, `None` if it is null; else cause and way out.
fn json_text(line: &str, key: &str) -> Result<Option<String>, (String, String)> {
    let help = || format!("write one JSON object per line, with the text under \"{key}\"");
    let object =
        json::object(line).map_err(|error| (error.to_string(), error.help(&help()).to_owned()))?;
    match object.get(key) {
        Some(text) => read_json(text).map_err(|cause| (format!("\"{key}\": {cause}"), help())),
        None => Err((format!("there is no \"{key}\""), help())),
    }
}

fn twice(path: &Path, name: &str) -> CorpusError {
    let cause = format!("there is another file for `{name}` beside it");
    CorpusError::malformed(path, None, cause, "keep one of the two")
}

/// Fills in which systems have no text and which are human, given the names of `all_references`.
fn note_systems(
    corpus: &mut Corpus,
    all_references: &BTreeSet<String>,
    warnings: &mut Warnings,
    root: &Path,
) {
    let scored = corpus.judgments.values().flat_map(BTreeMap::keys);
    let scored = scored.chain(corpus.external.values().flat_map(BTreeMap::keys));
    let scored = scored.chain(corpus.external_documents.values().flat_map(BTreeMap::keys));
    let textless: BTreeSet<String> =
        scored.filter(|system| corpus.system(system).is_none()).cloned().collect();
    corpus.systems_without_text = textless.into_iter().collect();
    let names = corpus.systems.iter().map(|system| &system.name);
    let names = names.chain(&corpus.systems_without_text);
    corpus.human_systems = names.filter(|name| all_references.contains(*name)).cloned().collect();

    let without_text = corpus.systems_without_text.iter().map(String::as_str);
    let without_text: Vec<&str> =
        without_text.filter(|name| !corpus.human_systems.contains(*name)).collect();
    if !without_text.is_empty() && !corpus.systems.is_empty() {
        let message = format!("scored but without an output: {}", listing(without_text));
        let help =
            "metrics that read texts leave them out: add their outputs if they are to be scored";
        warnings.add(root, message, help);
    }
}
