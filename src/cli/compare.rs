//! `runner compare`: is a system better than a baseline, how sure is that, and how much data would decide?

mod arguments;
mod data;
mod examples;
mod meaning;
mod of_findings;
mod over_corpora;
mod pairs;
mod request;
mod runs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(super) use arguments::CompareArguments;
use arguments::Like;
use request::Asked;

use self::pairs::Loss;
use super::answer_format::AnswerFormat;
use super::finished_run::FinishedRun;
use super::out_folder::OutFolder;
use super::run_log::RunLog;
use super::{
    Exit, Failure, memory, print_exact, print_json, print_lines, print_styled, print_tables, rank,
    refusal, runs as kept_runs, tell_warnings, texts, threads,
};
use crate::analyses::comparison::MarginVerdict;
use crate::analyses::examples::Examples;
use crate::analyses::margin::options::Margin;
use crate::analyses::margin::options::{Wanted, WantedMargin};
use crate::analyses::{self, ComparisonRow, Results};
use crate::config::model::{MetricSpec, Spec};
use crate::execute::PartStore;
use crate::formats::kept_run::encode_run;
use crate::metric;
use crate::plan::Plan;
use crate::presentation::About;
use crate::report::compare::{Answer, Reproduced, Setting, deciding_tests, wanted_margin};
use crate::report::scores::bare_differences;
use crate::table::Tables;
use crate::warning::Warning;

pub(super) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    threads::start(arguments.work.threads)?;
    memory::start(arguments.work.memory);
    examples::check(arguments)?;
    if arguments.bare.width().is_some() && !arguments.bare.bare {
        let help = "add `--bare`; the answer has as many decimals as its intervals bear";
        return Err(Failure::refusal("--width: decimals are those of bare numbers", help));
    }
    if let Some(count) = arguments.runs {
        return runs::compare(arguments, usize::from(count));
    }
    let curves = arguments.meaning.as_deref().map(meaning::read).transpose()?;
    let request = match request::request(arguments)? {
        Asked::OfBaseline(request) => *request,
        Asked::AllPairs(request) => return rank::ranked(request, &arguments.of_rank()),
    };
    if request.is_over_corpora {
        return over_corpora::compare(arguments, request);
    }
    let start = Instant::now();
    // Of sacreBLEU's two tests one is not wanted, and has a single trial: no warning of that.
    let commands = arguments.texts.commands(&arguments.systems);
    let mut read = texts::read(&request.spec, &commands)?;
    if let Some(earlier) = &request.earlier {
        earlier.join(&mut read.corpora[0])?;
    }
    let mut plan = texts::plan(request.spec, read, arguments.like.is_none(), false)?;
    if arguments.force {
        refusal::force(&mut plan.warnings);
    }
    if plan.warnings.iter().any(Warning::is_refusal) {
        return Err(refusal::print(&plan.warnings, arguments.format, arguments.work.quiet)?);
    }
    let record = kept_runs::record(&plan, &request.systems, arguments.texts.metrics.values());
    let setting = Setting {
        baseline: request.systems[0].clone(),
        has_documents: request.has_documents,
        lower_is_better: lower_is_better(&plan.spec.metrics),
        has_relative_margin: arguments.margin.iter().any(Loss::is_relative),
        seed: plan.spec.seed,
        curves: curves.map(|curves| meaning::on_corpus(curves, &plan)),
        earlier: request.earlier.map(|earlier| earlier.describe(&record, &plan.corpora[0].corpus)),
        reproduced: arguments.like.map(|like| match like {
            Like::Sacrebleu => Reproduced::Bootstrap,
            Like::SacrebleuAr => Reproduced::Randomization,
        }),
    };
    let out = arguments.out.clone().map(|path| open(path, &plan.spec)).transpose()?;
    let less = "fewer systems, metrics or permutations";
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, less)?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    want_margins(&mut plan, &store, &request.wanted);
    let results = Results::new(&plan, &store);
    let about = About::new(&analyses::manifest(&plan));
    let tables = tables(&results, &setting);
    meaning::check(setting.curves.as_ref(), tables.rows())?;
    let answer = Answer::new(&tables, &about, &setting, &plan.warnings);
    let examples = examples::examples(&plan, arguments, &setting.baseline)?;
    if let Some(mut out) = out {
        let log = RunLog::new(&plan, start, 0, Vec::new());
        let mut run = FinishedRun::new(&plan, &store, None)?;
        if let Some(examples) = &examples {
            run = run.with_examples(examples.clone());
        }
        if request.is_of_texts && !arguments.no_texts {
            run = run.with_outputs(encode_run(&plan.corpora[0].corpus, &record)?);
        }
        run.write_quietly(&mut out, &log, arguments.work.quiet)?;
    }
    let shown = examples.as_ref().filter(|_| arguments.examples.is_some());
    if arguments.bare.bare && !arguments.work.quiet {
        tell_warnings(&plan.warnings);
        let width = arguments.bare.width();
        print_exact(&bare_differences(tables.rows(), tables.rows(), width))?;
    } else {
        print(&answer, shown, arguments, &plan.warnings)?;
    }
    match answer.conclusion() {
        None | Some(MarginVerdict::Pass) => Ok(()),
        Some(MarginVerdict::Fail) => Err(Failure::already_reported(Exit::Differences)),
        Some(MarginVerdict::Inconclusive) => Err(Failure::already_reported(Exit::Inconclusive)),
    }
}

