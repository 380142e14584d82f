//! Scores of two systems: what is said of mistakes in them, and nothing of honest ones.

use super::values::find;
use crate::corpus::model::{Corpus, Document, Judgments};

const SEGMENTS: usize = 100;

/// From 0 to 1 and different, in no order.
fn noise(at: usize, of: usize) -> f64 {
    ((at * 37 + of * 11) % 101) as f64 / 100.0
}

type Scores = Vec<Option<f64>>;

fn scores(score: impl Fn(usize) -> f64) -> Scores {
    (0..SEGMENTS).map(|at| Some(score(at))).collect()
}

fn quality(at: usize) -> f64 {
    0.6 + 0.3 * noise(at, 0)
}

fn corpus(name: &str, one: Scores, two: Scores) -> Corpus {
    let documents =
        (0..SEGMENTS).map(|at| Document { id: at.to_string(), domain: None, segments: at..at + 1 });
    let systems = [("one", one), ("two", two)].map(|(system, own)| (system.to_owned(), own));
    Corpus {
        name: "made".to_owned(),
        documents: documents.collect(),
        systems_without_text: vec!["one".to_owned(), "two".to_owned()],
        external: [(name.to_owned(), systems.into())].into(),
        ..Corpus::default()
    }
}

fn said(name: &str, one: Scores, two: Scores) -> Vec<String> {
    let corpus = corpus(name, one, two);
    corpus.check().expect("sound");
    find(&corpus, &|_, _| None)
        .iter()
        .map(|warning| format!("{}: {warning}", warning.grade.in_words().to_lowercase()))
        .collect()
}

#[test]
fn nothing_is_said_of_honest_scores() {
    let penalty = |at: usize, of: usize, most: f64| {
        if noise(at, of) < 0.6 { 0.0 } else { -(most * noise(at, of + 1)).round() }
    };
    let honest: [(&str, Scores, Scores); 10] = [
        ("a score", scores(quality), scores(|at| quality(at) - 0.05)),
        // Centred at 0, and one system far better.
        ("z", scores(|at| noise(at, 0) - 0.5), scores(|at| noise(at, 1) + 0.3)),
        ("mqm", scores(|at| penalty(at, 0, 5.0)), scores(|at| penalty(at, 2, 25.0))),
        ("mqm", scores(|_| 0.0), scores(|at| penalty(at, 2, 25.0))),
        ("mqm", scores(|at| -f64::from(u8::from(at % 7 == 0))), scores(|_| 0.0)),
        ("acc", scores(|at| f64::from(u8::from(at % 50 == 0))), scores(|_| 1.0)),
        ("log-p", scores(|at| -0.1 - noise(at, 0)), scores(|at| -1.5 - 3.0 * noise(at, 0))),
        // Very good and very bad.
        ("ter", scores(|at| (8.0 * noise(at, 0)).floor()), scores(|at| 150.0 * noise(at, 1))),
        (
            "esa",
            scores(|at| 20.0 * noise(at, 0)),
            scores(|at| 90.0 + (10.0 * noise(at, 1)).floor()),
        ),
        ("preference", scores(|at| (at % 3) as f64 - 1.0), scores(|at| (at % 3) as f64 - 1.0)),
    ];
    for (name, one, two) in honest {
        assert_eq!(said(name, one, two), [""; 0], "{name}");
    }
}

#[test]
fn another_scale_is_refused() {
    assert_eq!(
        said("a score", scores(quality), scores(|at| 100.0 * quality(at))),
        [
            "refused: `a score`: the scores of system `two` are on another scale than those of `one` (medians 74.7 and \
             0.747 in size); bring all scores to one scale, and run again: nothing is rescaled"
        ]
    );
    // Errors with many zeros, below 0.
    let penalty = |at: usize| if at.is_multiple_of(3) { -5.0 * noise(at, 0) } else { 0.0 };
    let warnings = said("errors", scores(|at| 100.0 * penalty(at)), scores(penalty));
    assert!(
        warnings[0].contains("the scores of system `one` are on another scale"),
        "{warnings:?}"
    );
}

