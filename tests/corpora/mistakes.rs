//! Warnings about whole corpora: none without a reason in any of the real ones, and always where outputs are
//! shifted: at one of three places by one of four numbers of segments, with `RUNNER_THOROUGH=1` at all. `RUNNER_SHARED` names the folder of the real corpora.

use std::path::{Path, PathBuf};
use std::slice;

use runner::corpus::model::{Corpus, Document, NamedTexts};
use runner::corpus::plausibility_warnings;
use runner::formats::source::{CorpusFormat, EvalsetSource, PlainSource};
use runner::formats::{read, recognise};

use crate::support::needs::{data, is_thorough};

/// Folders of real texts whose format is recognised, by their paths.
const FOLDERS: [&str; 11] = [
    "evalsets/wmt14-extrarefs",
    "evalsets/wmt21.news",
    "evalsets/wmt21.tedtalks",
    "evalsets/wmt23",
    "sgml/GENERATED-wmt21.news-en-de",
    "sgml/meteor/example",
    "sgml/NiuTrans.SMT/tools/generate-xml-tools",
    "sgml/mosesdecoder/scripts/ems/example/data",
    "original/wmt21-news-systems/xml",
    "original/wmt21-news-systems/xml@cd9d313",
    "original/wmt-mqm-human-evaluation/ted/ende",
];

/// All real corpora: those that are recognised, and three runs of three systems in plain files.
fn corpora(data: &Path) -> Vec<(String, Corpus)> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        for found in recognise(&data.join(folder)).expect("it is recognised") {
            let corpus = read(&found.name, &found.format, Path::new("")).expect("it reads").corpus;
            all.push((format!("{folder} {}", found.name), corpus));
        }
    }
    let example = data.join("multeval/example");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&example)
        .expect("it is there")
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    files.sort();
    let (references, systems): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| {
        path.file_name().expect("a file has a name").to_string_lossy().contains("refs")
    });
    let systems = systems.into_iter().filter(|path| path.to_string_lossy().contains("hyps"));
    // The names of these files differ in their last part alone.
    for path in systems {
        let format = CorpusFormat::Plain(PlainSource {
            source: None,
            references: references.clone(),
            systems: vec![path.clone()].into(),
            documents: None,
            ..PlainSource::default()
        });
        let corpus = read("multeval", &format, Path::new("")).expect("it reads").corpus;
        all.push((path.display().to_string(), corpus));
    }
    all
}

/// A message without the two numbers in its brackets.
fn without_likeness(message: &str) -> String {
    let Some((start, rest)) = message.split_once("(likeness ") else { return message.to_owned() };
    let words = rest.split(' ').map(|word| if word.starts_with("0.") { "_" } else { word });
    format!("{start}(likeness {}", words.collect::<Vec<_>>().join(" "))
}

