//! `[studies.NAME.DERIVATION]`: what to derive from a grid.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{OneOrMany, read_as_table, read_as_word};

/// Intervals by several methods, one row each.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Intervals")]
pub struct IntervalsTable {
    /// Methods. Default: `["percentile"]`. Example: `methods = ["percentile", "bca"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub methods: Option<Vec<IntervalWord>>,
    /// Confidence level between 0 and 1, or several. Default: that of the study.
    /// Example: `level = [0.9, 0.95]`.
    pub level: Option<OneOrMany<f64>>,
    /// `"sacrebleu"` gives that program's interval digit by digit, with its own stream, method and
    /// level, so `methods` and `level` are left out. Default: none. Example: `compat = "sacrebleu"`.
    pub compat: Option<CompatWord>,
}

/// Minimal sizes by regression of STDEV against documents (Estrella, Hamon & Popescu-Belis 2007),
/// and the size whose interval is as narrow as wanted.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "MinimalSize")]
pub struct MinimalSizeTable {
    /// Functions fitted to STDEV. Default: `["power", "cubic"]`. Example: `functions = ["power"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub functions: Option<Vec<FunctionWord>>,
    /// Size in documents where the tangent touches whose zero is `x_min` (`x_i` of the paper); above 0.
    /// Default: 1. Example: `tangent-at = 2`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub tangent_at: Option<f64>,
    /// Slope per document below which STDEV counts as level (`x_max`), in the unit of `deviation`;
    /// above 0. Default: 0.01 for relative deviations; none for absolute ones, whose unit is the
    /// metric's, so that the power function then has no `x_max`. Example: `epsilon = 0.001`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub epsilon: Option<f64>,
    /// Unit of STDEV. `"relative"` asks for metrics with a true zero. Default: `"relative"`.
    /// Example: `deviation = "absolute"`.
    pub deviation: Option<DeviationWord>,
    /// Wanted half-width of the interval, in the unit of `deviation`; above 0. The answer is the
    /// smallest size that reaches it. Default: not asked for. Example: `target-half-width = 1.0`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub target_half_width: Option<f64>,
    /// Times that documents are drawn anew, in random order, for the intervals of `x_min`, `x_max`
    /// and `x_target`; 0 for none, otherwise 20 or more. Default: 200. Example: `interval-draws = 1000`.
    #[schemars(range(min = 0))]
    pub interval_draws: Option<i64>,
}

/// Tests of every pair of systems.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Comparison")]
pub struct ComparisonTable {
    /// Methods. Default: `["difference-interval"]`.
    /// Example: `methods = ["paired-bootstrap", "approximate-randomization"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub methods: Option<Vec<TestWord>>,
    /// Adjustment of p-values for the number of pairs of systems on one metric, set of references and
    /// test set. Default: `"holm"`.
    /// Example: `adjustment = "none"`.
    pub adjustment: Option<AdjustmentWord>,
    /// What equal scores of a replicate count as in the win rate. Default: `"losses"`.
    /// Example: `ties = "half"`.
    pub ties: Option<TiesWord>,
    /// Number of trials of approximate randomization. Default: 10000. Example: `trials = 1000`.
    #[schemars(range(min = 1))]
    pub trials: Option<i64>,
    /// Name of a system that all others are compared with. Default: every pair.
    /// Example: `baseline = "S1"`.
    #[schemars(length(min = 1))]
    pub baseline: Option<String>,
    /// `"sacrebleu"` gives that program's p-values digit by digit, with its own streams, methods
    /// and ties, so `methods` and `ties` are left out. Default: none.
    /// Example: `compat = "sacrebleu"`.
    pub compat: Option<CompatWord>,
}

/// Probabilities of ranks, and the size from which the ranking holds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Ranking")]
pub struct RankingTable {
    /// Probability, between 0 and 1, with which a ranking has to come out to hold.
    /// Default: 0.95. Example: `probability = 0.9`.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub probability: Option<f64>,
    /// How far distances between the scores of systems may be from those on the whole corpus, in percent
    /// of the range of its scores, to count as stable; above 0. Default: 10.
    /// Example: `distance-tolerance = 5`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub distance_tolerance: Option<f64>,
}

