//! Random signs of items, and sums of scores under them.
//!
//! A permutation of a paired test exchanges two systems on some items, which turns the sign of their
//! difference there. Signed sums of several columns of scores are made side by side, six items at a
//! time: their 64 signed sums are few enough to be looked up.

use std::ops::Range;

use rand::Rng;

use crate::stats::kernel::{Vectorised, chosen};
use crate::stats::random::StreamKey;

/// Permutations of an item whose signs are one word of the stream.
pub(super) const WORD: usize = 64;

/// Items whose signs are all enumerated at most.
const ENUMERATED: usize = 20;

/// Blocks of random signs, and permutations of each: a multiple of 64.
// With these the noise of a value is some .0002 (WMT 2023).
const BLOCKS: usize = 20;
const OF_BLOCK: usize = 1024;

/// Columns whose sums are made side by side.
// Eight floats of 64 bits fill a register of 512.
pub(super) const LANES: usize = 8;

/// Items whose signed sums are looked up together.
const GROUP: usize = 6;

/// Signs of a group.
const TABLE: usize = 1 << GROUP;

/// Groups whose tables lie in the nearest cache together.
// Four tables of 64 rows of 64 bytes are 16 KiB.
const BATCH: usize = 4;

/// Scores of one item, by column.
pub(super) type Row = [f64; LANES];

/// What a permutation counts that gives exactly what was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// Half (mid-p).
    Half,
    /// As much as a larger one.
    Full,
}

/// Random signs: one for each item and permutation. Permutations come in blocks of the same size, each of which gives a
/// value by itself: how far these are apart is the noise of their mean.
#[derive(Clone, Debug)]
pub struct Signs {
    items: usize,
    permutations: usize,
    /// Permutations of a block.
    of_block: usize,
    ties: Ties,
    /// Batch by batch and permutation by permutation, a bit for each of six items of each group.
    masks: Vec<[u8; BATCH]>,
}

impl Signs {
    /// Signs as exact as they need to be: all of up to 20 items, else 20 blocks of 1,024 random permutations.
    pub fn fine(items: usize, key: &StreamKey) -> Self {
        if items <= ENUMERATED {
            return Self::all(items);
        }
        Self { of_block: OF_BLOCK, ..Self::new(items, BLOCKS * OF_BLOCK, key) }
    }

    /// The first of these blocks alone, for tests that compute soft pairwise accuracy again in every draw.
    pub fn coarse(items: usize, key: &StreamKey) -> Self {
        Self::new(items, OF_BLOCK, key)
    }

    /// Signs of `items` items in one block of at least `permutations` permutations (rounded up to a multiple of 64),
    /// from the stream of `key`.
    pub fn new(items: usize, permutations: usize, key: &StreamKey) -> Self {
        let blocks = permutations.div_ceil(WORD);
        let mut signs = Self::plain(items, blocks * WORD);
        for block in 0..blocks {
            let mut random = key.generator(block as u64);
            for item in 0..items {
                let word = random.next_u64();
                for lane in 0..WORD {
                    if word >> lane & 1 == 1 {
                        signs.turn(item, block * WORD + lane);
                    }
                }
            }
        }
        signs
    }

    /// All signs of few items: every permutation once.
    ///
    /// # Panics
    ///
    /// Beyond 20 items.
    pub fn all(items: usize) -> Self {
        assert!(items <= ENUMERATED, "2^{items} permutations are too many");
        let all = 1_usize << items;
        // Below 64 permutations each comes several times.
        let permutations = all.div_ceil(WORD) * WORD;
        let mut signs = Self::plain(items, permutations);
        for permutation in 0..permutations {
            for item in (0..items).filter(|item| permutation >> item & 1 == 1) {
                signs.turn(item, permutation);
            }
        }
        signs
    }

    fn plain(items: usize, permutations: usize) -> Self {
        let batches = items.div_ceil(BATCH * GROUP);
        let ties = Ties::Half;
        let masks = vec![[0; BATCH]; batches * permutations];
        Self { items, permutations, of_block: permutations, ties, masks }
    }

    /// Signs that are negative where `is_negative` says so, asked permutation by permutation.
    pub(super) fn from_fn(
        items: usize,
        permutations: usize,
        ties: Ties,
        mut is_negative: impl FnMut() -> bool,
    ) -> Self {
        let mut signs = Self { ties, ..Self::plain(items, permutations) };
        for permutation in 0..permutations {
            for item in 0..items {
                if is_negative() {
                    signs.turn(item, permutation);
                }
            }
        }
        signs
    }

    /// Sums of one column in 32-bit floats, item by item.
    pub(super) fn sums_of_floats(&self, values: &[f32]) -> Vec<f32> {
        (0..self.permutations)
            .map(|permutation| {
                values.iter().enumerate().fold(0.0_f32, |sum, (item, value)| {
                    let (batch, place) = (item / (BATCH * GROUP), item % (BATCH * GROUP));
                    let mask = self.masks[batch * self.permutations + permutation][place / GROUP];
                    if mask >> (place % GROUP) & 1 == 1 { sum - value } else { sum + value }
                })
            })
            .collect()
    }

