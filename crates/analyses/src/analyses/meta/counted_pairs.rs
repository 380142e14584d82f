//! Pairs of systems that two metrics order as people do, counted on one corpus.

use serde::{Deserialize, Serialize};

use crate::stats::meta::null_differences::NullDifferences;
use crate::stats::meta::pairwise::RightPairs;
use crate::stats::meta::pooled::PooledPairs;

/// Pairs of systems that two metrics order as people do, and what exchanges of the metrics' columns give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CountedPairs {
    right: [u64; 2],
    all: u64,
    /// Probabilities of differences, as [`PooledPairs`] has them.
    null: Vec<f64>,
}

impl CountedPairs {
    pub(super) fn new(values: [f64; 2], all: u64, test: &NullDifferences) -> Self {
        let right = values.map(|value| right_pairs(value, all));
        let pooled = PooledPairs::new(right.map(|right| RightPairs { right, all }), test);
        Self { right, all, null: pooled.null }
    }

    pub(super) fn pooled(&self) -> PooledPairs {
        let right = self.right.map(|right| RightPairs { right, all: self.all });
        PooledPairs { right, null: self.null.clone() }
    }
}

/// The right pairs among `all` at an accuracy.
pub(super) fn right_pairs(accuracy: f64, all: u64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most all pairs"
    )]
    // The accuracy is a quotient of two whole numbers, up to rounding.
    let right = (accuracy * all as f64).round() as u64;
    right
}
