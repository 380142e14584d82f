//! Rows of the table `macro_averages`, from the results on the corpora of a study.

use std::sync::Arc;

use super::options::MacroAverage;
use super::request::{ERRORS, TWO_WAY_ERRORS, test_set};
use super::row::MacroAverageRow;
use crate::analyses::common::group_pairs::GroupPairs;
use crate::analyses::common::pairs::PairSelection;
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
        let corpora = study.iter().map(|(on_corpus, _)| CorpusGrid::new(on_corpus));
        let Some(corpora) = corpora.collect::<Option<Vec<CorpusGrid<'_>>>>() else { continue };
        // Every corpus has the same metrics, and as many sets of references.
        let count = corpora.iter().map(|corpus| corpus.groups.len()).min().unwrap_or(0);
        let (first, options) = &study[0];
        let comparison = first.study.analyses.get::<Comparison>();
        let baseline = comparison.and_then(|comparison| comparison.baseline.as_deref());
        for draw in first.draws() {
            let mut pairs = Vec::new();
            for group in 0..count {
                let metric = Metric::new(options, &corpora, group, draw);
                let (means, pairs_of_metric) = metric.rows(baseline);
                all.extend(means);
                pairs.push(pairs_of_metric);
            }
            all.extend(judged(pairs, baseline.is_some()));
        }
    }
    all
}

/// Adjusts the pairs of each metric by Holm, or the pairs of all metrics `together`, and gives them verdicts.
fn judged(
    metrics: Vec<Vec<(MacroAverageRow, PairFinding)>>,
    together: bool,
) -> Vec<MacroAverageRow> {
    let (rows, findings): (Vec<Vec<_>>, Vec<Vec<_>>) =
        metrics.into_iter().map(|pairs| pairs.into_iter().unzip()).unzip();
    let rows: Vec<MacroAverageRow> = rows.into_iter().flatten().collect();
    let Some(level) = rows.first().map(|row| row.level) else { return rows };
    let families: Vec<Family> = if together {
        Family::of_metrics(findings, Adjustment::Holm, level)
    } else {
        findings.into_iter().map(|own| Family::new(own, Adjustment::Holm, level)).collect()
    };
    let places = families
        .iter()
        .flat_map(|family| (0..family.findings.len()).map(move |number| (family, number)));
    let judged = rows.into_iter().zip(places).map(|(row, (family, number))| {
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
    });
    judged.collect()
}

/// A study on one of its corpora.
struct CorpusGrid<'a> {
    on_corpus: GridResults<'a>,
    /// Scorings that share metric and references.
    groups: Vec<Vec<usize>>,
    test_set: usize,
}

/// A difference on one corpus.
struct PairOnCorpus {
    identical: bool,
    difference: Result<Estimated, Reason>,
}

impl<'a> CorpusGrid<'a> {
    fn new(on_corpus: &GridResults<'a>) -> Option<Self> {
        let test_set = test_set(&on_corpus.results.plan.context(on_corpus.grid))?;
        Some(Self { groups: on_corpus.groups(), on_corpus: on_corpus.clone(), test_set })
    }

    fn name(&self) -> &str {
        &self.on_corpus.names.corpus
    }

    /// Returns the scoring of a system in a group, with its outcome.
    fn find(&self, group: usize, system: &str, draw: Draw) -> Option<(usize, Outcome)> {
        let names = &self.on_corpus.names.scorings;
        let mut scorings = self.groups[group].iter().copied();
        let scoring = scorings.find(|scoring| &*names[*scoring].system == system)?;
        Some((scoring, self.on_corpus.outcome(draw.at(self.test_set, scoring))))
    }

    /// Returns the answer about `scorings`, in the draw for which it was requested.
    fn get<Q: Question>(&self, question: &Q, draw: Draw, scorings: &[usize]) -> Q::Result {
        let is_recomputed = self.on_corpus.scoring(scorings[0]).is_recomputed;
        let draw = if is_recomputed { draw } else { Draw { repeat: 1, replicates: 0 } };
        self.on_corpus.requested(question).get(draw.at(self.test_set, scorings[0]), scorings)
    }

