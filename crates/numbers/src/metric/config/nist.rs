//! What can be chosen about NIST.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Lowercase, Order, Tokenizer};
use crate::value::{Entry, Refusal, words};

words! {
    /// References that the information weights of NIST are computed from.
    #[derive(Default)]
    pub enum Information {
        /// Those of the test set, kept fixed within its bootstrap.
        #[default]
        TestSet = "test-set",
        /// Those of the whole corpus.
        Corpus = "corpus",
        /// Those of each bootstrap resample, as if the metric were run on it: biased downwards, because
        /// a repeated segment makes its words look common, and slow.
        Recomputed = "recomputed",
    }
}

words! {
    /// Value of NIST that is reported.
    #[derive(Default)]
    pub enum NistValue {
        /// The score.
        #[default]
        Score = "score",
        /// What n-grams of one order contribute to the score of the orders up to `of`, in percent.
        OrderShare = "order-share",
        /// The share of matched n-grams of one order that have no information, in percent.
        ZeroInformation = "zero-information",
    }
}

/// Largest order of the score where `of` is left out.
// That of the score in the summary of mteval-v13a.
const SCORE_ORDER: usize = 5;

/// NIST (Doddington 2002) as mteval-v13a computes it, in its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", try_from = "WrittenNist")]
#[schemars(rename = "NistMetric")]
pub struct NistConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Largest n-gram order; of a value about one order, this one.
    pub order: usize,
    /// References that the information weights are computed from.
    pub information: Information,
    /// Value that is reported.
    #[serde(skip_serializing_if = "NistValue::is_score")]
    pub value: NistValue,
    /// Largest order of the score that an order has a share of; `None` for other values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

impl NistValue {
    /// What is not written into signatures and specs.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    fn is_score(&self) -> bool {
        *self == Self::Score
    }
}

impl NistConfig {
    /// Largest order of n-grams that are matched.
    pub fn largest_order(&self) -> usize {
        self.of.unwrap_or(self.order)
    }
}

impl Default for NistConfig {
    fn default() -> Self {
        let WrittenNist { tokenizer, lowercase, information, value, .. } = WrittenNist::default();
        Self { tokenizer, lowercase, order: SCORE_ORDER, information, value, of: None }
    }
}

/// NIST as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct WrittenNist {
    /// Tokenizer. Example: `tokenizer = "intl"`.
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    tokenizer: Tokenizer,
    /// Lower-casing before tokenization. Example: `lowercase = false`.
    #[schemars(skip_serializing, extend("default" = "ascii"))]
    lowercase: Lowercase,
    /// Largest n-gram order, 1 to 9; with a `value` about one order, this order. Example: `order = 4`.
    #[schemars(extend("default" = SCORE_ORDER))]
    order: Option<Entry<Order>>,
    /// References that the information weights are computed from.
    /// Example: `information = "recomputed"`.
    #[schemars(extend("default" = "test-set"))]
    information: Information,
    /// Value that is reported. Example: `value = "order-share"`.
    #[schemars(extend("default" = "score"))]
    value: NistValue,
    /// Largest order of the score that `order-share` is a share of, 1 to 9. Default: 5. Example: `of = 4`.
    of: Option<Entry<Order>>,
}

impl Default for WrittenNist {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::ThirteenA,
            // As mteval without `-c`.
            lowercase: Lowercase::Ascii,
            order: None,
            information: Information::default(),
            value: NistValue::default(),
            of: None,
        }
    }
}

impl TryFrom<WrittenNist> for NistConfig {
    type Error = Refusal;

    fn try_from(written: WrittenNist) -> Result<Self, Refusal> {
        let WrittenNist { tokenizer, lowercase, order, information, value, of } = written;
        let order = order.map_or(SCORE_ORDER, |order| order.0);
        let of = match (value, of) {
            (NistValue::OrderShare, of) => Some(of.map_or(SCORE_ORDER, |of| of.0)),
            (_, None) => None,
            (_, Some(_)) => {
                let problem = format!("`of` says nothing about `value = \"{}\"`", value.name());
                let help = "leave it out, or write `value = \"order-share\"`";
                return Err(Refusal::new(problem, help).at("of"));
            }
        };
        if let Some(of) = of.filter(|of| *of < order) {
            let problem =
                format!("a score of n-grams up to order {of} has no part of order {order}");
            let help = "let `order` be one of the orders up to `of`";
            return Err(Refusal::new(problem, help).at("order"));
        }
        if value == NistValue::ZeroInformation && information == Information::Recomputed {
            let problem =
                "n-grams without information are counted on the test set, not on resamples";
            let help = "write `information = \"test-set\"` or \"corpus\"";
            return Err(Refusal::new(problem, help).at("information"));
        }
        Ok(Self { tokenizer, lowercase, order, information, value, of })
    }
}
