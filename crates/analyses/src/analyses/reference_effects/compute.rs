//! Effects of systems by references, with errors by the jackknife: the same units are left out of all scores.

use super::request::{Effect, EffectTable, MeanSquare};
use crate::analyses::common::{comparable, without_units};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::{Estimate, Jackknife, Reason, student_p_value};

/// Error of an effect, as a part of the scores, below which it is rounding.
const ROUNDING: f64 = 1e-12;

pub(super) fn effects(
    job: &JobResults<'_>,
    group: &Group<'_>,
    references: usize,
) -> Result<EffectTable, Reason> {
    let cells: Vec<&ScoredTestSet> =
        group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
    for cell in &cells {
        comparable([cells[0], cell])?;
    }
    let without: Estimate<Vec<Jackknife>> =
        cells.iter().map(|cell| without_units(job, cell)).collect();
    let scores = cells.iter().map(|cell| cell.score.unwrap_or(f64::NAN)).collect();
    Ok(ScoreTable { systems: cells.len() / references, references, scores, without }.table())
}

/// Scores by reference, then by system.
struct ScoreTable {
    systems: usize,
    references: usize,
    scores: Vec<f64>,
    without: Estimate<Vec<Jackknife>>,
}

impl ScoreTable {
    fn table(&self) -> EffectTable {
        let (systems, references) = (self.systems as f64, self.references as f64);
        let effects: Vec<Effect> = (0..self.references)
            .flat_map(|reference| (0..self.systems).map(move |system| (system, reference)))
            .map(|(system, reference): (usize, usize)| {
                self.sum(|s, r| {
                    let [own_system, own_reference] = [s == system, r == reference].map(f64::from);
                    // The score less the means of its system and reference plus the mean of all, as weights.
                    (own_system - 1.0 / systems) * (own_reference - 1.0 / references)
                })
            })
            .collect();
        let means_of_systems: Vec<Effect> = (0..self.systems)
            .map(|one| self.sum(|s, _| (f64::from(s == one) - 1.0 / systems) / references))
            .collect();
        let means_of_references: Vec<Effect> = (0..self.references)
            .map(|one| self.sum(|_, r| (f64::from(r == one) - 1.0 / references) / systems))
            .collect();
        EffectTable {
            of_systems: mean_square(&means_of_systems, systems - 1.0),
            of_references: mean_square(&means_of_references, references - 1.0),
            of_both: mean_square(&effects, (systems - 1.0) * (references - 1.0)),
            effects,
        }
    }

    /// The sum of all scores with the weight of each by system and reference, with its error.
    fn sum(&self, weight: impl Fn(usize, usize) -> f64) -> Effect {
        let weights: Vec<f64> = (0..self.references)
            .flat_map(|reference| (0..self.systems).map(move |system| (system, reference)))
            .map(|(system, reference)| weight(system, reference))
            .collect();
        let effect = self.scores.iter().zip(&weights).map(|(score, weight)| score * weight).sum();
        let combined = self.without.as_ref().map_err(|reason| *reason).and_then(|without| {
            let terms: Vec<(f64, &Jackknife)> = weights.iter().copied().zip(without).collect();
            let combined = Jackknife::combination(&terms)?;
            let largest = self.scores.iter().fold(0.0_f64, |most, score| most.max(score.abs()));
            let error = combined.standard_error();
            if error > ROUNDING * largest {
                Ok((error, combined))
            } else {
                Err(Reason::NoVariation)
            }
        });
        let p_value = combined
            .as_ref()
            .ok()
            .map(|(error, combined)| student_p_value(effect, *error, combined.freedom().degrees));
        Effect { effect, standard_error: combined.map(|(error, _)| error), p_value }
    }
}

fn mean_square(effects: &[Effect], freedom: f64) -> MeanSquare {
    let square: f64 = effects.iter().map(|effect| effect.effect * effect.effect).sum();
    let noise: Result<Vec<f64>, Reason> = effects
        .iter()
        .map(|effect: &Effect| match effect.standard_error {
            // Every text changes all scores alike.
            Err(Reason::NoVariation) => Ok(0.0),
            error => error.map(|error| error * error),
        })
        .collect();
    MeanSquare {
        square: square / freedom,
        noise: noise.map(|noise| noise.iter().sum::<f64>() / freedom),
    }
}
