//! Directions and values of scores of other programs: what name, sign and files say of them.

use std::fmt::Write;

use serde_json::Value;

use crate::support::workspace::{Workspace, text};

const SEGMENTS: usize = 40;

/// Two outputs, with scores of theirs: `a.x` and `b.x` from 0.5 to 0.9, `b` a little above.
fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    for (name, more) in [("a", 0.0), ("b", 0.01)] {
        workspace.write(&format!("{name}.txt"), "a text\n".repeat(SEGMENTS));
        // Not by the same everywhere.
        let more = |at: usize| more * (1 + at % 3) as f64;
        workspace.write(&format!("{name}.x"), column(|at| score(at) + more(at)));
        workspace.write(&format!("{name}.turned"), column(|at| -score(at) - more(at)));
        workspace.write(&format!("{name}.metricx"), column(|at| 10.0 * (score(at) + more(at))));
        workspace.write(&format!("{name}.turned-metricx"), column(|at| -10.0 * score(at)));
    }
    workspace
}

fn score(at: usize) -> f64 {
    0.5 + ((at * 17) % 41) as f64 / 100.0
}

fn column(score: impl Fn(usize) -> f64) -> String {
    (0..SEGMENTS).fold(String::new(), |mut text, at| {
        writeln!(text, "{:.4}", score(at)).unwrap();
        text
    })
}

const COMPARE: [&str; 4] = ["compare", "a.txt", "b.txt", "--scores"];

fn comparison(workspace: &Workspace, more: &[&str]) -> Value {
    workspace.json(&[&COMPARE, more].concat())
}

#[test]
fn the_answer_says_which_way_is_better() {
    let workspace = workspace();
    for (scores, more, higher, verdict) in [
        ("score=a.x,b.x", &[][..], true, ">"),
        ("comet=a.x,b.x", &[], true, ">"),
        ("ter=a.x,b.x", &[], false, "<"),
        ("ter=a.turned,b.turned", &[], true, "<"),
        ("metricx24=a.metricx,b.metricx", &[], false, "<"),
        ("edits=a.x,b.x", &["--lower-is-better", "edits"], false, "<"),
    ] {
        let found = comparison(&workspace, &[&[scores], more].concat());
        let finding = &found["findings"][0];
        let row = &finding["rows"][0];
        let lower = found["lower_is_better"].as_array().unwrap().contains(&row["metric"]);
        assert_eq!((!lower, row["verdict"].as_str()), (higher, Some(verdict)), "{scores}");
        let (way, name) = (if higher { "Higher" } else { "Lower" }, &row["metric"]);
        let line = format!("{way} is better: {}.", name.as_str().unwrap());
        let sentences = finding["sentences"].as_array().unwrap();
        let told = sentences.iter().filter(|sentence| sentence.as_str().unwrap().contains(&line));
        assert_eq!(told.count(), 1, "{scores} {sentences:?}");
        let shown = workspace.run(&[&COMPARE[..], &[scores], more].concat());
        assert_eq!(text(&shown.stdout).matches(&line).count(), 1);
    }
}

#[test]
fn directions_that_contradict_each_other_are_errors() {
    let workspace = workspace();
    let refused = |arguments: &[&str], code: i32, expected: &str| {
        let message = workspace.fail(&[&COMPARE, arguments].concat(), code);
        assert!(message.contains(expected), "{message}");
    };
    refused(
        &["comet=a.x,b.x", "--lower-is-better", "comet"],
        2,
        "`comet`: lower is said to be better, but COMET is better when it is higher",
    );
    refused(
        &[
            "wmt23-metricx-xl=a.turned-metricx,b.turned-metricx",
            "--lower-is-better",
            "wmt23-metricx-xl",
        ],
        2,
        "`wmt23-metricx-xl`: lower is said to be better, but MetricX below 0 is better when it is higher",
    );
    refused(
        &["ter=a.x,b.turned"],
        2,
        "`ter` of corpus `compare`: TER has one sign, and these scores go from -0.91 to 0.9",
    );
    refused(
        &["comet=b.x,a.x"],
        3,
        "b.x: by its name it has the scores of `b`, and it stands for `a`; name the files in this order: a, b",
    );
}

