//! Two systems whose scores are scores of sums over segments, such as BLEU, and the rules of sacreBLEU.

use std::ops::Range;

use super::null::{Draws, Exchange, NullRates, count_draws};
use super::rules::{DocumentTest, RankingRule, RuleVerdict};
use crate::stats::jackknife::{Jackknife, group_rows};
use crate::stats::paired_jackknife::PairedJackknife;
use crate::stats::sacrebleu::{SEED, bootstrap_test, randomization_test, resampled_sums};

/// Resamples of sacreBLEU's bootstrap.
const RESAMPLES: usize = 1000;

/// Trials of its randomization.
const TRIALS: u64 = 10_000;

/// A score of sums, of which higher ones are better.
type Score = dyn Fn(&[i64]) -> Option<f64> + Send + Sync;

/// Statistics of the segments that both systems have, `columns` integers each, and a score of their sums.
pub struct SummedPair {
    rows: [Vec<i64>; 2],
    columns: usize,
    /// Segments of each document, none of them empty.
    documents: Vec<Range<usize>>,
    score: Box<Score>,
}

impl SummedPair {
    /// From rows of the same segments in the order of the documents, which have as many of them as `lengths` say.
    ///
    /// # Panics
    ///
    /// If the systems do not have as many rows as documents have segments.
    pub fn new(rows: [Vec<i64>; 2], columns: usize, lengths: &[u32], score: Box<Score>) -> Self {
        let mut end = 0;
        let documents: Vec<Range<usize>> = lengths
            .iter()
            .filter(|length| **length > 0)
            .map(|length: &u32| {
                end += *length as usize;
                end - *length as usize..end
            })
            .collect();
        assert!(rows.iter().all(|rows| rows.len() == end * columns), "a row of every segment");
        Self { rows, columns, documents, score }
    }

    /// Segments that both have.
    pub fn segments(&self) -> usize {
        self.documents.last().map_or(0, |last| last.end)
    }

    /// Documents that both have a segment of.
    pub fn documents(&self) -> usize {
        self.documents.len()
    }

    /// The score of the first less that of the second.
    pub fn difference(&self) -> Option<f64> {
        let [first, second] = self.scores(&self.rows);
        Some(first? - second?)
    }

    /// The verdict on the pair; none of rules that read scores of segments.
    pub fn judge(&self, rule: RankingRule, test: DocumentTest) -> RuleVerdict {
        self.judge_rows(&self.rows, rule, test)
    }

    /// In how many exchanges each of the `rules` calls the systems different. A score of sums has no mean difference that
    /// could be taken off before.
    pub fn different_draws(
        &self,
        exchange: Exchange,
        draws: &Draws,
        rules: &[RankingRule],
        test: DocumentTest,
    ) -> NullRates {
        count_draws(&exchange.units(&self.documents), draws, rules.len(), |moved| {
            let mut rows = self.rows.clone();
            let [first, second] = &mut rows;
            for unit in moved {
                let place = unit.start * self.columns..unit.end * self.columns;
                first[place.clone()].swap_with_slice(&mut second[place]);
            }
            rules.iter().map(|rule| self.judge_rows(&rows, *rule, test).is_different).collect()
        })
    }

    fn judge_rows(
        &self,
        rows: &[Vec<i64>; 2],
        rule: RankingRule,
        test: DocumentTest,
    ) -> RuleVerdict {
        let scores = self.scores(rows);
        let p_value = match (rule, scores) {
            (RankingRule::SacrebleuBs, [Some(first), Some(second)]) => {
                self.by_bootstrap(rows, [first, second])
            }
            (RankingRule::SacrebleuAr, _) => {
                // The second system is sacreBLEU's baseline, which comes first there.
                let rows = [rows[1].as_slice(), rows[0].as_slice()];
                let p_value = randomization_test(rows, self.columns, SEED, TRIALS, &self.score);
                p_value.ok().map(|p_value| p_value.p)
            }
            (RankingRule::Documents, [Some(first), Some(second)]) => {
                let p_value = self.by_documents(rows, [first, second], test.by_lengths);
                // `RuleVerdict::new` goes by .05, as all other rules do.
                let is_different = p_value.is_some_and(|p| p < test.alpha);
                return RuleVerdict { is_different, ..RuleVerdict::new(p_value, scores) };
            }
            _ => None,
        };
        RuleVerdict::new(p_value, scores)
    }

    fn scores(&self, rows: &[Vec<i64>; 2]) -> [Option<f64>; 2] {
        let whole = 0..self.segments();
        [&rows[0], &rows[1]].map(|rows| {
            let sums = group_rows(rows, self.columns, std::slice::from_ref(&whole));
            (self.score)(&sums).filter(|score| score.is_finite())
        })
    }

    fn by_bootstrap(&self, rows: &[Vec<i64>; 2], [first, second]: [f64; 2]) -> Option<f64> {
        let [of_first, of_second] = [&rows[0], &rows[1]].map(|rows| -> Vec<f64> {
            let sums = resampled_sums(rows, self.columns, SEED, RESAMPLES);
            sums.chunks_exact(self.columns.max(1))
                .map(|sums: &[i64]| (self.score)(sums).unwrap_or(f64::NAN))
                .collect()
        });
        // The baseline comes first here, too.
        let p_value = bootstrap_test([second, first], [&of_second, &of_first]);
        p_value.ok().map(|p_value| p_value.p)
    }

    /// As `jackknife-t` of `comparison`.
    fn by_documents(
        &self,
        rows: &[Vec<i64>; 2],
        scores: [f64; 2],
        by_lengths: bool,
    ) -> Option<f64> {
        let [first, second] = [&rows[0], &rows[1]].map(|rows| {
            if by_lengths {
                let lengths = self.documents.iter().map(|document| {
                    u32::try_from(document.len()).expect("fewer segments than 2^32")
                });
                let lengths: Vec<u32> = lengths.collect();
                Jackknife::of_units(rows, self.columns, &lengths, &self.score)
            } else {
                let sums = group_rows(rows, self.columns, &self.documents);
                Jackknife::new(&sums, self.columns, &self.score)
            }
        });
        let paired = PairedJackknife::new(scores, [&first.ok()?, &second.ok()?]);
        paired.ok().map(|paired| paired.p_value())
    }
}
