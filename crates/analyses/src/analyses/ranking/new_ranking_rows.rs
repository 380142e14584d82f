//! The table `new_rankings`: what new test sets would say of the ranking, size by size.

use std::sync::Arc;

use super::NewRankingRow;
use super::new_rankings::{self, Expected, ExpectedLead, ExpectedOfSize, NewTestSets, Size};
use super::options::Ranking;
use crate::analyses::common::sizes::{by_size_in, largest_test_sets};
use crate::analyses::results::{CellNames, Coordinates, Outcome, Results, document_count};
use crate::plan::{Grid, GridContext, Placement};
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// One row per size, in the order of studies, corpora, groups of systems, repeats, replicates, sizes.
pub fn new_rankings(results: &Results<'_>) -> Vec<NewRankingRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(options) = plan.spec.studies[grid.study].analyses.get::<super::options::Ranking>()
        else {
            continue;
        };
        let names = CellNames::new(plan, grid);
        let context = plan.context(grid);
        let basis = largest_test_sets(&context);
        for group in grid.groups(&plan.corpora[grid.corpus]) {
            let Some(question) = new_rankings::question(&context, &group) else { continue };
            let of_group = GroupRows {
                results,
                grid,
                context: &context,
                options,
                names: &names,
                basis: &basis,
                group: &group,
            };
            for (repeat, replicates) in results.repeats_and_replicates(grid) {
                rows.extend(of_group.rows(&question, repeat, replicates));
            }
        }
    }
    rows
}

struct GroupRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    context: &'a GridContext<'a>,
    options: &'a Ranking,
    names: &'a CellNames,
    basis: &'a [usize],
    group: &'a Arc<[usize]>,
}

impl GroupRows<'_> {
    fn rows(&self, question: &NewTestSets, repeat: u32, replicates: u32) -> Vec<NewRankingRow> {
        let requested = self.results.requested(self.grid, question);
        let scoring = self.group[0];
        let at = |test_set| Coordinates { test_set, scoring, repeat, replicates };
        let of_basis = |test_set: &usize| match self.unscored(at(*test_set)) {
            Some(outcome) => Err(outcome.status),
            None => requested.get(at(*test_set), self.group).map_err(Status::from),
        };
        let found: Result<Vec<Expected>, Status> = self.basis.iter().map(of_basis).collect();
        let (found, status): (Option<Vec<Expected>>, Status) = match found {
            Ok(found) => (Some(found), Status::OK),
            Err(status) => (None, status),
        };
        let leaders = found.as_deref().map(|found| self.leaders(found, at(self.basis[0])));
        let expected = found.as_deref().map(means).unwrap_or_default();
        let sizes = by_size_in(self.context).into_values().enumerate();
        let row = |(size, placements): (usize, Vec<&Placement>)| {
            let own = expected.get(size).copied().flatten();
            let status = match own {
                None if found.is_some() => Reason::NoJudgedSegments.into(),
                _ => status,
            };
            let cell = self.cell(&placements, at(placements[0].test_set), status);
            self.row(cell, question.sizes[size], own, found.as_deref(), leaders.as_ref())
        };
        sizes.map(row).collect()
    }

    /// A system that has no score.
    fn unscored(&self, at: Coordinates) -> Option<Outcome> {
        let outcome = |scoring: &usize| {
            self.results.outcome(self.grid, Coordinates { scoring: *scoring, ..at })
        };
        self.group.iter().map(outcome).find(|outcome| outcome.result.is_none())
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
            resample: self.names.resample,
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
        Some(self.names.scorings[scoring].system.clone())
    }

    /// What all test sets of a size have in common.
    fn cell(&self, placements: &[&Placement], at: Coordinates, status: Status) -> Cell {
        let Self { results, grid, group, names, context, .. } = self;
        let mut sets: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
        sets.sort_unstable();
        sets.dedup();
        let own = names.group_cell(results, grid, group, at, None, placements[0].fraction);
        let (all, is_one) = (context.test_sets, sets.len() == 1);
        let documents = sets.iter().map(|index| all[*index].documents.len()).max().unwrap_or(0);
        let same_segments = sets.iter().all(|index| all[*index].segments == all[sets[0]].segments);
        Cell {
            test_set: own.test_set.filter(|_| is_one),
            documents: document_count(documents),
            segments: own.segments.filter(|_| same_segments),
            judged_segments: own.judged_segments.filter(|_| is_one),
            judged_documents: own.judged_documents.filter(|_| is_one),
            status,
            ..own
        }
    }

    /// The best system or systems, and the one that comes next.
    fn leaders(&self, found: &[Expected], at: Coordinates) -> Leaders {
        let n = found.len() as f64;
        let probability =
            |system: usize| found.iter().map(|expected| expected.best[system]).sum::<f64>() / n;
        let score = |system: usize| {
            let at = Coordinates { scoring: self.group[system], ..at };
            let score = self.results.outcome(self.grid, at).result.and_then(|found| found.score);
            let direction = self.results.direction(self.grid, at.scoring);
            score.map_or(f64::NEG_INFINITY, |score| direction.orient(score))
        };
        let systems = 0..self.group.len();
        let key =
            |system: usize| if found.len() == 1 { score(system) } else { probability(system) };
        let most = systems.clone().map(key).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |system: &usize| key(*system) >= most;
        let name = |system: usize| self.names.scorings[self.group[system]].system.clone();
        let rival = systems
            .clone()
            .filter(|system| !is_best(system) && probability(*system) > 0.0)
            .max_by(|a, b| probability(*a).total_cmp(&probability(*b)));
        Leaders {
            best: systems.filter(is_best).map(name).collect(),
            rival: rival.map(|system| (name(system), probability(system))),
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
    let of_size = |size: usize| {
        let own: Vec<ExpectedOfSize> =
            found.iter().map(|expected| expected.sizes[size]).collect::<Option<_>>()?;
        let mean = |value: fn(&ExpectedOfSize) -> f64| own.iter().map(value).sum::<f64>() / n;
        let mean_of = |value: fn(&ExpectedOfSize) -> Option<f64>| {
            let values: Option<Vec<f64>> = own.iter().map(value).collect();
            Some(values?.iter().sum::<f64>() / n)
        };
        let three = |value: &dyn Fn(&ExpectedOfSize) -> [f64; 3]| {
            let sum = |index: usize| own.iter().map(|own| value(own)[index]).sum::<f64>();
            [0, 1, 2].map(|index| sum(index) / n)
        };
        Some(ExpectedOfSize {
            units: mean(|own| own.units),
            best_is_best: mean(|own| own.best_is_best),
            best_again: mean(|own| own.best_again),
            top_is_top: mean_of(|own| own.top_is_top),
            clusters_hold: mean_of(|own| own.clusters_hold),
            order_is_true: mean(|own| own.order_is_true),
            agreement: three(&|own| own.agreement),
        })
    };
    (0..found[0].sizes.len()).map(of_size).collect()
}
