//! Presets: what a synthetic corpus is to look like, as data.
//!
//! A preset is two files. `<name>.toml` holds what was chosen by hand and the printed figures that
//! the rest was fitted to, each with its source. `<name>.fit.toml` holds the fitted parameters
//! alone. A preset with a `base` is another with more systems: those of the base before a
//! change, which are the same but for the number of their errors.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::design::Design;
use super::fit::{Fit, SystemFit, Targets};

/// A preset: a design and the parameters fitted to its targets.
#[derive(Clone, Debug)]
pub struct Preset {
    name: String,
    /// Names the streams: that of the base, where there is one.
    pub(super) streams: String,
    /// By system before a change, the system after it.
    pub(super) before: BTreeMap<String, String>,
    pub(super) design: Design,
    pub(super) fit: Fit,
}

macro_rules! embedded {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("presets/", $name, ".toml")),
            include_str!(concat!("presets/", $name, ".fit.toml")),
        )
    };
}

/// What a preset with a base adds to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Addition {
    version: u32,
    title: String,
    base: String,
    before: BTreeMap<String, String>,
    targets: Targets,
}

/// What is fitted of it: by system before a change, its errors for each of the system after.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Factors {
    factors: BTreeMap<String, f64>,
}

/// Name, design and fit of every preset without a base.
const EMBEDDED: [(&str, &str, &str); 6] = [
    embedded!("cesta-enfr-1"),
    embedded!("cesta-arfr-1"),
    embedded!("cesta-enfr-2"),
    embedded!("cesta-arfr-2"),
    embedded!("tides-2002"),
    embedded!("europarl-2004"),
];

/// The same of those with a base.
const ADDITIONS: [(&str, &str, &str); 1] = [embedded!("cesta-enfr-2ab")];

/// Names of the presets, in the order of the documentation.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().chain(&ADDITIONS).map(|(name, _, _)| *name)
}

/// The files of the preset of this name: two, and those of its base.
pub(super) fn files(name: &str) -> Option<Vec<&'static str>> {
    if let Some((_, addition, factors)) = ADDITIONS.iter().find(|(known, ..)| *known == name) {
        let base = files(&read::<Addition>(addition).base)?;
        return Some([vec![*addition, *factors], base].concat());
    }
    let (_, design, fit) = EMBEDDED.iter().find(|(known, ..)| *known == name)?;
    Some(vec![design, fit])
}

/// What an embedded file holds.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("embedded presets are readable")
}

impl Preset {
    /// The preset of this name, `None` where there is none.
    ///
    /// # Panics
    ///
    /// Never: a test reads every embedded preset.
    pub fn find(name: &str) -> Option<Self> {
        let addition = ADDITIONS.iter().find(|(known, _, _)| *known == name);
        if let Some((name, addition, factors)) = addition {
            let addition: Addition = read(addition);
            let base = Self::find(&addition.base)?;
            return Some(base.with_addition(name, addition, &read(factors)));
        }
        let (name, design, fit) = EMBEDDED.iter().find(|(known, _, _)| *known == name)?;
        let mut preset = Self::parse(name, design, fit).expect("embedded presets are readable");
        if let Some(pool) = preset.pool().filter(|_| preset.fit.judges.is_empty()) {
            let judges = Self::find(pool).expect("a pool is that of an embedded preset").fit.judges;
            preset.fit.judges = judges;
        }
        preset.check().expect("embedded presets are complete");
        Some(preset)
    }

    /// With systems as they were before a change.
    fn with_addition(mut self, name: &str, addition: Addition, fitted: &Factors) -> Self {
        let Addition { version, title, before, targets, .. } = addition;
        for (system, after) in &before {
            let (factor, after) = (fitted.factors[system], &self.fit.systems[after]);
            let errors = SystemFit {
                liberty: after.liberty,
                meaning_errors: factor * after.meaning_errors,
                form_errors: factor * after.form_errors,
            };
            self.fit.systems.insert(system.clone(), errors);
            self.design.systems.push(system.clone());
        }
        self.design = Design { version, title, targets, ..self.design };
        Self { name: name.to_owned(), before, ..self }
    }

    /// The system whose choices and random numbers this one has: most often itself.
    pub(super) fn origin<'a>(&'a self, system: &'a str) -> &'a str {
        self.before.get(system).map_or(system, String::as_str)
    }

    /// Reads a preset from its two files.
    pub(super) fn parse(name: &str, design: &str, fit: &str) -> Result<Self, String> {
        let design: Design = toml::from_str(design).map_err(|error| error.to_string())?;
        let fit = toml::from_str(fit).map_err(|error| error.to_string())?;
        let (name, streams) = (name.to_owned(), name.to_owned());
        Ok(Self { name, streams, before: BTreeMap::new(), design, fit })
    }

    /// The same preset with other parameters.
    ///
    /// # Errors
    ///
    /// If `fit` lacks a reference, system or criterion of the preset, or has a value out of range.
    pub fn with_fit(&self, fit: Fit) -> Result<Self, String> {
        let preset = Self { fit, ..self.clone() };
        preset.check()?;
        Ok(preset)
    }

    /// Name under which a spec asks for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of this version of the preset.
    pub fn version(&self) -> u32 {
        self.design.version
    }

    /// One line for lists.
    pub fn title(&self) -> &str {
        &self.design.title
    }

    /// The fitted parameters.
    pub fn fit(&self) -> &Fit {
        &self.fit
    }

    /// What they were fitted to.
    pub fn targets(&self) -> &Targets {
        &self.design.targets
    }

    /// The preset whose judges, and whose fit of them, this one uses.
    pub fn pool(&self) -> Option<&str> {
        self.design.judging.as_ref()?.pool.as_deref()
    }

    fn check(&self) -> Result<(), String> {
        let Design { shape, references, systems, judging, .. } = &self.design;
        if shape.documents == 0 || shape.segments < shape.documents {
            return Err("every document needs a segment".to_owned());
        }
        if !(self.fit.spread >= 0.0 && self.fit.spread.is_finite()) {
            return Err(format!("a spread of {} is none", self.fit.spread));
        }
        if !(self.fit.first_document > 0.0 && self.fit.first_document.is_finite()) {
            return Err(format!("a first document {} times as hard", self.fit.first_document));
        }
        for (position, name) in references.iter().enumerate() {
            let fit = self.fit.references.get(name).ok_or(format!("no fit for {name}"))?;
            let earlier = &references[..position];
            if let Some(other) = fit.follows.keys().find(|other| !earlier.contains(other)) {
                return Err(format!("{name} follows {other}, which does not stand before it"));
            }
            let shares: f64 = fit.follows.values().sum();
            if fit.follows.values().any(|share| *share < 0.0) || !(0.0..=1.0).contains(&shares) {
                return Err(format!("{name}: shares are not negative and add up to at most 1"));
            }
        }
        for name in systems {
            self.fit.systems.get(name).ok_or(format!("no fit for {name}"))?;
        }
        let Some(judging) = judging else { return Ok(()) };
        if judging.judges < 2 {
            return Err("two judges per segment need a pool of two".to_owned());
        }
        for criterion in judging.criteria.keys() {
            self.fit.judges.get(criterion).ok_or(format!("no fit for judges of {criterion}"))?;
        }
        Ok(())
    }
}
