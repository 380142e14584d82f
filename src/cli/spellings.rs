//! What people type who know other programs, or who look for a command by another word: what to type here.

use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::failure::Failure;
use super::submit::shell;
use crate::config::metric_arguments;
use crate::diagnostic::closest;
use crate::removed::{self, Kind};
use crate::report::glossary;

/// The answer to `arguments` that the parser refused, where more can be said than it says. The first is the program.
pub(super) fn answer(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    let (_, arguments) = arguments.split_first()?;
    match error.kind() {
        ErrorKind::UnknownArgument => {
            removed_option(error, arguments).or_else(|| of_others(arguments))
        }
        ErrorKind::InvalidSubcommand => {
            let ContextValue::String(word) = error.get(ContextKind::InvalidSubcommand)? else {
                return None;
            };
            other_command(word, arguments)
        }
        _ => None,
    }
}

/// Returns the answer to an option that a command used to have.
fn removed_option(error: &clap::Error, arguments: &[String]) -> Option<Failure> {
    let ContextValue::String(option) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    // The command has one or two words.
    let commands = [1, 2].into_iter().filter_map(|count| arguments.get(..count));
    let mut commands = commands.map(|words| words.join(" "));
    commands.find_map(|command| {
        let instead = removed::instead_of(Kind::Option, &format!("{command} {option}"))?;
        let message = format!("`{option}` is no longer an option of `{command}`");
        Some(Failure::refusal(message, instead))
    })
}

/// What an option of another program is here.
enum Here {
    /// An option of a metric; one that takes no value has its own here.
    Option { metric: &'static str, key: &'static str },
    /// Other arguments in its place, with the word for the value, if it takes one.
    Arguments { arguments: &'static [&'static str], takes_value: bool },
    /// Nothing: why, and what to do.
    Nothing(&'static str),
}

const NO_TEST_SETS: &str = "test sets are not downloaded: name the reference with `-r FILE`; `sacrebleu -t SET -l PAIR \
                            --echo ref > ref.txt` writes it";

const fn option(metric: &'static str, key: &'static str) -> Here {
    Here::Option { metric, key }
}

const fn arguments(arguments: &'static [&'static str], takes_value: bool) -> Here {
    Here::Arguments { arguments, takes_value }
}

/// What `comet-score` does, and how its scores come here.
const NO_MODELS: &str = "models are run by their own program: `comet-score ... --to_json scores.json`, then \
                         `--scores comet=scores.json`";

/// Options of COMET 2.2 that are called otherwise here. Those of one letter stand before a file.
const OF_COMET: [(&[&str], Here); 15] = [
    (&["-t", "--translations"], arguments(&[], true)),
    (&["-s", "--sources"], arguments(&["--source"], true)),
    (&["--to_json"], arguments(&["--format", "json"], true)),
    (&["--only_system"], arguments(&["--bare"], false)),
    (&["--num_splits"], arguments(&["--B"], true)),
    (
        &["--t_test_alternative"],
        Here::Nothing("tests are two-sided; `--margin comet=0.01` asks in one direction"),
    ),
    (&["--gpus"], Here::Nothing(NO_MODELS)),
    (&["--model"], Here::Nothing(NO_MODELS)),
    (&["--batch_size"], Here::Nothing(NO_MODELS)),
    (&["--num_workers"], Here::Nothing(NO_MODELS)),
    (&["--model_storage_path"], Here::Nothing(NO_MODELS)),
    (&["--disable_cache"], Here::Nothing(NO_MODELS)),
    (&["--disable_length_batching"], Here::Nothing(NO_MODELS)),
    (&["-d", "--sacrebleu_dataset"], Here::Nothing(NO_TEST_SETS)),
    (&["--sample_ratio"], Here::Nothing("resamples are as large as the test set: leave it out")),
];

