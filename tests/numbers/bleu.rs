//! BLEU against sacreBLEU: statistics exactly, scores to 1e-9.

#![expect(clippy::unwrap_used, reason = "a test stops where its data is not as expected")]

use std::collections::BTreeMap;

use crate::ngram_support::{
    Case, RealData, assert_close, case_statistics, cases, corpus_score, expected, flag, option,
    rows, segments, signature, statistics,
};
use runner::metric::Metric;
use runner::metric::config::{
    BleuConfig, BleuValue, Lowercase, ReferenceLength, Smoothing, Tokenizer,
};
use serde::Deserialize;

fn config(case: &Case) -> BleuConfig {
    let value = option(case, "smooth_value").map(|value| value.as_f64().unwrap());
    let smoothing = match option(case, "smooth_method").unwrap().as_str().unwrap() {
        "exp" => Smoothing::Exp,
        "none" => Smoothing::None,
        "floor" => Smoothing::Floor(value.unwrap_or(0.1)),
        "add-k" => Smoothing::AddK(value.unwrap_or(1.0)),
        other => panic!("smoothing {other}"),
    };
    let tokenizer = match option(case, "tokenize").unwrap().as_str().unwrap() {
        "13a" => Tokenizer::ThirteenA,
        "none" => Tokenizer::None,
        "intl" => Tokenizer::International,
        "zh" => Tokenizer::Chinese,
        "char" => Tokenizer::Character,
        other => panic!("tokenizer {other}"),
    };
    BleuConfig {
        value: BleuValue::Score,
        tokenizer,
        lowercase: if flag(case, "lowercase") { Lowercase::Unicode } else { Lowercase::No },
        order: option(case, "max_ngram_order").unwrap().as_u64().unwrap().try_into().unwrap(),
        smoothing,
        effective_order: flag(case, "effective_order"),
        reference_length: ReferenceLength::Closest,
    }
}

fn assert_equals_sacrebleu(case: &Case) {
    let bleu = config(case);
    let found = case_statistics(&bleu, case);
    assert_eq!(rows(&found).len(), case.segment_stats.len());
    for (segment, expected) in case.segment_stats.iter().enumerate() {
        let row: Vec<_> = rows(&found).row(segment).iter().map(|&value| value as f64).collect();
        assert_eq!(&row, expected, "{} segment {segment}", case.id);
    }
    assert_close(corpus_score(&found), case.score, &case.id);
}

#[test]
fn golden_corpora() {
    let cases = cases(include_str!("../golden/bleu_sacrebleu.json"));
    assert_eq!(cases.len(), 61);
    for case in &cases {
        assert_equals_sacrebleu(case);
        let config = config(case);
        if config.order == 4 && !case.signature.contains("nrefs:var") {
            let found = config.signature(case.refs.len());
            assert_eq!(found, signature("BLEU", case), "{}", case.id);
        }
    }
}

#[test]
fn golden_sentences() {
    #[derive(Deserialize)]
    struct Row {
        hyp: String,
        refs: Vec<String>,
        score_eff_exp: f64,
        score_noeff_exp: f64,
    }
    #[derive(Deserialize)]
    struct Rows {
        rows: Vec<Row>,
    }
    let sentences: Rows =
        serde_json::from_str(include_str!("../golden/bleu_sentence.json")).unwrap();
    assert_eq!(sentences.rows.len(), 24);
    for row in sentences.rows {
        for (effective_order, expected) in [(true, row.score_eff_exp), (false, row.score_noeff_exp)]
        {
            let tokenizer = Tokenizer::None;
            let config = BleuConfig { tokenizer, effective_order, ..BleuConfig::default() };
            let references: Vec<_> =
                row.refs.iter().map(|text| vec![Some(text.as_str())]).collect();
            let found = statistics(&config, &[Some(&row.hyp)], &references);
            assert_close(corpus_score(&found), expected, &row.hyp);
            // A segment by itself has the effective order, whatever the corpus has.
            let of_segment = found.scorer.score_segment(&rows(&found).sums()).unwrap();
            assert_close(of_segment, row.score_eff_exp, &row.hyp);
        }
    }
}

