//! JSON lines of WMT: what is read, what is refused.

use std::path::PathBuf;

use runner::corpus::model::Texts;
use runner::formats::source::{CorpusFormat, WmtCriterion, WmtJsonlSource};
use runner::formats::{Loaded, read};

use crate::back::marked;
use crate::support::folder_of;
use crate::support::needs::data;

/// Two language pairs; a document of two paragraphs, one of speech and one without `refB`.
const SET: &str = r#"{"doc_id": "en-de_#_news_#_cats.1", "domain": "news", "src_lang": "en", "tgt_lang": "de", "src_text": "One.\n\nTwo,\nlines.", "video": null, "refs": {"refB": {"ref": "Eins.\n\nZwei."}, "refA": {"ref": "Ein.\n\nZwo."}}}
{"doc_id": "en-fr_#_news_#_cats.1", "domain": "news", "src_lang": "en", "tgt_lang": "fr", "src_text": "One.", "refs": {}}
{"refs": {"refA": {"ref": "Drei."}}, "src_text": "Three.", "tgt_lang": "de", "src_lang": "en", "domain": "speech", "doc_id": "en-de_#_speech_#_vid_x_#_1"}
"#;

const X: &str = r#"{"hypothesis": " Eins\n\nZwei\n", "doc_id": "en-de_#_news_#_cats.1", "system": "other"}
{"doc_id": "en-de_#_speech_#_vid_x_#_1", "hypothesis": "Drei"}
{"doc_id": "en-fr_#_news_#_cats.1", "hypothesis": "Un"}
"#;

const Y: &str = r#"
{"doc_id": "en-de_#_news_#_cats.1", "hypothesis": "A\n\nB<br>b", "paragraphs_match": true}
"#;

const Z: &str = r#"{"doc_id": "en-fr_#_news_#_cats.1", "hypothesis": "Un"}"#;

const SCORES: &str = r#"{"language_pair": "en-de", "domain": "news", "document_id": "cats.1", "metric_scores": {"M": [1, -0.5], "N": [null, 2]}}
{"language_pair": "en-fr", "domain": "news", "document_id": "cats.1", "metric_scores": {"M": [3]}}
{"language_pair": "en-de", "domain": "speech", "document_id": "x_#_1", "metric_scores": {"M": [7]}}
"#;

const RATINGS: &str = r#"{"doc_id": "en-de_#_news_#_cats.1_#_1", "src_text": "Two,\nlines.", "tgt_text": {"X": "Zwei", "V": "Zwoh", "refA": "Zwo."}, "scores": {"X": {"human1": 80, "errors1": [{"start_i": 0, "end_i": 1, "severity": "major"}, {"start_i": "missing", "end_i": "missing", "severity": "minor"}], "annotator1": "ann", "times1": [10.5, 31], "human2": 60.5, "errors2": [], "annotator2": "bob", "times2": [0, 4]}, "V": {}, "refA": {"human2": 100, "errors2": [], "annotator2": "ann"}}}
{"doc_id": "en-de_#_news_#_cats.1_#_0", "src_text": "One.", "tgt_text": {"X": "Eins", "V": "Einz", "refA": "Ein."}, "scores": {}}
{"doc_id": "en-fr_#_news_#_cats.1_#_0", "src_text": "One.", "tgt_text": {"X": "Un"}, "scores": {"X": {"human1": 1, "annotator1": "eve"}}}
"#;

const CONTROL: &str = r#"{"doc_id": "en-de_#_news_#_cats.1_#_0", "src_text": "One.", "tgt_text": {"X": "Eins"}, "scores": {"X": [{"human": 70, "annotator": "ann", "errors": []}, {"human": 90, "annotator": "eve", "errors": []}]}}
"#;

fn files() -> Vec<(&'static str, String)> {
    [
        ("set.jsonl", SET),
        ("out/X.jsonl", X),
        ("out/Y 2+.jsonl", Y),
        ("out/Z.jsonl", Z),
        ("out/README.md", "no outputs"),
        ("m/X.jsonl", SCORES),
        ("h.jsonl", RATINGS),
        ("c.jsonl", CONTROL),
    ]
    .map(|(name, content)| (name, content.to_owned()))
    .into()
}

