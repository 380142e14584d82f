//! What `runner score` asks for, as a spec: so that it is planned and computed as any other.

use std::path::PathBuf;

use super::arguments::{ScoreArguments, Unit};
use crate::cli::failure::Failure;
use crate::cli::score_files::ScoreFiles;
use crate::cli::standard_input::StandardInput;
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
    let mut input = StandardInput::default();
    let mut hypotheses = input.replaced(&arguments.hypotheses)?;
    let references = input.replaced(&arguments.references)?;
    let documents = input.replaced(arguments.documents.as_slice())?.pop();
    let mut metrics = arguments.metrics.take(&mut hypotheses, &["bleu"])?;
    let scores = arguments.scores.read(&metrics, &mut input)?;
    default_without_references(&mut metrics, arguments.metrics.is_given(), &references, &scores)?;
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
            documents,
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
        resample: unit(
            arguments.resample,
            arguments.documents.is_some(),
            arguments.wants_intervals(),
            &metrics,
        )?,
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

/// Without references there are no metrics on texts: those that are there by default are left out where there
/// are scores, others are an error.
pub(in crate::cli) fn default_without_references(
    metrics: &mut Vec<MetricSpec>,
    is_given: bool,
    references: &[PathBuf],
    scores: &ScoreFiles,
) -> Result<(), Failure> {
    if !references.is_empty() {
        return Ok(());
    }
    if !is_given {
        metrics.clear();
        if scores.metrics.is_empty() {
            let help =
                "name references with `--references FILE`, or scores with `--scores NAME=FILE,...`";
            return Err(Failure::refusal("there are no references to score against", help));
        }
    }
    match metrics.first() {
        None => Ok(()),
        Some(MetricSpec { name, .. }) => Err(Failure::refusal(
            format!("`{name}` compares with references, and there are none"),
            "name references with `--references FILE`, or add scores of another program with \
             `--scores NAME=FILE[,FILE...]`",
        )),
    }
}

/// Names of the systems, in the order of the command line.
pub(in crate::cli) fn systems(
    references: &[PathBuf],
    hypotheses: &[PathBuf],
) -> Result<Vec<String>, Failure> {
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
pub(in crate::cli) fn unit(
    wanted: Option<Unit>,
    has_documents: bool,
    resamples: bool,
    metrics: &[MetricSpec],
) -> Result<Option<ResamplingUnit>, Failure> {
    let wanted = wanted.map(ResamplingUnit::from);
    if wanted == Some(ResamplingUnit::Documents) && !has_documents {
        let message =
            "`--resample documents` without `--documents`: every segment would be a document";
        let help = "name the document of every segment with `--documents FILE`, or leave `--resample` out \
                    to resample segments";
        return Err(Failure::refusal(message, help));
    }
    let of_documents = |metric: &&MetricSpec| metric.config.is_per_document();
    if let Some(metric) = metrics.iter().find(of_documents)
        && resamples
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
