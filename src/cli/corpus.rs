//! `runner corpus`: what corpora hold, and corpora in other layouts.

mod arguments;
mod questions;

use std::io;
use std::path::Path;

pub(super) use arguments::CorpusArguments;
use arguments::{
    ConvertArguments, CorpusCommand, DescribeArguments, GenerateArguments, OutputLayout,
};

use super::located::{self, load, locate};
use super::options::Format;
use super::output::print;
use super::{
    Exit, Failure, Located, new_file, print_exact, print_json, print_lines, standard_input, stop,
    tell, tell_warnings,
};
use crate::corpus::synthetic::{self, Campaign, Preset};
use crate::corpus::{Corpus, Description, describe as describe_corpus, is_language_pair};
use crate::file_error::FileError;
use crate::formats::pearmut::log_of_pearmut;
use crate::formats::source::CorpusFormat;
use crate::formats::write_evalset::{WriteError, write_evalset};
use crate::formats::write_parquet::{WriteParquetError, write_parquet};
use crate::report::wrap::wrapped_lines;
use crate::table::TableError;
use crate::warning::merged;
use serde_json::json;

pub(super) fn corpus(arguments: &CorpusArguments) -> Result<(), Failure> {
    match &arguments.command {
        CorpusCommand::Describe(arguments) => describe(arguments),
        CorpusCommand::Convert(arguments) => convert(arguments),
        CorpusCommand::Generate(arguments) => generate(arguments),
        CorpusCommand::Presets => presets(),
    }
}

fn describe(arguments: &DescribeArguments) -> Result<(), Failure> {
    let located = locate(&arguments.path, arguments.data.as_deref(), &arguments.columns.roles())?;
    let wanted = located::wanted(located, arguments.corpus.as_deref())?;
    let mut descriptions = Vec::with_capacity(wanted.len());
    let (mut warnings, mut notes) = (Vec::new(), String::new());
    for located in &wanted {
        let loaded = load(located)?;
        descriptions.push(describe_corpus(&loaded.corpus));
        let beside = loaded.warnings.iter().filter(|warning| warning.is_beside_numbers());
        notes.extend(beside.map(|note| format!("Note  {}.\n", note.message)));
        warnings.extend(loaded.warnings);
    }
    tell_warnings(&merged(warnings));
    let corpora = wanted.into_iter().zip(descriptions.iter().cloned()).collect();
    let asked = questions::questions(&arguments.path, corpora, arguments.corpus.as_deref())?;
    match arguments.format {
        Format::Text => {
            print(&descriptions.iter().map(Description::to_string).collect::<String>())?;
            print_lines(&wrapped_lines(&notes))?;
            print_exact(&questions::text(&asked))
        }
        Format::Json => print_json(&json!({ "corpora": descriptions, "questions": asked })),
    }
}

fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let located = locate(&arguments.path, arguments.data.as_deref(), &arguments.columns.roles())?;
    let located = located::only(located, arguments.corpus.as_deref())?;
    if let OutputLayout::Parquet = arguments.to {
        if arguments.language_pair.is_some() {
            let message = "--language-pair is for evalsets, whose files it names";
            return Err(Failure::refusal(message, "leave it out"));
        }
        return write_file(&read(&located)?, &arguments.out);
    }
    let pair_of_corpus = match &located.format {
        CorpusFormat::Evalset(source) => Some(&source.language_pair),
        CorpusFormat::WmtJsonl(source) => source.language_pair.as_ref(),
        _ => None,
    };
    let Some(pair) = arguments.language_pair.as_ref().or(pair_of_corpus).cloned() else {
        let message = "the evalset layout names its files by a language pair";
        let help = "add one, such as `--language-pair en-de`";
        return Err(Failure::refusal(message, help));
    };
    refuse_pair(&pair)?;
    write(&read(&located)?, &arguments.out, &pair)
}

/// Reads a corpus and tells what is odd about it.
fn read(located: &Located) -> Result<Corpus, Failure> {
    let loaded = load(located)?;
    tell_warnings(&loaded.warnings);
    Ok(loaded.corpus)
}

