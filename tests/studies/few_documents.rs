//! How many documents intervals of a difference need to hold what they promise, with lengths as test sets of WMT have them.

use std::path::Path;

use rand_pcg::Pcg64;
use runner::formats;
use runner::formats::source::{CorpusFormat, EvalsetSource};
use runner::stats::jackknife::Jackknife;
use runner::stats::paired_jackknife::PairedJackknife;
use runner::stats::random::{Purpose, StreamKey, UniformBelow, uniform};
use runner::stats::special::normal_quantile;

use crate::support::needs;

const LEVEL: f64 = 0.95;

/// Scores are kept as whole numbers of this many to a point.
const SCALE: f64 = 1000.0;

/// Scores of two systems on the segments of each document, as sums and counts.
type Documents = Vec<[Vec<i64>; 2]>;

#[expect(clippy::cast_possible_truncation, reason = "scores are small")]
fn rows(scores: impl Iterator<Item = f64>) -> Vec<i64> {
    scores.flat_map(|score| [(SCALE * score).round() as i64, 1]).collect()
}

fn mean(sums: &[i64]) -> Option<f64> {
    (sums[1] > 0).then(|| sums[0] as f64 / sums[1] as f64)
}

fn paired(rows: &[Vec<i64>; 2], lengths: &[u32]) -> Option<PairedJackknife> {
    let jackknives = [0, 1].map(|system: usize| {
        Jackknife::of_units(&rows[system], 2, lengths, &mean).expect("several units")
    });
    let scores = [&rows[0], &rows[1]].map(|rows| {
        let sum = |column: usize| rows.iter().skip(column).step_by(2).sum::<i64>();
        sum(0) as f64 / sum(1) as f64
    });
    PairedJackknife::new(scores, [&jackknives[0], &jackknives[1]]).ok()
}

/// The true difference, that of all documents.
fn truth(documents: &Documents) -> f64 {
    let [one, other] = [0, 1].map(|system: usize| {
        let all: Vec<i64> = documents.iter().flat_map(|rows| rows[system].clone()).collect();
        let sum = |column: usize| all.iter().skip(column).step_by(2).sum::<i64>();
        sum(0) as f64 / sum(1) as f64
    });
    one - other
}

/// Share of `trials` test sets of `count` documents whose interval holds the truth: with whole documents as units, and with
/// single segments.
fn held(documents: &Documents, count: usize, trials: u64) -> [f64; 2] {
    let truth = truth(documents);
    let picks = UniformBelow::new(u32::try_from(documents.len()).expect("few"));
    let mut held = [0; 2];
    for trial in 0..trials {
        let mut generator = StreamKey::new(3, Purpose::Sample).generator(trial);
        let (mut rows, mut lengths) = ([Vec::new(), Vec::new()], Vec::new());
        picks.draw(&mut generator, count, |index| {
            let document = &documents[index as usize];
            lengths.push(u32::try_from(document[0].len() / 2).expect("few"));
            rows.iter_mut().zip(document).for_each(|(rows, more)| rows.extend(more));
        });
        let segments: u32 = lengths.iter().sum();
        for (held, lengths) in held.iter_mut().zip([lengths, vec![1; segments as usize]]) {
            // Nothing varies in few test sets, all of which miss.
            let interval = paired(&rows, &lengths).and_then(|paired| paired.interval(LEVEL).ok());
            *held += u32::from(
                interval.is_some_and(|interval| (interval.lower..=interval.upper).contains(&truth)),
            );
        }
    }
    held.map(|held| f64::from(held) / trials as f64)
}

fn normal(generator: &mut Pcg64) -> f64 {
    normal_quantile(uniform(generator)).expect("inside (0, 1)")
}

/// 1,000 documents of 3 to 60 segments, most of them few: lengths vary by 75 %, as those of WMT 2023 do. Documents differ by
/// `topic` in which system they favour, and segments by 1.
fn made(topic: f64) -> Documents {
    let mut generator = StreamKey::new(2026, Purpose::Generator).generator(0);
    let document = |_: u32| {
        let segments = (2.0 + 6.0 * libm::exp(0.8 * normal(&mut generator))).min(60.0).round();
        let favoured = 0.1 + topic * normal(&mut generator);
        let mut scores = [Vec::new(), Vec::new()];
        for _ in (0..60).take_while(|number| f64::from(*number) < segments) {
            let common = 3.0 * normal(&mut generator);
            scores[0].push(50.0 + common + favoured + normal(&mut generator));
            scores[1].push(50.0 + common);
        }
        scores.map(|scores| rows(scores.into_iter()))
    };
    (0..1000).map(document).collect()
}

/// Whole documents hold from three on, with and without likeness within them; single segments do not with any number of
/// documents that are alike. The standard error of a share of 2,000 is .005.
#[test]
fn intervals_over_documents_hold_from_three_on() {
    for topic in [0.1, 0.5, 1.0] {
        let documents = made(topic);
        for count in [3, 5, 8, 12] {
            let [by_documents, by_segments] = held(&documents, count, 2000);
            assert!(by_documents >= 0.93, "{topic} {count}: {by_documents}");
            assert!(topic < 0.5 || by_segments < 0.9, "{topic} {count}: {by_segments}");
        }
    }
}

/// The documents of a public test set, for a pair of systems by a score of segments.
fn public(data: &Path, pair: &str, score: &str) -> Vec<Documents> {
    let source = EvalsetSource {
        path: "evalsets/wmt23".into(),
        language_pair: pair.to_owned(),
        ..EvalsetSource::default()
    };
    let corpus =
        formats::read(pair, &CorpusFormat::Evalset(source), data).expect("complete data").corpus;
    let columns = &corpus.external[score];
    let systems: Vec<&str> =
        corpus.machine_systems().filter(|system| columns.contains_key(*system)).collect();
    let documents = |one: &str, other: &str| {
        let documents = corpus.documents.iter().map(|document| {
            [one, other].map(|system| {
                let scores = columns[system][document.segments.clone()].iter();
                rows(scores.map(|score| score.expect("complete data")))
            })
        });
        documents.collect()
    };
    let pairs = systems
        .iter()
        .enumerate()
        .flat_map(|(index, one)| systems[index + 1..].iter().map(move |other| (*one, *other)));
    pairs.map(|(one, other)| documents(one, other)).collect()
}

/// The same with the lengths and scores of public test sets, on average over all pairs of systems.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_over_public_documents_hold_from_three_on() {
    let Some(data) = needs::data() else { return };
    for pair in ["en-de", "he-en"] {
        let pairs = public(&data, pair, "MetricX-23-refA");
        for count in [3, 5, 8, 12] {
            let shares: Vec<[f64; 2]> =
                pairs.iter().map(|documents| held(documents, count, 300)).collect();
            let mean = |place: usize| {
                shares.iter().map(|held| held[place]).sum::<f64>() / shares.len() as f64
            };
            assert!(mean(0) >= 0.93, "{pair} {count}: {}", mean(0));
            assert!(mean(1) < 0.93, "{pair} {count}: {}", mean(1));
        }
    }
}
