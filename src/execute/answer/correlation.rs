//! Correlations between metrics over systems, documents or segments, from replicates that all metrics
//! share.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::differences::{Bounds, Probability, reason};
use super::pairs::comparable;
use crate::execute::view::{Entry, View};
use crate::metric;
use crate::plan::{CorrelationOptions, Task};
use crate::spec::model::{Over, ResamplingUnit};
use crate::stats::comparison::{Differences, NullCentre};
use crate::stats::correlation::{self, hamming_proximity, resampled, williams};
use crate::stats::direction::Direction;
use crate::stats::distribution::{Distribution, carries};
use crate::stats::interval::percentile;
use crate::stats::kernel::{BLOCK, block_count, block_counts};
use crate::stats::two_stage::TwoStage;
use crate::stats::undefined::Undefined;

/// Fewer pairs of scores always correlate perfectly.
const FEWEST: usize = 3;

/// Correlations of all pairs that were asked for. Metrics are oriented first: scores of which lower ones
/// are better enter with a minus sign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationSet {
    /// Pair by pair, kind by kind.
    pub estimates: Vec<CorrelationEstimate>,
    /// Difference by difference, kind by kind.
    pub differences: Vec<CorrelationDifference>,
}

/// A correlation. Reasons are texts for the column `status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationEstimate {
    /// The coefficient, or why there is none.
    pub value: Result<f64, String>,
    /// Pairs of scores behind it.
    pub pairs: u64,
    /// Mean of its replicates.
    pub mean: Option<f64>,
    /// Replicates without a coefficient.
    pub undefined: u64,
    /// Percentile interval, or why there is none.
    pub interval: Result<Bounds, String>,
}

/// The difference of two correlations with the same third metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorrelationDifference {
    /// The difference, or why there is none.
    pub difference: Result<f64, String>,
    /// Replicates without a difference.
    pub undefined: u64,
    /// Percentile interval, or why there is none.
    pub interval: Result<Bounds, String>,
    /// Two-sided p of Williams' test, of Pearson's coefficients over systems alone.
    pub williams: Option<f64>,
    /// Two-sided bootstrap test centred on the mean of the replicates, or why there is none.
    pub centred: Result<Probability, String>,
}

/// What is estimated of a pair of metrics.
#[derive(Clone, Copy)]
enum Kind {
    Coefficient(correlation::Coefficient),
    Hamming,
}

impl Kind {
    fn all(options: &CorrelationOptions) -> Vec<Self> {
        let coefficients = options.coefficients.iter().copied();
        let hamming = (options.over == Over::Systems).then_some(Self::Hamming);
        coefficients.map(Self::Coefficient).chain(hamming).collect()
    }

    /// Of oriented scores.
    fn of(self, x: &[f64], y: &[f64]) -> Result<f64, Undefined> {
        if paired(x, y) < FEWEST {
            return Err(Undefined::TooFewUnits);
        }
        match self {
            Self::Coefficient(coefficient) => coefficient.of(x, y),
            Self::Hamming => {
                let up = Direction::HigherIsBetter;
                hamming_proximity(x, up, y, up)
            }
        }
    }
}

fn paired(x: &[f64], y: &[f64]) -> usize {
    x.iter().zip(y).filter(|(x, y)| !x.is_nan() && !y.is_nan()).count()
}

/// Pairs that a resample has at least once.
fn drawn_pairs(x: &[f64], y: &[f64], times: &[u32]) -> usize {
    let pairs = x.iter().zip(y).zip(times);
    pairs.filter(|((x, y), times)| **times > 0 && !x.is_nan() && !y.is_nan()).count()
}

/// Oriented scores of every metric, and how to draw them again.
struct Scores<'v> {
    view: &'v View<'v>,
    /// By metric, in one order of systems, documents or segments; NaN where undefined.
    values: Vec<Vec<f64>>,
    redrawn: Redrawn,
}

enum Redrawn {
    /// Over systems: oriented scores of replicates, by metric and system.
    Scores(Vec<Vec<Vec<f64>>>),
    /// The unit that each score is drawn with.
    Units(Vec<usize>),
}

