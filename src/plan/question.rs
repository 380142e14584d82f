//! Questions: what a study asks of the replicates of a test set.
//!
//! A question is asked of a group of scorings that share the draws of a job. Its options are part of
//! the key of its answer, so whatever changes an answer stands here or in the scorings. Planning and
//! analysis make questions by the same functions, so that what is asked for is what is read.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::correlation::Family;
use crate::spec::model::{
    Coefficient, Coverage, IntervalMethod, Intervals, MinimalSize, Over, Study, TestMethod, Truth,
};

/// What is computed from the replicates of a group of scorings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Question {
    /// Of several metrics, each with the same systems: how they correlate.
    Correlation {
        /// What is correlated, and how.
        #[serde(serialize_with = "shared")]
        options: Arc<CorrelationOptions>,
    },
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
    /// Of several systems: their ranks in replicates, held against those on the test set and on the
    /// whole corpus.
    Ranking {
        /// Confidence level of the intervals of ranks.
        level: f64,
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
    /// Of one scoring on the largest test set of an ordering, without replicates: how much sizes read
    /// off curves vary from one sample and order of documents to the next.
    SizeIntervals {
        /// What is fitted and read, and the number of draws.
        #[serde(serialize_with = "shared")]
        options: Arc<MinimalSize>,
        /// Confidence level of the interval whose half-width is to meet a target.
        level: f64,
        /// Sizes of the ordering, in documents that count, ascending.
        #[serde(serialize_with = "shared")]
        sizes: Arc<[u32]>,
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

/// What a question on correlations asks of a group that holds the systems of one metric after those of
/// the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorrelationOptions {
    /// Number of metrics.
    pub metrics: usize,
    /// Pairs of them.
    pub pairs: Vec<(usize, usize)>,
    /// Metrics (m, n, third), where m's correlation with the third is compared with n's.
    pub differences: Vec<(usize, usize, usize)>,
    /// Coefficients; over systems, Hamming's proximity of ranks comes after them.
    pub coefficients: Vec<Coefficient>,
    /// What the correlated scores belong to.
    pub over: Over,
    /// Confidence level of intervals.
    pub level: f64,
}

impl CorrelationOptions {
    /// Names of what is estimated of each pair, in order.
    pub fn kinds(&self) -> Vec<&'static str> {
        let coefficients = self.coefficients.iter().map(|coefficient| coefficient.name());
        coefficients.chain((self.over == Over::Systems).then_some("hamming")).collect()
    }
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

    /// What the table `correlations` shows of a family, and of which group.
    pub fn correlation(study: &Study, family: &Family) -> Option<(Self, Arc<[usize]>)> {
        let options = study.derivations.correlation.as_ref()?;
        let options = CorrelationOptions {
            metrics: family.members.len(),
            pairs: family.pairs.clone(),
            differences: family.differences.clone(),
            coefficients: options.coefficients.clone(),
            over: options.over,
            level: study.level,
        };
        let group: Arc<[usize]> =
            family.members.iter().flat_map(|member| member.scorings.iter().copied()).collect();
        (!group.is_empty()).then(|| (Self::Correlation { options: Arc::new(options) }, group))
    }

    /// What the tables `ranks` and `rank_stability` show, with intervals of the level of the study.
    pub fn ranking(study: &Study) -> Option<Self> {
        study.derivations.ranking.as_ref().map(|_| Self::Ranking { level: study.level })
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

    /// How much sizes vary that are read off curves along an ordering whose test sets have `sizes`
    /// documents that count; where that is asked for, and there are two.
    pub fn size_intervals(study: &Study, sizes: &[usize]) -> Option<Self> {
        let options = study.minimal_size.as_ref().filter(|options| options.interval_draws > 0)?;
        let sizes: Option<Arc<[u32]>> =
            sizes.iter().map(|size| u32::try_from(*size).ok()).collect();
        Some(Self::SizeIntervals {
            options: Arc::new(options.clone()),
            level: study.level,
            sizes: sizes.filter(|sizes| sizes.len() >= 2)?,
        })
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
