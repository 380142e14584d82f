//! The table `margins`: margins of today, and the sizes that wanted ones take.

use std::collections::BTreeMap;

use super::compute::OtherError;
use super::{MarginRow, PrecisionResult, ScorePrecision, options};
use crate::analyses::common::two_way::{TwoWayError, TwoWayPrecision};
use crate::analyses::results::{
    Coordinates, GridResults, Outcome, Requested, Results, document_count,
};
use crate::config::ResamplingUnit;
use crate::plan::{GrowthPath, Placement};
use crate::stats::margin::{FEWEST_UNITS, Precision, check_law};
use crate::stats::size_interval::variance_freedom;
use crate::stats::{Freedom, Reason, Status, interval};
use crate::table::{Cell, TextUnit};
use crate::value::whole_up;

/// One row per cell, in the order of studies, corpora, scorings, placements, repeats, replicates. Rows are
/// made one by one.
pub fn each_margin<'a>(results: &'a Results<'a>) -> impl Iterator<Item = MarginRow> + use<'a> {
    let asking = results.asking(|study| study.analyses.get::<options::Margin>());
    asking.flat_map(|(on_corpus, options)| {
        let grid = on_corpus.grid;
        let margins = GridMargins {
            options,
            precisions: on_corpus.requested(&ScorePrecision {}),
            two_way: on_corpus.requested(&TwoWayPrecision {}),
            paths: grid.paths.iter().map(|path| (&*path.ordering, path)).collect(),
            on_corpus,
        };
        let walk = margins.on_corpus.walk(grid.scorings.iter().copied());
        walk.map(move |(scoring, placement, draw)| {
            margins.row(placement, draw.at(placement.test_set, scoring))
        })
    })
}

/// What the rows of a study on a corpus share.
struct GridMargins<'a> {
    on_corpus: GridResults<'a>,
    options: &'a options::Margin,
    precisions: Requested<'a, ScorePrecision>,
    two_way: Requested<'a, TwoWayPrecision>,
    /// By ordering.
    paths: BTreeMap<&'a str, &'a GrowthPath>,
}

/// The sizes that a wanted margin takes.
#[derive(Default)]
struct Sizes {
    required: Option<f64>,
    interval: Option<(f64, f64)>,
    assured: Option<f64>,
}

/// How the root law fares.
#[derive(Default)]
struct Law {
    units: Option<u64>,
    ratio: Option<f64>,
    p_value: Option<f64>,
}

