//! The exact test over runs: runs are dealt to two systems in all ways. It is about these texts alone.

use crate::stats::random::{StreamKey, UniformBelow};

/// Deals of runs that are enumerated: those of ten and ten.
const MOST_DEALS: f64 = 184_756.0;

/// Random deals where there are more.
const RANDOM_DEALS: u32 = 10_000;

/// Differences of means of runs that are the same but for rounding.
const TOLERANCE: f64 = 1e-9;

/// Ways to choose `chosen` of `all`.
fn choices(all: usize, chosen: usize) -> f64 {
    // Products of quotients round, while ways are whole numbers.
    (0..chosen).fold(1.0, |ways, index| ways * (all - index) as f64 / (index + 1) as f64).round()
}

/// The exact test over runs: two-sided p-value of scores of runs that are dealt to the two systems in all ways, or in
/// 10,000 random ones beyond ten and ten runs. It is about these texts alone.
///
/// # Panics
///
/// If a system has no run.
pub fn exact_p_value(a: &[f64], b: &[f64], key: &StreamKey) -> f64 {
    assert!(!a.is_empty() && !b.is_empty(), "each system has a run");
    let scores = [a, b].concat();
    let total: f64 = scores.iter().sum();
    let counts = [a.len() as f64, b.len() as f64];
    let observed = apart(a.iter().sum(), total, counts) - TOLERANCE;
    let ways = choices(scores.len(), a.len());
    if ways <= MOST_DEALS {
        let mut extreme = 0.0;
        each_choice(&scores, a.len(), 0.0, &mut |sum| {
            extreme += f64::from(u8::from(apart(sum, total, counts) >= observed));
        });
        return extreme / ways;
    }
    let mut random = key.generator(0);
    let extreme = (0..RANDOM_DEALS).filter(|_| {
        // Each score is dealt to the first system with the share that it still lacks.
        let (mut lacking, mut sum) = (a.len(), 0.0);
        for (index, score) in scores.iter().enumerate() {
            let left = u32::try_from(scores.len() - index).unwrap_or(u32::MAX);
            UniformBelow::new(left).draw(&mut random, 1, |place| {
                if (place as usize) < lacking {
                    (lacking, sum) = (lacking - 1, sum + score);
                }
            });
        }
        apart(sum, total, counts) >= observed
    });
    of_random(extreme.count())
}

fn of_random(extreme: usize) -> f64 {
    (extreme as f64 + 1.0) / (f64::from(RANDOM_DEALS) + 1.0)
}

/// Calls `each` with `sum` and the scores of every choice of `chosen`.
fn each_choice(scores: &[f64], chosen: usize, sum: f64, each: &mut impl FnMut(f64)) {
    match (chosen, scores) {
        (0, _) => each(sum),
        (_, [first, rest @ ..]) if scores.len() >= chosen => {
            each_choice(rest, chosen - 1, sum + first, each);
            each_choice(rest, chosen, sum, each);
        }
        _ => {}
    }
}

/// The same of paired runs, whose differences keep or change their signs.
///
/// # Panics
///
/// If there is no run.
pub fn exact_paired_p_value(differences: &[f64], key: &StreamKey) -> f64 {
    assert!(!differences.is_empty(), "there is a run");
    let count = differences.len() as f64;
    let observed = differences.iter().sum::<f64>().abs() / count - TOLERANCE;
    let ways = (0..differences.len()).fold(1.0, |ways: f64, _| 2.0 * ways);
    if ways <= MOST_DEALS {
        let mut extreme = 0.0;
        each_sign(differences, 0.0, &mut |sum| {
            extreme += f64::from(u8::from(sum.abs() / count >= observed));
        });
        return extreme / ways;
    }
    let (mut random, coin) = (key.generator(0), UniformBelow::new(2));
    let extreme = (0..RANDOM_DEALS).filter(|_| {
        let (mut sum, mut place) = (0.0, 0);
        coin.draw(&mut random, differences.len(), |side| {
            sum += if side == 0 { differences[place] } else { -differences[place] };
            place += 1;
        });
        sum.abs() / count >= observed
    });
    of_random(extreme.count())
}

