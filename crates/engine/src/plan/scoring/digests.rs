//! Digests of the contents of a corpus, each computed once however many scorings read it.

use std::cell::OnceCell;

use crate::corpus::{Corpus, Digest, NamedTexts};
use crate::metric::config::{MetricConfig, ScoreLevel};

/// Digests of a corpus, made when they are first asked for.
pub(crate) struct Digests<'a> {
    corpus: &'a Corpus,
    structure: OnceCell<Digest>,
    references: Vec<OnceCell<Digest>>,
    systems: Vec<OnceCell<Digest>>,
}

impl<'a> Digests<'a> {
    pub(crate) fn new(corpus: &'a Corpus) -> Self {
        Self {
            corpus,
            structure: OnceCell::new(),
            references: vec![OnceCell::new(); corpus.references.len()],
            systems: vec![OnceCell::new(); corpus.systems.len()],
        }
    }

    pub(crate) fn corpus(&self) -> &'a Corpus {
        self.corpus
    }

    /// Of the document structure.
    pub(crate) fn structure(&self) -> Digest {
        *self.structure.get_or_init(|| self.corpus.structure_digest())
    }

    /// Of the texts of a reference.
    pub(crate) fn reference(&self, index: usize) -> Digest {
        *self.references[index].get_or_init(|| self.corpus.references[index].texts.digest())
    }

    /// Of the texts of [`Corpus::hypotheses`], where there are some.
    pub(crate) fn hypotheses(&self, name: &str) -> Option<Digest> {
        let is_named = |texts: &NamedTexts| texts.name == name;
        if let Some(index) = self.corpus.systems.iter().position(is_named) {
            let cell = &self.systems[index];
            return Some(*cell.get_or_init(|| self.corpus.systems[index].texts.digest()));
        }
        self.corpus.references.iter().position(is_named).map(|index| self.reference(index))
    }
}

/// Digests of the scores of a system that a metric reads, one for each name; `None` where there are no such scores.
pub(crate) fn digests_of_scores(
    corpus: &Corpus,
    config: &MetricConfig,
    system: &str,
) -> Vec<Option<Digest>> {
    let Some((level, names)) = config.scores_of_corpus() else { return Vec::new() };
    let digest = match level {
        ScoreLevel::Segment => Corpus::external_digest,
        ScoreLevel::Document => Corpus::external_documents_digest,
    };
    names.iter().map(|name| digest(corpus, name, system)).collect()
}

/// Bytes of a digest; none where there is nothing.
pub(crate) fn bytes_of(digest: Option<&Digest>) -> &[u8] {
    digest.map_or(&[], |digest| digest.as_bytes())
}

/// Adds bytes after their number, so that no two lists of parts have the same bytes.
pub(crate) fn add_part(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}
