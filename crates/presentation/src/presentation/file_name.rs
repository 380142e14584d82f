//! Names of files of a report, made of names in specs and corpora, which may hold anything and be of any
//! length.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

/// Bytes of the longest name. File systems take 255; this leaves room for what makes names unique, for
/// endings, and for those who copy a report into a folder of long names.
const LONGEST: usize = 120;

/// Digits of a digest in a name.
const DIGITS: usize = 12;

/// A name without its ending: letters, digits, `-` and `.`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FileName {
    text: String,
    /// Of the names that it is made of.
    #[serde(skip)]
    digest: String,
}

impl FileName {
    /// A name out of others, of which some may be empty. Letters and digits stay, and everything else
    /// becomes `-`: it is a part of links, and a label in LaTeX. What is too long ends in a digest.
    pub fn new(parts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        let digest = hasher.finalize().to_hex()[..DIGITS].to_owned();
        let text = parts.join("-").replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
        let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
        let mut text = words.join("-");
        if text.len() > LONGEST {
            text.truncate(LONGEST - DIGITS - 1);
            text = format!("{}-{digest}", text.trim_end_matches('-'));
        }
        Self { text, digest }
    }

    /// What tells names apart on every file system: some take capitals for small letters.
    fn key(&self) -> String {
        self.text.to_ascii_lowercase()
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Makes the names of a folder unique: different names of specs and corpora may look alike in files.
/// Those get the digest of what they are made of, whatever their order and number, so that a file keeps
/// its name when others join it. Things that are called the same are numbered.
pub fn make_unique<'a>(names: impl Iterator<Item = &'a mut FileName>) {
    let names: Vec<&mut FileName> = names.collect();
    let mut digests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in &names {
        digests.entry(name.key()).or_default().insert(name.digest.clone());
    }
    let mut taken = BTreeSet::new();
    for name in names {
        if digests.get(&name.key()).is_some_and(|digests| digests.len() > 1) {
            name.text = format!("{}-{}", name.text, name.digest);
        }
        let (plain, mut number) = (name.text.clone(), 2);
        while !taken.insert(name.key()) {
            name.text = format!("{plain}-{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unique(names: &[&[&str]]) -> Vec<String> {
        let mut names: Vec<FileName> = names.iter().map(|parts| FileName::new(parts)).collect();
        make_unique(names.iter_mut());
        names.iter().map(FileName::to_string).collect()
    }

    #[test]
    fn names_are_made_of_letters() {
        let parts = ["scores", "g_1", "en-de", ""];
        assert_eq!(FileName::new(&parts).to_string(), "scores-g-1-en-de");
        assert_eq!(FileName::new(&["t", "../x", "a/b\0\u{1b}é"]).to_string(), "t-..-x-a-b");
    }

    #[test]
    fn long_names_end_in_a_digest() {
        let long = "x".repeat(10_000);
        let one = FileName::new(&["scores", &long]).to_string();
        let other = FileName::new(&["scores", &(long + "y")]).to_string();
        assert_eq!((one.len(), other.len()), (LONGEST, LONGEST));
        assert_ne!(one, other);
        // Names on disk stay the same from version to version.
        insta::assert_snapshot!(&one[LONGEST - 20..], @"xxxxxxx-d25558d0a4d5");
    }

    #[test]
    fn names_that_look_alike_are_told_apart() {
        let names = unique(&[&["a", "g_1"], &["a", "g-1"], &["b"], &["a-g", "1"], &["A", "G-1"]]);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 5);
        assert_eq!(names[2], "b");
        assert!(names.iter().filter(|name| name.to_lowercase().starts_with("a-g-1-")).count() == 4);
        let lower: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(lower.len(), 5);
    }

    /// A name does not depend on the order of things, nor on how many look like it.
    #[test]
    fn names_are_stable() {
        let (one, other) = (&["a", "g_1"][..], &["a", "g-1"][..]);
        let names = unique(&[one, other]);
        let turned = unique(&[other, &["a", "g+1"], one]);
        assert_eq!([&turned[2], &turned[0]], [&names[0], &names[1]]);
    }

    #[test]
    fn things_of_one_name_are_numbered() {
        let names = unique(&[&["a"], &["a"], &["a-2"], &["a"]]);
        assert_eq!(names, ["a", "a-2", "a-2-2", "a-3"]);
    }
}
