//! A system, or a pair, by people with a metric.

use crate::stats::control_variate::{
    Beyond, ControlledMean, PairedMeans, PickedUnit, document_sums, saved_share_ends, slope,
};
use crate::stats::freedom::UnitSegments;
use crate::stats::interval::student;
use crate::stats::picks::{FEWEST_DOCUMENTS, FEWEST_PICKS};
use crate::stats::reason::{Estimate, Reason};

/// A segment with what it received.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RatedSegment {
    /// Its document; segments of a document follow each other.
    pub(super) document: usize,
    /// What it weighs; `None` where it was not picked.
    pub(super) weight: Option<f64>,
    /// Judgment, or difference of two.
    pub(super) judged: Option<f64>,
    /// Score of the metric, or difference, turned as judgments are.
    pub(super) metric: Option<f64>,
    /// Whether people judged any output of it.
    pub(super) is_judged: bool,
}

/// How intervals are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntervalBy {
    pub(super) level: f64,
    /// Whether degrees of freedom follow from the lengths of documents.
    pub(super) by_lengths: bool,
    /// Whether segments have weights: they were picked, and the metric is known over all.
    pub(super) is_weighted: bool,
    /// Whether a bias is wanted.
    pub(super) same_scale: bool,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AssistedMean {
    pub(super) people: PairedMeans,
    pub(super) people_ends: Option<(f64, f64)>,
    pub(super) controlled: ControlledMean,
    pub(super) degrees_of_freedom: f64,
    pub(super) ends: Option<(f64, f64)>,
    /// Ends of the interval of the share of the ratings that is saved; nothing of picks.
    pub(super) saved_ends: Option<(f64, f64)>,
    /// What would be saved with infinitely many unjudged documents.
    pub(super) saved_unlimited: Option<f64>,
    /// Bias of the metric, and its interval.
    pub(super) bias: Option<(f64, Option<(f64, f64)>)>,
}

/// What there is to estimate from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Amounts {
    pub(super) judged_documents: usize,
    pub(super) unjudged_documents: usize,
    pub(super) judged_segments: usize,
    pub(super) unused_segments: usize,
    /// Mean of the metric over all segments that it scores.
    pub(super) metric_mean: Option<f64>,
}

fn documents(segments: &[RatedSegment]) -> impl Iterator<Item = &[RatedSegment]> {
    segments.chunk_by(|one, other| one.document == other.document)
}

/// Segments that both people and the metric scored.
fn judged_units(segments: &[RatedSegment]) -> Vec<PickedUnit> {
    segments
        .iter()
        .filter_map(|segment| {
            let (document, weight) = (segment.document, segment.weight?);
            let (judged, metric) = segment.judged.zip(segment.metric)?;
            Some(PickedUnit { document, weight, size: 1.0, judged, metric })
        })
        .collect()
}

/// Documents of which nothing is judged, segment by segment.
fn other_units(segments: &[RatedSegment]) -> Vec<PickedUnit> {
    documents(segments)
        .filter(|document| document.iter().all(|segment| !segment.is_judged))
        .flatten()
        .filter_map(|segment| {
            let (document, metric) = (segment.document, segment.metric?);
            // People said nothing here, and what they said is not read: these are for the metric beyond.
            Some(PickedUnit { document, weight: 1.0, size: 1.0, judged: 0.0, metric })
        })
        .collect()
}

/// How many there are of everything.
pub(super) fn amounts(segments: &[RatedSegment]) -> Amounts {
    let judged = judged_units(segments);
    let metric = segments.iter().filter_map(|segment| segment.metric);
    let touched = documents(segments).filter(|document| document.iter().any(|s| s.is_judged));
    let touched: usize = touched.map(<[RatedSegment]>::len).sum();
    Amounts {
        judged_documents: document_sums(&judged).len(),
        unjudged_documents: document_sums(&other_units(segments)).len(),
        judged_segments: judged.len(),
        unused_segments: touched - judged.len(),
        metric_mean: crate::stats::moments::mean(metric),
    }
}

