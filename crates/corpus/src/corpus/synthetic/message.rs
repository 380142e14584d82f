//! What a document says, before anyone puts it into words: segments of chunks of concepts.

use std::ops::Range;

use super::design::{Shape, Stretches};
use super::lexicon::{CHUNK_WORDS, Chunk, Lexicon};
use super::preset::Preset;
use super::stream::Stream;

/// How a segment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Stop,
    Question,
    Semicolon,
}

/// A chunk, whether a comma follows it, and how rough the stretch is that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedChunk {
    pub(super) chunk: Chunk,
    pub(super) comma: bool,
    /// Factor on the freedom of translators and the difficulty for systems.
    pub(super) roughness: f64,
}

/// A segment.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// Its chunks among the places of the document.
    pub(super) places: Range<usize>,
    pub(super) end: End,
    /// Factor on the liberties of translators and systems.
    pub(super) freedom: f64,
    /// Factor on the error rates of systems.
    pub(super) difficulty: f64,
}

/// A document.
pub(super) struct Message {
    pub(super) places: Vec<PlacedChunk>,
    pub(super) segments: Vec<Segment>,
}

impl Message {
    /// A document of `segments` segments. Stretches have a stream of their own, so that they change no
    /// content.
    pub(super) fn new(
        preset: &Preset,
        lexicon: &Lexicon,
        segments: usize,
        stream: &mut Stream,
        stretches: &mut Stream,
    ) -> Self {
        let design = &preset.design;
        let main = stream.below(lexicon.topics());
        let side = stream.below(lexicon.topics());
        let spread = preset.fit.spread;
        let freedom = stream.factor(spread * design.translation.document_freedom_sd);
        let difficulty = stream.factor(spread * design.errors.document_sd);
        let mut message = Self { places: Vec::new(), segments: Vec::with_capacity(segments) };
        for _ in 0..segments {
            let wanted = design.shape.segment_words * stream.factor(design.shape.segment_words_sd);
            let start = message.places.len();
            message.add_places(wanted, [main, side], lexicon, stream);
            message.roughen(start, design.stretches, stretches);
            message.segments.push(Segment {
                places: start..message.places.len(),
                end: end(stream.unit()),
                freedom: freedom * stream.factor(spread * design.translation.segment_freedom_sd),
                difficulty: difficulty * stream.factor(spread * design.errors.segment_sd),
            });
        }
        message
    }

    /// Draws the stretches of the segment that starts at `start`: the logarithm of roughness is a
    /// stationary autoregressive series, and roughness has mean 1.
    fn roughen(&mut self, start: usize, stretches: Stretches, stream: &mut Stream) {
        let Stretches { sd, correlation } = stretches;
        let rest = (1.0 - correlation * correlation).sqrt();
        let mut state = stream.normal();
        for place in &mut self.places[start..] {
            place.roughness = libm::exp(sd * state - 0.5 * sd * sd);
            state = correlation * state + rest * stream.normal();
        }
    }

    /// Chunks until the number of words is as near to `wanted` as it gets, at least one chunk.
    fn add_places(
        &mut self,
        wanted: f64,
        topics: [usize; 2],
        lexicon: &Lexicon,
        stream: &mut Stream,
    ) {
        let mut words = 0;
        loop {
            let topic = topics[usize::from(stream.unit() < 0.25)];
            let chunk = lexicon.chunk(topic, stream);
            words += chunk.words();
            self.places.push(PlacedChunk { chunk, comma: stream.unit() < 0.12, roughness: 1.0 });
            // With one more chunk of mean length the text would be further from `wanted`.
            if words as f64 + 0.5 * CHUNK_WORDS >= wanted {
                return;
            }
        }
    }
}

fn end(unit: f64) -> End {
    match unit {
        _ if unit < 0.90 => End::Stop,
        _ if unit < 0.97 => End::Question,
        _ => End::Semicolon,
    }
}

/// Sizes of the documents: log-normal, adding up to the exact number of segments, none empty.
pub(super) fn document_sizes(shape: &Shape, stream: &mut Stream) -> Vec<usize> {
    sizes((shape.documents, shape.segments, shape.document_size_sd), stream)
}

/// Sizes of documents that have `segments` segments together; `deviation` is that of their logarithms.
pub(super) fn sizes(
    (documents, segments, deviation): (usize, usize, f64),
    stream: &mut Stream,
) -> Vec<usize> {
    let weights: Vec<f64> = (0..documents).map(|_| stream.factor(deviation)).collect();
    let total: f64 = weights.iter().sum();
    let spare = segments - documents;
    let mut sizes = Vec::with_capacity(documents);
    let (mut cumulated, mut given) = (0.0, 0);
    for (position, weight) in weights.iter().enumerate() {
        cumulated += weight;
        // All that is left, whatever rounding made of the sums.
        let upto = if position + 1 == documents {
            spare
        } else {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
            (((spare as f64) * (cumulated / total)).round() as usize).min(spare)
        };
        sizes.push(1 + upto - given);
        given = upto;
    }
    sizes
}
