//! The table `separation`: verdicts of comparisons, counted by size.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::SeparationRow;
use super::request;
use crate::analyses::common::pairs::groups;
use crate::analyses::common::sizes::{by_size_in, largest_test_sets};
use crate::analyses::comparison::options::Adjustment;
use crate::analyses::comparison::{ComparisonRow, GridComparisons};
use crate::analyses::results::{CellNames, Coordinates, Results, document_count};
use crate::plan::{Grid, Placement};
use crate::stats::distribution::Distribution;
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// Quantiles over test sets.
const LOWER: f64 = 0.1;
const UPPER: f64 = 0.9;

/// One row per size, in the order of studies, corpora, metrics and references, repeats, replicates, sizes.
pub fn separation(results: &Results<'_>) -> Vec<SeparationRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = request::comparison(study) else { continue };
        let names = CellNames::new(plan, grid);
        let comparisons = GridComparisons::new(results, grid, &options);
        let draws = results.repeats_and_replicates(grid);
        let judged: Vec<JudgedSets> =
            draws.iter().map(|draw| judged_sets(grid, &comparisons, *draw)).collect();
        for (position, group) in groups(results, grid).into_iter().enumerate() {
            let of_group = GroupRows { results, grid, names: &names, group: &group };
            for (judged, (repeat, replicates)) in judged.iter().zip(&draws) {
                let scoring = group[0];
                let at =
                    Coordinates { test_set: 0, scoring, repeat: *repeat, replicates: *replicates };
                rows.extend(of_group.rows(at, &judged[position]));
            }
        }
    }
    rows
}

/// The verdicts by each metric, by test sets.
type JudgedSets = Vec<BTreeMap<usize, Judged>>;

fn judged_sets(grid: &Grid, comparisons: &GridComparisons<'_>, draw: (u32, u32)) -> JudgedSets {
    let mut sets = JudgedSets::new();
    let mut seen = BTreeSet::new();
    for placement in &grid.placements {
        // Test sets may occur in many orders.
        if !seen.insert(placement.test_set) {
            continue;
        }
        let by_metric = comparisons.rows(placement, draw);
        sets.resize_with(by_metric.len(), BTreeMap::new);
        for (of_metric, rows) in sets.iter_mut().zip(by_metric) {
            of_metric.extend(judged(rows).map(|judged| (placement.test_set, judged)));
        }
    }
    sets
}

struct GroupRows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    group: &'a [usize],
}

/// What a pair shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    AIsBetter,
    BIsBetter,
    Open,
    Identical,
    None,
}

impl Verdict {
    fn is_significant(self) -> bool {
        matches!(self, Self::AIsBetter | Self::BIsBetter)
    }
}

/// The verdicts of a test set.
struct Judged {
    pairs: Vec<Verdict>,
    documents: Option<f64>,
    segments: Option<f64>,
    /// Of the first pair, where there is no verdict.
    status: Status,
    method: Arc<str>,
    adjustment: Adjustment,
    family: u32,
    family_metrics: u32,
    level: f64,
}

impl Judged {
    fn count(&self, is_counted: impl Fn(Verdict) -> bool) -> f64 {
        self.pairs.iter().filter(|verdict| is_counted(**verdict)).count() as f64
    }
}

