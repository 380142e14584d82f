//! The table `correlations`.

use std::rc::Rc;
use std::sync::Arc;

use super::{CellNames, Coordinates, Outcome, Results, document_count};
use crate::execute::{Answer, CorrelationSet};
use crate::metric;
use crate::plan::{CorrelationOptions, Family, FamilyMember, Grid, Placement, Question};
use crate::table::{Cell, CorrelationRow};

/// For each set of references, test set, repeat and number of replicates: pairs of metrics by kind, then
/// differences by kind. Rows are made one by one: all of those of an exhaustive study would fill the
/// memory.
pub fn each_correlation(results: Results<'_>) -> impl Iterator<Item = CorrelationRow> {
    results.plan.grids.iter().flat_map(move |grid| {
        let names = Rc::new(CellNames::new(results.plan, grid));
        grid.correlated.iter().enumerate().flat_map(move |(index, family)| {
            let names = names.clone();
            grid.placements.iter().flat_map(move |placement| {
                let names = names.clone();
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.flat_map(move |(repeat, replicates)| {
                    let test_set = placement.test_set;
                    let at = Coordinates { test_set, scoring: 0, repeat, replicates };
                    let is_first = index == 0;
                    OfFamily { results, grid, names: &names, family, is_first, placement, at }
                        .rows()
                })
            })
        })
    })
}

/// Metrics that are correlated, on a test set.
struct OfFamily<'a> {
    results: Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    family: &'a Family,
    /// Metrics without references are in every family, and shown once.
    is_first: bool,
    placement: &'a Placement,
    at: Coordinates,
}

