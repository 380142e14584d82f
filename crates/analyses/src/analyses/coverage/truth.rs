//! What samples are compared with: true scores of systems, and true differences.

use std::collections::BTreeMap;

use super::GeneratorScores;
use crate::analyses::results::{Coordinates, GridResults};
use crate::config::model::{Sampling, Study};
use crate::stats::moments::SampleMoments;

/// A true value and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TrueValue {
    pub(super) value: f64,
    pub(super) error: f64,
}

/// True scores of the scorings of a grid with coverage.
pub(super) enum TrueScores {
    /// Of the whole corpus.
    Corpus(BTreeMap<usize, Option<f64>>),
    /// On fresh corpora.
    Generator(BTreeMap<usize, Vec<Option<f64>>>),
}

impl TrueScores {
    /// Reads them from the results on the whole corpus.
    pub(super) fn new(on_corpus: &GridResults<'_>) -> Self {
        let GridResults { results, grid, study, .. } = on_corpus;
        let scored = results.plan.context(grid).scored(&grid.scorings);
        let whole = grid.whole.expect("coverage reads the whole corpus");
        let at = Coordinates::once(whole, 0);
        if let Some(question) = GeneratorScores::of(study).filter(|_| !scored.is_empty()) {
            let scores = on_corpus.requested(&question).get(at, &scored);
            return Self::Generator(scored.into_iter().zip(scores).collect());
        }
        let scores = scored.iter().map(|scoring| {
            let outcome = on_corpus.outcome(Coordinates { scoring: *scoring, ..at });
            (*scoring, outcome.result.and_then(|result| result.score))
        });
        Self::Corpus(scores.collect())
    }

    /// The true score of a scoring, in the metric's unit.
    pub(super) fn score(&self, scoring: usize) -> Option<TrueValue> {
        match self {
            Self::Corpus(scores) => {
                scores.get(&scoring)?.map(|value| TrueValue { value, error: 0.0 })
            }
            Self::Generator(scores) => mean(scores.get(&scoring)?.iter().copied()),
        }
    }

    /// The true difference a - b.
    pub(super) fn difference(&self, a: usize, b: usize) -> Option<TrueValue> {
        match self {
            Self::Corpus(scores) => {
                let value = (*scores.get(&a)?)? - (*scores.get(&b)?)?;
                Some(TrueValue { value, error: 0.0 })
            }
            Self::Generator(scores) => {
                let pairs = scores.get(&a)?.iter().zip(scores.get(&b)?);
                mean(pairs.map(|(a, b)| Some((*a)? - (*b)?)))
            }
        }
    }
}

/// Mean with its standard error, absent where a value is or where there are fewer than two.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<TrueValue> {
    let values: Vec<f64> = values.collect::<Option<_>>()?;
    let moments = SampleMoments::of(values.into_iter())?;
    Some(TrueValue { value: moments.mean, error: moments.standard_error()? })
}

/// How the samples of a study with coverage were picked.
pub(super) fn sampling(study: &Study) -> Sampling {
    study.samples.as_ref().expect("coverage is of samples").sampling
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_fresh_corpora() {
        let [of_3, of_5] =
            [[1.0, 2.0, 6.0], [0.0, 1.0, 5.0]].map(|scores| scores.map(Some).to_vec());
        let truths = TrueScores::Generator([(3, of_3), (5, of_5), (7, vec![None])].into());
        let score = truths.score(3).unwrap();
        assert!(
            (score.value - 3.0).abs() < 1e-15
                && (score.error - (7.0_f64 / 3.0).sqrt()).abs() < 1e-15
        );
        // Paired: the difference is the same on all.
        assert_eq!(truths.difference(3, 5), Some(TrueValue { value: 1.0, error: 0.0 }));
        assert_eq!((truths.score(7), truths.difference(3, 7), truths.score(9)), (None, None, None));
    }
}
