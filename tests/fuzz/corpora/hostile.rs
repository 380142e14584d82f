//! Inputs that a careless reader goes through again and again, or answers with far more memory, or
//! for which it asks the network.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use runner::corpus::model::Corpus;
use runner::diagnostic::Style;
use runner::formats::read;
use runner::formats::source::{
    CorpusFormat, MqmRaters, MqmSource, NistSource, PlainSource, WmtXmlSource,
};

use super::samples::paths;
use crate::harness::{check_memory, within};
use crate::support::table_of;

fn nist(file: &str) -> CorpusFormat {
    CorpusFormat::Nist(NistSource {
        source: Some(file.into()),
        references: vec![],
        systems: vec![],
        decode_entities: true,
    })
}

fn wmt_xml() -> CorpusFormat {
    let files = paths(&["h.xml"]);
    CorpusFormat::WmtXml(WmtXmlSource { files, references: None, testsuites: true })
}

fn message(format: &CorpusFormat, folder: &Path) -> String {
    // Nothing of what is read, which may be large, is part of a message.
    let Err(error) = read("hostile", format, folder) else { panic!("it is accepted") };
    error.to_string().replace(&format!("{}/", folder.display()), "")
}

/// Markup of half a megabyte to a few megabytes.
fn markup() -> Vec<String> {
    let many = |piece: &str, count: usize| piece.repeat(count);
    let numbered = |count: usize, piece: &dyn Fn(usize) -> String| -> String {
        (0..count).map(piece).collect()
    };
    vec![
        many("<", 500_000),
        many("<!--", 200_000),
        many("<![CDATA[", 100_000),
        many("<doc docid=\"a\">", 50_000),
        format!("<srcset><doc docid=\"a\"><seg id=\"1\">{}", many("<", 500_000)),
        format!("<srcset><doc docid=\"a\"><seg id=\"1\">{}", many("<!-- ", 200_000)),
        format!(
            "<srcset><doc docid=\"a\"><seg id=\"1\">{}</seg></doc></srcset>",
            many("&", 500_000)
        ),
        format!(
            "<srcset><doc docid=\"a\">{}</doc></srcset>",
            many("<seg id=\"1\">x</seg>", 50_000)
        ),
        format!("<srcset><doc docid=\"a\">{}</doc></srcset>", many("<seg>x</seg>\n", 50_000)),
        format!("<srcset>{}</srcset>", many("<doc docid=\"a\"><seg>x</seg></doc>\n", 20_000)),
        format!(
            "<srcset>{}</srcset>",
            numbered(20_000, &|i| format!("<doc sysid=\"{i}\" docid=\"a\"><seg>x</seg></doc>\n"))
        ),
        many("<a>", 300_000),
        format!("<srcset {}>", numbered(50_000, &|i| format!("a{i}=\"b\" "))),
        format!("<dataset>{}</dataset>", many("<a b=\"c\"/>", 100_000)),
        format!(
            "<dataset><doc id=\"a\"><src><p>{}</p></src>{}</doc></dataset>",
            numbered(30_000, &|i| format!("<seg id=\"{i}\">x</seg>")),
            numbered(4_000, &|i| {
                format!("<hyp system=\"{i}\"><p><seg id=\"1\">x</seg></p></hyp>")
            })
        ),
    ]
}

#[test]
fn hostile_markup_takes_time_in_proportion() {
    let folder = tempfile::tempdir().unwrap();
    for content in markup() {
        std::fs::write(folder.path().join("h.sgm"), &content).unwrap();
        std::fs::write(folder.path().join("h.xml"), &content).unwrap();
        for format in [nist("h.sgm"), nist("h.xml"), wmt_xml()] {
            within(30.0, || drop(read("hostile", &format, folder.path())));
        }
    }
    check_memory();
}

/// Entities that stand for many others, and entities from elsewhere, are not looked up.
#[test]
fn entities_are_neither_expanded_nor_fetched() {
    let folder = tempfile::tempdir().unwrap();
    let mut subset = String::from("<!ENTITY l0 \"lol\">");
    for level in 1..12 {
        let below = format!("&l{};", level - 1).repeat(10);
        write!(subset, "<!ENTITY l{level} \"{below}\">").unwrap();
    }
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "SECRET").unwrap();
    let external = format!("<!ENTITY out SYSTEM \"file://{}\">", secret.display());
    let dtd =
        format!("<!DOCTYPE dataset SYSTEM \"file://{}\" [{subset}{external}]>", secret.display());
    let set = |text: &str| {
        format!(
            "<?xml version=\"1.0\"?>{dtd}<srcset setid=\"s\"><doc docid=\"a\">\
             <seg id=\"1\">{text}</seg></doc></srcset>"
        )
    };
    let data = |text: &str| {
        format!(
            "<?xml version=\"1.0\"?>{dtd}<dataset id=\"s\"><doc id=\"a\"><src lang=\"en\"><p>\
             <seg id=\"1\">{text}</seg></p></src></doc></dataset>"
        )
    };
    for entity in ["&l11;", "&out;"] {
        for (format, content) in [(nist("h.xml"), set(entity)), (wmt_xml(), data(entity))] {
            std::fs::write(folder.path().join("h.xml"), content).unwrap();
            let message = message(&format, folder.path());
            let name = entity.trim_matches(['&', ';']);
            assert!(message.contains(name) && message.contains("entit"), "{message}");
            assert!(!message.contains("SECRET"), "{message}");
        }
        // In SGML what is no entity is text, and what the DTD says does not matter.
        let sgml = set(entity).replace("<?xml version=\"1.0\"?>", "");
        std::fs::write(folder.path().join("h.sgm"), sgml).unwrap();
        let corpus = read("h", &nist("h.sgm"), folder.path()).unwrap().corpus;
        assert_eq!(corpus.source.unwrap().get(0), Some(entity));
    }
    check_memory();
}

