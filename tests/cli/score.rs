//! `runner score`: values of other programs, the same numbers as `run`, and mistakes.

use std::fmt::Write;

use runner::analyses::ScoreRow;
use runner::table::read;
use serde_json::Value;

use crate::support::needs;
use crate::support::workspace::{Workspace, versionless};

/// Runs `score` with JSON output.
fn json(workspace: &Workspace, arguments: &[&str]) -> Vec<Value> {
    let all = [&["score", "--format", "json"], arguments].concat();
    scores(workspace.succeed(&all).as_bytes())
}

/// The scores of an answer.
fn scores(answer: &[u8]) -> Vec<Value> {
    let answer: Value = serde_json::from_slice(answer).unwrap();
    assert_eq!(answer["schema"], 1);
    answer["scores"].as_array().unwrap().clone()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("`{key}` of {value}"))
}

/// Relative difference of at most 1e-9.
#[track_caller]
fn assert_close(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() <= 1e-9 * theirs.abs().max(1e-3), "{what}: {ours} {theirs}");
}

/// The spec that `score` stands for.
const SPEC: &str = r#"
[experiment]
name = "equivalent"
seed = 42
[corpora.score.plain]
references = ["ref.a.txt", "ref.b.txt"]
systems = ["one.txt", "two.txt"]
DOCUMENTS
[studies.all]
corpora = ["score"]
metrics = ["bleu", "ter", "nist"]
test-sizes = { fractions = [1.0] }
B = 300
level = 0.9
resample = "UNIT"
"#;

#[test]
fn intervals_are_those_of_a_run() {
    for unit in ["segments", "documents"] {
        let workspace = Workspace::small();
        let with = unit == "documents";
        let documents = if with { "documents = \"docs.txt\"" } else { "" };
        let spec = SPEC.replace("DOCUMENTS", documents).replace("UNIT", unit);
        workspace.write("equivalent.toml", spec);
        workspace.succeed(&["run", "equivalent.toml", "-q"]);
        let table = workspace.path("results/equivalent/scores.parquet");
        let rows: Vec<ScoreRow> = read(&table).unwrap();
        let mut arguments = vec!["two.txt", "one.txt", "--references", "ref.a.txt"];
        arguments.extend(["--references", "ref.b.txt", "--metrics", "ter,bleu,nist"]);
        arguments.extend(["--bootstrap", "300", "--seed", "42", "--level", "0.9", "--interval"]);
        arguments.extend(["--resample", unit]);
        if with {
            arguments.extend(["--documents", "docs.txt"]);
        }
        let found = json(&workspace, &arguments);
        let order: Vec<_> =
            found.iter().map(|f| (f["system"].clone(), f["metric"].clone())).collect();
        assert_eq!(
            order[..4],
            [("two", "ter"), ("two", "bleu"), ("two", "nist"), ("one", "ter")]
                .map(|(system, metric)| (system.into(), metric.into()))
        );
        assert_eq!((found.len(), rows.len()), (6, 6));
        for found in &found {
            let same = |row: &&ScoreRow| {
                found["system"] == row.cell.system.as_deref().unwrap()
                    && found["metric"] == *row.cell.metric
            };
            let row = rows.iter().find(same).unwrap();
            for (key, value) in [
                ("score", row.score),
                ("mean", row.mean),
                ("stdev", row.stdev),
                ("ci_lower", row.ci_lower),
                ("ci_upper", row.ci_upper),
            ] {
                // JSON holds all digits.
                assert_eq!(found[key].as_f64().map(f64::to_bits), value.map(f64::to_bits), "{key}");
            }
            assert!(row.stdev.unwrap() > 0.0);
            assert_eq!(found["ci_method"], row.ci_method.unwrap().name());
            assert_eq!(found["signature"], *row.signature);
            assert_eq!((&found["B"], &found["seed"]), (&300.into(), &42.into()));
        }
    }
}

#[test]
fn the_seed_matters_and_threads_do_not() {
    let arguments = ["score", "one.txt", "-r", "ref.a.txt", "--bootstrap", "600"];
    Workspace::small().check_seed(&arguments);
}

