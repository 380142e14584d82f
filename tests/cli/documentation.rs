//! `docs/commands.md` shows what the program prints.
//!
//! `RUNNER_UPDATE_DOCS=1 cargo test --test cli documentation` writes the output anew; read the
//! difference before committing it.

use std::path::Path;
use std::process::Command;

use crate::support::workspace::{Workspace, text};

const START: &str = "```console\n";
const END: &str = "```\n";

/// Runs `line` with a shell: its standard output, and standard error if it fails.
fn run(workspace: &Workspace, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_runner"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(workspace.path(""));
    shell.env("PATH", path).env("LC_ALL", "C");
    let output = shell.output().unwrap();
    let mut shown = text(&output.stdout);
    if !output.status.success() {
        shown += &text(&output.stderr);
    }
    // Trailing blanks would not survive an editor.
    shown.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The page with every example run.
fn renewed(page: &str) -> String {
    let workspace = Workspace::empty();
    let mut renewed = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(START) {
        let (block, after) = after.split_once(END).expect("every example ends");
        renewed += before;
        renewed += START;
        for line in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            renewed += "$ ";
            renewed += line;
            renewed += "\n";
            renewed += &run(&workspace, line);
        }
        renewed += END;
        rest = after;
    }
    renewed + rest
}

#[test]
#[cfg(unix)]
fn examples_print_what_the_page_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let renewed = renewed(&page);
    if std::env::var_os("RUNNER_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &renewed).unwrap();
        return;
    }
    let different = page.lines().zip(renewed.lines()).find(|(page, now)| page != now);
    assert!(page == renewed, "the first line that differs, and what it is now: {different:?}");
}