/// Options of sacreBLEU 2.6 that are called otherwise here.
const OF_SACREBLEU: [(&[&str], Here); 30] = [
    (&["-tok", "--tokenize"], option("bleu", "tokenizer=")),
    (&["-lc", "--lowercase"], option("bleu", "lowercase")),
    (&["-s", "--smooth-method"], option("bleu", "smoothing=")),
    (&["--chrf-char-order"], option("chrf", "character-order=")),
    (&["--chrf-word-order"], option("chrf", "word-order=")),
    (&["--chrf-beta"], option("chrf", "beta=")),
    (&["--chrf-whitespace"], option("chrf", "whitespace")),
    (&["--chrf-lowercase"], option("chrf", "lowercase")),
    (&["--chrf-eps-smoothing"], option("chrf", "eps-smoothing")),
    (&["--ter-case-sensitive"], option("ter", "case-sensitive")),
    (&["--ter-asian-support"], option("ter", "asian-support")),
    (&["--ter-no-punct"], option("ter", "no-punctuation")),
    (&["--ter-normalized"], option("ter", "normalized")),
    (&["--paired-bs", "-paired-bs"], arguments(&["--like", "sacrebleu"], false)),
    (&["--paired-ar", "-paired-ar"], arguments(&["--like", "sacrebleu-ar"], false)),
    (&["--paired-bs-n", "--paired-ar-n"], arguments(&["--B"], true)),
    (&["--confidence", "-ci"], arguments(&["--interval"], false)),
    (&["--confidence-n"], arguments(&["--B"], true)),
    (&["-f"], arguments(&["--format"], true)),
    (&["-t", "--test-set"], Here::Nothing(NO_TEST_SETS)),
    (&["-l", "--language-pair"], Here::Nothing(NO_TEST_SETS)),
    (
        &["--num-refs", "-nr"],
        Here::Nothing("name a file for each reference: `-r ref1.txt -r ref2.txt`"),
    ),
    (&["-e", "--encoding"], Here::Nothing("files are UTF-8: convert them first, with `iconv`")),
    (&["-q", "--quiet"], Here::Nothing("scores alone are printed by `--bare`")),
    (&["-sh", "--short"], Here::Nothing("signatures have one form: leave it out")),
    (
        &["-sl", "--sentence-level"],
        Here::Nothing(
            "`runner compare A B -r REFERENCE --examples 10` shows segments with their scores",
        ),
    ),
    (&["-nc", "--no-color"], Here::Nothing("set the environment variable `NO_COLOR=1`")),
    (&["--echo"], Here::Nothing(NO_TEST_SETS)),
    (&["--origlang", "-ol"], Here::Nothing(NO_TEST_SETS)),
    (&["--subset"], Here::Nothing(NO_TEST_SETS)),
];

/// The answer to options of sacreBLEU and COMET for the commands that read files of text.
fn of_others(arguments: &[String]) -> Option<Failure> {
    let command = arguments.first()?;
    if !["score", "compare", "rank"].contains(&command.as_str()) {
        return None;
    }
    if arguments.iter().any(|argument| ["-i", "--input"].contains(&argument.as_str())) {
        let help = format!("list the systems; references after -r: `{}`", without_input(arguments));
        return Some(Failure::refusal("`-i` is an option of sacreBLEU", help));
    }
    let has_option = has_option(command);
    let (place, Other { name, value, program, here }) = arguments
        .iter()
        .enumerate()
        .find_map(|(place, _)| Some((place, Other::at(arguments, place, &has_option)?)))?;
    let message = format!("`{name}` is an option of {program}");
    let mut line: Vec<String> = arguments.to_vec();
    line.remove(place);
    let take_value = |line: &mut Vec<String>| {
        value.clone().or_else(|| (place < line.len()).then(|| line.remove(place)))
    };
    let help = match here {
        Here::Nothing(help) => (*help).to_owned(),
        Here::Arguments { arguments: new, takes_value } => {
            let value = takes_value.then(|| take_value(&mut line)).flatten();
            // What the command has no use for is left out, with its value.
            let has_use =
                new.first().is_none_or(|option| *option == "--like" || has_option(option));
            let value = value.filter(|_| has_use && new.len() < 2);
            let new = new.iter().filter(|_| has_use).map(|word| (*word).to_owned()).chain(value);
            line.splice(place..place, new);
            if line.iter().any(|word| word == "--like") && command != "compare" {
                "compare".clone_into(&mut line[0]);
            }
            // One option is put right at a time.
            let others = (0..line.len()).find_map(|place| Other::at(&line, place, &has_option));
            match others.and_then(|_| of_others(&line)) {
                Some(failure) => return Some(failure),
                None => format!("write `{}`", spelled(&line)),
            }
        }
        Here::Option { metric, key } => {
            let value = key.ends_with('=').then(|| take_value(&mut line)).flatten();
            let option = format!("{key}{}", value.unwrap_or_default());
            add_option(&mut line, metric, &option);
            format!("options stand behind their metric: `{}`", spelled(&line))
        }
    };
    Some(Failure::refusal(message, help))
}

