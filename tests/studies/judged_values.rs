//! Values of judgments that are no means: average ranks, and robust centres of ratings.

use std::collections::BTreeMap;

use runner::analyses::{self, RankRow};
use runner::corpus::model::{Corpus, Judgments};
use runner::stats::direction::Direction;
use runner::stats::ranking::RankProbabilities;

use crate::support::study::{all, documents, judged, plan, run};

/// Four segments, three systems.
const RATINGS: [[f64; 4]; 3] = [[4.0, 3.0, 5.0, 1.0], [3.0, 3.0, 2.0, 4.0], [2.0, 1.0, 2.0, 5.0]];
const RANKS: [[f64; 4]; 3] = [[1.0, 1.5, 1.0, 3.0], [2.0, 1.5, 2.5, 2.0], [3.0, 3.0, 2.5, 1.0]];
/// Probabilities of the ranks of each system over all 256 resamples: by scores, and by average ranks.
const BY_SCORES: [[f64; 3]; 3] =
    [[0.5957, 0.1543, 0.25], [0.24805, 0.69922, 0.05273], [0.15625, 0.14648, 0.69727]];
const BY_RANKS: [[f64; 3]; 3] =
    [[0.70508, 0.11914, 0.17578], [0.11914, 0.76172, 0.11914], [0.17578, 0.11914, 0.70508]];

fn spec(metrics: &str, study: &str) -> String {
    format!(
        "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.synthetic]\npreset = \"tides-2002\"\n{metrics}\
         [studies.s]\ncorpora = [\"c\"]\nresample = \"segments\"\ntest-sizes = {{ fractions = [1.0] }}\n{study}"
    )
}

const AVERAGE_RANKS: &str = "[metrics.rank.human]\ncriterion = \"adequacy\"\nvalue = \"rank\"\n";

fn corpus() -> Corpus {
    let systems = ["one", "two", "three"].into_iter().zip(RATINGS);
    judged(&[1, 1, 1, 1], &systems.map(|(name, ratings)| (name, all(&ratings))).collect::<Vec<_>>())
}

/// Means of each row over all resamples of its four values.
fn resampled(rows: &[[f64; 4]; 3]) -> Vec<Vec<f64>> {
    let mean = |row: &[f64; 4], resample: usize| {
        (0..4).map(|at| row[(resample >> (2 * at)) & 3]).sum::<f64>() / 4.0
    };
    rows.iter().map(|row| (0..256).map(|resample| mean(row, resample)).collect()).collect()
}

#[test]
fn probabilities_of_ranks_are_those_of_all_resamples() {
    for (rows, direction, expected) in [
        (&RATINGS, Direction::HigherIsBetter, BY_SCORES),
        (&RANKS, Direction::LowerIsBetter, BY_RANKS),
    ] {
        let replicates = resampled(rows);
        let replicates: Vec<&[f64]> = replicates.iter().map(Vec::as_slice).collect();
        let ranks = RankProbabilities::new(&replicates, direction).unwrap();
        for (system, expected) in expected.iter().enumerate() {
            for (rank, expected) in (1..).zip(expected) {
                let found = ranks.probability(system, rank);
                assert!((found - expected).abs() < 5e-6, "{system} {rank}: {found}");
            }
        }
    }
}

/// A study by both: mean ranks, and probabilities within five errors of those of all resamples.
#[test]
fn a_study_ranks_by_average_ranks() {
    let study = "metrics = [\"adequacy\", \"rank\"]\nB = 20000\n[studies.s.ranking]\n";
    let read = |results: &analyses::Results<'_>| -> (Vec<_>, Vec<RankRow>) {
        (analyses::scores(results), analyses::each_rank(results).collect())
    };
    let (scores, ranks) = run(&spec(AVERAGE_RANKS, study), Some(vec![corpus()]), read).1;
    let score = |metric: &str, system: &str| {
        let is_named = |row: &&analyses::ScoreRow| {
            &*row.cell.metric == metric && row.cell.system.as_deref() == Some(system)
        };
        scores.iter().find(is_named).unwrap().score.unwrap()
    };
    for (name, rank, adequacy) in [("one", 1.625, 3.25), ("two", 2.0, 3.0), ("three", 2.375, 2.5)] {
        assert!((score("rank", name) - rank).abs() < 1e-12, "{name}");
        assert!((score("adequacy", name) - adequacy).abs() < 1e-12, "{name}");
    }
    let mut checked = 0;
    for row in ranks {
        let expected = if &*row.cell.metric == "rank" { &BY_RANKS } else { &BY_SCORES };
        let system = ["one", "two", "three"]
            .iter()
            .position(|name| row.cell.system.as_deref() == Some(name))
            .unwrap();
        let expected = expected[system][row.rank as usize - 1];
        let error = 5.0 * (expected * (1.0 - expected) / 20_000.0_f64).sqrt();
        assert!((row.probability.unwrap() - expected).abs() < error, "{system} {}", row.rank);
        assert_eq!(row.observed_rank, Some(u32::try_from(system).unwrap() + 1));
        checked += 1;
    }
    assert_eq!(checked, 18);
}

