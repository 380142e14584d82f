//! Metrics: statistics per segment, and a score of their sums.
//!
//! A metric is a signature and pure functions. [`Metric::prepare`] reads the references once,
//! [`Prepared::extract`] turns a system's hypotheses into one row of integers per segment, and
//! [`Scorer::score`] maps the sum of rows to a score. Subsets, bootstraps and tests only ever add
//! rows; since rows are integers, sums are exact and independent of order, threads and SIMD width.
//!
//! This module knows nothing of corpora, test sets' names, resampling or specs.

pub mod bleu;
mod bleu_statistics;
mod choice;
pub mod chrf;
pub mod config;
mod contract;
mod edit_distance;
pub mod error_rate;
pub mod external;
mod fixed_point;
pub mod gtm;
pub mod human;
pub mod intern;
mod longest;
pub mod m_bleu;
mod mean;
pub mod mean_length;
pub mod ngram;
pub mod nist;
mod registry;
mod rows;
pub mod stratified;
pub mod ter;
mod tokens;
pub mod wnm;

pub use contract::{
    DocumentMetric, Metric, Prepared, ReplicateRows, ResampleScorer, Scorer, Segments, Statistics,
    StatisticsRows, TestSetRows,
};
pub use longest::{LongestText, longest_text};
pub use registry::{Kind, higher_is_better, kind, signature};
pub use rows::{ManySums, Rows};
