//! The same spec and inputs give the same bytes.

use runner::stats::kernel::InstructionSet;

use crate::support::workspace::{SMALL, Workspace, results, text};

const MANY: &str = r#"
[experiment]
name = "many"
seed = 11

[defaults]
B = 300

[corpora.made.synthetic]
preset = "cesta-enfr-1"

[studies.segments]
corpora = ["made"]
systems = ["S1", "S4"]
metrics = ["bleu", "nist", "gtm", "mwer", "mper", "ter", "chrf", "m-bleu", "adequacy"]
reference-counts = [1, 4]
test-sizes = { fractions = [0.2, 1.0] }
orderings = { corpus = true, random = 1 }

[studies.documents]
corpora = ["made"]
systems = ["S1", "S4"]
metrics = ["bleu", "wnm", "fluency"]
test-sizes = { documents = [2, 15] }
resample = "documents"
repeats = 2
"#;

#[test]
fn threads_change_no_byte() {
    let workspace = Workspace::empty();
    workspace.write("many.toml", MANY);
    for threads in ["1", "2", "5"] {
        workspace.succeed(&["run", "many.toml", "--threads", threads, "--out", threads, "-q"]);
    }
    let one = results(&workspace.path("1"));
    assert_eq!(one, results(&workspace.path("2")));
    assert_eq!(one, results(&workspace.path("5")));
}

/// Replicates that are scored from counts of segments, too.
#[test]
fn threads_change_no_byte_of_recomputed_weights() {
    const RECOMPUTED: &str = r#"
[experiment]
name = "recomputed"
seed = 11

[defaults]
B = 600

[corpora.made.synthetic]
preset = "cesta-enfr-1"

[metrics.nist-recomputed.nist]
information = "recomputed"

[studies.segments]
corpora = ["made"]
systems = ["S1", "S4"]
metrics = ["bleu", "nist-recomputed"]
test-sizes = { documents = [2] }

[studies.documents]
corpora = ["made"]
systems = ["S1"]
metrics = ["wnm", "nist-recomputed"]
test-sizes = { documents = [3] }
resample = "documents"
"#;
    let workspace = Workspace::empty();
    workspace.write("spec.toml", RECOMPUTED);
    for threads in ["1", "3"] {
        workspace.succeed(&["run", "spec.toml", "--threads", threads, "--out", threads, "-q"]);
    }
    assert_eq!(results(&workspace.path("1")), results(&workspace.path("3")));
}

/// Numbers of a cell do not depend on what else is asked for.
#[test]
fn adding_cells_changes_no_other_cell() {
    use runner::analyses::ScoreRow;
    use runner::table::read;

    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "--out", "before", "-q"]);
    workspace.write("small.toml", SMALL.replace("B = 100", "B = [50, 100]\nrepeats = 2"));
    workspace.edit("small.toml", "[\"bleu\"]", "[\"chrf\", \"bleu\"]");
    workspace.edit("small.toml", "systems = [", "systems = [\"ref.a.txt\", ");
    workspace.edit(
        "small.toml",
        "B = [",
        "reference-counts = [1, 2]\norderings = { corpus = true, random = 3 }\nB = [",
    );
    workspace.edit(
        "small.toml",
        "references = [\"ref.a.txt\", \"ref.b.txt\"]",
        "references = [\"ref.a.txt\", \"ref.b.txt\", \"two.txt\"]",
    );
    workspace.edit("small.toml", "reference-counts = [1, 2]", "reference-counts = [2]");
    workspace.succeed(&["run", "small.toml", "--out", "after", "-q"]);
    let read = |folder: &str| -> Vec<ScoreRow> {
        read(&workspace.path(folder).join("scores.parquet")).unwrap()
    };
    let after = read("after");
    for row in read("before").iter().filter(|row| row.cell.system.as_deref() == Some("one")) {
        let same = |other: &&ScoreRow| {
            other.cell.metric == row.cell.metric
                && other.cell.system == row.cell.system
                && other.cell.ordering == row.cell.ordering
                && other.cell.documents == row.cell.documents
                && (other.cell.repeat, other.cell.replicates) == (1, 100)
        };
        assert_eq!(after.iter().find(same), Some(row));
    }
}

/// The numbers themselves: a change of the program that moves one must raise `NUMBERS_VERSION`.
#[test]
fn numbers_are_pinned() {
    let workspace = Workspace::empty();
    workspace.write("many.toml", MANY);
    workspace.succeed(&["run", "many.toml", "--out", "out", "-q"]);
    assert_eq!((runner::NUMBERS_VERSION, &*digest(&workspace, "out")), (10, PINNED));
}

/// Whatever instruction set of the processor multiplies.
#[test]
fn instruction_sets_change_no_byte() {
    let workspace = Workspace::empty();
    workspace.write("many.toml", MANY);
    for set in InstructionSet::available() {
        let name = set.name();
        let mut command = workspace.command(&["run", "many.toml", "--out", name, "-q"]);
        let output = command.env("RUNNER_KERNEL", name).output().unwrap();
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        assert_eq!(digest(&workspace, name), PINNED, "{name}");
        assert_eq!(results(&workspace.path(name)), results(&workspace.path("portable")), "{name}");
    }
}

#[test]
fn instruction_sets_that_are_not_there_are_refused() {
    let workspace = Workspace::small();
    let mut command = workspace.command(&["run", "small.toml"]);
    let output = command.env("RUNNER_KERNEL", "abacus").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.contains("error: RUNNER_KERNEL names no instruction set: `abacus`"),
        "{message}"
    );
    assert!(message.contains("this processor has portable"), "{message}");
}

/// Digest of the numbers in the table of scores.
fn digest(workspace: &Workspace, out: &str) -> String {
    let path = workspace.path(out).join("scores.parquet");
    let scores: Vec<runner::analyses::ScoreRow> = runner::table::read(&path).unwrap();
    let mut hasher = blake3::Hasher::new();
    for row in &scores {
        for value in [row.score, row.mean, row.median, row.stdev, row.ci_lower, row.ci_upper] {
            hasher.update(&value.unwrap_or(f64::NAN).to_bits().to_le_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

const PINNED: &str = "2647ebf4a4dd01a7";
