//! From the paths of a command to data: what each of them is, and whether they are data at all.

use std::path::{Path, PathBuf};

use super::{Data, DataRequest, nothing};
use crate::cli::init::{self, Starting};
use crate::cli::located::{is_spec, load, locate};
use crate::cli::submit::shell;
use crate::cli::{CommandOptions, Experiment, Failure, Located, standard_input, tell};
use crate::config::model::Spec;
use crate::config::{self, Entry};
use crate::corpus::error::CorpusError;
use crate::formats::source::CorpusFormat;
use crate::formats::{self, Found, Roles, TEXT_ALONE};
use crate::report::wrap::wrapped_lines;
use crate::words::in_a_row;

/// Endings of files that are no texts.
const OF_DATA: [&str; 13] = [
    "tsv", "csv", "json", "jsonl", "ndjson", "parquet", "eval", "xml", "sgm", "sgml", "xlsx",
    "xls", "ods",
];

pub(super) fn data(paths: &[PathBuf], wanted: &DataRequest<'_>) -> Result<Option<Data>, Failure> {
    let (there, words): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().partition(|path| path.symlink_metadata().is_ok());
    // References go with files of texts; a comparison of texts has two of them.
    let may_be_data = there.iter().any(|path| path.is_dir() || is_spec(path))
        || (wanted.compares && paths.len() == 1);
    let are_texts = there.is_empty()
        || paths.iter().any(|path| standard_input::is_meant(path))
        || (wanted.texts.has_texts() && !may_be_data);
    if are_texts {
        return Ok(None);
    }
    let roles = wanted.selection.columns.roles();
    let located = match there[..] {
        [path] => match known(path, &roles, wanted)? {
            Some(located) => located,
            None => return Ok(None),
        },
        _ => match several(&there, wanted)? {
            Some(logs) => logs,
            None => return Ok(None),
        },
    };
    refuse_options_of_texts(wanted, there[0])?;
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let typed: Vec<String> = there.iter().map(|path| shell(&path.to_string_lossy())).collect();
    let line = format!("runner {} {}", wanted.command, typed.join(" "));
    if let Some(word) = words.first().filter(|_| !wanted.texts.metrics.is_given()) {
        let message = format!("there is no file `{word}`");
        let systems = shell(&words.join(","));
        let help = format!("to name systems of the data, write `{line} --systems {systems}`");
        return Err(Failure::refusal(message, help));
    }
    let order = if there.len() > 1 { order(&there, &located)? } else { Vec::new() };
    let Starting { entries, warnings } = init::entries(located)?;
    tell_decisions(&entries);
    let spec = spec_at(there[0], &entries)?;
    let is_spec = is_spec(there[0]);
    match spec {
        Some(spec) => {
            Ok(Some(Data { line, spec, is_spec, entries, warnings, order, metrics: words }))
        }
        None => Err(nothing(&line, wanted.compares, &entries, &warnings)),
    }
}

/// Tells what the columns of tables are for. Corpora in one table have the same columns.
fn tell_decisions(entries: &[Entry]) {
    let mut decisions = entries.iter().map(|entry| &*entry.found.unread.decision);
    let Some(first) = decisions.find(|decision| !decision.is_empty()) else { return };
    let more = match decisions.count() {
        0 => String::new(),
        1 => "; the other corpus has the same columns".to_owned(),
        more => format!("; {more} more corpora have the same columns"),
    };
    tell(&wrapped_lines(&format!("{first}{more}\n")));
}

/// The corpora of a path that is data by itself, or nothing of a text: what is nearly a corpus is refused.
fn known(
    path: &Path,
    roles: &Roles,
    wanted: &DataRequest<'_>,
) -> Result<Option<Vec<Located>>, Failure> {
    if is_spec(path) {
        return locate(path, None, roles).map(Some);
    }
    match formats::recognise_with(path, roles) {
        Ok(corpora) => Ok(Some(corpora.into_iter().map(Located::from).collect())),
        // What is no text cannot be compared with one either.
        Err(CorpusError::Malformed { cause, .. })
            if may_be_text(path) && (!wanted.compares || cause == TEXT_ALONE) =>
        {
            Ok(None)
        }
        Err(error) => Err(Failure::corpus(&error, None)),
    }
}

