//! Several runs of a system: golden values of a second program, on made scores and on the example of `MultEval`.

use std::collections::BTreeMap;

use runner::analyses::comparison::PairVerdict;
use runner::analyses::{self, RunComparisonRow, RunTables};
use runner::corpus::model::{Corpus, SystemRuns};
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::reason::Reason;
use runner::stats::runs::exact_p_value;

use crate::support::{close, needs, study};

/// Scores of six texts in three runs of two systems.
const A: [[f64; 6]; 3] = [
    [60.0, 72.0, 55.0, 81.0, 66.0, 49.0],
    [64.0, 78.0, 57.0, 86.0, 72.0, 53.0],
    [58.0, 71.0, 52.0, 79.0, 66.0, 48.0],
];
const B: [[f64; 6]; 3] = [
    [51.0, 75.0, 45.0, 80.0, 57.0, 50.0],
    [55.0, 73.0, 50.0, 80.0, 62.0, 47.0],
    [50.0, 72.0, 44.0, 78.0, 57.0, 48.0],
];

/// The corpus of these runs, with documents of these lengths.
fn corpus(lengths: &[usize]) -> Corpus {
    let mut columns = BTreeMap::new();
    let mut runs = Vec::new();
    for (system, table) in [("a", A), ("b", B)] {
        let names: Vec<String> = (1..=3).map(|run| format!("{system}.{run}")).collect();
        for (name, scores) in names.iter().zip(table) {
            columns.insert(name.clone(), scores.map(Some).to_vec());
        }
        runs.push(SystemRuns { system: system.to_owned(), runs: names });
    }
    Corpus {
        name: "c".to_owned(),
        documents: study::documents(lengths),
        systems_without_text: columns.keys().cloned().collect(),
        external: [("m".to_owned(), columns)].into(),
        runs,
        ..Corpus::default()
    }
}

fn rows(corpus: Corpus, options: &str) -> RunTables {
    rows_by("segments", corpus, options)
}

fn rows_by(unit: &str, corpus: Corpus, options: &str) -> RunTables {
    let text = format!(
        "[experiment]\nname = 'x'\nseed = 1\n[corpora.c.plain]\nsystems = ['n']\n[metrics.m.external]\nscore = 'm'\n\
         higher-is-better = true\n[studies.s]\ncorpora = ['c']\nmetrics = ['m']\nresample = '{unit}'\n[studies.s.runs]\n{options}\n"
    );
    study::run(&text, Some(vec![corpus]), analyses::runs).1
}

fn assert_golden(row: &RunComparisonRow) {
    close(row.difference, 5.166_666_667, 1e-8);
    close(row.se_texts, 1.648_231_375, 1e-8);
    close(row.se_runs, 2.0, 1e-8);
    close(row.se, 2.544_784_063, 1e-8);
    close(row.degrees_of_freedom, 5.958_270_311, 1e-8);
    close(row.lower, -1.070_782_284, 1e-8);
    close(row.upper, 11.404_115_617, 1e-8);
    close(row.p_value, 0.088_958_393, 1e-8);
    close(row.share_runs, 0.580_497_569, 1e-8);
    close(row.p_runs_exact, 0.1, 1e-8);
    close(row.smallest_p_runs, 0.1, 1e-8);
    close(row.se_twice_texts, 2.262_209_670, 1e-8);
    close(row.se_twice_runs, 2.115_638_420, 1e-8);
    assert!(row.cell.status.is_ok());
    assert_eq!(row.verdict, Some(PairVerdict::NotSignificant));
    assert_eq!(row.texts_verdict, Some(PairVerdict::Better));
}