/// Calls `each` with `sum` and the differences with every choice of signs.
fn each_sign(differences: &[f64], sum: f64, each: &mut impl FnMut(f64)) {
    let [first, rest @ ..] = differences else { return each(sum) };
    each_sign(rest, sum + first, each);
    each_sign(rest, sum - first, each);
}

/// The smallest p-value that the exact test can have with these numbers of runs.
pub fn smallest_exact(runs: [usize; 2], is_paired: bool) -> f64 {
    let [a, b] = runs;
    let ways =
        if is_paired { (0..a).fold(1.0, |ways: f64, _| 2.0 * ways) } else { choices(a + b, a) };
    if ways > MOST_DEALS {
        return of_random(0);
    }
    // With as many runs on both sides, each deal is as far apart as its mirror image.
    if is_paired || a == b { 2.0 / ways } else { 1.0 / ways }
}

/// How far the means are apart where the scores of the first add up to `sum`, of `total`.
fn apart(sum: f64, total: f64, [count_a, count_b]: [f64; 2]) -> f64 {
    (sum / count_a - (total - sum) / count_b).abs()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{A, B, assert_near, scores};
    use super::*;
    use crate::stats::moments::SampleMoments;
    use crate::stats::random::Purpose;
    use crate::stats::special::normal_cdf;

    fn key() -> StreamKey {
        StreamKey::new(1, Purpose::Runs)
    }

    /// All deals by hand: 2 of 20, and the smallest p-values of 3, 4 and 5 runs.
    #[test]
    fn runs_are_exchanged_exactly() {
        let [a, b] = [scores(&A).scores(), scores(&B).scores()];
        assert_near(exact_p_value(&a, &b, &key()), 0.1);
        for (runs, smallest) in [(3, 0.1), (4, 0.028_571_429), (5, 0.007_936_508)] {
            assert_near(smallest_exact([runs, runs], false), smallest);
            let low: Vec<f64> = (0..runs).map(|run| run as f64).collect();
            let high: Vec<f64> = low.iter().map(|score| score + 100.0).collect();
            assert_near(exact_p_value(&low, &high, &key()), smallest);
            assert_near(exact_p_value(&low, &low, &key()), 1.0);
        }
        assert_near(exact_p_value(&[5.0], &[1.0, 2.0, 3.0], &key()), 0.25);
        assert_near(smallest_exact([1, 3], false), 0.25);
        assert_near(exact_paired_p_value(&[1.0, 2.0, 0.5], &key()), 0.25);
        assert_near(exact_paired_p_value(&[1.0, -2.0, 0.5], &key()), 1.0);
        assert_near(smallest_exact([3, 3], true), 0.25);
    }

    /// Of many runs, random deals agree with the normal limit of the exact test.
    #[test]
    fn many_runs_are_exchanged_at_random() {
        let a: Vec<f64> = (0..40).map(f64::from).collect();
        let b: Vec<f64> = a.iter().map(|score| score + 6.0).collect();
        let p = exact_p_value(&a, &b, &key());
        // A rank-sum of equal steps is near normal: z = 6 / sqrt(s^2 (1/40 + 1/40)) over all 80 scores.
        let all = SampleMoments::of(a.iter().chain(&b).copied()).unwrap().variance().unwrap();
        let z = 6.0 / (all / 20.0).sqrt();
        let normal = 2.0 * normal_cdf(-z);
        assert!((p - normal).abs() < 0.015, "{p} {normal}");
        assert_near(exact_p_value(&a, &b, &key()), p);
        let far: Vec<f64> = a.iter().map(|score| score + 1000.0).collect();
        assert_near(exact_p_value(&a, &far, &key()), 1.0 / 10_001.0);
        assert_near(smallest_exact([40, 40], false), 1.0 / 10_001.0);
        let signs = exact_paired_p_value(&[1.0; 40], &key());
        assert_near(signs, 1.0 / 10_001.0);
    }
}
