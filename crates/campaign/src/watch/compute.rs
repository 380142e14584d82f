//! A log of ratings, replayed: what was known of each pair of systems after each document.
//!
//! A document counts for a pair from the submission on that completes it for the second of the two. Its values are then
//! those of the ratings so far, and stay, so that every look is a function of the log up to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::natural_order::{Order, OrderOfVisits};
use crate::corpus::model::LoggedRating;
use crate::stats::anytime::{Boundary, Degrees, Look, Sequence};
use crate::stats::direction::Direction;
use crate::stats::multiplicity::holm;

/// What is watched.
pub(super) struct Setting<'a> {
    pub(super) systems: &'a [Arc<str>],
    /// Place of the system that the others are compared with.
    pub(super) baseline: Option<usize>,
    pub(super) direction: Direction,
    /// Documents of a pair before its first look.
    pub(super) first_look: u32,
    pub(super) planned: u32,
    pub(super) degrees: Degrees,
    /// Chance that any pair is ever decided falsely.
    pub(super) alpha: f64,
}

/// What was known of a pair after a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairLook {
    pub(super) look: Look,
    /// Seconds since 1970, where the log has times.
    pub(super) time: Option<f64>,
    /// Smallest p-value of all looks so far.
    pub(super) p_anytime: f64,
    /// The same adjusted for all pairs, as of the last submission before the next look.
    pub(super) p_adjusted: f64,
    /// Whether the pair is decided then.
    pub(super) is_decided: bool,
}

/// A pair of systems, by their places.
#[derive(Clone, Debug)]
pub(super) struct PairHistory {
    pub(super) systems: (usize, usize),
    pub(super) looks: Vec<PairLook>,
    pub(super) sequence: Sequence,
    /// Ratings that came after the document was counted.
    pub(super) late_ratings: u64,
    /// Documents of the pair when it was decided.
    pub(super) decided_at: Option<usize>,
    /// Smallest p-value so far, and whether the first system was better then.
    smallest: (f64, bool),
}

impl PairHistory {
    /// Place of the better system, once that is decided.
    pub(super) fn better(&self) -> Option<usize> {
        let (first, second) = self.systems;
        self.decided_at.map(|_| if self.smallest.1 { first } else { second })
    }
}

/// A campaign as it stands.
pub(super) struct Watched {
    pub(super) pairs: Vec<PairHistory>,
    pub(super) boundary: Boundary,
    /// Documents that are counted for any pair.
    pub(super) documents: usize,
    /// Systems by their mean, the best first.
    pub(super) order: Vec<usize>,
    /// Whether each judge took documents in the order of their names.
    pub(super) is_in_order_of_names: bool,
    /// Systems of which the first rating came after the first look.
    pub(super) late_systems: Vec<usize>,
}

/// The campaign of `log`, whose ratings stand in the order of submissions; `None` without two systems.
pub(super) fn watched(log: &[LoggedRating], setting: &Setting<'_>) -> Option<Watched> {
    let mut replay = Replay::new(setting)?;
    for submission in log.chunk_by(|one, other| one.place == other.place) {
        replay.submission(submission);
    }
    Some(replay.finish())
}

/// A segment of a document, by its number there, with a system and the rating.
type RatedSegment<'a> = (usize, usize, &'a LoggedRating);

#[derive(Default)]
struct DocumentHistory<'a> {
    segments: BTreeMap<&'a str, usize>,
    ratings: Vec<RatedSegment<'a>>,
    /// By pair.
    is_counted: Vec<bool>,
}

impl DocumentHistory<'_> {
    /// Mean ratings of each segment as of a submission, by system; none of a system that lacks a segment.
    fn values(&self, systems: usize, place: u32) -> Vec<Option<Vec<f64>>> {
        let segments = self.segments.len();
        let mut sums = vec![(0.0, 0_u32); systems * segments];
        for (segment, system, rating) in &self.ratings {
            if rating.until.is_none_or(|until| until > place) {
                let (sum, count) = &mut sums[system * segments + segment];
                (*sum, *count) = (*sum + rating.score, *count + 1);
            }
        }
        let systems = sums.chunks(segments.max(1));
        systems
            .map(|sums| {
                sums.iter()
                    .map(|(sum, count)| (*count > 0).then(|| sum / f64::from(*count)))
                    .collect()
            })
            .collect()
    }
}

struct Replay<'a> {
    setting: &'a Setting<'a>,
    places: BTreeMap<&'a str, usize>,
    boundary: Boundary,
    pairs: Vec<PairHistory>,
    documents: BTreeMap<&'a str, DocumentHistory<'a>>,
    visits: OrderOfVisits<'a>,
    /// Place of the submission with the first rating of each system, and of that with the first look.
    begun: Vec<Option<u32>>,
    first_look: Option<u32>,
}

impl<'a> Replay<'a> {
    fn new(setting: &'a Setting<'a>) -> Option<Self> {
        let systems = setting.systems.len();
        let pairs: Vec<PairHistory> = (0..systems)
            .flat_map(|first| (first + 1..systems).map(move |second| (first, second)))
            .filter(|(first, second)| {
                setting.baseline.is_none_or(|baseline| [*first, *second].contains(&baseline))
            })
            .map(|systems| PairHistory {
                systems,
                looks: Vec::new(),
                sequence: Sequence::default(),
                late_ratings: 0,
                decided_at: None,
                smallest: (1.0, true),
            })
            .collect();
        if pairs.is_empty() {
            return None;
        }
        let places = setting.systems.iter().enumerate();
        Some(Self {
            setting,
            places: places.map(|(place, name)| (&**name, place)).collect(),
            // Intervals hold for all pairs at once by Bonferroni; Holm's adjustment, which decides, is never later.
            boundary: Boundary::new(setting.alpha / pairs.len() as f64, setting.planned)?,
            pairs,
            documents: BTreeMap::new(),
            visits: OrderOfVisits::default(),
            begun: vec![None; systems],
            first_look: None,
        })
    }

