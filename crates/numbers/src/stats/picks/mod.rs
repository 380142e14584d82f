//! Picks: what to have judged, with known and unequal probabilities, so that weights make up for it.
//!
//! Units on which a metric sees the systems apart are picked more often. A mean in which every pick weighs one over its
//! probability stays unbiased for the whole, which a choice of the "most informative" units is not.

mod gain;
mod probabilities;
#[cfg(test)]
mod simulation;
mod strata;
#[cfg(test)]
mod strata_simulation;

pub use gain::{EarlierPairs, ErrorVariances, Gain, Gains, Population, gain_without_judgments};
pub use probabilities::{probabilities, random_picks, sizes, systematic};
pub use strata::{allotment, count_within, fewest_picks, probabilities_by_stratum};

/// Fewest picks with an interval: a weighted mean is biased where there are only a few.
pub const FEWEST_PICKS: usize = 20;

/// Fewest judged documents with an interval, of picks and of random parts.
pub const FEWEST_DOCUMENTS: usize = 10;
