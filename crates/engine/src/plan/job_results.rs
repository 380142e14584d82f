//! What the questions of a job read: its systems scored on the test set, and their replicates.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{CorpusPlan, CorpusStrata, JobCoordinates, ScoredTestSet};
use crate::config::model::{DegreesOfFreedom, Spec};
use crate::stats::distribution::Distribution;
use crate::stats::freedom::{Freedom, UnitSegments};
use crate::stats::jackknife::{Jackknife, rows_of_units};
use crate::stats::judges::crossed::Crossed;
use crate::stats::judges::two_way::TwoWay;
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::reason::{Estimate, Reason};

/// A job with its scored systems and their replicates.
pub struct JobResults<'a> {
    /// What was asked for.
    pub spec: &'a Spec,
    /// The corpus of the job.
    pub corpus: &'a CorpusPlan,
    /// Test set, resampling unit and repeat.
    pub coordinates: JobCoordinates,
    /// Segments of each resampling unit, as positions in the test set.
    pub units: Vec<Range<usize>>,
    /// Strata within which they are resampled, where there are any.
    pub strata: Option<JobStrata>,
    systems: Vec<ScoredTestSet>,
    /// Scores of replicates, one vector per system; NaN where undefined.
    scores: Vec<Vec<f64>>,
    /// By system and number of replicates: several questions read one distribution.
    distributions: BTreeMap<(usize, u32), OnceLock<Distribution>>,
    /// Scores of the whole corpus.
    corpus_score: &'a (dyn Fn(usize) -> Option<f64> + Sync),
}

/// Strata of a job.
#[derive(Clone, Debug)]
pub struct JobStrata {
    /// Those of its corpus, as the scorings of the job have them; weights may differ between scorings.
    pub of_corpus: Arc<CorpusStrata>,
    /// The stratum of each resampling unit.
    pub of_units: Vec<usize>,
}

impl JobStrata {
    /// Returns, of the `units` that count, the number in the stratum that has fewest.
    pub fn least_units(strata: Option<&Self>, units: &[usize]) -> u64 {
        let Some(Self { of_corpus, of_units }) = strata else { return units.len() as u64 };
        let mut counts = vec![0_u64; of_corpus.names.len()];
        for unit in units {
            counts[of_units[*unit]] += 1;
        }
        counts.into_iter().min().unwrap_or(0)
    }
}

/// What a job starts with: its plan, its coordinates, and scores of the whole corpus by scoring.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// What was asked for.
    pub spec: &'a Spec,
    /// The corpus of the job.
    pub corpus: &'a CorpusPlan,
    /// Test set, resampling unit and repeat.
    pub coordinates: JobCoordinates,
    /// Score of the whole corpus by a scoring of the job.
    pub corpus_score: &'a (dyn Fn(usize) -> Option<f64> + Sync),
}

impl<'a> JobResults<'a> {
    /// Results of `systems` (ascending by scoring) with the `scores` of their replicates; distributions
    /// can be asked for of the pairs (scoring, number of replicates) in `asked`.
    pub fn new(
        context: JobContext<'a>,
        systems: Vec<ScoredTestSet>,
        scores: Vec<Vec<f64>>,
        units: Vec<Range<usize>>,
        strata: Option<JobStrata>,
        asked: impl Iterator<Item = (usize, u32)>,
    ) -> Self {
        let JobContext { spec, corpus, coordinates, corpus_score } = context;
        let distributions = asked
            .map(|(scoring, count)| ((position(&systems, scoring), count), OnceLock::new()))
            .collect();
        Self {
            spec,
            corpus,
            coordinates,
            units,
            strata,
            systems,
            scores,
            distributions,
            corpus_score,
        }
    }

    /// A scored system of the job.
    pub fn system(&self, scoring: usize) -> &ScoredTestSet {
        &self.systems[position(&self.systems, scoring)]
    }

    /// Score of the whole corpus by a scoring of the job.
    pub fn corpus_score(&self, scoring: usize) -> Option<f64> {
        (self.corpus_score)(scoring)
    }

    /// Scores of the first `replicates` replicates of a scoring; NaN where undefined.
    pub fn scores(&self, scoring: usize, replicates: u32) -> &[f64] {
        &self.scores[position(&self.systems, scoring)][..replicates as usize]
    }

    /// Their distribution. `replicates` is that of a task that reads the scoring.
    pub fn distribution(&self, scoring: usize, replicates: u32) -> &Distribution {
        let index = (position(&self.systems, scoring), replicates);
        self.distributions[&index]
            .get_or_init(|| Distribution::new(self.scores(scoring, replicates)))
    }

