//! Rows of the table `macro_averages`, from the results on the corpora of a study.

use std::collections::BTreeMap;

use super::options::MacroAverage;
use super::request::{ERRORS, TWO_WAY_ERRORS, test_set};
use super::row::MacroAverageRow;
use crate::analyses::common::{Pairs, TwoWayPrecision};
use crate::analyses::comparison::options::{Adjustment, Comparison};
use crate::analyses::comparison::{DifferenceError, Family, PairFinding, verdict};
use crate::analyses::{
    Draw, GridResults, GroupPairs, Results, ScorePrecision, ScoringNames, document_count,
    system_names,
};
use crate::stats::macro_average::{error_of_mean, weighted_mean};
use crate::stats::ranking::best_ranks;
use crate::stats::reason::{Reason, Status};

/// A study on one of its corpora.
type OnCorpus<'a> = (GridResults<'a>, &'a MacroAverage);

/// Returns the means over corpora of all studies that ask for them: by study, repeat and number of replicates, the systems of
/// all metrics and then the pairs.
pub fn macro_averages(results: &Results<'_>) -> Vec<MacroAverageRow> {
    let grids = results.asking(|study| study.analyses.get::<MacroAverage>());
    let grids: Vec<OnCorpus<'_>> = grids.collect();
    let studies = grids.chunk_by(|(one, _), (other, _)| one.grid.study == other.grid.study);
    let draws = studies.flat_map(|study| study[0].0.draws().map(move |draw| (study, draw)));
    draws.flat_map(|(study, draw)| rows_of_draw(study, draw)).collect()
}

/// Rows without intervals and tests, with the findings that these follow from.
type Means = Vec<(MacroAverageRow, PairFinding)>;

