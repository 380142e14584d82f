//! Scores that are known by name: which way is better, and from where to where they go.
//!
//! The one table of them, for readers, specs and `init`. A name counts whatever its capitals, numbers and what says
//! which model or reference it is: `MetricX-24-Hybrid-XL`, `metricx24` and `MetricX-23-refA` are one.

use std::sync::LazyLock;

use serde::Deserialize;

use super::word_lists::{has, lists, words_of};
use super::{Corpus, CorpusError};

/// A known score.
#[derive(Debug)]
pub struct KnownScore {
    /// As its authors write it.
    pub name: &'static str,
    /// What is left of its names without the rest, in lower case.
    words: &'static str,
    /// Whether it counts errors from 0 up, so that lower is better; below 0 it was turned, and higher is better.
    is_error: bool,
    /// The smallest and the largest score, with room for what models overshoot; of errors, of their sizes.
    range: Option<(f64, f64)>,
}

/// Name of the criterion whose range its protocol sets.
const ESA: &str = "ESA";

/// All of them. docs/formats.md has the same table.
static KNOWN: LazyLock<Vec<KnownScore>> = LazyLock::new(|| {
    let scores = lists("known ").filter_map(|(what, words)| {
        let (kind, name) = what.split_once(", ")?;
        let mut ends = kind.split(' ').filter_map(|end| end.parse().ok());
        let range = ends.next().zip(ends.next());
        Some(KnownScore { name, words, is_error: kind.starts_with("error"), range })
    });
    scores.collect()
});

/// Returns the error in whose name `words` end, and `true` if lower is better.
fn error_at_end(words: &[String]) -> Option<(&'static str, bool)> {
    let known = KNOWN.iter().filter(|known| known.is_error);
    let known = known.flat_map(|known| known.words.split(' ').map(|word| (word, known.name, true)));
    let errors = words_of("errors").split(", ").map(|error| (error, error, true)).chain(known);
    let errors =
        errors.chain(words_of("like errors").split(", ").map(|error| (error, error, false)));
    // The longest comes first: it may begin with the word of an opposite.
    (0..words.len()).find_map(|start| {
        let (before, end) = (&words[..start], words[start..].concat());
        let mut errors = errors.clone();
        let (_, name, is_lower) = errors.find(|(error, ..)| error.replace(' ', "") == end)?;
        let is_opposite = before.iter().any(|word| has(words_of("opposites"), word));
        (!is_opposite).then_some((name, is_lower))
    })
}

/// Returns the words of `name` in lower case, without the filter that harnesses write after a comma and the summary at
/// the end.
fn words_before_summary(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut last = ' ';
    for letter in name.split(',').next().unwrap_or(name).chars() {
        let is_capital = letter.is_uppercase() && last.is_lowercase();
        if is_capital || letter.is_numeric() != last.is_numeric() {
            spaced.push(' ');
        }
        spaced.push(letter);
        last = letter;
    }
    let words = spaced.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    let is_summary =
        |word: &String| has(words_of("summaries"), word) || word.chars().all(char::is_numeric);
    while words.pop_if(|word| is_summary(word)).is_some() {}
    words
}

/// What is known under `name`.
pub fn known_score(name: &str) -> Option<&'static KnownScore> {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let letters =
        |word: &str| -> String { word.chars().filter(char::is_ascii_alphabetic).collect() };
    let words = words.map(letters).filter(|word| {
        // `refA`, `refB`, ...
        let is_reference = word.strip_prefix("ref").is_some_and(|rest| rest.len() < 2);
        !word.is_empty() && !is_reference && !has(words_of("variants"), word)
    });
    let joined: String = words.collect();
    KNOWN.iter().find(|known| has(known.words, &joined))
}

/// The criteria of errors that were counted by severity: `mqm-major`.
fn is_count_of_errors(name: &str) -> bool {
    let severity = name.rsplit_once('-').map(|(_, severity)| severity);
    severity.is_some_and(|word| ["minor", "major", "critical"].contains(&word))
}

