//! Commands that write corpora, killed at a chosen system call.
//!
//! Whatever is left is no corpus or a whole one, and what is invented has its mark. `strace` kills; where
//! it is not there or not permitted, the tests say that they were skipped.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

use super::fixture::{Workspace, text};

/// System calls that change what is in a folder.
const CALLS: [&str; 6] = ["mkdir", "openat", "write", "fsync", "rename", "renameat2"];

/// Runs the program under `strace` with these options.
fn traced(workspace: &Workspace, options: &[&str], arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("strace");
    command.arg("-f").args(options).arg(env!("CARGO_BIN_EXE_runner")).args(arguments);
    command.current_dir(workspace.path("")).env("NO_COLOR", "1").env("RAYON_NUM_THREADS", "1");
    command.output().ok()
}

/// The [`CALLS`] of the main thread, with their numbers among calls of their name, from the first on that is
/// about something aside; `None` if nothing can be traced here.
fn calls(workspace: &Workspace, arguments: &[&str]) -> Option<Vec<(&'static str, usize)>> {
    let log = workspace.path("trace");
    let only = format!("trace={}", CALLS.join(","));
    let log_name = log.display().to_string();
    let output = traced(workspace, &["-y", "-e", &only, "-o", &log_name], arguments);
    if !output.is_some_and(|output| output.status.success()) {
        println!("skipped: strace is not here, or not permitted to trace");
        return None;
    }
    let log = fs::read_to_string(log).unwrap();
    let main = log.split_whitespace().next().unwrap().to_owned();
    let mut calls = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in log.lines() {
        let Some((process, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        let Some(name) = CALLS.iter().find(|name| call.starts_with(&format!("{name}("))) else {
            continue;
        };
        if process == main {
            let count = counts.entry(name).or_default();
            *count += 1;
            if !calls.is_empty() || call.contains(".unfinished-") {
                calls.push((*name, *count));
            }
        }
    }
    Some(calls)
}

/// Names and contents of all files below a folder, or of a file.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut paths = vec![path.to_owned()];
    while let Some(next) = paths.pop() {
        if next.is_dir() {
            paths.extend(fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()));
        } else if next.exists() {
            let name = next.strip_prefix(path).unwrap().display().to_string();
            all.insert(name, fs::read(next).unwrap());
        }
    }
    all
}

fn left_aside(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".unfinished-")).collect()
}

/// Kills the command that writes `target`, which lies in a folder of its own, at every call from the first on
/// that is about something aside; or at about `most` of them, the renaming among them.
fn killed_everywhere(workspace: &Workspace, arguments: &[&str], target: &str, most: usize) {
    let Some(calls) = calls(workspace, arguments) else { return };
    let path = workspace.path(target);
    let folder = path.parent().unwrap();
    let whole = content(&path);
    assert!(!whole.is_empty());
    assert!(calls.iter().any(|(call, _)| call.starts_with("rename")), "{calls:?}");
    let step = calls.len().div_ceil(most);
    let chosen = calls.iter().enumerate();
    let chosen =
        chosen.filter(|(index, (call, _))| index % step == 0 || call.starts_with("rename"));
    let (mut killed, mut absent) = (0, 0);
    for (_, (call, count)) in chosen {
        fs::remove_dir_all(folder).unwrap();
        fs::create_dir(folder).unwrap();
        let kill = format!("inject={call}:signal=SIGKILL:when={count}");
        let output = traced(workspace, &["-o", "/dev/null", "-e", &kill], arguments).unwrap();
        let place = format!("{call} {count}: {}", text(&output.stderr));
        killed += usize::from(output.status.signal() == Some(9));
        // The path of a file within a folder is that of a corpus, or of nothing.
        let describe = |path: &str| workspace.run(&["corpus", "describe", path]).status.code();
        let left = content(&path);
        if left.is_empty() {
            assert_eq!(describe(target), Some(3), "{place}");
            absent += 1;
        } else {
            assert!(left == whole, "{place}: a part is left: {:?}", left.keys());
            assert_eq!(describe(target), Some(0), "{place}");
        }
        for name in left_aside(folder) {
            let aside = folder.join(&name);
            let name = aside.display().to_string();
            assert_eq!(describe(&name), Some(3), "{place}: {name} is read as a corpus");
            let files = content(&aside);
            let is_marked = aside.is_file() || files.contains_key("SYNTHETIC.txt");
            assert!(files.is_empty() || is_marked, "{place}: {:?}", files.keys());
        }
        // The same command again clears it away, and ends as if nothing had been.
        if left.is_empty() {
            workspace.succeed(arguments);
            assert!(content(&path) == whole, "{place}");
            assert_eq!(left_aside(folder), [""; 0], "{place}");
        }
    }
    assert!(killed > 0 && absent > 0, "killed {killed}, absent {absent}: nothing was tried");
    println!("{killed} kills, {absent} before the end");
}

#[test]
fn a_killed_generation_leaves_nothing_that_passes_for_real() {
    let workspace = Workspace::empty();
    let generate = ["corpus", "generate", "cesta-arfr-1", "out/set"];
    killed_everywhere(&workspace, &generate, "out/set", 24);
}

/// A small generated corpus, in all that the layout holds.
fn generated() -> Workspace {
    let workspace = Workspace::empty();
    for (name, text) in [
        ("SYNTHETIC.txt", "made up\n"),
        ("sources/en-de.txt", "a\nb\n"),
        ("references/en-de.refA.txt", "c\nd\n"),
        ("system-outputs/en-de/S.txt", "c\ne\n"),
        ("human-scores/en-de.mqm.seg.score", "S\t0\nS\t-1\n"),
    ] {
        workspace.write(&format!("small/{name}"), text);
    }
    workspace
}

#[test]
fn a_killed_conversion_leaves_all_or_nothing() {
    let workspace = generated();
    let convert = ["corpus", "convert", "small", "--to", "evalset", "out/set"];
    killed_everywhere(&workspace, &convert, "out/set", usize::MAX);
    let description = workspace.succeed(&["corpus", "describe", "out/set"]);
    assert!(description.contains("(generated, not real)"), "{description}");
}

#[test]
fn a_killed_conversion_to_parquet_leaves_all_or_nothing() {
    let workspace = generated();
    fs::create_dir(workspace.path("out")).unwrap();
    let convert = ["corpus", "convert", "small", "--to", "parquet", "out/set.parquet"];
    killed_everywhere(&workspace, &convert, "out/set.parquet", usize::MAX);
    let description = workspace.succeed(&["corpus", "describe", "out/set.parquet"]);
    assert!(description.contains("(generated, not real)"), "{description}");
}

/// The folder that a command makes is there when all of it is: a target that exists and is empty is used,
/// and the current folder, which would be replaced under the shell, is not.
#[test]
fn an_empty_folder_is_used_and_the_current_one_is_not() {
    let workspace = generated();
    fs::create_dir(workspace.path("empty")).unwrap();
    workspace.succeed(&["corpus", "convert", "small", "--to", "evalset", "empty"]);
    assert_eq!(content(&workspace.path("empty")).len(), 5);
    fs::create_dir(workspace.path("here")).unwrap();
    let mut command = workspace.command(&["corpus", "generate", "cesta-arfr-1", "."]);
    let output = command.current_dir(workspace.path("here")).output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("it is the current folder"), "{message}");
    assert_eq!(fs::read_dir(workspace.path("here")).unwrap().count(), 0);
}