    /// Sums of the rows of each unit, one after the other; units without a scored row hold zeros.
    pub fn unit_rows(&self, system: &ScoredTestSet) -> Vec<i64> {
        let columns = system.rows.columns();
        let mut sums = vec![0; self.units.len() * columns];
        for (index, unit) in sums.chunks_exact_mut(columns.max(1)).enumerate() {
            for source in self.rows_of_unit(system, index) {
                unit.iter_mut().zip(system.rows.row(source)).for_each(|(sum, value)| *sum += value);
            }
        }
        sums
    }

    /// Rows of a system that unit `index` is made of.
    pub fn rows_of_unit(&self, system: &ScoredTestSet, index: usize) -> Range<usize> {
        if system.per_document { index..index + 1 } else { self.units[index].clone() }
    }

    /// Which units have a row that counts.
    pub fn present_units(&self, system: &ScoredTestSet) -> Vec<bool> {
        let units = 0..self.units.len();
        units
            .map(|unit| self.rows_of_unit(system, unit).any(|row| system.rows.is_present(row)))
            .collect()
    }

    /// Sums of the rows of each unit that has any that counts, one after the other.
    pub fn present_rows(&self, system: &ScoredTestSet) -> Vec<i64> {
        let all = self.unit_rows(system);
        let units = all.chunks_exact(system.rows.columns().max(1)).zip(self.present_units(system));
        let present = units.filter(|(_, is_present)| *is_present);
        present.flat_map(|(row, _)| row.iter().copied()).collect()
    }

    /// The scores of `system` without each unit in turn that has a row that counts; in strata, where the
    /// units are. The one way to a standard error by the jackknife.
    ///
    /// # Errors
    ///
    /// Those of [`ScoredTestSet::check_additive`], and those of [`Jackknife::new`] and [`Jackknife::in_strata`].
    pub fn jackknife(&self, system: &ScoredTestSet) -> Estimate<Jackknife> {
        self.jackknife_without(system, None)
    }

    /// The same of all units but one, which is left out for good.
    ///
    /// # Errors
    ///
    /// As [`Self::jackknife`].
    pub fn jackknife_without(
        &self,
        system: &ScoredTestSet,
        out: Option<usize>,
    ) -> Estimate<Jackknife> {
        system.check_additive()?;
        let score = |sums: &[i64]| system.scorer.score(sums);
        let columns = system.rows.columns();
        let lengths = self.unit_lengths(system);
        let units: Vec<usize> =
            (0..lengths.len()).filter(|unit| lengths[*unit] > 0 && Some(*unit) != out).collect();
        let lengths: Vec<u32> = units.iter().map(|unit| lengths[*unit]).collect();
        // Without rows of segments, or where lengths do not count, no influence of segments is needed.
        let jackknife = if system.per_document || self.spec.df == DegreesOfFreedom::Units {
            let segments = UnitSegments { lengths, influence: Vec::new() };
            let sums = self.unit_rows(system);
            let rows = rows_of_units(&sums, columns, &units);
            Jackknife::new(&rows, columns, &score)?.with_segments(segments)
        } else {
            let mut rows = Vec::with_capacity(system.rows.values().len());
            let all = units.iter().flat_map(|unit| self.rows_of_unit(system, *unit));
            for row in all.filter(|row| system.rows.is_present(*row)) {
                rows.extend_from_slice(system.rows.row(row));
            }
            Jackknife::of_units(&rows, columns, &lengths, &score)?
        };
        let Some(JobStrata { of_units, .. }) = &self.strata else { return Ok(jackknife) };
        let present = units.iter().map(|unit| of_units[*unit]);
        let strata = self.corpus.scorings[system.scoring].strata.as_ref();
        let weights = strata.map_or(&[][..], |strata| &strata.weights);
        jackknife.in_strata(&present.collect::<Vec<_>>(), weights)
    }

    /// Scored segments of each unit that has any; 1 for all where the spec does not let lengths count.
    fn lengths(&self, system: &ScoredTestSet) -> Vec<u32> {
        self.unit_lengths(system).into_iter().filter(|length| *length > 0).collect()
    }

    /// The same of all units; 0 for those without.
    pub fn unit_lengths(&self, system: &ScoredTestSet) -> Vec<u32> {
        let by_lengths = self.spec.df == DegreesOfFreedom::Lengths;
        let present = self.present_units(system).into_iter().enumerate();
        present
            .map(|(unit, is_present)| {
                if !(is_present && by_lengths) {
                    return u32::from(is_present);
                }
                // Of a score of whole documents, all segments of a document count.
                let count = self.units[unit]
                    .clone()
                    .filter(|row: &usize| system.per_document || system.rows.is_present(*row))
                    .count();
                u32::try_from(count)
                    .expect("a document has no more segments than a corpus may have")
            })
            .collect()
    }

