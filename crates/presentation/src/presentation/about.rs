//! What the manifest says about an experiment, in the terms of a report.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::table::{Manifest, Resampled, Resampling};

/// The experiment behind a report.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub title: String,
    pub corpora: Vec<CorpusAbout>,
    studies: Vec<StudyAbout>,
    resampling: Vec<Resampling>,
    /// Metrics of given scores.
    given: BTreeMap<String, GivenScores>,
    /// Metrics of texts that count errors: lower is better.
    error_rates: BTreeSet<String>,
}

/// Kinds of metrics of texts that count errors.
const ERROR_RATES: [&str; 3] = ["mwer", "mper", "ter"];

/// A corpus of the experiment.
#[derive(Clone, Debug)]
pub struct CorpusAbout {
    pub name: String,
    /// Whether it was generated.
    pub synthetic: bool,
    /// The preset that it was generated from, where the spec names it.
    pub preset: Option<String>,
    /// Systems of the preset that are called otherwise here: its names, and those here.
    pub renamed: Vec<(String, String)>,
    /// Name of the format.
    pub format: String,
    pub homepage: Option<String>,
    pub licence: Option<String>,
}

#[derive(Clone, Debug, Default)]
struct StudyAbout {
    name: String,
    /// Names of its corpora.
    corpora: Vec<String>,
    level: f64,
    /// What is resampled; `None` if the spec does not say.
    unit: Option<Resampled>,
    /// Keys of the analyses that it asks for, in the order of the spec.
    asked: Vec<String>,
    samples: Option<SamplesAbout>,
}

/// The samples of a study.
#[derive(Clone, Debug)]
pub struct SamplesAbout {
    /// How they are picked.
    pub sampling: String,
    /// Samples of each size.
    pub count: u64,
}

/// What the spec says of a metric whose scores are given.
#[derive(Clone, Copy, Debug)]
pub struct GivenScores {
    /// Whether people gave them, and no other program.
    pub is_human: bool,
    pub higher_is_better: bool,
    /// What they are adjusted for, if they are.
    pub adjusted_for: Option<&'static str>,
}

impl GivenScores {
    fn new(config: &Value) -> Option<Self> {
        let is_human = config["human"].is_object();
        let kind =
            ["human", "external", "given"].into_iter().find(|kind| config[kind].is_object())?;
        let options = &config[kind];
        let adjusted_for = match options["estimate"].as_str() {
            Some("adjusted-judges") => Some("segments and judges"),
            Some("adjusted") if options["level"] == "document" => Some("documents"),
            Some("adjusted") => Some("segments"),
            _ => None,
        };
        // A larger rank is worse, whatever judgments are.
        let is_rank = options["value"] == "rank";
        let higher_is_better = !is_rank && options["higher-is-better"].as_bool().unwrap_or(true);
        Some(Self { is_human, higher_is_better, adjusted_for })
    }
}

/// The preset of a corpus with its version; results of earlier versions name none.
fn preset(manifest: &Manifest, corpus: &Value) -> Option<String> {
    let inputs = &manifest.inputs;
    let input = inputs.iter().find(|input| input.kind == "preset" && *corpus == input.corpus);
    input.map(|input| input.name.clone())
}

/// Names of a preset, and those in their place.
fn renamed(systems: &Value) -> Vec<(String, String)> {
    let systems = systems.as_object().into_iter().flatten();
    let named = systems.filter_map(|(name, here)| Some((name.clone(), here.as_str()?.to_owned())));
    named.collect()
}

