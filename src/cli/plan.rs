//! `runner plan`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::experiment::inputs;
use super::options::{Format, SpecOptions};
use super::output::print;
use super::paths::absolute;
use super::run_folder::{RunFolder, record};
use super::{Failure, duration, out_folder, print_json, refusal, stop, tell, tell_warnings};
use crate::cluster::{PlanRecord, Sharding};
use crate::execute::{PartStore, parts_folder, reusable};
use crate::plan::{PlanDocument, explain};
use crate::words::{counted, short_duration};

/// Seconds of work below which an engine spends much of a task's time on starting it.
const SHORT: f64 = 60.0;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runner plan mine.toml")]
pub(super) struct PlanArguments {
    /// Spec, a TOML file; `-` is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    spec: PathBuf,
    #[command(flatten)]
    options: SpecOptions,
    /// Cut the plan into N shards, for several machines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    /// Cut the plan into shards of about this much work on one core, such as 10m
    #[arg(long, value_name = "TIME", value_parser = duration::parse, conflicts_with = "shards")]
    shard_time: Option<Duration>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn plan(arguments: &PlanArguments) -> Result<(), Failure> {
    let experiment = arguments.options.read(&arguments.spec)?;
    let plan = experiment.plan()?;
    tell_warnings(&plan.warnings);
    let out = out_folder::path(arguments.options.out.as_deref(), &plan.spec);
    let store = PartStore::open(&parts_folder(&out), &plan)?;
    let there = reusable(&plan, &store);
    match arguments.format {
        Format::Text => print(&explain(&plan, there))?,
        Format::Json => print_json(&PlanDocument::new(&plan, there))?,
    }
    let wish = match (arguments.shards, arguments.shard_time) {
        (Some(count), _) => Sharding::Count(count as usize),
        (None, Some(time)) => Sharding::Seconds(time.as_secs_f64()),
        (None, None) => return refusal::check(&plan.warnings),
    };
    let out = absolute(&out)?;
    out_folder::claim(&out, Some(&plan.spec.name), &inputs(&experiment.source, &plan)?)?;
    let run = record(out, experiment.source, plan, wish)?;
    let message = format!("interrupted; the plan is recorded in `{}`", run.path.display());
    stop::at_end_tell(message, "`runner submit` runs it");
    match arguments.format {
        Format::Text => print(&describe(&run, wish)),
        Format::Json => {
            // Standard output has the JSON alone.
            tell(&describe(&run, wish));
            Ok(())
        }
    }
}

/// Describes the shards of a plan in a line or two.
pub(super) fn describe(run: &RunFolder, wish: Sharding) -> String {
    let shards = &run.record.shards;
    let count = shards.len();
    // Shards are in descending order of their work.
    let [largest, smallest] =
        [shards.first(), shards.last()].map(|shard| shard.map_or(0.0, |shard| shard.seconds));
    let path = PlanRecord::path(&run.path);
    let work = match count {
        0 | 1 => short_duration(largest),
        _ => format!("{} to {}", short_duration(smallest), short_duration(largest)),
    };
    let mut text = format!(
        "{} of about {work} on one core, recorded in {}\n",
        counted(count, "shard"),
        path.display()
    );
    if matches!(wish, Sharding::Count(wanted) if wanted > count) {
        text += "the work is not enough for more shards\n";
    }
    if count > 1 && smallest < SHORT {
        text += "shards that short take longer to start than to run: fewer would do\n";
    }
    text
}
