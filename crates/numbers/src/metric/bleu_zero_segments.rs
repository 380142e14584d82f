//! The share of segments in which no n-gram of the largest order matches: why BLEU does not work on single sentences
//! (Koehn 2004, section 2).

use std::sync::Arc;

use super::bleu_statistics::BleuSums;
use super::share::ShareScorer;
use super::{Prepared, Rows, Segments, Statistics, StatisticsRows};

/// BLEU, of which only matches are read.
pub(super) struct PreparedZeroSegments {
    pub(super) bleu: Box<dyn Prepared>,
    pub(super) order: usize,
}

impl Prepared for PreparedZeroSegments {
    /// Rows of 1 where nothing matches, else 0, and 1.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let StatisticsRows::Fixed(bleu) = self.bleu.extract(hypotheses).rows else {
            unreachable!("rows of BLEU do not depend on the test set");
        };
        let mut rows = Rows::with_capacity(2, bleu.len());
        for segment in 0..bleu.len() {
            if bleu.is_present(segment) {
                let matches = BleuSums::new(bleu.row(segment), self.order).matches;
                rows.push(&[i64::from(matches[self.order - 1] == 0), 1]);
            } else {
                rows.push_absent();
            }
        }
        Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer: Arc::new(ShareScorer) }
    }
}
