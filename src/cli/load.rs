//! Corpora on their way into memory.

use std::path::Path;

use super::output::tell;
use crate::corpus;
use crate::corpus::error::CorpusError;
use crate::corpus::model::Corpus;
use crate::corpus::source::CorpusFormat;
use crate::escape;

/// Reads a corpus and tells what is odd about its files.
pub(super) fn load(name: &str, format: &CorpusFormat, data: &Path) -> Result<Corpus, CorpusError> {
    let loaded = corpus::read(name, format, data)?;
    for warning in &loaded.warnings {
        let warning = format!("warning: corpus `{name}`: {warning}");
        tell(&format!("{}\n", escape::line(&warning)));
    }
    Ok(loaded.corpus)
}
