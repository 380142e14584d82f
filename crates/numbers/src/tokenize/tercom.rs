//! Tercom's tokenizer as sacreBLEU 2.6 applies it.

use super::text::{Span, replace};
use super::western::{self, Rules};
use super::white_space;

/// Options of tercom's tokenizer; all off, it splits at white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TercomOptions {
    /// General and Western normalisation: entities, punctuation, `'s`.
    pub normalized: bool,
    /// Whether `. , ? : ; ! " ( )` are deleted.
    pub no_punctuation: bool,
    /// With `normalized`, Chinese characters and East Asian punctuation become tokens; with
    /// `no_punctuation`, the latter is deleted.
    pub asian_support: bool,
}

// As in sacreBLEU: the hyphen that goes stands behind the line break, in 13a before it.
const REPLACEMENTS: [(&str, &str); 6] =
    [("\n-", ""), ("\n", " "), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Cuts `text`; the spans refer to the text that is returned.
///
/// sacreBLEU also has rules for runs of hiragana and katakana, but they are anchored to the start
/// of a text that always starts with a space, and so never apply.
pub(super) fn cut<'a>(
    text: &'a str,
    options: TercomOptions,
    rewritten: &'a mut String,
    spare: &'a mut String,
    spans: &mut Vec<Span>,
) -> &'a str {
    rewritten.clear();
    rewritten.push_str(text);
    if options.normalized {
        for (from, to) in REPLACEMENTS {
            replace(rewritten, spare, from, to);
        }
        let isolated = if options.asian_support { is_isolated } else { |_| false };
        western::cut(rewritten, Rules { padded: true, possessive: true, isolated }, spans);
    } else {
        white_space::cut(rewritten, spans);
    }
    if !options.no_punctuation {
        return rewritten;
    }
    delete_punctuation(rewritten, options.asian_support, spare, spans);
    spare
}

/// Copies the tokens of `text` to `kept` without punctuation; tokens of nothing else disappear.
fn delete_punctuation(text: &str, asian_support: bool, kept: &mut String, spans: &mut Vec<Span>) {
    kept.clear();
    spans.retain_mut(|(start, end)| {
        let from = kept.len();
        kept.extend(
            text[*start..*end]
                .chars()
                .filter(|&c| !(is_punctuation(c) || asian_support && is_asian_punctuation(c))),
        );
        (*start, *end) = (from, kept.len());
        *start < *end
    });
}

fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
}

fn is_asian_punctuation(c: char) -> bool {
    matches!(u32::from(c),
        0x3001 | 0x3002 | 0x3008..=0x3011 | 0x3014..=0x301f | 0x30fb | 0xff61..=0xff65
        | 0xff01 | 0xff02 | 0xff08 | 0xff09 | 0xff0c | 0xff0e | 0xff1a | 0xff1b | 0xff1f)
}

/// Characters that become tokens with Asian support.
fn is_isolated(c: char) -> bool {
    is_asian_punctuation(c)
        || matches!(u32::from(c),
            0x2e80..=0x2eff
            | 0x31c0..=0x31ef
            | 0x3200..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xf900..=0xfaff
            | 0xfe30..=0xfe4f)
}
