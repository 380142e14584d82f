//! Test data that were seen before: which segments share a long n-gram with other texts, such as training data.
//!
//! The n-grams of the test set are in memory, and other texts are read line by line.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::{CHECK_PATH, CorpusError};
use super::lines::LineFile;
use super::model::{Corpus, Texts};
use crate::tokenize::{Lowercase, Scratch, TextTokenizer, Tokenizer, tokenizer};
use crate::value::{Count, Kind, Set, Text, words};

words! {
    /// A side of a test set.
    #[derive(Default)]
    pub enum SeenSide {
        /// What was translated.
        Source = "source",
        /// Its human translations; one of them is enough.
        #[default]
        Reference = "reference",
    }
}

/// Texts that systems may have seen, such as training data: a segment is seen where it shares an n-gram with them, or, where
/// it is shorter, where it is one of their lines. Tokens are lower-cased.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "SeenTexts")]
pub struct SeenSource {
    /// Plain files of these texts, relative to the spec. Example: `files = ["training.fr"]`.
    #[serde(with = "Set::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// What of the test set is looked for in them. Example: `side = "source"`.
    #[serde(default)]
    pub side: SeenSide,
    /// Tokens of the n-gram, 1 to 100. Example: `order = 13`.
    #[serde(default = "eight", with = "Count::<1, 100, usize>")]
    pub order: usize,
    /// Tokenizer. Example: `tokenizer = "char"`.
    #[serde(default)]
    #[schemars(skip_serializing, extend("default" = Tokenizer::default().signature()))]
    pub tokenizer: Tokenizer,
}

fn eight() -> usize {
    8
}

/// Marks the segments of `corpus` that were seen; relative paths start at `folder`. Time is linear in the texts of both.
///
/// # Errors
///
/// If a file cannot be read, or the corpus has no texts of that side, or was generated.
pub fn mark(corpus: &mut Corpus, source: &SeenSource, folder: &Path) -> Result<(), CorpusError> {
    if corpus.synthetic {
        let cause = "`seen` is for real texts, and these are generated".to_owned();
        let name = corpus.name.clone();
        return Err(CorpusError::Inconsistent { name, cause, help: "leave it out" });
    }
    let texts: Vec<&Texts> = match source.side {
        SeenSide::Source => corpus.source.iter().collect(),
        SeenSide::Reference => corpus.references.iter().map(|named| &named.texts).collect(),
    };
    if texts.is_empty() {
        let cause =
            format!("`seen` looks for its {} in other texts, and it has none", source.side.name());
        let name = corpus.name.clone();
        return Err(CorpusError::Inconsistent { name, cause, help: "choose the other `side`" });
    }
    let mut wanted = Wanted::new(source);
    for segment in 0..corpus.segment_count() {
        for text in texts.iter().filter_map(|texts| texts.get(segment)) {
            wanted.add(text, segment);
        }
    }
    let mut seen = vec![false; corpus.segment_count()];
    for path in &source.files {
        let mut file = LineFile::open(&folder.join(path), "file of seen texts", CHECK_PATH)?;
        while let Some(line) = file.next_line()? {
            wanted.look_in(line, &mut seen);
        }
    }
    corpus.seen = Some(seen);
    Ok(())
}

/// A digest of which segments were seen.
pub fn digest(seen: &[bool]) -> String {
    let flags: Vec<u8> = seen.iter().map(|is_seen| u8::from(*is_seen)).collect();
    blake3::hash(&flags).to_hex().to_string()
}

/// What is looked for: n-grams, and whole segments that are shorter, with the segments that have them.
struct Wanted {
    tokenizer: TextTokenizer,
    order: usize,
    ngrams: FxHashMap<Box<str>, Vec<usize>>,
    lines: FxHashMap<Box<str>, Vec<usize>>,
    line: Line,
}

impl Wanted {
    fn new(source: &SeenSource) -> Self {
        Self {
            tokenizer: tokenizer(source.tokenizer, Lowercase::Unicode),
            order: source.order,
            ngrams: FxHashMap::default(),
            lines: FxHashMap::default(),
            line: Line::default(),
        }
    }

    fn add(&mut self, text: &str, segment: usize) {
        self.line.read(text, self.tokenizer);
        if self.line.ends.is_empty() {
            return;
        }
        if self.line.ends.len() < self.order {
            self.lines.entry(self.line.tokens.as_str().into()).or_default().push(segment);
        }
        for ngram in self.line.ngrams(self.order) {
            let segments = self.ngrams.entry(ngram.into()).or_default();
            // Segments come in order: if it is there already, it is the last.
            if segments.last() != Some(&segment) {
                segments.push(segment);
            }
        }
    }

