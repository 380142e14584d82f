//! Rows of the table `macro_averages`, from the results on the corpora of a study.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::options::MacroAverage;
use super::request::{ERRORS, TWO_WAY_ERRORS, test_set};
use super::row::MacroAverageRow;
use crate::analyses::common::group_pairs::GroupPairs;
use crate::analyses::common::two_way::{TwoWayError, TwoWayPrecision};
use crate::analyses::comparison::options::{Adjustment, Comparison};
use crate::analyses::comparison::{Family, PairFinding, verdict};
use crate::analyses::margin::ScorePrecision;
use crate::analyses::results::{Draw, GridResults, Outcome, Results, ScoringNames, document_count};
use crate::plan::Question;
use crate::stats::interval::student;
use crate::stats::macro_average::{Estimated, mean_of_independent, weighted_mean};
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::ranking::best_ranks;
use crate::stats::reason::{Reason, Status};

/// Returns the means over corpora of all studies that ask for them: by study, repeat and number of replicates, the systems of
/// all metrics and then the pairs.
pub fn macro_averages(results: &Results<'_>) -> Vec<MacroAverageRow> {
    let mut all = Vec::new();
    let asking: Vec<(GridResults<'_>, &MacroAverage)> =
        results.asking(|study| study.analyses.get::<MacroAverage>()).collect();
    for study in asking.chunk_by(|(one, _), (other, _)| one.grid.study == other.grid.study) {
        let grids = study.iter().map(|(grid, _)| {
            Some((grid, test_set(&grid.results.plan.context(grid.grid))?, grid.groups()))
        });
        let Some(grids) = grids.collect::<Option<Vec<_>>>() else { continue };
        // Every corpus has the same metrics, and as many sets of references.
        let count = grids.iter().map(|(_, _, groups)| groups.len()).min().unwrap_or(0);
        let (first, options) = &study[0];
        let level = first.study.level;
        let comparison = first.study.analyses.get::<Comparison>();
        let baseline = comparison.and_then(|comparison| comparison.baseline.as_deref());
        for draw in first.draws() {
            let (mut pairs, mut findings) = (Vec::new(), Vec::new());
            for group in 0..count {
                let corpora = grids.iter().map(|(grid, test_set, groups)| OnCorpus {
                    grid,
                    test_set: *test_set,
                    group: &groups[group],
                    draw,
                });
                let (means, found) = of_metric(&corpora.collect::<Vec<_>>(), options, baseline);
                let (of_pairs, own): (Vec<_>, Vec<_>) = found.into_iter().unzip();
                all.extend(means);
                pairs.extend(of_pairs);
                // A metric without pairs is not part of the family.
                if !own.is_empty() {
                    findings.push(own);
                }
            }
            // With a baseline, the pairs of all metrics are adjusted together.
            let at_once = if baseline.is_some() { count } else { 1 };
            let families = findings.chunks(at_once.max(1)).map(<[_]>::to_vec);
            let families = families.flat_map(|of| Family::of_metrics(of, Adjustment::Holm, level));
            let families: Vec<Family> = families.collect();
            let places = families
                .iter()
                .flat_map(|family| (0..family.findings.len()).map(move |number| (family, number)));
            all.extend(pairs.into_iter().zip(places).map(|(row, (family, number))| {
                let p_adjusted = family.adjusted[number];
                let interval = family.interval(number, level);
                MacroAverageRow {
                    ci_lower: interval.map(|(ends, _)| ends.lower),
                    ci_upper: interval.map(|(ends, _)| ends.upper),
                    interval_level: interval.map(|(_, level)| level),
                    p_adjusted,
                    family: Some(family.size),
                    verdict: verdict(&family.findings[number], p_adjusted, level).ok().flatten(),
                    ..row
                }
            }));
        }
    }
    all
}

/// A metric on one corpus of a study, in one draw.
struct OnCorpus<'a> {
    grid: &'a GridResults<'a>,
    test_set: usize,
    /// Scorings that share metric and references.
    group: &'a [usize],
    draw: Draw,
}

