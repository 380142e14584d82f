//! Ratings of mt-metrics-eval: errors in place of scores.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use runner::formats::source::{CorpusFormat, EvalsetSource};
use runner::formats::{Loaded, read};

use crate::back::{from_evalset, from_parquet, given};
use crate::support::needs::data;

const MANY: &str = "\
X\t{\"errors\": [{\"severity\": \"minor\", \"category\": \"style\", \"score\": 1.0}, {\"severity\": \"major\", \"category\": \"accuracy\", \"score\": 5}]}\tann
X\t{\"errors\": []}\tbob
X\tNone
Y\tNone
Y\t{\"errors\": [{\"severity\": null, \"category\": null, \"score\": 0.5}]}
Y\tNone
";

/// An evalset of `files`, of which `ratings` are asked for.
fn set(
    files: &[(&str, &str)],
    ratings: &[(&str, &[&str])],
    weights: &[(&str, f64)],
    error_counts: bool,
) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("set/human-scores")).unwrap();
    for (name, content) in files {
        let path = format!("set/human-scores/en-de.{name}");
        std::fs::write(folder.path().join(path), content).unwrap();
    }
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let ratings = ratings.iter().map(|(name, files)| ((*name).to_owned(), names(files)));
    let source = EvalsetSource {
        path: "set".into(),
        language_pair: "en-de".into(),
        ratings: ratings.collect(),
        weights: weights.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect(),
        error_counts,
        ..EvalsetSource::default()
    };
    let read = read("tiny", &CorpusFormat::Evalset(source), folder.path());
    read.map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn one(name: &str, score: f64) -> Vec<(String, f64)> {
    vec![(name.to_owned(), score)]
}

#[test]
fn ratings_are_judgments_of_their_raters() {
    let files = [("mqm.merged.seg.rating", MANY)];
    let corpus = set(&files, &[("mqm", &["mqm.merged"])], &[], true).unwrap().corpus;
    assert_eq!(given(&corpus, "mqm", "X"), [one("ann", -6.0), one("bob", 0.0), vec![]]);
    assert_eq!(given(&corpus, "mqm", "Y"), [vec![], one("mqm.merged", -0.5), vec![]]);
    assert_eq!(given(&corpus, "mqm-major", "X"), [one("ann", 1.0), one("bob", 0.0), vec![]]);
    assert_eq!(given(&corpus, "mqm-minor", "Y"), [vec![], one("mqm.merged", 0.0), vec![]]);
    assert_eq!(corpus.judgments.len(), 3, "errors without a severity are not counted");

    let weights = [("minor", 2.0), ("major/accuracy", 7.0)];
    let corpus = set(&files, &[("mqm", &["mqm.merged"])], &weights, false).unwrap().corpus;
    assert_eq!(given(&corpus, "mqm", "X")[0], one("ann", -9.0), "what is asked for goes first");
    assert_eq!(corpus.judgments.len(), 1);
}

/// Errors in outputs, not those in the source.
#[test]
fn marked_errors_stand_beside_the_scores() {
    let error = |start: u32, source: bool| {
        format!(
            "{{\"severity\": \"Major\", \"category\": \"fluency\", \"start\": {start}, \"end\": {}, \
             \"is_source_error\": {source}}}",
            start + 3
        )
    };
    let of_both = [error(2, false), error(9, true)].join(", ");
    let content = format!("X\tNone\nX\t{{\"errors\": [{of_both}]}}\nY\tNone\nY\tNone\n");
    let files = [("m.seg.rating", content.as_str())];
    let corpus = set(&files, &[("mqm", &["m"])], &[], false).unwrap().corpus;
    let marked: Vec<Vec<(usize, usize, String)>> = corpus.error_spans["X"]
        .iter()
        .map(|errors| errors.iter().map(|own| (own.start, own.end, own.label())).collect())
        .collect();
    assert_eq!(marked, [vec![], vec![(2, 5, "major: fluency".to_owned())]]);
    assert!(!corpus.error_spans.contains_key("Y"));
}

#[test]
fn files_without_raters_are_a_rater_each() {
    let ann = "X\t{\"errors\": [{\"severity\": \"Major\"}]}\nX\t{\"errors\": []}\n";
    let bob = "X\tNone\nX\t{\"errors\": [{\"severity\": \"major\", \"is_source_error\": true}]}\n";
    let files = [("mqm.r1.seg.rating", ann), ("mqm.r2.seg.rating", bob)];
    let both: (&str, &[&str]) = ("mqm", &["mqm.r1", "mqm.r2"]);
    let corpus = set(&files, &[both], &[], false).unwrap().corpus;
    let second = [one("mqm.r1", 0.0), one("mqm.r2", 0.0)].concat();
    assert_eq!(given(&corpus, "mqm", "X"), [one("mqm.r1", -5.0), second]);

    let loaded = set(&files, &[("errors", &["mqm.r1"])], &[], false).unwrap();
    assert!(loaded.corpus.judge_names.is_empty(), "one file may be of many people");
    assert_eq!(loaded.corpus.judgments["errors"]["X"].judges, [[Some(-5.0), Some(0.0)]]);
    assert_eq!(
        loaded.warnings[0].message, "ratings are not read",
        "those of the other file: {:?}",
        loaded.warnings
    );
}

#[test]
fn defects_are_named() {
    let refused = |content: &str, expected: &str| {
        let files = [("m.seg.rating", content), ("s.seg.score", "X\t1\nX\t2\n")];
        let message = set(&files, &[("mqm", &["m"])], &[], false).unwrap_err();
        assert_eq!(message, format!("set/human-scores/en-de.m.seg.rating{expected}"));
    };
    let help = "write `{\"errors\": [{\"severity\": ..., \"score\": ...}, ...]}`, or None where there \
                is no rating";
    refused(
        "X\tNone\nX\t{\"errors\": 1}\n",
        &format!(":2: \"errors\" is a whole number, not a list; {help}"),
    );
    refused(
        "X\t{\"errors\": [{\"severity\": \"grave\"}]}\n",
        &format!(":1: error 1: it has no score, and severity `grave` has no weight; {help}"),
    );
    refused(
        "X\t{\"errors\": [{\"severity\": \"minor\", \"score\": -5}]}\n",
        &format!(
            ":1: error 1: \"score\" is -5, and weights of errors are 0 or more: their sum is subtracted; {help}"
        ),
    );
    refused(
        "X\t{\"errors\": [{\"severity\": 1}]}\n",
        &format!(":1: \"errors[0].severity\" is a whole number, not a string; {help}"),
    );
    refused(
        "X\tNone\tann\tmore\n",
        ":1: 4 fields instead of 2 or 3; write the system, its rating and the rater, with tabs \
         between them",
    );
    refused(
        "X\tNone\nY\tNone\nX\tNone\n",
        ":3: system `X` comes back after another system; put all ratings of a system together",
    );
    refused(
        "X\tNone\n",
        " has 1 score of system `X`, set/human-scores/en-de.s.seg.score has 2 segments. Nothing is \
         cut or padded: align them first.",
    );
    let files = [("m.seg.rating", "X\tNone\n"), ("mqm.seg.score", "X\t1\n")];
    assert_eq!(
        set(&files, &[("mqm", &["m"])], &[], false).unwrap_err(),
        "set/human-scores/en-de.m.seg.rating: there are judgments on `mqm` beside it; give these \
         ratings another name in `ratings`"
    );
    assert_eq!(
        set(&files, &[("e", &["n"])], &[], false).unwrap_err(),
        "set/human-scores/en-de.n.seg.rating: no such ratings file; the ratings of en-de are: m"
    );
    let twice = "X\t{\"errors\": []}\tann\n";
    let files = [("m.seg.rating", twice), ("n.seg.rating", twice)];
    assert_eq!(
        set(&files, &[("e", &["m", "n"])], &[], false).unwrap_err(),
        "set/human-scores/en-de.n.seg.rating: a rating of segment 1 of system `X` has the same rater \
         as another; name files in `ratings` that have no rating in common"
    );
}

/// The scores that mt-metrics-eval has of the same ratings, on every row; `synthetic_ref` has no scores there,
/// and no rating here.
#[test]
fn published_scores_come_out_of_published_ratings() {
    let Some(data) = data() else { return };
    let ratings = BTreeMap::from([("errors".to_owned(), vec!["mqm.merged".to_owned()])]);
    let source = EvalsetSource {
        path: "evalsets/wmt23".into(),
        language_pair: "en-de".into(),
        ratings,
        ..EvalsetSource::default()
    };
    let corpus = read("wmt23", &CorpusFormat::Evalset(source), &data).unwrap().corpus;
    let (published, ours) = (&corpus.judgments["mqm"], &corpus.judgments["errors"]);
    let (mut rows, mut rated) = (0, 0);
    for (system, ours) in ours {
        let unrated = vec![None; corpus.segment_count()];
        let published = published.get(system).map_or(&unrated, |judgments| &judgments.judges[0]);
        for (ours, published) in ours.judges[0].iter().zip(published) {
            rows += 1;
            rated += usize::from(ours.is_some());
            let equal = match (ours, published) {
                (Some(ours), Some(published)) => (ours - published).abs() < 1e-9,
                (ours, published) => ours.is_none() && published.is_none(),
            };
            assert!(equal, "{system}: {ours:?} instead of {published:?}");
        }
    }
    assert_eq!((rows, rated), (7798, 5980));
    assert!(!ours["synthetic_ref"].judges[0].iter().any(Option::is_some));
}

/// Files with and without a column of raters, made by the format's own writer of real ratings.
#[test]
fn samples_have_the_raters_that_they_say() {
    let Some(data) = data() else { return };
    let ratings = BTreeMap::from([
        ("merged".to_owned(), vec!["mqm-sxs.merged".to_owned()]),
        ("two".to_owned(), vec!["mqm-sxs.rater3".to_owned(), "mqm-sxs.rater7".to_owned()]),
    ]);
    let source = EvalsetSource {
        path: "formats/mt-metrics-eval/GENERATED".into(),
        language_pair: "en-de".into(),
        ratings,
        error_counts: true,
        ..EvalsetSource::default()
    };
    let corpus = read("sxs", &CorpusFormat::Evalset(source), &data).unwrap().corpus;
    assert_eq!(corpus.segment_count(), 557);
    // Rows with a third column, counted with cut, sort and uniq.
    let loads = |criterion: &str| {
        let mut loads: BTreeMap<String, usize> = BTreeMap::new();
        for system in corpus.judgments[criterion].keys() {
            for (name, _) in given(&corpus, criterion, system).into_iter().flatten() {
                *loads.entry(name).or_default() += 1;
            }
        }
        loads.into_iter().collect::<Vec<_>>()
    };
    let expected =
        [("rater1", 128), ("rater2", 44), ("rater3", 120), ("rater4", 40), ("rater7", 84)];
    assert_eq!(loads("merged"), expected.map(|(name, load)| (name.to_owned(), load)));
    assert_eq!(loads("two")[1], ("rater3".to_owned(), 210));
    assert_eq!(loads("two")[0].0, "mqm-sxs.rater7");
    // Errors by severity, counted with grep.
    let errors = |criterion: &str| -> f64 {
        corpus.judgments[criterion].values().flat_map(|own| &own.judges).flatten().flatten().sum()
    };
    assert_eq!((errors("merged-minor"), errors("merged-major")), (1308.0, 251.0));
    assert_eq!((errors("two-minor"), errors("two-major")), (1591.0, 248.0));
    assert_eq!(from_parquet(&corpus), corpus);
    assert_eq!(from_evalset(&corpus), corpus);
}
