//! Campaigns that show good systems more often: with which probability each page showed each system, and what the
//! scores have less of the bias that this makes.
//!
//! A page shows k systems of a document. While a system has fewer ratings than the cold start wants, k of these are picked
//! uniformly. Then systems are ranked by the mean of all ratings so far, and k are picked one after the other, each in
//! proportion to 1/rank among those that are left. So a system that was unlucky at first is shown rarely, and its mean stays
//! too low: means of its own ratings are biased.
//!
//! [`replay()`] follows a log from page to page with what was known when each was loaded: people work at the same time, and
//! a page does not know those that are submitted after it was loaded. [`estimates()`] has the scores. [`Campaigns`] simulates such
//! campaigns, with the same ranks, weights and probabilities, and says how far scores are off.

mod adjusted;
mod estimates;
mod failure;
mod inclusion;
mod outcomes;
mod server;
mod setting;

pub use adjusted::adjusted;
pub use estimates::{Estimates, MeanWithError, estimates};
pub use failure::{Failure, Misfit, failure};
pub use inclusion::{MOST_SHOWN, inclusion};
pub use outcomes::{Campaigns, DynamicEstimate, Outcome, Outcomes, Summary};
pub use setting::{Population, Setting};

/// How pages choose their systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Systems on a page, 1 to [`MOST_SHOWN`].
    pub shown: usize,
    /// Segments of each system that are rated before ranks count.
    pub cold_start: u64,
}

/// A system on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Its number.
    pub system: usize,
    /// Segments that count for the cold start: also those that were skipped.
    pub segments: u32,
    /// Ratings.
    pub ratings: u32,
    /// Their sum.
    pub sum: f64,
}

/// What one person was shown and said: a document of some systems.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its document.
    pub document: u32,
    /// Segments of it.
    pub segments: u32,
    /// Its systems, in the order of the log.
    pub shown: Vec<Shown>,
    /// When it was loaded, and submitted.
    pub times: Option<(f64, f64)>,
    /// Number of the first page after a reset that took it back.
    pub void_from: Option<usize>,
}

/// How the systems of a page were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Among systems with few ratings.
    Cold,
    /// By ranks.
    Ranked,
}

/// With which probability a page showed each system, by what was known when it was loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// How they were chosen.
    pub phase: Phase,
    /// Rank of each system, from 1; those without ratings last.
    pub ranks: Vec<u32>,
    /// Probability of each system.
    pub inclusion: Vec<f64>,
    /// Mean of each system so far, or of all ratings where it has none; nothing before any rating.
    pub expected: Option<Vec<f64>>,
}

/// A log, followed from page to page.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Of each page.
    pub chances: Vec<Chances>,
    /// Whether all pages have times; else each knows all before it.
    pub has_times: bool,
}

/// What is known of a system.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    segments: u64,
    ratings: u64,
    sum: f64,
    /// Where it stands first in the log: page, and place there.
    first: Option<(usize, usize)>,
}

impl Record {
    fn mean(self) -> Option<f64> {
        (self.ratings > 0).then(|| self.sum / self.ratings as f64)
    }

    /// Its place among systems by when they came.
    fn came(self) -> (usize, usize) {
        self.first.unwrap_or((usize::MAX, usize::MAX))
    }
}

/// What is known of all systems.
#[derive(Clone, Debug)]
struct State(Vec<Record>);

/// Among which systems a page chooses.
enum Choice {
    /// Uniformly: which have few ratings.
    Cold(Vec<bool>),
    /// One after the other, by these weights.
    Ranked(Vec<f64>),
}

impl State {
    fn new(systems: usize) -> Self {
        Self(vec![Record::default(); systems])
    }

    fn add(&mut self, number: usize, page: &Page) {
        for (place, shown) in page.shown.iter().enumerate() {
            let record = &mut self.0[shown.system];
            record.segments += u64::from(shown.segments);
            record.ratings += u64::from(shown.ratings);
            record.sum += shown.sum;
            let at = (number, place);
            record.first = Some(record.first.map_or(at, |first| first.min(at)));
        }
    }

