//! `runner compare`: what it prints, published values, exit codes, and mistakes.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::workspace::{Workspace, results, text, versionless};

/// Student's sleep data (Biometrika 6, 1908): the gain of the first drug over the second is -1.58, by R's paired
/// t test [-2.4598858, -0.7001142]; of all 1,024 exchanges 4 are as extreme.
const FIRST: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
const SECOND: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

fn lines(values: &[f64]) -> String {
    values.iter().flat_map(|value| [value.to_string(), "\n".to_owned()]).collect()
}

/// Ten segments of two systems, with scores of theirs.
fn sleep() -> Workspace {
    let workspace = Workspace::empty();
    for (name, scores) in [("first", FIRST), ("second", SECOND)] {
        workspace.write(&format!("{name}.txt"), "a text\n".repeat(10));
        workspace.write(&format!("{name}.hours"), lines(&scores));
    }
    workspace
}

const SLEEP: [&str; 5] =
    ["compare", "second.txt", "first.txt", "--scores", "hours=second.hours,first.hours"];

/// The fifty made-up segments of the golden values of sacreBLEU, in ten documents.
fn golden() -> Workspace {
    let workspace = Workspace::empty();
    for (name, content) in [
        ("ref.txt", include_str!("../golden/sacrebleu/ref.txt")),
        ("base.txt", include_str!("../golden/sacrebleu/sysA.txt")),
        ("new.txt", include_str!("../golden/sacrebleu/sysB.txt")),
    ] {
        workspace.write(name, content);
    }
    let documents: Vec<String> = (0..50).map(|line| format!("document-{}\n", line / 5)).collect();
    workspace.write("docs.txt", documents.concat());
    let comet: Vec<f64> = (0..50).map(|line| 0.8 + 0.01 * f64::from(line % 7)).collect();
    workspace.write("base.comet", lines(&comet));
    let comet: Vec<f64> = (0..50).map(|line| 0.8 + 0.01 * f64::from(line % 5)).collect();
    workspace.write("new.comet", lines(&comet));
    workspace
}

const GOLDEN: [&str; 9] = [
    "compare",
    "base.txt",
    "new.txt",
    "-r",
    "ref.txt",
    "--documents",
    "docs.txt",
    "--scores",
    "comet=base.comet,new.comet",
];

fn findings(workspace: &Workspace, arguments: &[&str]) -> Vec<Value> {
    let arguments = [arguments, &["--format", "json"]].concat();
    let output = workspace.run(&arguments);
    assert!(
        matches!(output.status.code(), Some(0 | 1 | 7)),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["findings"].as_array().unwrap().clone()
}

/// The rows of the comparison.
fn rows(workspace: &Workspace, arguments: &[&str]) -> Vec<Value> {
    findings(workspace, arguments)[0]["rows"].as_array().unwrap().clone()
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("`{key}` of {row}"))
}

#[test]
fn one_segment_has_no_verdict() {
    let workspace = Workspace::empty();
    for name in ["base.txt", "new.txt", "ref.txt"] {
        workspace.write(name, format!("a cat sat on the mat of {name}\n"));
    }
    let shown = workspace.succeed(&["compare", "base.txt", "new.txt", "-r", "ref.txt"]);
    insta::assert_snapshot!(versionless(&shown));
}

#[test]
fn differences_are_those_of_the_paired_t_test_and_of_all_exchanges() {
    let workspace = sleep();
    let all = rows(&workspace, &SLEEP);
    let [row] = &all[..] else { panic!("one row: {all:?}") };
    assert!((number(row, "delta") + 1.58).abs() < 1e-9);
    assert!((number(row, "ci_lower") + 2.459_885_8).abs() < 5e-7);
    assert!((number(row, "ci_upper") + 0.700_114_2).abs() < 5e-7);
    assert!((number(row, "p_value") - 0.002_833).abs() < 5e-7, "{row}");
    assert_eq!((number(row, "degrees_of_freedom"), number(row, "interval_level")), (9.0, 0.95));
    let exchanges = ["--test", "randomization", "--B", "100000"];
    let all = rows(&workspace, &[&SLEEP[..], &exchanges].concat());
    let [row] = &all[..] else { panic!("one row: {all:?}") };
    assert!((number(row, "delta") + 1.58).abs() < 1e-9);
    assert_eq!(row["ci_lower"], Value::Null);
    // Five standard errors of 100,000 exchanges.
    assert!((number(row, "p_value") - 4.0 / 1024.0).abs() < 0.001, "{row}");
    assert_eq!(
        (&row["verdict"], &row["method"]),
        (&"<".into(), &"approximate-randomization".into())
    );
    assert_eq!(row["reference_count"], Value::Null);
    let turned = rows(&workspace, &[&SLEEP[..], &["--lower-is-better", "hours"]].concat());
    assert_eq!(turned[0]["verdict"], ">");
}

