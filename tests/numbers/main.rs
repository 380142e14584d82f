//! Tokenizers, metrics and estimators against values that other programs computed, closed forms and
//! enumerations.

mod agreement;
mod bleu;
mod chrf;
mod comparison;
mod correlation;
mod distance;
mod estimators;
mod interval;
mod least_squares_means;
mod m_bleu;
mod new_ranking;
mod ngram_properties;
mod ngram_support;
mod power;
mod sacrebleu;
mod special;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;
mod ter;
mod tokenize;
