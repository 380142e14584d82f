//! The table `intervals`: one row per method and level.

use std::sync::Arc;

use super::IntervalRow;
use super::options::{IntervalMethod, Intervals};
use super::{IntervalEstimate, IntervalSet, SACREBLEU_LEVEL, ScoreIntervals};
use crate::analyses::common::study_cells::{StudyCell, study_cells};
use crate::analyses::results::{Results, ScoringNames};
use crate::analyses::scores::Summary;
use crate::stats::jackknife::small_sample_factor;
use crate::table::Cell;

/// One row per cell, method and level, in the order of cells; where a cell has no interval, the row
/// says why. Rows are made one by one.
pub fn each_interval(results: &Results<'_>) -> impl Iterator<Item = IntervalRow> {
    let asking =
        study_cells(results, |study| study.analyses.get::<super::options::Intervals>().is_some());
    asking.flat_map(move |place| rows(results, &place))
}

fn rows(results: &Results<'_>, place: &StudyCell<'_>) -> Vec<IntervalRow> {
    let StudyCell { grid, names, placement, at } = place;
    let (plan, at) = (results.plan, *at);
    let study = &plan.spec.studies[grid.study];
    let question = ScoreIntervals::of(study).expect("the study has intervals");
    let outcome = results.outcome(grid, at);
    let own = &names.scorings[at.scoring];
    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
    let found = Found {
        cell: names.cell(plan, grid, at, ordering, fraction, &outcome),
        set: outcome.result.map(|_| results.requested(grid, &question).get(at, &[at.scoring])),
        has_factor: grid.strata.is_none() && !own.has_judges(),
        summary: outcome.result,
        percent: |value, median| {
            let metric = plan.corpora[grid.corpus].scorings[at.scoring].metric;
            results.relative(metric, value, median)
        },
        own,
    };
    let asked = asked(&question.options);
    let row =
        |(index, (method, level)): (usize, &(Arc<str>, f64))| found.row(index, method, *level);
    asked.iter().enumerate().map(row).collect()
}

/// Methods and levels in the order of estimates; an estimate may say that it is by another method.
fn asked(options: &Intervals) -> Vec<(Arc<str>, f64)> {
    if let Some(compat) = options.compat {
        return vec![(compat.name().into(), SACREBLEU_LEVEL)];
    }
    let of_method = |method: &IntervalMethod| {
        let name: Arc<str> = method.name().into();
        options.levels.iter().map(move |level| (name.clone(), *level))
    };
    options.methods().iter().flat_map(of_method).collect()
}

/// What the rows of a cell share.
struct Found<'a, P> {
    cell: Cell,
    /// Where there is a score.
    set: Option<IntervalSet>,
    /// Strata of few units lack different factors, and so do units crossed with judges.
    has_factor: bool,
    summary: Option<Summary>,
    /// A value in percent of another.
    percent: P,
    own: &'a ScoringNames,
}

impl<P: Fn(f64, f64) -> Option<f64>> Found<'_, P> {
    fn row(&self, index: usize, method: &Arc<str>, level: f64) -> IntervalRow {
        let none = IntervalEstimate::default();
        let estimate = self.set.as_ref().and_then(|set| set.estimates.get(index));
        let mut cell = self.cell.clone();
        if let Some(estimate) = estimate {
            cell.status = estimate.status;
        }
        let estimate = estimate.unwrap_or(&none);
        let median = self.set.as_ref().and_then(|set| set.median);
        let percent = |value: Option<f64>| (self.percent)(value?, median?);
        let from_median = |end: Option<f64>| percent(Some(end? - median?));
        let half_width = estimate.lower.zip(estimate.upper).map(|(low, high)| 0.5 * (high - low));
        let units = self.summary.map(|summary| summary.judged_units);
        let factor = units.filter(|_| self.has_factor);
        let factor =
            factor.and_then(|units| small_sample_factor(usize::try_from(units).ok()?).ok());
        IntervalRow {
            cell,
            method: estimate
                .method
                .map_or_else(|| method.clone(), |method| self.own.method(method).into()),
            level,
            score: self.summary.and_then(|summary| summary.score),
            replicate_mean: self.set.as_ref().and_then(|set| set.mean),
            replicate_median: median,
            lower: estimate.lower,
            upper: estimate.upper,
            lower_error: estimate.lower_error,
            upper_error: estimate.upper_error,
            half_width,
            relative_lower: from_median(estimate.lower),
            relative_upper: from_median(estimate.upper),
            relative_half_width: percent(half_width),
            standard_error: estimate.standard_error,
            bias_correction: estimate.bias,
            acceleration: estimate.acceleration,
            dropped_replicates: estimate.dropped,
            units,
            small_sample_factor: factor,
            design_effect: self.summary.and_then(|summary| summary.design_effect),
            icc: self.summary.and_then(|summary| summary.icc),
            resample: self.own.resample.clone(),
            signature: self.own.signature.clone(),
        }
    }
}
