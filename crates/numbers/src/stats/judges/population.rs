//! Random campaigns with known components, for simulations.

use rand_pcg::Pcg64;

use super::components::{Components, Factor};
use super::ratings::{Rating, Ratings};
pub(super) use crate::stats::random::uniform;
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::special::normal_quantile;

pub(super) fn generator(name: &str, number: u64) -> Pcg64 {
    StreamKey::new(1, Purpose::Generator).text(name).generator(number)
}

/// Standard normal, by its quantile.
pub(super) fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

fn below(random: &mut Pcg64, bound: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below a bound")]
    let drawn = (uniform(random) * bound as f64) as usize;
    drawn.min(bound - 1)
}

/// Four standard errors of a share whose mean is `p`.
pub(super) fn slack(p: f64, trials: u32) -> f64 {
    4.0 * (p * (1.0 - p) / f64::from(trials)).sqrt()
}

/// Who rates what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Task {
    /// All outputs of a document go to the same judges, who take turns.
    Together,
    /// All outputs of a document go to the same judges, the first of whom do most: loads fall as 1, 1/2, 1/3, ...
    Unequal,
    /// Each system's document goes to random judges.
    Scattered,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Campaign {
    pub(super) documents: usize,
    pub(super) segments: usize,
    pub(super) judges: usize,
    pub(super) ratings: usize,
    pub(super) task: Task,
}

impl Campaign {
    /// Ratings by new judges of new documents of systems whose true scores are `truth`.
    pub(super) fn drawn(
        &self,
        truth: &[f64],
        components: &Components,
        random: &mut Pcg64,
    ) -> Ratings {
        let systems = truth.len();
        let residual_deviation = components.get(Factor::Residual).sqrt();
        let draw = |random: &mut Pcg64, count: usize, factor: Factor| -> Vec<f64> {
            let deviation = components.get(factor).sqrt();
            if deviation == 0.0 {
                return vec![0.0; count];
            }
            (0..count).map(|_| deviation * normal(random)).collect()
        };
        let judge = draw(random, self.judges, Factor::Judge);
        let liking = draw(random, self.judges * systems, Factor::SystemJudge);
        let (mut rows, mut document_of_item) = (Vec::new(), Vec::new());
        for document in 0..self.documents {
            let difficulty = draw(random, 1, Factor::Document)[0];
            let document_effects = draw(random, systems, Factor::SystemDocument);
            let judges: Vec<Vec<usize>> = (0..systems)
                .scan(Vec::new(), |previous, system| {
                    if system == 0 || self.task == Task::Scattered {
                        *previous = self.judges_of(document, random);
                    }
                    Some(previous.clone())
                })
                .collect();
            for _ in 0..self.segments {
                let item = document_of_item.len();
                document_of_item.push(u32::try_from(document).unwrap());
                let item_effect = difficulty + draw(random, 1, Factor::Item)[0];
                let outputs = draw(random, systems, Factor::Output);
                for system in 0..systems {
                    for rater in &judges[system] {
                        let score = truth[system]
                            + item_effect
                            + document_effects[system]
                            + outputs[system]
                            + judge[*rater]
                            + liking[rater * systems + system]
                            + residual_deviation * normal(random);
                        let [system, item, judge] =
                            [system, item, *rater].map(|number| u32::try_from(number).unwrap());
                        rows.push(Rating { system, item, judge, score });
                    }
                }
            }
        }
        Ratings::new(systems, self.judges, document_of_item, rows).unwrap()
    }

    fn judges_of(&self, document: usize, random: &mut Pcg64) -> Vec<usize> {
        if self.task == Task::Together {
            return (0..self.ratings)
                .map(|rating| (document * self.ratings + rating) % self.judges)
                .collect();
        }
        let mut ratings = Vec::new();
        while ratings.len() < self.ratings {
            let mut judge = below(random, self.judges);
            if self.task == Task::Unequal {
                let total: f64 = (1..=self.judges).map(|rank| 1.0 / rank as f64).sum();
                let mut rest = uniform(random) * total;
                judge = (0..self.judges)
                    .find(|judge| {
                        rest -= 1.0 / (judge + 1) as f64;
                        rest <= 0.0
                    })
                    .unwrap_or(self.judges - 1);
            }
            if !ratings.contains(&judge) {
                ratings.push(judge);
            }
        }
        ratings
    }
}
