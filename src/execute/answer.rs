//! Answers: what a question gives for a group of scorings on a test set.

mod correlation;
mod differences;
mod exchanges;
mod generator;
mod intervals;
mod pairs;
mod ranking;
mod size_intervals;
mod stability;
mod summary;

use serde::{Deserialize, Serialize};

pub use correlation::{CorrelationDifference, CorrelationEstimate, CorrelationSet};
pub use differences::{Bounds, PairDifference, Probability};
pub use exchanges::PairTests;
pub use intervals::{IntervalEstimate, IntervalSet, SACREBLEU_LEVEL};
pub use ranking::{Ranking, SystemRanks};
pub use size_intervals::{SizeSpread, SizeSpreads};
pub use stability::IntervalEnds;
pub use summary::Summary;

use super::view::View;
use crate::plan::{Question, Task};

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Question::Correlation`], or why there are no correlations.
    Correlation(Result<CorrelationSet, String>),
    /// To [`Question::Generator`]: for each scoring, in the metric's unit, the scores on all fresh
    /// corpora; absent where undefined.
    Generator(Vec<Vec<Option<f64>>>),
    /// To [`Question::Intervals`].
    Intervals(IntervalSet),
    /// To [`Question::Summary`].
    Summary(Summary),
    /// To [`Question::Replicates`]: scores in the metric's unit, absent where undefined.
    Replicates(Vec<Option<f64>>),
    /// To [`Question::Differences`]: one for each pair, in the order of [`Pairs::of`](crate::plan::Pairs::of).
    Differences(Vec<PairDifference>),
    /// To [`Question::Ranking`], or why there are no ranks.
    Ranking(Result<Ranking, String>),
    /// To [`Question::Randomization`] and [`Question::Sacrebleu`] (bootstrap, then randomization): one
    /// for each pair, as for differences.
    Tests(Vec<PairTests>),
    /// To [`Question::SizeIntervals`]: how sizes vary, or why that is not known (a text for the
    /// tables).
    SizeIntervals(Result<SizeSpreads, String>),
    /// To [`Question::Stability`]: for each number of replicates each method.
    Stability(Vec<IntervalEnds>),
}

/// Answers `task`.
pub(super) fn answer(view: &View<'_>, task: &Task) -> Answer {
    match &task.question {
        Question::Correlation { options } => {
            Answer::Correlation(correlation::of(view, task, options))
        }
        Question::Generator { corpora } => Answer::Generator(generator::of(view, task, *corpora)),
        Question::Intervals { options } => Answer::Intervals(intervals::of(view, task, options)),
        Question::Summary { level } => Answer::Summary(summary::of(view, task, *level)),
        Question::Replicates => {
            let scores = view.scores(task.scorings[0], task.replicates).iter();
            Answer::Replicates(scores.map(|score| score.is_finite().then_some(*score)).collect())
        }
        Question::Differences { level, pairs } => {
            Answer::Differences(differences::of(view, task, *level, *pairs))
        }
        Question::Ranking { level } => Answer::Ranking(ranking::of(view, task, *level)),
        Question::Randomization { methods, trials, pairs } => {
            Answer::Tests(exchanges::randomized(view, task, methods, *trials, *pairs))
        }
        Question::Sacrebleu { trials, pairs } => {
            Answer::Tests(exchanges::compatible(view, task, *trials, *pairs))
        }
        Question::SizeIntervals { options, level, sizes } => {
            let found = size_intervals::of(view, task, options, *level, sizes);
            Answer::SizeIntervals(found.map_err(|undefined| undefined.status().to_owned()))
        }
        Question::Stability { methods, level, replicates } => {
            Answer::Stability(stability::of(view, task, methods, *level, replicates))
        }
    }
}