fn rows_of_draw(study: &[OnCorpus<'_>], draw: Draw) -> Vec<MacroAverageRow> {
    let level = study[0].0.study.level;
    let comparison = study[0].0.study.analyses.get::<Comparison>();
    let baseline = comparison.and_then(|comparison| comparison.baseline.as_deref());
    // Every corpus has the same metrics, and as many sets of references.
    let metrics = (0..).map_while(|metric| means_of_metric(study, metric, draw, baseline));
    let (systems, mut pairs): (Vec<Means>, Vec<Means>) = metrics.unzip();
    // A metric without pairs is not part of the family.
    pairs.retain(|pairs| !pairs.is_empty());
    // With a baseline, the pairs of all metrics are adjusted together.
    let at_once = baseline.map_or(1, |_| pairs.len().max(1));
    let families = systems.chunks(1).chain(pairs.chunks(at_once));
    families.flat_map(|metrics| adjusted(metrics, level)).collect()
}

/// Fills in intervals and tests of means that are adjusted together.
fn adjusted(metrics: &[Means], level: f64) -> Vec<MacroAverageRow> {
    let findings = metrics.iter().map(|means| means.iter().map(|(_, finding)| finding.clone()));
    let findings = findings.map(Iterator::collect).collect();
    let families = Family::of_metrics(findings, Adjustment::Holm, level);
    let families = families.iter();
    let tests = families.flat_map(|family| (0..family.findings.len()).map(move |at| (family, at)));
    let rows = metrics.iter().flatten().zip(tests).map(|((row, finding), (family, index))| {
        let (ends, interval_level) = family.interval(index, level).unzip();
        let p_adjusted = family.adjusted[index];
        MacroAverageRow {
            ci_lower: ends.map(|ends| ends.lower),
            ci_upper: ends.map(|ends| ends.upper),
            interval_level,
            p_value: finding.p_value,
            p_adjusted,
            family: row.system_b.as_ref().map(|_| family.size),
            verdict: verdict(finding, p_adjusted, level).ok().flatten(),
            ..row.clone()
        }
    });
    rows.collect()
}

/// A score or a difference on a corpus.
#[derive(Clone, Copy)]
struct Estimate {
    value: Option<f64>,
    /// Two systems have the same statistics.
    identical: bool,
    /// The standard error with its degrees of freedom, or why there is none.
    error: Result<(f64, f64), Reason>,
}

/// Scores of systems, and differences A - B of pairs both ways around: corpora may have systems in other orders.
type Estimates<'a> = BTreeMap<(&'a str, Option<&'a str>), Estimate>;

/// Returns the estimates on a corpus for the scorings of `group`, which share metric and references.
fn estimates<'a>(grid: &GridResults<'a>, group: &[usize], draw: Draw) -> Option<Estimates<'a>> {
    let test_set = test_set(&grid.results.plan.context(grid.grid))?;
    let has_judges = grid.scoring(group[0]).judges.is_some();
    let name = |scoring: usize| grid.scoring(scoring).system.as_str();
    let scores = group.iter().map(|scoring| {
        let at = draw.at(test_set, *scoring);
        let outcome = grid.outcome(at);
        let error = match outcome.status.reason() {
            Some(Reason::NoData) => Err(Reason::NotInAllCorpora),
            Some(reason) => Err(reason),
            None if has_judges => {
                let precision = grid.requested(&TwoWayPrecision {}).get(at, &[*scoring]);
                precision.map(|error| (error.standard_error, error.degrees_of_freedom))
            }
            None => {
                let precision = grid.requested(&ScorePrecision {}).get(at, &[*scoring]);
                let missing = precision.status.reason().unwrap_or(Reason::UndefinedScore);
                let error = precision.standard_error.ok_or(missing);
                error.map(|error| (error, precision.freedom.degrees))
            }
        };
        let value = outcome.result.and_then(|result| result.score);
        ((name(*scoring), None), Estimate { value, identical: false, error })
    });
    let mut estimates: Estimates<'a> = scores.collect();
    let pairs = GroupPairs::new(grid.results, grid.grid, None, group);
    let Some(asked) = pairs.asked else { return Some(estimates) };
    let at = draw.at(test_set, asked.scorings[0]);
    let differences: Vec<DifferenceError> = if has_judges {
        let errors = grid.requested(&TWO_WAY_ERRORS).get(at, &asked.scorings);
        errors.iter().map(Into::into).collect()
    } else {
        grid.requested(&ERRORS).get(at, &asked.scorings).iter().map(Into::into).collect()
    };
    for ((a, b), difference) in asked.pairs().into_iter().zip(differences) {
        let DifferenceError { delta: value, identical, error, .. } = difference;
        // Identical systems have no error, and take no degrees of freedom from other corpora.
        let error = if identical { Ok((0.0, f64::INFINITY)) } else { error };
        let turned = value.map(|value| 0.0 - value);
        estimates.insert((name(a), Some(name(b))), Estimate { value, identical, error });
        estimates.insert((name(b), Some(name(a))), Estimate { value: turned, identical, error });
    }
    Some(estimates)
}

