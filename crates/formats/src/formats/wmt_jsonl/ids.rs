//! What the ids of documents say.
//!
//! ```text
//! 2025   PAIR_#_DOMAIN_#_NAME                        in the human evaluation with _#_PARAGRAPH
//! 2026   WMT26_###_DOMAIN_###_SOURCE_###_TARGET_###_NAME
//! ```

/// Between the parts of an id of 2025.
const MARK: &str = "_#_";

/// Between the parts of an id of 2026.
pub(super) const LONG_MARK: &str = "_###_";

/// The parts of a document's id.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DocumentId<'a> {
    /// Source and target language, with `-` between them.
    pub(super) pair: String,
    pub(super) domain: &'a str,
    /// The name in its domain, which may hold anything.
    pub(super) name: &'a str,
}

/// The parts of `id`, if it is one of WMT.
pub(super) fn parse(id: &str) -> Option<DocumentId<'_>> {
    if id.contains(LONG_MARK) {
        let parts: Vec<&str> = id.splitn(5, LONG_MARK).collect();
        let [_, domain, source, target, name] = parts[..] else { return None };
        return Some(DocumentId { pair: format!("{source}-{target}"), domain, name });
    }
    // The name of a document may contain the mark.
    let mut parts = id.splitn(3, MARK);
    let (pair, domain, name) = (parts.next()?, parts.next()?, parts.next()?);
    Some(DocumentId { pair: pair.to_owned(), domain, name })
}

/// The language pair in `id`, if codes of languages stand where it would be: `en-de`, `cs-de_DE`,
/// `ces_Latn-deu_Latn`.
pub(in crate::formats) fn coded_pair(id: &str) -> Option<String> {
    let pair = parse(id)?.pair;
    let is_language = |text: &str| {
        let code = text.split(['_', '-']).next().unwrap_or_default();
        (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_pair = pair.split_once('-').is_some_and(|(s, t)| is_language(s) && is_language(t));
    is_pair.then_some(pair)
}

/// The document and the number of the paragraph, from 0, in the id of a segment.
pub(super) fn parse_segment(id: &str) -> Option<(&str, usize)> {
    let mark = if id.contains(LONG_MARK) { LONG_MARK } else { MARK };
    let (document, number) = id.rsplit_once(mark)?;
    // `parse` alone would take a sign, too.
    let index = number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()));
    Some((document, index?))
}

/// A language pair as it is written here: `---` between the languages is `-`.
pub(super) fn pair(text: &str) -> String {
    text.replacen("---", "-", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_both_years_are_taken_apart() {
        let id = parse("cs-de_DE_#_news_#_blesk.cz.1_#_2").unwrap();
        assert_eq!((id.pair.as_str(), id.domain, id.name), ("cs-de_DE", "news", "blesk.cz.1_#_2"));
        let id = parse("WMT26_###_edu_###_ces_Latn_###_deu_Latn_###_edu_007").unwrap();
        assert_eq!((id.pair.as_str(), id.domain, id.name), ("ces_Latn-deu_Latn", "edu", "edu_007"));
        assert_eq!(parse("cs-de_DE_#_news"), None);
        assert_eq!(parse("WMT26_###_edu_###_ces_Latn_###_deu_Latn"), None);
    }

    #[test]
    fn a_pair_is_made_of_codes() {
        for (id, pair) in [
            ("en-de_#_news_#_a_#_0", Some("en-de")),
            ("cs-de_DE_#_news_#_a", Some("cs-de_DE")),
            ("WMT26_###_edu_###_ces_Latn_###_deu_Latn_###_a", Some("ces_Latn-deu_Latn")),
            ("edu_###_a_###_0", None),
            ("tech-news_#_a_#_0", None),
            ("talk_#_a_#_0", None),
            ("en-de", None),
        ] {
            assert_eq!(coded_pair(id).as_deref(), pair, "{id}");
        }
    }

    #[test]
    fn the_last_part_of_a_segment_is_its_number() {
        assert_eq!(parse_segment("cs-de_#_news_#_a-b.c_#_12"), Some(("cs-de_#_news_#_a-b.c", 12)));
        for id in ["cs-de_#_news_#_a", "cs-de_#_news_#_a_#_+1", "cs-de_#_news_#_a_#_", "1"] {
            assert_eq!(parse_segment(id), None, "{id}");
        }
    }
}
