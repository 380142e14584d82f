//! What a shell expects of a program: help, manual pages, completions, `-`, colours, and a quiet standard error.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::workspace::{SMALL, Workspace, text};

/// Every command, by its words.
fn commands(workspace: &Workspace) -> Vec<Vec<String>> {
    let list = |arguments: &[&str]| -> Vec<String> {
        let help = workspace.succeed(&[arguments, &["--help"]].concat());
        let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
        let lines = list.lines().filter(|line| !line.starts_with("   "));
        let names = lines.filter_map(|line| line.split_whitespace().next());
        names.filter(|name| *name != "help").map(str::to_owned).collect()
    };
    let mut commands: Vec<Vec<String>> = list(&[]).into_iter().map(|name| vec![name]).collect();
    commands.extend(list(&["corpus"]).into_iter().map(|name| vec!["corpus".to_owned(), name]));
    commands
}

#[test]
fn helps() {
    let workspace = Workspace::empty();
    let mut helps = workspace.succeed(&["--help"]);
    for command in commands(&workspace) {
        let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        arguments.push("-h");
        let title = format!("\n======== {}\n", arguments.join(" "));
        helps.extend([title, workspace.succeed(&arguments)]);
    }
    insta::assert_snapshot!(helps.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

/// Pages have their sections; where groff is, examples are line by line, and it warns of nothing.
#[test]
fn manual_pages_are_set() {
    let workspace = Workspace::empty();
    let mut pages = vec![vec![]];
    pages.extend(commands(&workspace));
    assert!(pages.len() > 20, "{pages:?}");
    let has_groff = Command::new("groff").arg("--version").output().is_ok();
    for page in pages {
        let mut arguments = vec!["man"];
        arguments.extend(page.iter().map(String::as_str));
        let roff = workspace.succeed(&arguments);
        let name = [&["runner".to_owned()][..], &page].concat().join("-");
        assert!(roff.contains(&format!("\n.TH {name} 1 ")), "{roff}");
        for section in ["NAME", "SYNOPSIS", "OPTIONS"] {
            assert!(roff.contains(&format!("\n.SH {section}\n")), "{name}: no {section}");
        }
        if has_groff {
            workspace.write("page.1", &roff);
            let mut groff = Command::new("groff");
            groff.args(["-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u"]);
            let output = groff.arg(workspace.path("page.1")).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
            let set = text(&output.stdout);
            assert!(set.contains("SYNOPSIS"), "{set}");
            if page == ["compare"] {
                let line = "runner compare old.txt new.txt -r ref.txt\n";
                assert!(set.contains(line) && set.contains("EXIT CODES"), "{set}");
            }
        }
    }
    let message = workspace.fail(&["man", "compre"], 2);
    assert!(message.contains("did you mean `compare`?"), "{message}");
}

#[test]
fn completions_know_metrics_and_take_files() {
    let workspace = Workspace::empty();
    let bash = workspace.succeed(&["completions", "bash"]);
    assert!(bash.contains("compgen -W \"bleu m-bleu m-bleu-9 nist"), "metrics");
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(workspace.succeed(&["completions", shell]).contains("references"), "{shell}");
    }
    let zsh = workspace.succeed(&["completions", "zsh"]);
    assert!(zsh.contains("FILE:_files'") && zsh.contains("DIR:_files -/'"), "files and folders");
    // What is completed is not all that is taken.
    workspace.write("a.txt", "a b c d\n");
    workspace.write("b.txt", "a b c d\n");
    workspace.succeed(&["score", "a.txt", "-r", "b.txt", "-m", "bleu:lowercase"]);
}

/// Runs the program with `input` as its standard input.
fn piped(workspace: &Workspace, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = workspace.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_spec_comes_from_standard_input() {
    let workspace = Workspace::small();
    let (code, checked, _) = piped(&workspace, &["check", "-"], SMALL);
    assert_eq!(code, Some(0));
    assert_eq!(
        checked.replace("<stdin>", "small.toml"),
        workspace.succeed(&["check", "small.toml"])
    );
    let (code, planned, _) = piped(&workspace, &["plan", "-"], SMALL);
    assert_eq!((code, planned), (Some(0), workspace.succeed(&["plan", "small.toml"])));
    let (code, answer, _) = piped(&workspace, &["run", "-", "--out", "piped"], SMALL);
    assert_eq!(
        (code, answer),
        (Some(0), workspace.succeed(&["run", "small.toml", "--out", "piped"]))
    );
    let (code, _, message) = piped(&workspace, &["check", "-"], "[experiment]\nnam = 1\n");
    assert!(code == Some(2) && message.contains("--> <stdin>:2:1"), "{message}");
    let (code, _, message) = piped(&workspace, &["check", "-", "-"], SMALL);
    assert!(code == Some(2) && message.contains("named twice"), "{message}");
}

#[test]
fn documents_and_scores_come_from_standard_input() {
    let workspace = Workspace::small();
    let arguments = ["one.txt", "-r", "ref.a.txt", "--interval", "--documents"];
    let score = |file: &'static str| [&["score"], &arguments[..], &[file]].concat();
    let (code, scored, _) = piped(&workspace, &score("-"), "d1\nd1\nd1\nd2\nd2\nd2\nd2\nd2\n");
    assert_eq!((code, scored), (Some(0), workspace.succeed(&score("docs.txt"))));
    let numbers = "0.5\n0.25\n0.75\n0.5\n0.5\n0.5\n0.5\n0.5\n";
    let (code, scored, message) =
        piped(&workspace, &["score", "one.txt", "--scores", "comet=-"], numbers);
    assert!(code == Some(0) && scored.contains("0.5000"), "{scored}{message}");
}

#[test]
fn elsewhere_standard_input_is_refused() {
    let workspace = Workspace::small();
    for arguments in [&["init", "-"][..], &["corpus", "describe", "-"]] {
        let message = workspace.fail(arguments, 2);
        assert!(message.contains("standard input, `-`, cannot be a corpus"), "{message}");
    }
}

#[test]
fn colours_follow_the_environment() {
    let workspace = Workspace::small();
    let run = |variables: &[(&str, &str)]| {
        let mut command = workspace.command(&["run", "small.toml"]);
        command.env_remove("NO_COLOR").envs(variables.iter().copied());
        text(&command.output().unwrap().stdout)
    };
    assert!(!run(&[]).contains('\u{1b}'), "a pipe");
    assert!(run(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!run(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\u{1b}'));
}

#[test]
fn there_is_no_progress_without_a_terminal() {
    let workspace = Workspace::small();
    let output = workspace.run(&["run", "small.toml"]);
    let said = text(&output.stderr);
    assert!(said.lines().all(|line| line.starts_with("report in ")), "{said}");
}
