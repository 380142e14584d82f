//! The ratings of a campaign as they came, with those that were taken back, and the pages on which they were given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::item::Place;
use super::{CRITERION, ItemStatus, Reader, Said};
use crate::corpus::model::{LoggedPage, LoggedPages, LoggedRating};
use crate::formats::wmt_jsonl::coded_pair;

impl Reader {
    /// Ratings by criterion, in the order of submissions; only those of the language pair that is `wanted`.
    pub(super) fn log_of_ratings(
        &self,
        wanted: Option<&str>,
    ) -> BTreeMap<String, Vec<LoggedRating>> {
        let names: Vec<(Arc<str>, Arc<str>)> = self
            .items
            .iter()
            .map(|(name, _)| (Place::parse(name).document.into(), name.as_str().into()))
            .collect();
        let times = self.times_by_submission();
        let mut log: BTreeMap<String, Vec<LoggedRating>> = BTreeMap::new();
        let mut latest: BTreeMap<(String, usize, usize, usize), usize> = BTreeMap::new();
        for said in self.said.iter().filter(|said| self.was_rated(said, wanted)) {
            let place = number(said.submission);
            for (criterion, score) in self.scores(said) {
                let ratings = log.entry(criterion.clone()).or_default();
                let key = (criterion, said.user, said.item, said.system);
                if let Some(earlier) = latest.insert(key, ratings.len()) {
                    let until = &mut ratings[earlier].until;
                    // A reset may have come before the later submission.
                    *until = Some(until.map_or(place, |until| until.min(place)));
                }
                let (document, segment) = names[said.item].clone();
                ratings.push(LoggedRating {
                    place,
                    until: said.reset.map(number),
                    time: times.get(&said.submission).map(|(_, end)| *end),
                    document,
                    segment,
                    system: Arc::clone(self.systems.name(said.system)),
                    judge: Arc::clone(self.users.name(said.user)),
                    score,
                });
            }
        }
        log
    }

    /// When the first and the last action of each submission was that has times.
    fn times_by_submission(&self) -> BTreeMap<usize, (f64, f64)> {
        let times = self.times.iter();
        times
            .filter_map(|(said, times)| Some((self.said.get(said.start)?.submission, *times)))
            .collect()
    }

    /// The pages that were rated, in the order of submissions; only those of the language pair that is `wanted`.
    pub(super) fn pages(&self, wanted: Option<&str>) -> LoggedPages {
        let times = self.times_by_submission();
        let submissions = self.said.chunk_by(|one, other| one.submission == other.submission);
        let rated = submissions.filter_map(|said| {
            let shown: Vec<&Said> =
                said.iter().filter(|said| self.was_rated(said, wanted)).collect();
            let page = self.page(&shown)?;
            Some(LoggedPage { times: times.get(&said[0].submission).copied(), ..page })
        });
        let others = self.said.iter().filter(|said| {
            [ItemStatus::Tutorial, ItemStatus::Check].contains(&said.status) && said.score.is_some()
        });
        LoggedPages { rated: rated.collect(), other_scores: number(others.count()) }
    }

    /// The page of a submission, from all that it says of outputs.
    fn page(&self, shown: &[&Said]) -> Option<LoggedPage> {
        let first = shown.first()?;
        let mut systems: Vec<(Arc<str>, u32)> = Vec::new();
        for said in shown {
            let name = self.systems.name(said.system);
            match systems.iter_mut().find(|(system, _)| system == name) {
                Some((_, segments)) => *segments += 1,
                None => systems.push((Arc::clone(name), 1)),
            }
        }
        let segments: BTreeSet<usize> = shown.iter().map(|said| said.item).collect();
        Some(LoggedPage {
            place: number(first.submission),
            reset: first.reset.map(number),
            times: None,
            document: Place::parse(&self.items[first.item].0).document.into(),
            segments: number(segments.len()),
            systems,
            judge: Arc::clone(self.users.name(first.user)),
        })
    }

    /// Whether it was a rating when it was submitted.
    fn was_rated(&self, said: &Said, wanted: Option<&str>) -> bool {
        match said.status {
            ItemStatus::Kept | ItemStatus::Superseded => true,
            ItemStatus::Reset => {
                said.reset.is_some()
                    && wanted.is_none_or(|wanted| {
                        coded_pair(&self.items[said.item].0).as_deref() == Some(wanted)
                    })
            }
            _ => false,
        }
    }

    /// Its score and its sliders, by criterion.
    fn scores(&self, said: &Said) -> Vec<(String, f64)> {
        let sliders = said.sliders.iter();
        let sliders = sliders.map(|(name, value)| (self.sliders.name(*name).to_string(), *value));
        said.score.map(|score| (CRITERION.to_owned(), score)).into_iter().chain(sliders).collect()
    }
}

/// A number of submissions or of what they say: campaigns have fewer than four billion.
fn number(submission: usize) -> u32 {
    u32::try_from(submission).unwrap_or(u32::MAX)
}
