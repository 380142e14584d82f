//! What goes to the terminal. Only this file and [`crate::report::progress`], which shows nothing but its
//! own words, write there.
//!
//! Texts hold names, paths and messages of others. Whatever of them a terminal would obey is spelled out
//! here; names that stand in columns are before they are laid out, see [`crate::escape`].

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::answer_format::AnswerFormat;
use super::failure::Failure;
use crate::diagnostic::Style;
use crate::escape;
use crate::presentation::TextTable;
use crate::report::Export;
use crate::report::forms::AnswerForms;
use crate::report::wrap::{wrapped_lines, wrapped_messages};
use crate::warning::Warning;
use crate::words::counted;

/// Version of what is printed as JSON. Keys may be added at any time without a new one.
const JSON_SCHEMA: u32 = 1;

/// Prints text for people, in lines of at most 80 columns. Results go to standard output; a closed pipe is
/// not an error.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_exact(&wrapped_lines(&escape::lines(text)))
}

/// Prints text whose lines are copied or read by programs, and so stay whole: commands, tables in Markdown.
pub(super) fn print_lines(text: &str) -> Result<(), Failure> {
    print_exact(&escape::lines(text))
}

/// Prints a text that has spelled out what a terminal would obey in it, with emphasis where
/// the terminal supports it.
pub(super) fn print_styled(text: impl FnOnce(bool) -> String) -> Result<(), Failure> {
    print_exact(&text(is_styled(io::stdout().is_terminal())))
}

/// Prints an answer in the form that is wanted; where it has no warnings, these go to the standard error.
pub(super) fn print_answer(
    answer: &impl AnswerForms,
    format: AnswerFormat,
    is_quiet: bool,
) -> Result<(), Failure> {
    if is_quiet || format.is_bare() {
        tell_warnings(answer.warnings());
    }
    match (format, format.export()) {
        _ if is_quiet => Ok(()),
        (AnswerFormat::Text, _) => print_styled(|is_styled| answer.text(is_styled)),
        (AnswerFormat::Markdown, _) => print_lines(&answer.markdown()),
        (_, Some(export)) => print_tables(&answer.tables(export), export),
        (_, None) => print_json(&answer.json()),
    }
}

/// Prints JSON or TOML, which read back as the same.
pub(super) fn print_data(text: &str) -> Result<(), Failure> {
    print_exact(&escape::data(text))
}

/// Prints tables to be pasted elsewhere, in files that are read by programs without anything around them.
pub(super) fn print_tables(tables: &[TextTable], export: Export) -> Result<(), Failure> {
    let tables: Vec<String> = tables.iter().map(|table| export.spell(table)).collect();
    match export {
        Export::Csv | Export::Tsv => print_exact(&tables.join("\n")),
        Export::Markdown | Export::Latex | Export::Typst => print_lines(&tables.join("\n")),
    }
}

/// Prints an object as JSON, after the version of its schema.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        schema: u32,
        #[serde(flatten)]
        value: &'a T,
    }
    let value = Versioned { schema: JSON_SCHEMA, value };
    let text = serde_json::to_string_pretty(&value).expect("what is printed is plain data");
    print_data(&(text + "\n"))
}

/// Prints a text that holds nothing of others, byte by byte.
pub(super) fn print_exact(text: &str) -> Result<(), Failure> {
    // What is still buffered at the end of the process is written then, and errors are lost.
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Tells everything else on standard error, where nothing is left to do if it fails.
pub(super) fn tell(text: &str) {
    tell_exact(&escape::lines(text));
}

/// Tells warnings where no answer has them: what each is about, and below it the way out.
pub(super) fn tell_warnings<'a>(warnings: impl IntoIterator<Item = &'a Warning>) {
    for warning in warnings.into_iter().filter(|warning| !warning.is_note()) {
        let label = warning.grade.in_words().to_lowercase();
        let headline = format!("{label}: {}", warning.headline());
        let text = format!("{}\n  {}\n", escape::line(&headline), escape::line(&warning.help));
        // As failures.
        tell(&if io::stderr().is_terminal() { wrapped_lines(&text) } else { text });
    }
}

/// Tells someone who waits for the answer that it will begin with warnings.
pub(super) fn tell_of_warnings(warnings: &[Warning]) {
    let count = warnings.iter().filter(|warning| !warning.is_note()).count();
    if count > 0 && io::stderr().is_terminal() {
        let stand = if count == 1 { "stands" } else { "stand" };
        let warnings = counted(count, "warning");
        tell(&format!("{warnings} {stand} before the answer; `runner check` shows them now\n"));
    }
}

/// Tells a failure, in colours where they are wanted: these are the only sequences for a terminal that
/// pass, since the diagnostics have spelled out those of others. A terminal gets lines of 80 columns; programs get each message
/// in one.
pub(super) fn tell_failure(failure: &Failure) {
    let text = failure.render(error_style());
    tell_exact(&if io::stderr().is_terminal() { wrapped_messages(&text) } else { text });
}

fn tell_exact(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

fn error_style() -> Style {
    if is_styled(io::stderr().is_terminal()) { Style::Styled } else { Style::Plain }
}

/// Whether a text has colours: what `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR` say, in this order, as in the
/// parser's help; else where it goes to a terminal that knows them.
fn is_styled(is_terminal: bool) -> bool {
    styled_by(is_terminal, |name| std::env::var_os(name))
}

fn styled_by(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_on = |name: &str| variable(name).map(|value| value != "0");
    // By no-color.org, an empty value counts as none.
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return false;
    }
    if is_on("CLICOLOR_FORCE").unwrap_or(false) {
        return true;
    }
    let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
    is_terminal && is_on("CLICOLOR").unwrap_or(!is_dumb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_about_colours() {
        let styled = |is_terminal: bool, set: &[(&str, &str)]| {
            styled_by(is_terminal, |name| {
                let variable = set.iter().find(|(variable_name, _)| *variable_name == name);
                variable.map(|(_, value)| OsString::from(value))
            })
        };
        assert!(styled(true, &[]) && !styled(false, &[]));
        assert!(styled(true, &[("NO_COLOR", "")]));
        assert!(styled(false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!styled(false, &[("CLICOLOR_FORCE", "0")]));
        for off in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
            assert!(!styled(true, &[off]), "{off:?}");
        }
        assert!(!styled(true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
        assert!(styled(true, &[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")]));
    }
}