#[test]
fn random_corpora() {
    let cases = cases(include_str!("../golden/bleu_random.json"));
    assert_eq!(cases.len(), 20);
    cases.iter().for_each(assert_equals_sacrebleu);
}

/// Every BLEU score of sacreBLEU 2.6.0 on real data.
#[test]
fn real_data() {
    let bleu = BleuConfig::default();
    let mut data = RealData::new(&bleu);
    for row in expected("BLEU") {
        let found = data.statistics(&row);
        let sums = rows(&found).sums();
        let what = format!("{} {} {:?}", row.set, row.system, row.references);
        assert_eq!(sums[..2].iter().map(|&sum| Some(sum as f64)).collect::<Vec<_>>(), row.lengths);
        assert_eq!((&sums[2..6], &sums[6..]), (&row.counts[..], &row.totals[..]), "{what}");
        assert_close(corpus_score(&found), row.score, &what);
        assert_eq!(bleu.signature(row.references.len()), format!("BLEU|{}", row.signature));
    }
}

#[derive(Deserialize)]
struct MtevalCase {
    id: String,
    docs: Vec<String>,
    refs: Vec<Vec<Option<String>>>,
    systems: BTreeMap<String, Vec<Option<String>>>,
    args: Vec<String>,
    #[serde(rename = "BLEU_sys")]
    systems_bleu: Vec<(String, f64)>,
    #[serde(rename = "BLEU_doc")]
    documents_bleu: Vec<(String, String, f64)>,
    #[serde(rename = "BLEU_seg")]
    segments_bleu: Vec<(String, String, String, f64)>,
}

impl MtevalCase {
    fn bleu(&self) -> BleuConfig {
        let has = |wanted: &str| self.args.iter().any(|argument| argument == wanted);
        let shortest = has("shortest");
        BleuConfig {
            lowercase: if has("-c") { Lowercase::No } else { Lowercase::Ascii },
            smoothing: if has("--no-smoothing") { Smoothing::None } else { Smoothing::Exp },
            reference_length: if shortest {
                ReferenceLength::Shortest
            } else {
                ReferenceLength::Closest
            },
            ..BleuConfig::default()
        }
    }
}

/// Whether mteval and sacreBLEU define the same number: n-grams of every order, and some match.
fn comparable(sums: &[i64]) -> bool {
    sums[2] > 0 && sums[6..].iter().all(|&total| total > 0)
}

/// mteval-v13a, which counts an order without n-grams as precision 1: those cases are left out.
#[test]
fn golden_mteval() {
    #[derive(Deserialize)]
    struct Cases {
        cases: Vec<MtevalCase>,
    }
    let golden: Cases = serde_json::from_str(include_str!("../golden/mteval13a.json")).unwrap();
    let mut compared = 0;
    let mut compare =
        |found: &runner::metric::Statistics, sums: &[i64], expected: f64, id: &str| {
            if comparable(sums) {
                assert_close(found.scorer.score(sums).unwrap() / 100.0, expected, id);
                compared += 1;
            }
        };
    for case in golden.cases {
        let references: Vec<_> = case.refs.iter().map(|texts| segments(texts)).collect();
        for (system, hypotheses) in &case.systems {
            let found = statistics(&case.bleu(), &segments(hypotheses), &references);
            let rows = rows(&found);
            let expected = case.systems_bleu.iter().find(|(name, _)| name == system).unwrap();
            compare(&found, &rows.sums(), expected.1, &case.id);
            for (name, document, expected) in &case.documents_bleu {
                let inside = (0..rows.len()).filter(|&segment| case.docs[segment] == *document);
                let mut sums = vec![0; rows.columns()];
                inside.for_each(|segment| {
                    sums.iter_mut().zip(rows.row(segment)).for_each(|(sum, value)| *sum += value);
                });
                if name == system {
                    compare(&found, &sums, *expected, &case.id);
                }
            }
            let expected = case.segments_bleu.iter().filter(|(name, ..)| name == system);
            for (segment, (.., expected)) in expected.enumerate() {
                compare(&found, rows.row(segment), *expected, &case.id);
            }
        }
    }
    assert_eq!(compared, 238);
}

