//! What `runner score` asks for, as a spec: so that it is planned and computed as any other.

use std::path::PathBuf;

use super::arguments::ScoreArguments;
use crate::cli::failure::Failure;
use crate::config::model::{
    CorpusFormat, CorpusSpec, Derivations, Mask, MetricSpec, Orderings, PlainSource,
    ReferenceChoice, ResamplingUnit, Spec, Study, TestSizes,
};
use crate::corpus::error::CorpusError;
use crate::corpus::file_stem;

/// Name of the experiment, its corpus and its study. The corpus's name is part of what draws are
/// keyed by: a spec that names its corpus so has the same draws.
pub(super) const NAME: &str = "score";

const REPLICATES: u32 = 1000;
const LEVEL: f64 = 0.95;

/// The spec with one corpus and one study, whose only test set is the whole corpus.
pub(super) fn spec(arguments: &ScoreArguments) -> Result<Spec, Failure> {
    let (mut hypotheses, references) = files(arguments)?;
    let mut metrics = arguments.metrics.take(&mut hypotheses)?;
    let scores = arguments.scores.read(&metrics)?;
    if references.is_empty() && !arguments.metrics.is_given() && !scores.metrics.is_empty() {
        metrics.clear();
    }
    if references.is_empty() && !metrics.is_empty() {
        let name = &metrics[0].name;
        let message = format!("`{name}` compares with references, and there are none");
        return Err(Failure::refusal(message, "name every reference with `--references FILE`"));
    }
    let systems = systems(&references, &hypotheses)?;
    metrics.extend(scores.metrics);
    let corpus = CorpusSpec {
        name: NAME.to_owned(),
        homepage: None,
        licence: None,
        format: CorpusFormat::Plain(PlainSource {
            source: None,
            references,
            systems: hypotheses,
            documents: arguments.documents.clone(),
            scores: scores.files,
        }),
    };
    let study = Study {
        name: NAME.to_owned(),
        corpora: vec![NAME.to_owned()],
        systems: Some(systems),
        metrics: metrics.iter().map(|metric| metric.name.clone()).collect(),
        reference_counts: None,
        reference_choice: ReferenceChoice::First,
        test_sizes: TestSizes::Fractions(vec![1.0]),
        orderings: Orderings { corpus: true, ..Orderings::default() },
        samples: None,
        resample: unit(arguments, &metrics)?,
        // Without an interval nothing is drawn.
        replicates: vec![if arguments.wants_intervals() {
            arguments.bootstrap.unwrap_or(REPLICATES)
        } else {
            0
        }],
        repeats: 1,
        level: arguments.level.unwrap_or(LEVEL),
        interval_method: None,
        strata: None,
        mask: Mask::Common,
        minimal_size: None,
        derivations: Derivations::default(),
    };
    Ok(Spec {
        name: NAME.to_owned(),
        title: None,
        seed: arguments.seed,
        published: Vec::new(),
        corpora: vec![corpus],
        metrics,
        studies: vec![study],
    })
}

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Outputs and references, with the path of standard input where that is one of them.
fn files(arguments: &ScoreArguments) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let is_input = |path: &&PathBuf| path.as_os_str() == STANDARD_INPUT;
    let all = || arguments.hypotheses.iter().chain(&arguments.references);
    if all().filter(is_input).count() > 1 {
        let message = "standard input, `-`, is named twice, and can be read only once";
        return Err(Failure::refusal(message, "name a file in place of one of them"));
    }
    let opened = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let open =
            |path: &PathBuf| if is_input(&path) { "/dev/stdin".into() } else { path.clone() };
        paths.iter().map(open).collect()
    };
    Ok((opened(&arguments.hypotheses), opened(&arguments.references)))
}

/// Names of the systems, in the order of the command line.
fn systems(references: &[PathBuf], hypotheses: &[PathBuf]) -> Result<Vec<String>, Failure> {
    if hypotheses.is_empty() {
        return Err(Failure::refusal("no file to score", "name the files of system outputs"));
    }
    if let Some(both) = hypotheses.iter().find(|path| references.contains(path)) {
        let message = format!("`{}` is both a hypothesis and a reference", both.display());
        return Err(Failure::refusal(message, "score it against other references"));
    }
    let names = hypotheses.iter().map(|path| file_stem(path));
    names.collect::<Result<_, CorpusError>>().map_err(|error| Failure::corpus(&error, None))
}

/// What is resampled, where it is said; else what suits the documents.
fn unit(
    arguments: &ScoreArguments,
    metrics: &[MetricSpec],
) -> Result<Option<ResamplingUnit>, Failure> {
    let wanted = arguments.resample.map(ResamplingUnit::from);
    let has_documents = arguments.documents.is_some();
    if wanted == Some(ResamplingUnit::Documents) && !has_documents {
        let message =
            "`--resample documents` without `--documents`: every segment would be a document";
        let help = "name the document of every segment with `--documents FILE`, or leave `--resample` out \
                    to resample segments";
        return Err(Failure::refusal(message, help));
    }
    let of_documents = |metric: &&MetricSpec| metric.config.is_per_document();
    if let Some(metric) = metrics.iter().find(of_documents)
        && arguments.wants_intervals()
    {
        let problem = match wanted {
            Some(ResamplingUnit::Segments | ResamplingUnit::TwoStage) => {
                Some(("segments cannot be resampled", "leave `--resample segments` out"))
            }
            _ if !has_documents => Some((
                "its intervals need documents",
                "name the document of every segment with `--documents FILE`",
            )),
            _ => None,
        };
        if let Some((problem, help)) = problem {
            let message = format!("`{}` is scored on whole documents, so {problem}", metric.name);
            return Err(Failure::refusal(message, help));
        }
    }
    Ok(wanted)
}
