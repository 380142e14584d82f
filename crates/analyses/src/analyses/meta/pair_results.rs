//! Tests of pairs of metrics, and the clusters of metrics that follow from them.

use std::sync::Arc;

use super::options::{Compat, Exchanged, NamedMeasure};
use super::pairs::{Tested, TestedPairs};
use super::study_metrics::StudyMetrics;
use super::{ComparedBy, ExchangedUnit, MetaPairRow};
use crate::stats::meta::measure::{Grouping, Measure};
use crate::stats::meta::standings::{greedy_clusters, order};
use crate::stats::multiplicity::{holm, holm_levels};
use crate::stats::reason::Reason;

/// What rows of pairs are about.
pub(super) struct OfPairs {
    pub(super) corpus: Arc<str>,
    pub(super) measure: ComparedBy,
    pub(super) grouping: Option<Grouping>,
    /// What is exchanged together.
    pub(super) exchanged: ExchangedUnit,
}

impl OfPairs {
    pub(super) fn new(
        study: &StudyMetrics<'_>,
        (measure, exchanged): (NamedMeasure, Exchanged),
    ) -> Self {
        Self {
            corpus: study.on_corpus.names.corpus.clone(),
            measure: measure.name.into(),
            grouping: measure.grouping,
            exchanged: study.exchanged(exchanged),
        }
    }
}

/// The tests of a study on a corpus, or of its averages.
pub(super) struct PairTests {
    pub(super) question: TestedPairs,
    pairs: Vec<(usize, usize)>,
    /// By measure and pair.
    found: Vec<Vec<Result<Tested, Reason>>>,
    /// Adjusted p-values, likewise.
    adjusted: Vec<Vec<Option<f64>>>,
    /// Levels at which the pairs are tested, likewise.
    levels: Vec<Vec<Option<f64>>>,
    level: f64,
}

impl PairTests {
    pub(super) fn new(study: &StudyMetrics<'_>) -> Option<Self> {
        let question = TestedPairs::new(study.options, study.members.metrics.len())?;
        let results = study.result(&question)?;
        Some(Self::with_results(question, results, study.study().level))
    }

    pub(super) fn with_results(
        question: TestedPairs,
        found: Vec<Vec<Result<Tested, Reason>>>,
        level: f64,
    ) -> Self {
        let p_values: Vec<Vec<Option<f64>>> = found
            .iter()
            .map(|tests| tests.iter().map(|found| Some(found.as_ref().ok()?.p_value)).collect())
            .collect();
        let adjusted = p_values.iter().map(|family| holm(family)).collect();
        let levels = p_values.iter().map(|family| holm_levels(family, 1.0 - level)).collect();
        let pairs = question.pairs();
        Self { question, pairs, found, adjusted, levels, level }
    }

    /// Returns `true` if no pair can differ significantly by a measure, whatever the scores, since even all exchanges are too few.
    fn is_hopeless(&self, measure: usize, known: &Tested) -> bool {
        let tested = self.found[measure].iter().filter(|found| found.is_ok()).count();
        known.is_complete && least_p(known) * tested as f64 > 1.0 - self.level
    }

    fn is_significant(&self, measure: usize, pair: usize) -> Option<bool> {
        self.adjusted[measure][pair].map(|p| p <= 1.0 - self.level)
    }

    /// Clusters of metrics by a measure, 1 the best; `values` are those of metrics, which have none without one.
    pub(super) fn clusters(&self, measure: usize, values: &[Option<f64>]) -> Vec<Option<u32>> {
        let clusters = greedy_clusters(&order(values), values.len(), |high, low| {
            self.is_better(measure, high, low)
        });
        clusters.into_iter().map(|cluster| u32::try_from(cluster?).ok()).collect()
    }