/// Whether a command has an option of this name.
fn has_option(command: &str) -> impl Fn(&str) -> bool + use<> {
    let command = super::Arguments::command().find_subcommand(command).cloned();
    move |option: &str| {
        let mut all = command.iter().flat_map(clap::Command::get_arguments);
        let Some(name) = option.strip_prefix("--") else {
            let mut letters = option.trim_start_matches('-').chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            return letter.is_some() && all.any(|argument| argument.get_short() == letter);
        };
        all.any(|argument| {
            argument.get_long() == Some(name)
                || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
        })
    }
}

/// Options of a program by their names.
type Options = &'static [(&'static [&'static str], Here)];

/// An option of another program among arguments.
struct Other<'a> {
    name: &'a str,
    value: Option<String>,
    program: &'static str,
    here: &'static Here,
}

impl<'a> Other<'a> {
    fn at(
        arguments: &'a [String],
        place: usize,
        has_option: &dyn Fn(&str) -> bool,
    ) -> Option<Self> {
        let argument = &arguments[place];
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        if has_option(name) {
            return None;
        }
        // Both programs have `-s` and `-t`: those of COMET name files.
        let next = value.as_ref().or(arguments.get(place + 1));
        let is_file = next.is_some_and(|next| next.contains('.') || Path::new(next).is_file());
        let mut programs: [(&'static str, Options); 2] =
            [("sacreBLEU", &OF_SACREBLEU), ("COMET", &OF_COMET)];
        if is_file {
            programs.reverse();
        }
        programs.into_iter().find_map(|(program, options)| {
            let (_, here) = options.iter().find(|(names, _)| names.contains(&name))?;
            Some(Self { name, value: value.clone(), program, here })
        })
    }
}

/// Gives the metric of a command line an option; where the line names no metrics, they are those of the command.
fn add_option(line: &mut Vec<String>, metric: &str, option: &str) {
    if !line.iter().any(|word| ["-m", "--metrics"].contains(&word.as_str())) {
        let default: &[&str] = if line[0] == "score" { &["bleu"] } else { &["bleu", "chrf"] };
        line.extend(["-m"].iter().chain(default).map(|word| (*word).to_owned()));
    }
    for word in line.iter_mut() {
        // Metrics may stand in one argument, with commas between.
        let parts: Vec<&str> = word.split(',').collect();
        if parts.iter().any(|part| is_metric(part, metric)) {
            let with_option = parts.iter().map(|part| match part.contains(':') {
                _ if !is_metric(part, metric) => (*part).to_owned(),
                true => format!("{part},{option}"),
                false => format!("{part}:{option}"),
            });
            *word = with_option.collect::<Vec<_>>().join(",");
            return;
        }
    }
    line.push(format!("{metric}:{option}"));
}

/// Whether a word names a metric, perhaps with options behind.
fn is_metric(word: &str, metric: &str) -> bool {
    let name = word.split(':').next().unwrap_or(word);
    // chrF++ is chrF with words, and takes the same options.
    metric_arguments::name_here(name).is_some_and(|here| here.trim_end_matches('+') == metric)
}

/// The command line of sacreBLEU, `REFERENCE... -i SYSTEM...`, as it is here.
fn without_input(arguments: &[String]) -> String {
    let (command, words) = arguments.split_first().expect("it has a command");
    let (mut references, mut systems, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let mut into = &mut references;
    for word in words {
        if ["-i", "--input"].contains(&word.as_str()) {
            into = &mut systems;
            continue;
        }
        // A hyphen alone is standard input.
        if word.starts_with('-') && word.len() > 1 {
            into = &mut others;
        }
        into.push(word.clone());
    }
    let references = references.into_iter().flat_map(|file| ["-r".to_owned(), file]);
    let line = [command.clone()].into_iter().chain(systems).chain(references).chain(others);
    spelled(&line.collect::<Vec<_>>())
}

fn spelled(line: &[String]) -> String {
    let words: Vec<String> = line.iter().map(|word| shell(word)).collect();
    format!("runner {}", words.join(" "))
}

/// Words that people look for, and the command that does it.
const OTHER_WORDS: [(&[&str], &str); 15] = [
    (
        &[
            "significance",
            "test",
            "ttest",
            "t-test",
            "paired",
            "bootstrap",
            "randomization",
            "versus",
            "vs",
        ],
        "`runner compare BASELINE SYSTEM... -r REFERENCE` tests differences of systems",
    ),
    (
        &["bleu", "chrf", "ter", "evaluate", "eval", "scores", "metric", "metrics"],
        "`runner score SYSTEM... -r REFERENCE -m BLEU chrF TER` scores files",
    ),
    (
        &["comet", "bleurt", "metricx", "xcomet"],
        "scores of models are computed by their own programs, and read with `--scores NAME=FILE[,FILE...]`",
    ),
    (
        &["ranking", "leaderboard", "best", "clusters"],
        "`runner rank SYSTEM... -r REFERENCE` ranks systems",
    ),
    (
        &["plot", "plots", "figures", "figure", "page", "html", "show", "open", "view"],
        "`runner report FOLDER` writes the page with the figures of a finished run",
    ),
    (
        &["export", "latex", "csv", "table", "tables"],
        "`runner report FOLDER --export latex` writes the tables of a finished run (also csv, markdown)",
    ),
    (
        &["samplesize", "sample-size", "size", "sizes", "howmany", "campaign", "budget"],
        "`runner init DATA -o mine.toml`, then `runner run mine.toml`: its `power` and `design` say how much data is enough",
    ),
    (&["validate", "lint", "verify"], "`runner check SPEC` checks specs and their corpora"),
    (
        &["new", "create", "start", "begin", "template"],
        "`runner init DATA -o mine.toml` writes a starter spec",
    ),
    (
        &["resume", "continue", "restart"],
        "give the same `runner run` or `runner submit` again: it resumes",
    ),
    (&["describe", "info", "stats"], "`runner corpus describe DATA` describes a corpus"),
    (&["convert"], "`runner corpus convert DATA --to parquet FILE` converts a corpus"),
    (
        &["generate", "presets", "synthetic"],
        "`runner corpus generate PRESET FOLDER` generates a corpus",
    ),
    (&["glossary", "define", "term", "terms", "what"], "`runner explain TERM` explains a term"),
    (&["version"], "`runner --version` prints the version"),
];

/// The answer to a command that there is not.
fn other_command(word: &str, arguments: &[String]) -> Option<Failure> {
    if let Some(instead) = removed::instead_of(Kind::Command, word) {
        return Some(Failure::refusal(format!("`{word}` is no longer a command"), instead));
    }
    let path = Path::new(word);
    if path.is_file() && path.extension().is_some_and(|ending| ending == "toml") {
        let line = [&["run".to_owned()][..], arguments].concat();
        let help = format!("to run it, write `{}`", spelled(&line));
        return Some(Failure::refusal(format!("`{word}` is a file, not a command"), help));
    }
    if path.exists() && arguments.first().is_some_and(|first| first == word) {
        let help =
            "`compare`, `rank` and `score` read files of text, `init` writes a spec for them";
        return Some(Failure::refusal(format!("`{word}` is a file, not a command"), help));
    }
    let lower = word.to_lowercase();
    let message = format!("there is no command `{word}`");
    if let Some((_, help)) = OTHER_WORDS.iter().find(|(words, _)| words.contains(&lower.as_str())) {
        return Some(Failure::refusal(message, *help));
    }
    // For a slip of the pen, the parser names the command that is meant.
    let is_like_a_command =
        super::command_names().iter().any(|name| closest(&lower, [name.as_str()]).is_some());
    let term = glossary::find(&lower).filter(|_| !is_like_a_command)?;
    let help = format!("`runner explain {}` explains the term", shell(&term.name));
    Some(Failure::refusal(message, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_order_of_sacrebleu_becomes_that_of_here() {
        let line = words("compare ref.txt ref2.txt -i a.txt b.txt -m bleu");
        assert_eq!(
            without_input(&line),
            "runner compare a.txt b.txt -r ref.txt -r ref2.txt -m bleu"
        );
        let line = words("score -r ref.txt -i a.txt");
        assert_eq!(without_input(&line), "runner score a.txt -r ref.txt");
    }

    #[test]
    fn options_go_to_their_metric() {
        for (line, metric, option, expected) in [
            ("score a", "bleu", "lowercase", "score a -m bleu:lowercase"),
            ("compare a b", "bleu", "x", "compare a b -m bleu:x chrf"),
            ("compare a b", "ter", "x", "compare a b -m bleu chrf ter:x"),
            ("rank a b -m BLEU TER", "ter", "x", "rank a b -m BLEU TER:x"),
            ("score a -m BLEU:lc,chrF2", "chrf", "x", "score a -m BLEU:lc,chrF2:x"),
            ("score a -m BLEU:lc", "bleu", "x", "score a -m BLEU:lc,x"),
        ] {
            let mut line = words(line);
            add_option(&mut line, metric, option);
            assert_eq!(line.join(" "), expected);
        }
    }

    #[test]
    fn no_word_is_a_command() {
        let commands = crate::cli::command_names();
        for word in OTHER_WORDS.iter().flat_map(|(words, _)| *words) {
            assert!(!commands.iter().any(|command| command == word), "{word}");
        }
    }
}
