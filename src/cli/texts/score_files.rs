//! `--scores` and `--command`: scores that another program gave to the outputs, or gives when it is called, for all
//! commands that read files of text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};

use super::command_line;
use crate::cli::data::folder_of_spec;
use crate::cli::standard_input::StandardInput;
use crate::cli::{CommandOptions, Failure, duration};
use crate::config::model::{MetricConfig, MetricSpec};
use crate::config::score_command::ScoreCommand;
use crate::diagnostic::meant;
use crate::metric::config::{ExternalConfig, ScoreEstimate, ScoreLevel};

#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct ScoreFileArguments {
    /// Segment scores of another program: one file per system, or one file with a column for each. Files have a number on each
    /// line, what COMET or `MetricX` wrote or printed, or a column NAME; repeatable
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
    /// Scores and judgments whose lower values are better, by name, separated by commas [default: by name and sign]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    lower_is_better: Vec<String>,
    /// Scores and judgments whose higher values are better, by name, separated by commas [default: by name and sign]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    higher_is_better: Vec<String>,
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
}

impl ScoreFileArguments {
    /// Whether any are named.
    pub(super) fn is_given(&self) -> bool {
        !self.scores.is_empty() || !self.commands.is_empty()
    }

    /// What the scores are called.
    pub(super) fn names(&self) -> Vec<&str> {
        let written = self.scores.iter().chain(&self.commands);
        let names = written.filter_map(|written| written.split_once('='));
        names.filter_map(|(name, _)| name.trim().split('@').next()).collect()
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
            all.add(name, Self::config(name), None, metrics)?;
            all.files.insert(name.to_owned(), paths);
        }
        for written in &self.commands {
            let (name, command) = command_line::named(written)?;
            let config = Self::config(&name);
            let limit =
                self.command_timeout.map_or(u64::from(command.timeout), |limit| limit.as_secs());
            let command =
                ScoreCommand { timeout: u32::try_from(limit).unwrap_or(u32::MAX), ..command };
            all.add(&name, config, Some(command), metrics)?;
        }
        self.set_directions(&mut all.metrics)?;
        Ok(all)
    }

    /// Sets the directions that the options say.
    pub(super) fn set_directions(&self, metrics: &mut [MetricSpec]) -> Result<(), Failure> {
        let lower = self.lower_is_better.iter().map(|name| ("--lower-is-better", name, false));
        let higher = self.higher_is_better.iter().map(|name| ("--higher-is-better", name, true));
        for (option, name, is_higher) in lower.chain(higher) {
            let names = metrics.iter().filter(|metric| !metric.config.reads_texts());
            let names: Vec<String> = names.map(|metric| metric.name.clone()).collect();
            let &[only] = &meant(name, names.iter().map(String::as_str))[..] else {
                let message = format!("`{option} {name}` is about no scores");
                let help = if names.is_empty() {
                    "name scores with `--scores` or `--command`".to_owned()
                } else {
                    format!("there are scores of {}", names.join(", "))
                };
                return Err(Failure::refusal(message, help));
            };
            for metric in metrics.iter_mut().filter(|metric| metric.name == only) {
                match &mut metric.config {
                    MetricConfig::External(config) => config.higher_is_better = Some(is_higher),
                    MetricConfig::Human(config) => config.higher_is_better = Some(is_higher),
                    _ => {}
                }
                if let Some(command) = &mut metric.command {
                    command.higher_is_better = Some(is_higher);
                }
            }
        }
        Ok(())
    }

    fn config(name: &str) -> ExternalConfig {
        ExternalConfig {
            score: name.to_owned(),
            level: ScoreLevel::Segment,
            higher_is_better: None,
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        }
    }
}