#[test]
fn a_name_that_sounds_like_an_error_is_asked() {
    let workspace = workspace();
    let asked = workspace.fail(&[&COMPARE[..], &["length-penalty=a.x,b.x"]].concat(), 2);
    assert!(
        asked.contains("`length-penalty` sounds like a measure of errors: is lower better?"),
        "{asked}"
    );
    let options = "--lower-is-better length-penalty` or `--higher-is-better length-penalty";
    assert!(asked.contains(options), "{asked}");
    for (scores, option, verdict) in [
        ("length-penalty=a.x,b.x", "--lower-is-better=length-penalty", "<"),
        ("length-penalty=a.x,b.x", "--higher-is-better=length-penalty", ">"),
        // The words of a name are enough.
        ("length-penalty=a.x,b.x", "--lower-is-better=length", "<"),
        ("val_loss=a.x,b.x", "--level=0.9", "<"),
        ("val_loss=a.x,b.x", "--higher-is-better=val_loss", ">"),
        ("error_free=a.x,b.x", "--level=0.9", ">"),
    ] {
        let found = comparison(&workspace, &[scores, option]);
        assert_eq!(found["findings"][0]["rows"][0]["verdict"], verdict, "{scores} {option}");
    }
    let message = [&COMPARE[..], &["comet=a.x,b.x", "--higher-is-better", "bleu"]].concat();
    let message = workspace.fail(&message, 2);
    assert!(message.contains("`--higher-is-better bleu` is about no scores"), "{message}");
}

/// Ways in which programs, spreadsheets and scripts write the scores of `a` and `b`: for each the files, with `X` for the name
/// of a system, and what they begin with, repeat for each segment, and end with. `{n}` is the number of a segment from 0,
/// `{x}`, `{a}` and `{b}` are scores, and `{ma}` and `{mb}` their means.
const FORMS: [(&str, &str, &str, &str); 7] = [
    ("X.csv", "src,mt,ref,comet\n", "\"x, y\",a text,,{x}\n", ""),
    ("X.metricx", "", "{\"hypothesis\": \"a text\", \"prediction\": {x}}\n", ""),
    ("X.log", "INFO: loading\n", "hyp.txt\tSegment {n}\tscore: {x}\n", ""),
    (
        "all.log",
        "",
        "a.txt\tSegment {n}\tscore: {a}\nout/b.txt\tSegment {n}\tscore: {b}\n",
        "a.txt\tscore: {ma}\nout/b.txt\tscore: {mb}\n",
    ),
    ("wide.csv", "id,b,a\n", "{n},{b},{a}\n", ""),
    ("wide.jsonl", "", "{\"id\": {n}, \"a\": {a}, \"b\": {b}}\n", ""),
    ("wide.sheet", "b;a\n", "\"{b}\";{a}\n", ""),
];

#[test]
fn scores_are_read_in_the_form_in_which_they_were_written() {
    let workspace = workspace();
    let columns = ["a", "b"].map(|name| {
        let text = std::fs::read_to_string(workspace.path(&format!("{name}.x"))).unwrap();
        text.lines().map(|line| line.parse().unwrap()).collect::<Vec<f64>>()
    });
    let means = columns.each_ref().map(|scores| scores.iter().sum::<f64>() / SEGMENTS as f64);
    let expected = comparison(&workspace, &["comet=a.x,b.x"])["findings"].clone();
    for (name, start, line, end) in FORMS {
        let mut files: Vec<String> = Vec::new();
        for (system, of) in ["a", "b"].into_iter().zip(0..) {
            let mut text = start.to_owned();
            for at in 0..SEGMENTS {
                let [a, b] = columns.each_ref().map(|scores| scores[at].to_string());
                let x = if of == 0 { &a } else { &b };
                let line = line.replace("{x}", x).replace("{a}", &a).replace("{b}", &b);
                text += &line.replace("{n}", &at.to_string());
            }
            let [a, b] = means.map(|mean| format!("{mean:.4}"));
            text += &end.replace("{ma}", &a).replace("{mb}", &b);
            if name == "wide.sheet" {
                text = text.replace('.', ",");
            }
            files.push(name.replace('X', system));
            workspace.write(&files[of], text);
        }
        files.dedup();
        let found = comparison(&workspace, &[&format!("comet={}", files.join(","))]);
        assert_eq!(found["findings"], expected, "{name}");
    }
    // Scores of an earlier release come in these forms, too.
    let against = ["compare", "b.txt", "--scores", "comet=b.x", "--against", "a.csv"];
    let found = workspace.json(&against);
    assert_eq!(found["findings"][0]["rows"][0]["delta"], expected[0]["rows"][0]["delta"]);
}

