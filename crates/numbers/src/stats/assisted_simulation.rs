//! Intervals of people with a metric, on documents of unequal lengths out of a population whose truth is known.

use rand::Rng;
use rand_pcg::Pcg64;

use super::control_variate::{DocumentSums, PairedMeans, assisted};
use super::freedom::UnitSegments;
use super::random::{Purpose, StreamKey};
use super::special::{normal_quantile, student_t_quantile};

/// Lengths of the documents of a test set of WMT, in its order: 3 to 78 segments, 20.3 on average.
const LENGTHS: [u32; 94] = [
    15, 68, 27, 14, 30, 19, 29, 17, 40, 21, 16, 30, 32, 8, 13, 23, 7, 10, 10, 12, 21, 13, 13, 24,
    15, 43, 33, 34, 8, 67, 22, 78, 26, 50, 34, 50, 8, 13, 13, 24, 41, 19, 12, 48, 8, 9, 6, 7, 15,
    11, 57, 25, 7, 31, 7, 9, 8, 19, 33, 13, 9, 12, 13, 36, 26, 24, 11, 12, 4, 13, 5, 31, 7, 6, 12,
    17, 7, 10, 5, 4, 9, 4, 11, 11, 4, 5, 42, 3, 21, 33, 32, 8, 25, 23,
];

fn uniform(random: &mut Pcg64) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

/// What people and the metric give the segments of a document.
type Segments = Vec<(f64, f64)>;

/// A document: its segments are alike, and the metric sees part of what people do. Both means are 0 in the population.
fn document(random: &mut Pcg64) -> Segments {
    let place = (uniform(random) * LENGTHS.len() as f64).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in the list"
    )]
    let length = LENGTHS[(place as usize).min(LENGTHS.len() - 1)];
    let shared = 0.5 * normal(random);
    (0..length)
        .map(|_| {
            let seen = shared + normal(random);
            (seen + normal(random), 3.0 * seen + 2.0 * normal(random))
        })
        .collect()
}

fn sums(documents: &[Segments]) -> Vec<DocumentSums> {
    let documents = documents.iter().map(|segments| DocumentSums {
        weight: segments.len() as f64,
        judged: segments.iter().map(|(judged, _)| judged).sum(),
        metric: segments.iter().map(|(_, metric)| metric).sum(),
    });
    documents.collect()
}

/// Student's quantile with the degrees of freedom of the default test, by the lengths of documents.
fn multiple(documents: &[Segments], means: &PairedMeans, lambda: f64) -> f64 {
    let influence = documents
        .iter()
        .flatten()
        .map(|(judged, metric)| judged - means.judged - lambda * (metric - means.metric));
    let segments = UnitSegments {
        lengths: documents.iter().map(|segments| u32::try_from(segments.len()).unwrap()).collect(),
        influence: influence.collect(),
    };
    student_t_quantile(0.975, segments.freedom().degrees).unwrap()
}

/// Shares of 1,500 intervals that hold the truth: people with the metric, people alone; and the mean share of the variance
/// that is left.
fn coverage(judged: usize, others: usize) -> (f64, f64, f64) {
    const RUNS: u64 = 1500;
    let (mut both, mut alone, mut left) = (0, 0, 0.0);
    for run in 0..RUNS {
        let mut random = StreamKey::new(1, Purpose::Sample)
            .text("assisted")
            .number(judged as u64)
            .generator(run);
        let here: Vec<Segments> = (0..judged).map(|_| document(&mut random)).collect();
        let there: Vec<Segments> = (0..others).map(|_| document(&mut random)).collect();
        let people = PairedMeans::new(&sums(&here)).unwrap();
        let estimated = assisted(&people, &sums(&there)).unwrap();
        let half = multiple(&here, &people, estimated.lambda) * estimated.variance.sqrt();
        both += u32::from(estimated.estimate.abs() <= half);
        let half = multiple(&here, &people, 0.0) * people.judged_variance.sqrt();
        alone += u32::from(people.judged.abs() <= half);
        left += estimated.variance / people.judged_variance;
    }
    let runs = RUNS as f64;
    (f64::from(both) / runs, f64::from(alone) / runs, left / runs)
}

#[test]
fn intervals_hold_the_truth() {
    for (judged, others) in [(20, 200), (40, 160), (80, 320)] {
        let (both, alone, left) = coverage(judged, others);
        assert!((0.93..=0.97).contains(&both), "{judged} and {others}: {both}, people {alone}");
        assert!((0.93..=0.97).contains(&alone), "{judged} and {others}: people {alone}");
        assert!(left < 0.75, "{judged} and {others}: {left} of the variance is left");
    }
}