    /// p of a block in which `above` sums exceed the observed one and `at_least` reach it.
    pub(super) fn p(&self, above: f64, at_least: f64) -> f64 {
        let extreme = match self.ties {
            Ties::Half => 0.5 * (above + at_least),
            Ties::Full => at_least,
        };
        extreme / self.of_block as f64
    }

    fn turn(&mut self, item: usize, permutation: usize) {
        let (batch, place) = (item / (BATCH * GROUP), item % (BATCH * GROUP));
        self.masks[batch * self.permutations + permutation][place / GROUP] |= 1 << (place % GROUP);
    }

    /// Number of permutations.
    pub fn permutations(&self) -> usize {
        self.permutations
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.permutations.checked_div(self.of_block).unwrap_or(1)
    }

    /// The block of a permutation.
    pub(super) fn block(&self, permutation: usize) -> usize {
        permutation / self.of_block
    }

    /// Sums of columns under each permutation; `rows` are the columns' values of each item.
    pub(super) fn sums(&self, rows: &[Row]) -> Vec<Row> {
        self.sums_of(rows, 0..self.permutations)
    }

    /// The same under some of the permutations. O(items permutations / 6).
    ///
    /// # Panics
    ///
    /// If there are more rows than items with signs, or fewer permutations.
    pub(super) fn sums_of(&self, rows: &[Row], permutations: Range<usize>) -> Vec<Row> {
        assert!(rows.len() <= self.items, "{} items have signs, not {}", self.items, rows.len());
        let mut sums = vec![[0.0; LANES]; permutations.len()];
        if self.permutations == 0 {
            return sums;
        }
        let mut tables = [[[0.0; LANES]; TABLE]; BATCH];
        for (batch, masks) in
            rows.chunks(BATCH * GROUP).zip(self.masks.chunks_exact(self.permutations))
        {
            for (group, table) in tables.iter_mut().enumerate() {
                fill(table, batch.get(group * GROUP..).unwrap_or_default());
            }
            let masks = &masks[permutations.clone()];
            chosen().run(LookUp { tables: &tables, masks, sums: &mut sums });
        }
        sums
    }
}

/// Adds the signed sums of a batch under each permutation.
struct LookUp<'a> {
    tables: &'a [[Row; TABLE]; BATCH],
    masks: &'a [[u8; BATCH]],
    sums: &'a mut [Row],
}

impl Vectorised for LookUp<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
    #[inline(always)]
    fn run(self) {
        let [first, second, third, fourth] = self.tables;
        for (sum, mask) in self.sums.iter_mut().zip(self.masks) {
            let [one, two, three, four] = mask.map(|mask| usize::from(mask) % TABLE);
            let (one, two) = (&first[one], &second[two]);
            let (three, four) = (&third[three], &fourth[four]);
            // Not in place: compilers see vectors where a row is made as a whole.
            *sum = std::array::from_fn(|lane| {
                sum[lane] + ((one[lane] + two[lane]) + (three[lane] + four[lane]))
            });
        }
    }
}

/// All signed sums of the first six of these rows.
fn fill(table: &mut [Row; TABLE], rows: &[Row]) {
    let row = |item: usize| rows.get(item).copied().unwrap_or([0.0; LANES]);
    table[0] = [0.0; LANES];
    for item in 0..GROUP {
        for (sum, value) in table[0].iter_mut().zip(row(item)) {
            *sum += value;
        }
    }
    for signs in 1..TABLE {
        let (before, lowest) = (signs & (signs - 1), row(signs.trailing_zeros() as usize));
        let mut sums = table[before];
        for (sum, value) in sums.iter_mut().zip(lowest) {
            *sum -= 2.0 * value;
        }
        table[signs] = sums;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    /// Sums by the bits of the stream, item by item; rows that end within a batch and a group.
    #[test]
    fn sums_follow_the_bits() {
        let key = StreamKey::new(3, Purpose::Generator).text("signs");
        let signs = Signs::new(53, 100, &key);
        assert_eq!((signs.permutations(), signs.items()), (128, 53));
        for items in [1, 6, 24, 25, 53] {
            let rows: Vec<Row> = (0..items)
                .map(|item| std::array::from_fn(|lane| ((item * 7 + lane * 5) % 11) as f64 - 4.0))
                .collect();
            let sums = signs.sums(&rows);
            for block in 0..2 {
                let mut random = key.generator(block as u64);
                let words: Vec<u64> = (0..53).map(|_| random.next_u64()).collect();
                for bit in 0..WORD {
                    for lane in 0..LANES {
                        let signed = rows.iter().zip(&words);
                        let signed =
                            signed.map(
                                |(row, word)| {
                                    if word >> bit & 1 == 1 { -row[lane] } else { row[lane] }
                                },
                            );
                        let expected: f64 = signed.sum();
                        assert!((sums[block * WORD + bit][lane] - expected).abs() < 1e-12);
                    }
                }
            }
        }
    }

    impl Signs {
        /// Number of items that have signs.
        pub(in crate::stats) fn items(&self) -> usize {
            self.items
        }
    }
}
