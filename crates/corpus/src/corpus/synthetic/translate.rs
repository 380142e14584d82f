//! How translators and systems choose among renderings of the same meaning.
//!
//! For every chunk a translator takes a [`Choice`]: a pattern, a variant of the function word, a
//! synonym for each content word, and whether the chunk changes places with the next. A choice is
//! free or follows an earlier translator; free choices keep to the most usual rendering unless the
//! translator's liberty and the segment's freedom say otherwise, and then follow the translator's
//! own lasting preferences. None of this is an error.

use super::design::Translation;
use super::lexicon::{CONTENTS, Lexicon, SYNONYMS, VARIANTS};
use super::message::Message;
use super::stream::{Chance, Stream};

/// The build of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Function word, content words in order.
    #[default]
    Plain,
    /// One more function word.
    Extended,
    /// Content words in reverse order, linked by a function word.
    Inverted,
    /// Without its function word (with one, where the plain pattern has none).
    Bare,
}

/// What a translator decides about one chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) pattern: Pattern,
    pub(super) function: u8,
    pub(super) synonyms: [u8; CONTENTS],
    pub(super) swapped: bool,
}

/// Lasting preferences: thresholds of the cumulated weights of synonyms and variants.
pub(super) struct Preferences {
    synonyms: Vec<[Chance; SYNONYMS - 1]>,
    variants: Vec<[Chance; VARIANTS - 1]>,
}

impl Preferences {
    /// Preferences of one translator or system, `deviation` being that of the log-weights.
    pub(super) fn new(lexicon: &Lexicon, deviation: f64, stream: &mut Stream) -> Self {
        let synonyms = lexicon.concepts.iter();
        let synonyms =
            synonyms.map(|known| thresholds(known.synonyms, deviation, stream)).collect();
        let variants = lexicon.functions.iter();
        let variants =
            variants.map(|known| thresholds(known.variants, deviation, stream)).collect();
        Self { synonyms, variants }
    }

    fn synonym(&self, concept: u32, bits: u64) -> u8 {
        pick(&self.synonyms[concept as usize], bits)
    }

    fn variant(&self, function: u32, bits: u64) -> u8 {
        pick(&self.variants[function as usize], bits)
    }
}

/// Common weights of the first, second, ... word for a concept.
const USUAL: [f64; SYNONYMS] = [1.0, 0.7, 0.5, 0.4];

/// Cumulated shares of the first `count` words, personal deviations included.
fn thresholds<const N: usize>(count: u8, deviation: f64, stream: &mut Stream) -> [Chance; N] {
    let mut weights = [0.0; SYNONYMS];
    for (weight, usual) in weights.iter_mut().zip(USUAL).take(usize::from(count)) {
        *weight = if count == 1 { 1.0 } else { usual * stream.factor(deviation) };
    }
    let total: f64 = weights.iter().sum();
    let mut cumulated = 0.0;
    std::array::from_fn(|word| {
        cumulated += weights[word];
        // The last word takes what rounding leaves.
        let last = word + 1 >= usize::from(count);
        if last { Chance::CERTAIN } else { Chance::new(cumulated / total) }
    })
}

fn pick(thresholds: &[Chance], bits: u64) -> u8 {
    thresholds.iter().map(|threshold| u8::from(!threshold.hits(bits))).sum()
}

/// One who translates: a person or a system.
pub(super) struct Translator<'a> {
    pub(super) preferences: &'a Preferences,
    pub(super) liberty: f64,
    /// Earlier translators with the share of chunks in which they are followed.
    pub(super) follows: &'a [(usize, f64)],
}

impl Translator<'_> {
    /// Choices for every chunk of a document; `earlier` holds those of earlier translators. The
    /// number of draws per chunk is fixed, so that a change of rates moves as few as it can.
    pub(super) fn choose(
        &self,
        rates: &Translation,
        message: &Message,
        earlier: &[Vec<Choice>],
        stream: &mut Stream,
    ) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(message.places.len());
        let mut cumulated = 0.0;
        let follows: Vec<(usize, Chance)> = self
            .follows
            .iter()
            .map(|&(other, share)| {
                cumulated += share;
                (other, Chance::new(cumulated))
            })
            .collect();
        for segment in &message.segments {
            for position in segment.places.clone() {
                let place = &message.places[position];
                let chunk = &place.chunk;
                let liberty = self.liberty * segment.freedom * place.roughness;
                let paraphrase = (rates.paraphrase * liberty).min(0.9);
                let patterns = [0.35, 0.7, 1.0].map(|share| Chance::new(share * paraphrase));
                let swap = Chance::new((rates.reordering * liberty).min(0.5));
                let own_word = Chance::new(rates.word_choice * liberty);
                let own_function = Chance::new(rates.function_variation * liberty);
                let follow = stream.bits();
                let mut choice = Choice {
                    pattern: match pick(&patterns, stream.bits()) {
                        0 => Pattern::Extended,
                        1 => Pattern::Inverted,
                        2 => Pattern::Bare,
                        _ => Pattern::Plain,
                    },
                    swapped: swap.hits(stream.bits()),
                    ..Choice::default()
                };
                let (free, bits) = (stream.bits(), stream.bits());
                if let Some(function) = chunk.function
                    && own_function.hits(free)
                {
                    choice.function = self.preferences.variant(function, bits);
                }
                let contents = chunk.contents();
                for (slot, synonym) in choice.synonyms.iter_mut().enumerate() {
                    let (free, bits) = (stream.bits(), stream.bits());
                    if let Some(&concept) = contents.get(slot)
                        && own_word.hits(free)
                    {
                        *synonym = self.preferences.synonym(concept, bits);
                    }
                }
                let followed = follows.iter().find(|(_, chance)| chance.hits(follow));
                choices.push(followed.map_or(choice, |&(other, _)| earlier[other][position]));
            }
        }
        debug_assert_eq!(choices.len(), message.places.len());
        choices
    }
}
