//! What real rounds find again, for comparisons with other runs.

use super::findings::curves;
use super::row::Rounds;
use crate::presentation::{StudySection, Verdict};

/// One per pair of real rounds; what is random moves with the seed.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let curves = curves(section);
    let real = curves.iter().filter(|curve| curve.last.source == Rounds::Criteria);
    let verdicts = real.map(|curve| {
        let row = curve.last;
        let counts = row.found.zip(row.again).zip(row.reversed);
        let conclusion = match counts {
            Some(((found, again), reversed)) => {
                format!("{again} of {found} found again, {reversed} reversed")
            }
            None => format!("no verdict ({})", row.status.name()),
        };
        Verdict::new("replication", curve.title(), conclusion)
    });
    verdicts.collect()
}
