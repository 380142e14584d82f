//! Scores added up over strata by weight.
//!
//! A stratified score is `sum w_h score_h` over strata h, where `score_h` is the score of the segments of
//! stratum h alone. Sums of each stratum stand in columns of their own, so that resamples, jackknives
//! and exchanges work on such rows as on any others.

use std::ops::Range;
use std::sync::Arc;

use super::contract::{Scorer, Statistics, StatisticsRows, TestSetRows};
use super::rows::{ManySums, Rows};

/// Which stratum each row of a corpus belongs to, and what the strata weigh.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratification {
    /// A stratum for each row of the corpus (a segment, or a document), numbers below that of weights.
    pub of_rows: Vec<usize>,
    /// Weights of the strata, above 0; they sum to 1.
    pub weights: Vec<f64>,
}

impl Stratification {
    /// `statistics` in strata; `None` where scores of resamples do not follow from sums of rows.
    pub fn apply(self: &Arc<Self>, statistics: &Statistics) -> Option<Statistics> {
        let rows = match &statistics.rows {
            StatisticsRows::Fixed(rows) => {
                StatisticsRows::Fixed(Arc::new(self.widened(rows, |index| index)))
            }
            StatisticsRows::PerTestSet(rows) => StatisticsRows::PerTestSet(Arc::new(WidenedRows {
                rows: rows.clone(),
                strata: self.clone(),
            })),
            StatisticsRows::PerReplicate(_) => return None,
        };
        let scorer =
            StratifiedScorer { scorer: statistics.scorer.clone(), weights: self.weights.clone() };
        Some(Statistics { rows, scorer: Arc::new(scorer) })
    }

    /// `rows` with a block of columns for each stratum, zero but in the segment's own.
    fn widened(&self, rows: &Rows, segment: impl Fn(usize) -> usize) -> Rows {
        let columns = rows.columns();
        let mut widened = Rows::with_capacity(columns * self.weights.len(), rows.len());
        for index in 0..rows.len() {
            if rows.is_present(index) {
                let columns_of_stratum = block(columns, self.of_rows[segment(index)]);
                widened.push_zeros()[columns_of_stratum].copy_from_slice(rows.row(index));
            } else {
                widened.push_absent();
            }
        }
        widened
    }
}

/// The columns of a stratum.
fn block(columns: usize, stratum: usize) -> Range<usize> {
    stratum * columns..(stratum + 1) * columns
}

struct WidenedRows {
    rows: Arc<dyn TestSetRows>,
    strata: Arc<Stratification>,
}

impl TestSetRows for WidenedRows {
    fn rows(&self, segments: &[usize]) -> Rows {
        self.strata.widened(&self.rows.rows(segments), |index| segments[index])
    }
}

struct StratifiedScorer {
    scorer: Arc<dyn Scorer>,
    weights: Vec<f64>,
}

impl Scorer for StratifiedScorer {
    fn columns(&self) -> usize {
        self.scorer.columns() * self.weights.len()
    }

    /// `None` where a stratum has no score: there is no weighted sum without it.
    fn score(&self, sums: &[i64]) -> Option<f64> {
        let strata = sums.chunks_exact(self.scorer.columns().max(1)).zip(&self.weights);
        strata.map(|(sums, weight)| Some(weight * self.scorer.score(sums)?)).sum()
    }

    fn score_many(&self, sums: &ManySums<'_>, scores: &mut [f64]) {
        scores.fill(0.0);
        let mut stratum_scores = vec![0.0; scores.len()];
        for (stratum, weight) in self.weights.iter().enumerate() {
            let part = sums.part(block(self.scorer.columns(), stratum));
            self.scorer.score_many(&part, &mut stratum_scores);
            // NaN of one stratum makes the sum NaN, as `score` has none then.
            scores.iter_mut().zip(&stratum_scores).for_each(|(sum, score)| *sum += weight * score);
        }
    }

    fn units(&self) -> i64 {
        self.scorer.units()
    }

    fn finer(&self, factor: i64) -> Option<(Vec<i64>, Arc<dyn Scorer>)> {
        let (factors, scorer) = self.scorer.finer(factor)?;
        let finer = Self { scorer, weights: self.weights.clone() };
        Some((factors.repeat(self.weights.len()), Arc::new(finer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 times the ratio of two sums.
    struct Ratio;

    impl Scorer for Ratio {
        fn columns(&self) -> usize {
            2
        }

        fn score(&self, sums: &[i64]) -> Option<f64> {
            (sums[1] > 0).then(|| 100.0 * sums[0] as f64 / sums[1] as f64)
        }
    }

    fn stratified() -> (Statistics, Arc<Stratification>) {
        let mut rows = Rows::new(2);
        for row in [[1, 2], [3, 4], [2, 10]] {
            rows.push(&row);
        }
        rows.push_absent();
        let rows = StatisticsRows::Fixed(Arc::new(rows));
        let statistics = Statistics { rows, scorer: Arc::new(Ratio) };
        let strata = Stratification { of_rows: vec![0, 1, 0, 1], weights: vec![0.25, 0.75] };
        (statistics, Arc::new(strata))
    }

    #[test]
    fn a_score_is_the_weighted_sum_of_those_of_its_strata() {
        let (statistics, strata) = stratified();
        let Some(Statistics { rows: StatisticsRows::Fixed(rows), scorer }) =
            strata.apply(&statistics)
        else {
            panic!("rows stay fixed")
        };
        assert_eq!((rows.row(0), rows.row(1)), (&[1, 2, 0, 0][..], &[0, 0, 3, 4][..]));
        assert!(!rows.is_present(3));
        let sums = rows.sums();
        // 0.25 * 100 * 3/12 + 0.75 * 100 * 3/4
        assert_eq!(scorer.score(&sums), Some(62.5));
        assert_eq!(scorer.score(rows.row(0)), None);
        let table = [sums, rows.row(1).to_vec()].concat();
        let mut scores = [0.0; 2];
        scorer.score_many(&ManySums::new(&table, 4, 0..4), &mut scores);
        assert_eq!(scores[0].to_bits(), 62.5_f64.to_bits());
        assert!(scores[1].is_nan());
    }
}
