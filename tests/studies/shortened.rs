//! Outputs without some of their words, scored: the factors of BLEU and GTM are those of the closed forms.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::{self, Results};
use runner::corpus::model::{Corpus, Document, NamedTexts, Texts};
use runner::corpus::shortened::{self, DroppedWords, ShortenedSource};

use crate::support::study;

const SHARES: [f64; 4] = [0.05, 0.1, 0.2, 0.3];

const SPEC: &str = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
    [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\", \"gtm\"]\nB = 10\ntest-sizes = { fractions = [1.0] }\n";

/// A hundred segments of 20 words that stand nowhere else; with a word too many in each, at a place that moves on from
/// segment to segment, where `has_extra`.
fn corpus(has_extra: bool) -> Corpus {
    let (mut output, mut reference) = (Texts::default(), Texts::default());
    for segment in 0..100 {
        let mut words: Vec<String> = (0..20).map(|word| format!("w{segment}x{word}")).collect();
        reference.push(Some(&words.join(" ")));
        if has_extra {
            words.insert(8 * segment % 21, format!("extra{segment}"));
        }
        output.push(Some(&words.join(" ")));
    }
    let named = |name: &str, texts| NamedTexts { name: name.to_owned(), texts };
    Corpus {
        name: "c".to_owned(),
        documents: vec![Document { id: "d".into(), domain: None, segments: 0..100 }],
        references: vec![named("ref", reference)],
        systems: vec![named("S", output)],
        ..Corpus::default()
    }
}

/// Scores by BLEU and GTM at each share, relative to those of the whole output.
fn factors(has_extra: bool, words: DroppedWords) -> Vec<[f64; 2]> {
    let mut corpus = corpus(has_extra);
    let source = ShortenedSource {
        systems: vec!["S".to_owned()],
        drop: SHARES.to_vec(),
        words: vec![words],
    };
    shortened::add(&mut corpus, &source).unwrap();
    let (plan, store) = study::computed(SPEC, Some(vec![corpus]));
    let rows = analyses::scores(&Results::new(&plan, &store));
    let score = |metric: &str, system: &str| {
        let row = rows
            .iter()
            .find(|row| &*row.cell.metric == metric && row.cell.system.as_deref() == Some(system));
        row.unwrap().score.unwrap()
    };
    let names = ["05", "10", "20", "30"].map(|share| format!("S-{}-{share}", words.name()));
    let of_system =
        |name: &String| ["bleu", "gtm"].map(|metric| score(metric, name) / score(metric, "S"));
    names.iter().map(of_system).collect()
}

#[test]
fn factors_are_those_of_the_closed_forms() {
    // min(1, exp(1 - 1/(q (1 - x)))) and (1 - x)(1 + q)/(q (1 - x) + 1), with q words for each of the reference.
    let as_long =
        [[0.948_73, 0.974_36], [0.894_84, 0.947_37], [0.778_80, 0.888_89], [0.651_44, 0.823_53]];
    for (factors, expected) in factors(false, DroppedWords::Last).iter().zip(as_long) {
        for (factor, expected) in factors.iter().zip(expected) {
            assert!((factor - expected).abs() < 5.1e-6, "{factors:?}, not {expected:?}");
        }
    }
    // A word too many: precisions change a little where n-grams lose their ends.
    let longer =
        [[0.997_50, 0.974_97], [0.943_46, 0.948_59], [0.826_57, 0.891_30], [0.697_30, 0.827_09]];
    for (factors, expected) in factors(true, DroppedWords::Last).iter().zip(longer) {
        for (factor, expected) in factors.iter().zip(expected) {
            assert!((factor - expected).abs() < 0.02, "{factors:?}, not {expected:?}");
        }
    }
}

/// Without the words that match nothing, GTM rises.
#[test]
fn without_unmatched_words_scores_rise() {
    let factors = factors(true, DroppedWords::Unmatched);
    assert!(factors[0][1] > 1.0 && factors[0][0] > 1.0, "{factors:?}");
    assert!(factors[3][1] < 1.0, "{factors:?}");
}
