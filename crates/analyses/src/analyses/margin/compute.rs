//! The precision of one score: its standard error and what that is made of.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::config::ResamplingUnit;
use crate::plan::{CorpusStrata, Group, JobResults, ScoredTestSet};
use crate::stats::size_interval::log_variance_error_in_strata;
use crate::stats::variance_components::VarianceComponents;
use crate::stats::variance_error::log_variance_error;
use crate::stats::{Freedom, Jackknife, Reason, Status, small_sample_factor};

/// How precise a score is. A value is absent where it is undefined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrecisionResult {
    /// Whether documents are the units, or else single segments.
    pub of_documents: bool,
    /// Units with a segment that counts.
    pub units: u64,
    /// Strata that they are of; 1 where there are none.
    pub strata: u64,
    /// Degrees of freedom of the standard error.
    pub freedom: Freedom,
    /// Standard error of the score over the units, in the metric's unit.
    pub standard_error: Option<f64>,
    /// Its Monte-Carlo error, where it comes from replicates and not from the jackknife.
    pub monte_carlo_error: Option<f64>,
    /// `ok`, or why there is no standard error.
    pub status: Status,
    /// Standard error of the logarithm of the variance of the score.
    pub log_variance_error: Option<f64>,
    /// `ok`, or why there is none.
    pub log_variance_status: Status,
    /// Standard error over the other kind of units, segments or documents.
    pub other: Option<OtherError>,
    /// Variance between documents and within them.
    pub components: Option<VarianceComponents>,
}

/// A standard error over the units that are not resampled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherError {
    /// In the metric's unit.
    pub standard_error: f64,
    /// Number of these units.
    pub units: u64,
    /// Degrees of freedom.
    pub freedom: Freedom,
}

impl OtherError {
    fn new(jackknife: &Jackknife) -> Self {
        Self {
            standard_error: jackknife.standard_error(),
            units: jackknife.values().len() as u64,
            freedom: jackknife.freedom(),
        }
    }
}

/// The precision of the one scoring of `group`.
pub(super) fn precision(job: &JobResults<'_>, group: &Group<'_>) -> PrecisionResult {
    let system = job.system(group.scorings[0]);
    let units = system.judged_units;
    let of_documents = job.coordinates.unit != ResamplingUnit::Segments;
    let strata = job.strata.as_ref().map_or(1, |strata| strata.of_corpus.names.len() as u64);
    let freedom = Freedom::of_units(units as f64, strata as f64);
    let basis =
        PrecisionResult { of_documents, units, strata, freedom, ..PrecisionResult::default() };
    // Without a score or a sample the status of the cell says so.
    if !system.has_replicates() {
        return basis;
    }
    if !system.is_additive() {
        let basis = PrecisionResult { freedom: job.freedom(system), ..basis };
        return from_replicates(job, system, group.replicates, &basis);
    }
    let jackknife = job.jackknife(system);
    let strata = jackknife.as_ref().ok().and_then(|found| Some((found, found.strata()?)));
    let log_error = match strata {
        Some((jackknife, strata)) => log_variance_error_in_strata(&jackknife.influence(), strata),
        None => log_variance_error(&job.present_rows(system), system.rows.columns(), &|sums| {
            system.scorer.score(sums)
        }),
    };
    let (components, other) = if system.per_document {
        (None, None)
    } else if let Some(strata) = &job.strata {
        // What is between documents and within them differs between strata.
        (None, other_unit_in_strata(job, system, of_documents, &strata.of_corpus))
    } else {
        let test_set = &job.corpus.test_sets[job.coordinates.test_set];
        both_units(system, of_documents, &test_set.document_ranges(&job.corpus.corpus))
    };
    PrecisionResult {
        freedom: jackknife.as_ref().map_or(basis.freedom, Jackknife::freedom),
        standard_error: jackknife.as_ref().ok().map(Jackknife::standard_error),
        status: (&jackknife).into(),
        log_variance_error: log_error.ok(),
        log_variance_status: (&log_error).into(),
        other,
        components,
        ..basis
    }
}

