//! A campaign as its log has it: pages with their ratings, the replay, and scores by least squares.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::corpus::model::{Corpus, LoggedPage};
use crate::stats::jackknife::Jackknife;
use crate::stats::judges::dynamic::{
    Assignment, Failure, MeanWithError, Page, Replay, Shown, failure, replay,
};
use crate::stats::least_squares_means::{LeastSquaresMeans, Observation, observations};
use crate::stats::moments::mean;

/// Systems on the pages of a log, by name.
pub(super) fn systems_on_pages(corpus: &Corpus) -> Vec<Arc<str>> {
    let systems = corpus.pages.rated.iter().flat_map(|page| &page.systems);
    let mut systems: Vec<Arc<str>> = systems.map(|(system, _)| Arc::clone(system)).collect();
    systems.sort();
    systems.dedup();
    systems
}

/// How many systems most pages show.
pub(super) fn most_shown(corpus: &Corpus) -> usize {
    let mut pages: BTreeMap<usize, usize> = BTreeMap::new();
    for page in &corpus.pages.rated {
        *pages.entry(page.systems.len()).or_default() += 1;
    }
    pages.into_iter().max_by_key(|(_, pages)| *pages).map_or(0, |(shown, _)| shown)
}

/// A campaign, replayed.
pub(super) struct Campaign<'a> {
    pub(super) logged: &'a [LoggedPage],
    pub(super) systems: Vec<Arc<str>>,
    pub(super) assignment: Assignment,
    pub(super) pages: Vec<Page>,
    pub(super) replay: Replay,
    pub(super) failure: Option<Failure>,
}

impl<'a> Campaign<'a> {
    /// The campaign of `corpus`, whose systems are ranked by `criterion`. `None` without a log of it.
    pub(super) fn new(corpus: &'a Corpus, criterion: &str, cold_start: u32) -> Option<Self> {
        let mut ratings: BTreeMap<(u32, &str), (u32, f64)> = BTreeMap::new();
        for rating in corpus.log.get(criterion)? {
            let (count, sum) = ratings.entry((rating.place, &rating.system)).or_default();
            (*count, *sum) = (*count + 1, *sum + rating.score);
        }
        let systems = systems_on_pages(corpus);
        let logged = &corpus.pages.rated[..];
        let mut documents: BTreeMap<&str, u32> = BTreeMap::new();
        let pages = logged.iter().map(|page| {
            let next = u32::try_from(documents.len()).unwrap_or(u32::MAX);
            let shown = page.systems.iter().filter_map(|(system, segments)| {
                let given = ratings.get(&(page.place, &**system)).copied();
                let (ratings, sum) = given.unwrap_or_default();
                let system = systems.binary_search(system).ok()?;
                Some(Shown { system, segments: *segments, ratings, sum })
            });
            Page {
                document: *documents.entry(&page.document).or_insert(next),
                segments: page.segments,
                shown: shown.collect(),
                times: page.times,
                void_from: page
                    .reset
                    .map(|reset| logged.partition_point(|page| page.place < reset)),
            }
        });
        let pages: Vec<Page> = pages.collect();
        let assignment =
            Assignment { shown: most_shown(corpus), cold_start: u64::from(cold_start) };
        let replay = replay(&pages, systems.len(), assignment);
        let failure = failure(&pages, &replay.chances, systems.len(), assignment);
        Some(Self { logged, systems, assignment, pages, replay, failure })
    }
}

/// Scores of `systems` on `criterion` by least squares on systems and segments, each with its error by the jackknife
/// over documents; nothing for systems without ratings, and for all where nothing compares them.
pub(super) fn adjusted(
    corpus: &Corpus,
    criterion: &str,
    systems: &[&str],
) -> Vec<Option<MeanWithError>> {
    let judged = corpus.judgments.get(criterion);
    let columns: Vec<&[Vec<Option<f64>>]> = systems
        .iter()
        .map(|system| {
            let judgments = judged.and_then(|by_system| by_system.get(*system));
            judgments.map_or(&[][..], |judgments| &judgments.judges)
        })
        .collect();
    let items = observations(&columns, None, corpus.segment_count());
    let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
    let clusters: Vec<usize> = corpus
        .documents
        .iter()
        .enumerate()
        .flat_map(|(document, of_corpus)| of_corpus.segments.clone().map(move |_| document))
        .collect();
    let Ok(fit) = LeastSquaresMeans::new(&items, systems.len(), 0) else {
        return vec![None; systems.len()];
    };
    let contributions = fit.contributions(&clusters).into_iter();
    contributions.map(|items| with_error(&items?, &clusters)).collect()
}

/// The mean of contributions with its error.
fn with_error(contributions: &[Option<f64>], clusters: &[usize]) -> Option<MeanWithError> {
    let rated: Vec<(usize, f64)> = clusters
        .iter()
        .zip(contributions)
        .filter_map(|(document, contribution)| Some((*document, (*contribution)?)))
        .collect();
    let mean = mean(rated.iter().map(|(_, contribution)| *contribution))?;
    let count = rated.len() as f64;
    let without = rated.chunk_by(|(one, _), (other, _)| one == other).map(|document| {
        let sum: f64 = document.iter().map(|(_, contribution)| contribution).sum();
        (count * mean - sum) / (count - document.len() as f64)
    });
    let jackknife = Jackknife::from_values(without.collect()).ok();
    Some(MeanWithError { mean, standard_error: jackknife.map(|errors| errors.standard_error()) })
}
