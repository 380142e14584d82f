//! What can be chosen about a metric, as plain values.

use serde::Serialize;

pub use crate::tokenize::{Lowercase, Tokenizer};

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
}

impl MetricConfig {
    /// Whether statistics are of documents, so that nothing smaller can be drawn.
    pub fn is_per_document(&self) -> bool {
        match self {
            Self::Wnm(config) => config.aggregation != WnmAggregation::Segment,
            Self::External(config) => config.level == ScoreLevel::Document,
            _ => false,
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

/// The reference length that enters the brevity penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceLength {
    /// Nearest to the hypothesis, ties to the shorter.
    #[default]
    Closest,
    /// Shortest.
    Shortest,
    /// Mean over the references.
    Average,
}

/// BLEU (Papineni et al. 2002) as sacreBLEU computes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BleuConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Largest n-gram order, 1 to 9.
    pub order: usize,
    /// Smoothing.
    pub smoothing: Smoothing,
    /// Whether orders without any n-gram are left out of the mean.
    pub effective_order: bool,
    /// Reference length.
    pub reference_length: ReferenceLength,
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
        }
    }
}

/// M-BLEU (Zhang & Vogel 2004, Eq. 4): weighted arithmetic mean of n-gram precisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// Scale on which human judgments are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HumanScale {
    /// As judged.
    #[default]
    Raw,
    /// 1 to 5 mapped by 100 (x - 1) / 4.
    Percent,
}

/// Mean of human judgments.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct HumanConfig {
    /// Criteria of the corpus; several are added up per segment.
    pub criteria: Vec<String>,
    /// Scale.
    pub scale: HumanScale,
    /// Whether a larger value is better (false for error counts).
    pub higher_is_better: bool,
}

/// What an external metric scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreLevel {
    /// Segments.
    #[default]
    Segment,
    /// Documents.
    Document,
}

/// Mean of scores of an external metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ExternalConfig {
    /// Name of the score in the corpus.
    pub score: String,
    /// What has a score.
    pub level: ScoreLevel,
    /// Whether a larger value is better.
    pub higher_is_better: bool,
    /// Whether zero means none of the quantity, so that relative deviations make sense.
    pub ratio_scale: bool,
}

/// Where the information weights of NIST come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Information {
    /// The references of the test set at hand, kept fixed within its bootstrap.
    #[default]
    TestSet,
    /// The references of the whole corpus.
    Corpus,
    /// The references of each bootstrap resample, a segment as often as it is drawn.
    Recomputed,
}

/// NIST (Doddington 2002) as mteval-v13a computes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NistConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Largest n-gram order, 1 to 9.
    pub order: usize,
    /// Origin of the information weights.
    pub information: Information,
}

impl Default for NistConfig {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::ThirteenA,
            lowercase: Lowercase::Ascii,
            order: 5,
            information: Information::default(),
        }
    }
}

/// GTM (Turian et al. 2003) as the program GTM 1.4 computes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GtmConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Exponent that rewards long runs, at least 1.
    pub exponent: f64,
}

impl Default for GtmConfig {
    fn default() -> Self {
        Self { tokenizer: Tokenizer::ThirteenA, lowercase: Lowercase::No, exponent: 1.0 }
    }
}

/// Denominator of mWER and mPER per segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Normalisation {
    /// Mean length of the references.
    #[default]
    Average,
    /// Length nearest to the hypothesis, ties to the shorter.
    Closest,
    /// Shortest.
    Shortest,
    /// Longest.
    Longest,
    /// Length of the reference with the least distance (ties: shorter, then first).
    BestReference,
    /// The reference that minimises distance over length gives both.
    RatioBestReference,
}

/// mWER (Niessen et al. 2000) and mPER (Tillmann et al. 1997).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ErrorRateConfig {
    /// Tokenizer.
    pub tokenizer: Tokenizer,
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Denominator.
    pub normalisation: Normalisation,
    /// Whether word order counts (mWER) or not (mPER).
    pub ordered: bool,
}

/// TER as sacreBLEU's port of tercom computes it.
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of the program")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TerConfig {
    /// Tercom's general and Western tokenization.
    pub normalized: bool,
    /// Whether punctuation is deleted.
    pub no_punctuation: bool,
    /// Whether Asian characters are handled apart (with `normalized` and `no_punctuation`).
    pub asian_support: bool,
    /// Whether case is kept.
    pub case_sensitive: bool,
}

/// chrF and chrF++ (Popovic 2015, 2017) as sacreBLEU computes them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ChrfConfig {
    /// Lower-casing.
    pub lowercase: Lowercase,
    /// Largest character n-gram order.
    pub character_order: usize,
    /// Largest word n-gram order: 0 is chrF, 2 is chrF++.
    pub word_order: usize,
    /// Weight of recall.
    pub beta: f64,
    /// Whether white space counts as a character.
    pub whitespace: bool,
    /// Smoothing by a small constant over all orders in place of the effective order.
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

/// Weight of a reference word in WNM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WnmWeight {
    /// The authors' S-score.
    #[default]
    SScore,
    /// Term frequency by inverse document frequency.
    TfIdf,
    /// One for every word.
    One,
}

/// How WNM is put together from texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WnmAggregation {
    /// Mean of the scores of documents, as the authors advise.
    #[default]
    DocumentMean,
    /// Score of the sums over documents.
    DocumentSum,
    /// Score of the sums over segments matched one by one: not the authors' definition.
    Segment,
}

/// Value of WNM that is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WnmValue {
    /// Weighted F, which CESTA reports.
    #[default]
    F,
    /// Weighted recall ("adequacy").
    Recall,
    /// Weighted precision.
    Precision,
}

/// WNM (Babych & Hartley 2004) as the authors' script computes it.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WnmConfig {
    /// Weight of a word.
    pub weight: WnmWeight,
    /// S-scores below this count as 0; `None` keeps all, as the script does.
    pub threshold: Option<f64>,
    /// Aggregation.
    pub aggregation: WnmAggregation,
    /// Reported value.
    pub value: WnmValue,
}
