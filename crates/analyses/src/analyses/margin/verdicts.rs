//! Which wanted margins are reached, for comparisons with other runs.

use super::worst::by_metric;
use crate::presentation::{StudySection, Verdict};

/// One per metric and system with a wanted margin, on the largest test set.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for metric in by_metric(section) {
        for row in metric.rows.iter() {
            let Some(wanted) = row.wanted else { continue };
            let verdict = match row.margin {
                Some(margin) if margin <= wanted => "the wanted margin is reached".to_owned(),
                Some(_) => "the wanted margin is not reached".to_owned(),
                None => format!("no margin ({})", row.cell.status.name()),
            };
            let about = format!("{}, {}", metric.title, row.cell.system());
            verdicts.push(Verdict::new("margin", about, verdict));
        }
    }
    verdicts
}
