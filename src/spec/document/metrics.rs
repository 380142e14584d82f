//! `[metrics.NAME.KIND]`: metrics with other options than the built-in ones.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{LowercaseChoice, SmoothingChoice, read_as_table, read_as_word};

/// A metric: exactly one table named for its kind, which holds the options.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Metric", extend("minProperties" = 1, "maxProperties" = 1))]
pub struct MetricTable {
    /// BLEU.
    pub bleu: Option<BleuTable>,
    /// M-BLEU: the weighted arithmetic mean of n-gram precisions (Zhang & Vogel 2004).
    pub m_bleu: Option<MBleuTable>,
    /// NIST.
    pub nist: Option<NistTable>,
    /// GTM.
    pub gtm: Option<GtmTable>,
    /// Multi-reference word error rate.
    pub mwer: Option<ErrorRateTable>,
    /// Multi-reference position-independent error rate.
    pub mper: Option<ErrorRateTable>,
    /// TER.
    pub ter: Option<TerTable>,
    /// chrF and chrF++.
    pub chrf: Option<ChrfTable>,
    /// The weighted n-gram model.
    pub wnm: Option<WnmTable>,
    /// Human judgments.
    pub human: Option<HumanTable>,
    /// Scores that the corpus brings along.
    pub external: Option<ExternalTable>,
}

/// BLEU (Papineni et al. 2002) as sacreBLEU computes it, in percent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Bleu")]
pub struct BleuTable {
    /// Tokenizer. Default: `"13a"`. Example: `tokenizer = "intl"`.
    pub tokenizer: Option<TokenizerWord>,
    /// Lower-casing before tokenization. Default: `false`. Example: `lowercase = "ascii"`.
    pub lowercase: Option<LowercaseChoice>,
    /// Largest n-gram order, 1 to 9. Default: 4. Example: `order = 2`.
    #[schemars(range(min = 1, max = 9))]
    pub order: Option<i64>,
    /// Smoothing of orders without a match. Default: `"exp"`.
    /// Example: `smoothing = { floor = 0.1 }`.
    pub smoothing: Option<SmoothingChoice>,
    /// Whether orders without any n-gram are left out of the mean. Default: `false`.
    /// Example: `effective-order = true`.
    pub effective_order: Option<bool>,
    /// Reference length that enters the brevity penalty. Default: `"closest"`.
    /// Example: `reference-length = "shortest"`.
    pub reference_length: Option<ReferenceLengthWord>,
}

/// M-BLEU (Zhang & Vogel 2004, equation 4), in percent. The paper does not give the weights; equal
/// weights up to order 9 (the built-in `m-bleu-9`) explain the size of its printed values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "MBleu")]
pub struct MBleuTable {
    /// Tokenizer. Default: `"13a"`. Example: `tokenizer = "intl"`.
    pub tokenizer: Option<TokenizerWord>,
    /// Lower-casing before tokenization. Default: `false`. Example: `lowercase = "ascii"`.
    pub lowercase: Option<LowercaseChoice>,
    /// Largest n-gram order, 1 to 9. Default: the number of weights, or 4. Example: `order = 9`.
    #[schemars(range(min = 1, max = 9))]
    pub order: Option<i64>,
    /// Weight of each order, summing to 1. Default: equal weights.
    /// Example: `weights = [0.4, 0.3, 0.2, 0.1]`.
    #[schemars(length(min = 1, max = 9))]
    pub weights: Option<Vec<f64>>,
    /// Reference length that enters the brevity penalty. Default: `"closest"`.
    /// Example: `reference-length = "shortest"`.
    pub reference_length: Option<ReferenceLengthWord>,
}

/// NIST (Doddington 2002) as mteval-v13a computes it, in its own unit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "NistMetric")]
pub struct NistTable {
    /// Tokenizer. Default: `"13a"`. Example: `tokenizer = "intl"`.
    pub tokenizer: Option<TokenizerWord>,
    /// Lower-casing before tokenization. Default: `"ascii"`. Example: `lowercase = false`.
    pub lowercase: Option<LowercaseChoice>,
    /// Largest n-gram order, 1 to 9. Default: 5. Example: `order = 4`.
    #[schemars(range(min = 1, max = 9))]
    pub order: Option<i64>,
    /// References that the information weights are computed from. Default: `"test-set"`.
    /// Example: `information = "recomputed"`.
    pub information: Option<InformationWord>,
}

