//! Synthetic corpora: texts of the shape of campaigns whose data are licensed or gone.
//!
//! A generator, not noise. Documents with topics are sequences of concepts; translators put them
//! into words, each with lasting preferences; systems do the same and err; judges score what they
//! see. What is drawn once for a preset (the language, the preferences of translators and systems,
//! the severities of judges) is a population; a seed draws documents from it. `docs/synthetic.md`
//! describes the model and says which parameters were fitted to which printed figures.
//!
//! This module knows nothing of metrics.

mod campaign;
mod design;
mod error_injection;
mod fit;
mod judge;
mod lexicon;
mod message;
mod preset;
mod sound;
mod stream;
#[cfg(test)]
mod tests;
mod translate;
mod write;

use std::sync::Arc;

use rayon::prelude::*;

pub use self::campaign::Campaign;
use self::error_injection::Tally;
pub use self::fit::{Fit, JudgeFit, Printed, PrintedPairs, SystemFit, Targets, TranslatorFit};
use self::judge::{JudgePool, Scores};
use self::lexicon::Lexicon;
use self::message::{Message, document_sizes};
pub use self::preset::Preset;
use self::stream::{Part, Stream};
use self::translate::{Choice, Preferences, Translator};
use self::write::{Written, write, write_source};
use super::model::{BySystem, Corpus, Document, JudgeNames, Judgments, NamedTexts, Texts};

/// A preset that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no preset `{name}`; known presets: {}", known.join(", "))]
pub struct UnknownPreset {
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

/// Names of the presets that have texts, in the order of the documentation.
pub fn presets() -> Vec<&'static str> {
    preset::names().collect()
}

/// Names of the presets of campaigns: judgments without texts.
pub fn campaigns() -> Vec<&'static str> {
    campaign::names().collect()
}

/// What a preset is, beyond its name: a corpus depends on it as on the files of a corpus that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetVersion {
    /// Raised with every change of the preset that changes its corpora.
    pub number: u32,
    /// Digest of its parameters.
    pub digest: String,
}

/// The version of the preset of this name, `None` where there is none.
pub fn version(name: &str) -> Option<PresetVersion> {
    if let Some(campaign) = Campaign::find(name) {
        let digest = digest(&[campaign::file(name)?]);
        return Some(PresetVersion { number: campaign.version(), digest });
    }
    let number = Preset::find(name)?.version();
    Some(PresetVersion { number, digest: digest(&preset::files(name)?) })
}

/// Digest of the lines of these files without comments, of which none has a `#` in its text.
fn digest(files: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    let lines = files.iter().flat_map(|file| file.lines());
    for line in lines.map(|line| line.split('#').next().unwrap_or_default().trim_end()) {
        if !line.is_empty() {
            hasher.update(line.as_bytes()).update(b"\n");
        }
    }
    hasher.finalize().to_hex().to_string()
}

/// The corpus that `preset` and `seed` determine, under the name `name`.
///
/// The same arguments give the same corpus on every platform and with any number of threads.
///
/// # Errors
///
/// If there is no such preset.
pub fn generate(preset: &str, seed: u64, name: &str) -> Result<Corpus, UnknownPreset> {
    if let Some(campaign) = Campaign::find(preset) {
        return Ok(campaign.generate(seed, name));
    }
    if let Some(preset) = Preset::find(preset) {
        return Ok(preset.generate(seed, name));
    }
    let names = preset::names().chain(campaign::names()).collect();
    Err(UnknownPreset { name: preset.to_owned(), known: names })
}

/// What a preset fixes for all seeds.
struct Population<'a> {
    preset: &'a Preset,
    lexicon: Lexicon,
    /// By reference: preferences, and whom the translator follows how often.
    references: Vec<(Preferences, Vec<(usize, f64)>)>,
    systems: Vec<Preferences>,
    pool: Option<JudgePool>,
}

/// Everything made for one document.
struct Made {
    source: Option<Written>,
    references: Vec<Written>,
    systems: Vec<Written>,
    scores: Vec<Scores>,
}

