//! Corpora as they come back from files that were written of them, and who judged what.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::corpus::model::Corpus;
use runner::corpus::read;
use runner::corpus::source::{CorpusFormat, EvalsetSource, TableSource};
use runner::corpus::write_evalset::write_evalset;
use runner::corpus::write_parquet::write_parquet;

/// Writes and reads `corpus` as Parquet.
pub(crate) fn from_parquet(corpus: &Corpus) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    write_parquet(corpus, &folder.path().join("c.parquet")).unwrap();
    let source = TableSource { path: "c.parquet".into(), ..TableSource::default() };
    read(&corpus.name, &CorpusFormat::Table(source), folder.path()).unwrap().corpus
}

/// Writes and reads `corpus` as an evalset, with its references in their order.
pub(crate) fn from_evalset(corpus: &Corpus) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    write_evalset(corpus, &folder.path().join("set"), "en-de").unwrap();
    let names = corpus.references.iter().map(|reference| reference.name.clone());
    let source = EvalsetSource {
        path: "set".into(),
        language_pair: "en-de".into(),
        references: Some(names.collect()),
        ..EvalsetSource::default()
    };
    read(&corpus.name, &CorpusFormat::Evalset(source), folder.path()).unwrap().corpus
}

/// Judgments of a system by segment, with the name of the judge of each.
pub(crate) fn given(corpus: &Corpus, criterion: &str, system: &str) -> Vec<Vec<(String, f64)>> {
    let columns = corpus.judgments[criterion][system].judges.iter();
    let columns: Vec<_> = columns.zip(&corpus.judge_names[criterion][system]).collect();
    let of_segment = |segment: usize| {
        let given = columns.iter().filter_map(|(scores, names)| {
            Some((names[segment].as_deref()?.to_owned(), scores[segment]?))
        });
        given.collect()
    };
    (0..corpus.segment_count()).map(of_segment).collect()
}