/// The deviation of the replicates. Documents and segments within them deviate too much together, by an
/// amount that is not known without the jackknife.
fn from_replicates(
    job: &JobResults<'_>,
    system: &ScoredTestSet,
    replicates: u32,
    known: &PrecisionResult,
) -> PrecisionResult {
    let errors = if job.coordinates.unit == ResamplingUnit::TwoStage {
        Err(Reason::TwoStage)
    } else if replicates == 0 {
        Err(Reason::TooFewReplicates)
    } else {
        let distribution = job.distribution(system.scoring, replicates);
        let factor = small_sample_factor(usize::try_from(known.units).unwrap_or(usize::MAX));
        match (distribution.stdev(), factor) {
            (Some(stdev), Ok(factor)) => {
                Ok((factor * stdev, distribution.stdev_error().map(|error| factor * error)))
            }
            (None, _) => Err(Reason::TooFewReplicates),
            (_, Err(reason)) => Err(reason),
        }
    };
    PrecisionResult {
        status: (&errors).into(),
        standard_error: errors.ok().map(|(standard_error, _)| standard_error),
        monte_carlo_error: errors.ok().and_then(|(_, monte_carlo)| monte_carlo),
        log_variance_status: Reason::NotAdditive.into(),
        ..known.clone()
    }
}

/// The variance between documents and within them, and the standard error over the units that are not
/// resampled.
fn both_units(
    system: &ScoredTestSet,
    of_documents: bool,
    documents: &[Range<usize>],
) -> (Option<VarianceComponents>, Option<OtherError>) {
    let columns = system.rows.columns();
    let score = |sums: &[i64]| system.scorer.score(sums);
    let all = documents.last().map_or(0, |last| last.end);
    let single: Vec<Range<usize>> = (0..all).map(|segment| segment..segment + 1).collect();
    let (segments, _) = system.rows.sums_of_units(&single);
    let (_, members) = system.rows.sums_of_units(documents);
    let by_segment = Jackknife::new(&segments, columns, &score).ok();
    let components = by_segment.as_ref().and_then(|jackknife| {
        let mut end = 0;
        let ranges = members.iter().map(|count| {
            end += count;
            end - count..end
        });
        VarianceComponents::new(&jackknife.influence(), &ranges.collect::<Vec<_>>())
    });
    let other = if of_documents {
        by_segment
    } else {
        let lengths = members.iter().map(|count| u32::try_from(*count).unwrap_or(u32::MAX));
        let lengths: Vec<u32> = lengths.collect();
        Jackknife::of_units(&segments, columns, &lengths, &score).ok()
    };
    (components, other.as_ref().map(OtherError::new))
}

/// The standard error over the units that are not resampled, in their strata.
fn other_unit_in_strata(
    job: &JobResults<'_>,
    system: &ScoredTestSet,
    of_documents: bool,
    strata: &CorpusStrata,
) -> Option<OtherError> {
    let corpus = &job.corpus.corpus;
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let documents = test_set.document_ranges(corpus);
    let all = documents.last().map_or(0, |last| last.end);
    let (other, units) = if of_documents {
        (ResamplingUnit::Segments, (0..all).map(|segment| segment..segment + 1).collect())
    } else {
        (ResamplingUnit::Documents, documents)
    };
    let unit_strata = strata.of_units(test_set, corpus, other);
    let present = units.iter().zip(unit_strata).filter(|(unit, _)| {
        let mut rows = (*unit).clone();
        rows.any(|row| system.rows.is_present(row))
    });
    let present: Vec<usize> = present.map(|(_, stratum)| stratum).collect();
    let single: Vec<Range<usize>> = (0..all).map(|segment| segment..segment + 1).collect();
    let (segments, _) = system.rows.sums_of_units(&single);
    let (_, members) = system.rows.sums_of_units(&units);
    let lengths = members.into_iter().map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let lengths: Vec<u32> = lengths.collect();
    let jackknife = Jackknife::of_units(&segments, system.rows.columns(), &lengths, &|sums| {
        system.scorer.score(sums)
    });
    let weights = &job.corpus.scorings[system.scoring].strata.as_ref()?.weights;
    let jackknife = jackknife.and_then(|jackknife| jackknife.in_strata(&present, weights)).ok()?;
    Some(OtherError::new(&jackknife))
}
