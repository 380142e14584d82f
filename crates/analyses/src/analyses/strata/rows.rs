//! The table `strata`: a row per cell and stratum.

use super::{StratumRow, StratumScore, StratumScores};
use crate::analyses::common::study_cells::{StudyCell, study_cells};
use crate::analyses::results::{Coordinates, Results};
use crate::plan::CorpusStrata;
use crate::stats::interval::student;

/// One row per cell and stratum, in the order of cells and of the strata of the corpus. Rows are made cell
/// by cell.
pub fn each_stratum<'a>(results: &'a Results<'a>) -> impl Iterator<Item = StratumRow> {
    let asking = study_cells(results, |study| study.strata.is_some());
    asking.flat_map(move |place| rows(results, &place))
}

fn rows(results: &Results<'_>, place: &StudyCell<'_>) -> Vec<StratumRow> {
    let StudyCell { grid, names, placement, at } = place;
    let Some(strata) = &grid.strata else { return Vec::new() };
    let (plan, level) = (results.plan, results.plan.spec.studies[grid.study].level);
    let outcome = results.outcome(grid, *at);
    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
    let cell = names.cell(plan, grid, *at, ordering, fraction, &outcome);
    // Asked once for all repeats and numbers of replicates, where there may be a score.
    let is_asked = plan.corpora[grid.corpus].scorings[at.scoring].obstacle.is_none();
    let once = Coordinates { repeat: 1, replicates: 0, ..*at };
    let found = if is_asked {
        results.requested(grid, &StratumScores {}).get(once, &[at.scoring])
    } else {
        Vec::new()
    };
    let shares = variance_shares(strata, &found);
    let row = |(index, name): (usize, &std::sync::Arc<str>)| {
        let own = found.get(index);
        let mut cell = cell.clone();
        let error = own.and_then(|own| Some((own.score?, own.standard_error?)));
        let units = own.map(|own| own.units);
        let interval = error.map(|(score, error)| {
            student(score, error, own.map_or(0.0, |own| own.degrees_of_freedom), level)
        });
        // A stratum may have a score where the cell has none.
        if let Some(own) = own {
            cell.status = match &interval {
                Some(Err(reason)) => (*reason).into(),
                _ => own.status,
            };
        }
        let margin = interval.and_then(Result::ok);
        StratumRow {
            cell,
            stratum: name.clone(),
            stratified_by: strata.by.name().into(),
            weighting: strata.weighting.into(),
            weight: strata.weights[index],
            stratum_documents: own.map(|own| own.documents),
            stratum_segments: own.map(|own| own.segments),
            units,
            stratum_score: own.and_then(|own| own.score),
            standard_error: own.and_then(|own| own.standard_error),
            margin: margin.map(|interval| 0.5 * (interval.upper - interval.lower)),
            level,
            variance_share: shares.as_ref().map(|shares| shares[index]),
            resample: names.resample.clone(),
            signature: names.scorings[at.scoring].signature.clone(),
        }
    };
    strata.names.iter().enumerate().map(row).collect()
}

/// Shares of strata in the variance of their weighted sum; nothing where a stratum has no standard error, or
/// all are 0.
fn variance_shares(strata: &CorpusStrata, found: &[StratumScore]) -> Option<Vec<f64>> {
    let squares = found.iter().zip(&strata.weights).map(|(own, weight)| {
        let error = weight * own.standard_error?;
        Some(error * error)
    });
    let squares: Vec<f64> = squares.collect::<Option<_>>()?;
    let total: f64 = squares.iter().sum();
    (total > 0.0).then(|| squares.into_iter().map(|square| square / total).collect())
}