    /// All ratings of a submission come in at once.
    fn submission(&mut self, ratings: &'a [LoggedRating]) {
        let mut touched: Vec<(&'a str, Vec<usize>)> = Vec::new();
        for rating in ratings {
            self.visits.add(&rating.judge, &rating.document);
            let document = self.documents.entry(&rating.document).or_default();
            let next = document.segments.len();
            let segment = *document.segments.entry(&rating.segment).or_insert(next);
            let Some(system) = self.places.get(&*rating.system).copied() else { continue };
            self.begun[system].get_or_insert(rating.place);
            document.ratings.push((segment, system, rating));
            for (pair, counted) in self.pairs.iter_mut().zip(&document.is_counted) {
                let (first, second) = pair.systems;
                pair.late_ratings += u64::from(*counted && (first == system || second == system));
            }
            match touched.iter_mut().find(|(name, _)| *name == &*rating.document) {
                Some((_, systems)) => systems.push(system),
                None => touched.push((&rating.document, vec![system])),
            }
        }
        let Some(last) = ratings.last() else { return };
        let mut has_looks = false;
        for (document, systems) in touched {
            has_looks |= self.count(document, &systems, last);
        }
        if has_looks {
            self.first_look.get_or_insert(last.place);
            self.decide();
        }
    }

    /// Counts a document for the pairs for which a submission completes it. Returns whether any has a new look.
    fn count(&mut self, document: &'a str, touched: &[usize], last: &LoggedRating) -> bool {
        let Some(document) = self.documents.get_mut(document) else { return false };
        document.is_counted.resize(self.pairs.len(), false);
        let values = document.values(self.setting.systems.len(), last.place);
        let mut has_looks = false;
        for (pair, is_counted) in self.pairs.iter_mut().zip(&mut document.is_counted) {
            let (first, second) = pair.systems;
            if *is_counted || !(touched.contains(&first) || touched.contains(&second)) {
                continue;
            }
            let (Some(one), Some(other)) = (&values[first], &values[second]) else { continue };
            *is_counted = true;
            let differences = one.iter().zip(other).map(|(one, other)| one - other);
            let differences: Vec<f64> =
                differences.map(|difference| self.setting.direction.orient(difference)).collect();
            pair.sequence.add(&differences);
            if pair.sequence.documents() < self.setting.first_look as usize {
                continue;
            }
            let Some(look) = pair.sequence.look(&self.boundary, self.setting.degrees) else {
                continue;
            };
            if look.p_value < pair.smallest.0 {
                pair.smallest = (look.p_value, look.difference > 0.0);
            }
            pair.looks.push(PairLook {
                look,
                time: last.time,
                p_anytime: pair.smallest.0,
                p_adjusted: 1.0,
                is_decided: false,
            });
            has_looks = true;
        }
        has_looks
    }

    /// Adjusts the p-values of all pairs: what is decided stays so, since no p-value ever rises.
    fn decide(&mut self) {
        // Pairs without a look count with a p-value of 1: how many are tested is fixed before the
        // first look.
        let smallest: Vec<Option<f64>> =
            self.pairs.iter().map(|pair| Some(pair.smallest.0)).collect();
        for (pair, adjusted) in self.pairs.iter_mut().zip(holm(&smallest)) {
            let Some(last) = pair.looks.last_mut() else { continue };
            last.p_adjusted = adjusted.unwrap_or(1.0);
            last.is_decided = last.p_adjusted < self.setting.alpha;
            if last.is_decided {
                pair.decided_at.get_or_insert(last.look.documents);
            }
        }
    }

    fn finish(self) -> Watched {
        let systems = self.setting.systems.len();
        let mut sums = vec![(0.0, 0_u64); systems];
        for document in self.documents.values() {
            // As the log ends, without what was taken back.
            for (values, (sum, count)) in document.values(systems, u32::MAX).iter().zip(&mut sums) {
                let values = values.as_deref().unwrap_or_default();
                (*sum, *count) = (*sum + values.iter().sum::<f64>(), *count + values.len() as u64);
            }
        }
        let means: Vec<f64> = sums
            .iter()
            .map(|(sum, count)| match count {
                // Systems without a rating come last.
                0 => f64::NEG_INFINITY,
                count => self.setting.direction.orient(sum / *count as f64),
            })
            .collect();
        let mut order: Vec<usize> = (0..systems).collect();
        order.sort_by(|one, other| means[*other].total_cmp(&means[*one]));
        let counted = self.documents.values();
        let counted = counted.filter(|document| document.is_counted.contains(&true));
        let late_systems = (0..systems).filter(|system: &usize| {
            self.first_look.zip(self.begun[*system]).is_some_and(|(look, begun)| begun > look)
        });
        Watched {
            documents: counted.count(),
            order,
            is_in_order_of_names: self.visits.order() == Order::OfNames,
            late_systems: late_systems.collect(),
            pairs: self.pairs,
            boundary: self.boundary,
        }
    }
}
