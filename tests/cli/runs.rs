//! `runner compare --runs`: several runs of each system.

use serde_json::Value;

use crate::support::workspace::Workspace;

/// Three runs of two systems: made-up segments, whose later runs lose or change some words.
fn runs() -> Workspace {
    let workspace = Workspace::empty();
    let reference = include_str!("../golden/sacrebleu/ref.txt");
    workspace.write("ref.txt", reference);
    for (name, output) in [
        ("base", include_str!("../golden/sacrebleu/sysA.txt")),
        ("new", include_str!("../golden/sacrebleu/sysB.txt")),
    ] {
        for run in 1..=3 {
            let lines = output.lines().zip(reference.lines()).enumerate();
            let lines = lines.map(|(index, (line, reference))| {
                let other = if index % (5 + run) == run { reference } else { line };
                format!("{other}\n")
            });
            workspace.write(&format!("{name}.{run}.txt"), lines.collect::<String>());
        }
    }
    workspace
}

const SYSTEMS: [&str; 7] =
    ["compare", "base.1.txt", "base.2.txt", "base.3.txt", "new.1.txt", "new.2.txt", "new.3.txt"];

fn compare<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SYSTEMS, more].concat()
}

#[test]
fn runs_of_two_systems_are_compared() {
    let workspace = runs();
    let arguments = compare(&["-r", "ref.txt", "-m", "bleu", "--runs", "3"]);
    let text = workspace.succeed(&arguments);
    insta::assert_snapshot!(text);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let json = workspace.succeed(&[&arguments[..], &["--format", "json", "--out", "out"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    let rows = json["findings"][0]["rows"].as_array().unwrap();
    let pair = rows.iter().find(|row| row["se_runs"].is_number()).unwrap();
    assert_eq!((&pair["system_a"], &pair["system_b"]), (&"new".into(), &"base".into()));
    // The same study of a spec, as the folder keeps it.
    let shown = workspace.succeed(&["report", "out", "--format", "json"]);
    assert!(shown.contains("\"analysis\": \"runs\""), "{shown}");
    let tsv = workspace.succeed(&[&arguments[..], &["--format", "tsv"]].concat());
    assert!(tsv.contains("SD of runs"), "{tsv}");
}

#[test]
fn a_spec_says_the_same() {
    let workspace = runs();
    workspace.write(
        "seeds.toml",
        "[experiment]\nname = 'seeds'\nseed = 1\n[corpora.mine.plain]\nreferences = ['ref.txt']\n\
         systems = { base = ['base.1.txt', 'base.2.txt', 'base.3.txt'], new = ['new.1.txt', 'new.2.txt', 'new.3.txt'] }\n\
         [studies.seeds]\ncorpora = ['mine']\nmetrics = ['bleu']\nresample = 'segments'\ntest-sizes = { fractions = [1.0] }\n\
         runs = { detect = 2.0, costs = { run = 400, segment = 0.1 } }\n",
    );
    workspace.succeed(&["run", "seeds.toml", "--quiet"]);
    let details = workspace.succeed(&["report", "results/seeds", "--details"]);
    let alone = workspace.succeed(&compare(&["-r", "ref.txt", "-m", "bleu", "--runs", "3"]));
    let verdict = alone.lines().find(|line| line.starts_with("new is")).unwrap();
    assert!(details.contains(verdict), "{details}\n{alone}");
    assert!(details.contains("A true difference of 2 is found 4 times in 5"), "{details}");
}

#[test]
fn mistakes_are_refused() {
    let workspace = runs();
    let error = workspace.fail(&compare(&["-r", "ref.txt", "--runs", "4"]), 2);
    assert!(error.contains("6 files are not 4 runs of two systems or more"), "{error}");
    let mixed =
        "compare base.1.txt new.1.txt base.2.txt new.2.txt -r ref.txt --runs 2 --baseline old";
    let error = workspace.fail(&mixed.split(' ').collect::<Vec<_>>(), 2);
    assert!(error.contains("there is no system `old`"), "{error}");
    workspace.write("new.2.txt", include_str!("../golden/sacrebleu/sysB.txt"));
    workspace.write("new.3.txt", include_str!("../golden/sacrebleu/sysB.txt"));
    let text = workspace.succeed(&compare(&["-r", "ref.txt", "-m", "bleu", "--runs", "3"]));
    assert!(text.contains("Run 3 of `new` repeats run 2"), "{text}");
    workspace.write("new.3.txt", "one line\n");
    let error = workspace.fail(&compare(&["-r", "ref.txt", "--runs", "3"]), 3);
    assert!(error.contains("new.3.txt"), "{error}");
}
