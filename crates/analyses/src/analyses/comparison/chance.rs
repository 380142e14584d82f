//! What the best of several systems gains over a baseline by chance: it is the luckiest of all that were tried.

use serde::{Deserialize, Serialize};

use crate::analyses::common::differences::direction;
use crate::analyses::common::new_test_sets::{new_rankings, resampled_systems};
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::reason::Reason;

/// Nanoseconds per simulated test set and system.
const SYSTEM: f64 = 30.0;

/// Simulated test sets, at most.
// Three around each of at most 2,000 draws of true scores (`stats::new_ranking`).
const MOST_TEST_SETS: f64 = 6000.0;

/// Of a baseline, which comes first, and several other systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChanceGain;

/// The best of the others, and what it gains by chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gained {
    /// Its place in the group.
    pub(super) best: u32,
    /// In the unit of the metric, with the sign of an improvement.
    pub(super) by_chance: f64,
}

impl Question for ChanceGain {
    type Result = Result<Gained, Reason>;
    const TAG: &'static str = "chance gain";

    fn work(&self, size: &TaskSize) -> Work {
        let test_sets = (3.0 * size.replicates).min(MOST_TEST_SETS);
        Work::plain(test_sets * size.scorings as f64 * SYSTEM)
    }

    fn result_bytes(&self, _: &TaskSize) -> f64 {
        13.0
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let systems = resampled_systems(job, group)?;
        let (best, gained) = new_rankings(job, group, &systems)?.gain_over(0);
        let by_chance = direction(job, group).orient(gained);
        Ok(Gained { best: u32::try_from(best).unwrap_or(u32::MAX), by_chance })
    }
}
