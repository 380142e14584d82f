//! Runs by units of a test set, by the influence of each unit on the score of each run.

use serde::{Deserialize, Serialize};

use crate::analyses::common::{comparable, without_units};
use crate::plan::JobResults;
use crate::stats::runs::{MeanSquares, RunScores, RunsDifference, RunsPlan};
use crate::stats::{Estimate, Jackknife, Reason};

/// The runs of a system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ScoredRuns {
    /// Score of each.
    pub(super) scores: Vec<f64>,
    /// Nothing of a single run.
    pub(super) squares: Option<MeanSquares>,
}

/// The runs of two systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairOfRuns {
    /// Scores of the runs of each system.
    pub(super) scores: [Vec<f64>; 2],
    /// Resampling units that count.
    pub(super) units: u64,
    /// First less second.
    pub(super) difference: RunsDifference,
    /// Nothing where a system has one run.
    pub(super) plan: Option<RunsPlan>,
}

/// Runs by units: the score of each run, with the influence of each unit on it; and the jackknives behind them. All are
/// comparable to the `first` of all runs.
fn by_units(
    job: &JobResults<'_>,
    scorings: &[usize],
    first: usize,
) -> Estimate<(RunScores, Vec<Jackknife>)> {
    let (mut scores, mut jackknives) = (Vec::new(), Vec::new());
    for scoring in scorings {
        let run = job.system(*scoring);
        comparable([job.system(first), run])?;
        let jackknife = without_units(job, run)?;
        let score = run.score.ok_or(Reason::UndefinedScore)?;
        scores.push(jackknife.influence().into_iter().map(|influence| score + influence).collect());
        jackknives.push(jackknife);
    }
    Ok((RunScores::new(scores)?, jackknives))
}

pub(super) fn of_system(job: &JobResults<'_>, scorings: &[usize]) -> Estimate<ScoredRuns> {
    let (runs, _) = by_units(job, scorings, scorings[0])?;
    Ok(ScoredRuns { scores: runs.scores(), squares: runs.mean_squares() })
}

pub(super) fn of_pair(
    job: &JobResults<'_>,
    (a, b): (&[usize], &[usize]),
    is_paired: bool,
) -> Estimate<PairOfRuns> {
    let ((of_a, without_a), (of_b, without_b)) = (by_units(job, a, a[0])?, by_units(job, b, a[0])?);
    let sides = [(1.0, &without_a), (-1.0, &without_b)];
    let terms = sides
        .iter()
        .flat_map(|(sign, runs)| runs.iter().map(move |run| (sign / runs.len() as f64, run)));
    let freedom = Jackknife::combination(&terms.collect::<Vec<_>>())?.freedom();
    let sides = [&of_a, &of_b];
    Ok(PairOfRuns {
        scores: sides.map(RunScores::scores),
        units: of_a.texts() as u64,
        difference: RunsDifference::new(sides, is_paired, freedom.degrees)?,
        plan: RunsPlan::new(sides, is_paired, freedom.share()),
    })
}