/// By NumPy and SciPy, at 1e-8.
#[test]
fn made_runs_have_the_values_of_a_second_program() {
    let tables = rows(
        corpus(&[1; 6]),
        "pairs = [['b', 'a']]\ndetect = 8.0\ncosts = { run = 10, segment = 1 }",
    );
    let [row] = &tables.comparisons[..] else { panic!("one pair") };
    assert_golden(row);
    assert_eq!((&*row.system_a, &*row.system_b, row.runs_a, row.units), ("a", "b", 3, Some(6)));
    let components: Vec<Option<f64>> = tables.components.iter().map(|row| row.estimate).collect();
    close(components[0], (58.5 - 0.7) / 6.0, 1e-8);
    close(components[1], (434.1 - 0.7) / 3.0, 1e-8);
    close(components[2], 0.7, 1e-8);
    close(components[5], 3.633_333_333, 1e-8);
    let scores = tables.scores.iter().filter(|row| row.cell.system() == "b");
    let scores: Vec<f64> = scores.filter_map(|row| row.score).collect();
    assert_eq!(scores.len(), 3);
    close(Some(scores[0]), 358.0 / 6.0, 1e-8);
    let endless = tables.designs.iter().find(|row| row.runs == 3 && row.units.is_none());
    close(endless.and_then(|row| row.standard_error), 1.938_880_934, 1e-8);
    let recommended: Vec<_> = tables.designs.iter().filter(|row| row.recommended).collect();
    let [cheapest] = &recommended[..] else { panic!("one is the cheapest") };
    let (runs, units) = (f64::from(cheapest.runs), cheapest.units.unwrap());
    close(cheapest.cost, 20.0 * runs + units, 1e-8);
    assert!(cheapest.probability.unwrap() >= 0.8);
}

/// What the study names takes the place of what the corpus says, and an output that is no run has a single one.
#[test]
fn studies_name_runs() {
    let mut nameless = corpus(&[1; 6]);
    nameless.runs.clear();
    let systems = "systems = { a = ['a.1', 'a.2', 'a.3'], b = ['b.1', 'b.2', 'b.3'] }\n";
    let tables = rows(nameless.clone(), &format!("{systems}pairs = [['b', 'a']]"));
    assert_golden(&tables.comparisons[0]);
    let tables =
        rows(nameless.clone(), "systems = { a = ['a.1', 'a.2', 'a.3'] }\npairs = [['b.1', 'a']]");
    let row = &tables.comparisons[0];
    assert_eq!(row.cell.status, Reason::SingleRun.into());
    assert_eq!((row.se_runs, row.p_runs_exact, row.share_runs), (None, None, None));
    assert_eq!(row.se, row.se_texts);
    let without = study::plan(
        "[experiment]\nname = 'x'\nseed = 1\n[corpora.c.plain]\nsystems = ['n']\n[metrics.m.external]\nscore = 'm'\n\
         [studies.s]\ncorpora = ['c']\nmetrics = ['m']\nruns = {}\n",
        Some(vec![nameless]),
    );
    let problems = without.expect_err("no system has runs");
    assert_eq!(problems[0].message, "corpus `c` has no system with several runs");
}

#[test]
fn paired_runs_are_as_many() {
    let tables = rows(corpus(&[1; 6]), "pairs = [['b', 'a']]\npaired-runs = true");
    let row = &tables.comparisons[0];
    // Differences 8 2/3, 11 2/3... of runs: their standard error by hand.
    let means = [A, B].map(|table| table.map(|run| run.iter().sum::<f64>() / 6.0));
    let differences: Vec<f64> = means[0].iter().zip(means[1]).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / 3.0;
    let squares: f64 = differences.iter().map(|value| (value - mean) * (value - mean)).sum();
    close(row.se_runs, (squares / 6.0).sqrt(), 1e-8);
    close(row.p_runs_exact, 0.25, 1e-8);
    assert!(row.paired_runs);
}

/// Documents are the texts, where they are resampled: two segments of equal documents have their means.
#[test]
fn documents_are_texts() {
    let tables = rows_by("documents", corpus(&[2; 3]), "pairs = [['b', 'a']]");
    let row = &tables.comparisons[0];
    assert_eq!(row.units, Some(3));
    let by_document = |table: [[f64; 6]; 3]| {
        let means = (0..3).map(|document| {
            table.iter().map(|run| run[2 * document] + run[2 * document + 1]).sum::<f64>() / 6.0
        });
        means.collect::<Vec<f64>>()
    };
    let differences: Vec<f64> =
        by_document(A).iter().zip(by_document(B)).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / 3.0;
    let squares: f64 = differences.iter().map(|value| (value - mean) * (value - mean)).sum();
    close(row.se_texts, (squares / 2.0 / 3.0).sqrt(), 1e-8);
}

