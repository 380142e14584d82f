//! Data in place of files of texts: what `runner compare`, `runner rank` and `runner score` read wherever `runner init` would,
//! such as ratings, logs of harnesses, evaluation sets and specs.

mod metrics;
mod recognised;

pub(super) use recognised::{folder_of_spec, of_texts_alone, spec_at};

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::located::no_corpus;
use super::roles::RoleArguments;
use super::submit::shell;
use super::texts::{TextArguments, Unit};
use super::{Exit, Failure, tell_warnings};
use crate::analyses::comparison::options::Comparison;
use crate::analyses::macro_average::options::MacroAverage;
use crate::analyses::margin::options::Margin;
use crate::config::Entry;
use crate::config::model::{
    Asked, MetricConfig, MetricSpec, Orderings, Resample, ResamplingUnit, Spec, Study, TestSizes,
};
use crate::corpus::{Description, ScoreSummary};
use crate::formats::source::CorpusFormat;
use crate::warning::Warning;
use crate::words::listing;

/// Systems that a message lists by name.
const NAMED: usize = 8;

/// What is taken of data that have more.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SelectionArguments {
    /// Only these systems, by name, separated by commas; the first is the baseline of `compare`
    #[arg(long = "systems", id = "selected", value_name = "NAMES", value_delimiter = ',')]
    pub(super) systems: Vec<String>,
    /// Only this corpus, of several
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    #[command(flatten)]
    pub(super) columns: RoleArguments,
}

impl SelectionArguments {
    /// Refuses what files of texts cannot have.
    pub(super) fn check_for_texts(&self) -> Result<(), Failure> {
        if self.corpus.is_some() {
            let message = "--corpus: files of texts are one corpus";
            return Err(Failure::refusal(message, "leave it out"));
        }
        self.columns.check_for_texts()
    }
}

/// What a command wants of data.
pub(super) struct DataRequest<'a> {
    /// Name of the command.
    pub(super) command: &'static str,
    pub(super) selection: &'a SelectionArguments,
    pub(super) texts: &'a TextArguments,
    pub(super) level: Option<f64>,
    pub(super) resample: Option<Unit>,
    pub(super) seed: u64,
    /// Whether systems are compared, so that there must be two.
    pub(super) compares: bool,
    /// Whether it has an answer over several corpora together.
    pub(super) averages: bool,
}

/// Data that were recognised.
pub(super) struct Data {
    /// The command with the paths, as it was typed.
    line: String,
    /// What `init` would write, or the spec that the data are.
    spec: Spec,
    /// Whether it is a spec of the user's.
    is_spec: bool,
    /// What the corpora hold, in the order of the spec.
    entries: Vec<Entry>,
    /// Oddities of the corpora.
    warnings: Vec<Warning>,
    /// Systems in the order of the paths, where each path has its own.
    order: Vec<String>,
    /// Words after the paths, which are names of metrics.
    metrics: Vec<String>,
}

impl Data {
    /// The data at `paths`; nothing where these are files of texts.
    pub(super) fn recognise(
        paths: &[PathBuf],
        wanted: &DataRequest<'_>,
    ) -> Result<Option<Self>, Failure> {
        recognised::data(paths, wanted)
    }

    /// The spec of `studies`, which are some of [`Self::studies`].
    pub(super) fn into_spec_of(mut self, studies: Vec<Study>, wanted: &DataRequest<'_>) -> Spec {
        self.spec.studies = studies;
        self.spec.seed = wanted.seed;
        // Several seeds show the spread of published values, and there are none here.
        self.spec.seeds = 1;
        self.spec.published.clear();
        self.spec.keep_used();
        self.spec
    }

    /// The studies that serve, each on its whole corpora, those of judgments first: by the metrics that are named, or else all that serve.
    pub(super) fn studies(&mut self, wanted: &DataRequest<'_>) -> Result<Vec<Study>, Failure> {
        let corpora = self.corpora(wanted.selection)?;
        let mut studies = self.serving(wanted, &corpora);
        let metrics = self.named_metrics(&wanted.texts.metrics, &corpora)?;
        if !metrics.is_empty() {
            studies = self.by_metrics(studies, metrics, &corpora);
        } else if wanted.compares && !self.is_spec {
            for study in &mut studies {
                let is_of_two = |metric: &MetricSpec| {
                    study.corpora.iter().any(|corpus| self.has(corpus, &metric.config, 2))
                };
                study.metrics.retain(|name| self.spec.metric(name).is_none_or(is_of_two));
            }
            studies.retain(|study| !study.metrics.is_empty());
        }
        if studies.is_empty() {
            return Err(nothing(&self.line, wanted.compares, &self.entries, &self.warnings));
        }
        wanted.texts.set_directions(&mut self.spec.metrics)?;
        let systems = &wanted.selection.systems;
        for study in &mut studies {
            if !systems.is_empty() {
                study.systems = Some(systems.clone());
            }
            study.level = wanted.level.unwrap_or(study.level);
            if let Some(unit) = wanted.resample {
                study.resample = Some(Resample::from(ResamplingUnit::from(unit)));
            }
        }
        Ok(studies)
    }