/// Correlations of the metrics of `task`, or why there are none.
pub(super) fn of(
    view: &View<'_>,
    task: &Task,
    options: &CorrelationOptions,
) -> Result<CorrelationSet, String> {
    let systems = task.scorings.len() / options.metrics.max(1);
    let entries: Vec<&Entry> = task.scorings.iter().map(|scoring| view.entry(*scoring)).collect();
    let has_replicates = task.replicates > 0 && entries.iter().all(|entry| entry.has_replicates());
    let metrics: Vec<&[&Entry]> = entries.chunks_exact(systems.max(1)).collect();
    if options.over == Over::Systems {
        check_segments(&metrics)?;
    }
    let scores = match options.over {
        Over::Systems => over_systems(view, task, &metrics, has_replicates),
        Over::Documents | Over::Segments => over_parts(view, &metrics, options.over),
    };
    let kinds = Kind::all(options);
    let drawn = if has_replicates {
        scores.replicates(task.replicates as usize, &needed(options), &kinds)
    } else {
        BTreeMap::new()
    };
    let estimates = options.pairs.iter().flat_map(|pair| {
        let (scores, drawn) = (&scores, &drawn);
        kinds.iter().enumerate().map(move |(index, kind)| {
            let own = drawn.get(&ordered(*pair)).map(|kinds| kinds[index].as_slice());
            scores.estimate(*pair, *kind, own, options.level)
        })
    });
    let differences = options.differences.iter().flat_map(|triple| {
        let (scores, drawn) = (&scores, &drawn);
        kinds.iter().enumerate().map(move |(index, kind)| {
            let own = |metric: usize| {
                drawn.get(&ordered((metric, triple.2))).map(|kinds| kinds[index].as_slice())
            };
            scores.difference(*triple, *kind, own(triple.0).zip(own(triple.1)), options)
        })
    });
    Ok(CorrelationSet { estimates: estimates.collect(), differences: differences.collect() })
}

/// Whether all systems are scored on the same segments: otherwise they would differ by their texts. Rows
/// are compared within a metric, since some metrics have one for each segment, others one for each
/// document; which segments count is the same for all metrics of a family.
fn check_segments(metrics: &[&[&Entry]]) -> Result<(), String> {
    for systems in metrics {
        for entry in *systems {
            comparable([systems[0], entry]).map_err(str::to_owned)?;
            if entry.judged_segments != metrics[0][0].judged_segments {
                return Err("different-segments".to_owned());
            }
        }
    }
    Ok(())
}

/// Pairs of metrics that need replicates, the first before the second.
fn needed(options: &CorrelationOptions) -> Vec<(usize, usize)> {
    let compared =
        options.differences.iter().flat_map(|(m, n, third)| [(*m, *third), (*n, *third)]);
    let all: BTreeSet<(usize, usize)> =
        options.pairs.iter().copied().chain(compared).map(ordered).collect();
    all.into_iter().collect()
}

fn ordered((a, b): (usize, usize)) -> (usize, usize) {
    (a.min(b), a.max(b))
}

fn direction(view: &View<'_>, entry: &Entry) -> Direction {
    let metric = view.plan.corpora[view.job.corpus].scorings[entry.scoring].metric;
    let config = &view.plan.spec.metrics[metric].config;
    Direction::from_higher_is_better(metric::higher_is_better(config))
}

fn over_systems<'v>(
    view: &'v View<'v>,
    task: &Task,
    metrics: &[&[&Entry]],
    has_replicates: bool,
) -> Scores<'v> {
    let count = if has_replicates { task.replicates } else { 0 };
    let orient = |entry: &Entry, scores: &[f64]| -> Vec<f64> {
        let direction = direction(view, entry);
        scores.iter().map(|score| direction.orient(*score)).collect()
    };
    let score = |entry: &&Entry| orient(entry, &[entry.score.unwrap_or(f64::NAN)])[0];
    let drawn = |entry: &&Entry| orient(entry, view.scores(entry.scoring, count));
    Scores {
        view,
        values: metrics.iter().map(|systems| systems.iter().map(score).collect()).collect(),
        redrawn: Redrawn::Scores(
            metrics.iter().map(|systems| systems.iter().map(drawn).collect()).collect(),
        ),
    }
}