#[test]
fn real_corpora_give_no_false_alarm() {
    let Some(data) = data() else { return };
    let mut columns = 0;
    let mut said = Vec::new();
    for (name, corpus) in corpora(&data) {
        columns += corpus.systems.len() + corpus.references.len();
        let warnings = plausibility_warnings(&corpus);
        said.extend(warnings.iter().map(|warning| {
            format!("{:?} {name}: {}", warning.grade, without_likeness(&warning.message))
        }));
    }
    said.sort();
    // References that were made from outputs or from others (the data's own description names those of WMT), a
    // reference that really is shifted (of a test set that was replaced later), paragraphs that systems cut off,
    // outputs in tokens, lines of a reference without capitals, scores of systems of many language pairs in one file;
    // and nothing else. Notes are few entities and invisible characters.
    let wanted = [
        "BesideNumbers evalsets/wmt21.news en-de: systems have the same output in most segments: `Online-B` and `UF` on 888 of \
         1002 segments",
        "BesideNumbers evalsets/wmt21.tedtalks en-de: systems have the same output in most segments: `VolcTrans-GLAT` and \
         `metricsystem1` on 436 of 529 segments",
        "BesideNumbers original/wmt-mqm-human-evaluation/ted/ende mqm_ted_ende: systems have the same output in most segments: \
         `VolcTrans-GLAT` and `metricsystem1` on 436 of 529 segments",
        "Note evalsets/wmt21.news en-de: control or invisible characters: system `UF` in 4 of 1002 segments, the \
         first in segment 384 (U+200B)",
        "Note evalsets/wmt21.news en-de: escaped entities (such as `&amp;`): system `HuaweiTSC` in 2 of 1002 \
         segments, the first in segment 241; system `Online-A` in 2 of 1002 segments, the first in segment 241; \
         system `Online-W` in 1 of 1002 segments, the first in segment 241",
        "Note evalsets/wmt23 he-en: control or invisible characters: system `Lan-BridgeMT` in 3 of 1910 segments, \
         the first in segment 534 (U+0096)",
        "Note evalsets/wmt23 he-en: system `ZengHuiMT` has 14 empty texts in 1910 segments, the first in segment 83",
        "Warning evalsets/wmt14-extrarefs en-de: references `refR1` and `refR2` are equal on 104 of 500 segments",
        "Warning evalsets/wmt14-extrarefs en-de: references `refR2` and `refR7` are equal on 61 of 500 segments",
        "Warning evalsets/wmt14-extrarefs en-de: references `refR9` and `refT` are equal on 233 of 500 segments",
        "Warning evalsets/wmt21.news en-de: reference `refB` equals system `Online-W` on 126 of 1002 segments, system \
         `VolcTrans-GLAT` on 366 of 1002 segments",
        "Warning evalsets/wmt21.news en-de: references `refB` and `refC` are equal on 263 of 1002 segments",
        "Warning evalsets/wmt23 en-de: reference `synthetic_ref` equals system `GPT4-5shot` on 71 of 557 segments",
        "Warning evalsets/wmt23 en-de: references `refA` and `synthetic_ref` are equal on 370 of 557 segments",
        "Warning evalsets/wmt23 en-de: texts that are cut off: system `AIRC` in 32 of 557 segments, the first in \
         segment 10; system `NLLB_Greedy` in 12 of 557 segments, the first in segment 37",
        "Warning evalsets/wmt23 he-en: blanks before full stops or commas: system `ZengHuiMT` in 43 of 1896 \
         segments, the first in segment 14",
        "Warning evalsets/wmt23 he-en: reference `refA` equals system `ONLINE-B` on 506 of 1910 segments",
        "Warning evalsets/wmt23 he-en: texts in small letters alone: reference `refA` in 20 of 1896 segments, the \
         first in segment 107",
        "Warning evalsets/wmt23 he-en: texts that are cut off: system `Samsung_Research_Philippines` in 32 of 1910 \
         segments, the first in segment 69",
        "Warning original/wmt21-news-systems/xml@cd9d313 newstest2021.en-ru.all: reference `refB` is shifted by 1 \
         segment against reference `refA` in segments 744 to 754 (likeness _ as it stands, _ shifted)",
        "Warning sgml/GENERATED-wmt21.news-en-de GENERATED-wmt21.news-en-de: references `refB` and `refC` are equal on \
         263 of 1002 segments",
        "Warning sgml/NiuTrans.SMT/tools/generate-xml-tools generate-xml-tools: blanks before full stops or commas: \
         reference `transorg3` in 4 of 10 segments, the first in segment 3; system `NiuTrans` in 5 of 10 segments, the \
         first in segment 3",
        "Warning sgml/meteor/example example: blanks before full stops or commas: system `cmu-combo` in 91 of 2525 \
         segments, the first in segment 19",
    ];
    assert_eq!(said, wanted, "{columns} columns");
    assert!(columns > 150, "{columns}");
}

/// Every folder below `folder`, itself among them.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    let entries =
        std::fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    let mut below: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    below.sort();
    for folder in &below {
        all.extend(folders(folder));
    }
    all
}

