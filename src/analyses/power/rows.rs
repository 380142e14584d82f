//! The table `power`: sizes that show a difference, and differences that a size shows.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::PowerRow;
use super::request;
use crate::analyses::common::differences::{Differences, PairDifference};
use crate::analyses::common::pairs::{GroupPairs, PairCell, groups};
use crate::analyses::results::{CellNames, Coordinates, Requested, Results};
use crate::config::model::{Power, ResamplingUnit};
use crate::plan::{Grid, Placement};
use crate::stats::jackknife::small_sample_factor;
use crate::stats::power::{LawCheck, PairedDeviation, Sides, Test, check_law, effect_curve};
use crate::stats::undefined::UndefinedStatistic;
use crate::table::Cell;

/// Sizes that an exponent is fitted to, at least: two always lie on a curve.
const LEAST_SIZES: usize = 3;

/// Fewest units of a test set: one is no sample.
const LEAST_UNITS: f64 = 2.0;

/// One row per pair and effect, in the order of studies, corpora, metrics and references, placements,
/// repeats, replicates, pairs, effects. Rows are made a place at a time.
pub fn each_power<'a>(results: &'a Results<'a>) -> impl Iterator<Item = PowerRow> + use<'a> {
    let plan = results.plan;
    let asking = plan.grids.iter().filter_map(|grid| {
        let study = &plan.spec.studies[grid.study];
        Some((grid, study, study.derivations.power.as_ref()?))
    });
    asking.flat_map(move |(grid, study, options)| {
        let names = Rc::new(CellNames::new(plan, grid));
        let differences = Rc::new(results.requested(grid, &request::differences(study)));
        groups(results, grid).into_iter().flat_map(move |group| {
            let pairs = GroupPairs::new(results, grid, None, &group);
            let (names, differences) = (names.clone(), differences.clone());
            let of_group = GroupPower { results, grid, options, names, differences, pairs, group };
            let known = Rc::new((of_group.scalings(), of_group));
            grid.placements.iter().flat_map(move |placement| {
                let known = known.clone();
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.flat_map(move |(repeat, replicates)| {
                    let (scalings, of_group) = &*known;
                    of_group.rows(placement, (repeat, replicates), scalings)
                })
            })
        })
    })
}

/// The systems of a metric.
struct GroupPower<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    options: &'a Power,
    names: Rc<CellNames>,
    differences: Rc<Requested<'a, Differences>>,
    pairs: GroupPairs,
    group: Vec<usize>,
}

/// How the deviation of a pair falls along an ordering.
struct SizeScaling {
    sizes: u32,
    found: Option<LawCheck>,
    status: &'static str,
}

/// Those of all pairs, by ordering, repeat and number of replicates.
type SizeScalings<'a> = BTreeMap<(&'a str, u32, u32), Vec<SizeScaling>>;

/// What the differences of a pair deviate by.
#[derive(Clone, Copy)]
struct Deviation {
    units: f64,
    /// Absent for two-stage resampling.
    factor: Option<f64>,
    /// Corrected.
    stdev: f64,
}

impl<'a> GroupPower<'a> {
    fn rows(
        &self,
        placement: &Placement,
        (repeat, replicates): (u32, u32),
        scalings: &SizeScalings<'_>,
    ) -> Vec<PowerRow> {
        let (test_set, scoring) = (placement.test_set, self.group[0]);
        let at = Coordinates { test_set, scoring, repeat, replicates };
        let differences = self.differences(at);
        let scalings = scalings.get(&(&*placement.ordering, repeat, replicates));
        let of_pair = |(index, pair): (usize, &(usize, usize))| {
            let cell = self.cell(placement, at, *pair);
            let found = self.pairs.find(differences.as_deref(), *pair).filter(|_| cell.has_scores);
            self.of_pair(*pair, &cell, found, scalings.map(|scalings| &scalings[index]))
        };
        self.pairs.all.iter().enumerate().flat_map(of_pair).collect()
    }

