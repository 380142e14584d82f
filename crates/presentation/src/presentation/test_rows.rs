//! Tables of cells to show in tests.

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// A row for each score.
    pub struct ScoreRow in "scores" {
        .. /// The cell.
        cell: Cell,
        /// The score.
        score: Option<f64>,
    }
}

table! {
    /// A row for each rank.
    pub struct RankRow in "ranks" {
        .. /// The cell.
        cell: Cell,
        /// Number of the row.
        rank: u32,
    }
}
