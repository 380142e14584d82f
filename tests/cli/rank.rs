//! `runner rank`: which system is the best, by texts and by ratings.

use std::fmt::Write;

use serde_json::Value;

use crate::support::workspace::{Workspace, text, unwrapped, versionless};

/// Three systems on 24 documents of two segments, with scores of a metric: `best` is 0.1 above `second`, which does not
/// differ from `third` for certain.
fn scored() -> Workspace {
    let workspace = Workspace::empty();
    let noise = |at: usize, of: usize| ((at * 37 + of * 61) % 101) as f64 / 500.0;
    for (of, (name, quality)) in
        [("best", 0.8), ("second", 0.7), ("third", 0.695)].iter().enumerate()
    {
        workspace.write(&format!("{name}.txt"), "a text\n".repeat(48));
        let scores: String = (0..48)
            .map(|at| format!("{:.4}\n", quality + noise(at, of)))
            .collect::<Vec<_>>()
            .concat();
        workspace.write(&format!("{name}.comet"), scores);
    }
    let documents: String = (0..48).map(|at| format!("d{}\n", at / 2)).collect::<Vec<_>>().concat();
    workspace.write("docs.txt", documents);
    workspace
}

const SCORED: [&str; 8] = [
    "rank",
    "third.txt",
    "best.txt",
    "second.txt",
    "--scores",
    "comet=third.comet,best.comet,second.comet",
    "--documents",
    "docs.txt",
];

#[test]
fn one_metric_has_differences_from_the_best() {
    let workspace = scored();
    let shown = workspace.succeed(&SCORED);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(
        shown.starts_with("Which system is best?  best, by COMET; 2 of 3 pairs differ."),
        "{shown}"
    );
    insta::assert_snapshot!(versionless(&shown));
}

