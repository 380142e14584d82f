//! Least squares of system + block + judge, where a block is a document or an item.
//!
//! Blocks are absorbed: their means are taken out of scores and indicators, so that what is solved is
//! a system in systems and judges alone, of some dozens of unknowns, exactly (Searle 1971, *Linear
//! models*, section 7.1). Which judge saw which system and block may be as unequal as it likes, as long as
//! judges remain connected through blocks that several of them rated.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::ratings::Ratings;
use crate::stats::reason::Reason;
use crate::stats::special::beta_cdf;
use crate::value::words;

/// Root mean square of residuals over that of scores, up to which residuals are rounding errors.
const ROUNDING: f64 = 1e-12;

/// Least part of an indicator's sum of squares that may be left when all others are taken out of it.
const CONFOUNDED: f64 = 1e-9;

words! {
    /// What the effect of a text is taken for.
    pub enum Block {
        /// One effect for each document.
        Document = "documents",
        /// One effect for each item (segment).
        Item = "items",
    }
}

/// Whether judges differ: an F test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FTest {
    /// Mean square of judges, adjusted for systems and blocks, over that of the residuals.
    pub f: f64,
    /// Degrees of freedom of judges.
    pub above: f64,
    /// Degrees of freedom of residuals.
    pub below: f64,
    /// Probability of as large an F if judges were alike and residuals normal and independent.
    pub p_value: f64,
}

/// A judge among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Severity {
    /// Points by which the judge scores the same outputs lower than the mean judge, in whom a judge counts as often as he
    /// rated; below 0: higher.
    pub severity: f64,
    /// Its standard error if residuals are independent.
    pub standard_error: f64,
    /// Ratings that the judge gave.
    pub load: usize,
    /// Standard deviation of the residuals of the judge, with the share of the degrees of freedom of all
    /// residuals that the load is of all ratings.
    pub spread: f64,
}

/// Effects of systems and judges by least squares.
#[derive(Clone, Debug)]
pub struct AdditiveFit {
    /// Mean score of each system, adjusted for judges and blocks: deviations from the mean system. `None`
    /// for a system without ratings.
    pub systems: Vec<Option<f64>>,
    /// Each judge; `None` for one without ratings.
    pub judges: Vec<Option<Severity>>,
    /// Whether they differ.
    pub test: FTest,
    /// Variance of the residuals.
    pub residual_variance: f64,
    /// Variance of the severity among judges of whom these are a sample: `(SS - (J - 1) s^2) / tr`, with the
    /// adjusted sum of squares of judges and the trace of their adjusted cross products (Henderson's method
    /// 3; Searle, Casella & `McCulloch` 1992, section 5.5). May be below 0.
    pub severity_variance: f64,
    /// Residual of each rating.
    pub residuals: Vec<f64>,
}

