//! Judgments as one value of each output: robust centres of several ratings, and ranks of systems within segments.

use std::collections::BTreeMap;

use super::judged::{Adjusted, by_criterion};
use crate::corpus::model::Corpus;
use crate::metric::config::{HumanConfig, Reduction};
use crate::metric::human::Judges;
use crate::stats::robust::{huber, median, pooled_deviation, rank_among};

/// The ratings of every output, reduced to one by `human`. What is far is decided by all ratings of the corpus on the
/// criterion, whatever the study takes of it.
pub(super) fn centres(
    human: &HumanConfig,
    corpus: &Corpus,
    judgments: Option<&Adjusted>,
) -> Adjusted {
    let criteria = human.criteria.iter().enumerate();
    criteria.map(|(place, name)| centres_by(human, (place, name), corpus, judgments)).collect()
}

fn centres_by(
    human: &HumanConfig,
    (place, criterion): (usize, &String),
    corpus: &Corpus,
    judgments: Option<&Adjusted>,
) -> BTreeMap<String, Vec<Vec<Option<f64>>>> {
    let outputs = corpus.judgments[criterion].keys().map(|system| {
        let judges = by_criterion(human, place, corpus, system, judgments);
        let segments = 0..corpus.segment_count();
        (system.clone(), segments.map(|segment| ratings(judges, segment)).collect())
    });
    let outputs: BTreeMap<String, Vec<Vec<f64>>> = outputs.collect();
    let all = outputs.values().flatten().map(Vec::as_slice);
    // Without two ratings of any output there is nothing to reduce: each rating is its own centre.
    let far = human.tuning * pooled_deviation(all).unwrap_or(0.0);
    let systems = outputs.into_iter().map(|(system, outputs)| {
        let centres = outputs.iter().map(|ratings| match human.reduce {
            Reduction::Huber => huber(ratings, far),
            Reduction::Median | Reduction::Mean => median(ratings),
        });
        (system, vec![centres.collect()])
    });
    systems.collect()
}

fn ratings(judges: &Judges, segment: usize) -> Vec<f64> {
    judges.iter().filter_map(|judge| judge[segment]).collect()
}

/// The rank of every judged system among the systems of the corpus, references and people apart, in each segment that was
/// judged for all of these; of a single criterion.
pub(super) fn ranks(
    human: &HumanConfig,
    corpus: &Corpus,
    judgments: Option<&Adjusted>,
) -> Adjusted {
    let names = corpus.judgments[&human.criteria[0]].keys();
    let sign = if human.higher_judgments_are_better() { 1.0 } else { -1.0 };
    let means: BTreeMap<&String, Vec<Option<f64>>> = names
        .map(|system| {
            let judges = by_criterion(human, 0, corpus, system, judgments);
            let segments = 0..corpus.segment_count();
            (system, segments.map(|segment| mean(&ratings(judges, segment), sign)).collect())
        })
        .collect();
    let ranked: Vec<&[Option<f64>]> = corpus
        .machine_systems()
        .filter_map(|name| means.iter().find(|(system, _)| system.as_str() == name))
        .map(|(_, means)| means.as_slice())
        .collect();
    let systems = means.iter().map(|(name, means)| {
        let ranks = (0..means.len()).map(|segment| rank(means, &ranked, segment));
        ((*name).clone(), vec![ranks.collect()])
    });
    vec![systems.collect()]
}

/// The rank of a system in a segment, among all others of `ranked`; `None` where one of them has no judgment.
fn rank(system: &[Option<f64>], ranked: &[&[Option<f64>]], segment: usize) -> Option<f64> {
    // By address, since another system may have the same means.
    let others = ranked.iter().filter(|other| !std::ptr::eq(**other, system));
    let others: Option<Vec<f64>> = others.map(|other| other[segment]).collect();
    Some(rank_among(system[segment]?, others?.into_iter()))
}

/// Turned so that more is better. Rounded, so that what ties on paper ties here.
fn mean(ratings: &[f64], sign: f64) -> Option<f64> {
    let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
    (!ratings.is_empty()).then(|| sign * (mean * 1e9).round() / 1e9)
}
