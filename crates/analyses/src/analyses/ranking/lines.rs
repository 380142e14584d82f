//! Clusters of systems: where a ranking may be cut.

use crate::analyses::common::two_way::{TwoWayErrors, TwoWayPair};
use crate::analyses::{PairError, PairedErrors, Pairs};
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::comparison::least_p_of_units;
use crate::stats::ranking::clusters_by_tests;
use crate::stats::{Direction, Reason, holm, student_p_value};

/// A p-value may exceed 1 - level by this much and still be significant: 1 - 0.95 is not 0.05 in binary.
const ROUNDING: f64 = 1e-12;

/// Difference of a pair with its p-value; nothing where it cannot be tested.
type Tested = Option<(f64, Option<f64>)>;

/// Clusters, 1 = best, of the systems of `group` with these `scores`: a line is drawn below a system where it and all
/// above differ from all below, each pair by the default test, adjusted by Holm over all pairs of the metric. Identical systems
/// do not differ; nothing is said where another pair has no test.
pub(super) fn clusters(
    job: &JobResults<'_>,
    group: &Group<'_>,
    (scores, direction): (&[f64], Direction),
    level: f64,
) -> Option<Vec<u32>> {
    let is_crossed =
        group.scorings.first().is_some_and(|scoring| job.system(*scoring).crossed().is_some());
    let tested: Option<Vec<(f64, Option<f64>)>> = if is_crossed {
        let pairs = TwoWayErrors { pairs: Pairs::All }.compute(job, group);
        pairs.iter().map(of_texts_and_judges).collect()
    } else {
        let pairs = PairedErrors { pairs: Pairs::All }.compute(job, group);
        pairs.iter().map(of_texts).collect()
    };
    let tested = tested?;
    let p_values: Vec<Option<f64>> = tested.iter().map(|(_, p)| *p).collect();
    let adjusted = holm(&p_values);
    let systems = scores.len();
    let mut is_better = vec![vec![false; systems]; systems];
    for (((a, b), (delta, _)), p) in Pairs::All.of(systems).into_iter().zip(tested).zip(adjusted) {
        if p.is_some_and(|p| p <= 1.0 - level + ROUNDING) {
            let (high, low) = if direction.orient(delta) > 0.0 { (a, b) } else { (b, a) };
            is_better[high][low] = true;
        }
    }
    let mut order: Vec<usize> = (0..systems).collect();
    let oriented: Vec<f64> = scores.iter().map(|score| direction.orient(*score)).collect();
    order.sort_by(|one, other| oriented[*other].total_cmp(&oriented[*one]));
    let clusters = clusters_by_tests(&order, |high, low| is_better[high][low]);
    Some(clusters.into_iter().map(|cluster| u32::try_from(cluster).unwrap_or(u32::MAX)).collect())
}

/// The work of the tests.
pub(super) fn work(size: &TaskSize) -> Work {
    PairedErrors { pairs: Pairs::All }.work(size)
}

fn of_texts(pair: &PairError) -> Tested {
    let delta = pair.delta?;
    if pair.identical {
        return Some((delta, None));
    }
    let p = match &pair.standard_error {
        Err(Reason::NoVariation) => least_p_of_units(pair.units),
        error => student_p_value(delta, *error.as_ref().ok()?, pair.freedom.degrees),
    };
    Some((delta, Some(p)))
}

fn of_texts_and_judges(pair: &TwoWayPair) -> Tested {
    let delta = pair.delta?;
    if pair.identical {
        return Some((delta, None));
    }
    let error = pair.error.as_ref().ok()?;
    Some((delta, Some(student_p_value(delta, error.standard_error, error.degrees_of_freedom))))
}
