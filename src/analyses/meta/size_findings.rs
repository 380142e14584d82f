//! How many segments and systems it takes to judge metrics, in words.

use super::MetaRankingRow;
use super::contest::Contest;
use crate::analyses::common::phrases::{chance, rounded};
use crate::presentation::{Rows, share};

impl Contest<'_> {
    /// How often two campaigns of this size agree on the best metric, and how many segments and systems would settle it.
    pub(super) fn size_sentence(&self) -> Option<String> {
        let segments = self.whole("segments")?;
        let systems = self.whole("systems");
        let of_texts = chance(segments.expected_best?);
        let of_systems = systems.and_then(|row| row.expected_best).map(chance);
        let of_systems =
            of_systems.map_or_else(String::new, |share| format!(", with other systems in {share}"));
        let needs: Vec<String> =
            [Some(segments), systems].into_iter().flatten().map(need).collect();
        Some(format!(
            "Two campaigns of this size on other texts would agree on the best metric in {of_texts} of cases{of_systems}; \
             {} % takes {}.",
            share(segments.probability),
            needs.join(", or ")
        ))
    }

    /// The row of all segments, or of all systems.
    fn whole(&self, varied: &str) -> Option<&MetaRankingRow> {
        let rows: Rows<'_, MetaRankingRow> = self.rankings.keep(|row| &*row.varied == varied);
        rows.of_largest(|row| Some(row.size)).first()
    }
}

/// `900 segments`, `more than 1,536 systems`.
fn need(row: &MetaRankingRow) -> String {
    let what = &row.varied;
    match row.best_from {
        Some(size) => format!("{} {what}", rounded(size)),
        None => format!("more than {} {what}", rounded(128.0 * row.available)),
    }
}
