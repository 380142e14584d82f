//! Levenshtein distance between lists of tokens.
//!
//! Bit-parallel (Myers 1999, in the form of Hyyrö 2003): one machine word holds 64 rows of a column
//! of the dynamic-programming table as differences. The table is cut into bands of 64 rows, one
//! after the other over the whole text; the differences at a band's lower edge are handed to the
//! next. Time is `ceil(shorter / 64) * longer` word steps, memory is one byte per token of the
//! longer list and one word per token of the vocabulary.
//!
//! This module knows nothing of texts: tokens are numbers.

/// Buffers for distances over one vocabulary.
#[derive(Clone, Debug)]
pub(super) struct EditDistance {
    /// For every token, the rows of the current band in which the pattern has it. All zero between
    /// calls.
    masks: Vec<u64>,
    /// Per column, the difference along the lower edge of the last band: bit 0 for +1, bit 1 for
    /// -1.
    edges: Vec<u8>,
}

const BAND: usize = 64;

impl EditDistance {
    /// Buffers for tokens below `vocabulary`.
    pub(super) fn new(vocabulary: usize) -> Self {
        Self { masks: vec![0; vocabulary], edges: Vec::new() }
    }

    /// The least number of insertions, deletions and substitutions that turn `a` into `b`.
    ///
    /// # Panics
    ///
    /// If a token is not below the vocabulary's size.
    pub(super) fn distance(&mut self, a: &[u32], b: &[u32]) -> usize {
        let (pattern, text) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        if pattern.is_empty() {
            return text.len();
        }
        self.edges.clear();
        // The table's first row is 0, 1, 2, ...: every difference is +1.
        self.edges.resize(text.len(), 1);
        for band in pattern.chunks(BAND) {
            for (row, &token) in band.iter().enumerate() {
                self.masks[token as usize] |= 1 << row;
            }
            self.pass(text, band.len() - 1);
            // Not `fill`: the vocabulary is far larger than a band.
            for &token in band {
                self.masks[token as usize] = 0;
            }
        }
        let up = self.edges.iter().filter(|&&edge| edge & 1 != 0).count();
        let down = self.edges.iter().filter(|&&edge| edge & 2 != 0).count();
        pattern.len() + up - down
    }

    /// Computes one band, whose last row is `last`, over all columns.
    fn pass(&mut self, text: &[u32], last: usize) {
        // Differences down the column: +1 everywhere in column 0.
        let (mut plus, mut minus) = (u64::MAX, 0_u64);
        for (edge, &token) in self.edges.iter_mut().zip(text) {
            let (plus_in, minus_in) = (u64::from(*edge & 1), u64::from(*edge >> 1));
            let mask = self.masks[token as usize];
            let vertical = mask | minus;
            let mask = mask | minus_in;
            let horizontal = ((mask & plus).wrapping_add(plus) ^ plus) | mask;
            let up = minus | !(horizontal | plus);
            let down = plus & horizontal;
            *edge = u8::from(up >> last & 1 != 0) | u8::from(down >> last & 1 != 0) << 1;
            let up = up << 1 | plus_in;
            let down = down << 1 | minus_in;
            plus = down | !(vertical | up);
            minus = up & vertical;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The textbook table.
    fn by_table(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let best = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = row[j + 1];
                row[j + 1] = best;
            }
        }
        row[b.len()]
    }

    #[test]
    fn small_cases() {
        let mut distance = EditDistance::new(5);
        assert_eq!(distance.distance(&[], &[]), 0);
        assert_eq!(distance.distance(&[1, 2], &[]), 2);
        assert_eq!(distance.distance(&[], &[1, 2]), 2);
        assert_eq!(distance.distance(&[1, 2], &[2, 1]), 2);
        assert_eq!(distance.distance(&[0, 1, 2, 3], &[0, 2, 3, 4]), 2);
    }

    #[test]
    fn many_bands() {
        // A rotation by one: one deletion and one insertion.
        let a: Vec<u32> = (0..10_000).collect();
        let b: Vec<u32> = (1..10_000).chain([0]).collect();
        let mut distance = EditDistance::new(10_000);
        assert_eq!(distance.distance(&a, &b), 2);
        assert_eq!(distance.distance(&a[..9_000], &b[1_000..]), 2 * 1_001);
        assert!(distance.masks.iter().all(|&mask| mask == 0));
    }

    proptest! {
        #[test]
        fn equals_the_table(
            a in prop::collection::vec(0_u32..4, 0..200),
            b in prop::collection::vec(0_u32..4, 0..200),
            c in prop::collection::vec(0_u32..40, 0..80),
        ) {
            let mut distance = EditDistance::new(40);
            for (x, y) in [(&a, &b), (&b, &a), (&a, &c), (&c, &b), (&c, &c)] {
                prop_assert_eq!(distance.distance(x, y), by_table(x, y));
            }
        }
    }
}
