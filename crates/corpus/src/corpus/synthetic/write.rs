//! Puts choices and errors into words: order, elision, commas, capitals and final marks.

use super::design::Sound;
use super::error_injection::{ChunkErrors, WordError};
use super::lexicon::{Chunk, Lexicon};
use super::message::{End, Message, Segment};
use super::sound::is_vowel;
use super::stream::{Chance, Stream, id};
use super::translate::{Choice, Pattern};

/// Texts of consecutive segments in one buffer.
#[derive(Default)]
pub(super) struct Written {
    pub(super) buffer: String,
    pub(super) ends: Vec<usize>,
}

impl Written {
    /// The texts in order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.buffer[start..end])
    }
}

/// Writes one text after another.
struct Writer {
    written: Written,
    /// Where the current text starts.
    start: usize,
    sound: Sound,
    /// Whether the last word gives up its vowel before another.
    elidable: bool,
    /// Buffer of the order of chunks.
    order: Vec<usize>,
}

/// Function words with this number or a lower one are short enough to be elided.
const ELIDED_FUNCTIONS: u32 = 12;

impl Writer {
    fn new(sound: Sound, message: &Message) -> Self {
        let words = message.places.len() * 3;
        Self {
            written: Written {
                buffer: String::with_capacity(words * 7),
                ends: Vec::with_capacity(message.segments.len()),
            },
            start: 0,
            sound,
            elidable: false,
            order: Vec::new(),
        }
    }

    fn word(&mut self, word: &str) {
        let buffer = &mut self.written.buffer;
        if buffer.len() == self.start {
            let mut letters = word.chars();
            buffer.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            buffer.push_str(letters.as_str());
        } else {
            if self.elidable && word.chars().next().is_some_and(is_vowel) {
                buffer.pop();
                buffer.push('\'');
            } else {
                buffer.push(' ');
            }
            buffer.push_str(word);
        }
        self.elidable = false;
    }

    fn function_word(&mut self, lexicon: &Lexicon, word: u32) {
        let text = lexicon.text(word);
        self.word(text);
        self.elidable = self.sound.elides()
            && word < ELIDED_FUNCTIONS
            && text.len() > 1
            && text.ends_with(['a', 'e']);
    }

    fn comma(&mut self) {
        self.elidable = false;
        let buffer = &mut self.written.buffer;
        if buffer.len() > self.start && !buffer.ends_with(',') {
            buffer.push(',');
        }
    }

    fn end(&mut self, end: End) {
        let buffer = &mut self.written.buffer;
        buffer.push_str(match end {
            End::Stop => ".",
            End::Question => self.sound.question_mark(),
            End::Semicolon => ";",
        });
        self.start = buffer.len();
        self.written.ends.push(self.start);
        self.elidable = false;
    }
}

/// Writes a document as its translator chose, with the errors of a system where there are any.
pub(super) fn write(
    sound: Sound,
    lexicon: &Lexicon,
    message: &Message,
    choices: &[Choice],
    errors: Option<&[ChunkErrors]>,
) -> Written {
    let mut writer = Writer::new(sound, message);
    let none = ChunkErrors::default();
    for segment in &message.segments {
        let order = order_of_chunks(segment, choices, errors, std::mem::take(&mut writer.order));
        for (rank, &position) in order.iter().enumerate() {
            let place = &message.places[position];
            let chunk_errors = errors.map_or(&none, |errors| &errors[position]);
            write_chunk(&mut writer, lexicon, &place.chunk, choices[position], chunk_errors);
            if place.comma && rank + 1 < order.len() {
                writer.comma();
            }
        }
        writer.order = order;
        writer.end(segment.end);
    }
    writer.written
}

/// Order of the chunks of a segment: first the translator's changes, then the errors.
fn order_of_chunks(
    segment: &Segment,
    choices: &[Choice],
    errors: Option<&[ChunkErrors]>,
    mut order: Vec<usize>,
) -> Vec<usize> {
    order.clear();
    order.extend(segment.places.clone());
    for rank in 1..order.len() {
        if choices[segment.places.start + rank - 1].swapped {
            order.swap(rank - 1, rank);
        }
    }
    if let Some(errors) = errors {
        for rank in 1..order.len() {
            if errors[segment.places.start + rank - 1].misplaced {
                order.swap(rank - 1, rank);
            }
        }
    }
    order
}

fn write_chunk(
    writer: &mut Writer,
    lexicon: &Lexicon,
    chunk: &Chunk,
    choice: Choice,
    errors: &ChunkErrors,
) {
    let functions = id(lexicon.functions.len());
    let function =
        |number: u32, variant: u8| lexicon.functions[(number % functions) as usize].word(variant);
    // A paraphrase takes its additional function word from the meaning of the chunk, so that all
    // who paraphrase alike write alike.
    let link = chunk.contents[0] + chunk.function.unwrap_or(0);
    let bare = choice.pattern == Pattern::Bare;
    match (chunk.function, errors.function) {
        (Some(_), Some(wrong)) => writer.function_word(lexicon, wrong),
        (Some(number), None) if !bare => {
            writer.function_word(lexicon, function(number, choice.function));
        }
        // Numbers of function words are their ranks: words that link are frequent ones, here and below.
        (None, _) if bare => writer.function_word(lexicon, function(link % 16, 0)),
        _ => {}
    }
    if choice.pattern == Pattern::Extended {
        writer.function_word(lexicon, function(link % 24, 0));
    }
    let inverted = choice.pattern == Pattern::Inverted;
    for rank in 0..usize::from(chunk.count) {
        let slot = if inverted { usize::from(chunk.count) - 1 - rank } else { rank };
        if inverted && rank + 1 == usize::from(chunk.count) {
            writer.function_word(lexicon, function(link % 20, 0));
        }
        let concept = &lexicon.concepts[chunk.contents[slot] as usize];
        let synonym = choice.synonyms[slot];
        match errors.words[slot] {
            WordError::None => writer.word(lexicon.text(concept.word(synonym, chunk.plural))),
            WordError::Wrong(word) => writer.word(lexicon.text(word)),
            WordError::Untranslated => {
                writer.word(lexicon.source_text(concept.source));
            }
            WordError::Omitted => {}
            WordError::Disagreeing => {
                writer.word(lexicon.text(concept.word(synonym, !chunk.plural)));
            }
        }
    }
    if let Some(insertion) = errors.insertion {
        writer.word(lexicon.text(insertion));
    }
}

/// Writes the source text: chunks in order, with the share of function words that the source
/// language has.
pub(super) fn write_source(
    sound: Sound,
    function_words: f64,
    lexicon: &Lexicon,
    message: &Message,
    stream: &mut Stream,
) -> Written {
    let mut writer = Writer::new(sound, message);
    let written_out = Chance::new(function_words);
    for segment in &message.segments {
        for position in segment.places.clone() {
            let place = &message.places[position];
            // For every chunk, so that those with a function word do not move the stream.
            let shown = written_out.hits(stream.bits());
            if let Some(function) = place.chunk.function
                && shown
            {
                let function = &lexicon.functions[function as usize];
                writer.word(lexicon.source_text(function.source));
            }
            for &concept in place.chunk.contents() {
                let concept = &lexicon.concepts[concept as usize];
                writer.word(lexicon.source_text(concept.source));
            }
            if place.comma && position + 1 < segment.places.end {
                writer.comma();
            }
        }
        writer.end(segment.end);
    }
    writer.written
}
