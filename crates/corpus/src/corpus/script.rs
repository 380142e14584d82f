//! Scripts that put no spaces between words, where metrics that count words need a tokenizer for it.

use super::model::{Corpus, Texts};

/// A script without spaces between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnspacedScript {
    /// Han characters, and no kana to speak of.
    Chinese,
    /// Kana, with Han characters or without.
    Japanese,
    /// Thai.
    Thai,
    /// Lao.
    Lao,
    /// Khmer.
    Khmer,
    /// Myanmar, which Burmese is written in.
    Myanmar,
}

impl UnspacedScript {
    /// Its name, as that of the texts' language or script.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese",
            Self::Japanese => "Japanese",
            Self::Thai => "Thai",
            Self::Lao => "Lao",
            Self::Khmer => "Khmer",
            Self::Myanmar => "Burmese",
        }
    }
}

/// Letters of each script.
#[derive(Default)]
struct Letters {
    all: u64,
    han: u64,
    kana: u64,
    thai: u64,
    lao: u64,
    khmer: u64,
    myanmar: u64,
}

impl Letters {
    fn count(&mut self, text: &str) {
        // Most letters of most texts: eight bytes or more at once.
        self.all += text.bytes().filter(u8::is_ascii_alphabetic).count() as u64;
        for letter in text.chars().filter(|letter| !letter.is_ascii()) {
            match letter {
                // Han characters: extension A, the unified and the compatibility ideographs, and planes 2 and 3.
                '\u{3400}'..='\u{4dbf}'
                | '\u{4e00}'..='\u{9fff}'
                | '\u{f900}'..='\u{faff}'
                | '\u{20000}'..='\u{3ffff}' => self.han += 1,
                // Hiragana and katakana, the phonetic extensions, and katakana of half width.
                '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9d}' => {
                    self.kana += 1;
                }
                '\u{e00}'..='\u{e7f}' => self.thai += 1,
                '\u{e80}'..='\u{eff}' => self.lao += 1,
                '\u{1780}'..='\u{17ff}' => self.khmer += 1,
                '\u{1000}'..='\u{109f}' => self.myanmar += 1,
                letter if !letter.is_alphabetic() => continue,
                _ => {}
            }
            self.all += 1;
        }
    }
}

/// The script that most letters of the references are in, or of the outputs where there are none, if it
/// has no spaces. Time is linear in the texts' length.
pub fn unspaced_script(corpus: &Corpus) -> Option<UnspacedScript> {
    let columns = if corpus.references.is_empty() { &corpus.systems } else { &corpus.references };
    unspaced_script_of(columns.iter().map(|column| &column.texts))
}

/// That of texts.
pub(super) fn unspaced_script_of<'a>(
    columns: impl Iterator<Item = &'a Texts>,
) -> Option<UnspacedScript> {
    let mut letters = Letters::default();
    for text in columns.flat_map(Texts::iter).flatten() {
        letters.count(text);
    }
    let most = |count: u64| 2 * count > letters.all;
    let Letters { han, kana, thai, lao, khmer, myanmar, .. } = letters;
    // Japanese texts are a third kana at least; a Chinese text may quote a few.
    match () {
        () if most(han + kana) && 10 * kana > han => Some(UnspacedScript::Japanese),
        () if most(han) => Some(UnspacedScript::Chinese),
        () if most(thai) => Some(UnspacedScript::Thai),
        () if most(lao) => Some(UnspacedScript::Lao),
        () if most(khmer) => Some(UnspacedScript::Khmer),
        () if most(myanmar) => Some(UnspacedScript::Myanmar),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::NamedTexts;

    fn script(references: &[&str]) -> Option<UnspacedScript> {
        let texts = references.iter().copied().collect();
        let references = vec![NamedTexts { name: "ref".into(), texts }];
        unspaced_script(&Corpus { references, ..Corpus::default() })
    }

    #[test]
    fn scripts_are_known_by_most_letters() {
        assert_eq!(script(&["今天天气很好。", "我们去 UNESCO。"]), Some(UnspacedScript::Chinese));
        assert_eq!(script(&["今日は天気がいいです。"]), Some(UnspacedScript::Japanese));
        assert_eq!(script(&["カタカナ"]), Some(UnspacedScript::Japanese));
        assert_eq!(script(&["วันนี้อากาศดี"]), Some(UnspacedScript::Thai));
        assert_eq!(script(&["ມື້ນີ້ອາກາດດີ"]), Some(UnspacedScript::Lao));
        assert_eq!(script(&["ថ្ងៃនេះអាកាសធាតុល្អ"]), Some(UnspacedScript::Khmer));
        assert_eq!(script(&["ဒီနေ့ရာသီဥတုကောင်းတယ်"]), Some(UnspacedScript::Myanmar));
        assert_eq!(script(&["오늘 날씨가 좋다", "Das Wetter (天气) ist gut"]), None);
        assert_eq!(script(&["", "1, 2, 3"]), None);
        assert_eq!(script(&[]), None);
    }
}
