//! Table 6 of Zhang & Vogel (2004) at full size: how far the ends of intervals move from one
//! repetition of the bootstrap to the next, for several numbers of replicates.
//!
//! `cargo bench --bench table6`: 5,000 repetitions of the draws, B = 100 to 10,000 (prefixes of each
//! other), BLEU, NIST and M-BLEU of one system on a corpus of the size of theirs, on all threads;
//! `-- 100` runs 100 repetitions.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::time::Instant;

use rayon::prelude::*;
use runner::config::built_in;
use runner::corpus::synthetic;
use runner::metric::{ManySums, Rows, Segments, Statistics, StatisticsRows};
use runner::stats::columns::Columns;
use runner::stats::distribution::Distribution;
use runner::stats::kernel::{BLOCK, block_count, block_sums, chosen};
use runner::stats::random::{Purpose, StreamKey};

const METRICS: [&str; 3] = ["bleu", "nist", "m-bleu"];
const REPLICATES: [usize; 5] = [100, 500, 1000, 5000, 10_000];

/// Ends of an interval.
type Ends = (f64, f64);

/// Statistics of the first system, for each metric.
fn statistics() -> Vec<(Statistics, Rows)> {
    let corpus = synthetic::generate("tides-2002", 1, "made").expect("a preset");
    let references: Vec<Vec<Option<&str>>> =
        corpus.references.iter().map(|reference| reference.texts.iter().collect()).collect();
    let references: Vec<&Segments<'_>> = references.iter().map(Vec::as_slice).collect();
    let hypotheses: Vec<Option<&str>> = corpus.systems[0].texts.iter().collect();
    let segments: Vec<usize> = (0..corpus.segment_count()).collect();
    let of_metric = |name: &&str| {
        let config = built_in::config(name).expect("a built-in name");
        let metric = config.metric().expect("of texts");
        let statistics = metric.prepare(&references, &[]).extract(&hypotheses);
        let rows = match &statistics.rows {
            StatisticsRows::Fixed(rows) => Rows::clone(rows),
            StatisticsRows::PerTestSet(rows) => rows.rows(&segments),
            StatisticsRows::PerReplicate(_) => panic!("weights are those of the test set"),
        };
        (statistics, rows)
    };
    println!("{} segments, {} references", segments.len(), references.len());
    METRICS.iter().map(of_metric).collect()
}

/// Ends by metric and number of replicates.
fn repetition(repeat: u64, statistics: &[(Statistics, Rows)], columns: &Columns) -> Vec<Ends> {
    let most = *REPLICATES.last().expect("several");
    let key = StreamKey::new(2004, Purpose::Bootstrap).number(repeat);
    let mut scores = vec![Vec::with_capacity(most); statistics.len()];
    for block in 0..block_count(most) {
        let replicates = BLOCK.min(most - block * BLOCK);
        block_sums(&key, block, replicates, columns, |sums| {
            let mut first = 0;
            for (scores, (statistics, rows)) in scores.iter_mut().zip(statistics) {
                let own = first..first + rows.columns();
                first = own.end;
                let done = scores.len();
                scores.resize(done + sums.len() / columns.columns(), 0.0);
                let sums = ManySums::new(sums, columns.columns(), own);
                statistics.scorer.score_many(&sums, &mut scores[done..]);
            }
        });
    }
    let ends = scores.iter().flat_map(|scores| {
        let of = |replicates| Distribution::new(&scores[..replicates]).percentile_interval(0.95);
        REPLICATES.iter().map(move |replicates| of(*replicates).expect("enough for the level"))
    });
    ends.collect()
}

fn main() {
    let repetitions = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(5000);
    let statistics = statistics();
    let segments = statistics[0].1.len();
    let rows: Vec<i64> = (0..segments)
        .flat_map(|segment| statistics.iter().flat_map(move |(_, rows)| rows.row(segment)))
        .copied()
        .collect();
    let columns = Columns::from_rows(&rows, rows.len() / segments).expect("small");
    println!("{} columns, {} limbs, {}", columns.columns(), columns.limb_count(), chosen().name());
    let start = Instant::now();
    let ends: Vec<Vec<Ends>> = (0..repetitions)
        .into_par_iter()
        .map(|repeat| repetition(repeat, &statistics, &columns))
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{repetitions} repetitions on {} threads: {seconds:.1} s",
        rayon::current_num_threads()
    );
    for (at, place) in
        (0..METRICS.len()).flat_map(|m| REPLICATES.iter().map(move |b| (m, *b))).enumerate()
    {
        let (metric, replicates) = place;
        let spread = |end: fn(&Ends) -> f64| {
            let values: Vec<f64> = ends.iter().map(|ends| end(&ends[at])).collect();
            Distribution::new(&values).stdev().unwrap_or(f64::NAN)
        };
        let (lower, upper) = (spread(|ends| ends.0), spread(|ends| ends.1));
        println!(
            "{:7} B = {replicates:6}: STDEV of the ends {lower:.5} {upper:.5}",
            METRICS[metric]
        );
    }
}
