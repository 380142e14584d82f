//! The table `new_rankings`: what new test sets would say of the ranking, size by size.

use std::sync::Arc;

use super::NewRankingRow;
use super::new_rankings::{self, Expected, ExpectedLead, ExpectedOfSize, NewTestSets, Size};
use super::options::Ranking;
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{
    Coordinates, Draw, GridResults, Results, document_count, outcomes, scores, unscored,
};
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// One row per size, in the order of studies, corpora, groups of systems, repeats, replicates, sizes.
pub fn new_rankings(results: &Results<'_>) -> Vec<NewRankingRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Ranking>()) {
        let context = results.plan.context(on_corpus.grid);
        let basis = largest_test_sets(&context);
        for group in on_corpus.scored_groups() {
            let Some(question) = new_rankings::question(&context, &group) else { continue };
            let group_rows =
                GroupRows { on_corpus: &on_corpus, options, basis: &basis, group: &group };
            rows.extend(on_corpus.draws().flat_map(|draw| group_rows.rows(&question, draw)));
        }
    }
    rows
}

struct GroupRows<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Ranking,
    basis: &'a [usize],
    group: &'a Arc<[usize]>,
}

impl GroupRows<'_> {
    fn rows(&self, question: &NewTestSets, draw: Draw) -> Vec<NewRankingRow> {
        let Self { on_corpus, group, .. } = self;
        let requested = on_corpus.requested(question);
        let on_basis = self.basis.iter().map(|test_set| {
            let at = draw.at(*test_set, group[0]);
            match unscored(&outcomes(on_corpus, group, at)) {
                Some(status) => Err(status),
                None => requested.get(at, group).map_err(Status::from),
            }
        });
        let found: Result<Vec<Expected>, Status> = on_basis.collect();
        let status = found.as_ref().err().copied().unwrap_or(Status::OK);
        let found = found.ok();
        let leaders =
            found.as_deref().map(|found| self.leaders(found, draw.at(self.basis[0], group[0])));
        let expected = found.as_deref().map(means).unwrap_or_default();
        let sizes = on_corpus.by_size().into_values().zip(&question.sizes).enumerate();
        let rows = sizes.map(|(index, (placements, size))| {
            let expected = expected.get(index).copied().flatten();
            let status = match expected {
                None if found.is_some() => Reason::NoJudgedSegments.into(),
                _ => status,
            };
            let test_sets: Vec<usize> =
                placements.iter().map(|placement| placement.test_set).collect();
            let at = draw.at(test_sets[0], group[0]);
            let cell = on_corpus.cell_over(&test_sets, at, (None, placements[0].fraction), status);
            self.row(cell, *size, expected, found.as_deref(), leaders.as_ref())
        });
        rows.collect()
    }

    fn row(
        &self,
        cell: Cell,
        size: Size,
        expected: Option<ExpectedOfSize>,
        found: Option<&[Expected]>,
        leaders: Option<&Leaders>,
    ) -> NewRankingRow {
        let units = found.map(|found| {
            found.iter().map(|expected| expected.units).sum::<f64>() / found.len() as f64
        });
        NewRankingRow {
            cell,
            systems: document_count(self.group.len()),
            basis_test_sets: document_count(self.basis.len()),
            basis_units: units,
            scored_documents: size.documents,
            scored_segments: size.segments,
            units: expected.map(|expected| expected.units),
            resample: self.on_corpus.names.resample,
            best_system: leaders.map(|leaders| leaders.best.join(" + ").into()),
            best_systems: leaders.map(|leaders| document_count(leaders.best.len())),
            best_again: expected.map(|expected| expected.best_again),
            second_system: found.and_then(|found| self.second(found)),
            lead: found.map(|found| mean(found, |lead| lead.observed)),
            expected_lead: found.map(|found| mean(found, |lead| lead.expected)),
            rival: leaders.and_then(|leaders| Some(leaders.rival.clone()?.0)),
            rival_best: leaders.and_then(|leaders| Some(leaders.rival.clone()?.1)),
            best_is_best: expected.map(|expected| expected.best_is_best),
            top: self.options.top,
            top_is_top: expected.and_then(|expected| expected.top_is_top),
            clusters_hold: expected.and_then(|expected| expected.clusters_hold),
            order_is_true: expected.map(|expected| expected.order_is_true),
            orders_agree: expected.map(|expected| expected.agreement[0]),
            bests_agree: expected.map(|expected| expected.agreement[1]),
            pairs_agree: expected.map(|expected| expected.agreement[2]),
            probability: self.options.probability,
            trials: found.and_then(|found| found.iter().map(|one| one.trials).min()),
        }
    }

    /// Of one test set, the system with the second best score.
    fn second(&self, found: &[Expected]) -> Option<Arc<str>> {
        let [one] = found else { return None };
        let scoring = *self.group.get(one.lead.second as usize)?;
        Some(self.on_corpus.names.scorings[scoring].system.clone())
    }

    /// The best system or systems, and the one that comes next.
    fn leaders(&self, found: &[Expected], at: Coordinates) -> Leaders {
        let n = found.len() as f64;
        let Self { on_corpus, group, .. } = self;
        let probabilities: Vec<f64> = (0..group.len())
            .map(|system| found.iter().map(|expected| expected.best[system]).sum::<f64>() / n)
            .collect();
        let direction = on_corpus.direction(group[0]);
        let keys = if found.len() > 1 {
            // Several test sets have no scores in common that could name a best system.
            probabilities.clone()
        } else {
            let scores = scores(&outcomes(on_corpus, group, at));
            scores.into_iter().map(|score| direction.orient(score)).collect()
        };
        let most = keys.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (best, others): (Vec<usize>, Vec<usize>) =
            (0..group.len()).partition(|system| keys[*system] >= most);
        let rival = others
            .into_iter()
            .filter(|system| probabilities[*system] > 0.0)
            .max_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
        let name = |system: usize| on_corpus.names.scorings[group[system]].system.clone();
        Leaders {
            best: best.into_iter().map(name).collect(),
            rival: rival.map(|system| (name(system), probabilities[system])),
        }
    }
}

