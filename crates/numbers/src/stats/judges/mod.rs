//! Judges: ratings with the people who gave them, and what campaigns are planned from.
//!
//! The model of all files here is that of a rating of system s on item i (a segment) of document d by
//! judge r,
//!
//! ```text
//! y = mu + alpha_s + delta_d + (alpha delta)_sd + beta_i + (alpha beta)_si + rho_r + (alpha rho)_sr + e
//! ```
//!
//! with systems fixed and all else random and independent. [`ratings`] holds the data; [`additive`]
//! estimates systems and judges by least squares, and [`severity`] says how well those are known; [`adjusted`] centres and scales judges; [`two_way`] and
//! [`pigeonhole`] give standard errors for new documents and new judges at once; [`components`] splits the
//! variance, and [`leave_out`] says how well that is known; [`shrunken`] are scores with the spread of true ones; [`design`], [`goal`] and [`planner`] size a campaign; [`weights`] has the variance of one as it was. [`test_retest`] says how far a judge
//! repeats a rating.

pub mod additive;
pub mod adjusted;
mod coefficients;
pub mod components;
pub mod crossed;
pub mod design;
pub mod goal;
pub mod leave_out;
pub mod pigeonhole;
pub mod planner;
pub mod ratings;
pub mod severity;
pub mod shrunken;
pub mod test_retest;
pub mod texts;
pub mod two_way;
pub mod weights;

pub use additive::AdditiveFit;
pub use components::{Components, Factor};
pub use design::{Assignment, Design};
pub use leave_out::{LeaveOut, Unit};
pub use ratings::Ratings;
pub use two_way::Part;

#[cfg(test)]
mod component_simulation;
#[cfg(test)]
mod coverage_simulation;
#[cfg(test)]
mod design_simulation;
#[cfg(test)]
#[path = "../../../../../tests/support/needs.rs"]
#[expect(dead_code, reason = "tests of other packages use the rest")]
pub(super) mod needs;
#[cfg(test)]
mod population;
#[cfg(test)]
mod real;
