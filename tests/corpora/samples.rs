//! Logs of samples: what is read, what is refused. The logs are as the programs write them (commits 4e7e0d4 of
//! lm-evaluation-harness, `evaluator.py` and `evaluation_tracker.py`, and 499e615 of `inspect_ai`,
//! `log/_log.py`), with other contents.

use runner::formats::source::{CorpusFormat, SamplesSource};
use runner::formats::{Loaded, read, recognise};

use crate::support::folder_of;
use crate::support::zip::archive;

/// A line of lm-evaluation-harness.
fn line(id: usize, answer: &str, filter: &str, metrics: &str) -> String {
    format!(
        "{{\"doc_id\": {id}, \"doc\": {{\"q\": \"Q{id}\"}}, \"target\": \"T{id}\", \"arguments\": {{\"gen_args_0\": \
         {{\"arg_0\": \"Q{id}\"}}}}, \"resps\": [[\"{answer}\"]], \"filtered_resps\": [\"{answer}\"], \"filter\": \
         \"{filter}\", \"metrics\": [\"exact_match\", \"bleu\"], \"doc_hash\": \"h{id}\", \"prompt_hash\": \"p\", \
         \"target_hash\": \"t\", {metrics}}}\n"
    )
}

const BLEU: &str = r#""bleu": [["T"], ["A"]]"#;

fn harness() -> Vec<(&'static str, String)> {
    let scored = |value: &str| format!("\"exact_match\": {value}, {BLEU}");
    let a = line(0, "A0", "none", &scored("1.0"))
        + &line(1, "A1", "none", &scored("NaN"))
        + &line(2, "A2", "none", &scored("0"));
    let b = line(2, "B2", "none", &scored("true")) + &line(0, "B0", "none", &scored("0.5"));
    vec![
        ("logs/org__model-a/samples_gsm_x_2026-01-02T03-04-05.678901.jsonl", a),
        ("logs/b/samples_gsm_x_2026-01-02T03-04-06.678901.jsonl", b),
        ("logs/b/results_2026-01-02T03-04-06.678901.json", "{\"results\": {}}".to_owned()),
    ]
}

fn inspect(model: &str, samples: &str) -> String {
    format!(
        "{{\n  \"version\": 2,\n  \"status\": \"success\",\n  \"eval\": {{\"task\": \"qa\", \"model\": \"{model}\", \
         \"dataset\": {{\"name\": \"d\", \"samples\": 2}}}},\n  \"plan\": {{}},\n  \"samples\": [{samples}]\n}}\n"
    )
}

fn answered(id: &str, epoch: usize, scores: &str) -> String {
    format!(
        "{{\"id\": {id}, \"epoch\": {epoch}, \"input\": \"Q\", \"target\": \"T\", \"messages\": [{{\"role\": \
         \"user\", \"content\": \"NaN\"}}], \"output\": {{\"model\": \"m\", \"choices\": [], \"completion\": \
         \"out {}\"}}, \"scores\": {scores}}}",
        id.trim_matches('"')
    )
}

fn inspected() -> Vec<(&'static str, String)> {
    let all = r#"{"match": {"value": "C", "answer": "x"}, "judge": {"value": {"clear": 0.5, "kind": 2}}}"#;
    let other = r#"{"match": {"value": "I"}, "judge": {"value": {"clear": null, "kind": "P"}}, "t": {"value": "ok"}}"#;
    let nan = r#"{"match": {"value": NaN}}"#;
    let one = [answered("1", 1, all), answered("1", 2, other), answered("\"b\"", 1, nan)];
    let two = [answered("\"b\"", 1, all)];
    vec![
        ("logs/2026-01-02T03-04-05+00-00_qa_x.json", inspect("org/one", &one.join(", "))),
        ("logs/2026-01-02T03-04-06+00-00_qa_y.json", inspect("two", &two.join(", "))),
    ]
}

fn source(paths: &[&str]) -> SamplesSource {
    SamplesSource { files: paths.iter().map(Into::into).collect(), ..SamplesSource::default() }
}

