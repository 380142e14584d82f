//! What methods say of the pairs of a metric, and the rows that tell it.

use std::rc::Rc;
use std::sync::Arc;

use super::chance::{ChanceGain, Gained};
use super::compute::PairTests;
use super::noninferiority::{DifferenceError, MarginQuestion, MarginTest, margin_tests};
use super::options::{Comparison, TestMethod, Ties};
use super::request::{self, Randomization, Sacrebleu};
use super::verdict::{Family, Finding, least_p, verdict};
use super::vocabulary::{ReportedTest, Role};
use crate::analyses::common::{
    Differences, PairCell, PairCells, PairDifference, PairError, PairedErrors, TwoWayPair,
};
use crate::analyses::margin::options::WantedMargin;
use crate::analyses::{
    ComparisonRow, Coordinates, GridResults, GroupPairs, Requested, TwoWayErrors,
};
use crate::plan::{MetricJudges, Placement};
use crate::stats::comparison::{TieRule, Wins, least_p_of_units, least_units};
use crate::stats::direction::Direction;
use crate::stats::reason::Reason;

/// A method, and where its result is.
struct Method {
    test: ReportedTest,
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
        let tests = [ReportedTest::SacrebleuBootstrap, ReportedTest::SacrebleuRandomization];
        let methods = tests.into_iter().enumerate();
        return methods.map(|(index, test)| Method { test, source: Source::Test(index) }).collect();
    }
    let mut tests = 0;
    let methods = options.methods.iter().map(|method| {
        let source = if method.exchanges() {
            tests += 1;
            Source::Test(tests - 1)
        } else if method.resamples() {
            Source::Replicates(*method)
        } else {
            Source::Errors
        };
        Method { test: ReportedTest::new(*method, has_judges), source }
    });
    methods.collect()
}

/// The results that the methods of a comparison read.
pub(super) struct Tests<'a> {
    errors: Option<Requested<'a, PairedErrors>>,
    two_way: Option<Requested<'a, TwoWayErrors>>,
    differences: Option<Requested<'a, Differences>>,
    randomization: Option<Requested<'a, Randomization>>,
    sacrebleu: Option<Requested<'a, Sacrebleu>>,
    chance: Option<Requested<'a, ChanceGain>>,
}

impl<'a> Tests<'a> {
    /// Those of `options`, which were asked by [`requests_for`](request::requests_for).
    pub(super) fn new(on_corpus: &GridResults<'a>, options: &Comparison) -> Self {
        Self {
            errors: request::errors(options).map(|question| on_corpus.requested(&question)),
            two_way: request::two_way_errors(options)
                .map(|question| on_corpus.requested(&question)),
            differences: request::differences(on_corpus.study, options)
                .map(|question| on_corpus.requested(&question)),
            randomization: Randomization::new(options)
                .map(|question| on_corpus.requested(&question)),
            sacrebleu: Sacrebleu::new(options).map(|question| on_corpus.requested(&question)),
            chance: request::chance_gain(on_corpus.study, options)
                .map(|question| on_corpus.requested(&question)),
        }
    }
}

/// Comparisons of the systems of a metric with a set of references.
pub(super) struct GroupComparisons<'a> {
    on_corpus: GridResults<'a>,
    options: &'a Comparison,
    methods: Vec<Method>,
    tests: Rc<Tests<'a>>,
    pub(super) scorings: Vec<usize>,
    pub(super) pairs: GroupPairs,
    direction: Direction,
    /// Whether its verdicts are wanted.
    pub(super) role: Role,
    /// The judges, where they are resampled.
    judges: Option<&'a MetricJudges>,
}

/// What is known of the pairs of a metric on a test set.
pub(super) struct PlaceFindings {
    cells: Vec<PairCell>,
    /// For each method, of all pairs.
    pub(super) by_method: Vec<Vec<Finding>>,
    margins: Vec<MarginTest>,
    /// The pair of the best of several systems with a baseline, and what it gains by chance.
    chance: Option<(usize, f64)>,
}

