//! Tokens as small integers.

use rustc_hash::FxHashMap;

/// Gives every distinct string a number: 0, 1, 2, ... in order of first appearance.
#[derive(Clone, Debug, Default)]
pub(super) struct Interner {
    /// Never iterated, so that its order cannot matter.
    ids: FxHashMap<Box<str>, u32>,
}

impl Interner {
    /// Stands for a string without a number; no string has it as its number.
    pub(super) const UNKNOWN: u32 = u32::MAX;

    /// No string yet.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// The number of `token`, a new one if it has none.
    ///
    /// # Panics
    ///
    /// If there are 2^32 - 1 distinct tokens, whose texts would not fit into memory.
    pub(super) fn intern(&mut self, token: &str) -> u32 {
        if let Some(&id) = self.ids.get(token) {
            return id;
        }
        let id = u32::try_from(self.ids.len()).expect("fewer distinct tokens than 2^32");
        assert_ne!(id, Self::UNKNOWN, "fewer distinct tokens than 2^32 - 1");
        self.ids.insert(token.into(), id);
        id
    }

    /// The number of `token`, if it has one.
    #[inline]
    pub(super) fn get(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// How many numbers are given.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_stable() {
        let mut interner = Interner::new();
        let ids: Vec<_> = ["b", "a", "b", "", "a"].map(|token| interner.intern(token)).to_vec();
        assert_eq!(ids, [0, 1, 0, 2, 1]);
        assert_eq!((interner.get("a"), interner.get("c"), interner.len()), (Some(1), None, 3));
    }
}
