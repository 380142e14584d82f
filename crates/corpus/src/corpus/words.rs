//! How long segments are in words: sizes of test sets are reported in words, too.

use super::model::{Corpus, Texts};
use super::script::unspaced_script_of;

/// Mean number of words of a segment, over all references, or of the source where there are none. Words are
/// what blanks part; `None` where there is no such text, and in scripts without blanks. Time is linear in the
/// texts' length.
pub fn words_per_segment(corpus: &Corpus) -> Option<f64> {
    let references: Vec<&Texts> = corpus.references.iter().map(|named| &named.texts).collect();
    let columns = if references.is_empty() { corpus.source.iter().collect() } else { references };
    if unspaced_script_of(columns.iter().copied()).is_some() {
        return None;
    }
    let (mut texts, mut words) = (0_u64, 0_u64);
    for text in columns.iter().flat_map(|column| column.iter()).flatten() {
        texts += 1;
        words += text.split_whitespace().count() as u64;
    }
    (words > 0).then(|| words as f64 / texts as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::NamedTexts;

    fn with_references(references: &[&[Option<&str>]]) -> Corpus {
        let source = Some(["eins zwei drei", "vier"].into_iter().collect());
        let references = references
            .iter()
            .map(|texts: &&[Option<&str>]| NamedTexts {
                name: "ref".into(),
                texts: texts.iter().copied().collect(),
            })
            .collect();
        Corpus { source, references, ..Corpus::default() }
    }

    #[test]
    fn words_are_those_of_references_or_else_of_the_source() {
        let two: [&[Option<&str>]; 2] =
            [&[Some("one  two three"), Some("four five")], &[Some("all\tof it now"), None]];
        // 3, 2 and 4 words; the missing text is none.
        assert_eq!(words_per_segment(&with_references(&two)), Some(3.0));
        assert_eq!(words_per_segment(&with_references(&[])), Some(2.0));
    }

    #[test]
    fn where_there_are_no_words() {
        assert_eq!(words_per_segment(&Corpus::default()), None);
        let chinese: [&[Option<&str>]; 1] = [&[Some("今天天气很好")]];
        assert_eq!(words_per_segment(&with_references(&chinese)), None);
        let empty: [&[Option<&str>]; 1] = [&[Some(""), None]];
        assert_eq!(words_per_segment(&with_references(&empty)), None);
    }
}
