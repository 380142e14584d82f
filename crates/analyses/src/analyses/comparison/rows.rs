//! What methods say of the pairs of a metric, and the rows that tell it.

use std::rc::Rc;
use std::sync::Arc;

use super::ComparisonRow;
use super::compute::PairTests;
use super::noninferiority::{DifferenceError, MarginQuestion, MarginVerdict, margin_verdicts};
use super::options::{Comparison, TestMethod, Ties};
use super::request::{self, Randomization, Sacrebleu};
use super::verdict::{Family, Finding, least_p, least_p_of_units, verdict};
use crate::analyses::common::differences::{Differences, PairDifference};
use crate::analyses::common::paired_errors::{PairError, PairedErrors};
use crate::analyses::common::pairs::{GroupPairs, PairCell, PairCells};
use crate::analyses::common::two_way::{self, TwoWayErrors, TwoWayPair};
use crate::analyses::margin::options::WantedMargin;
use crate::analyses::results::{CellNames, Coordinates, Requested, Results};
use crate::config::model::Study;
use crate::metric;
use crate::plan::{Grid, MetricJudges, Placement};
use crate::stats::comparison::{TieRule, Wins, least_units};
use crate::stats::direction::Direction;
use crate::stats::interval;
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::reason::Reason;

/// A method, and where its result is.
struct Method {
    name: &'static str,
    source: Source,
}

enum Source {
    /// Standard errors of differences.
    Errors,
    /// Differences of replicates.
    Replicates(TestMethod),
    /// This one of the tests that read none.
    Test(usize),
}

fn methods(options: &Comparison, has_judges: bool) -> Vec<Method> {
    if options.compat.is_some() {
        let names = ["sacrebleu-paired-bs", "sacrebleu-paired-ar"];
        let method = |(index, name)| Method { name, source: Source::Test(index) };
        return names.into_iter().enumerate().map(method).collect();
    }
    let mut tests = 0;
    let method = |method: &TestMethod| {
        let source = if method.exchanges() {
            tests += 1;
            Source::Test(tests - 1)
        } else if method.resamples() {
            Source::Replicates(*method)
        } else {
            Source::Errors
        };
        let is_two_way = has_judges && *method == TestMethod::JackknifeT;
        Method { name: if is_two_way { two_way::METHOD } else { method.name() }, source }
    };
    options.methods.iter().map(method).collect()
}

/// The results that the methods of a comparison read.
pub(super) struct Tests<'a> {
    errors: Option<Requested<'a, PairedErrors>>,
    two_way: Option<Requested<'a, TwoWayErrors>>,
    differences: Option<Requested<'a, Differences>>,
    randomization: Option<Requested<'a, Randomization>>,
    sacrebleu: Option<Requested<'a, Sacrebleu>>,
}

impl<'a> Tests<'a> {
    /// Those of `options`, which were asked by [`requests_for`](request::requests_for).
    pub(super) fn new(
        results: &'a Results<'a>,
        grid: &'a Grid,
        study: &Study,
        options: &Comparison,
    ) -> Self {
        Self {
            errors: request::errors(options).map(|question| results.requested(grid, &question)),
            two_way: request::two_way_errors(options)
                .map(|question| results.requested(grid, &question)),
            differences: request::differences(study, options)
                .map(|question| results.requested(grid, &question)),
            randomization: Randomization::of(options)
                .map(|question| results.requested(grid, &question)),
            sacrebleu: Sacrebleu::of(options).map(|question| results.requested(grid, &question)),
        }
    }
}

/// Comparisons of the systems of a metric with a set of references.
pub(super) struct GroupComparisons<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    study: &'a Study,
    options: &'a Comparison,
    names: Rc<CellNames>,
    methods: Vec<Method>,
    tests: Rc<Tests<'a>>,
    pub(super) scorings: Vec<usize>,
    pub(super) pairs: GroupPairs,
    direction: Direction,
    /// Whether its verdicts are wanted.
    pub(super) is_tested: bool,
    /// The judges, where they are resampled.
    judges: Option<&'a MetricJudges>,
}

/// What is known of the pairs of a metric on a test set.
pub(super) struct PlaceFindings {
    cells: Vec<PairCell>,
    /// For each method, of all pairs.
    pub(super) by_method: Vec<Vec<Finding>>,
    margins: Vec<MarginVerdict>,
}

/// Standard errors of the differences of a group.
enum GroupErrors {
    OverTexts(Vec<PairError>),
    OverTextsAndJudges(Vec<TwoWayPair>),
}

