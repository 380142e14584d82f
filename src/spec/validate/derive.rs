//! Derivations with their defaults. What is wrong with them is reported by
//! [`check`](super::derivations::check).

use crate::spec::document::{OneOrMany, StudyTable};
use crate::spec::model::{
    Adjustment, Agreement, AgreementMeasure, Coefficient, Comparison, Correlation, Coverage,
    CrossReference, Derivations, Distance, IntervalMethod, Intervals, KappaWeights, Over, Power,
    Ranking, Representativeness, Stability, TestMethod, Ties, Truth,
};

/// The derivations of a study whose confidence level is `level`.
pub(super) fn lower(table: &StudyTable, level: f64) -> Derivations {
    Derivations {
        intervals: table.intervals.as_ref().map(|table| Intervals {
            methods: words(table.methods.as_ref(), &[IntervalMethod::Percentile]),
            levels: levels(table.level.as_ref(), level),
            compat: table.compat.map(Into::into),
        }),
        comparison: table.comparison.as_ref().map(|table| Comparison {
            methods: words(table.methods.as_ref(), &[TestMethod::DifferenceInterval]),
            adjustment: table.adjustment.map_or(Adjustment::Holm, Into::into),
            ties: table.ties.map_or(Ties::Losses, Into::into),
            trials: table.trials.map_or(10_000, whole),
            baseline: table.baseline.clone(),
            compat: table.compat.map(Into::into),
        }),
        ranking: table.ranking.as_ref().map(|table| Ranking {
            probability: table.probability.unwrap_or(0.95),
            distance_tolerance: table.distance_tolerance.unwrap_or(10.0),
        }),
        correlation: table.correlation.as_ref().map(|table| Correlation {
            against: table.against.clone(),
            coefficients: words(table.coefficients.as_ref(), &[Coefficient::Pearson]),
            over: table.over.map_or(Over::Systems, Into::into),
            differences: table.differences.unwrap_or(false),
        }),
        coverage: table.coverage.as_ref().map(|table| Coverage {
            truth: table.truth.map_or(Truth::Corpus, Into::into),
            methods: words(table.methods.as_ref(), &[IntervalMethod::Percentile]),
            levels: levels(table.level.as_ref(), level),
            trials: table.trials.map_or(20, whole),
        }),
        stability: table.stability.as_ref().map(|table| Stability {
            methods: words(table.methods.as_ref(), &[IntervalMethod::Percentile]),
        }),
        power: table.power.as_ref().map(|table| Power {
            effects: table.effects.as_ref().map(|effects| effects.as_slice().to_vec()),
            power: table.power.unwrap_or(0.8),
            level: table.level.unwrap_or(level),
        }),
        representativeness: table.representativeness.as_ref().map(|table| Representativeness {
            coefficients: words(
                table.coefficients.as_ref(),
                &[Coefficient::Pearson, Coefficient::Spearman],
            ),
            threshold: table.threshold.unwrap_or(0.95),
        }),
        agreement: table.agreement.as_ref().map(|table| Agreement {
            criteria: table.criteria.clone(),
            measures: words(
                table.measures.as_ref(),
                &[AgreementMeasure::Within, AgreementMeasure::KrippendorffAlpha],
            ),
            within: table.within.as_ref().map_or_else(
                || (0..=4).collect(),
                |within| within.iter().map(|value| whole(*value)).collect(),
            ),
            weights: table.weights.map_or(KappaWeights::None, Into::into),
            distance: table.distance.map_or(Distance::Ordinal, Into::into),
        }),
        cross_reference: table.cross_reference.as_ref().map(|table| CrossReference {
            counts: table
                .counts
                .as_ref()
                .map(|counts| counts.as_slice().iter().map(|count| whole(*count)).collect()),
        }),
        replicates: table.keep_replicates.is_some(),
    }
}

fn words<W: Copy, N: From<W> + Clone>(written: Option<&Vec<W>>, default: &[N]) -> Vec<N> {
    written
        .map_or_else(|| default.to_vec(), |words| words.iter().map(|word| N::from(*word)).collect())
}

fn levels(written: Option<&OneOrMany<f64>>, default: f64) -> Vec<f64> {
    written.map_or_else(|| vec![default], |levels| levels.as_slice().to_vec())
}

/// A number that was checked, and reported where it does not fit.
fn whole<T: TryFrom<i64> + Default>(value: i64) -> T {
    T::try_from(value).unwrap_or_default()
}
