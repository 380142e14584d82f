//! Greedy matching of a hypothesis with its references by longest common runs of tokens.
//!
//! GTM sorts all common runs (every pair of equal tokens starts one of every length up to the
//! longest possible) by length, then by hypothesis position, then by reference position, each
//! descending, and takes those of which no token is used yet. So at every moment it takes, among
//! the longest runs of which all tokens are unused, the one that comes last. That is what is done
//! here, without making a list of runs (a thousand equal tokens against four such references have
//! two billion): a suffix array over hypothesis and references says which windows of a given length
//! are equal, and a bisection finds the largest length that two unused windows share.
//!
//! Let n be the tokens of the hypothesis and m those of hypothesis and references. Runs have at
//! most `sqrt(2 n)` distinct lengths, because lengths taken add up to at most n. Each costs
//! `O(m log n)`, and the suffix array `O(m log^2 m)`. Memory is `O(m)`.
//!
//! This module knows nothing of scores.

/// Buffers for one call after the other.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// Hypothesis, then every reference, each followed by a number that nothing equals.
    text: Vec<u32>,
    /// Length of the hypothesis.
    split: usize,
    /// Start positions of the suffixes of `text` in ascending order.
    suffixes: Vec<u32>,
    /// Length of the longest common prefix of each suffix with the one before it.
    common: Vec<u32>,
    /// Whether the token at a position is used up or matches nothing.
    used: Vec<bool>,
    /// How many unused tokens follow each other from a position on.
    free: Vec<u32>,
    ranks: Vec<u32>,
    keys: Vec<(u64, u32)>,
    /// Class of equal windows that begin at each position, for the current length.
    classes: Vec<u32>,
    /// Last reference position of each class, and for each position the one before it.
    last: Vec<u32>,
    before: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Runs {
    /// Calls `visit` with the length of every run taken, longest first, until it returns false or
    /// no run is left. Tokens are below `vocabulary` or equal to it where no reference has them.
    ///
    /// # Panics
    ///
    /// If there are 2^31 tokens or more in hypothesis, references and vocabulary together.
    pub(super) fn take<'a>(
        &mut self,
        hypothesis: &'a [u32],
        references: impl Iterator<Item = &'a [u32]>,
        vocabulary: u32,
        mut visit: impl FnMut(usize) -> bool,
    ) {
        self.join(hypothesis, references, vocabulary);
        self.sort_suffixes();
        self.measure_common();
        let mut longest = self.common.iter().copied().max().unwrap_or(0);
        loop {
            self.measure_free();
            let Some(length) = self.longest_free(longest) else { return };
            if !self.take_all(length, &mut visit) {
                return;
            }
            longest = length - 1;
        }
    }

    fn join<'a>(
        &mut self,
        hypothesis: &'a [u32],
        references: impl Iterator<Item = &'a [u32]>,
        vocabulary: u32,
    ) {
        self.text.clear();
        self.used.clear();
        self.split = hypothesis.len();
        for (at, part) in std::iter::once(hypothesis).chain(references).enumerate() {
            // References have no unknown tokens; in the hypothesis they must not equal each other,
            // or they would make suffixes needlessly alike.
            for &token in part {
                let matches = at > 0 || token < vocabulary;
                let token = if matches { token } else { self.next_break(vocabulary) };
                self.text.push(token);
                self.used.push(!matches);
            }
            let end = self.next_break(vocabulary);
            self.text.push(end);
            self.used.push(true);
        }
    }

    /// A number that nothing in the text equals.
    fn next_break(&self, vocabulary: u32) -> u32 {
        let position = u32::try_from(self.text.len()).ok();
        let number = position.and_then(|position| position.checked_add(vocabulary));
        number.filter(|&number| number < NONE / 2).expect("fewer than 2^31 tokens")
    }

    /// Sorts suffixes by their first 2, 4, 8, ... tokens until all differ.
    fn sort_suffixes(&mut self) {
        let count = self.text.len();
        self.ranks.clear();
        // 0 is for what lies behind the end.
        self.ranks.extend(self.text.iter().map(|token| token + 1));
        let mut width = 1;
        loop {
            self.keys.clear();
            for at in 0..count {
                let behind = self.ranks.get(at + width).copied().unwrap_or(0);
                let key = u64::from(self.ranks[at]) << 32 | u64::from(behind);
                self.keys.push((key, position(at)));
            }
            self.keys.sort_unstable();
            let mut rank = 0;
            let mut previous = None;
            for &(key, at) in &self.keys {
                rank += u32::from(previous != Some(key));
                previous = Some(key);
                self.ranks[at as usize] = rank;
            }
            width *= 2;
            if rank as usize == count {
                break;
            }
        }
        self.suffixes.clear();
        self.suffixes.extend(self.keys.iter().map(|&(_, at)| at));
    }

    /// Kasai et al. 2001.
    fn measure_common(&mut self) {
        let count = self.text.len();
        self.common.clear();
        self.common.resize(count, 0);
        let mut length = 0;
        for at in 0..count {
            // Ranks count from 1.
            let rank = self.ranks[at] as usize - 1;
            if rank == 0 {
                length = 0;
                continue;
            }
            let other = self.suffixes[rank - 1] as usize;
            let pairs = self.text[at + length..].iter().zip(&self.text[other + length..]);
            length += pairs.take_while(|(a, b)| a == b).count();
            self.common[rank] = position(length);
            length = length.saturating_sub(1);
        }
    }

    fn measure_free(&mut self) {
        self.free.clear();
        self.free.resize(self.used.len(), 0);
        let mut length = 0;
        for (free, used) in self.free.iter_mut().zip(&self.used).rev() {
            length = if *used { 0 } else { length + 1 };
            *free = length;
        }
    }

    /// The largest length up to `longest` of an unused run; runs of all smaller lengths exist too.
    fn longest_free(&self, longest: u32) -> Option<u32> {
        let (mut clear, mut excluded) = (0, longest + 1);
        while clear + 1 < excluded {
            let middle = clear + (excluded - clear) / 2;
            if self.has_free(middle) {
                clear = middle;
            } else {
                excluded = middle;
            }
        }
        (clear > 0).then_some(clear)
    }

    /// Whether an unused window of the hypothesis equals an unused window of a reference.
    fn has_free(&self, length: u32) -> bool {
        let mut sides = [false; 2];
        for (&at, &common) in self.suffixes.iter().zip(&self.common) {
            if common < length {
                sides = [false; 2];
            }
            if self.free[at as usize] >= length {
                sides[usize::from(at as usize >= self.split)] = true;
                if sides == [true; 2] {
                    return true;
                }
            }
        }
        false
    }

    /// Takes the runs of a length than which no unused run is longer, in their order. Windows of
    /// one length overlap only if one covers the first or last token of the other.
    fn take_all(&mut self, length: u32, visit: &mut impl FnMut(usize) -> bool) -> bool {
        self.classify(length);
        let length = length as usize;
        for start in (0..self.split).rev() {
            if (self.free[start] as usize) < length || self.is_used(start, length) {
                continue;
            }
            let class = self.classes[start] as usize;
            let mut other = self.last[class];
            while other != NONE && self.is_used(other as usize, length) {
                other = self.before[other as usize];
            }
            // What is used stays used, and need not be looked at again.
            self.last[class] = other;
            if other != NONE {
                self.used[start..start + length].fill(true);
                self.used[other as usize..other as usize + length].fill(true);
                if !visit(length) {
                    return false;
                }
            }
        }
        true
    }

    fn is_used(&self, start: usize, length: usize) -> bool {
        self.used[start] || self.used[start + length - 1]
    }

    /// Numbers the classes of equal windows and lists the unused reference windows of each.
    fn classify(&mut self, length: u32) {
        self.classes.resize(self.text.len(), 0);
        // Entries of earlier lengths may stay: lists begin at `last`, and lead to windows of this length alone.
        self.before.resize(self.text.len(), NONE);
        let mut class = 0;
        for (&at, &common) in self.suffixes.iter().zip(&self.common) {
            class += u32::from(common < length);
            self.classes[at as usize] = class;
        }
        self.last.clear();
        self.last.resize(class as usize + 1, NONE);
        for at in self.split..self.text.len() {
            if self.free[at] >= length {
                let last = &mut self.last[self.classes[at] as usize];
                self.before[at] = *last;
                *last = position(at);
            }
        }
    }
}

