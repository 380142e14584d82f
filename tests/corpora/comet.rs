//! Files of COMET with texts and scores: what is read, what is refused.

use runner::formats::source::{CometSource, CorpusFormat, PlainSource};
use runner::formats::{Loaded, read, recognise};

use crate::back::from_parquet;
use crate::support::needs::data;

const SCORE: &str = r#"{"out/X.txt": [{"src": "one", "mt": "eins", "ref": "Eins", "COMET": 0.5, "errors": [{"start": 0, "end": 2}]},
    {"src": "two", "mt": "zwei", "ref": "Zwei", "COMET": null}],
  "Y.txt": [{"src": "one", "mt": "ein", "ref": "Eins", "COMET": 1}, {"src": "two", "mt": "", "ref": "Zwei", "COMET": -1e-3}]}"#;

const COMPARE: &str = r#"{"model": "m", "statistical_results": [{"x_name": "X.txt", "y_name": "Y.txt"}], "source": ["one", "two"],
  "translations": [{"name": "X.txt", "mt": ["eins", "zwei"], "scores": [0.25, NaN]}, {"name": "Z.txt", "mt": ["a", "b"], "scores": [1, 2]}],
  "reference": ["Eins", "Zwei"]}"#;

fn source(scores: &[(&str, &str)]) -> CometSource {
    let scores = scores.iter().map(|(name, file)| ((*name).to_owned(), vec![file.into()]));
    CometSource { scores: scores.collect() }
}

fn load(files: &[(&str, &str)], format: &CorpusFormat) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("can be made");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("is writable");
    }
    read("tiny", format, folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn texts_and_scores_are_read() {
    let files = [("a.json", SCORE), ("b.json", COMPARE)];
    let format = CorpusFormat::Comet(source(&[("comet", "a.json"), ("other", "b.json")]));
    let corpus = load(&files, &format).unwrap().corpus;
    assert_eq!(corpus.external["comet"]["X"], [Some(0.5), None]);
    assert_eq!(corpus.external["comet"]["Y"], [Some(1.0), Some(-0.001)]);
    assert_eq!(corpus.external["other"]["X"], [Some(0.25), None]);
    assert_eq!(corpus.external["other"]["Z"], [Some(1.0), Some(2.0)]);
    assert_eq!(corpus.system("Y").unwrap().get(1), Some(""));
    assert_eq!(corpus.reference("ref").unwrap().get(1), Some("Zwei"));
    assert_eq!(corpus.source.as_ref().unwrap().get(0), Some("one"));

    assert_eq!(from_parquet(&corpus), corpus);
}

#[test]
fn pieces_may_be_missing() {
    let bare = SCORE.replace("\"ref\": \"Zwei\", ", "").replace("\"mt\": \"zwei\", ", "");
    let format = CorpusFormat::Comet(source(&[("comet", "a.json")]));
    let corpus = load(&[("a.json", &bare)], &format).unwrap().corpus;
    assert_eq!(corpus.reference("ref").unwrap().get(1), None);
    assert_eq!(corpus.system("X").unwrap().get(1), None);
    let bare = bare.replace("\"ref\": \"Eins\", ", "").replace("\"src\"", "\"other\"");
    let corpus = load(&[("a.json", &bare)], &format).unwrap().corpus;
    assert!(corpus.references.is_empty() && corpus.source.is_none());
}

/// Nothing is cut silently.
#[test]
fn a_text_without_a_score_is_refused() {
    let longer = COMPARE.replace("[\"a\", \"b\"]", "[\"a\", \"b\", \"c\"]");
    let format = CorpusFormat::Comet(source(&[("comet", "b.json")]));
    let message = load(&[("b.json", &longer)], &format).unwrap_err();
    assert!(message.contains("`Z.txt` has 2 scores and 3 texts in `mt`"), "{message}");
}

#[test]
fn defects_are_named() {
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(SCORE.contains(from), "{from}");
        let format = CorpusFormat::Comet(source(&[("comet", "a.json")]));
        let message = load(&[("a.json", &SCORE.replacen(from, to, 1))], &format).unwrap_err();
        assert_eq!(message, expected);
    };
    let help = "give a file that `comet-score --to_json` or `comet-compare --to_json` wrote";
    refused(
        "\"COMET\": 0.5",
        "\"score\": 0.5",
        &format!("a.json: `out/X.txt`: there is no \"COMET\" in \"[0]\"; {help}"),
    );
    refused(
        "0.5",
        "\"0.5\"",
        &format!("a.json: `out/X.txt`: \"[0].COMET\" is a string, not a number; {help}"),
    );
    refused(
        "Y.txt",
        "X.txt",
        "a.json: system `X` has `comet` twice; name the scores of every system once, and give outputs \
         different file names",
    );
    refused(
        ", {\"src\": \"two\", \"mt\": \"\", \"ref\": \"Zwei\", \"COMET\": -1e-3}",
        "",
        "a.json has 1 segment of system `Y`, a.json has 2 segments. Nothing is cut or padded: align them \
         first.",
    );
    refused(
        "\"one\", \"mt\": \"ein\"",
        "\"onee\", \"mt\": \"ein\"",
        "a.json and a.json differ at segment 1 of `Y`: the source is another text. Nothing is cut or \
         padded: align them first.",
    );
}

/// Line-aligned outputs take the scores of `comet-compare`, as those of `comet-score`.
#[test]
fn line_aligned_outputs_take_both() {
    let files = [("X.txt", "eins\nzwei\n"), ("a.json", SCORE), ("b.json", COMPARE)];
    for (file, expected) in [("a.json", [Some(0.5), None]), ("b.json", [Some(0.25), None])] {
        let plain = PlainSource {
            systems: vec!["X.txt".into()].into(),
            scores: [("comet".to_owned(), vec![file.into()])].into(),
            ..PlainSource::default()
        };
        let corpus = load(&files, &CorpusFormat::Plain(plain)).unwrap().corpus;
        assert_eq!(corpus.external["comet"]["X"], expected);
    }
}

#[test]
fn they_are_known_by_their_looks() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.json"), SCORE).unwrap();
    std::fs::write(folder.path().join("b.json"), COMPARE).unwrap();
    for path in [folder.path().to_owned(), folder.path().join("b.json")] {
        let found = recognise(&path).unwrap();
        assert!(matches!(found[0].format, CorpusFormat::Comet(_)), "{found:?}");
        read("x", &found[0].format, std::path::Path::new("")).unwrap();
    }
}

#[test]
fn the_samples_read() {
    let Some(folder) = data() else { return };
    let folder = folder.join("formats/comet");
    let names = ["no-reference", "wmt22-comet-da", "xcomet"];
    let score = |name: &str| vec![format!("comet-score.{name}.GENERATED.json").into()];
    let mut scores: Vec<_> = names.map(|name| (name.to_owned(), score(name))).into();
    scores.push(("compare".to_owned(), vec!["comet-compare.GENERATED.json".into()]));
    let format = CorpusFormat::Comet(CometSource { scores: scores.into_iter().collect() });
    let corpus = read("real", &format, &folder).unwrap().corpus;
    assert_eq!((corpus.segment_count(), corpus.systems.len()), (15, 3));
    // Sum in Python.
    let sum: f64 = corpus.external["xcomet"]["AIRC"].iter().flatten().sum();
    assert!((sum - 10.126_505_463_778_779).abs() < 1e-9, "{sum}");
    // Both programs scored the same outputs with the same model.
    assert_eq!(corpus.external["compare"], corpus.external["wmt22-comet-da"]);
}
