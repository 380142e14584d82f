//! Benchmarks of the inner loops: `cargo bench`. Times are per call; items are draws, multiply-adds,
//! scores or hypotheses.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use runner::config::built_in;
use runner::corpus::model::Corpus;
use runner::corpus::synthetic;
use runner::metric::config::MetricConfig;
use runner::metric::{Segments, Statistics, StatisticsRows};
use runner::stats::columns::Columns;
use runner::stats::distribution::Distribution;
use runner::stats::kernel::{BLOCK, InstructionSet, block_sums, block_sums_on, sums_of_counts};
use runner::stats::random::{Purpose, StreamKey, UniformBelow};

fn main() {
    divan::main();
}

fn key() -> StreamKey {
    StreamKey::new(1, Purpose::Bootstrap)
}

/// What is done with the sums of resamples: they must be made.
fn used(sums: &[i64]) {
    black_box(sums);
}

/// Small statistics, all columns different.
fn columns(units: usize, width: usize) -> Columns {
    let cells = i64::try_from(units * width).expect("few");
    let rows: Vec<i64> = (0..cells).map(|cell| cell * cell % 8191 % 61).collect();
    let columns = Columns::from_rows(&rows, width).expect("small");
    assert_eq!(columns.limb_count(), width, "one limb each");
    columns
}

#[divan::bench(args = [100, 790, 2000, 30_000])]
fn draws(bencher: Bencher<'_, '_>, units: u32) {
    let uniform = UniformBelow::new(units);
    let mut counts = vec![0_u16; units as usize];
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        let mut generator = key().generator(0);
        uniform.draw(&mut generator, units as usize, |unit| counts[unit as usize] += 1);
        counts.fill(0);
    });
}

/// A block of replicates of n units and the columns of BLEU for ten systems.
#[divan::bench(args = [100, 790, 2000, 30_000])]
fn block(bencher: Bencher<'_, '_>, units: usize) {
    let columns = columns(units, 100);
    let products = ItemsCount::new(units * 100 * BLOCK);
    bencher.counter(products).bench(|| block_sums(&key(), 0, BLOCK, black_box(&columns), used));
}

/// Blocks with every instruction set of this processor: 2,000 units, the columns of BLEU for ten systems.
#[divan::bench(args = InstructionSet::NAMES)]
fn block_on(bencher: Bencher<'_, '_>, set: &str) {
    let Some(set) = InstructionSet::named(set) else { return };
    let columns = columns(2000, 100);
    let products = ItemsCount::new(2000 * columns.limb_count() * BLOCK);
    bencher
        .counter(products)
        .bench(|| block_sums_on(set, &key(), 0, BLOCK, black_box(&columns), used));
}

/// Multiply-adds alone, with every instruction set: what `block_on` does without its draws.
#[divan::bench(args = InstructionSet::NAMES)]
fn product_on(bencher: Bencher<'_, '_>, set: &str) {
    let Some(set) = InstructionSet::named(set) else { return };
    let columns = columns(2000, 100);
    let counts = vec![1; BLOCK * 2000];
    let products = ItemsCount::new(2000 * columns.limb_count() * BLOCK);
    bencher.counter(products).bench(|| sums_of_counts(set, black_box(&counts), &columns, used));
}

fn corpus() -> Corpus {
    synthetic::generate("cesta-enfr-1", 1, "made").expect("a preset")
}

fn texts(texts: &runner::corpus::model::Texts) -> Vec<Option<&str>> {
    texts.iter().collect()
}

fn statistics(config: &MetricConfig, corpus: &Corpus) -> Vec<Statistics> {
    let references: Vec<Vec<Option<&str>>> =
        corpus.references.iter().map(|reference| texts(&reference.texts)).collect();
    let references: Vec<&Segments<'_>> = references.iter().map(Vec::as_slice).collect();
    let metric = config.metric().expect("of texts");
    let prepared = metric.prepare(&references, &[]);
    corpus.systems.iter().map(|system| prepared.extract(&texts(&system.texts))).collect()
}

/// Statistics of five systems on 790 segments with four references.
#[divan::bench(args = ["bleu", "nist", "gtm", "mwer", "mper", "ter", "chrf"])]
fn extraction(bencher: Bencher<'_, '_>, name: &str) {
    let (corpus, config) = (corpus(), built_in::config(name).expect("a built-in name"));
    bencher
        .counter(ItemsCount::new(5 * corpus.segment_count()))
        .bench(|| statistics(black_box(&config), &corpus));
}

#[divan::bench(args = ["bleu", "nist", "gtm", "mwer", "chrf"])]
fn score(bencher: Bencher<'_, '_>, name: &str) {
    let (corpus, config) = (corpus(), built_in::config(name).expect("a built-in name"));
    let statistics = statistics(&config, &corpus).remove(0);
    let segments: Vec<usize> = (0..corpus.segment_count()).collect();
    let sums = match &statistics.rows {
        StatisticsRows::Fixed(rows) => rows.sums(),
        StatisticsRows::PerTestSet(rows) => rows.rows(&segments).sums(),
        StatisticsRows::PerReplicate(rows) => rows.rows(&segments).sums(),
    };
    bencher.bench(|| statistics.scorer.score(black_box(&sums)));
}

#[divan::bench(args = [1500, 100_000])]
fn summary(bencher: Bencher<'_, '_>, replicates: usize) {
    let values: Vec<f64> = (0..replicates).map(|i| (i * 7919 % replicates) as f64).collect();
    bencher.counter(ItemsCount::new(replicates)).bench(|| {
        let distribution = Distribution::new(black_box(&values));
        (distribution.stdev(), distribution.quantiles(&[0.025, 0.975]))
    });
}
