//! The table `intervals`: one row per method and level.

use super::options::Intervals;
use super::{
    IntervalEstimate, IntervalRow, IntervalSet, ReportedMethod, SACREBLEU_LEVEL, ScoreIntervals,
};
use crate::analyses::results::{CellResults, Results};
use crate::analyses::scores::Summary;
use crate::stats::jackknife::small_sample_factor;
use crate::table::Cell;

/// One row per cell, method and level, in the order of cells; where a cell has no interval, the row
/// says why. Rows are made one by one.
pub fn each_interval<'a>(results: &'a Results<'a>) -> impl Iterator<Item = IntervalRow> {
    let cells = results.cells(|study| study.analyses.get::<super::options::Intervals>().is_some());
    cells.flat_map(|place| rows(&place))
}

fn rows(place: &CellResults<'_>) -> Vec<IntervalRow> {
    let CellResults { on_corpus, at, .. } = place;
    let question = ScoreIntervals::of(on_corpus.study).expect("the study has intervals");
    let outcome = place.outcome();
    let cell = CellIntervals {
        place,
        cell: place.cell(&outcome),
        set: outcome.result.map(|_| on_corpus.requested(&question).get(*at, &[at.scoring])),
        summary: outcome.result,
    };
    let kinds = kinds(&question.options).into_iter().enumerate();
    kinds.map(|(index, (method, level))| cell.row(index, method, level)).collect()
}

/// Methods and levels in the order of estimates; an estimate may say that it is by another method.
fn kinds(options: &Intervals) -> Vec<(ReportedMethod, f64)> {
    if let Some(compat) = options.compat {
        return vec![(compat.into(), SACREBLEU_LEVEL)];
    }
    let methods = options.methods().iter();
    methods
        .flat_map(|method| options.levels.iter().map(|level| ((*method).into(), *level)))
        .collect()
}

/// The intervals of a cell.
struct CellIntervals<'a> {
    place: &'a CellResults<'a>,
    cell: Cell,
    /// Where there is a score.
    set: Option<IntervalSet>,
    summary: Option<Summary>,
}

impl CellIntervals<'_> {
    fn row(&self, index: usize, method: ReportedMethod, level: f64) -> IntervalRow {
        let CellResults { on_corpus, at, .. } = self.place;
        let names = self.place.scoring();
        let none = IntervalEstimate::default();
        let estimate = self.set.as_ref().and_then(|set| set.estimates.get(index));
        let mut cell = self.cell.clone();
        if let Some(estimate) = estimate {
            cell.status = estimate.status;
        }
        let estimate = estimate.unwrap_or(&none);
        let median = self.set.as_ref().and_then(|set| set.median);
        let half_width = estimate.lower.zip(estimate.upper).map(|(low, high)| 0.5 * (high - low));
        let [lower, upper] = [estimate.lower, estimate.upper].map(|end| Some(end? - median?));
        let [relative_lower, relative_upper, relative_half_width] =
            [lower, upper, half_width].map(|value| on_corpus.relative(at.scoring, value?, median?));
        let units = self.summary.map(|summary| summary.judged_units);
        // Strata of few units lack different factors, and so do units crossed with judges.
        let has_factor = on_corpus.grid.strata.is_none() && !names.has_judges();
        let factor = units.filter(|_| has_factor).and_then(|units| usize::try_from(units).ok());
        IntervalRow {
            cell,
            method: estimate.method.map_or(method, |method| names.method(method)),
            level,
            score: self.summary.and_then(|summary| summary.score),
            replicate_mean: self.set.as_ref().and_then(|set| set.mean),
            replicate_median: median,
            lower: estimate.lower,
            upper: estimate.upper,
            lower_error: estimate.lower_error,
            upper_error: estimate.upper_error,
            half_width,
            relative_lower,
            relative_upper,
            relative_half_width,
            standard_error: estimate.standard_error,
            bias_correction: estimate.bias,
            acceleration: estimate.acceleration,
            dropped_replicates: estimate.dropped,
            units,
            small_sample_factor: factor.and_then(|units| small_sample_factor(units).ok()),
            design_effect: self.summary.and_then(|summary| summary.design_effect),
            icc: self.summary.and_then(|summary| summary.icc),
            resample: names.resample,
            signature: names.signature.clone(),
        }
    }
}