/// Exit codes of the margin; numbers as in `tests/studies/compare/noninferiority.rs`.
#[test]
fn margins_decide_the_exit_code() {
    let workspace = sleep();
    let with = |margin: &str| {
        let output = workspace.run(&[&SLEEP[..], &["--margin", margin]].concat());
        assert_eq!(text(&output.stderr), "");
        let shown = text(&output.stdout).replace('\n', " ");
        let (first, _) = shown.split_once(" first is worse").unwrap();
        (output.status.code().unwrap(), first.to_owned())
    };
    let question = "Does first lose less than the margin to second?";
    assert_eq!(with("hours=2.5"), (0, format!("{question} Yes (pass on hours).")));
    assert_eq!(with("hours=0.5"), (1, format!("{question} No (fail on hours).")));
    assert_eq!(with("hours=1"), (7, format!("{question} Not shown (inconclusive on hours).")));
    assert_eq!(workspace.run(&SLEEP).status.code(), Some(0), "worse, and no margin asked for");
    let all = rows(&workspace, &[&SLEEP[..], &["--margin", "hours=1"]].concat());
    assert!((number(&all[0], "margin_p_value") - 0.914_944_114_551_298_4).abs() < 1e-9);
    assert!((number(&all[0], "margin_required_units") - 19.561_279_925_741_9).abs() < 1e-5);
}

/// Systems that are better by any amount in k of ten segments and equal elsewhere have p = 2/2^k.
#[test]
fn three_pairs_are_adjusted_by_holm() {
    let workspace = Workspace::empty();
    let mut arguments = vec!["compare".to_owned()];
    let mut files = Vec::new();
    for (name, better) in [("base", 0), ("ten", 10), ("six", 6), ("five", 5)] {
        workspace.write(&format!("{name}.txt"), "a text\n".repeat(10));
        let score = |line: i32| if line < better { 1.0 + 0.1 * f64::from(line) } else { 0.0 };
        workspace.write(&format!("{name}.s"), lines(&(0..10).map(score).collect::<Vec<_>>()));
        arguments.push(format!("{name}.txt"));
        files.push(format!("{name}.s"));
    }
    arguments.extend([
        "--scores".to_owned(),
        format!("s={}", files.join(",")),
        "--test=randomization".to_owned(),
        "--B=100000".to_owned(),
    ]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let all = rows(&workspace, &arguments);
    let p: Vec<f64> = all.iter().map(|row| number(row, "p_value")).collect();
    for (p, better) in p.iter().zip([10, 6, 5]) {
        let exact = 2.0 / f64::from(1 << better);
        assert!((p - exact).abs() < 5.0 * (exact / 100_000.0).sqrt(), "{p} {exact}");
    }
    let adjusted: Vec<f64> = all.iter().map(|row| number(row, "p_adjusted")).collect();
    assert_eq!(adjusted, [3.0 * p[0], (2.0 * p[1]).max(3.0 * p[0]), p[2].max(2.0 * p[1])]);
    let verdicts: Vec<&str> = all.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, [">", "~", "~"]);
    assert!(all.iter().all(|row| row["family"] == 3 && row["adjustment"] == "holm"));
    assert!(workspace.succeed(&arguments).contains("Holm over 3 pairs"));
}

