//! The table `correlations`.

use std::rc::Rc;

use super::CorrelationRow;
use super::compute::{CorrelationEstimate, CorrelationSet};
use super::request::{self, CorrelatedMetrics};
use crate::analyses::common::differences::Bounds;
use crate::analyses::results::{
    CellNames, Coordinates, Outcome, Results, ScoringNames, document_count,
};
use crate::metric;
use crate::plan::{Family, FamilyMember, Grid, Placement};
use crate::stats::reason::Reason;
use crate::table::Cell;

/// For each set of references, test set, repeat and number of replicates: pairs of metrics by kind, then
/// differences by kind. Rows are made one by one: all of those of an exhaustive study would fill the
/// memory.
pub fn each_correlation<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = CorrelationRow> + use<'a> {
    let plan = results.plan;
    plan.grids.iter().flat_map(move |grid| {
        let study = &plan.spec.studies[grid.study];
        let names = Rc::new(CellNames::new(plan, grid));
        grid.correlated.iter().enumerate().flat_map(move |(index, family)| {
            let names = names.clone();
            let options = CorrelatedMetrics::of(study, family);
            let options = options.expect("families are of studies that ask for correlations");
            let requested = results.requested(grid, &options);
            let asked = Rc::new((options, requested, request::group(family)));
            grid.placements.iter().flat_map(move |placement| {
                let (names, asked) = (names.clone(), asked.clone());
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.flat_map(move |(repeat, replicates)| {
                    let (test_set, is_first) = (placement.test_set, index == 0);
                    let (options, requested, group) = &*asked;
                    let names = &names;
                    let at = Coordinates { test_set, scoring: 0, repeat, replicates };
                    let no_systems = || Err(Reason::TooFewUnits);
                    let result =
                        if group.is_empty() { no_systems() } else { requested.get(at, group) };
                    FamilyRows { results, grid, names, family, options, is_first, placement, at }
                        .rows(&result)
                })
            })
        })
    })
}

/// Metrics that are correlated, on a test set.
struct FamilyRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    family: &'a Family,
    options: &'a CorrelatedMetrics,
    /// Metrics without references are in every family, and shown once.
    is_first: bool,
    placement: &'a Placement,
    at: Coordinates,
}