/// Standard errors of the differences of a group.
enum GroupErrors {
    OverTexts(Vec<PairError>),
    OverTextsAndJudges(Vec<TwoWayPair>),
}

impl<'a> GroupComparisons<'a> {
    /// Those of `group`, scorings that share metric and references.
    pub(super) fn new(
        on_corpus: &GridResults<'a>,
        options: &'a Comparison,
        tests: &Rc<Tests<'a>>,
        group: Vec<usize>,
    ) -> Self {
        let first = on_corpus.scoring(group[0]);
        let metric = &on_corpus.results.plan.spec.metrics[first.metric];
        let judges = first.judges.as_deref();
        let (results, grid, baseline) =
            (on_corpus.results, on_corpus.grid, options.baseline.as_deref());
        Self {
            options,
            methods: methods(options, judges.is_some()),
            judges,
            tests: tests.clone(),
            pairs: GroupPairs::new(results, grid, baseline, &group),
            direction: on_corpus.direction(group[0]),
            scorings: group,
            role: if options.is_tested(&metric.name) { Role::Tested } else { Role::Descriptive },
            on_corpus: on_corpus.clone(),
        }
    }

    /// What each method says of each pair.
    pub(super) fn place(&self, placement: &Placement, at: Coordinates) -> PlaceFindings {
        let differences = self.differences(at);
        let tests = self.tests(at);
        let errors = self.errors(at);
        let pair_cells = PairCells::new(&self.on_corpus, placement, at, &self.pairs);
        let cells = self.pairs.all.iter().map(|pair| {
            let common = self.error(errors.as_ref(), *pair).and_then(|error| error.common);
            pair_cells.of_pair(*pair).on_common(common)
        });
        let cells: Vec<PairCell> = cells.collect();
        let finding = |method: &Method, pair: (usize, usize), cell: &PairCell| {
            if !cell.has_scores {
                return None;
            }
            Some(match &method.source {
                Source::Replicates(method) => {
                    let difference = self.pairs.find(differences.as_deref(), pair)?;
                    let finding = self.of_replicates(*method, difference);
                    self.with_enough(finding, cell.units, at)
                }
                Source::Errors => self.of_errors(self.error(errors.as_ref(), pair)?),
                Source::Test(index) => {
                    let tested = self.pairs.find(tests.as_deref(), pair)?;
                    self.of_tests(*index, tested, cell.units)
                }
            })
        };
        let by_method = self.methods.iter().map(|method| {
            let pairs = self.pairs.all.iter().zip(&cells);
            pairs.map(|(pair, cell)| finding(method, *pair, cell).unwrap_or_default()).collect()
        });
        let by_method = by_method.collect();
        let margins = self.margins(at, &cells, errors.as_ref());
        PlaceFindings { cells, by_method, margins, chance: self.chance(at) }
    }

    /// One row per pair and method.
    pub(super) fn rows(
        &self,
        place: &PlaceFindings,
        families: &[Family],
        by_all: impl Fn(usize, usize) -> Option<f64>,
    ) -> Vec<ComparisonRow> {
        let mut rows = Vec::with_capacity(place.cells.len() * families.len());
        for index in 0..place.cells.len() {
            for (method, family) in families.iter().enumerate() {
                rows.push(ComparisonRow {
                    p_all_metrics: by_all(method, index).filter(|_| self.role == Role::Tested),
                    ..self.row(place, self.methods[method].test, family, index)
                });
            }
        }
        rows
    }

    /// Names of the two of a pair.
    pub(super) fn systems(&self, pair: (usize, usize)) -> [Arc<str>; 2] {
        [pair.0, pair.1].map(|scoring| self.on_corpus.names.scorings[scoring].system.clone())
    }

