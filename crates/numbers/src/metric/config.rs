//! What can be chosen about a metric, as plain values.

mod given;
mod nist;
mod sums;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use given::{ExternalConfig, HumanConfig, HumanScale, ScoreLevel};
pub use nist::{Information, NistConfig, NistValue};
pub use sums::{GivenConfig, GivenFormula, MeteorFormula, RatioFormula};

pub use crate::tokenize::{Lowercase, Tokenizer};
use crate::value::{Count, Cutoff, Entry, FromOne, FromZero, Kind, Positive, Refusal, words};
pub use crate::value::{Reduction, ScoreEstimate};

/// Largest order of n-grams of words.
type Order = Count<1, 9, usize>;

/// A metric kind with its options.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MetricConfig {
    /// BLEU.
    Bleu(BleuConfig),
    /// M-BLEU.
    MBleu(MBleuConfig),
    /// NIST.
    Nist(NistConfig),
    /// GTM.
    Gtm(GtmConfig),
    /// mWER or mPER.
    ErrorRate(ErrorRateConfig),
    /// TER.
    Ter(TerConfig),
    /// chrF or chrF++.
    Chrf(ChrfConfig),
    /// WNM.
    Wnm(WnmConfig),
    /// Human judgments.
    Human(HumanConfig),
    /// External scores.
    External(ExternalConfig),
    /// Sums that come with the corpus.
    Given(GivenConfig),
}

impl MetricConfig {
    /// Whether statistics are of documents, so that nothing smaller can be resampled.
    pub fn is_per_document(&self) -> bool {
        match self {
            Self::Wnm(config) => config.aggregation != WnmAggregation::Segment,
            Self::External(config) => config.level == ScoreLevel::Document,
            Self::Given(config) => config.level == ScoreLevel::Document,
            _ => false,
        }
    }

    /// What its scores of the corpus are of, and their names; none where it reads texts or judgments.
    pub fn scores_of_corpus(&self) -> Option<(ScoreLevel, Vec<String>)> {
        match self {
            Self::External(config) => Some((config.level, vec![config.score.clone()])),
            Self::Given(config) => Some((config.level, config.columns())),
            _ => None,
        }
    }

    /// Whether it compares texts with references.
    pub fn reads_texts(&self) -> bool {
        !matches!(self, Self::Human(_) | Self::External(_) | Self::Given(_))
    }
}

/// Scores of systems by least squares, where systems have scores of different items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// Whether judges have effects, too.
    pub judges: bool,
}

impl MetricConfig {
    /// Whether scores of systems are adjusted for the items that they have scores of.
    pub fn adjustment(&self) -> Option<Adjustment> {
        match self {
            Self::Human(config) => config.adjustment(),
            Self::External(config) => {
                (!config.estimate.is_mean()).then_some(Adjustment { judges: false })
            }
            _ => None,
        }
    }
}

/// What a metric that counts words takes for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// What stands between white space or signs: in a script without spaces a whole sentence.
    BetweenSpaces(Tokenizer),
    /// What was cut before, or is cut into characters where there are no spaces, or none at all.
    Any,
}

impl MetricConfig {
    /// What it takes for a word.
    pub fn words(&self) -> Words {
        let tokenizer = match self {
            Self::Bleu(config) => config.tokenizer,
            Self::MBleu(config) => config.tokenizer,
            Self::Nist(config) => config.tokenizer,
            Self::Gtm(config) => config.tokenizer,
            Self::ErrorRate(config) => config.tokenizer,
            Self::Ter(TerConfig { normalized: true, asian_support: true, .. })
            | Self::Chrf(_)
            | Self::Wnm(_)
            | Self::Human(_)
            | Self::External(_)
            | Self::Given(_) => return Words::Any,
            Self::Ter(_) => Tokenizer::Tercom,
        };
        match tokenizer {
            Tokenizer::ThirteenA | Tokenizer::International | Tokenizer::Tercom => {
                Words::BetweenSpaces(tokenizer)
            }
            Tokenizer::Chinese | Tokenizer::Character | Tokenizer::None => Words::Any,
        }
    }
}

