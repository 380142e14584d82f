//! The ratings of a campaign as they came, with those that were taken back.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::item::Place;
use super::{CRITERION, ItemStatus, Reader, Said};
use crate::corpus::model::LoggedRating;
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
        let ends: BTreeMap<usize, f64> = self
            .times
            .iter()
            .filter_map(|(said, (_, end))| Some((self.said.get(said.start)?.submission, *end)))
            .collect();
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
                    time: ends.get(&said.submission).copied(),
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

/// The number of a submission: campaigns have fewer than four billion.
fn number(submission: usize) -> u32 {
    u32::try_from(submission).unwrap_or(u32::MAX)
}