/// Golden values of sacreBLEU 2.5.1, whose tests are those of 2.6.0 byte by byte (`golden/sacrebleu`): B = 1,000 and
/// 10,000.
#[test]
fn sacrebleu_is_reproduced_digit_by_digit() {
    let workspace = golden();
    let files =
        ["compare", "base.txt", "new.txt", "-r", "ref.txt", "-m", "bleu,chrf,ter", "--like"];
    for (like, expected) in [
        ("sacrebleu", [79.0 / 1001.0, 9.0 / 1001.0, 4.0 / 1001.0]),
        ("sacrebleu-ar", [1985.0 / 10_001.0, 265.0 / 10_001.0, 92.0 / 10_001.0]),
    ] {
        let all = rows(&workspace, &[&files[..], &[like]].concat());
        let found: Vec<f64> = all.iter().map(|row| number(row, "p_value")).collect();
        assert_eq!(found, expected, "{like}");
        let output = workspace.run(&[&files[..], &[like]].concat());
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn findings_have_stable_keys() {
    let workspace = golden();
    let all = findings(&workspace, &GOLDEN);
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let analyses: Vec<&str> = all.iter().map(|own| own["analysis"].as_str().unwrap()).collect();
    assert_eq!(analyses, ["comparison", "margin", "power"]);
    let mut shown = Vec::new();
    for own in &all {
        let rows = own["rows"].as_array().unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|row| keys(row) == keys(&rows[0])));
        shown.push(format!(
            "{}: {}\n  {}\n",
            own["analysis"],
            keys(own).join(" "),
            keys(&rows[0]).join(" ")
        ));
    }
    insta::assert_snapshot!(versionless(&shown.concat()));
}

#[test]
fn the_seed_matters_and_threads_do_not() {
    golden().check_seed(&GOLDEN);
}

