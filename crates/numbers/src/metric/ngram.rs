//! N-grams of references, counted once for any number of hypotheses.
//!
//! The n-grams of a segment's references form a tree: an n-gram is a node below the n-gram without
//! its last symbol. Each node also knows the node of the n-gram without its *first* symbol, which
//! is always there. So a hypothesis is read once, from the longest known n-gram that ends at one
//! position to the longest that ends at the next (the automaton of Aho & Corasick 1975, "Efficient
//! string matching", CACM 18). A position counts for its longest n-gram, and in the end counts
//! are passed from every n-gram to the one without its first symbol. No hash takes part, so no two n-grams
//! are ever confused.
//!
//! Symbols are token numbers or characters. A tree is small and laid out in the order in which it
//! is read, because the references of a corpus are read again for every system.

/// How the counts of several references of a segment are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Counts {
    /// The largest count of any reference (BLEU).
    #[default]
    Maximum,
    /// The count of each reference (chrF).
    Each,
}

/// N-grams of the references of many segments.
#[derive(Clone, Debug, Default)]
pub(super) struct NgramIndex {
    order: usize,
    /// Counts kept per n-gram: 1, or the number of references.
    width: usize,
    /// Of each segment: its tree's number in `narrow`, or else in `wide`.
    segments: Vec<Result<usize, usize>>,
    /// Trees whose every integer fits into 16 bits: nearly all, and half the memory to read.
    narrow: Forest<u16>,
    wide: Forest<u32>,
}

/// Trees of segments, one after another.
///
/// The nodes of a tree are numbered by order, then parent, then symbol: the root, which is the
/// empty n-gram, is 0; the children of a node follow each other; nodes of one order are a block.
#[derive(Clone, Debug, Default)]
struct Forest<T> {
    /// Of each tree: where its nodes, children and blocks begin.
    trees: Vec<(usize, usize, usize)>,
    /// Of each tree: the first node of orders 0, 1, ..., and the number of nodes.
    blocks: Vec<T>,
    /// Of each node below the largest order: its first child; then the number of nodes.
    children: Vec<T>,
    /// Last symbol of each node.
    symbols: Vec<T>,
    /// Each node without its first symbol.
    shorter: Vec<T>,
    /// Of each tree: for each of `width` counts, that of every node.
    counts: Vec<T>,
}

/// An integer of a tree.
trait Integer: Copy + Ord + Into<u32> {
    /// The largest.
    const LARGEST: usize;

    /// `value`, which is at most [`Self::LARGEST`].
    fn new(value: usize) -> Self;
}

impl Integer for u16 {
    const LARGEST: usize = Self::MAX as usize;

    #[expect(clippy::cast_possible_truncation, reason = "at most the largest")]
    fn new(value: usize) -> Self {
        value as Self
    }
}

impl Integer for u32 {
    const LARGEST: usize = Self::MAX as usize;

    #[expect(clippy::cast_possible_truncation, reason = "at most the largest")]
    fn new(value: usize) -> Self {
        value as Self
    }
}

/// Builds an [`NgramIndex`] segment by segment.
#[derive(Debug, Default)]
pub(super) struct NgramIndexBuilder {
    kept: Counts,
    references: usize,
    index: NgramIndex,
    segment: Segment,
}

impl NgramIndexBuilder {
    /// For n-grams of orders 1 to `order` of at most `references` references per segment.
    pub(super) fn new(order: usize, references: usize, kept: Counts) -> Self {
        let width = match kept {
            Counts::Maximum => 1,
            Counts::Each => references,
        };
        let index = NgramIndex { order, width, ..NgramIndex::default() };
        Self { kept, references, index, segment: Segment::default() }
    }

    /// Takes `symbols` as the text of reference `reference` of the current segment. A reference
    /// that the segment lacks is left out.
    pub(super) fn add(&mut self, reference: usize, symbols: &[u32]) {
        let order = self.index.order;
        self.segment.text.extend_from_slice(symbols);
        self.segment.starts.extend(
            (0..symbols.len()).map(|at| Start { length: order.min(symbols.len() - at), reference }),
        );
    }

