//! Files of texts on the command line, as a spec of one corpus and one study: so that they are planned and
//! computed as any other.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::arguments::{TextArguments, Unit};
use super::score_files::ScoreFiles;
use crate::cli::standard_input::StandardInput;
use crate::cli::{Failure, tell};
use crate::config::model::{
    Asked, CorpusFormat, CorpusSpec, DegreesOfFreedom, Mask, MetricConfig, MetricSpec, Orderings,
    PlainSource, ReferenceChoice, Resample, ResamplingUnit, Spec, Study, TestSizes,
};
use crate::corpus::{CorpusError, file_stem};
use crate::diagnostic::closest;
use crate::formats::is_of_scores;
use crate::formats::source::Outputs;
use crate::words::listing;

/// Of intervals and verdicts, where none is written.
pub(in crate::cli) const LEVEL: f64 = 0.95;

/// Outputs of systems with all that they are scored by.
pub(in crate::cli) struct Texts {
    /// Names of the systems, in the order of the command line.
    pub(in crate::cli) systems: Vec<String>,
    /// Built-in metrics, then scores of other programs.
    pub(in crate::cli) metrics: Vec<MetricSpec>,
    source: PlainSource,
}

impl Texts {
    /// The outputs `files`, at least `least` of them, with what `arguments` name; `default` are the metrics
    /// where none is named.
    pub(in crate::cli) fn new(
        files: &[PathBuf],
        least: usize,
        arguments: &TextArguments,
        default: &[&str],
    ) -> Result<Self, Failure> {
        let mut input = StandardInput::default();
        let mut files = input.replaced(files)?;
        let references = input.replaced(&arguments.references)?;
        let documents = input.replaced(arguments.documents.as_slice())?.pop();
        let mut metrics = arguments.metrics.take(&mut files, default, &arguments.scores.names())?;
        let scores = arguments.scores.read(&metrics, &mut input)?;
        let others = references.iter().chain(&documents).chain(&arguments.source);
        leave_out(&mut files, others.chain(scores.files.values().flatten()))?;
        // Only now: names of metrics may have stood among the files.
        check_number(&files, least)?;
        let is_given = arguments.metrics.is_given();
        default_without_references(&mut metrics, is_given, (&references, &files), &scores)?;
        let systems = names(&files)?;
        metrics.extend(scores.metrics);
        let source = PlainSource {
            source: arguments.source.clone(),
            references,
            systems: files.into(),
            documents,
            scores: scores.files,
            ..PlainSource::default()
        };
        Ok(Self { systems, metrics, source })
    }

    /// Whether there are scores of other programs.
    pub(in crate::cli) fn has_scores(&self) -> bool {
        self.metrics.iter().any(|metric| matches!(metric.config, MetricConfig::External(_)))
    }

    /// The systems that are named, or all, the baseline first.
    pub(in crate::cli) fn selected(
        &self,
        named: &[String],
        baseline: Option<&str>,
    ) -> Result<Vec<String>, Failure> {
        let mut wanted: Vec<String> =
            if named.is_empty() { self.systems.clone() } else { named.to_vec() };
        if let Some(baseline) = baseline {
            wanted.retain(|system| system != baseline);
            wanted.insert(0, baseline.to_owned());
        }
        match wanted.iter().find(|system| !self.systems.contains(system)) {
            Some(system) => {
                let help = match closest(system, self.systems.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("there are {}", self.systems.join(", ")),
                };
                Err(Failure::refusal(format!("there is no system `{system}`"), help))
            }
            None => Ok(wanted),
        }
    }

    /// Takes the outputs for runs of these systems, in whose order they are named.
    pub(in crate::cli) fn name_runs(
        &mut self,
        systems: Vec<(String, Vec<PathBuf>)>,
    ) -> Result<(), Failure> {
        self.source.systems = Outputs::of_runs(systems);
        let names = self.source.systems.names();
        self.systems = names.map_err(|error| Failure::corpus(&error, None))?;
        Ok(())
    }

    /// Files of the outputs.
    pub(in crate::cli) fn files(&self) -> &[PathBuf] {
        &self.source.systems
    }

    fn has_documents(&self) -> bool {
        self.source.documents.is_some()
    }

    /// What is resampled, where it is said; else what suits the documents.
    pub(in crate::cli) fn unit(
        &self,
        wanted: Option<Unit>,
        resamples: bool,
    ) -> Result<Option<Resample>, Failure> {
        let wanted = wanted.map(ResamplingUnit::from);
        if wanted == Some(ResamplingUnit::Documents) && !self.has_documents() {
            let message =
                "`--resample documents` without `--documents`: every segment would be a document";
            let help = "name the document of every segment with `--documents FILE`, or leave `--resample` out \
                        to resample segments";
            return Err(Failure::refusal(message, help));
        }
        if let Some(metric) = self.metrics.iter().find(|metric| metric.config.is_per_document())
            && resamples
        {
            let problem = match wanted {
                Some(ResamplingUnit::Segments | ResamplingUnit::TwoStage) => {
                    Some(("segments cannot be resampled", "leave `--resample segments` out"))
                }
                _ if !self.has_documents() => Some((
                    "its intervals need documents",
                    "name the document of every segment with `--documents FILE`",
                )),
                _ => None,
            };
            if let Some((problem, help)) = problem {
                let message =
                    format!("`{}` is scored on whole documents, so {problem}", metric.name);
                return Err(Failure::refusal(message, help));
            }
        }
        Ok(wanted.map(Resample::from))
    }

