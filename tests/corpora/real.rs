//! Real test sets, read in full. They cannot be part of the repository: the environment variable
//! `RUNNER_SHARED` names a folder with `data/` in it, and without it these tests are skipped.

use std::path::PathBuf;

use runner::corpus::lines::TextFile;
use runner::corpus::model::Corpus;
use runner::corpus::rows::{RowFile, TableLayout};
use runner::corpus::{Description, describe};
use runner::formats::read;
use runner::formats::source::{
    CorpusFormat, EvalsetSource, MqmRaters, MqmSource, NistSource, TableSource, WmtXmlSource,
};
use runner::formats::write_evalset::write_evalset;
use runner::formats::write_parquet::write_parquet;

use crate::support::needs::{data, is_thorough};

fn evalset(set: &str, pair: &str) -> Option<Corpus> {
    let source = EvalsetSource {
        path: PathBuf::from("evalsets").join(set),
        language_pair: pair.into(),
        references: None,
        ..EvalsetSource::default()
    };
    Some(read(set, &CorpusFormat::Evalset(source), &data()?).expect("it reads").corpus)
}

/// Segments, documents, machine systems, outputs of all kinds.
fn counts(corpus: &Corpus) -> [usize; 4] {
    [
        corpus.segment_count(),
        corpus.documents.len(),
        corpus.machine_systems().count(),
        corpus.systems.len(),
    ]
}

fn references(corpus: &Corpus) -> Vec<&str> {
    corpus.references.iter().map(|reference| reference.name.as_str()).collect()
}

/// Segments that at least one system has a judgment for, and number of judged systems.
fn judged(corpus: &Corpus, criterion: &str) -> (usize, usize) {
    let systems = &corpus.judgments[criterion];
    let has = |segment: usize| {
        systems.values().any(|judgments| judgments.judges.iter().any(|j| j[segment].is_some()))
    };
    ((0..corpus.segment_count()).filter(|segment| has(*segment)).count(), systems.len())
}

// The numbers below are those of the data's own description, which was made without this program.

#[test]
fn wmt21_news_en_de() {
    let Some(corpus) = evalset("wmt21.news", "en-de") else { return };
    assert_eq!(counts(&corpus), [1002, 68, 20, 24]);
    assert_eq!(references(&corpus), ["refA", "refB", "refC", "refD"]);
    assert_eq!(judged(&corpus, "mqm"), (527, 12));
    // The mask is the same for all and covers 32 whole documents.
    for judgments in corpus.judgments["mqm"].values() {
        assert_eq!(judgments.judges.len(), 1);
        let scores = &judgments.judges[0];
        assert_eq!(scores.iter().flatten().count(), 527);
        let whole = corpus.documents.iter();
        let whole = whole.filter(|d| d.segments.clone().all(|s| scores[s].is_some())).count();
        assert_eq!(whole, 32);
    }
    let mut distances = [0; 2];
    let glat = corpus.system("VolcTrans-GLAT").unwrap();
    for segment in 0..corpus.segment_count() {
        let text = corpus.reference("refB").unwrap().get(segment);
        distances[0] += usize::from(text == glat.get(segment));
        distances[1] += usize::from(text == corpus.reference("refC").unwrap().get(segment));
    }
    assert_eq!(distances, [366, 263], "lines that refB shares with VolcTrans-GLAT and with refC");
}

#[test]
fn wmt21_news_de_fr() {
    let Some(corpus) = evalset("wmt21.news", "de-fr") else { return };
    assert_eq!(counts(&corpus), [1000, 61, 9, 10]);
    assert_eq!(references(&corpus), ["refA"]);
    assert!(corpus.judgments.is_empty(), "only system scores");
}

#[test]
fn wmt21_tedtalks() {
    let Some(corpus) = evalset("wmt21.tedtalks", "en-de") else { return };
    assert_eq!(counts(&corpus), [529, 5, 13, 14]);
    assert_eq!(references(&corpus), ["refA"]);
    assert_eq!(judged(&corpus, "mqm"), (529, 14));
}

