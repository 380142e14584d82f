//! How far scores of one sample are apart, where models answered it several times.

use crate::corpus::model::Corpus;
use crate::words::in_a_row;

/// Scores that the note is about.
const SHOWN: usize = 3;

/// With fewer documents, these are not resampled unless it is said.
const FEW_SAMPLES: usize = 8;

/// Of the variance of a score, the part within samples.
struct Spread {
    deviation: f64,
    share: f64,
}

/// What runs of samples differ by; nothing where each sample has one run.
pub(super) fn in_words(corpus: &Corpus) -> Option<String> {
    let most = corpus.documents.iter().map(|document| document.segments.len()).max()?;
    if most < 2 {
        return None;
    }
    let spreads = corpus.external.iter().filter_map(|(name, systems)| {
        Some((name.as_str(), spread(corpus, systems.values().map(Vec::as_slice))?))
    });
    let (alike, varying): (Vec<_>, Vec<_>) =
        spreads.take(SHOWN).partition(|(_, spread)| spread.deviation == 0.0);
    let shares = varying.iter().map(|(name, spread)| {
        let percent = 100.0 * spread.share;
        format!("{percent:.0} % of `{name}` (standard deviation {:.2})", spread.deviation)
    });
    let shares: Vec<String> = shares.collect();
    let mut parts = Vec::new();
    if !shares.is_empty() {
        let shares = in_a_row(&shares.iter().map(String::as_str).collect::<Vec<_>>(), "and");
        parts.push(format!(
            "of the variance of single scores, runs make up {shares}; samples make up the rest"
        ));
    }
    if !alike.is_empty() {
        let names: Vec<String> = alike.iter().map(|(name, _)| format!("`{name}`")).collect();
        parts.push(format!("all runs of a sample have the same {}", in_a_row(&names, "and")));
    }
    if corpus.documents.len() < FEW_SAMPLES {
        parts.push(
            "of so few samples single runs are left out, as if they were independent, and intervals are too narrow: \
             `--resample documents` leaves whole samples out"
                .to_owned(),
        );
    }
    (!shares.is_empty() || !alike.is_empty())
        .then(|| format!("Up to {most} runs of a sample: {}", parts.join("; ")))
}

/// The components of variance of all systems together, by mean squares within and between samples.
fn spread<'a>(corpus: &Corpus, systems: impl Iterator<Item = &'a [Option<f64>]>) -> Option<Spread> {
    let (mut within, mut within_freedom) = (0.0, 0.0);
    let (mut between, mut between_freedom, mut runs_of_sample) = (0.0, 0.0, 0.0);
    for scores in systems {
        let samples = corpus.documents.iter().map(|document| {
            let runs = scores[document.segments.clone()].iter().flatten();
            let (count, sum) = runs.clone().fold((0.0, 0.0), |(n, sum), run| (n + 1.0, sum + run));
            // NaN where there is no run; such samples are left out below.
            let mean: f64 = sum / count;
            (count, mean, runs.map(|run| (run - mean) * (run - mean)).sum::<f64>())
        });
        let samples: Vec<(f64, f64, f64)> =
            samples.filter(|(count, _, _): &(f64, f64, f64)| *count > 0.0).collect();
        let all: f64 = samples.iter().map(|(count, _, _)| count).sum();
        let mean = samples.iter().map(|(count, mean, _)| count * mean).sum::<f64>() / all;
        within += samples.iter().map(|(_, _, squares)| squares).sum::<f64>();
        within_freedom += all - samples.len() as f64;
        if samples.len() > 1 {
            let freedom = samples.len() as f64 - 1.0;
            between +=
                samples.iter().map(|(n, own, _)| n * (own - mean) * (own - mean)).sum::<f64>();
            between_freedom += freedom;
            let squares: f64 = samples.iter().map(|(count, _, _)| count * count).sum();
            // Of k samples with n runs, N in all, squares between samples have the expectation
            // (k - 1) within + (N - sum n^2/N) samples.
            runs_of_sample += all - squares / all;
        }
    }
    if within_freedom < 1.0 || between_freedom < 1.0 {
        return None;
    }
    let within = within / within_freedom;
    let samples = (between / between_freedom - within) * between_freedom / runs_of_sample;
    // The estimate of a component of variance may lie below 0.
    let total = within + samples.max(0.0);
    (total > 0.0).then(|| Spread { deviation: within.sqrt(), share: within / total })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::Document;

    fn corpus(runs: &[&[f64]]) -> Corpus {
        let mut end = 0;
        let documents = runs.iter().map(|runs| {
            let start = end;
            end += runs.len();
            Document { id: start.to_string(), domain: None, segments: start..end }
        });
        let documents = documents.collect();
        let scores = runs.concat().into_iter().map(Some).collect();
        let external = [("s".to_owned(), [("m".to_owned(), scores)].into())].into();
        Corpus { documents, external, ..Corpus::default() }
    }

    /// By hand: means 1, 3 and 5 of two runs each; within 2 * (0 + 1 + 1) / 3, between 2 * (4 + 0 + 4) / 2.
    #[test]
    fn runs_and_samples_share_the_variance() {
        let corpus = corpus(&[&[1.0, 1.0], &[2.0, 4.0], &[4.0, 6.0]]);
        let scores = corpus.external["s"].values().map(Vec::as_slice);
        let spread = spread(&corpus, scores).unwrap();
        let (within, samples) = (4.0 / 3.0, (8.0 - 4.0 / 3.0) / 2.0);
        assert!((spread.deviation - f64::sqrt(within)).abs() < 1e-12);
        assert!((spread.share - within / (within + samples)).abs() < 1e-12);
        assert_eq!(
            in_words(&corpus).unwrap(),
            "Up to 2 runs of a sample: of the variance of single scores, runs make up 29 % of `s` (standard deviation 1.15); \
             samples make up the rest; of so few samples single runs are left out, as if they were independent, and intervals \
             are too narrow: `--resample documents` leaves whole samples out"
        );
    }

    /// A model that always gives the same answer: more of them tell nothing.
    #[test]
    fn equal_runs_have_no_share() {
        let runs: Vec<[f64; 2]> = (0..8).map(|sample| [f64::from(sample % 2); 2]).collect();
        let runs: Vec<&[f64]> = runs.iter().map(|runs| &runs[..]).collect();
        let note = in_words(&corpus(&runs)).unwrap();
        assert_eq!(note, "Up to 2 runs of a sample: all runs of a sample have the same `s`");
    }

    #[test]
    fn single_runs_say_nothing() {
        assert_eq!(in_words(&corpus(&[&[1.0], &[2.0]])), None);
        // The same everywhere.
        assert_eq!(in_words(&corpus(&[&[1.0, 1.0], &[1.0]])), None);
    }
}
