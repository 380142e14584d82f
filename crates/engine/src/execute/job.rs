//! One job: the resamples of a test set, and the results of all questions about them.

use std::collections::BTreeSet;
use std::ops::Range;

use rayon::prelude::*;

use super::ExecuteError;
use super::judged::Crossing;
use super::replicates::{self, CrossedColumns, Draws, Resampled};
use super::rows::{rows_of, score};
use super::statistics::{Extracted, OfCorpus};
use crate::config::model::ResamplingUnit;
use crate::metric::{ManySums, Rows, Scorer, StatisticsRows};
use crate::plan::{
    CountedScoring, CrossedRows, Job, JobContext, JobCoordinates, JobResults, JobStrata, Plan,
    ReplicateSource, ScoredTestSet, Task, TaskKey,
};
use crate::stats::columns::{Columns, ColumnsBuilder, TooLarge};
use crate::stats::design_effect::{Clustering, clustering};
use crate::stats::random::Purpose;
use crate::stats::strata::Strata;
use crate::stats::two_stage::TwoStage;

/// Carries out a job. Cost and memory are what `plan` states for it.
pub(super) fn run(
    plan: &Plan,
    job: &Job,
    statistics: &OfCorpus,
) -> Result<Vec<(TaskKey, Vec<u8>)>, ExecuteError> {
    let JobInput { systems, units, strata, resampled } = gather(plan, job, statistics)?;
    let corpus = &plan.corpora[job.coordinates.corpus];
    let (spec, coordinates) = (&plan.spec, job.coordinates);
    let context = JobContext {
        spec,
        corpus,
        coordinates,
        corpus_score: &|scoring| {
            let extracted = statistics[scoring].as_ref().expect("extracted for every job");
            extracted.corpus_score(corpus, scoring)
        },
    };
    let sources: Vec<&ReplicateSource> = systems.iter().map(|system| &system.source).collect();
    let replicates = job.replicates() as usize;
    let stream = coordinates.stream(spec.seed, corpus, Purpose::Bootstrap);
    let scores = replicates::scores(&stream, replicates, &resampled, &sources);
    // Statistics of units are not needed any more: their memory goes before questions take theirs.
    drop(resampled);
    let asked = job
        .tasks
        .iter()
        .flat_map(|task| task.scorings.iter().map(|scoring| (*scoring, task.replicates)));
    let results = JobResults::new(context, systems, scores, units, strata, asked);
    Ok(job
        .tasks
        .par_iter()
        .map(|task: &Task| (plan.key(task), task.question.compute(&results, &task.group())))
        .collect())
}

/// What a job starts from.
struct JobInput {
    /// Its scored systems, ascending by scoring.
    systems: Vec<ScoredTestSet>,
    /// Segments of each resampling unit, as positions in the test set: of documents, where these are
    /// resampled first and segments within them.
    units: Vec<Range<usize>>,
    /// Strata of the units, where there are any.
    strata: Option<JobStrata>,
    /// Statistics of all scorings side by side, one row per unit that is counted.
    resampled: Resampled,
}