#[test]
fn wmt23_he_en() {
    let Some(corpus) = evalset("wmt23", "he-en") else { return };
    assert_eq!(counts(&corpus), [1910, 94, 12, 14]);
    assert_eq!(references(&corpus), ["refA", "refB"]);
    assert_eq!(judged(&corpus, "mqm"), (820, 13));
    let scores = &corpus.judgments["mqm"]["refA"].judges[0];
    let partly = |document: &&runner::corpus::model::Document| {
        let judged = document.segments.clone().filter(|s| scores[*s].is_some()).count();
        judged > 0 && judged < document.segments.len()
    };
    assert_eq!(corpus.documents.iter().filter(partly).count(), 65);
    let empty = corpus.system("ZengHuiMT").unwrap().iter().filter(|text| *text == Some(""));
    assert_eq!(empty.count(), 14);
    assert_eq!(corpus.external.len(), 20, "files named .seg.score");
    for systems in corpus.external.values() {
        assert!(corpus.machine_systems().all(|system| systems.contains_key(system)));
    }
}

#[test]
fn wmt23_en_de() {
    let Some(corpus) = evalset("wmt23", "en-de") else { return };
    assert_eq!(counts(&corpus), [557, 192, 12, 14]);
    assert_eq!(references(&corpus), ["refA", "synthetic_ref"]);
    let judged = |criterion| judged(&corpus, criterion).0;
    assert_eq!([judged("mqm"), judged("da-sqm")], [460, 549]);
    for criterion in ["ESA-1", "ESA-2", "ESAAI-1", "ESAAI-2", "MQM-1"] {
        assert_eq!(judged(criterion), 207, "{criterion}");
    }
    assert_eq!(corpus.judgments.len(), 7);
    let singletons = corpus.documents.iter().filter(|document| document.segments.len() == 1);
    assert_eq!(singletons.count(), 54);
    // Its file begins with a byte order mark, which is no part of the text.
    assert!(!corpus.system("AIRC").unwrap().get(0).unwrap().starts_with('\u{feff}'));
}

#[test]
fn wmt14_extra_references() {
    let Some(corpus) = evalset("wmt14-extrarefs", "en-de") else { return };
    assert_eq!(counts(&corpus), [500, 500, 0, 0]);
    assert_eq!(corpus.references.len(), 11);
}

