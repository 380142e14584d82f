//! Corpora whose segments have weights: analyses take them, or are refused.

use runner::analyses::{self, ANALYSES, ResultTables, Results, Weights};
use runner::corpus::model::Corpus;
use runner::formats::judges_from;
use runner::table::{CellValue, Contents};

use crate::ranks::marked;
use crate::support::study;

/// Documents of a weighted corpus: segments with whole weights.
const WEIGHTS: [&[usize]; 14] = [
    &[2, 1],
    &[3],
    &[1, 1, 2],
    &[2],
    &[1, 3],
    &[4],
    &[2, 2],
    &[1],
    &[1, 2, 1],
    &[3, 1],
    &[2],
    &[1, 1],
    &[5],
    &[2, 3],
];

const SYSTEMS: [&str; 4] = ["A", "B", "C", "D"];

/// A score of a system by a metric.
fn score(metric: usize, system: usize, segment: usize) -> f64 {
    let noise = (segment * 37 + system * 61 + metric * 17 + segment * system * 7) % 101;
    60.0 + 5.0 * (system % 3) as f64 + noise as f64 / 4.0
}

/// The same scores twice: segments with weights, among others without; and each segment as often as its weight. Documents have
/// the same names and lengths, so that resamples are the same.
fn corpora() -> [Corpus; 2] {
    let lengths: Vec<usize> = WEIGHTS.iter().map(|document| document.iter().sum()).collect();
    // By segment of the corpus: the weighted segment that it is a copy of, and its weight if it is the first.
    let copies: Vec<(usize, Option<usize>)> = WEIGHTS
        .iter()
        .flat_map(|document| document.iter().copied())
        .enumerate()
        .flat_map(|(segment, weight)| {
            (0..weight).map(move |copy| (segment, (copy == 0).then_some(weight)))
        })
        .collect();
    let corpus = |score_at: &dyn Fn(usize, usize, usize, Option<usize>) -> Option<f64>| {
        let metrics = ["m", "h"].iter().enumerate().map(|(metric, name)| {
            let systems = SYSTEMS.iter().enumerate().map(|(system, name)| {
                let scores = copies
                    .iter()
                    .map(|(segment, weight)| score_at(metric, system, *segment, *weight));
                (*name, scores.collect::<Vec<Option<f64>>>())
            });
            (*name, systems.collect::<Vec<_>>())
        });
        let metrics: Vec<_> = metrics.collect();
        let borrowed: Vec<_> =
            metrics.iter().map(|(name, systems)| (*name, &systems[..])).collect();
        marked(&lengths, &borrowed)
    };
    let mut weighted = corpus(&|metric, system, segment, weight| match weight {
        Some(_) => Some(score(metric, system, segment)),
        // What was not picked does not count, whatever it has.
        None => Some(1000.0),
    });
    let weights = copies.iter().map(|(_, weight)| weight.map(|weight| weight as f64));
    weighted.weights = Some(weights.collect());
    [weighted, corpus(&|metric, system, segment, _| Some(score(metric, system, segment)))]
}

/// What an analysis needs to be told.
fn options(key: &str) -> &'static str {
    match key {
        "sensitivity" => "{ baseline = \"m\", gold = \"h\" }",
        "meaning" | "correlation" => "{ against = [\"h\"] }",
        "gains" => "{ pairs = { X = [\"A\", \"B\"], Y = [\"C\", \"D\"] } }",
        "runs" => "{ systems = { X = [\"A\", \"B\"], Y = [\"C\", \"D\"] } }",
        "design" => "{ goal = { detect = 2.0 } }",
        "pick" => "{ scores = \"m\", count = 10 }",
        "assisted" => "{ human = \"h\", metric = \"m\", independent = true }",
        _ => "{}",
    }
}

fn text(key: &str, options: &str) -> String {
    let analysis = match key {
        "" => String::new(),
        "stability" => format!("repeats = 3\n{key} = {options}\n"),
        _ => format!("{key} = {options}\n"),
    };
    let test_sets = match key {
        "coverage" => "samples = { sampling = \"broad\", segments = [10], count = 5 }",
        _ => "test-sizes = { documents = [14] }",
    };
    format!(
        "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.m.external]\nscore = \"m\"\nratio-scale = true\n[metrics.h.external]\nscore = \"h\"\nratio-scale = true\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"m\", \"h\"]\nresample = \"documents\"\nB = 40\n{test_sets}\n{analysis}"
    )
}

/// Columns that copies of segments have otherwise: how many there are, how alike, and what the metric is called.
const OF_COPIES: [&str; 7] = [
    "judged_segments",
    "scored_segments",
    "signature",
    "design_effect",
    "icc",
    "effective_units",
    "longest_share",
];

fn tables(key: &str, corpus: Corpus) -> Vec<(String, Contents)> {
    let (plan, store) = study::computed(&text(key, options(key)), Some(vec![corpus]));
    let results = Results::new(&plan, &store);
    let mut tables =
        ResultTables::new(&ANALYSES, analyses::manifest(&plan), std::collections::BTreeSet::new());
    for analysis in ANALYSES {
        if analysis.key == key || analysis.key.is_empty() && analysis.options.is_none() {
            (analysis.tables)(&results, &mut tables).expect("tables");
        }
    }
    let files = tables.files.into_iter();
    files.map(|(name, bytes)| (name, Contents::decode(&bytes).expect("tables"))).collect()
}

