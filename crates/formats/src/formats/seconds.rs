//! How long a rating takes.

use std::collections::BTreeMap;

/// Times at which people finished ratings.
#[derive(Default)]
pub(super) struct Clock<'a> {
    ends: BTreeMap<&'a str, Vec<f64>>,
    /// Seconds that ratings are known to have taken.
    known: Vec<f64>,
}

impl<'a> Clock<'a> {
    /// `judge` finished a rating at this time, in seconds: it took the time since the one before.
    pub(super) fn end(&mut self, judge: &'a str, time: f64) {
        self.ends.entry(judge).or_default().push(time);
    }

    /// `count` ratings took this many seconds.
    pub(super) fn took(&mut self, seconds: f64, count: usize) {
        let each = seconds / count.max(1) as f64;
        if each > 0.0 {
            self.known.extend(std::iter::repeat_n(each, count));
        }
    }

    /// Median seconds of a rating, the lower of the two if their number is even. Pauses are among them,
    /// and move it little.
    pub(super) fn median(self) -> Option<f64> {
        let mut seconds = self.known;
        for mut ends in self.ends.into_values() {
            ends.sort_by(f64::total_cmp);
            let gaps = ends.windows(2).map(|pair| pair[1] - pair[0]);
            seconds.extend(gaps.filter(|gap| *gap > 0.0));
        }
        seconds.sort_by(f64::total_cmp);
        seconds.get(seconds.len().checked_sub(1)? / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_takes_the_time_since_the_one_before() {
        let mut clock = Clock::default();
        for (judge, time) in [("a", 30.0), ("b", 5.0), ("a", 10.0), ("a", 40.0), ("b", 5.0)] {
            clock.end(judge, time);
        }
        // 20 and 10 of a; b finished two at once, which says nothing.
        assert_eq!(clock.median(), Some(10.0));
        let mut clock = Clock::default();
        clock.took(60.0, 3);
        clock.took(5.0, 1);
        assert_eq!(clock.median(), Some(20.0));
        assert_eq!(Clock::default().median(), None);
    }
}
