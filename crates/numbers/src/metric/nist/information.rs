//! Information weights of n-grams from counts in references.
//!
//! `info(w_1..w_n) = log2(C(w_1..w_{n-1}) / C(w_1..w_n))`, where `C` counts occurrences in all
//! references of a test set pooled, and the empty prefix has as many as there are tokens
//! (Doddington 2002, as mteval-v13a counts).
//!
//! References are read once. An n-gram that occurs in the references of one segment only has the
//! same count in every test set that can match it; all others have a slot. Test sets that follow one
//! another mostly differ by a few documents, whose counts are added or taken away; logarithms are
//! looked up. Information is in fixed point, so that the same test set has the same rows in every
//! corpus.
//!
//! This module knows nothing of hypotheses or scores.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::metric::fixed_point;
use crate::metric::tokens::ReferenceTokens;

/// The empty n-gram, prefix of all unigrams.
pub(super) const ROOT: u32 = 0;

/// Bit of a [`Count`] that is known beforehand.
const KNOWN: u32 = 1 << 31;

/// Counts whose logarithms are kept.
const LOGARITHMS: u64 = 1 << 16;

/// Binary digits after the point of logarithms and of information.
// Doubles from 1 on are multiples of 2^-52, and logarithms of 64-bit counts are below 2^6: nothing is lost, and
// `i64` holds them.
pub(super) const DIGITS: u32 = 52;

/// Where the count of an n-gram in a test set comes from: known, or in a slot of [`Counts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count(u32);

impl Count {
    /// Whether the count is the same in every test set.
    pub(super) fn is_known(self) -> bool {
        self.0 & KNOWN != 0
    }

    /// Which of both it is.
    pub(super) fn origin(self) -> Origin {
        if self.is_known() { Origin::Known(self.0 & !KNOWN) } else { Origin::Slot(self.0) }
    }
}

/// A [`Count`], taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The count in the references of the one segment that has the n-gram.
    Known(u32),
    /// The slot of an n-gram that several segments have, or of the empty one.
    Slot(u32),
}

/// Counts of one test set.
pub(super) struct Counts {
    /// The segments of the test set, a bit each.
    members: Vec<u64>,
    by_slot: Vec<u32>,
    /// By slot, the logarithm of its count.
    logarithms: Vec<i64>,
}

impl Counts {
    /// Logarithm of the count of a slot, see [`ReferenceNgrams::log2`].
    pub(super) fn logarithm(&self, slot: u32) -> i64 {
        self.logarithms[slot as usize]
    }

    /// Segments by which the test set differs from that of `members`.
    fn distance(&self, members: &[u64]) -> u32 {
        self.members.iter().zip(members).map(|(member, other)| (member ^ other).count_ones()).sum()
    }
}

/// Counts of test sets that no one is using, never more than there are threads. A test set
/// that differs by a few documents from one of them takes over its counts; sums of integers are the
/// same on any way.
#[derive(Default)]
struct Idle(Mutex<Vec<Counts>>);

impl Idle {
    /// Takes the counts that are nearest to `members`.
    fn nearest(&self, members: &[u64]) -> Option<Counts> {
        // Counts are taken out before they are changed, so that a panic leaves none half changed here.
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let distances = idle.iter().map(|counts| counts.distance(members)).enumerate();
        let (index, _) = distances.min_by_key(|(_, distance)| *distance)?;
        Some(idle.swap_remove(index))
    }

    fn keep(&self, counts: Counts) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(counts);
    }
}

/// N-grams of all references.
pub(super) struct ReferenceNgrams {
    /// The n-gram that continues an n-gram by a token. Never iterated.
    children: FxHashMap<(u32, u32), u32>,
    /// Origin of the count of every n-gram.
    counts: Vec<Count>,
    /// Number of slots.
    slots: usize,
    /// Slot and count of the n-grams of every segment that have a slot.
    slot_counts: Lists,
    /// N-gram and largest count in a single reference, for the n-grams of every segment.
    limits: Lists,
    /// Logarithms of small counts.
    logarithms: Vec<i64>,
    /// Most n-grams of one order that a hypothesis of one segment can match.
    most_matches: u64,
    /// Tokens of all references.
    tokens: u64,
    idle: Idle,
}

