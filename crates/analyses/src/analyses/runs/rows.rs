//! How the tables of runs are filled.

use std::sync::Arc;

use super::compute::{PairOfRuns, ScoredRuns};
use super::options::Runs;
use super::request::{RunsOfSystem, scorings_of};
use super::row::{RunComponent, RunDesignKind};
use crate::analyses::{
    Coordinates, GridResults, PairVerdict, Results, RunComparisonRow, RunComponentRow,
    RunDesignRow, RunRow, document_count, largest_test_sets,
};
use crate::corpus::model::SystemRuns;
use crate::stats::freedom::FARTHEST;
use crate::stats::interval::student;
use crate::stats::judges::Part;
use crate::stats::runs::{
    MeanSquares, RunsPlan, exact_p_value, exact_paired_p_value, smallest_exact,
};
use crate::stats::special::student_t_quantile;
use crate::stats::{Purpose, Reason, Status, StreamKey};
use crate::table::Cell;

/// Numbers of runs that are planned, beside the present one and twice it.
const RUNS: [u32; 6] = [2, 3, 5, 10, 20, 50];

/// Numbers of texts that are planned, as multiples of the present one; besides infinitely many.
const MULTIPLES: [f64; 3] = [1.0, 2.0, 4.0];

/// All rows of the studies that ask.
#[derive(Default)]
pub struct RunTables {
    /// Scores of runs.
    pub scores: Vec<RunRow>,
    /// What they vary with.
    pub components: Vec<RunComponentRow>,
    /// Differences of systems.
    pub comparisons: Vec<RunComparisonRow>,
    /// Other numbers of runs and texts.
    pub designs: Vec<RunDesignRow>,
}

/// In the order of studies, corpora, metrics, and systems or pairs.
pub fn runs(results: &Results<'_>) -> RunTables {
    let mut tables = RunTables::default();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Runs>()) {
        let context = results.plan.context(on_corpus.grid);
        let Some(test_set) = largest_test_sets(&context).first().copied() else { continue };
        let corpus = &on_corpus.corpus.corpus;
        for group in on_corpus.scored_groups() {
            let metric = OfMetric { on_corpus: &on_corpus, options, test_set, group: &group };
            for system in options.systems_with_runs(corpus) {
                metric.add_system(&system, &mut tables);
            }
            for pair in options.pairs_with_runs(corpus) {
                metric.add_pair(&pair, &mut tables);
            }
        }
    }
    tables
}

/// Outputs by one metric.
struct OfMetric<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Runs,
    test_set: usize,
    group: &'a [usize],
}