fn print(
    answer: &Answer<'_>,
    shown: Option<&Examples>,
    arguments: &CompareArguments,
    warnings: &[Warning],
) -> Result<(), Failure> {
    if arguments.work.quiet || arguments.format.is_bare() {
        tell_warnings(warnings);
    }
    match (arguments.format, arguments.format.export()) {
        _ if arguments.work.quiet => Ok(()),
        (AnswerFormat::Text, _) => print_styled(|is_styled| {
            let text =
                if arguments.details { answer.details(is_styled) } else { answer.text(is_styled) };
            text + &examples::text(shown, is_styled)
        }),
        (AnswerFormat::Markdown, _) => {
            print_lines(&(answer.markdown() + &examples::markdown(shown)))
        }
        (_, Some(export)) => print_tables(answer.table().as_slice(), export),
        (_, None) => print_json(&examples::with_json(answer.json(), shown)),
    }
}

/// The rows that are shown: of each pair the test that decides, and sizes for differences from the baseline.
fn tables(results: &Results<'_>, setting: &Setting) -> Tables {
    let mut tables = Tables::default();
    let comparisons: Vec<ComparisonRow> = analyses::each_comparison(results).collect();
    tables.insert(deciding_tests(&comparisons, setting.reproduced));
    tables.insert(analyses::scores(results));
    tables.insert(analyses::each_margin(results).collect::<Vec<_>>());
    let power = analyses::each_power(results)
        .filter(|row| [&*row.system_a, &*row.system_b].contains(&&*setting.baseline));
    tables.insert(power.collect::<Vec<_>>());
    tables.insert(analyses::each_interval(results).collect::<Vec<_>>());
    tables
}

/// The folder for the results, which replace no file that is compared.
fn open(path: PathBuf, spec: &Spec) -> Result<OutFolder, Failure> {
    let mut inputs = Vec::new();
    for corpus in &spec.corpora {
        inputs.extend(corpus.format.input_files(Path::new("")).map_err(|error| {
            Failure::file(format!("cannot list the files that are compared: {error}"), error.kind())
        })?);
    }
    OutFolder::open(path, Some(&spec.name), &inputs)
}

/// Names of the metrics of which lower scores are better.
fn lower_is_better(metrics: &[MetricSpec]) -> Vec<String> {
    let lower = metrics.iter().filter(|metric| !metric::higher_is_better(&metric.config));
    lower.map(|metric| metric.name.clone()).collect()
}

/// Asks for the margins of error that are wanted, for each metric: those of the arguments, or a round number
/// below today's. No result depends on them, only the sizes in the table.
fn want_margins(plan: &mut Plan, store: &PartStore, wanted: &BTreeMap<String, f64>) {
    let present_margins: Vec<_> = analyses::each_margin(&Results::new(plan, store)).collect();
    let Some(options) = plan.spec.studies[0].analyses.get_mut::<Margin>() else { return };
    let mut margins = BTreeMap::new();
    for row in present_margins {
        let Some(margin) = row.margin else { continue };
        let widest = margins.entry(row.cell.metric.to_string()).or_insert(margin);
        *widest = widest.max(margin);
    }
    options.wanted = Some(Wanted::Each(
        margins
            .into_iter()
            .map(|(metric, margin)| {
                let margin = wanted.get(&metric).copied().unwrap_or_else(|| wanted_margin(margin));
                (metric, WantedMargin::Absolute(margin))
            })
            .collect(),
    ));
}