impl Preset {
    /// The corpus of `seed`, under the name `name`; see [`generate`].
    pub fn generate(&self, seed: u64, name: &str) -> Corpus {
        let population = Population::new(self);
        let [mut size_stream, mut judged_stream] = ["document sizes", "judged segments"]
            .map(|purpose| self.stream(seed, &[Part::Name(purpose)]));
        let sizes = document_sizes(&self.design.shape, &mut size_stream);
        let judged = population.judged_segments(&mut judged_stream);
        let mut documents = Vec::with_capacity(sizes.len());
        let mut end = 0;
        for (position, size) in sizes.iter().enumerate() {
            let segments = end..end + size;
            end = segments.end;
            let domain = Some(self.design.domain.clone());
            documents.push(Document { id: format!("d{}", position + 1), domain, segments });
        }
        let made: Vec<Made> = documents
            .par_iter()
            .enumerate()
            .map(|(position, document)| {
                let judged = &judged[document.segments.clone()];
                population.document(seed, position as u64, document.segments.len(), judged)
            })
            .collect();
        population.assemble(name, documents, &made)
    }

    /// The stream of `purpose` under this preset and seed.
    fn stream(&self, seed: u64, purpose: &[Part<'_>]) -> Stream {
        Stream::new(&[&[Part::Name(&self.streams), Part::Number(seed)], purpose].concat())
    }
}

impl<'a> Population<'a> {
    fn new(preset: &'a Preset) -> Self {
        let design = &preset.design;
        let lexicon = Lexicon::new(preset);
        let preferences = |role, name: &str| {
            let parts = [Part::Name(&preset.streams), Part::Name(role), Part::Name(name)];
            let deviation = design.translation.preference_sd;
            Preferences::new(&lexicon, deviation, &mut Stream::new(&parts))
        };
        let references = design.references.par_iter().map(|name| {
            let shares = preset.fit.references[name].follows.iter();
            let follows = shares.filter_map(|(other, &share)| {
                Some((design.references.iter().position(|name| name == other)?, share))
            });
            (preferences("reference", name), follows.collect())
        });
        let references = references.collect();
        let systems = design.systems.par_iter();
        let systems = systems.map(|name| preferences("system", preset.origin(name))).collect();
        let pool = design.judging.as_ref().map(|judging| JudgePool::new(preset, judging));
        Self { preset, lexicon, references, systems, pool }
    }

    /// Which segments are judged: all, or a random choice of the number that the preset names.
    fn judged_segments(&self, stream: &mut Stream) -> Vec<bool> {
        let segments = self.preset.design.shape.segments;
        let judging = self.preset.design.judging.as_ref();
        let mut wanted = judging.map_or(0, |judging| judging.segments.unwrap_or(segments));
        (0..segments)
            .map(|segment| {
                // Selection sampling (algorithm S of Knuth): exactly as many as wanted, each set equally likely.
                let chosen = stream.below(segments - segment) < wanted;
                wanted -= usize::from(chosen);
                chosen
            })
            .collect()
    }

    fn document(&self, seed: u64, document: u64, segments: usize, judged: &[bool]) -> Made {
        let design = &self.preset.design;
        let stream = |purpose: &str, name: &str| {
            let parts = [Part::Name(purpose), Part::Number(document), Part::Name(name)];
            self.preset.stream(seed, &parts)
        };
        let mut message = Message::new(
            self.preset,
            &self.lexicon,
            segments,
            &mut stream("message", ""),
            &mut stream("stretches", ""),
        );
        if document == 0 {
            for segment in &mut message.segments {
                segment.difficulty *= self.preset.fit.first_document;
            }
        }
        let source = design.shape.source.then(|| {
            let (sound, share) = (design.language.source, design.shape.source_function_words);
            write_source(sound, share, &self.lexicon, &message, &mut stream("source", ""))
        });
        let mut choices: Vec<Vec<Choice>> = Vec::with_capacity(design.references.len());
        for (name, (preferences, follows)) in design.references.iter().zip(&self.references) {
            let liberty = self.preset.fit.references[name].liberty;
            let translator = Translator { preferences, liberty, follows };
            let mut stream = stream("reference", name);
            let made = translator.choose(&design.translation, &message, &choices, &mut stream);
            choices.push(made);
        }
        let sound = design.language.target;
        let references =
            choices.iter().map(|made| write(sound, &self.lexicon, &message, made, None)).collect();
        let mut systems = Vec::with_capacity(design.systems.len());
        let mut scores = Vec::new();
        for (name, preferences) in design.systems.iter().zip(&self.systems) {
            let made = self.translate(name, preferences, &message, &stream);
            systems.push(made.0);
            if let Some(pool) = &self.pool {
                scores.push(pool.score(&made.1, judged, &mut stream("judges", name)));
            }
        }
        Made { source, references, systems, scores }
    }

