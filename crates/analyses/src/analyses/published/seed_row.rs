//! The table `published_seeds`: reproduced values by seed of the generator.

use std::sync::Arc;

use crate::table::columns::table;
use crate::table::{ReportRow, Shown};

table! {
    /// One row per published value that this run reproduces and per seed of the generator: the spread of a prediction over corpora.
    pub struct PublishedSeedRow in "published_seeds" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// Table, figure or section that prints the number.
        place: Arc<str> [key],
        /// What the number is, in words.
        what: Arc<str> [key],
        /// All coordinates under the names that the source uses, as `name=value`, joined by `, `.
        coordinates: Arc<str> [key],
        /// Table and column that reproduce it, with what is made of several rows.
        quantity: Arc<str> [key],
        /// Seed of the generator and of everything random in the run.
        seed: u64 [key],
        /// The value with this seed, in the unit of the column; null where this seed has none.
        reproduced: Option<f64>,
    }
}

impl ReportRow for PublishedSeedRow {
    const SHOWN: Shown = Shown::Nothing;
}
