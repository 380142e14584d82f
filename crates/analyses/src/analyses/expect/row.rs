//! The table `expected`: what a difference is worth before there are data.

use std::sync::Arc;

use crate::table::columns::{table, word_columns};
use crate::value::words;

words! {
    /// How far the numbers can be trusted.
    #[derive(Default)]
    pub enum ExpectedStatus {
        #[default]
        /// As far as other campaigns go.
        Ok = "ok",
        /// Fewer than four campaigns: it is not known whether the range holds another one.
        FewCampaigns = "few-campaigns",
        /// No campaign is into the script of the target language.
        OtherLanguage = "other-language",
    }
}

word_columns!(ExpectedStatus);

table! {
    /// One row per quantile of what pairs of systems varied by on other campaigns: what a difference is worth on a test set
    /// of this size if two systems vary by this much.
    pub struct ExpectedRow in "expected" {
        /// The metric.
        metric: Arc<str> [key],
        /// Difference of two scores.
        difference: f64 [key],
        /// Segments of the test set.
        segments: f64,
        /// Its documents, by the median length in words of documents of the campaigns.
        documents: f64,
        /// Words of its reference.
        words: f64,
        /// Quantile of the deviations of near pairs, each campaign with the same weight.
        quantile: f64 [key],
        /// That deviation: standard error of a difference times the root of the number of words.
        deviation: f64,
        /// Standard error of the difference on the test set.
        standard_error: f64,
        /// Two-sided p-value of the difference, if it is observed; unadjusted.
        p_value: f64,
        /// Probability that a true difference of this size is significant at `level`, for one of `family` pairs.
        significant: f64,
        /// Probability that an observed difference of this size has the other sign on other texts of the same size, with a
        /// flat prior of the true one.
        turns_round: f64,
        /// Words on which a true difference of this size is significant with probability `power`.
        required_words: f64,
        /// The same in segments.
        required_segments: f64,
        /// The same in documents.
        required_documents: f64,
        /// Confidence level of the test.
        level: f64,
        /// Wanted probability that it finds the difference.
        power: f64,
        /// Pairs of systems that are tested, of which this is one: each at (1 - `level`) divided by their number.
        family: u32,
        /// Campaigns in the table.
        campaigns: u32,
        /// Their near pairs.
        pairs: u32,
        /// Share of the near pairs of a campaign that lie between the quantiles .1 and .9 of the others, each campaign left
        /// out in turn.
        left_out_inside: f64,
        /// `ok`, `few-campaigns` or `other-language`.
        status: ExpectedStatus,
        /// Everything that changes the scores.
        signature: Arc<str>,
    }
}