    /// Names of the corpora that are wanted.
    fn corpora(&self, selection: &SelectionArguments) -> Result<Vec<String>, Failure> {
        let names = self.spec.corpora.iter().map(|corpus| corpus.name.clone());
        let names: Vec<String> = names.collect();
        match &selection.corpus {
            None => Ok(names),
            Some(name) if names.contains(name) => Ok(vec![name.clone()]),
            Some(name) => Err(no_corpus(name, &names)),
        }
    }

    /// The studies that may be taken, on `corpora` alone, those of judgments first.
    fn serving(&self, wanted: &DataRequest<'_>, corpora: &[String]) -> Vec<Study> {
        let mut studies: Vec<Study> = Vec::new();
        for study in &self.spec.studies {
            let serves = match (self.is_spec, wanted.compares) {
                (true, _) => true,
                (false, true) => {
                    study.analyses.get::<Comparison>().is_some()
                        || wanted.averages && averages(study)
                }
                (false, false) => study.analyses.get::<Margin>().is_some(),
            };
            let study = on_whole_corpora(study, corpora, wanted.averages);
            // On whole corpora, studies that differed in sizes or samples alone are the same.
            let is_there = studies.iter().any(|other| {
                other.corpora == study.corpora
                    && other.metrics == study.metrics
                    && other.systems == study.systems
            });
            if serves && !study.corpora.is_empty() && !is_there {
                studies.push(study);
            }
        }
        // The sort is stable, and `false` comes first.
        studies.sort_by_key(|study| !is_by_judges(&self.spec, study));
        studies
    }

    /// The studies of `metrics`: those that have some of them, and one for what none has.
    fn by_metrics(
        &mut self,
        studies: Vec<Study>,
        mut metrics: Vec<MetricSpec>,
        corpora: &[String],
    ) -> Vec<Study> {
        let mut kept: Vec<Study> = Vec::new();
        let base = studies.iter().rfind(|study| !study.resamples_judges()).or(studies.first());
        let base = base.cloned();
        // What is averaged over corpora stands on each of them, too.
        let (mut over, on_each): (Vec<Study>, Vec<Study>) = studies.into_iter().partition(averages);
        for study in &mut over {
            study.metrics.retain(|name| metrics.iter().any(|metric| metric.name == *name));
        }
        over.retain(|study| !study.metrics.is_empty());
        for mut study in on_each {
            let (here, others): (Vec<_>, Vec<_>) =
                metrics.into_iter().partition(|metric| study.metrics.contains(&metric.name));
            metrics = others;
            study.metrics = here.into_iter().map(|metric| metric.name).collect();
            kept.extend((!study.metrics.is_empty()).then_some(study));
        }
        metrics.retain(|metric| !over.iter().any(|study| study.metrics.contains(&metric.name)));
        kept.extend(over);
        let corpora: Vec<String> = corpora
            .iter()
            .filter(|corpus| metrics.iter().all(|metric| self.has(corpus, &metric.config, 0)))
            .cloned()
            .collect();
        if let Some(mut study) = base.filter(|_| !metrics.is_empty()) {
            study.metrics = metrics.iter().map(|metric| metric.name.clone()).collect();
            study.corpora = if corpora.is_empty() { study.corpora } else { corpora };
            study.resample = study.resample.map(|resample| Resample { judges: false, ..resample });
            if kept.iter().any(|other| other.name == study.name) {
                "more".clone_into(&mut study.name);
            }
            kept.push(study);
        }
        for metric in metrics {
            if self.spec.metric(&metric.name).is_none() {
                self.spec.metrics.push(metric);
            }
        }
        kept
    }

    /// What a corpus holds.
    fn description(&self, corpus: &str) -> Option<&Description> {
        let place = self.spec.corpora.iter().position(|known| known.name == corpus)?;
        Some(&self.entries.get(place)?.description)
    }

    /// Returns `true` if a corpus has scores of `least` systems by a metric, or texts for it.
    fn has(&self, corpus: &str, metric: &MetricConfig, least: usize) -> bool {
        let Some(description) = self.description(corpus) else { return false };
        let is_enough = |scores: &&ScoreSummary| scores.systems >= least;
        match metric {
            MetricConfig::Human(human) => {
                let mut criteria = description.criteria.iter().filter(is_enough);
                criteria.any(|scores| human.criteria.contains(&scores.name))
            }
            MetricConfig::External(external) => {
                let mut scores = description.external.iter().filter(is_enough);
                scores.any(|scores| scores.name == external.score)
            }
            _ => !description.references.is_empty(),
        }
    }