/// GTM (Turian et al. 2003) as the program GTM 1.4 computes it, in percent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Gtm")]
pub struct GtmTable {
    /// Tokenizer. Default: `"13a"`. Example: `tokenizer = "none"`.
    pub tokenizer: Option<TokenizerWord>,
    /// Lower-casing before tokenization. Default: `false`. Example: `lowercase = true`.
    pub lowercase: Option<LowercaseChoice>,
    /// Exponent that rewards long runs, at least 1. Default: 1. Example: `exponent = 2`.
    #[schemars(extend("minimum" = 1))]
    pub exponent: Option<f64>,
}

/// mWER (Niessen et al. 2000) or mPER (Tillmann et al. 1997), in percent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "ErrorRate")]
pub struct ErrorRateTable {
    /// Tokenizer. Default: `"13a"`. Example: `tokenizer = "none"`.
    pub tokenizer: Option<TokenizerWord>,
    /// Lower-casing before tokenization. Default: `false`. Example: `lowercase = true`.
    pub lowercase: Option<LowercaseChoice>,
    /// Length that the distance is divided by. Default: `"average"`.
    /// Example: `normalisation = "closest"`.
    pub normalisation: Option<NormalisationWord>,
}

/// TER (Snover et al. 2006) as sacreBLEU computes it, in percent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Ter")]
pub struct TerTable {
    /// Tercom's general and Western tokenization. Default: `false`. Example: `normalized = true`.
    pub normalized: Option<bool>,
    /// Whether punctuation is deleted. Default: `false`. Example: `no-punctuation = true`.
    pub no_punctuation: Option<bool>,
    /// Whether Asian characters are handled apart, with `normalized` or `no-punctuation`.
    /// Default: `false`. Example: `asian-support = true`.
    pub asian_support: Option<bool>,
    /// Whether case is kept. Default: `false`. Example: `case-sensitive = true`.
    pub case_sensitive: Option<bool>,
}

/// chrF (Popović 2015) and chrF++ (Popović 2017) as sacreBLEU computes them, in percent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Chrf")]
pub struct ChrfTable {
    /// Lower-casing. Default: `false`. Example: `lowercase = true`.
    pub lowercase: Option<LowercaseChoice>,
    /// Largest order of character n-grams, 1 to 20. Default: 6. Example: `character-order = 4`.
    #[schemars(range(min = 1, max = 20))]
    pub character_order: Option<i64>,
    /// Largest order of word n-grams, 0 to 9: 0 is chrF, 2 is chrF++. Default: 0.
    /// Example: `word-order = 2`.
    #[schemars(range(min = 0, max = 9))]
    pub word_order: Option<i64>,
    /// Weight of recall, above 0. Default: 2. Example: `beta = 3`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub beta: Option<f64>,
    /// Whether white space counts as a character. Default: `false`. Example: `whitespace = true`.
    pub whitespace: Option<bool>,
    /// Smoothing by a small constant over all orders, in place of the effective order.
    /// Default: `false`. Example: `eps-smoothing = true`.
    pub eps_smoothing: Option<bool>,
}

/// The weighted n-gram model (Babych & Hartley 2004) as the authors' script computes it, in
/// percent. Aggregated over documents it is no sum over segments, so a study has to resample
/// documents.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Wnm")]
pub struct WnmTable {
    /// Weight of a reference word. Default: `"s-score"`. Example: `weight = "tf-idf"`.
    pub weight: Option<WnmWeightWord>,
    /// S-scores below this count as 0. Default: all are kept, as in the script.
    /// Example: `threshold = 0`.
    pub threshold: Option<f64>,
    /// How the score is put together from texts. Default: `"document-mean"`.
    /// Example: `aggregation = "segment"`.
    pub aggregation: Option<WnmAggregationWord>,
    /// Value that is reported. Default: `"f"`. Example: `value = "recall"`.
    pub value: Option<WnmValueWord>,
}

/// Mean of human judgments; exactly one of `criterion` and `criteria`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Human", extend("oneOf" = [
    { "required": ["criterion"] },
    { "required": ["criteria"] }
]))]
pub struct HumanTable {
    /// Criterion of the corpus. Example: `criterion = "adequacy"`.
    #[schemars(length(min = 1))]
    pub criterion: Option<String>,
    /// Several criteria, added up per segment. Example: `criteria = ["fluency", "adequacy"]`.
    #[schemars(length(min = 1))]
    pub criteria: Option<Vec<String>>,
    /// Scale: `"raw"` as judged, `"0-100"` maps 1 to 5 by 100 (x - 1) / 4. Default: `"raw"`.
    /// Example: `scale = "0-100"`.
    pub scale: Option<ScaleWord>,
    /// Whether a larger value is better. Default: `true`. Example: `higher-is-better = false`.
    pub higher_is_better: Option<bool>,
}