impl GroupRows<'_> {
    fn rows(&self, at: Coordinates, judged: &BTreeMap<usize, Judged>) -> Vec<SeparationRow> {
        let context = self.results.plan.context(self.grid);
        let largest: Vec<&Judged> =
            largest_test_sets(&context).iter().filter_map(|set| judged.get(set)).collect();
        let verdicts = prevailing(&largest);
        let sizes = by_size_in(&context).into_values();
        let row = |placements: Vec<&Placement>| {
            let own: Vec<&Judged> =
                placements.iter().filter_map(|own| judged.get(&own.test_set)).collect();
            let cell = self.cell(&placements, at, &own);
            self.row(cell, &own, &largest, &verdicts)
        };
        sizes.filter_map(row).collect()
    }

    fn row(
        &self,
        cell: Cell,
        own: &[&Judged],
        largest: &[&Judged],
        verdicts: &[Verdict],
    ) -> Option<SeparationRow> {
        let first = own.first()?;
        let has_verdicts = own.iter().all(|judged| judged.status.is_ok());
        let counts: Vec<f64> =
            own.iter().map(|judged| judged.count(Verdict::is_significant)).collect();
        let counts = Distribution::new(&counts);
        let quantile = |p| counts.quantile(p).filter(|_| has_verdicts && own.len() > 1);
        // Pairs that are significant on the largest test sets, and here, the same way or not.
        let recurring = |is_counted: fn(Verdict, Verdict) -> bool| {
            let of_set = |judged: &&Judged| {
                let pairs = judged.pairs.iter().zip(verdicts);
                let both = pairs.filter(|(own, all)| {
                    own.is_significant() && all.is_significant() && is_counted(**own, **all)
                });
                Some(both.count() as f64)
            };
            mean(own, of_set).filter(|_| has_verdicts)
        };
        let significant = verdicts.iter().filter(|verdict| verdict.is_significant()).count();
        let are_judged = !largest.is_empty() && largest.iter().all(|one| one.status.is_ok());
        Some(SeparationRow {
            cell,
            method: first.method.clone(),
            adjustment: first.adjustment,
            family: own.iter().map(|judged| judged.family).max().unwrap_or(0),
            family_metrics: own.iter().map(|judged| judged.family_metrics).max().unwrap_or(0),
            level: first.level,
            resample: self.names.scorings[self.group[0]].resample,
            systems: document_count(self.scored()),
            pairs: document_count(first.pairs.len()),
            identical: mean(largest, |one| {
                Some(one.count(|verdict| verdict == Verdict::Identical))
            }),
            test_sets: document_count(own.len()),
            scored_documents: mean(own, |judged| judged.documents),
            scored_segments: mean(own, |judged| judged.segments),
            significant: counts.mean().filter(|_| has_verdicts),
            significant_lower: quantile(LOWER),
            significant_upper: quantile(UPPER),
            significant_largest: are_judged.then(|| document_count(significant)),
            kept: recurring(|own, all| own == all).filter(|_| are_judged),
            reversed: recurring(|own, all| own != all).filter(|_| are_judged),
            without_verdict: mean(own, |judged| {
                Some(judged.count(|verdict| verdict == Verdict::None))
            }),
        })
    }

    /// How many systems have scores.
    fn scored(&self) -> usize {
        let scorings = &self.results.plan.corpora[self.grid.corpus].scorings;
        self.group.iter().filter(|index| scorings[**index].obstacle.is_none()).count()
    }

    /// What all test sets of a size have in common.
    fn cell(&self, placements: &[&Placement], at: Coordinates, judged: &[&Judged]) -> Cell {
        let Self { results, grid, group, names, .. } = self;
        let all = &results.plan.corpora[grid.corpus].test_sets;
        let mut sets: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
        sets.sort_unstable();
        sets.dedup();
        let (first, is_one) = (placements[0], sets.len() == 1);
        let at = Coordinates { test_set: first.test_set, ..at };
        let own = names.group_cell(results, grid, group, at, None, first.fraction);
        let documents = sets.iter().map(|index| all[*index].documents.len()).max().unwrap_or(0);
        let same_segments = sets.iter().all(|index| all[*index].segments == all[sets[0]].segments);
        let failed = judged.iter().find(|judged| !judged.status.is_ok());
        Cell {
            test_set: own.test_set.filter(|_| is_one),
            documents: document_count(documents),
            segments: own.segments.filter(|_| same_segments),
            judged_segments: own.judged_segments.filter(|_| is_one),
            judged_documents: own.judged_documents.filter(|_| is_one),
            status: failed.map_or(Status::OK, |judged| judged.status),
            ..own
        }
    }
}

/// The verdicts on a test set; `None` where there are no pairs.
fn judged(mut rows: Vec<ComparisonRow>) -> Option<Judged> {
    // Systems without any score are compared with nothing.
    rows.retain(|row| row.cell.judged_segments.is_some());
    let first = rows.first()?;
    let verdict = |verdict: Option<&str>| match verdict {
        Some(">") => Verdict::AIsBetter,
        Some("<") => Verdict::BIsBetter,
        Some("identical") => Verdict::Identical,
        Some(_) => Verdict::Open,
        None => Verdict::None,
    };
    let is_tested = &*first.role != "descriptive";
    let has_verdict = is_tested && rows.iter().any(|row| row.verdict.is_some());
    let has_none = if is_tested { first.cell.status } else { Reason::Descriptive.into() };
    Some(Judged {
        pairs: rows.iter().map(|row| verdict(row.verdict.as_deref())).collect(),
        documents: first.cell.judged_documents.map(f64::from),
        segments: first.cell.judged_segments.map(|segments| segments as f64),
        status: if has_verdict { Status::OK } else { has_none },
        method: first.method.clone(),
        adjustment: first.adjustment,
        family: first.family,
        family_metrics: first.family_metrics,
        level: first.level,
    })
}

/// `None` without test sets, or where one has no value.
fn mean(own: &[&Judged], value: impl Fn(&&Judged) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = own.iter().map(value).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The verdict of each pair in more than half of the test sets; open where no verdict is.
fn prevailing(largest: &[&Judged]) -> Vec<Verdict> {
    let pairs = largest.first().map_or(0, |judged| judged.pairs.len());
    let of_pair = |pair: usize| {
        let is_most = |wanted: Verdict| {
            2 * largest.iter().filter(|judged| judged.pairs[pair] == wanted).count() > largest.len()
        };
        let verdicts = [Verdict::AIsBetter, Verdict::BIsBetter];
        verdicts.into_iter().find(|verdict| is_most(*verdict)).unwrap_or(Verdict::Open)
    };
    (0..pairs).map(of_pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_test_sets_decide() {
        use Verdict::{AIsBetter, BIsBetter, Open};
        let judged = |pairs: [Verdict; 3]| Judged {
            pairs: pairs.to_vec(),
            documents: None,
            segments: None,
            status: Status::OK,
            method: "m".into(),
            adjustment: Adjustment::Holm,
            family: 3,
            family_metrics: 1,
            level: 0.95,
        };
        let sets = [
            judged([AIsBetter, Open, BIsBetter]),
            judged([AIsBetter, AIsBetter, BIsBetter]),
            judged([AIsBetter, BIsBetter, AIsBetter]),
        ];
        let all: Vec<&Judged> = sets.iter().collect();
        assert_eq!(prevailing(&all), [AIsBetter, Open, BIsBetter]);
        assert_eq!(prevailing(&all[..1]), [AIsBetter, Open, BIsBetter]);
        assert_eq!(prevailing(&[]), []);
    }
}
