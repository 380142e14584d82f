//! M-BLEU against an independent implementation on the golden corpora of BLEU.

use crate::ngram_support::{assert_close, case_statistics, cases, corpus_score, rows, statistics};
use runner::metric::Metric;
use runner::metric::config::{Lowercase, MBleuConfig, ReferenceLength, Tokenizer};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(rename = "N")]
    order: usize,
    effective_ref_len: String,
    weights: Option<Vec<f64>>,
    hyp_len: i64,
    ref_len: f64,
    #[serde(rename = "M_BLEU")]
    score: f64,
}

#[derive(Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

/// Every row is about the texts of a golden case of BLEU; its values are fractions.
#[test]
fn golden_corpora() {
    let texts = cases(include_str!("../golden/bleu_sacrebleu.json"));
    let golden: Rows = serde_json::from_str(include_str!("../golden/mbleu.json")).unwrap();
    assert_eq!(golden.rows.len(), 56);
    for row in golden.rows {
        let id = if row.id.starts_with("tok") { format!("{}-none", row.id) } else { row.id };
        let case = texts.iter().find(|case| case.id == id).unwrap();
        let raw = id.starts_with("raw");
        let lowercase = raw || id.ends_with("-lc");
        let m_bleu = MBleuConfig {
            tokenizer: if raw { Tokenizer::ThirteenA } else { Tokenizer::None },
            lowercase: if lowercase { Lowercase::Unicode } else { Lowercase::No },
            weights: row.weights.unwrap_or(vec![1.0 / row.order as f64; row.order]),
            reference_length: match row.effective_ref_len.as_str() {
                "closest" => ReferenceLength::Closest,
                "shortest" => ReferenceLength::Shortest,
                "average" => ReferenceLength::Average,
                other => panic!("reference length {other}"),
            },
        };
        let found = case_statistics(&m_bleu, case);
        let sums = rows(&found).sums();
        let scale = if row.effective_ref_len == "average" { case.refs.len() } else { 1 };
        assert_eq!(sums[0], row.hyp_len);
        assert_close(sums[1] as f64 / scale as f64, row.ref_len, &id);
        assert_close(corpus_score(&found) / 100.0, row.score, &id);
    }
}

/// Precisions 1, 6/7, 4/6 and 3/5 of the example of Zhang and Vogel's slides, under weights of .4,
/// .3, .2 and .1 and a brevity penalty of exp(1 - 9/8).
#[test]
fn weights_may_differ() {
    let cases = cases(include_str!("../golden/bleu_sacrebleu.json"));
    let case = cases.iter().find(|case| case.id == "gunman-lc").unwrap();
    let m_bleu = MBleuConfig {
        tokenizer: Tokenizer::None,
        lowercase: Lowercase::Unicode,
        weights: vec![0.4, 0.3, 0.2, 0.1],
        ..MBleuConfig::default()
    };
    let mean = 0.4 + 0.3 * 6.0 / 7.0 + 0.2 * 4.0 / 6.0 + 0.1 * 3.0 / 5.0;
    let score = 100.0 * libm::exp(1.0 - 9.0 / 8.0) * mean;
    assert_close(corpus_score(&case_statistics(&m_bleu, case)), score, "0.750542604");
    let expected = "M-BLEU|nrefs:4|case:lc|tok:none|weights:0.4,0.3,0.2,0.1";
    assert_eq!(m_bleu.signature(4), expected);
}

#[test]
fn an_order_without_n_grams_adds_nothing() {
    let m_bleu = MBleuConfig::default();
    let found = statistics(&m_bleu, &[Some("a b")], &[vec![Some("a b")]]);
    assert_close(corpus_score(&found), 50.0, "orders 1 and 2 of 4");
    let empty = statistics(&m_bleu, &[Some("")], &[vec![Some("")]]);
    assert_close(corpus_score(&empty), 0.0, "no n-gram at all");
}
