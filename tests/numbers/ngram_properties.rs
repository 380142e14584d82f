//! What holds for BLEU, M-BLEU, chrF and TER on any texts.

use crate::ngram_support::{assert_close, corpus_score, rows, statistics};
use proptest::prelude::*;
use runner::metric::config::{
    BleuConfig, BleuValue, ChrfConfig, Lowercase, MBleuConfig, NistConfig, ReferenceLength,
    Smoothing, TerConfig, Tokenizer,
};
use runner::metric::{ManySums, Metric};

use crate::support::seed;

/// Every tokenizer and reference length, smoothed and not.
fn metrics() -> Vec<Box<dyn Metric>> {
    use Lowercase::{Ascii, No, Unicode};
    use ReferenceLength::{Average, Closest, Shortest};

    let bleu = |tokenizer, lowercase, reference_length, smoothing| {
        let (order, effective_order) = (4, true);
        let config = BleuConfig {
            value: BleuValue::Score,
            tokenizer,
            lowercase,
            order,
            smoothing,
            effective_order,
            reference_length,
        };
        Box::new(config) as Box<dyn Metric>
    };
    let nine = MBleuConfig {
        weights: vec![1.0 / 9.0; 9],
        reference_length: Average,
        ..MBleuConfig::default()
    };
    let plus = ChrfConfig { word_order: 2, lowercase: Unicode, ..ChrfConfig::default() };
    let smoothed = ChrfConfig { eps_smoothing: true, whitespace: true, ..ChrfConfig::default() };
    let normalized = TerConfig {
        normalized: true,
        no_punctuation: true,
        asian_support: true,
        case_sensitive: true,
    };
    vec![
        bleu(Tokenizer::ThirteenA, No, Closest, Smoothing::Exp),
        bleu(Tokenizer::International, Unicode, Shortest, Smoothing::Floor(0.1)),
        bleu(Tokenizer::Chinese, Ascii, Average, Smoothing::AddK(1.0)),
        bleu(Tokenizer::Character, No, Average, Smoothing::None),
        bleu(Tokenizer::Tercom, Unicode, Closest, Smoothing::Exp),
        Box::new(nine),
        Box::new(ChrfConfig::default()),
        Box::new(plus),
        Box::new(smoothed),
        Box::new(TerConfig::default()),
        Box::new(normalized),
    ]
}

type Text = Option<String>;

/// Texts of few words, so that n-grams match, or of any characters; some are missing.
fn text() -> impl Strategy<Value = Text> {
    let word =
        prop::sample::select(vec!["a", "b", "C", "d.", "é", "1,2", "&amp;", "好", "-", "\r"]);
    let words = prop::collection::vec(word, 0..12).prop_map(|words| Some(words.join(" ")));
    let any = prop::collection::vec(any::<char>(), 0..12)
        .prop_map(|characters| Some(characters.into_iter().collect()));
    prop_oneof![8 => words, 2 => any, 1 => Just(None)]
}

/// A hypothesis and three references of each segment.
fn corpus() -> impl Strategy<Value = Vec<[Text; 4]>> {
    prop::collection::vec([text(), text(), text(), text()], 1..6)
}

fn column(segments: &[[Text; 4]], column: usize) -> Vec<Option<&str>> {
    segments.iter().map(|texts| texts[column].as_deref()).collect()
}

fn references(segments: &[[Text; 4]]) -> Vec<Vec<Option<&str>>> {
    (1..4).map(|number| column(segments, number)).collect()
}

