//! Scripts of languages: campaigns into one script say nothing about another.

/// Languages in Latin script.
const LATIN: [&str; 44] = [
    "af", "az", "bs", "ca", "cs", "cy", "da", "de", "en", "es", "et", "eu", "fi", "fr", "ga", "gl",
    "ha", "hr", "hu", "id", "ig", "is", "it", "lt", "lv", "ms", "mt", "nl", "no", "pl", "pt", "ro",
    "sk", "sl", "so", "sq", "sv", "sw", "tr", "uz", "vi", "xh", "yo", "zu",
];

/// Languages in other scripts, each with its script by ISO 15924.
const OTHERS: [(&str, &str); 33] = [
    ("am", "Ethi"),
    ("ar", "Arab"),
    ("be", "Cyrl"),
    ("bg", "Cyrl"),
    ("bn", "Beng"),
    ("el", "Grek"),
    ("fa", "Arab"),
    ("gu", "Gujr"),
    ("he", "Hebr"),
    ("hi", "Deva"),
    ("hy", "Armn"),
    ("ja", "Jpan"),
    ("ka", "Geor"),
    ("kk", "Cyrl"),
    ("km", "Khmr"),
    ("kn", "Knda"),
    ("ko", "Kore"),
    ("lo", "Laoo"),
    ("mk", "Cyrl"),
    ("ml", "Mlym"),
    ("mr", "Deva"),
    ("my", "Mymr"),
    ("ne", "Deva"),
    ("pa", "Guru"),
    ("ps", "Arab"),
    ("ru", "Cyrl"),
    ("si", "Sinh"),
    ("ta", "Taml"),
    ("te", "Telu"),
    ("th", "Thai"),
    ("uk", "Cyrl"),
    ("ur", "Arab"),
    ("zh", "Hani"),
];

/// The script of a language: that of its code, as `Cyrl` of `sr_Cyrl_RS`, or the usual one of its language. `None` where
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
    if LATIN.contains(&&*base) {
        return Some("Latn".to_owned());
    }
    let other = OTHERS.iter().find(|(language, _)| *language == base);
    other.map(|(_, script)| (*script).to_owned())
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
