//! How far scores of simulated campaigns are off, and how often they have the best systems: with dynamic assignment, and with
//! systems in turn on the same documents.

use super::{Assignment, Chances, MeanWithError, Page, Population, adjusted, estimates};
use crate::stats::moments::SampleMoments;
use crate::stats::monte_carlo::share_error;
use crate::stats::random::StreamKey;
use crate::value::words;

words! {
    /// A way to estimate scores.
    #[derive(Default)]
    pub enum DynamicEstimate {
        /// Least squares on systems and segments.
        #[default]
        Adjusted = "adjusted",
        /// Ratings weighted by one over their probability.
        Weighted = "weighted",
        /// The mean of all ratings.
        Plain = "plain",
        /// Without bias, by the probabilities of pages.
        Aipw = "aipw",
    }
}

/// What the scores of one campaign come to, by one estimate. Systems are divided into the best k and the rest, by their
/// true scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Whether the best system has the highest score: 1 or 0.
    pub best_found: f64,
    /// Share of the best k that have one of the k highest scores.
    pub top_found: f64,
    /// Mean error of the best k and of the rest, over those that have a score; nothing without any.
    pub bias: [Option<f64>; 2],
    /// Mean squared error of these.
    pub squares: [Option<f64>; 2],
}

/// What one campaign comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// Ratings, of segments.
    pub ratings: f64,
    /// Pages: fewer than planned where all outputs have ratings before.
    pub pages: f64,
    /// With dynamic assignment, in the order of [`DynamicEstimate::ALL`].
    pub dynamic: [Outcome; 4],
    /// With systems in turn, adjusted.
    pub adjusted_in_turn: Outcome,
    /// With systems in turn, plain means: all probabilities are equal, so that weighted ones are the same.
    pub plain_in_turn: Outcome,
}

/// Campaigns to simulate.
#[derive(Clone, Debug)]
pub struct Campaigns {
    /// Where they come from.
    pub population: Population,
    /// How pages choose systems.
    pub assignment: Assignment,
    /// Numbers of pages, ascending: a longer campaign continues a shorter one.
    pub lines: Vec<usize>,
    /// Number of best systems, below that of systems.
    pub top: usize,
    /// Names the campaigns.
    pub key: StreamKey,
}

impl Campaigns {
    /// Campaign `number`, by number of pages. O(pages x systems² + documents x systems).
    ///
    /// # Panics
    ///
    /// As [`inclusion()`](super::inclusion()) does.
    pub fn outcomes(&self, number: u64) -> Vec<Outcomes> {
        let key = self.key.clone().number(number);
        let (setting, targets) = self.population.setting(&mut key.generator(0));
        let longest = self.lines.last().copied().unwrap_or(0);
        let (pages, chances) = setting.dynamic(self.assignment, longest, &mut key.generator(1));
        let in_turn = setting.in_turn(&pages, self.assignment.shown, &mut key.generator(2));
        let truth = Truth::new(targets, self.top);
        let lines = self.lines.iter().map(|lines| {
            let lines = (*lines).min(pages.len());
            truth.outcomes(&pages[..lines], &chances[..lines], &in_turn[..lines])
        });
        lines.collect()
    }
}

/// What estimates are compared with.
struct Truth {
    targets: Vec<f64>,
    is_top: Vec<bool>,
    best: f64,
    top: usize,
}

impl Truth {
    fn new(targets: Vec<f64>, top: usize) -> Self {
        let scores: Vec<Option<f64>> = targets.iter().copied().map(Some).collect();
        let mut is_top = vec![false; targets.len()];
        best_first(&scores).into_iter().take(top).for_each(|system| is_top[system] = true);
        let best = targets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { targets, is_top, best, top }
    }

    fn outcomes(&self, pages: &[Page], chances: &[Chances], in_turn: &[Page]) -> Outcomes {
        let systems = self.targets.len();
        let all = estimates(pages, chances, systems);
        let dynamic = DynamicEstimate::ALL.map(|estimate| match estimate {
            DynamicEstimate::Adjusted => self.outcome(&adjusted_or_none(pages, systems)),
            DynamicEstimate::Weighted => self.outcome(&means(all.iter().map(|one| one.weighted))),
            DynamicEstimate::Plain => self.outcome(&means(all.iter().map(|one| one.plain))),
            DynamicEstimate::Aipw => self.outcome(&means(all.iter().map(|one| one.augmented))),
        });
        let ratings = pages.iter().flat_map(|page| &page.shown);
        Outcomes {
            ratings: ratings.map(|shown| f64::from(shown.ratings)).sum(),
            pages: pages.len() as f64,
            dynamic,
            adjusted_in_turn: self.outcome(&adjusted_or_none(in_turn, systems)),
            plain_in_turn: self.outcome(&plain(in_turn, systems)),
        }
    }

    fn outcome(&self, scores: &[Option<f64>]) -> Outcome {
        let order = best_first(scores);
        let best = order.first().filter(|system| scores[**system].is_some());
        let top = order.iter().take(self.top);
        let top = top.filter(|system| scores[**system].is_some() && self.is_top[**system]).count();
        let errors = [true, false].map(|is_top| {
            let errors = scores.iter().zip(&self.targets).zip(&self.is_top);
            let errors = errors.filter(move |(_, other)| **other == is_top);
            SampleMoments::of(errors.filter_map(|((score, target), _)| Some((*score)? - target)))
        });
        Outcome {
            best_found: f64::from(best.is_some_and(|system| self.targets[*system] >= self.best)),
            top_found: top as f64 / self.top as f64,
            bias: errors.map(|errors| Some(errors?.mean)),
            squares: errors
                .map(|errors| errors.map(|of| of.squares / of.count as f64 + of.mean * of.mean)),
        }
    }
}

