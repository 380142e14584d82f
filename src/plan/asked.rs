//! What a study asks of its grid: every question, with the groups of scorings and the test sets that it
//! is asked of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::comparison::Compared;
use super::grid::{Grid, Path};
use super::question::{Pairs, Question};
use super::scoring::Scoring;
use super::test_set::TestSet;
use crate::corpus::model::Corpus;
use crate::spec::model::Study;

/// A question, and what it is asked of: one answer for each group on each test set, in every repeat
/// that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The question.
    pub question: Question,
    /// Groups of indices of scorings in the corpus plan.
    pub groups: Vec<Arc<[usize]>>,
    /// Indices of test sets in the corpus plan; without them, all placements of the grid.
    pub test_sets: Option<Vec<usize>>,
    /// Numbers of replicates.
    pub replicates: Vec<u32>,
    /// It is asked of the repeats from 1 to this.
    pub repeats: u32,
}

/// Whether a derivation of `study` compares test sets with the whole corpus.
pub(super) fn reads_whole(study: &Study) -> bool {
    let derivations = &study.derivations;
    derivations.representativeness.is_some()
        || derivations.cross_reference.is_some()
        || derivations.coverage.is_some()
        || derivations.ranking.is_some()
}

/// What a grid is on: a corpus with the test sets and scorings that the grid's indices mean.
pub(super) struct Ground<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) test_sets: &'a [TestSet],
    pub(super) scorings: &'a [Scoring],
}

impl Ground<'_> {
    /// Documents that count for a scoring in the test sets of `path`, each number once.
    pub(super) fn counted_sizes(&self, scoring: usize, path: &Path) -> Vec<usize> {
        let mask = self.scorings[scoring].mask.as_deref();
        let count = |set: &usize| self.test_sets[*set].judged_documents(self.corpus, mask);
        let mut sizes: Vec<usize> = path.test_sets.iter().map(count).collect();
        sizes.retain(|size| *size > 0);
        sizes.dedup();
        sizes
    }

    /// Once for each scoring, largest test set and sequence of sizes.
    fn size_intervals(&self, study: &Study, grid: &Grid) -> Vec<Asked> {
        let mut groups: BTreeMap<(usize, Vec<usize>), BTreeSet<usize>> = BTreeMap::new();
        for path in &grid.paths {
            let Some(last) = path.test_sets.last() else { continue };
            for scoring in scored(&grid.scorings, self.scorings) {
                let sizes = self.counted_sizes(scoring, path);
                groups.entry((*last, sizes)).or_default().insert(scoring);
            }
        }
        let asked = groups.into_iter().filter_map(|((last, sizes), scorings)| {
            Some(Asked {
                question: Question::size_intervals(study, &sizes)?,
                groups: scorings.into_iter().map(|scoring| Arc::from([scoring])).collect(),
                test_sets: Some(vec![last]),
                replicates: vec![0],
                repeats: 1,
            })
        });
        asked.collect()
    }
}

