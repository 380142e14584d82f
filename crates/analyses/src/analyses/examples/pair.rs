//! Two systems by a metric: their rows in common units, and what parts of the corpus contribute.

use crate::analyses::common::paired_rows::PairedRows;
use crate::execute::CorpusRows;
use crate::stats::contribution::Contributions;

/// A system and the baseline by a metric.
pub(super) struct MetricPair<'v> {
    pub(super) metric: &'v str,
    pub(super) higher_is_better: bool,
    /// Whether rows are of documents.
    pub(super) per_document: bool,
    /// Whether a row says the score of a segment, or of a part: not where the score is a sum over strata.
    is_plain: bool,
    rows: PairedRows<'v>,
    present: [&'v CorpusRows; 2],
    pub(super) contributions: Contributions<'v>,
}

impl<'v> MetricPair<'v> {
    /// `None` where one has no score, or they have no common unit.
    pub(super) fn new(
        metric: &'v str,
        higher_is_better: bool,
        is_stratified: bool,
        rows: [(&'v CorpusRows, &'v [i64]); 2],
    ) -> Option<Self> {
        let [(system, rows_of_system), (baseline, rows_of_baseline)] = rows;
        let paired = PairedRows::of_rows([
            (rows_of_system, &system.scorer),
            (rows_of_baseline, &baseline.scorer),
        ])?;
        let columns = system.rows.columns();
        let sums = [sums(&paired.rows[0], columns), sums(&paired.rows[1], columns)];
        let scorer = paired.scorer.clone();
        let score = Box::new(move |sums: &[i64]| scorer.score(sums));
        Some(Self {
            metric,
            higher_is_better,
            per_document: system.per_document,
            is_plain: !is_stratified,
            rows: paired,
            present: [system, baseline],
            contributions: Contributions::new(sums, score)?,
        })
    }

    /// Returns `true` if both have a row there: a segment, or a document.
    pub(super) fn is_scored(&self, row: usize) -> bool {
        self.present.iter().all(|system| system.rows.is_present(row))
    }

    /// Returns `true` if one of them has.
    fn has_either(&self, row: usize) -> bool {
        self.present.iter().any(|system| system.rows.is_present(row))
    }

    fn row(&self, system: usize, row: usize) -> &[i64] {
        let columns = self.present[system].rows.columns();
        &self.rows.rows[system][row * columns..(row + 1) * columns]
    }

    /// What a row contributes to the difference.
    pub(super) fn contribution(&self, row: usize) -> Option<f64> {
        // What one of them alone has is in its sums, and so in the difference.
        let is_there = self.has_either(row);
        is_there.then(|| self.contributions.of_part([self.row(0, row), self.row(1, row)])).flatten()
    }

    /// Scores of a segment, of the system and of the baseline.
    pub(super) fn segment_scores(&self, segment: usize) -> [Option<f64>; 2] {
        let has_scores = self.is_plain && !self.per_document;
        [0, 1].map(|system| {
            let is_present = self.present[system].rows.is_present(segment);
            let row = self.row(system, segment);
            let score = (has_scores && is_present).then(|| self.rows.scorer.score_segment(row));
            score.flatten().filter(|score| score.is_finite())
        })
    }

    /// Scores and contribution of some rows.
    pub(super) fn part(&self, rows: &[usize]) -> PartScores {
        let total = [0, 1].map(|system| {
            let mut total = vec![0; self.present[system].rows.columns()];
            for row in rows {
                for (sum, value) in total.iter_mut().zip(self.row(system, *row)) {
                    *sum += value;
                }
            }
            total
        });
        let [score, baseline_score] = [0, 1].map(|system| {
            let is_scored = rows.iter().any(|row| self.present[system].rows.is_present(*row));
            (self.is_plain && is_scored).then(|| self.rows.score(&total[system])).flatten()
        });
        let contribution = self.contributions.of_part([&total[0], &total[1]]);
        PartScores { score, baseline_score, contribution }
    }
}

/// What a part of the corpus has.
pub(super) struct PartScores {
    pub(super) score: Option<f64>,
    pub(super) baseline_score: Option<f64>,
    pub(super) contribution: Option<f64>,
}

fn sums(rows: &[i64], columns: usize) -> Vec<i64> {
    let mut sums = vec![0; columns];
    for row in rows.chunks_exact(columns.max(1)) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums
}