fn source() -> WmtJsonlSource {
    WmtJsonlSource {
        test_set: Some("set.jsonl".into()),
        language_pair: Some("en-de".into()),
        systems: vec!["out".into()],
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    }
}

fn load(files: &[(&str, String)], source: WmtJsonlSource) -> Result<Loaded, String> {
    let folder = folder_of(files.iter().map(|(name, content)| (*name, content)));
    read("tiny", &CorpusFormat::WmtJsonl(source), folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn texts(texts: &Texts) -> Vec<Option<&str>> {
    texts.iter().collect()
}

fn warnings(loaded: &Loaded) -> Vec<&str> {
    loaded.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

#[test]
fn paragraphs_are_segments() {
    let loaded = load(&files(), source()).unwrap();
    let corpus = &loaded.corpus;
    let documents: Vec<_> = corpus
        .documents
        .iter()
        .map(|d| (d.id.as_str(), d.domain.as_deref().unwrap(), d.segments.clone()))
        .collect();
    assert_eq!(
        documents,
        [("en-de_#_news_#_cats.1", "news", 0..2), ("en-de_#_speech_#_vid_x_#_1", "speech", 2..3)]
    );
    let expected = [Some("One."), Some("Two,\nlines."), Some("Three.")];
    assert_eq!(texts(corpus.source.as_ref().unwrap()), expected);
    assert_eq!(
        texts(corpus.reference("refA").unwrap()),
        [Some("Ein."), Some("Zwo."), Some("Drei.")]
    );
    assert_eq!(texts(corpus.reference("refB").unwrap()), [Some("Eins."), Some("Zwei."), None]);
    // Blanks around a text are no part of it; Z took part in another language pair.
    assert_eq!(texts(corpus.system("X").unwrap()), [Some("Eins"), Some("Zwei"), Some("Drei")]);
    assert_eq!(texts(corpus.system("Y 2+").unwrap()), [Some("A"), Some("B<br>b"), None]);
    assert_eq!(corpus.systems.len(), 2);
    assert_eq!(
        warnings(&loaded),
        ["reference `refB` misses 1 of 3 segments", "system `Y 2+` misses 1 of 3 segments"]
    );
}

#[test]
fn references_are_chosen_by_name() {
    let wanted = |names: &[&str]| WmtJsonlSource {
        references: Some(names.iter().map(|name| (*name).to_owned()).collect()),
        ..source()
    };
    let corpus = load(&files(), wanted(&["refB"])).unwrap().corpus;
    assert_eq!(corpus.references.len(), 1);
    let message = load(&files(), wanted(&["refC"])).unwrap_err();
    assert_eq!(message, "set.jsonl: there is no reference `refC`; the references are: refA, refB");
}

#[test]
fn other_numbers_of_paragraphs_make_a_document_one_segment() {
    let mut files = files();
    files[2].1 = Y.replace("A\\n\\nB", "A B");
    let scored = WmtJsonlSource {
        scores: vec!["m/X.jsonl".into()],
        human_evaluation: vec!["h.jsonl".into()],
        ..source()
    };
    let loaded = load(&files, scored).unwrap();
    let corpus = &loaded.corpus;
    assert_eq!(texts(corpus.system("X").unwrap()), [Some("Eins\n\nZwei"), Some("Drei")]);
    assert_eq!(texts(corpus.system("Y 2+").unwrap()), [Some("A B<br>b"), None]);
    assert_eq!(corpus.external["M"]["X"], [None, Some(7.0)]);
    assert!(corpus.judgments.is_empty());
    assert_eq!(
        warnings(&loaded)[..3],
        [
            "1 of 2 documents is one segment, since paragraphs differ in number: first in document \
             `en-de_#_news_#_cats.1`, 2 in the source and 1 of system `Y 2+`",
            "2 segments left out, whose documents are one segment",
            "scores of 1 document left out, whose paragraphs are one segment",
        ]
    );
    // A blank output is blank in all paragraphs.
    files[2].1 = Y.replace("A\\n\\nB<br>b", " \\n");
    let corpus = load(&files, source()).unwrap().corpus;
    assert_eq!(texts(corpus.system("Y 2+").unwrap()), [Some(""), Some(""), None]);
}

#[test]
fn marked_paragraphs_are_those_of_2026() {
    let id = |domain: &str| format!("WMT26_###_{domain}_###_eng_Latn_###_deu_Latn_###_d_1");
    let document = |domain: &str, source: &str| {
        let id = id(domain);
        format!(
            "{{\"doc_id\": \"{id}\", \"src_lang\": \"eng_Latn\", \"tgt_lang\": \"deu_Latn\", \
             \"src_text\": \"{source}\", \"screenshot\": {{\"id\": 1}}, \"refs\": {{}}}}\n"
        )
    };
    let output = |domain: &str, text: &str| {
        format!(
            "{{\"doc_id\": \"{}\", \"hypothesis\": \"{text}\", \"metadata\": {{\"n\": 1}}}}\n",
            id(domain)
        )
    };
    let set = document("news", r"<p>a<br>b</p>\n<p>c</p>")
        + &document("social", r"<p>d</p>\n<p>e</p>")
        + &document("speech", r"f\n\ng")
        + &document("software", r#"```json\n{\"a\": 1}\n```"#);
    let system = output("news", r"<P>A<br/>B</P>\n<p>C</p>")
        + &output("social", "<p>D E</p>")
        + &output("speech", "F G")
        + &output("software", r"```\n\n{}```\n");
    let files = [("set.jsonl", set), ("GPT 5.5+.jsonl", system)];
    let source = WmtJsonlSource {
        test_set: Some("set.jsonl".into()),
        systems: vec!["GPT 5.5+.jsonl".into()],
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    };
    let loaded = load(&files, source.clone()).unwrap();
    let corpus = &loaded.corpus;
    let expected = [Some("A\nB"), Some("C"), Some("D E"), Some("F G"), Some("```\n\n{}```")];
    assert_eq!(texts(corpus.system("GPT 5.5+").unwrap()), expected);
    let expected =
        [Some("a\nb"), Some("c"), Some("d\ne"), Some("f\n\ng"), Some("```json\n{\"a\": 1}\n```")];
    assert_eq!(texts(corpus.source.as_ref().unwrap()), expected);
    assert_eq!(corpus.documents[3].domain.as_deref(), Some("software"));
    assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
    assert!(loaded.warnings[0].message.starts_with("1 of 4 documents is one segment"));
    // `---` between languages is as good as `-`.
    let pair = |pair: &str| WmtJsonlSource { language_pair: Some(pair.into()), ..source.clone() };
    assert!(load(&files, pair("eng_Latn---deu_Latn")).is_ok());
    assert!(load(&files, pair("eng_Latn-fra_Latn")).is_err());
}

#[test]
fn scores_of_metrics_are_by_paragraph() {
    let source = WmtJsonlSource { scores: vec!["m".into()], ..source() };
    let corpus = load(&files(), source.clone()).unwrap().corpus;
    // The document of speech lacks `vid_` among the scores.
    assert_eq!(corpus.external["M"]["X"], [Some(1.0), Some(-0.5), Some(7.0)]);
    assert_eq!(corpus.external["N"]["X"], [None, Some(2.0), None]);
    let alone = WmtJsonlSource { systems: Vec::new(), ..source.clone() };
    let corpus = load(&files(), alone).unwrap().corpus;
    assert_eq!(corpus.systems_without_text, ["X"]);

    let mut files = files();
    files[5].1 = SCORES.replace("[1, -0.5]", "[1]");
    assert_eq!(
        load(&files, source.clone()).unwrap_err(),
        "m/X.jsonl and set.jsonl differ at document `cats.1`, line 1: 1 score of `M` for 2 paragraphs. \
         Nothing is cut or padded: align them first."
    );
    files[5].1 = SCORES.replace("x_#_1", "unknown");
    let loaded = load(&files, source).unwrap();
    assert!(warnings(&loaded).contains(&"1 document left out, not in the test set"));
}

#[test]
fn waves_are_judges() {
    let rated = |files: &[&str], criteria| WmtJsonlSource {
        human_evaluation: files.iter().map(PathBuf::from).collect(),
        criteria,
        ..source()
    };
    let all = vec![WmtCriterion::Esa, WmtCriterion::Errors, WmtCriterion::Seconds];
    let loaded = load(&files(), rated(&["h.jsonl", "c.jsonl"], all)).unwrap();
    let corpus = &loaded.corpus;
    let judges = |criterion: &str, system: &str| &corpus.judgments[criterion][system].judges;
    assert_eq!(*judges("esa", "X"), [vec![None, Some(80.0), None], vec![None, Some(60.5), None]]);
    assert_eq!(judges("errors", "X")[0], [None, Some(-6.0), None]);
    assert_eq!(judges("errors", "X")[1], [None, Some(0.0), None]);
    assert_eq!(judges("seconds", "X")[0], [None, Some(20.5), None]);
    assert_eq!(judges("esa", "refA")[1], [None, Some(100.0), None]);
    assert_eq!(judges("control-esa", "X")[1], [Some(90.0), None, None]);
    let names = |criterion: &str, system: &str| {
        let names = corpus.judge_names[criterion][system].iter();
        let names =
            names.map(|own| own.iter().map(|name| name.as_deref().unwrap_or("-")).collect());
        names.collect::<Vec<Vec<&str>>>()
    };
    assert_eq!(names("esa", "X"), [["-", "ann", "-"], ["-", "bob", "-"]]);
    assert_eq!(names("control-esa", "X"), [["ann", "-", "-"], ["eve", "-", "-"]]);
    // "Zwei": its first two characters, and something that is missing.
    let errors = vec![(0, 2, "major".to_owned()), (4, 4, "minor".to_owned())];
    assert_eq!(marked(corpus, "X"), [Vec::new(), errors, Vec::new()]);
    // An output that has no file; those with one are compared.
    assert_eq!(texts(corpus.system("V").unwrap()), [Some("Einz"), Some("Zwoh"), None]);
    assert!(!warnings(&loaded).iter().any(|message| message.contains("differ")));
    let mut other = files();
    other[6].1 = RATINGS.replace("\"X\": \"Zwei\"", "\"X\": \"Zwo\"").replace("One.", "Won.");
    let loaded = load(&other, rated(&["h.jsonl"], vec![WmtCriterion::Esa])).unwrap();
    assert_eq!(
        warnings(&loaded)[..2],
        [
            "1 of 2 source texts differ, first on line 2",
            "1 of 4 output texts differ, first on line 1",
        ]
    );
}

#[test]
fn a_human_evaluation_has_all_texts() {
    let source = WmtJsonlSource {
        human_evaluation: vec!["h.jsonl".into()],
        language_pair: Some("en-de".into()),
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    };
    let loaded = load(&files(), source.clone()).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    let corpus = loaded.corpus;
    assert_eq!(texts(corpus.source.as_ref().unwrap()), [Some("One."), Some("Two,\nlines.")]);
    assert_eq!(texts(corpus.reference("refA").unwrap()), [Some("Ein."), Some("Zwo.")]);
    assert_eq!(texts(corpus.system("V").unwrap()), [Some("Einz"), Some("Zwoh")]);
    assert_eq!(corpus.judgments["esa"]["X"].judges[0], [None, Some(80.0)]);
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    // One without any file of outputs is known by name.
    let mut bare = files();
    bare[6].1 = RATINGS.replace("\"X\": \"Zwei\", ", "").replace("\"X\": \"Eins\", ", "");
    let corpus = load(&bare, source).unwrap().corpus;
    assert_eq!(corpus.systems_without_text, ["X"]);
}

/// References that are not used are scored as what they are: human translations.
#[test]
fn a_judged_reference_that_is_not_used_stays() {
    let source = WmtJsonlSource {
        human_evaluation: vec!["h.jsonl".into()],
        references: Some(vec!["refB".into()]),
        ..source()
    };
    let corpus = load(&files(), source).unwrap().corpus;
    assert!(corpus.human_systems.contains("refA"));
    assert_eq!(corpus.system("refA").unwrap().get(1), Some("Zwo."));
}

/// For each defect the number of a file, the source that reads it, and what is replaced with what; then the message.
const DEFECTS: &str = r#"0 any | One | One
set.jsonl: there are 2 language pairs; name one of them as `language-pair`: en-de, en-fr
0 source | "tgt_lang": "fr" | "tgt_lang": "de"
set.jsonl:2: document `en-fr_#_news_#_cats.1` is of language pair `en-de` by "src_lang" and "tgt_lang", and of `en-fr` by its id; give both the same language pair
6 evaluated | {"doc_id" | {"src_lang": "en", "tgt_lang": "fr", "doc_id"
h.jsonl:1: document `en-de_#_news_#_cats.1` is of language pair `en-fr` by "src_lang" and "tgt_lang", and of `en-de` by its id; give both the same language pair
0 other | One | One
set.jsonl: there is no document of language pair `en-xx`; the language pairs are en-de, en-fr
0 source | {"doc | {{"doc
set.jsonl:1: not a JSON object: key must be a string at line 1 column 2; write one JSON object per line
0 source | "src_text": "One.\n\n | "text": "
set.jsonl:1: there is no "src_text"; write the document's id, its text and its languages
0 source | {"ref": "Ein. | {"text": "Ein.
set.jsonl:1: "refs.refA": it is neither "..." nor {"ref": "..."}; write the document's id, its text and its languages
0 source | speech_#_vid_x_#_1 | news_#_cats.1
set.jsonl:3: document `en-de_#_news_#_cats.1` is there already, on line 1; give every document its own `doc_id`
1 source | speech_#_vid_x_#_1 | news_#_cats.1
out/X.jsonl:2: document `en-de_#_news_#_cats.1` is there already, on line 1; keep one output for every document
1 source | "hypothesis" | "text"
out/X.jsonl:1: there is no "hypothesis"; write {"doc_id": "...", "hypothesis": "..."} on each line
1 source | " Eins\n\nZwei\n" | 1
out/X.jsonl:1: "hypothesis" is a whole number, not a string; write {"doc_id": "...", "hypothesis": "..."} on each line
3 z | Un | Un
out/Z.jsonl: 1 file of outputs: no document of language pair en-de; name outputs of this pair, whose "doc_id" are those of the test set
6 evaluated | cats.1_#_1 | cats.1_#_7
h.jsonl and set.jsonl differ at document `en-de_#_news_#_cats.1`, line 1: paragraph 8 of 2. Nothing is cut or padded: align them first.
6 evaluated | cats.1_#_1 | cats.1
h.jsonl:1: "doc_id" `en-de_#_news_#_cats.1` does not end in the number of a paragraph; write the document's id, then `_#_` and the number of the paragraph from 0
6 evaluated | 80 | "80"
h.jsonl:1: "scores.X.human1" is a string, not a number; write scores from 0 to 100, or {} where there are none
6 evaluated | 80 | 170
h.jsonl:1: "scores.X.human1": ESA is from 0 to 100, and the score is 170; write scores from 0 to 100, or {} where there are none
6 evaluated | human2 | humane
h.jsonl:1: "scores.X": "humane" is no wave: number them human1, human2, ...; write scores from 0 to 100, or {} where there are none
6 errors | "major" | "huge"
h.jsonl:1: rating 1 of system `X`: an error has severity `huge`; known are major, minor, undecided and neutral
6 seconds | [0, 4] | [4, 0]
h.jsonl:1: rating 2 of system `X`: the times are no span; write the seconds of the first action and of the last: [from, to]"#;

#[test]
fn defects_are_named() {
    let evaluated = || WmtJsonlSource { human_evaluation: vec!["h.jsonl".into()], ..source() };
    let source_of = |name: &str| match name {
        "source" => source(),
        "any" => WmtJsonlSource { language_pair: None, ..source() },
        "other" => WmtJsonlSource { language_pair: Some("en-xx".into()), ..source() },
        "z" => WmtJsonlSource { systems: vec!["out/Z.jsonl".into()], ..source() },
        "evaluated" => evaluated(),
        "errors" => WmtJsonlSource { criteria: vec![WmtCriterion::Errors], ..evaluated() },
        "seconds" => WmtJsonlSource { criteria: vec![WmtCriterion::Seconds], ..evaluated() },
        other => panic!("{other}"),
    };
    let refused = |file: usize, from: &str, to: &str, source, expected: &str| {
        let mut files = files();
        assert!(files[file].1.contains(from), "{from}");
        files[file].1 = files[file].1.replacen(from, to, 1);
        assert_eq!(load(&files, source).unwrap_err(), expected);
    };
    let lines: Vec<&str> = DEFECTS.lines().collect();
    for defect in lines.chunks(2) {
        let parts: Vec<&str> = defect[0].split(" | ").collect();
        let (file, name) = parts[0].split_once(' ').unwrap();
        refused(file.parse().unwrap(), parts[1], parts[2], source_of(name), defect[1]);
    }
    let far = format!("cats.1_#_{}", usize::MAX);
    let expected = format!(
        "h.jsonl and set.jsonl differ at document `en-de_#_news_#_cats.1`, line 1: paragraph {} of 2. \
         Nothing is cut or padded: align them first.",
        usize::MAX
    );
    refused(6, "cats.1_#_1", &far, evaluated(), &expected);
    let mut empty = files();
    empty.push(("none/x.txt", String::new()));
    let folder = WmtJsonlSource { systems: vec!["none".into()], ..source() };
    assert_eq!(
        load(&empty, folder).unwrap_err(),
        "none: there are no JSON lines in it; name the folder whose files end in .jsonl, or the files"
    );
    let twice =
        WmtJsonlSource { human_evaluation: vec!["h.jsonl".into(), "c.jsonl".into()], ..source() };
    refused(
        7,
        CONTROL,
        RATINGS,
        twice,
        "c.jsonl:1: the segment is rated on line 1 of h.jsonl already; \
         keep one line for every segment",
    );
}

#[test]
fn names_of_annotators_are_all_there_or_not_used() {
    let mut files = files();
    files[6].1 = RATINGS.replace(", \"annotator2\": \"bob\"", "");
    let source = WmtJsonlSource { human_evaluation: vec!["h.jsonl".into()], ..source() };
    let loaded = load(&files, source).unwrap();
    assert!(loaded.corpus.judge_names.is_empty());
    assert_eq!(warnings(&loaded)[0], "1 rating without the name of an annotator");
}

#[test]
fn an_annotator_of_two_waves_has_a_mean() {
    let mut files = files();
    files[6].1 = RATINGS.replace("bob", "ann");
    let source = WmtJsonlSource { human_evaluation: vec!["h.jsonl".into()], ..source() };
    let corpus = load(&files, source).unwrap().corpus;
    let [repeated] = &corpus.repeats["esa"][..] else { panic!("{:?}", corpus.repeats) };
    assert_eq!((&*repeated.system, &*repeated.judge), ("X", "ann"));
    assert_eq!(repeated.scores, [80.0, 60.5]);
    let ratings = &corpus.judgments["esa"]["X"].judges;
    assert_eq!((ratings.len(), ratings[0][repeated.segment]), (1, Some(70.25)));
}

fn shared(source: WmtJsonlSource) -> Option<Loaded> {
    let folder = data()?.join("formats");
    Some(read("real", &CorpusFormat::WmtJsonl(source), &folder).expect("it reads"))
}

/// The cut of the test set of 2025: documents and paragraphs were counted in Python.
#[test]
fn the_test_set_of_2025_reads() {
    let source = |pair: &str| WmtJsonlSource {
        test_set: Some("wmt25/wmt25-genmt.cut.jsonl".into()),
        language_pair: Some(pair.into()),
        systems: vec!["wmt25/systems".into()],
        scores: vec!["wmt25/automatic_scores".into()],
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    };
    let Some(loaded) = shared(WmtJsonlSource {
        human_evaluation: vec![
            "wmt25/wmt25-genmt-humeval.GENERATED.jsonl".into(),
            "wmt25/wmt25-genmt-humeval_control.GENERATED.jsonl".into(),
        ],
        ..source("cs-de_DE")
    }) else {
        return;
    };
    // Source, reference and outputs have the same paragraphs everywhere.
    assert!(!warnings(&loaded).iter().any(|message| message.contains("one segment")));
    let corpus = loaded.corpus;
    assert_eq!((corpus.documents.len(), corpus.segment_count()), (23, 43));
    let systems: Vec<&str> = corpus.systems.iter().map(|system| system.name.as_str()).collect();
    assert_eq!(systems, ["Algharb", "CUNI-MH-v2", "DLUT_GTCOM", "Laniqo", "SRPOL", "TranssionMT"]);
    assert_eq!(corpus.references[0].name, "refA");
    for column in corpus.systems.iter().chain(&corpus.references) {
        assert!(column.texts.iter().all(|text| text.is_some()), "{}", column.name);
    }
    assert_eq!(corpus.external.len(), 5);
    for systems in corpus.external.values() {
        assert_eq!(systems.len(), 6);
        assert!(systems.values().flatten().all(Option::is_some));
    }
    let ratings = |wave: usize| {
        let judges = corpus.judgments["esa"].values().filter_map(|own| own.judges.get(wave));
        judges.flatten().flatten().count()
    };
    assert_eq!((ratings(0), ratings(1)), (85 + 114, 114 + 10));
    let control = &corpus.judgments["control-esa"];
    assert!(control.values().all(|own| own.judges.len() == 7));

    // Sums in Python: `sum(v)` of `metric_scores`, and of `human`, weights and times of the records.
    let sum = |scores: &[Option<f64>]| scores.iter().flatten().sum::<f64>();
    let metric = |name: &str, system: &str| sum(&corpus.external[name][system]);
    assert!((metric("XCOMET-XL", "Algharb") - 27.083_185_598_254_204).abs() < 1e-9);
    assert!((metric("GEMBA-ESA-CMDA", "Laniqo") - 2910.0).abs() < 1e-9);
    let evaluated = WmtJsonlSource {
        human_evaluation: vec!["wmt25/wmt25-genmt-humeval.GENERATED.jsonl".into()],
        criteria: vec![WmtCriterion::Esa, WmtCriterion::Errors, WmtCriterion::Seconds],
        ..WmtJsonlSource::default()
    };
    let alone = shared(evaluated).unwrap().corpus;
    for (system, esa, errors, seconds, count) in [
        ("Algharb", 3345.0, 74.0, 611.032_000_541_687, 41),
        ("TranssionMT", 2740.0, 232.0, 741.255_999_565_124_5, 49),
        ("refA", 3547.0, 65.0, 634.770_999_670_028_7, 42),
    ] {
        let total = |criterion: &str| {
            alone.judgments[criterion][system].judges.iter().map(|judge| sum(judge)).sum::<f64>()
        };
        assert_eq!((total("esa"), total("errors")), (esa, -errors), "{system}");
        assert!((total("seconds") - seconds).abs() < 1e-6, "{system}");
        let judges = &alone.judgments["esa"][system].judges;
        assert_eq!(judges.iter().flatten().flatten().count(), count, "{system}");
    }

    let corpus = shared(source("en-is_IS")).unwrap().corpus;
    assert_eq!((corpus.documents.len(), corpus.segment_count()), (8, 30));
    assert_eq!(corpus.systems.len(), 2);
}

/// The one record of the real human evaluation that is public: twelve outputs of six systems and more.
#[test]
fn the_human_evaluation_of_2025_reads() {
    let Some(loaded) = shared(WmtJsonlSource {
        human_evaluation: vec!["wmt25/wmt25-genmt-humeval.real-1-record.jsonl".into()],
        criteria: vec![WmtCriterion::Esa, WmtCriterion::Errors],
        ..WmtJsonlSource::default()
    }) else {
        return;
    };
    let corpus = loaded.corpus;
    assert_eq!(corpus.segment_count(), 1);
    let ratings = |wave: usize| {
        let judges = corpus.judgments["esa"].values().filter_map(|own| own.judges.get(wave));
        judges.flatten().flatten().count()
    };
    assert_eq!((ratings(0), ratings(1)), (21, 11));
    assert_eq!(corpus.judgments["errors"].len(), 21);
}

#[test]
fn the_test_set_of_2026_reads() {
    let source = |pair: &str| WmtJsonlSource {
        test_set: Some("wmt26/wmt26-genmt.GENERATED.jsonl".into()),
        language_pair: Some(pair.into()),
        systems: vec!["wmt26/systems".into()],
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    };
    let Some(loaded) = shared(source("ces_Latn-deu_Latn")) else { return };
    let corpus = &loaded.corpus;
    assert_eq!(corpus.documents.len(), 18);
    assert_eq!(corpus.systems.len(), 2);
    let speech = corpus.documents.iter().filter(|d| d.domain.as_deref() == Some("speech"));
    assert!(speech.clone().count() == 5 && speech.into_iter().all(|d| d.segments.len() == 1));
    let icelandic = shared(source("eng_Latn-isl_Latn")).unwrap();
    assert_eq!(icelandic.corpus.systems.len(), 3);
    let columns = icelandic.corpus.systems.iter().chain(&corpus.systems);
    for column in columns {
        let marks = |text: &str| ["<p>", "</p>", "<br>"].iter().any(|mark| text.contains(mark));
        assert!(!column.texts.iter().flatten().any(marks), "{}", column.name);
    }
}