proptest! {
    #![proptest_config(seed::properties(256))]

    /// Rows go where their segments go, and sums and scores stay.
    #[test]
    fn order_does_not_matter(corpus in corpus(), seed in any::<prop::sample::Index>()) {
        let mut turned = corpus.clone();
        let by = seed.index(corpus.len());
        turned.rotate_left(by);
        for metric in metrics() {
            let metric = metric.as_ref();
            let before = statistics(metric, &column(&corpus, 0), &references(&corpus));
            let after = statistics(metric, &column(&turned, 0), &references(&turned));
            for segment in 0..corpus.len() {
                let from = (segment + by) % corpus.len();
                prop_assert_eq!(rows(&after).row(segment), rows(&before).row(from));
                prop_assert_eq!(rows(&after).is_present(segment), rows(&before).is_present(from));
            }
            prop_assert_eq!(rows(&after).sums(), rows(&before).sums());
            prop_assert_eq!(corpus_score(&after).to_bits(), corpus_score(&before).to_bits());
        }
    }

    /// The statistics of a corpus are those of its segments, each scored alone.
    #[test]
    fn segments_add_up(corpus in corpus()) {
        for metric in metrics() {
            let metric = metric.as_ref();
            let all = statistics(metric, &column(&corpus, 0), &references(&corpus));
            for segment in 0..corpus.len() {
                let one = &corpus[segment..=segment];
                let alone = statistics(metric, &column(one, 0), &references(one));
                let (row, other) = (rows(&all).row(segment), rows(&alone).row(0));
                prop_assert_eq!(rows(&all).is_present(segment), rows(&alone).is_present(0));
                assert_close(
                    all.scorer.score(row).unwrap_or(0.0),
                    alone.scorer.score(other).unwrap_or(0.0),
                    &metric.signature(3),
                );
            }
        }
    }

    /// A hypothesis that is missing, or that is another, changes its own row alone.
    #[test]
    fn rows_are_independent(corpus in corpus(), other in text(), at in any::<prop::sample::Index>()) {
        let changed = at.index(corpus.len());
        let mut hypotheses = column(&corpus, 0);
        hypotheses[changed] = other.as_deref();
        for metric in metrics() {
            let metric = metric.as_ref();
            let before = statistics(metric, &column(&corpus, 0), &references(&corpus));
            let after = statistics(metric, &hypotheses, &references(&corpus));
            for segment in (0..corpus.len()).filter(|&segment| segment != changed) {
                prop_assert_eq!(rows(&after).row(segment), rows(&before).row(segment));
            }
            let has_reference = corpus[changed][1..].iter().any(Option::is_some);
            prop_assert_eq!(rows(&after).is_present(changed), other.is_some() && has_reference);
        }
    }

    /// Scores stay in their range, and a reference against itself is at its end.
    #[test]
    fn a_reference_is_the_best_hypothesis(corpus in corpus()) {
        let reference: Vec<_> =
            corpus.iter().map(|texts| texts[1..].iter().flatten().next()).collect();
        let reference: Vec<_> = reference.into_iter().map(|text| text.map(String::as_str)).collect();
        for metric in metrics() {
            let metric = metric.as_ref();
            let found = statistics(metric, &column(&corpus, 0), &references(&corpus));
            let score = corpus_score(&found);
            prop_assert!(score >= 0.0, "{} {}", metric.signature(3), score);
            let best = statistics(metric, &reference, std::slice::from_ref(&reference));
            let best = corpus_score(&best);
            if metric.higher_is_better() {
                prop_assert!(score <= 100.0 + 1e-9);
                prop_assert!(best <= 100.0 + 1e-9);
                let signature = metric.signature(1);
                let full = signature.starts_with("BLEU") || signature.contains("eff:yes");
                let any = reference.iter().flatten().any(|text| text.contains(char::is_alphanumeric));
                if full && any {
                    prop_assert!((best - 100.0).abs() < 1e-9, "{} {}", signature, best);
                }
            } else {
                prop_assert!(best <= 0.0);
            }
        }
    }
}

/// Sums of many resamples at once have the scores that each has by itself, to the last bit: also where
/// nothing matches, hypotheses or references are empty, or output is longer than its references.
#[test]
fn many_sums_score_as_each() {
    let orders = [1, 3, 5].map(|order| NistConfig { order, ..NistConfig::default() });
    let bleu = [1, 2, 9].map(|order| BleuConfig { order, ..BleuConfig::default() });
    let nist = orders.map(|config| Box::new(config) as Box<dyn Metric>);
    let bleu = bleu.map(|config| Box::new(config) as Box<dyn Metric>);
    for metric in metrics().into_iter().chain(nist).chain(bleu) {
        let texts = [Some("a b c d e f g h i j"), Some("a b c"), Some("")];
        let scorer = metric.prepare(&[&texts], &[]).extract(&texts).scorer;
        let (own, width) = (2..2 + scorer.columns(), scorer.columns() + 3);
        let mut state = 7_u64;
        let table: Vec<i64> = (0..2_000 * width)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let size = [0, 3, 10, 40][(state >> 62) as usize];
                i64::try_from((state >> 20) & ((1 << size) - 1)).unwrap()
            })
            .collect();
        let mut scores = vec![1.0; 2_000];
        scorer.score_many(&ManySums::new(&table, width, own.clone()), &mut scores);
        let mut undefined = 0;
        for (row, score) in table.chunks_exact(width).zip(&scores) {
            let expected = scorer.score(&row[own.clone()]).filter(|score| score.is_finite());
            undefined += usize::from(expected.is_none());
            let found = (!score.is_nan()).then_some(score.to_bits());
            assert_eq!(found, expected.map(f64::to_bits), "{}", metric.signature(1));
        }
        assert!(undefined < 1_500, "{}: {undefined}", metric.signature(1));
    }
}
