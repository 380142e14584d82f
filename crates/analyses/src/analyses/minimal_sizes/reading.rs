//! Which curve finding, figures and tables read sizes off: one for all of them.

use super::MinimalSizeRow;
use crate::presentation::Rows;
use crate::stats::regression::Fit;

/// The rows of the power function fitted in logarithms, the way in which the sizes of the 2007 paper
/// were made; where a study does not fit it, those of its first function.
pub(super) fn read_off<'a>(rows: &Rows<'a, MinimalSizeRow>) -> Rows<'a, MinimalSizeRow> {
    let in_logarithms = rows.keep(|row| row.fit == Fit::LogLeastSquares);
    if !in_logarithms.is_empty() {
        return in_logarithms;
    }
    let first = rows.first().map(|row| (row.function, row.fit));
    rows.keep(|row| Some((row.function, row.fit)) == first)
}

/// The scored documents of the largest test set.
pub(super) fn largest(row: &MinimalSizeRow) -> u32 {
    row.cell.judged_documents.unwrap_or(row.cell.documents)
}
