//! The table `replicates`: scores of single replicates.

use crate::table::{Cell, table};

table! {
    /// One row per replicate of a cell, where a study keeps them.
    pub struct ReplicateRow in "replicates", shown FirstSystem {
        .. /// The cell.
        cell: Cell,
        /// Number of the replicate, from 1. The replicates of a smaller B are the first of a larger
        /// one, and a replicate of the same test set is the same resample for all systems and
        /// metrics.
        replicate: u32 [key],
        /// Its score, in the metric's unit; null where undefined.
        score: Option<f64>,
    }
}
