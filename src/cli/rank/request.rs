//! What `runner rank` asks for, as a spec: that of files of text, or the one that `init` writes for ratings.

use std::path::Path;

use super::arguments::RankArguments;
use crate::analyses::comparison::options::{Comparison, FamilyOf};
use crate::analyses::ranking::options::Ranking;
use crate::cli::data_experiment::{experiment, is_by_judges};
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::texts::{self, LEVEL, Texts};
use crate::config::model::{Asked, Orderings, Resample, ResamplingUnit, Spec, Study, TestSizes};
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
    texts::plan(texts.spec(study, arguments.seed), true, &arguments.texts.commands())
}

/// All pairs by each metric, and what new test sets would say.
fn analyses() -> Asked {
    let comparison = Comparison { family: FamilyOf::Pairs, ..Comparison::default() };
    Asked::default().with(comparison).with(Ranking::default())
}

/// The plan of the spec that `init` writes for the data at `path`, with the studies that compare systems.
fn of_data(path: &Path, arguments: &RankArguments) -> Result<Plan, Failure> {
    let mut experiment = experiment(path, arguments.force)?.ok_or_else(|| nothing_to_rank(path))?;
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
    let (judged, others): (Vec<Study>, Vec<Study>) =
        spec.studies.iter().cloned().partition(|study| is_by_judges(spec, study));
    spec.studies = judged.into_iter().chain(others).collect();
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