    /// Ends the current segment and begins the next.
    ///
    /// Time: O(t log t) for t symbols.
    ///
    /// # Panics
    ///
    /// If the references of the segment have 2^32 n-grams.
    pub(super) fn finish_segment(&mut self) {
        let Self { kept, references, index, segment } = self;
        let NgramIndex { order, segments, narrow, wide, .. } = index;
        segment.sort(*order);
        // At most: equal n-grams share a node.
        let nodes = segment.text.len() * *order + 1;
        let largest = segment.alphabet.last().map_or(0, |&symbol| symbol as usize).max(nodes);
        segments.push(if largest <= u16::LARGEST {
            narrow.push(segment, *order, *references, *kept);
            Ok(narrow.trees.len() - 1)
        } else {
            assert!(nodes <= u32::LARGEST, "a segment in memory has fewer n-grams than 2^32");
            wide.push(segment, *order, *references, *kept);
            Err(wide.trees.len() - 1)
        });
        segment.text.clear();
        segment.starts.clear();
    }

    /// The index of the segments that were finished.
    pub(super) fn build(self) -> NgramIndex {
        self.index
    }
}

/// The n-grams that start at a position of the references of a segment.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// Of the longest; at most the largest order.
    length: usize,
    reference: usize,
}

/// The references of a segment, and buffers for its tree.
#[derive(Debug, Default)]
struct Segment {
    /// References, one after another.
    text: Vec<u32>,
    /// Of each position of `text`.
    starts: Vec<Start>,
    /// Distinct symbols, in order.
    alphabet: Vec<u32>,
    /// Of each symbol: its place in `alphabet`, from 1; 0 outside of the segment.
    ranks: Vec<u32>,
    /// Positions, in the order of the longest n-grams that start there.
    sorted: Vec<u32>,
    /// Of each of `sorted`: how many symbols it has in common with the one before it.
    common: Vec<usize>,
    keys: Vec<u64>,
    /// Of each position: the nodes of all orders that start there.
    nodes: Vec<u32>,
    /// Of each node: a position where it starts.
    firsts: Vec<u32>,
    /// Of each order from 0: its next node.
    next: Vec<usize>,
}

impl Segment {
    /// Sorts the positions by the longest n-grams, of at most `order` symbols, that start there.
    ///
    /// Symbols become ranks in the alphabet of the segment. Where the ranks of an n-gram and a
    /// position fit into 64 bits, as those of six characters do, one integer is compared in place of two
    /// slices: sorting took half of the time of chrF's references before.
    fn sort(&mut self, order: usize) {
        self.rank_symbols();
        let Self { text, alphabet, .. } = self;
        let [rank_bits, position_bits] =
            [alphabet.len(), text.len()].map(|largest| usize::BITS - largest.leading_zeros());
        let orders = u32::try_from(order).unwrap_or(u32::MAX);
        self.sorted.clear();
        self.common.clear();
        if order == 0 {
            return;
        }
        if rank_bits.saturating_mul(orders).saturating_add(position_bits) <= u64::BITS {
            self.sort_keys(orders, rank_bits, position_bits);
        } else {
            self.sort_slices();
        }
    }

    /// Finds the alphabet and the ranks in it: a table of symbols is faster than sorting the text and searching
    /// in the alphabet, which were a tenth of chrF's references.
    fn rank_symbols(&mut self) {
        let Self { text, alphabet, ranks, .. } = self;
        // Entries of the last segment alone are cleared: the table is as long as the largest symbol.
        for symbol in alphabet.drain(..) {
            ranks[symbol as usize] = 0;
        }
        let symbols = text.iter().max().map_or(0, |&largest| largest as usize + 1);
        ranks.resize(symbols.max(ranks.len()), 0);
        for &symbol in &*text {
            if std::mem::replace(&mut ranks[symbol as usize], 1) == 0 {
                alphabet.push(symbol);
            }
        }
        alphabet.sort_unstable();
        for (&symbol, rank) in alphabet.iter().zip(1..) {
            ranks[symbol as usize] = rank;
        }
    }

    fn sort_keys(&mut self, orders: u32, rank_bits: u32, position_bits: u32) {
        let Self { text, starts, ranks: rank_of, sorted, common, keys, .. } = self;
        keys.clear();
        let first_rank = rank_bits * orders.saturating_sub(1);
        let mut ranks = 0;
        // From the end: an n-gram is its first symbol and the beginning of the n-gram that follows. Rank
        // 0 is the end of a text, so that a shorter n-gram comes first.
        for (position, &symbol) in text.iter().enumerate().rev() {
            let following = if starts[position].length == 1 { 0 } else { ranks >> rank_bits };
            ranks = u64::from(rank_of[symbol as usize]) << first_rank | following;
            keys.push(ranks << position_bits | position as u64);
        }
        keys.sort_unstable();
        let unused = u64::BITS - rank_bits * orders - position_bits;
        // Ranks begin at 1, so that the first n-gram has nothing in common with this.
        let mut before = 0;
        for &key in &*keys {
            #[expect(clippy::cast_possible_truncation, reason = "it was a usize")]
            let position = (key & ((1 << position_bits) - 1)) as usize;
            let equal = ((before ^ key).leading_zeros() - unused) / rank_bits;
            // Equal n-grams differ in their positions alone; behind a short one its padding is equal, too.
            common.push((equal as usize).min(starts[position].length));
            sorted.push(u32::new(position));
            before = key;
        }
    }

