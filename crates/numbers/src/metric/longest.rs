//! Longest texts of metrics that take more time than in proportion to a text's length.
//!
//! Every limit is far beyond any segment: the longest paragraph in the test sets of WMT 2009 to 2023
//! has 498 words. What is longer is a whole file on one line by mistake, and would take minutes or
//! hours. At the limits, the worst pairs of texts that were tried take 0.5 to 2 seconds (AMD EPYC).

use super::config::MetricConfig;
use crate::tokenize::{Scratch, TextTokenizer};

/// The longest text that a metric compares.
#[derive(Clone, Copy, Debug)]
pub struct LongestText {
    /// Its tokens.
    pub tokens: usize,
    tokenizer: TextTokenizer,
}

/// The longest text that the metric compares; `None` where any will do, because time is in
/// proportion to it.
pub fn longest_text(config: &MetricConfig) -> Option<LongestText> {
    config.metric()?.longest_text()
}

impl LongestText {
    /// A text of `tokens` tokens, as `tokenizer` counts them.
    pub(super) fn new(tokens: usize, tokenizer: TextTokenizer) -> Self {
        Self { tokens, tokenizer }
    }

    /// The first of `texts` that is longer: its place, and its tokens.
    pub fn first_beyond<'a>(
        &self,
        texts: impl Iterator<Item = Option<&'a str>>,
    ) -> Option<(usize, usize)> {
        let mut scratch = Scratch::default();
        texts.enumerate().find_map(|(place, text)| {
            // No text has more tokens than bytes.
            let text = text.filter(|text| text.len() > self.tokens)?;
            let tokens = self.tokenizer.tokenize(text, &mut scratch).len();
            (tokens > self.tokens).then_some((place, tokens))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::config::{
        ChrfConfig, ErrorRateConfig, GtmConfig, Lowercase, Normalisation, TerConfig, Tokenizer,
    };

    /// Of three texts, the last of `words` words.
    fn beyond(longest: LongestText, words: usize) -> Option<(usize, usize)> {
        let text = "word, ".repeat(words);
        longest.first_beyond([None, Some("word"), Some(text.as_str())].into_iter())
    }

    #[test]
    fn tokens_are_counted_as_the_metric_counts_them() {
        let config = TerConfig::default();
        let longest = longest_text(&MetricConfig::Ter(config)).unwrap();
        assert_eq!(beyond(longest, longest.tokens), None);
        assert_eq!(beyond(longest, longest.tokens + 1), Some((2, longest.tokens + 1)));
        let config = TerConfig { normalized: true, ..config };
        let longest = longest_text(&MetricConfig::Ter(config)).unwrap();
        let half = longest.tokens / 2;
        assert_eq!(beyond(longest, half), None);
        assert_eq!(beyond(longest, half + 1), Some((2, 2 * half + 2)));
    }

    #[test]
    fn metrics_that_are_linear_have_no_limit() {
        let ordered = ErrorRateConfig {
            tokenizer: Tokenizer::default(),
            lowercase: Lowercase::No,
            normalisation: Normalisation::Average,
            ordered: true,
        };
        let unordered = ErrorRateConfig { ordered: false, ..ordered };
        for (config, tokens) in [
            (MetricConfig::Chrf(ChrfConfig::default()), None),
            (MetricConfig::ErrorRate(ordered), Some(100_000)),
            (MetricConfig::ErrorRate(unordered), None),
            (MetricConfig::Gtm(GtmConfig { exponent: 1.0, ..GtmConfig::default() }), None),
            (MetricConfig::Gtm(GtmConfig { exponent: 1.5, ..GtmConfig::default() }), Some(100_000)),
        ] {
            assert_eq!(longest_text(&config).map(|longest| longest.tokens), tokens, "{config:?}");
        }
    }

    /// What is not longer in bytes than the limit is not even tokenized.
    #[test]
    fn no_text_has_more_tokens_than_bytes() {
        let text = "İİİ ŉŉ ΐΐ ﬃ ẞ &quot;&lt;'s.,1.2-3 漢字ﾞか゛\u{0}\u{2028}";
        let mut scratch = Scratch::default();
        for tokenizer in [
            Tokenizer::ThirteenA,
            Tokenizer::International,
            Tokenizer::Chinese,
            Tokenizer::Character,
            Tokenizer::Tercom,
            Tokenizer::None,
        ] {
            for lowercase in [Lowercase::No, Lowercase::Unicode, Lowercase::Ascii] {
                let tokenizer = crate::tokenize::tokenizer(tokenizer, lowercase);
                for part in text.chars().map(String::from).chain([text.to_owned()]) {
                    assert!(tokenizer.tokenize(&part, &mut scratch).len() <= part.len(), "{part}");
                }
            }
        }
    }
}
