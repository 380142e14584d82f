//! The null of accuracy with ties of outputs of an item, whatever is exchanged.
//!
//! Two outputs have four pairs of scores by whether each is exchanged (two where they are exchanged together), and
//! each has a distance and a verdict that do not change from draw to draw. So they are sorted by distance once, and
//! counted for 256 draws at a time, with a bit for each that says whether a draw has it.

use super::bit_counts::{BitCounts, Bits, LANES, WIDTH};
use super::exchange::Exchanges;
use super::null_differences::Contest;
use super::signs::WORD;
use crate::stats::reason::{Estimate, Reason::TooFewUnits};

/// Thresholds that a calibration tries, beside 0.
const THRESHOLDS: usize = 1024;

/// A pair of scores of two outputs, and what it changes where it becomes a tie of the metric.
#[derive(Clone, Copy, Debug)]
struct Event {
    distance: f64,
    /// Cell (system by system) of either output, doubled, and 1 more where its score is exchanged.
    scores: [u32; 2],
    /// Pairs of the item.
    of_item: u32,
    /// Whether a right pair becomes a wrong one, not a wrong one a right one.
    is_loss: bool,
}

/// Neighbouring events with the same place among the thresholds and the same number of pairs.
#[derive(Clone, Copy, Debug)]
struct Run {
    end: usize,
    losses: u32,
    /// What a right pair adds.
    weight: f64,
    /// Whether a threshold lies behind them.
    is_last_of_threshold: bool,
}

/// All that the draws of a pair of metrics need.
#[derive(Debug)]
pub(super) struct TiedNull {
    cells: usize,
    events: Vec<Event>,
    /// The first are pairs that are right where nothing is a tie, the others those within thresholds.
    runs: Vec<Run>,
    /// What is right in all draws where nothing is a tie.
    always: f64,
    /// What all sums are divided by.
    scale: f64,
}

impl TiedNull {
    pub(super) fn new(
        contest: &Contest,
        is_calibrated: bool,
        exchanges: &Exchanges,
    ) -> Estimate<Self> {
        let items = contest.human.items();
        let mut pairs_of_item = vec![0_u32; items];
        for (a, b) in contest.human.pairs() {
            for (item, count) in pairs_of_item.iter_mut().enumerate() {
                let are_judged =
                    [a, b].iter().all(|system| !contest.human.at(*system, item).is_nan());
                *count += u32::from(are_judged);
            }
        }
        let judged = pairs_of_item.iter().filter(|count| **count > 0).count();
        let Some(most) = pairs_of_item.iter().copied().max().filter(|most| *most > 0) else {
            return Err(TooFewUnits);
        };
        // Where all items have as many pairs, sums of whole numbers are exact.
        let is_uniform = pairs_of_item.iter().all(|count| *count == 0 || *count == most);
        let unit = if is_uniform { 1.0 } else { f64::from(most) };
        let weight =
            |pairs_of_item: u32| if is_uniform { 1.0 } else { unit / f64::from(pairs_of_item) };
        let (mut right, mut ties, mut always) = (Vec::new(), Vec::new(), 0.0);
        for (a, b) in contest.human.pairs() {
            for (item, pairs) in pairs_of_item.iter().copied().enumerate() {
                let human = contest.human.at(a, item) - contest.human.at(b, item);
                if human.is_nan() {
                    continue;
                }
                let outputs = [a, b].map(|system| system * items + item);
                let cells = outputs
                    .map(|output| u32::try_from(2 * output).expect("fewer than 2^31 outputs"));
                let are_together = exchanges.are_together(outputs[0], outputs[1]);
                let choices: &[[u32; 2]] = if are_together {
                    &[[0, 0], [1, 1]]
                } else {
                    &[[0, 0], [0, 1], [1, 0], [1, 1]]
                };
                let mut alike = 0;
                for exchanged in choices {
                    let metrics = exchanged.map(|side| &contest.metrics[side as usize]);
                    let metric = metrics[0].at(a, item) - metrics[1].at(b, item);
                    let is_alike = (human > 0.0 && metric > 0.0) || (human < 0.0 && metric < 0.0);
                    let event = Event {
                        distance: metric.abs(),
                        scores: [cells[0] + exchanged[0], cells[1] + exchanged[1]],
                        of_item: pairs,
                        is_loss: is_alike,
                    };
                    if is_alike {
                        alike += 1;
                        right.push(Event { is_loss: false, ..event });
                    }
                    if (human == 0.0 || is_alike) && (is_calibrated || event.distance <= 0.0) {
                        ties.push(event);
                    }
                }
                if alike == choices.len() {
                    // Right in each choice, and so in every draw: no draw needs to count them.
                    right.truncate(right.len() - alike);
                    always += weight(pairs);
                }
            }
        }
        let mut null = Self {
            cells: contest.human.systems() * items,
            events: Vec::with_capacity(right.len() + ties.len()),
            runs: Vec::new(),
            always,
            scale: if is_uniform { f64::from(most) } else { unit } * judged as f64,
        };
        null.push(&mut right, weight, false);
        ties.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        let exact = ties.partition_point(|event| event.distance <= 0.0);
        let size = (ties.len() - exact).div_ceil(THRESHOLDS).max(1);
        // The threshold 0, also where nothing has that distance.
        let (at_threshold, mut above) = ties.split_at_mut(exact);
        null.push(at_threshold, weight, true);
        while !above.is_empty() {
            let last = above[above.len().min(size) - 1].distance;
            let (at_threshold, rest) =
                above.split_at_mut(above.partition_point(|event| event.distance <= last));
            null.push(at_threshold, weight, true);
            above = rest;
        }
        Ok(null)
    }