/// Smoothing of zero n-gram matches in BLEU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Smoothing {
    /// No smoothing.
    None,
    /// A zero count becomes this value.
    Floor(f64),
    /// This value is added to counts of orders above 1.
    AddK(f64),
    /// The k-th order without a match counts 1/2^k.
    #[default]
    Exp,
}

/// Reference length that enters the brevity penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceLength {
    /// Nearest to the hypothesis; of two equally near, the shorter.
    #[default]
    Closest,
    /// Shortest.
    Shortest,
    /// Mean over the references.
    Average,
}

words! {
    /// Value of BLEU that is reported, in percent.
    #[derive(Default)]
    pub enum BleuValue {
        /// The score.
        #[default]
        Score = "score",
        /// The precision of the largest n-gram order alone, without smoothing or brevity penalty.
        Precision = "precision",
        /// The brevity penalty alone.
        BrevityPenalty = "brevity-penalty",
        /// The share of segments without a match of the largest n-gram order; lower is better.
        ZeroSegments = "zero-segments",
    }
}

impl BleuValue {
    /// What is not written into signatures and specs.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    fn is_score(&self) -> bool {
        *self == Self::Score
    }
}

/// BLEU (Papineni et al. 2002) as sacreBLEU computes it, in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Bleu")]
pub struct BleuConfig {
    /// Tokenizer. Example: `tokenizer = "intl"`.
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    pub tokenizer: Tokenizer,
    /// Lower-casing before tokenization. Example: `lowercase = "ascii"`.
    #[schemars(skip_serializing, extend("default" = false))]
    pub lowercase: Lowercase,
    /// Largest n-gram order, 1 to 9. Example: `order = 2`.
    #[serde(with = "Order")]
    pub order: usize,
    /// Smoothing of orders without a match. Example: `smoothing = { floor = 0.1 }`.
    pub smoothing: Smoothing,
    /// Whether orders without any n-gram are left out of the mean. Example: `effective-order = true`.
    pub effective_order: bool,
    /// Reference length that enters the brevity penalty. Example: `reference-length = "shortest"`.
    pub reference_length: ReferenceLength,
    /// Value that is reported. Example: `value = "precision"`.
    #[serde(skip_serializing_if = "BleuValue::is_score")]
    #[schemars(extend("default" = "score"))]
    pub value: BleuValue,
}

impl Default for BleuConfig {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::default(),
            lowercase: Lowercase::default(),
            order: 4,
            smoothing: Smoothing::default(),
            effective_order: false,
            reference_length: ReferenceLength::default(),
            value: BleuValue::default(),
        }
    }
}

/// M-BLEU (Zhang & Vogel 2004, equation 4), in percent. The paper does not give the weights; equal
/// weights up to order 9 (the built-in `m-bleu-9`) explain the size of its printed values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", try_from = "WrittenMBleu")]
#[schemars(rename = "MBleu")]
pub struct MBleuConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Weight of each order, summing to 1; their number is the largest order, 1 to 9.
    pub weights: Vec<f64>,
    /// Reference length.
    pub reference_length: ReferenceLength,
}

impl MBleuConfig {
    /// The default with the same weight for every order from 1 to `order`.
    pub fn equal_weights(order: usize) -> Self {
        Self { weights: vec![1.0 / order as f64; order], ..Self::default() }
    }
}

/// M-BLEU as it is written: an order, its weights, or both.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct WrittenMBleu {
    /// Tokenizer. Example: `tokenizer = "intl"`.
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    tokenizer: Tokenizer,
    /// Lower-casing before tokenization. Example: `lowercase = "ascii"`.
    #[schemars(skip_serializing, extend("default" = false))]
    lowercase: Lowercase,
    /// Largest n-gram order, 1 to 9. Default: the number of weights, or 4. Example: `order = 9`.
    order: Option<Entry<Order>>,
    /// Weight of each order, summing to 1. Default: equal weights.
    /// Example: `weights = [0.4, 0.3, 0.2, 0.1]`.
    #[schemars(length(min = 1, max = 9))]
    weights: Option<Vec<Entry<FromZero>>>,
    /// Reference length that enters the brevity penalty. Example: `reference-length = "shortest"`.
    reference_length: ReferenceLength,
}

