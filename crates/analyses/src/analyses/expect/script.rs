//! Scripts of languages: campaigns into one script say nothing about another.

use crate::corpus::word_lists::{has, lists};

/// Returns the script of a language: the one in its code, as in `sr_Cyrl_RS`, or else the usual one of the language. `None` if
/// neither is known.
pub fn script(language: &str) -> Option<String> {
    let mut parts = language.split(['-', '_']);
    let base = parts.next()?.to_ascii_lowercase();
    let written =
        parts.find(|part| part.len() == 4 && part.bytes().all(|c| c.is_ascii_alphabetic()));
    if let Some(written) = written {
        let written = written.to_ascii_lowercase();
        return Some(written[..1].to_ascii_uppercase() + &written[1..]);
    }
    let mut scripts = lists("script, ");
    scripts.find(|(_, languages)| has(languages, &base)).map(|(script, _)| script.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_script_or_that_of_the_language() {
        let expected = [
            ("de", "Latn"),
            ("de_DE", "Latn"),
            ("zh", "Hani"),
            ("zh-hant_TW", "Hant"),
            ("sr_Cyrl_RS", "Cyrl"),
            ("UK", "Cyrl"),
            ("eng_latn", "Latn"),
        ];
        for (language, expected) in expected {
            assert_eq!(script(language).as_deref(), Some(expected), "{language}");
        }
        assert_eq!([script("sr"), script("xx"), script("")], [None, None, None]);
    }
}
