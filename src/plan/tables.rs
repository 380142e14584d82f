//! What the tables of a run and the report on them take, beside the jobs: with many systems, samples
//! or kept replicates it is most of the time and of the memory.

use std::collections::BTreeSet;

use super::asked::by_metric;
use super::comparison;
use super::comparison::CURVE;
use super::cost::FIT;
use super::{Form, Grid, Plan, Question};
use crate::spec::model::Study;

/// Columns of a cell, which most tables begin with.
const CELL: f64 = 17.0;

/// Nanoseconds to make a row and encode it, and to decode it and look at it in the report, for each of
/// its columns.
const WRITE: f64 = 42.0;
const READ: f64 = 25.0;

/// Nanoseconds to find a result: its key is a hash.
const LOOKUP: f64 = 1_200.0;

/// Nanoseconds to count what an interval or a comparison on a sample comes to.
const TALLY: f64 = 15.0;

/// Nanoseconds of a row of which the report reads where it belongs, and no more.
const PLACE: f64 = 420.0;

/// Nanoseconds to solve for the effect or the size that a test of some power shows.
const SOLVE: f64 = 280_000.0;

/// Per fit of a curve and size, by its form; the power function by iteration takes [`FIT`].
const FIT_IN_LOGARITHMS: f64 = 12.0;
const FIT_CUBIC: f64 = 30.0;

/// Bytes of a value in a decoded column.
const VALUE: f64 = 11.0;

/// Bytes of a value in a row.
const FIELD: f64 = 17.0;

/// Bytes of a real number in a file where hardly any is like another, and of a row's other columns.
const REAL_IN_FILE: f64 = 8.0;
const ROW_IN_FILE: f64 = 1.5;

/// Rows that are encoded together.
const ROW_GROUP: f64 = 262_144.0;

/// Bytes that figures and tables for people take, and their seconds, for each metric of a place; and
/// the metrics of which figures are drawn at most.
const DRAWN: f64 = 1e6;
const DRAWING: f64 = 0.01;
const MOST_DRAWN: usize = 12;

/// What a table takes.
#[derive(Clone, Copy, Debug, Default)]
struct Table {
    rows: f64,
    columns: f64,
    /// Columns of real numbers that hardly two rows share.
    reals: f64,
    /// Whether all rows are in memory before the first is encoded.
    at_once: bool,
    /// Share of the rows that the report reads.
    read: f64,
    /// Nanoseconds for what the rows are made from.
    source: f64,
}

/// What all tables of a plan take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tables {
    /// Seconds to make and encode them, and to report on them.
    pub(super) seconds: f64,
    /// Bytes at the peak while they are made, beside the results.
    pub(super) writing: f64,
    /// Bytes at the peak of the report.
    pub(super) reporting: f64,
}

impl Table {
    fn of(rows: f64, columns: f64, reals: f64) -> Self {
        Self { rows, columns, reals, at_once: false, read: 1.0, source: 0.0 }
    }

    fn at_once(self) -> Self {
        Self { at_once: true, ..self }
    }

    fn source(self, nanoseconds: f64) -> Self {
        Self { source: nanoseconds, ..self }
    }

    fn read(self, share: f64) -> Self {
        Self { read: share, ..self }
    }

    fn nanoseconds(&self) -> f64 {
        self.rows * self.columns * (WRITE + READ * self.read) + self.source
    }

    fn file(&self) -> f64 {
        self.rows * (self.reals * REAL_IN_FILE + ROW_IN_FILE)
    }

    /// Bytes while it is encoded: a row group as columns, twice.
    fn encoding(&self) -> f64 {
        let rows = if self.at_once { self.rows * self.columns * FIELD } else { 0.0 };
        rows + 2.0 * self.rows.min(ROW_GROUP) * self.columns * VALUE
    }

    fn decoded(&self) -> f64 {
        // With the numbers of the rows, in their order and by group.
        self.rows * self.read * (self.columns * VALUE + 32.0)
    }
}

impl Tables {
    /// Those of `plan`.
    pub(super) fn of(plan: &Plan) -> Self {
        let mut all: Vec<Table> = plan.grids.iter().flat_map(|grid| of_grid(plan, grid)).collect();
        all.push(test_sets(plan));
        let files: f64 = all.iter().map(Table::file).sum();
        let largest = |bytes: fn(&Table) -> f64| all.iter().map(bytes).fold(0.0, f64::max);
        let decoded: f64 = all.iter().map(Table::decoded).sum();
        let metrics: f64 = plan
            .grids
            .iter()
            .map(|grid| by_metric(&grid.scorings, &plan.corpora[grid.corpus].scorings).len())
            .map(|metrics| metrics.min(MOST_DRAWN) as f64)
            .sum();
        Self {
            seconds: all.iter().map(Table::nanoseconds).sum::<f64>() * 1e-9 + metrics * DRAWING,
            writing: files + largest(Table::encoding),
            reporting: decoded + 2.0 * largest(Table::file) + metrics * DRAWN,
        }
    }
}