/// Ranks are those of the tests that `run` makes: 1 + systems that are better, to N - systems that are worse.
#[test]
fn ranks_follow_from_the_tests() {
    let workspace = scored();
    let shown = workspace.succeed(&[&SCORED[..], &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&shown).unwrap();
    let systems = answer["rankings"][0]["systems"].as_array().unwrap();
    let ranks: Vec<(&str, u64, u64)> = systems
        .iter()
        .map(|row| {
            let rank = |key: &str| row[key].as_u64().unwrap();
            (row["system"].as_str().unwrap(), rank("rank_lower"), rank("rank_upper"))
        })
        .collect();
    assert_eq!(ranks, [("best", 1, 1), ("second", 2, 3), ("third", 2, 3)]);
    // The same pairs in a spec.
    workspace.write(
        "x.toml",
        "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.plain]\nsystems = [\"best.txt\", \"second.txt\", \"third.txt\"]\n\
         documents = \"docs.txt\"\nscores.comet = [\"best.comet\", \"second.comet\", \"third.comet\"]\n\
         [metrics.comet.external]\nscore = \"comet\"\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"comet\"]\n\
         test-sizes = { fractions = [1.0] }\n[studies.s.comparison]\nfamily = \"pairs\"\n",
    );
    let run: Value =
        serde_json::from_str(&workspace.succeed(&["run", "x.toml", "--format", "json"])).unwrap();
    let findings = run["findings"].as_array().unwrap();
    let comparison = findings.iter().find(|finding| finding["analysis"] == "comparison").unwrap();
    for row in comparison["rows"].as_array().unwrap() {
        let ranked = systems.iter().find(|own| own["system"] == row["system_a"]).unwrap();
        let names = |key: &str| ranked[key].as_array().unwrap().contains(&row["system_b"]);
        let verdict = if names("better_than") {
            ">"
        } else if names("worse_than") {
            "<"
        } else {
            "~"
        };
        assert_eq!(row["verdict"], verdict, "{row}");
    }
}

#[test]
fn metrics_that_disagree_are_both_named() {
    let workspace = scored();
    let mqm: [(&str, f64); 3] = [("best", -3.0), ("second", -1.0), ("third", -4.0)];
    for (of, (name, quality)) in mqm.iter().enumerate() {
        let score = |at: usize| quality - ((at * 29 + of * 13) % 17) as f64 / 20.0;
        let scores: String =
            (0..48).map(|at| format!("{:.3}\n", score(at))).collect::<Vec<_>>().concat();
        workspace.write(&format!("{name}.mqm"), scores);
    }
    let more = ["--scores", "mqm=third.mqm,best.mqm,second.mqm"];
    let shown = workspace.succeed(&[&SCORED[..], &more].concat());
    let verdict = "It depends on the metric: best by COMET; second by MQM";
    assert!(unwrapped(&shown).contains(verdict), "{shown}");
    for (format, start) in
        [("markdown", "Which system is best?"), ("latex", "% Needs"), ("csv", "system,")]
    {
        let arguments = [&SCORED[..], &more, &["--format", format]].concat();
        let shown = workspace.succeed(&arguments);
        assert!(shown.starts_with(start), "{format}: {shown}");
        assert_eq!(shown.contains("\r\n"), format == "csv", "{shown}");
    }
    let quiet = workspace.run(&[&SCORED[..], &["-q", "--threads", "1"]].concat());
    assert_eq!((quiet.status.code(), text(&quiet.stdout).as_str()), (Some(0), ""));
}

#[test]
fn many_metrics_fit_a_terminal() {
    let workspace = scored();
    let scores = |name: usize| format!("m{name}=third.comet,best.comet,second.comet");
    let all: Vec<String> = (1..=7).map(scores).collect();
    let all = all.iter().flat_map(|scores| ["--scores", scores]);
    let shown = workspace.succeed(&[&SCORED[..], &all.collect::<Vec<_>>()].concat());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(
        shown.starts_with("Which system is best?  best, by all 8 metrics; 2 of 3 pairs"),
        "{shown}"
    );
    assert!(shown.contains("first 6 of 8 metrics") && !shown.contains("report/"), "{shown}");
}

/// Ratings of three systems on 20 documents by six judges.
fn ratings(judge: &str) -> String {
    let mut table = format!("system\tdocument\tsegment\t{judge}\tesa\n");
    for segment in 1..=40_i32 {
        let document = (segment + 1) / 2;
        let rater = document % 6;
        for (system, quality, shift) in [("A", 30, 5), ("B", 4, 3), ("C", 0, 9)] {
            let noise = (segment * 37 + shift * (segment % 7)) % 11;
            let score = 40 + 2 * (document % 5) + quality + noise + 2 * rater;
            writeln!(table, "{system}\td{document}\t{segment}\tperson {rater}\t{score}").unwrap();
        }
    }
    table
}

#[test]
fn ratings_are_ranked_for_other_judges_too() {
    let workspace = Workspace::empty();
    workspace.write("ratings.tsv", ratings("judge"));
    let shown = workspace.succeed(&["rank", "ratings.tsv"]);
    assert!(shown.starts_with("Who wins?  A, by ESA; "), "{shown}");
    assert!(shown.contains("first in") && shown.contains("judges"), "{shown}");
    insta::assert_snapshot!(versionless(&shown));
    // The bytes do not depend on the number of threads.
    assert_eq!(workspace.succeed(&["rank", "ratings.tsv", "--threads", "1"]), shown);
}

#[test]
fn what_cannot_be_ranked_is_refused_with_the_way_out() {
    let workspace = scored();
    let message = workspace.fail(&["rank", "best.txt", "second.txt"], 2);
    assert!(message.contains("there are no references"), "{message}");
    workspace.write("one.tsv", "system\tdocument\tsegment\tesa\nA\td\t1\t50\nA\td\t2\t60\n");
    let message = workspace.fail(&["rank", "one.tsv"], 3);
    assert!(message.contains("there is only one system, A"), "{message}");
    workspace.fail(&["rank"], 2);
}

/// As a shell writes `*.txt` in a folder with the reference, the source and the documents.
#[test]
fn files_that_other_options_name_are_no_systems() {
    let workspace = scored();
    workspace.write("ref.txt", "a text\n".repeat(48));
    workspace.write("src.txt", "ein Text\n".repeat(48));
    let systems = ["best.txt", "second.txt", "third.txt"];
    let all = ["best.txt", "docs.txt", "ref.txt", "second.txt", "src.txt", "third.txt"];
    let options = ["-r", "./ref.txt", "--documents", "docs.txt", "--source", "src.txt"];
    for command in ["rank", "compare", "score"] {
        let expected = workspace.succeed(&[&[command][..], &systems, &options].concat());
        let output = workspace.run(&[&[command][..], &all, &options].concat());
        assert_eq!(text(&output.stdout), expected, "{command}");
        let note = "note: left out of the systems, since other options name them: docs.txt, ref.txt, src.txt\n";
        assert_eq!(text(&output.stderr).matches(note).count(), 1, "{}", text(&output.stderr));
    }
    let message = workspace.fail(&["score", "ref.txt", "-r", "ref.txt"], 2);
    assert!(message.contains("other options name all outputs, too: ref.txt"), "{message}");
    let message = workspace.fail(&["rank", "best.txt", "ref.txt", "-r", "ref.txt"], 2);
    assert!(message.contains("there is only one system"), "{message}");
}
