//! Tables whose items come in clusters, read by the program's reader: columns that group items are used or reported whatever
//! they are called, intervals of who follows the report cover, and columns of noise are not reported.

#![expect(clippy::print_stderr, reason = "figures for people, shown with --nocapture")]

use std::path::Path;

use rand_pcg::Pcg64;
use rayon::prelude::*;
use runner::corpus::model::Corpus;
use runner::formats::{self, Roles};
use runner::stats::random::{Purpose, StreamKey, below, uniform};
use runner::stats::special::normal_quantile;

use super::support::run;
use crate::support::proportion::binomial_test;

const NAMES: &str = "doc document doc_id passage passage_id article topic conversation story context cluster group block \
                     thread dialog session page source_id";
const CLUSTERS: usize = 30;
const ITEMS: usize = 300;

/// Shares of the variance that clusters have: of items' difficulty, and of each system's quality. Scores of 0 and 1 then have
/// intraclass correlations of about 0.19, and their differences of about 0.11.
const REAL: [f64; 2] = [0.17, 0.124];

/// The difference of the shares of 1 where `b` is better: systems have 0.5 and 0.6 on average.
const BETTER: f64 = 0.1;

fn random(seed: u64) -> Pcg64 {
    StreamKey::new(seed, Purpose::UndeclaredCluster).text("simulated").generator(0)
}

fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

/// Scores of 0 and 1 of `a` and `b` in clusters of ten items; `b` has `better` more of 1 in the population.
fn scores(random: &mut Pcg64, [of_all, of_one]: [f64; 2], better: f64) -> Vec<[f64; 2]> {
    let shift = [0.0, normal_quantile(0.5 + better).unwrap()];
    let of_item = 0.2_f64;
    let rest = 1.0 - of_all - of_one - of_item;
    let mut scores = Vec::new();
    for _ in 0..CLUSTERS {
        let common = of_all.sqrt() * normal(random);
        let own = [0; 2].map(|_| of_one.sqrt() * normal(random));
        for _ in 0..ITEMS / CLUSTERS {
            let item = of_item.sqrt() * normal(random);
            let one =
                |at: usize, noise: f64| shift[at] + common + own[at] + item + rest.sqrt() * noise;
            let noise = [0; 2].map(|_| normal(random));
            scores.push([0, 1].map(|at| f64::from(one(at, noise[at]) > 0.0)));
        }
    }
    scores
}

/// The table with these scores, rows in any order, and a column of labels for each of `columns`.
fn table(
    random: &mut Pcg64,
    scores: &[[f64; 2]],
    is_wide: bool,
    columns: &[(String, Vec<String>)],
) -> String {
    let labels =
        |item: usize| columns.iter().fold(String::new(), |all, (_, of)| all + "," + &of[item]);
    let mut rows = Vec::new();
    for (item, [a, b]) in scores.iter().enumerate() {
        let start = format!("q{item}{}", labels(item));
        if is_wide {
            rows.push(format!("{start},{a},{b}"));
        } else {
            rows.extend([format!("{start},a,{a}"), format!("{start},b,{b}")]);
        }
    }
    for place in (1..rows.len()).rev() {
        rows.swap(place, below(place + 1, random));
    }
    let names = columns.iter().fold("item".to_owned(), |all, (name, _)| all + "," + name);
    names + if is_wide { ",a,b\n" } else { ",system,score\n" } + &rows.join("\n") + "\n"
}

/// The corpus in a table, and the warnings of groupings.
fn read(table: &str, cluster: Option<&str>) -> (Corpus, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.csv");
    std::fs::write(&path, table).unwrap();
    let roles = Roles { cluster: cluster.map(str::to_owned), ..Roles::default() };
    let found = formats::recognise_with(&path, &roles).unwrap();
    let loaded = formats::read("c", &found[0].format, Path::new("")).unwrap();
    let messages = loaded.warnings.into_iter().map(|warning| warning.message);
    (loaded.corpus, messages.filter(|message| message.contains(" groups the ")).collect())
}

/// The interval of the difference of `b` and `a`, and whether it is significant.
fn interval(corpus: Corpus) -> ([f64; 2], bool) {
    let (kind, key) =
        if corpus.external.is_empty() { ("human", "criterion") } else { ("external", "score") };
    let study = format!(
        "metrics = [\"m\"]\nresample = \"documents\"\n[studies.s.comparison]\nbaseline = \"a\"\n\
         [metrics.m.{kind}]\n{key} = \"score\"\n"
    );
    let rows = run(&study, corpus).comparisons;
    assert_eq!((rows.len(), &*rows[0].system_a), (1, "b"));
    ([rows[0].ci_lower.unwrap(), rows[0].ci_upper.unwrap()], rows[0].p_value.unwrap() <= 0.05)
}

