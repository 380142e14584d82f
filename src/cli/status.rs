//! `runner status`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::exit_code::Exit;
use super::failure::Failure;
use super::options::Format;
use super::output::{print, print_json};
use super::run_folder::{RunFolder, Tables};
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

/// What `--format json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct StatusDocument<'a> {
    experiment: &'a str,
    /// Whether all results are there and the tables are made of them.
    complete: bool,
    /// Whether the tables of this plan are there, as they were written.
    merged: bool,
    /// What has become of tables that were made.
    damaged_tables: &'a [String],
    #[serde(flatten)]
    progress: &'a Progress,
}

pub(super) fn status(arguments: &StatusArguments) -> Result<(), Failure> {
    let run = RunFolder::open(&arguments.run)?;
    let progress = run.progress(&run.store()?);
    let tables = run.tables();
    let merged = matches!(tables, Tables::Whole);
    let complete = merged && progress.is_complete();
    if arguments.json || matches!(arguments.format, Format::Json) {
        print_json(&StatusDocument {
            experiment: &run.plan.spec.name,
            complete,
            merged,
            damaged_tables: match &tables {
                Tables::Damaged(damaged) => damaged,
                Tables::None | Tables::Whole => &[],
            },
            progress: &progress,
        })?;
    } else {
        let mut lines = vec![headline(&run.plan.spec.name, &progress)];
        lines.extend(details(&progress));
        lines.extend(match tables {
            Tables::Whole => vec!["tables: made".to_owned()],
            Tables::None => vec!["tables: not made yet".to_owned()],
            Tables::Damaged(damaged) => {
                let mut lines = vec!["tables: damaged; `runner merge` rebuilds them".to_owned()];
                lines.extend(damaged.iter().map(|what| format!("  {what}")));
                lines
            }
        });
        if !complete && run.scripts().exists() {
            lines.push(run.about_jobs());
        }
        print(&(lines.join("\n") + "\n"))?;
    }
    if complete { Ok(()) } else { Err(Failure::already_reported(Exit::Incomplete)) }
}

/// Returns one line that says how far a run is.
pub(super) fn headline(name: &str, progress: &Progress) -> String {
    let complete = progress.shards.iter().filter(|shard| shard.is_complete()).count();
    format!(
        "{name}: {complete} of {} shards complete, {} of {} results",
        progress.shards.len(),
        grouped(progress.there as u64),
        grouped(progress.results as u64)
    )
}

fn details(progress: &Progress) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, is_begun) in [("begun", true), ("missing", false)] {
        let shards = progress.missing().filter(|shard| (shard.there > 0) == is_begun);
        let shards = ranges(shards.map(|shard| shard.shard));
        if !shards.is_empty() {
            lines.push(format!("  {what}: {shards}"));
        }
    }
    lines
}
