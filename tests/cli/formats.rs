//! Every corpus format through the whole program.

use std::fmt::Write;

use runner::analyses::ScoreRow;
use runner::table::read;

use crate::support::workspace::Workspace;

const HEAD: &str = r#"
[experiment]
name = "formats"
seed = 1
"#;

const REFERENCES: [[&str; 3]; 2] = [
    ["the cat sat on a mat", "a dog & a bird", "it rains all day"],
    ["the cat lay on the mat", "one dog & one bird", "it is raining all day"],
];
const OUTPUTS: [[&str; 3]; 2] = [
    ["the cat sat on the mat", "a dog & the bird", "it rains the day"],
    ["cats sit on mats", "a dog and a bird", "rain all day"],
];

/// The same small corpus in a format: the files, and the table of the spec.
fn plain(workspace: &Workspace) -> &'static str {
    let lines = |texts: &[&str]| texts.join("\n") + "\n";
    workspace.write("refA", lines(&REFERENCES[0]));
    workspace.write("refB", lines(&REFERENCES[1]));
    workspace.write("one", lines(&OUTPUTS[0]));
    workspace.write("two", lines(&OUTPUTS[1]));
    workspace.write("docs", "d1\nd1\nd2\n");
    "plain = { references = ['refA', 'refB'], systems = ['one', 'two'], documents = 'docs' }"
}

fn markup(kind: &str, name: &str, texts: &[&str; 3], escape: bool) -> String {
    let text = |index: usize| {
        if escape { texts[index].replace('&', "&amp;") } else { texts[index].to_owned() }
    };
    format!(
        "<{kind} setid=\"s\" srclang=\"en\" trglang=\"de\">\n\
         <DOC docid=\"d1\" sysid=\"{name}\"><hl><seg id=\"1\">{}</seg></hl>\n\
         <p><seg id=2> {} </seg></p></DOC>\n\
         <doc docid=\"d2\" sysid=\"{name}\"><seg id=\"1\">{}</seg></doc>\n</{kind}>\n",
        text(0),
        text(1),
        text(2)
    )
}

fn nist(workspace: &Workspace) -> &'static str {
    let set = |kind, names: [&str; 2], texts: &[[&str; 3]; 2], escape| {
        let one = markup(kind, names[0], &texts[0], escape);
        one + &markup(kind, names[1], &texts[1], !escape)
    };
    workspace.write("ref.sgm", set("refset", ["refA", "refB"], &REFERENCES, true));
    workspace.write("tst.sgm", set("tstset", ["one", "two"], &OUTPUTS, false));
    "nist = { references = ['ref.sgm'], systems = ['tst.sgm'] }"
}

fn wmt_xml(workspace: &Workspace) -> &'static str {
    let side = |open: &str, texts: &[&str; 3], range: std::ops::Range<usize>| {
        let tag = open.split(' ').next().unwrap();
        let segment = |(index, text): (usize, &&str)| {
            format!("<seg id=\"{}\">{}</seg>", index + 1, text.replace('&', "&amp;"))
        };
        let segments: String = texts[range].iter().enumerate().map(segment).collect();
        format!("<{open} lang=\"de\"><p>{segments}</p></{tag}>\n")
    };
    let document = |id: &str, range: std::ops::Range<usize>| {
        format!("<doc id=\"{id}\" origlang=\"en\">\n")
            + &side("src", &["x", "y", "z"], range.clone())
            + &side("ref translator=\"A\"", &REFERENCES[0], range.clone())
            + &side("ref translator=\"B\"", &REFERENCES[1], range.clone())
            + &side("hyp system=\"one\"", &OUTPUTS[0], range.clone())
            + &side("hyp system=\"two\"", &OUTPUTS[1], range)
            + "</doc>\n"
    };
    let head = "<?xml version='1.0' encoding='utf-8'?>\n<dataset id=\"s\">\n";
    let documents = document("d1", 0..2) + &document("d2", 2..3);
    workspace.write("all.xml", format!("{head}{documents}</dataset>\n"));
    "wmt-xml = { paths = 'all.xml' }"
}

