//! How the table `history` is filled.

use std::collections::BTreeSet;

use super::options::History;
use super::request::{self, QUESTION};
use super::row::HistoryRow;
use super::vocabulary::EarlierRun;
use crate::analyses::common::paired_errors::{PairError, PairedErrors};
use crate::analyses::comparison::PairVerdict;
use crate::analyses::results::{Coordinates, GridResults, Requested, Results, document_count};
use crate::plan::Placement;
use crate::stats::direction::Direction;
use crate::stats::interval::student;
use crate::stats::looks;
use crate::stats::multiplicity::holm;
use crate::stats::paired_jackknife::student_p_value;

/// By how much rounding moves a p-value that is exactly at its level.
const ROUNDING: f64 = 1e-12;

/// In the order of studies, corpora, test sets, metrics and references, runs.
pub fn history(results: &Results<'_>) -> Vec<HistoryRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<History>()) {
        let errors = on_corpus.requested(&QUESTION);
        for placement in &on_corpus.grid.placements {
            let place = Place { on_corpus: &on_corpus, options, placement };
            rows.extend(place.rows(&errors));
        }
    }
    rows
}

/// A test set of the study.
struct Place<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a History,
    placement: &'a Placement,
}

impl Place<'_> {
    fn rows(&self, errors: &Requested<'_, PairedErrors>) -> Vec<HistoryRow> {
        let mut rows = Vec::new();
        for runs in self.on_corpus.groups() {
            for run in 0..runs.len() {
                for compared_with in EarlierRun::ALL {
                    rows.push(self.row(&runs, run, compared_with, errors));
                }
            }
        }
        adjust(&mut rows);
        rows
    }

    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.placement.test_set, scoring)
    }

    /// Without what depends on the other tests of its look.
    fn row(
        &self,
        runs: &[usize],
        run: usize,
        compared_with: EarlierRun,
        errors: &Requested<'_, PairedErrors>,
    ) -> HistoryRow {
        let at = self.at(runs[run]);
        let outcome = self.on_corpus.outcome(at);
        let summary = outcome.result.unwrap_or_default();
        let names = &self.on_corpus.names.scorings;
        let pair = request::pair(run, compared_with);
        let mut row = HistoryRow {
            cell: self.on_corpus.cell(at, Some(self.placement), &outcome),
            compared_with,
            run: document_count(run + 1),
            earlier: pair.map(|[_, earlier]| names[runs[earlier]].system.clone()),
            score: summary.score,
            score_lower: summary.ci_lower,
            score_upper: summary.ci_upper,
            look: pair.map(|_| document_count(run) + self.options.earlier_looks),
            level: self.on_corpus.study.level,
            resample: names[runs[run]].resample,
            signature: names[runs[run]].signature.clone(),
            ..HistoryRow::default()
        };
        let Some(pair) = pair.map(|pair| pair.map(|run| runs[run])) else { return row };
        if pair.iter().any(|scoring| self.on_corpus.scoring(*scoring).obstacle.is_some()) {
            return row;
        }
        let once = Coordinates { replicates: 0, ..at };
        if let Some(error) = errors.get(once, &pair).first() {
            compare(&mut row, error, self.on_corpus.direction(pair[0]));
        }
        row
    }
}

/// Adds the difference, with what it says alone.
fn compare(row: &mut HistoryRow, error: &PairError, direction: Direction) {
    row.delta = error.delta;
    if error.identical {
        row.plain_verdict = Some(PairVerdict::Identical);
        return;
    }
    let degrees = error.freedom.degrees;
    let Some(delta) = error.delta else { return };
    let interval = error
        .standard_error
        .and_then(|deviation| Ok((deviation, student(delta, deviation, degrees, row.level)?)));
    match interval {
        Ok((deviation, interval)) => {
            row.standard_error = Some(deviation);
            (row.ci_lower, row.ci_upper) = (Some(interval.lower), Some(interval.upper));
            let p = student_p_value(delta, deviation, degrees);
            row.p_value = Some(p);
            row.plain_verdict =
                Some(match (is_significant(p, row.level), direction.orient(delta) > 0.0) {
                    (false, _) => PairVerdict::NotSignificant,
                    (true, true) => PairVerdict::Better,
                    (true, false) => PairVerdict::Worse,
                });
        }
        Err(reason) if row.cell.status.is_ok() => row.cell.status = reason.into(),
        Err(_) => {}
    }
}

/// Adds what depends on all tests of a look, and the verdicts.
fn adjust(rows: &mut [HistoryRow]) {
    let looks: BTreeSet<u32> = rows.iter().filter_map(|row| row.look).collect();
    for look in looks {
        let places: Vec<usize> =
            (0..rows.len()).filter(|place| rows[*place].look == Some(look)).collect();
        // Where there is one earlier run, both rows are of the same difference.
        let is_counted =
            |row: &HistoryRow| row.run > 2 || row.compared_with == EarlierRun::Previous;
        let p_values: Vec<Option<f64>> = places
            .iter()
            .map(|place| rows[*place].p_value.filter(|_| is_counted(&rows[*place])))
            .collect();
        let adjusted = holm(&p_values);
        let tests = p_values.iter().flatten().count().max(1) as f64;
        let mut last = None;
        for (place, adjusted) in places.iter().zip(adjusted) {
            let row = &mut rows[*place];
            let alpha = 1.0 - row.level;
            row.look_alpha = Some(alpha * looks::share_of_look(look) / tests);
            row.spent = Some(looks::share_spent(look));
            let adjusted = if is_counted(row) { adjusted } else { last };
            last = adjusted;
            row.p_adjusted = adjusted.map(|p| looks::adjusted(p, look));
            row.verdict = corrected(row);
        }
    }
}

/// What is said with all looks counted: less than the row says alone, and nothing else.
fn corrected(row: &HistoryRow) -> Option<PairVerdict> {
    if row.plain_verdict == Some(PairVerdict::Identical) {
        return row.plain_verdict;
    }
    let is_kept = is_significant(row.p_adjusted?, row.level);
    if is_kept { row.plain_verdict } else { Some(PairVerdict::NotSignificant) }
}

fn is_significant(p: f64, level: f64) -> bool {
    p <= 1.0 - level + ROUNDING
}