impl<'a> GroupComparisons<'a> {
    /// Those of `group`, scorings that share metric and references.
    pub(super) fn new(
        results: &'a Results<'a>,
        grid: &'a Grid,
        options: &'a Comparison,
        names: &Rc<CellNames>,
        tests: &Rc<Tests<'a>>,
        group: Vec<usize>,
    ) -> Self {
        let plan = results.plan;
        let first = &plan.corpora[grid.corpus].scorings[group[0]];
        let metric = &plan.spec.metrics[first.metric];
        let judges = first.judges.as_deref();
        Self {
            results,
            grid,
            study: &plan.spec.studies[grid.study],
            options,
            names: names.clone(),
            methods: methods(options, judges.is_some()),
            judges,
            tests: tests.clone(),
            pairs: GroupPairs::new(results, grid, options.baseline.as_deref(), &group),
            scorings: group,
            direction: Direction::from_higher_is_better(metric::higher_is_better(&metric.config)),
            is_tested: options.is_tested(&metric.name),
        }
    }

    /// What each method says of each pair.
    pub(super) fn place(&self, placement: &Placement, at: Coordinates) -> PlaceFindings {
        let differences = self.differences(at);
        let tests = self.tests(at);
        let errors = self.errors(at);
        let of_systems =
            PairCells::new(&self.names, self.results, self.grid, placement, at, &self.pairs);
        let cells: Vec<PairCell> = self.pairs.all.iter().map(|pair| of_systems.of(*pair)).collect();
        let finding = |method: &Method, pair: (usize, usize), cell: &PairCell| {
            if !cell.has_scores {
                return None;
            }
            Some(match &method.source {
                Source::Replicates(method) => {
                    let difference = self.pairs.find(differences.as_deref(), pair)?;
                    let finding = self.of_replicates(*method, difference);
                    self.with_enough_judges(self.with_enough_units(finding, cell.units), at)
                }
                Source::Errors => self.of_errors(self.error(errors.as_ref(), pair)?),
                Source::Test(index) => {
                    let tested = self.pairs.find(tests.as_deref(), pair)?;
                    self.of_tests(*index, tested, cell.units)
                }
            })
        };
        let of_method = |method: &Method| {
            let pairs = self.pairs.all.iter().zip(&cells);
            pairs.map(|(pair, cell)| finding(method, *pair, cell).unwrap_or_default()).collect()
        };
        let by_method = self.methods.iter().map(of_method).collect();
        let margins = self.margins(at, &cells, errors.as_ref());
        PlaceFindings { cells, by_method, margins }
    }

    /// One row per pair and method.
    pub(super) fn rows(
        &self,
        place: &PlaceFindings,
        families: &[Family],
        by_all: impl Fn(usize, usize) -> Option<f64>,
    ) -> Vec<ComparisonRow> {
        let mut rows = Vec::with_capacity(place.cells.len() * families.len());
        for (index, (pair, cell)) in self.pairs.all.iter().zip(&place.cells).enumerate() {
            let margin = &place.margins[index];
            for (method, family) in families.iter().enumerate() {
                rows.push(ComparisonRow {
                    p_all_metrics: by_all(method, index).filter(|_| self.is_tested),
                    margin: margin.margin,
                    margin_p_value: margin.p_value,
                    margin_p_adjusted: margin.p_adjusted,
                    margin_verdict: margin.verdict.map(Into::into),
                    margin_required_units: margin.required_units,
                    margin_status: margin.status.clone(),
                    ..self.row(*pair, cell, self.methods[method].name, family, index)
                });
            }
        }
        rows
    }

    /// Names of the two of a pair.
    pub(super) fn systems(&self, pair: (usize, usize)) -> [Arc<str>; 2] {
        [pair.0, pair.1].map(|scoring| self.names.scorings[scoring].system.clone())
    }

    /// Verdicts on the margin of the spec, which is in the unit of the metric or relative to the baseline.
    fn margins(
        &self,
        at: Coordinates,
        cells: &[PairCell],
        errors: Option<&GroupErrors>,
    ) -> Vec<MarginVerdict> {
        if self.options.margin.is_none() {
            let status = Reason::NoMargin.into();
            return vec![MarginVerdict { status, ..MarginVerdict::default() }; cells.len()];
        }
        let plan = self.results.plan;
        let metric = |scoring: usize| plan.corpora[self.grid.corpus].scorings[scoring].metric;
        let questions = self.pairs.all.iter().zip(cells).map(|(pair, cell)| {
            let name = &plan.spec.metrics[metric(pair.0)].name;
            let wanted = self.options.margin_of(name).ok_or(Reason::NoMargin)?;
            let of_baseline = || {
                let at = Coordinates { scoring: pair.1, ..at };
                let score = self.results.outcome(self.grid, at).result?.score?;
                let is_absolute = matches!(wanted, WantedMargin::Absolute(_));
                let has_true_zero = self.results.relative(metric(pair.1), 0.0, score).is_some();
                wanted.in_unit(score).filter(|_| is_absolute || has_true_zero)
            };
            let margin = of_baseline().ok_or(Reason::RelativeToZero)?;
            let error = self.error(errors, *pair).filter(|_| cell.has_scores);
            Ok(MarginQuestion { margin, error, units: cell.units })
        });
        let (level, adjustment) = (self.study.level, self.options.adjustment);
        margin_verdicts(&questions.collect::<Vec<_>>(), self.direction, level, adjustment)
    }

