//! Digests of contents, so that whatever is derived from a corpus can name exactly what it read.
//!
//! They are of the contents in memory, not of files: the same texts give the same digest from any
//! format, compressed or not. Every value is written with its length or tag before it, and every
//! kind of content starts with its own label, so that no two contents share an encoding.

use std::fmt;

use super::model::{Corpus, Judgments, Texts};

/// A BLAKE3 digest of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of texts in order, whatever they are of.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut encoder = Encoder::new("parts");
        parts.into_iter().for_each(|part| encoder.bytes(part.as_bytes()));
        encoder.finish()
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    /// 64 lower-case hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

/// A hash in the making.
struct Encoder(blake3::Hasher);

impl Encoder {
    fn new(label: &str) -> Self {
        let mut encoder = Self(blake3::Hasher::new());
        encoder.bytes(label.as_bytes());
        encoder
    }

    fn number(&mut self, value: usize) {
        // 64 bits, the lowest first, on every platform: digests are compared between machines.
        self.0.update(&(value as u64).to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.update(bytes);
    }

    fn scores(&mut self, scores: &[Option<f64>]) {
        self.number(scores.len());
        for score in scores {
            match score {
                None => self.0.update(&[0]),
                // With a mark before it, since any 64 bits may be a score.
                Some(value) => self.0.update(&[1]).update(&value.to_bits().to_le_bytes()),
            };
        }
    }

    fn finish(self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

impl Texts {
    /// Digest of all texts in order; a missing text differs from an empty one.
    pub fn digest(&self) -> Digest {
        let mut encoder = Encoder::new("texts");
        encoder.number(self.len());
        for text in self.iter() {
            encoder.0.update(&[u8::from(text.is_some())]);
            if let Some(text) = text {
                encoder.bytes(text.as_bytes());
            }
        }
        encoder.finish()
    }
}

impl Judgments {
    /// Digest of all judges' scores, judge after judge.
    pub fn digest(&self) -> Digest {
        let mut encoder = Encoder::new("judgments");
        encoder.number(self.judges.len());
        for judge in &self.judges {
            encoder.scores(judge);
        }
        encoder.finish()
    }
}

impl Corpus {
    /// Digest of the document structure: names and numbers of segments, in order.
    pub fn structure_digest(&self) -> Digest {
        let mut encoder = Encoder::new("documents");
        encoder.number(self.documents.len());
        for document in &self.documents {
            encoder.bytes(document.id.as_bytes());
            encoder.number(document.segments.len());
        }
        encoder.finish()
    }

    /// Digest of the log of ratings of `criterion`, with all that was taken back, if there is one.
    pub fn log_digest(&self, criterion: &str) -> Option<Digest> {
        let mut encoder = Encoder::new("log");
        for rating in self.log.get(criterion)? {
            encoder.number(rating.place as usize);
            // Shifted by one, so that place 0 and none differ.
            encoder.number(rating.until.map_or(0, |until| until as usize + 1));
            encoder.scores(&[rating.time, Some(rating.score)]);
            for name in [&rating.document, &rating.segment, &rating.system, &rating.judge] {
                encoder.bytes(name.as_bytes());
            }
        }
        Some(encoder.finish())
    }

    /// Digest of the judgments of `system` on `criterion`, if there are any; with the names of those who
    /// gave them, where they have names.
    pub fn judgments_digest(&self, criterion: &str, system: &str) -> Option<Digest> {
        let digest = self.judgments.get(criterion)?.get(system)?.digest();
        let Some(names) = self.judge_names.get(criterion).and_then(|by| by.get(system)) else {
            return Some(digest);
        };
        let mut encoder = Encoder::new("judgments with names");
        encoder.bytes(&digest.0);
        encoder.number(names.len());
        for column in names {
            encoder.number(column.len());
            for name in column {
                encoder.0.update(&[u8::from(name.is_some())]);
                if let Some(name) = name {
                    encoder.bytes(name.as_bytes());
                }
            }
        }
        Some(encoder.finish())
    }

    /// Digest of the segment scores of `system` by the external metric `metric`, if it has any.
    pub fn external_digest(&self, metric: &str, system: &str) -> Option<Digest> {
        Some(of_scores("external", self.external.get(metric)?.get(system)?))
    }

    /// Digest of the weights of segments, if they have any.
    pub fn weights_digest(&self) -> Option<Digest> {
        Some(of_scores("weights", self.weights.as_deref()?))
    }

    /// Digest of the document scores of `system` under the name `score`, if it has any.
    pub fn external_documents_digest(&self, score: &str, system: &str) -> Option<Digest> {
        Some(of_scores("external documents", self.external_documents.get(score)?.get(system)?))
    }
}

fn of_scores(label: &str, scores: &[Option<f64>]) -> Digest {
    let mut encoder = Encoder::new(label);
    encoder.scores(scores);
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::Document;

    #[test]
    fn digest_is_that_of_the_documented_encoding() {
        // b3sum of: 5u64 "texts" 3u64 | 1 1u64 "a" | 0 | 1 0u64, integers little-endian.
        let texts: Texts = [Some("a"), None, Some("")].into_iter().collect();
        let mut bytes = Vec::new();
        bytes.extend(5u64.to_le_bytes());
        bytes.extend(b"texts");
        bytes.extend(3u64.to_le_bytes());
        bytes.push(1);
        bytes.extend(1u64.to_le_bytes());
        bytes.extend(b"a");
        bytes.push(0);
        bytes.push(1);
        bytes.extend(0u64.to_le_bytes());
        assert_eq!(texts.digest().as_bytes(), blake3::hash(&bytes).as_bytes());
        assert_eq!(texts.digest().to_string(), blake3::hash(&bytes).to_hex().as_str());
    }

    #[test]
    fn texts_that_concatenate_alike_differ() {
        let all: [&[Option<&str>]; 6] = [
            &[Some("ab"), Some("")],
            &[Some("a"), Some("b")],
            &[Some(""), Some("ab")],
            &[Some("ab"), None],
            &[Some("ab")],
            &[],
        ];
        let all = all.map(|texts| texts.iter().copied().collect::<Texts>().digest());
        for (index, one) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| other != one), "digest {index} twice");
        }
    }

