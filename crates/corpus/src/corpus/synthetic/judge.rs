//! Judges: scores from 1 to 5 that follow the errors of a segment, through the severity of the
//! judge, noise and lapses.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::design::{Criterion, Judging};
use super::error_injection::Tally;
use super::fit::JudgeFit;
use super::preset::Preset;
use super::stream::{Chance, Part, Stream};

/// Judges per segment.
pub(super) const PER_SEGMENT: usize = 2;

/// Points lost each time the density of errors, plus the tolerance, grows e-fold.
const FALL: f64 = 2.5;
/// Deviation of a judgment made in a lapse, in points of the scale.
const LAPSE: f64 = 3.0;

/// One criterion with the severities of the pool.
struct Scale {
    name: String,
    criterion: Criterion,
    fit: JudgeFit,
    lapse: Chance,
    /// By judge: what is taken off every score.
    severity: Vec<f64>,
}

/// The pool of judges of a preset.
pub(super) struct JudgePool {
    judges: usize,
    /// Weights of the part of the noise that criteria share and of the rest.
    common: f64,
    own: f64,
    scales: Vec<Scale>,
}

/// Scores of one system in one document.
pub(super) struct Scores {
    /// `[judge][segment]` by criterion.
    pub(super) by_criterion: BTreeMap<String, [Vec<Option<f64>>; PER_SEGMENT]>,
    /// Who of the pool gave them, in the same shape.
    pub(super) judges: [Vec<usize>; PER_SEGMENT],
}

impl JudgePool {
    /// The pool belongs to the preset, as the language does.
    pub(super) fn new(preset: &Preset, judging: &Judging) -> Self {
        let pool = judging.pool.as_deref().unwrap_or(&preset.streams);
        let scales = judging.criteria.iter().map(|(name, criterion)| {
            let parts = [Part::Name(pool), Part::Name("judges"), Part::Name(name)];
            let mut stream = Stream::new(&parts);
            let fit = preset.fit.judges[name].clone();
            let severity =
                (0..judging.judges).map(|_| criterion.severity_sd * stream.normal()).collect();
            let lapse = Chance::new(fit.lapse);
            Scale { name: name.clone(), criterion: *criterion, fit, lapse, severity }
        });
        Self {
            judges: judging.judges,
            // The squares of both add up to 1, so that the spread of noise does not depend on the halo.
            common: judging.halo.clamp(0.0, 1.0).sqrt(),
            own: (1.0 - judging.halo.clamp(0.0, 1.0)).sqrt(),
            scales: scales.collect(),
        }
    }

    /// Names of the criteria.
    pub(super) fn criteria(&self) -> impl Iterator<Item = &str> {
        self.scales.iter().map(|scale| scale.name.as_str())
    }

    /// Names of the judges.
    pub(super) fn names(&self) -> impl Iterator<Item = Arc<str>> {
        (1..=self.judges).map(|number| Arc::from(format!("judge-{number:03}")))
    }

    /// Two different judges score every segment for which `judged` says so, each on all criteria.
    pub(super) fn score(&self, tallies: &[Tally], judged: &[bool], stream: &mut Stream) -> Scores {
        let empty = || std::array::from_fn(|_| Vec::with_capacity(tallies.len()));
        let mut scores: BTreeMap<_, [Vec<_>; PER_SEGMENT]> =
            self.scales.iter().map(|scale| (scale.name.clone(), empty())).collect();
        let mut raters: [Vec<usize>; PER_SEGMENT] =
            std::array::from_fn(|_| Vec::with_capacity(tallies.len()));
        for (tally, &judged) in tallies.iter().zip(judged) {
            let first = stream.below(self.judges);
            let other = stream.below(self.judges - 1);
            // `other` counts the judges without the first.
            let pair = [first, other + usize::from(other >= first)];
            for (rank, judge) in pair.into_iter().enumerate() {
                raters[rank].push(judge);
                let common = self.common * stream.normal();
                for (scale, judges) in self.scales.iter().zip(scores.values_mut()) {
                    let noise = common + self.own * stream.normal();
                    let score = scale.score(tally, judge, noise, stream);
                    judges[rank].push(judged.then_some(score));
                }
            }
        }
        Scores { by_criterion: scores, judges: raters }
    }
}

impl Scale {
    fn score(&self, tally: &Tally, judge: usize, noise: f64, stream: &mut Stream) -> f64 {
        // Both in any case, so that what follows in the stream does not depend on lapses.
        let (lapse, blunder) = (stream.bits(), stream.normal());
        let error = if self.lapse.hits(lapse) { LAPSE * blunder } else { self.fit.noise * noise };
        let seen = self.criterion.quality(tally) - self.severity[judge] + error;
        seen.round().clamp(1.0, 5.0)
    }
}

impl Criterion {
    /// Quality of a segment before any judge looks at it: 5 without errors, falling with the
    /// logarithm of their density, and below 1 where no judge could go lower.
    pub(super) fn quality(&self, tally: &Tally) -> f64 {
        let weights = &self.weights;
        let errors = weights.wrong_word * f64::from(tally.wrong_word)
            + weights.untranslated * f64::from(tally.untranslated)
            + weights.omission * f64::from(tally.omission)
            + weights.order * f64::from(tally.order)
            + weights.insertion * f64::from(tally.insertion)
            + weights.agreement * f64::from(tally.agreement)
            + weights.function_word * f64::from(tally.function_word);
        let density = errors / f64::from(tally.content_words.max(1));
        5.0 - FALL * libm::log1p(density / self.tolerance)
    }
}