    /// Returns `true` if the metric with the higher value, `high`, counts as better than `low`.
    fn is_better(&self, measure: usize, high: usize, low: usize) -> bool {
        let wanted = (high.min(low), high.max(low));
        let Some(pair) = self.pairs.iter().position(|known| *known == wanted) else {
            return false;
        };
        match self.question.compat {
            // One-sided, not adjusted.
            Some(Compat::Mtme) => self.found[measure][pair]
                .as_ref()
                .is_ok_and(|test| test.p_better[usize::from(high > low)] < 1.0 - self.level),
            // Two-sided, and on the outputs that both score, where the order may be another.
            None => {
                self.is_significant(measure, pair).unwrap_or(false)
                    && self.found[measure][pair].as_ref().is_ok_and(|test| {
                        let [first, second] = test.values;
                        if high < low { first > second } else { second > first }
                    })
            }
        }
    }

    /// The rows of the measure at `index`.
    pub(super) fn rows(
        &self,
        study: &StudyMetrics<'_>,
        about: &OfPairs,
        index: usize,
    ) -> Vec<MetaPairRow> {
        (0..self.pairs.len()).map(|pair| self.row(study, about, index, pair)).collect()
    }

    /// The interval of a difference, at the level of its test.
    fn interval(&self, index: usize, pair: usize) -> Result<(f64, f64), Reason> {
        let tested = self.found[index][pair].as_ref().map_err(|_| Reason::Undefined)?;
        let errors = tested.errors.as_ref().map_err(|reason| *reason)?;
        let measure: Measure = self.question.measures[index].0.measure();
        let level = 1.0 - self.levels[index][pair].unwrap_or(1.0 - self.level);
        let differ = self.is_significant(index, pair) == Some(true);
        errors.interval(measure, tested.values, level, differ)
    }

    fn row(
        &self,
        study: &StudyMetrics<'_>,
        about: &OfPairs,
        index: usize,
        pair: usize,
    ) -> MetaPairRow {
        let (first, second) = self.pairs[pair];
        let (one, other) = (study.metric(first), study.metric(second));
        let result = &self.found[index][pair];
        let tested = result.as_ref().ok();
        let interval = self.interval(index, pair);
        let ends = interval.as_ref().ok();
        MetaPairRow {
            study: study.on_corpus.names.study.clone(),
            corpus: about.corpus.clone(),
            gold: study.gold().metric.clone(),
            measure: about.measure,
            grouping: about.grouping,
            metric: one.metric.clone(),
            references: one.references.clone(),
            other_metric: other.metric.clone(),
            other_references: other.references.clone(),
            value: tested.map(|tested| tested.values[0]),
            other_value: tested.map(|tested| tested.values[1]),
            difference: tested.map(|tested| tested.values[0] - tested.values[1]),
            ci_lower: ends.map(|ends| ends.0),
            ci_upper: ends.map(|ends| ends.1),
            interval_level: ends.and(self.levels[index][pair]).map(|level| 1.0 - level),
            interval_status: (&interval).into(),
            p_value: tested.map(|tested| tested.p_value),
            p_better: tested.map(|tested| tested.p_better[0]),
            p_worse: tested.map(|tested| tested.p_better[1]),
            p_adjusted: self.adjusted[index][pair],
            is_significant: self.is_significant(index, pair),
            level: self.level,
            exchanged: about.exchanged,
            permutations: tested
                .map_or(u64::from(self.question.permutations), |tested| tested.exchanges),
            is_complete: tested.is_some_and(|tested| tested.is_complete),
            least_p: tested.map(least_p),
            status: match result {
                Ok(tested) if self.is_hopeless(index, tested) => about.exchanged.too_few().into(),
                result => result.into(),
            },
        }
    }
}

/// The smallest two-sided p that a test can give: that of what was observed alone, and of its opposite.
fn least_p(known: &Tested) -> f64 {
    let exchanges = known.exchanges as f64;
    if known.is_complete { 2.0 / exchanges } else { 1.0 / (exchanges + 1.0) }
}
