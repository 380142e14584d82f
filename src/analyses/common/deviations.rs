//! Deviations of replicates as those of new test sets.

use crate::config::model::ResamplingUnit;
use crate::stats::jackknife::small_sample_factor;
use crate::stats::undefined::UndefinedStatistic;

/// What deviations of replicates are multiplied by to be those of new test sets of as many units.
///
/// # Errors
///
/// Below two units.
pub(in crate::analyses) fn deviation_factor(
    unit: ResamplingUnit,
    units: u64,
) -> Result<f64, UndefinedStatistic> {
    if unit == ResamplingUnit::TwoStage {
        // Segments that are resampled in documents make up for more than the factor.
        return Ok(1.0);
    }
    small_sample_factor(usize::try_from(units).unwrap_or(usize::MAX))
}
