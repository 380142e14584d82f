//! Commands that give scores: whether they may run, where their scores are kept, and what a signal does to them.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::{Args, ValueHint};

use super::load::metrics_on;
use super::paths::absolute;
use super::{Exit, Failure, stop, tell};
use crate::command_scores::{self, Calls, CommandError, Wanted};
use crate::config::model::{Spec, Study};
use crate::corpus::model::Corpus;
use crate::program;
use crate::warning::Warning;

/// What is said of the commands of a spec.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct CommandOptions {
    /// Run the commands that the spec gives scores by: they are programs of its author
    #[arg(long)]
    pub(super) allow_commands: bool,
    /// Folder that keeps the scores of commands [default: runner/scores in `XDG_CACHE_HOME` or ~/.cache]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) score_cache: Option<PathBuf>,
    /// Metrics whose commands the user wrote, and no spec: they may run in any case.
    #[arg(skip)]
    pub(super) written: Vec<String>,
    /// Where commands run, if not in the folder of the data: paths of corpora may start elsewhere.
    #[arg(skip)]
    pub(super) folder: Option<PathBuf>,
}

/// The process that runs, and the folder of its files.
static RUNNING: Mutex<Option<(u32, PathBuf)>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<(u32, PathBuf)>> {
    // A panic cannot leave half a value here, and the program that runs has to be stopped in any case.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds to `corpus` the scores that commands of `spec` give; they run in `folder`.
pub(super) fn add(
    corpus: &mut Corpus,
    spec: &Spec,
    folder: &Path,
    options: &CommandOptions,
) -> Result<Vec<Warning>, Failure> {
    let wanted: Vec<Wanted<'_>> = metrics_on(spec, &corpus.name)
        .into_iter()
        .filter_map(|metric| {
            let command = metric.command.as_ref()?;
            let systems = systems(spec, &corpus.name, &metric.name);
            let is_allowed = options.allow_commands || options.written.contains(&metric.name);
            Some(Wanted { name: &metric.name, command, is_allowed, systems })
        })
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let kept = kept(options.score_cache.as_deref())?;
    let folder = absolute(options.folder.as_deref().unwrap_or(folder))?;
    end_with_signals(kept.clone());
    let calls = Calls {
        folder: &folder,
        kept: &kept,
        tell: &tell_waiting,
        running: &|process| *running() = process.map(|(id, files)| (id, files.to_owned())),
    };
    command_scores::add(corpus, &wanted, &calls).map_err(|error| failure(error, &kept))
}

/// Says what is done to someone who waits.
fn tell_waiting(text: &str) {
    if io::stderr().is_terminal() {
        tell(text);
    }
}

/// The systems of the studies that score `metric` on the corpus, where all name theirs.
fn systems(spec: &Spec, corpus: &str, metric: &str) -> Option<Vec<String>> {
    let studies = spec.studies.iter().filter(|study: &&Study| {
        study.corpora.iter().any(|name| name == corpus)
            && study.metrics.iter().any(|name| name == metric)
    });
    let mut all = Vec::new();
    for study in studies {
        for system in study.systems.as_ref()? {
            if !all.contains(system) {
                all.push(system.clone());
            }
        }
    }
    Some(all)
}

/// The folder of kept scores.
fn kept(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return absolute(folder);
    }
    let caches = folder_in("XDG_CACHE_HOME").or_else(|| Some(folder_in("HOME")?.join(".cache")));
    caches.map(|caches| caches.join("runner").join("scores")).ok_or_else(|| {
        let message = "there is no folder to keep the scores of commands in: HOME is not set";
        Failure::with_help(Exit::Environment, message, "name one with `--score-cache DIR`")
    })
}

/// The absolute folder that a variable names.
fn folder_in(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// From now on a signal ends the program that runs, too.
fn end_with_signals(kept: PathBuf) {
    stop::at_once(move |exit| {
        if let Some((id, files)) = running().take() {
            program::kill_group(id);
            let _ = fs::remove_dir_all(files);
        }
        let message =
            format!("interrupted; finished scores of commands are kept in `{}`", kept.display());
        Failure::with_help(exit, message, "the same command resumes")
    });
}

fn failure(error: CommandError, kept: &Path) -> Failure {
    let message = error.to_string();
    let (exit, help) = match error {
        CommandError::Corpus(error) => return Failure::corpus(&error, None),
        CommandError::File(error) => return error.into(),
        CommandError::Taken { .. } => (Exit::Request, "give the metric another name".to_owned()),
        CommandError::Lacking { .. } => {
            let help =
                "add it to the corpus (`--source`, `--references`), or leave the placeholder out";
            (Exit::Request, help.to_owned())
        }
        CommandError::NotAllowed { .. } => {
            let help =
                "read what the spec runs, then add `--allow-commands`; kept scores do not need it";
            (Exit::Request, help.to_owned())
        }
        CommandError::Start { .. } => {
            let help = "install it, or write its path; no shell reads the command";
            (Exit::Environment, help.to_owned())
        }
        CommandError::Failed { said, kept: count, .. } => {
            let help = match count {
                0 => "give the same command again once it works".to_owned(),
                _ => format!(
                    "scores of outputs that were finished are kept in `{}`: give the same command again once it works",
                    kept.display()
                ),
            };
            return Failure::with_words(Exit::Environment, message, &said, help);
        }
    };
    Failure::with_help(exit, message, help)
}