    fn sort_slices(&mut self) {
        let Self { text, starts, sorted, common, .. } = self;
        let ngram = |position: u32| {
            let position = position as usize;
            &text[position..position + starts[position].length]
        };
        sorted.extend((0..text.len()).map(u32::new));
        // Equal n-grams share a node, so that their order does not matter.
        sorted.sort_unstable_by(|&a, &b| ngram(a).cmp(ngram(b)));
        let mut before: &[u32] = &[];
        for &position in &*sorted {
            let symbols = ngram(position);
            common.push(before.iter().zip(symbols).take_while(|(a, b)| a == b).count());
            before = symbols;
        }
    }
}

impl<T: Integer> Forest<T> {
    /// Takes in the tree of a sorted segment.
    ///
    /// Once the number of nodes is known, one walk over the positions makes them: a position that has its first c symbols
    /// in common with the one before begins a node of each order above c. Order by order, segments took 1.4 to 1.8 times
    /// as long (BLEU and chrF of three references, sorting included).
    fn push(&mut self, segment: &mut Segment, order: usize, references: usize, kept: Counts) {
        let (first_node, first_child) = (self.symbols.len(), self.children.len());
        let (first_block, first_count) = (self.blocks.len(), self.counts.len());
        self.trees.push((first_node, first_child, first_block));
        let nodes = self.push_blocks(segment, order);
        let Segment { text, starts, sorted, common, nodes: nodes_at, firsts, next, .. } = segment;
        self.symbols.resize(first_node + nodes, T::new(0));
        self.shorter.resize(first_node + nodes, T::new(0));
        // Those of one reference after those of another.
        self.counts.resize(first_count + nodes * references, T::new(0));
        let first: u32 = self.blocks[first_block + order].into();
        // Node 1 is the first child of the root; all others are set below.
        self.children.resize(first_child + first as usize, T::new(1));
        self.children.push(T::new(nodes));
        nodes_at.clear();
        nodes_at.resize(text.len() * order, 0);
        firsts.clear();
        firsts.resize(nodes, 0);
        let children = &mut self.children[first_child..];
        for (&position, &common) in sorted.iter().zip(&*common) {
            let Start { length, reference } = starts[position as usize];
            for order_of_node in common + 1..=length {
                let node = next[order_of_node];
                next[order_of_node] += 1;
                firsts[node] = position;
                if order_of_node < order {
                    // Without a child this is the first child of the node that follows, and the range is empty.
                    children[node] = T::new(next[order_of_node + 1]);
                }
            }
            let counts = &mut self.counts[first_count + reference * nodes..][..nodes];
            let nodes_here = &mut nodes_at[position as usize * order..][..length];
            for (node_here, next) in nodes_here.iter_mut().zip(&next[1..]) {
                let node = next - 1;
                *node_here = u32::new(node);
                let count: u32 = counts[node].into();
                counts[node] = T::new(count as usize + 1);
            }
        }
        let mut node = 1;
        for order_of_node in 1..=order {
            while node < next[order_of_node] {
                let position = firsts[node] as usize;
                self.symbols[first_node + node] =
                    T::new(text[position + order_of_node - 1] as usize);
                if order_of_node > 1 {
                    let shorter = nodes_at[(position + 1) * order + order_of_node - 2];
                    self.shorter[first_node + node] = T::new(shorter as usize);
                }
                node += 1;
            }
        }
        if kept == Counts::Maximum {
            let counts = &mut self.counts[first_count..];
            let (largest, others) = counts.split_at_mut(nodes.min(counts.len()));
            for others in others.chunks_exact(nodes) {
                for (largest, other) in largest.iter_mut().zip(others) {
                    *largest = (*largest).max(*other);
                }
            }
            self.counts.resize(first_count + nodes, T::new(0));
        }
    }