/// All that `study` asks of its `grid`.
pub(super) fn asked(study: &Study, grid: &Grid, ground: &Ground<'_>) -> Vec<Asked> {
    let all = ground.scorings;
    let singles = |scorings: &[usize]| -> Vec<Arc<[usize]>> {
        scored(scorings, all).map(|index| Arc::from([index])).collect()
    };
    let of_singles = |question: Question| Asked {
        question,
        groups: singles(&grid.scorings),
        test_sets: None,
        replicates: study.replicates.clone(),
        repeats: study.shown_repeats(),
    };
    let questions =
        [Some(Question::summary(study)), Question::intervals(study), Question::replicates(study)];
    let mut asked: Vec<Asked> = questions.into_iter().flatten().map(&of_singles).collect();
    asked.extend(Question::stability(study).map(|question| Asked {
        // Fewer replicates are the first of the most.
        replicates: study.replicates.iter().copied().max().into_iter().collect(),
        repeats: study.repeats,
        ..of_singles(question)
    }));
    if study.minimal_size.is_some() {
        asked.extend(ground.size_intervals(study, grid));
    }
    if let Some(question) = Question::coverage_intervals(study) {
        asked.push(of_singles(question));
        asked.push(Asked {
            groups: by_metric(&grid.scorings, all),
            ..of_singles(Question::differences(study, Pairs::All))
        });
    }
    asked.extend(
        Question::ranking(study).map(|question| Asked {
            groups: by_metric(&grid.scorings, all),
            ..of_singles(question)
        }),
    );
    for family in &grid.correlated {
        let Some((question, group)) = Question::correlation(study, family) else { continue };
        asked.push(Asked { groups: singles(&group), ..of_singles(Question::summary(study)) });
        asked.push(Asked { groups: vec![group], ..of_singles(question) });
    }
    if study.derivations.comparison.is_some() {
        asked.extend(compared(study, grid, all));
    }
    if study.derivations.power.is_some() {
        asked.push(Asked {
            groups: by_metric(&grid.scorings, all),
            ..of_singles(Question::differences(study, Pairs::All))
        });
    }
    if let Some((whole, question)) = grid.whole.zip(Question::generator(study)) {
        let group: Arc<[usize]> = scored(&grid.scorings, all).collect();
        asked.push(Asked {
            groups: if group.is_empty() { Vec::new() } else { vec![group] },
            test_sets: Some(vec![whole]),
            replicates: vec![0],
            repeats: 1,
            ..of_singles(question)
        });
    }
    if let Some(whole) = grid.whole {
        asked.push(Asked {
            question: Question::summary(study),
            groups: singles(&grid.scorings),
            test_sets: Some(vec![whole]),
            replicates: vec![0],
            repeats: study.shown_repeats(),
        });
        asked.push(Asked {
            question: Question::summary(study),
            groups: singles(&grid.cross_references),
            test_sets: Some(vec![whole]),
            replicates: study.replicates.clone(),
            repeats: study.shown_repeats(),
        });
    }
    asked
}

/// What comparisons of systems ask.
fn compared(study: &Study, grid: &Grid, all: &[Scoring]) -> Vec<Asked> {
    let options = study.derivations.comparison.as_ref();
    let baseline = options.and_then(|options| options.baseline.as_deref());
    let from_replicates = options.is_some_and(|options| {
        options.compat.is_none() && options.methods.iter().any(|method| !method.exchanges())
    });
    let pairs = Compared::pairs_with(baseline);
    let groups = by_metric(&grid.scorings, all);
    let groups: Vec<Arc<[usize]>> = groups
        .iter()
        .filter_map(|group| Compared::new(baseline, group, all))
        .map(|compared| compared.scorings)
        .collect();
    let of_groups = |question: Question, replicates: &[u32]| Asked {
        question,
        groups: groups.clone(),
        test_sets: None,
        replicates: replicates.to_vec(),
        repeats: study.shown_repeats(),
    };
    let differences = from_replicates.then(|| Question::differences(study, pairs));
    let questions = [
        differences.map(|question| of_groups(question, &study.replicates)),
        Question::sacrebleu(study, pairs).map(|question| of_groups(question, &study.replicates)),
        // Exchanges need no replicates.
        Question::randomization(study, pairs).map(|question| of_groups(question, &[0])),
    ];
    questions.into_iter().flatten().collect()
}

/// Scorings that have scores.
fn scored<'a>(scorings: &'a [usize], all: &'a [Scoring]) -> impl Iterator<Item = usize> + 'a {
    scorings.iter().copied().filter(|index| all[*index].obstacle.is_none())
}

/// Scorings with scores that share metric and references, in the order of `scorings`: the systems
/// that are compared with each other.
pub(super) fn by_metric(scorings: &[usize], all: &[Scoring]) -> Vec<Arc<[usize]>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in scored(scorings, all) {
        let shares = |group: &&mut Vec<usize>| {
            let (own, other) = (&all[index], &all[group[0]]);
            own.metric == other.metric && own.references == other.references
        };
        match groups.iter_mut().find(shares) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups.into_iter().map(Arc::from).collect()
}
