//! Differences between systems and their standard errors over replicates: all that it takes to say how
//! sure the sign of a difference is.

use serde::{Deserialize, Serialize};

use super::{Pairs, comparable};
use crate::config::ResamplingUnit;
use crate::plan::{Group, JobResults, Question, ScoredTestSet, TaskSize, Work};
use crate::stats::{PairedJackknife, SampleMoments, small_sample_factor};

/// Nanoseconds per pair and replicate.
const DIFFERENCE: f64 = 2.0;

/// Of several systems: the difference of each pair, and its standard error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PairDeviations;

/// The difference of two systems on a test set, in the metric's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PairDeviation {
    /// First less second.
    pub(crate) delta: f64,
    /// Its standard error: the standard deviation of the differences of replicates, which for n units
    /// lacks a factor of sqrt(n / (n - 1)); in strata, where that factor is another in each, and with resampled
    /// judges by the jackknife. `None` with one unit.
    pub(crate) standard_error: Option<f64>,
}

impl Question for PairDeviations {
    /// One for each pair, in the order of [`Pairs::of`]; `None` where the two are not comparable.
    type Result = Vec<Option<PairDeviation>>;
    const TAG: &'static str = "pair-deviations";

    fn work(&self, size: &TaskSize) -> Work {
        let pairs = Pairs::All.count(size.scorings) as f64;
        Work::plain(pairs * (size.replicates + size.units) * DIFFERENCE)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        19.0 * Pairs::All.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let deviations = Pairs::All.of(group.scorings.len()).into_iter().map(|(a, b)| {
            let pair = [group.scorings[a], group.scorings[b]];
            let systems = pair.map(|scoring| job.system(scoring));
            let common = job.on_common_rows(systems);
            let systems = common.as_ref().map_or(systems, <[ScoredTestSet; 2]>::each_ref);
            let delta = comparable(systems).ok()?;
            // Replicates are of the segments that each system has.
            if job.strata.is_some() || common.is_some() {
                let scores = systems.map(|system| system.score.unwrap_or(f64::NAN));
                let found = systems.map(|system| job.jackknife(system));
                let without = found[0].as_ref().ok().zip(found[1].as_ref().ok());
                let found = without.and_then(|(a, b)| PairedJackknife::new(scores, [a, b]).ok());
                let standard_error = found.map(|found| found.standard_error());
                return Some(PairDeviation { delta, standard_error });
            }
            if let Some(found) = job.two_way(systems[0], Some(systems[1])) {
                let standard_error = found.ok().map(|found| found.standard_error());
                return Some(PairDeviation { delta, standard_error });
            }
            let has_replicates = systems.iter().all(|system| system.has_replicates());
            let stdev = (has_replicates && group.replicates > 0).then(|| {
                let [a, b] = pair.map(|scoring| job.scores(scoring, group.replicates));
                SampleMoments::of_differences(a, b)?.stdev()
            });
            let units = systems.map(|system| system.judged_units).into_iter().min()?;
            let factor = match job.coordinates.unit {
                ResamplingUnit::Segments | ResamplingUnit::Documents => {
                    small_sample_factor(usize::try_from(units).ok()?).unwrap_or(1.0)
                }
                // Two stages deviate too much as it is.
                ResamplingUnit::TwoStage => 1.0,
            };
            let standard_error = stdev.flatten().map(|stdev| factor * stdev);
            Some(PairDeviation { delta, standard_error })
        });
        deviations.collect()
    }
}
