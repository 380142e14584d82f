//! `zh`: Chinese characters apart, the rest by the rules of 13a without its replacements and
//! without its surrounding spaces, as sacreBLEU 2.6.

use super::western::Rules;

/// Rules of the tokenizer; the text has no white space at either end.
pub(super) const RULES: Rules = Rules { padded: false, possessive: false, isolated: is_chinese };

/// Whether sacreBLEU takes `c` for a Chinese character.
///
/// Two of its ranges were meant to be beyond U+FFFF (extension B and the compatibility supplement)
/// but are written with four hexadecimal digits, and so cover U+2001 to U+2A6D (general
/// punctuation, arrows, mathematics) and U+2F81 to U+2FA1. Numbers agree only if this is kept.
fn is_chinese(c: char) -> bool {
    matches!(u32::from(c),
        0x2001..=0x2a6d
        | 0x2e80..=0x2eff
        | 0x2f00..=0x2fdf
        | 0x2ff0..=0x2fff
        | 0x3000..=0x303f
        | 0x3100..=0x312f
        | 0x31a0..=0x31bf
        | 0x31c0..=0x31ef
        | 0x3200..=0x33ff
        | 0x3400..=0x4db5
        | 0x4e00..=0x9fbb
        | 0xf900..=0xfa2d
        | 0xfa30..=0xfa6a
        | 0xfa70..=0xfad9
        | 0xfe10..=0xfe1f
        | 0xfe30..=0xfe4f
        | 0xff00..=0xffef)
}