    fn cell(&self, placement: &Placement, at: Coordinates, pair: (usize, usize)) -> PairCell {
        self.names.pair_cell(self.results, self.grid, placement, at, pair)
    }

    /// Of the pairs with scores on the test set of `at`.
    fn differences(&self, at: Coordinates) -> Option<Vec<PairDifference>> {
        Some(self.differences.get(at, &self.pairs.scorings()?))
    }

    /// Fits along every ordering whose test sets are placements of the grid.
    fn scalings(&self) -> SizeScalings<'a> {
        let mut scalings = SizeScalings::new();
        let mut orderings: BTreeMap<&'a str, Vec<&Placement>> = BTreeMap::new();
        let paths: BTreeSet<&str> = self.grid.paths.iter().map(|path| &*path.ordering).collect();
        let is_path = |placement: &&Placement| paths.contains(&*placement.ordering);
        for placement in self.grid.placements.iter().filter(is_path) {
            orderings.entry(&placement.ordering).or_default().push(placement);
        }
        for (ordering, placements) in orderings {
            for (repeat, replicates) in self.results.repeats_and_replicates(self.grid) {
                let at = |placement: &Placement| {
                    let test_set = placement.test_set;
                    Coordinates { test_set, scoring: self.group[0], repeat, replicates }
                };
                // Decoded once for all pairs.
                let differences: Vec<Option<Vec<PairDifference>>> =
                    placements.iter().map(|placement| self.differences(at(placement))).collect();
                let points = |pair: &(usize, usize)| {
                    let deviations = placements.iter().zip(&differences);
                    scaling(deviations.filter_map(|(placement, differences)| {
                        let cell = self.cell(placement, at(placement), *pair);
                        let found = self.pairs.find(differences.as_deref(), *pair)?;
                        self.deviation(&cell, found).ok()
                    }))
                };
                let of_pairs = self.pairs.all.iter().map(points).collect();
                scalings.insert((ordering, repeat, replicates), of_pairs);
            }
        }
        scalings
    }

    /// The deviation of a difference, positive, or why there is none.
    fn deviation(&self, cell: &PairCell, found: &PairDifference) -> Result<Deviation, Arc<str>> {
        let status = |undefined: UndefinedStatistic| Arc::from(undefined.status());
        if &*cell.cell.status != "ok" {
            return Err(cell.cell.status.clone());
        }
        if found.identical {
            return Err("identical".into());
        }
        let Some(stdev) = found.stdev else {
            let reason = found.interval.as_ref().err().map(String::as_str);
            return Err(reason.unwrap_or(UndefinedStatistic::TooFewReplicates.status()).into());
        };
        if stdev <= 0.0 {
            return Err(status(UndefinedStatistic::NoVariation));
        }
        let units = cell.units.ok_or(UndefinedStatistic::TooFewUnits).map_err(status)?;
        let factor = if self.names.unit == ResamplingUnit::TwoStage {
            None
        } else {
            let units = usize::try_from(units).unwrap_or(usize::MAX);
            Some(small_sample_factor(units).map_err(status)?)
        };
        let stdev = stdev * factor.unwrap_or(1.0);
        Ok(Deviation { units: units as f64, factor, stdev })
    }

    fn of_pair(
        &self,
        pair: (usize, usize),
        of_pair: &PairCell,
        found: Option<&PairDifference>,
        scaling: Option<&SizeScaling>,
    ) -> Vec<PowerRow> {
        let mut cell = of_pair.cell.clone();
        let deviation = found.map(|found| self.deviation(of_pair, found));
        if let Some(Err(status)) = &deviation {
            cell.status = status.clone();
        }
        let deviation = deviation.and_then(Result::ok);
        let paired =
            deviation.map(|known| PairedDeviation { stdev: known.stdev, units: known.units });
        let test = Test { level: self.options.level, sides: Sides::Two };
        let wanted = self.options.power;
        let smallest = paired.and_then(|paired| {
            let smallest = paired.smallest_detectable(paired.units, wanted, test);
            smallest.map_err(|undefined| cell.status = undefined.status().into()).ok()
        });
        let effects = match (&self.options.effects, smallest) {
            (Some(effects), _) => effects.iter().copied().map(Some).collect(),
            (None, Some(smallest)) => effect_curve(smallest).into_iter().map(Some).collect(),
            (None, None) => vec![None],
        };
        let name = |scoring: usize| self.names.scorings[scoring].system.clone();
        let row = |effect: Option<f64>| {
            let required = effect
                .zip(paired)
                .and_then(|(effect, paired)| paired.required_units(effect, wanted, test).ok());
            let (documents, segments) = required.and_then(|units| self.sizes(&cell, units)).unzip();
            PowerRow {
                cell: cell.clone(),
                system_a: name(pair.0),
                system_b: name(pair.1),
                effect,
                level: self.options.level,
                power: wanted,
                units: of_pair.units,
                observed_difference: found.and_then(|found| found.delta),
                bootstrap_stdev: found.and_then(|found| found.stdev),
                bootstrap_stdev_error: found.and_then(|found| found.stdev_error),
                small_sample_factor: deviation.and_then(|deviation| deviation.factor),
                stdev: deviation.map(|deviation| deviation.stdev),
                required_units: required,
                required_documents: documents,
                required_segments: segments,
                power_at_this_size: effect
                    .zip(paired)
                    .and_then(|(effect, paired)| paired.power(paired.units, effect, test).ok()),
                smallest_detectable_effect: smallest,
                law_sizes: scaling.map_or(0, |scaling| scaling.sizes),
                law_exponent: scaling.and_then(|scaling| Some(scaling.found?.exponent)),
                law_drift: scaling.and_then(|scaling| Some(scaling.found?.drift)),
                law_status: scaling.map_or("no-ordering", |scaling| scaling.status).into(),
                resample: self.names.resample.clone(),
                signature: self.names.scorings[pair.0].signature.clone(),
            }
        };
        effects.into_iter().map(row).collect()
    }

    /// Whole numbers of documents and segments for so many units.
    fn sizes(&self, cell: &Cell, units: f64) -> Option<(f64, f64)> {
        let (documents, segments) = (cell.judged_documents?, cell.judged_segments?);
        let per_document = segments as f64 / f64::from(documents);
        let units = units.max(LEAST_UNITS);
        let (documents, segments) = match self.names.unit {
            ResamplingUnit::Segments => (units / per_document, units),
            ResamplingUnit::Documents | ResamplingUnit::TwoStage => (units, units * per_document),
        };
        // What is a whole number but for rounding is not one more.
        let whole = |size: f64| (size * (1.0 - 1e-12)).ceil();
        Some((whole(documents), whole(segments)))
    }
}

