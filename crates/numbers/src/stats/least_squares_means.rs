//! Least-squares means: scores of systems that were judged on different items.
//!
//! An observation is `effect of the system + effect of the item (+ effect of the judge)`. The score of a system is the
//! mean over all items of what it would have got on each,
//!
//! ```text
//! score_i = mean over items k of (y_k + alpha_i - a_k' alpha)
//! ```
//!
//! with the mean observation `y_k` of item k, the effects `alpha` of systems, and the shares `a_k` that systems have in the
//! observations of the item. That is the effect of the system plus the mean effect of items (and, where there are judges,
//! that of judges on the items), the same for all systems. Where every system is observed on every item it is the
//! plain mean. In other programs it is the least-squares mean (`LSMEANS` of SAS) or estimated marginal mean
//! (`emmeans` of R), averaged over the items that there are.
//!
//! Items are absorbed, so that what is solved is a system in judges and systems alone (Searle 1971, *Linear models*,
//! section 7.1): `L theta = b`, both sums over items.
//!
//! *Contributions* of items take the place of observations wherever these are resampled or left out. With items that count
//! `m_k` times each, `L(m) theta = b(m)`, whose derivative at `m = 1` is `L^- e_k` with the residuals `e_k` of the item;
//! a contribution is the score plus `n` times the influence of the item on it (Jaeckel 1972, *The infinitesimal
//! jackknife*). Few documents link systems to each other, and such residuals are smaller than errors are: without a document
//! d the effects are `theta - (L - L_d)^- e_d` exactly, and the contributions of its items are moved together so that scores
//! without the document follow from them. What is resampled in whole documents then has the standard error of the
//! jackknife with effects fitted again each time (the CR3 of Bell & `McCaffrey` 2002 for scores). Where every
//! system is observed on every item, contributions are the observations themselves.

use std::ops::Range;

use nalgebra::DMatrix;

/// Least part of a column's sum of squares that may be left when those before it are taken out.
const CONFOUNDED: f64 = 1e-9;

/// Entries of vectors of the null space that differ by less are equal.
const SAME: f64 = 1e-6;

/// What a system got on an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Number of the system.
    pub system: u32,
    /// Number of the judge, where judges have effects: then of every observation.
    pub judge: Option<u32>,
    /// The score.
    pub score: f64,
    /// Weight in the sum of squares, above 0.
    pub weight: f64,
}

/// What a system got, by column and item.
type Scores<'a> = &'a [Vec<Option<f64>>];

/// Observations of each item, from scores by system, column and item, each column with as many entries as there are
/// `items`. Where `judges` has the number of who gave each, judges have effects. All scores that a system has on an item
/// weigh 1 together, as in the mean of their means.
///
/// # Panics
///
/// If a score has no judge where judges are given.
pub fn observations(
    systems: &[Scores<'_>],
    judges: Option<&[Vec<Vec<Option<u32>>>]>,
    items: usize,
) -> Vec<Vec<Observation>> {
    (0..items)
        .map(|item| {
            (0..)
                .zip(systems)
                .enumerate()
                .flat_map(|(index, (number, columns)): (usize, (u32, &Scores<'_>))| {
                    let given = columns
                        .iter()
                        .enumerate()
                        .filter_map(move |(at, scores)| Some((at, scores[item]?)));
                    let weight = 1.0 / given.clone().count().max(1) as f64;
                    given
                        .map(|(column, score)| {
                            let judge = judges.map(|judges| {
                                judges[index][column][item].expect("every score has its judge")
                            });
                            Observation { system: number, judge, score, weight }
                        })
                        .collect::<Vec<_>>()
                })
                .collect()
        })
        .collect()
}

/// Systems that nothing compares: they fall into several groups, none of which shares items (and judges) with another in a
/// way that would tell their effects apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("systems fall into {} groups that nothing compares", groups.len())]
pub struct Unconnected {
    /// Numbers of the systems of each group, ascending, the groups by their first system.
    pub groups: Vec<Vec<usize>>,
}

/// Effects of systems by least squares, with what their scores and contributions are made of.
#[derive(Clone, Debug)]
pub struct LeastSquaresMeans<'a> {
    items: &'a [&'a [Observation]],
    columns: Columns,
    /// Cross products of the columns.
    gram: DMatrix<f64>,
    /// Effects by column; 0 for columns that others determine.
    effects: Vec<f64>,
    /// Generalised inverse of the cross products: rows and columns of such columns are 0.
    inverse: DMatrix<f64>,
    /// Items with observations.
    observed_items: f64,
    /// Whether each system has an observation.
    observed: Vec<bool>,
    /// Mean over items of the shares of systems.
    mean_shares: Vec<f64>,
}