/// Which way is better, by name and sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Better {
    /// Higher, by the name.
    Higher(&'static str),
    /// Lower: errors from 0 up.
    Lower(&'static str),
    /// Lower: the files say so.
    Stated,
    /// Higher: errors whose signs were turned.
    Turned(&'static str),
    /// Errors on both sides of 0, with the smallest and the largest.
    Mixed(&'static str, f64, f64),
    /// Lower by the last words of the name, unless a spec says otherwise.
    LowerAtEnd(&'static str),
    /// A name like that of an error.
    Unclear,
}

impl Better {
    /// What the files of a corpus say of the score `name`, or else its name and the sign of `values`.
    pub fn of_score(
        corpus: &Corpus,
        name: &str,
        values: impl Iterator<Item = f64>,
    ) -> Option<Self> {
        if corpus.lower_is_better.contains(name) {
            return Some(Self::Stated);
        }
        Self::guess(name, values)
    }

    /// What the name and the sign of `values` say of a score called `name`; nothing where it is not known, or all of
    /// its scores are 0.
    pub fn guess(name: &str, values: impl Iterator<Item = f64>) -> Option<Self> {
        // `1 - WER`.
        if name.strip_prefix('1').is_some_and(|rest| rest.starts_with(['-', ' '])) {
            return None;
        }
        let (name, overshoot) = match known_score(name) {
            Some(known) if !known.is_error => return Some(Self::Higher(known.name)),
            Some(known) => (known.name, if known.range.is_some() { 1.0 } else { 0.0 }),
            None if is_count_of_errors(name) => ("number of errors", 0.0),
            None => return Self::guess_by_end(name, values),
        };
        let values: Vec<f64> = values.collect();
        // Scores that models overshoot 0 by say something where there are no others.
        let mut sides = [overshoot, 0.0].into_iter().map(|least| sides(&values, least));
        let (above, below) = sides.find(|(above, below)| above.count + below.count > 0)?;
        let is_mixed = above.is_of_scores(&below) && below.is_of_scores(&above);
        match above.count.cmp(&below.count) {
            _ if is_mixed => Some(Self::Mixed(name, below.extreme, above.extreme)),
            std::cmp::Ordering::Greater => Some(Self::Lower(name)),
            std::cmp::Ordering::Less => Some(Self::Turned(name)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Says the same of a name that ends in that of an error.
    fn guess_by_end(name: &str, values: impl Iterator<Item = f64>) -> Option<Self> {
        let mut words = words_before_summary(name);
        let (error, is_lower) = error_at_end(&words).or_else(|| {
            while words.pop_if(|word| has(words_of("vague"), word)).is_some() {}
            error_at_end(&words).map(|(error, _)| (error, false))
        })?;
        let values = values.filter(|value| *value != 0.0);
        let (below, above): (Vec<f64>, Vec<f64>) = values.partition(|value| *value < 0.0);
        // These may be negative by themselves.
        let is_signed = ["loss", "nll", "likelihood"].iter().any(|end| error.ends_with(end));
        match (below.is_empty(), above.is_empty()) {
            (true, true) => None,
            (true, false) if is_lower => Some(Self::LowerAtEnd(error)),
            (false, true) if !is_signed => Some(Self::Turned(error)),
            _ => Some(Self::Unclear),
        }
    }

    /// Whether higher is better, where that is clear.
    pub fn is_higher(self) -> Option<bool> {
        match self {
            Self::Higher(_) | Self::Turned(_) => Some(true),
            Self::Lower(_) | Self::LowerAtEnd(_) | Self::Stated => Some(false),
            Self::Mixed(..) | Self::Unclear => None,
        }
    }
}

/// Scores above and below 0 by more than `least`.
fn sides(values: &[f64], least: f64) -> (Side, Side) {
    let (mut above, mut below) = (Side::default(), Side::default());
    for &value in values {
        if value > least {
            above.add(value);
        } else if value < -least {
            below.add(value);
        }
    }
    (above, below)
}

/// Scores on one side of 0.
#[derive(Debug, Default)]
struct Side {
    count: usize,
    /// The one farthest from 0.
    extreme: f64,
    first: Option<f64>,
    is_varied: bool,
}

impl Side {
    #[expect(clippy::float_cmp, reason = "the same number again, not a computed one")]
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.is_varied |= *self.first.get_or_insert(value) != value;
        if value.abs() > self.extreme.abs() {
            self.extreme = value;
        }
    }

    /// Whether there are scores here: a single number beside more others stands for something else.
    fn is_of_scores(&self, other: &Self) -> bool {
        self.count > 0 && (self.is_varied || self.count >= other.count)
    }
}

impl KnownScore {
    /// Whether no such score can be `value`, whichever its sign where that may have been turned.
    pub fn excludes(&self, value: f64) -> bool {
        let value = if self.is_error { value.abs() } else { value };
        self.range.is_some_and(|(least, most)| value < least || value > most)
    }

    /// From where to where it goes, without the room for what models overshoot.
    pub fn in_words(&self) -> Option<&'static str> {
        lists("range, ").find(|(name, _)| *name == self.name).map(|(_, range)| range)
    }
}

/// Why `score` cannot be a judgment of the protocol ESA.
pub fn refusal_of_esa(score: f64) -> Option<String> {
    let is_esa = (0.0..=100.0).contains(&score);
    (!is_esa).then(|| format!("ESA is from 0 to 100, and the score is {score}"))
}

/// A judgment of the protocol ESA.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
pub struct EsaScore(pub f64);

impl TryFrom<f64> for EsaScore {
    type Error = String;

    fn try_from(score: f64) -> Result<Self, String> {
        refusal_of_esa(score).map_or(Ok(Self(score)), Err)
    }
}

/// What to do about it.
pub const ESA_HELP: &str = "correct the score, or leave it out; nothing is rescaled";

/// Refuses judgments on a criterion that is called ESA but has values that ESA cannot have.
///
/// # Errors
///
/// If a judgment has one of these values.
pub fn check(corpus: &Corpus) -> Result<(), CorpusError> {
    if corpus.synthetic {
        return Ok(());
    }
    for (criterion, systems) in &corpus.judgments {
        if known_score(criterion).is_none_or(|known| known.name != ESA) {
            continue;
        }
        for (system, judgments) in systems {
            let judgments = judgments.judges.iter().flat_map(|judge| (1..).zip(judge));
            let mut refused = judgments
                .filter_map(|(segment, score)| Some((segment, refusal_of_esa((*score)?)?)));
            if let Some((segment, cause)) = refused.next() {
                return Err(CorpusError::Inconsistent {
                    name: corpus.name.clone(),
                    cause: format!(
                        "`{criterion}` of system `{system}`, segment {segment}: {cause}"
                    ),
                    help: ESA_HELP,
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_all_their_forms() {
        let names = "ter=TER TER-refA=TER metricx24=MetricX MetricX-24-Hybrid-XL=MetricX \
            MetricX-23-synthetic_ref=MetricX wmt22-comet-da=COMET \
            Unbabel/wmt23-cometkiwi-da-xl=COMET XCOMET-Ensemble-refA=COMET BLEURT-20-refB=BLEURT \
            f200spBLEU-refA=BLEU chrF2++=chrF mqm.merged=MQM mqm=MQM ESAAI-2=ESA ESA-IAA=ESA esa-z= \
            neg-ter= bits_per_byte= computer= da=";
        for (written, known) in names.split(' ').filter_map(|name| name.split_once('=')) {
            assert_eq!(known_score(written).map_or("", |score| score.name), known, "{written}");
        }
        assert!(known_score("").is_none());
    }

    #[test]
    fn every_word_is_of_one_score_and_no_variant() {
        let words: Vec<&str> = KNOWN.iter().flat_map(|known| known.words.split(' ')).collect();
        for (index, word) in words.iter().enumerate() {
            assert!(!words[..index].contains(word) && !has(words_of("variants"), word), "{word}");
            assert!(known_score(word).is_some(), "{word}");
        }
    }

    /// Names in the shapes that harnesses, spreadsheets and training logs give them.
    #[test]
    fn names_that_end_in_an_error_have_its_direction() {
        let errors = "loss, error-rate, nll, latency, edit_distance, brier_score, rmse, mae, \
            bits_per_byte, perplexity, wer, cer, ter, mqm_penalty, rank, hallucination-rate, \
            negative_log_likelihood, cross-entropy, wordErrorRate, top-1-error-rate";
        let shapes = "X, val_X, mean X, X_test, X_p95, X (ms), scorer.X, X-none";
        let guess = |name: &str, value: f64| Better::guess(name, [value, 0.0].into_iter());
        for error in errors.split(", ") {
            for shape in shapes.split(", ") {
                // lm-evaluation-harness writes its filter after a comma.
                let name = shape.replace('X', error).replace("-none", ",none");
                let better = guess(&name, 0.5).and_then(Better::is_higher);
                assert_eq!(better, Some(false), "{name}");
            }
        }
        let others = "accuracy, error_free, error-detection-f1, loss_reduction, lossless, 1-wer, 1 - loss, \
            neg_loss, neg-ter, inverse_edit_distance, mean_reciprocal_rank, rank_correlation, \
            percentile rank, no_errors, meter, biased, distance_accuracy, log_likelihood, fluency";
        for name in others.split(", ") {
            assert_eq!(guess(name, 0.5), None, "{name}");
        }
        let unclear = "error, n_errors, error_count, length-penalty, cosine_distance, KL divergence, cost, \
            failure_rate, toxicityScore, bias, hallucination, latency_score, rank_score, loss score";
        for name in unclear.split(", ") {
            assert_eq!(guess(name, 0.5), Some(Better::Unclear), "{name}");
        }
        // Below 0 errors were turned, except those that may be negative.
        assert_eq!(guess("errors", -0.5), Some(Better::Turned("errors")));
        assert_eq!(guess("latency_ms", -0.5), Some(Better::Turned("latency")));
        assert_eq!(guess("val_loss", -0.5), Some(Better::Unclear));
        assert_eq!(Better::guess("rmse", [-0.5, 0.5].into_iter()), Some(Better::Unclear));
        assert_eq!(guess("loss", 0.0), None);
    }

    #[test]
    fn the_sign_says_whether_errors_were_turned() {
        let cases: [(&str, &[f64], Option<Better>); 13] = [
            ("ter", &[0.0, 0.5, 1.2], Some(Better::Lower("TER"))),
            ("ter", &[0.0, -0.5, -1.2], Some(Better::Turned("TER"))),
            ("ter", &[0.0, -0.0], None),
            ("ter", &[0.5, 0.7, -0.4, -0.5], Some(Better::Mixed("TER", -0.5, 0.7))),
            // A number that stands for a missing score is no turned score.
            ("ter", &[0.5, 0.7, -1.0], Some(Better::Lower("TER"))),
            // MetricX overshoots 0.
            ("metricx", &[0.28, 0.1, -12.0, -3.0], Some(Better::Turned("MetricX"))),
            ("metricx", &[-0.28, -0.1, 24.0], Some(Better::Lower("MetricX"))),
            ("metricx", &[0.7, 0.9, 0.66], Some(Better::Lower("MetricX"))),
            ("metricx", &[-0.7, -0.9], Some(Better::Turned("MetricX"))),
            ("metricx", &[0.0], None),
            ("comet", &[-1.0, 0.5], Some(Better::Higher("COMET"))),
            ("esa-major", &[0.0, 2.0], Some(Better::Lower("number of errors"))),
            ("fluency", &[1.0], None),
        ];
        for (name, values, better) in cases {
            assert_eq!(Better::guess(name, values.iter().copied()), better, "{name} {values:?}");
        }
    }
}