/// Seventy megabytes of nothing in seventy kilobytes.
#[test]
fn gzip_bombs_are_refused_by_name_of_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let same = vec![b'a'; 1 << 20];
    for _ in 0..70 {
        encoder.write_all(&same).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let limit: u64 = 64 << 20;
    let table = |file: &str| CorpusFormat::Table(table_of(file, "systems = ['a']"));
    let plain =
        CorpusFormat::Plain(PlainSource { source: Some("h.gz".into()), ..PlainSource::default() });
    for (file, format) in [
        ("h.gz", plain),
        ("h.sgm", nist("h.sgm")),
        ("h.xml", wmt_xml()),
        ("h.tsv.gz", table("h.tsv.gz")),
        ("h.parquet", table("h.parquet")),
    ] {
        std::fs::write(folder.path().join(file), &bomb).unwrap();
        let expected = format!(
            "{file}: the decompressed size in bytes is {}, more than the {limit} that are read; split \
             the file, or take the part of it that is needed",
            limit + 1
        );
        assert_eq!(message(&format, folder.path()), expected);
    }
    check_memory();
}

/// Few rows that would make a matrix of very many cells.
#[test]
fn sparse_tables_are_refused_by_name_of_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let count = 4_000;
    let mut rows = String::from("system\tsegment\tx\n");
    let mut errors =
        String::from("system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n");
    for system in 0..count {
        for segment in system * 5..system * 5 + 5 {
            writeln!(rows, "S{system}\t{segment}\t1").unwrap();
            let number = segment + 1;
            writeln!(errors, "S{system}\td\t{number}\t{number}\tr\ta\tb\tc\tMinor").unwrap();
        }
    }
    std::fs::write(folder.path().join("h.tsv"), rows).unwrap();
    std::fs::write(folder.path().join("m.tsv"), errors).unwrap();
    let table = table_of("h.tsv", "system = 'system'; item = 'segment'; scores = ['x']");
    let table = CorpusFormat::Table(table);
    let mqm = CorpusFormat::Mqm(MqmSource {
        files: paths(&["m.tsv"]),
        references: None,
        weights: std::collections::BTreeMap::new(),
        raters: MqmRaters::Average,
        quoted: false,
    });
    for format in [table, mqm] {
        let message = message(&format, folder.path());
        let expected =
            "tsv: the number of columns times segments is 80000000, more than the 67108864";
        assert!(message.contains(expected), "{message}");
    }
    check_memory();
}