/// Correlations between metrics.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Correlation")]
pub struct CorrelationTable {
    /// Metrics of the study that the others are correlated with. Default: every pair.
    /// Example: `against = ["fluency", "adequacy"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub against: Option<Vec<String>>,
    /// Coefficients. Default: `["pearson"]`. Example: `coefficients = ["pearson", "kendall"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub coefficients: Option<Vec<CoefficientWord>>,
    /// What the correlated scores belong to. Default: `"systems"`. Example: `over = "segments"`.
    pub over: Option<OverWord>,
    /// Whether the differences between metrics correlated with the same other one are tested.
    /// Default: `false`. Example: `differences = true`.
    pub differences: Option<bool>,
}

/// How often intervals of samples hold the truth, and how often comparisons on them are right (Koehn
/// 2004). The study has `samples`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Coverage")]
pub struct CoverageTable {
    /// What counts as the true score: that of the whole corpus, or the mean over fresh corpora of the
    /// generator of a synthetic corpus. Default: `"corpus"`. Example: `truth = "generator"`.
    pub truth: Option<TruthWord>,
    /// Interval methods. Default: `["percentile"]`. Example: `methods = ["percentile", "bca"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub methods: Option<Vec<IntervalWord>>,
    /// Confidence level between 0 and 1, or several. Default: that of the study.
    /// Example: `level = [0.9, 0.95]`.
    pub level: Option<OneOrMany<f64>>,
    /// Number of fresh corpora, each as large as the corpus, with `truth = "generator"`; the true
    /// score has a standard error of their deviation over the root of their number. Default: 20.
    /// Example: `trials = 50`.
    #[schemars(range(min = 2))]
    pub trials: Option<i64>,
}

/// How much intervals change from one repetition of the draws to the next, over the `repeats` of the
/// study (at least 2). All other tables of the study then show the first repeat alone.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Stability")]
pub struct StabilityTable {
    /// Interval methods. Default: `["percentile"]`. Example: `methods = ["percentile", "normal"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub methods: Option<Vec<IntervalWord>>,
}

/// Sizes needed to tell systems apart.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Power")]
pub struct PowerTable {
    /// True differences to be detected, in the unit of the metric; above 0. Default: for each pair a
    /// curve of round values around the smallest difference that its test set can show, never the
    /// observed one. Example: `effects = [0.5, 1.0]`.
    pub effects: Option<OneOrMany<f64>>,
    /// Wanted probability of detection, between 0 and 1. Default: 0.8. Example: `power = 0.9`.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub power: Option<f64>,
    /// Confidence level of the test, between 0 and 1. Default: that of the study.
    /// Example: `level = 0.99`.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub level: Option<f64>,
}

/// Whether a subset scores and ranks like the whole (Hamon et al. 2007).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Representativeness")]
pub struct RepresentativenessTable {
    /// Coefficients between the scores of a subset and of the whole.
    /// Default: `["pearson", "spearman"]`. Example: `coefficients = ["pearson"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub coefficients: Option<Vec<CoefficientWord>>,
    /// Coefficient, above 0 and at most 1, from which a subset counts as representative.
    /// Default: 0.95. Example: `threshold = 0.99`.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub threshold: Option<f64>,
}

/// Agreement between judges.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Agreement")]
pub struct AgreementTable {
    /// Criteria of the corpus. Default: all. Example: `criteria = ["adequacy"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub criteria: Option<Vec<String>>,
    /// Measures. Default: `["within", "krippendorff-alpha"]`.
    /// Example: `measures = ["cohen-kappa"]`.
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub measures: Option<Vec<AgreementWord>>,
    /// Largest differences that `within` counts as agreement; 0 is exact agreement.
    /// Default: `[0, 1, 2, 3, 4]`. Example: `within = [0, 1]`.
    #[schemars(length(min = 1), inner(range(min = 0)), extend("uniqueItems" = true))]
    pub within: Option<Vec<i64>>,
    /// Weights of Cohen's kappa. Default: `"none"`. Example: `weights = "quadratic"`.
    pub weights: Option<KappaWeightsWord>,
    /// Distance of Krippendorff's alpha. Default: `"ordinal"`. Example: `distance = "interval"`.
    pub distance: Option<DistanceWord>,
}

/// Each reference scored against the others.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "CrossReference")]
pub struct CrossReferenceTable {
    /// Numbers of other references to score against. Default: all others. Example: `counts = [1]`.
    pub counts: Option<OneOrMany<i64>>,
}

/// Keeps the scores of all replicates, in a table of their own. No options.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Replicates")]
pub struct ReplicatesTable {}

