//! The table `power`: sizes that show a difference, and differences that a size shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::options::Power;
use super::request;
use crate::analyses::common::group_pairs::{GroupPairs, PairCell, PairCells};
use crate::analyses::{
    Coordinates, Draw, GridResults, PairError, PairedErrors, PowerRow, Requested, Results,
};
use crate::config::ResamplingUnit;
use crate::metric;
use crate::plan::Placement;
use crate::stats::freedom::variance_interval;
use crate::stats::goal::Goal;
use crate::stats::power::{LawCheck, PairedDeviation, Sides, Test, check_law, effect_curve};
use crate::stats::size_interval::variance_freedom;
use crate::stats::{Estimate, Freedom, Reason, Status};
use crate::table::Cell;
use crate::value::whole_up;

/// Sizes that an exponent is fitted to, at least: two always lie on a curve.
const LEAST_SIZES: usize = 3;

/// Fewest units of a test set: one is no sample.
const LEAST_UNITS: f64 = 2.0;

/// One row per pair and effect, in the order of studies, corpora, metrics and references, placements,
/// repeats, replicates, pairs, effects. Rows are made a place at a time.
pub fn each_power<'a>(results: &'a Results<'a>) -> impl Iterator<Item = PowerRow> + use<'a> {
    let asking = results.asking(|study| study.analyses.get::<Power>());
    asking.flat_map(|(on_corpus, options)| {
        let asked = Arc::new(on_corpus.requested(&request::errors()));
        let groups: Vec<_> = on_corpus
            .groups()
            .into_iter()
            .map(|group| {
                let pairs = GroupPairs::new(on_corpus.results, on_corpus.grid, None, &group);
                (pairs, group)
            })
            .collect();
        let metrics: Vec<(&str, usize)> = groups
            .iter()
            .map(|(pairs, group)| {
                let metric = on_corpus.scoring(group[0]).metric;
                // Systems without scores are in no verdict.
                let systems = pairs.scorings().map_or(group.len(), |scorings| scorings.len());
                (&*on_corpus.results.plan.spec.metrics[metric].name, systems)
            })
            .collect();
        groups.into_iter().enumerate().flat_map(move |(index, (pairs, group))| {
            let adjusted = request::adjusted_comparisons(on_corpus.study, &metrics, index);
            let group = GroupPower {
                on_corpus: on_corpus.clone(),
                options,
                asked: asked.clone(),
                pairs,
                adjusted,
                goals: goals(options, adjusted),
                group,
            };
            let scaled = Arc::new((group.scalings(), group));
            on_corpus.walk(std::iter::once(scaled)).flat_map(|(scaled, placement, draw)| {
                let (scalings, group) = &*scaled;
                group.rows(placement, draw, scalings)
            })
        })
    })
}

/// The systems of a metric.
struct GroupPower<'a> {
    on_corpus: GridResults<'a>,
    options: &'a Power,
    asked: Arc<Requested<'a, PairedErrors>>,
    pairs: GroupPairs,
    /// Number of comparisons that verdicts are adjusted for.
    adjusted: usize,
    /// Of one planned comparison and of any of those, or why there are none.
    goals: [Estimate<Goal>; 2],
    group: Vec<usize>,
}

/// How the deviation of a pair falls along an ordering.
struct SizeScaling {
    sizes: u32,
    found: Option<LawCheck>,
    /// Of its drift.
    p_value: Option<f64>,
    status: Status,
}

/// Those of all pairs, by ordering, repeat and number of replicates.
type SizeScalings<'a> = BTreeMap<(&'a str, u32, u32), Vec<SizeScaling>>;

/// What a required size is uncertain by.
struct SizeError {
    /// Standard error of its logarithm.
    of_logarithm: f64,
    /// Degrees of freedom of a chi-square as uncertain.
    variance_freedom: f64,
    /// Ends of the interval of any size, as multiples of it.
    of_size: Option<(f64, f64)>,
}

/// A required size with its interval, in units, and as whole numbers.
#[derive(Clone, Copy, Default)]
struct RequiredSize {
    /// Whether it is farther than sizes are named.
    is_beyond: bool,
    units: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    documents: Option<f64>,
    segments: Option<f64>,
}

impl<'a> GroupPower<'a> {
    fn rows(
        &self,
        placement: &Placement,
        draw: Draw,
        scalings: &SizeScalings<'_>,
    ) -> Vec<PowerRow> {
        let at = draw.at(placement.test_set, self.group[0]);
        let errors = self.errors(at);
        let scalings = scalings.get(&(&*placement.ordering, draw.repeat, draw.replicates));
        let cells = self.cells(placement, at);
        let rows = self.pairs.all.par_iter().enumerate().flat_map_iter(|(index, pair)| {
            let cell = cells.of_pair(*pair);
            let error = self.pairs.find(errors.as_deref(), *pair).filter(|_| cell.has_scores);
            let cell = cell.on_common(error.and_then(|error| error.common));
            let scaling = scalings.map(|scalings| &scalings[index]);
            self.of_pair(*pair, &cell, error, scaling)
        });
        rows.collect()
    }

