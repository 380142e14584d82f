//! Systems of data, in place of files of texts.

use super::arguments::{CompareArguments, TestOfDifference};
use super::request::{self, Asked, CompareRequest};
use crate::analyses::comparison::options::{Adjustment, Comparison};
use crate::analyses::macro_average::options::MacroAverage;
use crate::cli::answer_format::AnswerFormat;
use crate::cli::data::{Data, DataRequest, averages, of_texts_alone};
use crate::cli::rank::RankRequest;
use crate::cli::submit::shell;
use crate::cli::texts::LEVEL;
use crate::cli::{Failure, tell};
use crate::config::model::{self, Resample, Study};
use crate::diagnostic::closest;
use crate::report::wrap::wrapped_lines;
use crate::words::listing;

/// Systems that a message lists.
const NAMED: usize = 8;

/// The studies of the data as one, on the systems that are named; all pairs where nothing says which of several is the baseline.
pub(super) fn request(
    mut data: Data,
    wanted: &DataRequest<'_>,
    arguments: &CompareArguments,
) -> Result<Asked, Failure> {
    check(arguments)?;
    let mut studies = data.studies(wanted)?;
    if may_be_ranked(&studies, &data, wanted, arguments) {
        let line = data.line("--baseline NAME");
        tell(&wrapped_lines(&format!(
            "No baseline is named: each system is compared with each, as by `runner rank`. {line} compares all others with one.\n"
        )));
        return RankRequest::of_data(data, wanted).map(Asked::AllPairs);
    }
    let request = if let Some(place) = studies.iter().position(averages) {
        over_corpora(studies.swap_remove(place), data, wanted, arguments)?
    } else {
        of_one_study(only(&mut studies, &data, wanted)?, data, wanted, arguments)?
    };
    Ok(Asked::OfBaseline(Box::new(request)))
}

/// Whether there are several systems without a baseline, and nothing is asked that needs one.
fn may_be_ranked(
    studies: &[Study],
    data: &Data,
    wanted: &DataRequest<'_>,
    arguments: &CompareArguments,
) -> bool {
    let Some(study) = studies.first() else { return false };
    let named = study.systems.as_ref().map(Vec::len);
    let count = named.unwrap_or_else(|| data.systems(&study.corpora[0]).len());
    let is_ordered = !wanted.selection.systems.is_empty() || data.is_ordered();
    let needs_baseline = of_one_corpus(arguments).is_some() || arguments.out.is_some();
    let is_read = matches!(arguments.format, AnswerFormat::Text | AnswerFormat::Markdown);
    arguments.baseline.is_none() && !is_ordered && count > 2 && is_read && !needs_baseline
}

fn of_one_study(
    study: Study,
    data: Data,
    wanted: &DataRequest<'_>,
    arguments: &CompareArguments,
) -> Result<CompareRequest, Failure> {
    let systems = systems(&study, &data, wanted, arguments.baseline.as_deref())?;
    let mut spec = data.into_spec_of(vec![study], wanted);
    let study = spec.studies.remove(0);
    let metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    let metrics: Vec<_> = metrics.cloned().collect();
    let arguments = &request::checked(arguments, &metrics)?;
    // Exchanges at random know no judges.
    let is_randomized = arguments.test == TestOfDifference::Randomization;
    let resample = study
        .resample
        .map(|resample| Resample { judges: resample.judges && !is_randomized, ..resample });
    let has_judges = resample.is_some_and(|resample| resample.judges);
    spec.studies = vec![Study {
        systems: Some(systems.clone()),
        replicates: vec![request::replicates(arguments, (systems.len() - 1) * metrics.len())],
        level: arguments.level.unwrap_or(LEVEL),
        resample,
        analyses: request::analyses(arguments, &systems[0], &metrics, has_judges),
        ..study
    }];
    let wanted = request::wanted(arguments);
    Ok(CompareRequest { wanted, ..CompareRequest::of_data(spec, systems) })
}

