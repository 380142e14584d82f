//! The tables in other programs: pyarrow and polars in Python.

use std::path::Path;
use std::process::Command;

use crate::support::needs::{self, Need};
use crate::support::workspace::{Workspace, text};

/// Where `RUNNER_PYTHON` names an interpreter with pyarrow and polars.
#[test]
fn pyarrow_and_polars_read_every_table() {
    let Some(python) = needs::named(Need::Python, "RUNNER_PYTHON") else { return };
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/read_tables.py");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/tables.schema.json");
    let mut command = Command::new(python);
    command.arg(script).arg(schema).arg(workspace.path("results/small"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "test_sets 3\nscores 4\ngrowth 4\nminimal_sizes 6\nsubset_independence 16\n"
    );
}
