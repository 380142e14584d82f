//! How the text of a document is cut into paragraphs.
//!
//! In 2025, a blank line stands between paragraphs. In 2026, a paragraph stands in `<p>` and `</p>`, with
//! `<br>` between its lines; documents without these marks (speech, software) are one segment. Outputs lose
//! marks, so theirs are read more freely than the source's.

use std::borrow::Cow;

use super::ids::LONG_MARK;

/// Blanks around texts that are no part of them. Others, such as U+3000, may be.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// How paragraphs are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grammar {
    /// A blank line stands between them.
    BlankLines,
    /// They stand in `<p>` and `</p>`.
    Marked,
    /// There is one.
    Whole,
}

impl Grammar {
    /// That of a document with this id and source text.
    pub(super) fn guess(id: &str, source: &str) -> Self {
        // Ids with `_#_` are of 2025, when `<p>` marked nothing.
        if tags(source).next().is_some() && !id.contains("_#_") {
            Self::Marked
        } else if id.contains(LONG_MARK) {
            Self::Whole
        } else {
            Self::BlankLines
        }
    }

    /// The paragraphs of `text`.
    pub(super) fn paragraphs(self, text: &str) -> Vec<Cow<'_, str>> {
        let text = text.trim_matches(BLANKS);
        match self {
            Self::BlankLines => text.split("\n\n").map(Cow::from).collect(),
            Self::Marked => marked(text).into_iter().map(unbroken).collect(),
            Self::Whole => vec![text.into()],
        }
    }

    /// All of `text` as one paragraph.
    pub(super) fn whole(self, text: &str) -> Cow<'_, str> {
        let text = text.trim_matches(BLANKS);
        match self {
            Self::BlankLines | Self::Whole => text.into(),
            Self::Marked => {
                let mut parts = parts(text);
                match (parts.pop(), parts.is_empty()) {
                    (last, true) => unbroken(last.unwrap_or("")),
                    (last, false) => {
                        parts.extend(last);
                        let lines: Vec<Cow<'_, str>> = parts.into_iter().map(unbroken).collect();
                        lines.join("\n").into()
                    }
                }
            }
        }
    }
}

/// What stands in marks, where all marks are in order; else what stands between any two of them; else the
/// lines.
fn marked(text: &str) -> Vec<&str> {
    let (mut inside, mut start, mut end, mut is_sound) = (Vec::new(), None, 0, true);
    for tag in tags(text) {
        match (tag.opens, start) {
            (true, None) => {
                is_sound &= text[end..tag.start].trim_matches(BLANKS).is_empty();
                start = Some(tag.end);
            }
            (false, Some(from)) => {
                inside.push(text[from..tag.start].trim_matches(BLANKS));
                start = None;
            }
            (true, Some(_)) | (false, None) => is_sound = false,
        }
        end = tag.end;
    }
    is_sound &= start.is_none() && text[end..].trim_matches(BLANKS).is_empty();
    if is_sound && !inside.is_empty() {
        return inside;
    }
    if end > 0 {
        return parts(text);
    }
    text.split('\n').map(|line| line.trim_matches(BLANKS)).filter(|line| !line.is_empty()).collect()
}

/// What stands between marks and is not blank.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut end = 0;
    for tag in tags(text) {
        parts.push(&text[end..tag.start]);
        end = tag.end;
    }
    parts.push(&text[end..]);
    let parts = parts.into_iter().map(|part| part.trim_matches(BLANKS));
    parts.filter(|part| !part.is_empty()).collect()
}

struct Tag {
    opens: bool,
    start: usize,
    end: usize,
}

/// `<p>` and `</p>`, in either case.
fn tags(text: &str) -> impl Iterator<Item = Tag> {
    text.match_indices('<').filter_map(|(start, _)| {
        [("<p>", true), ("</p>", false)].into_iter().find_map(|(tag, opens)| {
            let end = start + tag.len();
            let name_here = text.as_bytes().get(start..end)?;
            name_here.eq_ignore_ascii_case(tag.as_bytes()).then_some(Tag { opens, start, end })
        })
    })
}

/// `text` with line feeds in place of `<br>` in any of its forms.
pub(super) fn unbroken(text: &str) -> Cow<'_, str> {
    const FORMS: [&str; 4] = ["<br>", "</br>", "<br/>", "<br />"];
    let mut lines = String::new();
    let mut end = 0;
    for (start, _) in text.match_indices('<') {
        let form = FORMS.into_iter().find(|form| {
            let letters = text.as_bytes().get(start..start + form.len());
            letters.is_some_and(|letters| letters.eq_ignore_ascii_case(form.as_bytes()))
        });
        if let Some(form) = form {
            lines.push_str(&text[end..start]);
            lines.push('\n');
            end = start + form.len();
        }
    }
    if end == 0 {
        return text.into();
    }
    lines.push_str(&text[end..]);
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_separate_paragraphs() {
        let grammar = Grammar::BlankLines;
        assert_eq!(grammar.paragraphs(" \n\na\nb\n\n<p>c\n"), ["a\nb", "<p>c"]);
        assert_eq!(grammar.paragraphs("\u{3000}a"), ["\u{3000}a"]);
        assert_eq!(grammar.paragraphs(""), [""]);
    }

    #[test]
    fn marks_separate_paragraphs_as_they_can() {
        let grammar = Grammar::Marked;
        assert_eq!(grammar.paragraphs("<p>a<br>b</p>\n<p></p>\n<P> c\n</P>"), ["a\nb", "", "c"]);
        // A mark is lacking, doubled or of the wrong kind.
        assert_eq!(grammar.paragraphs("a</p>\n<p>b<BR/>c</p>\n<d></p>"), ["a", "b\nc", "<d>"]);
        assert_eq!(grammar.paragraphs("<p>a<p>b</p>"), ["a", "b"]);
        // All are.
        assert_eq!(grammar.paragraphs("a<br>b\n\n c "), ["a\nb", "c"]);
        assert_eq!(grammar.paragraphs("<p"), ["<p"]);
    }

    #[test]
    fn a_whole_document_has_no_marks() {
        assert_eq!(Grammar::Marked.whole("<p>a<br />b</p>\n<p>c</p>"), "a\nb\nc");
        assert_eq!(Grammar::Marked.whole("<p></p>"), "");
        assert_eq!(Grammar::Whole.whole(" {\"a\": \"<br>\"}\n"), "{\"a\": \"<br>\"}");
        assert_eq!(Grammar::BlankLines.whole("a\n\nb\n"), "a\n\nb");
    }

    #[test]
    fn the_source_says_which_marks_there_are() {
        let new = "WMT26_###_news_###_a_###_b_###_c";
        assert_eq!(Grammar::guess(new, "<p>a</p>"), Grammar::Marked);
        assert_eq!(Grammar::guess(new, "a\n\nb"), Grammar::Whole);
        assert_eq!(Grammar::guess("a-b_#_news_#_c", "<p>a</p>"), Grammar::BlankLines);
        assert_eq!(Grammar::guess("own", "<p>a</p>"), Grammar::Marked);
        assert_eq!(Grammar::guess("own", "a"), Grammar::BlankLines);
    }
}
