//! Formats of corpora: one reader for each, what a file or a folder probably is, and the formats that are written.
//!
//! Readers check alignment at the border; behind it every column has one entry per segment.
//!
//! This module knows nothing of metrics, studies or statistics.

pub mod appraise;
mod archive;
mod comet;
mod evalset;
mod inputs;
mod judge_files;
pub mod judges_from;
pub mod kept_run;
mod mqm;
mod mqm_weights;
mod nist;
mod pairs;
mod parquet;
pub mod pearmut;
mod plain;
mod plain_scores;
mod ratings;
mod recognise;
mod samples;
mod seconds;
pub mod source;
mod table;
pub mod weights;
mod wmt_jsonl;
mod wmt_xml;
pub mod write_evalset;
pub mod write_parquet;
mod written_scores;

use std::path::Path;

use crate::corpus::{Corpus, CorpusError, Warnings, judges, known, plausibility};
use crate::warning::Warning;
pub use recognise::{
    Found, NO_COLUMN, Roles, TEXT_ALONE, Unread, recognise, recognise_with, tables,
};
use source::CorpusFormat;
pub use table::systems_of;
pub use written_scores::{Scored, is_of_scores, read_scores, score_lines, written_scores};

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
        plausibility::check_memory(&corpus)?;
        warnings.extend(plausibility::find_in_files(&corpus, &file));
    }
    Ok(Loaded { corpus, warnings: warnings.for_corpus(name, data_dir) })
}
