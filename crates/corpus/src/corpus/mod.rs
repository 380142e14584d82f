//! Corpora: the model, what is checked and warned of in any, and those that are generated.
//!
//! A corpus is ordered documents, each an ordered list of segments, with references, system
//! outputs, human judgments and scores of external metrics, any of which may be missing. Every
//! column has one entry per segment.
//!
//! What readers of all formats share is here, too: lines, rows, JSON and markup, with places for errors. The readers
//! themselves are in `runner-formats`. This module knows no format, and nothing of metrics and studies; of statistics, it asks for one test of undeclared clusters.

pub mod alignment;
mod check;
pub mod describe;
pub mod digest;
pub mod documents;
pub mod error;
pub mod file_names;
pub mod frame;
pub mod json;
pub mod json_lines;
pub mod judges;
pub mod known;
pub mod limits;
pub mod lines;
pub mod marked;
pub mod markup;
pub mod model;
pub mod named_columns;
pub mod plausibility;
mod repeats;
pub mod rows;
pub mod scores;
mod script;
pub mod shortened;
pub mod synthetic;
mod test_set;
pub mod warnings;
pub mod word_lists;
pub mod words;

// What readers of all formats use.
pub use alignment::Alignment;
pub use digest::Digest;
pub use error::{CHECK_PATH, CorpusError, Unit};
pub use limits::{check_cells, check_columns};
pub use lines::{LineFile, TextFile};
pub use model::{
    BySystem, Corpus, Document, JudgeNames, Judgments, LoggedRating, NamedTexts, Texts,
};
pub use warnings::Warnings;

pub use describe::{
    ColumnSummary, Description, DocumentScoreSummary, DocumentSizes, JudgeSummary, NamedJudges,
    ScoreSummary, describe,
};
pub use file_names::{is_pair as is_language_pair, looks_human, stem, stem as file_stem};
pub use known::Better;
pub use plausibility::{DependentReference, dependent_references, find as plausibility_warnings};
pub use script::{UnspacedScript, unspaced_script};
pub use words::words_per_segment;
