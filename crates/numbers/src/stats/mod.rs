//! Numbers in, numbers out: streams of random numbers, resampling, summaries, regression.
//!
//! This module knows nothing of translation, metrics, specs, files or threads. Its results are the
//! same on every machine: integers are summed exactly, floats in one fixed order, and
//! transcendental functions come from `libm`.

pub mod agreement;
pub mod anytime;
#[cfg(test)]
mod assisted_simulation;
pub mod columns;
pub mod comparison;
pub mod contribution;
pub mod control_variate;
pub mod correlation;
pub mod coverage;
pub mod delta;
pub mod design_effect;
pub mod direction;
pub mod distribution;
pub mod equivalence;
pub mod expected;
pub mod freedom;
pub mod goal;
pub mod homogeneity;
pub mod interval;
pub mod jackknife;
pub mod judges;
pub mod kernel;
pub mod least_squares_means;
pub mod looks;
pub mod macro_average;
pub mod margin;
#[cfg(test)]
mod margin_simulation;
pub mod meaning;
pub mod meta;
pub mod minimal_size;
pub mod moments;
pub mod monte_carlo;
pub mod multiplicity;
pub mod new_ranking;
pub mod noncentral;
pub mod noninferiority;
pub mod ordering;
pub mod outer;
pub mod paired_jackknife;
#[cfg(test)]
mod paired_simulation;
pub mod picks;
pub mod power;
pub mod proportion;
pub mod random;
pub mod randomization;
pub mod ranking;
pub mod ranking_rules;
#[cfg(test)]
mod ratio_of_sums;
pub mod reason;
pub mod regression;
pub mod robust;
mod rounding;
pub mod runs;
pub mod sacrebleu;
pub mod same_decision;
pub mod second_order;
mod selection;
pub mod size_interval;
pub mod special;
pub mod strata;
mod true_scores;
pub mod two_stage;
pub mod undeclared_cluster;
pub mod variance_components;
pub mod variance_error;

pub use direction::Direction;
pub use distribution::{Distribution, tails_are_populated};
pub use freedom::Freedom;
pub use interval::Interval;
pub use jackknife::{Jackknife, small_sample_factor};
pub use moments::SampleMoments;
pub use multiplicity::holm;
pub use paired_jackknife::{PairedJackknife, student_p_value};
pub use random::{Purpose, StreamKey};
pub use ranking::RankProbabilities;
pub use reason::{Estimate, Reason, Status};
pub use regression::{Curve, Fit, Regression};

/// The score of sums over units; `None` where it is undefined.
///
/// Not a type parameter: what takes one is compiled once, in this package and at its level of optimisation, and not again
/// in packages that call it. `Sync`, since threads share it.
pub type SumScore<'a> = dyn Fn(&[i64]) -> Option<f64> + Sync + 'a;
