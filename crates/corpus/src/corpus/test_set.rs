//! Whether two corpora are of one test set, and systems of one beside those of the other.

use super::model::{Corpus, NamedTexts, Texts};
use crate::words::{counted, grouped};

impl Corpus {
    /// In what the test set of `other` is another than this one, in words that follow its name; nothing where systems are scored
    /// on the same segments. Names of documents are not compared.
    pub fn other_test_set(&self, other: &Self) -> Option<String> {
        let [here, there] = [self, other].map(Corpus::segment_count);
        if here != there {
            let there = counted(there, "segment");
            return Some(format!("has {there}, and this one has {}", grouped(here as u64)));
        }
        let (here, there) = (&self.references, &other.references);
        if here.len() != there.len() {
            let there = counted(there.len(), "reference");
            return Some(format!("has {there}, and this one has {}", here.len()));
        }
        let references = (1..).zip(here.iter().zip(there)).find_map(|(number, (here, there))| {
            let segment = first_difference(&here.texts, &there.texts)?;
            Some(format!("has another reference {number}, from segment {segment} on"))
        });
        references.or_else(|| {
            let segment = first_difference(self.source.as_ref()?, other.source.as_ref()?)?;
            Some(format!("has another source text, from segment {segment} on"))
        })
    }

    /// Adds a system of `other`, which has the same segments, before those that are here and under another name: its output and its
    /// scores by other programs.
    pub fn add_system(&mut self, other: &Self, system: &str, name: &str) {
        match other.system(system) {
            Some(texts) if texts.len() == self.segment_count() => {
                let texts = texts.clone();
                self.systems.insert(0, NamedTexts { name: name.to_owned(), texts });
            }
            _ => self.systems_without_text.insert(0, name.to_owned()),
        }
        let scores = other.external.iter().filter_map(|(metric, of_systems)| {
            Some((metric.clone(), of_systems.get(system)?.clone()))
        });
        for (metric, scores) in scores {
            self.external.entry(metric).or_default().insert(name.to_owned(), scores);
        }
    }
}

/// Number of the first segment with another text.
fn first_difference(here: &Texts, there: &Texts) -> Option<usize> {
    let differs = here.iter().zip(there.iter()).position(|(here, there)| here != there);
    // Both corpora have as many segments: a column of another length has no texts, and the first one differs.
    differs.or((here.len() != there.len()).then_some(0)).map(|place| place + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::corpus::model::Document;

    fn texts(texts: &[&str]) -> Texts {
        texts.iter().map(|text| Some(*text)).collect()
    }

    fn corpus(system: &str, output: &[&str], reference: &[&str]) -> Corpus {
        let scores = output.iter().map(|text| Some(text.len() as f64)).collect();
        let external = BTreeMap::from([(system.to_owned(), scores)]);
        let documents = (0..output.len()).map(|place| Document {
            id: format!("d{place}"),
            domain: None,
            segments: place..place + 1,
        });
        Corpus {
            documents: documents.collect(),
            references: vec![NamedTexts { name: "ref".to_owned(), texts: texts(reference) }],
            systems: vec![NamedTexts { name: system.to_owned(), texts: texts(output) }],
            external: BTreeMap::from([("length".to_owned(), external)]),
            ..Corpus::default()
        }
    }

    #[test]
    fn another_test_set_is_named() {
        let one = corpus("out", &["a", "b"], &["a", "b"]);
        let cases: [(&[&str], Option<&str>); 3] = [
            (&["a", "b"], None),
            (&["a", "c"], Some("has another reference 1, from segment 2 on")),
            (&["a", "b", "c"], Some("has 3 segments, and this one has 2")),
        ];
        for (reference, difference) in cases {
            let other = corpus("out", &vec!["x"; reference.len()], reference);
            assert_eq!(one.other_test_set(&other).as_deref(), difference);
        }
        let bare = Corpus { references: Vec::new(), ..one.clone() };
        assert_eq!(one.other_test_set(&bare).unwrap(), "has 0 references, and this one has 1");
    }

    #[test]
    fn a_system_of_an_earlier_run_joins() {
        let mut new = corpus("out", &["a", "b"], &["a", "b"]);
        let old = corpus("out", &["aa", "bb"], &["a", "b"]);
        new.add_system(&old, "out", "out@v1");
        let names: Vec<&str> = new.systems.iter().map(|system| &*system.name).collect();
        assert_eq!(names, ["out@v1", "out"]);
        assert_eq!(new.external["length"]["out@v1"], [Some(2.0), Some(2.0)]);
        assert_eq!(new.external["length"]["out"], [Some(1.0), Some(1.0)]);
        new.add_system(&old.without_texts(), "out", "scores");
        assert_eq!(new.systems_without_text, ["scores"]);
        assert!(new.check().is_ok());
    }
}
