//! Parts of the test set: documents, domains, and quarters of the segments by length.

use super::model::{MetricParts, Part, UnitSpread};
use super::pair::{MetricPair, PartScores};
use crate::corpus::model::{Corpus, Document};

/// A part of the corpus.
struct PartOfCorpus {
    name: String,
    /// Segments, ascending.
    segments: Vec<usize>,
    /// Documents, ascending; none where it is not made of whole ones.
    documents: Vec<usize>,
}

/// The parts of a corpus, which all metrics and systems share.
pub(super) struct PartsOfCorpus<'a> {
    corpus: &'a Corpus,
    documents: Vec<PartOfCorpus>,
    domains: Vec<PartOfCorpus>,
    lengths: Vec<PartOfCorpus>,
}

impl<'a> PartsOfCorpus<'a> {
    /// Those of `corpus`, whose segments are so long.
    pub(super) fn new(corpus: &'a Corpus, lengths: &[Option<usize>]) -> Self {
        let named = corpus.documents.iter().enumerate().filter(|_| names_documents(corpus));
        let documents =
            named.map(|(index, document)| of_documents(&document.id, &[(index, document)]));
        let documents = documents.collect();
        Self { corpus, documents, domains: domains(corpus), lengths: quarters(lengths) }
    }

    /// What they contribute to the difference of a pair.
    pub(super) fn of_pair(&self, pair: &MetricPair<'_>) -> MetricParts {
        let [score, baseline_score] = pair.contributions.scores();
        let by_document = self.parts(pair, &self.documents);
        let segments = (!pair.per_document).then(|| {
            let segments = 0..self.corpus.segment_count();
            spread(pair, segments.filter_map(|segment| pair.contribution(segment)))
        });
        let documents = (!by_document.is_empty())
            .then(|| spread(pair, by_document.iter().filter_map(|part| part.contribution)));
        MetricParts {
            metric: pair.metric.to_owned(),
            higher_is_better: pair.higher_is_better,
            baseline_score,
            score,
            difference: pair.contributions.difference(),
            segments,
            documents,
            by_document,
            by_domain: self.parts(pair, &self.domains),
            by_length: if pair.per_document { Vec::new() } else { self.parts(pair, &self.lengths) },
        }
    }

    fn parts(&self, pair: &MetricPair<'_>, parts: &[PartOfCorpus]) -> Vec<Part> {
        parts.iter().filter_map(|part| self.part(pair, part)).collect()
    }

    /// `None` where nothing of it is scored.
    fn part(&self, pair: &MetricPair<'_>, part: &PartOfCorpus) -> Option<Part> {
        let rows = if pair.per_document { &part.documents } else { &part.segments };
        let scored = rows.iter().filter(|row| pair.is_scored(**row));
        let segments = if pair.per_document {
            scored.map(|row| self.corpus.documents[*row].segments.len()).sum()
        } else {
            scored.count()
        };
        if segments == 0 {
            return None;
        }
        let PartScores { score, baseline_score, contribution } = pair.part(rows);
        let difference = pair.contributions.difference();
        let share = contribution.filter(|_| difference != 0.0).map(|part| part / difference);
        Some(Part { name: part.name.clone(), segments, baseline_score, score, contribution, share })
    }
}

/// Of what units contribute to the difference.
fn spread(pair: &MetricPair<'_>, contributions: impl Iterator<Item = f64>) -> UnitSpread {
    let contributions: Vec<f64> = contributions.collect();
    UnitSpread::new(&contributions, pair.contributions.difference(), pair.higher_is_better)
}

/// Returns `true` if documents are named: without names every segment is one.
pub(super) fn names_documents(corpus: &Corpus) -> bool {
    corpus.documents.len() < corpus.segment_count()
}

fn of_documents(name: &str, documents: &[(usize, &Document)]) -> PartOfCorpus {
    PartOfCorpus {
        name: name.to_owned(),
        segments: documents.iter().flat_map(|(_, document)| document.segments.clone()).collect(),
        documents: documents.iter().map(|(index, _)| *index).collect(),
    }
}

/// A domain, if it has a name, with the numbers of its documents.
type Domain<'a> = (Option<&'a str>, Vec<(usize, &'a Document)>);

/// Domains, where there are several; documents without one are a part of their own.
fn domains(corpus: &Corpus) -> Vec<PartOfCorpus> {
    let mut domains: Vec<Domain<'_>> = Vec::new();
    for (index, document) in corpus.documents.iter().enumerate() {
        let domain = document.domain.as_deref();
        match domains.iter_mut().find(|(name, _)| *name == domain) {
            Some((_, documents)) => documents.push((index, document)),
            None => domains.push((domain, vec![(index, document)])),
        }
    }
    if domains.len() < 2 {
        return Vec::new();
    }
    let parts = domains.iter();
    parts.map(|(name, documents)| of_documents(name.unwrap_or("(none)"), documents)).collect()
}

/// Quarters of the segments by length: segments of one length stay together, so that quarters are as equal as that
/// allows, and fewer where few lengths are frequent.
fn quarters(lengths: &[Option<usize>]) -> Vec<PartOfCorpus> {
    let mut sorted: Vec<usize> = lengths.iter().copied().flatten().collect();
    sorted.sort_unstable();
    if sorted.is_empty() {
        return Vec::new();
    }
    // The longest of each of the first three quarters.
    let ends = [1, 2, 3].map(|quarter| sorted[(quarter * sorted.len()).div_ceil(4) - 1]);
    let mut quarters: [Vec<usize>; 4] = Default::default();
    for (segment, length) in lengths.iter().enumerate() {
        if let Some(length) = length {
            quarters[ends.iter().filter(|end| length > *end).count()].push(segment);
        }
    }
    let parts = quarters.into_iter().filter_map(|segments| {
        let lengths = segments.iter().filter_map(|segment| lengths[*segment]);
        let (shortest, longest) = (lengths.clone().min()?, lengths.max()?);
        let name = if shortest == longest {
            shortest.to_string()
        } else {
            format!("{shortest}–{longest}")
        };
        Some(PartOfCorpus { name, segments, documents: Vec::new() })
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_and_sizes(lengths: &[usize]) -> Vec<(String, usize)> {
        let lengths: Vec<Option<usize>> = lengths.iter().copied().map(Some).collect();
        let parts = quarters(&lengths).into_iter();
        parts.map(|part| (part.name, part.segments.len())).collect()
    }

    #[test]
    fn segments_of_one_length_stay_together() {
        for (lengths, expected) in [
            (&[8, 7, 6, 5, 4, 3, 2, 1][..], &[("1–2", 2), ("3–4", 2), ("5–6", 2), ("7–8", 2)][..]),
            (&[5, 5, 5, 5, 5, 5, 9, 1], &[("1–5", 7), ("9", 1)]),
            (&[4, 4], &[("4", 2)]),
            (&[], &[]),
        ] {
            let sizes = names_and_sizes(lengths);
            let sizes: Vec<(&str, usize)> =
                sizes.iter().map(|(name, size)| (&**name, *size)).collect();
            assert_eq!(sizes, expected);
        }
        assert_eq!(quarters(&[None, Some(3)])[0].segments, [1]);
    }
}
