//! Tables whose items come in clusters, read by the program's reader: columns that group items are used or reported whatever
//! they are called, intervals of who follows the report cover, and columns of noise are not reported.

#![expect(clippy::print_stderr, reason = "figures for people, shown with --nocapture")]

use std::fmt::Write as _;
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
        let labels = labels(item);
        if is_wide {
            rows.push(format!("q{item}{labels},{a},{b}"));
        } else {
            rows.extend(
                [("a", a), ("b", b)].map(|(name, score)| format!("q{item}{labels},{name},{score}")),
            );
        }
    }
    for place in (1..rows.len()).rev() {
        rows.swap(place, below(place + 1, random));
    }
    let mut text = "item".to_owned();
    for (name, _) in columns {
        write!(text, ",{name}").unwrap();
    }
    text + if is_wide { ",a,b\n" } else { ",system,score\n" } + &rows.join("\n") + "\n"
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

/// What happens with a table.
#[derive(Clone, Copy)]
struct Answer {
    is_seen: bool,
    covers: bool,
    /// Of tables whose systems are equal.
    is_false: Option<bool>,
}

/// Reads table number `seed` with the clusters in column `name`, as who follows the report.
fn answer(name: &str, seed: u64, shares: [f64; 2]) -> Answer {
    let random = &mut random(seed);
    let better = if seed.is_multiple_of(2) { 0.0 } else { BETTER };
    let scores = scores(random, shares, better);
    // Numbers or words, and a row per item or per score.
    let (has_numbers, is_wide) = ((seed / 2).is_multiple_of(2), (seed / 4).is_multiple_of(2));
    let label = |item: usize| {
        let cluster = item / (ITEMS / CLUSTERS) + 1;
        if has_numbers { cluster.to_string() } else { format!("c{cluster}") }
    };
    let columns = [(name.to_owned(), (0..ITEMS).map(label).collect())];
    let table = table(random, &scores, is_wide, &columns);
    let (mut corpus, reports) = read(&table, None);
    if let Some(report) = reports.first() {
        assert!(
            report.contains(&format!("`{name}` groups the {ITEMS} items into {CLUSTERS} clusters")),
            "{report}"
        );
        (corpus, _) = read(&table, Some(name));
    }
    let is_seen = corpus.documents.len() == CLUSTERS;
    assert!(is_seen || corpus.documents.len() == ITEMS);
    let ([lower, upper], is_significant) = interval(corpus);
    Answer {
        is_seen,
        covers: (lower..=upper).contains(&better),
        is_false: (better <= 0.0).then_some(is_significant),
    }
}

fn count(answers: &[Answer], is: impl Fn(&Answer) -> bool) -> u64 {
    answers.iter().filter(|answer| is(answer)).count() as u64
}

/// Prints shares for each name and in all, and checks them as far as `tables` per name allow.
fn check_names(tables: u64) {
    let mut all: Vec<Answer> = Vec::new();
    for (place, name) in (0..).zip(NAMES.split(' ')) {
        let of_name = |seed| answer(name, 100_000 * place + seed, REAL);
        let answers: Vec<Answer> = (0..tables).into_par_iter().map(of_name).collect();
        let covered = count(&answers, |answer| answer.covers);
        let wrong = count(&answers, |answer| answer.is_false == Some(true));
        let seen = count(&answers, |answer| answer.is_seen);
        eprintln!(
            "{name}: of {tables} seen {seen}, covered {covered}, false differences {wrong} of {}",
            tables.div_ceil(2)
        );
        let least = if tables < 100 { 0.5 } else { 0.85 };
        assert!(seen as f64 >= least * tables as f64, "{name}: {seen}");
        assert!(binomial_test(covered, tables, 0.95) > 1e-4, "{name}: {covered} of {tables}");
        assert!(binomial_test(wrong, tables.div_ceil(2), 0.05) > 1e-4, "{name}: {wrong}");
        all.extend(answers);
    }
    let (seen, missed): (Vec<Answer>, Vec<Answer>) = all.iter().partition(|answer| answer.is_seen);
    let shares = [&all, &seen, &missed].map(|answers| {
        let share = |of: u64, trials: u64| of as f64 / trials as f64;
        let covered = share(count(answers, |answer| answer.covers), answers.len() as u64);
        let equal = count(answers, |answer| answer.is_false.is_some());
        [covered, share(count(answers, |answer| answer.is_false == Some(true)), equal)]
    });
    eprintln!("covered and false differences, of all, seen and missed: {shares:.4?}");
    let [_, [covered, wrong], _] = shares;
    // Few tables say no more than that.
    let tolerance = if tables < 100 { 0.04 } else { 0.0 };
    assert!((0.935 - tolerance..=0.965 + tolerance).contains(&covered), "{covered}");
    assert!(wrong <= 0.06 + tolerance, "{wrong}");
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
    let has_alarm = |seed: u64| {
        let random = &mut random(seed + 1000 * (columns + 10 * items) as u64);
        let score = |random: &mut Pcg64| {
            if are_binary { f64::from(uniform(random) < 0.6) } else { normal(random) }
        };
        let scores: Vec<[f64; 2]> = (0..items).map(|_| [score(random), score(random)]).collect();
        let noise = (0..columns).map(|column| {
            let values = 8 + below(items / 2 - 7, random);
            // Each value once, and the rest at random.
            let labels =
                (0..items).map(|item| if item < values { item } else { below(values, random) });
            (format!("v{column}"), labels.map(|label| format!("w{label}")).collect())
        });
        let noise: Vec<(String, Vec<String>)> = noise.collect();
        !read(&table(random, &scores, seed.is_multiple_of(2), &noise), None).1.is_empty()
    };
    (0..tables).into_par_iter().filter(|seed| has_alarm(*seed)).count() as u64
}

fn check_noise(tables: u64, most_items: usize) {
    let (mut all, mut trials) = (0, 0);
    for items in [60, 200, 1000].into_iter().filter(|items| *items <= most_items) {
        for columns in [1, 3, 6] {
            for are_binary in [false, true] {
                let found = alarms(items, columns, are_binary, tables);
                eprintln!(
                    "{items} items, {columns} columns, binary {are_binary}: {found} of {tables}"
                );
                assert!(found <= tables / 20 || binomial_test(found, tables, 0.05) > 1e-3);
                (all, trials) = (all + found, trials + tables);
            }
        }
    }
    eprintln!("false alarms: {all} of {trials}");
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
    let answers: Vec<Answer> =
        (0..100).into_par_iter().map(|seed| answer("block", seed, [0.2, 0.254])).collect();
    let seen = count(&answers, |answer| answer.is_seen);
    eprintln!("reported {seen} of 100");
    assert!(seen >= 95, "{seen} of 100");
}
