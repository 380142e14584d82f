//! Samples: test sets by segments out of a large corpus (Koehn 2004).
//!
//! A corpus of N segments holds `k = N / n` (rounded down) disjoint test sets of n. Up to k
//! samples are disjoint; what is asked for beyond overlaps:
//!
//! * `consecutive`: runs of n neighbours that begin at even distances, the first at the first segment
//!   and the last at the last segment that a run can begin at. With k of them in a corpus of k n
//!   segments these are Koehn's blocks.
//! * `broad`: every k-th segment. Test set i takes the segment at place i of every stretch of the
//!   corpus that is cut into n even stretches; where n divides N, the stretches have k segments, and
//!   these are Koehn's broad samples. Fewer than k begin at even distances. There are no more than k
//!   disjoint ones: all further ones take from each stretch a segment at random.
//! * `random`: without replacement within a test set; test sets overlap by chance, whatever their
//!   number.
//!
//! Where there are fewer different test sets than asked for (as of the size of the corpus itself),
//! each is taken once.

use std::collections::BTreeSet;

use super::pool::Pool;
use crate::config::model::{Samples, Sampling};
use crate::corpus::model::Corpus;
use crate::plan::{Placement, PlanProblem};
use crate::stats::ordering::permutation;
use crate::stats::random::{Purpose, StreamKey, UniformBelow};

/// The test sets of a study that takes samples, size by size.
pub(crate) fn placements(seed: u64, samples: &Samples, pool: &mut Pool) -> Vec<Placement> {
    let corpus = pool.plan.corpus.clone();
    let available = corpus.segment_count();
    let mut placements = Vec::new();
    for size in &samples.segments {
        let stream = StreamKey::new(seed, Purpose::Sample)
            .text(&corpus.name)
            .text(samples.sampling.name())
            .number(*size as u64);
        let mut seen = BTreeSet::new();
        for index in 0..samples.count as usize {
            let sizes = Sizes { available, size: *size, count: samples.count as usize };
            let segments = sizes.pick(samples.sampling, index, &stream);
            if seen.insert(segments.clone()) {
                let ordering = format!("{}-{}", samples.sampling.name(), index + 1).into();
                let test_set = pool.sample(segments);
                placements.push(Placement { ordering, test_set, fraction: None });
            }
        }
    }
    placements
}

/// Sizes that the corpus does not have.
pub(crate) fn check(
    study: &str,
    samples: &Samples,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) {
    let available = corpus.segment_count();
    for (index, size) in samples.segments.iter().enumerate().filter(|(_, size)| **size > available)
    {
        let message = format!("corpus `{}` has {available} segments, not {size}", corpus.name);
        let help = format!("ask for 1 to {available}");
        let problem = PlanProblem::of_study(study, &["samples", "segments"], message, help);
        problems.push(problem.at(index));
    }
}

/// Sizes of a corpus and of its samples.
#[derive(Clone, Copy)]
struct Sizes {
    /// Segments of the corpus.
    available: usize,
    /// Segments of a test set; at least one, at most `available`.
    size: usize,
    /// Test sets.
    count: usize,
}

impl Sizes {
    /// Ascending segments of test set `index`.
    fn pick(self, sampling: Sampling, index: usize, stream: &StreamKey) -> Vec<usize> {
        match sampling {
            Sampling::Consecutive => {
                let start = index * (self.available - self.size) / (self.count - 1).max(1);
                (start..start + self.size).collect()
            }
            Sampling::Broad => self.broad(index, stream),
            Sampling::Random => {
                let all = permutation(stream, index as u64, self.available);
                // Without the room of the others, which a million samples would keep.
                let mut picked = all[..self.size].to_vec();
                picked.sort_unstable();
                picked
            }
        }
    }