/// Documents are resampled where the file names eight, of two segments each, and nothing else is said.
#[test]
fn documents_are_resampled_where_they_are_named() {
    let workspace = Workspace::small();
    let repeated = |name: &str| {
        let text = std::fs::read_to_string(workspace.path(name)).unwrap();
        workspace.write(&format!("long-{name}"), text.repeat(2));
    };
    repeated("one.txt");
    repeated("ref.a.txt");
    let names = |size: usize| {
        let lines: Vec<String> = (0..16).map(|line| format!("d{}\n", line / size)).collect();
        lines.concat()
    };
    workspace.write("pairs.txt", names(2));
    workspace.write("fours.txt", names(4));
    let unit = |more: &[&str]| {
        let files = ["long-one.txt", "-r", "long-ref.a.txt", "--interval"];
        json(&workspace, &[&files[..], more].concat())[0]["resample"].clone()
    };
    assert_eq!(unit(&[]), "segments");
    assert_eq!(unit(&["--documents", "pairs.txt"]), "documents");
    assert_eq!(unit(&["--documents", "fours.txt"]), "segments");
    assert_eq!(unit(&["--documents", "fours.txt", "--resample", "documents"]), "documents");
    assert_eq!(unit(&["--documents", "pairs.txt", "--resample", "segments"]), "segments");
}

/// References need no names of their own: only systems are told apart.
#[test]
fn references_may_share_their_stem() {
    let workspace = Workspace::small();
    let expected = json(&workspace, &["one.txt", "-r", "ref.a.txt", "-r", "ref.b.txt"]);
    for name in ["a", "b"] {
        let text = std::fs::read(workspace.path(&format!("ref.{name}.txt"))).unwrap();
        workspace.write(&format!("reference.{name}"), &text);
        workspace.write(&format!("{name}/one.txt"), &text);
    }
    let found = json(&workspace, &["one.txt", "-r", "reference.a", "-r", "reference.b"]);
    assert_eq!(found, expected);
    let found = json(&workspace, &["one.txt", "-r", "a/one.txt", "-r", "b/one.txt"]);
    assert_eq!(found, expected);
}

#[test]
fn empty_lines_are_segments() {
    let workspace = Workspace::empty();
    workspace.write("hyp", "\n\n");
    workspace.write("ref", "a b c d\n\n");
    let found = json(&workspace, &["hyp", "-r", "ref", "--metrics", "bleu,chrf,ter,nist,mwer"]);
    let scores: Vec<f64> = found.iter().map(|found| number(found, "score")).collect();
    assert_eq!(scores, [0.0, 0.0, 100.0, 0.0, 100.0]);
    assert!(found.iter().all(|found| found["segments"] == 2 && found.get("stdev").is_none()));
}