    fn differences(&self, at: Coordinates) -> Option<Vec<PairDifference>> {
        Some(self.tests.differences.as_ref()?.get(at, &self.pairs.scorings()?))
    }

    /// Asked once for all repeats and numbers of replicates.
    fn errors(&self, at: Coordinates) -> Option<GroupErrors> {
        let once = Coordinates { repeat: 1, replicates: 0, ..at };
        let scorings = self.pairs.scorings()?;
        Some(if self.judges.is_some() {
            GroupErrors::OverTextsAndJudges(self.tests.two_way.as_ref()?.get(once, &scorings))
        } else {
            GroupErrors::OverTexts(self.tests.errors.as_ref()?.get(once, &scorings))
        })
    }

    fn error<'e>(
        &self,
        errors: Option<&'e GroupErrors>,
        pair: (usize, usize),
    ) -> Option<DifferenceError> {
        match errors? {
            GroupErrors::OverTexts(all) => self.pairs.find(Some(all), pair).map(Into::into),
            GroupErrors::OverTextsAndJudges(all) => {
                self.pairs.find(Some(all), pair).map(Into::into)
            }
        }
    }

    fn tests(&self, at: Coordinates) -> Option<Vec<PairTests>> {
        let scorings = self.pairs.scorings()?;
        if let Some(sacrebleu) = &self.tests.sacrebleu {
            return Some(sacrebleu.get(at, &scorings));
        }
        let exchanges = Coordinates { replicates: 0, ..at };
        Some(self.tests.randomization.as_ref()?.get(exchanges, &scorings))
    }

    /// A bootstrap of so few units has no p-value: see [`least_units`].
    fn with_enough_units(&self, finding: Finding, units: Option<u64>) -> Finding {
        let enough = units.is_some_and(|units| units >= least_units(self.study.level));
        if enough || finding.identical || finding.reason.is_some() {
            return finding;
        }
        Finding {
            p_value: None,
            p_error: None,
            trials: None,
            reason: Some(Reason::TooFewUnits),
            ..finding
        }
    }

    /// What is true of few units is true of few judges.
    fn with_enough_judges(&self, finding: Finding, at: Coordinates) -> Finding {
        let plan = &self.results.plan.corpora[self.grid.corpus];
        let count = |judges: &MetricJudges| {
            judges.of_test_set(&plan.test_sets[at.test_set], &plan.corpus).len() as u64
        };
        let has_enough = self.judges.is_none_or(|own| count(own) >= least_units(self.study.level));
        if has_enough || finding.identical || finding.reason.is_some() {
            return finding;
        }
        Finding {
            p_value: None,
            p_error: None,
            trials: None,
            reason: Some(Reason::TooFewJudges),
            ..finding
        }
    }

    fn of_replicates(&self, method: TestMethod, found: &PairDifference) -> Finding {
        let wins = Wins { wins: found.wins, losses: found.losses, ties: found.ties };
        let base = Finding {
            delta: found.delta,
            identical: found.identical,
            favoured: self.favoured(found.delta),
            conclusive: true,
            ..Finding::default()
        };
        let without = |reason: Reason| Finding { reason: Some(reason), ..base.clone() };
        match method {
            TestMethod::PairedBootstrap => {
                // Where there is no test, neither is there a win to count.
                let ties = match self.options.ties {
                    Ties::Losses => TieRule::Loss,
                    Ties::Half => TieRule::Half,
                };
                let Some((of_a, of_b)) = found.win_rates(ties) else {
                    let reason = found.interval.as_ref().err().copied();
                    return without(reason.unwrap_or(Reason::TooFewReplicates));
                };
                let p = 1.0 - of_a.max(of_b);
                Finding {
                    win_rate: Some(of_a),
                    p_value: Some(p),
                    p_error: Some(wins.better_rate_error(ties)),
                    // One-sided, with the side chosen by the data.
                    adjusted_as: Some((2.0 * p).min(1.0)),
                    trials: Some(wins.total()),
                    favoured: (wins.wins != wins.losses).then_some(wins.wins > wins.losses),
                    ..base
                }
            }
            TestMethod::DifferenceInterval => match (&found.interval, wins.interval_test()) {
                (Ok(interval), Ok(test)) => Finding {
                    interval: Some(*interval),
                    p_value: Some(test.p),
                    p_error: test.error,
                    trials: Some(test.trials),
                    conclusive: interval.lower > 0.0 || interval.upper < 0.0,
                    least_p: Some(2.0 * least_p(test.trials)),
                    ..base
                },
                (Err(reason), _) => without(*reason),
                (_, Err(undefined)) => without(undefined),
            },
            _ => match &found.centred {
                Ok(test) => Finding {
                    p_value: Some(test.p),
                    p_error: test.error,
                    trials: Some(test.trials),
                    least_p: Some(least_p(test.trials)),
                    ..base
                },
                Err(reason) => without(*reason),
            },
        }
    }

    /// Student's t with the standard error by the jackknife: neither draws nor cases that are counted. A reason beside
    /// a p-value says which variance it is of.
    fn of_errors(&self, found: DifferenceError) -> Finding {
        let base = Finding {
            delta: found.delta,
            identical: found.identical,
            favoured: self.favoured(found.delta),
            conclusive: true,
            ..Finding::default()
        };
        let without = |reason: Reason| Finding { reason: Some(reason), ..base.clone() };
        match (found.delta, found.error) {
            (Some(delta), Ok((error, freedom))) => {
                match interval::check_student(delta, error, freedom) {
                    Ok(()) => Finding {
                        student: Some((error, freedom)),
                        p_value: Some(student_p_value(delta, error, freedom)),
                        reason: found.status,
                        ..base
                    },
                    Err(undefined) => without(undefined),
                }
            }
            (_, Err(reason)) => without(reason),
            (None, Ok(_)) => without(Reason::UndefinedScore),
        }
    }

    fn of_tests(&self, index: usize, found: &PairTests, units: Option<u64>) -> Finding {
        let base = Finding {
            delta: found.delta,
            identical: found.identical,
            favoured: self.favoured(found.delta),
            conclusive: true,
            ..Finding::default()
        };
        match &found.tests[index] {
            Ok(test) => Finding {
                p_value: Some(test.p),
                p_error: test.error,
                trials: Some(test.trials),
                // Without an error all cases are enumerated.
                least_p: test.error.map(|_| least_p(test.trials)),
                // Those of sacreBLEU are shown as they are.
                least_p_of_units: units
                    .filter(|_| self.options.compat.is_none())
                    .map(least_p_of_units),
                ..base
            },
            Err(reason) => Finding { reason: Some(*reason), ..base },
        }
    }

    /// Whether A scores better than B; neither where they score the same.
    fn favoured(&self, delta: Option<f64>) -> Option<bool> {
        let oriented = self.direction.orient(delta?);
        (oriented != 0.0).then_some(oriented > 0.0)
    }

    fn row(
        &self,
        pair: (usize, usize),
        of_pair: &PairCell,
        method: &str,
        family: &Family,
        index: usize,
    ) -> ComparisonRow {
        let finding = &family.findings[index];
        let verdict = verdict(finding, family.adjusted[index], self.study.level);
        let reason = finding.reason.or(verdict.err());
        let mut cell = of_pair.cell.clone();
        if cell.status.is_ok()
            && let Some(reason) = reason
        {
            cell.status = reason.into();
        }
        let [system_a, system_b] = self.systems(pair);
        let (interval, interval_level) = family.interval(index, self.study.level).unzip();
        ComparisonRow {
            cell,
            system_a,
            system_b,
            method: method.into(),
            level: self.study.level,
            delta: finding.delta,
            degrees_of_freedom: finding.student.map(|(_, freedom)| freedom),
            interval_level,
            ci_lower: interval.map(|interval| interval.lower),
            ci_upper: interval.map(|interval| interval.upper),
            half_width: interval.map(|interval| (interval.upper - interval.lower) / 2.0),
            ci_lower_error: interval.and_then(|interval| interval.lower_error),
            ci_upper_error: interval.and_then(|interval| interval.upper_error),
            win_rate: finding.win_rate,
            p_value: finding.p_value,
            p_error: finding.p_error,
            trials: finding.trials,
            p_adjusted: family.adjusted[index],
            role: if self.is_tested { "tested" } else { "descriptive" }.into(),
            adjustment: self.options.adjustment,
            family: family.size,
            family_metrics: family.metrics,
            p_all_metrics: None,
            verdict: verdict.ok().flatten().map(Into::into),
            // Non-inferiority is filled in for all methods alike.
            margin: None,
            margin_p_value: None,
            margin_p_adjusted: None,
            margin_verdict: None,
            margin_required_units: None,
            margin_status: Reason::NoMargin.into(),
            resample: self.names.scorings[pair.0].resample,
            signature: self.names.scorings[pair.0].signature.clone(),
        }
    }
}
