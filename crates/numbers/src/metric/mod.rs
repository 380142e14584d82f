//! Metrics: statistics per segment, and a score of their sums.
//!
//! A metric is a signature and pure functions. [`Metric::prepare`] reads the references once,
//! [`Prepared::extract`] turns a system's hypotheses into one row of integers per segment, and
//! [`Scorer::score`] maps the sum of rows to a score. Subsets, bootstraps and tests only ever add
//! rows; since rows are integers, sums are exact and independent of order, threads and SIMD width.
//!
//! This module knows nothing of corpora, test sets' names, resampling or specs.

mod bleu;
mod bleu_statistics;
mod bleu_zero_segments;
mod choice;
mod chrf;
pub mod config;
mod contract;
mod contributions;
mod edit_distance;
mod error_rate;
pub mod external;
mod fixed_point;
pub mod given;
mod gtm;
pub mod human;
mod intern;
mod longest;
mod m_bleu;
mod mean;
mod mean_length;
mod ngram;
mod nist;
mod registry;
mod rows;
mod share;
pub mod stratified;
mod ter;
mod tokens;
mod weighted;
pub mod wnm;

use contract::yes_or_no;
pub use contract::{
    Metric, Prepared, ReplicateRows, ResampleScorer, Scorer, Segments, Statistics, StatisticsRows,
    TestSetRows,
};
pub use contributions::ContributionUnit;
pub use longest::{LongestText, longest_text};
pub use registry::{higher_is_better, range, signature};
pub use rows::{ManySums, Rows};
