//! TER against sacreBLEU: edits exactly, scores to 1e-9.

#![expect(clippy::unwrap_used, reason = "a test stops where its data is not as expected")]

use crate::ngram_support::{
    Case, RealData, assert_close, case_statistics, cases, corpus_score, expected, flag, rows,
    segments, signature, statistics,
};
use runner::metric::Metric;
use runner::metric::config::TerConfig;

fn ter(case: &Case) -> TerConfig {
    TerConfig {
        normalized: flag(case, "normalized"),
        no_punctuation: flag(case, "no_punct"),
        asian_support: flag(case, "asian_support"),
        case_sensitive: flag(case, "case_sensitive"),
    }
}

fn assert_equals_sacrebleu(case: &Case) {
    let ter = ter(case);
    let found = case_statistics(&ter, case);
    assert_eq!(rows(&found).len(), case.segment_stats.len());
    // A segment may have fewer references than the corpus, which the scale allows for.
    let counts = (0..case.hyps.len())
        .map(|segment| case.refs.iter().filter(|texts| texts[segment].is_some()).count());
    let scale = (1..=60).find(|scale| counts.clone().all(|count| scale % count == 0)).unwrap();
    for (segment, expected) in case.segment_stats.iter().enumerate() {
        let row = rows(&found).row(segment);
        let what = format!("{} segment {segment}", case.id);
        assert_eq!((row[0] as f64).to_bits(), expected[0].to_bits(), "{what}");
        assert_close(row[1] as f64 / scale as f64, expected[1], &what);
        if let Some(&expected) = case.segment_scores.get(segment) {
            assert_close(found.scorer.score(row).unwrap(), expected, &what);
        }
    }
    assert_close(corpus_score(&found), case.score, &case.id);
    if !case.signature.contains("nrefs:var") {
        assert_eq!(ter.signature(case.refs.len()), signature("TER", case), "{}", case.id);
    }
}

#[test]
fn golden_corpora() {
    let cases = cases(include_str!("../golden/ter.json"));
    assert_eq!(cases.len(), 36);
    cases.iter().for_each(assert_equals_sacrebleu);
}

#[test]
fn random_corpora() {
    let cases = cases(include_str!("../golden/ter_random.json"));
    assert_eq!(cases.len(), 32);
    cases.iter().for_each(assert_equals_sacrebleu);
}

/// Every TER of sacreBLEU 2.6.0 on real data.
#[test]
fn real_data() {
    let ter = TerConfig::default();
    let mut data = RealData::new(&ter);
    for row in expected("TER") {
        let what = format!("{} {} {:?}", row.set, row.system, row.references);
        let found = data.statistics(&row);
        assert_eq!(rows(&found).sums()[..1], row.counts, "{what}");
        assert_close(corpus_score(&found), row.score, &what);
        assert_eq!(ter.signature(row.references.len()), format!("TER|{}", row.signature));
    }
}

#[test]
fn missing_texts_make_absent_rows() {
    let references = [vec![None, None, Some("e")], vec![Some("a b"), None, Some("f g")]];
    let ter = TerConfig::default();
    let found = statistics(&ter, &[Some("b a"), Some("c d"), None], &references);
    let present: Vec<_> = (0..3).map(|segment| rows(&found).is_present(segment)).collect();
    assert_eq!(present, [true, false, false]);
    assert_eq!(rows(&found).sums(), [1, 4], "one move; two words times two");
    assert!(!rows(&statistics(&ter, &[Some("a")], &[])).is_present(0));
}

#[test]
fn unusual_texts() {
    let texts = ["", "\r", "a\rb", "\u{feff}a b c d", "e\u{301}a \u{96} x", "\u{1f600} \u{1f601}"];
    let texts: Vec<_> = texts.into_iter().map(|text| Some(text.to_owned())).collect();
    let found = statistics(&TerConfig::default(), &segments(&texts), &[segments(&texts)]);
    assert_close(corpus_score(&found), 0.0, "perfect");
    assert_eq!(rows(&found).sums(), [0, 11]);
}

#[test]
fn segments_of_a_hundred_thousand_tokens() {
    let text = |modulus, tokens| {
        let words = (0..tokens).map(|i| format!("w{}", i * 7919 % modulus));
        words.collect::<Vec<_>>().join(" ")
    };
    let ter = TerConfig::default();
    let edits = |hypothesis: &str, reference: &str| {
        rows(&statistics(&ter, &[Some(hypothesis)], &[vec![Some(reference)]])).sums()[0]
    };
    let long = text(1009, 100_000);
    assert_eq!(edits(&long, &long), 0);
    assert_eq!(edits(&long, ""), 100_000);
    assert_eq!(edits("", &long), 100_000);
    assert_eq!(edits("w0", &long), 99_999);
    assert_eq!(edits(&long, "w0"), 99_999);
    let same = edits(&long, &text(1009, 100_001));
    assert_eq!(same, 1);
    assert!(edits(&long, &text(1013, 100_000)) > 50_000);
}
