//! Pairs of systems: which there are, their cells, and the order of their results.

use std::sync::Arc;

use serde::Serialize;

use crate::plan::{GridContext, PlanProblem, ScoredSystem, StudyOnCorpus};

/// Which systems of a group are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Pairs {
    /// Each with each.
    All,
    /// The first of the group, a baseline, with each other.
    WithFirst,
}

impl Pairs {
    /// How many pairs there are of `count` systems.
    pub fn count(self, count: usize) -> usize {
        match self {
            Self::All => count * count.saturating_sub(1) / 2,
            Self::WithFirst => count.saturating_sub(1),
        }
    }

    /// Where the pair of these positions stands among the pairs of `count` systems; `None` where it is
    /// not among them, as no pair is the other way around.
    pub(super) fn place(self, count: usize, (a, b): (usize, usize)) -> Option<usize> {
        match self {
            Self::All => (a < b).then(|| a * (2 * count - a - 1) / 2 + b - a - 1),
            Self::WithFirst => (b == 0).then(|| a.checked_sub(1))?,
        }
    }

    /// The pairs of `count` systems, as positions in their group: (0, 1), (0, 2), ..., (1, 2), ...
    /// or, with a baseline, which comes second, (1, 0), (2, 0), ...
    pub fn of(self, count: usize) -> Vec<(usize, usize)> {
        match self {
            Self::All => (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
            Self::WithFirst => (1..count).map(|other| (other, 0)).collect(),
        }
    }
}

/// Systems of one metric and set of references, and which of them are paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairSelection {
    /// Indices of scorings in the corpus plan: the baseline first, where there is one, and the others
    /// in the order of the study.
    pub(crate) scorings: Arc<[usize]>,
    /// Which of them are paired.
    pub(crate) pairs: Pairs,
}

impl PairSelection {
    /// The comparisons among `scorings`, which share metric and references; `None` where there are
    /// fewer than two, or the `baseline` is not among them.
    pub(crate) fn new(
        baseline: Option<&str>,
        scorings: &[usize],
        all: &[ScoredSystem],
    ) -> Option<Self> {
        let mut ordered = scorings.to_vec();
        if let Some(baseline) = baseline {
            let position = scorings.iter().position(|index| all[*index].system == baseline)?;
            ordered[..=position].rotate_right(1);
        }
        let pairs = Self::pairs_with(baseline);
        (ordered.len() > 1).then(|| Self { scorings: ordered.into(), pairs })
    }

    /// The comparisons of all metrics and references of a grid.
    pub(crate) fn of_grid<'a>(
        context: &'a GridContext<'_>,
        baseline: Option<&'a str>,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let all = context.scorings;
        context.groups().into_iter().filter_map(move |group| Self::new(baseline, &group, all))
    }

    /// Every system with a baseline, or every pair.
    pub(crate) fn pairs_with(baseline: Option<&str>) -> Pairs {
        if baseline.is_some() { Pairs::WithFirst } else { Pairs::All }
    }

    /// Number of pairs.
    pub(crate) fn count(&self) -> u64 {
        self.pairs.count(self.scorings.len()) as u64
    }

    /// Pairs of scorings, in the order of results.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.pairs.of(self.scorings.len()).into_iter();
        pairs.map(|(a, b)| (self.scorings[a], self.scorings[b])).collect()
    }
}

/// Pairs of systems on all test sets, in all repeats and with all numbers of replicates.
pub(crate) fn placed_pairs(context: &GridContext<'_>, baseline: Option<&str>) -> u64 {
    let GridContext { study, grid, .. } = context;
    let pairs: u64 =
        PairSelection::of_grid(context, baseline).map(|of_group| of_group.count()).sum();
    let places = grid.placements.len() as u64
        * u64::from(study.shown_repeats())
        * study.replicates.len() as u64;
    places.saturating_mul(pairs)
}

/// Names of the systems of `scorings`, each once.
pub(crate) fn system_names<'a>(
    scorings: impl IntoIterator<Item = &'a ScoredSystem>,
) -> Vec<&'a str> {
    let mut systems: Vec<&str> = Vec::new();
    for scoring in scorings {
        if !systems.contains(&scoring.system.as_str()) {
            systems.push(&scoring.system);
        }
    }
    systems
}

/// The problem of an analysis `key` that needs two systems. Without any system, the reason is reported
/// elsewhere.
pub fn one_system(on: &StudyOnCorpus<'_>, key: &str) -> Option<PlanProblem> {
    if system_names(on.scorings).len() != 1 {
        return None;
    }
    let message = format!("corpus `{}` has one system to compare", on.corpus.name);
    let help = "name two or more `systems`, or leave this out".to_owned();
    Some(PlanProblem::of_study(&on.study.name, &[key], message, help))
}

#[cfg(test)]
mod tests {
    use super::Pairs;

    #[test]
    fn places_are_those_of_the_pairs() {
        for (pairs, count) in [(Pairs::All, 2), (Pairs::All, 7), (Pairs::WithFirst, 5)] {
            let all = pairs.of(count);
            assert_eq!(all.len(), pairs.count(count));
            for (place, pair) in all.into_iter().enumerate() {
                assert_eq!(pairs.place(count, pair), Some(place), "{pairs:?}, {count}");
                assert_eq!(pairs.place(count, (pair.1, pair.0)), None, "the other way around");
            }
        }
    }
}