impl OnCorpus<'_> {
    fn names(&self, scoring: usize) -> &ScoringNames {
        &self.grid.names.scorings[scoring]
    }

    /// Returns the scoring of a system with its outcome, if the system is part of the corpus.
    fn find(&self, system: &str) -> Option<(usize, Outcome)> {
        let mut scorings = self.group.iter().copied();
        let scoring = scorings.find(|scoring| &*self.names(*scoring).system == system)?;
        Some((scoring, self.grid.outcome(self.draw.at(self.test_set, scoring))))
    }

    /// Returns the answer about `scorings`, in the draw for which it was requested.
    fn get<Q: Question>(&self, question: &Q, scorings: &[usize]) -> Q::Result {
        let is_recomputed = self.grid.scoring(scorings[0]).is_recomputed;
        let draw = if is_recomputed { self.draw } else { Draw { repeat: 1, replicates: 0 } };
        self.grid.requested(question).get(draw.at(self.test_set, scorings[0]), scorings)
    }

    /// Returns a score with its standard error.
    fn score(&self, (scoring, outcome): &(usize, Outcome)) -> Result<Estimated, Reason> {
        if let Some(reason) = outcome.status.reason() {
            return Err(reason);
        }
        let value = outcome.result.and_then(|result| result.score).ok_or(Reason::UndefinedScore)?;
        let (standard_error, degrees_of_freedom) = if self.names(*scoring).has_judges() {
            let found = self.get(&TwoWayPrecision {}, &[*scoring])?;
            (found.standard_error, found.degrees_of_freedom)
        } else {
            let found = self.get(&ScorePrecision {}, &[*scoring]);
            let missing = found.status.reason().unwrap_or(Reason::UndefinedScore);
            (found.standard_error.ok_or(missing)?, found.freedom.degrees)
        };
        Ok(Estimated { value, standard_error, degrees_of_freedom })
    }

    /// Returns the differences of all pairs of scorings, both ways around: corpora may have systems in other orders.
    fn differences(&self) -> BTreeMap<(usize, usize), Result<Estimated, Reason>> {
        let asked = GroupPairs::new(self.grid.results, self.grid.grid, None, self.group).asked;
        let Some(asked) = asked else { return BTreeMap::new() };
        let found: Vec<_> = if self.names(asked.scorings[0]).has_judges() {
            let found = self.get(&TWO_WAY_ERRORS, &asked.scorings).into_iter();
            let error = |error: TwoWayError| (error.standard_error, error.degrees_of_freedom);
            found.map(|pair| (pair.delta, pair.identical, pair.error.map(error))).collect()
        } else {
            let found = self.get(&ERRORS, &asked.scorings).into_iter();
            let with_freedom = found.map(|pair| {
                let error = pair.standard_error.map(|error| (error, pair.freedom.degrees));
                (pair.delta, pair.identical, error)
            });
            with_freedom.collect()
        };
        let pairs = asked.pairs().into_iter().zip(found);
        let differences = pairs.flat_map(|((a, b), (delta, identical, error))| {
            let estimated = match (delta, error) {
                // Identical systems have no error, and take no degrees of freedom from other corpora.
                (Some(_), _) if identical => Ok((0.0, (0.0, f64::INFINITY))),
                (Some(delta), Ok(error)) => Ok((delta, error)),
                (_, Err(reason)) => Err(reason),
                (None, Ok(_)) => Err(Reason::UndefinedScore),
            };
            [((a, b), false), ((b, a), true)].map(|(pair, is_turned)| {
                let estimated = estimated.map(|(delta, (standard_error, degrees_of_freedom))| {
                    let value = if is_turned { 0.0 - delta } else { delta };
                    Estimated { value, standard_error, degrees_of_freedom }
                });
                (pair, estimated)
            })
        });
        differences.collect()
    }
}

