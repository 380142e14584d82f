//! What is in a corpus, and what looks odd in it: plain data, and a rendering for people.
//!
//! Nothing here changes a score. What looks odd is what every command that reads the corpus says of it.

mod render;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::known::Better;
use super::{BySystem, Corpus, JudgeNames, Texts, plausibility, repeats};
use crate::warning::Warning;

/// A corpus in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// Whether it was generated.
    pub synthetic: bool,
    /// Number of segments.
    pub segments: usize,
    /// Segments that have a weight, where segments have weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted: Option<usize>,
    /// Documents.
    pub documents: DocumentSizes,
    /// Number of segments of each domain, where documents have one.
    pub domains: BTreeMap<String, usize>,
    /// The source, where known.
    pub source: Option<ColumnSummary>,
    /// Segments whose source text is that of an earlier segment.
    pub repeated_sources: usize,
    /// References in their order.
    pub references: Vec<ColumnSummary>,
    /// Outputs.
    pub systems: Vec<ColumnSummary>,
    /// Systems without text.
    pub systems_without_text: Vec<String>,
    /// Systems that are human translations.
    pub human_systems: Vec<String>,
    /// Human judgments.
    pub criteria: Vec<ScoreSummary>,
    /// Judges with names, the one with the most judgments first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub judges: Vec<JudgeSummary>,
    /// Median seconds of a rating, by criterion.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rating_seconds: BTreeMap<String, f64>,
    /// External metrics.
    pub external: Vec<ScoreSummary>,
    /// Scores of whole documents.
    pub external_documents: Vec<DocumentScoreSummary>,
    /// What looks odd.
    pub oddities: Vec<Warning>,
}

/// Numbers and sizes of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DocumentSizes {
    /// Number of documents.
    pub count: usize,
    /// Segments of the smallest.
    pub smallest: usize,
    /// Segments of the middle one (the lower of the two if their number is even).
    pub median: usize,
    /// Segments of the largest.
    pub largest: usize,
}

/// A column of texts in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnSummary {
    /// Name of the reference or system; empty for the source.
    pub name: String,
    /// Words, separated by white space.
    pub words: usize,
    /// Segments without a text.
    pub missing: usize,
    /// Segments whose text is empty or blank.
    pub empty: usize,
}

/// Judgments on a criterion, or scores of a metric, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// Name of the criterion or metric.
    pub name: String,
    /// Number of systems that have a score.
    pub systems: usize,
    /// Most scores that a segment of a system has.
    pub judges: usize,
    /// Outputs that a judge rated more than once.
    #[serde(skip_serializing_if = "is_none")]
    pub repeated: usize,
    /// Segments that have a score of some system.
    pub segments: usize,
    /// Segments that have a score of all these systems.
    pub common_segments: usize,
    /// Documents some of whose segments have a score of some system, and some have none.
    pub partial_documents: usize,
    /// Whether segments that systems share link all of them, one to the next.
    #[serde(skip)]
    pub is_connected: bool,
    /// Whether lower is better, by name and sign.
    #[serde(skip)]
    pub is_lower_better: bool,
    /// Standard deviation of all scores.
    #[serde(skip)]
    pub deviation: f64,
    /// Judges with names, where those of all systems have names.
    #[serde(skip)]
    pub named_judges: NamedJudges,
}

/// Judges with names, and how they lie over systems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedJudges {
    /// How many there are.
    pub count: usize,
    /// A system all of whose ratings are by one of them.
    pub lone: Option<String>,
    /// Whether some of them rated several systems.
    pub are_shared: bool,
}

/// A judge in numbers, without the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgeSummary {
    /// Code in place of the name.
    pub code: String,
    /// Number of judgments, over all systems and criteria.
    pub judgments: usize,
}

/// Scores of documents in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentScoreSummary {
    /// Name of the score.
    pub name: String,
    /// Number of systems that have a score.
    pub systems: usize,
    /// Documents that have a score of some system.
    pub documents: usize,
    /// Documents that have a score of all these systems.
    pub common_documents: usize,
}

