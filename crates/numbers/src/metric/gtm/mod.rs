//! General Text Matcher (Turian, Shen & Melamed 2003) as the program GTM 1.4 computes it, in
//! percent.
//!
//! The references of a segment are put one after the other, with a break behind each. Common runs
//! of tokens are taken greedily, longest first (see `runs.rs`), until the tokens taken reach
//! `cap = min(|h|, mean |r|)`; the last run is cut to what is left of it, which may be a fraction.
//! The maximum match size is `MMS = (sum of length^e)^(1/e)`. Then `P = MMS / |h|`,
//! `R = MMS / mean |r|` and the score is `F = 2PR / (P + R)` of the sums of the three over segments
//! (a corpus is what the program calls one document).
//!
//! With `e = 1` no runs are needed: `MMS = min(cap, matches)`, matches counted with multiplicity
//! against all references together.
//!
//! Rows are `(MMS, |h|, mean |r|)`. Lengths are exact (see [`super::mean_length`]), and so is MMS
//! for `e = 1`, in units of one over that scale. Otherwise MMS is rounded to a multiple of 2^-40,
//! or of a larger power of two where sums could come near the limit of `i64` (2^-36 for 30,000
//! segments of up to 100 tokens); the error is at most half of that per segment.
//!
//! Edge cases: without hypothesis or reference tokens F is 0.

mod runs;

use std::ops::Range;
use std::sync::Arc;

use self::runs::Runs;
use super::config::GtmConfig;
use super::fixed_point;
use super::longest::LongestText;
use super::tokens::{ReferenceTokens, integer};
use super::{Metric, Prepared, Scorer, Segments, Statistics};
use crate::tokenize::tokenizer;

/// Tokens of the longest text that is cut into runs, since time grows with its power 3/2.
const LONGEST_TEXT: usize = 100_000;

impl Metric for GtmConfig {
    fn signature(&self, references: usize) -> String {
        let (case, tokenizer) = (self.lowercase.signature(), self.tokenizer.signature());
        let exponent = self.exponent;
        format!("GTM|nrefs:{references}|case:{case}|tok:{tokenizer}|exponent:{exponent}")
    }

    fn longest_text(&self) -> Option<LongestText> {
        (!self.is_linear())
            .then(|| LongestText::new(LONGEST_TEXT, tokenizer(self.tokenizer, self.lowercase)))
    }

    /// Cost: linear in the length of the references.
    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        let tokenizer = tokenizer(self.tokenizer, self.lowercase);
        let references = ReferenceTokens::new(references, tokenizer);
        let linear = self.is_linear();
        let units = if linear {
            references.scale() as f64
        } else {
            // MMS is capped at the mean length of the references.
            let longest = (0..references.segments()).map(|at| references.mean_length(at)).max();
            let longest = longest.unwrap_or(0) as f64 / references.scale() as f64;
            fixed_point::units(fixed_point::digits(references.segments(), longest))
        };
        Box::new(PreparedGtm { exponent: self.exponent, linear, references, units })
    }
}

impl GtmConfig {
    #[expect(clippy::float_cmp, reason = "1 is exact, and any other exponent needs runs")]
    fn is_linear(&self) -> bool {
        self.exponent == 1.0
    }
}

struct PreparedGtm {
    exponent: f64,
    /// Whether the exponent is 1.
    linear: bool,
    references: ReferenceTokens,
    /// Units per token of MMS.
    units: f64,
}

impl Prepared for PreparedGtm {
    /// Cost per segment: linear in its length with exponent 1, otherwise see `runs.rs`.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut counts = vec![0; self.references.vocabulary() as usize + 1];
        let mut runs = Runs::default();
        let rows = self.references.rows(3, hypotheses, |segment, hypothesis, row| {
            let match_size = if self.linear {
                let cap = self.references.mean_length(segment);
                let scale = self.references.scale();
                (self.matches(segment, hypothesis, &mut counts) * scale).min(cap)
            } else {
                fixed_point::round(self.match_size(segment, hypothesis, &mut runs) * self.units)
            };
            let lengths = [integer(hypothesis.len()), self.references.mean_length(segment)];
            row.copy_from_slice(&[match_size, lengths[0], lengths[1]]);
        });
        let scale = self.references.scale();
        let scorer = GtmScorer { scale, ratio: scale as f64 / self.units };
        Statistics { rows, scorer: Arc::new(scorer) }
    }
}

impl PreparedGtm {
    /// Tokens that the hypothesis shares with the references together, with multiplicity. `counts`
    /// must be all zero and is so again afterwards.
    fn matches(&self, segment: usize, hypothesis: &[u32], counts: &mut [u32]) -> i64 {
        for &token in self.references.references(segment).flatten() {
            counts[token as usize] += 1;
        }
        let mut matches = 0;
        for &token in hypothesis {
            let left = &mut counts[token as usize];
            if *left > 0 {
                *left -= 1;
                matches += 1;
            }
        }
        for &token in self.references.references(segment).flatten() {
            counts[token as usize] = 0;
        }
        matches
    }

    /// Maximum match size by runs.
    fn match_size(&self, segment: usize, hypothesis: &[u32], runs: &mut Runs) -> f64 {
        let references = || self.references.references(segment);
        // In units of one over the number of references, so that it is an integer.
        let unit = references().len();
        let mut cap = (hypothesis.len() * unit).min(self.references.total_length(segment));
        let mut sum = 0.0;
        if cap > 0 {
            runs.take(hypothesis, references(), self.references.vocabulary(), |length| {
                let taken = (length * unit).min(cap);
                cap -= taken;
                sum += libm::pow(taken as f64 / unit as f64, self.exponent);
                cap > 0
            });
        }
        libm::pow(sum, 1.0 / self.exponent)
    }
}

/// F of sums.
struct GtmScorer {
    /// Units per token of reference lengths.
    scale: i64,
    /// Units of reference lengths per unit of MMS.
    ratio: f64,
}

impl Scorer for GtmScorer {
    fn columns(&self) -> usize {
        3
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        // 2PR / (P + R) = 2 MMS / (|h| + mean |r|).
        let lengths = i128::from(sums[1]) * i128::from(self.scale) + i128::from(sums[2]);
        if lengths == 0 {
            return Some(0.0);
        }
        // 2 of the harmonic mean, in percent.
        let match_size = fixed_point::nearest(200 * i128::from(sums[0]));
        Some(match_size * self.ratio / fixed_point::nearest(lengths))
    }
}
