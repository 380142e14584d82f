//! Correlations between metrics over systems, documents or segments, from replicates that all metrics
//! share.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::options::{CorrelationKind, Over};
use super::request::CorrelatedMetrics;
use super::scores::{Scores, over_parts, over_systems, paired};
use crate::analyses::common::{Bounds, Probability, comparable};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::comparison::{Differences, NullCentre};
use crate::stats::correlation::williams;
use crate::stats::interval::percentile;
use crate::stats::{Direction, Distribution, Reason, tails_are_populated};

/// Correlations of all pairs that were asked for. Metrics are oriented first: scores of which lower ones
/// are better enter with a minus sign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationSet {
    /// Pair by pair, kind by kind.
    pub estimates: Vec<CorrelationEstimate>,
    /// Difference by difference, kind by kind.
    pub differences: Vec<CorrelationDifference>,
}

/// A correlation. Reasons are texts for the column `status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationEstimate {
    /// The coefficient, or why there is none.
    pub value: Result<f64, Reason>,
    /// Pairs of scores behind it.
    pub pairs: u64,
    /// Mean of its replicates.
    pub mean: Option<f64>,
    /// Replicates without a coefficient.
    pub undefined: u64,
    /// Percentile interval, or why there is none.
    pub interval: Result<Bounds, Reason>,
}

/// The difference of two correlations with the same third metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationDifference {
    /// The difference, or why there is none.
    pub difference: Result<f64, Reason>,
    /// Replicates without a difference.
    pub undefined: u64,
    /// Percentile interval, or why there is none.
    pub interval: Result<Bounds, Reason>,
    /// Two-sided p of Williams' test, of Pearson's coefficients over systems alone.
    pub williams: Option<f64>,
    /// Two-sided bootstrap test centred on the mean of the replicates, or why there is none.
    pub centred: Result<Probability, Reason>,
}

/// Correlations of the metrics of `group`, or why there are none.
pub(super) fn correlations(
    job: &JobResults<'_>,
    group: &Group<'_>,
    options: &CorrelatedMetrics,
) -> Result<CorrelationSet, Reason> {
    let systems = group.scorings.len() / options.metrics.max(1);
    let scored: Vec<&ScoredTestSet> =
        group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
    let has_replicates =
        group.replicates > 0 && scored.iter().all(|system| system.has_replicates());
    let metrics: Vec<&[&ScoredTestSet]> = scored.chunks_exact(systems.max(1)).collect();
    if options.over == Over::Systems {
        check_segments(&metrics)?;
    }
    let scores = match options.over {
        Over::Systems => over_systems(job, group, &metrics, has_replicates),
        Over::Documents | Over::Segments => over_parts(job, &metrics, options.over),
    };
    let kinds = options.kinds();
    let drawn = if has_replicates {
        scores.replicates(group.replicates as usize, &needed(options), &kinds)
    } else {
        BTreeMap::new()
    };
    let estimates = options.pairs.iter().flat_map(|pair| {
        let (scores, drawn) = (&scores, &drawn);
        kinds.iter().enumerate().map(move |(index, kind)| {
            let own = drawn.get(&ordered(*pair)).map(|kinds| kinds[index].as_slice());
            scores.estimate(*pair, *kind, own, options.level)
        })
    });
    let differences = options.differences.iter().flat_map(|triple| {
        let (scores, drawn) = (&scores, &drawn);
        kinds.iter().enumerate().map(move |(index, kind)| {
            let [first, second] = [triple.0, triple.1].map(|metric| {
                drawn.get(&ordered((metric, triple.2))).map(|kinds| kinds[index].as_slice())
            });
            scores.difference(*triple, *kind, first.zip(second), options)
        })
    });
    Ok(CorrelationSet { estimates: estimates.collect(), differences: differences.collect() })
}