impl GridMargins<'_> {
    fn row(&self, placement: &Placement, at: Coordinates) -> MarginRow {
        let on_corpus = &self.on_corpus;
        if on_corpus.names.scorings[at.scoring].has_judges() {
            return self.row_with_judges(placement, at);
        }
        let outcome = on_corpus.outcome(at);
        let mut cell = on_corpus.cell(at, Some(placement), &outcome);
        let computed = outcome.result.map(|_| self.precisions.get(at, &[at.scoring]));
        if let Some(computed) = computed.as_ref().filter(|computed| !computed.status.is_ok()) {
            cell.status = computed.status;
        }
        let computed = computed.unwrap_or_default();
        let precision = self.precision(&computed);
        let margin = precision.and_then(|precision| {
            let margin = precision.margin();
            margin.map_err(|reason| cell.status = reason.into()).ok()
        });
        let score = outcome.result.and_then(|result| result.score);
        let wanted = score.and_then(|score| self.wanted(at.scoring, score));
        let (sizes, required_status) = match (margin, precision) {
            (Some(_), Some(precision)) => self.sizes(&computed, precision, at.scoring, wanted),
            _ => (Sizes::default(), cell.status),
        };
        let (law, law_status) = self.law(placement, at, &computed, precision);
        let other = computed.other.and_then(|other| {
            let OtherError { standard_error, units, freedom } = other;
            self.of_units(&computed, standard_error, (units, freedom)).margin().ok()
        });
        let per_document = segments_per_document(&cell);
        let [required, assured] = [sizes.required, sizes.assured]
            .map(|units| whole_sizes(units?, computed.of_documents, per_document?));
        let (required_documents, required_segments) = required.unzip();
        let variance = computed.components;
        let doubled = variance.and_then(|variance| variance.spread_ratio(2.0));
        let cost = self.options.document_cost;
        MarginRow {
            margin,
            standard_error: computed.standard_error,
            monte_carlo_error: computed.monte_carlo_error,
            // A second test set of this size varies as much: their difference has twice the variance.
            reproduction_margin: margin.map(|margin| std::f64::consts::SQRT_2 * margin),
            strata: on_corpus.grid.strata.as_ref().map(|strata| document_count(strata.names.len())),
            unit: text_unit(computed.of_documents),
            degrees_of_freedom: margin.map(|_| computed.freedom.degrees),
            effective_units: margin.map(|_| computed.freedom.effective_units),
            longest_share: margin.map(|_| computed.freedom.longest_share),
            other_unit_margin: other,
            wanted,
            required_units: sizes.required,
            required_units_lower: sizes.interval.map(|(lower, _)| lower),
            required_units_upper: sizes.interval.map(|(_, upper)| upper),
            required_documents,
            required_segments,
            required_words: on_corpus.words(required_segments),
            assured_units: sizes.assured,
            assured_documents: assured.map(|(documents, _)| documents),
            required_status,
            log_variance_error: computed.log_variance_error,
            between_variance: variance.map(|variance| variance.between),
            within_variance: variance.map(|variance| variance.within),
            between_p_value: variance.map(|variance| variance.p_value),
            doubled_documents_margin: margin.zip(doubled).map(|(margin, ratio)| margin * ratio),
            best_segments_per_document: variance
                .zip(cost)
                .and_then(|(variance, cost)| variance.best_segments(cost)),
            law_units: law.units,
            law_ratio: law.ratio,
            law_p_value: law.p_value,
            law_status,
            ..self.of_cell(cell, at, &outcome)
        }
    }

    /// What a row says without a margin.
    fn of_cell(&self, cell: Cell, at: Coordinates, outcome: &Outcome) -> MarginRow {
        let scoring = &self.on_corpus.names.scorings[at.scoring];
        MarginRow {
            score: outcome.result.and_then(|result| result.score),
            level: self.options.level,
            design_effect: outcome.result.and_then(|result| result.design_effect),
            unit: text_unit(self.on_corpus.grid.unit != ResamplingUnit::Segments),
            available_units: outcome.result.map(|result| result.judged_units),
            assurance: self.options.assurance,
            resample: scoring.resample,
            signature: scoring.signature.clone(),
            cell,
            ..MarginRow::default()
        }
    }

    /// Where judges are resampled, too, the margin of today: no number of texts alone gives another one.
    fn row_with_judges(&self, placement: &Placement, at: Coordinates) -> MarginRow {
        let outcome = self.on_corpus.outcome(at);
        let mut cell = self.on_corpus.cell(at, Some(placement), &outcome);
        let score = outcome.result.and_then(|result| result.score);
        let errors = outcome.result.and_then(|_| match self.two_way.get(at, &[at.scoring]) {
            Ok(errors) => Some(errors),
            Err(reason) => {
                cell.status = reason.into();
                None
            }
        });
        let margin = errors.as_ref().zip(score).and_then(|(errors, score)| {
            if !errors.status().is_ok() {
                cell.status = errors.status();
            }
            let TwoWayError { standard_error, degrees_of_freedom, .. } = *errors;
            let level = self.options.level;
            let interval = interval::student(score, standard_error, degrees_of_freedom, level);
            let interval = interval.map_err(|reason| cell.status = reason.into());
            interval.ok().map(|interval| 0.5 * (interval.upper - interval.lower))
        });
        let wanted = score.and_then(|score| self.wanted(at.scoring, score));
        let no_form = Status::from(Reason::Judges);
        MarginRow {
            margin,
            standard_error: errors.map(|errors| errors.standard_error),
            reproduction_margin: margin.map(|margin| std::f64::consts::SQRT_2 * margin),
            wanted,
            required_status: match (margin, wanted) {
                (None, _) => cell.status,
                (_, Some(_)) => no_form,
                (_, None) => self.unwanted(at.scoring).into(),
            },
            law_status: no_form,
            ..self.of_cell(cell, at, &outcome)
        }
    }

    /// Why no margin is wanted of a scoring of which none is.
    fn unwanted(&self, scoring: usize) -> Reason {
        match self.wanted_margin(scoring) {
            Some(_) => Reason::RelativeToZero,
            None => Reason::NothingWanted,
        }
    }

    fn wanted_margin(&self, scoring: usize) -> Option<options::WantedMargin> {
        self.options.wanted_of(&self.on_corpus.names.scorings[scoring].metric)
    }

    fn of_units(
        &self,
        found: &PrecisionResult,
        standard_error: f64,
        (units, freedom): (u64, Freedom),
    ) -> Precision {
        let [units, strata] =
            [units, found.strata.max(1)].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        Precision { standard_error, units, strata, freedom, level: self.options.level }
    }

    fn precision(&self, found: &PrecisionResult) -> Option<Precision> {
        Some(self.of_units(found, found.standard_error?, (found.units, found.freedom)))
    }

    /// The wanted margin in the metric's unit.
    fn wanted(&self, scoring: usize, score: f64) -> Option<f64> {
        let wanted = self.wanted_margin(scoring)?;
        let is_known = matches!(wanted, options::WantedMargin::Absolute(_))
            // Without a true zero there is no percentage.
            || self.on_corpus.relative(scoring, 0.0, score).is_some();
        wanted.in_unit(score).filter(|_| is_known)
    }

    fn sizes(
        &self,
        found: &PrecisionResult,
        precision: Precision,
        scoring: usize,
        wanted: Option<f64>,
    ) -> (Sizes, Status) {
        let Some(wanted) = wanted else {
            return (Sizes::default(), self.unwanted(scoring).into());
        };
        let required = match precision.required_units(wanted) {
            Ok(required) => Some(required),
            Err(reason) => return (Sizes::default(), reason.into()),
        };
        let Some(error) = found.log_variance_error else {
            let sizes = Sizes { required, ..Sizes::default() };
            return (sizes, found.log_variance_status);
        };
        let interval = precision.required_interval(wanted);
        let freedom = variance_freedom(error, found.freedom.degrees);
        let assured = precision.assured_units(wanted, freedom, self.options.assurance);
        let status = interval.as_ref().err().or(assured.as_ref().err());
        let status = status.map_or(Status::OK, |reason| (*reason).into());
        (Sizes { required, interval: interval.ok(), assured: assured.ok() }, status)
    }

    /// Checks the root law on the largest test set of an ordering with the one that is about half as
    /// large.
    fn law(
        &self,
        placement: &Placement,
        at: Coordinates,
        found: &PrecisionResult,
        precision: Option<Precision>,
    ) -> (Law, Status) {
        let Some(path) = self.paths.get(&*placement.ordering) else {
            return (Law::default(), Reason::NoOrdering.into());
        };
        if path.test_sets.last() != Some(&placement.test_set) {
            return (Law::default(), Reason::NotLargest.into());
        }
        let (Some(precision), Some(error)) = (precision, found.log_variance_error) else {
            return (Law::default(), Reason::NoInterval.into());
        };
        let Some(part) = self.half(path, at, found.of_documents) else {
            return (Law::default(), Reason::OneSize.into());
        };
        let at = Coordinates { test_set: part, ..at };
        let part = self.on_corpus.outcome(at).result;
        let part = part.map(|_| self.precisions.get(at, &[at.scoring]));
        let Some(part) = part.and_then(|part| self.precision(&part)) else {
            return (Law::default(), Reason::OneSize.into());
        };
        match check_law(&part, &precision, error) {
            Err(reason) => (Law::default(), reason.into()),
            Ok(check) => {
                let units = Some(part.units as u64);
                (Law { units, ratio: Some(check.ratio), p_value: Some(check.p_value) }, Status::OK)
            }
        }
    }

    /// Of the test sets of a path, the one whose size is nearest to half of the largest, if it is from a
    /// quarter to three quarters.
    fn half(&self, path: &GrowthPath, at: Coordinates, of_documents: bool) -> Option<usize> {
        let largest = self.size(at, of_documents);
        let candidates = path.test_sets.iter().map(|test_set| {
            let at = Coordinates { test_set: *test_set, ..at };
            (self.size(at, of_documents), *test_set)
        });
        // A part that is nearly the whole cannot depart from it, and a small one says little.
        let candidates = candidates.filter(|(size, _)| {
            *size >= FEWEST_UNITS && 4 * size >= largest && 4 * size <= 3 * largest
        });
        candidates
            .min_by_key(|(size, _)| (2 * size).abs_diff(largest))
            .map(|(_, test_set)| test_set)
    }

    /// Scored documents, or segments, of a test set.
    fn size(&self, at: Coordinates, of_documents: bool) -> usize {
        if of_documents {
            self.on_corpus.counted_documents(at.scoring, at.test_set)
        } else {
            self.on_corpus.corpus.test_sets[at.test_set].segments
        }
    }
}

fn text_unit(of_documents: bool) -> TextUnit {
    if of_documents { TextUnit::Documents } else { TextUnit::Segments }
}

/// Returns the scored segments per document that has any.
pub(super) fn segments_per_document(cell: &Cell) -> Option<f64> {
    let (documents, segments) = (cell.judged_documents?, cell.judged_segments?);
    (documents > 0).then(|| segments as f64 / f64::from(documents))
}

/// Whole numbers of documents and segments for a number of units.
fn whole_sizes(units: f64, of_documents: bool, per_document: f64) -> Option<(f64, f64)> {
    let (documents, segments) =
        if of_documents { (units, units * per_document) } else { (units / per_document, units) };
    segments.is_finite().then(|| (whole_up(documents), whole_up(segments)))
}

#[cfg(test)]
mod tests {
    use super::whole_sizes;

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!(whole_sizes(10.2, true, 7.5), Some((11.0, 77.0)));
        assert_eq!(whole_sizes(76.5, false, 7.5), Some((11.0, 77.0)));
        assert_eq!(whole_sizes(10.0 * (1.0 + 1e-11), true, 4.0), Some((10.0, 40.0)));
    }
}