fn load(files: &[(&str, String)], source: SamplesSource) -> Result<Loaded, String> {
    let folder = folder_of(files.iter().map(|(name, content)| (*name, content)));
    read("tiny", &CorpusFormat::Samples(source), folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn warnings(loaded: &Loaded) -> Vec<&str> {
    loaded.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

#[test]
fn samples_of_the_harness_are_matched_by_id() {
    let loaded = load(&harness(), source(&["logs"])).unwrap();
    let corpus = &loaded.corpus;
    // By id, whatever the order of the logs.
    let ids: Vec<&str> = corpus.documents.iter().map(|document| document.id.as_str()).collect();
    assert_eq!(ids, ["0", "1", "2"]);
    assert_eq!(corpus.systems_without_text, ["b", "org__model-a"]);
    let scores = &corpus.external["exact_match"];
    assert_eq!(scores["b"], [Some(0.5), None, Some(1.0)]);
    assert_eq!(scores["org__model-a"], [Some(1.0), None, Some(0.0)]);
    assert_eq!(corpus.external.len(), 1);
    assert_eq!(warnings(&loaded)[0], "no number for single samples: bleu", "once for both");
}

#[test]
fn answers_and_targets_are_texts_where_they_are_wanted() {
    let wanted = SamplesSource { texts: true, ..source(&["logs"]) };
    let corpus = load(&harness(), wanted).unwrap().corpus;
    let texts: Vec<_> = corpus.system("org__model-a").unwrap().iter().collect();
    assert_eq!(texts, [Some("A0"), Some("A1"), Some("A2")]);
    let texts: Vec<_> = corpus.reference("target").unwrap().iter().collect();
    assert_eq!(texts, [Some("T0"), Some("T1"), Some("T2")]);
    assert_eq!(corpus.system("b").unwrap().get(1), None);
    // Likelihoods, and several targets in one, are no texts.
    let mut files = harness();
    for (_, content) in &mut files {
        *content = content
            .replace("\"filtered_resps\": [\"", "\"filtered_resps\": [[\"")
            .replace("\"], \"filter\"", "\"]], \"filter\"")
            .replace("\"target\": \"", "\"target\": \"['");
    }
    let wanted = SamplesSource { texts: true, ..source(&["logs"]) };
    let corpus = load(&files, wanted).unwrap().corpus;
    assert!(corpus.references.is_empty());
    assert!(corpus.systems.iter().all(|system| system.texts.iter().all(|text| text.is_none())));
}

#[test]
fn scores_of_several_filters_are_named_by_both() {
    let scored = |value: &str| format!("\"exact_match\": {value}, {BLEU}");
    let log = line(0, "a", "strict", &scored("1")) + &line(0, "b", "loose", &scored("0"));
    let corpus = load(&[("m/own.jsonl", log)], source(&["m/own.jsonl"])).unwrap().corpus;
    // A file with another name is a model of that name.
    assert_eq!(corpus.external["exact_match,strict"]["own"], [Some(1.0)]);
    assert_eq!(corpus.external["exact_match,loose"]["own"], [Some(0.0)]);
}

#[test]
fn tasks_are_domains() {
    let mut files = harness();
    files.push((
        "logs/b/samples_mt_2026-01-02T03-04-06.678901.jsonl",
        line(0, "x", "none", "\"exact_match\": 1, \"bleu\": 2.5"),
    ));
    let loaded = load(&files, source(&["logs"])).unwrap();
    let documents: Vec<_> =
        loaded.corpus.documents.iter().map(|d| (&*d.id, d.domain.as_deref())).collect();
    assert_eq!(documents[3], ("mt/0", Some("mt")));
    assert_eq!(loaded.corpus.external["bleu"]["b"], [None, None, None, Some(2.5)]);
    let one = SamplesSource { tasks: Some(vec!["mt".into()]), ..source(&["logs"]) };
    assert_eq!(load(&files, one).unwrap().corpus.segment_count(), 1);
    let none = SamplesSource { tasks: Some(vec!["xx".into()]), ..source(&["logs"]) };
    assert_eq!(
        load(&files, none).unwrap_err(),
        "corpus `tiny`: no log is of task `xx`, but of gsm_x, mt; name tasks that there are, or leave \
         `tasks` out"
    );
}

#[test]
fn the_later_of_two_logs_counts() {
    let mut files = harness();
    let later = line(0, "x", "none", "\"exact_match\": 0.25, \"bleu\": null");
    files.push(("logs/b/samples_gsm_x_2026-02-01T00-00-00.000000.jsonl", later));
    let loaded = load(&files, source(&["logs"])).unwrap();
    assert_eq!(loaded.corpus.external["exact_match"]["b"][0], Some(0.25));
    assert!(warnings(&loaded).contains(&"a later log has task `gsm_x` of `b`"));
}

#[test]
fn samples_of_inspect_have_a_score_by_scorer() {
    let loaded = load(&inspected(), source(&["logs"])).unwrap();
    let corpus = &loaded.corpus;
    assert_eq!(corpus.systems_without_text, ["org/one", "two"]);
    // Two epochs of the first sample; NaN stands for no score.
    let segments = corpus.documents.iter().map(|document| document.segments.clone());
    assert_eq!(segments.collect::<Vec<_>>(), [0..2, 2..3]);
    assert_eq!(corpus.external["match"]["org/one"], [Some(1.0), Some(0.0), None]);
    assert_eq!(corpus.external["judge.clear"]["org/one"], [Some(0.5), None, None]);
    assert_eq!(corpus.external["judge.kind"]["org/one"], [Some(2.0), Some(0.5), None]);
    assert_eq!(corpus.external["match"]["two"], [None, None, Some(1.0)]);
    assert!(warnings(&loaded).contains(&"1 score that are no numbers, of t"));
    // Each model has one sample with a score: nothing says what of the variance is between samples.
    assert!(!warnings(&loaded).iter().any(|warning| warning.starts_with("Up to 2 runs")));
    let wanted = SamplesSource { texts: true, ..source(&["logs"]) };
    let corpus = load(&inspected(), wanted).unwrap().corpus;
    assert_eq!(corpus.system("org/one").unwrap().get(0), Some("out 1"));
    assert_eq!(corpus.reference("target").unwrap().get(2), Some("T"));
}

/// Writes the logs of `folder` as archives, the samples in another order.
fn archived(logs: &[(&str, &str, &[String])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for logs");
    for (name, model, samples) in logs {
        let header = inspect(model, "").replace(",\n  \"samples\": []", "");
        let mut files = vec![("_journal/start.json".to_owned(), header.clone())];
        for (index, sample) in samples.iter().enumerate().rev() {
            files.push((format!("samples/{index}_epoch_1.json"), sample.clone()));
        }
        files.push(("summaries.json".to_owned(), "[]".to_owned()));
        files.push(("header.json".to_owned(), header));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (&**name, &**text)).collect();
        std::fs::write(folder.path().join(name), archive(&files)).expect("a log is written");
    }
    folder
}

#[test]
fn archives_of_inspect_are_read_as_its_logs_in_json() {
    let all = r#"{"match": {"value": "C"}}"#;
    let none = r#"{"match": {"value": "I"}}"#;
    let one = [
        answered("1", 1, all),
        answered("1", 2, none),
        answered("10", 1, none),
        answered("9", 1, all),
    ];
    let two = [
        answered("1", 1, none),
        answered("1", 2, none),
        answered("9", 1, all),
        answered("10", 1, all),
    ];
    let folder = archived(&[("a.eval", "org/one", &one), ("b.eval", "two", &two)]);
    // In JSON, samples stand in the order of the data.
    let [first, second, tenth, ninth] = &one;
    let ordered = [first, second, ninth, tenth].map(|sample| &**sample).join(",");
    std::fs::write(folder.path().join("a.json"), inspect("org/one", &ordered)).unwrap();
    std::fs::write(folder.path().join("b.json"), inspect("two", &two.join(","))).unwrap();
    let read = |files: &[&str]| {
        read("tiny", &CorpusFormat::Samples(source(files)), folder.path()).unwrap().corpus
    };
    let corpus = read(&["a.eval", "b.eval"]);
    assert_eq!(corpus, read(&["a.json", "b.json"]));
    let ids: Vec<&str> = corpus.documents.iter().map(|document| &*document.id).collect();
    assert_eq!(ids, ["1", "9", "10"]);
    assert_eq!(corpus.external["match"]["org/one"], [Some(1.0), Some(0.0), Some(1.0), Some(0.0)]);
    let found = recognise(&folder.path().join("a.eval")).unwrap();
    assert_eq!(found.len(), 1);
}

#[test]
fn damaged_archives_are_refused() {
    let samples = [answered("1", 1, r#"{"match": {"value": "C"}}"#)];
    let folder = archived(&[("a.eval", "one", &samples)]);
    let path = folder.path().join("a.eval");
    let whole = std::fs::read(&path).unwrap();
    let read = || {
        let error = read("tiny", &CorpusFormat::Samples(source(&["a.eval"])), folder.path()).err();
        error.map(|error| error.to_string())
    };
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        read().unwrap_or_default()
    };
    assert!(refused(&whole[..whole.len() - 30]).contains("its directory is not whole"));
    // A checksum, a method and a size that are other ones.
    let header = whole.windows(11).rposition(|bytes| bytes == b"header.json").unwrap() - 46;
    for place in [16, 10, 24] {
        let mut bytes = whole.clone();
        bytes[header + place] ^= 1;
        let message = refused(&bytes);
        assert!(message.contains("in this archive `header.json` "), "{message}");
    }
    // An evaluation that was cut off has no header.
    let mut bytes = whole.clone();
    for (place, _) in whole.windows(11).enumerate().filter(|(_, name)| name == b"header.json") {
        bytes[place..place + 11].copy_from_slice(b"other_.json");
    }
    std::fs::write(&path, &bytes).unwrap();
    let loaded = read_samples(folder.path());
    assert!(warnings(&loaded).contains(&"the evaluation did not end, its status is `started`"));
}

fn read_samples(folder: &std::path::Path) -> Loaded {
    read("tiny", &CorpusFormat::Samples(source(&["a.eval"])), folder).expect("a log is read")
}

#[test]
fn defects_are_named() {
    let refused = |files: &[(&str, String)], path: &str, expected: &str| {
        assert_eq!(load(files, source(&[path])).unwrap_err(), expected);
    };
    let mut files = harness();
    files[0].1 = files[0].1.replacen("\"doc_id\": 1", "\"doc_id\": 0", 1);
    refused(
        &files,
        "logs/org__model-a/samples_gsm_x_2026-01-02T03-04-05.678901.jsonl",
        "logs/org__model-a/samples_gsm_x_2026-01-02T03-04-05.678901.jsonl:2: sample 0 is there already, on \
         line 1; keep one line for every sample and filter: the log may have been written twice",
    );
    let mut files = harness();
    files[0].1 = files[0].1.replace("h0", "g0");
    refused(
        &files,
        "logs",
        "logs/org__model-a/samples_gsm_x_2026-01-02T03-04-05.678901.jsonl and \
         logs/b/samples_gsm_x_2026-01-02T03-04-06.678901.jsonl differ at sample `0` of task `gsm_x`: its \
         content is another one, by \"doc_hash\". Nothing is cut or padded: align them first.",
    );
    refused(
        &harness(),
        "logs/b/results_2026-01-02T03-04-06.678901.json",
        "logs/b/results_2026-01-02T03-04-06.678901.json: this is no log of samples; name files that \
         lm-evaluation-harness wrote with --log_samples, logs of inspect, or results of promptfoo, DeepEval or Every \
         Eval Ever",
    );
    refused(
        &[("x.eval", "PK\u{3}\u{4} and more".to_owned())],
        "x.eval",
        "x.eval: in this archive its directory is not whole; write it again: `inspect log convert --to eval \
         --output-dir FOLDER FILE`",
    );
    let header = inspect("m", "").replace("[]", "null");
    refused(
        &[("x.json", header)],
        "x.json",
        "x.json: there are no samples in the log; give the whole log, \
         not its header alone",
    );
    let twice = [answered("1", 1, "{}"), answered("1", 1, "{}")].join(",");
    refused(
        &[("x.json", inspect("m", &twice))],
        "x.json",
        "x.json: sample `1` is there twice in epoch 1; \
         give every sample its own id",
    );
    let cut = inspect("m", &answered("1", 1, "{}"));
    let message =
        load(&[("x.json", cut[..cut.len() - 5].to_owned())], source(&["x.json"])).unwrap_err();
    assert!(message.starts_with("x.json:6: not a log: EOF while parsing"), "{message}");
    let mut unended = inspected();
    unended[1].1 = unended[1].1.replace("success", "cancelled");
    let loaded = load(&unended, source(&["logs"])).unwrap();
    assert!(warnings(&loaded).contains(&"the evaluation did not end, its status is `cancelled`"));
}

/// A log of inspect with one sample, which `content` describes.
fn asked(model: &str, content: &str) -> String {
    let scored = "\"scores\": {\"match\": {\"value\": \"C\"}}";
    inspect(model, &format!("{{\"id\": 7, \"epoch\": 1, {content}, {scored}}}"))
}

#[test]
fn samples_of_another_content_are_refused() {
    let of_inspect = |one: &str, other: &str| {
        let files = [("1.json", asked("one", one)), ("2.json", asked("two", other))];
        load(&files, source(&["1.json", "2.json"])).map(|loaded| loaded.warnings)
    };
    let differ = |key: &str| {
        Err(format!(
            "2.json and 1.json differ at sample `7` of task `qa`: its content is another one, by \"{key}\". \
             Nothing is cut or padded: align them first."
        ))
    };
    let same = Ok(Vec::new());
    let (yes, no) = (r#""input": "2+2?", "target": "4""#, r#""input": "2+3?", "target": "4""#);
    assert_eq!(of_inspect(yes, yes), same);
    assert_eq!(of_inspect(yes, no), differ("input"));
    assert_eq!(of_inspect(yes, r#""input": "2+2?", "target": "5""#), differ("target"));
    // What one of the logs does not say is not compared.
    assert_eq!(of_inspect(yes, r#""target": "4""#), same);
    // Programs give messages ids, and long texts names.
    let message = |id: &str, text: &str| {
        format!(
            r#""input": [{{"id": "{id}", "role": "user", "content": [{{"type": "text", "text": "{text}"}}]}}],
               "target": ["4", "four"], "attachments": {{"x1": "2+2?"}}"#
        )
    };
    assert_eq!(of_inspect(&message("a", "2+2?"), &message("b", "attachment://x1")), same);
    assert_eq!(of_inspect(&message("a", "2+2?"), &message("a", "2+3?")), differ("input"));
    // The same choices in another order have other letters.
    let chosen = |choices: &str, target: &str| {
        format!(r#""input": "2+2?", "choices": [{choices}], "target": "{target}""#)
    };
    let one = chosen(r#""3", "4""#, "B");
    assert_eq!(of_inspect(&one, &chosen(r#""4", "3""#, "A")), same);
    assert_eq!(of_inspect(&one, &chosen(r#""4", "3""#, "B")), differ("target"));
    assert_eq!(of_inspect(&one, &chosen(r#""4", "5""#, "A")), differ("input"));
}

#[test]
fn samples_of_the_harness_need_no_hash_to_be_compared() {
    let scored = format!("\"exact_match\": 1, {BLEU}");
    let log = (0..3).map(|id| line(id, "a", "none", &scored)).collect::<String>();
    let refused = |change: &dyn Fn(&str) -> String| {
        let files = [("a.jsonl", log.clone()), ("b.jsonl", change(&log))];
        load(&files, source(&["a.jsonl", "b.jsonl"])).err()
    };
    let differ = |key: &str| {
        Some(format!(
            "b.jsonl and a.jsonl differ at sample `1` of task ``: its content is another one, by \"{key}\". \
             Nothing is cut or padded: align them first."
        ))
    };
    let hashless = |log: &str| log.replace("\"doc_hash\": \"h", "\"doc_hash\": null, \"h\": \"");
    assert_eq!(
        refused(&|log| hashless(log).replace("\"q\": \"Q1\"", "\"q\": \"Q\"")),
        differ("doc")
    );
    assert_eq!(refused(&|log| hashless(log).replace("\"T1\"", "\"T\"")), differ("target"));
    assert_eq!(refused(&|log| log.replace("\"h1\"", "\"h\"")), differ("doc_hash"));
    // Prompts may differ, and so may the order and the number of samples.
    assert_eq!(refused(&|log| log.replace("\"arg_0\": \"Q1\"", "\"arg_0\": \"<user>Q1\"")), None);
    assert_eq!(
        refused(&|log| log.lines().rev().take(2).fold(String::new(), |all, l| all + l + "\n")),
        None
    );
    // A number as one version writes it, and as the other does.
    let files =
        [("a.jsonl", log.replace("\"T1\"", "1")), ("b.jsonl", log.replace("\"T1\"", "\"1\""))];
    assert_eq!(load(&files, source(&["a.jsonl", "b.jsonl"])).err(), None);
}

#[test]
fn scores_of_another_filter_are_no_pair() {
    let scored = format!("\"exact_match\": 1, {BLEU}");
    let log = |filter: &str| (0..2).map(|id| line(id, "a", filter, &scored)).collect::<String>();
    let unfiltered = log("none").replace("\"filter\": \"none\", ", "");
    let files = [("a.jsonl", log("none")), ("b.jsonl", log("strict")), ("c.jsonl", unfiltered)];
    let loaded = load(&files, source(&["a.jsonl", "b.jsonl", "c.jsonl"])).unwrap();
    let scores = &loaded.corpus.external;
    assert_eq!(scores.keys().collect::<Vec<_>>(), ["exact_match,none", "exact_match,strict"]);
    assert_eq!(scores["exact_match,none"].keys().collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(
        loaded.warnings[1..].iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "corpus `tiny`: metric `exact_match,none` has no score of: b; a study of this metric leaves them \
             out: add their scores",
            "corpus `tiny`: metric `exact_match,strict` has no score of: a, c; systems are not compared by \
             it: add their scores"
        ]
    );
    let same = [("a.jsonl", log("strict")), ("b.jsonl", log("strict"))];
    let loaded = load(&same, source(&["a.jsonl", "b.jsonl"])).unwrap();
    assert_eq!(loaded.corpus.external.keys().collect::<Vec<_>>(), ["exact_match"]);
}

#[test]
fn models_that_drop_out_are_named() {
    let scored = |scores: &str| {
        let scores = format!("{scores}, {BLEU}");
        line(0, "a", "none", &scores) + &line(1, "b", "none", &scores)
    };
    let mut files = vec![
        ("a/samples_x_1.jsonl", scored("\"exact_match\": 1")),
        ("b/samples_x_1.jsonl", scored("\"exact_match\": NaN")),
        ("c/samples_x_1.jsonl", scored("\"acc\": 1")),
        ("d/samples_y_1.jsonl", scored("\"exact_match\": 0")),
    ];
    files[2].1 = files[2].1.replace("[\"exact_match\", ", "[\"acc\", ");
    let x = SamplesSource { tasks: Some(vec!["x".to_owned()]), ..source(&["a", "b", "c", "d"]) };
    let loaded = load(&files, x).unwrap();
    let missing = loaded.warnings.iter().map(ToString::to_string);
    let missing: Vec<String> = missing.filter(|text| text.contains("has no")).collect();
    assert_eq!(
        missing,
        [
            "corpus `tiny`: a/samples_x_1.jsonl: task `x` has no log of: d; comparisons on this task leave them \
             out: add their logs",
            "corpus `tiny`: metric `acc` has no score of: a, b; systems are not compared by it: add their \
             scores",
            "corpus `tiny`: metric `exact_match` has no score of: b, c; systems are not compared by it: \
             add their scores"
        ]
    );
}

#[test]
fn logs_are_known_by_their_looks() {
    for (files, name) in [(harness(), "gsm_x"), (inspected(), "qa")] {
        let folder = folder_of(files.iter().map(|(name, content)| (*name, content)));
        for path in ["logs", files[0].0] {
            let found = recognise(&folder.path().join(path)).unwrap();
            assert_eq!((found.len(), found[0].name.as_str()), (1, name), "{path}");
            assert!(read("x", &found[0].format, std::path::Path::new("")).is_ok());
        }
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.eval"), "PK\u{3}\u{4}").unwrap();
    let message = recognise(folder.path()).unwrap_err().to_string();
    assert!(message.contains("inspect log convert --to eval"), "{message}");
}