fn gather(plan: &Plan, job: &Job, statistics: &OfCorpus) -> Result<JobInput, ExecuteError> {
    let JobCoordinates { corpus, test_set, unit, .. } = job.coordinates;
    let corpus_plan = &plan.corpora[corpus];
    let corpus = &corpus_plan.corpus;
    let test_set = &corpus_plan.test_sets[test_set];
    let segments = test_set.segment_indices(corpus);
    let documents = test_set.document_ranges(corpus);
    let single_segments = (0..segments.len()).map(|i| i..i + 1);
    let units = match unit {
        ResamplingUnit::Segments => single_segments.clone().collect(),
        ResamplingUnit::Documents | ResamplingUnit::TwoStage => documents.clone(),
    };
    // Only where documents are drawn first is something else counted than what is drawn.
    let within: Vec<_> =
        if unit == ResamplingUnit::TwoStage { single_segments.collect() } else { Vec::new() };
    let counted_units = if unit == ResamplingUnit::TwoStage { &within } else { &units };

    let scorings = job.scorings();
    let strata = scorings.first().and_then(|scoring| {
        let strata = corpus_plan.scorings[*scoring].strata.clone()?;
        Some(JobStrata { of_units: strata.of_units(test_set, corpus, unit), of_corpus: strata })
    });
    let mut systems = Vec::with_capacity(scorings.len());
    let mut crossings: Vec<Crossing> = Vec::new();
    let mut width = 0;
    for scoring in scorings {
        let Extracted { statistics, per_document, ratings, of_stratum, .. } =
            statistics[scoring].as_ref().expect("extracted for every job");
        let per_document = *per_document;
        assert!(
            unit == ResamplingUnit::Documents || !per_document,
            "a validated spec resamples documents where statistics are of documents"
        );
        let mask = corpus_plan.scorings[scoring].mask.as_deref();
        let scorer = statistics.scorer.clone();
        let (rows, judged_segments, clustering) = if per_document {
            // The mask is in rows of documents already: `statistics` leaves other segments out of them.
            let rows = rows_of(&statistics.rows, &test_set.documents, None);
            let present = documents.iter().enumerate().filter(|(i, _)| rows.is_present(*i));
            let judged = present.map(|(_, document)| {
                document
                    .clone()
                    .filter(|i: &usize| mask.is_none_or(|mask| mask[segments[*i]]))
                    .count()
            });
            let judged: usize = judged.sum();
            // Segments have no influence of their own on a score of documents.
            (rows, judged, Clustering::default())
        } else {
            let rows = rows_of(&statistics.rows, &segments, mask);
            let judged = (0..rows.len()).filter(|i| rows.is_present(*i)).count();
            let clustering = match statistics.rows {
                // Without a segment all rows are others, so that it takes a pass over them each.
                StatisticsRows::PerReplicate(_) => Clustering::default(),
                _ => influence_clustering(&*scorer, &rows, &documents),
            };
            (rows, judged, clustering)
        };
        let score = score(&*scorer, &rows);
        let judged_units = units.iter().enumerate().filter(|(index, unit)| {
            let mut unit_rows = if per_document { *index..index + 1 } else { (*unit).clone() };
            unit_rows.any(|row| rows.is_present(row))
        });
        let judged_units: Vec<usize> = judged_units.map(|(index, _)| index).collect();
        let least_units = JobStrata::least_units(strata.as_ref(), &judged_units);
        let fit = match &statistics.rows {
            StatisticsRows::PerTestSet(source) => Some(source.clone()),
            _ => None,
        };
        let judged_units = judged_units.len() as u64;
        let judged = corpus_plan.scorings[scoring].judges.as_ref().zip(ratings.as_ref());
        let source = if let Some((judges, ratings)) = judged {
            let shared = crossings.iter().position(|crossing: &Crossing| crossing.is_of(judges));
            let crossing = shared.unwrap_or_else(|| {
                let numbers = judges.of_test_set(test_set, corpus);
                crossings.push(Crossing::new(judges.clone(), numbers));
                crossings.len() - 1
            });
            let cells = crossings[crossing].cells(ratings, &units, &segments, mask);
            let judges = crossings[crossing].judges();
            let scorer = ratings.scorer.clone();
            ReplicateSource::Crossed(CrossedRows { crossing, columns: 0..0, judges, cells, scorer })
        } else if let StatisticsRows::PerReplicate(all) = &statistics.rows {
            ReplicateSource::Counts(CountedScoring::new(
                all.clone(),
                &segments,
                mask,
                counted_units,
            ))
        } else {
            let columns = width..width + rows.columns();
            width = columns.end;
            ReplicateSource::Sums(scorer.clone(), columns)
        };
        let judged_segments = judged_segments as u64;
        systems.push(ScoredTestSet {
            scoring,
            source,
            rows,
            per_document,
            scorer,
            judged_segments,
            judged_units,
            least_units,
            of_stratum: of_stratum.clone(),
            score,
            clustering,
            fit,
        });
    }
    let draws = match (&strata, unit) {
        (_, ResamplingUnit::TwoStage) => Draws::Stages(TwoStage::new(documents)),
        (Some(JobStrata { of_corpus, of_units }), _) => {
            Draws::Strata(Strata::new(of_units, of_corpus.names.len()))
        }
        (None, _) => Draws::Plain,
    };
    // Resamples in two stages may have more segments than the test set: sums must fit for the longest.
    let most_drawn = draws.most(counted_units.len());
    let too_large = |error: TooLarge| {
        let (corpus, all) = (corpus.name.clone(), "all".to_owned());
        ExecuteError::Data { corpus, metric: all.clone(), system: all, message: error.to_string() }
    };
    let columns = side_by_side(&systems, counted_units, most_drawn).map_err(too_large)?;
    let crossed = (0..crossings.len())
        .map(|index| crossed_columns(index, &crossings[index], &mut systems, units.len()))
        .collect::<Result<_, _>>()
        .map_err(too_large)?;
    let resampled = Resampled { units: counted_units.len(), draws, columns, crossed };
    Ok(JobInput { systems, units, strata, resampled })
}

