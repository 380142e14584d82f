//! `runner watch`: which pairs of a running campaign are decided, from the log of its ratings.

mod arguments;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

pub(super) use arguments::WatchArguments;
use serde_json::Value;

use super::commands::CommandOptions;
use super::exit_code::Exit;
use super::failure::Failure;
use super::finished_run::FinishedRun;
use super::options::{Format, Telling};
use super::out_folder::OutFolder;
use super::output::{print_json, print_styled, tell, tell_warnings};
use super::run_log::RunLog;
use super::texts;
use crate::analyses::watch::{Progress, latest_looks, options::Watch, progress};
use crate::analyses::{self, LookRow, Results};
use crate::config::model::{
    Asked, CorpusFormat, CorpusSpec, DegreesOfFreedom, Mask, MetricConfig, MetricSpec, Orderings,
    ReferenceChoice, Spec, Study, TestSizes,
};
use crate::corpus::source::PearmutSource;
use crate::execute::PartStore;
use crate::metric::config::HumanConfig;
use crate::plan::Plan;
use crate::presentation::About;
use crate::report::watch::WatchAnswer;
use crate::table::{PAGE, ResultFolder, Tables};

/// Name of the experiment and its study.
const NAME: &str = "watch";
/// Name of the corpus.
const CAMPAIGN: &str = "campaign";

/// What must not change between looks: by key of the canonical spec.
const FIXED: [&str; 5] = ["planned", "first-look", "baseline", "level", "criteria"];

pub(super) fn watch(arguments: &WatchArguments) -> Result<(), Failure> {
    let mut out: Option<OutFolder> = None;
    let mut last = String::new();
    loop {
        let start = Instant::now();
        let plan = texts::plan(spec(arguments), true, false, &CommandOptions::default())?;
        let store = PartStore::in_memory();
        let looks = latest_looks(&Results::new(&plan, &store));
        if let Some(path) = &arguments.out {
            if out.is_none() {
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
    run.write(out, &log, Telling { quiet: true, ..Telling::default() })
}

/// Refuses a folder whose campaign was watched with other choices: these are made before the first look.
fn check_unchanged(path: &Path, spec: &Spec) -> Result<(), Failure> {
    let Some(before) = ResultFolder::open(path)? else { return Ok(()) };
    let now: Value = serde_json::from_str(&spec.canonical()).expect("the canonical spec is JSON");
    for key in FIXED {
        let [was, is] = [&before.manifest.spec, &now].map(|spec| value_of(spec, key));
        if was != is {
            let [was, is] =
                [was, is].map(|value| value.map_or_else(|| "nothing".to_owned(), Value::to_string));
            let message = format!(
                "`{}` was watched with {key} = {was}, and now it is {is}: a choice after a look makes the levels false",
                path.display()
            );
            let help =
                "give the former value, or another folder with --out for a campaign that begins";
            return Err(Failure::refusal(message, help));
        }
    }
    Ok(())
}

/// The value of a key, wherever it stands.
fn value_of<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(object) => {
            let here = object.get(key).or_else(|| object.get(&key.replace('-', "_")));
            here.or_else(|| object.values().find_map(|value| value_of(value, key)))
        }
        Value::Array(values) => values.iter().find_map(|value| value_of(value, key)),
        _ => None,
    }
}

fn spec(arguments: &WatchArguments) -> Spec {
    let criterion = &arguments.criterion;
    let source = PearmutSource {
        files: arguments.logs.iter().map(PathBuf::from).collect(),
        campaign: arguments.campaign.clone(),
        language_pair: arguments.language_pair.clone(),
        ..PearmutSource::default()
    };
    let config = HumanConfig::of_criterion(criterion);
    let options = Watch {
        planned: arguments.planned,
        first_look: arguments.first_look,
        baseline: arguments.baseline.clone(),
        exit_when: arguments.exit_when,
        budget: arguments.budget,
        shuffled: arguments.shuffled,
    };
    Spec {
        name: NAME.to_owned(),
        title: None,
        seed: 1,
        seeds: 1,
        df: DegreesOfFreedom::default(),
        published: Vec::new(),
        corpora: vec![CorpusSpec {
            name: CAMPAIGN.to_owned(),
            homepage: None,
            licence: None,
            judge_names: false,
            format: CorpusFormat::Pearmut(source),
        }],
        metrics: vec![MetricSpec::new(criterion, MetricConfig::Human(config))],
        studies: vec![Study {
            name: NAME.to_owned(),
            corpora: vec![CAMPAIGN.to_owned()],
            systems: Some(arguments.systems.clone()).filter(|systems| !systems.is_empty()),
            metrics: vec![criterion.clone()],
            reference_counts: None,
            reference_choice: ReferenceChoice::First,
            test_sizes: TestSizes::Fractions(vec![1.0]),
            orderings: Orderings { corpus: true, ..Orderings::default() },
            samples: None,
            resample: None,
            replicates: vec![0],
            repeats: 1,
            seeds: None,
            level: arguments.level,
            interval_method: None,
            strata: None,
            mask: Mask::Own,
            analyses: Asked::default().with(options),
        }],
    }
}