/// Whatever is recognised below the real data, ratings and scores included, and can be read.
#[test]
#[expect(clippy::print_stdout, reason = "how many there are is shown on request")]
fn no_real_corpus_is_refused() {
    let Some(data) = data() else { return };
    let recognised =
        folders(&data).into_iter().filter_map(|folder| recognise(&folder).ok()).flatten();
    // Each third one, where there is no time for all.
    let recognised = recognised.step_by(if is_thorough() { 1 } else { 3 });
    let read = recognised.filter_map(|corpus| {
        Some((corpus.name.clone(), read(&corpus.name, &corpus.format, Path::new("")).ok()?))
    });
    let (mut corpora, mut refused) = (0, Vec::new());
    for (name, loaded) in read {
        corpora += 1;
        let warnings = loaded.warnings.iter().filter(|warning| warning.is_refusal());
        refused.extend(warnings.map(|warning| format!("{name}: {warning}")));
    }
    println!("{corpora} real corpora");
    assert_eq!(refused, [""; 0]);
    assert!(corpora > if is_thorough() { 20 } else { 6 }, "{corpora}");
}

/// The first reference, one system as it is and another that `change` was done to.
fn changed(corpus: &Corpus, index: usize, change: &dyn Fn(&mut Vec<Option<String>>)) -> Corpus {
    let systems: Vec<&NamedTexts> =
        corpus.systems.iter().filter(|own| corpus.reference(&own.name).is_none()).collect();
    let mut texts: Vec<Option<String>> =
        systems[index].texts.iter().map(|text| text.map(str::to_owned)).collect();
    change(&mut texts);
    let changed = NamedTexts {
        name: "changed".to_owned(),
        texts: texts.iter().map(Option::as_deref).collect(),
    };
    let other = systems[(index + 1) % systems.len()].clone();
    let document = Document { id: "all".to_owned(), domain: None, segments: 0..texts.len() };
    Corpus {
        documents: vec![document],
        references: vec![corpus.references[0].clone()],
        systems: vec![changed, other],
        ..Corpus::default()
    }
}

#[test]
fn shifted_copies_of_real_outputs_are_always_found() {
    let Some(data) = data() else { return };
    let sets = [
        ("wmt21.news", "en-de"),
        ("wmt21.news", "de-fr"),
        ("wmt21.tedtalks", "en-de"),
        ("wmt23", "en-de"),
        ("wmt23", "he-en"),
    ];
    let filler = || Some("Das ist alles.".to_owned());
    let (mut tried, mut missed) = (0, Vec::new());
    for (set, pair) in sets {
        let format = CorpusFormat::Evalset(EvalsetSource {
            path: Path::new("evalsets").join(set),
            language_pair: pair.to_owned(),
            references: None,
            ..EvalsetSource::default()
        });
        let corpus = read(set, &format, &data).expect("it reads").corpus;
        let count =
            corpus.systems.iter().filter(|own| corpus.reference(&own.name).is_none()).count();
        let segments = corpus.segment_count();
        for index in 0..count {
            let places = [0, segments / 2, segments - 40];
            let offsets = [1_isize, -1, 2, -3];
            // One place of each system and one offset, in turn, where there is no time for all.
            let (places, offsets) = if is_thorough() {
                (&places[..], &offsets[..])
            } else {
                (slice::from_ref(&places[index % 3]), slice::from_ref(&offsets[index % 4]))
            };
            for place in places.iter().copied() {
                for offset in offsets.iter().copied() {
                    let shift = |texts: &mut Vec<Option<String>>| {
                        for _ in 0..offset.unsigned_abs() {
                            if offset > 0 {
                                texts.remove(place);
                                texts.push(filler());
                            } else {
                                texts.insert(place, filler());
                                texts.pop();
                            }
                        }
                    };
                    let warnings = plausibility_warnings(&changed(&corpus, index, &shift));
                    let by = format!(
                        "system `changed` is shifted by {} segment{} against",
                        offset.unsigned_abs(),
                        if offset.abs() == 1 { "" } else { "s" }
                    );
                    tried += 1;
                    if !warnings.iter().any(|warning| warning.message.starts_with(&by)) {
                        missed.push(format!("{set} {pair} {index} {place} {offset}: {warnings:?}"));
                    }
                }
            }
        }
    }
    assert!(tried > if is_thorough() { 700 } else { 60 }, "{tried}");
    assert_eq!(missed, [""; 0], "{} of {tried}", missed.len());
}
