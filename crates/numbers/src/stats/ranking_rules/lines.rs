//! The lines that rules draw between groups of systems.

/// How lines follow from the verdicts of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRule {
    /// Where every pair across differs (WMT24 and WMT26).
    AllPairs,
    /// Where the ranges of ranks end: those go up and down until the first neighbour that differs (WMT25).
    FirstDifference,
    /// Where neighbours differ (Pearmut, the groups of the file of WMT25, the local lines of WMT26).
    Neighbours,
}

/// Verdicts of all pairs of `systems`, the best first: whether the systems at two places differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairVerdicts {
    systems: usize,
    /// `differ[j * systems + k]`, for j < k.
    differ: Vec<bool>,
}

impl PairVerdicts {
    /// From a verdict of each pair of places.
    pub fn new(systems: usize, mut differs: impl FnMut(usize, usize) -> bool) -> Self {
        let mut differ = vec![false; systems * systems];
        for first in 0..systems {
            for second in first + 1..systems {
                differ[first * systems + second] = differs(first, second);
            }
        }
        Self { systems, differ }
    }

    /// Whether the systems at two places differ.
    pub fn differ(&self, one: usize, other: usize) -> bool {
        self.differ[one.min(other) * self.systems + one.max(other)]
    }

    /// Whether all pairs across the line after the first `above` systems differ.
    pub fn differ_across(&self, above: usize) -> bool {
        (0..above).all(|first| (above..self.systems).all(|second| self.differ(first, second)))
    }

    /// Best and worst rank of the system at a place, counted from 1: as many better ones as differ from it by all pairs
    /// (`LineRule::AllPairs`), else up and down to the first that differs.
    pub fn range(&self, place: usize, rule: LineRule) -> (usize, usize) {
        let (mut above, mut below) = (0..place, place + 1..self.systems);
        match rule {
            LineRule::AllPairs => (
                above.filter(|other| self.differ(*other, place)).count() + 1,
                self.systems - below.filter(|other| self.differ(place, *other)).count(),
            ),
            LineRule::FirstDifference | LineRule::Neighbours => (
                above.rfind(|other| self.differ(*other, place)).map_or(1, |other| other + 2),
                below.find(|other| self.differ(place, *other)).unwrap_or(self.systems),
            ),
        }
    }

    /// Numbers of systems above each line.
    pub fn lines(&self, rule: LineRule) -> Vec<usize> {
        let between = 1..self.systems;
        match rule {
            LineRule::AllPairs => between.filter(|above| self.differ_across(*above)).collect(),
            LineRule::Neighbours => {
                between.filter(|above| self.differ(above - 1, *above)).collect()
            }
            LineRule::FirstDifference => {
                let ranges: Vec<(usize, usize)> =
                    (0..self.systems).map(|place| self.range(place, rule)).collect();
                between
                    .filter(|above| {
                        ranges[..*above].iter().all(|(_, worst)| worst <= above)
                            && ranges[*above..].iter().all(|(best, _)| best > above)
                    })
                    .collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five systems: all pairs with D or E differ but D and E themselves; of the rest only B and C.
    #[test]
    fn rules_draw_their_own_lines() {
        let verdicts =
            PairVerdicts::new(5, |one, other| (other >= 3 && one < 3) || (one, other) == (1, 2));
        let [all_pairs, first_difference] = [LineRule::AllPairs, LineRule::FirstDifference]
            .map(|rule| [0, 1, 2, 3, 4].map(|place| verdicts.range(place, rule)));
        assert_eq!(all_pairs, [(1, 3), (1, 2), (2, 3), (4, 5), (4, 5)]);
        assert_eq!(first_difference, [(1, 3), (1, 2), (3, 3), (4, 5), (4, 5)]);
        assert_eq!(verdicts.lines(LineRule::AllPairs), [3]);
        assert_eq!(verdicts.lines(LineRule::FirstDifference), [3]);
        assert_eq!(verdicts.lines(LineRule::Neighbours), [2, 3]);
    }
}
