//! Killed runs, damaged parts, folders in use.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::study::generated;
use crate::support::workspace::{Workspace, parts, results, text};

/// Enough work for many batches.
fn long() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("long.toml", generated("long", 8, 20_000));
    workspace
}

#[test]
fn a_killed_run_goes_on_where_it_was_and_ends_in_the_same_bytes() {
    let workspace = long();
    workspace.succeed(&["run", "long.toml", "--out", "undisturbed", "-q"]);
    let all = parts(&workspace, "undisturbed").len();
    assert!(all >= 3, "{all} parts are too few to kill the run between them");

    let mut run =
        workspace.command(&["run", "long.toml", "--out", "killed", "-q"]).spawn().unwrap();
    let start = Instant::now();
    while parts(&workspace, "killed").is_empty() {
        assert!(start.elapsed() < Duration::from_mins(5), "no part appears");
        sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let kept = parts(&workspace, "killed");
    assert!(kept.len() < all, "the run was over before it was killed");
    assert!(!workspace.path("killed/manifest.json").exists());

    let output = workspace.run(&["run", "long.toml", "--out", "killed"]);
    assert!(text(&output.stderr).contains("results of an earlier run are kept"));
    assert!(kept.iter().all(|part| part.exists()), "a part was replaced");
    assert_eq!(results(&workspace.path("killed")), results(&workspace.path("undisturbed")));
}

#[test]
fn a_damaged_part_is_noticed_and_computed_again() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    let before = results(&workspace.path("results/small"));
    let [part] = &parts(&workspace, "results/small")[..] else { panic!("one small part") };
    let mut bytes = fs::read(part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(part, &bytes).unwrap();
    let output = workspace.run(&["run", "small.toml"]);
    assert!(text(&output.stderr).contains("is damaged; what it held is computed again"));
    assert_eq!(results(&workspace.path("results/small")), before);
    assert_eq!(parts(&workspace, "results/small"), std::slice::from_ref(part));
}

#[test]
fn a_changed_spec_computes_only_what_changed() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    workspace.edit(
        "small.toml",
        "systems = [\"one.txt\", \"two.txt\"]",
        "systems = [\"one.txt\", \"two.txt\", \"ref.b.txt\"]",
    );
    workspace.edit(
        "small.toml",
        "references = [\"ref.a.txt\", \"ref.b.txt\"]",
        "references = [\"ref.a.txt\"]",
    );
    workspace.edit("small.toml", "metrics = [\"bleu\"]", "metrics = [\"bleu\", \"ter\"]");
    workspace.succeed(&["run", "small.toml", "-q"]);
    workspace.edit("small.toml", "systems = [\"one.txt\", ", "systems = [");
    let plan = workspace.succeed(&["plan", "small.toml"]);
    assert!(plan.contains("12 of 12 results are there already"), "{plan}");
}

#[test]
fn an_output_folder_belongs_to_one_run_at_a_time() {
    let workspace = long();
    let mut first = workspace.command(&["run", "long.toml", "--out", "shared", "-q"]);
    let mut first = first.stdout(Stdio::null()).spawn().unwrap();
    let lock = workspace.path("shared/.lock");
    let start = Instant::now();
    while fs::read_to_string(&lock).map_or(true, |holder| holder.is_empty()) {
        assert!(start.elapsed() < Duration::from_mins(5), "no lock appears");
        sleep(Duration::from_millis(5));
    }
    let message = workspace.fail(&["run", "long.toml", "--out", "shared"], 4);
    let holder = format!("is in use by process {} on ", first.id());
    assert!(message.contains(&holder), "{message}");
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock goes with the process that held it.
    workspace.edit("long.toml", "B = 20000", "B = 10");
    workspace.succeed(&["run", "long.toml", "--out", "shared", "-q"]);
}
