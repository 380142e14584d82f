//! `runner watch`: which pairs of a running campaign are decided, from the log of its ratings.

mod arguments;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

pub(super) use arguments::WatchArguments;
use serde_json::Value;

use super::finished_run::FinishedRun;
use super::options::Format;
use super::out_folder::OutFolder;
use super::run_log::RunLog;
use super::{CommandOptions, Exit, Failure, print_json, print_styled, tell, tell_warnings, texts};
use crate::analyses::watch::{Progress, latest_looks, options::Watch, progress};
use crate::analyses::{self, LookRow, Results};
use crate::config::model::{Asked, CorpusFormat, Mask, MetricConfig, MetricSpec, Spec, Study};
use crate::execute::PartStore;
use crate::formats::source::PearmutSource;
use crate::metric::config::HumanConfig;
use crate::plan::Plan;
use crate::presentation::About;
use crate::report::watch::WatchAnswer;
use crate::table::{PAGE, ResultFolder, Tables};

/// Name of the experiment, its study and its corpus.
const NAME: &str = "campaign";

/// What must not change between looks: options, and where they stand in the study of the canonical spec.
const FIXED: [(&str, &str); 6] = [
    ("--planned", "/watch/planned"),
    ("--first-look", "/watch/first-look"),
    ("--baseline", "/watch/baseline"),
    ("--systems", "/systems"),
    ("--criterion", "/metrics"),
    ("--level", "/level"),
];

pub(super) fn watch(arguments: &WatchArguments) -> Result<(), Failure> {
    let mut out: Option<OutFolder> = None;
    let mut last = String::new();
    loop {
        let start = Instant::now();
        let spec = spec(arguments);
        let read = texts::read(&spec, &CommandOptions::default())?;
        let plan = texts::plan(spec, read, true, false)?;
        // Empty: looks are made of the ratings alone, and tables are computed only where they are written.
        let store = PartStore::in_memory();
        let looks = latest_looks(&Results::new(&plan, &store));
        if let Some(path) = &arguments.out {
            if out.is_none() {
                // Only after reading, so that a log with mistakes leaves no folder behind.
                check_unchanged(path, &plan.spec)?;
                out = Some(OutFolder::open(path.clone(), Some(NAME), &arguments.logs)?);
            }
            write(out.as_mut(), &plan, arguments, start)?;
        }
        let state = progress(&looks);
        tell_looks(looks, &plan, arguments, &mut last)?;
        match (state, arguments.every) {
            (Progress::NoGoal | Progress::Open, Some(seconds)) => {
                thread::sleep(Duration::from_secs(seconds.into()));
            }
            (Progress::NoGoal | Progress::Decided, _) => return Ok(()),
            (Progress::UsedUp, _) => return Err(Failure::already_reported(Exit::Differences)),
            (Progress::Open, None) => return Err(Failure::already_reported(Exit::Inconclusive)),
        }
    }
}

/// Says how the campaign stands, unless it stands as it stood.
fn tell_looks(
    looks: Vec<LookRow>,
    plan: &Plan,
    arguments: &WatchArguments,
    last: &mut String,
) -> Result<(), Failure> {
    let mut tables = Tables::default();
    tables.insert(looks);
    let about = About::new(&analyses::manifest(plan));
    let answer = WatchAnswer::new(&tables, &about, &plan.warnings);
    let text = answer.text(false);
    if text == *last {
        return Ok(());
    }
    *last = text;
    if arguments.quiet {
        tell_warnings(&plan.warnings);
        return Ok(());
    }
    match arguments.format {
        Format::Text => print_styled(|is_styled| answer.text(is_styled))?,
        Format::Json => print_json(&answer.json())?,
    }
    if let Some(out) = &arguments.out {
        tell(&format!("report in {}\n", out.join(PAGE).display()));
    }
    Ok(())
}

/// Writes the tables and the page, which renews itself where the log is read again.
fn write(
    out: Option<&mut OutFolder>,
    plan: &Plan,
    arguments: &WatchArguments,
    start: Instant,
) -> Result<(), Failure> {
    let Some(out) = out else { return Ok(()) };
    let store = texts::compute(plan, true)?;
    let run = FinishedRun::new(plan, &store, None)?;
    let run = run.renewed_every(arguments.every);
    let log = RunLog::new(plan, start, 0, Vec::new());
    run.write_quietly(out, &log, true)
}

/// Refuses a folder whose campaign was watched with other choices: these are made before the first look.
fn check_unchanged(path: &Path, spec: &Spec) -> Result<(), Failure> {
    let Some(before) = ResultFolder::open(path)? else { return Ok(()) };
    let now: Value = serde_json::from_str(&spec.canonical()).expect("the canonical spec is JSON");
    for (option, place) in FIXED {
        let [was, is] = [&before.manifest.spec, &now]
            .map(|spec| written(spec.pointer(&format!("/studies/0{place}"))));
        if was != is {
            let message = format!(
                "`{}` was watched with {option} {was}, and now it is {is}: a choice after a look makes the levels false",
                path.display()
            );
            let help =
                "give the former value, or another folder with --out for a campaign that begins";
            return Err(Failure::refusal(message, help));
        }
    }
    Ok(())
}

/// A value as the command line has it.
fn written(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "left out".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(values)) => {
            let values: Vec<String> = values.iter().map(|value| written(Some(value))).collect();
            values.join(",")
        }
        Some(other) => other.to_string(),
    }
}

fn spec(arguments: &WatchArguments) -> Spec {
    let criterion = &arguments.criterion;
    let source = PearmutSource {
        files: arguments.logs.clone(),
        campaign: arguments.campaign.clone(),
        language_pair: arguments.language_pair.clone(),
        ..PearmutSource::default()
    };
    let metric =
        MetricSpec::new(criterion, MetricConfig::Human(HumanConfig::mean(vec![criterion.clone()])));
    let options = Watch {
        planned: arguments.planned,
        first_look: arguments.first_look,
        baseline: arguments.baseline.clone(),
        exit_when: arguments.exit_when,
        budget: arguments.budget,
        shuffled: arguments.shuffled,
    };
    // Their order says nothing.
    let mut systems = arguments.systems.clone();
    systems.sort_unstable();
    let study = Study {
        systems: Some(systems).filter(|systems| !systems.is_empty()),
        level: arguments.level,
        mask: Mask::Own,
        analyses: Asked::default().with(options),
        ..texts::whole_corpus(NAME, std::slice::from_ref(&metric))
    };
    let corpora = vec![(NAME.to_owned(), CorpusFormat::Pearmut(source))];
    texts::experiment(corpora, vec![metric], study, 1)
}
