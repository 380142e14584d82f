//! Made-up judgments and metrics for tests, of known truth.

use rand_pcg::Pcg64;

use super::scores::Scores;
use crate::stats::random::{Purpose, StreamKey, uniform};
use crate::stats::special::normal_quantile;

/// How scores come about: that of a system on an item is the system's quality, that of the item, and what
/// the output deviates; metrics see all three with noise, and have errors of their own about systems.
#[derive(Clone, Copy, Debug)]
pub(super) struct Population {
    pub(super) systems: usize,
    pub(super) items: usize,
    /// Standard deviation of system qualities, where an output deviates by 1.
    pub(super) spread: f64,
    /// Noise of people about an output.
    pub(super) of_people: f64,
}

/// A metric's errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    pub(super) about_systems: f64,
    pub(super) about_outputs: f64,
}

pub(super) struct Campaign {
    pub(super) human: Scores,
    pub(super) metrics: Vec<Scores>,
}

pub(super) fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

impl Population {
    /// Campaign `number` of a test: all systems and items are new.
    pub(super) fn campaign(&self, name: &str, number: u64, metrics: &[Noise]) -> Campaign {
        self.campaign_of(name, number, number, metrics)
    }

    /// Systems `systems` on items `items` of a test.
    pub(super) fn campaign_of(
        &self,
        name: &str,
        systems: u64,
        items: u64,
        metrics: &[Noise],
    ) -> Campaign {
        let key = StreamKey::new(2021, Purpose::Generator).text("metrics").text(name);
        let system_random = &mut key.clone().text("systems").generator(systems);
        let random = &mut key.text("items").generator(items);
        let quality: Vec<f64> =
            (0..self.systems).map(|_| self.spread * normal(system_random)).collect();
        let ease: Vec<f64> = (0..self.items).map(|_| normal(random)).collect();
        let truth: Vec<Vec<f64>> = quality
            .iter()
            .map(|quality| ease.iter().map(|ease| quality + ease + normal(random)).collect())
            .collect();
        let mut seen = |noise: Noise| {
            let rows: Vec<Vec<f64>> = truth
                .iter()
                .map(|row| {
                    let shift = noise.about_systems * normal(system_random);
                    row.iter()
                        .map(|value| value + shift + noise.about_outputs * normal(random))
                        .collect()
                })
                .collect();
            Scores::new(&rows)
        };
        let human = seen(Noise { about_systems: 0.0, about_outputs: self.of_people });
        Campaign { human, metrics: metrics.iter().map(|noise| seen(*noise)).collect() }
    }
}

/// Rounded to multiples of `step`, so that scores tie.
pub(super) fn rounded(scores: &Scores, step: f64) -> Scores {
    Scores::new(
        &(0..scores.systems())
            .map(|system| {
                scores.of(system).iter().map(|value| (value / step).round() * step).collect()
            })
            .collect::<Vec<Vec<f64>>>(),
    )
}

/// Without some scores: other items of each system, or the same where `is_even`.
pub(super) fn with_gaps(scores: &Scores, every: usize, is_even: bool) -> Scores {
    Scores::new(
        &(0..scores.systems())
            .map(|system: usize| -> Vec<f64> {
                let values = scores.of(system).iter().enumerate();
                values
                    .map(|(item, value)| {
                        if (item + if is_even { 0 } else { 3 * system }).is_multiple_of(every) {
                            f64::NAN
                        } else {
                            *value
                        }
                    })
                    .collect()
            })
            .collect::<Vec<_>>(),
    )
}
