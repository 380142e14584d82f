//! Deviations of replicates as those of new test sets.

use crate::config::model::ResamplingUnit;
use crate::stats::reason::Reason;

/// What deviations of replicates are multiplied by to be those of new test sets of as many units: that of
/// [`small_sample_factor`](crate::stats::jackknife::small_sample_factor), with units of unequal lengths counted as the
/// equal ones that they are worth.
///
/// # Errors
///
/// Where they are worth no more than one.
pub(crate) fn deviation_factor(unit: ResamplingUnit, effective_units: f64) -> Result<f64, Reason> {
    if unit == ResamplingUnit::TwoStage {
        // Segments that are resampled in documents make up for more than the factor.
        return Ok(1.0);
    }
    if effective_units > 1.0 {
        return Ok((effective_units / (effective_units - 1.0)).sqrt());
    }
    Err(Reason::TooFewUnits)
}
