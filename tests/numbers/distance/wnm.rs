//! WNM against the authors' script (wnm-01-1.pl; `wnm.json`).

use std::ops::Range;

use runner::metric::config::{WnmAggregation, WnmConfig, WnmValue, WnmWeight};
use runner::metric::wnm::{Background, compare};
use runner::metric::{Metric, Segments, Statistics, StatisticsRows};
use serde_json::Value;

use super::support::{all_texts, array, assert_close, corpus_score, golden, score, texts};

/// Values of the script are printed with twelve digits.
const TOLERANCE: f64 = 1e-8;

fn lines(value: &Value) -> Vec<&str> {
    texts(value).into_iter().flatten().collect()
}

fn background(value: &Value) -> Background {
    let number = |value: &Value| value.as_u64().unwrap();
    let words = value["words"].as_object().unwrap().iter();
    let words =
        words.map(|(word, counts)| (word.clone(), (number(&counts[0]), number(&counts[1]))));
    let (tokens, texts) = (number(&value["tokens"]), number(&value["texts"]));
    Background { tokens, texts, words: words.collect() }
}

#[track_caller]
fn assert_near(ours: f64, theirs: &Value, what: &str) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() <= TOLERANCE * theirs.abs().max(1.0), "{what}: {ours} {theirs}");
}

#[test]
fn scores_and_sums_equal_the_script() {
    let golden = golden("wnm.json");
    let cases = array(&golden["cases"]);
    assert_eq!(cases.len(), 34);
    let weighted = WnmConfig::default();
    let unweighted = WnmConfig { weight: WnmWeight::One, ..WnmConfig::default() };
    for case in cases {
        let (hypothesis, reference) = (lines(&case["hyp_lines"]), lines(&case["ref_lines"]));
        let background = background(&case["corpus_stats"]);
        let expect = &case["expect"];
        for (config, suffix) in [(&weighted, "W"), (&unweighted, "")] {
            let sums = compare(&hypothesis, &reference, &background, config);
            for (key, ours) in [
                (format!("SumI{suffix}"), sums.matched),
                (format!("SumT{suffix}"), sums.hypothesis),
                (format!("SumR{suffix}"), sums.reference),
                (format!("P{suffix}"), sums.precision()),
                (format!("R{suffix}"), sums.recall()),
                (format!("F{suffix}"), sums.f()),
            ] {
                assert_near(ours, &expect[&key], &format!("{} {key}", case["id"]));
            }
        }
    }
}

/// Two documents of the raw corpus with four references.
fn with_raw_corpus(check: impl Fn(&[Vec<Option<&str>>], &[Range<usize>], &[Vec<Option<&str>>])) {
    let golden = golden("mteval13a.json");
    let case = array(&golden["cases"]).iter().find(|case| case["id"] == "raw-default").unwrap();
    let systems = case["systems"].as_object().unwrap().values().map(texts);
    check(&all_texts(&case["refs"]), &[0..4, 4..8], &systems.collect::<Vec<_>>());
}

fn slices<'a, 'b>(references: &'b [Vec<Option<&'a str>>]) -> Vec<&'b Segments<'a>> {
    references.iter().map(Vec::as_slice).collect()
}

fn config(aggregation: WnmAggregation, value: WnmValue) -> WnmConfig {
    WnmConfig { aggregation, value, ..WnmConfig::default() }
}

fn present<'a>(texts: &[Option<&'a str>], segments: &Range<usize>) -> Vec<&'a str> {
    texts[segments.clone()].iter().copied().flatten().collect()
}

/// Statistics of a text as the only one of a background. In this corpus, words are runs of ASCII
/// letters and digits.
fn statistics_of(lines: &[&str]) -> Background {
    let mut background = Background { texts: 1, ..Background::default() };
    for line in lines {
        let line = line.to_ascii_lowercase();
        let words = line.split(|character: char| !character.is_ascii_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            background.words.entry(word.to_owned()).or_insert((0, 1)).0 += 1;
            background.tokens += 1;
        }
    }
    background
}

#[test]
fn documents_are_texts_and_the_others_are_the_background() {
    with_raw_corpus(|references, documents, systems| {
        for system in systems {
            for value in [WnmValue::F, WnmValue::Recall, WnmValue::Precision] {
                let config = config(WnmAggregation::DocumentMean, value);
                let statistics = config.prepare(&slices(references), documents).extract(system);
                let mut means = Vec::new();
                for (at, document) in documents.iter().enumerate() {
                    let mut total = 0.0;
                    for reference in references {
                        let background = statistics_of(&present(reference, &documents[1 - at]));
                        let text = present(reference, document);
                        let sums = compare(&present(system, document), &text, &background, &config);
                        total += sums.value(value);
                    }
                    means.push(total / 4.0);
                    let ours = score(&statistics, &[at]).unwrap();
                    assert!((ours - 25.0 * total).abs() < 1e-9, "{ours} {total}");
                }
                let ours = corpus_score(&statistics, 2).unwrap();
                assert!((ours - 50.0 * (means[0] + means[1])).abs() < 1e-9);
            }
        }
    });
}

#[test]
fn sums_of_one_document_are_its_score() {
    with_raw_corpus(|references, documents, systems| {
        for system in systems {
            let extract = |aggregation| {
                let metric = config(aggregation, WnmValue::F);
                metric.prepare(&slices(references), documents).extract(system)
            };
            let mean = extract(WnmAggregation::DocumentMean);
            let sum = extract(WnmAggregation::DocumentSum);
            for document in [0, 1] {
                let (mean, sum) = (score(&mean, &[document]), score(&sum, &[document]));
                assert!((mean.unwrap() - sum.unwrap()).abs() < 1e-8);
            }
            assert!(
                (corpus_score(&mean, 2).unwrap() - corpus_score(&sum, 2).unwrap()).abs() > 1e-6
            );
        }
    });
}

