//! What is probably not what was meant: told on standard error once, without another exit code, and found again in
//! the report; and files that are no spec.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::support::workspace::{Workspace, text};

const SPEC: &str = r#"
[experiment]
name = "mistakes"
seed = 1

[corpora.news.plain]
references = ["ref.txt"]
systems = ["one.txt", "two.txt"]

[studies.first]
corpora = ["news"]
metrics = ["chrf"]
B = 100
[studies.first.comparison]

[studies.second]
corpora = ["news"]
metrics = ["bleu"]
B = 100
[studies.second.margin]
"#;

/// Lines of twelve words; every other word depends on `own` as well.
fn lines(own: usize, count: usize) -> Vec<String> {
    const SYLLABLES: [&str; 16] = [
        "ba", "ken", "lo", "mi", "sur", "ta", "vel", "gro", "ni", "pa", "schu", "der", "fi", "hal",
        "ju", "wo",
    ];
    let word = |seed: usize| -> String {
        let mut state = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let syllable = |_| {
            state = (state ^ (state >> 29)).wrapping_mul(6_364_136_223_846_793_005);
            SYLLABLES[(state >> 40) as usize % 16]
        };
        (0..3).map(syllable).collect()
    };
    let line = |number: usize| {
        let words =
            (0..12).map(|at| word(number * 12 + at + if at % 2 == 0 { 0 } else { own * 7919 }));
        words.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(line).collect()
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// Two systems, of which the second has lost a line.
fn without_line(lost: usize) -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("ref.txt", joined(&lines(1, 60)));
    workspace.write("one.txt", joined(&lines(2, 60)));
    let mut shifted = lines(3, 60);
    shifted.remove(lost);
    shifted.push("Das ist alles.".to_owned());
    workspace.write("two.txt", joined(&shifted));
    workspace.write("spec.toml", SPEC);
    workspace
}

/// The same, so that a part of its texts is shifted.
fn workspace() -> Workspace {
    without_line(34)
}

/// The lines of standard error that are warnings, each with the line below it.
fn warnings(workspace: &Workspace, arguments: &[&str]) -> Vec<String> {
    let output = workspace.run(arguments);
    let told = text(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    let lines: Vec<&str> = told.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[0].starts_with("warning: "));
    pairs.map(|pair| pair.join("\n")).collect()
}

#[test]
fn a_warning_stands_before_the_verdict_in_every_form_of_the_answer() {
    let workspace = workspace();
    let told = warnings(&workspace, &["check", "spec.toml"]);
    let [warning] = &told[..] else { panic!("{told:?}") };
    let (headline, help) = warning.split_once("\n  ").expect("two lines");
    let message = headline.strip_prefix("warning: corpus `news`: ").expect("it names the corpus");
    let start = "system `two` is shifted by 1 segment against reference `ref` in segments 37 to 60 (likeness 0.";
    assert!(message.starts_with(start) && message.ends_with(" shifted)"), "{message}");
    assert_eq!(
        help,
        "it probably lacks 1 segment near segment 37: align the file and run again, scores of these segments mean \
         nothing"
    );

    for arguments in [
        &["plan", "spec.toml"][..],
        &["run", "spec.toml", "-q"],
        &["corpus", "describe", "spec.toml"],
    ] {
        assert_eq!(warnings(&workspace, arguments), told, "{arguments:?}");
    }
    let files = ["one.txt", "two.txt", "-r", "ref.txt"];
    let unnamed = warning.replace("corpus `news`: ", "");
    assert_eq!(warnings(&workspace, &[&["score"], &files[..]].concat()), [unnamed]);
    // An answer has it on standard output alone, and once.
    let is_said_once = |text: &str| text.matches("is shifted by 1").count() == 1;
    let compare = [&["compare"], &files[..]].concat();
    let markdown = [&compare[..], &["--format", "markdown"]].concat();
    for arguments in
        [&["run", "spec.toml"][..], &["report", "results/mistakes"], &compare, &markdown]
    {
        let output = workspace.run(arguments);
        let told = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(is_said_once(&told), "{arguments:?}: {told}");
        assert_eq!(warnings(&workspace, arguments), [""; 0]);
        let before = told.find("is shifted by 1").unwrap();
        let after = told.find("better than").or_else(|| told.find("Study first")).unwrap();
        assert!(before < after, "{told}");
    }
    let json = [&compare[..], &["--format", "json", "--out", "compared"]].concat();
    let compared: Value = serde_json::from_str(&workspace.succeed(&json)).unwrap();
    assert_eq!(compared["schema"], 1);
    let [own] = &compared["warnings"].as_array().unwrap()[..] else { panic!("{compared}") };
    assert_eq!((&own["message"], &own["grade"]), (&Value::from(message), &Value::from("warning")));
    let manifest = fs::read_to_string(workspace.path("compared/manifest.json")).unwrap();
    assert!(is_said_once(&manifest));
    let scored = workspace.succeed(&[&["score", "--format", "json"], &files[..]].concat());
    let scored: Value = serde_json::from_str(&scored).unwrap();
    assert_eq!(scored["warnings"], compared["warnings"]);

    let answer = workspace.succeed(&["report", "results/mistakes", "--format", "json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let wanted = serde_json::json!([
        {
            "grade": "warning", "corpus": "news", "study": null, "message": message, "help": help,
            "text": format!("corpus `news`: {message}; {help}"),
        },
    ]);
    assert_eq!(answer["warnings"], wanted);
    let page = fs::read_to_string(workspace.path("results/mistakes/report/index.html")).unwrap();
    assert_eq!(page.matches("is shifted by 1 segment").count(), 1);
    assert!(page.contains("It probably lacks 1 segment near segment 37"), "{page}");
}

/// What is shifted as a whole has no verdict, and no result beside others that have one; `--force` gives both.
#[test]
fn inputs_that_cannot_be_compared_have_no_verdict() {
    let workspace = without_line(0);
    let compare = ["compare", "one.txt", "two.txt", "-r", "ref.txt", "--out", "compared"];
    let forced = |arguments: &[&str]| workspace.succeed(&[arguments, &["--force"]].concat());
    for (format, refusal) in [
        (
            "text",
            "No verdict: these inputs cannot be compared.\n\nRefused  System `two` is shifted",
        ),
        (
            "markdown",
            "**No verdict: these inputs cannot be compared.**\n\n**Refused:** System \\`two",
        ),
    ] {
        let arguments = [&compare[..], &["--format", format]].concat();
        let output = workspace.run(&arguments);
        assert_eq!(output.status.code(), Some(3));
        assert!(text(&output.stdout).starts_with(refusal), "{}", text(&output.stdout));
        assert!(text(&output.stdout).ends_with("add --force.\n"));
        assert!(!workspace.path("compared").exists());
        let shown = forced(&arguments[..arguments.len()]);
        assert!(
            shown.contains("better than") && shown.contains("compared all the same"),
            "{shown}"
        );
        fs::remove_dir_all(workspace.path("compared")).unwrap();
    }
    let output = workspace.run(&[&compare[..], &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(3));
    let refused: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(refused["conclusion"], "refused");
    assert_eq!(refused["findings"], serde_json::json!([]));
    assert_eq!(refused["warnings"][0]["grade"], "refused");

    // Alone in a spec nothing is left; with another corpus that one has its answer.
    workspace.fail(&["run", "spec.toml"], 3);
    workspace.fail(&["check", "spec.toml"], 3);
    assert!(!workspace.path("results").exists());
    workspace.write("three.txt", joined(&lines(3, 60)));
    let other = "[corpora.other.plain]\nreferences = [\"ref.txt\"]\nsystems = [\"one.txt\", \"three.txt\"]\n\
                 [studies.first]\n";
    workspace.edit("spec.toml", "[studies.first]\n", other);
    workspace.edit("spec.toml", "corpora = [\"news\"]", "corpora = [\"news\", \"other\"]");
    let output = workspace.run(&["run", "spec.toml"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.starts_with("Refused  Corpus `news`: system `two` is shifted"), "{shown}");
    assert!(shown.contains("\nother: ") && !shown.contains("news: "), "{shown}");
    let shown = forced(&["run", "spec.toml"]);
    assert!(shown.contains("other: ") && shown.contains("news: "), "{shown}");
}

#[test]
fn nothing_is_told_where_nothing_is_odd() {
    let workspace = workspace();
    workspace.write("two.txt", joined(&lines(3, 60)));
    assert_eq!(warnings(&workspace, &["run", "spec.toml", "-q"]), [""; 0]);
    let answer = workspace.succeed(&["report", "results/mistakes", "--format", "json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["warnings"], serde_json::json!([]));
    let page = fs::read_to_string(workspace.path("results/mistakes/report/index.html")).unwrap();
    assert!(!page.contains("class=\"warning\""));
}

#[test]
fn too_few_replicates_are_said_before_anything_is_computed() {
    let workspace = workspace();
    workspace.write("two.txt", joined(&lines(3, 60)));
    let spec = SPEC
        .replace(
            "[studies.first.comparison]",
            "[studies.first.comparison]\nmethods = [\"centred-bootstrap\"]",
        )
        .replace("B = 100", "level = 0.999\nB = 100")
        .replace(
            "[studies.second.margin]",
            "interval-method = \"percentile\"\n[studies.second.intervals]",
        );
    workspace.write("spec.toml", spec);
    assert_eq!(
        warnings(&workspace, &["check", "spec.toml"]),
        [
            "warning: study `first`: with `B = 100` no p-value is below 0.00990, so that no difference can be \
             significant at level 0.999\n  set `B = 1000` or more, or use `jackknife-t`, which resamples nothing",
            "warning: study `second`: intervals by `percentile` at level 0.999 need `B = 2000` or more, and `B` is \
             100: there will be none\n  set `B = 2000` or more, or use `jackknife-t`, which resamples nothing",
        ]
    );
}

#[test]
fn a_file_in_both_lists_is_said() {
    let workspace = workspace();
    workspace.write("two.txt", joined(&lines(3, 60)));
    workspace.edit("spec.toml", "\"two.txt\"]", "\"two.txt\", \"ref.txt\"]");
    assert_eq!(
        warnings(&workspace, &["check", "spec.toml"]),
        [
            "warning: corpus `news`: ref.txt: `ref` is listed as a system and as a reference: it counts as a human \
          translation\n  it is scored only where a study names it, and never against itself: leave it out of the \
          systems unless that is meant"
        ]
    );
}

#[test]
fn most_scores_undefined_is_said_with_the_reason() {
    let workspace = Workspace::empty();
    let set = |name: &str, text: &str| workspace.write(&format!("set/{name}"), text);
    set("sources/en-de.txt", "a b\nc d\n");
    for system in ["one", "two", "three"] {
        set(&format!("system-outputs/en-de/{system}.txt"), "e f\ng h\n");
    }
    set("human-scores/en-de.mqm.seg.score", "one\t-1.5\none\t0\n");
    let spec = "[experiment]\nname = \"mqm\"\nseed = 1\n\
                [corpora.set.evalset]\npath = \"set\"\nlanguage-pair = \"en-de\"\n\
                [metrics.mqm.human]\ncriterion = \"mqm\"\n\
                [studies.s]\ncorpora = [\"set\"]\nmetrics = [\"mqm\"]\ntest-sizes = { fractions = [1.0] }\n";
    workspace.write("mqm.toml", spec);
    let message = "2 of 3 scores are undefined: 2 because there are no scores (mqm: three, two)";
    let help = "the findings are about the rest alone: name in `systems` and `metrics` of the study what has \
                scores, or complete the scores";
    let answer = workspace.succeed(&["run", "mqm.toml"]);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help_sentence = help.replacen('t', "T", 1);
    let wanted = format!("Warning Corpus `set`: {message}. {help_sentence}.");
    assert!(words(&answer).contains(&wanted), "{answer}");
    let answer = workspace.succeed(&["report", "results/mqm", "--format", "json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        answer["warnings"],
        serde_json::json!([{
            "grade": "warning", "corpus": "set", "study": "s", "message": message, "help": help,
            "text": format!("corpus `set`: {message}; {help}"),
        }])
    );
    let page = fs::read_to_string(workspace.path("results/mqm/report/index.html")).unwrap();
    assert!(page.contains(message), "{page}");
}

/// A reference that was made from a system is left out of a spec to begin with, which says so.
#[test]
fn init_leaves_out_references_that_were_made_from_a_system() {
    let workspace = workspace();
    let mut edited = lines(2, 60);
    edited[40..].clone_from_slice(&lines(4, 60)[40..]);
    for (name, lines) in [
        ("references/en-de.refA.txt", lines(1, 60)),
        ("references/en-de.refB.txt", edited),
        ("system-outputs/en-de/one.txt", lines(2, 60)),
    ] {
        workspace.write(&format!("set/{name}"), joined(&lines));
    }
    let spec = workspace.succeed(&["init", "set"]);
    let reason = "# Left out: reference refB, since it equals the output of one on 40 of 60 segments; \
                  `references` can take it, too.\n";
    assert!(spec.contains(reason), "{spec}");
    assert!(spec.contains("\nreferences = [\"refA\"]\n"), "{spec}");
    workspace.write("set.toml", spec);
    // What is left out is not complained about.
    assert_eq!(warnings(&workspace, &["check", "set.toml"]), [""; 0]);
}

#[test]
fn files_that_are_no_spec_are_refused_in_a_line() {
    let workspace = workspace();
    workspace.write("large.txt", joined(&lines(1, 20_000)));
    workspace.write("table.tsv", "system\tscore\nA\t1\nB\t2\n");
    workspace.write("data.json", "{\"a\": 1}\n");
    workspace.write("set.xml", "<?xml version=\"1.0\"?><refset></refset>\n");
    workspace.write("data.parquet", b"PAR1....");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(SPEC.as_bytes()).unwrap();
    workspace.write("text/ref.txt.gz", encoder.finish().unwrap());
    workspace.succeed(&["run", "spec.toml", "-q"]);
    let help = |path: &str| {
        format!(
            "a spec is a TOML file: `runner init {path}` writes one for the corpora there; `runner score` and \
             `runner compare` need none"
        )
    };
    for (path, what, init) in [
        ("ref.txt", "it looks like a text of 60 lines", "."),
        ("large.txt", "it looks like a text", "."),
        ("table.tsv", "it looks like a table of 3 lines", "table.tsv"),
        ("data.json", "it looks like JSON", "data.json"),
        ("set.xml", "it looks like XML or SGML", "set.xml"),
        ("data.parquet", "it is a Parquet file", "data.parquet"),
        ("text/ref.txt.gz", "it is compressed with gzip", "text"),
        ("text", "it is a folder", "text"),
    ] {
        let message = workspace.fail(&["run", path], 2);
        let wanted = format!("error: `{path}` is not a spec: {what}\n = help: {}\n", help(init));
        assert_eq!(message, wanted);
    }
    assert_eq!(
        workspace.fail(&["check", "results/mistakes"], 2),
        "error: `results/mistakes` is not a spec: it is a folder with results\n = help: `runner report \
         results/mistakes` writes the report on them again\n"
    );
}

#[test]
fn errors_of_syntax_end_after_ten() {
    let workspace = workspace();
    let broken: Vec<String> =
        (0..50).map(|number| format!("key{number} = value {number}\n")).collect();
    let broken = broken.concat();
    workspace.write("broken.toml", broken);
    let message = workspace.fail(&["check", "broken.toml"], 2);
    assert_eq!(message.matches("error: ").count(), 11, "{message}");
    let end = "error: 40 more errors not shown";
    assert!(message.contains(end), "{message}");
}
