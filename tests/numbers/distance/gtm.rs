//! GTM against the program GTM 1.4 (Java, `-v`; `gtm.json`).

use proptest::prelude::*;
use runner::metric::config::{GtmConfig, Lowercase, Tokenizer};
use runner::metric::{Metric, Statistics, StatisticsRows};
use serde_json::Value;

use super::support::{all_texts, array, assert_close, corpus_score, extract, golden, score, texts};
use crate::support::seed;

fn metric(exponent: f64) -> GtmConfig {
    GtmConfig { tokenizer: Tokenizer::None, lowercase: Lowercase::No, exponent }
}

fn for_each_case(mut check: impl FnMut(&Value, &Statistics)) {
    let golden = golden("gtm.json");
    let cases = array(&golden["cases"]);
    assert_eq!(cases.len(), 50);
    for case in cases {
        let metric = metric(case["exponent"].as_f64().unwrap());
        check(case, &extract(&metric, &all_texts(&case["refs"]), &texts(&case["hyps"])));
    }
}

#[test]
fn segments_and_documents_equal_the_program() {
    for_each_case(|case, statistics| {
        for (at, known) in array(&case["segments"]).iter().enumerate() {
            let ours = score(statistics, &[at]).unwrap() / 100.0;
            assert_close(
                ours,
                known["F"].as_f64().unwrap(),
                1e-12,
                &format!("{} {at}", case["id"]),
            );
        }
        for known in array(&case["documents"]) {
            let documents = array(&case["docs"]).iter().enumerate();
            let kept = documents.filter(|(_, document)| **document == known["doc"]);
            let kept: Vec<usize> = kept.map(|(at, _)| at).collect();
            let ours = score(statistics, &kept).unwrap() / 100.0;
            let what = format!("{} {}", case["id"], known["doc"]);
            assert_close(ours, known["F"].as_f64().unwrap(), 1e-12, &what);
        }
    });
}

#[test]
fn rows_are_the_programs_sums() {
    for_each_case(|case, statistics| {
        let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
        let references = array(&case["refs"]).len() as f64;
        let linear = case["exponent"] == 1.0;
        let units = if linear { references } else { (1_u64 << 40) as f64 };
        for (at, known) in array(&case["segments"]).iter().enumerate() {
            let row = rows.row(at);
            let match_size = known["mms"].as_f64().unwrap();
            let error = (row[0] as f64 / units - match_size).abs();
            let worst = if linear { 0.0 } else { 0.5 / units };
            assert!(error <= worst + 1e-14 * match_size, "{} {at}: {error:e}", case["id"]);
            assert_close(row[1] as f64, known["hyp_len"].as_f64().unwrap(), 0.0, "length");
            let mean = known["mean_ref_len"].as_f64().unwrap();
            assert_close(row[2] as f64 / references, mean, 1e-15, "mean length");
        }
    });
}

#[test]
fn exponent_one_needs_no_runs() {
    // An exponent next to 1 goes through runs; its score must be next to that of 1.
    let golden = golden("gtm.json");
    for case in array(&golden["cases"]) {
        let (references, hypotheses) = (all_texts(&case["refs"]), texts(&case["hyps"]));
        let count = hypotheses.len();
        let one = corpus_score(&extract(&metric(1.0), &references, &hypotheses), count).unwrap();
        let near = metric(1.0 + f64::EPSILON);
        let near = corpus_score(&extract(&near, &references, &hypotheses), count).unwrap();
        assert_close(one, near, 1e-12, &case["id"].to_string());
    }
}

#[test]
fn empty_and_missing_texts() {
    for exponent in [1.0, 2.0] {
        let references = [vec![Some(""), Some(""), None, Some("a b"), Some("a b")]];
        let hypotheses = [Some(""), Some("x"), Some("x"), None, Some("a b")];
        let statistics = extract(&metric(exponent), &references, &hypotheses);
        let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
        let present: Vec<_> = (0..5).map(|at| rows.is_present(at)).collect();
        assert_eq!(present, [true, true, false, false, true]);
        assert_eq!(score(&statistics, &[0]), Some(0.0));
        assert_eq!(score(&statistics, &[1]), Some(0.0));
        assert_eq!(score(&statistics, &[4]), Some(100.0));
        assert_eq!(corpus_score(&statistics, 5), Some(80.0));
        assert_eq!(corpus_score(&extract(&metric(exponent), &[], &[Some("x")]), 1), Some(0.0));
    }
}