/// Describes `corpus`. Time is linear in its size, times references for the comparison of systems.
pub fn describe(corpus: &Corpus) -> Description {
    let segments = corpus.segment_count();
    let mut domains = BTreeMap::new();
    for document in &corpus.documents {
        if let Some(domain) = &document.domain {
            *domains.entry(domain.clone()).or_default() += document.segments.len();
        }
    }
    let mut seen = BTreeSet::new();
    let sources = corpus.source.iter().flat_map(Texts::iter).flatten();
    let repeated_sources = sources.filter(|text| !seen.insert(*text)).count();
    let criteria = corpus.judgments.iter().map(|(name, systems)| {
        let columns = systems.values().map(|judgments| judgments.judges.as_slice());
        let summary = summarise_scores(name, columns.collect(), corpus);
        let names = corpus.judge_names.get(name).filter(|names| names.len() == systems.len());
        let named_judges = names.map(named_judges).unwrap_or_default();
        let repeated = repeats::outputs(corpus.repeats.get(name).into_iter().flatten());
        ScoreSummary { repeated, named_judges, ..summary }
    });
    let external = corpus.external.iter().map(|(name, systems)| {
        summarise_scores(name, systems.values().map(std::slice::from_ref).collect(), corpus)
    });
    let columns = |columns: &[super::model::NamedTexts]| {
        columns.iter().map(|column| summarise(&column.name, &column.texts)).collect()
    };
    Description {
        name: corpus.name.clone(),
        synthetic: corpus.synthetic,
        segments,
        weighted: corpus.weights.as_ref().map(|weights| weights.iter().flatten().count()),
        documents: document_sizes(corpus),
        domains,
        source: corpus.source.as_ref().map(|texts| summarise("", texts)),
        repeated_sources,
        references: columns(&corpus.references),
        systems: columns(&corpus.systems),
        systems_without_text: corpus.systems_without_text.clone(),
        human_systems: corpus.human_systems.iter().cloned().collect(),
        criteria: criteria.collect(),
        judges: judges(corpus),
        rating_seconds: corpus.rating_seconds.clone(),
        external: external.collect(),
        external_documents: corpus
            .external_documents
            .iter()
            .map(|(name, systems)| summarise_documents(name, systems, corpus.documents.len()))
            .collect(),
        oddities: plausibility::find(corpus),
    }
}

fn named_judges(by_system: &BySystem<JudgeNames>) -> NamedJudges {
    let mut all = BTreeMap::<&str, usize>::new();
    let mut lone = None;
    for (system, names) in by_system {
        let names: BTreeSet<&str> = names.iter().flatten().flatten().map(|name| &**name).collect();
        if names.len() == 1 {
            lone.get_or_insert_with(|| system.clone());
        }
        for name in names {
            *all.entry(name).or_default() += 1;
        }
    }
    NamedJudges { count: all.len(), lone, are_shared: all.values().any(|systems| *systems > 1) }
}

fn judges(corpus: &Corpus) -> Vec<JudgeSummary> {
    let loads = corpus.judge_loads();
    let codes = corpus.judge_codes().into_iter();
    let mut judges: Vec<JudgeSummary> =
        codes.map(|(name, code)| JudgeSummary { judgments: loads[&name], code }).collect();
    // By length first: `Z` comes before `AA`.
    judges.sort_by(|one, other| (one.code.len(), &one.code).cmp(&(other.code.len(), &other.code)));
    judges
}

fn summarise_documents(
    name: &str,
    systems: &BySystem<Vec<Option<f64>>>,
    documents: usize,
) -> DocumentScoreSummary {
    let scored: Vec<_> =
        systems.values().filter(|scores| scores.iter().any(Option::is_some)).collect();
    let counts =
        (0..documents).map(|at| scored.iter().filter(|scores| scores[at].is_some()).count());
    let counts: Vec<usize> = counts.collect();
    let some = counts.iter().filter(|count| **count > 0);
    DocumentScoreSummary {
        name: name.to_owned(),
        systems: scored.len(),
        documents: some.clone().count(),
        common_documents: some.filter(|count| **count == scored.len()).count(),
    }
}

