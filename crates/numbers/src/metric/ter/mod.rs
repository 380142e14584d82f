//! TER (Snover et al. 2006, "A study of translation edit rate with targeted human annotation",
//! AMTA) as sacreBLEU 2.6 computes it, which follows the program tercom.
//!
//! Edits of a hypothesis against a reference are insertions, deletions and substitutions of words,
//! and moves of word sequences. A segment counts the fewest edits of any reference against the mean
//! length of its references: `TER = 100 sum of edits / sum of mean lengths`.
//!
//! The least number of edits with moves is hard to compute; what is computed is the result of
//! tercom's greedy search, with its limits and its order among equals: see `search`.

mod distance;
mod search;

use std::ops::Range;
use std::sync::Arc;

use self::search::Search;
use super::config::TerConfig;
use super::longest::LongestText;
use super::tokens::ReferenceTokens;
use super::{Metric, Prepared, Scorer, Segments, Statistics, yes_or_no};
use crate::tokenize::{Lowercase, TercomOptions, TextTokenizer, tercom};

/// Words of the longest text: the search goes through all of it once for every move, of which there may
/// be hundreds.
const LONGEST_TEXT: usize = 10_000;

/// What cuts a text into words.
fn words(config: TerConfig) -> TextTokenizer {
    let TerConfig { normalized, no_punctuation, asian_support, case_sensitive } = config;
    let lowercase = if case_sensitive { Lowercase::No } else { Lowercase::Unicode };
    tercom(TercomOptions { normalized, no_punctuation, asian_support }, lowercase)
}

impl Metric for TerConfig {
    fn signature(&self, references: usize) -> String {
        let Self { normalized, no_punctuation, asian_support, case_sensitive } = *self;
        format!(
            "TER|nrefs:{references}|case:{}|tok:tercom|norm:{}|punct:{}|asian:{}",
            if case_sensitive { "mixed" } else { "lc" },
            yes_or_no(normalized),
            yes_or_no(!no_punctuation),
            yes_or_no(asian_support),
        )
    }

    fn longest_text(&self) -> Option<LongestText> {
        Some(LongestText::new(LONGEST_TEXT, words(*self)))
    }

    fn higher_is_better(&self) -> bool {
        false
    }

    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        Box::new(PreparedTer { references: ReferenceTokens::new(references, words(*self)) })
    }
}

/// Sums: edits, mean reference length times `scale`.
struct TerScorer {
    scale: i64,
}

impl Scorer for TerScorer {
    fn columns(&self) -> usize {
        2
    }

    /// In percent; against no reference word, 100 with any edit and 0 without.
    fn score(&self, sums: &[i64]) -> Option<f64> {
        let (edits, length) = (sums[0] as f64, sums[1] as f64);
        Some(if length > 0.0 {
            // The ratio first, as in sacreBLEU.
            100.0 * (edits * self.scale as f64 / length)
        } else if edits > 0.0 {
            100.0
        } else {
            0.0
        })
    }
}

struct PreparedTer {
    references: ReferenceTokens,
}

impl Prepared for PreparedTer {
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut search = Search::default();
        let rows = self.references.rows(2, hypotheses, |segment, words, row| {
            let references = self.references.references(segment);
            let edits = references.map(|reference| search.edits(words, reference)).min();
            row[0] = edits.unwrap_or(0).into();
            row[1] = self.references.mean_length(segment);
        });
        Statistics { rows, scorer: Arc::new(TerScorer { scale: self.references.scale() }) }
    }
}