    fn has_judges(&self, scoring: usize) -> bool {
        self.on_corpus.names.scorings[scoring].has_judges()
    }

    /// Returns a score with its standard error.
    fn score(
        &self,
        (scoring, outcome): &(usize, Outcome),
        draw: Draw,
    ) -> Result<Estimated, Reason> {
        if let Some(reason) = outcome.status.reason() {
            return Err(reason);
        }
        let value = outcome.result.and_then(|result| result.score).ok_or(Reason::UndefinedScore)?;
        let (standard_error, degrees_of_freedom) = if self.has_judges(*scoring) {
            let found = self.get(&TwoWayPrecision {}, draw, &[*scoring])?;
            (found.standard_error, found.degrees_of_freedom)
        } else {
            let found = self.get(&ScorePrecision {}, draw, &[*scoring]);
            let missing = found.status.reason().unwrap_or(Reason::UndefinedScore);
            (found.standard_error.ok_or(missing)?, found.freedom.degrees)
        };
        Ok(Estimated { value, standard_error, degrees_of_freedom })
    }

    /// Returns the differences of `pairs` of scorings of a group.
    fn pairs(&self, group: usize, pairs: &[(usize, usize)], draw: Draw) -> Vec<PairOnCorpus> {
        let GridResults { results, grid, .. } = &self.on_corpus;
        let known = GroupPairs::new(results, grid, None, &self.groups[group]);
        let Some(scorings) = known.scorings() else { return Vec::new() };
        let found: Vec<(Option<f64>, bool, Result<(f64, f64), Reason>)> =
            if self.has_judges(scorings[0]) {
                let found = self.get(&TWO_WAY_ERRORS, draw, &scorings).into_iter();
                let error = |error: TwoWayError| (error.standard_error, error.degrees_of_freedom);
                found.map(|pair| (pair.delta, pair.identical, pair.error.map(error))).collect()
            } else {
                let found = self.get(&ERRORS, draw, &scorings).into_iter();
                let with_freedom = found.map(|pair| {
                    let error = pair.standard_error.map(|error| (error, pair.freedom.degrees));
                    (pair.delta, pair.identical, error)
                });
                with_freedom.collect()
            };
        let differences = pairs.iter().map(|(a, b)| {
            // Corpora may have systems in other orders.
            let in_order = known.find(Some(&found), (*a, *b));
            let turned = in_order.is_none();
            let (delta, identical, error) = *in_order
                .or_else(|| known.find(Some(&found), (*b, *a)))
                .expect("all pairs of scored systems have a result");
            let difference = match (delta, error) {
                // Identical systems have no error, and take no degrees of freedom from other corpora.
                (Some(_), _) if identical => Ok((0.0, (0.0, f64::INFINITY))),
                (Some(delta), Ok(error)) => Ok((if turned { 0.0 - delta } else { delta }, error)),
                (_, Err(reason)) => Err(reason),
                (None, Ok(_)) => Err(Reason::UndefinedScore),
            };
            let difference = difference.map(|(value, (standard_error, degrees_of_freedom))| {
                Estimated { value, standard_error, degrees_of_freedom }
            });
            PairOnCorpus { identical, difference }
        });
        differences.collect()
    }
}

/// A system with its outcome on each corpus, if it has a scoring there.
type System = (Arc<str>, Vec<Option<(usize, Outcome)>>);

/// A metric of a study over its corpora.
struct Metric<'a> {
    corpora: &'a [CorpusGrid<'a>],
    group: usize,
    draw: Draw,
    /// Systems with a score on all corpora.
    compared: Vec<System>,
    others: Vec<System>,
    weights: Vec<f64>,
    level: f64,
}

