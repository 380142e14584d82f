//! What a study derives from its grid, with defaults filled in.

use serde::Serialize;

use crate::spec::document;

/// Words of the spec language as the rest of the program sees them: variants and names are those of
/// the document, where they are documented.
macro_rules! words {
    ($( $(#[doc = $doc:literal])+ $Word:ident as $Name:ident { $($Variant:ident = $name:literal),+ $(,)? } )+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $Name {
            $( #[doc = concat!("As [`", stringify!($Word), "::", stringify!($Variant), "`](document::", stringify!($Word), "::", stringify!($Variant), ").")] $Variant, )+
        }

        impl $Name {
            /// Its name in specs and tables.
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$Variant => $name, )+
                }
            }
        }

        impl From<document::$Word> for $Name {
            fn from(word: document::$Word) -> Self {
                match word {
                    $( document::$Word::$Variant => Self::$Variant, )+
                }
            }
        }
    )+};
}

words! {
    /// A method for intervals.
    IntervalWord as IntervalMethod {
        Percentile = "percentile",
        OrderStatistic = "order-statistic",
        Basic = "basic",
        Normal = "normal",
        StudentT = "student-t",
        JackknifeT = "jackknife-t",
        BootstrapT = "bootstrap-t",
        Bca = "bca",
    }
    /// A program whose numbers are reproduced digit by digit.
    CompatWord as Compat { Sacrebleu = "sacrebleu" }
    /// A test of two systems.
    TestWord as TestMethod {
        PairedBootstrap = "paired-bootstrap",
        DifferenceInterval = "difference-interval",
        CentredBootstrap = "centred-bootstrap",
        ApproximateRandomization = "approximate-randomization",
        ExactRandomization = "exact-randomization",
    }
    /// Adjustment of p-values for the number of comparisons.
    AdjustmentWord as Adjustment {
        None = "none",
        Holm = "holm",
        BenjaminiHochberg = "benjamini-hochberg",
    }
    /// What equal scores of a replicate count as.
    TiesWord as Ties { Losses = "losses", Half = "half" }
    /// A coefficient of correlation.
    CoefficientWord as Coefficient {
        Pearson = "pearson",
        Spearman = "spearman",
        Kendall = "kendall",
    }
    /// What correlated scores belong to.
    OverWord as Over { Systems = "systems", Documents = "documents", Segments = "segments" }
    /// What counts as the true score.
    TruthWord as Truth { Corpus = "corpus", Generator = "generator" }
    /// A measure of agreement.
    AgreementWord as AgreementMeasure {
        Within = "within",
        CohenKappa = "cohen-kappa",
        FleissKappa = "fleiss-kappa",
        KrippendorffAlpha = "krippendorff-alpha",
    }
    /// Weights of Cohen's kappa.
    KappaWeightsWord as KappaWeights { None = "none", Linear = "linear", Quadratic = "quadratic" }
    /// Distance of Krippendorff's alpha.
    DistanceWord as Distance { Nominal = "nominal", Ordinal = "ordinal", Interval = "interval" }
}

impl TestMethod {
    /// Whether it exchanges the outputs of two systems, and reads no replicates.
    pub fn exchanges(self) -> bool {
        matches!(self, Self::ApproximateRandomization | Self::ExactRandomization)
    }
}

/// All derivations of a study but minimal sizes; absent ones are not asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Derivations {
    /// Intervals by several methods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Intervals>,
    /// Tests between systems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Probabilities of ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Ranking>,
    /// Correlations between metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlation: Option<Correlation>,
    /// How often intervals and conclusions hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How much intervals change from one repetition to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability: Option<Stability>,
    /// Sizes needed to tell systems apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
    /// Whether a subset scores and ranks like the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representativeness: Option<Representativeness>,
    /// Agreement between judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// Each reference scored against the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_reference: Option<CrossReference>,
    /// Whether the scores of all replicates are kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replicates: bool,
}

/// Options of intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Intervals {
    /// Methods.
    pub methods: Vec<IntervalMethod>,
    /// Confidence levels, in (0, 1).
    pub levels: Vec<f64>,
    /// Program whose interval is reproduced in their place.
    pub compat: Option<Compat>,
}

/// Options of tests between systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// Methods.
    pub methods: Vec<TestMethod>,
    /// Adjustment of p-values.
    pub adjustment: Adjustment,
    /// What equal scores of a replicate count as.
    pub ties: Ties,
    /// Trials of approximate randomization.
    pub trials: u32,
    /// The system that all others are compared with; without it, every pair is.
    pub baseline: Option<String>,
    /// Program whose p-values are reproduced in place of the methods.
    pub compat: Option<Compat>,
}

/// Options of rankings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ranking {
    /// Probability with which a ranking has to come out to hold.
    pub probability: f64,
    /// Deviation of distances between systems that counts as stable, percent of the range of scores.
    pub distance_tolerance: f64,
}

/// Options of correlations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Correlation {
    /// Names of metrics that the others are correlated with; without them, every pair is.
    pub against: Option<Vec<String>>,
    /// Coefficients.
    pub coefficients: Vec<Coefficient>,
    /// What the correlated scores belong to.
    pub over: Over,
    /// Whether differences between metrics correlated with the same other one are tested.
    pub differences: bool,
}

/// Options of coverage.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Coverage {
    /// What counts as the true score.
    pub truth: Truth,
    /// Interval methods.
    pub methods: Vec<IntervalMethod>,
    /// Confidence levels, in (0, 1).
    pub levels: Vec<f64>,
    /// Number of fresh corpora whose mean scores are the truth of the generator.
    pub trials: u32,
}

/// Options of stability.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stability {
    /// Interval methods.
    pub methods: Vec<IntervalMethod>,
}

/// Options of power.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Power {
    /// Differences to be detected, in the metric's unit; without them a curve of differences.
    pub effects: Option<Vec<f64>>,
    /// Wanted probability of detection.
    pub power: f64,
    /// Confidence level of the test.
    pub level: f64,
}

/// Options of representativeness.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Representativeness {
    /// Coefficients between the scores of a subset and of the whole.
    pub coefficients: Vec<Coefficient>,
    /// Coefficient from which a subset counts as representative.
    pub threshold: f64,
}

/// Options of agreement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Agreement {
    /// Criteria; without them, all of the corpus.
    pub criteria: Option<Vec<String>>,
    /// Measures.
    pub measures: Vec<AgreementMeasure>,
    /// Largest differences that count as agreement.
    pub within: Vec<u32>,
    /// Weights of Cohen's kappa.
    pub weights: KappaWeights,
    /// Distance of Krippendorff's alpha.
    pub distance: Distance,
}

/// Options of cross-references.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CrossReference {
    /// Numbers of other references to score against; without them, all others.
    pub counts: Option<Vec<usize>>,
}
