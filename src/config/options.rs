//! `[studies.NAME.ANALYSIS]`: the options of each analysis, which lie in its own folder.

pub use crate::analyses::agreement::options::{
    Agreement, AgreementMeasure, Distance, KappaWeights,
};
pub use crate::analyses::comparison::options::{Adjustment, Comparison, TestMethod, Ties};
pub use crate::analyses::correlation::options::{Correlation, Over};
pub use crate::analyses::coverage::options::{Coverage, Truth};
pub use crate::analyses::cross_reference::options::CrossReference;
pub use crate::analyses::intervals::options::{Compat, IntervalMethod, Intervals};
pub use crate::analyses::margin::options::{Margin, Wanted, WantedMargin};
pub use crate::analyses::minimal_sizes::options::{Deviation, MinimalSize, RegressionFunction};
pub use crate::analyses::power::options::Power;
pub use crate::analyses::ranking::options::Ranking;
pub use crate::analyses::replicates::options::Replicates;
pub use crate::analyses::representativeness::options::Representativeness;
pub use crate::analyses::separation::options::Separation;
pub use crate::analyses::stability::options::Stability;
