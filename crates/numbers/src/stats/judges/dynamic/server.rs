//! How a server chooses what a page shows: systems one after the other by their weights, documents uniformly; and how
//! one does that takes systems in turn.

use rand_pcg::Pcg64;

use super::Choice;
use crate::stats::ordering::shuffled;
use crate::stats::random::{below, uniform};

impl Choice {
    /// The systems of a page. After all cold ones, others are as likely as each other.
    pub(super) fn systems(self, shown: usize, random: &mut Pcg64) -> Vec<usize> {
        let mut weights: Vec<f64> = match self {
            Self::Cold(is_cold) => is_cold.into_iter().map(f64::from).collect(),
            Self::Ranked(weights) => weights,
        };
        let mut systems = Vec::with_capacity(shown);
        while systems.len() < shown.min(weights.len()) {
            if let Some(system) = pick(&weights, random) {
                weights[system] = 0.0;
                systems.push(system);
            } else {
                weights.fill(1.0);
                for system in &systems {
                    weights[*system] = 0.0;
                }
            }
        }
        systems
    }
}

/// One of those with a weight, in proportion to it; none without any weight.
fn pick(weights: &[f64], random: &mut Pcg64) -> Option<usize> {
    // The last of them takes what rounding leaves over.
    let last = weights.iter().rposition(|weight| *weight > 0.0)?;
    let mut left = uniform(random) * weights.iter().sum::<f64>();
    let place = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    Some(place.unwrap_or(last))
}

/// Documents on which some system has no rating yet.
pub(super) struct OpenDocuments {
    /// By document and system.
    is_rated: Vec<Vec<bool>>,
    open: Vec<usize>,
}

impl OpenDocuments {
    pub(super) fn new(documents: usize, systems: usize) -> Self {
        Self { is_rated: vec![vec![false; systems]; documents], open: (0..documents).collect() }
    }

    /// The document of a page that shows `systems`, which counts as rated; none when all are.
    pub(super) fn next(&mut self, systems: &[usize], random: &mut Pcg64) -> Option<usize> {
        if self.open.is_empty() {
            return None;
        }
        let place = below(self.open.len(), random);
        let document = self.open[place];
        let is_rated = &mut self.is_rated[document];
        for system in systems {
            is_rated[*system] = true;
        }
        if !is_rated.contains(&false) {
            self.open.remove(place);
        }
        Some(document)
    }
}

/// Systems in random orders, one after the other: none has more than one page more than another.
pub(super) struct Turns {
    systems: usize,
    waiting: Vec<usize>,
}

impl Turns {
    pub(super) fn new(systems: usize) -> Self {
        Self { systems, waiting: Vec::new() }
    }

    /// The next of them, all different.
    pub(super) fn next(&mut self, shown: usize, random: &mut Pcg64) -> Vec<usize> {
        let mut page = Vec::with_capacity(shown);
        while page.len() < shown.min(self.systems) {
            let Some(place) = self.waiting.iter().position(|system| !page.contains(system)) else {
                self.waiting.extend(shuffled(self.systems, random));
                continue;
            };
            page.push(self.waiting.remove(place));
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::population::generator;
    use super::super::inclusion;
    use super::*;

    /// Picks happen as often as the closed form says: 20,000 pages, within four standard errors.
    #[test]
    fn systems_are_shown_with_their_probabilities() {
        let weights: Vec<f64> = (1..=7).map(|rank| 1.0 / f64::from(rank)).collect();
        let (random, pages) = (&mut generator("server", 0), 20_000);
        for shown in 1..=3 {
            let mut counts = [0.0; 7];
            for _ in 0..pages {
                let systems = Choice::Ranked(weights.clone()).systems(shown, random);
                assert_eq!(systems.len(), shown);
                for system in systems {
                    counts[system] += 1.0;
                }
            }
            for (count, p) in counts.into_iter().zip(inclusion(&weights, shown)) {
                let limit = 4.0 * (p * (1.0 - p) / f64::from(pages)).sqrt();
                assert!((count / f64::from(pages) - p).abs() < limit, "{shown}: {count}, {p}");
            }
        }
    }

    #[test]
    fn cold_systems_come_first() {
        let random = &mut generator("cold", 0);
        for _ in 0..200 {
            let is_cold = vec![false, true, false, true, false];
            let mut systems = Choice::Cold(is_cold).systems(3, random);
            systems[..2].sort_unstable();
            assert_eq!(systems[..2], [1, 3]);
            assert!([0, 2, 4].contains(&systems[2]));
        }
        assert_eq!(Choice::Ranked(vec![1.0]).systems(3, random), [0]);
    }

    #[test]
    fn documents_close_when_all_systems_have_ratings() {
        let random = &mut generator("documents", 0);
        let mut documents = OpenDocuments::new(4, 3);
        let mut closed: Vec<usize> =
            (0..4).filter_map(|_| documents.next(&[0, 1, 2], random)).collect();
        closed.sort_unstable();
        assert_eq!(closed, [0, 1, 2, 3]);
        assert_eq!(documents.next(&[0], random), None);
        // The last system is missing however often the others are rated.
        let mut open = OpenDocuments::new(1, 3);
        assert!((0..50).all(|_| open.next(&[0, 1], random) == Some(0)));
    }

    #[test]
    fn systems_take_turns() {
        let random = &mut generator("turns", 0);
        let mut turns = Turns::new(7);
        let mut counts = [0_u32; 7];
        for _ in 0..100 {
            let page = turns.next(3, random);
            for system in &page {
                counts[*system] += 1;
            }
            assert!(page[0] != page[1] && page[0] != page[2] && page[1] != page[2]);
            let [least, most] =
                [counts.iter().min(), counts.iter().max()].map(|count| *count.unwrap());
            assert!(most - least <= 1, "{counts:?}");
        }
        assert_eq!(counts.iter().sum::<u32>(), 300);
    }
}
