//! How the tables of gains are filled.

use std::sync::Arc;

use super::options::Gains;
use super::request::{self, GainPair, SystemGains};
use super::row::{GainDifferenceRow, GainRow};
use crate::analyses::common::change::{Change, ChangeColumns, adjusted, status};
use crate::analyses::common::pairs::Pairs;
use crate::analyses::results::{Coordinates, GridResults, Results};
use crate::plan::Placement;
use crate::stats::reason::Reason;
use crate::table::Cell;

/// All rows of the studies that ask.
#[derive(Default)]
pub struct GainTables {
    /// Gains.
    pub gains: Vec<GainRow>,
    /// Differences of gains.
    pub differences: Vec<GainDifferenceRow>,
}

/// In the order of studies, corpora, metrics and references, test sets, systems.
pub fn gains(results: &Results<'_>) -> GainTables {
    let mut tables = GainTables::default();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Gains>()) {
        for group in on_corpus.groups() {
            for placement in &on_corpus.grid.placements {
                GroupPlace::new(&on_corpus, options, &group, placement).add(&mut tables);
            }
        }
    }
    tables
}

/// A change, or why it is not known.
type Known = Result<Change, Reason>;

/// The gains of a metric on a test set.
struct GroupPlace<'a> {
    on_corpus: &'a GridResults<'a>,
    placement: &'a Placement,
    pairs: Vec<GainPair<'a>>,
    /// Of each, where both systems have data.
    gains: Vec<Option<Known>>,
    /// Two gains by place, and their difference.
    differences: Vec<((usize, usize), Known)>,
}

impl<'a> GroupPlace<'a> {
    fn new(
        on_corpus: &'a GridResults<'a>,
        options: &'a Gains,
        group: &[usize],
        placement: &'a Placement,
    ) -> Self {
        let pairs = options.of_group(group, &on_corpus.corpus.scorings);
        let scored: Vec<usize> = (0..pairs.len())
            .filter(|place| {
                let sides = [pairs[*place].after, pairs[*place].before];
                sides.iter().all(|scoring| on_corpus.scoring(*scoring).obstacle.is_none())
            })
            .collect();
        let mut gains = vec![None; pairs.len()];
        let mut differences = Vec::new();
        if !scored.is_empty() {
            let asked: Vec<GainPair<'_>> =
                scored.iter().map(|place| pairs[*place].clone()).collect();
            let group = request::group(&asked);
            let question = SystemGains { level: on_corpus.study.level };
            let at = Coordinates::once(placement.test_set, group[0]);
            let computed = on_corpus.requested(&question).get(at, &group);
            for (place, gain) in scored.iter().zip(computed.gains) {
                gains[*place] = Some(gain);
            }
            let places = Pairs::All.of(scored.len()).into_iter();
            let places = places.map(|(a, b)| (scored[a], scored[b]));
            differences = places.zip(computed.differences).collect();
        }
        Self { on_corpus, placement, pairs, gains, differences }
    }

    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.placement.test_set, scoring)
    }

    fn score(&self, scoring: usize) -> Option<f64> {
        self.on_corpus.outcome(self.at(scoring)).result.and_then(|result| result.score)
    }

    fn add(&self, tables: &mut GainTables) {
        let (before, after): (Vec<Option<f64>>, Vec<Option<f64>>) =
            self.pairs.iter().map(|pair| (self.score(pair.before), self.score(pair.after))).unzip();
        let changes: Vec<Option<Change>> =
            self.gains.iter().map(|gain: &Option<Known>| gain.and_then(Result::ok)).collect();
        let gains: Vec<Option<f64>> =
            changes.iter().map(|change| change.map(|change| change.delta)).collect();
        let adjusted = adjusted(changes.iter().copied());
        let ranks = [&before, &after, &gains].map(|values| self.ranks(values));
        for (place, pair) in self.pairs.iter().enumerate() {
            let scoring = pair.after;
            let ChangeColumns { delta, standard_error, ci_lower, ci_upper, p_value } =
                changes[place].into();
            let relative = gains[place]
                .zip(before[place])
                .and_then(|(gain, before)| self.on_corpus.relative(scoring, gain, before));
            let names = &self.on_corpus.names.scorings;
            tables.gains.push(GainRow {
                cell: self.cell(place),
                system_before: names[pair.before].system.clone(),
                system_after: names[pair.after].system.clone(),
                before: before[place],
                after: after[place],
                gain: delta,
                standard_error,
                ci_lower,
                ci_upper,
                p_value,
                p_adjusted: adjusted[place],
                relative,
                rank_before: ranks[0][place],
                rank_after: ranks[1][place],
                rank_of_gain: ranks[2][place],
            });
        }
        self.add_differences(&mut tables.differences);
    }

    /// The cell of a gain: with the status of the system that has less, or why there is no error.
    fn cell(&self, place: usize) -> Cell {
        let pair = &self.pairs[place];
        let [after, before] = [pair.after, pair.before].map(|scoring| {
            let at = self.at(scoring);
            self.on_corpus.cell(at, Some(self.placement), &self.on_corpus.outcome(at))
        });
        let cell =
            if after.status.is_ok() { Cell { status: before.status, ..after } } else { after };
        let status = match self.gains[place] {
            Some(known) if cell.status.is_ok() => status(&known),
            _ => cell.status,
        };
        Cell { system: Some(pair.name.into()), status, ..cell }
    }

    fn add_differences(&self, rows: &mut Vec<GainDifferenceRow>) {
        let adjusted = adjusted(self.differences.iter().map(|(_, known)| known.ok()));
        for (((a, b), known), p_adjusted) in self.differences.iter().zip(adjusted) {
            let ChangeColumns { delta, standard_error, ci_lower, ci_upper, p_value } =
                known.ok().into();
            let names = [a, b].map(|place| Arc::from(self.pairs[*place].name));
            let [system_a, system_b] = names;
            rows.push(GainDifferenceRow {
                cell: Cell { system: None, status: status(known), ..self.cell(*a) },
                system_a,
                system_b,
                delta,
                standard_error,
                ci_lower,
                ci_upper,
                p_value,
                p_adjusted,
            });
        }
    }

    /// Of each value how many are better, plus 1.
    fn ranks(&self, values: &[Option<f64>]) -> Vec<Option<u32>> {
        let Some(first) = self.pairs.first() else { return Vec::new() };
        let direction = self.on_corpus.direction(first.after);
        let turned: Vec<Option<f64>> =
            values.iter().map(|value| value.map(|value| direction.orient(value))).collect();
        turned
            .iter()
            .map(|value: &Option<f64>| {
                let better =
                    turned.iter().flatten().filter(|other| **other > (*value).unwrap_or(f64::NAN));
                value.map(|_| u32::try_from(better.count()).map_or(u32::MAX, |better| better + 1))
            })
            .collect()
    }
}