fn generate(arguments: &GenerateArguments) -> Result<(), Failure> {
    let generated = synthetic::generate(&arguments.preset, arguments.seed, &arguments.preset);
    let mut corpus = generated.map_err(|unknown| {
        let help = format!("the presets are {}", unknown.known.join(", "));
        let message = format!("there is no preset `{}`", unknown.name);
        Failure::refusal(message, help)
    })?;
    refuse_pair(&arguments.language_pair)?;
    let log = match &arguments.log {
        Some(path) => Some((path, log(&mut corpus)?)),
        None => None,
    };
    write(&corpus, &arguments.out, &arguments.language_pair)?;
    if let Some((path, (log, submissions))) = log {
        new_file::write(path, &log, &format!("{submissions} submissions"))?;
    }
    Ok(())
}

/// Takes the judgments whose order is known out of `corpus`: a log of them, and its number of lines.
fn log(corpus: &mut Corpus) -> Result<(String, usize), Failure> {
    let Some((criterion, ratings)) = corpus.log.pop_first() else {
        let message = format!("`{}` does not know the order of its judgments", corpus.name);
        return Err(Failure::refusal(message, "leave `--log` out, or name `running-campaign`"));
    };
    corpus.judgments.remove(&criterion);
    corpus.judge_names.remove(&criterion);
    let log = log_of_pearmut(&ratings);
    let submissions = log.lines().count();
    Ok((log, submissions))
}

/// Refuses a pair from which the layout could not be recognised.
fn refuse_pair(pair: &str) -> Result<(), Failure> {
    if is_language_pair(pair) {
        return Ok(());
    }
    let message = format!("`{pair}` is not a language pair");
    let help = "write two languages of 2 to 10 letters with `-` between them, such as `--language-pair en-de`";
    Err(Failure::refusal(message, help))
}

fn write(corpus: &Corpus, out: &Path, pair: &str) -> Result<(), Failure> {
    standard_input::refuse_output(out, "a corpus")?;
    write_evalset(corpus, out, pair).map_err(|error| {
        let exit = match &error {
            WriteError::NotEmpty { .. } => Exit::Request,
            WriteError::Unwritable { .. } => Exit::Input,
            WriteError::Io { error: source, .. } => {
                let help = recovery_hint(source.kind());
                return Failure::with_help(Exit::Environment, error.to_string(), help);
            }
        };
        Failure::plain(exit, error.to_string())
    })?;
    tell_written(corpus, out, &format!(", language pair {pair}"));
    Ok(())
}

/// What to do where the file system refuses to write a corpus.
fn recovery_hint(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space and give the same command again: nothing is left of this one"
        }
        _ => "name a place that can be written to",
    }
}

fn write_file(corpus: &Corpus, out: &Path) -> Result<(), Failure> {
    standard_input::refuse_output(out, "a corpus")?;
    write_parquet(corpus, out).map_err(|error| match error {
        WriteParquetError::Table(TableError::File(FileError { source, .. })) => {
            let message = format!("cannot write `{}`: {source}", out.display());
            Failure::with_help(Exit::Environment, message, recovery_hint(source.kind()))
        }
        WriteParquetError::Table(error) => Failure::from(error),
        WriteParquetError::Name { .. } | WriteParquetError::Exists { .. } => {
            Failure::plain(Exit::Request, error.to_string())
        }
    })?;
    tell_written(corpus, out, "");
    Ok(())
}

fn tell_written(corpus: &Corpus, out: &Path, more: &str) {
    // It is written: a signal must not say any more that it was interrupted.
    stop::is_over();
    let (segments, documents) = (corpus.segment_count(), corpus.documents.len());
    tell(&format!("{}: {segments} segments in {documents} documents{more}\n", out.display()));
}

fn presets() -> Result<(), Failure> {
    let texts: Vec<Preset> = synthetic::presets().into_iter().filter_map(Preset::find).collect();
    let judgments = synthetic::campaigns().into_iter().filter_map(Campaign::find);
    let judgments: Vec<Campaign> = judgments.collect();
    let texts = texts.iter().map(|preset| (preset.name(), preset.version(), preset.title()));
    let judgments =
        judgments.iter().map(|campaign| (campaign.name(), campaign.version(), campaign.title()));
    let presets: Vec<(&str, u32, &str)> = texts.chain(judgments).collect();
    let width = presets.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let lines = presets
        .iter()
        .map(|(name, version, title)| format!("{name:width$}  version {version}  {title}\n"));
    let lines: Vec<String> = lines.collect();
    print(&lines.concat())
}
