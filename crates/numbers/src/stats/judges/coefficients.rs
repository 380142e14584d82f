//! What the sums of squares of an unbalanced layout add up from: Henderson's method 1 on ratings less the
//! means of systems.

use nalgebra::DMatrix;

/// Levels of a factor: which ratings belong to each.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// Level of each rating, numbered in the order of appearance.
    pub(super) of_rating: Vec<u32>,
    /// Ratings of each level.
    members: Vec<Vec<u32>>,
    /// Systems with the number of their ratings, at each level.
    systems: Vec<Vec<(u32, f64)>>,
    /// `sum_c n_sc n_tc` over levels c, for systems s and t.
    gram: DMatrix<f64>,
}

impl Levels {
    /// Of the `keys` of ratings, which may be any numbers. O(ratings log ratings).
    pub(super) fn new(keys: impl Iterator<Item = u64>, system: &[u32], systems: usize) -> Self {
        let mut numbers = std::collections::BTreeMap::new();
        let level_of_rating: Vec<u32> = keys
            .map(|key| {
                let next = u32::try_from(numbers.len()).expect("fewer levels than ratings");
                *numbers.entry(key).or_insert(next)
            })
            .collect();
        let mut members = vec![Vec::new(); numbers.len()];
        let mut counts = vec![Vec::<(u32, f64)>::new(); numbers.len()];
        for (rating, (level, system)) in (0_u32..).zip(level_of_rating.iter().zip(system)) {
            members[*level as usize].push(rating);
            let counts = &mut counts[*level as usize];
            match counts.iter_mut().find(|(counted, _)| counted == system) {
                Some((_, count)) => *count += 1.0,
                None => counts.push((*system, 1.0)),
            }
        }
        let mut gram = DMatrix::zeros(systems, systems);
        for counts in &counts {
            for (s, count_s) in counts {
                for (t, count_t) in counts {
                    gram[(*s as usize, *t as usize)] += count_s * count_t;
                }
            }
        }
        Self { of_rating: level_of_rating, members, systems: counts, gram }
    }

    /// Whether both put the same ratings together.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        self.of_rating == other.of_rating
    }

    /// Sum over levels of the square of the sum of their deviations, over their ratings.
    pub(super) fn squares(&self, deviations: &[f64]) -> f64 {
        self.members
            .iter()
            .map(|members: &Vec<u32>| {
                let sum: f64 = members.iter().map(|rating| deviations[*rating as usize]).sum();
                sum * sum / members.len() as f64
            })
            .sum()
    }

    /// What a unit of variance between the levels of `other` adds to the mean of [`Self::squares`], if deviations
    /// are from the means of systems with `per_system` ratings: `tr(Z' M P M Z)`, with the indicators Z of the other
    /// levels, the means P over own levels and M that takes means of systems out. O(ratings + levels systems^2).
    pub(super) fn coefficient(&self, other: &Self, per_system: &[f64]) -> f64 {
        let mut counts = vec![0.0; other.members.len()];
        let mut touched = Vec::new();
        let mut sum = 0.0;
        for (members, systems) in self.members.iter().zip(&self.systems) {
            for rating in members {
                let level = other.of_rating[*rating as usize] as usize;
                if counts[level] == 0.0 {
                    touched.push(level);
                }
                counts[level] += 1.0;
            }
            // Squares of n_ac - sum_s n_as n_sc / n_s over all c, most of which the level never meets.
            let mut squares = 0.0;
            for level in touched.drain(..) {
                let count = counts[level];
                counts[level] = 0.0;
                let expected = other.systems[level].iter().map(|(system, count)| {
                    let entry = systems.iter().find(|(counted, _)| counted == system);
                    let share = entry.map_or(0.0, |(_, own)| own / per_system[*system as usize]);
                    share * count
                });
                let expected: f64 = expected.sum();
                squares += count * (count - 2.0 * expected);
            }
            for (s, count_s) in systems {
                for (t, count_t) in systems {
                    let product = self::product(*count_s, *count_t, [*s, *t], per_system);
                    squares += product * other.gram[(*s as usize, *t as usize)];
                }
            }
            sum += squares / members.len() as f64;
        }
        sum
    }
}

fn product(count_s: f64, count_t: f64, [s, t]: [u32; 2], per_system: &[f64]) -> f64 {
    count_s / per_system[s as usize] * count_t / per_system[t as usize]
}
