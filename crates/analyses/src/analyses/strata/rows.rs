//! The table `strata`: a row per cell and stratum.

use super::{StratumRow, StratumScore, StratumScores};
use crate::analyses::results::{CellResults, Coordinates, Results};
use crate::plan::CorpusStrata;
use crate::stats::interval::student;

/// One row per cell and stratum, in the order of cells and of the strata of the corpus. Rows are made cell
/// by cell.
pub fn each_stratum<'a>(results: &'a Results<'a>) -> impl Iterator<Item = StratumRow> {
    results.cells(|study| study.strata.is_some()).flat_map(|place| rows(&place))
}

fn rows(place: &CellResults<'_>) -> Vec<StratumRow> {
    let CellResults { on_corpus, at, .. } = place;
    let Some(strata) = &on_corpus.grid.strata else { return Vec::new() };
    let level = on_corpus.study.level;
    let cell = place.cell(&place.outcome());
    // Asked once for all repeats and numbers of replicates, where there may be a score.
    let once = Coordinates { repeat: 1, replicates: 0, ..*at };
    let scores = match on_corpus.scoring(at.scoring).obstacle {
        None => on_corpus.requested(&StratumScores {}).get(once, &[at.scoring]),
        Some(_) => Vec::new(),
    };
    let shares = variance_shares(strata, &scores);
    let rows = strata.names.iter().enumerate().map(|(index, name)| {
        let score = scores.get(index);
        let mut cell = cell.clone();
        let interval = score.and_then(|stratum| {
            let (score, error) = stratum.score.zip(stratum.standard_error)?;
            Some(student(score, error, stratum.degrees_of_freedom, level))
        });
        // A stratum may have a score where the cell has none.
        if let Some(stratum) = score {
            cell.status = match &interval {
                Some(Err(reason)) => (*reason).into(),
                _ => stratum.status,
            };
        }
        let margin = interval.and_then(Result::ok);
        StratumRow {
            cell,
            stratum: name.clone(),
            stratified_by: strata.by,
            weighting: strata.weighting,
            weight: strata.weights[index],
            stratum_documents: score.map(|stratum| stratum.documents),
            stratum_segments: score.map(|stratum| stratum.segments),
            units: score.map(|stratum| stratum.units),
            stratum_score: score.and_then(|stratum| stratum.score),
            standard_error: score.and_then(|stratum| stratum.standard_error),
            margin: margin.map(|interval| 0.5 * (interval.upper - interval.lower)),
            level,
            variance_share: shares.as_ref().map(|shares| shares[index]),
            resample: on_corpus.names.resample,
            signature: place.scoring().signature.clone(),
        }
    });
    rows.collect()
}

/// Shares of strata in the variance of their weighted sum; nothing where a stratum has no standard error, or
/// all are 0.
fn variance_shares(strata: &CorpusStrata, scores: &[StratumScore]) -> Option<Vec<f64>> {
    let squares = scores.iter().zip(&strata.weights).map(|(stratum, weight)| {
        let error = weight * stratum.standard_error?;
        Some(error * error)
    });
    let squares: Vec<f64> = squares.collect::<Option<_>>()?;
    let total: f64 = squares.iter().sum();
    (total > 0.0).then(|| squares.into_iter().map(|square| square / total).collect())
}
