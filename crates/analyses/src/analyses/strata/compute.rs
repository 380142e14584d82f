//! The score of each stratum, and its standard error by the jackknife over the units of that stratum.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::config::ResamplingUnit;
use crate::plan::{Group, JobResults, JobStrata, ScoredTestSet};
use crate::stats::freedom::UnitSegments;
use crate::stats::{Estimate, Jackknife, Reason, Status, SumScore};

/// What is known of one stratum of a test set. A value is absent where it is undefined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StratumScore {
    /// Documents with a segment that counts.
    pub documents: u64,
    /// Segments that count.
    pub segments: u64,
    /// Resampling units with a segment that counts.
    pub units: u64,
    /// Score of the segments of the stratum alone, in the metric's unit.
    pub score: Option<f64>,
    /// Its standard error over the units of the stratum.
    pub standard_error: Option<f64>,
    /// Degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
    /// `ok`, or why there is no standard error.
    pub status: Status,
}

/// Those of the one scoring of `group`, in the order of the strata of the corpus.
pub(super) fn stratum_scores(job: &JobResults<'_>, group: &Group<'_>) -> Vec<StratumScore> {
    let system = job.system(group.scorings[0]);
    let Some(strata) = &job.strata else { return Vec::new() };
    let rows = job.unit_rows(system);
    let present = job.present_units(system);
    let counts = counts(job, system, strata);
    let scores = counts.into_iter().enumerate().map(|(stratum, (documents, segments))| {
        let own = own_rows(system, &rows, strata, (stratum, &present));
        let columns = own_columns(system, 0).len();
        let units = own.len().checked_div(columns).unwrap_or(0) as u64;
        let score = |sums: &[i64]| system.of_stratum.as_ref()?.score(sums);
        let whole = (units > 0).then(|| score(&sums(&own, columns))).flatten();
        let whole = whole.filter(|score| score.is_finite());
        let lengths = job.unit_lengths(system).into_iter().zip(&strata.of_units);
        let lengths = lengths.filter(|(length, own)| **own == stratum && *length > 0);
        // Segments of a document are taken for wholly alike, on the safe side.
        let lengths = lengths.map(|(length, _)| length).collect();
        let of_units = UnitSegments { lengths, influence: Vec::new() };
        let error = standard_error(&own, columns, units, whole, &score);
        StratumScore {
            documents,
            segments,
            units,
            score: whole,
            standard_error: error.as_ref().ok().copied(),
            degrees_of_freedom: if units > 1 { of_units.freedom().degrees } else { 0.0 },
            status: match (units, error) {
                (0, _) => Reason::EmptyStratum.into(),
                (1, _) => Reason::OneUnit.into(),
                (_, error) => Status::from(&error),
            },
        }
    });
    scores.collect()
}

fn standard_error(
    rows: &[i64],
    columns: usize,
    units: u64,
    whole: Option<f64>,
    score: &SumScore<'_>,
) -> Estimate<f64> {
    if units < 2 {
        return Err(Reason::TooFewUnits);
    }
    whole.ok_or(Reason::UndefinedScore)?;
    Ok(Jackknife::new(rows, columns, score)?.standard_error())
}

/// The columns of a stratum among those of the scoring.
fn own_columns(system: &ScoredTestSet, stratum: usize) -> Range<usize> {
    let columns = system.of_stratum.as_ref().map_or(0, |scorer| scorer.columns());
    stratum * columns..(stratum + 1) * columns
}

/// The columns of a stratum of its units that are `present`.
fn own_rows(
    system: &ScoredTestSet,
    rows: &[i64],
    strata: &JobStrata,
    (stratum, present): (usize, &[bool]),
) -> Vec<i64> {
    let units = rows.chunks_exact(system.rows.columns().max(1));
    let units = units.zip(strata.of_units.iter().zip(present));
    let own = units.filter(|(_, (of_unit, present))| **of_unit == stratum && **present);
    own.flat_map(|(row, _)| row[own_columns(system, stratum)].iter().copied()).collect()
}

fn sums(rows: &[i64], columns: usize) -> Vec<i64> {
    let mut sums = vec![0; columns];
    for row in rows.chunks_exact(columns.max(1)) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    sums
}

/// Documents and segments that count, by stratum.
fn counts(job: &JobResults<'_>, system: &ScoredTestSet, strata: &JobStrata) -> Vec<(u64, u64)> {
    let corpus = &job.corpus.corpus;
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let of_documents = strata.of_corpus.of_units(test_set, corpus, ResamplingUnit::Documents);
    let segments = test_set.segment_indices(corpus);
    let mask = job.corpus.scorings[system.scoring].mask.as_deref();
    let mut counts = vec![(0, 0); strata.of_corpus.names.len()];
    let documents = test_set.document_ranges(corpus).into_iter().enumerate().zip(of_documents);
    for ((index, own), stratum) in documents {
        let scored = own.filter(|place| {
            if system.per_document {
                system.rows.is_present(index) && mask.is_none_or(|mask| mask[segments[*place]])
            } else {
                system.rows.is_present(*place)
            }
        });
        let scored = scored.count() as u64;
        let (documents, all) = &mut counts[stratum];
        *documents += u64::from(scored > 0);
        *all += scored;
    }
    counts
}
