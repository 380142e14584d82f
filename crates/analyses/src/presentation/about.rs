//! What the manifest says about an experiment, in the terms of a report.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::table::{Manifest, Resampling};

/// The experiment behind a report.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub(crate) title: String,
    pub(crate) corpora: Vec<CorpusAbout>,
    studies: Vec<StudyAbout>,
    resampling: Vec<Resampling>,
    /// Metrics of which people are the judges.
    human: BTreeSet<String>,
}

/// A corpus of the experiment.
#[derive(Clone, Debug)]
pub(crate) struct CorpusAbout {
    pub(crate) name: String,
    /// Whether it was generated.
    pub(crate) synthetic: bool,
    /// The preset that it was generated from, where the spec names it.
    pub(crate) preset: Option<String>,
    /// Name of the format.
    pub(crate) format: String,
    pub(crate) homepage: Option<String>,
    pub(crate) licence: Option<String>,
}

#[derive(Clone, Debug)]
struct StudyAbout {
    name: String,
    /// Names of its corpora.
    corpora: Vec<String>,
    level: f64,
    /// What the spec says is resampled, if it does.
    unit: Option<String>,
    /// Keys of the analyses that it asks for, in the order of the spec.
    asked: Vec<String>,
    samples: Option<SamplesAbout>,
}

/// The samples of a study.
#[derive(Clone, Debug)]
pub(crate) struct SamplesAbout {
    /// How they are picked.
    pub(crate) sampling: String,
    /// Samples of each size.
    pub(crate) count: u64,
}

impl About {
    /// What the canonical spec in the manifest says. What is not there is left out: a report on old
    /// results is better than none.
    pub(crate) fn new(manifest: &Manifest) -> Self {
        let spec = &manifest.spec;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let list = |key: &str| spec[key].as_array().into_iter().flatten();
        let corpora = list("corpora").map(|corpus| {
            let format = corpus["format"].as_object().and_then(|formats| formats.keys().next());
            let name = text(&corpus["name"]).unwrap_or_default();
            CorpusAbout {
                synthetic: manifest.synthetic.contains(&name),
                name,
                preset: text(&corpus["format"]["synthetic"]["preset"]),
                format: format.cloned().unwrap_or_default(),
                homepage: text(&corpus["homepage"]),
                licence: text(&corpus["licence"]),
            }
        });
        let studies = list("studies").map(|study| StudyAbout {
            name: text(&study["name"]).unwrap_or_default(),
            corpora: study["corpora"].as_array().into_iter().flatten().filter_map(text).collect(),
            level: study["level"].as_f64().unwrap_or(0.95),
            unit: text(&study["resample"]),
            asked: study["name"]
                .as_str()
                .and_then(|name| manifest.asked.get(name).cloned())
                .unwrap_or_default(),
            samples: study["samples"]["count"].as_u64().map(|count| SamplesAbout {
                sampling: text(&study["samples"]["sampling"]).unwrap_or_default(),
                count,
            }),
        });
        let human = list("metrics").filter(|metric| metric["config"]["human"].is_object());
        Self {
            title: text(&spec["title"]).unwrap_or_else(|| manifest.experiment.clone()),
            corpora: corpora.collect(),
            studies: studies.collect(),
            resampling: manifest.resampling.clone(),
            human: human.filter_map(|metric| text(&metric["name"])).collect(),
        }
    }

    #[cfg(test)]
    pub(crate) fn of_studies(names: &[&str]) -> Self {
        let study = |name: &&str| StudyAbout {
            name: (*name).to_owned(),
            corpora: Vec::new(),
            level: 0.95,
            unit: None,
            asked: Vec::new(),
            samples: None,
        };
        Self {
            title: String::new(),
            corpora: Vec::new(),
            studies: names.iter().map(study).collect(),
            resampling: Vec::new(),
            human: BTreeSet::new(),
        }
    }

    #[cfg(test)]
    pub(crate) fn of_samples(study: &str, samples: SamplesAbout) -> Self {
        let mut about = Self::of_studies(&[study]);
        about.studies[0].samples = Some(samples);
        about
    }

    /// Whether the corpus of this name was generated.
    pub(crate) fn is_synthetic(&self, corpus: &str) -> bool {
        self.corpora.iter().any(|own| own.name == corpus && own.synthetic)
    }

    /// Whether a corpus of a study was generated.
    pub(crate) fn has_synthetic(&self, study: &str) -> bool {
        let study = self.studies.iter().find(|own| own.name == study);
        study.is_some_and(|study| study.corpora.iter().any(|corpus| self.is_synthetic(corpus)))
    }

    /// Confidence level of a study, percent.
    pub(crate) fn level(&self, study: &str) -> f64 {
        let study = self.studies.iter().find(|own| own.name == study);
        100.0 * study.map_or(0.95, |study| study.level)
    }

    /// What a study resamples on a corpus. Manifests of older versions say it in the spec alone.
    pub(crate) fn unit(&self, study: &str, corpus: &str) -> &str {
        let is_own = |own: &&Resampling| own.study == study && own.corpus == corpus;
        let decided = self.resampling.iter().find(is_own).map(|own| own.unit.as_str());
        let of_spec = || self.studies.iter().find(|own| own.name == study)?.unit.as_deref();
        decided.or_else(of_spec).unwrap_or("segments")
    }

    /// Number of judges of a study on a corpus, where they are resampled.
    pub(crate) fn judges(&self, study: &str, corpus: &str) -> Option<u64> {
        let is_own = |own: &&Resampling| own.study == study && own.corpus == corpus;
        self.resampling.iter().find(is_own)?.judges
    }

    /// Keys of the analyses that a study asks for, in the order of the spec.
    pub(crate) fn asked(&self, study: &str) -> &[String] {
        let study = self.studies.iter().find(|own| own.name == study);
        study.map_or(&[], |study| &study.asked)
    }

    /// The samples that a study takes, if it does.
    pub(crate) fn samples(&self, study: &str) -> Option<&SamplesAbout> {
        self.studies.iter().find(|own| own.name == study)?.samples.as_ref()
    }

    /// Whether people are the judges of a metric.
    pub(crate) fn is_human(&self, metric: &str) -> bool {
        self.human.contains(metric)
    }

    /// Names of the studies in their order.
    pub(crate) fn studies(&self) -> impl Iterator<Item = &str> {
        self.studies.iter().map(|study| study.name.as_str())
    }
}