fn assert_equal(key: &str, table: &str, [one, other]: [&Contents; 2]) -> usize {
    assert_eq!(one.rows(), other.rows(), "{key}, {table}");
    let mut compared = 0;
    for column in one.columns().filter(|column| !OF_COPIES.contains(column)) {
        for row in 0..one.rows() {
            let values = [one, other].map(|table| table.value(column, row));
            match values {
                [CellValue::Real(a), CellValue::Real(b)] => {
                    let tolerance = 1e-7 * a.abs().max(1.0);
                    assert!(
                        (a - b).abs() <= tolerance,
                        "{key}, {table}, {column}, {row}: {a} and {b}"
                    );
                    compared += 1;
                }
                [a, b] => assert_eq!(
                    format!("{a:?}"),
                    format!("{b:?}"),
                    "{key}, {table}, {column}, {row}"
                ),
            }
        }
    }
    compared
}

/// Every analysis explains what it does with weights, in words of its own.
#[test]
fn every_analysis_explains_what_it_does_with_weights() {
    for analysis in ANALYSES {
        let (Weights::Respected(words) | Weights::Refused(words)) = analysis.weights;
        let key = analysis.key;
        assert!(words.split(' ').count() > 3, "{key}: {words}");
        assert!(!words.ends_with('.') && !words.contains("TODO"), "{key}: {words}");
    }
}

/// Every analysis that takes weights says the same of weighted segments as of segments that stand there as often as they weigh:
/// means, jackknives, resamples, exchanges.
#[test]
fn weights_are_copies() {
    // They need judgments or two corpora.
    let apart = ["assisted", "macro-average"];
    let mut analyses = 0;
    for analysis in ANALYSES {
        let key = analysis.key;
        if !matches!(analysis.weights, Weights::Respected(_)) || apart.contains(&key) {
            continue;
        }
        let [weighted, copied] = corpora().map(|corpus| tables(key, corpus));
        let names = |tables: &[(String, Contents)]| -> Vec<String> {
            tables.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&weighted), names(&copied), "{key}");
        let compared: usize = weighted
            .iter()
            .zip(&copied)
            .map(|((name, one), (_, other))| assert_equal(key, name, [one, other]))
            .sum();
        assert!(compared > 0, "{key}: nothing was compared");
        analyses += 1;
    }
    assert!(analyses > 8, "{analyses}");
}

/// Every other analysis is refused in its words, and none that takes weights is.
#[test]
fn other_analyses_are_refused() {
    // What needs judgments, references or two corpora cannot be asked of this one.
    let apart = ["", "assisted", "macro-average", "meta", "reference-effects", "watch"];
    for analysis in ANALYSES.into_iter().filter(|analysis| !apart.contains(&analysis.key)) {
        let key = analysis.key;
        let [weighted, _] = corpora();
        let problems = match study::plan(&text(key, options(key)), Some(vec![weighted])) {
            Ok(_) => Vec::new(),
            Err(problems) => problems,
        };
        let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
        match analysis.weights {
            Weights::Respected(_) => assert!(messages.is_empty(), "{key}: {messages:?}"),
            Weights::Refused(reason) => {
                let message = format!("segments of corpus `c` have weights, and {reason}");
                assert!(messages.contains(&&*message), "{key}: {messages:?}");
            }
        }
    }
}

/// The same of analyses of ratings alone.
#[test]
fn analyses_of_ratings_are_refused() {
    let (key, options) = ("watch", "{ planned = 40 }");
    let [mut weighted, _] = corpora();
    let judges = ["m", "h"].map(str::to_owned).to_vec();
    let stated = [("m", true), ("h", true)].into();
    judges_from::add(&mut weighted, &[("jury".to_owned(), judges)].into(), &stated)
        .expect("every output has both scores");
    let text = text(key, options)
        .replace(
            "[corpora.c.plain]",
            "[corpora.c]\njudges-from = { jury = [\"m\", \"h\"] }\n[corpora.c.plain]",
        )
        .replace("metrics = [\"m\", \"h\"]", "metrics = [\"jury\"]")
        .replace("[studies.s]", "[metrics.jury.human]\ncriterion = \"jury\"\n[studies.s]");
    let problems = study::plan(&text, Some(vec![weighted])).expect_err(key);
    let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
    let analysis = ANALYSES.into_iter().find(|analysis| analysis.key == key);
    let Some(Weights::Refused(reason)) = analysis.map(|analysis| &analysis.weights) else {
        panic!("{key} takes weights");
    };
    let message = format!("segments of corpus `c` have weights, and {reason}");
    assert!(messages.contains(&&*message), "{key}: {messages:?}");
}

/// What is no weighted mean of segments is refused: sums over texts, and what weighs otherwise.
#[test]
fn other_metrics_and_keys_are_refused() {
    let refused = |metric: &str, key: &str, expected: &str| {
        let [mut weighted, _] = corpora();
        let texts = || (0..weighted.segment_count()).map(|_| "a text").collect();
        let named =
            |name: &str| runner::corpus::model::NamedTexts { name: name.into(), texts: texts() };
        (weighted.references, weighted.systems) =
            (vec![named("ref")], SYSTEMS.map(named).into_iter().collect());
        weighted.systems_without_text.clear();
        let text = text("", "").replace("metrics = [\"m\", \"h\"]", metric) + key;
        let problems = study::plan(&text, Some(vec![weighted])).unwrap_err();
        let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
        assert!(messages.iter().any(|message| message.contains(expected)), "{messages:?}");
    };
    refused(
        "metrics = [\"chrf\"]",
        "",
        "and `chrf` adds up counts over texts, which knows no weights",
    );
    refused(
        "metrics = [\"m\"]",
        "strata = { by = \"domain\" }\n",
        "and each stratum has its own weight already",
    );
}