/// Reads table number `seed` with the clusters in column `name`, as who follows the report: whether the clusters are seen, the
/// interval covers the difference, and, where the systems are equal, they differ significantly.
fn answer(name: &str, seed: u64, shares: [f64; 2]) -> [bool; 3] {
    let random = &mut random(seed);
    let better = if seed.is_multiple_of(2) { 0.0 } else { BETTER };
    let scores = scores(random, shares, better);
    // Numbers or words, and a row per item or per score.
    let word = if (seed / 2).is_multiple_of(2) { "" } else { "c" };
    let label = |item: usize| format!("{word}{}", item / (ITEMS / CLUSTERS) + 1);
    let columns = [(name.to_owned(), (0..ITEMS).map(label).collect())];
    let table = table(random, &scores, (seed / 4).is_multiple_of(2), &columns);
    let (mut corpus, reports) = read(&table, None);
    if let Some(report) = reports.first() {
        let expected = format!("`{name}` groups the {ITEMS} items into {CLUSTERS} clusters");
        assert!(report.contains(&expected), "{report}");
        (corpus, _) = read(&table, Some(name));
    }
    let is_seen = corpus.documents.len() == CLUSTERS;
    assert!(is_seen || corpus.documents.len() == ITEMS);
    let ([lower, upper], is_significant) = interval(corpus);
    [is_seen, (lower..=upper).contains(&better), better <= 0.0 && is_significant]
}

/// How many of `tables` tables, of which every other has equal systems, are as `answer` says.
fn answers(name: &str, first: u64, tables: u64, shares: [f64; 2]) -> Vec<[bool; 3]> {
    (first..first + tables).into_par_iter().map(|seed| answer(name, seed, shares)).collect()
}

fn counts(answers: &[[bool; 3]]) -> [u64; 3] {
    [0, 1, 2].map(|at| answers.iter().filter(|answer| answer[at]).count() as u64)
}

/// Checks shares for each name, and those of all tables with seen clusters, as far as `tables` per name allow.
fn check_names(tables: u64) {
    let mut all = Vec::new();
    for (place, name) in (0..).zip(NAMES.split(' ')) {
        let of_name = answers(name, 100_000 * place, tables, REAL);
        let [seen, covered, wrong] = counts(&of_name);
        eprintln!("{name}: of {tables} seen {seen}, covered {covered}, false differences {wrong}");
        let least = if tables < 100 { 0.5 } else { 0.85 };
        assert!(seen as f64 >= least * tables as f64, "{name}: {seen}");
        assert!(binomial_test(covered, tables, 0.95) > 1e-4, "{name}: {covered} of {tables}");
        assert!(binomial_test(wrong, tables / 2, 0.05) > 1e-4, "{name}: {wrong}");
        all.extend(of_name);
    }
    all.retain(|[is_seen, ..]| *is_seen);
    let [_, covered, wrong] = counts(&all).map(|count| count as f64 / all.len() as f64);
    // Few tables say no more than that. Half of them have equal systems.
    let tolerance = if tables < 100 { 0.04 } else { 0.0 };
    assert!((0.935 - tolerance..=0.965 + tolerance).contains(&covered), "{covered}");
    assert!(2.0 * wrong <= 0.06 + tolerance, "{wrong}");
}

#[test]
fn clusters_are_seen_under_any_name() {
    check_names(8);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_cover_under_any_name_of_clusters() {
    check_names(400);
}

/// Tables with `columns` columns of 8 to n/2 values put on the items at random: how many are reported.
fn alarms(items: usize, columns: usize, are_binary: bool, tables: u64) -> u64 {
    let has_alarm = |seed: &u64| {
        let random = &mut random(seed + 1000 * (columns + 10 * items) as u64);
        let score = |random: &mut Pcg64| {
            if are_binary { f64::from(uniform(random) < 0.6) } else { normal(random) }
        };
        let scores: Vec<[f64; 2]> = (0..items).map(|_| [score(random), score(random)]).collect();
        let noise = (0..columns).map(|column| {
            let values = 8 + below(items / 2 - 7, random);
            // Each value once, and the rest at random.
            let label = |item| if item < values { item } else { below(values, random) };
            let labels = (0..items).map(label).map(|label| format!("w{label}"));
            (format!("v{column}"), labels.collect())
        });
        let noise: Vec<(String, Vec<String>)> = noise.collect();
        !read(&table(random, &scores, seed.is_multiple_of(2), &noise), None).1.is_empty()
    };
    (0..tables).into_par_iter().filter(has_alarm).count() as u64
}

fn check_noise(tables: u64, most_items: usize) {
    let (mut all, mut trials) = (0, 0);
    for items in [60, 200, 1000].into_iter().filter(|items| *items <= most_items) {
        for (columns, are_binary) in [1, 3, 6].into_iter().flat_map(|n| [(n, false), (n, true)]) {
            let found = alarms(items, columns, are_binary, tables);
            eprintln!("{items} items, {columns} columns, binary {are_binary}: {found} of {tables}");
            assert!(found <= tables / 20 || binomial_test(found, tables, 0.05) > 1e-3);
            (all, trials) = (all + found, trials + tables);
        }
    }
    let is_few = trials < 1000 && binomial_test(all, trials, 0.05) > 0.01;
    assert!(all <= trials / 20 || is_few, "{all} of {trials}");
}

#[test]
fn noise_is_seldom_reported() {
    check_noise(20, 200);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn noise_is_reported_in_five_percent_of_tables_at_most() {
    check_noise(200, 1000);
}

/// Clusters that give scores of 0 and 1 an intraclass correlation of 0.3.
#[test]
fn strong_clusters_are_reported() {
    let [seen, ..] = counts(&answers("block", 0, 100, [0.2, 0.254]));
    assert!(seen >= 95, "{seen} of 100");
}
