//! Answers to words and options of other programs and of earlier versions.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Deserialize;

use super::failure::Failure;
use super::submit::shell;
use crate::diagnostic::closest;
use crate::removed::{Kind, instead_of};
use crate::report::glossary;

/// Words and options of other programs.
#[derive(Deserialize)]
struct Spellings {
    options: Vec<OtherOption>,
    commands: Vec<OtherCommand>,
}

/// An option of another program.
#[derive(Deserialize)]
struct OtherOption {
    program: String,
    names: Vec<String>,
    write: Option<String>,
    instead: Option<String>,
}

/// Words that people look for, and the command that does it.
#[derive(Deserialize)]
struct OtherCommand {
    words: Vec<String>,
    see: String,
}

impl Spellings {
    fn read() -> Self {
        toml::from_str(include_str!("spellings.toml")).expect("a test reads this file")
    }
}

/// Returns a better answer than the parser's to `arguments` that the parser refused. The first argument is the program.
pub(super) fn answer(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    let (_, arguments) = arguments.split_first()?;
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let option = context(ContextKind::InvalidArg)?;
            removed_option(option, arguments).or_else(|| other_option(option, arguments))
        }
        ErrorKind::InvalidValue => {
            let option = context(ContextKind::InvalidArg)?.split(' ').next()?;
            let value = context(ContextKind::InvalidValue)?;
            removed_option(&format!("{option} {value}"), arguments)
        }
        ErrorKind::InvalidSubcommand => {
            other_command(context(ContextKind::InvalidSubcommand)?, arguments)
        }
        _ => None,
    }
}

/// Answers to an option that an earlier version had.
fn removed_option(option: &str, arguments: &[String]) -> Option<Failure> {
    // The command has one or two words.
    let mut commands =
        [1, 2].into_iter().filter_map(|count| Some(arguments.get(..count)?.join(" ")));
    commands.find_map(|command| {
        let help = instead_of(Kind::Option, &format!("{command} {option}"))?;
        let message = format!("`{option}` is no longer an option of `{command}`");
        Some(Failure::refusal(message, help))
    })
}

/// Answers to options of sacreBLEU and COMET in the commands that read files of text.
fn other_option(refused: &str, arguments: &[String]) -> Option<Failure> {
    if !["score", "compare", "rank"].contains(&arguments.first()?.as_str()) {
        return None;
    }
    let Spellings { options, .. } = Spellings::read();
    let (name, value, row) = arguments.iter().enumerate().find_map(|(place, argument)| {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (argument.as_str(), arguments.get(place + 1).map(String::as_str)),
        };
        // Of `-tok` the parser refuses `-t`.
        let is_refused = name == refused || name.len() > 2 && !name.starts_with("--");
        let is_file = |value: &str| value.contains('.') || Path::new(value).is_file();
        let is_of_comet = value.is_some_and(is_file);
        let rows = options.iter().filter(|row| is_refused && row.names.iter().any(|n| n == name));
        let row = rows.min_by_key(|row| (row.program == "COMET") != is_of_comet)?;
        Some((name, value, row))
    })?;
    let value = value.filter(|value| !value.starts_with('-'));
    let value = value.map_or_else(|| "VALUE".to_owned(), shell);
    let fill = |text: &String| text.replace("VALUE", &value);
    let write = row.write.as_ref().map(|text| format!("write `{}`", fill(text)));
    let help = write.or_else(|| row.instead.as_ref().map(fill))?;
    Some(Failure::refusal(format!("`{name}` is an option of {}", row.program), help))
}

/// Answers to a command that does not exist.
fn other_command(word: &str, arguments: &[String]) -> Option<Failure> {
    let path = Path::new(word);
    if path.is_file() && path.extension().is_some_and(|ending| ending == "toml") {
        let words: Vec<String> = arguments.iter().map(|word| shell(word)).collect();
        let help = format!("to run it, write `runner run {}`", words.join(" "));
        return Some(Failure::refusal(format!("`{word}` is a file, not a command"), help));
    }
    if path.exists() && arguments.first().is_some_and(|first| first == word) {
        let help =
            "`compare`, `rank` and `score` read files of text, `init` writes a spec for them";
        return Some(Failure::refusal(format!("`{word}` is a file, not a command"), help));
    }
    let lower = word.to_lowercase();
    let message = format!("there is no command `{word}`");
    if let Some(help) = instead_of(Kind::Command, &lower) {
        return Some(Failure::refusal(format!("`{word}` is no longer a command"), help));
    }
    let Spellings { commands, .. } = Spellings::read();
    if let Some(row) = commands.into_iter().find(|row| row.words.contains(&lower)) {
        return Some(Failure::refusal(message, row.see));
    }
    // For a typing error, the parser suggests the command that is meant.
    let is_like_a_command =
        super::command_names().iter().any(|name| closest(&lower, [name.as_str()]).is_some());
    let term = glossary::find(&lower).filter(|_| !is_like_a_command)?;
    let help = format!("`runner explain {}` explains the term", shell(&term.name));
    Some(Failure::refusal(message, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_a_command_and_every_row_has_an_answer() {
        let Spellings { options, commands } = Spellings::read();
        assert!(options.iter().all(|row| row.write.is_some() != row.instead.is_some()));
        let names = crate::cli::command_names();
        for word in commands.iter().flat_map(|row| &row.words) {
            assert!(!names.contains(word), "{word}");
        }
    }
}
