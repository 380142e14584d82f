//! `13a`: the tokenization of mteval-v13a as sacreBLEU 2.6 applies it.

use super::text::replace;
use super::western::Rules;

/// Rules behind [`rewrite`].
pub(super) const RULES: Rules = Rules { padded: true, possessive: false, isolated: |_| false };

/// What is replaced before tokens are cut, in this order: each is one pass, so `&amp;quot;` ends as
/// `&quot;`.
const REPLACEMENTS: [(&str, &str); 7] = [
    ("<skipped>", ""),
    ("-\n", ""),
    ("\n", " "),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
];

/// The text to be cut: `text` itself, or `rewritten` where something is to be replaced.
pub(super) fn rewrite<'a>(text: &'a str, rewritten: &'a mut String, spare: &mut String) -> &'a str {
    // All bytes are looked at, which is faster than to stop at the first.
    if !text.bytes().fold(false, |any, byte| any | matches!(byte, b'&' | b'\n' | b'<')) {
        return text;
    }
    rewritten.clear();
    rewritten.push_str(text);
    for (from, to) in REPLACEMENTS {
        replace(rewritten, spare, from, to);
    }
    rewritten
}
