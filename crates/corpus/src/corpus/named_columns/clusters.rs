//! Groupings of the items of a table that nobody named as clusters.

use super::NamedColumns;
use crate::corpus::frame::{Column, Frame, Groups};
use crate::corpus::{Corpus, Judgments};
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::undeclared_cluster;
use crate::warning::Warning;
use crate::words::grouped;

/// Fewest clusters of a grouping that is tested.
const FEWEST: usize = 8;

/// Pairs of systems by whose differences a grouping is tested.
const PAIRS: usize = 5;

/// Items from which on groupings are not tested: the permutations would take longer than everything else.
const MOST_ITEMS: usize = 200_000;

/// Warns of columns that no use is made of and that group the items so that intervals are wider.
pub(super) fn undeclared(
    frame: &Frame,
    source: &NamedColumns<'_>,
    corpus: &Corpus,
    items: &Groups,
) -> Vec<Warning> {
    let count = items.count;
    let differences = differences(corpus);
    if count > MOST_ITEMS || differences.is_empty() {
        return Vec::new();
    }
    let candidates = frame.columns().iter().filter(|column| {
        !source.names(column.name())
            && (FEWEST..=count / 2).contains(&column.distinct())
            && column.is_full()
            && column.is_constant(items)
    });
    let candidates: Vec<&Column> = candidates.collect();
    let level = 0.05 / candidates.len().max(1) as f64;
    let firsts = items.first_rows();
    let warnings = candidates.into_iter().filter_map(|column| {
        let keys = column.keys();
        let labels: Vec<u32> = firsts.iter().map(|row| keys.rows[*row] - 1).collect();
        let clusters = keys.names.len();
        let mut random =
            StreamKey::new(0, Purpose::UndeclaredCluster).text(column.name()).generator(0);
        let found =
            undeclared_cluster::test(&differences, &labels, clusters, level, &mut random)?;
        let name = column.name();
        let message = format!(
            "`{name}` groups the {} items into {} clusters; with it intervals are {:.1} times as wide",
            grouped(count as u64),
            grouped(clusters as u64),
            found.ratio
        );
        let help = format!("use `--cluster {name}` (or `--cluster none`); `cluster` in a spec");
        Some(Warning::of_corpus(message, help).in_file(frame.path()))
    });
    warnings.collect()
}

/// Differences of the scores of systems next to each other by name, for the first score.
fn differences(corpus: &Corpus) -> Vec<Vec<Option<f64>>> {
    let judged = corpus.judgments.values().next().map(|systems| {
        let means = systems.values().map(Judgments::means);
        means.collect::<Vec<_>>()
    });
    let external =
        || corpus.external.values().next().map(|scores| scores.values().cloned().collect());
    let scores = judged.or_else(external).unwrap_or_default();
    let pairs = scores.windows(2).take(PAIRS).map(|pair| {
        let both = pair[0].iter().zip(&pair[1]);
        both.map(|(one, other)| Some((*one)? - (*other)?)).collect()
    });
    pairs.collect()
}