#[test]
fn mistakes_have_their_messages_and_codes() {
    let workspace = Workspace::small();
    workspace.write("short.txt", "a\nb\n");
    workspace.write("latin.txt", b"caf\xe9\n");
    workspace.write("empty.txt", "");
    workspace.write("empty.de", "");
    workspace.write("copy/one.txt", "a\n");
    let mut messages = String::new();
    for (arguments, code) in [
        (&["one.txt"][..], 2),
        (&["one.txt", "-r", "ref.a.txt", "--metrics", "blue"], 2),
        (&["one.txt", "-r", "ref.a.txt", "--metrics", "bleu,bleu"], 2),
        (&["one.txt", "-r", "ref.a.txt", "--metrics", "fluency"], 2),
        (&["one.txt", "-r", "ref.a.txt", "--metrics", "wnm", "--interval"], 2),
        (&["one.txt", "-r", "one.txt"], 2),
        (&["gone.txt", "-r", "ref.a.txt"], 3),
        (&["one.txt", "-r", "short.txt"], 3),
        (&["latin.txt", "-r", "ref.a.txt"], 3),
        (&["empty.txt", "-r", "empty.de"], 3),
        (&["one.txt", "copy/one.txt", "-r", "ref.a.txt"], 3),
        (&["one.txt", "-r", "ref.a.txt", "--documents", "short.txt"], 3),
        (&["one.txt", "-r", "ref.a.txt", "--resample", "documents"], 2),
    ] {
        messages.push_str(&workspace.fail(&[&["score"], arguments].concat(), code));
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn a_file_comes_before_a_metric_of_the_same_name() {
    let workspace = Workspace::small();
    workspace.write("ter", std::fs::read(workspace.path("one.txt")).unwrap());
    let found = json(&workspace, &["-m", "bleu", "ter", "-r", "ref.a.txt"]);
    assert_eq!((&found[0]["system"], &found[0]["metric"]), (&"ter".into(), &"bleu".into()));
}

#[test]
fn mistakes_in_metrics_are_shown_where_they_stand() {
    let workspace = Workspace::small();
    let mut messages = String::new();
    for metrics in [
        &["blue,chrf,weather"][..],
        &["bleu:tokeniser=zh,lowercase=maybe chrf:word-order=11"],
        &["bleu:tokenizer=za,chfr"],
        &["bleu,lowercase"],
        &["bleu:tokenizer=zh lowercase"],
        &["bleu,ter,BLEU:lowercase=false"],
        &["bleu:order=1,order=2"],
        &["m-bleu:order=4,weights=[0.4,0.6]"],
        &["chrF0"],
        &[","],
        &["fluency"],
        &["bleu", "chfr"],
        &["bleu", "weather"],
    ] {
        let code = if metrics == ["bleu", "weather"] { 3 } else { 2 };
        let arguments = [&["score", "one.txt", "-r", "ref.a.txt", "-m"], metrics].concat();
        writeln!(messages, "-m {}\n{}", metrics.join(" "), workspace.fail(&arguments, code))
            .unwrap();
    }
    for arguments in
        [&["one.txt", "chrf", "-r", "ref.a.txt"][..], &["-m", "bleu", "ter", "-r", "ref.a.txt"]]
    {
        let failure = workspace.fail(&[&["score"], arguments].concat(), 2);
        writeln!(messages, "{}\n{failure}", arguments.join(" ")).unwrap();
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn the_help_lists_the_metrics() {
    let help = Workspace::empty().succeed(&["score", "--help"]);
    insta::assert_snapshot!(help.split_once("Metrics and their options").unwrap().1);
}

/// Scores of another program beside texts: their mean is the score, and needs no reference.
#[test]
fn scores_of_other_programs_are_averaged() {
    let workspace = Workspace::small();
    workspace.write("one.comet", "0.5\n0.75\n\n0.25\n1\nnan\n0.125\nNone\n");
    workspace.write("two.comet", "0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.25\n");
    let scores = ["--scores", "comet=one.comet,two.comet"];
    let found = json(&workspace, &[&["one.txt", "two.txt"], &scores[..]].concat());
    assert_eq!(found.len(), 2);
    assert_close(number(&found[0], "score"), (0.5 + 0.75 + 0.25 + 1.0 + 0.125) / 5.0, "one");
    assert_close(number(&found[1], "score"), 3.75 / 8.0, "two");
    assert_eq!((&found[0]["segments"], &found[1]["segments"]), (&5.into(), &8.into()));
    assert_eq!(found[0]["metric"], "comet");
    assert_eq!(found[0]["signature"], "external|score:comet|better:higher");
    // In another order, and beside metrics that read texts.
    let files = ["two.txt", "one.txt", "-r", "ref.a.txt", "-m", "chrf"];
    let scores = ["--scores", "edits=two.comet,one.comet", "--lower-is-better", "edits"];
    let both = json(&workspace, &[&files[..], &scores].concat());
    let names: Vec<_> = both.iter().map(|found| (&found["system"], &found["metric"])).collect();
    let expected = [("two", "chrf"), ("two", "edits"), ("one", "chrf"), ("one", "edits")]
        .map(|(system, metric)| (Value::from(system), Value::from(metric)));
    assert_eq!(names, expected.each_ref().map(|(system, metric)| (system, metric)));
    assert_eq!(both[3]["score"], found[0]["score"]);
    assert_eq!(both[3]["signature"], "external|score:edits|better:lower");
    // Student's interval of a mean, in closed form: 2.3646 is its quantile with 7 degrees of freedom.
    let interval = ["two.txt", "--scores", "comet=two.comet", "--interval"];
    let [found] = &json(&workspace, &interval)[..] else { panic!("one") };
    let mean = 3.75_f64 / 8.0;
    let squares = 7.0 * (0.5 - mean) * (0.5 - mean) + (0.25 - mean) * (0.25 - mean);
    let margin = 2.364_624_251_592_785 * (squares / 7.0 / 8.0).sqrt();
    assert_close(number(found, "ci_lower"), mean - margin, "lower");
    assert_close(number(found, "ci_upper"), mean + margin, "upper");
    let output =
        workspace.run(&["score", "one.txt", "two.txt", "--scores", "c=one.comet,two.comet"]);
    let told = crate::support::workspace::text(&output.stderr);
    let warning = "warning: score `c`: all systems have 5 of 8 segments (`one` lacks 3)\n  `rank`, `compare` and `init` \
                   compare each pair of systems on what both have (`mask = \"own\"`), or adjust what judges gave \
                   (`estimate = \"adjusted\"`), and other specs use what all systems have: complete the scores, or leave systems out with `systems`\n";
    assert_eq!(told, warning);
    let expected = " system        c\n-------- --------\n one      0.5250\n two      0.4688\n\
                    5 to 8 of 8 segments\nSignature  external|score:c|better:higher; runner:VERSION\n";
    assert_eq!(versionless(&crate::support::workspace::text(&output.stdout)), expected);
}

#[test]
fn mistakes_in_scores_have_their_messages() {
    let workspace = Workspace::small();
    workspace.write("short", "1\n2\n");
    workspace.write("word", "1\n2\n3\nfour\n5\n6\n7\n8\n");
    let mut messages = String::new();
    for (arguments, code) in [
        (&["--scores", "one.comet"][..], 2),
        (&["--scores", "comet="], 2),
        (&["--scores", "c=word", "--scores", "c=word"], 2),
        (&["--scores", "bleu=word", "-r", "ref.a.txt", "-m", "bleu"], 2),
        (&["--scores", "c=word", "--lower-is-better", "d"], 2),
        (&["--scores", "c=word", "-m", "bleu"], 2),
        (&["--scores", "c=gone"], 3),
        (&["--scores", "c=short"], 3),
        (&["--scores", "c=word"], 3),
        (&["--scores", "c=word,short"], 3),
    ] {
        let failure = workspace.fail(&[&["score", "one.txt"], arguments].concat(), code);
        writeln!(messages, "{}\n{failure}", arguments.join(" ")).unwrap();
    }
    insta::assert_snapshot!(messages);
}

#[cfg(unix)]
#[test]
fn standard_input_is_one_of_the_files() {
    let workspace = Workspace::small();
    let from = |file: &str, arguments: &[&str]| {
        let all = [&["score", "--format", "json"], arguments].concat();
        let mut command = workspace.command(&all);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let text = std::fs::read(workspace.path(file)).unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), &text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        scores(&output.stdout)
    };
    let mut expected = json(&workspace, &["one.txt", "-r", "ref.a.txt"]);
    assert_eq!(from("ref.a.txt", &["one.txt", "-r", "-"]), expected);
    expected[0]["system"] = "stdin".into();
    assert_eq!(from("one.txt", &["-", "-r", "ref.a.txt"]), expected);
    insta::assert_snapshot!(workspace.fail(&["score", "-", "-r", "-"], 2), @r"
    error: standard input, `-`, is named twice, and can be read only once
     = help: name a file in place of one of them
    ");
}

/// Where texts have no spaces, metrics of words say which tokenizer they want.
#[test]
fn texts_without_spaces_want_a_tokenizer() {
    let workspace = Workspace::empty();
    workspace.write("zh.txt", "今天天气很好。\n我们去公园。\n");
    workspace.write("ja.txt", "今日は天気がいいです。\n公園へ行きます。\n");
    workspace.write("th.txt", "วันนี้อากาศดี\nเราไปสวนสาธารณะ\n");
    workspace.write("de.txt", "Das Wetter ist gut.\nWir gehen.\n");
    let mut warnings = String::new();
    for (text, metrics) in [
        ("zh", "bleu,chrf,ter,nist:tokenizer=zh"),
        ("ja", "bleu,ter:normalized,asian-support"),
        ("th", "bleu:tokenizer=intl,ter"),
        ("zh", "bleu:tokenizer=none,mwer:tokenizer=char"),
        ("de", "bleu,ter"),
    ] {
        workspace.write("hyp", std::fs::read(workspace.path(&format!("{text}.txt"))).unwrap());
        let file = format!("{text}.txt");
        let output = workspace.run(&["score", "hyp", "-r", &file, "-m", metrics]);
        assert!(output.status.success());
        let told = crate::support::workspace::text(&output.stderr);
        write!(warnings, "{text} {metrics}\n{told}").unwrap();
    }
    let spec = "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.plain]\nreferences = [\"zh.txt\"]\n\
                systems = [\"hyp\"]\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\", \"chrf\"]\n";
    workspace.write("spec.toml", spec);
    for command in [&["check", "spec.toml"][..], &["run", "spec.toml", "-q"]] {
        let told = crate::support::workspace::text(&workspace.run(command).stderr);
        write!(warnings, "{}\n{told}", command[0]).unwrap();
    }
    insta::assert_snapshot!(warnings);
    let mut refusals = String::new();
    for tokenizer in ["flores200", "spm", "ja-mecab", "ko-mecab", "mecab"] {
        let metric = format!("bleu:tokenizer={tokenizer}");
        refusals += &workspace.fail(&["score", "hyp", "-r", "zh.txt", "-m", &metric], 2);
    }
    insta::assert_snapshot!(refusals);
}

/// Metrics whose time grows faster than a text's length say which text is too long.
#[test]
fn a_text_that_is_too_long_for_a_metric_is_named() {
    let workspace = Workspace::empty();
    let words = |count: usize| "word ".repeat(count);
    let file = |name: &str, count: usize| {
        workspace.write(name, format!("word\n{}\nword\n", words(count)));
    };
    for (metric, most) in [("mwer", 100_000), ("ter", 10_000)] {
        file("short", 7);
        file("most", most);
        file("more", most + 1);
        let score = |hypothesis: &str, reference: &str| {
            workspace.run(&["score", hypothesis, "-r", reference, "-m", metric])
        };
        assert!(score("most", "short").status.success());
        assert!(score("short", "most").status.success());
        let message = format!(
            "error: more:2: the text has {} tokens, more than the {most} that metric `{metric}` \
             compares; put one segment on a line, or leave the metric out\n",
            most + 1
        );
        for (hypothesis, reference) in [("more", "short"), ("short", "more")] {
            let arguments = ["score", hypothesis, "-r", reference, "-m", metric];
            // After the warning that one text is far longer than the other.
            let told = workspace.fail(&arguments, 3);
            assert!(told.ends_with(&message), "{told}");
        }
    }
    workspace.succeed(&["score", "more", "-r", "most", "-m", "bleu,chrf,mper,gtm,nist"]);
    // Where there are no lines, by its place in the corpus.
    workspace.write("long.csv", format!("doc,S,ref\nd,a,b\nd,{},c\n", words(10_001)));
    let spec = "[experiment]\nname = \"long\"\nseed = 1\n\
                [corpora.rows.table]\npath = \"long.csv\"\ncluster = \"doc\"\n\
                references = [\"ref\"]\nsystems = [\"S\"]\n\
                [studies.s]\ncorpora = [\"rows\"]\nmetrics = [\"ter\"]\n";
    workspace.write("long.toml", spec);
    let message = workspace.fail(&["run", "long.toml", "-q"], 3);
    assert!(
        message.starts_with(
            "error: corpus `rows`, system `S`, segment 2 in document `d`: the text has 10001 tokens"
        ),
        "{message}"
    );
}

/// Runs the program with so much address space.
#[cfg(target_os = "linux")]
fn within(workspace: &Workspace, kilobytes: u32, arguments: &[&str]) -> std::process::Output {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"")]);
    shell.arg(env!("CARGO_BIN_EXE_runner")).args(arguments).current_dir(workspace.path(""));
    // Every thread takes address space of its own.
    shell.env("RAYON_NUM_THREADS", "1").env("NO_COLOR", "1").output().unwrap()
}

/// As ten million lines within 4 GB, in the time of a test: 400 bytes a line, beside 0.2 GB of address space.
#[cfg(target_os = "linux")]
#[test]
fn short_lines_take_hardly_more_than_their_documents() {
    let workspace = Workspace::empty();
    let (lines, kilobytes) =
        if needs::is_thorough() { (3_000_000, 1_220_000) } else { (1_000_000, 600_000) };
    workspace.write("hyp", "\n".repeat(lines));
    workspace.write("ref", "\n".repeat(lines));
    let output = within(&workspace, kilobytes, &["score", "hyp", "-r", "ref"]);
    let message = crate::support::workspace::text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_not_there_is_refused() {
    let workspace = Workspace::empty();
    workspace.write("hyp", "\n".repeat(1_000_000));
    workspace.write("ref", "\n".repeat(1_000_000));
    workspace.write("more", "\n".repeat(3_000_000));
    let refused = |kilobytes, arguments: &[&str], start: &str, end: &str| {
        let output = within(&workspace, kilobytes, arguments);
        let message = crate::support::workspace::text(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{message}");
        // After the warning that all lines are empty.
        assert!(message.contains(start), "{message}");
        assert!(message.ends_with(end), "{message}");
    };
    refused(
        400_000,
        &["score", "hyp", "-r", "more"],
        "error: more: reading it takes about 0.45 GB of address space beside the 0.",
        "the limit is 0.41 GB; raise the limit with `ulimit -v`, or split the file, or take the \
         part of it that is needed\n",
    );
    // Read, but there is no room to compare the texts.
    refused(
        440_000,
        &["score", "hyp", "-r", "ref"],
        "error: comparing the texts of `score` with its reference takes about 0.16 GB of address space \
         beside the 0.",
        "the limit is 0.45 GB; raise the limit with `ulimit -v`, or take fewer segments\n",
    );
    refused(
        600_000,
        &["score", "hyp", "-r", "ref", "-m", "nist"],
        "error: scoring takes about 0.58 GB of address space beside the 0.",
        "the limit is 0.61 GB\n = help: score fewer metrics, systems or lines at a time, or \
         raise the limit with `ulimit -v`\n",
    );
}
