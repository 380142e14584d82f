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
    let output = workspace.run(&[&COMPARE, more, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap()
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
        2,
        "`b.x` has the scores of `b` by its name, and stands in the place of `a`\n = help: write `--scores \
         comet=a.x,b.x`: files in the order of the systems",
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