impl OfMetric<'_> {
    fn at(&self, scoring: usize) -> Coordinates {
        Coordinates::once(self.test_set, scoring)
    }

    /// The cell of the metric, with this status; without orders of documents, since one test set stands for all.
    fn cell(&self, status: Status) -> Cell {
        let at = self.on_corpus.first_at(self.test_set, self.group[0]);
        Cell { status, ..self.on_corpus.group_cell(at, None) }
    }

    fn add_system(&self, system: &SystemRuns, tables: &mut RunTables) {
        let scorings = scorings_of([system], self.group, &self.on_corpus.corpus.scorings);
        let result = scorings.map_or(Err(Reason::NoData), |scorings: Arc<[usize]>| {
            self.on_corpus.requested(&RunsOfSystem).get(self.at(scorings[0]), &scorings)
        });
        let name: Arc<str> = system.system.as_str().into();
        let cell = Cell { system: Some(name), ..self.cell(Status::from(&result)) };
        tables.scores.extend(system.runs.iter().enumerate().map(|(place, output)| RunRow {
            cell: cell.clone(),
            run: document_count(place + 1),
            output: output.as_str().into(),
            score: result.as_ref().ok().map(|runs: &ScoredRuns| runs.scores[place]),
        }));
        let row = |component| RunComponentRow {
            cell: cell.clone(),
            component,
            runs: document_count(system.runs.len()),
            ..RunComponentRow::default()
        };
        let squares = result.ok().and_then(|runs| runs.squares);
        tables.components.extend(match squares {
            Some(squares) => components(squares, &row).to_vec(),
            None => RunComponent::ALL.into_iter().map(row).collect(),
        });
    }

    fn add_pair(&self, pair: &[SystemRuns; 2], tables: &mut RunTables) {
        let scorings = scorings_of(pair, self.group, &self.on_corpus.corpus.scorings);
        let result = scorings.map_or(Err(Reason::NoData), |scorings: Arc<[usize]>| {
            let question = self.options.question(pair);
            self.on_corpus.requested(&question).get(self.at(scorings[0]), &scorings)
        });
        let [a, b] = pair;
        let row = RunComparisonRow {
            cell: self.cell(Status::from(&result)),
            system_a: a.system.as_str().into(),
            system_b: b.system.as_str().into(),
            runs_a: document_count(a.runs.len()),
            runs_b: document_count(b.runs.len()),
            ci_level: self.on_corpus.study.level,
            paired_runs: self.options.paired_runs,
            ..RunComparisonRow::default()
        };
        let Ok(compared) = result else { return tables.comparisons.push(row) };
        tables.designs.extend(self.designs(&row, &compared));
        tables.comparisons.push(self.compared(row, &compared));
    }

    fn compared(&self, row: RunComparisonRow, pair: &PairOfRuns) -> RunComparisonRow {
        let PairOfRuns { difference: found, plan, units, scores } = pair;
        // Designs have as many runs of both systems: the fewer of them stand for now.
        let (units_now, runs_now) = (*units as f64, f64::from(row.runs_a.min(row.runs_b)));
        let ends = self.ends(found.difference, found.total);
        let texts_ends = self.ends(found.difference, found.texts);
        let exact = found.runs.map(|_| self.exact(&row, scores));
        let status = match (found.runs, found.is_larger_one_way) {
            (None, _) => Reason::SingleRun.into(),
            (_, true) => Reason::LargerOneWay.into(),
            _ => Status::OK,
        };
        RunComparisonRow {
            units: Some(*units),
            difference: Some(found.difference),
            se_texts: Some(found.texts.variance.sqrt()),
            se_runs: found.runs.map(|runs| runs.variance.sqrt()),
            se: Some(found.total.variance.sqrt()),
            degrees_of_freedom: Some(found.total.degrees_of_freedom),
            lower: ends.map(|ends| ends.0),
            upper: ends.map(|ends| ends.1),
            texts_lower: texts_ends.map(|ends| ends.0),
            texts_upper: texts_ends.map(|ends| ends.1),
            p_value: Some(found.p_value()),
            p_texts_only: found.p_value_of_texts(),
            p_runs_exact: exact.map(|exact| exact.0),
            smallest_p_runs: exact.map(|exact| exact.1),
            share_runs: found.share_of_runs(),
            se_twice_runs: plan.map(|plan| plan.variance(units_now, 2.0 * runs_now).sqrt()),
            se_twice_texts: plan.map(|plan| plan.variance(2.0 * units_now, runs_now).sqrt()),
            verdict: Some(self.verdict(found.difference, Some(found.p_value()))),
            texts_verdict: Some(self.verdict(found.difference, found.p_value_of_texts())),
            cell: Cell { status, ..row.cell },
            ..row
        }
    }

    fn ends(&self, difference: f64, part: Part) -> Option<(f64, f64)> {
        let level = self.on_corpus.study.level;
        let interval =
            student(difference, part.variance.sqrt(), part.degrees_of_freedom, level).ok()?;
        Some((interval.lower, interval.upper))
    }

    fn verdict(&self, difference: f64, p_value: Option<f64>) -> PairVerdict {
        let is_significant = p_value.is_some_and(|p| p <= 1.0 - self.on_corpus.study.level);
        match self.on_corpus.direction(self.group[0]).orient(difference) {
            better if is_significant && better > 0.0 => PairVerdict::Better,
            worse if is_significant && worse < 0.0 => PairVerdict::Worse,
            _ => PairVerdict::NotSignificant,
        }
    }

    /// The exact test over runs, and the smallest p-value that it can have.
    fn exact(&self, row: &RunComparisonRow, [a, b]: &[Vec<f64>; 2]) -> (f64, f64) {
        // Names alone: other pairs and studies do not change what is drawn.
        let key = StreamKey::new(self.on_corpus.results.plan.spec.seed, Purpose::Runs);
        let names = [&row.cell.corpus, &row.cell.metric, &row.system_a, &row.system_b];
        let key = names.into_iter().fold(key, |key, name| key.text(name));
        let is_paired = self.options.paired_runs;
        let p_value = if is_paired {
            let differences = a.iter().zip(b).map(|(a, b)| a - b);
            exact_paired_p_value(&differences.collect::<Vec<f64>>(), &key)
        } else {
            exact_p_value(a, b, &key)
        };
        (p_value, smallest_exact([a.len(), b.len()], is_paired))
    }

    /// Other numbers of runs and texts.
    fn designs(&self, of_pair: &RunComparisonRow, pair: &PairOfRuns) -> Vec<RunDesignRow> {
        let Some(plan) = &pair.plan else { return Vec::new() };
        let now = of_pair.runs_a.min(of_pair.runs_b);
        let mut counts = RUNS.to_vec();
        counts.extend([now, 2 * now]);
        counts.sort_unstable();
        counts.dedup();
        let units = pair.units as f64;
        let row = |kind, runs: u32, units: Option<f64>, status: Status| {
            let mut row = self.design(plan, (kind, runs, units), pair.units);
            row.cell.status = status;
            row.system_a = of_pair.system_a.clone();
            row.system_b = of_pair.system_b.clone();
            row
        };
        let mut rows = Vec::new();
        for runs in counts {
            let sizes = MULTIPLES.iter().map(|multiple| Some(multiple * units)).chain([None]);
            rows.extend(sizes.map(|size| row(RunDesignKind::Listed, runs, size, Status::OK)));
            if self.options.detect.is_some() {
                let (size, status) = self.smallest(plan, runs, units);
                rows.push(row(RunDesignKind::Smallest, runs, size, status));
            }
        }
        recommend(&mut rows);
        rows
    }

    /// The fewest texts with which this number of runs finds the difference.
    fn smallest(&self, plan: &RunsPlan, runs: u32, units: f64) -> (Option<f64>, Status) {
        let (runs, level) = (f64::from(runs), self.on_corpus.study.level);
        let Some(detect) = self.options.detect else { return (None, Reason::NothingWanted.into()) };
        let goal = [detect, level, self.options.power];
        if let Some(size) = plan.required_texts(runs, goal, FARTHEST * units) {
            return (Some(size), Status::OK);
        }
        // With infinitely many texts only what runs add is left: it decides whether any number is
        // enough.
        let at_best = plan.power(f64::INFINITY, runs, detect, level);
        let is_possible = at_best.is_none_or(|power| power >= self.options.power);
        (None, if is_possible { Reason::BeyondData } else { Reason::NoSize }.into())
    }

    fn design(
        &self,
        plan: &RunsPlan,
        (kind, runs, units): (RunDesignKind, u32, Option<f64>),
        units_now: u64,
    ) -> RunDesignRow {
        let row = RunDesignRow {
            cell: self.cell(Status::OK),
            kind,
            runs,
            units,
            detect: self.options.detect,
            power: self.options.power,
            ..RunDesignRow::default()
        };
        if units.is_none() && kind == RunDesignKind::Smallest {
            return row;
        }
        let (level, count) = (self.on_corpus.study.level, f64::from(runs));
        let texts = units.unwrap_or(f64::INFINITY);
        let standard_error = plan.variance(texts, count).sqrt();
        let degrees = plan.degrees_of_freedom(texts, count);
        let quantile = student_t_quantile(0.5 * (1.0 + level), degrees);
        let segments_of_unit = row.cell.judged_segments.unwrap_or(0) as f64 / units_now as f64;
        let cost = self.options.costs.zip(units).map(|(prices, units)| {
            // Each system has its runs, and both share the texts.
            2.0 * count * prices.run + units * segments_of_unit * prices.segment
        });
        RunDesignRow {
            standard_error: Some(standard_error),
            margin: quantile.map(|quantile| quantile * standard_error),
            probability: row.detect.and_then(|detect| plan.power(texts, count, detect, level)),
            cost,
            ..row
        }
    }
}