    /// Marks the segments that the text has something of.
    fn look_in(&mut self, text: &str, seen: &mut [bool]) {
        self.line.read(text, self.tokenizer);
        let whole = self.lines.get(self.line.tokens.as_str());
        let ngrams = self.line.ngrams(self.order).filter_map(|ngram| self.ngrams.get(ngram));
        for segment in whole.into_iter().chain(ngrams).flatten() {
            seen[*segment] = true;
        }
    }
}

/// The tokens of a text, with a blank between each two.
#[derive(Default)]
struct Line {
    tokens: String,
    ends: Vec<usize>,
    scratch: Scratch,
}

impl Line {
    fn read(&mut self, text: &str, tokenizer: TextTokenizer) {
        self.tokens.clear();
        self.ends.clear();
        for token in tokenizer.tokenize(text, &mut self.scratch).iter() {
            if !self.tokens.is_empty() {
                self.tokens.push(' ');
            }
            self.tokens.push_str(token);
            self.ends.push(self.tokens.len());
        }
    }

    /// All runs of `order` tokens.
    fn ngrams(&self, order: usize) -> impl Iterator<Item = &str> {
        self.ends.windows(order).enumerate().map(move |(first, ends)| {
            let start = if first == 0 { 0 } else { self.ends[first - 1] + 1 };
            &self.tokens[start..ends[order - 1]]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Document, NamedTexts};
    use super::*;

    fn texts(lines: &[&str]) -> Texts {
        lines.iter().map(|line| Some(*line)).collect()
    }

    fn corpus(references: &[&[&str]]) -> Corpus {
        let count = references[0].len();
        Corpus {
            name: "c".to_owned(),
            documents: vec![Document { id: "d".to_owned(), domain: None, segments: 0..count }],
            source: Some(texts(&vec!["so what"; count])),
            references: references
                .iter()
                .map(|lines| NamedTexts { name: "r".to_owned(), texts: texts(lines) })
                .collect(),
            ..Corpus::default()
        }
    }

    fn seen(corpus: &mut Corpus, side: SeenSide, order: usize, text: &str) -> Vec<bool> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t"), text).unwrap();
        let source =
            SeenSource { files: vec!["t".into()], side, order, tokenizer: Tokenizer::default() };
        mark(corpus, &source, folder.path()).unwrap();
        corpus.seen.clone().unwrap()
    }

    #[test]
    fn segments_share_an_ngram_or_are_a_line() {
        let segments = ["A b c, d e", "a b c d e", "Yes .", "no", "", "x b c d"];
        let mut corpus = corpus(&[&segments]);
        // `, d e` and `b c d` are of order 3; `yes .` is a line, `no` only a part of one.
        let text = "he said: A, D e f\nno way\nyes.\n\nq b C d";
        let flags = seen(&mut corpus, SeenSide::Reference, 3, text);
        assert_eq!(flags, [true, true, true, false, false, true]);
        assert_eq!(
            seen(&mut corpus, SeenSide::Reference, 4, text),
            [false, false, true, false, false, false]
        );
        assert_eq!(seen(&mut corpus, SeenSide::Source, 2, "well, so what?"), [true; 6]);
        assert_ne!(digest(&[true, false]), digest(&[false, true]));
    }

    #[test]
    fn one_reference_is_enough_and_generated_texts_are_refused() {
        let mut corpus = corpus(&[&["a b", "c d"], &["e f", "g h"]]);
        assert_eq!(seen(&mut corpus, SeenSide::Reference, 2, "x g h y"), [false, true]);
        let source = SeenSource {
            files: Vec::new(),
            side: SeenSide::Source,
            order: 8,
            tokenizer: Tokenizer::default(),
        };
        corpus.source = None;
        let error = mark(&mut corpus, &source, Path::new("")).unwrap_err().to_string();
        assert_eq!(
            error,
            "corpus `c`: `seen` looks for its source in other texts, and it has none; choose the other `side`"
        );
        corpus.synthetic = true;
        let error = mark(&mut corpus, &source, Path::new("")).unwrap_err().to_string();
        assert!(error.contains("generated"), "{error}");
    }
}
