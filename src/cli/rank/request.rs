//! What `runner rank` asks for, as a spec: that of files of text, or the one that `init` writes for ratings.

use std::path::{Path, PathBuf};

use super::arguments::RankArguments;
use crate::analyses::comparison::options::{Comparison, FamilyOf};
use crate::analyses::ranking::options::Ranking;
use crate::cli::exit_code::Exit;
use crate::cli::experiment::Experiment;
use crate::cli::failure::Failure;
use crate::cli::init;
use crate::cli::texts::{self, LEVEL, Texts};
use crate::cluster::Source;
use crate::config::model::{
    Asked, MetricConfig, Orderings, Resample, ResamplingUnit, Spec, Study, TestSizes,
};
use crate::config::template;
use crate::corpus::JudgeColumn;
use crate::plan::Plan;

/// Name of the experiment, its corpus and its study.
const NAME: &str = "rank";

/// Resamples behind the probabilities of ranks.
const REPLICATES: u32 = 1000;
const DEFAULT_METRICS: [&str; 2] = ["bleu", "chrf"];

/// The plan over the files of text, or over the data at the only path.
pub(super) fn plan(arguments: &RankArguments) -> Result<Plan, Failure> {
    match &arguments.systems[..] {
        [data] if !arguments.texts.has_texts() => of_data(data, arguments),
        _ => of_texts(arguments),
    }
}

fn of_texts(arguments: &RankArguments) -> Result<Plan, Failure> {
    let texts = Texts::new(&arguments.systems, 2, &arguments.texts, &DEFAULT_METRICS)?;
    let study = Study {
        resample: texts.unit(arguments.resample, true)?,
        replicates: vec![REPLICATES],
        level: arguments.level.unwrap_or(LEVEL),
        analyses: analyses(),
        ..texts.study(NAME)
    };
    texts::plan(texts.spec(study, arguments.seed), true)
}

/// All pairs by each metric, and what new test sets would say.
fn analyses() -> Asked {
    let comparison = Comparison { family: FamilyOf::Pairs, ..Comparison::default() };
    Asked::default().with(comparison).with(Ranking::default())
}

/// The plan of the spec that `init` writes for the data at `path`, with the studies that compare systems.
fn of_data(path: &Path, arguments: &RankArguments) -> Result<Plan, Failure> {
    let output = Some(Path::new("FILE"));
    let command = |judge: &str| init::command(path, judge, output);
    let (entries, _) = init::entries(path, &JudgeColumn::Recognised, &command)?;
    let text = template(&init::name_of(path)?, &entries, None).map_err(|error| {
        let message = format!("`{}` is not Unicode", error.path.display());
        Failure::refusal(message, "rename the file or folder")
    })?;
    let source = Source {
        name: path.display().to_string(),
        text: text.ok_or_else(|| nothing_to_rank(path))?.spec,
        published: Vec::new(),
        data: PathBuf::new(),
        studies: Vec::new(),
        seeds: None,
        force: arguments.force,
    };
    let mut experiment = Experiment::from_source(source)?;
    keep_comparisons(&mut experiment.parsed.spec, arguments);
    if experiment.parsed.spec.studies.is_empty() {
        return Err(nothing_to_rank(path));
    }
    experiment.plan()
}

fn nothing_to_rank(path: &Path) -> Failure {
    let message = format!(
        "{}: there are no two systems with scores: name outputs with references (`-r`), or a file of ratings of several \
         systems",
        path.display()
    );
    Failure::plain(Exit::Input, message)
}

/// Leaves the studies that compare systems, those of judgments first, each on its whole corpus.
fn keep_comparisons(spec: &mut Spec, arguments: &RankArguments) {
    spec.studies.retain(|study| study.analyses.get::<Comparison>().is_some());
    let is_human = |study: &Study| {
        let mut metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
        metrics.any(|metric| matches!(metric.config, MetricConfig::Human(_)))
    };
    spec.studies.sort_by_key(|study| !is_human(study));
    for study in &mut spec.studies {
        study.analyses = analyses();
        study.test_sizes = TestSizes::Fractions(vec![1.0]);
        study.orderings = Orderings { corpus: true, ..Orderings::default() };
        study.level = arguments.level.unwrap_or(study.level);
        if let Some(unit) = arguments.resample {
            study.resample = Some(Resample::from(ResamplingUnit::from(unit)));
        }
    }
    spec.seed = arguments.seed;
    spec.keep_used();
}