/// Returns the means of all systems, and the pairs of compared systems before they are adjusted.
fn of_metric(
    corpora: &[OnCorpus<'_>],
    options: &MacroAverage,
    baseline: Option<&str>,
) -> (Vec<MacroAverageRow>, Vec<(MacroAverageRow, PairFinding)>) {
    let corpus_names: Vec<&str> = corpora.iter().map(|corpus| &*corpus.grid.names.corpus).collect();
    let weights =
        corpus_names.iter().map(|name| options.weights.get(*name).copied().unwrap_or(1.0));
    let weights: Vec<f64> = weights.collect();
    let template = without_values(corpora, &corpus_names, &weights);
    let mut systems: Vec<&Arc<str>> = Vec::new();
    for corpus in corpora {
        for name in corpus.group.iter().map(|scoring| &corpus.names(*scoring).system) {
            if !systems.contains(&name) {
                systems.push(name);
            }
        }
    }
    // Systems with a score on all corpora are compared.
    let (mut compared, mut means, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for system in systems {
        let row = MacroAverageRow { system_a: system.clone(), ..template.clone() };
        let on_corpora = corpora.iter().map(|corpus| corpus.find(system));
        let found: Vec<Option<(usize, Outcome)>> = on_corpora.collect();
        let has_score = |(_, outcome): &(usize, Outcome)| outcome.result.is_some();
        let lacking = found.iter().zip(&corpus_names);
        let lacking = lacking.filter(|(found, _)| !found.as_ref().is_some_and(has_score));
        let lacks: Vec<&str> = lacking.clone().map(|(_, name)| *name).collect();
        if lacks.is_empty() {
            let found: Vec<(usize, Outcome)> = found.into_iter().flatten().collect();
            let scores = found.iter().map(|(_, outcome)| outcome.result?.score);
            let scores: Vec<f64> = scores.map(|score| score.unwrap_or(f64::NAN)).collect();
            means.push(weighted_mean(&weights, &scores));
            compared.push((row, found));
        } else {
            let outcomes = lacking.filter_map(|(found, _)| found.as_ref());
            let mut reasons = outcomes.filter_map(|(_, outcome)| outcome.status.reason());
            let reason = reasons.find(|reason| *reason != Reason::NoData);
            let status = reason.unwrap_or(Reason::NotInAllCorpora).into();
            others.push(MacroAverageRow { lacks: Some(lacks.join(", ").into()), status, ..row });
        }
    }
    let differences: Vec<_> = corpora.iter().map(OnCorpus::differences).collect();
    let all = (0..compared.len()).flat_map(|a| (0..compared.len()).map(move |b| (a, b)));
    let pairs = all.filter(|(a, b)| a != b).map(|(a, b)| {
        let scorings = compared[a].1.iter().zip(&compared[b].1);
        let estimates = scorings.zip(&differences).map(|((a, b), of)| of[&(a.0, b.0)]);
        (a, b, estimates.collect::<Vec<Result<Estimated, Reason>>>())
    });
    let mut pairs: Vec<_> = pairs.collect();
    let are_different =
        pairs.iter().flat_map(|pair| &pair.2).any(|on| *on == Err(Reason::DifferentSegments));
    let place = |name: &str| compared.iter().position(|(row, _)| &*row.system_a == name);
    let at_baseline = baseline.map(place);
    pairs.retain(|(a, b, _)| at_baseline.map_or(a < b, |place| place == Some(*b)));
    let obstacle = match compared.len() {
        0 | 1 => Some(Reason::TooFewUnits),
        _ => are_different.then_some(Reason::DifferentSegments),
    };
    let direction = corpora[0].grid.direction(corpora[0].group[0]);
    let ranks = best_ranks(&means, direction).into_iter();
    let systems = compared.iter().zip(&means).zip(ranks).map(|(((row, found), mean), rank)| {
        let scores = found.iter().zip(corpora).map(|(found, corpus)| corpus.score(found));
        let row = MacroAverageRow { value: Some(*mean), ..row.clone() };
        let row = averaged(&weights, scores.collect(), row);
        let observed_rank = obstacle.is_none().then(|| document_count(rank));
        let status = match obstacle {
            _ if at_baseline == Some(None) => Reason::NoBaseline.into(),
            Some(reason) if row.status.is_ok() => reason.into(),
            _ => row.status,
        };
        MacroAverageRow { observed_rank, status, ..row }
    });
    let found = pairs.into_iter().map(|(a, b, estimates)| {
        let row = MacroAverageRow {
            system_b: Some(compared[b].0.system_a.clone()),
            // On the same segments there is a difference, even without an error.
            value: obstacle.is_none().then(|| means[a] - means[b]),
            ..compared[a].0.clone()
        };
        let row = averaged(&weights, estimates.into_iter().collect(), row);
        // Only systems that are identical on all corpora have an error without degrees of freedom.
        let identical = row.standard_error == Some(0.0) && row.degrees_of_freedom.is_none();
        let student = row.ci_lower.and(row.standard_error.zip(row.degrees_of_freedom));
        let p_value = row.value.zip(student).map(|(value, (standard_error, freedom))| {
            student_p_value(value, standard_error, freedom)
        });
        let different = row.value.filter(|value| *value != 0.0);
        let finding = PairFinding {
            delta: row.value,
            identical,
            student,
            p_value,
            favoured: different.map(|value| direction.orient(value) > 0.0),
            conclusive: true,
            ..PairFinding::default()
        };
        let status = if identical { Status::OK } else { row.status };
        (MacroAverageRow { p_value, status, ..row }, finding)
    });
    let found = found.collect();
    (systems.chain(others).collect(), found)
}

/// Fills in the mean of estimates on the corpora, with its interval.
fn averaged(
    weights: &[f64],
    estimates: Result<Vec<Estimated>, Reason>,
    row: MacroAverageRow,
) -> MacroAverageRow {
    let mean = estimates.map(|estimates| mean_of_independent(weights, &estimates));
    let Estimated { value, standard_error, degrees_of_freedom } = match mean {
        Ok(mean) => mean,
        Err(reason) => return MacroAverageRow { status: reason.into(), ..row },
    };
    let interval = student(value, standard_error, degrees_of_freedom, row.level);
    let ends = interval.as_ref().ok();
    MacroAverageRow {
        value: Some(value),
        standard_error: Some(standard_error),
        degrees_of_freedom: Some(degrees_of_freedom).filter(|degrees| degrees.is_finite()),
        ci_lower: ends.map(|ends| ends.lower),
        ci_upper: ends.map(|ends| ends.upper),
        interval_level: ends.map(|_| row.level),
        status: Status::from(&interval),
        ..row
    }
}

/// Returns a row without a system and values.
fn without_values(
    corpora: &[OnCorpus<'_>],
    corpus_names: &[&str],
    weights: &[f64],
) -> MacroAverageRow {
    let names = corpora.iter().map(|corpus| corpus.names(corpus.group[0]));
    let mut counts = names.map(|names| names.reference_count);
    let OnCorpus { grid, group, draw, .. } = &corpora[0];
    let first = &corpora[0].names(group[0]);
    let weights: Vec<String> = weights.iter().map(f64::to_string).collect();
    MacroAverageRow {
        study: grid.names.study.clone(),
        metric: first.metric.clone(),
        reference_count: first
            .reference_count
            .filter(|count| counts.all(|other| other == Some(*count))),
        repeat: draw.repeat,
        replicates: draw.replicates,
        corpora: corpus_names.join(", ").into(),
        weights: weights.join(", ").into(),
        level: grid.study.level,
        ..MacroAverageRow::default()
    }
}