/// Lists of pairs, one after the other.
#[derive(Default)]
struct Lists {
    pairs: Vec<(u32, u32)>,
    ends: Vec<usize>,
}

impl Lists {
    fn get(&self, index: usize) -> &[(u32, u32)] {
        let Some(&end) = self.ends.get(index) else { return &[] };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.pairs[start..end]
    }

    fn close(&mut self) {
        self.ends.push(self.pairs.len());
    }
}

/// What is known of an n-gram while references are read.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Count in the current reference.
    here: u32,
    /// Largest count in a reference of the current segment.
    most: u32,
    /// Count in all references of the current segment, at last of the last segment.
    pooled: u32,
    /// Segments whose references have it, at most 2.
    segments: u8,
}

impl ReferenceNgrams {
    /// Counts the n-grams up to `order` of all references.
    ///
    /// # Panics
    ///
    /// If there are 2^31 distinct n-grams or more, whose counts would not fit into memory.
    pub(super) fn new(references: &ReferenceTokens, order: usize) -> Self {
        let mut reader = Reader { order, seen: vec![Seen::default()], ..Reader::default() };
        let mut pooled = Lists::default();
        for segment in 0..references.segments() {
            reader.read(references.references(segment), &mut pooled);
        }
        let Reader { children, seen, limits, most_matches, tokens, .. } = reader;
        let mut slots = 0;
        let counts: Vec<Count> = (seen.iter().enumerate())
            .map(|(ngram, seen)| {
                if ngram != ROOT as usize && seen.segments < 2 {
                    return Count(seen.pooled | KNOWN);
                }
                slots += 1;
                Count(slots - 1)
            })
            .collect();
        let mut slot_counts = Lists::default();
        for segment in 0..pooled.ends.len() {
            for &(ngram, count) in pooled.get(segment) {
                let origin = counts[ngram as usize];
                if !origin.is_known() {
                    slot_counts.pairs.push((origin.0, count));
                }
            }
            slot_counts.close();
        }
        // No count of a test set is larger than the number of tokens.
        let largest = tokens.min(LOGARITHMS);
        let logarithms = (0..=largest).map(logarithm).collect();
        let slots = slots as usize;
        let idle = Idle::default();
        Self {
            children,
            counts,
            slots,
            slot_counts,
            limits,
            logarithms,
            most_matches,
            tokens,
            idle,
        }
    }

    /// Number of n-grams; they are numbered from [`ROOT`] on.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// `ngram` continued by `token`, if some reference has it.
    pub(super) fn child(&self, ngram: u32, token: u32) -> Option<u32> {
        self.children.get(&(ngram, token)).copied()
    }

    /// N-grams of the references of a segment, each with its largest count in one of them.
    pub(super) fn limits(&self, segment: usize) -> &[(u32, u32)] {
        self.limits.get(segment)
    }

    /// Origin of an n-gram's count.
    pub(super) fn origin(&self, ngram: u32) -> Count {
        self.counts[ngram as usize]
    }

    /// Bound of the summed information of matches of one order in one segment.
    pub(super) fn largest_information(&self) -> f64 {
        self.most_matches as f64 * libm::log2(self.tokens.max(2) as f64)
    }

    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Slot and count of the n-grams of the references of a segment that have a slot.
    pub(super) fn slot_counts(&self, segment: usize) -> &[(u32, u32)] {
        self.slot_counts.get(segment)
    }

    /// Calls `work` with the counts in the references of `segments`.
    ///
    /// Cost: a step per n-gram with a slot, in the references of the segments by which the test set
    /// differs from the nearest that is kept or from none. Memory: 12 bytes per slot and thread.
    pub(super) fn with_counts<T>(&self, segments: &[usize], work: impl FnOnce(&Counts) -> T) -> T {
        let known = self.slot_counts.ends.len();
        let mut members = vec![0_u64; known.div_ceil(64)];
        // Without any reference there are hypotheses, but no segments of references.
        for segment in segments.iter().filter(|segment| **segment < known) {
            members[segment / 64] |= 1 << (segment % 64);
        }
        let mut counts = self.idle.nearest(&members).unwrap_or_else(|| Counts {
            members: vec![0; members.len()],
            by_slot: vec![0; self.slots],
            logarithms: vec![0; self.slots],
        });
        // Farther than no segment at all: it takes fewer steps to begin from zero.
        if counts.distance(&members) as usize > segments.len() {
            counts.members.fill(0);
            counts.by_slot.fill(0);
        }
        self.follow(&mut counts, &members);
        let result = work(&counts);
        self.idle.keep(counts);
        result
    }

