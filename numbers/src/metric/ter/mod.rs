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

use std::sync::Arc;

use self::search::Search;
use super::config::TerConfig;
use super::intern::Interner;
use super::mean_length::MeanScale;
use super::{Metric, Prepared, Rows, Scorer, Segments, Statistics, StatisticsRows};
use crate::tokenize::{Lowercase, Scratch, TercomOptions, TextTokenizer, tercom};

/// TER.
#[derive(Clone, Copy, Debug)]
pub struct Ter {
    config: TerConfig,
}

impl Ter {
    /// TER with `config`.
    pub fn new(config: TerConfig) -> Self {
        Self { config }
    }
}

impl Metric for Ter {
    fn signature(&self, references: usize) -> String {
        let TerConfig { normalized, no_punctuation, asian_support, case_sensitive } = self.config;
        let yes = |condition: bool| if condition { "yes" } else { "no" };
        format!(
            "TER|nrefs:{references}|case:{}|tok:tercom|norm:{}|punct:{}|asian:{}",
            if case_sensitive { "mixed" } else { "lc" },
            yes(normalized),
            yes(!no_punctuation),
            yes(asian_support),
        )
    }

    fn higher_is_better(&self) -> bool {
        false
    }

    fn prepare(&self, references: &[&Segments<'_>]) -> Box<dyn Prepared> {
        Box::new(PreparedTer::new(self.config, references))
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
            100.0 * (edits * self.scale as f64 / length)
        } else if edits > 0.0 {
            100.0
        } else {
            0.0
        })
    }
}

/// References as numbers of words.
struct PreparedTer {
    tokenizer: TextTokenizer,
    vocabulary: Interner,
    /// The references that each segment has.
    references: Vec<Vec<Vec<u32>>>,
    scale: MeanScale,
    scorer: Arc<TerScorer>,
}

impl PreparedTer {
    fn new(config: TerConfig, references: &[&Segments<'_>]) -> Self {
        let TerConfig { normalized, no_punctuation, asian_support, case_sensitive } = config;
        let lowercase = if case_sensitive { Lowercase::No } else { Lowercase::Unicode };
        let options = TercomOptions { normalized, no_punctuation, asian_support };
        let tokenizer = tercom(options, lowercase);
        let (mut vocabulary, mut scratch) = (Interner::new(), Scratch::default());
        let mut words = |text: &str| {
            let tokens = tokenizer.tokenize(text, &mut scratch);
            tokens.iter().map(|token| vocabulary.intern(token)).collect()
        };
        let segments = references.first().map_or(0, |first| first.len());
        let references: Vec<Vec<_>> = (0..segments)
            .map(|segment| {
                let texts = references.iter().filter_map(|reference| reference[segment]);
                texts.map(&mut words).collect()
            })
            .collect();
        let scale = MeanScale::new(references.iter().map(Vec::len));
        let scorer = Arc::new(TerScorer { scale: scale.factor() });
        Self { tokenizer, vocabulary, references, scale, scorer }
    }
}

impl Prepared for PreparedTer {
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut rows = Rows::new(2);
        let (mut scratch, mut words) = (Scratch::default(), Vec::new());
        let mut search = Search::default();
        for (segment, hypothesis) in hypotheses.iter().enumerate() {
            let references = self.references.get(segment).map_or(&[][..], Vec::as_slice);
            let (Some(text), false) = (hypothesis, references.is_empty()) else {
                rows.push_absent();
                continue;
            };
            let tokens = self.tokenizer.tokenize(text, &mut scratch);
            let number = |token| self.vocabulary.get(token).unwrap_or(Interner::UNKNOWN);
            words.clear();
            words.extend(tokens.iter().map(number));
            let edits = references.iter().map(|reference| search.edits(&words, reference));
            let edits = edits.min().unwrap_or(0);
            let length = references.iter().map(Vec::len).sum();
            rows.push(&[i64::from(edits), self.scale.mean(length, references.len())]);
        }
        Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer: self.scorer.clone() }
    }
}
