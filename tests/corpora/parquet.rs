//! Tables in Parquet: what other programs write reads as the same rows in text do, and what is wrong
//! is named. The files in `tests/golden/parquet` are made by
//! `tests/golden/make_parquet.py`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use polars::prelude::{Column, DataFrame, ParquetWriter};
use runner::corpus::frame::{self, Frame};
use runner::corpus::model::Corpus;
use runner::corpus::rows::RowFile;
use runner::formats::source::{CorpusFormat, TableLayout, TableSource};
use runner::formats::{Loaded, read, recognise};

use crate::support::table_of;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parquet")
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn table(folder: &Path, file: &str, source: TableSource) -> Result<Loaded, String> {
    let source = TableSource { path: vec![file.into()], ..source };
    read("t", &CorpusFormat::Table(source), folder)
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.display()), ""))
}

fn wide() -> TableSource {
    table_of(
        "x",
        "cluster = 'doc'; item = 'id'; source = 'source'; references = ['refA']; systems = ['Zeta', 'Eta']",
    )
}

fn long() -> TableSource {
    table_of(
        "x",
        "system = 'system'; item = 'id'; hypothesis = 'hypothesis'; judge = 'judge'; judgments = ['fluency', 'adequacy']; \
         scores = ['COMET']",
    )
}

const WIDE: &str = r#"{"doc":"a","id":1,"source":"The cat sleeps.","refA":"Die Katze schläft.","Zeta":"Die Katze schlaft.","Eta":"Katze schläft."}
{"doc":"a","id":2,"source":"It rains.","refA":"Es regnet.","Zeta":"","Eta":"Regen."}
{"doc":"b","id":1,"source":"Good morning!","refA":null,"Zeta":"Guten Morgen!","Eta":"Morgen!"}
"#;

const LONG: &str = r#"{"system":"Zeta","id":1,"hypothesis":"Die Katze schlaft.","judge":"j1","fluency":3,"adequacy":4,"COMET":0.71}
{"system":"Zeta","id":1,"hypothesis":"Die Katze schlaft.","judge":"j2","fluency":4,"adequacy":4,"COMET":0.71}
{"system":"Zeta","id":2,"hypothesis":"Regen.","judge":"j1","fluency":5,"adequacy":null,"COMET":0.5}
{"system":"Eta","id":1,"hypothesis":"Katze schläft.","judge":"j1","fluency":4,"adequacy":5,"COMET":0.30000000000000004}
{"system":"Eta","id":2,"hypothesis":null,"judge":"j3","fluency":null,"adequacy":5,"COMET":null}
"#;

fn of_lines(content: &str, source: TableSource) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.jsonl"), content).unwrap();
    table(folder.path(), "t.jsonl", source).unwrap().corpus
}

#[test]
fn what_other_programs_write_is_read() {
    let expected = of_lines(WIDE, wide());
    for how in ["snappy", "plain", "zstd-v2", "gzip", "brotli", "lz4"] {
        let loaded = table(&golden(), &format!("wide-{how}.parquet"), wide()).unwrap();
        assert_eq!(loaded.corpus, expected, "{how}");
    }
    let expected = of_lines(LONG, long());
    for file in ["long.parquet", "long-polars.parquet"] {
        assert_eq!(table(&golden(), file, long()).unwrap().corpus, expected, "{file}");
    }
}

#[test]
fn the_name_does_not_matter_and_gzip_around_it_neither() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(golden().join("long.parquet")).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(&bytes).unwrap();
    std::fs::write(folder.path().join("t.parquet.gz"), gz.finish().unwrap()).unwrap();
    std::fs::write(folder.path().join("t.data"), bytes).unwrap();
    let expected = of_lines(LONG, long());
    assert_eq!(table(folder.path(), "t.parquet.gz", long()).unwrap().corpus, expected);
    let layout = Some(TableLayout::Parquet);
    let source = TableSource { layout, ..long() };
    assert_eq!(table(folder.path(), "t.data", source).unwrap().corpus, expected);
}

#[test]
fn numbers_are_as_precise_as_they_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let columns =
        vec![Column::new("s".into(), ["A", "B"]), Column::new("x".into(), [0.1_f32, -0.0])];
    let mut frame = DataFrame::new(2, columns).unwrap();
    let file = std::fs::File::create(folder.path().join("t.parquet")).unwrap();
    ParquetWriter::new(file).finish(&mut frame).unwrap();
    let source = table_of("x", "system = 's'; scores = ['x']");
    let scores = table(folder.path(), "t.parquet", source).unwrap().corpus.external["x"].clone();
    assert_eq!(scores["A"], [Some(f64::from(0.1_f32))]);
    assert!(scores["B"][0].unwrap().is_sign_negative());
}

