//! How many segments and systems it takes to judge metrics, in words.

use super::MetaRankingRow;
use super::contest::Contest;
use super::words::Varied;
use crate::presentation::{chance, rounded, share};

impl Contest<'_> {
    /// How often two campaigns of this size agree on the best metric, and how many segments and systems would settle it.
    pub(super) fn size_sentence(&self) -> Option<String> {
        let segments = self.whole(Varied::Segments)?;
        let probability = share(segments.probability);
        let of_texts = chance(segments.expected_best?);
        // Halves of this campaign: the largest parts that share no text.
        let halves =
            self.rankings.keep(|row| row.varied == Varied::Segments && row.seen_best.is_some());
        let halves = halves.of_largest(|row| Some(row.size));
        let seen = halves.first().and_then(|row| Some((row.size, row.seen_best?)));
        let is_seen = seen.is_some_and(|(_, seen)| seen >= segments.probability);
        let mut text = format!(
            "Two campaigns of this size on other texts, with the same systems, are expected to agree on the best metric in \
             {of_texts} of cases"
        );
        if let Some((size, seen)) = seen {
            text = format!("{text} (parts of {} segments: {})", rounded(size), chance(seen));
        }
        if !is_seen {
            text = format!("{text}; {probability} % is expected from {}", need(segments));
        }
        text += ".";
        if let Some((systems, agree)) =
            self.whole(Varied::Systems).and_then(|row| Some((row, row.expected_best?)))
        {
            text = format!(
                "{text} With other systems on the same texts: {}; {probability} % from {}.",
                chance(agree),
                need(systems)
            );
        }
        Some(text)
    }

    /// The row of all segments, or of all systems.
    fn whole(&self, varied: Varied) -> Option<&MetaRankingRow> {
        self.rankings.keep(|row| row.varied == varied).of_largest(|row| Some(row.size)).first()
    }
}

/// `900 segments`, `more than 1,536 systems`.
fn need(row: &MetaRankingRow) -> String {
    let what = row.varied.name();
    match row.best_from {
        Some(size) => format!("{} {what}", rounded(size)),
        // Seven doublings, as far as sizes are looked for (`FARTHEST` of `sizes`).
        None => format!("more than {} {what}", rounded(128.0 * row.available)),
    }
}
