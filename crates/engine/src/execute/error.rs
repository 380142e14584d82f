//! Why a plan could not be run.

use crate::file_error::FileError;

/// Why a plan could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The corpus holds something that a metric cannot read.
    #[error("corpus `{corpus}`, metric `{metric}`, system `{system}`: {message}")]
    Data {
        /// Corpus.
        corpus: String,
        /// Metric.
        metric: String,
        /// System.
        system: String,
        /// What is wrong.
        message: String,
    },
    /// A text is too long for a metric that takes more time than in proportion to it.
    #[error(
        "{place}: the text has {tokens} tokens, more than the {limit} that metric `{metric}` compares; \
         put one segment on a line, or leave the metric out"
    )]
    TooLong {
        /// File and line, or the place in the corpus.
        place: String,
        /// Tokens of the text.
        tokens: usize,
        /// Most tokens.
        limit: usize,
        /// Metric.
        metric: String,
    },
    /// Results could not be kept.
    #[error(transparent)]
    Parts(#[from] FileError),
    /// The user asked to stop. What was finished is kept.
    #[error("interrupted")]
    Interrupted,
}
