//! How the table `favoured` is filled.

use super::options::Favoured;
use super::request::{self, FavouredSystems, SystemResidual};
use super::row::FavouredRow;
use crate::analyses::results::{Coordinates, GridResults, Results};
use crate::plan::{Family, Placement};
use crate::stats::direction::Direction;
use crate::stats::multiplicity::holm;
use crate::stats::reason::Reason;

/// For each set of references, test set, repeat and number of replicates: metrics, what they are compared with, systems.
pub fn favoured(results: &Results<'_>) -> Vec<FavouredRow> {
    let mut rows = Vec::new();
    for (on_corpus, _) in results.asking(|study| study.analyses.get::<Favoured>()) {
        for family in &on_corpus.grid.correlated {
            let group = request::group(family);
            if group.is_empty() {
                continue;
            }
            let question = FavouredSystems::new(on_corpus.study.level, family);
            let requested = on_corpus.requested(&question);
            for ((), placement, draw) in on_corpus.walk(std::iter::once(())) {
                let at = draw.at(placement.test_set, group[0]);
                let by_pair = requested.get(at, &group);
                for (pair, systems) in family.pairs.iter().zip(by_pair) {
                    rows.extend(of_pair(&on_corpus, family, (placement, at), *pair, &systems));
                }
            }
        }
    }
    rows
}

fn of_pair(
    on_corpus: &GridResults<'_>,
    family: &Family,
    (placement, at): (&Placement, Coordinates),
    (metric, against): (usize, usize),
    residuals: &Result<Vec<SystemResidual>, Reason>,
) -> Vec<FavouredRow> {
    let [metric, against] = [metric, against].map(|member| &family.members[member]);
    let [scores, judged] = [metric, against].map(|member| -> Vec<Option<f64>> {
        let outcomes = member
            .scorings
            .iter()
            .map(|scoring| on_corpus.outcome(Coordinates { scoring: *scoring, ..at }));
        outcomes.map(|outcome| outcome.result.and_then(|result| result.score)).collect()
    });
    let p_values: Vec<Option<f64>> = match residuals {
        Ok(residuals) => residuals.iter().map(|residual| residual.p_value).collect(),
        Err(_) => Vec::new(),
    };
    let adjusted = holm(&p_values);
    metric
        .scorings
        .iter()
        .enumerate()
        .map(|(place, scoring): (usize, &usize)| {
            let at = Coordinates { scoring: *scoring, ..at };
            let mut cell = on_corpus.cell(at, Some(placement), &on_corpus.outcome(at));
            let residual = residuals.as_ref().ok().and_then(|residuals| residuals.get(place));
            if let (Err(reason), true) = (residuals, cell.status.is_ok()) {
                cell.status = (*reason).into();
            }
            let ranks = rank(&judged, place, on_corpus.direction(against.scorings[place]))
                .zip(rank(&scores, place, on_corpus.direction(*scoring)));
            FavouredRow {
                cell,
                against: on_corpus.names.scorings[against.named].metric.clone(),
                score: scores[place],
                judged: judged[place],
                residual: residual.map(|residual| residual.residual),
                deleted_residual: residual.map(|residual| residual.deleted),
                ci_lower: residual.and_then(|residual| residual.ends).map(|ends| ends.0),
                ci_upper: residual.and_then(|residual| residual.ends).map(|ends| ends.1),
                t: residual.and_then(|residual| residual.t),
                p_value: residual.and_then(|residual| residual.p_value),
                p_adjusted: adjusted.get(place).copied().flatten(),
                ranks_gained: ranks.map(|(judged, by_metric)| judged - by_metric),
            }
        })
        .collect()
}

/// The rank of a system, that of the best being 1; systems that tie share the best.
fn rank(scores: &[Option<f64>], place: usize, direction: Direction) -> Option<f64> {
    let score_here = direction.orient(scores[place]?);
    let better = scores.iter().flatten().filter(|score| direction.orient(**score) > score_here);
    Some(better.count() as f64 + 1.0)
}
