//! What several analyses share.

pub(crate) mod defaults;
pub(super) mod differences;
pub(super) mod largest;
pub(super) mod moments;
pub(super) mod paired_rows;
pub(super) mod pairs;
pub(super) mod phrases;
pub(super) mod sizes;
pub(super) mod study_cells;
pub(super) mod widths;