/// The study over several corpora, with the baseline first.
fn over_corpora(
    study: Study,
    data: Data,
    wanted: &DataRequest<'_>,
    arguments: &CompareArguments,
) -> Result<CompareRequest, Failure> {
    if let Some(option) = of_one_corpus(arguments) {
        let corpus = shell(&study.corpora[0]);
        let message =
            format!("{option} is about one corpus, and there are {}", study.corpora.len());
        let help = data.line(&format!("--corpus {corpus}"));
        return Err(Failure::refusal(message, format!("leave it out, or name one: {help}")));
    }
    let systems = systems(&study, &data, wanted, arguments.baseline.as_deref())?;
    if let Some(corpus) = study.corpora.iter().find(|corpus| !data.has_system(corpus, &systems[0]))
    {
        let message = format!("the baseline `{}` has no scores on `{corpus}`", systems[0]);
        let help = "name another one with `--baseline`, or one corpus with `--corpus`";
        return Err(Failure::refusal(message, help));
    }
    let average = study.analyses.get::<MacroAverage>().cloned().unwrap_or_default();
    // Single corpora describe: their intervals are their own.
    let comparison = Comparison {
        baseline: Some(systems[0].clone()),
        adjustment: Adjustment::None,
        ..Comparison::default()
    };
    let study = Study {
        systems: Some(systems.clone()),
        replicates: vec![request::REPLICATES],
        level: arguments.level.unwrap_or(LEVEL),
        analyses: model::Asked::default().with(comparison).with(average),
        ..study
    };
    let spec = data.into_spec_of(vec![study], wanted);
    Ok(CompareRequest { is_over_corpora: true, ..CompareRequest::of_data(spec, systems) })
}

/// An option that was given and means nothing over several corpora.
fn of_one_corpus(arguments: &CompareArguments) -> Option<&'static str> {
    let given = [
        (!arguments.margin.is_empty(), "`--margin`"),
        (arguments.primary.is_some(), "`--primary`"),
        (!arguments.wanted.is_empty(), "`--wanted`"),
        (arguments.examples.is_some(), "`--examples`"),
        (arguments.meaning.is_some(), "`--meaning`"),
        (arguments.bare.bare, "`--bare`"),
        (arguments.details, "`--details`"),
        (arguments.bootstrap.is_some(), "`--bootstrap`"),
        (arguments.test == TestOfDifference::Randomization, "`--test randomization`"),
    ];
    given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
}

/// What is about files of texts, or about programs that read them.
fn check(arguments: &CompareArguments) -> Result<(), Failure> {
    let given =
        [(arguments.texts.source.is_some(), "`--source`"), (arguments.like.is_some(), "`--like`")];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(of_texts_alone(option, &arguments.systems[0])),
        None => Ok(()),
    }
}

/// The first study, on its only corpus: of all metrics where they were named.
fn only(studies: &mut Vec<Study>, data: &Data, wanted: &DataRequest<'_>) -> Result<Study, Failure> {
    let mut corpora: Vec<String> = Vec::new();
    for corpus in studies.iter().flat_map(|study| &study.corpora) {
        if !corpora.contains(corpus) {
            corpora.push(corpus.clone());
        }
    }
    if corpora.len() > 1 {
        return Err(data.refuse_several(&corpora));
    }
    let mut study = studies.remove(0);
    if wanted.texts.metrics.is_given() {
        study.metrics.extend(studies.drain(..).flat_map(|other| other.metrics));
    }
    Ok(study)
}

/// Names of the systems that are compared, the baseline first.
fn systems(
    study: &Study,
    data: &Data,
    wanted: &DataRequest<'_>,
    baseline: Option<&str>,
) -> Result<Vec<String>, Failure> {
    let all = data.systems(&study.corpora[0]);
    let named = study.systems.clone();
    let is_ordered = !wanted.selection.systems.is_empty() || data.is_ordered();
    let systems = named.unwrap_or_else(|| all.clone());
    let first = systems.first().filter(|_| is_ordered || systems.len() == 2);
    let Some(baseline) = baseline.or(first.map(String::as_str)) else {
        return Err(no_baseline(&systems, data));
    };
    let is_known = data.has_system(&study.corpora[0], baseline);
    if !is_known && !systems.iter().any(|system| system == baseline) {
        let help = match closest(baseline, all.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", listing(all.iter().take(NAMED).map(String::as_str))),
        };
        return Err(Failure::refusal(format!("there is no system `{baseline}`"), help));
    }
    let others = systems.iter().filter(|system| *system != baseline).cloned();
    let systems: Vec<String> = std::iter::once(baseline.to_owned()).chain(others).collect();
    if systems.len() < 2 {
        let help = "name the baseline first, then the systems to compare with it";
        return Err(Failure::refusal("there is only one system", help));
    }
    Ok(systems)
}

/// That one of many systems is to be chosen.
fn no_baseline(systems: &[String], data: &Data) -> Failure {
    let Some(first) = systems.first() else {
        return Failure::refusal("there are no outputs of systems", data.line("--systems A,B"));
    };
    let mut names = listing(systems.iter().take(NAMED).map(String::as_str));
    if let more @ 1.. = systems.len().saturating_sub(NAMED) {
        names = format!("{names} and {more} more");
    }
    let message = format!("there are {} systems: which is the baseline?", systems.len());
    let line = data.line(&format!("--baseline {}", shell(first)));
    Failure::refusal(message, format!("{line} compares all others with it; there are {names}"))
}
