//! What several analyses share.

pub(crate) mod change;
pub(super) mod compat;
pub(super) mod deviations;
pub(super) mod differences;
pub(super) mod few_replicates;
pub(super) mod group_pairs;
pub(super) mod judged;
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
pub(super) mod paired_rows;
pub(super) mod pairs;
pub(super) mod part_scores;
pub(crate) mod phrases;
pub(super) mod resampling;
pub(super) mod samples;
pub(super) mod segment_table;
pub(super) mod short_table;
pub(super) mod sizes;
pub(super) mod two_way;
pub(super) mod utc;
pub(super) mod widths;
