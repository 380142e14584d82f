//! The table `separation`: verdicts of comparisons, counted by size.

use std::collections::{BTreeMap, BTreeSet};

use super::{SeparationRow, request};
use crate::analyses::common::sizes::by_size;
use crate::analyses::common::{largest_test_sets, mean_of_all};
use crate::analyses::comparison::{ComparisonRow, GridComparisons, PairVerdict};
use crate::analyses::results::{Draw, GridResults, Results, document_count};
use crate::plan::{Grid, Placement};
use crate::stats::{Distribution, Reason, Status};
use crate::table::Cell;

/// Quantiles over test sets.
const LOWER: f64 = 0.1;
const UPPER: f64 = 0.9;

/// One row per size, in the order of studies, corpora, metrics and references, repeats, replicates, sizes.
pub fn separation(results: &Results<'_>) -> Vec<SeparationRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(request::comparison) {
        let comparisons = GridComparisons::new(&on_corpus, &options);
        let judged =
            on_corpus.draws().map(|draw| (draw, judged_sets(on_corpus.grid, &comparisons, draw)));
        let judged: Vec<(Draw, JudgedSets)> = judged.collect();
        for (position, group) in on_corpus.groups().into_iter().enumerate() {
            let group = GroupRows { on_corpus: &on_corpus, group };
            for (draw, judged) in &judged {
                rows.extend(group.rows(*draw, &judged[position]));
            }
        }
    }
    rows
}

/// The verdicts by each metric, by test sets.
type JudgedSets = Vec<BTreeMap<usize, Judged>>;

fn judged_sets(grid: &Grid, comparisons: &GridComparisons<'_>, draw: Draw) -> JudgedSets {
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

/// The systems of a metric.
struct GroupRows<'a> {
    on_corpus: &'a GridResults<'a>,
    group: Vec<usize>,
}

/// The verdicts of a test set.
struct Judged {
    pairs: Vec<Option<PairVerdict>>,
    /// Of the first pair, where there is no verdict.
    status: Status,
    /// The first pair, for what all have in common.
    first: ComparisonRow,
}

impl Judged {
    fn count(&self, is_counted: impl Fn(Option<PairVerdict>) -> bool) -> f64 {
        self.pairs.iter().filter(|verdict| is_counted(**verdict)).count() as f64
    }
}