/// A position or a length in the joined text.
fn position(at: usize) -> u32 {
    u32::try_from(at).expect("fewer than 2^31 tokens")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn taken(hypothesis: &[u32], references: &[Vec<u32>], vocabulary: u32) -> Vec<usize> {
        let mut lengths = Vec::new();
        let references = references.iter().map(Vec::as_slice);
        Runs::default().take(hypothesis, references, vocabulary, |length| {
            lengths.push(length);
            true
        });
        lengths
    }

    /// The program's definition: all runs of all lengths, sorted, taken where nothing is used.
    fn by_definition(hypothesis: &[u32], references: &[Vec<u32>], vocabulary: u32) -> Vec<usize> {
        let mut joined = Vec::new();
        for reference in references {
            joined.extend(reference.iter().map(|&token| Some(token)));
            joined.push(None);
        }
        let mut runs = Vec::new();
        for i in 0..hypothesis.len() {
            for j in 0..joined.len() {
                let longest = (0..=joined.len())
                    .take_while(|k| {
                        hypothesis.get(i + k).is_some_and(|&token| {
                            token < vocabulary
                                && joined.get(j + k).copied().flatten() == Some(token)
                        })
                    })
                    .count();
                runs.extend((1..=longest).map(|length| (length, i * joined.len() + j, i, j)));
            }
        }
        runs.sort_unstable();
        let mut used = (vec![false; hypothesis.len()], vec![false; joined.len()]);
        let mut lengths = Vec::new();
        for (length, _, i, j) in runs.into_iter().rev() {
            if (0..length).any(|k| used.0[i + k] || used.1[j + k]) {
                continue;
            }
            (0..length).for_each(|k| {
                used.0[i + k] = true;
                used.1[j + k] = true;
            });
            lengths.push(length);
        }
        lengths
    }

    #[test]
    fn runs_do_not_cross_references() {
        assert_eq!(taken(&[0, 1, 2, 3], &[vec![0, 1], vec![2, 3]], 4), [2, 2]);
        assert_eq!(taken(&[0, 4, 1], &[vec![0, 1]], 4), [1, 1]);
        assert!(taken(&[], &[vec![0, 1]], 4).is_empty());
        assert!(taken(&[0], &[vec![]], 4).is_empty());
        assert!(taken(&[], &[], 0).is_empty());
        assert!(taken(&[4, 4], &[vec![0]], 4).is_empty());
    }

    #[test]
    fn a_thousand_equal_tokens_and_four_references() {
        // The list of all runs would have two billion entries.
        let references = vec![vec![0; 1_000], vec![0; 999], vec![0; 998], vec![0; 1_000]];
        assert_eq!(taken(&[0; 1_000], &references, 1), [1_000]);
        assert_eq!(taken(&[0; 1_000], &references[1..3], 1), [999, 1]);
    }

    #[test]
    fn two_alternating_tokens() {
        let hypothesis: Vec<u32> = (0..1_000).map(|at| at % 2).collect();
        // Blocks of lengths 1, 2, 3, ...: the worst case for the number of distinct lengths.
        let mut blocks = Vec::new();
        for length in 1..64 {
            blocks.extend((0..length).map(|at| at % 2));
            blocks.push(2);
        }
        let lengths = taken(&hypothesis, &[blocks.clone(), blocks.clone(), blocks.clone()], 3);
        assert_eq!(lengths.iter().sum::<usize>(), 1_000);
        assert!(lengths.is_sorted_by(|a, b| a >= b));
        assert_eq!(lengths[..4], [63, 63, 63, 62]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn equals_the_definition(
            hypothesis in prop::collection::vec(0_u32..4, 0..24),
            references in prop::collection::vec(prop::collection::vec(0_u32..3, 0..20), 0..4),
        ) {
            let expected = by_definition(&hypothesis, &references, 3);
            prop_assert_eq!(taken(&hypothesis, &references, 3), expected);
        }
    }
}