/// Integers of all sizes, decimals and truth values, in two encodings, as Python reads them.
#[test]
fn numbers_of_all_types_are_those_of_python() {
    let rows = |name: &str, layout| -> Vec<Vec<String>> {
        let file = RowFile::read(&golden().join("..").join(name), layout, "file").unwrap();
        let frame = Frame::read(&[file], &BTreeMap::new()).unwrap();
        // Python and Rust write a number with a floating point in other digits.
        let field = |column: &frame::Column, row| {
            let text = column.text(row).map_or("null".to_owned(), std::borrow::Cow::into_owned);
            let number = text.parse::<f64>().ok().filter(|_| column.name().starts_with("decimal"));
            number.map_or(text, |number| format!("{number:e}"))
        };
        let fields = |row| frame.columns().iter().map(|column| field(column, row)).collect();
        (0..frame.rows()).map(fields).collect()
    };
    let expected = rows("types.jsonl", TableLayout::Jsonl);
    assert_eq!((expected.len(), expected[0].len()), (40, 16));
    assert_eq!(rows("types.parquet", TableLayout::Parquet), expected);
    assert_eq!(rows("types-integers.parquet", TableLayout::Parquet), expected);
}

#[test]
fn defects_are_named() {
    let refused = |source: TableSource, expected: &str| {
        assert_eq!(table(&golden(), "long.parquet", source).unwrap_err(), expected);
    };
    refused(
        TableSource { system: Some("systm".into()), ..long() },
        "long.parquet: there is no column `systm`; did you mean `system`? the columns are: system, \
         id, hypothesis, judge, fluency, adequacy, COMET, tiny, sure, nothing and 4 more",
    );
    let type_of = |column: &str, kind: &str| {
        let source = TableSource { judgments: names(&[column]), ..long() };
        let expected = format!(
            "long.parquet: column `{column}` holds {kind}, neither texts nor numbers; store it as \
             text, truth values or numbers"
        );
        refused(source, &expected);
    };
    type_of("spans", "lists");
    type_of("when", "dates");
    refused(
        TableSource { judgments: names(&["hypothesis"]), ..long() },
        "long.parquet: row 1: column `hypothesis`: score `Die Katze schlaft.` is not a number; write a finite number, or \
         None where there is no score",
    );
    refused(
        TableSource { judge: None, judgments: vec![], ..long() },
        "long.parquet: row 2: the system has had this item on row 1; keep one of the rows, or name the column that tells \
         them apart: `judge`, `run`, or part of `item`",
    );
    refused(
        TableSource::default(),
        "long.parquet: no column is named, and this is no corpus that `runner corpus convert` wrote; \
         say what the columns are for: `system`, `hypothesis`, `scores`, ...",
    );
    let nothing = TableSource { scores: names(&["nothing"]), ..long() };
    assert!(table(&golden(), "long.parquet", nothing).is_ok(), "a column may be all null");
}

#[test]
fn what_is_no_parquet_or_cut_off_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(golden().join("long.parquet")).unwrap();
    let message = |content: &[u8]| {
        std::fs::write(folder.path().join("t.parquet"), content).unwrap();
        table(folder.path(), "t.parquet", long()).unwrap_err()
    };
    assert_eq!(
        message(b"system,id\nA,1\n"),
        "t.parquet: this is not a Parquet file; name a Parquet file, or say as `layout` how its rows \
         are written"
    );
    assert_eq!(
        message(&bytes[..bytes.len() - 1]),
        "t.parquet: the Parquet file is cut off or damaged: it does not end as Parquet does; fetch \
         the file again, or write it again"
    );
    // The length of the footer, larger than the file.
    let mut longer = bytes.clone();
    let at = longer.len() - 6;
    longer[at] = 0xff;
    assert_eq!(
        message(&longer),
        "t.parquet: the Parquet file is cut off or damaged: the footer is not what it claims; fetch \
         the file again, or write it again"
    );
}

#[test]
fn formats_are_recognised() {
    let found = recognise(&golden().join("long-polars.parquet")).unwrap();
    let source = TableSource { path: vec![golden().join("long-polars.parquet")], ..long() };
    assert_eq!(found[0].format, CorpusFormat::Table(source));
    assert_eq!(found[0].name, "long-polars");
    let found = recognise(&golden().join("wide-plain.parquet")).unwrap();
    let CorpusFormat::Table(source) = &found[0].format else { panic!("{found:?}") };
    assert_eq!((&source.references, &source.systems), (&wide().references, &wide().systems));
    assert_eq!(recognise(&golden()).unwrap().len(), 8, "each that is not too large");
}