/// The best systems, and how probably the next one is best in a new test set.
struct Leaders {
    best: Vec<Arc<str>>,
    rival: Option<(Arc<str>, f64)>,
}

/// Mean over test sets, each with its own best and second.
fn mean(found: &[Expected], value: fn(&ExpectedLead) -> f64) -> f64 {
    found.iter().map(|one| value(&one.lead)).sum::<f64>() / found.len() as f64
}

/// Means over test sets, size by size.
fn means(found: &[Expected]) -> Vec<Option<ExpectedOfSize>> {
    let n = found.len() as f64;
    let sizes = (0..found[0].sizes.len()).map(|size| {
        let expectations: Vec<ExpectedOfSize> =
            found.iter().map(|expected| expected.sizes[size]).collect::<Option<_>>()?;
        let mean =
            |value: fn(&ExpectedOfSize) -> f64| expectations.iter().map(value).sum::<f64>() / n;
        let mean_of = |value: fn(&ExpectedOfSize) -> Option<f64>| {
            let values: Option<Vec<f64>> = expectations.iter().map(value).collect();
            Some(values?.iter().sum::<f64>() / n)
        };
        let agreement = [0, 1, 2].map(|index: usize| {
            expectations.iter().map(|expected| expected.agreement[index]).sum::<f64>() / n
        });
        Some(ExpectedOfSize {
            units: mean(|expectations| expectations.units),
            best_is_best: mean(|expectations| expectations.best_is_best),
            best_again: mean(|expectations| expectations.best_again),
            top_is_top: mean_of(|expectations| expectations.top_is_top),
            clusters_hold: mean_of(|expectations| expectations.clusters_hold),
            order_is_true: mean(|expectations| expectations.order_is_true),
            agreement,
        })
    });
    sizes.collect()
}