/// Rows of the three components, with what each adds to the variance of the mean over runs and texts.
fn components(
    squares: MeanSquares,
    row: &impl Fn(RunComponent) -> RunComponentRow,
) -> [RunComponentRow; 3] {
    let components = squares.components();
    let (runs, texts) = squares.counts();
    let parts = [
        (RunComponent::Run, components.run, components.run.max(0.0) / runs),
        (RunComponent::Text, components.text, components.text.max(0.0) / texts),
        (RunComponent::Rest, components.rest, components.rest / (runs * texts)),
    ];
    let total: f64 = parts.iter().map(|(.., in_score)| in_score).sum();
    parts.map(|(component, estimate, in_score)| {
        let mut row = row(component);
        if estimate < 0.0 {
            row.cell.status = Reason::Negative.into();
        }
        let share = (total > 0.0).then(|| in_score / total);
        RunComponentRow { estimate: Some(estimate), value: Some(estimate.max(0.0)), share, ..row }
    })
}

/// Marks the cheapest design that finds the difference, of several the one with the fewest runs.
fn recommend(rows: &mut [RunDesignRow]) {
    let priced = rows.iter().enumerate().filter_map(|(place, row)| {
        let finds_it = row.kind == RunDesignKind::Smallest && row.units.is_some();
        Some((place, row.cost.filter(|_| finds_it)?))
    });
    if let Some((place, _)) = priced.min_by(|(_, one), (_, other)| one.total_cmp(other)) {
        rows[place].recommended = true;
    }
}
