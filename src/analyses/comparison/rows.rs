//! The table `comparisons`: answers about pairs of systems, adjusted for their number, as verdicts.

use std::rc::Rc;
use std::sync::Arc;

use super::pairs::{GroupPairs, PairCell, groups};
use super::{CellNames, Coordinates, Results};
use crate::execute::{Answer, Bounds, PairDifference, PairTests};
use crate::metric;
use crate::plan::{Grid, Placement, Question};
use crate::spec::model::{Adjustment, Comparison, Study, TestMethod, Ties};
use crate::stats::comparison::{PValue, TieRule, Wins, least_units};
use crate::stats::direction::Direction;
use crate::stats::multiplicity::{benjamini_hochberg, holm};
use crate::stats::undefined::Undefined;
use crate::table::ComparisonRow;

/// By so much a p-value may exceed 1 - level and still be significant: 1 - 0.95 is not 0.05 in binary.
const ROUNDING: f64 = 1e-12;

/// One row per pair and method, in the order of studies, corpora, metrics and references, placements,
/// repeats, replicates, pairs, methods. Rows are made a place at a time: those of many systems on many
/// test sets would fill the memory.
pub fn each_comparison(results: Results<'_>) -> impl Iterator<Item = ComparisonRow> {
    let plan = results.plan;
    let asking = plan.grids.iter().filter_map(|grid| {
        let study = &plan.spec.studies[grid.study];
        Some((grid, study, study.derivations.comparison.as_ref()?))
    });
    asking.flat_map(move |(grid, study, options)| {
        let names = Rc::new(CellNames::new(plan, grid));
        groups(results, grid).into_iter().flat_map(move |group| {
            let pairs = GroupPairs::new(results, grid, options.baseline.as_deref(), &group);
            let metric = plan.corpora[grid.corpus].scorings[group[0]].metric;
            let config = &plan.spec.metrics[metric].config;
            let direction = Direction::from_higher_is_better(metric::higher_is_better(config));
            let compared = Rc::new((names.clone(), methods(options), pairs));
            grid.placements.iter().flat_map(move |placement| {
                let (compared, test_set, scoring) =
                    (compared.clone(), placement.test_set, group[0]);
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.flat_map(move |(repeat, replicates)| {
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    let (names, methods, pairs) = &*compared;
                    let place = Place {
                        results,
                        grid,
                        study,
                        options,
                        names,
                        methods,
                        pairs,
                        direction,
                        placement,
                        at,
                    };
                    place.rows()
                })
            })
        })
    })
}

/// A method, and where its answer is.
struct Method {
    name: &'static str,
    source: Source,
}

enum Source {
    /// Differences of replicates.
    Replicates(TestMethod),
    /// This one of the tests that read none.
    Test(usize),
}

fn methods(options: &Comparison) -> Vec<Method> {
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
        } else {
            Source::Replicates(*method)
        };
        Method { name: method.name(), source }
    };
    options.methods.iter().map(method).collect()
}

/// What a method says of a pair.
#[derive(Clone, Default)]
struct Finding {
    delta: Option<f64>,
    identical: bool,
    interval: Option<Bounds>,
    win_rate: Option<f64>,
    p_value: Option<f64>,
    p_error: Option<f64>,
    trials: Option<u64>,
    /// The system that looks better, if the metric's direction is minded: A, or B.
    favoured: Option<bool>,
    /// Whether the method itself lets a small p-value count.
    conclusive: bool,
    /// The smallest p-value that so many trials can have; absent where more would change nothing.
    least_p: Option<f64>,
    /// What the p-value counts in an adjustment, where that is not itself.
    adjusted_as: Option<f64>,
    /// Why there is no p-value.
    reason: Option<Arc<str>>,
}

/// Where rows are about.
struct Place<'a> {
    results: Results<'a>,
    grid: &'a Grid,
    study: &'a Study,
    options: &'a Comparison,
    names: &'a CellNames,
    methods: &'a [Method],
    pairs: &'a GroupPairs,
    direction: Direction,
    placement: &'a Placement,
    at: Coordinates,
}

impl<'a> Place<'a> {
    fn rows(&self) -> Vec<ComparisonRow> {
        let differences = self.differences();
        let tests = self.tests();
        let cells: Vec<PairCell> = self.pairs.all.iter().map(|pair| self.cell(*pair)).collect();
        let families: Vec<Family> = self
            .methods
            .iter()
            .map(|method| {
                let pairs = self.pairs.all.iter().zip(&cells);
                let findings = pairs.map(|(pair, cell)| {
                    if !cell.has_scores {
                        return Finding::default();
                    }
                    match &method.source {
                        Source::Replicates(method) => self
                            .pairs
                            .find(differences, *pair)
                            .map_or_else(Finding::default, |found| {
                                let finding = self.of_replicates(*method, found);
                                self.with_enough_units(finding, cell.units)
                            }),
                        Source::Test(index) => self
                            .pairs
                            .find(tests, *pair)
                            .map_or_else(Finding::default, |found| self.of_tests(*index, found)),
                    }
                });
                Family::new(findings.collect(), self.options.adjustment)
            })
            .collect();
        let mut rows = Vec::with_capacity(cells.len() * families.len());
        for (index, (pair, cell)) in self.pairs.all.iter().zip(&cells).enumerate() {
            let methods = self.methods.iter().zip(&families);
            rows.extend(
                methods.map(|(method, family)| self.row(*pair, cell, method.name, family, index)),
            );
        }
        rows
    }