/// mteval-v13a with `--brevity-penalty`: hypothesis of 9 tokens, references of 6 and 10.
#[test]
fn reference_lengths() {
    let hypothesis = "a b c d e f g h i";
    let references = [vec![Some("a b c d e f")], vec![Some("a b c d e f g h i j")]];
    let expected = [
        (ReferenceLength::Closest, 100.0 * 0.894_839_316_814_37, ""),
        (ReferenceLength::Shortest, 100.0, "|reflen:shortest"),
        (ReferenceLength::Average, 100.0, "|reflen:average"),
    ];
    for (reference_length, score, pair) in expected {
        let bleu = BleuConfig { reference_length, ..BleuConfig::default() };
        let found = statistics(&bleu, &[Some(hypothesis)], &references);
        assert_close(corpus_score(&found), score, pair);
        let signature = format!("BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp{pair}");
        assert_eq!(bleu.signature(2), signature);
    }
}

/// Slide 5 of Zhang & Vogel 2004 prints the parts of one score: precisions 1, 0.86, 0.67 and 0.6, and a
/// brevity penalty of 0.8825.
#[test]
fn parts_of_a_score() {
    let hypothesis = [Some("the gunman was shot dead by police .")];
    let references = [
        "the gunman was shot to death by the police .",
        "the gunman was shot to death by the police .",
        "police killed the gunman .",
        "the gunman was shot dead by the police .",
    ]
    .map(|text| vec![Some(text)]);
    let part = |order, value| {
        let bleu = BleuConfig { order, value, ..BleuConfig::default() };
        let suffix = format!("|value:{}", value.name());
        assert!(bleu.signature(4).ends_with(&suffix) || value == BleuValue::Score);
        corpus_score(&statistics(&bleu, &hypothesis, &references))
    };
    let mut product = 1.0;
    for (order, matched, total) in [(1, 8.0, 8.0), (2, 6.0, 7.0), (3, 4.0, 6.0), (4, 3.0, 5.0)] {
        let precision = part(order, BleuValue::Precision);
        assert_close(precision, 100.0 * matched / total, "precision");
        product *= precision / 100.0;
    }
    let penalty = part(4, BleuValue::BrevityPenalty);
    assert!((penalty / 100.0 - 0.8825).abs() < 5e-5, "{penalty}");
    assert_close(part(4, BleuValue::Score), penalty * libm::sqrt(libm::sqrt(product)), "score");
}

