//! The language of a preset: concepts, the words for them, topics and set phrases.
//!
//! The language belongs to the preset and not to the seed: corpora of different seeds are samples
//! of the same population, translated by the same people and systems.

use super::design::Language;
use super::preset::Preset;
use super::sound::Speller;
use super::stream::{Part, Stream, Table, id};

/// Largest number of words for one concept.
pub(super) const SYNONYMS: usize = 4;
/// Largest number of variants of a function word.
pub(super) const VARIANTS: usize = 3;
/// Largest number of content words in a chunk.
pub(super) const CONTENTS: usize = 3;

/// A content concept: synonyms, each in two forms.
pub(super) struct Concept {
    first: u32,
    pub(super) synonyms: u8,
    /// The word of the source language.
    pub(super) source: u32,
}

impl Concept {
    /// The word for a synonym in singular or plural.
    pub(super) fn word(&self, synonym: u8, plural: bool) -> u32 {
        self.first + 2 * u32::from(synonym) + u32::from(plural)
    }
}

/// A function concept: variants of one word.
pub(super) struct FunctionWord {
    first: u32,
    pub(super) variants: u8,
    /// The word of the source language.
    pub(super) source: u32,
}

impl FunctionWord {
    pub(super) fn word(&self, variant: u8) -> u32 {
        self.first + u32::from(variant)
    }
}

/// A stretch of meaning: a function word and one to three content words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chunk {
    pub(super) function: Option<u32>,
    pub(super) contents: [u32; CONTENTS],
    pub(super) count: u8,
    pub(super) plural: bool,
}

impl Chunk {
    pub(super) fn contents(&self) -> &[u32] {
        &self.contents[..usize::from(self.count)]
    }

    /// Words of the plain rendering.
    pub(super) fn words(&self) -> usize {
        usize::from(self.count) + usize::from(self.function.is_some())
    }
}

/// What a document is about.
struct Topic {
    concepts: Vec<u32>,
    phrases: Vec<Chunk>,
}

/// The language of a preset.
pub(super) struct Lexicon {
    words: Vec<String>,
    source_words: Vec<String>,
    pub(super) concepts: Vec<Concept>,
    pub(super) functions: Vec<FunctionWord>,
    general: Table,
    function: Table,
    topics: Vec<Topic>,
    topical: Table,
    phrase: Table,
    topicality: f64,
    phrases: f64,
}

/// Share of chunks without a function word, and of chunks with one, two and three content words.
const NO_FUNCTION_WORD: f64 = 0.2;
const CONTENT_COUNTS: [f64; CONTENTS] = [0.55, 0.35, 0.10];
/// Mean number of words of a chunk.
pub(super) const CHUNK_WORDS: f64 = 1.0 - NO_FUNCTION_WORD + 0.55 + 2.0 * 0.35 + 3.0 * 0.10;
const PHRASES_PER_TOPIC: usize = 150;

impl Lexicon {
    pub(super) fn new(preset: &Preset) -> Self {
        let language = &preset.design.language;
        let stream = |purpose| Stream::new(&[Part::Name(&preset.streams), Part::Name(purpose)]);
        let mut lexicon = Self {
            words: Vec::new(),
            source_words: Vec::new(),
            concepts: Vec::with_capacity(language.content_concepts),
            functions: Vec::with_capacity(language.function_words),
            general: Table::zipf(
                language.content_concepts,
                language.zipf_exponent,
                language.zipf_shift,
            ),
            function: Table::zipf(language.function_words, 1.0, 1.5),
            topics: Vec::new(),
            topical: Table::zipf(language.topic_concepts, 0.9, 3.0),
            phrase: Table::zipf(PHRASES_PER_TOPIC, 0.8, 3.0),
            topicality: language.topicality,
            phrases: language.phrases,
        };
        let spellers = &mut [language.target, language.source].map(Speller::new);
        lexicon.add_functions(language, spellers, stream("function words"));
        lexicon.add_concepts(language, spellers, stream("concepts"));
        lexicon.add_topics(language, stream("topics"));
        lexicon
    }

    fn add_functions(
        &mut self,
        language: &Language,
        [speller, source_speller]: &mut [Speller; 2],
        mut stream: Stream,
    ) {
        for _ in 0..language.function_words {
            let variants = 1 + stream.below(VARIANTS);
            let first = id(self.words.len());
            for _ in 0..variants {
                self.words.push(speller.function_word(&mut stream));
            }
            let source = self.add_source(source_speller.function_word(&mut stream));
            let variants = u8::try_from(variants).expect("few variants");
            self.functions.push(FunctionWord { first, variants, source });
        }
    }