/// Mean of scores that the corpus brings along (COMET, `MetricX`, MQM, ...), for each segment or for
/// each document. With scores of documents a study has to resample documents.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "External")]
pub struct ExternalTable {
    /// Name of the score in the corpus. Required. Example: `score = "comet"`.
    #[schemars(required, length(min = 1))]
    pub score: Option<String>,
    /// What has a score. Default: `"segment"`. Example: `level = "document"`.
    pub level: Option<ScoreLevelWord>,
    /// Whether a larger value is better. Default: `true`. Example: `higher-is-better = false`.
    pub higher_is_better: Option<bool>,
    /// Whether zero means none of the quantity, so that a deviation in percent of the mean makes
    /// sense. Default: `false`. Example: `ratio-scale = true`.
    pub ratio_scale: Option<bool>,
}

/// How a text is split into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Tokenizer")]
pub enum TokenizerWord {
    /// mteval-v13a, the default of sacreBLEU.
    #[serde(rename = "13a")]
    ThirteenA,
    /// The international tokenization of mteval.
    Intl,
    /// Chinese characters apart, the rest as in 13a.
    Zh,
    /// One token per character.
    Char,
    /// White space alone.
    None,
}

/// Reference length that enters the brevity penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "ReferenceLength")]
pub enum ReferenceLengthWord {
    /// Nearest to the hypothesis; of two equally near, the shorter.
    Closest,
    /// Shortest.
    Shortest,
    /// Mean over the references.
    Average,
}

/// References that the information weights of NIST are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Information")]
pub enum InformationWord {
    /// Those of the test set at hand, kept fixed within its bootstrap.
    TestSet,
    /// Those of the whole corpus.
    Corpus,
    /// Those of each bootstrap resample, as if the metric were run on it: biased downwards, because
    /// a segment drawn twice makes its words look common, and slow.
    Recomputed,
}

/// Length that the distance of mWER and mPER is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Normalisation")]
pub enum NormalisationWord {
    /// Mean length of the references.
    Average,
    /// Nearest to the hypothesis; of two equally near, the shorter.
    Closest,
    /// Shortest.
    Shortest,
    /// Longest.
    Longest,
    /// That of the reference with the least distance.
    BestReference,
    /// That of the reference with the least distance over length, which gives the distance too.
    RatioBestReference,
}

/// Weight of a reference word in WNM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "WnmWeight")]
pub enum WnmWeightWord {
    /// The authors' S-score.
    SScore,
    /// Term frequency by inverse document frequency.
    TfIdf,
    /// One for every word.
    One,
}

/// How WNM is put together from texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "WnmAggregation")]
pub enum WnmAggregationWord {
    /// Mean of the scores of documents, as the authors advise.
    DocumentMean,
    /// Score of the sums over documents.
    DocumentSum,
    /// Score of the sums over segments matched one by one: not the authors' definition.
    Segment,
}

/// Value of WNM that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "WnmValue")]
pub enum WnmValueWord {
    /// Weighted F, which CESTA reports.
    F,
    /// Weighted recall.
    Recall,
    /// Weighted precision.
    Precision,
}

/// What an external metric scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "ScoreLevel")]
pub enum ScoreLevelWord {
    /// Segments.
    Segment,
    /// Documents.
    Document,
}

/// Scale of human judgments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Scale")]
pub enum ScaleWord {
    /// As judged.
    Raw,
    /// 1 to 5 mapped by 100 (x - 1) / 4.
    #[serde(rename = "0-100")]
    Percent,
}

read_as_table!(
    MetricTable,
    BleuTable,
    MBleuTable,
    NistTable,
    GtmTable,
    ErrorRateTable,
    TerTable,
    ChrfTable,
    WnmTable,
    HumanTable,
    ExternalTable,
);

read_as_word!(
    TokenizerWord,
    ReferenceLengthWord,
    InformationWord,
    NormalisationWord,
    WnmWeightWord,
    WnmAggregationWord,
    WnmValueWord,
    ScoreLevelWord,
    ScaleWord,
);
