//! Names of judges stay out of everything that a run prints and writes, unless the spec asks for them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::workspace::Workspace;

const SPEC: &str = r#"
[experiment]
name = "judged"
seed = 7

[corpora.ratings]
judge-names = false
[corpora.ratings.table]
path = "ratings.tsv"
system = "system"
cluster = "document"
item = "segment"
judge = "judge"
judgments = ["esa"]

[metrics.esa.human]
criteria = ["esa"]

[studies.judges]
corpora = ["ratings"]
metrics = ["esa"]
B = 100

[studies.judges.variance-components]

[studies.judges.agreement]
measures = ["cohen-kappa"]
"#;

const NAMES: [&str; 4] = ["Quirina", "Walburga", "Ottokar", "Zdenka"];

/// Three systems, twelve documents of two segments, each rated by two of four judges for all systems.
fn ratings() -> String {
    let mut rows = "system\tdocument\tsegment\tjudge\tesa\n".to_owned();
    for index in 0..144_usize {
        let (document, system, second) = (index / 12, index / 2 % 3, index % 2);
        let segment = index / 6 % 2;
        let judge = (document + second * (1 + document % 3)) % 4;
        let noise = (index * index * 7919 + 13 * index) % 17;
        let score = 40 + 9 * system + 6 * judge + noise;
        writeln!(rows, "S{system}\td{document}\t{segment}\t{}\t{score}", NAMES[judge]).unwrap();
    }
    rows
}

/// All texts below a folder.
fn texts(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, all);
        } else {
            all.push_str(&String::from_utf8_lossy(&fs::read(path).unwrap()));
        }
    }
}

#[test]
fn names_of_judges_stay_out_of_results() {
    let workspace = Workspace::empty();
    workspace.write("ratings.tsv", ratings());
    workspace.write("judged.toml", SPEC);
    let of_run = || {
        let mut all = workspace.succeed(&["run", "judged.toml"]);
        workspace.succeed(&["report", "results/judged", "--export", "csv"]);
        texts(&workspace.path("results/judged"), &mut all);
        all
    };
    let all = of_run();
    for name in NAMES {
        assert!(!all.contains(name), "{name}");
    }
    for shown in ["Judges differ by", "judge A", "A, B", "\njudge,"] {
        assert!(all.contains(shown), "no `{shown}`");
    }
    workspace.edit("judged.toml", "judge-names = false", "judge-names = true");
    fs::remove_dir_all(workspace.path("results")).unwrap();
    let all = of_run();
    assert!(NAMES.iter().all(|name| all.contains(name)) && !all.contains("judge A"));
}