/// Columns of the cross products: judges, then systems.
#[derive(Clone, Copy, Debug)]
struct Columns {
    judges: usize,
    systems: usize,
}

impl Columns {
    fn count(self) -> usize {
        self.judges + self.systems
    }

    fn system(self, observation: &Observation) -> usize {
        self.judges + observation.system as usize
    }

    /// The columns of an observation.
    fn of_observation(self, observation: &Observation) -> impl Iterator<Item = usize> {
        observation.judge.map(|judge| judge as usize).into_iter().chain([self.system(observation)])
    }
}

impl<'a> LeastSquaresMeans<'a> {
    /// Fits the observations of each of `items`; those without any add nothing. Numbers of systems and judges are below
    /// `systems` and `judges`. Systems without an observation have no score.
    ///
    /// Cost: O(observations of an item squared, over all items, + (systems + judges)^3).
    ///
    /// # Errors
    ///
    /// [`Unconnected`] where the difference of two observed systems does not follow from the observations.
    ///
    /// # Panics
    ///
    /// If a system or judge has a number that is too large.
    pub fn new(
        items: &'a [&'a [Observation]],
        systems: usize,
        judges: usize,
    ) -> Result<Self, Unconnected> {
        let columns = Columns { judges, systems };
        let CrossProducts { gram, moments } = CrossProducts::new(items, columns);
        let observed = observed(items, systems);
        let swept = Swept::new(&gram, &gram);
        let groups = swept.groups(columns, &observed);
        if groups.len() > 1 {
            return Err(Unconnected { groups });
        }
        let inverse = swept.inverse();
        let mut effects = product(&inverse, &moments);
        // One step of refinement, for what elimination has rounded.
        let fitted = product(&gram, &effects);
        let rest: Vec<f64> =
            moments.iter().zip(&fitted).map(|(moment, fitted)| moment - fitted).collect();
        let correction = product(&inverse, &rest);
        effects.iter_mut().zip(&correction).for_each(|(effect, more)| *effect += more);
        let mut mean_shares = vec![0.0; systems];
        let filled = items.iter().filter(|item| !item.is_empty());
        let observed_items = filled.clone().count() as f64;
        for item in filled {
            let weight = total_weight(item);
            for observation in *item {
                mean_shares[observation.system as usize] +=
                    observation.weight / weight / observed_items;
            }
        }
        Ok(Self { items, columns, gram, effects, inverse, observed_items, observed, mean_shares })
    }

    /// Score of a system; `None` without an observation. O(observations).
    pub fn score(&self, system: usize) -> Option<f64> {
        if !self.observed[system] {
            return None;
        }
        let filled = self.items.iter().filter(|item| !item.is_empty());
        Some(filled.map(|item| self.expected(item, system)).sum::<f64>() / self.observed_items)
    }

    /// How much items say about differences of systems.
    pub fn information(&self) -> Information {
        Information { columns: self.columns, inverse: self.inverse.clone() }
    }

    /// Contribution of each item to the score of each system, by system, whose mean they have; `None` for items without
    /// observations. Nothing for a system without any. `clusters` says of each item which document it is of: items of a
    /// document follow each other.
    ///
    /// Where nothing compares systems without a document, the contributions of its items are the infinitesimal ones: how
    /// much effects vary that follow from a single document is not known.
    ///
    /// Cost: O(observations x systems + documents x (systems + judges)^3).
    ///
    /// # Panics
    ///
    /// If there are not as many clusters as items.
    pub fn contributions(&self, clusters: &[usize]) -> Vec<Option<Vec<Option<f64>>>> {
        assert_eq!(clusters.len(), self.items.len(), "every item is of a document");
        let documents: Vec<Document> = clusters
            .chunk_by(PartialEq::eq)
            .scan(0, |start, document| {
                let items = *start..*start + document.len();
                *start = items.end;
                Some(items)
            })
            .map(|items| self.document(items))
            .collect();
        (0..self.columns.systems)
            .map(|system| self.observed[system].then(|| self.contributions_of(system, &documents)))
            .collect()
    }

    fn contributions_of(&self, system: usize, documents: &[Document]) -> Vec<Option<f64>> {
        let n = self.observed_items;
        // How much the score gains where the residuals of a column grow.
        let gains: Vec<f64> = (0..self.columns.count())
            .map(|column| {
                let mean = self.mean_shares.iter().enumerate().map(|(other, share)| {
                    share * self.inverse[(self.columns.judges + other, column)]
                });
                self.inverse[(self.columns.judges + system, column)] - mean.sum::<f64>()
            })
            .collect();
        let mut contributions = Vec::with_capacity(self.items.len());
        for document in documents {
            let items = &self.items[document.items.clone()];
            let total: f64 = items.iter().map(|item| self.influence(item, &gains)).sum();
            let change = document.change.as_ref().filter(|_| document.filled > 0.0);
            let moved = change.map_or(0.0, |change| {
                // Shares without the document.
                let mean = self.mean_shares.iter().zip(&document.shares).enumerate();
                let mean = mean.map(|(other, (all, part))| {
                    change[self.columns.judges + other] * (n * all - part)
                });
                let rest = n - document.filled;
                let exact = rest * change[self.columns.judges + system] - mean.sum::<f64>();
                (exact - total) / document.filled
            });
            contributions.extend(items.iter().map(|item| {
                (!item.is_empty())
                    .then(|| self.expected(item, system) + self.influence(item, &gains) + moved)
            }));
        }
        // Moves do not add up to nothing, while the mean is to be the score. Means without a document all change by one
        // number where documents take their parts of the excess by what is left without them.
        let score = self.score(system).unwrap_or(0.0);
        let excess = contributions.iter().flatten().sum::<f64>() - n * score;
        let others = documents.iter().filter(|document| document.filled > 0.0).count() as f64 - 1.0;
        for document in documents.iter().filter(|document| document.filled > 0.0 && others > 0.0) {
            let part = excess * (n - document.filled) / (n * others * document.filled);
            let filled_contributions = contributions[document.items.clone()].iter_mut().flatten();
            filled_contributions.for_each(|contribution| *contribution -= part);
        }
        contributions
    }

    /// What an item adds to a score that gains by the residuals of each column, times the number of items.
    fn influence(&self, item: &[Observation], gains: &[f64]) -> f64 {
        let mean = self.mean_rest(item);
        let contributions = item.iter().map(|observation| {
            let columns = self.columns.of_observation(observation);
            let gain = columns.map(|column| gains[column]).sum::<f64>();
            gain * observation.weight * (self.rest(observation) - mean)
        });
        self.observed_items * contributions.sum::<f64>()
    }

    /// What leaving out the items of a document changes.
    fn document(&self, items: Range<usize>) -> Document {
        let document_items: Vec<&[Observation]> = self.items[items.clone()].to_vec();
        let filled = document_items.iter().filter(|item| !item.is_empty()).count() as f64;
        let mut shares = vec![0.0; self.columns.systems];
        let mut residuals = vec![0.0; self.columns.count()];
        for item in document_items.iter().filter(|item| !item.is_empty()) {
            let (weight, mean) = (total_weight(item), self.mean_rest(item));
            for one in *item {
                shares[one.system as usize] += one.weight / weight;
                for column in self.columns.of_observation(one) {
                    residuals[column] += one.weight * (self.rest(one) - mean);
                }
            }
        }
        let gram = &self.gram - CrossProducts::new(&document_items, self.columns).gram;
        let swept = Swept::new(&gram, &self.gram);
        let is_all = filled >= self.observed_items;
        let is_connected = !is_all && swept.groups(self.columns, &self.observed).len() == 1;
        let change = is_connected.then(|| product(&swept.inverse(), &residuals));
        Document { items, filled, shares, change }
    }

    /// An observation less the effects of its columns.
    fn rest(&self, observation: &Observation) -> f64 {
        observation.score
            - self
                .columns
                .of_observation(observation)
                .map(|column| self.effects[column])
                .sum::<f64>()
    }

    /// The mean of that over an item; its effect.
    fn mean_rest(&self, item: &[Observation]) -> f64 {
        item.iter().map(|observation| observation.weight * self.rest(observation)).sum::<f64>()
            / total_weight(item)
    }

    /// What a system would have got on an item beside those that were observed there.
    fn expected(&self, item: &[Observation], system: usize) -> f64 {
        let effects = &self.effects[self.columns.judges..];
        let above = item.iter().map(|observation| {
            observation.weight
                * (observation.score + effects[system] - effects[observation.system as usize])
        });
        above.sum::<f64>() / total_weight(item)
    }
}

