//! Lower-casing, the same for every tokenizer.

use super::Lowercase;

/// Appends `text` to `lowered`, lower-cased as `lowercase` says.
///
/// Unicode lower-casing is the full mapping of the standard library (Unicode 17 in Rust 1.95),
/// capital sigma at the end of a word included. Python 3.11 has Unicode 14; letters that Unicode
/// added since then are the only difference from `str.lower`.
pub fn lowercase_into(lowercase: Lowercase, text: &str, lowered: &mut String) {
    let start = lowered.len();
    match lowercase {
        Lowercase::No => lowered.push_str(text),
        // Lower case of a sigma depends on its neighbours, which `char::to_lowercase` does not see.
        Lowercase::Unicode if text.contains('\u{3a3}') => lowered.push_str(&text.to_lowercase()),
        Lowercase::Unicode if !text.is_ascii() => {
            lowered.extend(text.chars().flat_map(char::to_lowercase));
        }
        Lowercase::Unicode | Lowercase::Ascii => {
            lowered.push_str(text);
            lowered[start..].make_ascii_lowercase();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(lowercase: Lowercase, text: &str) -> String {
        let mut lowered = String::new();
        lowercase_into(lowercase, text, &mut lowered);
        lowered
    }

    #[test]
    fn ascii_leaves_other_letters_alone() {
        assert_eq!(lower(Lowercase::Ascii, "ÄRGER"), "Ärger");
        assert_eq!(lower(Lowercase::No, "ÄRGER"), "ÄRGER");
    }

    /// Values of Python 3.11: `'ΟΔΟΣ ΣΑΣ'.lower()`, `'İ'.lower()`, `'Straße'.lower()`.
    #[test]
    fn unicode_is_the_full_mapping() {
        assert_eq!(lower(Lowercase::Unicode, "ΟΔΟΣ ΣΑΣ"), "οδος σας");
        assert_eq!(lower(Lowercase::Unicode, "İ"), "i\u{307}");
        assert_eq!(lower(Lowercase::Unicode, "ÄRGER Straße"), "ärger straße");
    }
}
