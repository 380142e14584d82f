//! Corpora: one model, one reader per format.
//!
//! A corpus is ordered documents, each an ordered list of segments, with references, system
//! outputs, human judgments and scores of external metrics, any of which may be missing. Readers
//! check alignment at the border; behind it every column has one entry per segment.
//!
//! This module knows nothing of metrics, specs or statistics.

mod alignment;
pub mod appraise;
mod archive;
mod check;
mod comet;
mod describe;
pub mod digest;
mod documents;
pub mod error;
mod evalset;
mod file_names;
mod inputs;
mod json;
mod json_lines;
mod judge_files;
mod judges;
pub mod judges_from;
pub mod kept_run;
mod known;
mod limits;
mod lines;
mod marked;
mod markup;
pub mod model;
mod mqm;
mod mqm_weights;
mod nist;
mod pairs;
mod parquet;
pub mod pearmut;
mod plain;
mod plain_scores;
mod plausibility;
mod ratings;
mod recognise;
mod repeats;
mod rows;
mod samples;
mod scores;
mod script;
mod seconds;
pub mod seen;
pub mod shortened;
pub mod source;
pub mod synthetic;
mod table;
mod warnings;
pub mod weights;
mod wmt_jsonl;
mod wmt_xml;
mod words;
pub mod write_evalset;
pub mod write_parquet;
mod written_scores;

use std::path::Path;

use crate::warning::Warning;
pub use describe::{
    ColumnSummary, Description, DocumentScoreSummary, DocumentSizes, JudgeSummary, NamedJudges,
    ScoreSummary, describe,
};
use error::CorpusError;
pub use file_names::{is_pair as is_language_pair, looks_human, stem as file_stem};
pub use known::Better;
use model::Corpus;
pub use plain_scores::{Misplaced, misplaced};
pub use plausibility::{DependentReference, dependent_references, find as plausibility_warnings};
pub use recognise::{Found, JudgeColumn, UnknownJudges, Unread, recognise, table_columns};
pub use script::{UnspacedScript, unspaced_script};
use source::CorpusFormat;
use warnings::Warnings;
pub use words::words_per_segment;
pub use written_scores::{Scored, read_score_lines, score_lines, written_scores};

/// A corpus as read, and what is odd about its files without being wrong.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The corpus; [`Corpus::check`] holds.
    pub corpus: Corpus,
    /// Each once, the most severe first.
    pub warnings: Vec<Warning>,
}

/// Reads the corpus that `format` describes and calls it `name`; relative paths start at
/// `data_dir`. All files are read whole: memory is about the size of the uncompressed files.
///
/// # Errors
///
/// If a file cannot be read, is not what its format says, or does not fit the others.
pub fn read(name: &str, format: &CorpusFormat, data_dir: &Path) -> Result<Loaded, CorpusError> {
    read_with(name, format, data_dir, |_| Ok(()))
}

/// The same, where `add` adds scores before all are checked.
///
/// # Errors
///
/// As [`read`], and those of `add`.
pub fn read_with<E: From<CorpusError>>(
    name: &str,
    format: &CorpusFormat,
    data_dir: &Path,
    add: impl FnOnce(&mut Corpus) -> Result<(), E>,
) -> Result<Loaded, E> {
    let mut warnings = Warnings::default();
    let mut corpus = match format {
        CorpusFormat::Evalset(source) => evalset::read(source, data_dir, &mut warnings)?,
        CorpusFormat::Plain(source) => plain::read(source, data_dir, &mut warnings)?,
        CorpusFormat::Nist(source) => nist::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::WmtXml(source) => wmt_xml::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::Synthetic(source) => source.generate(source.seed, name)?,
        CorpusFormat::Mqm(source) => mqm::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::Appraise(source) => appraise::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::Pearmut(source) => pearmut::read(source, data_dir, &mut warnings)?,
        CorpusFormat::Table(source) => table::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::Comet(source) => comet::read(source, data_dir, &mut warnings)?,
        CorpusFormat::Samples(source) => samples::read(name, source, data_dir, &mut warnings)?,
        CorpusFormat::WmtJsonl(source) => wmt_jsonl::read(name, source, data_dir, &mut warnings)?,
    };
    name.clone_into(&mut corpus.name);
    corpus.check()?;
    warnings.extend(corpus.average_repeats());
    add(&mut corpus)?;
    known::check(&corpus)?;
    warnings.add_unscored(&corpus);
    warnings.extend(judges::alike(corpus.judge_loads().into_keys().map(|name| &**name)));
    // Generated texts are what they are meant to be.
    if !matches!(format, CorpusFormat::Synthetic(_)) {
        let file = |score: &str, system: &str| match format {
            CorpusFormat::Plain(source) => plain::score_file(source, score, system),
            _ => None,
        };
        warnings.extend(plausibility::find_in_files(&corpus, &file));
    }
    Ok(Loaded { corpus, warnings: warnings.for_corpus(name, data_dir) })
}