    /// Concepts by rank: the frequent ones have short words. One in twenty is a name and one in
    /// forty a number; these have a single rendering, which the source language shares.
    fn add_concepts(
        &mut self,
        language: &Language,
        [speller, source_speller]: &mut [Speller; 2],
        mut stream: Stream,
    ) {
        for rank in 0..language.content_concepts {
            let first = id(self.words.len());
            let kind = stream.below(40);
            if kind < 3 {
                let fixed = if kind == 0 {
                    number(&mut stream)
                } else {
                    capitalised(&speller.content_word(2, &mut stream))
                };
                // Names and numbers have one form, and every word two places.
                self.words.extend([fixed.clone(), fixed.clone()]);
                let source = self.add_source(fixed);
                self.concepts.push(Concept { first, synonyms: 1, source });
                continue;
            }
            let synonyms = 1 + stream.below(SYNONYMS);
            let syllables =
                1 + usize::from(rank > 400) + usize::from(rank > 400 && stream.below(4) == 0);
            for _ in 0..synonyms {
                let mut word = speller.content_word(syllables, &mut stream);
                if stream.below(50) == 0 {
                    word = word + "-" + &speller.content_word(1, &mut stream);
                }
                self.words.extend([word.clone(), word + "s"]);
            }
            let source = self.add_source(source_speller.content_word(syllables, &mut stream));
            let synonyms = u8::try_from(synonyms).expect("few synonyms");
            self.concepts.push(Concept { first, synonyms, source });
        }
    }

    fn add_source(&mut self, word: String) -> u32 {
        self.source_words.push(word);
        id(self.source_words.len() - 1)
    }

    /// A topic is a choice of concepts with frequencies of their own, and phrases made of them.
    fn add_topics(&mut self, language: &Language, mut stream: Stream) {
        for _ in 0..language.topics {
            let concepts = (0..language.topic_concepts)
                .map(|_| id(stream.below(self.concepts.len())))
                .collect();
            self.topics.push(Topic { concepts, phrases: Vec::new() });
        }
        for topic in 0..language.topics {
            let phrases =
                (0..PHRASES_PER_TOPIC).map(|_| self.free_chunk(topic, &mut stream)).collect();
            self.topics[topic].phrases = phrases;
        }
    }

    /// The next chunk of a text on `topic`.
    pub(super) fn chunk(&self, topic: usize, stream: &mut Stream) -> Chunk {
        if stream.unit() < self.phrases {
            let topic = &self.topics[topic];
            return topic.phrases[self.phrase.pick(stream.bits())];
        }
        self.free_chunk(topic, stream)
    }

    fn free_chunk(&self, topic: usize, stream: &mut Stream) -> Chunk {
        let function =
            (stream.unit() >= NO_FUNCTION_WORD).then(|| id(self.function.pick(stream.bits())));
        let shape = stream.unit();
        let count = if shape < CONTENT_COUNTS[0] {
            1
        } else if shape < CONTENT_COUNTS[0] + CONTENT_COUNTS[1] {
            2
        } else {
            3
        };
        let mut contents = [0; CONTENTS];
        for concept in &mut contents[..count] {
            *concept = self.concept(topic, stream);
        }
        let count = u8::try_from(count).expect("few words");
        Chunk { function, contents, count, plural: stream.unit() < 0.3 }
    }

    /// A concept of a text on `topic`.
    pub(super) fn concept(&self, topic: usize, stream: &mut Stream) -> u32 {
        if stream.unit() < self.topicality {
            let topic = &self.topics[topic];
            return topic.concepts[self.topical.pick(stream.bits())];
        }
        id(self.general.pick(stream.bits()))
    }

    /// A concept that 64 random bits stand for, by general frequency.
    pub(super) fn any_concept(&self, bits: u64) -> &Concept {
        &self.concepts[self.general.pick(bits)]
    }

    /// A function word that 64 random bits stand for, by frequency.
    pub(super) fn any_function(&self, bits: u64) -> u32 {
        self.functions[self.function.pick(bits)].word(0)
    }

    /// How a word of the target language is written.
    pub(super) fn text(&self, word: u32) -> &str {
        &self.words[word as usize]
    }

    /// How a word of the source language is written.
    pub(super) fn source_text(&self, word: u32) -> &str {
        &self.source_words[word as usize]
    }

    /// Number of topics.
    pub(super) fn topics(&self) -> usize {
        self.topics.len()
    }
}

/// A year, a count, a decimal or a percentage.
fn number(stream: &mut Stream) -> String {
    match stream.below(4) {
        0 => format!("{}", 1950 + stream.below(56)),
        1 => format!("{}", 2 + stream.below(98)),
        2 => format!("{},{}", stream.below(100), 1 + stream.below(9)),
        _ => format!("{}%", 1 + stream.below(99)),
    }
}

/// With the first letter in upper case.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next();
    first.into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
