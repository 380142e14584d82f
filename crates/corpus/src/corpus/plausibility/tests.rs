//! Each mistake in a corpus that has no other: its exact text, and nothing else.

use super::find;
use crate::corpus::model::{Corpus, Document, Judgments, NamedTexts, Texts};

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn word(numbers: &mut Numbers) -> String {
    const SYLLABLES: [&str; 24] = [
        "ba", "ken", "lo", "mi", "sur", "ta", "vel", "gro", "ni", "pa", "schu", "der", "fi", "hal",
        "ju", "wo", "zen", "re", "da", "mon", "ti", "ka", "el", "bur",
    ];
    (0..2 + numbers.below(2)).map(|_| SYLLABLES[numbers.below(SYLLABLES.len())]).collect()
}

const SEGMENTS: usize = 200;

/// 200 segments in 20 documents, and two systems that have half of the words of the reference.
fn corpus() -> Corpus {
    let mut numbers = Numbers(7);
    let [reference, one, two]: [Vec<Vec<String>>; 3] = std::array::from_fn(|_| {
        (0..SEGMENTS).map(|_| (0..12).map(|_| word(&mut numbers)).collect()).collect()
    });
    let documents = (0..SEGMENTS / 10).map(|number| Document {
        id: format!("d{number}"),
        domain: None,
        segments: number * 10..number * 10 + 10,
    });
    let systems = [("one", one), ("two", two)].map(|(name, own)| {
        let pairs = reference.iter().zip(own);
        let mixed = pairs.map(|(reference, own)| [&reference[..6], &own[6..]].concat());
        column(name, &joined(&mixed.collect::<Vec<_>>()))
    });
    Corpus {
        name: "made".to_owned(),
        documents: documents.collect(),
        references: vec![column("ref", &joined(&reference))],
        systems: systems.into(),
        ..Corpus::default()
    }
}

fn joined(sentences: &[Vec<String>]) -> Vec<String> {
    sentences.iter().map(|words| words.join(" ")).collect()
}

fn column(name: &str, texts: &[String]) -> NamedTexts {
    NamedTexts { name: name.to_owned(), texts: texts.iter().map(String::as_str).collect() }
}

fn texts(column: &NamedTexts) -> Vec<String> {
    column.texts.iter().map(|text| text.unwrap_or("").to_owned()).collect()
}

fn set(column: &mut NamedTexts, texts: &[String]) {
    column.texts = texts.iter().map(String::as_str).collect();
}

/// What is said about the corpus after a change.
fn said(change: impl FnOnce(&mut Corpus)) -> Vec<String> {
    let mut corpus = corpus();
    change(&mut corpus);
    corpus.check().expect("sound");
    find(&corpus).iter().map(ToString::to_string).collect()
}

