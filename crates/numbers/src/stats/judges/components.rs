//! Components of the variance of ratings, by the analysis of variance for unequal numbers.
//!
//! Means of systems are taken out, since systems are fixed; then sums of squares of the means over the levels of
//! each factor are set equal to what the components let expect of them, exactly for any pattern of ratings
//! (Henderson's method 1, with his method 2 for the fixed effects; Searle, Casella & `McCulloch` 1992, *Variance
//! components*, sections 5.3 and 5.4). In a balanced layout these are the classical estimators, the differences of mean
//! squares. They are unbiased, can fall below 0, and take no distribution for granted.

use nalgebra::{DMatrix, DVector};

use super::coefficients::Levels;
use super::ratings::{Ratings, means};
use crate::stats::reason::Reason;
use crate::value::words;

/// Smallest singular value of the equations, over the largest, below which components cannot be separated.
const SEPARABLE: f64 = 1e-10;

words! {
    /// What ratings vary with.
    #[derive(Default, Hash)]
    pub enum Factor {
        /// Difficulty of documents, the same for all systems.
        #[default]
        Document = "document",
        /// What a system does better or worse in a document.
        SystemDocument = "system x document",
        /// Difficulty of items (segments) within documents.
        Item = "item",
        /// What a system does better or worse on an item: the quality of its output.
        Output = "system x item",
        /// Severity of judges.
        Judge = "judge",
        /// What a judge likes in a system.
        SystemJudge = "system x judge",
        /// All that changes with each rating.
        Residual = "residual",
    }
}

/// Components of variance, in squares of the unit of the score. A factor that has the same levels as a later one in
/// [`Factor::ALL`] has none: what varies with both is the later one's. (Of a single rating for each output,
/// `Output` is part of `Residual`; of documents of one item, `Document` is part of `Item`.)
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Components {
    values: [Option<f64>; 7],
}

impl Components {
    /// Estimates. Cost O(ratings log ratings + levels systems^2), some milliseconds for 5,000 ratings.
    ///
    /// # Errors
    ///
    /// [`Reason`].
    pub fn new(ratings: &Ratings) -> Result<Self, Reason> {
        let factors = factors(ratings);
        let means_of_systems = means(ratings.system(), ratings.score(), ratings.systems());
        let deviations: Vec<f64> = ratings
            .system()
            .iter()
            .zip(ratings.score())
            .map(|(system, score)| score - means_of_systems[*system as usize].unwrap_or(0.0))
            .collect();
        let (equations, per_system) = equations(ratings, &factors);
        if ratings.len() <= per_system.iter().filter(|count| **count > 0.0).count() {
            return Err(Reason::TooFewUnits);
        }
        let squares = factors.iter().map(|(_, levels)| levels.squares(&deviations));
        let squares = DVector::from_iterator(factors.len(), squares);
        // A factor with a single level, such as one judge, goes with the means of systems.
        let diagonal = equations.diagonal();
        if diagonal.iter().any(|square| *square <= SEPARABLE * ratings.len() as f64) {
            return Err(Reason::Confounded);
        }
        // Rows in one unit, so that singular values compare.
        let scaled = DMatrix::from_fn(factors.len(), factors.len(), |row, column| {
            equations[(row, column)] / (diagonal[row] * diagonal[column]).sqrt()
        });
        let scaled_squares =
            DVector::from_fn(factors.len(), |row, _| squares[row] / diagonal[row].sqrt());
        // Singular values, because they also say whether the components can be separated at all.
        let decomposition = scaled.svd(true, true);
        let singular = &decomposition.singular_values;
        if singular.min() <= SEPARABLE * singular.max() {
            return Err(Reason::Confounded);
        }
        // No singular value is cut off: a pseudo-inverse would hand out numbers for components that are confounded.
        let solved = decomposition.solve(&scaled_squares, 0.0).map_err(|_| Reason::Confounded)?;
        let mut values = [None; 7];
        for (row, (factor, _)) in factors.iter().enumerate() {
            values[*factor as usize] = Some(solved[row] / diagonal[row].sqrt());
        }
        Ok(Self { values })
    }

    /// Known components; 0 for those not named.
    pub fn known(values: &[(Factor, f64)]) -> Self {
        let mut components = Self { values: [Some(0.0); 7] };
        for (factor, value) in values {
            components.values[*factor as usize] = Some(*value);
        }
        components
    }

    /// All of them times `factor`: those of scores in a unit whose square is that many times smaller.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { values: self.values.map(|value| value.map(|value| factor * value)) }
    }

    /// The estimate as it came out, perhaps below 0; `None` where the factor has the levels of another.
    pub fn estimate(&self, factor: Factor) -> Option<f64> {
        self.values[factor as usize]
    }

    /// The component: 0 where the estimate is below 0 or part of another.
    pub fn get(&self, factor: Factor) -> f64 {
        self.estimate(factor).unwrap_or(0.0).max(0.0)
    }

    /// Whether every output has a single rating: its quality and what changes with each rating are one
    /// component, [`Factor::Residual`] (status `single-ratings`).
    pub fn has_single_ratings(&self) -> bool {
        self.estimate(Factor::Output).is_none() && self.estimate(Factor::Residual).is_some()
    }

    /// Share of a component in the sum of all.
    pub fn share(&self, factor: Factor) -> f64 {
        self.get(factor) / Factor::ALL.iter().map(|factor| self.get(*factor)).sum::<f64>()
    }
}

