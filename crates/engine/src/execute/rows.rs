//! The rows of a test set out of the statistics of a corpus, and its score.

use std::sync::Arc;

use crate::metric::{Rows, Scorer, StatisticsRows, TestSetRows};

/// The rows of the test set; those outside the mask are absent and hold zeros.
pub(super) fn rows_of(
    rows: &StatisticsRows,
    segments: &[usize],
    mask: Option<&[bool]>,
) -> Arc<Rows> {
    let counts = |segment: usize| mask.is_none_or(|mask| mask[segment]);
    let source: &dyn TestSetRows = match rows {
        // Segments are distinct, so that as many as there are rows are all of them.
        StatisticsRows::Fixed(all)
            if segments.len() == all.len() && segments.iter().all(|index| counts(*index)) =>
        {
            return Arc::clone(all);
        }
        StatisticsRows::Fixed(all) => {
            let mut rows = Rows::with_capacity(all.columns(), segments.len());
            for run in segments.chunk_by(|a, b| a + 1 == *b && counts(*a) == counts(*b)) {
                if counts(run[0]) {
                    rows.append_some(all, run[0]..run[0] + run.len());
                } else {
                    for _ in run {
                        rows.push_absent();
                    }
                }
            }
            return Arc::new(rows);
        }
        StatisticsRows::PerTestSet(source) => &**source,
        StatisticsRows::PerReplicate(source) => &**source,
    };
    let counting: Vec<usize> =
        segments.iter().copied().filter(|segment| counts(*segment)).collect();
    let counted = source.rows(&counting);
    if counting.len() == segments.len() {
        return Arc::new(counted);
    }
    let mut rows = Rows::with_capacity(counted.columns(), segments.len());
    let mut next = 0;
    for segment in segments {
        let is_counted = counts(*segment);
        if is_counted && counted.is_present(next) {
            rows.push(counted.row(next));
        } else {
            rows.push_absent();
        }
        next += usize::from(is_counted);
    }
    Arc::new(rows)
}

/// Score of a test set with these rows; `None` where no row counts.
pub(super) fn score(scorer: &dyn Scorer, rows: &Rows) -> Option<f64> {
    let judged = (0..rows.len()).any(|segment| rows.is_present(segment));
    if judged { scorer.score(&rows.sums()).filter(|score| score.is_finite()) } else { None }
}