/// The same without likenesses, which are between 0 and 1.
fn said_roughly(change: impl FnOnce(&mut Corpus)) -> Vec<String> {
    let rough = said(change).into_iter().map(|text| {
        let words = text.split(' ').map(|word| {
            let number: String = word.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
            let is_likeness = number.len() == 4 && (number.starts_with("0.") || number == "1.00");
            if is_likeness { word.replace(&number, "_") } else { word.to_owned() }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    rough.collect()
}

#[test]
fn nothing_is_said_of_a_corpus_without_mistakes() {
    assert_eq!(said(|_| ()), [""; 0]);
}

/// Without the line before `at`, and with one more at the end.
fn lost(texts: &mut Vec<String>, at: usize) {
    texts.remove(at);
    texts.push("Das ist die letzte Zeile der Datei.".to_owned());
}

fn found(texts: &mut Vec<String>, at: usize) {
    texts.insert(at, "Das ist eine Zeile zu viel.".to_owned());
    texts.pop();
}

/// What is said about a change of the texts of system `two`.
fn said_of_two(change: impl FnOnce(&mut Vec<String>)) -> Vec<String> {
    said_roughly(|corpus| {
        let mut changed = texts(&corpus.systems[1]);
        change(&mut changed);
        set(&mut corpus.systems[1], &changed);
    })
}

#[test]
fn a_lost_line_shifts_what_comes_after_it() {
    assert_eq!(
        said_of_two(|texts| lost(texts, 0)),
        [
            "system `two` is shifted by 1 segment against reference `ref` in all 200 segments (likeness _ as it \
          stands, _ shifted); it probably lacks 1 segment at its start: align the file and run again, scores of \
          these segments mean nothing"
        ]
    );
    assert_eq!(
        said_of_two(|texts| lost(texts, 120)),
        [
            "system `two` is shifted by 1 segment against reference `ref` in segments 121 to 200 (likeness _ as it \
          stands, _ shifted); it probably lacks 1 segment near segment 121: align the file and run again, \
          scores of these segments mean nothing"
        ]
    );
    assert_eq!(
        said_of_two(|texts| (0..3).for_each(|_| found(texts, 30))),
        [
            "system `two` is shifted by 3 segments against reference `ref` in segments 34 to 200 (likeness _ as it \
          stands, _ shifted); it probably has 3 segments too many near segment 34: align the file and run \
          again, scores of these segments mean nothing"
        ]
    );
    // Ten segments are enough, and a line too many makes good for one that is lost.
    let between = said_of_two(|texts| {
        lost(texts, 100);
        found(texts, 110);
    });
    assert!(between[0].contains("in segments 101 to 1"), "{between:?}");
}

#[test]
fn a_shifted_reference_is_to_blame_itself() {
    let warnings = said_roughly(|corpus| {
        let mut reference = texts(&corpus.references[0]);
        lost(&mut reference, 0);
        set(&mut corpus.references[0], &reference);
    });
    assert_eq!(
        warnings,
        [
            "reference `ref` is shifted by 1 segment against all systems and other references in all 200 segments \
          (likeness _ as it stands, _ shifted); it probably lacks 1 segment at its start: align the file and \
          run again, scores of these segments mean nothing"
        ]
    );
}

#[test]
fn texts_in_another_order_have_nothing_in_common() {
    let warnings = said_roughly(|corpus| {
        let mut reversed = texts(&corpus.systems[0]);
        reversed.reverse();
        set(&mut corpus.systems[0], &reversed);
    });
    assert_eq!(
        warnings,
        [
            "system `one` has hardly anything in common with reference `ref` in all 200 segments (likeness _, of \
          segments paired by chance _); it may be in another order, of another text or in another language: \
          compare the files there"
        ]
    );
}

#[test]
fn copies_are_counted() {
    let warnings = said(|corpus| {
        let (reference, mut own) = (texts(&corpus.references[0]), texts(&corpus.systems[0]));
        own[..40].clone_from_slice(&reference[..40]);
        set(&mut corpus.systems[0], &own);
        own[..60].clone_from_slice(&reference[..60]);
        own[60..].reverse();
        corpus.references.push(column("post-edited", &own));
    });
    let wanted = [
        "reference `ref` equals system `one` on 40 of 200 segments; one of them was probably made from the other, \
         and scores are too high: use other references, or leave the systems out",
        "references `ref` and `post-edited` are equal on 60 of 200 segments; they are no independent translations, \
         and together hardly more than one: use one of them",
    ];
    assert!(
        wanted.iter().all(|wanted| warnings.iter().any(|warning| warning == wanted)),
        "{warnings:#?}"
    );
}

#[test]
fn a_reference_among_the_systems_and_twins_are_said() {
    let warnings = said(|corpus| {
        let reference = texts(&corpus.references[0]);
        corpus.systems.push(column("human", &reference));
        let one = texts(&corpus.systems[0]);
        corpus.systems.push(column("one-again", &one));
    });
    assert_eq!(
        warnings,
        [
            "reference `ref` is the same text as system `human`; a reference must not be scored as a system: take \
             it out of the systems or of the references",
            "systems are identical in all segments: `one` = `one-again`; the same file may have been taken twice: \
             every comparison of the two is a tie, and counts as one"
        ]
    );
}

#[test]
fn empty_and_short_outputs_are_said() {
    let warnings = said(|corpus| {
        let mut first = texts(&corpus.systems[0]);
        first[13..17].fill("  ".to_owned());
        set(&mut corpus.systems[0], &first);
        let second: Vec<String> =
            texts(&corpus.systems[1]).iter().map(|text| text.chars().take(35).collect()).collect();
        set(&mut corpus.systems[1], &second);
    });
    assert_eq!(
        warnings,
        [
            "system `one` has 4 empty texts in 200 segments, the first in segment 14; an empty text is scored as \
             one: fill the gaps, or leave the system or these segments out",
            "system `two` is much shorter than reference `ref` (length ratio 0.42); texts may be cut off, left out \
             or repeated: look at the file"
        ]
    );
}

#[test]
fn repeated_documents_and_segments_are_said() {
    assert_eq!(
        said(|corpus| {
            for column in corpus.references.iter_mut().chain(&mut corpus.systems) {
                let mut lines = texts(column);
                let copy = lines[20..30].to_vec();
                lines[150..160].clone_from_slice(&copy);
                set(column, &lines);
            }
        }),
        [
            "1 document repeats the reference text of an earlier one: `d15` is `d2`; repeated texts are no new data, and \
          make intervals too narrow: take them out"
        ]
    );
    assert_eq!(
        said(|corpus| {
            corpus.source = Some(corpus.references[0].texts.clone());
            let mut lines = texts(&corpus.references[0]);
            (0..12).for_each(|at| lines[at * 10 + 9] = lines[0].clone());
            corpus.source = Some(lines.iter().map(String::as_str).collect::<Texts>());
        }),
        [
            "12 of 200 segments repeat an earlier source text; repeated texts are no new data, and make intervals too \
          narrow: take them out"
        ]
    );
}

#[test]
fn scores_that_systems_lack_are_said_with_how_many_are_left_out() {
    let scores = |missing: usize| -> Vec<Option<f64>> {
        (0..SEGMENTS).map(|at| (at >= missing).then_some(1.0)).collect()
    };
    let warnings = said(|corpus| {
        for (metric, missing) in [("COMET", 30), ("XCOMET", 30), ("BLEURT", 5)] {
            let systems = [("one", 0), ("two", missing)];
            let systems = systems.map(|(system, missing)| (system.to_owned(), scores(missing)));
            corpus.external.insert(metric.to_owned(), systems.into());
        }
        // People judged half of it, and one system on fewer segments.
        let judged = [("one", 100), ("two", 120)].map(|(system, missing)| {
            (system.to_owned(), Judgments { judges: vec![scores(missing)] })
        });
        corpus.judgments.insert("mqm".to_owned(), judged.into());
    });
    assert_eq!(
        warnings,
        [
            "score `mqm`: all systems have 80 of 100 segments (`two` lacks 20)",
            "scores `COMET`, `XCOMET`: all systems have 170 of 200 segments (`two` lacks 30)",
            "score `BLEURT`: all systems have 195 of 200 segments (`two` lacks 5)",
        ]
        .map(|message| {
            format!(
                "{message}; `rank`, `compare` and `init` compare each pair of systems on what both have (`mask = \"own\"`), \
                 or adjust what judges gave (`estimate = \"adjusted\"`), and other specs use what all systems have: \
                 complete the scores, or leave systems out with `systems`"
            )
        })
    );
}

#[test]
fn odd_lines_are_said_with_how_many_and_where() {
    let warnings = said(|corpus| {
        let mut first = texts(&corpus.systems[0]);
        (10..30).step_by(5).for_each(|at| first[at] = format!("{}. {}", at + 1, first[at]));
        (50..60).for_each(|at| first[at] = ".".to_owned());
        set(&mut corpus.systems[0], &first);
        let mut first = texts(&corpus.systems[1]);
        (0..200).step_by(5).for_each(|at| first[at] = format!("Translation: {}", first[at]));
        set(&mut corpus.systems[1], &first);
    });
    assert_eq!(
        warnings,
        [
            "numbers before the text: system `one` in 4 of 200 segments, the first in segment 11; scores of these \
             segments may be too low: look at the file, and take the texts as the system gave them, without what was \
             added",
            "texts without a letter or digit: system `one` in 10 of 200 segments, the first in segment 51; the system \
             gave no translation there, or it was lost: look at the file",
            "the same words and a colon before the text: system `two` in 40 of 200 segments, the first in segment 1 \
             (`Translation:`); scores of these segments may be too low: look at the file, and take the texts as the \
             system gave them, without what was added"
        ]
    );
}

#[test]
fn whole_columns_that_cannot_be_compared_are_refused() {
    let refused = |change: &dyn Fn(Vec<String>) -> Vec<String>| {
        let mut corpus = corpus();
        let changed = change(texts(&corpus.systems[1]));
        set(&mut corpus.systems[1], &changed);
        let all = find(&corpus);
        let [one] = &all[..] else { panic!("{all:#?}") };
        assert!(one.is_refusal(), "{one:?}");
        one.message.clone()
    };
    let capitals = refused(&|texts| texts.iter().map(|text| text.to_uppercase()).collect());
    assert_eq!(
        capitals,
        "texts in capitals: system `two` in 200 of 200 segments, the first in segment 1"
    );
    let shifted = refused(&|mut texts| {
        texts.rotate_left(1);
        texts
    });
    assert!(shifted.starts_with("system `two` is shifted by 1 segment against"), "{shifted}");
    let reversed = refused(&|mut texts| {
        texts.reverse();
        texts
    });
    assert!(reversed.starts_with("system `two` has hardly anything in common"), "{reversed}");
    // No letter is shared.
    let other =
        |c: char| if c.is_alphabetic() { char::from_u32(u32::from(c) + 0x3cf) } else { Some(c) };
    let script = refused(&|texts| {
        texts.iter().map(|text| text.chars().filter_map(other).collect()).collect()
    });
    assert!(
        script.starts_with("system `two` is in another language than reference `ref`"),
        "{script}"
    );
}