impl About {
    /// What the canonical spec in the manifest says. What is not there is left out: a report on old
    /// results is better than none.
    pub fn new(manifest: &Manifest) -> Self {
        let spec = &manifest.spec;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let list = |key: &str| spec[key].as_array().into_iter().flatten();
        let corpora = list("corpora").map(|corpus| {
            let format = corpus["format"].as_object().and_then(|formats| formats.keys().next());
            let name = text(&corpus["name"]).unwrap_or_default();
            CorpusAbout {
                synthetic: manifest.synthetic.contains(&name),
                name,
                preset: preset(manifest, &corpus["name"])
                    .or_else(|| text(&corpus["format"]["synthetic"]["preset"])),
                renamed: renamed(&corpus["format"]["synthetic"]["systems"]),
                format: format.cloned().unwrap_or_default(),
                homepage: text(&corpus["homepage"]),
                licence: text(&corpus["licence"]),
            }
        });
        let studies = list("studies").map(|study| StudyAbout {
            name: text(&study["name"]).unwrap_or_default(),
            corpora: study["corpora"].as_array().into_iter().flatten().filter_map(text).collect(),
            level: study["level"].as_f64().unwrap_or(0.95),
            unit: study["resample"].as_str().and_then(Resampled::from_name),
            asked: study["name"]
                .as_str()
                .and_then(|name| manifest.asked.get(name).cloned())
                .unwrap_or_default(),
            samples: study["samples"]["count"].as_u64().map(|count| SamplesAbout {
                sampling: text(&study["samples"]["sampling"]).unwrap_or_default(),
                count,
            }),
        });
        let given = list("metrics").filter_map(|metric| {
            Some((text(&metric["name"])?, GivenScores::new(&metric["config"])?))
        });
        let error_rates = list("metrics").filter(|metric| {
            let config = &metric["config"];
            ERROR_RATES.iter().any(|kind| config[*kind].is_object())
                || config["bleu"]["value"] == "zero-segments"
        });
        Self {
            error_rates: error_rates.filter_map(|metric| text(&metric["name"])).collect(),
            title: text(&spec["title"]).unwrap_or_else(|| manifest.experiment.clone()),
            corpora: corpora.collect(),
            studies: studies.collect(),
            resampling: manifest.resampling.clone(),
            given: given.collect(),
        }
    }

    /// With studies of these names, and nothing else about them.
    pub fn of_studies(names: &[&str]) -> Self {
        let studies = names.iter().map(|name| StudyAbout {
            name: (*name).to_owned(),
            level: 0.95,
            ..StudyAbout::default()
        });
        Self { studies: studies.collect(), ..Self::default() }
    }

    /// With a study that takes these samples, and nothing else about it.
    pub fn of_samples(study: &str, samples: SamplesAbout) -> Self {
        let mut about = Self::of_studies(&[study]);
        about.studies[0].samples = Some(samples);
        about
    }

    /// Returns `true` if the corpus of this name was generated.
    pub fn is_synthetic(&self, corpus: &str) -> bool {
        self.corpora.iter().any(|own| own.name == corpus && own.synthetic)
    }

    /// Returns `true` if a corpus of a study was generated.
    pub fn has_synthetic(&self, study: &str) -> bool {
        let study = self.studies.iter().find(|own| own.name == study);
        study.is_some_and(|study| study.corpora.iter().any(|corpus| self.is_synthetic(corpus)))
    }

    /// Confidence level of a study, percent.
    pub fn level(&self, study: &str) -> f64 {
        let study = self.studies.iter().find(|own| own.name == study);
        100.0 * study.map_or(0.95, |study| study.level)
    }

    /// What a study resamples on a corpus. Manifests of older versions say it in the spec alone.
    pub fn unit(&self, study: &str, corpus: &str) -> Resampled {
        let decided = self
            .resampling
            .iter()
            .find(|own: &&Resampling| own.study == study && own.corpus == corpus)
            .map(|own| own.unit);
        decided
            .or_else(|| self.studies.iter().find(|own| own.name == study)?.unit)
            .unwrap_or_default()
    }

    /// Number of judges of a study on a corpus, where they are resampled.
    pub fn judges(&self, study: &str, corpus: &str) -> Option<u64> {
        self.resampling
            .iter()
            .find(|own: &&Resampling| own.study == study && own.corpus == corpus)?
            .judges
    }

    /// Keys of the analyses that a study asks for, in the order of the spec.
    pub fn asked(&self, study: &str) -> &[String] {
        let study = self.studies.iter().find(|own| own.name == study);
        study.map_or(&[], |study| &study.asked)
    }

    /// The samples that a study takes; `None` if it takes none.
    pub fn samples(&self, study: &str) -> Option<&SamplesAbout> {
        self.studies.iter().find(|own| own.name == study)?.samples.as_ref()
    }

    /// Returns `true` if the scores of a metric are better the lower they are.
    pub fn counts_errors(&self, metric: &str) -> bool {
        self.error_rates.contains(metric)
            || self.given.get(metric).is_some_and(|given| !given.higher_is_better)
    }

    /// What the spec says of a metric, if its scores are given.
    pub fn given(&self, metric: &str) -> Option<GivenScores> {
        self.given.get(metric).copied()
    }

    /// Names of the studies in their order.
    pub fn studies(&self) -> impl Iterator<Item = &str> {
        self.studies.iter().map(|study| study.name.as_str())
    }
}