    /// Rank of each system by its mean, from 1. Ties stay in the order in which systems came into the log; those without
    /// ratings are last.
    fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by(|one, other| {
            let [one, other] = [self.0[*one], self.0[*other]];
            let [mean, others] =
                [one, other].map(|record| record.mean().unwrap_or(f64::NEG_INFINITY));
            others.total_cmp(&mean).then(one.came().cmp(&other.came()))
        });
        let mut ranks = vec![0; order.len()];
        (1..).zip(&order).for_each(|(rank, system)| ranks[*system] = rank);
        ranks
    }

    fn choice(&self, ranks: &[u32], assignment: Assignment) -> Choice {
        let is_cold: Vec<bool> =
            self.0.iter().map(|record| record.segments < assignment.cold_start).collect();
        if is_cold.contains(&true) {
            Choice::Cold(is_cold)
        } else if self.0.iter().all(|record| record.ratings == 0) {
            // Nothing is known, and no order.
            Choice::Ranked(vec![1.0; self.0.len()])
        } else {
            Choice::Ranked(ranks.iter().map(|rank| 1.0 / f64::from(*rank)).collect())
        }
    }

    fn expected(&self) -> Option<Vec<f64>> {
        let ratings: u64 = self.0.iter().map(|record| record.ratings).sum();
        let sum: f64 = self.0.iter().map(|record| record.sum).sum();
        let all = sum / ratings as f64;
        (ratings > 0).then(|| self.0.iter().map(|record| record.mean().unwrap_or(all)).collect())
    }

    /// The probabilities of a page that is loaded now, and what it chooses among.
    fn chances(&self, assignment: Assignment) -> (Chances, Choice) {
        let ranks = self.ranks();
        let shown = assignment.shown.min(self.0.len());
        let choice = self.choice(&ranks, assignment);
        let (phase, inclusion) = match &choice {
            Choice::Cold(is_cold) => (Phase::Cold, cold_inclusion(is_cold, shown)),
            Choice::Ranked(weights) => (Phase::Ranked, inclusion(weights, shown)),
        };
        (Chances { phase, ranks, inclusion, expected: self.expected() }, choice)
    }
}

/// Probabilities while some systems are cold: `shown` of these, or all of them and the rest of the others.
fn cold_inclusion(is_cold: &[bool], shown: usize) -> Vec<f64> {
    let cold = is_cold.iter().filter(|is_cold| **is_cold).count();
    let (among, others) = if cold >= shown {
        (shown as f64 / cold as f64, 0.0)
    } else {
        (1.0, (shown - cold) as f64 / (is_cold.len() - cold) as f64)
    };
    is_cold.iter().map(|is_cold| if *is_cold { among } else { others }).collect()
}

/// What happens in a campaign, in the order of what happens at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Submitted,
    Voided,
    Loaded,
}

/// The probabilities of all systems on each page. O(pages x systems²), and O(pages) more for each page that a reset took
/// back.
///
/// # Panics
///
/// If a page shows more than [`MOST_SHOWN`] systems of more than that, or none.
pub fn replay(pages: &[Page], systems: usize, assignment: Assignment) -> Replay {
    let has_times = pages.iter().all(|page| page.times.is_some());
    let mut events = Vec::with_capacity(2 * pages.len());
    let mut latest = f64::NEG_INFINITY;
    // When all pages up to each one were submitted.
    let mut submitted = Vec::with_capacity(pages.len());
    for (number, page) in pages.iter().enumerate() {
        // Without times each page knows all lines before it: it is submitted before the next one is loaded.
        let in_order = (number as f64, number as f64 + 0.5);
        let (load, end) = page.times.filter(|_| has_times).unwrap_or(in_order);
        events.push((load, Event::Loaded, number));
        events.push((end, Event::Submitted, number));
        latest = latest.max(end);
        submitted.push(latest);
    }
    for (number, page) in pages.iter().enumerate() {
        if let Some(before) = page.void_from.and_then(|from| submitted.get(from.checked_sub(1)?)) {
            events.push((*before, Event::Voided, number));
        }
    }
    events.sort_by(|one, other| {
        one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let mut state = State::new(systems);
    let mut is_submitted = vec![false; pages.len()];
    let mut chances: Vec<Option<Chances>> = vec![None; pages.len()];
    for (_, event, number) in events {
        match event {
            Event::Loaded => chances[number] = Some(state.chances(assignment).0),
            Event::Submitted => {
                is_submitted[number] = true;
                state.add(number, &pages[number]);
            }
            Event::Voided => {
                is_submitted[number] = false;
                // Counted again: `first` is a least place, which subtraction cannot undo, and rounding would part equal means.
                state = State::new(systems);
                let valid = pages.iter().enumerate().filter(|(page, _)| is_submitted[*page]);
                valid.for_each(|(number, page)| state.add(number, page));
            }
        }
    }
    let chances = chances.into_iter().map(|chances| chances.expect("every page is loaded once"));
    Replay { chances: chances.collect(), has_times }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
