//! `--data`: systems that ratings or other data name, in place of files of texts.

use std::path::Path;

use super::arguments::{CompareArguments, TestOfDifference};
use super::request::{self, CompareRequest};
use crate::analyses::comparison::options::Comparison;
use crate::cli::data_experiment::{experiment, is_by_judges};
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::texts::LEVEL;
use crate::config::model::{
    MetricSpec, Orderings, Resample, ResamplingUnit, Spec, Study, TestSizes,
};

/// The spec that `init` writes for the data, with the first study of judgments, or else the first, on the systems that are
/// named.
pub(super) fn request(
    path: &Path,
    arguments: &CompareArguments,
) -> Result<CompareRequest, Failure> {
    check(arguments)?;
    let nothing = || {
        let message = format!("{}: there are no two systems with scores", path.display());
        Failure::plain(Exit::Input, message)
    };
    let mut spec = experiment(path, arguments.force)?.ok_or_else(nothing)?.parsed.spec;
    let compares = |study: &&Study| study.analyses.get::<Comparison>().is_some();
    let study = spec
        .studies
        .iter()
        .find(|study: &&Study| compares(study) && is_by_judges(&spec, study))
        .or_else(|| spec.studies.iter().find(compares));
    let study = study.cloned().ok_or_else(nothing)?;
    let systems: Vec<String> =
        arguments.systems.iter().map(|name| name.display().to_string()).collect();
    let metrics = metrics_of(&spec, &study);
    let arguments = &request::checked(arguments, &metrics)?;
    spec.studies = vec![on_systems(study, &systems, arguments, &metrics)];
    spec.seed = arguments.seed.unwrap_or(1);
    spec.keep_used();
    Ok(CompareRequest { spec, wanted: request::wanted(arguments), systems })
}

/// What is about files of texts, or about programs that read them.
fn check(arguments: &CompareArguments) -> Result<(), Failure> {
    let help = "leave it out: the data have texts and scores of their own";
    let is_given = [
        (arguments.texts.has_texts(), "`--references`, `--scores` or `--command`"),
        (arguments.texts.documents.is_some(), "`--documents`"),
        (arguments.texts.source.is_some(), "`--source`"),
        (arguments.like.is_some(), "`--like`"),
    ];
    if let Some((_, option)) = is_given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::refusal(format!("--data: {option} is about files of texts"), help));
    }
    if arguments.systems.len() < 2 {
        let help = "name the baseline first, then the systems to compare with it";
        return Err(Failure::refusal("there is only one system", help));
    }
    Ok(())
}

fn metrics_of(spec: &Spec, study: &Study) -> Vec<MetricSpec> {
    let metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    metrics.cloned().collect()
}

/// The study on the whole corpus, with the analyses whose rows are shown.
fn on_systems(
    study: Study,
    systems: &[String],
    arguments: &CompareArguments,
    metrics: &[MetricSpec],
) -> Study {
    let texts = arguments.resample.map(|unit| Resample::from(ResamplingUnit::from(unit)));
    let is_randomized = arguments.test == TestOfDifference::Randomization;
    // Exchanges at random know no judges.
    let resample = texts
        .or(study.resample)
        .map(|resample| Resample { judges: resample.judges && !is_randomized, ..resample });
    let has_judges = resample.is_some_and(|resample| resample.judges);
    let analyses = request::analyses(arguments, &systems[0], metrics, has_judges);
    Study {
        corpora: study.corpora[..1].to_vec(),
        systems: Some(systems.to_vec()),
        test_sizes: TestSizes::Fractions(vec![1.0]),
        orderings: Orderings { corpus: true, ..Orderings::default() },
        replicates: vec![request::replicates(arguments, (systems.len() - 1) * metrics.len())],
        level: arguments.level.unwrap_or(LEVEL),
        resample,
        analyses,
        ..study
    }
}