    #[test]
    fn structure_digest_sees_names_and_boundaries() {
        let corpus = |documents: &[(&str, std::ops::Range<usize>)]| Corpus {
            documents: documents
                .iter()
                .map(|(id, segments)| Document {
                    id: (*id).to_owned(),
                    domain: None,
                    segments: segments.clone(),
                })
                .collect(),
            ..Corpus::default()
        };
        let one = corpus(&[("a", 0..2), ("b", 2..3)]).structure_digest();
        assert_ne!(one, corpus(&[("a", 0..1), ("b", 1..3)]).structure_digest());
        assert_ne!(one, corpus(&[("a", 0..2), ("c", 2..3)]).structure_digest());
        assert_eq!(one, corpus(&[("a", 0..2), ("b", 2..3)]).structure_digest());
    }

    #[test]
    fn scores_of_judges_and_metrics_have_their_own_digests() {
        let mut corpus = Corpus::default();
        let scores = vec![Some(1.5), None];
        let judged = Judgments { judges: vec![scores.clone()] };
        corpus.judgments.entry("mqm".into()).or_default().insert("A".into(), judged.clone());
        let documents = corpus.external_documents.entry("COMET".into()).or_default();
        documents.insert("A".into(), scores.clone());
        corpus.external.entry("COMET".into()).or_default().insert("A".into(), scores);
        let document_scores = corpus.external_documents_digest("COMET", "A");
        assert_ne!(document_scores, corpus.external_digest("COMET", "A"));
        assert!(document_scores.is_some());
        assert_eq!(corpus.external_documents_digest("COMET", "B"), None);
        assert_eq!(corpus.judgments_digest("mqm", "A"), Some(judged.digest()));
        assert_ne!(corpus.judgments_digest("mqm", "A"), corpus.external_digest("COMET", "A"));
        assert_eq!(corpus.judgments_digest("mqm", "B"), None);
        assert_eq!(corpus.external_digest("BLEU", "A"), None);
        let other = Judgments { judges: vec![vec![Some(1.5)], vec![None]] };
        assert_ne!(other.digest(), judged.digest());
        let named = |name: &str| {
            let mut corpus = corpus.clone();
            let names = vec![vec![Some(name.into()), None]];
            corpus.judge_names.entry("mqm".into()).or_default().insert("A".into(), names);
            corpus.judgments_digest("mqm", "A")
        };
        assert_ne!(named("ann"), Some(judged.digest()), "names count where there are names");
        assert_ne!(named("ann"), named("bob"));
        assert_eq!(named("ann"), named("ann"));
    }
}
