//! Several systems on new test sets: from the replicates of a job to the model of their true scores.

use super::deviations::deviation_factor;
use super::differences::direction;
use super::paired_rows::comparable;
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::new_ranking::NewRankings;
use crate::stats::reason::Reason;

/// The systems of `group`, at least two, on the same segments and with replicates.
pub(crate) fn resampled_systems<'a>(
    job: &'a JobResults<'_>,
    group: &Group<'_>,
) -> Result<Vec<&'a ScoredTestSet>, Reason> {
    let systems: Vec<&ScoredTestSet> =
        group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
    if systems.len() < 2 {
        return Err(Reason::TooFewUnits);
    }
    for system in &systems {
        comparable([systems[0], system])?;
    }
    if group.replicates == 0 || systems.iter().any(|system| !system.has_replicates()) {
        return Err(Reason::OneUnit);
    }
    Ok(systems)
}

/// What new test sets would say of these `systems` of a group, in its order.
///
/// # Errors
///
/// Where documents are in strata, or judges are resampled, or scores or replicates are undefined.
pub(crate) fn new_rankings(
    job: &JobResults<'_>,
    group: &Group<'_>,
    systems: &[&ScoredTestSet],
) -> Result<NewRankings, Reason> {
    // Deviations of small strata are too small, each by another factor.
    if job.strata.is_some() {
        return Err(Reason::Stratified);
    }
    // New test sets of other sizes would have other numbers of judges, too.
    if systems.iter().any(|system| system.crossed().is_some()) {
        return Err(Reason::Judges);
    }
    let replicates: Vec<&[f64]> =
        group.scorings.iter().map(|scoring| job.scores(*scoring, group.replicates)).collect();
    let effective_units = job.freedom(systems[0]).effective_units;
    let factor = deviation_factor(job.coordinates.unit, effective_units)?;
    let scores: Vec<f64> = systems.iter().map(|system| system.score.unwrap_or(f64::NAN)).collect();
    NewRankings::new(&scores, &replicates, factor, direction(job, group))
}