/// A method for intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "IntervalMethod")]
pub enum IntervalWord {
    /// Quantiles of the replicates, linearly interpolated.
    Percentile,
    /// Sorted replicates with as many dropped at each end (Koehn 2004).
    OrderStatistic,
    /// The percentile interval mirrored at the score.
    Basic,
    /// Score and standard normal quantile times STDEV.
    Normal,
    /// Score and Student quantile times STDEV.
    StudentT,
    /// Score and Student quantile times the standard error by the jackknife, without resampling; of a
    /// mean, the interval of the textbooks (Koehn 2004, section 4).
    JackknifeT,
    /// Studentised bootstrap.
    BootstrapT,
    /// Bias-corrected and accelerated bootstrap.
    Bca,
}

/// A program whose numbers are reproduced digit by digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Compat")]
pub enum CompatWord {
    /// sacreBLEU.
    Sacrebleu,
}

/// A function fitted to STDEV against documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Function")]
pub enum FunctionWord {
    /// `a x^-b`.
    Power,
    /// `d x^3 + c x^2 + b x + a`.
    Cubic,
}

/// Unit of STDEV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Deviation")]
pub enum DeviationWord {
    /// Percent of the mean of the replicates.
    Relative,
    /// The metric's own unit.
    Absolute,
}

/// A test of two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Test")]
pub enum TestWord {
    /// Share of replicates in which one system beats the other (Koehn 2004).
    PairedBootstrap,
    /// Percentile interval of the difference (Zhang & Vogel 2004).
    DifferenceInterval,
    /// Bootstrap of the difference, centred at zero (Riezler & Maxwell 2005).
    CentredBootstrap,
    /// Random swaps of the two systems' outputs.
    ApproximateRandomization,
    /// All swaps of the two systems' outputs; up to 20 resampling units that differ.
    ExactRandomization,
}

/// Adjustment of p-values for the number of comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Adjustment")]
pub enum AdjustmentWord {
    /// None.
    None,
    /// Holm 1979: probability of any false finding.
    Holm,
    /// Benjamini & Hochberg 1995: share of false findings.
    BenjaminiHochberg,
}

/// What equal scores count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Ties")]
pub enum TiesWord {
    /// Not a win for either system.
    Losses,
    /// Half a win for each.
    Half,
}

/// A coefficient of correlation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Coefficient")]
pub enum CoefficientWord {
    /// Pearson's, of values.
    Pearson,
    /// Spearman's, of ranks.
    Spearman,
    /// Kendall's tau-b, of pairs.
    Kendall,
}

/// What correlated scores belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Over")]
pub enum OverWord {
    /// Systems.
    Systems,
    /// Documents of all systems.
    Documents,
    /// Segments of all systems.
    Segments,
}

/// What counts as the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Truth")]
pub enum TruthWord {
    /// That of the whole corpus.
    Corpus,
    /// That of the generator of a synthetic corpus.
    Generator,
}

/// A measure of agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "AgreementMeasure")]
pub enum AgreementWord {
    /// Share of segments whose judgments differ by at most so much.
    Within,
    /// Cohen's kappa, of two fixed judges.
    CohenKappa,
    /// Fleiss' kappa, of changing judges.
    FleissKappa,
    /// Krippendorff's alpha, of any judges, with missing judgments.
    KrippendorffAlpha,
}

/// Weights of Cohen's kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "KappaWeights")]
pub enum KappaWeightsWord {
    /// All disagreements count alike.
    None,
    /// By distance.
    Linear,
    /// By squared distance.
    Quadratic,
}

/// Distance of Krippendorff's alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Distance")]
pub enum DistanceWord {
    /// Equal or not.
    Nominal,
    /// By order.
    Ordinal,
    /// By squared difference.
    Interval,
}

read_as_table!(
    IntervalsTable,
    MinimalSizeTable,
    ComparisonTable,
    RankingTable,
    CorrelationTable,
    CoverageTable,
    StabilityTable,
    PowerTable,
    RepresentativenessTable,
    AgreementTable,
    CrossReferenceTable,
    ReplicatesTable,
);

read_as_word!(
    IntervalWord,
    CompatWord,
    FunctionWord,
    DeviationWord,
    TestWord,
    AdjustmentWord,
    TiesWord,
    CoefficientWord,
    OverWord,
    TruthWord,
    AgreementWord,
    KappaWeightsWord,
    DistanceWord,
);
