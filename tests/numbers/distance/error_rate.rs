//! mWER and mPER against Portage's wer.cc, WER.pl and PER.pl 1.0 and jiwer 4.0 (`wer_per.json`
//! names what made which value).

use runner::metric::config::{ErrorRateConfig, Lowercase, Normalisation, Tokenizer};
use runner::metric::{Metric, StatisticsRows};
use serde_json::Value;

use super::support::{all_texts, array, assert_close, corpus_score, extract, golden, texts};

const NORMALISATIONS: [(&str, Normalisation); 6] = [
    ("average", Normalisation::Average),
    ("closest", Normalisation::Closest),
    ("shortest", Normalisation::Shortest),
    ("longest", Normalisation::Longest),
    ("best_reference", Normalisation::BestReference),
    ("ratio_best_reference", Normalisation::RatioBestReference),
];

fn metric(ordered: bool, normalisation: Normalisation) -> ErrorRateConfig {
    let (tokenizer, lowercase) = (Tokenizer::None, Lowercase::No);
    ErrorRateConfig { tokenizer, lowercase, normalisation, ordered }
}

fn for_each_case(mut check: impl FnMut(&Value, &str, bool)) {
    let golden = golden("wer_per.json");
    let cases = array(&golden["cases"]);
    assert_eq!(cases.len(), 10);
    for case in cases {
        check(case, "mwer", true);
        check(case, "mper", false);
    }
}

#[test]
fn corpus_rates_of_every_normalisation() {
    for_each_case(|case, kind, ordered| {
        for (name, normalisation) in NORMALISATIONS {
            let hypotheses = texts(&case["hyps"]);
            let statistics =
                extract(&metric(ordered, normalisation), &all_texts(&case["refs"]), &hypotheses);
            let ours = corpus_score(&statistics, hypotheses.len()).unwrap() / 100.0;
            let theirs = case["corpus"][kind][name].as_f64().unwrap();
            assert_close(ours, theirs, 2e-16, &format!("{} {kind} {name}", case["id"]));
        }
    });
}

#[test]
fn rows_of_segments_are_exact() {
    for_each_case(|case, kind, ordered| {
        let key = if ordered { "wer" } else { "per" };
        for (name, normalisation) in NORMALISATIONS {
            let statistics = extract(
                &metric(ordered, normalisation),
                &all_texts(&case["refs"]),
                &texts(&case["hyps"]),
            );
            let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
            for (at, segment) in array(&case["segments"]).iter().enumerate() {
                let ratio = &segment[format!("ratio_best_{key}")];
                let mut distance = &segment[format!("min_{key}")];
                let mut length = &segment[name];
                let lengths = array(&segment["ref_lens"]);
                let total: i64 = lengths.iter().map(|length| length.as_i64().unwrap()).sum();
                let total = Value::from(total);
                match normalisation {
                    Normalisation::Average => length = &total,
                    Normalisation::BestReference => length = &segment[format!("len_of_best_{key}")],
                    Normalisation::RatioBestReference => {
                        (distance, length) = (&ratio["dist"], &ratio["len"]);
                    }
                    _ => (),
                }
                let theirs = [distance.as_i64().unwrap(), length.as_i64().unwrap()];
                assert_eq!(rows.row(at), theirs, "{} {kind} {name} segment {at}", case["id"]);
            }
        }
    });
}

#[test]
fn single_references_one_by_one() {
    for_each_case(|case, kind, ordered| {
        let key =
            if ordered { "single_ref_corpus_WER" } else { "single_ref_corpus_PER_segment_sum" };
        let hypotheses = texts(&case["hyps"]);
        for (reference, theirs) in all_texts(&case["refs"]).into_iter().zip(array(&case[key])) {
            let statistics =
                extract(&metric(ordered, Normalisation::Average), &[reference], &hypotheses);
            let ours = corpus_score(&statistics, hypotheses.len()).unwrap() / 100.0;
            assert_close(ours, theirs.as_f64().unwrap(), 2e-16, &format!("{} {kind}", case["id"]));
        }
    });
}

#[test]
fn empty_and_missing_texts() {
    for ordered in [true, false] {
        for (_, normalisation) in NORMALISATIONS {
            let metric = metric(ordered, normalisation);
            // Both empty: no error. Only the references empty: undefined alone, counted in a sum.
            let references = [vec![Some(""), Some(""), None, Some("a b"), Some("a b")]];
            let hypotheses = [Some(""), Some("x"), Some("x"), None, Some("a b")];
            let statistics = extract(&metric, &references, &hypotheses);
            let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
            let score = |at: usize| statistics.scorer.score(rows.row(at));
            assert_eq!((score(0), score(1), score(4)), (Some(0.0), None, Some(0.0)));
            let present: Vec<_> = (0..5).map(|at| rows.is_present(at)).collect();
            assert_eq!(present, [true, true, false, false, true]);
            assert_eq!(statistics.scorer.score(&rows.sums()), Some(50.0));
            // No reference at all, and no segment.
            let none = extract(&metric, &[], &[Some("x")]);
            let StatisticsRows::Fixed(rows) = &none.rows else { panic!("fixed") };
            assert!(!rows.is_present(0));
            assert_eq!(corpus_score(&extract(&metric, &[vec![]], &[]), 0), Some(0.0));
        }
    }
}

#[test]
fn references_that_miss_segments_keep_lengths_exact() {
    // Lengths 1 and 2 in one segment, 1, 1 and 2 in the other: 3/2 + 4/3 tokens, 1 + 0 errors.
    let references =
        [vec![Some("a"), Some("a")], vec![Some("b c"), Some("b")], vec![None, Some("a b")]];
    let statistics =
        extract(&metric(true, Normalisation::Average), &references, &[Some("x"), Some("b")]);
    let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
    assert_eq!(rows.sums(), [1, 17]);
    assert_eq!(corpus_score(&statistics, 2), Some(600.0 / 17.0));
}

#[test]
fn a_hundred_thousand_tokens() {
    let count = 100_000_u32;
    let hypothesis: Vec<String> = (0..count).map(|at| format!("w{}", at % 997)).collect();
    let reference: Vec<String> = (0..count).map(|at| format!("w{}", (at + 1) % 997)).collect();
    let (hypothesis, reference) = (hypothesis.join(" "), reference.join(" "));
    let references = [vec![Some(reference.as_str())]];
    for (ordered, most) in [(true, 2), (false, 1)] {
        let statistics = extract(
            &metric(ordered, Normalisation::Average),
            &references,
            &[Some(hypothesis.as_str())],
        );
        let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
        assert!((0..=most).contains(&rows.row(0)[0]));
        assert_eq!(rows.row(0)[1], i64::from(count));
    }
}

#[test]
fn signature_and_direction() {
    let mwer = metric(true, Normalisation::BestReference);
    assert_eq!(mwer.signature(4), "mWER|nrefs:4|case:mixed|tok:none|norm:best-reference");
    assert!(!mwer.higher_is_better());
    let mper = metric(false, Normalisation::Average);
    assert_eq!(mper.signature(1), "mPER|nrefs:1|case:mixed|tok:none|norm:average");
}
