//! How often the interval of a score that a study gives by default holds the truth, where documents are drawn
//! at random from many: by metrics that are ratios of sums, and by a mean.
//!
//! The truth is the score of all documents. Segments of a document are alike, since texts of a document are equally
//! hard: with segments as units intervals hold the truth much less often.

use std::fmt::Write;

use runner::analyses::scores;
use runner::corpus::model::{Corpus, Document, Judgments};

use crate::support::study::{documents, named, run};

const METRICS: [&str; 5] = ["bleu", "chrf", "ter", "m-bleu", "adequacy"];

/// Documents of the population.
const POPULATION: usize = 2500;

/// Shares of test sets whose interval holds the truth, by metric.
struct Held {
    shares: Vec<f64>,
    effects: Vec<f64>,
}

/// Of `trials` test sets of as many documents.
fn held(size: usize, trials: usize, more: &str) -> Held {
    let metrics = METRICS.map(|metric| format!("{metric:?}")).join(", ");
    let study = |name: &str, sizes: &str| {
        format!("[studies.{name}]\ncorpora = [\"c\"]\nmetrics = [{metrics}]\n{sizes}\n")
    };
    let samples = format!(
        "test-sizes = {{ documents = [{size}] }}\norderings = {{ random = {trials} }}\nB = 200\n{more}"
    );
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 26\n[corpora.c.plain]\nsystems = [\"none\"]\n{}{}",
        study("whole", "test-sizes = { fractions = [1.0] }\nB = 1\nresample = \"documents\""),
        study("samples", &samples),
    );
    let (_, rows) = run(&text, Some(vec![population()]), scores);
    let of_metric = |metric: &str| {
        let of = |study: &str| {
            let own = rows.iter().filter(move |row| &*row.cell.study == study);
            own.filter(|row| &*row.cell.metric == metric).collect::<Vec<_>>()
        };
        let truth = of("whole")[0].score.unwrap();
        let drawn = of("samples");
        assert_eq!(drawn.len(), trials);
        let holds = drawn
            .iter()
            .filter(|row| (row.ci_lower.unwrap()..=row.ci_upper.unwrap()).contains(&truth));
        let effects = drawn.iter().map(|row| row.design_effect.unwrap()).sum::<f64>();
        (holds.count() as f64 / trials as f64, effects / trials as f64)
    };
    let (shares, effects) = METRICS.iter().map(|metric| of_metric(metric)).unzip();
    Held { shares, effects }
}

/// Texts of which each document has its own rate of wrong words and its own judgments.
fn population() -> Corpus {
    let mut stream = Stream(17);
    let lengths: Vec<usize> = (0..POPULATION).map(|_| 3 + stream.below(10)).collect();
    let (mut reference, mut system) = (String::new(), String::new());
    let mut marks = Vec::new();
    for length in &lengths {
        let (level, of_document) = (stream.unit(), stream.unit() - 0.5);
        for _ in 0..*length {
            // A third of the spread of segments is that of their documents.
            let wrong = 0.1 + 0.4 * level + 0.3 * stream.unit();
            for _ in 0..5 + stream.below(20) {
                let word = stream.word();
                write!(reference, "w{word} ").unwrap();
                match stream.unit() {
                    lost if lost < wrong / 5.0 => {}
                    other if other < wrong => write!(system, "w{} ", stream.word()).unwrap(),
                    _ => write!(system, "w{word} ").unwrap(),
                }
            }
            reference.push('\n');
            system.push('\n');
            marks.push(Some(
                (3.0 + 2.0 * of_document + 2.0 * (stream.unit() - 0.5)).clamp(1.0, 5.0),
            ));
        }
    }
    let documents: Vec<Document> = documents(&lengths);
    let judgments = Judgments { judges: vec![marks] };
    Corpus {
        name: "c".to_owned(),
        documents,
        references: vec![named("ref", &reference)],
        systems: vec![named("A", &system)],
        judgments: [("adequacy".to_owned(), [("A".to_owned(), judgments)].into())].into(),
        ..Corpus::default()
    }
}

/// `SplitMix64`.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// Of a thousand words, of which few are many.
    fn word(&mut self) -> usize {
        let rare = self.unit();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 1000")]
        let word = (1000.0 * rare * rare * rare) as usize;
        word
    }
}

/// Three standard deviations of a share of .95 of so many trials.
fn tolerance(trials: usize) -> f64 {
    3.0 * (0.95 * 0.05 / trials as f64).sqrt()
}

/// The share of .95 is met to within .03 beside chance, with a few documents as with many, and segments would miss it.
fn check(size: usize, trials: usize) -> String {
    let mut report = String::new();
    let by_default = held(size, trials, "");
    let segments = held(size, trials, "resample = \"segments\"");
    let percentile = held(size, trials, "interval-method = \"percentile\"");
    for (index, metric) in METRICS.iter().enumerate() {
        let (share, effect) = (by_default.shares[index], by_default.effects[index]);
        let (of_segments, of_percentile) = (segments.shares[index], percentile.shares[index]);
        writeln!(
            report,
            "{size} documents, {metric}: default {share:.3}, percentile {of_percentile:.3}, segments \
             {of_segments:.3}, design effect {effect:.2}"
        )
        .unwrap();
        let chance = tolerance(trials);
        assert!((0.92 - chance..=0.97 + chance).contains(&share), "{report}");
        assert!(effect > 1.3, "{report}");
        assert!(of_segments < share - 0.03, "{report}");
    }
    report
}

#[test]
fn intervals_of_twenty_documents_hold_the_truth() {
    check(20, 300);
}

/// With 2,000 test sets of each size, whose shares are shown.
#[test]
#[ignore = "simulation of minutes: nightly"]
#[expect(clippy::print_stdout, reason = "the documentation has these shares")]
fn intervals_hold_the_truth_at_every_size() {
    for size in [8, 20, 60] {
        println!("{}", check(size, 2000));
    }
}