/// The table of documents, which the report leaves aside.
fn test_sets(plan: &Plan) -> Table {
    let documents = plan.corpora.iter().flat_map(|corpus| &corpus.test_sets);
    let rows = documents.map(|test_set| test_set.documents.len()).sum::<usize>();
    Table::of(rows as f64, 4.0, 0.0).read(0.0)
}

/// The numbers that sizes of tables are made of.
struct Counts {
    placements: f64,
    /// Placements, repeats and numbers of replicates.
    places: f64,
    scorings: f64,
    cells: f64,
    draws: f64,
    sizes: f64,
    /// Systems of each group.
    groups: Vec<f64>,
    rows_of_pairs: (f64, f64),
}

impl Counts {
    fn new(plan: &Plan, grid: &Grid) -> Self {
        let study = &plan.spec.studies[grid.study];
        let corpus = &plan.corpora[grid.corpus];
        let size = |placement: &super::Placement| {
            let test_set = &corpus.test_sets[placement.test_set];
            let of_segments = study.samples.is_some();
            if of_segments { test_set.segments } else { test_set.documents.len() }
        };
        let sizes: BTreeSet<usize> = grid.placements.iter().map(size).collect();
        let groups = by_metric(&grid.scorings, &corpus.scorings);
        let (placements, scorings) = (grid.placements.len() as f64, grid.scorings.len() as f64);
        let draws = f64::from(study.shown_repeats()) * study.replicates.len() as f64;
        let (comparisons, powers) = comparison::rows(&plan.spec, grid, &corpus.scorings);
        Self {
            placements,
            places: placements * draws,
            scorings,
            cells: placements * scorings * draws,
            draws,
            sizes: sizes.len() as f64,
            groups: groups.iter().map(|group| group.len() as f64).collect(),
            rows_of_pairs: (comparisons as f64, powers as f64),
        }
    }

    fn systems(&self) -> f64 {
        self.groups.iter().sum()
    }

    fn pairs(&self) -> f64 {
        self.groups.iter().map(|systems| systems * (systems - 1.0) / 2.0).sum()
    }
}

fn of_grid(plan: &Plan, grid: &Grid) -> Vec<Table> {
    let study = &plan.spec.studies[grid.study];
    let counts = Counts::new(plan, grid);
    let cells = counts.cells;
    let mut tables = vec![
        Table::of(cells, CELL + 14.0, 9.0).source(cells * LOOKUP),
        Table::of(counts.scorings * counts.sizes * counts.draws, CELL + 12.0, 10.0)
            .at_once()
            .source(cells * LOOKUP),
    ];
    tables.extend(minimal_sizes(study, grid, &counts));
    tables.extend(of_replicates(study, &counts));
    tables.extend(of_pairs(study, &counts));
    tables.extend(of_ranks(study, &counts));
    tables.extend(of_samples(study, &counts));
    tables.extend(correlations(plan, grid, &counts));
    if let Some(options) = &study.derivations.representativeness {
        let coefficients = options.coefficients.len() as f64;
        let rows = counts.placements * counts.groups.len() as f64 * coefficients;
        let found = counts.placements * coefficients * counts.systems();
        tables.push(Table::of(rows, CELL + 9.0, 3.0).at_once().source(found * LOOKUP));
    }
    tables
}

/// Curves: each is fitted twice more for every one of its points, which says what noise does to it.
fn minimal_sizes(study: &Study, grid: &Grid, counts: &Counts) -> Option<Table> {
    let options = study.minimal_size.as_ref()?;
    let forms = options.forms();
    let fit = |form: &Form| match form {
        Form::PowerInLogarithms => FIT_IN_LOGARITHMS,
        Form::Power => FIT,
        Form::Cubic => FIT_CUBIC,
    };
    let of_size: f64 = forms.iter().map(fit).sum();
    let sizes = || grid.paths.iter().map(|path| path.test_sets.len() as f64);
    let points: f64 = sizes().map(|sizes| (2.0 * sizes + 1.0) * sizes).sum();
    let curves = counts.scorings * counts.draws;
    let largest_group = counts.groups.iter().copied().fold(0.0, f64::max);
    let ranked = curves * sizes().sum::<f64>() * (1.0 + largest_group);
    let rows = curves * grid.paths.len() as f64 * forms.len() as f64;
    let source = curves * points * of_size + ranked * LOOKUP;
    Some(Table::of(rows, CELL + 40.0, 15.0).at_once().source(source))
}

/// Intervals, their stability, and replicates.
fn of_replicates(study: &Study, counts: &Counts) -> Vec<Table> {
    let derivations = &study.derivations;
    let mut tables = Vec::new();
    if let Some(options) = &derivations.intervals {
        let kinds = (options.methods.len() * options.levels.len()).max(1) as f64;
        let source = 2.0 * counts.cells * LOOKUP;
        tables.push(Table::of(counts.cells * kinds, CELL + 23.0, 9.0).source(source));
    }
    if let Some(options) = &derivations.stability {
        let rows = counts.cells * options.methods.len() as f64;
        let found = counts.placements * counts.scorings * f64::from(study.repeats);
        tables.push(Table::of(rows, CELL + 14.0, 10.0).at_once().source(found * LOOKUP));
    }
    if derivations.replicates {
        let replicates: f64 = study.replicates.iter().copied().map(f64::from).sum();
        let rows = counts.cells / study.replicates.len().max(1) as f64 * replicates;
        tables.push(Table::of(rows, CELL + 2.0, 1.0).source(rows * PLACE).read(0.1));
    }
    tables
}