/// Whether the name of a file does not say that it is something else than text.
fn may_be_text(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    !path.is_dir() && ending.is_none_or(|ending| !OF_DATA.contains(&ending.as_str()))
}

/// Logs of several models as one corpus for each task; nothing where all paths are files of texts.
fn several(paths: &[&PathBuf], wanted: &DataRequest<'_>) -> Result<Option<Vec<Located>>, Failure> {
    let roles = wanted.selection.columns.roles();
    // What a row of several files is, one of them does not show.
    let paths_of_tables: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
    if let Some(tables) = formats::tables(&paths_of_tables, &roles) {
        let tables = tables.map_err(|error| Failure::corpus(&error, None))?;
        return Ok(Some(tables.into_iter().map(Located::from).collect()));
    }
    let mut kinds: Vec<String> = Vec::new();
    let mut logs: Vec<Vec<Found>> = Vec::new();
    for path in paths {
        let recognised =
            if is_spec(path) { Ok(Vec::new()) } else { formats::recognise_with(path, &roles) };
        let kind = match &recognised {
            Ok(corpora) => match corpora.first() {
                Some(found) => format!("a corpus in format {}", init::written(&found.format)),
                None => "a spec".to_owned(),
            },
            Err(CorpusError::Malformed { .. }) => "a text".to_owned(),
            // Not shown: the error is returned below.
            Err(_) => String::new(),
        };
        kinds.push(kind);
        match recognised {
            Ok(corpora) => logs.push(corpora),
            Err(CorpusError::Malformed { .. }) if may_be_text(path) => {}
            Err(error) => return Err(Failure::corpus(&error, None)),
        }
    }
    let are_logs = logs.len() == paths.len()
        && logs.iter().all(|corpora| !corpora.is_empty() && corpora.iter().all(is_log));
    match (logs.is_empty(), are_logs) {
        (true, _) => Ok(None),
        (false, true) => merged(paths, logs).map(Some),
        (false, false) => Err(mixed(paths, &kinds, wanted)),
    }
}

fn is_log(corpus: &Found) -> bool {
    matches!(corpus.format, CorpusFormat::Samples(_))
}

/// That paths are of kinds that do not go together, with the line that takes one of them.
fn mixed(paths: &[&PathBuf], kinds: &[String], wanted: &DataRequest<'_>) -> Failure {
    let named =
        paths.iter().zip(kinds).map(|(path, kind)| format!("`{}` is {kind}", path.display()));
    let message = in_a_row(&named.collect::<Vec<_>>(), "and");
    let data = kinds.iter().position(|kind| kind != "a text").unwrap_or(0);
    let path = shell(&paths[data].to_string_lossy());
    let command = wanted.command;
    let help = format!(
        "name one corpus and its systems, `runner {command} {path} --systems A,B`; logs of a harness, one for each \
         system; or texts and their references, `runner {command} A B -r REFERENCE`"
    );
    Failure::refusal(message, help)
}

/// The corpora of the tasks that all of `logs` have.
fn merged(paths: &[&PathBuf], logs: Vec<Vec<Found>>) -> Result<Vec<Located>, Failure> {
    let mut kinds = Vec::with_capacity(paths.len());
    for (path, corpora) in paths.iter().zip(&logs) {
        let tasks: Vec<String> = corpora.iter().map(|task| format!("`{}`", task.name)).collect();
        kinds.push(format!("`{}` is of {}", path.display(), in_a_row(&tasks, "and")));
    }
    let mut corpora: Vec<Found> = Vec::new();
    for found in logs.into_iter().flatten() {
        let same = corpora.iter_mut().find(|known| known.name == found.name);
        match same.map(|known| (&mut known.format, &found.format)) {
            Some((CorpusFormat::Samples(known), CorpusFormat::Samples(more))) => {
                known.files.extend(more.files.iter().cloned());
            }
            _ => corpora.push(found),
        }
    }
    corpora.retain(|found| match &found.format {
        CorpusFormat::Samples(source) => source.files.len() == paths.len(),
        _ => false,
    });
    if corpora.is_empty() {
        let message = format!("the logs share no task: {}", in_a_row(&kinds, "and"));
        return Err(Failure::refusal(message, "name logs of one task"));
    }
    Ok(corpora.into_iter().map(Located::from).collect())
}

