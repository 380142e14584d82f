//! From an answer to its rows.

use super::{Expected, ExpectedRow, Question};
use crate::stats::expected::LeftOut;

/// A row for each quantile.
pub fn rows(question: &Question, expected: &Expected) -> Vec<ExpectedRow> {
    let Expected { words, words_per_document, reference, .. } = expected;
    let all = ExpectedRow {
        metric: reference.metric.as_str().into(),
        difference: question.difference,
        segments: words / question.words_per_segment,
        documents: words / words_per_document,
        words: *words,
        level: question.level,
        power: question.power,
        family: question.family,
        campaigns: count(reference.campaigns.len()),
        pairs: count(expected.pairs),
        left_out_inside: LeftOut::together(&expected.left_out).share(),
        status: expected.status,
        signature: reference.signature.as_str().into(),
        ..ExpectedRow::default()
    };
    let rows = expected.outlooks.iter().map(|&(quantile, deviation, outlook)| ExpectedRow {
        quantile,
        deviation,
        standard_error: outlook.standard_error,
        p_value: outlook.p_value,
        significant: outlook.significant,
        turns_round: outlook.turns_round,
        required_words: outlook.required_words,
        required_segments: outlook.required_words / question.words_per_segment,
        required_documents: outlook.required_words / words_per_document,
        ..all.clone()
    });
    rows.collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