    /// [`whole_study`] of all systems by all metrics.
    pub(in crate::cli) fn study(&self, name: &str) -> Study {
        whole_study(name, &self.systems, &self.metrics)
    }

    /// The spec of `study`, one of [`Self::study`].
    pub(in crate::cli) fn spec(self, study: Study, seed: u64) -> Spec {
        let corpora = vec![(study.name.clone(), CorpusFormat::Plain(self.source))];
        experiment(corpora, self.metrics, study, seed)
    }
}

/// A [`whole_corpus`] of these systems.
fn whole_study(name: &str, systems: &[String], metrics: &[MetricSpec]) -> Study {
    Study { systems: Some(systems.to_vec()), ..whole_corpus(name, metrics) }
}

/// A study of all systems of the whole corpus called `name`, which resamples nothing and asks for scores alone. Its name is also that of
/// the corpus, which is part of what resamples are keyed by: a spec that names its corpus so has the same ones.
pub(in crate::cli) fn whole_corpus(name: &str, metrics: &[MetricSpec]) -> Study {
    Study {
        name: name.to_owned(),
        corpora: vec![name.to_owned()],
        systems: None,
        metrics: metrics.iter().map(|metric| metric.name.clone()).collect(),
        reference_counts: None,
        reference_choice: ReferenceChoice::First,
        test_sizes: TestSizes::Fractions(vec![1.0]),
        orderings: Orderings { corpus: true, ..Orderings::default() },
        samples: None,
        resample: None,
        replicates: vec![0],
        repeats: 1,
        seeds: None,
        level: LEVEL,
        interval_method: None,
        strata: None,
        mask: Mask::Own,
        analyses: Asked::default(),
    }
}

/// An experiment of one study, called as it is.
pub(in crate::cli) fn experiment(
    corpora: Vec<(String, CorpusFormat)>,
    metrics: Vec<MetricSpec>,
    study: Study,
    seed: u64,
) -> Spec {
    let corpora = corpora.into_iter().map(|(name, format)| CorpusSpec {
        name,
        homepage: None,
        licence: None,
        judge_names: false,
        judges_from: BTreeMap::new(),
        shortened: None,
        weights: None,
        format,
    });
    Spec {
        name: study.name.clone(),
        title: None,
        seed,
        seeds: 1,
        df: DegreesOfFreedom::default(),
        published: Vec::new(),
        corpora: corpora.collect(),
        metrics,
        studies: vec![study],
    }
}

/// Leaves out the outputs that options name as something else, such as the references in `*.txt`.
fn leave_out<'a>(
    outputs: &mut Vec<PathBuf>,
    others: impl Iterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let others: Vec<PathBuf> = others.map(whole).collect();
    let is_other = |path: &PathBuf| others.contains(&whole(path));
    let left_out: Vec<PathBuf> = outputs.extract_if(.., |path| is_other(path)).collect();
    let names = listing(left_out.iter().filter_map(|path| path.to_str()));
    if outputs.is_empty() && !left_out.is_empty() {
        let message = format!("other options name all outputs, too: {names}");
        return Err(Failure::refusal(message, "name another output"));
    }
    if !left_out.is_empty() {
        tell(&format!("note: left out of the systems, since other options name them: {names}\n"));
    }
    Ok(())
}

fn check_number(files: &[PathBuf], least: usize) -> Result<(), Failure> {
    match files.len() {
        number if number >= least => Ok(()),
        1 if !files[0].exists() => Err(Failure::not_there(&files[0])),
        1 => {
            let help = "name two outputs or more; `compare` takes the first as the baseline";
            Err(Failure::refusal("there is only one system", help))
        }
        _ => Err(Failure::refusal("no file to score", "name the files of system outputs")),
    }
}

/// Without references there are no metrics on texts: those that are there by default are left out where there
/// are scores, others are an error.
fn default_without_references(
    metrics: &mut Vec<MetricSpec>,
    is_given: bool,
    (references, outputs): (&[PathBuf], &[PathBuf]),
    scores: &ScoreFiles,
) -> Result<(), Failure> {
    if !references.is_empty() {
        return Ok(());
    }
    if !is_given {
        metrics.clear();
        if scores.metrics.is_empty() {
            if let Some(missing) = outputs.iter().find(|output| !output.exists()) {
                return Err(Failure::not_there(missing));
            }
            if let Some(path) =
                outputs.iter().find(|output| output.is_file() && is_of_scores(output))
            {
                let message = format!("{}: these are scores, and no texts", path.display());
                let help = "name the outputs, and then their scores: `--scores comet=FILE,FILE`";
                return Err(Failure::refusal(message, help));
            }
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
fn names(outputs: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let names = outputs.iter().map(|path| file_stem(path));
    names.collect::<Result<_, CorpusError>>().map_err(|error| Failure::corpus(&error, None))
}
