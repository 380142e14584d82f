//! Samples that failed: the model or the scorer gave no answer, for instance because of an API error.

use std::collections::BTreeMap;

use super::Places;
use crate::corpus::known::Better;
use crate::corpus::model::Corpus;
use crate::words::listing;

/// Gives the samples in `failed` (model, task and places) the score `errors_as` in all scores of their task, except where lower is
/// better. Returns a warning with the number of failed samples of each model.
pub(super) fn count(
    corpus: &mut Corpus,
    failed: &[(String, String, Vec<usize>)],
    places: &Places,
    errors_as: Option<u32>,
) -> Option<(String, &'static str)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (model, _, samples) in failed {
        *counts.entry(model).or_default() += samples.len();
    }
    let counts: Vec<String> =
        counts.iter().map(|(model, count)| format!("{count} of `{model}`")).collect();
    let counts = listing(counts.iter().map(String::as_str));
    let Some(score) = errors_as else {
        let help =
            "run them again, or count them as wrong: `--errors-as 0`, in a spec `errors-as = 0`";
        let message = format!("failed samples have no score: {counts}");
        return (!counts.is_empty()).then_some((message, help));
    };
    for (name, mut models) in std::mem::take(&mut corpus.external) {
        // The part of an object may have a name that is known: `scorer.wer`.
        let names = [&*name, name.rsplit('.').next().unwrap_or(&name)];
        let is_lower = names.into_iter().any(|name| {
            let values = models.values().flatten().flatten().copied();
            Better::of_score(corpus, name, values).and_then(Better::is_higher) == Some(false)
        });
        for (model, task, samples) in failed.iter().filter(|_| !is_lower) {
            let mut of_task = places[task].values();
            if of_task.any(|place| models.values().any(|scores| scores[*place].is_some())) {
                let count = corpus.segment_count();
                let scores = models.entry(model.clone()).or_insert_with(|| vec![None; count]);
                for place in samples {
                    scores[*place].get_or_insert(f64::from(score));
                }
            }
        }
        corpus.external.insert(name, models);
    }
    let counts = if counts.is_empty() { "none" } else { &counts };
    let help =
        "where lower is better they have no score; leave `errors-as` out to leave out all of them";
    Some((format!("failed samples count as {score}: {counts}"), help))
}
