//! The errors of systems: of meaning (wrong word, untranslated word, omission) and of form (order,
//! insertion, agreement, wrong function word).

use super::design::Errors;
use super::fit::SystemFit;
use super::lexicon::{CONTENTS, Lexicon};
use super::message::{Message, PlacedChunk, Segment};
use super::stream::{Chance, Stream};

/// What happens to a content word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WordError {
    #[default]
    None,
    /// This word of the target language stands in its place.
    Wrong(u32),
    /// The word of the source language is left.
    Untranslated,
    Omitted,
    /// The other form of the word.
    Disagreeing,
}

/// What happens to a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChunkErrors {
    pub(super) words: [WordError; CONTENTS],
    /// This word stands in place of the function word.
    pub(super) function: Option<u32>,
    /// A word too many, after the chunk.
    pub(super) insertion: Option<u32>,
    /// The chunk changes places with the next.
    pub(super) misplaced: bool,
}

/// Number of errors of each kind in a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) content_words: u32,
    pub(super) wrong_word: u32,
    pub(super) untranslated: u32,
    pub(super) omission: u32,
    pub(super) order: u32,
    pub(super) insertion: u32,
    pub(super) agreement: u32,
    pub(super) function_word: u32,
}

/// Rates of one system in one chunk, as thresholds.
struct Rates {
    /// Cumulated over the kinds of errors of a content word.
    word: [Chance; 4],
    function: Chance,
    insertion: Chance,
    order: Chance,
}

impl Rates {
    fn new(errors: &Errors, system: &SystemFit, factor: f64) -> Self {
        // A word that is certain to be wrong would say nothing any more.
        let meaning = (system.meaning_errors * factor).min(0.85);
        let form = system.form_errors * factor;
        let (kinds, forms) = (&errors.meaning, &errors.form);
        let wrong = meaning * kinds.wrong_word;
        let untranslated = wrong + meaning * kinds.untranslated;
        let omitted = untranslated + meaning * kinds.omission;
        Self {
            word: [wrong, untranslated, omitted, omitted + form * forms.agreement].map(Chance::new),
            function: Chance::new((form * forms.function_word).min(0.85)),
            insertion: Chance::new((form * forms.insertion).min(0.85)),
            order: Chance::new((form * forms.order).min(0.85)),
        }
    }
}

/// Share of insertions that are content words.
const CONTENT_INSERTIONS: Chance = Chance::HALF;

/// Draws the errors of a system in a document: one entry per chunk and one tally per segment.
/// `spread` is a factor on the deviations between documents and between segments. The number of draws per chunk is fixed.
pub(super) fn err(
    errors: &Errors,
    spread: f64,
    system: &SystemFit,
    lexicon: &Lexicon,
    message: &Message,
    stream: &mut Stream,
) -> (Vec<ChunkErrors>, Vec<Tally>) {
    let mut all = Vec::with_capacity(message.places.len());
    let mut tallies = Vec::with_capacity(message.segments.len());
    let document = stream.factor(spread * errors.system_document_sd);
    for segment in &message.segments {
        let factor =
            document * segment.difficulty * stream.factor(spread * errors.system_segment_sd);
        let rates = |roughness| Rates::new(errors, system, factor * roughness);
        tallies.push(err_in_segment(rates, lexicon, message, segment, &mut all, stream));
    }
    (all, tallies)
}

fn err_in_segment(
    rates: impl Fn(f64) -> Rates,
    lexicon: &Lexicon,
    message: &Message,
    segment: &Segment,
    all: &mut Vec<ChunkErrors>,
    stream: &mut Stream,
) -> Tally {
    let mut tally = Tally::default();
    for position in segment.places.clone() {
        let PlacedChunk { chunk, roughness, .. } = &message.places[position];
        let rates = rates(*roughness);
        let mut errors = ChunkErrors::default();
        let function = (stream.bits(), stream.bits());
        if chunk.function.is_some() && rates.function.hits(function.0) {
            errors.function = Some(lexicon.any_function(function.1));
            tally.function_word += 1;
        }
        let insertion = (stream.bits(), stream.bits(), stream.bits());
        if rates.insertion.hits(insertion.0) {
            let content = CONTENT_INSERTIONS.hits(insertion.1);
            errors.insertion = Some(if content {
                lexicon.any_concept(insertion.2).word(0, false)
            } else {
                lexicon.any_function(insertion.2)
            });
            tally.insertion += 1;
        }
        errors.misplaced = rates.order.hits(stream.bits()) && position + 1 < segment.places.end;
        tally.order += u32::from(errors.misplaced);
        tally.content_words += u32::from(chunk.count);
        for (slot, word) in errors.words.iter_mut().enumerate() {
            let (kind, instead) = (stream.bits(), stream.bits());
            if slot >= usize::from(chunk.count) {
                continue;
            }
            let [wrong, untranslated, omitted, disagreeing] = rates.word;
            *word = if wrong.hits(kind) {
                tally.wrong_word += 1;
                WordError::Wrong(lexicon.any_concept(instead).word(0, chunk.plural))
            } else if untranslated.hits(kind) {
                tally.untranslated += 1;
                WordError::Untranslated
            } else if omitted.hits(kind) {
                tally.omission += 1;
                WordError::Omitted
            } else if disagreeing.hits(kind) {
                tally.agreement += 1;
                WordError::Disagreeing
            } else {
                WordError::None
            };
        }
        all.push(errors);
    }
    tally
}