#[test]
fn a_judge_on_another_scale_is_refused_without_the_name() {
    let mut corpus = corpus("a score", scores(quality), scores(quality));
    let judged = |at: usize| if at.is_multiple_of(2) { 100.0 * quality(at) } else { quality(at) };
    let name =
        |at: usize| Some(std::sync::Arc::from(if at.is_multiple_of(2) { "ann" } else { "zoe" }));
    let judges = Judgments { judges: vec![scores(judged)] };
    corpus.judgments.insert("da".to_owned(), [("one".to_owned(), judges)].into());
    let names = vec![(0..SEGMENTS).map(name).collect()];
    corpus.judge_names.insert("da".to_owned(), [("one".to_owned(), names)].into());
    corpus.check().expect("sound");
    let problems: Vec<String> =
        find(&corpus, &|_, _| None).iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    let expected = "`da`: the scores of judge `A` are on another scale than those of `B` (medians ";
    assert!(problems[0].starts_with(expected), "{problems:?}");
}

#[test]
fn another_sign_and_another_order_are_refused() {
    assert_eq!(
        said("a score", scores(quality), scores(|at| 0.02 * noise(at, 5) - quality(at))),
        [
            "refused: `a score`: all scores of system `two` are below 0, and all of `one` above 0; turn the signs of \
             one of them, and run again: better scores are higher ones for the one, and lower ones for the other"
        ]
    );
    let mut sorted: Vec<f64> = (0..SEGMENTS).map(quality).collect();
    sorted.sort_by(f64::total_cmp);
    assert_eq!(
        said("comet", scores(quality), scores(|at| sorted[at])),
        [
            "refused: `comet`: the scores of `two` are sorted, from the first segment to the last; give them in the \
             order of the segments, and run again"
        ]
    );
    let warnings = said("seconds", scores(quality), scores(|at| sorted[at]));
    assert!(
        warnings[0].starts_with("warning: `seconds`: the scores of `two` are sorted"),
        "{warnings:?}"
    );
    assert_eq!(said("line", scores(|at| at as f64), scores(|at| at as f64)), [""; 0]);
}

#[test]
fn values_that_are_no_scores_are_named() {
    let with = |value: f64, every: usize| {
        scores(move |at| if at % every == 0 { value } else { quality(at) })
    };
    let help = "leave out what stands for a missing score (an empty line, `nan` or `None`), and correct the rest";
    let all = "all others (0.6 to 0.9)";
    let cases = [
        ("a score", -999.0, 50, format!("2 of 200 scores are apart from {all}: -999, 2 times")),
        ("a score", -1.0, 20, format!("5 of 200 scores are apart from {all}: -1, 5 times")),
        (
            "a score",
            7000.0,
            100,
            format!("one score, 7000, is far from {all} and may decide the mean"),
        ),
        (
            "comet",
            -999.0,
            50,
            "COMET is from about 0 to 1, and 2 scores are outside: -999, 2 times".to_owned(),
        ),
        (
            "comet",
            85.0,
            100,
            "COMET is from about 0 to 1, and one score is outside: 85, 1 time".to_owned(),
        ),
        ("comet", -1.0, 20, format!("5 of 200 scores are apart from {all}: -1, 5 times")),
    ];
    for (name, value, every, expected) in cases {
        let warnings = said(name, scores(quality), with(value, every));
        assert_eq!(warnings, [format!("warning: `{name}` of `two`: {expected}; {help}")]);
    }
    let warnings = said("comet", scores(quality), scores(|at| 5.0 * quality(at)));
    let expected = "refused: `comet` of `two`: COMET is from about 0 to 1, and 100 scores are outside: 3 to 4.5; ";
    assert_eq!(warnings, [format!("{expected}{help}")]);
}