    /// Tests of the margin of the spec, which is in the unit of the metric or relative to the baseline.
    fn margins(
        &self,
        at: Coordinates,
        cells: &[PairCell],
        errors: Option<&GroupErrors>,
    ) -> Vec<MarginTest> {
        if self.options.margin.is_none() {
            let status = Reason::NoMargin.into();
            return vec![MarginTest { status, ..MarginTest::default() }; cells.len()];
        }
        let questions = self.pairs.all.iter().zip(cells).map(|(pair, cell)| {
            let margin = self.margin(*pair, at)?;
            let error = self.error(errors, *pair).filter(|_| cell.has_scores);
            Ok(MarginQuestion { margin, error, units: cell.units })
        });
        let (level, adjustment) = (self.on_corpus.study.level, self.options.adjustment);
        margin_tests(&questions.collect::<Vec<_>>(), self.direction, level, adjustment)
    }

    /// The loss of a pair that is accepted, in the unit of the metric.
    fn margin(&self, pair: (usize, usize), at: Coordinates) -> Result<f64, Reason> {
        let metrics = &self.on_corpus.results.plan.spec.metrics;
        let name = &metrics[self.on_corpus.scoring(pair.0).metric].name;
        let wanted = self.options.margin_of(name).ok_or(Reason::NoMargin)?;
        let outcome = self.on_corpus.outcome(Coordinates { scoring: pair.1, ..at });
        let score = outcome.result.and_then(|result| result.score);
        let score = score.filter(|score| {
            // Of a score without a true zero there is no percentage.
            matches!(wanted, WantedMargin::Absolute(_))
                || self.on_corpus.relative(pair.1, 0.0, *score).is_some()
        });
        score.and_then(|score| wanted.in_unit(score)).ok_or(Reason::RelativeToZero)
    }

    fn differences(&self, at: Coordinates) -> Option<Vec<PairDifference>> {
        Some(self.tests.differences.as_ref()?.get(at, &self.pairs.scorings()?))
    }

    /// Asked once for all repeats and numbers of replicates.
    fn errors(&self, at: Coordinates) -> Option<GroupErrors> {
        // The jackknife resamples nothing: all draws share its results.
        let once = Coordinates { repeat: 1, replicates: 0, ..at };
        let scorings = self.pairs.scorings()?;
        Some(if self.judges.is_some() {
            GroupErrors::OverTextsAndJudges(self.tests.two_way.as_ref()?.get(once, &scorings))
        } else {
            GroupErrors::OverTexts(self.tests.errors.as_ref()?.get(once, &scorings))
        })
    }

    fn chance(&self, at: Coordinates) -> Option<(usize, f64)> {
        let scorings = self.pairs.scorings().filter(|scorings| scorings.len() > 2)?;
        let Gained { best, by_chance } = self.tests.chance.as_ref()?.get(at, &scorings).ok()?;
        let best = *scorings.get(best as usize)?;
        Some((self.pairs.all.iter().position(|pair| pair.0 == best)?, by_chance))
    }

