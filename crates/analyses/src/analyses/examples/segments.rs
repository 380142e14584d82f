//! The segments that are shown.

use super::model::{ErrorSpan, Example, ExampleTexts, Output, SegmentScores};
use super::pair::MetricPair;
use crate::corpus::model::{Corpus, Texts};

/// Where texts come from.
pub(super) struct TextSources<'a> {
    pub(super) corpus: &'a Corpus,
    /// Whether texts are shown.
    pub(super) has_texts: bool,
    pub(super) names_documents: bool,
}

/// The segments with the largest contributions to the difference of a pair, in favour of the system and of the
/// baseline, at most `count` each. Of equal contributions the first segment comes first.
pub(super) fn selected(pair: &MetricPair<'_>, segments: usize, count: usize) -> [Vec<usize>; 2] {
    let sign = if pair.higher_is_better { 1.0 } else { -1.0 };
    let contributions: Vec<(f64, usize)> = (0..segments)
        .filter_map(|segment: usize| Some((sign * pair.contribution(segment)?, segment)))
        .collect();
    [1.0, -1.0].map(|side| largest(&contributions, side, count))
}

fn largest(contributions: &[(f64, usize)], side: f64, count: usize) -> Vec<usize> {
    let favouring = contributions.iter().filter(|(value, _)| side * value > 0.0);
    let mut favouring: Vec<&(f64, usize)> = favouring.collect();
    favouring.sort_unstable_by(|one, other| {
        other.0.abs().total_cmp(&one.0.abs()).then(one.1.cmp(&other.1))
    });
    favouring.into_iter().take(count).map(|(_, segment)| *segment).collect()
}

impl TextSources<'_> {
    /// A segment with the scores of a system and the baseline.
    pub(super) fn example(
        &self,
        segment: usize,
        [system, baseline]: [&str; 2],
        pairs: &[MetricPair<'_>],
    ) -> Example {
        let documents = &self.corpus.documents;
        let document = documents.iter().find(|document| document.segments.contains(&segment));
        let scores = pairs.iter().filter(|pair| !pair.per_document).map(|pair| {
            let [score, baseline_score] = pair.segment_scores(segment);
            let (metric, contribution) = (pair.metric.to_owned(), pair.contribution(segment));
            SegmentScores { metric, baseline_score, score, contribution }
        });
        let named = document.filter(|_| self.names_documents);
        Example {
            segment: segment + 1,
            document: named.map(|document| document.id.clone()),
            domain: document.and_then(|document| document.domain.clone()),
            scores: scores.collect(),
            texts: self.has_texts.then(|| self.texts(segment, [system, baseline])),
        }
    }

    fn texts(&self, segment: usize, [system, baseline]: [&str; 2]) -> ExampleTexts {
        let text = |texts: &Texts| texts.get(segment).map(str::to_owned);
        let references = self.corpus.references.iter();
        let output = |name: &str| {
            let text = text(self.corpus.hypotheses(name)?)?;
            let marked =
                self.corpus.error_spans.get(name).and_then(|segments| segments.get(segment));
            let marked = marked.into_iter().flatten().cloned();
            let characters = text.chars().count();
            let mut errors: Vec<ErrorSpan> = marked.map(|error| error.within(characters)).collect();
            errors.sort();
            // Two judges may have marked the same.
            errors.dedup();
            Some(Output { text, errors })
        };
        ExampleTexts {
            source: self.corpus.source.as_ref().and_then(text),
            reference: references.map(|named| &named.texts).find_map(text),
            baseline: output(baseline),
            system: output(system),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_by_the_number_of_the_segment() {
        let contributions = [(0.5, 0), (-0.5, 1), (0.0, 2), (0.5, 3), (0.7, 4), (-0.5, 5)];
        assert_eq!(largest(&contributions, 1.0, 2), [4, 0]);
        assert_eq!(largest(&contributions, 1.0, 9), [4, 0, 3]);
        assert_eq!(largest(&contributions, -1.0, 9), [1, 5]);
    }
}
