//! Small valid files of each format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::table_of;
use crate::support::zip::archive;
use runner::formats::source::{
    AppraiseSource, CometSource, CorpusFormat, EvalsetSource, MqmRaters, MqmSource, NistSource,
    PearmutSource, PlainSource, Protocol, SamplesSource, TableSource, WmtCriterion, WmtJsonlSource,
    WmtXmlSource,
};

/// Paths and contents.
pub(crate) type Files = Vec<(&'static str, Vec<u8>)>;

fn files(texts: &[(&'static str, &str)]) -> Files {
    texts.iter().map(|(name, text)| (*name, text.as_bytes().to_vec())).collect()
}

pub(crate) fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

pub(crate) fn evalset() -> (Files, CorpusFormat) {
    let files = files(&[
        ("s/sources/en-de.txt", "one\ntwo\nthree\n"),
        ("s/documents/en-de.docs", "news\ta\nnews\ta\ntalk\tb\n"),
        ("s/references/en-de.refA.txt", "Eins\n[No translation supplied]\nDrei\n"),
        (
            "s/system-outputs/en-de/X.jsonl",
            "{\"hypothesis\":\"a\"}\n{\"hypothesis\":null}\n{\"hypothesis\":\"\"}\n",
        ),
        (
            "s/human-scores/en-de.mqm.seg.score",
            "X\t-1\nX\tNone\nX\t-0.5\nrefA\t1\nrefA\t1\nrefA\t1\n",
        ),
        ("s/human-scores/en-de.esa@ann.seg.score", "X\t1\nX\tNone\nX\t2\n"),
        (
            "s/human-scores/en-de.r.seg.rating",
            "X\t{\"errors\":[{\"severity\":\"minor\",\"score\":0.5},{\"severity\":\"major\"}]}\tann\n\
             X\t{\"errors\":[]}\nX\tNone\n",
        ),
        ("s/metric-scores/en-de/C-refA.seg.score", "X\t1\nX\t2e3\nX\t3\n"),
    ]);
    let source = EvalsetSource {
        path: "s".into(),
        language_pair: "en-de".into(),
        references: None,
        ratings: [("errors".to_owned(), vec!["r".to_owned()])].into(),
        weights: [("major".to_owned(), 5.0)].into(),
        error_counts: true,
    };
    (files, CorpusFormat::Evalset(source))
}

pub(crate) fn plain() -> (Files, CorpusFormat) {
    let files = files(&[
        ("src.txt", "one\ntwo\nthree\n"),
        ("r.txt", "eins\nzwei\ndrei"),
        ("s.txt", "ein\n\ndrei\n"),
        ("docs.txt", "a\na\nb\n"),
        ("s.comet", "0.25\nnan\n1e-3\n"),
        (
            "comet.json",
            "{\"s.txt\": [{\"mt\": \"ein\", \"COMET\": 0.5}, {\"mt\": \"\", \"COMET\": null}, \
             {\"mt\": \"drei\", \"COMET\": 1}]}",
        ),
    ]);
    let source = PlainSource {
        source: Some("src.txt".into()),
        references: paths(&["r.txt"]),
        systems: paths(&["s.txt"]).into(),
        documents: Some("docs.txt".into()),
        judgments: [("da@ann".to_owned(), paths(&["s.comet"]))].into(),
        scores: [
            ("comet".to_owned(), paths(&["comet.json"])),
            ("other".to_owned(), paths(&["s.comet"])),
        ]
        .into(),
    };
    (files, CorpusFormat::Plain(source))
}

const SGML: &str = "<srcset setid=\"s\" srclang=\"en\">\n<doc docid=\"a\" genre='g'>\n<hl>\n\
    <seg id=\"1\"> one &amp; &#50; </seg></hl><p><seg id=2>two</seg>\n</p></doc>\n\
    <DOC docid=\"b\"><seg id=\"1\">three</seg></DOC></srcset>\n";
const SGML_REF: &str = "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY x \"y\">]>\n\
    <refset setid=\"s\" refid=\"R\"><doc docid=\"b\"><seg id=\"1\"><![CDATA[<3>]]></seg></doc>\n\
    <doc docid=\"a\"><seg id=\"1\">eins<!-- x --></seg><seg id=\"2\">&lt;2</seg></doc></refset>";
const SGML_TST: &str = "<tstset setid=\"s\"><system sysid=\"E\">free</system>\
    <doc docid=\"a\"><seg id=\"1\">B&B</seg><seg id=\"2\">1 < 2</seg></doc>\
    <doc docid=\"b\"><seg id=\"1\"/></doc></tstset>";

pub(crate) fn nist() -> (Files, CorpusFormat) {
    let files = files(&[("src.sgm", SGML), ("ref.xml", SGML_REF), ("tst.sgm", SGML_TST)]);
    let source = NistSource {
        source: Some("src.sgm".into()),
        references: paths(&["ref.xml"]),
        systems: paths(&["tst.sgm"]),
        decode_entities: true,
    };
    (files, CorpusFormat::Nist(source))
}

pub(crate) fn wmt_xml() -> (Files, CorpusFormat) {
    let xml = "<?xml version='1.0'?><dataset id=\"s\"><collection id=\"c\">\n\
        <doc id=\"a\" domain=\"n\"><src lang=\"en\"><p><seg id=\"1\">o &amp; o</seg><seg id=\"2\">t</seg></p></src>\n\
        <ref lang=\"de\" translator=\"A\"><p><seg id=\"1\">e</seg></p></ref>\n\
        <hyp lang=\"de\" system=\"X\"><p><seg id=\"1\"/><seg id=\"2\"><![CDATA[z]]></seg></p></hyp></doc>\n\
        </collection><doc id=\"b\" testsuite=\"t\"><src lang=\"en\"><p><seg id=\"1\">x</seg></p></src></doc></dataset>\n";
    let source = WmtXmlSource { files: paths(&["s.xml"]), references: None, testsuites: false };
    (files(&[("s.xml", xml)]), CorpusFormat::WmtXml(source))
}

pub(crate) fn mqm(quoted: bool) -> (Files, CorpusFormat) {
    let rows = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
        X\ta\t1\t1\tr1\tone\t<v>eins</v>\tAccuracy/Omission\tMajor\n\
        X\ta\t1\t1\tr2\tone\teins\tNo-error\tNo-error\n\
        ref-A\tb\t1\t2\tr1\t\"two\"\tzwei\tFluency/Punctuation\tMinor\n";
    let source = MqmSource {
        files: paths(&["m.tsv"]),
        references: None,
        weights: BTreeMap::new(),
        raters: MqmRaters::Separate,
        quoted,
    };
    (files(&[("m.tsv", rows)]), CorpusFormat::Mqm(source))
}

const APPRAISE: &str = "l1,wmt23.X,1,TGT,eng,deu,87,a#X,False,[],1.5,2.5\r\n\
    l1,wmt23.X,2,TGT,eng,deu,7e1,a#X,False,\"[{\"\"start_i\"\":0,\"\"end_i\"\":\"\"missing\"\",\"\"severity\"\":\"\"minor\"\",\
    \"\"error_type\"\":[\"\"Style\"\"]}]\",3,4\r\n\
    l1,wmt23.X,3,BAD,eng,deu,1,a#X#bad7,False,[],5,6\nl2,t-tutorial,4,TGT,eng,deu,1,t-tutorial,False,[],5,6\n";
const APPRAISE_2024: &str = "l1,X,0,TGT,eng,deu,87,test-en-news_a,False,[],1.5,2.5\n\
    l2,X,1,TGT,eng,deu,7,test-en-news_a,False,[],1.5,2.5,1,5\nl1,X,0,TGT,eng,deu,8,test-en-news_a,False,[],3,4\n\
    l1,X,2,TGT,eng,deu,8,test-en-talk_b#dup,False,[],3,4\n";
const APPRAISE_2025: &str = "l1,X,p_#_news_#_a_#_0,TGT,eng,deu,87,p_#_news_#_a,True,[],1,2\n\
    l1,Y,p_#_news_#_a_#_1,TGT,eng,deu,8,p_#_news_#_a,True,[],3,4\n";

/// Exports of Appraise, one of each year, and one with a test set.
pub(crate) fn appraise() -> Vec<(Files, CorpusFormat)> {
    let of = |content: &str, protocol| {
        let source = AppraiseSource {
            files: paths(&["e.csv"]),
            protocol,
            error_counts: true,
            ..AppraiseSource::default()
        };
        (files(&[("e.csv", content)]), source)
    };
    let mut all: Vec<(Files, AppraiseSource)> = vec![
        of(APPRAISE, Protocol::Mqm),
        of(APPRAISE_2024, Protocol::Esa),
        of(APPRAISE_2025, Protocol::Esa),
    ];
    let (mut with_texts, source) = of(APPRAISE_2024, Protocol::Esa);
    with_texts.extend(files(&[
        ("s/sources/en-de.txt", "one\ntwo\n"),
        ("s/documents/en-de.docs", "news\ttest-en-news_a\nnews\ttest-en-news_a\n"),
        ("s/system-outputs/en-de/X.txt", "eins\nzwei\n"),
    ]));
    let (test_set, language_pair) = (Some("s".into()), Some("en-de".into()));
    all.push((with_texts, AppraiseSource { test_set, language_pair, ..source }));
    all.into_iter().map(|(files, source)| (files, CorpusFormat::Appraise(source))).collect()
}

const PEARMUT: &str = "{\"annotation\":[{\"X\":{\"score\":70,\"error_spans\":[{\"start_i\":3,\"end_i\":3,\
    \"severity\":\"minor\"}]},\"Y\":{\"score\":null,\"sliders\":{\"Flu\":2}}},null],\"actions\":[{\"time\":1},\
    {\"time\":2.5}],\"item\":[{\"item_id\":\"n_###_d_###_0\",\"src\":\"one\",\"ref\":\"r\",\"tgt\":{\"X\":\"e\",\
    \"Y\":\"i\"}},{\"item_id\":\"n_###_d_###_1\",\"tgt\":{}}],\"user_id\":\"u\",\"item_i\":0}";
const PEARMUT_RESET: &str = "{\"user_id\":\"v\",\"annotation\":\"__RESET__\",\"item_i\":0}";

/// A log of Pearmut and an export.
pub(crate) fn pearmut() -> Vec<(Files, CorpusFormat)> {
    let log = format!("{PEARMUT}\n{PEARMUT_RESET}\n{PEARMUT}\n");
    let export = format!("{{\"c\":[{PEARMUT},{PEARMUT_RESET}],\"d\":[]}}");
    let of = |name: &'static str, content: &str, campaign: Option<&str>| {
        let source = PearmutSource {
            files: paths(&[name]),
            campaign: campaign.map(str::to_owned),
            error_counts: true,
            ..PearmutSource::default()
        };
        (files(&[(name, content)]), CorpusFormat::Pearmut(source))
    };
    vec![of("log.jsonl", &log, None), of("annotations.json", &export, Some("c"))]
}

pub(crate) fn table(file: &'static str, content: &[u8]) -> (Files, CorpusFormat) {
    let source = table_of(
        file,
        "system = 'sys'; item = 'id'; cluster = 'doc'; source = 'src'; references = ['ref']; hypothesis = 'mt'; \
         judge = 'who'; judgments = ['flu']; scores = ['comet']",
    );
    (vec![(file, content.to_vec())], CorpusFormat::Table(source))
}

pub(crate) const CSV: &str = "sys,id,doc,src,ref,mt,who,flu,comet\nA,1,d,one,eins,ein,j1,3,0.5\n\
    A,1,d,one,eins,ein,j2,4,0.5\nB,1,d,one,eins,\"e\"\"i\n,n\",j1,None,\n";
pub(crate) const JSONL: &str = "{\"sys\":\"A\",\"id\":1,\"doc\":\"d\",\"src\":\"one\",\"ref\":null,\"mt\":\"x\",\
    \"who\":\"j\",\"flu\":3,\"comet\":0.5}\n{\"sys\":\"B\",\"id\":1,\"doc\":\"d\",\"src\":\"one\",\
    \"mt\":\"\\u00e4\",\"who\":\"j\",\"flu\":null,\"comet\":1e-3}\n";

const TSV: &str = "sys\tid\tdoc\tsrc\tref\tmt\twho\tflu\tcomet\nA\t1\td\tone\teins\tein\tj1\t3\t0.5\n\
    B\t1\td\tone\teins\t\"e\tj1\tNone\t\nB\t\td\t\t\t\t\t\t-7\n";

/// A table of judges who rated outputs again.
fn repeated() -> (Files, CorpusFormat) {
    let content =
        "sys,id,who,again,flu\nA,1,j1,1,3\nA,1,j1,2,4\nB,1,j1,3,None\nB,1,j1,1,2\nB,1,j2,5,1\n";
    let keys = "system = 'sys'; item = 'id'; judge = 'who'; run = 'again'; judgments = ['flu']";
    let source = table_of("r.csv", keys);
    (vec![("r.csv", content.as_bytes().to_vec())], CorpusFormat::Table(source))
}

/// Tables in text.
pub(crate) fn tables() -> Vec<(Files, CorpusFormat)> {
    let of = |file, content: &str| table(file, content.as_bytes());
    vec![of("t.tsv", TSV), of("t.csv", CSV), of("t.jsonl", JSONL), repeated()]
}

/// Tables in Parquet by another program, in several encodings and compressions, and a corpus as it
/// is written here.
pub(crate) fn parquet() -> Vec<(Files, CorpusFormat)> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parquet");
    let read = |name: &str| std::fs::read(golden.join(name)).expect("part of the repository");
    let wide = "cluster = 'doc'; item = 'id'; source = 'source'; references = ['refA']; systems = ['Zeta', 'Eta']";
    let long = "system = 'system'; item = 'id'; hypothesis = 'hypothesis'; judge = 'judge'; \
                judgments = ['fluency', 'adequacy']; scores = ['COMET']";
    let types =
        "systems = ['int8', 'uint16', 'truth', 'decimal5_2', 'decimal18_9', 'decimal38_18']";
    let mut all = vec![converted()];
    for (files, keys) in [
        ("../types ../types-integers", types),
        ("wide-snappy wide-plain wide-zstd-v2 wide-gzip wide-brotli wide-lz4", wide),
        ("long long-polars", long),
    ] {
        for file in files.split(' ') {
            let source = table_of("t.parquet", keys);
            let content = vec![("t.parquet", read(&format!("{file}.parquet")))];
            all.push((content, CorpusFormat::Table(source)));
        }
    }
    all
}

fn converted() -> (Files, CorpusFormat) {
    let (files, format) = evalset();
    let folder = tempfile::tempdir().expect("can be made");
    for (name, content) in &files {
        super::write(folder.path(), name, content);
    }
    let corpus = runner::formats::read("c", &format, folder.path()).expect("it is sound").corpus;
    let path = folder.path().join("c.parquet");
    runner::formats::write_parquet::write_parquet(&corpus, &path).expect("it is written");
    let source = TableSource { path: vec!["c.parquet".into()], ..TableSource::default() };
    let content = std::fs::read(path).expect("it is there");
    (vec![("c.parquet", content)], CorpusFormat::Table(source))
}

const WMT_SET: &str = "{\"doc_id\":\"en-de_#_n_#_a\",\"domain\":\"n\",\"src_lang\":\"en\",\"tgt_lang\":\"de\",\
    \"src_text\":\"one\\n\\ntwo\",\"refs\":{\"refA\":{\"ref\":\"eins\\n\\nzwei\"}}}\n\
    {\"doc_id\":\"en-de_#_speech_#_vid_b\",\"src_lang\":\"en\",\"tgt_lang\":\"de\",\"src_text\":\"three\",\"refs\":{}}\n";
const WMT_RATINGS: &str = "{\"doc_id\":\"en-de_#_n_#_a_#_1\",\"src_text\":\"two\",\"tgt_text\":{\"X 1\":\"zwei\",\
    \"refA\":\"zwei\"},\"scores\":{\"X 1\":{\"human1\":80,\"errors1\":[{\"severity\":\"minor\"}],\"annotator1\":\"j\",\
    \"times1\":[1.5,3]},\"refA\":{}}}\n{\"doc_id\":\"en-de_#_n_#_a_#_0\",\"src_text\":\"one\",\"tgt_text\":{},\
    \"scores\":{\"X 1\":[{\"human\":1,\"annotator\":\"j\",\"errors\":[]},{\"human\":2,\"annotator\":\"k\"}]}}\n";

/// A test set of 2025, one of 2026, and a human evaluation alone.
pub(crate) fn wmt_jsonl() -> Vec<(Files, CorpusFormat)> {
    let criteria = vec![WmtCriterion::Esa, WmtCriterion::Errors, WmtCriterion::Seconds];
    let evaluated = files(&[
        ("set.jsonl", WMT_SET),
        (
            "out/X 1.jsonl",
            "{\"doc_id\":\"en-de_#_n_#_a\",\"hypothesis\":\" e\\n\\nz\"}\n\
             {\"doc_id\":\"en-de_#_speech_#_vid_b\",\"hypothesis\":null}\n",
        ),
        (
            "m/X 1.jsonl",
            "{\"language_pair\":\"en-de\",\"domain\":\"n\",\"document_id\":\"a\",\
             \"metric_scores\":{\"M\":[0.5,null]}}\n{\"language_pair\":\"en-de\",\"domain\":\"speech\",\
             \"document_id\":\"b\",\"metric_scores\":{\"M\":[NaN]}}\n",
        ),
        ("h.jsonl", WMT_RATINGS),
    ]);
    let source = WmtJsonlSource {
        test_set: Some("set.jsonl".into()),
        systems: paths(&["out"]),
        scores: paths(&["m"]),
        human_evaluation: paths(&["h.jsonl"]),
        criteria: criteria.clone(),
        ..WmtJsonlSource::default()
    };
    let alone = WmtJsonlSource {
        human_evaluation: paths(&["h.jsonl"]),
        criteria: criteria.clone(),
        ..WmtJsonlSource::default()
    };
    let marked = files(&[
        (
            "set.jsonl",
            "{\"doc_id\":\"W_###_n_###_en_###_de_###_a\",\"src_text\":\"<p>one<br>1</p>\\n<p>two</p>\",\
             \"refs\":{\"refA\":\"<p>eins</p><P>zwei\"}}\n",
        ),
        (
            "X+.jsonl",
            "{\"doc_id\":\"W_###_n_###_en_###_de_###_a\",\"hypothesis\":\"<p>e</p>\\n<p>z<br/></p>\"}\n",
        ),
    ]);
    let of_marked = WmtJsonlSource {
        test_set: Some("set.jsonl".into()),
        systems: paths(&["X+.jsonl"]),
        criteria,
        ..WmtJsonlSource::default()
    };
    vec![
        (evaluated, CorpusFormat::WmtJsonl(source)),
        (marked, CorpusFormat::WmtJsonl(of_marked)),
        (files(&[("h.jsonl", WMT_RATINGS)]), CorpusFormat::WmtJsonl(alone)),
    ]
}

const PROMPTFOO: &str = "{\"evalId\":\"e\",\"results\":{\"version\":3,\"results\":[{\"promptIdx\":0,\"testIdx\":0,\"promptId\":\"i\",\
    \"provider\":{\"id\":\"p\",\"label\":\"a\"},\"prompt\":{\"raw\":\"r\",\"label\":\"l\"},\"testCase\":{\"vars\":{\"q\":\"x\",\"n\":1}},\
    \"response\":{\"output\":\"o\"},\"success\":true,\"score\":0.5,\"namedScores\":{\"s\":1},\"failureReason\":0},\
    {\"promptIdx\":1,\"testIdx\":0,\"promptId\":\"j\",\"provider\":{\"id\":\"p\",\"label\":\"a\"},\"prompt\":{},\"testCase\":{},\
    \"success\":false,\"score\":0,\"namedScores\":{},\"failureReason\":2}]},\"config\":{\"description\":\"t\"}}";

const PROMPTFOO_LINES: &str = "{\"promptIdx\":0,\"testIdx\":0,\"provider\":{\"id\":\"p\"},\"prompt\":{},\"testCase\":{\"vars\":{\"q\":\"x\"}},\
    \"success\":true,\"score\":1,\"namedScores\":{\"s\":null}}\n";

const DEEPEVAL: &str = "{\"testCases\":[{\"name\":\"test_case_0\",\"input\":\"q\",\"actualOutput\":\"a\",\"expectedOutput\":\"b\",\
    \"success\":true,\"metricsData\":[{\"name\":\"Bias\",\"threshold\":0.5,\"success\":true,\"score\":0.25}]}],\
    \"conversationalTestCases\":[{\"name\":\"c\",\"scenario\":\"s\",\"metricsData\":[{\"name\":\"Bias\",\"score\":null}]}],\
    \"metricsScores\":[],\"hyperparameters\":{\"model\":\"m\"}}";

const EVERY_EVAL_EVER: &str = "{\"model_id\":\"o/m\",\"evaluation_name\":\"t\",\"evaluation_result_id\":\"r\",\"sample_id\":\"1\",\
    \"input\":{\"raw\":\"q\",\"reference\":[\"a\"]},\"output\":{\"raw\":[\"a\"]},\"evaluation\":{\"score\":1.0,\"is_correct\":true}}\n\
    {\"model_id\":\"o/m\",\"evaluation_name\":\"t\",\"sample_id\":2,\"evaluation\":{\"score\":0},\"error\":\"e\"}\n";

const EVERY_EVAL_EVER_RESULTS: &str = "{\"evaluation_results\":[{\"evaluation_name\":\"t\",\"evaluation_result_id\":\"r\",\
    \"metric_config\":{\"lower_is_better\":true}}]}";

/// Logs of harnesses.
pub(crate) fn logs() -> Vec<(Files, CorpusFormat)> {
    let lines = "{\"doc_id\":0,\"target\":\"t\",\"filtered_resps\":[\"a\"],\"filter\":\"f\",\"metrics\":[\"em\",\"bleu\"],\
        \"doc_hash\":\"h\",\"em\":NaN,\"bleu\":[\"t\"]}\n{\"doc_id\":1,\"target\":\"['t']\",\"filtered_resps\":[[1,false]],\
        \"filter\":\"f\",\"em\":true}\n";
    let log = "{\"status\":\"success\",\"eval\":{\"task\":\"t\",\"model\":\"o/m\"},\"samples\":[{\"id\":1,\"epoch\":1,\
        \"target\":[\"t\"],\"output\":{\"completion\":\"c\"},\"scores\":{\"s\":{\"value\":\"C\"},\"d\":{\"value\":{\"k\":NaN}}}},\
        {\"id\":\"x\",\"scores\":{\"s\":{\"value\":0.5}}}]}";
    let sample = "{\"id\":1,\"epoch\":1,\"target\":\"t\",\"scores\":{\"s\":{\"value\":\"C\"}}}";
    let header = "{\"status\":\"success\",\"eval\":{\"task\":\"t\",\"model\":\"o/m\"}}";
    let of_inspect = archive(&[("samples/1_epoch_1.json", sample), ("header.json", header)]);
    let samples = |files, texts| {
        CorpusFormat::Samples(SamplesSource {
            files: paths(files),
            texts,
            ..SamplesSource::default()
        })
    };
    vec![
        (
            files(&[
                ("l/m/samples_t_2026-01-01.jsonl", lines),
                ("l/b/samples_t_2026.jsonl", lines),
            ]),
            samples(&["l"], true),
        ),
        (files(&[("a.json", log)]), samples(&["a.json"], false)),
        (vec![("a.eval", of_inspect)], samples(&["a.eval"], false)),
        (files(&[("p.json", PROMPTFOO)]), samples(&["p.json"], true)),
        (files(&[("p.jsonl", PROMPTFOO_LINES)]), samples(&["p.jsonl"], true)),
        (
            files(&[("d.json", DEEPEVAL), ("e.json", DEEPEVAL)]),
            samples(&["d.json", "e.json"], true),
        ),
        (
            files(&[("s_samples.jsonl", EVERY_EVAL_EVER), ("s.json", EVERY_EVAL_EVER_RESULTS)]),
            samples(&["s_samples.jsonl"], true),
        ),
    ]
}

/// Scores of COMET with their texts.
pub(crate) fn comet() -> (Files, CorpusFormat) {
    let files = files(&[
        (
            "score.json",
            "{\"a/X.txt\":[{\"src\":\"one\",\"mt\":\"eins\",\"ref\":\"Eins\",\"COMET\":0.5,\"errors\":[{\"start\":0}]}]}",
        ),
        (
            "compare.json",
            "{\"model\":\"m\",\"statistical_results\":[],\"source\":[\"one\"],\"reference\":[\"Eins\"],\
             \"translations\":[{\"name\":\"X.txt\",\"mt\":[\"eins\"],\"scores\":[NaN]}]}",
        ),
    ]);
    let scores = [("a", "score.json"), ("b", "compare.json")];
    let scores = scores.map(|(name, file)| (name.to_owned(), paths(&[file])));
    (files, CorpusFormat::Comet(CometSource { scores: scores.into() }))
}

/// The files of a sample, each compressed.
pub(crate) fn compressed((files, format): (Files, CorpusFormat)) -> (Files, CorpusFormat) {
    use std::io::Write;
    let gzip = |content: Vec<u8>| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(&content).and_then(|()| encoder.finish()).expect("memory is writable")
    };
    (files.into_iter().map(|(name, content)| (name, gzip(content))).collect(), format)
}

/// All samples.
pub(crate) fn all() -> Vec<(Files, CorpusFormat)> {
    let mut all = vec![evalset(), plain(), nist(), wmt_xml(), mqm(false), mqm(true)];
    all.push(comet());
    all.extend(wmt_jsonl());
    all.extend(logs());
    all.push(compressed(evalset()));
    all.extend(appraise());
    all.extend(pearmut());
    all.extend(tables());
    all.extend(parquet());
    all
}

/// Specs that are right.
pub(crate) fn specs() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |file: &str| std::fs::read_to_string(root.join(file)).expect("part of the repository");
    ["tests/spec/valid/everything.toml", "tests/spec/valid/minimal.toml", "experiments/cesta.toml"]
        .map(read)
        .into()
}