fn document_sizes(corpus: &Corpus) -> DocumentSizes {
    let mut sizes: Vec<usize> = corpus.documents.iter().map(|d| d.segments.len()).collect();
    sizes.sort_unstable();
    // Of two in the middle the lower one, so that it is the size of a document.
    match (sizes.first(), sizes.get(sizes.len().saturating_sub(1) / 2), sizes.last()) {
        (Some(&smallest), Some(&median), Some(&largest)) => {
            DocumentSizes { count: sizes.len(), smallest, median, largest }
        }
        _ => DocumentSizes::default(),
    }
}

fn summarise(name: &str, texts: &Texts) -> ColumnSummary {
    let mut summary = ColumnSummary { name: name.to_owned(), words: 0, missing: 0, empty: 0 };
    for text in texts.iter() {
        let Some(text) = text else {
            summary.missing += 1;
            continue;
        };
        let words = text.split_whitespace().count();
        summary.words += words;
        summary.empty += usize::from(words == 0);
    }
    summary
}

/// Summarises scores; `systems[s][j][i]` is judge `j`'s score of segment `i`.
fn summarise_scores(
    name: &str,
    systems: Vec<&[Vec<Option<f64>>]>,
    corpus: &Corpus,
) -> ScoreSummary {
    let values = systems.iter().flat_map(|columns| columns.iter().flatten().flatten());
    let better = Better::of_score(corpus, name, values.clone().copied());
    let deviation = deviation(&values.copied().collect::<Vec<f64>>());
    let mut judges = 0;
    let mut scored = vec![0_usize; corpus.segment_count()];
    let mut with_scores = 0;
    let presences: Vec<Vec<bool>> =
        systems.iter().map(|columns| present(columns, corpus)).collect();
    for columns in systems {
        let mut any = false;
        for (segment, scored) in scored.iter_mut().enumerate() {
            let count = columns.iter().filter(|column| column[segment].is_some()).count();
            judges = judges.max(count);
            *scored += usize::from(count > 0);
            any |= count > 0;
        }
        with_scores += usize::from(any);
    }
    let partial = corpus.documents.iter().filter(|document| {
        let scored = &scored[document.segments.clone()];
        scored.contains(&0) && scored.iter().any(|count| *count > 0)
    });
    ScoreSummary {
        name: name.to_owned(),
        systems: with_scores,
        judges,
        repeated: 0,
        segments: scored.iter().filter(|count| **count > 0).count(),
        common_segments: scored.iter().filter(|c| **c == with_scores && with_scores > 0).count(),
        partial_documents: partial.count(),
        is_connected: is_connected(&presences),
        is_lower_better: better.and_then(Better::is_higher) == Some(false),
        deviation,
        named_judges: NamedJudges::default(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as `skip_serializing_if` takes it")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// Standard deviation; 0 of fewer than two numbers.
fn deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    (squares.sum::<f64>() / (count - 1.0)).sqrt()
}

/// Which segments have a score in some column.
fn present(columns: &[Vec<Option<f64>>], corpus: &Corpus) -> Vec<bool> {
    (0..corpus.segment_count())
        .map(|segment| columns.iter().any(|column| column[segment].is_some()))
        .collect()
}

/// Whether all systems with a score are linked: the first with those that share a segment with it, and so on.
fn is_connected(presences: &[Vec<bool>]) -> bool {
    let mut left: Vec<&Vec<bool>> =
        presences.iter().filter(|presence| presence.contains(&true)).collect();
    let Some(mut reached) = left.pop().cloned() else { return true };
    loop {
        let Some(next) = left
            .iter()
            .position(|presence: &&Vec<bool>| presence.iter().zip(&reached).any(|(a, b)| *a && *b))
        else {
            return left.is_empty();
        };
        // The order of the rest does not matter: all of it is looked through again.
        let linked = left.swap_remove(next);
        reached.iter_mut().zip(linked).for_each(|(is_reached, is_there)| *is_reached |= is_there);
    }
}