    /// Takes in where the orders begin, makes these the next nodes of the segment, and returns the number of nodes.
    fn push_blocks(&mut self, segment: &mut Segment, order: usize) -> usize {
        let Segment { starts, sorted, common, next, .. } = segment;
        // By how much the number of positions that begin a node changes from an order to the next.
        next.clear();
        next.resize(order + 2, 0);
        for (&position, &common) in sorted.iter().zip(&*common) {
            // Changes may be negative; wrapped ones add up all the same.
            next[common + 1] = next[common + 1].wrapping_add(1);
            let end = starts[position as usize].length + 1;
            next[end] = next[end].wrapping_sub(1);
        }
        let (mut node, mut begun) = (1, 0_usize);
        self.blocks.push(T::new(0));
        for next in &mut next[1..=order] {
            begun = begun.wrapping_add(*next);
            *next = node;
            self.blocks.push(T::new(node));
            node += begun;
        }
        self.blocks.push(T::new(node));
        node
    }
}

/// The tree of one segment.
#[derive(Clone, Copy)]
struct Tree<'a, T> {
    children: &'a [T],
    symbols: &'a [T],
    shorter: &'a [T],
}

impl<T: Copy + Into<u32>> Tree<'_, T> {
    /// The node of `node`'s n-gram followed by `symbol`.
    #[inline]
    fn child(&self, node: u32, symbol: u32) -> Option<u32> {
        // Beyond this size, halving is faster than looking at each.
        const FEW: usize = 8;
        let at = node as usize;
        let (&first, &end) = (self.children.get(at)?, self.children.get(at + 1)?);
        let (first, end): (u32, u32) = (first.into(), end.into());
        let symbols = &self.symbols[first as usize..end as usize];
        let position = if symbols.len() <= FEW {
            symbols.iter().position(|&other| other.into() == symbol)
        } else {
            symbols.binary_search_by_key(&symbol, |&other| other.into()).ok()
        };
        #[expect(clippy::cast_possible_truncation, reason = "nodes are numbered by u32")]
        position.map(|position| first + position as u32)
    }

    /// From the longest known n-gram at the end of a text, `node`, to that after `symbol`.
    #[inline]
    fn step(&self, mut node: u32, symbol: u32) -> u32 {
        loop {
            if let Some(child) = self.child(node, symbol) {
                return child;
            }
            if node == 0 {
                return 0;
            }
            node = self.shorter[node as usize].into();
        }
    }
}

impl<T: Copy + Into<u32>> Forest<T> {
    /// [`NgramIndex::add_matches`] for tree `tree`.
    fn add_matches(
        &self,
        tree: usize,
        symbols: &[u32],
        seen: &mut Vec<u32>,
        [order, width]: [usize; 2],
        matches: &mut [i64],
    ) {
        let (first_node, first_child, first_block) = self.trees[tree];
        let block = |order: usize| -> usize {
            let first: u32 = self.blocks[first_block + order].into();
            first as usize
        };
        let nodes = block(order + 1);
        let tree = Tree {
            children: &self.children[first_child..=first_child + block(order)],
            symbols: &self.symbols[first_node..first_node + nodes],
            shorter: &self.shorter[first_node..first_node + nodes],
        };
        seen.clear();
        seen.resize(nodes, 0);
        let mut node = 0;
        for &symbol in symbols {
            node = tree.step(node, symbol);
            seen[node as usize] += 1;
        }
        // From the longest on, so that a node has all of its count before it is passed further.
        for node in (1..nodes).rev() {
            let shorter: u32 = tree.shorter[node].into();
            seen[shorter as usize] += seen[node];
        }
        let counts = &self.counts[first_node * width..(first_node + nodes) * width];
        for (count, counts) in counts.chunks_exact(nodes).enumerate() {
            for n in 0..order {
                let block = block(n + 1)..block(n + 2);
                let pairs = seen[block.clone()].iter().zip(&counts[block]);
                let matched: u32 = pairs.map(|(&seen, &count)| seen.min(count.into())).sum();
                matches[n * width + count] += i64::from(matched);
            }
        }
    }
}

