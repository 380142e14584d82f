//! Outputs that are kept with their test set, so that later ones can be compared with them: a corpus as one Parquet file, which
//! says of itself how its scores were made.
//!
//! Equal outputs that are scored in the same way have equal files. Any corpus in Parquet is read, with or without that.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{parquet, write_parquet};
use crate::corpus::rows::columns;
use crate::corpus::{Corpus, CorpusError};
use crate::table::TableError;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::synthetic;

    #[test]
    fn what_is_kept_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v1.parquet");
        let record = RunRecord {
            runner: "0.2.0".to_owned(),
            numbers: 9,
            signatures: BTreeMap::from([("bleu".to_owned(), "nrefs:1".to_owned())]),
            systems: vec!["S1".to_owned()],
            metrics: vec!["bleu:lowercase".to_owned()],
            lower_is_better: vec!["metricx".to_owned()],
        };
        let corpus = synthetic::generate("cesta-arfr-1", 1, "made").unwrap();
        let bytes = encode_run(&corpus, &record).unwrap();
        assert_eq!(bytes, encode_run(&corpus, &record).unwrap());
        std::fs::write(&path, &bytes).unwrap();
        let read = read_run(&path).unwrap();
        assert_eq!(read.record, Some(record));
        assert_eq!(read.corpus.other_test_set(&corpus), None);
        assert!(!corpus.systems.is_empty());
        assert_eq!(read.corpus.systems, corpus.systems);
        // A corpus that says nothing of runs is one without a record.
        std::fs::write(&path, write_parquet::encode_corpus(&corpus, None).unwrap()).unwrap();
        assert_eq!(read_run(&path).unwrap().record, None);
    }
}