    fn broad(self, index: usize, stream: &StreamKey) -> Vec<usize> {
        let disjoint = disjoint(self.available, self.size);
        let stretch = |number: usize| number * self.available / self.size;
        if index < disjoint {
            let place = index * disjoint / self.count.min(disjoint);
            return (0..self.size).map(|number| stretch(number) + place).collect();
        }
        let mut generator = stream.generator(index as u64);
        let mut picked = Vec::with_capacity(self.size);
        for number in 0..self.size {
            let (start, end) = (stretch(number), stretch(number + 1));
            let length = u32::try_from(end - start).expect("fewer than 2^32 segments");
            UniformBelow::new(length)
                .draw(&mut generator, 1, |place| picked.push(start + place as usize));
        }
        picked
    }
}

/// How many disjoint test sets of `size` there are in `available` segments.
pub(crate) fn disjoint(available: usize, size: usize) -> usize {
    available / size.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(sampling: Sampling, available: usize, size: usize, count: usize) -> Vec<Vec<usize>> {
        let stream = StreamKey::new(1, Purpose::Sample);
        let sizes = Sizes { available, size, count };
        (0..count).map(|index| sizes.pick(sampling, index, &stream)).collect()
    }

    fn are_sound(sets: &[Vec<usize>], available: usize, size: usize) {
        for set in sets {
            assert_eq!(set.len(), size);
            assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(set.iter().all(|segment| *segment < available));
        }
    }

    fn are_disjoint(sets: &[Vec<usize>]) -> bool {
        let all: BTreeSet<usize> = sets.iter().flatten().copied().collect();
        all.len() == sets.iter().map(Vec::len).sum::<usize>()
    }

    /// Koehn 2004, section 3: 100 blocks of 300 out of 30,000, and broad samples of every 100th.
    #[test]
    fn those_of_the_paper() {
        let blocks = all(Sampling::Consecutive, 30_000, 300, 100);
        for (index, block) in blocks.iter().enumerate() {
            assert_eq!(*block, (300 * index..300 * (index + 1)).collect::<Vec<_>>());
        }
        let broad = all(Sampling::Broad, 30_000, 300, 100);
        for (index, set) in broad.iter().enumerate() {
            assert_eq!(*set, (index..30_000).step_by(100).collect::<Vec<_>>());
        }
    }

    #[test]
    fn disjoint_where_possible() {
        for (available, size) in [(30_000, 300), (101, 7), (10, 10), (10, 3), (1000, 1)] {
            let most = disjoint(available, size);
            for count in [1, most / 2, most, most + 1, 3 * most] {
                for sampling in [Sampling::Consecutive, Sampling::Broad, Sampling::Random] {
                    let sets = all(sampling, available, size, count);
                    are_sound(&sets, available, size);
                    let must_be = count <= most && sampling != Sampling::Random;
                    assert!(!must_be || are_disjoint(&sets), "{sampling:?} {available} {size}");
                }
                if count > most {
                    let sets = all(Sampling::Broad, available, size, count);
                    assert!(are_disjoint(&sets[..most]));
                    assert!(sets.iter().all(|set| {
                        set.iter().enumerate().all(|(number, segment)| {
                            (number * available / size..(number + 1) * available / size)
                                .contains(segment)
                        })
                    }));
                }
            }
        }
    }

    /// Every segment is in a random sample with probability n / N: chi-square of 2,000 samples,
    /// whose counts have variance n / N (1 - n / N) each and add up.
    #[test]
    fn random_samples_are_uniform() {
        let sets = all(Sampling::Random, 20, 5, 2000);
        let mut counts = [0.0_f64; 20];
        sets.iter().flatten().for_each(|segment| counts[*segment] += 1.0);
        let variance = 2000.0 * 0.25 * 0.75 * 20.0 / 19.0;
        let chi_square: f64 = counts.iter().map(|n| (n - 500.0) * (n - 500.0) / variance).sum();
        // scipy.stats.chi2.ppf([0.0001, 0.9999], 19)
        assert!((3.97..50.8).contains(&chi_square), "{chi_square}");
    }
}
