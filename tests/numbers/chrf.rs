//! chrF and chrF++ against sacreBLEU: statistics exactly, scores to 1e-9.

#![expect(clippy::unwrap_used, reason = "a test stops where its data is not as expected")]

use crate::ngram_support::{
    Case, RealData, assert_close, case_statistics, cases, corpus_score, expected, flag, option,
    rows, segments, signature, statistics,
};
use runner::metric::Metric;
use runner::metric::config::{ChrfConfig, Lowercase};

fn config(case: &Case) -> ChrfConfig {
    let number = |name: &str, default: u64| {
        option(case, name).map_or(default, |value| value.as_u64().unwrap())
    };
    ChrfConfig {
        lowercase: if flag(case, "lowercase") { Lowercase::Unicode } else { Lowercase::No },
        character_order: number("char_order", 6).try_into().unwrap(),
        word_order: number("word_order", 0).try_into().unwrap(),
        beta: number("beta", 2) as f64,
        whitespace: flag(case, "whitespace"),
        eps_smoothing: flag(case, "eps_smoothing"),
    }
}

fn assert_equals_sacrebleu(case: &Case) {
    let config = config(case);
    let name = format!("chrF{}{}", config.beta, "+".repeat(config.word_order));
    let chrf = config;
    let found = case_statistics(&chrf, case);
    assert_eq!(rows(&found).len(), case.segment_stats.len());
    for (segment, expected) in case.segment_stats.iter().enumerate() {
        let row = rows(&found).row(segment);
        let values: Vec<_> = row.iter().map(|&value| value as f64).collect();
        assert_eq!(&values, expected, "{} segment {segment}", case.id);
        if let Some(&expected) = case.segment_scores.get(segment) {
            assert_close(found.scorer.score(row).unwrap(), expected, &case.id);
        }
    }
    assert_close(corpus_score(&found), case.score, &case.id);
    if !case.signature.contains("nrefs:var") {
        assert_eq!(chrf.signature(case.refs.len()), signature(&name, case), "{}", case.id);
    }
}

#[test]
fn golden_corpora() {
    let cases = cases(include_str!("../golden/chrf.json"));
    assert_eq!(cases.len(), 46);
    cases.iter().for_each(assert_equals_sacrebleu);
}

#[test]
fn random_corpora() {
    let cases = cases(include_str!("../golden/chrf_random.json"));
    assert_eq!(cases.len(), 12);
    cases.iter().for_each(assert_equals_sacrebleu);
}

/// Every chrF2 score of sacreBLEU 2.6.0 on real data.
#[test]
fn real_data() {
    let chrf = ChrfConfig::default();
    let mut data = RealData::new(&chrf);
    for row in expected("chrF2") {
        let what = format!("{} {} {:?}", row.set, row.system, row.references);
        assert_close(corpus_score(&data.statistics(&row)), row.score, &what);
        assert_eq!(chrf.signature(row.references.len()), format!("chrF2|{}", row.signature));
    }
}

#[test]
fn missing_texts_make_absent_rows() {
    let references = [vec![None, None, Some("e")], vec![Some("a b"), None, Some("f g")]];
    let chrf = ChrfConfig { word_order: 2, ..ChrfConfig::default() };
    let found = statistics(&chrf, &[Some("a b"), Some("c d"), None], &references);
    let present: Vec<_> = (0..3).map(|segment| rows(&found).is_present(segment)).collect();
    assert_eq!(present, [true, false, false]);
    assert_close(corpus_score(&found), 100.0, "its only reference");
    assert!(!rows(&statistics(&chrf, &[Some("a")], &[])).is_present(0));
}

#[test]
fn unusual_texts() {
    let texts = ["", "\r", "a\rb", "\u{feff}a b c d", "e\u{301}a \u{96} x", "\u{1f600}\u{1f601}"];
    let texts: Vec<_> = texts.into_iter().map(|text| Some(text.to_owned())).collect();
    for whitespace in [false, true] {
        let chrf = ChrfConfig { whitespace, ..ChrfConfig::default() };
        let found = statistics(&chrf, &segments(&texts), &[segments(&texts)]);
        assert_close(corpus_score(&found), 100.0, "perfect");
        let characters = if whitespace { 1 + 3 + 8 + 7 + 2 } else { 2 + 5 + 5 + 2 };
        assert_eq!(rows(&found).sums()[..3], [characters; 3]);
    }
}

#[test]
fn a_segment_of_a_hundred_thousand_words() {
    let text = |modulus| {
        let words = (0..100_000).map(|i| format!("w{}", i * 7919 % modulus));
        words.collect::<Vec<_>>().join(" ")
    };
    let (hypothesis, reference) = (text(1009), text(1013));
    let chrf = ChrfConfig { word_order: 2, ..ChrfConfig::default() };
    let found = statistics(&chrf, &[Some(&hypothesis)], &[vec![Some(&reference)]]);
    let sums = rows(&found).sums();
    assert_eq!(sums[18..20], [100_000, 100_000]);
    let perfect = statistics(&chrf, &[Some(&hypothesis)], &[vec![Some(&hypothesis)]]);
    assert_close(corpus_score(&perfect), 100.0, "perfect");
}