#[test]
#[cfg(unix)]
fn standard_input_and_gzip_are_read() {
    use std::io::Write;

    let workspace = golden();
    let from_files = rows(&workspace, &["compare", "base.txt", "new.txt", "-r", "ref.txt"]);
    let gzip = Command::new("gzip").arg(workspace.path("new.txt")).status().unwrap();
    assert!(gzip.success());
    let arguments = ["compare", "-", "new.txt.gz", "-r", "ref.txt", "--format", "json"];
    let mut command = workspace.command(&arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = std::fs::read(workspace.path("base.txt")).unwrap();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let output = child.wait_with_output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &found["findings"][0]["rows"][0];
    assert_eq!(row["system_b"], "stdin");
    assert_eq!(
        (&row["score_a"], &row["score_b"]),
        (&from_files[0]["score_a"], &from_files[0]["score_b"])
    );
}

/// Segments without a score are left out, and said.
/// What `--out` writes are the results of a run: read by `report`, equal whoever writes them, with the same verdict.
#[test]
fn results_are_written_where_they_are_wanted() {
    let workspace = golden();
    let shown = workspace.succeed(&GOLDEN);
    let with = |folder| [&GOLDEN[..], &["--out", folder]].concat();
    assert_eq!(workspace.succeed(&with("one")), shown);
    workspace.succeed(&with("two"));
    assert_eq!(results(&workspace.path("one")), results(&workspace.path("two")));
    // With the same findings: keys, rows and sentences, but for what is not in the tables.
    let reported = workspace.succeed(&["report", "one", "--format", "json"]);
    let reported: Value = serde_json::from_str(&reported).unwrap();
    let reported = reported["findings"].as_array().unwrap();
    for own in &findings(&workspace, &GOLDEN) {
        let same = reported.iter().find(|finding| finding["analysis"] == own["analysis"]).unwrap();
        for key in ["headline", "rows", "notes"] {
            assert_eq!((key, &same[key]), (key, &own[key]));
        }
        assert!(own.as_object().unwrap().keys().eq(same.as_object().unwrap().keys()));
    }
    assert!(workspace.path("one/report/index.html").is_file());
    // A second comparison takes the place of the first; nothing else is replaced.
    let again = ["compare", "new.txt", "base.txt", "-r", "ref.txt", "--out", "one"];
    workspace.succeed(&again);
    assert_ne!(results(&workspace.path("one")), results(&workspace.path("two")));
    let message = workspace.fail(&with("."), 2);
    assert!(message.contains("is neither empty nor a folder of results"), "{message}");
}

#[test]
fn missing_scores_are_named() {
    let workspace = sleep();
    let hours = lines(&FIRST).replacen("-0.2", "None", 1);
    workspace.write("first.hours", hours);
    let text = workspace.succeed(&SLEEP);
    assert!(text.contains("9 of 10 segments in 9 of 10 documents scored"), "{text}");
}

#[test]
fn mistakes_have_their_messages_and_codes() {
    let workspace = golden();
    workspace.write("short.txt", "one line\n");
    workspace.write("short.comet", "0.5\n");
    workspace.write("words.comet", "high\n".repeat(50));
    let two = ["base.txt", "new.txt"];
    let referenced = ["base.txt", "new.txt", "-r", "ref.txt"];
    let mut messages = Vec::new();
    for (files, more, code) in [
        (&["base.txt"][..], &[][..], 2),
        (&two, &[], 2),
        (&["base.txt", "base.txt", "-r", "ref.txt"], &[], 2),
        (&["base.txt", "ref.txt", "-r", "ref.txt"], &[], 2),
        (&["base.txt", "short.txt", "-r", "ref.txt"], &[], 3),
        (&["-", "-", "-r", "ref.txt"], &[], 2),
        (&referenced, &["-m", "blue"], 2),
        (&two, &["-m", "bleu"], 2),
        (&two, &["--scores", "comet"], 2),
        (&two, &["--scores", "comet=base.comet"], 3),
        (&two, &["--scores", "comet=base.comet,short.comet"], 3),
        (&two, &["--scores", "comet=base.comet,words.comet"], 3),
        (&referenced, &["--scores", "bleu=base.comet,new.comet"], 2),
        (&referenced, &["--margin", "ter=0.1"], 2),
        (&referenced, &["--margin", "bleu=-1"], 2),
        (&referenced, &["--margin", "bleu=1,bleu=2"], 2),
        (&two, &["--scores", "comet=base.comet,new.comet", "--margin", "comet=1%"], 2),
        (&referenced, &["--wanted", "blue=1"], 2),
        (&referenced, &["--lower-is-better", "bleu"], 2),
        (&referenced, &["--resample", "documents"], 2),
        (&referenced, &["--B", "10"], 2),
        (&referenced, &["--like", "sacrebleu", "--seed", "2"], 2),
        (&referenced, &["--like", "sacrebleu", "--resample", "documents"], 2),
        (&referenced, &["--like", "sacrebleu", "--scores", "comet=base.comet,new.comet"], 2),
    ] {
        let arguments = [&["compare"], files, more].concat();
        let message = workspace.fail(&arguments, code);
        messages.push(format!("$ runner {}\n{message}\n", arguments.join(" ")));
    }
    insta::assert_snapshot!(messages.concat());
}

/// Two documents of two segments: one of them makes the difference. The words of each text are its own.
fn differing() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write(
        "ref.txt",
        "a cat sat on the mat\nthe sun is up now\nit rained all day long\nwe went home\n",
    );
    workspace.write(
        "old.txt",
        "a <b>hat</b> sat on a mat\nthe sun is up now\nit snowed all day long\nwe went home\n",
    );
    workspace.write(
        "new.txt",
        "a cat sat on the mat\nthe sun is up now\nit \u{1b}[31mhailed all day\nwe went home\n",
    );
    workspace.write("source.txt", "une chatte\nsoleil\npluie\nmaison\n");
    workspace.write("docs.txt", "d1\nd1\nd2\nd2\n");
    workspace
}

const DIFFERING: [&str; 8] =
    ["compare", "old.txt", "new.txt", "-r", "ref.txt", "--documents", "docs.txt", "--examples"];

#[test]
fn segments_that_make_the_difference_are_shown() {
    let workspace = differing();
    let shown = workspace.succeed(&[&DIFFERING[..], &["1", "--source", "source.txt"]].concat());
    let (_, examples) = shown.split_once("\nWhere new ").unwrap();
    insta::assert_snapshot!(format!("Where new {examples}"));
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    // Without a number it is the last option.
    workspace.succeed(&DIFFERING);
    let markdown = workspace.succeed(&[&DIFFERING[..], &["1", "--format", "markdown"]].concat());
    assert!(markdown.contains("  base    a [-<b>hat</b>-] sat on [-a-] mat\n"), "{markdown}");
    let message = workspace.fail(&["compare", "--examples", "old.txt", "new.txt"], 2);
    assert!(message.contains("--examples"), "{message}");
}