/// Factors with levels of their own, in the order of [`Factor::ALL`].
fn factors(ratings: &Ratings) -> Vec<(Factor, Levels)> {
    let document = ratings.document();
    let all = Factor::ALL.map(|factor| {
        let keys = (0..ratings.len()).map(|rating| {
            let system = u64::from(ratings.system()[rating]) << 32;
            match factor {
                Factor::Document => u64::from(document[rating]),
                Factor::SystemDocument => system | u64::from(document[rating]),
                Factor::Item => u64::from(ratings.item()[rating]),
                Factor::Output => system | u64::from(ratings.item()[rating]),
                Factor::Judge => u64::from(ratings.judge()[rating]),
                Factor::SystemJudge => system | u64::from(ratings.judge()[rating]),
                Factor::Residual => rating as u64,
            }
        });
        (factor, Levels::new(keys, ratings.system(), ratings.systems()))
    });
    // The later one of two alike: with judges that each have a text to themselves both are kept, and the
    // equations have no solution.
    let kept = all.iter().filter(|factor| !all.iter().any(|other| are_alike(factor, other)));
    kept.cloned().collect()
}

fn are_alike((first, levels): &(Factor, Levels), (second, other): &(Factor, Levels)) -> bool {
    first < second
        && (is_of_texts(*first) == is_of_texts(*second) || *second == Factor::Residual)
        && levels.same_as(other)
}

fn is_of_texts(factor: Factor) -> bool {
    factor <= Factor::Output
}

