//! What the best of several systems gains over a baseline by chance, in whole comparisons.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::{self, ComparisonRow, Results};

use crate::ranks::marked;
use crate::support::study;

fn rows(keys: &str, systems: usize) -> Vec<ComparisonRow> {
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n[metrics.a.external]\n\
         score = \"a\"\n[metrics.e.external]\nscore = \"e\"\nhigher-is-better = false\n[studies.s]\ncorpora = [\"c\"]\n\
         metrics = [\"a\", \"e\"]\nresample = \"documents\"\nB = 500\ntest-sizes = {{ fractions = [1.0] }}\n\
         [studies.s.comparison]\n{keys}\n"
    );
    // Forty documents; scores that are a permutation of each other, so that the systems hardly differ.
    let score = |system: usize, document: usize| {
        f64::from(u32::try_from((document * (7 + 2 * system) + 11 * system) % 41).unwrap())
    };
    let scores = |turned: bool| {
        let system = |system: usize| {
            let of_document = |document| {
                let score = score(system, document);
                Some(if turned { 100.0 - score } else { score })
            };
            (["A", "B", "C", "D", "E"][system], (0..40).map(of_document).collect::<Vec<_>>())
        };
        (0..systems).map(system).collect::<Vec<_>>()
    };
    let corpus = marked(&[1; 40], &[("a", &scores(false)), ("e", &scores(true))]);
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::each_comparison(&Results::new(&plan, &store)).collect()
}

#[test]
fn the_best_of_several_has_one() {
    let rows = rows("baseline = \"A\"", 5);
    let of_metric = |metric: &str| -> Vec<ComparisonRow> {
        rows.iter().filter(|row| &*row.cell.metric == metric).cloned().collect()
    };
    let (scores, errors) = (of_metric("a"), of_metric("e"));
    assert_eq!((scores.len(), errors.len()), (4, 4));
    let best = scores.iter().max_by(|a, b| a.delta.unwrap().total_cmp(&b.delta.unwrap())).unwrap();
    let with_gain: Vec<&str> =
        scores.iter().filter(|row| row.chance_gain.is_some()).map(|row| &*row.system_a).collect();
    assert_eq!(with_gain, [&*best.system_a]);
    // Scores of 0 to 40 have a standard deviation of 11.8, so that a score has an error of 1.87; of four equal systems the
    // best gains 1.029 of it.
    let gain = best.chance_gain.unwrap();
    assert!((0.5..2.2).contains(&gain), "{gain}");
    // Where lower is better, the same with the other sign.
    let of_errors = errors.iter().find_map(|row| row.chance_gain).unwrap();
    assert!((gain + of_errors).abs() < 1e-9, "{gain}, {of_errors}");
}

#[test]
fn without_a_choice_nothing_is_gained_by_chance() {
    for (keys, systems) in [("baseline = \"A\"", 2), ("", 5)] {
        assert!(rows(keys, systems).iter().all(|row| row.chance_gain.is_none()), "{keys}");
    }
}
