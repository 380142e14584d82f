//! Tercom's greedy search for moves.
//!
//! As long as some move of a word sequence lowers the edit distance, the best move is made, and
//! costs one edit. A sequence may move if it is equal to one of the reference, of at most 10 words
//! and at most 50 positions away; contains an error of the current alignment, as its counterpart
//! does; and is not already aligned with its counterpart. It may go before the first word, or
//! behind any word with which the alignment reaches the counterpart or a word in it. Among moves of
//! equal gain, the longer sequence goes first, then the one that starts earlier, then the one that
//! lands earlier.
//!
//! At most 1000 moves are tried per hypothesis and reference. Once as many were tried, the search
//! ends, and what the last round found is not made.

use std::cmp::Reverse;

use super::distance::{Alignment, Distances};

/// Longest sequence that moves.
// These three limits are tercom's: they change scores.
const MAX_LENGTH: usize = 10;

/// Largest distance between the positions of a sequence and of its counterpart.
const MAX_DISTANCE: usize = 50;

/// Moves that are tried.
const MAX_TRIED: usize = 1000;

/// Buffers of the search; one serves any number of pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    distances: Distances,
    alignment: Alignment,
    words: Vec<u32>,
    changed: Vec<u32>,
}

/// A move and what it lowers the distance by. The best is the greatest: fields are in the order in
/// which they decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    gain: u32,
    length: usize,
    start: Reverse<usize>,
    target: Reverse<usize>,
}

impl Move {
    /// The words that change places: from, to, and by how many words they rotate to the left.
    ///
    /// A target inside or right behind the sequence counts from the sequence's end, as in tercom.
    fn rotation(&self, words: usize) -> (usize, usize, usize) {
        let (start, target, end) = (self.start.0, self.target.0, self.start.0 + self.length);
        if target < start {
            (target, end, start - target)
        } else if target > end {
            (start, target, self.length)
        } else {
            (start, words.min(target + self.length), self.length)
        }
    }
}

/// Equal sequences: where they start in the hypothesis and the reference, and their length.
#[derive(Clone, Copy)]
struct Pair {
    start: usize,
    counterpart: usize,
    length: usize,
}

impl Search {
    /// Edits of `hypothesis` against `reference`.
    ///
    /// Time: for each round of moves, |hypothesis| (101 word comparisons + 51 cells of the matrix);
    /// and for each move tried, as many rows of 51 cells as the move passes over and few more.
    pub(super) fn edits(&mut self, hypothesis: &[u32], reference: &[u32]) -> u32 {
        self.words.clear();
        self.words.extend_from_slice(hypothesis);
        self.distances.reset(hypothesis.len(), reference.len());
        let mut distance = self.distances.set(&self.words, 0, reference);
        let (mut moves, mut tried) = (0, 0);
        while distance > 0 {
            self.distances.align(&self.words, reference, &mut self.alignment);
            let best = self.best_move(reference, distance, &mut tried);
            let (Some(best), 0..MAX_TRIED) = (best, tried) else { break };
            let (from, to, by) = best.rotation(self.words.len());
            self.words[from..to].rotate_left(by);
            moves += 1;
            distance = self.distances.set(&self.words, from, reference);
        }
        moves + distance
    }

    /// The best move with a gain; `tried` counts on.
    fn best_move(&mut self, reference: &[u32], distance: u32, tried: &mut usize) -> Option<Move> {
        let mut best = None;
        for start in 0..self.words.len() {
            let first = start.saturating_sub(MAX_DISTANCE);
            for counterpart in first..reference.len().min(start + MAX_DISTANCE + 1) {
                let words = self.words[start..].iter().zip(&reference[counterpart..]);
                let equal = words.take(MAX_LENGTH).take_while(|(word, other)| word == other);
                for length in 1..=equal.count() {
                    let pair = Pair { start, counterpart, length };
                    if !self.may_move(pair) {
                        continue;
                    }
                    self.try_moves(pair, reference, distance, tried, &mut best);
                    if *tried >= MAX_TRIED {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn may_move(&self, pair: Pair) -> bool {
        let Pair { start, counterpart, length } = pair;
        let Alignment { reached, hypothesis_errors, reference_errors } = &self.alignment;
        let any = |errors: &[u32], at: usize| errors[at + length] > errors[at];
        let aligned_with_itself = (start + 1..=start + length).contains(&reached[counterpart]);
        any(hypothesis_errors, start) && any(reference_errors, counterpart) && !aligned_with_itself
    }

    /// Tries all targets of `pair`, and keeps the best move.
    fn try_moves(
        &mut self,
        pair: Pair,
        reference: &[u32],
        distance: u32,
        tried: &mut usize,
        best: &mut Option<Move>,
    ) {
        let Pair { start, counterpart, length } = pair;
        let mut previous = None;
        for offset in 0..=length {
            // The word before the counterpart, and then each word in it.
            let target = match counterpart + offset {
                0 => 0,
                reached => self.alignment.reached[reached - 1],
            };
            // As in sacreBLEU, the same target again does not count as tried.
            if previous.replace(target) == Some(target) {
                continue;
            }
            *tried += 1;
            let mut candidate =
                Move { gain: 1, length, start: Reverse(start), target: Reverse(target) };
            if let Some(best) = best {
                candidate.gain = best.gain;
                // What does not win by its position has to win by its gain.
                candidate.gain += u32::from(candidate <= *best);
            }
            let Some(limit) = distance.checked_sub(candidate.gain) else { continue };
            let (from, to, by) = candidate.rotation(self.words.len());
            self.changed.clear();
            self.changed.extend_from_slice(&self.words[from + by..to]);
            self.changed.extend_from_slice(&self.words[from..from + by]);
            let variant =
                self.distances.variant(&self.words, from, &self.changed, reference, limit);
            if let Some(variant) = variant {
                candidate.gain = distance - variant;
                *best = Some(candidate);
            }
        }
    }
}