impl NgramIndex {
    /// Adds the clipped matches of a hypothesis of segment `segment` to
    /// `matches[n * width + r]`, for order n + 1 and count r: the sum over distinct n-grams of the
    /// smaller of the two counts. `seen` is a buffer.
    ///
    /// Time: linear in the hypothesis and in the number of distinct n-grams of the references.
    ///
    /// # Panics
    ///
    /// If there is no such segment, or `matches` does not have one entry per order and count.
    pub(super) fn add_matches(
        &self,
        segment: usize,
        symbols: &[u32],
        seen: &mut Vec<u32>,
        matches: &mut [i64],
    ) {
        let size = [self.order, self.width];
        assert_eq!(matches.len(), self.order * self.width, "one entry per order and count");
        match self.segments[segment] {
            Ok(tree) => self.narrow.add_matches(tree, symbols, seen, size, matches),
            Err(tree) => self.wide.add_matches(tree, symbols, seen, size, matches),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn matches(index: &NgramIndex, segment: usize, symbols: &[u32]) -> Vec<i64> {
        let mut matches = vec![0; index.order * index.width];
        index.add_matches(segment, symbols, &mut vec![9], &mut matches);
        matches
    }

    fn index(order: usize, segments: &[Vec<Vec<u32>>], kept: Counts) -> NgramIndex {
        let references = segments.iter().map(Vec::len).max().unwrap_or(0);
        let mut builder = NgramIndexBuilder::new(order, references, kept);
        for segment in segments {
            for (reference, symbols) in segment.iter().enumerate() {
                builder.add(reference, symbols);
            }
            builder.finish_segment();
        }
        builder.build()
    }

    #[test]
    fn matches_are_clipped() {
        let segments = [vec![vec![], vec![]], vec![vec![1, 1, 2], vec![1, 2, 1, 2]]];
        let maximum = index(2, &segments, Counts::Maximum);
        // 1: two of three; 2: both; 1 1: one of one; 1 2: one of one; 2 1: one of one.
        assert_eq!(matches(&maximum, 1, &[1, 1, 2, 1, 3, 2]), [4, 3]);
        assert_eq!(matches(&maximum, 0, &[1, 1, 2]), [0, 0], "a segment without n-grams");
        assert_eq!(matches(&maximum, 1, &[]), [0, 0]);
        let each = index(2, &segments, Counts::Each);
        assert_eq!(matches(&each, 1, &[1, 1, 2, 1, 3, 2]), [3, 4, 2, 2]);
        assert_eq!(matches(&index(0, &segments, Counts::Each), 1, &[1]), [0; 0]);
        assert_eq!(matches(&index(2, &[vec![]], Counts::Each), 0, &[1]), [0; 0]);
    }

    #[test]
    fn large_segments_match_themselves() {
        let symbols: Vec<u32> = (0..100_000_u32).map(|i| i * 7919 % 1009 % 91).collect();
        let index = index(4, &[vec![symbols.clone()]], Counts::Maximum);
        assert_eq!(matches(&index, 0, &symbols), [100_000, 99_999, 99_998, 99_997]);
    }

    fn count(symbols: &[u32], order: usize) -> BTreeMap<&[u32], i64> {
        let mut counts = BTreeMap::new();
        for ngram in symbols.windows(order) {
            *counts.entry(ngram).or_default() += 1;
        }
        counts
    }

    proptest! {
        /// The definition, literally.
        #[test]
        fn clipped_matches_equal_their_definition(
            segments in prop::collection::vec(
                prop::collection::vec(prop::collection::vec(0_u32..15, 0..30), 0..4),
                1..4,
            ),
            hypothesis in prop::collection::vec(0_u32..16, 0..30),
            shift in prop::sample::select(vec![0_u32, 1 << 20]),
            // Long ones do not fit into an integer to sort by.
            order in prop_oneof![1_usize..7, 16_usize..20],
        ) {
            // Large symbols take the other width of integers.
            let shifted = |text: Vec<u32>| text.into_iter().map(|symbol| symbol + shift).collect();
            let segments: Vec<Vec<Vec<u32>>> = segments.into_iter().map(|texts: Vec<Vec<u32>>| texts.into_iter().map(shifted).collect()).collect();
            let hypothesis: Vec<u32> = shifted(hypothesis);
            let each = index(order, &segments, Counts::Each);
            let maximum = index(order, &segments, Counts::Maximum);
            for (number, references) in segments.iter().enumerate() {
                let (mut sums, mut largest) = (vec![0; order * each.width], vec![0; order]);
                for n in 1..=order {
                    let counts: Vec<_> = references.iter().map(|text| count(text, n)).collect();
                    for (ngram, seen) in count(&hypothesis, n) {
                        let known = |counts: &BTreeMap<&[u32], i64>| {
                            counts.get(ngram).copied().unwrap_or(0)
                        };
                        for (reference, counts) in counts.iter().enumerate() {
                            sums[(n - 1) * each.width + reference] += seen.min(known(counts));
                        }
                        largest[n - 1] += seen.min(counts.iter().map(known).max().unwrap_or(0));
                    }
                }
                prop_assert_eq!(matches(&each, number, &hypothesis), sums);
                prop_assert_eq!(matches(&maximum, number, &hypothesis), largest);
            }
        }
    }
}