    /// Two systems on the rows that both have; nothing where these are all rows of each, or where scores do not follow from
    /// sums.
    pub fn on_common_rows(&self, pair: [&ScoredTestSet; 2]) -> Option<[ScoredTestSet; 2]> {
        let [one, other] = pair.map(|system| &system.rows);
        if one.has_segments_of(other) || !pair.iter().all(|system| system.is_additive()) {
            return None;
        }
        let common = (0..one.len()).map(|row| one.is_present(row) && other.is_present(row));
        let common: Vec<bool> = common.collect();
        let (judged_segments, _) = self.amounts(pair[0].per_document, |row| common[row]);
        Some(pair.map(|system| {
            let rows = Arc::new(system.rows.only(&common));
            let score = system.scorer.score(&rows.sums());
            let score = score.filter(|score| score.is_finite() && judged_segments > 0);
            let system = ScoredTestSet { rows, judged_segments, score, ..system.clone() };
            let units = self.present_units(&system).into_iter().zip(0..);
            let units: Vec<usize> =
                units.filter_map(|(is_in, unit)| is_in.then_some(unit)).collect();
            let least_units = JobStrata::least_units(self.strata.as_ref(), &units);
            ScoredTestSet { judged_units: units.len() as u64, least_units, ..system }
        }))
    }

    /// How much each row says about the difference of two systems whose scores are adjusted together, where there are no
    /// strata.
    pub fn information(&self, [one, other]: [&ScoredTestSet; 2]) -> Option<Vec<f64>> {
        let (fit, plan) = (one.fit.as_ref()?, self.corpus);
        let test_set = &plan.test_sets[self.coordinates.test_set];
        let other = &plan.scorings[other.scoring].system;
        if one.per_document {
            return fit.information(other, &test_set.documents);
        }
        fit.information(other, &test_set.segment_indices(&plan.corpus))
    }

    /// Number of segments and of documents that have a row which `counts`.
    pub fn amounts(&self, per_document: bool, counts: impl Fn(usize) -> bool) -> (u64, u32) {
        let test_set = &self.corpus.test_sets[self.coordinates.test_set];
        let documents = test_set.document_ranges(&self.corpus.corpus).into_iter().enumerate();
        let counted = documents.map(|(index, mut segments)| {
            let row = |segment| if per_document { index } else { segment };
            segments.by_ref().filter(|segment| counts(row(*segment))).count()
        });
        let counted: Vec<usize> = counted.filter(|segments| *segments > 0).collect();
        (counted.iter().sum::<usize>() as u64, u32::try_from(counted.len()).unwrap_or(u32::MAX))
    }

    /// The degrees of freedom that a standard error has over the units of `system`, where it is not made by leaving them
    /// out.
    pub fn freedom(&self, system: &ScoredTestSet) -> Freedom {
        UnitSegments { lengths: self.lengths(system), influence: Vec::new() }.freedom()
    }

    /// The score of a system with its standard error for new texts and new judges, where judges are resampled; of
    /// the difference to another system, where there is one.
    ///
    /// # Errors
    ///
    /// [`Reason`]; `None` where judges are not resampled.
    pub fn two_way(
        &self,
        system: &ScoredTestSet,
        less: Option<&ScoredTestSet>,
    ) -> Option<Result<TwoWay, Reason>> {
        let rows = system.crossed()?;
        let other = less.map(ScoredTestSet::crossed);
        let sides = 1 + usize::from(other.is_some());
        let others = other.flatten().into_iter().flat_map(|other| other.sums(1));
        let sums = rows.sums(0).chain(others);
        let crossed = Crossed::of_sums(self.units.len(), rows.judges, sides, sums);
        let scores = system.score.zip(less.map_or(Some(0.0), |less| less.score));
        let Some(score) = scores.map(|(score, less)| score - less) else {
            return Some(Err(Reason::UndefinedScore));
        };
        // The sum of whole numbers is the more exact one.
        Some(TwoWay::jackknife(&crossed).map(|errors| TwoWay { value: score, ..errors }))
    }

    /// The stream of resamples.
    pub fn resamples(&self) -> StreamKey {
        self.coordinates.stream(self.spec.seed, self.corpus, Purpose::Bootstrap)
    }

    /// The stream of exchanges of outputs.
    pub fn exchanges(&self) -> StreamKey {
        self.coordinates.stream(self.spec.seed, self.corpus, Purpose::Randomization)
    }

    /// The stream of documents resampled around whatever is resampled within them.
    pub fn outer_resamples(&self) -> StreamKey {
        self.coordinates.stream_of_test_set(self.spec.seed, self.corpus, Purpose::Outer)
    }

    /// Whether higher scores of a scoring are better.
    pub fn higher_is_better(&self, scoring: usize) -> bool {
        let metric = self.corpus.scorings[scoring].metric;
        crate::metric::higher_is_better(&self.spec.metrics[metric].config)
    }
}

fn position(systems: &[ScoredTestSet], scoring: usize) -> usize {
    let place = systems.binary_search_by_key(&scoring, |system| system.scoring);
    place.expect("every task has its systems")
}