/// The systems of each path, in the order of the paths.
fn order(paths: &[&PathBuf], located: &[Located]) -> Result<Vec<String>, Failure> {
    if let CorpusFormat::Table(table) = &located[0].format {
        let systems = table.system.is_none().then(|| formats::systems_of(&table.path));
        let systems = systems.transpose().map_err(|error| Failure::corpus(&error, None))?;
        return Ok(systems.unwrap_or_default());
    }
    let mut systems: Vec<(String, &Path)> = Vec::new();
    for (place, path) in paths.iter().enumerate() {
        // Each log of a task alone, to learn whose outputs it has: they stand in the order of the paths.
        let mut alone = located[0].clone();
        if let CorpusFormat::Samples(source) = &mut alone.format {
            source.files = vec![source.files.swap_remove(place)];
        }
        let corpus = load(&alone)?.corpus;
        let outputs = corpus.systems.into_iter().map(|system| system.name);
        for name in outputs.chain(corpus.systems_without_text) {
            if let Some((_, other)) = systems.iter().find(|(known, _)| *known == name) {
                let message = format!(
                    "`{}` and `{}` are logs of one model, `{name}`",
                    other.display(),
                    path.display()
                );
                let help = "logs are distinguished by the names of their models: give the runs different ones";
                return Err(Failure::refusal(message, help));
            }
            systems.push((name, path));
        }
    }
    Ok(systems.into_iter().map(|(name, _)| name).collect())
}

/// The folder of a spec that is given as data, from which its paths start.
pub(in crate::cli) fn folder_of_spec(path: &Path) -> Option<&Path> {
    path.parent().filter(|_| is_spec(path))
}

/// Refuses what is about files of texts.
fn refuse_options_of_texts(wanted: &DataRequest<'_>, path: &Path) -> Result<(), Failure> {
    let is_given = [
        (wanted.texts.has_texts(), "`--references` or `--scores`"),
        (wanted.texts.documents.is_some(), "`--documents`"),
    ];
    match is_given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(of_texts_alone(option, path)),
        None => Ok(()),
    }
}

/// That an option is about files of texts.
pub(in crate::cli) fn of_texts_alone(option: &str, path: &Path) -> Failure {
    let message = format!("{option} is about files of texts, and `{}` has its own", path.display());
    Failure::refusal(message, "leave it out, or name files of texts")
}

/// The spec at a path, or the one that `init` writes for `entries`; nothing where there is nothing to evaluate.
pub(in crate::cli) fn spec_at(path: &Path, entries: &[Entry]) -> Result<Option<Spec>, Failure> {
    if is_spec(path) { of_spec(path).map(Some) } else { starter(path, entries) }
}

/// The spec at a path, with paths from here.
fn of_spec(path: &Path) -> Result<Spec, Failure> {
    let experiment = Experiment::read(path, None, &[], None, false, &CommandOptions::default())?;
    let mut spec = experiment.parsed.spec;
    for corpus in &mut spec.corpora {
        for file in corpus.format.paths_mut().into_iter().chain(&mut corpus.weights) {
            *file = experiment.source.data.join(&*file);
        }
    }
    Ok(spec)
}

/// The spec that `init` writes.
fn starter(path: &Path, entries: &[Entry]) -> Result<Option<Spec>, Failure> {
    let name = init::name_of(path)?;
    let starter =
        config::template(&name, entries, None).map_err(|error| init::not_unicode(&error))?;
    let Some(starter) = starter else { return Ok(None) };
    let spec = crate::analyses::parse(&path.display().to_string(), &starter.spec);
    Ok(Some(spec.map_err(Failure::request)?.spec))
}