    /// Events of a threshold, or of none.
    fn push(&mut self, events: &mut [Event], weight: impl Fn(u32) -> f64, is_threshold: bool) {
        // All of a threshold count before it is looked at, so that they may be sorted by what makes a run.
        events.sort_by_key(|event| (event.of_item, event.scores));
        let start = self.runs.len();
        for alike in events.chunk_by(|one, other| one.of_item == other.of_item) {
            self.events.extend_from_slice(alike);
            self.runs.push(Run {
                end: self.events.len(),
                losses: alike.iter().map(|event| u32::from(event.is_loss)).sum(),
                weight: weight(alike[0].of_item),
                is_last_of_threshold: false,
            });
        }
        if is_threshold {
            if self.runs.len() == start {
                let end = self.events.len();
                let empty = Run { end, losses: 0, weight: 0.0, is_last_of_threshold: true };
                self.runs.push(empty);
            }
            if let Some(last) = self.runs.last_mut() {
                last.is_last_of_threshold = true;
            }
        }
    }

    /// Without exchanges.
    pub(super) fn observed(&self) -> f64 {
        self.of_draws(&vec![[0; WIDTH]; self.cells])[0]
    }

    /// Of all draws.
    pub(super) fn differences(&self, exchanges: &Exchanges) -> Vec<f64> {
        let draws = exchanges.draws();
        let blocks = (0..draws.div_ceil(WORD)).map(|block| exchanges.of_outputs_in(block));
        let mut blocks = blocks.peekable();
        let mut differences = Vec::with_capacity(draws.next_multiple_of(LANES));
        while blocks.peek().is_some() {
            let mut exchanges = vec![[0; WIDTH]; self.cells];
            for word in 0..WIDTH {
                for (bits, block) in exchanges.iter_mut().zip(blocks.next().unwrap_or_default()) {
                    bits[word] = block;
                }
            }
            differences.extend(self.of_draws(&exchanges));
        }
        differences.truncate(draws);
        differences
    }

    /// Accuracy of the second metric less that of the first, of each lane.
    fn of_draws(&self, exchanges: &[Bits]) -> [f64; LANES] {
        let first = self.best(exchanges, 0);
        let second = self.best(exchanges, u64::MAX);
        std::array::from_fn(|lane| (second[lane] - first[lane]) / self.scale)
    }

    /// Best number of right pairs; `other` exchanges all cells once more, which is the other metric.
    fn best(&self, exchanges: &[Bits], other: u64) -> [f64; LANES] {
        let mut right = [self.always; LANES];
        let mut best = [f64::NEG_INFINITY; LANES];
        let mut counts = BitCounts::new();
        let mut start = 0;
        for run in &self.runs {
            for event in &self.events[start..run.end] {
                let [a, b] = event.scores;
                // A score is there where its bit is as the event has it.
                let [flip_a, flip_b] =
                    [a, b].map(|score| if score & 1 == 1 { other } else { !other });
                let (a, b) = (&exchanges[(a >> 1) as usize], &exchanges[(b >> 1) as usize]);
                let turn = if event.is_loss { u64::MAX } else { 0 };
                counts.add(std::array::from_fn(|word| {
                    ((a[word] ^ flip_a) & (b[word] ^ flip_b)) ^ turn
                }));
            }
            if run.end > start {
                // A loss is counted where it is absent.
                let losses = f64::from(run.losses);
                counts.take(|lane, count| right[lane] += run.weight * (f64::from(count) - losses));
            }
            start = run.end;
            if run.is_last_of_threshold {
                for (best, right) in best.iter_mut().zip(&right) {
                    *best = best.max(*right);
                }
            }
        }
        best
    }
}