/// Scores of all documents, or of all segments, of all systems.
fn over_parts<'v>(view: &'v View<'v>, metrics: &[&[&Entry]], over: Over) -> Scores<'v> {
    let values = metrics.iter().map(|systems| {
        let of_system = |entry: &&Entry| {
            let direction = direction(view, entry);
            let scores = if over == Over::Documents {
                document_scores(view, entry)
            } else {
                segment_scores(entry)
            };
            scores.into_iter().map(move |score| direction.orient(score)).collect::<Vec<f64>>()
        };
        systems.iter().flat_map(of_system).collect()
    });
    let values: Vec<Vec<f64>> = values.collect();
    let of_one_system: Vec<usize> = match (over, view.job.unit) {
        // Segments that are drawn with their documents.
        (Over::Segments, ResamplingUnit::Documents) => {
            let units = view.units.iter().enumerate();
            units.flat_map(|(unit, own)| own.clone().map(move |_| unit)).collect()
        }
        (Over::Segments, ResamplingUnit::TwoStage) => {
            (0..view.units.last().map_or(0, |last| last.end)).collect()
        }
        _ => (0..view.units.len()).collect(),
    };
    let systems = metrics.first().map_or(0, |systems| systems.len());
    Scores { view, values, redrawn: Redrawn::Units(of_one_system.repeat(systems)) }
}

fn segment_scores(entry: &Entry) -> Vec<f64> {
    assert!(
        !entry.per_document,
        "a validated spec correlates segments where all metrics have them"
    );
    let of_row = |row: usize| entry.rows.is_present(row).then(|| entry.rows.row(row));
    (0..entry.rows.len())
        .map(|row| finite(of_row(row).and_then(|row| entry.scorer.score(row))))
        .collect()
}

/// Documents are the units: a validated spec draws them where it correlates their scores.
fn document_scores(view: &View<'_>, entry: &Entry) -> Vec<f64> {
    let sums = view.unit_rows(entry);
    let units = sums.chunks_exact(entry.rows.columns().max(1)).enumerate();
    let of_unit = |(unit, sums): (usize, &[i64])| {
        let counts = view.rows_of_unit(entry, unit).any(|row| entry.rows.is_present(row));
        finite(counts.then(|| entry.scorer.score(sums)).flatten())
    };
    units.map(of_unit).collect()
}

fn finite(score: Option<f64>) -> f64 {
    score.filter(|score| score.is_finite()).unwrap_or(f64::NAN)
}

/// Replicates of a pair of metrics, by kind; NaN where undefined.
type Replicates = BTreeMap<(usize, usize), Vec<Vec<f64>>>;

