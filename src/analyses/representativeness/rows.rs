//! The table `representativeness`: test sets against the whole corpus.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::RepresentativenessRow;
use crate::analyses::results::{CellNames, Coordinates, Results, document_count};
use crate::config::model::{Coefficient, Representativeness};
use crate::plan::{Grid, Placement};
use crate::stats::correlation::hamming_proximity;
use crate::stats::direction::Direction;
use crate::stats::ranking::stable_from;

/// One row per group of systems, test set and coefficient, in the order of studies, corpora, groups,
/// coefficients, placements.
pub fn representativeness(results: &Results<'_>) -> Vec<RepresentativenessRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(options) = &plan.spec.studies[grid.study].derivations.representativeness else {
            continue;
        };
        let names = CellNames::new(plan, grid);
        for group in grid.groups(&plan.corpora[grid.corpus]) {
            let group_rows = GroupRows::new(results, grid, &names, options, &group);
            let of_coefficient = |coefficient: &Coefficient| group_rows.rows(*coefficient);
            rows.extend(options.coefficients.iter().flat_map(of_coefficient));
        }
    }
    rows
}

/// A group of systems, with their scores on the whole corpus.
struct GroupRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    options: &'a Representativeness,
    group: &'a [usize],
    direction: Direction,
    whole: Vec<f64>,
}

impl<'a> GroupRows<'a> {
    fn new(
        results: &'a Results<'a>,
        grid: &'a Grid,
        names: &'a CellNames,
        options: &'a Representativeness,
        group: &'a [usize],
    ) -> Self {
        let direction = results.direction(grid, group[0]);
        let test_set = grid.whole.expect("planned for representativeness");
        let mut rows = Self { results, grid, names, options, group, direction, whole: Vec::new() };
        rows.whole = rows.scores(test_set, 0);
        rows
    }

    /// Scores of the group on a test set, NaN where there is none.
    fn scores(&self, test_set: usize, replicates: u32) -> Vec<f64> {
        let score = |scoring: &usize| {
            let at = Coordinates { test_set, scoring: *scoring, repeat: 1, replicates };
            let outcome = self.results.outcome(self.grid, at);
            outcome.result.and_then(|result| result.score).unwrap_or(f64::NAN)
        };
        self.group.iter().map(score).collect()
    }

    /// One row per placement.
    fn rows(&self, coefficient: Coefficient) -> Vec<RepresentativenessRow> {
        let placements = &self.grid.placements;
        let mut rows: Vec<_> =
            placements.iter().map(|placement| self.row(placement, coefficient)).collect();
        let mut by_ordering: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, placement) in placements.iter().enumerate() {
            by_ordering.entry(&placement.ordering).or_default().push(index);
        }
        for path in &self.grid.paths {
            let of_path = by_ordering.remove(&*path.ordering).unwrap_or_default();
            let sizes = |row: &RepresentativenessRow| row.cell.judged_documents.map(f64::from);
            let judged: Vec<usize> =
                of_path.iter().copied().filter(|index| sizes(&rows[*index]).is_some()).collect();
            let x: Vec<f64> = judged.iter().filter_map(|index| sizes(&rows[*index])).collect();
            let y: Vec<Option<f64>> = judged.iter().map(|index| rows[*index].value).collect();
            // That the largest test set is like itself says nothing of smaller ones.
            let size = stable_from(&x, &y, self.options.threshold)
                .filter(|size| x.last().is_some_and(|last| size < last));
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a number of documents"
            )]
            let size = size.map(|size| size as u32);
            for index in of_path {
                rows[index].representative_from = size;
            }
        }
        rows
    }

    fn row(&self, placement: &Placement, coefficient: Coefficient) -> RepresentativenessRow {
        let plan = self.results.plan;
        let replicates = plan.spec.studies[self.grid.study].replicates[0];
        let test_set = placement.test_set;
        let part = self.scores(test_set, replicates);
        let both: (Vec<f64>, Vec<f64>) = part
            .iter()
            .zip(&self.whole)
            .filter(|(part, whole)| part.is_finite() && whole.is_finite())
            .unzip();
        let (part, whole) = both;
        let differences: Vec<f64> = part.iter().zip(&whole).map(|(p, w)| p - w).collect();
        let value = coefficient.of(&part, &whole);
        let at = Coordinates { test_set, scoring: self.group[0], repeat: 1, replicates };
        let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
        let mut cell =
            self.names.group_cell(self.results, self.grid, self.group, at, ordering, fraction);
        if let Err(undefined) = &value
            && &*cell.status == "ok"
        {
            cell.status = undefined.status().into();
        }
        let value = value.ok();
        let n = differences.len() as f64;
        RepresentativenessRow {
            cell,
            systems: document_count(part.len()),
            coefficient: Arc::from(coefficient.name()),
            value,
            threshold: self.options.threshold,
            representative: value.map(|value| value >= self.options.threshold),
            representative_from: None,
            same_ranks: hamming_proximity(&part, self.direction, &whole, self.direction).ok(),
            mean_difference: (n > 0.0).then(|| differences.iter().sum::<f64>() / n),
            largest_difference: differences.iter().map(|d| d.abs()).max_by(f64::total_cmp),
        }
    }
}
