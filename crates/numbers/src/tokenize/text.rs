//! What all tokenizers share.

use serde::Serialize;

/// Lower-casing before tokenization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lowercase {
    /// Case is kept.
    #[default]
    No,
    /// Full Unicode lower-casing, as sacreBLEU does on request.
    Unicode,
    /// ASCII letters alone, as mteval does.
    Ascii,
}

impl Lowercase {
    /// Value of `case` in a signature: sacreBLEU's names, and one of our own for ASCII.
    pub fn signature(self) -> &'static str {
        match self {
            Self::No => "mixed",
            Self::Unicode => "lc",
            Self::Ascii => "lc-ascii",
        }
    }
}

/// Start and end of a token in bytes of the text that was cut.
pub(super) type Span = (usize, usize);

/// Replaces every occurrence of `from` in `text`, left to right without overlap; `spare` is a
/// buffer whose contents are lost.
pub(super) fn replace(text: &mut String, spare: &mut String, from: &str, to: &str) {
    if !text.contains(from) {
        return;
    }
    spare.clear();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(from) {
        spare.push_str(&rest[..at]);
        spare.push_str(to);
        rest = &rest[at + from.len()..];
    }
    spare.push_str(rest);
    std::mem::swap(text, spare);
}