impl Scores<'_> {
    /// Replicates of each of `pairs`, for each of `kinds`.
    fn replicates(&self, count: usize, pairs: &[(usize, usize)], kinds: &[Kind]) -> Replicates {
        let blocks: Vec<Vec<f64>> = (0..block_count(count))
            .into_par_iter()
            .map(|block| {
                let drawn = BLOCK.min(count - block * BLOCK);
                match &self.redrawn {
                    Redrawn::Scores(scores) => of_systems(scores, block, drawn, pairs, kinds),
                    Redrawn::Units(units) => self.of_parts(units, block, drawn, pairs, kinds),
                }
            })
            .collect();
        let mut found: Replicates = pairs
            .iter()
            .map(|pair| (*pair, vec![Vec::with_capacity(count); kinds.len()]))
            .collect();
        for of_replicate in
            blocks.iter().flat_map(|block| block.chunks_exact((pairs.len() * kinds.len()).max(1)))
        {
            for (pair, values) in pairs.iter().zip(of_replicate.chunks_exact(kinds.len())) {
                let kinds = found.get_mut(pair).expect("made for every pair");
                kinds.iter_mut().zip(values).for_each(|(kind, value)| kind.push(*value));
            }
        }
        found
    }

    /// Replicates of a block: for each, pair by pair, kind by kind.
    fn of_parts(
        &self,
        units: &[usize],
        block: usize,
        count: usize,
        pairs: &[(usize, usize)],
        kinds: &[Kind],
    ) -> Vec<f64> {
        let mut found = Vec::with_capacity(count * pairs.len() * kinds.len());
        let mut times = Vec::with_capacity(units.len());
        let mut each = |counts: &[u32]| {
            times.clear();
            times.extend(units.iter().map(|unit| counts[*unit]));
            for (a, b) in pairs {
                for kind in kinds {
                    let Kind::Coefficient(coefficient) = kind else {
                        unreachable!("ranks are of systems")
                    };
                    let (x, y) = (&self.values[*a], &self.values[*b]);
                    // Two pairs that are drawn several times correlate as perfectly as two.
                    let value = resampled(x, y, &times, *coefficient)
                        .ok()
                        .filter(|_| drawn_pairs(x, y, &times) >= FEWEST);
                    found.push(value.unwrap_or(f64::NAN));
                }
            }
        };
        let stream = self.view.plan.stream(self.view.job);
        if self.view.job.unit == ResamplingUnit::TwoStage {
            let stages = TwoStage::new(self.view.units.clone());
            let counts = stages.counts(&stream, block, count);
            counts.chunks_exact(stages.segments().max(1)).for_each(each);
        } else {
            block_counts(&stream, block, count, self.view.units.len(), &mut each);
        }
        found
    }

    fn estimate(
        &self,
        (a, b): (usize, usize),
        kind: Kind,
        replicates: Option<&[f64]>,
        level: f64,
    ) -> CorrelationEstimate {
        let (x, y) = (&self.values[a], &self.values[b]);
        let value = kind.of(x, y);
        let drawn = replicates.filter(|_| value.is_ok()).map(Distribution::new);
        let interval = match (&value, &drawn) {
            (Err(undefined), _) => Err(reason(*undefined)),
            (Ok(_), None) => Err("one-unit".to_owned()),
            (Ok(_), Some(drawn)) => bounds(drawn, level),
        };
        CorrelationEstimate {
            value: value.map_err(reason),
            pairs: paired(x, y) as u64,
            mean: drawn.as_ref().and_then(Distribution::mean),
            undefined: drawn.as_ref().map_or(0, |drawn| drawn.undefined() as u64),
            interval,
        }
    }

    fn difference(
        &self,
        (m, n, third): (usize, usize, usize),
        kind: Kind,
        replicates: Option<(&[f64], &[f64])>,
        options: &CorrelationOptions,
    ) -> CorrelationDifference {
        let of = |a: usize, b: usize| kind.of(&self.values[a], &self.values[b]);
        let both = of(m, third).and_then(|first| Ok([first, of(n, third)?]));
        let nothing = |difference: Result<f64, String>, reason: String| CorrelationDifference {
            difference,
            undefined: 0,
            interval: Err(reason.clone()),
            williams: None,
            centred: Err(reason),
        };
        let both = match both {
            Ok(both) => both,
            Err(undefined) => return nothing(Err(reason(undefined)), reason(undefined)),
        };
        let is_pearson = matches!(kind, Kind::Coefficient(correlation::Coefficient::Pearson));
        let of_systems = options.over == Over::Systems;
        let systems = self.values[m].len();
        let between = of(m, n).ok().filter(|_| is_pearson && of_systems);
        let williams = between.and_then(|r| williams(both[0], both[1], r, systems).ok());
        let known = CorrelationDifference {
            williams: williams.map(|test| test.p),
            ..nothing(Ok(both[0] - both[1]), "one-unit".to_owned())
        };
        let Some((first, second)) = replicates else { return known };
        match Differences::new(both, [first, second], Direction::HigherIsBetter) {
            Err(undefined) => CorrelationDifference {
                interval: Err(reason(undefined)),
                centred: Err(reason(undefined)),
                ..known
            },
            Ok(found) => CorrelationDifference {
                undefined: found.replicates().undefined() as u64,
                interval: bounds(found.replicates(), options.level),
                centred: found
                    .centred_test(NullCentre::ReplicateMean)
                    .map(Into::into)
                    .map_err(reason),
                ..known
            },
        }
    }
}

fn bounds(drawn: &Distribution, level: f64) -> Result<Bounds, String> {
    if !carries(drawn.len(), level) {
        return Err(reason(Undefined::TooFewReplicates));
    }
    percentile(drawn, level).map(Bounds::from).map_err(reason)
}

/// Replicates of a block over systems: for each, pair by pair, kind by kind.
fn of_systems(
    scores: &[Vec<Vec<f64>>],
    block: usize,
    count: usize,
    pairs: &[(usize, usize)],
    kinds: &[Kind],
) -> Vec<f64> {
    let mut found = Vec::with_capacity(count * pairs.len() * kinds.len());
    for replicate in block * BLOCK..block * BLOCK + count {
        let column = |systems: &Vec<Vec<f64>>| -> Vec<f64> {
            let scores = systems.iter().map(|scores| scores[replicate]);
            scores.collect()
        };
        let columns: Vec<Vec<f64>> = scores.iter().map(column).collect();
        for (a, b) in pairs {
            let (x, y) = (&columns[*a], &columns[*b]);
            // A coefficient of fewer systems would be one of something else.
            let whole = paired(x, y) == x.len();
            let value = |kind: &Kind| kind.of(x, y).ok().filter(|_| whole).unwrap_or(f64::NAN);
            found.extend(kinds.iter().map(value));
        }
    }
    found
}