/// Of four segments one has no 4-gram, and one matches none of its three.
#[test]
fn segments_without_a_match() {
    let hypotheses =
        ["the cat sat on the log", "a dog sat on the mat", "yes it is", "we go home now please"];
    let references =
        ["the cat sat on the mat", "the dog sat on a mat", "yes it is", "we go home now then"];
    let texts = |texts: [&'static str; 4]| texts.map(Some).to_vec();
    let config = BleuConfig { value: BleuValue::ZeroSegments, ..BleuConfig::default() };
    assert!(!config.higher_is_better() && BleuConfig::default().higher_is_better());
    let share = |config: &BleuConfig, hypotheses: &[Option<&'static str>]| {
        corpus_score(&statistics(config, hypotheses, &[texts(references)]))
    };
    assert_close(share(&config, &texts(hypotheses)), 50.0, "share");
    let unigrams = BleuConfig { order: 1, ..config.clone() };
    assert_close(share(&unigrams, &texts(hypotheses)), 0.0, "every segment has a word");
    // A segment without an output is no segment.
    let mut missing = texts(hypotheses);
    missing[2] = None;
    assert_close(share(&config, &missing), 100.0 / 3.0, "of three");
}

/// The average length is exact: references of 3 and 4 tokens, then one of 5 alone, are 8.5 tokens,
/// and 7 tokens of hypothesis give exp(1 - 8.5/7).
#[test]
fn average_lengths_are_exact() {
    let config = BleuConfig {
        reference_length: ReferenceLength::Average,
        order: 1,
        ..BleuConfig::default()
    };
    let references = [vec![Some("a b c"), Some("a b c d e")], vec![Some("a b c d"), None]];
    let found = statistics(&config, &[Some("a b c"), Some("a b c d")], &references);
    assert_eq!(rows(&found).sums(), [7, 17, 7, 7]);
    assert_close(corpus_score(&found), 100.0 * libm::exp(1.0 - 8.5 / 7.0), "average");
}

#[test]
fn signatures_state_what_is_not_default() {
    let config = BleuConfig {
        value: BleuValue::Score,
        order: 2,
        smoothing: Smoothing::Floor(0.125),
        effective_order: true,
        lowercase: Lowercase::Ascii,
        tokenizer: Tokenizer::International,
        reference_length: ReferenceLength::Shortest,
    };
    let expected =
        "BLEU|nrefs:1|case:lc-ascii|eff:yes|tok:intl|smooth:floor[0.125]|order:2|reflen:shortest";
    assert_eq!(config.signature(1), expected);
    let config = BleuConfig { smoothing: Smoothing::AddK(2.0), ..BleuConfig::default() };
    assert!(config.signature(1).ends_with("|smooth:add-k[2.00]"));
}

#[test]
fn missing_texts_make_absent_rows() {
    let references = [vec![Some("a b"), None, Some("e")], vec![None, None, Some("f g")]];
    let bleu = BleuConfig::default();
    let found = statistics(&bleu, &[Some("a b"), Some("c d"), None], &references);
    let present: Vec<_> = (0..3).map(|segment| rows(&found).is_present(segment)).collect();
    assert_eq!(present, [true, false, false]);
    assert_eq!(rows(&found).sums(), rows(&found).row(0));
    let nothing = statistics(&bleu, &[Some("a")], &[]);
    assert!(!rows(&nothing).is_present(0));
    assert_eq!(nothing.scorer.score(&rows(&nothing).sums()), Some(0.0));
}

#[test]
fn unusual_texts() {
    let texts = ["", "\r", "a\rb", "\u{feff}a b c d", "e\u{301}a \u{96} x y", "\u{1f600} a b c d"];
    let texts: Vec<_> = texts.into_iter().map(|text| Some(text.to_owned())).collect();
    let found = statistics(&BleuConfig::default(), &segments(&texts), &[segments(&texts)]);
    assert_close(corpus_score(&found), 100.0, "perfect");
    assert_eq!(rows(&found).sums()[0], 15);
}

#[test]
fn a_segment_of_a_hundred_thousand_tokens() {
    let numbers = |modulus: usize| (0..100_000).map(move |i| i * 7919 % modulus);
    let text =
        |modulus| numbers(modulus).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ");
    let (hypothesis, reference) = (text(1009), text(1013));
    let bleu = BleuConfig { smoothing: Smoothing::None, ..BleuConfig::default() };
    let references = [vec![Some(reference.as_str())], vec![Some("w1")]];
    let found = statistics(&bleu, &[Some(&hypothesis)], &references);
    let sums = rows(&found).sums();
    assert_eq!(sums[..2], [100_000, 100_000]);
    assert_eq!(sums[6..], [100_000, 99_999, 99_998, 99_997]);
    let count = |modulus, wanted| numbers(modulus).filter(|&number| number == wanted).count();
    let clipped = (0..1009).map(|number| count(1009, number).min(count(1013, number)));
    assert_eq!(sums[2], i64::try_from(clipped.sum::<usize>()).unwrap());
}