/// The bytes of `value` as Thrift writes an integer.
fn varint(value: i64) -> Vec<u8> {
    let mut rest = ((value << 1) ^ (value >> 63)).cast_unsigned();
    let mut bytes = Vec::new();
    loop {
        let [low, ..] = rest.to_le_bytes();
        rest >>= 7;
        if rest == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// A Parquet file that claims `rows` rows of a 32-bit column, in a page that decompresses to
/// `decompressed` bytes; `list` elements in the list of groups.
fn parquet(rows: i64, decompressed: i64, list: u8) -> Vec<u8> {
    let leaf = [field(0x15, 1), field(0x25, 0), vec![0x18, 1, b'x', 0]].concat();
    parquet_of(&leaf, rows, decompressed, list)
}

/// The head of an integer field in Thrift, and its value.
fn field(head: u8, value: i64) -> Vec<u8> {
    [vec![head], varint(value)].concat()
}

/// The same of a column that `leaf` describes, whose type is the second byte.
fn parquet_of(leaf: &[u8], rows: i64, decompressed: i64, list: u8) -> Vec<u8> {
    let size = |part: &[u8]| i64::try_from(part.len()).expect("it is short");
    // Page header: data page, sizes; header of `rows` values, plain, levels as runs.
    let data_header =
        [field(0x15, rows), field(0x15, 0), field(0x15, 3), field(0x15, 3), vec![0]].concat();
    let page = [
        field(0x15, 0),
        field(0x15, decompressed),
        field(0x15, 4),
        vec![0x2c],
        data_header,
        vec![0, 1, 2, 3, 4],
    ]
    .concat();
    let column = [
        vec![0x15, leaf[1]],
        vec![0x19, 0x15, 0],
        vec![0x19, 0x18, 1, b'x'],
        field(0x15, 0),
        field(0x16, rows),
        field(0x16, decompressed),
        field(0x16, size(&page)),
        field(0x26, 4),
        vec![0],
    ]
    .concat();
    let chunk = [field(0x26, 4), vec![0x1c], column, vec![0]].concat();
    let group =
        [vec![0x19, 0x1c], chunk, field(0x16, size(&page)), field(0x16, rows), vec![0]].concat();
    let root = [vec![0x48, 1, b'r'], field(0x15, 1), vec![0]].concat();
    let footer = [
        field(0x15, 1),
        vec![0x19, 0x2c],
        root,
        leaf.to_vec(),
        field(0x16, rows),
        vec![0x19, list],
        group,
        vec![0],
    ]
    .concat();
    let length = u32::try_from(footer.len()).expect("it is short").to_le_bytes();
    [b"PAR1".as_slice(), &page, &footer, &length, b"PAR1"].concat()
}

/// A few hundred bytes that claim gigabytes.
#[test]
fn parquet_that_claims_too_much_is_refused_by_name_of_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let format = CorpusFormat::Table(table_of("h.parquet", "system = 'x'; scores = ['x']"));
    let message = |content: Vec<u8>| {
        std::fs::write(folder.path().join("h.parquet"), content).unwrap();
        message(&format, folder.path())
    };
    let rows = message(parquet(1 << 31, 8, 0x1c));
    assert!(
        rows.starts_with(
            "h.parquet: the size of all values in bytes is 34359738368, more than the 268435456 that \
             are read; split the file"
        ),
        "{rows}"
    );
    let page = message(parquet(4, i64::from(i32::MAX), 0x1c));
    assert!(
        page.starts_with(
            "h.parquet: the decompressed size in bytes is 2147483647, more than the 268435456"
        ),
        "{page}"
    );
    let list = message(parquet(4, 16, 0xec));
    assert!(list.contains("the footer is not what it claims"), "{list}");
    // Decimals of 9 digits in so many bytes.
    let decimals = |bytes: i64, rows: i64| {
        let (name, digits) =
            (vec![0x18, 1, b'x'], [field(0x25, 5), field(0x15, 2), field(0x15, 9)]);
        let kind = [field(0x15, 7), field(0x15, bytes), field(0x15, 1), name, digits.concat()];
        message(parquet_of(&[kind.concat(), vec![0]].concat(), rows, 8, 0x1c))
    };
    let rows = decimals(16, 1 << 31);
    assert!(rows.contains("the size of all values in bytes is 103079215104, more than"), "{rows}");
    let long = decimals(17, 4);
    assert!(long.contains("column `x` holds decimals of any length, neither texts"), "{long}");
    let long = decimals(1 << 30, 4);
    assert!(long.contains("the Parquet file is cut off or damaged"), "{long}");
    let negative = message(parquet(-4, 16, 0x1c));
    assert!(negative.contains("the Parquet file is cut off or damaged"), "{negative}");
    check_memory();
}

/// One long text in a dictionary, which very many rows name.
#[test]
fn parquet_that_repeats_a_long_text_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parquet");
    assert!(std::fs::metadata(folder.join("repeated.parquet")).unwrap().len() < 2_000);
    let format = CorpusFormat::Table(table_of("repeated.parquet", "systems = ['A']"));
    let message = message(&format, &folder);
    let expected =
        "repeated.parquet: the size of all texts in bytes is 1000000000, more than the 268435456";
    assert!(message.starts_with(expected), "{message}");
    check_memory();
}

/// Specs that nest, repeat or go on.
#[test]
fn hostile_specs_take_time_in_proportion() {
    let numbered = |count: usize, piece: &dyn Fn(usize) -> String| -> String {
        (0..count).map(piece).collect()
    };
    let specs = [
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a = ".repeat(50_000)),
        "[".repeat(100_000),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("a = \"{}", "x".repeat(500_000)),
        numbered(2_000, &|i| format!("unknown{i} = 1\n")),
        format!("[studies.s]\n{}", numbered(2_000, &|i| format!("key{i} = 1\n"))),
        numbered(1_000, &|i| format!("[studies.s{i}]\ncorpora = ['nowhere']\nmetrics = ['x']\n")),
        numbered(1_000, &|i| format!("[corpora.c{i}]\nwrong = 1\n")),
        format!("[experiment]\nname = 'x'\n{}", "\n".repeat(500_000)),
    ];
    for spec in specs {
        within(30.0, || {
            let problems = runner::analyses::parse("h.toml", &spec).unwrap_err();
            assert!(problems.render(Style::Plain).contains("error"));
        });
    }
    check_memory();
}

/// So that the helpers above make what they are meant to make: the same file with true claims is
/// read.
#[test]
fn the_parquet_of_the_tests_is_sound_where_its_claims_are() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("h.parquet"), parquet(1, 4, 0x1c)).unwrap();
    let format = CorpusFormat::Table(table_of("h.parquet", "system = 'x'; scores = ['x']"));
    let read = read("h", &format, folder.path());
    let corpus: Corpus = read.map_err(|error| error.to_string()).unwrap().corpus;
    assert_eq!(corpus.external["x"].len(), 1);
}
