//! Rankings by new test sets, against new test sets: populations of documents are made, and what is
//! predicted from one test set is compared with what others of the same population show.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand::Rng;
use runner::stats::direction::Direction;
use runner::stats::new_ranking::NewRankings;
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::special::normal_quantile;

fn uniform(generator: &mut impl Rng) -> f64 {
    ((generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

fn normal(generator: &mut impl Rng) -> f64 {
    normal_quantile(uniform(generator)).unwrap()
}

/// How the qualities of systems are spread.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// All alike.
    Normal,
    /// The last is far below the others.
    OneBad,
    /// Every other one is far below the others.
    TwoGroups,
    /// Every third one is six standard errors below the others, which hardly differ.
    NearGroups,
    /// As far from each other as qualities deviate elsewhere.
    Even,
}

/// A population of test sets: in units of the standard error of a system, qualities deviate by `spread`.
#[derive(Clone, Copy, Debug)]
struct Design {
    systems: usize,
    documents: usize,
    spread: f64,
    shape: Shape,
}

/// Predicted minus observed: order, best and pairs of two new test sets of the same size, then of half of
/// it from disjoint parts, then best is best, complete order is true.
type Biases = [f64; 8];

const NAMES: [&str; 8] =
    ["order", "best", "pairs", "half order", "half best", "half pairs", "best true", "order true"];

impl Design {
    fn qualities(self, generator: &mut impl Rng) -> Vec<f64> {
        let of_system = |system: usize| {
            let own = self.spread * normal(generator);
            match self.shape {
                Shape::OneBad if system + 1 == self.systems => -25.0,
                Shape::TwoGroups if system % 2 == 1 => own - 20.0,
                Shape::NearGroups => 0.1 * own - if system % 3 == 2 { 6.0 } else { 0.0 },
                Shape::Even => self.spread * system as f64,
                _ => own,
            }
        };
        (0..self.systems).map(of_system).collect()
    }

    /// Scores of documents, by document. What all systems have in common varies more than what they have
    /// not, as it does in real corpora; both are skewed.
    fn documents(self, qualities: &[f64], count: usize, generator: &mut impl Rng) -> Vec<Vec<f64>> {
        let exponential = |generator: &mut _| -libm::log(uniform(generator)) - 1.0;
        let deviation = (self.documents as f64).sqrt();
        let document = |_| {
            let common = 2.0 * deviation * exponential(generator);
            let own = |quality: &f64| quality + common + deviation * exponential(generator);
            qualities.iter().map(own).collect()
        };
        (0..count).map(document).collect()
    }

    fn biases(self, populations: u64, replicates: usize, pairs: u32) -> Biases {
        let Self { systems, documents, .. } = self;
        let mut sums = [0.0; 8];
        for population in 0..populations {
            let key = StreamKey::new(11, Purpose::Generator).text(&format!("{self:?}"));
            let generator = &mut key.generator(population);
            let qualities = self.qualities(generator);
            let sample = self.documents(&qualities, documents, generator);
            let mut scores = vec![vec![0.0; replicates]; systems];
            for replicate in 0..replicates {
                for _ in 0..documents {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "below the number of documents"
                    )]
                    let drawn = (uniform(generator) * documents as f64) as usize;
                    for (scores, value) in scores.iter_mut().zip(&sample[drawn]) {
                        scores[replicate] += value / documents as f64;
                    }
                }
            }
            let columns: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
            let factor = (documents as f64 / (documents as f64 - 1.0)).sqrt();
            let observed = means(&sample);
            let found =
                NewRankings::new(&observed, &columns, factor, Direction::HigherIsBetter).unwrap();
            let clusters = vec![1; systems];
            let new = found.of_new(1.0, 3, &clusters);
            let (own, half) = (found.agreement(1.0), found.agreement(2.0));
            let predicted = [
                own.order,
                own.best,
                own.pairs,
                half.order,
                half.best,
                half.pairs,
                new.best_is_best,
                new.order_is_true,
            ];
            let mut seen = [0.0; 8];
            let half = documents / 2;
            for _ in 0..pairs {
                let mut new = |count| means(&self.documents(&qualities, count, generator));
                let [one, other] = [new(documents), new(documents)];
                let [small, smaller] = [new(half), new(half)];
                let values =
                    [agree(&one, &other), agree(&small, &smaller), agree(&one, &qualities)];
                let [[a, b, c], [d, e, f], [h, g, _]] = values;
                seen.iter_mut()
                    .zip([a, b, c, d, e, f, g, h])
                    .for_each(|(sum, value)| *sum += value);
            }
            for (sum, (predicted, seen)) in sums.iter_mut().zip(predicted.iter().zip(seen)) {
                *sum += (predicted - seen / f64::from(pairs)) / populations as f64;
            }
        }
        sums
    }
}

fn means(documents: &[Vec<f64>]) -> Vec<f64> {
    let mean = |system: usize| {
        documents.iter().map(|own| own[system]).sum::<f64>() / documents.len() as f64
    };
    (0..documents[0].len()).map(mean).collect()
}

/// Whether two test sets have the same order and the same best system, and the share of pairs in the same
/// order. Written anew, and without ties.
fn agree(one: &[f64], other: &[f64]) -> [f64; 3] {
    let order = |scores: &[f64]| {
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        order
    };
    let (first, second) = (order(one), order(other));
    let (mut same, mut all) = (0.0, 0.0);
    for a in 0..one.len() {
        for b in a + 1..one.len() {
            all += 1.0;
            same += f64::from(u8::from((one[a] > one[b]) == (other[a] > other[b])));
        }
    }
    let as_number = |is_same: bool| f64::from(u8::from(is_same));
    [as_number(first == second), as_number(first[0] == second[0]), same / all]
}

fn assert_unbiased(design: Design, populations: u64, replicates: usize, pairs: u32, most: f64) {
    let biases = design.biases(populations, replicates, pairs);
    for (name, bias) in NAMES.iter().zip(biases).take(6) {
        assert!(bias.abs() <= most, "{design:?}: {name}: {bias:+.3} of {biases:.3?}");
    }
}

/// Agreement of two new test sets is predicted within .05 on average.
#[test]
fn agreement_of_new_test_sets_is_predicted() {
    let near = Design { systems: 6, documents: 20, spread: 1.0, shape: Shape::Normal };
    for design in [
        near,
        Design { spread: 4.0, documents: 30, ..near },
        Design { systems: 7, shape: Shape::OneBad, ..near },
        Design { systems: 12, spread: 1.0, shape: Shape::TwoGroups, ..near },
    ] {
        assert_unbiased(design, 250, 150, 10, 0.05);
    }
}

/// For all numbers of systems, spreads, shapes and sizes: within .05 of what new test sets show, but for
/// systems that hardly differ from those of a group, and for few documents.
#[test]
#[ignore = "takes minutes"]
fn agreement_of_new_test_sets_is_predicted_for_all() {
    let shapes = [Shape::Normal, Shape::OneBad, Shape::TwoGroups, Shape::NearGroups, Shape::Even];
    let mut off = Vec::new();
    for documents in [20, 60, 150] {
        for systems in [3, 6, 12] {
            for shape in shapes {
                for spread in [0.0, 0.5, 1.0, 2.0, 3.0, 5.0] {
                    let design = Design { systems, documents, spread, shape };
                    let biases = design.biases(300, 150, 10);
                    if biases[..6].iter().any(|bias| bias.abs() > 0.05) {
                        off.push(format!("{design:?}: {:+.3?}", &biases[..6]));
                    }
                }
            }
        }
    }
    assert!(off.is_empty(), "{}", off.join("\n"));
}
