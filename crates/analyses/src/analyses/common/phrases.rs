//! Phrases that findings share.

use crate::analyses::comparison::options::Adjustment;
use crate::presentation::{Rows, StudySection, counted_mean, number, rounded, share, spread};
use crate::stats::freedom::Freedom;
use crate::table::ReportRow;
use crate::words::{capitalised, counted, grouped_count};

/// Lines of the table of a finding, at most.
pub(crate) const MOST_LINES: usize = 12;

/// `1 document`, `1,200 documents`.
pub(crate) fn documents(number: f64) -> String {
    counted_mean(number, "document")
}

/// `4 times in 5`, or a percentage.
pub(crate) fn how_often(power: f64) -> String {
    if (power - 0.8).abs() < 1e-9 {
        "4 times in 5".to_owned()
    } else {
        format!("with a probability of {} %", share(power))
    }
}

/// Number of effective documents below which an interval is a rough guide.
const ROUGH: f64 = 5.0;

/// What long documents do, where they are so long that people should know.
pub(crate) fn uneven_documents(freedom: Freedom, documents: u64) -> Option<String> {
    let Freedom { effective_units, longest_share, .. } = freedom;
    if !freedom.is_uneven() {
        return None;
    }
    let rough = if effective_units < ROUGH { "; intervals are a rough guide" } else { "" };
    Some(format!(
        "The longest document has {} % of the segments: {} are worth {} of equal length{rough}.",
        (100.0 * longest_share).round(),
        grouped_count(documents, "document"),
        number(effective_units)
    ))
}

/// `7,500 words`, with two digits: the length of a segment is a mean.
pub(crate) fn about_words(words: f64) -> String {
    let rounded = format!("{words:.1e}").parse().unwrap_or(words);
    counted_mean(rounded, "word")
}

/// ` (190 to 380; 7,500 words)`: what is said of a size behind it, where there is anything.
pub(crate) fn beside_size(interval: Option<String>, words: Option<f64>) -> String {
    let parts: Vec<String> = interval.into_iter().chain(words.map(about_words)).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// `30 documents (180 segments)`.
pub(crate) fn size_in_words((number, segments): (f64, f64)) -> String {
    format!("{} ({})", documents(number), counted_mean(segments, "segment"))
}

/// `30 documents (180 segments, 4,100 words)`, where words are known.
pub(crate) fn size_with_words(size: (f64, f64), words: Option<f64>) -> String {
    let text = size_in_words(size);
    match (text.strip_suffix(')'), words) {
        (Some(open), Some(words)) => format!("{open}, {})", about_words(words)),
        _ => text,
    }
}

/// `30 (180)`, for a column "documents (segments)".
pub(crate) fn size_in_brackets((documents, segments): (f64, f64)) -> String {
    format!("{} ({})", rounded(documents), rounded(segments))
}

/// At most [`MOST_LINES`] rows, evenly spread, the first and the last among them.
pub(crate) fn few<'a, R: ReportRow>(rows: &Rows<'a, R>) -> Vec<&'a R> {
    let all: Vec<&R> = rows.iter().collect();
    spread(all.len(), MOST_LINES).into_iter().map(|index| all[index]).collect()
}

/// What was resampled, and so what is new in new test sets.
pub(crate) fn resampled(section: &StudySection<'_>) -> String {
    format!("{} were resampled", capitalised(section.unit().in_words()))
}

/// `Holm over 66 pairs`, or over as many comparisons, where each pair is compared by several metrics.
pub(crate) fn adjustment(adjustment: Adjustment, comparisons: u32, metrics: u32) -> String {
    let over = counted(comparisons as usize, if metrics > 1 { "comparison" } else { "pair" });
    match adjustment {
        Adjustment::None => adjustment.in_words().to_owned(),
        _ => format!("{} over {over}", adjustment.in_words()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_beside_sizes() {
        assert_eq!(about_words(7_532.0), "7,500 words");
        assert_eq!(
            beside_size(Some("190 to 380".to_owned()), Some(96.0)),
            " (190 to 380; 96 words)"
        );
        assert_eq!(beside_size(None, Some(123_456.0)), " (120,000 words)");
        assert_eq!(beside_size(Some("2-5".to_owned()), None), " (2-5)");
        assert_eq!(beside_size(None, None), "");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(size_in_words((1.0, 1.0)), "1 document (1 segment)");
        assert_eq!(size_in_words((2.0, 1_234.4)), "2 documents (1,234 segments)");
        assert_eq!(size_in_brackets((30.0, 180.0)), "30 (180)");
        let with_words = size_with_words((30.0, 180.0), Some(4_096.0));
        assert_eq!(with_words, "30 documents (180 segments, 4,100 words)");
        assert_eq!(size_with_words((2.0, 9.0), None), "2 documents (9 segments)");
    }
}