/// What each component adds to the mean of each sum of squares, and the ratings of each system.
fn equations(ratings: &Ratings, factors: &[(Factor, Levels)]) -> (DMatrix<f64>, Vec<f64>) {
    let mut per_system = vec![0.0; ratings.systems()];
    ratings.system().iter().for_each(|system| per_system[*system as usize] += 1.0);
    (
        DMatrix::from_fn(factors.len(), factors.len(), |row, column| {
            factors[row].1.coefficient(&factors[column].1, &per_system)
        }),
        per_system,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::ratings::Rating;

    /// Twenty ratings without a pattern: two or three of some outputs, none of others.
    fn uneven() -> Ratings {
        let mut state = 7_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let rows: Vec<Rating> = (0..40)
            .map(|_| Rating {
                system: next(3),
                item: next(6),
                judge: next(4),
                score: f64::from(next(100)),
            })
            .collect();
        Ratings::new(3, 4, vec![0, 0, 1, 1, 1, 2], rows).unwrap()
    }

    /// Whether each rating is of each level.
    fn indicators(level: &[u32]) -> DMatrix<f64> {
        let levels = *level.iter().max().unwrap() as usize + 1;
        DMatrix::from_fn(level.len(), levels, |row, column| {
            f64::from(u8::from(level[row] as usize == column))
        })
    }

    /// Puts the mean of its level in the place of each rating.
    fn averaging(level: &[u32]) -> DMatrix<f64> {
        let z = indicators(level);
        let counts = z.transpose() * &z;
        &z * counts.try_inverse().unwrap() * z.transpose()
    }

    /// `tr(Z' M P M Z)` with every matrix spelled out.
    #[test]
    fn coefficients_are_traces() {
        let ratings = uneven();
        let factors = factors(&ratings);
        assert_eq!(factors.len(), 7);
        let (equations, _) = equations(&ratings, &factors);
        let n = ratings.len();
        let less_systems = DMatrix::identity(n, n) - averaging(ratings.system());
        for (row, (_, levels)) in factors.iter().enumerate() {
            let form = &less_systems * averaging(&levels.of_rating) * &less_systems;
            for (column, (_, other)) in factors.iter().enumerate() {
                let z = indicators(&other.of_rating);
                let trace = (z.transpose() * &form * z).trace();
                assert!((equations[(row, column)] - trace).abs() < 1e-10, "{row} {column}");
            }
            let scores = DVector::from_column_slice(ratings.score());
            let square = (scores.transpose() * &form * &scores)[(0, 0)];
            let deviations: Vec<f64> = (&less_systems * &scores).iter().copied().collect();
            assert!((levels.squares(&deviations) - square).abs() < 1e-7, "{row}");
        }
    }

    /// Three systems, four items, two judges, all rated: differences of the mean squares of the textbook
    /// (system x item, judge, system x judge, residual), here without documents.
    #[test]
    fn a_balanced_layout_has_its_closed_form() {
        let rows = cells().map(|(system, item, judge)| {
            let score = made_score(system, item, judge);
            Rating { system, item, judge, score }
        });
        let ratings = Ratings::new(3, 2, (0..4).collect(), rows).unwrap();
        let components = Components::new(&ratings).unwrap();
        assert_eq!(components.estimate(Factor::Document), None);
        assert_eq!(components.estimate(Factor::SystemDocument), None);

        let all = mean_of(|_, _, _| true);
        // Sums of squares of five strata; the residual takes the rest, item x judge included.
        let [mut ss_item, mut ss_output, mut ss_judge, mut ss_liking, mut ss_rest] = [0.0; 5];
        for (s, i, r) in cells() {
            let system = mean_of(|x, _, _| x == s) - all;
            let item = mean_of(|_, x, _| x == i) - all;
            let judge = mean_of(|_, _, x| x == r) - all;
            let output = mean_of(|x, y, _| x == s && y == i) - all - system - item;
            let liking = mean_of(|x, _, y| x == s && y == r) - all - system - judge;
            let fitted = all + system + item + judge + output + liking;
            let rest = made_score(s, i, r) - fitted;
            ss_item += item * item;
            ss_output += output * output;
            ss_judge += judge * judge;
            ss_liking += liking * liking;
            ss_rest += rest * rest;
        }
        // Degrees of freedom 3, 6, 1, 2 and 23 - 2 - 3 - 6 - 1 - 2 = 9.
        let residual = ss_rest / 9.0;
        let output_variance = (ss_output / 6.0 - residual) / 2.0;
        let liking_variance = (ss_liking / 2.0 - residual) / 4.0;
        let item = (ss_item / 3.0 - ss_output / 6.0) / 6.0;
        let judge = (ss_judge - ss_liking / 2.0) / 12.0;
        for (factor, expected) in [
            (Factor::Residual, residual),
            (Factor::Output, output_variance),
            (Factor::SystemJudge, liking_variance),
            (Factor::Item, item),
            (Factor::Judge, judge),
        ] {
            let estimate = components.estimate(factor).unwrap();
            assert!((estimate - expected).abs() < 1e-9, "{factor:?}: {estimate} {expected}");
        }
    }

    /// System, item and judge of each rating of a complete layout.
    fn cells() -> impl Iterator<Item = (u32, u32, u32)> {
        (0..3).flat_map(|s| (0..4).flat_map(move |i| (0..2).map(move |r| (s, i, r))))
    }

    /// Mean of the made scores of some of the cells.
    fn mean_of(holds: impl Fn(u32, u32, u32) -> bool) -> f64 {
        let scores = cells().filter(|(s, i, r)| holds(*s, *i, *r));
        let scores: Vec<f64> = scores.map(|(s, i, r)| made_score(s, i, r)).collect();
        scores.iter().sum::<f64>() / scores.len() as f64
    }

    fn made_score(s: u32, i: u32, r: u32) -> f64 {
        f64::from((s * 37 + i * 53 + r * 29 + s * i * 17 + i * r * r * 11 + s * r * 7) % 23)
    }

    #[test]
    fn one_rating_for_each_output_leaves_a_sum() {
        let ratings = uneven();
        let mut seen = std::collections::BTreeSet::new();
        let once = ratings.filtered(|rating| seen.insert((rating.system, rating.item)));
        let components = Components::new(&once).unwrap();
        assert!(
            components.has_single_ratings()
                && !Components::new(&ratings).unwrap().has_single_ratings()
        );
        assert!(
            components.estimate(Factor::Output).is_none()
                && components.get(Factor::Output) < 1e-300
        );
    }

    #[test]
    fn judges_with_texts_of_their_own_are_not_separated() {
        let rows = (0..24_u32).map(|index| {
            let (system, item) = (index % 2, index / 4);
            Rating { system, item, judge: item / 2, score: f64::from(index * index % 11) }
        });
        let ratings = Ratings::new(2, 3, vec![0, 0, 1, 1, 2, 2], rows).unwrap();
        assert_eq!(Components::new(&ratings), Err(Reason::Confounded));
        // One judge has the mean of each system.
        let one = uneven().filtered(|rating| rating.judge == 0);
        assert_eq!(Components::new(&one), Err(Reason::Confounded));
        let none = ratings.filtered(|rating| rating.item == 0 && rating.system == 0);
        let none = none.filtered({
            let mut first = true;
            move |_| std::mem::take(&mut first)
        });
        assert_eq!(Components::new(&none), Err(Reason::TooFewUnits));
    }

    #[test]
    fn negative_components_count_as_none() {
        let components = Components::known(&[
            (Factor::Judge, -2.0),
            (Factor::Output, 3.0),
            (Factor::Residual, 1.0),
        ]);
        assert!(components.is_negative(Factor::Judge) && !components.is_negative(Factor::Output));
        assert_eq!((components.get(Factor::Judge), components.share(Factor::Output)), (0.0, 0.75));
    }

    impl Components {
        /// Returns `true` if the estimate is below 0, so that 0 is used.
        pub(in crate::stats) fn is_negative(&self, factor: Factor) -> bool {
            self.estimate(factor).is_some_and(|value| value < 0.0)
        }
    }
}