/// Sums of the rows of each unit, the columns of all scorings beside each other. Units follow each
/// other without a gap.
fn side_by_side(
    systems: &[ScoredTestSet],
    units: &[Range<usize>],
    draws: usize,
) -> Result<Columns, TooLarge> {
    let mut columns = ColumnsBuilder::new(units.len(), draws);
    let rows_are_units = units.iter().all(|unit| unit.len() == 1);
    for system in systems.iter().filter(|system| system.is_additive()) {
        for column in 0..system.rows.columns() {
            let mut values = system.rows.column(column);
            if system.per_document || rows_are_units {
                columns.push(values)?;
            } else {
                columns.push(units.iter().map(|unit| values.by_ref().take(unit.len()).sum()))?;
            }
        }
    }
    Ok(columns.build())
}

/// The ratings of all systems of a crossing side by side, one row per unit and judge with a rating of any system.
fn crossed_columns(
    index: usize,
    crossing: &Crossing,
    systems: &mut [ScoredTestSet],
    units: usize,
) -> Result<CrossedColumns, TooLarge> {
    let rows = systems.iter().filter_map(ScoredTestSet::crossed);
    let rows = rows.filter(|rows| rows.crossing == index);
    let places: BTreeSet<(u32, u32)> =
        rows.flat_map(|rows| rows.cells.iter().map(|(unit, judge, _)| (*unit, *judge))).collect();
    let places: Vec<(u32, u32)> = places.into_iter().collect();
    let judges = crossing.judges();
    // All counts of units times all counts of judges, if every judge rated something of every unit.
    let mut columns = ColumnsBuilder::new(places.len(), units.saturating_mul(judges));
    let mut width = 0;
    for system in systems.iter_mut() {
        let ReplicateSource::Crossed(rows) = &mut system.source else { continue };
        if rows.crossing != index {
            continue;
        }
        for column in 0..2 {
            // Cells and places are in the same order, and every cell has its place.
            let mut left = rows.cells.iter().peekable();
            columns.push(places.iter().map(|place| {
                let scored = left.next_if(|cell| (cell.0, cell.1) == *place);
                scored.map_or(0, |cell| cell.2[column])
            }))?;
        }
        rows.columns = width..width + 2;
        width += 2;
    }
    Ok(CrossedColumns { judges, places, columns: columns.build() })
}

/// Clustering of the jackknife influence of segments, `score(all) - score(all but one)`.
fn influence_clustering(
    scorer: &dyn Scorer,
    rows: &Rows,
    documents: &[Range<usize>],
) -> Clustering {
    if documents.len() < 2 {
        return Clustering::default();
    }
    let sums = rows.sums();
    let Some(whole) = scorer.score(&sums) else { return Clustering::default() };
    let mut influence = Vec::with_capacity(rows.len());
    let mut document_ranges = Vec::with_capacity(documents.len());
    let mut without = Vec::new();
    // By document, so that sums without a segment are in memory for one document at a time.
    for document in documents {
        without.clear();
        without.resize(document.len() * sums.len(), 0);
        let judged = document.clone().filter(|segment| rows.is_present(*segment));
        let mut count = 0;
        for (without, segment) in without.chunks_exact_mut(sums.len()).zip(judged) {
            for ((without, sum), value) in without.iter_mut().zip(&sums).zip(rows.row(segment)) {
                *without = sum - value;
            }
            count += 1;
        }
        let start = influence.len();
        influence.resize(start + count, 0.0);
        scorer.score_many(
            &ManySums::new(&without, sums.len(), 0..sums.len()),
            &mut influence[start..],
        );
        if influence.len() > start {
            document_ranges.push(start..influence.len());
        }
    }
    for score in &mut influence {
        *score = whole - *score;
    }
    // Where the score is undefined without a segment, its influence is unknown.
    if influence.iter().any(|influence| influence.is_nan()) {
        return Clustering::default();
    }
    clustering(&influence, &document_ranges)
}
