//! Tests that cannot run say so, and fail where they were promised to run.

use std::fs;
use std::process::{Command, Output};

use crate::support::needs::{Need, missing};
use crate::support::workspace::{Workspace, text};

#[test]
fn what_is_missing_was_not_promised() {
    for (need, name, why) in Need::ALL {
        assert_eq!(missing(need, ""), Ok(why));
        let broken = format!("RUNNER_CI_REQUIRES promises `{name}`: {why}");
        assert_eq!(missing(need, &format!(" {name}, ")), Err(broken));
    }
    assert!(missing(Need::Data, "python,slurm").is_ok());
    let unknown = missing(Need::Data, "python,date").unwrap_err();
    assert_eq!(unknown, "RUNNER_CI_REQUIRES names `date`, which no test needs");
}

/// This program of tests, of which one that needs real corpora runs without any.
#[test]
fn a_test_that_cannot_run_says_so_in_the_summary_or_fails() {
    let workspace = Workspace::empty();
    let summary = workspace.path("skipped");
    let test = "shared::init_makes_right_specs_of_all_real_corpora";
    let run = |promised: &str| -> Output {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test]).env_remove("RUNNER_SHARED");
        command.env("RUNNER_CI_REQUIRES", promised).env("RUNNER_SKIPPED", &summary);
        command.output().unwrap()
    };
    let output = run("python");
    assert!(output.status.success(), "{}", text(&output.stdout));
    let line = format!("skipped: {test}: RUNNER_SHARED does not name a folder with real corpora\n");
    assert_eq!(text(&output.stderr), line);
    assert_eq!(fs::read_to_string(&summary).unwrap(), line);
    let output = run("python,data");
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("RUNNER_CI_REQUIRES promises `data`"));
}
