//! Judging metrics: how well the scores of a metric agree with those of people.
//!
//! Both are scores of systems on items (segments or documents), any of which may be missing ([`scores`]). [`spa`] and
//! [`pairwise`] compare systems, [`tied`] and [`differences`] their outputs of each item.

mod bit_counts;
pub mod differences;
mod grouped;
pub mod judged;
pub mod measure;
pub mod mtme;
pub mod pairwise;
pub mod perm_both;
mod perm_soft;
mod perm_tied;
pub mod scores;
mod signs;
pub mod sizes;
pub mod spa;
pub mod standings;
pub mod tasks;
pub mod tied;

#[cfg(test)]
mod population;
#[cfg(test)]
mod real;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod speed;