/// Returns the means of all systems and of the pairs of compared systems, or `None` if a corpus has fewer metrics.
fn means_of_metric(
    study: &[OnCorpus<'_>],
    metric: usize,
    draw: Draw,
    baseline: Option<&str>,
) -> Option<(Means, Means)> {
    let groups = study.iter().map(|(grid, _)| Some((grid, grid.groups().into_iter().nth(metric)?)));
    let groups: Vec<(&GridResults<'_>, Vec<usize>)> = groups.collect::<Option<_>>()?;
    let estimates = groups.iter().map(|(grid, group)| estimates(grid, group, draw));
    let estimates = estimates.collect::<Option<Vec<Estimates<'_>>>>()?;
    let (grid, options) = &study[0];
    let direction = grid.direction(groups[0].1[0]);
    let corpora: Vec<&str> = study.iter().map(|(grid, _)| &*grid.names.corpus).collect();
    let weights = corpora.iter().map(|corpus| options.weights.get(*corpus).copied().unwrap_or(1.0));
    let weights: Vec<f64> = weights.collect();
    let names = groups.iter().map(|(grid, group)| &grid.names.scorings[group[0]]);
    let names: Vec<&ScoringNames> = names.collect();
    let count = names[0].reference_count;
    let template = MacroAverageRow {
        study: grid.names.study.clone(),
        metric: names[0].metric.clone(),
        reference_count: count.filter(|_| names.iter().all(|name| name.reference_count == count)),
        repeat: draw.repeat,
        replicates: draw.replicates,
        corpora: corpora.join(", ").into(),
        weights: weights.iter().map(f64::to_string).collect::<Vec<_>>().join(", ").into(),
        level: grid.study.level,
        ..MacroAverageRow::default()
    };
    let mean = |a: &str, b: Option<&str>| {
        let absent =
            Estimate { value: None, identical: false, error: Err(Reason::NotInAllCorpora) };
        let estimates =
            estimates.iter().map(|estimates| *estimates.get(&(a, b)).unwrap_or(&absent));
        let estimates: Vec<Estimate> = estimates.collect();
        let values = estimates.iter().map(|estimate| estimate.value);
        let value = values.collect::<Option<Vec<f64>>>();
        let value = value.map(|values| weighted_mean(&weights, &values));
        let errors = estimates.iter().map(|estimate| estimate.error);
        let error = errors.collect::<Result<Vec<(f64, f64)>, Reason>>();
        let error = error.map(|errors| error_of_mean(&weights, &errors));
        let identical = estimates.iter().all(|estimate| estimate.identical);
        let lacking = estimates.iter().zip(&corpora);
        let lacking = lacking.filter(|(estimate, _)| estimate.value.is_none());
        let lacks: Vec<&str> = lacking.clone().map(|(_, corpus)| *corpus).collect();
        let reasons = lacking.filter_map(|(estimate, _)| estimate.error.err());
        let reason = reasons.min_by_key(|reason| *reason == Reason::NotInAllCorpora);
        let mut finding = PairFinding::by_student(value, identical, error, direction);
        finding.p_value = finding.p_value.filter(|_| b.is_some());
        let reason = reason.or(finding.reason).filter(|_| !identical);
        let row = MacroAverageRow {
            system_a: a.into(),
            system_b: b.map(Into::into),
            lacks: Some(lacks.join(", ").into()).filter(|_| !lacks.is_empty() && b.is_none()),
            value,
            standard_error: error.ok().map(|(error, _)| error),
            // Systems that are identical on all corpora have an error without degrees of freedom.
            degrees_of_freedom: error.ok().map(|(_, freedom)| freedom).filter(|f| f.is_finite()),
            status: reason.map_or(Status::OK, Status::from),
            ..template.clone()
        };
        (row, finding)
    };
    let scorings = groups.iter().flat_map(|(grid, group)| group.iter().map(|at| grid.scoring(*at)));
    let systems = system_names(scorings).into_iter().map(|system| mean(system, None));
    let (mut compared, others): (Means, Means) = systems.partition(|(row, _)| row.lacks.is_none());
    let pair =
        |(a, b): (usize, usize)| mean(&compared[a].0.system_a, Some(&compared[b].0.system_a));
    let mut pairs: Means = Pairs::All.of(compared.len()).into_iter().map(pair).collect();
    let obstacle = if pairs.is_empty() { Reason::TooFewUnits.into() } else { Status::OK };
    let place = baseline.map(|name| compared.iter().position(|(row, _)| *row.system_a == *name));
    if let Some(place) = place {
        let others = (0..compared.len()).filter(|other| Some(*other) != place);
        pairs = others.filter_map(|other| Some(pair((other, place?)))).collect();
    }
    let means: Vec<f64> = compared.iter().filter_map(|(row, _)| row.value).collect();
    for ((row, _), rank) in compared.iter_mut().zip(best_ranks(&means, direction)) {
        row.observed_rank = obstacle.is_ok().then(|| document_count(rank));
        if place == Some(None) {
            row.status = Reason::NoBaseline.into();
        } else if row.status.is_ok() {
            row.status = obstacle;
        }
    }
    Some(([compared, others].concat(), pairs))
}
