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

/// A position in the references of a segment, and the n-grams that start there.
#[derive(Clone, Copy, Debug)]
struct Start {
    position: usize,
    /// The longest n-gram; at most the largest order.
    length: usize,
    reference: usize,
}

/// Builds an [`NgramIndex`] segment by segment.
#[derive(Debug, Default)]
pub(super) struct NgramIndexBuilder {
    kept: Counts,
    references: usize,
    index: NgramIndex,
    /// References of the current segment, one after another.
    text: Vec<u32>,
    starts: Vec<Start>,
    /// Node of the current order, and of the order before, that starts at each position.
    nodes: Vec<u32>,
    parents: Vec<u32>,
    /// The tree of the current segment, alone.
    tree: Forest<u32>,
    /// `references` counts of each of its nodes.
    counts: Vec<u32>,
}

impl NgramIndexBuilder {
    /// For n-grams of orders 1 to `order` of at most `references` references per segment.
    pub(super) fn new(order: usize, references: usize, kept: Counts) -> Self {
        let width = match kept {
            Counts::Maximum => 1,
            Counts::Each => references,
        };
        let index = NgramIndex { order, width, ..NgramIndex::default() };
        Self { kept, references, index, ..Self::default() }
    }

    /// Takes `symbols` as the text of reference `reference` of the current segment. A reference
    /// that the segment lacks is left out.
    pub(super) fn add(&mut self, reference: usize, symbols: &[u32]) {
        let (first, order) = (self.text.len(), self.index.order);
        self.text.extend_from_slice(symbols);
        self.starts.extend((0..symbols.len()).map(|at| Start {
            position: first + at,
            length: order.min(symbols.len() - at),
            reference,
        }));
    }

    /// Ends the current segment and begins the next.
    ///
    /// Time: O(t log t) for t symbols.
    ///
    /// # Panics
    ///
    /// If the references of the segment have 2^32 distinct n-grams.
    pub(super) fn finish_segment(&mut self) {
        let Self { text, starts, .. } = self;
        let ngram = |start: &Start| &text[start.position..start.position + start.length];
        starts.sort_unstable_by(|a, b| ngram(a).cmp(ngram(b)));
        self.parents.clear();
        self.parents.resize(self.text.len() + 1, 0);
        self.nodes.clone_from(&self.parents);
        self.tree.clear();
        self.counts.clear();
        self.push_node(0, 0);
        self.tree.blocks.push(0);
        for order in 1..=self.index.order {
            self.push_order(order);
            std::mem::swap(&mut self.nodes, &mut self.parents);
        }
        let nodes = self.node_count();
        self.tree.blocks.push(nodes);
        self.tree.children.push(nodes);
        self.push_counts();
        let NgramIndex { segments, narrow, wide, .. } = &mut self.index;
        segments.push(
            narrow.push(&self.tree).ok_or_else(|| {
                wide.push(&self.tree).expect("integers of 32 bits fit into 32 bits")
            }),
        );
        self.text.clear();
        self.starts.clear();
    }

    /// Number of nodes of the current segment.
    fn node_count(&self) -> u32 {
        let count = self.tree.symbols.len();
        u32::try_from(count).expect("a segment in memory has fewer n-grams than 2^32")
    }

    fn push_node(&mut self, symbol: u32, shorter: u32) {
        self.tree.symbols.push(symbol);
        self.tree.shorter.push(shorter);
        self.counts.resize(self.counts.len() + self.references, 0);
    }

    /// Makes the nodes of `order`. Since starts are sorted, equal n-grams follow each other.
    fn push_order(&mut self, order: usize) {
        let block = self.node_count();
        self.tree.blocks.push(block);
        let mut last = None;
        for at in 0..self.starts.len() {
            let Start { position, length, reference } = self.starts[at];
            if length < order {
                continue;
            }
            let (parent, symbol) = (self.parents[position], self.text[position + order - 1]);
            let mut node = self.node_count();
            if last.replace((parent, symbol)) == Some((parent, symbol)) {
                node -= 1;
            } else {
                // Parents come in order; those passed over have no child.
                let parents = self.tree.children.len().max(parent as usize + 1);
                self.tree.children.resize(parents, node);
                self.push_node(symbol, self.parents[position + 1]);
            }
            self.nodes[position] = node;
            self.counts[node as usize * self.references + reference] += 1;
        }
        self.tree.children.resize(block as usize, self.node_count());
    }

    /// Puts the counts of one reference after those of another.
    fn push_counts(&mut self) {
        let Self { tree, counts, references, .. } = self;
        let by_node = || counts.chunks_exact((*references).max(1));
        match self.kept {
            Counts::Maximum if *references == 0 => tree.counts.resize(tree.symbols.len(), 0),
            Counts::Maximum => {
                let maxima = by_node().map(|counts| counts.iter().copied().max().unwrap_or(0));
                tree.counts.extend(maxima);
            }
            Counts::Each => {
                for reference in 0..*references {
                    tree.counts.extend(by_node().map(|counts| counts[reference]));
                }
            }
        }
    }

    /// The index of the segments that were finished.
    pub(super) fn build(self) -> NgramIndex {
        self.index
    }
}

impl<T: Copy + TryFrom<u32>> Forest<T> {
    fn clear(&mut self) {
        let Self { trees, blocks, children, symbols, shorter, counts } = self;
        trees.clear();
        [blocks, children, symbols, shorter, counts].into_iter().for_each(Vec::clear);
    }

    /// Takes in the only tree of `other` and returns its number; `None`, and no change, if one of
    /// its integers does not fit.
    fn push(&mut self, other: &Forest<u32>) -> Option<usize> {
        let Forest { trees: _, blocks, children, symbols, shorter, counts } = other;
        let all = [blocks, children, symbols, shorter, counts];
        if !all.into_iter().flatten().all(|&value| T::try_from(value).is_ok()) {
            return None;
        }
        self.trees.push((self.symbols.len(), self.children.len(), self.blocks.len()));
        let narrow = |values: &'_ Vec<u32>| -> Vec<T> {
            values.iter().filter_map(|&value| T::try_from(value).ok()).collect()
        };
        self.blocks.extend(narrow(blocks));
        self.children.extend(narrow(children));
        self.symbols.extend(narrow(symbols));
        self.shorter.extend(narrow(shorter));
        self.counts.extend(narrow(counts));
        Some(self.trees.len() - 1)
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
            order in 1_usize..7,
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
