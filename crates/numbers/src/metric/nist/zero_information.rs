//! The share of matched n-grams of one order that have no information: they occur as often as their prefix in the
//! references, so that matching them adds nothing to NIST (Zhang & Vogel 2004, section 2.3).

use std::sync::Arc;

use super::Matcher;
use super::information::{Count, Counts, Origin, ReferenceNgrams};
use crate::metric::config::{Information, NistConfig};
use crate::metric::share::ShareScorer;
use crate::metric::tokens::{ReferenceTokens, integer};
use crate::metric::{Prepared, Rows, Segments, Statistics, StatisticsRows, TestSetRows};

/// References of NIST, of whose matches only the largest order is read.
pub(super) struct PreparedZeroInformation {
    pub(super) config: NistConfig,
    pub(super) tokens: ReferenceTokens,
    pub(super) ngrams: Arc<ReferenceNgrams>,
}

impl Prepared for PreparedZeroInformation {
    /// Rows of the matched n-grams without information, and of all matched ones.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut segments = Vec::with_capacity(hypotheses.len());
        let mut matcher = Matcher::new(&self.ngrams, self.config.order);
        self.tokens.for_each(hypotheses, |segment, hypothesis| {
            segments.push(hypothesis.map(|hypothesis| {
                matcher.read(segment, hypothesis);
                self.matches(&matcher.found[self.config.order - 1])
            }));
        });
        let matches = LargestOrder { ngrams: Arc::clone(&self.ngrams), segments };
        let rows = if self.config.information == Information::Corpus {
            let all: Vec<usize> = (0..hypotheses.len()).collect();
            StatisticsRows::Fixed(Arc::new(matches.rows(&all)))
        } else {
            StatisticsRows::PerTestSet(Arc::new(matches))
        };
        Statistics { rows, scorer: Arc::new(ShareScorer) }
    }
}

impl PreparedZeroInformation {
    fn matches(&self, matched: &[(u32, u32)]) -> SegmentMatches {
        let mut matches =
            SegmentMatches { all: integer(matched.len()), without: 0, open: Vec::new() };
        for &(prefix, ngram) in matched {
            let (prefix, ngram) = (self.ngrams.origin(prefix), self.ngrams.origin(ngram));
            match self.ngrams.known_information(prefix, ngram) {
                Some(information) => matches.without += i64::from(information == 0),
                None => matches.open.push((prefix, ngram)),
            }
        }
        matches
    }
}

/// Matches of the largest order in one segment.
struct SegmentMatches {
    all: i64,
    /// Those without information in every test set.
    without: i64,
    /// Those of which the test set decides it.
    open: Vec<(Count, Count)>,
}

/// Matches of the largest order in all segments, `None` where one is absent.
struct LargestOrder {
    ngrams: Arc<ReferenceNgrams>,
    segments: Vec<Option<SegmentMatches>>,
}

impl TestSetRows for LargestOrder {
    fn rows(&self, segments: &[usize]) -> Rows {
        let mut rows = Rows::with_capacity(2, segments.len());
        self.ngrams.with_counts(segments, |counts| {
            for &segment in segments {
                match &self.segments[segment] {
                    Some(matches) => {
                        let open = matches.open.iter().filter(|(prefix, ngram)| {
                            self.log2(*prefix, counts) == self.log2(*ngram, counts)
                        });
                        rows.push(&[matches.without + integer(open.count()), matches.all]);
                    }
                    None => rows.push_absent(),
                }
            }
        });
        rows
    }
}

impl LargestOrder {
    /// Logarithm of a count; of two counts it is equal only where they are.
    fn log2(&self, count: Count, counts: &Counts) -> i64 {
        match count.origin() {
            Origin::Known(count) => self.ngrams.log2(u64::from(count)),
            Origin::Slot(slot) => counts.logarithm(slot),
        }
    }
}
