//! `--scores` and `--command`: scores that another program gave to the outputs, or gives when it is called, for all
//! commands that read files of text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};

use super::command_line;
use crate::cli::commands::CommandOptions;
use crate::cli::data::folder_of_spec;
use crate::cli::duration;
use crate::cli::failure::Failure;
use crate::cli::standard_input::StandardInput;
use crate::cli::submit::shell;
use crate::config::model::{MetricConfig, MetricSpec};
use crate::config::score_command::ScoreCommand;
use crate::formats::{Misplaced, misplaced};
use crate::metric::config::{ExternalConfig, ScoreEstimate, ScoreLevel};

#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct ScoreFileArguments {
    /// Segment scores of another program, such as COMET: one file per system, with one number per line, or
    /// the file that `comet-score --to_json` writes; repeatable
    #[arg(long, value_name = "NAME=FILE[,FILE...]")]
    scores: Vec<String>,
    /// Segment scores of a program that is called for each output: NAME is comet or comet@VERSION, COMMAND such as
    /// "comet-score -s {source} -t {output} -r {reference}"; no shell reads it; repeatable
    #[arg(long = "command", value_name = "NAME=COMMAND")]
    commands: Vec<String>,
    /// Stop a call of --command after this time, such as 10m [default: 6h]
    #[arg(long, value_name = "TIME", value_parser = duration::positive, requires = "commands")]
    command_timeout: Option<Duration>,
    /// Run the commands that the spec gives scores by: they are programs of its author
    #[arg(long)]
    allow_commands: bool,
    /// Folder that keeps the scores of commands [default: runner/scores in `XDG_CACHE_HOME` or ~/.cache]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    score_cache: Option<PathBuf>,
    /// Names of those --scores and --command of which lower is better, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    lower_is_better: Vec<String>,
}

/// Scores as metrics, and their files by name.
#[derive(Debug, Default)]
pub(in crate::cli) struct ScoreFiles {
    pub(super) metrics: Vec<MetricSpec>,
    pub(super) files: BTreeMap<String, Vec<PathBuf>>,
}

impl ScoreFiles {
    /// Adds scores, whose name no other metric has.
    fn add(
        &mut self,
        name: &str,
        config: ExternalConfig,
        command: Option<ScoreCommand>,
        others: &[MetricSpec],
    ) -> Result<(), Failure> {
        if others.iter().chain(&self.metrics).any(|metric| metric.name == name) {
            let message = format!("there are two metrics called `{name}`");
            return Err(Failure::refusal(message, "give the scores another name"));
        }
        let config = MetricConfig::External(config);
        self.metrics.push(MetricSpec { name: name.to_owned(), config, command });
        Ok(())
    }

    /// Refuses files whose names say that they are of the systems in another order: the scores of one system would
    /// count for another.
    pub(super) fn check_order(&self, systems: &[String]) -> Result<(), Failure> {
        // A file of COMET names its systems itself.
        let candidates = self.files.iter().filter(|(_, files)| {
            files.len() == systems.len()
                && !files
                    .iter()
                    .any(|file: &PathBuf| file.extension().is_some_and(|ending| ending == "json"))
        });
        for (name, files) in candidates {
            let Some(Misplaced { place, system, order }) = misplaced(files, systems) else {
                continue;
            };
            let message = format!(
                "`{}` has the scores of `{}` by its name, and stands in the place of `{}`",
                files[place].display(),
                systems[system],
                systems[place]
            );
            let right: Vec<String> =
                order.into_iter().map(|file| files[file].display().to_string()).collect();
            let argument = format!("{name}={}", right.join(","));
            let help =
                format!("write `--scores {}`: files in the order of the systems", shell(&argument));
            return Err(Failure::refusal(message, help));
        }
        Ok(())
    }
}

impl ScoreFileArguments {
    /// Whether any are named.
    pub(super) fn is_given(&self) -> bool {
        !self.scores.is_empty() || !self.commands.is_empty()
    }

    /// Which commands may run, where their scores are kept, and where those of a spec run that is given as `data`.
    pub(super) fn commands(&self, data: &[PathBuf]) -> CommandOptions {
        let written = self.commands.iter().filter_map(|written| command_line::named(written).ok());
        CommandOptions {
            allow_commands: self.allow_commands,
            score_cache: self.score_cache.clone(),
            written: written.map(|(name, _)| name).collect(),
            folder: data.first().and_then(|path| folder_of_spec(path)).map(Path::to_owned),
        }
    }

    /// The scores beside `metrics`, which have names of their own.
    pub(super) fn read(
        &self,
        metrics: &[MetricSpec],
        input: &mut StandardInput,
    ) -> Result<ScoreFiles, Failure> {
        let mut all = ScoreFiles::default();
        for written in &self.scores {
            let parts = written.split_once('=').filter(|(name, _)| !name.trim().is_empty());
            let Some((name, files)) = parts else {
                let message =
                    format!("`--scores {written}` does not say what the scores are called");
                let help = format!("write a name before the files: `--scores comet={written}`");
                return Err(Failure::refusal(message, help));
            };
            let paths: Vec<PathBuf> =
                files.split(',').filter(|file| !file.is_empty()).map(PathBuf::from).collect();
            if paths.is_empty() {
                let message = format!("`--scores {written}` names no file");
                let help = "name a file of scores for each output";
                return Err(Failure::refusal(message, help));
            }
            let paths = input.replaced(&paths)?;
            all.add(name, self.config(name), None, metrics)?;
            all.files.insert(name.to_owned(), paths);
        }
        for written in &self.commands {
            let (name, command) = command_line::named(written)?;
            let config = self.config(&name);
            let limit =
                self.command_timeout.map_or(u64::from(command.timeout), |limit| limit.as_secs());
            let command = ScoreCommand {
                timeout: u32::try_from(limit).unwrap_or(u32::MAX),
                higher_is_better: config.higher_is_better,
                ..command
            };
            all.add(&name, config, Some(command), metrics)?;
        }
        let mut unscored = self.lower_is_better.iter().filter(|lower| {
            !all.metrics.iter().any(|metric| metric.name.eq_ignore_ascii_case(lower))
        });
        if let Some(name) = unscored.next() {
            let message = format!("`--lower-is-better {name}` is about no scores");
            let names: Vec<&str> = all.metrics.iter().map(|metric| &*metric.name).collect();
            let help = if names.is_empty() {
                "name scores with `--scores` or `--command`".to_owned()
            } else {
                format!("there are scores of {}", names.join(", "))
            };
            return Err(Failure::refusal(message, help));
        }
        Ok(all)
    }

    fn config(&self, name: &str) -> ExternalConfig {
        let is_lower = self.lower_is_better.iter().any(|lower| lower.eq_ignore_ascii_case(name));
        ExternalConfig {
            score: name.to_owned(),
            level: ScoreLevel::Segment,
            higher_is_better: is_lower.then_some(false),
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        }
    }
}