/// Weights may miss 1 by this much, since decimal fractions do not add up exactly.
const SUM_TOLERANCE: f64 = 1e-9;

impl TryFrom<WrittenMBleu> for MBleuConfig {
    type Error = Refusal;

    fn try_from(written: WrittenMBleu) -> Result<Self, Refusal> {
        let WrittenMBleu { tokenizer, lowercase, order, weights, reference_length } = written;
        let order = order.map(|order| order.0);
        let weights = match weights {
            None => order.map_or_else(Self::default, Self::equal_weights).weights,
            Some(weights) => {
                summing_to_one(weights.iter().map(|weight| weight.0).collect(), order)?
            }
        };
        Ok(Self { tokenizer, lowercase, weights, reference_length })
    }
}

fn summing_to_one(weights: Vec<f64>, order: Option<usize>) -> Result<Vec<f64>, Refusal> {
    let count = weights.len();
    let refuse = |problem: String, help| Err(Refusal::new(problem, help).at("weights"));
    if count == 0 || count > 9 {
        let help = "give one weight for each order, from 1 up to at most 9";
        return refuse(format!("{{value}} has {count} entries"), help);
    }
    if let Some(order) = order.filter(|order| *order != count) {
        let problem = format!("{{value}} has {count} entries, but `order` is {order}");
        return refuse(problem, "leave `order` out, or make them agree")
            .map_err(|refusal| refusal.beside("order", "the order"));
    }
    let sum: f64 = weights.iter().sum();
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        let problem = format!("the weights sum to {sum}, not to 1");
        return refuse(problem, "divide each weight by the sum");
    }
    Ok(weights)
}

impl Default for MBleuConfig {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::default(),
            lowercase: Lowercase::default(),
            weights: vec![0.25; 4],
            reference_length: ReferenceLength::default(),
        }
    }
}

/// GTM (Turian et al. 2003) as the program GTM 1.4 computes it, in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Gtm")]
pub struct GtmConfig {
    /// Tokenizer. Example: `tokenizer = "none"`.
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    pub tokenizer: Tokenizer,
    /// Lower-casing before tokenization. Example: `lowercase = true`.
    #[schemars(skip_serializing, extend("default" = false))]
    pub lowercase: Lowercase,
    /// Exponent that rewards long runs, at least 1. Example: `exponent = 2`.
    #[serde(with = "FromOne")]
    pub exponent: f64,
}

impl Default for GtmConfig {
    fn default() -> Self {
        Self { tokenizer: Tokenizer::ThirteenA, lowercase: Lowercase::No, exponent: 1.0 }
    }
}

words! {
    /// Length that the distance of mWER and mPER is divided by.
    #[derive(Default)]
    pub enum Normalisation {
        /// Mean length of the references.
        #[default]
        Average = "average",
        /// Nearest to the hypothesis; of two equally near, the shorter.
        Closest = "closest",
        /// Shortest.
        Shortest = "shortest",
        /// Longest.
        Longest = "longest",
        /// That of the reference with the least distance; of two, the shorter, then the first.
        BestReference = "best-reference",
        /// That of the reference with the least distance over length, which gives the distance too.
        RatioBestReference = "ratio-best-reference",
    }
}

/// mWER (Niessen et al. 2000) or mPER (Tillmann et al. 1997), in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "ErrorRate")]
pub struct ErrorRateConfig {
    /// Tokenizer. Example: `tokenizer = "none"`.
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    pub tokenizer: Tokenizer,
    /// Lower-casing before tokenization. Example: `lowercase = true`.
    #[schemars(skip_serializing, extend("default" = false))]
    pub lowercase: Lowercase,
    /// Length that the distance is divided by. Example: `normalisation = "closest"`.
    pub normalisation: Normalisation,
    /// Whether word order counts: mWER, or else mPER.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    pub ordered: bool,
}