/// The estimate.
///
/// # Errors
///
/// Why there is none.
pub(super) fn assisted_mean(segments: &[RatedSegment], by: IntervalBy) -> Estimate<AssistedMean> {
    let units = judged_units(segments);
    let sums = document_sums(&units);
    if units.is_empty() {
        return Err(Reason::NoData);
    }
    if by.is_weighted && units.len() < FEWEST_PICKS {
        return Err(Reason::TooFewPicks);
    }
    if sums.len() < FEWEST_DOCUMENTS {
        return Err(Reason::TooFewDocuments);
    }
    let people = PairedMeans::new(&sums)?;
    let (lambda, beyond, saved_ends) = if by.is_weighted {
        let scores: Option<Vec<f64>> = segments.iter().map(|segment| segment.metric).collect();
        let scores = scores.ok_or(Reason::MissingScores)?;
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        // The metric is known of all segments: its mean has no error.
        (slope(&units, &people), Beyond { mean, variance: 0.0 }, None)
    } else {
        // The variance of the metric beyond the judged documents decides lambda: from two documents the interval
        // holds the truth in 80 % of cases, from ten in 94.5 % (`stats::assisted_simulation`).
        let others = document_sums(&other_units(segments));
        if others.len() < FEWEST_DOCUMENTS {
            return Err(Reason::TooFewDocuments);
        }
        let saved_ends = saved_share_ends(&sums, &others, by.level).ok();
        let others = PairedMeans::new(&others)?.beyond();
        (people.best_lambda(others.variance), others, saved_ends)
    };
    let controlled = people.controlled(lambda, beyond);
    if people.judged_variance <= 0.0 {
        return Err(Reason::NoVariation);
    }
    let degrees_of_freedom = degrees_of_freedom(&units, &people, lambda, by);
    // With lambda 0 influences are of people alone.
    let degrees_of_people = self::degrees_of_freedom(&units, &people, 0.0, by);
    let unlimited = people.controlled(people.best_lambda(0.0), Beyond { variance: 0.0, ..beyond });
    let bias = by.same_scale.then(|| {
        let all = segments.iter().filter(|segment| segment.metric.is_some()).count() as f64;
        // With weights, the mean beyond is of all segments already.
        let share = if by.is_weighted { 0.0 } else { units.len() as f64 / all };
        let here = share * people.metric + (1.0 - share) * beyond.mean;
        let value = here - controlled.estimate;
        let variance = people.bias_variance(lambda, share, beyond);
        (value, ends(value, variance, degrees_of_freedom, by.level))
    });
    Ok(AssistedMean {
        people,
        people_ends: ends(people.judged, people.judged_variance, degrees_of_people, by.level),
        controlled,
        degrees_of_freedom,
        saved_ends,
        ends: ends(controlled.estimate, controlled.variance, degrees_of_freedom, by.level),
        saved_unlimited: (!by.is_weighted)
            .then_some(1.0 - unlimited.variance / people.judged_variance),
        bias,
    })
}

/// Student's interval.
fn ends(value: f64, variance: f64, degrees_of_freedom: f64, level: f64) -> Option<(f64, f64)> {
    let interval = student(value, variance.sqrt(), degrees_of_freedom, level).ok()?;
    Some((interval.lower, interval.upper))
}