impl OfFamily<'_> {
    fn rows(&self) -> Vec<CorrelationRow> {
        let study = &self.results.plan.spec.studies[self.grid.study];
        let asked = Question::correlation(study, self.family);
        let answer = asked.as_ref().map(|(question, group)| {
            match self.results.answer(self.grid, self.at, question, group.clone()) {
                Answer::Correlation(found) => found.as_ref().map_err(String::as_str),
                _ => unreachable!("an answer has the kind of its question"),
            }
        });
        let found = answer.unwrap_or(Err("too-few-units"));
        let derivation =
            study.derivations.correlation.as_ref().expect("correlations are asked for");
        let options = CorrelationOptions {
            metrics: self.family.members.len(),
            pairs: self.family.pairs.clone(),
            differences: self.family.differences.clone(),
            coefficients: derivation.coefficients.clone(),
            over: derivation.over,
            level: study.level,
        };
        let kinds = options.kinds();
        let mut rows = Vec::new();
        for (place, pair) in options.pairs.iter().enumerate() {
            for (index, kind) in kinds.iter().enumerate() {
                rows.push(self.pair(*pair, kind, &options, (found, place * kinds.len() + index)));
            }
        }
        for (place, triple) in options.differences.iter().enumerate() {
            for (index, kind) in kinds.iter().enumerate() {
                let at = place * kinds.len() + index;
                rows.push(self.difference(*triple, kind, &options, (found, at)));
            }
        }
        rows.into_iter().flatten().collect()
    }

    /// Whether rows about these members belong here.
    fn is_shown(&self, members: &[usize]) -> bool {
        let reads = |index: &usize| {
            let named = self.family.members[*index].named;
            self.names.scorings[named].references.is_some()
        };
        self.is_first || members.iter().any(reads)
    }

    /// The row of a pair; `found` comes with the place of its estimate.
    fn pair(
        &self,
        (a, b): (usize, usize),
        kind: &'static str,
        options: &CorrelationOptions,
        (found, place): (Result<&CorrelationSet, &str>, usize),
    ) -> Option<CorrelationRow> {
        if !self.is_shown(&[a, b]) {
            return None;
        }
        let mut row = self.without_values((a, b), kind, options, &[a, b]);
        let estimate = match found {
            Ok(found) if is_scored(&row.cell) => &found.estimates[place],
            Ok(_) => return Some(row),
            Err(reason) => return Some(with_status(row, reason)),
        };
        row.n = Some(estimate.pairs);
        row.coefficient = estimate.value.as_ref().ok().copied();
        row.replicate_mean = estimate.mean;
        row.attenuation = attenuation(&row);
        row.undefined_replicates = estimate.value.as_ref().ok().map(|_| estimate.undefined);
        match &estimate.interval {
            Err(reason) => return Some(with_status(row, reason)),
            Ok(interval) => {
                row.ci_lower = Some(interval.lower);
                row.ci_upper = Some(interval.upper);
                row.ci_lower_error = interval.lower_error;
                row.ci_upper_error = interval.upper_error;
            }
        }
        Some(row)
    }

    fn difference(
        &self,
        (m, n, third): (usize, usize, usize),
        kind: &'static str,
        options: &CorrelationOptions,
        (found, place): (Result<&CorrelationSet, &str>, usize),
    ) -> Option<CorrelationRow> {
        if !self.is_shown(&[m, n, third]) {
            return None;
        }
        let mut row = self.without_values((m, third), kind, options, &[m, n, third]);
        row.against = Some(self.scoring_names(n).metric.clone());
        let (found, estimate) = match found {
            Ok(found) if is_scored(&row.cell) => (found, &found.differences[place]),
            Ok(_) => return Some(row),
            Err(reason) => return Some(with_status(row, reason)),
        };
        // The correlation itself is among the pairs.
        let kinds = options.kinds();
        let pair = options.pairs.iter().position(|p| *p == (m, third) || *p == (third, m));
        let index = kinds.iter().position(|name| *name == kind).unwrap_or_default();
        if let Some(own) = pair.map(|pair| &found.estimates[pair * kinds.len() + index]) {
            row.n = Some(own.pairs);
            row.coefficient = own.value.as_ref().ok().copied();
            row.replicate_mean = own.mean;
            row.attenuation = attenuation(&row);
        }
        row.difference = estimate.difference.as_ref().ok().copied();
        row.undefined_replicates = row.difference.map(|_| estimate.undefined);
        row.p_value = estimate.williams;
        if let Ok(test) = &estimate.centred {
            row.p_bootstrap = Some(test.p);
            row.p_bootstrap_error = test.error;
        }
        match &estimate.interval {
            Err(reason) => return Some(with_status(row, reason)),
            Ok(interval) => {
                row.ci_lower = Some(interval.lower);
                row.ci_upper = Some(interval.upper);
                row.ci_lower_error = interval.lower_error;
                row.ci_upper_error = interval.upper_error;
            }
        }
        Some(row)
    }

    fn scoring_names(&self, member: usize) -> &super::ScoringNames {
        &self.names.scorings[self.family.members[member].named]
    }

    /// A row that knows what it is about; `read` are the members whose scores it needs.
    fn without_values(
        &self,
        (a, b): (usize, usize),
        kind: &'static str,
        options: &CorrelationOptions,
        read: &[usize],
    ) -> CorrelationRow {
        let other = self.scoring_names(b);
        CorrelationRow {
            cell: self.cell(a, read),
            other_metric: other.metric.clone(),
            other_references: other.references.clone(),
            over: options.over.name().into(),
            kind: kind.into(),
            against: None,
            systems: document_count(self.family.members[a].scorings.len()),
            n: None,
            coefficient: None,
            turned: self.higher_is_better(a) != self.higher_is_better(b),
            replicate_mean: None,
            attenuation: None,
            ci_level: options.level,
            ci_lower: None,
            ci_upper: None,
            ci_lower_error: None,
            ci_upper_error: None,
            undefined_replicates: None,
            difference: None,
            p_value: None,
            p_bootstrap: None,
            p_bootstrap_error: None,
        }
    }

    fn higher_is_better(&self, member: usize) -> bool {
        let plan = self.results.plan;
        let named = self.family.members[member].named;
        let metric = plan.corpora[self.grid.corpus].scorings[named].metric;
        metric::higher_is_better(&plan.spec.metrics[metric].config)
    }

    /// The cell of a member, with the status of the first scoring without a score, or without replicates.
    fn cell(&self, member: usize, read: &[usize]) -> Cell {
        let (ordering, fraction) = (Some(&self.placement.ordering), self.placement.fraction);
        let FamilyMember { named, scorings } = &self.family.members[member];
        let scoring = scorings.first().copied().unwrap_or(*named);
        let at = Coordinates { scoring, ..self.at };
        let own =
            self.names.group_cell(self.results, self.grid, &[scoring], at, ordering, fraction);
        let outcome = |scoring: &usize| -> Outcome<'_> {
            self.results.outcome(self.grid, Coordinates { scoring: *scoring, ..self.at })
        };
        let scorings = read.iter().flat_map(|index| &self.family.members[*index].scorings);
        let outcomes: Vec<Outcome<'_>> = scorings.map(outcome).collect();
        let unscored = outcomes.iter().find(|outcome| outcome.result.is_none());
        let not_whole = unscored.or_else(|| outcomes.iter().find(|outcome| outcome.status != "ok"));
        Cell { status: not_whole.map_or(own.status, |outcome| outcome.status.into()), ..own }
    }
}

fn attenuation(row: &CorrelationRow) -> Option<f64> {
    Some(row.coefficient? - row.replicate_mean?)
}

/// Whether all scorings of a row have scores.
fn is_scored(cell: &Cell) -> bool {
    matches!(&*cell.status, "ok" | "one-unit")
}

/// The row with a reason for what it lacks, unless it has one.
fn with_status(mut row: CorrelationRow, reason: &str) -> CorrelationRow {
    if &*row.cell.status == "ok" {
        row.cell.status = Arc::from(reason);
    }
    row
}