    /// Systems of a corpus that are no human translations, in the order of the paths where that is known.
    pub(super) fn systems(&self, corpus: &str) -> Vec<String> {
        if !self.order.is_empty() {
            return self.order.clone();
        }
        self.description(corpus).map_or_else(Vec::new, machine_systems)
    }

    /// Whether a corpus has outputs or scores of a system, human translations too.
    pub(super) fn has_system(&self, corpus: &str, name: &str) -> bool {
        self.description(corpus).is_some_and(|description| {
            let mut outputs = description.systems.iter();
            outputs.any(|system| system.name == name)
                || description.systems_without_text.iter().any(|system| system == name)
        })
    }

    /// Whether the order of the paths says which system is the first.
    pub(super) fn is_ordered(&self) -> bool {
        !self.order.is_empty()
    }

    /// The command with the paths, and more after it.
    pub(super) fn line(&self, more: &str) -> String {
        format!("`{} {more}`", self.line)
    }

    /// Refuses a choice among several corpora that no one made.
    pub(super) fn refuse_several(&self, corpora: &[String]) -> Failure {
        let names = listing(corpora.iter().take(NAMED).map(String::as_str));
        let message = format!("there are {} corpora: {names}", corpora.len());
        Failure::refusal(message, self.line(&format!("--corpus {}", shell(&corpora[0]))))
    }
}

/// Reports that a command has nothing to compute, and why; `compares` if it takes two systems. The warnings say what was
/// left out.
fn nothing(line: &str, compares: bool, entries: &[Entry], warnings: &[Warning]) -> Failure {
    tell_warnings(warnings);
    let systems = entries.iter().flat_map(|entry| machine_systems(&entry.description));
    let systems: BTreeSet<String> = systems.collect();
    let names = listing(systems.iter().map(String::as_str));
    let mut scores = entries.iter().map(|entry| &entry.description);
    let cause =
        if scores.all(|all| all.criteria.iter().chain(&all.external).all(|one| one.systems == 0)) {
            format!("there are no scores and no references of these systems: {names}")
        } else if systems.len() < 2 {
            format!("there is only one system, {names}")
        } else {
            "no two systems have the same score on the same corpus".to_owned()
        };
    let more = if compares { "; `runner score` takes one system" } else { "" };
    let is_unnamed = entries.iter().any(|entry| match &entry.found.format {
        CorpusFormat::Table(table) => table.system.is_none() && table.systems.is_empty(),
        _ => false,
    });
    let help = if is_unnamed && systems.len() < 2 {
        format!("name the column that says of which system a row is: `--system COLUMN`{more}")
    } else {
        format!("add scores as numbers, or name outputs with references (`-r`){more}")
    };
    Failure::with_help(Exit::Input, format!("`{line}`: {cause}"), help)
}

/// Systems of a corpus that are no human translations.
pub(super) fn machine_systems(description: &Description) -> Vec<String> {
    let outputs = description.systems.iter().map(|system| &system.name);
    let mut systems: Vec<String> =
        outputs.chain(&description.systems_without_text).cloned().collect();
    systems.retain(|name| {
        !description.human_systems.contains(name)
            && description.references.iter().all(|reference| reference.name != *name)
    });
    systems
}

/// A study on the whole of those of its corpora that are wanted, without analyses but what `averages` over several.
fn on_whole_corpora(study: &Study, corpora: &[String], averages: bool) -> Study {
    let kept = study.corpora.iter().filter(|corpus| corpora.contains(corpus));
    let kept: Vec<String> = kept.cloned().collect();
    let average = study.analyses.get::<MacroAverage>().filter(|_| averages && kept.len() > 1);
    Study {
        analyses: average.map_or_else(Asked::default, |all| Asked::default().with(all.clone())),
        corpora: kept,
        reference_counts: None,
        test_sizes: TestSizes::Fractions(vec![1.0]),
        // A test set that is the whole corpus is the same in any order.
        orderings: Orderings { corpus: true, ..Orderings::default() },
        samples: None,
        repeats: 1,
        seeds: None,
        ..study.clone()
    }
}

/// Whether a study averages over corpora.
pub(super) fn averages(study: &Study) -> bool {
    study.analyses.get::<MacroAverage>().is_some()
}

/// Whether a study is by what judges say.
fn is_by_judges(spec: &Spec, study: &Study) -> bool {
    let mut metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    metrics.any(|metric| matches!(metric.config, MetricConfig::Human(_)))
}
