//! Corpora on their way into memory.

use std::path::Path;

use super::output::tell_warning;
use crate::corpus::error::CorpusError;
use crate::corpus::model::Corpus;
use crate::corpus::source::CorpusFormat;
use crate::corpus::{self, Warning};
use crate::plan::PlanWarning;

/// A corpus that was read, and what was told about it.
pub(super) struct LoadedCorpus {
    pub(super) corpus: Corpus,
    /// With paths as the spec writes them.
    pub(super) warnings: Vec<PlanWarning>,
}

/// Reads a corpus and tells what is odd about it.
pub(super) fn load(
    name: &str,
    format: &CorpusFormat,
    data: &Path,
) -> Result<LoadedCorpus, CorpusError> {
    let loaded = corpus::read(name, format, data)?;
    let noted = |warning: Warning| PlanWarning {
        corpus: Some(name.to_owned()),
        study: None,
        message: warning.headline(data),
        help: warning.help,
    };
    let warnings: Vec<PlanWarning> = loaded.warnings.into_iter().map(noted).collect();
    warnings.iter().for_each(tell_warning);
    Ok(LoadedCorpus { corpus: loaded.corpus, warnings })
}
