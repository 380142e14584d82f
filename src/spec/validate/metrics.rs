//! Declared metrics.

use crate::metric::config::{
    BleuConfig, ChrfConfig, ErrorRateConfig, ExternalConfig, GtmConfig, HumanConfig, HumanScale,
    Information, Lowercase, MBleuConfig, NistConfig, Normalisation, ReferenceLength, ScoreLevel,
    Smoothing, TerConfig, Tokenizer, WnmAggregation, WnmConfig, WnmValue, WnmWeight,
};
use crate::spec::built_in::{equal_weights, error_rate};
use crate::spec::document::metrics::{
    BleuTable, ChrfTable, ErrorRateTable, ExternalTable, GtmTable, HumanTable, InformationWord,
    MBleuTable, NistTable, NormalisationWord, ReferenceLengthWord, ScaleWord, ScoreLevelWord,
    TerTable, TokenizerWord, WnmAggregationWord, WnmTable, WnmValueWord, WnmWeightWord,
};
use crate::spec::document::{LowercaseChoice, MetricTable, Named, SmoothingChoice};
use crate::spec::model::MetricConfig;
use crate::spec::source::SpecPath;

use super::{Findings, named, values};

const KINDS: [&str; 11] =
    ["bleu", "m-bleu", "nist", "gtm", "mwer", "mper", "ter", "chrf", "wnm", "human", "external"];

/// Weights may miss 1 by this much, since decimal fractions do not add up exactly.
const SUM_TOLERANCE: f64 = 1e-9;

/// All declared metrics; `None` for one that could not be read.
pub(super) fn lower<'d>(
    table: Option<&'d Named<MetricTable>>,
    findings: &mut Findings<'_>,
) -> Vec<(&'d str, Option<MetricConfig>)> {
    let entries = named(table, "metrics", None, findings);
    let metrics =
        entries.into_iter().map(|(name, metric, at)| (name, config(metric, &at, findings)));
    metrics.collect()
}