    fn cell(&self, pair: (usize, usize)) -> PairCell {
        self.names.pair_cell(self.results, self.grid, self.placement, self.at, pair)
    }

    fn differences(&self) -> Option<&'a [PairDifference]> {
        let asked = self.pairs.asked.as_ref()?;
        let reads = |method: &Method| matches!(method.source, Source::Replicates(_));
        if !self.methods.iter().any(reads) {
            return None;
        }
        let question = Question::differences(self.study, asked.pairs);
        match self.results.answer(self.grid, self.at, &question, self.pairs.scorings()?) {
            Answer::Differences(found) => Some(found),
            _ => unreachable!("an answer has the kind of its question"),
        }
    }

    fn tests(&self) -> Option<&'a [PairTests]> {
        let asked = self.pairs.asked.as_ref()?;
        let exchanges = Coordinates { replicates: 0, ..self.at };
        let (question, at) = match Question::sacrebleu(self.study, asked.pairs) {
            Some(question) => (question, self.at),
            None => (Question::randomization(self.study, asked.pairs)?, exchanges),
        };
        match self.results.answer(self.grid, at, &question, self.pairs.scorings()?) {
            Answer::Tests(found) => Some(found),
            _ => unreachable!("an answer has the kind of its question"),
        }
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
            reason: Some(Undefined::TooFewUnits.status().into()),
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
        let without = |reason: &str| Finding { reason: Some(reason.into()), ..base.clone() };
        match method {
            TestMethod::PairedBootstrap => {
                // Where there is no test, neither is there a win to count.
                let ties = match self.options.ties {
                    Ties::Losses => TieRule::Loss,
                    Ties::Half => TieRule::Half,
                };
                let Some((of_a, of_b)) = found.win_rates(ties) else {
                    let reason = found.interval.as_ref().err().map(String::as_str);
                    return without(reason.unwrap_or(Undefined::TooFewReplicates.status()));
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
                (Err(reason), _) => without(reason),
                (_, Err(undefined)) => without(undefined.status()),
            },
            _ => match &found.centred {
                Ok(test) => Finding {
                    p_value: Some(test.p),
                    p_error: test.error,
                    trials: Some(test.trials),
                    least_p: Some(least_p(test.trials)),
                    ..base
                },
                Err(reason) => without(reason),
            },
        }
    }

    fn of_tests(&self, index: usize, found: &PairTests) -> Finding {
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
                ..base
            },
            Err(reason) => Finding { reason: Some(reason.as_str().into()), ..base },
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
        let reason = finding.reason.clone().or_else(|| {
            let reason = verdict.err()?;
            Some(reason.status().into())
        });
        let mut cell = of_pair.cell.clone();
        if &*cell.status == "ok"
            && let Some(reason) = reason
        {
            cell.status = reason;
        }
        let name = |scoring: usize| self.names.scorings[scoring].system.clone();
        ComparisonRow {
            cell,
            system_a: name(pair.0),
            system_b: name(pair.1),
            method: method.into(),
            level: self.study.level,
            delta: finding.delta,
            ci_lower: finding.interval.map(|interval| interval.lower),
            ci_upper: finding.interval.map(|interval| interval.upper),
            ci_lower_error: finding.interval.and_then(|interval| interval.lower_error),
            ci_upper_error: finding.interval.and_then(|interval| interval.upper_error),
            win_rate: finding.win_rate,
            p_value: finding.p_value,
            p_error: finding.p_error,
            trials: finding.trials,
            p_adjusted: family.adjusted[index],
            adjustment: self.options.adjustment.name().into(),
            family: family.size(),
            verdict: verdict.ok().flatten().map(Into::into),
            resample: self.names.resample.clone(),
            signature: self.names.scorings[pair.0].signature.clone(),
        }
    }
}

/// What one method says of all pairs of a cell.
struct Family {
    findings: Vec<Finding>,
    adjusted: Vec<Option<f64>>,
}

