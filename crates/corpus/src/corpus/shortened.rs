//! Outputs without some of their words, as further systems: what a metric makes of outputs that are too short.
//!
//! Where a share x of the words is dropped at the end, precisions stay about as they are. With q words of the output for each of
//! the reference, BLEU is multiplied by `min(1, exp(1 - 1/(q (1 - x))))` over the same at x = 0, and GTM, an F-measure, by
//! `(1 - x) (1 + q)/(q (1 - x) + 1)`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::script::unspaced_script_of;
use super::{Corpus, CorpusError, NamedTexts, Texts};
use crate::value::{Ascending, Fraction, Kind, Set, Text, Word, words};

words! {
    /// Which words an output loses.
    #[derive(Default)]
    pub enum DroppedWords {
        /// The last ones.
        #[default]
        Last = "last",
        /// Those that no reference has, the last first; where they are not enough, the last of the others.
        Unmatched = "unmatched",
    }
}

/// Outputs without some of their words, as systems beside the others: `S1-last-05` is `S1` without 5 % of its words.
/// Words are what stands between blanks; each output keeps one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "ShortenedOutputs")]
pub struct ShortenedSource {
    /// Systems whose outputs are shortened. Example: `systems = ["S1"]`.
    #[serde(with = "Set::<Text>")]
    pub systems: Vec<String>,
    /// Shares of all words of an output that are dropped, above 0. Example: `drop = [0.1, 0.2]`.
    #[serde(with = "Ascending::<Fraction>")]
    pub drop: Vec<f64>,
    /// Which words are dropped, one or both. Example: `words = ["last", "unmatched"]`.
    #[serde(default = "last", with = "Set::<Word<DroppedWords>>")]
    pub words: Vec<DroppedWords>,
}

fn last() -> Vec<DroppedWords> {
    vec![DroppedWords::Last]
}

/// Adds the shortened outputs to `corpus`. Time is linear in the texts.
///
/// # Errors
///
/// If there is no such system, or one of that name is there already, or no blanks stand between words, or words are to be
/// dropped that no reference has, and there is no reference.
pub fn add(corpus: &mut Corpus, source: &ShortenedSource) -> Result<(), CorpusError> {
    if source.words.contains(&DroppedWords::Unmatched) && corpus.references.is_empty() {
        let cause = "`shortened` drops words that no reference has, and there is none".to_owned();
        return Err(refused(corpus, cause, "set `words = [\"last\"]`"));
    }
    let mut added = Vec::new();
    for system in &source.systems {
        let texts = corpus.system(system).ok_or_else(|| {
            let cause =
                format!("`shortened` names the system `{system}`, and there are no texts of it");
            refused(corpus, cause, "name systems of the corpus")
        })?;
        if let Some(script) = unspaced_script_of(std::iter::once(texts)) {
            let cause = format!(
                "`shortened` drops words, and {} texts have no blanks between them",
                script.name()
            );
            return Err(refused(corpus, cause, "leave `shortened` out"));
        }
        for words in &source.words {
            for share in &source.drop {
                let name = format!("{system}-{}-{}", words.name(), percent(*share));
                added.push(NamedTexts { name, texts: shortened(texts, corpus, *share, *words) });
            }
        }
    }
    if let Some(twice) = added.iter().find(|output| corpus.hypotheses(&output.name).is_some()) {
        let cause =
            format!("`shortened` makes the system `{}`, which is there already", twice.name);
        return Err(refused(corpus, cause, "give that system another name"));
    }
    corpus.systems.extend(added);
    Ok(())
}

fn refused(corpus: &Corpus, cause: String, help: &'static str) -> CorpusError {
    CorpusError::Inconsistent { name: corpus.name.clone(), cause, help }
}

/// `05` of .05, `12.5` of .125.
fn percent(share: f64) -> String {
    let tenths = (1000.0 * share).round();
    let is_whole = tenths % 10.0 == 0.0;
    if is_whole { format!("{:02}", tenths / 10.0) } else { format!("{:04.1}", tenths / 10.0) }
}

/// `texts` without `share` of their words. What rounding leaves over goes to the next segment, so that the share of all
/// words is right.
fn shortened(texts: &Texts, corpus: &Corpus, share: f64, dropped: DroppedWords) -> Texts {
    let mut short = Texts::with_capacity(texts.len(), texts.text_bytes());
    let mut due = 0.0;
    for (segment, text) in texts.iter().enumerate() {
        let Some(text) = text else {
            short.push(None);
            continue;
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        due += share * words.len() as f64;
        // A sum such as .1 + .2 that should be whole may lie a little below.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of words"
        )]
        let whole = (due + 1e-9).floor() as usize;
        let count = whole.min(words.len().saturating_sub(1));
        due -= count as f64;
        let order = match dropped {
            DroppedWords::Last => Vec::new(),
            DroppedWords::Unmatched => unmatched(&words, corpus, segment),
        };
        let kept = without(&words, &order, count);
        short.push(Some(&kept.join(" ")));
    }
    short
}

