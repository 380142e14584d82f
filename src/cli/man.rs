//! `runner man` and `runner completions`: what packages install beside the program.

use std::io;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::{Arguments, Failure, print_exact};
use crate::diagnostic::closest;

const MAN_HELP: &str = "\
Examples:
  runner man | man -l -                      Read the page of the program
  runner man corpus generate | man -l -      Read that of a command
  runner man > ~/.local/share/man/man1/runner.1
  runner man compare > ~/.local/share/man/man1/runner-compare.1";

const COMPLETIONS_HELP: &str = "\
Examples:
  runner completions bash > ~/.local/share/bash-completion/completions/runner
  runner completions zsh > ~/.zfunc/_runner
  runner completions fish > ~/.config/fish/completions/runner.fish";

#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub(super) struct ManArguments {
    /// The command that the page is about [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(super) struct CompletionArguments {
    /// The shell
    shell: Shell,
}

/// Prints the page in the language of `man`.
pub(super) fn man(arguments: &ManArguments) -> Result<(), Failure> {
    let mut command = Arguments::command();
    command.build();
    for name in &arguments.command {
        let names: Vec<String> =
            command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
        command = command.find_subcommand(name).cloned().ok_or_else(|| {
            let help = match closest(name, names.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`runner --help` lists the commands".to_owned(),
            };
            Failure::refusal(format!("there is no command `{name}`"), help)
        })?;
    }
    print_exact(&page(command).expect("memory takes what is written"))
}

/// The page of a command: as the parser has it, and the end of the help with its lines as they are.
fn page(command: Command) -> io::Result<String> {
    let end = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.get_subcommands().next().is_some();
    let man =
        Man::new(command).manual("runner").source(concat!("runner ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    let mut more = Roff::new();
    for part in end.split("\n\n") {
        if let Some((heading, lines)) = part.split_once(":\n") {
            more.control("SH", [heading.to_uppercase().as_str()]);
            more.control("nf", []);
            more.text([roman(lines)]);
            more.control("fi", []);
        } else {
            more.control("PP", []);
            more.text([roman(part.replace('\n', " "))]);
        }
    }
    more.to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

pub(super) fn completions(arguments: &CompletionArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "runner", &mut script);
    print_exact(&String::from_utf8_lossy(&script))
}