/// How much items say about differences of systems.
#[derive(Clone, Debug)]
pub struct Information {
    columns: Columns,
    inverse: DMatrix<f64>,
}

impl Information {
    /// Returns the part of each item in the variance of the difference of two systems, where errors of observations have the
    /// variance 1; 0 where an item compares nothing that the difference follows from. O(observations).
    pub fn of_items<'a>(
        &self,
        items: impl Iterator<Item = &'a [Observation]>,
        pair: [usize; 2],
    ) -> Vec<f64> {
        let [one, other] = pair.map(|system| self.inverse.row(self.columns.judges + system));
        let gains = one - other;
        let parts = items.map(|item| {
            let gain = |observation| -> f64 {
                self.columns.of_observation(observation).map(|column| gains[column]).sum()
            };
            let mean = item.iter().map(|one| one.weight * gain(one)).sum::<f64>()
                / total_weight(item).max(f64::MIN_POSITIVE);
            let apart = item.iter().map(|one| (one.weight, gain(one) - mean));
            let part: f64 = apart.map(|(weight, apart)| weight * apart * apart).sum();
            // Gains that differ by rounding alone are equal.
            if part > CONFOUNDED * CONFOUNDED * gains.norm_squared() { part } else { 0.0 }
        });
        parts.collect()
    }
}

