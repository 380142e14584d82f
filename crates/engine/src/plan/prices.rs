//! What elementary steps take, on one core of a server of 2024: measured with `cargo bench` and
//! `benches/estimates.py`. All are nanoseconds, but for the
//! last.

/// One index of a resample.
pub const DRAW: f64 = 1.3;

/// A multiply-add of a count with a statistic.
pub const MULTIPLY_ADD: f64 = 0.0105;

/// A score from sums.
pub const SCORE: f64 = 20.0;

/// Finding a result and decoding it.
pub const LOOKUP: f64 = 250.0;

/// A row of which the report reads where it belongs, and no more.
pub const ROW_COORDINATES: f64 = 420.0;

/// Per replicate, for the ends of one interval with their Monte-Carlo errors, which take more for
/// each root of the number of replicates.
const ENDS_WITH_ERRORS: f64 = 45.0;
const ERROR_OF_ROOT: f64 = 1_200.0;

/// The ends of one interval, with their Monte-Carlo errors.
pub fn ends_with_errors(replicates: f64) -> f64 {
    replicates * ENDS_WITH_ERRORS + replicates.sqrt() * ERROR_OF_ROOT
}