#[test]
fn a_hundred_thousand_tokens() {
    // Words as frequent as in language: the k-th of 5,000 about proportionally to 1/k.
    let word = |at: u64| {
        let random = (at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1_u64 << 53) as f64;
        format!("{:.0}", libm::exp(random * libm::log(5_000.0)))
    };
    let text = |from: u64| {
        let words: Vec<String> = (from..from + 100_000).map(word).collect();
        words.join(" ")
    };
    let (hypothesis, reference) = (text(0), text(50_000));
    let references = [vec![Some(reference.as_str())]];
    let statistics = extract(&metric(2.0), &references, &[Some(hypothesis.as_str())]);
    // The shared half is one run.
    let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
    assert!(score(&statistics, &[0]).unwrap() >= 50.0);
    assert_eq!(rows.row(0)[1..], [100_000, 100_000]);
}

#[test]
fn signature_and_direction() {
    let gtm = GtmConfig::default();
    assert_eq!(gtm.signature(4), "GTM|nrefs:4|case:mixed|tok:13a|exponent:1");
    assert_eq!(metric(1.5).signature(1), "GTM|nrefs:1|case:mixed|tok:none|exponent:1.5");
    assert!(gtm.higher_is_better());
}

/// F of one segment word by word as the program's description has it.
fn by_definition(hypothesis: &[u8], references: &[Vec<u8>], exponent: f64) -> f64 {
    let mut joined = Vec::new();
    for reference in references {
        joined.extend(reference.iter().map(|&token| Some(token)));
        joined.push(None);
    }
    let total: usize = references.iter().map(Vec::len).sum();
    let mean = total as f64 / references.len() as f64;
    let hit = |i: usize, j: usize| {
        hypothesis.get(i).is_some_and(|&token| joined.get(j).copied().flatten() == Some(token))
    };
    let mut runs = Vec::new();
    for i in 0..hypothesis.len() {
        for j in 0..joined.len() {
            let longest = (0..=joined.len()).take_while(|k| hit(i + k, j + k)).count();
            runs.extend((1..=longest).map(|length| (length, i * joined.len() + j, i, j)));
        }
    }
    runs.sort_unstable();
    let mut cap = mean.min(hypothesis.len() as f64);
    let mut used = (vec![false; hypothesis.len()], vec![false; joined.len()]);
    let mut sum = 0.0;
    for (length, _, i, j) in runs.into_iter().rev() {
        if cap <= 1e-9 {
            break;
        }
        let taken = cap.min(length as f64);
        // Offsets below the length taken, which may be a fraction.
        let touched = (0..length).take_while(|&k| (k as f64) < taken - 1e-9).count();
        if (0..touched).any(|k| used.0[i + k] || used.1[j + k]) {
            continue;
        }
        (0..touched).for_each(|k| {
            used.0[i + k] = true;
            used.1[j + k] = true;
        });
        cap -= taken;
        sum += libm::pow(taken, exponent);
    }
    let match_size = libm::pow(sum, 1.0 / exponent);
    let lengths = hypothesis.len() as f64 + mean;
    if lengths == 0.0 { 0.0 } else { 2.0 * match_size / lengths }
}

proptest! {
    #![proptest_config(seed::properties(3_000))]

    #[test]
    fn equals_the_definition(
        hypothesis in prop::collection::vec(0_u8..4, 0..16),
        references in prop::collection::vec(prop::collection::vec(0_u8..3, 0..16), 1..5),
        exponent in prop::sample::select(vec![1.0, 1.5, 2.0, 3.0]),
    ) {
        let text = |tokens: &[u8]| {
            tokens.iter().map(|token| format!("w{token}")).collect::<Vec<_>>().join(" ")
        };
        let expected = by_definition(&hypothesis, &references, exponent);
        let hypothesis = text(&hypothesis);
        let references: Vec<String> = references.iter().map(|tokens| text(tokens)).collect();
        let references: Vec<_> = references.iter().map(|text| vec![Some(text.as_str())]).collect();
        let ours = extract(&metric(exponent), &references, &[Some(hypothesis.as_str())]);
        let ours = score(&ours, &[0]).unwrap() / 100.0;
        prop_assert!((ours - expected).abs() <= 2e-12, "{} is not {}", ours, expected);
    }
}