/// Scores by least squares; of no system where nothing compares some of them.
fn adjusted_or_none(pages: &[Page], systems: usize) -> Vec<Option<f64>> {
    adjusted(pages, systems).unwrap_or_else(|| vec![None; systems])
}

fn means(estimates: impl Iterator<Item = Option<MeanWithError>>) -> Vec<Option<f64>> {
    estimates.map(|estimate| Some(estimate?.mean)).collect()
}

/// Means of all ratings.
fn plain(pages: &[Page], systems: usize) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0.0); systems];
    for shown in pages.iter().flat_map(|page| &page.shown) {
        let (sum, count) = &mut sums[shown.system];
        (*sum, *count) = (*sum + shown.sum, *count + f64::from(shown.ratings));
    }
    sums.into_iter().map(|(sum, count)| (count > 0.0).then(|| sum / count)).collect()
}

/// Numbers of systems, the highest score first, those without a score last; of equal ones the first.
fn best_first(scores: &[Option<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|one, other| {
        let [one, other] = [one, other].map(|system| scores[*system].unwrap_or(f64::NEG_INFINITY));
        other.total_cmp(&one)
    });
    order
}

/// Means over campaigns, each with its Monte Carlo error; nothing where too few campaigns have a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How often the best system has the highest score.
    pub best_found: Option<MeanWithError>,
    /// Share of the best k that are found.
    pub top_found: Option<MeanWithError>,
    /// Mean error of the best k, and of the rest.
    pub bias: [Option<MeanWithError>; 2],
    /// Root of the mean squared error of these.
    pub rmse: [Option<MeanWithError>; 2],
}

/// Share of campaigns that have scores below which nothing is said: the others are those that went well.
const FEWEST_SCORED: f64 = 0.9;

impl Summary {
    /// Of campaigns in their order; nothing where a tenth or more of them have no scores at all.
    pub fn new(outcomes: &[Outcome]) -> Self {
        let scored = outcomes.iter().filter(|outcome| outcome.bias.iter().any(Option::is_some));
        if (scored.count() as f64) < FEWEST_SCORED * outcomes.len() as f64 {
            return Self::default();
        }
        Self {
            best_found: share(outcomes),
            top_found: mean(outcomes.iter().map(|outcome| Some(outcome.top_found))),
            bias: [0, 1].map(|part| mean(outcomes.iter().map(move |outcome| outcome.bias[part]))),
            rmse: [0, 1].map(|part| {
                mean(outcomes.iter().map(move |outcome| outcome.squares[part])).map(root)
            }),
        }
    }

    /// How much more is found, and how much larger errors are, than in `others`, campaign by campaign: both come from the
    /// same documents and judges. Biases are subtracted, too.
    pub fn difference(outcomes: &[Outcome], others: &[Outcome]) -> Self {
        let [one, other] = [outcomes, others].map(Self::new);
        if one.best_found.is_none() || other.best_found.is_none() {
            return Self::default();
        }
        let pairs = outcomes.iter().zip(others);
        Self {
            best_found: mean(pairs.clone().map(|(a, b)| Some(a.best_found - b.best_found))),
            top_found: mean(pairs.clone().map(|(a, b)| Some(a.top_found - b.top_found))),
            bias: [0, 1]
                .map(|part| mean(pairs.clone().map(|(a, b)| Some(a.bias[part]? - b.bias[part]?)))),
            rmse: [0, 1].map(|part| {
                let squares =
                    pairs.clone().filter_map(|(a, b)| a.squares[part].zip(b.squares[part]));
                let [a, b] = [
                    mean(squares.clone().map(|(a, _)| Some(a)))?.mean.sqrt(),
                    mean(squares.clone().map(|(_, b)| Some(b)))?.mean.sqrt(),
                ];
                // The derivative of a root, by its square; 0 has no error that would matter.
                let [per_a, per_b] = [a, b].map(|root| if root > 0.0 { 0.5 / root } else { 0.0 });
                let error = mean(squares.map(|(a, b)| Some(per_a * a - per_b * b)))?;
                Some(MeanWithError { mean: a - b, ..error })
            }),
        }
    }
}

/// How often the best system is found.
fn share(outcomes: &[Outcome]) -> Option<MeanWithError> {
    let share = mean(outcomes.iter().map(|outcome| Some(outcome.best_found)))?;
    let count = outcomes.iter().filter(|outcome| outcome.best_found > 0.0).count();
    let error = share_error(count as u64, outcomes.len() as u64);
    Some(MeanWithError { standard_error: Some(error), ..share })
}

/// Over the campaigns that have a value.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<MeanWithError> {
    let values: Vec<f64> = values.flatten().collect();
    let moments = SampleMoments::of(values.iter().copied())?;
    Some(MeanWithError { mean: moments.mean, standard_error: moments.standard_error() })
}

/// The root of a mean of squares, with its error by the derivative.
fn root(square: MeanWithError) -> MeanWithError {
    let mean = square.mean.sqrt();
    let error = square.standard_error.filter(|_| mean > 0.0).map(|error| 0.5 * error / mean);
    MeanWithError { mean, standard_error: error }
}

#[cfg(test)]
mod real;
#[cfg(test)]
mod tests;