impl GroupRows<'_> {
    fn rows(&self, draw: Draw, judged: &BTreeMap<usize, Judged>) -> Vec<SeparationRow> {
        let context = self.on_corpus.results.plan.context(self.on_corpus.grid);
        let largest: Vec<&Judged> =
            largest_test_sets(&context).iter().filter_map(|set| judged.get(set)).collect();
        let verdicts = prevailing(&largest);
        let rows = by_size(&context).into_values().filter_map(|placements| {
            let sets: Vec<&Judged> =
                placements.iter().filter_map(|placement| judged.get(&placement.test_set)).collect();
            self.row(self.cell(&placements, draw, &sets), &sets, &largest, &verdicts)
        });
        rows.collect()
    }

    fn row(
        &self,
        cell: Cell,
        sets: &[&Judged],
        largest: &[&Judged],
        verdicts: &[PairVerdict],
    ) -> Option<SeparationRow> {
        let first = sets.first()?;
        let has_verdicts = sets.iter().all(|judged| judged.status.is_ok());
        let counts: Vec<f64> = sets.iter().map(|judged| judged.count(is_significant)).collect();
        let counts = Distribution::new(&counts);
        let [significant_lower, significant_upper] =
            [LOWER, UPPER].map(|p| counts.quantile(p).filter(|_| has_verdicts && sets.len() > 1));
        let significant = verdicts.iter().filter(|verdict| verdict.is_significant()).count();
        let are_judged = !largest.is_empty() && largest.iter().all(|one| one.status.is_ok());
        // Pairs that are significant on the largest test sets, and here, the same way or not.
        let [kept, reversed] = [true, false].map(|is_same| {
            let recurring = mean_of_all(sets, |judged| {
                let pairs = judged.pairs.iter().zip(verdicts);
                let both = pairs.filter(|(here, all)| {
                    is_significant(**here)
                        && all.is_significant()
                        && (**here == Some(**all)) == is_same
                });
                Some(both.count() as f64)
            });
            recurring.filter(|_| has_verdicts && are_judged)
        });
        let ComparisonRow { method, adjustment, level, .. } = first.first;
        Some(SeparationRow {
            cell,
            method,
            adjustment,
            family: sets.iter().map(|judged| judged.first.family).max().unwrap_or(0),
            family_metrics: sets
                .iter()
                .map(|judged| judged.first.family_metrics)
                .max()
                .unwrap_or(0),
            level,
            resample: self.on_corpus.names.scorings[self.group[0]].resample,
            systems: document_count(self.scored()),
            pairs: document_count(first.pairs.len()),
            identical: mean_of_all(largest, |one| {
                Some(one.count(|verdict| verdict == Some(PairVerdict::Identical)))
            }),
            test_sets: document_count(sets.len()),
            scored_documents: mean_of_all(sets, |judged| {
                judged.first.cell.judged_documents.map(f64::from)
            }),
            scored_segments: mean_of_all(sets, |judged| {
                judged.first.cell.judged_segments.map(|segments| segments as f64)
            }),
            significant: counts.mean().filter(|_| has_verdicts),
            significant_lower,
            significant_upper,
            significant_largest: are_judged.then(|| document_count(significant)),
            kept,
            reversed,
            without_verdict: mean_of_all(sets, |judged| {
                Some(judged.count(|verdict| verdict.is_none()))
            }),
        })
    }

    /// How many systems have scores.
    fn scored(&self) -> usize {
        let scorings = self.group.iter().map(|index| self.on_corpus.scoring(*index));
        scorings.filter(|scoring| scoring.obstacle.is_none()).count()
    }

    /// What all test sets of a size have in common.
    fn cell(&self, placements: &[&Placement], draw: Draw, judged: &[&Judged]) -> Cell {
        let sets: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
        let failed = judged.iter().find(|judged| !judged.status.is_ok());
        self.on_corpus.cell_over(
            &sets,
            draw.at(sets[0], self.group[0]),
            (None, placements[0].fraction),
            failed.map_or(Status::OK, |judged| judged.status),
        )
    }
}

fn is_significant(verdict: Option<PairVerdict>) -> bool {
    verdict.is_some_and(PairVerdict::is_significant)
}

/// The verdicts on a test set; `None` where there are no pairs.
fn judged(mut rows: Vec<ComparisonRow>) -> Option<Judged> {
    // Systems without any score are compared with nothing.
    rows.retain(|row| row.cell.judged_segments.is_some());
    let first = rows.first()?.clone();
    let has_verdict = first.is_tested() && rows.iter().any(|row| row.verdict.is_some());
    let status = match has_verdict {
        true => Status::OK,
        false if first.is_tested() => first.cell.status,
        false => Reason::Descriptive.into(),
    };
    Some(Judged { pairs: rows.iter().map(|row| row.verdict).collect(), status, first })
}

/// The verdict of each pair in more than half of the test sets; not significant where no verdict is.
fn prevailing(largest: &[&Judged]) -> Vec<PairVerdict> {
    let pairs = largest.first().map_or(0, |judged| judged.pairs.len());
    let verdicts = (0..pairs).map(|pair| {
        let mut verdicts = [PairVerdict::Better, PairVerdict::Worse].into_iter();
        let most = verdicts.find(|verdict| {
            let same = largest.iter().filter(|judged| judged.pairs[pair] == Some(*verdict));
            2 * same.count() > largest.len()
        });
        most.unwrap_or(PairVerdict::NotSignificant)
    });
    verdicts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_test_sets_decide() {
        use PairVerdict::{Better, NotSignificant, Worse};
        let sets =
            [[Better, NotSignificant, Worse], [Better, Better, Worse], [Better, Worse, Better]]
                .map(|pairs| Judged {
                    pairs: pairs.map(Some).to_vec(),
                    status: Status::OK,
                    first: ComparisonRow::default(),
                });
        let all: Vec<&Judged> = sets.iter().collect();
        assert_eq!(prevailing(&all), [Better, NotSignificant, Worse]);
        // Half of the test sets are not most of them.
        assert_eq!(prevailing(&all[..2]), [Better, NotSignificant, Worse]);
        assert_eq!(prevailing(&all[..1]), [Better, NotSignificant, Worse]);
        assert_eq!(prevailing(&[]), []);
    }
}
