//! What several analyses share.

pub(crate) mod change;
pub(super) mod compat;
pub(super) mod deviations;
pub(super) mod differences;
pub(super) mod few_replicates;
pub(super) mod group_pairs;
pub mod judged;
pub(crate) mod largest;
pub(super) mod margins;
pub(crate) mod moments;
pub(super) mod new_test_sets;
#[cfg(test)]
pub(super) mod one_study;
pub(super) mod order;
pub(super) mod orders;
pub(super) mod pair_deviations;
pub(super) mod paired_errors;
pub mod paired_rows;
pub mod pairs;
pub mod part_scores;
pub(crate) mod phrases;
pub(super) mod resampling;
pub(super) mod samples;
pub mod segment_table;
pub mod short_table;
pub mod sizes;
pub(super) mod two_way;
pub(super) mod widths;

pub(crate) use largest::largest_test_set;
pub(crate) use moments::median;
pub(super) use paired_rows::{comparable, without_units};
pub use short_table::short_table;
pub use sizes::largest_test_sets;
