//! What a preset fixes by hand: shape, language, variation, kinds of errors, judging.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fit::Targets;

/// What was chosen by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Design {
    /// Number of this version of the preset: raised with every change of the preset that changes its corpora.
    pub(super) version: u32,
    pub(super) title: String,
    pub(super) domain: String,
    pub(super) shape: Shape,
    pub(super) language: Language,
    pub(super) stretches: Stretches,
    pub(super) translation: Translation,
    pub(super) errors: Errors,
    pub(super) judging: Option<Judging>,
    /// Names in order; a reference may follow those before it.
    pub(super) references: Vec<String>,
    pub(super) systems: Vec<String>,
    pub(super) targets: Targets,
}

/// Documents and segments.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Shape {
    pub(super) documents: usize,
    /// Exact number over all documents.
    pub(super) segments: usize,
    /// Deviation of the logarithm of document sizes.
    pub(super) document_size_sd: f64,
    /// Mean number of words of a segment in the target language.
    pub(super) segment_words: f64,
    /// Deviation of the logarithm of segment lengths.
    pub(super) segment_words_sd: f64,
    /// Whether the corpus has source texts.
    pub(super) source: bool,
    /// Share of function words that the source language writes as words of their own.
    pub(super) source_function_words: f64,
}

/// The vocabulary and its use.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Language {
    pub(super) target: Sound,
    pub(super) source: Sound,
    pub(super) function_words: usize,
    pub(super) content_concepts: usize,
    /// Exponent and shift of the Zipf-Mandelbrot law of content words.
    pub(super) zipf_exponent: f64,
    pub(super) zipf_shift: f64,
    pub(super) topics: usize,
    pub(super) topic_concepts: usize,
    /// Share of content words drawn from the topics of the document.
    pub(super) topicality: f64,
    /// Share of chunks that are set phrases of the topic.
    pub(super) phrases: f64,
}

/// The sound of words: which syllables they are built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Sound {
    /// French-like.
    French,
    /// English-like.
    English,
    /// Arabic-like, transliterated.
    Arabic,
    /// Chinese-like, transliterated.
    Chinese,
}

/// Within a segment, freedom and difficulty come in stretches: one factor on both for each chunk, which
/// neighbouring chunks have in common in part.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Stretches {
    /// Deviation of the logarithm of the factor.
    pub(super) sd: f64,
    /// Correlation of the logarithms of neighbouring chunks.
    pub(super) correlation: f64,
}

/// How translators vary. Every rate is that of a translator with liberty 1 in a segment that
/// leaves average freedom.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Translation {
    /// Chunks put in another pattern.
    pub(super) paraphrase: f64,
    /// Function words replaced by a variant.
    pub(super) function_variation: f64,
    /// Content words for which the translator's own preference decides.
    pub(super) word_choice: f64,
    /// Chunks that change places with the next.
    pub(super) reordering: f64,
    /// Deviation of the logarithm of a translator's weights of synonyms.
    pub(super) preference_sd: f64,
    /// Deviations of the logarithm of the freedom that documents and segments leave.
    pub(super) document_freedom_sd: f64,
    pub(super) segment_freedom_sd: f64,
}

/// How systems err.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Errors {
    /// Deviations of the logarithm of error rates.
    pub(super) document_sd: f64,
    pub(super) segment_sd: f64,
    pub(super) system_document_sd: f64,
    pub(super) system_segment_sd: f64,
    /// Shares of the kinds among errors of meaning; they add up to 1.
    pub(super) meaning: Meaning,
    /// Shares of the kinds among errors of form; they add up to 1.
    pub(super) form: Form,
}

/// Errors of meaning.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Meaning {
    pub(super) wrong_word: f64,
    pub(super) untranslated: f64,
    pub(super) omission: f64,
}

/// Errors of form.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Form {
    pub(super) order: f64,
    pub(super) insertion: f64,
    pub(super) agreement: f64,
    pub(super) function_word: f64,
}

/// How judges score.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Judging {
    /// Size of the pool that two judges per segment and system are drawn from.
    pub(super) judges: usize,
    /// The preset whose pool of judges this is, with the parameters fitted there unless the fit of this one has
    /// its own; left out = its own.
    pub(super) pool: Option<String>,
    /// Segments judged, the same for all systems; left out = all.
    pub(super) segments: Option<usize>,
    /// Share of the variance of a judge's noise that both criteria have in common.
    pub(super) halo: f64,
    /// Criterion by name.
    pub(super) criteria: BTreeMap<String, Criterion>,
}

/// One criterion.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Criterion {
    /// Weighted errors per content word that a judge hardly minds: quality is
    /// 5 - 2.5 ln(1 + density / tolerance).
    pub(super) tolerance: f64,
    /// Deviation of the judges' severity, in points of the scale.
    pub(super) severity_sd: f64,
    /// Weight of each kind of error.
    pub(super) weights: Weights,
}

/// Weight of each kind of error in a criterion.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Weights {
    pub(super) wrong_word: f64,
    pub(super) untranslated: f64,
    pub(super) omission: f64,
    pub(super) order: f64,
    pub(super) insertion: f64,
    pub(super) agreement: f64,
    pub(super) function_word: f64,
}
