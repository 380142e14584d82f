//! Systems that were judged on different segments: from the data to an answer.

use std::fmt::Write as _;

use crate::support::workspace::{Workspace, unwrapped};

/// Five systems, of which every document of two segments has two or three: hard documents rather the better ones. Four
/// judges.
fn ratings() -> String {
    let mut rows = "system\tdocument\tsegment\tjudge\tesa\n".to_owned();
    for document in 0..40_usize {
        let hard = document % 2;
        for system in
            (0..5).filter(|own| (document * 3 + own * (1 + hard) + own * own) % 5 < 2 + hard)
        {
            for segment in 0..2 {
                let judge = (document + system) % 4;
                let noise =
                    (document * document * 7919 + 131 * system + 17 * segment * document) % 17;
                let score = 50 + 3 * system - 20 * hard + 2 * judge + noise;
                writeln!(rows, "S{system}\td{document}\t{segment}\tj{judge}\t{score}").unwrap();
            }
        }
    }
    rows
}

#[test]
fn systems_judged_on_different_segments_are_compared() {
    let workspace = Workspace::empty();
    workspace.write("ratings.tsv", ratings());
    workspace.succeed(&["init", "ratings.tsv", "--name", "adjusted", "--output", "spec.toml"]);
    let spec = std::fs::read_to_string(workspace.path("spec.toml")).unwrap();
    assert!(
        spec.contains("estimate = \"adjusted\"             # systems share 8 of 72 segments"),
        "{spec}"
    );
    for threads in ["1", "2", "5"] {
        let run = ["run", "spec.toml", "--threads", threads, "--out", threads, "-q"];
        workspace.succeed(&run);
        workspace.succeed(&["report", threads, "--export", "csv"]);
    }
    let read = |folder: &str, file: &str| {
        std::fs::read(workspace.path(&format!("{folder}/{file}"))).unwrap()
    };
    for table in ["scores.parquet", "comparisons.parquet", "margins.parquet"] {
        assert_eq!(read("1", table), read("2", table), "{table}");
        assert_eq!(read("1", table), read("5", table), "{table}");
    }
    let answer = workspace.succeed(&["report", "1"]);
    let answer = unwrapped(&answer);
    let subject = "esa: scores adjusted for segments, which differ between systems.";
    assert!(answer.contains(subject) && !answer.contains("undefined"), "{answer}");
    // Without the key, the run says what is lost.
    workspace.edit("spec.toml", "estimate = \"adjusted\"", "# estimate = \"adjusted\"");
    workspace.succeed(&["run", "spec.toml", "--out", "plain", "-q"]);
    let manifest = String::from_utf8(read("plain", "manifest.json")).unwrap();
    assert!(manifest.contains("all systems have 8 of 72 segments"), "{manifest}");
    assert!(manifest.contains("`estimate = \\\"adjusted\\\"`"), "{manifest}");
}