/// What leaving out a document changes.
struct Document {
    items: Range<usize>,
    /// Its items with observations.
    filled: f64,
    /// Shares of the systems in these, added up.
    shares: Vec<f64>,
    /// How much the effects fall without it; `None` where nothing compares the systems then.
    change: Option<Vec<f64>>,
}

fn product(matrix: &DMatrix<f64>, vector: &[f64]) -> Vec<f64> {
    (0..vector.len())
        .map(|row| {
            let entries = vector.iter().enumerate();
            entries.map(|(column, value)| matrix[(row, column)] * value).sum()
        })
        .collect()
}

/// Groups of systems that nothing compares, as [`Unconnected`] has them: one where all are comparable. Scores do not
/// matter. Cost as that of [`LeastSquaresMeans::new`].
pub fn groups(items: &[&[Observation]], systems: usize, judges: usize) -> Vec<Vec<usize>> {
    let columns = Columns { judges, systems };
    let gram = CrossProducts::new(items, columns).gram;
    let swept = Swept::new(&gram, &gram);
    swept.groups(columns, &observed(items, systems))
}

fn observed(items: &[&[Observation]], systems: usize) -> Vec<bool> {
    let mut observed = vec![false; systems];
    items
        .iter()
        .copied()
        .flatten()
        .for_each(|observation| observed[observation.system as usize] = true);
    observed
}

fn total_weight(item: &[Observation]) -> f64 {
    item.iter().map(|observation| observation.weight).sum()
}

/// Cross products of the columns with each other and with scores, means of items taken out.
struct CrossProducts {
    gram: DMatrix<f64>,
    moments: Vec<f64>,
}

