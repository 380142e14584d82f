//! An earlier campaign, as if it were the texts to pick from.

use super::options::{Pick, PickCosts, PickedUnits};
use crate::corpus::model::Corpus;
use crate::stats::moments::SampleMoments;
use crate::stats::picks::{EarlierPairs, Population};

/// Units of a corpus: segments, or documents. Only segments that `keep` keeps.
pub(super) fn units(
    corpus: &Corpus,
    units: PickedUnits,
    keep: impl Fn(usize) -> bool,
) -> Vec<(usize, Vec<usize>)> {
    let documents = corpus.documents.iter().map(|document| document.segments.clone()).enumerate();
    documents
        .flat_map(|(document, segments)| -> Vec<(usize, Vec<usize>)> {
            let kept = segments.filter(|segment| keep(*segment));
            match units {
                PickedUnits::Segments => kept.map(|segment| (document, vec![segment])).collect(),
                PickedUnits::Documents => vec![(document, kept.collect())],
            }
        })
        .filter(|(_, segments)| !segments.is_empty())
        .collect()
}

/// Root of the sum over the segments of a unit of the variance of the metric over systems.
pub(super) fn spread(scores: &[Vec<f64>], segments: &[usize]) -> f64 {
    let variances = segments.iter().map(|segment| {
        let column = scores.iter().map(|system| system[*segment]).filter(|score| !score.is_nan());
        SampleMoments::of(column).and_then(|moments| moments.variance()).unwrap_or(0.0)
    });
    variances.sum::<f64>().sqrt()
}

/// What judging a unit costs.
pub(super) fn cost(corpus: &Corpus, costs: PickCosts, segments: &[usize]) -> f64 {
    match (costs, &corpus.source) {
        (PickCosts::Words, Some(source)) => {
            let words = segments.iter().filter_map(|segment| source.get(*segment));
            // A segment without words is not for free: spreads are divided by the root of the cost.
            (words.map(|text| text.split_whitespace().count()).sum::<usize>() as f64).max(1.0)
        }
        _ => 1.0,
    }
}

/// The judged segments of `corpus`, of which `scores` has the metric by system and segment.
pub(super) fn population(
    corpus: &Corpus,
    options: &Pick,
    systems: &[&str],
    scores: &[Vec<f64>],
) -> Population {
    let criterion = options.human.as_deref().unwrap_or_default();
    let judged: Vec<(usize, Vec<Option<f64>>)> = systems
        .iter()
        .enumerate()
        .filter_map(|(place, system)| {
            let judgments = corpus.judgments.get(criterion)?.get(*system)?;
            let means = (0..corpus.segment_count()).map(|segment| {
                let given = judgments.judges.iter().filter_map(|column| column[segment]);
                crate::stats::moments::mean(given)
            });
            let means: Vec<Option<f64>> = means.collect();
            means.iter().any(Option::is_some).then_some((place, means))
        })
        .collect();
    let units = units(corpus, options.units, |segment| {
        let mut systems = judged.iter();
        !judged.is_empty()
            && systems
                .all(|(place, means)| means[segment].is_some() && !scores[*place][segment].is_nan())
    });
    let pairs = (0..judged.len())
        .flat_map(|one| (one + 1..judged.len()).map(move |other| (one, other)))
        .map(|(one, other)| {
            let [(one, by_one), (other, by_other)] = [&judged[one], &judged[other]];
            let mut pair = EarlierPairs::default();
            for (_, segments) in &units {
                let people = segments.iter().filter_map(|at| Some(by_one[*at]? - by_other[*at]?));
                pair.judged.push(people.sum());
                let metric = segments.iter().map(|at| scores[*one][*at] - scores[*other][*at]);
                pair.metric.push(metric.sum());
            }
            pair
        });
    Population {
        pairs: pairs.collect(),
        documents: units.iter().map(|(document, _)| *document).collect(),
        segments: units.iter().map(|(_, all)| all.len() as f64).collect(),
        spreads: units.iter().map(|(_, all)| spread(scores, all)).collect(),
        costs: units.iter().map(|(_, all)| cost(corpus, options.costs, all)).collect(),
    }
}