fn wide(workspace: &Workspace) -> &'static str {
    let mut wide = "doc,refA,refB,one,two\n".to_owned();
    for (index, document) in ["d1", "d1", "d2"].iter().enumerate() {
        let [a, b, one, two] =
            [&REFERENCES[0], &REFERENCES[1], &OUTPUTS[0], &OUTPUTS[1]].map(|texts| texts[index]);
        writeln!(wide, "{document},{a},\"{b}\",{one},{two}").unwrap();
    }
    workspace.write("wide.csv", wide);
    "table = { path = 'wide.csv', cluster = 'doc', references = ['refA', 'refB'], systems = ['one', 'two'] }"
}

/// What a row says, whatever the corpus and its files.
fn facts(row: &ScoreRow) -> (String, Option<String>, u32, [Option<f64>; 4]) {
    let system = format!("{} {}", row.cell.metric, row.cell.system.as_deref().unwrap());
    let references = row.cell.references.as_ref().map(ToString::to_string);
    let numbers = [row.score, row.stdev, row.ci_lower, row.ci_upper];
    (system, references, row.cell.documents, numbers)
}

/// One corpus in four formats gives the same tables: same draws, since the corpus has one name.
#[test]
fn a_corpus_is_the_same_in_every_format() {
    let mut expected = None;
    for format in [plain, nist, wmt_xml, wide] {
        let workspace = Workspace::empty();
        let table = format(&workspace);
        let studies = "[studies.s]\ncorpora = ['c']\nmetrics = ['bleu', 'ter']\nB = 50\n\
                       reference-counts = [1, 2]\n";
        workspace.write("spec.toml", format!("{HEAD}[corpora.c]\n{table}\n{studies}"));
        workspace.succeed(&["run", "spec.toml", "-q"]);
        let scores = workspace.path("results/formats/scores.parquet");
        let rows: Vec<ScoreRow> = read(&scores).unwrap();
        let rows: Vec<_> = rows.iter().map(facts).collect();
        // Two sizes, two metrics, two numbers of references, two systems.
        assert_eq!(rows.len(), 16, "{table}");
        assert_eq!(*expected.get_or_insert_with(|| rows.clone()), rows, "{table}");
    }
}

#[test]
fn error_annotations_are_judgments() {
    let workspace = Workspace::empty();
    let rows = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
        one\td1\t1\t1\tr1\tx\t<v>the</v> cat\tAccuracy/Omission\tMajor\n\
        one\td1\t1\t1\tr1\tx\tthe <v>cat</v>\tFluency/Punctuation\tMinor\n\
        one\td1\t1\t1\tr2\tx\tthe cat\tNo-error\tNo-error\n\
        one\td1\t2\t2\tr1\ty\ta dog\tStyle/Awkward\tminor\n\
        ref\td1\t1\t1\tr1\tx\ta cat\tNo-error\tNo-error\n\
        ref\td1\t2\t2\tr1\ty\tthe dog\tNo-error\tNo-error\n";
    workspace.write("mqm.tsv", rows);
    let studies = "[metrics.mqm.human]\ncriterion = 'mqm'\n[studies.s]\ncorpora = ['c']\n\
                   metrics = ['mqm', 'bleu']\nB = 20\n";
    for (options, expected) in [
        ("", -(f64::midpoint(5.1, 0.0) + 1.0) / 2.0),
        ("weights = { Minor = 3, 'minor/fluency/punctuation' = 0 }\n", -(2.5 + 3.0) / 2.0),
    ] {
        let corpus = format!("[corpora.c.mqm]\npaths = 'mqm.tsv'\n{options}");
        workspace.write("spec.toml", format!("{HEAD}{corpus}{studies}"));
        workspace.succeed(&["run", "spec.toml", "-q"]);
        let scores = workspace.path("results/formats/scores.parquet");
        let rows: Vec<ScoreRow> = read(&scores).unwrap();
        let mqm = rows.iter().find(|row| &*row.cell.metric == "mqm").unwrap();
        assert!((mqm.score.unwrap() - expected).abs() < 1e-9, "{mqm:?}");
        // The text of the reference is one, so BLEU has something to compare with.
        assert!(rows.iter().any(|row| &*row.cell.metric == "bleu" && row.score.is_some()));
    }
}