    fn cells(&self, placement: &Placement, at: Coordinates) -> PairCells {
        PairCells::new(&self.on_corpus, placement, at, &self.pairs)
    }

    /// Of the pairs with scores on the test set of `at`; asked once for all repeats and numbers of replicates
    /// where nothing is resampled.
    fn errors(&self, at: Coordinates) -> Option<Vec<PairError>> {
        let scorings = self.pairs.scorings()?;
        let is_recomputed =
            scorings.iter().any(|index| self.on_corpus.scoring(*index).is_recomputed);
        let at = if is_recomputed { at } else { Coordinates { repeat: 1, replicates: 0, ..at } };
        Some(self.asked.get(at, &scorings))
    }

    /// Fits along every ordering whose test sets are placements of the grid.
    fn scalings(&self) -> SizeScalings<'a> {
        let grid = self.on_corpus.grid;
        let mut scalings = SizeScalings::new();
        let mut orderings: BTreeMap<&'a str, Vec<&Placement>> = BTreeMap::new();
        let paths: BTreeSet<&str> = grid.paths.iter().map(|path| &*path.ordering).collect();
        for placement in grid
            .placements
            .iter()
            .filter(|placement: &&'a Placement| paths.contains(&*placement.ordering))
        {
            orderings.entry(&placement.ordering).or_default().push(placement);
        }
        for (ordering, placements) in orderings {
            for draw in self.on_corpus.draws() {
                // Decoded once for all pairs.
                let by_size = placements.iter().map(|placement| {
                    let at = draw.at(placement.test_set, self.group[0]);
                    (self.cells(placement, at), self.errors(at))
                });
                let by_size: Vec<(PairCells, Option<Vec<PairError>>)> = by_size.collect();
                let of_pairs = self.pairs.all.iter().map(|pair| {
                    let last = by_size.last().and_then(|(_, errors)| errors.as_deref());
                    let last = self.pairs.find(last, *pair);
                    let log_error = last.and_then(|error| error.log_variance_error.ok());
                    let deviations = by_size.iter().filter_map(|(cells, errors)| {
                        let error = self.pairs.find(errors.as_deref(), *pair)?;
                        deviation(&cells.of_pair(*pair).on_common(error.common), error).ok()
                    });
                    scaling(deviations, log_error)
                });
                scalings.insert((ordering, draw.repeat, draw.replicates), of_pairs.collect());
            }
        }
        scalings
    }

