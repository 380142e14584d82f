//! `[studies.NAME.DERIVATION]`: what to derive from a grid. One file for each: its keys, their ranges
//! and defaults, and what the schema says of them.

mod agreement;
mod comparison;
mod correlation;
mod coverage;
mod cross_reference;
mod interval_method;
mod intervals;
mod minimal_size;
mod power;
mod ranking;
mod replicates;
mod representativeness;
mod stability;

pub use agreement::{Agreement, AgreementMeasure, Distance, KappaWeights};
pub use comparison::{Adjustment, Comparison, TestMethod, Ties};
pub use correlation::{Correlation, Over};
pub use coverage::{Coverage, Truth};
pub use cross_reference::CrossReference;
pub use interval_method::{Compat, IntervalMethod};
pub use intervals::Intervals;
pub use minimal_size::{Deviation, MinimalSize, RegressionFunction};
pub use power::Power;
pub use ranking::Ranking;
pub use replicates::Replicates;
pub use representativeness::Representativeness;
pub use stability::Stability;

/// Confidence level where none is written.
pub(super) const LEVEL: f64 = 0.95;

/// More replicates or trials than this take longer than anyone waits.
pub(super) const MOST_REPLICATES: i64 = 10_000_000;