/// `words` without `count` of them: those at `first`, then the last ones.
fn without<'a>(words: &[&'a str], first: &[usize], count: usize) -> Vec<&'a str> {
    let mut keeps = vec![true; words.len()];
    let others = (0..words.len()).rev().filter(|place| !first.contains(place));
    for place in first.iter().copied().chain(others).take(count) {
        keeps[place] = false;
    }
    words.iter().zip(keeps).filter_map(|(word, keep)| keep.then_some(*word)).collect()
}

/// Places of words that no reference of the segment has, or none so often, the last first.
fn unmatched(words: &[&str], corpus: &Corpus, segment: usize) -> Vec<usize> {
    let mut most: BTreeMap<&str, usize> = BTreeMap::new();
    for text in corpus.references.iter().filter_map(|reference| reference.texts.get(segment)) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        text.split_whitespace().for_each(|word| *counts.entry(word).or_default() += 1);
        for (word, count) in counts {
            let most = most.entry(word).or_default();
            *most = count.max(*most);
        }
    }
    let mut places = Vec::new();
    for (place, word) in words.iter().enumerate() {
        match most.get_mut(word) {
            Some(left) if *left > 0 => *left -= 1,
            _ => places.push(place),
        }
    }
    places.reverse();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::Document;

    fn texts(lines: &[&str]) -> Texts {
        let mut texts = Texts::default();
        for line in lines {
            texts.push(Some(line));
        }
        texts
    }

    fn named(name: &str, lines: &[&str]) -> NamedTexts {
        NamedTexts { name: name.to_owned(), texts: texts(lines) }
    }

    fn corpus(output: &[&str], reference: &[&str]) -> Corpus {
        Corpus {
            name: "c".to_owned(),
            documents: vec![Document { id: "d".into(), domain: None, segments: 0..output.len() }],
            references: vec![named("ref", reference)],
            systems: vec![named("S", output)],
            ..Corpus::default()
        }
    }

    fn source(drop: &[f64], words: &[DroppedWords]) -> ShortenedSource {
        ShortenedSource {
            systems: vec!["S".to_owned()],
            drop: drop.to_vec(),
            words: words.to_vec(),
        }
    }

    fn lines<'a>(corpus: &'a Corpus, system: &str) -> Vec<&'a str> {
        corpus.system(system).unwrap().iter().flatten().collect()
    }

    #[test]
    fn the_share_is_that_of_all_words() {
        let mut corpus =
            corpus(&["a b c", "d e f", "g", "h i j"], &["a b c", "x e x", "g", "h i j"]);
        add(&mut corpus, &source(&[0.2, 0.5], &DroppedWords::ALL)).unwrap();
        // A fifth of ten words: .6 of the first segment, 1.2 with the second, 1.0 up to the last.
        assert_eq!(lines(&corpus, "S-last-20"), ["a b c", "d e", "g", "h i"]);
        // Half of them: 1.5 of the first segment, so that the second loses two.
        assert_eq!(lines(&corpus, "S-last-50"), ["a b", "d", "g", "h"]);
        assert_eq!(lines(&corpus, "S-unmatched-20"), ["a b c", "d e", "g", "h i"]);
        assert_eq!(lines(&corpus, "S-unmatched-50"), ["a b", "e", "g", "h"]);
        add(&mut corpus, &source(&[1.0], &[DroppedWords::Last])).unwrap();
        assert_eq!(lines(&corpus, "S-last-100"), ["a", "d", "g", "h"]);
        assert_eq!([0.05, 0.125, 1.0].map(percent), ["05", "12.5", "100"]);
    }

    fn refusal(corpus: &mut Corpus, source: &ShortenedSource) -> String {
        add(corpus, source).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_shortened_is_refused() {
        let last_words = source(&[0.5], &[DroppedWords::Last]);
        let other = ShortenedSource { systems: vec!["T".to_owned()], ..last_words.clone() };
        let mut there = corpus(&["a b"], &["a b"]);
        assert!(
            refusal(&mut there, &other).contains("the system `T`, and there are no texts of it")
        );
        add(&mut there, &last_words).unwrap();
        assert!(refusal(&mut there, &last_words).contains("`S-last-50`, which is there already"));
        let mut none = corpus(&["a b"], &["a b"]);
        none.references.clear();
        let unmatched = source(&[0.5], &[DroppedWords::Unmatched]);
        assert!(
            refusal(&mut none, &unmatched).contains("that no reference has, and there is none")
        );
        let mut chinese = corpus(&["这是一个测试"], &["这是一个测试"]);
        assert!(refusal(&mut chinese, &last_words).contains("no blanks between them"));
    }
}
