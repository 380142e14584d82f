//! Outputs that are kept with their test set, so that later ones can be compared with them: a corpus as one Parquet file, which
//! says of itself how its scores were made.
//!
//! Equal outputs that are scored in the same way have equal files. Any corpus in Parquet is read, with or without that.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::CorpusError;
use super::model::{Corpus, NamedTexts, Texts};
use super::rows::columns;
use super::{parquet, write_parquet};
use crate::table::TableError;
use crate::words::{counted, grouped};

/// How scores of a run were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version of the program.
    pub runner: String,
    /// Version of the numbers.
    pub numbers: u32,
    /// Signatures by metric.
    pub signatures: BTreeMap<String, String>,
    /// The systems in the order of the comparison, the baseline first.
    pub systems: Vec<String>,
    /// Metrics of texts, as they are written as arguments.
    pub metrics: Vec<String>,
    /// Scores by other programs of which lower is better.
    pub lower_is_better: Vec<String>,
}

/// Outputs that were kept.
#[derive(Clone, Debug)]
pub struct KeptRun {
    /// The outputs of one or more systems, with their test set and their scores by other programs.
    pub corpus: Corpus,
    /// How they were scored, if the file says so.
    pub record: Option<RunRecord>,
}

/// The file of a run.
///
/// # Errors
///
/// If the rows cannot be encoded.
pub fn encode_run(corpus: &Corpus, record: &RunRecord) -> Result<Vec<u8>, TableError> {
    let record = serde_json::to_string(record).expect("plain data");
    write_parquet::encode_corpus(corpus, Some(&record))
}

/// Reads the file of a run, or any other corpus in Parquet.
///
/// # Errors
///
/// If it cannot be read, or is no corpus that was written as one Parquet file.
pub fn read_run(path: &Path) -> Result<KeptRun, CorpusError> {
    let input = columns::open(path, "kept run")?;
    let mut corpus = parquet::read(path, &input)?;
    corpus.name = path.display().to_string();
    corpus.check()?;
    corpus.average_repeats();
    let record = input.record().map(serde_json::from_str).transpose().map_err(
        |error: serde_json::Error| {
            let help = "take the file that was written, as it was written";
            CorpusError::malformed(path, None, format!("its record is damaged: {error}"), help)
        },
    )?;
    Ok(KeptRun { corpus, record })
}

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
    differs.or((here.len() != there.len()).then_some(0)).map(|place| place + 1)
}

#[cfg(test)]
mod tests {
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
    fn what_is_kept_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v1.parquet");
        let record = RunRecord {
            runner: "0.2.0".to_owned(),
            numbers: 9,
            signatures: BTreeMap::from([("bleu".to_owned(), "nrefs:1".to_owned())]),
            systems: vec!["out".to_owned()],
            metrics: vec!["bleu:lowercase".to_owned()],
            lower_is_better: vec!["metricx".to_owned()],
        };
        let corpus = corpus("out", &["a b", "c"], &["a", "c"]);
        let bytes = encode_run(&corpus, &record).unwrap();
        assert_eq!(bytes, encode_run(&corpus, &record).unwrap());
        std::fs::write(&path, &bytes).unwrap();
        let read = read_run(&path).unwrap();
        assert_eq!(read.record, Some(record));
        assert_eq!(read.corpus.other_test_set(&corpus), None);
        assert_eq!(read.corpus.system("out"), corpus.system("out"));
        // A corpus that says nothing of runs is one without a record.
        std::fs::write(&path, write_parquet::encode_corpus(&corpus, None).unwrap()).unwrap();
        assert_eq!(read_run(&path).unwrap().record, None);
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
