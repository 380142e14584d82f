//! Corpora as they come back from files that were written of them, and who judged what.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use runner::corpus::model::{Corpus, ErrorSpan};
use runner::formats::read;
use runner::formats::source::{CorpusFormat, EvalsetSource, TableSource};
use runner::formats::write_evalset::write_evalset;
use runner::formats::write_parquet::write_parquet;

/// What was read of an evalset that was written of `corpus`, with the errors that judges marked, for which it has no place.
fn with_marked_errors(read: Corpus, corpus: &Corpus) -> Corpus {
    assert!(read.error_spans.is_empty(), "now they come back: compare them");
    Corpus { error_spans: corpus.error_spans.clone(), ..read }
}

/// Marked errors of a system by segment: where each begins and ends, and its label.
pub(crate) fn marked(corpus: &Corpus, system: &str) -> Vec<Vec<(usize, usize, String)>> {
    let texts = corpus.system(system);
    let of_segment = |(segment, errors): (usize, &Vec<ErrorSpan>)| {
        let text = texts.and_then(|texts| texts.get(segment)).unwrap_or_default();
        let length = text.chars().count();
        let errors = errors.iter().map(|error| {
            let label = error.label();
            let ErrorSpan { start, end, .. } = error.clone().within(length);
            (start, end, label)
        });
        errors.collect()
    };
    corpus.error_spans[system].iter().enumerate().map(of_segment).collect()
}

/// Writes and reads `corpus` as Parquet.
pub(crate) fn from_parquet(corpus: &Corpus) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    write_parquet(corpus, &folder.path().join("c.parquet")).unwrap();
    let source = TableSource { path: vec!["c.parquet".into()], ..TableSource::default() };
    read(&corpus.name, &CorpusFormat::Table(source), folder.path()).unwrap().corpus
}

/// All but the log comes back from a file of Parquet, which has no order of ratings.
#[track_caller]
pub(crate) fn comes_back(corpus: &Corpus) {
    let corpus = Corpus { log: BTreeMap::new(), ..corpus.clone() };
    assert_eq!(from_parquet(&corpus), corpus);
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
    let read = read(&corpus.name, &CorpusFormat::Evalset(source), folder.path()).unwrap().corpus;
    with_marked_errors(read, corpus)
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