/// The example of `MultEval`: three runs of a baseline and of two systems, one of which is the baseline itself.
#[test]
fn the_example_of_multeval() {
    let Some(data) = needs::data() else { return };
    let example = data.join("multeval/example");
    let path = |name: &str| example.join(name).display().to_string();
    let runs = |system: &str| {
        let names = [0, 1, 2]
            .map(|run| format!("'{}'", path(&format!("hyps.lc.tok.en.{system}.opt{run}"))));
        names.join(", ")
    };
    let text = format!(
        "[experiment]\nname = 'x'\nseed = 1\ndf = 'units'\n[corpora.c.plain]\nreferences = ['{}']\n\
         systems = {{ baseline = [{}], sys1 = [{}], sys2 = [{}] }}\n\
         [metrics.words.bleu]\ntokenizer = 'none'\nsmoothing = 'none'\n[studies.s]\ncorpora = ['c']\nmetrics = ['words']\n\
         resample = 'segments'\ntest-sizes = {{ fractions = [1.0] }}\n\
         runs = {{ pairs = [['baseline', 'sys1'], ['baseline', 'sys2']] }}\n",
        path("refs.test2010.lc.tok.en.0"),
        runs("baseline"),
        runs("sys1"),
        runs("sys2"),
    );
    let (_, tables) = study::run(&text, None, analyses::runs);
    let of = |metric: &str, system: &str| {
        let mut rows = tables.comparisons.iter();
        rows.find(|row| &*row.cell.metric == metric && &*row.system_a == system)
            .expect("it is there")
    };
    let row = of("words", "sys1");
    for (value, expected) in [
        (row.difference, 0.286_662_174),
        (row.se_texts, 0.111_909_618),
        (row.se_runs, 0.172_933_073),
        (row.se, 0.200_003_821),
        (row.degrees_of_freedom, 3.848_929_084),
        (row.lower, -0.277_339_723),
        (row.upper, 0.850_664_072),
        (row.p_value, 0.227_735_932),
        (row.p_texts_only, 0.010_479_053),
        (row.share_runs, 0.686_917_899),
        (row.p_runs_exact, 6.0 / 20.0),
    ] {
        let value = value.expect("there is a value");
        assert!((value - expected).abs() < 1e-6, "{value} {expected}");
    }
    assert!(row.cell.status.is_ok());
    assert_eq!(row.verdict, Some(PairVerdict::NotSignificant));
    assert_eq!(row.texts_verdict, Some(PairVerdict::Better));
    close(of("words", "sys2").p_runs_exact, 1.0, 1e-8);
    // Scores by run of a second program: TER, whose texts take long.
    let by_run = std::fs::read_to_string(data.join("multeval/recomputed_per_run.tsv")).unwrap();
    let ter = ["baseline", "sys1"].map(|system| {
        let lines = by_run.lines().map(|line| line.split('\t').collect::<Vec<&str>>());
        let lines = lines.filter(|fields| fields[0] == system);
        lines.map(|fields| fields[3].parse().unwrap()).collect::<Vec<f64>>()
    });
    let key = StreamKey::new(1, Purpose::Runs);
    close(Some(exact_p_value(&ter[1], &ter[0], &key)), 2.0 / 20.0, 1e-8);
    let printed = [("baseline", 18.526_808, 0.057_280_111), ("sys1", 18.813_47, 0.294_000_941)];
    for (system, mean, deviation) in printed {
        let scores = tables
            .scores
            .iter()
            .filter(|row| row.cell.system() == system && &*row.cell.metric == "words");
        let scores: Vec<f64> = scores.filter_map(|row| row.score).collect();
        let average = scores.iter().sum::<f64>() / 3.0;
        let squares: f64 = scores.iter().map(|score| (score - average) * (score - average)).sum();
        assert!((average - mean).abs() < 1e-6 && ((squares / 2.0).sqrt() - deviation).abs() < 1e-6);
    }
}