    fn of_pair(
        &self,
        pair: (usize, usize),
        of_pair: &PairCell,
        found: Option<&PairError>,
        scaling: Option<&SizeScaling>,
    ) -> Vec<PowerRow> {
        let mut cell = of_pair.cell.clone();
        let paired = found.map(|found| deviation(of_pair, found));
        if let Some(Err(status)) = &paired {
            cell.status = (*status).into();
        }
        let paired = paired.and_then(Result::ok);
        let [one, any_pair] = &self.goals;
        let size_error = size_error(&cell, found, self.options.level);
        // Where it is not known, the deviation is taken for the true one.
        let known = size_error.as_ref().map_or(f64::INFINITY, |error| error.variance_freedom);
        let largest = self.largest_difference(pair, of_pair);
        let adjusted = if self.adjusted == 1 { one } else { any_pair };
        let [smallest, smallest_any_pair] = [one, adjusted].map(|goal| {
            let goal = goal.as_ref().map_err(|undefined| *undefined);
            paired.map(|paired| {
                let size = goal?.planned_smallest(paired, paired.units, known)?;
                let is_possible = largest.is_none_or(|largest| size <= largest);
                if is_possible { Ok(size) } else { Err(Reason::BeyondRange) }
            })
        });
        let smallest_any_pair = smallest_any_pair.and_then(Result::ok);
        let smallest = smallest
            .and_then(|smallest| smallest.map_err(|undefined| cell.status = undefined.into()).ok());
        let effects: Vec<Option<f64>> = match (&self.options.effects, smallest) {
            (Some(effects), _) => effects.iter().copied().map(Some).collect(),
            (None, Some(smallest)) => effect_curve(smallest).into_iter().map(Some).collect(),
            (None, None) => vec![None],
        };
        let names = &self.on_corpus.names;
        let [system_a, system_b] = [pair.0, pair.1].map(|scoring| &names.scorings[scoring].system);
        let here = paired.filter(|paired| paired.units >= LEAST_UNITS);
        let freedom = paired.and(found).map(|found| found.freedom);
        let rows = effects.into_iter().map(|effect| {
            let power_here = effect.zip(here).map(|(effect, paired)| {
                let test = test(self.options.level);
                let df = paired.freedom_at(paired.units);
                test.rejects_on_average(df, effect / paired.stdev, known)
            });
            let size_for = |goal: &Estimate<Goal>| {
                let known = effect.zip(paired).zip(goal.as_ref().ok());
                let size = known.and_then(|((effect, paired), goal)| {
                    self.size(&cell, paired, (effect, goal), &size_error)
                });
                let size = size.unwrap_or_default();
                let Some(farthest) = freedom.map(Freedom::farthest) else { return size };
                size.within(farthest)
            };
            let of_one = size_for(one);
            let of_any_pair = if self.adjusted == 1 { of_one } else { size_for(any_pair) };
            PowerRow {
                cell: cell.clone(),
                system_a: system_a.clone(),
                system_b: system_b.clone(),
                effect,
                level: self.options.level,
                power: self.options.power,
                pairs: u32::try_from(self.adjusted).unwrap_or(u32::MAX),
                units: of_pair.units,
                observed_difference: found.and_then(|found| found.delta),
                stdev: paired.map(|paired| paired.stdev),
                stdev_error: paired.and(found).and_then(|found| found.monte_carlo_error),
                size_log_error: size_error.as_ref().ok().map(|error| error.of_logarithm),
                interval_status: (&size_error).into(),
                effective_units: freedom.map(|freedom| freedom.effective_units),
                required_status: if of_one.is_beyond {
                    Reason::BeyondData.into()
                } else {
                    cell.status
                },
                required_units: of_one.units,
                required_units_lower: of_one.lower,
                required_units_upper: of_one.upper,
                required_documents: of_one.documents,
                required_segments: of_one.segments,
                required_words: self.on_corpus.words(of_one.segments),
                required_units_any_pair: of_any_pair.units,
                required_units_any_pair_lower: of_any_pair.lower,
                required_units_any_pair_upper: of_any_pair.upper,
                required_documents_any_pair: of_any_pair.documents,
                required_segments_any_pair: of_any_pair.segments,
                power_at_this_size: power_here,
                smallest_detectable_effect: smallest,
                smallest_detectable_effect_any_pair: smallest_any_pair,
                law_sizes: scaling.map_or(0, |scaling| scaling.sizes),
                law_exponent: scaling.and_then(|scaling| Some(scaling.found?.exponent)),
                law_drift: scaling.and_then(|scaling| Some(scaling.found?.drift)),
                law_p_value: scaling.and_then(|scaling| scaling.p_value),
                law_status: scaling.map_or(Reason::NoOrdering.into(), |scaling| scaling.status),
                resample: names.resample,
                signature: names.scorings[pair.0].signature.clone(),
            }
        });
        rows.collect()
    }

    /// The largest difference that is named: half of what the metric's scores can differ by, and what the better of the
    /// two can still gain. Nothing for metrics without ends.
    fn largest_difference(&self, pair: (usize, usize), cell: &PairCell) -> Option<f64> {
        let metric = self.on_corpus.scoring(pair.0).metric;
        let metrics = &self.on_corpus.results.plan.spec.metrics;
        let (low, high) = metric::range(&metrics[metric].config)?;
        let [one, other] = cell.scores;
        Some((0.5 * (high - low)).min(high - one?.max(other?)))
    }

    /// A planned number of units with all that is said of it. Where the error of the deviation is not
    /// known, the deviation is taken for the true one.
    fn size(
        &self,
        cell: &Cell,
        paired: PairedDeviation,
        (effect, goal): (f64, &Goal),
        error: &Result<SizeError, Reason>,
    ) -> Option<RequiredSize> {
        let of_deviation = goal.required_units(paired, effect).ok()?;
        let error = error.as_ref().ok();
        let units = match error {
            Some(error) => goal.planned_units(paired, effect, error.variance_freedom).ok()?,
            None => of_deviation,
        };
        let (documents, segments) = self.sizes(cell, units).unzip();
        let factors = error.and_then(|error| error.of_size);
        // Of the size without the allowance in `units`: the interval says itself that the variance
        // is an estimate.
        let (lower, upper) =
            factors.map(|(low, high)| (of_deviation * low, of_deviation * high)).unzip();
        let upper = upper.filter(|upper: &f64| upper.is_finite());
        let [lower, upper] = [lower, upper].map(|end| Some(end?.max(LEAST_UNITS)));
        Some(RequiredSize {
            is_beyond: false,
            units: Some(units),
            lower,
            upper,
            documents,
            segments,
        })
    }

