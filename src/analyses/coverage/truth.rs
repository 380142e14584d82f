//! What samples are held against: true scores of systems, and true differences.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Coordinates, Results};
use crate::execute::Answer;
use crate::plan::{Grid, Placement, Question};
use crate::spec::model::{Sampling, Study, Truth};

/// A true value and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct True {
    pub(super) value: f64,
    pub(super) error: f64,
}

/// True scores of the scorings of a grid with coverage.
pub(super) enum Truths {
    /// Of the whole corpus.
    Corpus(BTreeMap<usize, Option<f64>>),
    /// On fresh corpora.
    Generator(BTreeMap<usize, Vec<Option<f64>>>),
}

impl Truths {
    /// Reads them from the answers on the whole corpus.
    pub(super) fn new(results: Results<'_>, grid: &Grid) -> Self {
        let study = &results.plan.spec.studies[grid.study];
        let scorings = &results.plan.corpora[grid.corpus].scorings;
        let scored = grid.scorings.iter().copied();
        let scored: Arc<[usize]> =
            scored.filter(|index| scorings[*index].obstacle.is_none()).collect();
        let whole = grid.whole.expect("coverage reads the whole corpus");
        let at = Coordinates { test_set: whole, scoring: 0, repeat: 1, replicates: 0 };
        let generator = Question::generator(study).filter(|_| !scored.is_empty());
        if let Some(question) = generator {
            let Answer::Generator(scores) = results.answer(grid, at, &question, scored.clone())
            else {
                unreachable!("an answer has the kind of its question")
            };
            return Self::Generator(scored.iter().copied().zip(scores.iter().cloned()).collect());
        }
        let score = |scoring: &usize| {
            let outcome = results.outcome(grid, Coordinates { scoring: *scoring, ..at });
            (*scoring, outcome.result.and_then(|result| result.score))
        };
        Self::Corpus(scored.iter().map(score).collect())
    }

    /// The true score of a scoring, in the metric's unit.
    pub(super) fn score(&self, scoring: usize) -> Option<True> {
        match self {
            Self::Corpus(scores) => scores.get(&scoring)?.map(|value| True { value, error: 0.0 }),
            Self::Generator(scores) => mean(scores.get(&scoring)?.iter().copied()),
        }
    }

    /// The true difference a - b.
    pub(super) fn difference(&self, a: usize, b: usize) -> Option<True> {
        match self {
            Self::Corpus(scores) => {
                let value = (*scores.get(&a)?)? - (*scores.get(&b)?)?;
                Some(True { value, error: 0.0 })
            }
            Self::Generator(scores) => {
                let pairs = scores.get(&a)?.iter().zip(scores.get(&b)?);
                mean(pairs.map(|(a, b)| Some((*a)? - (*b)?)))
            }
        }
    }
}

/// Mean with its standard error, absent where a value is or where there are fewer than two.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<True> {
    let values: Vec<f64> = values.collect::<Option<_>>()?;
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some(True { value: mean, error: (squares / (n - 1.0) / n).sqrt() })
}

/// Samples by their number of segments.
pub(super) fn by_size<'a>(
    results: Results<'_>,
    grid: &'a Grid,
) -> BTreeMap<usize, Vec<&'a Placement>> {
    let test_sets = &results.plan.corpora[grid.corpus].test_sets;
    let mut sizes: BTreeMap<usize, Vec<&Placement>> = BTreeMap::new();
    for placement in &grid.placements {
        sizes.entry(test_sets[placement.test_set].segments).or_default().push(placement);
    }
    sizes
}

/// How the samples of a study with coverage were picked.
pub(super) fn sampling(study: &Study) -> Sampling {
    study.samples.as_ref().expect("coverage is of samples").sampling
}

/// What counts as true in `study`.
pub(super) fn of_study(study: &Study) -> Truth {
    let coverage = study.derivations.coverage.as_ref().expect("coverage is asked for");
    coverage.truth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_fresh_corpora() {
        let scores = |values: [f64; 3]| values.into_iter().map(Some).collect();
        let truths = Truths::Generator(
            [(3, scores([1.0, 2.0, 6.0])), (5, scores([0.0, 1.0, 5.0])), (7, vec![None])].into(),
        );
        let score = truths.score(3).unwrap();
        assert!(
            (score.value - 3.0).abs() < 1e-15
                && (score.error - (7.0_f64 / 3.0).sqrt()).abs() < 1e-15
        );
        // Paired: the difference is the same on all.
        assert_eq!(truths.difference(3, 5), Some(True { value: 1.0, error: 0.0 }));
        assert_eq!((truths.score(7), truths.difference(3, 7), truths.score(9)), (None, None, None));
    }
}
