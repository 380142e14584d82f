//! Which metrics are best, for comparisons with other runs.

use std::cmp::Ordering;

use super::contest::contests;
use crate::presentation::{StudySection, Verdict};

/// The best metric by each measure, and how many are not significantly worse.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let contests = contests(section);
    let verdicts = contests.iter().map(|contest| {
        let best = contest.ranked.first();
        let conclusion = best.map_or_else(
            || "no metric".to_owned(),
            |best| {
                let tied = contest.best()[1..].iter().copied();
                let near = contest.below_best(Some(Ordering::Equal));
                let mut names: Vec<String> =
                    tied.chain(near).map(|row| contest.title(row)).collect();
                names.sort();
                names.insert(0, contest.title(best));
                names.join(", ")
            },
        );
        Verdict::new("meta", contest.measure(), conclusion)
    });
    verdicts.collect()
}
