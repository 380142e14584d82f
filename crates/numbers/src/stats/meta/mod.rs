//! Judging metrics: how well the scores of a metric agree with those of people.
//!
//! Both are scores of systems on items (segments or documents), any of which may be missing ([`scores`]); higher is
//! better for both. A [`measure`] is one of many: [`spa`] and [`pairwise`] compare systems, [`tied`], [`differences`]
//! and the correlations their outputs of each item.
//!
//! [`left_out`] has intervals by leaving out systems or documents, [`judged`] resamples both for probabilities of ranks,
//! [`pair_tests`] tests the difference of two metrics by exchanging their scores ([`exchange`]), [`standings`] makes clusters of the tests,
//! [`tasks`] averages over language pairs and measures, and [`pooled`] pools pairs of systems.
//! [`mtme`] has the numbers of mt-metrics-eval.
//!
//! Work that takes long comes in units that do not depend on each other: [`pair_tests::PairTests::unit`], a resample
//! ([`judged::JudgedMetrics::on`]).

mod bit_counts;
pub mod differences;
pub mod exchange;
mod exchange_items;
mod exchange_outputs;
mod exchange_systems;
mod grouped;
pub mod judged;
pub mod left_out;
pub mod measure;
pub mod mtme;
pub mod null_differences;
pub mod pair_tests;
pub mod pairwise;
mod perm_soft;
mod perm_tied;
pub mod pooled;
pub mod scores;
mod signs;
pub mod spa;
pub mod standings;
pub mod tasks;
pub mod tied;

#[cfg(test)]
mod mtme_exact;
#[cfg(test)]
mod population;
#[cfg(test)]
mod real;
#[cfg(test)]
mod real_exchange;
#[cfg(test)]
mod simulation;
