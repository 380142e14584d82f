//! The table `published_seeds`: reproduced values by seed of the generator.

use std::sync::Arc;

use crate::table::columns::table;
use crate::table::{ReportRow, Shown};

table! {
    /// One row per published value that this run reproduces and per seed of the generator: the spread of a prediction over corpora.
    pub struct PublishedSeedRow in "published_seeds" {
        /// Short name of the source, such as a paper.
        source ("source", key): Arc<str>,
        /// Table, figure or section that prints the number.
        place ("place", key): Arc<str>,
        /// What the number is, in words.
        what ("what", key): Arc<str>,
        /// All coordinates under the names that the source uses, as `name=value`, joined by `, `.
        coordinates ("coordinates", key): Arc<str>,
        /// Table and column that reproduce it, with what is made of several rows.
        quantity ("quantity", key): Arc<str>,
        /// Seed of the generator and of everything random in the run.
        seed ("seed", key): u64,
        /// The value with this seed, in the unit of the column; null where this seed has none.
        reproduced ("reproduced"): Option<f64>,
    }
}

impl ReportRow for PublishedSeedRow {
    const SHOWN: Shown = Shown::Nothing;
}
