//! Intervals of people with a metric, on documents of unequal lengths out of a population whose truth is known.

use rand_pcg::Pcg64;

use super::control_variate::{DocumentSums, PairedMeans, assisted, saved_share_ends};
use super::freedom::UnitSegments;
use super::random::{Purpose, StreamKey, uniform};
use super::special::{normal_quantile, student_t_quantile};

/// Lengths of the documents of a test set of WMT, in its order: 3 to 78 segments, 20.3 on average.
const LENGTHS: [u32; 94] = [
    15, 68, 27, 14, 30, 19, 29, 17, 40, 21, 16, 30, 32, 8, 13, 23, 7, 10, 10, 12, 21, 13, 13, 24,
    15, 43, 33, 34, 8, 67, 22, 78, 26, 50, 34, 50, 8, 13, 13, 24, 41, 19, 12, 48, 8, 9, 6, 7, 15,
    11, 57, 25, 7, 31, 7, 9, 8, 19, 33, 13, 9, 12, 13, 36, 26, 24, 11, 12, 4, 13, 5, 31, 7, 6, 12,
    17, 7, 10, 5, 4, 9, 4, 11, 11, 4, 5, 42, 3, 21, 33, 32, 8, 25, 23,
];

fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

/// What people and the metric give the segments of a document.
type Segments = Vec<(f64, f64)>;

/// A document: its segments are alike, and the metric sees part of what people do. Both means are 0 in the population.
fn document(random: &mut Pcg64) -> Segments {
    document_by(random, 2.0)
}

/// The same with a metric of this noise.
fn document_by(random: &mut Pcg64, noise: f64) -> Segments {
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
            (seen + normal(random), 3.0 * seen + noise * normal(random))
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

/// The share that is saved in the population: the square of the correlation of sums over documents, less what the metric does
/// not know of unjudged texts. Given its length n, a document has the variance n^2/4 + n of what both see.
fn true_share(judged: usize, others: usize, noise: f64) -> f64 {
    let mut sums = [0.0; 3];
    for length in LENGTHS.map(f64::from) {
        let seen = 0.25 * length * length + length;
        let products = [seen + length, 3.0 * seen, 9.0 * seen + noise * noise * length];
        sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
    }
    let [people, both, metric] = sums;
    both * both / (people * metric) / (1.0 + judged as f64 / others as f64)
}

/// Share of intervals that hold the share that is saved.
fn coverage_of_share(judged: usize, others: usize, noise: f64, runs: u64) -> f64 {
    let share = true_share(judged, others, noise);
    let held = (0..runs).filter(|run| {
        let mut random = StreamKey::new(1, Purpose::Sample)
            .text("saved share")
            .number(judged as u64)
            .number(noise.to_bits())
            .generator(*run);
        let here: Vec<Segments> = (0..judged).map(|_| document_by(&mut random, noise)).collect();
        let there: Vec<Segments> = (0..others).map(|_| document_by(&mut random, noise)).collect();
        let (low, high) = saved_share_ends(&sums(&here), &sums(&there), 0.95).unwrap();
        (low..=high).contains(&share)
    });
    held.count() as f64 / runs as f64
}

/// Metrics that save .69, .40, .12 and .02; four Monte-Carlo errors about .92.
#[test]
fn intervals_of_what_is_saved_hold_it() {
    for noise in [2.0, 8.0, 20.0, 60.0] {
        let held = coverage_of_share(60, 240, noise, 150);
        assert!((0.83..=1.0).contains(&held), "noise {noise}: {held}");
    }
}

/// The same at length, with fewer documents, too.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_of_what_is_saved_hold_it_at_length() {
    for (judged, others) in [(60, 240), (60, 60), (30, 60)] {
        for noise in [2.0, 8.0, 20.0, 60.0, 1000.0] {
            let held = coverage_of_share(judged, others, noise, 3000);
            assert!((0.90..=0.99).contains(&held), "{judged}, {others}, noise {noise}: {held}");
        }
    }
}