/// Documents less one, or fewer where they are of unequal lengths.
fn degrees_of_freedom(
    units: &[PickedUnit],
    means: &PairedMeans,
    lambda: f64,
    by: IntervalBy,
) -> f64 {
    if !by.by_lengths {
        return means.documents as f64 - 1.0;
    }
    let lengths = units.chunk_by(|one, other| one.document == other.document);
    let lengths = lengths.map(|all| u32::try_from(all.len()).expect("segments of a document"));
    let influence = units.iter().map(|unit| {
        let residual = unit.judged - means.judged - lambda * (unit.metric - means.metric);
        unit.weight * residual
    });
    let segments = UnitSegments { lengths: lengths.collect(), influence: influence.collect() };
    segments.freedom().degrees
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: IntervalBy =
        IntervalBy { level: 0.95, by_lengths: false, is_weighted: false, same_scale: true };

    /// 24 documents of two segments, of which the first twelve are judged in part.
    fn segments() -> Vec<RatedSegment> {
        (0..48_u32)
            .map(|index| {
                let metric = f64::from(index * 7 % 11) + f64::from(index / 2 % 5);
                let judged = 2.0 * metric + f64::from(index * 5 % 3);
                let is_judged = index < 24 && index % 4 != 3;
                RatedSegment {
                    document: index as usize / 2,
                    weight: Some(1.0),
                    judged: is_judged.then_some(judged),
                    metric: Some(metric),
                    is_judged,
                }
            })
            .collect()
    }

    #[test]
    fn documents_judged_in_part_are_judged() {
        let amounts = amounts(&segments());
        assert_eq!((amounts.judged_documents, amounts.unjudged_documents), (12, 12));
        assert_eq!((amounts.judged_segments, amounts.unused_segments), (18, 6));
    }

    #[test]
    fn the_metric_narrows_the_interval() {
        let estimated = assisted_mean(&segments(), BY).unwrap();
        let [with, alone] = [estimated.ends, estimated.people_ends]
            .map(|ends| ends.map(|(low, high)| high - low).unwrap());
        assert!(with < alone, "{with}, {alone}");
        assert!(
            estimated.saved_unlimited.unwrap()
                > 1.0 - estimated.controlled.variance / estimated.people.judged_variance
        );
        let saved = 1.0 - estimated.controlled.variance / estimated.people.judged_variance;
        assert!(estimated.saved_ends.is_some_and(|(low, high)| low < saved && saved < high));
        let (bias, ends) = estimated.bias.unwrap();
        assert!(ends.is_some_and(|(low, high)| low < bias && bias < high));
        // People give about twice what the metric does.
        assert!(bias < 0.0, "{bias}");
    }

    /// With all weights equal and every segment judged, the estimate is the plain mean.
    #[test]
    fn picks_of_everything_are_everything() {
        let all = segments().into_iter().map(|segment| RatedSegment {
            judged: segment.metric.map(|metric| 3.0 * metric + (segment.document % 3) as f64),
            is_judged: true,
            ..segment
        });
        let all: Vec<RatedSegment> = all.collect();
        let weighted = IntervalBy { is_weighted: true, ..BY };
        let estimated = assisted_mean(&all, weighted).unwrap();
        let mean = all.iter().filter_map(|segment| segment.judged).sum::<f64>() / 48.0;
        assert!((estimated.controlled.estimate - mean).abs() < 1e-12);
        assert_eq!((estimated.saved_unlimited, estimated.saved_ends), (None, None));
        let mut gap = all;
        gap[0].metric = None;
        assert_eq!(assisted_mean(&gap, weighted), Err(Reason::MissingScores));
    }

    /// The same with this many judged documents.
    fn few(documents: usize) -> Vec<RatedSegment> {
        let segments = segments().into_iter();
        segments.filter(|segment| segment.document < documents || segment.document >= 12).collect()
    }

    #[test]
    fn too_little_is_refused() {
        assert_eq!(assisted_mean(&few(9), BY).unwrap_err(), Reason::TooFewDocuments);
        assert!(assisted_mean(&few(10), BY).is_ok());
        assert_eq!(assisted_mean(&few(0), BY).unwrap_err(), Reason::NoData);
        let weighted = IntervalBy { is_weighted: true, ..BY };
        assert_eq!(assisted_mean(&segments(), weighted).unwrap_err(), Reason::TooFewPicks);
        let judged_alone: Vec<RatedSegment> =
            segments().into_iter().filter(|segment| segment.document < 12).collect();
        assert_eq!(assisted_mean(&judged_alone, BY).unwrap_err(), Reason::TooFewDocuments);
    }
}