impl FamilyRows<'_> {
    fn rows(&self, result: &Result<CorrelationSet, Reason>) -> Vec<CorrelationRow> {
        let kinds = self.options.kinds();
        let kinds = || kinds.iter().copied().enumerate();
        let count = kinds().len();
        let pairs = self.options.pairs.iter().enumerate().flat_map(|(place, pair)| {
            kinds().filter_map(move |(index, kind)| {
                self.pair(*pair, kind, result, place * count + index)
            })
        });
        let triples = self.options.differences.iter().enumerate();
        let differences = triples.flat_map(|(place, triple)| {
            kinds().filter_map(move |(index, kind)| {
                self.difference(*triple, kind, result, place * count + index)
            })
        });
        pairs.chain(differences).collect()
    }

    /// Whether rows about these members belong here.
    fn is_shown(&self, members: &[usize]) -> bool {
        let reads = |index: &usize| {
            let named = self.family.members[*index].named;
            self.names.scorings[named].references.is_some()
        };
        self.is_first || members.iter().any(reads)
    }

    /// The row of a pair, whose estimate is the one at `place`.
    fn pair(
        &self,
        (a, b): (usize, usize),
        kind: &'static str,
        result: &Result<CorrelationSet, Reason>,
        place: usize,
    ) -> Option<CorrelationRow> {
        if !self.is_shown(&[a, b]) {
            return None;
        }
        let mut row = self.without_values((a, b), kind, &[a, b]);
        let estimate = match result {
            Ok(set) if is_scored(&row.cell) => &set.estimates[place],
            Ok(_) => return Some(row),
            Err(reason) => return Some(with_status(row, *reason)),
        };
        set_estimate(&mut row, estimate);
        row.undefined_replicates = estimate.value.as_ref().ok().map(|_| estimate.undefined);
        Some(with_interval(row, &estimate.interval))
    }

    fn difference(
        &self,
        (m, n, third): (usize, usize, usize),
        kind: &'static str,
        result: &Result<CorrelationSet, Reason>,
        place: usize,
    ) -> Option<CorrelationRow> {
        if !self.is_shown(&[m, n, third]) {
            return None;
        }
        let mut row = self.without_values((m, third), kind, &[m, n, third]);
        row.against = Some(self.scoring_names(n).metric.clone());
        let (set, estimate) = match result {
            Ok(set) if is_scored(&row.cell) => (set, &set.differences[place]),
            Ok(_) => return Some(row),
            Err(reason) => return Some(with_status(row, *reason)),
        };
        // The correlation itself is among the pairs.
        let kinds = self.options.kinds();
        let pair = self.options.pairs.iter().position(|p| *p == (m, third) || *p == (third, m));
        let index = kinds.iter().position(|name| *name == kind).unwrap_or_default();
        if let Some(pair) = pair {
            set_estimate(&mut row, &set.estimates[pair * kinds.len() + index]);
        }
        row.difference = estimate.difference.as_ref().ok().copied();
        row.undefined_replicates = row.difference.map(|_| estimate.undefined);
        row.p_value = estimate.williams;
        if let Ok(test) = &estimate.centred {
            row.p_bootstrap = Some(test.p);
            row.p_bootstrap_error = test.error;
        }
        Some(with_interval(row, &estimate.interval))
    }

    fn scoring_names(&self, member: usize) -> &ScoringNames {
        &self.names.scorings[self.family.members[member].named]
    }

    /// A row that knows what it is about; `read` are the members whose scores it needs.
    fn without_values(
        &self,
        (a, b): (usize, usize),
        kind: &'static str,
        read: &[usize],
    ) -> CorrelationRow {
        let other = self.scoring_names(b);
        CorrelationRow {
            cell: self.cell(a, read),
            other_metric: other.metric.clone(),
            other_references: other.references.clone(),
            over: self.options.over.name().into(),
            kind: kind.into(),
            against: None,
            systems: document_count(self.family.members[a].scorings.len()),
            n: None,
            coefficient: None,
            turned: self.higher_is_better(a) != self.higher_is_better(b),
            replicate_mean: None,
            attenuation: None,
            ci_level: self.options.level,
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
        let outcome = |scoring: &usize| -> Outcome {
            self.results.outcome(self.grid, Coordinates { scoring: *scoring, ..self.at })
        };
        let scorings = read.iter().flat_map(|index| &self.family.members[*index].scorings);
        let outcomes: Vec<Outcome> = scorings.map(outcome).collect();
        let unscored = outcomes.iter().find(|outcome| outcome.result.is_none());
        let not_whole =
            unscored.or_else(|| outcomes.iter().find(|outcome| !outcome.status.is_ok()));
        Cell { status: not_whole.map_or(own.status, |outcome| outcome.status.into()), ..own }
    }
}

/// Gives the row its coefficient.
fn set_estimate(row: &mut CorrelationRow, estimate: &CorrelationEstimate) {
    row.n = Some(estimate.pairs);
    row.coefficient = estimate.value.as_ref().ok().copied();
    row.replicate_mean = estimate.mean;
    row.attenuation = row.coefficient.zip(row.replicate_mean).map(|(value, mean)| value - mean);
}

/// The row with an interval, or with the reason why it has none.
fn with_interval(row: CorrelationRow, interval: &Result<Bounds, Reason>) -> CorrelationRow {
    match interval {
        Err(reason) => with_status(row, *reason),
        Ok(Bounds { lower, upper, lower_error, upper_error }) => CorrelationRow {
            ci_lower: Some(*lower),
            ci_upper: Some(*upper),
            ci_lower_error: *lower_error,
            ci_upper_error: *upper_error,
            ..row
        },
    }
}

/// Whether all scorings of a row have scores.
fn is_scored(cell: &Cell) -> bool {
    matches!(cell.status.name(), "ok" | "one-unit")
}

/// The row with a reason for what it lacks, unless it has one.
fn with_status(mut row: CorrelationRow, reason: Reason) -> CorrelationRow {
    if row.cell.status.is_ok() {
        row.cell.status = reason.into();
    }
    row
}
