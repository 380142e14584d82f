//! Questions: what a study asks of the replicates of a test set.
//!
//! A question is asked of a group of scorings that share the draws of a job. Its options are part of
//! the key of its answer, so whatever changes an answer stands here or in the scorings. Planning and
//! analysis make questions by the same functions, so that what is asked for is what is read.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::comparison::Compared;
use super::grid::Grid;
use super::scoring::Scoring;
use crate::spec::model::{Coverage, IntervalMethod, Intervals, Study, TestMethod, Truth};

/// What is computed from the replicates of a group of scorings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Question {
    /// Of several scorings of a synthetic corpus: scores on fresh corpora of its generator.
    Generator {
        /// Number of fresh corpora.
        corpora: u32,
    },
    /// Of one scoring: intervals by several methods.
    Intervals {
        /// Methods and levels.
        #[serde(serialize_with = "shared")]
        options: Arc<Intervals>,
    },
    /// Of one scoring: score, mean, median, STDEV and percentile interval.
    Summary {
        /// Confidence level of the interval.
        level: f64,
    },
    /// Of one scoring: the scores of all replicates.
    Replicates,
    /// Of several systems: what replicates say of the differences between them.
    Differences {
        /// Confidence level of the interval of a difference.
        level: f64,
        /// Which of them are paired.
        pairs: Pairs,
    },
    /// Of several systems: p-values by exchanging their outputs.
    Randomization {
        /// Approximate and exact randomization, or one of them.
        #[serde(serialize_with = "shared")]
        methods: Arc<[TestMethod]>,
        /// Random exchanges.
        trials: u32,
        /// Which systems are paired.
        pairs: Pairs,
    },
    /// Of several systems: sacreBLEU's p-values, by its bootstrap and by its randomization.
    Sacrebleu {
        /// Random exchanges.
        trials: u32,
        /// Which systems are paired.
        pairs: Pairs,
    },
    /// Of one scoring in one repeat: ends of intervals for several numbers of replicates.
    Stability {
        /// Methods.
        #[serde(serialize_with = "shared")]
        methods: Arc<[IntervalMethod]>,
        /// Confidence level.
        level: f64,
        /// Numbers of replicates, of which the task has the largest.
        #[serde(serialize_with = "shared")]
        replicates: Arc<[u32]>,
    },
}

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

    /// The pairs of `count` systems, as positions in their group: (0, 1), (0, 2), ..., (1, 2), ...
    /// or, with a baseline, which comes second, (1, 0), (2, 0), ...
    pub fn of(self, count: usize) -> Vec<(usize, usize)> {
        match self {
            Self::All => (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
            Self::WithFirst => (1..count).map(|other| (other, 0)).collect(),
        }
    }
}

impl Question {
    /// The summary that every cell has.
    pub fn summary(study: &Study) -> Self {
        Self::Summary { level: study.level }
    }

    /// What the table `intervals` shows.
    pub fn intervals(study: &Study) -> Option<Self> {
        let options = study.derivations.intervals.as_ref()?;
        Some(Self::Intervals { options: Arc::new(options.clone()) })
    }

    /// Intervals whose coverage is counted.
    pub fn coverage_intervals(study: &Study) -> Option<Self> {
        let Coverage { methods, levels, .. } = study.derivations.coverage.clone()?;
        Some(Self::Intervals { options: Arc::new(Intervals { methods, levels, compat: None }) })
    }

    /// True scores by the generator, where coverage is held against them.
    pub fn generator(study: &Study) -> Option<Self> {
        let coverage = study.derivations.coverage.as_ref()?;
        (coverage.truth == Truth::Generator).then_some(Self::Generator { corpora: coverage.trials })
    }

    /// What the table `replicates` shows.
    pub fn replicates(study: &Study) -> Option<Self> {
        study.derivations.replicates.then_some(Self::Replicates)
    }

    /// Differences between systems, with intervals of the level of the study.
    pub fn differences(study: &Study, pairs: Pairs) -> Self {
        Self::Differences { level: study.level, pairs }
    }

    /// P-values by exchanging outputs, where the study compares systems that way.
    pub fn randomization(study: &Study, pairs: Pairs) -> Option<Self> {
        let options = study.derivations.comparison.as_ref()?;
        let methods = options.methods.iter().copied().filter(|method| method.exchanges());
        let methods: Arc<[TestMethod]> = methods.collect();
        let is_asked = options.compat.is_none() && !methods.is_empty();
        is_asked.then_some(Self::Randomization { methods, trials: options.trials, pairs })
    }

    /// sacreBLEU's p-values, where the study asks for them.
    pub fn sacrebleu(study: &Study, pairs: Pairs) -> Option<Self> {
        let options = study.derivations.comparison.as_ref()?;
        options.compat.map(|_| Self::Sacrebleu { trials: options.trials, pairs })
    }

    /// What the table `stability` sums up over repeats.
    pub fn stability(study: &Study) -> Option<Self> {
        let options = study.derivations.stability.as_ref()?;
        Some(Self::Stability {
            methods: Arc::from(options.methods.as_slice()),
            level: study.level,
            replicates: Arc::from(study.replicates.as_slice()),
        })
    }
}

/// Options that all tasks of a study share.
fn shared<T: Serialize + ?Sized, S: Serializer>(
    value: &Arc<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().serialize(serializer)
}

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
}

/// All that `study` asks of its `grid`, whose scorings are indices into `all`.
pub(super) fn asked(study: &Study, grid: &Grid, all: &[Scoring]) -> Vec<Asked> {
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
    if let Some(question) = Question::coverage_intervals(study) {
        asked.push(of_singles(question));
        asked.push(Asked {
            groups: by_metric(&grid.scorings, all),
            ..of_singles(Question::differences(study, Pairs::All))
        });
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