#[test]
fn examples_for_scripts_have_unrounded_numbers() {
    let workspace = differing();
    let json = |arguments: &[&str]| -> Value {
        let shown = workspace.succeed(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&shown).unwrap()
    };
    assert!(json(&DIFFERING[..7]).get("examples").is_none());
    let examples = &json(&[&DIFFERING[..], &["--primary", "chrf"]].concat())["examples"];
    let system = &examples["systems"][0];
    assert_eq!((&examples["baseline"], &system["system"]), (&"old".into(), &"new".into()));
    assert_eq!(system["selected_by"], "chrf");
    let first = &system["in_favour"][0];
    assert_eq!((&first["segment"], &first["document"]), (&1.into(), &"d1".into()));
    assert_eq!(first["texts"]["system"]["text"], "a cat sat on the mat");
    assert_eq!(first["scores"][0]["score"], 100.0);
    let chrf = &system["metrics"][1];
    let whole = chrf["difference"].as_f64().unwrap();
    let documents = chrf["by_document"].as_array().unwrap();
    let sum: f64 = documents.iter().map(|part| number(part, "contribution")).sum();
    assert!((sum / whole - 1.0).abs() < 0.05, "{sum} {whole}");
    assert_eq!((documents.len(), &documents[0]["name"]), (2, &"d1".into()));
    // Two segments are equal, and neither for nor against.
    assert_eq!(system["in_favour"].as_array().unwrap().len(), 1);
    assert_eq!(system["against"][0]["segment"], 3);
}

/// Every file below a folder, as text.
fn contents(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            all.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    all
}

#[test]
fn the_page_shows_both_outputs_and_hostile_texts_as_text() {
    let workspace = differing();
    let out = [&DIFFERING[..7], &["--source", "source.txt", "--out", "out"]].concat();
    let shown = workspace.succeed(&out);
    assert!(!shown.contains("\nWhere new "), "only where it is wanted: {shown}");
    let page = std::fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    assert!(page.contains("id=\"examples\""));
    let baseline = "a <del>&lt;b&gt;hat&lt;&#x2f;b&gt;</del> sat on <del>a</del> mat";
    assert!(page.contains(baseline), "{page}");
    assert!(page.contains("<ins>cat</ins>") && page.contains("une chatte"));
    assert!(!page.contains('\u{1b}') && page.contains("\\u{1b}[31mhailed"));
    // A report that is made again has the same bytes, and damaged examples are named.
    workspace.succeed(&["report", "out"]);
    assert_eq!(std::fs::read_to_string(workspace.path("out/report/index.html")).unwrap(), page);
    workspace.write("out/compare-examples.json", "{}");
    let message = workspace.fail(&["report", "out"], 3);
    assert!(message.contains("compare-examples.json"), "{message}");
    // Examples of an earlier comparison go with its tables.
    workspace.succeed(&out);
    assert_eq!(std::fs::read_to_string(workspace.path("out/report/index.html")).unwrap(), page);
}

#[test]
fn without_texts_none_is_anywhere() {
    let workspace = differing();
    let base = [&DIFFERING[..], &["2", "--no-texts", "--source", "source.txt"]].concat();
    let mut shown = Vec::new();
    for format in ["text", "json", "markdown"] {
        let output =
            workspace.succeed(&[&base[..], &["--format", format, "--out", "out"]].concat());
        assert!(output.contains("egment"), "{output}");
        shown.push((format.to_owned(), output));
    }
    shown.extend(contents(&workspace.path("out")));
    assert!(shown.iter().any(|(name, _)| name.ends_with("index.html")));
    for (name, content) in shown {
        for word in ["rained", "snowed", "hailed", "chatte", "hat</b>"] {
            assert!(!content.contains(word), "{name}: {word}");
        }
        if name.ends_with("index.html") {
            assert!(content.contains("Segment 1, document d1"), "{content}");
        }
    }
    let message = workspace.fail(&[&DIFFERING[..7], &["--no-texts"]].concat(), 2);
    assert!(message.contains("add `--examples`"), "{message}");
}