fn config(
    metric: &MetricTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Option<MetricConfig> {
    let of = |kind: usize| at.then(KINDS[kind]);
    let f = findings;
    let configs = [
        metric.bleu.as_ref().map(|table| bleu(table, &of(0), f)),
        metric.m_bleu.as_ref().map(|table| m_bleu(table, &of(1), f)),
        metric.nist.as_ref().map(|table| nist(table, &of(2), f)),
        metric.gtm.as_ref().map(|table| gtm(table, &of(3), f)),
        metric.mwer.as_ref().map(|table| rate(table, true)),
        metric.mper.as_ref().map(|table| rate(table, false)),
        metric.ter.as_ref().map(ter),
        metric.chrf.as_ref().map(|table| chrf(table, &of(7), f)),
        metric.wnm.as_ref().map(|table| wnm(table, &of(8), f)),
        metric.human.as_ref().map(|table| human(table, &of(9), f)),
        metric.external.as_ref().map(|table| external(table, &of(10), f)),
    ];
    let present = KINDS.iter().zip(&configs).filter(|(_, config)| config.is_some());
    let present: Vec<&str> = present.map(|(kind, _)| *kind).collect();
    let is_one = values::exactly_one(at, "kind of metric", &KINDS, &present, f);
    configs.into_iter().flatten().next().filter(|_| is_one)
}

fn order(
    written: Option<i64>,
    default: usize,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> usize {
    written.map_or(default, |order| values::count(order, (1, 9), &at.then("order"), findings))
}

fn bleu(table: &BleuTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let default = BleuConfig::default();
    if let Some(SmoothingChoice::Floor(value) | SmoothingChoice::AddK(value)) = table.smoothing {
        values::at_least(0.0, value, &at.then("smoothing"), findings);
    }
    MetricConfig::Bleu(BleuConfig {
        tokenizer: tokenizer(table.tokenizer),
        lowercase: table.lowercase.map_or(default.lowercase, lowercase),
        order: order(table.order, default.order, at, findings),
        smoothing: table.smoothing.map_or(default.smoothing, smoothing),
        effective_order: table.effective_order.unwrap_or(default.effective_order),
        reference_length: reference_length(table.reference_length),
    })
}

fn m_bleu(table: &MBleuTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let weights = match &table.weights {
        None => equal_weights(order(table.order, 4, at, findings)),
        Some(weights) => {
            check_weights(weights, table.order, at, findings);
            weights.clone()
        }
    };
    MetricConfig::MBleu(MBleuConfig {
        tokenizer: tokenizer(table.tokenizer),
        lowercase: table.lowercase.map_or(MBleuConfig::default().lowercase, lowercase),
        weights,
        reference_length: reference_length(table.reference_length),
    })
}

fn check_weights(
    weights: &[f64],
    written_order: Option<i64>,
    table: &SpecPath,
    findings: &mut Findings<'_>,
) {
    let at = table.then("weights");
    for (index, &weight) in weights.iter().enumerate() {
        values::at_least(0.0, weight, &at.then(index), findings);
    }
    if weights.is_empty() || weights.len() > 9 {
        let message = format!("`weights` has {} entries", weights.len());
        findings.error(&at, message, "give one weight for each order, from 1 up to at most 9");
        return;
    }
    if let Some(written) = written_order {
        let order = order(written_order, 4, table, findings);
        if order != weights.len() && i64::try_from(order) == Ok(written) {
            let message =
                format!("`weights` has {} entries, but `order` is {order}", weights.len());
            let beside = (&table.then("order"), "the order");
            findings.error_beside(&at, beside, message, "leave `order` out, or make them agree");
        }
    }
    let sum: f64 = weights.iter().sum();
    // A weight that is not finite was reported above.
    if sum.is_finite() && (sum - 1.0).abs() > SUM_TOLERANCE {
        let help = "divide each weight by the sum";
        findings.error(&at, format!("the weights sum to {sum}, not to 1"), help);
    }
}

fn nist(table: &NistTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let default = NistConfig::default();
    let information = table.information.map_or(default.information, |word| match word {
        InformationWord::TestSet => Information::TestSet,
        InformationWord::Corpus => Information::Corpus,
        InformationWord::Recomputed => Information::Recomputed,
    });
    MetricConfig::Nist(NistConfig {
        tokenizer: tokenizer(table.tokenizer),
        lowercase: table.lowercase.map_or(default.lowercase, lowercase),
        order: order(table.order, default.order, at, findings),
        information,
    })
}

fn gtm(table: &GtmTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let default = GtmConfig::default();
    let exponent = table
        .exponent
        .map(|exponent| values::at_least(1.0, exponent, &at.then("exponent"), findings));
    MetricConfig::Gtm(GtmConfig {
        tokenizer: tokenizer(table.tokenizer),
        lowercase: table.lowercase.map_or(default.lowercase, lowercase),
        exponent: exponent.unwrap_or(default.exponent),
    })
}

fn rate(table: &ErrorRateTable, ordered: bool) -> MetricConfig {
    let default = error_rate(ordered);
    let normalisation = table.normalisation.map_or(default.normalisation, |word| match word {
        NormalisationWord::Average => Normalisation::Average,
        NormalisationWord::Closest => Normalisation::Closest,
        NormalisationWord::Shortest => Normalisation::Shortest,
        NormalisationWord::Longest => Normalisation::Longest,
        NormalisationWord::BestReference => Normalisation::BestReference,
        NormalisationWord::RatioBestReference => Normalisation::RatioBestReference,
    });
    MetricConfig::ErrorRate(ErrorRateConfig {
        tokenizer: tokenizer(table.tokenizer),
        lowercase: table.lowercase.map_or(default.lowercase, lowercase),
        normalisation,
        ordered,
    })
}

fn ter(table: &TerTable) -> MetricConfig {
    let default = TerConfig::default();
    MetricConfig::Ter(TerConfig {
        normalized: table.normalized.unwrap_or(default.normalized),
        no_punctuation: table.no_punctuation.unwrap_or(default.no_punctuation),
        asian_support: table.asian_support.unwrap_or(default.asian_support),
        case_sensitive: table.case_sensitive.unwrap_or(default.case_sensitive),
    })
}

fn chrf(table: &ChrfTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let default = ChrfConfig::default();
    let mut order = |written: Option<i64>, range, key, default| {
        written.map_or(default, |order| values::count(order, range, &at.then(key), findings))
    };
    let character_order =
        order(table.character_order, (1, 20), "character-order", default.character_order);
    let word_order = order(table.word_order, (0, 9), "word-order", default.word_order);
    let beta = table.beta.map(|beta| values::positive(beta, &at.then("beta"), findings));
    MetricConfig::Chrf(ChrfConfig {
        lowercase: table.lowercase.map_or(default.lowercase, lowercase),
        character_order,
        word_order,
        beta: beta.unwrap_or(default.beta),
        whitespace: table.whitespace.unwrap_or(default.whitespace),
        eps_smoothing: table.eps_smoothing.unwrap_or(default.eps_smoothing),
    })
}

fn wnm(table: &WnmTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    if table.threshold.is_some_and(|threshold| !threshold.is_finite()) {
        findings.error(
            &at.then("threshold"),
            "`threshold` is not a finite number",
            "leave it out to keep all S-scores",
        );
    }
    let default = WnmConfig::default();
    MetricConfig::Wnm(WnmConfig {
        weight: table.weight.map_or(default.weight, |word| match word {
            WnmWeightWord::SScore => WnmWeight::SScore,
            WnmWeightWord::TfIdf => WnmWeight::TfIdf,
            WnmWeightWord::One => WnmWeight::One,
        }),
        threshold: table.threshold,
        aggregation: table.aggregation.map_or(default.aggregation, |word| match word {
            WnmAggregationWord::DocumentMean => WnmAggregation::DocumentMean,
            WnmAggregationWord::DocumentSum => WnmAggregation::DocumentSum,
            WnmAggregationWord::Segment => WnmAggregation::Segment,
        }),
        value: table.value.map_or(default.value, |word| match word {
            WnmValueWord::F => WnmValue::F,
            WnmValueWord::Recall => WnmValue::Recall,
            WnmValueWord::Precision => WnmValue::Precision,
        }),
    })
}

fn human(table: &HumanTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let keys = ["criterion", "criteria"];
    let present = [table.criterion.is_some(), table.criteria.is_some()];
    let present: Vec<&str> =
        keys.into_iter().zip(present).filter_map(|(key, is)| is.then_some(key)).collect();
    values::exactly_one(at, "choice of criteria", &keys, &present, findings);
    if let Some(criterion) = &table.criterion {
        values::text(criterion, &at.then("criterion"), findings);
    }
    if let Some(criteria) = &table.criteria {
        values::texts(criteria, false, &at.then("criteria"), findings);
    }
    let one = table.criterion.iter();
    MetricConfig::Human(HumanConfig {
        criteria: one.chain(table.criteria.iter().flatten()).cloned().collect(),
        scale: table.scale.map_or(HumanScale::Raw, |word| match word {
            ScaleWord::Raw => HumanScale::Raw,
            ScaleWord::Percent => HumanScale::Percent,
        }),
        higher_is_better: table.higher_is_better.unwrap_or(true),
    })
}

fn external(table: &ExternalTable, at: &SpecPath, findings: &mut Findings<'_>) -> MetricConfig {
    let score = table.score.as_ref();
    MetricConfig::External(ExternalConfig {
        score: values::required_text(score, at, "score", "score = \"comet\"", findings),
        level: table.level.map_or(ScoreLevel::Segment, |word| match word {
            ScoreLevelWord::Segment => ScoreLevel::Segment,
            ScoreLevelWord::Document => ScoreLevel::Document,
        }),
        higher_is_better: table.higher_is_better.unwrap_or(true),
        ratio_scale: table.ratio_scale.unwrap_or(false),
    })
}

fn tokenizer(word: Option<TokenizerWord>) -> Tokenizer {
    word.map_or(Tokenizer::default(), |word| match word {
        TokenizerWord::ThirteenA => Tokenizer::ThirteenA,
        TokenizerWord::Intl => Tokenizer::International,
        TokenizerWord::Zh => Tokenizer::Chinese,
        TokenizerWord::Char => Tokenizer::Character,
        TokenizerWord::None => Tokenizer::None,
    })
}

fn lowercase(choice: LowercaseChoice) -> Lowercase {
    match choice {
        LowercaseChoice::No => Lowercase::No,
        LowercaseChoice::Unicode => Lowercase::Unicode,
        LowercaseChoice::Ascii => Lowercase::Ascii,
    }
}

fn smoothing(choice: SmoothingChoice) -> Smoothing {
    match choice {
        SmoothingChoice::None => Smoothing::None,
        SmoothingChoice::Exp => Smoothing::Exp,
        SmoothingChoice::Floor(value) => Smoothing::Floor(value),
        SmoothingChoice::AddK(value) => Smoothing::AddK(value),
    }
}

fn reference_length(word: Option<ReferenceLengthWord>) -> ReferenceLength {
    word.map_or(ReferenceLength::default(), |word| match word {
        ReferenceLengthWord::Closest => ReferenceLength::Closest,
        ReferenceLengthWord::Shortest => ReferenceLength::Shortest,
        ReferenceLengthWord::Average => ReferenceLength::Average,
    })
}