/// Checks that all systems are scored on the same segments: otherwise they would differ by their texts. Rows
/// are compared within a metric, since some metrics have one for each segment, others one for each
/// document; which segments count is the same for all metrics of a family.
fn check_segments(metrics: &[&[&ScoredTestSet]]) -> Result<(), Reason> {
    for systems in metrics {
        for system in *systems {
            comparable([systems[0], system])?;
            if system.judged_segments != metrics[0][0].judged_segments {
                return Err(Reason::DifferentSegments);
            }
        }
    }
    Ok(())
}

/// Pairs of metrics that need replicates, the first before the second.
fn needed(options: &CorrelatedMetrics) -> Vec<(usize, usize)> {
    let compared =
        options.differences.iter().flat_map(|(m, n, third)| [(*m, *third), (*n, *third)]);
    let all: BTreeSet<(usize, usize)> =
        options.pairs.iter().copied().chain(compared).map(ordered).collect();
    all.into_iter().collect()
}

fn ordered((a, b): (usize, usize)) -> (usize, usize) {
    (a.min(b), a.max(b))
}

impl Scores<'_> {
    fn estimate(
        &self,
        (a, b): (usize, usize),
        kind: CorrelationKind,
        replicates: Option<&[f64]>,
        level: f64,
    ) -> CorrelationEstimate {
        let (x, y) = (&self.values[a], &self.values[b]);
        let value = kind.estimate(x, y);
        let drawn = replicates.filter(|_| value.is_ok()).map(Distribution::new);
        let interval = match (&value, &drawn) {
            (Err(undefined), _) => Err(*undefined),
            (Ok(_), None) => Err(Reason::OneUnit),
            (Ok(_), Some(drawn)) => bounds(drawn, level),
        };
        CorrelationEstimate {
            value,
            pairs: paired(x, y) as u64,
            mean: drawn.as_ref().and_then(Distribution::mean),
            undefined: drawn.as_ref().map_or(0, |drawn| drawn.undefined() as u64),
            interval,
        }
    }

    fn difference(
        &self,
        (m, n, third): (usize, usize, usize),
        kind: CorrelationKind,
        replicates: Option<(&[f64], &[f64])>,
        options: &CorrelatedMetrics,
    ) -> CorrelationDifference {
        let between = |a: usize, b: usize| kind.estimate(&self.values[a], &self.values[b]);
        let both = between(m, third).and_then(|first| Ok([first, between(n, third)?]));
        let nothing = |difference: Result<f64, Reason>, reason: Reason| CorrelationDifference {
            difference,
            undefined: 0,
            interval: Err(reason),
            williams: None,
            centred: Err(reason),
        };
        let both = match both {
            Ok(both) => both,
            Err(undefined) => return nothing(Err(undefined), undefined),
        };
        // The test is for Pearson's coefficient of independent pairs: parts of one text are not
        // independent.
        let is_testable = kind == CorrelationKind::Pearson && options.over == Over::Systems;
        let systems = self.values[m].len();
        let other = between(m, n).ok().filter(|_| is_testable);
        let williams = other.and_then(|r| williams(both[0], both[1], r, systems).ok());
        let known = CorrelationDifference {
            williams: williams.map(|test| test.p),
            ..nothing(Ok(both[0] - both[1]), Reason::OneUnit)
        };
        let Some((first, second)) = replicates else { return known };
        match Differences::new(both, [first, second], Direction::HigherIsBetter) {
            Err(undefined) => {
                CorrelationDifference { interval: Err(undefined), centred: Err(undefined), ..known }
            }
            Ok(found) => CorrelationDifference {
                undefined: found.replicates().undefined() as u64,
                interval: bounds(found.replicates(), options.level),
                centred: found.centred_test(NullCentre::ReplicateMean).map(Into::into),
                ..known
            },
        }
    }
}

fn bounds(drawn: &Distribution, level: f64) -> Result<Bounds, Reason> {
    if !tails_are_populated(drawn.len(), level) {
        return Err(Reason::TooFewReplicates);
    }
    percentile(drawn, level).map(Bounds::from)
}
