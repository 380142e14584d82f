//! What metrics cost, measured: the one list of it.

use crate::metric::config::MetricConfig;

/// What a metric takes. Times are of a segment of `USUAL` bytes, some twenty words.
pub struct MetricCost {
    /// Nanoseconds to extract the statistics of segments.
    pub(super) extraction: Extraction,
    /// Integers of a row.
    pub columns: usize,
    /// 16-bit columns that the kernel multiplies for one scoring.
    pub(super) limbs: usize,
    /// Bytes per segment of a reference while hypotheses are compared with it. References that are read
    /// some segments at a time take nothing to speak of.
    pub of_segment: f64,
    /// Bytes per byte of a reference, the same while.
    pub of_byte: f64,
    /// Whether references are kept until the last test set is scored.
    pub(super) keeps_references: bool,
    /// Whether rows follow from the test set, so that each has rows of its own.
    pub(super) of_test_set: bool,
}

/// Nanoseconds to extract the statistics of a usual segment.
#[derive(Clone, Copy)]
pub(super) struct Extraction {
    /// Of a reference, once for all systems.
    pub(super) reference: f64,
    /// Of a hypothesis.
    pub(super) hypothesis: f64,
    /// Of a hypothesis, once more for each of its references.
    pub(super) pair: f64,
}

/// Bytes of a usual segment.
pub(super) const USUAL: f64 = 110.0;

impl MetricCost {
    /// What a metric with this configuration costs.
    pub fn new(config: &MetricConfig) -> Self {
        let cost = |(reference, hypothesis, pair), columns, limbs, held| {
            let (of_segment, of_byte) = held;
            Self {
                extraction: Extraction { reference, hypothesis, pair },
                columns,
                limbs,
                of_segment,
                of_byte,
                keeps_references: matches!(config, MetricConfig::Nist(_)),
                of_test_set: matches!(config, MetricConfig::Nist(_) | MetricConfig::Wnm(_))
                    || config.adjustment().is_some(),
            }
        };
        let bleu_times = (700.0, 900.0, 1_100.0);
        match config {
            MetricConfig::Bleu(bleu) => {
                let columns = 2 + 2 * bleu.order;
                cost(bleu_times, columns, columns, (0.0, 0.0))
            }
            MetricConfig::MBleu(bleu) => {
                let columns = 2 + 2 * bleu.weights.len();
                cost(bleu_times, columns, columns, (0.0, 0.0))
            }
            // Information is fixed point of three limbs.
            MetricConfig::Nist(nist) => {
                let order = nist.largest_order();
                let (columns, limbs) = (2 + 2 * order, 2 + 4 * order);
                cost((10_000.0, 6_000.0, 0.0), columns, limbs, (390.0, 14.0))
            }
            MetricConfig::Gtm(_) => cost((1_000.0, 1_500.0, 600.0), 3, 6, (16.0, 1.0)),
            MetricConfig::Wnm(_) => cost((4_000.0, 4_000.0, 0.0), 2, 6, (340.0, 19.0)),
            MetricConfig::Chrf(chrf) => {
                let columns = 3 * (chrf.character_order + chrf.word_order);
                cost((6_500.0, 3_500.0, 300.0), columns, columns, (0.0, 0.0))
            }
            MetricConfig::ErrorRate(_) => cost((200.0, 1_500.0, 300.0), 2, 2, (16.0, 1.0)),
            MetricConfig::Ter(_) => cost((0.0, 16_000.0, 1_000.0), 2, 2, (16.0, 1.0)),
            // Contributions are fixed point of three limbs.
            MetricConfig::Human(_) | MetricConfig::External(_) => {
                let limbs = if config.adjustment().is_some() { 4 } else { 2 };
                cost((0.0, 50.0, 0.0), 2, limbs, (0.0, 0.0))
            }
            // Numbers are in millionths, of two limbs.
            MetricConfig::Given(sums) => {
                let columns = sums.columns().len() + 1;
                cost((0.0, 20.0 * columns as f64, 0.0), columns, 2 * columns, (0.0, 0.0))
            }
        }
    }
}
