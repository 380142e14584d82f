//! Parts of NIST, against parts whose sum is that of `corpus_nist` of NLTK 3.10 (2.055389), and counts by hand.

use runner::metric::Metric;
use runner::metric::config::{Information, NistConfig, NistValue};

use super::support::{assert_close, corpus_score, extract, rows, score};

const REFERENCES: [Option<&str>; 2] =
    [Some("the cat sat on the mat"), Some("the dog sat on the log")];
const OUTPUTS: [Option<&str>; 2] = [Some("the cat sat on the log"), Some("a dog sat on the mat")];

fn part(value: NistValue, order: usize) -> NistConfig {
    let of = (value == NistValue::OrderShare).then_some(5);
    NistConfig { value, order, of, ..NistConfig::default() }
}

fn corpus_value(config: &NistConfig) -> Option<f64> {
    corpus_score(&extract(config, &[REFERENCES.to_vec()], &OUTPUTS), 2)
}

#[test]
fn shares_of_orders() {
    let score = corpus_value(&NistConfig::default()).unwrap();
    assert_close(score, 2.055_389, 1e-6, "score: both outputs are as long as their references");
    for (order, part_of_order) in [(1, 1.855_389), (2, 0.2), (3, 0.0), (4, 0.0), (5, 0.0)] {
        let share = corpus_value(&part(NistValue::OrderShare, order)).unwrap();
        assert_close(share, 100.0 * part_of_order / 2.055_389, 1e-4, "share");
    }
    // Of the orders 1 and 2 alone nothing else is left, and one order is all of itself.
    let of = |of| NistConfig { of: Some(of), ..part(NistValue::OrderShare, 1) };
    assert_close(corpus_value(&of(2)).unwrap(), 90.269_5, 1e-4, "of two");
    assert_close(corpus_value(&of(1)).unwrap(), 100.0, 1e-12, "of one");
}

#[test]
fn the_length_penalty_cancels() {
    let short = [Some("the cat sat on"), Some("a dog sat on the mat")];
    let shares = (1..=5).map(|order| {
        let config = part(NistValue::OrderShare, order);
        corpus_score(&extract(&config, &[REFERENCES.to_vec()], &short), 2).unwrap()
    });
    let sum: f64 = shares.sum();
    assert_close(sum, 100.0, 1e-9, "shares of a short output");
}

#[test]
fn matches_without_information() {
    let counts = [(1, [0, 9]), (2, [6, 7]), (3, [5, 5]), (4, [3, 3]), (5, [1, 1])];
    for (order, [without, all]) in counts {
        for information in [Information::TestSet, Information::Corpus] {
            let config = NistConfig { information, ..part(NistValue::ZeroInformation, order) };
            let statistics = extract(&config, &[REFERENCES.to_vec()], &OUTPUTS);
            let pooled = rows(&statistics, &[0, 1]);
            let sum = |column: usize| pooled.row(0)[column] + pooled.row(1)[column];
            assert_eq!([sum(0), sum(1)], [without, all], "order {order}");
            let share = 100.0 * without as f64 / all as f64;
            assert_close(score(&statistics, &[0, 1]).unwrap(), share, 1e-12, "share");
        }
    }
}

#[test]
fn the_test_set_decides_what_has_information() {
    let references = [Some("a b"), Some("a c")];
    let share = |segments: &[usize]| {
        score(
            &extract(&part(NistValue::ZeroInformation, 2), &[references.to_vec()], &references),
            segments,
        )
    };
    assert_eq!(share(&[0]), Some(100.0), "every a is followed by b");
    assert_eq!(share(&[0, 1]), Some(0.0), "half of them are");
}

#[test]
fn nothing_matches() {
    let outputs = [Some("x y"), Some("z")];
    for value in [NistValue::OrderShare, NistValue::ZeroInformation] {
        let statistics = extract(&part(value, 1), &[REFERENCES.to_vec()], &outputs);
        assert_eq!(corpus_score(&statistics, 2), None);
    }
}

#[test]
fn signatures() {
    let share = part(NistValue::OrderShare, 1).signature(1);
    assert!(share.ends_with("order:1|info:test-set|of:5|value:order-share"), "{share}");
    let zero = part(NistValue::ZeroInformation, 5).signature(1);
    assert!(zero.ends_with("order:5|info:test-set|value:zero-information"), "{zero}");
}