impl AdditiveFit {
    /// Fits scores. Cost O(ratings + blocks (systems + judges)^2 + (systems + judges)^3).
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewJudges`], [`Reason::TooFewRatings`], [`Reason::NoVariance`]; [`Reason::Confounded`] where judges or
    /// systems fall apart into groups that share no document (or item).
    pub fn new(ratings: &Ratings, block: Block) -> Result<Self, Reason> {
        let absorbed = Absorbed::new(ratings, block);
        let (systems, judges) = (absorbed.systems.len(), absorbed.judges.len());
        if judges < 2 || systems == 0 {
            return Err(Reason::TooFewJudges);
        }
        // One system and one judge are what the others are compared with: two parameters fewer.
        let below = ratings.len() as f64 - (absorbed.blocks + systems + judges - 2) as f64;
        if below < 1.0 {
            return Err(Reason::TooFewRatings);
        }
        let (factor, effects) = absorbed.solved().ok_or(Reason::Confounded)?;
        let inverse = factor.inverse();

        let all = absorbed.with_references(&effects);
        let residuals = absorbed.residuals(ratings, &all);
        let squares: f64 = residuals.iter().map(|residual| residual * residual).sum();
        let scores: f64 = ratings.score().iter().map(|score| score * score).sum();
        if squares <= ROUNDING * ROUNDING * scores {
            return Err(Reason::NoVariance);
        }
        let residual_variance = squares / below;

        // Of the rows and columns of judges, the inverse is that of the cross products of judges adjusted for
        // systems.
        let first = systems - 1;
        let judge_block = inverse.view((first, first), (judges - 1, judges - 1)).into_owned();
        let judge_effects = effects.rows(first, judges - 1).into_owned();
        let sum = connected(&judge_block)
            .map(|factor| judge_effects.dot(&factor.solve(&judge_effects)))
            .ok_or(Reason::Confounded)?;
        let above = (judges - 1) as f64;
        let f = sum / above / residual_variance;
        // The upper tail itself: one minus the distribution function of F would lose the digits of small p-values.
        let p_value = beta_cdf(0.5 * below, 0.5 * above, below / (below + above * f));
        let test = FTest { f, above, below, p_value };
        let severity_variance =
            (sum - above * residual_variance) / absorbed.adjusted_trace(systems);

        let covariance = judge_block * residual_variance;
        let judges = absorbed.severities(ratings, &all[systems..], &covariance, &residuals, below);
        let mean = all[..systems].iter().sum::<f64>() / systems as f64;
        let mut system_effects = vec![None; ratings.systems()];
        for (system, effect) in absorbed.systems.iter().zip(&all) {
            system_effects[*system] = Some(effect - mean);
        }
        Ok(Self {
            systems: system_effects,
            judges,
            test,
            residual_variance,
            severity_variance,
            residuals,
        })
    }

    /// Standard deviation of severity among judges, `sqrt(severity_variance)`; 0 where that is below 0.
    pub fn severity_deviation(&self) -> f64 {
        self.severity_variance.max(0.0).sqrt()
    }
}

/// Severity of each judge against the mean judge of `loads`, by least squares of system + document + judge; `None`
/// for judges without ratings. Nothing else of the fit is computed.
///
/// # Errors
///
/// As of [`AdditiveFit::new`], without a look at residuals.
pub(super) fn severities_of(
    ratings: &Ratings,
    loads: &[usize],
) -> Result<Vec<Option<f64>>, Reason> {
    let absorbed = Absorbed::new(ratings, Block::Document);
    if absorbed.judges.len() < 2 || absorbed.systems.is_empty() {
        return Err(Reason::TooFewJudges);
    }
    let (_, effects) = absorbed.solved().ok_or(Reason::Confounded)?;
    let all = absorbed.with_references(&effects);
    let judge_effects = absorbed.judges.iter().zip(&all[absorbed.systems.len()..]);
    let total: f64 = judge_effects.clone().map(|(judge, _)| loads[*judge] as f64).sum();
    let mean =
        judge_effects.clone().map(|(judge, effect)| loads[*judge] as f64 * effect).sum::<f64>()
            / total;
    let mut severities = vec![None; ratings.judges()];
    judge_effects.for_each(|(judge, effect)| severities[*judge] = Some(mean - effect));
    Ok(severities)
}

/// Cross products with the means of blocks taken out. Columns: systems that have ratings, then judges.
struct Absorbed {
    blocks: usize,
    block: Vec<u32>,
    systems: Vec<usize>,
    judges: Vec<usize>,
    /// Column of the system and the judge of each rating.
    columns: Vec<[usize; 2]>,
    gram: DMatrix<f64>,
    moments: DVector<f64>,
}

impl Absorbed {
    fn new(ratings: &Ratings, block: Block) -> Self {
        let block = match block {
            Block::Document => ratings.document(),
            Block::Item => ratings.item().to_vec(),
        };
        let systems = used(ratings.system(), ratings.systems());
        let judges = used(ratings.judge(), ratings.judges());
        let columns: Vec<[usize; 2]> = ratings
            .system()
            .iter()
            .zip(ratings.judge())
            .map(|(system, judge)| {
                // All levels of ratings are in the lists: the search does not fail.
                let system = position_of(&systems, *system).unwrap_or_else(|place| place);
                let judge = position_of(&judges, *judge).unwrap_or_else(|place| place);
                [system, systems.len() + judge]
            })
            .collect();
        let width = systems.len() + judges.len();
        let levels = block.iter().max().map_or(0, |last| *last as usize + 1);
        let mut members = vec![Vec::new(); levels];
        block.iter().enumerate().for_each(|(rating, block)| members[*block as usize].push(rating));
        members.retain(|members| !members.is_empty());
        let (mut gram, mut moments) = (DMatrix::zeros(width, width), DVector::zeros(width));
        let mut counts = vec![0.0; width];
        for members in &members {
            let count = members.len() as f64;
            let mean = members.iter().map(|rating| ratings.score()[*rating]).sum::<f64>() / count;
            for rating in members {
                let [system, judge] = columns[*rating];
                counts[system] += 1.0;
                counts[judge] += 1.0;
                gram[(system, judge)] += 1.0;
                gram[(judge, system)] += 1.0;
                let deviation = ratings.score()[*rating] - mean;
                moments[system] += deviation;
                moments[judge] += deviation;
            }
            let filled: Vec<usize> = (0..width).filter(|column| counts[*column] > 0.0).collect();
            for row in &filled {
                gram[(*row, *row)] += counts[*row];
                for column in &filled {
                    gram[(*row, *column)] -= counts[*row] * counts[*column] / count;
                }
            }
            for column in filled {
                counts[column] = 0.0;
            }
        }
        Self { blocks: members.len(), block, systems, judges, columns, gram, moments }
    }

    /// The factor of the cross products, and effects: of systems but the first, and of judges but the first, with which
    /// the others are compared. `None` where some are not connected.
    fn solved(&self) -> Option<(Cholesky<f64, Dyn>, DVector<f64>)> {
        let free = self.free();
        let factor = connected(&self.gram.select_rows(&free).select_columns(&free))?;
        let effects = factor.solve(&self.moments.select_rows(&free));
        Some((factor, effects))
    }

    fn free(&self) -> Vec<usize> {
        let systems = self.systems.len();
        (1..systems).chain(systems + 1..systems + self.judges.len()).collect()
    }

    /// Effects of all, 0 for the first system and the first judge.
    fn with_references(&self, effects: &DVector<f64>) -> Vec<f64> {
        let mut all = vec![0.0; self.systems.len() + self.judges.len()];
        self.free().into_iter().zip(effects).for_each(|(column, effect)| all[column] = *effect);
        all
    }

    /// Scores less effects, less the mean of the block.
    fn residuals(&self, ratings: &Ratings, effects: &[f64]) -> Vec<f64> {
        let rest: Vec<f64> = ratings
            .score()
            .iter()
            .zip(&self.columns)
            .map(|(score, [system, judge])| score - effects[*system] - effects[*judge])
            .collect();
        let levels = self.block.iter().max().map_or(0, |last| *last as usize + 1);
        let means = super::ratings::means(&self.block, &rest, levels);
        rest.iter()
            .zip(&self.block)
            .map(|(rest, block)| rest - means[*block as usize].unwrap_or(0.0))
            .collect()
    }

    /// Trace of the cross products of all judges, adjusted for blocks and systems.
    fn adjusted_trace(&self, systems: usize) -> f64 {
        let judges = self.judges.len();
        let trace = (systems..systems + judges).map(|judge| self.gram[(judge, judge)]).sum::<f64>();
        if systems < 2 {
            return trace;
        }
        let block = self.gram.view((1, 1), (systems - 1, systems - 1)).into_owned();
        let shared = self.gram.view((1, systems), (systems - 1, judges)).into_owned();
        let Some(factor) = Cholesky::new(block) else { return trace };
        trace - shared.dot(&factor.solve(&shared))
    }

    fn severities(
        &self,
        ratings: &Ratings,
        effects: &[f64],
        covariance: &DMatrix<f64>,
        residuals: &[f64],
        below: f64,
    ) -> Vec<Option<Severity>> {
        let judges = self.judges.len();
        let loads = ratings.loads();
        let weights = self.judges.iter().map(|judge| loads[*judge] as f64 / ratings.len() as f64);
        let weights = DVector::from_iterator(judges, weights);
        let mean = weights.iter().zip(effects).map(|(weight, effect)| weight * effect).sum::<f64>();
        // The deviation of a judge from the mean as a combination of the free effects: 1 less the weight of the own,
        // less the weights of the others.
        let free_weights = weights.rows(1, judges - 1);
        let with_mean = covariance * free_weights;
        let mean_variance = free_weights.dot(&with_mean);
        let mut squares = vec![0.0; judges];
        for (residual, [_, judge]) in residuals.iter().zip(&self.columns) {
            squares[judge - self.systems.len()] += residual * residual;
        }
        let mut severities = vec![None; ratings.judges()];
        for (place, judge) in self.judges.iter().enumerate() {
            let variance = match place.checked_sub(1) {
                None => mean_variance,
                Some(free) => covariance[(free, free)] - 2.0 * with_mean[free] + mean_variance,
            };
            let load = loads[*judge];
            let freedom = below * load as f64 / ratings.len() as f64;
            severities[*judge] = Some(Severity {
                severity: mean - effects[place],
                standard_error: variance.max(0.0).sqrt(),
                load,
                spread: (squares[place] / freedom).sqrt(),
            });
        }
        severities
    }
}

fn position_of(of: &[usize], level: u32) -> Result<usize, usize> {
    of.binary_search(&(level as usize))
}

/// Levels that have ratings, ascending.
fn used(level: &[u32], levels: usize) -> Vec<usize> {
    let mut seen = vec![false; levels];
    for level in level {
        seen[*level as usize] = true;
    }
    (0..levels).filter(|level| seen[*level]).collect()
}

/// The Cholesky factor, if no column is a combination of the others up to rounding.
fn connected(gram: &DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    if gram.nrows() == 0 {
        return Cholesky::new(gram.clone());
    }
    let factor = Cholesky::new(gram.clone())?;
    let lower = factor.l_dirty();
    let whole = (0..gram.nrows()).all(|column| {
        lower[(column, column)] * lower[(column, column)] > CONFOUNDED * gram[(column, column)]
    });
    whole.then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::ratings::Rating;

    /// Eight ratings of two systems on three documents by three judges, unequal; a fourth judge rated nothing.
    fn few() -> Ratings {
        let rows = [
            (0, 0, 0, 3.0),
            (1, 0, 1, 5.0),
            (0, 1, 1, 4.0),
            (1, 1, 0, 8.0),
            (0, 2, 2, 1.0),
            (1, 2, 0, 6.0),
            (0, 0, 2, 2.5),
            (1, 1, 2, 7.0),
        ];
        let rows = rows.map(|(system, item, judge, score)| Rating { system, item, judge, score });
        Ratings::new(2, 4, vec![0, 1, 2], rows).unwrap()
    }

    /// Normal equations with every indicator spelled out.
    fn spelled_out(ratings: &Ratings) -> (f64, f64, Vec<f64>) {
        let [(whole, solved), (without, _)] = [true, false].map(|with_judges| {
            let document = ratings.document();
            let rows = ratings.len();
            let width = 1 + 1 + 2 + if with_judges { 2 } else { 0 };
            let design = DMatrix::from_fn(rows, width, |row, column| {
                let holds = match column {
                    0 => true,
                    1 => ratings.system()[row] == 1,
                    2 | 3 => document[row] as usize == column - 1,
                    _ => ratings.judge()[row] as usize == column - 3,
                };
                f64::from(u8::from(holds))
            });
            let scores = DVector::from_column_slice(ratings.score());
            let solved = design.clone().svd(true, true).solve(&scores, 1e-12).unwrap();
            let squares = (&scores - &design * &solved).norm_squared();
            (squares, solved.as_slice().to_vec())
        });
        (whole, without - whole, solved)
    }

    #[test]
    fn absorbing_changes_nothing() {
        let ratings = few();
        let fit = AdditiveFit::new(&ratings, Block::Document).unwrap();
        let (squares, judge_variances, solved) = spelled_out(&ratings);
        assert_eq!((fit.test.above, fit.test.below), (2.0, 2.0));
        assert!((fit.residual_variance - squares / 2.0).abs() < 1e-12);
        assert!((fit.test.f - judge_variances / squares).abs() < 1e-10, "{:?}", fit.test);
        let systems = fit.systems[1].unwrap() - fit.systems[0].unwrap();
        assert!((systems - solved[1]).abs() < 1e-12);
        let severities = [0, 1, 2].map(|judge: usize| fit.judges[judge].unwrap().severity);
        assert!((severities[0] - severities[1] - solved[4]).abs() < 1e-12);
        assert!((severities[0] - severities[2] - solved[5]).abs() < 1e-12);
        // The mean judge is that of the ratings.
        let loads = ratings.loads();
        let weighted = loads.iter().zip(severities).map(|(load, severity)| *load as f64 * severity);
        let sum = weighted.sum::<f64>();
        assert!(sum.abs() < 1e-12, "{sum}");
        assert_eq!(fit.judges[3], None);
    }

    /// Every judge rates everything: the two-way layout of the textbooks, where standard errors are
    /// `s sqrt((1 - 1/J) J / N)` and the variance of judges is the difference of mean squares over N/J.
    #[test]
    fn a_balanced_layout_has_its_closed_form() {
        let scores = [3.0, 4.5, 2.0, 5.0, 7.0, 3.5, 1.0, 2.0, 2.5, 6.0, 6.5, 4.0];
        let rows = (0..12_u32).map(|index| Rating {
            system: 0,
            item: index / 3,
            judge: index % 3,
            score: scores[index as usize],
        });
        let ratings = Ratings::new(1, 3, (0..4).collect(), rows).unwrap();
        let fit = AdditiveFit::new(&ratings, Block::Item).unwrap();
        let mean = scores.iter().sum::<f64>() / 12.0;
        let deviations = [0, 1, 2]
            .map(|judge: usize| scores[judge..].iter().step_by(3).sum::<f64>() / 4.0 - mean);
        let square =
            4.0 * deviations.iter().map(|deviation| deviation * deviation).sum::<f64>() / 2.0;
        assert!((fit.test.f - square / fit.residual_variance).abs() < 1e-12);
        let variance = (square - fit.residual_variance) / 4.0;
        assert!((fit.severity_variance - variance).abs() < 1e-12);
        for (judge, severity) in fit.judges.iter().enumerate() {
            let severity = severity.unwrap();
            assert!((severity.severity + deviations[judge]).abs() < 1e-12);
            let error = (fit.residual_variance * (2.0 / 3.0) / 4.0).sqrt();
            assert!((severity.standard_error - error).abs() < 1e-12);
        }
    }

    /// System, item, judge and score of each rating.
    fn outcome(rows: &[(u32, u32, u32, f64)]) -> Result<(), Reason> {
        let ratings = Ratings::of_two(rows);
        AdditiveFit::new(&ratings, Block::Item).map(|_| ())
    }

    #[test]
    fn what_cannot_be_compared() {
        let one = [(0, 0, 0, 1.0), (1, 0, 0, 2.0), (0, 1, 0, 3.0)];
        assert_eq!(outcome(&one), Err(Reason::TooFewJudges));
        // Each document has a judge of its own.
        let apart = [
            (0, 0, 0, 1.0),
            (1, 0, 0, 2.0),
            (0, 1, 1, 3.0),
            (1, 1, 1, 5.0),
            (1, 1, 1, 5.0),
            (0, 0, 0, 2.0),
        ];
        assert_eq!(outcome(&apart), Err(Reason::Confounded));
        let equal =
            [(0, 0, 0, 7.1), (1, 0, 1, 7.1), (0, 1, 1, 7.1), (1, 1, 0, 7.1), (0, 1, 0, 7.1)];
        assert_eq!(outcome(&equal), Err(Reason::NoVariance));
        assert_eq!(outcome(&apart[..2]), Err(Reason::TooFewJudges));
        assert_eq!(
            outcome(&[(0, 0, 0, 1.0), (1, 0, 1, 2.0), (0, 1, 1, 3.0)]),
            Err(Reason::TooFewRatings)
        );
    }
}
