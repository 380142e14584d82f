//! What each system of an audit received, as rules read it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::analyses::common::judged::criterion_as_given;
use crate::analyses::common::part_scores::{direction, segment_scores};
use crate::config::model::MetricConfig;
use crate::metric::config::{HumanScale, ScoreLevel};
use crate::plan::JobResults;
use crate::stats::ranking_rules::{JudgedRating, JudgedSystem, RatedSystem};

/// The systems of a group: scorings of each round, system by system.
pub(super) fn rated_systems(
    job: &JobResults<'_>,
    scorings: &[usize],
    rounds: usize,
) -> Vec<RatedSystem> {
    let systems = scorings.len() / rounds;
    (0..systems)
        .map(|system| {
            let by_round: Vec<Vec<Vec<f64>>> =
                (0..rounds).map(|round| ratings(job, scorings[round * systems + system])).collect();
            let segments = by_round.first().map_or(0, Vec::len);
            let all: Vec<Vec<f64>> = (0..segments)
                .map(|segment| by_round.iter().flat_map(|round| &round[segment]).copied().collect())
                .collect();
            let means_by_round = by_round
                .iter()
                .map(|round| round.iter().map(|ratings| mean_of(ratings)).collect::<Vec<f64>>());
            RatedSystem::new(&all, means_by_round.collect())
        })
        .collect()
}

fn mean_of(ratings: &[f64]) -> f64 {
    crate::stats::moments::mean(ratings.iter().copied()).unwrap_or(f64::NAN)
}

/// Ratings of each segment of the test set in the order of the corpus, without rounding where that is possible; higher
/// ones are better.
fn ratings(job: &JobResults<'_>, scoring: usize) -> Vec<Vec<f64>> {
    let direction = direction(job, job.system(scoring));
    let segments = as_read(job, scoring).unwrap_or_else(|| {
        segment_scores(job.system(scoring)).into_iter().map(|score| vec![score]).collect()
    });
    let oriented = segments.into_iter().map(|ratings| {
        let scores = ratings.into_iter().filter(|rating| !rating.is_nan());
        scores.map(|rating| direction.orient(rating)).collect()
    });
    oriented.collect()
}

fn as_read(job: &JobResults<'_>, scoring: usize) -> Option<Vec<Vec<f64>>> {
    let scored = &job.corpus.scorings[scoring];
    let corpus = &job.corpus.corpus;
    let columns: Vec<&Vec<Option<f64>>> = match &job.spec.metrics[scored.metric].config {
        MetricConfig::External(config) if config.level == ScoreLevel::Segment => {
            vec![&corpus.external[&config.score][&scored.system]]
        }
        MetricConfig::Human(config)
            if config.criteria.len() == 1
                && config.scale == HumanScale::Raw
                && config.judge_scores.is_raw()
                && config.is_of_ratings() =>
        {
            corpus.judgments[&config.criteria[0]][&scored.system].judges.iter().collect()
        }
        _ => return None,
    };
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let segments = test_set.segment_indices(corpus).into_iter();
    Some(
        segments
            .map(|segment: usize| columns.iter().filter_map(|column| column[segment]).collect())
            .collect(),
    )
}

/// Two systems of a group, by their places, with who gave each rating: those of a metric that is of ratings as they were given.
pub(super) fn judged_pair(
    job: &JobResults<'_>,
    scorings: &[usize],
    rounds: usize,
    places: [usize; 2],
) -> [JudgedSystem; 2] {
    let systems = scorings.len() / rounds;
    let mut numbers: BTreeMap<Arc<str>, u32> = BTreeMap::new();
    places.map(|place| {
        let mut all: JudgedSystem = Vec::new();
        for round in 0..rounds {
            add_judged(job, scorings[round * systems + place], round, &mut numbers, &mut all);
        }
        all
    })
}

/// Adds the ratings of a system in a round to those of its segments; judges have numbers in the order in which they come.
fn add_judged(
    job: &JobResults<'_>,
    scoring: usize,
    round: usize,
    numbers: &mut BTreeMap<Arc<str>, u32>,
    all: &mut JudgedSystem,
) {
    let scored = &job.corpus.scorings[scoring];
    let corpus = &job.corpus.corpus;
    let Some(criterion) = criterion_as_given(&job.spec.metrics[scored.metric].config) else {
        return;
    };
    let direction = direction(job, job.system(scoring));
    let columns = &corpus.judgments[criterion][&scored.system].judges;
    let names = &corpus.judge_names[criterion][&scored.system];
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    for (place, segment) in test_set.segment_indices(corpus).into_iter().enumerate() {
        if all.len() == place {
            all.push(Vec::new());
        }
        for (scores, names) in columns.iter().zip(names) {
            if let (Some(score), Some(name)) = (scores[segment], &names[segment]) {
                let next = u32::try_from(numbers.len()).expect("fewer judges than 2^32");
                let judge = *numbers.entry(Arc::clone(name)).or_insert(next);
                all[place].push(JudgedRating { judge, round, value: direction.orient(score) });
            }
        }
    }
}

/// Segments of each domain, in the order in which domains come; all in one where the corpus has none.
pub(super) fn domains(job: &JobResults<'_>) -> Vec<Vec<usize>> {
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let documents = &job.corpus.corpus.documents;
    let mut domains: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (unit, document) in job.units.iter().zip(&test_set.documents) {
        let name = documents[*document].domain.as_deref();
        let segments: Range<usize> = unit.clone();
        match domains.iter_mut().find(|(domain, _)| *domain == name) {
            Some((_, all)) => all.extend(segments),
            None => domains.push((name, segments.collect())),
        }
    }
    domains.into_iter().map(|(_, segments)| segments).collect()
}