impl Default for ErrorRateConfig {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::default(),
            lowercase: Lowercase::default(),
            normalisation: Normalisation::default(),
            ordered: true,
        }
    }
}

/// TER (Snover et al. 2006) as sacreBLEU computes it, in percent.
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of the program")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Ter")]
pub struct TerConfig {
    /// Tercom's general and Western tokenization. Example: `normalized = true`.
    pub normalized: bool,
    /// Whether punctuation is deleted. Example: `no-punctuation = true`.
    pub no_punctuation: bool,
    /// Whether Asian characters are handled apart, with `normalized` or `no-punctuation`.
    /// Example: `asian-support = true`.
    pub asian_support: bool,
    /// Whether case is kept. Example: `case-sensitive = true`.
    pub case_sensitive: bool,
}

/// chrF (Popović 2015) and chrF++ (Popović 2017) as sacreBLEU computes them, in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Chrf")]
pub struct ChrfConfig {
    /// Lower-casing. Example: `lowercase = true`.
    #[schemars(skip_serializing, extend("default" = false))]
    pub lowercase: Lowercase,
    /// Largest order of character n-grams, 1 to 20. Example: `character-order = 4`.
    #[serde(with = "Count::<1, 20, usize>")]
    pub character_order: usize,
    /// Largest order of word n-grams, 0 to 9: 0 is chrF, 2 is chrF++. Example: `word-order = 2`.
    #[serde(with = "Count::<0, 9, usize>")]
    pub word_order: usize,
    /// Weight of recall, above 0. Example: `beta = 3`.
    #[serde(with = "Positive")]
    pub beta: f64,
    /// Whether white space counts as a character. Example: `whitespace = true`.
    pub whitespace: bool,
    /// Smoothing by a small constant over all orders, in place of the effective order.
    /// Example: `eps-smoothing = true`.
    pub eps_smoothing: bool,
}

impl Default for ChrfConfig {
    fn default() -> Self {
        Self {
            lowercase: Lowercase::No,
            character_order: 6,
            word_order: 0,
            beta: 2.0,
            whitespace: false,
            eps_smoothing: false,
        }
    }
}

words! {
    /// Weight of a reference word in WNM.
    #[derive(Default)]
    pub enum WnmWeight {
        /// The authors' S-score.
        #[default]
        SScore = "s-score",
        /// Term frequency by inverse document frequency.
        TfIdf = "tf-idf",
        /// One for every word.
        One = "one",
    }
}

words! {
    /// How WNM is put together from texts.
    #[derive(Default)]
    pub enum WnmAggregation {
        /// Mean of the scores of documents, as the authors advise.
        #[default]
        DocumentMean = "document-mean",
        /// Score of the sums over documents.
        DocumentSum = "document-sum",
        /// Score of the sums over segments matched one by one: not the authors' definition.
        Segment = "segment",
    }
}

words! {
    /// Value of WNM that is reported.
    #[derive(Default)]
    pub enum WnmValue {
        /// Weighted F, which CESTA reports.
        #[default]
        F = "f",
        /// Weighted recall.
        Recall = "recall",
        /// Weighted precision.
        Precision = "precision",
    }
}

/// The weighted n-gram model (Babych & Hartley 2004) as the authors' script computes it, in
/// percent. Aggregated over documents it is no sum over segments, so a study has to resample
/// documents.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Wnm")]
pub struct WnmConfig {
    /// Weight of a reference word. Example: `weight = "tf-idf"`.
    pub weight: WnmWeight,
    /// S-scores below this count as 0. Default: all are kept, as in the script.
    /// Example: `threshold = 0`.
    #[serde(with = "Option::<Cutoff>")]
    pub threshold: Option<f64>,
    /// How the score is put together from texts. Example: `aggregation = "segment"`.
    pub aggregation: WnmAggregation,
    /// Value that is reported. Example: `value = "recall"`.
    pub value: WnmValue,
}
