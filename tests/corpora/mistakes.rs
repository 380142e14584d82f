//! Warnings about whole corpora: none without a reason in any of the real ones, and always where outputs are
//! shifted. `RUNNER_SHARED` names the folder of the real corpora.

use std::path::{Path, PathBuf};

use runner::corpus::model::{Corpus, Document, NamedTexts};
use runner::corpus::source::{CorpusFormat, EvalsetSource, PlainSource};
use runner::corpus::{plausibility_warnings, read, recognise};

use crate::support::needs::data;

/// Every folder of real corpora whose format is recognised, by its path.
const FOLDERS: [&str; 12] = [
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
    "original/wmt21-news-systems/scores",
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
            systems: vec![path.clone()],
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
        said.extend(
            warnings
                .iter()
                .map(|warning| format!("{name}: {}", without_likeness(&warning.message))),
        );
    }
    said.sort();
    // References that were made from outputs or from others (the data's own description names those of WMT), a
    // reference that really is shifted (of a test set that was replaced later), scores of systems of many language
    // pairs in one file, and nothing else.
    let wanted = [
        "evalsets/wmt14-extrarefs en-de: references `refR1` and `refR2` are equal on 104 of 500 segments",
        "evalsets/wmt14-extrarefs en-de: references `refR2` and `refR7` are equal on 61 of 500 segments",
        "evalsets/wmt14-extrarefs en-de: references `refR9` and `refT` are equal on 233 of 500 segments",
        "evalsets/wmt21.news en-de: reference `refB` equals system `Online-W` on 126 of 1002 segments, system \
         `VolcTrans-GLAT` on 366 of 1002 segments",
        "evalsets/wmt21.news en-de: references `refB` and `refC` are equal on 263 of 1002 segments",
        "evalsets/wmt23 en-de: reference `synthetic_ref` equals system `GPT4-5shot` on 71 of 557 segments",
        "evalsets/wmt23 en-de: references `refA` and `synthetic_ref` are equal on 370 of 557 segments",
        "evalsets/wmt23 he-en: reference `refA` equals system `ONLINE-B` on 506 of 1910 segments",
        "original/wmt21-news-systems/scores automatic-scores: score `score`: 255 of 255 segments are left out, since \
         not all systems have them (`AFRL` lacks 254, `CUNI-Marian-Baselines` lacks 254, `DIDI-NLP` lacks 254, 53 \
         more systems lack some)",
        "original/wmt21-news-systems/xml@cd9d313 newstest2021.en-ru.all: reference `refB` is shifted by 1 segment \
         against reference `refA` in segments 744 to 754 (likeness _ as it stands, _ shifted)",
        "sgml/GENERATED-wmt21.news-en-de GENERATED-wmt21.news-en-de: references `refB` and `refC` are equal on 263 of \
         1002 segments",
    ];
    assert_eq!(said, wanted, "{columns} columns");
    assert!(columns > 150, "{columns}");
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
            for place in [0, segments / 2, segments - 40] {
                for offset in [1_isize, -1, 2, -3] {
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
    assert!(tried > 700, "{tried}");
    assert_eq!(missed, [""; 0], "{} of {tried}", missed.len());
}
