//! How many segments and systems it takes to judge metrics, in words.

use super::MetaRankingRow;
use super::contest::Contest;
use crate::analyses::common::phrases::{chance, rounded};
use crate::presentation::{Rows, share};

impl Contest<'_> {
    /// What two campaigns of this size have in common, and how many segments and systems would settle which metric is best.
    pub(super) fn sizes(&self) -> Option<String> {
        let [segments, systems] = ["segments", "systems"].map(|varied| self.of_varied(varied));
        let now = segments.as_ref().and_then(|rows| {
            let largest = rows.of_largest(|row| Some(row.size));
            let row = largest.first()?;
            Some(format!(
                "New texts of this size would leave the best metric the best with a probability of {}",
                chance(row.expected_best?)
            ))
        });
        let other = systems.as_ref().and_then(|rows| {
            let largest = rows.of_largest(|row| Some(row.size));
            Some(format!(", as many new systems of {}", chance(largest.first()?.expected_best?)))
        });
        let now = now? + &other.unwrap_or_default();
        let rows = [&segments, &systems].into_iter().flatten();
        let needs: Vec<String> = rows.filter_map(|rows| need(rows.first()?)).collect();
        let wanted = segments.as_ref().or(systems.as_ref())?.first()?.probability;
        Some(match needs.as_slice() {
            [] => format!("{now}."),
            needs => format!("{now}; {} % takes {}.", share(wanted), needs.join(", or ")),
        })
    }

    fn of_varied(&self, varied: &str) -> Option<Rows<'_, MetaRankingRow>> {
        let rows = self.rankings.keep(|row| &*row.varied == varied);
        (!rows.is_empty()).then_some(rows)
    }
}

/// `about 900 segments with the same systems`.
fn need(row: &MetaRankingRow) -> Option<String> {
    let with = match &*row.varied {
        "segments" => "segments of the same systems",
        _ => "systems on the same texts",
    };
    match row.best_from {
        Some(size) => Some(format!("{} {with}", rounded(size))),
        None => row
            .expected_best
            .map(|_| format!("more than {} {with}", rounded(128.0 * row.available))),
    }
}