/// A segment without a judgment of one system has no ranks, and does not count for any; lower errors are better.
#[test]
fn ranks_are_among_all_systems() {
    let mut corpus = corpus();
    let adequacy = corpus.judgments.get_mut("adequacy").unwrap();
    adequacy.get_mut("three").unwrap().judges[0][3] = None;
    let ranks = |metric: &str| {
        let study = "metrics = [\"rank\"]\nB = 20\nmask = \"own\"\n";
        let rows = run(&spec(metric, study), Some(vec![corpus.clone()]), analyses::scores).1;
        rows.iter().map(|row| row.score.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ranks(AVERAGE_RANKS), [3.5 / 3.0, 6.0 / 3.0, 8.5 / 3.0]);
    let errors = format!("{AVERAGE_RANKS}higher-is-better = false\n");
    assert_eq!(ranks(&errors), [8.5 / 3.0, 6.0 / 3.0, 3.5 / 3.0]);
}

/// Three ratings of an output, of which one is far; the last output has two of them.
fn rated(outputs: &[&[f64]]) -> Corpus {
    let column =
        |judge: usize| outputs.iter().map(|output| output.get(judge).copied()).collect::<Vec<_>>();
    let judges = (0..4).map(column).collect();
    Corpus {
        name: "c".to_owned(),
        documents: documents(&vec![1; outputs.len()]),
        systems_without_text: vec!["one".to_owned()],
        judgments: BTreeMap::from([(
            "adequacy".to_owned(),
            BTreeMap::from([("one".to_owned(), Judgments { judges })]),
        )]),
        ..Corpus::default()
    }
}

const OUTPUTS: [&[f64]; 5] =
    [&[4.0, 4.0, 1.0], &[5.0, 3.0, 2.0], &[1.0, 5.0, 5.0, 5.0], &[2.0, 4.0], &[3.0, 3.0, 3.0]];

fn robust(options: &str) -> String {
    format!("[metrics.robust.human]\ncriterion = \"adequacy\"\n{options}\n")
}

const ONE: &str = "metrics = [\"robust\"]\nB = 20\n";

/// The deviation within outputs is 1.570563: a tuning of .5 or 1 over it is c.
#[test]
fn robust_means_of_the_worked_example() {
    let expected = |values: [f64; 4]| (values.iter().sum::<f64>() + 3.0) / 5.0;
    let tuned = |c: f64| format!("reduce = \"huber\"\ntuning = {}", c / 1.570_562_5);
    for (options, expected) in [
        (tuned(0.5), expected([3.75, 3.0, 4.833_333, 3.0])),
        (tuned(1.0), expected([3.5, 3.0, 4.666_667, 3.0])),
        ("reduce = \"median\"".to_owned(), expected([4.0, 3.0, 5.0, 3.0])),
        (String::new(), expected([3.0, 10.0 / 3.0, 4.0, 3.0])),
    ] {
        let corpora = Some(vec![rated(&OUTPUTS)]);
        let (plan, rows) = run(&spec(&robust(&options), ONE), corpora, analyses::scores);
        let score = rows[0].score.unwrap();
        assert!((score - expected).abs() < 1e-5, "{options}: {score}");
        assert!(plan.warnings.is_empty(), "{options}");
    }
}

#[test]
fn of_two_ratings_it_is_the_mean() {
    let corpus = rated(&[&[2.0, 5.0], &[4.0, 4.0]]);
    let plan = plan(&spec(&robust("reduce = \"huber\""), ONE), Some(vec![corpus])).unwrap();
    let [warning] = plan.warnings.as_slice() else { panic!("one warning") };
    assert!(warning.message.starts_with("`robust` is the mean of judgments: no output has three"));
}