impl Family {
    fn new(findings: Vec<Finding>, adjustment: Adjustment) -> Self {
        let tested = |finding: &Finding| finding.p_value.filter(|_| !finding.identical);
        let p_values = || findings.iter().map(tested).collect::<Vec<Option<f64>>>();
        let to_adjust = || {
            let counted = |finding: &Finding| {
                let p = tested(finding)?;
                Some(finding.adjusted_as.unwrap_or(p))
            };
            findings.iter().map(counted).collect::<Vec<Option<f64>>>()
        };
        let adjusted = match adjustment {
            Adjustment::None => p_values(),
            Adjustment::Holm => holm(&to_adjust()),
            Adjustment::BenjaminiHochberg => benjamini_hochberg(&to_adjust()),
        };
        Self { findings, adjusted }
    }

    fn size(&self) -> u32 {
        u32::try_from(self.adjusted.iter().flatten().count()).unwrap_or(u32::MAX)
    }
}

/// The smallest p-value of so many random trials.
fn least_p(trials: u64) -> f64 {
    PValue::with_observed(0, trials).p
}

/// What is concluded of a pair, if anything.
///
/// # Errors
///
/// [`Undefined::TooFewReplicates`] where no trial is as extreme as what was observed, and there are
/// nevertheless too few of them for the adjusted p-value to be significant: more could make it so, and
/// `~` would be read as if the pair had been looked at closely.
fn verdict(
    finding: &Finding,
    adjusted: Option<f64>,
    level: f64,
) -> Result<Option<&'static str>, Undefined> {
    if finding.identical {
        return Ok(Some("identical"));
    }
    let Some(adjusted) = adjusted else { return Ok(None) };
    let significant = adjusted <= 1.0 - level + ROUNDING;
    let is_least = finding.p_value.zip(finding.least_p).is_some_and(|(p, least)| p <= least);
    if !significant && is_least {
        return Err(Undefined::TooFewReplicates);
    }
    Ok(Some(match finding.favoured.filter(|_| significant && finding.conclusive) {
        Some(true) => ">",
        Some(false) => "<",
        None => "~",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let finding = Finding { favoured: Some(true), conclusive: true, ..Finding::default() };
        let against = Finding { favoured: Some(false), ..finding.clone() };
        let inconclusive = Finding { conclusive: false, ..finding.clone() };
        let identical = Finding { identical: true, ..finding.clone() };
        let of = |finding, adjusted| verdict(finding, adjusted, 0.95);
        // 1 - 0.95 is 0.050000000000000044, and 950 wins of 1,000 are significant.
        assert_eq!(of(&finding, Some(1.0 - 0.95)), Ok(Some(">")));
        assert_eq!(verdict(&finding, Some(0.1), 0.9), Ok(Some(">")));
        assert_eq!(of(&finding, Some(0.0501)), Ok(Some("~")));
        assert_eq!(of(&against, Some(0.01)), Ok(Some("<")));
        assert_eq!(of(&inconclusive, Some(0.01)), Ok(Some("~")));
        assert_eq!(of(&identical, None), Ok(Some("identical")));
        assert_eq!(of(&finding, None), Ok(None));
    }

    /// Holm over 45 pairs with 1,000 replicates: 45 x 2/1001 = .09.
    #[test]
    fn too_few_trials_are_no_verdict() {
        let with = |p: f64, trials| Finding {
            p_value: Some(p),
            least_p: Some(2.0 * least_p(trials)),
            favoured: Some(true),
            conclusive: true,
            ..Finding::default()
        };
        let verdicts = |trials: u64| {
            let least = 2.0 / (trials + 1) as f64;
            let mut findings = vec![with(0.4, trials); 43];
            findings.extend([with(2.0 * least, trials), with(least, trials)]);
            let family = Family::new(findings, Adjustment::Holm);
            let at = |index: usize| verdict(&family.findings[index], family.adjusted[index], 0.95);
            [at(0), at(43), at(44)]
        };
        assert_eq!(
            verdicts(1000),
            [Ok(Some("~")), Ok(Some("~")), Err(Undefined::TooFewReplicates)]
        );
        assert_eq!(verdicts(1798)[2], Err(Undefined::TooFewReplicates));
        assert_eq!(verdicts(1799)[2], Ok(Some(">")));
        assert_eq!(verdicts(10_000), [Ok(Some("~")), Ok(Some(">")), Ok(Some(">"))]);
    }

    /// A win rate counts twice its p in a family, unless it is not adjusted.
    #[test]
    fn the_better_side_counts_twice() {
        let finding =
            Finding { p_value: Some(0.02), adjusted_as: Some(0.04), ..Finding::default() };
        let none = Finding { adjusted_as: Some(0.04), ..Finding::default() };
        let adjusted = |adjustment| {
            let family =
                Family::new(vec![finding.clone(), none.clone(), finding.clone()], adjustment);
            family.adjusted
        };
        assert_eq!(adjusted(Adjustment::None), [Some(0.02), None, Some(0.02)]);
        assert_eq!(adjusted(Adjustment::Holm), [Some(0.08), None, Some(0.08)]);
        assert_eq!(adjusted(Adjustment::BenjaminiHochberg), [Some(0.04), None, Some(0.04)]);
    }
}