impl<'a> Metric<'a> {
    fn new(
        options: &MacroAverage,
        corpora: &'a [CorpusGrid<'a>],
        group: usize,
        draw: Draw,
    ) -> Self {
        let mut names: Vec<Arc<str>> = Vec::new();
        for corpus in corpora {
            for scoring in &corpus.groups[group] {
                let name = &corpus.on_corpus.names.scorings[*scoring].system;
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        let systems = names.into_iter().map(|name| {
            let on_corpora = corpora.iter().map(|corpus| corpus.find(group, &name, draw));
            (name.clone(), on_corpora.collect())
        });
        let (compared, others) =
            systems.partition(|(_, found): &System| found.iter().copied().all(has_score));
        let weights = corpora.iter().map(|corpus| options.weight(corpus.name())).collect();
        let level = corpora[0].on_corpus.study.level;
        Self { corpora, group, draw, compared, others, weights, level }
    }

    /// Returns the means of all systems, and the pairs of compared systems before they are adjusted.
    fn rows(
        &self,
        baseline: Option<&str>,
    ) -> (Vec<MacroAverageRow>, Vec<(MacroAverageRow, PairFinding)>) {
        let positions = self.positions(baseline);
        let pairs: Vec<Vec<PairOnCorpus>> = self
            .corpora
            .iter()
            .enumerate()
            .map(|(number, corpus)| {
                let scoring = |at: usize| Some(self.compared[at].1[number]?.0);
                let pairs = positions.iter().filter_map(|(a, b)| scoring(*a).zip(scoring(*b)));
                corpus.pairs(self.group, &pairs.collect::<Vec<_>>(), self.draw)
            })
            .collect();
        let direction = self.corpora[0].on_corpus.direction(self.corpora[0].groups[self.group][0]);
        let means: Vec<f64> = self.compared.iter().map(|system| self.mean(system)).collect();
        let are_different = pairs
            .iter()
            .flatten()
            .any(|pair| pair.difference.is_err_and(|reason| reason == Reason::DifferentSegments));
        let obstacle = match self.compared.len() {
            0 | 1 => Some(Reason::TooFewUnits),
            _ => are_different.then_some(Reason::DifferentSegments),
        };
        let ranks = best_ranks(&means, direction);
        let systems = self.compared.iter().zip(&means).zip(ranks).map(|((system, mean), rank)| {
            let scores = system.1.iter().flatten().zip(self.corpora);
            let scores = scores.map(|(found, corpus)| corpus.score(found, self.draw)).collect();
            let row = MacroAverageRow { value: Some(*mean), ..self.row(system) };
            let row = self.averaged(scores, row);
            let observed_rank = obstacle.is_none().then(|| document_count(rank));
            let obstacle = obstacle.filter(|_| row.status.is_ok());
            let status = obstacle.map_or(row.status, Status::from);
            MacroAverageRow { observed_rank, status, ..row }
        });
        let others = self.others.iter().map(|system| {
            let lacking =
                system.1.iter().zip(self.corpora).filter(|(found, _)| !has_score(**found));
            let names: Vec<&str> = lacking.map(|(_, corpus)| corpus.name()).collect();
            let status = Reason::NotInAllCorpora.into();
            MacroAverageRow { lacks: Some(names.join(", ").into()), status, ..self.row(system) }
        });
        let found = positions.iter().enumerate().map(|(number, (a, b))| {
            let differences = pairs.iter().map(|corpus| corpus[number].difference).collect();
            let identical = pairs.iter().all(|corpus| corpus[number].identical);
            let row = MacroAverageRow {
                system_b: Some(self.compared[*b].0.clone()),
                // On the same segments there is a difference, even without an error.
                value: obstacle.is_none().then(|| means[*a] - means[*b]),
                ..self.row(&self.compared[*a])
            };
            let row = self.averaged(differences, row);
            let student = row.ci_lower.and(row.standard_error.zip(row.degrees_of_freedom));
            let student = student.filter(|_| !identical);
            let p_value = row.value.zip(student).map(|(value, (standard_error, freedom))| {
                student_p_value(value, standard_error, freedom)
            });
            let finding = PairFinding {
                delta: row.value,
                identical,
                student,
                p_value,
                favoured: row
                    .value
                    .filter(|value| *value != 0.0)
                    .map(|value| direction.orient(value) > 0.0),
                conclusive: true,
                ..PairFinding::default()
            };
            let status = if identical { Status::OK } else { row.status };
            (MacroAverageRow { p_value, status, ..row }, finding)
        });
        (systems.chain(others).collect(), found.collect())
    }

    /// Returns the pairs of compared systems, as positions: each with the baseline, or all.
    fn positions(&self, baseline: Option<&str>) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.compared.len()).collect();
        if let Some(baseline) = baseline {
            let mut systems = self.compared.iter();
            let place = systems.position(|(name, _)| **name == *baseline);
            let Some(place) = place else { return Vec::new() };
            order[..=place].rotate_right(1);
        }
        let pairs = PairSelection::pairs_with(baseline).of(order.len()).into_iter();
        pairs.map(|(a, b)| (order[a], order[b])).collect()
    }

    /// Returns the weighted mean of the scores of a system.
    fn mean(&self, (_, found): &System) -> f64 {
        let scores = found.iter().map(|found| found.as_ref()?.1.result?.score);
        let scores: Vec<f64> = scores.map(|score| score.unwrap_or(f64::NAN)).collect();
        weighted_mean(&self.weights, &scores)
    }

    /// Fills in the mean of estimates on the corpora, with its interval.
    fn averaged(
        &self,
        estimates: Result<Vec<Estimated>, Reason>,
        row: MacroAverageRow,
    ) -> MacroAverageRow {
        let mean = estimates.map(|estimates| mean_of_independent(&self.weights, &estimates));
        let Estimated { value, standard_error, degrees_of_freedom } = match mean {
            Ok(mean) => mean,
            Err(reason) => return MacroAverageRow { status: reason.into(), ..row },
        };
        let interval = student(value, standard_error, degrees_of_freedom, self.level);
        MacroAverageRow {
            value: Some(value),
            standard_error: Some(standard_error),
            degrees_of_freedom: Some(degrees_of_freedom).filter(|degrees| degrees.is_finite()),
            ci_lower: interval.as_ref().ok().map(|interval| interval.lower),
            ci_upper: interval.as_ref().ok().map(|interval| interval.upper),
            interval_level: interval.as_ref().ok().map(|_| self.level),
            status: interval.err().map_or(Status::OK, Status::from),
            ..row
        }
    }

    /// Returns a row without values.
    fn row(&self, (system, _): &System) -> MacroAverageRow {
        let first = self
            .corpora
            .iter()
            .map(|corpus| &corpus.on_corpus.names.scorings[corpus.groups[self.group][0]]);
        let names: Vec<&ScoringNames> = first.collect();
        let reference_count = names[0].reference_count;
        let is_common = names.iter().all(|names| names.reference_count == reference_count);
        let corpora: Vec<&str> = self.corpora.iter().map(CorpusGrid::name).collect();
        let weights: Vec<String> = self.weights.iter().map(f64::to_string).collect();
        MacroAverageRow {
            study: self.corpora[0].on_corpus.names.study.clone(),
            metric: names[0].metric.clone(),
            reference_count: reference_count.filter(|_| is_common),
            system_a: system.clone(),
            repeat: self.draw.repeat,
            replicates: self.draw.replicates,
            corpora: corpora.join(", ").into(),
            weights: weights.join(", ").into(),
            level: self.level,
            ..MacroAverageRow::default()
        }
    }
}

/// Returns `true` if a system has a scoring with a score.
fn has_score(found: Option<(usize, Outcome)>) -> bool {
    found.is_some_and(|(_, outcome)| outcome.result.is_some())
}
