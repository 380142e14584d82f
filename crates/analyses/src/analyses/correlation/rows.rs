//! The table `correlations`.

use super::options::{Correlation, CorrelationKind};
use super::request;
use super::{CorrelatedMetrics, CorrelationEstimate, CorrelationRow, CorrelationSet};
use crate::analyses::common::differences::Bounds;
use crate::analyses::results::{
    Coordinates, GridResults, Outcome, Results, ScoringNames, document_count,
};
use crate::plan::{Family, FamilyMember, Placement};
use crate::stats::{Direction, Reason};
use crate::table::Cell;

/// For each set of references, test set, repeat and number of replicates: pairs of metrics by kind, then
/// differences by kind. Rows are made one by one: all of those of an exhaustive study would fill the
/// memory.
pub fn each_correlation<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = CorrelationRow> + use<'a> {
    results.asking(|study| study.analyses.get::<Correlation>()).flat_map(|(on_corpus, _)| {
        on_corpus.grid.correlated.iter().enumerate().flat_map(move |(index, family)| {
            let options = CorrelatedMetrics::of(on_corpus.study, family);
            let options = options.expect("families are of studies that ask for correlations");
            let requested = on_corpus.requested(&options);
            let group = request::group(family);
            let on_corpus = on_corpus.clone();
            on_corpus.walk(std::iter::once(())).flat_map(move |((), placement, draw)| {
                let at = draw.at(placement.test_set, 0);
                let result = if group.is_empty() {
                    Err(Reason::TooFewUnits)
                } else {
                    requested.get(at, &group)
                };
                let (on_corpus, options, is_first) = (&on_corpus, &options, index == 0);
                FamilyRows { on_corpus, family, options, is_first, placement, at }.rows(&result)
            })
        })
    })
}

/// Metrics that are correlated, on a test set.
struct FamilyRows<'a> {
    on_corpus: &'a GridResults<'a>,
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
        let kinds = kinds.iter().copied().enumerate();
        let count = kinds.len();
        let pairs = self.options.pairs.iter().enumerate().flat_map(|(place, pair)| {
            kinds.clone().filter_map(move |(index, kind)| {
                self.pair(*pair, kind, result, place * count + index)
            })
        });
        let triples = self.options.differences.iter().enumerate();
        let differences = triples.flat_map(|(place, triple)| {
            kinds.clone().filter_map(move |(index, kind)| {
                self.difference(*triple, kind, result, place * count + index)
            })
        });
        pairs.chain(differences).collect()
    }

    /// Returns `true` if rows about these members belong here.
    fn is_shown(&self, members: &[usize]) -> bool {
        let mut named = members.iter().map(|index| self.family.members[*index].named);
        self.is_first
            || named.any(|named| self.on_corpus.names.scorings[named].references.is_some())
    }

    /// The row of a pair, whose estimate is the one at `place`.
    fn pair(
        &self,
        (a, b): (usize, usize),
        kind: CorrelationKind,
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
        kind: CorrelationKind,
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
        let index = kinds.iter().position(|other| *other == kind).unwrap_or_default();
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
        &self.on_corpus.names.scorings[self.family.members[member].named]
    }

    /// A row that knows what it is about; `read` are the members whose scores it needs.
    fn without_values(
        &self,
        (a, b): (usize, usize),
        kind: CorrelationKind,
        read: &[usize],
    ) -> CorrelationRow {
        let other = self.scoring_names(b);
        CorrelationRow {
            cell: self.cell(a, read),
            other_metric: other.metric.clone(),
            other_references: other.references.clone(),
            over: self.options.over,
            kind,
            systems: document_count(self.family.members[a].scorings.len()),
            turned: self.direction(a) != self.direction(b),
            ci_level: self.options.level,
            ..CorrelationRow::default()
        }
    }

    fn direction(&self, member: usize) -> Direction {
        self.on_corpus.direction(self.family.members[member].named)
    }

    /// The cell of a member, with the status of the first scoring without a score, or without replicates.
    fn cell(&self, member: usize, read: &[usize]) -> Cell {
        let FamilyMember { named, scorings } = &self.family.members[member];
        let scoring = scorings.first().copied().unwrap_or(*named);
        let at = Coordinates { scoring, ..self.at };
        let cell = self.on_corpus.group_cell(at, Some(self.placement));
        let scorings = read.iter().flat_map(|index| &self.family.members[*index].scorings);
        let outcomes: Vec<Outcome> = scorings
            .map(|scoring| self.on_corpus.outcome(Coordinates { scoring: *scoring, ..self.at }))
            .collect();
        let unscored = outcomes.iter().find(|outcome| outcome.result.is_none());
        let not_whole =
            unscored.or_else(|| outcomes.iter().find(|outcome| !outcome.status.is_ok()));
        Cell { status: not_whole.map_or(cell.status, |outcome| outcome.status), ..cell }
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

/// Returns `true` if all scorings of a row have scores.
fn is_scored(cell: &Cell) -> bool {
    matches!(cell.status.reason(), None | Some(Reason::OneUnit))
}

/// The row with a reason for what it lacks, unless it has one.
fn with_status(mut row: CorrelationRow, reason: Reason) -> CorrelationRow {
    if row.cell.status.is_ok() {
        row.cell.status = reason.into();
    }
    row
}
