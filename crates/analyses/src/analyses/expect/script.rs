//! Scripts of languages: campaigns into one script say nothing about another.

/// Scripts by ISO 15924, each with its languages.
const SCRIPTS: [(&str, &str); 24] = [
    ("Arab", "ar fa ps ur"),
    ("Armn", "hy"),
    ("Beng", "bn"),
    ("Cyrl", "be bg kk mk ru uk"),
    ("Deva", "hi mr ne"),
    ("Ethi", "am"),
    ("Geor", "ka"),
    ("Grek", "el"),
    ("Gujr", "gu"),
    ("Guru", "pa"),
    ("Hani", "zh"),
    ("Hebr", "he"),
    ("Jpan", "ja"),
    ("Khmr", "km"),
    ("Knda", "kn"),
    ("Kore", "ko"),
    ("Laoo", "lo"),
    ("Mlym", "ml"),
    ("Mymr", "my"),
    ("Sinh", "si"),
    ("Taml", "ta"),
    ("Telu", "te"),
    ("Thai", "th"),
    (
        "Latn",
        "af az bs ca cs cy da de en es et eu fi fr ga gl ha hr hu id ig is it lt lv ms mt nl no pl pt ro \
         sk sl so sq sv sw tr uz vi xh yo zu",
    ),
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
    let known = SCRIPTS.iter().find(|(_, languages)| languages.split(' ').any(|own| own == base));
    known.map(|(script, _)| (*script).to_owned())
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