    /// Lets segments enter and leave `counts` until it has those of `members`.
    fn follow(&self, counts: &mut Counts, members: &[u64]) {
        for (word, (member, wanted)) in counts.members.iter_mut().zip(members).enumerate() {
            let mut changed = *member ^ wanted;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let enters = wanted & (1 << bit) != 0;
                for &(slot, times) in self.slot_counts.get(word * 64 + bit as usize) {
                    let count = &mut counts.by_slot[slot as usize];
                    *count = if enters { *count + times } else { *count - times };
                    counts.logarithms[slot as usize] = self.log2(u64::from(*count));
                }
            }
            *member = *wanted;
        }
    }

    /// Information of an n-gram whose count comes from `ngram` and that of its prefix from `prefix`,
    /// in units of 2^-[`DIGITS`], if both are known.
    pub(super) fn known_information(&self, prefix: Count, ngram: Count) -> Option<i64> {
        let known = prefix.is_known() && ngram.is_known();
        known.then(|| {
            let [prefix, ngram] =
                [prefix, ngram].map(|count| self.log2(u64::from(count.0 & !KNOWN)));
            prefix - ngram
        })
    }

    /// `log2(count)` in units of 2^-[`DIGITS`], rounded (so that sums do not depend on their order);
    /// 0 for 0, which no matched n-gram has.
    pub(super) fn log2(&self, count: u64) -> i64 {
        let kept = usize::try_from(count).ok().and_then(|count| self.logarithms.get(count));
        kept.copied().unwrap_or_else(|| logarithm(count))
    }
}

fn logarithm(count: u64) -> i64 {
    fixed_point::round(libm::log2(count.max(1) as f64) * (1_u64 << DIGITS) as f64)
}

/// Reads the references of segments one after the other.
#[derive(Default)]
struct Reader {
    order: usize,
    children: FxHashMap<(u32, u32), u32>,
    seen: Vec<Seen>,
    limits: Lists,
    most_matches: u64,
    tokens: u64,
    /// N-grams of the current reference.
    here: Vec<u32>,
    /// N-grams of the current segment.
    touched: Vec<u32>,
}

impl Reader {
    fn read<'a>(&mut self, references: impl Iterator<Item = &'a [u32]>, pooled: &mut Lists) {
        for reference in references {
            self.read_reference(reference);
        }
        let mut matches = 0;
        for &ngram in &self.touched {
            let seen = &mut self.seen[ngram as usize];
            pooled.pairs.push((ngram, seen.pooled));
            if ngram != ROOT {
                self.limits.pairs.push((ngram, seen.most));
                matches += u64::from(seen.most);
            }
            seen.segments = (seen.segments + 1).min(2);
            seen.most = 0;
        }
        self.most_matches = self.most_matches.max(matches);
        self.touched.clear();
        self.limits.close();
        pooled.close();
    }

    fn read_reference(&mut self, reference: &[u32]) {
        self.tokens += reference.len() as u64;
        for start in 0..reference.len() {
            self.occurs(ROOT);
            let mut ngram = ROOT;
            for &token in reference[start..].iter().take(self.order) {
                // The highest bit of a `Count` is taken, and a slot has the rest.
                let next = u32::try_from(self.seen.len()).ok().filter(|&next| next < KNOWN);
                let next = next.expect("fewer than 2^31 distinct n-grams");
                ngram = *self.children.entry((ngram, token)).or_insert(next);
                if ngram == next {
                    self.seen.push(Seen::default());
                }
                self.occurs(ngram);
            }
        }
        for ngram in self.here.drain(..) {
            let seen = &mut self.seen[ngram as usize];
            if seen.most == 0 {
                // The first reference of this segment that has it.
                seen.pooled = 0;
                self.touched.push(ngram);
            }
            seen.pooled += seen.here;
            seen.most = seen.most.max(seen.here);
            seen.here = 0;
        }
    }

    fn occurs(&mut self, ngram: u32) {
        let seen = &mut self.seen[ngram as usize];
        if seen.here == 0 {
            self.here.push(ngram);
        }
        seen.here += 1;
    }
}