fn of_pairs(study: &Study, counts: &Counts) -> Vec<Table> {
    let (comparisons, powers) = counts.rows_of_pairs;
    let found = 2.0 * counts.places * counts.pairs() * LOOKUP;
    let mut tables = Vec::new();
    if study.derivations.comparison.is_some() {
        tables.push(Table::of(comparisons, CELL + 19.0, 5.0).source(found));
    }
    if let Some(options) = &study.derivations.power {
        // Twice: along the orderings, and row by row.
        let effects = options.effects.as_ref().map_or(CURVE, Vec::len) as f64;
        let solved = counts.places * counts.pairs() * (1.0 + 2.0 * effects) * SOLVE;
        tables.push(Table::of(powers, CELL + 22.0, 6.0).source(2.0 * found + solved));
    }
    tables
}

fn of_ranks(study: &Study, counts: &Counts) -> Vec<Table> {
    if Question::ranking(study).is_none() {
        return Vec::new();
    }
    let ranks: f64 = counts.groups.iter().map(|systems| systems * systems).sum();
    let found = counts.places * counts.systems() * LOOKUP;
    // Each test set along its ordering, and all of a size together.
    let steps = (counts.places + counts.sizes * counts.draws) * counts.groups.len() as f64;
    vec![
        // The report reads one test set of an ordering; columns that say where rows are, of all.
        Table::of(counts.places * ranks, CELL + 12.0, 0.3)
            .source(found + counts.places * ranks * PLACE)
            .read(0.02),
        Table::of(steps, CELL + 14.0, 5.0).at_once().source(found),
    ]
}

/// What is counted over samples: few rows from many results.
fn of_samples(study: &Study, counts: &Counts) -> Vec<Table> {
    let Some(options) = &study.derivations.coverage else { return Vec::new() };
    let kinds = (options.methods.len() * options.levels.len()) as f64;
    let of_size = counts.sizes * counts.draws;
    let groups = counts.groups.len() as f64;
    let intervals = 2.0 * counts.cells * LOOKUP + counts.cells * kinds * TALLY;
    let pairs = counts.pairs() * options.levels.len() as f64;
    let compared = counts.places * (pairs * 4.0 * TALLY + groups * LOOKUP);
    vec![
        Table::of(of_size * (counts.scorings + groups) * kinds, 31.0, 6.0)
            .at_once()
            .source(intervals),
        Table::of(of_size * (pairs + 10.0 * groups), 39.0, 8.0).at_once().source(compared),
    ]
}

fn correlations(plan: &Plan, grid: &Grid, counts: &Counts) -> Vec<Table> {
    let study = &plan.spec.studies[grid.study];
    let of_family = |family: &super::Family| {
        let (Question::Correlation { options }, _) = Question::correlation(study, family)? else {
            return None;
        };
        let rows = (options.pairs.len() + options.differences.len()) * options.kinds().len();
        let source = counts.places * LOOKUP * family.members.len() as f64;
        Some(Table::of(counts.places * rows as f64, CELL + 21.0, 6.0).source(source))
    };
    grid.correlated.iter().filter_map(of_family).collect()
}

/// Bytes of a result of a question, beside what every result takes.
pub(super) fn answer_bytes(task: &super::Task) -> f64 {
    let systems = task.scorings.len() as f64;
    match &task.question {
        Question::Summary { .. } => 0.0,
        Question::Replicates => 16.0 * f64::from(task.replicates),
        Question::Generator { corpora } => 16.0 * systems * f64::from(*corpora),
        Question::Intervals { options } => {
            220.0 * (options.methods.len() * options.levels.len()).max(1) as f64
        }
        Question::Stability { methods, replicates, .. } => {
            64.0 * (methods.len() * replicates.len()) as f64
        }
        // Systems have few of the ranks where these are many.
        Question::Ranking { .. } => systems * (64.0 + 8.0 * systems.min(8.0 + 0.3 * systems)),
        Question::Differences { pairs, .. } => 260.0 * pairs.count(task.scorings.len()) as f64,
        Question::Randomization { pairs, methods, .. } => {
            (40.0 + 64.0 * methods.len() as f64) * pairs.count(task.scorings.len()) as f64
        }
        Question::Sacrebleu { pairs, .. } => 168.0 * pairs.count(task.scorings.len()) as f64,
        Question::Correlation { options } => {
            let kinds = options.kinds().len() as f64;
            kinds * (160.0 * options.pairs.len() as f64 + 200.0 * options.differences.len() as f64)
        }
        Question::SizeIntervals { options, .. } => 48.0 * (2 * options.forms().len() + 1) as f64,
    }
}