    fn error(&self, errors: Option<&GroupErrors>, pair: (usize, usize)) -> Option<DifferenceError> {
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

    /// A bootstrap of few units, or of few judges, has no p-value: see [`least_units`].
    fn with_enough(&self, finding: Finding, units: Option<u64>, at: Coordinates) -> Finding {
        if finding.identical || finding.reason.is_some() {
            return finding;
        }
        let least = least_units(self.on_corpus.study.level);
        let corpus = self.on_corpus.corpus;
        let judges = self.judges.map(|judges| {
            judges.of_test_set(&corpus.test_sets[at.test_set], &corpus.corpus).len() as u64
        });
        let reason = if units.is_none_or(|units| units < least) {
            Reason::TooFewUnits
        } else if judges.is_some_and(|judges| judges < least) {
            Reason::TooFewJudges
        } else {
            return finding;
        };
        Finding { p_value: None, p_error: None, trials: None, reason: Some(reason), ..finding }
    }

    fn of_replicates(&self, method: TestMethod, found: &PairDifference) -> Finding {
        let wins = Wins { wins: found.wins, losses: found.losses, ties: found.ties };
        let base = Finding::untested(found.delta, found.identical, self.direction);
        match method {
            TestMethod::PairedBootstrap => {
                // Where there is no test, neither is there a win to count.
                let ties = match self.options.ties {
                    Ties::Losses => TieRule::Loss,
                    Ties::Half => TieRule::Half,
                };
                let Some((of_a, of_b)) = found.win_rates(ties) else {
                    let reason = found.interval.as_ref().err().copied();
                    return base.with_reason(reason.unwrap_or(Reason::TooFewReplicates));
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
                    // Twice the smaller tail, 2 (c + 1)/(B + 1): with c = 0 it is twice the least share.
                    least_p: Some(2.0 * least_p(test.trials)),
                    ..base
                },
                (Err(reason), _) => base.with_reason(*reason),
                (_, Err(undefined)) => base.with_reason(undefined),
            },
            _ => match &found.centred {
                Ok(test) => Finding {
                    p_value: Some(test.p),
                    p_error: test.error,
                    trials: Some(test.trials),
                    least_p: Some(least_p(test.trials)),
                    ..base
                },
                Err(reason) => base.with_reason(*reason),
            },
        }
    }

    /// Returns the finding of Student's test. A reason beside a p-value says which variance the test has.
    fn of_errors(&self, found: DifferenceError) -> Finding {
        let DifferenceError { delta, identical, error, status, texts_alone, .. } = found;
        let finding = Finding::by_student(delta, identical, error, self.direction);
        if finding.student.is_none() {
            // Of one sign in all units: there is a p-value, and no interval.
            let is_constant = !identical && finding.reason == Some(Reason::NoVariation);
            let p_value = found.units_of_one_sign.filter(|_| is_constant).map(least_p_of_units);
            return Finding { p_value, least_p_of_units: p_value, ..finding };
        }
        let texts_alone = Finding::by_student(
            delta,
            identical,
            texts_alone.ok_or(Reason::Judges),
            self.direction,
        );
        Finding { p_texts_alone: texts_alone.p_value, reason: status, ..finding }
    }

    fn of_tests(&self, index: usize, found: &PairTests, units: Option<u64>) -> Finding {
        let base = Finding::untested(found.delta, found.identical, self.direction);
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
            Err(reason) => base.with_reason(*reason),
        }
    }

    fn row(
        &self,
        place: &PlaceFindings,
        method: ReportedTest,
        family: &Family,
        index: usize,
    ) -> ComparisonRow {
        let (pair, level) = (self.pairs.all[index], self.on_corpus.study.level);
        let (finding, margin) = (&family.findings[index], &place.margins[index]);
        let verdict = verdict(finding, family.adjusted[index], level);
        let reason = finding.reason.or(verdict.err());
        let mut cell = place.cells[index].cell.clone();
        if cell.status.is_ok()
            && let Some(reason) = reason
        {
            cell.status = reason.into();
        }
        let [system_a, system_b] = self.systems(pair);
        let (interval, interval_level) = family.interval(index, level).unzip();
        let names = &self.on_corpus.names.scorings[pair.0];
        ComparisonRow {
            cell,
            system_a,
            system_b,
            method,
            level,
            score_a: place.cells[index].scores[0],
            score_b: place.cells[index].scores[1],
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
            p_adjusted_same_judges: family.adjusted_texts_alone[index],
            role: self.role,
            adjustment: self.options.adjustment,
            family: family.size,
            family_metrics: family.metrics,
            p_all_metrics: None,
            verdict: verdict.ok().flatten(),
            margin: margin.margin,
            margin_p_value: margin.p_value,
            margin_p_adjusted: margin.p_adjusted,
            margin_verdict: margin.verdict,
            margin_required_units: margin.required_units,
            margin_status: margin.status,
            chance_gain: place.chance.filter(|(best, _)| *best == index).map(|(_, gain)| gain),
            resample: names.resample,
            signature: names.signature.clone(),
        }
    }
}
