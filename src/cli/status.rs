//! `runner status`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::options::Format;
use super::output::print;
use super::run_folder::RunFolder;
use super::{Exit, Failure, print_json};
use crate::cluster::Progress;
use crate::words::{grouped, ranges};

#[derive(Debug, Args)]
pub(super) struct StatusArguments {
    /// Output folder of a submitted run, such as `results/mine`
    #[arg(value_hint = ValueHint::DirPath)]
    run: PathBuf,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

/// The output of `--format json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct StatusDocument<'a> {
    experiment: &'a str,
    /// `true` if all results and their tables exist.
    complete: bool,
    /// `true` if the tables of this plan exist unchanged.
    merged: bool,
    /// Messages about tables that were changed or deleted.
    damaged_tables: &'a [String],
    #[serde(flatten)]
    progress: &'a Progress,
}

pub(super) fn status(arguments: &StatusArguments) -> Result<(), Failure> {
    let run = RunFolder::open(&arguments.run)?;
    let progress = run.progress(&run.store()?);
    let tables = run.damaged_tables();
    let damaged_tables = tables.as_deref().unwrap_or_default();
    let merged = tables.is_some() && damaged_tables.is_empty();
    let complete = merged && progress.is_complete();
    if arguments.json || matches!(arguments.format, Format::Json) {
        print_json(&StatusDocument {
            experiment: &run.plan.spec.name,
            complete,
            merged,
            damaged_tables,
            progress: &progress,
        })?;
    } else {
        let mut lines = vec![headline(&run.plan.spec.name, &progress)];
        lines.extend(details(&progress));
        let state = match &tables {
            None => "not made yet",
            Some(_) if merged => "made",
            Some(_) => "damaged; `runner merge` rebuilds them",
        };
        lines.push(format!("tables: {state}"));
        lines.extend(damaged_tables.iter().map(|message| format!("  {message}")));
        if !complete && run.scripts().exists() {
            lines.push(run.about_jobs());
        }
        print(&(lines.join("\n") + "\n"))?;
    }
    if complete { Ok(()) } else { Err(Failure::already_reported(Exit::Incomplete)) }
}

/// Describes the progress of a run in one line.
pub(super) fn headline(name: &str, progress: &Progress) -> String {
    let complete = progress.shards.iter().filter(|shard| shard.is_complete()).count();
    format!(
        "{name}: {complete} of {} shards complete, {} of {} results",
        progress.shards.len(),
        grouped(progress.there as u64),
        grouped(progress.results as u64)
    )
}

/// Lists the shards that have some of their results, and the shards that have none.
fn details(progress: &Progress) -> impl Iterator<Item = String> {
    [("begun", true), ("missing", false)].into_iter().filter_map(|(state, is_begun)| {
        let shards = progress.missing().filter(|shard| (shard.there > 0) == is_begun);
        let shards = ranges(shards.map(|shard| shard.shard));
        (!shards.is_empty()).then(|| format!("  {state}: {shards}"))
    })
}
