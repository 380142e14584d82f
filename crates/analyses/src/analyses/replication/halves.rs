//! Two disjoint halves of a test set, by any metric: a question to its systems.

use rayon::prelude::*;
use serde::Serialize;

use super::counts::{OfSize, Test, Totals};
use crate::analyses::common::paired_rows::comparable;
use crate::analyses::common::pairs::Pairs;
use crate::analyses::comparison::options::Adjustment;
use crate::config::model::ResamplingUnit;
use crate::plan::prices::SCORE;
use crate::plan::{Group, JobResults, Question, ScoredTestSet, TaskSize, Work};
use crate::stats::jackknife::{Jackknife, column_sums, rows_of_units};
use crate::stats::judges::replication::{Replication, shuffle};
use crate::stats::paired_jackknife::PairedJackknife;
use crate::stats::random::Purpose;
use crate::stats::reason::Reason;

/// Nanoseconds per unit of a pair: its difference.
const UNIT_OF_PAIR: f64 = 6.0;

/// Nanoseconds per unit and column of a system: adding up its rows, and leaving it out.
const UNIT_OF_SYSTEM: f64 = 2.0;

/// The size of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum RoundSize {
    /// Half of what there is, or all of it where a second round is there.
    Whole,
    /// Documents.
    Documents(u32),
    /// Segments.
    Segments(u32),
}

impl RoundSize {
    /// All that options ask for, and the whole.
    pub(super) fn all(segments: Option<&[u32]>, documents: Option<&[u32]>) -> Vec<Self> {
        let segments = segments.into_iter().flatten().map(|size| Self::Segments(*size));
        let documents = documents.into_iter().flatten().map(|size| Self::Documents(*size));
        segments.chain(documents).chain([Self::Whole]).collect()
    }

    /// In units of `segments_per_unit` segments each, which are `documents` or segments; `whole` units are the
    /// whole.
    pub(super) fn units(self, segments_per_unit: f64, is_document: bool, whole: usize) -> usize {
        match self {
            Self::Whole => whole,
            Self::Segments(size) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a number of documents or segments"
                )]
                let units = (f64::from(size) / segments_per_unit).round() as usize;
                units.max(2)
            }
            Self::Documents(size) if is_document => size as usize,
            // Segments are resampled, which a number of documents does not count.
            Self::Documents(_) => usize::MAX,
        }
    }
}

/// Of several systems: what one half of a test set finds again of what the other finds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Halves {
    pub(super) level: f64,
    pub(super) adjustment: Adjustment,
    pub(super) divisions: u32,
    pub(super) sizes: Vec<RoundSize>,
}

impl Question for Halves {
    /// In the order of the sizes, or why there are no halves at all.
    type Result = Result<Vec<OfSize>, Reason>;
    const TAG: &'static str = "halves";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, columns, .. } = *size;
        let pairs = Pairs::All.count(scorings) as f64;
        let of_systems = scorings as f64 * units * (SCORE + columns * UNIT_OF_SYSTEM);
        let divisions = f64::from(self.divisions) * self.sizes.len() as f64;
        Work::plain(divisions * (of_systems + pairs * units * UNIT_OF_PAIR))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        60.0 * self.sizes.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let systems: Vec<&ScoredTestSet> =
            group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
        for system in &systems {
            comparable([systems[0], system])?;
            if !system.is_additive() {
                return Err(Reason::NotAdditive);
            }
        }
        if job.strata.is_some() {
            return Err(Reason::Stratified);
        }
        let present = job.present_units(systems[0]);
        let units: Vec<usize> = (0..present.len()).filter(|unit| present[*unit]).collect();
        let segments = systems[0].judged_segments as f64 / units.len().max(1) as f64;
        let is_document = job.coordinates.unit != ResamplingUnit::Segments;
        let rows: Vec<Vec<i64>> = systems.iter().map(|system| job.unit_rows(system)).collect();
        let divided = Divided { systems: &systems, rows: &rows, units: &units };
        let results = self.sizes.iter().map(|size| {
            let half = size.units(segments, is_document, units.len() / 2);
            if half == usize::MAX {
                return OfSize::nothing(Reason::NoDocuments);
            }
            let is_possible = half >= 2 && 2 * half <= units.len();
            OfSize {
                units: half as f64,
                segments: segments * half as f64,
                totals: if is_possible {
                    Ok(divided.totals(half, self, job))
                } else {
                    Err(Reason::TooFewUnits)
                },
            }
        });
        Ok(results.collect())
    }
}

/// Systems with the sums of the statistics of each unit, and the units that count.
struct Divided<'a> {
    systems: &'a [&'a ScoredTestSet],
    rows: &'a [Vec<i64>],
    units: &'a [usize],
}

impl Divided<'_> {
    /// Over random divisions, each of which counts both ways.
    fn totals(&self, units: usize, question: &Halves, job: &JobResults<'_>) -> Totals {
        let Halves { level, adjustment, divisions, .. } = *question;
        let test = Test { level, adjustment };
        let stream = job.coordinates.stream(job.spec.seed, job.corpus, Purpose::Halves);
        let divisions = (0..divisions).into_par_iter().map(|number| {
            let mut order = self.units.to_vec();
            // Smaller halves begin with the same units, so that curves are smooth.
            shuffle(&mut order, 2 * units, &stream, number.into());
            let parts = [&order[..units], &order[units..2 * units]];
            let [one, other] = parts.map(|part| test.verdicts(&self.tests(part)));
            [Replication::of(&one, &other), Replication::of(&other, &one)]
        });
        // Sums in the order of the divisions.
        let all: Vec<_> = divisions.collect();
        Totals::sum(all.into_iter().flatten())
    }

    /// Difference and p-value of each pair on some units, by the jackknife over them.
    fn tests(&self, units: &[usize]) -> Vec<(f64, Option<f64>)> {
        let scored: Vec<(f64, Option<Jackknife>)> = self
            .systems
            .iter()
            .zip(self.rows)
            .map(|(system, rows)| {
                let columns = system.rows.columns();
                let kept = rows_of_units(rows, columns, units);
                let sums = column_sums(&kept, columns);
                let without =
                    Jackknife::new(&kept, columns, &|sums| system.scorer.score(sums)).ok();
                (system.scorer.score(&sums).unwrap_or(f64::NAN), without)
            })
            .collect();
        let pairs = Pairs::All.of(scored.len()).into_iter().map(|(a, b)| {
            let ((score_a, without_a), (score_b, without_b)) = (&scored[a], &scored[b]);
            let parts = without_a.as_ref().zip(without_b.as_ref());
            let test =
                parts.and_then(|(a, b)| PairedJackknife::new([*score_a, *score_b], [a, b]).ok());
            let difference = score_a - score_b;
            // Without a difference a pair is neither found nor reversed.
            let difference = if difference.is_finite() { difference } else { 0.0 };
            (difference, test.map(|test| test.p_value()))
        });
        pairs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_units() {
        for (size, units) in [
            (RoundSize::Whole, 35),
            (RoundSize::Segments(50), 17),
            (RoundSize::Segments(3), 2),
            (RoundSize::Documents(10), 10),
        ] {
            assert_eq!(size.units(2.9, true, 35), units, "{size:?}");
        }
        assert_eq!(RoundSize::Segments(50).units(1.0, false, 35), 50);
        assert_eq!(RoundSize::Documents(10).units(1.0, false, 35), usize::MAX);
        let all = RoundSize::all(Some(&[25, 50]), None);
        assert_eq!(all, [RoundSize::Segments(25), RoundSize::Segments(50), RoundSize::Whole]);
    }
}