/// How the deviations of growing test sets scale with their sizes.
fn scaling(deviations: impl Iterator<Item = Deviation>) -> SizeScaling {
    let (mut sizes, mut stdevs): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for deviation in deviations {
        // Documents without a segment that counts make no larger test set.
        if sizes.last().is_none_or(|last| deviation.units > *last) {
            sizes.push(deviation.units);
            stdevs.push(deviation.stdev);
        }
    }
    let found = if sizes.len() < LEAST_SIZES { None } else { check_law(&sizes, &stdevs).ok() };
    let status = if found.is_some() { "ok" } else { "too-few-sizes" };
    SizeScaling { sizes: u32::try_from(sizes.len()).unwrap_or(u32::MAX), found, status }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalings_need_three_sizes() {
        let at = |units: f64, stdev| Deviation { units, factor: None, stdev };
        let points = [at(4.0, 1.0), at(16.0, 0.5), at(16.0, 0.7), at(64.0, 0.25)];
        let found = scaling(points.into_iter());
        assert_eq!((found.sizes, found.status), (3, "ok"));
        assert!((found.found.map_or(0.0, |scaling| scaling.exponent) - 0.5).abs() < 1e-12);
        let found = scaling(points[..3].iter().copied());
        assert_eq!((found.sizes, found.status, found.found), (2, "too-few-sizes", None));
    }
}
