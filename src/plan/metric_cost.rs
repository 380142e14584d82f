//! What metrics cost, measured: the one list of it.

use crate::metric::config::MetricConfig;

/// What a metric takes.
pub(crate) struct MetricCost {
    /// Nanoseconds for the statistics of a segment of some twenty words with one reference.
    pub(super) extraction: f64,
    /// Integers of a row.
    pub(crate) columns: usize,
    /// 16-bit columns that the kernel multiplies for one scoring.
    pub(super) limbs: usize,
    /// Bytes per segment of a reference while hypotheses are compared with it. References that are read
    /// some segments at a time take nothing to speak of.
    pub(crate) of_segment: f64,
    /// Bytes per byte of a reference, the same while.
    pub(crate) of_byte: f64,
}

impl MetricCost {
    pub(crate) fn of(config: &MetricConfig) -> Self {
        let cost = |extraction, columns, limbs, (of_segment, of_byte)| Self {
            extraction,
            columns,
            limbs,
            of_segment,
            of_byte,
        };
        match config {
            MetricConfig::Bleu(bleu) => {
                let columns = 2 + 2 * bleu.order;
                cost(2_200.0, columns, columns, (0.0, 0.0))
            }
            MetricConfig::MBleu(bleu) => {
                let columns = 2 + 2 * bleu.weights.len();
                cost(2_200.0, columns, columns, (0.0, 0.0))
            }
            // Information is fixed point of three limbs.
            MetricConfig::Nist(nist) => {
                cost(2_200.0, 2 + 2 * nist.order, 2 + 4 * nist.order, (390.0, 14.0))
            }
            MetricConfig::Gtm(_) => cost(5_000.0, 3, 6, (16.0, 1.0)),
            MetricConfig::Wnm(_) => cost(5_000.0, 2, 6, (340.0, 19.0)),
            MetricConfig::Chrf(chrf) => {
                let columns = 3 * (chrf.character_order + chrf.word_order);
                cost(4_500.0, columns, columns, (0.0, 0.0))
            }
            MetricConfig::ErrorRate(_) => cost(2_000.0, 2, 2, (16.0, 1.0)),
            MetricConfig::Ter(_) => cost(20_000.0, 2, 2, (16.0, 1.0)),
            MetricConfig::Human(_) | MetricConfig::External(_) => cost(50.0, 2, 2, (0.0, 0.0)),
        }
    }
}