    /// Whole numbers of documents and segments for `units` units.
    fn sizes(&self, cell: &Cell, units: f64) -> Option<(f64, f64)> {
        let (documents, segments) = (cell.judged_documents?, cell.judged_segments?);
        let per_document = segments as f64 / f64::from(documents);
        let units = units.max(LEAST_UNITS);
        let (documents, segments) = match self.on_corpus.names.unit {
            ResamplingUnit::Segments => (units / per_document, units),
            ResamplingUnit::Documents | ResamplingUnit::TwoStage => (units, units * per_document),
        };
        Some((whole_up(documents), whole_up(segments)))
    }
}

impl RequiredSize {
    /// Named where it is not beyond the farthest size, which is the largest end of an interval.
    fn within(self, farthest: f64) -> Self {
        if self.units.is_some_and(|units| units > farthest) {
            return Self { is_beyond: true, ..Self::default() };
        }
        let [lower, upper] = [self.lower, self.upper].map(|end| Some(end?.min(farthest)));
        Self { lower, upper, ..self }
    }
}

/// The deviation of a difference, positive, or why there is none.
fn deviation(cell: &PairCell, found: &PairError) -> Result<PairedDeviation, Reason> {
    if let Some(reason) = cell.cell.status.reason() {
        return Err(reason);
    }
    if found.identical {
        return Err(Reason::Identical);
    }
    let stdev = found.standard_error?;
    let units = cell.units.ok_or(Reason::TooFewUnits)?;
    Ok(PairedDeviation { units: units as f64, stdev, freedom_share: found.freedom.share() })
}

/// A test at a level.
fn test(level: f64) -> Test {
    Test { level, sides: Sides::Two }
}

/// Goals of one planned comparison and of any of `adjusted` ones, or why there are none.
fn goals(options: &Power, adjusted: usize) -> [Estimate<Goal>; 2] {
    // Bonferroni's level is the smallest that Holm's adjustment tests a pair at.
    let of_any_pair = 1.0 - (1.0 - options.level) / adjusted.max(1) as f64;
    [options.level, of_any_pair].map(|level| Goal::new(test(level), options.power))
}

/// How uncertain the sizes of a pair are, or why that is not known.
fn size_error(cell: &Cell, error: Option<&PairError>, level: f64) -> Result<SizeError, Reason> {
    if let Some(reason) = cell.status.reason() {
        return Err(reason);
    }
    let error = error.ok_or(Reason::UndefinedScore)?;
    let of_logarithm = error.log_variance_error?;
    let degrees = error.freedom.degrees;
    Ok(SizeError {
        of_logarithm,
        variance_freedom: variance_freedom(of_logarithm, degrees),
        of_size: variance_interval(degrees, level),
    })
}

/// How the deviations of growing test sets scale with their sizes.
fn scaling(
    deviations: impl Iterator<Item = PairedDeviation>,
    log_error: Option<f64>,
) -> SizeScaling {
    let (mut sizes, mut stdevs): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for deviation in deviations {
        // Documents without a segment that counts make no larger test set.
        if sizes.last().is_none_or(|last| deviation.units > *last) {
            sizes.push(deviation.units);
            stdevs.push(deviation.stdev);
        }
    }
    let found = if sizes.len() < LEAST_SIZES { None } else { check_law(&sizes, &stdevs).ok() };
    let status = if found.is_some() { Status::OK } else { Reason::TooFewSizes.into() };
    let p_value = found.zip(log_error).and_then(|(found, error)| found.p_value(&sizes, error));
    SizeScaling { sizes: u32::try_from(sizes.len()).unwrap_or(u32::MAX), found, p_value, status }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalings_need_three_sizes() {
        let points = [(4.0, 1.0), (16.0, 0.5), (16.0, 0.7), (64.0, 0.25)]
            .map(|(units, stdev)| PairedDeviation { units, stdev, freedom_share: 1.0 });
        let found = scaling(points.into_iter(), Some(0.4));
        assert!(found.p_value.is_some_and(|p| p > 0.5), "{:?}", found.p_value);
        assert_eq!((found.sizes, found.status), (3, Status::OK));
        assert!((found.found.map_or(0.0, |scaling| scaling.exponent) - 0.5).abs() < 1e-12);
        let found = scaling(points[..3].iter().copied(), None);
        assert_eq!((found.sizes, found.status, found.found), (2, Reason::TooFewSizes.into(), None));
    }
}
