//! An option of one name means one thing in all commands, and the documentation says which.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use clap::{Arg, Command, CommandFactory};

use super::{Arguments, Exit};

/// Where the table of options stands.
const DOCUMENTATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
const BEFORE: &str = "<!-- options -->\n";
const AFTER: &str = "<!-- end of options -->\n";

/// What an option is in a command.
#[derive(Debug, PartialEq, Eq)]
struct Meaning {
    short: Option<char>,
    value: String,
    help: String,
}

/// The commands of each option, in the order of the commands.
type Uses = BTreeMap<String, Vec<(String, Meaning)>>;

fn uses() -> Uses {
    let mut command = Arguments::command();
    command.build();
    let mut uses = Uses::new();
    walk(&command, "", &mut uses);
    uses
}

fn walk(command: &Command, name: &str, uses: &mut Uses) {
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let Some(long) = argument.get_long().filter(|long| !["help", "version"].contains(long))
        else {
            continue;
        };
        uses.entry(long.to_owned()).or_default().push((name.to_owned(), meaning(argument)));
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        walk(inner, format!("{name} {}", inner.get_name()).trim_start(), uses);
    }
}

fn meaning(argument: &Arg) -> Meaning {
    let takes_value = argument.get_action().takes_values();
    let names = argument.get_value_names().unwrap_or_default().iter();
    let value = names.map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    // What stands where the option is left out is for each command to choose.
    let help = help.split(" [default").next().unwrap_or_default().replace('\n', " ");
    Meaning {
        short: argument.get_short(),
        value: if takes_value { value } else { String::new() },
        help,
    }
}

#[test]
fn an_option_of_one_name_has_one_meaning() {
    let mut differing = Vec::new();
    for (name, uses) in uses() {
        let (first, meaning) = &uses[0];
        for (command, other) in &uses[1..] {
            if meaning != other {
                differing.push(format!("--{name}\n  {first}: {meaning:?}\n  {command}: {other:?}"));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Folders are called `--out`, files `--write`; short letters stand for one option each.
#[test]
fn outputs_and_letters_are_unique() {
    let mut letters: BTreeMap<char, String> = BTreeMap::new();
    for (name, uses) in uses() {
        for (command, Meaning { short, value, .. }) in uses {
            match name.as_str() {
                "out" => assert_eq!(value, "DIR", "{command}"),
                "write" => assert_eq!(value, "FILE", "{command}"),
                _ => {}
            }
            let Some(letter) = short else { continue };
            assert_eq!(letters.entry(letter).or_insert_with(|| name.clone()), &name, "{command}");
        }
    }
}

/// Hidden spellings of earlier versions that another command has as its own. The list only becomes shorter.
const FORMER: [(&str, &str); 3] = [("pick", "scores"), ("pick", "out"), ("diff", "examples")];

/// Other spellings too are of one option in all commands, and no option's own name.
#[test]
fn other_spellings_are_of_one_option() {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (command, argument) in arguments() {
        let Some(long) = argument.get_long().map(str::to_owned) else { continue };
        // What it is called by one command or another, it names a metric, column or criterion.
        let names_of_argument = argument.get_all_aliases().unwrap_or_default().into_iter();
        for name in names_of_argument.chain([&*long]).filter(|name| *name != "metric") {
            if FORMER.contains(&(&*command, name)) {
                continue;
            }
            let first = names.entry(name.to_owned()).or_insert_with(|| long.clone());
            if *first != long {
                wrong.push(format!("{command}: --{name} is --{long}, and --{first} elsewhere"));
            }
        }
    }
    assert!(names.len() > 60, "{names:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A command that lists exit codes lists some of the program's, and each once.
#[test]
fn exit_codes_of_commands_are_those_of_the_program() {
    let mut command = Arguments::command();
    command.build();
    let all = codes(&Exit::list());
    assert_eq!(all.len(), 12);
    let mut listing = Vec::new();
    let mut waiting: Vec<&Command> = command.get_subcommands().collect();
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands());
        let help = command.get_after_help().or(command.get_after_long_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let Some((_, list)) = help.split_once("Exit codes:\n") else { continue };
        let listed = codes(list);
        assert!(listed.len() > 1 && listed.iter().all(|code| all.contains(code)), "{list}");
        let once: BTreeSet<u32> = listed.iter().copied().collect();
        assert_eq!(once.len(), listed.len(), "{list}");
        listing.push(command.get_name().to_owned());
    }
    assert!(listing.contains(&"compare".to_owned()), "{listing:?}");
}

/// The numbers that lines of a list begin with.
fn codes(list: &str) -> Vec<u32> {
    let beginnings = list.lines().map(|line| line.trim().split("  ").next().unwrap_or_default());
    beginnings.flat_map(|codes| codes.split(", ").filter_map(|code| code.parse().ok())).collect()
}

/// The options of all commands, hidden ones too.
fn arguments() -> Vec<(String, Arg)> {
    let mut command = Arguments::command();
    command.build();
    let mut all = Vec::new();
    let mut waiting: Vec<&Command> = vec![&command];
    while let Some(command) = waiting.pop() {
        let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
        waiting.extend(inner);
        let name = command.get_name();
        all.extend(command.get_arguments().map(|argument| (name.to_owned(), argument.clone())));
    }
    all
}

/// The options that several commands have, or that a letter stands for.
fn table() -> String {
    let mut lines = vec!["| option | of | |\n|---|---|---|\n".to_owned()];
    for (name, uses) in uses() {
        let Meaning { short, value, help } = &uses[0].1;
        if uses.len() < 2 && short.is_none() {
            continue;
        }
        let letter = short.map_or_else(String::new, |letter| format!("`-{letter}`, "));
        let value = if value.is_empty() { String::new() } else { format!(" {value}") };
        let commands: Vec<String> =
            uses.iter().map(|(command, _)| format!("`{command}`")).collect();
        let help = help.replace('|', "\\|");
        lines.push(format!("| {letter}`--{name}{value}` | {} | {help} |\n", commands.join(", ")));
    }
    lines.concat()
}

#[test]
fn the_documentation_has_the_table_of_options() {
    let text = fs::read_to_string(DOCUMENTATION).unwrap();
    let (before, rest) = text.split_once(BEFORE).expect("the table has its marks");
    let (table_there, after) = rest.split_once(AFTER).expect("the table has its marks");
    if env::var_os("RUNNER_UPDATE_DOCS").is_some() {
        fs::write(DOCUMENTATION, [before, BEFORE, &table(), AFTER, after].concat()).unwrap();
        return;
    }
    assert_eq!(table_there, table(), "RUNNER_UPDATE_DOCS=1 cargo test option_names renews it");
}