#[test]
fn system_scores_are_means_of_the_segment_scores_read() {
    let Some(corpus) = evalset("wmt23", "he-en") else { return };
    let mean = |scores: &[Option<f64>]| {
        let scores: Vec<f64> = scores.iter().flatten().copied().collect();
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    let mut compared = 0;
    for (system, published) in system_scores("human-scores/he-en.mqm.sys.score") {
        let read = mean(&corpus.judgments["mqm"][&system].judges[0]);
        assert!((read - published).abs() < 1e-9, "{system}: {read} {published}");
        compared += 1;
    }
    for metric in ["COMET-refA", "COMET-refB", "BLEURT-20-refA"] {
        for (system, published) in system_scores(&format!("metric-scores/he-en/{metric}.sys.score"))
        {
            let read = mean(&corpus.external[metric][&system]);
            assert!((read - published).abs() < 1e-6, "{metric} {system}: {read} {published}");
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 13);
}

fn system_scores(file: &str) -> Vec<(String, f64)> {
    let Some(data) = data() else { return Vec::new() };
    let text = std::fs::read_to_string(data.join("evalsets/wmt23").join(file));
    let text = text.expect("the file is there");
    let lines = text.lines().map(|line| line.split_once('\t').expect("a tab"));
    lines.map(|(system, score)| (system.to_owned(), score.parse().expect("a number"))).collect()
}

fn nist(folder: &str, source: &[&str], references: &[&str], systems: &[&str]) -> Option<Corpus> {
    let folder = PathBuf::from("sgml").join(folder);
    let paths = |names: &[&str]| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>();
    let format = CorpusFormat::Nist(NistSource {
        source: paths(source).pop(),
        references: paths(references),
        systems: paths(systems),
        decode_entities: true,
    });
    Some(read("nist", &format, &data()?).expect("it reads").corpus)
}

#[test]
fn nist_of_meteor() {
    let Some(corpus) = nist("meteor/example", &[], &["ref.sgm"], &["test.sgm"]) else { return };
    assert_eq!(counts(&corpus), [2525, 111, 1, 1]);
    assert_eq!(references(&corpus), ["ref"]);
    assert_eq!(corpus.systems[0].name, "cmu-combo");
    let debt = |text: Option<&str>| text == Some("Building societies face B&B bill");
    let place = corpus.references[0].texts.iter().position(debt).unwrap();
    assert_eq!(corpus.systems[0].texts.get(place), Some("Credit unions facing debt B& B"));
    assert_eq!(corpus.documents[0].id, "ihned.cz/2008/09/30/36776");
}

#[test]
fn nist_of_moses() {
    let folder = "mosesdecoder/scripts/ems/example/data";
    let Some(corpus) = nist(folder, &["test-src.fr.sgm"], &["test-ref.en.sgm"], &[]) else {
        return;
    };
    assert_eq!(counts(&corpus), [85, 7, 0, 0]);
    assert_eq!(references(&corpus), ["ref"]);
}

#[test]
fn nist_xml_of_niutrans() {
    let folder = "NiuTrans.SMT/tools/generate-xml-tools";
    let Some(corpus) = nist(folder, &["src.xml"], &["ref.xml"], &["1best.xml"]) else { return };
    assert_eq!(counts(&corpus), [10, 1, 1, 1]);
    assert_eq!(references(&corpus), ["transorg0", "transorg1", "transorg2", "transorg3"]);
    assert_eq!(corpus.systems[0].name, "NiuTrans");
    assert!(corpus.source.unwrap().iter().flatten().all(|text| !text.contains("&quot;")));
}

#[test]
fn nist_rendered_from_an_evalset_is_that_evalset() {
    let (src, reference, tst) =
        ("newstest2021-src.en.sgm", "newstest2021-ref.de.sgm", "newstest2021-tst.de.sgm");
    let folder = "GENERATED-wmt21.news-en-de";
    let Some(read) = nist(folder, &[src], &[reference], &[tst]) else { return };
    let evalset = evalset("wmt21.news", "en-de").expect("the folder is there");
    assert_eq!(read.documents, evalset.documents);
    assert_eq!(read.structure_digest(), evalset.structure_digest());
    assert_eq!(references(&read), references(&evalset));
    // Blanks at the ends of a segment are not part of it in SGML.
    assert_eq!(trimmed(read.source.as_ref().unwrap()), trimmed(evalset.source.as_ref().unwrap()));
    for (read, expected) in read.references.iter().zip(&evalset.references) {
        assert_eq!(trimmed(&read.texts), trimmed(&expected.texts), "{}", read.name);
    }
    let systems: Vec<&str> = read.systems.iter().map(|system| &*system.name).collect();
    assert_eq!(systems, ["Facebook-AI", "Online-G", "UEdin"]);
    for system in &read.systems {
        assert_eq!(trimmed(&system.texts), trimmed(evalset.system(&system.name).unwrap()));
    }
}

fn wmt_xml(files: &[&str], testsuites: bool) -> Option<Corpus> {
    let files = files.iter().map(|file| PathBuf::from("original").join(file)).collect();
    let source = WmtXmlSource { files, references: None, testsuites };
    Some(read("xml", &CorpusFormat::WmtXml(source), &data()?).expect("it reads").corpus)
}

fn trimmed(texts: &runner::corpus::model::Texts) -> Vec<Option<&str>> {
    texts.iter().map(|text| text.map(|text| text.trim_matches(' '))).collect()
}

#[test]
fn wmt_xml_of_2021_is_its_evalset() {
    let Some(read) = wmt_xml(&["wmt21-news-systems/xml/newstest2021.de-fr.all.xml"], false) else {
        return;
    };
    let evalset = evalset("wmt21.news", "de-fr").expect("the folder is there");
    assert_eq!(read.structure_digest(), evalset.structure_digest());
    assert_eq!(trimmed(read.source.as_ref().unwrap()), trimmed(evalset.source.as_ref().unwrap()));
    assert_eq!(references(&read), ["refA"]);
    assert_eq!(trimmed(&read.references[0].texts), trimmed(&evalset.references[0].texts));
    assert_eq!(read.systems.len(), 9);
    for system in &read.systems {
        assert_eq!(trimmed(&system.texts), trimmed(evalset.system(&system.name).unwrap()));
    }
}

#[test]
fn wmt_xml_without_its_test_suites() {
    let Some(read) = wmt_xml(&["wmt21-news-systems/xml@cd9d313/newstest2021.en-ru.all.xml"], false)
    else {
        return;
    };
    assert_eq!(counts(&read), [1002, 68, 5, 5]);
    assert_eq!(references(&read), ["refA", "refB"]);
    // The same English documents as those of English to German, in another order.
    let evalset = evalset("wmt21.news", "en-de").expect("the folder is there");
    for document in &read.documents {
        let same = evalset.documents.iter().find(|other| other.id == document.id).unwrap();
        assert_eq!(document.segments.len(), same.segments.len());
        for (here, there) in document.segments.clone().zip(same.segments.clone()) {
            let texts = [(&read, here), (&evalset, there)]
                .map(|(corpus, at)| corpus.source.as_ref().unwrap().get(at).map(str::trim));
            assert_eq!(texts[0], texts[1]);
        }
    }
}

#[test]
fn wmt_xml_samples() {
    let folder = "wmt-format-tools/test/sample-data";
    let files = ["sample-src-ref.xml", "sample-hyp.xml"].map(|file| format!("{folder}/{file}"));
    let Some(corpus) = wmt_xml(&[&files[0], &files[1]], true) else { return };
    let hypotheses = data().unwrap().join("original").join(folder).join("sample-hyp.ha");
    let hypotheses = std::fs::read_to_string(hypotheses).unwrap();
    let expected: Vec<Option<&str>> = hypotheses.lines().map(|l| Some(l.trim())).collect();
    assert_eq!(corpus.systems[0].name, "MT");
    let read = trimmed(&corpus.systems[0].texts);
    assert_eq!(read.len(), expected.len());
    for (read, expected) in read.iter().zip(&expected) {
        assert_eq!(read, expected, "as the tool unwraps it");
    }
    assert_eq!(counts(&corpus), [1005, 73, 1, 1]);
    assert_eq!(corpus.references[0].texts.iter().flatten().count(), 1000);
}

#[test]
fn mqm_of_ted_talks_gives_the_published_scores() {
    let Some(data) = data() else { return };
    let folder = PathBuf::from("original/wmt-mqm-human-evaluation/ted/ende");
    let source = MqmSource {
        files: vec![folder.join("mqm_ted_ende.tsv")],
        references: None,
        weights: std::collections::BTreeMap::new(),
        raters: MqmRaters::Average,
        quoted: false,
    };
    let corpus = read("ted", &CorpusFormat::Mqm(source), &data).unwrap().corpus;
    let evalset = evalset("wmt21.tedtalks", "en-de").expect("the folder is there");
    assert_eq!(counts(&corpus), [529, 5, 13, 14]);
    assert_eq!(corpus.structure_digest(), evalset.structure_digest());
    assert_eq!(trimmed(corpus.source.as_ref().unwrap()), trimmed(evalset.source.as_ref().unwrap()));
    let mut compared = 0;
    for system in &corpus.systems {
        let name = if system.name == "ref" { "refA" } else { &system.name };
        assert_eq!(trimmed(&system.texts), trimmed(evalset.system(name).unwrap()), "{name}");
        let read = &corpus.judgments["mqm"][&system.name].judges[0];
        let published = &evalset.judgments["mqm"][name].judges[0];
        for (read, published) in read.iter().zip(published) {
            let (read, published) = (read.unwrap(), published.unwrap());
            assert!((read - published).abs() < 1e-6, "{name}: {read} {published}");
            compared += 1;
        }
    }
    assert_eq!(compared, 7406);
}

#[test]
fn descriptions_name_the_known_oddities() {
    let Some(corpus) = evalset("wmt21.news", "en-de") else { return };
    let described = describe(&corpus);
    let says = |described: &Description, text: &str| {
        described.oddities.iter().any(|oddity| oddity.message.contains(text))
    };
    assert!(says(&described, "system `VolcTrans-GLAT` on 366 of 1002 segments"));
    assert!(says(&described, "references `refB` and `refC` are equal on 263 of 1002 segments"));
    assert!(says(
        &described,
        "system `UF` in 4 of 1002 segments, the first in segment 384 (U+200B)"
    ));
    for system in ["HuaweiTSC", "Online-A", "Online-W"] {
        let escaped = described.oddities.iter().find(|odd| odd.message.contains("entities"));
        assert!(escaped.expect("there are some").message.contains(&format!("`{system}`")));
    }
    assert_eq!(described.human_systems, ["refA", "refB", "refC", "refD"]);
    let mqm = &described.criteria[0];
    let counts = (mqm.systems, mqm.judges, mqm.segments, mqm.common_segments);
    assert_eq!((counts, mqm.partial_documents), ((12, 1, 527, 527), 0));

    let described = describe(&evalset("wmt23", "he-en").expect("the folder is there"));
    assert_eq!(described.repeated_sources, 20);
    assert_eq!(described.criteria[0].partial_documents, 65);
    assert!(says(&described, "`refA` equals system `ONLINE-B` on 506 of 1910 segments"));
    assert!(says(
        &described,
        "`Lan-BridgeMT` in 3 of 1910 segments, the first in segment 534 (U+0096)"
    ));
    let zeng = described.systems.iter().find(|system| system.name == "ZengHuiMT");
    assert_eq!(zeng.expect("it is there").empty, 14);

    let described = describe(&evalset("wmt23", "en-de").expect("the folder is there"));
    let alike = "references `refA` and `synthetic_ref` are equal on 370 of 557 segments";
    assert!(says(&described, alike));

    let described = describe(&evalset("wmt21.tedtalks", "en-de").expect("the folder is there"));
    assert_eq!(described.repeated_sources, 6);
}

#[test]
fn real_sets_come_back_as_written() {
    let sets = [("wmt23", "he-en"), ("wmt21.news", "en-de"), ("wmt23", "en-de")];
    let count = if is_thorough() { sets.len() } else { 1 };
    for (set, pair) in sets.into_iter().take(count) {
        let Some(corpus) = evalset(set, pair) else { return };
        let folder = tempfile::tempdir().unwrap();
        write_evalset(&corpus, &folder.path().join("set"), pair).unwrap();
        let source = EvalsetSource {
            path: "set".into(),
            language_pair: pair.into(),
            references: None,
            ..EvalsetSource::default()
        };
        let again = read(set, &CorpusFormat::Evalset(source), folder.path()).unwrap();
        assert!(again.corpus == corpus, "{set} {pair}");
        write_parquet(&corpus, &folder.path().join("set.parquet")).unwrap();
        let source = TableSource { path: vec!["set.parquet".into()], ..TableSource::default() };
        let again = read(set, &CorpusFormat::Table(source), folder.path()).unwrap();
        assert!(again.corpus == corpus, "{set} {pair} in Parquet");
    }
}

/// Every table between tabs is read as it stands, also those with quotation marks in their texts.
#[test]
fn tables_between_tabs_keep_their_quotation_marks() {
    let Some(data) = data() else { return };
    let (mut folders, mut tables, mut quoted) = (vec![data], 0, 0);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if TableLayout::of_name(&path) != Some(TableLayout::Tsv) {
                continue;
            }
            assert_eq!(TableLayout::of_file(&path), Some(TableLayout::Tsv), "{}", path.display());
            let text = TextFile::read(&path, "file", "").unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let mut expected = lines.iter().map(|line| line.trim_end_matches('\r').split('\t'));
            let file = RowFile::read(&path, TableLayout::Tsv, "file").unwrap();
            let names = file.header().unwrap();
            expected
                .next()
                .unwrap()
                .zip(&names)
                .for_each(|(expected, name)| assert_eq!(expected, name));
            let columns: Vec<&str> = names.iter().map(String::as_str).collect();
            let is_even = expected.clone().all(|fields| fields.count() == names.len());
            let read = file.each(&columns, &mut |line, fields| {
                let fields = fields.iter().map(|field| field.as_deref().unwrap());
                assert!(expected.next().unwrap().eq(fields), "{}:{line}", path.display());
                Ok(())
            });
            assert_eq!(read.is_ok(), is_even, "{}", path.display());
            assert_eq!(expected.next().is_none(), is_even);
            tables += 1;
            quoted += usize::from(text.text().contains('"'));
        }
    }
    assert!(tables > 30 && quoted > 2, "{tables} tables, {quoted} with quotation marks");
}
