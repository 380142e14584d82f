//! A test set that is looked at again and again: the level of each look, so that all of them together keep theirs.
//!
//! Systems that do not differ are called different at some look with a probability that approaches 1, where each look is
//! tested at the whole level. The k-th look is therefore tested at `alpha 6/(pi^2 k^2)`. These levels add up to alpha over
//! any number of looks, which need not be known beforehand, and Bonferroni's inequality holds whatever the dependence
//! between looks.

/// The part of the level that the look with this number, from 1, is tested at: `6/(pi^2 k^2)`.
///
/// # Panics
///
/// If the number is 0.
pub fn share_of_look(look: u32) -> f64 {
    assert!(look > 0, "looks are counted from 1");
    let pi = std::f64::consts::PI;
    6.0 / (pi * pi * f64::from(look) * f64::from(look))
}

/// The part of the level that looks 1 to this one have been tested at; below 1 for any number of looks.
pub fn share_spent(looks: u32) -> f64 {
    // The small ones first.
    (1..=looks).rev().map(share_of_look).sum()
}

/// A p-value at the look with this number, adjusted for all looks: at most alpha where the p-value is at most the level
/// of the look.
///
/// # Panics
///
/// If the number is 0.
pub fn adjusted(p: f64, look: u32) -> f64 {
    (p / share_of_look(look)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::jackknife::Jackknife;
    use crate::stats::multiplicity::holm;
    use crate::stats::paired_jackknife::PairedJackknife;
    use crate::stats::random::{Purpose, StreamKey, uniform};
    use crate::stats::special::normal_quantile;
    use rand_pcg::Pcg64;

    /// Partial sums of 1/k^2 times 6/pi^2, with NumPy 2.4.
    #[test]
    fn shares_add_up_to_less_than_the_level() {
        for (looks, spent) in
            [(0, 0.0), (1, 0.607_927_101_9), (5, 0.889_768_861_0), (20, 0.970_350_895_0)]
        {
            assert!((share_spent(looks) - spent).abs() < 1e-9, "{looks}: {}", share_spent(looks));
        }
        assert!(share_spent(1_000_000) < 1.0);
        assert!((adjusted(0.001, 4) - 0.026_318_945_07).abs() < 1e-10);
        assert!((adjusted(0.9, 4) - 1.0).abs() < 1e-15);
    }

    const LEVEL: f64 = 0.05;
    const RUNS: u32 = 20;

    fn normal(generator: &mut Pcg64) -> f64 {
        normal_quantile(uniform(generator)).expect("inside (0, 1)")
    }

    fn mean(sums: &[i64]) -> Option<f64> {
        (sums[1] > 0).then(|| sums[0] as f64 / sums[1] as f64)
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounded, and small")]
    fn whole(value: f64) -> i64 {
        value.round() as i64
    }

    /// Mean score and jackknife of a run: segments of a document are alike, and its documents are the same in all runs.
    fn run(lengths: &[u32], easy: &[f64], generator: &mut Pcg64) -> (f64, Jackknife) {
        let mut rows = Vec::new();
        for (length, easy) in lengths.iter().zip(easy) {
            let document = easy + 2.0 * normal(generator);
            for _ in 0..*length {
                rows.extend([whole(100.0 * (document + 5.0 * normal(generator))), 1]);
            }
        }
        let total =
            rows.chunks_exact(2).fold([0, 0], |sum, row| [sum[0] + row[0], sum[1] + row[1]]);
        let jackknife = Jackknife::of_units(&rows, 2, lengths, &mean).unwrap();
        (mean(&total).unwrap(), jackknife)
    }

    fn p_value(new: &(f64, Jackknife), old: &(f64, Jackknife)) -> f64 {
        PairedJackknife::new([new.0, old.0], [&new.1, &old.1]).unwrap().p_value()
    }

    fn least(p_values: &[Option<f64>]) -> f64 {
        p_values.iter().flatten().fold(1.0, |least, p| least.min(*p))
    }

    /// Whether some of twenty equally good runs is called different from the one before or from the first: each test by
    /// itself, and with the looks counted.
    fn errs(generator: &mut Pcg64) -> [bool; 2] {
        // 3 to 60 segments, most of them few.
        let lengths: Vec<u32> = (0..30)
            .map(|_| {
                let length = (2.0 + 6.0 * libm::exp(0.8 * normal(generator))).min(60.0);
                u32::try_from(whole(length)).unwrap()
            })
            .collect();
        let easy: Vec<f64> = lengths.iter().map(|_| 70.0 + 8.0 * normal(generator)).collect();
        let first = run(&lengths, &easy, generator);
        let mut previous = first.clone();
        let mut has_erred = [false; 2];
        for look in 1..RUNS {
            let new = run(&lengths, &easy, generator);
            let mut p_values = vec![Some(p_value(&new, &previous))];
            if look > 1 {
                p_values.push(Some(p_value(&new, &first)));
            }
            has_erred[0] |= least(&p_values) <= LEVEL;
            has_erred[1] |= adjusted(least(&holm(&p_values)), look) <= LEVEL;
            previous = new;
        }
        has_erred
    }

    fn shares_of_errors(trials: u32) -> [f64; 2] {
        let key = StreamKey::new(11, Purpose::Sample);
        let mut counts = [0; 2];
        for trial in 0..trials {
            let erred = errs(&mut key.generator(u64::from(trial)));
            counts.iter_mut().zip(erred).for_each(|(count, erred)| *count += u32::from(erred));
        }
        counts.map(|count| f64::from(count) / f64::from(trials))
    }

    /// Twenty looks at systems that do not differ, on documents of unequal lengths. The standard error of a share of .05 of
    /// 500 is .01.
    #[test]
    fn all_looks_together_keep_the_level() {
        let [plain, corrected] = shares_of_errors(500);
        assert!(plain > 0.4, "{plain}");
        assert!(corrected <= LEVEL + 0.02, "{corrected}");
        assert!(corrected > 0.0, "the test rejects at times");
    }

    #[test]
    #[ignore = "simulation of minutes: nightly"]
    fn all_looks_together_keep_the_level_closely() {
        let [plain, corrected] = shares_of_errors(10_000);
        assert!(plain > 0.4, "{plain}");
        assert!(corrected <= LEVEL + 0.0044, "{corrected}");
    }
}