impl CrossProducts {
    fn new(items: &[&[Observation]], columns: Columns) -> Self {
        let width = columns.count();
        let (mut gram, mut moments) = (DMatrix::zeros(width, width), vec![0.0; width]);
        let mut weights = vec![0.0; width];
        let mut filled = Vec::new();
        for item in items.iter().filter(|item| !item.is_empty()) {
            let total = total_weight(item);
            let mean =
                item.iter().map(|observation| observation.weight * observation.score).sum::<f64>()
                    / total;
            for observation in *item {
                for column in columns.of_observation(observation) {
                    if weights[column] <= 0.0 {
                        filled.push(column);
                    }
                    weights[column] += observation.weight;
                    moments[column] += observation.weight * (observation.score - mean);
                }
                if let Some(judge) = observation.judge {
                    let (judge, system) = (judge as usize, columns.system(observation));
                    gram[(judge, system)] += observation.weight;
                    gram[(system, judge)] += observation.weight;
                }
            }
            for row in &filled {
                gram[(*row, *row)] += weights[*row];
                for column in &filled {
                    gram[(*row, *column)] -= weights[*row] * weights[*column] / total;
                }
            }
            filled.drain(..).for_each(|column| weights[column] = 0.0);
        }
        Self { gram, moments }
    }
}

/// Cross products with all columns swept that others do not determine (Goodnight 1979, *A tutorial on the SWEEP
/// operator*).
struct Swept {
    matrix: DMatrix<f64>,
    is_free: Vec<bool>,
}

impl Swept {
    /// Of `gram`, a part of `whole` or all of it: what is left of a column is compared with that, since taking parts away
    /// leaves rounding errors.
    fn new(gram: &DMatrix<f64>, whole: &DMatrix<f64>) -> Self {
        let width = gram.nrows();
        let mut matrix = gram.clone();
        let mut is_free = vec![false; width];
        // Judges come first, so that columns which others determine are of systems: groups are read off those.
        for pivot in 0..width {
            let diagonal = matrix[(pivot, pivot)];
            if diagonal <= CONFOUNDED * whole[(pivot, pivot)] {
                continue;
            }
            is_free[pivot] = true;
            for column in (0..width).filter(|column| *column != pivot) {
                let factor = matrix[(pivot, column)] / diagonal;
                for row in (0..width).filter(|row| *row != pivot) {
                    let product = matrix[(row, pivot)] * factor;
                    matrix[(row, column)] -= product;
                }
                matrix[(pivot, column)] = factor;
            }
            for row in (0..width).filter(|row| *row != pivot) {
                matrix[(row, pivot)] = -matrix[(row, pivot)] / diagonal;
            }
            matrix[(pivot, pivot)] = 1.0 / diagonal;
        }
        Self { matrix, is_free }
    }

    /// The inverse of the free columns, with zeros for the others.
    fn inverse(&self) -> DMatrix<f64> {
        DMatrix::from_fn(self.matrix.nrows(), self.matrix.ncols(), |row, column| {
            let is_kept = self.is_free[row] && self.is_free[column];
            if is_kept { self.matrix[(row, column)] } else { 0.0 }
        })
    }

    /// Groups of the observed systems: the difference of two follows from the observations where the vectors of the null
    /// space have the same entry for both. Each column of a system that others determine gives such a vector.
    fn groups(&self, columns: Columns, observed: &[bool]) -> Vec<Vec<usize>> {
        let first = columns.judges;
        let observed: Vec<usize> =
            (0..columns.systems).filter(|system| observed[*system]).collect();
        let determined: Vec<usize> =
            observed.iter().copied().filter(|system| !self.is_free[first + system]).collect();
        let entry = |system: usize, vector: usize| {
            if system == vector {
                1.0
            } else if self.is_free[first + system] {
                -self.matrix[(first + system, first + vector)]
            } else {
                0.0
            }
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for system in observed {
            match groups.iter_mut().find(|group| {
                determined
                    .iter()
                    .all(|vector| (entry(group[0], *vector) - entry(system, *vector)).abs() < SAME)
            }) {
                Some(group) => group.push(system),
                None => groups.push(vec![system]),
            }
        }
        groups
    }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