fn segments(
    references: &[Vec<Option<&str>>],
    documents: &[Range<usize>],
    system: &Segments<'_>,
) -> Statistics {
    let metric = config(WnmAggregation::Segment, WnmValue::F);
    metric.prepare(&slices(references), documents).extract(system)
}

#[test]
fn segments_of_one_line_documents_are_documents() {
    // Where every segment is a document, both ways of matching are the same.
    with_raw_corpus(|references, _, systems| {
        let documents: Vec<_> = (0..8).map(|at| at..at + 1).collect();
        for system in systems {
            let metric = config(WnmAggregation::DocumentSum, WnmValue::F);
            let by_document = metric.prepare(&slices(references), &documents).extract(system);
            let by_segment = segments(references, &documents, system);
            let (StatisticsRows::Fixed(ours), StatisticsRows::Fixed(theirs)) =
                (&by_segment.rows, &by_document.rows)
            else {
                panic!("fixed")
            };
            assert_eq!(ours, theirs);
        }
    });
}

#[test]
fn a_missing_line_is_left_out_of_both_texts() {
    with_raw_corpus(|references, documents, systems| {
        // With weight 1, so that a line taken from the references changes no weight.
        let aggregation = WnmAggregation::DocumentSum;
        let one = WnmConfig { weight: WnmWeight::One, ..config(aggregation, WnmValue::F) };
        let metric = one;
        let (system, mut lacking) = (&systems[0], systems[0].clone());
        lacking[1] = None;
        let mut without = references.to_vec();
        for texts in &mut without {
            texts[1] = None;
        }
        let ours = metric.prepare(&slices(references), documents).extract(&lacking);
        let theirs = metric.prepare(&slices(&without), documents).extract(system);
        assert_eq!(corpus_score(&ours, 2), corpus_score(&theirs, 2));
        let all = metric.prepare(&slices(references), documents).extract(system);
        assert_ne!(score(&ours, &[0]), score(&all, &[0]));
        assert_eq!(score(&ours, &[1]), score(&all, &[1]));
        // And a document without any shared line has no row.
        lacking[..4].fill(None);
        let none = metric.prepare(&slices(references), documents).extract(&lacking);
        let StatisticsRows::Fixed(rows) = &none.rows else { panic!("fixed") };
        assert!(!rows.is_present(0) && rows.is_present(1));
        assert_eq!(score(&none, &[0]), None);
    });
}

#[test]
fn edge_cases() {
    let document = config(WnmAggregation::DocumentMean, WnmValue::F);
    let metric = document.clone();
    let extract = |references: &[Vec<Option<&str>>], documents: &[Range<usize>], system: &[_]| {
        metric.prepare(&slices(references), documents).extract(system)
    };
    let one = std::array::from_fn::<Range<usize>, 1, _>(|at| at..at + 1);
    // One document has no background, so nothing is salient.
    let alone = extract(&[vec![Some("a b")]], &one, &[Some("a b")]);
    assert_eq!(corpus_score(&alone, 1), Some(0.0));
    // The same words everywhere are not salient either; others are.
    let references = [vec![Some("a b"), Some("a c d e")]];
    let both = extract(&references, &[0..1, 1..2], &[Some("a b"), Some("a c d e")]);
    assert_close(corpus_score(&both, 2).unwrap(), 100.0, 1e-12, "identical");
    let empty = extract(&references, &[0..1, 1..2], &[Some(""), Some("")]);
    assert_eq!(corpus_score(&empty, 2), Some(0.0));
    for aggregation in [WnmAggregation::DocumentMean, WnmAggregation::DocumentSum] {
        let metric = config(aggregation, WnmValue::F);
        assert_eq!(corpus_score(&metric.prepare(&[], &one).extract(&[Some("a")]), 1), None);
        assert_eq!(corpus_score(&metric.prepare(&[&[]], &[]).extract(&[]), 0), None);
    }
    let segment = config(WnmAggregation::Segment, WnmValue::F);
    let outside =
        segment.prepare(&[&[Some("a"), Some("b")]], &one).extract(&[Some("a"), Some("b")]);
    let StatisticsRows::Fixed(rows) = &outside.rows else { panic!("fixed") };
    assert_eq!((rows.is_present(0), rows.is_present(1)), (true, false));
}

#[test]
fn a_hundred_thousand_words() {
    let words: Vec<String> = (0..100_000_u64).map(|at| format!("w{}", at * at % 4_999)).collect();
    let text = words.join(" ");
    let sums = compare(
        &[&text],
        &[&text],
        &background(&golden("wnm.json")["cases"][0]["corpus_stats"]),
        &WnmConfig::default(),
    );
    assert_close(sums.f(), 1.0, 1e-12, "identical");
}

#[test]
fn signature_and_direction() {
    let metric = WnmConfig { threshold: Some(0.0), ..WnmConfig::default() };
    assert_eq!(
        metric.signature(4),
        "WNM|nrefs:4|tok:wnm|weight:s-score|threshold:0|background:other-documents|\
         agg:document-mean|value:f"
    );
    assert!(metric.higher_is_better());
    let segment = config(WnmAggregation::Segment, WnmValue::Recall);
    assert!(segment.signature(1).ends_with("|agg:segment|value:recall"));
}