#[test]
fn means_that_comet_prints_are_checked() {
    let workspace = Workspace::empty();
    workspace.write("x.txt", "a text\n".repeat(2));
    let lines =
        "x.txt\tSegment 0\tscore: 0.8868\nx.txt\tSegment 1\tscore: 0.8843\nx.txt\tscore: 0.8845\n";
    workspace.write("x.comet", lines);
    let message = workspace.fail(&["score", "x.txt", "--scores", "comet=x.comet"], 3);
    assert!(
        message.contains("x.comet:3: the mean of 2 scores is 0.8856, and the file says 0.8845"),
        "{message}"
    );
}

/// A spec about the same scores in the layout of mt-metrics-eval.
fn folder(workspace: &Workspace, scores: &str, direction: &str) -> String {
    for name in ["a", "b"] {
        workspace
            .write(&format!("set/system-outputs/en-de/{name}.txt"), "a text\n".repeat(SEGMENTS));
    }
    workspace.write("set/sources/en-de.txt", "a source\n".repeat(SEGMENTS));
    workspace.write("set/metric-scores/en-de/TER-refA.seg.score", scores);
    workspace.write(
        "x.toml",
        format!(
            "[experiment]\nname = \"x\"\nseed = 1\n[corpora.set.evalset]\npath = \"set\"\nlanguage-pair = \"en-de\"\n\
             [metrics.t.external]\nscore = \"TER-refA\"\n{direction}[studies.s]\ncorpora = [\"set\"]\n\
             metrics = [\"t\"]\nB = 50\ntest-sizes = {{ fractions = [1.0] }}\n"
        ),
    );
    "x.toml".to_owned()
}

#[test]
fn folders_of_test_sets_have_scores_of_which_higher_is_better() {
    let workspace = workspace();
    let of = |sign: f64| {
        let lines = ["a", "b"].map(|name| {
            let line = |at| format!("{name}\t{}\n", sign * score(at));
            (0..SEGMENTS).map(line).collect::<Vec<_>>().concat()
        });
        lines.concat()
    };
    let spec = folder(&workspace, &of(1.0), "");
    let message = workspace.fail(&["check", &spec], 2);
    assert!(message.contains("in a folder of this format higher is better, but TER from 0 up is better when it is lower"), "{message}");
    folder(&workspace, &of(1.0), "higher-is-better = false\n");
    let output = workspace.run(&["run", &spec, "--details"]);
    assert!(text(&output.stdout).contains("Lower is better: t."), "{}", text(&output.stdout));
    folder(&workspace, &of(-1.0), "");
    let output = workspace.run(&["run", &spec, "--out", "turned", "--details"]);
    assert!(text(&output.stdout).contains("Higher is better: t."), "{}", text(&output.stdout));
    let page = std::fs::read_to_string(workspace.path("turned/report/index.html")).unwrap();
    assert_eq!(page.matches("Higher is better: t.").count(), 1);
    folder(&workspace, &of(-1.0), "higher-is-better = false\n");
    let message = workspace.fail(&["check", &spec], 2);
    assert!(
        message.contains(
            "`TER-refA`: lower is said to be better, but TER below 0 is better when it is higher"
        ),
        "{message}"
    );
}

#[test]
fn a_starter_spec_says_what_the_name_says() {
    let workspace = workspace();
    for name in ["a", "b"] {
        workspace.write(&format!("data/{name}.txt"), "a text\n".repeat(SEGMENTS));
        workspace.write(&format!("data/{name}.ter"), column(score));
        workspace.write(&format!("data/{name}.comet"), column(score));
    }
    let output = workspace.run(&["init", "data", "--name", "x"]);
    let spec = text(&output.stdout);
    assert!(spec.contains("score = \"ter\"\nhigher-is-better = false "), "{spec}");
    assert!(spec.contains("score = \"comet\"\n# higher-is-better = false "), "{spec}");
}