    /// One system's output of a document, and its errors by segment.
    fn translate(
        &self,
        name: &str,
        preferences: &Preferences,
        message: &Message,
        stream: &impl Fn(&str, &str) -> Stream,
    ) -> (Written, Vec<Tally>) {
        let design = &self.preset.design;
        let (fit, origin) = (&self.preset.fit.systems[name], self.preset.origin(name));
        let translator = Translator { preferences, liberty: fit.liberty, follows: &[] };
        let (lexicon, rates) = (&self.lexicon, &design.translation);
        let choices = translator.choose(rates, message, &[], &mut stream("system", origin));
        let (errors, tallies) = error_injection::err(
            &design.errors,
            self.preset.fit.spread,
            fit,
            lexicon,
            message,
            &mut stream("errors", origin),
        );
        let sound = design.language.target;
        (write(sound, lexicon, message, &choices, Some(&errors)), tallies)
    }

    /// Puts documents together into a corpus.
    fn assemble(&self, name: &str, documents: Vec<Document>, made: &[Made]) -> Corpus {
        let design = &self.preset.design;
        let named = |names: &[String], written: fn(&Made) -> &[Written]| {
            let columns = names.par_iter().enumerate().map(|(position, name)| NamedTexts {
                name: name.clone(),
                texts: texts(made.iter().map(|made| &written(made)[position])),
            });
            columns.collect()
        };
        let source: Option<Vec<&Written>> = made.iter().map(|made| made.source.as_ref()).collect();
        let mut corpus = Corpus {
            name: name.to_owned(),
            documents,
            source: source.map(|written| texts(written.into_iter())),
            references: named(&design.references, |made| &made.references),
            systems: named(&design.systems, |made| &made.systems),
            synthetic: true,
            ..Corpus::default()
        };
        let pool_names: Vec<Arc<str>> = self.pool.iter().flat_map(JudgePool::names).collect();
        for criterion in self.pool.iter().flat_map(JudgePool::criteria) {
            let mut by_system: BySystem<Judgments> = BySystem::new();
            let mut named: BySystem<JudgeNames> = BySystem::new();
            for (position, system) in design.systems.iter().enumerate() {
                // No one judged systems before a change.
                if self.preset.before.contains_key(system) {
                    continue;
                }
                let judges = (0..judge::PER_SEGMENT).map(|judge| {
                    let scores = made
                        .iter()
                        .map(|made| &made.scores[position].by_criterion[criterion][judge]);
                    scores.flatten().copied().collect()
                });
                by_system.insert(system.clone(), Judgments { judges: judges.collect() });
                let names = (0..judge::PER_SEGMENT).map(|judge| {
                    let scores = made.iter().map(|made| &made.scores[position]);
                    let judges = scores.flat_map(|scores| {
                        let given = scores.by_criterion[criterion][judge].iter();
                        given.zip(&scores.judges[judge])
                    });
                    judges.map(|(score, judge)| score.map(|_| pool_names[*judge].clone())).collect()
                });
                named.insert(system.clone(), names.collect());
            }
            corpus.judgments.insert(criterion.to_owned(), by_system);
            corpus.judge_names.insert(criterion.to_owned(), named);
        }
        corpus
    }
}

/// One column of texts.
fn texts<'a>(written: impl Iterator<Item = &'a Written>) -> Texts {
    written.flat_map(Written::texts).collect()
}
